//! Checks before operations that can fault: they fail where a run stops, and nowhere else; and a
//! program that lacks one is refused by the checker, whatever the proof says.

mod support;

use hatha_certify::{Refusal, certify_checks};
use hatha_cfa::{CheckKind, FailKind, checks};
use hatha_exec::fault::FaultKind;
use hatha_exec::num::Rules;
use hatha_smt::Budget;
use hatha_verify::check::rules;
use std::collections::BTreeSet;
use support::{Chance, checked, demanded, failures, fault, loaded, refused_forgeries, run};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\n";

/// All kinds that are about numbers.
fn all() -> BTreeSet<CheckKind> {
    let arithmetic = CheckKind::ARITHMETIC.into_iter();
    arithmetic
        .chain([CheckKind::Wrap, CheckKind::Conversion])
        .collect()
}

fn arithmetic() -> BTreeSet<CheckKind> {
    BTreeSet::from(CheckKind::ARITHMETIC)
}

/// Numbers that operations are tried with.
const NUMBERS: [&str; 7] = ["0", "1", "-1", "7", "31", "2147483647", "(-2147483647 - 1)"];
/// The same, held in variables: nothing is converted at compile time.
const NAMED: [&str; 7] = ["n0", "n1", "n2", "n3", "n4", "n5", "n6"];

/// How random programs look.
#[derive(Clone, Copy)]
struct Style {
    constants: [&'static str; 7],
    depth: u32,
}

/// An expression over the variables of [`body`].
fn expression(chance: &mut Chance, style: Style) -> String {
    if style.depth == 0 || chance.below(6) == 0 {
        return match chance.below(3) {
            0 => chance.one(&style.constants).to_owned(),
            _ => chance
                .one(&[
                    "i",
                    "j",
                    "l",
                    "s",
                    "u",
                    "c",
                    "a[1]",
                    "r.f",
                    "*p",
                    "(int)d",
                    "(unsigned short)d",
                ])
                .to_owned(),
        };
    }
    let depth = style.depth - 1;
    let style = Style { depth, ..style };
    let a = expression(chance, style);
    let b = expression(chance, style);
    match chance.below(14) {
        0..=2 => format!("({a} + {b})"),
        3 | 4 => format!("({a} - {b})"),
        5 | 6 => format!("({a} * {b})"),
        7 => format!("({a} / {b})"),
        8 => format!("({a} % {b})"),
        9 => format!("({a} << ({b}))"),
        10 => format!("({a} >> ({b}))"),
        11 => format!("(- {a})"),
        12 => format!("({a} && {b})"),
        _ => format!("({a} > 0 ? {a} : {b})"),
    }
}

fn body(chance: &mut Chance, style: Style) -> String {
    let mut text = String::from(
        "struct r { int f : 6; }; int a[3]; struct r r;\n\
         int main(void) {\n\
         int i = __VERIFIER_nondet_int(); int j = __VERIFIER_nondet_int();\n\
         long long l = __VERIFIER_nondet_int(); short s = (short)__VERIFIER_nondet_int();\n\
         unsigned u = (unsigned)j; signed char c = (signed char)i; int *p = a;\n\
         double d = i * 1.5; int n0 = 0, n1 = 1, n2 = -1, n3 = 7, n4 = 31, n5 = 2147483647;\n\
         int n6 = -n5 - 1;\n\
         l = l * 4294967296LL + i; a[0] = s; a[1] = i; r.f = j;\n",
    );
    for _ in 0..3 {
        let e = expression(chance, style);
        let line = match chance.below(7) {
            5 => format!("s = {e};\n"),
            6 => format!("u -= {e};\n"),
            0 => format!("i = (int)({e});\n"),
            1 => format!("l += {e};\n"),
            2 => format!("if ({e}) j = 3;\n"),
            3 => format!("a[({e}) ? 1 : 2] = 5;\n"),
            _ => format!("switch ((int)({e})) {{ case 1: i++; break; case 2: j--; }}\n"),
        };
        text.push_str(&line);
    }
    text + "return 0; }"
}

/// What a run of the program with checks ends with: the fault that the check is about.
fn meant(kind: &FaultKind) -> &'static str {
    assert!(
        matches!(kind, FaultKind::Stated(FailKind::Check(_))),
        "{kind:?} comes without a check before it"
    );
    kind.name()
}

#[test]
fn checks_and_faults_agree() {
    let style = Style {
        constants: NUMBERS,
        depth: 3,
    };
    agree(&arithmetic(), Rules::STRICT, Chance(21), (style, 40));
}

/// What C defines and somebody asks about.
#[test]
fn checks_and_losses_agree() {
    let style = Style {
        constants: NUMBERS,
        depth: 2,
    };
    agree(&all(), rules(&all()), Chance(22), (style, 20));
}

fn agree(
    kinds: &BTreeSet<CheckKind>,
    strict: Rules,
    mut chance: Chance,
    (style, programs): (Style, usize),
) {
    const VALUES: [i32; 9] = [0, 1, -1, 2, 31, 32, -40, i32::MAX, i32::MIN];
    let (mut faults, mut ends) = (0, 0);
    for _ in 0..programs {
        let text = body(&mut chance, style);
        let program = loaded(HEAD, &text);
        let checked = checked(&program, kinds);
        let (source, budget) = (&program, Budget::unlimited());
        let demanded = certify_checks(source, &checked, kinds, &BTreeSet::new(), &mut [], &budget);
        assert!(demanded.is_ok(), "{demanded:?}\n{text}");
        for _ in 0..30 {
            let mut value = || VALUES[chance.below(9) as usize];
            let values = [value(), value(), value(), value()];
            let plain = run(&program, &values, strict);
            let with = run(&checked, &values, Rules::MACHINE);
            match (fault(&plain), fault(&with)) {
                (Some(seen), Some(failed)) => {
                    faults += 1;
                    let same = (seen.kind.name(), seen.span) == (meant(&failed.kind), failed.span);
                    assert!(same, "{values:?}: {seen:?} but {failed:?}\n{text}");
                }
                (None, None) => ends += 1,
                (seen, failed) => panic!("{values:?}: {seen:?} but {failed:?}\n{text}"),
            }
        }
    }
    let enough = faults > 7 * programs && ends > programs;
    assert!(enough, "{faults} faults, {ends} ends");
}

/// What supplies the inputs of a native run: its arguments.
const NATIVE: &str = "#include <stdlib.h>\nstatic char **next;
    __attribute__((constructor)) static void start(int argc, char **argv) { next = argv + 1; }
    int __VERIFIER_nondet_int(void) { return (int)strtol(*next++, 0, 10); }\n";

const SANITIZE: &str = "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,\
    float-cast-overflow,unsigned-integer-overflow,implicit-conversion";

/// A program compiled with the sanitizers of clang that look at the same operations.
fn sanitized(folder: &std::path::Path, text: &str) -> Option<std::path::PathBuf> {
    let (source, binary) = (folder.join("a.c"), folder.join("a"));
    std::fs::write(&source, format!("{HEAD}{text}\n{NATIVE}")).ok()?;
    let output = std::process::Command::new("clang")
        .args(["-w", "-O0", SANITIZE, "-fno-sanitize-recover=all", "-o"])
        .args([&binary, &source])
        .output()
        .ok()?;
    output.status.success().then_some(binary)
}

/// Runs stop where those of clang's sanitizers do.
#[test]
fn losses_are_those_of_the_sanitizers() {
    const VALUES: [i32; 8] = [0, 1, -1, 31, 200, -40, i32::MAX, i32::MIN];
    let dir = tempfile::tempdir().expect("a temporary folder");
    if sanitized(dir.path(), "int main(void) { return 0; }").is_none() {
        println!("skipped: no clang with sanitizers");
        return;
    }
    let style = Style {
        constants: NAMED,
        depth: 3,
    };
    let mut chance = Chance(23);
    let mut stops = 0;
    for _ in 0..15 {
        let text = body(&mut chance, style);
        let program = loaded(HEAD, &text);
        let binary = sanitized(dir.path(), &text).expect("clang takes the program");
        for _ in 0..20 {
            let mut value = || VALUES[chance.below(8) as usize];
            let values = [value(), value(), value(), value()];
            let ours = run(&program, &values, rules(&all()));
            let words = values.map(|v| v.to_string());
            let native = std::process::Command::new(&binary).args(&words).output();
            let native = native.expect("the program runs");
            let seen = String::from_utf8_lossy(&native.stderr).into_owned();
            let stopped = seen.contains("runtime error");
            assert_eq!(
                fault(&ours).is_some(),
                stopped,
                "{values:?}: {seen}\n{text}"
            );
            stops += usize::from(stopped);
        }
    }
    assert!((60..300).contains(&stops), "{stops}");
}

/// Programs with checks of which none follows from another.
const PROGRAMS: [&str; 8] = [
    "int main(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); return i + j; }",
    "int main(void) { int i = __VERIFIER_nondet_int(); if (i - 3 > 0) i = -i; return i * 5; }",
    "int a[4]; int main(void) { int i = __VERIFIER_nondet_int(); a[i + 1] = __VERIFIER_nondet_int();
     return a[2] / (i - 1); }",
    "int main(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(); long l = i;
     for (int k = 0; k < i; k++) j = j << k; return (int)(l * j) + (i % j); }",
    "int f(int n) { return n > 0 ? n * n : 0 - n; } int main(void) { unsigned u = 3;
     u >>= __VERIFIER_nondet_int(); return f((int)u) + f(__VERIFIER_nondet_int()); }",
    "int g, *p = &g; int main(void) { *p = __VERIFIER_nondet_int(); switch (*p + 1) { case 1:
     return *p - 1; case 2: (*p)++; default: return 1 << *p; } }",
    "int main(void) { double d = __VERIFIER_nondet_int() * 3.0; float f = (float)d;
     long double e = d; return (int)d == (short)f || (unsigned)e == 3u; }",
    "int main(void) { int i = __VERIFIER_nondet_int(); unsigned u = i, v = u + 3u, w = u - v;
     unsigned char c = __VERIFIER_nondet_int(); c++; return -w == v * u && c == 3; }",
];

#[test]
fn a_program_that_lacks_a_check_is_refused() {
    let refused = refused_forgeries(HEAD, &PROGRAMS, &all());
    assert!(refused >= 100, "{refused}");
}

/// The program as it was loaded has no checks: it is refused for each kind that it can fault with.
#[test]
fn a_program_without_checks_is_refused() {
    let text = "int main(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
                unsigned u = (unsigned)i; double d = 3.0 * i; short s = j;
                return (i / j) + (i >> j) + (int)d + s + (int)(u + u) + __builtin_clz(u); }";
    let mut program = loaded(HEAD, text);
    // The checks are what is missing, not the word that they are there.
    program.asks_arguments = true;
    for kind in all() {
        let kinds = BTreeSet::from([kind]);
        let answer = demanded(&program, &program, &kinds);
        assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
        let others: BTreeSet<CheckKind> = all().into_iter().filter(|k| *k != kind).collect();
        let mut lacking = checks::insert(&program, &others);
        lacking.asks_arguments = true;
        let answer = demanded(&program, &lacking, &all());
        assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
    }
}

#[test]
fn nothing_is_added_where_nothing_can_fault() {
    let text = "int main(void) { short s = (short)__VERIFIER_nondet_int(); unsigned u = 4;
                u = u * 3 - (unsigned)s; s++; return s / 3 + (int)(u >> 4) % 7 + (1 << 4); }";
    let program = loaded(HEAD, text);
    let checked = checked(&program, &arithmetic());
    assert!(failures(&checked).is_empty());
    let main = program.find_proc("main").expect("main is there");
    assert_eq!(
        program.proc(main).edges.len(),
        checked.proc(main).edges.len()
    );
}

const THREE: &str = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
     int sum = x + 1;
     int quotient = x % 7 / y;
     if (x > 2 && x < 9) quotient = 7 / (x - 1);
     return sum == quotient; }";

/// Each violated check has a test of its own, which replays; what is proved says what it assumes.
#[test]
fn each_check_has_a_verdict() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("three.c");
    std::fs::write(&file, format!("{HEAD}{THREE}")).expect("the folder is writable");
    let tests = dir.path().join("tests");
    let hatha = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hatha"));
        command
            .args(words)
            .args(["--checks", "arithmetic"])
            .arg(&file);
        command.output().expect("hatha runs")
    };
    let folder = tests.to_string_lossy();
    let output = hatha(&["check", "--format", "json", "--tests", &folder]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let of = |verdict: &str| -> Vec<&serde_json::Value> {
        let all = document["checks"].as_array().expect("an array").iter();
        all.filter(|c| c["verdict"] == verdict).collect()
    };
    let ids = |verdict: &str| -> Vec<&str> {
        let all = of(verdict).into_iter();
        all.filter_map(|c| c["id"].as_str()).collect()
    };
    let violated = ["main#signed-overflow-1", "main#division-by-zero-1"];
    let found: BTreeSet<&str> = ids("violated").into_iter().collect();
    assert_eq!(found, BTreeSet::from(violated), "{document}");
    let proved = ["main#signed-overflow-2", "main#division-by-zero-2"];
    let found: BTreeSet<&str> = ids("proved").into_iter().collect();
    assert_eq!(found, BTreeSet::from(proved), "{document}");
    for check in of("proved") {
        assert_eq!(
            check["assuming"].as_array().map(Vec::len),
            Some(2),
            "{check}"
        );
    }
    for check in of("violated") {
        assert_eq!(check["inputs"].as_array().map(Vec::len), Some(2), "{check}");
    }
    for n in 1..=2 {
        let test = tests.join(format!("test-{n}.json"));
        let output = hatha(&["replay", &test.to_string_lossy()]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("the test fails: "), "{output:?}");
    }
}

/// Nothing of this program can go wrong. Why the last division is safe the interpreter cannot say: no
/// range and no difference shows that a square is none of 2 modulo 3.
const ALL_BUT_ONE: &str = "int main(void) {
     int a[8] = {0}, last = 0;
     unsigned u = (unsigned)__VERIFIER_nondet_int() % 1000;
     for (int i = 0; i < 8; i++) { a[i] = i; last = i / (i + 1); }
     return last + (int)(7u / (2u - u * u % 3u)); }";

/// Where the interpreter leaves a check open, those that it excludes are proved all the same.
#[test]
fn what_ranges_exclude_is_proved_beside_what_they_leave_open() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("all_but_one.c");
    std::fs::write(&file, format!("{HEAD}{ALL_BUT_ONE}")).expect("the folder is writable");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(["check", "--engine", "intervals", "--format", "json"]);
    let output = command.arg(&file).output().expect("hatha runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = document["checks"].as_array().expect("an array");
    let of = |verdict: &str| -> Vec<&str> {
        let found = all.iter().filter(|c| c["verdict"] == verdict);
        found.filter_map(|c| c["id"].as_str()).collect()
    };
    assert_eq!(of("unknown"), ["main#division-by-zero-2"], "{document}");
    assert_eq!(of("proved").len(), all.len() - 1, "{document}");
    assert!(of("proved").len() > 4, "{document}");
}

/// A verdict on the whole: the checks alone, and the name of the property that is violated.
/// The answer about a program with a property file.
fn with_property(formula: &str, program: &str) -> serde_json::Value {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let property = dir.path().join("asked.prp");
    let text = format!("CHECK( init(main()), LTL(G {formula}) )\n");
    std::fs::write(&property, text).expect("the folder is writable");
    let file = dir.path().join("program.c");
    std::fs::write(&file, format!("{HEAD}{program}")).expect("the folder is writable");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--format", "json", "--property"])
        .args([&property, &file])
        .output()
        .expect("hatha runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn overflow_as_a_property() {
    let document = with_property("! overflow", THREE);
    assert_eq!(document["verdict"], "violated", "{document}");
    assert_eq!(document["violated_property"], "no-overflow");
    assert_eq!(document["checked_faults"][0], "signed-overflow");
    assert_eq!(document["checked_faults"].as_array().map(Vec::len), Some(1));
}

#[test]
fn behaviour_that_c_does_not_define_as_a_property() {
    let verdict = |program: &str| {
        let document = with_property("def-behavior", program);
        let property = document["violated_property"].as_str().map(str::to_owned);
        (document["verdict"].as_str().map(str::to_owned), property)
    };
    let violated = || (Some("violated".to_owned()), Some("def-behavior".to_owned()));
    let proved = || (Some("proved".to_owned()), None);
    assert_eq!(verdict(THREE), violated());
    let main = |body: &str| format!("int main(void) {{ {body} }}\n");
    assert_eq!(
        verdict(&main("int a[2]; int i = 2; a[i] = 1; return 0;")),
        violated()
    );
    assert_eq!(
        verdict(&main("int a[2]; int *p = a + 3; return p == 0;")),
        violated()
    );
    // What C defines, or what only says that the program has failed.
    assert_eq!(
        verdict(&main("unsigned u = 0; return (int)(u - 1 > 5);")),
        proved()
    );
    let stated = main("extern void reach_error(void); reach_error(); return 0;");
    assert_eq!(verdict(&stated), proved());
}
