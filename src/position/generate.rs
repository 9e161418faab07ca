//! The generator's entry points: is there a capture, how many moves, which moves.
//!
//! Everything below is compiled once per game and side; the conditions on `R::SET` and on the side are
//! constants there.

use super::board::{Board, Demand};
use super::capture::{self, ranks_kings};
use super::mv::{Move, MoveList};
use super::shift::{each_direction, fill, fill_back, first_on_ray, slide, step, step_back};
use crate::board::{Bits, Dir, Side, Square};
use crate::rules::{KingRange, Promotion, Rules};
use std::hint::select_unpredictable;

/// The words of a board sorted by who moves: `WHITE` says whether White does.
#[derive(Clone, Copy)]
pub(super) struct View<R: Rules, const WHITE: bool> {
    /// Own men.
    pub(super) men: R::Bits,
    /// Own kings.
    pub(super) kings: R::Bits,
    /// Squares without a piece.
    pub(super) empty: R::Bits,
    /// Pieces that a man may take.
    pub(super) man_targets: R::Bits,
    /// Pieces that a king may take; none while kings are frozen.
    pub(super) king_targets: R::Bits,
    /// Enemy kings, for games that rank captures by them.
    pub(super) enemy_kings: R::Bits,
    /// Whether kings only slide sideways.
    frozen: bool,
    /// A king that has run too far (Frisian article 17), or none.
    tired_king: R::Bits,
}

/// First jumps of pieces that jump adjacent ones, counted set by set.
#[derive(Clone, Copy, Default)]
struct Jumps {
    /// Jumps.
    all: u32,
    /// Of these, jumps over kings; kept only in games that rank captures by them.
    over_kings: u32,
    /// Whether some jump is not a whole capture, because it goes on or turns the man into a king on the way.
    go_on: bool,
}

/// Quiet moves by men and by kings, counted without generating them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// Quiet moves of men.
    pub men: u32,
    /// Quiet moves of kings.
    pub kings: u32,
}

impl<R: Rules> Board<R> {
    /// The board as the side to move sees it.
    #[inline(always)]
    pub(super) fn view<const WHITE: bool>(&self) -> View<R, WHITE> {
        let (us, them) = if WHITE { (0, 1) } else { (1, 0) };
        let (own, opponents) = (self.pieces[us], self.pieces[them]);
        let frozen = self.kings_are_frozen();
        let tired_king = match R::SET.king_run_limit {
            Some(limit) if self.king_run[us].count >= limit => R::Bits::bit(self.king_run[us].king.0),
            _ => R::Bits::ZERO,
        };
        View {
            men: own & !self.kings,
            kings: own & self.kings,
            empty: R::GEOMETRY.all & !(own | opponents),
            man_targets: if R::SET.men_take_kings { opponents } else { opponents & !self.kings },
            king_targets: if frozen { R::Bits::ZERO } else { opponents },
            enemy_kings: opponents & self.kings,
            frozen,
            tired_king,
        }
    }

    /// Whether the side to move can capture.
    pub fn can_capture(&self) -> bool {
        !self.first_king_made()
            && match self.turn {
                Side::White => self.view::<true>().can_capture(),
                Side::Black => self.view::<false>().can_capture(),
            }
    }

    /// Whether the side to move has a legal move.
    #[inline(always)]
    pub fn has_moves(&self) -> bool {
        !self.first_king_made()
            && match self.turn {
                Side::White => self.view::<true>().has_moves(),
                Side::Black => self.view::<false>().has_moves(),
            }
    }

    /// Whether the side not to move could capture if it were its turn.
    pub fn is_threatened(&self) -> bool {
        let mut passed = *self;
        passed.turn = !self.turn;
        passed.can_capture()
    }

    /// Quiet moves that `side` would have if it were its turn and it had no capture.
    pub fn mobility(&self, side: Side) -> Mobility {
        match side {
            Side::White => self.view::<true>().mobility(),
            Side::Black => self.view::<false>().mobility(),
        }
    }

    /// Men of `side` with a piece of their own straight behind, counted once for each direction in which they
    /// move: such a man is harder to take.
    #[inline(always)]
    pub fn supported_men(&self, side: Side) -> u32 {
        match side {
            Side::White => support::<R, true>(self.pieces(side), self.men(side)),
            Side::Black => support::<R, false>(self.pieces(side), self.men(side)),
        }
    }

    /// Replaces the contents of `list` by the legal moves, captures that come to the same merged into one.
    pub fn moves(&self, list: &mut MoveList<R::Bits>) {
        self.moves_without_demands(list);
        if R::SET.designation {
            self.add_demands(list, true);
        }
    }

    /// As [`Board::moves`], without the moves that leave a possible demand unmade: for the mover, demanding
    /// the right capture is never worse than demanding none (section 3.4), so a search need not look at them.
    pub fn moves_for_search(&self, list: &mut MoveList<R::Bits>) {
        self.moves_without_demands(list);
        if R::SET.designation {
            self.add_demands(list, false);
        }
    }

    /// Calls `visit` for each quiet move that the side to move would have if it had no capture.
    #[inline(always)]
    pub fn each_quiet_move(&self, visit: impl FnMut(Move<R::Bits>)) {
        match self.turn {
            Side::White => self.view::<true>().quiet_moves(visit),
            Side::Black => self.view::<false>().quiet_moves(visit),
        }
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList<R::Bits> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }

    /// The number of legal moves. `scratch` is overwritten.
    #[inline(always)]
    pub fn count_moves(&self, scratch: &mut MoveList<R::Bits>) -> u64 {
        match self.turn {
            Side::White => self.count_by::<true>(scratch),
            Side::Black => self.count_by::<false>(scratch),
        }
    }

    /// As [`Board::count_moves`], where `WHITE` tells who is to move.
    ///
    /// Not inlined, and handing the board rather than a view to the rarer cases, so that its callers make the
    /// board and it takes the board apart in registers.
    #[inline(never)]
    pub(super) fn count_by<const WHITE: bool>(&self, scratch: &mut MoveList<R::Bits>) -> u64 {
        if R::SET.designation {
            return self.count_with_demands::<WHITE>(scratch);
        }
        if self.first_king_made() {
            return 0;
        }
        let view = self.view::<WHITE>();
        let men = view.short_jumps::<false>();
        if men.go_on {
            return self.count_captures::<WHITE>(scratch);
        }
        if view.kings.any() {
            return self.count_with_kings::<WHITE>(scratch);
        }
        view.captures_or_quiet(men, Jumps::default())
    }

    /// The number of legal moves where the side to move has kings and no jump of a man goes on.
    #[inline(never)]
    fn count_with_kings<const WHITE: bool>(&self, scratch: &mut MoveList<R::Bits>) -> u64 {
        let view = self.view::<WHITE>();
        let kings = match R::SET.king_range {
            // Counting their landing squares set by set was no faster than searching.
            KingRange::Flying => Jumps { go_on: view.king_can_capture(), ..Jumps::default() },
            KingRange::Short => view.short_jumps::<true>(),
        };
        if kings.go_on {
            return self.count_captures::<WHITE>(scratch);
        }
        view.captures_or_quiet(view.short_jumps::<false>(), kings)
    }

    /// The number of legal captures.
    #[inline(never)]
    fn count_captures<const WHITE: bool>(&self, scratch: &mut MoveList<R::Bits>) -> u64 {
        capture::count(&self.view::<WHITE>(), scratch)
    }

    /// The number of moves and demands.
    fn count_with_demands<const WHITE: bool>(&self, scratch: &mut MoveList<R::Bits>) -> u64 {
        let mut count = 0;
        self.each_move::<WHITE>(scratch, |mv| count += 1 + self.after_by::<WHITE>(&mv).count_demands());
        count
    }

    /// The number of demands that may be made of the side to move.
    #[inline(always)]
    fn count_demands(&self) -> u64 {
        let pairs = match self.turn {
            Side::White => self.view::<true>().count_first_jumps(),
            Side::Black => self.view::<false>().count_first_jumps(),
        };
        if pairs < 2 { 0 } else { u64::from(pairs) }
    }

    fn moves_without_demands(&self, list: &mut MoveList<R::Bits>) {
        match self.turn {
            Side::White => self.moves_by::<true>(list),
            Side::Black => self.moves_by::<false>(list),
        }
    }

    #[inline(always)]
    fn moves_by<const WHITE: bool>(&self, list: &mut MoveList<R::Bits>) {
        list.clear();
        if self.first_king_made() {
            return;
        }
        let view = self.view::<WHITE>();
        if view.can_capture() {
            capture::list(&view, self.demand, list);
        } else {
            view.quiet_moves(|mv| list.push(mv));
        }
    }

    /// Calls `visit` for each legal move, demands left out, where `WHITE` tells who is to move.
    /// Captures go through `list`, since a better one may still turn up; quiet moves are not worth storing.
    #[inline(always)]
    pub(super) fn each_move<const WHITE: bool>(
        &self,
        list: &mut MoveList<R::Bits>,
        visit: impl FnMut(Move<R::Bits>),
    ) {
        if self.first_king_made() {
            return;
        }
        let view = self.view::<WHITE>();
        if view.can_capture() {
            list.clear();
            capture::list(&view, self.demand, list);
            list.iter().copied().for_each(visit);
        } else {
            view.quiet_moves(visit);
        }
    }

    /// Every (capturer, first victim) of the side to move, in the order of their squares: what may be
    /// demanded of it. Complete only in games with free choice of capture.
    pub(super) fn first_jumps(&self) -> Vec<Demand> {
        let mut pairs = Vec::new();
        match self.turn {
            Side::White => self.view::<true>().first_jumps(&mut pairs),
            Side::Black => self.view::<false>().first_jumps(&mut pairs),
        }
        pairs.sort_unstable();
        pairs
    }

    /// Adds to each move its possible demands (section 3.4): any pair, where there are at least two.
    fn add_demands(&self, list: &mut MoveList<R::Bits>, keep_undemanded: bool) {
        let plain = std::mem::take(list);
        for mv in plain {
            let pairs = self.after(&mv).first_jumps();
            if keep_undemanded || pairs.len() < 2 {
                list.push(mv);
            }
            if pairs.len() >= 2 {
                list.extend(pairs.into_iter().map(|demand| mv.with_demand(demand)));
            }
        }
    }
}

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// Whether kings (`king`) or men capture in direction `d`.
    pub(super) const fn captures(d: usize, king: bool) -> bool {
        if king { R::SET.king_capture.has(d, WHITE) } else { R::SET.men_capture.has(d, WHITE) }
    }

    /// Squares from which a piece that jumps adjacent ones could take one of `targets` in direction `D`.
    #[inline(always)]
    fn jumps_from<const D: usize>(&self, targets: R::Bits) -> R::Bits {
        step_back::<R, D>(targets & step_back::<R, D>(self.empty))
    }

    /// Men that can take an adjacent piece in direction `D`.
    #[inline(always)]
    pub(super) fn man_capturers<const D: usize>(&self) -> R::Bits {
        self.men & self.jumps_from::<D>(self.man_targets)
    }

    /// The first jumps of men, or of kings that jump like men (`KING`).
    #[inline(always)]
    fn short_jumps<const KING: bool>(&self) -> Jumps {
        let (pieces, targets) =
            if KING { (self.kings, self.king_targets) } else { (self.men, self.man_targets) };
        let mut jumps = Jumps::default();
        let mut from_anywhere = R::Bits::ZERO;
        let mut landed = R::Bits::ZERO;
        each_direction!(D => if const { Self::captures(D, KING) } {
            let from = self.jumps_from::<D>(targets);
            from_anywhere |= from;
            jumps.all += (pieces & from).count();
            landed |= step::<R, D>(step::<R, D>(pieces & from));
            if const { ranks_kings::<R>() && (KING || R::SET.men_take_kings) } {
                jumps.over_kings += (pieces & self.jumps_from::<D>(targets & self.enemy_kings)).count();
            }
        });
        // A second jump neither lands where the first began nor takes its victim, so this board can answer
        // whether there is one. A jump straight back is no jump here: the piece itself stands in its way.
        let last_row = R::GEOMETRY.promotion[usize::from(!WHITE)];
        let go_on = match R::SET.promotion {
            Promotion::EndsMove if !KING => landed & from_anywhere & !last_row,
            Promotion::InPassing if !KING => landed & (from_anywhere | last_row),
            _ => landed & from_anywhere,
        };
        jumps.go_on = go_on.any();
        jumps
    }

    /// The number of captures where no jump goes on, or of quiet moves if there is none.
    #[inline(always)]
    fn captures_or_quiet(&self, men: Jumps, kings: Jumps) -> u64 {
        let captures = capture::count_single::<R>([
            (men.all - men.over_kings, false, false),
            (men.over_kings, false, true),
            (kings.all - kings.over_kings, true, false),
            (kings.over_kings, true, true),
        ]);
        let quiet = self.mobility();
        u64::from(select_unpredictable(captures > 0, captures, quiet.men + quiet.kings))
    }

    /// The number of pairs (capturer, first victim).
    #[inline(always)]
    fn count_first_jumps(&self) -> u32 {
        let mut count = 0;
        each_direction!(D => {
            if const { Self::captures(D, false) } {
                count += self.man_capturers::<D>().count();
            }
            if const { Self::captures(D, true) } {
                count += self.king_victims::<D>().count();
            }
        });
        count
    }

    /// The pieces that `from`, kings and the empty squares they reach, can jump next in direction `D`.
    #[inline(always)]
    fn jumps_over<const D: usize>(&self, from: R::Bits) -> R::Bits {
        step::<R, D>(from) & self.king_targets & step_back::<R, D>(self.empty)
    }

    /// The pieces that kings can take first in direction `D`, each by another king.
    #[inline(always)]
    fn king_victims<const D: usize>(&self) -> R::Bits {
        match R::SET.king_range {
            KingRange::Short => self.jumps_over::<D>(self.kings),
            KingRange::Flying => self.jumps_over::<D>(self.kings | fill::<R, D>(self.kings, self.empty)),
        }
    }

    /// Kings that can take a piece in direction `D`.
    #[inline(always)]
    pub(super) fn king_capturers<const D: usize>(&self) -> R::Bits {
        let over = self.king_targets & step_back::<R, D>(self.empty);
        let from = match R::SET.king_range {
            KingRange::Short => over,
            KingRange::Flying => over | fill_back::<R, D>(over, self.empty),
        };
        self.kings & step_back::<R, D>(from)
    }

    /// Whether there is a capture.
    #[inline(always)]
    fn can_capture(&self) -> bool {
        let mut capturers = R::Bits::ZERO;
        each_direction!(D => if const { Self::captures(D, false) } { capturers |= self.man_capturers::<D>(); });
        capturers.any() || self.kings.any() && self.king_can_capture()
    }

    /// Whether a king can capture.
    #[inline(always)]
    fn king_can_capture(&self) -> bool {
        let mut victims = R::Bits::ZERO;
        if self.king_targets.any() {
            each_direction!(D => if const { Self::captures(D, true) } { victims |= self.king_victims::<D>(); });
        }
        victims.any()
    }

    /// Whether there is a move of any kind.
    #[inline(always)]
    fn has_moves(&self) -> bool {
        let Mobility { men, kings } = self.mobility();
        men + kings > 0 || self.can_capture()
    }

    /// The quiet moves, counted.
    #[inline(always)]
    fn mobility(&self) -> Mobility {
        let mut count = Mobility::default();
        each_direction!(D => if const { R::SET.men_move.has(D, WHITE) } {
            count.men += (step::<R, D>(self.men) & self.empty).count();
        });
        if self.kings.any() {
            each_direction!(D => if const { R::SET.king_move.has(D, true) } {
                count.kings += self.king_reach::<D>(self.kings & !self.tired_king).count();
            });
        }
        count
    }

    /// Where the kings of `kings` can go quietly in direction `D`.
    #[inline(always)]
    fn king_reach<const D: usize>(&self, kings: R::Bits) -> R::Bits {
        if self.is_barred::<D>() {
            return R::Bits::ZERO;
        }
        match R::SET.king_range {
            KingRange::Short => step::<R, D>(kings) & self.empty,
            KingRange::Flying => fill::<R, D>(kings, self.empty),
        }
    }

    /// Where a king on bit index `from` can go quietly in direction `D`: what [`View::king_reach`] gives, sooner.
    #[inline(always)]
    fn king_slide<const D: usize>(&self, from: u8) -> R::Bits {
        if self.is_barred::<D>() {
            return R::Bits::ZERO;
        }
        match R::SET.king_range {
            KingRange::Short => step::<R, D>(R::Bits::bit(from)) & self.empty,
            KingRange::Flying => slide::<R, D>(from, self.empty),
        }
    }

    /// Whether kings may not move in direction `D` now: frozen ones go only along their rank (A4).
    #[inline(always)]
    fn is_barred<const D: usize>(&self) -> bool {
        R::SET.kings_freeze && self.frozen && D != Dir::East as usize && D != Dir::West as usize
    }

    /// Calls `visit` for each quiet move.
    #[inline(always)]
    fn quiet_moves(&self, mut visit: impl FnMut(Move<R::Bits>)) {
        let last_row = R::GEOMETRY.promotion[usize::from(!WHITE)];
        each_direction!(D => if const { R::SET.men_move.has(D, WHITE) } {
            for to in (step::<R, D>(self.men) & self.empty).iter() {
                let from = (i32::from(to) - const { R::GEOMETRY.step[D] }) as u8;
                // Sideways steps stay on their row and men never start on the last one.
                let promotes = const { D & 3 != 2 } && last_row.has(to);
                visit(Move::new(from, to, R::Bits::ZERO, false, promotes));
            }
        });
        if self.kings.any() {
            for from in (self.kings & !self.tired_king).iter() {
                each_direction!(D => if const { R::SET.king_move.has(D, true) } {
                    for to in self.king_slide::<D>(from).iter() {
                        visit(Move::new(from, to, R::Bits::ZERO, true, false));
                    }
                });
            }
        }
    }

    /// Adds every (capturer, first victim).
    fn first_jumps(&self, pairs: &mut Vec<Demand>) {
        let pair = |capturer: u8, victim: u8| Demand { capturer: Square(capturer), victim: Square(victim) };
        each_direction!(D => {
            if const { Self::captures(D, false) } {
                for from in self.man_capturers::<D>().iter() {
                    let victim = step::<R, D>(R::Bits::bit(from));
                    pairs.push(pair(from, victim.lowest()));
                }
            }
            if const { Self::captures(D, true) } {
                for from in self.kings.iter() {
                    if let Some(victim) = Self::king_victim::<D>(from, self.empty, self.king_targets) {
                        pairs.push(pair(from, victim));
                    }
                }
            }
        });
    }

    /// The piece that a king on bit index `at` can jump in direction `D`, given the empty squares and the
    /// pieces that may be jumped.
    #[inline(always)]
    pub(super) fn king_victim<const D: usize>(at: u8, empty: R::Bits, targets: R::Bits) -> Option<u8> {
        let victim = match R::SET.king_range {
            KingRange::Flying => first_on_ray::<R, D>(at, !empty)?,
            KingRange::Short => {
                let next = step::<R, D>(R::Bits::bit(at)) & targets;
                if next.is_empty() {
                    return None;
                }
                next.lowest()
            }
        };
        let over = R::Bits::bit(victim) & targets;
        (step::<R, D>(over) & empty).any().then_some(victim)
    }
}

/// How many of `men` have one of `pieces` behind them, once for each direction in which men move.
#[inline(always)]
fn support<R: Rules, const WHITE: bool>(pieces: R::Bits, men: R::Bits) -> u32 {
    let mut count = 0;
    each_direction!(D => if const { R::SET.men_move.has(D, WHITE) } {
        count += (step::<R, D>(pieces) & men).count();
    });
    count
}
