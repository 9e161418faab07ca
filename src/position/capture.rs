//! The search for captures: every maximal chain of jumps, merged and ranked as the game wants it.

use super::board::Demand;
use super::generate::View;
use super::mv::{Move, MoveList};
use super::shift::{each_direction, slide, step, step_back};
use crate::board::direction::opposite;
use crate::board::{Bits, Dirs};
use crate::rules::{Criterion, KingRange, Landing, Promotion, Removal, Reversal, Rules};

/// One capturing piece on its way.
#[derive(Clone, Copy)]
struct Chain<B> {
    /// What it has jumped so far.
    captured: B,
    /// How many that are.
    count: u32,
    /// A bit per jump, the latest lowest: whether it took a king.
    kings: u32,
}

/// What becomes of the captures that are found. One text of search thus lists and counts them.
pub(super) trait Sink<B> {
    /// Forgets all: a better capture has been found than those so far.
    fn restart(&mut self);
    /// Takes a capture in, unless it is there already; `may_have_twin` says whether it could be.
    fn add(&mut self, mv: Move<B>, may_have_twin: bool);
}

impl<B: Bits> Sink<B> for MoveList<B> {
    #[inline(always)]
    fn restart(&mut self) {
        self.clear();
    }

    #[inline(always)]
    fn add(&mut self, mv: Move<B>, may_have_twin: bool) {
        if !may_have_twin || !self.contains(&mv) {
            self.push(mv);
        }
    }
}

/// Counts captures; it keeps only those that may have twins.
struct Counter<'a, B> {
    /// Captures without possible twins.
    single: u64,
    /// The others.
    paired: &'a mut MoveList<B>,
}

impl<B: Bits> Sink<B> for Counter<'_, B> {
    #[inline(always)]
    fn restart(&mut self) {
        self.single = 0;
        self.paired.clear();
    }

    #[inline(always)]
    fn add(&mut self, mv: Move<B>, may_have_twin: bool) {
        if may_have_twin {
            self.paired.add(mv, true);
        } else {
            self.single += 1;
        }
    }
}

/// Adds all legal captures to `list`, which must be empty. A pending `demand` narrows them (T25, T27).
#[inline(always)]
pub(super) fn list<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    demand: Demand,
    list: &mut MoveList<R::Bits>,
) {
    CaptureSearch::run(view, demand, list);
}

/// The number of legal captures without a demand. `scratch` is overwritten.
pub(super) fn count<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    scratch: &mut MoveList<R::Bits>,
) -> u64 {
    scratch.clear();
    let mut counter = Counter { single: 0, paired: scratch };
    CaptureSearch::run(view, Demand::NONE, &mut counter);
    counter.single + counter.paired.len() as u64
}

/// So many flying kings that those which can capture are looked for all at once, direction by direction, before they
/// are tried one by one.
const MANY_KINGS: u32 = 5;

/// Whether that is done at all: kings that jump one square are tried faster, where they slide along ranks and files it
/// gained nothing, and a demand names one king.
const fn looks_for_capturers<R: Rules>() -> bool {
    matches!(R::SET.king_range, KingRange::Flying) && !R::SET.king_capture.has(0, true) && !R::SET.designation
}

/// The search in one position.
struct CaptureSearch<'a, R: Rules, S, const WHITE: bool> {
    view: &'a View<R, WHITE>,
    /// Where the captures go.
    sink: &'a mut S,
    /// Rank of the captures in the sink; see [`rank`].
    best: u64,
    /// Where the piece that is capturing started.
    from: u8,
    /// Whether it started as a king.
    king: bool,
    /// Squares that are empty for it: its own start is.
    empty: R::Bits,
}

/// The fewest captured pieces with which two different chains can be one move: they must go round a circle
/// of jumps in both directions. Pieces that jump one square need four jumps for that in four directions and
/// three in eight; a flying king may also reach the same line from different landing squares. Men that do not
/// capture backward never can: where two pieces could be taken next, one of them cannot be taken second, since
/// it lies behind (or beside, beyond the piece just taken) once the other has been.
const fn fewest_for_twins<R: Rules>(king: bool) -> u32 {
    let backward = Dirs::BACKWARD.or(Dirs::DIAGONAL_BACKWARD);
    if king && matches!(R::SET.king_range, KingRange::Flying) {
        return 2;
    }
    if !king && R::SET.men_capture.0 & backward.0 == 0 {
        return u32::MAX;
    }
    let eight_ways = R::SET.men_capture.0 | R::SET.king_capture.0 == Dirs::ALL.0;
    if eight_ways { 3 } else { 4 }
}

impl<'a, R: Rules, S: Sink<R::Bits>, const WHITE: bool> CaptureSearch<'a, R, S, WHITE> {
    #[inline(always)]
    fn run(view: &'a View<R, WHITE>, demand: Demand, sink: &'a mut S) {
        let mut search = Self { view, sink, best: 0, from: 0, king: false, empty: R::Bits::ZERO };
        let (capturers, victims) = if R::SET.designation && demand.is_some() {
            (R::Bits::bit(demand.capturer.0), R::Bits::bit(demand.victim.0))
        } else {
            (R::GEOMETRY.all, R::GEOMETRY.all)
        };
        search.men(capturers, victims);
        if view.kings.any() && view.king_targets.any() {
            search.kings(capturers, victims);
        }
    }

    #[inline(always)]
    fn men(&mut self, capturers: R::Bits, victims: R::Bits) {
        self.king = false;
        each_direction!(D => if const { View::<R, WHITE>::captures(D, false) } {
            for from in (self.view.man_capturers::<D>() & capturers).iter() {
                let start = R::Bits::bit(from);
                let over = step::<R, D>(start) & victims;
                if !R::SET.designation || over.any() {
                    self.from = from;
                    self.empty = self.view.empty | start;
                    self.short_jump::<D, false>(over, Chain { captured: R::Bits::ZERO, count: 0, kings: 0 });
                }
            }
        });
    }

    #[inline(always)]
    fn kings(&mut self, capturers: R::Bits, victims: R::Bits) {
        self.king = true;
        if const { looks_for_capturers::<R>() } && self.view.kings.count() >= MANY_KINGS {
            return self.many_kings();
        }
        for from in (self.view.kings & capturers).iter() {
            self.king_from(from, victims, None);
        }
    }

    /// All kings, where only few of many can capture.
    #[inline(never)]
    fn many_kings(&mut self) {
        let mut by_direction = [R::Bits::ZERO; 8];
        let mut any = R::Bits::ZERO;
        each_direction!(D => if const { View::<R, WHITE>::captures(D, true) } {
            by_direction[D] = self.view.king_capturers::<D>();
            any |= by_direction[D];
        });
        for from in any.iter() {
            self.king_from(from, R::GEOMETRY.all, Some(&by_direction));
        }
    }

    /// The captures of the king on bit index `from` that begin with one of `victims`; in each direction only if the king
    /// is in that direction's set, where these are given.
    #[inline(always)]
    fn king_from(&mut self, from: u8, victims: R::Bits, by_direction: Option<&[R::Bits; 8]>) {
        self.from = from;
        self.empty = self.view.empty | R::Bits::bit(from);
        let nothing = Chain { captured: R::Bits::ZERO, count: 0, kings: 0 };
        each_direction!(D => if const { View::<R, WHITE>::captures(D, true) }
            && by_direction.is_none_or(|sets| sets[D].has(from))
            && let Some(victim) =
                View::<R, WHITE>::king_victim::<D>(from, self.empty, self.view.king_targets)
            && (!R::SET.designation || victims.has(victim))
        {
            self.king_jump::<D>(victim, nothing);
        });
    }

    /// The chain with one more piece in it.
    #[inline(always)]
    fn longer(&self, chain: Chain<R::Bits>, over: R::Bits) -> Chain<R::Bits> {
        let king = u32::from((self.view.enemy_kings & over).any());
        Chain { captured: chain.captured | over, count: chain.count + 1, kings: chain.kings << 1 | king }
    }

    /// The squares that are empty once `captured` have been jumped.
    #[inline(always)]
    fn empty_after(&self, captured: R::Bits) -> R::Bits {
        match R::SET.removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    /// A man, or a king of short range (`KING`), jumps `over` in direction `D` and goes on as long as it can.
    #[inline(always)]
    fn short_jump<const D: usize, const KING: bool>(&mut self, over: R::Bits, chain: Chain<R::Bits>) {
        let chain = self.longer(chain, over);
        let at = step::<R, D>(over);
        if !KING
            && matches!(R::SET.promotion, Promotion::InPassing)
            && (at & R::GEOMETRY.promotion[usize::from(!WHITE)]).any()
        {
            self.go_on_as_king::<D>(at, chain);
        } else {
            self.go_on_short::<KING>(at, chain);
        }
    }

    fn go_on_short<const KING: bool>(&mut self, at: R::Bits, chain: Chain<R::Bits>) {
        let on_last_row = !KING && (at & R::GEOMETRY.promotion[usize::from(!WHITE)]).any();
        if on_last_row {
            match R::SET.promotion {
                Promotion::EndsMove => return self.finish::<KING>(at.lowest(), chain, true),
                Promotion::OnStop | Promotion::InPassing => {}
            }
        }
        let targets = if KING { self.view.king_targets } else { self.view.man_targets } & !chain.captured;
        let empty = self.empty_after(chain.captured);
        let mut stuck = true;
        each_direction!(D => if const { View::<R, WHITE>::captures(D, KING) } {
            let over = step::<R, D>(at) & targets;
            if (step::<R, D>(over) & empty).any() {
                stuck = false;
                self.short_jump::<D, KING>(over, chain);
            }
        });
        if stuck {
            self.finish::<KING>(at.lowest(), chain, on_last_row);
        }
    }

    /// A man that jumped in direction `D` and has just become a king in mid-capture ([`Promotion::InPassing`]).
    fn go_on_as_king<const D: usize>(&mut self, at: R::Bits, chain: Chain<R::Bits>) {
        let square = at.lowest();
        let mut stuck = true;
        let (targets, empty) = (self.view.king_targets & !chain.captured, self.empty_after(chain.captured));
        each_direction!(T => if const { View::<R, WHITE>::captures(T, true) }
            && const { T != opposite(D) || matches!(R::SET.reversal, Reversal::Free) }
            && let Some(victim) = View::<R, WHITE>::king_victim::<T>(square, empty, targets)
        {
            stuck = false;
            self.king_jump::<T>(victim, chain);
        });
        if stuck {
            self.finish::<true>(square, chain, true);
        }
    }

    /// A king jumps `victim` in direction `D`.
    #[inline(always)]
    fn king_jump<const D: usize>(&mut self, victim: u8, chain: Chain<R::Bits>) {
        match R::SET.king_range {
            KingRange::Short => self.short_jump::<D, true>(R::Bits::bit(victim), chain),
            KingRange::Flying => self.flying_jump::<D>(victim, chain),
        }
    }

    /// A flying king jumps `victim` in direction `D`. If some landing square lets it go on, it must choose
    /// such a one (T6; majority games get that from the majority).
    fn flying_jump<const D: usize>(&mut self, victim: u8, chain: Chain<R::Bits>) {
        let over = R::Bits::bit(victim);
        let chain = self.longer(chain, over);
        let targets = self.view.king_targets & !chain.captured;
        let empty = self.empty_after(chain.captured);
        let landings = Self::landings::<D>(over, empty);
        let mut stuck = true;
        if !matches!(R::SET.king_landing, Landing::Next) {
            // Straight on: the same jump from every landing square, so it is tried from one.
            let farthest =
                if const { R::GEOMETRY.step[D] > 0 } { landings.highest() } else { landings.lowest() };
            if let Some(next) = View::<R, WHITE>::king_victim::<D>(farthest, empty, targets) {
                stuck = false;
                self.flying_jump::<D>(next, chain);
            }
        }
        // Most jumps are the last: a look at all that could be taken in a turn spares one along each ray.
        let turning = if Self::may_turn::<D>(targets, empty) { landings } else { R::Bits::ZERO };
        for at in turning.iter() {
            each_direction!(T => if const { Self::turns(D, T) }
                && let Some(next) = View::<R, WHITE>::king_victim::<T>(at, empty, targets)
            {
                stuck = false;
                self.flying_jump::<T>(next, chain);
            });
        }
        if stuck {
            self.finish_on_landings::<D>(landings, over, chain);
        }
    }

    /// Whether some piece of `targets` lies between empty squares in a direction in which a king that jumped in
    /// direction `D` may turn.
    #[inline(always)]
    fn may_turn<const D: usize>(targets: R::Bits, empty: R::Bits) -> bool {
        let mut open = R::Bits::ZERO;
        each_direction!(T => if const { Self::turns(D, T) } {
            open |= step::<R, T>(empty) & step_back::<R, T>(empty);
        });
        (open & targets).any()
    }

    /// Whether a flying king that jumped in direction `d` may go on in direction `t`, straight on excepted
    /// where that is handled apart.
    const fn turns(d: usize, t: usize) -> bool {
        View::<R, WHITE>::captures(t, true)
            && (t != d || matches!(R::SET.king_landing, Landing::Next))
            && (t != opposite(d) || matches!(R::SET.reversal, Reversal::Free))
    }

    /// The squares on which a king may land behind `over`.
    #[inline(always)]
    fn landings<const D: usize>(over: R::Bits, empty: R::Bits) -> R::Bits {
        match R::SET.king_landing {
            Landing::Next => step::<R, D>(over) & empty,
            Landing::Anywhere | Landing::NextIfLastIsKing => slide::<R, D>(over.lowest(), empty),
        }
    }

    fn finish_on_landings<const D: usize>(
        &mut self,
        landings: R::Bits,
        over: R::Bits,
        chain: Chain<R::Bits>,
    ) {
        let next_only = matches!(R::SET.king_landing, Landing::NextIfLastIsKing) && chain.kings & 1 != 0;
        let landings = if next_only { landings & step::<R, D>(over) } else { landings };
        for at in landings.iter() {
            self.finish::<true>(at, chain, !self.king);
        }
    }

    /// The chain ends on bit index `at`: keeps it if no better one is known and its twin is not in the list.
    #[inline(always)]
    fn finish<const KING: bool>(&mut self, at: u8, chain: Chain<R::Bits>, promotes: bool) {
        if const { !R::SET.precedence.is_empty() } {
            let rank = rank::<R>(chain.count, chain.kings, self.king);
            if rank < self.best {
                return;
            }
            if rank > self.best {
                self.best = rank;
                self.sink.restart();
            }
        }
        let mv = Move::new(self.from, at, chain.captured, self.king, promotes && !self.king);
        self.sink.add(mv, chain.count >= const { fewest_for_twins::<R>(KING) });
    }
}

/// The number of legal captures where all are of one piece: those of the best rank. For each kind the number
/// that there are, whether kings capture and whether kings are taken.
#[inline(always)]
pub(super) fn count_single<R: Rules>(kinds: [(u32, bool, bool); 4]) -> u32 {
    let mut best = (0, 0);
    for (count, by_king, over_king) in kinds {
        let rank = rank::<R>(1, u32::from(over_king), by_king);
        if count > 0 && rank > best.0 {
            best = (rank, count);
        } else if rank == best.0 {
            best.1 += count;
        }
    }
    best.1
}

/// Whether it matters for a capture's rank that a king is taken.
pub(super) const fn ranks_kings<R: Rules>() -> bool {
    let mut i = 0;
    while i < R::SET.precedence.len() {
        if !matches!(R::SET.precedence[i], Criterion::MostPieces | Criterion::WithKing) {
            return true;
        }
        i += 1;
    }
    false
}

/// The rank of a capture of `count` pieces under the game's precedence; larger is better. `kings` has a bit
/// per jump, the first jump highest, that says whether a king was taken; `by_king` whether a king captures.
#[inline(always)]
fn rank<R: Rules>(count: u32, kings: u32, by_king: bool) -> u64 {
    let mut rank = 0;
    let mut i = 0;
    while i < R::SET.precedence.len() {
        let (value, bits) = match R::SET.precedence[i] {
            Criterion::MostPieces => (u64::from(count), 6),
            Criterion::WithKing => (u64::from(by_king), 1),
            Criterion::MostKings => (u64::from(kings.count_ones()), 6),
            // All chains that reach this criterion are equally long, so the words compare jump by jump.
            Criterion::EarliestKing => (u64::from(kings), 32),
            // k kings are worth less than 2k men and more than 2k - 1 (article 11): 127/64 up to 63 kings.
            Criterion::MostValue => (u64::from(count) * 64 + u64::from(kings.count_ones()) * 63, 16),
        };
        rank = rank << bits | value;
        i += 1;
    }
    rank + 1
}
