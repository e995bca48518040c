//! Recursive procedures: proofs by summaries, tests where they fail, and certificates that
//! cannot be talked round.

use hatha_certify::{Certificate, Refusal};
use hatha_cfa::join::{Keep, join};
use hatha_cfa::{ProcId, Program, SourceMap};
use hatha_exec::config::Config;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::check::{Options, Verdict, check};
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    extern unsigned __VERIFIER_nondet_uint(void);\n";

fn program(text: &str, entry: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some(entry.to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved { .. } => "proved",
        Verdict::Violated { .. } => "violated",
        Verdict::Unknown(_) => "unknown",
    }
}

fn proved(text: &str) -> (Program, ProcId, Proof) {
    let program = program(text, "main");
    let entry = program.find_proc("main").expect("main is there");
    let options = Options::new(Config::default(), Duration::from_secs(60));
    let report = check(&program, entry, &options).expect("hatha has no defect");
    match report.verdict {
        Verdict::Proved { proof, .. } => (program, entry, *proof),
        other => panic!("not proved but {}", name(&other)),
    }
}

fn certified(program: &Program, proof: &Proof) -> Result<Certificate, Refusal> {
    hatha_certify::certify(program, proof, &mut [], &Budget::unlimited())
}

const SUM: &str = "int sum(int n) { if (n <= 0) return 0; return 1 + sum(n - 1); }
    int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 30) return 0;
      if (sum(n) != n) reach_error(); return 0; }";

#[test]
fn a_summary_that_is_too_strong_is_refused() {
    let (program, entry, proof) = proved(SUM);
    assert!(certified(&program, &proof).is_ok());
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let component = &joined.components[0];
    let fls = proof.terms.len() as u32;
    for place in [component.exit, component.entry] {
        let mut wrong = proof.clone();
        let json = serde_json::json!({ "op": "false", "args": [] });
        wrong
            .terms
            .push(serde_json::from_value(json).expect("a term"));
        for region in wrong.regions.iter_mut().filter(|r| r.location == place.0) {
            region.predicate = fls;
        }
        let refused = certified(&program, &wrong);
        assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
    }
}

#[test]
fn a_call_that_the_edges_leave_out_is_refused() {
    let (program, entry, proof) = proved(SUM);
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let component = &joined.components[0];
    let is_entered = |to: u32| proof.regions[to as usize].location == component.entry.0;
    let mut wrong = proof.clone();
    wrong.edges.retain(|e| !is_entered(e.to));
    assert_ne!(wrong.edges.len(), proof.edges.len());
    let refused = certified(&program, &wrong);
    assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
}

/// Whoever says nothing about returns does not say that there are none.
#[test]
fn an_exit_without_regions_is_refused() {
    let text = SUM.replace("sum(n) != n", "sum(n) == 7");
    let (_, _, proof) = proved(SUM);
    let program = program(&text, "main");
    let entry = program.find_proc("main").expect("main is there");
    let joined = join(&program, entry, true, Keep::Recursive, 1_000).expect("a small program");
    let exit = joined.components[0].exit.0;
    let mut wrong = proof;
    wrong.program = hatha_proof::fingerprint(&program);
    let is_exit = |r: u32| wrong.regions[r as usize].location == exit;
    let edges = wrong.edges.clone();
    wrong.edges = edges.into_iter().filter(|e| !is_exit(e.to)).collect();
    // Elsewhere, where they say nothing because nothing leads to them.
    let main = joined.program.proc(joined.entry).exit.0;
    for region in wrong.regions.iter_mut().filter(|r| r.location == exit) {
        region.location = main;
    }
    let refused = certified(&program, &wrong);
    assert!(matches!(refused, Err(Refusal::Wrong(_))), "{refused:?}");
}
