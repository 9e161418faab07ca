//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 177.6, spread: 342.6 }, bare: Curve { half: 284.3, spread: 125.4 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 150 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 148.9, spread: 167.0 }, bare: Curve { half: 342.9, spread: 94.3 } },
    ),
    // 150 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 157.9, spread: 233.6 }, bare: Curve { half: 351.0, spread: 83.2 } },
    ),
    // 150 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 164.9, spread: 93.3 }, bare: Curve { half: 190.8, spread: 170.7 } },
    ),
    // 150 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 121.1, spread: 122.2 }, bare: Curve { half: 163.9, spread: 113.3 } },
    ),
    // 150 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 163.6, spread: 126.5 }, bare: Curve { half: 268.1, spread: 65.8 } },
    ),
    // 149 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 103.6, spread: 198.3 }, bare: Curve { half: 189.4, spread: 37.5 } },
    ),
    // 150 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 102.4, spread: 117.0 }, bare: Curve { half: 225.7, spread: 49.9 } },
    ),
    // 120 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 107.7, spread: 301.2 }, bare: Curve { half: 303.8, spread: 70.6 } },
    ),
    // 120 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 106.4, spread: 212.7 }, bare: Curve { half: 342.9, spread: 80.6 } },
    ),
    // 116 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 129.9, spread: 379.2 }, bare: Curve { half: 533.1, spread: 80.9 } },
    ),
    // 112 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 100.0, spread: 560.4 }, bare: Curve { half: 498.9, spread: 88.6 } },
    ),
    // 113 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 101.6, spread: 391.2 }, bare: Curve { half: 463.2, spread: 77.5 } },
    ),
    // 111 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 107.7, spread: 304.7 }, bare: Curve { half: 370.7, spread: 73.1 } },
    ),
    // 120 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 25.3, spread: 107.8 }, bare: Curve { half: 90.1, spread: 26.5 } },
    ),
    // 120 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 36.8, spread: 138.4 }, bare: Curve { half: 101.4, spread: 74.6 } },
    ),
    // 120 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 163.0, spread: 185.5 }, bare: Curve { half: 440.3, spread: 95.0 } },
    ),
    // 120 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 25.9, spread: 246.8 }, bare: Curve { half: 41.4, spread: 65.3 } },
    ),
    // 120 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 49.1, spread: 1323.6 }, bare: Curve { half: 63.4, spread: 136.6 } },
    ),
    // 120 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 104.8, spread: 2406.1 }, bare: Curve { half: 88.1, spread: 192.7 } },
    ),
    // 115 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 65.6, spread: 367.5 }, bare: Curve { half: 190.8, spread: 108.5 } },
    ),
    // 120 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 112.4, spread: 1948.5 }, bare: Curve { half: 162.6, spread: 112.4 } },
    ),
    // 120 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 534.3, spread: 391.2 }, bare: Curve { half: 706.3, spread: 417.5 } },
    ),
    // 120 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 1122.3, spread: 725.3 }, bare: Curve { half: 408.8, spread: 339.5 } },
    ),
    // 88 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 108.5, spread: 428.0 }, bare: Curve { half: 681.9, spread: 205.9 } },
    ),
    // 74 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 284.9, spread: 573.7 }, bare: Curve { half: 565.3, spread: 106.8 } },
    ),
    // 76 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 40.9, spread: 462.8 }, bare: Curve { half: 47.9, spread: 77.8 } },
    ),
];
