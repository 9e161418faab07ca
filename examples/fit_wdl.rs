//! Fits the chances of win, draw and loss to the records of matches, and prints them as `src/eval/wdl/table.rs` holds
//! them. `scripts/fit_wdl.sh` plays the matches, calls this and puts the file into its place.
//!
//! ```text
//! cargo run --release --example fit_wdl -- MATCH.json...
//! ```
//!
//! Every move whose engine gave a score is a sample: the score, the pieces left, and the result of the game for the
//! mover. The parameters are those that make the results most likely. The moves of a game share one result, so
//! what a game says is weighed as if it had [`INDEPENDENT`] samples, and against it stands a mild belief that the
//! game is like all games together: few games then change little. The same files give the same table.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use damone::eval::{Curve, MAX_EVAL, WdlModel, pieces_left};
use damone::notation::{fen, moves};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use damone::tournament::record::{GameRecord, Line, PairRecord};

/// Samples that a game is worth.
const INDEPENDENT: f64 = 5.0;

/// How firm the belief is: the log-likelihood lost by a parameter e times as large or small as in all games together.
const BELIEF: f64 = 4.0;

/// One move.
struct Sample {
    /// Of the mover, in centipawns.
    score: f64,
    /// Of the pieces, 0 to 1.
    left: f64,
    /// Which of win, draw and loss it was for the mover.
    result: usize,
    weight: f64,
}

/// The games of one variant.
#[derive(Default)]
struct Games {
    count: usize,
    samples: Vec<Sample>,
}

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: fit_wdl MATCH.json...");
        return ExitCode::from(2);
    }
    let mut all = BTreeMap::new();
    for path in files {
        if let Err(error) = read(&path, &mut all) {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    print_table(&all);
    ExitCode::SUCCESS
}

/// Adds the games of a match.
fn read(path: &str, all: &mut BTreeMap<usize, Games>) -> Result<(), Box<dyn std::error::Error>> {
    let mut variant: Option<VariantId> = None;
    for line in BufReader::new(File::open(path)?).lines() {
        match serde_json::from_str(&line?)? {
            Line::Match(header) => variant = Some(header.terms.variant),
            Line::Pair(pair) => {
                let id = variant.ok_or("no header")?;
                visit_variant(id, Add { pair: &pair, games: all.entry(id as usize).or_default() })?;
            }
        }
    }
    Ok(())
}

/// Replays both games of a pair.
struct Add<'a> {
    pair: &'a PairRecord,
    games: &'a mut Games,
}

impl VariantVisitor for Add<'_> {
    type Output = Result<(), Box<dyn std::error::Error>>;

    fn visit<R: Rules>(self) -> Self::Output {
        for game in self.pair.games.iter().filter(|game| !game.end.is_fault()) {
            let mut samples = samples::<R>(&self.pair.fen, game)?;
            let weight = INDEPENDENT / samples.len().max(1) as f64;
            for sample in &mut samples {
                sample.weight = weight;
            }
            self.games.samples.append(&mut samples);
            self.games.count += 1;
        }
        Ok(())
    }
}

/// The samples of one game, not yet weighed.
fn samples<R: Rules>(start: &str, game: &GameRecord) -> Result<Vec<Sample>, Box<dyn std::error::Error>> {
    let mut position = fen::read::<R>(start)?;
    let mut samples = Vec::new();
    for record in &game.moves {
        // A forced win is certain: it says nothing about evaluations.
        if let Some(score) = record.score.filter(|score| score.abs() <= MAX_EVAL) {
            let result = match game.score.half_points(position.turn()) {
                2 => 0,
                1 => 1,
                _ => 2,
            };
            let left = pieces_left(position.board());
            samples.push(Sample { score: score.into(), left, result, weight: 0.0 });
        }
        let mv = moves::read(position.board(), &record.text)?;
        position = position.after(&mv);
    }
    Ok(samples)
}

/// The logarithms of the parameters: all are positive.
type Parameters = [f64; 4];

fn model(parameters: &Parameters) -> WdlModel {
    let [full_half, full_spread, bare_half, bare_spread] = parameters.map(f64::exp);
    WdlModel {
        full: Curve { half: full_half, spread: full_spread },
        bare: Curve { half: bare_half, spread: bare_spread },
    }
}

/// The log-likelihood of the samples, less what straying from the belief costs.
fn likelihood(parameters: &Parameters, belief: &Parameters, samples: &[Sample]) -> f64 {
    let model = model(parameters);
    let strays: f64 = parameters.iter().zip(belief).map(|(a, b)| (a - b).powi(2)).sum();
    let of_sample = |sample: &Sample| {
        let chance = model.chances(sample.score, sample.left)[sample.result];
        // Nothing is impossible: one strange game must not decide everything.
        sample.weight * (0.999 * chance + 0.001 / 3.0).ln()
    };
    samples.iter().map(of_sample).sum::<f64>() - BELIEF * strays
}

/// The most likely parameters, by steps in one at a time that shrink when none helps.
fn fit(belief: &Parameters, samples: &[Sample]) -> Parameters {
    let mut best = *belief;
    let mut most = likelihood(&best, belief, samples);
    let mut step = 0.5;
    while step > 0.002 {
        let before = most;
        for place in 0..best.len() {
            for sign in [1.0, -1.0] {
                let mut tried = best;
                // Draws may be as good as impossible, but no curve is a cliff.
                tried[place] = (tried[place] + sign * step).clamp(1.0, 9.0);
                let found = likelihood(&tried, belief, samples);
                if found > most {
                    (best, most) = (tried, found);
                }
            }
        }
        if most <= before {
            step /= 2.0;
        }
    }
    best
}

fn print_table(all: &BTreeMap<usize, Games>) {
    // About a man for a win, and a belief of no weight beside thousands of games.
    let begin = [100.0_f64, 60.0, 200.0, 80.0].map(f64::ln);
    let pooled: Vec<Sample> = all
        .values()
        .flat_map(|games| &games.samples)
        .map(|&Sample { score, left, result, weight }| Sample { score, left, result, weight })
        .collect();
    let others = fit(&begin, &pooled);
    println!("//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.\n");
    println!("use super::{{Curve, WdlModel}};\nuse crate::rules::VariantId;\n");
    println!("/// What games have that are not listed: the fit of all games together.");
    println!("pub(super) const OTHERS: WdlModel = {};\n", source(&others));
    println!("/// The games that have been fitted.");
    println!("pub(super) const FITTED: &[(VariantId, WdlModel)] = &[");
    for (id, games) in all {
        let id = VariantId::ALL[*id];
        let parameters = fit(&others, &games.samples);
        let [better, worse] = [&parameters, &others].map(|p| likelihood(p, &parameters, &games.samples));
        let gain = (better - worse) / games.samples.iter().map(|sample| sample.weight).sum::<f64>();
        eprintln!("{id}: {} games, {:.4} nats a sample better than all together", games.count, gain);
        println!("    // {} games", games.count);
        println!("    (VariantId::{id:?}, {}),", source(&parameters));
    }
    println!("];");
}

fn source(parameters: &Parameters) -> String {
    let WdlModel { full, bare } = model(parameters);
    let curve = |Curve { half, spread }| format!("Curve {{ half: {half:.1}, spread: {spread:.1} }}");
    format!("WdlModel {{ full: {}, bare: {} }}", curve(full), curve(bare))
}
