//! From events to lines.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;

use super::parameters;
use crate::engine::{BestMove, Event, Info};
use crate::notation::hub::quoted;
use crate::protocol::render::message;
use crate::search::{Bound, Score};

/// The lines that say an event. What Hub has no words for is not said.
pub(in crate::protocol) fn render(event: &Event) -> Vec<String> {
    match event {
        Event::Hello => greeting(),
        Event::Ready => vec!["ready".to_owned()],
        Event::Pong => vec!["pong".to_owned()],
        // A bound is no score here, and a client would take it for one.
        Event::Info(line) if line.bound == Bound::Exact => vec![info(line)],
        Event::Best(best) => vec![done(best)],
        Event::Error(text) => vec![format!("error message={}", in_quotes(text))],
        _ => Vec::new(),
    }
}

/// The answer to `hub`.
fn greeting() -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![format!("id name=Damone version={version} author=\"the Damone authors\"")];
    lines.extend(parameters::declared());
    lines.push("wait".to_owned());
    lines
}

/// A message in quotes, without what would end them or be taken for an argument.
fn in_quotes(text: &str) -> String {
    format!("\"{}\"", message(text).replace('"', "'").replace('=', ":"))
}

fn info(info: &Info) -> String {
    let Info { depth, score, nodes, time, rank, pv, .. } = info;
    let (seconds, speed) = (time.as_secs_f64(), info.speed() as f64 / 1e6);
    let mut line = format!(
        "info depth={depth} mean-depth={depth}.0 score={} nodes={nodes} time={seconds:.3} nps={speed:.3}",
        men(*score)
    );
    // Only where several lines were asked for, and then only for those beyond the best.
    // Writing to a string cannot fail.
    if *rank > 1 {
        let _ = write!(line, " rank={rank}");
    }
    if !pv.is_empty() {
        let _ = write!(line, " pv={}", quoted_always(&pv.join(" ")));
    }
    line
}

fn quoted_always(text: &str) -> String {
    if text.contains(' ') { quoted(text) } else { format!("\"{text}\"") }
}

/// A score in men. Clients read beyond 80 as won by a database and beyond 90 as a forced win, so evaluations stay
/// below and a win in n plies is 100 less n hundredths.
fn men(score: Score) -> String {
    let hundredths = match score.plies_to_end() {
        Some(plies) if score > Score::DRAW => 10_000 - plies,
        Some(plies) => -10_000 - plies,
        None => i32::from(score.0).clamp(-7999, 7999),
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

fn done(answer: &BestMove) -> String {
    match (&answer.best, &answer.ponder) {
        (Some(best), Some(ponder)) => format!("done move={best} ponder={ponder}"),
        (Some(best), None) => format!("done move={best}"),
        (None, _) => "done".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn scores_are_in_men_and_wins_near_a_hundred() {
        assert_eq!(men(Score(-5)), "-0.05");
        assert_eq!(men(Score(123)), "1.23");
        assert_eq!(men(Score(12_345)), "79.99");
        assert_eq!(men(Score::win_in(1)), "99.99");
        assert_eq!(men(Score::win_in(7)), "99.93");
        assert_eq!(men(Score::loss_in(2)), "-99.98");
        assert_eq!(men(Score::loss_in(0)), "-100.00");
    }

    #[test]
    fn an_info_line_has_what_clients_read() {
        let line = Info {
            depth: 9,
            sel_depth: 14,
            rank: 1,
            score: Score(-1),
            bound: Bound::Exact,
            wdl: None,
            nodes: 31_261_613,
            time: Duration::from_millis(3906),
            hash_full: 3,
            tb_hits: None,
            pv: vec!["32-28".into(), "17-22".into()],
        };
        let expected =
            "info depth=9 mean-depth=9.0 score=-0.01 nodes=31261613 time=3.906 nps=8.003 pv=\"32-28 17-22\"";
        assert_eq!(info(&line), expected);
        let bound = Info { bound: Bound::Lower, ..line.clone() };
        assert_eq!(render(&Event::Info(bound)), [""; 0]);
        let single = Info { pv: vec!["28x19x23".into()], rank: 2, ..line };
        assert!(info(&single).ends_with("rank=2 pv=\"28x19x23\""));
    }

    #[test]
    fn an_error_keeps_its_quotes_together() {
        let lines = render(&Event::Error("no \"such\" a=b\nthing".to_owned()));
        assert_eq!(lines, ["error message=\"no 'such' a:b?thing\""]);
    }
}
