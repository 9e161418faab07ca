//! Positions as numbers: within a slice, men first and kings over the squares that are left.
//!
//! The men of a side are ranked by the rows they stand on (their *profile*) and then by their columns. Men never go
//! back and sideways steps stay on a row, so all positions between which play can go to and fro have the same two
//! profiles; such a *unit* is one stretch of numbers. See `docs/tablebase-format.md`.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::board::{Bits, Square};
use crate::rules::Rules;

use super::material::{MOST_PIECES, Material};
use super::view::View;

/// One more than the most squares of a board.
const SQUARES: usize = 145;

/// Binomial coefficients: `CHOOSE[n][k]` ways to choose `k` of `n`.
static CHOOSE: [[u64; MOST_PIECES + 2]; SQUARES] = binomials();

const fn binomials() -> [[u64; MOST_PIECES + 2]; SQUARES] {
    let mut table = [[0; MOST_PIECES + 2]; SQUARES];
    let mut n = 0;
    while n < SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < MOST_PIECES + 2 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of ways to choose `k` of `n`.
#[inline(always)]
pub(super) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// For each set of columns of a row its rank among the sets with as many columns.
static ROW_RANK: [u8; 256] = row_ranks();

const fn row_ranks() -> [u8; 256] {
    let mut ranks = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut column, mut nth, mut rank) = (0, 0, 0);
        while column < 8 {
            if set >> column & 1 != 0 {
                nth += 1;
                rank += binomials_small(column, nth);
            }
            column += 1;
        }
        ranks[set] = rank as u8;
        set += 1;
    }
    ranks
}

const fn binomials_small(n: usize, k: usize) -> usize {
    let (mut value, mut i) = (1, 0);
    while i < k {
        value = value * (n - i) / (i + 1);
        if n == i {
            return 0;
        }
        i += 1;
    }
    value
}

/// The men of one side: all placements of `count` men, ranked by profile and then by columns.
#[derive(Debug)]
pub(super) struct Men<R> {
    pub count: usize,
    /// For each profile its first rank; one more at the end.
    pub starts: Vec<u64>,
    /// For each profile the rows that its men have gone, added up.
    pub advance: Vec<u32>,
    rules: PhantomData<R>,
}

impl<R: Rules> Men<R> {
    const ROWS: usize = R::SET.board.rows as usize;
    const PER_ROW: usize = R::SET.board.per_row() as usize;

    pub(super) fn new(count: usize) -> Self {
        let mut sizes = vec![None; choose(Self::ROWS - 1 + count.max(1) - 1, count) as usize];
        Self::profiles(count, &mut |profile, rows| {
            let size: u64 =
                rows.iter().map(|&n| if n > Self::PER_ROW { 0 } else { choose(Self::PER_ROW, n) }).product();
            let gone: usize = rows.iter().enumerate().map(|(row, n)| n * (Self::ROWS - 1 - row)).sum();
            sizes[profile] = Some((size, gone as u32));
        });
        let mut starts = vec![0];
        let mut advance = Vec::new();
        for (size, gone) in sizes.into_iter().flatten() {
            starts.push(starts.last().map_or(0, |start| start + size));
            advance.push(gone);
        }
        Self { count, starts, advance, rules: PhantomData }
    }

    /// Calls `visit` for each profile with its number and the number of men on each row.
    fn profiles(count: usize, visit: &mut impl FnMut(usize, &[usize])) {
        fn place(rows: &mut Vec<usize>, row: usize, left: usize, visit: &mut impl FnMut(usize, &[usize])) {
            if left == 0 {
                let (mut profile, mut nth) = (0, 0);
                for (row, &n) in rows.iter().enumerate().skip(1) {
                    for _ in 0..n {
                        profile += choose(row - 1 + nth, nth + 1) as usize;
                        nth += 1;
                    }
                }
                return visit(profile, rows);
            }
            if row == rows.len() {
                return;
            }
            for n in 0..=left {
                rows[row] = n;
                place(rows, row + 1, left - n, visit);
            }
            rows[row] = 0;
        }
        place(&mut vec![0; Self::ROWS], 1, count, visit);
    }

    /// The number of placements with profile number `profile`.
    #[inline(always)]
    pub(super) fn size(&self, profile: usize) -> u64 {
        self.starts[profile + 1] - self.starts[profile]
    }

    /// The profile of a set of men that move upward, and its rank within the profile.
    #[inline(always)]
    pub(super) fn rank(men: R::Bits) -> (usize, u64) {
        let (mut rest, mut profile, mut nth, mut local) = (men, 0, 0, 0);
        while rest.any() {
            let row = usize::from(R::GEOMETRY.ordinal(Square(rest.lowest()))) / Self::PER_ROW;
            let here = rest & R::GEOMETRY.row[row];
            let columns = (here >> u32::from(R::GEOMETRY.bit_of[row * Self::PER_ROW])).fold() as usize & 255;
            let n = here.count() as usize;
            local = local * choose(Self::PER_ROW, n) + u64::from(ROW_RANK[columns]);
            for _ in 0..n {
                profile += choose(row - 1 + nth, nth + 1) as usize;
                nth += 1;
            }
            rest &= !here;
        }
        (profile, local)
    }

    /// All placements, by rank.
    pub(super) fn all(&self) -> Vec<R::Bits> {
        let mut sets = vec![R::Bits::ZERO; self.starts.last().map_or(0, |&n| n as usize)];
        let columns = |n: usize| (0..1u32 << Self::PER_ROW).filter(move |set| set.count_ones() as usize == n);
        Self::profiles(self.count, &mut |profile, rows| {
            let mut placed = vec![R::Bits::ZERO];
            for (row, &n) in rows.iter().enumerate().filter(|&(_, &n)| n > 0) {
                let first = R::GEOMETRY.bit_of[row * Self::PER_ROW];
                let mut longer = Vec::new();
                for &before in &placed {
                    for set in columns(n) {
                        let here = (0..Self::PER_ROW as u8)
                            .filter(|&column| set >> column & 1 != 0)
                            .fold(R::Bits::ZERO, |all, column| all | R::Bits::bit(first + column));
                        longer.push(before | here);
                    }
                }
                placed = longer;
            }
            let start = self.starts[profile] as usize;
            sets[start..start + placed.len()].copy_from_slice(&placed);
        });
        sets
    }
}

/// Where a position lies in its slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Profile of the men of the side to move, and their rank in it.
    pub own: (usize, u64),
    /// The same of the other side, as it sees the board itself.
    pub other: (usize, u64),
    /// Rank of the kings.
    pub kings: u64,
}

/// The numbering of one slice.
#[derive(Clone, Debug)]
pub(super) struct Index<R> {
    pub material: Material,
    pub own: Arc<Men<R>>,
    pub other: Arc<Men<R>>,
    /// The first placement of men of each unit, own profile major.
    units: Arc<[u64]>,
    /// Placements of the other side's kings once all else stands.
    pub other_kings: u64,
    /// Placements of kings once the men stand.
    pub kings: u64,
    /// Numbers in use.
    pub len: u64,
}

impl<R: Rules> Index<R> {
    pub(super) fn new(material: Material) -> Self {
        let own = Arc::new(Men::new(usize::from(material.own_men)));
        let other = Arc::new(Men::new(usize::from(material.other_men)));
        let mut units = Vec::new();
        let mut placements = 0;
        for p in 0..own.advance.len() {
            for q in 0..other.advance.len() {
                units.push(placements);
                placements += own.size(p) * other.size(q);
            }
        }
        let free = R::SET.board.squares() - material.men();
        let own_kings = usize::from(material.own_kings);
        let other_kings = choose(free - own_kings, usize::from(material.other_kings));
        let kings = choose(free, own_kings) * other_kings;
        Self { material, own, other, units: units.into(), other_kings, kings, len: placements * kings }
    }

    /// Calls `visit` for each number that belongs to a position, in order, until it says `false`.
    pub(super) fn each(&self, mut visit: impl FnMut(u64, &View<R::Bits>) -> bool) {
        let positions = Positions::new(self);
        for p in 0..self.own.advance.len() {
            for q in 0..self.other.advance.len() {
                for placement in 0..self.own.size(p) * self.other.size(q) {
                    let (i, j) = (placement / self.other.size(q), placement % self.other.size(q));
                    let Some(men) = positions.men(self.own.starts[p] + i, self.other.starts[q] + j) else {
                        continue;
                    };
                    for kings in 0..self.kings {
                        let view = positions.position(&men, kings);
                        let number = (self.unit(p, q) + placement) * self.kings + kings;
                        if view.canonical::<R>() == view && !visit(number, &view) {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The number of the first placement of men in a unit.
    #[inline(always)]
    pub(super) fn unit(&self, own: usize, other: usize) -> u64 {
        self.units[own * self.other.advance.len() + other]
    }

    /// The number of a position in its canonical view.
    #[inline(always)]
    pub(super) fn number(&self, view: &View<R::Bits>) -> u64 {
        let place = Self::place(view, self.other_kings);
        self.number_of(&place)
    }

    /// The number of a place.
    #[inline(always)]
    pub(super) fn number_of(&self, place: &Place) -> u64 {
        let unit = self.unit(place.own.0, place.other.0);
        let men = place.own.1 * self.other.size(place.other.0) + place.other.1;
        (unit + men) * self.kings + place.kings
    }

    /// Where a position in its canonical view lies. `other_kings` is that of the slice.
    #[inline(always)]
    pub(super) fn place(view: &View<R::Bits>, other_kings: u64) -> Place {
        let own = Men::<R>::rank(view.own & !view.kings);
        let other = Men::<R>::rank(R::GEOMETRY.turned(view.other & !view.kings));
        Place { own, other, kings: Self::rank_kings(view, other_kings) }
    }

    /// The rank of the kings, given the men.
    #[inline(always)]
    pub(super) fn rank_kings(view: &View<R::Bits>, other_kings: u64) -> u64 {
        let men = (view.own | view.other) & !view.kings;
        let own = view.own & view.kings;
        combination::<R>(own, men) * other_kings + combination::<R>(view.other & view.kings, men | own)
    }
}

/// The rank of a set among those of its size on the squares without `occupied`.
#[inline(always)]
fn combination<R: Rules>(set: R::Bits, occupied: R::Bits) -> u64 {
    let free = R::GEOMETRY.all & !occupied;
    let mut rank = 0;
    for (nth, square) in set.iter().enumerate() {
        rank += choose((free & R::Bits::below(square)).count() as usize, nth + 1);
    }
    rank
}

/// All combinations of `k` numbers below `n`, by rank.
pub(super) fn combinations(n: usize, k: usize) -> Vec<[u8; MOST_PIECES]> {
    let mut all = Vec::with_capacity(choose(n, k) as usize);
    let mut now = [0; MOST_PIECES];
    for (i, place) in now.iter_mut().enumerate().take(k) {
        *place = i as u8;
    }
    if k > n {
        return all;
    }
    loop {
        all.push(now);
        // The next in colexicographic order: the lowest that can go up does, those below it go back.
        let Some(i) = (0..k).find(|&i| {
            let limit = if i + 1 < k { now[i + 1] } else { n as u8 };
            now[i] + 1 < limit
        }) else {
            return all;
        };
        now[i] += 1;
        for (j, place) in now.iter_mut().enumerate().take(i) {
            *place = j as u8;
        }
    }
}

/// Positions out of numbers, for those who go through whole slices.
#[derive(Debug)]
pub(super) struct Positions<R: Rules> {
    material: Material,
    own_men: Vec<R::Bits>,
    other_men: Vec<R::Bits>,
    own_kings: Vec<[u8; MOST_PIECES]>,
    other_kings: Vec<[u8; MOST_PIECES]>,
}

/// The men of a position, and what is needed to put kings beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<B> {
    pub own: B,
    pub other: B,
    /// Ordinals of the men, ascending; 255 after the last.
    occupied: [u8; MOST_PIECES + 1],
}

impl<R: Rules> Positions<R> {
    pub(super) fn new(index: &Index<R>) -> Self {
        let material = index.material;
        let free = R::SET.board.squares() - material.men();
        let turned = |men: Vec<R::Bits>| men.into_iter().map(|set| R::GEOMETRY.turned(set)).collect();
        Self {
            material,
            own_men: index.own.all(),
            other_men: turned(index.other.all()),
            own_kings: combinations(free, usize::from(material.own_kings)),
            other_kings: combinations(
                free - usize::from(material.own_kings),
                usize::from(material.other_kings),
            ),
        }
    }

    /// The men with these ranks; `None` if two stand on one square.
    #[inline(always)]
    pub(super) fn men(&self, own: u64, other: u64) -> Option<Placed<R::Bits>> {
        let (own, other) = (self.own_men[own as usize], self.other_men[other as usize]);
        if (own & other).any() {
            return None;
        }
        let mut occupied = [255; MOST_PIECES + 1];
        for (place, square) in occupied.iter_mut().zip((own | other).iter()) {
            *place = R::GEOMETRY.ordinal(Square(square));
        }
        Some(Placed { own, other, occupied })
    }

    /// The position with these men and the kings of this rank.
    #[inline(always)]
    pub(super) fn position(&self, men: &Placed<R::Bits>, kings: u64) -> View<R::Bits> {
        let of_other = self.other_kings.len() as u64;
        let mut occupied = men.occupied;
        let own = stand::<R>(
            &self.own_kings[(kings / of_other) as usize],
            usize::from(self.material.own_kings),
            &mut occupied,
        );
        let other = stand::<R>(
            &self.other_kings[(kings % of_other) as usize],
            usize::from(self.material.other_kings),
            &mut occupied,
        );
        View {
            own: men.own | own,
            other: men.other | other,
            kings: own | other,
            frozen: self.material.frozen,
        }
    }
}

/// The squares with these ranks among those not occupied, ascending; they are occupied afterwards.
#[inline(always)]
fn stand<R: Rules>(ranks: &[u8; MOST_PIECES], count: usize, occupied: &mut [u8; MOST_PIECES + 1]) -> R::Bits {
    let mut set = R::Bits::ZERO;
    let before = *occupied;
    for &rank in &ranks[..count] {
        let mut ordinal = rank;
        for &taken in &before {
            if taken > ordinal {
                break;
            }
            ordinal += 1;
        }
        set |= R::Bits::bit(R::GEOMETRY.bit_of[usize::from(ordinal)]);
        // Kept in order by letting larger ones move up.
        let mut moving = ordinal;
        for place in occupied.iter_mut() {
            if *place > moving {
                std::mem::swap(place, &mut moving);
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{Canadian, English, International, Tirana, Turkish};

    /// Every number that belongs to a position comes back from it.
    fn round_trip<R: Rules>(slice: &str) {
        let index = Index::<R>::new(slice.parse().expect("a slice"));
        let mut last = None;
        index.each(|number, view| {
            assert_eq!(index.number(view), number, "{view:?}");
            assert!(last.is_none_or(|last| last < number) && number < index.len);
            assert_eq!(Material::of(view), index.material);
            last = Some(number);
            true
        });
        assert!(last.is_some());
    }

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        round_trip::<English>("1m1k-1m1k");
        round_trip::<English>("3m0k-0m0k");
        round_trip::<International>("2m0k-0m1k");
        round_trip::<International>("0m1k-0m2k");
        round_trip::<Canadian>("1m1k-1m0k");
        round_trip::<Turkish>("2m0k-1m0k");
        round_trip::<Turkish>("0m2k-1m0k");
        round_trip::<Tirana>("1m1k-2m0k-frozen");
    }

    #[test]
    fn there_are_as_many_positions_as_published() {
        // Positions with both sides, without those that waste a number because two men stand on one square.
        let count = |pieces| {
            let mut all = 0;
            for slice in Material::all::<English>(pieces).into_iter().filter(|slice| slice.pieces() == pieces)
            {
                Index::<English>::new(slice).each(|_, _| {
                    all += 1;
                    true
                });
            }
            all
        };
        assert_eq!((count(2), count(3)), (3_488, 196_032));
    }
}
