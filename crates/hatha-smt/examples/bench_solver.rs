//! Times the embedded solver and Z3 on recorded questions:
//! `bench_solver Z3 FILE.smt2...` prints a line of tab-separated values for each.
//!
//! Both sides get the same text and have 10 s. Ours starts with nothing: a new
//! pool, a new solver, and of the layers only those that remember nothing. Z3 is
//! one live process with `(reset)` between questions, which is not timed, nor is
//! its start. A question that we answer without a search of the SAT solver is
//! marked, and a contradiction between the two sides ends the benchmark.

use hatha_smt::layers::{Bounding, Narrowing, Simplifying};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{TermPool, read_smtlib};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(10);

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("usage: bench_solver Z3 FILE.smt2...")?;
    let mut z3 = Z3::start(&program)?;
    println!("query\tsearched\tours\tours_ms\tz3\tz3_ms");
    for file in args {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
        let (ours, searched, our_time) = ask_embedded(&text).map_err(|e| format!("{file}: {e}"))?;
        let (theirs, their_time) = z3.ask(&text)?;
        if ours != "unknown" && theirs != "unknown" && ours != theirs {
            return Err(format!("{file}: we say {ours}, Z3 says {theirs}"));
        }
        println!("{file}\t{searched}\t{ours}\t{our_time:.4}\t{theirs}\t{their_time:.4}");
    }
    Ok(())
}

/// The processor time that a process or thread has used, in milliseconds: a
/// machine with other work on it does not count it against either side.
fn processor_time(who: &str) -> Result<f64, String> {
    let file = format!("/proc/{who}/schedstat");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds
        .map(|n| n / 1e6)
        .ok_or_else(|| format!("{file} has no time"))
}

/// Our answer, whether the SAT solver searched, and the time from text to answer.
fn ask_embedded(text: &str) -> Result<(&'static str, bool, f64), String> {
    let start = processor_time("thread-self")?;
    let budget = Budget {
        deadline: Some(Instant::now() + LIMIT),
        ..Budget::default()
    };
    let mut pool = TermPool::new();
    let terms = read_smtlib(&mut pool, text)?;
    let mut solver = Simplifying::new(Bounding::new(Narrowing::new(Embedded::new())));
    let answer = solver.check(&mut pool, &terms, &budget);
    let time = processor_time("thread-self")? - start;
    let answer = match answer {
        CheckResult::Sat => "sat",
        CheckResult::Unsat => "unsat",
        CheckResult::Unknown(_) => "unknown",
    };
    let searched = solver.inner().inner().inner().searches() > 0;
    Ok((answer, searched, time))
}

/// A dialogue with Z3.
struct Z3 {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Z3 {
    fn start(program: &str) -> Result<Z3, String> {
        let mut child = Command::new(program)
            .args(["-in", "-smt2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let input = child.stdin.take().ok_or("no pipe to Z3")?;
        let output = child.stdout.take().ok_or("no pipe from Z3")?;
        Ok(Z3 {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        let sent = self.input.write_all(text.as_bytes());
        sent.and_then(|()| self.input.flush())
            .map_err(|e| format!("Z3 does not listen: {e}"))
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(1..) => Ok(line.trim().to_owned()),
            _ => Err("Z3 has ended".to_owned()),
        }
    }

    /// The answer and the time from text to answer.
    fn ask(&mut self, text: &str) -> Result<(String, f64), String> {
        let limit = LIMIT.as_millis();
        self.send(&format!(
            "(reset)\n(set-option :timeout {limit})\n(echo \"ready\")\n"
        ))?;
        let ready = self.line()?;
        if ready != "ready" {
            return Err(format!("Z3 greets with {ready}"));
        }
        let who = self.child.id().to_string();
        let start = processor_time(&who)?;
        self.send(text)?;
        let answer = self.line()?;
        let time = processor_time(&who)? - start;
        match answer.as_str() {
            "sat" | "unsat" | "unknown" => Ok((answer, time)),
            "timeout" => Ok(("unknown".to_owned(), time)),
            other => Err(format!("Z3 answers {other}")),
        }
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // Failure means that it has ended already; either way it is reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
