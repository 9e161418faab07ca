//! Plays the pairs of a match on several threads. Results go over one channel to the caller's thread, which
//! alone keeps records and decides when it is enough.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::{Sender, unbounded};

use super::config::Terms;
use super::game::{self, Unfinished};
use super::openings::Opening;
use super::player::Player;
use super::record::{End, GameRecord, PairRecord, Shard};
use super::referee::{Referees, TablesError, referees};
use super::schedule::{Pair, Schedule};
use super::stop::{StopHandle, StopToken};

/// What is to be run.
#[derive(Debug)]
pub struct Job<'a> {
    /// The terms.
    pub terms: &'a Terms,
    /// The openings, in the order in which they are played.
    pub openings: &'a [Opening],
    /// The part of the match.
    pub shard: Shard,
    /// Pairs that are done already.
    pub done: HashSet<usize>,
    /// Games at a time.
    pub concurrency: usize,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An engine that has never run does not start: more likely a mistake in the terms than a fault.
    #[error("engine {name}: {reason}")]
    Engine {
        /// Which.
        name: String,
        /// What happened.
        reason: String,
    },
    /// The endgame tables cannot be used.
    #[error("tb: {0}")]
    Tables(TablesError),
    /// An opening is none.
    #[error("{0}")]
    Opening(String),
}

/// What the threads report.
enum News {
    Pair(Box<PairRecord>),
    Failed(RunError),
}

/// Runs a match until all pairs are played, `hear` has enough or `stop` is pulled. Pairs come in the order in
/// which they end. Games in progress are dropped when the match is stopped.
///
/// # Errors
/// If it cannot go on.
pub fn run(
    job: &Job<'_>,
    stop: (&StopHandle, &StopToken),
    mut hear: impl FnMut(PairRecord) -> ControlFlow<()>,
) -> Result<(), RunError> {
    let (handle, token) = stop;
    let referees = referees(job.terms.variant, job.terms.tb.as_deref()).map_err(RunError::Tables)?;
    let schedule = Schedule::new(job.terms, job.openings.len());
    let pairs = Mutex::new(schedule.open_pairs(job.shard, job.done.clone()));
    let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
    // Which engines have ever got through a start.
    let proven: Vec<AtomicBool> = job.terms.engine.iter().map(|_| AtomicBool::new(false)).collect();
    let (sender, news) = unbounded();
    std::thread::scope(|scope| {
        for _ in 0..job.concurrency.max(1) {
            let (sender, proven, referees) = (sender.clone(), &proven, &*referees);
            scope.spawn(move || {
                let mut bench = Bench { job, token, proven, referees, players: HashMap::new() };
                bench.work(next, &sender);
            });
        }
        drop(sender);
        let mut result = Ok(());
        for item in news {
            if result.is_err() {
                continue;
            }
            let go_on = match item {
                News::Pair(record) => hear(*record),
                News::Failed(error) => {
                    result = Err(error);
                    ControlFlow::Break(())
                }
            };
            if go_on.is_break() {
                handle.stop();
            }
        }
        result
    })
}

/// A thread's players. They are kept from pair to pair.
struct Bench<'a> {
    job: &'a Job<'a>,
    token: &'a StopToken,
    proven: &'a [AtomicBool],
    referees: &'a dyn Referees,
    players: HashMap<usize, Player>,
}

impl Bench<'_> {
    fn work(&mut self, next: impl Fn() -> Option<Pair>, sender: &Sender<News>) {
        while let Some(pair) = next() {
            if self.token.is_stopped() {
                return;
            }
            let news = match self.pair(pair) {
                Ok(Some(record)) => News::Pair(Box::new(record)),
                Ok(None) => return,
                Err(error) => News::Failed(error),
            };
            let failed = matches!(news, News::Failed(_));
            // The caller listens until all threads have ended.
            let _ = sender.send(news);
            if failed {
                return;
            }
        }
    }

    /// Plays a pair; nothing if the match was stopped.
    fn pair(&mut self, pair: Pair) -> Result<Option<PairRecord>, RunError> {
        let Some(opening) = self.job.openings.get(pair.opening) else {
            return Err(RunError::Opening("there are no openings".to_owned()));
        };
        let [one, two] = pair.engines;
        let mut games = Vec::with_capacity(2);
        for [white, black] in [[one, two], [two, one]] {
            let played = self.game(white, black, &opening.fen);
            match played {
                Ok(game) => {
                    self.check_start(&game, [white, black])?;
                    games.push(game);
                }
                Err(Unfinished::Stopped) => return Ok(None),
                Err(error @ Unfinished::Opening(_)) => {
                    return Err(RunError::Opening(format!("opening {}: {error}", opening.id)));
                }
            }
        }
        let Ok(games) = games.try_into() else { return Ok(None) };
        Ok(Some(PairRecord {
            pair: pair.number,
            opening: opening.id,
            fen: opening.fen.clone(),
            engines: pair.engines,
            games,
        }))
    }

    fn game(&mut self, white: usize, black: usize, fen: &str) -> Result<GameRecord, Unfinished> {
        let (terms, token) = (self.job.terms, self.token);
        // Taken out of the map for the game, so that both can be borrowed.
        let mut take = |n: usize| {
            let made = || Player::new(terms.engine[n].clone(), terms.variant, token.clone());
            self.players.remove(&n).unwrap_or_else(made)
        };
        let (mut first, mut second) = (take(white), take(black));
        let result = game::play([&mut first, &mut second], fen, terms, self.referees);
        self.players.insert(white, first);
        self.players.insert(black, second);
        result
    }

    /// Fails if an engine that never ran could not begin.
    fn check_start(&self, game: &GameRecord, engines: [usize; 2]) -> Result<(), RunError> {
        let never_began = game.moves.is_empty() && game.end.is_fault();
        for n in engines {
            let name = &self.job.terms.engine[n].name;
            let to_blame = game.fault.as_ref().is_some_and(|fault| fault.engine == *name);
            let early = game.end == End::NoStart || never_began && !matches!(game.end, End::IllegalMove);
            if to_blame && early && !self.proven[n].load(Ordering::Relaxed) {
                let lines = game.fault.as_ref().map(|fault| fault.lines.join("\n  ")).unwrap_or_default();
                let reason = format!("{}\n  {lines}", game.reason).trim_end().to_owned();
                return Err(RunError::Engine { name: name.clone(), reason });
            }
            if !to_blame || !game.moves.is_empty() {
                self.proven[n].store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}
