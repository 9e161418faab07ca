//! A part of a text that knows where it begins.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::Word;
use crate::notation::shortened;

/// A part of the text read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span<'a> {
    /// The part.
    pub(super) text: &'a str,
    /// Characters before it.
    before: usize,
}

impl<'a> Span<'a> {
    /// The whole of a text.
    pub(super) fn whole(text: &'a str) -> Self {
        Self { text, before: 0 }
    }

    /// This part as an error names it.
    pub(super) fn word(self) -> Word {
        Word { text: shortened(self.text), column: self.before + 1 }
    }

    /// The part `text`, which is the end of this one.
    fn ending(self, text: &'a str) -> Self {
        let dropped = self.text.len().saturating_sub(text.len());
        let dropped = self.text.get(..dropped).map_or(0, |start| start.chars().count());
        Self { text, before: self.before + dropped }
    }

    /// Without the characters at both ends for which `outer` holds.
    pub(super) fn trim_with(self, outer: impl Fn(char) -> bool) -> Self {
        let start = self.ending(self.text.trim_start_matches(&outer));
        Self { text: start.text.trim_end_matches(&outer), ..start }
    }

    /// Without blanks at both ends.
    pub(super) fn trim(self) -> Self {
        self.trim_with(char::is_whitespace)
    }

    /// Without the dots and blanks at the end, and the blanks at the start.
    pub(super) fn without_dot(self) -> Self {
        let trimmed = self.trim();
        Self { text: trimmed.text.trim_end_matches(|c: char| c == '.' || c.is_whitespace()), ..trimmed }
    }

    /// Without `prefix`, in any case, if this begins with it.
    pub(super) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        let (start, rest) = self.text.split_at_checked(prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| self.ending(rest))
    }

    /// The first character, and the rest.
    pub(super) fn split_first(self) -> Option<(char, Self)> {
        let mut chars = self.text.chars();
        let first = chars.next()?;
        Some((first, Self { text: chars.as_str(), before: self.before + 1 }))
    }

    /// The parts between the characters `separator`.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut before = self.before;
        self.text.split(separator).map(move |text| {
            let part = Self { text, before };
            before += text.chars().count() + 1;
            part
        })
    }

    /// The characters, each as a part.
    pub(super) fn characters(self) -> impl Iterator<Item = (char, Self)> {
        let parts = self.text.char_indices().zip(self.before..);
        parts.map(move |((at, c), before)| {
            (c, Self { text: self.text.get(at..at + c.len_utf8()).unwrap_or_default(), before })
        })
    }
}
