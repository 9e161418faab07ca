//! The dialects, and which of them is spoken.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use once_cell::sync::OnceCell;

use super::{hub, record, render, uci, ugi};
use crate::engine::options::LOG_FILE;
use crate::engine::{Command, Event};

/// The dialects of standard input and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCI with draughts in it.
    Uci,
    /// The Hub protocol, version 2.
    Hub,
    /// The Universal Game Interface.
    Ugi,
}

/// What the two ends of a talk, the one that reads lines and the one that writes them, both know.
#[derive(Debug)]
pub(super) struct Talk {
    dialect: OnceCell<Dialect>,
    pauses: AtomicBool,
}

impl Talk {
    /// A talk in this dialect, or in the one that the first line is in.
    pub(super) fn new(dialect: Option<Dialect>) -> Arc<Self> {
        let dialect = dialect.map_or_else(OnceCell::new, OnceCell::with_value);
        Arc::new(Self { dialect, pauses: AtomicBool::new(true) })
    }

    fn dialect(&self) -> Dialect {
        self.dialect.get().copied().unwrap_or(Dialect::Uci)
    }

    fn decide(&self, dialect: Dialect) {
        // Whoever decided first was right.
        let _ = self.dialect.set(dialect);
    }

    /// Keeps lines apart from now on, or no longer.
    pub(super) fn set_pauses(&self, on: bool) {
        self.pauses.store(on, Ordering::Relaxed);
    }
}

/// The end that writes.
pub(super) struct Speaker {
    talk: Arc<Talk>,
    dialect: Dialect,
}

impl Speaker {
    /// For a talk of which nothing has been read yet.
    pub(super) fn new(talk: Arc<Talk>) -> Self {
        Self { dialect: talk.dialect(), talk }
    }

    /// The lines that say an event.
    pub(super) fn render(&mut self, event: &Event) -> Vec<String> {
        // The greeting is the first answer in a dialect that a line picked. What was said before it may be written
        // only now, but belongs to the lines before.
        if matches!(event, Event::Hello) {
            self.dialect = self.talk.dialect();
        }
        match self.dialect {
            Dialect::Uci => render::render(event),
            Dialect::Hub => hub::render(event),
            Dialect::Ugi => ugi::render(event),
        }
    }

    /// Whether lines are kept apart in time for readers that lose them otherwise.
    pub(super) fn pauses(&self) -> bool {
        self.dialect == Dialect::Hub && self.talk.pauses.load(Ordering::Relaxed)
    }
}

/// The end that reads.
pub(super) struct Listener {
    talk: Arc<Talk>,
    hub: hub::Reader,
}

impl Listener {
    pub(super) fn new(talk: Arc<Talk>) -> Self {
        Self { hub: hub::Reader::new(talk.clone()), talk }
    }

    /// Reads a line. As long as no dialect is spoken, the first line that one of them understands decides.
    pub(super) fn read(&mut self, line: &str) -> Result<Option<Command>, String> {
        let command = self.understand(line)?;
        // A file that cannot be the record is refused here, where it can be told what is wrong with the option.
        if let Some(path) = command.as_ref().and_then(record::wanted) {
            record::open(&path).map_err(|error| format!("{}: {error}", self.name_of_record()))?;
        }
        Ok(command)
    }

    /// What the option that names the record is called.
    fn name_of_record(&self) -> &'static str {
        match self.talk.dialect() {
            Dialect::Hub => hub::RECORD,
            Dialect::Uci | Dialect::Ugi => LOG_FILE,
        }
    }

    fn understand(&mut self, line: &str) -> Result<Option<Command>, String> {
        match self.talk.dialect.get() {
            Some(Dialect::Hub) => self.hub.read(line),
            Some(Dialect::Ugi) => ugi::parse(line).map_err(|error| error.to_string()),
            Some(Dialect::Uci) => uci::parse(line).map_err(|error| error.to_string()),
            None => self.first(line),
        }
    }

    fn first(&mut self, line: &str) -> Result<Option<Command>, String> {
        let verb = uci::trimmed(line).split_whitespace().next().unwrap_or_default();
        for (name, dialect) in [("hub", Dialect::Hub), ("ugi", Dialect::Ugi)] {
            if verb.eq_ignore_ascii_case(name) {
                self.talk.decide(dialect);
                return self.understand(line);
            }
        }
        let command = uci::parse(line).map_err(|error| error.to_string())?;
        if command.is_some() {
            self.talk.decide(Dialect::Uci);
        }
        Ok(command)
    }
}
