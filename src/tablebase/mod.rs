//! Floor 5: endgame tables: what every position with few pieces is worth, and how far its next conversion is.
//!
//! # What tables say
//!
//! The worth of a position under the game's rules of moving and ending, without the rules that count moves or
//! repetitions: a table's win may take longer than a game's counters allow, which [`Tables::probe_distance`] helps to
//! see. The draw with one piece each, which needs no count, is part of the tables; where a tag changes that rule
//! ([`crate::rules::Tag`]) nothing is answered.
//!
//! The distance of a won position is the number of plies to the next **conversion** (a capture, a promotion, a man's
//! move forward) or to the end, if the winner hastens it and the loser delays it, the winner always keeping the win. A
//! side that always plays to a successor with the least distance wins, since conversions cannot go on for ever.
//!
//! # Games
//!
//! All games have tables. [`Coverage`] says where they leave positions out: Frisian games beyond a lone man or kings
//! alone on each side (article 17 makes the history part of the position there), breakthrough with kings (it is over).
//! In Tirana games the question whether both sides have had a king (T8) is part of the slice; positions whose history
//! says otherwise than play can bring about are not answered. In games with designation demands are worked out.

pub mod build;
mod file;
mod index;
mod material;
mod own;
mod solve;
mod store;
mod view;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::Side;
use crate::position::{Board, Clocks, Move, MoveList, Position};
use crate::rules::Rules;

pub use file::{Counts, Error};
pub use material::{Coverage, MOST_PIECES, Material, NoMaterial};
pub use own::OWN_PIECES;

use file::Image;
use store::{DRAW, LOSS, WIN};
use view::View;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Wdl {
    /// It loses against best play.
    Loss,
    /// Neither side can win.
    Draw,
    /// It wins.
    Win,
}

impl Wdl {
    /// The worth to the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Who wins where `turn`, for whom it is, is to move; nobody in a draw.
    #[must_use]
    pub fn winner(self, turn: Side) -> Option<Side> {
        match self {
            Self::Win => Some(turn),
            Self::Draw => None,
            Self::Loss => Some(!turn),
        }
    }

    const fn of_code(code: store::Code) -> Option<Self> {
        match code {
            DRAW => Some(Self::Draw),
            LOSS => Some(Self::Loss),
            WIN => Some(Self::Win),
            _ => None,
        }
    }
}

/// The tables of one game. Cheap to clone, and any number of threads may probe at once.
#[derive(Debug)]
pub struct Tables<R: Rules> {
    slices: Arc<Vec<Option<Arc<Image<R>>>>>,
    most: usize,
}

impl<R: Rules> Clone for Tables<R> {
    fn clone(&self) -> Self {
        Self { slices: self.slices.clone(), most: self.most }
    }
}

impl<R: Rules> Default for Tables<R> {
    fn default() -> Self {
        Self::of(std::iter::empty())
    }
}

impl<R: Rules> Tables<R> {
    fn of(images: impl Iterator<Item = Arc<Image<R>>>) -> Self {
        let mut slices = vec![None; Material::CODES];
        let mut most = 0;
        for image in images {
            let material = image.index.material;
            most = most.max(material.pieces());
            slices[material.code()] = Some(image);
        }
        Self { slices: Arc::new(slices), most }
    }

    /// Opens the tables of at most `max_pieces` pieces that lie below the given folders (in the folder named like the
    /// game, as [`build`] leaves them). Where several have a slice, the first wins. Missing slices are no error.
    ///
    /// # Errors
    /// If a folder is not there, or a file cannot be read, is damaged or belongs to another game.
    pub fn open<P: AsRef<Path>>(folders: &[P], max_pieces: usize) -> Result<Self, Error> {
        if let Some(missing) = folders.iter().map(AsRef::as_ref).find(|folder| !folder.is_dir()) {
            return Err(Error::NoFolder(missing.to_owned()));
        }
        let mut images = Vec::new();
        for material in Material::all::<R>(max_pieces) {
            let mut paths = folders.iter().map(|folder| file::path::<R>(folder.as_ref(), material));
            // Whatever has the name: what is no file is said to be none.
            if let Some(path) = paths.find(|path| path.symlink_metadata().is_ok()) {
                let image = Image::open(&path)?;
                if image.index.material != material {
                    return Err(Error::Format { path, reason: "named like another slice" });
                }
                images.push(Arc::new(image));
            }
        }
        Ok(Self::of(images.into_iter()))
    }

    /// Builds the tables of at most `pieces` pieces in memory, with one thread. Up to three pieces this takes well under
    /// a second.
    ///
    /// # Errors
    /// If there are more pieces than tables can have.
    pub fn small(pieces: usize) -> Result<Self, Error> {
        let images = build::in_memory::<R>(pieces, &AtomicBool::new(false))?;
        Ok(Self::of(images.into_iter().map(Arc::new)))
    }

    /// All tables of a folder, as [`Tables::open`] finds them, and the process's own where it has none.
    ///
    /// # Errors
    /// If the folder is not there, or a file cannot be read, is damaged or belongs to another game.
    pub fn open_or_own(folder: &Path) -> Result<Self, Error> {
        Ok(Self::open(&[folder], MOST_PIECES)?.with(&Self::own()))
    }

    /// These tables, and those of `others` where these have none.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let pairs = others.slices.iter().zip(self.slices.iter());
        Self::of(pairs.filter_map(|(other, own)| own.as_ref().or(other.as_ref()).cloned()))
    }

    /// The slices of at most `pieces` pieces.
    #[must_use]
    pub fn up_to(&self, pieces: usize) -> Self {
        let fits = |image: &&Arc<Image<R>>| image.index.material.pieces() <= pieces;
        Self::of(self.slices.iter().flatten().filter(fits).cloned())
    }

    /// Whether any slice of at most `pieces` pieces that the game has is not there.
    pub fn lack_any(&self, pieces: usize) -> bool {
        Material::all::<R>(pieces).iter().any(|material| self.slices[material.code()].is_none())
    }

    /// The most pieces of any slice, 0 if there is none. Positions with fewer may still not be covered.
    #[inline(always)]
    pub fn max_pieces(&self) -> usize {
        self.most
    }

    /// A number that other tables do not have, whether they lie in files or in memory.
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.slices.iter().flatten().for_each(|image| hasher.update(image.header()));
        hasher.finalize()
    }

    /// The slices that are there.
    pub fn slices(&self) -> impl Iterator<Item = SliceInfo> + '_ {
        self.slices.iter().flatten().map(|image| SliceInfo {
            material: image.index.material,
            numbers: image.index.len,
            counts: image.counts[0],
            quiet: image.counts[1],
            bytes: image.size(),
            has_distances: image.has_distances(),
        })
    }

    /// Calls `visit` for each quiet position of a slice with White to move, until it says `false`; whether the slice is
    /// there. Of two positions that are reflections of each other one is visited.
    pub fn each_quiet(&self, material: Material, mut visit: impl FnMut(&Position<R>, Wdl) -> bool) -> bool {
        let Some(image) = self.image(material) else { return false };
        let mut codes = image.reader();
        image.index.each(|number, view| {
            let board: Board<R> = view.board(material.crowned());
            let position = Position::new(board, Clocks::default());
            match Wdl::of_code(codes(number)) {
                Some(wdl) if !board.can_capture() => visit(&position, wdl),
                _ => true,
            }
        });
        true
    }

    /// The worth of a position to the side to move; `None` if the tables do not cover it.
    ///
    /// Where the side to move can capture, or was told what to capture, captures are played out until a quiet position
    /// is reached: fast enough for the search, but it may as well search them itself. Only moves decide; a draw by a
    /// counter is not seen.
    pub fn probe_wdl(&self, position: &Position<R>) -> Option<Wdl> {
        if !Self::holds(position) {
            return None;
        }
        Wdl::of_code(self.code(position.board())?)
    }

    /// Plies to the next conversion of a won or lost position, as the module describes; 255 stands for that many or
    /// more. `None` if the position is drawn or not covered, or its slice keeps no distances.
    pub fn probe_distance(&self, position: &Position<R>) -> Option<u16> {
        if !Self::holds(position) {
            return None;
        }
        let board = position.board();
        if self.code(board)? == DRAW {
            return None;
        }
        if store::over(board).is_some() {
            return Some(0);
        }
        if board.can_capture() {
            return Some(1);
        }
        let view = View::of(board).canonical::<R>();
        let image = self.image(Material::of(&view))?;
        image.distance(image.index.number(&view))
    }

    /// Whether the draw rules that tables know are those of the position.
    #[inline(always)]
    fn holds(position: &Position<R>) -> bool {
        position.clocks().tag == 0 || position.draws().one_each == R::SET.draws.one_each
    }

    #[inline(always)]
    fn image(&self, material: Material) -> Option<&Image<R>> {
        if material.pieces() > self.most {
            return None;
        }
        self.slices[material.code()].as_deref()
    }

    fn code(&self, board: &Board<R>) -> Option<store::Code> {
        if let Some(code) = store::over(board) {
            return Some(code);
        }
        let view = View::of(board);
        let material = Material::of(&view);
        let image = self.image(material)?;
        if !material.fits_history(board) {
            return None;
        }
        if !board.can_capture() {
            let view = view.canonical::<R>();
            return Some(image.code(image.index.number(&view)));
        }
        if store::is_drawn(board, material) {
            return Some(DRAW);
        }
        self.best(board)
    }

    /// The worth of a position with captures.
    fn best(&self, board: &Board<R>) -> Option<store::Code> {
        let mut list = MoveList::new();
        board.moves_for_search(&mut list);
        let (mut best, mut unknown) = (LOSS, false);
        for mv in &list {
            match self.code(&board.after(mv)) {
                Some(LOSS) => return Some(WIN),
                Some(DRAW) => best = DRAW,
                Some(_) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(best)
    }
}

/// Whether a move is a conversion: a capture, a promotion or a man's move forward.
pub fn converts<R: Rules>(mv: &Move<R::Bits>) -> bool {
    mv.is_capture() || mv.promotes() || !solve::is_reversible::<R>(mv)
}

/// What there is to say of a slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceInfo {
    /// Its pieces.
    pub material: Material,
    /// Numbers in use, some of which belong to no position.
    pub numbers: u64,
    /// All positions by worth. Where left and right are alike, one of two reflections is counted.
    pub counts: Counts,
    /// The quiet ones among them, which the file keeps.
    pub quiet: Counts,
    /// Bytes of the file.
    pub bytes: u64,
    /// Whether distances are kept.
    pub has_distances: bool,
}
