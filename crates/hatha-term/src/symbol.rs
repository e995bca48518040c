//! What variables and functions stand for.
//!
//! **Invariant.** Every symbol has one text and every text one symbol: [`Symbol`] is written by
//! its `Display` and read by `Symbol::from`, and each undoes the other. So a solver's dialogue and
//! a file may hold the text, and everybody else matches on the value.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// What a variable or a function of a pool stands for: a kind and numbers, whose meaning is for
/// those who make terms. Beside each is its text.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// `v12`: the value of a variable of the state.
    Slot(u32),
    /// `addr_v12`: where a variable of the state lies.
    Address(u32),
    /// `addr_p3`: where a procedure lies.
    Function(u32),
    /// `object_v12`: the id of the object of a variable.
    Object(u32),
    /// `offset_v12`: how far behind the start of its object a variable of the state leads.
    Offset(u32),
    /// `size_v12`: the size of the object that a variable of the state leads to.
    Size(u32),
    /// `class_v12`: what may be done with that object.
    Class(u32),
    /// `object7`: where the object lies that a step allocates.
    Allocated(u32),
    /// `in3`: an input, by its place in the order of inputs.
    Input(u32),
    /// `base5`: where the object with a number lies.
    Base(u32),
    /// `at16w32`: the bits that an address held at first.
    Held {
        /// Where they stand.
        address: u64,
        /// How many they are.
        bits: u32,
    },
    /// `rd32`, `rd32@1`: the function from an address to the bits there, in a version of memory.
    Read {
        /// How many bits are read.
        bits: u32,
        /// Zero for the memory of the state.
        version: u32,
    },
    /// `wr32`, `wr32@1`: the function from an address to which of the bits there have been written.
    Written {
        /// How many bits are asked about.
        bits: u32,
        /// Zero for the memory of the state.
        version: u32,
    },
    /// `own`, `own@1`: the function from an address to the id of its object, in a version of
    /// memory.
    Owner {
        /// Zero for the memory of the state.
        version: u32,
    },
    /// `offset_at`: the function from an address to how far behind the start of its object the
    /// pointer that is stored there leads.
    OffsetAt,
    /// `size_at`: the same for the size of that object.
    SizeAt,
    /// `class_at`: the same for what may be done with that object.
    ClassAt,
    /// `object_at`: the same for the id of that object.
    ObjectAt,
    /// `made`, `made@1`: the function from an address to the site of the block of the heap that
    /// begins there, in a version of memory.
    Made {
        /// Zero for the memory of the state.
        version: u32,
    },
    /// `each`: an address that no step changes and that stands for all.
    Each,
    /// `element`: a number that no step changes and that stands for all, such as the index of an element.
    Element,
    /// `any!8`: made to be different from all others.
    Fresh {
        /// What the text starts with.
        prefix: Arc<str>,
        /// Tells it from others.
        number: u64,
    },
    /// Any other text.
    Named(Name),
}

/// A text that is the text of no other kind of symbol.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(Arc<str>);

/// Makes a symbol from its number.
type Numbered = fn(u32) -> Symbol;

/// The kinds whose text is a word and a number.
const NUMBERED: [(&str, Numbered); 10] = [
    ("v", Symbol::Slot),
    ("addr_v", Symbol::Address),
    ("addr_p", Symbol::Function),
    ("object_v", Symbol::Object),
    ("offset_v", Symbol::Offset),
    ("size_v", Symbol::Size),
    ("class_v", Symbol::Class),
    ("object", Symbol::Allocated),
    ("in", Symbol::Input),
    ("base", Symbol::Base),
];

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Slot(n) => write!(f, "v{n}"),
            Symbol::Address(n) => write!(f, "addr_v{n}"),
            Symbol::Function(n) => write!(f, "addr_p{n}"),
            Symbol::Object(n) => write!(f, "object_v{n}"),
            Symbol::Offset(n) => write!(f, "offset_v{n}"),
            Symbol::Size(n) => write!(f, "size_v{n}"),
            Symbol::Class(n) => write!(f, "class_v{n}"),
            Symbol::Allocated(n) => write!(f, "object{n}"),
            Symbol::Input(n) => write!(f, "in{n}"),
            Symbol::Base(n) => write!(f, "base{n}"),
            Symbol::Held { address, bits } => write!(f, "at{address}w{bits}"),
            Symbol::Read { bits, version: 0 } => write!(f, "rd{bits}"),
            Symbol::Read { bits, version } => write!(f, "rd{bits}@{version}"),
            Symbol::Written { bits, version: 0 } => write!(f, "wr{bits}"),
            Symbol::Written { bits, version } => write!(f, "wr{bits}@{version}"),
            Symbol::Owner { version: 0 } => write!(f, "own"),
            Symbol::Owner { version } => write!(f, "own@{version}"),
            Symbol::Made { version: 0 } => write!(f, "made"),
            Symbol::Made { version } => write!(f, "made@{version}"),
            Symbol::Each => write!(f, "each"),
            Symbol::Element => write!(f, "element"),
            Symbol::OffsetAt => write!(f, "offset_at"),
            Symbol::SizeAt => write!(f, "size_at"),
            Symbol::ClassAt => write!(f, "class_at"),
            Symbol::ObjectAt => write!(f, "object_at"),
            Symbol::Fresh { prefix, number } => write!(f, "{prefix}!{number}"),
            Symbol::Named(Name(text)) => f.write_str(text),
        }
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        read(text).unwrap_or_else(|| Symbol::Named(Name(text.into())))
    }
}

impl From<&String> for Symbol {
    fn from(text: &String) -> Symbol {
        Symbol::from(text.as_str())
    }
}

/// The symbol of a kind other than [`Symbol::Named`] that has this text.
fn read(text: &str) -> Option<Symbol> {
    if let Some((prefix, digits)) = text.rsplit_once('!') {
        let (prefix, number) = (prefix.into(), number(digits)?);
        return Some(Symbol::Fresh { prefix, number });
    }
    function(text).or_else(|| held(text)).or_else(|| {
        let numbered = |(word, kind): &(&str, Numbered)| {
            let digits = text.strip_prefix(word)?;
            number(digits).map(kind)
        };
        NUMBERED.iter().find_map(numbered)
    })
}

fn function(text: &str) -> Option<Symbol> {
    match text {
        "offset_at" => return Some(Symbol::OffsetAt),
        "size_at" => return Some(Symbol::SizeAt),
        "class_at" => return Some(Symbol::ClassAt),
        "object_at" => return Some(Symbol::ObjectAt),
        "each" => return Some(Symbol::Each),
        "element" => return Some(Symbol::Element),
        _ => {}
    }
    let (name, version) = match text.split_once('@') {
        Some((name, digits)) => (name, number(digits).filter(|n| *n > 0)?),
        None => (text, 0),
    };
    match name {
        "own" => return Some(Symbol::Owner { version }),
        "made" => return Some(Symbol::Made { version }),
        _ => {}
    }
    if let Some(digits) = name.strip_prefix("wr") {
        let bits = number(digits)?;
        return Some(Symbol::Written { bits, version });
    }
    let bits = number(name.strip_prefix("rd")?)?;
    Some(Symbol::Read { bits, version })
}

fn held(text: &str) -> Option<Symbol> {
    let (address, bits) = text.strip_prefix("at")?.split_once('w')?;
    let (address, bits) = (number(address)?, number(bits)?);
    Some(Symbol::Held { address, bits })
}

/// A number as it is written: without a sign or zeros in front, or one symbol had two texts.
fn number<T: FromStr>(digits: &str) -> Option<T> {
    let is_written = digits == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c));
    is_written.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_read_from_its_text() {
        let fresh = |prefix: &str, number| Symbol::Fresh {
            prefix: prefix.into(),
            number,
        };
        let all = [
            (Symbol::Slot(12), "v12"),
            (Symbol::Address(0), "addr_v0"),
            (Symbol::Function(3), "addr_p3"),
            (Symbol::Object(4), "object_v4"),
            (Symbol::Offset(4), "offset_v4"),
            (Symbol::Size(0), "size_v0"),
            (Symbol::Class(7), "class_v7"),
            (Symbol::Allocated(4), "object4"),
            (Symbol::Input(10), "in10"),
            (Symbol::Base(u32::MAX), "base4294967295"),
            (
                Symbol::Held {
                    address: u64::MAX,
                    bits: 8,
                },
                "at18446744073709551615w8",
            ),
            (
                Symbol::Read {
                    bits: 32,
                    version: 0,
                },
                "rd32",
            ),
            (
                Symbol::Read {
                    bits: 8,
                    version: 2,
                },
                "rd8@2",
            ),
            (
                Symbol::Written {
                    bits: 16,
                    version: 0,
                },
                "wr16",
            ),
            (
                Symbol::Written {
                    bits: 64,
                    version: 3,
                },
                "wr64@3",
            ),
            (Symbol::Owner { version: 0 }, "own"),
            (Symbol::Owner { version: 7 }, "own@7"),
            (Symbol::Made { version: 0 }, "made"),
            (Symbol::Made { version: 2 }, "made@2"),
            (Symbol::Each, "each"),
            (Symbol::Element, "element"),
            (Symbol::OffsetAt, "offset_at"),
            (Symbol::SizeAt, "size_at"),
            (Symbol::ClassAt, "class_at"),
            (Symbol::ObjectAt, "object_at"),
            (fresh("any", 8), "any!8"),
            (fresh("v1!s8", 0), "v1!s8!0"),
        ];
        for (symbol, text) in all {
            assert_eq!(symbol.to_string(), text);
            assert_eq!(Symbol::from(text), symbol);
        }
    }

    #[test]
    fn other_texts_are_names_and_stay_as_they_are() {
        let texts = [
            "",
            "x",
            "v",
            "v012",
            "v+1",
            "v-1",
            "v 1",
            "v4294967296",
            "vv1",
            "in",
            "at5",
            "at5w",
            "at05w8",
            "rd",
            "rd32@0",
            "rd32@",
            "own@0",
            "own@01",
            "made@0",
            "each@1",
            "class_at@1",
            "class_at1",
            "owner",
            "any!",
            "any!01",
            "a!b",
            "addr_v",
            "addr_x1",
            "object_v",
            "v1!s8",
            "V1",
        ];
        for text in texts {
            let symbol = Symbol::from(text);
            assert!(matches!(symbol, Symbol::Named(_)), "{text}");
            assert_eq!(symbol.to_string(), text);
        }
    }
}
