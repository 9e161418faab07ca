//! When a game is drawn, as data. Wins come first: a rule below is asked only if the side to move can move.

use super::set::Source;

/// The draw rules of a game. Every count is in plies (half-moves).
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    /// Occurrences of one position (placement, side to move and extra state) that draw; the current one counts.
    pub repetition: Option<(u8, Source)>,
    /// Plies without progress that draw. Progress is a capture, a promotion or a forward man move.
    pub no_progress: Option<(u16, Source)>,
    /// Endings that must be won within a number of plies; at most [`EndingRule::MAX`].
    pub endings: &'static [EndingRule],
    /// What happens when each side has a single piece.
    pub one_each: OneEach,
    /// Where [`DrawRules::one_each`] comes from.
    pub one_each_source: Source,
}

/// A material balance that is drawn when it has stood for a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct EndingRule {
    /// The balance, asked of the position after each move.
    pub when: MaterialTest,
    /// Plies, counted from the position in which the balance arose, which itself counts 0.
    pub plies: u8,
    /// Where the rule comes from.
    pub source: Source,
}

impl EndingRule {
    /// How many ending rules a game may have: each needs a counter in every position.
    pub const MAX: usize = 4;
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
}
