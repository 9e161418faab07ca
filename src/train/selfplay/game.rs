//! One game of self-play and the positions of it that are worth keeping.

use crate::position::{Game, Move};
use crate::rules::Rules;
use crate::search::Endgames;
use crate::search::solo::{Room, Solo, Thought};
use crate::train::decide::{Decider, by_rule, by_tables};
use crate::train::opening;
use crate::train::record::{Label, Record};
use crate::util::rng::{Rng, mix};

/// A move in so many is a random one, as long as [`NOISE_PLIES`] plies have not been played.
const NOISE: usize = 50;
const NOISE_PLIES: usize = 60;
/// One game in so many begins with pieces put at random.
const SETUPS: usize = 12;
/// Positions with a larger score teach nothing.
const LARGEST_SCORE: u16 = 2000;

/// What came of a game.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The positions kept.
    pub(super) records: Vec<Record>,
    /// Plies played by searching.
    pub(super) plies: u64,
    /// Positions searched.
    pub(super) nodes: u64,
}

/// Plays game number `number`; it depends on nothing but that, the seed, the nodes, the evaluation and the endgame tables.
pub(super) fn play<R: Rules>(
    room: &Room,
    known: Option<&Endgames<R>>,
    (seed, number, nodes): (u64, u64, u64),
) -> Played {
    let mut rng = Rng::new(mix(seed) ^ mix(number.wrapping_add(1)));
    room.clear();
    let setup = rng.below(SETUPS) == 0;
    // Openings are judged by a shallow search with a memory of its own.
    let game = opening::choose::<R>(&mut rng, setup, &mut Solo::new(room, nodes / 4));
    let solo = Solo::new(room, nodes).asking(known);
    let mut playing = Playing { solo, rng, number, game, decider: Decider::default(), known };
    let mut played = Played { records: Vec::new(), plies: 0, nodes: 0 };
    let result = playing.play_out(&mut played);
    for record in &mut played.records {
        *record = record.with_result(result);
    }
    played
}

struct Playing<'a, R: Rules> {
    solo: Solo<'a, R>,
    rng: Rng,
    number: u64,
    game: Game<R>,
    decider: Decider,
    known: Option<&'a Endgames<R>>,
}

impl<R: Rules> Playing<'_, R> {
    /// Plays on until the game is over or decided; the result for White.
    fn play_out(&mut self, played: &mut Played) -> i8 {
        loop {
            if let Some(result) = by_rule(&self.game).or_else(|| by_tables(self.known, &self.game)) {
                return result;
            }
            let Some(thought) = self.solo.think(&self.game) else { return 0 };
            played.plies += 1;
            played.nodes += thought.nodes;
            if let Some(result) = self.decider.hear(&self.game, thought.score) {
                return result;
            }
            if let Some(record) = self.worth_keeping(&thought) {
                played.records.push(record);
            }
            let mv = self.choose(&thought);
            if self.game.play(mv).is_err() {
                return 0;
            }
        }
    }

    /// The search's move, or now and then another one.
    fn choose(&mut self, thought: &Thought<R>) -> Move<R::Bits> {
        if self.game.moves().len() < NOISE_PLIES && self.rng.below(NOISE) == 0 {
            let moves = self.game.position().board().legal_moves();
            return moves[self.rng.below(moves.len())];
        }
        thought.best
    }

    /// The record of the present position, if it is quiet, open and a choice.
    fn worth_keeping(&self, thought: &Thought<R>) -> Option<Record> {
        let position = self.game.position();
        let board = position.board();
        if thought.score.0.unsigned_abs() > LARGEST_SCORE || board.can_capture() || board.is_threatened() {
            return None;
        }
        if board.legal_moves().len() < 2 {
            return None;
        }
        let label = Label {
            score: thought.score.0,
            result: 0,
            no_progress: position.clocks().no_progress.min(255) as u8,
            ply: self.game.moves().len().min(usize::from(u16::MAX)) as u16,
            game: self.number as u32,
        };
        Some(Record::new(board, label))
    }
}
