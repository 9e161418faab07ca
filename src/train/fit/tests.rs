use super::batch::{Task, slices};
use super::label::{Loss, fit_k, sigmoid, wanted};
use super::model::Layout;
use super::*;
use crate::board::{Bits, Side};
use crate::eval::net::input::input_count;
use crate::position::Position;
use crate::rules::variants::English;
use crate::train::record::{Label, Record};

/// Positions of random games. The side with more pieces wins and the score says so: something to be learnt.
fn random_data(positions: usize) -> Data {
    let mut rng = Rng::new(5);
    let mut data = Data { input_count: input_count::<English>(), most_active: 24, ..Data::default() };
    data.train.begin_file();
    data.validation.begin_file();
    let mut position = Position::<English>::start();
    for nth in 0..positions {
        let moves = position.board().legal_moves();
        position =
            if moves.is_empty() { Position::start() } else { position.after(&moves[rng.below(moves.len())]) };
        let board = position.board();
        let count = |side: Side| board.pieces(side).count() as i16 + 2 * board.kings(side).count() as i16;
        let lead = count(board.turn()) - count(!board.turn());
        let label = Label { score: 100 * lead, result: lead.signum() as i8, ..Label::default() };
        if nth % 8 == 0 {
            data.validation.push(board, label);
            // Not all are examples, as where there are several files.
            if nth % 16 == 8 {
                data.examples.push(Record::new(board, label));
                data.example_places.push(data.validation.len() - 1);
            }
        } else {
            data.train.push(board, label);
        }
    }
    data
}

fn quick() -> Recipe {
    Recipe { hidden: 32, epochs: 6, batch: 256, ..Recipe::default() }
}

fn run(data: &Data, recipe: &Recipe, threads: usize) -> (Fitted, Vec<Epoch>) {
    let fitted = fit(VariantId::English, data, recipe, threads, None, &mut |_| ()).unwrap();
    let log = fitted.log.clone();
    (fitted, log)
}

/// What is kept after an epoch, written and read again, is enough to come to the same network.
#[test]
fn a_fit_that_was_broken_off_comes_to_the_same() {
    let data = random_data(1500);
    let recipe = Recipe { epochs: 5, ..quick() };
    let mut kept = Vec::new();
    let go_on = |recipe: &Recipe, begun: Option<State>, hear: &mut dyn FnMut(&State)| {
        fit(VariantId::English, &data, recipe, 1, begun, hear).unwrap()
    };
    let whole = go_on(&recipe, None, &mut |state| kept.push(serde_json::to_string(state).unwrap()));
    assert_eq!(kept.len(), 5);
    for (done, text) in kept.iter().enumerate() {
        let (state, mut more): (State, usize) = (serde_json::from_str(text).unwrap(), 0);
        let fitted = go_on(&recipe, Some(state.clone()), &mut |_| more += 1);
        assert_eq!((fitted.network, fitted.log), (whole.network.clone(), whole.log.clone()), "{done}");
        assert_eq!(more, 4 - done);
        // It is of no use to another recipe, which begins anew.
        let other = Recipe { seed: 2, ..recipe.clone() };
        let mut epochs = 0;
        go_on(&other, Some(state), &mut |_| epochs += 1);
        assert_eq!(epochs, 5);
    }
}

/// Every kind of weight: the slope that the backward pass finds is what a small change of the weight makes.
#[test]
fn gradients_are_those_of_finite_differences() {
    let data = random_data(80);
    let layout = Layout { inputs: data.input_count, hidden: 32 };
    let mut weights = layout.random(3);
    let expected = wanted(&data.train, 0.5, &[118.0]);
    let batch: Vec<u32> = (0..data.train.len() as u32).collect();
    for loss in [Loss::CrossEntropy, Loss::Power] {
        let cost = |weights: &[f32]| {
            let task = Task {
                layout,
                weights,
                samples: &data.train,
                wanted: &expected,
                loss,
                logit: 3.0,
                threads: 1,
            };
            let mut slopes = vec![0.0; layout.len()];
            (task.learn(&batch, &mut slices(layout), &mut slopes), slopes)
        };
        let (_, slopes) = cost(&weights);
        let mut checked = 0;
        for place in (0..layout.len()).step_by(97).chain(layout.bias()..layout.bias() + 8) {
            if slopes[place].abs() < 1e-4 {
                continue;
            }
            let (kept, step) = (weights[place], 4e-3);
            weights[place] = kept + step;
            let above = cost(&weights).0;
            weights[place] = kept - step;
            let below = cost(&weights).0;
            weights[place] = kept;
            let difference = ((above - below) / (2.0 * f64::from(step))) as f32;
            let allowed = 0.03 * slopes[place].abs() + 2e-5;
            assert!(
                (difference - slopes[place]).abs() < allowed,
                "{loss:?} {place}: {difference} {}",
                slopes[place]
            );
            checked += 1;
        }
        assert!(checked > 15, "{checked}");
    }
}

#[test]
fn a_fit_learns_and_its_integers_follow() {
    let data = random_data(6000);
    let (fitted, epochs) = run(&data, &quick(), 1);
    let (first, last) = (epochs[0].validation_loss, fitted.best.validation_loss);
    assert!(last < first - 0.02 && last < 0.55, "{first} {last}");
    assert!(fitted.quantisation_error < 1.5, "{}", fitted.quantisation_error);
    assert_eq!(fitted.network.check(), Ok(()));
    // The network of the file says who is ahead.
    let scores = quantise::scores(&fitted.network, &data.examples);
    let labels = data.examples.iter().map(|record| record.label().unwrap().score);
    let (mut right, mut all) = (0, 0);
    for (score, label) in scores.iter().zip(labels).filter(|(_, label)| *label != 0) {
        right += usize::from((*score > 0) == (label > 0));
        all += 1;
    }
    assert!(right * 10 > all * 8, "{right} of {all}");
    // Whatever the teacher's scores, a man is 100.
    let man = worth::of_man(&fitted.network, &data.examples).unwrap();
    assert!((man - 100.0).abs() < 2.0, "{man}");
    // Early stop: a network that cannot learn any more is not trained on.
    let (_, epochs) = run(&data, &Recipe { epochs: 60, patience: 2, rate: 0.02, ..quick() }, 1);
    assert!(epochs.len() < 60);
}

#[test]
fn a_seed_gives_one_network_on_any_number_of_threads() {
    let data = random_data(1500);
    let recipe = Recipe { epochs: 2, ..quick() };
    let one = run(&data, &recipe, 1);
    let many = run(&data, &recipe, 5);
    assert_eq!(one.0.network, many.0.network);
    assert_eq!(one.1, many.1);
    let other = run(&data, &Recipe { seed: 2, ..recipe }, 1);
    assert_ne!(one.0.network, other.0.network);
}

#[test]
fn weights_stay_where_integers_can_follow() {
    let layout = Layout { inputs: 10, hidden: 32 };
    let mut weights = vec![1000.0; layout.len()];
    layout.clip(&mut weights, 60);
    let net = quantise::quantise(VariantId::English, &weights, layout, 400, String::new());
    // The bias and 60 active inputs still fit.
    assert!(i32::from(net.features[0]) * 61 <= i32::from(i16::MAX), "{}", net.features[0]);
    assert!(net.output.iter().all(|&weight| weight == 127));
}

#[test]
fn k_is_found_again() {
    let mut rng = Rng::new(1);
    let mut labels = Vec::new();
    for _ in 0..20_000 {
        let score = rng.below(800) as i16 - 400;
        let won = rng.below(1_000_000) < (sigmoid(f32::from(score) / 150.0) * 1e6) as usize;
        labels.push((score, if won { 1 } else { -1 }));
    }
    assert!((fit_k(&labels) - 150.0).abs() < 8.0, "{}", fit_k(&labels));
}

#[test]
fn recipes_that_cannot_be_followed_are_refused() {
    let bad = [
        Recipe { hidden: 65, ..Recipe::default() },
        Recipe { lambda: 1.5, ..Recipe::default() },
        Recipe { batch: 0, ..Recipe::default() },
        Recipe { validation: 0, ..Recipe::default() },
        Recipe { rate: f32::NAN, ..Recipe::default() },
        Recipe { k: -1.0, ..Recipe::default() },
    ];
    assert!(bad.iter().all(|recipe| recipe.check().is_err()));
    assert_eq!(Recipe::default().check(), Ok(()));
}
