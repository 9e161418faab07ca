//! What a network sees of a board. Training and play use these functions, so that they cannot see different things.
//!
//! Each side sees the board from its own end: its men first, Black's view turned by 180 degrees. One weight matrix
//! serves both views.

use crate::board::{Bits, Side};
use crate::position::Board;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};

/// Output buckets: four quarters of the piece count of the start position, without kings and then with kings.
pub const BUCKETS: usize = 8;

/// The inputs of the four kinds of piece: own men, the opponent's men, own kings, the opponent's kings.
pub const KINDS: usize = 4;

/// How many squares the game is played on.
pub const fn squares<R: Rules>() -> usize {
    R::SET.board.squares()
}

/// How many inputs beside the pieces the rules of the game ask for: each comes twice, own and the opponent's.
pub const fn extras<R: Rules>() -> usize {
    2 * (R::SET.kings_freeze as usize + R::SET.designation as usize + run_lengths::<R>())
}

/// How many inputs there are.
pub const fn input_count<R: Rules>() -> usize {
    KINDS * squares::<R>() + extras::<R>()
}

/// The lengths of a king's run of quiet moves that are told apart; longer ones are forbidden.
const fn run_lengths<R: Rules>() -> usize {
    match R::SET.king_run_limit {
        Some(limit) => limit as usize,
        None => 0,
    }
}

/// The inputs that are 1 in the view of `viewer`, each once; all are below [`input_count`].
pub fn inputs<R: Rules>(board: &Board<R>, viewer: Side) -> impl Iterator<Item = usize> + use<R> {
    let kinds = [
        (false, false, board.men(viewer)),
        (true, false, board.men(!viewer)),
        (false, true, board.kings(viewer)),
        (true, true, board.kings(!viewer)),
    ];
    let pieces = kinds.into_iter().flat_map(move |(theirs, king, squares)| {
        squares.iter().map(move |bit| piece_input::<R>(viewer, theirs, king, bit))
    });
    let extras = extra_state(board);
    let extras = [viewer, !viewer].into_iter().flat_map(move |side| {
        u64::from(extras[side.index()]).iter().map(move |extra| extra_input::<R>(viewer, side, extra))
    });
    pieces.chain(extras)
}

/// The input of a piece, the viewer's or the opponent's (`theirs`), on the square with bit index `bit`.
#[inline(always)]
pub(super) fn piece_input<R: Rules>(viewer: Side, theirs: bool, king: bool, bit: u8) -> usize {
    let group = usize::from(theirs) + 2 * usize::from(king);
    let ordinal = usize::from(R::GEOMETRY.ordinal_of[usize::from(bit & 127)]);
    let place = if matches!(viewer, Side::White) { ordinal } else { squares::<R>() - 1 - ordinal };
    group * squares::<R>() + place
}

/// The input of bit `extra` of [`extra_state`] of `side`.
#[inline(always)]
pub(super) fn extra_input<R: Rules>(viewer: Side, side: Side, extra: u8) -> usize {
    KINDS * squares::<R>() + 2 * usize::from(extra) + usize::from(side != viewer)
}

/// The extra inputs of White and Black as bits, in their order: has had a king; must meet a demand; runs of quiet
/// king moves by length.
#[inline(always)]
pub(super) fn extra_state<R: Rules>(board: &Board<R>) -> [u8; 2] {
    if const { extras::<R>() == 0 } {
        return [0; 2];
    }
    const { assert!(extras::<R>() / 2 <= 8, "the extra inputs of a side fit a byte") };
    [extra_state_of(board, Side::White), extra_state_of(board, Side::Black)]
}

#[inline(always)]
fn extra_state_of<R: Rules>(board: &Board<R>, side: Side) -> u8 {
    let (mut state, mut place) = (0, 0);
    if R::SET.kings_freeze {
        state |= u8::from(board.has_crowned(side));
        place += 1;
    }
    if R::SET.designation {
        state |= u8::from(board.demand().is_some() && board.turn() == side) << place;
        place += 1;
    }
    let run = usize::from(board.king_run(side).count).min(const { run_lengths::<R>() });
    if run > 0 {
        state |= 1 << (place + run - 1);
    }
    state
}

/// The output bucket of a board, below [`BUCKETS`].
#[inline(always)]
pub fn bucket<R: Rules>(board: &Board<R>) -> usize {
    let start = const { R::SET.setup.rows as usize * R::SET.board.per_row() as usize * 2 };
    let count = (board.pieces(Side::White) | board.pieces(Side::Black)).count() as usize;
    // Some games may be set up with more pieces than they begin with.
    let quarter = (count.saturating_sub(1) * 4 / start).min(3);
    let kings = (board.kings(Side::White) | board.kings(Side::Black)).any();
    quarter + if kings { BUCKETS / 2 } else { 0 }
}

/// The squares and the extra inputs of a game known by name.
pub fn shape(variant: VariantId) -> (usize, usize) {
    struct Shape;
    impl VariantVisitor for Shape {
        type Output = (usize, usize);
        fn visit<R: Rules>(self) -> (usize, usize) {
            (squares::<R>(), extras::<R>())
        }
    }
    visit_variant(variant, Shape)
}
