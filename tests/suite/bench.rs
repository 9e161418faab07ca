//! The signature of the search: `tests/bench.txt` holds the node counts of `damone bench`. A change that is meant
//! to change them writes the file anew with `UPDATE=1 cargo test --test suite bench`.

use std::process::Command;

#[test]
fn the_node_counts_are_those_of_the_file() {
    let output = Command::new(env!("CARGO_BIN_EXE_damone")).arg("bench").output().expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    // `game: 6 positions, depth D, N nodes, R nps`: all but the speed.
    let mut counts: Vec<&str> = text.lines().filter_map(|line| Some(line.rsplit_once(", ")?.0)).collect();
    assert_eq!(counts.len(), damone::rules::VariantId::ALL.len(), "{text}");
    counts.push("");
    let counts = counts.join("\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bench.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &counts).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(path).expect("the file is there");
    assert_eq!(counts, expected, "the search is not what it was");
}
