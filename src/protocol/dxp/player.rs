//! The engine behind a game: commands go to its inbox, its events are heard. It may still be busy with a position that
//! was taken back; what it says then counts for nothing.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::Settings;
use crate::engine::options::TABLE_PATH;
use crate::engine::{Command, Engine, Event, GoSpec, Inbox, PositionSpec};
use crate::search::{Bound, Score};

/// What the engine found for the position that it was asked about last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought {
    /// The move; `None` if there is no legal one.
    pub(super) best: Option<String>,
    /// Its score, if it was told.
    pub(super) score: Option<Score>,
}

/// An engine in a thread of its own.
pub(super) struct Player {
    mailbox: Sender<Inbox>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
    asked: u64,
    answered: u64,
    /// The question whose answer is waited for.
    wanted: Option<u64>,
    score: Option<Score>,
}

impl Player {
    /// Starts an engine with the options and tables of these settings.
    pub(super) fn start(settings: &Settings) -> io::Result<Self> {
        let (mailbox, inbox) = unbounded();
        let (say, events) = unbounded();
        let for_jobs = mailbox.clone();
        // It gets commands, never lines.
        let no_lines = Box::new(|_: &str| Ok(None));
        let body = move || Engine::new(no_lines, inbox, for_jobs, say).run();
        let thread = thread::Builder::new().name("engine".to_owned()).spawn(body)?;
        let player =
            Self { mailbox, events, thread: Some(thread), asked: 0, answered: 0, wanted: None, score: None };
        let set = |name: &str, value: &str| {
            player.tell(Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) });
        };
        settings.options.iter().for_each(|(name, value)| set(name, value));
        if let Some(folder) = &settings.tables {
            set(TABLE_PATH, &folder.to_string_lossy());
        }
        player.tell(Command::IsReady);
        Ok(player)
    }

    fn tell(&self, command: Command) {
        // If the engine is gone, its events end too, and that is noticed.
        let _ = self.mailbox.send(Inbox::Command(command));
    }

    /// Where its events can be waited for.
    pub(super) fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Forgets the game before.
    pub(super) fn new_game(&self) {
        self.tell(Command::NewGame);
    }

    /// Asks for a move.
    pub(super) fn think(&mut self, position: PositionSpec, limits: GoSpec) {
        self.asked += 1;
        self.wanted = Some(self.asked);
        self.score = None;
        self.tell(Command::Position(position));
        self.tell(Command::Go(limits));
    }

    /// Gives up what it thinks about.
    pub(super) fn stop(&mut self) {
        if self.wanted.take().is_some() {
            self.tell(Command::Stop);
        }
    }

    /// Takes in what it says; its answer if this is it.
    pub(super) fn hear(&mut self, event: Event) -> Option<Thought> {
        match event {
            Event::Info(info) if info.rank == 1 && info.bound == Bound::Exact => {
                self.score = Some(info.score);
                None
            }
            Event::Best(best) => {
                self.answered += 1;
                let answer = self.wanted.take_if(|wanted| *wanted == self.answered);
                answer.map(|_| Thought { best: best.best, score: self.score.take() })
            }
            // It could not search: there is nothing to wait for.
            Event::Error(_) => self.wanted.take().map(|_| Thought { best: None, score: None }),
            _ => None,
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.tell(Command::Quit);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
