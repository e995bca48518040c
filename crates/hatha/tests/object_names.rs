//! Names of objects in proofs are claims like others. Questions with verdicts about memory:
//! `tests/cases/check/memory`.

use hatha_certify::{Environment, certify_under};
use hatha_cfa::{Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::check::{Options, Verdict, check, environment};
use std::time::Duration;

fn decided(body: &str, error_function: Option<&str>) -> (Program, Verdict) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    let head = "unsigned long __VERIFIER_nondet_ulong(void); int __VERIFIER_nondet_int(void); void reach_error(void); int g;";
    std::fs::write(
        &path,
        format!("{head} int main(void) {{ {body} return 0; }}"),
    )
    .expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        ..LoadOptions::default()
    };
    let program = load_into(&options, &mut SourceMap::new()).expect("the program loads");
    let entry = program.find_proc("main").expect("main is there");
    let mut options = Options::new(Config::default(), Duration::from_secs(20));
    options.error_function = error_function.map(str::to_owned);
    let report = check(&program, entry, &options).expect("hatha has no defect");
    (program, report.verdict)
}

/// A proof that gives an object another's name, or one that nothing has, is refused.
#[test]
fn names_of_objects_are_not_taken_on_trust() {
    let body = "void *malloc(unsigned long); struct s { int a; struct s *t; };
                struct s *p = malloc(sizeof *p); p->t = malloc(sizeof *p); p->a = 1;
                while (__VERIFIER_nondet_int()) { p->t->a = 2; if (p->a != 1) reach_error(); }";
    let (program, verdict) = decided(body, Some("reach_error"));
    let Verdict::Proved { proof, .. } = verdict else {
        panic!("the program is proved");
    };
    let assumed: Environment = environment(&Config::default(), Some("reach_error"));
    let accepts = |proof: &Proof| {
        certify_under(&program, proof, assumed, &mut [], &Budget::unlimited()).is_ok()
    };
    assert!(accepts(&proof));
    let text = proof.to_json().expect("it can be written");
    let names = heap_names(&text);
    assert_eq!(names.len(), 2, "two objects have names");
    for (name, other) in [(&names[0], &names[1]), (&names[1], &names[0])] {
        let forged = text.replace(&format!("\"{name}\""), &format!("\"{other}\""));
        assert!(!accepts(
            &Proof::from_json(&forged).expect("it can be read")
        ));
        let forged = text.replace(&format!("\"{name}\""), "\"80000001\"");
        assert!(!accepts(
            &Proof::from_json(&forged).expect("it can be read")
        ));
    }
}

/// The ids of heap objects that a proof mentions.
fn heap_names(proof: &str) -> Vec<String> {
    let is_name = |w: &&str| w.len() == 8 && w.starts_with("800000");
    let mut names: Vec<String> = proof
        .split('"')
        .filter(is_name)
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}
