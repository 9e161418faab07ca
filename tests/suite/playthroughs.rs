//! One game of random moves for each game, ply by ply: whatever changes in rules, keys or notation shows here.
//!
//! `UPDATE=1 cargo test --test suite playthroughs` writes the files anew.

use std::fmt::Write as _;
use std::{env, fs, path::PathBuf};

use damone::notation::{fen, moves};
use damone::position::{Game, Position};
use damone::rules::Rules;
use damone::util::rng::Rng;

/// Longer games add nothing but length.
const PLIES: usize = 120;

fn played<R: Rules>() -> String {
    let mut random = Rng::new(2014);
    let mut game = Game::new(Position::<R>::start());
    let mut text = format!("# {}: random moves, seed 2014\n", R::SET.name);
    for ply in 0..=PLIES {
        let position = game.position();
        let board = *position.board();
        let legal = board.legal_moves();
        let outcome = game.outcome().map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
        let list: Vec<_> = legal.iter().map(|mv| moves::write(&board, mv)).collect();
        let (key, fen) = (position.key(), fen::write(position));
        writeln!(text, "{ply} {fen} {key:016x} | {} | {outcome}", list.join(" "))
            .expect("a string takes all");
        if outcome != "-" || ply == PLIES {
            break;
        }
        let chosen = legal[random.below(legal.len())];
        writeln!(text, "> {}", moves::write(&board, &chosen)).expect("a string takes all");
        game.play(chosen).expect("a legal move");
    }
    text
}

fn compare<R: Rules>() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{}.txt", R::SET.name));
    let now = played::<R>();
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, now).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (line, (now, golden)) in now.lines().zip(golden.lines()).enumerate() {
        assert_eq!(now, golden, "{} line {}", R::SET.name, line + 1);
    }
    assert_eq!(now.len(), golden.len(), "{}", R::SET.name);
}

#[test]
fn games_go_as_they_went() {
    for_every_game!(compare);
}
