//! Playing below full strength, as a weaker player does: looking less far, and judging what is seen less surely.
//!
//! A level searches few nodes to a small depth, takes several lines and adds an error of its own to the score of
//! each; it plays the line that then looks best. So it errs among moves that look alike to it, seldom gives much
//! away that it sees, and errs the less the clearer it is winning: won games are still won. It thinks in a small
//! table of its own, since what full strength left in the shared one would make it see too much.

use std::sync::Arc;

use super::report::{Finished, Line};
use super::signals::Signals;
use super::tt::Table;
use super::{Limits, Score, Task, run};
use crate::rules::Rules;
use crate::util::rng::{Rng, mix};

/// How strong to play, below full strength: from 0 up to, but not including, [`Level::FULL`]. Levels between whole
/// ones are as good.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Level(f64);

/// A level, and what its errors depend on beside the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// How strong.
    pub level: Level,
    /// The same seed and position give the same move.
    pub seed: u64,
}

/// The strength of levels in Elo points, by international draughts, full strength with 60 000 nodes a move: level 0 is
/// 1000 by definition, the others follow from matches between neighbours. The table of the matches is in `docs/strength-log.md`.
const LADDER: [(f64, i32); 10] = [
    (0.0, 1000),
    (4.0, 1120),
    (6.0, 1280),
    (8.0, 1550),
    (10.0, 1840),
    (12.0, 2190),
    (14.0, 2390),
    (16.0, 2570),
    (18.0, 2750),
    (Level::FULL, 2980),
];

/// MiB of a level's own table.
const TABLE: usize = 2;

/// Scores beyond this, in centipawns, are won alike for a player that errs.
const WON: i32 = 2000;

impl Level {
    /// Full strength: no level at all.
    pub const FULL: f64 = 20.0;
    /// The least and the largest strength that [`Level::of_elo`] tells apart.
    pub const ELO: [i32; 2] = [LADDER[0].1, LADDER[LADDER.len() - 1].1];

    /// A level; `None` for full strength.
    pub fn new(level: f64) -> Option<Self> {
        (level < Self::FULL).then_some(Self(level.max(0.0)))
    }

    /// The level of this strength, between those measured by straight lines; `None` for full strength.
    pub fn of_elo(elo: i32) -> Option<Self> {
        let above = LADDER.iter().position(|&(_, strength)| strength > elo)?;
        let Some(below) = above.checked_sub(1) else { return Self::new(0.0) };
        let ((low, weak), (high, strong)) = (LADDER[below], LADDER[above]);
        Self::new(low + (high - low) * f64::from(elo - weak) / f64::from(strong - weak))
    }

    /// 1 for the weakest, towards 0 for full strength.
    fn weakness(self) -> f64 {
        1.0 - self.0 / Self::FULL
    }

    /// Nodes that it searches in a position with so many moves: enough to have a look at each.
    fn nodes(self, moves: usize) -> u64 {
        ((100.0 * 1.377_f64.powf(self.0)) as u64).max(8 * moves as u64)
    }

    /// Plies that it looks ahead, captures not counted.
    fn depth(self) -> u32 {
        2 + self.0 as u32
    }

    /// Lines that it chooses from.
    fn lines(self) -> usize {
        3 + (7.0 * self.weakness()) as usize
    }

    /// How large its errors are: the scale of their distribution, in centipawns.
    fn error(self) -> f64 {
        150.0 * 0.78_f64.powf(self.0)
    }

    /// The most that it gives away knowingly, in centipawns: from the middle on, less than a man.
    fn most_given(self) -> f64 {
        30.0 + 470.0 * self.weakness().powi(3)
    }

    /// Forced wins of at most so many plies are always played.
    fn sure_win(self) -> i32 {
        3 + 2 * self.0 as i32
    }

    /// What remains of the limits that were asked for.
    fn limits<R: Rules>(self, asked: &Limits<R>, moves: usize) -> Limits<R> {
        let nodes = asked.nodes.unwrap_or(u64::MAX).min(self.nodes(moves));
        let depth = asked.depth.unwrap_or(u32::MAX).min(self.depth());
        Limits { nodes: Some(nodes), depth: Some(depth), ..asked.clone() }
    }

    /// The place of the line to play, among lines with these scores, the best first.
    fn choose(self, scores: &[Score], rng: &mut Rng) -> usize {
        let Some(best) = scores.first() else { return 0 };
        let sees_win = best.plies_to_end().is_some_and(|plies| (1..=self.sure_win()).contains(&plies));
        if sees_win || best.0 <= -Score::LEAST_WIN.0 {
            return 0;
        }
        let centipawns = |score: &Score| f64::from(i32::from(score.0).clamp(-WON, WON));
        let lead = (centipawns(best) - 100.0).max(0.0);
        // Who is far ahead takes no risks.
        let care = 100.0 / (100.0 + lead);
        let (error, most_given) = (self.error() * care, self.most_given() * care);
        let with_error = scores.iter().map(|score| {
            let given = centipawns(best) - centipawns(score);
            if given > most_given { f64::NEG_INFINITY } else { error * gumbel(rng) - given }
        });
        let place = with_error.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        place.map_or(0, |(place, _)| place)
    }
}

/// A number of the standard Gumbel distribution: added to scores, it makes the chance of the best in the sum fall
/// exponentially with what its score is behind (the Boltzmann choice).
fn gumbel(rng: &mut Rng) -> f64 {
    // In the middle of one of 2^53 equal parts of 0 to 1: never at their ends.
    let uniform = ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    -(-uniform.ln()).ln()
}

/// As [`run`], at a level. Of the lines only those asked for are reported; the move may be that of another.
pub fn run_at_level<R: Rules>(
    task: &Task<R>,
    handicap: Handicap,
    signals: &Arc<Signals>,
    mut report: impl FnMut(Line<R>),
) -> Finished<R> {
    let Handicap { level, seed } = handicap;
    let table = Table::new(TABLE).map_or_else(|_| task.table.clone(), Arc::new);
    let moves = task.game.position().board().legal_moves().len();
    let weak = Task {
        multi_pv: level.lines().max(task.multi_pv),
        contempt: task.contempt,
        params: task.params,
        started: task.started,
        ..Task::new(task.game.clone(), level.limits(&task.limits, moves), table)
    };
    let mut lines = Candidates::default();
    let finished = run(&weak, signals, |line| {
        if line.rank <= task.multi_pv {
            report(line.clone());
        }
        lines.hear(line);
    });
    let lines = lines.of_last_iteration();
    let scores: Vec<Score> = lines.iter().map(|line| line.score).take(level.lines()).collect();
    let mut rng = Rng::new(mix(seed) ^ task.game.position().key());
    match lines.get(level.choose(&scores, &mut rng)) {
        Some(line) => Finished {
            best: line.pv.first().copied(),
            ponder: line.pv.get(1).copied(),
            score: line.score,
            ..finished
        },
        None => finished,
    }
}

/// The lines to choose from, sorted out of the stream of reports.
struct Candidates<R: Rules> {
    /// Those of the iteration that is being reported.
    present: Vec<Line<R>>,
    /// Those of the last iteration before it that had as many as any.
    complete: Vec<Line<R>>,
}

impl<R: Rules> Default for Candidates<R> {
    fn default() -> Self {
        Self { present: Vec::new(), complete: Vec::new() }
    }
}

impl<R: Rules> Candidates<R> {
    fn hear(&mut self, line: Line<R>) {
        if line.rank == 1 && self.present.len() >= self.complete.len() {
            self.complete = std::mem::take(&mut self.present);
        }
        self.present.truncate(line.rank - 1);
        self.present.push(line);
    }

    /// The lines of the last iteration that was not broken off.
    fn of_last_iteration(self) -> Vec<Line<R>> {
        if self.present.len() >= self.complete.len() { self.present } else { self.complete }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Game, Position};
    use crate::rules::variants::{English, International};

    fn level(level: f64) -> Level {
        Level::new(level).unwrap()
    }

    /// How often each of the lines is chosen, of 2000 times.
    fn chosen(of: f64, scores: &[i16]) -> Vec<usize> {
        let scores: Vec<Score> = scores.iter().map(|&score| Score(score)).collect();
        let mut rng = Rng::new(5);
        let mut counts = vec![0; scores.len()];
        for _ in 0..2000 {
            counts[level(of).choose(&scores, &mut rng)] += 1;
        }
        counts
    }

    #[test]
    fn weak_levels_err_more_and_nobody_likes_worse_moves_better() {
        let weak = chosen(0.0, &[20, 0, -60, -900]);
        let middle = chosen(10.0, &[20, 0, -60, -900]);
        let strong = chosen(19.0, &[20, 0, -60, -900]);
        for counts in [&weak, &middle, &strong] {
            assert!(counts.is_sorted_by(|a, b| a >= b) && counts[3] == 0, "{counts:?}");
        }
        assert!(weak[0] < middle[0] && middle[0] < strong[0], "{weak:?} {middle:?} {strong:?}");
        assert!(weak[2] > 300 && strong[0] > 1990, "{weak:?} {strong:?}");
    }

    #[test]
    fn a_man_is_given_away_below_the_middle_only() {
        assert!(chosen(3.0, &[0, -100])[1] > 50);
        for of in [10.0, 15.0, 19.9] {
            assert_eq!(chosen(of, &[0, -100]), [2000, 0], "level {of}");
        }
    }

    #[test]
    fn wins_that_are_seen_are_played() {
        assert_eq!(chosen(0.0, &[Score::win_in(3).0, 1500, 800]), [2000, 0, 0]);
        assert_eq!(chosen(12.0, &[Score::win_in(21).0, 1900, 800]), [2000, 0, 0]);
        // Far ahead, even a beginner keeps what he has.
        assert_eq!(chosen(0.0, &[900, 800, 700])[2], 0);
        // Who is lost holds out.
        assert_eq!(chosen(0.0, &[Score::loss_in(8).0, Score::loss_in(2).0]), [2000, 0]);
    }

    #[test]
    fn strength_and_level_follow_each_other() {
        let [least, most] = Level::ELO;
        assert_eq!(Level::of_elo(least), Level::new(0.0));
        assert_eq!(Level::of_elo(least - 500), Level::new(0.0));
        assert_eq!(Level::of_elo(most), None);
        assert_eq!(Level::new(Level::FULL), None);
        assert!(LADDER.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        for (low, elo) in &LADDER[..LADDER.len() - 1] {
            assert_eq!(Level::of_elo(*elo), Level::new(*low));
        }
        let levels: Vec<_> = (least..most).step_by(10).map(|elo| Level::of_elo(elo).unwrap()).collect();
        assert!(levels.is_sorted_by(|a, b| a < b));
    }

    fn play<R: Rules>(of: f64, seed: u64, limits: Limits<R>) -> Finished<R> {
        let table = Arc::new(Table::new(1).unwrap());
        let task = Task::new(Game::new(Position::start()), limits, table);
        let handicap = Handicap { level: level(of), seed };
        run_at_level(&task, handicap, &Arc::new(Signals::default()), |line| assert_eq!(line.rank, 1))
    }

    #[test]
    fn the_seed_decides() {
        let best = |seed| play::<International>(0.0, seed, Limits::default()).best.unwrap();
        let moves: Vec<_> = (0..20).map(best).collect();
        assert_eq!(moves[7], best(7));
        assert!(moves.iter().any(|mv| *mv != moves[0]), "20 times the same move");
    }

    #[test]
    fn the_limits_asked_for_hold_too() {
        let nodes = |of, limits| play::<English>(of, 1, limits).nodes;
        assert!(nodes(5.0, Limits::default()) <= level(5.0).nodes(7));
        assert!(nodes(19.0, Limits { nodes: Some(50), ..Limits::default() }) <= 50);
        let shallow = play::<English>(19.0, 1, Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(shallow.depth, 2);
    }
}
