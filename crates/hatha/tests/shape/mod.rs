//! What two programs have in common that differ in names and comments alone.

use hatha_cfa::FileId;
use hatha_rules::token::{Kind, Token, Tokens};
use std::collections::BTreeMap;

/// A text up to names and comments; what the preprocessor removes in a mutant counts too.
pub fn shape(text: &str) -> Vec<String> {
    let code = |l: &str| {
        if l.trim_start().starts_with('#') {
            ""
        } else {
            l
        }
        .to_owned()
    };
    let code: Vec<String> = text.lines().map(code).collect();
    let tokens = Tokens::new(&code.join("\n"), FileId(0)).expect("tokens");
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut shape = |t: &Token| {
        let word = tokens.word(*t);
        let next = names.len();
        match t.kind {
            Kind::Text => "\"\"".to_owned(),
            Kind::Word => format!("w{}", names.entry(word).or_insert(next)),
            _ => word.to_owned(),
        }
    };
    tokens.all.iter().map(&mut shape).collect()
}

/// Panics if two of the named texts are equal up to names and comments.
pub fn assert_different(programs: &[(String, String)]) {
    let mut seen: BTreeMap<Vec<String>, &str> = BTreeMap::new();
    for (name, text) in programs {
        if let Some(other) = seen.insert(shape(text), name) {
            panic!("{name} is {other} with other names");
        }
    }
}
