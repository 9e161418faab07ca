//! `DamExchange`: we are the initiator, the engine is the follower. It gets no positions but the moves of its
//! opponent, keeps its own clock, and reports no scores.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use super::{Answer, Dialect, Identity, Remarks, Wishes};
use crate::board::Side;
use crate::tournament::limits::Go;
use crate::tournament::link::{Failure, Link};
use crate::tournament::referee::{MoveText, Scene};

/// Moves that a time per move is multiplied by where only a time for the game can be said.
pub const MOVES_OF_A_GAME: u32 = 75;
/// How long a follower may be busy with the request before the first move is sent to it.
const PAUSE_BEFORE_FIRST_MOVE: Duration = Duration::from_millis(100);

/// The dialect.
#[derive(Debug)]
pub struct Dxp {
    side: Side,
    /// The request was accepted.
    playing: bool,
    /// Moves of the scene that both sides know.
    known: usize,
}

impl Default for Dxp {
    fn default() -> Self {
        Self { side: Side::White, playing: false, known: 0 }
    }
}

impl Dialect for Dxp {
    fn greet(&mut self, _: &mut Link, wishes: &Wishes<'_>, _: Instant) -> Result<Identity, Failure> {
        match wishes.options.keys().next() {
            // There is no greeting: names come with the first game.
            None => Ok(Identity::default()),
            Some(name) => Err(Failure::Protocol(format!("dxp has no options, so '{name}' cannot be set"))),
        }
    }

    fn new_game(&mut self, _: &mut Link, _: &Scene, side: Side, _: Instant) -> Result<(), Failure> {
        // The follower's clock would start with the request, so that waits for its first turn.
        *self = Self { side, playing: false, known: 0 };
        Ok(())
    }

    fn prepare(&mut self, link: &mut Link, scene: &Scene, go: &Go, deadline: Instant) -> Result<(), Failure> {
        if !self.playing {
            link.send(&request(scene, self.side, go))?;
            accepted(link, deadline)?;
            self.playing = true;
            if !scene.moves.is_empty() {
                std::thread::sleep(PAUSE_BEFORE_FIRST_MOVE);
            }
        }
        for mv in scene.moves.iter().skip(self.known) {
            link.send(&move_message(mv)?)?;
        }
        // The answer to this position is its own move, which need not be told.
        self.known = scene.moves.len() + 1;
        Ok(())
    }

    fn go(&mut self, _: &mut Link, _: &Go) -> Result<(), Failure> {
        Ok(())
    }

    fn read(&mut self, link: &mut Link, line: &str, _: &mut Remarks) -> Result<Option<Answer>, Failure> {
        let answer = match line.get(..1) {
            Some("M") => Answer::Move { text: read_move(line)?, ponder: None },
            Some("E") => {
                self.playing = false;
                link.send("E00")?;
                match line.get(1..2) {
                    Some("1") => Answer::Resigns,
                    Some("2") => Answer::ClaimsDraw,
                    _ => Answer::Leaves(line.to_owned()),
                }
            }
            Some("C") if line.to_ascii_lowercase().contains("invalid move") => {
                return Err(Failure::Protocol(format!("the engine rejects a move: {line}")));
            }
            Some("B") => {
                // Taking back is refused; the game goes on.
                link.send("K1")?;
                return Ok(None);
            }
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }

    fn stop_line(&self) -> Option<&'static str> {
        None
    }

    fn ping(&mut self, _: &mut Link, _: Instant) -> Result<(), Failure> {
        Ok(())
    }

    fn end_game(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure> {
        if !self.playing {
            return Ok(());
        }
        self.playing = false;
        link.send("E00")?;
        loop {
            let (_, line) = link.receive(deadline, "the end of the game (E)")?;
            if line.starts_with('E') {
                return Ok(());
            }
        }
    }

    fn quit_line(&self) -> Option<&'static str> {
        None
    }
}

/// The game request.
fn request(scene: &Scene, follower: Side, go: &Go) -> String {
    let (minutes, moves) = time_fields(go);
    let colour = colour(follower);
    let mut text = format!("R01{:<32}{colour}{minutes}{moves}", "Damone match");
    if scene.from_start {
        text.push('A');
    } else {
        text.push('B');
        text.extend(scene.start_hub.chars().map(|letter| match letter {
            'b' => 'z',
            'B' => 'Z',
            other => other,
        }));
    }
    text
}

fn colour(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// Minutes and moves, three characters each. Fractions of a minute are an extension that engines understand.
fn time_fields(go: &Go) -> (String, String) {
    let Some(clock) = go.own_clock() else { return ("000".to_owned(), "000".to_owned()) };
    let moves = clock.moves_to_go.unwrap_or(MOVES_OF_A_GAME).min(999);
    // Increments are unknown here: what they would add over the moves is given at once.
    let minutes = (clock.remaining + clock.increment * moves).as_secs_f64() / 60.0;
    let minutes = if minutes < 1.0 {
        // Two digits, never more than there is, and at least a hundredth.
        format!(".{:02}", ((minutes * 100.0).floor() as u32).max(1))
    } else if minutes < 10.0 {
        format!("{:.1}", (minutes * 10.0).floor() / 10.0)
    } else {
        format!("{:03}", minutes.min(999.0).floor() as u32)
    };
    // A number of moves would mean the end of the game to some followers, so none is given.
    (minutes, "000".to_owned())
}

/// Waits for the answer to the request.
fn accepted(link: &mut Link, deadline: Instant) -> Result<(), Failure> {
    loop {
        let (_, line) = link.receive(deadline, "the answer to the game request (A)")?;
        if line.starts_with('A') {
            return match line.chars().last() {
                Some('0') => Ok(()),
                _ => Err(Failure::Protocol(format!("the engine refuses the game: {line}"))),
            };
        }
    }
}

/// A move of the opponent.
fn move_message(mv: &MoveText) -> Result<String, Failure> {
    let numbers: Result<Vec<u8>, _> = mv.hub.split(['-', 'x', ':']).map(str::parse::<u8>).collect();
    let bad = || Failure::Protocol(format!("dxp cannot write the move {}", mv.hub));
    match numbers.map_err(|_| bad())?.as_slice() {
        [from, to, victims @ ..] => {
            let squares: Vec<String> = victims.iter().map(|square| format!("{square:02}")).collect();
            Ok(format!("M0000{from:02}{to:02}{:02}{}", victims.len(), squares.concat()))
        }
        _ => Err(bad()),
    }
}

/// A move of the engine, as Hub would write it.
fn read_move(message: &str) -> Result<String, Failure> {
    let bad = || Failure::Protocol(format!("'{message}' is no move"));
    let two =
        |at: usize| message.get(at..at + 2).and_then(|digits| digits.parse::<u8>().ok()).ok_or_else(bad);
    let (from, to, count) = (two(5)?, two(7)?, usize::from(two(9)?));
    let sign = if count == 0 { '-' } else { 'x' };
    let victims: Result<Vec<String>, Failure> =
        (0..count).map(|n| Ok(format!("x{}", two(11 + 2 * n)?))).collect();
    Ok(format!("{from}{sign}{to}{}", victims?.concat()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::VariantId;
    use crate::tournament::limits::{Allowance, Limits};
    use crate::tournament::referee;

    fn go(control: &str) -> Go {
        let control = Some(control.parse().unwrap());
        Allowance::new(Limits { control, ..Limits::default() }).go(Side::White, Side::White, None)
    }

    #[test]
    fn requests_have_their_prescribed_lengths() {
        let start = referee::open(VariantId::International, "").unwrap();
        let text = request(start.scene(), Side::White, &go("75/4500"));
        assert_eq!(text, format!("R01{:<32}W075000A", "Damone match"));
        assert_eq!(text.len(), 43);
        let set_up = referee::open(VariantId::International, "B:W50:BK1").unwrap();
        let text = request(set_up.scene(), Side::Black, &go("30"));
        assert_eq!(text.len(), 94);
        assert!(text.ends_with(&format!("Z.50000BZZ{}w", "e".repeat(48))), "{text}");
    }

    #[test]
    fn times_fit_three_characters() {
        for (control, field) in
            [("0.1", ".01"), ("7.5", ".12"), ("90", "1.5"), ("659", "010"), ("9999999", "999")]
        {
            assert_eq!(time_fields(&go(control)).0, field, "{control}");
        }
    }

    #[test]
    fn moves_go_both_ways() {
        assert_eq!(read_move("M0012061100").unwrap(), "6-11");
        assert_eq!(read_move("M001205250422122320").unwrap(), "5x25x22x12x23x20");
        assert!(read_move("M00120").is_err() && read_move("M0012052504221").is_err());
        let text = |hub: &str| MoveText { long: String::new(), short: String::new(), hub: hub.to_owned() };
        assert_eq!(move_message(&text("5x25x12x20")).unwrap(), "M00000525021220");
        assert_eq!(move_message(&text("6-11")).unwrap(), "M0000061100");
        assert!(move_message(&text("a3-b4")).is_err());
    }
}
