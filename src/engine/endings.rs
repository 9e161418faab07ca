//! The endgame tables of a game: those in the folders that the user names and, where these have none, the small ones
//! that the program builds for itself.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use super::session::TableTerms;
use crate::board::{Bits, Side};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::Endgames;
use crate::tablebase::{OWN_PIECES, Tables};

/// Own tables are for searches of positions with at most so many pieces. Those of more pieces hardly come to three,
/// so they need not wait for tables, and what they find does not depend on how fast these are built.
const FEW: usize = 12;

/// Own tables are built as soon as a search is asked of a position with so few pieces: early enough for a game by the
/// clock.
const SOON: usize = FEW + 4;

/// Between two looks whether own tables are there.
const PAUSE: Duration = Duration::from_millis(2);

/// What a search may spend on own tables that are not there yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// As long as they take: without a clock nothing is lost, and the same search comes to the same.
    Endless,
    /// It waits for so long.
    UpTo(Duration),
    /// Not even the time of another thread: where several programs play games of a second, no core is idle.
    None,
}

/// Which tables a game has. Cheap to clone.
#[derive(Clone)]
pub(super) struct Endings<R: Rules> {
    /// Those of the folders.
    opened: Tables<R>,
    terms: TableTerms,
    /// Whether the folders leave something for own tables.
    wants_own: bool,
}

impl<R: Rules> Endings<R> {
    /// Without folders.
    pub(super) fn new(terms: TableTerms) -> Self {
        Self { opened: Tables::default(), terms, wants_own: terms.pieces > 0 }
    }

    /// The tables of this game that lie in any of the folders.
    ///
    /// # Errors
    /// If a folder is not there or a file is damaged.
    pub(super) fn open(folders: &[PathBuf], terms: TableTerms) -> Result<Self, String> {
        let opened = Tables::<R>::open(folders, terms.pieces).map_err(|error| error.to_string())?;
        let wants_own = opened.lack_any(terms.pieces.min(OWN_PIECES));
        Ok(Self { opened, terms, wants_own })
    }

    /// How many tables the folders have, and the most pieces of one.
    pub(super) fn found(&self) -> (usize, usize) {
        (self.opened.slices().count(), self.opened.max_pieces())
    }

    /// What a search of this position is to ask. Begins to build own tables if the game will soon need them, and waits as
    /// `patience` says or until `is_stopped` where they are needed; after that the search does without. A weakened one has
    /// tables only if they were asked for.
    pub(super) fn for_search(
        &self,
        position: &Position<R>,
        patience: Patience,
        is_weakened: bool,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Endgames<R>> {
        let mut tables = self.opened.clone();
        let wants_own = self.wants_own && !is_weakened;
        if wants_own && patience != Patience::None && pieces(position) <= SOON {
            Tables::<R>::begin_own();
        }
        if wants_own && pieces(position) <= FEW {
            let own = wait_for_own(patience, is_stopped).unwrap_or_default();
            // Most often nothing was opened and nothing is left out.
            let own = if self.terms.pieces < OWN_PIECES { own.up_to(self.terms.pieces) } else { own };
            tables = if tables.max_pieces() == 0 { own } else { tables.with(&own) };
        }
        (tables.max_pieces() > 0).then(|| Endgames::new(tables, self.terms.least_depth))
    }
}

fn pieces<R: Rules>(position: &Position<R>) -> usize {
    let board = position.board();
    (board.pieces(Side::White) | board.pieces(Side::Black)).count() as usize
}

fn wait_for_own<R: Rules>(patience: Patience, is_stopped: impl Fn() -> bool) -> Option<Tables<R>> {
    let begun = Instant::now();
    loop {
        let own = Tables::own_if_built();
        let is_enough = match patience {
            Patience::Endless => false,
            Patience::UpTo(most) => begun.elapsed() >= most,
            Patience::None => true,
        };
        if own.is_some() || is_enough || is_stopped() {
            return own;
        }
        // It is not said that the thread that builds them could be started.
        Tables::<R>::begin_own();
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{English, Pool};

    #[test]
    fn waiting_for_tables_ends_when_it_should() {
        // No other test of this program builds tables of this game.
        assert!(wait_for_own::<Pool>(Patience::None, || false).is_none(), "no patience");
        assert!(wait_for_own::<Pool>(Patience::Endless, || true).is_none(), "stopped");
        assert!(wait_for_own::<Pool>(Patience::UpTo(Duration::ZERO), || false).is_none(), "no time");
        let own = wait_for_own::<Pool>(Patience::Endless, || false).expect("built in the end");
        assert_eq!(own.max_pieces(), OWN_PIECES);
        assert!(wait_for_own::<Pool>(Patience::None, || true).is_some(), "there already");
    }

    #[test]
    fn own_tables_are_for_few_pieces_and_full_strength() {
        let endings = |pieces| Endings::<English>::new(TableTerms { pieces, least_depth: 0 });
        let most = |pieces, text: &str, is_weakened| {
            let position = crate::notation::fen::read(text).unwrap();
            let asked = endings(pieces).for_search(&position, Patience::Endless, is_weakened, || false);
            asked.map(|endgames| endgames.tables.max_pieces())
        };
        let (twelve, thirteen) = ("W:W21-26:B7-12", "W:W21-27:B7-12");
        assert_eq!(most(7, twelve, false), Some(3));
        assert_eq!(most(2, twelve, false), Some(2));
        assert_eq!(most(0, twelve, false), None);
        assert_eq!(most(7, thirteen, false), None);
        assert_eq!(most(7, twelve, true), None);
    }
}
