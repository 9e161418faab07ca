//! Games as PDN 3.0: written only.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::fen;
use super::moves;
use crate::board::{Playable, Side};
use crate::position::{Game, Outcome, Position};
use crate::rules::{RuleSet, Rules, SquareNames};

/// Longest line of moves.
const WIDTH: usize = 100;

/// The full `GameType`: number, first side, size, notation and corner, which corner is played on.
pub fn game_type(rules: &RuleSet) -> String {
    let notation = if matches!(rules.squares, SquareNames::Letters) { 'A' } else { 'N' };
    let inverted = u8::from(rules.board.playable == Playable::DarkRight);
    format!(
        "{},{},{},{},{notation}{},{inverted}",
        rules.game_type.number,
        rules.first.letter(),
        rules.board.columns,
        rules.board.rows,
        rules.game_type.corner
    )
}

/// The result in the form of the game: two points for a win in the international ones; `*` if there is none.
pub fn result<R: Rules>(outcome: Option<Outcome>) -> &'static str {
    let international = matches!(R::SET.game_type.number, 20 | 27);
    match (outcome, international) {
        (None, _) => "*",
        (Some(Outcome::Draw(_)), true) => "1-1",
        (Some(Outcome::Win { winner: Side::White, .. }), true) => "2-0",
        (Some(Outcome::Win { winner: Side::Black, .. }), true) => "0-2",
        (Some(outcome), false) => outcome.result(),
    }
}

/// A game with these tags, in this order; `GameType`, and `FEN` unless it begins at the start, are added. `result`
/// stands in the `Result` tag and at the end.
pub fn write<R: Rules>(tags: &[(&str, String)], game: &Game<R>, result: &str) -> String {
    let mut all: Vec<(&str, String)> = tags.to_vec();
    all.push(("Result", result.to_owned()));
    all.push(("GameType", game_type(&R::SET)));
    if R::SET.game_type.number >= 90 {
        // The number is ours: only the name says what is played.
        all.push(("Variant", R::SET.name.to_owned()));
    }
    let start = game.positions().first();
    if let Some(start) = start.filter(|start| start.board() != Position::<R>::start().board()) {
        all.push(("FEN", fen::write(start)));
    }
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    let lines: Vec<_> =
        all.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", escaped(value))).collect();
    let mut text = lines.concat() + "\n";
    text.push_str(&wrapped(movetext(game).iter().map(String::as_str).chain([result])));
    text.push_str("\n\n");
    text
}

/// The moves with their numbers.
fn movetext<R: Rules>(game: &Game<R>) -> Vec<String> {
    let begins = game.positions().first().map(Position::turn);
    // A game that begins with the second player's move begins in the middle of a move.
    let offset = usize::from(begins.is_some_and(|side| side != R::SET.first));
    let mut words = Vec::new();
    for (ply, (position, mv)) in game.positions().iter().zip(game.moves()).enumerate() {
        let half = ply + offset;
        let mv = moves::write_short(position.board(), mv);
        let number = half / 2 + 1;
        words.push(match half % 2 {
            0 => format!("{number}. {mv}"),
            _ if ply == 0 => format!("{number}... {mv}"),
            _ => mv,
        });
    }
    words
}

/// The words of a game's moves in lines of a handy length.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        if width > 0 && width + word.len() >= WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::variants::{English, International, Italian, Turkish};

    #[test]
    fn game_types_are_those_of_the_standard() {
        assert_eq!(game_type(&International::SET), "20,W,10,10,N2,0");
        assert_eq!(game_type(&English::SET), "21,B,8,8,N1,0");
        assert_eq!(game_type(&Italian::SET), "22,W,8,8,N2,1");
        assert_eq!(game_type(&Turkish::SET), "30,W,8,8,A0,0");
    }

    #[test]
    fn a_game_is_written() {
        let mut game = Game::<International>::new(Position::start());
        for text in ["32-28", "19-23", "28x19", "14x23"] {
            game.play(moves::read(game.position().board(), text).unwrap()).unwrap();
        }
        let text = write(&[("White", "A \"B\"".to_owned())], &game, "*");
        let expected = "[White \"A \\\"B\\\"\"]\n[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
                        1. 32-28 19-23 2. 28x19 14x23 *\n\n";
        assert_eq!(text, expected);
        let mut game = Game::new(fen::read::<International>("B:W39:B4").unwrap());
        game.play(moves::read(game.position().board(), "4-9").unwrap()).unwrap();
        let text = write(&[], &game, result::<International>(None));
        assert!(text.contains("[FEN \"B:W39:B4\"]") && text.ends_with("\n1... 4-9 *\n\n"), "{text}");
    }
}
