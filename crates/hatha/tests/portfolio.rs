//! Several engines side by side: the first one with a confirmed verdict wins, whatever the
//! machine does.

use serde_json::Value;
use std::process::Command;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long);
extern void free(void *); extern void reach_error(void);\n";

/// What a region graph has an invariant for.
const FOR_DASH: &str = "int main(void) { int lock = 0, n = __VERIFIER_nondet_int(), old;
    do { lock = 1; old = n; if (__VERIFIER_nondet_int()) { lock = 0; n = n + 1; } } while (n != old);
    if (!lock) reach_error(); return 0; }";

/// A list whose shape is known on every execution, and no region graph says.
const FOR_PANDA: &str = "struct node { int value; struct node *next; struct node *back; };
    static struct node *make(int n) { struct node *list = 0;
    while (n-- > 0) { struct node *new = malloc(sizeof *new); new->value = n; new->next = list;
    new->back = 0; if (list) list->back = new; list = new; } return list; }
    int main(void) { int flag = __VERIFIER_nondet_int(); struct node *list = make(6), *at = list;
    int count = 0; while (at) { if (at->next && at->next->back != at) reach_error();
    if (flag > at->value) count++; at = at->next; }
    if (count > 6) reach_error();
    while (list) { struct node *next = list->next; free(list); list = next; count--; }
    if (count > 0) reach_error(); return 0; }";

/// What takes `dash` several rounds.
const FOR_BOTH: &str = "int main(void) { unsigned n = __VERIFIER_nondet_int(), x = n, y = 0;
    while (x > 0) { x--; y++; } if (y != n) reach_error(); return 0; }";

fn check(text: &str, on_one_processor: bool) -> Value {
    match on_one_processor {
        true => check_by(text, &["taskset", "-c", "0"]),
        false => check_by(text, &[]),
    }
}

/// Checks a program by a command that is started with the words of another before it.
fn check_by(text: &str, before: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let words: Vec<&str> = before
        .iter()
        .copied()
        .chain([env!("CARGO_BIN_EXE_hatha")])
        .collect();
    let output = Command::new(words[0])
        .args(&words[1..])
        .args(["check", "--format", "json", "--timeout", "120"])
        .args(["--checks", "assertions"])
        .arg(&path)
        .output()
        .expect("hatha runs");
    serde_json::from_slice(&output.stdout).expect("hatha writes JSON")
}

fn member<'d>(document: &'d Value, engine: &str) -> &'d Value {
    let members = document["portfolio"].as_array().expect("a portfolio");
    members
        .iter()
        .find(|m| m["engine"] == engine)
        .expect("the engine takes part")
}

#[test]
fn each_engine_wins_where_it_is_at_home() {
    let document = check(FOR_DASH, false);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(document["engine"], "dash");
    let document = check(FOR_PANDA, false);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(document["engine"], "panda");
    let end = member(&document, "panda")["end"].as_str().expect("text");
    assert!(end.starts_with("gave the verdict in round"), "{end}");
    let fails = FOR_PANDA.replace("if (count > 0)", "if (count == 0)");
    assert_eq!(check(&fails, false)["verdict"], "violated");
}

/// Tests and predicates go from one engine to the others when a round begins.
#[test]
fn what_one_engine_finds_reaches_the_others() {
    let document = check(FOR_BOTH, false);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert!(member(&document, "dash")["adopted"].as_u64() > Some(0));
    assert!(member(&document, "dash")["heard"].as_u64() > Some(0));
    assert!(member(&document, "panda")["heard"].as_u64() > Some(0));
}

/// The first round is the first engine's alone: what it decides there costs nothing more.
#[test]
fn an_easy_program_is_left_to_the_first_engine() {
    let document = check(FOR_DASH, false);
    assert!(member(&document, "dash")["work"].as_u64() > Some(0));
    for other in ["panda", "dart"] {
        assert_eq!(member(&document, other)["work"], 0, "{document}");
    }
}

/// A log tells of the first engine and then of the one that gave the verdict.
#[test]
fn a_log_tells_of_the_winner() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (program, log) = (dir.path().join("a.c"), dir.path().join("a.log"));
    std::fs::write(&program, format!("{HEAD}{FOR_PANDA}")).expect("the folder is writable");
    let status = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--quiet", "--log"])
        .args([&log, &program])
        .status();
    assert_eq!(status.expect("hatha runs").code(), Some(0));
    let text = std::fs::read_to_string(&log).expect("there is a log");
    let lines = text.lines().map(|l| serde_json::from_str(l).expect("JSON"));
    let events: Vec<Value> = lines.collect();
    let at = |name: &str| events.iter().position(|e| e["event"] == name);
    let handover = at("handover").expect("another engine goes on");
    assert_eq!(events[handover]["engine"], "panda");
    assert!(at("chart") < Some(handover));
    assert!(at("trace") > Some(handover));
}

/// Verdict, winner, its round and its counts are the same on one processor and on several.
#[test]
fn the_winner_does_not_depend_on_the_machine() {
    for text in [FOR_DASH, FOR_PANDA, FOR_BOTH] {
        let seen: Vec<Value> = [false, true].map(|one| check(text, one)).to_vec();
        let [here, there] = [&seen[0], &seen[1]];
        assert_eq!(here["verdict"], there["verdict"]);
        let winner = here["engine"].as_str().expect("a name");
        assert_eq!(winner, there["engine"]);
        assert_eq!(member(here, winner), member(there, winner));
    }
}

/// Stacks are reserved, not used: a limit on the address space makes them smaller.
#[test]
fn all_engines_start_in_a_limited_address_space() {
    for gigabytes in [2, 4, 8] {
        let limited = format!("ulimit -v {}; exec \"$@\"", gigabytes << 20);
        let document = check_by(FOR_PANDA, &["sh", "-c", &limited, "sh"]);
        assert_eq!(document["verdict"], "proved", "{document}");
        for engine in ["dash", "panda", "dart", "intervals"] {
            let end = member(&document, engine)["end"].as_str().expect("text");
            assert!(!end.contains("could not start"), "{engine} {end}");
        }
    }
}
