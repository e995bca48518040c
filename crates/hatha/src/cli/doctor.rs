//! `hatha doctor`: what is installed, what is missing, and what that costs.

use super::exit;
use super::{Outcome, header};
use std::process::{Command, Stdio};

/// A program that hatha can make use of.
struct Tool {
    name: &'static str,
    argument: &'static str,
    /// What is lost without it.
    cost: &'static str,
    /// Whether hatha cannot do without it.
    needed: bool,
}

const TOOLS: [Tool; 6] = [
    Tool {
        name: "z3",
        argument: "--version",
        cost: "no `check` of guarded commands (.gcl), no --second-opinion z3",
        needed: false,
    },
    Tool {
        name: "cvc5",
        argument: "--version",
        cost: "no --second-opinion cvc5",
        needed: false,
    },
    Tool {
        name: "bitwuzla",
        argument: "--version",
        cost: "no --second-opinion bitwuzla",
        needed: false,
    },
    Tool {
        name: "yices-smt2",
        argument: "--version",
        cost: "no --second-opinion yices",
        needed: false,
    },
    Tool {
        name: "valgrind",
        argument: "--version",
        cost: "nothing for users; some tests of hatha itself are skipped",
        needed: false,
    },
    Tool {
        name: "dot",
        argument: "-V",
        cost: "no pictures of `hatha cfa --dot`",
        needed: false,
    },
];

/// Shows what there is: 0 all that is needed is there, 1 something is not.
pub(super) fn main() -> Outcome {
    println!("hatha {}", env!("CARGO_PKG_VERSION"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut whole = compiler_line(&compiler);
    for tool in &TOOLS {
        let version = version(tool.name, &[tool.argument]);
        whole &= version.is_some() || !tool.needed;
        line(tool.name, version.as_deref(), tool.cost);
    }
    let header = header::folder();
    let found = header.map(|dir| dir.join("hatha.h").display().to_string());
    line(
        "hatha.h",
        found.as_deref(),
        "programs cannot include <hatha.h>",
    );
    if whole {
        println!("All that hatha needs is here.");
        return Ok(exit::OK);
    }
    println!("Something is missing that hatha needs; see above.");
    Ok(exit::VIOLATED)
}

/// The compiler, which may be named with flags, and whether it can make 32-bit programs.
fn compiler_line(compiler: &str) -> bool {
    let mut words = compiler.split_whitespace();
    let name = words.next().unwrap_or("cc");
    let flags: Vec<&str> = words.collect();
    let found = version(name, &[&flags[..], &["--version"]].concat());
    let cost = "only .i files can be read; no `replay --native` (install gcc or clang, or set $CC)";
    line(name, found.as_deref(), cost);
    if found.is_some() {
        let probe = ["-m32", "-E", "-x", "c", "-include", "stdio.h", "/dev/null"];
        let works = succeeds(name, &[&flags[..], &probe].concat());
        let cost = "no system headers under --data-model ilp32 (Debian: gcc-multilib)";
        line("32-bit C library", works.then_some("found"), cost);
    }
    found.is_some()
}

fn line(name: &str, found: Option<&str>, cost: &str) {
    match found {
        Some(version) => println!("  ok       {name:<17} {version}"),
        None => println!("  missing  {name:<17} {cost}"),
    }
}

/// The first line that a program says about itself.
fn version(name: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let printed = if output.stdout.is_empty() {
        output.stderr
    } else {
        output.stdout
    };
    let text = String::from_utf8_lossy(&printed);
    let first = text.lines().find(|l| !l.trim().is_empty());
    output
        .status
        .success()
        .then(|| first.unwrap_or("found").trim().to_owned())
}

fn succeeds(name: &str, arguments: &[&str]) -> bool {
    let status = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|s| s.success())
}
