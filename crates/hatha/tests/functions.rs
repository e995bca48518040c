//! The keys of functions: which edits change them.

use hatha_front::load::{LoadOptions, load};
use hatha_verify::functions::functions;
use std::collections::BTreeMap;

fn keys(text: &str) -> BTreeMap<String, String> {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("writable");
    let options = LoadOptions {
        files: vec![path],
        no_start: true,
        ..LoadOptions::default()
    };
    let program = load(&options).expect("it is C");
    let all = functions(&program, "a question").into_iter();
    all.map(|f| (f.name, f.key)).collect()
}

const TEXT: &str = "int g; static int leaf(int x) { return x / 3; }
        int mid(int x) { return leaf(x) + 1; }
        int top(int x) { g = mid(x); return g; }
        int other(int x) { return x * 2; }
        int through(int (*f)(int)) { return f(4); }
        const char *word(void) { return \"word\"; }
";

/// Which keys an edit changes.
fn changed(from: &str, to: &str) -> Vec<String> {
    assert!(TEXT.contains(from), "{from}");
    let (before, after) = (keys(TEXT), keys(&TEXT.replace(from, to)));
    let is_changed = |(name, key): &(&String, &String)| before.get(*name) != Some(*key);
    let all = after.iter().filter(is_changed);
    all.map(|(name, _)| name.clone()).collect()
}

#[test]
fn an_edit_changes_the_keys_of_those_that_depend_on_it() {
    assert!(changed("x / 3", "x /\n /* three */ 3").is_empty());
    // What is called through a pointer may be any of them.
    assert_eq!(changed("x / 3", "x / 4"), ["leaf", "mid", "through", "top"]);
    assert_eq!(changed("x * 2", "x * 5"), ["other", "through"]);
    assert_eq!(changed("\"word\"", "\"other\""), ["through", "word"]);
    assert_eq!(changed("f(4)", "f(5)"), ["through"]);
    // What a global starts with, and who names it.
    assert_eq!(changed("int g;", "int g = 7;").len(), 6);
    let written = changed("return x * 2", "g = 1; return x * 2");
    assert_eq!(written, ["other", "through", "top"]);
    // One more function that names nothing new.
    let more = changed("int g;", "int g; int more(int x) { return x + 1; }");
    assert_eq!(more, ["more", "through"]);
}

#[test]
fn a_comment_that_accepts_a_check_is_no_mere_comment() {
    let accepted = "return x * 2; // hatha: accept signed-overflow because it is a hash\n";
    assert_eq!(changed("return x * 2;", accepted), ["other", "through"]);
}
