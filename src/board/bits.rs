//! Sets of squares as the bits of one machine word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word whose bits are squares: `u64` up to 10x10 boards, `u128` for 12x12.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// How many bits the word has.
    const WIDTH: u32;

    /// The set that holds only the square with bit index `index`.
    fn bit(index: u8) -> Self;
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The lowest bit index in the set; meaningless for the empty set.
    fn lowest(self) -> u8;
    /// The highest bit index in the set; meaningless for the empty set.
    fn highest(self) -> u8;
    /// The set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The low 64 bits mixed with the rest, for hashing; a set within the low 64 bits as it is.
    fn fold(self) -> u64;
    /// The set of all bit indices below `index`.
    fn below(index: u8) -> Self;
    /// The bit indices below all that are in the set; every one for the empty set.
    #[must_use]
    fn below_lowest(self) -> Self;
    /// The bit indices above all that are in the set; every one for the empty set.
    #[must_use]
    fn above_highest(self) -> Self;
    /// The bits in opposite order: index `i` goes to `WIDTH - 1 - i`.
    #[must_use]
    fn reversed(self) -> Self;
    /// The bytes of the word in opposite order.
    #[must_use]
    fn bytes_reversed(self) -> Self;

    /// Whether some square is in the set.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the square with bit index `index` is in the set.
    #[inline(always)]
    fn has(self, index: u8) -> bool {
        (self & Self::bit(index)).any()
    }

    /// The bit indices in the set, lowest first.
    #[inline(always)]
    fn iter(self) -> Indices<Self> {
        Indices(self)
    }
}

/// Iterator over the bit indices of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! bits_impl {
    ($word:ty) => {
        impl Bits for $word {
            const ZERO: Self = 0;
            const WIDTH: u32 = Self::BITS;

            #[inline(always)]
            fn bit(index: u8) -> Self {
                // Masked so that no index, however wrong, is an overflow; the mask costs nothing on x86 and ARM.
                1 << (u32::from(index) & (Self::BITS - 1))
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn highest(self) -> u8 {
                (Self::BITS - 1).wrapping_sub(self.leading_zeros()) as u8
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn fold(self) -> u64 {
                let wide = u128::from(self);
                (wide as u64) ^ ((wide >> 64) as u64).rotate_left(32)
            }
            #[inline(always)]
            fn below(index: u8) -> Self {
                Self::bit(index).wrapping_sub(1)
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                self.wrapping_sub(1) & !self
            }
            #[inline(always)]
            fn above_highest(self) -> Self {
                // With bit 0 put in, the empty set has a highest index too, and needs no branch.
                (Self::MAX << (self | 1).highest()) & !self
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn bytes_reversed(self) -> Self {
                self.swap_bytes()
            }
        }
    };
}

bits_impl!(u64);
bits_impl!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn set_algebra<B: Bits>(top: u8) {
        let set = B::bit(3) | B::bit(top);
        assert_eq!((set.count(), set.lowest(), set.highest()), (2, 3, top));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, top]);
        assert!(set.has(top) && !set.has(4));
        assert!(set.without_lowest().without_lowest().is_empty());
        assert_eq!(B::below(4).iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(set.below_lowest(), B::below(3));
        assert_eq!(set.above_highest(), !(B::below(top) | B::bit(top)));
        assert_eq!(B::bit(0).above_highest(), !B::bit(0));
        assert_eq!((B::ZERO.below_lowest(), B::ZERO.above_highest()), (!B::ZERO, !B::ZERO));
        assert_eq!(u32::from(B::bit(3).reversed().lowest()), B::WIDTH - 4);
        assert_eq!(u32::from(B::bit(3).bytes_reversed().lowest()), B::WIDTH - 8 + 3);
    }

    #[test]
    fn both_words_do_set_algebra() {
        set_algebra::<u64>(63);
        set_algebra::<u128>(127);
    }
}
