//! Inputs as people read them.
//!
//! A vector holds what a run was given: where a pointer leads is a number that chooses among the
//! possibilities, an object is the values that were read in it, a text its bytes. Here a pointer is what it
//! leads to, an object stands at the pointer that it was made for, with what was read in it, and a text is a text:
//! `s = new char[2] {'a', 'b'}`.
//!
//! **Invariant.** Nothing reads this again: the vector alone says what a run does. What was not read in an
//! object is left out, since the failure does not depend on it.

use crate::input::{InputEntry, InputOrigin, InputVector, ObjectNote, Pointee, Spot, TextNote};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Values of one object that are shown.
const PARTS: usize = 16;
/// Objects inside objects that are shown.
const DEPTH: usize = 8;

/// An input with its value in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownInput {
    /// What has the value.
    pub name: String,
    /// The value.
    pub value: String,
    /// The C type.
    #[serde(rename = "type")]
    pub ty: String,
}

/// The inputs of a vector, in the order in which they were taken.
pub fn shown(vector: &InputVector) -> Vec<ShownInput> {
    let mut texts = BTreeSet::new();
    let mut all = Vec::new();
    for entry in &vector.inputs {
        match entry.at {
            Some(Spot::Object { index, .. }) if maker(vector, index).is_some() => {}
            Some(Spot::Text { index, .. }) => {
                if texts.insert(index) {
                    all.extend(text(vector, index));
                }
            }
            Some(Spot::Parameter { .. }) if entry.kind == InputOrigin::Environment => {
                all.push(argument_count(vector));
            }
            _ if entry.kind == InputOrigin::Length => {}
            _ => all.push(ShownInput {
                name: entry.name.clone(),
                value: value(vector, entry, DEPTH),
                ty: entry.ty.clone(),
            }),
        }
    }
    all
}

/// How many arguments `main` was given, the program's name among them.
fn argument_count(vector: &InputVector) -> ShownInput {
    let is_argument = |t: &&TextNote| matches!(t, TextNote::Argument { .. });
    ShownInput {
        name: "argc".to_owned(),
        value: vector.texts.iter().filter(is_argument).count().to_string(),
        ty: "int".to_owned(),
    }
}

/// A text of the environment.
fn text(vector: &InputVector, index: u32) -> Option<ShownInput> {
    let (name, bytes) = match vector.texts.get(index as usize)? {
        TextNote::Argument { index, bytes } => (format!("argv[{index}]"), bytes),
        TextNote::Variable { name, bytes } => (format!("environment variable {name}"), bytes),
    };
    let characters: String = bytes.iter().map(|&b| escaped(b)).collect();
    Some(ShownInput {
        name,
        value: format!("\"{characters}\""),
        ty: "char *".to_owned(),
    })
}

/// A byte as in a literal.
fn escaped(byte: u8) -> String {
    match byte {
        b'"' | b'\'' | b'\\' => format!("\\{}", byte as char),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b' '..=b'~' => (byte as char).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// The pointer that an object was made for: the first that leads to it.
fn maker(vector: &InputVector, object: u32) -> Option<&InputEntry> {
    let leads =
        |e: &&InputEntry| matches!(e.to, Some(Pointee::Object { index, .. }) if index == object);
    vector.inputs.iter().find(leads)
}

fn value(vector: &InputVector, entry: &InputEntry, depth: usize) -> String {
    match &entry.to {
        None => number(entry),
        Some(Pointee::Null) => "NULL".to_owned(),
        Some(Pointee::Function { name } | Pointee::Stream { name }) => name.clone(),
        Some(Pointee::Global { name, offset }) => behind(format!("&{name}"), *offset),
        Some(Pointee::Object { index, offset }) => {
            let is_made_here = maker(vector, *index).is_some_and(|m| std::ptr::eq(m, entry));
            match vector.objects.get(*index as usize) {
                Some(note) if is_made_here => object(vector, (*index, note), depth),
                Some(note) => behind(note.name.clone(), *offset),
                None => number(entry),
            }
        }
    }
}

/// An address some bytes behind another.
fn behind(address: String, bytes: u64) -> String {
    match bytes {
        0 => address,
        n => format!("(char *){address} + {n}"),
    }
}

/// A number; of a character that can be printed, the character.
fn number(entry: &InputEntry) -> String {
    let byte = entry.value.parse::<u8>().ok();
    match byte.filter(|b| (b' '..=b'~').contains(b)) {
        Some(byte) if entry.ty == "char" => format!("'{}'", escaped(byte)),
        _ => entry.value.clone(),
    }
}

/// An object with what was read in it.
fn object(vector: &InputVector, (index, note): (u32, &ObjectNote), depth: usize) -> String {
    let made = match note.count {
        1 => format!("new {}", note.ty),
        n => format!("new {}[{n}]", note.ty),
    };
    let inside = |e: &InputEntry| match e.at {
        Some(Spot::Object { index: i, offset }) if i == index => {
            (e.kind != InputOrigin::Length).then_some(offset)
        }
        _ => None,
    };
    let inputs = vector.inputs.iter();
    let mut read: Vec<(u64, &InputEntry)> =
        inputs.filter_map(|e| inside(e).map(|at| (at, e))).collect();
    read.sort_by_key(|(at, _)| *at);
    match (read.is_empty(), depth) {
        (true, _) => made,
        (false, 0) => format!("{made} {{…}}"),
        _ => format!("{made} {{{}}}", parts(vector, note, &read, depth - 1)),
    }
}

/// The values in an object, as in an initialiser.
fn parts(
    vector: &InputVector,
    note: &ObjectNote,
    read: &[(u64, &InputEntry)],
    depth: usize,
) -> String {
    let mut parts = Vec::new();
    let mut next = 0;
    for (_, entry) in read.iter().take(PARTS) {
        let part = entry.name.strip_prefix(&note.name).unwrap_or(&entry.name);
        let part = match note.count {
            1 => part.strip_prefix("[0]").unwrap_or(part),
            _ => part,
        };
        let value = value(vector, entry, depth);
        let is_next = part.is_empty() || part == format!("[{next}]");
        parts.push(match is_next {
            true => value,
            false => format!("{part} = {value}"),
        });
        next = if is_next { next + 1 } else { u64::MAX };
    }
    if next < note.count || read.len() > PARTS {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{ShownInput, shown};
    use crate::input::{InputEntry, InputOrigin, InputVector, ObjectNote, Pointee, Spot, TextNote};
    use hatha_cfa::Target;

    fn entry(kind: InputOrigin, name: &str, ty: &str, value: &str) -> InputEntry {
        InputEntry {
            kind,
            name: name.to_owned(),
            function: String::new(),
            ty: ty.to_owned(),
            width: 8,
            value: value.to_owned(),
            at: None,
            to: None,
        }
    }

    fn pointer(name: &str, at: Spot, to: Pointee) -> InputEntry {
        InputEntry {
            at: Some(at),
            to: Some(to),
            ..entry(InputOrigin::Pointer, name, "struct n *", "253")
        }
    }

    fn note(name: &str, ty: &str, count: u64) -> ObjectNote {
        ObjectNote {
            name: name.to_owned(),
            ty: ty.to_owned(),
            size: 16 * count,
            count,
            align: 8,
        }
    }

    fn parameter(index: u32) -> Spot {
        Spot::Parameter { index, offset: 0 }
    }

    fn part(index: u32, offset: u64) -> Spot {
        Spot::Object { index, offset }
    }

    fn lines(vector: &InputVector) -> Vec<String> {
        let line = |s: ShownInput| format!("{} = {}", s.name, s.value);
        shown(vector).into_iter().map(line).collect()
    }

    fn vector(inputs: Vec<InputEntry>, objects: Vec<ObjectNote>) -> InputVector {
        InputVector {
            inputs,
            objects,
            ..InputVector::new(&Target::lp64(), "f")
        }
    }

    #[test]
    fn objects_stand_where_their_pointers_are() {
        let to = |index, offset| Pointee::Object { index, offset };
        let number = |name: &str, ty: &str, value: &str, at| InputEntry {
            at: Some(at),
            ..entry(InputOrigin::Entry, name, ty, value)
        };
        let list = vector(
            vec![
                pointer("p", parameter(0), to(0, 0)),
                entry(InputOrigin::Length, "elements of p", "unsigned char", "9"),
                pointer("p[0].next", part(0, 8), to(1, 0)),
                number("p[0].next[0].v", "int", "3", part(1, 0)),
                pointer("p[0].next[0].next", part(1, 8), to(0, 0)),
                pointer("q", parameter(1), to(1, 8)),
                pointer("r", parameter(2), Pointee::Null),
            ],
            vec![note("p", "struct n", 1), note("p[0].next", "struct n", 1)],
        );
        let wanted = [
            "p = new struct n {.next = new struct n {.v = 3, .next = p}}",
            "q = (char *)p[0].next + 8",
            "r = NULL",
        ];
        assert_eq!(lines(&list), wanted);
        let text = vector(
            vec![
                pointer("s", parameter(0), to(0, 0)),
                number("s[1]", "char", "98", part(0, 1)),
                number("s[0]", "char", "39", part(0, 0)),
                number("s[3]", "char", "0", part(0, 3)),
            ],
            vec![note("s", "char", 4)],
        );
        assert_eq!(lines(&text), ["s = new char[4] {'\\'', 'b', [3] = 0}"]);
    }

    #[test]
    fn other_targets_have_names() {
        let to = [
            Pointee::Stream {
                name: "stdin".to_owned(),
            },
            Pointee::Global {
                name: "g".to_owned(),
                offset: 4,
            },
            Pointee::Function {
                name: "on_end".to_owned(),
            },
        ];
        let inputs = to.map(|to| pointer("p", parameter(0), to)).to_vec();
        let wanted = ["p = stdin", "p = (char *)&g + 4", "p = on_end"];
        assert_eq!(lines(&vector(inputs, Vec::new())), wanted);
    }

    #[test]
    fn texts_are_texts() {
        let byte = |index, offset| InputEntry {
            at: Some(Spot::Text { index, offset }),
            ..entry(InputOrigin::Environment, "byte", "unsigned char", "120")
        };
        let count = InputEntry {
            at: Some(parameter(0)),
            ..entry(
                InputOrigin::Environment,
                "number of arguments",
                "unsigned char",
                "33",
            )
        };
        let mut vector = vector(vec![count, byte(1, 0), byte(1, 1)], Vec::new());
        vector.texts = [&b"program"[..], b"x\n"]
            .into_iter()
            .zip(0..)
            .map(|(bytes, index)| TextNote::Argument {
                index,
                bytes: bytes.to_vec(),
            })
            .collect();
        assert_eq!(lines(&vector), ["argc = 2", "argv[1] = \"x\\n\""]);
    }
}
