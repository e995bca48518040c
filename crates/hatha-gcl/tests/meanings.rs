//! The two meanings of a model agree: the interpreter on concrete states, and the
//! formulas evaluated there.

use hatha_gcl::interpret::{self, Stop};
use hatha_gcl::linear::Sym;
use hatha_gcl::model::Model;
use hatha_gcl::random;
use hatha_gcl::{System, explicit, load};
use hatha_term::random::Rng;

/// Arrays with indices that are not constants, which random systems lack.
const ARRAYS: &str = "var a[0..3]: 0..4; var i, j: 0..4; var b: bool;
    t: i < 3 && a[i] >= 2 -> a[i] := a[i] - 1, a[j] := 3, b := a[i] = i;
    u: a[j] % 2 = 1 || b -> i := j, j := if b then i else j, a[0] := nondet;
    invariant a[i] + i <= 5 || b <=> j = 1;";

fn agree(model: &Model, system: &System, state: &[i128], rng: &mut Rng) {
    let wrong = interpret::wrong(model, state).expect("small numbers");
    let value = |s: Sym| state[s.index()];
    let formula = system.arena.evaluate(system.wrong, &value);
    assert_eq!(formula, Ok(wrong.is_some()), "{state:?}: {wrong:?}");
    if wrong.is_some() {
        return;
    }
    for (transition, step) in model.transitions.iter().zip(&system.steps) {
        let enabled = interpret::enabled(model, state, transition).expect("not wrong");
        let guard = system.arena.evaluate(step.guard, &value);
        assert_eq!(guard, Ok(enabled), "{state:?} {}", step.name);
        if !enabled {
            continue;
        }
        let ranges = interpret::input_ranges(model, state, transition).expect("not wrong");
        let any = |r: &Option<(i128, i128)>, rng: &mut Rng| {
            let (low, high) = r.unwrap_or((-9, 9));
            low + i128::from(rng.below((high - low + 1) as u64))
        };
        let inputs: Vec<i128> = ranges.iter().map(|r| any(r, rng)).collect();
        let after = interpret::step(model, state, transition, &inputs).expect("not wrong");
        let value = |s: Sym| match state.get(s.index()) {
            Some(n) => *n,
            None => {
                let at = step.inputs.iter().position(|i| i.symbol == s);
                inputs[at.expect("an input of this transition")]
            }
        };
        let mut symbolic = state.to_vec();
        for (symbol, cases) in &step.updates {
            let holds = |(when, _): &&(_, _)| system.arena.evaluate(*when, &value) == Ok(true);
            let taken: Vec<_> = cases.iter().filter(holds).collect();
            let [(_, sum)] = taken[..] else {
                panic!("{} cases of {} hold", taken.len(), step.name);
            };
            symbolic[symbol.index()] = sum.evaluate(&value).expect("small numbers");
        }
        assert_eq!(symbolic, after, "{state:?} {}", step.name);
    }
}

fn all_states_agree(text: &str) {
    let model = load(text, &[]).expect(text);
    let system = System::new(&model).expect("small numbers");
    let mut rng = Rng::new(1);
    let unconstrained = Model {
        init: Vec::new(),
        ..model.clone()
    };
    for state in explicit::initial(&unconstrained, 100_000).expect("finite") {
        let initial = interpret::is_initial(&model, &state);
        assert!(!matches!(initial, Err(Stop::TooLarge)));
        let value = |s: Sym| state[s.index()];
        let formula = system.arena.evaluate(system.init, &value);
        assert_eq!(formula, Ok(initial == Ok(true)), "{state:?}");
        agree(&model, &system, &state, &mut rng);
    }
}

#[test]
fn interpreter_and_formulas_agree_on_random_systems() {
    for seed in 0..200 {
        all_states_agree(&random::system(seed));
    }
}

#[test]
fn interpreter_and_formulas_agree_on_arrays() {
    all_states_agree(ARRAYS);
}
