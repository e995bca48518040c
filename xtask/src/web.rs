//! `cargo xtask web`: builds the pages of reports and explorations, and looks at them in a browser.
//!
//! **Invariant.** Building hatha never comes here: the bundles are committed. Where
//! Node or Chromium is missing and cannot be had, what is skipped is said.

use crate::Result;
use crate::process::{available, build_hatha, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to do with the pages.
#[derive(clap::Args, Default)]
pub struct Options {
    /// Compare the committed bundles with what the sources make instead of writing them
    #[arg(long)]
    pub check: bool,
    /// Look at the pages of real runs, and explore a unit, in a headless Chromium
    #[arg(long)]
    pub test: bool,
    /// With --test: write the pictures of the documentation to this folder
    #[arg(long, value_name = "DIR", requires = "test")]
    pub pictures: Option<PathBuf>,
}

/// Builds or checks, then tests if that is wanted.
pub fn run(options: &Options) -> Result {
    if !(available("node") && available("npm")) {
        eprintln!("skipped: the pages are not rebuilt, because node and npm are missing");
        return Ok(());
    }
    install()?;
    npx(&["tsc", "--noEmit"])?;
    let check: &[&str] = if options.check { &["--check"] } else { &[] };
    node(&[&["build.mjs"], check].concat())?;
    if !options.test {
        return Ok(());
    }
    if !has_browser() {
        eprintln!("skipped: no page is looked at, because chromium is missing");
        return Ok(());
    }
    look(options.pictures.as_deref())
}

/// Whether a browser for the tests is there.
pub fn has_browser() -> bool {
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .any(|name| available(name))
}

fn look(pictures: Option<&Path>) -> Result {
    let hatha = build_hatha()?;
    let mut words = vec!["test/run.mjs".to_owned(), hatha.display().to_string()];
    words.extend(pictures.map(|p| p.display().to_string()));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    node(&words)
}

/// Exactly the packages of the lock file.
fn install() -> Result {
    command(
        "npm",
        &["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    )
}

fn npx(words: &[&str]) -> Result {
    command("npx", &[&["--no-install"], words].concat())
}

fn node(words: &[&str]) -> Result {
    command("node", words)
}

fn command(program: &str, words: &[&str]) -> Result {
    let status = Command::new(program)
        .args(words)
        .current_dir(root().join("web/report"))
        .status()
        .map_err(|e| format!("cannot run {program}: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{program} {} failed", words.join(" "))),
    }
}
