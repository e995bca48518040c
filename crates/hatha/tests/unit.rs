//! `hatha unit`: the examples of the paper on unit checking, stubs, and bad input.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../benchmarks/pet")
        .join(name)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path
    }
}

fn hatha(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(args).output().expect("hatha starts")
}

/// The answer to a question: exit status and document.
fn ask(file: &Path, entry: &str, formula: &str, more: &[&str]) -> (i32, Value) {
    let file = file.to_string_lossy();
    let mut args = vec!["unit", &file, "--entry", entry, "--ltl", formula];
    args.extend(["--format", "json"]);
    args.extend(more);
    let out = hatha(&args);
    let text = String::from_utf8_lossy(&out.stdout);
    let status = out.status.code().expect("an exit status");
    let document = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    (status, document)
}

fn nodes(path: &Value) -> Vec<&str> {
    let nodes = path["nodes"].as_array().expect("nodes");
    nodes
        .iter()
        .map(|n| n["name"].as_str().expect("a name"))
        .collect()
}

fn conditions(document: &Value) -> Vec<&str> {
    let paths = document["paths"].as_array().expect("paths");
    paths
        .iter()
        .map(|p| p["condition"].as_str().expect("a condition"))
        .collect()
}

fn all_agree(document: &Value) -> bool {
    let paths = document["paths"].as_array().expect("paths");
    paths.iter().all(|p| p["backwards"] == true)
}

const TWICE: &str = "(!at l2) U (at l2 && X(!at l2 && (!at l2 U at l2)))";
const TWICE_LARGE: &str =
    "(!at l2) U (at l2 && {x >= y} && X(!at l2 && (!at l2 U (at l2 && {x >= 2 * y}))))";

#[test]
fn twice_through_a_point() {
    let (status, found) = ask(&example("figure5.c"), "unit", TWICE, &[]);
    assert_eq!(status, 1, "{found}");
    assert_eq!(nodes(&found["paths"][0]), ["l2", "l3", "l2"]);
    assert_eq!(conditions(&found), ["x + z < t"]);
    let (status, found) = ask(&example("figure5.c"), "unit", TWICE_LARGE, &[]);
    assert_eq!(status, 1, "{found}");
    assert_eq!(nodes(&found["paths"][0]), ["l2", "l3", "l2"]);
    assert_eq!(
        conditions(&found),
        ["x + z < t && x >= y && x + z >= y * 2"]
    );
    assert!(all_agree(&found));
    assert_eq!(found["paths"][0]["n"], 2);
}

#[test]
fn forwards_and_backwards() {
    let formula = "at l1 && X(at l2 && X at l3)";
    let (status, found) = ask(&example("figure2.c"), "unit", formula, &[]);
    assert_eq!(status, 1, "{found}");
    // Not x + 1 > y.
    assert_eq!(conditions(&found), ["y >= x + 1"]);
    assert!(all_agree(&found));
}

const ENDS_WITH_ZERO: &str = "F(at l7 && {x == 0})";
const POSITIVE: [&str; 2] = ["--assume", "a > 0 && b > 0"];

#[test]
fn the_wrong_greatest_common_divisor() {
    let ask_up_to = |n: &str| {
        let more = [&POSITIVE[..], &["-n", n]].concat();
        ask(&example("gcd.c"), "gcd", ENDS_WITH_ZERO, &more)
    };
    let (status, once) = ask_up_to("1");
    assert_eq!(status, 1, "{once}");
    assert_eq!(conditions(&once), ["a > 0 && b > 0 && a % b == 0"]);
    assert_eq!(once["coverage"]["open"], "a > 0 && b > 0 && a % b != 0");
    let (_, twice) = ask_up_to("2");
    let expected = [
        "a > 0 && b > 0 && a % b == 0",
        "a > 0 && b > 0 && a % b != 0",
    ];
    assert_eq!(conditions(&twice), expected);
    let again = [
        "l1", "l2", "l3", "l4", "l5", "l6", "l3", "l4", "l5", "l6", "l7",
    ];
    assert_eq!(nodes(&twice["paths"][1]), again);
    assert_eq!(twice["coverage"]["state"], "every-case");
    assert!(all_agree(&twice));
}

#[test]
fn the_corrected_one_has_no_such_path() {
    let file = example("gcd-corrected.c");
    let (status, answer) = ask(&file, "gcd", ENDS_WITH_ZERO, &POSITIVE);
    assert_eq!((status, &answer["answer"]), (0, &Value::from("proved")));
    // Without a proof that is not known.
    let more = [&POSITIVE[..], &["--no-proof"]].concat();
    let (status, answer) = ask(&file, "gcd", ENDS_WITH_ZERO, &more);
    assert_eq!(
        (status, &answer["answer"]),
        (2, &Value::from("none-up-to-bound"))
    );
}

#[test]
fn a_path_beyond_the_bound_is_found_by_the_search_for_a_proof() {
    let folder = Folder::new();
    let text = "int f(int n) { int i = 0; while (i < n) { i = i + 1; if (i == 7) l: return 1; } return 0; }";
    let file = folder.file("f.c", text);
    let (status, found) = ask(&file, "f", "F at l", &["-n", "2"]);
    assert_eq!(status, 1, "{found}");
    // The head of the loop stands on the path seven times.
    assert_eq!(found["paths"][0]["n"], 7);
    assert_eq!(conditions(&found), ["n > 6"]);
}

const LEFT_AT_ONCE: &str = "G !at l14 && F at l61";

#[test]
fn the_loop_condition_of_the_fixed_point_program() {
    let file = example("fixed-point.c");
    let ask_with = |more: &[&str]| {
        let (status, found) = ask(&file, "iterations", LEFT_AT_ONCE, more);
        assert_eq!(status, 1, "{found}");
        // The variable that the published program reads and never sets.
        assert_eq!(found["never_set"][0]["variable"], "CIm2HighLow");
        conditions(&found)[0].to_owned()
    };
    let faulty = ask_with(&["-n", "1", "-DFAULTY"]);
    assert_eq!(
        faulty,
        "(CIm >> 30 != 0 && CIm >> 15 != -1) || (CReal >> 30 != 0 && CReal >> 30 != -1)"
    );
    let corrected = ask_with(&["-n", "1"]);
    assert_eq!(
        corrected,
        "(CIm >> 30 != 0 && CIm >> 30 != -1) || (CReal >> 30 != 0 && CReal >> 30 != -1)"
    );
}

const SPLIT: &str = "(!at l60) U (at l60 && ({CRealLow < 0} || {CRealLow >= 32768} || {CImLow < 0} \
    || {CImLow >= 32768} || !{CReal == CRealHigh * 32768 + CRealLow} \
    || !{CIm == CImHigh * 32768 + CImLow}))";

#[test]
fn the_formulas_about_the_fixed_point_program_have_no_path() {
    let file = example("fixed-point.c");
    let questions = [
        (SPLIT, "1"),
        ("F(at l60 && !{CRealLow >= 0})", "2"),
        ("F(at l60 && {CRealLow >= 32768})", "2"),
    ];
    for (formula, n) in questions {
        let start = Instant::now();
        let (status, answer) = ask(&file, "iterations", formula, &["-n", n, "--no-proof"]);
        assert_eq!(status, 2, "{answer}");
        assert_eq!(answer["answer"], "none-up-to-bound");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    // For the first there is a proof, too.
    let (status, _) = ask(&file, "iterations", SPLIT, &["-n", "1"]);
    assert_eq!(status, 0);
}

/// A row of diamonds: each has an arm `a` and an arm `b`.
fn diamonds(n: usize) -> String {
    let params: Vec<String> = (1..=n).map(|i| format!("int x{i}, int y{i}")).collect();
    let mut text = format!("int unit({})\n{{\n    int s = 0;\n", params.join(", "));
    for i in 1..=n {
        let _ = write!(
            text,
            "    if (x{i} > y{i})\na{i}:     s = s + x{i};\n    else\nb{i}:     s = s + y{i};\n"
        );
    }
    text + "    return s;\n}\n"
}

#[test]
fn guided_searches_through_diamonds_are_linear() {
    let folder = Folder::new();
    let all_a = |n: usize| {
        let parts: Vec<String> = (1..=n).map(|i| format!("!at b{i}")).collect();
        format!("G({}) && F at exit", parts.join(" && "))
    };
    let in_order = |n: usize| {
        let parts: Vec<String> = (1..=n).map(|i| format!("F(at a{i}")).collect();
        parts.join(" && ") + &")".repeat(n)
    };
    let visited = |n: usize, formula: &str| {
        let file = folder.file("diamonds.c", &diamonds(n));
        let (status, found) = ask(&file, "unit", formula, &["--all", "--no-proof"]);
        assert_eq!(status, 1);
        let count = found["counts"]["prefixes"].as_u64().expect("a count");
        (count, found["paths"].as_array().expect("paths").len())
    };
    for question in [&all_a as &dyn Fn(usize) -> String, &in_order] {
        let (ten, paths) = visited(10, &question(10));
        assert_eq!(paths, 1);
        let (twenty, _) = visited(20, &question(20));
        let (thirty, _) = visited(30, &question(30));
        assert_eq!(thirty - twenty, twenty - ten);
        assert!(thirty < 100, "{thirty}");
    }
    let (four, paths) = visited(4, "F at exit");
    assert_eq!(paths, 16);
    let (six, paths) = visited(6, "F at exit");
    assert_eq!(paths, 64);
    assert!(six > 3 * four, "{four} {six}");
}

const WITH_STUBS: &str = "
int x, y, z;
int table[3];
void g(void);
int h(int n);
static int inner(int k) { l9: return k + 1; }
int f(int p)
{
    x = p;
    y = 5;
    g();
l1: if (x == y) {
l2:     z = h(x);
l3:     if (z > 100)
l4:         z = 0;
    }
    z = inner(z);
    return z;
}
";

#[test]
fn stubs_stand_for_functions() {
    let folder = Folder::new();
    let file = folder.file("f.c", WITH_STUBS);
    let step = ["--stub", "g: x' == x + 1 && same(y, z)"];
    let above = ["--stub", "h: result > n && same(x, y, z, table)"];
    let (status, found) = ask(&file, "f", "F at l4", &[step, above].concat());
    assert_eq!(status, 1, "{found}");
    assert_eq!(conditions(&found), ["p == 4"]);
    let below = ["--stub", "h: result < n && same(x, y, z, table)"];
    let (status, _) = ask(&file, "f", "F at l4", &[step, below].concat());
    assert_eq!(status, 0);
    // What a stub does not mention is arbitrary: y may be anything behind g.
    let loose = ["--stub", "g: x' == x + 1 && same(z)", "--externals", "pure"];
    let (status, found) = ask(&file, "f", "F at l2", &loose);
    assert_eq!((status, conditions(&found)), (1, vec!["1"]));
    // From a file, and in the place of a body.
    let stubs = folder.file(
        "stubs",
        "# two of them\ng: same(x, y, z)\ninner: result == 2 * k && same(x, y, z)\n",
    );
    let stubs = stubs.to_string_lossy();
    let more = ["--stubs", &stubs, "--externals", "pure", "--all"];
    let (status, found) = ask(&file, "f", "F(at exit && {z == 8})", &more);
    assert_eq!((status, conditions(&found)), (1, vec!["p == 5"]), "{found}");
    let (status, _) = ask(&file, "f", "F at l9", &["--externals", "pure"]);
    assert_eq!(status, 1);
}

#[test]
fn a_path_is_a_test_that_replays() {
    let folder = Folder::new();
    let file = folder.file(
        "list.c",
        "struct node { struct node *next; int n; };
int len(struct node *p)
{
    int c = 0;
    while (p) {
        c++;
        p = p->next;
    }
l4: return c;
}
",
    );
    let tests = folder.0.path().join("tests").to_string_lossy().into_owned();
    let more = ["-n", "3", "--tests", &tests];
    let (status, found) = ask(&file, "len", "F(at l4 && {c == 2})", &more);
    assert_eq!(status, 1, "{found}");
    assert_eq!(
        conditions(&found),
        ["p != 0 && p->next != 0 && p->next->next == 0"]
    );
    let test = format!("{tests}/path-1.json");
    let file = file.to_string_lossy();
    let replayed = hatha(&["replay", &test, &file, "--entry", "len"]);
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
    let reply = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(reply.contains("status 2"), "{reply}");
}

#[test]
fn a_condition_is_one_node_however_many_parts_it_has() {
    let folder = Folder::new();
    let text = "int f(int a, int b, int c)\n{\nl1: if (a > 0 && (b > 0 || c > 0))\nl2:     return 1;\nl3: return 0;\n}\n";
    let file = folder.file("f.c", text);
    let (_, found) = ask(&file, "f", "at l1 && X at l2", &[]);
    assert_eq!(conditions(&found), ["a > 0 && (b > 0 || c > 0)"]);
    let (_, found) = ask(&file, "f", "at l1 && X at l3", &[]);
    assert_eq!(conditions(&found), ["(b <= 0 && c <= 0) || a <= 0"]);
    assert!(all_agree(&found));
}

#[test]
fn a_truth_value_from_outside_is_zero_or_one() {
    let folder = Folder::new();
    let text = "void f(_Bool b) {\n  if (b >> (b & 15))\n    L1: return;\n}\n";
    let file = folder.file("truth.c", text);
    let (status, found) = ask(&file, "f", "F(at L1)", &[]);
    assert_eq!((status, conditions(&found).len()), (0, 0));
}

#[test]
fn a_label_in_unreachable_code_is_a_place_that_is_never_reached() {
    let folder = Folder::new();
    let text = "int f(int a) {\n  return a;\n  for (;;) {\n    L1: a = a + 1;\n  }\n}\n";
    let file = folder.file("dead.c", text);
    let (status, found) = ask(&file, "f", "F(at L1)", &[]);
    assert_eq!((status, conditions(&found).len()), (0, 0));
    let (status, _) = ask(&file, "f", "G(!at L1)", &["--paths", "1"]);
    assert_eq!(status, 1);
}

#[test]
fn the_next_path_and_the_order() {
    let folder = Folder::new();
    let file = folder.file("diamonds.c", &diamonds(3));
    let first = ask(&file, "unit", "F at exit", &["--paths", "1"]).1;
    let second = ask(&file, "unit", "F at exit", &["--paths", "1", "--skip", "1"]).1;
    assert_ne!(conditions(&first), conditions(&second));
    let all = ask(&file, "unit", "F at exit", &["--all", "--search", "dfs"]).1;
    assert_eq!(all["paths"].as_array().map(Vec::len), Some(8));
    assert_eq!(all["coverage"]["state"], "every-case");
    assert_eq!(all["exhausted"], true);
}

#[test]
fn the_automaton_is_shown() {
    let args = ["unit", "none.c", "--ltl", TWICE, "--show-automaton"];
    let out = hatha(&args);
    assert_eq!(out.status.code(), Some(0));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.contains("[accepting]: true"), "{text}");
    let dot = hatha(&["unit", "none.c", "--ltl", TWICE, "--show-automaton", "dot"]);
    assert!(String::from_utf8_lossy(&dot.stdout).starts_with("digraph"));
}

/// What hatha says about a question that has no answer.
fn refused(formula: &str, more: &[&str]) -> String {
    let file = example("gcd.c");
    let file = file.to_string_lossy();
    let mut args = vec!["unit", &file, "--entry", "gcd", "--ltl", formula];
    args.extend(more);
    let out = hatha(&args);
    assert_eq!(out.status.code(), Some(65), "{out:?}");
    String::from_utf8_lossy(&out.stderr).into_owned()
}

#[test]
fn bad_input_is_reported() {
    let label = refused("F at l77", &[]);
    assert!(label.contains("no point `l77`"), "{label}");
    assert!(label.contains("l7, "), "{label}");
    let variable = refused("F(at l7 && {w == 0})", &[]);
    assert!(
        variable.contains("'w'") && variable.contains("--ltl:1:13"),
        "{variable}"
    );
    let effect = refused("F(at l7 && {x++})", &[]);
    assert!(effect.contains("no effect"), "{effect}");
    let stub = refused("F at l7", &["--stub", "h: 1"]);
    assert!(stub.contains("no function `h`"), "{stub}");
    let nothing = refused("F at l7", &["--assume", "a > 0 && a < 0"]);
    assert!(nothing.contains("contradict each other"), "{nothing}");
    let mixed = refused("F(at l3 * v)", &[]);
    assert!(mixed.contains("split it"), "{mixed}");
    let process = refused("F P1 at l7", &[]);
    assert!(process.contains("no process `P1`"), "{process}");
    let folder = Folder::new();
    let text =
        "int f(int a)\n{\n    if (a) { int b = a;\nl1:     a = b;\n    }\nl2: return a;\n}\n";
    let file = folder.file("f.c", text).to_string_lossy().into_owned();
    let out = hatha(&[
        "unit",
        &file,
        "--entry",
        "f",
        "--ltl",
        "F(at l2 && {b == 1})",
    ]);
    let scope = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(65));
    assert!(
        scope.contains("not in scope") && scope.contains("f.c:6"),
        "{scope}"
    );
}

/// The condition is about a local of the inner block: it is asked for where `l1` is, and nowhere
/// else, also under a negation.
#[test]
fn a_condition_that_a_place_guards_may_stand_under_a_negation() {
    let folder = Folder::new();
    let text = "int f(unsigned char a)\n{\n    if (a > 3) { int b = a + 1;\nl1:     a = b;\n    }\nl2: return a;\n}\n";
    let file = folder.file("f.c", text);
    for (formula, status) in [
        ("(!(at l1 && {b == 9})) U at l2", 1),
        ("(!({b > 4} && at l1)) U at l2", 1),
        ("F at l1 && (!(at l1 && {b == 9})) U at l2", 1),
        ("F at l1 && ((!(at l1 && {b > 4})) U at l2)", 0),
        ("F at l1 && G(at l1 -> {b > 5})", 1),
        ("F at l1 && G(at l1 -> {b > 4} && {b < 4})", 0),
    ] {
        let (exit, document) = ask(&file, "f", formula, &[]);
        assert_eq!(exit, status, "{formula}: {document}");
    }
}

const BOTH_CRITICAL: &str = "F(P0 at critical && P1 at critical)";
const TWO: [&str; 4] = ["--process", "P0=p0", "--process", "P1=p1"];

#[test]
fn mutual_exclusion_holds_up_to_the_bound() {
    for name in ["peterson.c", "dekker.c"] {
        let more = [&TWO[..], &["-n", "4", "--no-proof"]].concat();
        let (status, answer) = ask(&example(name), "p0", BOTH_CRITICAL, &more);
        assert_eq!(status, 2, "{name}: {answer}");
        assert_eq!(answer["answer"], "none-up-to-bound", "{name}");
        // Equal states are one, so the search may even come to its end.
        assert!(answer["counts"]["matched"].as_u64() > Some(10), "{name}");
        let reply = answer["assumptions"].to_string();
        assert!(reply.contains("sequentially consistent"), "{reply}");
        // And for any n there is a certified proof.
        let (status, answer) = ask(&example(name), "p0", BOTH_CRITICAL, &TWO);
        assert_eq!((status, &answer["answer"]), (0, &Value::from("proved")));
    }
}

#[test]
fn mutual_exclusion_of_processes_without_an_end_is_proved() {
    let folder = Folder::new();
    let text = "int flag0, flag1, turn;
void p0(void)
{
    while (1) {
        flag0 = 1;
        turn = 1;
        while (flag1 && turn == 1) ;
critical: flag0 = 0;
    }
}
void p1(void)
{
    while (1) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0) ;
critical: flag1 = 0;
    }
}
";
    let file = folder.file("peterson.c", text);
    let (status, answer) = ask(&file, "p0", BOTH_CRITICAL, &TWO);
    assert_eq!((status, &answer["answer"]), (0, &Value::from("proved")));
    let wrong = text.replace("turn = 1;", "turn = 0;");
    let (status, _) = ask(&folder.file("wrong.c", &wrong), "p0", BOTH_CRITICAL, &TWO);
    assert_eq!(status, 1);
}

#[test]
fn seeded_mistakes_give_tests_with_schedules() {
    let folder = Folder::new();
    for name in ["peterson.c", "dekker.c"] {
        for mistake in 1..=10 {
            let define = format!("-DMISTAKE={mistake}");
            let tests = folder.0.path().join(format!("{name}{mistake}"));
            let tests = tests.to_string_lossy();
            let one = [
                "-n",
                "4",
                "--paths",
                "1",
                "--no-proof",
                "--tests",
                &tests,
                &define,
            ];
            let more = [&TWO[..], &one].concat();
            let (status, found) = ask(&example(name), "p0", BOTH_CRITICAL, &more);
            assert_eq!(status, 1, "{name}, mistake {mistake}: {found}");
            let test = format!("{tests}/path-1.json");
            let file = example(name).to_string_lossy().into_owned();
            let args = [&["replay", &test, &file, &define, "--native"], &TWO[..]].concat();
            let replayed = hatha(&args);
            assert_eq!(
                replayed.status.code(),
                Some(0),
                "{name}, {mistake}: {replayed:?}"
            );
            let reply = String::from_utf8_lossy(&replayed.stdout).into_owned();
            assert!(
                reply.contains("natively the same"),
                "{name}, {mistake}: {reply}"
            );
        }
    }
}

/// Finds a path of processes and replays it natively: the statuses, and what is said.
fn natively(
    file: &Path,
    processes: &[&str],
    formula: &str,
    more: &[&str],
) -> (i32, Option<i32>, String) {
    let folder = Folder::new();
    let tests = folder.0.path().join("tests").to_string_lossy().into_owned();
    let one = ["--paths", "1", "--no-proof", "--tests", &tests];
    let (status, _) = ask(file, "a", formula, &[processes, more, &one[..]].concat());
    let test = format!("{tests}/path-1.json");
    let file = file.to_string_lossy();
    let args = [&["replay", &test, &file, "--native"], processes, more].concat();
    let replayed = hatha(&args);
    let reply = String::from_utf8_lossy(&replayed.stdout).into_owned();
    let errors = String::from_utf8_lossy(&replayed.stderr).into_owned();
    (status, replayed.status.code(), reply + &errors)
}

const AB: [&str; 4] = ["--process", "A=a", "--process", "B=b"];

#[test]
fn processes_have_inputs_of_their_own_natively() {
    let folder = Folder::new();
    let text = "
extern int __VERIFIER_nondet_int(void);
int in; int *p = &in; static int hidden[4]; const int one = 1;
void a(int k)
{
    int l = __VERIFIER_nondet_int();
    if (k > 3 && l == 7) {
        hidden[k & 3] = in;
l1:     *p = hidden[k & 3] + one;
l2:     in = in + one;
    }
}
void b(short k)
{
    int own = k, *q = &own;
    int l = __VERIFIER_nondet_int();
    *q = *q + l;
    in = in + *q;
l3: if (in == 12)
l4:     in = 0;
}
";
    let file = folder.file("both.c", text);
    // Each draws a value, and what they do to shared memory alternates.
    let formula = "F(A at l1 && F(B at l3 && F(A at l2 && F(B at l4 && {in == 12}))))";
    let (found, replayed, reply) = natively(&file, &AB, formula, &[]);
    assert_eq!((found, replayed), (1, Some(0)), "{reply}");
    assert!(reply.contains("natively the same"), "{reply}");
    // Addresses of 32 bits.
    let (found, replayed, reply) = natively(&file, &AB, formula, &["--data-model", "ilp32"]);
    assert_eq!((found, replayed), (1, Some(0)), "{reply}");
}

#[test]
fn parts_of_structures_are_accesses_natively_and_copies_are_none() {
    let folder = Folder::new();
    let text = "
struct s { int a; short b; unsigned f : 3, g : 5; } x, y;
long long wide;
_Bool flag;
static int twice(int v) { static int calls; calls++; return v * 2 + (calls > 3); }
void a(void)
{
    x.g = 9;
    x.b = -1;
    y.a = x.g;
    wide = (long long)twice(y.a) << 40;
    flag = wide;
}
void b(void)
{
    if (x.g == 9 && x.b == 0)
l1:     x.a = twice(x.g);
    if (flag)
l2:     y.b++;
}
";
    let file = folder.file("parts.c", text);
    let formula = "F(B at l1 && F B at l2)";
    let (found, replayed, reply) = natively(&file, &AB, formula, &[]);
    assert_eq!((found, replayed), (1, Some(0)), "{reply}");
    let copy = text.replace("x.a = twice(x.g)", "x = y");
    let file = folder.file("copy.c", &copy);
    let (found, replayed, reply) = natively(&file, &AB, formula, &[]);
    assert_eq!((found, replayed), (1, Some(2)), "{reply}");
    assert!(reply.contains("copied in one step"), "{reply}");
}

#[test]
fn processes_without_an_end_have_a_schedule_that_ends() {
    let folder = Folder::new();
    let text = "int x;
void a(void) { while (1) { x = 1; l1: x = 2; } }
void b(void) { while (1) { if (x == 1) l2: x = 3; } }
";
    let file = folder.file("loops.c", text);
    let (found, replayed, reply) = natively(&file, &AB, "F(A at l1 && B at l2)", &[]);
    assert_eq!((found, replayed), (1, Some(0)), "{reply}");
    assert!(reply.contains("its schedule ends"), "{reply}");
    assert!(reply.contains("natively the same"), "{reply}");
}

#[test]
fn a_failure_under_a_schedule_is_one_natively() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>
int x;
void a(void) { x = 1; x = 2; }
void b(void) { if (x == 1) { if (x == 2) l: abort(); } }
";
    let file = folder.file("abort.c", text);
    let (found, replayed, reply) = natively(&file, &AB, "F B at l", &[]);
    assert_eq!((found, replayed), (1, Some(1)), "{reply}");
    assert!(
        reply.contains("natively the same: it is ended by SIGABRT"),
        "{reply}"
    );
}

#[test]
fn a_native_run_that_accesses_something_else_is_reported() {
    let folder = Folder::new();
    // Compiled so that accesses are announced it is another program.
    let text = "int x, y;
void a(void)
{
#ifdef __SANITIZE_THREAD__
    y = 1;
    x = 1;
#else
    x = 1;
    y = 1;
#endif
}
void b(void) { if (x == 1 && y == 0) l: x = 3; }
";
    let file = folder.file("other.c", text);
    let (found, replayed, reply) = natively(&file, &AB, "F B at l", &[]);
    assert_eq!((found, replayed), (1, Some(2)), "{reply}");
    assert!(reply.contains("not those of the schedule"), "{reply}");
    // Another value is noticed as well.
    let value = text.replace("y = 1;\n    x = 1;", "x = 7;\n    y = 1;");
    let file = folder.file("value.c", &value);
    let (_, replayed, reply) = natively(&file, &AB, "F B at l", &[]);
    assert_eq!(replayed, Some(2), "{reply}");
}

#[test]
fn an_empty_statement_is_a_place_of_its_own() {
    let folder = Folder::new();
    let text = "int f(int a)
{
    while (a > 0) {
        a = a - 1;
        if (a == 5) { l1: ; }
        if (a == 6) l2: continue;
        if (a == 4) l3: break;
    }
    return a;
}
";
    let file = folder.file("empty.c", text);
    for (label, condition) in [("l1", "a == 6"), ("l2", "a == 7"), ("l3", "a == 5")] {
        let formula = format!("F at {label}");
        let (status, found) = ask(&file, "f", &formula, &["-n", "1", "--paths", "1"]);
        assert_eq!(
            (status, conditions(&found)),
            (1, vec![condition]),
            "{found}"
        );
        assert!(all_agree(&found));
    }
}

#[test]
fn a_process_is_named_where_there_are_several() {
    let file = example("peterson.c");
    let file = file.to_string_lossy();
    let refused = |formula: &str, processes: &[&str]| {
        let args = [&["unit", &file, "--ltl", formula], processes].concat();
        let out = hatha(&args);
        let reply = String::from_utf8_lossy(&out.stderr).into_owned();
        (out.status.code(), reply)
    };
    let (status, reply) = refused("F at critical", &TWO);
    assert_eq!(status, Some(65));
    assert!(reply.contains("of which process"), "{reply}");
    let (status, reply) = refused("F P7 at critical", &TWO);
    assert_eq!(status, Some(65));
    assert!(reply.contains("no process `P7`"), "{reply}");
    assert_eq!(
        refused("F P0 at critical", &["--process", "p0"]).0,
        Some(64)
    );
}
