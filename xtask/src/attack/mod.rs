//! `cargo xtask attack`: an adversary that tries to refute hatha's verdicts.
//!
//! Each area makes random programs from a seed and knows the truth about them from elsewhere:
//! native runs over all inputs, over many callers, environments or layouts, or a proof that must
//! not be accepted. A verdict that contradicts the truth, and an internal error, is a finding: it
//! is shrunk and kept in a folder that is printed. `docs/attack.md` describes the areas.
//!
//! **Invariant.** A case is a function of its area and its seed; the clock only ends a run.

mod addresses;
mod area;
mod ask;
mod bounds;
mod calls;
mod case;
mod contracts;
mod driver;
mod engines;
mod faults;
mod finding;
mod forge;
mod formulas;
mod gcl;
mod integers;
mod library;
mod memory;
mod native;
mod observe;
mod progress;
mod proofs;
mod rules;
mod shrink;
mod text;
mod units;
mod unknown;
mod witnesses;

use crate::Result;
use crate::process::{available, build_hatha, root};
use crate::rng::Rng;
use area::{Area, Judged};
use case::Model;
use clap::Args;
use progress::Progress;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Options of the command.
#[derive(Args, Clone)]
pub struct Options {
    /// Run that long, split evenly over the areas, instead of a fixed number of cases
    #[arg(long)]
    pub minutes: Option<f64>,
    /// Only these areas (comma-separated); all by default
    #[arg(long, value_delimiter = ',')]
    pub area: Vec<String>,
    /// The first seed; case N of an area has the seed S + N
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Cases in each area
    #[arg(long, default_value_t = 40)]
    pub count: u64,
    /// Keep counts and the next seeds in a file, and go on from there if it exists
    #[arg(long)]
    pub resume: Option<PathBuf>,
    /// Seconds for each question to hatha
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// Seconds of processor time for each question, for a machine with other work; then hatha is interrupted
    #[arg(long)]
    pub processor: Option<f64>,
    /// Cases at the same time; as many as there are processors by default
    #[arg(long)]
    pub jobs: Option<usize>,
    /// Where findings are kept; target/attack by default
    #[arg(long)]
    pub keep: Option<PathBuf>,
    /// Keep the programs of cases without a finding, too
    #[arg(long)]
    pub keep_all: bool,
    /// Do not shrink findings
    #[arg(long)]
    pub no_shrink: bool,
    /// The command to attack; that of this tree if it is not given
    #[arg(long)]
    pub hatha: Option<PathBuf>,
    /// Whether areas whose cases take long have fewer of them
    #[arg(skip)]
    pub is_sample: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            minutes: None,
            area: Vec::new(),
            seed: 1,
            count: 40,
            resume: None,
            timeout: 10,
            processor: None,
            jobs: None,
            keep: None,
            keep_all: false,
            no_shrink: false,
            hatha: None,
            is_sample: false,
        }
    }
}

/// What every case is given.
pub struct Context {
    /// The command under attack.
    pub hatha: PathBuf,
    /// Seconds for each question.
    pub timeout: u64,
    /// Processor time for each question, if that is limited.
    pub processor: Option<Duration>,
    /// The data models that can run natively.
    pub models: Vec<Model>,
    /// Where findings are kept.
    pub keep: PathBuf,
}

/// Programs with faults among the sample, and processor time for each: they are the cheapest.
const FAULTS: u64 = 200;
const FAULTS_PROCESSOR: f64 = 1.5;

/// A few minutes with fixed seeds, for `cargo xtask test`.
pub fn sample() -> Result {
    run(&Options {
        count: 12,
        timeout: 5,
        is_sample: true,
        ..Options::default()
    })?;
    run(&Options {
        area: vec!["faults".to_owned()],
        seed: 1_000,
        count: FAULTS,
        timeout: 60,
        processor: Some(FAULTS_PROCESSOR),
        ..Options::default()
    })
}

/// Runs the areas one after the other and prints a table.
pub fn run(options: &Options) -> Result {
    let context = context(options)?;
    let areas = chosen(&options.area)?;
    let mut progress = Progress::read(options)?;
    let share = options.minutes.map(|m| m * 60.0 / areas.len() as f64);
    let mut found = 0;
    for area in &areas {
        let end = share.map(|s| Instant::now() + Duration::from_secs_f64(s));
        found += attack(area.as_ref(), options, &context, end, &mut progress)?;
    }
    print!("{}", progress.table());
    match found {
        0 => Ok(()),
        n => Err(format!("{n} findings in {}", context.keep.display())),
    }
}

fn context(options: &Options) -> Result<Context> {
    if !available("gcc") {
        return Err("gcc is needed: it runs the programs natively".to_owned());
    }
    let mut models = vec![Model::Lp64];
    match crate::setup::can_compile_32() {
        true => models.push(Model::Ilp32),
        false => eprintln!("without gcc-multilib: no programs of data model ilp32"),
    }
    let keep = options.keep.clone();
    let hatha = match &options.hatha {
        Some(path) => path.clone(),
        None => build_hatha()?,
    };
    Ok(Context {
        hatha: std::path::absolute(hatha).map_err(|e| e.to_string())?,
        timeout: options.timeout,
        processor: options.processor.map(Duration::from_secs_f64),
        models,
        keep: keep.unwrap_or_else(|| root().join("target").join("attack")),
    })
}

fn chosen(names: &[String]) -> Result<Vec<Box<dyn Area>>> {
    let all = area::all();
    if names.is_empty() {
        return Ok(all);
    }
    let known: Vec<&str> = all.iter().map(|a| a.name()).collect();
    if let Some(wrong) = names.iter().find(|n| !known.contains(&n.as_str())) {
        return Err(format!("no area `{wrong}`; there are {}", known.join(", ")));
    }
    let mut all = all;
    all.retain(|a| names.iter().any(|n| n == a.name()));
    Ok(all)
}

/// Attacks one area and says how many findings there were.
fn attack(
    area: &dyn Area,
    options: &Options,
    context: &Context,
    end: Option<Instant>,
    progress: &mut Progress,
) -> Result<u64> {
    if let Some(why) = area.missing() {
        eprintln!("{}: skipped, {why}", area.name());
        return Ok(0);
    }
    let first = progress.next_seed(area.name(), options.seed);
    let last = match end {
        Some(_) => u64::MAX,
        None if options.is_sample => first + options.count.min(area.sample()),
        None => first + options.count,
    };
    let next = AtomicU64::new(first);
    let shared = Mutex::new((progress, 0u64));
    let work = || -> Result {
        while end.is_none_or(|e| Instant::now() < e) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= last {
                break;
            }
            let judged = one(area, seed, options, context)?;
            let mut guard = shared.lock().map_err(|_| "a thread has died")?;
            guard.1 += u64::from(judged.refuted.is_some());
            guard.0.count(area.name(), seed, &judged)?;
        }
        Ok(())
    };
    let jobs = options.jobs.unwrap_or_else(processors).max(1);
    let results: Vec<Result> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let join = |t: std::thread::ScopedJoinHandle<Result>| {
            t.join()
                .unwrap_or_else(|_| Err("a thread has died".to_owned()))
        };
        threads.into_iter().map(join).collect()
    });
    results.into_iter().collect::<Result<()>>()?;
    let (progress, found) = shared.into_inner().map_err(|_| "a thread has died")?;
    eprintln!(
        "{}: seeds {first} to {}, {found} findings",
        area.name(),
        progress.next_seed(area.name(), options.seed).max(1) - 1
    );
    Ok(found)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// One case: made, judged, and if it is a finding shrunk and kept.
fn one(area: &dyn Area, seed: u64, options: &Options, context: &Context) -> Result<Judged> {
    let mut rng = Rng::new(seed);
    let name = format!("{}-{seed}", area.name());
    let Some(case) = area.generate(&mut rng, context)? else {
        return Ok(Judged::skipped());
    };
    let judged = area.judge(&case, context)?;
    if judged.refuted.is_none() {
        if options.keep_all {
            finding::keep(&context.keep.join(&name), &case, &judged)?;
        }
        return Ok(judged);
    }
    let folder = context.keep.join(&name);
    finding::keep(&folder, &case, &judged)?;
    finding::tell(&name, &folder, &judged);
    if !options.no_shrink {
        let (small, small_judged) = shrink::shrink(area, &case, &judged, context)?;
        finding::keep(&folder.join("shrunk"), &small, &small_judged)?;
    }
    Ok(judged)
}
