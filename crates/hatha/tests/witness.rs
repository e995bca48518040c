//! Witnesses: what `check --witness` writes, what `validate` says about witnesses.

use hatha_witness::{Content, InvariantKind, WaypointKind, Witness};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A witness is about what a program states; faults of operations have properties of their own.
const ASSERTIONS: &str = "--checks=assertions";

fn hatha(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(arguments)
        .args(paths)
        .output()
        .expect("hatha starts")
}

struct Case {
    dir: tempfile::TempDir,
    file: PathBuf,
}

impl Case {
    fn new(name: &str, text: &str) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join(name);
        std::fs::write(&file, text).expect("the folder is writable");
        Case { dir, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Checks and reads the witness.
    fn witness(&self) -> (Option<i32>, Witness) {
        let path = self.path("w.yml");
        let _ = std::fs::remove_file(&path);
        let option = format!("--witness={}", path.display());
        let output = hatha(&["check", ASSERTIONS, &option], &[&self.file]);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{e}: {output:?}"));
        schema::check(&text, &self.file);
        (
            output.status.code(),
            hatha_witness::read(&text).expect("it reads"),
        )
    }

    fn validate(&self, witness: &str) -> Value {
        let path = self.path("given.yml");
        std::fs::write(&path, witness).expect("the folder is writable");
        self.validate_file(&path)
    }

    fn validate_file(&self, path: &Path) -> Value {
        let output = hatha(&["validate", "--format", "json"], &[path, &self.file]);
        let reply: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
        let status = match reply["decision"].as_str() {
            Some("confirmed") => 0,
            Some("rejected") => 1,
            _ => 2,
        };
        assert_eq!(output.status.code(), Some(status), "{reply}");
        reply
    }
}

/// What the schema of the format requires, checked on the text as it was written.
mod schema {
    use std::path::Path;

    pub fn check(text: &str, program: &Path) {
        let lines: Vec<&str> = text.lines().collect();
        assert!(text.starts_with("- entry_type: \""), "{text}");
        for key in [
            "format_version",
            "uuid",
            "creation_time",
            "producer",
            "task",
            "name",
            "version",
            "input_files",
            "input_file_hashes",
            "specification",
            "data_model",
            "language",
        ] {
            let has = |l: &&str| l.trim_start().starts_with(&format!("{key}:"));
            assert!(lines.iter().any(has), "no {key} in\n{text}");
        }
        assert_eq!(value(&lines, "format_version"), "2.0");
        assert!(["ILP32", "LP64"].contains(&value(&lines, "data_model")));
        assert_eq!(value(&lines, "language"), "C");
        uuid(value(&lines, "uuid"));
        time(value(&lines, "creation_time"));
        let name = program.display().to_string();
        assert!(
            text.contains(&format!("\"{name}\": \"")),
            "no hash of {name}"
        );
        parts(&lines);
        let count = |key: &str| {
            lines
                .iter()
                .filter(|l| l.trim().trim_start_matches("- ") == key)
                .count()
        };
        let parts = count("waypoint:") + count("invariant:");
        assert_eq!(
            count("location:"),
            parts,
            "each part has a location\n{text}"
        );
    }

    /// Each part has only values that the format knows.
    fn parts(lines: &[&str]) {
        let actions = ["follow", "avoid"];
        let types = [
            "assumption",
            "branching",
            "function_enter",
            "function_return",
            "target",
            "loop_invariant",
            "location_invariant",
        ];
        for line in lines {
            let line = line.trim_start();
            let quoted = |key: &str| Some(line.strip_prefix(key)?.trim().trim_matches('"'));
            assert!(
                quoted("action:").is_none_or(|a| actions.contains(&a)),
                "{line}"
            );
            assert!(quoted("type:").is_none_or(|t| types.contains(&t)), "{line}");
            let formats = ["c_expression", "acsl_expression"];
            assert!(
                quoted("format:").is_none_or(|f| formats.contains(&f)),
                "{line}"
            );
            let number = |key: &str| quoted(key).map(|n| n.parse::<u32>());
            assert!(
                number("line:").is_none_or(|n| n.is_ok_and(|n| n > 0)),
                "{line}"
            );
            assert!(
                number("column:").is_none_or(|n| n.is_ok_and(|n| n > 0)),
                "{line}"
            );
        }
    }

    fn value<'a>(lines: &[&'a str], key: &str) -> &'a str {
        let found = lines
            .iter()
            .find_map(|l| l.trim_start().strip_prefix(&format!("{key}:")));
        found.map_or("", |v| v.trim().trim_matches('"'))
    }

    fn uuid(text: &str) {
        let lengths: Vec<usize> = text.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{text}");
        assert!(
            text.chars().all(|c| c == '-' || c.is_ascii_hexdigit()),
            "{text}"
        );
    }

    /// `2026-01-31T23:59:59Z`
    fn time(text: &str) {
        let form: String = text
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(form, "0000-00-00T00:00:00Z", "{text}");
    }
}

const LOOP: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = 0;
  while (x < n) {
    x++;
    y++;
  }
  if (x != y) reach_error();
  return 0;
}
";

const BUG: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int k) { return 2 * k; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b  =  a > 5 ? twice(a) : 0;
  switch (b) {
    case 14: break;
    default: return 0;
  }
  for (int i = 0; i < 2; i++)
    a += __VERIFIER_nondet_int();
  if (a == 100)
    reach_error();
  return 0;
}
";

#[test]
fn a_proof_is_written_as_invariants_that_are_confirmed() {
    for name in ["a.c", "a.i"] {
        let case = Case::new(name, LOOP);
        let (status, witness) = case.witness();
        assert_eq!(status, Some(0));
        let Content::Correctness(invariants) = &witness.content else {
            panic!("a proof has invariants: {witness:?}");
        };
        assert_eq!(invariants.len(), 1, "{invariants:?}");
        assert_eq!(invariants[0].kind, InvariantKind::Loop);
        assert_eq!(
            (invariants[0].location.line, invariants[0].location.column),
            (6, Some(3))
        );
        assert_eq!(invariants[0].location.function.as_deref(), Some("main"));
        let reply = case.validate_file(&case.path("w.yml"));
        assert_eq!(reply["decision"], "confirmed", "{reply}");
        assert_eq!(reply["certified_by"][0], "hatha-smt");
        assert_eq!(reply["notes"].as_array().map(Vec::len), Some(0), "{reply}");
    }
}

#[test]
fn a_failing_test_is_written_as_a_sequence_that_is_confirmed() {
    for name in ["a.c", "a.i"] {
        let case = Case::new(name, BUG);
        let (status, witness) = case.witness();
        assert_eq!(status, Some(1));
        let Content::Violation(segments) = &witness.content else {
            panic!("a failing test is a sequence: {witness:?}");
        };
        let reported: Vec<(WaypointKind, u32, Option<u32>, String)> = segments
            .iter()
            .map(|s| {
                let value = s.follow.constraint.as_ref().map(|c| c.value.clone());
                let at = &s.follow.location;
                (s.follow.kind, at.line, at.column, value.unwrap_or_default())
            })
            .collect();
        use WaypointKind::{Assumption, Branching, FunctionEnter, FunctionReturn, Target};
        let first = (FunctionReturn, 5, Some(33), "\\result == 7".to_owned());
        assert_eq!(reported[0], first, "{reported:?}");
        assert_eq!(reported[1], (Assumption, 6, Some(3), "a == 7".to_owned()));
        assert_eq!(reported[2], (Branching, 6, Some(19), "true".to_owned()));
        assert_eq!(reported[3], (FunctionEnter, 6, Some(28), String::new()));
        assert_eq!(reported[4], (Branching, 7, Some(3), "14".to_owned()));
        assert_eq!(reported[5], (Branching, 11, Some(3), "true".to_owned()));
        let last = reported.last().expect("it has a target");
        assert_eq!(*last, (Target, 14, Some(5), String::new()));
        let reply = case.validate_file(&case.path("w.yml"));
        assert_eq!(reply["decision"], "confirmed", "{reply}");
        assert_eq!(reply["certified_by"][0], "replay");
    }
}

#[test]
fn the_test_of_a_confirmed_sequence_replays() {
    let case = Case::new("a.c", BUG);
    case.witness();
    let tests = format!("--tests={}", case.path("out").display());
    let output = hatha(&["validate", &tests], &[&case.path("w.yml"), &case.file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let replayed = hatha(&["replay"], &[&case.path("out/test-1.json"), &case.file]);
    let reported = String::from_utf8_lossy(&replayed.stdout).into_owned()
        + &String::from_utf8_lossy(&replayed.stderr);
    assert!(
        reported.contains("reach-error") && !reported.contains("warning"),
        "{replayed:?}"
    );
}

/// A witness for a program whose name is `a.c`.
fn given(kind: &str, content: &str) -> String {
    format!(
        "- entry_type: {kind}
  metadata:
    format_version: '2.0'
    uuid: 91023a0f-9f45-4385-88c4-1152ade45537
    creation_time: 2026-01-01T00:00:00Z
    producer: {{name: somebody, version: '1'}}
    task:
      input_files: [a.c]
      input_file_hashes: {{a.c: '00'}}
      specification: G ! call(reach_error())
      data_model: LP64
      language: C
  content:
{content}"
    )
}

fn waypoint(kind: &str, action: &str, constraint: &str, line: u32) -> String {
    let constraint = match constraint {
        "" => String::new(),
        c => format!("        constraint: {{value: \"{c}\"}}\n"),
    };
    format!(
        "    - waypoint:\n        type: {kind}\n        action: {action}\n{constraint}        \
         location: {{file_name: a.c, line: {line}}}\n"
    )
}

fn sequence(segments: &[&[String]]) -> String {
    let parts = segments
        .iter()
        .map(|s| format!("  - segment:\n{}", s.concat()));
    given("violation_sequence", &parts.collect::<String>())
}

/// `follow` is decided the first time its place is reached; `avoid` each time.
#[test]
fn sequences_that_no_execution_follows_are_rejected() {
    let case = Case::new("a.c", BUG);
    let target = || waypoint("target", "follow", "", 14);
    let follow = |kind: &str, value: &str, line| waypoint(kind, "follow", value, line);
    let avoid = |kind: &str, value: &str, line| waypoint(kind, "avoid", value, line);
    let right: [Vec<Vec<String>>; 4] = [
        vec![vec![target()]],
        vec![vec![follow("branching", "true", 6)], vec![target()]],
        vec![vec![follow("assumption", "a == 7", 6)], vec![target()]],
        vec![
            vec![
                avoid("branching", "default", 7),
                follow("branching", "true", 11),
            ],
            vec![target()],
        ],
    ];
    let wrong: [Vec<Vec<String>>; 6] = [
        vec![vec![follow("branching", "false", 6)], vec![target()]],
        vec![vec![follow("branching", "default", 7)], vec![target()]],
        vec![vec![follow("branching", "false", 11)], vec![target()]],
        vec![vec![follow("assumption", "a == 8", 6)], vec![target()]],
        vec![
            vec![follow("function_return", "\\\\result == 8", 5)],
            vec![target()],
        ],
        vec![vec![avoid("function_enter", "", 6), target()]],
    ];
    let judged = |segments: &[Vec<String>]| {
        let slices: Vec<&[String]> = segments.iter().map(Vec::as_slice).collect();
        case.validate(&sequence(&slices))
    };
    for segments in &right {
        let reply = judged(segments);
        assert_eq!(reply["decision"], "confirmed", "{reply} {segments:?}");
    }
    for segments in &wrong {
        let reply = judged(segments);
        assert_eq!(reply["decision"], "rejected", "{reply} {segments:?}");
    }
}

#[test]
fn the_target_is_the_failure_that_is_meant() {
    let text = BUG.replace(
        "  return 0;\n}\n",
        "  if (a == 3) reach_error();\n  return 0;\n}\n",
    );
    let case = Case::new("a.c", &text);
    let other = sequence(&[
        &[waypoint("assumption", "follow", "a == 100", 13)],
        &[waypoint("target", "follow", "", 15)],
    ]);
    let reply = case.validate(&other);
    assert_eq!(reply["decision"], "rejected", "{reply}");
}

#[test]
fn what_cannot_be_followed_is_undecided() {
    let case = Case::new("a.c", BUG);
    let target = || waypoint("target", "follow", "", 14);
    for (first, why) in [
        (
            waypoint("branching", "follow", "true", 5),
            "nothing of the kind",
        ),
        (waypoint("assumption", "follow", "a = 7", 6), "has no place"),
        (
            waypoint("assumption", "follow", "nothing == 7", 6),
            "does not fit",
        ),
        (
            waypoint("function_return", "follow", "\\\\result + 1 == 8", 5),
            "ACSL",
        ),
        (
            waypoint("branching", "follow", "maybe", 6),
            "no way that a branching",
        ),
    ] {
        let reply = case.validate(&sequence(&[&[first], &[target()]]));
        assert_eq!(reply["decision"], "undecided", "{reply}");
        let reason = reply["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(why), "{why}: {reason}");
    }
}

fn invariant(kind: &str, line: u32, value: &str) -> String {
    let content = format!(
        "  - invariant:\n      type: {kind}\n      location: {{file_name: a.c, line: {line}}}\n      \
         value: \"{value}\"\n      format: c_expression\n"
    );
    given("invariant_set", &content)
}

#[test]
fn invariants_are_judged_on_their_own() {
    let case = Case::new("a.c", LOOP);
    for (kind, line, value, decision) in [
        ("loop_invariant", 6, "x == y", "confirmed"),
        ("loop_invariant", 6, "x == y && x <= 0", "rejected"),
        ("loop_invariant", 6, "x < y", "rejected"),
        ("location_invariant", 8, "x == y + 1", "confirmed"),
        ("location_invariant", 8, "x == y", "rejected"),
        ("loop_invariant", 6, "x == z", "undecided"),
        ("loop_invariant", 60, "x == y", "undecided"),
    ] {
        let reply = case.validate(&invariant(kind, line, value));
        assert_eq!(reply["decision"], decision, "{kind} {value}: {reply}");
    }
}

#[test]
fn a_correctness_witness_for_a_wrong_program_is_rejected() {
    let case = Case::new("a.c", BUG);
    let reply = case.validate(&given("invariant_set", "    []\n"));
    assert_eq!(reply["decision"], "rejected", "{reply}");
    assert!(
        reply["reason"]
            .as_str()
            .is_some_and(|r| r.contains("property")),
        "{reply}"
    );
}

const BOUNDED: &str = "extern void reach_error(void);
extern void elsewhere(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0;
  if (n < 0) return 0;
  while (x < n) {
    x++;
  }
  again:
  x--;
  if (x > 7) goto again;
  elsewhere();
  x = 0;
  if (x > n) reach_error();
  return 0;
}
";

/// What an invariant means where its arithmetic overflows, where a jump comes to its label, or
/// behind a function that may not return, is not the same for all tools.
#[test]
fn an_invariant_is_rejected_only_where_all_agree() {
    let case = Case::new("a.c", BOUNDED);
    for (line, value, decision) in [
        (8, "x + 1 <= n + 1 && x >= 0", "undecided"),
        (8, "x + 1 <= n", "rejected"),
        (8, "x - n <= 0", "confirmed"),
        (11, "x == n", "undecided"),
        (15, "x == -1", "undecided"),
        (15, "x <= 7", "confirmed"),
    ] {
        let kind = if line == 8 { "loop" } else { "location" };
        let text = invariant(&format!("{kind}_invariant"), line, value);
        let reply = case.validate(&text);
        assert_eq!(reply["decision"], decision, "{value}: {reply}");
    }
}

#[test]
fn a_witness_without_a_property_claims_its_invariants() {
    let case = Case::new("a.c", &LOOP.replace("if (x != y) reach_error();", ""));
    for (value, decision) in [("x == y", "confirmed"), ("x == 0", "rejected")] {
        let text = invariant("loop_invariant", 6, value);
        let property = "      specification: G ! call(reach_error())\n";
        for other in ["", "      specification: UNUSED\n"] {
            let reply = case.validate(&text.replace(property, other));
            assert_eq!(reply["decision"], decision, "{reply}");
        }
    }
}

/// Faults other than calls of the error function; a proof shows nothing about some of them, so
/// that a sequence that nothing follows is rejected only for those that a program states.
#[test]
fn sequences_to_faults() {
    let head = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint t[3];\n\
                int main(void) {\n  int a = __VERIFIER_nondet_int();\n";
    for (statement, specification, decision) in [
        ("assert(a != 5);", "G assert", "rejected"),
        ("if (a == 5) t[a] = 1;", "G valid-deref", "undecided"),
        ("if (a == 5) __builtin_abort();", "G ! abort", "rejected"),
    ] {
        let text = format!("{head}  {statement}\n  return 0;\n}}\n");
        let case = Case::new("a.c", &text);
        let (status, witness) = case.witness();
        assert_eq!(status, Some(1), "{text}");
        assert_eq!(witness.metadata.task.specification, specification);
        let reply = case.validate_file(&case.path("w.yml"));
        assert_eq!(reply["decision"], "confirmed", "{reply}\n{text}");
        let written = std::fs::read_to_string(case.path("w.yml")).expect("it is there");
        let wrong = written
            .replace("a == 5", "a == 4")
            .replace("== 5\"", "== 4\"");
        let reply = case.validate(&wrong);
        assert_eq!(reply["decision"], decision, "{reply}\n{text}");
    }
}

/// The segments are counted across files.
#[test]
fn sequences_through_several_files() {
    let case = Case::new(
        "a.c",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint more(int);\n\
         int main(void) {\n  int a = __VERIFIER_nondet_int();\n  \
         if (more(a) == 20) reach_error();\n  return 0;\n}\n",
    );
    let other = case.path("b.c");
    let text = "extern int __VERIFIER_nondet_int(void);\nint more(int k) {\n  \
                int b = __VERIFIER_nondet_int();\n  return b == 3 ? 2 * k : 0;\n}\n";
    std::fs::write(&other, text).expect("written");
    let (path, option) = (case.path("w.yml"), case.path("w.yml").display().to_string());
    hatha(
        &["check", ASSERTIONS, "--witness", &option],
        &[&case.file, &other],
    );
    let judged = |path: &Path| {
        let output = hatha(&["validate"], &[path, &case.file, &other]);
        output.status.code()
    };
    assert_eq!(judged(&path), Some(0));
    let written = std::fs::read_to_string(&path).expect("it is there");
    let wrong = written
        .replace("b == 3", "b == 4")
        .replace("== 3\"", "== 4\"");
    assert_ne!(wrong, written);
    std::fs::write(&path, wrong).expect("written");
    assert_eq!(judged(&path), Some(1));
}

/// What the program does with its rule, whose functions choose values, too.
#[test]
fn witnesses_of_a_rule() {
    let text = "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n\
                pthread_mutex_t m;\nint main(void) {\n  pthread_mutex_lock(&m);\n  \
                int a = __VERIFIER_nondet_int();\n  if (a == 3) pthread_mutex_lock(&m);\n  \
                pthread_mutex_unlock(&m);\n  return 0;\n}\n";
    for (broken, status) in [(true, 1), (false, 0)] {
        let kept = text.replace("if (a == 3) pthread_mutex_lock(&m);", "");
        let case = Case::new("a.c", if broken { text } else { &kept });
        let path = case.path("w.yml");
        let option = format!("--witness={}", path.display());
        let checked = hatha(&["check", "--rule=posix/mutex", &option], &[&case.file]);
        assert_eq!(checked.status.code(), Some(status), "{checked:?}");
        let reply = hatha(&["validate", "--rule=posix/mutex"], &[&path, &case.file]);
        assert_eq!(reply.status.code(), Some(0), "{reply:?}");
        let without = hatha(&["validate"], &[&path, &case.file]);
        assert_eq!(without.status.code(), Some(2), "{without:?}");
    }
}

/// What a proof says before a statement is true there.
#[test]
fn a_proof_is_written_as_location_invariants() {
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
                static int g;\nstatic int add(int a, int b) {\n  int s = a + b;\n  \
                if (s < 0) s = 0;\n  g = s;\n  return s;\n}\nint main(void) {\n  \
                int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 100) return 0;\n  \
                int y = add(x, 1);\n  if (y < 1) reach_error();\n  return 0;\n}\n";
    let case = Case::new("a.c", text);
    let (status, witness) = case.witness();
    assert_eq!(status, Some(0));
    let Content::Correctness(invariants) = &witness.content else {
        panic!("a proof has invariants: {witness:?}");
    };
    let places: Vec<(InvariantKind, u32)> = invariants
        .iter()
        .map(|i| (i.kind, i.location.line))
        .collect();
    assert_eq!(places, [(InvariantKind::Location, 7)], "{invariants:?}");
    let reply = case.validate_file(&case.path("w.yml"));
    assert_eq!(reply["decision"], "confirmed", "{reply}");
}

#[test]
fn limits_leave_a_witness_undecided() {
    let case = Case::new("a.c", LOOP);
    case.witness();
    for option in ["--memory=1", "--timeout=0"] {
        let output = hatha(&["validate", option], &[&case.path("w.yml"), &case.file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let reported = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(reported.starts_with("undecided: out of "), "{reported}");
    }
}

#[test]
fn threads_are_not_followed() {
    let text = "#include <pthread.h>\nint g;\nvoid *f(void *p) { g = 1; return 0; }\n\
                int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  \
                while (g < 0) { }\n  return 0;\n}\n";
    let case = Case::new("a.c", text);
    let reply = case.validate(&invariant("loop_invariant", 7, "g == 0"));
    assert_eq!(reply["decision"], "undecided", "{reply}");
}

#[test]
fn what_is_no_witness_is_reported_with_its_line() {
    let case = Case::new("a.c", LOOP);
    let path = case.path("bad.yml");
    std::fs::write(
        &path,
        invariant("loop_invariant", 6, "x").replace("'2.0'", "'1.0'"),
    )
    .expect("written");
    let output = hatha(&["validate"], &[&path, &case.file]);
    assert_eq!(output.status.code(), Some(65));
    let reported = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(reported.contains("bad.yml:3:"), "{reported}");
    let missing = hatha(&["validate"], &[&case.path("none.yml"), &case.file]);
    assert_eq!(missing.status.code(), Some(66));
}

#[test]
fn sarif_and_junit_tell_the_verdict() {
    for (text, outcome) in [(LOOP, "pass"), (BUG, "fail")] {
        let case = Case::new("a.c", text);
        let (sarif, junit) = (case.path("s.sarif"), case.path("j.xml"));
        let options = [
            format!("--sarif={}", sarif.display()),
            format!("--junit={}", junit.display()),
        ];
        hatha(
            &["check", ASSERTIONS, &options[0], &options[1]],
            &[&case.file],
        );
        let log = std::fs::read_to_string(&sarif).expect("it is written");
        let log: Value = serde_json::from_str(&log).expect("it is JSON");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["kind"], outcome, "{log}");
        assert_eq!(result["ruleId"], "reach-error");
        let flows = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(
            flows.as_array().is_some_and(|f| !f.is_empty()),
            outcome == "fail"
        );
        // A line more above changes places, not fingerprints.
        let print = result["partialFingerprints"].clone();
        std::fs::write(&case.file, format!("\n{text}")).expect("written");
        hatha(&["check", ASSERTIONS, &options[0]], &[&case.file]);
        let moved = std::fs::read_to_string(&sarif).expect("it is written");
        let moved: Value = serde_json::from_str(&moved).expect("it is JSON");
        let moved = &moved["runs"][0]["results"][0];
        assert_eq!(moved["partialFingerprints"], print);
        assert_ne!(moved["locations"], result["locations"]);
        let report = std::fs::read_to_string(&junit).expect("it is written");
        assert_eq!(report.contains("<failure"), outcome == "fail", "{report}");
        assert!(report.contains("tests=\"1\""), "{report}");
    }
}

/// With checks there is one result for each, with the path of its own test; beside a failure nothing
/// is skipped.
#[test]
fn each_check_is_a_result() {
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a = __VERIFIER_nondet_int();\n  \
                int b = a + 1;\n  if (b == 7) return 100 / (a - 6);\n  return (a & 7) + 1;\n}\n";
    let case = Case::new("a.c", text);
    let (sarif, junit) = (case.path("s.sarif"), case.path("j.xml"));
    let options = [
        "check".to_owned(),
        "--checks=arithmetic".to_owned(),
        format!("--sarif={}", sarif.display()),
        format!("--junit={}", junit.display()),
    ];
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let output = hatha(&options, &[&case.file]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let log = std::fs::read_to_string(&sarif).expect("it is written");
    let log: Value = serde_json::from_str(&log).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let found: Vec<(&str, &str, usize)> = results.iter().map(result_of_check).collect();
    let expected = [
        ("signed-overflow", "fail", 4),
        ("division-by-zero", "fail", 5),
        ("signed-overflow", "pass", 5),
    ];
    for wanted in expected {
        assert!(found.contains(&wanted), "{wanted:?} is not among {found:?}");
    }
    let prints: std::collections::BTreeSet<String> = results
        .iter()
        .map(|r| r["partialFingerprints"].to_string())
        .collect();
    assert_eq!(prints.len(), results.len(), "{log}");
    let report = std::fs::read_to_string(&junit).expect("it is written");
    assert!(report.contains("failures=\"2\""), "{report}");
    assert!(!report.contains("<skipped"), "{report}");
}

/// The rule, the kind and the line of a result. The steps of a failure are those of its own test.
fn result_of_check(result: &Value) -> (&str, &str, usize) {
    let text = |key: &str| result[key].as_str().unwrap_or_default();
    let place = |value: &Value| value["physicalLocation"]["region"]["startLine"].as_u64();
    let line = place(&result["locations"][0]).unwrap_or(0);
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array();
    let last = steps.and_then(|s| s.last());
    if text("kind") == "fail" {
        assert_eq!(
            last.and_then(|s| place(&s["location"])),
            Some(line),
            "{result}"
        );
    }
    (text("ruleId"), text("kind"), line as usize)
}

/// Results of guarded commands go to other tools, too; witnesses are about C and say so.
#[test]
fn guarded_commands_have_results_but_no_witness() {
    let text = "var x: 0..3 = 0;\nup: x < 2 -> x := x + 1;\ninvariant x <= 2;\n";
    let case = Case::new("a.gcl", text);
    let option = format!("--witness={}", case.path("w.yml").display());
    let refused = hatha(&["check", &option], &[&case.file]);
    assert_eq!(refused.status.code(), Some(64), "{refused:?}");
    let reported = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(reported.contains("--witness is for C"), "{reported}");
    let junit = case.path("j.xml");
    let option = format!("--junit={}", junit.display());
    let checked = hatha(&["check", &option], &[&case.file]);
    let report = std::fs::read_to_string(&junit).unwrap_or_else(|e| panic!("{e}: {checked:?}"));
    assert!(report.contains("tests=\"1\""), "{report}");
    let other = hatha(&["validate"], &[&case.path("none.yml"), &case.file]);
    assert_eq!(other.status.code(), Some(66));
    let swapped = hatha(&["test"], &[&case.file]);
    assert_eq!(swapped.status.code(), Some(64), "{swapped:?}");
}

/// The first argument is the witness; a typo is answered with what may be meant.
#[test]
fn mistakes_are_answered_with_what_to_do() {
    let case = Case::new("a.c", LOOP);
    let reported = |arguments: &[&str], paths: &[&Path]| {
        let output = hatha(arguments, paths);
        assert!(output.status.code().is_some_and(|c| (64..70).contains(&c)));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let swapped = reported(&["validate"], &[&case.file, &case.file]);
    assert!(swapped.contains("the witness comes first"), "{swapped}");
    let rule = reported(&["check", "--rule=posix/mutx"], &[&case.file]);
    assert!(rule.contains("posix/mutex"), "{rule}");
    let time = reported(&["check", "--timeout=soon"], &[&case.file]);
    assert!(time.contains("a number of seconds"), "{time}");
    let command = reported(&["check-worke"], &[&case.file]);
    assert!(!command.contains("worker'"), "{command}");
    let setting = case.path("hatha.toml");
    std::fs::write(&setting, "[check]\nengine = \"dahs\"\n").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "a.c"])
        .current_dir(case.dir.path())
        .output()
        .expect("hatha starts");
    let reported = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        reported.contains("hatha.toml:2:") && reported.contains("'dash'"),
        "{reported}"
    );
}
