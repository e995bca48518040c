//! Records the questions that exploring programs asks the SAT solver:
//! `record_queries DIR FILE.c...` writes each distinct one to `DIR` as SMT-LIB.
//!
//! Every program is explored as directed testing does: a run with terms beside
//! its values gives a path, and flipping one branch of the path is a question
//! whose answer may be the next run. The solver is the default chain of layers,
//! and what reaches its end is recorded, so what the layers answer by themselves
//! (by simplification, independence, cache or bounds) is not. Questions that
//! differ in the names of inputs alone are one question.
//!
//! A line `// N: 10 100` in a program asks for it to be explored with `N`
//! defined as each of these numbers.

use hatha_cfa::Program;
use hatha_engine::Prefix;
use hatha_exec::concolic::{Concolic, Constraint, Why};
use hatha_exec::config::{Config, Policy};
use hatha_exec::console::Captured;
use hatha_exec::image::Image;
use hatha_exec::machine::Machine;
use hatha_exec::observe::Path as Observed;
use hatha_front::load::{LoadOptions, load};
use hatha_smt::layers::{Bounding, Caching, Logging, Narrowing, Reusing, Simplifying, Slicing};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{Model, TermId, TermPool, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Runs of one program.
const RUNS: usize = 10;

/// Branches flipped in one run.
const FLIPS: usize = 12;

/// Questions kept of one program and size, so that none dominates; fewer of long
/// loops, whose questions are alike and slow.
fn kept(size: Option<u32>) -> usize {
    match size.unwrap_or(0) {
        0..100 => 24,
        100..1_000 => 6,
        _ => 3,
    }
}

/// Edges that one run may take.
const STEPS: usize = 400_000;

/// A question beyond this is recorded without an answer.
const CONFLICTS: u64 = 1_000;

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1).map(PathBuf::from);
    let out = args.next().ok_or("usage: record_queries DIR FILE.c...")?;
    let mut seen = BTreeSet::new();
    for file in args {
        for size in sizes(&file)? {
            let name = program_name(&file, size);
            let queries = explore(&file, size).map_err(|e| format!("{name}: {e}"))?;
            let count = keep(&out, &name, &queries, kept(size), &mut seen)?;
            println!("{name}: {count} new questions of {}", queries.len());
        }
    }
    println!("{} distinct questions", seen.len());
    Ok(())
}

fn program_name(file: &Path, size: Option<u32>) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    size.map_or_else(|| stem.to_string(), |n| format!("{stem}-{n}"))
}

/// What to define `N` as.
fn sizes(file: &Path) -> Result<Vec<Option<u32>>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let Some(line) = text.lines().find_map(|l| l.strip_prefix("// N: ")) else {
        return Ok(vec![None]);
    };
    let numbers = line.split_whitespace().map(|n| n.parse().map(Some));
    let parsed: Result<Vec<Option<u32>>, std::num::ParseIntError> = numbers.collect();
    parsed.map_err(|e| e.to_string())
}

/// Explores a program; the scripts of all questions that reached the SAT solver.
fn explore(file: &Path, size: Option<u32>) -> Result<Vec<String>, String> {
    let options = LoadOptions {
        files: vec![file.to_owned()],
        flags: size.iter().map(|n| format!("-DN={n}")).collect(),
        ..LoadOptions::default()
    };
    let program = load(&options).map_err(|e| e.message)?;
    let image = Image::new(&program).map_err(|e| e.to_string())?;
    let log = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut explorer = Explorer::new(&program, &image, log.path())?;
    explorer.run(2 * kept(size))?;
    read_log(log.path())
}

fn read_log_size(log: &Path) -> usize {
    std::fs::read_dir(log).map_or(0, Iterator::count)
}

fn read_log(log: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(log).map_err(|e| e.to_string())?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    let read = |f: &PathBuf| std::fs::read_to_string(f).map_err(|e| e.to_string());
    files.iter().map(read).collect()
}

/// Writes the questions that are new, with names in order of occurrence.
fn keep(
    out: &Path,
    program: &str,
    queries: &[String],
    limit: usize,
    seen: &mut BTreeSet<String>,
) -> Result<usize, String> {
    std::fs::create_dir_all(out).map_err(|e| e.to_string())?;
    let mut count = 0;
    for query in queries {
        let text = renamed(query);
        if count < limit && seen.insert(text.clone()) {
            let file = out.join(format!("{program}-{count:04}.smt2"));
            std::fs::write(file, text).map_err(|e| e.to_string())?;
            count += 1;
        }
    }
    Ok(count)
}

/// The script with inputs (`in7`) and definitions (`$123`) numbered in order of
/// occurrence.
fn renamed(script: &str) -> String {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '$' || c == '#') {
        let (before, word) = rest.split_at(start);
        out.push_str(before);
        let end = word.find(|c: char| c.is_whitespace() || "()".contains(c));
        let (word, tail) = word.split_at(end.unwrap_or(word.len()));
        rest = tail;
        let number = word.strip_prefix("in").or(word.strip_prefix('$'));
        if number.is_some_and(|n| n.parse::<u32>().is_ok()) {
            let next = names.len();
            let id = *names.entry(word).or_insert(next);
            let mark = if word.starts_with('$') { '$' } else { 'v' };
            let _ = write!(out, "{mark}{id}");
        } else {
            out.push_str(word);
        }
    }
    out.push_str(rest);
    out
}

type Chain = Simplifying<Slicing<Caching<Reusing<Bounding<Logging<Narrowing<Embedded>>>>>>>;

struct Explorer<'p> {
    program: &'p Program,
    image: &'p Image<'p>,
    pool: TermPool,
    solver: Chain,
    log: PathBuf,
    queue: VecDeque<Vec<u128>>,
    /// The paths whose last branch has been flipped.
    asked: BTreeSet<Vec<TermId>>,
}

/// What a run leaves.
struct Run {
    path: Vec<Constraint>,
    inputs: Vec<TermId>,
    values: Vec<u128>,
}

impl<'p> Explorer<'p> {
    fn new(program: &'p Program, image: &'p Image<'p>, log: &Path) -> Result<Self, String> {
        let logging =
            Logging::logged(Narrowing::new(Embedded::new()), log).map_err(|e| e.to_string())?;
        let bounding = Bounding::new(logging);
        Ok(Explorer {
            program,
            image,
            pool: TermPool::new(),
            solver: Simplifying::new(Slicing::new(Caching::new(Reusing::new(bounding)))),
            log: log.to_owned(),
            queue: VecDeque::from([Vec::new()]),
            asked: BTreeSet::new(),
        })
    }

    /// Explores until enough questions have been logged.
    fn run(&mut self, enough: usize) -> Result<(), String> {
        for _ in 0..RUNS {
            let Some(inputs) = self.queue.pop_front() else {
                break;
            };
            let run = self.follow(inputs)?;
            for at in spread(&run.path) {
                self.flip(&run, at);
                if read_log_size(&self.log) >= enough {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Follows one test with terms.
    fn follow(&mut self, inputs: Vec<u128>) -> Result<Run, String> {
        let config = Config {
            policy: Policy::REACHABILITY,
            ..Config::default()
        };
        let entry = self.program.find_proc("main").ok_or("no main")?;
        let domain = Concolic::new(config.policy, Box::new(Prefix::new(inputs)), &mut self.pool);
        let (path, console) = (Observed::default(), Captured::default());
        let mut machine = Machine::new(self.image, config, domain, path, console);
        // Every run ends: by the program's end, or cut.
        if machine.start_entry(entry).is_ok() {
            for _ in 0..STEPS {
                if machine.step().is_err() {
                    break;
                }
            }
        }
        let taken = machine.domain.recorder().taken();
        Ok(Run {
            path: machine.domain.path().to_vec(),
            inputs: machine.domain.inputs().to_vec(),
            values: taken.iter().map(|(_, bits)| *bits).collect(),
        })
    }

    /// Asks for inputs that leave the path at a branch, and queues them.
    fn flip(&mut self, run: &Run, at: usize) {
        let mut terms: Vec<TermId> = run.path[..at].iter().map(|c| c.term).collect();
        terms.push(self.pool.not(run.path[at].term));
        if !self.asked.insert(terms.clone()) {
            return;
        }
        let budget = Budget::with_conflicts(CONFLICTS);
        let answer = self.solver.check(&mut self.pool, &terms, &budget);
        if let (CheckResult::Sat, Some(model)) = (&answer, self.solver.model()) {
            self.queue.push_back(next_inputs(&self.pool, run, model));
        }
        if let CheckResult::Unknown(reason) = answer {
            println!("  {reason}");
        }
    }
}

/// The values of a model where it has some, else those of the run.
fn next_inputs(pool: &TermPool, run: &Run, model: &Model) -> Vec<u128> {
    let value = |t: &TermId| match model.get(pool.as_var(*t)?)? {
        Value::Bv(value) => value.to_u128(),
        _ => None,
    };
    let pairs = run.inputs.iter().zip(&run.values);
    pairs.map(|(t, &old)| value(t).unwrap_or(old)).collect()
}

/// Branches to flip: evenly spread over the path, the last ones included.
fn spread(path: &[Constraint]) -> Vec<usize> {
    let branches: Vec<usize> = (0..path.len())
        .filter(|&i| path[i].why == Why::Branch)
        .collect();
    let step = branches.len().div_ceil(FLIPS).max(1);
    let mut chosen: Vec<usize> = branches.iter().rev().step_by(step).copied().collect();
    chosen.extend(branches.iter().rev().take(4));
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
