//! The program `damone`: see [`damone::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    damone::cli::main()
}
