//! `cargo xtask bench growth`: how the engine `intervals` grows with the size of the program.
//!
//! Programs of 100 to 100,000 lines (`benchmarks/ranges/generate.py`) are asked about with the default
//! checks. Processor time counts, since other work on the machine would falsify the clock; it is shared
//! out among the phases as the clock was. The table is printed, the picture goes to `docs/results`.
//!
//! **Invariant.** Every program is proved, or the command ends with an error.

use super::Options;
use crate::Result;
use crate::plot::{Axis, BLUE, Curve, GREEN, GREY, OCHRE, Panel, RED, Stroke, VIOLET, picture};
use crate::process::{self, build_hatha, root};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LINES: [u32; 7] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const PLOT: &str = "docs/results/intervals.svg";

/// The phases of a run, as `--stats` names them.
const PHASES: [&str; 4] = ["load", "search", "certify", "vacuity"];

/// Seconds of processor time for one program.
struct Row {
    lines: u32,
    /// Of each phase.
    phases: [f64; 4],
    /// Of the whole command.
    all: f64,
}

/// Measures, prints and writes.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = dir.path().join("program.c");
    let mut rows = Vec::new();
    println!("| lines | load | search | certify | vacuity | all |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    for lines in LINES.into_iter().filter(|&n| n <= options.most) {
        generate(lines, &file)?;
        let row = row(&hatha, lines, &file, options.timeout)?;
        let [load, search, certify, vacuity] = row.phases;
        println!(
            "| {lines} | {load:.2} | {search:.2} | {certify:.2} | {vacuity:.2} | {:.2} |",
            row.all
        );
        rows.push(row);
    }
    if options.dry {
        return Ok(());
    }
    std::fs::write(root().join(PLOT), svg(&rows)).map_err(|e| format!("{PLOT}: {e}"))
}

fn generate(lines: u32, file: &Path) -> Result {
    let script = root().join("benchmarks/ranges/generate.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(lines.to_string());
    let done = process::run(&mut command, b"", Duration::from_secs(60))?;
    std::fs::write(file, &done.stdout).map_err(|e| e.to_string())
}

fn row(hatha: &Path, lines: u32, file: &Path, timeout: u64) -> Result<Row> {
    let mut command = Command::new(hatha);
    command.args(["check", "--stats", "--engine", "intervals"]);
    command.args(["--timeout", &timeout.to_string()]).arg(file);
    let done = process::run_measured(&mut command, Duration::from_secs(2 * timeout))?;
    if done.code() != Some(0) {
        return Err(format!("{lines} lines are not proved: {:?}", done.code()));
    }
    let text = String::from_utf8_lossy(&done.stdout);
    let clock = PHASES.map(|phase| seconds(&text, phase));
    let sum = clock.iter().sum::<f64>().max(f64::EPSILON);
    Ok(Row {
        lines,
        phases: clock.map(|s| done.seconds * s / sum),
        all: done.seconds,
    })
}

/// What `--stats` says of a phase: `time: load 0.353 s, search 0.351 s, ...`.
fn seconds(text: &str, phase: &str) -> f64 {
    let times = text.lines().find_map(|l| l.trim().strip_prefix("time: "));
    let parts = times.unwrap_or_default().split([',', ';']);
    let mut parts = parts.filter_map(|p| p.trim().strip_prefix(phase));
    let number = parts.next().and_then(|p| p.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0.0)
}

/// Both axes are logarithmic: what is linear has the slope of the guide.
fn svg(rows: &[Row]) -> String {
    let curve = |name: &str, colour, of: fn(&Row) -> f64| Curve {
        name: name.to_owned(),
        colour,
        points: rows.iter().map(|r| (f64::from(r.lines), of(r))).collect(),
        stroke: Stroke::Dotted,
    };
    let guide = [(100.0, 0.01), (100_000.0, 10.0)];
    let panel = Panel {
        caption: "lines; upwards: seconds of processor time; interrupted: linear growth".to_owned(),
        across: Axis::decades(2..=5, |n| 10f64.powi(n).to_string()),
        upwards: Axis::decades(-2..=3, |n| 10f64.powi(n).to_string()),
        curves: vec![
            curve("the whole command", OCHRE, |r| r.all),
            curve("certificate", VIOLET, |r| r.phases[2]),
            curve("search", BLUE, |r| r.phases[1]),
            curve("load", GREEN, |r| r.phases[0]),
            curve("vacuity", RED, |r| r.phases[3]),
            Curve {
                name: String::new(),
                colour: GREY,
                points: guide.to_vec(),
                stroke: Stroke::Guide,
            },
        ],
        points: Vec::new(),
    };
    let title = "How the engine intervals grows with the size of the program";
    picture(title, &[panel])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_read() {
        let text = "proved\n  time: load 0.5 s, search 1.25 s, certify 2 s, vacuity 0.001 s; in solvers 3 s\n";
        assert_eq!(PHASES.map(|p| seconds(text, p)), [0.5, 1.25, 2.0, 0.001]);
    }
}
