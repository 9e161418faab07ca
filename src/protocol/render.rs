//! From events to lines.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;

use super::dialect::Dialect;
use super::{help, uci};
use crate::engine::event::speed;
use crate::engine::{BenchLine, BestMove, Description, Evaluation, Event, Info, NetEvaluation};
use crate::eval::Wdl;
use crate::search::Bound;

/// Longest message; what was sent is quoted in it and may be long.
const LONGEST_MESSAGE: usize = 300;

/// The lines that say an event. Events that concern the record only give none.
pub fn render(event: &Event) -> Vec<String> {
    match event {
        Event::Hello => uci::greeting(),
        Event::Ready => vec![uci::ready()],
        Event::Info(info) => vec![self::info(info, Wins::InMoves)],
        Event::Best(best) => vec![best_move(best)],
        Event::Note(text) => vec![format!("info string {}", message(text))],
        Event::Error(text) => vec![format!("info string error: {}", message(text))],
        Event::Description(position) => description(position),
        Event::Evaluation(evaluation) => self::evaluation(evaluation),
        Event::PerftMove { text, nodes } => vec![format!("{text}: {nodes}")],
        Event::PerftTotal { nodes, .. } => vec![format!("Nodes searched: {nodes}")],
        Event::BenchLine(line) => vec![bench_line(line)],
        Event::BenchTotal { nodes, time } => vec![format!("{nodes} nodes {} nps", speed(*nodes, *time))],
        Event::Help => help::lines(Dialect::Uci),
        // Only other dialects ask for the first two, and the others are for the record.
        Event::Pong | Event::Standing(..) | Event::Log(_) | Event::Received(_) => Vec::new(),
    }
}

/// One line, whatever was quoted in it, and not a longer one than anybody reads.
pub(super) fn message(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let mut short: String = text.chars().take(LONGEST_MESSAGE).map(plain).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// What a forced win is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wins {
    /// Moves of the winner, as UCI has it.
    InMoves,
    /// Moves of both, as UGI has it.
    InPlies,
}

/// A line of analysis.
pub(super) fn info(info: &Info, wins: Wins) -> String {
    let Info { depth, sel_depth, rank, score, bound, wdl, nodes, time, hash_full, tb_hits, pv } = info;
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let score = match (wins, score.plies_to_end()) {
        (Wins::InPlies, Some(plies)) => format!("mate {plies}"),
        _ => score.to_string(),
    };
    let chances = |Wdl { win, draw, loss }| format!(" wdl {win} {draw} {loss}");
    let wdl = wdl.map(chances).unwrap_or_default();
    let tb_hits = tb_hits.map(|hits| format!(" tbhits {hits}")).unwrap_or_default();
    let (speed, time) = (speed(*nodes, *time), time.as_millis());
    let mut line = format!(
        "info depth {depth} seldepth {sel_depth} multipv {rank} score {score}{bound}{wdl} \
         nodes {nodes} nps {speed} hashfull {hash_full}{tb_hits} time {time}"
    );
    if !pv.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(line, " pv {}", pv.join(" "));
    }
    line
}

fn best_move(answer: &BestMove) -> String {
    match (&answer.best, &answer.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".to_owned(),
    }
}

/// A position as `d` shows it.
pub fn description(position: &Description) -> Vec<String> {
    let mut lines: Vec<String> = position.board.lines().map(str::to_owned).collect();
    let count = position.moves.len();
    lines.extend([
        format!("Game: {}", position.variant),
        format!("FEN: {}", position.fen),
        format!("Key: {:016x}", position.key),
        format!("Turn: {}", position.turn),
        format!("State: {}", position.outcome.as_deref().unwrap_or("in play")),
        format!("Counters: {}", position.counters.join(", ")),
        format!("Moves ({count}): {}", position.moves.join(" ")).trim_end().to_owned(),
    ]);
    lines
}

/// The parts of the handcrafted evaluation for White and Black, those of the network if there is one, and what the
/// search goes by.
fn evaluation(evaluation: &Evaluation) -> Vec<String> {
    let Evaluation { turn, terms, net, score, chances: Wdl { win, draw, loss } } = evaluation;
    let part = |name: &str, [white, black]: [i32; 2]| format!("{name}: White {white} Black {black}");
    let mut lines = vec![
        part("Material", terms.material),
        part("Placement", terms.placement),
        part("Mobility", terms.mobility),
    ];
    if let Some(net) = net {
        let NetEvaluation { raw, bucket, hidden, facts, board, .. } = net;
        lines.push(format!("By hand: cp {} for {turn}", terms.total));
        lines.push(format!("Network: cp {raw} for {turn}, bucket {bucket}, hidden {hidden}"));
        // Lines of its own would be taken for the engine's.
        lines.push(format!("Network facts: {}", facts.split_whitespace().collect::<Vec<_>>().join(" ")));
        lines.push(format!("What each piece adds for {turn}:"));
        lines.extend(board.lines().map(str::to_owned));
    }
    lines.push(format!("Win, draw, loss: {win} {draw} {loss} per mille for {turn}, to move"));
    lines.push(format!("Evaluation: cp {score} for {turn}, to move"));
    lines
}

fn bench_line(line: &BenchLine) -> String {
    let BenchLine { variant, depth, positions, nodes, time } = line;
    let speed = speed(*nodes, *time);
    format!("{variant}: {positions} positions, depth {depth}, {nodes} nodes, {speed} nps")
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Score;

    #[test]
    fn an_info_line_has_all_its_fields() {
        let line = Info {
            depth: 7,
            sel_depth: 12,
            rank: 2,
            score: Score::win_in(3),
            bound: Bound::Lower,
            wdl: None,
            nodes: 5000,
            time: Duration::from_millis(20),
            hash_full: 3,
            tb_hits: None,
            pv: vec!["32-28".into(), "19x32".into()],
        };
        let expected = "info depth 7 seldepth 12 multipv 2 score mate 2 lowerbound nodes 5000 nps 250000 \
                        hashfull 3 time 20 pv 32-28 19x32";
        assert_eq!(render(&Event::Info(line.clone())), [expected]);
        let chances = Info { wdl: Some(Wdl { win: 990, draw: 7, loss: 3 }), ..line };
        let text = render(&Event::Info(chances)).remove(0);
        assert!(text.contains(" score mate 2 lowerbound wdl 990 7 3 nodes 5000 "), "{text}");
    }

    #[test]
    fn a_message_is_one_short_line() {
        let lines = render(&Event::Error(format!("a\nb\u{1b}{}", "é".repeat(1000))));
        let [line] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(line.starts_with("info string error: a?b?é") && line.ends_with('…'));
        assert!(line.chars().count() < 330);
    }
}
