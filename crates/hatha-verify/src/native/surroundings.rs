//! What lies around a native run: the arguments, environment variables and standard input that a
//! test chose.
//!
//! **Invariant.** What a test chose and nobody can set up here (a failing disk, say) is listed; a
//! native run that then ends otherwise says nothing about the test.

use hatha_exec::machine::outside::ARGUMENTS;
use hatha_proof::input::{InputEntry, InputOrigin, InputVector, TextNote};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// What to run a program with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// Its arguments, its name first; none if the test does not say.
    pub arguments: Option<Vec<OsString>>,
    /// Environment variables; there are no others.
    pub variables: Vec<(OsString, OsString)>,
    /// Standard input.
    pub input: Vec<u8>,
    /// What cannot be set up.
    pub missing: BTreeSet<String>,
}

/// Whether standard input has ended where a byte of it is read.
const END: &str = "end of standard input";
/// Whether it has ended where a number was looked for and found.
const END_BEHIND_NUMBER: &str = "end of standard input behind a number";

impl Surroundings {
    /// Those of a test.
    pub(super) fn of(vector: &InputVector) -> Surroundings {
        let mut around = Surroundings {
            input: vector.stdin.clone(),
            ..Surroundings::default()
        };
        around.add_texts(vector);
        let chosen = vector.inputs.iter();
        let chosen: Vec<&InputEntry> = chosen
            .filter(|e| e.kind == InputOrigin::Environment)
            .collect();
        around.add_input(&chosen);
        for entry in chosen {
            around.add_outcome(entry);
        }
        around
    }

    fn add_texts(&mut self, vector: &InputVector) {
        let text = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        for note in &vector.texts {
            match note {
                TextNote::Argument { bytes, .. } => {
                    let all = self.arguments.get_or_insert_default();
                    all.push(text(bytes));
                }
                TextNote::Variable { name, .. } if name.is_empty() || name.contains('=') => {
                    let what = format!("an environment variable of the name '{name}'");
                    self.missing.insert(what);
                }
                TextNote::Variable { name, bytes } => {
                    self.variables.push((name.into(), text(bytes)));
                }
            }
        }
    }

    /// Standard input from the values of those who read it.
    fn add_input(&mut self, chosen: &[&InputEntry]) {
        let mut ended = false;
        for (i, entry) in chosen.iter().enumerate() {
            let value = entry.bits().unwrap_or(0);
            match entry.name.as_str() {
                "byte of standard input" => self.add_bytes(&[value as u8], ended),
                // Blanks may stand before a number, and where none comes a sign alone is taken.
                "number on standard input" if value == 0 => self.add_text(" -", ended),
                name if is_number(name) => self.add_text(&format!(" {}", entry.value), ended),
                END | END_BEHIND_NUMBER if value != 0 => ended = true,
                // Something waits there: the byte that is read next, or else a blank.
                END_BEHIND_NUMBER => {
                    let rest = chosen.get(i + 1..).unwrap_or(&[]);
                    let next = rest.iter().find(|e| e.name.contains("standard input"));
                    if next.is_none_or(|e| e.name != "byte of standard input") {
                        self.add_text("\n", ended);
                    }
                }
                "bytes read from standard input" if value == 0 => ended = true,
                "bytes read from standard input" => {
                    let next = chosen.get(i + 1).map(|e| e.name.as_str());
                    if next != Some("byte of standard input") {
                        self.missing
                            .insert("a failure of reading standard input".to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    fn add_text(&mut self, text: &str, ended: bool) {
        self.add_bytes(text.as_bytes(), ended);
    }

    fn add_bytes(&mut self, bytes: &[u8], ended: bool) {
        self.input.extend(bytes);
        if ended {
            self.missing.insert("input after its end".to_owned());
        }
    }

    /// What the test chose that only the system could do.
    fn add_outcome(&mut self, entry: &InputEntry) {
        let value = entry.bits().unwrap_or(0);
        let negative = entry.value.starts_with('-');
        let missing = match entry.name.as_str() {
            "byte of standard input"
            | END
            | END_BEHIND_NUMBER
            | "bytes read from standard input"
            | "environment variable is set"
            | "random number"
            | "errno"
            | "number on standard input"
            | "result of setvbuf" => false,
            name if is_number(name) => false,
            // The place after the most arguments stands for none at all.
            "number of arguments" => value as usize % (ARGUMENTS + 1) == ARGUMENTS,
            "outcome of output" => negative,
            // Whether a path is there, what a file holds, who runs the program: success depends on
            // the machine as well.
            "failure of the system"
            | "number of a process"
            | "number of a user"
            | "descriptor"
            | "file cannot be opened"
            | "failure of a file operation"
            | "byte of a file"
            | "end of file"
            | "bytes read from a descriptor"
            | "byte read from a descriptor"
            | "failure of the clock"
            | "failure of output to a descriptor"
            | "whether the child goes on"
            | "whether the real user changes"
            | "whether the real group changes"
            | "length of the working directory"
            | "byte of the working directory" => true,
            _ if entry.at.is_some() => false,
            _ => value != 0,
        };
        if missing {
            self.missing.insert(entry.name.clone());
        }
    }
}

/// Whether an input is a number that the program read from standard input as a whole.
fn is_number(name: &str) -> bool {
    let sign = name.strip_suffix("signed number on standard input");
    let sizes = ["", "long ", "large "].map(|size| sign.and_then(|s| s.strip_prefix(size)));
    sizes.iter().flatten().any(|rest| ["", "un"].contains(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_cfa::Target;

    fn entry(name: &str, width: u32, value: &str) -> InputEntry {
        InputEntry {
            kind: InputOrigin::Environment,
            name: name.to_owned(),
            function: String::new(),
            ty: "int".to_owned(),
            width,
            value: value.to_owned(),
            at: None,
            to: None,
        }
    }

    fn around(inputs: Vec<InputEntry>) -> Surroundings {
        let mut vector = InputVector::new(&Target::lp64(), "main");
        vector.inputs = inputs;
        Surroundings::of(&vector)
    }

    #[test]
    fn standard_input_is_what_was_read() {
        let found = around(vec![
            entry("end of standard input", 8, "0"),
            entry("byte of standard input", 8, "120"),
            entry("end of standard input", 8, "1"),
        ]);
        assert_eq!(found.input, b"x");
        assert!(found.missing.is_empty(), "{found:?}");
    }

    #[test]
    fn numbers_on_standard_input_are_texts() {
        let found = around(vec![
            entry("end of standard input", 8, "0"),
            entry("number on standard input", 8, "1"),
            entry("signed number on standard input", 32, "-7"),
            entry("number beyond its type on standard input", 8, "0"),
            entry("number on standard input", 8, "1"),
            entry("large unsigned number on standard input", 64, "12"),
            entry("byte of standard input", 8, "120"),
            entry("number on standard input", 8, "0"),
        ]);
        assert_eq!(found.input, b" -7 12x -");
        assert!(found.missing.is_empty(), "{found:?}");
    }

    #[test]
    fn behind_a_number_something_may_wait() {
        let number = [
            entry(END, 8, "0"),
            entry("number on standard input", 8, "1"),
            entry("signed number on standard input", 32, "7"),
        ];
        let with = |more: Vec<InputEntry>| around(number.iter().cloned().chain(more).collect());
        let waits = || entry(END_BEHIND_NUMBER, 8, "0");
        let byte = entry("byte of standard input", 8, "120");
        assert_eq!(with(vec![waits()]).input, b" 7\n");
        assert_eq!(with(vec![waits(), byte]).input, b" 7x");
        let ends = entry(END_BEHIND_NUMBER, 8, "1");
        assert_eq!(with(vec![ends]).input, b" 7");
        assert_eq!(with(vec![waits(), entry(END, 8, "1")]).input, b" 7\n");
    }

    #[test]
    fn failures_cannot_be_set_up() {
        for (name, width, value) in [
            ("failure of standard input", 8, "1"),
            ("file cannot be opened", 8, "1"),
            ("file cannot be opened", 8, "0"),
            ("failure of a file operation", 8, "0"),
            ("outcome of output", 32, "-1"),
            ("bytes not written", 64, "3"),
            ("number of arguments", 8, "32"),
            ("failure of the system", 8, "0"),
            ("number of a user", 32, "0"),
        ] {
            let found = around(vec![entry(name, width, value)]);
            let expected = BTreeSet::from([name.to_owned()]);
            assert_eq!(found.missing, expected);
        }
        for (name, width, value) in [
            ("failure of standard input", 8, "0"),
            ("outcome of output", 32, "7"),
            ("number of arguments", 8, "31"),
        ] {
            let found = around(vec![entry(name, width, value)]);
            assert!(found.missing.is_empty(), "{name} {value}");
        }
    }

    #[test]
    fn input_after_its_end_cannot_be_set_up() {
        let found = around(vec![
            entry("end of standard input", 8, "1"),
            entry("byte of standard input", 8, "65"),
        ]);
        assert_eq!(found.missing.len(), 1);
    }
}
