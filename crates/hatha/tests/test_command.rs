//! `hatha test`: what it writes, its exit statuses, and bad input.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PASSING: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 42) return 1;
  return 0;
}
";

const FAILING: &str = "void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x * 7 == 301 && y > x) reach_error();
  return 0;
}
";

const ENDLESS: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  while (1) { if (__VERIFIER_nondet_int() == 77) n++; if (n == 1000000000) return 1; }
}
";

struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(program: &str) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(dir.path().join("a.c"), program).expect("the folder is writable");
        Place { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
        command.current_dir(self.dir.path()).args(args).arg("a.c");
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("hatha starts")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn demand(output: &Output, status: i32, words: &[&str]) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "'{word}' is missing: {stderr}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the output is one JSON object")
}

fn files(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("the folder is there");
    let name = |e: std::io::Result<std::fs::DirEntry>| {
        e.expect("readable")
            .file_name()
            .to_string_lossy()
            .into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_suite_is_written_and_its_failing_test_replays() {
    let place = Place::new(FAILING);
    let output = place.run(&["test", "--goal", "error", "--tests", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    let names = files(&place.path("out"));
    assert!(names.iter().any(|n| n == "metadata.xml"), "{names:?}");
    let last = names.iter().rfind(|n| n.ends_with(".json"));
    let last = format!("out/{}", last.expect("there are tests"));
    let replay = place.run(&["replay", &last]);
    assert_eq!(replay.status.code(), Some(1), "{}", text(&replay.stderr));
    assert!(text(&replay.stdout).contains("reach-error"));
}

#[test]
fn statuses_follow_the_goal() {
    let passing = Place::new(PASSING);
    let goals = ["branches", "statements"];
    for goal in goals {
        let output = passing.run(&["test", "--goal", goal]);
        assert_eq!(output.status.code(), Some(0), "{goal}");
        assert!(text(&output.stdout).contains("main"), "no table");
    }
    let output = passing.run(&["test", "--goal", "error", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let report = json(&output);
    assert_eq!(report["exhaustive"], true);
    assert_eq!(report["ending"], "every path explored");
    assert_eq!(report["tests"], 2);
    let failing = Place::new(FAILING);
    let output = failing.run(&["test", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["failures"][0]["fault"], "reach-error");
}

#[test]
fn only_the_failure_of_the_property_counts() {
    let place = Place::new(
        "void reach_error(void); int __VERIFIER_nondet_int(void);
         int main(void) { int x = __VERIFIER_nondet_int(); int *p = 0; if (x == 5) return *p; return 0; }",
    );
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(place.path("p.prp"), property).expect("the folder is writable");
    let with = place.run(&["test", "--goal", "error", "--property", "p.prp"]);
    assert_eq!(with.status.code(), Some(2));
    let without = place.run(&["test", "--goal", "error"]);
    assert_eq!(without.status.code(), Some(1));
}

#[test]
fn a_suite_can_be_started_from() {
    let place = Place::new(FAILING);
    place.run(&["test", "--goal", "error", "--tests", "out"]);
    let again = place.run(&[
        "test",
        "--goal",
        "error",
        "--seed-tests",
        "out",
        "--format",
        "json",
    ]);
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(json(&again)["solver_queries"], 0, "a seed fails already");
}

/// Starts from one given file and demands a message.
fn seed(content: &str, status: i32, words: &[&str]) {
    let place = Place::new(PASSING);
    std::fs::create_dir(place.path("seeds")).expect("the folder is writable");
    std::fs::write(place.path("seeds/one.json"), content).expect("the folder is writable");
    demand(
        &place.run(&["test", "--seed-tests", "seeds"]),
        status,
        words,
    );
}

fn vector(entry: &str, pointer_bits: u32, values: &[i32]) -> String {
    let inputs: Vec<String> = values
        .iter()
        .map(|v| {
            format!(
                r#"{{"kind":"nondet","name":"__VERIFIER_nondet_int","function":"main","type":"int","width":32,"value":"{v}"}}"#
            )
        })
        .collect();
    format!(
        r#"{{"schema":"hatha-input","version":1,"target":{{"pointer_bits":{pointer_bits},"int_bits":32,"long_bits":{pointer_bits},"char_signed":true}},"entry":"{entry}","inputs":[{}]}}"#,
        inputs.join(",")
    )
}

#[test]
fn bad_seeds_are_distinguished() {
    seed("{ not json", 65, &["one.json", "not a test", "remove"]);
    seed("{}", 65, &["one.json", "not a test"]);
    seed(
        &vector("other", 64, &[1]),
        65,
        &["one.json", "'other'", "--entry"],
    );
    seed(&vector("main", 32, &[1]), 65, &["one.json", "--data-model"]);
    seed(
        &vector("main", 64, &[]),
        65,
        &["one.json", "more than 0 inputs"],
    );
    seed(
        &vector("main", 64, &[1, 2, 3]),
        65,
        &["one.json", "takes 1 inputs", "leaves 2"],
    );
    seed(&vector("main", 64, &[42]), 0, &[]);
}

#[test]
fn missing_and_empty_folders_of_seeds_are_refused() {
    let place = Place::new(PASSING);
    demand(
        &place.run(&["test", "--seed-tests", "nowhere"]),
        66,
        &["nowhere"],
    );
    std::fs::create_dir(place.path("empty")).expect("the folder is writable");
    demand(
        &place.run(&["test", "--seed-tests", "empty"]),
        65,
        &["empty", "no test"],
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let place = Place::new(PASSING);
    std::fs::write(place.path("file"), "").expect("the folder is writable");
    demand(
        &place.run(&["test", "--tests", "file/out"]),
        66,
        &["file/out"],
    );
    demand(&place.run(&["test", "--tests", "file"]), 66, &["file"]);
}

/// What was found is shown before the message, and the tests are there.
#[test]
fn a_tracefile_that_cannot_be_written_loses_nothing_else() {
    let place = Place::new(PASSING);
    let output = place.run(&["test", "--tests", "out", "--lcov", "nowhere/x.info"]);
    demand(&output, 66, &["nowhere/x.info"]);
    assert!(text(&output.stdout).contains("tests ("), "{output:?}");
    assert!(!files(&place.path("out")).is_empty());
}

#[test]
fn broken_tests_to_replay_are_distinguished() {
    let place = Place::new(PASSING);
    let whole = vector("main", 64, &[42]);
    for (content, words) in [
        (whole[..whole.len() / 2].to_owned(), "not a test"),
        ("garbage".to_owned(), "not a test"),
        (String::new(), "not a test"),
        (whole.replace("\"version\":1", "\"version\":9"), "version 9"),
        (vector("main", 64, &[]), "more than 0 inputs"),
        (vector("main", 64, &[1, 2, 3]), "only 1 of the test's 3"),
        (vector("main", 32, &[1]), "another machine"),
        (vector("other", 64, &[1]), "'other'"),
        (
            whole.replace("\"width\":32", "\"width\":64"),
            "64 bits wide",
        ),
        (whole.replace("\"42\"", "\"9999999999\""), "does not fit"),
    ] {
        std::fs::write(place.path("one.json"), &content).expect("the folder is writable");
        demand(
            &place.run(&["replay", "one.json"]),
            65,
            &["one.json", words],
        );
    }
    demand(
        &place.run(&["replay", "missing.json"]),
        66,
        &["missing.json"],
    );
}

#[test]
fn a_wrong_command_line_is_a_usage_error() {
    let place = Place::new(PASSING);
    for args in [
        ["test", "--goal", "everything"],
        ["test", "--timeout", "-1"],
        ["test", "--search", "best"],
    ] {
        assert_eq!(place.run(&args).status.code(), Some(64), "{args:?}");
    }
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    let place = Place::new(ENDLESS);
    let child = place
        .command(&["test", "--tests", "out", "--timeout", "120"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hatha starts");
    let start = Instant::now();
    while !place.path("out/test-0001.json").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no test appears");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill starts").success());
    let output = child.wait_with_output().expect("hatha ends");
    assert!(
        start.elapsed() < Duration::from_secs(90),
        "it does not stop"
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(
        shown.contains("interrupted") && shown.contains("main"),
        "{shown}"
    );
    assert!(!files(&place.path("out")).is_empty());
}

#[test]
fn limits_on_tests_and_steps_hold() {
    let place = Place::new(ENDLESS);
    let limits = [
        "test",
        "--max-tests",
        "7",
        "--max-steps",
        "5000",
        "--format",
        "json",
    ];
    let report = json(&place.run(&limits));
    assert_eq!(report["tests"], 7);
    assert!(report["steps"].as_u64() <= Some(7 * 5000), "{report}");
    assert_eq!(report["exhaustive"], false);
}

#[test]
fn what_the_paths_rest_on_is_printed() {
    let place = Place::new(
        "#include <signal.h>
static int seen;
static void note(int s) { seen = s; }
int main(void) { signal(SIGINT, note); return seen; }
",
    );
    let shown = text(&place.run(&["test"]).stdout);
    assert!(shown.contains("every branch was taken"), "{shown}");
    assert!(shown.contains("no signals arrive"), "{shown}");
}

#[test]
fn what_a_failing_test_rests_on_is_printed() {
    let place = Place::new(
        "#include <assert.h>
static int x = 1;
static void g(void) { x++; assert(x < 2); }
void (*give(void))(void) { return g; }
void f(void (*call)(void)) { if (call) call(); }
",
    );
    let output = place.run(&["test", "--entry", "f"]);
    demand(&output, 1, &[]);
    let shown = text(&output.stdout);
    assert!(shown.contains("the caller has a pointer to `g`"), "{shown}");
}

#[test]
fn what_a_certified_proof_rests_on_is_printed() {
    let place = Place::new(
        "#include <assert.h>
#include <stdlib.h>
int main(void) { void *p = malloc(1); assert(p); free(p); }
",
    );
    let proof = place.path("proof.json");
    let proof = proof.to_string_lossy();
    demand(&place.run(&["check", "--proof", &proof]), 0, &[]);
    let output = place.run(&["certify", &proof]);
    demand(&output, 0, &[]);
    let shown = text(&output.stdout);
    assert!(
        shown.contains("assuming that memory allocation succeeds"),
        "{shown}"
    );
}
