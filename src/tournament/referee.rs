//! The rules at the board: an object-safe wall between games known by name and games known by type.

use crate::board::Side;
use crate::notation::{fen, moves};
use crate::position::{Game, Outcome, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};

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

    /// The present position.
    fn fen(&self) -> String;

    /// The legal moves, in long form.
    fn legal_moves(&self) -> Vec<String>;
}

/// Begins a game in the position `fen`; an empty text is the start position.
///
/// # Errors
/// If the text is no position of that game.
pub fn open(variant: VariantId, fen: &str) -> Result<Box<dyn Referee>, fen::FenError> {
    struct Open<'a>(&'a str);
    impl VariantVisitor for Open<'_> {
        type Output = Result<Box<dyn Referee>, fen::FenError>;
        fn visit<R: Rules>(self) -> Self::Output {
            let start = Position::<R>::start();
            let position = if self.0.is_empty() { start } else { fen::read::<R>(self.0)? };
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
            Ok(Box::new(Table { game: Game::new(position), scene }))
        }
    }
    visit_variant(variant, Open(fen))
}

struct Table<R: Rules> {
    game: Game<R>,
    scene: Scene,
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

    fn fen(&self) -> String {
        fen::write(self.game.position())
    }

    fn legal_moves(&self) -> Vec<String> {
        let board = self.game.position().board();
        board.legal_moves().iter().map(|mv| moves::write(board, mv)).collect()
    }
}
