//! A square as the engine stores it.

/// A playing square, as the index of its bit in a [`Bits`](crate::board::Bits) word.
///
/// The diagonal boards leave gaps between rows (see [`Geometry`](crate::board::Geometry)), so this is *not*
/// the number that players write: [`Geometry::ordinal`](crate::board::Geometry::ordinal) and the notation
/// floor convert.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The bit index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
