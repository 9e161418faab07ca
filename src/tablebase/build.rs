//! Building all slices of a game in order, keeping each in a file as soon as it is finished.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::rules::Rules;

use super::file::{self, Error, Image};
use super::index::Index;
use super::material::{Coverage, MOST_PIECES, Material};
use super::solve::{Pair, refill};
use super::store::{Slice, Store};

/// What to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder; slices go to the folder in it that is named like the game.
    pub folder: PathBuf,
    /// Most pieces.
    pub pieces: usize,
    /// Most pieces of slices that keep distances.
    pub distances: usize,
    /// Threads.
    pub threads: usize,
    /// Only this slice and its swapped one, out of finished others.
    pub only: Option<Material>,
}

impl Plan {
    /// Whether both slices of a pair are there, with distances if they are to have them.
    fn is_finished<R: Rules>(&self, slice: Material) -> bool {
        let distances = slice.pieces() <= self.distances;
        pair_of(slice).iter().all(|&slice| file::is_there::<R>(&self.folder, slice, distances))
    }
}

/// How far a build has come; shared with whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Numbers worked through.
    pub done: AtomicU64,
    /// Numbers in all.
    pub total: AtomicU64,
    /// Slices written.
    pub written: AtomicU64,
}

/// What a build takes, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// Memory at the peak, estimated from above.
    pub memory: u64,
    /// Files still to be written, guessed from above.
    pub disk: u64,
    /// Numbers of positions, those of finished slices included.
    pub numbers: u64,
}

/// Slices that are solved together: one and the same with the other side to move.
fn pair_of(material: Material) -> [Material; 2] {
    let swapped = material.swapped();
    [material.min(swapped), material.max(swapped)]
}

/// The first of each pair of slices, grouped by stage; stages come in the order in which they must be built.
fn stages<R: Rules>(plan: &Plan) -> Result<Vec<Vec<Material>>, Error> {
    let pieces = plan.only.map_or(plan.pieces, Material::pieces);
    if !(2..=MOST_PIECES).contains(&pieces) {
        return Err(Error::Pieces { most: MOST_PIECES });
    }
    if let Some(slice) = plan.only.filter(|slice| !slice.exists::<R>()) {
        return Err(Error::NoSlice { game: R::SET.name, slice, reason: Coverage::of::<R>().reason() });
    }
    let mut stages: Vec<Vec<Material>> = Vec::new();
    for material in Material::all::<R>(pieces) {
        let wanted = plan.only.is_none_or(|only| pair_of(only)[0] == material || leads_to(only, material));
        if pair_of(material)[0] != material || !wanted {
            continue;
        }
        match stages.last_mut() {
            Some(stage) if stage[0].stage() == material.stage() => stage.push(material),
            _ => stages.push(vec![material]),
        }
    }
    Ok(stages)
}

/// Whether play may go from one slice (or its swapped one) to another (or its swapped one). It may say so of slices that
/// no move leads to.
pub fn leads_to(from: Material, to: Material) -> bool {
    let loses =
        |before: (u8, u8), after: (u8, u8)| after.0 <= before.0 && after.0 + after.1 <= before.0 + before.1;
    let fits = |to: Material| {
        loses((from.own_men, from.own_kings), (to.own_men, to.own_kings))
            && loses((from.other_men, from.other_kings), (to.other_men, to.other_kings))
    };
    (fits(to) || fits(to.swapped())) && to.stage() < from.stage() && (from.frozen || !to.frozen)
}

/// Every slice pair of a plan with those it depends on and its numbers: tasks for many machines.
///
/// # Errors
/// If the plan cannot be carried out.
pub fn tasks<R: Rules>(plan: &Plan) -> Result<Vec<(Material, Vec<Material>, u64)>, Error> {
    let all: Vec<Material> = stages::<R>(plan)?.concat();
    let after = |slice: Material| all.iter().copied().filter(|&other| leads_to(slice, other)).collect();
    Ok(all.iter().map(|&slice| (slice, after(slice), numbers::<R>(slice))).collect())
}

/// Numbers in use by a pair of slices.
fn numbers<R: Rules>(material: Material) -> u64 {
    let pair = pair_of(material);
    Index::<R>::new(material).len * if pair[0] == pair[1] { 1 } else { 2 }
}

/// Estimates what a plan takes.
///
/// # Errors
/// If the plan cannot be carried out.
pub fn needs<R: Rules>(plan: &Plan) -> Result<Needs, Error> {
    let stages = stages::<R>(plan)?;
    let (mut codes, mut peak, mut disk) = (0, 0, 0);
    let mut all = 0;
    for stage in &stages {
        let (mut working, mut largest) = (0, 0);
        for &slice in stage {
            let n = numbers::<R>(slice);
            let distances = if slice.pieces() <= plan.distances { n } else { 0 };
            all += n;
            codes += n / 4;
            working += n / 8 + distances;
            largest = largest.max(n);
            if !plan.is_finished::<R>(slice) {
                disk += n / 8 + distances / 2 + 4096;
            }
        }
        // A solver keeps up to 16 bytes a position of what it works on; packing holds a file.
        let solvers = largest.saturating_mul(16).min(1 << 32) * plan.threads.clamp(1, stage.len()) as u64;
        peak = peak.max(codes + working + solvers + largest / 8);
    }
    Ok(Needs { memory: peak + (64 << 20), disk, numbers: all })
}

/// Builds what is not there yet, and anew what lacks the distances that are wanted. Each slice appears in its file whole or not at all, so a build may be broken off at
/// any moment and begun again.
///
/// # Errors
/// If a file cannot be written, a finished file is damaged, or `stop` was set.
pub fn build<R: Rules>(plan: &Plan, stop: &AtomicBool, progress: &Progress) -> Result<(), Error> {
    let stages = stages::<R>(plan)?;
    let finished = |slice: Material| plan.is_finished::<R>(slice);
    if let Some(only) = plan.only {
        let missing = stages.iter().flatten().find(|&&slice| slice != pair_of(only)[0] && !finished(slice));
        if let Some(&slice) = missing {
            return Err(Error::Missing { slice });
        }
    }
    let Some(last) = stages.iter().rposition(|stage| stage.iter().any(|&slice| !finished(slice))) else {
        return Ok(());
    };
    let total = stages[..=last].iter().flatten().map(|&slice| numbers::<R>(slice)).sum();
    progress.total.store(total, Ordering::Relaxed);
    let mut store = Store::<R>::new();
    for (nth, stage) in stages[..=last].iter().enumerate() {
        // In the last stage finished slices are of no more use.
        let stage: Vec<Material> =
            stage.iter().copied().filter(|&slice| nth < last || !finished(slice)).collect();
        add_stage(&mut store, &stage, plan.distances);
        each_pair(&store, &stage, plan.threads, |material, threads| {
            if finished(material) {
                load(&store, plan, material, threads, stop)?;
                progress.done.fetch_add(numbers::<R>(material), Ordering::Relaxed);
                return Ok(());
            }
            solve_pair(&store, material, threads, stop, &progress.done)?;
            for slice in slices_of(&store, material) {
                let path = file::path::<R>(&plan.folder, slice.index.material);
                let bytes =
                    file::pack(slice).map_err(|reason| Error::Format { path: path.clone(), reason })?;
                file::write(&path, &bytes)?;
                progress.written.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        trim_stage(&mut store, &stage);
    }
    Ok(())
}

/// Builds everything in memory with one thread.
pub(super) fn in_memory<R: Rules>(pieces: usize, stop: &AtomicBool) -> Result<Vec<Image<R>>, Error> {
    let plan = Plan { folder: PathBuf::new(), pieces, distances: pieces, threads: 1, only: None };
    let mut store = Store::<R>::new();
    let mut images = Vec::new();
    for stage in stages::<R>(&plan)? {
        add_stage(&mut store, &stage, pieces);
        for &material in &stage {
            solve_pair(&store, material, 1, stop, &AtomicU64::new(0))?;
            for slice in slices_of(&store, material) {
                let packed = file::pack(slice).and_then(Image::of_bytes);
                images.push(packed.map_err(|reason| Error::Format { path: PathBuf::new(), reason })?);
            }
        }
        trim_stage(&mut store, &stage);
    }
    Ok(images)
}

/// Works everything out again from the files below and compares: every slice is solved anew.
///
/// # Errors
/// At the first position that differs, or if a file is missing or damaged.
pub fn verify<R: Rules>(plan: &Plan, stop: &AtomicBool, progress: &Progress) -> Result<(), Error> {
    let stages = stages::<R>(plan)?;
    let total = stages.iter().flatten().map(|&slice| numbers::<R>(slice)).sum();
    progress.total.store(total, Ordering::Relaxed);
    let mut store = Store::<R>::new();
    for stage in &stages {
        add_stage(&mut store, stage, plan.distances);
        each_pair(&store, stage, plan.threads, |material, threads| {
            solve_pair(&store, material, threads, stop, &progress.done)?;
            slices_of(&store, material).try_for_each(|slice| compare(&plan.folder, slice))
        })?;
        trim_stage(&mut store, stage);
    }
    Ok(())
}

/// Compares a solved slice with its file.
fn compare<R: Rules>(folder: &Path, slice: &Slice<R>) -> Result<(), Error> {
    let material = slice.index.material;
    let path = file::path::<R>(folder, material);
    let image = Image::<R>::open(&path)?;
    if image.counts != file::counts(slice) {
        return Err(Error::Miscounted(path));
    }
    let mut code = image.reader();
    let wrong = (0..slice.index.len).find(|&number| {
        let differs = slice.is_quiet(number) && code(number) != slice.code(number);
        differs || has_other_distance(&image, slice, number)
    });
    wrong.map_or(Ok(()), |number| Err(Error::Wrong { slice: material, number }))
}

/// Whether the distance of a position, where the file and the slice have one, differs. Each is unpacked with its
/// block, so only one in a hundred is looked at.
fn has_other_distance<R: Rules>(image: &Image<R>, slice: &Slice<R>, number: u64) -> bool {
    let compared = number.is_multiple_of(101) && image.has_distances() && slice.has_distances();
    compared
        && slice.is_quiet(number)
        && slice.code(number) != super::DRAW
        && image.distance(number) != Some(u16::from(slice.distance(number)))
}

fn add_stage<R: Rules>(store: &mut Store<R>, stage: &[Material], distances: usize) {
    for &material in stage {
        let mut pair = pair_of(material).to_vec();
        pair.dedup();
        for slice in pair {
            store.insert(Slice::new(slice, slice.pieces() <= distances));
        }
    }
}

fn trim_stage<R: Rules>(store: &mut Store<R>, stage: &[Material]) {
    for slice in stage.iter().flat_map(|&material| pair_of(material)) {
        if let Some(slice) = store.slice_mut(slice) {
            slice.keep_codes_only();
        }
    }
}

/// The one or two slices of a pair.
fn slices_of<R: Rules>(store: &Store<R>, material: Material) -> impl Iterator<Item = &Slice<R>> {
    let mut pair = pair_of(material).to_vec();
    pair.dedup();
    pair.into_iter().filter_map(|slice| store.slice(slice))
}

fn solve_pair<R: Rules>(
    store: &Store<R>,
    material: Material,
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> Result<(), Error> {
    let solved = Pair::new(store, material).is_some_and(|pair| pair.solve(threads, stop, done));
    if solved { Ok(()) } else { Err(Error::Stopped) }
}

/// Reads a finished pair back.
fn load<R: Rules>(
    store: &Store<R>,
    plan: &Plan,
    material: Material,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), Error> {
    for slice in slices_of(store, material) {
        let material = slice.index.material;
        let image = Image::<R>::open(&file::path::<R>(&plan.folder, material))?;
        refill(store, material, threads, stop, || image.reader());
    }
    if stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) }
}

/// Does `work(slice, threads)` for every pair of a stage, several at a time; the first error is returned.
fn each_pair<R: Rules>(
    store: &Store<R>,
    stage: &[Material],
    threads: usize,
    work: impl Fn(Material, usize) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let mut pairs = stage.to_vec();
    // The largest first, so that no thread is left with it in the end.
    pairs.sort_by_key(|&slice| std::cmp::Reverse(store.slice(slice).map_or(0, |slice| slice.index.len)));
    let side_by_side = threads.clamp(1, pairs.len().max(1));
    let each = (threads / side_by_side).max(1);
    let (next, failed) = (AtomicU64::new(0), Mutex::new(None));
    let run = || {
        while let Some(&slice) = pairs.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            if let Err(error) = work(slice, each) {
                next.store(u32::MAX.into(), Ordering::Relaxed);
                let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                failed.get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| (0..side_by_side).for_each(|_| drop(scope.spawn(run))));
    failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
}
