//! The canonical form.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::read::is_numbered;
use crate::board::{Piece, Side, Square};
use crate::notation::squares;
use crate::position::{Board, Position, Setup};
use crate::rules::{Numbering, Rules, SquareNames};

/// Writes a position in the one form that this engine uses: turn, White, Black, extensions; no blanks, no dot;
/// squares ascending, three or more neighbouring numbers as a range.
pub fn write<R: Rules>(position: &Position<R>) -> String {
    let board = position.board();
    let [white, black] = Side::BOTH.map(|side| list(board, side));
    let mut text = format!("{}:W{white}:B{black}", board.turn().letter());
    for extension in extensions(position) {
        text.push(':');
        text.push_str(&extension);
    }
    text
}

/// The playing squares in ascending order of their names: by number, or a1 to h1, a2 to h2 …
fn ascending<R: Rules>() -> Vec<Square> {
    let mut squares: Vec<_> =
        (0..R::SET.board.squares()).filter_map(|ordinal| R::GEOMETRY.square(ordinal)).collect();
    match R::SET.squares {
        SquareNames::Numbers(Numbering::TopLeft) => {}
        SquareNames::Numbers(Numbering::BottomRight) => squares.reverse(),
        SquareNames::Letters => squares.sort_by_key(|&square| {
            let (row, column) = R::GEOMETRY.place(square);
            (std::cmp::Reverse(row), column)
        }),
    }
    squares
}

/// The pieces of a side.
fn list<R: Rules>(board: &Board<R>, side: Side) -> String {
    let mut words: Vec<String> = Vec::new();
    // Neighbouring numbers with the same kind of piece, first and last.
    let mut run: Option<(Piece, usize, usize)> = None;
    for (n, square) in (1..).zip(ascending::<R>()) {
        let piece = board.piece_at(square).filter(|&(owner, _)| owner == side).map(|(_, piece)| piece);
        match (piece, run) {
            (Some(piece), Some((kind, first, _))) if piece == kind && is_numbered::<R>() => {
                run = Some((kind, first, n));
            }
            (Some(piece), _) if is_numbered::<R>() => {
                words.extend(run_words(run));
                run = Some((piece, n, n));
            }
            (Some(piece), _) => words.push(format!("{}{}", sign(piece), squares::name::<R>(square))),
            (None, _) => {
                words.extend(run_words(run));
                run = None;
            }
        }
    }
    words.extend(run_words(run));
    words.join(",")
}

/// What stands before the square of a piece.
fn sign(piece: Piece) -> &'static str {
    match piece {
        Piece::Man => "",
        Piece::King => "K",
    }
}

/// The words of a run: a range if it has three squares or more.
fn run_words(run: Option<(Piece, usize, usize)>) -> Vec<String> {
    match run {
        None => Vec::new(),
        Some((piece, first, last)) if last - first >= 2 => vec![format!("{}{first}-{last}", sign(piece))],
        Some((piece, first, last)) => (first..=last).map(|n| format!("{}{n}", sign(piece))).collect(),
    }
}

/// The extensions that say something new.
fn extensions<R: Rules>(position: &Position<R>) -> Vec<String> {
    let (board, clocks) = (position.board(), position.clocks());
    let setup = board.setup();
    let mut words = Vec::new();
    if let Some(crowned) = setup.crowned.filter(|_| crowned_is_news(board, &setup)) {
        words.push(match crowned {
            [true, true] => "CWB".to_owned(),
            [true, false] => "CW".to_owned(),
            [false, true] => "CB".to_owned(),
            [false, false] => "C-".to_owned(),
        });
    }
    if let Some(demand) = setup.demand {
        let (capturer, victim) = (squares::name::<R>(demand.capturer), squares::name::<R>(demand.victim));
        words.push(format!("D{capturer}x{victim}"));
    }
    let runs: Vec<_> = setup.king_run.iter().flatten().collect();
    if !runs.is_empty() {
        let runs = runs.iter().map(|run| format!("{}/{}", squares::name::<R>(run.king), run.count));
        words.push(format!("R{}", runs.collect::<Vec<_>>().join(",")));
    }
    if clocks.no_progress > 0 {
        words.push(format!("H{}", clocks.no_progress));
    }
    if clocks.endings.iter().any(|&count| count > 0) {
        let counts = clocks.endings.iter().take(position.draws().endings.len()).map(u8::to_string);
        words.push(format!("E{}", counts.collect::<Vec<_>>().join(",")));
    }
    words.extend(R::SET.tag(clocks.tag).map(|tag| format!("T{}", tag.name)));
    words
}

/// Whether a reader would not find out by itself who has had a king.
fn crowned_is_news<R: Rules>(board: &Board<R>, setup: &Setup) -> bool {
    // Without the demand, which may be impossible to those who have not had a king.
    let derived = Setup { crowned: None, demand: None, ..setup.clone() }.board::<R>();
    derived.map_or(true, |derived| {
        Side::BOTH.iter().any(|&side| derived.has_crowned(side) != board.has_crowned(side))
    })
}
