//! `cargo xtask table ase`: Figures 7 and 8 of "Abstract Analysis of Symbolic
//! Executions", with the paper's figures beside ours.
//!
//! Each row runs as `hatha check --engine ase|ur --format json -D … FILE.gcl`.
//! Seconds are wall time of the whole process, replay or certificate included.

use super::{GRACE, Options, replace_between};
use crate::Result;
use crate::process::{self, build_hatha, root};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What the paper prints for one engine; no time is "more than 15 minutes".
#[derive(Clone, Copy, Debug)]
struct Theirs {
    iterations: u64,
    queries: u64,
    predicates: u64,
    states: &'static str,
    seconds: f64,
}

/// A row.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    file: &'static str,
    constants: &'static [&'static str],
    verdict: &'static str,
    /// The check that concluded: II, SF, or `-`.
    check: &'static str,
    ase: Option<Theirs>,
    ur: Option<Theirs>,
}

const fn theirs(
    iterations: u64,
    queries: u64,
    predicates: u64,
    states: &'static str,
    seconds: f64,
) -> Option<Theirs> {
    Some(Theirs {
        iterations,
        queries,
        predicates,
        states,
        seconds,
    })
}

/// The rows of Figure 7 that are not families.
fn figure_7() -> Vec<Row> {
    let row = |name, file, constants, verdict, check, ase, ur| Row {
        name,
        file,
        constants,
        verdict,
        check,
        ase,
        ur,
    };
    let (p, v) = ("proved", "violated");
    vec![
        row(
            "bakery2",
            "bakery",
            &[],
            p,
            "II",
            theirs(3, 141, 8, "52/33", 0.347),
            theirs(4, 367, 10, "49/36", 0.452),
        ),
        row(
            "RAX",
            "rax",
            &[],
            p,
            "SF",
            theirs(1, 6, 2, "81/44", 0.261),
            None,
        ),
        row(
            "elev4",
            "elevator",
            &["n=4"],
            p,
            "SF",
            theirs(1, 418, 13, "468/378", 1.013),
            theirs(4, 5789, 19, "468/456", 8.146),
        ),
        row(
            "elev5",
            "elevator",
            &["n=5"],
            p,
            "SF",
            theirs(1, 1169, 15, "1256/910", 3.459),
            theirs(5, 26252, 23, "1253/1204", 44.0),
        ),
        row(
            "elev6",
            "elevator",
            &["n=6"],
            p,
            "SF",
            theirs(1, 3156, 17, "3248/2126", 12.275),
            theirs(6, 105830, 27, "3224/3060", 220.633),
        ),
        row(
            "elev7",
            "elevator",
            &["n=7"],
            p,
            "SF",
            theirs(1, 7116, 19, "8160/4862", 40.867),
            None,
        ),
        row(
            "elev8",
            "elevator",
            &["n=8"],
            p,
            "SF",
            theirs(1, 15036, 21, "15200/9422", 185.717),
            None,
        ),
        row(
            "ticket2",
            "ticket",
            &["n=2"],
            p,
            "SF",
            theirs(4, 135, 8, "22/9", 0.609),
            theirs(4, 120, 8, "12/9", 0.404),
        ),
        row(
            "ticket3",
            "ticket",
            &["n=3"],
            p,
            "SF",
            theirs(5, 672, 14, "182/31", 1.413),
            theirs(5, 661, 14, "41/31", 0.923),
        ),
        row(
            "ticket4",
            "ticket",
            &["n=4"],
            p,
            "SF",
            theirs(6, 4088, 23, "5011/129", 33.51),
            theirs(6, 4061, 23, "170/129", 5.143),
        ),
        row(
            "mesi",
            "mesi",
            &[],
            p,
            "SF",
            theirs(16, 6893, 47, "18/18", 36.61),
            theirs(16, 12172, 47, "18/18", 49.627),
        ),
        row(
            "berkeley",
            "berkeley",
            &[],
            p,
            "SF",
            theirs(11, 3113, 38, "13/12", 15.729),
            theirs(11, 4623, 38, "13/12", 17.605),
        ),
        row(
            "b_bakery2-e",
            "bounded-bakery-e",
            &[],
            v,
            "-",
            theirs(1, 0, 2, "80/80", 0.178),
            theirs(2, 74, 5, "193/193", 1.188),
        ),
        row(
            "ticket2-e",
            "ticket-e",
            &["n=2"],
            v,
            "-",
            theirs(1, 0, 2, "12/9", 0.073),
            theirs(2, 11, 5, "26/17", 0.155),
        ),
        row(
            "ticket3-5",
            "ticket-x",
            &["n=3", "X=5"],
            v,
            "-",
            theirs(1, 0, 3, "14/12", 0.058),
            theirs(3, 145, 14, "93/81", 0.341),
        ),
        row(
            "ticket3-10",
            "ticket-x",
            &["n=3", "X=10"],
            v,
            "-",
            theirs(3, 152, 14, "30/27", 0.525),
            theirs(8, 1218, 21, "302/240", 2.229),
        ),
        row(
            "ticket3-15",
            "ticket-x",
            &["n=3", "X=15"],
            v,
            "-",
            theirs(8, 1225, 21, "47/44", 3.107),
            theirs(13, 2090, 26, "507/395", 5.15),
        ),
        row(
            "ticket3-20",
            "ticket-x",
            &["n=3", "X=20"],
            v,
            "-",
            theirs(13, 2500, 26, "62/59", 6.869),
            theirs(18, 3918, 31, "712/550", 9.501),
        ),
        row(
            "ticket3-25",
            "ticket-x",
            &["n=3", "X=25"],
            v,
            "-",
            theirs(18, 3925, 31, "77/74", 13.038),
            theirs(23, 5493, 36, "917/705", 15.821),
        ),
        row(
            "ticket3-30",
            "ticket-x",
            &["n=3", "X=30"],
            v,
            "-",
            theirs(23, 5500, 36, "92/89", 20.762),
            theirs(28, 7219, 41, "1112/860", 34.701),
        ),
        row(
            "ticket3-35",
            "ticket-x",
            &["n=3", "X=35"],
            v,
            "-",
            theirs(28, 7225, 41, "107/104", 46.379),
            theirs(33, 9093, 46, "1327/1015", 51.579),
        ),
        row(
            "ticket3-40",
            "ticket-x",
            &["n=3", "X=40"],
            v,
            "-",
            theirs(33, 9100, 46, "122/119", 71.462),
            theirs(38, 11118, 51, "1532/1170", 82.974),
        ),
        row(
            "RAX-5",
            "rax-x",
            &["X=5"],
            v,
            "-",
            theirs(5, 46, 12, "50/49", 0.373),
            theirs(5, 123, 20, "170/170", 0.363),
        ),
        row(
            "RAX-10",
            "rax-x",
            &["X=10"],
            v,
            "-",
            theirs(10, 146, 17, "90/89", 0.988),
            theirs(10, 483, 35, "350/350", 1.528),
        ),
        row(
            "RAX-15",
            "rax-x",
            &["X=15"],
            v,
            "-",
            theirs(15, 296, 22, "130/129", 2.031),
            theirs(15, 1068, 50, "530/530", 4.341),
        ),
        row(
            "RAX-20",
            "rax-x",
            &["X=20"],
            v,
            "-",
            theirs(20, 496, 27, "170/169", 3.675),
            theirs(20, 1878, 65, "710/710", 9.934),
        ),
        row(
            "RAX-25",
            "rax-x",
            &["X=25"],
            v,
            "-",
            theirs(25, 746, 32, "210/209", 6.442),
            theirs(25, 2913, 80, "890/890", 19.578),
        ),
        row(
            "RAX-30",
            "rax-x",
            &["X=30"],
            v,
            "-",
            theirs(30, 1046, 37, "250/249", 9.94),
            theirs(30, 4173, 95, "1070/1070", 35.03),
        ),
        row(
            "RAX-35",
            "rax-x",
            &["X=35"],
            v,
            "-",
            theirs(35, 1396, 42, "290/289", 15.155),
            theirs(35, 5658, 110, "1250/1250", 57.315),
        ),
        row(
            "RAX-40",
            "rax-x",
            &["X=40"],
            v,
            "-",
            theirs(40, 1796, 47, "320/319", 22.104),
            theirs(40, 7368, 125, "1430/1430", 89.332),
        ),
        row(
            "RAX-45",
            "rax-x",
            &["X=45"],
            v,
            "-",
            theirs(45, 2246, 52, "370/369", 30.821),
            theirs(45, 9303, 140, "1610/1610", 133.063),
        ),
    ]
}

fn figure_8() -> Vec<Row> {
    let row = |name, file, constants, verdict, check, ase| Row {
        name,
        file,
        constants,
        verdict,
        check,
        ase,
        ur: None,
    };
    let (p, v) = ("proved", "violated");
    vec![
        row(
            "ticket2",
            "ticket-any",
            &["n=2"],
            p,
            "II",
            theirs(4, 523, 12, "5516/62", 281.134),
        ),
        row(
            "peterson2",
            "peterson",
            &[],
            p,
            "II",
            theirs(1, 24, 4, "700/38", 424.0),
        ),
        row(
            "bakery2",
            "bakery-stay",
            &[],
            p,
            "II",
            theirs(3, 301, 11, "807/50", 73.965),
        ),
        row(
            "mesi",
            "mesi-any",
            &[],
            p,
            "II",
            theirs(2, 260, 13, "112/14", 3.56),
        ),
        row(
            "synapse",
            "synapse",
            &[],
            p,
            "II",
            theirs(2, 62, 7, "34/9", 0.88),
        ),
        row(
            "ticket2-e",
            "ticket-any-e",
            &["n=2"],
            v,
            "-",
            theirs(1, 0, 2, "12/10", 0.104),
        ),
        row(
            "ticket3-e",
            "ticket-any-e",
            &["n=3"],
            v,
            "-",
            theirs(1, 0, 3, "10/10", 0.112),
        ),
    ]
}

/// What the paper has no figures for.
fn beyond() -> Vec<Row> {
    let row = |name, file, constants, verdict, check| Row {
        name,
        file,
        constants,
        verdict,
        check,
        ase: None,
        ur: None,
    };
    vec![
        row("Figure 1", "mutex", &[], "proved", "SF"),
        row("elev9", "elevator", &["n=9"], "proved", "SF"),
        row("elev10", "elevator", &["n=10"], "proved", "SF"),
        row("RAX-100", "rax-x", &["X=100"], "violated", "-"),
        row("ticket5", "ticket", &["n=5"], "proved", "SF"),
        row("ticket6", "ticket", &["n=6"], "proved", "SF"),
        row("ticket2, any start", "ticket-any", &["n=2"], "proved", "II"),
        row("ticket3, any start", "ticket-any", &["n=3"], "proved", "II"),
    ]
}

/// One run.
struct Ours {
    verdict: String,
    check: &'static str,
    text: String,
    seconds: f64,
}

/// Runs everything, prints the tables and writes them to `docs/results/ase.md`.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let mut out = format!("Limit: {} s for each run.\n", options.timeout);
    for (title, rows, engines) in [
        ("Figure 7, engine `ase`", figure_7(), "ase"),
        ("Figure 7, engine `ur`", figure_7(), "ur"),
        ("Figure 8", figure_8(), "ase"),
        ("Beyond the paper", beyond(), "ase"),
    ] {
        let _ = write!(out, "\n{title}:\n\n{HEAD}");
        for row in rows {
            let ours = one(options, &hatha, &row, engines)?;
            eprintln!(
                "{} {engines}: {} in {:.2} s",
                row.name, ours.verdict, ours.seconds
            );
            out.push_str(&line(&row, &ours, engines)?);
        }
    }
    print!("{out}");
    if options.dry {
        return Ok(());
    }
    let path = root().join("docs/results/ase.md");
    replace_between(&path, "<!-- table ase -->\n", &format!("{out}\n"))
}

const HEAD: &str = "| system | verdict | check | iterations | queries | predicates | states | seconds | the paper: check | iterations | queries | predicates | states | seconds |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
";

fn one(options: &Options, hatha: &Path, row: &Row, engine: &str) -> Result<Ours> {
    let file = root().join(format!("benchmarks/gcl/{}.gcl", row.file));
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--engine", engine]);
    command.args(["--timeout", &options.timeout.to_string()]);
    for constant in row.constants {
        command.args(["-D", constant]);
    }
    command.arg(&file);
    let limit = Duration::from_secs(options.timeout) + GRACE;
    let done = process::run(&mut command, &[], limit)?;
    let text = String::from_utf8_lossy(&done.stdout);
    let json: Value = match done.code() {
        Some(0..=2) => serde_json::from_str(text.trim()).map_err(|e| e.to_string())?,
        other => {
            let why = String::from_utf8_lossy(&done.stderr);
            return Err(format!("{}: {other:?}: {why}", row.name));
        }
    };
    let number = |key: &str| json[key].as_u64().unwrap_or(0);
    let queries = json["solver_queries"]["search"].as_u64().unwrap_or(0);
    let verdict = json["verdict"].as_str().unwrap_or("unknown").to_owned();
    let check = match json["deciding_check"].as_str() {
        Some("safe-fragment") => "SF",
        Some("inductive-invariant") => "II",
        Some("exact") => "exact",
        _ => "-",
    };
    let text = match verdict.as_str() {
        "unknown" => "- | - | - | -".to_owned(),
        _ => format!(
            "{} | {queries} | {} | {}/{}",
            number("iterations"),
            number("predicates"),
            number("states"),
            number("regions")
        ),
    };
    Ok(Ours {
        verdict,
        check,
        text,
        seconds: done.seconds,
    })
}

/// A verdict other than the expected one is a defect, not a row.
fn line(row: &Row, ours: &Ours, engine: &str) -> Result<String> {
    if ours.verdict != "unknown" && ours.verdict != row.verdict {
        return Err(format!("{}: {} is wrong", row.name, ours.verdict));
    }
    let (theirs, check) = match engine {
        "ur" => (row.ur, ""),
        _ => (row.ase, row.check),
    };
    let theirs = match theirs {
        None => "- | - | - | - | -".to_owned(),
        Some(t) => format!(
            "{} | {} | {} | {} | {}",
            t.iterations, t.queries, t.predicates, t.states, t.seconds
        ),
    };
    let check = if theirs.starts_with('-') { "" } else { check };
    let Ours {
        verdict,
        check: our_check,
        text,
        seconds,
    } = ours;
    Ok(format!(
        "| {} | {verdict} | {our_check} | {text} | {seconds:.2} | {check} | {theirs} |\n",
        row.name
    ))
}
