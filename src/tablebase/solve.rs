//! Solving one slice together with its swapped one, unit by unit.
//!
//! Within a unit play can go to and fro; every other move leads to positions that are finished. So each position is
//! looked at once forward (captures first, then the others), and then the results go backward from the decided
//! positions to those before them, ply by ply, which gives the distances as well.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::board::{Bits, Playable};
use crate::position::{Board, Move};
use crate::rules::Rules;

use super::index::{Index, Placed, Positions};
use super::material::Material;
use super::store::{Code, DRAW, LOSS, NOTHING, Scratch, Slice, Store, WIN, is_drawn, without_moves};
use super::view::{View, has_reflection};

/// The bits of a position's state beside its code.
const DECIDED: u8 = 1 << 2;
const QUIET: u8 = 1 << 3;
/// Some move draws, so it is no loss.
const DRAWS: u8 = 1 << 4;
/// It is lost in two plies at least: some reply to it has to capture first.
const SLOW: u8 = 1 << 5;
const CODE: u8 = 3;

/// Whether all placements of men with the same rows are solved together: where men step sideways, and so to and fro, and
/// where one of two reflections is kept, since a quiet move can lead to a position whose kept reflection has its men
/// elsewhere on their rows.
const fn solves_rows_together<R: Rules>() -> bool {
    R::SET.men_move.has(2, true) || matches!(R::SET.board.playable, Playable::All)
}

/// Whether play can go back after a quiet move: a king's, or a man's along its row.
#[inline(always)]
pub(super) fn is_reversible<R: Rules>(mv: &Move<R::Bits>) -> bool {
    if mv.is_king_move() {
        return true;
    }
    solves_rows_together::<R>() && R::GEOMETRY.place(mv.from).0 == R::GEOMETRY.place(mv.to).0
}

/// What a pair of slices needs to be solved.
pub(super) struct Pair<'a, R: Rules> {
    store: &'a Store<R>,
    slices: [&'a Slice<R>; 2],
    positions: [Positions<R>; 2],
    /// Whether both slices are one.
    same: bool,
}

/// A part of a unit that is solved at once: placements of men `from..to` of profiles (p, q).
#[derive(Clone, Copy, Debug)]
struct Task {
    p: usize,
    q: usize,
    from: u64,
    to: u64,
}

impl<'a, R: Rules> Pair<'a, R> {
    /// The pair of `material` and its swapped slice; both must be in the store, with the slices that they depend on.
    pub(super) fn new(store: &'a Store<R>, material: Material) -> Option<Self> {
        let slices = [store.slice(material)?, store.slice(material.swapped())?];
        let positions = slices.map(|slice| Positions::new(&slice.index));
        Some(Self { store, slices, positions, same: material == material.swapped() })
    }

    /// Solves both slices with several threads. Returns whether it was not stopped. `done` is added the numbers done.
    pub(super) fn solve(&self, threads: usize, stop: &AtomicBool, done: &AtomicU64) -> bool {
        for tasks in self.levels() {
            let next = AtomicU64::new(0);
            let work = || {
                let mut solver = Solver::new(self);
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    solver.solve(*task);
                    let kings = self.slices[0].index.kings;
                    done.fetch_add((task.to - task.from) * kings * 2, Ordering::Relaxed);
                }
            };
            if threads.min(tasks.len()) < 2 {
                work();
            } else {
                std::thread::scope(|scope| {
                    (0..threads.min(tasks.len())).for_each(|_| drop(scope.spawn(work)));
                });
            }
            if stop.load(Ordering::Relaxed) {
                return false;
            }
        }
        true
    }

    /// The tasks, farthest advanced men first. Those of one level do not depend on each other.
    fn levels(&self) -> Vec<Vec<Task>> {
        let index = &self.slices[0].index;
        let mut levels: Vec<Vec<Task>> = Vec::new();
        for p in 0..index.own.advance.len() {
            for q in 0..index.other.advance.len() {
                let all = index.own.size(p) * index.other.size(q);
                if all == 0 || self.same && p > q {
                    continue;
                }
                let level = (index.own.advance[p] + index.other.advance[q]) as usize;
                if levels.len() <= level {
                    levels.resize_with(level + 1, Vec::new);
                }
                if solves_rows_together::<R>() {
                    levels[level].push(Task { p, q, from: 0, to: all });
                    continue;
                }
                // Without sideways steps each placement of men is a unit of its own; some are done at a time.
                let step = (1 << 14u64).max(index.kings) / index.kings;
                let starts = (0..all).step_by(step as usize);
                levels[level].extend(starts.map(|from| Task { p, q, from, to: (from + step).min(all) }));
            }
        }
        levels.reverse();
        levels
    }
}

/// Fills a slice that was read from its file, which keeps quiet positions only: captures are worked out anew.
/// `stored` gives the code of a quiet position; several threads call it, each with ascending numbers.
pub(super) fn refill<R: Rules, F: FnMut(u64) -> Code>(
    store: &Store<R>,
    material: Material,
    threads: usize,
    stop: &AtomicBool,
    stored: impl Fn() -> F + Sync,
) {
    let Some(slice) = store.slice(material) else { return };
    let (index, positions) = (&slice.index, Positions::new(&slice.index));
    let units: Vec<(usize, usize)> = (0..index.own.advance.len())
        .flat_map(|p| (0..index.other.advance.len()).map(move |q| (p, q)))
        .collect();
    let next = AtomicU64::new(0);
    let work = || {
        let (mut scratch, mut stored) = (Scratch::new(), stored());
        while let Some(&(p, q)) = units.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            refill_unit(store, slice, &positions, (p, q), &mut scratch, &mut stored);
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
}

fn refill_unit<R: Rules>(
    store: &Store<R>,
    slice: &Slice<R>,
    positions: &Positions<R>,
    (p, q): (usize, usize),
    scratch: &mut Scratch<R::Bits>,
    stored: &mut impl FnMut(u64) -> Code,
) {
    let index = &slice.index;
    let (of_other, material) = (index.other.size(q), index.material);
    for placement in 0..index.own.size(p) * of_other {
        let ranks =
            (index.own.starts[p] + placement / of_other, index.other.starts[q] + placement % of_other);
        let men = positions.men(ranks.0, ranks.1);
        for kings in 0..index.kings {
            let number = (index.unit(p, q) + placement) * index.kings + kings;
            let view = men.as_ref().map(|men| positions.position(men, kings));
            let code = match view {
                Some(view) if view.canonical::<R>() == view => {
                    let board: Board<R> = view.board(material.crowned());
                    if !board.can_capture() {
                        slice.set_quiet(number);
                        stored(number)
                    } else if is_drawn(&board, material) {
                        DRAW
                    } else {
                        store.best(&board, scratch)
                    }
                }
                _ => NOTHING,
            };
            slice.set_code(number, code);
        }
    }
}

/// One thread's memory.
struct Solver<'a, 'b, R: Rules> {
    pair: &'a Pair<'b, R>,
    scratch: Scratch<R::Bits>,
    /// The placements of men being solved.
    task: Task,
    /// Placements of the other side's men in its profile.
    of_other: u64,
    kings: u64,
    sides: [SideState<R::Bits>; 2],
    /// Decided positions by distance: twice the place in the state, plus the side.
    queue: Vec<Vec<u64>>,
}

/// Where the positions with the same men and the other side to move are kept: the place of the first of them, and whether
/// they are kept as their reflections.
#[derive(Clone, Copy)]
struct Across {
    first: usize,
    is_reflected: bool,
}

/// Men of a task, where they can stand so and not only as their reflection.
#[derive(Clone, Copy)]
struct Men<B> {
    placed: Placed<B>,
    /// Nothing if it takes the kings to decide which reflection is kept.
    across: Option<Across>,
}

/// The positions of a task with one side to move.
struct SideState<B> {
    men: Vec<Option<Men<B>>>,
    state: Vec<u8>,
    /// Moves to undecided positions.
    left: Vec<u8>,
    distance: Vec<u16>,
}

impl<B> SideState<B> {
    fn new() -> Self {
        Self { men: Vec::new(), state: Vec::new(), left: Vec::new(), distance: Vec::new() }
    }
}

impl<'a, 'b, R: Rules> Solver<'a, 'b, R> {
    fn new(pair: &'a Pair<'b, R>) -> Self {
        Self {
            pair,
            scratch: Scratch::new(),
            task: Task { p: 0, q: 0, from: 0, to: 0 },
            of_other: 1,
            kings: pair.slices[0].index.kings,
            sides: [SideState::new(), SideState::new()],
            queue: Vec::new(),
        }
    }

    fn index(&self, side: usize) -> &'a Index<R> {
        &self.pair.slices[side].index
    }

    fn solve(&mut self, task: Task) {
        if solves_rows_together::<R>() {
            return self.solve_unit(task);
        }
        for from in task.from..task.to {
            let (i, j) = self.ranks(task, from);
            // Of a position and the same with the sides exchanged one is enough; the other is written with it.
            if !(self.pair.same && task.p == task.q && i > j) {
                self.solve_unit(Task { from, to: from + 1, ..task });
            }
        }
    }

    /// The ranks of the men of both sides.
    fn ranks(&self, task: Task, men: u64) -> (u64, u64) {
        let of_other = self.index(0).other.size(task.q);
        (men / of_other, men % of_other)
    }

    fn solve_unit(&mut self, task: Task) {
        self.begin(task);
        for side in 0..2 {
            self.captures(side);
        }
        for side in 0..2 {
            self.quiet(side);
        }
        self.go_back();
        for side in 0..2 {
            self.write(side);
        }
    }

    /// Makes room and places the men.
    fn begin(&mut self, task: Task) {
        self.task = task;
        let (own, other) = (&self.index(0).own, &self.index(0).other);
        self.of_other = other.size(task.q);
        let (own_start, other_start) = (own.starts[task.p], other.starts[task.q]);
        let len = ((task.to - task.from) * self.kings) as usize;
        for side in 0..2 {
            let mut men_of_side = std::mem::take(&mut self.sides[side].men);
            men_of_side.clear();
            for men in task.from..task.to {
                let (i, j) = (own_start + men / self.of_other, other_start + men % self.of_other);
                let (first, second) = if side == 0 { (i, j) } else { (j, i) };
                let placed = self.pair.positions[side].men(first, second);
                men_of_side.push(placed.and_then(|placed| self.men(side, placed)));
            }
            let state = &mut self.sides[side];
            state.men = men_of_side;
            for bytes in [&mut state.state, &mut state.left] {
                bytes.clear();
                bytes.resize(len, 0);
            }
            state.distance.clear();
            state.distance.resize(len, 0);
        }
        self.queue.iter_mut().for_each(Vec::clear);
    }

    /// The men that stand on their squares, unless only their reflection is kept.
    fn men(&self, side: usize, placed: Placed<R::Bits>) -> Option<Men<R::Bits>> {
        if !const { has_reflection::<R>() } {
            return Some(Men { placed, across: None });
        }
        let frozen = self.material(side).frozen;
        let view = View { own: placed.own, other: placed.other, kings: R::Bits::ZERO, frozen };
        if view.canonical::<R>() != view {
            return None;
        }
        let passed = view.passed::<R>();
        let kept = passed.canonical::<R>();
        let across = || Across { first: self.place(side ^ 1, &kept), is_reflected: kept != passed };
        Some(Men { placed, across: (view.reflected::<R>() != view).then(across) })
    }

    /// The place in the state of `side` of a position that a king's move leads to or comes from.
    #[inline(always)]
    fn place_across(&self, side: usize, across: Across, view: &View<R::Bits>) -> usize {
        let view = if across.is_reflected { view.reflected::<R>() } else { *view };
        across.first + Index::<R>::rank_kings(&view, self.index(side).other_kings) as usize
    }

    fn material(&self, side: usize) -> Material {
        self.index(side).material
    }

    #[inline(always)]
    fn view(&self, side: usize, place: usize) -> Option<(View<R::Bits>, Option<Across>)> {
        let (men, kings) = (place as u64 / self.kings, place as u64 % self.kings);
        let men = self.sides[side].men[men as usize].as_ref()?;
        Some((self.pair.positions[side].position(&men.placed, kings), men.across))
    }

    /// The place of a position of this task in the state of `side`; it must be in its canonical view.
    #[inline(always)]
    fn place(&self, side: usize, view: &View<R::Bits>) -> usize {
        let other_kings = self.index(side).other_kings;
        if !solves_rows_together::<R>() {
            return Index::<R>::rank_kings(view, other_kings) as usize;
        }
        let place = Index::<R>::place(view, other_kings);
        let (i, j) = if side == 0 { (place.own.1, place.other.1) } else { (place.other.1, place.own.1) };
        ((i * self.of_other + j - self.task.from) * self.kings + place.kings) as usize
    }

    fn push(&mut self, distance: u16, side: usize, place: usize) {
        let at = usize::from(distance);
        if self.queue.len() <= at {
            self.queue.resize_with(at + 1, Vec::new);
        }
        self.queue[at].push(place as u64 * 2 + side as u64);
    }

    /// Finds positions that are none and those with captures, whose worth finished slices tell.
    fn captures(&mut self, side: usize) {
        let material = self.material(side);
        let crowned = material.crowned();
        for place in 0..self.sides[side].state.len() {
            let view = self.view(side, place);
            let state = match view {
                None => NOTHING | DECIDED,
                Some((view, None)) if view.canonical::<R>() != view => NOTHING | DECIDED,
                Some((view, _)) => {
                    let board: Board<R> = view.board(crowned);
                    if !board.can_capture() {
                        QUIET
                    } else if is_drawn(&board, material) {
                        DRAW | DECIDED
                    } else {
                        self.pair.store.best(&board, &mut self.scratch) | DECIDED
                    }
                }
            };
            self.sides[side].state[place] = state;
            self.sides[side].distance[place] = 1;
        }
    }

    /// Looks at the moves of the quiet positions.
    fn quiet(&mut self, side: usize) {
        let material = self.material(side);
        let crowned = material.crowned();
        let mut list = self.scratch.take();
        for place in 0..self.sides[side].state.len() {
            if self.sides[side].state[place] & QUIET == 0 {
                continue;
            }
            let Some((view, across)) = self.view(side, place) else { continue };
            let board: Board<R> = view.board(crowned);
            board.moves_for_search(&mut list);
            if list.is_empty() {
                self.decide(side, place, without_moves::<R>(), 0);
            } else if is_drawn(&board, material) {
                self.sides[side].state[place] |= DECIDED;
            } else {
                self.weigh(side, place, (&board, across), &list);
            }
        }
        self.scratch.put(list);
    }

    /// Decides a quiet position.
    fn decide(&mut self, side: usize, place: usize, code: Code, distance: u16) {
        let state = &mut self.sides[side].state[place];
        *state = *state & !CODE | code | DECIDED;
        self.sides[side].distance[place] = distance;
        self.push(distance, side, place);
    }

    /// Weighs the moves of a quiet position as far as what they lead to is known.
    fn weigh(
        &mut self,
        side: usize,
        place: usize,
        (board, across): (&Board<R>, Option<Across>),
        moves: &[Move<R::Bits>],
    ) {
        let (mut left, mut wins, mut slow, mut draws) = (0, u16::MAX, false, false);
        for mv in moves {
            let next = board.after(mv);
            let (code, plies) = if !is_reversible::<R>(mv) {
                (self.pair.store.value(&next, &mut self.scratch), 1)
            } else if R::SET.designation && mv.demand.is_some() {
                (self.pair.store.value(&next, &mut self.scratch), 2)
            } else {
                let view = View::of(&next);
                let at = match across.filter(|_| mv.is_king_move()) {
                    Some(across) => self.place_across(side ^ 1, across, &view),
                    None => self.place(side ^ 1, &view.canonical::<R>()),
                };
                let state = self.sides[side ^ 1].state[at];
                if state & QUIET != 0 {
                    left += 1;
                    continue;
                }
                (state & CODE, 2)
            };
            debug_assert_ne!(code, NOTHING, "a move leads to an unknown position");
            match code {
                LOSS => wins = wins.min(plies),
                WIN => slow |= plies == 2,
                _ => draws = true,
            }
            if wins == 1 {
                break;
            }
        }
        let state = &mut self.sides[side];
        state.left[place] = left;
        state.state[place] |= if draws { DRAWS } else { 0 } | if slow { SLOW } else { 0 };
        if wins != u16::MAX {
            self.decide(side, place, WIN, wins);
        } else if left == 0 && draws {
            self.sides[side].state[place] |= DECIDED;
        } else if left == 0 {
            self.decide(side, place, LOSS, if slow { 2 } else { 1 });
        }
    }

    /// Carries decided positions back to those before them, the nearest first. What is never reached is drawn.
    fn go_back(&mut self) {
        let mut distance = 0;
        while distance < self.queue.len() {
            let entries = std::mem::take(&mut self.queue[distance]);
            for &entry in &entries {
                let (side, place) = ((entry & 1) as usize, (entry / 2) as usize);
                // A win may have been found again nearer by.
                if usize::from(self.sides[side].distance[place]) == distance {
                    self.before(side, place, distance as u16);
                }
            }
            self.queue[distance] = entries;
            self.queue[distance].clear();
            distance += 1;
        }
    }

    /// Tells the positions before a decided one, which is `distance` plies from its conversion.
    fn before(&mut self, side: usize, place: usize, distance: u16) {
        let Some((view, across)) = self.view(side, place) else { return };
        let code = self.sides[side].state[place] & CODE;
        let other = side ^ 1;
        let symmetric = across.is_none() && has_reflection::<R>() && view.reflected::<R>() == view;
        let passed = view.passed::<R>();
        let board: Board<R> = passed.board(self.material(other).crowned());
        // Quiet moves that can be taken back are the same in both directions of time.
        board.each_quiet_move(|mv| {
            if !is_reversible::<R>(&mv) {
                return;
            }
            let (from, to) = (R::Bits::bit(mv.from.0), R::Bits::bit(mv.to.0));
            let mut earlier = passed;
            earlier.own ^= from ^ to;
            if mv.is_king_move() {
                earlier.kings ^= from ^ to;
                if let Some(across) = across {
                    let at = self.place_across(other, across, &earlier);
                    return self.tell(other, at, code, distance + 1, 1);
                }
            }
            let mut moves = 1;
            if has_reflection::<R>() {
                let canonical = earlier.canonical::<R>();
                if symmetric && canonical != earlier {
                    return; // its reflection comes to the same position and is found as well
                }
                if !symmetric && earlier.reflected::<R>() == earlier {
                    moves = 2; // one to this position, one to its reflection
                }
                earlier = canonical;
            }
            let at = self.place(other, &earlier);
            self.tell(other, at, code, distance + 1, moves);
        });
    }

    /// Tells a position that `moves` of its moves lead to one decided as `code`.
    #[inline(always)]
    fn tell(&mut self, side: usize, place: usize, code: Code, distance: u16, moves: u8) {
        let state = self.sides[side].state[place];
        if state & QUIET == 0 {
            return;
        }
        if code == LOSS {
            let farther = state & CODE == WIN && self.sides[side].distance[place] > distance;
            if state & DECIDED == 0 || farther {
                self.decide(side, place, WIN, distance);
            }
            return;
        }
        if state & DECIDED != 0 {
            return;
        }
        let left = &mut self.sides[side].left[place];
        *left = left.saturating_sub(moves);
        if *left == 0 && state & DRAWS != 0 {
            self.sides[side].state[place] |= DECIDED;
        } else if *left == 0 {
            self.decide(side, place, LOSS, distance.max(if state & SLOW != 0 { 2 } else { 1 }));
        }
    }

    /// Keeps what was found.
    fn write(&mut self, side: usize) {
        let slice = self.pair.slices[side];
        let Task { p, q, from, to } = self.task;
        for men in from..to {
            let (i, j) = (men / self.of_other, men % self.of_other);
            let placement = if side == 0 {
                slice.index.unit(p, q) + men
            } else {
                slice.index.unit(q, p) + j * self.index(0).own.size(p) + i
            };
            let state = &self.sides[side];
            let start = ((men - from) * self.kings) as usize;
            for kings in 0..self.kings as usize {
                let number = placement * self.kings + kings as u64;
                let bits = state.state[start + kings];
                slice.set_code(number, bits & CODE);
                if bits & QUIET != 0 {
                    slice.set_quiet(number);
                    if bits & CODE != DRAW {
                        slice.set_distance(number, state.distance[start + kings]);
                    }
                }
            }
        }
    }
}
