//! Proofs against trying everything, by the rules as the game floor has them.

use super::*;
use crate::board::{Piece, Square};
use crate::notation::{fen, moves};
use crate::position::{Clocks, Setup};
use crate::rules::variants::{
    Antidraughts, Breakthrough, English, International, Tirana, TiranaDesignation, Turkish,
};
use crate::util::rng::Rng;

/// Whether `attacker` wins within `plies`, by playing all games.
fn wins_by_trying<R: Rules>(game: &mut Game<R>, attacker: Side, plies: u32, is_root: bool) -> bool {
    match game.outcome().filter(|outcome| !is_root || matches!(outcome, Outcome::Win { .. })) {
        Some(Outcome::Win { winner, .. }) => return winner == attacker,
        Some(Outcome::Draw(_)) => return false,
        None if plies == 0 => return false,
        None => {}
    }
    let attacks = game.position().turn() == attacker;
    let moves = game.position().board().legal_moves();
    let decisive = moves.into_iter().any(|mv| {
        game.play(mv).unwrap();
        let won = wins_by_trying(game, attacker, plies - 1, false);
        game.take_back();
        won == attacks
    });
    decisive == attacks
}

fn prove<R: Rules>(game: &Game<R>, moves: u32, table: &Table) -> Proof<R::Bits> {
    let legal = game.position().board().legal_moves();
    Prover::new(game, legal, plies::<R>(moves), table, &|| true).search(u64::MAX)
}

/// A few pieces anywhere.
fn random_position<R: Rules>(rng: &mut Rng, most: usize) -> Option<Position<R>> {
    let mut squares: Vec<_> = R::GEOMETRY.all.iter().map(Square).collect();
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for _ in 0..=rng.below(most) {
            let piece = if rng.below(3) == 0 { Piece::King } else { Piece::Man };
            let piece = if matches!(R::SET.objective, Objective::FirstKing) { Piece::Man } else { piece };
            pieces.push((side, piece, squares.swap_remove(rng.below(squares.len()))));
        }
    }
    let turn = Side::BOTH[rng.below(2)];
    let setup = Setup { turn, pieces, crowned: None, demand: None, king_run: [None; 2] };
    let board = setup.board().ok()?;
    // Now and then close to a draw by count.
    let limit = R::SET.draws.no_progress.map_or(0, |(limit, _)| limit);
    let no_progress = if rng.below(3) == 0 { limit.saturating_sub(1 + rng.below(5) as u16) } else { 0 };
    Some(Position::new(board, Clocks { no_progress, ..Clocks::default() }))
}

/// A game from a small position: after a few random moves, which repeat some positions.
fn random_game<R: Rules>(rng: &mut Rng, most: usize) -> Game<R> {
    loop {
        let Some(start) = random_position::<R>(rng, most) else { continue };
        let mut game = Game::new(start);
        for _ in 0..rng.below(10) {
            let moves = game.position().board().legal_moves();
            if game.outcome().is_some() {
                break;
            }
            game.play(moves[rng.below(moves.len())]).unwrap();
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Asks for wins within one to `moves` moves in `positions` small positions; gives how many were won.
fn compare<R: Rules>(positions: usize, most: usize, moves: u32) -> usize {
    let mut rng = Rng::new(2026);
    let table = Table::new(1).unwrap();
    let mut won = 0;
    for _ in 0..positions {
        let mut game = random_game::<R>(&mut rng, most);
        let attacker = game.position().turn();
        let text = fen::write(game.position());
        let shortest =
            (1..=moves).find(|&moves| wins_by_trying(&mut game, attacker, plies::<R>(moves), true));
        match (prove(&game, moves, &table), shortest) {
            (Proof::NoWin, None) => {}
            (Proof::Win { plies: found, line }, Some(moves)) => {
                assert_eq!(found, plies::<R>(moves), "{} {text}", R::SET.id);
                assert_eq!(line.len(), found as usize, "{} {text}", R::SET.id);
                for mv in line {
                    game.play(mv).unwrap();
                }
                let won = matches!(game.outcome(), Some(Outcome::Win { winner, .. }) if winner == attacker);
                assert!(won, "{} {text}", R::SET.id);
            }
            (proof, truth) => panic!("{} {text}: {proof:?}, but {truth:?}", R::SET.id),
        }
        won += usize::from(shortest.is_some());
    }
    won
}

#[test]
fn proofs_agree_with_trying_everything() {
    for (won, game) in [
        (compare::<International>(120, 2, 2), "international"),
        (compare::<English>(250, 2, 3), "english"),
        (compare::<Turkish>(160, 2, 2), "turkish"),
        (compare::<Tirana>(160, 2, 2), "tirana"),
        (compare::<TiranaDesignation>(160, 2, 2), "tirana-designation"),
        (compare::<Antidraughts>(120, 2, 2), "antidraughts"),
        (compare::<Breakthrough>(120, 2, 3), "breakthrough"),
    ] {
        assert!(won > 3, "{game}: only {won} wins, which tests little");
    }
}

/// A question about a position given by FEN.
fn asked<R: Rules>(text: &str, moves: u32) -> Proof<R::Bits> {
    prove(&Game::new(fen::read::<R>(text).unwrap()), moves, &Table::new(4).unwrap())
}

fn plies_of<B>(proof: &Proof<B>) -> Option<u32> {
    if let Proof::Win { plies, .. } = proof { Some(*plies) } else { None }
}

/// Two kings against one in the double corner: won, but not soon.
const LONG: &str = "W:WK14,K11:BK1";

#[test]
fn the_win_found_is_the_shortest_and_heeds_the_draw_count() {
    let found = plies_of(&asked::<English>(LONG, 12)).unwrap();
    assert!(found > 9, "won in {found} plies, which tests little");
    assert_eq!(asked::<English>(LONG, found.div_ceil(2) - 1), Proof::NoWin);
    // A win on the last ply of the count is a win; with a ply less there is none.
    let limit = English::SET.draws.no_progress.unwrap().0;
    let just = limit - found as u16;
    assert_eq!(plies_of(&asked::<English>(&format!("{LONG}:H{just}"), 12)), Some(found));
    assert_eq!(asked::<English>(&format!("{LONG}:H{}", just + 1), 12), Proof::NoWin);
}

#[test]
fn a_question_may_be_asked_in_parts() {
    let game = Game::new(fen::read::<English>(LONG).unwrap());
    let (table, whole) = (Table::new(4).unwrap(), asked::<English>(LONG, 12));
    let moves = game.position().board().legal_moves();
    let mut prover = Prover::new(&game, moves, 23, &table, &|| true);
    let mut parts = 0;
    let proof = loop {
        let before = prover.nodes();
        match prover.search(2000) {
            Proof::Open => assert_eq!(prover.nodes() - before, 2000),
            proof => break proof,
        }
        parts += 1;
    };
    assert!(parts > 1 && plies_of(&proof) == plies_of(&whole), "{parts} parts: {proof:?}");
}

#[test]
fn only_the_moves_asked_about_count() {
    let game = Game::new(fen::read::<English>("W:WK18,K23,K10:BK29").unwrap());
    let (table, attacker) = (Table::new(1).unwrap(), game.position().turn());
    let mut counts = [0; 2];
    for mv in game.position().board().legal_moves() {
        let mut next = game.clone();
        next.play(mv).unwrap();
        let wins = wins_by_trying(&mut next, attacker, 2, false);
        let proof = Prover::new(&game, vec![mv], 3, &table, &|| true).search(u64::MAX);
        assert_eq!(plies_of(&proof).is_some(), wins, "{mv:?}");
        counts[usize::from(wins)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_position_that_would_come_for_the_third_time_is_no_way_to_win() {
    let mut game = Game::new(fen::read::<English>(LONG).unwrap());
    let read = |game: &Game<English>, text| moves::read(game.position().board(), text).unwrap();
    let first = read(&game, "11-15");
    let within_twelve = |game: &Game<English>| {
        let table = Table::new(4).unwrap();
        plies_of(&Prover::new(game, vec![first], 23, &table, &|| true).search(u64::MAX))
    };
    assert!(within_twelve(&game).is_some());
    for times in 1..=2 {
        for text in ["11-15", "1-5", "15-11", "5-1"] {
            let mv = read(&game, text);
            game.play(mv).unwrap();
        }
        assert_eq!(within_twelve(&game).is_some(), times == 1, "after {times} times");
    }
}

#[test]
fn it_listens() {
    let (game, table) = (Game::new(Position::<Turkish>::start()), Table::new(1).unwrap());
    let moves = game.position().board().legal_moves();
    let looks = std::cell::Cell::new(0);
    let goes_on = || {
        looks.set(looks.get() + 1);
        looks.get() < 10
    };
    let mut prover = Prover::new(&game, moves, 101, &table, &goes_on);
    assert_eq!(prover.search(u64::MAX), Proof::Open);
    assert!(prover.nodes() <= 10 * LOOK_INTERVAL);
}
