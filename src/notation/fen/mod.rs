//! Positions as text: the FEN of draughts (PDN 3.0) in every dialect known, and the string of the Hub protocol.
//!
//! ```text
//! turn : side and its pieces : side and its pieces [: extension …]
//! W:W31-50:B1-20      W:Wa2,Kb2:Ba7      B:W18,24:B12,K3.      Wbbbbbbbbbb…wwww (Hub, by rows from the top)
//! ```
//!
//! Read are also: colours in any order, a side without pieces, ranges (`1-20`, `K5-8`), lower case, blanks, a
//! trailing dot, quotes, `[FEN "…"]`, the turn given twice, `?` for the side that begins the game, letters on
//! numbered boards and numbers (from 1 at the top left) on lettered ones. Refused are pieces outside the board
//! or on one square, men on their promotion row, more pieces than a side starts with, and a side that has just
//! moved without having a piece.
//!
//! Extensions, each written only if it says something that is not so anyway:
//!
//! | form | meaning | games |
//! |---|---|---|
//! | `CWB` `CW` `CB` `C-` | which sides have ever had a king; else those that have one (T23) | Tirana |
//! | `De6xd5` | the capture that was demanded of the side to move: capturer and first victim | with designation |
//! | `R46/2,5/1` | kings that have made this many quiet moves in a row | with a king run limit |
//! | `H12` | plies without progress (lidraughts' half-move clock) | all |
//! | `E3,0` | plies for which the balance of each ending rule has stood, in the order of the rules | with such rules |
//! | `Tcbd` | the draw rules of another federation hold: the name of a tag | with tags |
//! | `F7` | move number (lidraughts): ignored | all |
//! | `+1+0` | king moves in a row of Black and White (lidraughts): taken for a side with men and a single king | with a king run limit |

mod error;
mod extensions;
mod hub;
mod read;
mod span;
mod write;

pub use error::{FenError, Word};
pub(super) use extensions::demand_text;
pub use hub::{read_hub, write_hub};
pub use read::read;
pub use write::write;
