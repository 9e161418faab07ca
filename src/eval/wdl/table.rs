//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 51.1, spread: 136.8 }, bare: Curve { half: 105.8, spread: 8.5 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 200 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 293.9, spread: 175.0 }, bare: Curve { half: 214.6, spread: 9.4 } },
    ),
    // 200 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 147.2, spread: 117.0 }, bare: Curve { half: 309.8, spread: 29.9 } },
    ),
    // 200 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 53.9, spread: 89.4 }, bare: Curve { half: 74.7, spread: 10.1 } },
    ),
    // 200 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 56.3, spread: 124.1 }, bare: Curve { half: 123.7, spread: 8.1 } },
    ),
    // 200 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 33.6, spread: 40.8 }, bare: Curve { half: 99.4, spread: 5.9 } },
    ),
    // 200 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 48.7, spread: 73.8 }, bare: Curve { half: 102.2, spread: 16.0 } },
    ),
    // 200 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 33.0, spread: 33.0 }, bare: Curve { half: 58.4, spread: 6.0 } },
    ),
    // 200 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 29.2, spread: 30.4 }, bare: Curve { half: 70.2, spread: 9.4 } },
    ),
    // 200 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 27.8, spread: 43.4 }, bare: Curve { half: 111.3, spread: 5.2 } },
    ),
    // 200 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 15.8, spread: 36.2 }, bare: Curve { half: 77.1, spread: 7.2 } },
    ),
    // 200 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 45.6, spread: 72.1 }, bare: Curve { half: 173.8, spread: 6.7 } },
    ),
    // 200 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 40.9, spread: 51.7 }, bare: Curve { half: 118.0, spread: 10.7 } },
    ),
    // 200 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 39.2, spread: 53.4 }, bare: Curve { half: 119.0, spread: 7.4 } },
    ),
    // 200 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 15.2, spread: 34.3 }, bare: Curve { half: 70.8, spread: 4.8 } },
    ),
    // 200 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 15.9, spread: 89.7 }, bare: Curve { half: 48.4, spread: 13.5 } },
    ),
    // 200 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 37.7, spread: 32.2 }, bare: Curve { half: 94.8, spread: 7.7 } },
    ),
    // 200 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 14.1, spread: 113.4 }, bare: Curve { half: 43.4, spread: 8.1 } },
    ),
    // 200 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 10.1, spread: 354.8 }, bare: Curve { half: 19.2, spread: 8.6 } },
    ),
    // 200 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 11.0, spread: 318.1 }, bare: Curve { half: 14.5, spread: 7.9 } },
    ),
    // 200 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 49.1, spread: 184.1 }, bare: Curve { half: 119.0, spread: 18.1 } },
    ),
    // 200 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 16.5, spread: 920.4 }, bare: Curve { half: 34.6, spread: 8.5 } },
    ),
    // 200 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 18.4, spread: 742.5 }, bare: Curve { half: 73.6, spread: 8.3 } },
    ),
    // 200 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 22.4, spread: 751.2 }, bare: Curve { half: 124.7, spread: 8.3 } },
    ),
    // 200 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 46.0, spread: 165.0 }, bare: Curve { half: 113.5, spread: 7.8 } },
    ),
    // 200 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 43.0, spread: 87.6 }, bare: Curve { half: 138.5, spread: 29.7 } },
    ),
    // 200 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 15.6, spread: 196.0 }, bare: Curve { half: 37.1, spread: 8.1 } },
    ),
];
