//! `cargo xtask test`: the one command that runs every test.

use crate::process::root;
use crate::{Result, attack, floats, fuzz_c, fuzz_input, round_trip, second_opinion, setup, web};
use std::process::Command;

/// Sets up, then runs the tests of all crates, the mutants that they must notice, the page of
/// reports in a browser, a part of the corpus with a second opinion, the witnesses of a part of it, the deliberate defects that
/// must not lead to a wrong verdict, the adversary, a part of the comparisons of floating
/// point, and the two fuzzers with fixed seeds.
pub fn run() -> Result {
    setup::run()?;
    cargo(&["test", "--release", "--workspace", "--quiet"])?;
    let mutants = ["--features", "mutants", "--test", "mutants"];
    cargo(
        &[
            &["test", "--release", "--quiet", "-p", "hatha-term"],
            &mutants[..],
        ]
        .concat(),
    )?;
    web::run(&web::Options {
        check: true,
        test: true,
        ..web::Options::default()
    })?;
    second_opinion::sample()?;
    round_trip::sample()?;
    script("contrib/benchexec/test.sh")?;
    script("contrib/neovim/test.sh")?;
    script("contrib/vscode/test.sh")?;
    script("contrib/cmake/test.sh")?;
    script("contrib/pre-commit/test.sh")?;
    script("contrib/github/test.sh")?;
    let broken = [
        "--features",
        "broken",
        "--test",
        "broken",
        "--test",
        "engine_defects",
    ];
    cargo(
        &[
            &["test", "--release", "--quiet", "-p", "hatha"],
            &broken[..],
        ]
        .concat(),
    )?;
    attack::sample()?;
    floats::sample()?;
    fuzz_c::run(&fuzz_c::Options {
        count: 100,
        seed: 1,
        ..fuzz_c::Options::default()
    })?;
    fuzz_c::run(&fuzz_c::Options {
        count: 20,
        seed: 1,
        floats: true,
        ..fuzz_c::Options::default()
    })?;
    fuzz_input::run(&fuzz_input::Options {
        count: 500,
        seed: 1,
        ..fuzz_input::Options::default()
    })
}

/// Runs a test that is a script; it says itself if it is skipped.
fn script(path: &str) -> Result {
    let status = Command::new("bash").arg(path).current_dir(root()).status();
    match status
        .map_err(|e| format!("cannot run {path}: {e}"))?
        .success()
    {
        true => Ok(()),
        false => Err(format!("{path} failed")),
    }
}

fn cargo(args: &[&str]) -> Result {
    let status = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(root())
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("cargo {} failed", args.join(" ")))
    }
}
