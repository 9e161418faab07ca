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
    engine.ask("setoption name TablebasePath value <empty>");
    let (line, _) = go(&mut engine, position, "depth 1");
    assert!(!line.contains(" score cp 24") && !line.contains(" tbhits "), "{line}");
    engine.ask(&format!("setoption name TablebasePath value {}", folder().display()));
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

#[test]
fn wrong_folders_change_nothing() {
    let mut engine = Engine::start();
    let answer = engine.ask("setoption name TablebasePath value no/such/folder");
    assert!(answer[0].contains("0 endgame tables of international"), "{answer:?}");
    let (line, _) = go(&mut engine, "position fen W:WK46:BK5,K10", "depth 2");
    assert!(!line.contains("tbhits"), "{line}");
}
