//! Endgame tables against a slow solver that shares nothing with them but the rules, and against published endings.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use damone::board::{Piece, Side};
use damone::notation::fen;
use damone::position::{Board, Clocks, Key, Move, Outcome, Position, Setup};
use damone::rules::variants::{
    English, Frisian, International, Tirana, TiranaDesignation, Turkish, VariantVisitor, visit_variant,
};
use damone::rules::{Rules, VariantId};
use damone::tablebase::build::{self, Plan, Progress};
use damone::tablebase::{Coverage, Error, Tables, Wdl, converts};
use damone::util::rng::Rng;

use crate::common::random_board;

/// The slow solver: all positions as a graph, decided ply by ply.
struct Reference<R: Rules> {
    boards: Vec<Board<R>>,
    /// Worth to the side to move and plies to the end; draws are 0 plies.
    worth: Vec<(Wdl, u32)>,
}

impl<R: Rules> Reference<R> {
    /// Solves all positions of exactly or less than `pieces` pieces and everything that comes of them.
    fn solve(pieces: usize) -> Self {
        let mut boards = Vec::new();
        let mut numbers = HashMap::new();
        for n in 2..=pieces {
            set_up(n, &mut Vec::new(), 0, &mut |board| add(board, &mut boards, &mut numbers));
        }
        let mut next: Vec<Vec<u32>> = Vec::new();
        let mut worth = Vec::new();
        // Boards that only arise from others (demands, runs of kings) join while this goes on.
        while next.len() < boards.len() {
            let board = boards[next.len()];
            let outcome = Position::new(board, Clocks::default()).outcome();
            worth.push(outcome.map(|outcome| (worth_of(outcome, board.turn()), 0)));
            let moves = if outcome.is_some() { Vec::new() } else { board.legal_moves() };
            let successors = moves.iter().map(|mv| add(board.after(mv), &mut boards, &mut numbers)).collect();
            next.push(successors);
        }
        Self { boards, worth: iterate(&next, worth) }
    }
}

fn add<R: Rules>(board: Board<R>, boards: &mut Vec<Board<R>>, numbers: &mut HashMap<Key, u32>) -> u32 {
    *numbers.entry(board.key()).or_insert_with(|| {
        boards.push(board);
        boards.len() as u32 - 1
    })
}

fn worth_of(outcome: Outcome, turn: Side) -> Wdl {
    match outcome {
        Outcome::Win { winner, .. } if winner == turn => Wdl::Win,
        Outcome::Win { .. } => Wdl::Loss,
        Outcome::Draw(_) => Wdl::Draw,
    }
}

/// Goes over all positions again and again; the n-th round decides what takes n plies.
fn iterate(next: &[Vec<u32>], mut worth: Vec<Option<(Wdl, u32)>>) -> Vec<(Wdl, u32)> {
    for round in 1.. {
        let of = |successor: &u32| worth[*successor as usize].map(|(wdl, _)| wdl);
        let decided: Vec<(usize, Wdl)> = (0..next.len())
            .filter(|&at| worth[at].is_none())
            .filter_map(|at| {
                if next[at].iter().any(|successor| of(successor) == Some(Wdl::Loss)) {
                    return Some((at, Wdl::Win));
                }
                next[at].iter().all(|successor| of(successor) == Some(Wdl::Win)).then_some((at, Wdl::Loss))
            })
            .collect();
        if decided.is_empty() {
            break;
        }
        for (at, wdl) in decided {
            worth[at] = Some((wdl, round));
        }
    }
    worth.into_iter().map(|worth| worth.unwrap_or((Wdl::Draw, 0))).collect()
}

/// All legal boards with `n` pieces on squares from number `from` on, besides those of `pieces`.
fn set_up<R: Rules>(
    n: usize,
    pieces: &mut Vec<(Side, Piece, damone::board::Square)>,
    from: usize,
    visit: &mut impl FnMut(Board<R>) -> u32,
) {
    if n == 0 {
        for turn in Side::BOTH {
            let mut histories = vec![None];
            if R::SET.kings_freeze {
                histories.push(Some([true, true]));
            }
            for crowned in histories {
                let setup =
                    Setup { turn, pieces: pieces.clone(), crowned, demand: None, king_run: [None; 2] };
                let both = Side::BOTH.iter().all(|side| pieces.iter().any(|piece| piece.0 == *side));
                if let (true, Ok(board)) = (both, setup.board::<R>()) {
                    visit(board);
                }
            }
        }
        return;
    }
    for ordinal in from..R::SET.board.squares() {
        let square = R::GEOMETRY.square(ordinal).expect("a square");
        for side in Side::BOTH {
            for piece in [Piece::Man, Piece::King] {
                pieces.push((side, piece, square));
                set_up(n - 1, pieces, ordinal + 1, visit);
                pieces.pop();
            }
        }
    }
}

/// The distance as it follows from those of the successors.
fn distance_by_moves<R: Rules>(tables: &Tables<R>, position: &Position<R>, wdl: Wdl) -> u16 {
    let keeps = |mv: &&Move<R::Bits>| tables.probe_wdl(&position.after(mv)) == Some(wdl.turned());
    let plies = |mv: &Move<R::Bits>| {
        let after = if converts::<R>(mv) { Some(0) } else { tables.probe_distance(&position.after(mv)) };
        after.expect("a distance") + 1
    };
    let moves = position.board().legal_moves();
    let wanted = moves.iter().filter(keeps).map(plies);
    if wdl == Wdl::Win { wanted.min().unwrap_or(0) } else { wanted.max().unwrap_or(0) }
}

struct Compare {
    pieces: usize,
}

impl VariantVisitor for Compare {
    type Output = ();

    fn visit<R: Rules>(self) {
        let name = R::SET.name;
        let reference = Reference::<R>::solve(self.pieces);
        let tables = Tables::<R>::small(self.pieces).expect("tables");
        let (mut answered, mut counts) = (0, [0; 3]);
        for (board, (wdl, _)) in reference.boards.iter().zip(&reference.worth) {
            let position = Position::new(*board, Clocks::default());
            let run = Side::BOTH.iter().any(|&side| board.king_run(side).count > 0);
            let found = tables.probe_wdl(&position);
            if found.is_none() {
                assert!(run || Coverage::of::<R>() != Coverage::All, "{name}: {}", fen::write(&position));
                continue;
            }
            assert_eq!(found, Some(*wdl), "{name}: {}", fen::write(&position));
            answered += 1;
            counts[*wdl as usize] += 1;
            if *wdl != Wdl::Draw && answered % 7 == 0 && board.demand() == damone::position::Demand::NONE {
                let distance = tables.probe_distance(&position).expect("a distance");
                assert_eq!(
                    distance,
                    distance_by_moves(&tables, &position, *wdl),
                    "{name}: {}",
                    fen::write(&position)
                );
            }
        }
        assert!(answered > 0, "{name}");
        println!("{name}: {} positions of {}; loss, draw, win: {counts:?}", answered, reference.boards.len());
    }
}

#[test]
fn two_pieces_of_every_game_are_worth_what_the_slow_solver_says() {
    for id in VariantId::ALL {
        visit_variant(id, Compare { pieces: 2 });
    }
}

#[test]
fn three_pieces_of_english_are_worth_what_the_slow_solver_says() {
    visit_variant(VariantId::English, Compare { pieces: 3 });
}

/// The rest of the games with three pieces: minutes and gigabytes.
#[test]
#[ignore = "minutes and gigabytes; run in release"]
fn three_pieces_of_every_game_are_worth_what_the_slow_solver_says() {
    let wanted = std::env::var("DAMONE_GAMES").unwrap_or_default();
    for id in VariantId::ALL {
        if wanted.is_empty() || wanted.split(',').any(|name| name == id.name()) {
            visit_variant(id, Compare { pieces: 3 });
        }
    }
}

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Longest wins of Grimminck's statistics with up to three pieces.
const LONGEST: [(&str, u32); 7] = [
    ("W:W23:B5,6", 29),
    ("W:W33:B2", 17),
    ("W:W40,44:B3", 23),
    ("W:WK2,11:B45", 11),
    ("W:W21:B3,4", 33),
    ("W:WK38:B4,18", 27),
    ("W:W18:B5,K23", 17),
];

#[test]
fn published_longest_wins_of_three_pieces_are_wins() {
    let tables = Tables::<International>::small(3).expect("tables");
    for (text, plies) in &LONGEST {
        let position = position::<International>(text);
        assert_eq!(tables.probe_wdl(&position), Some(Wdl::Win), "{text} in {plies}");
        assert!(tables.probe_distance(&position).is_some_and(|distance| u32::from(distance) <= *plies));
    }
}

/// Numbers of English positions with so many pieces, as the Chinook project publishes them. They count those in which one
/// side has no pieces, which are over and in no slice.
const CHINOOK: [(usize, u64); 3] = [(2, 6_972), (3, 261_224), (4, 7_092_774)];

/// Placements of `n` pieces of one colour: men on 28 squares, kings on what is left of 32.
fn of_one_colour(n: u64) -> u64 {
    let choose = |from: u64, k: u64| (0..k).fold(1, |ways, i| ways * (from - i) / (i + 1));
    (0..=n).map(|men| choose(28, men) * choose(32 - men, n - men)).sum()
}

fn has_as_many_positions_as_published(tables: &Tables<English>) {
    for (pieces, positions) in CHINOOK.into_iter().filter(|&(pieces, _)| pieces <= tables.max_pieces()) {
        let of_these = tables.slices().filter(|slice| slice.material.pieces() == pieces);
        let in_slices: u64 = of_these.map(|slice| slice.counts.total()).sum();
        assert_eq!(in_slices + 2 * of_one_colour(pieces as u64), positions, "{pieces} pieces");
    }
}

#[test]
fn english_has_as_many_positions_of_three_pieces_as_published() {
    has_as_many_positions_as_published(&Tables::small(3).expect("tables"));
}

#[test]
#[ignore = "a minute and gigabytes; run in release"]
fn published_longest_wins_have_exactly_those_lengths() {
    let reference = Reference::<International>::solve(3);
    for (text, plies) in &LONGEST {
        let board = *position::<International>(text).board();
        let at = reference.boards.iter().position(|other| *other == board).expect("solved");
        assert_eq!(reference.worth[at], (Wdl::Win, *plies), "{text}");
    }
}

/// Endings of four pieces from the same statistics, and English ones of up to five.
#[test]
#[ignore = "builds four and five pieces; run in release"]
fn published_endings_of_more_pieces() {
    let tables = Tables::<International>::small(4).expect("tables");
    for text in [
        "W:W33,46:B4,5",
        "W:W8,K50:B3,32",
        "W:WK1,K23:B4,38",
        "W:W17,35:B3,K21",
        "W:WK1,12:B16,K50",
        "W:WK1,K16:BK17,26",
        "W:W12,13,16:B30",
        "W:WK4,16,18:B34",
        "W:WK8,11,K13:B44",
        "W:WK8,K20,K37:B43",
        "W:W6,K49,50:BK16",
        "W:WK40,K45,50:BK11",
        "W:WK6,K22,K27:BK49",
        "W:W6:B2,3,4",
        "W:WK1:B2,3,4",
        "W:W6:B3,4,K11",
        "W:WK14:B1,K10,12",
    ] {
        assert_eq!(tables.probe_wdl(&position(text)), Some(Wdl::Win), "{text}");
    }
    let tables = Tables::<English>::small(4).expect("tables");
    has_as_many_positions_as_published(&tables);
    for text in ["W:WK15,20:B12,K28", "W:WK24,K26:B11", "W:WK24,K25:BK3"] {
        assert_eq!(tables.probe_wdl(&position(text)), Some(Wdl::Win), "{text}");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tablebase-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn plan(folder: &std::path::Path, pieces: usize) -> Plan {
    Plan { folder: folder.to_owned(), pieces, distances: pieces, threads: 2, only: None }
}

fn build<R: Rules>(plan: &Plan) -> Result<(), Error> {
    build::build::<R>(plan, &AtomicBool::new(false), &Progress::default())
}

#[test]
fn files_say_what_tables_in_memory_say() {
    let folder = folder("files");
    build::<Tirana>(&plan(&folder, 3)).expect("built");
    let (files, memory) =
        (Tables::<Tirana>::open(&[&folder], 3).expect("opened"), Tables::<Tirana>::small(3).expect("small"));
    assert!(files.slices().count() > 4);
    for slice in memory.slices() {
        memory.each_quiet(slice.material, |position, wdl| {
            assert_eq!(files.probe_wdl(position), Some(wdl));
            assert_eq!(files.probe_distance(position), memory.probe_distance(position));
            true
        });
    }
    build::verify::<Tirana>(&plan(&folder, 3), &AtomicBool::new(false), &Progress::default()).expect("right");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn distances_that_were_left_out_are_added() {
    let folder = folder("distances");
    let all = plan(&folder, 3);
    let with_distances = || {
        let tables = Tables::<English>::open(&[&folder], 3).expect("opened");
        tables.slices().filter(|slice| slice.has_distances).map(|slice| slice.material.pieces()).max()
    };
    build::<English>(&Plan { distances: 0, ..all.clone() }).expect("built");
    assert_eq!(with_distances(), None);
    build::<English>(&Plan { distances: 2, ..all.clone() }).expect("built");
    assert_eq!(with_distances(), Some(2));
    build::<English>(&all).expect("built");
    assert_eq!(with_distances(), Some(3));
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_broken_off_build_goes_on_to_the_same_files() {
    let folder = folder("resume");
    build::<English>(&plan(&folder, 3)).expect("built");
    let path = folder.join("english").join("1m1k-0m1k.dtb");
    let whole = std::fs::read(&path).expect("there");
    // As if the machine had died while this one and its swapped one were being written.
    std::fs::remove_file(&path).expect("removed");
    std::fs::write(path.with_file_name("1m1k-0m1k.dtb.1.part"), &whole[..whole.len() / 2]).expect("written");
    build::<English>(&plan(&folder, 3)).expect("goes on");
    assert_eq!(std::fs::read(&path).expect("there again"), whole);
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder("damage");
    build::<English>(&plan(&folder, 2)).expect("built");
    let path = folder.join("english").join("0m1k-1m0k.dtb");
    let whole = std::fs::read(&path).expect("there");
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut bytes = whole.clone();
        if rng.below(4) == 0 {
            bytes.truncate(rng.below(whole.len()));
        } else {
            let at = rng.below(whole.len());
            bytes[at] ^= 1 << rng.below(8);
        }
        std::fs::write(&path, bytes).expect("written");
        let opened = Tables::<English>::open(&[&folder], 2);
        assert!(matches!(opened, Err(Error::Format { .. })), "{:?}", opened.err());
    }
    std::fs::write(&path, &whole).expect("written");
    assert!(Tables::<English>::open(&[&folder], 2).is_ok());
    std::fs::create_dir_all(folder.join("italian")).expect("made");
    std::fs::write(folder.join("italian").join("0m1k-1m0k.dtb"), &whole).expect("written");
    assert!(Tables::<damone::rules::variants::Italian>::open(&[&folder], 2).is_err());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn slices_out_of_order_and_slices_that_no_table_can_have_are_refused() {
    let folder = folder("order");
    let only = |slice: &str| Plan { only: Some(slice.parse().expect("a slice")), ..plan(&folder, 3) };
    assert!(matches!(build::<English>(&only("2m0k-1m0k")), Err(Error::Missing { .. })));
    assert!(matches!(build::<Frisian>(&only("1m1k-1m0k")), Err(Error::NoSlice { .. })));
    assert!(matches!(build::<Tirana>(&only("1m0k-1m1k")), Err(Error::NoSlice { .. })));
    for pieces in [0, 1, 8, 9] {
        assert!(
            matches!(build::<English>(&plan(&folder, pieces)), Err(Error::Pieces { most: 7 })),
            "{pieces}"
        );
    }
}

/// Building one slice after the other, as many machines do, makes the same files as one build.
#[test]
fn slices_built_one_by_one_are_the_same() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    build::<TiranaDesignation>(&plan(&whole, 2)).expect("built");
    for (slice, _, _) in build::tasks::<TiranaDesignation>(&plan(&parts, 2)).expect("tasks") {
        build::<TiranaDesignation>(&Plan { only: Some(slice), ..plan(&parts, 2) }).expect("built");
    }
    for entry in std::fs::read_dir(whole.join("tirana-designation")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let other = parts.join("tirana-designation").join(path.file_name().expect("a name"));
        assert_eq!(std::fs::read(&path).expect("one"), std::fs::read(&other).expect("other"), "{path:?}");
    }
    for folder in [whole, parts] {
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

/// What a table says of a position follows from what it says of the successors, also with reflections.
#[test]
fn random_turkish_positions_agree_with_their_moves() {
    let tables = Tables::<Turkish>::small(3).expect("tables");
    let mut rng = Rng::new(11);
    let mut checked = 0;
    while checked < 20_000 {
        let Some(board) = random_board::<Turkish>(3, &mut rng) else { continue };
        checked += 1;
        let position = Position::new(board, Clocks::default());
        let of = |mv: &Move<u64>| tables.probe_wdl(&position.after(mv)).expect("a worth").turned();
        let best = board.legal_moves().iter().map(of).max().unwrap_or(Wdl::Loss);
        assert_eq!(tables.probe_wdl(&position), Some(best), "{}", fen::write(&position));
    }
}
