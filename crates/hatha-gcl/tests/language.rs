//! The language: what is read, what is refused and where.

use hatha_gcl::explicit::{self, Found};
use hatha_gcl::interpret::{FaultKind, Wrong};
use hatha_gcl::{load, random};

/// Line, column and a part of the message.
fn refused(text: &str, line: u32, column: u32, part: &str) {
    let diagnostic = load(text, &[]).expect_err(text);
    let place = diagnostic.place.line_and_column(text);
    assert_eq!(place, (line, column), "{text}: {diagnostic}");
    assert!(diagnostic.message.contains(part), "{text}: {diagnostic}");
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    refused("var x: int\nnever x = 1;", 2, 1, "expected `;`");
    refused("var x: int; never x = y;", 1, 23, "nothing is called `y`");
    refused("var x: int; never x;", 1, 19, "expected a truth value");
    refused("var x: int; t: true -> x := x * x;", 1, 29, "linear");
    refused(
        "var x: int; t: true -> x := 1, x := 2;",
        1,
        32,
        "assigned twice",
    );
    refused("var x: 3..3; never x = 1;", 1, 8, "empty");
    refused("var a[0..2]: int; never a[2] = 1;", 1, 25, "indices 0..2");
    refused("var a[0..2]: int; never a = 1;", 1, 25, "needs an index");
    refused(
        "var p: {u, v}; never p = w;",
        1,
        26,
        "nothing is called `w`",
    );
    refused(
        "var p: {u, v}; var q: {w}; never p = w;",
        1,
        38,
        "not one of {u, v}",
    );
    refused("const n; var x: 0..n; never x = 1;", 1, 7, "no value");
    refused("var x: int;", 1, 12, "asks for nothing");
    refused("var x: int; never x = 1; /* ", 1, 26, "does not end");
    refused("var x: int; never x = 1 ? 2;", 1, 25, "means nothing");
    refused(
        "var x: int; t: x = 0 -> x := 1; t: x = 1 -> x := 0; never x = 2;",
        1,
        33,
        "two",
    );
    refused("var x: int; never x % 65 = 1;", 1, 23, "divisor");
    refused("var x: int; never x = 12ab;", 1, 23, "not a number");
    let large = format!("var x: int; never x = {};", "9".repeat(50));
    refused(&large, 1, 23, "too large");
    refused("/*/ var x: int; never x = 1;", 1, 1, "does not end");
}

#[test]
fn nesting_without_end_is_refused_and_not_a_crash() {
    let deep = format!("var x: int; never {}x = 1", "(".repeat(100_000));
    assert!(load(&deep, &[]).is_err());
    let deep = format!("var x: int; never {}x = 1", "!".repeat(100_000));
    assert!(load(&deep, &[]).is_err());
}

#[test]
fn an_unknown_constant_is_refused() {
    let wrong = load("var x: int; never x = 1;", &[("n".into(), 1)]);
    assert!(wrong.expect_err("refused").message.contains("-D n"));
}

/// The number of steps to a wrong state, and what is wrong there.
fn wrong(text: &str) -> (usize, Wrong) {
    let model = load(text, &[]).expect(text);
    match explicit::search(&model, 10_000) {
        Found::Wrong { depth, what } => (depth, what),
        other => panic!("{text}: {other:?}"),
    }
}

fn fault(text: &str) -> (usize, FaultKind) {
    match wrong(text) {
        (depth, Wrong::Fault(_, fault)) => (depth, fault.kind),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn the_faults_of_a_model() {
    let left = "var x: 0..3 = 0; up: true -> x := x + 1; never false;";
    assert_eq!(fault(left), (2, FaultKind::RangeLeft));
    let twice = "var a[0..2]: int = 0; var i: 0..2 = 0;
        t: true -> a[i] := 1, a[1] := 2, i := 1; never false;";
    assert_eq!(fault(twice), (1, FaultKind::AssignedTwice));
    let outside = "var a[0..2]: int = 0; var i: 0..4 = 0;
        t: a[i] = 0 -> i := i + 1; never false;";
    assert_eq!(fault(outside), (2, FaultKind::IndexOutside));
    // What is not evaluated cannot fail.
    let guarded = "var a[0..2]: int = 0; var i: 0..4 = 0;
        t: i < 2 && a[i] = 0 -> i := i + 1; never false;";
    let model = load(guarded, &[]).expect("well formed");
    assert_eq!(explicit::search(&model, 100), Found::Safe { states: 3 });
}

#[test]
fn assignments_are_simultaneous() {
    let text = "var x: int = 1; var y: int = 2; swap: true -> x := y, y := x;
        reachable x = 2 && y = 1;";
    assert_eq!(wrong(text), (1, Wrong::Property(0)));
    let text = text.replace("x = 2 && y = 1", "x = y");
    let model = load(&text, &[]).expect("well formed");
    assert_eq!(explicit::search(&model, 100), Found::Safe { states: 2 });
}

#[test]
fn processes_quantifiers_and_counts() {
    let text = "const n; process p[i in 0..n] {
            var on: bool = false;
            flip: !on && (forall j in 0..i: p[j].on) -> on := true;
        }
        never count j in 0..n: (p[j].on) = 3;";
    let model = load(text, &[("n".into(), 4)]).expect("well formed");
    assert_eq!(model.transitions[2].name, "p[2].flip");
    let found = explicit::search(&model, 100);
    let what = Wrong::Property(0);
    assert_eq!(found, Found::Wrong { depth: 3, what });
}

#[test]
fn deadlocks_are_states_without_a_transition() {
    let text = "var x: 0..3 = 0; up: x < 2 -> x := x + 1; deadlock-free;";
    assert_eq!(wrong(text), (2, Wrong::Property(0)));
}

#[test]
fn random_systems_load_and_are_small() {
    for seed in 0..500 {
        let text = random::system(seed);
        let model = load(&text, &[]).unwrap_or_else(|d| panic!("{text}: {d}"));
        let found = explicit::search(&model, 10_000);
        assert!(!matches!(found, Found::Unbounded(_)), "{text}: {found:?}");
    }
}
