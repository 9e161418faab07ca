//! A slice as bytes: written, checked and probed. `docs/tablebase-format.md` describes it.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::rules::Rules;

use super::index::Index;
use super::material::Material;
use super::store::{Code, DRAW, LOSS, NOTHING, Slice, WIN};

/// Numbers in a block.
const BLOCK: usize = 2048;
/// Bytes of the header.
const HEADER: usize = 136;
/// Where the header says whether there are distances.
const HAS_DISTANCES: usize = 17;
const MAGIC: &[u8; 8] = b"DAMONETB";
const VERSION: u32 = 1;
/// Bytes for the game's name.
const NAME: usize = 32;

/// Lengths of runs, which grow by about 7.5 %.
const LENGTHS: [u16; 85] = run_lengths();

const fn run_lengths() -> [u16; 85] {
    let mut lengths = [1; 85];
    let mut i = 1;
    while i < 85 {
        let before = lengths[i - 1] as u32;
        let grown = (before * 1075).div_ceil(1000);
        let next = if grown > before + 1 { grown } else { before + 1 };
        lengths[i] = if next > BLOCK as u32 { BLOCK as u16 } else { next as u16 };
        i += 1;
    }
    lengths
}

/// Why tables cannot be used or made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is not a table of the game, or is damaged.
    #[error("{}: {reason}", path.display())]
    Format {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A folder is not there.
    #[error("no such folder: {}", _0.display())]
    NoFolder(PathBuf),
    /// Fewer or more pieces than tables can have.
    #[error("tables have 2 to {most} pieces")]
    Pieces {
        /// The most.
        most: usize,
    },
    /// The game has no such slice.
    #[error("{game} has no slice {slice}{}", reason.map(|text| format!(": {text}")).unwrap_or_default())]
    NoSlice {
        /// The game.
        game: &'static str,
        /// The slice.
        slice: Material,
        /// Why, if the game leaves slices out.
        reason: Option<&'static str>,
    },
    /// A slice that the wanted one depends on is not there.
    #[error("slice {slice} must be built first")]
    Missing {
        /// Which.
        slice: Material,
    },
    /// The work was broken off. Finished slices are kept.
    #[error("stopped; finished slices are kept")]
    Stopped,
    /// A file counts other positions than it holds.
    #[error("{}: it says of itself that it has other numbers of wins, losses and draws than it has", _0.display())]
    Miscounted(PathBuf),
    /// A file does not say what its positions' moves say.
    #[error("slice {slice}: position number {number} contradicts its moves")]
    Wrong {
        /// The slice.
        slice: Material,
        /// The first such position.
        number: u64,
    },
}

pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    |error| Error::Io { path: path.to_owned(), error }
}

/// Positions of a slice by worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won by the side to move.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
}

impl Counts {
    fn add(&mut self, code: Code) {
        match code {
            WIN => self.wins += 1,
            LOSS => self.losses += 1,
            DRAW => self.draws += 1,
            _ => {}
        }
    }

    /// All of them.
    pub fn total(self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

/// The path of a slice's file below `dir`.
pub(super) fn path<R: Rules>(dir: &Path, material: Material) -> PathBuf {
    dir.join(R::SET.name).join(format!("{material}.dtb"))
}

/// Whether the file of a slice is there and, if `distances` are wanted, has them.
pub(super) fn is_there<R: Rules>(dir: &Path, material: Material, distances: bool) -> bool {
    let has_distances = |mut file: File| {
        let mut header = [0; HEADER];
        file.read_exact(&mut header).is_ok() && header[HAS_DISTANCES] == 1
    };
    let path = path::<R>(dir, material);
    if distances { File::open(path).is_ok_and(has_distances) } else { path.is_file() }
}

/// The bytes of a table.
#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl AsRef<[u8]> for Bytes {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// A checked table of one slice.
#[derive(Debug)]
pub(super) struct Image<R> {
    pub index: Index<R>,
    /// All positions, and the quiet ones only.
    pub counts: [Counts; 2],
    bytes: Bytes,
    codes: Section,
    distances: Option<Section>,
}

/// Where a run of blocks lies.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// The first of the offsets, one for each block and one for the end.
    offsets: usize,
    /// What the offsets count from.
    data: usize,
}

impl Section {
    /// The bytes of a block; empty if the offsets are nonsense, which the checksum leaves no room for.
    #[inline(always)]
    fn block(self, bytes: &[u8], block: usize) -> &[u8] {
        let at = self.offsets + block * 4;
        let offset = |at: usize| bytes.get(at..at + 4).map_or(0, |four| u32_at(four, 0) as usize);
        bytes.get(self.data + offset(at)..self.data + offset(at + 4)).unwrap_or_default()
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(four)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

impl<R: Rules> Image<R> {
    /// Opens and checks a file.
    #[allow(unsafe_code)]
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(io(path))?;
        // SAFETY: the bytes stay what they are while they are mapped: tables are only ever written under another name
        // and then renamed, which leaves a mapped file as it was, and nothing else may write below a folder of
        // tables (`docs/tablebase-format.md` says so). A program that breaks this rule can make probes wrong, or end
        // this process by shortening the file; no reference into the map outlives it.
        // Why mapped at all: sets are larger than memory, and processes side by side share the pages.
        let map = unsafe { Mmap::map(&file) }.map_err(io(path))?;
        Self::check(Bytes::Mapped(map)).map_err(|reason| Error::Format { path: path.to_owned(), reason })
    }

    /// A table in memory.
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Result<Self, &'static str> {
        Self::check(Bytes::Owned(bytes))
    }

    fn check(bytes: Bytes) -> Result<Self, &'static str> {
        let all = bytes.as_ref();
        if all.len() < HEADER || &all[..8] != MAGIC {
            return Err("not a tablebase file");
        }
        if u32_at(all, 8) != VERSION {
            return Err("another version of the format");
        }
        if crc32fast::hash(&all[..HEADER - 4]) != u32_at(all, HEADER - 4) {
            return Err("the header is damaged");
        }
        let mut name = [0; NAME];
        name[..R::SET.name.len()].copy_from_slice(R::SET.name.as_bytes());
        if all[20..20 + NAME] != name {
            return Err("a table of another game");
        }
        let material = Material {
            own_men: all[12],
            own_kings: all[13],
            other_men: all[14],
            other_kings: all[15],
            frozen: all[16] != 0,
        };
        let numbers = [all[12], all[13], all[14], all[15]].iter().map(|&n| usize::from(n)).sum::<usize>();
        if numbers > super::MOST_PIECES || !material.exists::<R>() {
            return Err("material that the game has no tables of");
        }
        let index = Index::new(material);
        if u64_at(all, 52) != index.len || u32_at(all, 108) as usize != BLOCK {
            return Err("another numbering of positions");
        }
        if crc32fast::hash(&all[HEADER..]) != u32_at(all, HEADER - 8) {
            return Err("the file is damaged or cut off");
        }
        let blocks = index.len.div_ceil(BLOCK as u64) as usize;
        let codes = Section { offsets: HEADER, data: HEADER + (blocks + 1) * 4 };
        let second = HEADER + u64_at(all, 112) as usize;
        let distances =
            (all[HAS_DISTANCES] != 0).then_some(Section { offsets: second, data: second + (blocks + 1) * 4 });
        let counts = [60, 84].map(|at| Counts {
            wins: u64_at(all, at),
            losses: u64_at(all, at + 8),
            draws: u64_at(all, at + 16),
        });
        Ok(Self { index, counts, bytes, codes, distances })
    }

    /// Bytes of the file.
    pub(super) fn size(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// The header, whose checksums stand for the whole.
    pub(super) fn header(&self) -> &[u8] {
        &self.bytes.as_ref()[..HEADER]
    }

    pub(super) fn has_distances(&self) -> bool {
        self.distances.is_some()
    }

    /// The code of a quiet position; of other numbers whatever makes the file small.
    #[inline(always)]
    pub(super) fn code(&self, number: u64) -> Code {
        let block = self.codes.block(self.bytes.as_ref(), (number / BLOCK as u64) as usize);
        let mut left = (number % BLOCK as u64) as usize;
        for &byte in block {
            let length = usize::from(LENGTHS[usize::from(byte % 85)]);
            if left < length {
                return byte / 85;
            }
            left -= length;
        }
        NOTHING
    }

    /// The codes of a block of numbers, in order.
    pub(super) fn decode(&self, block: u64, codes: &mut Vec<Code>) {
        codes.clear();
        for &byte in self.codes.block(self.bytes.as_ref(), block as usize) {
            codes.extend(std::iter::repeat_n(byte / 85, usize::from(LENGTHS[usize::from(byte % 85)])));
        }
    }

    /// Reads codes one after the other, unpacking each block once.
    pub(super) fn reader(&self) -> impl FnMut(u64) -> Code {
        let (mut block, mut codes) = (u64::MAX, Vec::new());
        move |number| {
            if number / BLOCK as u64 != block {
                block = number / BLOCK as u64;
                self.decode(block, &mut codes);
            }
            codes.get((number % BLOCK as u64) as usize).copied().unwrap_or(NOTHING)
        }
    }

    /// Plies from a won or lost quiet position to its next conversion, 255 for that many or more; `None` if
    /// distances are not kept.
    pub(super) fn distance(&self, number: u64) -> Option<u16> {
        let block = self.distances?.block(self.bytes.as_ref(), (number / BLOCK as u64) as usize);
        let mut plies = [0; BLOCK];
        let unpacked = lz4_flex::block::decompress_into(block, &mut plies).ok()?;
        let at = (number % BLOCK as u64) as usize;
        (at < unpacked).then(|| u16::from(plies[at]))
    }
}

/// All positions of a solved slice, and the quiet ones only.
pub(super) fn counts<R: Rules>(slice: &Slice<R>) -> [Counts; 2] {
    let mut counts = [Counts::default(); 2];
    for number in 0..slice.index.len {
        let code = slice.code(number);
        counts[0].add(code);
        if slice.is_quiet(number) {
            counts[1].add(code);
        }
    }
    counts
}

/// The bytes of a solved slice.
pub(super) fn pack<R: Rules>(slice: &Slice<R>) -> Result<Vec<u8>, &'static str> {
    let counts = counts(slice);
    let mut bytes = vec![0; HEADER];
    pack_blocks(&mut bytes, slice.index.len, |from, to, out| {
        let mut codes = [NOTHING; BLOCK];
        for (code, number) in codes.iter_mut().zip(from..to) {
            if slice.is_quiet(number) {
                *code = slice.code(number);
            }
        }
        pack_runs(&codes[..(to - from) as usize], out);
    })?;
    let second = bytes.len() - HEADER;
    if slice.has_distances() {
        let mut before = 0;
        pack_blocks(&mut bytes, slice.index.len, |from, to, out| {
            let plies: Vec<u8> = (from..to)
                .map(|number| {
                    let known = slice.is_quiet(number) && slice.code(number) != DRAW;
                    before = if known { slice.distance(number) } else { before };
                    before
                })
                .collect();
            out.extend(lz4_flex::block::compress(&plies));
        })?;
    }
    write_header(slice, &counts, second as u64, &mut bytes);
    Ok(bytes)
}

fn write_header<R: Rules>(slice: &Slice<R>, counts: &[Counts; 2], second: u64, bytes: &mut [u8]) {
    let material = slice.index.material;
    let body = crc32fast::hash(&bytes[HEADER..]);
    let mut header = Vec::with_capacity(HEADER);
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend([material.own_men, material.own_kings, material.other_men, material.other_kings]);
    header.extend([u8::from(material.frozen), u8::from(slice.has_distances()), 0, 0]);
    header.extend(R::SET.name.as_bytes());
    header.resize(20 + NAME, 0);
    header.extend(slice.index.len.to_le_bytes());
    for Counts { wins, losses, draws } in counts {
        header.extend([*wins, *losses, *draws].iter().flat_map(|n| n.to_le_bytes()));
    }
    header.extend((BLOCK as u32).to_le_bytes());
    header.extend(second.to_le_bytes());
    header.resize(HEADER - 8, 0);
    header.extend(body.to_le_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    bytes[..HEADER].copy_from_slice(&header);
}

/// Appends the offsets of all blocks and then the blocks, each packed by `pack(first number, end, out)`.
fn pack_blocks(
    bytes: &mut Vec<u8>,
    len: u64,
    mut pack: impl FnMut(u64, u64, &mut Vec<u8>),
) -> Result<(), &'static str> {
    let blocks = len.div_ceil(BLOCK as u64);
    let mut at = bytes.len();
    bytes.resize(at + (blocks as usize + 1) * 4, 0);
    let data = bytes.len();
    for block in 0..=blocks {
        let offset =
            u32::try_from(bytes.len() - data).map_err(|_| "the packed slice is larger than 4 GiB")?;
        bytes[at..at + 4].copy_from_slice(&offset.to_le_bytes());
        at += 4;
        let from = block * BLOCK as u64;
        if from < len {
            pack(from, len.min(from + BLOCK as u64), bytes);
        }
    }
    Ok(())
}

/// Packs codes as runs; those that do not matter go on with the run before them.
fn pack_runs(codes: &[Code], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < codes.len() {
        let first = codes[at..].iter().copied().find(|&code| code != NOTHING);
        let value = first.unwrap_or(DRAW);
        let rest = &codes[at..];
        let end = rest.iter().position(|&code| code != NOTHING && code != value).unwrap_or(rest.len());
        let mut left = end;
        while left > 0 {
            let code = LENGTHS.partition_point(|&length| usize::from(length) <= left) - 1;
            out.push(value * 85 + code as u8);
            left -= usize::from(LENGTHS[code]);
        }
        at += end;
    }
}

/// Writes a file so that it is there whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io(folder))?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let mut file = File::create(&part).map_err(io(&part))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(io(&part))?;
    fs::rename(&part, path).map_err(io(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_come_back_as_they_were() {
        let mut state = crate::util::rng::Rng::new(5);
        for _ in 0..200 {
            let mut codes = Vec::new();
            while codes.len() < BLOCK {
                let code = state.below(4) as u8;
                let most = if state.below(4) == 0 { 700 } else { 9 };
                codes.extend(std::iter::repeat_n(code, 1 + state.below(most)));
            }
            codes.truncate(1 + state.below(BLOCK));
            let mut packed = Vec::new();
            pack_runs(&codes, &mut packed);
            let unpacked: Vec<u8> = packed
                .iter()
                .flat_map(|&byte| {
                    std::iter::repeat_n(byte / 85, usize::from(LENGTHS[usize::from(byte % 85)]))
                })
                .collect();
            assert_eq!(unpacked.len(), codes.len());
            assert!(codes.iter().zip(&unpacked).all(|(&code, &now)| code == NOTHING || code == now));
        }
    }

    #[test]
    fn run_lengths_grow_to_a_whole_block() {
        assert!(LENGTHS.windows(2).all(|pair| pair[0] < pair[1] || usize::from(pair[1]) == BLOCK));
        assert_eq!((LENGTHS[0], usize::from(LENGTHS[84])), (1, BLOCK));
    }
}
