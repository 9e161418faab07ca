//! Endgame tables as a search meets them: the options, `tbhits`, and endings that are won because of them.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::common::{Engine, program};

/// A folder with the tables of three pieces of English draughts, built once by the program.
fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables-in-search");
        let words = ["tablebase", "build", "--variant", "english", "--pieces", "3", "--dir"];
        let output = program().args(words).arg(&folder).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    })
}

/// An engine that plays English draughts with tables.
fn engine() -> Engine {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value english");
    let answer = engine.ask(&format!("setoption name TablebasePath value {}", folder().display()));
    assert!(
        answer.len() == 1 && answer[0].contains(" endgame tables of english with at most 3"),
        "{answer:?}"
    );
    engine
}

/// The last line of analysis and the move.
fn go(engine: &mut Engine, position: &str, limit: &str) -> (String, String) {
    engine.send(position);
    engine.send(&format!("go {limit}"));
    let lines = engine.until("bestmove");
    let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move").to_owned();
    (lines[lines.len().saturating_sub(2)].clone(), best)
}

#[test]
fn a_win_that_no_shallow_search_sees_is_known() {
    let mut engine = engine();
    // Two kings against one in the double corner: won, but far off.
    let position = "position fen W:WK14,K15:BK1";
    let (line, _) = go(&mut engine, position, "depth 1");
    assert!(line.contains(" score cp 24") && line.contains(" tbhits "), "{line}");
    engine.ask("setoption name TablebasePieces value 0");
    let (line, _) = go(&mut engine, position, "depth 1");
    assert!(!line.contains(" score cp 24") && !line.contains(" tbhits "), "{line}");
    engine.ask("setoption name TablebasePieces value 2");
    let (line, _) = go(&mut engine, position, "depth 1");
    assert!(!line.contains(" score cp 24"), "{line}");
}

#[test]
fn a_won_ending_is_won_within_the_limits_of_the_game() {
    let mut engine = engine();
    for fen in ["W:WK32,K31:BK1", "W:WK18,30:BK4", "B:WK29:BK1,K5"] {
        let (mut moves, start) = (Vec::<String>::new(), format!("position fen {fen} moves"));
        loop {
            let position = format!("{start} {}", moves.join(" "));
            let position = if moves.is_empty() { format!("position fen {fen}") } else { position };
            let (_, best) = go(&mut engine, &position, "depth 2");
            if best == "(none)" {
                break;
            }
            moves.push(best);
            assert!(moves.len() < 80, "{fen}: {moves:?}");
        }
        // The winner made the last move.
        assert_eq!(moves.len() % 2, 1, "{fen}: {moves:?}");
    }
}

/// The hits that a line of analysis tells; nothing if it tells none.
/// The quickest way would be the third time on the board, or give the other side the chance to repeat.
#[test]
fn a_win_is_not_repeated_away() {
    let mut engine = engine();
    let shuffled = "position fen B:WK10,K15:BK1 moves 1-5 10-14 5-1 14-10 1-5 10-14 5-1";
    let (line, best) = go(&mut engine, "position fen W:WK14,K15:BK1", "depth 1");
    assert_eq!(best, "14-10", "{line}");
    let (line, best) = go(&mut engine, shuffled, "depth 1");
    assert_ne!(best, "14-10", "{line}");
    assert!(line.contains(" score cp 24"), "{line}");
    // The loser takes the draw that a repetition gives.
    let (line, best) = go(&mut engine, &format!("{shuffled} 15-18 1-6 18-15"), "depth 1");
    assert!(line.contains(" score cp 0 ") && best == "6-1", "{line} {best}");
}

fn hits(line: &str) -> Option<u64> {
    line.split_once(" tbhits ")?.1.split(' ').next()?.parse().ok()
}

/// The positions searched, as a line of analysis tells them.
fn nodes(line: &str) -> Option<u64> {
    line.split_once(" nodes ")?.1.split(' ').next()?.parse().ok()
}

/// Won endings of three pieces that a search of one ply does not see.
const WON: [(&str, &str); 5] = [
    ("english", "W:WK14,K15:BK1"),
    ("international", "W:W23:B5,6"),
    ("turkish", "W:WKa1,Kb2:Bh6"),
    ("tirana", "W:WKa1,Kb2:BKh8"),
    ("croda", "W:WKa1,Kb2:BKh8"),
];

#[test]
fn three_pieces_need_no_folder() {
    for (game, fen) in WON {
        let mut engine = Engine::playing(game);
        let position = format!("position fen {fen}");
        let (line, best) = go(&mut engine, &position, "depth 1");
        assert!(line.contains(" score cp 24") && hits(&line) > Some(0), "{game}: {line}");
        // Without a clock the first search, which had to wait, comes to the same as one that did not.
        engine.ask("ucinewgame");
        let again = go(&mut engine, &position, "depth 1");
        assert_eq!((nodes(&line), &best), (nodes(&again.0), &again.1), "{game}");
        engine.ask("setoption name TablebasePieces value 0");
        let (line, _) = go(&mut engine, &position, "depth 1");
        assert!(!line.contains(" score cp 24") && hits(&line).is_none(), "{game}: {line}");
    }
}

/// A draw of four pieces, with tables of three: leaving moves out near the leaves may not make a loss for the other side
/// of what only some of its moves lose, nor may a search that is broken off say more than it has seen.
#[test]
fn a_broken_off_search_announces_no_win_in_a_draw() {
    let mut engine = Engine::playing("international");
    for nodes in (60..900).step_by(20) {
        engine.ask("ucinewgame");
        let (line, _) = go(&mut engine, "position fen B:W6,35:BK25,44", &format!("nodes {nodes}"));
        let score = line.split_once(" score cp ").and_then(|(_, rest)| rest.split(' ').next());
        let score: i32 = score.and_then(|score| score.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        assert!(score < 1000 || line.contains(" upperbound "), "{nodes}: {line}");
    }
}

/// Lines that score alike are in the order of what the tables know, so that the first still wins.
#[test]
fn a_won_ending_is_won_with_several_lines() {
    let mut engine = engine();
    engine.ask("setoption name MultiPV value 3");
    let mut moves = String::new();
    for ply in 0.. {
        let (_, best) = go(&mut engine, &format!("position fen W:WK14,K15:BK1{moves}"), "depth 2");
        if best == "(none)" {
            assert_eq!(ply % 2, 1, "the winner makes the last move: {moves}");
            break;
        }
        let space = if moves.is_empty() { " moves " } else { " " };
        moves = format!("{moves}{space}{best}");
        assert!(ply < 30, "{moves}");
    }
}

#[test]
fn many_pieces_ask_no_own_tables_and_levels_none() {
    let mut engine = Engine::playing("english");
    let (line, _) = go(&mut engine, "position startpos", "depth 3");
    assert_eq!(hits(&line), None, "{line}");
    engine.ask("setoption name Skill Level value 5");
    let (line, _) = go(&mut engine, "position fen W:WK14,K15:BK1", "depth 1");
    assert_eq!(hits(&line), None, "{line}");
}

#[test]
fn a_search_that_waits_for_tables_can_be_stopped() {
    let mut engine = Engine::playing("canadian");
    engine.send("position fen W:WK1,K2:BK60");
    engine.send("go infinite");
    engine.send("stop");
    assert!(engine.wait_for("bestmove").starts_with("bestmove "));
}

#[test]
fn wrong_folders_change_nothing() {
    let mut engine = engine();
    let damaged = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables-damaged");
    let game = damaged.join("english");
    std::fs::create_dir_all(&game).expect("made");
    let file = "0m1k-0m1k.dtb";
    let mut bytes = std::fs::read(folder().join("english").join(file)).expect("there");
    *bytes.last_mut().expect("not empty") ^= 1;
    std::fs::write(game.join(file), bytes).expect("written");
    for wrong in ["no/such/folder", damaged.to_str().expect("a text")] {
        let answer = engine.ask(&format!("setoption name TablebasePath value {wrong}"));
        assert!(answer.len() == 1 && answer[0].starts_with("info string error: "), "{answer:?}");
        assert!(answer[0].contains(wrong), "{answer:?}");
        // The option is what it was: it is opened again, and found.
        let answer = engine.ask("setoption name TablebasePieces value 3");
        assert!(answer[0].contains("16 endgame tables of english with at most 3"), "{answer:?}");
        // Nor does a wrong folder end a search.
        engine.send("position startpos");
        engine.send("go infinite");
        engine.send(&format!("setoption name TablebasePath value {wrong}"));
        engine.wait_for("info string error: ");
        assert!(engine.sync().iter().all(|line| !line.starts_with("bestmove")));
        engine.send("stop");
        engine.wait_for("bestmove");
    }
    std::fs::remove_dir_all(damaged).expect("removed");
}

#[test]
fn a_game_whose_tables_are_damaged_is_played_without_them() {
    let damaged = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables-of-one-game-damaged");
    std::fs::create_dir_all(damaged.join("italian")).expect("made");
    std::fs::write(damaged.join("italian").join("0m1k-0m1k.dtb"), b"no table").expect("written");
    let mut engine = Engine::playing("english");
    let answer = engine.ask(&format!("setoption name TablebasePath value {}", damaged.display()));
    assert!(answer[0].contains("no endgame tables of english below"), "{answer:?}");
    let answer = engine.ask("setoption name UCI_Variant value italian");
    assert!(answer.len() == 1 && answer[0].starts_with("info string error: "), "{answer:?}");
    let answer = engine.ask("setoption name UCI_Variant value english");
    assert!(answer[0].contains("no endgame tables of english below"), "{answer:?}");
    std::fs::remove_dir_all(damaged).expect("removed");
}
