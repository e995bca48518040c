//! The walk in which every step is taken both concretely and abstractly, and the checker of the
//! executions that it lists.

use hatha_certify::{Refusal, certify_under};
use hatha_cfa::{Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::unrolled::Choice;
use hatha_proof::{Proof, fingerprint};
use hatha_smt::Budget;
use hatha_verify::check::{Options, Verdict, check, environment};
use serde_json::Value;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long); extern void free(void *);
extern void reach_error(void);\n";

fn program(text: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some("main".to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn verdict(program: &Program) -> Verdict {
    matched(program, false)
}

fn matched(program: &Program, matching: bool) -> Verdict {
    matched_for(program, matching, None)
}

fn matched_for(program: &Program, matching: bool, error: Option<&str>) -> Verdict {
    let entry = program.find_proc("main").expect("the entry is there");
    let mut options = Options::new(Config::default(), Duration::from_secs(30));
    options.engine = "panda".to_owned();
    options.matching = matching;
    options.error_function = error.map(str::to_owned);
    let report = check(program, entry, &options).expect("hatha has no defect");
    report.verdict
}

fn proof(text: &str) -> Box<Proof> {
    match verdict(&program(text)) {
        Verdict::Proved { proof, certificate } => {
            assert!(certificate.is_some(), "{text}");
            proof
        }
        Verdict::Violated { .. } => panic!("violated: {text}"),
        Verdict::Unknown(why) => panic!("{why}: {text}"),
    }
}

fn certify(program: &Program, proof: &Proof) -> Result<(), Refusal> {
    let assumed = environment(&Config::default(), None);
    certify_under(program, proof, assumed, &mut [], &Budget::unlimited()).map(|_| ())
}

/// Programs that hold, each with a change after which it can fail.
const PAIRS: &[(&str, &str, &str)] = &[
    (
        "int main(void) { int a[4] = {1, 2, 3, 4}; int i = __VERIFIER_nondet_int();
         if (i < 0 || i > 3) return 0; a[i] = 9; int s = a[0] + a[1] + a[2] + a[3];
         if (s < 15 || s > 18) reach_error(); return 0; }",
        "s < 15",
        "s < 16",
    ),
    (
        "int main(void) { int x = __VERIFIER_nondet_int(), y;
         switch (x) { case 1: y = 10; break; case 2: y = 20; break; case 7: y = 70; break;
         case -4: y = -40; break; case 100: y = 1000; break; default: y = 0; }
         if (y != 0 && y != 10 * x) reach_error(); return 0; }",
        "case 7: y = 70",
        "case 7: y = 71",
    ),
    (
        "struct pair { unsigned low : 3; unsigned high : 5; int whole; };
         struct pair make(unsigned n) { struct pair p; p.low = n; p.high = n >> 3; p.whole = n;
         return p; }
         int main(void) { unsigned n = __VERIFIER_nondet_uchar(); struct pair p = make(n), q = p;
         if (q.low + 8 * q.high != n || q.whole != (int)n) reach_error(); return 0; }",
        "8 * q.high",
        "4 * q.high",
    ),
    (
        "struct node { int value; struct node *next; };
         int main(void) { struct node *list = 0; int i, n = 0, s = 0;
         for (i = 0; i < 3; i++) { if (__VERIFIER_nondet_int() > 0) {
         struct node *new = malloc(sizeof *new); new->value = i; new->next = list; list = new; n++; } }
         while (list) { struct node *gone = list; s += list->value + 1; list = list->next;
         free(gone); n--; }
         if (n != 0 || s > 6) reach_error(); return 0; }",
        "s > 6",
        "s > 5",
    ),
    (
        "int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
         int main(void) { int n = __VERIFIER_nondet_uchar() & 7;
         if (sum(n) * 2 != n * (n + 1)) reach_error(); return 0; }",
        "n <= 0 ? 0",
        "n <= 0 ? n == 0 && n != 0 ? 1 : 0 : n == 5 ? 6",
    ),
    (
        "int twice(int x) { return 2 * x; } int thrice(int x) { return 3 * x; }
         int main(void) { int (*f)(int) = __VERIFIER_nondet_int() ? twice : thrice;
         int r = f(7); if (r != 14 && r != 21) reach_error(); return 0; }",
        "return 3 * x",
        "return 4 * x",
    ),
    (
        "int main(void) { int x = 3, y = 4; int *p = __VERIFIER_nondet_int() ? &x : &y, *q = &x;
         *p = 10; if (p == q && *q != 10) reach_error(); if (p != q && *q != 3) reach_error();
         return 0; }",
        "p != q && *q != 3",
        "p != q && *q == 3",
    ),
    (
        "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
         if (y == 0 || y == -1) return 0; int q = x / y, r = x % y;
         if (x > 0 && x < 100 && y > 2 && y < 9) { if (q * y + r != x) reach_error(); } return 0; }",
        "q * y + r != x",
        "q * y - r == x",
    ),
    (
        "union cell { unsigned number; unsigned char bytes[4]; };
         int main(void) { union cell c; c.number = 0; c.bytes[1] = __VERIFIER_nondet_uchar();
         if (c.number > 0xff00 || (c.number & 0xff) != 0) reach_error(); return 0; }",
        "c.number > 0xff00",
        "c.number >= 0xff00",
    ),
    (
        "#include <stdarg.h>\nint add(int n, ...) { va_list v; int s = 0; va_start(v, n);
         while (n-- > 0) s += va_arg(v, int); va_end(v); return s; }
         int main(void) { int a = __VERIFIER_nondet_uchar(); int s = add(3, a, 1, 2);
         if (s != a + 3) reach_error(); return 0; }",
        "add(3, a, 1, 2)",
        "add(2, a, 1, 2)",
    ),
    (
        "int table[6]; int main(void) { char text[] = \"abc\"; int i, n = 0;
         for (i = 0; text[i]; i++) n += text[i] == 'b' ? 1 : 0;
         int k = __VERIFIER_nondet_int(); int *p = &table[k & 3]; *p = n;
         if (p < table || p - table > 3 || *p != 1 || table[5]) reach_error(); return 0; }",
        "p - table > 3",
        "p - table > 2",
    ),
    (
        "int main(void) { signed char c = (signed char)__VERIFIER_nondet_int(); int shifted = c << 2;
         unsigned wide = (unsigned)c; if ((shifted >> 2) != c) reach_error();
         if (c < 0 && wide < 0x80000000u) reach_error(); _Bool b = c; if (b && !c) reach_error();
         return 0; }",
        "wide < 0x80000000u",
        "wide < 0xffffff81u",
    ),
];

#[test]
fn programs_that_hold_are_proved_and_their_variants_fail() {
    for (holds, from, to) in PAIRS {
        let fails = holds.replace(from, to);
        assert_ne!(*holds, fails, "the variant is another program");
        proof(holds);
        let found = verdict(&program(&fails));
        assert!(
            matches!(found, Verdict::Violated { .. }),
            "{found:?}: {fails}"
        );
    }
}

/// The graph of a program that holds is no proof of the one that fails, though it has the same
/// choices.
#[test]
fn a_graph_of_another_program_is_refused() {
    for (holds, from, to) in PAIRS {
        let fails = program(&holds.replace(from, to));
        let mut forged = proof(holds);
        forged.program = fingerprint(&fails);
        assert!(certify(&fails, &forged).is_err(), "{holds}");
    }
}

/// A solver that cannot tell makes a proof undecided: neither accepted nor wrong.
#[test]
fn what_no_solver_decides_is_undecided() {
    let budget = Budget {
        interrupt: Some(Arc::new(AtomicBool::new(true))),
        ..Budget::unlimited()
    };
    let mut undecided = 0;
    for (holds, ..) in PAIRS {
        let program = program(holds);
        let mut proof = proof(holds);
        proof.program = fingerprint(&program);
        let assumed = environment(&Config::default(), None);
        match certify_under(&program, &proof, assumed, &mut [], &budget) {
            Err(Refusal::Undecided(_)) => undecided += 1,
            // Where every way is taken there is nothing to refute.
            Ok(certificate) if certificate.obligations == 0 => {}
            other => panic!("{other:?}: {holds}"),
        }
    }
    assert!(undecided > PAIRS.len() / 2, "{undecided}");
}

/// Every way that a graph lists is needed: executions take it. Only where it is the one way that
/// is open, and executions have parted in an address before, need the graph not say so.
#[test]
fn a_graph_without_one_of_its_ways_is_refused() {
    let mut refused = 0;
    for (holds, ..) in PAIRS {
        let program = program(holds);
        let whole = proof(holds);
        let unrolled = whole.unrolled.clone().expect("a graph");
        for (i, choice) in unrolled.choices.iter().enumerate() {
            for w in 0..choice.ways.len() {
                let mut forged = whole.clone();
                forged.program = fingerprint(&program);
                let graph = forged.unrolled.as_mut().expect("a graph");
                graph.choices[i].ways.remove(w);
                let is_refused = certify(&program, &forged).is_err();
                let is_alone = choice.ways.len() == 1 && holds.contains('[');
                assert!(is_refused || is_alone, "way {w} of {i}: {holds}");
                refused += u32::from(is_refused);
            }
        }
    }
    assert!(refused > 50, "only {refused} graphs were tried");
}

/// A graph that is cut off, or whose choices stand elsewhere, says nothing about what executions
/// do there.
#[test]
fn a_graph_that_does_not_fit_is_refused() {
    let (holds, ..) = PAIRS[1];
    let program = program(holds);
    let whole = proof(holds);
    let mut forgeries = Vec::new();
    for i in 0..3 {
        let mut forged = whole.clone();
        forged.program = fingerprint(&program);
        let graph = forged.unrolled.as_mut().expect("a graph");
        match i {
            0 => graph.first = None,
            1 => graph.choices[0].step += 1,
            _ => graph.choices[0].location += 1,
        }
        forgeries.push(forged);
    }
    for forged in forgeries {
        assert!(certify(&program, &forged).is_err());
    }
}

/// Programs with loops that have no bound, each with a change after which it can fail.
const LOOPS: &[(&str, &str, &str)] = &[
    (
        "int main(void) { unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
         while (x > 0 && y > 0) { if (__VERIFIER_nondet_int()) x = x - 1; else y = y - 1; }
         if (x != 0 && y != 0) reach_error(); return 0; }",
        "x != 0 && y != 0",
        "x != 0 && y != 1",
    ),
    (
        "int main(void) { int i = 0, k = 5; int n = __VERIFIER_nondet_int();
         while (i < n) { i++; if (k != 5) reach_error(); if (i < 0) reach_error(); } return 0; }",
        "i < 0) reach",
        "i == 70) reach",
    ),
    (
        "int state = 1; void turn(void) { state = state == 1 ? 2 : 1; }
         int main(void) { while (__VERIFIER_nondet_int()) { turn(); turn(); }
         if (state != 1) reach_error(); return 0; }",
        "turn(); turn();",
        "turn(); if (__VERIFIER_nondet_int() != 5) turn();",
    ),
    (
        "int main(void) { int a[3] = {4, 5, 6}, s = 0, i; while (__VERIFIER_nondet_int() > 0) {
         s = 0; for (i = 0; i < 3; i++) s += a[i]; }
         if (s > 15) reach_error(); return 0; }",
        "s > 15",
        "s > 14",
    ),
];

fn cover(text: &str) -> Box<Proof> {
    match matched(&program(text), true) {
        Verdict::Proved { proof, .. } => proof,
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn loops_without_a_bound_end_where_states_are_covered() {
    for (holds, from, to) in LOOPS {
        let fails = holds.replace(from, to);
        assert_ne!(*holds, fails, "the variant is another program");
        let proof = cover(holds);
        let unrolled = proof.unrolled.expect("a graph");
        assert!(
            unrolled.choices.iter().any(|c| c.covered.is_some()),
            "{holds}"
        );
        let found = matched(&program(&fails), true);
        assert!(
            matches!(found, Verdict::Violated { .. }),
            "{found:?}: {fails}"
        );
    }
}

/// Executions that part in the value of an address share their choices: one may pass a choice of
/// another without one of its own, and come to one that the other does not come to.
#[test]
fn executions_that_part_in_an_address_find_their_choices() {
    let text = "static int parse(char *s) { int start = 0, i = -1, j;
         do { i++; switch (s[i]) { case 0:
         while (s[start] == ' ' || s[start] == 9) start++;
         j = i - 1; if (start <= j) { if (j - start + 1 >= 2) return 1;
         if (j - start + 1 >= 2) reach_error(); } else return 1;
         start = i + 1; } } while (s[i] != 0);
         return 0; }
         int main(void) { char a[5]; for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uchar();
         a[4] = 0; parse(a); return 0; }";
    let program = program(text);
    let found = matched_for(&program, true, Some("reach_error"));
    assert!(matches!(found, Verdict::Proved { .. }), "{found:?}");
}

/// A cut that forgets too little, or too much, or whose facts do not hold, and a state that is
/// covered by the wrong cut or at once, prove nothing.
#[test]
fn wrong_cuts_are_refused() {
    let mut refused = 0;
    for (holds, from, to) in LOOPS {
        let (program, fails) = (program(holds), program(&holds.replace(from, to)));
        let whole = cover(holds);
        let mut forged = whole.clone();
        forged.program = fingerprint(&fails);
        assert!(certify(&fails, &forged).is_err(), "{holds}");
        for forged in forgeries(&program, &whole) {
            assert!(certify(&program, &forged).is_err(), "{holds}: {forged:?}");
            refused += 1;
        }
    }
    assert!(refused >= 12, "only {refused} graphs were tried");
}

fn forgeries(program: &Program, whole: &Proof) -> Vec<Proof> {
    let mut copy = whole.clone();
    copy.program = fingerprint(program);
    let mut forged = Vec::new();
    let unrolled = whole.unrolled.as_ref().expect("a graph");
    for (i, choice) in unrolled.choices.iter().enumerate() {
        let mut change = |change: &dyn Fn(&mut Choice)| {
            let mut proof = copy.clone();
            let graph = proof.unrolled.as_mut().expect("a graph");
            change(&mut graph.choices[i]);
            forged.push(proof);
        };
        if choice.cut.as_ref().is_some_and(|cut| cut.forget.len() > 1) {
            // Nothing is forgotten any more.
            change(&|c| c.cut.iter_mut().for_each(|cut| cut.forget.clear()));
        }
        if choice.cut.is_some() {
            // Executions are covered where they are cut.
            change(&|c| {
                c.cut = None;
                c.covered = Some(i as u32);
            });
        }
        if choice.covered.is_some() {
            change(&|c| c.covered = None);
            change(&|c| c.covered = Some(i as u32));
        }
    }
    forged
}

/// A fact that does not hold is not believed, though it would make the program hold.
#[test]
fn facts_of_cuts_are_shown() {
    let text = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { if (i < 100) i++; }
         if (i > 100) reach_error(); return 0; }";
    let fails = program(&text.replace("i > 100", "i == 77"));
    let mut forged = cover(text);
    forged.program = fingerprint(&fails);
    assert!(certify(&fails, &forged).is_err());
    assert!(!forged.terms.is_empty(), "the cut has facts");
    let falsity = hatha_proof::Node {
        op: "false".to_owned(),
        args: Vec::new(),
        width: None,
        low: None,
        text: None,
    };
    let number = forged.terms.len() as u32;
    forged.terms.push(falsity);
    let graph = forged.unrolled.as_mut().expect("a graph");
    for choice in &mut graph.choices {
        if let Some(cut) = &mut choice.cut {
            cut.facts.push(number);
        }
    }
    assert!(certify(&fails, &forged).is_err());
}

const FIND_GREATER: &str = "int find(int *a, int n, int t) {
    for (int j = 0; j < n; j++) if (a[j] > t) return j;
    return n; }
 int main(void) { int a[LENGTH]; int i = find(a, LENGTH, 10);
    if (!(i == LENGTH || a[i] > 10)) reach_error(); return 0; }";

fn command(text: &str, options: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--engine", "panda", "--format", "json"])
        .args(options)
        .arg(&path)
        .output()
        .expect("hatha runs");
    serde_json::from_slice(&output.stdout).expect("hatha writes JSON")
}

/// The first figure of the paper: no refinement, and a number of states that grows with the
/// length and no faster.
#[test]
fn the_states_of_find_greater_grow_with_the_length() {
    let states = |length: u32| {
        let text = FIND_GREATER.replace("LENGTH", &length.to_string());
        let document = command(&text, &["--checks", "assertions"]);
        assert_eq!(document["verdict"], "proved", "{document}");
        assert_eq!(document["refinements"], 0);
        document["states"].as_u64().expect("a number")
    };
    let (short, long) = (states(15), states(60));
    assert!(short > 15 && long < 5 * short, "{short} {long}");
}

/// The fourth figure: the values at hand do not take a way, others do, and with these the walk
/// goes on from before the choice; then nothing is left there.
#[test]
fn the_three_phases_are_in_the_log() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let log = dir.path().join("log.jsonl");
    let log = log.to_string_lossy().into_owned();
    let text = "int main(void) { int x = __VERIFIER_nondet_int(); int y = 0;
         if (x > 1) y = 1; else y = 2; if (y == 0) reach_error(); return 0; }";
    let document = command(text, &["--log", &log]);
    assert_eq!(document["verdict"], "proved");
    let written = std::fs::read_to_string(&log).expect("the log was written");
    let events = written
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).expect("a line is JSON"));
    let walk = ["inconsistent", "alternative", "trace"];
    let reported: Vec<Value> = events
        .filter(|e| e["event"].as_str().is_some_and(|e| walk.contains(&e)))
        .collect();
    let kinds: Vec<&str> = reported
        .iter()
        .filter_map(|e| e["event"].as_str())
        .collect();
    // x = 0 takes the second way; other values take the first; and there is no third.
    let expected = [
        "trace",
        "inconsistent",
        "alternative",
        "trace",
        "inconsistent",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(reported[1]["feasible"], true);
    assert_eq!(reported[4]["feasible"], false);
    let chosen = reported[2]["inputs"][0][1].as_str().expect("a number");
    let chosen: u32 = chosen.parse().expect("a number");
    assert!(chosen as i32 > 1, "{chosen}");
}
