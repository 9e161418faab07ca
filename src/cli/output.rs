//! Standard output of the subcommands. A reader that goes away, as `head` does, is no error worth a word.

use std::io::{self, ErrorKind, Write};

use anyhow::Result;

/// Prints a line at once.
pub(super) fn print(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// Whether it failed because nobody reads any more.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Prints from inside a running task, which cannot fail: the first error stops it and is kept for its owner.
pub(super) struct Printer<'a> {
    control: &'a crate::engine::Control,
    failed: Option<anyhow::Error>,
}

impl<'a> Printer<'a> {
    /// A printer that stops the task of `control` when it cannot print.
    pub(super) fn new(control: &'a crate::engine::Control) -> Self {
        Self { control, failed: None }
    }

    /// Prints lines, unless printing failed before.
    pub(super) fn print(&mut self, lines: &[String]) {
        if self.failed.is_some() {
            return;
        }
        if let Err(error) = lines.iter().try_for_each(|line| print(line)) {
            self.control.stop();
            self.failed = Some(error);
        }
    }

    /// The error, if there was one.
    pub(super) fn finish(self) -> Result<()> {
        self.failed.map_or(Ok(()), Err)
    }
}
