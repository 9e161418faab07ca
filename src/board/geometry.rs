//! Where the squares of a board lie in a word, and what lies next to what.
//!
//! Rows run from 0 at the top (Black's side) down, columns from 0 at White's left. On a diagonal board one
//! unused *ghost* bit follows every second row, so that each diagonal step is the same shift from every
//! square and never wraps onto a playing square:
//!
//! ```text
//!  10x10, bit indices          0   1   2   3   4        shifts: south-west +5, south-east +6
//!                            5   6   7   8   9   (10 = ghost)
//!                             11  12  13  14  15
//! ```
//!
//! A board that plays on every square has no ghosts; its sideways steps are masked.

use super::bits::Bits;
use super::direction::Dir;

/// Which squares of the board are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playable {
    /// The squares of one colour, with a playing square in the corner at each player's left.
    DarkLeft,
    /// The squares of one colour, with a playing square in the corner at each player's right.
    DarkRight,
    /// Every square.
    All,
}

/// The size of a board and which of its squares are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardShape {
    /// Columns of the full board, playing squares or not; even on diagonal boards.
    pub columns: u8,
    /// Rows of the full board.
    pub rows: u8,
    /// The playing squares.
    pub playable: Playable,
}

impl BoardShape {
    /// Whether (row, column) is a playing square.
    pub const fn is_playable(self, row: i32, column: i32) -> bool {
        if row < 0 || column < 0 || row >= self.rows as i32 || column >= self.columns as i32 {
            return false;
        }
        let parity = (self.rows as i32 - 1 - row + column) & 1; // 0 for the corner at White's left
        match self.playable {
            Playable::DarkLeft => parity == 0,
            Playable::DarkRight => parity == 1,
            Playable::All => true,
        }
    }

    /// Whether playing square (row, column) lies on the long diagonal between the playing corners.
    const fn is_on_main_road(self, row: i32, column: i32) -> bool {
        match self.playable {
            Playable::DarkLeft => row + column == self.rows as i32 - 1,
            Playable::DarkRight => row == column,
            Playable::All => false,
        }
    }

    /// Playing squares in a row.
    pub const fn per_row(self) -> i32 {
        match self.playable {
            Playable::All => self.columns as i32,
            _ => self.columns as i32 / 2,
        }
    }

    /// Number of playing squares.
    pub const fn squares(self) -> usize {
        self.per_row() as usize * self.rows as usize
    }

    /// The bit index of playing square (row, column).
    pub const fn bit_index(self, row: i32, column: i32) -> u8 {
        if matches!(self.playable, Playable::All) {
            return (row * self.columns as i32 + column) as u8;
        }
        // A ghost bit after every second row: after the first, too, if that one starts at the edge.
        let ghosts = if self.is_playable(0, 0) { row.div_euclid(2) + (row & 1) } else { row.div_euclid(2) };
        (row * self.per_row() + column / 2 + ghosts) as u8
    }

    /// (rows, columns) of the nearest playing square in direction `d`: diagonal boards step straight over
    /// the squares that are not played on (Frisian captures).
    pub const fn stride(self, d: Dir) -> (i32, i32) {
        let (rows, columns) = d.step();
        match self.playable {
            Playable::All => (rows, columns),
            _ if rows == 0 || columns == 0 => (rows * 2, columns * 2),
            _ => (rows, columns),
        }
    }
}

/// The tables of one board, built at compile time for the word `B`.
#[derive(Clone, Copy, Debug)]
pub struct Geometry<B> {
    /// The board.
    pub shape: BoardShape,
    /// All playing squares.
    pub all: B,
    /// Bit index difference of one step in each direction (see [`Dir`]).
    pub step: [i32; 8],
    /// The squares a step in each direction may land on without having wrapped round an edge.
    pub landing: [B; 8],
    /// The squares of each row, from the top.
    pub row: [B; 12],
    /// The squares of each column, from White's left.
    pub column: [B; 12],
    /// Promotion row of White and Black.
    pub promotion: [B; 2],
    /// The main road: the long diagonal from playing corner to playing corner; empty where every square is played on.
    pub main_road: B,
    /// Bit index of each playing square in reading order (top row first, left to right).
    pub bit_of: [u8; 144],
    /// Reading order of each bit index; 255 for ghosts.
    pub ordinal_of: [u8; 128],
    /// For each bit index and direction the squares passed on the way to the edge, the start excluded.
    pub rays: [[B; 8]; 128],
}

impl<B> Geometry<B> {
    /// Reading-order number of a square: 0 is the first playing square of the top row. 255 if `square` is none.
    pub const fn ordinal(&self, square: super::Square) -> u8 {
        self.ordinal_of[(square.0 & 127) as usize]
    }

    /// The square with reading-order number `ordinal`, if the board has that many.
    pub const fn square(&self, ordinal: usize) -> Option<super::Square> {
        if ordinal < self.shape.squares() { Some(super::Square(self.bit_of[ordinal])) } else { None }
    }

    /// (row, column) of a square.
    pub const fn place(&self, square: super::Square) -> (u8, u8) {
        let per_row = self.shape.per_row() as u8;
        let ordinal = self.ordinal(square);
        let (row, nth) = (ordinal / per_row, ordinal % per_row);
        match self.shape.playable {
            Playable::All => (row, nth),
            _ => (row, nth * 2 + !self.shape.is_playable(row as i32, 0) as u8),
        }
    }
}

impl<B: Bits> Geometry<B> {
    /// A set of squares after half a turn of the board. Every board is laid out so that this reverses its bits.
    #[inline(always)]
    pub fn turned(&self, set: B) -> B {
        let used = u32::from(self.bit_of[self.shape.squares() - 1]) + 1;
        set.reversed() >> (B::WIDTH - used)
    }

    /// A set of squares reflected from left to right, on 8x8 boards that play on every square; diagonal boards have
    /// no such reflection.
    #[inline(always)]
    pub fn reflected(&self, set: B) -> B {
        // A row is a byte: reversing all bits reverses the rows too, and those are put back.
        set.reversed().bytes_reversed()
    }
}

macro_rules! geometry_build {
    ($word:ty) => {
        impl Geometry<$word> {
            /// Builds the tables.
            ///
            /// # Panics
            /// At compile time, if the board does not fit the word.
            pub const fn build(shape: BoardShape) -> Self {
                let mut g = Self {
                    shape,
                    all: 0,
                    step: [0; 8],
                    landing: [0; 8],
                    row: [0; 12],
                    column: [0; 12],
                    promotion: [0; 2],
                    main_road: 0,
                    bit_of: [0; 144],
                    ordinal_of: [255; 128],
                    rays: [[0; 8]; 128],
                };
                let (rows, columns) = (shape.rows as i32, shape.columns as i32);
                let mut ordinal = 0;
                let mut row = 0;
                while row < rows {
                    let mut column = 0;
                    while column < columns {
                        if shape.is_playable(row, column) {
                            let index = shape.bit_index(row, column);
                            assert!((index as u32) < <$word>::BITS, "the board does not fit the bitboard");
                            let bit: $word = 1 << index;
                            assert!(g.all & bit == 0, "two squares share a bit");
                            g.all |= bit;
                            g.row[row as usize] |= bit;
                            g.column[column as usize] |= bit;
                            if shape.is_on_main_road(row, column) {
                                g.main_road |= bit;
                            }
                            g.bit_of[ordinal] = index;
                            g.ordinal_of[index as usize] = ordinal as u8;
                            g.add_square(row, column);
                            ordinal += 1;
                        }
                        column += 1;
                    }
                    row += 1;
                }
                g.promotion = [g.row[0], g.row[rows as usize - 1]];
                g
            }

            /// Steps, landings and rays of one square.
            const fn add_square(&mut self, row: i32, column: i32) {
                let from = self.shape.bit_index(row, column);
                let mut d = 0;
                while d < 8 {
                    let (dr, dc) = self.shape.stride(Dir::ALL[d]);
                    let (mut r, mut c) = (row + dr, column + dc);
                    if self.shape.is_playable(r, c) {
                        let to = self.shape.bit_index(r, c);
                        let step = to as i32 - from as i32;
                        assert!(self.step[d] == 0 || self.step[d] == step, "a step must be one shift");
                        self.step[d] = step;
                        self.landing[d] |= 1 << to;
                    }
                    while self.shape.is_playable(r, c) {
                        self.rays[from as usize][d] |= 1 << self.shape.bit_index(r, c);
                        r += dr;
                        c += dc;
                    }
                    d += 1;
                }
            }
        }
    };
}

geometry_build!(u64);
geometry_build!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    const INTERNATIONAL: BoardShape = BoardShape { columns: 10, rows: 10, playable: Playable::DarkLeft };

    #[test]
    fn ten_by_ten_has_the_layout_drawn_above() {
        let g = Geometry::<u64>::build(INTERNATIONAL);
        assert_eq!(g.all.count_ones(), 50);
        assert_eq!(g.bit_of[..11], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
        assert_eq!(g.step[Dir::SouthWest.index()], 5);
        assert_eq!(g.step[Dir::SouthEast.index()], 6);
        assert_eq!(g.place(super::super::Square(0)), (0, 1));
    }

    #[test]
    fn diagonal_steps_never_wrap_onto_a_playing_square() {
        let shapes = [
            (8, Playable::DarkLeft),
            (8, Playable::DarkRight),
            (10, Playable::DarkLeft),
            (12, Playable::DarkLeft),
        ];
        for (size, playable) in shapes {
            let g = Geometry::<u128>::build(BoardShape { columns: size, rows: size, playable });
            for d in [1, 3, 5, 7] {
                let shifted = if g.step[d] > 0 { g.all << g.step[d] } else { g.all >> -g.step[d] };
                assert_eq!(shifted & g.all, g.landing[d], "{size} {playable:?} direction {d}");
            }
        }
    }

    #[test]
    fn half_a_turn_takes_each_square_to_its_opposite() {
        for (size, playable) in
            [(8, Playable::DarkLeft), (8, Playable::DarkRight), (10, Playable::DarkLeft), (8, Playable::All)]
        {
            let g = Geometry::<u64>::build(BoardShape { columns: size, rows: size, playable });
            let squares = g.shape.squares();
            for n in 0..squares {
                assert_eq!(g.turned(1 << g.bit_of[n]), 1 << g.bit_of[squares - 1 - n], "{size} {playable:?}");
            }
        }
        let g = Geometry::<u64>::build(BoardShape { columns: 8, rows: 8, playable: Playable::All });
        assert_eq!(g.reflected(1 << 10), 1 << 13);
    }

    #[test]
    fn rays_of_every_board_have_the_right_number_of_squares() {
        let g = Geometry::<u64>::build(BoardShape { columns: 8, rows: 8, playable: Playable::All });
        // A rook sees 14 squares from everywhere.
        for index in 0..64 {
            let seen: u32 = [0, 2, 4, 6].iter().map(|&d| g.rays[index][d].count_ones()).sum();
            assert_eq!(seen, 14);
        }
        let g = Geometry::<u64>::build(INTERNATIONAL);
        let main_road = g.bit_of[45] as usize; // square 46, a1
        assert_eq!(g.rays[main_road][Dir::NorthEast.index()].count_ones(), 9);
    }
}
