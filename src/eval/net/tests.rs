//! Random networks: what is stored, what is fast and what is plain must be the same.

use super::path::Path;
use super::*;
use crate::position::{Game, Position};
use crate::rules::variants::{International, Turkish, VariantVisitor, visit_variant};
use crate::util::rng::Rng;

/// A network with random weights of the size that training gives.
fn random<R: Rules>(hidden: usize, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut within = |bound: i32| rng.below(2 * bound as usize + 1) as i32 - bound;
    let squares = input::squares::<R>();
    let extras = input::extras::<R>();
    let mut weights = |count: usize, bound: i32| (0..count).map(|_| within(bound) as i16).collect::<Vec<_>>();
    let features = weights((4 * squares + extras) * hidden, 120);
    let (bias, output) =
        (weights(hidden, 255), weights(BUCKETS * 2 * hidden, max_output_weight(hidden).into()));
    let output_bias = (0..BUCKETS).map(|_| within(QA * QB)).collect();
    let facts = "drawn by lot, größtenteils".to_owned();
    let variant = R::SET.id;
    Network { variant, squares, extras, hidden, features, bias, output, output_bias, scale: 400, facts }
}

/// Plays random games of about `plies` plies together and calls `visit` with every board and its ply.
fn random_games<R: Rules>(plies: usize, seed: u64, mut visit: impl FnMut(&Board<R>, usize)) {
    let mut rng = Rng::new(seed);
    let mut done = 0;
    while done < plies {
        let mut game = Game::new(Position::<R>::start());
        while game.outcome().is_none() && game.moves().len() < 300 {
            let moves = game.position().board().legal_moves();
            game.play(moves[rng.below(moves.len())]).expect("a legal move");
            visit(game.position().board(), game.moves().len());
            done += 1;
        }
    }
}

/// Compares the fast evaluation with the plain one in random games of every game, its neighbours in the tree included.
struct Compare {
    plies: usize,
}

impl VariantVisitor for Compare {
    type Output = ();
    fn visit<R: Rules>(self) {
        let net = random::<R>(HIDDEN_SIZES[self.plies % HIDDEN_SIZES.len()], 1);
        let mut fast = Accumulators::<R>::new(&net).expect("the network fits");
        let mut rng = Rng::new(2);
        random_games::<R>(self.plies, 3, |board, ply| {
            // A search looks at some boards only, and at several of one ply.
            if rng.below(3) > 0 {
                assert_eq!(fast.evaluate(board, ply), net.evaluate_plain(board), "{}", R::SET.id);
            }
            let moves = board.legal_moves();
            if !moves.is_empty() && rng.below(2) > 0 {
                let later = board.after(&moves[rng.below(moves.len())]);
                assert_eq!(fast.evaluate(&later, ply + 1), net.evaluate_plain(&later), "{}", R::SET.id);
            }
        });
    }
}

#[test]
fn kept_sums_give_the_plain_score() {
    for id in VariantId::ALL {
        visit_variant(id, Compare { plies: 1000 + id as usize });
    }
}

#[test]
#[ignore = "a million moves in every game"]
fn kept_sums_give_the_plain_score_over_a_million_moves() {
    for id in VariantId::ALL {
        visit_variant(id, Compare { plies: 1_000_000 + id as usize });
    }
}

/// Demands the plain score of every path that this machine has, in random games of about `plies` plies together.
fn compare_paths<R: Rules>(net: &Network, plies: usize) {
    let mut paths: Vec<_> = Path::all()
        .into_iter()
        .map(|path| (path, Accumulators::<R>::on_path(net, path).expect("the network fits")))
        .collect();
    random_games::<R>(plies, 5, |board, ply| {
        let plain = net.evaluate_plain(board);
        for (path, fast) in &mut paths {
            assert_eq!(fast.evaluate(board, ply), plain, "{} on {path:?}", R::SET.id);
        }
    });
}

/// Compares all paths in every game, with its built-in network and with random ones of each size.
struct ComparePaths;

impl VariantVisitor for ComparePaths {
    type Output = ();
    fn visit<R: Rules>(self) {
        if let Some(net) = built_in(R::SET.id) {
            compare_paths::<R>(&net, 300);
        }
        for hidden in HIDDEN_SIZES {
            compare_paths::<R>(&random::<R>(hidden, 23), 300);
        }
    }
}

#[test]
fn all_paths_give_the_same_integers_in_every_game() {
    for id in VariantId::ALL {
        visit_variant(id, ComparePaths);
    }
}

#[test]
fn all_paths_give_the_same_integers_at_the_extremes() {
    for (seed, hidden) in HIDDEN_SIZES.into_iter().enumerate() {
        let mut net = random::<Turkish>(hidden, seed as u64);
        // The extremes too: sums that wrap, and an output as large as it gets.
        for size in [1, 100, i16::MAX] {
            net.features.iter_mut().for_each(|weight| *weight = weight.wrapping_mul(size));
            compare_paths::<Turkish>(&net, 300);
        }
    }
    for hidden in HIDDEN_SIZES {
        let mut net = random::<Turkish>(hidden, 0);
        net.bias.fill(i16::MAX);
        net.features.fill(0);
        net.output.fill(max_output_weight(hidden));
        let board = Board::start();
        for path in Path::all() {
            let fast = Accumulators::on_path(&net, path).expect("the network fits").evaluate(&board, 0);
            assert_eq!(fast, net.evaluate_plain::<Turkish>(&board), "{hidden} on {path:?}");
        }
    }
}

#[test]
fn a_file_holds_the_network_and_nothing_else_is_read() {
    for id in VariantId::ALL {
        visit_variant(id, RoundTrip);
    }
    let bytes = random::<International>(32, 0).write();
    // Any byte changed, cut or added is noticed.
    for place in (0..bytes.len()).step_by(7) {
        let mut wrong = bytes.clone();
        wrong[place] ^= 0x10;
        assert!(Network::read(&wrong).is_err(), "byte {place}");
        assert!(Network::read(&bytes[..place]).is_err(), "cut at {place}");
    }
    assert_eq!(Network::read(b"P5 1 1 255 a"), Err(NetError::NotANet));
}

struct RoundTrip;

impl VariantVisitor for RoundTrip {
    type Output = ();
    fn visit<R: Rules>(self) {
        let net = random::<R>(64, 7);
        assert_eq!(Network::read(&net.write()), Ok(net));
    }
}

#[test]
fn a_sound_file_of_a_wrong_network_is_refused() {
    let good = random::<International>(32, 0);
    let refusal = |change: fn(&mut Network)| {
        let mut net = good.clone();
        change(&mut net);
        Network::read(&net.write()).expect_err("it is wrong").to_string()
    };
    assert_eq!(refusal(|net| net.variant = VariantId::Turkish), "the network has squares 50, not 64");
    assert_eq!(refusal(|net| net.scale = 0), "the network has scale 0, not a positive number");
    assert_eq!(
        refusal(|net| net.output[3] = -128),
        "the network has an output weight of 128, not at most 127"
    );
    assert_eq!(refusal(|net| net.output_bias.push(0)), NetError::Length.to_string());
    assert_eq!(refusal(|net| net.hidden = 31), NetError::Length.to_string());
}

#[test]
fn both_sides_see_the_same_from_their_own_ends() {
    let board = Board::<International>::start();
    let seen = Side::BOTH.map(|side| inputs(&board, side).collect::<Vec<_>>());
    assert_eq!(seen[0].len(), 40);
    // The start position is symmetrical; Black's squares come in the opposite order.
    assert_eq!(seen.clone().map(|mut seen| (seen.sort_unstable(), seen).1)[0], {
        let mut seen = seen[1].clone();
        seen.sort_unstable();
        seen
    });
    // White's men stand on squares 31 to 50.
    assert!(seen[0].contains(&49) && !seen[0].contains(&0) && seen[0].contains(&50));
}

#[test]
fn every_input_is_in_range_and_every_bucket_is_met() {
    struct Look;
    impl VariantVisitor for Look {
        type Output = ();
        fn visit<R: Rules>(self) {
            let mut met = [false; BUCKETS];
            random_games::<R>(3000, 11, |board, _| {
                met[bucket(board)] = true;
                for side in Side::BOTH {
                    let mut seen: Vec<_> = inputs(board, side).collect();
                    let count = seen.len();
                    seen.sort_unstable();
                    seen.dedup();
                    assert_eq!(seen.len(), count, "{}: an input twice", R::SET.id);
                    assert!(seen.iter().all(|&input| input < input::input_count::<R>()));
                }
            });
            assert!(met[..4].iter().filter(|&&met| met).count() >= 2, "{} {met:?}", R::SET.id);
        }
    }
    for id in VariantId::ALL {
        visit_variant(id, Look);
    }
}
