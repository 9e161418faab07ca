//! A user interface in miniature: starts the built program, talks to it through pipes, and gives up after a
//! time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The built program, or another build of it that `DAMONE_PROGRAM` names: for long tests of a release build.
pub fn program() -> Command {
    Command::new(std::env::var_os("DAMONE_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_damone").into()))
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<ChildStderr>,
}

impl Engine {
    /// Starts one, which is at the start position of `variant`.
    pub fn playing(variant: &str) -> Self {
        let mut engine = Self::start();
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine
    }

    /// Starts one that is to find out what it is spoken to in.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// Starts one with these arguments.
    pub fn with(arguments: &[&str]) -> Self {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("output is text")).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), errors: child.stderr.take(), child, lines }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line, if one comes within `time`.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                // Wait as if it were silent, so that "no line" always means the whole time passed.
                None
            }
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).expect("a line within the time-out")
    }

    /// The lines up to one that begins with `start`, which is the last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line_within(PATIENCE) else { panic!("no '{start}' after {lines:#?}") };
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// The next line that begins with `start`.
    pub fn wait_for(&mut self, start: &str) -> String {
        self.until(start).pop().expect("at least one line")
    }

    /// What comes until everything sent so far is done.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line and gives the answers to it, for commands that are done at once.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// The FEN of the present position.
    pub fn fen(&mut self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("FEN: "));
        fen.unwrap_or_else(|| panic!("no FEN in {lines:#?}")).to_owned()
    }

    /// The legal moves of the present position.
    pub fn legal_moves(&mut self) -> Vec<String> {
        let lines = self.ask("d");
        let moves = lines.iter().find(|line| line.starts_with("Moves (")).expect("d lists the moves");
        moves.split_whitespace().skip(2).map(str::to_owned).collect()
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end; how it ended, and what it had still to say.
    pub fn finish(mut self, within: Duration) -> (ExitStatus, Vec<String>) {
        let deadline = Instant::now() + within;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(Instant::now() < deadline, "still running after {within:?}");
            thread::sleep(Duration::from_millis(1));
        };
        let rest: Vec<String> = self.lines.iter().collect();
        let mut errors = String::new();
        if let Some(mut stream) = self.errors.take() {
            stream.read_to_string(&mut errors).expect("stderr is text");
        }
        assert_eq!(errors, "", "nothing may be printed to stderr");
        (status, rest)
    }

    /// Quits, and checks that nothing went wrong.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (status, rest) = self.finish(PATIENCE);
        assert!(status.success(), "{status}");
        rest
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
