//! `cargo xtask table unit`: the examples of the paper on unit checking, the diamonds of
//! its Figure 6, and two algorithms of mutual exclusion with seeded mistakes.
//!
//! An answer that is not the expected one ends the command: the page never shows it.

mod plot;

use super::{Options, replace_between, write};
use crate::Result;
use crate::process::{self, build_hatha, root};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const MARK: &str = "<!-- table unit -->\n";
const FOLDER: &str = "benchmarks/pet";
const LIMIT: Duration = Duration::from_secs(600);
/// The most diamonds, guided and not.
const GUIDED: usize = 30;
const UNGUIDED: usize = 16;
/// Mistakes that are seeded into each algorithm.
const MISTAKES: u32 = 10;

/// Runs everything, prints the tables and writes the files.
pub fn run(options: &Options) -> Result {
    let asker = Asker {
        hatha: build_hatha()?,
        scratch: tempfile::tempdir().map_err(|e| e.to_string())?,
    };
    let mut page = asker.examples()?;
    let rows = asker.diamonds()?;
    page.push_str(&diamond_table(&rows));
    page.push_str(&asker.processes()?);
    print!("{page}");
    if options.dry {
        return Ok(());
    }
    let results = root().join("docs/results");
    write(&results.join("unit.svg"), &plot::svg(&rows))?;
    replace_between(&results.join("unit.md"), MARK, &page)
}

/// A question about a program of the collection, and what the answer has to be.
struct Example {
    what: &'static str,
    file: &'static str,
    entry: &'static str,
    formula: &'static str,
    more: &'static [&'static str],
    answer: &'static str,
}

const TWICE: &str = "(!at l2) U (at l2 && X(!at l2 && (!at l2 U at l2)))";
const TWICE_LARGE: &str =
    "(!at l2) U (at l2 && {x >= y} && X(!at l2 && (!at l2 U (at l2 && {x >= 2 * y}))))";
const ZERO: &str = "F(at l7 && {x == 0})";
const POSITIVE: &str = "a > 0 && b > 0";
const AT_ONCE: &str = "G !at l14 && F at exit";
const SPLIT: &str = "(!at l60) U (at l60 && ({CRealLow < 0} || {CRealLow >= 32768} || \
    {CImLow < 0} || {CImLow >= 32768} || !{CReal == CRealHigh * 32768 + CRealLow} || \
    !{CIm == CImHigh * 32768 + CImLow}))";

const EXAMPLES: [Example; 12] = [
    Example {
        what: "formula (1) on Figure 5",
        file: "figure5.c",
        entry: "unit",
        formula: TWICE,
        more: &[],
        answer: "found",
    },
    Example {
        what: "formula (2) on Figure 5",
        file: "figure5.c",
        entry: "unit",
        formula: TWICE_LARGE,
        more: &[],
        answer: "found",
    },
    Example {
        what: "the path of Figure 2",
        file: "figure2.c",
        entry: "unit",
        formula: "at l1 && X(at l2 && X at l3)",
        more: &[],
        answer: "found",
    },
    Example {
        what: "gcd of Figure 8, n = 1",
        file: "gcd.c",
        entry: "gcd",
        formula: ZERO,
        more: &["--assume", POSITIVE, "-n", "1"],
        answer: "found",
    },
    Example {
        what: "gcd of Figure 8, n = 2",
        file: "gcd.c",
        entry: "gcd",
        formula: ZERO,
        more: &["--assume", POSITIVE, "-n", "2"],
        answer: "found",
    },
    Example {
        what: "the corrected gcd",
        file: "gcd-corrected.c",
        entry: "gcd",
        formula: ZERO,
        more: &["--assume", POSITIVE],
        answer: "proved",
    },
    Example {
        what: "fixed point, faulty loop condition",
        file: "fixed-point.c",
        entry: "iterations",
        formula: AT_ONCE,
        more: &["-n", "1", "-DFAULTY"],
        answer: "found",
    },
    Example {
        what: "fixed point, corrected",
        file: "fixed-point.c",
        entry: "iterations",
        formula: AT_ONCE,
        more: &["-n", "1"],
        answer: "found",
    },
    Example {
        what: "section 5, the parts are those of the number, n = 1",
        file: "fixed-point.c",
        entry: "iterations",
        formula: SPLIT,
        more: &["-n", "1", "--no-proof"],
        answer: "none-up-to-bound",
    },
    Example {
        what: "the same for any n",
        file: "fixed-point.c",
        entry: "iterations",
        formula: SPLIT,
        more: &["-n", "1"],
        answer: "proved",
    },
    Example {
        what: "section 5, CRealLow ≥ 0, n = 2",
        file: "fixed-point.c",
        entry: "iterations",
        formula: "F(at l60 && !{CRealLow >= 0})",
        more: &["-n", "2", "--no-proof"],
        answer: "none-up-to-bound",
    },
    Example {
        what: "section 5, CRealLow < 2^15, n = 2",
        file: "fixed-point.c",
        entry: "iterations",
        formula: "F(at l60 && {CRealLow >= 32768})",
        more: &["-n", "2", "--no-proof"],
        answer: "none-up-to-bound",
    },
];

/// The prefixes that searches through n diamonds made.
pub struct Row {
    /// How many diamonds.
    pub n: usize,
    /// `G(!at b1 && …) && F at exit`
    pub avoiding: u64,
    /// `F(at a1 && F(at a2 && …))`
    pub ordered: u64,
    /// Every path, whatever the formula says of points.
    pub unguided: Option<(u64, f64)>,
}

/// Asks hatha.
struct Asker {
    hatha: PathBuf,
    scratch: tempfile::TempDir,
}

/// An answer and the wall time of the process.
struct Answer {
    document: Value,
    seconds: f64,
}

impl Answer {
    fn count(&self, what: &str) -> u64 {
        self.document["counts"][what].as_u64().unwrap_or(0)
    }

    fn paths(&self) -> &[Value] {
        self.document["paths"].as_array().map_or(&[], Vec::as_slice)
    }
}

impl Asker {
    fn ask(&self, file: &Path, formula: &str, more: &[&str], wanted: &str) -> Result<Answer> {
        let mut command = Command::new(&self.hatha);
        command.arg("unit").arg(file).args(["--ltl", formula]);
        command.args(["--format", "json", "--timeout", "500"]);
        let done = process::run(command.args(more), b"", LIMIT)?;
        let document: Value = serde_json::from_slice(&done.stdout)
            .map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&done.stderr)))?;
        if document["answer"] != wanted {
            let name = file.display();
            return Err(format!("{name}: {} on {formula}", document["answer"]));
        }
        Ok(Answer {
            document,
            seconds: done.seconds,
        })
    }

    fn examples(&self) -> Result<String> {
        let mut out = String::from(
            "| question | answer | n | condition | every case | seconds |\n\
             | --- | --- | ---: | --- | --- | ---: |\n",
        );
        for e in &EXAMPLES {
            let more = [&["--entry", e.entry], e.more].concat();
            let file = root().join(FOLDER).join(e.file);
            let answer = self.ask(&file, e.formula, &more, e.answer)?;
            let _ = writeln!(out, "| {} |", example_cells(e, &answer));
        }
        out.push('\n');
        Ok(out)
    }

    fn diamonds(&self) -> Result<Vec<Row>> {
        let file = self.scratch.path().join("diamonds.c");
        let mut rows = Vec::new();
        for n in (2..=GUIDED).step_by(2) {
            write(&file, &diamonds(n))?;
            let guided = |formula: &str| -> Result<u64> {
                let more = ["--entry", "unit", "--all", "--no-proof"];
                let answer = self.ask(&file, formula, &more, "found")?;
                Ok(answer.count("prefixes"))
            };
            rows.push(Row {
                n,
                avoiding: guided(&avoiding(n))?,
                ordered: guided(&ordered(n))?,
                unguided: (n <= UNGUIDED).then(|| self.unguided(&file)).transpose()?,
            });
            eprintln!("{n} diamonds");
        }
        Ok(rows)
    }

    /// No point tells a path from another, and what is asked at its end never holds.
    fn unguided(&self, file: &Path) -> Result<(u64, f64)> {
        let more = ["--entry", "unit", "--no-proof"];
        let answer = self.ask(file, "F(at exit && {s != s})", &more, "none-up-to-bound")?;
        Ok((answer.count("prefixes"), answer.seconds))
    }

    fn processes(&self) -> Result<String> {
        let mut out = String::from(
            "\n| program | mistake | answer | n | prefixes | matched | seconds | replayed | natively |\n\
             | --- | ---: | --- | ---: | ---: | ---: | ---: | --- | --- |\n",
        );
        for name in ["peterson.c", "dekker.c"] {
            for mistake in 0..=MISTAKES {
                let row = self.process_row(name, mistake)?;
                let _ = writeln!(out, "| {name} | {row} |");
            }
        }
        out.push('\n');
        Ok(out)
    }

    fn process_row(&self, name: &str, mistake: u32) -> Result<String> {
        let file = root().join(FOLDER).join(name);
        let define = format!("-DMISTAKE={mistake}");
        let tests = self.scratch.path().join(format!("{name}{mistake}"));
        let folder = tests.to_string_lossy();
        let two = ["--process", "P0=p0", "--process", "P1=p1", &define];
        let search = ["-n", "4", "--paths", "1", "--tests", &folder[..]];
        let wanted = if mistake == 0 { "proved" } else { "found" };
        let more = [&two[..], &search[..]].concat();
        let both = "F(P0 at critical && P1 at critical)";
        let answer = self.ask(&file, both, &more, wanted)?;
        let n = answer.paths().first().map_or(&Value::Null, |p| &p["n"]);
        let n = n.as_u64().unwrap_or(4);
        let replays = match mistake {
            0 => " | ".to_owned(),
            _ => {
                self.replay(&file, &tests, &two)?;
                "yes | the same".to_owned()
            }
        };
        Ok(format!(
            "{mistake} | {wanted} | {n} | {} | {} | {:.2} | {replays}",
            answer.count("prefixes"),
            answer.count("matched"),
            answer.seconds
        ))
    }

    /// Replays the first test in the simulator and natively.
    fn replay(&self, file: &Path, tests: &Path, more: &[&str]) -> Result {
        let mut command = Command::new(&self.hatha);
        command.arg("replay").arg(tests.join("path-1.json"));
        command.arg(file).args(more).arg("--native");
        let done = process::run(&mut command, b"", LIMIT)?;
        let printed = String::from_utf8_lossy(&done.stdout).into_owned();
        match done.code() {
            Some(0) if printed.contains("natively the same") => Ok(()),
            _ => {
                let why = String::from_utf8_lossy(&done.stderr);
                Err(format!("{}: {printed}{why}", file.display()))
            }
        }
    }
}

fn example_cells(example: &Example, answer: &Answer) -> String {
    let texts = answer.paths().iter().map(|p| p["condition"].as_str());
    // A bar would end the cell.
    let quoted = |text: &str| format!("`{}`", text.replace('|', "\\|"));
    let conditions: Vec<String> = texts.flatten().map(quoted).collect();
    let bounds = answer.paths().iter().filter_map(|p| p["n"].as_u64());
    let n = bounds.max().or(answer.document["searched"].as_u64());
    let covers = match answer.document["coverage"]["state"].as_str() {
        Some("every-case") => "yes",
        Some("open") => "no",
        _ => "",
    };
    format!(
        "{} | {} | {} | {} | {covers} | {:.2}",
        example.what,
        example.answer,
        n.unwrap_or(0),
        conditions.join("; "),
        answer.seconds
    )
}

/// A row of diamonds: each has an arm `a` and an arm `b`.
fn diamonds(n: usize) -> String {
    let params: Vec<String> = (1..=n).map(|i| format!("int x{i}, int y{i}")).collect();
    let mut text = format!("int unit({})\n{{\n    int s = 0;\n", params.join(", "));
    for i in 1..=n {
        let _ = write!(
            text,
            "    if (x{i} > y{i})\na{i}:     s = s + x{i};\n    else\nb{i}:     s = s + y{i};\n"
        );
    }
    text + "    return s;\n}\n"
}

fn avoiding(n: usize) -> String {
    let parts: Vec<String> = (1..=n).map(|i| format!("!at b{i}")).collect();
    format!("G({}) && F at exit", parts.join(" && "))
}

fn ordered(n: usize) -> String {
    let parts: Vec<String> = (1..=n).map(|i| format!("F(at a{i}")).collect();
    parts.join(" && ") + &")".repeat(n)
}

fn diamond_table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| diamonds | `G(!at b1 && …) && F at exit` | `F(at a1 && F(at a2 && …))` | unguided | seconds |\n\
         | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for r in rows {
        let (count, seconds) = r.unguided.map_or_else(
            || (String::new(), String::new()),
            |(count, seconds)| (count.to_string(), format!("{seconds:.2}")),
        );
        let _ = writeln!(
            out,
            "| {} | {} | {} | {count} | {seconds} |",
            r.n, r.avoiding, r.ordered
        );
    }
    out
}
