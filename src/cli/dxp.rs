//! `damone dxp`.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::{ArgAction, Args, ValueEnum};

use crate::board::Side;
use crate::engine::options::Options;
use crate::notation::{dxp, fen};
use crate::protocol::dxp::{Claims, Offer, Report, Settings, Threshold, Way, serve};
use crate::rules::variants::International;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Let peers come to this port (the usual one unless given; 0 for any that is free)
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "27531", conflicts_with = "connect")]
    listen: Option<u16>,
    /// The address of this machine that peers can come to; only programs on this machine unless given
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Go to a peer
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Ask for games, instead of waiting to be asked
    #[arg(long)]
    initiator: bool,
    /// How many games; 1 for the initiator and any number for the other unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Initiator: our colour in the first game
    #[arg(long, value_enum, default_value_t = Colour::White)]
    colour: Colour,
    /// Initiator: minutes for a game, fractions allowed; 0 for no limit
    #[arg(long, value_name = "MINUTES", default_value_t = 5.0, value_parser = minutes)]
    time: f64,
    /// Initiator: moves for that time; 0 for all of the game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..1000))]
    moves: u32,
    /// Initiator: start from this position
    #[arg(long)]
    fen: Option<String>,
    /// Seconds for a move in games without a limit
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    move_time: f64,
    /// Resign when behind by so many men for three moves, or lost by endgame tables; 0 for never
    #[arg(long, value_name = "MEN", default_value_t = 8.0, value_parser = men)]
    resign: f64,
    /// Claim a draw when neither side has been better by more than this for 15 moves after move 50, or by endgame tables;
    /// negative for never
    #[arg(long, value_name = "MEN", default_value_t = 0.1, value_parser = men, allow_negative_numbers = true)]
    draw: f64,
    /// Whether the peer may take moves back
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, default_value_t = true)]
    take_back: bool,
    /// Seconds that the peer may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = seconds)]
    silence: f64,
    /// Our name
    #[arg(long, default_value = concat!("Damone ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// A folder with endgame tables; those of three pieces need none
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads that search
    #[arg(long, value_name = "N")]
    threads: Option<u64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB")]
    hash: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Colour {
    White,
    Black,
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: f64 = text.replace(',', ".").parse().map_err(|_| "not a number".to_owned())?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(format!("not between {least} and {most}")) }
}

fn minutes(text: &str) -> Result<f64, String> {
    number(text, 0.0, 999.0)
}

fn seconds(text: &str) -> Result<f64, String> {
    number(text, 0.001, 1e6)
}

fn men(text: &str) -> Result<f64, String> {
    number(text, -1.0, 300.0)
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut games = arguments.pdn.as_deref().map(open).transpose()?;
    let mut trouble = None;
    let mut report = |report| {
        if let Err(error) = tell(&report, games.as_mut()) {
            trouble.get_or_insert(error);
        }
    };
    serve(&way(arguments), &settings(arguments)?, &mut report)?;
    trouble.map_or(Ok(()), Err)
}

fn open(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

fn way(arguments: &Arguments) -> Way {
    match &arguments.connect {
        Some(address) => Way::Connect(address.clone()),
        None => Way::Listen(SocketAddr::new(arguments.bind, arguments.listen.unwrap_or(dxp::PORT))),
    }
}

fn settings(arguments: &Arguments) -> Result<Settings> {
    let threshold = |men: f64, moves| Threshold { score: (men * 100.0).round() as i16, moves };
    let claims = Claims {
        resign: (arguments.resign > 0.0).then(|| threshold(arguments.resign, 3)),
        draw: (arguments.draw >= 0.0).then(|| threshold(arguments.draw, 15)),
        ..Claims::default()
    };
    let given = [("Threads", arguments.threads), ("Hash", arguments.hash)];
    let value = |(name, value): (&str, Option<u64>)| Some((name.to_owned(), value?.to_string()));
    let options: Vec<(String, String)> = given.into_iter().filter_map(value).collect();
    for (name, value) in &options {
        Options::default().set(name, Some(value))?;
    }
    Ok(Settings {
        name: arguments.name.clone(),
        offer: if arguments.initiator { Some(offer(arguments)?) } else { None },
        games: arguments.games.or(arguments.initiator.then_some(1)),
        move_time: Duration::from_secs_f64(arguments.move_time),
        claims,
        take_back: arguments.take_back,
        silence: Duration::from_secs_f64(arguments.silence),
        tables: arguments.tables.clone(),
        options,
    })
}

fn offer(arguments: &Arguments) -> Result<Offer> {
    let position = |text: &String| {
        let position = fen::read::<International>(text).map_err(|error| anyhow!("fen: {error}"))?;
        Ok::<_, anyhow::Error>(fen::write_hub(position.board()))
    };
    Ok(Offer {
        own: match arguments.colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
        },
        minutes: arguments.time,
        moves: arguments.moves,
        position: arguments.fen.as_ref().map(position).transpose()?,
    })
}

/// Prints what happens and keeps the games.
fn tell(report: &Report, games: Option<&mut File>) -> Result<()> {
    let line = match report {
        Report::Listening(address) => format!("listening at {address}"),
        Report::Note(text) => text.chars().map(|c| if c.is_control() { '?' } else { c }).collect(),
        Report::Game { result, pdn } => {
            if let Some(file) = games {
                file.write_all(pdn.as_bytes())
                    .and_then(|()| file.flush())
                    .context("cannot write the game")?;
            }
            format!("result {result}")
        }
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).context("cannot print")
}
