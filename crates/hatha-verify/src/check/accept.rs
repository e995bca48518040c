//! Checks that the program accepts: `// hatha: accept KIND because REASON` on the line of an
//! operation, or alone on the line above it.
//!
//! **Invariant.** An accepted check is never *proved*: it is assumed not to fail, like one that is
//! violated, and the answer says so (`tests/cases/check/checks_accepted.c`). A comment without a
//! reason accepts nothing.

use super::property::Property;
use crate::assumption::{Assumption, Kind};
use hatha_cfa::{FailKind, Program};

const MARK: &str = "hatha: accept ";
const REASON: &str = " because ";

/// Writes down at each check why it is accepted, where it is.
pub(super) fn mark(program: &Program, checks: &mut [Property]) {
    for check in checks {
        if let FailKind::Check(kind) = &check.kind {
            check.accepted = reason(program, check, kind.name());
        }
    }
}

fn reason(program: &Program, check: &Property, kind: &str) -> Option<String> {
    let line = |number: u32| program.sources.line(check.span.file, number);
    let own = line(check.span.line).and_then(|text| accepted(text, kind));
    own.or_else(|| {
        let above = line(check.span.line.checked_sub(1)?)?;
        accepted(above.trim_start().strip_prefix("//")?, kind)
    })
}

/// The reason for which a line accepts checks of a kind.
fn accepted(line: &str, kind: &str) -> Option<String> {
    let (_, rest) = line.split_once(MARK)?;
    let (kinds, reason) = rest.split_once(REASON)?;
    let is_meant = kinds.split(',').any(|word| word.trim() == kind);
    let reason = reason.trim().trim_end_matches("*/").trim_end();
    (is_meant && !reason.is_empty()).then(|| reason.to_owned())
}

/// That the accepted checks do not fail, in words.
pub(super) fn assumption(checks: &[Property]) -> Option<Assumption> {
    let accepted = checks.iter().filter(|c| c.accepted.is_some());
    let ids: Vec<&str> = accepted.map(|c| c.id.as_str()).collect();
    let sentence = format!("the accepted checks do not fail: {}", ids.join(", "));
    (!ids.is_empty()).then(|| Assumption::new(Kind::AcceptedChecks, sentence))
}

#[cfg(test)]
mod tests {
    use super::accepted;

    #[test]
    fn a_comment_names_kinds_and_a_reason() {
        let of = |line: &str| accepted(line, "signed-overflow");
        let line = "x = a * b; // hatha: accept signed-overflow because it is a hash";
        assert_eq!(of(line).as_deref(), Some("it is a hash"));
        let line = "/* hatha: accept division-by-zero, signed-overflow because b is 3 */";
        assert_eq!(of(line).as_deref(), Some("b is 3"));
        assert_eq!(of("// hatha: accept signed-overflow"), None);
        assert_eq!(of("// hatha: accept signed-overflow because "), None);
        assert_eq!(of("// hatha: accept division-by-zero because b is 3"), None);
    }
}
