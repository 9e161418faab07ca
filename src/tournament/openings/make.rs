//! Making balanced suites: many starts, of which those are kept that a search finds level.

use std::collections::HashSet;
use std::sync::Arc;

use super::symmetry::{self, Key};
use crate::notation::fen;
use crate::position::{Clocks, Game, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::search::{self, Finished, Limits, Signals, Table, Task};
use crate::tournament::stop::StopToken;
use crate::util::rng::{Rng, mix};

/// How starts are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// Random moves.
    Random,
    /// Every position there is after the plies, in an order that depends on the seed.
    Tree,
}

/// What a suite is to be like.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The game.
    pub variant: VariantId,
    /// Openings wanted.
    pub count: usize,
    /// Plies from the start position.
    pub plies: usize,
    /// How starts are found.
    pub walk: Walk,
    /// Nodes of each of the two searches.
    pub nodes: u64,
    /// Largest score kept, in hundredths of a man.
    pub limit: i16,
    /// What the suite depends on.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its positions.
    pub fens: Vec<String>,
    /// Starts looked at.
    pub tried: usize,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// No memory for the search.
    #[error("no memory for the search")]
    Memory,
    /// The tree is too large.
    #[error("more than {0} positions after these plies: use fewer, or random walks")]
    TooMany(usize),
    /// Stopped by the user.
    #[error("stopped")]
    Stopped,
}

/// Largest tree that is kept in memory.
const LARGEST_TREE: usize = 2_000_000;
/// Starts examined at a time. Fixed, so that the suite does not depend on the number of threads.
const BATCH: usize = 64;
/// Random walks tried for each opening wanted.
const PATIENCE: usize = 400;
/// MiB of each search's table.
const TABLE: usize = 1;

/// Makes a suite; `progress` is told how many openings there are. The same recipe gives the same suite.
///
/// # Errors
/// If it cannot be made or is stopped. A suite may be smaller than wanted: there may not be more.
pub fn make(recipe: &Recipe, stop: &StopToken, progress: &mut dyn FnMut(usize)) -> Result<Suite, MakeError> {
    struct Make<'a>(&'a Recipe, &'a StopToken, &'a mut dyn FnMut(usize));
    impl VariantVisitor for Make<'_> {
        type Output = Result<Suite, MakeError>;
        fn visit<R: Rules>(self) -> Self::Output {
            match self.0.walk {
                Walk::Random => select(random_walks::<R>(self.0), self.0, self.1, self.2),
                Walk::Tree => select(tree::<R>(self.0)?.into_iter(), self.0, self.1, self.2),
            }
        }
    }
    visit_variant(recipe.variant, Make(recipe, stop, progress))
}

/// Takes level positions from the starts until there are enough.
fn select<R: Rules>(
    mut starts: impl Iterator<Item = Position<R>>,
    recipe: &Recipe,
    stop: &StopToken,
    progress: &mut dyn FnMut(usize),
) -> Result<Suite, MakeError> {
    let mut suite = Suite { fens: Vec::new(), tried: 0 };
    while suite.fens.len() < recipe.count {
        if stop.is_stopped() {
            return Err(MakeError::Stopped);
        }
        let batch: Vec<Position<R>> = starts.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        suite.tried += batch.len();
        let level = examine(&batch, recipe)?;
        let kept =
            batch.iter().zip(level).filter(|(_, level)| *level).map(|(position, _)| fen::write(position));
        let room = recipe.count - suite.fens.len();
        suite.fens.extend(kept.take(room));
        progress(suite.fens.len());
    }
    Ok(suite)
}

/// Which positions are level; the work is divided among threads.
fn examine<R: Rules>(batch: &[Position<R>], recipe: &Recipe) -> Result<Vec<bool>, MakeError> {
    let share = batch.len().div_ceil(recipe.threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let work = |part: &[Position<R>]| -> Result<Vec<bool>, MakeError> {
            part.iter().map(|position| is_level(position, recipe)).collect()
        };
        let threads: Vec<_> = batch.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        let mut level = Vec::with_capacity(batch.len());
        for thread in threads {
            match thread.join() {
                Ok(part) => level.extend(part?),
                // A search that panics is a defect to be seen, not to be hidden.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(level)
    })
}

/// Whether a search sees neither side ahead: from the position, and from the other side after its best move.
fn is_level<R: Rules>(position: &Position<R>, recipe: &Recipe) -> Result<bool, MakeError> {
    let within = |finished: &Finished<R>| {
        !finished.score.is_decided() && (-recipe.limit..=recipe.limit).contains(&finished.score.0)
    };
    let own = look(position, recipe)?;
    let Some(best) = own.best.filter(|_| within(&own)) else { return Ok(false) };
    let next = position.after(&best);
    if next.outcome().is_some() {
        return Ok(false);
    }
    Ok(within(&look(&next, recipe)?))
}

fn look<R: Rules>(position: &Position<R>, recipe: &Recipe) -> Result<Finished<R>, MakeError> {
    // A table of its own for each search, so that results do not depend on their order.
    let table = Arc::new(Table::new(TABLE).map_err(|_| MakeError::Memory)?);
    let limits = Limits { nodes: Some(recipe.nodes), ..Limits::default() };
    let task = Task::new(Game::new(*position), limits, table);
    Ok(search::run(&task, &Arc::new(Signals::default()), |_| {}))
}

/// A position worth examining: the game is not over, and no capture is to be made at once.
fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    !position.board().can_capture() && position.outcome().is_none()
}

/// As the first position of a game.
fn fresh<R: Rules>(position: &Position<R>) -> Position<R> {
    Position::new(*position.board(), Clocks::default())
}

/// Different positions after random moves.
fn random_walks<R: Rules>(recipe: &Recipe) -> impl Iterator<Item = Position<R>> + use<R> {
    let (seed, plies) = (recipe.seed, recipe.plies);
    let tries = recipe.count.saturating_mul(PATIENCE).saturating_add(10_000) as u64;
    let mut seen: HashSet<Key> = HashSet::new();
    let walk = move |attempt: u64| {
        let mut rng = Rng::new(mix(seed) ^ mix(attempt.wrapping_add(1)));
        let mut position = Position::<R>::start();
        for _ in 0..plies {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                return None;
            }
            position = position.after(&moves[rng.below(moves.len())]);
        }
        Some(position)
    };
    (0..tries)
        .filter_map(walk)
        .filter(is_quiet)
        .filter(move |position| seen.insert(symmetry::key(position.board())))
        .map(|position| fresh(&position))
}

/// All different positions after the plies, shuffled.
fn tree<R: Rules>(recipe: &Recipe) -> Result<Vec<Position<R>>, MakeError> {
    let mut level = vec![Position::<R>::start()];
    for _ in 0..recipe.plies {
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for position in &level {
            for mv in position.board().legal_moves() {
                let after = position.after(&mv);
                if seen.insert(symmetry::key(after.board())) {
                    next.push(after);
                }
                if next.len() > LARGEST_TREE {
                    return Err(MakeError::TooMany(LARGEST_TREE));
                }
            }
        }
        level = next;
    }
    level.retain(is_quiet);
    let mut rng = Rng::new(recipe.seed);
    for last in (1..level.len()).rev() {
        level.swap(last, rng.below(last + 1));
    }
    Ok(level.iter().map(fresh).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::stop::stop_pair;

    fn recipe(walk: Walk, threads: usize) -> Recipe {
        let variant = VariantId::English;
        Recipe { variant, count: 12, plies: 4, walk, nodes: 300, limit: 60, seed: 3, threads }
    }

    #[test]
    fn a_recipe_gives_one_suite_on_any_number_of_threads() {
        for walk in [Walk::Random, Walk::Tree] {
            // The handle must live: a dropped one is a stop.
            let (_handle, token) = stop_pair();
            let suites =
                [1, 3].map(|threads| make(&recipe(walk, threads), &token, &mut |_| {}).unwrap().fens);
            assert_eq!(suites[0].len(), 12);
            assert_eq!(suites[0], suites[1]);
            let mut other = recipe(walk, 1);
            other.seed = 4;
            assert_ne!(make(&other, &token, &mut |_| {}).unwrap().fens, suites[0]);
        }
    }

    #[test]
    fn a_stop_is_heard() {
        let (handle, token) = stop_pair();
        handle.stop();
        let made = make(&recipe(Walk::Random, 1), &token, &mut |_| {});
        assert!(matches!(made, Err(MakeError::Stopped)));
    }
}
