//! Results for people: tables and lines.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::config::Terms;
use super::record::{GameScore, PairRecord};
use super::sprt::{Decision, Model, Sprt};
use super::standings::{Place, Standings};
use super::stats::Estimate;
use crate::board::Side;

/// The table of all engines, with the cross table if there are more than two and the test if there is one.
pub fn table(terms: &Terms, standings: &Standings) -> String {
    let mut text = places(terms, standings);
    if terms.engine.len() > 2 {
        text.push_str("\n\n");
        text.push_str(&cross(terms, standings));
    }
    if let Some(sprt) = &terms.sprt {
        text.push('\n');
        text.push_str(&test(sprt, standings));
    }
    let faults = standings.faults().iter();
    let faults: Vec<_> =
        faults.map(|(name, count)| format!("\n{name}: {count} game(s) lost by fault")).collect();
    text + &faults.concat()
}

/// A table without lines that is as wide as its words.
pub(super) fn empty_table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads);
    table
}

/// The text of a table: one column to the left, the others to the right.
pub(super) fn finish(mut table: Table, left: usize) -> String {
    for (n, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if n == left { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding(if n == 0 { (0, 1) } else { (1, 1) });
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn places(terms: &Terms, standings: &Standings) -> String {
    let heads = ["", "engine", "games", "points", "%", "W", "D", "L", "Elo", "±", "nElo", "±", "LOS %"];
    let heads: Vec<&str> = heads.into_iter().chain(["LL", "LD", "DD/WL", "WD", "WW"]).collect();
    let mut table = empty_table(&heads);
    for (rank, Place { engine, tally, estimate }) in standings.places(terms.engine.len()).iter().enumerate() {
        let [losses, draws, wins] = tally.games;
        let mut row = vec![
            (rank + 1).to_string(),
            terms.engine[*engine].name.clone(),
            tally.game_count().to_string(),
            format!("{:.1}", tally.points()),
        ];
        row.push(estimate.map_or_else(dash, |e| format!("{:.1}", e.score * 100.0)));
        row.extend([wins, draws, losses].map(|n| n.to_string()));
        let figures = |e: Estimate| [e.elo, e.elo_error, e.nelo, e.nelo_error].map(figure);
        row.extend(estimate.map_or_else(|| [(); 4].map(|()| dash()), figures));
        row.push(estimate.map_or_else(dash, |e| format!("{:.1}", e.los * 100.0)));
        let [ll, ld, middle, wd, ww] = tally.pairs;
        row.extend([ll, ld].map(|n| n.to_string()));
        row.push(format!("{}/{}", middle - tally.win_loss, tally.win_loss));
        row.extend([wd, ww].map(|n| n.to_string()));
        table.add_row(row);
    }
    finish(table, 1)
}

fn dash() -> String {
    "-".to_owned()
}

/// A figure with one decimal; one-sided results give none.
fn figure(value: f64) -> String {
    if value.is_finite() {
        // No minus before what is rounded to zero.
        format!("{:.1}", if value.abs() < 0.05 { 0.0 } else { value })
    } else if value > 0.0 {
        "inf".to_owned()
    } else if value < 0.0 {
        "-inf".to_owned()
    } else {
        dash()
    }
}

/// Points of the row's engine against each other one.
fn cross(terms: &Terms, standings: &Standings) -> String {
    let places = standings.places(terms.engine.len());
    let numbers: Vec<String> = (1..=places.len()).map(|n| n.to_string()).collect();
    let heads: Vec<&str> =
        ["", "points of … against"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let mut table = empty_table(&heads);
    for (rank, row) in places.iter().enumerate() {
        let mut cells = vec![(rank + 1).to_string(), terms.engine[row.engine].name.clone()];
        cells.extend(places.iter().map(|column| {
            let tally = standings.against(row.engine, column.engine);
            if tally.game_count() == 0 {
                return dash();
            }
            let [losses, draws, wins] = tally.games;
            format!("{:.1} (+{wins} ={draws} -{losses})", tally.points())
        }));
        table.add_row(cells);
    }
    finish(table, 1)
}

/// The line about the test.
pub fn test(sprt: &Sprt, standings: &Standings) -> String {
    let (llr, decision) = standings.test(sprt);
    let (lower, upper) = sprt.bounds();
    let model = match sprt.model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    };
    let verdict = match decision {
        Decision::Open => "",
        Decision::H0 => ": H0 accepted",
        Decision::H1 => ": H1 accepted",
    };
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) for [{elo0}, {elo1}] {model}{verdict}")
}

/// A line about a pair that has just ended.
pub fn pair_line(terms: &Terms, record: &PairRecord, standings: &Standings, pairs: usize) -> String {
    let [one, two] = record.engines.map(|n| terms.engine[n].name.as_str());
    let [first, second] = &record.games;
    let letter = |score: GameScore, side: Side| match score.half_points(side) {
        2 => 'W',
        1 => 'D',
        _ => 'L',
    };
    let letters = [letter(first.score, Side::White), letter(second.score, Side::Black)];
    let mut text = format!(
        "pair {} ({} of {pairs}): {one} {}{} {two}, opening {}",
        record.pair + 1,
        standings.pairs(),
        letters[0],
        letters[1],
        record.opening
    );
    if let [0, 1] = record.engines
        && terms.engine.len() == 2
        && let Some(estimate) = standings.against(0, 1).estimate()
    {
        let (elo, error) = (figure(estimate.elo), figure(estimate.elo_error));
        // Writing to a string cannot fail.
        let _ = write!(text, "; {:.1} % Elo {elo} ± {error}", estimate.score * 100.0);
    }
    if let Some(sprt) = &terms.sprt {
        let _ = write!(text, " LLR {:.2}", standings.test(sprt).0);
    }
    text
}

/// What went wrong in a pair: for each fault its game, position and the last lines exchanged.
pub fn faults(record: &PairRecord) -> Vec<String> {
    let mut texts = Vec::new();
    for (n, game) in record.games.iter().enumerate() {
        let Some(fault) = &game.fault else { continue };
        let mut text = format!(
            "pair {}, game {}: fault of {}: {}\n  in {} after {} plies",
            record.pair + 1,
            n + 1,
            fault.engine,
            game.reason,
            fault.fen,
            game.moves.len()
        );
        for line in &fault.lines {
            text.push_str("\n    ");
            text.push_str(line);
        }
        texts.push(text);
    }
    texts
}
