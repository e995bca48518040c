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
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

fn program(text: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, text).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        entry: Some("main".to_owned()),
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

fn verdict(program: &Program, matching: bool) -> Verdict {
    let entry = program.find_proc("main").expect("the entry is there");
    let mut options = Options::new(Config::default(), Duration::from_secs(30));
    options.engine = "panda".to_owned();
    options.matching = matching;
    let report = check(program, entry, &options).expect("hatha has no defect");
    report.verdict
}

fn proof(text: &str) -> Box<Proof> {
    match verdict(&program(text), false) {
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

/// The programs of the cases in a folder, each as it holds and with the change after which it can
/// fail. That they do is what the cases themselves show (`verdicts.rs`).
fn pairs(folder: &str) -> Vec<(String, String)> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/check/panda");
    let files = std::fs::read_dir(cases.join(folder)).expect("the cases are there");
    let mut files: Vec<_> = files.map(|f| f.expect("readable").path()).collect();
    files.sort();
    let texts = files.iter().map(std::fs::read_to_string);
    let texts = texts.map(|t| t.expect("cases are text"));
    texts
        .filter(|t| t.contains("#if"))
        .map(|t| (t.clone(), format!("#define WRONG\n{t}")))
        .collect()
}

/// The graph of a program that holds is no proof of the one that fails, though it has the same
/// choices.
#[test]
fn a_graph_of_another_program_is_refused() {
    for (holds, fails) in pairs("graphs") {
        let fails = program(&fails);
        let mut forged = proof(&holds);
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
    let pairs = pairs("graphs");
    for (holds, _) in &pairs {
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
    assert!(undecided > pairs.len() / 2, "{undecided}");
}

/// Every way that a graph lists is needed: executions take it. Only where it is the one way that
/// is open, and executions have parted in an address before, need the graph not say so.
#[test]
fn a_graph_without_one_of_its_ways_is_refused() {
    let mut refused = 0;
    for (holds, _) in pairs("graphs") {
        let program = program(&holds);
        let whole = proof(&holds);
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
    let mut pairs = pairs("graphs").into_iter();
    let switch = pairs.find(|(holds, _)| holds.contains("switch (x)"));
    let (holds, _) = switch.expect("a switch");
    let program = program(&holds);
    let whole = proof(&holds);
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

fn cover(text: &str) -> Box<Proof> {
    match verdict(&program(text), true) {
        Verdict::Proved { proof, .. } => proof,
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn loops_without_a_bound_end_where_states_are_covered() {
    for (holds, _) in pairs("loops") {
        let unrolled = cover(&holds).unrolled.expect("a graph");
        let mut covered = unrolled.choices.iter().filter(|c| c.covered.is_some());
        assert!(covered.next().is_some(), "{holds}");
    }
}

/// A cut that forgets too little, or too much, or whose facts do not hold, and a state that is
/// covered by the wrong cut or at once, prove nothing.
#[test]
fn wrong_cuts_are_refused() {
    let mut refused = 0;
    for (holds, fails) in pairs("loops") {
        let (program, fails) = (program(&holds), program(&fails));
        let whole = cover(&holds);
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
    let text = format!("{HEAD}{text}");
    let fails = program(&text.replace("i > 100", "i == 77"));
    let mut forged = cover(&text);
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
