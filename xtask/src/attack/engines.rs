//! Every engine and every option that changes the search, against each other and the truth.

use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::driver;
use super::native::Sanitize;
use super::observe::Claim;
use super::{Context, integers, memory, units};
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Engines;

/// Options that change how an answer is looked for, and never which one is right.
const VARIANTS: [&str; 23] = [
    "--engine auto",
    "--engine dash",
    "--engine synergy",
    "--engine cegar",
    "--engine lee-yannakakis",
    "--engine intervals",
    "--engine panda",
    "--engine panda --match",
    "--engine dart",
    "--engine dash --refine wp",
    "--engine dash --refine core",
    "--engine dash --refine poseval",
    "--engine cegar --refine value",
    "--engine synergy --refine hybrid",
    "--engine dash --summaries",
    "--engine synergy --summaries",
    "--engine cegar --summaries",
    "--engine dash --inline",
    "--engine dash --no-generalise",
    "--engine synergy --no-generalise",
    "--engine dash --seed 7",
    "--engine auto --seed 3 --summaries",
    "--engine lee-yannakakis --summaries",
];

/// Variants for each program.
const TRIED: usize = 6;

impl Area for Engines {
    fn name(&self) -> &'static str {
        "engines"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let mut case = match rng.below(5) {
            0 | 1 => integers::program(rng, context, Claim::Any)?,
            2 | 3 => memory::program(rng, context, Claim::Any)?,
            _ => {
                let model = *rng.pick(&context.models);
                Some(units::case(rng, model))
            }
        };
        if let Some(case) = &mut case {
            let first = rng.below(VARIANTS.len());
            let step = 1 + 2 * rng.below(3);
            let variant = |n: usize| VARIANTS[(first + n * step) % VARIANTS.len()];
            let chosen = (0..TRIED).map(|n| format!("variant {}", variant(n)));
            case.native.extend(chosen);
        }
        Ok(case)
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let (case, variants) = parts(case);
        let judged = match case.files.iter().any(|f| f.name == "rest.c") {
            true => judge_unit(&case, &variants, context)?,
            false => driver::judge(&case, &variants, Sanitize::Yes, context)?,
        };
        let contradiction = contradiction(&judged.answers);
        Ok(Judged {
            refuted: judged.refuted.or(contradiction),
            ..judged
        })
    }
}

/// The case as its own area has it, and the variants.
fn parts(case: &Case) -> (Case, Vec<Vec<String>>) {
    let mut plain = case.clone();
    plain.native.retain(|n| !n.starts_with("variant "));
    let texts = case
        .native
        .iter()
        .filter_map(|n| n.strip_prefix("variant "));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    (plain, texts.map(words).collect())
}

fn judge_unit(case: &Case, variants: &[Vec<String>], context: &Context) -> Result<Judged> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path())?;
    let mut answers = Vec::new();
    for options in variants {
        answers.push(ask::check(case, folder.path(), options, context)?);
    }
    let proved = answers.iter().find(|a| a.verdict == Verdict::Proved);
    let refuted = match proved {
        Some(answer) => units::failing_rest(case, folder.path(), answer)?,
        None => None,
    };
    Ok(Judged::new(answers, refuted))
}

/// *Proved* and a failing assertion exclude each other. So do *proved* and a fault of a test
/// without inputs: it is the only run, and the search for faults before a proof makes it. A fault
/// that needs inputs does not exclude *proved*.
fn contradiction(answers: &[Answer]) -> Option<Refutation> {
    let excludes_proof = |a: &&Answer| {
        let stated = ["assertion", "reach", "abort", "error"];
        let is_stated = stated.iter().any(|s| a.reason().starts_with(s));
        a.verdict == Verdict::Violated && (is_stated || a.draws_nothing())
    };
    let violated = answers.iter().find(excludes_proof)?;
    let proved = answers.iter().find(|a| a.verdict == Verdict::Proved)?;
    Some(Refutation {
        kind: Kind::Contradiction,
        why: format!(
            "proved by `{}`, violated by `{}`",
            proved.command, violated.command
        ),
    })
}
