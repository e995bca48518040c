//! Proofs that are wrong are refused.
//!
//! Proofs of small programs, found by hatha or written by hand, are changed in many ways. Z3 is
//! given the obligations by an encoder that only this test has (`mutants/encode.rs`) and says
//! which of the changed proofs are invalid; the checker must refuse every one of those.

#[path = "mutants/encode.rs"]
mod encode;
#[path = "mutants/mutate.rs"]
mod mutate;

use hatha_certify::certify;
use hatha_cfa::inline::inline;
use hatha_cfa::{LocId, Program, SEMANTICS_VERSION, Storage, Var, VarId};
use hatha_front::load::{LoadOptions, load};
use hatha_front::preprocess::DataModel;
use hatha_proof::{Proof, ProofEdge, ProofRegion, TermWriter, fingerprint, proof, vocabulary};
use hatha_smt::Budget;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// As many invalid mutants there must be.
const ENOUGH: usize = 200;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// Programs that hatha proves.
const FOUND: &[&str] = &[
    "int main(void) { int lock = 0; unsigned i = 0;
     while (__VERIFIER_nondet_int()) { if (lock) reach_error(); lock = 1; i = i + 1; lock = 0; }
     if (lock) reach_error(); return 0; }",
    "int main(void) { int state = 0;
     while (1) { if (state == 0) state = 3; else if (state == 3) state = 7;
     else if (state == 7) { if (__VERIFIER_nondet_int()) state = 0; else return 0; }
     else reach_error(); } }",
    "int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
     if (x > 10) { y = 1; } else { y = 2; }
     if (x > 10 && y != 1) reach_error();
     while (__VERIFIER_nondet_int()) { if (x <= 10) { if (y != 2) reach_error(); y = 2; } }
     return 0; }",
    "int done; int flag(int n) { if (n > 0) return 1; return 0; }
     int main(void) { int n = __VERIFIER_nondet_int(); int f = flag(n);
     while (__VERIFIER_nondet_int()) { if (f && n < 1) reach_error(); if (!f) done = 0; }
     if (f == 0 && n > 0) reach_error(); if (done) reach_error(); return 0; }",
    "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); int m = 0, k = 0;
     while (__VERIFIER_nondet_int()) {
     if (m == 0) { if (a) k = 1; m = 1; }
     else if (m == 1) { if (a && k != 1) reach_error(); if (b) m = 2; else m = 4; }
     else if (m == 2) { if (!b) reach_error(); k = 0; m = 5; }
     else if (m == 4) { if (b) reach_error(); k = 0; m = 5; }
     else if (m == 5) { if (k) reach_error(); m = 0; }
     else reach_error(); } return 0; }",
];

/// A program with memory; the invariant of its loop says where pointers point and what is there.
const POINTERS: &str = "int x, y[4]; int main(void) { int *p = &x; int t = 0; int *q = &t; x = 4;
     while (__VERIFIER_nondet_int()) { *p = *p + 2; y[1] = y[1] - 3; *q = 1; y[2] = 6; }
     if (x % 2) reach_error(); if (t > 1) reach_error(); return 0; }";

/// A program in which one array is written at any index and another must not change.
const ARRAYS: &str = "int a[8], b[8]; int main(void) { unsigned i = 0; b[3] = 7;
     while (__VERIFIER_nondet_int()) { if (i < 8) a[i] = 1; b[2] = 5; i = i + 1; }
     if (b[3] != 7) reach_error(); return 0; }";

struct Case {
    program: Program,
    proof: Proof,
}

fn load_text(folder: &Path, text: &str) -> Program {
    let file = folder.join("case.c");
    std::fs::write(&file, format!("{HEAD}{text}")).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![file],
        data_model: Some(DataModel::Lp64),
        ..LoadOptions::default()
    };
    load(&options).unwrap_or_else(|d| panic!("{d:?}"))
}

/// A proof that hatha finds.
fn found(text: &str) -> Case {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = load_text(folder.path(), text);
    let proof = folder.path().join("proof.json");
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args([
            "check",
            "--data-model",
            "lp64",
            "--timeout",
            "60",
            "--proof",
        ])
        .arg(&proof)
        .arg(folder.path().join("case.c"))
        .output()
        .expect("hatha runs");
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let text = std::fs::read_to_string(&proof).expect("a proof was written");
    Case {
        program,
        proof: Proof::from_json(&text).expect("the proof can be read"),
    }
}

fn find(program: &Program, name: &str, storage: Storage) -> VarId {
    let found = |v: &Var| v.name == name && v.storage == storage;
    program.vars.position(found).expect("the variable is there")
}

/// The predicate of the program with arrays.
fn arrays(program: &Program, pool: &mut TermPool) -> TermId {
    let b = vocabulary::address(pool, 64, find(program, "b", Storage::Memory));
    let twelve = pool.bv_const(64, 12);
    let at = pool.bv_add(b, twelve);
    let element = vocabulary::read(pool, 4, at).expect("four bytes are read at once");
    let seven = pool.bv_const(32, 7);
    pool.eq(element, seven)
}

/// The predicate of the program with pointers.
fn pointers(program: &Program, pool: &mut TermPool) -> TermId {
    let same = |pool: &mut TermPool, pointer: &str, target: &str| {
        let slot = find(program, pointer, Storage::Slot);
        let slot = pool.var(Symbol::Slot(slot.0), Sort::Bv(64));
        let address = vocabulary::address(pool, 64, find(program, target, Storage::Memory));
        (pool.eq(slot, address), address)
    };
    let (at_x, x) = same(pool, "p", "x");
    let (at_t, t) = same(pool, "q", "t");
    let x = vocabulary::read(pool, 4, x).expect("four bytes are read at once");
    let low = pool.extract(0, 0, x);
    let zero = pool.bv_const(1, 0);
    let even = pool.eq(low, zero);
    let t = vocabulary::read(pool, 4, t).expect("four bytes are read at once");
    let two = pool.bv_const(32, 2);
    let small = pool.bv_ult(t, two);
    pool.and_all(&[at_x, at_t, even, small])
}

/// A proof with an invariant at the loop head.
fn by_hand(text: &str, invariant: fn(&Program, &mut TermPool) -> TermId) -> Case {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = load_text(folder.path(), text);
    let entry = program.find_proc("main").expect("there is a main");
    let proc = program.proc(entry);
    let mut pool = TermPool::new();
    let invariant = invariant(&program, &mut pool);
    let mut writer = TermWriter::new();
    let predicates = [pool.tru(), invariant].map(|t| writer.add(&pool, t).expect("a term"));
    let mut locations = proc.locations.keys();
    let head = locations.find(|&l| proc.location(l).loop_head);
    let places = [proc.entry, head.expect("there is a loop")];
    let region = |(location, predicate): (LocId, u32)| ProofRegion {
        location: location.0,
        predicate,
        c: String::new(),
    };
    let into = proc.edges().filter(|(_, e)| e.to == places[1]);
    let edge = |id: u32, from: u32| ProofEdge {
        from,
        edge: id,
        to: 1,
    };
    let edges = into.flat_map(|(id, _)| [edge(id.0, 0), edge(id.0, 1)]);
    let proof = Proof {
        unrolled: None,
        ignores_faults: false,
        components: Vec::new(),
        opaque: Vec::new(),
        schema: proof::SCHEMA.to_owned(),
        version: proof::VERSION,
        semantics: SEMANTICS_VERSION,
        program: fingerprint(&program),
        entry: "main".to_owned(),
        engine: "by hand".to_owned(),
        variables: Vec::new(),
        terms: writer.finish(),
        regions: places.into_iter().zip(predicates).map(region).collect(),
        initial: vec![0],
        edges: edges.collect(),
    };
    Case { program, proof }
}

/// What Z3 says of all obligations: all contradictory, one satisfiable, or not decided.
fn judged_by_z3(program: &Program, proof: &Proof) -> Option<bool> {
    let entry = program.find_proc(&proof.entry)?;
    let flat = inline(program, entry, 10_000).ok()?;
    let text = encode::queries(&flat, flat.proc(entry), proof);
    let mut child = Command::new("z3")
        .args(["-in", "-t:2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        !answers.contains("error"),
        "Z3 does not understand: {answers}"
    );
    if answers.lines().any(|l| l == "sat") {
        return Some(false);
    }
    answers.lines().all(|l| l == "unsat").then_some(true)
}

fn accepts(program: &Program, proof: &Proof) -> bool {
    certify(program, proof, &mut [], &Budget::unlimited()).is_ok()
}

fn z3_is_there() -> bool {
    let run = Command::new("z3").arg("--version").output();
    let there = run.is_ok_and(|o| o.status.success());
    assert!(
        there || std::env::var_os("CI").is_none(),
        "Z3 is part of the test set-up"
    );
    there
}

#[test]
fn every_invalid_mutant_is_refused() {
    if !z3_is_there() {
        eprintln!("skipped: there is no z3");
        return;
    }
    let mut cases: Vec<Case> = FOUND.iter().map(|text| found(text)).collect();
    cases.push(by_hand(POINTERS, pointers));
    cases.push(by_hand(ARRAYS, arrays));
    let (mut invalid, mut valid, mut refused_valid) = (0, 0, 0);
    for (n, case) in cases.iter().enumerate() {
        assert!(accepts(&case.program, &case.proof), "case {n} itself");
        assert_eq!(
            judged_by_z3(&case.program, &case.proof),
            Some(true),
            "case {n} itself"
        );
        for mutant in mutate::mutants(&case.program, &case.proof) {
            let accepted = accepts(&mutant.program, &mutant.proof);
            match judged_by_z3(&mutant.program, &mutant.proof) {
                Some(false) => {
                    invalid += 1;
                    assert!(
                        !accepted,
                        "case {n}, {}: invalid, but accepted",
                        mutant.what
                    );
                }
                Some(true) => {
                    valid += 1;
                    refused_valid += usize::from(!accepted);
                }
                None => {}
            }
        }
    }
    println!("{invalid} invalid mutants, all refused; {valid} valid, {refused_valid} refused");
    assert!(invalid >= ENOUGH, "only {invalid} invalid mutants");
}
