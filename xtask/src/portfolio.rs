//! `cargo xtask portfolio`: the engines of `auto` one by one, and `auto` with the time of all of them.
//!
//! **Invariant.** A task counts as lost only if a member alone has a verdict within its time and
//! `auto` has none within the time of all members together; two verdicts that differ end the
//! command.

use crate::Result;
use crate::measure::{Answer, Question, ask};
use crate::process::build_hatha;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const ENGINES: [&str; 3] = ["dash", "panda", "dart"];
/// What may be lost of what the best member solves, in percent.
const MOST_LOST: usize = 1;

/// What to compare.
#[derive(clap::Args)]
pub struct Options {
    /// Programs
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Seconds of a member; `auto` has three times as many
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// A property file for all of them
    #[arg(long)]
    pub property: Option<PathBuf>,
    /// The data model of all of them: lp64 or ilp32
    #[arg(long)]
    pub data_model: Option<String>,
    /// The command to measure; that of this tree if it is not given
    #[arg(long)]
    pub hatha: Option<PathBuf>,
}

/// Compares, and fails if more is lost than may be.
pub fn run(options: &Options) -> Result {
    let hatha = match &options.hatha {
        Some(path) => path.clone(),
        None => build_hatha()?,
    };
    let mut solved = [0; ENGINES.len()];
    let (mut together, mut lost) = (0, Vec::new());
    for file in &options.files {
        let ask = |engine: &str, timeout: u64| verdict(&hatha, options, file, engine, timeout);
        let mut alone = Vec::new();
        for engine in ENGINES {
            alone.push(ask(engine, options.timeout)?);
        }
        let auto = ask("auto", options.timeout * ENGINES.len() as u64)?;
        println!("{} alone {alone:?} auto {auto:?}", file.display());
        let all: Vec<&String> = alone.iter().chain([&auto]).flatten().collect();
        if all.windows(2).any(|w| w[0] != w[1]) {
            return Err(format!(
                "{}: the engines contradict each other",
                file.display()
            ));
        }
        for (count, verdict) in solved.iter_mut().zip(&alone) {
            *count += usize::from(verdict.is_some());
        }
        together += usize::from(auto.is_some());
        if auto.is_none() && !all.is_empty() {
            lost.push(file.display().to_string());
        }
    }
    let best = solved.iter().copied().max().unwrap_or(0);
    println!("solved: {ENGINES:?} {solved:?}, auto {together}; lost {lost:?}");
    match best.saturating_sub(together) * 100 > best * MOST_LOST {
        true => Err(format!("auto solves {together}, its best member {best}")),
        false => Ok(()),
    }
}

fn verdict(
    hatha: &Path,
    options: &Options,
    file: &Path,
    engine: &str,
    timeout: u64,
) -> Result<Option<String>> {
    let mut words: Vec<OsString> = Vec::new();
    if let Some(property) = &options.property {
        words.extend(["--property".into(), property.into()]);
    }
    if let Some(model) = &options.data_model {
        words.extend(["--data-model".into(), model.into()]);
    }
    // Without it the walk is not the one that is a member of `auto`.
    if engine == "panda" {
        words.push("--match".into());
    }
    let question = Question {
        engine,
        file,
        words,
        timeout,
    };
    let answer = ask(hatha, &question)?;
    Ok(answer.filter(Answer::is_decided).map(|a| a.verdict))
}
