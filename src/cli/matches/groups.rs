//! `--engine KEY=VALUE…`, as often as there are engines. Derived arguments would join all the words.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

const ID: &str = "engine";

/// The words behind each `--engine`.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines(pub(super) Vec<Vec<String>>);

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let groups = matches.get_occurrences::<String>(ID);
        Ok(Self(
            groups.map(|groups| groups.map(|words| words.cloned().collect()).collect()).unwrap_or_default(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ID)
                .long(ID)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help("An engine; once for each"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
