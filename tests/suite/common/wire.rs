//! A peer of `DamExchange` in miniature, and the built program at the other end.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::driver::{Engine, PATIENCE};

/// `damone dxp`, listening.
pub fn listening(arguments: &[&str]) -> (Engine, u16) {
    let all: Vec<&str> = ["dxp", "--listen", "0"].iter().chain(arguments).copied().collect();
    let mut engine = Engine::with(&all);
    let line = engine.wait_for("listening at 127.0.0.1:");
    let port = line.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    (engine, port)
}

/// One end of a wire.
pub struct Wire {
    stream: TcpStream,
    pending: Vec<u8>,
}

impl Wire {
    /// Goes to a port of this machine.
    pub fn to(port: u16) -> Self {
        Self::over(TcpStream::connect(("127.0.0.1", port)).expect("somebody listens"))
    }

    /// Waits for somebody to come.
    pub fn from(listener: &TcpListener) -> Self {
        Self::over(listener.accept().expect("somebody comes").0)
    }

    fn over(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, pending: Vec::new() }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        // Whoever has hung up does not read any more, which some tests want.
        let _ = self.stream.write_all(bytes);
    }

    /// Sends a message.
    pub fn send(&mut self, message: &str) {
        self.send_bytes(format!("{message}\0").as_bytes());
    }

    /// The next message, if one comes within `time`.
    pub fn within(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            if let Some(end) = self.pending.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.pending.drain(..=end).take(end).collect();
                return Some(String::from_utf8(message).expect("ASCII"));
            }
            let mut buffer = [0; 256];
            match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(count) => self.pending.extend(&buffer[..count]),
                Err(_) if Instant::now() < deadline => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message.
    pub fn message(&mut self) -> String {
        self.within(PATIENCE).expect("a message within the time-out")
    }

    /// The next message that is not to be read by people.
    pub fn no_chat(&mut self) -> String {
        loop {
            let message = self.message();
            if !message.starts_with('C') {
                return message;
            }
        }
    }

    /// Whether the other end hangs up within the time-out.
    pub fn is_cut(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        let mut buffer = [0; 256];
        while Instant::now() < deadline {
            match self.stream.read(&mut buffer) {
                Ok(0) => return true,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return true,
                _ => {}
            }
        }
        false
    }
}

/// A request for a game in which the one asked has this colour (W or Z).
pub fn request(colour: char, minutes: &str, position: Option<&str>) -> String {
    let kind = position.map_or("A".to_owned(), |position| format!("B{position}"));
    format!("R01{:32}{colour}{minutes}000{kind}", "Tester")
}
