//! `DamExchange`: games with another program over TCP, in either role and in either direction of the connection.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod claims;
mod link;
mod play;
mod player;
mod session;

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use claims::Judge;
pub use claims::{Claims, Threshold};
use link::Link;
use player::Player;
use session::Talk;

use crate::board::Side;
use crate::notation::dxp::{Acceptance, Message};

/// How long a peer that is only starting may not be there yet.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// How games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Our name.
    pub name: String,
    /// What we ask for, if it is our part to ask.
    pub offer: Option<Offer>,
    /// How many games; any number unless given.
    pub games: Option<u32>,
    /// Time for a move in games without a clock.
    pub move_time: Duration,
    /// What is claimed by score.
    pub claims: Claims,
    /// Whether the peer may take moves back.
    pub take_back: bool,
    /// How long the peer may be silent.
    pub silence: Duration,
    /// A folder with endgame tables.
    pub tables: Option<PathBuf>,
    /// Options of the engine.
    pub options: Vec<(String, String)>,
}

/// The games that we ask for; from one to the next the colours are swapped.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// Our side in the first game.
    pub own: Side,
    /// Minutes for a game; 0 for no limit.
    pub minutes: f64,
    /// Moves for that time; 0 for all of the game.
    pub moves: u32,
    /// The start position as Hub writes it, unless it is the usual one.
    pub position: Option<String>,
}

/// How the wire to the peer comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// Peers come to us, one at a time.
    Listen(SocketAddr),
    /// We go to the peer.
    Connect(String),
}

/// What there is to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// Peers can come to this address.
    Listening(SocketAddr),
    /// Something happened.
    Note(String),
    /// A game is over.
    Game {
        /// Its result, as PDN writes it.
        result: &'static str,
        /// The game.
        pdn: String,
    },
}

/// Plays until all games are over; as a listener without a number of games, for ever.
///
/// # Errors
/// If there is no wire to be had, or the endgame tables cannot be opened.
pub fn serve(way: &Way, settings: &Settings, report: &mut dyn FnMut(Report)) -> io::Result<()> {
    let judge = Judge::open(settings.tables.as_deref()).map_err(io::Error::other)?;
    let mut player = Player::start(settings)?;
    let mut games = 0;
    match way {
        Way::Connect(address) => {
            let stream = connect(address).map_err(|error| when(&error, "cannot connect to", address))?;
            let link = Link::new(stream)?;
            Talk::new(settings, &judge, &mut player, link, &mut games, report).run();
        }
        Way::Listen(address) => {
            let listener =
                TcpListener::bind(address).map_err(|error| when(&error, "cannot listen at", address))?;
            report(Report::Listening(listener.local_addr()?));
            let busy = Arc::new(AtomicBool::new(false));
            let peers = accept(listener, busy.clone(), settings.name.clone())?;
            while settings.games.is_none_or(|most| games < most) {
                let Ok((stream, peer)) = peers.recv() else { break };
                report(Report::Note(format!("{peer} has come")));
                match Link::new(stream) {
                    Ok(link) => Talk::new(settings, &judge, &mut player, link, &mut games, report).run(),
                    Err(error) => report(Report::Note(error.to_string())),
                }
                busy.store(false, Ordering::Release);
            }
        }
    }
    Ok(())
}

/// An error with what was tried.
fn when(error: &io::Error, what: &str, address: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(error.kind(), format!("{what} {address}: {error}"))
}

/// Goes to a peer, which may still be starting.
fn connect(address: &str) -> io::Result<TcpStream> {
    let deadline = Instant::now() + CONNECT_TIME;
    loop {
        match TcpStream::connect(address) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(100));
            }
            other => return other,
        }
    }
}

/// Takes peers in, one at a time: who comes meanwhile is told that there are no games.
fn accept(
    listener: TcpListener,
    busy: Arc<AtomicBool>,
    name: String,
) -> io::Result<Receiver<(TcpStream, SocketAddr)>> {
    let (sender, peers) = bounded(1);
    let body = move || {
        loop {
            let Ok((mut stream, peer)) = listener.accept() else {
                // Out of file descriptors, or the peer has gone again.
                thread::sleep(Duration::from_millis(100));
                continue;
            };
            if busy.swap(true, Ordering::AcqRel) {
                let refusal = Message::Accept { name: name.clone(), answer: Acceptance::NoGames };
                // It is not to hold up the next.
                let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
                let _ = stream.write_all(format!("{refusal}\0").as_bytes());
            } else if sender.send((stream, peer)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("dxp listener".to_owned()).spawn(body)?;
    Ok(peers)
}
