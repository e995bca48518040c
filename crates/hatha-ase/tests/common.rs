//! What the tests of this crate share.
#![allow(dead_code, reason = "each test uses a part of it")]

use hatha_ase::{Answer, Check, Counts, Engine};
use hatha_gcl::model::Expr;
use hatha_gcl::{Model, Vocabulary};
use hatha_smt::Budget;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Is there a Z3? Without one these systems are *unknown*, and the tests say so.
pub fn z3() -> bool {
    let found = hatha_smt::second_opinion("z3").is_ok();
    if !found {
        println!("skipped: no z3");
    }
    found
}

/// `benchmarks/gcl`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/gcl")
}

/// The text of a file there.
pub fn benchmark_text(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the benchmarks are there")
}

/// A model of `benchmarks/gcl`.
pub fn benchmark(name: &str, constants: &[(&str, i128)]) -> Model {
    let text = benchmark_text(name);
    let constants: Vec<(String, i128)> = constants.iter().map(|&(n, v)| (n.into(), v)).collect();
    hatha_gcl::load(&text, &constants).unwrap_or_else(|d| panic!("{name}: {d}"))
}

/// Predicates over the variables of a model.
pub fn predicates(model: &Model, texts: &[&str]) -> Vec<Expr> {
    let vocabulary = Vocabulary::new(model).expect("it was loaded");
    let read = |t: &&str| vocabulary.truth(t).expect("well formed");
    texts.iter().map(read).collect()
}

/// With a limit that no test meets on a machine that is not overloaded.
pub fn budget(seconds: u64) -> Budget {
    Budget {
        deadline: Some(Instant::now() + Duration::from_secs(seconds)),
        ..Budget::default()
    }
}

/// Runs `ase`.
pub fn ase(model: &Model, given: &[Expr]) -> (Answer, Counts) {
    hatha_ase::run(model, Engine::Ase, given, budget(60))
}

/// What concluded a proof.
pub fn proved(answer: &Answer) -> Option<Check> {
    match answer {
        Answer::Proved(check, _) => Some(*check),
        _ => None,
    }
}

/// Is it an execution that the interpreter confirms?
pub fn violated(model: &Model, answer: &Answer) -> bool {
    match answer {
        Answer::Violated(run) => run.replay(model).is_ok_and(|r| r.wrong.is_some()),
        _ => false,
    }
}
