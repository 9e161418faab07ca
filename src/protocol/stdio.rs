//! The threads at both ends: one reads lines and does nothing else with them, one writes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::dialect::{Dialect, Listener, Speaker, Talk};
use super::{pace, record};
use crate::engine::{Engine, Event, Inbox};

/// Speaks a dialect, or the one that the first line is in, until told to quit or until `input` ends. The engine runs in the calling thread; the
/// reader's thread is left behind, since nothing can wake it.
///
/// # Errors
/// If a thread cannot be started.
pub fn serve(
    dialect: Option<Dialect>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let talk = Talk::new(dialect);
    let mut listener = Listener::new(talk.clone());
    let speaker = Speaker::new(talk);
    let (mailbox, inbox) = unbounded();
    let (events, to_write) = unbounded();
    let lines = mailbox.clone();
    thread::Builder::new().name("reader".to_owned()).spawn(move || read(input, &lines))?;
    let writer =
        thread::Builder::new().name("writer".to_owned()).spawn(move || write(output, &to_write, speaker))?;
    Engine::new(Box::new(move |line| listener.read(line)), inbox, mailbox, events).run();
    // The engine is gone and with it the sender of events, so the writer ends when all is written.
    drop(writer.join());
    Ok(())
}

/// Forwards lines, whatever bytes they are made of.
fn read(input: impl Read, inbox: &Sender<Inbox>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        }
        let line = String::from_utf8_lossy(&bytes);
        if inbox.send(Inbox::Line(line.trim_end_matches(['\r', '\n']).to_owned())).is_err() {
            return;
        }
    }
    drop(inbox.send(Inbox::Eof));
}

/// Writes what the events say, a line at a time: each is one write and flushed, so that no reader ever sees half
/// of one. Ends when nobody listens.
fn write(mut output: impl Write, events: &Receiver<Event>, mut speaker: Speaker) {
    let mut kept = None;
    for event in events {
        let mut lines = speaker.render(&event);
        match &event {
            Event::Log(path) => match path.as_deref().map(record::open).transpose() {
                Ok(file) => kept = file,
                // It could be opened when it was named.
                Err(error) => lines.extend(speaker.render(&Event::Error(error.to_string()))),
            },
            Event::Received(line) => record::keep(&mut kept, '>', line),
            _ => {}
        }
        // Lines of analysis may come together: the line behind them brings them all to light.
        let apart = speaker.pauses() && !matches!(event, Event::Info(_));
        for line in lines {
            if apart {
                pace::wait_until_read();
            }
            record::keep(&mut kept, '<', &line);
            if output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    }
}
