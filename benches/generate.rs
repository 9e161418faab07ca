//! How fast moves are generated and counted: `cargo bench --bench generate`, with a filter after `--`.
//!
//! The figures are items a second: leaves for perft, positions for counting and listing.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use damone::board::{Piece, Side};
use damone::position::perft::perft;
use damone::position::{Board, MoveList, Setup};
use damone::rules::variants::{Arabic, English, International, Italian, Tirana, TiranaDesignation, Turkish};
use damone::rules::{Rules, VariantId};

fn main() {
    divan::main();
}

/// Squares of the men and of the kings of one side, counted from 1 at the top left.
type Pieces = (&'static [usize], &'static [usize]);

/// A position rich in kings: the side to move, White and Black.
type Place = (Side, Pieces, Pieces);

/// Random178, known for its many equal captures.
const LONG_CAPTURES: Place =
    (Side::Black, (&[6, 9, 10, 11, 20, 21, 22, 23, 30, 33, 37, 41, 42, 43, 44, 46], &[31]), (&[], &[17, 24]));
/// Eight kings each.
const ONLY_KINGS: Place =
    (Side::White, (&[], &[25, 26, 27, 28, 29, 30, 31, 32]), (&[], &[1, 2, 3, 4, 5, 6, 7, 8]));
/// The middle game of kish's benchmarks: one king each among the men.
const KINGS_AMONG_MEN: Place =
    (Side::White, (&[49, 50, 43, 37, 46, 55, 56], &[36]), (&[9, 10, 19, 29, 22, 15, 16], &[28]));
/// Both sides have had a king, so that they are free.
const FREE_KINGS: Place = (Side::Black, (&[43, 38, 56], &[2]), (&[20, 31, 13], &[63]));

/// The position with kings of a game, and depths of some milliseconds there and from the start.
fn depths<R: Rules>() -> (Place, u32, u32) {
    match R::SET.id {
        VariantId::Tirana => (FREE_KINGS, 5, 6),
        VariantId::TiranaDesignation => (FREE_KINGS, 3, 5),
        VariantId::Arabic => (KINGS_AMONG_MEN, 5, 6),
        VariantId::Turkish => (KINGS_AMONG_MEN, 6, 7),
        VariantId::Italian | VariantId::English => (ONLY_KINGS, 7, 9),
        VariantId::International => (LONG_CAPTURES, 6, 8),
        VariantId::Russian
        | VariantId::Brazilian
        | VariantId::Pool
        | VariantId::Spanish
        | VariantId::Portuguese
        | VariantId::Czech
        | VariantId::Thai
        | VariantId::Poddavki
        | VariantId::Giveaway
        | VariantId::Vinciperdi => (ONLY_KINGS, 5, 8),
        VariantId::Frisian | VariantId::Killer | VariantId::Antidraughts | VariantId::Breakthrough => {
            (LONG_CAPTURES, 5, 7)
        }
        VariantId::Frysk => (LONG_CAPTURES, 5, 6),
        VariantId::Canadian => (ONLY_KINGS, 3, 6),
        VariantId::Armenian | VariantId::Gothic | VariantId::Croda => (KINGS_AMONG_MEN, 4, 4),
    }
}

fn with_kings<R: Rules>() -> Board<R> {
    let ((turn, white, black), ..) = depths::<R>();
    let mut setup = Setup { turn, pieces: Vec::new(), crowned: None, demand: None, king_run: [None; 2] };
    for (side, (men, kings)) in [(Side::White, white), (Side::Black, black)] {
        for (piece, squares) in [(Piece::Man, men), (Piece::King, kings)] {
            let square = |&number: &usize| R::GEOMETRY.square(number - 1).expect("a square of the board");
            setup.pieces.extend(squares.iter().map(|number| (side, piece, square(number))));
        }
    }
    setup.board().expect("a legal position")
}

fn bench_perft<R: Rules>(bencher: Bencher, board: Board<R>, depth: u32) {
    let leaves = perft(&board, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(black_box(&board), depth));
}

#[divan::bench(types = [Tirana, TiranaDesignation, Arabic, Turkish, Italian, International, English])]
fn perft_start<R: Rules>(bencher: Bencher) {
    bench_perft(bencher, Board::<R>::start(), depths::<R>().2);
}

#[divan::bench(types = [Tirana, TiranaDesignation, Arabic, Turkish, Italian, International, English])]
fn perft_kings<R: Rules>(bencher: Bencher) {
    bench_perft(bencher, with_kings::<R>(), depths::<R>().1);
}

/// Adds the positions that are `depth` plies below `board`.
fn collect<R: Rules>(board: &Board<R>, depth: u32, positions: &mut Vec<Board<R>>) {
    if depth == 0 {
        positions.push(*board);
        return;
    }
    for mv in board.legal_moves() {
        collect(&board.after(&mv), depth - 1, positions);
    }
}

/// Some thousands of positions, from the start and with kings.
fn sample<R: Rules>() -> Vec<Board<R>> {
    let mut positions = Vec::new();
    collect(&Board::start(), 4, &mut positions);
    collect(&with_kings(), 3, &mut positions);
    positions
}

#[divan::bench(types = [Tirana, TiranaDesignation, Arabic, Turkish, Italian, International, English])]
fn counting<R: Rules>(bencher: Bencher) {
    let positions = sample::<R>();
    let mut scratch = MoveList::new();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|board| board.count_moves(&mut scratch)).sum::<u64>());
}

#[divan::bench(types = [Tirana, TiranaDesignation, Arabic, Turkish, Italian, International, English])]
fn listing<R: Rules>(bencher: Bencher) {
    let positions = sample::<R>();
    let mut list = MoveList::new();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for board in &positions {
            board.moves(&mut list);
            black_box(&list);
        }
    });
}
