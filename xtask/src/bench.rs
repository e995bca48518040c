//! `cargo xtask bench`: ratios between programs timed in one run.
//!
//! Machines are noisy: only ratios and medians of alternating runs are shown.

mod checks;
mod drivers;
mod find_greater;
mod growth;

use crate::Result;
use crate::process::{self, Finished, build_hatha};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// What to measure
    #[arg(value_enum, default_value = "speed")]
    pub what: What,
    /// Timed runs of each side
    #[arg(long, default_value_t = 3)]
    pub rounds: usize,
    /// Seconds for each run (`find-greater`, `checks` and `growth`)
    #[arg(long, default_value_t = 60)]
    pub timeout: u64,
    /// The engines, separated by commas (`find-greater` alone)
    #[arg(long, value_delimiter = ',')]
    pub engines: Vec<String>,
    /// The longest array (`find-greater`), or the most lines (`growth`)
    #[arg(long, default_value_t = 10_000)]
    pub most: u32,
    /// Print the table and write no file (`find-greater` and `growth`)
    #[arg(long)]
    pub dry: bool,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// The simulator and the front end
    Speed,
    /// The programs in benchmarks/drivers with their rules
    Drivers,
    /// Figure 1 of the PANDA paper for growing arrays
    FindGreater,
    /// What the checks of operations cost, on the programs in benchmarks/drivers
    Checks,
    /// How the engine `intervals` grows with the size of the program
    Growth,
}

/// The loop of the first example of the SYNERGY paper with its bound raised.
const COUNTING_LOOP: &str = "extern int __VERIFIER_nondet_int(void);\n\
void error(void);\n\
#ifdef NATIVE\n\
int __VERIFIER_nondet_int(void) { return 1; }\n\
void error(void) { }\n\
#endif\n\
int main(void) {\n\
  int a = __VERIFIER_nondet_int();\n\
  int i; unsigned c;\n\
  i = 0; c = 0;\n\
  while (i < 100000000) { c = c + i; i = i + 1; }\n\
  if (a <= 0) error();\n\
  return c == 887459712u ? 0 : 3;\n\
}\n";

/// Runs what is asked for.
pub fn run(options: &Options) -> Result {
    match options.what {
        What::Drivers => drivers::run(),
        What::FindGreater => find_greater::run(options),
        What::Checks => checks::run(options.timeout),
        What::Growth => growth::run(options),
        What::Speed => speed(options),
    }
}

fn speed(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    simulation(options, &hatha, dir.path())?;
    lowering(options, &hatha, dir.path())
}

fn simulation(options: &Options, hatha: &Path, dir: &Path) -> Result {
    let source = dir.join("loop.c");
    let native = dir.join("loop");
    let vector = dir.join("input.json");
    std::fs::write(&source, COUNTING_LOOP).map_err(|e| e.to_string())?;
    std::fs::write(&vector, INPUT_ONE).map_err(|e| e.to_string())?;
    expect(timed(
        Command::new("gcc")
            .args(["-O0", "-w", "-DNATIVE"])
            .arg(&source)
            .arg("-o")
            .arg(&native),
    )?)?;
    let (mut gcc, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..options.rounds.max(1) {
        gcc.push(expect(timed(&mut Command::new(&native))?)?.seconds);
        let mut command = Command::new(hatha);
        command.arg("run").arg("--input").arg(&vector).arg(&source);
        ours.push(expect(timed(&mut command)?)?.seconds);
    }
    let (gcc, ours) = (median(gcc), median(ours));
    println!(
        "counting loop, 10^8 rounds: gcc -O0 {gcc:.2} s, hatha run {ours:.2} s, ratio {:.1}",
        ours / gcc
    );
    Ok(())
}

/// The one input of the counting loop: any positive number.
const INPUT_ONE: &str = r#"{
  "schema": "hatha-input", "version": 1, "entry": "main",
  "target": {"pointer_bits": 64, "int_bits": 32, "long_bits": 64, "char_signed": true},
  "inputs": [{"kind": "nondet", "name": "__VERIFIER_nondet_int", "type": "int", "width": 32, "value": "1"}]
}"#;

fn lowering(options: &Options, hatha: &Path, dir: &Path) -> Result {
    let source = dir.join("large.i");
    std::fs::write(&source, megabyte()).map_err(|e| e.to_string())?;
    let size = std::fs::metadata(&source).map_err(|e| e.to_string())?.len() as f64 / 1e6;
    let mut times = Vec::new();
    for _ in 0..options.rounds.max(1) {
        let mut command = Command::new(hatha);
        command.args(["cfa", "--summary"]).arg(&source);
        times.push(expect(timed(&mut command)?)?.seconds);
    }
    println!(
        "lowering {size:.2} MB of preprocessed C: {:.2} s",
        median(times)
    );
    Ok(())
}

/// A megabyte of C with declarations, structures, loops, calls and switches.
fn megabyte() -> String {
    let mut text = String::from("extern int printf(const char *, ...);\n");
    let mut i = 0;
    while text.len() < 1_000_000 {
        let _ = write!(
            text,
            "struct node{i} {{ struct node{i} *next; int key; unsigned flags : 3; char name[16]; }};\n\
             static int table{i}[8] = {{ 1, 2, [5] = {i}, 7 }};\n\
             static int step{i}(struct node{i} *p, int n) {{\n\
               int sum = 0;\n\
               for (int k = 0; k < n && p; k++, p = p->next) {{\n\
                 switch (p->key & 3) {{\n\
                   case 0: sum += table{i}[k & 7]; break;\n\
                   case 1: sum -= p->flags; /* fallthrough */\n\
                   case 2: sum ^= p->name[k % 16] << 2; break;\n\
                   default: if (sum > 100 || p->key < {i}) continue; sum = sum / 3 + (n ? k : -k);\n\
                 }}\n\
               }}\n\
               return sum;\n\
             }}\n\
             int use{i}(void) {{ struct node{i} a = {{ 0, {i}, 5, \"abc\" }}; return step{i}(&a, 4); }}\n"
        );
        i += 1;
    }
    text.push_str("int main(void) { return use0(); }\n");
    text
}

fn timed(command: &mut Command) -> Result<Finished> {
    process::run(command, b"", Duration::from_secs(600))
}

fn expect(done: Finished) -> Result<Finished> {
    match done.code() {
        Some(0) => Ok(done),
        code => Err(format!(
            "exit status {code:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        )),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
