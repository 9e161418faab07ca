//! From lines to commands. What clients send beyond the protocol is ignored, as it asks for.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use super::level::Level;
use super::parameters::{self, NUMBERING, PAUSES, bad};
use crate::engine::{Command, GoSpec, MoveForm, PositionSpec, StartSpec};
use crate::notation::hub::{Line, Numbering};
use crate::protocol::dialect::Talk;
use crate::protocol::{arguments, uci};

/// Reads lines and remembers what they say about the next search.
pub(in crate::protocol) struct Reader {
    talk: Arc<Talk>,
    level: Level,
    numbering: Numbering,
}

impl Reader {
    /// For a talk.
    pub(in crate::protocol) fn new(talk: Arc<Talk>) -> Self {
        Self { talk, level: Level::default(), numbering: Numbering::default() }
    }

    /// Reads a line; nothing for one that is empty or means nothing here.
    pub(in crate::protocol) fn read(&mut self, text: &str) -> Result<Option<Command>, String> {
        let line = Line::read(uci::trimmed(text));
        let command = match line.command.to_ascii_lowercase().as_str() {
            "hub" => Command::Hello,
            "init" => Command::IsReady,
            "set-param" => return self.set_parameter(&line),
            "new-game" => Command::NewGame,
            "pos" => self.position(&line)?,
            "level" => {
                self.level = self.level.with(&line)?;
                return Ok(None);
            }
            "go" => Command::Go(self.search(&line)),
            "ping" => Command::Ping,
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Ok(None),
        };
        Ok(Some(command))
    }

    /// `set-param name=N value=V`.
    fn set_parameter(&mut self, line: &Line) -> Result<Option<Command>, String> {
        let name = line.value("name").ok_or("set-param: the name is missing")?;
        let value = line.value("value").unwrap_or_default();
        let is = |own: &str| name.eq_ignore_ascii_case(own);
        if is(NUMBERING) {
            let named = |numbering: &Numbering| numbering.name().eq_ignore_ascii_case(value);
            let known = Numbering::ALL.into_iter().find(named);
            self.numbering = known.ok_or_else(|| bad(name, value, "scan or pydraughts"))?;
            return Ok(None);
        }
        if is(PAUSES) {
            let on = value.parse().map_err(|_| bad(name, value, "true or false"))?;
            self.talk.set_pauses(on);
            return Ok(None);
        }
        let option =
            parameters::option(name).ok_or_else(|| format!("set-param: no such parameter: {name}"))?;
        parameters::check(name, option, value)?;
        let value = Some(arguments::option_value(option, value));
        Ok(Some(Command::SetOption { name: option.to_owned(), value }))
    }

    /// `pos [start] [pos=P] [moves="…"]`. A new position has no limits yet.
    fn position(&mut self, line: &Line) -> Result<Command, String> {
        if !line.arguments.is_empty() && !["pos", "start", "moves"].iter().any(|name| line.has(name)) {
            return Err("pos: neither a position nor 'start' nor moves".to_owned());
        }
        self.level = Level::default();
        let start = match line.value("pos") {
            Some(text) if !line.has("start") => StartSpec::Hub(text.to_owned(), self.numbering),
            _ => StartSpec::Initial,
        };
        let moves = line.value("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Ok(Command::Position(PositionSpec { start, moves }))
    }

    /// `go think|ponder|analyze`. The limits hold for one search.
    fn search(&mut self, line: &Line) -> GoSpec {
        let level = std::mem::take(&mut self.level);
        let level = if line.has("analyze") { level.timeless() } else { level };
        GoSpec { ponder: line.has("ponder"), form: MoveForm::Hub(self.numbering), ..level.search() }
    }
}
