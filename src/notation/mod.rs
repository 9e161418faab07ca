//! Floor 4: positions and moves as text.
//!
//! Reading is wide (every dialect known from files and clients), writing is strict (one canonical form), and
//! what is written is read back to the same thing. Nothing here panics, whatever the input.

pub mod board_text;
pub mod dxp;
pub mod epd;
pub mod fen;
pub mod hub;
pub mod moves;
pub mod pdn;
pub mod squares;

/// The beginning of a text from outside, short enough for a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
