//! The fitted curves. Written by `scripts/fit_wdl.sh`, not by hand.

use super::{Curve, WdlModel};
use crate::rules::VariantId;

/// What games have that are not listed: the fit of all games together.
pub(super) const OTHERS: WdlModel =
    WdlModel { full: Curve { half: 100.0, spread: 60.0 }, bare: Curve { half: 200.0, spread: 80.0 } };

/// The games, with the number of games each was fitted to.
pub(super) const FITTED: &[(VariantId, WdlModel)] = &[];
