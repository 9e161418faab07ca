//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 51.3, spread: 136.3 }, bare: Curve { half: 105.0, spread: 8.1 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 200 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 293.9, spread: 175.0 }, bare: Curve { half: 213.7, spread: 9.0 } },
    ),
    // 200 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 147.8, spread: 117.9 }, bare: Curve { half: 309.8, spread: 29.0 } },
    ),
    // 200 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 54.4, spread: 90.1 }, bare: Curve { half: 74.7, spread: 9.8 } },
    ),
    // 200 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 56.3, spread: 124.1 }, bare: Curve { half: 123.2, spread: 7.8 } },
    ),
    // 200 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 33.8, spread: 40.9 }, bare: Curve { half: 99.4, spread: 5.8 } },
    ),
    // 200 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 60.2, spread: 78.6 }, bare: Curve { half: 84.7, spread: 7.2 } },
    ),
    // 200 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 33.0, spread: 33.1 }, bare: Curve { half: 58.4, spread: 5.9 } },
    ),
    // 200 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 29.2, spread: 30.4 }, bare: Curve { half: 69.9, spread: 9.3 } },
    ),
    // 200 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 27.9, spread: 43.6 }, bare: Curve { half: 111.3, spread: 5.1 } },
    ),
    // 200 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 15.8, spread: 36.4 }, bare: Curve { half: 77.1, spread: 7.0 } },
    ),
    // 200 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 45.4, spread: 72.1 }, bare: Curve { half: 173.8, spread: 6.5 } },
    ),
    // 200 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 40.9, spread: 51.7 }, bare: Curve { half: 118.0, spread: 10.6 } },
    ),
    // 200 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 39.0, spread: 53.4 }, bare: Curve { half: 119.0, spread: 7.3 } },
    ),
    // 200 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 15.3, spread: 34.5 }, bare: Curve { half: 70.5, spread: 4.7 } },
    ),
    // 200 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 16.0, spread: 90.1 }, bare: Curve { half: 48.4, spread: 13.2 } },
    ),
    // 200 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 37.7, spread: 32.2 }, bare: Curve { half: 94.5, spread: 7.5 } },
    ),
    // 200 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 14.1, spread: 113.9 }, bare: Curve { half: 43.4, spread: 7.9 } },
    ),
    // 200 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 10.1, spread: 354.8 }, bare: Curve { half: 19.1, spread: 8.2 } },
    ),
    // 200 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 11.0, spread: 318.1 }, bare: Curve { half: 14.5, spread: 7.6 } },
    ),
    // 200 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 49.7, spread: 185.5 }, bare: Curve { half: 118.5, spread: 17.4 } },
    ),
    // 200 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 16.5, spread: 916.8 }, bare: Curve { half: 34.5, spread: 8.2 } },
    ),
    // 200 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 18.4, spread: 742.5 }, bare: Curve { half: 73.6, spread: 7.9 } },
    ),
    // 200 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 22.5, spread: 751.2 }, bare: Curve { half: 124.7, spread: 8.0 } },
    ),
    // 200 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 46.1, spread: 165.0 }, bare: Curve { half: 113.1, spread: 7.6 } },
    ),
    // 200 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 43.3, spread: 88.3 }, bare: Curve { half: 138.5, spread: 29.4 } },
    ),
    // 200 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 15.7, spread: 196.7 }, bare: Curve { half: 37.1, spread: 7.8 } },
    ),
];
