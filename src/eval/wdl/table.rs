//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 53.1, spread: 149.7 }, bare: Curve { half: 111.3, spread: 8.5 } };

/// The games that have been fitted.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[
    // 200 games
    (
        VariantId::Tirana,
        WdlModel { full: Curve { half: 383.3, spread: 224.7 }, bare: Curve { half: 349.6, spread: 13.6 } },
    ),
    // 200 games
    (
        VariantId::TiranaDesignation,
        WdlModel { full: Curve { half: 159.2, spread: 218.6 }, bare: Curve { half: 322.1, spread: 11.3 } },
    ),
    // 200 games
    (
        VariantId::Arabic,
        WdlModel { full: Curve { half: 68.5, spread: 125.1 }, bare: Curve { half: 91.6, spread: 9.4 } },
    ),
    // 200 games
    (
        VariantId::Turkish,
        WdlModel { full: Curve { half: 56.5, spread: 124.6 }, bare: Curve { half: 124.2, spread: 8.1 } },
    ),
    // 200 games
    (
        VariantId::Italian,
        WdlModel { full: Curve { half: 34.4, spread: 41.2 }, bare: Curve { half: 99.0, spread: 5.8 } },
    ),
    // 200 games
    (
        VariantId::International,
        WdlModel { full: Curve { half: 60.4, spread: 88.3 }, bare: Curve { half: 65.2, spread: 8.5 } },
    ),
    // 200 games
    (
        VariantId::English,
        WdlModel { full: Curve { half: 33.1, spread: 33.3 }, bare: Curve { half: 58.7, spread: 6.0 } },
    ),
    // 200 games
    (
        VariantId::Russian,
        WdlModel { full: Curve { half: 23.5, spread: 37.0 }, bare: Curve { half: 113.1, spread: 6.9 } },
    ),
    // 200 games
    (
        VariantId::Brazilian,
        WdlModel { full: Curve { half: 28.0, spread: 43.6 }, bare: Curve { half: 111.3, spread: 5.2 } },
    ),
    // 200 games
    (
        VariantId::Pool,
        WdlModel { full: Curve { half: 16.1, spread: 36.7 }, bare: Curve { half: 77.1, spread: 7.1 } },
    ),
    // 200 games
    (
        VariantId::Spanish,
        WdlModel { full: Curve { half: 46.0, spread: 72.4 }, bare: Curve { half: 173.8, spread: 6.7 } },
    ),
    // 200 games
    (
        VariantId::Portuguese,
        WdlModel { full: Curve { half: 41.0, spread: 51.9 }, bare: Curve { half: 118.0, spread: 10.7 } },
    ),
    // 200 games
    (
        VariantId::Czech,
        WdlModel { full: Curve { half: 39.8, spread: 53.8 }, bare: Curve { half: 118.5, spread: 7.3 } },
    ),
    // 200 games
    (
        VariantId::Thai,
        WdlModel { full: Curve { half: 15.4, spread: 34.6 }, bare: Curve { half: 70.8, spread: 4.8 } },
    ),
    // 200 games
    (
        VariantId::Frisian,
        WdlModel { full: Curve { half: 16.2, spread: 90.8 }, bare: Curve { half: 48.6, spread: 13.3 } },
    ),
    // 200 games
    (
        VariantId::Frysk,
        WdlModel { full: Curve { half: 37.7, spread: 32.4 }, bare: Curve { half: 95.2, spread: 7.8 } },
    ),
    // 200 games
    (
        VariantId::Killer,
        WdlModel { full: Curve { half: 14.3, spread: 114.8 }, bare: Curve { half: 43.8, spread: 8.0 } },
    ),
    // 200 games
    (
        VariantId::Breakthrough,
        WdlModel { full: Curve { half: 10.4, spread: 363.3 }, bare: Curve { half: 19.8, spread: 8.6 } },
    ),
    // 200 games
    (
        VariantId::Antidraughts,
        WdlModel { full: Curve { half: 11.4, spread: 334.7 }, bare: Curve { half: 15.2, spread: 7.9 } },
    ),
    // 200 games
    (
        VariantId::Canadian,
        WdlModel { full: Curve { half: 50.1, spread: 186.3 }, bare: Curve { half: 119.0, spread: 17.8 } },
    ),
    // 200 games
    (
        VariantId::Poddavki,
        WdlModel { full: Curve { half: 17.4, spread: 983.6 }, bare: Curve { half: 36.7, spread: 8.6 } },
    ),
    // 200 games
    (
        VariantId::Giveaway,
        WdlModel { full: Curve { half: 18.9, spread: 760.1 }, bare: Curve { half: 75.9, spread: 8.3 } },
    ),
    // 200 games
    (
        VariantId::Vinciperdi,
        WdlModel { full: Curve { half: 23.0, spread: 766.0 }, bare: Curve { half: 127.6, spread: 8.3 } },
    ),
    // 200 games
    (
        VariantId::Armenian,
        WdlModel { full: Curve { half: 46.5, spread: 165.7 }, bare: Curve { half: 113.5, spread: 7.8 } },
    ),
    // 200 games
    (
        VariantId::Gothic,
        WdlModel { full: Curve { half: 43.9, spread: 89.4 }, bare: Curve { half: 138.5, spread: 29.3 } },
    ),
    // 200 games
    (
        VariantId::Croda,
        WdlModel { full: Curve { half: 15.9, spread: 198.3 }, bare: Curve { half: 37.7, spread: 8.1 } },
    ),
];
