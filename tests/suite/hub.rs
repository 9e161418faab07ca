//! The Hub protocol as its clients speak it: their transcripts, bad input, and bad timing.

use std::time::{Duration, Instant};

use crate::common::{Engine, PATIENCE};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// Long enough for something forbidden to show.
const A_WHILE: Duration = Duration::from_millis(150);

/// An engine behind the handshake.
fn ready() -> Engine {
    let mut engine = Engine::with(&["hub"]);
    engine.send("hub");
    engine.until("wait");
    engine.send("init");
    assert_eq!(engine.until("ready"), ["ready"], "nothing is printed before ready");
    engine
}

/// What comes until everything sent so far is done. `ping` is answered at once, so this needs an idle engine.
fn sync(engine: &mut Engine) -> Vec<String> {
    engine.send("ping");
    let mut lines = engine.until("pong");
    lines.pop();
    lines
}

fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

fn think(engine: &mut Engine, lines: &[&str]) -> String {
    for line in lines {
        engine.send(line);
    }
    engine.send("go think");
    engine.wait_for("done")
}

#[test]
fn the_first_line_picks_the_dialect() {
    let mut engine = Engine::start();
    engine.send("nonsense");
    assert!(engine.line().starts_with("info string error: "), "not decided yet");
    engine.send("");
    engine.send("  hub\r");
    assert!(engine.line().starts_with("id name=Damone version="));
    assert!(engine.until("wait").len() >= 8);
    engine.send("uci");
    engine.send("isready");
    assert_eq!(sync(&mut engine), [""; 0], "decided");
    assert_eq!(engine.quit(), [""; 0]);

    let mut engine = Engine::start();
    engine.send("isready");
    engine.wait_for("readyok");
    engine.send("hub");
    assert!(engine.line().contains("unknown command 'hub'"));
}

/// Errors are queued for the writer, which may come to them only when the next line has picked the dialect.
#[test]
fn an_error_is_told_in_the_dialect_of_its_line() {
    for _ in 0..5 {
        let mut engine = Engine::start();
        engine.send_bytes(b"what is this\nand this\nHUB\nPing\n");
        for _ in 0..2 {
            let line = engine.line();
            assert!(line.starts_with("info string error: unknown command"), "{line}");
        }
        assert!(engine.line().starts_with("id name=Damone"), "in any case");
        engine.until("wait");
        assert_eq!(engine.line(), "pong");
    }
}

#[test]
fn errors_name_parameters_and_values_as_hub_has_them() {
    let mut engine = ready();
    let mut refused = |line: &str| {
        engine.send(line);
        sync(&mut engine).join("\n")
    };
    let games = refused("set-param name=variant value=chess");
    assert!(games.contains("'chess' is no value for variant: expected one of "), "{games}");
    assert!(games.contains(" normal,") && !games.contains("international"), "{games}");
    assert_eq!(
        refused("set-param name=multi-pv value=0"),
        "error message=\"set-param: '0' is no value for multi-pv: expected a whole number from 1 to 256\""
    );
    let file = refused("set-param name=log-file value=/no/such/folder/x");
    assert!(file.starts_with("error message=\"log-file: /no/such/folder/x: "), "{file}");
}

#[test]
fn a_record_that_cannot_be_kept_does_not_end_a_search() {
    let mut engine = ready();
    engine.send("pos");
    engine.send("go analyze");
    engine.send("set-param name=log-file value=/no/such/folder/x");
    let lines = sync(&mut engine);
    assert!(!lines.iter().any(|line| line.starts_with("done")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("error message=\"log-file: ")), "{lines:?}");
    std::thread::sleep(A_WHILE);
    let lines = sync(&mut engine);
    assert!(!lines.iter().any(|line| line.starts_with("done")), "{lines:?}");
    engine.send("stop");
    engine.wait_for("done");
}

#[test]
fn parameters_are_declared_and_can_be_set_at_any_time() {
    let mut engine = Engine::with(&["hub"]);
    engine.send("hub");
    let declared = engine.until("wait");
    let variant = declared.iter().find(|line| line.starts_with("param name=variant ")).expect("the games");
    assert!(variant.contains("value=normal type=enum values=\""), "{variant}");
    for name in ["normal", "italian", "english", "turkish", "tirana", "arabic"] {
        assert!(variant.contains(name), "{name}");
    }
    for line in &declared {
        // pydraughts takes a line apart at every equals sign.
        let outside = line.split('"').step_by(2).collect::<String>();
        let inside = line.split('"').skip(1).step_by(2).collect::<String>();
        assert!(!inside.contains('='), "{line}");
        assert!(line == "wait" || outside.contains('='), "{line}");
    }
    engine.send("set-param name=threads value=2");
    engine.send("set-param name=hash value=4");
    engine.send("init");
    engine.wait_for("ready");
    engine.send("set-param name=multi-pv value=2");
    engine.send("set-param name=tablebase-pieces value=2");
    engine.send("set-param name=eval-file value=handcrafted");
    engine.send("set-param name=variant value=italian");
    assert_eq!(sync(&mut engine), [""; 0]);
    let pos = format!("pos pos=W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    engine.send(&pos);
    engine.send("level depth=4");
    engine.send("go think");
    let lines = engine.until("done");
    assert!(lines.iter().any(|line| line.contains(" rank=2 ")), "{lines:#?}");
    for wrong in [
        "set-param name=hash value=plenty",
        "set-param name=nothing value=1",
        "set-param value=1",
        "set-param name=variant value=chess",
        "set-param name=numbering value=other",
        "set-param name=pauses value=maybe",
        "set-param name=eval-file value=\"no/such file\"",
        "set-param name=tablebase-path value=no/such/folder",
    ] {
        engine.send(wrong);
        let lines = sync(&mut engine);
        assert!(lines.len() == 1 && lines[0].starts_with("error message=\""), "{wrong}: {lines:?}");
    }
}

/// What the Hub GUI 2.1 sends, with an English locale and with a Dutch or German one.
#[test]
fn the_transcript_of_the_hub_gui() {
    for separator in [".", ","] {
        let mut engine = Engine::with(&["hub"]);
        engine.send("hub");
        engine.until("wait");
        engine.send("set-param name=threads value=2");
        engine.send("set-param name=ponder value=true");
        engine.send("init");
        engine.wait_for("ready");
        engine.send("new-game");
        engine.send(&format!("pos pos={START}"));
        engine.send("level infinite");
        engine.send("go analyze");
        engine.wait_for("info");
        engine.send("stop");
        engine.wait_for("done move=");
        let seconds = |whole: u32| format!("{whole}{separator}000");
        engine.send(&format!("pos pos={START}"));
        engine.send(&format!("level moves=75 time={} inc=0{separator}010", seconds(1)));
        let begun = Instant::now();
        engine.send("go think");
        let done = engine.wait_for("done");
        assert!(begun.elapsed() < Duration::from_secs(3), "a second was not a thousand");
        let mv = argument(&done, "move").expect("a move");
        let guess = argument(&done, "ponder").expect("an expected reply");
        engine.send(&format!("pos pos={START} moves=\"{mv} {guess}\""));
        engine.send(&format!("level moves=74 time={} inc=0{separator}010", seconds(1)));
        engine.send("go ponder");
        let end = Instant::now() + A_WHILE;
        while let Some(line) = engine.line_within(end.saturating_duration_since(Instant::now())) {
            assert!(line.starts_with("info"), "{line}");
        }
        engine.send("ponder-hit");
        engine.wait_for("done move=");
        assert_eq!(engine.quit(), [""; 0]);
    }
}

#[test]
fn every_kind_of_level_ends_a_search() {
    let mut engine = ready();
    let pos = format!("pos pos={START} moves=\"32-28 19-23 28x19x23\"");
    for levels in [
        &["level depth=5"][..],
        &["level nodes=3000"],
        &["level move-time=0.05"],
        &["level move-time=0,05"],
        &["level time=0.2"],
        &["level time=0 inc=0.05"],
        &["level moves=3 time=0.3 inc=0"],
        &["level handicap=4 depth=3 ply=7"],
        &["level depth=60", "level move-time=0.05"],
        &["level time=99999999999999999999", "level move-time=-1"],
    ] {
        let lines: Vec<_> = [pos.as_str()].into_iter().chain(levels.iter().copied()).collect();
        let done = think(&mut engine, &lines);
        assert!(
            done.starts_with("done move=14x23x19") || done.starts_with("done move=13x24x19"),
            "{levels:?}: {done}"
        );
    }
    // The limits hold once: a search without any waits for stop.
    engine.send("go think");
    let end = Instant::now() + A_WHILE;
    while let Some(line) = engine.line_within(end.saturating_duration_since(Instant::now())) {
        assert!(line.starts_with("info"), "{line}");
    }
    engine.send("stop");
    engine.wait_for("done");
    // And those before a position are none of its.
    engine.send("level depth=3");
    engine.send(&pos);
    engine.send("go think");
    assert!(engine.line_within(Duration::from_secs(10)).is_some_and(|line| line.starts_with("info")));
    engine.send("stop");
    engine.wait_for("done");
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn finished_positions_have_a_bare_done() {
    let mut engine = ready();
    let lost = format!("pos pos=B{}", "e".repeat(49) + "w");
    assert_eq!(think(&mut engine, &[&lost, "level depth=3"]), "done");
    assert_eq!(think(&mut engine, &[&lost]), "done", "also without a limit");
    let one = format!("pos pos=W{}", "e".repeat(38) + "weeeebeeeeee");
    let done = think(&mut engine, &[&one, "level depth=3"]);
    assert_eq!(done, "done move=39x50x44");
    engine.send(&one);
    engine.send("level depth=3");
    engine.send("go think");
    assert!(engine.until("done").iter().any(|line| line.contains("score=99.99 ")), "a win in one ply");
}

#[test]
fn positions_of_all_sizes() {
    let mut engine = ready();
    for (variant, pos, moves) in [
        ("normal", START.to_owned(), "32-28 19-23 28x19x23"),
        ("italian", format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)), "21-17 9-13"),
        ("english", format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)), "12-16 24-20"),
        (
            "turkish",
            format!("W{0}{1}{0}{0}{2}{0}", "e".repeat(8), "b".repeat(16), "w".repeat(16)),
            "41-33 17-25",
        ),
    ] {
        engine.send(&format!("set-param name=variant value={variant}"));
        let done = think(&mut engine, &[&format!("pos pos={pos} moves=\"{moves}\""), "level depth=2"]);
        let mv = argument(&done, "move").unwrap_or_else(|| panic!("{variant}: {done}"));
        assert!(!mv.contains(char::is_alphabetic) || mv.contains('x'), "{variant}: {mv}");
        let done = think(&mut engine, &[&format!("pos start moves=\"{moves} {mv}\""), "level depth=2"]);
        assert!(done.starts_with("done move="), "{variant}: {done}");
        engine.send("pos");
        engine.send(&format!("pos pos={pos}x"));
        assert!(engine.wait_for("error message=").contains("characters"), "{variant}");
    }
}

/// Field case C5.
#[test]
fn the_numbering_of_pydraughts_is_an_option() {
    let mut engine = ready();
    engine.send("set-param name=variant value=english");
    let pos = format!("pos pos=W{}{}{} moves=\"12-16 24-20\"", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    engine.send(&pos);
    assert!(engine.wait_for("error message=").contains("'12-16'"));
    engine.send("set-param name=numbering value=pydraughts");
    let done = think(&mut engine, &[&pos, "level depth=3"]);
    assert!(done.starts_with("done move="), "{done}");
}

#[test]
fn commands_during_a_search() {
    let mut engine = ready();
    engine.send(&format!("pos pos={START}"));
    engine.send("go analyze");
    for _ in 0..10 {
        engine.send("ping");
        assert!(!engine.until("pong").iter().any(|line| line.starts_with("done")));
    }
    engine.send("what is=this");
    engine.send("level depth=nothing");
    engine.wait_for("error message=");
    engine.send(&format!("pos pos={START} moves=\"1-2\""));
    engine.wait_for("error message=");
    engine.send("ping");
    assert!(!engine.until("pong").iter().any(|line| line.starts_with("done")), "a wrong line ends no search");
    engine.send("stop");
    engine.wait_for("done move=");
    engine.send("stop");
    engine.send("ponder-hit");
    assert_eq!(sync(&mut engine), [""; 0]);
    // Another position ends the search, and the next one is about that.
    engine.send("go think");
    engine.send(&format!("pos pos={START} moves=\"32-28 19-23\""));
    engine.send("level depth=3");
    engine.send("go think");
    engine.wait_for("done");
    assert!(engine.wait_for("done").starts_with("done move=28x19x23"));
    engine.send("go analyze");
    engine.close();
    let (status, _) = engine.finish(Duration::from_secs(1));
    assert!(status.success());
}

/// Prints the figures of the closing note; the bound here is loose, since test machines are busy.
#[test]
fn answers_come_fast() {
    let mut engine = ready();
    let (mut infos, mut stops) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        engine.send(&format!("pos pos={START}"));
        engine.send("level infinite");
        let asked = Instant::now();
        engine.send("go analyze");
        engine.wait_for("info");
        infos.push(asked.elapsed());
        let asked = Instant::now();
        engine.send("stop");
        engine.wait_for("done");
        stops.push(asked.elapsed());
    }
    for (what, mut times) in [("go to first info", infos), ("stop to done", stops)] {
        times.sort_unstable();
        let (median, worst) = (times[25], times[49]);
        println!("{what}: median {median:?}, worst of 50 {worst:?}");
        assert!(median < Duration::from_millis(250), "{what}: {median:?}");
    }
}

/// Lines cut off, too long, binary, repeated and out of order: an error or nothing, and all goes on.
#[test]
fn bad_input_is_survived() {
    let mut engine = ready();
    engine.send(&format!("pos pos={START} moves=\"32-28 19-23\""));
    let whole = [
        "pos pos=Xbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"",
        "level moves=75 time=180.000 inc=1.x",
        "set-param name=threads value=0",
        "pos pos=W",
        "=",
        "\"",
        "pos pos=\"",
        "level time=nan",
        "level depth=-1",
    ];
    for line in whole {
        for end in 0..=line.len() {
            // A bare `pos` is the start position and no mistake.
            if line[..end].trim() != "pos" {
                engine.send(&line[..end]);
            }
        }
    }
    let mut bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
    bytes.push(b'\n');
    engine.send_bytes(&bytes);
    engine.send(&"x".repeat(1 << 20));
    engine.send(&format!("pos pos={START} moves=\"{}\"", "32-28 ".repeat(170_000)));
    engine.send(&format!("pos pos={}", "W".repeat(1 << 20)));
    engine.send(&format!("set-param name={} value=1", "n".repeat(1 << 20)));
    engine.send(&format!("level depth={}", "9".repeat(1 << 20)));
    for line in sync(&mut engine) {
        assert!(line.starts_with("error message=\"") && line.ends_with('"') && line.len() < 1000, "{line}");
    }
    // All of that changed nothing.
    engine.send("level depth=3");
    engine.send("go think");
    assert!(engine.wait_for("done").starts_with("done move=28x19x23"));
    for _ in 0..50 {
        engine.send("init");
        engine.send("new-game");
        engine.send("stop");
    }
    assert!(sync(&mut engine).iter().all(|line| line == "ready"));
    engine.send("hub");
    engine.until("wait");
    engine.send("quit");
    let (status, rest) = engine.finish(PATIENCE);
    assert!(status.success() && rest.is_empty(), "{rest:?}");
}
