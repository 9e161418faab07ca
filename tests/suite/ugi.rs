//! The Universal Game Interface as a runner speaks it that knows no rules.

use std::time::Duration;

use crate::common::Engine;

fn ready() -> Engine {
    let mut engine = Engine::with(&["ugi"]);
    engine.send("ugi");
    let lines = engine.until("ugiok");
    assert!(lines[0].starts_with("id name Damone"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("uciok")));
    engine
}

fn query(engine: &mut Engine, what: &str) -> String {
    engine.send(&format!("query {what}"));
    engine.wait_for("response ").split_whitespace().nth(1).expect("an answer").to_owned()
}

#[test]
fn help_lists_the_commands_of_the_dialect() {
    let listed = |dialect: &str| {
        let mut engine = Engine::with(&[dialect]);
        let lines = engine.ask("help");
        let commands = lines.iter().take_while(|line| *line != "Options:");
        commands.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let (uci, ugi) = (listed("uci"), listed("ugi"));
    for own in ["uci", "ucinewgame", "ponderhit"] {
        assert!(uci.iter().any(|word| word == own) && !ugi.iter().any(|word| word == own), "{own}");
    }
    for own in ["ugi", "uginewgame", "query"] {
        assert!(ugi.iter().any(|word| word == own) && !uci.iter().any(|word| word == own), "{own}");
    }
    let clocks = Engine::with(&["ugi"]).ask("help");
    assert!(clocks.iter().any(|line| line.starts_with("go p1time T")));
    assert!(!clocks.iter().any(|line| line.contains("wtime")), "{clocks:?}");
}

/// Two engines, and a runner that asks them about everything.
#[test]
fn a_game_without_a_referee() {
    for (variant, time) in
        [("english", "movetime 5"), ("international", "p1time 500 p2time 500 p1inc 5 p2inc 5")]
    {
        let mut players = [ready(), ready()];
        for player in &mut players {
            player.send(&format!("setoption name UCI_Variant value {variant}"));
            player.send("uginewgame");
        }
        let mut moves = String::new();
        let mut plies = 0;
        let result = loop {
            for player in &mut players {
                player.send(&format!("position startpos{moves}"));
                assert_eq!(player.sync(), [""; 0]);
            }
            let answers: Vec<Vec<String>> = players
                .iter_mut()
                .map(|player| ["p1turn", "gameover", "result"].map(|what| query(player, what)).to_vec())
                .collect();
            assert_eq!(answers[0], answers[1], "{variant}{moves}");
            assert_eq!(answers[0][0], (plies % 2 == 0).to_string());
            if answers[0][1] == "true" || plies >= 200 {
                break answers[0][2].clone();
            }
            assert_eq!(answers[0][2], "none");
            let player = &mut players[plies % 2];
            player.send(&format!("go {time}"));
            let best = player.wait_for("bestmove ");
            assert_eq!(best.split_whitespace().count(), 2, "{best}");
            moves += if moves.is_empty() { " moves " } else { " " };
            moves += best.split_whitespace().nth(1).expect("a move");
            plies += 1;
        };
        assert!(["p1win", "p2win", "draw", "none"].contains(&result.as_str()), "{result}");
        for player in players {
            assert_eq!(player.quit(), [""; 0]);
        }
    }
}

#[test]
fn the_first_player_is_who_begins_the_game() {
    let mut engine = ready();
    engine.send("setoption name UCI_Variant value english");
    // Black has no pieces left and is to move: White, who moves second, has won.
    engine.send("position fen W:W17:B13 moves 17-14");
    assert_eq!(query(&mut engine, "p1turn"), "true", "Black begins in English draughts");
    engine.send("position fen W:W14:B9 moves 14x5");
    assert_eq!(query(&mut engine, "gameover"), "true");
    assert_eq!(query(&mut engine, "result"), "p2win");
    // The clock of the one to move: p1 has no time, so the answer comes at once though p2 had an hour.
    engine.send("position startpos");
    engine.send("go p1time 20 p2time 3600000");
    assert!(engine.until("bestmove").len() > 1);
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn wins_are_counted_in_plies() {
    let mut engine = ready();
    engine.send("position fen W:W39:B44");
    engine.send("go depth 1");
    assert!(engine.until("bestmove").iter().any(|line| line.contains(" score mate 1 ")));
    engine.send("position fen B:WK26,K5,K32:BK4");
    engine.send("go depth 9");
    for line in engine.until("bestmove") {
        if let Some(mate) = line.split(" mate ").nth(1) {
            let plies: i32 = mate.split_whitespace().next().and_then(|n| n.parse().ok()).expect("a number");
            assert_eq!(plies % 2 != 0, plies > 0, "the winner makes the last move: {line}");
        }
    }
}

#[test]
fn bad_input_is_survived() {
    let mut engine = ready();
    engine.send("position startpos moves 32-28 19-23");
    let before = engine.ask("d");
    for wrong in [
        "query",
        "query who",
        "query result now",
        "go wtime 100",
        "go p1time",
        "go p1time 1 p1time 2",
        "uci",
        "ucinewgame",
        "ponderhit",
        "position startpos moves 1-2",
        "setoption name Hash value x",
        "response true",
    ] {
        let answer = engine.ask(wrong);
        assert!(answer.len() == 1 && answer[0].starts_with("info string error: "), "{wrong}: {answer:?}");
        for end in 0..wrong.len() {
            if wrong.starts_with("query") || wrong.starts_with("go p1") {
                let cut = wrong[..end].trim();
                if cut == "go" || cut.starts_with("go p1time 1") {
                    continue;
                }
                let answer = engine.ask(cut);
                let fine = answer
                    .iter()
                    .all(|line| line.starts_with("info string error") || line.starts_with("response"));
                assert!(fine, "{cut}: {answer:?}");
            }
        }
    }
    let mut bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    bytes.push(b'\n');
    engine.send_bytes(&bytes);
    engine.send(&"y".repeat(1 << 20));
    engine.send(&format!("query {}", "z".repeat(1 << 20)));
    assert!(engine.sync().iter().all(|line| line.starts_with("info string error: ") && line.len() < 1000));
    assert_eq!(engine.ask("d"), before);
    engine.send("go infinite");
    engine.send("isready");
    engine.wait_for("readyok");
    engine.close();
    let (status, _) = engine.finish(Duration::from_secs(1));
    assert!(status.success());
}
