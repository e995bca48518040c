//! `hatha test`

use super::args::{FormatArg, GoalArg, KeepArg, SearchArg, TestArgs};
use super::check::{timeout, write};
use super::document::SecondOpinion;
use super::exit::{self, Failure};
use super::render::{self, Message};
use super::{Outcome, environment, file, interrupt, opinion, program, property};
use hatha_cfa::{ProcId, Program};
use hatha_engine::directed::{
    Effort, Ending, Explored, FunctionCoverage, Goal, Listener, Order, Plan, SuiteTest,
};
use hatha_exec::config::{Config, Limits};
use hatha_exec::fault::{Fault, Stop};
use hatha_exec::image::Image;
use hatha_proof::input::InputVector;
use hatha_proof::shown::shown;
use hatha_report::{Coverage, testcomp};
use hatha_smt::Budget;
use hatha_verify::replay::replay;
use hatha_verify::suite::{Suite, SuiteError, test_name};
use hatha_verify::testing;
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Searches for tests and shows what they cover.
pub(super) fn main(args: &TestArgs) -> Outcome {
    let start = Instant::now();
    let interrupt = interrupt::flag();
    let program = program::program(&args.front)?;
    let entry = program::entry(&program, &args.front)?;
    if program.interleaved.is_some() {
        let why = "error: test suites have no schedules: the program starts threads; `hatha check` looks for failures";
        return Err(Failure::new(exit::UNKNOWN, why));
    }
    let config = environment::config(&args.environment, args.property.is_some());
    let image = Image::new(&program).map_err(|e| Failure::new(exit::UNKNOWN, e.to_string()))?;
    let referee = opinion::referee(args.second_opinion.as_deref())?;
    let plan = Plan {
        seeds: seeds(args.seed_tests.as_deref(), &image, entry, &config)?,
        budget: Budget {
            deadline: Some(start + timeout(args.timeout)?),
            interrupt: Some(interrupt),
            referee: referee.clone(),
            ..Budget::unlimited()
        },
        ..plan(args)?
    };
    let replays = Config {
        limits: Limits {
            steps: args.max_steps,
            ..config.limits
        },
        ..config.clone()
    };
    let suite = suite(args, &program, entry, &replays);
    let mut writer = Writer::new(suite, args.verbosity.quiet)?;
    let explored = testing::test(&image, entry, &config, &plan, &mut writer);
    opinion::agreed(referee.as_deref())?;
    let explored =
        explored.map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {}", e.0)))?;
    let written = writer.finish().and_then(|()| match &args.lcov {
        Some(path) => write_lcov(path, &program, entry, &replays, &explored),
        None => Ok(()),
    });
    let seconds = start.elapsed().as_secs_f64();
    let opinion = referee.as_deref().map(SecondOpinion::of);
    match args.format {
        FormatArg::Json => {
            let mut result = to_json(&program, args, &explored, seconds);
            result["second_opinion"] = json!(opinion);
            result["assumptions"] = json!(testing::assumptions(&explored, &config));
            println!("{result}");
        }
        FormatArg::Human => {
            show(&program, args, &explored, seconds);
            let assumptions = testing::assumptions(&explored, &config);
            let assumptions = assumptions.into_iter().filter(|_| !args.verbosity.quiet);
            for assumption in assumptions {
                println!("  assuming that {assumption}");
            }
            opinion.iter().for_each(|opinion| println!("  {opinion}"));
        }
    }
    // What cannot be written is told last: what was found is shown all the same.
    written.map(|()| status(args.goal, &explored))
}

/// The suite to write, if one is wanted.
fn suite<'a>(
    args: &'a TestArgs,
    program: &'a Program,
    entry: ProcId,
    config: &'a Config,
) -> Option<Suite<'a>> {
    let goal = match args.goal {
        GoalArg::Branches => testcomp::Goal::Branches,
        GoalArg::Statements => testcomp::Goal::Statements,
        GoalArg::Error => testcomp::Goal::Error,
    };
    Some(Suite {
        folder: args.tests.as_deref()?,
        program,
        entry,
        config,
        files: &args.front.files,
        goal,
    })
}

fn status(goal: GoalArg, explored: &Explored<'_>) -> u8 {
    match (explored.effort.failing > 0, goal) {
        (true, _) => exit::VIOLATED,
        (false, GoalArg::Error) => exit::UNKNOWN,
        (false, _) => exit::OK,
    }
}

fn plan(args: &TestArgs) -> Result<Plan, Failure> {
    let goal = match args.goal {
        GoalArg::Branches => Goal::Branches,
        GoalArg::Statements => Goal::Statements,
        GoalArg::Error => Goal::Error,
    };
    let order = match args.search {
        SearchArg::Dfs => Order::Dfs,
        SearchArg::Generational => Order::Generational,
        SearchArg::Coverage => Order::Coverage,
    };
    let rules = !args.front.rules.is_empty();
    let asked = match &args.property {
        Some(file) => Some(property::error_function(file)?),
        None => rules.then_some(hatha_rules::FAILURE),
    };
    Ok(Plan {
        max_tests: args.max_tests.unwrap_or(u64::MAX),
        max_steps: args.max_steps,
        max_flips: args.max_flips.unwrap_or(u64::MAX),
        seed: args.seed,
        error_function: asked.map(str::to_owned),
        keep_all: args.keep == KeepArg::All,
        ..Plan::new(goal, order)
    })
}

/// The tests to start from.
pub(super) fn seeds(
    folder: Option<&Path>,
    image: &Image<'_>,
    entry: ProcId,
    config: &Config,
) -> Result<Vec<Vec<u128>>, Failure> {
    let Some(dir) = folder else {
        return Ok(Vec::new());
    };
    let files = vectors_in(dir)?;
    if files.is_empty() {
        let why = format!(
            "error: {}: there is no test (*.json) to start from",
            dir.display()
        );
        return Err(Failure::new(exit::BAD_INPUT, why));
    }
    files
        .iter()
        .map(|path| seed(path, image, entry, config))
        .collect()
}

fn vectors_in(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable =
        |e: std::io::Error| Failure::new(exit::NO_INPUT, format!("error: {}: {e}", dir.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn seed(
    path: &Path,
    image: &Image<'_>,
    entry: ProcId,
    config: &Config,
) -> Result<Vec<u128>, Failure> {
    let bad =
        |why: String| Failure::new(exit::BAD_INPUT, format!("error: {}: {why}", path.display()));
    let text = file::read(path)?;
    let vector = InputVector::from_json(&text)
        .map_err(|e| bad(format!("not a test: {e}; remove or repair it")))?;
    testing::seed(image, entry, config, &vector).map_err(|e| bad(e.to_string()))
}

/// Writes tests as they are found, and shows progress on a terminal.
struct Writer<'w> {
    suite: Option<Suite<'w>>,
    failed: Option<Failure>,
    terminal: bool,
    shown: Instant,
}

/// Between two lines of progress.
const PROGRESS: Duration = Duration::from_millis(200);

impl<'w> Writer<'w> {
    fn new(suite: Option<Suite<'w>>, quiet: bool) -> Result<Self, Failure> {
        // Finds out now rather than after the search that nothing can be written.
        if let Some(suite) = &suite {
            suite.begin().map_err(unwritten)?;
        }
        Ok(Writer {
            suite,
            failed: None,
            terminal: std::io::stderr().is_terminal() && !quiet,
            shown: Instant::now(),
        })
    }

    fn finish(self) -> Result<(), Failure> {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
        self.failed.map_or(Ok(()), Err)
    }
}

fn unwritten(why: SuiteError) -> Failure {
    Failure::new(exit::NO_INPUT, why.to_string())
}

/// What the tests cover, by line; each is replayed for it.
fn write_lcov(
    path: &Path,
    program: &Program,
    entry: ProcId,
    config: &Config,
    explored: &Explored<'_>,
) -> Result<(), Failure> {
    let mut coverage = Coverage::default();
    for test in &explored.suite.tests {
        let replayed = replay(program, entry, config, &test.vector)
            .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))?;
        coverage.merge(&replayed.coverage);
    }
    write(path, &coverage.lcov(program))
}

impl Listener for Writer<'_> {
    fn kept(&mut self, number: usize, test: &SuiteTest) -> ControlFlow<()> {
        let Some(suite) = &self.suite else {
            return ControlFlow::Continue(());
        };
        match suite.add(number, &test.vector) {
            Ok(_) => ControlFlow::Continue(()),
            Err(why) => {
                self.failed = Some(unwritten(why));
                ControlFlow::Break(())
            }
        }
    }

    fn progress(&mut self, effort: &Effort) {
        if self.terminal && self.shown.elapsed() > PROGRESS {
            self.shown = Instant::now();
            eprint!(
                "\r{} tests, {} failing, {} cut, {} queries\x1b[K",
                effort.tests, effort.failing, effort.cut, effort.queries
            );
            // Progress that nobody can see is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    }
}

/// The failing tests with their numbers and faults.
fn failing<'e>(explored: &'e Explored<'_>) -> Vec<(usize, &'e Fault)> {
    let tests = explored.suite.tests.iter().enumerate();
    tests
        .filter_map(|(i, t)| match &t.stop {
            Stop::Fault(fault) if t.fails => Some((i + 1, fault)),
            _ => None,
        })
        .collect()
}

fn show(program: &Program, args: &TestArgs, explored: &Explored<'_>, seconds: f64) {
    for (number, fault) in failing(explored) {
        let place = program.sources.describe(fault.span);
        println!("failing: {} at {place} ({})", fault.kind, test_name(number));
        if args.verbosity.quiet {
            continue;
        }
        let message = Message {
            title: fault.message.clone(),
            span: Some(fault.span),
            ..Message::default()
        };
        println!("{}", render::render(&message, &program.sources));
        let test = &explored.suite.tests[number - 1];
        if args.tests.is_none() && !args.verbosity.verbose {
            show_inputs(test);
        }
    }
    if args.verbosity.verbose {
        for (i, test) in explored.suite.tests.iter().enumerate() {
            println!("{}:", test_name(i + 1));
            show_inputs(test);
        }
    }
    if !args.verbosity.quiet {
        show_table(program, &explored.table);
    }
    println!("{}", ending(args.goal, &explored.ending));
    if args.verbosity.quiet {
        return;
    }
    let e = explored.effort;
    println!(
        "  {seconds:.2} s, {} tests ({} kept, {} failing, {} cut), {} queries, longest path {} branches",
        e.tests,
        explored.suite.tests.len(),
        e.failing,
        e.cut,
        e.queries,
        e.longest
    );
}

fn show_inputs(test: &SuiteTest) {
    for input in shown(&test.vector) {
        println!("  {} = {}  ({})", input.name, input.value, input.ty);
    }
}

fn show_table(program: &Program, table: &[FunctionCoverage]) {
    let name = |row: &FunctionCoverage| program.proc(row.proc).name.clone();
    let width = table
        .iter()
        .map(|r| name(r).len())
        .max()
        .unwrap_or(0)
        .max(8);
    println!(
        "{:width$}  {:>16}  {:>16}",
        "function", "branches", "statements"
    );
    let line = |name: &str, b: (usize, usize), s: (usize, usize)| {
        println!("{name:width$}  {}  {}", share(b), share(s));
    };
    for row in table {
        line(
            &name(row),
            (row.branches_covered, row.branches),
            (row.statements_covered, row.statements),
        );
    }
    if table.len() > 1 {
        let sum = |f: fn(&FunctionCoverage) -> usize| table.iter().map(f).sum();
        line(
            "total",
            (sum(|r| r.branches_covered), sum(|r| r.branches)),
            (sum(|r| r.statements_covered), sum(|r| r.statements)),
        );
    }
}

fn share((covered, all): (usize, usize)) -> String {
    if all == 0 {
        return format!("{:>16}", "-");
    }
    let percent = 100 * covered / all;
    format!("{:>16}", format!("{covered}/{all} {percent:3} %"))
}

fn ending(goal: GoalArg, ending: &Ending) -> String {
    match (ending, goal) {
        (Ending::Goal, GoalArg::Error) => "a failure was reached".to_owned(),
        (Ending::Goal, GoalArg::Branches) => "every branch was taken".to_owned(),
        (Ending::Goal, GoalArg::Statements) => "every statement was run".to_owned(),
        (Ending::Exhausted(_), _) => "every path explored".to_owned(),
        (Ending::Stuck(why), _) => format!("nothing is left to try, but {why}"),
        (Ending::Time, _) => "stopped: out of time, or interrupted".to_owned(),
        (Ending::Tests, _) => "stopped: out of tests".to_owned(),
        (Ending::Stopped, _) => "stopped".to_owned(),
    }
}

fn to_json(program: &Program, args: &TestArgs, explored: &Explored<'_>, seconds: f64) -> Value {
    let failure = |(number, fault): (usize, &Fault)| {
        json!({
            "test": test_name(number),
            "fault": fault.kind.name(),
            "message": fault.message,
            "location": program.sources.describe(fault.span),
            "inputs": explored.suite.tests[number - 1].vector.inputs,
        })
    };
    let row = |r: &FunctionCoverage| {
        json!({
            "function": program.proc(r.proc).name,
            "branches": r.branches,
            "branches_covered": r.branches_covered,
            "statements": r.statements,
            "statements_covered": r.statements_covered,
        })
    };
    let failures: Vec<Value> = failing(explored).into_iter().map(failure).collect();
    let coverage: Vec<Value> = explored.table.iter().map(row).collect();
    let e = explored.effort;
    json!({
        "schema": "hatha-test/1",
        "entry": args.front.entry,
        "seconds": seconds,
        "ending": ending(args.goal, &explored.ending),
        "exhaustive": matches!(explored.ending, Ending::Exhausted(_)),
        "tests": e.tests,
        "kept": explored.suite.tests.len(),
        "failing": e.failing,
        "cut": e.cut,
        "infeasible": e.infeasible,
        "solver_queries": e.queries,
        "steps": e.steps,
        "longest_path": e.longest,
        "failures": failures,
        "coverage": coverage,
    })
}
