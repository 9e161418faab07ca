//! A match between two evaluations in one program: node-limited games from random openings, each played twice with
//! the sides exchanged.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::decide::{Decider, by_rule};
use super::opening;
use super::selfplay::SelfplayError;
use crate::board::Side;
use crate::engine::Evaluator;
use crate::position::Game;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::search::solo::{Room, Solo};
use crate::search::{STACK, Table};
use crate::tournament::stats::{PairResult, Tally};
use crate::util::rng::{Rng, mix};

/// MiB of the table of each player.
const TABLE: usize = 1;
/// Positions searched to see whether an opening is level.
const OPENING_NODES: u64 = 1000;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game.
    pub variant: VariantId,
    /// The two players.
    pub players: [Evaluator; 2],
    /// Pairs of games.
    pub pairs: u64,
    /// Positions searched for each move.
    pub nodes: u64,
    /// What the openings depend on.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// Plays a match; what the first player made of it. It does not depend on the number of threads. A `stop` ends it
/// early, with the pairs that were finished.
///
/// # Errors
/// If the system gives no memory or thread.
pub fn run(terms: &Terms, stop: &AtomicBool) -> Result<Tally, SelfplayError> {
    struct Run<'a>(&'a Terms, &'a AtomicBool);
    impl VariantVisitor for Run<'_> {
        type Output = Result<Tally, SelfplayError>;
        fn visit<R: Rules>(self) -> Self::Output {
            play::<R>(self.0, self.1)
        }
    }
    visit_variant(terms.variant, Run(terms, stop))
}

fn play<R: Rules>(terms: &Terms, stop: &AtomicBool) -> Result<Tally, SelfplayError> {
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    let tables = (0..terms.threads.max(1)).map(|_| Rooms::new(terms));
    let rooms = tables.collect::<Result<Vec<Rooms>, SelfplayError>>()?;
    std::thread::scope(|scope| {
        for rooms in &rooms {
            let (next, tally) = (&next, &tally);
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= terms.pairs {
                        return;
                    }
                    let pair = play_pair::<R>(terms, rooms, number);
                    // Counts can be added in any order.
                    tally.lock().unwrap_or_else(PoisonError::into_inner).add(pair);
                }
            };
            let named = std::thread::Builder::new().name("arena".to_owned()).stack_size(STACK);
            named.spawn_scoped(scope, work).map_err(SelfplayError::Thread)?;
        }
        Ok::<(), SelfplayError>(())
    })?;
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What one thread plays in.
struct Rooms {
    players: [Room; 2],
    referee: Room,
}

impl Rooms {
    fn new(terms: &Terms) -> Result<Self, SelfplayError> {
        let network = |judge: &Evaluator| judge.network(terms.variant);
        let room = |judge: &Evaluator| Ok::<_, SelfplayError>(Room::new(Table::new(TABLE)?, network(judge)));
        let [first, second] = &terms.players;
        Ok(Self { players: [room(first)?, room(second)?], referee: room(&Evaluator::Handcrafted)? })
    }
}

/// Two games from one opening.
fn play_pair<R: Rules>(terms: &Terms, rooms: &Rooms, number: u64) -> PairResult {
    let mut rng = Rng::new(mix(terms.seed ^ 0x0061_7265_6e61) ^ mix(number.wrapping_add(1)));
    rooms.referee.clear();
    let opening = opening::choose::<R>(&mut rng, false, &mut Solo::new(&rooms.referee, OPENING_NODES));
    let points = Side::BOTH.map(|first_plays| {
        let result = play_game(terms, rooms, opening.clone(), first_plays);
        let own = if first_plays == Side::White { result } else { -result };
        (own + 1) as u8
    });
    PairResult::new(points[0], points[1])
}

/// One game; its result for White.
fn play_game<R: Rules>(terms: &Terms, rooms: &Rooms, mut game: Game<R>, first_plays: Side) -> i8 {
    rooms.players.iter().for_each(Room::clear);
    let [first, second] = &rooms.players;
    let mut players = [Solo::new(first, terms.nodes), Solo::new(second, terms.nodes)];
    let mut decider = Decider::default();
    loop {
        if let Some(result) = by_rule(&game) {
            return result;
        }
        let nth = usize::from(game.position().turn() != first_plays);
        let Some(thought) = players[nth].think(&game) else { return 0 };
        if let Some(result) = decider.hear(&game, thought.score) {
            return result;
        }
        if game.play(thought.best).is_err() {
            return 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::material;

    #[test]
    fn a_match_is_fair_and_the_same_on_any_number_of_threads() {
        let hand = Evaluator::Handcrafted;
        let material = Evaluator::Network(material::network(VariantId::English).into());
        let terms = |players: [&Evaluator; 2], threads| Terms {
            variant: VariantId::English,
            players: players.map(Clone::clone),
            pairs: 6,
            nodes: 80,
            seed: 2,
            threads,
        };
        let play = |terms: &Terms| run(terms, &AtomicBool::new(false)).unwrap();
        let level = play(&terms([&hand, &hand], 1));
        assert!((level.points() - 6.0).abs() < 1e-9, "equal players: {level:?}");
        let one = play(&terms([&hand, &material], 1));
        assert_eq!(one, play(&terms([&hand, &material], 3)));
        let turned = play(&terms([&material, &hand], 1));
        assert!((one.points() + turned.points() - 12.0).abs() < 1e-9);
        assert_eq!(run(&terms([&hand, &hand], 1), &AtomicBool::new(true)).unwrap().game_count(), 0);
    }
}
