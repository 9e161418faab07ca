//! The protocol as a user interface meets it: a live pipe, bad input, and bad timing.

use std::time::{Duration, Instant};

use crate::common::{Engine, program};

const GAMES: [&str; 7] =
    ["tirana", "tirana-designation", "arabic", "turkish", "italian", "international", "english"];

/// Long enough for something forbidden to show.
const A_WHILE: Duration = Duration::from_millis(150);

/// Leaves at depth 4 of the start positions, equal captures merged.
const PERFT_4: [u64; 7] = [7550, 7878, 10_000, 7538, 1469, 4265, 1469];

fn move_of(bestmove: &str) -> &str {
    bestmove.split_whitespace().nth(1).expect("bestmove has a move")
}

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// Nothing but what a search may say, for `A_WHILE`.
fn stays_silent(engine: &mut Engine) {
    let end = Instant::now() + A_WHILE;
    while let Some(line) = engine.line_within(end.saturating_duration_since(Instant::now())) {
        assert!(line.starts_with("info depth"), "{line}");
    }
}

#[test]
fn ready_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for _ in 0..20 {
        engine.send("isready");
        assert_eq!(best_moves(&engine.until("readyok")), 0);
    }
    engine.send("stop");
    engine.wait_for("bestmove");
    assert_eq!(best_moves(&engine.sync()), 0, "exactly one bestmove");
    engine.send("stop");
    assert_eq!(engine.sync(), [""; 0], "stop when idle does nothing");
    assert_eq!(engine.quit(), [""; 0]);
}

/// Prints the figures of the closing note; the bounds here are loose, since test machines are busy.
#[test]
fn answers_come_fast() {
    let mut engine = Engine::start();
    let (mut ready, mut stop) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..100 {
        engine.send("go infinite");
        std::thread::sleep(Duration::from_millis(5));
        let asked = Instant::now();
        engine.send("isready");
        engine.wait_for("readyok");
        ready = ready.max(asked.elapsed());
        let asked = Instant::now();
        engine.send("stop");
        engine.wait_for("bestmove");
        stop = stop.max(asked.elapsed());
    }
    println!("worst of 100: isready {ready:?}, stop {stop:?}");
    assert!(ready < Duration::from_millis(250) && stop < Duration::from_millis(250), "{ready:?} {stop:?}");
}

#[test]
fn a_stop_right_behind_go_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..100 {
        engine.send_bytes(b"go infinite\nstop\n");
        engine.wait_for("bestmove");
    }
    assert_eq!(best_moves(&engine.sync()), 0);
}

#[test]
fn the_end_of_input_ends_everything() {
    for commands in [
        "",
        "isready",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go perft 30",
        "bench",
        "position fen W:W39:B44\ngo infinite",
        "go infinite\nposition startpos\ngo infinite\ngo infinite",
    ] {
        let mut engine = Engine::start();
        engine.send(commands);
        engine.sync();
        engine.close();
        let (status, rest) = engine.finish(Duration::from_secs(1));
        assert!(status.success(), "{commands}: {status}");
        let expected = usize::from(commands.contains("go infinite") || commands.contains("ponder"));
        assert!(best_moves(&rest) <= expected, "{commands}: {rest:?}");
    }
}

#[test]
fn the_end_of_input_without_waiting() {
    for commands in ["go infinite\n", "go perft 30\n", "bench\n", "go infinite", "isready"] {
        let mut engine = Engine::start();
        engine.send_bytes(commands.as_bytes());
        engine.close();
        let (status, rest) = engine.finish(Duration::from_secs(1));
        assert!(status.success());
        assert_eq!(best_moves(&rest), usize::from(commands.contains("infinite")), "{commands}: {rest:?}");
    }
}

#[test]
fn quit_while_searching() {
    for commands in ["go infinite", "go perft 30", "go ponder", "bench"] {
        let mut engine = Engine::start();
        engine.send(commands);
        engine.send("quit");
        let (status, _) = engine.finish(Duration::from_secs(1));
        assert!(status.success(), "{commands}");
    }
}

#[test]
fn an_infinite_search_waits_even_when_it_is_done() {
    let mut engine = Engine::start();
    engine.send("position fen W:W39:B44");
    engine.send("go infinite");
    stays_silent(&mut engine);
    engine.send("stop");
    assert_eq!(move_of(&engine.wait_for("bestmove")), "39x50");
    engine.send("position fen W:W39:B44 moves 39x50");
    engine.send("go infinite");
    stays_silent(&mut engine);
    engine.send("stop");
    assert_eq!(engine.wait_for("bestmove"), "bestmove (none)");
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 32-28");
    engine.send("go ponder wtime 100 btime 100 depth 4");
    stays_silent(&mut engine);
    engine.send("ponderhit");
    engine.wait_for("bestmove");
    engine.send("go ponder wtime 100000 btime 100000");
    stays_silent(&mut engine);
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.send("go ponder movetime 50");
    stays_silent(&mut engine);
    let hit = Instant::now();
    engine.send("ponderhit");
    engine.wait_for("bestmove");
    assert!(hit.elapsed() < Duration::from_secs(2));
    engine.send("ponderhit");
    assert_eq!(engine.sync(), [""; 0], "a ponderhit when idle does nothing");
    engine.send("go ponder infinite");
    engine.send("ponderhit");
    stays_silent(&mut engine);
    engine.send("stop");
    engine.wait_for("bestmove");
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn commands_during_a_search_end_it_and_are_carried_out() {
    let mut engine = Engine::start();
    for (command, check) in [
        ("position startpos moves 32-28", "d"),
        ("ucinewgame", ""),
        ("setoption name Hash value 2", ""),
        ("setoption name Threads value 2", ""),
        ("setoption name Clear Hash", ""),
        ("setoption name UCI_Variant value turkish", "d"),
    ] {
        engine.send("go infinite");
        engine.send(command);
        engine.wait_for("bestmove");
        assert_eq!(best_moves(&engine.sync()), 0, "{command}");
        if check == "d" {
            engine.fen();
        }
    }
    assert!(engine.fen().starts_with("W:Wa2,"), "the game was changed");
    engine.send("go infinite");
    engine.send("go depth 2");
    engine.wait_for("bestmove");
    engine.wait_for("bestmove");
    engine.send_bytes(b"go infinite\nposition startpos moves a3a4\ngo infinite\nstop\nisready\n");
    assert_eq!(best_moves(&engine.until("readyok")), 1, "the second search was stopped, not the first twice");
    engine.wait_for("bestmove");
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn a_wrong_command_ends_no_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for wrong in [
        "position startpos moves 32-28 32-28",
        "position fen W:W99:B1",
        "setoption name Hash value 0",
        "setoption name Nothing value 0",
        "go depth 0",
        "go searchmoves 1-2",
    ] {
        engine.send(wrong);
        engine.wait_for("info string error: ");
    }
    assert_eq!(best_moves(&engine.sync()), 0);
    engine.send("stop");
    engine.wait_for("bestmove");
}

#[test]
fn a_wrong_position_changes_nothing() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 32-28 19-23");
    let before = engine.ask("d");
    for wrong in [
        "position startpos moves 32-28 19-23 28x19 28x19",
        "position startpos moves 1-2",
        "position fen W:W1-60:B1",
        "position fen W:W4:B49",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position",
        "position fen",
        "position fan W:W31:B1",
    ] {
        let answer = engine.ask(wrong);
        assert_eq!(answer.len(), 1, "{wrong}: {answer:?}");
        assert!(answer[0].starts_with("info string error: "), "{wrong}: {answer:?}");
        assert_eq!(engine.ask("d"), before, "{wrong}");
    }
}

#[test]
fn garbage_is_survived() {
    let mut engine = Engine::start();
    let mut bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    bytes.push(b'\n');
    engine.send_bytes(&bytes);
    engine.send_bytes(&vec![b'x'; 1 << 20]);
    engine.send_bytes(b"\n\n\r\n \t \n");
    engine.send_bytes(b"\xef\xbb\xbfuci\r\n");
    for line in engine.until("uciok") {
        assert!(line.len() < 1200, "{} bytes", line.len());
    }
    let many = "32-28 ".repeat(170_000);
    engine.send(&format!("position startpos moves {many}"));
    assert!(engine.wait_for("info string error: ").contains("move 2: "));
    engine.send(&format!("position fen {}", "W".repeat(1 << 20)));
    engine.wait_for("info string error: ");
    engine.send(&format!("setoption name {} value 3", "n".repeat(1 << 20)));
    engine.wait_for("info string error: ");
    engine.send_bytes(b"go   depth\t2  \r\n");
    engine.wait_for("bestmove");
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn big_numbers_and_bare_words() {
    let mut engine = Engine::start();
    engine.send("position fen W:W39:B44");
    for go in ["go depth 300", "go mate 300", "go depth 3   ", "go nodes 1000000000000000 depth 5"] {
        engine.send(go);
        assert_eq!(move_of(&engine.wait_for("bestmove")), "39x50", "{go}");
    }
    engine.send("position startpos");
    for (go, limit) in [("go wtime -5 btime 1000", 50), ("go wtime 0", 50), ("go movetime -1", 50)] {
        let asked = Instant::now();
        engine.send(go);
        engine.wait_for("bestmove");
        let took = asked.elapsed();
        assert!(took < Duration::from_millis(limit * 4), "{go}: {took:?}");
        println!("{go}: {took:?}");
    }
    for go in
        ["go wtime 300", "go btime 300", "go btime 300 wtime 300 binc 5 winc 5", "go wtime 300 movestogo 0"]
    {
        engine.send(go);
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.contains(" nps ") && line.contains(" time ")), "{go}");
    }
    engine.send("go ");
    stays_silent(&mut engine);
    engine.send("stop");
    engine.wait_for("bestmove");
}

#[test]
fn every_game_is_played() {
    for game in GAMES {
        let mut engine = Engine::playing(game);
        let legal = engine.legal_moves();
        engine.send("go depth 6");
        let lines = engine.until("bestmove");
        let best = lines.last().expect("a last line");
        assert!(legal.iter().any(|mv| mv == move_of(best)), "{game}: {best}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{game}: {lines:#?}");
        // The moves and the reply expected are understood again.
        let mut words = best.split_whitespace();
        let (mv, reply) = (words.nth(1).unwrap_or(""), words.nth(1).unwrap_or(""));
        assert_eq!(engine.ask(&format!("position startpos moves {mv} {reply}")), [""; 0], "{game}: {best}");
        assert_eq!(engine.quit(), [""; 0]);
    }
}

#[test]
fn perft_counts_are_right() {
    for (game, expected) in GAMES.into_iter().zip(PERFT_4) {
        let mut engine = Engine::playing(game);
        for command in ["go perft 4", "perft 4"] {
            engine.send(command);
            let mut lines = engine.until("Nodes searched: ");
            assert_eq!(lines.pop(), Some(format!("Nodes searched: {expected}")), "{game}");
            let count = |line: &String| line.rsplit(": ").next().and_then(|n| n.parse::<u64>().ok());
            assert_eq!(lines.iter().filter_map(count).sum::<u64>(), expected, "{game}");
            assert_eq!(lines.len(), engine.legal_moves().len());
        }
    }
}

#[test]
fn a_long_perft_can_be_stopped_and_keeps_nobody_waiting() {
    let mut engine = Engine::start();
    engine.send("go perft 30");
    assert_eq!(engine.sync(), [""; 0]);
    engine.send("stop");
    assert_eq!(engine.line(), "info string perft stopped");
    engine.send("bench");
    engine.sync();
    engine.send("position startpos moves 32-28");
    engine.wait_for("info string bench stopped");
    assert!(engine.fen().starts_with("B:"));
}

#[test]
fn several_lines_and_chosen_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    engine.send("go depth 5");
    let lines = engine.until("bestmove");
    for rank in 1..=3 {
        assert!(
            lines
                .iter()
                .any(|line| line.contains(" depth 5 ") && line.contains(&format!(" multipv {rank} ")))
        );
    }
    engine.send("setoption name MultiPV value 256");
    engine.send("go depth 3");
    let most = engine.until("bestmove").iter().filter(|line| line.contains("info depth 3 ")).count();
    assert!((9..=18).contains(&most), "nine moves, {most} lines");
    engine.send("setoption name MultiPV value 1");
    engine.send("go searchmoves 35-30 34-29 depth 4");
    for line in engine.until("bestmove") {
        let first = line.split(" pv ").nth(1).or(line.strip_prefix("bestmove ")).unwrap_or("");
        let first = first.split_whitespace().next().unwrap_or("");
        assert!(["35-30", "34-29"].contains(&first), "{line}");
    }
}

#[test]
fn too_much_memory_is_an_error() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 33554432");
    let answer = engine.sync();
    assert!(answer.len() == 1 && answer[0].contains("Hash stays 16"), "{answer:?}");
    engine.send("go depth 3");
    engine.wait_for("bestmove");
}

#[test]
fn both_directions_are_recorded() {
    let path = std::env::temp_dir().join(format!("damone-record-{}.txt", std::process::id()));
    let mut engine = Engine::start();
    assert_eq!(engine.ask(&format!("setoption name Debug Log File value {}", path.display())), [""; 0]);
    engine.send("go depth 1");
    engine.wait_for("bestmove");
    assert_eq!(engine.ask("setoption name Debug Log File value"), [""; 0]);
    engine.send("xyz");
    engine.quit();
    let record = std::fs::read_to_string(&path).expect("the record exists");
    std::fs::remove_file(&path).expect("it can be removed");
    assert!(record.starts_with("> isready\n< readyok\n> go depth 1\n< info depth 1 "), "{record}");
    assert!(record.contains("\n< bestmove ") && !record.contains("xyz"), "{record}");
    let mut engine = Engine::start();
    engine.send("setoption name Debug Log File value /no/such/folder/x");
    assert!(engine.sync()[0].starts_with("info string error: Debug Log File: "));
}

#[test]
fn a_record_does_not_end_a_search_whether_it_can_be_kept_or_not() {
    let path = std::env::temp_dir().join(format!("damone-searching-{}.txt", std::process::id()));
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send(&format!("setoption name debug log file value {}", path.display()));
    engine.send("setoption name Debug Log File value");
    engine.send("setoption name Debug Log File value /no/such/folder/x");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert_eq!(best_moves(&lines), 0, "{lines:?}");
    let refused = "info string error: Debug Log File: /no/such/folder/x: ";
    assert!(lines.iter().any(|line| line.starts_with(refused)), "{lines:?}");
    engine.send("stop");
    engine.wait_for("bestmove");
    std::fs::remove_file(&path).expect("it was opened");
}

#[test]
fn words_that_stand_for_a_value_need_no_case() {
    let mut engine = Engine::start();
    for option in ["EvalFile", "TablebasePath", "Debug Log File"] {
        assert_eq!(engine.ask(&format!("setoption name {option} value <EMPTY>")), [""; 0], "{option}");
    }
    assert_eq!(engine.ask("setoption name evalfile value HANDCRAFTED"), [""; 0]);
    assert!(!engine.ask("eval").iter().any(|line| line.starts_with("Network")));
    let other = engine.ask("setoption name TablebasePath value HANDCRAFTED");
    assert_eq!(other, ["info string error: no such folder: HANDCRAFTED"], "a folder's name is left as it is");
}

#[test]
fn what_is_no_position_is_told_what_one_looks_like() {
    let mut engine = Engine::playing("english");
    for text in ["rnbqkbnr/pppppppp/8/8 w KQkq - 0 1", "garbage", "startpos", &"x".repeat(1 << 20)] {
        let answer = engine.ask(&format!("position fen {text}"));
        assert!(
            answer.len() == 1
                && answer[0].ends_with(
                    " is no position; expected the side to move and the pieces, such as B:W21-32:B1-12"
                ),
            "{answer:?}"
        );
    }
}

#[test]
fn the_bench_is_a_signature() {
    let counts = || {
        let output = program().args(["bench", "--variant", "english"]).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let last = text.lines().last().unwrap_or("").to_owned();
        assert!(last.ends_with(" nps"), "{text}");
        last.split_whitespace().next().unwrap_or("").parse::<u64>().expect("a count")
    };
    assert_eq!(counts(), counts());
}
