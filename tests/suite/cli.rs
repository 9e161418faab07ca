//! The subcommands, run to their end.

use std::process::{Command, Output, Stdio};

fn damone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damone"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// The lines printed by a run that must succeed.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = damone(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {} {errors}", output.status);
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// The complaint of a run that must fail.
fn complaint(arguments: &[&str]) -> String {
    let output = damone(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn analyse_shows_the_board_the_lines_and_the_move() {
    let lines = lines(&["analyse", "--variant", "italian", "--depth", "5", "--multipv", "2"]);
    assert!(lines.iter().any(|line| line.starts_with("FEN: W:W")));
    assert!(lines.iter().any(|line| line.contains("depth 5") && line.contains("multipv 2")));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn analyse_takes_positions_and_moves() {
    let last = |arguments: &[&str]| lines(arguments).pop().expect("a line");
    assert_eq!(last(&["analyse", "--fen", "W:W39:B44", "--depth", "3"]), "bestmove 39x50");
    assert_eq!(
        last(&["analyse", "--fen", "W:W39:B44", "--moves", "39x50", "--depth", "3"]),
        "bestmove (none)"
    );
    let all = lines(&["analyse", "startpos", "--moves", "32-28 19-23", "--nodes", "1000", "--threads", "2"]);
    assert!(all.iter().any(|line| line.starts_with("Moves (1): 28x19")), "{all:#?}");
    assert!(last(&["analyse", "--movetime", "20", "--hash", "1"]).starts_with("bestmove "));
}

#[test]
fn analyse_speaks_json() {
    let lines = lines(&["analyse", "--depth", "4", "--json"]);
    let values: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (first, last) = (values.first().expect("a line"), values.last().expect("a line"));
    assert_eq!(first["fen"], "W:W31-50:B1-20");
    assert!(last["bestmove"].is_string());
    let line = &values[values.len() - 2];
    assert_eq!(line["depth"], 4);
    assert!(line["score"]["cp"].is_i64() && line["pv"][0].is_string());
}

#[test]
fn perft_counts_whatever_the_threads() {
    for threads in ["1", "2", "5"] {
        let counted = lines(&["perft", "--variant", "10x10", "--depth", "6", "--threads", threads]);
        assert!(counted.last().is_some_and(|line| line.starts_with("167140 leaves in ")), "{counted:?}");
    }
    let divided = lines(&["perft", "--variant", "english", "--depth", "3", "--divide", "--threads", "2"]);
    assert_eq!(divided.len(), 7 + 2);
    assert!(divided.last().is_some_and(|line| line.starts_with("302 leaves")));
    assert!(lines(&["perft", "--depth", "0"])[0].starts_with("1 leaves"));
}

#[test]
fn games_are_listed_with_their_rules() {
    let table = lines(&["variants"]).join("\n");
    for game in ["tirana", "tirana-designation", "arabic", "turkish", "italian", "international", "english"] {
        assert!(table.contains(game), "{game}");
    }
    assert!(table.contains("FMJD 6.1") && table.contains("most pieces"));
}

#[test]
fn one_game_is_shown_with_its_start_position() {
    let text = lines(&["variants", "makhos"]).join("\n");
    for part in ["31,B,8,8,N2,0", "may turn straight back", "white-first", "B:W1-8:B25-32", "Black to move"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let text = lines(&["variants", "spanish"]).join("\n");
    assert!(text.contains("24,W,8,8,N1,1") && text.contains("most kings"), "{text}");
    assert!(complaint(&["variants", "chess"]).contains("unknown variant 'chess'"));
}

#[test]
fn the_protocol_is_there_with_and_without_its_name() {
    for arguments in [&[][..], &["uci"]] {
        assert_eq!(lines(arguments), [""; 0], "the input has ended");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    for (arguments, word) in [
        (&["analyse", "--variant", "chess"][..], "unknown variant 'chess'"),
        (&["analyse", "--fen", "W:W99:B1"], "'99'"),
        (&["analyse", "--moves", "32-28 32-28"], "move 2: '32-28'"),
        (&["analyse", "--hash", "0"], "option Hash"),
        (&["analyse", "--depth", "x"], "'x'"),
        (&["analyse", "startpos", "--fen", "W:W31:B1"], "cannot be used with"),
        (&["perft"], "--depth"),
        (&["perft", "--depth", "3", "--threads", "0"], "option Threads"),
        (&["bench", "--variant", "go"], "unknown variant 'go'"),
        (&["bake"], "'bake'"),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(word), "{arguments:?}: {complaint}");
    }
}
