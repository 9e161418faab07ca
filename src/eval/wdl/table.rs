//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 66.4, spread: 150.3 }, bare: Curve { half: 127.1, spread: 14.0 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 200 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 187.6, spread: 128.5 }, bare: Curve { half: 312.2, spread: 89.6 } },
    ),
    // 200 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 179.0, spread: 216.9 }, bare: Curve { half: 271.2, spread: 15.6 } },
    ),
    // 200 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 69.8, spread: 102.5 }, bare: Curve { half: 80.5, spread: 13.5 } },
    ),
    // 200 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 50.7, spread: 69.6 }, bare: Curve { half: 116.2, spread: 11.8 } },
    ),
    // 200 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 30.4, spread: 30.3 }, bare: Curve { half: 70.8, spread: 4.6 } },
    ),
    // 200 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 46.1, spread: 57.7 }, bare: Curve { half: 87.4, spread: 17.6 } },
    ),
    // 200 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 20.8, spread: 21.3 }, bare: Curve { half: 54.5, spread: 6.4 } },
    ),
    // 200 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 39.3, spread: 31.5 }, bare: Curve { half: 72.4, spread: 6.7 } },
    ),
    // 200 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 37.2, spread: 30.3 }, bare: Curve { half: 90.9, spread: 10.0 } },
    ),
    // 200 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 24.4, spread: 29.6 }, bare: Curve { half: 95.6, spread: 5.9 } },
    ),
    // 200 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 55.7, spread: 48.8 }, bare: Curve { half: 144.1, spread: 13.4 } },
    ),
    // 200 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 55.4, spread: 52.7 }, bare: Curve { half: 116.7, spread: 7.6 } },
    ),
    // 200 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 57.0, spread: 50.7 }, bare: Curve { half: 97.1, spread: 11.0 } },
    ),
    // 200 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 15.3, spread: 34.7 }, bare: Curve { half: 75.3, spread: 8.4 } },
    ),
    // 200 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 16.7, spread: 60.9 }, bare: Curve { half: 62.0, spread: 10.2 } },
    ),
    // 200 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 36.9, spread: 31.2 }, bare: Curve { half: 104.6, spread: 9.4 } },
    ),
    // 200 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 20.0, spread: 124.6 }, bare: Curve { half: 47.0, spread: 15.0 } },
    ),
    // 200 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 8.2, spread: 207.8 }, bare: Curve { half: 15.2, spread: 14.0 } },
    ),
    // 200 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 57.0, spread: 1795.0 }, bare: Curve { half: 192.3, spread: 14.2 } },
    ),
    // 200 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 72.3, spread: 199.8 }, bare: Curve { half: 101.4, spread: 16.1 } },
    ),
    // 200 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 12.1, spread: 276.4 }, bare: Curve { half: 36.6, spread: 10.8 } },
    ),
    // 200 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 36.4, spread: 931.3 }, bare: Curve { half: 412.0, spread: 12.7 } },
    ),
    // 200 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 39.0, spread: 642.5 }, bare: Curve { half: 314.6, spread: 13.5 } },
    ),
    // 200 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 32.2, spread: 107.4 }, bare: Curve { half: 114.9, spread: 13.4 } },
    ),
    // 200 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 58.8, spread: 68.0 }, bare: Curve { half: 232.9, spread: 65.0 } },
    ),
    // 200 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 15.9, spread: 145.6 }, bare: Curve { half: 52.0, spread: 12.2 } },
    ),
];
