//! Assertions that are tight: made from the values that an expression has in native runs.
//!
//! A random assertion is nearly always plainly true or plainly false. So the program runs once
//! natively over all inputs with the expression observed, and the assertion is then put just
//! outside the values that occur (it holds, hardly) or just inside (it fails, for few inputs).

use super::case::Case;
use super::driver::{self, Known};
use super::native::Sanitize;
use super::text::Choices;
use crate::Result;
use crate::rng::Rng;

/// The line that stands for the assertion in a program.
pub const PLACE: &str = "ASSERTION;";

/// Which assertions are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Some that hold and some that fail.
    Any,
    /// Only such that hold in every run.
    Holds,
}

/// Puts an assertion about an expression in the place of the mark. `None` if the runs do not
/// all end well enough to know the values.
pub fn assertion(
    rng: &mut Rng,
    case: &Case,
    expression: &str,
    sanitize: Sanitize,
    wanted: Claim,
) -> Result<Option<Case>> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let observing = with(case, &format!("attack_observe((long long)({expression}));"));
    observing.write(folder.path())?;
    let values = match driver::truth(&observing, folder.path(), sanitize)? {
        Known::Truth(_, values) if !values.is_empty() => values,
        _ => return Ok(None),
    };
    let holds = wanted == Claim::Holds || rng.chance(55);
    let claim = claim(rng, expression, values, holds);
    Ok(Some(with(case, &format!("assert({claim});"))))
}

/// The case with a line in the place of the mark.
fn with(case: &Case, line: &str) -> Case {
    let mut case = case.clone();
    for file in &mut case.files {
        file.text = file.text.replace(PLACE, line);
    }
    if line.starts_with("attack_observe") {
        let declaration = "void attack_observe(long long value);\n";
        case.files[0].text.insert_str(0, declaration);
    }
    case
}

/// A claim about an expression with these values.
fn claim(rng: &mut Rng, expression: &str, mut values: Vec<i64>, holds: bool) -> String {
    let rarest = rarest(&values);
    values.sort_unstable();
    values.dedup();
    let (least, most) = (values[0], values[values.len() - 1]);
    let gap = values.windows(2).find(|w| w[1].saturating_sub(w[0]) > 1);
    let e = format!("(long long)({expression})");
    match (holds, rng.below(4), gap) {
        (true, 0, Some(gap)) => format!("{e} != {}", number(gap[0] + 1)),
        (true, 1, _) if values.len() <= 3 => {
            let any: Vec<String> = values
                .iter()
                .map(|v| format!("{e} == {}", number(*v)))
                .collect();
            any.join(" || ")
        }
        (true, 2, _) if least > i64::MIN => format!("{e} != {}", number(least - 1)),
        (true, ..) => format!("{e} >= {} && {e} <= {}", number(least), number(most)),
        (false, 0, _) if least != most => format!("{e} > {}", number(least)),
        (false, 1, _) if least != most => format!("{e} < {}", number(most)),
        (false, ..) => format!("{e} != {}", number(rarest)),
    }
}

fn rarest(values: &[i64]) -> i64 {
    let count = |v: &i64| values.iter().filter(|w| *w == v).count();
    let least = values.iter().take(64).min_by_key(|v| count(v));
    least.copied().unwrap_or_default()
}

fn number(value: i64) -> String {
    match value {
        i64::MIN => "(-0x7fffffffffffffffLL-1)".to_owned(),
        _ => format!("{value}LL"),
    }
}
