//! `hatha check` as a command: the supervisor, the document, vacuity, options.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A program in a folder of its own.
struct Case {
    dir: tempfile::TempDir,
    file: PathBuf,
}

impl Case {
    fn new(text: &str) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("a.c");
        std::fs::write(&file, text).expect("the folder is writable");
        Case { dir, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
        command.arg("check").args(options).arg(&self.file);
        command
    }

    fn check(&self, options: &[&str]) -> Output {
        self.command(options).output().expect("hatha starts")
    }

    fn json(&self, options: &[&str]) -> Value {
        let output = self.check(&[&["--format", "json"], options].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const PROVED: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int even = 0;
  while (__VERIFIER_nondet_int()) {
    even = 1 - even;
    assert(even == 0 || even == 1);
  }
  return 0;
}
";

const VIOLATED: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int seen[2];
int twice(int x) { return 2 * x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = twice(x);
  seen[1] = y;
  assert(x != 3);
  if (y > 100)
    assert(y != 4712);
  return 0;
}
";

/// Its first test runs for a very long time, and no query about its end is easy.
const ENDLESS: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x * y != 0x123456789abcdefULL) { x = x * x + y; y = y * 3 + x; }
  reach_error();
}
";

/// Holds ever more memory.
const GREEDY: &str = "#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  for (;;) {
    char *p = malloc(1 << 20);
    if (!p) return 1;
    memset(p, 1, 1 << 20);
    n = n + __VERIFIER_nondet_int();
    if (n == 12345) reach_error();
  }
}
";

/// The fields of the document and their types.
const FIELDS: [(&str, &str); 53] = [
    ("schema", "string"),
    ("version", "number"),
    ("verdict", "string"),
    ("reason", "string"),
    ("cause", "string"),
    ("engine", "string"),
    ("seconds", "number"),
    ("iterations", "number"),
    ("tests", "number"),
    ("regions", "number"),
    ("predicates", "number"),
    ("solver_queries", "object"),
    ("solver_seconds", "number"),
    ("times", "object"),
    ("certified_by", "array"),
    ("second_opinion", "null"),
    ("inputs", "array"),
    ("shown_inputs", "array"),
    ("trace", "array"),
    ("trace_left_out", "number"),
    ("trace_resumes_at", "number"),
    ("invariants", "array"),
    ("boundary_invariants", "array"),
    ("entry", "string"),
    ("target", "object"),
    ("error_function", "null"),
    ("externals", "array"),
    ("externals_are", "string"),
    ("assumptions", "array"),
    ("assumption_ids", "array"),
    ("unchecked_faults", "array"),
    ("checked_faults", "array"),
    ("checks", "array"),
    ("unreached_checks", "array"),
    ("vacuous", "boolean"),
    ("vacuous_because", "string"),
    ("properties", "array"),
    ("rules", "array"),
    ("rule_violation", "null"),
    ("states", "number"),
    ("deciding_check", "string"),
    ("must_summaries", "number"),
    ("refinements", "number"),
    ("portfolio", "array"),
    ("procedures", "number"),
    ("procedures_analysed", "array"),
    ("claim", "string"),
    ("internal_errors", "array"),
    ("internal_error_file", "null"),
    ("layout", "array"),
    // Of parts.
    ("solver_queries/search", "number"),
    ("solver_queries/generalisation", "number"),
    ("solver_queries/certification", "number"),
];

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn demand_fields(document: &Value) {
    for (field, ty) in FIELDS {
        let value = document.pointer(&format!("/{field}"));
        let value = value.unwrap_or_else(|| panic!("'{field}' is missing: {document}"));
        assert_eq!(type_of(value), ty, "{field}: {value}");
    }
    // Of a violation that the competition has a name for it is a string.
    assert!(["null", "string"].contains(&type_of(&document["violated_property"])));
    let top = 1 + FIELDS.iter().filter(|(f, _)| !f.contains('/')).count();
    let fields = document.as_object().map_or(0, serde_json::Map::len);
    assert_eq!(
        fields, top,
        "a field that the test does not know: {document}"
    );
    for property in document["properties"].as_array().expect("an array") {
        for field in ["id", "kind", "location", "verdict"] {
            assert_eq!(type_of(&property[field]), "string", "{property}");
        }
        assert_eq!(type_of(&property["vacuous"]), "boolean", "{property}");
    }
    assert_eq!(document["schema"], "hatha-check");
    assert_eq!(document["version"], 1);
}

#[test]
fn a_proof_has_every_field() {
    let document = Case::new(PROVED).json(&[]);
    demand_fields(&document);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(document["reason"], "");
    assert_eq!(document["certified_by"], serde_json::json!(["hatha-smt"]));
    assert_eq!(document["vacuous"], false, "{document}");
    let properties = document["properties"].as_array().expect("an array");
    let ids: Vec<&Value> = properties.iter().map(|p| &p["id"]).collect();
    assert_eq!(ids, ["main#signed-overflow-1", "main#1"]);
    let property = &properties[1];
    assert_eq!(property["kind"], "assertion");
    assert_eq!(property["verdict"], "proved");
    assert_eq!(property["vacuous"], false);
    assert!(document["solver_queries"]["certification"].as_u64() > Some(0));
}

#[test]
fn a_failing_test_has_every_field_and_a_path_with_values() {
    let document = Case::new(VIOLATED).json(&["--checks", "assertions"]);
    demand_fields(&document);
    assert_eq!(document["verdict"], "violated");
    assert_eq!(document["certified_by"], serde_json::json!(["replay"]));
    let statuses: Vec<&Value> = document["properties"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|p| &p["verdict"])
        .collect();
    let failed = statuses.iter().filter(|s| **s == "violated").count();
    assert_eq!(failed, 1, "{document}");
    assert_eq!(statuses.len(), 2, "{document}");
    let x: i32 = document["inputs"][0]["value"]
        .as_str()
        .and_then(|v| v.parse().ok())
        .expect("a number");
    let changed = |line: u64| {
        let steps = document["trace"].as_array().expect("an array");
        let step = steps
            .iter()
            .find(|s| s["line"] == line && s["values"] != Value::Array(Vec::new()));
        step.unwrap_or_else(|| panic!("no values at line {line}: {document}"))["values"].clone()
    };
    let value = |name: &str, v: i32| serde_json::json!([{ "name": name, "value": v.to_string() }]);
    assert_eq!(changed(6), value("x", x));
    assert_eq!(
        changed(7),
        value("y", x.wrapping_mul(2)),
        "the result of a call"
    );
    assert_eq!(
        changed(8),
        value("seen[1]", x.wrapping_mul(2)),
        "an element in memory"
    );
    let last = document["trace"].as_array().and_then(|t| t.last());
    assert_eq!(last.expect("a last line")["function"], "main");
}

#[test]
fn the_path_stands_beside_the_source() {
    let output = Case::new(VIOLATED).check(&[]);
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output);
    let beside = shown
        .lines()
        .find(|l| l.contains("int y = twice(x);") && l.contains("y = "));
    assert!(beside.is_some(), "{shown}");
    let quiet = Case::new(VIOLATED).check(&["--quiet"]);
    assert_eq!(text(&quiet).lines().count(), 1, "{}", text(&quiet));
}

#[test]
fn a_long_path_is_cut_in_the_middle() {
    let case = Case::new(
        "#include <assert.h>
int main(void) {
  int i = 0;
  while (i < 100000) {
    i = i + 1;
  }
  assert(i != 100000);
  return 0;
}
",
    );
    let document = case.json(&[]);
    assert_eq!(document["verdict"], "violated");
    assert!(
        document["trace_left_out"].as_u64() > Some(100_000),
        "{}",
        document["reason"]
    );
    let steps = document["trace"].as_array().expect("an array");
    let resumed = document["trace_resumes_at"].as_u64().expect("a number") as usize;
    assert!(resumed > 0 && resumed < steps.len());
    assert_eq!(steps[0]["values"][0]["value"], "0");
    let ends_with_the_last_value = steps.iter().any(|s| s["values"][0]["value"] == "100000");
    assert!(ends_with_the_last_value);
    let lines = text(&case.check(&[])).lines().count();
    assert!(lines < 60, "{lines} lines");
}

#[test]
fn the_invariant_of_a_loop_is_shown_with_names() {
    let case = Case::new(
        "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0;
  while (1) {
    if (phase == 2) assert(0);
    if (__VERIFIER_nondet_int()) phase = 1;
  }
}
",
    );
    let document = case.json(&[]);
    assert_eq!(document["verdict"], "proved", "{document}");
    let invariants = document["invariants"].as_array().expect("an array");
    assert_eq!(invariants.len(), 1, "{document}");
    let location = invariants[0]["location"].as_str().expect("a place");
    assert!(
        location.contains("a.c:5:") || location.contains("a.c:6:"),
        "{location}"
    );
    let c = invariants[0]["c"].as_str().expect("C");
    assert!(c.contains("phase"), "{c}");
    let shown = text(&case.check(&[]));
    assert!(shown.contains(&format!("keeps  {c}")), "{shown}");
}

/// Demands *unknown* with these words, no later than a second after the limit.
fn ends_in_time(output: &Output, words: &str, started: Instant, limit: Duration) {
    let took = started.elapsed();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(output).starts_with("unknown: "), "{output:?}");
    assert!(text(output).contains(words), "{output:?}");
    assert!(took < limit + Duration::from_secs(1), "{took:?}");
}

#[test]
fn a_time_limit_gives_unknown_within_a_second() {
    let case = Case::new(ENDLESS);
    for limit in [0, 1] {
        let started = Instant::now();
        let output = case.check(&["--timeout", &limit.to_string()]);
        ends_in_time(&output, "time", started, Duration::from_secs(limit));
        assert!(
            text(&output).contains("try a larger --timeout"),
            "{output:?}"
        );
    }
    let document = case.json(&["--timeout", "0.5"]);
    demand_fields(&document);
    assert_eq!(document["verdict"], "unknown");
    assert_eq!(document["properties"][0]["verdict"], "unknown");
    assert_ne!(document["reason"], "");
}

#[test]
fn a_limit_beyond_all_clocks_is_none() {
    let output = Case::new(PROVED).check(&["--timeout", "1e18"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for wrong in ["-1", "nan", "1e30"] {
        let output = Case::new(PROVED).check(&[&format!("--timeout={wrong}")]);
        assert_eq!(output.status.code(), Some(64), "{wrong}: {output:?}");
    }
}

#[test]
fn a_memory_limit_gives_unknown() {
    if !Path::new("/proc/self/status").exists() {
        eprintln!("skipped: this system does not tell what a process holds in memory");
        return;
    }
    let output = Case::new(GREEDY).check(&["--memory", "300", "--timeout", "50"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output).contains("out of memory"), "{output:?}");
    assert!(
        text(&output).contains("try a larger --memory"),
        "{output:?}"
    );
}

/// Starts a check that would go on, and waits for its worker.
fn running(case: &Case) -> Option<(Child, i32)> {
    let child = case
        .command(&["--timeout", "50"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hatha starts");
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Some(worker) = worker_of(child.id()) {
            // Past the start, so that a signal meets a worker and not a process that becomes one.
            std::thread::sleep(Duration::from_millis(300));
            return Some((child, worker));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    eprintln!("skipped: this system does not tell the children of a process");
    end(child);
    None
}

fn worker_of(process: u32) -> Option<i32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    threads.flatten().find_map(|t| {
        let children = std::fs::read_to_string(t.path().join("children")).ok()?;
        children.split_whitespace().next()?.parse().ok()
    })
}

fn end(mut child: Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

fn signal(process: i32, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &process.to_string()])
        .status()
        .expect("every system has kill");
    assert!(sent.success());
}

fn is_there(process: i32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

#[test]
fn a_worker_that_is_killed_gives_70_and_no_verdict() {
    let case = Case::new(ENDLESS);
    for name in ["KILL", "ABRT"] {
        let Some((child, worker)) = running(&case) else {
            return;
        };
        signal(worker, name);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(70), "{name}: {output:?}");
        assert_eq!(text(&output), "", "{name}");
        let reply = String::from_utf8_lossy(&output.stderr);
        assert!(reply.contains("internal error"), "{name}: {reply}");
        assert!(reply.contains("signal"), "{name}: {reply}");
    }
}

#[test]
fn an_interrupt_ends_the_worker_and_gives_unknown() {
    let case = Case::new(ENDLESS);
    let Some((child, worker)) = running(&case) else {
        return;
    };
    let started = Instant::now();
    signal(child.id() as i32, "INT");
    let output = child.wait_with_output().expect("it ends");
    ends_in_time(&output, "interrupted", started, Duration::ZERO);
    assert!(!text(&output).contains("try "), "no advice: {output:?}");
    assert!(!is_there(worker), "the worker is left behind");
}

#[test]
fn a_worker_does_not_outlive_its_supervisor() {
    let case = Case::new(ENDLESS);
    let Some((child, worker)) = running(&case) else {
        return;
    };
    end(child);
    let until = Instant::now() + Duration::from_secs(5);
    while is_there(worker) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_there(worker), "the worker is left behind");
}

#[test]
fn a_program_without_checks_is_vacuous() {
    let document = Case::new("int main(void) { return 0; }\n").json(&[]);
    assert_eq!(document["verdict"], "proved");
    assert_eq!(document["vacuous"], true);
    assert_eq!(document["properties"], serde_json::json!([]));
}

#[test]
fn checks_that_the_flow_chart_does_not_reach_are_vacuous() {
    let case = Case::new(
        "#include <assert.h>
int never(int x) { assert(x); return x; }
int main(void) { return 0; }
",
    );
    let document = case.json(&[]);
    assert_eq!(document["vacuous"], true);
    assert_eq!(document["properties"][0]["id"], "never#1");
    assert_eq!(document["properties"][0]["vacuous"], true);
    assert!(text(&case.check(&[])).contains("vacuous: no path of the flow chart"));
}

const BOUNDED: &str = "#include <assert.h>
int f(int x) { if (x < 10) { assert(x < 20); } return x; }
";

#[test]
fn contradictory_assumptions_are_vacuous_and_others_are_not() {
    let case = Case::new(BOUNDED);
    let assume = |list: &[&'static str]| {
        let options = list.iter().flat_map(|a| ["--assume", *a]);
        ["--entry", "f"]
            .into_iter()
            .chain(options)
            .collect::<Vec<_>>()
    };
    let contradictory = assume(&["x > 3", "x < 2"]);
    let document = case.json(&contradictory);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(document["vacuous"], true, "{document}");
    let shown = text(&case.check(&contradictory));
    assert!(
        shown.contains("vacuous: no execution satisfies the assumptions"),
        "{shown}"
    );
    for fine in [assume(&[]), assume(&["x > 3"])] {
        let document = case.json(&fine);
        assert_eq!(document["verdict"], "proved", "{document}");
        assert_eq!(document["vacuous"], false, "{document}");
    }
    let unreached = case.json(&assume(&["x > 10"]));
    assert_eq!(unreached["verdict"], "proved", "{unreached}");
    assert_eq!(
        unreached["vacuous"], true,
        "the guard is out of reach: {unreached}"
    );
    assert_eq!(unreached["vacuous_because"], "no execution gets to a check");
}

#[test]
fn a_single_check_can_be_vacuous_among_others() {
    let document = Case::new(
        "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y = x;
  if (y > 300) assert(x == 3);
  assert(y < 256);
  return 0;
}
",
    )
    .json(&[]);
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(document["vacuous"], false);
    assert_eq!(document["properties"][0]["vacuous"], true, "{document}");
    assert_eq!(document["properties"][1]["vacuous"], false, "{document}");
}

/// A file that cannot be written costs no search.
#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_search() {
    let case = Case::new(PROVED);
    let place = |name: &str| case.dir.path().join(name).display().to_string();
    std::fs::create_dir(place("folder")).expect("the folder is writable");
    std::fs::write(place("file"), "").expect("the folder is writable");
    let demand = |option: &str, path: &str| {
        let output = case.check(&[option, path]);
        assert_eq!(output.status.code(), Some(66), "{option}: {output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(path));
    };
    for option in [
        "--proof",
        "--witness",
        "--sarif",
        "--junit",
        "--log",
        "--report",
    ] {
        for path in ["nowhere/at/all", "folder", "file/in"] {
            demand(option, &place(path));
        }
    }
    for option in ["--tests", "--cache"] {
        demand(option, &place("file/in/it"));
    }
}

/// What happens beside a verdict does not change its status: the device takes nothing.
#[test]
fn a_file_that_cannot_be_written_does_not_change_the_verdict() {
    for (text, status) in [(PROVED, 0), (VIOLATED, 1)] {
        for option in ["--proof", "--witness", "--sarif", "--junit", "--log"] {
            let output = Case::new(text).check(&[option, "/dev/full"]);
            assert_eq!(output.status.code(), Some(status), "{option}: {output:?}");
            assert!(!output.stdout.is_empty(), "{output:?}");
            let is_written = option != "--proof" || status == 0;
            let reply = String::from_utf8_lossy(&output.stderr);
            assert_eq!(reply.contains("/dev/full"), is_written, "{option}: {reply}");
        }
    }
}

#[test]
fn a_second_opinion_is_asked_or_missed() {
    let case = Case::new(PROVED);
    let output = case.check(&["--second-opinion", "z3", "--format", "json"]);
    if output.status.code() == Some(66) {
        let reply = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(reply.contains("z3") && reply.contains("install"), "{reply}");
        eprintln!("skipped: there is no z3");
        return;
    }
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["verdict"], "proved", "{document}");
    assert_eq!(
        document["certified_by"],
        serde_json::json!(["hatha-smt", "z3"])
    );
    every_query_was_asked_twice(&document);
}

/// The questions of the run, by the engine's own count, all came to the other solver.
fn every_query_was_asked_twice(document: &Value) {
    let asked = |name: &str| {
        let opinion = document["second_opinion"][name].as_u64();
        opinion.expect("there is a second opinion")
    };
    let queries = &document["solver_queries"];
    let count = |name: &str| queries[name].as_u64().expect("a number");
    let own = count("search") + count("generalisation") + count("certification");
    assert!(own > 0, "{document}");
    let all = asked("confirmed") + asked("undecided") + asked("unanswered");
    assert!(all >= own, "{all} of {own}: {document}");
    assert!(asked("confirmed") * 10 >= all * 9, "{document}");
}

/// A run of a command with a `z3` that says the same to every question.
fn with_liar(command: &str, program: &str, lie: &str) -> Output {
    let answers = format!("*echo*) echo ready;;\n*check-sat*) echo {lie};;\n*get-*) echo '()';;");
    with_solver(command, program, &answers)
}

/// A run of a command with a `z3` that is a script: cases by the line that it reads.
fn with_solver(command: &str, program: &str, answers: &str) -> Output {
    let case = Case::new(program);
    let folder = only_the_compiler(&case);
    scripted_solver(&folder.join("z3"), answers);
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .arg(command)
        .arg(&case.file)
        .args(["--second-opinion", "z3", "--timeout", "30"])
        .env("PATH", &folder)
        .env("TMPDIR", case.dir.path())
        .output()
        .expect("hatha starts")
}

#[test]
fn a_disagreement_is_an_internal_error_and_no_verdict() {
    for command in ["check", "test"] {
        let output = with_liar(command, VIOLATED, "unsat");
        assert_eq!(output.status.code(), Some(70), "{command}: {output:?}");
        let reply = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(reply.contains("the solvers disagree"), "{reply}");
        assert!(reply.contains("disagreement-0.smt2"), "{reply}");
        assert!(output.stdout.is_empty(), "{output:?}");
    }
}

/// A solver that dies is missed, and nothing else happens.
#[test]
fn a_second_opinion_that_dies_is_undecided() {
    for _ in 0..5 {
        let output = with_solver("check", PROVED, "*echo*) echo ready; exit;;");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let reply = text(&output);
        assert!(reply.contains("second opinion is undecided"), "{reply}");
    }
}

/// Nobody's Sat is believed without a model, so it contradicts nothing, and confirms nothing.
#[test]
fn a_second_opinion_without_a_model_counts_as_none() {
    let output = with_liar("check", PROVED, "sat");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        text(&output).contains("second opinion is undecided"),
        "{output:?}"
    );
}

fn scripted_solver(path: &Path, answers: &str) {
    use std::os::unix::fs::PermissionsExt;
    let script =
        format!("#!/bin/sh\nwhile read -r line; do case \"$line\" in\n{answers}\nesac; done\n");
    std::fs::write(path, script).expect("the folder is writable");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, executable).expect("the file is ours");
}

#[test]
fn a_missing_second_opinion_is_reported() {
    let case = Case::new(PROVED);
    let output = case
        .command(&["--second-opinion", "z3"])
        .env("HOME", case.dir.path())
        .env("PATH", only_the_compiler(&case))
        .output()
        .expect("hatha starts");
    assert_eq!(output.status.code(), Some(66), "{output:?}");
    let reply = String::from_utf8_lossy(&output.stderr);
    assert!(reply.contains("--second-opinion z3"), "{reply}");
    assert!(reply.contains("install"), "{reply}");
}

/// A folder with nothing but links to what the compiler driver needs.
fn only_the_compiler(case: &Case) -> PathBuf {
    let folder = case.path("bin");
    std::fs::create_dir(&folder).expect("the folder is writable");
    for name in ["cc", "gcc", "as", "ld"] {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&paths).map(|p| p.join(name));
        if let Some(path) = found.into_iter().find(|p| p.is_file()) {
            std::os::unix::fs::symlink(path, folder.join(name)).expect("a link can be made");
        }
    }
    folder
}

#[test]
fn without_a_certificate_nobody_has_agreed() {
    let case = Case::new(PROVED);
    let document = case.json(&["--no-certify"]);
    assert_eq!(document["verdict"], "proved");
    assert_eq!(document["certified_by"], serde_json::json!([]));
    assert_eq!(document["solver_queries"]["certification"], 0);
    assert!(text(&case.check(&["--no-certify"])).contains("not certified"));
}

#[test]
fn an_unknown_engine_is_a_usage_error_that_lists_them() {
    let output = Case::new(PROVED).check(&["--engine", "nobody"]);
    assert_eq!(output.status.code(), Some(64), "{output:?}");
    let reply = String::from_utf8_lossy(&output.stderr);
    assert!(reply.contains("dash") && reply.contains("dart"), "{reply}");
}

#[test]
fn directed_testing_finds_the_failure_and_starts_from_given_tests() {
    let case = Case::new(VIOLATED);
    let tests = case.path("tests");
    let folder = tests.to_string_lossy().into_owned();
    let dart = ["--engine", "dart", "--checks", "assertions"];
    let first = case.json(&[&dart[..], &["--tests", &folder]].concat());
    assert_eq!(first["verdict"], "violated");
    assert_eq!(first["engine"], "dart");
    let again = case.json(&[&dart[..], &["--seed-tests", &folder]].concat());
    assert_eq!(again["verdict"], "violated");
    assert_eq!(again["tests"], 1, "the given test fails at once: {again}");
    let missing = case.check(&["--seed-tests", "no-such-folder"]);
    assert_eq!(missing.status.code(), Some(66), "{missing:?}");
}

/// Fails only after some rounds with one input.
const COUNTED: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0;
  while (n < 4) {
    if (__VERIFIER_nondet_int() != 41)
      return 0;
    n = n + 1;
  }
  reach_error();
}
";

#[test]
fn every_engine_logs_its_iterations_and_starts_from_given_tests() {
    let case = Case::new(COUNTED);
    let tests = case.path("tests");
    let folder = tests.to_string_lossy().into_owned();
    let log = case.path("log.jsonl");
    let path = log.to_string_lossy().into_owned();
    for engine in ["dash", "synergy", "lee-yannakakis", "cegar"] {
        let asked = ["--engine", engine, "--checks", "assertions"];
        let first = case.json(&[&asked[..], &["--log", &path, "--tests", &folder]].concat());
        assert_eq!(first["verdict"], "violated", "{engine}");
        assert!(first["solver_seconds"].as_f64() > Some(0.0), "{engine}");
        let written = std::fs::read_to_string(&log).expect("the log was written");
        let events = written.lines().map(serde_json::from_str::<Value>);
        let events: Vec<Value> = events.map(|e| e.expect("a line is JSON")).collect();
        let iterations = events.iter().filter(|e| e["event"] == "iteration").count() as u64;
        // The last one may end the search before it asks anything.
        let counted = first["iterations"].as_u64().expect("a number");
        assert!(
            iterations.abs_diff(counted) <= 1,
            "{engine}: {iterations} of {counted}"
        );
        let again = case.json(&[&asked[..], &["--seed-tests", &folder]].concat());
        assert_eq!(again["verdict"], "violated", "{engine}");
        assert_eq!(again["tests"], 1, "{engine}: the given test fails at once");
    }
}

#[test]
fn a_log_has_a_header_and_an_end() {
    let case = Case::new(VIOLATED);
    let log = case.path("log.jsonl");
    let path = log.to_string_lossy().into_owned();
    case.json(&["--engine", "dart", "--log", &path]);
    let written = std::fs::read_to_string(&log).expect("the log was written");
    let lines: Vec<Value> = written
        .lines()
        .map(|l| serde_json::from_str(l).expect("each line is JSON"))
        .collect();
    assert_eq!(lines[0]["schema"], "hatha-log");
    assert_eq!(lines[0]["version"], 1);
    assert_eq!(lines[0]["engine"], "dart");
    assert!(
        lines
            .iter()
            .any(|l| l["event"] == "test" && l["end"] == "assertion")
    );
    let [.., end, result] = &lines[..] else {
        panic!("a log of one line");
    };
    assert_eq!(end["event"], "end");
    assert_eq!(end["verdict"], "violated");
    assert_eq!(result["event"], "result");
    assert_eq!(result["document"]["verdict"], "violated");
    let nowhere = case.check(&["--log", "no-such-folder/log"]);
    assert_eq!(nowhere.status.code(), Some(66), "{nowhere:?}");
}

#[test]
fn stats_say_where_time_and_queries_went() {
    let shown = text(&Case::new(PROVED).check(&["--stats"]));
    for word in [
        "load",
        "search",
        "certify",
        "generalisation",
        "certification",
    ] {
        assert!(shown.contains(word), "{shown}");
    }
}

#[test]
fn a_property_about_one_function_lets_the_program_abort() {
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
static void assume(int c) { if (!c) abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume(x > 5);
  if (x < 3) reach_error();
  return 0;
}
",
    );
    let property = case.path("p.prp");
    let formula = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(&property, formula).expect("the folder is writable");
    let property = property.to_string_lossy().into_owned();
    let proof = case.path("proof.json").to_string_lossy().into_owned();
    let asked = case.json(&["--property", &property, "--proof", &proof]);
    assert_eq!(asked["verdict"], "proved", "{asked}");
    assert_eq!(asked["error_function"], "reach_error");
    assert_eq!(
        asked["properties"].as_array().map(Vec::len),
        Some(1),
        "{asked}"
    );
    assert_eq!(
        case.json(&[])["verdict"],
        "violated",
        "abort is a failure too"
    );
    let certify = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
        command
            .args(["certify", &proof])
            .args(options)
            .arg(&case.file);
        command.output().expect("hatha starts").status.code()
    };
    assert_eq!(certify(&["--property", &property]), Some(0));
    assert_eq!(
        certify(&[]),
        Some(1),
        "the proof allows abort to be reached"
    );
}

#[test]
fn run_wraps_where_the_compiler_is_asked_to() {
    let case = Case::new(
        "#include <limits.h>\nint main(void) { int x = INT_MAX; x = x + 1; return x != INT_MIN; }\n",
    );
    let status = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
        command.arg("run").args(flags).arg(&case.file);
        command.output().expect("hatha starts").status.code()
    };
    assert_eq!(status(&[]), Some(134));
    assert_eq!(status(&["-fwrapv"]), Some(0));
    assert_eq!(status(&["-fno-strict-overflow"]), Some(0));
    assert_eq!(status(&["-fwrapv", "-fno-wrapv"]), Some(134));
}
