//! Fits the handcrafted evaluation of a game to the results of self-play, and prints the weights as
//! `src/eval/weights.rs` holds them.
//!
//! ```text
//! cargo run --release --example fit_weights -- VARIANT [GAMES] [NODES] [SEED] [THREADS]
//! ```
//!
//! Games begin with a few random plies; both sides search `NODES` nodes a move. Quiet positions are labelled
//! with the result of their game, and the weights minimise the squared error of the expected result, a
//! logistic curve of the evaluation (the method of Texel, 2014). The same arguments, but for the threads, give
//! the same weights.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use damone::board::{Bits, Side};
use damone::eval::{Features, Weights};
use damone::position::{Game, Outcome, Position};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use damone::search::{Limits, Signals, Table, Task, run};
use damone::util::rng::Rng;

/// Weights of one phase.
const N: usize = Features::COUNT;

struct Settings {
    games: u64,
    nodes: u64,
    seed: u64,
    threads: u64,
}

/// A quiet position: what the evaluation sees from White's side, the share of the pieces still on the board,
/// and the result for White, 0 to 1.
struct Sample {
    counts: [i8; N],
    full: f32,
    result: f32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |nth: usize, default| arguments.get(nth).and_then(|text| text.parse().ok()).unwrap_or(default);
    let Some(id) = arguments.get(1).and_then(|name| name.parse::<VariantId>().ok()) else {
        eprintln!("usage: fit_weights VARIANT [GAMES] [NODES] [SEED] [THREADS]");
        std::process::exit(2);
    };
    visit_variant(
        id,
        Settings {
            games: number(2, 2000),
            nodes: number(3, 2000),
            seed: number(4, 1),
            threads: number(5, 1),
        },
    );
}

impl VariantVisitor for Settings {
    type Output = ();

    fn visit<R: Rules>(self) {
        let done = AtomicU64::new(0);
        let mut samples: Vec<(u64, Vec<Sample>)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads)
                .map(|thread| {
                    let (settings, done) = (&self, &done);
                    scope.spawn(move || {
                        let mine = (thread..settings.games).step_by(settings.threads as usize);
                        let played = mine.map(|nth| {
                            let samples = play::<R>(settings, nth);
                            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                            if done.is_multiple_of(500) {
                                eprintln!("{done} games");
                            }
                            (nth, samples)
                        });
                        played.collect::<Vec<_>>()
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a worker ended well")).collect()
        });
        samples.sort_by_key(|(nth, _)| *nth);
        let samples: Vec<Sample> = samples.into_iter().flat_map(|(_, samples)| samples).collect();
        let mean = samples.iter().map(|sample| f64::from(sample.result)).sum::<f64>() / samples.len() as f64;
        eprintln!("{} positions, White scores {mean:.3}", samples.len());
        let weights = fit::<R>(&samples);
        print_weights::<R>(&weights, &samples, &self);
    }
}

/// One game, and its quiet positions.
fn play<R: Rules>(settings: &Settings, nth: u64) -> Vec<Sample> {
    let mut rng = Rng::new(settings.seed.wrapping_mul(1_000_003) ^ nth);
    let table = Arc::new(Table::new(1).expect("memory"));
    let mut game = opening::<R>(&mut rng);
    let mut features = Vec::new();
    while game.outcome().is_none() && game.moves().len() < 400 {
        let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
        let task = Task::new(game.clone(), limits, Arc::clone(&table));
        let finished = run(&task, &Arc::new(Signals::default()), |_| ());
        let board = *game.position().board();
        if !board.can_capture() && !board.is_threatened() && !finished.score.is_decided() {
            let start = i32::from(R::SET.setup.rows) * R::SET.board.per_row() * 2;
            let left = (board.pieces(Side::White) | board.pieces(Side::Black)).count() as f32 / start as f32;
            features.push((Features::lead(&board, Side::White).0, left));
        }
        game.play(finished.best.expect("the game goes on")).expect("the search plays legal moves");
    }
    let result = match game.outcome() {
        Some(Outcome::Win { winner: Side::White, .. }) => 1.0,
        Some(Outcome::Win { winner: Side::Black, .. }) => 0.0,
        _ => 0.5,
    };
    features
        .into_iter()
        .map(|(counts, full)| Sample { counts: counts.map(|c| c as i8), full, result })
        .collect()
}

/// A game after a few random plies that is still going on.
fn opening<R: Rules>(rng: &mut Rng) -> Game<R> {
    loop {
        let mut game = Game::new(Position::start());
        for _ in 0..6 + rng.below(6) {
            let legal = game.position().board().legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.below(legal.len())];
            game.play(mv).expect("legal");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Centipawns at which the expected result is 1 / (1 + 1/e).
const SCALE: f32 = 220.0;

/// Minimises the squared error by Adam, all weights beginning at the present ones.
fn fit<R: Rules>(samples: &[Sample]) -> Vec<f32> {
    let now = Weights::of(R::SET.id);
    let mut weights: Vec<f32> = now.full.iter().chain(&now.bare).map(|w| f32::from(*w)).collect();
    let mut adam = Adam { first: vec![0.0; 2 * N], second: vec![0.0; 2 * N], step: 0 };
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..14 {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        let rate = 2.0 * 0.75_f32.powi(epoch);
        let mut error = 0.0;
        for batch in order.chunks(2048) {
            let mut gradient = vec![0.0_f32; 2 * N];
            for &nth in batch {
                error += samples[nth].add_gradient(&weights, &mut gradient);
            }
            adam.step(&mut weights, &gradient, rate);
        }
        eprintln!("epoch {epoch}: mean squared error {:.5}", error / samples.len() as f32);
    }
    weights
}

impl Sample {
    /// Adds the slope of this position's squared error to `gradient` and returns the error.
    fn add_gradient(&self, weights: &[f32], gradient: &mut [f32]) -> f32 {
        let shares = [self.full, 1.0 - self.full];
        let score = self
            .counts
            .iter()
            .enumerate()
            .map(|(i, count)| f32::from(*count) * (weights[i] * shares[0] + weights[N + i] * shares[1]));
        let expected = 1.0 / (1.0 + (-score.sum::<f32>() / SCALE).exp());
        let miss = expected - self.result;
        let slope = miss * expected * (1.0 - expected);
        for (i, count) in self.counts.iter().enumerate() {
            gradient[i] += slope * f32::from(*count) * shares[0];
            gradient[N + i] += slope * f32::from(*count) * shares[1];
        }
        miss * miss
    }
}

/// The moments that Adam (Kingma, Ba 2014) keeps of each weight's gradient.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    step: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.step += 1;
        for (i, g) in gradient.iter().enumerate() {
            self.first[i] = 0.9 * self.first[i] + 0.1 * g;
            self.second[i] = 0.999 * self.second[i] + 0.001 * g * g;
            let mean = self.first[i] / (1.0 - 0.9_f32.powi(self.step));
            let spread = self.second[i] / (1.0 - 0.999_f32.powi(self.step));
            weights[i] -= rate * mean / (spread.sqrt() + 1e-8);
        }
    }
}

/// Prints the weights, scaled so that the average man on the board is worth 100.
fn print_weights<R: Rules>(weights: &[f32], samples: &[Sample], settings: &Settings) {
    let (mut value, mut men) = (0.0, 0.0);
    for sample in samples {
        for i in 0..Features::KING {
            let count = f32::from(sample.counts[i].abs());
            value += count * (weights[i] * sample.full + weights[N + i] * (1.0 - sample.full));
            men += if i < Features::BAND { count } else { 0.0 };
        }
    }
    let scaled = |weight: &f32| (weight * 100.0 * men / value).round().to_string();
    let list = |weights: &[f32]| weights.iter().map(scaled).collect::<Vec<_>>().join(", ");
    println!("// {} games of {} nodes a move, seed {}", settings.games, settings.nodes, settings.seed);
    println!("VariantId::{:?} => Weights {{", R::SET.id);
    println!("    full: [{}],\n    bare: [{}],\n}},", list(&weights[..N]), list(&weights[N..]));
}
