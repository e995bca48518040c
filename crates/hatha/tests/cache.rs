//! The cache: what is kept is looked at again, what cannot be used is ignored, and no forged
//! entry makes a verdict.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";
const HOLDS: &str = "static int next(int x) { return x == 3 ? 0 : x + 1; }
int main(void) { int x = 0;
  while (__VERIFIER_nondet_int()) x = next(x);
  if (x > 3) reach_error(); return 0; }\n";

/// A folder with a program and a cache.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Place { folder }
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn check(&self, text: &str) -> (Value, String) {
        let file = self.folder.path().join("a.c");
        std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
        answer(command(&file, &self.cache()).output())
    }

    fn entries(&self) -> Vec<PathBuf> {
        let listed = std::fs::read_dir(self.cache().join("v1")).expect("the cache is there");
        let mut paths: Vec<PathBuf> = listed.map(|e| e.expect("an entry").path()).collect();
        paths.retain(|p| p.is_file());
        paths.sort();
        paths
    }
}

fn command(file: &Path, cache: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    // About what the program states: ranges alone prove the rest, and leave nothing to reuse.
    command.args(["check", "--checks", "assertions", "--format", "json"]);
    command.arg("--cache");
    command.arg(cache).arg(file);
    command
}

fn answer(output: std::io::Result<Output>) -> (Value, String) {
    let output = output.expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let document = serde_json::from_str(&text).expect("a document");
    (
        document,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

fn is(document: &Value, verdict: &str, engine: &str) {
    assert_eq!(document["verdict"], verdict, "{document}");
    assert_eq!(document["engine"], engine, "{document}");
}

#[test]
fn a_comment_changes_nothing() {
    let place = Place::new();
    is(&place.check(HOLDS).0, "proved", "dash");
    let (again, notes) =
        place.check(&HOLDS.replace("int x = 0;", "int x = 0; /* the state */\n\n"));
    is(&again, "proved", "cache");
    assert_eq!(again["solver_queries"]["search"], 0);
    assert_ne!(again["solver_queries"]["certification"], 0);
    assert!(notes.is_empty(), "{notes}");
}

/// `assert` of `<assert.h>` knows the number of its line, which is no part of what it means.
#[test]
fn a_comment_above_an_assertion_changes_nothing() {
    let place = Place::new();
    let text = HOLDS.replace("if (x > 3) reach_error();", "assert(x <= 3);");
    let text = format!("#include <assert.h>\n{text}");
    is(&place.check(&text).0, "proved", "dash");
    let moved = text.replace("int x = 0;", "/* the state */\n\nint x = 0;");
    is(&place.check(&moved).0, "proved", "cache");
}

#[test]
fn an_edit_is_another_question() {
    let place = Place::new();
    is(&place.check(HOLDS).0, "proved", "dash");
    let broken = HOLDS.replace("x == 3", "x == 4");
    let (first, _) = place.check(&broken);
    assert_eq!(first["verdict"], "violated");
    assert_ne!(first["engine"], "cache");
    is(&place.check(&broken).0, "violated", "cache");
    is(&place.check(HOLDS).0, "proved", "cache");
    assert_eq!(place.entries().len(), 2);
}

#[test]
fn other_options_are_another_question() {
    let place = Place::new();
    is(&place.check(HOLDS).0, "proved", "dash");
    let file = place.folder.path().join("a.c");
    let mut other = command(&file, &place.cache());
    is(
        &answer(other.args(["--data-model", "ilp32"]).output()).0,
        "proved",
        "dash",
    );
    let mut engine = command(&file, &place.cache());
    is(
        &answer(engine.args(["--engine", "synergy"]).output()).0,
        "proved",
        "cache",
    );
}

#[test]
fn what_cannot_be_used_is_ignored_with_a_note() {
    let place = Place::new();
    is(&place.check(HOLDS).0, "proved", "dash");
    let entry = place.entries().remove(0);
    let whole = std::fs::read_to_string(&entry).expect("the entry is text");
    let cut = whole[..whole.len() / 2].to_owned();
    let older = whole.replacen("\"version\":1", "\"version\":0", 1);
    let dangling = whole.replacen("\"predicate\":", "\"predicate\":99", 1);
    for text in [cut, older, dangling, String::new()] {
        assert_ne!(text, whole);
        std::fs::write(&entry, text).expect("the cache is writable");
        let (document, notes) = place.check(HOLDS);
        is(&document, "proved", "dash");
        assert!(notes.contains("ignored"), "{notes}");
        is(&place.check(HOLDS).0, "proved", "cache");
    }
}

#[test]
fn a_forged_entry_convinces_nobody() {
    let place = Place::new();
    is(&place.check(HOLDS).0, "proved", "dash");
    let right = place.entries().remove(0);
    let broken = HOLDS.replace("x == 3", "x == 4");
    assert_eq!(place.check(&broken).0["verdict"], "violated");
    let mut entries = place.entries();
    entries.retain(|e| *e != right);
    let wrong = entries.remove(0);
    let key = |path: &Path| path.file_stem().expect("a name").display().to_string();
    let text = std::fs::read_to_string(&right).expect("the entry is text");
    let mut forged: Value = serde_json::from_str(&text).expect("an entry");
    let about: Value =
        serde_json::from_str(&std::fs::read_to_string(&wrong).expect("the entry is text"))
            .expect("an entry");
    forged["key"] = Value::String(key(&wrong));
    forged["proof"]["program"] = about["test"]["program"].clone();
    std::fs::write(&wrong, forged.to_string()).expect("the cache is writable");
    let (document, notes) = place.check(&broken);
    assert_eq!(document["verdict"], "violated", "{document}");
    assert_ne!(document["engine"], "cache");
    assert!(notes.contains("ignored"), "{notes}");
    // Whoever trusts the engines of this run does not thereby trust a file.
    std::fs::write(&wrong, forged.to_string()).expect("the cache is writable");
    let file = place.folder.path().join("a.c");
    let mut trusting = command(&file, &place.cache());
    let (document, notes) = answer(trusting.arg("--no-certify").output());
    assert_eq!(document["verdict"], "violated", "{document}");
    assert!(notes.contains("ignored"), "{notes}");
}

#[test]
fn two_at_a_time() {
    let place = Place::new();
    let file = place.folder.path().join("a.c");
    std::fs::write(&file, format!("{HEAD}{HOLDS}")).expect("the folder is writable");
    let (file, cache) = (&file, &place.cache());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                let document = answer(command(file, cache).output()).0;
                assert_eq!(document["verdict"], "proved", "{document}");
            });
        }
    });
    assert_eq!(place.entries().len(), 1, "nothing is left beside the entry");
}

/// A device with procedures that have nothing to do with one another; `leaf` is called by
/// `control` alone.
const DEVICE: &str = "static int locked, users, powered;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
static int limit(int n) { if (n > 8) return 8; if (n < 0) return 0; return n; }
static void transfer(int n) { int i;
  lock();
  for (i = 0; i < limit(n); i++) if (__VERIFIER_nondet_int()) { unlock(); lock(); }
  unlock(); }
static void open(void) { if (users == 0) powered = 1; users++; if (!powered) reach_error(); }
static void close(void) { if (users > 0) { users--; if (users == 0) powered = 0; } }
static int leaf(int code) { if (code & 1) return code - 1; return code; }
static int control(int code) { int r = -1;
  lock(); if (code > 0) r = leaf(code); unlock(); return r; }
int main(void) { while (__VERIFIER_nondet_int()) { int c = __VERIFIER_nondet_int();
    if (c == 0 && users < 10) open(); else if (c == 1) close();
    else if (c == 2) transfer(c); else control(c);
    if (locked) reach_error(); }
  return 0; }\n";

fn analysed(document: &Value) -> Vec<&str> {
    let list = document["procedures_analysed"].as_array().expect("a list");
    list.iter().filter_map(Value::as_str).collect()
}

#[test]
fn an_edit_of_a_leaf_leaves_the_rest_alone() {
    let place = Place::new();
    let (first, _) = place.check(DEVICE);
    is(&first, "proved", "dash");
    assert_eq!(first["procedures"], 0, "there was nothing to start from");
    let join = "{ int k = 1; if (k > 2) k = 3; k++;";
    let in_limit = format!("limit(int n) {join}");
    let in_lock = format!("void lock(void) {join}");
    let edits = [
        ("return code - 1;", "return code - 2;", "leaf control main"),
        (
            "if (code & 1)",
            "int k = code; if (k > 3) k = 3; if (code & k)",
            "leaf control main",
        ),
        ("limit(int n) {", &in_limit, "limit transfer main"),
        ("void lock(void) {", &in_lock, "lock transfer control main"),
    ];
    for (old, new, chain) in edits {
        let edited = DEVICE.replace(old, new);
        assert_ne!(edited, DEVICE);
        let (document, notes) = place.check(&edited);
        is(&document, "proved", "dash");
        assert!(notes.is_empty(), "{notes}");
        assert_eq!(document["procedures"], 9, "{document}");
        let chain: Vec<&str> = chain.split(' ').collect();
        assert!(
            analysed(&document).iter().all(|p| chain.contains(p)),
            "{document}"
        );
        assert_eq!(document["solver_queries"]["generalisation"], 0);
        let (before, now) = (
            &first["solver_queries"]["search"],
            &document["solver_queries"]["search"],
        );
        assert!(now.as_u64() < before.as_u64(), "{now} after {before}");
        assert_ne!(document["certified_by"], serde_json::json!([]));
    }
}

#[test]
fn an_edit_that_breaks_the_program_is_found() {
    let place = Place::new();
    is(&place.check(DEVICE).0, "proved", "dash");
    let broken = DEVICE.replace("return code - 1;", "{ unlock(); return code - 1; }");
    let (document, _) = place.check(&broken);
    assert_eq!(document["verdict"], "violated", "{document}");
    // The failing test of the broken program also breaks a program that differs a little, and
    // says nothing of one that is right.
    let other = broken.replace("return r;", "return r + 0 * code;");
    is(&place.check(&other).0, "violated", "cache");
    let repaired = DEVICE.replace("return r;", "return r + 0 * code;");
    assert_eq!(place.check(&repaired).0["verdict"], "proved");
}

#[test]
fn a_forged_suggestion_convinces_nobody() {
    let place = Place::new();
    is(&place.check(DEVICE).0, "proved", "dash");
    let entry = place.entries().remove(0);
    let text = std::fs::read_to_string(&entry).expect("the entry is text");
    let mut forged: Value = serde_json::from_str(&text).expect("an entry");
    // No step leads anywhere: whoever believes that has proved everything.
    for step in forged["suggestion"]["steps"].as_array_mut().expect("steps") {
        step["leaves"] = serde_json::json!([]);
    }
    forged["suggestion"]["tests"] = serde_json::json!([]);
    std::fs::write(&entry, forged.to_string()).expect("the cache is writable");
    let wrong = DEVICE.replace("users == 0) powered = 0", "users == 1) powered = 0");
    assert_eq!(place.check(&wrong).0["verdict"], "violated");
    let harmless = DEVICE.replace("return code - 1;", "return code - 3;");
    let (document, _) = place.check(&harmless);
    is(&document, "proved", "dash");
    assert_ne!(document["solver_queries"]["search"], 0);
}
