//! Where a tuning is, and the file that holds it: replaced as a whole after every pair, so that whatever ends the
//! program, the file is a complete state and the next run goes on from it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Tuning;
use super::spsa::Trial;
use crate::board::Side;
use crate::tournament::journal::first_difference;
use crate::tournament::record::PairRecord;

/// The version of the file.
const VERSION: u32 = 1;

/// Where a tuning is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    version: u32,
    /// What is tuned.
    pub tuning: Tuning,
    /// A fingerprint of the openings.
    openings_hash: String,
    /// Iterations that are done.
    pub iteration: usize,
    /// The numbers after them, in the order of the parameters.
    pub values: Vec<f64>,
    /// Games won by `plus` less games lost in the pairs of the present iteration that are played.
    pub open: BTreeMap<usize, i64>,
    /// The same for the whole of the last iteration.
    pub last_balance: i64,
}

/// Why a state file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is there although the tuning is new.
    #[error("{0} is there already; use --resume to go on with its tuning, or another file")]
    Exists(PathBuf),
    /// It is no state.
    #[error("{path} is no state of a tuning: {what}")]
    NoState {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// It belongs to another tuning.
    #[error("{path} holds a tuning with other terms ({what}); nothing was changed")]
    OtherTuning {
        /// Which.
        path: PathBuf,
        /// The first difference.
        what: String,
    },
}

impl State {
    /// The beginning.
    pub fn new(tuning: Tuning, openings_hash: String) -> Self {
        let values = tuning.spsa.start();
        let open = BTreeMap::new();
        Self { version: VERSION, tuning, openings_hash, iteration: 0, values, open, last_balance: 0 }
    }

    /// What is in a file: with `resume` the state to go on from, if there is one yet; without, nothing may be.
    ///
    /// # Errors
    /// If the file cannot be used for the tuning that begins with `self`.
    pub fn open(self, path: &Path, resume: bool) -> Result<Self, StateError> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(StateError::File { path: path.to_owned(), error }),
            Ok(_) if !resume => return Err(StateError::Exists(path.to_owned())),
            Ok(text) => text,
        };
        let bad = |what: String| StateError::NoState { path: path.to_owned(), what };
        let old: Self = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        if old.version != VERSION {
            return Err(bad(format!("version {}", old.version)));
        }
        let other = |what| StateError::OtherTuning { path: path.to_owned(), what };
        if let Some(what) = first_difference("", &old.terms(), &self.terms()) {
            return Err(other(what));
        }
        let (pairs, iterations) = (self.tuning.pairs(), self.tuning.iterations());
        let finite = old.values.iter().all(|value| value.is_finite());
        if old.values.len() != self.values.len()
            || !finite
            || old.iteration > iterations
            || old.open.keys().any(|&pair| pair >= pairs)
        {
            return Err(bad("its figures do not fit its terms".to_owned()));
        }
        Ok(old)
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iteration >= self.tuning.iterations()
    }

    /// What must not change from run to run.
    fn terms(&self) -> serde_json::Value {
        let terms = serde_json::to_value(&self.tuning).unwrap_or_default();
        serde_json::json!({ "tuning": terms, "openings_hash": self.openings_hash })
    }

    /// Takes in a pair; the last one of an iteration moves the numbers.
    pub(super) fn add(&mut self, trial: &Trial, record: &PairRecord) {
        let points = |game: usize, side| i64::from(record.games[game].score.half_points(side));
        self.open.insert(record.pair, points(0, Side::White) + points(1, Side::Black) - 2);
        if self.open.len() == self.tuning.pairs() {
            self.last_balance = self.open.values().sum();
            self.tuning.spsa.learn(&mut self.values, trial, self.last_balance);
            self.open.clear();
            self.iteration += 1;
        }
    }

    /// Writes it to a file, which holds the old state or the new one whatever happens.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let failed = |error| StateError::File { path: path.to_owned(), error };
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let write = || {
            let text = serde_json::to_string_pretty(self)? + "\n";
            let mut file = File::create(&name)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&name, path)
        };
        write().map_err(failed)
    }
}
