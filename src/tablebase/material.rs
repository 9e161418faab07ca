//! Slices: what stands on the board, and in which games tables of it can be right.

use std::fmt;
use std::str::FromStr;

use crate::board::Bits;
use crate::position::Board;
use crate::rules::{Objective, Rules};

use super::view::View;

/// The most pieces on the board that tables can have.
pub const MOST_PIECES: usize = 7;

/// A slice of the tables: the pieces of the side to move and of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub own_men: u8,
    /// Kings of the side to move.
    pub own_kings: u8,
    /// Men of the other side.
    pub other_men: u8,
    /// Kings of the other side.
    pub other_kings: u8,
    /// Kings may only slide sideways, because not both sides have had one yet (rulings T8, A1); false in other games.
    pub frozen: bool,
}

/// Whether tables of a game leave out what its rules make too large to store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// All positions up to the number of pieces.
    All,
    /// Not those where a side has two men or men beside kings: which king has moved how often in a row is part of the
    /// position there (Frisian article 17) and is not stored.
    NoMenBesideKings,
    /// All that can arise: the game is over with the first king.
    MenOnly,
}

impl Coverage {
    /// What the tables of game `R` cover.
    pub const fn of<R: Rules>() -> Self {
        if R::SET.king_run_limit.is_some() {
            Self::NoMenBesideKings
        } else if matches!(R::SET.objective, Objective::FirstKing) {
            Self::MenOnly
        } else {
            Self::All
        }
    }

    /// Why some positions are left out; `None` if none are.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::NoMenBesideKings => Some(
                "sides with two men or with men beside kings are left out: the run of quiet moves by one king (article 17) would be part of the position",
            ),
            Self::MenOnly => Some("only men: the first king ends the game"),
        }
    }
}

impl Material {
    /// The number of pieces.
    pub const fn pieces(self) -> usize {
        (self.own_men + self.own_kings + self.other_men + self.other_kings) as usize
    }

    /// The number of men.
    pub const fn men(self) -> usize {
        (self.own_men + self.other_men) as usize
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
            frozen: self.frozen,
        }
    }

    /// The material of a board in its view.
    #[inline(always)]
    pub(super) fn of<B: Bits>(view: &View<B>) -> Self {
        Self {
            own_men: (view.own & !view.kings).count() as u8,
            own_kings: (view.own & view.kings).count() as u8,
            other_men: (view.other & !view.kings).count() as u8,
            other_kings: (view.other & view.kings).count() as u8,
            frozen: view.frozen,
        }
    }

    /// A number below [`Self::CODES`] for each material of at most [`MOST_PIECES`] pieces.
    #[inline(always)]
    pub(super) const fn code(self) -> usize {
        let kinds = [self.own_men, self.own_kings, self.other_men, self.other_kings];
        kinds[0] as usize
            | (kinds[1] as usize) << 3
            | (kinds[2] as usize) << 6
            | (kinds[3] as usize) << 9
            | (self.frozen as usize) << 12
    }

    /// One more than the largest code.
    pub(super) const CODES: usize = 1 << 13;

    /// Whether tables of game `R` have this slice.
    pub fn exists<R: Rules>(self) -> bool {
        let sides = [(self.own_men, self.own_kings), (self.other_men, self.other_kings)];
        let room = u32::from(R::SET.setup.room) * R::SET.board.per_row() as u32;
        let fits = sides.iter().all(|&(men, kings)| men + kings > 0 && u32::from(men + kings) <= room);
        let frozen_fits =
            !self.frozen || R::SET.kings_freeze && (self.own_kings == 0 || self.other_kings == 0);
        let crowned = R::SET.last_man_crowns && sides.contains(&(1, 0));
        let covered = match Coverage::of::<R>() {
            Coverage::All => true,
            Coverage::NoMenBesideKings => {
                sides.iter().all(|&(men, kings)| men == 0 || (men, kings) == (1, 0))
            }
            Coverage::MenOnly => self.own_kings + self.other_kings == 0,
        };
        self.pieces() <= MOST_PIECES && fits && frozen_fits && !crowned && covered
    }

    /// All slices of game `R` with at most `pieces` pieces, each after those that its moves lead to, its own and its
    /// swapped one excepted: fewer pieces first, then fewer men, then those whose kings are free.
    pub fn all<R: Rules>(pieces: usize) -> Vec<Self> {
        let mut found = Vec::new();
        let most = pieces.min(MOST_PIECES) as u8;
        for own_men in 0..=most {
            for own_kings in 0..=most {
                for other_men in 0..=most {
                    for other_kings in 0..=most {
                        for frozen in [false, true] {
                            let slice = Self { own_men, own_kings, other_men, other_kings, frozen };
                            if slice.pieces() <= usize::from(most) && slice.exists::<R>() {
                                found.push(slice);
                            }
                        }
                    }
                }
            }
        }
        found.sort_by_key(|slice| (slice.stage(), *slice));
        found
    }

    /// Slices of one stage do not depend on each other, each and its swapped one excepted, only on lower stages.
    pub(super) fn stage(self) -> (usize, usize, bool) {
        (self.pieces(), self.men(), self.frozen)
    }

    /// Which sides (own, other) have had a king in a slice whose kings freeze.
    #[inline(always)]
    pub(super) fn crowned(self) -> [bool; 2] {
        if self.frozen { [self.own_kings > 0, self.other_kings > 0] } else { [true; 2] }
    }

    /// Whether a board of this material has the history that the slice means: frozen kings belong to the side that
    /// has had one. Others can only be set up by hand.
    pub(super) fn fits_history<R: Rules>(self, board: &Board<R>) -> bool {
        if !self.frozen {
            return true;
        }
        let us = board.turn();
        [board.has_crowned(us), board.has_crowned(!us)] == self.crowned()
    }
}

/// As `2m1k-0m1k`, the side to move first; `-frozen` follows where kings are.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own_men, own_kings, other_men, other_kings, frozen } = self;
        write!(f, "{own_men}m{own_kings}k-{other_men}m{other_kings}k")?;
        if *frozen { f.write_str("-frozen") } else { Ok(()) }
    }
}

/// A text that names no slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a slice is written as 2m1k-0m1k, the side to move first")]
pub struct NoMaterial;

impl FromStr for Material {
    type Err = NoMaterial;

    fn from_str(text: &str) -> Result<Self, NoMaterial> {
        let (text, frozen) = text.strip_suffix("-frozen").map_or((text, false), |text| (text, true));
        let (own, other) = text.split_once('-').ok_or(NoMaterial)?;
        let side = |text: &str| {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            Some((men.parse().ok()?, kings.parse().ok()?))
        };
        let ((own_men, own_kings), (other_men, other_kings)) =
            side(own).zip(side(other)).ok_or(NoMaterial)?;
        let numbers: [u8; 4] = [own_men, own_kings, other_men, other_kings];
        if numbers.iter().map(|&n| usize::from(n)).sum::<usize>() > MOST_PIECES {
            return Err(NoMaterial);
        }
        Ok(Self { own_men, own_kings, other_men, other_kings, frozen })
    }
}
