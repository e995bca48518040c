//! `cargo xtask diamonds`: Figure 8 of the SYNERGY paper, n branches that join again.
//!
//! Directed testing needs a test for each of the 2^n paths; that is the baseline
//! for the engine that proves, which runs on the same programs. Table and plot go to
//! `docs/results`.

mod plot;

use crate::Result;
use crate::process::{self, build_hatha, root};
use clap::Args;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// The most diamonds
    #[arg(long, default_value_t = 14)]
    pub most: u32,
    /// Print the table and write no file
    #[arg(long)]
    pub dry: bool,
}

const PAGE: &str = "docs/results/directed-testing.md";
const PLOT: &str = "docs/results/diamonds.svg";
const BEGIN: &str = "<!-- diamonds -->\n";
const END: &str = "<!-- end of diamonds -->\n";
const LIMIT: Duration = Duration::from_secs(300);

/// One number of diamonds.
pub struct Row {
    /// How many.
    pub n: u32,
    /// Tests that explore every path.
    pub tests: u64,
    /// Questions asked for them.
    pub queries: u64,
    /// Wall time of that.
    pub seconds: f64,
    /// Iterations of a proof.
    pub iterations: u64,
    /// Tests of it.
    pub proof_tests: u64,
}

/// Runs, prints and writes.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("diamonds.c");
    let mut rows = Vec::new();
    for n in 1..=options.most {
        std::fs::write(&file, program(n)).map_err(|e| e.to_string())?;
        rows.push(row(&hatha, &file, n)?);
    }
    let table = table(&rows);
    print!("{table}");
    if options.dry {
        return Ok(());
    }
    let plot = root().join(PLOT);
    std::fs::write(&plot, plot::svg(&rows)).map_err(|e| format!("{PLOT}: {e}"))?;
    process::replace_between(&root().join(PAGE), BEGIN, END, &table)
}

/// The figure with n diamonds.
fn program(n: u32) -> String {
    let mut body = String::new();
    for i in 0..n {
        let _ = writeln!(body, "    if (__VERIFIER_nondet_int()) x{i} = x{i} + 1;");
        let _ = writeln!(body, "    else x{i} = x{i} - 1;");
    }
    let names: Vec<String> = (0..n).map(|i| format!("x{i} = 0")).collect();
    format!(
        "void error(void);\nint __VERIFIER_nondet_int(void);\nint main(void) {{\n    \
         unsigned {};\n    int lock = 1;\n{body}    if (lock != 1) error();\n    return 0;\n}}\n",
        names.join(", ")
    )
}

fn row(hatha: &Path, file: &Path, n: u32) -> Result<Row> {
    let (explored, seconds) = ask(hatha, &["test", "--goal", "error", "--search", "dfs"], file)?;
    if explored["exhaustive"] != true {
        return Err(format!("{n} diamonds: {}", explored["ending"]));
    }
    let (proof, _) = ask(hatha, &["check", "--checks", "assertions"], file)?;
    if proof["verdict"] != "proved" {
        return Err(format!("{n} diamonds: {}", proof["reason"]));
    }
    let number = |v: &Value| v.as_u64().unwrap_or(0);
    Ok(Row {
        n,
        tests: number(&explored["tests"]),
        queries: number(&explored["solver_queries"]),
        seconds,
        iterations: number(&proof["iterations"]),
        proof_tests: number(&proof["tests"]),
    })
}

fn ask(hatha: &Path, words: &[&str], file: &Path) -> Result<(Value, f64)> {
    let mut command = Command::new(hatha);
    command.args(words).arg(file).args(["--format", "json"]);
    command.args(["--timeout", "200"]);
    let done = process::run(&mut command, b"", LIMIT)?;
    let report = serde_json::from_slice(&done.stdout)
        .map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&done.stderr)))?;
    Ok((report, done.seconds))
}

fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| n | tests, every path | queries | seconds | iterations of the proof | its tests |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for r in rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.2} | {} | {} |",
            r.n, r.tests, r.queries, r.seconds, r.iterations, r.proof_tests
        );
    }
    out
}
