//! Records turned into what training looks at: which inputs are 1, and what is to be learnt.

use std::path::{Path, PathBuf};

use super::record::{Label, Record, RecordError};
use super::store::{Header, Reader, StoreError};
use crate::board::Playable;
use crate::eval::net::input::{bucket, input_count, inputs};
use crate::position::Board;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::util::rng::mix;

/// Positions as training sees them.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Active inputs of all positions: of each, the mover's view and, as many, the opponent's.
    inputs: Vec<u16>,
    /// Where the inputs of each position begin, and where the last ones end.
    starts: Vec<usize>,
    /// The output bucket of each position.
    pub buckets: Vec<u8>,
    /// Score in centipawns and result, -1 to 1, of each position, both from the mover's view.
    pub labels: Vec<(i16, i8)>,
    /// Where the positions of each file begin.
    files: Vec<usize>,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Active inputs in the mover's view.
    pub own: &'a [u16],
    /// Active inputs in the opponent's view.
    pub other: &'a [u16],
    /// The output bucket.
    pub bucket: usize,
}

impl Samples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The labels of each file: scores of different players need not mean the same.
    pub fn labels_by_file(&self) -> impl Iterator<Item = &[(i16, i8)]> {
        let ends = self.files.iter().skip(1).copied().chain([self.len()]);
        self.files.iter().zip(ends).filter_map(|(&start, end)| self.labels.get(start..end))
    }

    /// What is added from now on is of another file.
    pub fn begin_file(&mut self) {
        self.files.push(self.len());
    }

    /// Position number `nth`.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn get(&self, nth: usize) -> Sample<'_> {
        let both = &self.inputs[self.starts[nth]..self.starts[nth + 1]];
        let (own, other) = both.split_at(both.len() / 2);
        Sample { own, other, bucket: usize::from(self.buckets[nth]) }
    }

    /// Adds a position.
    pub fn push<R: Rules>(&mut self, board: &Board<R>, label: Label) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for viewer in [board.turn(), !board.turn()] {
            self.inputs.extend(inputs(board, viewer).map(|input| input as u16));
        }
        self.starts.push(self.inputs.len());
        self.buckets.push(bucket(board) as u8);
        self.labels.push((label.score, label.result));
    }
}

/// All that was read from files.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// What the games of each file depend on.
    pub games: Vec<Header>,
    /// To learn from.
    pub train: Samples,
    /// To test with: other games than those of `train`.
    pub validation: Samples,
    /// The first of the validation positions of each file, as they were written.
    pub examples: Vec<Record>,
    /// Which of the validation positions each example is.
    pub example_places: Vec<usize>,
    /// Inputs of a view.
    pub input_count: usize,
    /// The most inputs that can be active at once.
    pub most_active: usize,
}

/// How files are to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Percentage of the games that only test.
    pub validation: u64,
    /// Whether positions to learn from come again with left and right exchanged, on boards where that changes
    /// nothing.
    pub mirror: bool,
}

/// Why there is no data.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file has something in it that is no position.
    #[error("{path}: {error}")]
    Record {
        /// Which.
        path: PathBuf,
        /// Why.
        error: RecordError,
    },
    /// A file is of another game.
    #[error("{path} has games of {found}, not {wanted}")]
    Game {
        /// Which.
        path: PathBuf,
        /// Its game.
        found: VariantId,
        /// The game to be learnt.
        wanted: VariantId,
    },
    /// Too little to learn from or to test with.
    #[error("{train} positions to learn from and {validation} to test with: more games are needed")]
    TooLittle {
        /// To learn from.
        train: usize,
        /// To test with.
        validation: usize,
    },
}

/// Examples kept as they were written.
const EXAMPLES: usize = 20_000;

/// Reads files.
///
/// # Errors
/// If one cannot be used, or there is next to nothing in them.
pub fn read(variant: VariantId, paths: &[PathBuf], reading: Reading) -> Result<Data, DataError> {
    struct Read<'a>(&'a [PathBuf], Reading);
    impl VariantVisitor for Read<'_> {
        type Output = Result<Data, DataError>;
        fn visit<R: Rules>(self) -> Self::Output {
            let room = usize::from(R::SET.setup.room) * R::SET.board.per_row() as usize;
            let extras = crate::eval::net::input::extras::<R>();
            let mut data =
                Data { input_count: input_count::<R>(), most_active: 2 * room + extras, ..Data::default() };
            for (nth, path) in self.0.iter().enumerate() {
                // As many of each file: what is measured with them is to hold for the games of all players.
                add_file::<R>(&mut data, path, self.1, EXAMPLES * (nth + 1) / self.0.len())?;
            }
            Ok(data)
        }
    }
    let data = visit_variant(variant, Read(paths, reading))?;
    let (train, validation) = (data.train.len(), data.validation.len());
    if train < 100 || validation < 10 {
        return Err(DataError::TooLittle { train, validation });
    }
    Ok(data)
}

/// Adds the positions of a file; with it there are at most `examples` examples.
fn add_file<R: Rules>(
    data: &mut Data,
    path: &Path,
    reading: Reading,
    examples: usize,
) -> Result<(), DataError> {
    let mut reader = Reader::open(path)?;
    let found = reader.header.game()?;
    if found != R::SET.id {
        return Err(DataError::Game { path: path.to_owned(), found, wanted: R::SET.id });
    }
    data.games.push(reader.header.clone());
    data.train.begin_file();
    data.validation.begin_file();
    // Not the path: the same games are to be split the same way wherever they lie.
    let file = u64::from(crc32fast::hash(&serde_json::to_vec(&reader.header).unwrap_or_default()));
    while let Some(block) = reader.block()? {
        for record in block {
            let added = add_record::<R>(data, &record, file, reading, examples);
            added.map_err(|error| DataError::Record { path: path.to_owned(), error })?;
        }
    }
    Ok(())
}

fn add_record<R: Rules>(
    data: &mut Data,
    record: &Record,
    file: u64,
    reading: Reading,
    examples: usize,
) -> Result<(), RecordError> {
    let label = record.label()?;
    let board = record.board::<R>(false)?;
    if tests(file, label.game, reading.validation) {
        data.validation.push(&board, label);
        if data.examples.len() < examples {
            data.examples.push(*record);
            data.example_places.push(data.validation.len() - 1);
        }
        return Ok(());
    }
    data.train.push(&board, label);
    if reading.mirror && R::SET.board.playable == Playable::All {
        data.train.push(&record.board::<R>(true)?, label);
    }
    Ok(())
}

/// Whether a game only tests. All positions of a game are on the same side: they share its result.
fn tests(file: u64, game: u32, percentage: u64) -> bool {
    mix(mix(file) ^ u64::from(game)) % 100 < percentage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_split_evenly_whatever_the_file() {
        for file in [0, 7, u64::MAX] {
            let testing = (0..10_000).filter(|&game| tests(file, game, 8)).count();
            assert!((700..900).contains(&testing), "{testing}");
        }
        let same = (0..1000).filter(|&game| tests(1, game, 50) == tests(2, game, 50)).count();
        assert!((400..600).contains(&same), "files are independent");
    }
}
