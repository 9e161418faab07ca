//! The rule vector: one plain constant per game, read by generic code as `R::SET` and folded by the compiler.

use super::draw::{DrawRules, Tag};
use super::id::VariantId;
use crate::board::{Bits, BoardShape, Dirs, Geometry, Side};

/// Where a value comes from: the article of the rule book, or the id of our ruling (T6, A11 …).
pub type Source = &'static str;

/// What distinguishes one game from another. Plain data, no behaviour.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a rule of its own, named by its field
pub struct RuleSet {
    /// Which game this is.
    pub id: VariantId,
    /// The name that users type and that the protocol prints.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// The game in words.
    pub title: &'static str,
    /// The rule book.
    pub source: Source,
    /// The board.
    pub board: BoardShape,
    /// The start position.
    pub setup: Setup,
    /// The side that moves first.
    pub first: Side,
    /// Where a man moves without capturing.
    pub men_move: Dirs,
    /// Where a man captures.
    pub men_capture: Dirs,
    /// Whether men may capture kings.
    pub men_take_kings: bool,
    /// Where a king moves without capturing.
    pub king_move: Dirs,
    /// Where a king captures.
    pub king_capture: Dirs,
    /// How far a king moves.
    pub king_range: KingRange,
    /// Where a capturing king may land.
    pub king_landing: Landing,
    /// Whether a capturing king may turn back on its line.
    pub reversal: Reversal,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// What happens to a man that reaches the last row in a capture.
    pub promotion: Promotion,
    /// Which captures are allowed when there are several: the first criterion decides, the next breaks ties.
    pub precedence: &'static [Criterion],
    /// What wins.
    pub objective: Objective,
    /// Kings may only slide sideways, and neither capture nor be captured, until both sides have had one.
    pub kings_freeze: bool,
    /// A side's last piece becomes a king where it stands.
    pub last_man_crowns: bool,
    /// The mover may demand that a certain piece of his be taken by a certain piece of the opponent.
    pub designation: bool,
    /// Most consecutive quiet moves with the same king while its side has a man.
    pub king_run_limit: Option<u8>,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// Other federations' draw rules and first side.
    pub tags: &'static [Tag],
    /// How squares are written.
    pub squares: SquareNames,
    /// What stands between the squares of a capture, in our output.
    pub capture_sign: char,
    /// The name in the Hub protocol: Scan's where it has one, else ours.
    pub hub_name: &'static str,
    /// The PDN `GameType`.
    pub game_type: GameType,
    /// Rules worth a word to a user, with their ids; shown by `damone variants`.
    pub notes: &'static [(&'static str, Source)],
}

/// The start position: `rows` full rows of men for each side, beginning `skip` rows from its edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Empty rows behind the men.
    pub skip: u8,
    /// Rows of men.
    pub rows: u8,
    /// As many rows of men as a position that is set up may have pieces.
    pub room: u8,
}

impl Setup {
    /// `rows` full rows behind which `skip` stay empty; nothing more may be set up.
    pub const fn rows(skip: u8, rows: u8) -> Self {
        Self { skip, rows, room: rows }
    }
}

impl RuleSet {
    /// The draw rules under tag number `tag` (from 1), or those of the game for 0.
    #[inline(always)]
    pub const fn draws_of(&'static self, tag: u8) -> &'static DrawRules {
        if self.tags.is_empty() || tag == 0 || tag as usize > self.tags.len() {
            return &self.draws;
        }
        match &self.tags[tag as usize - 1].draws {
            Some(draws) => draws,
            None => &self.draws,
        }
    }

    /// The number of the tag called `name`, from 1; case does not matter.
    pub fn tag_number(&self, name: &str) -> Option<u8> {
        let place = self.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case(name))?;
        u8::try_from(place + 1).ok()
    }

    /// The tag with a number from 1.
    pub fn tag(&self, number: u8) -> Option<&'static Tag> {
        self.tags.get(usize::from(number).checked_sub(1)?)
    }

    /// The most pieces on the board to which an ending rule applies, under any tag.
    pub const fn most_pieces_in_endings(&self) -> u32 {
        let (mut most, mut i) = (self.draws.most_pieces(), 0);
        while i < self.tags.len() {
            if let Some(draws) = &self.tags[i].draws {
                let pieces = draws.most_pieces();
                if pieces > most {
                    most = pieces;
                }
            }
            i += 1;
        }
        most
    }
}

/// How far a king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One step; it captures adjacent pieces.
    Short,
    /// Any distance over empty squares.
    Flying,
}

/// Where a flying king may land behind the piece it captures. A landing square from which the capture goes
/// on is compulsory if there is one (in majority games that follows from the majority).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On any empty square behind.
    Anywhere,
    /// Only on the next square.
    Next,
    /// As `Anywhere`, but only on the next square at the end of a capture whose last victim is a king.
    NextIfLastIsKing,
}

/// Whether a king may turn by 180° between two jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reversal {
    /// Never. With [`Removal::AfterMove`] it is impossible anyway: the piece just taken is in the way.
    Forbidden,
    /// Allowed.
    Free,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the move; until then they cannot be jumped again and stand in the way.
    AfterMove,
    /// One by one, before the next jump.
    AtOnce,
}

/// What happens to a man that reaches the last row in a capture. Quiet moves always promote there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// It goes on as a man if it can and is promoted only if the move ends there.
    OnStop,
    /// The move ends there.
    EndsMove,
    /// It becomes a king and goes on as one.
    InPassing,
}

/// A rule that says which captures are allowed. Larger is better throughout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Number of captured pieces.
    MostPieces,
    /// Captures by a king before captures by a man.
    WithKing,
    /// Number of captured kings.
    MostKings,
    /// Captured kings come earlier, compared position by position over the whole sequence.
    EarliestKing,
    /// Value of the captured pieces: a man counts 2, a king just under 4 (Frisian article 11).
    MostValue,
}

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The side to move without a legal move loses.
    Normal,
    /// The side to move without a legal move wins.
    Misere,
    /// As `Normal`, and the first side to get a king wins.
    FirstKing,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareNames {
    /// `a1` at White's bottom left, letters along the rows.
    Letters,
    /// Numbers from 1 along the rows.
    Numbers(Numbering),
}

/// Which playing square is number 1; numbers run along the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// The first of Black's back row, from White's left to right.
    TopLeft,
    /// The last of White's back row, from White's right to left.
    BottomRight,
}

/// The parts of a PDN `GameType` tag that the rest of the rule set does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameType {
    /// The PDN number; 90 and above are ours.
    pub number: u8,
    /// Corner of square 1 or a1 seen by the first player: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    pub corner: u8,
}

/// A game as a type, so that one text of generator and search is compiled for each game.
pub trait Rules: Copy + Clone + Default + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Bits: Bits;
    /// The rules.
    const SET: RuleSet;
    /// The board's tables.
    const GEOMETRY: &'static Geometry<Self::Bits>;
}
