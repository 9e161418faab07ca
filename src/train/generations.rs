//! Learning a game in rounds: play with the best network so far, fit a new one to the games of the last rounds, and
//! keep it if it beats the old one.
//!
//! A folder holds it all: for each generation N a folder `N` with `positions.dat`, `net.net` and `result.json`, each
//! of which is made only if it is not there yet. So the work can be broken off at any time, and asking for more
//! generations goes on with what is there.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::arena::{self, Terms};
use super::files::{self, FileError};
use super::fit::{BadRecipe, Epoch, Kept, Recipe, fit};
use super::known::Known;
use super::samples::{DataError, Reading, read};
use super::selfplay::{self, Progress, SelfplayError, Settings};
use super::store::Reader;
use crate::engine::Evaluator;
use crate::engine::net_file::NetFileError;
use crate::rules::VariantId;

/// Generations whose games a network is fitted to.
const REMEMBERED: usize = 3;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: VariantId,
    /// Generations there are to be in the end.
    pub generations: usize,
    /// Positions each is to play.
    pub positions: u64,
    /// Positions searched for each move, in games and matches.
    pub nodes: u64,
    /// Pairs of games in each match.
    pub pairs: u64,
    /// How networks are made.
    pub recipe: Recipe,
    /// What plays first.
    pub first: Evaluator,
    /// Endgame tables that the games ask and end with.
    pub known: Known,
    /// What games and matches depend on.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// What came of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// From 0.
    pub generation: usize,
    /// The generation whose network played; nothing if it was what plays first.
    pub teacher: Option<usize>,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Positions it added.
    pub positions: u64,
    /// Positions learnt from, those of earlier generations included.
    pub learnt: usize,
    /// Seconds spent on games, on fitting and on the match, in the run that finished it.
    pub seconds: [f64; 3],
    /// Cost over the positions that only test.
    pub validation_loss: f64,
    /// Pairs against the teacher by their half points.
    pub pairs: [u64; 5],
    /// Points per game.
    pub score: f64,
    /// Elo difference from the teacher, with its 95 % error; nothing where a side won everything.
    pub elo: Option<(f64, f64)>,
    /// Whether its network plays from now on.
    pub accepted: bool,
}

/// What is told while it goes on.
#[derive(Clone, Debug)]
pub enum News {
    /// Games are played.
    Games(usize, Progress),
    /// An epoch is done.
    Epoch(usize, Epoch),
    /// A match begins.
    Match(usize),
    /// A generation is done.
    Done(Generation),
}

/// Why it cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    /// Games.
    #[error(transparent)]
    Games(#[from] SelfplayError),
    /// Data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The recipe.
    #[error(transparent)]
    Recipe(#[from] BadRecipe),
    /// What judges positions.
    #[error(transparent)]
    Evaluator(#[from] NetFileError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Goes on until there are as many generations as planned, or `stop` becomes true. All generations that are done.
///
/// # Errors
/// If a step fails; what was done stays.
pub fn run(
    plan: &Plan,
    folder: &Path,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&News),
) -> Result<Vec<Generation>, LoopError> {
    plan.recipe.check()?;
    check_game(plan, folder)?;
    let mut done: Vec<Generation> = Vec::new();
    while done.len() < plan.generations {
        let round = Round { plan, folder, number: done.len(), teacher: teacher(&done), stop };
        let result = round.path("result.json");
        if result.exists() {
            done.push(files::read_json(&result)?);
            continue;
        }
        let Some(generation) = round.play(hear)? else { break };
        files::save_json(&result, &generation)?;
        hear(&News::Done(generation.clone()));
        done.push(generation);
        write_logs(folder, &done)?;
    }
    Ok(done)
}

/// Whether the folder has another game's generations.
fn check_game(plan: &Plan, folder: &Path) -> Result<(), LoopError> {
    let path = path(folder, 0, "positions.dat");
    if !path.exists() {
        return Ok(());
    }
    let found = Reader::open(&path).and_then(|reader| reader.header.game()).map_err(SelfplayError::Store)?;
    if found == plan.variant {
        Ok(())
    } else {
        Err(DataError::Game { path, found, wanted: plan.variant }.into())
    }
}

/// The last generation whose network was accepted.
fn teacher(done: &[Generation]) -> Option<usize> {
    done.iter().rev().find(|generation| generation.accepted).map(|generation| generation.generation)
}

/// One generation in the making.
struct Round<'a> {
    plan: &'a Plan,
    folder: &'a Path,
    number: usize,
    teacher: Option<usize>,
    stop: &'a AtomicBool,
}

impl Round<'_> {
    fn path(&self, name: &str) -> PathBuf {
        path(self.folder, self.number, name)
    }

    /// Its three steps; nothing if it was stopped.
    fn play(&self, hear: &mut dyn FnMut(&News)) -> Result<Option<Generation>, LoopError> {
        files::make_folder(&self.path(""))?;
        let teacher = match self.teacher {
            None => self.plan.first.clone(),
            Some(number) => Evaluator::read(Some(&path(self.folder, number, "net.net")), self.plan.variant)?,
        };
        let begun = Instant::now();
        let positions = self.games(&teacher, hear)?.positions;
        if self.is_stopped() {
            return Ok(None);
        }
        let games = begun.elapsed().as_secs_f64();
        let kept = self.network(hear)?;
        let fitted = begun.elapsed().as_secs_f64() - games;
        if self.is_stopped() {
            return Ok(None);
        }
        hear(&News::Match(self.number));
        let pupil = Evaluator::read(Some(&self.path("net.net")), self.plan.variant)?;
        let tally = arena::run(&self.terms([pupil, teacher]), self.stop)?;
        if self.is_stopped() {
            return Ok(None);
        }
        let matched = begun.elapsed().as_secs_f64() - games - fitted;
        let estimate = tally.estimate();
        let score = estimate.map_or(0.5, |estimate| estimate.score);
        Ok(Some(Generation {
            generation: self.number,
            teacher: self.teacher,
            nodes: self.plan.nodes,
            positions,
            learnt: kept.positions[0],
            seconds: [games, fitted, matched],
            validation_loss: kept.validation_loss,
            pairs: tally.pairs,
            score,
            elo: estimate
                .map(|e| (e.elo, e.elo_error))
                .filter(|(elo, error)| elo.is_finite() && error.is_finite()),
            accepted: score > 0.5,
        }))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn games(&self, teacher: &Evaluator, hear: &mut dyn FnMut(&News)) -> Result<Progress, SelfplayError> {
        let settings = Settings {
            variant: self.plan.variant,
            games: None,
            positions: Some(self.plan.positions),
            nodes: self.plan.nodes,
            seed: self.plan.seed.wrapping_add(self.number as u64),
            threads: self.plan.threads,
            shard: (1, 1),
            evaluator: teacher.clone(),
            known: self.plan.known.clone(),
        };
        let mut tell = |progress: &Progress| hear(&News::Games(self.number, *progress));
        selfplay::run(&settings, &self.path("positions.dat"), true, self.stop, &mut tell)
    }

    /// Fits the network, unless it is there.
    fn network(&self, hear: &mut dyn FnMut(&News)) -> Result<Kept, LoopError> {
        let net = self.path("net.net");
        if net.exists() && net.with_extension("toml").exists() {
            return Ok(files::read_toml(&net.with_extension("toml"))?);
        }
        let recipe = &self.plan.recipe;
        let first = (self.number + 1).saturating_sub(REMEMBERED);
        let paths: Vec<PathBuf> =
            (first..=self.number).map(|number| path(self.folder, number, "positions.dat")).collect();
        let reading = Reading { validation: recipe.validation, mirror: recipe.mirror };
        let data = read(self.plan.variant, &paths, reading)?;
        let begun = files::begun_fit(&net);
        let (variant, threads) = (self.plan.variant, self.plan.threads);
        let mut saved = Ok(());
        let mut fitted = fit(variant, &data, recipe, threads, begun, &mut |state| {
            if let Some(epoch) = state.log.last() {
                hear(&News::Epoch(self.number, epoch.clone()));
            }
            if saved.is_ok() {
                saved = files::save_fit(&net, state);
            }
        })?;
        saved?;
        let kept = Kept::new(&mut fitted, &data, &paths, recipe);
        files::save_network(&net, &fitted.network, &kept, &fitted.log)?;
        Ok(kept)
    }

    fn terms(&self, players: [Evaluator; 2]) -> Terms {
        Terms {
            variant: self.plan.variant,
            players,
            pairs: self.plan.pairs,
            nodes: self.plan.nodes,
            seed: self.plan.seed.wrapping_add(self.number as u64),
            threads: self.plan.threads,
        }
    }
}

fn path(folder: &Path, number: usize, name: &str) -> PathBuf {
    folder.join(number.to_string()).join(name)
}

/// Writes the logs of the folder, one for programs and one for people, from what is done.
fn write_logs(folder: &Path, done: &[Generation]) -> Result<(), FileError> {
    let (mut json, mut text) = (String::new(), String::new());
    for generation in done {
        json += &(serde_json::to_string(generation).unwrap_or_default() + "\n");
        text += &(generation.to_string() + "\n");
    }
    files::save(&folder.join("log.jsonl"), json.as_bytes())?;
    files::save(&folder.join("log.txt"), text.as_bytes())
}

impl std::fmt::Display for Generation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [games, fitted, matched] = self.seconds;
        let elo = self.elo.map_or(String::new(), |(elo, error)| format!(" ({elo:+.0} ± {error:.0} Elo)"));
        write!(
            f,
            "generation {}: {} positions at {} nodes ({games:.0} s), learnt from {} ({fitted:.0} s), loss {:.5}, \
             {:.1} %{elo} against {} ({matched:.0} s), {}",
            self.generation,
            self.positions,
            self.nodes,
            self.learnt,
            self.validation_loss,
            100.0 * self.score,
            self.teacher.map_or("the first player".to_owned(), |teacher| format!("generation {teacher}")),
            if self.accepted { "accepted" } else { "rejected" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_goes_on_where_it_was() {
        let folder = std::env::temp_dir().join(format!("damone-loop-{}", std::process::id()));
        let plan = |generations| Plan {
            variant: VariantId::English,
            generations,
            positions: 500,
            nodes: 50,
            pairs: 3,
            recipe: Recipe { hidden: 32, epochs: 2, batch: 256, ..Recipe::default() },
            first: Evaluator::Handcrafted,
            known: Known::Own,
            seed: 4,
            threads: 1,
        };
        let (go, halt) = (AtomicBool::new(false), AtomicBool::new(true));
        let first = run(&plan(1), &folder, &go, &mut |_| ()).unwrap();
        assert_eq!(first.len(), 1);
        assert!(first[0].positions >= 500 && first[0].teacher.is_none());
        // Stopped at once: nothing is added, nothing is lost.
        assert_eq!(run(&plan(2), &folder, &halt, &mut |_| ()).unwrap(), first);
        let mut games = 0;
        let second =
            run(&plan(2), &folder, &go, &mut |news| games += usize::from(matches!(news, News::Done(_))));
        let second = second.unwrap();
        assert_eq!((second.len(), &second[0], games), (2, &first[0], 1));
        assert_eq!(second[1].teacher, first[0].accepted.then_some(0));
        assert!(second[1].learnt > first[0].learnt, "it learns from both");
        let log = std::fs::read_to_string(folder.join("log.txt")).unwrap();
        assert_eq!(log.lines().count(), 2, "{log}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
