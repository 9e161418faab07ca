//! Games of the engine with itself: many at a time, one in each thread.
//!
//! Each game depends on its number alone, and games are written in the order of their numbers, so that a file is the
//! same whatever the number of threads and however often the work was broken off.

mod game;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::known::{self, Known};
use super::record::Record;
use super::store::{Header, StoreError, Writer};
use crate::engine::Evaluator;
use crate::position::Key;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::search::solo::Room;
use crate::search::{Endgames, STACK, Table};
use crate::tablebase;
use game::Played;

/// MiB of the table of one game.
const TABLE: usize = 1;
/// Games that may wait for an earlier one that takes longer.
const WAITING: usize = 64;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub variant: VariantId,
    /// Games of the whole, all parts together; `None` if positions decide.
    pub games: Option<u64>,
    /// Positions of this part.
    pub positions: Option<u64>,
    /// Positions searched for each move.
    pub nodes: u64,
    /// What the games depend on.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// The part to be played, from 1, and the number of parts.
    pub shard: (u32, u32),
    /// What judges positions.
    pub evaluator: Evaluator,
    /// Endgame tables that the searches ask, and that end games.
    pub known: Known,
}

/// What has been done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games of this part, those of earlier runs included.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Positions left out because the file has them already.
    pub repeated: u64,
    /// Plies searched in this run.
    pub plies: u64,
    /// Positions searched in this run.
    pub nodes: u64,
}

/// Why there are no games.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The endgame tables cannot be used.
    #[error(transparent)]
    Tables(#[from] tablebase::Error),
    /// No memory for the search.
    #[error(transparent)]
    Memory(#[from] crate::search::tt::NoMemory),
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

impl Settings {
    /// What a file of these games, played with tables of this name, begins with.
    fn header(&self, tables: String) -> Header {
        Header {
            version: Header::VERSION,
            variant: self.variant.name().to_owned(),
            nodes: self.nodes,
            seed: self.seed,
            shard: self.shard,
            evaluation: self.evaluator.name(self.variant),
            tables,
        }
    }

    /// The number of this part's game `nth`.
    fn number(&self, nth: u64) -> u64 {
        nth * u64::from(self.shard.1.max(1)) + u64::from(self.shard.0.max(1) - 1)
    }

    /// Whether the work is done.
    fn is_done(&self, progress: &Progress) -> bool {
        let games = self.games.is_some_and(|games| self.number(progress.games) >= games);
        games || self.positions.is_some_and(|positions| progress.positions >= positions)
    }
}

/// Plays until there is enough or `stop` becomes true; `hear` is told of the progress, about once a second.
///
/// # Errors
/// If the file cannot be used or the system gives no memory or thread.
pub fn run(
    settings: &Settings,
    path: &Path,
    resume: bool,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&Progress),
) -> Result<Progress, SelfplayError> {
    struct Run<'a>(&'a Settings, &'a Path, bool, &'a AtomicBool, &'a mut dyn FnMut(&Progress));
    impl VariantVisitor for Run<'_> {
        type Output = Result<Progress, SelfplayError>;
        fn visit<R: Rules>(self) -> Self::Output {
            let Self(settings, path, resume, stop, hear) = self;
            let known = settings.known.open::<R>()?;
            let mut file = Keeper::<R>::open(&settings.header(known::name(known.as_ref())), path, resume)?;
            play::<R>(settings, known.as_ref(), &mut file, stop, hear)?;
            Ok(file.progress)
        }
    }
    visit_variant(settings.variant, Run(settings, path, resume, stop, hear))
}

/// The file, and what it holds.
struct Keeper<R: Rules> {
    writer: Writer,
    seen: HashSet<Key>,
    progress: Progress,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Keeper<R> {
    fn open(header: &Header, path: &Path, resume: bool) -> Result<Self, StoreError> {
        let mut seen = HashSet::new();
        let mut positions = 0;
        let writer = Writer::open(path, header, resume, |record| {
            positions += 1;
            seen.extend(record.board::<R>(false).ok().map(|board| board.key()));
        })?;
        let progress = Progress { games: writer.games(), positions, ..Progress::default() };
        Ok(Self { writer, seen, progress, rules: std::marker::PhantomData })
    }

    /// Keeps what is new of a game.
    fn add(&mut self, played: &Played) -> Result<(), StoreError> {
        let all = played.records.len();
        let is_new =
            |record: &&Record| record.board::<R>(false).is_ok_and(|board| self.seen.insert(board.key()));
        let records: Vec<Record> = played.records.iter().filter(is_new).copied().collect();
        self.progress.games += 1;
        self.progress.positions += records.len() as u64;
        self.progress.repeated += (all - records.len()) as u64;
        self.progress.plies += played.plies;
        self.progress.nodes += played.nodes;
        self.writer.add_game(&records)
    }
}

/// Starts the threads and keeps what they send, in the order of the games.
fn play<R: Rules>(
    settings: &Settings,
    known: Option<&Endgames<R>>,
    file: &mut Keeper<R>,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&Progress),
) -> Result<(), SelfplayError> {
    if settings.is_done(&file.progress) {
        return Ok(());
    }
    let first = file.progress.games;
    let next = AtomicU64::new(first);
    let done = AtomicBool::new(false);
    let threads = settings.threads.max(1);
    let network = || settings.evaluator.network(settings.variant);
    let rooms = (0..threads).map(|_| Ok(Room::new(Table::new(TABLE)?, network())));
    let rooms = rooms.collect::<Result<Vec<Room>, SelfplayError>>()?;
    let (sender, games) = bounded(WAITING);
    std::thread::scope(|scope| {
        let ended = Ended(&done, &rooms);
        for room in &rooms {
            let (sender, next, done) = (sender.clone(), &next, &done);
            let named = std::thread::Builder::new().name("selfplay".to_owned()).stack_size(STACK);
            let work = move || work::<R>(settings, known, room, (next, done), &sender);
            named.spawn_scoped(scope, work).map_err(SelfplayError::Thread)?;
        }
        drop(sender);
        let result = collect(settings, file, &games, stop, hear);
        drop(ended);
        // Threads that wait to send must hear that nobody listens any more.
        drop(games);
        result
    })?;
    file.writer.flush()?;
    Ok(())
}

/// Tells the threads to end, however the work ends: at once, since nobody wants what they are at.
struct Ended<'a>(&'a AtomicBool, &'a [Room]);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.iter().for_each(Room::stop);
    }
}

/// One thread: the next game, until it is told to end.
fn work<R: Rules>(
    settings: &Settings,
    known: Option<&Endgames<R>>,
    room: &Room,
    (next, done): (&AtomicU64, &AtomicBool),
    sender: &Sender<(u64, Played)>,
) {
    while !done.load(Ordering::Relaxed) {
        let nth = next.fetch_add(1, Ordering::Relaxed);
        let number = settings.number(nth);
        if settings.games.is_some_and(|games| number >= games) {
            return;
        }
        let played = game::play::<R>(room, known, (settings.seed, number, settings.nodes));
        if sender.send((nth, played)).is_err() {
            return;
        }
    }
}

/// Keeps games as they come, in their order.
fn collect<R: Rules>(
    settings: &Settings,
    file: &mut Keeper<R>,
    games: &Receiver<(u64, Played)>,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&Progress),
) -> Result<(), SelfplayError> {
    let mut early = BTreeMap::new();
    let mut told = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        match games.recv_timeout(Duration::from_millis(100)) {
            Ok((nth, played)) => early.insert(nth, played),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        while let Some(played) = early.remove(&file.progress.games) {
            file.add(&played)?;
            if settings.is_done(&file.progress) {
                return Ok(());
            }
        }
        if told.elapsed() >= Duration::from_secs(1) {
            hear(&file.progress);
            told = Instant::now();
        }
    }
    Ok(())
}
