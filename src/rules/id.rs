//! Names of games.

use std::fmt;
use std::str::FromStr;

use super::set::RuleSet;
pub use super::variants::VariantId;

/// A name that belongs to no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown variant '{name}'; known are {}", known())]
pub struct UnknownVariant {
    /// What was asked for.
    pub name: String,
}

/// The names of all games, with commas.
fn known() -> String {
    VariantId::ALL.map(VariantId::name).join(", ")
}

impl VariantId {
    /// The name that users type.
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// Whether `name` is this game's name or one of its aliases: case does not matter, and blank, hyphen and
    /// underscore are the same.
    fn is_called(self, name: &str) -> bool {
        let RuleSet { name: own, aliases, .. } = self.rules();
        // The Turkish dotless i becomes a plain one when it goes through upper case.
        let plain = |text: &str| text.trim().to_lowercase().replace('ı', "i").replace([' ', '_'], "-");
        let name = plain(name);
        plain(own) == name || aliases.iter().any(|alias| plain(alias) == name)
    }
}

impl VariantId {
    /// The game and the number of the tag (0 for none) of a name such as `brazilian` or `brazilian/cbd`.
    ///
    /// # Errors
    /// If there is no such game, or it has no such tag.
    pub fn parse_with_tag(name: &str) -> Result<(Self, u8), UnknownVariant> {
        let Some((game, tag)) = name.split_once('/') else { return Ok((name.parse()?, 0)) };
        let id: Self = game.parse()?;
        let unknown = || UnknownVariant { name: name.chars().take(60).collect() };
        Ok((id, id.rules().tag_number(tag.trim()).ok_or_else(unknown)?))
    }
}

impl FromStr for VariantId {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let unknown = || UnknownVariant { name: name.chars().take(60).collect() };
        Self::ALL.into_iter().find(|id| id.is_called(name)).ok_or_else(unknown)
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_lead_to_one_game_each() {
        let mut seen = std::collections::HashMap::new();
        for id in VariantId::ALL {
            let rules = id.rules();
            assert_eq!(rules.id, id);
            for name in rules.aliases.iter().chain([&rules.name]) {
                assert_eq!(name.parse(), Ok(id), "{name}");
                assert_eq!(name.to_uppercase().parse(), Ok(id), "{name}");
                assert_eq!(seen.insert(name.to_lowercase(), id), None, "{name} twice");
            }
        }
    }

    #[test]
    fn an_unknown_name_is_said_back_with_the_known_ones() {
        let error = "chess".parse::<VariantId>().unwrap_err().to_string();
        assert!(error.contains("'chess'") && error.contains("tirana-designation"), "{error}");
    }
}
