//! What is known of endings while games are played: tables that the searches ask and that end games.

use std::path::{Path, PathBuf};

use crate::rules::Rules;
use crate::search::Endgames;
use crate::tablebase::{Error, Tables};

/// The endgame tables that games are played with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// None: games are played out.
    Nothing,
    /// Those of three pieces that the program builds for itself.
    #[default]
    Own,
    /// Those of a folder and, where it has none, the program's own.
    Folder(PathBuf),
}

impl Known {
    /// The tables of a folder, if one is given, else the program's own.
    pub fn of(folder: Option<&Path>) -> Self {
        folder.map_or(Self::Own, |folder| Self::Folder(folder.to_owned()))
    }

    /// The tables of game `R`.
    ///
    /// # Errors
    /// If the folder is not there or a file in it is damaged.
    pub(super) fn open<R: Rules>(&self) -> Result<Option<Endgames<R>>, Error> {
        let tables = match self {
            Self::Nothing => return Ok(None),
            Self::Own => Tables::own(),
            Self::Folder(folder) => Tables::open_or_own(folder)?,
        };
        Ok(Some(Endgames::new(tables, 0)))
    }
}

/// A name that no other tables have: the most pieces and a checksum; nothing for no tables.
pub(super) fn name<R: Rules>(known: Option<&Endgames<R>>) -> String {
    known.map_or(String::new(), |known| {
        format!("{}-{:08x}", known.tables.max_pieces(), known.tables.checksum())
    })
}
