//! Random edits of programs: the verdict with a cache is the verdict without one.
//!
//! One cache for all edits of all programs, so that an entry of one version is
//! always at hand when the next is asked about.

use crate::Result;
use crate::process::{self, build_hatha, root};
use crate::rng::Rng;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// How many edits
    #[arg(long, default_value_t = 1_000)]
    pub count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds that one check may take
    #[arg(long, default_value_t = 10.0)]
    pub limit: f64,
}

/// A program that is edited again and again.
pub struct Edited {
    pub name: String,
    pub rule: String,
    pub original: String,
    text: String,
}

/// What the edits came to.
#[derive(Default)]
struct Counts {
    proved: u64,
    violated: u64,
    other: u64,
    /// Answers that came from the cache.
    hits: u64,
    /// Questions that only the cache could answer in the time given.
    more: u64,
    /// Questions that took more than that time with the cache, and had to be given more.
    slow: u64,
}

/// How much more time a question gets that is decided without the cache alone.
const MORE_TIME: f64 = 6.0;

pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let folder = root().join("benchmarks/drivers");
    let mut programs = programs(&folder)?;
    let work = std::env::temp_dir().join(format!("hatha-edits-{}", std::process::id()));
    std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let result = edits(options, &hatha, &folder, &work, &mut programs);
    std::fs::remove_dir_all(&work).map_err(|e| e.to_string())?;
    let counts = result?;
    println!(
        "{} edits: the same verdict with and without the cache; {} proved, {} violated, {} other; {} answers came from the cache, {} of them to questions that are unknown without it in that time; {} took more time with it",
        options.count,
        counts.proved,
        counts.violated,
        counts.other,
        counts.hits,
        counts.more,
        counts.slow
    );
    Ok(())
}

/// The programs of a folder.
pub fn programs(folder: &Path) -> Result<Vec<Edited>> {
    let listed = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let mut paths: Vec<PathBuf> = listed.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "c"));
    paths.sort();
    let mut programs = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let rule = text.lines().find_map(|l| l.split_once("rule:"));
        programs.push(Edited {
            name: path.file_name().unwrap_or_default().display().to_string(),
            rule: rule.map(|(_, r)| r.trim().to_owned()).unwrap_or_default(),
            original: text.clone(),
            text,
        });
    }
    Ok(programs)
}

fn edits(
    options: &Options,
    hatha: &Path,
    folder: &Path,
    work: &Path,
    programs: &mut [Edited],
) -> Result<Counts> {
    let mut rng = Rng::new(options.seed);
    let mut counts = Counts::default();
    let cache = work.join("cache");
    for n in 0..options.count {
        let at = rng.below(programs.len());
        let program = &mut programs[at];
        program.text = edit(&program.text, &mut rng);
        let file = work.join(&program.name);
        std::fs::write(&file, &program.text).map_err(|e| e.to_string())?;
        let check =
            |cache: Option<&Path>, limit: f64| check(limit, hatha, folder, &file, program, cache);
        let (plain, _) = check(None, options.limit)?;
        let (mut cached, hit) = check(Some(&cache), options.limit)?;
        // What takes about as long as it may is asked again with more time.
        if cached == Some(2) && plain != cached {
            cached = check(Some(&cache), options.limit * MORE_TIME)?.0;
            counts.slow += 1;
        }
        // Evidence of an earlier run may decide what the search did not in its time.
        let more = plain == Some(2) && matches!(cached, Some(0 | 1));
        counts.more += u64::from(more);
        if plain != cached && !more {
            let why = format!(
                "edit {n} of {}: status {plain:?} without the cache, {cached:?} with it",
                program.name
            );
            return Err(format!("{why}\n{}", program.text));
        }
        counts.hits += u64::from(hit);
        match plain {
            Some(0) => counts.proved += 1,
            Some(1) => counts.violated += 1,
            _ => counts.other += 1,
        }
        // A program that is no program any more, or has been broken, starts anew.
        if plain != Some(0) || rng.below(8) == 0 {
            program.text.clone_from(&program.original);
        }
    }
    Ok(counts)
}

/// The exit status of a check, and whether the answer came from the cache.
fn check(
    limit: f64,
    hatha: &Path,
    folder: &Path,
    file: &Path,
    program: &Edited,
    cache: Option<&Path>,
) -> Result<(Option<i32>, bool)> {
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--rule", &program.rule]);
    command.arg(format!("--timeout={}", limit));
    command.arg("-I").arg(folder).arg(file);
    if let Some(cache) = cache {
        command.arg("--cache").arg(cache);
    }
    let limit = Duration::from_secs_f64(limit * 3.0);
    let finished = process::run(&mut command, &[], limit)?;
    let text = String::from_utf8_lossy(&finished.stdout).replace(' ', "");
    Ok((finished.code(), text.contains("\"engine\":\"cache\"")))
}

/// A small change: a comment, a number, a comparison, a statement less or twice.
fn edit(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = rng.below(lines.len());
    let line = lines[at].clone();
    match rng.below(6) {
        0 | 1 => lines.insert(at, String::new()),
        2 if line.ends_with(';') => lines[at].push_str(" /* as it was */"),
        3 if line.ends_with(';') => lines[at] = "    ;".to_owned(),
        4 => lines[at] = renumber(&line, rng),
        5 => lines[at] = line.replacen("==", "!=", 1),
        _ if line.ends_with(");") => lines.insert(at, line),
        _ => {}
    }
    lines.join("\n") + "\n"
}

/// The first number of a line, another one.
fn renumber(line: &str, rng: &mut Rng) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else {
        return line.to_owned();
    };
    let end = line[start..].find(|c: char| !c.is_ascii_digit());
    let end = end.map_or(line.len(), |n| start + n);
    format!("{}{}{}", &line[..start], rng.below(10), &line[end..])
}
