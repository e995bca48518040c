//! Forged proofs: a proof of a safe program is changed in many ways and handed in for a twin
//! that differs in one constant and fails. Nothing may be certified for a program that fails.
//! Some programs fail an assertion; others have a fault, and the proofs are about all faults.

use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::Case;
use super::driver::{self, Known};
use super::native::Sanitize;
use super::observe::Claim;
use super::text::Choices;
use super::{Context, faults, integers, memory};
use crate::Result;
use crate::rng::Rng;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// The area.
pub struct Proofs;

/// Forgeries of each proof.
const FORGERIES: usize = 24;
/// Twins that are tried until one fails.
const TWINS: usize = 8;
/// Programs that are tried until one has no fault.
const PROGRAMS: usize = 6;

const SEARCHES: [&str; 7] = [
    "--engine auto",
    "--engine dash",
    "--engine panda",
    "--engine panda --match",
    "--engine synergy",
    "--engine dash --summaries",
    "--engine cegar --summaries",
];

impl Area for Proofs {
    fn name(&self) -> &'static str {
        "proofs"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let made = match rng.chance(50) {
            true => pair_with_faults(rng, context)?,
            false => pair_with_assertions(rng, context)?,
        };
        let Some((case, twin)) = made else {
            return Ok(None);
        };
        let mut case = case.with_hidden("twin.c", twin);
        case.native.push(format!("search {}", rng.word(&SEARCHES)));
        case.native.push(format!("forge {}", rng.below(1 << 30)));
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let setting = |key: &str| {
            let mut all = case.native.iter().filter_map(|n| n.strip_prefix(key));
            all.next().unwrap_or_default().to_owned()
        };
        let search = setting("search ");
        let mut options: Vec<String> = search.split_whitespace().map(str::to_owned).collect();
        options.extend(["--proof".to_owned(), "proof.json".to_owned()]);
        let answer = ask::check(case, folder.path(), &options, context)?;
        let twin = fingerprint_of_twin(case, folder.path(), context)?;
        let (Some(twin), Verdict::Proved) = (twin, answer.verdict) else {
            return Ok(Judged::new(vec![answer], None));
        };
        let cached = cached_twin(case, folder.path(), context)?;
        if cached.verdict == Verdict::Proved {
            let refutation = Refutation {
                kind: Kind::WrongProof,
                why: "twin.c, which fails, is proved with the cache of program.c".to_owned(),
            };
            return Ok(Judged::new(vec![answer, cached], Some(refutation)));
        }
        let text = std::fs::read_to_string(folder.path().join("proof.json"));
        let proof: Value = serde_json::from_str(&text.map_err(|e| e.to_string())?)
            .map_err(|e| format!("the proof cannot be read: {e}"))?;
        let mut rng = Rng::new(setting("forge ").parse().unwrap_or(0));
        let mut answers = vec![answer, cached];
        let mut refused = 0;
        for forgery in forgeries(&mut rng, &proof, &twin) {
            let reply = certify(case, folder.path(), &forgery, context)?;
            let accepted = reply.verdict == Verdict::Proved;
            let internal = reply.internal();
            if accepted || internal.is_some() {
                answers.push(reply);
                let refutation = internal.unwrap_or_else(|| Refutation {
                    kind: Kind::WrongProof,
                    why: format!(
                        "`hatha certify` accepts a proof for twin.c, which fails: {}\n{}",
                        forgery.what, forgery.proof
                    ),
                });
                return Ok(Judged::new(answers, Some(refutation)).with_refused(refused));
            }
            refused += 1;
        }
        Ok(Judged::new(answers, None).with_refused(refused))
    }
}

/// A program whose assertion holds, and a twin in which it fails.
fn pair_with_assertions(rng: &mut Rng, context: &Context) -> Result<Option<(Case, String)>> {
    let made = match rng.below(5) {
        0..=2 => integers::program(rng, context, Claim::Holds)?,
        _ => memory::program(rng, context, Claim::Holds)?,
    };
    let Some(case) = made else {
        return Ok(None);
    };
    let twin = failing_twin(rng, &case)?;
    Ok(twin.map(|twin| (case, twin)))
}

/// A program without a fault, and a twin with one.
fn pair_with_faults(rng: &mut Rng, context: &Context) -> Result<Option<(Case, String)>> {
    for _ in 0..PROGRAMS {
        let case = faults::program(rng, context)?;
        if has_fault(&case)? != Some(false) {
            continue;
        }
        for _ in 0..TWINS {
            let mut twin = case.clone();
            let Some(text) = other_constant(rng, &case.files[0].text) else {
                break;
            };
            twin.files[0].text = text.clone();
            if has_fault(&twin)? == Some(true) {
                return Ok(Some((case, text)));
            }
        }
    }
    Ok(None)
}

/// Whether a native run has a fault; `None` if that is not known.
fn has_fault(case: &Case) -> Result<Option<bool>> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path())?;
    let native = driver::native_faults(case, folder.path())?;
    Ok(native.map(|faults| !faults.is_empty()))
}

/// The options that say what is asked about a program and its twin.
fn question(case: &Case) -> Vec<String> {
    match case.options.is_empty() {
        true => ["--checks", "assertions"].map(str::to_owned).to_vec(),
        false => case.options.clone(),
    }
}

/// The program with another constant, such that a native run fails an assertion.
pub fn failing_twin(rng: &mut Rng, case: &Case) -> Result<Option<String>> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    for _ in 0..TWINS {
        let mut twin = case.clone();
        let Some(text) = other_constant(rng, &case.files[0].text) else {
            return Ok(None);
        };
        twin.files[0].text = text.clone();
        twin.write(folder.path())?;
        if let Known::Truth(truth, _) = driver::truth(&twin, folder.path(), Sanitize::Yes)?
            && truth.failed.is_some()
        {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// The text with one decimal number of `main` changed; half of the time one of the assertion.
fn other_constant(rng: &mut Rng, text: &str) -> Option<String> {
    let claim = text.find("    assert(");
    let start = match claim {
        Some(at) if rng.chance(60) => at,
        _ => text.find("int main")?,
    };
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes[i].is_ascii_digit();
    let is_start =
        |i: usize| digit(i) && !bytes[i - 1].is_ascii_alphanumeric() && bytes[i - 1] != b'_';
    let places: Vec<usize> = (start + 8..bytes.len()).filter(|&i| is_start(i)).collect();
    if places.is_empty() {
        return None;
    }
    let at = *rng.pick(&places);
    let end = (at..bytes.len()).find(|&i| !digit(i))?;
    let old: u64 = text[at..end].parse().ok()?;
    let new = match rng.below(4) {
        0 => old.wrapping_add(1),
        1 => old.saturating_sub(1),
        2 => old ^ 1 << rng.below(4),
        _ => rng.below(16) as u64,
    };
    Some(format!("{}{new}{}", &text[..at], &text[end..]))
}

/// The fingerprint of the twin, from the failing test that hatha writes for it.
fn fingerprint_of_twin(case: &Case, folder: &Path, context: &Context) -> Result<Option<String>> {
    let args = [
        "check",
        "--first",
        "--quiet",
        "--timeout",
        "10",
        "--tests",
        "tests",
        "--data-model",
        case.model.name(),
        "twin.c",
    ];
    let args = [&args.map(str::to_owned)[..], &question(case)].concat();
    let limit = Duration::from_secs(context.timeout);
    if ask::ask(&args, folder, limit, context)?.verdict != Verdict::Violated {
        return Ok(None);
    }
    let Ok(text) = std::fs::read_to_string(folder.join("tests").join("test-1.json")) else {
        return Ok(None);
    };
    let test: Value = serde_json::from_str(&text).unwrap_or_default();
    Ok(test["program"].as_str().map(str::to_owned))
}

/// What hatha says about the twin with a cache that knows the safe program.
fn cached_twin(case: &Case, folder: &Path, context: &Context) -> Result<ask::Answer> {
    let cache = ["--cache", "cache"].map(str::to_owned);
    ask::check(case, folder, &cache, context)?;
    let mut twin = case.clone();
    for file in &mut twin.files {
        file.given = file.name == "twin.c";
    }
    ask::check(&twin, folder, &cache, context)
}

struct Forgery {
    what: String,
    proof: Value,
}

fn certify(
    case: &Case,
    folder: &Path,
    forgery: &Forgery,
    context: &Context,
) -> Result<ask::Answer> {
    let text = forgery.proof.to_string();
    std::fs::write(folder.join("forged.json"), text).map_err(|e| e.to_string())?;
    let args = [
        "certify",
        "--data-model",
        case.model.name(),
        "forged.json",
        "twin.c",
    ];
    let args = [&args.map(str::to_owned)[..], &question(case)].concat();
    let reply = ask::ask(&args, folder, Duration::from_secs(context.timeout), context)?;
    // A refusal may have any status of its own but that of a crash.
    let refused = reply.verdict == Verdict::Other && !reply.stderr.contains("panicked");
    Ok(ask::Answer {
        verdict: if refused {
            Verdict::Unknown
        } else {
            reply.verdict
        },
        ..reply
    })
}

/// Changed proofs, all with the fingerprint of the twin.
fn forgeries(rng: &mut Rng, proof: &Value, fingerprint: &str) -> Vec<Forgery> {
    let mut base = proof.clone();
    base["program"] = json!(fingerprint);
    let mut all = vec![
        Forgery {
            what: "as it is".to_owned(),
            proof: base.clone(),
        },
        Forgery {
            what: "one region, true".to_owned(),
            proof: cheapest(&base),
        },
        Forgery {
            what: "no executions".to_owned(),
            proof: no_executions(&base),
        },
    ];
    while all.len() < FORGERIES {
        let mut changed = base.clone();
        let mut what = Vec::new();
        for _ in 0..1 + rng.below(3) {
            what.push(change(rng, &mut changed));
        }
        all.push(Forgery {
            what: what.join(", "),
            proof: changed,
        });
    }
    all
}

/// One region at the entry, true, with no way out.
fn cheapest(base: &Value) -> Value {
    let mut proof = base.clone();
    let entry = base["regions"][0]["location"].clone();
    proof["terms"] = json!([{"op": "true"}]);
    let location = if entry.is_null() { json!(0) } else { entry };
    proof["regions"] = json!([{"location": location, "predicate": 0, "c": ""}]);
    proof["initial"] = json!([0]);
    proof["edges"] = json!([]);
    if let Some(object) = proof.as_object_mut() {
        object.remove("unrolled");
    }
    proof
}

/// A list of executions with nothing on it.
fn no_executions(base: &Value) -> Value {
    let mut proof = base.clone();
    for list in ["regions", "initial", "edges"] {
        proof[list] = json!([]);
    }
    proof["unrolled"] = json!({"choices": []});
    proof
}

/// An index into a list of the proof, if it has elements.
fn place(rng: &mut Rng, list: &Value) -> Option<usize> {
    let length = list.as_array().map_or(0, Vec::len);
    (length > 0).then(|| rng.below(length))
}

/// Makes one change and names it.
fn change(rng: &mut Rng, proof: &mut Value) -> String {
    let unrolled = proof["unrolled"].is_object();
    let changed = match (unrolled, rng.below(10)) {
        (true, _) => change_executions(rng, proof),
        (_, 0 | 1) => drop_from(rng, proof, "edges"),
        (_, 2) => drop_region(rng, proof),
        (_, 3) => set_predicate(rng, proof, "true"),
        (_, 4) => set_predicate(rng, proof, "false"),
        (_, 5) => swap_predicates(rng, proof),
        (_, 6 | 7) => change_constant(rng, proof),
        (_, 8) => change_operator(rng, proof),
        _ => change_edge(rng, proof),
    };
    changed.unwrap_or_else(|| "nothing".to_owned())
}

fn drop_from(rng: &mut Rng, proof: &mut Value, list: &str) -> Option<String> {
    let at = place(rng, &proof[list])?;
    proof[list].as_array_mut()?.remove(at);
    Some(format!("{list} {at} dropped"))
}

fn drop_region(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let at = place(rng, &proof["regions"])?;
    let edges = proof["edges"].as_array_mut()?;
    edges.retain(|e| e["from"] != json!(at) && e["to"] != json!(at));
    proof["initial"].as_array_mut()?.retain(|r| *r != json!(at));
    Some(format!("region {at} dropped"))
}

fn set_predicate(rng: &mut Rng, proof: &mut Value, op: &str) -> Option<String> {
    let at = place(rng, &proof["regions"])?;
    let terms = proof["terms"].as_array_mut()?;
    terms.push(json!({ "op": op }));
    let term = terms.len() - 1;
    proof["regions"][at]["predicate"] = json!(term);
    Some(format!("region {at} is {op}"))
}

fn swap_predicates(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let (a, b) = (
        place(rng, &proof["regions"])?,
        place(rng, &proof["regions"])?,
    );
    let first = proof["regions"][a]["predicate"].clone();
    let second = proof["regions"][b]["predicate"].clone();
    proof["regions"][a]["predicate"] = second;
    proof["regions"][b]["predicate"] = first;
    Some(format!("regions {a} and {b} swapped"))
}

fn change_constant(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let terms = proof["terms"].as_array_mut()?;
    let constants: Vec<usize> = (0..terms.len())
        .filter(|&i| terms[i]["op"] == "bv")
        .collect();
    if constants.is_empty() {
        return None;
    }
    let at = *rng.pick(&constants);
    let old = u128::from_str_radix(terms[at]["text"].as_str()?, 16).ok()?;
    let width = terms[at]["width"].as_u64()?.min(127);
    let new = match rng.below(3) {
        0 => old ^ 1,
        1 => old.wrapping_add(1),
        _ => old.wrapping_sub(1),
    } & ((1 << width) - 1);
    terms[at]["text"] = json!(format!("{new:x}"));
    Some(format!("constant {at} is {new:x}"))
}

fn change_operator(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    const NEIGHBOURS: [(&str, &str); 10] = [
        ("and", "or"),
        ("or", "and"),
        ("bvult", "bvule"),
        ("bvule", "bvult"),
        ("bvslt", "bvult"),
        ("bvsle", "bvslt"),
        ("bvadd", "bvsub"),
        ("bvand", "bvor"),
        ("zero_extend", "sign_extend"),
        ("sign_extend", "zero_extend"),
    ];
    let at = place(rng, &proof["terms"])?;
    let op = proof["terms"][at]["op"].as_str()?.to_owned();
    let (_, new) = NEIGHBOURS.iter().find(|(o, _)| *o == op)?;
    proof["terms"][at]["op"] = json!(new);
    Some(format!("term {at} is {new}"))
}

fn change_edge(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let at = place(rng, &proof["edges"])?;
    let region = place(rng, &proof["regions"])?;
    let end = rng.word(&["from", "to"]);
    proof["edges"][at][end] = json!(region);
    Some(format!("edge {at} has {end} {region}"))
}

/// Changes a list of executions.
fn change_executions(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let choices = &mut proof["unrolled"]["choices"];
    let at = place(rng, choices)?;
    let count = choices.as_array()?.len();
    let choice = &mut choices[at];
    match rng.below(7) {
        0 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"].as_array_mut()?.remove(way);
            Some(format!("way {way} of choice {at} dropped"))
        }
        1 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"][way].as_object_mut()?.remove("next");
            Some(format!("way {way} of choice {at} ends"))
        }
        2 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"][way]["next"] = json!(rng.below(count));
            Some(format!("way {way} of choice {at} goes elsewhere"))
        }
        3 => {
            let object = choice.as_object_mut()?;
            object.remove("ways");
            object.insert("covered".to_owned(), json!(rng.below(count)));
            Some(format!("choice {at} is covered"))
        }
        4 => {
            let forget: Vec<usize> = (0..rng.below(6)).collect();
            let next = choice["ways"][0]["next"].clone();
            let object = choice.as_object_mut()?;
            object.remove("ways");
            object.insert(
                "cut".to_owned(),
                json!({"forget": forget, "facts": [], "next": next}),
            );
            Some(format!("choice {at} is a cut"))
        }
        5 => {
            choice["cut"]
                .as_object_mut()?
                .insert("facts".to_owned(), json!([]));
            Some(format!("the cut {at} has no facts"))
        }
        _ => {
            choice["step"] = json!(choice["step"].as_u64()? + 1);
            Some(format!("choice {at} comes later"))
        }
    }
}
