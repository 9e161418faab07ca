//! The talk with one peer: games in a row, until either has had enough.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use crossbeam_channel::select;

use super::claims::{Judge, claims_too_much};
use super::link::{Heard, Link};
use super::play::Play;
use super::player::{Player, Thought};
use super::{Report, Settings};
use crate::board::Side;
use crate::notation::dxp::{Acceptance, BackAnswer, Message, Move, Reason, Request};
use crate::position::Outcome;

/// How long a peer may think about a request for a game, or about the end of one.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// What the talk is about.
enum Stage {
    /// Nothing yet.
    Idle,
    /// We asked for a game.
    Offered(Request),
    /// A game is played.
    Playing(Box<Play>),
    /// We said that the game is over.
    Ending {
        play: Box<Play>,
        /// What we claimed.
        claim: Reason,
        stop: bool,
    },
}

/// Whether the talk goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    HangUp,
}

/// The talk.
pub(super) struct Talk<'a> {
    settings: &'a Settings,
    judge: &'a Judge,
    player: &'a mut Player,
    link: Link,
    /// Games finished with any peer.
    games: &'a mut u32,
    peer: String,
    stage: Stage,
    last_sign: Instant,
    report: &'a mut dyn FnMut(Report),
}

impl<'a> Talk<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        judge: &'a Judge,
        player: &'a mut Player,
        link: Link,
        games: &'a mut u32,
        report: &'a mut dyn FnMut(Report),
    ) -> Self {
        let (peer, last_sign) = ("?".to_owned(), Instant::now());
        Self { settings, judge, player, link, games, peer, stage: Stage::Idle, last_sign, report }
    }

    /// Talks until the wire is cut or one of the two hangs up.
    pub(super) fn run(mut self) {
        let mut next = self.begin();
        while next == Next::Listen {
            let deadline = self.last_sign + self.patience();
            let wait = deadline.saturating_duration_since(Instant::now());
            next = select! {
                recv(self.link.heard()) -> heard => match heard {
                    Ok(Heard::Text(text)) => self.hear(&text),
                    Ok(Heard::Gone(reason)) => self.hang_up(&reason),
                    Err(_) => self.hang_up("the peer has gone"),
                },
                recv(self.player.events()) -> event => match event.map(|event| self.player.hear(event)) {
                    Ok(Some(thought)) => self.move_found(&thought),
                    Ok(None) => Next::Listen,
                    Err(_) => self.hang_up("the engine has gone"),
                },
                default(wait) => self.hang_up(&format!("nothing was heard for {} s", self.patience().as_secs())),
            };
        }
        self.player.stop();
        self.flush();
    }

    /// A game that was cut off is recorded all the same.
    fn flush(&mut self) {
        if let Stage::Playing(play) | Stage::Ending { play, .. } =
            std::mem::replace(&mut self.stage, Stage::Idle)
        {
            let text = play.pdn(&self.settings.name, &self.peer, None, "abandoned");
            (self.report)(Report::Game { result: play.result(None), pdn: text });
        }
    }

    fn patience(&self) -> Duration {
        match &self.stage {
            Stage::Offered(_) | Stage::Ending { .. } => ANSWER_TIME.min(self.settings.silence),
            // While we think, the peer has nothing to say.
            Stage::Playing(play) if play.is_ours() => Duration::from_secs(86_400),
            Stage::Idle | Stage::Playing(_) => self.settings.silence,
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        (self.report)(Report::Note(text.into()));
    }

    fn hang_up(&mut self, reason: &str) -> Next {
        self.note(reason);
        Next::HangUp
    }

    fn send(&mut self, message: &Message) -> Next {
        self.last_sign = Instant::now();
        match self.link.send(message) {
            Ok(()) => Next::Listen,
            Err(error) => self.hang_up(&format!("the peer has gone: {error}")),
        }
    }

    fn chat(&mut self, text: &str) -> Next {
        self.send(&Message::Chat(text.to_owned()))
    }

    /// No more games after this one.
    fn is_last_game(&self) -> bool {
        self.settings.games.is_some_and(|games| *self.games + 1 >= games)
    }

    /// Asks for a game, if that is our part.
    fn begin(&mut self) -> Next {
        let Some(offer) = &self.settings.offer else { return Next::Listen };
        let swapped = *self.games % 2 == 1;
        let own = if swapped { !offer.own } else { offer.own };
        let request = Request {
            name: self.settings.name.clone(),
            follower: !own,
            minutes: offer.minutes,
            moves: offer.moves,
            position: offer.position.clone(),
        };
        self.stage = Stage::Offered(request.clone());
        self.send(&Message::Request(request))
    }

    /// A message came.
    fn hear(&mut self, text: &str) -> Next {
        self.last_sign = Instant::now();
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(error) if text.starts_with('R') => {
                self.note(error.to_string());
                let known = text.starts_with("R01");
                let answer = if known { Acceptance::NotThisGame } else { Acceptance::WrongVersion };
                return self.answer(answer);
            }
            Err(error) => {
                self.note(error.to_string());
                return self.chat(&error.to_string());
            }
        };
        match message {
            Message::Request(request) => self.requested(&request),
            Message::Accept { name, answer } => self.answered(name, answer),
            Message::Move(mv) => self.moved(&mv),
            Message::End { reason, stop } => self.ended(reason, stop),
            Message::Chat(text) => {
                self.note(format!("chat: {text}"));
                Next::Listen
            }
            Message::Back { number, turn } => self.back_wanted(number, turn),
            // We never ask to go back.
            Message::BackAnswer(_) => Next::Listen,
        }
    }

    fn answer(&mut self, answer: Acceptance) -> Next {
        self.send(&Message::Accept { name: self.settings.name.clone(), answer })
    }

    fn requested(&mut self, request: &Request) -> Next {
        if !matches!(self.stage, Stage::Idle) || self.settings.offer.is_some() {
            let next = self.chat("a game is being played or asked for");
            return if next == Next::Listen { self.answer(Acceptance::NotThisGame) } else { next };
        }
        if self.settings.games.is_some_and(|games| *self.games >= games) {
            let _ = self.answer(Acceptance::NoGames);
            return self.hang_up("all games have been played");
        }
        match Play::new(request, request.follower) {
            Ok(play) => {
                self.peer.clone_from(&request.name);
                let next = self.answer(Acceptance::Yes);
                if next == Next::Listen { self.start(play) } else { next }
            }
            Err(error) => {
                self.note(format!("refused: {error}"));
                let _ = self.chat(&error.to_string());
                self.answer(Acceptance::NotThisGame)
            }
        }
    }

    fn answered(&mut self, name: String, answer: Acceptance) -> Next {
        let Stage::Offered(request) = &self.stage else { return self.chat("nothing was asked for") };
        if answer != Acceptance::Yes {
            return self.hang_up(&format!("{name} does not accept: {answer:?}"));
        }
        match Play::new(request, !request.follower) {
            Ok(play) => {
                self.peer = name;
                self.link.game_begins();
                self.start(play)
            }
            Err(error) => self.hang_up(&error.to_string()),
        }
    }

    fn start(&mut self, play: Play) -> Next {
        self.note(format!("game {} with {}", *self.games + 1, self.peer));
        self.player.new_game();
        self.stage = Stage::Playing(Box::new(play));
        self.take_turn()
    }

    /// If it is our turn, claims what there is to claim or begins to think.
    fn take_turn(&mut self) -> Next {
        let Stage::Playing(play) = &mut self.stage else { return Next::Listen };
        if !play.is_ours() {
            return Next::Listen;
        }
        play.begin_turn();
        let claim = match play.outcome() {
            Some(Outcome::Draw(_)) => Some(Reason::Draw),
            Some(Outcome::Win { winner, .. }) if winner == play.own() => Some(Reason::Won),
            Some(Outcome::Win { .. }) => Some(Reason::Lost),
            None => self.settings.claims.of_known(self.judge.worth(play.present())),
        };
        if let Some(claim) = claim {
            return self.claim(claim);
        }
        self.player.think(play.position(), play.limits(self.settings.move_time));
        Next::Listen
    }

    /// The engine has found a move.
    fn move_found(&mut self, thought: &Thought) -> Next {
        let Stage::Playing(play) = &mut self.stage else { return Next::Listen };
        let number = play.move_number();
        let claim = thought.score.and_then(|score| play.streaks.after(score, number, &self.settings.claims));
        if let Some(reason) = claim {
            return self.claim(reason);
        }
        let Some(best) = &thought.best else { return self.claim(Reason::Unknown) };
        match play.play_own(best) {
            Ok(mv) => self.send(&Message::Move(mv)),
            Err(error) => {
                self.note(error);
                self.claim(Reason::Unknown)
            }
        }
    }

    /// Ends the game on our turn.
    fn claim(&mut self, claim: Reason) -> Next {
        let stop = self.settings.offer.is_some() && self.is_last_game();
        if let Stage::Playing(play) = std::mem::replace(&mut self.stage, Stage::Idle) {
            self.stage = Stage::Ending { play, claim, stop };
        }
        self.send(&Message::End { reason: claim, stop })
    }

    fn moved(&mut self, mv: &Move) -> Next {
        let Stage::Playing(play) = &mut self.stage else { return self.chat("no game is being played") };
        if play.is_ours() {
            return self.chat("it is not your turn");
        }
        match play.play(&mv.hub()) {
            Ok(()) => self.take_turn(),
            Err(error) => {
                self.note(error.clone());
                self.chat(&format!("invalid move received: {error}"))
            }
        }
    }

    /// The peer says that the game is over, or answers when we have said so.
    fn ended(&mut self, reason: Reason, stop: bool) -> Next {
        match std::mem::replace(&mut self.stage, Stage::Idle) {
            Stage::Ending { play, claim, stop: ours } => self.finish(&play, Some(claim), stop || ours),
            Stage::Playing(play) => {
                self.player.stop();
                let next = self.send(&Message::End { reason: Reason::Unknown, stop });
                // The protocol knows no way to refuse, but whoever keeps the score may want to know.
                let worth = self.judge.worth(play.present()).filter(|_| !play.is_ours());
                if worth.is_some_and(|worth| claims_too_much(reason, worth)) {
                    self.note("the peer claims more than the endgame tables give it");
                }
                let claim = match reason {
                    Reason::Lost => Reason::Won,
                    Reason::Won => Reason::Lost,
                    other => other,
                };
                let after = self.finish(&play, Some(claim), stop);
                if next == Next::HangUp { next } else { after }
            }
            Stage::Idle | Stage::Offered(_) => {
                let _ = self.send(&Message::End { reason: Reason::Unknown, stop });
                if stop { self.hang_up("the peer wants no more games") } else { Next::Listen }
            }
        }
    }

    /// Records a finished game and goes on to the next.
    fn finish(&mut self, play: &Play, claim: Option<Reason>, stop: bool) -> Next {
        let end = if play.outcome().is_some() || claim != Some(Reason::Unknown) {
            "normal"
        } else {
            "unterminated"
        };
        let text = play.pdn(&self.settings.name, &self.peer, claim, end);
        (self.report)(Report::Game { result: play.result(claim), pdn: text });
        *self.games += 1;
        let enough =
            self.settings.offer.is_some() && self.settings.games.is_some_and(|games| *self.games >= games);
        if stop || enough {
            // The last message is on its way; a peer that is to answer may do so.
            return self.hang_up("no more games");
        }
        self.begin()
    }

    fn back_wanted(&mut self, number: u32, turn: Side) -> Next {
        let allowed = self.settings.take_back;
        let Stage::Playing(play) = &mut self.stage else {
            return self.send(&Message::BackAnswer(BackAnswer::No));
        };
        if !allowed {
            return self.send(&Message::BackAnswer(BackAnswer::No));
        }
        match play.go_back(number, turn) {
            Ok(()) => {
                self.player.stop();
                self.note(format!("back to move {number} of {turn}"));
                let next = self.send(&Message::BackAnswer(BackAnswer::Yes));
                if next == Next::Listen { self.take_turn() } else { next }
            }
            Err(reason) => {
                self.note(format!("back to move {number}: {reason}"));
                self.send(&Message::BackAnswer(BackAnswer::No))
            }
        }
    }
}
