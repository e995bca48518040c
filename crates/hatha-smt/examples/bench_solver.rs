//! Times the embedded solver and Z3 on recorded questions:
//! `bench_solver Z3 FILE.smt2...` prints a line of tab-separated values for each.
//!
//! Both sides are one live process that gets the same text through a pipe and
//! writes its answer; their start is not timed. Ours (this program, with
//! `--serve`) starts each question with nothing: a new pool, a new solver, and of
//! the layers only those that remember nothing. Z3 gets `(reset)` between
//! questions, which is not timed either. Times are processor times, so that other
//! work on the machine counts against neither side; what takes more than 10 s is
//! unknown. A contradiction between the two ends the benchmark.

use hatha_smt::layers::{Bounding, Narrowing, Simplifying};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{TermPool, read_smtlib};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Processor time in milliseconds beyond which there is no answer.
const LIMIT: f64 = 10_000.0;

/// Where the other work on a machine leaves a side half of a processor, it still
/// has all of the limit.
const WALL_LIMIT: Duration = Duration::from_secs(20);

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("usage: bench_solver Z3 FILE.smt2...")?;
    if program == "--serve" {
        return serve();
    }
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut ours = Side::start(&this.to_string_lossy(), &["--serve"])?;
    let mut z3 = Side::start(&program, &["-in", "-smt2"])?;
    println!("query\tsearched\tours\tours_ms\tz3\tz3_ms");
    for file in args {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
        let (answer, our_time) = ask_ours(&mut ours, &text).map_err(|e| format!("{file}: {e}"))?;
        let (our_answer, searched) = answer.split_once(' ').unwrap_or((&answer, "?"));
        let (their_answer, their_time) = ask_z3(&mut z3, &text)?;
        let unknown = [our_answer, &their_answer].contains(&"unknown");
        if !unknown && our_answer != their_answer {
            return Err(format!("{file}: we say {our_answer}, Z3 {their_answer}"));
        }
        let our_answer = within_limit(our_answer, our_time);
        let their_answer = within_limit(&their_answer, their_time);
        println!(
            "{file}\t{searched}\t{our_answer}\t{our_time:.4}\t{their_answer}\t{their_time:.4}"
        );
    }
    Ok(())
}

fn within_limit(answer: &str, time: f64) -> &str {
    if time > LIMIT { "unknown" } else { answer }
}

/// Our side: reads a line with the length of a script, then the script; answers
/// and says whether the SAT solver had to search.
fn serve() -> Result<(), String> {
    let mut input = std::io::stdin().lock();
    loop {
        let mut length = String::new();
        if input.read_line(&mut length).map_err(|e| e.to_string())? == 0 {
            return Ok(());
        }
        let length: usize = length.trim().parse().map_err(|_| "no length")?;
        let mut text = vec![0; length];
        input.read_exact(&mut text).map_err(|e| e.to_string())?;
        let text = String::from_utf8(text).map_err(|e| e.to_string())?;
        println!("{}", answer(&text)?);
    }
}

fn answer(text: &str) -> Result<String, String> {
    let budget = Budget {
        deadline: Some(Instant::now() + WALL_LIMIT),
        ..Budget::default()
    };
    let mut pool = TermPool::new();
    let terms = read_smtlib(&mut pool, text)?;
    let mut solver = Simplifying::new(Bounding::new(Narrowing::new(Embedded::new())));
    let answer = match solver.check(&mut pool, &terms, &budget) {
        CheckResult::Sat => "sat",
        CheckResult::Unsat => "unsat",
        CheckResult::Unknown(_) => "unknown",
    };
    let searched = solver.inner().inner().inner().searches() > 0;
    Ok(format!("{answer} {searched}"))
}

fn ask_ours(ours: &mut Side, text: &str) -> Result<(String, f64), String> {
    ours.ask(&format!("{}\n{text}", text.len()))
}

fn ask_z3(z3: &mut Side, text: &str) -> Result<(String, f64), String> {
    let limit = WALL_LIMIT.as_millis();
    let prepare = format!("(reset)\n(set-option :timeout {limit})\n(echo \"ready\")\n");
    let (ready, _) = z3.ask(&prepare)?;
    if ready != "ready" {
        return Err(format!("Z3 greets with {ready}"));
    }
    let (answer, time) = z3.ask(text)?;
    match answer.as_str() {
        "sat" | "unsat" | "unknown" => Ok((answer, time)),
        "timeout" => Ok(("unknown".to_owned(), time)),
        other => Err(format!("Z3 answers {other}")),
    }
}

/// A live process that is asked one question after the other.
struct Side {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Side {
    fn start(program: &str, args: &[&str]) -> Result<Side, String> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let input = child.stdin.take().ok_or("no pipe to a solver")?;
        let output = child.stdout.take().ok_or("no pipe from a solver")?;
        let output = BufReader::new(output);
        Ok(Side {
            child,
            input,
            output,
        })
    }

    /// Sends a text and waits for a line; with the processor time in between.
    fn ask(&mut self, text: &str) -> Result<(String, f64), String> {
        let start = self.processor_time()?;
        let sent = self.input.write_all(text.as_bytes());
        sent.and_then(|()| self.input.flush())
            .map_err(|e| format!("a solver does not listen: {e}"))?;
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(1..) => Ok((line.trim().to_owned(), self.processor_time()? - start)),
            _ => Err("a solver has ended".to_owned()),
        }
    }

    /// The processor time of all threads so far, in milliseconds. It is exact
    /// only while the process waits, so it is left a moment to do so.
    fn processor_time(&self) -> Result<f64, String> {
        std::thread::sleep(Duration::from_millis(1));
        let folder = format!("/proc/{}/task", self.child.id());
        let threads = std::fs::read_dir(&folder).map_err(|e| format!("{folder}: {e}"))?;
        let mut total = 0.0;
        for thread in threads.filter_map(Result::ok) {
            // A thread that has just ended has no file any more.
            let text = std::fs::read_to_string(thread.path().join("schedstat"));
            let first = text
                .ok()
                .and_then(|t| t.split(' ').next()?.parse::<f64>().ok());
            total += first.unwrap_or(0.0) / 1e6;
        }
        Ok(total)
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        // Failure means that it has ended already; either way it is reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
