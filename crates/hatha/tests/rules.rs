//! The shipped rules do what they say: the program that keeps a rule is proved and
//! certified, the one that breaks it is violated by a test that replays.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn hatha(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(args)
        .current_dir(root())
        .output()
        .expect("the command runs")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn json(args: &[&str]) -> Value {
    let output = hatha(args);
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|_| {
        panic!(
            "{args:?}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn check(rule: &str, ending: &str) -> Value {
    let program = format!("rules/{rule}.{ending}");
    json(&[
        "check",
        "--format",
        "json",
        "--timeout",
        "60",
        "--rule",
        rule,
        &program,
    ])
}

#[test]
fn every_rule_is_kept_by_its_good_program_and_broken_by_its_bad_one() {
    let mut wrong = Vec::new();
    for rule in hatha_rules::library::ALL {
        let good = check(rule.name, "good.c");
        let certified = good["certified_by"]
            .as_array()
            .is_some_and(|c| !c.is_empty());
        if good["verdict"] != "proved" || !certified || good["vacuous"] == true {
            wrong.push(format!(
                "{}.good.c: {} {}",
                rule.name, good["verdict"], good["reason"]
            ));
        }
        let bad = check(rule.name, "bad.c");
        let replayed = bad["certified_by"]
            .as_array()
            .is_some_and(|c| c == &["replay"]);
        let blamed = bad["rule_violation"]["rule"] == rule.name;
        let place = bad["rule_violation"]["location"].as_str().unwrap_or("");
        let at = place.starts_with(&format!("rules/{}.bad.c:", rule.name));
        if bad["verdict"] != "violated" || !replayed || !blamed || !at {
            wrong.push(format!(
                "{}.bad.c: {} {}",
                rule.name, bad["verdict"], bad["reason"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_failing_test_of_a_rule_replays_and_a_proof_is_certified_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tests, proof) = (path("tests"), path("proof.json"));
    let (good, bad) = ("rules/linux/urb.good.c", "rules/linux/urb.bad.c");
    let rule = ["--rule", "linux/urb"];
    let found = hatha(&["check", rule[0], rule[1], "--tests", &tests, bad]);
    assert_eq!(found.status.code(), Some(1));
    let test = format!("{tests}/test-1.json");
    let replayed = hatha(&["replay", &test, rule[0], rule[1], bad]);
    assert_eq!(replayed.status.code(), Some(1), "{replayed:?}");
    let proved = hatha(&["check", rule[0], rule[1], "--proof", &proof, good]);
    assert_eq!(proved.status.code(), Some(0));
    let certified = hatha(&["certify", &proof, rule[0], rule[1], good]);
    assert_eq!(certified.status.code(), Some(0), "{certified:?}");
    // Without the rule it is another program, of which the proof says nothing.
    let other = hatha(&["certify", &proof, good]);
    assert_ne!(other.status.code(), Some(0));
}

fn with_files(files: &[(&str, &str)], run: impl Fn(&dyn Fn(&str) -> String)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, text) in files {
        std::fs::write(path(name), text).expect("a file");
    }
    run(&path);
}

const ONCE: &str = "// f is called once.
state { int calls = 0; }
void f(int x) { }
f.call { calls++; if (calls > 1) abort \"f is called twice\"; }
";

fn verdict(rule: &str, program: &str) -> Value {
    json(&["check", "--format", "json", "--rule", rule, program])["verdict"].clone()
}

#[test]
fn calls_through_pointers_are_events() {
    let twice =
        "extern void f(int); static void (*p)(int) = f;\nint main(void) { p(1); f(2); return 0; }";
    let files = [("once.slic", ONCE), ("twice.c", twice)];
    with_files(&files, |path| {
        assert_eq!(verdict(&path("once.slic"), &path("twice.c")), "violated");
    });
}

#[test]
fn a_definition_of_the_program_wins_over_the_stub_and_is_watched() {
    let program = "static int seen; void f(int x) { seen = x; }\n\
                   int main(void) { f(3); if (seen == 3) f(4); return 0; }";
    let entry = "// The body of f begins with a positive number.
void f(int x) { }
f.entry when ($1 > 3) { abort \"too large\"; }
";
    let files = [
        ("once.slic", ONCE),
        ("entry.slic", entry),
        ("own.c", program),
    ];
    with_files(&files, |path| {
        assert_eq!(verdict(&path("once.slic"), &path("own.c")), "violated");
        assert_eq!(verdict(&path("entry.slic"), &path("own.c")), "violated");
    });
}

#[test]
fn an_assertion_is_not_the_question_unless_asked() {
    let program = "#include <assert.h>\nextern void f(int);\n\
                   int main(void) { f(1); assert(0); return 0; }";
    let files = [("once.slic", ONCE), ("assert.c", program)];
    with_files(&files, |path| {
        let (rule, file) = (path("once.slic"), path("assert.c"));
        assert_eq!(verdict(&rule, &file), "proved");
        let asked = hatha(&["check", "--rule", &rule, "--with-asserts", &file]);
        assert_eq!(asked.status.code(), Some(1));
    });
}

#[test]
fn what_returns_is_reported_with_the_arguments_of_the_call() {
    let rule = "// The argument is what it was when f was called.
int f(int x) { return 7; }
f.return { if ($1 != 1 || $return != 7) abort \"another argument\"; }
";
    let good = "extern int f(int); static int g = 1;\nint main(void) { g = f(g); return g; }";
    let bad = "extern int f(int); static int g = 1;\nint main(void) { g = f(g + 1); return g; }";
    let files = [("r.slic", rule), ("good.c", good), ("bad.c", bad)];
    with_files(&files, |path| {
        assert_eq!(verdict(&path("r.slic"), &path("good.c")), "proved");
        assert_eq!(verdict(&path("r.slic"), &path("bad.c")), "violated");
    });
}

#[test]
fn what_is_wrong_in_c_is_reported_in_the_rule() {
    let typed = "struct s { int a; };\nvoid f(struct s *x) { }\nf.call {\n    if (x + 1.5) abort \"no\";\n}\n";
    let undeclared = "void f(int x) { }\nf.call {\n    count = x;\n}\n";
    let main = "extern void f(int); int main(void) { return 0; }";
    let files = [("t.slic", typed), ("u.slic", undeclared), ("m.c", main)];
    with_files(&files, |path| {
        for (rule, quoted, line) in [
            ("t.slic", "if (x + 1.5)", ":4:"),
            ("u.slic", "count = x", ":3:"),
        ] {
            let output = hatha(&["check", "--rule", &path(rule), &path("m.c")]);
            let reported = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(65), "{reported}");
            assert!(
                reported.contains(quoted) && reported.contains(&format!("{rule}{line}")),
                "{reported}"
            );
        }
    });
}

#[test]
fn a_failure_shows_the_message_the_line_and_the_rules_line() {
    let output = hatha(&[
        "check",
        "--rule",
        "wdm/SpinLock",
        "rules/wdm/SpinLock.bad.c",
    ]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = text.lines().next().unwrap_or("");
    assert!(
        first.contains("(wdm/SpinLock) at rules/wdm/SpinLock.bad.c:"),
        "{first}"
    );
    assert!(text.contains("KeReleaseSpinLock(&lock, irql)"), "{text}");
    assert!(text.contains("<hatha>/rules/wdm/SpinLock.slic:"), "{text}");
    assert!(
        text.contains("abort \"a spin lock is released that is not held\""),
        "{text}"
    );
}

#[test]
fn the_commands_about_rules() {
    let list = hatha(&["rules", "list"]);
    let text = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(text.lines().count() >= 35);
    assert!(text.contains("posix/mutex "));
    let shown = hatha(&["rules", "show", "posix/mutex"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("pthread_mutex_lock.call"));
    let unknown = hatha(&["rules", "show", "mutex"]);
    assert_eq!(unknown.status.code(), Some(65));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("posix/mutex"));
    with_files(&[], |path| {
        let name = path("fresh");
        assert_eq!(hatha(&["rules", "new", &name]).status.code(), Some(0));
        let tested = hatha(&["rules", "test", &format!("{name}.slic")]);
        assert_eq!(tested.status.code(), Some(0), "{tested:?}");
        std::fs::copy(path("fresh.good.c"), path("fresh.bad.c")).expect("copied");
        let tested = hatha(&["rules", "test", &format!("{name}.slic")]);
        assert_eq!(tested.status.code(), Some(1), "{tested:?}");
        let again = hatha(&["rules", "new", &name]);
        assert_eq!(again.status.code(), Some(64));
    });
}

#[test]
fn the_end_of_a_function_that_others_call_is_watched_unless_it_calls_itself() {
    let c = "typedef struct d DIR; DIR *opendir(const char *); int closedir(DIR *);
             int look(const char *p) { DIR *d = opendir(p); if (!d) return 0; closedir(d); return 1; }
             int leak(const char *p) { return opendir(p) != 0; }
             int down(int n) { return n > 0 ? down(n - 1) : leak(0); }
             int main(void) { return look(\"a\") + down(1); }";
    with_files(&[("a.c", c)], |path| {
        let check = |entry: &str| {
            let file = path("a.c");
            let args = ["check", "--format", "json", "--rule", "posix/directory"];
            hatha(&[&args[..], &["--entry", entry, &file]].concat())
        };
        let verdict = |entry: &str| check(entry).status.code();
        assert_eq!(verdict("look"), Some(0));
        assert_eq!(verdict("leak"), Some(1));
        let refused = check("down");
        assert_eq!(refused.status.code(), Some(65));
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(why.contains("start and end of `down`"), "{why}");
    });
}

#[test]
fn a_small_campaign_is_resumed_without_repetition() {
    with_files(&[], |path| {
        let (results, lines) = (path("c.sqlite"), path("c.jsonl"));
        let run = || {
            hatha(&[
                "campaign",
                "--rules",
                "wdm/SpinLock",
                "--rules",
                "wdm/Irql*",
                "--results",
                &results,
                "--jsonl",
                &lines,
                "rules/wdm/SpinLock.good.c",
                "rules/wdm/SpinLock.bad.c",
            ])
        };
        let first = run();
        assert_eq!(first.status.code(), Some(0), "{first:?}");
        let written = std::fs::read_to_string(&lines).expect("lines");
        assert_eq!(written.lines().count(), 6);
        let verdict = |file: &str| {
            let pair = |l: &&str| l.contains(file) && l.contains("\"wdm/SpinLock\"");
            let line = written.lines().find(pair).expect("a line");
            let line: Value = serde_json::from_str(line).expect("JSON");
            line["verdict"].clone()
        };
        assert_eq!(verdict("SpinLock.good.c"), "proved");
        assert_eq!(verdict("SpinLock.bad.c"), "violated");
        let second = run();
        // The same times: nothing was run again.
        assert_eq!(first.stdout, second.stdout);
    });
}
