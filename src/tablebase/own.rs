//! Tables of few pieces that a process builds for itself: once for each game, however many ask for them.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::Tables;
use crate::rules::{Rules, VariantId};

/// The most pieces of tables that a process builds for itself.
pub const OWN_PIECES: usize = 3;

const GAMES: usize = VariantId::ALL.len();

/// The tables of each game, once they are built: `Tables<R>` for the game's `R`.
static BUILT: [OnceLock<Box<dyn Any + Send + Sync>>; GAMES] = [const { OnceLock::new() }; GAMES];

/// Whether somebody is at it.
static BEGUN: [AtomicBool; GAMES] = [const { AtomicBool::new(false) }; GAMES];

impl<R: Rules> Tables<R> {
    /// The tables of at most [`OWN_PIECES`] pieces, built first unless this process has done so before: less than a second
    /// of one core, and some 3 MiB meanwhile; 0.3 MiB stay. Who asks for them while they are built waits.
    pub fn own() -> Self {
        BEGUN[R::SET.id as usize].store(true, Ordering::Relaxed);
        // There is no reason why this should fail; none are better than no program.
        BUILT[R::SET.id as usize].get_or_init(|| Box::new(Self::small(OWN_PIECES).unwrap_or_default()));
        Self::own_if_built().unwrap_or_default()
    }

    /// The tables of [`Tables::own`], if they have been built.
    pub fn own_if_built() -> Option<Self> {
        BUILT[R::SET.id as usize].get()?.downcast_ref::<Self>().cloned()
    }

    /// Has a thread build the tables of [`Tables::own`], unless they are there or being built.
    pub fn begin_own() {
        let begun = &BEGUN[R::SET.id as usize];
        if begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let build = || drop(Self::own());
        if thread::Builder::new().name("tables".to_owned()).spawn(build).is_err() {
            // The next to ask may have more luck.
            begun.store(false, Ordering::Relaxed);
        }
    }
}
