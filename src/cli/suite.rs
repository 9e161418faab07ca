//! `damone suite`: searches positions whose best moves are known and counts those solved.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use super::control;
use super::output;
use super::searching::{SearchArguments, milliseconds, resources, score_json};
use crate::engine::options::Options;
use crate::engine::{Control, Event, GoSpec, Info, PositionSpec, Session, StartSpec, session};
use crate::notation::epd;
use crate::rules::VariantId;

/// How long a position is searched when nobody says, in milliseconds.
const MOVE_TIME: i64 = 1000;

#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 if all are solved, 1 if not, 2 if the file is wrong or the run was stopped. \
    protocol.md describes the file."
)]
pub(super) struct Arguments {
    /// The positions, one a line: FEN bm MOVE…; id "…";
    file: PathBuf,
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME", default_value = VariantId::International.name())]
    variant: VariantId,
    /// Limits of each search: a second unless given
    #[command(flatten)]
    search: SearchArguments,
    /// Print JSON, a value per line
    #[arg(long)]
    json: bool,
}

/// Positions stayed unsolved. What there is to say of it has been printed.
#[derive(Debug, thiserror::Error)]
#[error("positions stayed unsolved")]
pub(super) struct Unsolved;

/// A position to solve; moves are written as the engine writes them.
struct Problem {
    id: String,
    line: usize,
    fen: String,
    best: Vec<String>,
    avoid: Vec<String>,
}

/// What became of a problem.
struct Answer {
    /// The move played; none where there is no legal move.
    played: Option<String>,
    solved: bool,
    /// The last line of the search.
    last: Option<Info>,
    /// Since when a move that solves it has been the best.
    found: Option<Duration>,
}

/// Reads the whole file, then searches position after position, each with an empty table.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let options = arguments.search.options(&[])?;
    let mut spec = arguments.search.spec();
    if spec.is_endless() {
        spec.move_time = Some(MOVE_TIME);
    }
    let mut game = session::open(arguments.variant);
    let problems = problems(game.as_mut(), &arguments.file)?;
    let control = control()?;
    let mut solved = 0;
    for problem in &problems {
        game.set_position(&position(&problem.fen, None))?;
        let answer = solve(game.as_ref(), problem, &spec, &options, &control)?;
        if control.is_stopped() {
            bail!("stopped");
        }
        solved += usize::from(answer.solved);
        let line =
            if arguments.json { as_json(problem, &answer).to_string() } else { as_text(problem, &answer) };
        output::print(&line)?;
    }
    let all = problems.len();
    let sum = json!({"solved": solved, "of": all});
    output::print(&if arguments.json { sum.to_string() } else { format!("{solved} of {all} solved") })?;
    if solved < all { Err(Unsolved.into()) } else { Ok(()) }
}

fn position(fen: &str, then: Option<&str>) -> PositionSpec {
    PositionSpec {
        start: StartSpec::Fen(fen.to_owned()),
        moves: then.map(str::to_owned).into_iter().collect(),
    }
}

/// The problems of a file. All of it is checked before the first is searched.
fn problems(game: &mut dyn Session, file: &PathBuf) -> Result<Vec<Problem>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", file.display(), index + 1);
        if let Some(record) = epd::read(line).with_context(place)? {
            found.push(problem(game, index + 1, &record).with_context(place)?);
        }
    }
    if found.is_empty() {
        bail!("{}: no positions", file.display());
    }
    Ok(found)
}

fn problem(game: &mut dyn Session, line: usize, record: &epd::Record) -> Result<Problem> {
    game.set_position(&position(&record.fen, None))?;
    let description = game.describe();
    let fen = description.fen;
    // A move is where it leads: two texts mean the same one if the same position comes of both.
    let mut after = |text: &str| -> Result<String> {
        game.set_position(&position(&fen, Some(text)))?;
        Ok(game.describe().fen)
    };
    let mut legal = Vec::new();
    for text in description.moves {
        legal.push((after(&text)?, text));
    }
    let mut written = |opcode: &str| -> Result<Vec<String>> {
        let mut moves = Vec::new();
        for text in record.operands(opcode) {
            let there = after(text).with_context(|| opcode.to_owned())?;
            moves.extend(legal.iter().filter(|(end, _)| *end == there).map(|(_, text)| text.clone()));
        }
        Ok(moves)
    };
    let (best, avoid) = (written("bm")?, written("am")?);
    if best.is_empty() && avoid.is_empty() {
        bail!("neither best moves (bm) nor moves to avoid (am)");
    }
    let id = record.text("id").map_or_else(|| format!("line {line}"), str::to_owned);
    Ok(Problem { id, line, fen, best, avoid })
}

impl Problem {
    fn is_solved_by(&self, text: &str) -> bool {
        let is = |moves: &[String]| moves.iter().any(|mv| mv == text);
        (self.best.is_empty() || is(&self.best)) && !is(&self.avoid)
    }
}

fn solve(
    game: &dyn Session,
    problem: &Problem,
    spec: &GoSpec,
    options: &Options,
    control: &Control,
) -> Result<Answer> {
    control.next_signals();
    let work = game.search(spec, resources(options)?)?;
    let (mut last, mut found) = (None, None);
    let end = work(control, &mut |event| {
        if let Event::Info(info) = event
            && info.rank == 1
        {
            let solves = info.pv.first().is_some_and(|text| problem.is_solved_by(text));
            found = if solves { found.or(Some(info.time)) } else { None };
            last = Some(info);
        }
    });
    let played = if let Event::Best(best) = end { best.best } else { None };
    let solved = played.as_ref().is_some_and(|text| problem.is_solved_by(text));
    Ok(Answer { played, solved, last, found: found.filter(|_| solved) })
}

fn as_text(problem: &Problem, answer: &Answer) -> String {
    let verdict = if answer.solved { "solved  " } else { "unsolved" };
    let played = answer.played.as_deref().unwrap_or("(none)");
    let mut words = vec![verdict.to_owned(), problem.id.clone(), format!("move {played}")];
    if let Some(info) = &answer.last {
        words.push(format!("score {}", info.score));
        words.push(format!("depth {}", info.depth));
        words.push(format!("time {}", milliseconds(info.time)));
    }
    words.extend(answer.found.map(|found| format!("found {}", milliseconds(found))));
    if !answer.solved {
        let lists = [("wanted", &problem.best), ("to avoid", &problem.avoid)];
        let told = lists.iter().filter(|(_, moves)| !moves.is_empty());
        words.extend(told.map(|(name, moves)| format!("{name} {}", moves.join(" "))));
    }
    words.join("  ")
}

fn as_json(problem: &Problem, answer: &Answer) -> Value {
    let info = answer.last.as_ref();
    json!({
        "id": problem.id, "line": problem.line, "fen": problem.fen, "bm": problem.best, "am": problem.avoid,
        "solved": answer.solved, "bestmove": answer.played,
        "score": info.map(|info| score_json(info.score)), "depth": info.map(|info| info.depth),
        "nodes": info.map(|info| info.nodes), "time": info.map(|info| milliseconds(info.time)),
        "found": answer.found.map(milliseconds),
    })
}
