//! `damone train`, from the first game to the network, in small.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn train(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damone"));
    command.arg("train").args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// What a run that must succeed prints.
fn printed(arguments: &[&str]) -> String {
    let output = train(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {} {errors}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// What a run that must fail complains of.
fn complaint(arguments: &[&str]) -> String {
    let output = train(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn joined<'a>(words: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [words, more].concat()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("damone-train-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn from_games_to_a_network_that_plays() {
    let folder = folder("all");
    let path = |name: &str| folder.join(name).display().to_string();
    let (data, net, picture) = (path("g0.dat"), path("g0.net"), path("g0.svg"));
    let games = ["selfplay", "--variant", "turkish", "--nodes", "60", "--out", &data, "--games"];
    let play = |more| joined(&games, more);
    assert!(printed(&play(&["40"])).starts_with("40 games, "));
    assert!(complaint(&play(&["44"])).contains("--resume"), "a file is not written over");
    assert!(printed(&play(&["44", "--resume"])).starts_with("44 games, "));
    assert!(complaint(&play(&["44", "--resume", "--seed", "2"])).contains("other settings"));

    let fit = ["fit", "--variant", "turkish", "--data", &data, "--hidden", "32", "--epochs", "2", "--out"];
    let said = printed(&joined(&fit, &[&net]));
    assert!(said.contains("positions to learn from") && said.contains("epoch  2: learnt"), "{said}");
    // The recipe that is kept makes the same network again.
    let (recipe, again) = (path("g0.toml"), path("again.net"));
    printed(&[
        "fit",
        "--variant",
        "turkish",
        "--data",
        &data,
        "--config",
        &recipe,
        "--threads",
        "3",
        "--out",
        &again,
    ]);
    assert_eq!(std::fs::read(&net).expect("a network"), std::fs::read(&again).expect("a network"));
    assert_eq!(std::fs::read_to_string(path("g0.jsonl")).expect("a log").lines().count(), 2);
    // It says what the games depend on, and nothing is left of the fit's way.
    let kept = std::fs::read_to_string(&recipe).expect("a recipe");
    assert!(kept.contains("[[games]]") && kept.contains("nodes = 60"), "{kept}");
    assert!(!folder.join("g0.fit").exists());
    // What is read is not written over.
    for (out, config) in [(&data, &recipe), (&net, &recipe), (&path("g0.toml"), &recipe)] {
        let said = complaint(&joined(&fit, &[out.as_str(), "--config", config.as_str()]));
        assert!(said.contains("g0."), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&recipe).expect("a recipe"), kept);

    let shown = printed(&["inspect", &net, "--svg", &picture]);
    assert!(shown.starts_with("game      turkish\n") && shown.contains("64 squares"), "{shown}");
    assert!(std::fs::read_to_string(&picture).expect("a picture").starts_with("<svg"));
    let other = path("g1.dat");
    let play =
        ["selfplay", "--variant", "turkish", "--games", "2", "--nodes", "60", "--net", &net, "--out", &other];
    assert!(printed(&play).starts_with("2 games, "));
    std::fs::remove_dir_all(folder).expect("it can go");
}

#[test]
fn mistakes_are_named() {
    let folder = folder("mistakes");
    let path = |name: &str| folder.join(name).display().to_string();
    let (no, out) = (path("no.dat"), path("out"));
    std::fs::write(&no, "not a record in it").expect("a file");
    let fit = |more: &[&str]| complaint(&joined(&["fit", "--variant", "english", "--out", &out], more));
    assert!(fit(&["--data", &no]).contains("is no file of records"));
    assert!(fit(&["--data", &no, "--hidden", "33"]).contains("one of [32"));
    assert!(fit(&["--data", &no, "--lambda", "2"]).contains("lambda"));
    let selfplay =
        |more: &[&str]| complaint(&joined(&["selfplay", "--variant", "english", "--out", &out], more));
    assert!(selfplay(&[]).contains("--games"));
    assert!(selfplay(&["--games", "1", "--shard", "3/2"]).contains("is no part"));
    assert!(selfplay(&["--games", "1", "--net", &no]).contains("no network"));
    // Before anything is learnt or played.
    let nowhere = path("no/folder.net");
    let said = complaint(&["fit", "--variant", "english", "--data", &no, "--out", &nowhere]);
    assert!(said.contains("No such file"), "{said}");
    let loop_of = |game, more: &[&'static str]| {
        let words =
            ["loop", "--variant", game, "--positions", "3000", "--nodes", "30", "--pairs", "2", "--out"];
        train(&joined(&joined(&words, &[&path("loop")]), more))
    };
    assert!(loop_of("english", &["--generations", "1", "--epochs", "1"]).status.success());
    let other = loop_of("russian", &["--generations", "2"]);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.status.success() && said.contains("games of english, not russian"), "{said}");
    assert!(complaint(&["inspect", &no]).contains("no network"));
    std::fs::remove_dir_all(folder).expect("it can go");
}
