//! One game: two players, our rules, two clocks. Whatever an engine does, the game comes to a result.

use std::time::{Duration, Instant};

use super::adjudicate::{Scores, Verdict};
use super::config::Terms;
use super::dialects::Answer;
use super::limits::{Allowance, Go};
use super::link::Failure;
use super::player::{Player, Thought};
use super::record::{End, Fault, GameRecord, GameScore, MoveRecord, milliseconds};
use super::referee::{self, Referee, Referees};
use crate::board::Side;
use crate::notation::fen::FenError;
use crate::position::Outcome;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// The match is being stopped.
    #[error("stopped")]
    Stopped,
    /// The opening is no position.
    #[error("opening: {0}")]
    Opening(#[from] FenError),
}

/// A result with its reason.
struct Ending {
    score: GameScore,
    end: End,
    reason: String,
    /// Who is to blame.
    fault: Option<Side>,
}

impl Ending {
    fn drawn(end: End, reason: impl Into<String>) -> Self {
        Self { score: GameScore::Draw, end, reason: reason.into(), fault: None }
    }

    fn won(winner: Side, end: End, reason: impl Into<String>) -> Self {
        let fault = end.is_fault().then_some(!winner);
        Self { score: GameScore::win(winner), end, reason: reason.into(), fault }
    }

    fn by_rules(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win { winner, .. } => Self::won(winner, End::Rules, outcome.to_string()),
            Outcome::Draw(_) => Self::drawn(End::Rules, outcome.to_string()),
        }
    }

    /// Ended before the rules would.
    fn adjudicated(verdict: Verdict, why: &str) -> Self {
        match verdict {
            Verdict::Win(winner) => Self::won(winner, End::Adjudication, format!("{winner} wins: {why}")),
            Verdict::Draw => Self::drawn(End::Adjudication, format!("draw: {why}")),
        }
    }

    /// A side has failed to do its part.
    fn failed(side: Side, failure: &Failure) -> Self {
        let end = match failure {
            Failure::Start(_) => End::NoStart,
            Failure::Silent(_) => End::Hang,
            Failure::Closed(_) | Failure::Stopped => End::Crash,
            Failure::Protocol(_) => End::Protocol,
        };
        Self::won(!side, end, format!("{side}: {failure}"))
    }
}

/// Plays a game from `fen` between the players of White and Black, under one of the match's `referees`.
///
/// # Errors
/// Only if there can be no result.
pub fn play(
    players: [&mut Player; 2],
    fen: &str,
    terms: &Terms,
    referees: &dyn Referees,
) -> Result<GameRecord, Unfinished> {
    let referee = referees.open(fen)?;
    let allowances = [0, 1].map(|n: usize| Allowance::new(players[n].engine().limits()));
    let mut game = Game {
        players,
        referee,
        allowances,
        terms,
        scores: Scores::new(terms.draw, terms.win),
        moves: Vec::new(),
        started: Instant::now(),
    };
    let ending = game.run()?;
    Ok(game.record(ending))
}

struct Game<'a> {
    players: [&'a mut Player; 2],
    referee: Box<dyn Referee>,
    allowances: [Allowance; 2],
    terms: &'a Terms,
    scores: Scores,
    moves: Vec<MoveRecord>,
    started: Instant,
}

impl Game<'_> {
    fn run(&mut self) -> Result<Ending, Unfinished> {
        for side in Side::BOTH {
            match self.players[side.index()].new_game(self.referee.scene(), side) {
                Ok(()) => {}
                Err(Failure::Stopped) => return Err(Unfinished::Stopped),
                Err(failure) => return Ok(Ending::failed(side, &failure)),
            }
        }
        self.started = Instant::now();
        loop {
            if let Some(ending) = self.ended() {
                return Ok(ending);
            }
            if let Some(ending) = self.turn()? {
                return Ok(ending);
            }
        }
    }

    /// Whether the position is the last one.
    fn ended(&self) -> Option<Ending> {
        if let Some(outcome) = self.referee.outcome() {
            return Some(Ending::by_rules(outcome));
        }
        if let Some(verdict) = self.referee.known() {
            return Some(Ending::adjudicated(verdict, "by the endgame tables"));
        }
        if let Some(verdict) = self.scores.verdict() {
            return Some(Ending::adjudicated(verdict, "both engines agree"));
        }
        let limit = self.terms.max_plies;
        (self.moves.len() >= limit).then(|| Ending::drawn(End::Length, format!("draw: {limit} plies")))
    }

    /// One side's move; the game's end if it makes none.
    fn turn(&mut self) -> Result<Option<Ending>, Unfinished> {
        let side = self.referee.scene().turn;
        let go = self.go(side);
        let budget = go.budget();
        let hang = Duration::from_secs_f64(self.terms.hang);
        let late = budget.map(|budget| budget + Duration::from_millis(self.terms.margin));
        let patience = late.unwrap_or_default() + hang;
        let thought = match self.players[side.index()].think(self.referee.scene(), &go, patience) {
            Ok(thought) => thought,
            Err(Failure::Stopped) => return Err(Unfinished::Stopped),
            Err(failure) => return Ok(Some(Ending::failed(side, &failure))),
        };
        let (text, expected) = match thought.answer.clone() {
            Answer::Move { text, ponder } => (text, ponder),
            other => return Ok(Some(without_move(side, &other))),
        };
        if let Err(error) = self.referee.play(&text) {
            return Ok(Some(Ending::won(!side, End::IllegalMove, format!("{side}: {error}"))));
        }
        self.note(side, &thought);
        if late.is_some_and(|late| thought.elapsed > late) {
            let used = thought.elapsed.as_secs_f64();
            let allowed = budget.unwrap_or_default().as_secs_f64();
            let reason = format!("{side}: {used:.3} s used, {allowed:.3} s left");
            return Ok(Some(Ending::won(!side, End::TimeLoss, reason)));
        }
        self.allowances[side.index()].spend(thought.elapsed);
        if self.players[side.index()].engine().ponder
            && let Some(expected) = expected
        {
            self.ponder(side, &expected);
        }
        Ok(None)
    }

    fn go(&self, side: Side) -> Go {
        let (own, other) = (&self.allowances[side.index()], &self.allowances[(!side).index()]);
        own.go(side, self.referee.scene().first, other.clock())
    }

    /// Writes the move just played down.
    fn note(&mut self, side: Side, thought: &Thought) {
        let text = self.referee.scene().moves.last().map_or_else(String::new, |mv| mv.short.clone());
        let remarks = thought.remarks;
        self.scores.add(side, remarks.score);
        self.moves.push(MoveRecord {
            text,
            score: remarks.score,
            depth: remarks.depth,
            nodes: remarks.nodes,
            time: milliseconds(thought.elapsed),
        });
    }

    /// Lets `side`, which has just moved, think about its answer to the `expected` move.
    fn ponder(&mut self, side: Side, expected: &str) {
        let scene = self.referee.scene();
        let Ok(mut ahead) = referee::open(scene.variant, &scene.start_fen) else { return };
        let played = scene.moves.iter().map(|mv| mv.long.as_str()).chain([expected]);
        // An expectation that is no move is not worth a word: the engine just does not ponder.
        if played.into_iter().any(|text| ahead.play(text).is_err()) || ahead.outcome().is_some() {
            return;
        }
        let go = self.go(side);
        // If it is gone, it will be noticed when it has to move.
        let _ = self.players[side.index()].ponder(ahead.scene(), &go);
    }

    fn record(mut self, ending: Ending) -> GameRecord {
        let wall = milliseconds(self.started.elapsed());
        let fault = ending.fault.map(|side| {
            let player = &self.players[side.index()];
            Fault {
                engine: player.engine().name.clone(),
                fen: self.referee.fen(),
                lines: player.transcript(),
            }
        });
        for player in &mut self.players {
            player.end_game();
        }
        let Ending { score, end, reason, .. } = ending;
        GameRecord { score, end, reason, moves: std::mem::take(&mut self.moves), wall, fault }
    }
}

/// The end by a side that has a legal move and makes none.
fn without_move(side: Side, answer: &Answer) -> Ending {
    match answer {
        Answer::Resigns => Ending::won(!side, End::Resignation, format!("{side} resigns")),
        Answer::ClaimsDraw => Ending::drawn(End::DrawClaim, format!("{side} claims a draw")),
        Answer::Leaves(how) => Ending::won(!side, End::Abandoned, format!("{side} leaves the game ({how})")),
        Answer::NoMove | Answer::Move { .. } => {
            Ending::won(!side, End::IllegalMove, format!("{side}: no move where there is one"))
        }
    }
}
