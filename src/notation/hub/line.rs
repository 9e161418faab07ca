//! A line: `command name=value name="value with blanks" flag`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// A line taken apart. Every line is one: what it means is for others to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The first word.
    pub command: String,
    /// What follows: names with their values. A flag has the empty one.
    pub arguments: Vec<(String, String)>,
}

impl Line {
    /// Takes a line apart. A quote that is not closed ends with the line.
    pub fn read(text: &str) -> Self {
        let mut words = Words { rest: text };
        let command = words.next().map(|(name, _)| name).unwrap_or_default();
        Self { command, arguments: words.collect() }
    }

    /// The value of an argument: that of the last one of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is an argument of this name.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }
}

struct Words<'a> {
    rest: &'a str,
}

impl Iterator for Words<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<(String, String)> {
        let text = self.rest.trim_start();
        if text.is_empty() {
            return None;
        }
        let end = text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len());
        let (name, rest) = text.split_at_checked(end)?;
        let Some(value) = rest.strip_prefix('=') else {
            self.rest = rest;
            return Some((name.to_owned(), String::new()));
        };
        let (value, rest) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_at_checked(value.find(char::is_whitespace).unwrap_or(value.len()))?,
        };
        self.rest = rest;
        Some((name.to_owned(), value.to_owned()))
    }
}

/// A value as it stands in a line: in quotes if it must. A quote inside has no form and becomes an apostrophe.
pub fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '"')) {
        format!("\"{}\"", value.replace('"', "'"))
    } else {
        value.to_owned()
    }
}

/// A real number, with a point or a comma.
pub fn real(text: &str) -> Option<f64> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+' | b'e'));
    let number: f64 = text.replace(',', ".").parse().ok()?;
    (plain && number.is_finite()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let line = Line::read("  id name=X  version=1.0 author=\"A B\" \tflag empty=\"\" open=\"to the end");
        assert_eq!(line.command, "id");
        let expected = [
            ("name", "X"),
            ("version", "1.0"),
            ("author", "A B"),
            ("flag", ""),
            ("empty", ""),
            ("open", "to the end"),
        ];
        assert_eq!(line.arguments, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(line.has("flag") && !line.has("X"));
        assert_eq!(Line::read(""), Line::default());
        assert_eq!(
            Line::read("a=b c=d=e =f").arguments,
            [("c".into(), "d=e".into()), (String::new(), "f".into())]
        );
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted("say \"no\""), "\"say 'no'\"");
    }

    #[test]
    fn seconds_have_a_point_or_a_comma() {
        assert_eq!(real("180,000"), Some(180.0));
        assert_eq!(real("0.5"), Some(0.5));
        assert_eq!(real("-1"), Some(-1.0));
        for bad in ["", "x", "nan", "inf", "1e999", "1,000.5", "ten"] {
            assert_eq!(real(bad), None, "{bad}");
        }
    }
}
