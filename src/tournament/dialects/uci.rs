//! UCI with draughts positions and moves in it, as our own protocol.md has it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;
use std::time::Instant;

use super::allowed::Allowed;
use super::{
    Answer, Dialect, Identity, Remarks, Spin, WIN, Wishes, await_line, await_ready, millis, own_name,
};
use crate::board::Side;
use crate::tournament::limits::Go;
use crate::tournament::link::{Failure, Link};
use crate::tournament::referee::Scene;

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Declared {
    name: String,
    kind: String,
    default: String,
    least: String,
    most: String,
    choices: Vec<String>,
}

impl Declared {
    /// As a whole number; nothing if it is none, or says no range.
    fn spin(&self) -> Option<Spin> {
        let number = |text: &str| text.parse().ok();
        let (least, most) = (number(&self.least)?, number(&self.most)?);
        let default = number(&self.default)?;
        (self.kind == "spin").then(|| Spin { name: self.name.clone(), default, least, most })
    }

    /// What it may be set to.
    fn allowed(&self) -> Allowed<'_> {
        match self.kind.as_str() {
            "spin" => Allowed::whole(&self.least, &self.most),
            "check" => Allowed::Truth,
            "combo" if !self.choices.is_empty() => Allowed::OneOf(&self.choices),
            _ => Allowed::Anything,
        }
    }
}

/// The dialect.
#[derive(Debug, Default)]
pub struct Uci {
    options: Vec<Declared>,
}

impl Dialect for Uci {
    fn greet(
        &mut self,
        link: &mut Link,
        wishes: &Wishes<'_>,
        deadline: Instant,
    ) -> Result<Identity, Failure> {
        link.send("uci")?;
        let (identity, options) = listen(link, "uciok", deadline)?;
        self.options = options;
        configure(link, &self.options, wishes, deadline)?;
        Ok(identity)
    }

    fn spins(&self) -> Option<Vec<Spin>> {
        Some(spins(&self.options))
    }

    fn new_game(&mut self, link: &mut Link, _: &Scene, _: Side, deadline: Instant) -> Result<(), Failure> {
        link.send("ucinewgame")?;
        self.ping(link, deadline)
    }

    fn prepare(&mut self, link: &mut Link, scene: &Scene, _: &Go, _: Instant) -> Result<(), Failure> {
        link.send(&position(scene))
    }

    fn go(&mut self, link: &mut Link, go: &Go) -> Result<(), Failure> {
        link.send(&format!("go{}", limits(go)))
    }

    fn read(&mut self, _: &mut Link, line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
        Ok(read(line, remarks, 2))
    }

    fn ponder_lines(&self, go: &Go) -> Option<(Vec<String>, &'static str)> {
        Some((vec![format!("go ponder{}", limits(go))], "ponderhit"))
    }

    fn ping(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure> {
        link.send("isready")?;
        await_line(link, "readyok", deadline)
    }
}

/// Reads the greeting up to its last line.
pub(super) fn listen(
    link: &mut Link,
    last: &'static str,
    deadline: Instant,
) -> Result<(Identity, Vec<Declared>), Failure> {
    let (mut identity, mut options) = (Identity::default(), Vec::new());
    loop {
        let (_, line) = link.receive(deadline, last)?;
        let line = line.trim();
        if line == last {
            return Ok((identity, options));
        }
        if let Some(name) = line.strip_prefix("id name ") {
            name.trim().clone_into(&mut identity.name);
        } else if let Some(author) = line.strip_prefix("id author ") {
            author.trim().clone_into(&mut identity.author);
        } else if let Some(option) = line.strip_prefix("option ") {
            options.extend(declared(option));
        }
    }
}

/// `name N type T [default D] [var V]…`; the name may have blanks in it.
fn declared(text: &str) -> Option<Declared> {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut option = Declared::default();
    let mut key = "";
    for word in text.split_whitespace() {
        if KEYS.contains(&word) && !(key == "name" && option.name.is_empty()) {
            key = word;
            if key == "var" {
                option.choices.push(String::new());
            }
            continue;
        }
        let place = match key {
            "name" => &mut option.name,
            "type" => &mut option.kind,
            "default" => &mut option.default,
            "min" => &mut option.least,
            "max" => &mut option.most,
            "var" => option.choices.last_mut()?,
            _ => continue,
        };
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(word);
    }
    (!option.name.is_empty()).then_some(option)
}

/// The whole numbers among options.
pub(super) fn spins(options: &[Declared]) -> Vec<Spin> {
    options.iter().filter_map(Declared::spin).collect()
}

/// Sets the game and the options and waits until the engine has taken them.
pub(super) fn configure(
    link: &mut Link,
    options: &[Declared],
    wishes: &Wishes<'_>,
    deadline: Instant,
) -> Result<(), Failure> {
    for line in settings(options, wishes)? {
        link.send(&line)?;
    }
    link.send("isready")?;
    await_ready(link, "readyok", deadline, complains)
}

/// Whether a line says that something is wrong: an `info string` whose first word is "error". There is no other way to
/// say so in UCI, and engines say much else in such lines.
fn complains(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_remark = words.next() == Some("info") && words.next() == Some("string");
    let first = words.next().and_then(|word| word.split([':', ',', '.', ';', '!']).next());
    is_remark && first.is_some_and(|word| word.eq_ignore_ascii_case("error"))
}

/// The lines that set the game and the options.
fn settings(options: &[Declared], wishes: &Wishes<'_>) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    let find = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let given = |name: &str| wishes.options.keys().any(|key| key.eq_ignore_ascii_case(name));
    if let Some(option) =
        find("UCI_Variant").or_else(|| find("Variant")).filter(|option| !given(&option.name))
    {
        let own = own_name(option.choices.iter().map(String::as_str), wishes.variant);
        let value = match own {
            Some(own) => own,
            None if option.choices.is_empty() => wishes.variant.name(),
            None => return Err(Failure::Protocol(format!("the engine does not play {}", wishes.variant))),
        };
        lines.push(format!("setoption name {} value {value}", option.name));
    }
    if wishes.ponder
        && let Some(option) = find("Ponder").filter(|option| !given(&option.name))
    {
        lines.push(format!("setoption name {} value true", option.name));
    }
    for (name, value) in wishes.options {
        let Some(option) = find(name) else {
            return Err(Failure::Protocol(format!("the engine has no option '{name}'")));
        };
        option.allowed().check(&option.name, value)?;
        if option.kind == "button" {
            lines.push(format!("setoption name {}", option.name));
        } else {
            lines.push(format!("setoption name {} value {value}", option.name));
        }
    }
    Ok(lines)
}

/// The `position` line.
pub(super) fn position(scene: &Scene) -> String {
    let mut line = if scene.from_start {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", scene.start_fen)
    };
    if !scene.moves.is_empty() {
        line.push_str(" moves");
    }
    for mv in &scene.moves {
        line.push(' ');
        line.push_str(&mv.long);
    }
    line
}

/// The limits behind `go`.
fn limits(go: &Go) -> String {
    let mut words = String::new();
    // Writing to a string cannot fail.
    let mut add = |word: &str, number: u128| {
        let _ = write!(words, " {word} {number}");
    };
    for (clock, [time, _]) in go.clocks.iter().zip(NAMES) {
        if let Some(clock) = clock {
            add(time, millis(clock.remaining));
        }
    }
    for (clock, [_, increment]) in go.clocks.iter().zip(NAMES) {
        if let Some(clock) = clock {
            add(increment, clock.increment.as_millis());
        }
    }
    if let Some(moves) = go.own_clock().and_then(|clock| clock.moves_to_go) {
        add("movestogo", moves.into());
    }
    if let Some(time) = go.move_time {
        add("movetime", millis(time));
    }
    if let Some(nodes) = go.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = go.depth {
        add("depth", depth.into());
    }
    words
}

/// Names of the clocks of White and Black.
const NAMES: [[&str; 2]; 2] = [["wtime", "winc"], ["btime", "binc"]];

/// Reads `info` and `bestmove`. `per_mate` says how many plies a unit of a mate score is.
pub(super) fn read(line: &str, remarks: &mut Remarks, per_mate: i32) -> Option<Answer> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "info" => {
            info(words, remarks, per_mate);
            None
        }
        "bestmove" => {
            let text = words.next().filter(|text| !matches!(*text, "(none)" | "0000"));
            let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
            Some(match text {
                None => Answer::NoMove,
                Some(text) => Answer::Move { text: text.to_owned(), ponder: ponder.map(str::to_owned) },
            })
        }
        _ => None,
    }
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>, remarks: &mut Remarks, per_mate: i32) {
    let mut new = *remarks;
    while let Some(word) = words.next() {
        match word {
            "depth" => new.depth = words.next().and_then(|n| n.parse().ok()).or(new.depth),
            "nodes" => new.nodes = words.next().and_then(|n| n.parse().ok()).or(new.nodes),
            // Lines beside the best say nothing about the move played.
            "multipv" if words.next().is_some_and(|n| n != "1") => return,
            "score" => {
                let (kind, number) = (words.next(), words.next().and_then(|n| n.parse::<i32>().ok()));
                new.score = match (kind, number) {
                    (Some("cp"), Some(score)) => Some(score),
                    (Some("mate"), Some(moves)) => Some(forced(moves, per_mate)),
                    _ => new.score,
                };
            }
            "string" | "pv" => break,
            _ => {}
        }
    }
    *remarks = new;
}

/// The score of a win in `moves` moves, a loss if negative.
fn forced(moves: i32, per_mate: i32) -> i32 {
    let plies = moves.saturating_abs().saturating_mul(per_mate).min(WIN - super::LEAST_WIN);
    if moves > 0 { WIN - plies } else { plies - WIN }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tournament::limits::{Allowance, Limits};
    use crate::tournament::referee;

    #[test]
    fn answers_and_remarks_are_read() {
        let mut remarks = Remarks::default();
        let mut say = |line: &str| (read(line, &mut remarks, 2), remarks);
        let (answer, said) =
            say("info depth 7 seldepth 9 score cp -31 nodes 1234 nps 5 time 1 pv 32-28 depth 9");
        assert_eq!((answer, said.depth, said.score, said.nodes), (None, Some(7), Some(-31), Some(1234)));
        assert_eq!(say("info depth 8 multipv 2 score cp 99").1.depth, Some(7));
        assert_eq!(say("info score mate 3").1.score, Some(WIN - 6));
        assert_eq!(say("info score mate -2").1.score, Some(4 - WIN));
        assert_eq!(say("info string score cp 7").1.score, Some(4 - WIN));
        assert_eq!(say("info depth").1.depth, Some(7));
        let moved = |text: &str, ponder: Option<&str>| {
            Some(Answer::Move { text: text.to_owned(), ponder: ponder.map(str::to_owned) })
        };
        assert_eq!(say("bestmove 32-28 ponder 19-23").0, moved("32-28", Some("19-23")));
        assert_eq!(say("  bestmove 32-28").0, moved("32-28", None));
        assert_eq!(say("bestmove (none)").0, Some(Answer::NoMove));
        assert_eq!(say("bestmove").0, Some(Answer::NoMove));
        assert_eq!(say("").0, None);
    }

    #[test]
    fn options_with_blanks_are_read() {
        let option = declared("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("Move Overhead", "spin"));
        let spin = Spin { name: "Move Overhead".to_owned(), default: 10, least: 0, most: 5000 };
        let other = declared("name Ponder type check default false").unwrap();
        assert_eq!(spins(&[other, option]), [spin]);
        let option = declared("name Variant type combo default a b var a b var c").unwrap();
        assert_eq!(option.choices, ["a b", "c"]);
        assert_eq!(declared("type spin"), None);
    }

    #[test]
    fn options_are_set_to_what_was_declared_only() {
        let options = [
            "name Hash type spin default 16 min 1 max 1024",
            "name Ponder type check default false",
            "name Style type combo default Solid var Solid var Very Wild",
            "name Clear Hash type button",
            "name EvalFile type string default <empty>",
        ]
        .map(|text| declared(text).unwrap());
        let set = |name: &str, value: &str| {
            let wished = [(name.to_owned(), value.to_owned())].into();
            let variant = crate::rules::VariantId::English;
            let wishes = Wishes { variant, options: &wished, ponder: false };
            settings(&options, &wishes).map_err(|failure| failure.to_string())
        };
        assert_eq!(set("hash", "1024").unwrap(), ["setoption name Hash value 1024"]);
        assert_eq!(set("Style", "very wild").unwrap(), ["setoption name Style value very wild"]);
        assert_eq!(set("Clear Hash", "").unwrap(), ["setoption name Clear Hash"]);
        assert!(set("EvalFile", "any.net").is_ok());
        assert!(
            set("Hash", "1025").unwrap_err().contains("option Hash: expected a whole number from 1 to 1024")
        );
        assert!(set("Ponder", "maybe").unwrap_err().contains("option Ponder: expected true or false"));
        assert!(set("Style", "Wild").unwrap_err().contains("option Style: expected one of Solid, Very Wild"));
    }

    #[test]
    fn only_the_word_error_is_a_complaint() {
        for line in ["info string error: x", "info string ERROR no net", "info  string Error"] {
            assert!(complains(line), "{line}");
        }
        let others = ["info string no error", "info string errors 0", "info string error-margin 3"];
        for line in others.into_iter().chain(["info string", "error", "info error", "option error", ""]) {
            assert!(!complains(line), "{line}");
        }
    }

    #[test]
    fn the_lines_sent_are_those_of_the_protocol() {
        let mut referee = referee::open(crate::rules::VariantId::English, "").unwrap();
        assert_eq!(position(referee.scene()), "position startpos");
        referee.play("11-15").unwrap();
        assert_eq!(position(referee.scene()), "position startpos moves 11-15");
        let control = Some("40/60+0.5".parse().unwrap());
        let allowance = Allowance::new(Limits { control, nodes: Some(9), ..Limits::default() });
        let go = allowance.go(Side::Black, Side::Black, None);
        assert_eq!(limits(&go), " btime 60000 binc 500 movestogo 40 nodes 9");
    }
}
