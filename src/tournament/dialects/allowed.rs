//! The values that an option may have, whatever its dialect calls their type. An engine that is handed another one may
//! play on without a word, with whatever it had before: the match would measure something else than was asked for.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::tournament::link::Failure;

/// What an engine lets an option be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allowed<'a> {
    /// A whole number. An end that was not declared is open.
    Whole {
        /// Least.
        least: Option<i128>,
        /// Most.
        most: Option<i128>,
    },
    /// A truth value.
    Truth,
    /// One of some words.
    OneOf(&'a [String]),
    /// What only the engine can judge.
    Anything,
}

impl Allowed<'_> {
    /// A whole number between two ends, as they were declared.
    pub(super) fn whole(least: &str, most: &str) -> Self {
        Self::Whole { least: least.parse().ok(), most: most.parse().ok() }
    }

    /// Fails with a reason that names the option `name` unless it may have this value.
    pub(super) fn check(&self, name: &str, value: &str) -> Result<(), Failure> {
        if self.holds(value) {
            return Ok(());
        }
        Err(Failure::Protocol(format!("'{value}' is no value for option {name}: expected {self}")))
    }

    fn holds(&self, value: &str) -> bool {
        match self {
            Self::Whole { least, most } => value.parse::<i128>().is_ok_and(|number| {
                least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
            }),
            Self::Truth => matches!(value, "true" | "false"),
            Self::OneOf(words) => words.iter().any(|word| word.eq_ignore_ascii_case(value)),
            Self::Anything => true,
        }
    }
}

impl fmt::Display for Allowed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most } => {
                f.write_str("a whole number")?;
                least.map_or(Ok(()), |least| write!(f, " from {least}"))?;
                most.map_or(Ok(()), |most| write!(f, " to {most}"))
            }
            Self::Truth => f.write_str("true or false"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Self::Anything => f.write_str("anything"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of the reason against a value, after what it says of the value itself.
    fn refused(allowed: Allowed<'_>, value: &str) -> Option<String> {
        let reason = allowed.check("X", value).err()?.to_string();
        assert!(reason.contains(&format!("'{value}' is no value for option X")), "{reason}");
        reason.rsplit_once(": expected ").map(|(_, expected)| expected.to_owned())
    }

    #[test]
    fn values_beyond_what_was_declared_are_refused() {
        let spin = Allowed::whole("-5", "18446744073709551615");
        assert_eq!([refused(spin, "-5"), refused(spin, "18446744073709551615")], [None, None]);
        for value in ["-6", "18446744073709551616", "1.5", "x", ""] {
            let expected = "a whole number from -5 to 18446744073709551615";
            assert_eq!(refused(spin, value).as_deref(), Some(expected), "{value}");
        }
        assert_eq!(refused(Allowed::whole("", ""), "99999999999"), None);
        assert_eq!(refused(Allowed::whole("", "9"), "10").as_deref(), Some("a whole number to 9"));
        assert_eq!(refused(Allowed::Truth, "false"), None);
        assert_eq!(refused(Allowed::Truth, "yes").as_deref(), Some("true or false"));
        let words = ["Scan".to_owned(), "a b".to_owned()];
        assert_eq!(
            [refused(Allowed::OneOf(&words), "scan"), refused(Allowed::OneOf(&words), "A B")],
            [None, None]
        );
        assert_eq!(refused(Allowed::OneOf(&words), "a").as_deref(), Some("one of Scan, a b"));
        assert_eq!(refused(Allowed::Anything, "/no/such/file"), None);
    }
}
