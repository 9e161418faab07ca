//! Prints random positions of a game with their legal moves, one JSON object a line, for comparison with other
//! generators (`scripts/compare_moves.py`): `dump_positions VARIANT COUNT [SEED]`.
//!
//! Half the positions come from random play, half are set up at random with many kings. Squares are numbered
//! from 1 at the top left, row by row, in every game. A move is `[from, to, [captured …]]`.

use damone::board::{Bits, Piece, Side, Square};
use damone::notation::fen;
use damone::position::{Board, Position, Setup};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use damone::util::rng::Rng;

struct Dump {
    count: usize,
    random: Rng,
}

impl VariantVisitor for Dump {
    type Output = ();

    fn visit<R: Rules>(mut self) {
        let mut printed = 0;
        while printed < self.count {
            for board in random_game::<R>(&mut self.random).into_iter().take(self.count - printed) {
                println!("{}", line(&board));
                printed += 1;
            }
            let set_up = printed;
            while printed < self.count && printed < set_up + 60 {
                if let Some(board) = random_setup::<R>(&mut self.random) {
                    println!("{}", line(&board));
                    printed += 1;
                }
            }
        }
    }
}

/// The positions of a game of random moves; what went before leaves no trace in them, since they are compared
/// as placements.
fn random_game<R: Rules>(random: &mut Rng) -> Vec<Board<R>> {
    let mut boards = Vec::new();
    let mut position = Position::<R>::start();
    while boards.len() < 120 {
        let moves = position.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        boards.extend(bare(position.board()));
        position = position.after(&moves[random.below(moves.len())]);
    }
    boards
}

/// The board without state that only the past explains.
fn bare<R: Rules>(board: &Board<R>) -> Option<Board<R>> {
    Setup { king_run: [None; 2], ..board.setup() }.board().ok()
}

/// A few pieces anywhere, more kings than men.
fn random_setup<R: Rules>(random: &mut Rng) -> Option<Board<R>> {
    let mut squares: Vec<_> = R::GEOMETRY.all.iter().map(Square).collect();
    let turn = Side::BOTH[random.below(2)];
    let most = usize::from(R::SET.setup.room) * R::SET.board.per_row() as usize;
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for _ in 0..=random.below(most) {
            let square = squares.swap_remove(random.below(squares.len()));
            let piece = if random.below(5) < 2 { Piece::Man } else { Piece::King };
            pieces.push((side, piece, square));
        }
    }
    let setup = Setup { turn, pieces, crowned: None, demand: None, king_run: [None; 2] };
    setup.board().ok()
}

fn line<R: Rules>(board: &Board<R>) -> String {
    let number = |square: Square| R::GEOMETRY.ordinal(square) + 1;
    let moves: Vec<_> = board
        .legal_moves()
        .iter()
        .map(|mv| {
            let captured: Vec<_> =
                mv.captured.iter().map(|index| number(Square(index)).to_string()).collect();
            format!("[{},{},[{}]]", number(mv.from), number(mv.to), captured.join(","))
        })
        .collect();
    let position = Position::new(*board, damone::position::Clocks::default());
    format!(
        r#"{{"variant":"{}","fen":"{}","hub":"{}","moves":[{}]}}"#,
        R::SET.name,
        fen::write(&position),
        fen::write_hub(board),
        moves.join(",")
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [name, count, rest @ ..] = &arguments[..] else {
        return Err("usage: dump_positions VARIANT COUNT [SEED]".into());
    };
    let seed = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let id: VariantId = name.parse()?;
    visit_variant(id, Dump { count: count.parse()?, random: Rng::new(seed) });
    Ok(())
}
