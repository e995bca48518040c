//! Forged proofs: a proof of a safe program is changed in many ways and handed in for a twin
//! that differs in one constant and fails. Nothing may be certified for a program that fails.
//! Some programs fail an assertion; others have a fault, and the proofs are about all faults.

use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Verdict};
use super::case::Case;
use super::driver::{self, Known};
use super::forge::{self, Forgery};
use super::native::Sanitize;
use super::observe::Claim;
use super::text::Choices;
use super::{Context, bounds, faults, integers, memory};
use crate::Result;
use crate::rng::Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The area.
pub enum Proofs {
    /// Proofs about assertions and proofs about faults.
    All,
    /// Proofs about faults alone, forged in what they say of faults: an obligation left out, a size
    /// enlarged, a bound weakened.
    Faults,
}

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

/// Most of them give proofs with regions, in which there is more to forge.
const SEARCHES_ABOUT_FAULTS: [&str; 5] = [
    "--engine auto",
    "--engine dash",
    "--engine dash",
    "--engine intervals",
    "--engine panda",
];

impl Area for Proofs {
    fn name(&self) -> &'static str {
        match self {
            Proofs::All => "proofs",
            Proofs::Faults => "fault-proofs",
        }
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let made = match self {
            Proofs::All if rng.chance(50) => pair_with_assertions(rng, context)?,
            Proofs::Faults if rng.chance(80) => pair_with_bounds(rng, context)?,
            _ => pair_with_faults(rng, context)?,
        };
        let Some((case, twin)) = made else {
            return Ok(None);
        };
        let mut case = case.with_hidden("twin.c", twin);
        let searches = match self {
            Proofs::All => &SEARCHES[..],
            Proofs::Faults => &SEARCHES_ABOUT_FAULTS,
        };
        case.native.push(format!("search {}", rng.word(searches)));
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
        // Checks that were proved one by one have no proof in common.
        let Ok(text) = std::fs::read_to_string(folder.path().join("proof.json")) else {
            return Ok(Judged::new(vec![answer, cached], None));
        };
        let proof: Value =
            serde_json::from_str(&text).map_err(|e| format!("the proof cannot be read: {e}"))?;
        let mut rng = Rng::new(setting("forge ").parse().unwrap_or(0));
        let mut answers = vec![answer, cached];
        let mut refused = BTreeMap::new();
        for forgery in self.forgeries(&mut rng, &proof, &twin) {
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
                return Ok(Judged::new(answers, Some(refutation)).with_refused_kinds(refused));
            }
            *refused.entry(forgery.kind).or_insert(0) += 1;
        }
        Ok(Judged::new(answers, None).with_refused_kinds(refused))
    }
}

impl Proofs {
    fn forgeries(&self, rng: &mut Rng, proof: &Value, twin: &str) -> Vec<Forgery> {
        match self {
            Proofs::All => forge::changed(rng, proof, twin),
            Proofs::Faults => forge::about_faults(rng, proof, twin),
        }
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

/// A small program whose safety hangs on one bound, and a twin in which that is wrong.
fn pair_with_bounds(rng: &mut Rng, context: &Context) -> Result<Option<(Case, String)>> {
    let (mut case, text) = bounds::pair(rng, context);
    case.options = vec!["--checks".to_owned(), faults::groups(context)?.to_owned()];
    let mut twin = case.clone();
    twin.files[0].text.clone_from(&text);
    let is_pair = has_fault(&case)? == Some(false) && has_fault(&twin)? == Some(true);
    Ok(is_pair.then_some((case, text)))
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
