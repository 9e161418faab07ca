//! The engine thread: it owns all state, reads one inbox and never waits for a search.
//!
//! Whatever takes long (a search, a perft, a bench) runs in a thread of its own, the *job*, with a
//! fresh control; its events come back through the same inbox with the job's number, so that what a job says after
//! its end reaches nobody. Commands are carried out in the order in which they came: one that must not meet a
//! running job asks it to stop and waits in the queue, with all that follow it.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::bench;
use super::control::Control;
use super::evaluator::Evaluator;
use super::event::{Command, Event, GoSpec, MoveForm};
use super::memory;
use super::options::{self, Action, EVAL_FILE, Options, TABLE_PATH, Value};
use super::session::{self, Resources, Session, Work};
use crate::rules::VariantId;
use crate::search::tt::NoMemory;
use crate::search::{Handicap, Table};
use crate::util::rng::mix;

/// What reaches the engine thread.
#[derive(Debug)]
pub enum Inbox {
    /// A line of input, without its end.
    Line(String),
    /// A command from a front end that has no lines.
    Command(Command),
    /// A job said something.
    Report {
        /// The job's number.
        job: u64,
        /// What it said.
        event: Event,
    },
    /// A job ended.
    Finished {
        /// The job's number.
        job: u64,
        /// Its last word.
        event: Event,
    },
    /// The input ended.
    Eof,
}

/// Turns a line into a command, an empty one into none, and a wrong one into a message. It may remember lines,
/// but not what the engine does: it reads ahead of that.
pub type Parser = Box<dyn FnMut(&str) -> Result<Option<Command>, String> + Send>;

/// How long the last search may take to end when the program does. Far more than it needs, unless hundreds of threads
/// share a few processors; it bounds the damage should a search ever not listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// Searches recurse, a frame per ply, and their threads start from the job's.
const STACK: usize = 32 << 20;

/// Something that runs in a thread of its own.
struct Job {
    number: u64,
    control: Arc<Control>,
    /// It must not end before it is stopped.
    endless: bool,
    /// It must not end before the ponder hit.
    pondering: bool,
    /// Its last word, held back while it must not end.
    closing: Option<Event>,
}

/// The engine: options, game, shared table and the running job.
pub struct Engine {
    parse: Parser,
    inbox: Receiver<Inbox>,
    mailbox: Sender<Inbox>,
    events: Sender<Event>,
    options: Options,
    session: Box<dyn Session>,
    /// What the option `EvalFile` names.
    net: Evaluator,
    /// The shared table, once it is needed, and the size it was asked for.
    table: Option<(usize, Arc<Table>)>,
    job: Option<Job>,
    jobs_started: u64,
    /// Other in every run of the program.
    chance: u64,
    /// Games begun, as far as the user interface says so.
    games: u64,
    waiting: VecDeque<Command>,
    debug: bool,
    /// Nobody takes the events any more.
    unheard: bool,
}

impl Engine {
    /// An engine that reads `inbox` and says what it has to say to `events`. `mailbox` is the other end of
    /// `inbox`, for its jobs.
    pub fn new(parse: Parser, inbox: Receiver<Inbox>, mailbox: Sender<Inbox>, events: Sender<Event>) -> Self {
        let options = Options::default();
        let session = session::open(options.variant);
        Self {
            parse,
            inbox,
            mailbox,
            events,
            options,
            session,
            net: Evaluator::BuiltIn,
            table: None,
            job: None,
            jobs_started: 0,
            chance: RandomState::new().hash_one(0),
            games: 0,
            waiting: VecDeque::new(),
            debug: false,
            unheard: false,
        }
    }

    /// Works until told to quit or until the input ends.
    pub fn run(mut self) {
        while let Ok(message) = self.inbox.recv() {
            match message {
                Inbox::Line(line) => {
                    if self.hear(&line) {
                        break;
                    }
                }
                Inbox::Command(Command::Quit) | Inbox::Eof => break,
                Inbox::Command(command) => self.take(command),
                Inbox::Report { job, event } => self.forward(job, event),
                Inbox::Finished { job, event } => self.finish(job, event),
            }
            if self.unheard {
                return;
            }
        }
        self.wind_up();
    }

    /// Takes in a line; whether it was the last.
    fn hear(&mut self, line: &str) -> bool {
        if self.options.log.is_some() {
            self.say(Event::Received(line.to_owned()));
        }
        match (self.parse)(line) {
            Ok(Some(Command::Quit)) => return true,
            Ok(Some(command)) => self.take(command),
            Ok(None) => {}
            Err(message) => self.say(Event::Error(message)),
        }
        false
    }

    /// Takes in a command.
    fn take(&mut self, command: Command) {
        self.waiting.push_back(command);
        self.work_off();
    }

    /// Carries out what waits, up to a command that has to wait for the end of the job.
    fn work_off(&mut self) {
        while let Some(command) = self.waiting.pop_front() {
            if self.job.is_some() && command.needs_rest() {
                if let Err(message) = self.check(&command) {
                    self.say(Event::Error(message));
                    continue;
                }
                self.waiting.push_front(command);
                if self.debug {
                    self.say(Event::Note("debug: ending the search before the next command".to_owned()));
                }
                self.stop();
                if self.job.is_some() {
                    return;
                }
            } else {
                self.carry_out(command);
            }
        }
    }

    /// Whether a command could be carried out: a wrong one must not end a search.
    fn check(&self, command: &Command) -> Result<(), String> {
        match command {
            Command::SetOption { name, value } => {
                let checked = options::check(name, value.as_deref()).map_err(|error| error.to_string())?;
                match checked {
                    (spec, Value::Text(path)) if spec.name == EVAL_FILE => {
                        self.read_net(Some(path.as_ref())).map(drop)
                    }
                    (spec, _) if spec.name == TABLE_PATH => self.check_tables(value.as_deref()),
                    _ => Ok(()),
                }
            }
            Command::Position(spec) => self.session.check_position(spec).map_err(|error| error.to_string()),
            Command::Go(spec) => self.session.check_search(spec).map_err(|error| error.to_string()),
            _ => Ok(()),
        }
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Hello => self.say(Event::Hello),
            Command::IsReady => {
                if let Err(error) = self.prepare_table() {
                    self.say(Event::Error(error.to_string()));
                }
                self.say(Event::Ready);
            }
            Command::Ping => self.say(Event::Pong),
            Command::Query(query) => self.say(Event::Standing(query, self.session.standing())),
            Command::NewGame => {
                self.games += 1;
                self.clear_table();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(spec) => {
                if let Err(error) = self.session.set_position(&spec) {
                    self.say(Event::Error(error.to_string()));
                }
            }
            Command::Go(spec) => self.go(&spec),
            Command::Perft(depth) => {
                let work = self.session.perft(depth, self.options.threads);
                self.start(work, false, false);
            }
            Command::Bench(game) => self.bench(game),
            Command::Display => self.say(Event::Description(Box::new(self.session.describe()))),
            Command::Eval => self.say(Event::Evaluation(self.session.evaluate(&self.net))),
            Command::Help => self.say(Event::Help),
            Command::Debug(on) => self.debug = on,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            // Seen before it gets here.
            Command::Quit => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.options.clone();
        let done = match self.options.set(name, value) {
            Ok(Action::None) => Ok(()),
            Ok(Action::OpenVariant) => {
                self.open_variant();
                Ok(())
            }
            Ok(Action::OpenTables) => self.open_tables(),
            Ok(Action::ClearHash) => {
                self.clear_table();
                Ok(())
            }
            Ok(Action::OpenNet) => self.open_net(),
            Ok(Action::Log) => {
                self.say(Event::Log(self.options.log.clone()));
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = done {
            self.options = before;
            self.say(Event::Error(message));
        }
    }

    /// Opens the game of the options. Where its endgame tables cannot be opened it is played without the folders, which
    /// stay named for other games.
    fn open_variant(&mut self) {
        self.session = session::open(self.options.variant);
        self.clear_table();
        if let Err(message) = self.open_tables() {
            self.say(Event::Error(message));
            // Without folders nothing can fail.
            drop(self.session.open_tables(&[], self.options.table_terms()));
        }
    }

    /// Opens the endgame tables of the options for the present game, and says what was found.
    fn open_tables(&mut self) -> Result<(), String> {
        let (files, most) = self.session.open_tables(&self.options.table_path, self.options.table_terms())?;
        // It may hold scores that the tables know better.
        self.clear_table();
        if !self.options.table_path.is_empty() {
            let game = self.options.variant;
            self.say(Event::Note(if files == 0 {
                format!("no endgame tables of {game} below TablebasePath")
            } else {
                format!("{files} endgame tables of {game} with at most {most} pieces")
            }));
        }
        Ok(())
    }

    /// Whether the tables of another path could be opened.
    fn check_tables(&self, path: Option<&str>) -> Result<(), String> {
        let mut wanted = self.options.clone();
        wanted.set(TABLE_PATH, path).map_err(|error| error.to_string())?;
        self.session.check_tables(&wanted.table_path, wanted.table_terms())
    }

    /// Opens the network file of the options. The table goes: it holds scores of another evaluation.
    fn open_net(&mut self) -> Result<(), String> {
        self.net = self.read_net(self.options.eval_file.as_deref())?;
        self.clear_table();
        Ok(())
    }

    /// What the option `EvalFile` names.
    fn read_net(&self, path: Option<&Path>) -> Result<Evaluator, String> {
        Evaluator::read(path, self.session.variant()).map_err(|error| error.to_string())
    }

    fn go(&mut self, spec: &GoSpec) {
        let started = Instant::now();
        let table = match self.prepare_table() {
            Ok(table) => table,
            Err(error) => return self.say(Event::Error(error.to_string())),
        };
        let resources = Resources {
            table,
            threads: self.options.threads,
            multi_pv: self.options.multi_pv,
            overhead: self.options.overhead,
            net: self.net.clone(),
            contempt: self.options.contempt,
            handicap: self.handicap(),
            show_wdl: self.options.show_wdl,
            started,
            params: self.options.tuned.clone(),
        };
        match self.session.search(spec, resources) {
            Ok(work) => {
                // In Hub nobody asks about a finished position, but who does wants to hear it, not to wait.
                let waits = spec.form == MoveForm::Long || self.session.standing().can_move;
                self.start(work, waits && spec.is_endless(), waits && spec.ponder);
            }
            Err(error) => self.say(Event::Error(error.to_string())),
        }
    }

    /// How to play weaker than possible, if so: with the same errors throughout a game, others in the next.
    fn handicap(&self) -> Option<Handicap> {
        let level = self.options.level()?;
        let chosen = Some(self.options.skill_seed).filter(|&seed| seed != 0);
        Some(Handicap { level, seed: mix(self.games) ^ chosen.unwrap_or(self.chance) })
    }

    fn bench(&mut self, game: Option<VariantId>) {
        let net = self.net.clone();
        let work: Work = Box::new(move |control, sink| {
            let games = game.map_or_else(|| VariantId::ALL.to_vec(), |game| vec![game]);
            match bench::run(&games, &net, control, |line| sink(Event::BenchLine(line))) {
                Ok(Some((nodes, time))) => Event::BenchTotal { nodes, time },
                Ok(None) => Event::Note("bench stopped".to_owned()),
                Err(error) => Event::Error(error.to_string()),
            }
        });
        self.start(work, false, false);
    }

    /// Starts a job. No other runs.
    fn start(&mut self, work: Work, endless: bool, pondering: bool) {
        self.jobs_started += 1;
        let number = self.jobs_started;
        let control = Arc::new(Control::default());
        let (mailbox, its_control) = (self.mailbox.clone(), control.clone());
        let body = move || {
            let mut sink = |event| drop(mailbox.send(Inbox::Report { job: number, event }));
            let ended = catch_unwind(AssertUnwindSafe(|| work(&its_control, &mut sink)));
            let event = ended.unwrap_or_else(|_| Event::Error("internal: the search broke off".to_owned()));
            drop(mailbox.send(Inbox::Finished { job: number, event }));
        };
        match thread::Builder::new().name(format!("job {number}")).stack_size(STACK).spawn(body) {
            Ok(_) => self.job = Some(Job { number, control, endless, pondering, closing: None }),
            Err(error) => self.say(Event::Error(format!("cannot start a thread: {error}"))),
        }
    }

    /// Asks the job to end; if it has, and was only held back, it ends now.
    fn stop(&mut self) {
        if let Some(job) = &mut self.job {
            job.control.stop();
            (job.endless, job.pondering) = (false, false);
        }
        self.release();
    }

    fn ponder_hit(&mut self) {
        if let Some(job) = &mut self.job {
            job.control.ponder_hit();
            job.pondering = false;
        }
        self.release();
    }

    fn forward(&mut self, number: u64, event: Event) {
        if self.job.as_ref().is_some_and(|job| job.number == number) {
            self.say(event);
        }
    }

    fn finish(&mut self, number: u64, event: Event) {
        if let Some(job) = self.job.as_mut().filter(|job| job.number == number) {
            job.closing = Some(event);
            self.release();
            self.work_off();
        }
    }

    /// Lets the job's last word out if it may end.
    fn release(&mut self) {
        let ends = |job: &mut Job| job.closing.is_some() && !job.endless && !job.pondering;
        if let Some(event) = self.job.take_if(ends).and_then(|job| job.closing) {
            self.say(event);
        }
    }

    /// Ends the job, so that it still gets its answer, and with it the engine.
    fn wind_up(&mut self) {
        self.waiting.clear();
        self.stop();
        let deadline = Instant::now() + PATIENCE;
        while self.job.is_some() {
            match self.inbox.recv_deadline(deadline) {
                Ok(Inbox::Report { job, event }) => self.forward(job, event),
                Ok(Inbox::Finished { job, event }) => self.finish(job, event),
                Ok(Inbox::Line(_) | Inbox::Command(_) | Inbox::Eof) => {}
                Err(_) => return,
            }
        }
    }

    fn clear_table(&mut self) {
        if let Some((_, table)) = &self.table {
            table.clear(self.options.threads);
        }
    }

    /// The table at the size that was asked for. If the machine cannot give that much, the size goes back to
    /// what it was.
    fn prepare_table(&mut self) -> Result<Arc<Table>, NoMemory> {
        let wanted = self.options.hash;
        if let Some((size, table)) = &self.table
            && (*size == wanted || self.job.is_some())
        {
            return Ok(table.clone());
        }
        // The old one goes first: both together may be more than there is.
        let kept = self.table.take().map_or(Options::default().hash, |(size, _)| size);
        let new = if wanted > kept && !memory::can_give(wanted) {
            Err(NoMemory(wanted))
        } else {
            Table::new(wanted)
        };
        let table = new.or_else(|error| {
            self.say(Event::Error(format!("{error}; Hash stays {kept}")));
            self.options.hash = kept;
            Table::new(kept)
        });
        let table = Arc::new(table?);
        self.table = Some((self.options.hash, table.clone()));
        Ok(table)
    }

    fn say(&mut self, event: Event) {
        self.unheard |= self.events.send(event).is_err();
    }
}
