//! Moves as text.
//!
//! | form | quiet | capture | function |
//! |---|---|---|---|
//! | long: every landing square, unique in its position | `32-28` | `4x27x38x15`, `d3xd5xd7` | [`write()`] |
//! | short: the ends, the long form if they do not tell | `32-28` | `4x22` | [`write_short`] |
//! | Hub: the ends and everything captured | `32-28` | `28x19x23` | [`write_hub`] |
//!
//! In games with designation a demand follows: `d3-d4[e6xd5]`. [`read`] understands all forms.

mod error;
mod path;
mod read;
mod text;
mod write;

pub use error::{MoveError, Reason};
pub use read::read;
pub(super) use write::write_numbers;
pub use write::{write, write_hub, write_short};
