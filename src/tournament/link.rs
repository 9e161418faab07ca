//! The wire to an engine: lines to and from a process, or messages over a socket.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, select};

use super::stop::StopToken;

/// Why talking to an engine came to nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be started.
    #[error("cannot start: {0}")]
    Start(String),
    /// It does not answer in time.
    #[error("no answer: waited for {0}")]
    Silent(&'static str),
    /// It has ended, or closed its output.
    #[error("the engine has ended ({0})")]
    Closed(String),
    /// What it says makes no sense.
    #[error("{0}")]
    Protocol(String),
    /// The match is being stopped; nobody's fault.
    #[error("stopped")]
    Stopped,
}

/// Lines kept for the report of a fault.
const KEPT_LINES: usize = 30;
/// Characters kept of each.
const KEPT_CHARACTERS: usize = 400;
/// Longer lines are cut into several, so that an engine without line ends cannot fill the memory.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that an engine may be ahead; then its pipe is left to fill.
const LINES_AHEAD: usize = 4096;

/// The last lines exchanged: `>` sent, `<` received, `!` from stderr.
#[derive(Clone, Debug, Default)]
struct Transcript(Arc<Mutex<VecDeque<String>>>);

impl Transcript {
    fn add(&self, sign: char, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= KEPT_LINES {
            lines.pop_front();
        }
        let cut: String = line.chars().take(KEPT_CHARACTERS).collect();
        lines.push_back(format!("{sign} {cut}"));
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// A line and when it came.
struct Received {
    at: Instant,
    text: String,
}

/// What is written to.
enum Output {
    Pipe(ChildStdin),
    Socket(TcpStream),
}

/// A connection to an engine. Dropping it ends the process.
pub struct Link {
    child: Option<Child>,
    output: Option<Output>,
    /// Kept open for engines that are spoken to over a socket but read commands here too.
    console: Option<ChildStdin>,
    end: u8,
    lines: Receiver<Received>,
    transcript: Transcript,
    stop: StopToken,
}

impl Link {
    /// Starts a process that is spoken to over its standard input and output.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn process(words: &[String], dir: Option<&Path>, stop: StopToken) -> Result<Self, Failure> {
        let mut child = spawn(words, dir)?;
        let transcript = Transcript::default();
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Start("its pipes are missing".to_owned()));
        };
        watch_errors(&mut child, &transcript);
        let lines = read_lines(output, b'\n', &transcript);
        let output = Some(Output::Pipe(input));
        Ok(Self { child: Some(child), output, console: None, end: b'\n', lines, transcript, stop })
    }

    /// Starts a process, if there are words, and connects to the port on which it or somebody else listens.
    ///
    /// # Errors
    /// If it cannot be started or nobody listens before the deadline.
    pub fn socket(
        words: &[String],
        dir: Option<&Path>,
        address: &str,
        console: &[String],
        deadline: Instant,
        stop: StopToken,
    ) -> Result<Self, Failure> {
        let transcript = Transcript::default();
        let mut child = if words.is_empty() { None } else { Some(spawn(words, dir)?) };
        let mut input = None;
        if let Some(child) = &mut child {
            watch_errors(child, &transcript);
            if let Some(output) = child.stdout.take() {
                // Read so that the process does not block; its last lines may explain a fault.
                let transcript = transcript.clone();
                thread::spawn(move || {
                    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                        transcript.add('!', &String::from_utf8_lossy(&line));
                    }
                });
            }
            input = child.stdin.take();
        }
        let connected = connect(address, child.as_mut(), deadline, &stop);
        let mut link =
            Self { child, output: None, console: input, end: 0, lines: bounded(0).1, transcript, stop };
        let socket = connected?;
        // A message is a move: waiting for more to send would only cost time.
        let _ = socket.set_nodelay(true);
        let reader = socket.try_clone().map_err(|error| Failure::Start(error.to_string()))?;
        link.lines = read_lines(reader, 0, &link.transcript);
        link.output = Some(Output::Socket(socket));
        if let Some(input) = &mut link.console {
            for line in console {
                let _ = writeln!(input, "{line}");
            }
            let _ = input.flush();
        }
        Ok(link)
    }

    /// Sends a line (or message) with a single write.
    ///
    /// # Errors
    /// If the engine is gone.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.transcript.add('>', line);
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(self.end);
        let sent = match &mut self.output {
            Some(Output::Pipe(pipe)) => pipe.write_all(&bytes).and_then(|()| pipe.flush()),
            Some(Output::Socket(socket)) => socket.write_all(&bytes),
            None => return Err(self.closed()),
        };
        sent.map_err(|_| self.closed())
    }

    /// The next line and when it came.
    ///
    /// # Errors
    /// If none comes by the deadline (`awaited` says what was expected), or the engine or the match has ended.
    pub fn receive(
        &mut self,
        deadline: Instant,
        awaited: &'static str,
    ) -> Result<(Instant, String), Failure> {
        if self.stop.is_stopped() {
            return Err(Failure::Stopped);
        }
        let received = if let Ok(received) = self.lines.try_recv() {
            received
        } else {
            select! {
                recv(self.lines) -> received => received.map_err(|_| self.closed())?,
                recv(self.stop.receiver()) -> _ => return Err(Failure::Stopped),
                recv(crossbeam_channel::at(deadline)) -> _ => return Err(Failure::Silent(awaited)),
            }
        };
        // An engine that never stops talking is as late as one that says nothing.
        if received.at > deadline { Err(Failure::Silent(awaited)) } else { Ok((received.at, received.text)) }
    }

    /// Forgets the lines that have come so far.
    pub fn forget_lines(&mut self) {
        for _ in 0..LINES_AHEAD {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// The last lines exchanged.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Ends the connection: the engine has `grace` to end by itself. Whether it did.
    pub fn close(mut self, grace: Duration) -> bool {
        self.hang_up();
        let Some(child) = &mut self.child else { return true };
        let until = Instant::now() + grace;
        loop {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Closes our ends of the wires.
    fn hang_up(&mut self) {
        if let Some(Output::Socket(socket)) = &self.output {
            let _ = socket.shutdown(Shutdown::Both);
        }
        self.output = None;
        self.console = None;
    }

    /// That the engine has ended, and how.
    fn closed(&mut self) -> Failure {
        let Some(child) = &mut self.child else { return Failure::Closed("connection closed".to_owned()) };
        // The end of its output comes a moment before the end of the process.
        for _ in 0..100 {
            if let Ok(Some(status)) = child.try_wait() {
                return Failure::Closed(status.to_string());
            }
            thread::sleep(Duration::from_millis(2));
        }
        Failure::Closed("output closed".to_owned())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.hang_up();
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a process in a group of its own, so that Ctrl-C in a terminal reaches only the runner.
fn spawn(words: &[String], dir: Option<&Path>) -> Result<Child, Failure> {
    let (program, arguments) =
        words.split_first().ok_or_else(|| Failure::Start("the command is empty".to_owned()))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = dir {
        command.current_dir(dir);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| Failure::Start(format!("{program}: {error}")))
}

fn connect(
    address: &str,
    mut child: Option<&mut Child>,
    deadline: Instant,
    stop: &StopToken,
) -> Result<TcpStream, Failure> {
    loop {
        let error = match TcpStream::connect(address) {
            Ok(socket) => return Ok(socket),
            Err(error) => error,
        };
        if let Some(Ok(Some(status))) = child.as_mut().map(|child| child.try_wait()) {
            return Err(Failure::Closed(status.to_string()));
        }
        if stop.is_stopped() {
            return Err(Failure::Stopped);
        }
        if Instant::now() >= deadline {
            return Err(Failure::Start(format!("nobody listens on {address}: {error}")));
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Notes what the process says on stderr.
fn watch_errors(child: &mut Child, transcript: &Transcript) {
    let Some(errors) = child.stderr.take() else { return };
    let transcript = transcript.clone();
    thread::spawn(move || {
        read_to_end(errors, b'\n', |line| {
            transcript.add('!', &line);
            true
        });
    });
}

/// Reads lines in a thread of their own. The thread ends with the input, or when nobody listens any more.
fn read_lines(input: impl Read + Send + 'static, end: u8, transcript: &Transcript) -> Receiver<Received> {
    let (sender, receiver): (Sender<Received>, _) = bounded(LINES_AHEAD);
    let transcript = transcript.clone();
    thread::spawn(move || {
        read_to_end(input, end, |text| {
            let at = Instant::now();
            transcript.add('<', &text);
            sender.send(Received { at, text }).is_ok()
        });
    });
    receiver
}

/// Calls `hear` for every line until it says that it has enough.
fn read_to_end(input: impl Read, end: u8, mut hear: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(end, &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if bytes.last() == Some(&end) {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned();
        if !hear(text) {
            return;
        }
    }
}
