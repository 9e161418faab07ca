//! Proofs that a side can win within a number of plies, or that it cannot: the search of `go mate`.
//!
//! The ordinary search leaves moves out that hardly matter, so when it sees no win it has proven nothing. Here every
//! move counts and no evaluation does: a depth-first search of won or not, one depth after the other, so that
//! the first win found is the shortest.
//!
//! Draws are no wins. Those by count follow from the position with its counters. Those by repetition need no
//! look at the line searched: a side that wins as fast as it can never comes back to a position, since the second
//! time it would still need as long as the first. So only positions count that have stood on the board in the
//! game so often that the next time is the last (`Prover::dead`). What is proven of a position therefore holds
//! however it was reached, and may be kept in a table.

use super::history::move_code;
use super::params::MAX_PLY;
use super::report::Bound;
use super::tt::{Entry, Table};
use crate::board::{Bits, Side};
use crate::position::{Game, Key, Move, MoveList, Outcome, Position};
use crate::rules::{Objective, Rules};
use crate::util::rng::mix;

/// Nodes between two looks at whether to go on: well below a millisecond.
const LOOK_INTERVAL: u64 = 256;

/// Sets the entries of proofs apart from those of the ordinary search in the same table.
const APART: Key = mix(0x70_72_6f_6f_66);

/// The deepest proof, in plies: recursion and the table's entries end somewhere.
pub const DEEPEST: u32 = MAX_PLY as u32 - 2;

/// Least depth at which moves are put in order, and the table asked.
const ORDERED_DEPTH: u32 = 2;

/// What is known so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof<B> {
    /// The side to move wins, and cannot win sooner.
    Win {
        /// Plies to the end of the game, if the other side holds out as long as it can.
        plies: u32,
        /// How; shorter if the search was broken off meanwhile.
        line: Vec<Move<B>>,
    },
    /// There is no win within the plies asked for.
    NoWin,
    /// It was broken off.
    Open,
}

/// The plies within which a win in `moves` moves of the side to move comes.
pub fn plies<R: Rules>(moves: u32) -> u32 {
    let last = moves.saturating_mul(2);
    // Who wins by having no move left wins on his turn, everybody else by his move.
    if matches!(R::SET.objective, Objective::Misere) { last } else { last.saturating_sub(1) }
}

/// One question: whether the side to move wins. It may be asked in parts; see [`Prover::search`].
pub struct Prover<'a, R: Rules> {
    table: &'a Table,
    goes_on: &'a dyn Fn() -> bool,
    root: Position<R>,
    /// The moves asked about, the one that won last time first.
    moves: MoveList<R::Bits>,
    attacker: Side,
    /// Mixed into every key: what is asked.
    salt: Key,
    /// Positions that are drawn when they stand on the board once more.
    dead: Vec<Key>,
    /// Lists that are not in use.
    lists: Vec<MoveList<R::Bits>>,
    /// What refuted last, by the plies left.
    killers: Vec<u16>,
    /// The depth in work.
    plies: u32,
    last_plies: u32,
    nodes: u64,
    node_limit: u64,
    next_look: u64,
    /// Whether the search is to end: every result from now on is void.
    stopped: bool,
}

impl<'a, R: Rules> Prover<'a, R> {
    /// Asks whether one of `moves` wins within `last_plies` (at most [`DEEPEST`]) in the last position of `game`.
    /// `goes_on` is asked now and then.
    pub fn new(
        game: &Game<R>,
        moves: Vec<Move<R::Bits>>,
        last_plies: u32,
        table: &'a Table,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Self {
        let root = *game.position();
        let dead = dead(game);
        // What is proven holds for this attacker, under these draw rules, after this game.
        let question = APART ^ root.turn().index() as Key ^ Key::from(root.clocks().tag) << 8;
        let salt = dead.iter().fold(question, |salt, &key| mix(salt ^ key));
        Self {
            table,
            goes_on,
            root,
            moves,
            attacker: root.turn(),
            salt,
            dead,
            lists: Vec::new(),
            killers: vec![0; DEEPEST as usize + 1],
            plies: plies::<R>(1),
            last_plies: last_plies.min(DEEPEST),
            nodes: 0,
            node_limit: 0,
            next_look: 0,
            stopped: false,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches at most `nodes` positions more. After [`Proof::Open`] it may be called again: what the table still
    /// holds is not searched twice.
    pub fn search(&mut self, nodes: u64) -> Proof<R::Bits> {
        self.stopped = false;
        self.node_limit = self.nodes.saturating_add(nodes);
        self.next_look = self.nodes;
        while self.plies <= self.last_plies {
            let winner = self.winner();
            if self.stopped {
                return Proof::Open;
            }
            if let Some(mv) = winner {
                return Proof::Win { plies: self.plies, line: self.line(mv) };
            }
            self.plies += 2;
        }
        Proof::NoWin
    }

    /// A move that wins within the plies in work.
    fn winner(&mut self) -> Option<Move<R::Bits>> {
        for nth in 0..self.moves.len() {
            let mv = self.moves[nth];
            if self.wins(&self.root.after(&mv), self.plies - 1) {
                return Some(mv);
            }
            if self.stopped {
                // Most likely it is the one that takes long because it wins: the next part begins with it.
                self.moves[..=nth].rotate_right(1);
                break;
            }
        }
        None
    }

    /// Counts a node; `false` if the search is to end.
    fn enter(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.stopped {
            self.next_look = (self.nodes + LOOK_INTERVAL).min(self.node_limit);
            self.stopped = self.nodes >= self.node_limit || !(self.goes_on)();
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// Whether the attacker wins from here within `plies`. Void if stopped.
    fn wins(&mut self, position: &Position<R>, plies: u32) -> bool {
        if !self.enter() {
            return false;
        }
        let board = position.board();
        if plies == 0 {
            return !board.has_moves() && self.is_won(position);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        board.moves(&mut moves);
        let won = if moves.is_empty() {
            self.is_won(position)
        } else if self.is_drawn(position) {
            false
        } else if plies < ORDERED_DEPTH {
            self.try_moves(position, &moves, plies).is_some() == self.attacks(position)
        } else {
            self.wins_by_table(position, &mut moves, plies)
        };
        self.lists.push(moves);
        won
    }

    /// As [`Prover::wins`], for a position that has moves and is worth an entry.
    fn wins_by_table(&mut self, position: &Position<R>, moves: &mut MoveList<R::Bits>, plies: u32) -> bool {
        let key = self.key(position, plies);
        let entry = self.table.probe(key);
        match entry.map(|entry| (entry.bound, u32::from(entry.depth))) {
            Some((Bound::Lower, within)) if within <= plies => return true,
            Some((Bound::Upper, within)) if within >= plies => return false,
            _ => {}
        }
        let attacks = self.attacks(position);
        self.order(position, moves, entry.map_or(0, |entry| entry.code), plies);
        let decisive = self.try_moves(position, moves, plies);
        let won = decisive.is_some() == attacks;
        if !self.stopped {
            let code = decisive.map_or(0, |mv| move_code(&mv));
            if code != 0 {
                self.killers[plies as usize] = code;
            }
            let bound = if won { Bound::Lower } else { Bound::Upper };
            let entry = Entry { code, score: 0, eval: Entry::NO_EVAL, depth: plies as u8, bound };
            self.table.store(key, entry);
        }
        won
    }

    /// The first move that decides for its side: one that wins for the attacker, or that escapes for the other.
    fn try_moves(
        &mut self,
        position: &Position<R>,
        moves: &[Move<R::Bits>],
        plies: u32,
    ) -> Option<Move<R::Bits>> {
        let attacks = self.attacks(position);
        for mv in moves {
            let won = self.wins(&position.after(mv), plies - 1);
            if self.stopped {
                return None;
            }
            if won == attacks {
                return Some(*mv);
            }
        }
        None
    }

    /// Puts the moves in order: what the table or a neighbour knows first; then for the attacker those that leave
    /// the fewest replies, for the other side the largest captures.
    fn order(&self, position: &Position<R>, moves: &mut MoveList<R::Bits>, table_code: u16, plies: u32) {
        let killer = self.killers[plies as usize];
        let attacks = self.attacks(position);
        let mut scratch = MoveList::new();
        moves.sort_by_cached_key(|mv| {
            let code = move_code(mv);
            match code {
                _ if code == table_code => 0,
                _ if code == killer => 1,
                _ if attacks => 2 + position.board().after(mv).count_moves(&mut scratch),
                _ => 100 - u64::from(mv.captured.count().min(90)),
            }
        });
    }

    /// Whether it is the attacker's turn.
    fn attacks(&self, position: &Position<R>) -> bool {
        position.turn() == self.attacker
    }

    /// Whether a position without moves is a win of the attacker.
    fn is_won(&self, position: &Position<R>) -> bool {
        let outcome = position.board().outcome_without_moves();
        matches!(outcome, Outcome::Win { winner, .. } if winner == self.attacker)
    }

    /// Whether a position with moves is drawn.
    fn is_drawn(&self, position: &Position<R>) -> bool {
        self.dead.contains(&position.key()) || position.drawn_by_rule().is_some()
    }

    /// The key of what can be proven of a position with `plies` to go: draw counters belong to it only if they can
    /// run out within them. (One that stands at 0 can be left out even then: where its entry is asked for, the
    /// other's counter cannot run out sooner.)
    fn key(&self, position: &Position<R>, plies: u32) -> Key {
        let (clocks, draws) = (position.clocks(), position.draws());
        let mut key = position.key() ^ self.salt;
        let mut count = |place: u64, count: u32, limit: u32| {
            if count > 0 && count + plies >= limit {
                key ^= mix(place << 32 | u64::from(count));
            }
        };
        if let Some((limit, _)) = draws.no_progress {
            count(1, clocks.no_progress.into(), limit.into());
        }
        for ((place, rule), &counter) in (2..).zip(draws.endings).zip(&clocks.endings) {
            count(place, counter.into(), rule.plies.into());
        }
        key
    }

    /// The line of a won proof from its first move on: the attacker wins as fast as he can, the other side holds
    /// out as long as it can. Shorter than the win if broken off.
    fn line(&mut self, first: Move<R::Bits>) -> Vec<Move<R::Bits>> {
        let mut line = vec![first];
        let mut position = self.root.after(&first);
        let mut left = self.plies - 1;
        while left > 0 {
            let Some(mv) = self.next_in_line(&position, left) else { break };
            line.push(mv);
            position = position.after(&mv);
            left -= 1;
        }
        line
    }

    /// The best move of a position from which the attacker wins in exactly `left` plies.
    fn next_in_line(&mut self, position: &Position<R>, left: u32) -> Option<Move<R::Bits>> {
        let mut moves = position.board().legal_moves();
        self.order(position, &mut moves, 0, left);
        let attacks = self.attacks(position);
        // Two plies less is the next shorter win.
        let within = if attacks { Some(left - 1) } else { left.checked_sub(3) };
        let best = moves
            .into_iter()
            .find(|mv| within.is_some_and(|plies| self.wins(&position.after(mv), plies)) == attacks);
        best.filter(|_| !self.stopped)
    }
}

/// The positions of a game that have stood on the board so often that the next time is a draw.
fn dead<R: Rules>(game: &Game<R>) -> Vec<Key> {
    let Some((times, _)) = game.position().draws().repetition else { return Vec::new() };
    let mut keys: Vec<Key> = game.positions().iter().map(Position::key).collect();
    keys.sort_unstable();
    let often = keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= usize::from(times));
    often.map(|same| same[0]).collect()
}

#[cfg(test)]
mod tests;
