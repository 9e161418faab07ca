//! Playing weaker than possible, the chances shown, and questions for a forced win, as a user interface meets them.

use std::time::{Duration, Instant};

use crate::common::Engine;

const GAMES: [&str; 6] =
    ["tirana", "tirana-designation", "international", "canadian", "giveaway", "breakthrough"];

fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

/// The moves that an engine with these options plays against itself.
fn plays(options: &[(&str, &str)], plies: usize) -> Vec<String> {
    let mut engine = Engine::playing("international");
    for (name, value) in options {
        assert_eq!(engine.ask(&format!("setoption name {name} value {value}")), [""; 0]);
    }
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..plies {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("go movetime 5000");
        let best = engine.wait_for("bestmove");
        moves.push(best.split_whitespace().nth(1).expect("a move").to_owned());
    }
    moves
}

#[test]
fn a_level_with_a_seed_plays_the_same_and_without_one_it_does_not() {
    let seeded = || plays(&[("Skill Level", "0"), ("Skill Seed", "3")], 12);
    assert_eq!(seeded(), seeded());
    let others = [(); 4].map(|()| plays(&[("UCI_LimitStrength", "true")], 12));
    assert!(others.iter().any(|moves| *moves != others[0]), "{others:?}");
}

#[test]
fn another_game_brings_other_errors() {
    let mut engine = Engine::start();
    engine.ask("setoption name Skill Level value 0");
    engine.ask("setoption name Skill Seed value 1");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..20 {
        engine.send("go movetime 5000");
        let first = engine.wait_for("bestmove");
        engine.send("go movetime 5000");
        let again = engine.wait_for("bestmove");
        assert_eq!(first.split_whitespace().nth(1), again.split_whitespace().nth(1));
        seen.insert(first);
        engine.send("ucinewgame");
    }
    assert!(seen.len() > 1, "always {seen:?}");
}

#[test]
fn every_level_plays_legal_moves_in_every_game() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let legal = engine.legal_moves();
        for level in ["0", "7", "19"] {
            engine.send(&format!("setoption name Skill Level value {level}"));
            engine.send("go movetime 50");
            let best = engine.wait_for("bestmove");
            let mv = best.split_whitespace().nth(1).unwrap_or("");
            assert!(legal.iter().any(|legal| legal == mv), "{game} {level}: {best}");
        }
        assert_eq!(engine.quit(), [""; 0]);
    }
}

#[test]
fn analysis_is_at_full_strength() {
    let mut engine = Engine::start();
    engine.ask("setoption name Skill Level value 0");
    engine.send("go infinite");
    engine.wait_for("info depth 9 ");
    engine.send("stop");
    engine.wait_for("bestmove");
}

#[test]
fn chances_stand_behind_every_score_and_add_up() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        engine.ask("setoption name UCI_ShowWDL value true");
        engine.send("go depth 4");
        let lines = engine.until("bestmove");
        for line in lines.iter().filter(|line| line.contains(" score ")) {
            let (_, rest) = line.split_once(" wdl ").unwrap_or_else(|| panic!("{game}: {line}"));
            let chances: Vec<u32> =
                rest.split(' ').take(3).map(|word| word.parse().expect("a number")).collect();
            assert_eq!(chances.iter().sum::<u32>(), 1000, "{game}: {line}");
        }
    }
}

#[test]
fn a_question_that_takes_long_can_be_stopped_at_any_time() {
    let mut engine = Engine::start();
    let mut worst = Duration::ZERO;
    for wait in [0, 1, 5, 20, 100, 300] {
        engine.send("go mate 60");
        std::thread::sleep(Duration::from_millis(wait));
        engine.send("isready");
        engine.wait_for("readyok");
        let asked = Instant::now();
        engine.send("stop");
        let lines = engine.until("bestmove");
        worst = worst.max(asked.elapsed());
        assert!(lines.iter().any(|line| line == "info string not decided"), "{lines:#?}");
    }
    println!("worst stop of a proof: {worst:?}");
    assert!(worst < Duration::from_millis(250), "{worst:?}");
}

#[test]
fn limits_end_a_question() {
    let mut engine = Engine::start();
    for limit in ["nodes 50000", "movetime 60", "depth 4", "wtime 1000 btime 1000"] {
        let asked = Instant::now();
        engine.send(&format!("go mate 40 {limit}"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line == "info string not decided"), "{limit}: {lines:#?}");
        assert!(asked.elapsed() < Duration::from_secs(5), "{limit}: {:?}", asked.elapsed());
    }
    engine.send("go ponder mate 40 movetime 60");
    engine.sync();
    engine.send("ponderhit");
    engine.wait_for("bestmove");
}

#[test]
fn questions_are_answered_in_games_of_every_aim() {
    for (game, fen, moves, answer) in [
        // The last piece must be given away, and here it is Black that gets rid of its own.
        ("giveaway", "W:W22:B9", "1", "info string no win within 1 moves"),
        ("breakthrough", "W:W6,50:B45", "1", "score mate 1"),
        ("breakthrough", "W:W16,48:B40", "1", "info string no win within 1 moves"),
        ("turkish", "W:WKa1,Kb2:Bd4", "5", "score mate "),
    ] {
        let mut engine = Engine::playing(game);
        assert_eq!(engine.ask(&format!("position fen {fen}")), [""; 0], "{game} {fen}");
        engine.send(&format!("go mate {moves}"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.contains(answer)), "{game} {fen}: {lines:#?}");
        assert_eq!(
            lines.iter().filter(|line| line.starts_with("info string")).count(),
            usize::from(answer.starts_with("info"))
        );
        assert!(last(&lines).starts_with("bestmove "));
    }
}
