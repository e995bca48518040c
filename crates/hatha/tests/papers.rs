//! The programs of the papers, with verdicts and bounds on what they take.
//!
//! The programs lie in `benchmarks/papers`; those with a size are made here.

use hatha_cfa::{Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::assume::Pointers;
use hatha_verify::check::{Options, Report, Verdict, check};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a program is checked.
#[derive(Clone, Copy)]
struct Setting {
    entry: &'static str,
    generalise: bool,
    seconds: u64,
    /// Whether pointers that the entry starts from may lead to one object.
    alias: bool,
}

/// As on the command line, without generalisation.
const PLAIN: Setting = Setting {
    entry: "foo",
    generalise: false,
    seconds: 60,
    alias: true,
};

/// A program that is not expected to end gets this long.
const SHORT: Setting = Setting {
    seconds: 3,
    ..PLAIN
};

fn paper(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/papers");
    root.join(name)
}

fn load(path: PathBuf, entry: &str) -> Program {
    let options = LoadOptions {
        files: vec![path],
        entry: Some(entry.to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn report(program: &Program, engine: &str, setting: Setting) -> Report {
    let entry = program
        .find_proc(setting.entry)
        .expect("the entry is there");
    let config = Config {
        pointers: match setting.alias {
            true => Pointers::Any,
            false => Pointers::Apart,
        },
        ..Config::default()
    };
    let options = Options {
        engine: engine.to_owned(),
        error_function: Some("error".to_owned()),
        generalise: setting.generalise,
        ..Options::new(config, Duration::from_secs(setting.seconds))
    };
    check(program, entry, &options).expect("hatha has no defect")
}

fn on_file(name: &str, engine: &str, setting: Setting) -> Report {
    report(&load(paper(name), setting.entry), engine, setting)
}

fn on_text(text: &str, engine: &str, setting: Setting) -> Report {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    report(&load(path, setting.entry), engine, setting)
}

/// The verdict in a word.
fn verdict(report: &Report) -> &'static str {
    match report.verdict {
        Verdict::Proved { .. } => "proved",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

fn figure_1(bound: u32) -> String {
    format!(
        "void error(void); void __VERIFIER_assume(int);
         void foo(int a) {{
           int i; unsigned c;
           i = 0; c = 0;
           while (i < {bound}) {{ c = c + i; i = i + 1; }}
           __VERIFIER_assume(a > 0);
           error();
         }}"
    )
}

/// Figure 8 with n branches.
fn figure_8(n: usize) -> String {
    let mut text = String::from(
        "void error(void); int __VERIFIER_nondet_int(void);
         enum { U, L };
         void foo(void) { int lock = L; unsigned x = 0;\n",
    );
    for _ in 0..n {
        text.push_str("if (__VERIFIER_nondet_int()) x = x + 1; else x = x - 1;\n");
    }
    text.push_str("if (lock != L) error(); }\n");
    text
}

#[test]
fn figure_1_is_violated_within_three_iterations() {
    for engine in ["synergy", "dash"] {
        let found = on_file("synergy-fig1.c", engine, PLAIN);
        assert_eq!(verdict(&found), "violated", "{engine}");
        assert!(found.counts.iterations <= 3, "{engine}");
    }
}

/// The first test has zero for a, and the assumption of this variant does not hold for it.
#[test]
fn figure_1_does_not_depend_on_the_bound_of_the_loop() {
    for bound in [1, 1_000, 1_000_000] {
        let found = on_text(&figure_1(bound), "synergy", PLAIN);
        assert_eq!(verdict(&found), "violated", "{bound}");
        assert!(found.counts.iterations <= 3, "{bound}: {:?}", found.counts);
        assert_eq!(found.counts.tests, 2, "{bound}");
    }
}

#[test]
fn figure_1_takes_the_baselines_one_predicate_for_each_round() {
    for engine in ["cegar", "lee-yannakakis"] {
        let found = on_text(&figure_1(12), engine, PLAIN);
        assert_eq!(verdict(&found), "violated", "{engine}");
        assert!(found.counts.iterations >= 12, "{engine}");
        let lost = on_text(&figure_1(1_000_000), engine, SHORT);
        assert_eq!(verdict(&lost), "unknown", "{engine}");
    }
}

#[test]
fn figure_3_is_proved() {
    for (engine, most) in [("synergy", 8), ("dash", 8), ("cegar", 6)] {
        let found = on_file("synergy-fig3-scalar.c", engine, PLAIN);
        assert_eq!(verdict(&found), "proved", "{engine}");
        assert!(found.counts.iterations <= most, "{engine}");
    }
}

#[test]
fn figure_4_is_violated_within_three_iterations() {
    for engine in ["synergy", "dash", "dart"] {
        let found = on_file("synergy-fig4.c", engine, PLAIN);
        assert_eq!(verdict(&found), "violated", "{engine}");
        assert!(found.counts.iterations <= 3, "{engine}");
    }
}

#[test]
fn figure_6_is_proved_without_refinement() {
    for engine in ["synergy", "dash", "cegar"] {
        let found = on_file("synergy-fig6.c", engine, PLAIN);
        assert_eq!(verdict(&found), "proved", "{engine}");
        assert_eq!(found.counts.predicates, 0, "{engine}");
    }
    let lost = on_file("synergy-fig6.c", "lee-yannakakis", SHORT);
    assert_eq!(verdict(&lost), "unknown");
}

#[test]
fn figure_7_is_violated_within_three_tests() {
    for engine in ["synergy", "lee-yannakakis", "cegar", "dart"] {
        let found = on_file("synergy-fig7.c", engine, PLAIN);
        assert_eq!(verdict(&found), "violated", "{engine}");
        assert!(found.counts.tests <= 3, "{engine}");
    }
    let found = on_file("synergy-fig7.c", "dash", PLAIN);
    assert_eq!(verdict(&found), "violated");
}

#[test]
fn figure_8_is_proved_in_iterations_linear_in_its_size() {
    for engine in ["synergy", "dash", "lee-yannakakis"] {
        for n in [1, 10, 50, 200] {
            let found = on_text(&figure_8(n), engine, PLAIN);
            assert_eq!(verdict(&found), "proved", "{engine} {n}");
            let iterations = found.counts.iterations;
            assert!(
                iterations <= 2 * n as u64 + 10,
                "{engine} {n}: {iterations}"
            );
        }
    }
}

/// A trace gives predicates to all places on it at once.
#[test]
fn figure_8_takes_cegar_one_refinement() {
    let found = on_text(&figure_8(50), "cegar", PLAIN);
    assert_eq!(verdict(&found), "proved");
    assert_eq!(found.counts.iterations, 2);
}

#[test]
fn figure_9_is_proved_with_generalisation_alone() {
    for engine in ["synergy", "dash", "lee-yannakakis", "cegar"] {
        let lost = on_file("synergy-fig9.c", engine, SHORT);
        assert_eq!(verdict(&lost), "unknown", "{engine}");
        let generalise = Setting {
            generalise: true,
            ..PLAIN
        };
        let found = on_file("synergy-fig9.c", engine, generalise);
        assert_eq!(verdict(&found), "proved", "{engine}");
    }
}

/// Figure 5 of DASH with n pointers, and the write to `*p` that its print lacks.
fn dash_figure_5(n: usize) -> String {
    let list = |item: &dyn Fn(usize) -> String, between: &str| {
        let items: Vec<String> = (1..=n).map(item).collect();
        items.join(between)
    };
    format!(
        "void error(void); void foo(int *p, {}) {{ {} {} *p = 1; if ({}) error(); {} }}",
        list(&|i| format!("int *p{i}"), ", "),
        list(&|i| format!("if (p == p{i}) return;"), " "),
        list(&|i| format!("*p{i} = 0;"), " "),
        list(&|i| format!("*p{i} == 1"), " || "),
        list(&|i| format!("p = p{i};"), " "),
    )
}

#[test]
fn figure_3_is_proved_with_the_lock_in_a_structure() {
    for engine in ["synergy", "dash"] {
        let found = on_file("synergy-fig3.c", engine, PLAIN);
        assert_eq!(verdict(&found), "proved", "{engine}");
        assert!(found.counts.iterations <= 8, "{engine}");
    }
}

#[test]
fn dash_figure_3_is_proved() {
    let setting = Setting {
        entry: "alias",
        ..PLAIN
    };
    for engine in ["synergy", "dash"] {
        let found = on_file("dash-fig3.c", engine, setting);
        assert_eq!(verdict(&found), "proved", "{engine}");
        assert!(found.counts.iterations <= 4, "{engine}");
    }
}

/// Only the alias relation that tests exhibit is looked at, so nothing grows exponentially.
#[test]
fn dash_figure_5_takes_regions_and_queries_linear_in_its_size() {
    for n in [1, 2, 4, 8] {
        let found = on_text(&dash_figure_5(n), "dash", PLAIN);
        assert_eq!(verdict(&found), "proved", "{n}");
        assert!(found.counts.queries <= n as u64 + 2, "{n}");
        assert!(found.counts.regions <= n as u64 + 10, "{n}");
    }
}

/// With aliasing `pi->y` may be `pi->lock`; the paper assumes that there is none.
#[test]
fn dash_figure_1_is_proved_where_pointers_lead_to_different_objects() {
    let setting = Setting {
        entry: "LockUnlock",
        ..PLAIN
    };
    let found = on_file("dash-fig1.c", "dash", setting);
    assert_eq!(verdict(&found), "violated");
    let apart = Setting {
        alias: false,
        seconds: 300,
        ..setting
    };
    let found = on_file("dash-fig1.c", "dash", apart);
    assert_eq!(verdict(&found), "proved");
}

#[test]
fn the_programs_with_pointers_get_no_wrong_verdict() {
    let right = |entry: &'static str, file: &str, wrong: &str| {
        for engine in ["lee-yannakakis", "cegar", "dart"] {
            let setting = Setting { entry, ..SHORT };
            let found = on_file(file, engine, setting);
            assert_ne!(verdict(&found), wrong, "{engine} on {file}");
        }
    };
    right("foo", "synergy-fig3.c", "violated");
    right("alias", "dash-fig3.c", "violated");
    right("foo", "dash-fig5-4.c", "violated");
    right("LockUnlock", "dash-fig1.c", "proved");
}

/// The programs of the table that fail.
const FAILING: [u32; 5] = [4, 6, 9, 10, 14];

#[test]
fn no_engine_is_wrong_about_the_programs_of_the_table() {
    let setting = Setting {
        entry: "main",
        seconds: 1,
        ..PLAIN
    };
    for number in 1..=20 {
        let name = format!("../synergy/test{number:02}.c");
        let wrong = if FAILING.contains(&number) {
            "proved"
        } else {
            "violated"
        };
        for engine in ["synergy", "dash", "lee-yannakakis", "cegar", "dart"] {
            let found = on_file(&name, engine, setting);
            assert_ne!(verdict(&found), wrong, "{engine} on test{number:02}.c");
        }
    }
}
