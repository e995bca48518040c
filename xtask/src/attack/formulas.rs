//! `hatha unit`: temporal formulas about small functions; the truth is every run of the function,
//! natively, with its labels recorded.
//!
//! The formulas are of the kind that a beginning of a run decides (`F`, `U` over labels and
//! conditions at them), so that it does not matter which runs are complete.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::{Case, Model};
use super::native::{self, Sanitize, Start};
use super::text::{Choices, Text, expression};
use crate::Result;
use crate::rng::Rng;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The area.
pub struct Formulas;

const LABELS: usize = 5;

/// Calls the function with all arguments and prints the labels of each run.
const DRIVER: &str = "\
#include <stdio.h>
void unit(signed char a, _Bool b);
void at(int label, int x, int y) { printf(\"%d %d %d \", label, x, y); }
int main(void) {
    for (int a = -128; a < 128; a++)
        for (int b = 0; b < 2; b++) {
            unit(a, b);
            printf(\"\\n\");
        }
    return 0;
}
";

/// A visit of a label with the values of `x` and `y`.
type Visit = (usize, i64, i64);

/// A label, and what holds there of `x` or `y`.
#[derive(Clone)]
struct Point {
    label: usize,
    /// The variable, the relation and the number; `None` if nothing is asked.
    condition: Option<(char, &'static str, i64)>,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.condition {
            None => write!(f, "at L{}", self.label),
            Some((v, r, n)) => write!(f, "(at L{} && {{{v} {r} {n}}})", self.label),
        }
    }
}

impl Point {
    fn random(rng: &mut Rng) -> Self {
        const RELATIONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];
        let condition = rng.chance(70).then(|| {
            let variable = *rng.pick(&['x', 'y']);
            (variable, *rng.pick(&RELATIONS), rng.between(-4, 12))
        });
        Point {
            label: rng.below(LABELS),
            condition,
        }
    }

    fn holds(&self, &(label, x, y): &Visit) -> bool {
        let Some((variable, relation, n)) = self.condition else {
            return label == self.label;
        };
        let value = if variable == 'x' { x } else { y };
        label == self.label
            && match relation {
                "==" => value == n,
                "!=" => value != n,
                "<" => value < n,
                ">" => value > n,
                "<=" => value <= n,
                _ => value >= n,
            }
    }
}

/// A formula over points.
enum Formula {
    /// `F p`
    Once(Point),
    /// `F(p && F q)`; the same visit may be both.
    Then(Point, Point),
    /// `(!p) U q`
    Before(Point, Point),
    /// `F p && F q`
    Both(Point, Point),
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Once(p) => write!(f, "F({p})"),
            Formula::Then(p, q) => write!(f, "F({p} && F({q}))"),
            Formula::Before(p, q) => write!(f, "(!({p})) U ({q})"),
            Formula::Both(p, q) => write!(f, "F({p}) && F({q})"),
        }
    }
}

impl Formula {
    fn random(rng: &mut Rng) -> Self {
        let (p, q) = (Point::random(rng), Point::random(rng));
        match rng.below(5) {
            0 | 1 => Formula::Once(p),
            2 => Formula::Then(p, q),
            3 => Formula::Before(p, q),
            _ => Formula::Both(p, q),
        }
    }

    fn holds(&self, run: &[Visit]) -> bool {
        let first = |p: &Point| run.iter().position(|v| p.holds(v));
        match self {
            Formula::Once(p) => first(p).is_some(),
            Formula::Then(p, q) => first(p).is_some_and(|at| run[at..].iter().any(|v| q.holds(v))),
            Formula::Before(p, q) => match (first(p), first(q)) {
                (_, None) => false,
                (None, Some(_)) => true,
                (Some(p), Some(q)) => q <= p,
            },
            Formula::Both(p, q) => first(p).is_some() && first(q).is_some(),
        }
    }
}

impl Area for Formulas {
    fn name(&self) -> &'static str {
        "unit"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model: Model = *rng.pick(&context.models);
        let mut case = Case::program(model, function(rng));
        case.native = vec![format!("formula {}", rng.below(1 << 30))];
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let seed = case.native.iter().find_map(|n| n.strip_prefix("formula "));
        let mut rng = Rng::new(seed.and_then(|s| s.parse().ok()).unwrap_or(0));
        let formula = Formula::random(&mut rng);
        let Some(runs) = runs(case, folder.path())? else {
            return Ok(Judged::skipped());
        };
        let truth = runs.iter().any(|r| formula.holds(r));
        let answer = ask_unit(case, folder.path(), &formula, context)?;
        let refuted = match (answer.verdict, truth) {
            (Verdict::Proved, true) => Some((Kind::WrongProof, "a native run satisfies")),
            (Verdict::Violated, false) => Some((Kind::WrongViolation, "no native run satisfies")),
            _ => None,
        };
        let refuted = refuted.map(|(kind, what)| Refutation {
            kind,
            why: format!("{what} {formula}"),
        });
        Ok(Judged::new(vec![answer], refuted))
    }
}

fn ask_unit(
    case: &Case,
    folder: &Path,
    formula: &Formula,
    context: &Context,
) -> Result<ask::Answer> {
    let (formula, seconds) = (formula.to_string(), context.timeout.to_string());
    let args = [
        "unit",
        "--format",
        "json",
        "--entry",
        "unit",
        "-n",
        "8",
        "--paths",
        "1",
        "--timeout",
        &seconds,
        "--data-model",
        case.model.name(),
        "--ltl",
        &formula,
        "program.c",
    ];
    let limit = Duration::from_secs(context.timeout);
    ask::ask(&args.map(str::to_owned), folder, limit, context)
}

/// The labels of every run, with the values of `x` and `y`.
fn runs(case: &Case, folder: &Path) -> Result<Option<Vec<Vec<Visit>>>> {
    let write =
        |name: &str, text: &str| std::fs::write(folder.join(name), text).map_err(|e| e.to_string());
    let mut text = String::from("void at(int label, int x, int y);\n");
    for line in case.files[0].text.lines() {
        let label = line
            .trim_start()
            .strip_prefix('L')
            .and_then(|l| l.split_once(": "));
        match label {
            Some((n, rest)) => text.push_str(&format!("L{n}: at({n}, x, y); {rest}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    write("recorded.c", &text)?;
    write("driver.c", DRIVER)?;
    let files = ["recorded.c", "driver.c"];
    if native::compile(case, folder, "native", &files, Sanitize::No)?.is_err() {
        return Ok(None);
    }
    let done = native::run(folder, "native", &Start::default(), Sanitize::No)?;
    if done.code() != Some(0) {
        return Ok(None);
    }
    let stdout = String::from_utf8_lossy(&done.stdout).into_owned();
    let run = |line: &str| -> Vec<Visit> {
        let numbers: Vec<i64> = line
            .split_whitespace()
            .filter_map(|w| w.parse().ok())
            .collect();
        numbers
            .chunks_exact(3)
            .map(|c| (c[0] as usize, c[1], c[2]))
            .collect()
    };
    Ok(Some(stdout.lines().map(run).collect()))
}

/// A function with labels; statements have no faults.
fn function(rng: &mut Rng) -> String {
    let mut text = Text::default();
    text.open("void unit(signed char a, _Bool b)");
    text.line("int x = a, y = 0;");
    let operands = ["x", "y", "a", "b"].map(str::to_owned);
    let mut label = 0;
    while label < LABELS {
        let condition = expression(rng, &operands, 1);
        let shape = rng.below(3);
        match shape {
            0 => text.open(format!("if ({condition})")),
            1 => {
                let most = 1 + rng.below(3);
                text.open(format!(
                    "for (int k{label} = 0; k{label} < {most}; k{label}++)"
                ));
            }
            _ => {}
        }
        let value = simple(rng);
        let variable = rng.word(&["x", "y"]);
        text.line(format!("L{label}: {variable} = {value};"));
        label += 1;
        if shape < 2 {
            text.close();
        }
    }
    text.line("return;");
    text.close();
    text.finish()
}

fn simple(rng: &mut Rng) -> String {
    let n = rng.between(1, 5);
    match rng.below(6) {
        0 => format!("x + {n}"),
        1 => format!("y + {n}"),
        2 => format!("y + (a > {n})"),
        3 => format!("b ? x : {n}"),
        4 => format!("(a & {n}) - y"),
        _ => format!("x - y * {n}"),
    }
}
