//! The terms of a match: what is played, by whom and how. The same table whether it is written as a TOML file
//! or on the command line, so that both know the same words.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use toml::{Table, Value};

use super::adjudicate::{DrawByScore, WinByScore};
use super::dialects::{Protocol, dxp};
use super::limits::{Limits, TimeControl};
use super::sprt::Sprt;
use crate::rules::VariantId;

/// An engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// How it is called in tables; the command's name unless given.
    #[serde(default)]
    pub name: String,
    /// The command, with arguments. May be empty for DXP: then somebody else has started it.
    #[serde(default)]
    pub cmd: String,
    /// The dialect.
    #[serde(default)]
    pub proto: Protocol,
    /// Where it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Seconds that it may take to start, to greet and to initialise.
    #[serde(default = "thirty")]
    pub startup: f64,
    /// DXP: lines written to its standard input once it is connected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Its options.
    #[serde(default, deserialize_with = "texts", skip_serializing_if = "BTreeMap::is_empty")]
    pub option: BTreeMap<String, String>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Seconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<f64>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// DXP: where it listens.
    #[serde(default = "local_host")]
    pub host: String,
    /// DXP: the port on which it listens; `{port}` in the command stands for a free one instead.
    #[serde(default = "dxp_port")]
    pub port: u16,
    /// Whether it may think in the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it is started anew for every game.
    #[serde(default)]
    pub restart: bool,
}

fn local_host() -> String {
    "127.0.0.1".to_owned()
}

const fn thirty() -> f64 {
    30.0
}

const fn dxp_port() -> u16 {
    27_531
}

/// Option values may be written as text, numbers or truth values.
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let text = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

impl Engine {
    /// The words of its command.
    ///
    /// # Errors
    /// If a quote is not closed.
    pub fn words(&self) -> Result<Vec<String>, ConfigError> {
        shlex::split(&self.cmd).ok_or_else(|| ConfigError::Command(self.cmd.clone()))
    }

    /// Its limits.
    pub fn limits(&self) -> Limits {
        let seconds = |s: f64| Duration::try_from_secs_f64(s).unwrap_or_default();
        let mut limits = Limits {
            control: self.tc,
            move_time: self.movetime.map(seconds),
            nodes: self.nodes,
            depth: self.depth,
        };
        // DXP knows times for a whole game only.
        if let (Protocol::Dxp, Some(time), None) = (self.proto, self.movetime, self.tc) {
            let moves = dxp::MOVES_OF_A_GAME;
            let base = time * f64::from(moves);
            limits.control = Some(TimeControl { moves: Some(moves), base, increment: 0.0 });
            limits.move_time = None;
        }
        limits
    }

    fn check(&self) -> Result<(), ConfigError> {
        let wrong = |what: &str| Err(ConfigError::Engine { name: self.name.clone(), what: what.to_owned() });
        if self.words()?.is_empty() && self.proto != Protocol::Dxp {
            return wrong("it has no command (cmd=…)");
        }
        if self.movetime.is_some_and(|time| !(time > 0.0 && time < 1e7)) {
            return wrong("its movetime is no number of seconds above 0");
        }
        if self.nodes == Some(0) {
            return wrong("its nodes are no number above 0");
        }
        if self.depth == Some(0) {
            return wrong("its depth is no number above 0");
        }
        if !(self.startup > 0.0 && self.startup < 1e6) {
            return wrong("its startup is no number of seconds above 0");
        }
        let timed = self.tc.is_some() || self.movetime.is_some();
        match self.proto {
            Protocol::Dxp if !timed => wrong("dxp needs a time: tc=… or movetime=…"),
            Protocol::Dxp if self.nodes.is_some() || self.depth.is_some() => {
                wrong("dxp cannot limit nodes or depth")
            }
            Protocol::Hub1 if self.nodes.is_some() => wrong("hub1 cannot limit nodes"),
            Protocol::Hub1 if self.option.keys().any(|name| name.contains(char::is_whitespace)) => {
                wrong("hub1 cannot set options with blanks in their names")
            }
            _ if timed || self.nodes.is_some() || self.depth.is_some() => Ok(()),
            _ => wrong("it has no limit: tc=…, movetime=…, nodes=… or depth=…"),
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they stand in the file.
    File,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningTerms {
    /// A file; `builtin` for the suite that comes with the program, `start` for the start position alone.
    pub file: String,
    /// The order.
    pub order: Order,
    /// What the random order depends on.
    pub seed: u64,
    /// The first opening to be played, counted from 1 in that order.
    pub start: usize,
    /// Plies of each game of a PDN file that belong to the opening; all of them unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
}

impl Default for OpeningTerms {
    fn default() -> Self {
        Self { file: "builtin".to_owned(), order: Order::Random, seed: 1, start: 1, plies: None }
    }
}

/// The terms of a match: all that its results depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Which game is played.
    #[serde(with = "variant_name", default = "international")]
    pub variant: VariantId,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// Games of each pairing; even, since every opening is played with both colours.
    #[serde(default = "default_games")]
    pub games: usize,
    /// The openings.
    #[serde(default)]
    pub openings: OpeningTerms,
    /// Draws by agreement of scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawByScore>,
    /// Wins by agreement of scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinByScore>,
    /// The folder of the endgame tables that end games; without one none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tb: Option<PathBuf>,
    /// Plies after which a game that the rules have not ended is drawn.
    #[serde(default = "default_max_plies")]
    pub max_plies: usize,
    /// Milliseconds that a move may be late.
    #[serde(default = "default_margin")]
    pub margin: u64,
    /// Seconds beyond its limit (or in all, without one of time) after which an engine counts as hanging.
    #[serde(default = "default_hang")]
    pub hang: f64,
    /// The test that ends the match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The engines.
    #[serde(default)]
    pub engine: Vec<Engine>,
}

const fn international() -> VariantId {
    VariantId::International
}
const fn default_games() -> usize {
    100
}
const fn default_max_plies() -> usize {
    1000
}
const fn default_margin() -> u64 {
    20
}
const fn default_hang() -> f64 {
    10.0
}

mod variant_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::rules::VariantId;

    #[allow(clippy::trivially_copy_pass_by_ref)] // The signature is serde's.
    pub(super) fn serialize<S: Serializer>(variant: &VariantId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(variant.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VariantId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What is wrong with the terms.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A word that is no `key=value`.
    #[error("'{0}' is not of the form key=value")]
    NoPair(String),
    /// Not the table that a match needs.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A quote is open.
    #[error("the command {0:?} has an open quote")]
    Command(String),
    /// An engine cannot take part like this.
    #[error("engine {name}: {what}")]
    Engine {
        /// Which.
        name: String,
        /// Why.
        what: String,
    },
    /// Anything else.
    #[error("{0}")]
    Terms(String),
}

/// Keys whose values are text even if they look like numbers.
const TEXT_KEYS: [&str; 9] = ["name", "cmd", "proto", "dir", "tc", "host", "model", "order", "file"];

/// Makes a table of `key=value` words. `option.X=V` goes into a table of its own, `init=V` into a list.
///
/// # Errors
/// If a word has no `=`.
pub fn table(words: &[String]) -> Result<Table, ConfigError> {
    let mut table = Table::new();
    for word in words {
        let (key, text) = word.split_once('=').ok_or_else(|| ConfigError::NoPair(word.clone()))?;
        let key = key.trim();
        if let Some(name) = key.strip_prefix("option.") {
            let options = table.entry("option").or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(options) = options {
                options.insert(name.to_owned(), Value::String(text.to_owned()));
            }
        } else if key == "init" {
            if let Value::Array(lines) = table.entry(key).or_insert_with(|| Value::Array(Vec::new())) {
                lines.push(Value::String(text.to_owned()));
            }
        } else {
            table.insert(key.to_owned(), value(key, text));
        }
    }
    Ok(table)
}

fn value(key: &str, text: &str) -> Value {
    if TEXT_KEYS.contains(&key) {
        return Value::String(text.to_owned());
    }
    let boolean = text.parse().map(Value::Boolean).ok();
    let number = || text.parse().map(Value::Integer).or_else(|_| text.parse().map(Value::Float)).ok();
    boolean.or_else(number).unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Lays one table over another: inner tables are merged, everything else is replaced.
pub fn overlay(under: &mut Table, over: Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(value)) => overlay(inner, value),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

impl Terms {
    /// The terms in a table. Its `each` holds what all engines have unless they say otherwise.
    ///
    /// # Errors
    /// If a word is unknown or the terms make no match.
    pub fn from_table(mut table: Table) -> Result<Self, ConfigError> {
        let each = table.remove("each");
        if let (Some(Value::Table(each)), Some(Value::Array(engines))) = (each, table.get_mut("engine")) {
            for engine in engines {
                if let Value::Table(own) = engine {
                    let mut filled = each.clone();
                    overlay(&mut filled, own.clone());
                    *own = filled;
                }
            }
        }
        let mut terms: Self = table.try_into()?;
        terms.name_engines();
        terms.check()?;
        Ok(terms)
    }

    /// Gives every engine a name of its own.
    fn name_engines(&mut self) {
        let mut taken: Vec<String> = Vec::new();
        for engine in &mut self.engine {
            if engine.name.is_empty() {
                let program = engine.words().ok().and_then(|words| words.into_iter().next());
                let stem = program.map(PathBuf::from);
                let stem = stem.as_ref().and_then(|path| path.file_stem()).map(|s| s.to_string_lossy());
                engine.name = stem.map_or_else(|| engine.proto.name().to_owned(), Into::into);
            }
            let plain = engine.name.clone();
            for n in 2.. {
                if !taken.contains(&engine.name) {
                    break;
                }
                engine.name = format!("{plain} {n}");
            }
            taken.push(engine.name.clone());
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        let wrong = |what: &str| Err(ConfigError::Terms(what.to_owned()));
        if self.engine.len() < 2 {
            return wrong("a match needs two engines or more (--engine …)");
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return wrong("the number of games must be even: every opening is played with both colours");
        }
        if self.openings.start == 0 {
            return wrong("openings are counted from 1");
        }
        if self.max_plies == 0 {
            return wrong("a game needs a ply or more (max-plies)");
        }
        if !(0.0..1e6).contains(&self.hang) {
            return wrong("hang is no number of seconds");
        }
        if let Some(sprt) = &self.sprt {
            sprt.check().map_err(ConfigError::Terms)?;
            if self.engine.len() != 2 {
                return wrong("an SPRT compares two engines");
            }
        }
        self.engine.iter().try_for_each(Engine::check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn file_and_command_line_say_the_same() {
        let file = r#"
            variant = "english"
            games = 10
            [each]
            tc = "10+0.1"
            [each.option]
            Hash = 64
            [[engine]]
            cmd = "a 'b c'"
            [[engine]]
            cmd = "x/a"
            proto = "hub"
            tc = 5
            [engine.option]
            Threads = "2"
        "#;
        let from_file = Terms::from_table(file.parse().unwrap()).unwrap();
        let mut over = table(&words(&["variant=english", "games=10"])).unwrap();
        let engines = [
            table(&words(&["cmd=a 'b c'", "tc=10+0.1", "option.Hash=64"])).unwrap(),
            table(&words(&["cmd=x/a", "proto=hub", "tc=5", "option.Hash=64", "option.Threads=2"])).unwrap(),
        ];
        over.insert("engine".into(), Value::Array(engines.map(Value::Table).into()));
        assert_eq!(Terms::from_table(over).unwrap(), from_file);
        let [one, two] = &from_file.engine[..] else { panic!("two engines") };
        assert_eq!((one.name.as_str(), two.name.as_str()), ("a", "a 2"));
        assert_eq!(one.words().unwrap(), ["a", "b c"]);
        assert_eq!(two.tc.unwrap().base.to_bits(), 5.0_f64.to_bits());
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let terms = |extra: &str| {
            let text =
                format!("games = 2\n{extra}\n[[engine]]\ncmd='a'\nnodes=5\n[[engine]]\ncmd='b'\nnodes=5\n");
            Terms::from_table(text.parse().unwrap()).map_err(|error| error.to_string())
        };
        assert!(terms("").is_ok());
        assert!(terms("gmaes = 4").unwrap_err().contains("gmaes"));
        assert!(terms("variant = 'chess'").unwrap_err().contains("chess"));
        assert!(terms("max_plies = 'x'").is_err());
        assert!(terms("max_plies = 0").unwrap_err().contains("max-plies"));
        assert!(table(&words(&["cmd"])).is_err());
        let text = "[[engine]]\ncmd='a'\nproto='dxp'\nnodes=5\n[[engine]]\ncmd='b'\nnodes=5\n";
        let error = Terms::from_table(text.parse().unwrap()).unwrap_err().to_string();
        assert!(error.contains("engine a: dxp needs a time"), "{error}");
    }

    #[test]
    fn dxp_gets_a_game_time_for_a_move_time() {
        let text = "[[engine]]\nproto='dxp'\nmovetime=0.1\n[[engine]]\ncmd='b'\nmovetime=0.1\n";
        let terms = Terms::from_table(text.parse().unwrap()).unwrap();
        assert_eq!(terms.engine[0].name, "dxp");
        assert_eq!(terms.engine[0].limits().control.unwrap().to_string(), "75/7.5");
        assert_eq!(terms.engine[1].limits().move_time, Some(Duration::from_millis(100)));
    }
}
