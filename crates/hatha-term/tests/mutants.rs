//! The property tests notice every one of a list of wrong rewrites:
//! `cargo test --release -p hatha-term --features mutants --test mutants`.
#![cfg(feature = "mutants")]

use hatha_term::mutants::{activate, all};
use hatha_term::random::{Shape, TermGen};
use hatha_term::{EvalError, TermPool};

/// Random terms until a mutant must have been noticed.
const CASES: u64 = 20_000;

/// Does the comparison of a normalised term with the raw one fail? The same
/// comparison as in `normalised_terms_equal_raw_ones`.
fn differs(seed: u64) -> bool {
    let mut raw = TermPool::raw();
    let mut generator = TermGen::new(seed, Shape::everything());
    let t = generator.any_term(&mut raw);
    let mut pool = TermPool::new();
    let u = pool.import(&raw, t);
    (0..8).any(|_| {
        let model = generator.model(&raw, &[t]);
        let moved = pool.import_model(&raw, &model);
        match (raw.eval(t, &model), pool.eval(u, &moved)) {
            (Ok(x), Ok(y)) => !x.same_as(&y),
            (Err(EvalError::IntOverflow), _) | (_, Err(EvalError::IntOverflow)) => false,
            _ => true,
        }
    })
}

/// One test, because the switch is for the whole process.
#[test]
fn every_mutant_is_noticed() {
    let mutants = all();
    assert!(mutants.len() >= 50, "{} mutants", mutants.len());
    activate(None);
    assert!(!(0..500).any(differs), "without a mutant nothing differs");
    let mut survivors = Vec::new();
    for (number, mutant) in mutants.iter().enumerate() {
        activate(Some(number));
        match (0..CASES).find(|&seed| differs(seed)) {
            Some(seed) => println!("{number:2} {}: noticed at case {seed}", mutant.name),
            None => survivors.push(mutant.name),
        }
    }
    activate(None);
    let noticed = mutants.len() - survivors.len();
    println!("noticed {noticed} of {} mutants", mutants.len());
    assert!(survivors.is_empty(), "not noticed: {survivors:?}");
}
