//! Public conformance programs must behave under `hatha run` as compiled by gcc -O0.
//!
//! **Invariant.** A program counts only if gcc builds it alone (with the files of
//! `--with`) and it ends by itself within the native limit. What hatha says about one
//! that counts falls into exactly one column, and *pass* means the same output and status.

use crate::Result;
use crate::process::{self, Finished, build_hatha};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// Folders with programs, searched through, or single programs
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Seconds that the compiled program may take; longer ones do not count
    #[arg(long, default_value_t = 5.0)]
    pub native_limit: f64,
    /// Seconds that hatha may take
    #[arg(long, default_value_t = 30.0)]
    pub limit: f64,
    /// Count only programs that end with status 0 natively (suites that abort on a failure)
    #[arg(long)]
    pub zero: bool,
    /// Link this file to every program
    #[arg(long)]
    pub with: Vec<PathBuf>,
    /// A flag for gcc and for hatha
    #[arg(long, allow_hyphen_values = true)]
    pub cflag: Vec<String>,
    /// Only this data model
    #[arg(long)]
    pub data_model: Option<String>,
    /// Programs compared at once
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

/// The columns of the table, in order.
const COLUMNS: [&str; 7] = [
    "pass", "fault", "unknown", "refused", "differs", "internal", "time",
];

/// What ended in which column, with hatha's first words about it.
struct Verdict {
    column: &'static str,
    why: String,
}

/// Compares every program and prints one row for each folder and data model.
pub fn run(options: &Options) -> Result {
    let hatha = absolute(&build_hatha()?)?;
    let with = options.with.iter().map(|p| absolute(p));
    let options = &Options {
        with: with.collect::<Result<_>>()?,
        ..options.clone()
    };
    println!("| programs | model | counted | {} |", COLUMNS.join(" | "));
    println!("| --- |{}", " --- |".repeat(COLUMNS.len() + 2));
    for path in &options.paths {
        let programs = programs(&absolute(path)?)?;
        for (model, flag) in [("lp64", "-m64"), ("ilp32", "-m32")] {
            if options.data_model.as_deref().is_none_or(|m| m == model) {
                row(options, &hatha, path, &programs, (model, flag))?;
            }
        }
    }
    Ok(())
}

/// Programs run in a folder of their own, so that what they write stays there.
fn absolute(path: &Path) -> Result<PathBuf> {
    std::fs::canonicalize(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn row(
    options: &Options,
    hatha: &Path,
    path: &Path,
    programs: &[PathBuf],
    model: (&str, &str),
) -> Result {
    let verdicts = compare_all(options, hatha, programs, model)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (program, verdict) in &verdicts {
        *counts.entry(verdict.column).or_default() += 1;
        if verdict.column != "pass" {
            let program = program.display();
            eprintln!("{} {}: {program}: {}", verdict.column, model.0, verdict.why);
        }
    }
    let cells = COLUMNS.map(|c| counts.get(c).copied().unwrap_or(0).to_string());
    println!(
        "| {} | {} | {} | {} |",
        path.file_name().unwrap_or_default().to_string_lossy(),
        model.0,
        verdicts.len(),
        cells.join(" | ")
    );
    Ok(())
}

/// The C files below a folder, or the one file, in order of their names.
fn programs(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = std::fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(programs(&path)?);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    Ok(found)
}

fn compare_all<'a>(
    options: &Options,
    hatha: &Path,
    programs: &'a [PathBuf],
    model: (&str, &str),
) -> Result<BTreeMap<&'a Path, Verdict>> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(BTreeMap::new());
    let worker = || -> Result {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(verdict) = compare(options, hatha, program, model)? {
                let mut verdicts = verdicts.lock().map_err(|e| e.to_string())?;
                verdicts.insert(program.as_path(), verdict);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| scope.spawn(worker))
            .collect();
        workers
            .into_iter()
            .try_for_each(|w| w.join().map_err(|_| "a worker failed".to_owned())?)
    })?;
    verdicts.into_inner().map_err(|e| e.to_string())
}

/// How one program fares; nothing if it does not count.
fn compare(
    options: &Options,
    hatha: &Path,
    program: &Path,
    (model, width): (&str, &str),
) -> Result<Option<Verdict>> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let binary = dir.path().join("native");
    let flags = flags(options, program);
    let mut gcc = Command::new("gcc");
    gcc.args([width, "-O0", "-w"]).args(&flags);
    gcc.arg(program).args(&options.with);
    gcc.arg("-o").arg(&binary).arg("-lm").current_dir(&dir);
    if ended(&mut gcc, 60.0)?.code() != Some(0) {
        return Ok(None);
    }
    let native = ended(
        Command::new(&binary).current_dir(&dir),
        options.native_limit,
    )?;
    let Some(status) = native.code() else {
        return Ok(None);
    };
    if options.zero && status != 0 {
        return Ok(None);
    }
    let mut ours = Command::new(hatha);
    ours.args(["run", "--data-model", model]).args(&flags);
    ours.arg(program).args(&options.with).current_dir(&dir);
    let ours = ended(&mut ours, options.limit)?;
    Ok(Some(judge(&native, &ours)))
}

/// The flags of the command line, and those that the program itself asks for in the words of
/// gcc's test suite, as far as they change its meaning.
fn flags(options: &Options, program: &Path) -> Vec<String> {
    let bytes = std::fs::read(program).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let asked = text
        .lines()
        .filter_map(|line| line.split_once("dg-options")?.1.split('"').nth(1))
        .flat_map(str::split_whitespace)
        .filter(|f| {
            ["-f", "-D", "-std"]
                .iter()
                .any(|start| f.starts_with(start))
        })
        .map(str::to_owned);
    options.cflag.iter().cloned().chain(asked).collect()
}

fn judge(native: &Finished, ours: &Finished) -> Verdict {
    let stderr = String::from_utf8_lossy(&ours.stderr);
    let says = !stderr.trim().is_empty();
    let column = match ours.code() {
        None => "time",
        code if code == native.code() && ours.stdout == native.stdout => "pass",
        Some(2) if says => "unknown",
        Some(64..=66) if says => "refused",
        Some(134) if says => "fault",
        Some(70 | 101) if says => "internal",
        Some(_) => "differs",
    };
    let first = stderr.lines().take(2).collect::<Vec<_>>().join(" ");
    let why = format!("gcc {:?}, hatha {:?} {first}", native.code(), ours.code());
    Verdict { column, why }
}

fn ended(command: &mut Command, seconds: f64) -> Result<Finished> {
    process::run(command, b"", Duration::from_secs_f64(seconds))
}
