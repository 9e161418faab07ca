//! Searches against endgame tables: what a search without a table proves, the table must say as well, and what a table
//! calls won is won over the board.
//!
//! The tests that `cargo test` runs keep to tables of three pieces. The ignored ones take larger tables from the folder
//! that `DAMONE_TABLES` names, for the games in `DAMONE_GAMES` (`english,turkish`), as many pieces as these have up to five.

use std::path::PathBuf;

use damone::notation::{fen, moves};
use damone::position::{Clocks, Game, Move, Outcome, Position};
use damone::rules::variants::{English, VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use damone::search::Endgames;
use damone::tablebase::{Tables, Wdl, converts};
use damone::util::rng::Rng;

use crate::common::{Engine, random_board};

/// The founding games.
const FOUNDING: [VariantId; 7] = [
    VariantId::Tirana,
    VariantId::TiranaDesignation,
    VariantId::Arabic,
    VariantId::Italian,
    VariantId::International,
    VariantId::Turkish,
    VariantId::English,
];

/// The tables of the folder in `DAMONE_TABLES`; without it those that the program builds for itself.
pub(crate) fn tables<R: Rules>() -> Tables<R> {
    match std::env::var_os("DAMONE_TABLES").map(PathBuf::from) {
        Some(folder) => Tables::open(&[folder], 5).expect("tables").with(&Tables::own()),
        None => Tables::own(),
    }
}

pub(crate) fn each_game<V: VariantVisitor<Output = ()> + Copy>(visitor: V) {
    let wanted = std::env::var("DAMONE_GAMES").unwrap_or_default();
    for id in FOUNDING {
        if wanted.is_empty() || wanted.split(',').any(|name| name == id.name()) {
            visit_variant(id, visitor);
        }
    }
}

/// A position with `n` pieces anywhere that is not over.
pub(crate) fn random_position<R: Rules>(n: usize, rng: &mut Rng) -> Position<R> {
    loop {
        let Some(board) = random_board::<R>(n, rng) else { continue };
        let position = Position::new(board, Clocks::default());
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// An engine that asks about positions of at most so many pieces.
fn engine<R: Rules>(pieces: usize) -> Engine {
    let mut engine = Engine::playing(R::SET.name);
    if let Ok(folder) = std::env::var("DAMONE_TABLES") {
        engine.ask(&format!("setoption name TablebasePath value {folder}"));
    }
    engine.ask(&format!("setoption name TablebasePieces value {pieces}"));
    engine
}

/// What a search ends with says of the position, and its move. A bound says something only where it leaves no choice.
fn go(engine: &mut Engine, position: &str, nodes: u64) -> (Option<Wdl>, String) {
    engine.send(&format!("position fen {position}"));
    engine.send(&format!("go nodes {nodes}"));
    let lines = engine.until("bestmove");
    let (best, info) = lines.split_last().expect("lines");
    let said = info.last().and_then(|line| line.split_once(" score "));
    let said = said.unwrap_or_else(|| panic!("{position}: no score in {lines:?}")).1;
    let mut words = said.split(' ');
    let (unit, score) = (words.next(), words.next().expect("a score").parse::<i32>().expect("a number"));
    let worth = match (unit, score) {
        (Some("mate"), _) | (_, 24_000.. | ..=-24_000) if score > 0 => Some(Wdl::Win),
        (Some("mate"), _) | (_, 24_000.. | ..=-24_000) => Some(Wdl::Loss),
        (_, 0) => Some(Wdl::Draw),
        _ => None,
    };
    let worth = match words.next() {
        Some("lowerbound") => worth.filter(|worth| *worth == Wdl::Win),
        Some("upperbound") => worth.filter(|worth| *worth == Wdl::Loss),
        _ => worth,
    };
    (worth, best.split(' ').nth(1).expect("a move").to_owned())
}

/// Compares what searches prove with what tables say of random positions.
#[derive(Clone, Copy)]
struct Agree {
    /// Numbers of pieces.
    pieces: &'static [usize],
    /// Positions of each.
    positions: u32,
}

impl VariantVisitor for Agree {
    type Output = ();

    fn visit<R: Rules>(self) {
        let tables = tables::<R>();
        for &pieces in self.pieces.iter().filter(|pieces| **pieces <= tables.max_pieces()) {
            let known = Endgames::new(tables.up_to(pieces), 0);
            // Without tables, with those of fewer pieces, with all of them.
            let mut engines = [(0, 1000), (pieces - 1, 300), (pieces, 1000)]
                .map(|(pieces, nodes)| (engine::<R>(pieces), nodes));
            let (mut rng, mut compared, mut proved) = (Rng::new(pieces as u64), 0, [0; 3]);
            while compared < self.positions {
                let position = random_position::<R>(pieces, &mut rng);
                let Some(worth) = known.worth(&position) else { continue };
                compared += 1;
                let text = fen::write(&position);
                for (nth, (engine, nodes)) in engines.iter_mut().enumerate() {
                    let said = go(engine, &text, *nodes).0;
                    // Only tables prove draws.
                    let is_proof = nth == 2 || matches!(said, Some(Wdl::Win | Wdl::Loss));
                    assert!(
                        !is_proof || said == Some(worth),
                        "{}: {text}: {worth:?}, {nth}: {said:?}",
                        R::SET.name
                    );
                    proved[nth] += u32::from(is_proof);
                }
            }
            println!("{}: {pieces} pieces, {compared} positions, proved {proved:?}", R::SET.name);
            assert!(proved.iter().all(|&n| n > compared / 20), "{}: {proved:?}", R::SET.name);
        }
    }
}

/// Plays won endings out, the winner as the program does, the loser holding out as long as tables show how to.
#[derive(Clone, Copy)]
struct Convert {
    /// Most pieces.
    pieces: usize,
    /// Endings to win.
    endings: u32,
    /// Positions searched for each move.
    nodes: u64,
}

impl VariantVisitor for Convert {
    type Output = ();

    fn visit<R: Rules>(self) {
        let endgames = Endgames::new(tables::<R>(), 0);
        let most = self.pieces.min(endgames.tables.max_pieces());
        let mut engine = engine::<R>(most);
        let (mut rng, mut won, mut longest) = (Rng::new(7), 0, 0);
        // Where distances are not known it is for the search to get on: some take more of it.
        let (mut again, mut lost) = (Vec::new(), Vec::new());
        for nth in 0..self.endings {
            let n = 3 + nth as usize % (most - 2);
            let start = loop {
                let position = random_position::<R>(n, &mut rng);
                if endgames.worth(&position) == Some(Wdl::Win) {
                    break position;
                }
            };
            if let Some(plies) = self.play(start, &endgames, &mut engine) {
                (won, longest) = (won + 1, longest.max(plies));
            } else {
                again.push(fen::write(&start));
                let patient = Self { nodes: 10 * self.nodes, ..self };
                if patient.play(start, &endgames, &mut engine).is_none() {
                    lost.push(fen::write(&start));
                }
            }
        }
        println!(
            "{}: {most} pieces, {won} of {} won, the longest in {longest} plies; tried again with ten times the nodes: {again:?}",
            R::SET.name,
            self.endings
        );
        assert!(again.len() * 100 <= self.endings as usize, "{}: {again:#?}", R::SET.name);
        assert!(lost.is_empty(), "{}: not won: {lost:#?}", R::SET.name);
    }
}

impl Convert {
    /// Plays an ending; the plies it took if the side to move won.
    fn play<R: Rules>(
        self,
        start: Position<R>,
        endgames: &Endgames<R>,
        engine: &mut Engine,
    ) -> Option<usize> {
        engine.send("ucinewgame");
        let mut game = Game::new(start);
        let mut line = format!("{} moves", fen::write(&start));
        while game.outcome().is_none() {
            let position = *game.position();
            let defends = position.turn() != start.turn();
            let defence = if defends { longest_defence(&position, endgames) } else { None };
            let text = match defence {
                Some(mv) => moves::write(position.board(), &mv),
                None => go(engine, line.trim_end_matches(" moves"), self.nodes).1,
            };
            game.play(moves::read(position.board(), &text).expect("legal")).expect("legal");
            line = format!("{line} {text}");
        }
        let won = matches!(game.outcome(), Some(Outcome::Win { winner, .. }) if winner == start.turn());
        won.then_some(game.moves().len())
    }
}

/// The move that puts the next conversion off as long as possible, if the tables know.
fn longest_defence<R: Rules>(position: &Position<R>, endgames: &Endgames<R>) -> Option<Move<R::Bits>> {
    let plies = |mv: &Move<R::Bits>| {
        if converts::<R>(mv) { Some(0) } else { endgames.tables.probe_distance(&position.after(mv)) }
    };
    let moves = position.board().legal_moves();
    let timed = moves.iter().map(|mv| Some((plies(mv)?, *mv))).collect::<Option<Vec<_>>>()?;
    timed.into_iter().max_by_key(|(plies, _)| *plies).map(|(_, mv)| mv)
}

#[test]
fn searches_of_three_pieces_prove_nothing_that_tables_deny() {
    visit_variant(VariantId::English, Agree { pieces: &[2, 3], positions: 1500 });
    // One piece against one is a draw by rule there.
    visit_variant(VariantId::Turkish, Agree { pieces: &[3], positions: 500 });
}

#[test]
#[ignore = "needs tables in DAMONE_TABLES"]
fn searches_of_four_and_five_pieces_prove_nothing_that_tables_deny() {
    each_game(Agree { pieces: &[4, 5], positions: 50_000 });
}

#[test]
fn won_endings_of_three_pieces_are_won() {
    each_game(Convert { pieces: 3, endings: 40, nodes: 300 });
}

/// English draughts' Fourth Position, as the Checker Maven has it after Boland: 22-18 wins, with White to move it is a draw.
#[test]
#[ignore = "needs English tables of six pieces in DAMONE_TABLES"]
fn the_fourth_position_is_won_by_black_to_move() {
    let folder = PathBuf::from(std::env::var_os("DAMONE_TABLES").expect("DAMONE_TABLES"));
    let tables = Tables::<English>::open(&[folder], 6).expect("tables");
    let position = |text: &str| fen::read::<English>(text).expect("a position");
    let (black, white) = ("B:W30,K31,K32:BK20,21,K22,K23", "W:W30,K31,K32:BK20,21,K22,K23");
    let mut engine = engine::<English>(6);
    // Seven pieces: the tables come into play below.
    assert_eq!(tables.probe_wdl(&position(black)), None);
    // 22-17 wins as well.
    assert_eq!(go(&mut engine, black, 50_000_000).0, Some(Wdl::Win));
    assert_eq!(go(&mut engine, &format!("{black} moves 22-18"), 50_000_000).0, Some(Wdl::Loss));
    assert_ne!(go(&mut engine, white, 5_000_000).0, Some(Wdl::Win));
}

#[test]
#[ignore = "needs tables in DAMONE_TABLES"]
fn won_endings_of_up_to_five_pieces_are_won() {
    each_game(Convert { pieces: 5, endings: 1000, nodes: 2000 });
}
