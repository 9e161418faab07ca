//! A player: a configured engine, the process it may be running in, and what state that is in.
//!
//! ```text
//! Stopped ──start──► Idle ──think──► Thinking ──answer──► Idle ──ponder──► Pondering ──► Thinking
//!    ▲                 any failure, or `stop` unanswered                                    │
//!    └──────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//! A stopped player is started again when it is next needed.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::net::TcpListener;
use std::time::{Duration, Instant};

use super::config::Engine;
use super::dialects::{Answer, Dialect, Identity, Protocol, Remarks, Spin, Wishes};
use super::limits::Go;
use super::link::{Failure, Link};
use super::referee::Scene;
use super::stop::StopToken;
use crate::board::Side;
use crate::rules::VariantId;

/// Time to answer anything that is no search.
const REPLY_TIME: Duration = Duration::from_secs(10);
/// Time to stop a search that nobody waits for.
const STOP_TIME: Duration = Duration::from_secs(2);
/// Time to end.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// What a player is doing.
#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Stopped,
    Idle,
    Thinking,
    /// Searching the position after the move that it expects of its opponent.
    Pondering {
        expected: String,
    },
}

/// A finished search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// How it ended.
    pub answer: Answer,
    /// From the start of the clock to the answer.
    pub elapsed: Duration,
    /// What the engine said about it.
    pub remarks: Remarks,
}

/// A player.
pub struct Player {
    engine: Engine,
    variant: VariantId,
    dialect: Box<dyn Dialect>,
    link: Option<Link>,
    state: State,
    identity: Identity,
    stop: StopToken,
    /// The last lines of a process that is gone.
    last_words: Vec<String>,
}

impl Player {
    /// A player that is not started yet.
    pub fn new(engine: Engine, variant: VariantId, stop: StopToken) -> Self {
        Self {
            dialect: engine.proto.dialect(),
            engine,
            variant,
            link: None,
            state: State::Stopped,
            identity: Identity::default(),
            stop,
            last_words: Vec::new(),
        }
    }

    /// How it is configured.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Who it says it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The whole numbers that it has said can be set; `None` if its dialect has no words for that.
    pub fn spins(&self) -> Option<Vec<Spin>> {
        self.dialect.spins()
    }

    /// The last lines exchanged with it.
    pub fn transcript(&self) -> Vec<String> {
        self.link.as_ref().map_or_else(|| self.last_words.clone(), Link::transcript)
    }

    /// Starts it unless it is running.
    ///
    /// # Errors
    /// If it does not start, greet back or accept its options.
    pub fn start(&mut self) -> Result<(), Failure> {
        if self.state != State::Stopped {
            return Ok(());
        }
        let deadline = Instant::now() + Duration::try_from_secs_f64(self.engine.startup).unwrap_or_default();
        self.dialect = self.engine.proto.dialect();
        self.last_words.clear();
        let mut link = self.open(deadline)?;
        let options = &self.engine.option;
        let wishes = Wishes { variant: self.variant, options, ponder: self.engine.ponder };
        let greeted = self.dialect.greet(&mut link, &wishes, deadline);
        self.link = Some(link);
        self.state = State::Idle;
        self.identity = self.check(greeted)?;
        Ok(())
    }

    fn open(&self, deadline: Instant) -> Result<Link, Failure> {
        let Engine { dir, init, host, port, .. } = &self.engine;
        let mut words = self.engine.words().map_err(|error| Failure::Start(error.to_string()))?;
        if self.engine.proto != Protocol::Dxp {
            return Link::process(&words, dir.as_deref(), self.stop.clone());
        }
        let wants_port = words.iter().any(|word| word.contains("{port}"));
        let port = if wants_port { free_port()? } else { *port };
        for word in &mut words {
            *word = word.replace("{port}", &port.to_string());
        }
        Link::socket(&words, dir.as_deref(), &format!("{host}:{port}"), init, deadline, self.stop.clone())
    }

    /// Passes a result on; a failure ends the process, since nobody knows what it would do next.
    fn check<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if result.is_err() {
            self.kill();
        }
        result
    }

    /// Calls `act` with the dialect and the wire.
    fn with<T>(
        &mut self,
        act: impl FnOnce(&mut dyn Dialect, &mut Link) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let result = match &mut self.link {
            Some(link) => act(&mut *self.dialect, link),
            None => Err(Failure::Closed("not running".to_owned())),
        };
        self.check(result)
    }

    /// Begins a game in which it plays `side`; starts it if need be.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn new_game(&mut self, scene: &Scene, side: Side) -> Result<(), Failure> {
        if self.engine.restart {
            self.quit();
        }
        self.start()?;
        if self.state != State::Idle {
            self.halt();
            self.start()?;
        }
        let deadline = Instant::now() + REPLY_TIME;
        self.with(|dialect, link| {
            link.forget_lines();
            dialect.new_game(link, scene, side, deadline)
        })
    }

    /// Lets it think about the position of `scene` for as long as `patience` at most.
    ///
    /// # Errors
    /// If it gives no answer at all; it is stopped then.
    pub fn think(&mut self, scene: &Scene, go: &Go, patience: Duration) -> Result<Thought, Failure> {
        let hit = match &self.state {
            State::Pondering { expected } => scene.moves.last().is_some_and(|mv| mv.long == *expected),
            _ => false,
        };
        if !hit && self.state != State::Idle {
            self.halt();
            if self.state == State::Stopped {
                return Err(Failure::Silent("the end of pondering"));
            }
        }
        self.state = State::Thinking;
        let thought = self.with(|dialect, link| {
            if hit {
                let started = Instant::now();
                if let Some((_, hit)) = dialect.ponder_lines(go) {
                    link.send(hit)?;
                }
                return listen(dialect, link, started, patience);
            }
            dialect.prepare(link, scene, go, Instant::now() + REPLY_TIME)?;
            let started = Instant::now();
            dialect.go(link, go)?;
            listen(dialect, link, started, patience)
        })?;
        self.state = State::Idle;
        Ok(thought)
    }

    /// Lets it think in its opponent's time, if it may: `scene` is the position after the `expected` move.
    ///
    /// # Errors
    /// If it is gone.
    pub fn ponder(&mut self, scene: &Scene, go: &Go) -> Result<(), Failure> {
        let (Some((lines, _)), Some(expected)) = (self.dialect.ponder_lines(go), scene.moves.last()) else {
            return Ok(());
        };
        let expected = expected.long.clone();
        self.with(|dialect, link| {
            dialect.prepare(link, scene, go, Instant::now() + REPLY_TIME)?;
            lines.iter().try_for_each(|line| link.send(line))
        })?;
        self.state = State::Pondering { expected };
        Ok(())
    }

    /// Asks it for a sign of life.
    ///
    /// # Errors
    /// If there is none.
    pub fn ping(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + REPLY_TIME;
        self.with(|dialect, link| dialect.ping(link, deadline))
    }

    /// Starts a search and stops it after `time`.
    ///
    /// # Errors
    /// If it does not answer to that.
    pub fn think_and_stop(&mut self, scene: &Scene, go: &Go, time: Duration) -> Result<Thought, Failure> {
        let patience = REPLY_TIME;
        self.state = State::Thinking;
        let thought = self.with(|dialect, link| {
            dialect.prepare(link, scene, go, Instant::now() + REPLY_TIME)?;
            let started = Instant::now();
            dialect.go(link, go)?;
            std::thread::sleep(time);
            if let Some(line) = dialect.stop_line() {
                link.send(line)?;
            }
            listen(dialect, link, started, patience)
        })?;
        self.state = State::Idle;
        Ok(thought)
    }

    /// Ends a search that nobody waits for; a player that does not obey is stopped.
    fn halt(&mut self) {
        let stopped = self.with(|dialect, link| {
            let line = dialect.stop_line().ok_or(Failure::Silent("the end of the search"))?;
            link.send(line)?;
            listen(dialect, link, Instant::now(), STOP_TIME)
        });
        if stopped.is_ok() {
            self.state = State::Idle;
        }
    }

    /// Tells it that the game is over.
    pub fn end_game(&mut self) {
        if matches!(self.state, State::Pondering { .. }) {
            self.halt();
        }
        if self.state == State::Idle {
            // A player that fails here is stopped, and started again for the next game.
            let _ = self.with(|dialect, link| dialect.end_game(link, Instant::now() + STOP_TIME));
        }
    }

    /// Ends it politely. Whether it obeyed.
    pub fn quit(&mut self) -> bool {
        let Some(mut link) = self.link.take() else { return true };
        self.state = State::Stopped;
        if let Some(line) = self.dialect.quit_line() {
            let _ = link.send(line);
        }
        self.last_words = link.transcript();
        // A follower waits for the next game for ever: it is not asked.
        link.close(if self.engine.proto == Protocol::Dxp { Duration::ZERO } else { QUIT_TIME })
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.state = State::Stopped;
        if let Some(link) = self.link.take() {
            self.last_words = link.transcript();
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.quit();
    }
}

/// Waits for the answer to a search.
fn listen(
    dialect: &mut dyn Dialect,
    link: &mut Link,
    started: Instant,
    patience: Duration,
) -> Result<Thought, Failure> {
    let deadline = started + patience;
    let mut remarks = Remarks::default();
    loop {
        let (at, line) = link.receive(deadline, "a move")?;
        if let Some(answer) = dialect.read(link, &line, &mut remarks)? {
            return Ok(Thought { answer, elapsed: at.saturating_duration_since(started), remarks });
        }
    }
}

/// A port that nobody listens on just now.
fn free_port() -> Result<u16, Failure> {
    let bound = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    bound.map(|address| address.port()).map_err(|error| Failure::Start(error.to_string()))
}
