//! A game behind an object-safe wall: above it a game is a name chosen at run time, below it a type.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::control::Control;
use super::endings::{Endings, Patience};
use super::evaluator::Evaluator;
use super::event::{
    BestMove, Description, Evaluation, Event, GoSpec, Info, MoveForm, NetEvaluation, PositionSpec, Standing,
    StartSpec,
};
use super::mate;
use super::perft;
use crate::eval::{Terms, Verdict, Wdl};
use crate::notation::hub::{self, Numbering};
use crate::notation::{board_text, fen, moves};
use crate::position::{Board, Game, Move, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{EndingRule, Rules, VariantId};
use crate::search::{self, ClockLimits, Finished, Handicap, Limits, Line, Params, Score, Table, Task};
use crate::tablebase::MOST_PIECES;

/// A task that can be carried out in another thread: it is given what controls it and a place for events, and
/// returns the event that ends it.
pub type Work = Box<dyn FnOnce(&Control, &mut (dyn FnMut(Event) + Send)) -> Event + Send>;

/// What a search may use.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The shared table.
    pub table: Arc<Table>,
    /// Threads.
    pub threads: usize,
    /// Lines wanted.
    pub multi_pv: usize,
    /// Time kept back per move.
    pub overhead: Duration,
    /// What judges positions.
    pub net: Evaluator,
    /// By how much a draw is worse than an even game, in centipawns.
    pub contempt: i32,
    /// How to play weaker than possible, if so. Heeded by searches that have an end: what goes on until stopped
    /// is analysis.
    pub handicap: Option<Handicap>,
    /// Whether lines of analysis tell the chances of win, draw and loss.
    pub show_wdl: bool,
    /// When the search was asked for.
    pub started: Instant,
    /// Numbers of the search set by a tuner, by name.
    pub params: Vec<(&'static str, i32)>,
}

/// Which endgame tables to use, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTerms {
    /// The most pieces; 0 for no tables.
    pub pieces: usize,
    /// Least depth of nodes with as many pieces as the largest table.
    pub least_depth: i32,
}

impl Default for TableTerms {
    /// All there are, at every depth.
    fn default() -> Self {
        Self { pieces: MOST_PIECES, least_depth: 0 }
    }
}

/// Why a position or a search could not be set up. Each message is complete, so none has a source.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The FEN is none.
    #[error("fen: {0}")]
    Fen(fen::FenError),
    /// A move of a `position` cannot be played.
    #[error("move {number}: {reason}")]
    Move {
        /// Its place, from 1.
        number: usize,
        /// What is wrong with it.
        reason: moves::MoveError,
    },
    /// A move to search cannot be played.
    #[error("searchmoves: {0}")]
    SearchMove(moves::MoveError),
}

/// A game in progress, whatever its rules.
pub trait Session: Send {
    /// Which game.
    fn variant(&self) -> VariantId;

    /// Sets up a position.
    ///
    /// # Errors
    /// If it cannot be reached as described; nothing changes then.
    fn set_position(&mut self, spec: &PositionSpec) -> Result<(), SessionError>;

    /// Whether [`Session::set_position`] would succeed.
    ///
    /// # Errors
    /// As there.
    fn check_position(&self, spec: &PositionSpec) -> Result<(), SessionError>;

    /// Opens the endgame tables of this game that lie in any of the folders, instead of those opened before. Returns
    /// how many there are, and the most pieces of one. The small tables that the program builds for itself serve where
    /// these leave something out.
    ///
    /// # Errors
    /// If a folder is not there or a file is damaged; nothing changes then.
    fn open_tables(&mut self, folders: &[PathBuf], terms: TableTerms) -> Result<(usize, usize), String>;

    /// Whether [`Session::open_tables`] would succeed.
    ///
    /// # Errors
    /// As there.
    fn check_tables(&self, folders: &[PathBuf], terms: TableTerms) -> Result<(), String>;

    /// A search of the present position. It keeps a copy of the game, so the session may go on meanwhile.
    ///
    /// # Errors
    /// If a move to search is not legal.
    fn search(&self, spec: &GoSpec, resources: Resources) -> Result<Work, SessionError>;

    /// Whether [`Session::search`] would succeed.
    ///
    /// # Errors
    /// As there.
    fn check_search(&self, spec: &GoSpec) -> Result<(), SessionError>;

    /// A count of the leaves `depth` plies below the present position.
    fn perft(&self, depth: u32, threads: usize) -> Work;

    /// The present position in words.
    fn describe(&self) -> Description;

    /// How the game stands.
    fn standing(&self) -> Standing;

    /// The static evaluation of the present position, by hand and by the network that judges it, if one does.
    fn evaluate(&self, net: &Evaluator) -> Evaluation;
}

/// Opens a game at its start position.
pub fn open(id: VariantId) -> Box<dyn Session> {
    struct Open;
    impl VariantVisitor for Open {
        type Output = Box<dyn Session>;
        fn visit<R: Rules>(self) -> Box<dyn Session> {
            Box::new(VariantSession::<R>::new())
        }
    }
    visit_variant(id, Open)
}

/// A game of known rules.
struct VariantSession<R: Rules> {
    game: Game<R>,
    endings: Endings<R>,
}

impl<R: Rules> Session for VariantSession<R> {
    fn variant(&self) -> VariantId {
        R::SET.id
    }

    fn set_position(&mut self, spec: &PositionSpec) -> Result<(), SessionError> {
        self.game = play(spec)?;
        Ok(())
    }

    fn check_position(&self, spec: &PositionSpec) -> Result<(), SessionError> {
        play::<R>(spec).map(drop)
    }

    fn open_tables(&mut self, folders: &[PathBuf], terms: TableTerms) -> Result<(usize, usize), String> {
        self.endings = Endings::open(folders, terms)?;
        Ok(self.endings.found())
    }

    fn check_tables(&self, folders: &[PathBuf], terms: TableTerms) -> Result<(), String> {
        Endings::<R>::open(folders, terms).map(drop)
    }

    fn search(&self, spec: &GoSpec, resources: Resources) -> Result<Work, SessionError> {
        let Resources {
            table,
            threads,
            multi_pv,
            overhead,
            net,
            contempt,
            handicap,
            show_wdl,
            started,
            params,
        } = resources;
        let net = net.network(R::SET.id);
        let limits = self.limits(spec, overhead)?;
        let handicap = handicap.filter(|_| !limits.infinite && limits.mate.is_none());
        let game = self.game.clone();
        let endings = self.endings.clone();
        let patience = patience(&limits);
        let board = *game.position().board();
        let form = spec.form;
        Ok(Box::new(move |control, sink| {
            let position = game.position();
            let endgames =
                endings.for_search(position, patience, handicap.is_some(), || control.is_stopped());
            let task = Task {
                threads,
                multi_pv,
                net,
                endgames,
                contempt,
                params: tuned(R::SET.id, &params),
                started,
                ..Task::new(game, limits, table)
            };
            let report = |line: Line<R>| Event::Info(info(&board, &line, form, show_wdl));
            let finished = match (task.limits.mate, handicap) {
                (Some(moves), _) => {
                    let (finished, verdict) = mate::run(task, moves, control, |line| sink(report(line)));
                    note(verdict, moves).into_iter().for_each(&mut *sink);
                    finished
                }
                (None, Some(handicap)) => {
                    search::run_at_level(&task, handicap, &control.signals(), |line| sink(report(line)))
                }
                (None, None) => search::run(&task, &control.signals(), |line| sink(report(line))),
            };
            Event::Best(best_move(&board, &finished, form))
        }))
    }

    fn check_search(&self, spec: &GoSpec) -> Result<(), SessionError> {
        self.limits(spec, Duration::ZERO).map(drop)
    }

    fn perft(&self, depth: u32, threads: usize) -> Work {
        let board = *self.game.position().board();
        let started = Instant::now();
        Box::new(move |control, sink| {
            let total = perft::divide(&board, depth, threads, control, |mv, nodes| {
                sink(Event::PerftMove { text: moves::write(&board, mv), nodes });
            });
            match total {
                Some(nodes) => Event::PerftTotal { nodes, time: started.elapsed() },
                None => Event::Note("perft stopped".to_owned()),
            }
        })
    }

    fn describe(&self) -> Description {
        let position = self.game.position();
        let board = position.board();
        Description {
            variant: R::SET.id,
            board: board_text::draw(board),
            fen: fen::write(position),
            key: position.key(),
            turn: board.turn(),
            counters: self.counters(),
            outcome: self.game.outcome().map(|outcome| format!("{} ({outcome})", outcome.result())),
            moves: board.legal_moves().iter().map(|mv| moves::write(board, mv)).collect(),
        }
    }

    fn standing(&self) -> Standing {
        let board = self.game.position().board();
        Standing {
            turn: board.turn(),
            first: R::SET.first,
            outcome: self.game.outcome(),
            can_move: !board.legal_moves().is_empty(),
        }
    }

    fn evaluate(&self, net: &Evaluator) -> Evaluation {
        let board = self.game.position().board();
        let net = net.network(R::SET.id).map(|net| {
            let Verdict { score, raw, bucket, pieces } = Verdict::of(&net, board);
            let value = |square| pieces.iter().find(|(place, _)| *place == square).map(|&(_, value)| value);
            let board = board_text::numbers::<R>(value);
            NetEvaluation { score, raw, bucket, hidden: net.hidden, facts: net.facts.clone(), board }
        });
        let terms = Terms::of(board);
        let score = net.as_ref().map_or(terms.total, |net| net.score);
        Evaluation { turn: board.turn(), terms, net, score, chances: Wdl::of(board, score) }
    }
}

/// The numbers of a game's search, with those laid over them that a tuner has set.
fn tuned(id: VariantId, set: &[(&str, i32)]) -> Params {
    let mut params = Params::of(id);
    for &(name, value) in set {
        params.set(name, value);
    }
    params
}

/// Plays the moves of a described position.
fn play<R: Rules>(spec: &PositionSpec) -> Result<Game<R>, SessionError> {
    let start = match &spec.start {
        StartSpec::Initial => Position::start(),
        StartSpec::Fen(text) => fen::read::<R>(text).map_err(SessionError::Fen)?,
        StartSpec::Hub(text, numbering) => {
            hub::read_position::<R>(text, *numbering).map_err(SessionError::Fen)?
        }
    };
    let numbering = match spec.start {
        StartSpec::Hub(_, numbering) => numbering,
        StartSpec::Initial | StartSpec::Fen(_) => Numbering::Scan,
    };
    let mut game = Game::new(start);
    for (index, text) in spec.moves.iter().enumerate() {
        let error = |reason| SessionError::Move { number: index + 1, reason };
        let mv = hub::read_move(game.position().board(), text, numbering).map_err(error)?;
        // The reader gives legal moves only, so this cannot fail.
        let _ = game.play(mv);
    }
    Ok(game)
}

/// A clock with less than this is not to be troubled with the building of tables.
const BULLET: Duration = Duration::from_secs(5);

/// What a search with these limits may spend on endgame tables that the program builds for itself.
fn patience<R: Rules>(limits: &Limits<R>) -> Patience {
    if limits.clock.is_some_and(|clock| clock.remaining < BULLET) {
        return Patience::None;
    }
    let of_move = limits.move_time.map(|time| time / 4);
    let of_clock = limits.clock.map(|clock| clock.remaining / 50);
    of_move.into_iter().chain(of_clock).min().map_or(Patience::Endless, Patience::UpTo)
}

impl<R: Rules> VariantSession<R> {
    fn new() -> Self {
        Self { game: Game::new(Position::start()), endings: Endings::new(TableTerms::default()) }
    }

    /// The limits that `spec` means here. A clock that is zero or below counts as one millisecond: late is
    /// late, but a move is wanted.
    fn limits(&self, spec: &GoSpec, overhead: Duration) -> Result<Limits<R>, SessionError> {
        let board = self.game.position().board();
        let us = if spec.by_order { usize::from(board.turn() != R::SET.first) } else { board.turn().index() };
        let millis = |given: i64| Duration::from_millis(given.max(1).unsigned_abs());
        // Who gives one clock only means it for the move asked for.
        let remaining = spec.time[us].or(spec.time[us ^ 1]);
        let increment = Duration::from_millis(spec.increment[us].unwrap_or(0).max(0).unsigned_abs());
        let moves_to_go = spec.moves_to_go.filter(|&moves| moves > 0);
        let read = |text: &String| moves::read(board, text).map_err(SessionError::SearchMove);
        Ok(Limits {
            depth: spec.depth,
            nodes: spec.nodes,
            mate: spec.mate,
            move_time: spec.move_time.map(millis),
            clock: remaining.map(|left| ClockLimits { remaining: millis(left), increment, moves_to_go }),
            overhead,
            infinite: spec.is_endless(),
            ponder: spec.ponder,
            search_moves: spec.search_moves.iter().map(read).collect::<Result<Vec<Move<R::Bits>>, _>>()?,
        })
    }

    /// The counters of the draw rules that this game has.
    fn counters(&self) -> Vec<String> {
        let clocks = self.game.position().clocks();
        let draws = &R::SET.draws;
        let mut lines = Vec::new();
        if let Some((times, source)) = draws.repetition {
            lines.push(format!("repetition {} of {times} ({source})", self.game.occurrences()));
        }
        if let Some((plies, source)) = draws.no_progress {
            lines.push(format!("no progress {} of {plies} plies ({source})", clocks.no_progress));
        }
        let running = |(rule, count): (&EndingRule, &u8)| {
            (*count > 0).then(|| format!("ending {count} of {} plies ({})", rule.plies, rule.source))
        };
        lines.extend(draws.endings.iter().zip(&clocks.endings).filter_map(running));
        lines
    }
}

/// A move as it was asked to be written.
fn text<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>, form: MoveForm) -> String {
    match form {
        MoveForm::Long => moves::write(board, mv),
        MoveForm::Hub(numbering) => hub::write_move::<R>(mv, numbering),
    }
}

/// What is to be said of a search for a win beside its move.
fn note(verdict: mate::Verdict, moves: u32) -> Option<Event> {
    match verdict {
        mate::Verdict::Won | mate::Verdict::NoMoves => None,
        mate::Verdict::NotWon => Some(Event::Note(format!("no win within {moves} moves"))),
        mate::Verdict::Undecided => Some(Event::Note("not decided".to_owned())),
    }
}

/// The chances that go with a score in a position.
fn wdl<R: Rules>(board: &Board<R>, score: Score) -> Wdl {
    match score.plies_to_end() {
        Some(_) if score > Score::DRAW => Wdl::WIN,
        Some(_) => Wdl::LOSS,
        None => Wdl::of(board, score.0.into()),
    }
}

/// A line of analysis with its moves written out; each is written on the board on which it is played.
fn info<R: Rules>(root: &Board<R>, line: &Line<R>, form: MoveForm, show_wdl: bool) -> Info {
    let mut board = *root;
    let mut write = |mv: &Move<R::Bits>| {
        let text = text(&board, mv, form);
        board = board.after(mv);
        text
    };
    Info {
        depth: line.depth,
        sel_depth: line.sel_depth,
        rank: line.rank,
        score: line.score,
        bound: line.bound,
        wdl: show_wdl.then(|| wdl(root, line.score)),
        nodes: line.nodes,
        time: line.time,
        hash_full: line.hash_full,
        tb_hits: line.tb_hits,
        pv: line.pv.iter().map(&mut write).collect(),
    }
}

fn best_move<R: Rules>(root: &Board<R>, finished: &Finished<R>, form: MoveForm) -> BestMove {
    let best = finished.best.map(|mv| text(root, &mv, form));
    let reply = |(mv, reply)| text(&root.after(&mv), &reply, form);
    BestMove { best, ponder: finished.best.zip(finished.ponder).map(reply) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_built_where_there_is_time() {
        use crate::rules::variants::English;
        let clock = |ms| ClockLimits {
            remaining: Duration::from_millis(ms),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let patience =
            |clock, move_time| patience(&Limits::<English> { move_time, clock, ..Limits::default() });
        let second = Duration::from_secs(1);
        assert_eq!(patience(None, None), Patience::Endless);
        assert_eq!(patience(None, Some(second)), Patience::UpTo(second / 4));
        assert_eq!(patience(Some(clock(50_000)), None), Patience::UpTo(second));
        assert_eq!(patience(Some(clock(50_000)), Some(second)), Patience::UpTo(second / 4));
        assert_eq!(patience(Some(clock(4_999)), Some(second)), Patience::None);
    }

    #[test]
    fn clocks_mean_what_they_should() {
        use crate::rules::variants::{English, International};
        let white = VariantSession::<International>::new();
        let black = VariantSession::<English>::new();
        let spec = GoSpec {
            time: [Some(-5), Some(1000)],
            increment: [None, Some(7)],
            moves_to_go: Some(0),
            ..GoSpec::default()
        };
        let clock = white.limits(&spec, Duration::ZERO).unwrap().clock.unwrap();
        let expected =
            ClockLimits { remaining: Duration::from_millis(1), increment: Duration::ZERO, moves_to_go: None };
        assert_eq!(clock, expected);
        let clock = black.limits(&spec, Duration::ZERO).unwrap().clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.increment.as_millis()), (1000, 7));

        let one = GoSpec { time: [Some(100), None], ..GoSpec::default() };
        let limits = black.limits(&one, Duration::ZERO).unwrap();
        assert_eq!(limits.clock.unwrap().remaining.as_millis(), 100);
        assert!(!limits.infinite);
        assert!(black.limits(&GoSpec::default(), Duration::ZERO).unwrap().infinite);
    }

    #[test]
    fn a_bad_move_changes_nothing() {
        let mut session = open(VariantId::International);
        let good = PositionSpec { start: StartSpec::Initial, moves: vec!["32-28".into()] };
        session.set_position(&good).unwrap();
        let before = session.describe();
        let bad = PositionSpec { start: StartSpec::Initial, moves: vec!["32-28".into(), "32-28".into()] };
        let error = session.set_position(&bad).unwrap_err().to_string();
        assert!(error.starts_with("move 2: ") && error.contains("32-28"), "{error}");
        assert_eq!(session.check_position(&bad).unwrap_err().to_string(), error);
        assert_eq!(session.describe(), before);
    }
}
