//! What the crate gets wrong, and that it does not reach us.

use std::panic::catch_unwind;

use super::*;
use crate::engine::{GoSpec, PositionSpec, StartSpec};

fn read(line: &str) -> Command {
    parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}")).unwrap()
}

fn go(line: &str) -> GoSpec {
    match read(line) {
        Command::Go(spec) => spec,
        other => panic!("{line:?}: {other:?}"),
    }
}

fn position(line: &str) -> PositionSpec {
    match read(line) {
        Command::Position(spec) => spec,
        other => panic!("{line:?}: {other:?}"),
    }
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

/// Whether the crate panics. The panic's own message is kept off the test's output.
fn crate_panics(line: &'static str) -> bool {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(|| parse_one(line));
    std::panic::set_hook(hook);
    result.is_err()
}

#[test]
fn the_crate_panics_where_we_do_not() {
    for line in ["go depth 300", "go mate 300", "go movestogo 300", "go ", "go depth 3 "] {
        assert!(crate_panics(line), "{line:?}: mended? then say so in the head of uci.rs");
    }
    assert_eq!(go("go depth 300").depth, Some(300));
    assert_eq!(go("go mate 300").mate, Some(300));
    assert_eq!(go("go movestogo 300").moves_to_go, Some(300));
    assert_eq!(go("go "), GoSpec::default());
    assert_eq!(go("go depth 3 ").depth, Some(3));
}

#[test]
fn the_crate_takes_prefixes_where_we_do_not() {
    assert_eq!(parse_one("go depth 1200").serialize().trim(), "go depth 120");
    assert_eq!(go("go depth 1200").depth, Some(1200));
    assert_eq!(go("go nodes 1000000000000000").nodes, Some(1_000_000_000_000_000));
    assert!(error("go movetime 1e3").contains("'1e3' after 'movetime'"));
    assert!(error("go movetime 1 movetime 2").contains("'movetime' is given twice"));
}

#[test]
fn the_crate_drops_moves_where_we_do_not() {
    let dropped = parse_one("position startpos moves 32-28 19-23");
    assert!(matches!(dropped, UciMessage::Position { ref moves, .. } if moves.is_empty()));
    assert_eq!(position("position startpos moves 32-28 19-23").moves, ["32-28", "19-23"]);
    assert_eq!(position("position startpos moves c3e5g7").moves, ["c3e5g7"]);
    assert_eq!(position("position startpos moves a1j10").moves, ["a1j10"]);
    assert_eq!(position("position startpos moves").moves, [""; 0]);
    assert_eq!(position("position startpos moves  ").moves, [""; 0]);
}

#[test]
fn the_crate_knows_no_draughts_fen() {
    let line = "position fen W:W31,32:B19,20 moves 32-28";
    assert!(matches!(parse_one(line), UciMessage::Unknown(..)));
    let spec = position(line);
    assert_eq!(spec.start, StartSpec::Fen("W:W31,32:B19,20".into()));
    assert_eq!(spec.moves, ["32-28"]);
}

#[test]
fn the_crate_loses_ponder() {
    let spec = go("go ponder wtime 1000 btime 2000 winc 10 binc 20");
    assert!(spec.ponder);
    assert_eq!((spec.time, spec.increment), ([Some(1000), Some(2000)], [Some(10), Some(20)]));
    let spec = go("go ponder infinite");
    assert!(spec.ponder && spec.infinite);
    let spec = go("go movetime 100 wtime 5");
    assert_eq!((spec.move_time, spec.time[0]), (Some(100), Some(5)));
}

#[test]
fn the_crate_reads_session_verbs() {
    for (line, command) in [
        ("uci", Command::Hello),
        ("uci extra", Command::Hello),
        ("  \tisready\r\n", Command::IsReady),
        ("isready now", Command::IsReady),
        ("UCINEWGAME", Command::NewGame),
        ("stop now", Command::Stop),
        ("\u{feff}ponderhit\0", Command::PonderHit),
        ("quit\r", Command::Quit),
        ("debug on", Command::Debug(true)),
        ("debug OFF ", Command::Debug(false)),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    assert!(error("debug").contains("'on' or 'off' must follow"));
    assert!(error("debug onward").contains("'onward'"));
    assert!(error("ucix").contains("unknown command 'ucix'"));
}

#[test]
fn options_keep_their_whole_name_and_value() {
    let option = |line: &str| match read(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{other:?}"),
    };
    let some = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
    assert_eq!(option("setoption name Hash value 64 "), some("Hash", "64"));
    assert_eq!(
        option("setoption  name  UCI_Variant\tvalue  Türk daması"),
        some("UCI_Variant", "Türk daması")
    );
    assert_eq!(option("SetOption NAME Move Overhead VALUE 100"), some("Move Overhead", "100"));
    assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".into(), None));
    assert_eq!(option("setoption name Move \t Overhead value 9"), some("Move Overhead", "9"));
    assert_eq!(option("setoption name Clear Hash value true"), some("Clear Hash", "true"));
    assert_eq!(option("setoption name Debug Log File value"), some("Debug Log File", ""));
    assert_eq!(
        option("setoption name Debug Log File value /a b/value c"),
        some("Debug Log File", "/a b/value c")
    );
    // The crate stops here without a word and would set "Piece".
    assert!(error("setoption name Piece Values value 3").contains("'Values'"));
    assert!(error("setoption Hash 64").contains("unexpected word 'Hash'"));
    assert!(error("setoption").contains("must follow 'setoption'"));
    assert!(error("setoption name").contains("must follow 'name'"));
    assert!(error("setoption name value 3").contains("must follow 'name'"));
}

#[test]
fn positions_are_read_however_they_are_typed() {
    let spec = position("position\tfen  \"W:W31-50:B1-20.\"   moves  32-28\t19-23 \r");
    assert_eq!(spec.start, StartSpec::Fen("W:W31-50:B1-20".into()));
    assert_eq!(spec.moves, ["32-28", "19-23"]);
    assert_eq!(position("Position StartPos Moves 32-28").moves, ["32-28"]);
    assert!(error("position").contains("must follow 'position'"));
    assert!(error("position fen").contains("a FEN must follow 'fen'"));
    assert!(error("position fen \"\" moves 32-28").contains("a FEN must follow 'fen'"));
    assert!(error("position startpos 32-28").contains("unexpected word '32-28'"));
    assert!(error("position start").contains("unexpected word 'start'"));
}

#[test]
fn limits_come_in_any_order_and_with_signs() {
    let spec = go("go searchmoves 32-28 31-26 binc 3 depth 4 wtime -5 winc 2 btime 7 mate 2 infinite");
    assert_eq!(spec.search_moves, ["32-28", "31-26"]);
    assert_eq!((spec.time, spec.increment), ([Some(-5), Some(7)], [Some(2), Some(3)]));
    assert_eq!((spec.depth, spec.mate, spec.infinite), (Some(4), Some(2), true));
    assert_eq!(read("go perft 5 depth 3"), Command::Perft(5));
    for (line, complaint) in [
        ("go depth", "a number must follow 'depth'"),
        ("go depth x", "'x' after 'depth' is not a whole number"),
        ("go depth 0", "'0' after 'depth'"),
        ("go depth -1", "'-1' after 'depth'"),
        ("go nodes 99999999999999999999999", "after 'nodes'"),
        ("go wtime 1.5", "'1.5' after 'wtime'"),
        ("go fast", "unexpected word 'fast'"),
        ("go searchmoves depth 3", "a move must follow 'searchmoves'"),
        ("go perft -1", "'-1' after 'perft'"),
        ("perft", "a number must follow 'perft'"),
        ("perft 3 4", "unexpected word '4'"),
        ("bench chess", "unknown variant 'chess'"),
        ("d d", "unexpected word 'd'"),
    ] {
        assert!(error(line).contains(complaint), "{line:?}: {}", error(line));
    }
}

#[test]
fn nothing_makes_the_reader_panic() {
    use crate::util::rng::Rng;
    const PIECES: [&str; 30] = [
        "go",
        "position",
        "setoption",
        "debug",
        "name",
        "value",
        "fen",
        "moves",
        "startpos",
        "depth",
        "300",
        "-1",
        " ",
        "  ",
        "\t",
        "\r",
        "\"",
        ".",
        "é",
        "\u{feff}",
        "\0",
        "W:W31:B1",
        "32-28",
        "searchmoves",
        "ponder",
        "99999999999999999999",
        "uci",
        "stop",
        "on",
        "valuable",
    ];
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let length = rng.below(9);
        let line: String = (0..length).map(|_| PIECES[rng.below(PIECES.len())].to_owned() + " ").collect();
        let tight: String = line.split(' ').collect();
        let _ = (parse(&line), parse(&tight));
    }
    let long = "x".repeat(1 << 20);
    assert!(parse(&long).is_err());
    assert!(parse(&format!("setoption name {long} value {long}")).is_ok());
    assert_eq!(parse(" \t\r\n"), Ok(None));
}
