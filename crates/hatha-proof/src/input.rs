//! The input vector: everything a run of a program takes from outside.
//!
//! **Invariant.** The file is self-describing (schema and version first) and
//! holds values only: it never says what the program does with them. Values are
//! strings, because JSON numbers do not hold 64 bits in every reader. See
//! `docs/formats/input.md`.

use hatha_cfa::Target;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const SCHEMA: &str = "hatha-input";
/// The version that is written; readers accept it alone.
pub const VERSION: u32 = 1;

/// The machine that a vector was made for: what the width of its values depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetNote {
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// Bits of `int`.
    pub int_bits: u32,
    /// Bits of `long`.
    pub long_bits: u32,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
}

impl From<&Target> for TargetNote {
    fn from(t: &Target) -> Self {
        TargetNote {
            pointer_bits: t.pointer_bits,
            int_bits: t.int_bits,
            long_bits: t.long_bits,
            char_signed: t.char_signed,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputOrigin {
    /// A call of `__VERIFIER_nondet_*` or `hatha_any_*`.
    Nondet,
    /// An uninitialised variable.
    Uninitialised,
    /// The result of a function without a body.
    External,
    /// A number that the entry function starts from: a parameter, a global, or part of an object
    /// that a pointer of its environment leads to.
    Entry,
    /// A pointer that the entry function starts from: which address it holds.
    Pointer,
    /// How many elements an object of the environment has.
    Length,
    /// Something that the environment of the program decides: a byte of standard input, whether a
    /// call of the system fails.
    Environment,
    /// Anything else, in words.
    Other,
}

/// Where the environment of the entry function holds a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A parameter of the entry function, counted from 0.
    Parameter {
        /// Which.
        index: u32,
        /// Bytes from its start, inside a structure.
        #[serde(default, skip_serializing_if = "is_start")]
        offset: u64,
    },
    /// A global variable.
    Global {
        /// Its name.
        name: String,
        /// Bytes from its start.
        offset: u64,
    },
    /// One of [`InputVector::objects`].
    Object {
        /// Which.
        index: u32,
        /// Bytes from its start.
        offset: u64,
    },
    /// One of [`InputVector::texts`].
    Text {
        /// Which.
        index: u32,
        /// Bytes from its start.
        offset: u64,
    },
}

fn is_start(offset: &u64) -> bool {
    *offset == 0
}

/// What a pointer of the environment leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pointee {
    /// Nothing.
    Null,
    /// A global variable.
    Global {
        /// Its name.
        name: String,
        /// Bytes from its start.
        offset: u64,
    },
    /// One of [`InputVector::objects`].
    Object {
        /// Which.
        index: u32,
        /// Bytes from its start.
        offset: u64,
    },
    /// A function.
    Function {
        /// Its name.
        name: String,
    },
    /// A stream of the C library that is open from the start.
    Stream {
        /// The variable that leads to it, `stdin` or `stdout`.
        name: String,
    },
}

/// An object that the environment of the entry function made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectNote {
    /// The pointer that it was made for, in C.
    pub name: String,
    /// The type of its elements.
    #[serde(rename = "type")]
    pub ty: String,
    /// Bytes in all.
    pub size: u64,
    /// Elements.
    pub count: u64,
    /// Alignment in bytes.
    pub align: u32,
}

/// A text that the environment of the program holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextNote {
    /// An argument of the program; 0 is its name.
    Argument {
        /// Which.
        index: u32,
        /// Its bytes, without the end.
        bytes: Vec<u8>,
    },
    /// The value of an environment variable.
    Variable {
        /// Its name.
        name: String,
        /// Its bytes, without the end.
        bytes: Vec<u8>,
    },
}

impl TextNote {
    /// Its bytes, without the end.
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        match self {
            TextNote::Argument { bytes, .. } | TextNote::Variable { bytes, .. } => bytes,
        }
    }
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEntry {
    /// Where it comes from.
    pub kind: InputOrigin,
    /// The function, the variable, or a description.
    pub name: String,
    /// The C function in which it was taken.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// The C type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Bits.
    pub width: u32,
    /// A decimal number (negative for signed types), or `0x` and the bits.
    pub value: String,
    /// Where the environment of the entry function holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// For a pointer: what the value chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Pointee>,
}

impl InputEntry {
    /// The value's bits, zero-extended.
    pub fn bits(&self) -> Result<u128, InputError> {
        let value = || self.value.clone();
        let raw = parse(&self.value).ok_or_else(|| InputError::NotANumber(value()))?;
        if !(1..=128).contains(&self.width) {
            return Err(InputError::Width(self.width));
        }
        let mask = u128::MAX >> (128 - self.width);
        let (bits, negative) = raw;
        // A negative number fits if its sign bit stands at the top of the width.
        let fits = bits & !mask == 0 || (negative && bits | mask >> 1 == u128::MAX);
        fits.then_some(bits & mask)
            .ok_or_else(|| InputError::TooWide(value(), self.width))
    }
}

/// The bits of a number, and whether it was written with a minus.
fn parse(text: &str) -> Option<(u128, bool)> {
    if let Some(hex) = text.strip_prefix("0x") {
        return Some((u128::from_str_radix(hex, 16).ok()?, false));
    }
    if text.starts_with('-') {
        return Some((text.parse::<i128>().ok()? as u128, true));
    }
    Some((text.parse::<u128>().ok()?, false))
}

/// Where an object of the run lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// How many objects there were before it: functions, globals, then those of the run.
    pub object: u32,
    /// What it is, for the reader.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Its first address, `0x` and the bits.
    pub address: String,
}

impl Placement {
    /// Its first address.
    pub fn base(&self) -> Result<u64, InputError> {
        let hex = self.address.strip_prefix("0x");
        let bits = hex.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.ok_or_else(|| InputError::NotAnAddress(self.address.clone()))
    }
}

/// What is wrong with an input vector or a value of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The text is no vector.
    #[error("{0}")]
    Json(String),
    /// The schema is another.
    #[error("schema is `{0}`, not `{SCHEMA}`")]
    Schema(String),
    /// The version is another.
    #[error("version {0} is not {VERSION}")]
    Version(u32),
    /// An input, counted from 1, is malformed.
    #[error("input {0}: {1}")]
    Input(usize, #[source] Box<InputError>),
    /// A value is no number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// No value has such a width.
    #[error("a width of {0} bits")]
    Width(u32),
    /// A value needs more bits than it has.
    #[error("`{0}` does not fit {1} bits")]
    TooWide(String, u32),
    /// A place is no address.
    #[error("`{0}` is not an address")]
    NotAnAddress(String),
}

/// Everything a run takes from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputVector {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// The machine.
    pub target: TargetNote,
    /// The function that the run starts in.
    pub entry: String,
    /// The fingerprint of the program that it was made for; empty in files that do not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// The faults that stop the run, by the names of their kinds, besides those that always do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// The program's arguments, its name not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Standard input, byte by byte.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stdin: Vec<u8>,
    /// The values, in the order in which they are taken.
    pub inputs: Vec<InputEntry>,
    /// The objects that the values made, in order; a reader may need them, a run makes them anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<ObjectNote>,
    /// The texts that the values made, in order, as the program found them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<TextNote>,
    /// Where objects lie whose addresses decide what the run does; the others lie anywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layout: Vec<Placement>,
}

impl InputVector {
    /// An empty vector.
    pub fn new(target: &Target, entry: &str) -> Self {
        InputVector {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            target: target.into(),
            entry: entry.to_owned(),
            program: String::new(),
            checks: Vec::new(),
            args: Vec::new(),
            stdin: Vec::new(),
            inputs: Vec::new(),
            objects: Vec::new(),
            texts: Vec::new(),
            layout: Vec::new(),
        }
    }

    /// Reads a vector and checks that it is one, of this version, with readable values.
    pub fn from_json(text: &str) -> Result<Self, InputError> {
        let read = serde_json::from_str(text);
        let v: InputVector = read.map_err(|e| InputError::Json(e.to_string()))?;
        if v.schema != SCHEMA {
            return Err(InputError::Schema(v.schema));
        }
        if v.version != VERSION {
            return Err(InputError::Version(v.version));
        }
        for (i, entry) in v.inputs.iter().enumerate() {
            let bits = entry.bits();
            bits.map_err(|e| InputError::Input(i + 1, Box::new(e)))?;
        }
        for placement in &v.layout {
            placement.base()?;
        }
        Ok(v)
    }

    /// Writes a vector.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists cannot fail to serialise.
        serde_json::to_string_pretty(self).expect("an input vector holds plain data only")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(width: u32, value: &str) -> InputEntry {
        InputEntry {
            kind: InputOrigin::Nondet,
            name: "__VERIFIER_nondet_int".into(),
            function: "main".into(),
            ty: "int".into(),
            width,
            value: value.into(),
            at: None,
            to: None,
        }
    }

    #[test]
    fn values_are_read_as_bits_of_their_width() {
        assert_eq!(entry(32, "-1").bits(), Ok(0xffff_ffff));
        assert_eq!(entry(8, "-128").bits(), Ok(0x80));
        assert_eq!(
            entry(64, "18446744073709551615").bits(),
            Ok(u128::from(u64::MAX))
        );
        assert_eq!(
            entry(64, "0x3ff0000000000000").bits(),
            Ok(0x3ff0_0000_0000_0000)
        );
        assert_eq!(entry(128, "-1").bits(), Ok(u128::MAX));
    }

    #[test]
    fn values_that_do_not_fit_are_refused() {
        for (width, value) in [
            (8, "256"),
            (8, "-129"),
            (32, "x"),
            (32, ""),
            (16, "0x10000"),
        ] {
            assert!(entry(width, value).bits().is_err(), "{value} in {width}");
        }
    }

    #[test]
    fn a_vector_survives_its_file_form() {
        let mut v = InputVector::new(&Target::ilp32(), "main");
        v.inputs.push(entry(32, "-7"));
        v.stdin = b"a\n".to_vec();
        assert_eq!(InputVector::from_json(&v.to_json()), Ok(v));
    }

    #[test]
    fn fields_of_later_versions_are_ignored() {
        let text = InputVector::new(&Target::lp64(), "main").to_json();
        let more = text.replacen('{', "{ \"later\": [1], ", 1);
        let read = InputVector::from_json(&more);
        assert_eq!(read, Ok(InputVector::new(&Target::lp64(), "main")));
    }

    #[test]
    fn places_and_pointees_survive_their_file_form() {
        let mut v = InputVector::new(&Target::lp64(), "f");
        v.inputs.push(InputEntry {
            at: Some(Spot::Object {
                index: 1,
                offset: 8,
            }),
            to: Some(Pointee::Null),
            ..entry(8, "3")
        });
        assert!(v.to_json().contains(r#""to": "null""#));
        assert_eq!(InputVector::from_json(&v.to_json()), Ok(v));
    }

    #[test]
    fn another_schema_or_version_is_refused() {
        let v = InputVector::new(&Target::lp64(), "main");
        let other = InputVector {
            version: 2,
            ..v.clone()
        };
        assert!(InputVector::from_json(&other.to_json()).is_err());
        let other = InputVector {
            schema: "x".into(),
            ..v
        };
        assert!(InputVector::from_json(&other.to_json()).is_err());
        assert!(InputVector::from_json("{}").is_err());
    }
}
