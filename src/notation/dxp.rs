//! The messages of `DamExchange`, without the zero byte that ends each: fixed fields of ASCII letters and digits.
//!
//! ```text
//! R01 name(32) colour(1) minutes(3) moves(3) A            a game is asked for; with B a position follows
//! A name(32) code(1)                                      and granted, or not
//! M seconds(4) from(2) to(2) count(2) captured(2 each)    a move
//! E reason(1) stop(1)     B move(3) colour(1)     K code(1)     C text
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use super::shortened;
use crate::board::Side;

/// The most characters of a message.
pub const LONGEST: usize = 127;
/// The port that programs use if they are not told another.
pub const PORT: u16 = 27531;
/// The version of the protocol.
const VERSION: &str = "01";
/// Characters of a name.
const NAME: usize = 32;

/// A message.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// R: a game is asked for.
    Request(Request),
    /// A: the answer to that.
    Accept {
        /// Who answers.
        name: String,
        /// Whether the game is accepted.
        answer: Acceptance,
    },
    /// M: a move.
    Move(Move),
    /// E: the end of the game, on one's own turn, or the answer to that.
    End {
        /// What the sender says of the result.
        reason: Reason,
        /// No more games.
        stop: bool,
    },
    /// C: something to read.
    Chat(String),
    /// B: let us go back to where this move was to be made.
    Back {
        /// The number of the move, from 1.
        number: u32,
        /// Who was to move.
        turn: Side,
    },
    /// K: the answer to that.
    BackAnswer(BackAnswer),
}

/// A game as it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Who asks.
    pub name: String,
    /// The colour of the one who is asked.
    pub follower: Side,
    /// Minutes for the game; 0 for no limit.
    pub minutes: f64,
    /// Moves for that time; 0 for all of them.
    pub moves: u32,
    /// The position as Hub writes it, unless it is the start position.
    pub position: Option<String>,
}

/// The codes of an answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// The game begins.
    Yes,
    /// Another version of the protocol.
    WrongVersion,
    /// Not this game; another one is welcome.
    NotThisGame,
    /// No games at all.
    NoGames,
}

/// A move in squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Seconds used, for information only.
    pub seconds: u32,
    /// From where.
    pub from: u8,
    /// To where.
    pub to: u8,
    /// What is captured, in any order.
    pub captured: Vec<u8>,
}

/// What the sender of an end says of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing.
    Unknown,
    /// It has lost.
    Lost,
    /// It claims a draw.
    Draw,
    /// It has won.
    Won,
}

/// The codes of an answer to the wish to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAnswer {
    /// Both go back.
    Yes,
    /// It is not able to.
    NotSupported,
    /// It wants to play on.
    No,
}

/// A text that is no message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no message: {1}")]
pub struct DxpError(String, &'static str);

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, DxpError> {
        let wrong = |what| DxpError(shortened(text), what);
        if text.len() > LONGEST {
            return Err(wrong("it is too long"));
        }
        if !text.is_ascii() {
            return Err(wrong("it is not ASCII"));
        }
        let mut fields = Fields { rest: text };
        match fields.take(1).unwrap_or_default() {
            "R" => request(&mut fields).map(Self::Request),
            "A" => accept(&mut fields),
            "M" => moved(&mut fields).map(Self::Move),
            "E" => end(&mut fields),
            "C" => Ok(Self::Chat(fields.rest.to_owned())),
            "B" => back(&mut fields),
            "K" => back_answer(&mut fields),
            _ => Err("there is no such kind"),
        }
        .map_err(wrong)
    }
}

/// The fields of a message, from the left.
struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (field, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(field)
    }

    fn number<T: std::str::FromStr>(&mut self, length: usize) -> Result<T, &'static str> {
        let field = self.take(length).ok_or("it is too short")?;
        let digits = field.trim();
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| plain).ok_or("there are no digits where a number should be")
    }

    fn side(&mut self) -> Result<Side, &'static str> {
        match self.take(1) {
            Some("W" | "w") => Ok(Side::White),
            Some("Z" | "z" | "B" | "b") => Ok(Side::Black),
            _ => Err("the colour is neither W nor Z"),
        }
    }

    fn name(&mut self) -> Result<String, &'static str> {
        self.take(NAME).map(|name| name.trim().to_owned()).ok_or("it is too short")
    }
}

fn request(fields: &mut Fields<'_>) -> Result<Request, &'static str> {
    if fields.take(VERSION.len()) != Some(VERSION) {
        return Err("the version is not 01");
    }
    let (name, follower) = (fields.name()?, fields.side()?);
    // Fractions of a minute are in use, though the protocol does not know them.
    let minutes = fields.take(3).unwrap_or_default().trim();
    let minutes: f64 = minutes.parse().map_err(|_| "the minutes are no number")?;
    if !(0.0..=999.0).contains(&minutes) {
        return Err("the minutes are no number");
    }
    let moves = fields.number(3)?;
    let position = match fields.take(1) {
        Some("A") => None,
        Some("B") => Some(position(fields.rest)?),
        _ => return Err("it says neither A nor B"),
    };
    Ok(Request { name, follower, minutes, moves, position })
}

/// The position as Hub writes it, which calls Black b.
fn position(text: &str) -> Result<String, &'static str> {
    let letter = |letter| match letter {
        'w' | 'W' | 'e' => Some(letter),
        'z' | 'b' => Some('b'),
        'Z' | 'B' => Some('B'),
        'E' => Some('e'),
        _ => None,
    };
    text.trim_end().chars().map(letter).collect::<Option<String>>().ok_or("the position has strange letters")
}

fn accept(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let name = fields.name()?;
    let answer = match fields.take(1) {
        Some("0") => Acceptance::Yes,
        Some("1") => Acceptance::WrongVersion,
        Some("2") => Acceptance::NotThisGame,
        Some("3") => Acceptance::NoGames,
        _ => return Err("there is no such answer"),
    };
    Ok(Message::Accept { name, answer })
}

fn moved(fields: &mut Fields<'_>) -> Result<Move, &'static str> {
    let seconds = fields.number(4)?;
    let (from, to) = (fields.number(2)?, fields.number(2)?);
    let count: usize = fields.number(2)?;
    let captured = (0..count).map(|_| fields.number(2)).collect::<Result<_, _>>()?;
    Ok(Move { seconds, from, to, captured })
}

fn end(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let reason = match fields.take(1) {
        Some("0") => Reason::Unknown,
        Some("1") => Reason::Lost,
        Some("2") => Reason::Draw,
        Some("3") => Reason::Won,
        _ => return Err("there is no such reason"),
    };
    match fields.take(1) {
        // The code is missing in the messages of some programs.
        Some("0") | None => Ok(Message::End { reason, stop: false }),
        Some("1") => Ok(Message::End { reason, stop: true }),
        Some(_) => Err("the stop code is neither 0 nor 1"),
    }
}

fn back(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    Ok(Message::Back { number: fields.number(3)?, turn: fields.side()? })
}

fn back_answer(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    Ok(Message::BackAnswer(match fields.take(1) {
        Some("0") => BackAnswer::Yes,
        Some("1") => BackAnswer::NotSupported,
        Some("2") => BackAnswer::No,
        _ => return Err("there is no such answer"),
    }))
}

impl Move {
    /// The move as Hub writes it.
    pub fn hub(&self) -> String {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        let captured = self.captured.iter().flat_map(|square| ["x".to_owned(), square.to_string()]);
        format!("{}{sign}{}{}", self.from, self.to, captured.collect::<String>())
    }

    /// Reads a move as Hub writes it; `None` unless it is made of numbers.
    pub fn of_hub(text: &str, seconds: u32) -> Option<Self> {
        let squares: Vec<u8> =
            text.split(['-', 'x']).map(|square| square.parse().ok()).collect::<Option<_>>()?;
        match squares.as_slice() {
            [from, to, captured @ ..] => {
                Some(Self { seconds, from: *from, to: *to, captured: captured.to_vec() })
            }
            _ => None,
        }
    }
}

/// The minutes in three characters. Fractions only where whole minutes would be wrong.
fn minutes(minutes: f64) -> String {
    let minutes = minutes.clamp(0.0, 999.0);
    if minutes.fract() == 0.0 || minutes >= 10.0 {
        format!("{minutes:03.0}")
    } else if minutes >= 1.0 {
        format!("{minutes:.1}")
    } else {
        format!("{:.2}", minutes.clamp(0.01, 0.99)).replace("0.", ".")
    }
}

/// The letter of a colour, after the Dutch words.
fn colour(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// The name in exactly its width.
fn name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    let name: String = name.trim().chars().map(plain).take(NAME).collect();
    format!("{name:NAME$}")
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request) => write!(f, "{request}"),
            Self::Accept { name: own, answer } => write!(f, "A{}{}", name(own), *answer as u8),
            Self::Move(Move { seconds, from, to, captured }) => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End { reason, stop } => write!(f, "E{}{}", *reason as u8, u8::from(*stop)),
            Self::Chat(text) => {
                let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
                let text: String = text.chars().map(plain).take(LONGEST - 1).collect();
                write!(f, "C{text}")
            }
            Self::Back { number, turn } => write!(f, "B{:03}{}", number.min(&999), colour(*turn)),
            Self::BackAnswer(answer) => write!(f, "K{}", *answer as u8),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name: own, follower, minutes: time, moves, position } = self;
        let moves = moves.min(&999);
        write!(f, "R{VERSION}{}{}{}{moves:03}", name(own), colour(*follower), minutes(*time))?;
        let Some(position) = position else { return f.write_str("A") };
        let letters = position.chars().map(|letter| match letter {
            'b' => 'z',
            'B' => 'Z',
            other => other,
        });
        write!(f, "B{}", letters.collect::<String>())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    /// The examples of the protocol's description.
    #[test]
    fn known_messages_are_read_and_written_back() {
        let start = format!("B{}{}{}{}", 'W', "z".repeat(20), "e".repeat(10), "w".repeat(20));
        let request = format!("R01{:32}W060065A", "Tornado voor Windows 4.0");
        let set_up = format!("R01{:32}Z075000{start}", "DXP Client");
        let accept = format!("A{:32}0", "Moby Dam");
        for text in [
            &request,
            &set_up,
            &accept,
            "M0012061100",
            "M001205250422122320",
            "E00",
            "E11",
            "Cinvalid move received",
            "B001W",
            "K0",
        ] {
            assert_eq!(Message::read(text).unwrap().to_string(), *text);
        }
        assert_eq!((request.len(), set_up.len(), accept.len()), (43, 94, 34));
        let Ok(Message::Move(mv)) = Message::read("M001205250422122320") else { panic!("a move") };
        assert_eq!(mv.hub(), "5x25x22x12x23x20");
        assert_eq!(Move::of_hub("5x25x22x12x23x20", 12), Some(mv));
        assert_eq!(Move::of_hub("a3-a4", 0), None);
    }

    #[test]
    fn minutes_may_be_fractions() {
        for (text, value) in [(".05", 0.05), ("0.5", 0.5), ("1.5", 1.5), ("000", 0.0), ("075", 75.0)] {
            let message = Message::read(&format!("R01{:32}W{text}000A", "x")).unwrap();
            let Message::Request(request) = message else { panic!("a request") };
            assert!((request.minutes - value).abs() < 1e-9, "{text}");
        }
        for (value, text) in [
            (0.05, ".05"),
            (0.5, ".50"),
            (0.001, ".01"),
            (0.999, ".99"),
            (1.5, "1.5"),
            (2.0, "002"),
            (99.5, "100"),
        ] {
            assert_eq!(minutes(value), text);
        }
    }

    #[test]
    fn what_is_no_message_is_called_so() {
        let long = format!("C{}", "x".repeat(127));
        for text in [
            "",
            "X",
            "R",
            "R02",
            "R01short",
            "M",
            "M00120611",
            "M0012061102",
            "M00120611xx",
            "M0012061102-122",
            "E",
            "E9",
            "E07",
            "B",
            "B001",
            "B001Q",
            "K",
            "K7",
            "A",
            "Cé",
            &long,
        ] {
            assert!(Message::read(text).is_err(), "{text}");
        }
    }
}
