//! The search as a whole: it finds what is forced, keeps to its limits, and ends when it is told to.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use damone::notation::{fen, moves};
use damone::position::{Game, Position};
use damone::rules::Rules;
use damone::rules::VariantId;
use damone::rules::variants::{
    Arabic, English, International, Italian, Tirana, TiranaDesignation, Turkish, VariantVisitor,
    visit_variant,
};
use damone::search::{ClockLimits, Finished, Limits, Line, Score, Signals, Table, Task, run};

fn task<R: Rules>(position: Position<R>, limits: Limits<R>) -> Task<R> {
    Task::new(Game::new(position), limits, Arc::new(Table::new(8).unwrap()))
}

fn depth<R: Rules>(depth: u32) -> Limits<R> {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search<R: Rules>(task: &Task<R>) -> (Finished<R>, Vec<Line<R>>) {
    let mut lines = Vec::new();
    let finished = run(task, &Arc::new(Signals::default()), |line| lines.push(line));
    (finished, lines)
}

/// The best move in a position and its score, at a small depth.
fn best<R: Rules>(text: &str, plies: u32) -> (String, Score) {
    let position = fen::read::<R>(text).unwrap();
    let (finished, _) = search(&task(position, depth(plies)));
    (moves::write(position.board(), &finished.best.unwrap()), finished.score)
}

#[test]
fn wins_on_the_spot_are_seen_in_every_game() {
    assert_eq!(best::<International>("W:W39:B44", 3), ("39x50".into(), Score::win_in(1)));
    assert_eq!(best::<English>("B:W17:B14", 3), ("14x21".into(), Score::win_in(1)));
    assert_eq!(best::<Italian>("W:W22:B18", 3), ("22x13".into(), Score::win_in(1)));
    assert_eq!(best::<Turkish>("W:Wa2,d3:Bd4", 3), ("d3xd5".into(), Score::win_in(1)));
    assert_eq!(best::<Arabic>("W:Wa2,d5:Bd4", 3), ("d5xd3".into(), Score::win_in(1)));
    assert_eq!(best::<Tirana>("W:Wd3,a2:Bd4,d6", 3), ("d3xd5xd7".into(), Score::win_in(1)));
    assert_eq!(best::<TiranaDesignation>("W:Wd3,a2:Bd4,d6", 3), ("d3xd5xd7".into(), Score::win_in(1)));
}

#[test]
fn no_legal_move_gives_no_best_move() {
    let position = fen::read::<English>("W:W21:B14,17").unwrap();
    let (finished, lines) = search(&task(position, depth(5)));
    assert!(finished.best.is_none() && lines.is_empty());
}

#[test]
fn the_same_search_gives_the_same_nodes() {
    let nodes = || search(&task(Position::<Turkish>::start(), depth(8))).0.nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for limit in [1, 100, 511, 513, 20_000] {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let (finished, _) = search(&task(Position::<International>::start(), limits));
        assert!(finished.nodes <= limit, "{} of {limit}", finished.nodes);
        assert!(finished.best.is_some(), "a move is given even after {limit} nodes");
    }
}

#[test]
fn move_time_is_kept() {
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let (finished, _) = search(&task(Position::<International>::start(), limits));
    assert!(
        finished.time >= Duration::from_millis(80) && finished.time < Duration::from_millis(200),
        "{:?}",
        finished.time
    );
}

#[test]
fn a_forced_move_is_played_at_once_on_a_clock() {
    let clock =
        ClockLimits { remaining: Duration::from_secs(600), increment: Duration::ZERO, moves_to_go: None };
    let position = fen::read::<International>("W:W12,46:B8,9,20,25").unwrap();
    assert_eq!(position.board().legal_moves().len(), 1);
    let (finished, _) = search(&task(position, Limits { clock: Some(clock), ..Limits::default() }));
    assert!(finished.time < Duration::from_millis(100), "{:?}", finished.time);
}

#[test]
fn search_moves_restrict_the_root() {
    let position = Position::<English>::start();
    let only = moves::read(position.board(), "9-13").unwrap();
    let (finished, _) = search(&task(position, Limits { search_moves: vec![only], ..depth(6) }));
    assert_eq!(finished.best, Some(only));
}

#[test]
fn multi_pv_gives_different_first_moves_best_first() {
    let position = Position::<International>::start();
    let mut asked = task(position, depth(6));
    asked.multi_pv = 4;
    let (_, lines) = search(&asked);
    let last = &lines[lines.len() - 4..];
    for (nth, line) in last.iter().enumerate() {
        assert_eq!(line.rank, nth + 1);
        assert!(last[..nth].iter().all(|other| other.pv[0] != line.pv[0] && other.score >= line.score));
    }
}

/// Starts an endless search in a thread and hands its signals to `act`.
fn endless<R: Rules>(threads: usize, limits: Limits<R>, act: impl FnOnce(&Signals)) -> Finished<R> {
    let signals = Arc::new(Signals::default());
    let mut asked = task(Position::<R>::start(), limits);
    asked.threads = threads;
    thread::scope(|scope| {
        let search = scope.spawn(|| run(&asked, &signals, |_| ()));
        act(&signals);
        search.join().unwrap()
    })
}

#[test]
fn a_stop_ends_any_number_of_threads_even_before_they_begin() {
    for threads in [1, 2, 4] {
        for wait in [0, 0, 1, 20] {
            let mut asked = Instant::now();
            endless(threads, Limits::<International>::default(), |signals| {
                thread::sleep(Duration::from_millis(wait));
                asked = Instant::now();
                signals.request_stop();
            });
            assert!(asked.elapsed() < Duration::from_millis(500), "{threads} threads: {:?}", asked.elapsed());
        }
    }
}

#[test]
fn pondering_runs_until_the_hit_and_then_by_the_clock() {
    let clock =
        ClockLimits { remaining: Duration::from_secs(2), increment: Duration::ZERO, moves_to_go: Some(20) };
    let limits = Limits { clock: Some(clock), ponder: true, ..Limits::<International>::default() };
    let mut hit = Instant::now();
    endless(1, limits, |signals| {
        // Far longer than the clock would allow.
        thread::sleep(Duration::from_millis(400));
        hit = Instant::now();
        signals.ponder_hit();
    });
    assert!(hit.elapsed() < Duration::from_millis(300), "{:?}", hit.elapsed());
}

#[test]
fn the_draw_by_count_is_seen_and_not_carried_over() {
    // Two kings against one in English draughts is won, but not with the count one ply from its end.
    let won = "W:WK14,K18:BK31";
    let (_, with_time) = best::<English>(won, 15);
    let (_, without) = best::<English>(&format!("{won}:H79"), 15);
    assert!(with_time.0 > 50, "{with_time:?}");
    assert_eq!(without, Score::DRAW);
    // The same table, asked for the fresh position after the stale one (field case F7).
    let table = Arc::new(Table::new(8).unwrap());
    let score = |text: &str| {
        let mut asked = task(fen::read::<English>(text).unwrap(), depth(9));
        asked.table = Arc::clone(&table);
        search(&asked).0.score
    };
    assert_eq!(score(&format!("{won}:H79")), Score::DRAW);
    assert!(score(won).0 > 50);
}

#[test]
fn every_game_searches_with_threads_and_gives_a_legal_line() {
    struct Check;
    impl VariantVisitor for Check {
        type Output = ();
        fn visit<R: Rules>(self) {
            let mut asked = task(Position::<R>::start(), depth(7));
            asked.threads = 2;
            let (finished, lines) = search(&asked);
            let mut game = Game::new(Position::<R>::start());
            for mv in &lines.last().unwrap().pv {
                game.play(*mv).expect("legal");
            }
            assert!(finished.best.is_some() && finished.depth >= 6);
        }
    }
    for id in VariantId::ALL {
        visit_variant(id, Check);
    }
}

#[test]
fn the_narrowest_limits_still_give_a_move() {
    // Every demand is a move of its own here: more root moves than nodes.
    let text = "W:Wc2,d2,e2,f2,g2,h2,a3,c3,e3,a4,d4,g5,Kf8,Kh8:BKb1,c5,e5,a6,b6,d6,b7,c7,d7,e7,h7";
    let position = fen::read::<TiranaDesignation>(text).unwrap();
    for nodes in [1, 10, 100] {
        let (finished, _) = search(&task(position, Limits { nodes: Some(nodes), ..Limits::default() }));
        assert!(finished.best.is_some_and(|mv| position.board().is_legal(&mv)), "{nodes} nodes");
    }
}

/// With one table for all: what an earlier search stored under another value of a draw, or for the other side, must not
/// be found, so each search goes as with an empty table.
#[test]
fn the_table_keeps_scores_with_different_draws_apart() {
    // Kings that can do nothing to each other, four plies before the draw by count; a draw is better than to give one away.
    let drawn = |side: &str| fen::read::<English>(&format!("{side}:WK5,K18:BK1,K29:H76")).unwrap();
    let shared = Arc::new(Table::new(16).unwrap());
    for (side, contempt) in [("W", 0_i32), ("W", 40), ("B", 40), ("B", 25), ("W", 25), ("W", -80), ("W", 35)]
    {
        let found = [shared.clone(), Arc::new(Table::new(16).unwrap())].map(|table| {
            let game = Game::new(drawn(side));
            let finished = search(&Task { contempt, ..Task::new(game, depth(9), table) }).0;
            (finished.score, finished.nodes)
        });
        assert_eq!(found[0], found[1], "{side} to move, contempt {contempt}");
        assert_eq!(found[0].0, Score(-contempt as i16));
    }
}
