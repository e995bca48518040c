//! Man pages and shell completions, from the one definition of the command line.

use super::Outcome;
use super::args::Cli;
use super::check::cannot_write;
use super::exit;
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::Path;

/// Writes a page for each command to a folder, which is made.
pub(crate) fn man(folder: &Path) -> Outcome {
    std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(|e| cannot_write(folder, &e))?;
    Ok(exit::OK)
}

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Outcome {
    clap_complete::generate(shell, &mut Cli::command(), "hatha", &mut std::io::stdout());
    Ok(exit::OK)
}
