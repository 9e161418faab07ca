//! How games end: the draw rules and their counters, and what a position without moves is worth.

use super::board::Board;
use super::game::{DrawReason, Outcome, WinReason};
use super::position::Position;
use crate::board::{Bits, Side};
use crate::rules::{Counting, DrawRules, EndingRule, MaterialTest, Objective, OneEach, Rules};

impl<R: Rules> Position<R> {
    /// The counters of the ending rules once `next` has come about.
    #[inline(always)]
    pub(super) fn count_endings(&self, next: &Board<R>) -> [u8; EndingRule::MAX] {
        let mut counts = [0; EndingRule::MAX];
        let most = const { R::SET.most_pieces_in_endings() };
        if most == 0 || (next.pieces[0] | next.pieces[1]).count() > most {
            return counts;
        }
        let before = self.clocks().endings;
        for ((count, rule), before) in counts.iter_mut().zip(self.draws().endings).zip(before) {
            if next.satisfies(rule.when) && self.board().satisfies(rule.when) {
                *count = next.counted(rule, before, self.board());
            }
        }
        counts
    }

    /// Plies until the first ending rule whose balance stands makes the game a draw; `None` if none stands. Where
    /// only some plies count, the next ones are taken for those once one has counted, and for others before.
    pub fn plies_left_in_ending(&self) -> Option<u16> {
        let most = const { R::SET.most_pieces_in_endings() };
        let board = self.board();
        if most == 0 || (board.pieces[0] | board.pieces[1]).count() > most {
            return None;
        }
        let counters = self.draws().endings.iter().zip(self.clocks().endings);
        let stands = |rule: &EndingRule, count: u8| {
            let always = matches!(rule.counts, Counting::Every | Counting::SinceChange);
            count > 0 || always && board.satisfies(rule.when)
        };
        counters
            .filter(|&(rule, count)| stands(rule, count))
            .map(|(rule, count)| u16::from(rule.plies.saturating_sub(count)))
            .min()
    }

    /// The draw rule that ends the game here, repetition excepted. To be asked only if the side to move has a
    /// legal move, since a win on the last ply of a count is a win (field case A31).
    #[inline(always)]
    pub fn drawn_by_rule(&self) -> Option<DrawReason> {
        let draws = self.draws();
        if let Some((plies, source)) = draws.no_progress
            && self.clocks().no_progress >= plies
        {
            return Some(DrawReason::NoProgress { plies, source });
        }
        for (rule, &count) in draws.endings.iter().zip(&self.clocks().endings) {
            if count >= rule.plies {
                return Some(DrawReason::Ending { plies: rule.plies, source: rule.source });
            }
        }
        self.board().drawn_one_each(draws)
    }
}

impl<R: Rules> Board<R> {
    /// The counter of `rule`, whose balance stands here and stood on the board `previous`, when it was `before`.
    fn counted(&self, rule: &EndingRule, before: u8, previous: &Self) -> u8 {
        let lone_king = |side: Side| self.pieces(side).count() == 1 && self.kings(side).any();
        let on_road = |lone: bool| {
            let mut sides = Side::BOTH.into_iter().filter(|&side| lone_king(side) == lone);
            sides.any(|side| (self.kings(side) & R::GEOMETRY.main_road).any())
        };
        let counts = match rule.counts {
            Counting::Every => true,
            Counting::SinceChange => {
                let same = |side| {
                    self.men(side).count() == previous.men(side).count()
                        && self.kings(side).count() == previous.kings(side).count()
                };
                if !Side::BOTH.into_iter().all(same) {
                    return 0;
                }
                true
            }
            Counting::LoneKingOnRoad => on_road(true),
            Counting::OtherSideOnRoad => on_road(false),
        };
        before.saturating_add(u8::from(counts))
    }

    /// The draw with one piece each.
    #[inline(always)]
    fn drawn_one_each(&self, draws: &DrawRules) -> Option<DrawReason> {
        let rule = draws.one_each;
        if matches!(rule, OneEach::PlayOn) || self.pieces.iter().any(|pieces| pieces.count() != 1) {
            return None;
        }
        let applies = match rule {
            OneEach::PlayOn => false,
            OneEach::Draw => true,
            OneEach::DrawIfKingsWithoutCapture => self.kings.count() == 2 && !self.can_capture(),
            OneEach::DrawIfKingsSafe => self.kings.count() == 2 && self.is_safe_from_capture(),
        };
        applies.then_some(DrawReason::OneEach { source: draws.one_each_source })
    }

    /// Whether the side to move cannot capture and has a move after which its opponent cannot either.
    fn is_safe_from_capture(&self) -> bool {
        !self.can_capture() && self.legal_moves().iter().any(|mv| !self.after(mv).can_capture())
    }

    /// The result of a side having got its first king, in games where that wins.
    pub(super) fn won_by_first_king(&self) -> Option<Outcome> {
        if !self.first_king_made() {
            return None;
        }
        let winner = if self.kings(Side::White).any() { Side::White } else { Side::Black };
        Some(Outcome::Win { winner, reason: WinReason::FirstKing })
    }

    /// The result when the side to move has no legal move.
    pub fn outcome_without_moves(&self) -> Outcome {
        if let Some(outcome) = self.won_by_first_king() {
            return outcome;
        }
        let stuck = self.turn;
        let reason = if self.pieces(stuck).is_empty() { WinReason::NoPieces } else { WinReason::NoMoves };
        let winner = if matches!(R::SET.objective, Objective::Misere) { stuck } else { !stuck };
        Outcome::Win { winner, reason }
    }

    /// Whether the material on the board passes a test.
    #[inline(always)]
    fn satisfies(&self, test: MaterialTest) -> bool {
        let count = |side: Side| (self.men(side).count() as u8, self.kings(side).count() as u8);
        let ((white_men, white_kings), (black_men, black_kings)) = (count(Side::White), count(Side::Black));
        let lone = |men, kings| men == 0 && kings == 1;
        match test {
            MaterialTest::LoneKingAgainst { least, most } => {
                let other = |men, kings| kings >= 1 && (least..=most).contains(&(men + kings));
                lone(white_men, white_kings) && other(black_men, black_kings)
                    || lone(black_men, black_kings) && other(white_men, white_kings)
            }
            MaterialTest::LoneKingAgainstKings { least, most } => {
                let other = |men, kings| men == 0 && (least..=most).contains(&kings);
                lone(white_men, white_kings) && other(black_men, black_kings)
                    || lone(black_men, black_kings) && other(white_men, white_kings)
            }
            MaterialTest::BothHaveKings { least, most } => {
                let all = white_men + white_kings + black_men + black_kings;
                white_kings > 0 && black_kings > 0 && (least..=most).contains(&all)
            }
        }
    }
}
