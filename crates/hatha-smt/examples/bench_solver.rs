//! Times the embedded solver and Z3 on recorded questions:
//! `bench_solver Z3 FILE.smt2...` prints a line of tab-separated values for each.
//!
//! Both sides are one live process that gets the same text through a pipe and
//! writes its answer; their start is not timed. Ours (this program, with
//! `--serve`) starts each question with nothing: a new pool, a new solver, and of
//! the layers only those that remember nothing. Z3 gets `(reset)` between
//! questions, which is not timed either. Times are processor times, so that other
//! work on the machine counts against neither side. A side that takes more than
//! 10 s is ended, counted as unknown, and started anew. A contradiction between
//! the two ends the benchmark.

use hatha_smt::layers::{Bounding, Narrowing, Simplifying};
use hatha_smt::{Budget, CheckResult, Embedded, Solver};
use hatha_term::{TermPool, read_smtlib};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Processor time in milliseconds beyond which there is no answer.
const LIMIT: f64 = 10_000.0;

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
        println!(
            "{file}\t{searched}\t{our_answer}\t{our_time:.4}\t{their_answer}\t{their_time:.4}"
        );
    }
    Ok(())
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
    let mut pool = TermPool::new();
    let terms = read_smtlib(&mut pool, text).map_err(|e| e.to_string())?;
    let mut solver = Simplifying::new(Bounding::new(Narrowing::new(Embedded::new())));
    let answer = match solver.check(&mut pool, &terms, &Budget::unlimited()) {
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
    let (ready, _) = z3.ask("(reset)\n(echo \"ready\")\n")?;
    if ready != "ready" {
        return Err(format!("Z3 greets with {ready}"));
    }
    let (answer, time) = z3.ask(text)?;
    match answer.as_str() {
        "sat" | "unsat" | "unknown" => Ok((answer, time)),
        other => Err(format!("Z3 answers {other}")),
    }
}

/// A live process that is asked one question after the other.
struct Side {
    program: String,
    args: &'static [&'static str],
    child: Child,
    input: ChildStdin,
    /// The lines that it writes.
    output: Receiver<String>,
}

impl Side {
    fn start(program: &str, args: &'static [&'static str]) -> Result<Side, String> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let input = child.stdin.take().ok_or("no pipe to a solver")?;
        let output = child.stdout.take().ok_or("no pipe from a solver")?;
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Nobody listens any more once the process has been ended.
            lines.map_while(|line| send.send(line).ok()).count()
        });
        Ok(Side {
            program: program.to_owned(),
            args,
            child,
            input,
            output: receive,
        })
    }

    /// Sends a text and waits for a line; with the processor time in between.
    fn ask(&mut self, text: &str) -> Result<(String, f64), String> {
        let start = self.processor_time()?;
        let sent = self.input.write_all(text.as_bytes());
        sent.and_then(|()| self.input.flush())
            .map_err(|e| format!("a solver does not listen: {e}"))?;
        loop {
            match self.output.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => return Ok((line.trim().to_owned(), self.processor_time()? - start)),
                Err(RecvTimeoutError::Disconnected) => return Err("a solver has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    let time = self.processor_time()? - start;
                    if time > LIMIT {
                        *self = Side::start(&self.program, self.args)?;
                        return Ok(("unknown".to_owned(), time));
                    }
                }
            }
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
