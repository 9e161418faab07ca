//! As much of PDN as openings need: FEN tags and main lines.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::Written;

/// Words that end a game.
const RESULTS: [&str; 10] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "½-½", "0.5-0.5"];

/// The games of a file.
pub(super) fn games(text: &str) -> Vec<Written> {
    let mut reader = Reader { games: Vec::new(), game: Written::default(), started: false };
    let mut rest = text;
    let line =
        |rest: &str| 1 + text.get(..text.len() - rest.len()).map_or(0, |read| read.matches('\n').count());
    while let Some(first) = rest.chars().next() {
        rest = match first {
            _ if first.is_whitespace() => rest.trim_start(),
            '{' => after(rest, '}'),
            ';' | '%' | '#' => after(rest, '\n'),
            '(' => after_variation(rest),
            '[' => {
                let (tag, tail) = tag(rest);
                reader.tag(tag, line(rest));
                tail
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "{}()[];".contains(c));
                // A closing bracket without an opening one is passed over.
                let end = end.unwrap_or(rest.len()).max(first.len_utf8());
                let (word, tail) = rest.split_at(end);
                reader.word(word, line(rest));
                tail
            }
        };
    }
    reader.finish();
    reader.games
}

struct Reader {
    games: Vec<Written>,
    game: Written,
    started: bool,
}

impl Reader {
    fn begin(&mut self, line: usize) {
        if !self.started {
            self.started = true;
            self.game.line = line;
        }
    }

    fn finish(&mut self) {
        let game = std::mem::take(&mut self.game);
        self.started = false;
        if game.fen.is_some() || !game.moves.is_empty() {
            self.games.push(game);
        }
    }

    fn tag(&mut self, tag: &str, line: usize) {
        // Old files lack results: a tag behind moves, or a second FEN, begins a new game.
        let (name, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let is_fen = name.eq_ignore_ascii_case("FEN");
        if !self.game.moves.is_empty() || is_fen && self.game.fen.is_some() {
            self.finish();
        }
        self.begin(line);
        let value = value.trim().trim_matches('"');
        if is_fen && !value.is_empty() {
            self.game.fen = Some(value.to_owned());
        }
    }

    fn word(&mut self, word: &str, line: usize) {
        if RESULTS.contains(&word) {
            return self.finish();
        }
        self.begin(line);
        // A move number may be glued to its move.
        let numberless = match word.trim_start_matches(|c: char| c.is_ascii_digit()) {
            tail if tail.starts_with('.') => tail.trim_start_matches('.'),
            _ => word,
        };
        let text = numberless.trim_end_matches(['!', '?']);
        let is_move = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
        let is_number = text.chars().all(|c| c.is_ascii_digit()) && text.len() < 4;
        if is_move && !is_number {
            self.game.moves.push(text.to_owned());
        }
    }
}

/// What follows the next `end`.
fn after(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, tail)| tail)
}

/// What follows a variation, which may hold others.
fn after_variation(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..).unwrap_or_default();
        }
    }
    ""
}

/// The inside of a tag, whose value may hold brackets between quotes, and what follows.
fn tag(text: &str) -> (&str, &str) {
    let mut quoted = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' => quoted = !quoted,
            ']' if !quoted => {
                return (text.get(1..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
            }
            // A quote that is never closed ends with its line.
            '\n' => return (text.get(1..at).unwrap_or_default(), text.get(at..).unwrap_or_default()),
            _ => {}
        }
    }
    ("", "")
}
