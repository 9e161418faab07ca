//! From floating point to the integers of a network file, and how much is lost on the way.

use super::model::Layout;
use crate::eval::Network;
use crate::eval::net::{BUCKETS, QA, QB, input};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::train::record::Record;

/// The network whose integers are nearest to these weights.
pub(super) fn quantise(
    variant: VariantId,
    weights: &[f32],
    layout: Layout,
    scale: i32,
    facts: String,
) -> Network {
    let (squares, extras) = input::shape(variant);
    let words = |from: usize, to: usize, unit: i32| -> Vec<i16> {
        weights[from..to].iter().map(|weight| (weight * unit as f32).round() as i16).collect()
    };
    let output_bias = weights[layout.output_bias()..].iter().take(BUCKETS);
    Network {
        variant,
        squares,
        extras,
        hidden: layout.hidden,
        features: words(0, layout.bias(), QA),
        bias: words(layout.bias(), layout.output(), QA),
        output: words(layout.output(), layout.output_bias(), QB),
        output_bias: output_bias.map(|bias| (bias * (QA * QB) as f32).round() as i32).collect(),
        scale,
        facts,
    }
}

/// What a network file says of records, in centipawns.
pub(super) fn scores(network: &Network, records: &[Record]) -> Vec<i32> {
    struct Scores<'a>(&'a Network, &'a [Record]);
    impl VariantVisitor for Scores<'_> {
        type Output = Vec<i32>;
        fn visit<R: Rules>(self) -> Vec<i32> {
            let score = |record: &Record| {
                // They were read before.
                record.board::<R>(false).map_or(0, |board| self.0.evaluate_plain(&board))
            };
            self.1.iter().map(score).collect()
        }
    }
    visit_variant(network.variant, Scores(network, records))
}
