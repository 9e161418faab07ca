//! All integration tests in one program: the games are compiled once for it, not once for every file.
//!
//! `cargo test --test suite NAME` runs those of the file NAME.

#[macro_use]
mod common;

mod bench;
mod cli;
mod dxp;
mod endings_in_play;
mod floors;
mod hub;
mod matches;
mod networks;
mod notation;
mod notation_other_rules;
mod perft;
mod playthroughs;
mod protocol;
mod protocol_md;
mod rule_positions;
mod rules_arabic;
mod rules_common;
mod rules_english;
mod rules_family;
mod rules_international;
mod rules_italian;
mod rules_tirana;
mod rules_tirana_designation;
mod rules_turkish;
mod scripts;
mod search;
mod searched_endings;
mod strength;
mod tablebase;
mod tablebase_cli;
mod tables_in_search;
mod tactics;
mod training;
mod tune;
mod ugi;
