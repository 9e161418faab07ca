//! Fits the handcrafted evaluation of a game to the results of self-play, and prints it as the constant that
//! `src/eval/fitted.rs` holds.
//!
//! ```text
//! cargo run --release --example fit_weights -- VARIANT [GAMES] [NODES] [SEED] [THREADS]
//! ```
//!
//! Games begin with a few random plies; both sides search `NODES` nodes a move. Quiet positions are labelled
//! with the result of their game, and the weights minimise the squared error of the expected result, a
//! logistic curve of the evaluation (the method of Texel, 2014). The same arguments give the same weights.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use damone::board::{Bits, Side};
use damone::eval::Features;
use damone::position::{Game, Outcome, Position};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use damone::search::{Limits, Signals, Table, Task, run};
use damone::util::rng::Rng;

struct Settings {
    games: u64,
    nodes: u64,
    seed: u64,
    threads: u64,
}

/// A quiet position: what the evaluation sees from White's side, and the result for White, 0 to 1.
struct Sample {
    features: Features,
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
        print_weights::<R>(&weights, &self);
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
        let task = Task {
            game: game.clone(),
            limits,
            threads: 1,
            multi_pv: 1,
            table: Arc::clone(&table),
            started: Instant::now(),
        };
        let finished = run(&task, &Arc::new(Signals::default()), |_| ());
        let board = *game.position().board();
        if !board.can_capture() && !board.is_threatened() && !finished.score.is_decided() {
            features.push(Features::of(&board));
        }
        game.play(finished.best.expect("the game goes on")).expect("the search plays legal moves");
    }
    let result = match game.outcome() {
        Some(Outcome::Win { winner: Side::White, .. }) => 1.0,
        Some(Outcome::Win { winner: Side::Black, .. }) => 0.0,
        _ => 0.5,
    };
    features.into_iter().map(|features| Sample { features, result }).collect()
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
    let mut weights = Features::start::<R>();
    let (mut first, mut second) = (vec![0.0_f32; weights.len()], vec![0.0_f32; weights.len()]);
    let epochs = 12;
    let mut step = 0;
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        let mut error = 0.0;
        let rate = 1.5 * 0.75_f32.powi(epoch);
        for batch in order.chunks(1024) {
            let mut gradient = vec![0.0_f32; weights.len()];
            for &nth in batch {
                let sample = &samples[nth];
                let score: f32 = sample.features.iter().map(|(i, value)| weights[i] * value).sum();
                let expected = 1.0 / (1.0 + (-score / SCALE).exp());
                let miss = expected - sample.result;
                error += miss * miss;
                let slope = miss * expected * (1.0 - expected) * 4.0 / batch.len() as f32;
                for (i, value) in sample.features.iter() {
                    gradient[i] += slope * value;
                }
            }
            step += 1;
            for (i, g) in gradient.into_iter().enumerate() {
                first[i] = 0.9 * first[i] + 0.1 * g;
                second[i] = 0.999 * second[i] + 0.001 * g * g;
                let (m, v) =
                    (first[i] / (1.0 - 0.9_f32.powi(step)), second[i] / (1.0 - 0.999_f32.powi(step)));
                weights[i] -= rate * m / (v.sqrt() + 1e-8);
            }
        }
        eprintln!("epoch {epoch}: mean squared error {:.5}", error / samples.len() as f32);
    }
    weights
}

/// The weights with the average man brought to 100.
fn print_weights<R: Rules>(weights: &[f32], settings: &Settings) {
    let squares = R::SET.board.squares();
    let men = &weights[..squares];
    let usable: Vec<f32> = men.iter().copied().filter(|value| *value != 0.0).collect();
    let man = usable.iter().sum::<f32>() / usable.len() as f32;
    let scaled = |value: f32| (value * 100.0 / man).round() as i32;
    println!("// {} games, {} nodes a move, seed {}", settings.games, settings.nodes, settings.seed);
    println!("men: &[");
    for row in men.chunks(R::SET.board.per_row() as usize) {
        println!(
            "    {},",
            row.iter().map(|value| scaled(*value).to_string()).collect::<Vec<_>>().join(", ")
        );
    }
    println!("],");
    for (name, value) in Features::NAMES.iter().zip(&weights[squares..]) {
        println!("{name}: {},", scaled(*value));
    }
    let _ = R::GEOMETRY.all.count();
}
