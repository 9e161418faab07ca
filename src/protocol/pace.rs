//! Keeping lines apart for readers that lose them otherwise.
//!
//! One client, py-draughts, asks the operating system whether there is more to read, but reads through a buffer of
//! its own: of two lines that it takes in at once it does not see the second before a third comes. If that was the
//! last, it waits for ever. So a line that may be the last for a while is held back until the one before was taken.

use std::thread;
use std::time::Duration;

/// What a reader on an idle machine needs, where it cannot be seen whether it has read.
const PAUSE: Duration = Duration::from_millis(1);
/// How often to look.
const LOOK: Duration = Duration::from_micros(100);
/// How often to look at most: a reader that is not there, or does something else, must not hold up the game.
const LOOKS: u32 = 150;

/// Waits until what was written to standard output has been read, or for a short time.
pub(super) fn wait_until_read() {
    if unread().is_none() {
        return thread::sleep(PAUSE);
    }
    for _ in 0..LOOKS {
        match unread() {
            Some(bytes) if bytes > 0 => thread::sleep(LOOK),
            _ => return,
        }
    }
}

/// Bytes of standard output that wait to be read, if it is a pipe that tells.
#[cfg(target_os = "linux")]
fn unread() -> Option<u64> {
    let output = std::io::stdout();
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(&output).ok()?.st_mode);
    if kind != rustix::fs::FileType::Fifo {
        return None;
    }
    rustix::io::ioctl_fionread(&output).ok()
}

#[cfg(not(target_os = "linux"))]
fn unread() -> Option<u64> {
    None
}
