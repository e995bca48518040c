//! The shipped rules: they are read, they differ, and each has its two programs.

use hatha_cfa::{FileId, SourceMap};
use hatha_rules::token::{Kind, Tokens};
use hatha_rules::{Rule, library};
use std::collections::BTreeMap;
use std::path::Path;

/// A text up to the names in it: words and strings by the order in which they first occur.
fn shape(text: &str) -> Vec<String> {
    let tokens = Tokens::new(text, FileId(0)).expect("a shipped text has tokens");
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let shape = |t: &hatha_rules::token::Token| {
        let word = tokens.word(*t);
        let next = names.len();
        match t.kind {
            Kind::Text => "\"\"".to_owned(),
            Kind::Word => format!("w{}", names.entry(word).or_insert(next)),
            _ => word.to_owned(),
        }
    };
    // Each name is given its number while the tokens are walked in order.
    let mut shape = shape;
    tokens.all.iter().map(&mut shape).collect()
}

#[test]
fn there_are_many_rules_of_three_families() {
    let of = |family: &str| {
        let all = library::ALL.iter();
        all.filter(|r| r.name.starts_with(family)).count()
    };
    assert!(library::ALL.len() >= 35, "{}", library::ALL.len());
    assert!(of("posix/") >= 10 && of("linux/") >= 9 && of("wdm/") >= 7);
}

#[test]
fn every_rule_is_read_and_says_what_it_is() {
    for shipped in library::ALL {
        let mut sources = SourceMap::new();
        let file = library::file(shipped.name);
        let rule = Rule::read(shipped.name, &file, shipped.text, &mut sources);
        let rule = rule.unwrap_or_else(|d| panic!("{}: {}", shipped.name, d.message));
        assert!(rule.title.ends_with('.'), "{}: {}", rule.name, rule.title);
        assert!(shipped.text.contains("abort \""), "{}", rule.name);
    }
}

#[test]
fn no_two_rules_are_equal_up_to_renaming() {
    let mut seen: BTreeMap<Vec<String>, &str> = BTreeMap::new();
    for shipped in library::ALL {
        if let Some(other) = seen.insert(shape(shipped.text), shipped.name) {
            panic!("{} is {other} with other names", shipped.name);
        }
    }
}

#[test]
fn renaming_is_seen_through() {
    let a = "state { int x = 0; } f.call { if (x) abort \"a\"; x = 1; }";
    let b = "state { int y = 0; } g.call { if (y) abort \"b\"; y = 1; }";
    let c = "state { int y = 0; } g.call { if (!y) abort \"b\"; y = 1; }";
    assert_eq!(shape(a), shape(b));
    assert_ne!(shape(a), shape(c));
}

#[test]
fn every_rule_has_a_program_that_keeps_it_and_one_that_breaks_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    for shipped in library::ALL {
        for ending in ["good.c", "bad.c"] {
            let path = folder.join(format!("{}.{ending}", shipped.name));
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
