//! Z3 as an oracle, in batches: one process for many queries.

use hatha_term::{SmtPrinter, TermId, TermPool};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Queries in one process.
const BATCH: usize = 500;

/// Queries whose answers are known and to be confirmed.
#[derive(Default)]
struct Z3Batch {
    script: String,
    expected: Vec<(String, bool)>,
}

/// Is there a `z3` on the path?
pub fn z3_present() -> bool {
    let run = Command::new("z3").arg("--version").output();
    run.is_ok_and(|output| output.status.success())
}

impl Z3Batch {
    /// Adds the question whether the conjunction of the terms is satisfiable.
    fn add(&mut self, label: String, pool: &TermPool, terms: &[TermId], sat: bool) {
        // A scope for each query: Z3 takes far longer to `(reset)`.
        self.script.push_str("(push)\n");
        let mut printer = SmtPrinter::new();
        printer.declare(pool, terms, &mut self.script);
        for &t in terms {
            self.script.push_str("(assert ");
            printer.expression(pool, t, &mut self.script);
            self.script.push_str(")\n");
        }
        self.script.push_str("(check-sat)\n(pop)\n");
        self.expected.push((label, sat));
    }

    /// The number of queries.
    fn len(&self) -> usize {
        self.expected.len()
    }

    /// Runs Z3 and panics on a contradiction. Returns how many answers agreed;
    /// Z3 may say `unknown`.
    fn confirm(self) -> usize {
        let answers = run_z3(&self.script);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), self.expected.len(), "z3 said: {answers}");
        let mut agreed = 0;
        for ((label, sat), line) in self.expected.iter().zip(lines) {
            match line {
                "sat" => assert!(*sat, "{label}: z3 says sat, we say unsat"),
                "unsat" => assert!(!*sat, "{label}: z3 says unsat, we say sat"),
                "unknown" | "timeout" => continue,
                other => panic!("{label}: z3 says {other}"),
            }
            agreed += 1;
        }
        agreed
    }
}

fn run_z3(script: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-in", "-t:5000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 was found on the path");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let script = script.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("z3 runs to its end");
    writer
        .join()
        .expect("the writer does not panic")
        .expect("z3 reads the script");
    String::from_utf8(output.stdout).expect("z3 writes text")
}

/// Confirms a full batch, or the rest at the end.
pub struct Oracle {
    batch: Z3Batch,
    asked: usize,
    agreed: usize,
    present: bool,
}

impl Oracle {
    /// An oracle; says so when there is none.
    pub fn new() -> Oracle {
        let present = z3_present();
        if !present {
            println!("skipped: no z3 (answers are not compared)");
        }
        Oracle {
            batch: Z3Batch::default(),
            asked: 0,
            agreed: 0,
            present,
        }
    }

    /// Adds the question whether the conjunction of the terms is satisfiable,
    /// with our answer.
    pub fn add(&mut self, label: String, pool: &TermPool, terms: &[TermId], sat: bool) {
        if self.present {
            self.batch.add(label, pool, terms, sat);
            if self.batch.len() == BATCH {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.asked += batch.len();
        self.agreed += batch.confirm();
    }

    /// Confirms what is left and reports.
    pub fn finish(mut self) {
        if self.present {
            self.flush();
            println!("z3 agreed on {} of {}", self.agreed, self.asked);
            assert!(
                self.agreed * 100 >= self.asked * 95,
                "z3 hardly ever answers"
            );
        }
    }
}
