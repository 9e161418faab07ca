//! Walks an engine through its dialect step by step and names the first step that fails.

use std::time::Duration;

use super::config::Engine;
use super::dialects::{Answer, Protocol};
use super::limits::{Allowance, Go, Limits};
use super::link::Failure;
use super::player::{Player, Thought};
use super::referee::{self, Referee};
use super::stop::StopToken;
use crate::board::Side;
use crate::rules::VariantId;
use crate::util::rng::Rng;

/// What may be wrong at a step.
#[derive(Debug, thiserror::Error)]
pub enum Defect {
    /// It does not answer, or not as it should.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// Its move is not legal.
    #[error(transparent)]
    Move(#[from] crate::notation::moves::MoveError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// A step and its result.
#[derive(Debug)]
pub struct Step {
    /// What was asked.
    pub name: &'static str,
    /// What came of it.
    pub result: Result<(), Defect>,
}

/// How much longer than allowed an answer may take, in seconds.
const TOLERANCE: f64 = 0.25;

type Check = fn(&mut Walk) -> Result<(), Defect>;

/// The steps; those that are marked do not apply to DXP, which has no such words.
const STEPS: [(&str, bool, Check); 14] = [
    ("starts and greets back", false, |walk| Ok(walk.player.start()?)),
    ("gives a name and an author", true, Walk::name),
    ("answers a ping", true, |walk| Ok(walk.player.ping()?)),
    ("begins a game", false, Walk::begin),
    ("moves in the start position", false, Walk::first_move),
    ("says depth, score and nodes with its move", true, Walk::remarks),
    ("follows a game", false, Walk::follow),
    ("keeps to a time per move", true, |walk| {
        walk.timed(Limits { move_time: Some(Duration::from_millis(200)), ..Limits::default() })
    }),
    ("keeps to a clock", true, |walk| {
        walk.timed(Limits { control: "2+0.1".parse().ok(), ..Limits::default() })
    }),
    ("keeps to a depth", true, Walk::depth),
    ("stops when told", true, Walk::stop),
    ("plays from a position that was set up", false, Walk::set_up),
    ("plays a game against itself to the end", false, Walk::whole_game),
    ("ends when told", true, Walk::quit),
];

struct Walk {
    player: Player,
    variant: VariantId,
    game: Box<dyn Referee>,
    limits: Limits,
    last: Option<Thought>,
}

/// Walks an engine through the steps, telling of each; ends at the first that fails. The last lines exchanged
/// are returned with the verdict.
///
/// # Errors
/// If the game cannot be set up at all, which is no fault of the engine.
pub fn walk(
    engine: &Engine,
    variant: VariantId,
    stop: &StopToken,
    mut tell: impl FnMut(&Step),
) -> Result<(bool, Vec<String>), Defect> {
    let open = || referee::open(variant, "").map_err(|error| Defect::Other(error.to_string()));
    let is_dxp = engine.proto == Protocol::Dxp;
    let limits = engine.limits();
    let player = Player::new(engine.clone(), variant, stop.clone());
    let mut walk = Walk { player, variant, game: open()?, limits, last: None };
    for (name, not_in_dxp, check) in STEPS {
        if is_dxp && not_in_dxp {
            continue;
        }
        let step = Step { name, result: check(&mut walk) };
        tell(&step);
        if step.result.is_err() {
            return Ok((false, walk.player.transcript()));
        }
    }
    Ok((true, walk.player.transcript()))
}

impl Walk {
    fn go(&self, limits: Limits) -> Go {
        let scene = self.game.scene();
        let allowance = Allowance::new(limits);
        allowance.go(scene.turn, scene.first, allowance.clock())
    }

    /// Lets it move under `limits` and plays the move. The engine has `patience` beyond its limit.
    fn think(&mut self, limits: Limits) -> Result<Thought, Defect> {
        let go = self.go(limits);
        let patience = go.budget().unwrap_or_default() + Duration::from_secs(20);
        let thought = self.player.think(self.game.scene(), &go, patience)?;
        self.play(&thought)?;
        self.last = Some(thought.clone());
        Ok(thought)
    }

    fn play(&mut self, thought: &Thought) -> Result<(), Defect> {
        match &thought.answer {
            Answer::Move { text, .. } => Ok(self.game.play(text)?),
            other => Err(Defect::Other(format!("no move but {other:?}"))),
        }
    }

    /// A new game from `fen` with the engine on the move.
    fn new_game(&mut self, fen: &str) -> Result<(), Defect> {
        self.player.end_game();
        self.game = referee::open(self.variant, fen).map_err(|error| Defect::Other(error.to_string()))?;
        let side = self.game.scene().turn;
        Ok(self.player.new_game(self.game.scene(), side)?)
    }

    fn begin(&mut self) -> Result<(), Defect> {
        self.new_game("")
    }

    fn name(&mut self) -> Result<(), Defect> {
        let identity = self.player.identity();
        match (identity.name.is_empty(), identity.author.is_empty()) {
            (false, false) => Ok(()),
            (true, _) => Err(Defect::Other("no name".to_owned())),
            (false, true) => Err(Defect::Other("no author".to_owned())),
        }
    }

    fn first_move(&mut self) -> Result<(), Defect> {
        self.think(self.limits).map(drop)
    }

    fn remarks(&mut self) -> Result<(), Defect> {
        let remarks = self.last.as_ref().map(|thought| thought.remarks).unwrap_or_default();
        let missing = [
            ("depth", remarks.depth.is_none()),
            ("score", remarks.score.is_none()),
            ("nodes", remarks.nodes.is_none()),
        ];
        match missing.iter().find(|(_, missing)| *missing) {
            Some((what, _)) => Err(Defect::Other(format!("no {what} in any info"))),
            None => Ok(()),
        }
    }

    /// Answers its moves with random ones.
    fn follow(&mut self) -> Result<(), Defect> {
        let mut rng = Rng::new(1);
        for _ in 0..8 {
            let moves = self.game.legal_moves();
            if moves.is_empty() || self.game.outcome().is_some() {
                break;
            }
            self.game.play(&moves[rng.below(moves.len())])?;
            if self.game.outcome().is_some() {
                break;
            }
            self.think(self.limits)?;
        }
        Ok(())
    }

    fn timed(&mut self, limits: Limits) -> Result<(), Defect> {
        self.new_game("")?;
        let go = self.go(limits);
        let budget = go.budget().unwrap_or_default().as_secs_f64();
        let used = self.think(limits)?.elapsed.as_secs_f64();
        if used > budget + TOLERANCE {
            return Err(Defect::Other(format!("{used:.3} s used of {budget:.3} s")));
        }
        Ok(())
    }

    fn depth(&mut self) -> Result<(), Defect> {
        self.new_game("")?;
        let thought = self.think(Limits { depth: Some(3), ..Limits::default() })?;
        match thought.remarks.depth {
            Some(depth) if depth > 3 => Err(Defect::Other(format!("searched to depth {depth} instead of 3"))),
            _ => Ok(()),
        }
    }

    fn stop(&mut self) -> Result<(), Defect> {
        self.new_game("")?;
        let limits = Limits { move_time: Some(Duration::from_secs(60)), ..Limits::default() };
        let (go, time) = (self.go(limits), Duration::from_millis(100));
        let thought = self.player.think_and_stop(self.game.scene(), &go, time)?;
        let used = thought.elapsed.as_secs_f64();
        if used > time.as_secs_f64() + 2.0 * TOLERANCE {
            return Err(Defect::Other(format!("stopped {used:.3} s after it was told to")));
        }
        self.play(&thought)
    }

    fn set_up(&mut self) -> Result<(), Defect> {
        let mut rng = Rng::new(2);
        let mut game = referee::open(self.variant, "").map_err(|error| Defect::Other(error.to_string()))?;
        for _ in 0..9 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[rng.below(moves.len())])?;
        }
        self.new_game(&game.fen())?;
        self.think(self.limits).map(drop)
    }

    /// One engine plays both sides where it is given positions; a DXP follower gets random moves.
    fn whole_game(&mut self) -> Result<(), Defect> {
        let is_dxp = self.player.engine().proto == Protocol::Dxp;
        let quick = Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() };
        let limits = if is_dxp { self.limits } else { quick };
        let mut rng = Rng::new(3);
        self.new_game("")?;
        let own: Side = self.game.scene().turn;
        for _ in 0..300 {
            if self.game.outcome().is_some() {
                return Ok(());
            }
            if is_dxp && self.game.scene().turn != own {
                let moves = self.game.legal_moves();
                self.game.play(&moves[rng.below(moves.len())])?;
            } else {
                self.think(limits)?;
            }
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<(), Defect> {
        self.player.end_game();
        if self.player.quit() {
            Ok(())
        } else {
            Err(Defect::Other("still running half a second later".to_owned()))
        }
    }
}
