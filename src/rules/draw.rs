//! When a game is drawn, as data. Wins come first: a rule below is asked only if the side to move can move.

use super::set::Source;
use crate::board::Side;

/// The draw rules of a game. Every count is in plies (half-moves).
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    /// Occurrences of one position (placement, side to move and extra state) that draw; the current one counts.
    pub repetition: Option<(u8, Source)>,
    /// Plies without progress that draw.
    pub no_progress: Option<(u16, Source)>,
    /// What progress is.
    pub progress: Progress,
    /// Endings that must be won within a number of plies; at most [`EndingRule::MAX`].
    pub endings: &'static [EndingRule],
    /// What happens when each side has a single piece.
    pub one_each: OneEach,
    /// Where [`DrawRules::one_each`] comes from.
    pub one_each_source: Source,
}

/// What sets the count of [`DrawRules::no_progress`] back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A capture, a promotion or a forward man move: what can never be taken back.
    ManMove,
    /// A capture or a promotion.
    Promotion,
}

/// A material balance that is drawn when it has stood for a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct EndingRule {
    /// The balance, asked of the position after each move.
    pub when: MaterialTest,
    /// Which plies count while the balance stands; when it goes, the count is 0 again.
    pub counts: Counting,
    /// Plies, counted from the position in which the balance arose, which itself counts 0.
    pub plies: u8,
    /// Where the rule comes from.
    pub source: Source,
}

impl MaterialTest {
    /// The most pieces on the board that pass the test.
    pub const fn most_pieces(self) -> u32 {
        match self {
            Self::LoneKingAgainst { most, .. } | Self::LoneKingAgainstKings { most, .. } => most as u32 + 1,
            Self::BothHaveKings { most, .. } => most as u32,
        }
    }
}

impl DrawRules {
    /// The most pieces on the board to which an ending rule applies; 0 if there are no such rules.
    pub const fn most_pieces(&self) -> u32 {
        let (mut most, mut i) = (0, 0);
        while i < self.endings.len() {
            let pieces = self.endings[i].when.most_pieces();
            if pieces > most {
                most = pieces;
            }
            i += 1;
        }
        most
    }
}

impl EndingRule {
    /// How many ending rules a game may have: each needs a counter in every position.
    pub const MAX: usize = 5;
}

/// Which plies an [`EndingRule`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// All.
    Every,
    /// All since the material last changed: a capture or a promotion begins the count anew, though the
    /// balance stands before and after.
    SinceChange,
    /// Those after which the lone king stands on the main road; the count waits while it does not.
    LoneKingOnRoad,
    /// Those after which a king of the other side stands on the main road; the count waits while none does.
    OtherSideOnRoad,
}

/// A test of the material on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialTest {
    /// One side has a king and nothing else; the other has `least..=most` pieces, a king among them.
    LoneKingAgainst {
        /// Fewest pieces of the other side.
        least: u8,
        /// Most pieces of the other side.
        most: u8,
    },
    /// One side has a king and nothing else; the other has at least `least` kings and no man.
    LoneKingAgainstKings {
        /// Fewest kings of the other side.
        least: u8,
        /// Most kings of the other side.
        most: u8,
    },
    /// Both sides have a king, and `least..=most` pieces stand on the board.
    BothHaveKings {
        /// Fewest pieces of both sides together.
        least: u8,
        /// Most pieces of both sides together.
        most: u8,
    },
}

/// The rule for one piece against one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OneEach {
    /// No such rule.
    PlayOn,
    /// Drawn at once, whatever the two pieces are and even if one can be taken.
    Draw,
    /// Drawn if both are kings and the side to move cannot capture.
    DrawIfKingsWithoutCapture,
    /// Drawn if both are kings and neither can be captured: not now, and not next whatever the side to move does.
    DrawIfKingsSafe,
}

/// Another federation's draw rules or first side for a game; its moves are the same.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// What users type after the game's name and a slash, and after `T` in a FEN.
    pub name: &'static str,
    /// What differs, in words.
    pub title: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The side that moves first, if that differs.
    pub first: Option<Side>,
    /// The draw rules, if they differ.
    pub draws: Option<DrawRules>,
}
