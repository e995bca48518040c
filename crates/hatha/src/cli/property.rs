//! Property files of the software verification competition.

use super::exit::{self, Failure};
use super::file;
use std::path::Path;

/// The failures that the front end knows by name, whatever their body.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "error"];

/// What a property file asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// `LTL(G ! call(NAME()))`: the function must not be called.
    Calls(&'static str),
    /// `LTL(G ! overflow)`: no signed operation gives a result that does not fit.
    NoOverflow,
    /// `LTL(G valid-deref)` and its kin.
    Memory(Memory),
    /// `LTL(G def-behavior)`: nothing happens that C does not define.
    DefinedBehaviour,
}

/// The parts of memory safety that a property file asks about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Memory {
    /// `valid-deref`: no invalid access.
    pub deref: bool,
    /// `valid-free`: no invalid `free`.
    pub free: bool,
    /// `valid-memtrack`: every block can be reached until the end.
    pub track: bool,
    /// `valid-memcleanup`: every block is freed before the end.
    pub cleanup: bool,
}

/// Reads a property file.
pub(super) fn read(path: &Path) -> Result<Property, Failure> {
    let text = file::read(path)?;
    if let Some(memory) = memory(&text) {
        return Ok(Property::Memory(memory));
    }
    if is_formula(&text, "def-behavior") {
        return Ok(Property::DefinedBehaviour);
    }
    match is_formula(&text, OVERFLOW) {
        true => Ok(Property::NoOverflow),
        // The text, and not the file once more: it may be a pipe.
        false => function_of(path, &text).map(Property::Calls),
    }
}

/// The parts of memory safety, if a file asks about nothing else.
fn memory(text: &str) -> Option<Memory> {
    let words: String = text.split_whitespace().collect();
    let mut found = Memory::default();
    let parts = words.split("CHECK(init(main()),LTL(G").skip(1);
    for part in parts {
        match part {
            "valid-deref))" => found.deref = true,
            "valid-free))" => found.free = true,
            "valid-memtrack))" => found.track = true,
            "valid-memcleanup))" => found.cleanup = true,
            _ => return None,
        }
    }
    (words.starts_with("CHECK(") && found != Memory::default()).then_some(found)
}

/// The function that must not be called, from `CHECK( init(main()), LTL(G ! call(NAME())) )`.
pub(super) fn error_function(path: &Path) -> Result<&'static str, Failure> {
    function_of(path, &file::read(path)?)
}

fn function_of(path: &Path, text: &str) -> Result<&'static str, Failure> {
    let bad =
        |why: String| Failure::new(exit::BAD_INPUT, format!("error: {}: {why}", path.display()));
    if is_formula(text, OVERFLOW) {
        return Err(bad("this command does not ask about overflow".to_owned()));
    }
    let name = parse(text).ok_or_else(|| {
        bad("not a property that hatha checks; it checks CHECK( init(main()), LTL(G ! call(reach_error())) ), and with LTL(G ! overflow), LTL(G valid-deref), LTL(G valid-free), LTL(G valid-memtrack), LTL(G valid-memcleanup), LTL(G def-behavior)".to_owned())
    })?;
    let known = ERROR_FUNCTIONS.into_iter().find(|&f| f == name);
    known.ok_or_else(|| {
        bad(format!(
            "calls of '{name}' are not checked, only of {}",
            ERROR_FUNCTIONS.join(", ")
        ))
    })
}

/// That no operation overflows, without blanks.
const OVERFLOW: &str = "!overflow";

/// Whether a file asks that something holds always, and nothing else.
fn is_formula(text: &str, always: &str) -> bool {
    let words: String = text.split_whitespace().collect();
    words == format!("CHECK(init(main()),LTL(G{always}))")
}

fn parse(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix("CHECK(")?;
    let ltl = rest.split_once("LTL(G ! call(")?.1;
    let (name, tail) = ltl.split_once('(')?;
    tail.starts_with("))").then_some(name.trim())
}

#[cfg(test)]
mod tests {
    use super::{Memory, OVERFLOW, is_formula, memory, parse};

    #[test]
    fn the_parts_of_memory_safety_are_read() {
        let part = |name: &str| format!("CHECK( init(main()), LTL(G {name}) )\n");
        let two = part("valid-free") + &part("valid-deref");
        let all = Memory {
            deref: true,
            free: true,
            ..Memory::default()
        };
        assert_eq!(memory(&two), Some(all));
        let cleanup = Memory {
            cleanup: true,
            ..Memory::default()
        };
        assert_eq!(memory(&part("valid-memcleanup")), Some(cleanup));
        assert_eq!(memory(&(two + &part("valid-memory"))), None);
        assert_eq!(memory(&part("! overflow")), None);
        assert_eq!(memory(""), None);
    }

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
        let overflow = "CHECK( init(main()), LTL(G ! overflow) )\n\n";
        assert!(is_formula(overflow, OVERFLOW));
        assert!(!is_formula(overflow, "def-behavior"));
        assert!(!is_formula(
            "CHECK( init(main()), LTL(G ! call(overflow())) )",
            OVERFLOW
        ));
    }
}
