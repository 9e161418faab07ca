//! Network files as a user meets them: the option `EvalFile`, `eval` and `bench`.

use std::path::PathBuf;

use damone::eval::Network;
use damone::eval::net::{BUCKETS, QA, QB};
use damone::rules::VariantId;

use crate::common::{Engine, program};

/// A file of a network for international draughts that thinks every position one man better for the side to move.
struct NetFile(PathBuf);

impl NetFile {
    fn new(name: &str) -> Self {
        let (squares, hidden) = (50, 32);
        let net = Network {
            variant: VariantId::International,
            squares,
            extras: 0,
            hidden,
            features: vec![0; 4 * squares * hidden],
            bias: vec![0; hidden],
            output: vec![0; BUCKETS * 2 * hidden],
            output_bias: vec![QA * QB / 4; BUCKETS],
            scale: 400,
            facts: "an optimist\nbestmove 31-26".to_owned(),
        };
        let path = std::env::temp_dir().join(format!("damone-{}-{name}.net", std::process::id()));
        std::fs::write(&path, net.write()).expect("a temporary file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for NetFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_judges_its_game_and_only_that() {
    let file = NetFile::new("judges");
    let mut engine = Engine::start();
    let built_in = engine.ask("eval");
    assert_eq!(engine.ask(&format!("setoption name EvalFile value {}", file.path())), [""; 0]);
    let lines = engine.ask("eval");
    assert_eq!(lines.last().map(String::as_str), Some("Evaluation: cp 100 for White, to move"));
    let chances = lines[lines.len() - 2].strip_prefix("Win, draw, loss: ").expect("chances");
    let numbers: Vec<u32> = chances.split(' ').map_while(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 3 && numbers.iter().sum::<u32>() == 1000, "{chances}");
    assert!(numbers[0] > numbers[2], "{chances}");
    // What a file says of itself is no line of the engine.
    assert!(lines.contains(&"Network facts: an optimist bestmove 31-26".to_owned()), "{lines:#?}");
    assert_eq!(engine.ask("setoption name UCI_Variant value english"), [""; 0]);
    assert!(!engine.ask("eval").iter().any(|line| line.starts_with("Network: cp 100")));
    engine.ask("setoption name UCI_Variant value international");
    assert_eq!(engine.ask("eval"), lines);
    engine.ask("setoption name EvalFile value <empty>");
    assert_eq!(engine.ask("eval"), built_in);
}

#[test]
fn the_handcrafted_evaluation_can_be_asked_for() {
    let mut engine = Engine::start();
    let has_network = |lines: &[String]| lines.iter().any(|line| line.starts_with("Network"));
    assert!(has_network(&engine.ask("eval")));
    assert_eq!(engine.ask("setoption name EvalFile value handcrafted"), [""; 0]);
    let by_hand = engine.ask("eval");
    assert!(!has_network(&by_hand), "{by_hand:#?}");
    // In every game, and also for `bench`.
    engine.ask("setoption name UCI_Variant value turkish");
    assert!(!has_network(&engine.ask("eval")));
    engine.ask("setoption name EvalFile value <empty>");
    assert!(has_network(&engine.ask("eval")));
}

#[test]
fn a_file_that_is_refused_changes_nothing() {
    let file = NetFile::new("refused");
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name EvalFile value {}", file.path()));
    let before = engine.ask("eval");
    for wrong in ["Cargo.toml", "no/such.net", "src"] {
        let path = format!("{}/{wrong}", env!("CARGO_MANIFEST_DIR"));
        let answer = engine.ask(&format!("setoption name EvalFile value {path}"));
        assert!(answer.len() == 1 && answer[0].starts_with("info string error: "), "{answer:#?}");
        assert_eq!(engine.ask("eval"), before);
    }
    // Nor does it end a search.
    engine.send("go infinite");
    engine.send("setoption name EvalFile value no/such.net");
    engine.wait_for("info string error: ");
    engine.send("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.ask("setoption name UCI_Variant value turkish");
    let answer = engine.ask(&format!("setoption name EvalFile value {}", file.path()));
    assert!(answer[0].contains("for international, the game is turkish"), "{answer:#?}");
}

#[test]
fn the_search_goes_by_the_file() {
    let file = NetFile::new("search");
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name EvalFile value {}", file.path()));
    for (depth, score) in [(1, -100), (2, 100)] {
        engine.send(&format!("go depth {depth}"));
        let lines = engine.until("bestmove");
        let last = &lines[lines.len() - 2];
        assert!(last.contains(&format!(" score cp {score} ")), "{last}");
    }
    let bench = |arguments: &[&str]| {
        let output = program().args(["bench", "--variant", "international"]).args(arguments).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        text.lines().next().and_then(|line| Some(line.rsplit_once(", ")?.0.to_owned())).expect("a line")
    };
    assert_ne!(bench(&["--eval-file", file.path()]), bench(&[]));
}
