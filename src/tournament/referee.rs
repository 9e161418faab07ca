//! The rules at the board: an object-safe wall between games known by name and games known by type.

use std::path::{Path, PathBuf};

use super::adjudicate::Verdict;
use crate::board::Side;
use crate::notation::{fen, moves};
use crate::position::{Game, Outcome, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::search::Endgames;
use crate::tablebase::{self, MOST_PIECES, Tables};

/// A move in the written forms that dialects and files use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// Every square landed on.
    pub long: String,
    /// The ends, unless that is ambiguous.
    pub short: String,
    /// The ends and everything captured.
    pub hub: String,
}

/// What a player has to know of a game in progress.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Which game.
    pub variant: VariantId,
    /// The side that moves first in that game.
    pub first: Side,
    /// Playing squares of the board.
    pub squares: usize,
    /// The position at the beginning, as a FEN.
    pub start_fen: String,
    /// The position at the beginning, as Hub writes it.
    pub start_hub: String,
    /// Whether that is the start position of the game.
    pub from_start: bool,
    /// The moves since then.
    pub moves: Vec<MoveText>,
    /// Who is to move.
    pub turn: Side,
}

/// A game in progress.
pub trait Referee: Send {
    /// Plays a move given in any notation.
    ///
    /// # Errors
    /// If it is none, or not legal; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), moves::MoveError>;

    /// What players have to know.
    fn scene(&self) -> &Scene;

    /// The result, if the game is over by its rules.
    fn outcome(&self) -> Option<Outcome>;

    /// The result with best play, if the match's endgame tables know the position and no counter stands against it.
    fn known(&self) -> Option<Verdict>;

    /// The present position.
    fn fen(&self) -> String;

    /// The legal moves, in long form.
    fn legal_moves(&self) -> Vec<String>;
}

/// The referees of a match: all know the same endgame tables.
pub trait Referees: Send + Sync {
    /// Begins a game in the position `fen`; an empty text is the start position.
    ///
    /// # Errors
    /// If the text is no position of that game.
    fn open(&self, fen: &str) -> Result<Box<dyn Referee>, fen::FenError>;
}

/// Why a match cannot have the endgame tables of a folder.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// They cannot be opened.
    #[error(transparent)]
    Open(#[from] tablebase::Error),
    /// There is none of the game: the folder is another one than was meant.
    #[error("no endgame tables of {variant} below {}", folder.display())]
    None {
        /// The game.
        variant: VariantId,
        /// The folder.
        folder: PathBuf,
    },
}

/// Referees for a game who know the endgame tables of a folder and, where it lacks some, the program's own; without a
/// folder they know none.
///
/// # Errors
/// If the folder is not there or has no table of the game, or a file in it is damaged.
pub fn referees(variant: VariantId, tables: Option<&Path>) -> Result<Box<dyn Referees>, TablesError> {
    struct Gather<'a>(Option<&'a Path>);
    impl VariantVisitor for Gather<'_> {
        type Output = Result<Box<dyn Referees>, TablesError>;
        fn visit<R: Rules>(self) -> Self::Output {
            let tables = self.0.map(gather::<R>).transpose()?;
            Ok(Box::new(Knowing { tables: tables.map(|tables| Endgames::new(tables, 0)) }))
        }
    }
    visit_variant(variant, Gather(tables))
}

/// The tables of a folder and, where it lacks some, the program's own.
fn gather<R: Rules>(folder: &Path) -> Result<Tables<R>, TablesError> {
    let found = Tables::<R>::open(&[folder], MOST_PIECES)?;
    if found.max_pieces() == 0 {
        return Err(TablesError::None { variant: R::SET.id, folder: folder.to_owned() });
    }
    Ok(found.with(&Tables::own()))
}

/// Begins a game in the position `fen` without endgame tables; an empty text is the start position.
///
/// # Errors
/// If the text is no position of that game.
pub fn open(variant: VariantId, fen: &str) -> Result<Box<dyn Referee>, fen::FenError> {
    struct Open<'a>(&'a str);
    impl VariantVisitor for Open<'_> {
        type Output = Result<Box<dyn Referee>, fen::FenError>;
        fn visit<R: Rules>(self) -> Self::Output {
            Knowing::<R> { tables: None }.open(self.0)
        }
    }
    visit_variant(variant, Open(fen))
}

struct Knowing<R: Rules> {
    tables: Option<Endgames<R>>,
}

impl<R: Rules> Referees for Knowing<R> {
    fn open(&self, fen: &str) -> Result<Box<dyn Referee>, fen::FenError> {
        let start = Position::<R>::start();
        let position = if fen.is_empty() { start } else { fen::read::<R>(fen)? };
        let scene = Scene {
            variant: R::SET.id,
            first: R::SET.first,
            squares: R::SET.board.squares(),
            start_fen: fen::write(&position),
            start_hub: fen::write_hub(position.board()),
            from_start: position == start,
            moves: Vec::new(),
            turn: position.turn(),
        };
        Ok(Box::new(Table { game: Game::new(position), scene, tables: self.tables.clone() }))
    }
}

struct Table<R: Rules> {
    game: Game<R>,
    scene: Scene,
    tables: Option<Endgames<R>>,
}

impl<R: Rules> Referee for Table<R> {
    fn play(&mut self, text: &str) -> Result<(), moves::MoveError> {
        let board = *self.game.position().board();
        let mv = moves::read(&board, text)?;
        self.scene.moves.push(MoveText {
            long: moves::write(&board, &mv),
            short: moves::write_short(&board, &mv),
            hub: moves::write_hub(&board, &mv),
        });
        // The reader gives legal moves only, so this cannot fail.
        let _ = self.game.play(mv);
        self.scene.turn = self.game.position().turn();
        Ok(())
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn known(&self) -> Option<Verdict> {
        let position = self.game.position();
        let winner = self.tables.as_ref()?.worth(position)?.winner(position.turn());
        Some(winner.map_or(Verdict::Draw, Verdict::Win))
    }

    fn fen(&self) -> String {
        fen::write(self.game.position())
    }

    fn legal_moves(&self) -> Vec<String> {
        let board = self.game.position().board();
        board.legal_moves().iter().map(|mv| moves::write(board, mv)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_judge_unless_there_are_none_or_a_counter_comes_first() {
        let knowing =
            Knowing::<crate::rules::variants::English> { tables: Some(Endgames::new(Tables::own(), 0)) };
        let judged = |fen: &str| knowing.open(fen).unwrap().known();
        assert_eq!(judged("W:WK14,K15:BK1"), Some(Verdict::Win(Side::White)));
        assert_eq!(judged("B:WK14,K15:BK1"), Some(Verdict::Win(Side::White)));
        assert_eq!(judged("B:WK1:BK14,K15"), Some(Verdict::Win(Side::Black)));
        assert_eq!(judged("W:WK14:BK1"), Some(Verdict::Draw));
        assert_eq!(judged("W:WK14,K15:BK1:H79"), None, "the 80 plies are over before it is won");
        assert_eq!(judged(""), None);
        assert_eq!(open(VariantId::English, "W:WK14:BK1").unwrap().known(), None, "no tables");
    }
}
