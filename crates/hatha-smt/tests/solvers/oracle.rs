//! Z3 as an oracle for refutations, in batches: one process for many queries.
//! Answers of Sat need none, for their models are evaluated.

use hatha_smt::{Budget, CheckResult, External, ExternalConfig, Reason, Solver};
use hatha_term::{SmtPrinter, TermId, TermPool};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Queries in one process.
const BATCH: usize = 500;

/// A conjunction that we have refuted.
struct Refuted {
    label: String,
    pool: TermPool,
    terms: Vec<TermId>,
}

/// Refutations to be confirmed.
#[derive(Default)]
struct Z3Batch {
    script: String,
    refuted: Vec<Refuted>,
}

/// Is there a `z3` on the path?
pub fn z3_present() -> bool {
    let run = Command::new("z3").arg("--version").output();
    run.is_ok_and(|output| output.status.success())
}

impl Z3Batch {
    fn add(&mut self, refuted: Refuted) {
        let Refuted { pool, terms, .. } = &refuted;
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
        self.refuted.push(refuted);
    }

    /// Runs Z3 and panics on a contradiction. Returns how many answers agreed;
    /// Z3 may say `unknown`.
    fn confirm(self) -> usize {
        let answers = run_z3(&self.script);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), self.refuted.len(), "z3 said: {answers}");
        let mut agreed = 0;
        for (refuted, line) in self.refuted.into_iter().zip(lines) {
            match line {
                "unsat" => agreed += 1,
                "sat" => contradicted(refuted),
                "unknown" | "timeout" => {}
                other => panic!("{}: z3 says {other}", refuted.label),
            }
        }
        agreed
    }
}

/// Z3 says Sat where we say Unsat. It may be wrong: release 4.8.12 is about
/// constant arrays over few indices. Its model decides, by evaluation.
fn contradicted(mut refuted: Refuted) {
    let mut z3 = External::new(ExternalConfig::z3());
    match z3.check(&mut refuted.pool, &refuted.terms, &Budget::unlimited()) {
        CheckResult::Unknown(Reason::Unavailable(text)) if text.contains("unconfirmed") => {
            println!("{}: z3 says sat with a wrong model", refuted.label);
        }
        other => panic!("{}: we say unsat, z3 {other:?}", refuted.label),
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
            println!("skipped: no z3 (refutations are not confirmed)");
        }
        Oracle {
            batch: Z3Batch::default(),
            asked: 0,
            agreed: 0,
            present,
        }
    }

    /// Adds a conjunction that we have refuted.
    pub fn refuted(&mut self, label: String, pool: TermPool, terms: Vec<TermId>) {
        if self.present {
            self.batch.add(Refuted { label, pool, terms });
            if self.batch.refuted.len() == BATCH {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.asked += batch.refuted.len();
        self.agreed += batch.confirm();
    }

    /// Confirms what is left and reports.
    pub fn finish(mut self) {
        if self.present {
            self.flush();
            println!("z3 confirms {} of {} refutations", self.agreed, self.asked);
            // The rest is what Z3 does not decide in time, or only with a wrong model.
            assert!(
                self.agreed * 100 >= self.asked * 99,
                "z3 confirms too little"
            );
        }
    }
}
