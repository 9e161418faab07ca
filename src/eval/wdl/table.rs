//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 50.9, spread: 134.2 }, bare: Curve { half: 104.6, spread: 9.1 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 200 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 292.8, spread: 174.3 }, bare: Curve { half: 215.4, spread: 10.1 } },
    ),
    // 200 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 144.9, spread: 114.8 }, bare: Curve { half: 311.0, spread: 31.6 } },
    ),
    // 200 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 53.1, spread: 88.0 }, bare: Curve { half: 74.7, spread: 10.7 } },
    ),
    // 200 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 55.7, spread: 122.6 }, bare: Curve { half: 123.7, spread: 8.6 } },
    ),
    // 200 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 25.5, spread: 27.8 }, bare: Curve { half: 71.3, spread: 3.6 } },
    ),
    // 200 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 45.2, spread: 57.3 }, bare: Curve { half: 85.7, spread: 16.5 } },
    ),
    // 200 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 16.7, spread: 18.4 }, bare: Curve { half: 55.1, spread: 6.5 } },
    ),
    // 200 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 36.1, spread: 29.5 }, bare: Curve { half: 69.4, spread: 4.9 } },
    ),
    // 200 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 27.8, spread: 43.2 }, bare: Curve { half: 111.3, spread: 5.4 } },
    ),
    // 200 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 15.8, spread: 36.1 }, bare: Curve { half: 77.1, spread: 7.4 } },
    ),
    // 200 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 45.2, spread: 71.5 }, bare: Curve { half: 173.8, spread: 7.0 } },
    ),
    // 200 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 40.6, spread: 51.1 }, bare: Curve { half: 118.0, spread: 11.1 } },
    ),
    // 200 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 38.9, spread: 52.9 }, bare: Curve { half: 119.0, spread: 7.7 } },
    ),
    // 200 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 15.2, spread: 34.2 }, bare: Curve { half: 70.8, spread: 5.0 } },
    ),
    // 200 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 15.8, spread: 88.3 }, bare: Curve { half: 48.3, spread: 14.1 } },
    ),
    // 200 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 37.4, spread: 32.0 }, bare: Curve { half: 95.6, spread: 8.1 } },
    ),
    // 200 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 13.9, spread: 112.1 }, bare: Curve { half: 43.4, spread: 8.5 } },
    ),
    // 200 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 10.1, spread: 352.1 }, bare: Curve { half: 19.0, spread: 9.2 } },
    ),
    // 200 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 10.9, spread: 315.6 }, bare: Curve { half: 14.5, spread: 8.4 } },
    ),
    // 200 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 48.4, spread: 181.9 }, bare: Curve { half: 119.4, spread: 19.1 } },
    ),
    // 200 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 16.4, spread: 909.7 }, bare: Curve { half: 34.2, spread: 9.2 } },
    ),
    // 200 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 18.3, spread: 736.7 }, bare: Curve { half: 73.0, spread: 8.8 } },
    ),
    // 200 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 22.3, spread: 748.3 }, bare: Curve { half: 124.2, spread: 8.9 } },
    ),
    // 200 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 45.6, spread: 163.7 }, bare: Curve { half: 113.5, spread: 8.2 } },
    ),
    // 200 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 43.0, spread: 87.6 }, bare: Curve { half: 138.5, spread: 29.8 } },
    ),
    // 200 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 15.5, spread: 194.4 }, bare: Curve { half: 37.1, spread: 8.6 } },
    ),
];
