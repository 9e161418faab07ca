//! Games as PDN 3.0, with score, depth and time behind every move.

use super::config::Terms;
use super::dialects::LEAST_WIN;
use super::record::{End, GameRecord, GameScore, MoveRecord, PairRecord};
use crate::board::Side;
use crate::notation::fen;
use crate::notation::pdn::{game_type, wrapped};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{RuleSet, Rules, VariantId};

/// What stands between two games.
const SEPARATOR: &str = "\n\n";

/// The two games of a pair.
pub fn pair(terms: &Terms, record: &PairRecord) -> String {
    let [one, two] = record.engines.map(|n| terms.engine[n].name.as_str());
    let names = [[one, two], [two, one]];
    let mut text = String::new();
    for (n, (game, names)) in record.games.iter().zip(names).enumerate() {
        text.push_str(&tags(terms, record, game, n, names));
        text.push('\n');
        text.push_str(&moves(terms.variant, game, &record.fen));
        text.push_str(SEPARATOR);
    }
    text
}

fn tags(terms: &Terms, record: &PairRecord, game: &GameRecord, n: usize, names: [&str; 2]) -> String {
    let rules = terms.variant.rules();
    let limits = record.engines.map(|n| terms.engine[n].tc.map(|tc| tc.to_string()));
    let mut list = vec![
        ("Event", "Damone match".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", format!("{}.{}", record.pair + 1, n + 1)),
        ("White", names[0].to_owned()),
        ("Black", names[1].to_owned()),
        ("Result", result(rules, game.score).to_owned()),
        ("GameType", game_type(rules)),
    ];
    if rules.game_type.number >= 90 {
        // The number is ours: only the name says what is played.
        list.push(("Variant", terms.variant.name().to_owned()));
    }
    list.extend([
        ("SetUp", "1".to_owned()),
        ("FEN", record.fen.clone()),
        ("PlyCount", game.moves.len().to_string()),
        ("WhiteType", "program".to_owned()),
        ("BlackType", "program".to_owned()),
        ("Termination", termination(game).to_owned()),
    ]);
    if let [Some(one), Some(two)] = limits
        && one == two
    {
        list.push(("TimeControl", one));
    }
    let line = |(name, value): (&str, String)| {
        format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
    };
    list.into_iter().map(line).collect()
}

fn termination(game: &GameRecord) -> &'static str {
    match game.end {
        End::Rules | End::Resignation | End::DrawClaim => "normal",
        End::Adjudication | End::Length => "adjudication",
        End::TimeLoss => "time forfeit",
        End::IllegalMove => "rules infraction",
        _ => "abandoned",
    }
}

/// International draughts gives two points for a win.
fn result(rules: &RuleSet, score: GameScore) -> &'static str {
    let international = matches!(rules.game_type.number, 20 | 27);
    match (score, international) {
        (GameScore::White, true) => "2-0",
        (GameScore::Black, true) => "0-2",
        (GameScore::Draw, true) => "1-1",
        (GameScore::White, false) => "1-0",
        (GameScore::Black, false) => "0-1",
        (GameScore::Draw, false) => "1/2-1/2",
    }
}

fn moves(variant: VariantId, game: &GameRecord, fen: &str) -> String {
    let first = variant.rules().first;
    let begins = turn(variant, fen).unwrap_or(first);
    // A game that begins with the second player's move begins in the middle of a move.
    let offset = usize::from(begins != first);
    let mut words = Vec::new();
    for (ply, mv) in game.moves.iter().enumerate() {
        let half = ply + offset;
        let number = half / 2 + 1;
        if half % 2 == 0 {
            words.push(format!("{number}. {}", mv.text));
        } else if ply == 0 {
            words.push(format!("{number}... {}", mv.text));
        } else {
            words.push(mv.text.clone());
        }
        words.push(comment(mv));
    }
    words.push(format!("{{{}}}", game.reason.replace(['{', '}'], "|")));
    words.push(result(variant.rules(), game.score).to_owned());
    wrapped(words.iter().map(String::as_str))
}

/// Who moves first in a position.
fn turn(variant: VariantId, text: &str) -> Option<Side> {
    struct Turn<'a>(&'a str);
    impl VariantVisitor for Turn<'_> {
        type Output = Option<Side>;
        fn visit<R: Rules>(self) -> Option<Side> {
            fen::read::<R>(self.0).ok().map(|position| position.turn())
        }
    }
    visit_variant(variant, Turn(text))
}

/// `{+0.12/14 0.103s}`: score from the mover's view, depth, time.
fn comment(mv: &MoveRecord) -> String {
    let score = mv.score.map(|score| match score {
        LEAST_WIN.. => format!("+W{}", super::dialects::WIN - score),
        _ if score <= -LEAST_WIN => format!("-W{}", super::dialects::WIN + score),
        _ => format!("{:+.2}", f64::from(score) / 100.0),
    });
    let depth = mv.depth.map(|depth| format!("/{depth}"));
    let [score, depth] = [score, depth].map(Option::unwrap_or_default);
    let gap = if score.is_empty() && depth.is_empty() { "" } else { " " };
    format!("{{{score}{depth}{gap}{:.3}s}}", mv.time / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_the_side_that_begins() {
        let mv = |text: &str, score| MoveRecord {
            text: text.into(),
            score,
            depth: Some(9),
            nodes: None,
            time: 103.0,
        };
        let game = GameRecord {
            score: GameScore::Draw,
            end: End::Rules,
            reason: "draw".into(),
            moves: vec![mv("24-20", Some(12)), mv("11-15", Some(-29_996)), mv("28-24", None)],
            wall: 0.0,
            fault: None,
        };
        let text = moves(VariantId::English, &game, "W:W21-32:B1-12");
        let expected = "1... 24-20 {+0.12/9 0.103s} 2. 11-15 {-W4/9 0.103s} 28-24 {/9 0.103s} {draw} 1/2-1/2";
        assert_eq!(text.replace('\n', " "), expected);
    }
}
