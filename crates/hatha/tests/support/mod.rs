//! What tests of inserted checks share.

#![allow(dead_code, reason = "each test file uses a part")]

use hatha_certify::{Refusal, certify_checks};
use hatha_cfa::{
    CheckKind, EdgeId, ExprKind, FailKind, Op, ProcId, Program, SourceMap, checks, verify,
};
use hatha_exec::config::Config;
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_exec::num::Rules;
use hatha_front::load::{LoadOptions, load_into};
use hatha_proof::input::{InputEntry, InputOrigin, InputVector};
use hatha_smt::Budget;
use hatha_verify::replay::{Replayed, replay_by};
use std::collections::BTreeSet;

/// A program from its text.
pub fn loaded(head: &str, text: &str) -> Program {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("a.c");
    std::fs::write(&path, format!("{head}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![path],
        ..LoadOptions::default()
    };
    load_into(&options, &mut SourceMap::new()).expect("the program loads")
}

/// A program with checks of some kinds.
pub fn checked(program: &Program, kinds: &BTreeSet<CheckKind>) -> Program {
    let checked = checks::insert(program, kinds);
    verify::verify(&checked).expect("the program with checks is well-formed");
    checked
}

/// What the checker says of the checks in a program.
pub fn demanded(
    source: &Program,
    checked: &Program,
    kinds: &BTreeSet<CheckKind>,
) -> Result<usize, Refusal> {
    let (none, budget) = (BTreeSet::new(), Budget::unlimited());
    certify_checks(source, checked, kinds, &none, &mut [], &budget)
}

/// Whether that is a refusal, not a question without an answer.
pub fn is_refused(answer: &Result<usize, Refusal>) -> bool {
    matches!(answer, Err(Refusal::Wrong(_) | Refusal::Malformed(_)))
}

/// Takes each check in the programs' own procedures away, in every way of [`forged`]; all are
/// refused. How many there were.
pub fn refused_forgeries(head: &str, texts: &[&str], kinds: &BTreeSet<CheckKind>) -> usize {
    let mut refused = 0;
    for text in texts {
        let program = loaded(head, text);
        let checked = checked(&program, kinds);
        let certified = demanded(&program, &checked, kinds);
        assert!(certified.is_ok(), "{certified:?}\n{text}");
        let own = |(proc, _): &(ProcId, EdgeId)| !program.proc(*proc).model;
        for check in failures(&checked).into_iter().filter(own) {
            for (n, forged) in forged(&checked, check).iter().enumerate() {
                let answer = demanded(&program, forged, kinds);
                let refuses = is_refused(&answer);
                assert!(refuses, "change {n} of {check:?}: {answer:?}\n{text}");
                refused += 1;
            }
        }
    }
    refused
}

/// The kind of check that a run of a program with checks ends with.
pub fn failed_check(kind: &FaultKind) -> CheckKind {
    match kind {
        FaultKind::Stated(FailKind::Check(kind)) => *kind,
        other => panic!("{other:?} comes without a check before it"),
    }
}

/// Numbers that look random, the same on every machine.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }

    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A test whose inputs are some numbers.
pub fn vector(program: &Program, values: &[i32]) -> InputVector {
    let mut vector = InputVector::new(&program.target, "main");
    let entry = |v: &i32| InputEntry {
        kind: InputOrigin::Nondet,
        name: "__VERIFIER_nondet_int".to_owned(),
        function: String::new(),
        ty: "int".to_owned(),
        width: 32,
        value: v.to_string(),
        at: None,
        to: None,
    };
    vector.inputs = values.iter().map(entry).collect();
    vector
}

/// Runs a program on some numbers.
pub fn run(program: &Program, values: &[i32], rules: Rules) -> Replayed {
    let entry = program.find_proc("main").expect("main is there");
    let vector = vector(program, values);
    replay_by(program, entry, &Config::default(), &vector, rules).expect("the program runs")
}

/// The fault that a run ended with.
pub fn fault(replayed: &Replayed) -> Option<&Fault> {
    match &replayed.stop {
        Stop::Fault(fault) => Some(fault),
        Stop::Exit(_) => None,
        other => panic!("the run does not end: {other:?}"),
    }
}

/// The failing edges of checks.
pub fn failures(program: &Program) -> Vec<(ProcId, EdgeId)> {
    let mut found = Vec::new();
    for (id, proc) in program.procs() {
        let checks = proc
            .edges()
            .filter(|(_, e)| matches!(e.op, Op::Fail(FailKind::Check(_))));
        found.extend(checks.map(|(edge, _)| (id, edge)));
    }
    found
}

/// Ways to take a check away, and to lose what it stands before.
pub fn forged(checked: &Program, (proc, fail): (ProcId, EdgeId)) -> Vec<Program> {
    let at = checked.proc(proc).edge(fail).from;
    let edges = checked.proc(proc).edges();
    let (bad, assume) = edges
        .into_iter()
        .find(|(_, e)| e.to == at)
        .expect("a check has a condition");
    let (check, good) = (assume.from, checked.proc(proc).out_edges(assume.from)[1]);
    let behind = checked.proc(proc).edge(good).to;
    let changed = |change: &dyn Fn(&mut Program)| {
        let mut program = checked.clone();
        change(&mut program);
        program
    };
    let mut all = vec![
        // It never fails.
        changed(&|p| p.procs[proc].edges[fail].op = Op::Skip),
        changed(&|p| p.procs[proc].edges[bad].to = behind),
        // It fails where nothing is wrong.
        changed(&|p| {
            for edge in [bad, good] {
                let op = &mut p.procs[proc].edges[edge].op;
                if let Op::Assume { taken, .. } = op {
                    *taken = !*taken;
                }
            }
        }),
        // Its condition is another.
        changed(&|p| {
            let ty = p.types.int(hatha_cfa::IntKind::Int);
            let zero = p.exprs.add(ExprKind::Int(0), ty);
            for edge in [bad, good] {
                let op = &mut p.procs[proc].edges[edge].op;
                if let Op::Assume { cond, .. } = op {
                    *cond = zero;
                }
            }
        }),
        // It is passed by.
        changed(&|p| {
            for edge in &mut p.procs[proc].edges {
                if edge.to == check {
                    edge.to = behind;
                }
            }
            let entry = &mut p.procs[proc].entry;
            if *entry == check {
                *entry = behind;
            }
        }),
    ];
    // An edge behind it is lost, or leads elsewhere.
    for n in 0..checked.proc(proc).out_edges(behind).len() {
        all.push(changed(&|p| {
            p.procs[proc].out[behind].remove(n);
        }));
        let edge = checked.proc(proc).out_edges(behind)[n];
        all.push(changed(&|p| {
            p.procs[proc].edges[edge].to = behind;
        }));
    }
    all
}
