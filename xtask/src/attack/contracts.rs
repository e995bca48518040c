//! Contracts that `hatha contract` has found, against native calls.
//!
//! A random function is called under sanitizers with random arguments that satisfy what was found.
//! A fault, or a result that is not what is promised, refutes a contract that is *proved*; a call that
//! returns without a fault refutes *false*.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::native::{self, Sanitize, Start};
use super::text::{Choices, Text};
use crate::Result;
use crate::rng::Rng;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// The area.
pub struct Contracts;

/// Makes random arguments and calls.
const CALLS: &str = include_str!("contracts.c");

/// What every function can use.
const HEAD: &str = "\
#include <stddef.h>
#include <string.h>
struct point { int n; int t[4]; unsigned short k; };
int gi;
unsigned gu;
int table[8];
static int limit(int n) { return n > 7 ? 7 : n; }
static int share(int a, int b) { return a / b; }
";

/// What can be a parameter, its name, and an `int` that is made of it, `I` being an index.
const PARAMETERS: [(&str, &str, &str); 10] = [
    ("int ", "n", "n"),
    ("int ", "m", "m"),
    ("unsigned ", "u", "(int)(u & 31)"),
    ("size_t ", "z", "(int)z"),
    ("signed char ", "c", "c"),
    ("long long ", "q", "(int)q"),
    ("int *", "a", "a[I]"),
    ("const char *", "s", "s[I]"),
    ("struct point *", "p", "p->t[I]"),
    ("short *", "h", "*h"),
];

impl Area for Contracts {
    fn name(&self) -> &'static str {
        "contracts"
    }

    fn sample(&self) -> u64 {
        4
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model = *rng.pick(&context.models);
        let mut chosen: Vec<usize> = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let n = rng.below(PARAMETERS.len());
            if !chosen.contains(&n) {
                chosen.push(n);
            }
        }
        let mut case = Case::program(model, function(rng, &chosen));
        let arguments = chosen.iter().map(|&n| PARAMETERS[n].1);
        case.native = vec![
            format!("-DSEED={}", rng.below(1 << 30)),
            arguments.collect::<Vec<_>>().join(","),
        ];
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let mut answer = contract(case, folder.path(), context)?;
        let found = answer.json["functions"][0].clone();
        let status = found["status"].as_str().unwrap_or_default().to_owned();
        answer.verdict = match (answer.verdict, status.as_str()) {
            (Verdict::Internal | Verdict::Other, _) => answer.verdict,
            (_, "proved") => Verdict::Proved,
            (_, "false") => Verdict::Violated,
            _ => Verdict::Unknown,
        };
        let refuted = refutation(case, folder.path(), &found, answer.verdict)?;
        Ok(Judged::new(vec![answer], refuted))
    }
}

fn contract(case: &Case, folder: &Path, context: &Context) -> Result<Answer> {
    let seconds = context.timeout.to_string();
    let model = case.model.name();
    let args = [
        "contract",
        "--format",
        "json",
        "--timeout",
        &seconds,
        "--data-model",
        model,
        "program.c",
        "f",
    ];
    let limit = Duration::from_secs(2 * context.timeout + 20);
    ask::ask(&args.map(str::to_owned), folder, limit, context)
}

/// A function with parameters, as text.
fn function(rng: &mut Rng, parameters: &[usize]) -> String {
    let mut text = Text::default();
    for line in HEAD.lines() {
        text.line(line);
    }
    let list: Vec<String> = parameters
        .iter()
        .map(|&n| format!("{}{}", PARAMETERS[n].0, PARAMETERS[n].1))
        .collect();
    text.open(format!("int f({})", list.join(", ")));
    text.line("int r = 1;");
    if rng.chance(15) {
        text.line("static int turns;");
        text.line(rng.word(&[
            "turns++; r += table[turns & 7];",
            "if (turns < 3) turns++; r += 10 / (5 - turns);",
        ]));
    }
    for _ in 0..1 + rng.below(3) {
        let line = statement(rng, parameters);
        text.line(line);
    }
    text.line(rng.word(&[
        "return r;",
        "return r;",
        "return r & 15;",
        "return gi > 3 ? -1 : 0;",
    ]));
    text.close();
    text.finish()
}

/// An `int` made of a parameter or a global.
fn operand(rng: &mut Rng, parameters: &[usize]) -> String {
    let indices = ["0", "1", "3", "gi & 3", "n", "(int)u", "z", "limit(n)", "m"];
    let known = |index: &&&str| match **index {
        "n" | "limit(n)" => parameters.contains(&0),
        "m" => parameters.contains(&1),
        "(int)u" => parameters.contains(&2),
        "z" => parameters.contains(&3),
        _ => true,
    };
    let indices: Vec<&str> = indices.iter().filter(known).copied().collect();
    let index = *rng.pick(&indices);
    match rng.chance(20) {
        true => rng
            .word(&["gi", "(int)gu", "table[gi]", "2", "-1"])
            .to_owned(),
        false => PARAMETERS[*rng.pick(parameters)].2.replace('I', index),
    }
}

fn statement(rng: &mut Rng, parameters: &[usize]) -> String {
    let (a, b) = (operand(rng, parameters), operand(rng, parameters));
    let k = rng.between(0, 9);
    match rng.below(15) {
        0 => format!("r += {a} / ({b});"),
        1 => format!("r = {a} + ({b});"),
        2 => format!("r = {a} - ({b});"),
        3 => format!("r = {a} * ({b});"),
        4 => format!("if ({a} > {k}) r = {k} / ({b});"),
        5 => format!("r ^= {a};"),
        6 => format!("if ({a} < {k} && ({b}) >= 0) r = {a} << ({b});"),
        7 => format!("r = -({a}) & {k};"),
        8 => format!("for (int i = 0; i < {a} && i < {k}; i++) r ^= {b};"),
        9 => format!("if ({a}) r = share({k}, {b});"),
        10 if parameters.contains(&6) => format!("if (a) a[{}] = {b};", k & 3),
        11 if parameters.contains(&6) && parameters.contains(&0) => {
            "for (int i = 0; i < n; i++) a[i] = i;".to_owned()
        }
        12 if parameters.contains(&7) && parameters.contains(&3) => {
            "for (size_t i = 0; i < z; i++) r ^= s[i];".to_owned()
        }
        13 if parameters.contains(&8) => format!("if (p && p->n < {k}) p->t[p->n] = 1;"),
        14 => format!("table[{a}] = {k};"),
        _ => format!("r = ({a}) == {k} ? {b} : 0;"),
    }
}

/// What refutes a contract.
fn refutation(
    case: &Case,
    folder: &Path,
    found: &Value,
    verdict: Verdict,
) -> Result<Option<Refutation>> {
    let condition = match verdict {
        Verdict::Proved => found["precondition"].as_str().unwrap_or("1"),
        Verdict::Violated => "1",
        _ => return Ok(None),
    };
    let ensures = found["ensures"].as_array().into_iter().flatten();
    let ensures: Vec<&str> = ensures.filter_map(Value::as_str).collect();
    let text = harness(case, condition, &ensures);
    std::fs::write(folder.join("calls.c"), text).map_err(|e| e.to_string())?;
    let flags = [case.native[0].as_str(), "calls.c"];
    if native::compile(case, folder, "native", &flags, Sanitize::WithPlaces)?.is_err() {
        return Ok(None);
    }
    let done = native::run(folder, "native", &Start::default(), Sanitize::WithPlaces)?;
    let stdout = String::from_utf8_lossy(&done.stdout);
    let has = |what: &str| stdout.contains(what) && !stdout.contains(&format!("{what} -1"));
    Ok(match verdict {
        // The condition is evaluated in the process that starts the others.
        Verdict::Proved if stdout.is_empty() || has("faulted") || has("broken") => {
            Some(Refutation {
                kind: Kind::WrongProof,
                why: format!(
                    "under `{condition}` a native call faults or breaks a promise: {stdout}"
                ),
            })
        }
        Verdict::Violated if has("returned") => Some(Refutation {
            kind: Kind::WrongViolation,
            why: format!("a native call returns without a fault: {stdout}"),
        }),
        _ => None,
    })
}

/// The program that calls the function.
fn harness(case: &Case, condition: &str, ensures: &[&str]) -> String {
    let mut text = Text::default();
    text.line("#include \"program.c\"");
    for header in [
        "errno.h",
        "signal.h",
        "stdio.h",
        "stdlib.h",
        "sys/wait.h",
        "unistd.h",
    ] {
        text.line(format!("#include <{header}>"));
    }
    for line in CALLS.lines() {
        text.line(line);
    }
    let names: Vec<&str> = case.native[1].split(',').collect();
    let given = PARAMETERS.iter().filter(|p| names.contains(&p.1));
    let given: Vec<_> = given.collect();
    for (ty, name, _) in &given {
        text.line(format!("static {ty}{name};"));
    }
    // Several calls: what one leaves behind is the state of the next.
    text.open("static int call(void)");
    text.open(format!(
        "for (int k = 0; k < 6 && (k == 0 || ({condition})); k++)"
    ));
    text.line(format!("int result = f({});", names.join(", ")));
    for promise in ensures {
        text.line(format!("if (!({promise})) return BROKEN;"));
    }
    text.close();
    text.line("return 0;");
    text.close();
    text.open("static int attempt(void)");
    text.line("while (count > 0) free(blocks[--count].start);");
    for (ty, name, _) in &given {
        text.line(match ty.trim_end().strip_suffix('*') {
            Some(element) => format!("{name} = pointer(sizeof({element}));"),
            None => format!("{name} = ({ty})number();"),
        });
    }
    text.line("gi = (int)number(), gu = (unsigned)number();");
    text.line("for (int i = 0; i < 8; i++) table[i] = (int)number();");
    text.line(format!("if (!({condition})) return -1;"));
    text.line("return outcome(call);");
    text.close();
    text.line("int main(void) { attack(attempt); return 0; }");
    text.finish()
}
