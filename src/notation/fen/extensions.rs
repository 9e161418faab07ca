//! What follows the pieces: state that only some games have, and counters.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::FenError;
use super::span::Span;
use crate::board::{Bits, Side};
use crate::notation::squares;
use crate::position::{Clocks, Demand, KingRun, Position, Setup, SetupError};
use crate::rules::Rules;

/// The extensions as they were read; what they mean is known only once the pieces stand.
#[derive(Default)]
pub(super) struct Extensions<'a, R: Rules> {
    crowned: Option<(Span<'a>, [bool; 2])>,
    demand: Option<(Span<'a>, Demand)>,
    runs: Vec<(Span<'a>, KingRun)>,
    /// Counts of lidraughts, White's first.
    bare_runs: Option<[u8; 2]>,
    /// The counters of ending rules and how many there are; which rules they are for depends on the tag.
    ending_counts: Option<(Span<'a>, usize)>,
    clocks: Clocks,
    game: std::marker::PhantomData<R>,
}

/// The error of an extension.
fn wrong(field: Span<'_>, why: &'static str) -> FenError {
    FenError::Extension { word: field.word(), why }
}

/// A counter that must fit `T`.
fn counter<T: std::str::FromStr>(field: Span<'_>, digits: &str) -> Result<T, FenError> {
    let digits = digits.trim();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong(field, "a counter must be a plain number"));
    }
    digits.parse().map_err(|_| wrong(field, "the counter is too large"))
}

/// A count of quiet moves in a row of one king, which the game may limit.
fn run_length<R: Rules>(field: Span<'_>, digits: &str) -> Result<u8, FenError> {
    let count = counter(field, digits)?;
    match R::SET.king_run_limit {
        Some(limit) if count > limit => {
            Err(wrong(field, "no king makes that many moves in a row in this game"))
        }
        _ => Ok(count),
    }
}

impl<'a, R: Rules> Extensions<'a, R> {
    /// Reads the extension `field`, which is `letter` and `rest`.
    pub(super) fn read(&mut self, field: Span<'a>, letter: char, rest: Span<'a>) -> Result<(), FenError> {
        match letter.to_ascii_uppercase() {
            'C' if R::SET.kings_freeze => self.crowned = Some((field, crowned(field, rest.text)?)),
            'D' if R::SET.designation => self.demand = Some((field, demand::<R>(field, rest.text)?)),
            'R' if R::SET.king_run_limit.is_some() => self.runs = runs::<R>(rest)?,
            'H' => self.clocks.no_progress = counter(field, rest.text)?,
            'E' => self.endings(field, rest)?,
            'T' if !R::SET.tags.is_empty() => {
                let known = || wrong(field, "the game has no such tag");
                self.clocks.tag = R::SET.tag_number(rest.text).ok_or_else(known)?;
            }
            'F' => drop(counter::<u32>(field, rest.text)?),
            '+' => {
                let two = "expected the king moves of both sides, such as +1+0";
                let (black, white) = rest.text.split_once('+').ok_or_else(|| wrong(field, two))?;
                self.bare_runs = Some([run_length::<R>(field, white)?, run_length::<R>(field, black)?]);
            }
            _ => return Err(FenError::UnknownField(field.word())),
        }
        Ok(())
    }

    fn endings(&mut self, field: Span<'a>, rest: Span<'a>) -> Result<(), FenError> {
        self.ending_counts = Some((field, rest.text.split(',').count()));
        for (count, digits) in self.clocks.endings.iter_mut().zip(rest.text.split(',')) {
            *count = counter(field, digits)?;
        }
        Ok(())
    }

    /// The position that `setup` and the extensions describe.
    pub(super) fn position(self, mut setup: Setup) -> Result<Position<R>, FenError> {
        setup.crowned = self.crowned.map(|(_, crowned)| crowned);
        setup.demand = self.demand.map(|(_, demand)| demand);
        self.place_runs(&mut setup)?;
        let board = setup.board().map_err(|error| match (error, self.crowned, self.demand) {
            (SetupError::CrownedMismatch(_), Some((field, _)), _) => {
                wrong(field, "a side that owns a king has had one")
            }
            (SetupError::ImpossibleDemand(_), _, Some((field, _))) => {
                wrong(field, "the side to move does not have this capture")
            }
            (error, ..) => FenError::Setup(error),
        })?;
        let position = Position::new(board, self.clocks);
        if let Some((field, given)) = self.ending_counts
            && given > position.draws().endings.len()
        {
            return Err(wrong(field, "there are more counters than this game has ending rules"));
        }
        Ok(position)
    }

    /// Gives each run to the side whose king stands on its square.
    fn place_runs(&self, setup: &mut Setup) -> Result<(), FenError> {
        use crate::board::Piece::King;
        if let Some(counts) = self.bare_runs {
            for (side, (run, count)) in Side::BOTH.into_iter().zip(setup.king_run.iter_mut().zip(counts)) {
                let mut kings = setup.pieces.iter().filter(|piece| piece.0 == side && piece.1 == King);
                if let (Some(&(_, _, king)), None, 1..) = (kings.next(), kings.next(), count) {
                    *run = Some(KingRun { king, count });
                }
            }
        }
        for &(field, run) in &self.runs {
            let owner = setup.pieces.iter().find(|piece| piece.1 == King && piece.2 == run.king);
            let owner = owner.ok_or_else(|| wrong(field, "there is no king on this square"))?.0;
            if let Some(place) = setup.king_run.get_mut(owner.index()) {
                *place = Some(run);
            }
        }
        Ok(())
    }
}

/// Which sides have had a king.
fn crowned(field: Span<'_>, letters: &str) -> Result<[bool; 2], FenError> {
    match letters.to_ascii_uppercase().as_str() {
        "WB" | "BW" => Ok([true, true]),
        "W" => Ok([true, false]),
        "B" => Ok([false, true]),
        "-" | "" => Ok([false, false]),
        _ => Err(wrong(field, "expected CW, CB, CWB or C- for the sides that have had a king")),
    }
}

/// A demand: capturer, sign, victim. Also the form of moves, `[e6xd5]`.
pub(in crate::notation) fn demand_text<R: Rules>(text: &str) -> Option<Demand> {
    let (capturer, victim) = text.split_once(['x', 'X', ':', '×', '-'])?;
    let capturer = squares::parse::<R>(capturer).ok()?;
    Some(Demand { capturer, victim: squares::parse::<R>(victim).ok()? })
}

fn demand<R: Rules>(field: Span<'_>, text: &str) -> Result<Demand, FenError> {
    demand_text::<R>(text).ok_or_else(|| wrong(field, "expected capturer and victim, such as De6xd5"))
}

/// The runs of kings; a square that is named twice or a third run is a mistake of no consequence.
fn runs<R: Rules>(list: Span<'_>) -> Result<Vec<(Span<'_>, KingRun)>, FenError> {
    let run = |word| {
        let form = || wrong(word, "expected king and count, such as R46/2");
        let (king, count) = word.text.split_once('/').ok_or_else(form)?;
        let king =
            squares::parse::<R>(king).map_err(|error| FenError::Square { word: word.word(), error })?;
        Ok((word, KingRun { king, count: run_length::<R>(word, count)? }))
    };
    list.split(',').take(R::GEOMETRY.all.count() as usize).map(run).collect()
}
