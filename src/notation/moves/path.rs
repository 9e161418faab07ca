//! The way of a capture. A move knows only its ends and what it takes; here the chain of jumps is found again.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::HashSet;

use crate::board::direction::opposite;
use crate::board::{Bits, Dirs, Side, Square};
use crate::notation::squares::line;
use crate::position::{Board, Move};
use crate::rules::{KingRange, Landing, Promotion, Removal, Reversal, Rules};

/// Which chains of jumps will do.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// Any.
    Any,
    /// Those that land exactly on these squares.
    Exactly(&'a [Square]),
    /// Those that land on these squares and perhaps on others between.
    Through(&'a [Square]),
}

/// A piece between two jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<B> {
    at: Square,
    taken: B,
    king: bool,
    /// Direction of the last jump.
    came: Option<usize>,
    /// Wanted squares met so far.
    met: usize,
}

struct Search<'a, R: Rules> {
    board: &'a Board<R>,
    mv: &'a Move<R::Bits>,
    wanted: Wanted<'a>,
    /// States from which the rest cannot be had: without them some positions would take for ever.
    hopeless: HashSet<State<R::Bits>>,
    path: Vec<Square>,
}

/// The squares on which the capturing piece lands, its start first: straight on directly behind the victim,
/// else the nearest square that serves. `None` if `mv` is not a capture of this board.
pub(super) fn canonical<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>) -> Option<Vec<Square>> {
    Search::run(board, mv, Wanted::Any)
}

/// Whether `mv` can be played by landing on `squares` and nowhere else; the start is not among them.
pub(super) fn lands_on<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    Search::run(board, mv, Wanted::Exactly(squares)).is_some()
}

/// Whether `mv` can be played by landing on `squares` in this order, perhaps on others between.
pub(super) fn passes<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    Search::run(board, mv, Wanted::Through(squares)).is_some()
}

impl<'a, R: Rules> Search<'a, R> {
    fn run(board: &'a Board<R>, mv: &'a Move<R::Bits>, wanted: Wanted<'a>) -> Option<Vec<Square>> {
        let mut search = Self { board, mv, wanted, hopeless: HashSet::new(), path: vec![mv.from] };
        let start = State { at: mv.from, taken: R::Bits::ZERO, king: mv.is_king_move(), came: None, met: 0 };
        (mv.is_capture() && search.go(start)).then_some(search.path)
    }

    /// Tries every jump from `state`; what serves is left in `path`.
    fn go(&mut self, state: State<R::Bits>) -> bool {
        for (d, victim) in self.jumps(state) {
            let over = R::Bits::bit(victim.0);
            if (over & self.mv.captured).is_empty() || !self.demand_allows(state, victim) {
                continue;
            }
            let taken = state.taken | over;
            let landings = self.landings(victim, d, taken, state.king);
            for &at in &landings {
                let Some(met) = self.meet(state.met, at) else { continue };
                let next = self.landed(State { at, taken, came: Some(d), met, ..state });
                self.path.push(at);
                if self.is_complete(next, state.king, &landings) || self.goes_on(next, state.king) {
                    return true;
                }
                self.path.pop();
            }
        }
        self.hopeless.insert(state);
        false
    }

    /// Whether the capture can be carried on from `state` to its end.
    fn goes_on(&mut self, state: State<R::Bits>, was_king: bool) -> bool {
        let crowned_and_done =
            !was_king && self.on_last_row(state.at) && matches!(R::SET.promotion, Promotion::EndsMove);
        state.taken != self.mv.captured
            && !crowned_and_done
            && !self.hopeless.contains(&state)
            && self.go(state)
    }

    /// A pending demand names the first victim.
    fn demand_allows(&self, state: State<R::Bits>, victim: Square) -> bool {
        let demand = self.board.demand();
        state.came.is_some() || !demand.is_some() || demand.victim == victim
    }

    /// The number of wanted squares met after landing on `at`, or `None` if `at` is a wrong one.
    fn meet(&self, met: usize, at: Square) -> Option<usize> {
        match self.wanted {
            Wanted::Any => Some(met),
            Wanted::Exactly(squares) => (squares.get(met) == Some(&at)).then_some(met + 1),
            Wanted::Through(squares) => Some(met + usize::from(squares.get(met) == Some(&at))),
        }
    }

    /// `state` with the piece crowned if it is crowned in passing.
    fn landed(&self, state: State<R::Bits>) -> State<R::Bits> {
        let crowned = matches!(R::SET.promotion, Promotion::InPassing) && self.on_last_row(state.at);
        State { king: state.king || crowned, ..state }
    }

    /// Whether the move ends here: all is taken, the wanted squares were met, and no jump is left. A flying
    /// king may stop on any of `landings` only if it can go on from none of them (T6).
    fn is_complete(&self, state: State<R::Bits>, was_king: bool, landings: &[Square]) -> bool {
        let wanted = match self.wanted {
            Wanted::Any => 0,
            Wanted::Exactly(squares) | Wanted::Through(squares) => squares.len(),
        };
        if state.taken != self.mv.captured || state.at != self.mv.to || state.met != wanted {
            return false;
        }
        if !was_king && self.on_last_row(state.at) && matches!(R::SET.promotion, Promotion::EndsMove) {
            return true;
        }
        landings.iter().all(|&at| self.jumps(State { at, ..state }).is_empty())
    }

    fn on_last_row(&self, at: Square) -> bool {
        let row = R::GEOMETRY.promotion.get(self.board.turn().index()).copied().unwrap_or_default();
        row.has(at.0)
    }

    /// The squares that are empty for the capturing piece once `taken` have been jumped.
    fn empty(&self, taken: R::Bits) -> R::Bits {
        let empty = self.board.empty_squares() | R::Bits::bit(self.mv.from.0);
        match R::SET.removal {
            Removal::AfterMove => empty,
            Removal::AtOnce => empty | taken,
        }
    }

    /// The jumps that the piece has: directions and victims.
    fn jumps(&self, state: State<R::Bits>) -> Vec<(usize, Square)> {
        let dirs = if state.king { R::SET.king_capture } else { R::SET.men_capture };
        (0..8)
            .filter(|&d| self.may_turn(dirs, state, d))
            .filter_map(|d| Some((d, self.victim(state, d)?)))
            .collect()
    }

    fn may_turn(&self, dirs: Dirs, state: State<R::Bits>, d: usize) -> bool {
        let turns_back = state.king && state.came.is_some_and(|came| opposite(came) == d);
        let forbidden = turns_back
            && matches!(R::SET.king_range, KingRange::Flying)
            && matches!(R::SET.reversal, Reversal::Forbidden);
        dirs.has(d, self.board.turn() == Side::White) && !forbidden
    }

    /// The piece that can be jumped in direction `d`.
    fn victim(&self, state: State<R::Bits>, d: usize) -> Option<Square> {
        let empty = self.empty(state.taken);
        let flies = state.king && matches!(R::SET.king_range, KingRange::Flying);
        let line = line::<R>(state.at, d);
        let nth = if flies { line.iter().position(|square| !empty.has(square.0))? } else { 0 };
        let (victim, behind) = (line.get(nth)?, line.get(nth + 1)?);
        let them = !self.board.turn();
        let targets =
            if state.king || R::SET.men_take_kings { self.board.pieces(them) } else { self.board.men(them) };
        let free = targets.has(victim.0) && !state.taken.has(victim.0) && empty.has(behind.0);
        free.then_some(*victim)
    }

    /// Where the piece may land behind `victim`, nearest first.
    fn landings(&self, victim: Square, d: usize, taken: R::Bits, king: bool) -> Vec<Square> {
        let empty = self.empty(taken);
        let mut squares = line::<R>(victim, d);
        let free = squares.iter().take_while(|square| empty.has(square.0)).count();
        let one = !king
            || matches!(R::SET.king_range, KingRange::Short)
            || matches!(R::SET.king_landing, Landing::Next);
        squares.truncate(if one { free.min(1) } else { free });
        squares
    }
}
