//! Positions with what is known about them, a line each: the Extended Position Description in which chess programs
//! keep their test suites (S. J. Edwards, PGN specification of 1994, section 16.2), with a draughts FEN in front.
//!
//! ```text
//! FEN  opcode operand … ; opcode operand … ;
//! W:W39:B44  bm 39x50; id "last man"; c0 "wins"; c1 "after the rule book"
//! ```
//!
//! The FEN ends at the first blank. An operand is a word, or a text in double quotes, which may hold anything but a
//! quote. The last semicolon may be missing. Empty lines and lines that begin with `#` say nothing.

/// A position and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position, as it stands in the line; nobody has looked whether it is one.
    pub fen: String,
    operations: Vec<(String, Vec<String>)>,
}

impl Record {
    /// The operands of an operation; none if the record does not have it.
    pub fn operands(&self, opcode: &str) -> &[String] {
        self.operations.iter().find(|(name, _)| name == opcode).map_or(&[], |(_, operands)| operands)
    }

    /// The first operand of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode).first().map(String::as_str)
    }
}

/// Why a line is no record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// A quote is opened and not closed.
    #[error("a quote is not closed")]
    OpenQuote,
    /// An opcode stands twice.
    #[error("'{0}' stands twice")]
    Twice(String),
}

/// Reads a line; `None` if it says nothing.
///
/// # Errors
/// If it breaks the form. The position and the meaning of the operations are not looked at.
pub fn read(line: &str) -> Result<Option<Record>, EpdError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (fen, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut operations: Vec<(String, Vec<String>)> = Vec::new();
    let mut words = Vec::new();
    loop {
        let word;
        (word, rest) = split_word(rest)?;
        match word {
            Some(Word::Plain(word) | Word::Quoted(word)) => words.push(word.to_owned()),
            Some(Word::Semicolon) | None => {
                let mut taken = std::mem::take(&mut words).into_iter();
                if let Some(opcode) = taken.next() {
                    if operations.iter().any(|(name, _)| *name == opcode) {
                        return Err(EpdError::Twice(opcode));
                    }
                    operations.push((opcode, taken.collect()));
                }
                if word.is_none() {
                    return Ok(Some(Record { fen: fen.to_owned(), operations }));
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Word<'a> {
    Plain(&'a str),
    Quoted(&'a str),
    Semicolon,
}

/// The first word and what follows it.
fn split_word(text: &str) -> Result<(Option<Word<'_>>, &str), EpdError> {
    let text = text.trim_start();
    if text.is_empty() {
        return Ok((None, text));
    }
    if let Some(rest) = text.strip_prefix(';') {
        return Ok((Some(Word::Semicolon), rest));
    }
    if let Some(quoted) = text.strip_prefix('"') {
        let (inside, rest) = quoted.split_once('"').ok_or(EpdError::OpenQuote)?;
        return Ok((Some(Word::Quoted(inside)), rest));
    }
    let end = text.find(|c: char| c.is_whitespace() || c == ';' || c == '"').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    Ok((Some(Word::Plain(word)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_apart() {
        let line = " W:W31-50:B1-20  bm 32-28 33-28 ;id \"a; b\"; c0 wins\t; ; nothing";
        let record = read(line).unwrap().unwrap();
        assert_eq!(record.fen, "W:W31-50:B1-20");
        assert_eq!(record.operands("bm"), ["32-28", "33-28"]);
        assert_eq!(record.text("id"), Some("a; b"));
        assert_eq!(record.text("c0"), Some("wins"));
        assert_eq!((record.operands("nothing"), record.text("am")), (&[][..], None));
        assert_eq!(read("W:W39:B44").unwrap().unwrap().operands("bm"), [""; 0]);
    }

    #[test]
    fn lines_that_say_nothing() {
        for line in ["", " \t", "# W:W39:B44 bm 39x50"] {
            assert_eq!(read(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn broken_lines_are_refused() {
        assert_eq!(read("W:W39:B44 id \"last man; bm 39x50;"), Err(EpdError::OpenQuote));
        assert_eq!(read("W:W39:B44 bm 39x50; bm 39x50"), Err(EpdError::Twice("bm".into())));
    }
}
