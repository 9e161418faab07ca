//! A network that knows nothing but what pieces are worth: for learning a game from nothing.

use crate::eval::Network;
use crate::eval::net::{BUCKETS, HIDDEN_SIZES, QA, QB, input};
use crate::rules::{Objective, VariantId};

/// What a man and a king add to a hidden number, in units of [`QA`]: a king is worth 2.75 men. Small enough that a lead
/// of 31 men leaves no number out of range.
const MAN: i16 = 4;
const KING: i16 = 11;
/// Half of [`QA`], where both hidden numbers stand when material is level.
const MIDDLE: i16 = 127;
/// What the output makes of them.
const OUTPUT: i16 = 100;

/// The network for a game. A man is 100 centipawns; in games played to lose, -100.
///
/// With x the lead, two hidden numbers m + x and m - x give (m + x)² - (m - x)² = 4 m x: the square is straightened.
pub fn network(variant: VariantId) -> Network {
    let (squares, extras) = input::shape(variant);
    let hidden = HIDDEN_SIZES[0];
    let sign = if matches!(variant.rules().objective, Objective::Misere) { -1 } else { 1 };
    let mut features = vec![0; (input::KINDS * squares + extras) * hidden];
    for (kind, worth) in [MAN, -MAN, KING, -KING].into_iter().enumerate() {
        for square in 0..squares {
            let row = (kind * squares + square) * hidden;
            features[row] = sign * worth;
            features[row + 1] = -sign * worth;
        }
    }
    let mut bias = vec![0; hidden];
    bias[..2].fill(MIDDLE);
    let mut output = vec![0; BUCKETS * 2 * hidden];
    for bucket in 0..BUCKETS {
        output[bucket * 2 * hidden] = OUTPUT;
        output[bucket * 2 * hidden + 1] = -OUTPUT;
    }
    // Centipawns of a man: 4 m x · output / QA² / QB · scale.
    let man = 4 * i32::from(MIDDLE) * i32::from(MAN) * i32::from(OUTPUT);
    let scale = (100 * QA * QA / man * QB) + (100 * QA * QA % man * QB + man / 2) / man;
    let facts = "counts material: a man 1, a king 2.75".to_owned();
    Network {
        variant,
        squares,
        extras,
        hidden,
        features,
        bias,
        output,
        output_bias: vec![0; BUCKETS],
        scale,
        facts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::position::Board;
    use crate::rules::variants::{English, Poddavki, Tirana};

    #[test]
    fn material_is_all_that_counts() {
        for id in VariantId::ALL {
            assert_eq!(network(id).check(), Ok(()), "{id}");
        }
        let net = network(VariantId::English);
        assert_eq!(net.evaluate_plain(&Board::<English>::start()), 0);
        let score = |text: &str| net.evaluate_plain(fen::read::<English>(text).unwrap().board());
        assert!((score("W:W30,31,32:B1,2") - 100).abs() <= 1, "{}", score("W:W30,31,32:B1,2"));
        assert!((score("B:W30,31,32:B1,2") + 100).abs() <= 1);
        assert!((score("W:WK30,32:B1,2") - 175).abs() <= 1);
        let net = network(VariantId::Poddavki);
        let lead = fen::read::<Poddavki>("W:Wa1,c1,e1:Bb8,d8").unwrap();
        assert!((net.evaluate_plain(lead.board()) + 100).abs() <= 1);
        assert_eq!(network(VariantId::Tirana).evaluate_plain(&Board::<Tirana>::start()), 0);
    }
}
