use std::path::PathBuf;

use super::*;
use crate::board::{Bits, Side};
use crate::position::Board;
use crate::tablebase::build::{self, Plan};
use crate::train::material;
use crate::train::store::Reader;

fn settings(threads: usize, games: u64) -> Settings {
    Settings {
        variant: VariantId::English,
        games: Some(games),
        positions: None,
        nodes: 60,
        seed: 9,
        threads,
        shard: (1, 1),
        evaluator: Evaluator::Handcrafted,
        known: Known::Own,
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("damone-selfplay-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn play(settings: &Settings, path: &Path, resume: bool) -> Progress {
    run(settings, path, resume, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

fn records(path: &Path) -> Vec<Record> {
    let mut reader = Reader::open(path).unwrap();
    let mut records = Vec::new();
    while let Some(block) = reader.block().unwrap() {
        records.extend(block);
    }
    records
}

#[test]
fn a_file_does_not_depend_on_threads_or_interruptions() {
    let folder = folder("same");
    let [one, many, parts] = ["one", "many", "parts"].map(|name| folder.join(name));
    let done = play(&settings(1, 12), &one, false);
    play(&settings(3, 12), &many, false);
    assert_eq!(records(&one), records(&many));
    play(&settings(2, 5), &parts, false);
    // As after a kill: half a block at the end.
    let mut bytes = std::fs::read(&parts).unwrap();
    bytes.extend([b"BLCK".as_slice(), &100_u32.to_le_bytes(), &[0; 100]].concat());
    std::fs::write(&parts, bytes).unwrap();
    let more = play(&settings(2, 12), &parts, true);
    assert_eq!(records(&one), records(&parts));
    assert_eq!((more.games, more.positions), (12, done.positions));
    assert!(more.plies < done.plies, "games were not played again");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_are_quiet_different_and_labelled() {
    let folder = folder("kept");
    let path = folder.join("data");
    let done = play(&settings(1, 20), &path, false);
    let records = records(&path);
    assert!(records.len() as u64 == done.positions && records.len() > 200, "{done:?}");
    let boards: Vec<_> = records
        .iter()
        .map(|record| record.board::<crate::rules::variants::English>(false).unwrap())
        .collect();
    let keys: HashSet<Key> = boards.iter().map(Board::key).collect();
    assert_eq!(keys.len(), boards.len());
    assert!(boards.iter().all(|board| !board.can_capture() && !board.is_threatened()));
    // Wins and losses go with scores.
    let labels: Vec<_> = records.iter().map(|record| record.label().unwrap()).collect();
    let agreement: i64 =
        labels.iter().map(|label| i64::from(label.score.signum()) * i64::from(label.result)).sum();
    assert!(agreement > 0, "{agreement}");
    assert!(labels.iter().any(|label| label.result != 0));
    std::fs::remove_dir_all(folder).unwrap();
}

/// Games end where the tables begin, and what is known of them shows in the file.
#[test]
fn known_endings_are_not_played_out() {
    let folder = folder("known");
    let play = |known: Known, name: &str| {
        let path = folder.join(name);
        play(&Settings { known, nodes: 30, ..settings(2, 60) }, &path, false);
        let pieces = |record: &Record| {
            let board = record.board::<crate::rules::variants::English>(false).unwrap();
            (board.pieces(Side::White) | board.pieces(Side::Black)).count()
        };
        let records = records(&path);
        let few = records.iter().filter(|record| pieces(record) <= 3).count();
        (few, records, Reader::open(&path).unwrap().header.tables)
    };
    let (few, out, name) = play(Known::Nothing, "out");
    assert!(few > 0 && name.is_empty(), "{few} positions of few pieces among {}", out.len());
    let (few, known, name) = play(Known::Own, "known");
    assert_eq!(few, 0);
    assert!(name.starts_with("3-") && name.len() == 10, "{name}");
    assert_eq!(play(Known::Own, "again").1, known, "a seed still makes the same games");
    // A folder with the same tables is the same; going on with other ones would mix games.
    let tables = folder.join("tables");
    let wanted = Plan { folder: tables.clone(), pieces: 3, distances: 3, threads: 1, only: None };
    build::build::<crate::rules::variants::English>(
        &wanted,
        &AtomicBool::new(false),
        &build::Progress::default(),
    )
    .unwrap();
    assert_eq!(play(Known::Folder(tables), "folder"), (0, known, name));
    let nothing = Settings { known: Known::Nothing, ..settings(2, 60) };
    let error = run(&nothing, &folder.join("known"), true, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
    assert!(matches!(error, SelfplayError::Store(StoreError::Other { .. })), "{error}");
    let absent = Settings { known: Known::Folder(folder.join("absent")), ..settings(2, 60) };
    let error =
        run(&absent, &folder.join("absent.dat"), false, &AtomicBool::new(false), &mut |_| ()).unwrap_err();
    assert!(matches!(error, SelfplayError::Tables(_)), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn parts_share_the_games_and_a_network_plays_otherwise() {
    let folder = folder("parts");
    let games = |shard, evaluator: &Evaluator, name: &str| {
        let path = folder.join(name);
        play(&Settings { shard, evaluator: evaluator.clone(), ..settings(1, 6) }, &path, false);
        let numbers = records(&path).iter().map(|record| record.label().unwrap().game).collect::<Vec<_>>();
        (numbers.iter().copied().collect::<HashSet<u32>>(), records(&path))
    };
    let hand = Evaluator::Handcrafted;
    let (even, _) = games((1, 2), &hand, "a");
    let (odd, _) = games((2, 2), &hand, "b");
    assert!(even.iter().all(|game| game % 2 == 0) && odd.iter().all(|game| game % 2 == 1));
    let material = Evaluator::Network(material::network(VariantId::English).into());
    assert_ne!(games((1, 2), &hand, "c").1, games((1, 2), &material, "d").1);
    // Each has a name of its own, or `--resume` would go on with another's games.
    let names = [hand, material, Evaluator::BuiltIn].map(|evaluator| evaluator.name(VariantId::English));
    assert_eq!(HashSet::from(names).len(), 3);
    std::fs::remove_dir_all(folder).unwrap();
}
