//! The bench: fixed positions searched to a fixed depth by one thread. Its node count is a signature of the
//! search: it changes only when the search, the evaluation or the order of moves does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use once_cell::sync::OnceCell;

use super::control::Control;
use super::evaluator::Evaluator;
use crate::notation::fen;
use crate::position::{Game, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::search::tt::NoMemory;
use crate::search::{self, Limits, Table, Task};

/// MiB. Fixed, since the size of the table changes the count.
const HASH: usize = 16;

/// The positions, a game and a FEN per line.
const POSITIONS: &str = include_str!("bench_positions.txt");

/// How deep the positions of a game are searched: such that each game takes about a second.
pub const fn depth(id: VariantId) -> u32 {
    match id {
        VariantId::Arabic | VariantId::Turkish => 9,
        VariantId::International => 13,
        VariantId::Italian | VariantId::English => 16,
        // The wider family: a fraction of a second each, so that the bench stays short.
        VariantId::Russian
        | VariantId::Brazilian
        | VariantId::Pool
        | VariantId::Spanish
        | VariantId::Portuguese
        | VariantId::Czech
        | VariantId::Thai
        | VariantId::Poddavki
        | VariantId::Giveaway
        | VariantId::Vinciperdi => 10,
        VariantId::Tirana
        | VariantId::TiranaDesignation
        | VariantId::Frisian
        | VariantId::Killer
        | VariantId::Breakthrough
        | VariantId::Antidraughts => 8,
        VariantId::Canadian | VariantId::Gothic => 7,
        VariantId::Frysk | VariantId::Armenian | VariantId::Croda => 6,
    }
}

/// The result for one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchLine {
    /// Which game.
    pub variant: VariantId,
    /// How deep.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// Nodes of all of them.
    pub nodes: u64,
    /// Time of all of them.
    pub time: Duration,
}

/// Searches the positions of `games`, calling `report` after each game; gives the sums, or `None` if stopped.
///
/// # Errors
/// If there is no memory for the table.
pub fn run(
    games: &[VariantId],
    net: &Evaluator,
    control: &Control,
    mut report: impl FnMut(BenchLine),
) -> Result<Option<(u64, Duration)>, NoMemory> {
    let table = Arc::new(Table::new(HASH)?);
    let mut sum = (0, Duration::ZERO);
    for &variant in games {
        let Some(line) = visit_variant(variant, OneGame { table: &table, net, control }) else {
            return Ok(None);
        };
        sum = (sum.0 + line.nodes, sum.1 + line.time);
        report(line);
    }
    Ok(Some(sum))
}

struct OneGame<'a> {
    table: &'a Arc<Table>,
    net: &'a Evaluator,
    control: &'a Control,
}

impl VariantVisitor for OneGame<'_> {
    type Output = Option<BenchLine>;

    fn visit<R: Rules>(self) -> Option<BenchLine> {
        let depth = depth(R::SET.id);
        let mut line = BenchLine { variant: R::SET.id, depth, positions: 0, nodes: 0, time: Duration::ZERO };
        for position in positions::<R>() {
            self.table.clear(1);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let started = Instant::now();
            let game = Game::new(position);
            let mut task = Task::new(game, limits, self.table.clone());
            task.net = self.net.network(R::SET.id);
            line.nodes += search::run(&task, &self.control.next_signals(), |_| {}).nodes;
            line.time += started.elapsed();
            line.positions += 1;
            if self.control.is_stopped() {
                return None;
            }
        }
        Some(line)
    }
}

/// The lines of the position file, read once however many games are asked for.
fn lines() -> &'static [(VariantId, &'static str)] {
    static LINES: OnceCell<Vec<(VariantId, &str)>> = OnceCell::new();
    LINES.get_or_init(|| {
        let split = |line: &'static str| line.split_once(' ');
        let known = |(name, fen): (&str, &'static str)| Some((name.parse().ok()?, fen));
        POSITIONS.lines().filter_map(split).filter_map(known).collect()
    })
}

/// The start position of a game and those of the file.
fn positions<R: Rules>() -> impl Iterator<Item = Position<R>> {
    let mine = lines().iter().filter(|(id, _)| *id == R::SET.id);
    std::iter::once(Position::start()).chain(mine.filter_map(|(_, text)| fen::read::<R>(text).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    /// Plies after which a position is taken from a random game.
    const TAKEN_AT: [usize; 5] = [8, 16, 24, 36, 50];

    /// Positions of random games: the file holds what this gives. A game that ends too early is played again.
    struct Generate;

    impl VariantVisitor for Generate {
        type Output = Vec<String>;

        fn visit<R: Rules>(self) -> Vec<String> {
            let mut rng = Rng::new(2026);
            TAKEN_AT.iter().map(|&plies| random_position::<R>(&mut rng, plies)).collect()
        }
    }

    fn random_position<R: Rules>(rng: &mut Rng, plies: usize) -> String {
        loop {
            let mut game = Game::new(Position::<R>::start());
            while game.moves().len() < plies && game.outcome().is_none() {
                let moves = game.position().board().legal_moves();
                game.play(moves[rng.below(moves.len())]).unwrap();
            }
            if game.outcome().is_none() {
                return format!("{} {}\n", R::SET.id, fen::write(game.position()));
            }
        }
    }

    #[test]
    fn the_position_file_is_what_its_recipe_gives() {
        let made: String = VariantId::ALL.into_iter().flat_map(|id| visit_variant(id, Generate)).collect();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/bench_positions.txt"), &made)
                .unwrap();
        } else {
            assert_eq!(made, POSITIONS, "UPDATE=1 writes the file anew");
        }
    }

    #[test]
    fn every_line_of_the_file_is_used() {
        struct Count;
        impl VariantVisitor for Count {
            type Output = usize;
            fn visit<R: Rules>(self) -> usize {
                positions::<R>().count()
            }
        }
        for id in VariantId::ALL {
            assert_eq!(visit_variant(id, Count), 1 + TAKEN_AT.len(), "{id}");
        }
    }
}
