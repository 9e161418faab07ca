//! The match runner, driven as users drive it, against scripted engines that misbehave in every way
//! (`tests/fakes`, Python 3) and against the engine itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use damone::tournament::record::{End, GameRecord, GameScore, Line, PairRecord};

const DAMONE: &str = env!("CARGO_BIN_EXE_damone");

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The words of an engine that plays by the script.
fn fake(proto: &str, behaviour: &str, more: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/engine.py");
    let (script, words) = (script.display(), behaviour.replace(' ', "-"));
    format!("--engine|cmd=python3 '{script}' {proto} {behaviour}|proto={proto}|name={words}|depth=1|{more}")
}

/// The words of our own engine.
fn damone(name: &str, more: &str) -> String {
    format!("--engine|cmd={DAMONE}|name={name}|option.Hash=1|{more}")
}

/// Words separated by bars.
fn words(texts: &[&str]) -> Vec<String> {
    texts.iter().flat_map(|text| text.split('|')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn command(texts: &[&str]) -> Command {
    let mut command = Command::new(DAMONE);
    command.arg("match").args(words(texts)).stdin(Stdio::null());
    command
}

fn run(texts: &[&str]) -> Output {
    command(texts).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The pairs that a match writes to its standard output.
fn play(texts: &[&str]) -> Vec<PairRecord> {
    let output = run(&[texts, &["--json|-"]].concat());
    assert!(output.status.success(), "{texts:?}: {}", text(&output.stderr));
    pairs(&text(&output.stdout))
}

fn pairs(records: &str) -> Vec<PairRecord> {
    let mut lines = records.lines().map(|line| serde_json::from_str::<Line>(line).unwrap());
    assert!(matches!(lines.next(), Some(Line::Match(_))));
    lines
        .map(|line| match line {
            Line::Pair(pair) => *pair,
            Line::Match(_) => panic!("a second header"),
        })
        .collect()
}

const SCRIPTED: &str = "--openings|start";

#[test]
fn games_go_to_their_end_in_every_dialect() {
    for proto in ["uci", "ugi", "hub", "hub1"] {
        let pairs = play(&[SCRIPTED, "--games|2", &fake(proto, "good", ""), &fake("uci", "good", "")]);
        assert_eq!(pairs.len(), 1);
        for game in &pairs[0].games {
            assert_eq!((game.score, game.end, game.moves.len()), (GameScore::White, End::Rules, 123));
            assert!(game.reason.contains("no pieces left"), "{}", game.reason);
            let mv = &game.moves[0];
            assert_eq!(
                (mv.text.as_str(), mv.score, mv.depth, mv.nodes),
                ("31-27", Some(11), Some(3), Some(42))
            );
        }
    }
}

/// Plays two pairs between an engine that misbehaves and a good one, at 100 ms a move.
fn against_good(proto: &str, behaviour: &str) -> Vec<GameRecord> {
    let limits = "movetime=0.1";
    let engines = [fake(proto, behaviour, limits), fake("uci", "good", limits)];
    let pairs = play(&[SCRIPTED, "--games|4|--hang|0.7|--margin|100", &engines[0], &engines[1]]);
    assert_eq!(pairs.len(), 2, "{behaviour}: the match goes on");
    pairs.into_iter().flat_map(|pair| pair.games).collect()
}

#[test]
fn every_fault_loses_its_game_and_the_match_goes_on() {
    let faults = [
        ("crash 3", End::Crash, "exit status: 3"),
        ("silent 3", End::Hang, "waited for a move"),
        ("chatter 3", End::Hang, "waited for a move"),
        ("slow 3", End::TimeLoss, "0.100 s left"),
        ("illegal 3", End::IllegalMove, "1-50"),
        ("nomove 3", End::IllegalMove, "no move"),
    ];
    for proto in ["uci", "hub", "hub1"] {
        for (behaviour, end, reason) in faults {
            let games = against_good(proto, behaviour);
            for (n, game) in games.iter().enumerate() {
                let winner = if n % 2 == 0 { GameScore::Black } else { GameScore::White };
                assert_eq!((game.score, game.end), (winner, end), "{proto} {behaviour}: {}", game.reason);
                assert!(game.reason.contains(reason), "{proto} {behaviour}: {}", game.reason);
                let fault = game.fault.as_ref().expect("a fault");
                assert_eq!(fault.engine, behaviour.replace(' ', "-"));
                assert!(fault.fen.contains(":W") && fault.fen.contains(":B"), "{}", fault.fen);
                assert!(fault.lines.iter().any(|line| line.starts_with('>') || line.starts_with('<')));
                if end == End::Crash {
                    assert!(fault.lines.iter().any(|line| line.starts_with("! segmentation")), "{fault:?}");
                }
                // Three moves of its own came first, in every game: it was started anew.
                let before = 6 + (n % 2) + usize::from(end == End::TimeLoss);
                assert_eq!(game.moves.len(), before, "{proto} {behaviour}");
            }
        }
    }
}

#[test]
fn noise_is_no_fault() {
    for behaviour in ["noisy", "garbage"] {
        let pairs = play(&[
            SCRIPTED,
            "--games|2|--max-plies|20",
            &fake("uci", behaviour, "movetime=5"),
            &fake("uci", "good", ""),
        ]);
        assert!(pairs[0].games.iter().all(|game| game.end == End::Length), "{behaviour}: {pairs:?}");
    }
}

#[test]
fn engines_that_do_not_start_are_named() {
    let cases = [
        (fake("uci", "nostart", ""), "exit status: 7"),
        (fake("uci", "deaf", "startup=0.5"), "waited for uciok"),
        (fake("hub", "deaf", "startup=0.5"), "waited for wait"),
        ("--engine|cmd=/no/such/program|depth=1".to_owned(), "/no/such/program"),
        (fake("uci", "good", "option.Contempt=5"), "no option 'Contempt'"),
        (fake("hub", "nooption", "option.level=5"), "no parameter 'level'"),
        (
            fake("uci", "good", "option.level of skill=10"),
            "option Level of Skill: expected a whole number from 1 to 9",
        ),
        (fake("hub", "good", "option.level=0"), "option level: expected a whole number from 1 to 9"),
        (fake("uci", "choosy", "option.Level of Skill=5"), "says: info string error: cannot use the level"),
        (fake("ugi", "choosy", "option.Level of Skill=5"), "says: info string error: cannot use the level"),
        (fake("hub", "choosy", ""), "says: error message=\"error: cannot use the level\""),
        (fake("hub1", "choosy", ""), "says: error cannot use the level"),
        (
            damone("own", "nodes=9|option.EvalFile=/no/such.net"),
            "engine own: White: the engine says: info string error",
        ),
        (damone("own", "nodes=9|option.TablebasePath=/no/such"), "/no/such"),
        (damone("own", "nodes=9|option.Hash=99999999999"), "option Hash: expected a whole number from 1 to "),
        (damone("own", "nodes=9|proto=ugi|option.EvalFile=/no/such.net"), "/no/such.net"),
        ("--engine|cmd='|depth=1".to_owned(), "open quote"),
        ("--engine|cmd=a".to_owned(), "no limit"),
        ("--engine|cmd=a|depth=1|colour=red".to_owned(), "colour"),
    ];
    for (engine, expected) in cases {
        let output = run(&[SCRIPTED, "--games|2", &engine, &fake("uci", "good", "")]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{engine}: {error}");
        assert!(error.contains(expected), "{engine}: {error}");
    }
}

#[test]
fn what_engines_say_besides_while_they_are_configured_is_no_fault() {
    for (proto, option) in
        [("uci", "Level of Skill"), ("ugi", "Level of Skill"), ("hub", "level"), ("hub1", "level")]
    {
        let talkative = fake(proto, "talkative", &format!("option.{option}=5|restart=true"));
        let pairs = play(&[SCRIPTED, "--games|2|--max-plies|20", &talkative, &fake("uci", "good", "")]);
        assert!(pairs[0].games.iter().all(|game| game.end == End::Length), "{proto}: {pairs:?}");
    }
}

#[test]
fn terms_that_make_no_match_are_refused() {
    let (one, two) = (fake("uci", "good", ""), fake("uci", "lazy", ""));
    let cases = [
        ("--games|3", "even"),
        ("--tb|/no/such/folder", "/no/such/folder"),
        ("--openings|/no/such/file", "/no/such/file"),
        ("--first-opening|99999", "no opening 99999 to begin with"),
        ("--max-plies|0", "max-plies"),
        ("--concurrency|0", "--concurrency"),
        ("--each|nodes=0", "its nodes are no number above 0"),
        ("--sprt|elo0=5|elo1=0", "elo0 must be below"),
        ("--resume", "--json"),
        ("--shard|3/2", "3/2"),
        ("--variant|chess", "chess"),
        ("--draw|form=3", "form"),
    ];
    for (extra, expected) in cases {
        let output = run(&[extra, &one, &two]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{extra}: {error}");
        assert!(error.contains(expected), "{extra}: {error}");
    }
    assert!(text(&run(&[&one]).stderr).contains("two engines"));
    let shallow = run(&[&one, &damone("shallow", "depth=0")]);
    assert!(text(&shallow.stderr).contains("engine shallow: its depth"), "{}", text(&shallow.stderr));
}

#[test]
fn agreeing_scores_end_games() {
    let limits = "--games|2";
    let (one, two) = (fake("uci", "winning", ""), fake("hub", "winning", ""));
    let pairs = play(&[SCRIPTED, limits, &one, &two, "--win|count=3|score=800"]);
    for game in &pairs[0].games {
        assert_eq!((game.score, game.end, game.moves.len()), (GameScore::White, End::Adjudication, 6));
    }
    let (one, two) = (fake("uci", "level", ""), fake("ugi", "level", ""));
    let pairs = play(&[SCRIPTED, limits, &one, &two, "--draw|from=5|count=2|score=0"]);
    for game in &pairs[0].games {
        assert_eq!((game.score, game.end, game.moves.len()), (GameScore::Draw, End::Adjudication, 10));
    }
    // One engine alone decides nothing.
    let (one, two) = (fake("uci", "winning", ""), fake("uci", "good", ""));
    let pairs = play(&[SCRIPTED, limits, &one, &two, "--win", "--draw"]);
    assert!(pairs[0].games.iter().all(|game| game.end == End::Rules));
}

/// A folder that has tables of another game, or none at all, is not the one that was meant.
#[test]
fn folders_without_tables_of_the_game_are_refused() {
    let (one, two) = (fake("uci", "good", ""), fake("uci", "lazy", ""));
    let folder = folder("no-tables");
    let error = |path: &Path| text(&run(&["--tb", &path.display().to_string(), &one, &two]).stderr);
    assert!(error(&folder).contains("tb: no endgame tables of international below"), "{}", error(&folder));
    let missing = error(&folder.join("missing"));
    assert_eq!(missing.matches("no such folder").count(), 1, "{missing}");
}

/// Tables of two pieces. The first move captures, and what is left the program's own tables of three know.
#[test]
fn endgame_tables_end_games() {
    let folder = folder("two-pieces");
    let build = ["tablebase", "build", "--variant", "english", "--pieces", "2", "--dir"];
    let output = Command::new(DAMONE).args(build).arg(&folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let openings = folder.join("one.fen");
    fs::write(&openings, "W:WK14,K15:BK1,10\n").unwrap();
    let terms = format!("--variant|english|--games|2|--openings|{}", openings.display());
    let (limits, one, two) = ("--each|nodes=500", damone("one", ""), damone("two", ""));
    let ends = |more: &[&str]| {
        let terms = [&[&*terms, limits, &one, &two], more].concat();
        let games = play(&terms).remove(0).games;
        games.map(|game| (game.score, game.end, game.reason, game.moves.len()))
    };
    let [(score, end, _, plies), _] = ends(&[]);
    assert_eq!((score, end), (GameScore::White, End::Rules));
    for (score, end, reason, earlier) in ends(&["--tb", &folder.display().to_string()]) {
        assert_eq!((score, end), (GameScore::White, End::Adjudication));
        assert!(reason.contains("endgame tables"), "{reason}");
        assert_eq!(earlier, 1);
        assert!(plies > 1, "{plies} without tables");
    }
}

/// A follower of `DamExchange`.
fn follower(behaviour: &str, more: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/dxp.py");
    let script = script.display();
    format!(
        "--engine|cmd=python3 '{script}' {{port}} {behaviour}|proto=dxp|name=dxp-{behaviour}|tc=60|{more}"
    )
}

#[test]
fn followers_are_played_over_dxp() {
    let good = fake("uci", "good", "");
    let pairs = play(&[SCRIPTED, "--games|4", &follower("good", ""), &good]);
    for game in pairs.iter().flat_map(|pair| &pair.games) {
        assert_eq!((game.score, game.end, game.moves.len()), (GameScore::White, End::Rules, 123));
    }
    let endings = [
        ("resign", End::Resignation, [GameScore::Black, GameScore::White]),
        ("draw", End::DrawClaim, [GameScore::Draw; 2]),
        ("invalid", End::Protocol, [GameScore::Black, GameScore::White]),
        ("silent", End::Hang, [GameScore::Black, GameScore::White]),
        ("crash", End::Crash, [GameScore::Black, GameScore::White]),
    ];
    for (behaviour, end, scores) in endings {
        let engine = follower(behaviour, "movetime=0.02").replace("tc=60|", "");
        let pairs = play(&[SCRIPTED, "--games|2|--hang|0.5", &engine, &good]);
        for (game, score) in pairs[0].games.iter().zip(scores) {
            assert_eq!((game.score, game.end), (score, end), "{behaviour}: {}", game.reason);
        }
    }
    let output = run(&[SCRIPTED, "--games|2", &follower("refuse", ""), &good]);
    assert!(text(&output.stderr).contains("refuses the game"), "{}", text(&output.stderr));
}

#[test]
fn our_engine_plays_every_game_with_all_kinds_of_limits() {
    let limits = ["nodes=300", "depth=2", "movetime=0.01", "tc=1+0.01", "tc=20/1", "tc=1+0.01|ponder=true"];
    for (variant, limit) in
        ["tirana", "tirana-designation", "arabic", "italian", "turkish", "english"].into_iter().zip(limits)
    {
        let (one, two) = (damone("one", limit), damone("two", "nodes=100"));
        let options = format!("--variant|{variant}|--games|2|--margin|500|--max-plies|120");
        let pairs = play(&[&options, &one, &two]);
        for game in &pairs[0].games {
            assert!(game.fault.is_none(), "{variant} {limit}: {} {:?}", game.reason, game.fault);
            assert!(game.moves.len() > 10, "{variant}");
        }
    }
}

/// A record without what differs from run to run: times, and node counts, which are read while a search runs.
fn timeless(mut pair: PairRecord) -> PairRecord {
    for game in &mut pair.games {
        game.wall = 0.0;
        for mv in &mut game.moves {
            mv.time = 0.0;
            mv.nodes = None;
        }
    }
    pair
}

#[test]
fn parts_make_the_same_table_as_the_whole() {
    let folder = folder("shards");
    let file = |name: &str| folder.join(name).display().to_string();
    let (one, two) = (damone("one", "nodes=400"), damone("two", "nodes=150"));
    let three = damone("three", "nodes=60");
    let terms = ["--variant|english|--games|6|--seed|7|--max-plies|100", &one, &two, &three];
    let whole = run(&[&terms[..], &[&format!("--json|{}|--concurrency|2", file("whole"))]].concat());
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    for n in 1..=3 {
        let part = run(&[&terms[..], &[&format!("--json|{}|--shard|{n}/3", file(&n.to_string()))]].concat());
        assert!(part.status.success(), "{}", text(&part.stderr));
    }
    let merged = run(&[&format!(
        "merge|{}|{}|{}|--json|{}|--pdn|{}",
        file("3"),
        file("1"),
        file("2"),
        file("merged"),
        file("games.pdn")
    )]);
    assert_eq!(text(&merged.stdout), text(&whole.stdout), "{}", text(&merged.stderr));
    assert!(text(&merged.stdout).lines().count() > 7, "a table and a cross table");
    let read = |name: &str| {
        let mut pairs = pairs(&fs::read_to_string(file(name)).unwrap());
        pairs.sort_by_key(|pair| pair.pair);
        pairs.into_iter().map(timeless).collect::<Vec<_>>()
    };
    for (merged, whole) in read("merged").iter().zip(read("whole")) {
        assert!(*merged == whole, "pair {} differs", whole.pair);
    }
    let games = fs::read_to_string(file("games.pdn")).unwrap();
    assert_eq!(games.matches("[GameType \"21,B,8,8,N1,0\"]").count(), 18);

    let twice = run(&[&format!("merge|{}|{}", file("1"), file("1"))]);
    assert!(text(&twice.stderr).contains("again"), "{}", text(&twice.stderr));
    let summary = run(&[&format!("merge|--summary|{}", file("merged"))]);
    let summary: serde_json::Value = serde_json::from_slice(&summary.stdout).unwrap();
    assert_eq!((&summary["pairs"], &summary["pairs_in_match"]), (&9.into(), &9.into()));
}

/// Waits until a file holds so many lines.
fn await_lines(path: &Path, lines: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < lines {
        assert!(Instant::now() < until, "{} does not grow", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn kill(pid: u32, signal: &str) {
    let status = Command::new("kill").args([signal, &pid.to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_killed_match_is_resumed_without_losing_or_repeating_a_pair() {
    for signal in ["-KILL", "-INT"] {
        let folder = folder(&format!("resume{signal}"));
        let (json, pdn) = (folder.join("match.jsonl"), folder.join("match.pdn"));
        let files = format!("--json|{}|--pdn|{}", json.display(), pdn.display());
        let (one, two) = (damone("one", "nodes=1500"), damone("two", "nodes=1500"));
        let terms = ["--variant|english|--games|24|--concurrency|2|--max-plies|80", &one, &two, &files];
        let mut child = command(&terms).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        await_lines(&json, 4);
        kill(child.id(), signal);
        let status = child.wait().unwrap();
        assert!(!status.success());
        let before = fs::read_to_string(&json).unwrap();
        let done = pairs(&before[..=before.rfind('\n').unwrap()]).len();
        assert!((3..12).contains(&done), "{signal}: {done} pairs done");
        if signal == "-KILL" {
            // As if it had been killed in the middle of a write.
            fs::write(&json, before.clone() + "{\"kind\":\"pair\",\"pair\":7,\"ope").unwrap();
        }

        let refused = run(&terms);
        assert!(text(&refused.stderr).contains("--resume"), "{}", text(&refused.stderr));
        let other = run(&[&terms[..], &["--resume|--seed|9"]].concat());
        assert!(text(&other.stderr).contains("terms.openings.seed: 1, now 9"), "{}", text(&other.stderr));

        let resumed = run(&[&terms[..], &["--resume"]].concat());
        assert!(resumed.status.success(), "{}", text(&resumed.stderr));
        let after = fs::read_to_string(&json).unwrap();
        let old = &before[..=before.rfind('\n').unwrap()];
        assert!(after.starts_with(old), "{signal}: finished pairs stay as they were");
        let mut numbers: Vec<usize> = pairs(&after).iter().map(|pair| pair.pair).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..12).collect::<Vec<_>>());
        assert_eq!(fs::read_to_string(&pdn).unwrap().matches("[Event ").count(), 24);
        let again = run(&[&terms[..], &["--resume"]].concat());
        assert_eq!(text(&again.stdout), text(&resumed.stdout), "nothing is left to play");
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let sprt = "--games|400|--sprt|elo0=0|elo1=50";
    let pairs = play(&[SCRIPTED, sprt, &fake("uci", "illegal 1", ""), &fake("uci", "good", "")]);
    assert!((5..60).contains(&pairs.len()), "{} pairs", pairs.len());
    let output = run(&[SCRIPTED, sprt, &fake("uci", "good", ""), &fake("uci", "illegal 1", "")]);
    assert!(text(&output.stdout).contains("H1 accepted"), "{}", text(&output.stdout));
}

#[test]
fn a_configuration_file_says_the_same_as_the_command_line() {
    let folder = folder("config");
    let path = folder.join("match.toml");
    let file = format!(
        "variant = 'english'\ngames = 2\n[each]\nnodes = 50\n[[engine]]\ncmd = '{DAMONE}'\nname = 'a'\n\
         [[engine]]\ncmd = '{DAMONE}'\nname = 'b'\n[engine.option]\nHash = 1\n"
    );
    fs::write(&path, file).unwrap();
    let config = format!("--config|{}", path.display());
    let pairs = play(&[&config, "--max-plies|10"]);
    assert_eq!(pairs.len(), 1);
    assert!(pairs[0].games.iter().all(|game| game.moves.len() == 10));
    assert!(pairs[0].fen.starts_with("B:"), "the built-in suite: {}", pairs[0].fen);
}

#[test]
fn the_compliance_walk_names_the_first_step_that_fails() {
    let walk = |cmd: &str, arguments: &[&str]| {
        let output = Command::new(DAMONE).arg("compliance").arg(cmd).args(arguments).output().unwrap();
        (output.status.code(), text(&output.stdout))
    };
    let (code, steps) = walk(DAMONE, &["--variant", "english", "--with", "option.Hash=1"]);
    assert_eq!(code, Some(0), "{steps}");
    assert_eq!(steps.lines().filter(|line| line.starts_with("ok ")).count(), 14, "{steps}");
    let fakes = [
        ("uci nostart", "starts and greets back"),
        ("uci crash", "moves in the start position"),
        ("uci illegal 2", "follows a game"),
        ("hub nomove", "moves in the start position"),
        ("hub1 crash", "moves in the start position"),
    ];
    for (words, step) in fakes {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/engine.py");
        let proto = words.split(' ').next().unwrap();
        let (code, steps) = walk(&format!("python3 '{}' {words}", script.display()), &["--proto", proto]);
        assert_eq!(code, Some(2), "{words}: {steps}");
        assert!(steps.contains(&format!("FAIL  {step}")), "{words}: {steps}");
    }
}

#[test]
fn suites_are_made_with_their_settings() {
    let folder = folder("openings");
    let path = folder.join("suite.fen");
    let make = |more: &[&str]| {
        Command::new(DAMONE)
            .args(["openings", "--variant", "italian", "--count", "20", "--nodes", "500"])
            .args(more)
            .output()
            .unwrap()
    };
    let output = make(&["--plies", "4", "--out", &path.display().to_string()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let suite = fs::read_to_string(&path).unwrap();
    assert_eq!(suite.lines().count(), 20);
    let settings = fs::read_to_string(folder.join("suite.toml")).unwrap();
    assert!(settings.contains("damone openings --variant italian --count 20 --plies 4"), "{settings}");
    assert_eq!(text(&make(&["--plies", "4", "--threads", "1"]).stdout), suite);
    let tree = make(&["--walk", "tree", "--plies", "3"]);
    assert_eq!(text(&tree.stdout).lines().count(), 20, "{}", text(&tree.stderr));
}
