//! Property files of the software verification competition.

use super::exit::{self, Failure};
use super::file;
use std::path::Path;

/// The failures that the front end knows by name, whatever their body.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "error"];

/// The function that must not be called, from `CHECK( init(main()), LTL(G ! call(NAME())) )`.
pub fn error_function(path: &Path) -> Result<&'static str, Failure> {
    let text = file::read(path)?;
    let bad =
        |why: String| Failure::new(exit::BAD_INPUT, format!("error: {}: {why}", path.display()));
    let name = parse(&text).ok_or_else(|| {
        bad("not a property that hatha checks; it checks CHECK( init(main()), LTL(G ! call(reach_error())) )".to_owned())
    })?;
    let known = ERROR_FUNCTIONS.into_iter().find(|&f| f == name);
    known.ok_or_else(|| {
        bad(format!(
            "calls of '{name}' are not checked, only of {}",
            ERROR_FUNCTIONS.join(", ")
        ))
    })
}

fn parse(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix("CHECK(")?;
    let ltl = rest.split_once("LTL(G ! call(")?.1;
    let (name, tail) = ltl.split_once('(')?;
    tail.starts_with("))").then_some(name.trim())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn the_function_is_read_from_the_formula() {
        assert_eq!(
            parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
            Some("reach_error")
        );
        assert_eq!(
            parse("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )"),
            Some("__VERIFIER_error")
        );
        assert_eq!(parse("CHECK( init(main()), LTL(G ! overflow) )"), None);
        assert_eq!(parse(""), None);
    }
}
