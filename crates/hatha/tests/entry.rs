//! Entry functions, test suites and native replay, through the command itself.
//!
//! Every test has a folder of its own, which is also where the command puts its
//! temporary files; it is gone afterwards.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const MODELS: [&str; 2] = ["ilp32", "lp64"];

/// A folder with a program.
struct Case {
    folder: TempDir,
    file: PathBuf,
}

impl Case {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("program.c");
        std::fs::write(&file, text).expect("the folder is ours");
        Case { folder, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the command on the program; `args` come after the file.
    fn hatha(&self, command: &str, before: &[&Path], args: &[&str]) -> Output {
        let temporary = self.path("tmp");
        std::fs::create_dir_all(&temporary).expect("the folder is ours");
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .arg(command)
            .args(before)
            .arg(&self.file)
            .args(args)
            .env("TMPDIR", &temporary)
            .output()
            .expect("hatha starts");
        let left = std::fs::read_dir(&temporary).expect("it is there").count();
        assert_eq!(left, 0, "temporary files are left: {output:?}");
        output
    }

    /// Searches for tests into a new folder.
    fn tests(&self, args: &[&str]) -> (Output, Vec<PathBuf>) {
        let suite = self.path("suite");
        let _ = std::fs::remove_dir_all(&suite);
        let folder = suite.to_string_lossy().into_owned();
        let all = [args, &["--tests", &folder, "--timeout", "60"]].concat();
        let output = self.hatha("test", &[], &all);
        let mut files: Vec<PathBuf> = std::fs::read_dir(&suite)
            .expect("a suite")
            .map(|f| f.expect("a file").path())
            .filter(|f| f.extension().is_some_and(|e| e == "json"))
            .collect();
        files.sort();
        (output, files)
    }

    /// Writes a test with the given widths and values.
    fn vector(&self, entry: &str, pointer_bits: u32, values: &[(u32, &str)]) -> PathBuf {
        let input = |&(width, value): &(u32, &str)| json!({ "kind": "other", "name": "x", "type": "t", "width": width, "value": value });
        let inputs: Vec<Value> = values.iter().map(input).collect();
        let vector = json!({
            "schema": "hatha-input", "version": 1, "entry": entry, "inputs": inputs,
            "target": { "pointer_bits": pointer_bits, "int_bits": 32,
                        "long_bits": pointer_bits, "char_signed": true },
        });
        let path = self.path("vector.json");
        std::fs::write(&path, vector.to_string()).expect("the folder is ours");
        path
    }

    fn replay(&self, test: &Path, args: &[&str]) -> Output {
        self.hatha("replay", &[test], args)
    }

    /// Replays natively; both must agree on the status.
    fn natively(&self, test: &Path, args: &[&str], status: i32) {
        let output = self.replay(test, &[args, &["--native"]].concat());
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert!(stdout(&output).contains("natively the same"), "{output:?}");
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

const NODES: &str = "#include <assert.h>
struct node { int v; struct node *next; };
int f(struct node *p, int n) {
    if (p == 0) return 1;
    if (n == 77 && p->v == 5 && p->next == p) assert(0);
    return 0;
}
";

#[test]
fn pointers_are_null_fresh_or_aliases_and_replay_natively() {
    for model in MODELS {
        let case = Case::new(NODES);
        let options = ["--entry", "f", "--data-model", model];
        let (output, tests) = case.tests(&options);
        assert_eq!(code(&output), Some(1), "{output:?}");
        let mut found = Vec::new();
        for test in &tests {
            let vector = read(test);
            let ends = case.replay(test, &options);
            let status = code(&ends).expect("it ends by itself");
            case.natively(test, &options, status);
            let inputs = vector["inputs"].as_array().expect("inputs").clone();
            found.extend(inputs.into_iter().filter(|i| i["kind"] == "pointer"));
        }
        let has = |at: Value, to: Value| found.iter().any(|i| i["at"] == at && i["to"] == to);
        let first = json!({ "object": { "index": 0, "offset": 0 } });
        let offset = if model == "lp64" { 8 } else { 4 };
        let next = json!({ "object": { "index": 0, "offset": offset } });
        assert!(has(json!({ "parameter": { "index": 0 } }), json!("null")));
        assert!(has(json!({ "parameter": { "index": 0 } }), first.clone()));
        assert!(has(next, first), "the alias is found: {found:?}");
    }
}

#[test]
fn without_aliases_the_failure_that_needs_one_is_not_found() {
    let case = Case::new(NODES);
    let (output, _) = case.tests(&["--entry", "f", "--no-entry-alias"]);
    assert_eq!(code(&output), Some(0), "{output:?}");
    let args = ["--entry", "f", "--no-entry-alias", "--format", "json"];
    let output = case.hatha("check", &[], &args);
    assert!(stdout(&output).contains("lead to different objects that hold their types"));
}

#[test]
fn every_value_of_a_choice_chooses_something() {
    let case = Case::new("int f(int *p) { return p ? *p : 3; }\n");
    // Two possibilities: 254 is null, 255 is a new object; nine lengths: 17 % 9 = 8.
    let null = case.vector("f", 64, &[(8, "254")]);
    assert!(stdout(&case.replay(&null, &["--entry", "f"])).contains("status 3"));
    let fresh = case.vector("f", 64, &[(8, "255"), (8, "17"), (32, "41")]);
    assert!(stdout(&case.replay(&fresh, &["--entry", "f"])).contains("status 41"));
}

#[test]
fn a_copied_structure_keeps_its_pointers() {
    let case = Case::new(
        "#include <assert.h>
struct pair { char c; int *p; };
int f(struct pair *s) {
    struct pair t = *s;
    if (t.p == 0) return 0;
    assert(*t.p != 9 || t.c != 'x');
    return t.p == s->p;
}
",
    );
    let (output, tests) = case.tests(&["--entry", "f", "--assume", "s != 0"]);
    assert_eq!(code(&output), Some(1), "{output:?}");
    let options = ["--entry", "f", "--assume", "s != 0"];
    let failing = tests
        .iter()
        .filter(|t| code(&case.replay(t, &options)) == Some(1));
    let failing: Vec<&PathBuf> = failing.collect();
    assert_eq!(failing.len(), 1);
    case.natively(failing[0], &options, 1);
}

#[test]
fn bit_fields_and_unions_of_an_object_are_found_as_they_are() {
    for model in MODELS {
        let case = Case::new(
            "#include <assert.h>
struct item { unsigned flags : 3; unsigned id : 13; union { int i; unsigned char b[4]; } u; };
int f(struct item *it) {
    if (it->flags == 5 && it->id == 77 && it->u.b[1] == 9) assert(it->u.i != 0x0a0b090c);
    return 0;
}
",
        );
        let options = ["--entry", "f", "--assume", "it != 0", "--data-model", model];
        let (output, tests) = case.tests(&options);
        assert_eq!(code(&output), Some(1), "{output:?}");
        let failing = tests
            .iter()
            .find(|t| code(&case.replay(t, &options)) == Some(1));
        case.natively(failing.expect("a failing test"), &options, 1);
    }
}

#[test]
fn function_pointers_lead_to_functions_of_their_type() {
    let case = Case::new(
        "static int twice(int x) { return 2 * x; }
int (*keep)(int) = twice;
int f(int (*g)(int), int x) { return g ? 10 / (g(x) - 84) : 0; }
",
    );
    let (output, tests) = case.tests(&["--entry", "f", "--goal", "error"]);
    assert!(stdout(&output).contains("division-by-zero"), "{output:?}");
    let last = tests.last().expect("a test");
    assert_eq!(
        read(last)["inputs"][0]["to"],
        json!({ "function": { "name": "twice" } })
    );
    case.natively(last, &["--entry", "f"], 1);
}

#[test]
fn an_assumption_holds_at_the_first_call_alone() {
    let case = Case::new(
        "#include <assert.h>
int f(int n) { assert(n != 5); return n < 5 ? f(n + 1) : n; }
",
    );
    let reaches = case.tests(&["--entry", "f", "--assume", "n == 3"]).0;
    assert_eq!(code(&reaches), Some(1), "{reaches:?}");
    let stays = case
        .tests(&["--entry", "f", "--assume", "n > 5 && n < 9"])
        .0;
    assert_eq!(code(&stays), Some(0), "{stays:?}");
}

const LIMIT: &str = "#include <assert.h>
int limit = 10;
int f(int x) { assert(x < limit); return 0; }
";

#[test]
fn a_proof_under_an_assumption_is_a_proof_of_that_alone() {
    let case = Case::new(LIMIT);
    let proof = case.path("proof.json");
    let file = proof.to_string_lossy().into_owned();
    let assumed = ["--entry", "f", "--assume", "x <= 3"];
    let output = case.hatha("check", &[], &[&assumed[..], &["--proof", &file]].concat());
    assert_eq!(code(&output), Some(0), "{output:?}");
    assert!(stdout(&output).contains("assuming that `x <= 3` holds at the entry"));
    let same = case.hatha("certify", &[&proof], &assumed);
    assert_eq!(code(&same), Some(0), "{same:?}");
    let without = case.hatha("certify", &[&proof], &["--entry", "f"]);
    assert_ne!(code(&without), Some(0), "{without:?}");
}

#[test]
fn a_bad_assumption_is_located() {
    let case = Case::new(LIMIT);
    for (bad, place) in [("x <", "--assume:1:"), ("y < 3", "--assume:1:1")] {
        let output = case.hatha("check", &[], &["--entry", "f", "--assume", bad]);
        assert_eq!(code(&output), Some(65), "{output:?}");
        assert!(stderr(&output).contains(place), "{output:?}");
    }
    let second = case.hatha(
        "run",
        &[],
        &["--entry", "f", "--assume", "1", "--assume", "z"],
    );
    assert!(stderr(&second).contains("--assume:2:"), "{second:?}");
}

#[test]
fn globals_start_as_initialised_or_with_any_value() {
    let case = Case::new(LIMIT);
    let small = ["--entry", "f", "--assume", "x < 10"];
    assert_eq!(code(&case.hatha("check", &[], &small)), Some(0));
    let any = [&small[..], &["--globals", "any"]].concat();
    assert_eq!(code(&case.hatha("check", &[], &any)), Some(1));
    let (output, tests) = case.tests(&any);
    assert_eq!(code(&output), Some(1), "{output:?}");
    let failing = tests
        .iter()
        .find(|t| code(&case.replay(t, &any)) == Some(1));
    case.natively(failing.expect("a failing test"), &any, 1);
}

#[test]
fn constants_keep_their_values_and_static_pointers_lead_somewhere() {
    let case = Case::new(
        "#include <assert.h>
static const int size = 4;
static int *table;
int f(void) { assert(size == 4); if (table) assert(*table != 6); return 0; }
",
    );
    let options = ["--entry", "f", "--globals", "any"];
    let (output, tests) = case.tests(&options);
    assert_eq!(code(&output), Some(1), "{output:?}");
    assert!(
        !stdout(&output).contains("assertion `size == 4`"),
        "{output:?}"
    );
    case.natively(tests.last().expect("a test"), &options, 1);
}

#[test]
fn failures_of_main_are_seen_natively_in_both_models() {
    let programs = [
        ("extern void reach_error(void);", "reach_error();"),
        ("void reach_error(void) { }", "reach_error();"),
        ("#include <stdlib.h>", "abort();"),
        ("#include <assert.h>", "assert(x != 7);"),
        ("int zero;", "return x / zero;"),
        ("int *nowhere;", "return *nowhere;"),
        ("int a[3];", "return a[x];"),
        ("#include <hatha.h>", "hatha_assert(hatha_any_int() == 0);"),
    ];
    for model in MODELS {
        for (before, inside) in programs {
            let case = Case::new(&format!(
                "{before}\nextern int __VERIFIER_nondet_int(void);\nint main(void) {{\n    \
                 int x = __VERIFIER_nondet_int();\n    if (x == 7) {{ {inside} }}\n    return x & 1;\n}}\n"
            ));
            let options = ["--data-model", model];
            let (output, tests) = case.tests(&options);
            assert_eq!(code(&output), Some(1), "{inside}: {output:?}");
            for test in &tests {
                let status = code(&case.replay(test, &options)).expect("it ends by itself");
                case.natively(test, &options, status);
            }
        }
    }
}

#[test]
fn unknown_functions_and_variables_get_their_recorded_values() {
    let case = Case::new(
        "#include <assert.h>
extern int level;
extern int sensor(int);
int main(void) { if (level == 3 && sensor(1) == 4) assert(sensor(2) != 5); return 0; }
",
    );
    let options = ["--externals", "pure"];
    let (output, tests) = case.tests(&options);
    assert_eq!(code(&output), Some(1), "{output:?}");
    case.natively(tests.last().expect("a test"), &options, 1);
}

#[test]
fn a_test_that_hinges_on_an_uninitialised_local_says_so() {
    let case = Case::new(
        "#include <assert.h>
int main(void) { int x; assert(x != 123456789); return 0; }
",
    );
    let (_, tests) = case.tests(&[]);
    let output = case.replay(tests.last().expect("a test"), &["--native"]);
    assert_eq!(code(&output), Some(2), "{output:?}");
    assert!(stdout(&output).contains("uninitialised x"), "{output:?}");
}

/// Ends in the simulator, which gives `x` its recorded value, and never natively.
const ENDLESS: &str = "int main(void) { int x; while (x != 123456789) ; return 0; }\n";

#[test]
fn a_native_run_that_does_not_end_is_ended() {
    let case = Case::new(ENDLESS);
    let test = case.vector("main", 64, &[(32, "123456789")]);
    let output = case.replay(&test, &["--native", "--timeout", "0.5"]);
    assert_eq!(code(&output), Some(2), "{output:?}");
    assert!(stdout(&output).contains("time limit"), "{output:?}");
    let short = case.replay(&test, &["--steps", "1"]);
    assert_eq!(code(&short), Some(2), "{short:?}");
}

#[test]
fn an_interrupted_native_run_leaves_nothing_behind() {
    let case = Case::new(ENDLESS);
    let test = case.vector("main", 64, &[(32, "123456789")]);
    let temporary = case.path("tmp");
    std::fs::create_dir_all(&temporary).expect("the folder is ours");
    let files = || std::fs::read_dir(&temporary).expect("it is there");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["replay", "--native", "--timeout", "60"])
        .args([&test, &case.file])
        .env("TMPDIR", &temporary)
        .spawn()
        .expect("hatha starts");
    // The folder has the program's standard input when the program is about to run.
    let begun = || files().any(|f| f.is_ok_and(|f| f.path().join("stdin").exists()));
    let start = std::time::Instant::now();
    while !begun() && start.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.is_ok_and(|s| s.success()));
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(2));
    assert_eq!(files().count(), 0);
    assert!(
        start.elapsed().as_secs() < 30,
        "it did not wait for the limit"
    );
}

#[test]
fn a_compiler_that_cannot_build_for_32_bits_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new("int main(void) { return 0; }\n");
    let compiler = case.path("half-a-compiler");
    let script = "#!/bin/sh\ncase \" $* \" in *\" -E \"*) exec cc \"$@\";; esac\n\
                  echo '/usr/bin/ld: cannot find -lgcc' >&2\nexit 1\n";
    std::fs::write(&compiler, script).expect("the folder is ours");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&compiler, executable).expect("the file is ours");
    let test = case.vector("main", 32, &[]);
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["replay", "--native", "--data-model", "ilp32"])
        .args([&test, &case.file])
        .env("CC", &compiler)
        .output()
        .expect("hatha starts");
    assert_eq!(code(&output), Some(2), "{output:?}");
    assert!(stderr(&output).contains("gcc-multilib"), "{output:?}");
}

#[test]
fn tests_that_do_not_fit_are_refused_with_a_reason() {
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() + __VERIFIER_nondet_int(); }
",
    );
    let refused = |test: &Path, args: &[&str], why: &str| {
        let output = case.replay(test, args);
        assert_eq!(code(&output), Some(65), "{output:?}");
        assert!(stderr(&output).contains(why), "{why}: {output:?}");
    };
    let short = case.vector("main", 64, &[(32, "1")]);
    refused(&short, &[], "asks for more than 1 inputs");
    let long = case.vector("main", 64, &[(32, "1"), (32, "2"), (32, "3")]);
    refused(&long, &[], "takes only 2 of the test's 3 values");
    let wide = case.vector("main", 64, &[(32, "1"), (64, "2")]);
    refused(&wide, &[], "input 2 is 64 bits wide");
    let narrow = case.vector("main", 32, &[(32, "1"), (32, "2")]);
    refused(&narrow, &[], "another machine");
    let elsewhere = case.vector("f", 64, &[(32, "1"), (32, "2")]);
    refused(&elsewhere, &[], "starts at 'f'");
    let corrupt = case.path("corrupt.json");
    std::fs::write(&corrupt, "{ \"schema\": ").expect("the folder is ours");
    refused(&corrupt, &[], "corrupt.json");
}

#[test]
fn a_test_of_another_version_is_reported_and_replayed() {
    let case = Case::new(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { return 1 / __VERIFIER_nondet_int(); }\n",
    );
    let (_, tests) = case.tests(&[]);
    let test = &tests[0];
    assert!(
        read(test)["program"]
            .as_str()
            .is_some_and(|p| p.len() == 32)
    );
    let before = case.replay(test, &[]);
    assert_eq!(code(&before), Some(1), "{before:?}");
    assert!(!stderr(&before).contains("another version"));
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return x ? 1 / x : 0; }\n";
    std::fs::write(&case.file, text).expect("the folder is ours");
    let after = case.replay(test, &[]);
    assert_eq!(code(&after), Some(0), "{after:?}");
    assert!(stderr(&after).contains("another version"), "{after:?}");
}

#[test]
fn a_suite_has_its_files_and_its_harness_compiles_by_hand() {
    let case = Case::new(NODES);
    let lcov = case.path("coverage.info").to_string_lossy().into_owned();
    let (_, tests) = case.tests(&["--entry", "f", "--lcov", &lcov]);
    let suite = case.path("suite");
    let text = |name: &str| std::fs::read_to_string(suite.join(name)).expect(name);
    assert!(text("metadata.xml").contains("<entryfunction>f</entryfunction>"));
    for n in 1..=tests.len() {
        assert!(text(&format!("testcase-{n}.xml")).contains("<testcase"));
        let executable = case.path("replay");
        let compiled = Command::new("cc")
            .args(["-O0", "-fwrapv", "-w", "-DHATHA_REPLAY", "-o"])
            .arg(&executable)
            .args([&suite.join(format!("harness-{n:04}.c")), &case.file])
            .output()
            .expect("a compiler");
        assert!(compiled.status.success(), "{compiled:?}");
        let ran = Command::new(&executable).output().expect("it starts");
        let fails = text(&format!("testcase-{n}.xml")).contains("coversError");
        assert_eq!(ran.status.success(), !fails, "{ran:?}");
    }
    let trace = std::fs::read_to_string(lcov).expect("a tracefile");
    assert!(
        trace.contains("FN:3,f") && trace.contains("DA:5,"),
        "{trace}"
    );
}

const STRUCTURES: &str = "#include <assert.h>
typedef struct { int a; char c; struct { short x[2]; } in; int *p; } pair;
union number { long l; unsigned char b[sizeof(long)]; };
STATIC pair f(pair v, int n, union number u) {
    pair result = { v.a };
    if (v.a == 77 && v.in.x[1] == 9 && v.p && *v.p == n) assert(u.b[1] != 5);
    return result;
}
int main(void) { pair v = {0}; union number u = {0}; f(v, 1, u); return 0; }
";

#[test]
fn structures_are_chosen_member_by_member_and_replay_natively() {
    for (model, storage) in [("ilp32", ""), ("lp64", "static"), ("lp64", "")] {
        let case = Case::new(&STRUCTURES.replace("STATIC", storage));
        let options = ["--entry", "f", "--data-model", model];
        let (output, tests) = case.tests(&options);
        assert_eq!(code(&output), Some(1), "{output:?}");
        let mut failing = 0;
        for test in &tests {
            let status = code(&case.replay(test, &options)).expect("it ends by itself");
            case.natively(test, &options, status);
            failing += status;
            let inputs = read(test)["inputs"].clone();
            let inputs = inputs.as_array().expect("inputs").clone();
            // The program never looks at `v.c`, so the test does not have it.
            assert!(inputs.iter().all(|i| i["name"] != "v.c"), "{inputs:?}");
            let first = json!({ "parameter": { "index": 0 } });
            assert!(
                inputs
                    .iter()
                    .any(|i| i["name"] == "v.a" && i["at"] == first)
            );
        }
        assert_eq!(failing, 1, "{output:?}");
    }
}

#[test]
fn a_structure_of_bit_fields_is_a_test_but_no_harness() {
    let case = Case::new(
        "#include <assert.h>
struct flags { unsigned a : 3, b : 7; };
int f(struct flags v) { assert(v.a != 5 || v.b != 100); return 0; }
",
    );
    let (output, tests) = case.tests(&["--entry", "f"]);
    assert_eq!(code(&output), Some(1), "{output:?}");
    let last = tests.last().expect("a test");
    assert_eq!(code(&case.replay(last, &["--entry", "f"])), Some(1));
    let output = case.replay(last, &["--entry", "f", "--native"]);
    assert_eq!(code(&output), Some(2), "{output:?}");
    assert!(
        stderr(&output).contains("no harness can pass"),
        "{output:?}"
    );
}

/// Tests choose the arguments of `main` if it looks at them, up to some number, and say so; in a
/// closed world there are none.
#[test]
fn arguments_of_main_are_chosen_up_to_a_number() {
    let case = Case::new(
        "#include <assert.h>
int main(int argc, char **argv) { (void)argv; if (argc != 1) assert(0); return 0; }
",
    );
    let output = case.hatha("check", &[], &["--timeout", "20"]);
    assert_eq!(code(&output), Some(1), "there is such an argc: {output:?}");
    let (output, _) = case.tests(&["--environment", "closed"]);
    let reply = stdout(&output);
    assert!(reply.contains("the environment is closed"), "{reply}");
    assert!(!reply.contains("every path explored"), "{reply}");
    let ignored = Case::new("int main(int argc, char **argv) { return 0; }\n");
    let (output, _) = ignored.tests(&["--goal", "error"]);
    let reply = stdout(&output);
    assert!(!reply.contains("assuming"), "{reply}");
    assert!(reply.contains("every path explored"), "{reply}");
}
