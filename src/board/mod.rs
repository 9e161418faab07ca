//! Floor 1: squares, sides, directions and the sets of squares that everything else is made of.

pub mod bits;
pub mod direction;
pub mod geometry;
pub mod side;
pub mod square;

pub use bits::Bits;
pub use direction::{Dir, Dirs};
pub use geometry::{BoardShape, Geometry, Playable};
pub use side::{Piece, Side};
pub use square::Square;
