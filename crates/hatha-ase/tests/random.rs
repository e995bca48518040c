//! Random systems: the engine against exhaustive search, Theorem 2, and the
//! elimination of symbols against trying all values.

mod common;

use common::{ase, budget, violated, z3};
use hatha_ase::Answer;
use hatha_ase::eliminate::exists;
use hatha_ase::symbolic_exec::symbolic_exec;
use hatha_gcl::explicit::{self, Found};
use hatha_gcl::formula::{Arena, Literal, Relation};
use hatha_gcl::linear::{Linear, Sym};
use hatha_gcl::load;
use hatha_gcl::random;
use hatha_term::random::Rng;
use std::collections::BTreeSet;

/// `cargo xtask gcl-random` has 2,000.
const SYSTEMS: u64 = 120;

#[test]
fn ase_agrees_with_explicit_search() {
    if !z3() {
        return;
    }
    let mut decided = 0;
    for seed in 0..SYSTEMS {
        let text = random::system(seed);
        let model = load(&text, &[]).expect("random systems load");
        let truth = explicit::search(&model, 100_000);
        let (answer, _) = ase(&model, &[]);
        match (&answer, &truth) {
            (Answer::Proved(..), Found::Safe { .. }) => decided += 1,
            (Answer::Violated(_), Found::Wrong { .. }) => {
                assert!(violated(&model, &answer), "{text}");
                decided += 1;
            }
            (Answer::Unknown(_), _) => {}
            _ => panic!("seed {seed}: {answer:?}, but {truth:?}\n{text}"),
        }
    }
    assert!(
        decided * 100 >= SYSTEMS * 95,
        "{decided} of {SYSTEMS} decided"
    );
}

/// One initial state and no inputs, so that explored states are concrete.
fn closed(text: &str) -> String {
    let fixed = text.lines().map(|line| {
        let line = line.replace("nondet", "0");
        match line.starts_with("var x") && !line.contains('=') {
            true => line.replace(';', " = 0;"),
            false => line,
        }
    });
    fixed.collect::<Vec<_>>().join("\n")
}

/// The concrete states explored under the usual predicates and some more.
fn explored(text: &str, more: &[String]) -> Option<BTreeSet<Vec<i128>>> {
    let model = load(text, &[]).expect("random systems load");
    let texts: Vec<&str> = more.iter().map(String::as_str).collect();
    let given = common::predicates(&model, &texts);
    let mut analysis = hatha_ase::prepare(&model, &given, budget(60)).expect("small numbers");
    let exploration = symbolic_exec(&mut analysis).expect("no trouble");
    if exploration.wrong.is_some() || exploration.is_cut {
        return None;
    }
    let concrete = |s: &hatha_ase::state::SymbolicState| s.concrete().expect("one state");
    Some(exploration.states.iter().map(concrete).collect())
}

#[test]
fn more_predicates_explore_more_states() {
    let mut grown = 0;
    let mut compared = 0;
    for seed in 1_000..2_500 {
        let text = closed(&random::system(seed));
        let mut rng = Rng::new(!seed);
        let extra = |rng: &mut Rng| match rng.below(2) {
            0 => format!("x0 <= {}", rng.below(6)),
            _ => format!("x0 = {}", rng.below(6)),
        };
        let more: Vec<String> = (0..8 + rng.below(8)).map(|_| extra(&mut rng)).collect();
        let (Some(few), Some(many)) = (explored(&text, &[]), explored(&text, &more)) else {
            continue;
        };
        assert!(few.is_subset(&many), "seed {seed}, {more:?}\n{text}");
        compared += 1;
        grown += u32::from(few.len() < many.len());
    }
    // The test would say nothing if predicates never mattered.
    assert!(compared > 100 && grown > 0, "{grown} of {compared} grew");
}

/// A random literal over x (symbol 0), y and z.
fn literal(arena: &mut Arena, rng: &mut Rng) -> Option<Literal> {
    let mut sum = Linear::constant(rng.below(11) as i128 - 5);
    for symbol in 0..3 {
        let factor = rng.below(7) as i128 - 3;
        sum = sum
            .plus(factor, &Linear::symbol(Sym(symbol)))
            .expect("small");
    }
    let relation = match rng.below(5) {
        0 => Relation::Zero,
        1 => Relation::Multiple(2 + rng.below(2) as i128),
        _ => Relation::AtMostZero,
    };
    let f = arena.relation(relation, &sum).expect("small");
    let literal = arena.as_literal(f)?;
    Some(match rng.below(2) {
        0 => literal,
        _ => literal.negated(),
    })
}

/// Sums are below 30 and periods below 40, so that a solution, if there is one,
/// is among the values tried.
#[test]
fn elimination_is_exact() {
    let mut rng = Rng::new(7);
    let mut eliminated = 0;
    for _ in 0..2_000 {
        let mut arena = Arena::default();
        let count = 1 + rng.below(4);
        let cube: Vec<Literal> = (0..count)
            .filter_map(|_| literal(&mut arena, &mut rng))
            .collect();
        let Some(without) = exists(&mut arena, &[Sym(0)], &cube).expect("small") else {
            continue;
        };
        eliminated += 1;
        for (y, z) in (-3..=3).flat_map(|y| (-3..=3).map(move |z| (y, z))) {
            let holds = |x: i128| {
                let value = |s: Sym| [x, y, z][s.index()];
                cube.iter().all(|l| {
                    let holds = arena.atom(l.atom).evaluate(&value).expect("small");
                    holds == l.positive
                })
            };
            let expected = (-150..=150).any(holds);
            let value = |s: Sym| [i128::MAX, y, z][s.index()];
            let found = arena.evaluate(without, &value).expect("x is gone");
            assert_eq!(found, expected, "{cube:?} at y = {y}, z = {z}");
        }
    }
    assert!(eliminated > 1_500, "{eliminated}");
}

/// 2x + 1 is never a multiple of 4, whatever x is.
#[test]
fn congruences_without_a_solution_are_not_split_on() {
    if !z3() {
        return;
    }
    let text = "var x: int; t: true -> x := x + 1; never (2 * x + 1) % 4 = 0;";
    let model = load(text, &[]).expect("well formed");
    let (answer, _) = ase(&model, &[]);
    assert!(matches!(answer, Answer::Proved(..)), "{answer:?}");
}
