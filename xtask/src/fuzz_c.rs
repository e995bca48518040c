//! Random programs (csmith) must behave under `hatha run` as compiled by gcc -O0.
//!
//! **Invariant.** A program counts only if gcc compiles it and it ends by itself
//! within the native limit; each one that counts must agree in output and exit
//! status. hatha running out of its own limit is a disagreement, not a skip.

use crate::Result;
use crate::process::{self, Finished, available, build_hatha};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const INCLUDE: &str = "/usr/include/csmith";

/// How often a long comparison says how far it is.
const PROGRESS: u64 = 100;

#[derive(Args, Clone)]
pub struct Options {
    /// How many programs to compare under each data model
    #[arg(long, default_value_t = 100)]
    pub count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds that the compiled program may take; longer ones do not count
    #[arg(long, default_value_t = 0.2)]
    pub native_limit: f64,
    /// Seconds that hatha may take
    #[arg(long, default_value_t = 120.0)]
    pub limit: f64,
    /// Keep disagreeing programs in this folder
    #[arg(long)]
    pub keep: Option<PathBuf>,
    /// Programs compared at once
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
    /// Programs with floats; gcc computes them in the operands' own formats (SSE)
    #[arg(long)]
    pub floats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            count: 100,
            seed: 1,
            native_limit: 0.2,
            limit: 120.0,
            keep: None,
            jobs: 2,
            floats: false,
        }
    }
}

/// How one program fared.
enum Outcome {
    Agree,
    Skip,
    Disagree(String),
}

struct Tally {
    agree: u64,
    skip: u64,
    wrong: Vec<String>,
}

impl Tally {
    /// Counts outcomes in order of their seeds until there are enough. Workers overshoot; what
    /// they did beyond that is told only if it disagrees.
    fn new(outcomes: BTreeMap<u64, Outcome>, count: u64) -> Self {
        let mut tally = Tally {
            agree: 0,
            skip: 0,
            wrong: Vec::new(),
        };
        for outcome in outcomes.into_values() {
            let open = tally.agree + (tally.wrong.len() as u64) < count;
            match outcome {
                Outcome::Disagree(why) => tally.wrong.push(why),
                Outcome::Agree if open => tally.agree += 1,
                Outcome::Skip if open => tally.skip += 1,
                Outcome::Agree | Outcome::Skip => {}
            }
        }
        tally
    }
}

/// Compares `count` programs under each data model.
pub fn run(options: &Options) -> Result {
    if !available("csmith") || !Path::new(INCLUDE).is_dir() {
        println!("fuzz-c: skipped, csmith is not installed (cargo xtask setup)");
        return Ok(());
    }
    let hatha = build_hatha()?;
    let mut wrong = Vec::new();
    for (model, flag) in [("lp64", "-m64"), ("ilp32", "-m32")] {
        let tally = compare_model(options, &hatha, model, flag)?;
        println!(
            "fuzz-c {model}: {} agree, {} disagree, {} not counted",
            tally.agree,
            tally.wrong.len(),
            tally.skip
        );
        wrong.extend(tally.wrong);
    }
    for line in &wrong {
        println!("{line}");
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("{} programs disagree with gcc", wrong.len()))
    }
}

fn compare_model(options: &Options, hatha: &Path, model: &str, flag: &str) -> Result<Tally> {
    let next = AtomicU64::new(options.seed);
    let outcomes = Mutex::new(BTreeMap::new());
    let counted = AtomicU64::new(0);
    let worker = || -> Result {
        while counted.load(Ordering::Relaxed) < options.count {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let outcome = compare(options, hatha, model, flag, seed)?;
            if !matches!(outcome, Outcome::Skip) {
                let n = counted.fetch_add(1, Ordering::Relaxed) + 1;
                if n.is_multiple_of(PROGRESS) {
                    eprintln!("fuzz-c {model}: {n} programs compared");
                }
            }
            let mut outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner);
            outcomes.insert(seed, outcome);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..options.jobs.max(1))
            .map(|_| scope.spawn(worker))
            .collect();
        handles
            .into_iter()
            .try_for_each(|h| h.join().map_err(|_| "a worker failed".to_owned())?)
    })?;
    let outcomes = outcomes.into_inner().map_err(|e| e.to_string())?;
    Ok(Tally::new(outcomes, options.count))
}

fn compare(options: &Options, hatha: &Path, model: &str, flag: &str, seed: u64) -> Result<Outcome> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let source = dir.path().join(format!("seed{seed}.c"));
    let binary = dir.path().join("native");
    let seed_text = seed.to_string();
    let mut generation = vec!["--seed", &seed_text];
    generation.extend(options.floats.then_some("--float"));
    let generated = output("csmith", &generation, 30.0)?;
    if generated.code() != Some(0) {
        return Ok(Outcome::Skip);
    }
    std::fs::write(&source, &generated.stdout).map_err(|e| e.to_string())?;
    let (source_text, binary_text) = (source.to_string_lossy(), binary.to_string_lossy());
    let compiled = output(
        "gcc",
        &[
            flag,
            "-O0",
            "-msse2",
            "-mfpmath=sse",
            "-w",
            "-I",
            INCLUDE,
            &source_text,
            "-o",
            &binary_text,
            "-lm",
        ],
        60.0,
    )?;
    if compiled.code() != Some(0) {
        return Ok(Outcome::Skip);
    }
    if options.floats && !converts_in_range(options, flag, &source_text, dir.path())? {
        return Ok(Outcome::Skip);
    }
    let native = output(&binary_text, &[], options.native_limit)?;
    if native.status.is_none() {
        return Ok(Outcome::Skip);
    }
    // csmith takes pointers to packed members, which only the machine forgives.
    let args = [
        "run",
        "--misaligned",
        "allow",
        "--data-model",
        model,
        "-I",
        INCLUDE,
        &source_text,
    ];
    let ours = output(&hatha.to_string_lossy(), &args, options.limit)?;
    let outcome = judge(options, &source, &native, &ours);
    Ok(match outcome {
        Outcome::Disagree(why) => {
            let why = format!("seed {seed} {model}: {why}");
            eprintln!("{why}");
            Outcome::Disagree(why)
        }
        other => other,
    })
}

/// Whether the program never converts a float to an integer type that it does not fit, which
/// csmith does not avoid: its behaviour is undefined then, whatever gcc prints.
fn converts_in_range(options: &Options, flag: &str, source: &str, dir: &Path) -> Result<bool> {
    let binary = dir.join("sanitized");
    let binary = binary.to_string_lossy();
    let sanitizer = "-fsanitize=float-cast-overflow";
    let words = [
        flag,
        "-O0",
        "-w",
        sanitizer,
        "-fno-sanitize-recover=all",
        "-I",
        INCLUDE,
        source,
        "-o",
        &binary,
        "-lm",
    ];
    if output("gcc", &words, 60.0)?.code() != Some(0) {
        return Ok(false);
    }
    let run = output(&binary, &[], 10.0 * options.native_limit)?;
    let stderr = String::from_utf8_lossy(&run.stderr);
    Ok(run.status.is_some() && !stderr.contains("outside the range"))
}

fn judge(options: &Options, source: &Path, native: &Finished, ours: &Finished) -> Outcome {
    if ours.code() == native.code() && ours.stdout == native.stdout {
        return Outcome::Agree;
    }
    if let Some(dir) = &options.keep {
        let kept = std::fs::create_dir_all(dir)
            .and_then(|()| std::fs::copy(source, dir.join(source.file_name().unwrap_or_default())));
        if let Err(e) = kept {
            eprintln!("cannot keep the program: {e}");
        }
    }
    let stderr = String::from_utf8_lossy(&ours.stderr);
    let first = stderr.lines().next().unwrap_or_default();
    Outcome::Disagree(format!(
        "gcc {:?}, hatha {:?} {first}",
        native.code(),
        ours.code()
    ))
}

fn output(program: &str, args: &[&str], seconds: f64) -> Result<Finished> {
    process::run(
        Command::new(program).args(args),
        b"",
        Duration::from_secs_f64(seconds),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_as_many_as_asked_for_are_counted() {
        let outcomes = [
            (1, Outcome::Agree),
            (2, Outcome::Skip),
            (3, Outcome::Agree),
            (4, Outcome::Agree),
            (5, Outcome::Disagree("late".to_owned())),
        ];
        let tally = Tally::new(outcomes.into(), 2);
        assert_eq!((tally.agree, tally.skip), (2, 1));
        assert_eq!(tally.wrong, ["late"]);
    }
}
