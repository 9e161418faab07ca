//! The options: one table says their names, kinds, ranges and what setting them does, so that the list a
//! user interface is shown and what is understood cannot differ.

use std::path::PathBuf;
use std::time::Duration;

use once_cell::sync::Lazy;

use super::session::TableTerms;
use crate::rules::VariantId;
use crate::search::{Level, Params};
use crate::tablebase::MOST_PIECES;

/// The options' values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game.
    pub variant: VariantId,
    /// Size of the shared table, MiB.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// Lines of analysis.
    pub multi_pv: usize,
    /// Time kept back for the way to the user interface.
    pub overhead: Duration,
    /// By how much a draw is worse than an even game, in centipawns.
    pub contempt: i32,
    /// The network file to judge by; the built-in network without one.
    pub eval_file: Option<PathBuf>,
    /// Folders with endgame tables.
    pub table_path: Vec<PathBuf>,
    /// The most pieces of which tables are used.
    pub table_pieces: usize,
    /// Least depth at which the largest tables are asked.
    pub table_depth: i32,
    /// Whether lines of analysis tell the chances of win, draw and loss.
    pub show_wdl: bool,
    /// How strong to play, 0 to 20, unless [`Options::limit_strength`] says to go by [`Options::elo`].
    pub skill: i32,
    /// Whether to play as strong as [`Options::elo`] says.
    pub limit_strength: bool,
    /// A strength in Elo points.
    pub elo: i32,
    /// What the errors of weaker play depend on; 0 for other ones in every run of the program.
    pub skill_seed: u64,
    /// Where both directions of the talk are recorded.
    pub log: Option<PathBuf>,
    /// Numbers of the search that were set for tuning, by name; always empty but in a build with the feature `tune`.
    pub tuned: Vec<(&'static str, i32)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: VariantId::International,
            hash: DEFAULT_HASH as usize,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
            contempt: 0,
            eval_file: None,
            table_path: Vec::new(),
            table_pieces: MOST_PIECES,
            table_depth: 0,
            show_wdl: false,
            skill: FULL_SKILL as i32,
            limit_strength: false,
            elo: Level::ELO[0],
            skill_seed: 0,
            log: None,
            tuned: Vec::new(),
        }
    }
}

/// The option that names a network file.
pub const EVAL_FILE: &str = "EvalFile";

/// The option that names folders with endgame tables.
pub const TABLE_PATH: &str = "TablebasePath";

/// The option that names the file for the record of the talk.
pub const LOG_FILE: &str = "Debug Log File";

/// MiB; the usual figure of test frameworks.
const DEFAULT_HASH: i64 = 16;
/// Milliseconds; enough for a pipe on one machine.
const DEFAULT_OVERHEAD: i64 = 10;

/// The value of `Skill Level` that leaves the strength alone.
const FULL_SKILL: i64 = Level::FULL as i64;

/// What the engine has to do after an option was set, beside keeping the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    None,
    /// Open the game chosen.
    OpenVariant,
    /// Forget the table's contents.
    ClearHash,
    /// Open the network file, or go back to the built-in network.
    OpenNet,
    /// Open the endgame tables, or close them.
    OpenTables,
    /// Begin or end the record.
    Log,
}

/// A value that fits its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a check.
    Flag(bool),
    /// Of a spin.
    Number(i64),
    /// Of a combo or a string.
    Text(String),
    /// Of a button.
    Pressed,
}

/// The kinds of option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// Unless set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Unless set.
        default: i64,
        /// Least.
        min: i64,
        /// Most.
        max: i64,
    },
    /// One of several words. Other words may be understood too: see the setter.
    Combo {
        /// Unless set.
        default: &'static str,
        /// The words.
        choices: Vec<&'static str>,
    },
    /// Something to press.
    Button,
    /// Any text; empty unless set.
    Text,
}

/// One option.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name; case does not matter when it is set.
    pub name: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// What it does, in a few words.
    pub doc: &'static str,
    store: Store,
}

/// Sets an option to a value that fits it.
type Store = fn(&'static str, &mut Options, &Value) -> Action;

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("no such option: {0}")]
    Unknown(String),
    /// Its value is missing.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// Its value is none it can have.
    #[error("'{value}' is no value for option {name}: expected {expected}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would do.
        expected: String,
    },
}

/// All options, in the order in which they are listed. Put together on first use, since the games' names
/// come from their own table.
pub fn table() -> &'static [OptionSpec] {
    static TABLE: Lazy<Vec<OptionSpec>> = Lazy::new(|| {
        let nothing: Store = |_, _, _| Action::None;
        let spec = |name, kind, doc, store: Store| OptionSpec { name, kind, doc, store };
        let spin = |default, min, max| Kind::Spin { default, min, max };
        vec![
            spec(
                "UCI_Variant",
                variants(),
                "the game; sets up its start position and clears the table",
                store_variant,
            ),
            spec("Hash", spin(DEFAULT_HASH, 1, 33_554_432), "size of the shared table in MiB", store_hash),
            spec("Threads", spin(1, 1, 1024), "threads that search", store_threads),
            spec("Clear Hash", Kind::Button, "forget everything in the table", |_, _, _| Action::ClearHash),
            spec(
                "Ponder",
                Kind::Check { default: false },
                "a declaration only: pondering needs 'go ponder'",
                nothing,
            ),
            spec("MultiPV", spin(1, 1, 256), "number of lines shown", store_multi_pv),
            spec(
                "Move Overhead",
                spin(DEFAULT_OVERHEAD, 0, 5000),
                "milliseconds kept back per move",
                store_overhead,
            ),
            spec(
                "Contempt",
                spin(0, -100, 100),
                "centipawns by which a draw is worse than an even game; negative: better",
                store_contempt,
            ),
            spec(
                EVAL_FILE,
                Kind::Text,
                "network file to judge by in this game; empty for the built-in one",
                store_eval_file,
            ),
            spec(
                TABLE_PATH,
                Kind::Text,
                "folders with endgame tables, as 'damone tablebase build' leaves them; empty for the small ones only",
                store_table_path,
            ),
            spec(
                "TablebasePieces",
                spin(MOST_PIECES as i64, 0, MOST_PIECES as i64),
                "the most pieces of which endgame tables are used; 0 for no tables",
                store_table_pieces,
            ),
            spec(
                "TablebaseProbeDepth",
                spin(0, 0, 100),
                "least depth at which tables of the most pieces there are are asked",
                store_table_depth,
            ),
            spec(
                "UCI_AnalyseMode",
                Kind::Check { default: false },
                "accepted; there is nothing yet to switch off",
                nothing,
            ),
            spec(
                "UCI_ShowWDL",
                Kind::Check { default: false },
                "tell the chances of win, draw and loss with each score, per mille",
                store_show_wdl,
            ),
            spec(
                "Skill Level",
                spin(FULL_SKILL, 0, FULL_SKILL),
                "play weaker than possible; 20 is full strength",
                store_skill,
            ),
            spec(
                "UCI_LimitStrength",
                Kind::Check { default: false },
                "play as strong as UCI_Elo says, whatever Skill Level is",
                store_limit_strength,
            ),
            spec(
                "UCI_Elo",
                spin(Level::ELO[0].into(), Level::ELO[0].into(), Level::ELO[1].into()),
                "strength in Elo points on a scale of our own; see protocol.md",
                store_elo,
            ),
            spec(
                "Skill Seed",
                spin(0, 0, i64::from(u32::MAX)),
                "what the errors of weaker play depend on; 0: other ones each time",
                store_skill_seed,
            ),
            spec(LOG_FILE, Kind::Text, "file to which both directions are appended", store_log),
        ]
        .into_iter()
        .chain(tunable())
        .collect()
    });
    &TABLE
}

/// The numbers of the search, in a build that is to be tuned.
fn tunable() -> impl Iterator<Item = OptionSpec> {
    Params::TABLE.iter().filter(|_| cfg!(feature = "tune")).map(|tunable| OptionSpec {
        name: tunable.name,
        kind: Kind::Spin {
            default: tunable.default.into(),
            min: tunable.least.into(),
            max: tunable.most.into(),
        },
        doc: tunable.doc,
        store: store_tuned,
    })
}

fn variants() -> Kind {
    let default = VariantId::International.name();
    Kind::Combo { default, choices: VariantId::ALL.map(VariantId::name).to_vec() }
}

fn store_variant(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Text(name) = value
        && let Ok(id) = name.parse()
    {
        options.variant = id;
    }
    Action::OpenVariant
}

fn store_hash(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_number(&mut options.hash, value)
}

fn store_threads(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_number(&mut options.threads, value)
}

fn store_multi_pv(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_number(&mut options.multi_pv, value)
}

fn store_number(place: &mut usize, value: &Value) -> Action {
    if let Value::Number(number) = value {
        *place = usize::try_from(*number).unwrap_or_default();
    }
    Action::None
}

fn store_overhead(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(millis) = value {
        options.overhead = Duration::from_millis(millis.unsigned_abs());
    }
    Action::None
}

fn store_contempt(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.contempt = *number as i32;
    }
    Action::None
}

fn store_show_wdl(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_flag(&mut options.show_wdl, value)
}

fn store_limit_strength(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_flag(&mut options.limit_strength, value)
}

fn store_flag(place: &mut bool, value: &Value) -> Action {
    if let Value::Flag(on) = value {
        *place = *on;
    }
    Action::None
}

fn store_skill(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.skill = *number as i32;
    }
    Action::None
}

fn store_elo(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.elo = *number as i32;
    }
    Action::None
}

fn store_skill_seed(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.skill_seed = number.unsigned_abs();
    }
    Action::None
}

fn store_tuned(name: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.tuned.retain(|&(other, _)| other != name);
        options.tuned.push((name, *number as i32));
    }
    Action::None
}

fn store_eval_file(_: &'static str, options: &mut Options, value: &Value) -> Action {
    options.eval_file = path(value);
    Action::OpenNet
}

fn store_table_path(_: &'static str, options: &mut Options, value: &Value) -> Action {
    let is_named = |folder: &PathBuf| !folder.as_os_str().is_empty();
    let folders = |paths: PathBuf| std::env::split_paths(&paths).filter(is_named).collect();
    options.table_path = path(value).map(folders).unwrap_or_default();
    Action::OpenTables
}

fn store_table_pieces(_: &'static str, options: &mut Options, value: &Value) -> Action {
    store_number(&mut options.table_pieces, value);
    Action::OpenTables
}

fn store_table_depth(_: &'static str, options: &mut Options, value: &Value) -> Action {
    if let Value::Number(number) = value {
        options.table_depth = *number as i32;
    }
    Action::OpenTables
}

fn store_log(_: &'static str, options: &mut Options, value: &Value) -> Action {
    options.log = path(value);
    Action::Log
}

/// The path that a text names; none if it is empty.
fn path(value: &Value) -> Option<PathBuf> {
    match value {
        Value::Text(text) if !text.is_empty() => Some(PathBuf::from(text)),
        _ => None,
    }
}

impl Options {
    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option or the value does not fit it; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Action, OptionError> {
        let (spec, value) = check(name, value)?;
        Ok((spec.store)(spec.name, self, &value))
    }

    /// Which endgame tables to use, and when.
    pub fn table_terms(&self) -> TableTerms {
        TableTerms { pieces: self.table_pieces, least_depth: self.table_depth }
    }

    /// How strong to play; `None` for as strong as possible.
    pub fn level(&self) -> Option<Level> {
        if self.limit_strength { Level::of_elo(self.elo) } else { Level::new(self.skill.into()) }
    }
}

/// What [`Options::set`] would set, without setting it.
///
/// # Errors
/// As [`Options::set`].
pub fn check(name: &str, value: Option<&str>) -> Result<(&'static OptionSpec, Value), OptionError> {
    let spec = table()
        .iter()
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let text = value.map(str::trim);
    let given = || text.ok_or(OptionError::NoValue(spec.name));
    let bad = |expected: String| OptionError::BadValue {
        name: spec.name,
        value: text.unwrap_or_default().to_owned(),
        expected,
    };
    let value = match &spec.kind {
        Kind::Button => Value::Pressed,
        Kind::Check { .. } => match given()?.to_ascii_lowercase().as_str() {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => return Err(bad("true or false".to_owned())),
        },
        Kind::Spin { min, max, .. } => match given()?.parse() {
            Ok(number) if (*min..=*max).contains(&number) => Value::Number(number),
            _ => return Err(bad(format!("a whole number from {min} to {max}"))),
        },
        Kind::Combo { choices, .. } => match given()?.parse::<VariantId>() {
            Ok(id) => Value::Text(id.name().to_owned()),
            Err(_) => return Err(bad(format!("one of {}", choices.join(", ")))),
        },
        Kind::Text => match text {
            None | Some("<empty>") => Value::Text(String::new()),
            Some(text) => Value::Text(text.to_owned()),
        },
    };
    Ok((spec, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_of_the_table_are_the_defaults() {
        let mut options = Options::default();
        for spec in table() {
            let default = match &spec.kind {
                Kind::Check { default } => Some(default.to_string()),
                Kind::Spin { default, .. } => Some(default.to_string()),
                Kind::Combo { default, .. } => Some((*default).to_owned()),
                Kind::Button | Kind::Text => None,
            };
            options.set(spec.name, default.as_deref()).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_need_no_case_and_values_are_checked() {
        let mut options = Options::default();
        assert_eq!(options.set("uci_variant", Some(" Dama-Italiana ")), Ok(Action::OpenVariant));
        assert_eq!(options.variant, VariantId::Italian);
        assert_eq!(options.set("HASH", Some("64 ")), Ok(Action::None));
        assert_eq!(options.hash, 64);
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("64 MB")),
            ("Hash", Some("-1")),
            ("Hash", Some("99999999999999999999999")),
            ("Hash", None),
            ("Threads", Some("1025")),
            ("Ponder", Some("yes")),
            ("UCI_Variant", Some("chess")),
            ("Contempt", Some("101")),
            ("Skill Level", Some("21")),
            ("UCI_Elo", Some("99")),
        ] {
            let before = options.clone();
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
            assert_eq!(options, before);
        }
    }

    #[test]
    fn the_strength_is_full_unless_one_of_two_options_limits_it() {
        let mut options = Options::default();
        assert_eq!(options.level(), None);
        options.set("UCI_Elo", Some(&Level::ELO[0].to_string())).unwrap();
        assert_eq!(options.level(), None, "UCI_Elo alone limits nothing");
        options.set("Skill Level", Some("7")).unwrap();
        assert_eq!(options.level(), Level::new(7.0));
        options.set("UCI_LimitStrength", Some("true")).unwrap();
        assert_eq!(options.level(), Level::new(0.0));
        options.set("UCI_Elo", Some(&Level::ELO[1].to_string())).unwrap();
        assert_eq!(options.level(), None);
    }

    #[test]
    fn folders_without_a_name_are_left_out() {
        let mut options = Options::default();
        let text = std::env::join_paths(["a", "", "b"]).unwrap();
        assert_eq!(options.set("tablebasepath", text.to_str()), Ok(Action::OpenTables));
        assert_eq!(options.table_path, [PathBuf::from("a"), PathBuf::from("b")]);
        options.set(TABLE_PATH, Some("<empty>")).unwrap();
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_button_needs_no_value_and_takes_one() {
        let mut options = Options::default();
        assert_eq!(options.set("Clear Hash", None), Ok(Action::ClearHash));
        assert_eq!(options.set("clear hash", Some("true")), Ok(Action::ClearHash));
    }
}
