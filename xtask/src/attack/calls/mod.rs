//! Calls that are more than calls: jumps out of them, functions with a known meaning through
//! pointers, variable arguments, files that disagree, requirements.
//!
//! The truth is a native run over all inputs. Where files disagree in what C leaves undefined, only
//! *proved* is refuted: what the machine does then is one of the things that may happen.

mod jumps;
mod known;
mod linked;
mod variadic;

use super::Context;
use super::area::{Area, Judged, Kind};
use super::case::{Case, File};
use super::driver;
use super::integers::definitions;
use super::native::Sanitize;
use super::observe::{self, Claim};
use super::text::Choices;
use crate::Result;
use crate::rng::Rng;

/// The area.
pub struct Calls;

/// Tells the judge that what the program does may be undefined.
const UNDEFINED: &str = "-DUNDEFINED";

/// A program without its assertion.
struct Program {
    /// The text of each file; `main` is in the first.
    files: Vec<String>,
    /// The expression that the assertion is about.
    claimed: String,
    /// Whether C leaves open what it does.
    is_undefined: bool,
}

impl Program {
    fn new(text: String, claimed: &str) -> Self {
        Program {
            files: vec![text],
            claimed: claimed.to_owned(),
            is_undefined: false,
        }
    }
}

impl Area for Calls {
    fn name(&self) -> &'static str {
        "calls"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model = *rng.pick(&context.models);
        let shape = *rng.pick(&[(1, 5), (2, 3), (2, 4), (1, 3)]);
        let program = match rng.below(4) {
            0 => jumps::program(rng, shape),
            1 => known::program(rng, shape),
            2 => variadic::program(rng, shape),
            _ => linked::program(rng, shape),
        };
        let mut files = program.files.into_iter();
        let mut case = Case::program(model, files.next().unwrap_or_default());
        case.files.extend((1..).zip(files).map(|(n, text)| File {
            name: format!("other{n}.c"),
            text,
            given: true,
        }));
        case.native = definitions(shape);
        if program.is_undefined {
            case.native.push(UNDEFINED.to_owned());
        }
        if rng.chance(30) {
            let engine = rng.word(&["dash", "panda", "cegar"]);
            case.options = vec!["--engine".to_owned(), engine.to_owned()];
        }
        observe::assertion(rng, &case, &program.claimed, Sanitize::Yes, Claim::Any)
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let mut judged = driver::judge(case, &[Vec::new()], Sanitize::Yes, context)?;
        if case.native.iter().any(|d| d == UNDEFINED) {
            judged.refuted = judged.refuted.filter(|r| r.kind != Kind::WrongViolation);
        }
        Ok(judged)
    }
}

/// The inputs as statements.
fn inputs((calls, bits): (usize, usize)) -> Vec<String> {
    let mask = (1u64 << bits) - 1;
    let input = |n| format!("unsigned i{n} = __VERIFIER_nondet_uint() & {mask};");
    (0..calls).map(input).collect()
}

/// One of the inputs.
fn input(rng: &mut Rng, (calls, _): (usize, usize)) -> String {
    format!("i{}", rng.below(calls))
}
