//! Files of records: a header, then blocks, each complete in itself and checked by a sum, so that a file that was
//! broken off, however roughly, loses at most its last block.
//!
//! ```text
//! header: "DAMONDAT", u32 length, that many bytes of JSON, u32 CRC of the JSON
//! block:  "BLCK", u32 records, u64 games done when it was written, records, u32 CRC of all of that
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{Record, SIZE};
use crate::rules::VariantId;

const MAGIC: &[u8; 8] = b"DAMONDAT";
const BLOCK: &[u8; 4] = b"BLCK";
/// A header is a few lines of text; more is damage.
const LONGEST_HEADER: u32 = 1 << 16;
/// Records of a block: at most so many are written together.
pub const BLOCK_RECORDS: usize = 4096;

/// What made a file: everything that its games depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the records.
    pub version: u32,
    /// The name of the game.
    pub variant: String,
    /// Positions searched for each move.
    pub nodes: u64,
    /// What the games depend on.
    pub seed: u64,
    /// The part of the games that this file holds, from 1, and the number of parts.
    pub shard: (u32, u32),
    /// What judged positions: `handcrafted`, or the checksum of a network file.
    pub evaluation: String,
    /// The endgame tables that ended games: the most pieces and a checksum; empty for none, as in files that do not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tables: String,
}

impl Header {
    /// The version of records this program writes and reads.
    pub const VERSION: u32 = 1;

    /// The game.
    ///
    /// # Errors
    /// If the file is of a game or version that this program does not know.
    pub fn game(&self) -> Result<VariantId, StoreError> {
        if self.version != Self::VERSION {
            return Err(StoreError::Version(self.version));
        }
        self.variant.parse().map_err(|_| StoreError::Game(self.variant.clone()))
    }
}

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is something else.
    #[error("{0} is no file of records")]
    NotRecords(PathBuf),
    /// There is one already.
    #[error("{0} is there already; use --resume to go on with it, or another file")]
    Exists(PathBuf),
    /// It was made otherwise.
    #[error("{path} was made with other settings ({old}); nothing was changed")]
    Other {
        /// Which.
        path: PathBuf,
        /// Its settings.
        old: String,
    },
    /// A block is wrong, and it is not the last one, broken off.
    #[error(
        "{path} is damaged at byte {at} of {len}; nothing was changed. Cut off there, it can be gone on with"
    )]
    Damaged {
        /// Which.
        path: PathBuf,
        /// Bytes before the damage.
        at: u64,
        /// Bytes in all.
        len: u64,
    },
    /// Another version.
    #[error("version {0} of the records is not understood")]
    Version(u32),
    /// There is no such game.
    #[error("unknown game '{0}'")]
    Game(String),
}

/// A file of records to which more are being added.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    pending: Vec<Record>,
    games: u64,
}

impl Writer {
    /// Opens a new file, or with `resume` the one that is there (a new one if there is none). `hear` is told of
    /// every record that it holds. Returns the writer; [`Writer::games`] tells where to go on.
    ///
    /// # Errors
    /// If it cannot be used, is damaged, or was made with other settings.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
        mut hear: impl FnMut(&Record),
    ) -> Result<Self, StoreError> {
        let failed = |error| StoreError::File { path: path.to_owned(), error };
        let there = path.metadata().is_ok_and(|data| data.len() > 0);
        if there && !resume {
            return Err(StoreError::Exists(path.to_owned()));
        }
        let (mut end, mut games) = (0, 0);
        if there {
            let mut reader = Reader::open(path)?;
            if reader.header != *header {
                let old = serde_json::to_string(&reader.header).unwrap_or_default();
                return Err(StoreError::Other { path: path.to_owned(), old });
            }
            while let Some(block) = reader.block()? {
                block.iter().for_each(&mut hear);
            }
            (end, games) = (reader.end, reader.games);
        }
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(failed)?;
        // A block that was being written when the work was broken off.
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        if end == 0 {
            file.write_all(&header_bytes(header)).map_err(failed)?;
        }
        Ok(Self { file, path: path.to_owned(), pending: Vec::new(), games })
    }

    /// Games whose records are in the file or about to be: the games that are not to be played again.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the records of the next game; writes a block when there are enough.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_game(&mut self, records: &[Record]) -> Result<(), StoreError> {
        self.pending.extend_from_slice(records);
        self.games += 1;
        if self.pending.len() >= BLOCK_RECORDS { self.flush() } else { Ok(()) }
    }

    /// Writes what is pending as a block.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut bytes = BLOCK.to_vec();
        bytes.extend((self.pending.len() as u32).to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        self.pending.iter().for_each(|record| bytes.extend(record.0));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        self.pending.clear();
        let written = self.file.write_all(&bytes).and_then(|()| self.file.flush());
        written.map_err(|error| StoreError::File { path: self.path.clone(), error })
    }
}

fn header_bytes(header: &Header) -> Vec<u8> {
    // Numbers and short texts: there is nothing in it that JSON could not hold.
    let text = serde_json::to_vec(header).unwrap_or_default();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(&text);
    bytes.extend(crc32fast::hash(&text).to_le_bytes());
    bytes
}

/// Reads a file of records block by block.
#[derive(Debug)]
pub struct Reader {
    input: BufReader<File>,
    path: PathBuf,
    /// What made the file.
    pub header: Header,
    /// Where the last good block ends.
    end: u64,
    /// Games done by then.
    games: u64,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::File { path: path.to_owned(), error };
        let mut input = BufReader::with_capacity(1 << 20, File::open(path).map_err(failed)?);
        let header = read_header(&mut input).map_err(failed)?;
        let (header, end) = header.ok_or_else(|| StoreError::NotRecords(path.to_owned()))?;
        header.game()?;
        Ok(Self { input, path: path.to_owned(), header, end, games: 0 })
    }

    /// The next block. `None` at the end of the file, also where it ends within a block that was being written.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn block(&mut self) -> Result<Option<Vec<Record>>, StoreError> {
        let block = read_block(&mut self.input);
        match block.map_err(|error| StoreError::File { path: self.path.clone(), error })? {
            Block::Whole { records, games } => {
                self.games = games;
                self.end += (16 + records.len() * SIZE + 4) as u64;
                Ok(Some(records))
            }
            Block::BrokenOff => Ok(None),
            Block::Damaged => {
                let len = self.path.metadata().map_or(self.end, |data| data.len());
                Err(StoreError::Damaged { path: self.path.clone(), at: self.end, len })
            }
        }
    }
}

fn read_header(input: &mut impl Read) -> io::Result<Option<(Header, u64)>> {
    let Some(start) = take(input, 12)? else { return Ok(None) };
    let length = start.last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    if !start.starts_with(MAGIC) || length > LONGEST_HEADER {
        return Ok(None);
    }
    let (Some(text), Some(sum)) = (take(input, length as usize)?, take(input, 4)?) else { return Ok(None) };
    if sum != crc32fast::hash(&text).to_le_bytes() {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&text).ok().map(|header| (header, u64::from(length) + 16)))
}

/// What comes next in a file.
enum Block {
    /// Records, and the games done by then.
    Whole { records: Vec<Record>, games: u64 },
    /// Nothing more, or less than a block.
    BrokenOff,
    /// Something else.
    Damaged,
}

fn read_block(input: &mut impl Read) -> io::Result<Block> {
    let Some(mut bytes) = take(input, 16)? else { return Ok(Block::BrokenOff) };
    let Some((&[m0, m1, m2, m3, c0, c1, c2, c3], games)) = bytes.split_first_chunk::<8>() else {
        return Ok(Block::BrokenOff);
    };
    let count = u32::from_le_bytes([c0, c1, c2, c3]) as usize;
    let games = games.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    // A game has a few hundred plies, so a block is never much larger than it must be.
    if [m0, m1, m2, m3] != *BLOCK || count > 4 * BLOCK_RECORDS {
        return Ok(Block::Damaged);
    }
    let (Some(records), Some(sum)) = (take(input, count * SIZE)?, take(input, 4)?) else {
        return Ok(Block::BrokenOff);
    };
    bytes.extend(&records);
    if sum != crc32fast::hash(&bytes).to_le_bytes() {
        return Ok(Block::Damaged);
    }
    let records = records.chunks_exact(SIZE).filter_map(|chunk| chunk.first_chunk().copied().map(Record));
    Ok(Block::Whole { records: records.collect(), games })
}

/// So many bytes; `None` if the input ends before.
fn take(input: &mut impl Read, count: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == count).then_some(bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn header(seed: u64) -> Header {
        let evaluation = "handcrafted".to_owned();
        Header {
            version: Header::VERSION,
            variant: "english".into(),
            nodes: 100,
            seed,
            shard: (1, 1),
            evaluation,
            tables: String::new(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("damone-store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A file of three blocks, of 5000 records each.
    fn three_blocks(path: &Path) {
        let mut writer = Writer::open(path, &header(1), false, |_| ()).unwrap();
        for game in 0..3 {
            writer.add_game(&vec![Record([game; SIZE]); 5000]).unwrap();
        }
    }

    #[test]
    fn a_broken_file_loses_its_last_block_only() {
        let folder = folder("broken");
        let path = folder.join("data");
        three_blocks(&path);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 100]).unwrap();
        let mut heard = 0;
        let mut writer = Writer::open(&path, &header(1), true, |_| heard += 1).unwrap();
        assert_eq!((heard, writer.games()), (10_000, 2));
        writer.add_game(&vec![Record([2; SIZE]); 5000]).unwrap();
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "going on gives the file that was to be");
        // A wrong bit: what follows is not thrown away for it.
        let mut bent = whole.clone();
        bent[whole.len() / 2] ^= 1;
        std::fs::write(&path, &bent).unwrap();
        let error = Writer::open(&path, &header(1), true, |_| ()).unwrap_err();
        let at = match error {
            StoreError::Damaged { at, len, .. } => (len == whole.len() as u64).then_some(at),
            _ => None,
        };
        assert_eq!(std::fs::read(&path).unwrap(), bent);
        // Cut off where the error says, it can be gone on with.
        std::fs::write(&path, &bent[..at.unwrap() as usize]).unwrap();
        assert_eq!(Writer::open(&path, &header(1), true, |_| ()).unwrap().games(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = folder("other");
        let path = folder.join("data");
        three_blocks(&path);
        let open = |seed, resume| Writer::open(&path, &header(seed), resume, |_| ()).unwrap_err();
        assert!(matches!(open(1, false), StoreError::Exists(_)));
        assert!(matches!(open(2, true), StoreError::Other { .. }));
        std::fs::write(&path, "something else, and long enough").unwrap();
        assert!(matches!(open(1, true), StoreError::NotRecords(_)));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
