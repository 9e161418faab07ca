//! One game: the moves as both sides know them, and our clock.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::claims::Streaks;
use crate::board::Side;
use crate::engine::{GoSpec, MoveForm, PositionSpec, StartSpec};
use crate::notation::dxp::{Move, Reason, Request};
use crate::notation::hub::Numbering;
use crate::notation::{fen, moves, pdn};
use crate::position::{Game, Outcome, Position};
use crate::rules::variants::International;

/// The clock for a game: so many minutes for so many moves.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Clock {
    /// `None` if there is no limit.
    period: Option<Duration>,
    /// Moves for a period; 0 for all of the game.
    moves: u32,
    used: Duration,
    /// Moves made in this game.
    made: u32,
}

impl Clock {
    fn of(request: &Request) -> Self {
        let period = Duration::try_from_secs_f64(request.minutes * 60.0).ok().filter(|time| !time.is_zero());
        Self { period, moves: request.moves, used: Duration::ZERO, made: 0 }
    }

    /// What remains, and for how many moves. After the last move of a period the next begins.
    fn left(&self) -> Option<(Duration, Option<u32>)> {
        let period = self.period?;
        let periods = self.made.checked_div(self.moves).unwrap_or(0) + 1;
        let left = period.saturating_mul(periods).saturating_sub(self.used);
        let to_go = (self.moves > 0).then(|| self.moves - self.made % self.moves.max(1));
        Some((left, to_go))
    }
}

/// A game in progress.
pub(super) struct Play {
    game: Game<International>,
    start: String,
    /// The moves as Hub writes them.
    texts: Vec<String>,
    own: Side,
    clock: Clock,
    /// When our turn began, while it is ours.
    turn_began: Option<Instant>,
    /// Where the game ended by rule. It may be played on, but the end stands.
    over: Option<Outcome>,
    pub(super) streaks: Streaks,
}

impl Play {
    /// The game asked for, in which we are `own`.
    pub(super) fn new(request: &Request, own: Side) -> Result<Self, fen::FenError> {
        let position = match &request.position {
            None => Position::start(),
            Some(text) => fen::read_hub::<International>(text)?,
        };
        let start = fen::write_hub(position.board());
        let game = Game::new(position);
        let over = game.outcome();
        Ok(Self {
            game,
            start,
            texts: Vec::new(),
            own,
            clock: Clock::of(request),
            turn_began: None,
            over,
            streaks: Streaks::default(),
        })
    }

    /// Whether it is our turn.
    pub(super) fn is_ours(&self) -> bool {
        self.game.position().turn() == self.own
    }

    /// The present position.
    pub(super) fn present(&self) -> &Position<International> {
        self.game.position()
    }

    /// Our side.
    pub(super) fn own(&self) -> Side {
        self.own
    }

    /// How the game ended by rule.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    /// Our clock runs from now on.
    pub(super) fn begin_turn(&mut self) {
        self.turn_began = Some(Instant::now());
    }

    /// The number of the move that is to be made.
    pub(super) fn move_number(&self) -> u32 {
        (self.half() / 2 + 1) as u32
    }

    /// Half moves, counted as if White had begun.
    fn half(&self) -> usize {
        self.game.moves().len() + self.offset()
    }

    fn offset(&self) -> usize {
        usize::from(self.game.positions().first().is_some_and(|start| start.turn() == Side::Black))
    }

    /// The position for the engine.
    pub(super) fn position(&self) -> PositionSpec {
        PositionSpec { start: StartSpec::Hub(self.start.clone(), Numbering::Scan), moves: self.texts.clone() }
    }

    /// The limits for the engine; `per_move` if the game has none.
    pub(super) fn limits(&self, per_move: Duration) -> GoSpec {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let form = MoveForm::Hub(Numbering::Scan);
        match self.clock.left() {
            Some((left, moves_to_go)) => {
                GoSpec { time: [Some(millis(left)); 2], moves_to_go, form, ..GoSpec::default() }
            }
            None => GoSpec { move_time: Some(millis(per_move)), form, ..GoSpec::default() },
        }
    }

    /// Plays a move given as Hub writes it.
    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        let board = *self.game.position().board();
        let mv = moves::read(&board, text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.texts.push(moves::write_hub(&board, &mv));
        self.over = self.over.or_else(|| self.game.outcome());
        Ok(())
    }

    /// Plays our move, and gives it as it is to be sent.
    pub(super) fn play_own(&mut self, text: &str) -> Result<Move, String> {
        let time = self.turn_began.take().map_or(Duration::ZERO, |began| began.elapsed());
        self.play(text)?;
        self.clock.used += time;
        self.clock.made += 1;
        let hub = self.texts.last().map_or(text, String::as_str);
        let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        Move::of_hub(hub, seconds).ok_or_else(|| format!("{hub} is no move of DamExchange"))
    }

    /// Goes back to where the move `number` of `turn` was to be made.
    pub(super) fn go_back(&mut self, number: u32, turn: Side) -> Result<(), &'static str> {
        let half = (number as usize).saturating_mul(2).saturating_sub(2) + usize::from(turn == Side::Black);
        let wanted = half.checked_sub(self.offset()).filter(|_| number > 0).ok_or("before the start")?;
        if wanted > self.game.moves().len() {
            return Err("not played yet");
        }
        while self.game.moves().len() > wanted {
            self.clock.made = self.clock.made.saturating_sub(u32::from(!self.is_ours()));
            self.game.take_back();
            self.texts.pop();
        }
        self.over = self.game.outcome();
        self.turn_began = None;
        self.streaks = Streaks::default();
        Ok(())
    }

    /// The game as PDN. What was claimed is seen from our side; `end` is the tag `Termination`.
    pub(super) fn pdn(&self, own_name: &str, peer: &str, claim: Option<Reason>, end: &str) -> String {
        let (white, black) = match self.own {
            Side::White => (own_name, peer),
            Side::Black => (peer, own_name),
        };
        let mut tags = vec![
            ("Event", "DamExchange".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", today()),
            ("Round", "?".to_owned()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("WhiteType", "program".to_owned()),
            ("BlackType", "program".to_owned()),
            ("PlyCount", self.game.moves().len().to_string()),
            ("Termination", end.to_owned()),
        ];
        if let Some(period) = self.clock.period {
            let moves = if self.clock.moves > 0 { format!("{}/", self.clock.moves) } else { String::new() };
            tags.push(("TimeControl", format!("{moves}{}", period.as_secs())));
        }
        pdn::write(&tags, &self.game, self.result(claim))
    }

    /// The result: by rule, or by what was claimed from our view.
    pub(super) fn result(&self, claim: Option<Reason>) -> &'static str {
        match (self.over, claim, self.own) {
            (Some(outcome), ..) => pdn::result::<International>(Some(outcome)),
            (_, Some(Reason::Draw), _) => "1-1",
            (_, Some(Reason::Won), Side::White) | (_, Some(Reason::Lost), Side::Black) => "2-0",
            (_, Some(Reason::Won), Side::Black) | (_, Some(Reason::Lost), Side::White) => "0-2",
            (_, Some(Reason::Unknown) | None, _) => "*",
        }
    }
}

/// The date in UTC, as PDN writes it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date that lies `days` after the first of January 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn request(minutes: f64, moves: u32, position: Option<&str>) -> Request {
        let position = position.map(str::to_owned);
        Request { name: "Peer".into(), follower: Side::White, minutes, moves, position }
    }

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_000), (2024, 10, 4));
    }

    #[test]
    fn the_clock_has_periods() {
        let mut play = Play::new(&request(1.0, 2, None), Side::White).unwrap();
        let left = |play: &Play| play.limits(Duration::from_secs(1));
        assert_eq!((left(&play).time[0], left(&play).moves_to_go), (Some(60_000), Some(2)));
        for text in ["32-28", "19-23", "28x19x23", "14x23x19"] {
            if play.is_ours() { drop(play.play_own(text).unwrap()) } else { play.play(text).unwrap() }
        }
        assert_eq!((left(&play).time[0], left(&play).moves_to_go), (Some(120_000), Some(2)));
        play.go_back(2, Side::White).unwrap();
        assert!(play.is_ours());
        assert_eq!((play.clock.made, left(&play).moves_to_go), (1, Some(1)));
        assert!(play.go_back(9, Side::White).is_err() && play.go_back(0, Side::White).is_err());
        let endless = Play::new(&request(0.0, 0, None), Side::White).unwrap();
        assert_eq!(left(&endless).move_time, Some(1000));
    }

    #[test]
    fn claims_count_where_the_rules_are_silent() {
        let play = Play::new(&request(0.0, 0, None), Side::Black).unwrap();
        assert_eq!(play.result(Some(Reason::Lost)), "2-0");
        assert_eq!(play.result(Some(Reason::Draw)), "1-1");
        assert_eq!(play.result(None), "*");
        let lost = format!("W{}b", "e".repeat(49));
        let play = Play::new(&request(0.0, 0, Some(&lost)), Side::Black);
        assert!(play.is_err(), "a man on its promotion row");
        let lost = format!("Wb{}", "e".repeat(49));
        let play = Play::new(&request(0.0, 0, Some(&lost)), Side::Black).unwrap();
        assert_eq!(play.result(Some(Reason::Lost)), "0-2", "White has no pieces, whatever is claimed");
    }
}
