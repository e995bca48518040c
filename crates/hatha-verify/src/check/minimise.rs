//! Smaller values for a failing test.
//!
//! **Invariant.** A value is changed only if the test with it has been run and
//! failed in the same way. What comes back is a test that was run.

use super::question::Question;
use crate::replay::{Replayed, replay};
use hatha_exec::fault::{Fault, Stop};
use hatha_proof::input::{InputEntry, InputOrigin, InputVector};

/// Runs of a test that are tried at most.
const TRIES: u64 = 120;
/// Edges that all of them together may take, the making of each run included.
const EDGES: u64 = 3_000_000;

/// A failing test with smaller values, where there is one: the last replay in which the same
/// fault was seen.
pub(super) fn minimise_test(
    question: Question<'_>,
    first: Replayed,
    fault: Fault,
) -> (Replayed, Fault) {
    let Question {
        program,
        entry,
        options,
    } = question;
    if !options.minimise {
        return (first, fault);
    }
    let mut config = options.config.clone();
    config.limits.steps = config.limits.steps.min(first.steps.saturating_add(1));
    let edges = program.procs.iter().map(|p| p.edges.len() as u64).sum();
    let tries = tries(first.steps, edges);
    let test = first.vector.clone();
    let mut best = (first, fault);
    minimised(test, tries, |candidate| {
        let replayed = replay(program, entry, &config, candidate).ok()?;
        let Stop::Fault(fault) = &replayed.stop else {
            return None;
        };
        let is_same = (&fault.kind, fault.span) == (&best.1.kind, best.1.span);
        if !is_same || replayed.vector.inputs.len() > candidate.inputs.len() {
            return None;
        }
        let fault = fault.clone();
        best = (replayed, fault);
        Some(best.0.vector.clone())
    });
    best
}

/// How many runs are worth it for a test of so many steps in a program of so many edges.
fn tries(steps: u64, edges: u64) -> u64 {
    TRIES.min(EDGES / (steps + edges).max(1))
}

/// Takes values towards zero while the test fails in the same way; `fails` runs a test and gives
/// what it took if it does.
fn minimised(
    test: InputVector,
    tries: u64,
    fails: impl FnMut(&InputVector) -> Option<InputVector>,
) -> InputVector {
    let mut search = Search { test, tries, fails };
    for round in [Search::zero, Search::closer, Search::simpler] {
        let mut at = 0;
        while at < search.test.inputs.len() && search.tries > 0 {
            round(&mut search, at);
            at += 1;
        }
    }
    search.test
}

struct Search<F> {
    test: InputVector,
    tries: u64,
    fails: F,
}

impl<F: FnMut(&InputVector) -> Option<InputVector>> Search<F> {
    /// Tries a value; whether the test still fails.
    fn try_value(&mut self, at: usize, value: i128) -> bool {
        self.try_text(at, value.to_string())
    }

    /// The same for a value as it is written.
    fn try_text(&mut self, at: usize, value: String) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let mut changed = self.test.clone();
        changed.inputs[at].value = value;
        match (self.fails)(&changed) {
            Some(test) if test.inputs.len() <= self.test.inputs.len() => {
                self.test = test;
                true
            }
            _ => false,
        }
    }

    fn value(&self, at: usize) -> Option<i128> {
        self.test.inputs.get(at).and_then(number)
    }

    fn zero(&mut self, at: usize) {
        if self.value(at).is_some_and(|v| v != 0) {
            self.try_value(at, 0);
        }
    }

    /// Tries small values and the low bits of the value, then halves the distance to a value that
    /// does not fail, which zero is the first of.
    fn closer(&mut self, at: usize) {
        let Some(first) = self.value(at).filter(|v| *v != 0) else {
            return;
        };
        let low = [16, 256, 65_536].map(|m| first.rem_euclid(m));
        for value in [1, -1, 2].into_iter().chain(low) {
            let is_smaller = value != 0 && value.abs() < first.abs();
            if is_smaller && self.try_value(at, value) {
                break;
            }
        }
        let Some(mut good) = self.value(at) else {
            return;
        };
        let mut bad = 0;
        while good - bad != good.signum() && self.tries > 0 {
            let middle = bad + (good - bad) / 2;
            if self.try_value(at, middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
    }
}

impl<F: FnMut(&InputVector) -> Option<InputVector>> Search<F> {
    /// The simplest float with which the test still fails: a small integer, the integer below,
    /// one with few digits.
    fn simpler(&mut self, at: usize) {
        let Some((value, write)) = self.test.inputs.get(at).and_then(float) else {
            return;
        };
        for simple in simpler_floats(value) {
            let text = write(simple);
            if text != write(value) && self.try_text(at, text) {
                return;
            }
        }
    }
}

/// How a floating value is written as bits.
type Written = fn(f64) -> String;

/// The value of an input of type `float` or `double`, and how such a value is written.
fn float(input: &InputEntry) -> Option<(f64, Written)> {
    if !matches!(input.kind, InputOrigin::Nondet | InputOrigin::Uninitialised) {
        return None;
    }
    let bits = input.bits().ok()?;
    match (input.ty.as_str(), input.width) {
        ("float", 32) => Some((f32::from_bits(bits as u32).into(), |v| {
            format!("{:#x}", (v as f32).to_bits())
        })),
        ("double", 64) => Some((f64::from_bits(bits as u64), |v| {
            format!("{:#x}", v.to_bits())
        })),
        _ => None,
    }
}

/// Floats in the order of how simple they are, the value with ever more digits among them.
fn simpler_floats(value: f64) -> Vec<f64> {
    let mut simple = vec![0.0, 1.0, -1.0, 2.0, 0.5];
    if value.is_nan() {
        simple.push(f64::NAN);
        return simple;
    }
    simple.extend([value.trunc(), value.floor(), value.ceil()]);
    let digits = |n: usize| format!("{value:.n$e}").parse().unwrap_or(value);
    simple.extend([0, 1, 2, 3, 5].map(digits));
    simple
}

/// The value of an input that is a plain number.
fn number(input: &InputEntry) -> Option<i128> {
    match input.kind {
        InputOrigin::Nondet
        | InputOrigin::Uninitialised
        | InputOrigin::External
        | InputOrigin::Environment => input.value.parse().ok(),
        InputOrigin::Entry | InputOrigin::Pointer | InputOrigin::Length | InputOrigin::Other => {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_cfa::Target;

    fn test(values: &[i64]) -> InputVector {
        let entry = |v: &i64| InputEntry {
            kind: InputOrigin::Nondet,
            name: "any".to_owned(),
            function: String::new(),
            ty: "int".to_owned(),
            width: 32,
            value: v.to_string(),
            at: None,
            to: None,
        };
        let mut vector = InputVector::new(&Target::lp64(), "main");
        vector.inputs = values.iter().map(entry).collect();
        vector
    }

    fn values(test: &InputVector) -> Vec<i128> {
        test.inputs.iter().filter_map(number).collect()
    }

    #[test]
    fn values_go_towards_zero_while_the_test_fails() {
        let fails = |t: &InputVector| {
            let v = values(t);
            (v[0] > 17 && v[1] < -5).then(|| t.clone())
        };
        let small = minimised(test(&[1_000_000, -2_000, 99]), TRIES, fails);
        assert_eq!(values(&small), [18, -6, 0]);
    }

    #[test]
    fn low_bits_are_tried() {
        let fails = |t: &InputVector| (values(t)[0] & 7 == 5).then(|| t.clone());
        let small = minimised(test(&[-1_820_510_083]), TRIES, fails);
        assert_eq!(values(&small), [13]);
    }

    /// The least simple part of a float goes first.
    #[test]
    fn floats_become_simple() {
        let float = |v: f32| {
            let mut vector = test(&[0]);
            vector.inputs[0].ty = "float".to_owned();
            vector.inputs[0].value = format!("0x{:08x}", v.to_bits());
            vector
        };
        let read = |t: &InputVector| f32::from_bits(t.inputs[0].bits().unwrap_or(1) as u32);
        type Fails = fn(f32) -> bool;
        let cases: [(f32, Fails, f32); 5] = [
            (123.456, |v| v > 0.7, 1.0),
            (123.456, |v| v > 100.0, 123.0),
            (1.2345678e20, |v| v > 1.1e20, 1.2e20),
            (-0.037_512_3, |v| v < 0.0 && v > -0.5, -0.04),
            (f32::from_bits(0x7fa0_0001), |v| v.is_nan(), f32::NAN),
        ];
        for (start, fails, wanted) in cases {
            let run = |t: &InputVector| fails(read(t)).then(|| t.clone());
            let found = read(&minimised(float(start), TRIES, run));
            assert_eq!(found.to_bits(), wanted.to_bits(), "{start}: {found}");
        }
    }

    #[test]
    fn a_shorter_run_is_taken_and_a_longer_one_is_not() {
        let fails = |t: &InputVector| {
            let mut shorter = t.clone();
            shorter
                .inputs
                .truncate(if values(t)[0] == 0 { 1 } else { 3 });
            Some(shorter)
        };
        let small = minimised(test(&[5, 6, 7]), TRIES, fails);
        assert_eq!(values(&small), [0]);
    }

    #[test]
    fn without_tries_nothing_is_run() {
        let small = minimised(test(&[5]), 0, |_| panic!("it was run"));
        assert_eq!(values(&small), [5]);
        assert_eq!(tries(u64::MAX / 2, 1), 0);
    }
}
