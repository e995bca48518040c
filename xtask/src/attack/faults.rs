//! Checks of faults on random programs with integers, arrays, pointers, structures and allocation;
//! the truth is a native run over all inputs under the sanitizers of addresses and of undefined
//! behaviour, each fault with its line.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::driver::{self, NativeFault};
use super::text::Choices;
use super::{integers, memory};
use crate::Result;
use crate::rng::Rng;
use serde_json::Value;
use std::sync::OnceLock;

/// What is asked about, where hatha has such checks.
const GROUPS: [&str; 2] = ["arithmetic", "memory"];

/// Kinds of faults that a sanitizer sees wherever they happen, so that a test which does not show
/// one natively refutes its verdict. Of the others it sees some: an access outside an object may
/// lead into another one, a pointer into nowhere may be lucky, and values that were never written
/// are not looked for. Of overflows it misses those of operations that gcc changes before: it makes
/// `x * 8 != 0` into `x != 0` and computes a sum that is converted to fewer bits in those.
const SEEN: [&str; 5] = [
    "division-by-zero",
    "shift-out-of-range",
    "double-free",
    "invalid-free",
    "null-dereference",
];

/// The area.
pub struct Faults;

impl Area for Faults {
    fn name(&self) -> &'static str {
        "faults"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        program(rng, context).map(Some)
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let Some(native) = driver::native_faults(case, folder.path())? else {
            return Ok(Judged::skipped());
        };
        let answer = ask::check(case, folder.path(), &[], context)?;
        let refuted =
            wrong_proof(case, &answer, &native).or_else(|| wrong_violation(case, &answer, &native));
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// A program that is asked about all faults.
pub fn program(rng: &mut Rng, context: &Context) -> Result<Case> {
    let mut case = match rng.chance(40) {
        true => integers::program_with_events(rng, context, &[]),
        false => memory::program_alone(rng, context),
    };
    case.options = vec!["--checks".to_owned(), groups(context)?.to_owned()];
    Ok(case)
}

/// The groups that this hatha knows, found out once.
pub fn groups(context: &Context) -> Result<&'static str> {
    static KNOWN: OnceLock<String> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known);
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let case = Case::program(
        context.models[0],
        "int main(void) { return 0; }\n".to_owned(),
    );
    case.write(folder.path())?;
    let mut known = Vec::new();
    for group in GROUPS {
        let options = ["--checks".to_owned(), group.to_owned()];
        if ask::check(&case, folder.path(), &options, context)?.verdict == Verdict::Proved {
            known.push(group);
        }
    }
    Ok(KNOWN.get_or_init(|| known.join(",")))
}

/// A fault of a native run that the answer excludes. A check counts on executions in which none
/// failed before, and what a sanitizer tells is the first fault of its run.
fn wrong_proof(case: &Case, answer: &Answer, native: &[NativeFault]) -> Option<Refutation> {
    // A fault without a check ends executions of which nothing more is said.
    let asked = strings(&answer.json["checked_faults"]);
    let is_asked = |native: &&NativeFault| asked.contains(&kind_of_check(native.kind));
    let reported = kind_of_check(reported(answer));
    if answer.verdict == Verdict::Violated && !asked.contains(&reported) {
        return None;
    }
    let silent = silent_violations(case, answer, native);
    let excluded = |native: &&NativeFault| {
        let mut at = checks(answer).filter(|c| is_at(c, native)).peekable();
        let has_checks = at.peek().is_some();
        // gcc computes a constant that overflows without a fault, and goes on: in the same line, or to
        // checks that are proved on executions without that failure.
        let mut on_line = checks(answer).filter(|c| line(c) == Some(native.line));
        let may_go_on = on_line.any(|c| c["verdict"] == "violated");
        let is_closed = |c: &Value| match c["verdict"].as_str() {
            Some("proved" | "unreachable") => silent.is_empty() || !assumes(c, &silent),
            _ => false,
        };
        answer.verdict == Verdict::Proved || has_checks && at.all(is_closed) && !may_go_on
    };
    let mut faults = native.iter().filter(is_asked);
    let NativeFault { vector, line, kind } = faults.find(excluded)?;
    Some(Refutation {
        kind: Kind::WrongProof,
        why: format!("the native run with input vector {vector:#x} has {kind} in line {line}"),
    })
}

/// The ids of violated checks whose own tests pass their places natively.
fn silent_violations<'a>(
    case: &Case,
    answer: &'a Answer,
    native: &[NativeFault],
) -> Vec<&'a Value> {
    let violated = checks(answer).filter(|c| c["verdict"] == "violated");
    let is_seen = |check: &&Value| {
        let vector = vector(case, check);
        let mut native = native.iter().filter(|t| Some(t.vector) == vector);
        native.any(|t| line(check) == Some(t.line))
    };
    let silent = violated.filter(|check| !is_seen(check));
    silent.map(|check| &check["id"]).collect()
}

/// Whether a check was decided while one of some others was assumed. One that no execution reaches may
/// lie behind any of them.
fn assumes(check: &Value, others: &[&Value]) -> bool {
    let assumed = check["assuming"].as_array();
    let mut assumed = assumed.into_iter().flatten();
    check["verdict"] == "unreachable" || assumed.any(|id| others.contains(&id))
}

/// A check that is violated, but not natively with its own test.
fn wrong_violation(case: &Case, answer: &Answer, native: &[NativeFault]) -> Option<Refutation> {
    let violated = checks(answer).filter(|c| c["verdict"] == "violated");
    let mut seen = violated.filter(|c| SEEN.iter().any(|kind| c["fault"] == *kind));
    let silent = seen.find(|check| {
        let vector = vector(case, check);
        let mut native = native.iter().filter(|t| Some(t.vector) == vector);
        !native.any(|t| line(check) == Some(t.line))
    })?;
    Some(Refutation {
        kind: Kind::WrongViolation,
        why: format!(
            "the native run with the test of {} ({:#x}) has no fault there",
            silent["id"],
            vector(case, silent).unwrap_or(u64::MAX)
        ),
    })
}

fn checks(answer: &Answer) -> impl Iterator<Item = &Value> {
    answer.json["checks"].as_array().into_iter().flatten()
}

/// The kind of the fault that the verdict tells about.
fn reported(answer: &Answer) -> &str {
    answer.reason().split(" at ").next().unwrap_or_default()
}

fn strings(value: &Value) -> Vec<&str> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(Value::as_str).collect()
}

/// The kind of the check that is about a kind of faults.
fn kind_of_check(fault: &str) -> &str {
    match fault {
        "out-of-bounds" | "null-dereference" | "dangling" | "bad-pointer" | "read-only" => {
            "invalid-access"
        }
        "double-free" => "invalid-free",
        other => other,
    }
}

/// Whether a check is about a fault: the same kind on the same line.
fn is_at(check: &&Value, native: &NativeFault) -> bool {
    check["kind"] == kind_of_check(native.kind) && line(check) == Some(native.line)
}

/// The line of `program.c:LINE:COLUMN`.
fn line(check: &Value) -> Option<u32> {
    let location = check["location"].as_str()?.strip_prefix("program.c:")?;
    location.split(':').next()?.parse().ok()
}

/// The inputs of the test of a check as the driver numbers them: each call gives a few bits.
fn vector(case: &Case, check: &Value) -> Option<u64> {
    let number = |name: &str| {
        case.native
            .iter()
            .find_map(|d| d.strip_prefix(name)?.parse().ok())
    };
    let bits: u32 = number("-DBITS=")?;
    let inputs = check["inputs"].as_array()?.iter();
    let drawn = inputs.filter(|i| i["name"] == "__VERIFIER_nondet_uint");
    let mut vector = 0;
    for (call, input) in (0..).zip(drawn) {
        let value: i128 = input["value"].as_str()?.parse().ok()?;
        vector |= (value as u64 & ((1 << bits) - 1)) << (bits * call);
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::{Answer, NativeFault, Verdict, vector, wrong_proof, wrong_violation};
    use crate::attack::case::{Case, Model};
    use serde_json::{Value, json};

    fn answer(verdict: Verdict, checks: Value) -> Answer {
        Answer {
            verdict,
            command: String::new(),
            json: json!({
                "checked_faults": ["signed-overflow"],
                "checks": checks,
                "reason": "signed-overflow at program.c:3:1",
            }),
            stdout: String::new(),
            stderr: String::new(),
        }
    }

    fn check(verdict: &str, line: u32) -> Value {
        json!({
            "id": "main#signed-overflow-1",
            "kind": "signed-overflow",
            "fault": "signed-overflow",
            "location": format!("program.c:{line}:5"),
            "verdict": verdict,
            "inputs": [{"name": "__VERIFIER_nondet_uint", "value": "9"}],
        })
    }

    fn native(line: u32, kind: &'static str) -> Vec<NativeFault> {
        vec![NativeFault {
            vector: 1,
            line,
            kind,
        }]
    }

    fn case() -> Case {
        let mut case = Case::program(Model::Lp64, String::new());
        case.native = vec!["-DCALLS=1".to_owned(), "-DBITS=3".to_owned()];
        case
    }

    #[test]
    fn a_proved_check_that_fires_is_refuted() {
        let one = answer(Verdict::Unknown, json!([check("proved", 3)]));
        assert!(wrong_proof(&case(), &one, &native(3, "signed-overflow")).is_some());
        assert!(wrong_proof(&case(), &one, &native(4, "signed-overflow")).is_none());
        assert!(wrong_proof(&case(), &one, &native(3, "out-of-bounds")).is_none());
        let both = answer(
            Verdict::Unknown,
            json!([check("proved", 3), check("unknown", 3)]),
        );
        assert!(wrong_proof(&case(), &both, &native(3, "signed-overflow")).is_none());
        let whole = answer(Verdict::Proved, json!([]));
        assert!(wrong_proof(&case(), &whole, &native(3, "signed-overflow")).is_some());
    }

    #[test]
    fn a_check_behind_a_failure_that_gcc_passes_is_not_refuted() {
        let mut behind = check("proved", 4);
        let first = check("violated", 3);
        let both = |behind: &Value| answer(Verdict::Violated, json!([first, behind]));
        let fires = native(4, "signed-overflow");
        assert!(wrong_proof(&case(), &both(&behind), &fires).is_some());
        behind["assuming"] = json!([first["id"]]);
        assert!(wrong_proof(&case(), &both(&behind), &fires).is_none());
        let mut seen = native(3, "signed-overflow");
        seen.extend(fires);
        assert!(wrong_proof(&case(), &both(&behind), &seen).is_some());
    }

    #[test]
    fn a_violated_check_fires_with_its_own_test() {
        let mut division = check("violated", 3);
        division["fault"] = json!("division-by-zero");
        assert_eq!(vector(&case(), &division), Some(1));
        let one = answer(Verdict::Violated, json!([division]));
        assert!(wrong_violation(&case(), &one, &native(3, "division-by-zero")).is_none());
        assert!(wrong_violation(&case(), &one, &native(4, "division-by-zero")).is_some());
        assert!(wrong_violation(&case(), &one, &[]).is_some());
        // An overflow may be one that the native compiler does not compute.
        let overflow = answer(Verdict::Violated, json!([check("violated", 3)]));
        assert!(wrong_violation(&case(), &overflow, &[]).is_none());
    }
}
