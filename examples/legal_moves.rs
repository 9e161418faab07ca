//! The rules as a library: plays a random game of Turkish dama and prints its moves.
//!
//! Only the rules floors are used; they know no threads, no clock and no protocol.

use damone::notation::{board_text, fen, moves};
use damone::position::Game;
use damone::rules::variants::Turkish;
use damone::util::rng::Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = fen::read::<Turkish>(
        "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
    )?;
    let mut game = Game::new(start);
    let mut rng = Rng::new(1);
    while game.outcome().is_none() {
        let board = *game.position().board();
        let legal = board.legal_moves();
        let chosen = legal[rng.below(legal.len())];
        print!("{} ", moves::write(&board, &chosen));
        game.play(chosen)?;
    }
    println!();
    println!("{}", board_text::draw(game.position().board()));
    if let Some(outcome) = game.outcome() {
        println!("{outcome} after {} plies", game.moves().len());
    }
    Ok(())
}
