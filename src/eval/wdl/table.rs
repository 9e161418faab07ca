//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 195.0, spread: 357.6 }, bare: Curve { half: 259.8, spread: 102.7 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 150 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 156.7, spread: 174.3 }, bare: Curve { half: 337.6, spread: 88.9 } },
    ),
    // 150 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 168.1, spread: 245.8 }, bare: Curve { half: 346.9, spread: 77.2 } },
    ),
    // 150 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 174.1, spread: 99.3 }, bare: Curve { half: 182.8, spread: 162.2 } },
    ),
    // 150 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 122.5, spread: 124.1 }, bare: Curve { half: 162.0, spread: 109.3 } },
    ),
    // 150 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 172.8, spread: 132.6 }, bare: Curve { half: 262.9, spread: 62.3 } },
    ),
    // 149 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 108.1, spread: 203.8 }, bare: Curve { half: 187.2, spread: 35.2 } },
    ),
    // 150 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 107.7, spread: 121.7 }, bare: Curve { half: 222.2, spread: 47.0 } },
    ),
    // 120 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 115.5, spread: 316.8 }, bare: Curve { half: 301.4, spread: 64.5 } },
    ),
    // 120 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 113.8, spread: 222.9 }, bare: Curve { half: 340.2, spread: 75.7 } },
    ),
    // 116 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 141.0, spread: 402.1 }, bare: Curve { half: 533.1, spread: 73.4 } },
    ),
    // 112 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 107.3, spread: 585.0 }, bare: Curve { half: 496.9, spread: 79.7 } },
    ),
    // 113 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 108.1, spread: 406.8 }, bare: Curve { half: 461.4, spread: 71.2 } },
    ),
    // 111 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 115.5, spread: 319.3 }, bare: Curve { half: 367.9, spread: 67.6 } },
    ),
    // 120 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 26.2, spread: 109.9 }, bare: Curve { half: 88.4, spread: 24.4 } },
    ),
    // 120 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 38.6, spread: 145.1 }, bare: Curve { half: 101.0, spread: 71.7 } },
    ),
    // 120 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 173.5, spread: 197.5 }, bare: Curve { half: 435.1, spread: 85.2 } },
    ),
    // 120 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 27.1, spread: 255.6 }, bare: Curve { half: 40.6, spread: 60.4 } },
    ),
    // 120 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 51.9, spread: 1381.7 }, bare: Curve { half: 61.5, spread: 109.8 } },
    ),
    // 120 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 112.9, spread: 2561.3 }, bare: Curve { half: 83.4, spread: 142.6 } },
    ),
    // 115 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 70.1, spread: 388.2 }, bare: Curve { half: 190.1, spread: 101.9 } },
    ),
    // 120 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 119.2, spread: 1986.9 }, bare: Curve { half: 156.4, spread: 92.1 } },
    ),
    // 120 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 615.0, spread: 439.9 }, bare: Curve { half: 625.7, spread: 369.9 } },
    ),
    // 120 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 1281.7, spread: 825.0 }, bare: Curve { half: 313.4, spread: 274.9 } },
    ),
    // 28 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 133.0, spread: 237.3 }, bare: Curve { half: 518.8, spread: 88.9 } },
    ),
    // 14 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 190.5, spread: 262.7 }, bare: Curve { half: 261.9, spread: 73.7 } },
    ),
    // 16 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 103.6, spread: 662.9 }, bare: Curve { half: 119.9, spread: 106.8 } },
    ),
];
