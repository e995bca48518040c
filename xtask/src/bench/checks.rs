//! `cargo xtask bench checks`: what the checks of operations cost, on the programs in
//! `benchmarks/drivers`.
//!
//! Each program is asked about twice in a row, about what it states and about every fault. What
//! counts is the ratio of processor time: over all programs, and over those that are proved both times.

use crate::Result;
use crate::process::{self, build_hatha, root};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The two questions.
const QUESTIONS: [&str; 2] = ["assertions", "default"];

/// How a question was answered.
struct Answer {
    verdict: &'static str,
    /// Of processor time.
    seconds: f64,
}

/// Asks about all of them and prints the table.
pub fn run(timeout: u64) -> Result {
    let hatha = build_hatha()?;
    let mut sums = [[0.0; 2]; 2];
    let mut verdicts = [[0_usize; 3]; 2];
    let (mut decided, mut all) = (0, 0);
    println!("| program | assertions | s | default | s |");
    println!("| --- | --- | ---: | --- | ---: |");
    for path in programs()? {
        let [first, second] = [
            ask(&hatha, &path, 0, timeout)?,
            ask(&hatha, &path, 1, timeout)?,
        ];
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!(
            "| {name} | {} | {:.2} | {} | {:.2} |",
            first.verdict, first.seconds, second.verdict, second.seconds
        );
        all += 1;
        for (counts, answer) in verdicts.iter_mut().zip([&first, &second]) {
            let column = ["proved", "violated", "unknown"].iter();
            if let Some(at) = column.clone().position(|v| *v == answer.verdict) {
                counts[at] += 1;
            }
        }
        let seconds = [first.seconds, second.seconds];
        add(&mut sums[0], seconds);
        if first.verdict == "proved" && second.verdict == "proved" {
            decided += 1;
            add(&mut sums[1], seconds);
        }
    }
    println!("\nproved, violated, unknown of {all}: {verdicts:?}");
    for (count, what, [one, two]) in [
        (all, "in all", sums[0]),
        (decided, "proved both times", sums[1]),
    ] {
        let times = two / one.max(f64::EPSILON);
        println!("{count} {what}: {one:.1} s and {two:.1} s, {times:.2} times as long");
    }
    Ok(())
}

fn add(sums: &mut [f64; 2], seconds: [f64; 2]) {
    for (sum, s) in sums.iter_mut().zip(seconds) {
        *sum += s;
    }
}

fn programs() -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(root().join("benchmarks/drivers")).map_err(|e| e.to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "c"));
    paths.sort();
    Ok(paths)
}

fn ask(hatha: &Path, program: &Path, question: usize, timeout: u64) -> Result<Answer> {
    let mut command = Command::new(hatha);
    command
        .args(["check", "--quiet", "--checks", QUESTIONS[question]])
        .args(["--timeout", &timeout.to_string()])
        .arg(program);
    let done = process::run_measured(&mut command, Duration::from_secs(2 * timeout))?;
    let verdict = match done.code() {
        Some(0) => "proved",
        Some(1) => "violated",
        Some(2) => "unknown",
        other => return Err(format!("{}: status {other:?}", program.display())),
    };
    Ok(Answer {
        verdict,
        seconds: done.seconds,
    })
}
