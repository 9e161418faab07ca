//! The wire: messages that end with a zero byte, however the network cuts them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::notation::dxp::{LONGEST, Message};

/// Between two messages: some programs take what they read at once for one message.
const APART: Duration = Duration::from_millis(5);
/// Between the answer to a request and the first move: some programs are still setting up their board.
const BEFORE_FIRST_MOVE: Duration = Duration::from_millis(100);
/// A peer that does not take its messages for so long is gone.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long a peer that we hang up on may take to hang up too.
const FAREWELL: Duration = Duration::from_millis(300);
/// Messages that may wait; a peer that sends more is made to wait itself.
const WAITING: usize = 64;

/// What comes from the peer.
#[derive(Debug)]
pub(super) enum Heard {
    /// A message, not yet understood.
    Text(String),
    /// The wire is cut, and why.
    Gone(String),
}

/// The wire to one peer. Cut when dropped.
#[derive(Debug)]
pub(super) struct Link {
    stream: TcpStream,
    heard: Receiver<Heard>,
    /// When the next message may be sent.
    not_before: Instant,
}

impl Link {
    /// Takes over a connection; a thread of its own reads it.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let input = stream.try_clone()?;
        let (sender, heard) = bounded(WAITING);
        thread::Builder::new().name("dxp reader".to_owned()).spawn(move || {
            let reason = read(input, &sender);
            drop(sender.send(Heard::Gone(reason)));
        })?;
        Ok(Self { stream, heard, not_before: Instant::now() })
    }

    /// Where what comes can be waited for.
    pub(super) fn heard(&self) -> &Receiver<Heard> {
        &self.heard
    }

    /// Sends a message, not too soon after the one before.
    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        thread::sleep(self.not_before.saturating_duration_since(Instant::now()));
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes)?;
        self.not_before = Instant::now() + APART;
        if matches!(message, Message::Accept { .. }) {
            self.game_begins();
        }
        Ok(())
    }

    /// Gives the peer time to set up its board before the first move.
    pub(super) fn game_begins(&mut self) {
        self.not_before = Instant::now() + BEFORE_FIRST_MOVE;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // What was sent last is to reach the peer: who hangs up on unread messages takes its own back too. Errors
        // only say that the wire is cut already.
        let _ = self.stream.shutdown(Shutdown::Write);
        let deadline = Instant::now() + FAREWELL;
        while let Ok(Heard::Text(_)) = self.heard.recv_deadline(deadline) {}
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Cuts what comes at its zero bytes until there is no more; says why that is.
fn read(mut input: impl Read, heard: &Sender<Heard>) -> String {
    let mut message = Vec::new();
    let mut buffer = [0; 512];
    loop {
        let bytes = match input.read(&mut buffer) {
            Ok(0) => return "the peer has gone".to_owned(),
            Ok(count) => buffer.get(..count).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return format!("the peer has gone: {error}"),
        };
        for &byte in bytes {
            if byte != 0 {
                message.push(byte);
                if message.len() > LONGEST {
                    return format!("the peer sent a message of more than {LONGEST} characters");
                }
                continue;
            }
            let text = String::from_utf8_lossy(&message).into_owned();
            message.clear();
            // Some programs send more zero bytes than they should.
            if !text.is_empty() && heard.send(Heard::Text(text)).is_err() {
                return "nobody listens".to_owned();
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn texts(bytes: &'static [u8]) -> (Vec<String>, String) {
        let (sender, heard) = bounded(WAITING);
        let reason = read(bytes, &sender);
        drop(sender);
        let text = |heard| match heard {
            Heard::Text(text) => text,
            Heard::Gone(reason) => reason,
        };
        (heard.into_iter().map(text).collect(), reason)
    }

    #[test]
    fn messages_are_cut_at_zero_bytes() {
        let (messages, reason) = texts(b"K0\0\0E00\0M00");
        assert_eq!(messages, ["K0", "E00"]);
        assert!(reason.contains("gone"));
        assert_eq!(texts(&[b'x'; 1000]).0, [""; 0]);
        assert!(texts(&[b'x'; 1000]).1.contains("more than 127"));
    }
}
