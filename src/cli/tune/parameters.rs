//! Which numbers are tuned: what `--param` says, filled up with what the engine says of its options.

use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};

use crate::search::Params;
use crate::tournament::dialects::Spin;
use crate::tournament::tune::spsa::Parameter;

/// What stands for all numbers of Damone's search.
const ALL: &str = "all";
/// Steps that a range has unless it is said how long one is, as fishtest proposes.
const STEPS: f64 = 20.0;
/// Shorter steps would not always move a whole number.
const LEAST_STEP: f64 = 0.5;

/// `NAME[=START[,LEAST,MOST[,STEP]]]`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wish {
    name: String,
    start: Option<f64>,
    range: Option<(i64, i64)>,
    step: Option<f64>,
}

impl FromStr for Wish {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, figures) = match text.split_once('=') {
            None => (text, Vec::new()),
            Some((name, figures)) => (name, figures.split(',').map(str::trim).collect()),
        };
        let real = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
        let mut wish = Self { name: name.trim().to_owned(), start: None, range: None, step: None };
        let understood = match figures[..] {
            [] => Some(()),
            [start] => real(start).map(|start| wish.start = Some(start)),
            [start, least, most, ref step @ ..] if step.len() < 2 => {
                wish.start = real(start);
                wish.range = least.parse().ok().zip(most.parse().ok());
                wish.step = step.first().and_then(|step| real(step));
                (wish.start.is_some() && wish.range.is_some() && wish.step.is_some() != step.is_empty())
                    .then_some(())
            }
            _ => None,
        };
        ensure!(
            understood.is_some() && !wish.name.is_empty(),
            "expected NAME, NAME=START, NAME=START,LEAST,MOST or NAME=START,LEAST,MOST,STEP"
        );
        Ok(wish)
    }
}

/// What an engine says of itself.
pub(super) struct Known {
    /// Its options that are whole numbers; `None` if its dialect has no words for that.
    pub(super) spins: Option<Vec<Spin>>,
    /// The numbers that the game starts with where the engine is this one: the default that it declares is the
    /// same for all games.
    pub(super) own: Option<Params>,
}

impl Known {
    fn find(&self, name: &str) -> Option<&Spin> {
        self.spins.iter().flatten().find(|spin| spin.name.eq_ignore_ascii_case(name))
    }

    /// The numbers to be tuned.
    pub(super) fn parameters(&self, wishes: &[Wish]) -> Result<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for wish in self.expanded(wishes)? {
            let parameter = self.parameter(&wish).with_context(|| format!("--param {}", wish.name))?;
            ensure!(
                parameters.iter().all(|other| other.name != parameter.name),
                "--param {}: it is there twice",
                parameter.name
            );
            parameters.push(parameter);
        }
        Ok(parameters)
    }

    /// The wishes, with every number of the search for `all`, unless it is named itself.
    fn expanded(&self, wishes: &[Wish]) -> Result<Vec<Wish>> {
        let (all, mut named): (Vec<Wish>, Vec<Wish>) =
            wishes.iter().cloned().partition(|wish| wish.name == ALL);
        if all.is_empty() {
            return Ok(named);
        }
        let mut found = false;
        for tunable in Params::TABLE.iter().filter(|tunable| self.find(tunable.name).is_some()) {
            found = true;
            if !named.iter().any(|wish| wish.name.eq_ignore_ascii_case(tunable.name)) {
                named.push(Wish { name: tunable.name.to_owned(), start: None, range: None, step: None });
            }
        }
        ensure!(
            found,
            "--param all: the engine has none of the search's numbers as options; a build with \
             `cargo build --release --features tune` has them"
        );
        Ok(named)
    }

    fn parameter(&self, wish: &Wish) -> Result<Parameter> {
        let declared = self.find(&wish.name);
        if let (None, Some(spins)) = (declared, &self.spins) {
            let names: Vec<&str> = spins.iter().map(|spin| spin.name.as_str()).collect();
            bail!("the engine has no such whole number among its options, which are: {}", names.join(", "));
        }
        let limits = declared.map(|spin| (spin.least, spin.most));
        let Some((least, most)) = wish.range.or(limits) else {
            bail!("engines of this dialect do not say their options: NAME=START,LEAST,MOST is needed");
        };
        let own = self.own.and_then(|params| params.get(&wish.name)).map(f64::from);
        let start = wish.start.or(own).or(declared.map(|spin| spin.default as f64));
        let start = start.context("START is missing")?;
        let width = most as f64 - least as f64;
        let step = wish.step.unwrap_or((width / STEPS).max(LEAST_STEP));
        ensure!(least < most, "{least} to {most} is no range");
        if let Some((lowest, highest)) = limits {
            ensure!(least >= lowest && most <= highest, "the engine takes {lowest} to {highest} only");
        }
        ensure!((least as f64..=most as f64).contains(&start), "{start} is not within {least} to {most}");
        ensure!(
            (LEAST_STEP..=width / 2.0).contains(&step),
            "a step of {step} is not within {LEAST_STEP} and half of the range, {}",
            width / 2.0
        );
        let name = declared.map_or(&wish.name, |spin| &spin.name).clone();
        Ok(Parameter { name, start, least, most, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(name: &str, default: i64, least: i64, most: i64) -> Spin {
        Spin { name: name.to_owned(), default, least, most }
    }

    fn known(spins: Vec<Spin>) -> Known {
        Known { spins: Some(spins), own: None }
    }

    /// The parameters that words give, or the complaint.
    fn read(known: &Known, words: &[&str]) -> Result<Vec<Parameter>, String> {
        let wishes: Result<Vec<Wish>> = words.iter().map(|word| word.parse()).collect();
        wishes.and_then(|wishes| known.parameters(&wishes)).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn what_is_not_said_is_the_engines() {
        let known = known(vec![spin("Move Overhead", 10, 0, 5000), spin("skill", 3, 1, 9)]);
        let found = read(&known, &["Skill", "move overhead=20,10,100", "x=1"]);
        assert!(found.unwrap_err().contains("x: the engine has no such"), "the third is unknown");
        let found = read(&known, &["Skill", "move overhead=20,10,100"]).unwrap();
        let parameter = |name: &str, start, least, most, step| Parameter {
            name: name.to_owned(),
            start,
            least,
            most,
            step,
        };
        assert_eq!(
            found,
            [parameter("skill", 3.0, 1, 9, 0.5), parameter("Move Overhead", 20.0, 10, 100, 4.5)]
        );
        let found = read(&known, &["skill=4.5,2,8,1.25"]).unwrap();
        assert_eq!(found, [parameter("skill", 4.5, 2, 8, 1.25)]);
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let known = known(vec![spin("skill", 3, 1, 9)]);
        for (word, complaint) in [
            ("skill=", "expected NAME"),
            ("skill=1,2", "expected NAME"),
            ("skill=1,2,3,4,5", "expected NAME"),
            ("skill=nan", "expected NAME"),
            ("=3", "expected NAME"),
            ("skill=3,1,x", "expected NAME"),
            ("skill=3,1,9,x", "expected NAME"),
            ("skill=0", "0 is not within 1 to 9"),
            ("skill=3,0,9", "takes 1 to 9 only"),
            ("skill=3,3,3", "no range"),
            ("skill=3,1,9,0.1", "a step of 0.1"),
            ("skill=3,1,9,5", "a step of 5"),
            ("all", "--features tune"),
        ] {
            let found = read(&known, &[word]).unwrap_err();
            assert!(found.contains(complaint), "{word}: {found}");
        }
        assert!(read(&known, &["skill", "SKILL=4"]).unwrap_err().contains("twice"));
    }

    #[test]
    fn all_are_those_of_the_search_from_the_games_own_values() {
        let mut own = Params::DEFAULT;
        assert!(own.set("futility_margin", 77));
        let declared = |name: &str| spin(name, 1, 0, 1000);
        let spins = vec![declared("Hash"), declared("futility_margin"), declared("iir_depth")];
        let known = Known { spins: Some(spins), own: Some(own) };
        let found = read(&known, &["all", "iir_depth=5"]).unwrap();
        let names: Vec<(&str, f64)> = found.iter().map(|p| (p.name.as_str(), p.start)).collect();
        assert_eq!(names, [("iir_depth", 5.0), ("futility_margin", 77.0)]);
    }

    #[test]
    fn dialects_without_declarations_need_everything() {
        let known = Known { spins: None, own: None };
        assert!(read(&known, &["x=3"]).unwrap_err().contains("LEAST,MOST"));
        assert_eq!(read(&known, &["x=3,0,10"]).unwrap().len(), 1);
    }
}
