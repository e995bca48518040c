//! Checks of what a change touches, for servers that test changes: which functions, by their keys; what is
//! new, by fingerprints; and a summary (`docs/ci.md`).
//!
//! **Invariant.** Nothing here knows C or makes a verdict: the command is started in processes of its
//! own. A function is left out only if the same command gives it the same key at the base, so that it and
//! all that it depends on are the same; what cannot be compared is checked.
//! Tests: `crates/hatha/tests/ci.rs`, `the_lower_layers_know_nothing_of_the_upper_ones`.

#![warn(unreachable_pub)]

mod base;
mod baseline;
mod command;
mod findings;
mod summary;

pub use findings::Finding;

use base::Base;
use command::{Checker, Listing};
use findings::Findings;
use hatha_report::junit::junit;
use hatha_report::result::{Outcome, Results};
use hatha_report::sarif::sarif;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// Git does not know the base, or there is no repository.
    #[error("git: {0}")]
    Git(String),
    /// A baseline that cannot be read.
    #[error("{0}: not a baseline: {1}")]
    Baseline(PathBuf, String),
    /// There is nothing to check.
    #[error("no C files; name some, or --compile-commands")]
    NoFiles,
}

/// Names a file in an error.
fn at(path: &Path) -> impl Fn(std::io::Error) -> Error + '_ {
    |e| Error::File(path.to_path_buf(), e)
}

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The command that checks.
    pub command: PathBuf,
    /// The files; without any, those of the repository.
    pub files: Vec<PathBuf>,
    /// The commit that the change is compared with.
    pub base: Option<String>,
    /// The folder of `compile_commands.json`.
    pub compile_commands: Option<PathBuf>,
    /// The folder of the cache.
    pub cache: Option<PathBuf>,
    /// Seconds for each function.
    pub timeout: Option<String>,
    /// Checks at the same time.
    pub jobs: usize,
    /// Static functions on their own, too.
    pub statics: bool,
    /// Further options of `hatha check`.
    pub further: Vec<std::ffi::OsString>,
    /// The file of known violations.
    pub baseline: Option<PathBuf>,
    /// Whether that is written anew.
    pub update_baseline: bool,
    /// What is written beside the summary.
    pub sarif: Option<PathBuf>,
    /// The same.
    pub junit: Option<PathBuf>,
    /// Where the summary goes, beside standard output.
    pub summary: Option<PathBuf>,
}

/// What has come of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// For people, in Markdown.
    pub summary: String,
    /// Violations that the baseline does not know.
    pub new: usize,
    /// Checks and functions of which nothing is known, and files that could not be read.
    pub unknown: usize,
}

/// How many functions there are and what became of them.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    functions: usize,
    checked: usize,
    from_cache: usize,
}

/// Checks what the change touches.
pub fn run(options: &Options) -> Result<Report, Error> {
    let start = Instant::now();
    let checker = Checker::new(options);
    let files = files(options)?;
    let now = checker.list(Path::new("."), &files, options.compile_commands.as_deref());
    let base = options.base.as_deref();
    let base = base.map(|commit| Base::new(&checker, commit, &files, options));
    let base = base.transpose()?;
    let mut findings = Findings::default();
    let mut counts = Counts::default();
    let mut tasks = Vec::new();
    for listing in &now {
        if let Some(why) = &listing.error {
            findings.unread(&listing.file, why);
        }
        let entries = listing.entries(options.statics);
        counts.functions += entries.len();
        let is_changed = |key: &str, name: &str| {
            !base
                .as_ref()
                .is_some_and(|b| b.has(&listing.file, name, key))
        };
        let changed = entries.into_iter().filter(|f| is_changed(&f.key, &f.name));
        tasks.extend(changed.map(|f| (listing.file.clone(), f.name.clone())));
    }
    counts.checked = tasks.len();
    for answer in checker.check(&tasks) {
        counts.from_cache += usize::from(answer.is_from_cache());
        findings.take(&answer);
    }
    finish(options, findings, (&tasks, counts), start)
}

/// The files that are asked about.
fn files(options: &Options) -> Result<Vec<PathBuf>, Error> {
    let files = match (&options.files[..], &options.compile_commands) {
        ([], Some(folder)) => command::files_of(folder)?,
        ([], None) => base::tracked()?,
        (given, _) => given.to_vec(),
    };
    match files.is_empty() {
        true => Err(Error::NoFiles),
        false => Ok(files),
    }
}

/// Compares with the baseline and writes everything.
fn finish(
    options: &Options,
    findings: Findings,
    (tasks, counts): (&[(PathBuf, String)], Counts),
    start: Instant,
) -> Result<Report, Error> {
    let all = findings.sorted();
    let known = options.baseline.as_deref();
    let known = known.map(baseline::read).transpose()?.unwrap_or_default();
    let is_violated = |f: &&Finding| f.case.outcome == Outcome::Fail;
    let violated: Vec<&Finding> = all.iter().filter(is_violated).collect();
    let (old, new): (Vec<&Finding>, Vec<&Finding>) = violated
        .into_iter()
        .partition(|f| known.contains_key(&f.fingerprint));
    let fixed = fixed(&known, &all, tasks);
    let is_open = |f: &&Finding| f.case.outcome == Outcome::Open;
    let open: Vec<&Finding> = all.iter().filter(is_open).collect();
    let seconds = start.elapsed().as_secs_f64();
    let summary = summary::summary(&summary::Parts {
        base: options.base.as_deref(),
        new: &new,
        old: &old,
        fixed: &fixed,
        open: &open,
        counts,
        seconds,
    });
    let report = Report {
        summary,
        new: new.len(),
        unknown: open.len(),
    };
    if let (Some(path), true) = (&options.baseline, options.update_baseline) {
        let gone: Vec<&str> = fixed.iter().map(|e| e.fingerprint.as_str()).collect();
        baseline::write(path, known.clone(), &new, &gone)?;
    }
    let results = Results {
        name: "hatha ci".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds,
        cases: all.iter().map(|f| f.case.clone()).collect(),
    };
    let write = |path: &Option<PathBuf>, text: String| match path {
        Some(path) => std::fs::write(path, text).map_err(at(path)),
        None => Ok(()),
    };
    write(&options.sarif, sarif(&results))?;
    write(&options.junit, junit(&results))?;
    write(&options.summary, report.summary.clone())?;
    Ok(report)
}

/// Known violations of functions that were checked and are not violated any more.
fn fixed(
    known: &BTreeMap<String, baseline::Known>,
    all: &[Finding],
    tasks: &[(PathBuf, String)],
) -> Vec<baseline::Known> {
    let is_there = |k: &baseline::Known| {
        let same = |f: &&Finding| f.fingerprint == k.fingerprint;
        all.iter()
            .find(same)
            .is_some_and(|f| f.case.outcome != Outcome::Pass)
    };
    let is_checked = |k: &baseline::Known| {
        tasks
            .iter()
            .any(|(file, entry)| *entry == k.entry && file.display().to_string() == k.file)
    };
    let gone = known.values().filter(|k| is_checked(k) && !is_there(k));
    gone.cloned().collect()
}

/// The functions of a file that checks start from, as in an editor.
impl Listing {
    fn entries(&self, statics: bool) -> Vec<&command::Function> {
        let has_main = self.functions.iter().any(|f| f.name == "main");
        let none_external = !self.functions.iter().any(|f| f.external);
        let is_entry = |f: &&command::Function| match has_main {
            true => f.name == "main",
            false => f.external || statics || none_external,
        };
        self.functions.iter().filter(is_entry).collect()
    }
}
