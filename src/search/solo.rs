//! A search in the thread of its caller: no other thread, no clock, no report. For programs that ask for many
//! short searches, where starting a thread for each would cost more than the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::deepen::{Iteration, Plan};
use super::endgames::Endgames;
use super::params::MAX_DEPTH;
use super::worker::{Shared, Worker};
use super::{Params, Score, Signals, Table};
use crate::eval::Network;
use crate::position::{Game, Move, Position};
use crate::rules::Rules;

/// What the searches of one [`Solo`] share; it outlives them.
#[derive(Debug)]
pub struct Room {
    table: Table,
    signals: Signals,
    nodes: AtomicU64,
    network: Option<Arc<Network>>,
}

impl Room {
    /// A room with this table, in which this network judges positions, or the handcrafted evaluation without one.
    pub fn new(table: Table, network: Option<Arc<Network>>) -> Self {
        Self { table, signals: Signals::default(), nodes: AtomicU64::new(0), network }
    }

    /// Ends the running search and makes all later ones end at once: for leaving a game whose result nobody wants.
    pub fn stop(&self) {
        self.signals.request_stop();
    }

    /// Forgets all searches; what is found afterwards does not depend on them.
    pub fn clear(&self) {
        self.table.clear(1);
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug)]
pub struct Thought<R: Rules> {
    /// The best move.
    pub best: Move<R::Bits>,
    /// Its score, from the side to move's view.
    pub score: Score,
    /// The last iteration, in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// One search thread's memory, kept from move to move of a game. Begin every game with a new one, and with a
/// cleared [`Room`], if games are not to depend on each other.
#[derive(Debug)]
pub struct Solo<'a, R: Rules> {
    worker: Worker<'a, R>,
}

impl<'a, R: Rules> Solo<'a, R> {
    /// Ready to search `nodes` positions a move; at least 1.
    pub fn new(room: &'a Room, nodes: u64) -> Self {
        let shared = Shared {
            table: &room.table,
            signals: &room.signals,
            busy: None,
            nodes: &room.nodes,
            node_limit: nodes.max(1),
            net: room.network.as_deref(),
            contempt: 0,
            params: Params::of(R::SET.id),
        };
        Self { worker: Worker::new(shared, &Game::new(Position::start())) }
    }

    /// The same, asking these endgame tables, if there are any.
    #[must_use]
    pub fn asking(mut self, endgames: Option<&'a Endgames<R>>) -> Self {
        self.worker.endgames = endgames;
        self
    }

    /// Searches the present position of `game`. `None` if it has no legal move. The same searches in the same
    /// order give the same thoughts.
    pub fn think(&mut self, game: &Game<R>) -> Option<Thought<R>> {
        let moves = game.position().board().legal_moves();
        let first = *moves.first()?;
        self.worker.begin(game);
        let plan = Plan { first_depth: 1, last_depth: MAX_DEPTH, multi_pv: 1 };
        let mut last: Option<Iteration<R>> = None;
        self.worker.deepen(game.position(), &moves, &plan, |iteration| last = Some(iteration));
        let nodes = self.worker.shared.nodes.load(Ordering::Relaxed);
        let depth = last.as_ref().map_or(0, |iteration| iteration.depth);
        let line = last.as_ref().and_then(|iteration| iteration.lines.first());
        let best = line.and_then(|line| line.line.first()).copied().unwrap_or(first);
        Some(Thought { best, score: line.map_or(Score::DRAW, |line| line.score), depth, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::English;

    fn thoughts(nodes: u64) -> Vec<(u32, i16, u64)> {
        let room = Room::new(Table::new(1).unwrap(), None);
        let mut game = Game::<English>::new(Position::start());
        let mut solo = Solo::new(&room, nodes);
        let mut found = Vec::new();
        for _ in 0..12 {
            let thought = solo.think(&game).unwrap();
            found.push((thought.depth, thought.score.0, thought.nodes));
            game.play(thought.best).unwrap();
        }
        found
    }

    #[test]
    fn searches_keep_to_their_nodes_and_can_be_repeated() {
        let found = thoughts(700);
        assert_eq!(found, thoughts(700));
        assert!(found.iter().all(|&(depth, _, nodes)| depth >= 3 && nodes <= 700), "{found:?}");
        assert_ne!(found, thoughts(400));
    }
}
