//! The words of a move, before it is known whether there is such a move.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::MoveError;
use crate::board::Square;
use crate::notation::fen::demand_text;
use crate::notation::{shortened, squares};
use crate::position::Demand;
use crate::rules::{Rules, SquareNames};

/// Longer than any move of any game.
const LONGEST: usize = 400;

/// The text of a move, taken apart.
pub(super) struct MoveText {
    /// The squares, in the order of the text; at least two.
    pub(super) squares: Vec<Square>,
    /// What the reply is told to capture.
    pub(super) demand: Demand,
}

/// What stands between two squares. The dashes are those that word processors make of a hyphen.
fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | '×' | ':' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Takes a move apart.
pub(super) fn split<R: Rules>(text: &str) -> Result<MoveText, MoveError> {
    let unreadable = || MoveError::Unreadable(shortened(text.trim()));
    if text.len() > LONGEST {
        return Err(unreadable());
    }
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (moved, demand) = match plain.split_once('[') {
        None => (plain.as_str(), Demand::NONE),
        Some((moved, demand)) => {
            let demand = demand.strip_suffix(']').and_then(demand_text::<R>).ok_or_else(unreadable)?;
            (moved, demand)
        }
    };
    let squares = names::<R>(moved)
        .ok_or_else(unreadable)?
        .into_iter()
        .map(squares::parse::<R>)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| MoveError::Square { text: shortened(text.trim()), error })?;
    if squares.len() < 2 { Err(unreadable()) } else { Ok(MoveText { squares, demand }) }
}

/// The names of the squares. One separator stands between two of them; letters need none, and neither do
/// four digits on a numbered board.
fn names<R: Rules>(text: &str) -> Option<Vec<&str>> {
    let numbered = matches!(R::SET.squares, SquareNames::Numbers(_));
    if numbered && text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let (from, to) = text.split_at_checked(2)?;
        return Some(vec![from, to]);
    }
    let mut names = Vec::new();
    for part in text.split(is_separator) {
        let mut rest = part;
        // An empty part means two separators in a row, or one at an end.
        while !rest.is_empty() || part.is_empty() {
            let letters = usize::from(rest.starts_with(|c: char| c.is_ascii_alphabetic()));
            let digits = rest.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return None;
            }
            let (name, more) = rest.split_at_checked(letters + digits)?;
            names.push(name);
            rest = more;
        }
    }
    Some(names)
}
