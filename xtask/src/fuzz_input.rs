//! Mutated programs must give a message and an exit status, never a panic, a
//! hang or a stack overflow.

use crate::Result;
use crate::process::{self, build_hatha, root};
use crate::rng::Rng;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// How many mutants
    #[arg(long, default_value_t = 10_000)]
    pub count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds that one may take
    #[arg(long, default_value_t = 20.0)]
    pub limit: f64,
    /// Keep offending mutants in this folder
    #[arg(long)]
    pub keep: Option<PathBuf>,
    /// Folders with programs to mutate; the corpus by default
    pub folders: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            count: 10_000,
            seed: 1,
            limit: 20.0,
            keep: None,
            folders: Vec::new(),
        }
    }
}

/// Exit statuses with a documented meaning.
const CALM: &[i32] = &[0, 1, 2, 64, 65, 66];

/// Tokens that tend to upset front ends.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "...",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "int",
    "void",
    "char",
    "float",
    "unsigned",
    "long",
    "sizeof",
    "case",
    "default:",
    "goto",
    "return",
    "0",
    "-1",
    "0x7fffffff",
    "99999999999999999999",
    "1e999",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "#",
    "\\",
    "\0",
    "é",
    "__attribute__((packed))",
    "__builtin_va_arg",
    "typeof",
    "_Generic(",
    "= {",
    ".x =",
    "[1 ... 2] =",
    "? :",
    "++",
    "--",
    "<<",
    "->",
    ".",
    ":",
    "extern",
    "volatile",
    "const",
    "_Bool",
    "asm(\"\")",
    "1.0f",
    "L'x'",
];

/// Mutates and runs.
pub fn run(options: &Options) -> Result {
    let seeds = corpus(options)?;
    let hatha = build_hatha()?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut bad = 0;
    for i in 0..options.count {
        let mut rng = Rng::new(options.seed.wrapping_add(i));
        let mutant = mutate(&mut rng, &seeds);
        // Mostly preprocessed input: it reaches the parser without paying for cc.
        let name = if rng.below(10) == 0 {
            "mutant.c"
        } else {
            "mutant.i"
        };
        let path = dir.path().join(name);
        std::fs::write(&path, &mutant).map_err(|e| e.to_string())?;
        if let Some(why) = offence(options, &hatha, &path)? {
            bad += 1;
            println!("seed {}: {why}", options.seed.wrapping_add(i));
            keep(options, &mutant, i)?;
        }
    }
    println!("fuzz-input: {} mutants, {bad} offences", options.count);
    if bad == 0 {
        Ok(())
    } else {
        Err(format!("{bad} mutants upset hatha"))
    }
}

fn corpus(options: &Options) -> Result<Vec<Vec<u8>>> {
    let default = [
        root().join("tests/cases/front"),
        root().join("tests/cases/exec"),
        root().join("examples"),
    ];
    let folders = if options.folders.is_empty() {
        &default[..]
    } else {
        &options.folders
    };
    let mut paths = Vec::new();
    for folder in folders {
        let entries =
            std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        paths.extend(
            entries
                .filter_map(std::result::Result::ok)
                .map(|e| e.path()),
        );
    }
    paths.retain(|p| p.extension().is_some_and(|e| e == "c" || e == "i"));
    paths.sort();
    let texts: Vec<Vec<u8>> = paths.iter().filter_map(|p| std::fs::read(p).ok()).collect();
    if texts.is_empty() {
        Err("no program to mutate".to_owned())
    } else {
        Ok(texts)
    }
}

fn mutate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut text = rng.pick(seeds).clone();
    for _ in 0..=rng.below(6) {
        let at = rng.below(text.len());
        match rng.below(6) {
            0 => text.truncate(at),
            1 => insert(&mut text, at, rng.pick(TOKENS).as_bytes()),
            2 => remove(&mut text, at, 1 + rng.below(20)),
            3 => {
                let other = rng.pick(seeds);
                let from = rng.below(other.len());
                let to = (from + 1 + rng.below(200)).min(other.len());
                insert(&mut text, at, &other[from..to]);
            }
            4 => {
                let token = rng.pick(TOKENS).repeat(1 + rng.below(50));
                insert(&mut text, at, token.as_bytes());
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = rng.next() as u8;
                }
            }
        }
    }
    text
}

fn insert(text: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    text.splice(at..at, bytes.iter().copied());
}

fn remove(text: &mut Vec<u8>, at: usize, count: usize) {
    let end = (at + count).min(text.len());
    text.drain(at.min(end)..end);
}

/// What is wrong with how hatha took the file, if anything.
fn offence(options: &Options, hatha: &Path, path: &Path) -> Result<Option<String>> {
    let limit = Duration::from_secs_f64(options.limit);
    let done = process::run(Command::new(hatha).arg("cfa").arg(path), b"", limit)?;
    let stderr = String::from_utf8_lossy(&done.stderr);
    let Some(code) = done.code() else {
        return Ok(Some("it hangs".to_owned()));
    };
    if !CALM.contains(&code) {
        return Ok(Some(format!(
            "exit status {code}: {}",
            stderr.lines().next().unwrap_or_default()
        )));
    }
    if code != 0 && stderr.trim().is_empty() {
        return Ok(Some(format!("exit status {code} without a message")));
    }
    Ok(None)
}

fn keep(options: &Options, mutant: &[u8], i: u64) -> Result {
    let Some(dir) = &options.keep else {
        return Ok(());
    };
    std::fs::create_dir_all(dir).map_err(|e| e.to_string())?;
    std::fs::write(dir.join(format!("mutant{i}.i")), mutant).map_err(|e| e.to_string())
}
