//! Random terms: normalising constructors, substitution and transport agree
//! with evaluation.

use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::simplify::Simplifier;
use hatha_term::simplify::facts::{Analysis, Facts};
use hatha_term::simplify::solve::solve_equalities;
use hatha_term::{EvalError, Model, Op, Sort, TermId, TermPool, Value};

fn same_value(a: (&TermPool, TermId, &Model), b: (&TermPool, TermId, &Model), seed: u64) {
    let original = a.0.eval(a.1, a.2);
    let rewritten = b.0.eval(b.1, b.2);
    match (original, rewritten) {
        (Ok(x), Ok(y)) => assert!(
            x.same_as(&y),
            "seed {seed}: {} is {x:?} but {} is {y:?}",
            a.0.to_smtlib(a.1),
            b.0.to_smtlib(b.1)
        ),
        // A rewrite may avoid an overflow or meet one in another order.
        (Err(EvalError::IntOverflow), _) | (_, Err(EvalError::IntOverflow)) => {}
        (x, y) => panic!("seed {seed}: {x:?} {y:?}"),
    }
}

#[test]
fn normalised_terms_equal_raw_ones() {
    normalised(Shape::everything(), cases(4_000));
}

#[test]
fn normalised_floats_equal_raw_ones() {
    normalised(Shape::floats(), cases(4_000));
}

fn normalised(shape: Shape, count: u64) {
    for seed in 0..count {
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed, shape);
        let t = generator.any_term(&mut raw);
        let mut pool = TermPool::new();
        let u = pool.import(&raw, t);
        for _ in 0..8 {
            let model = generator.model(&raw, &[t]);
            let moved = pool.import_model(&raw, &model);
            same_value((&raw, t, &model), (&pool, u, &moved), seed);
        }
    }
}

/// One seed gives one term: nothing depends on addresses or hash order.
#[test]
fn constructors_are_deterministic() {
    for seed in 0..cases(1_000) {
        let mut first = TermPool::new();
        let mut second = TermPool::new();
        let a = TermGen::new(seed, Shape::everything()).any_term(&mut first);
        let b = TermGen::new(seed, Shape::everything()).any_term(&mut second);
        assert_eq!(first.to_smtlib(a), second.to_smtlib(b), "seed {seed}");
    }
}

/// Evaluation after substitution is evaluation in the changed model.
#[test]
fn substitution_commutes_with_evaluation() {
    substituted(Shape::everything());
    substituted(Shape::floats());
}

fn substituted(shape: Shape) {
    for seed in 0..cases(2_000) {
        let mut pool = TermPool::new();
        let mut generator = TermGen::new(seed, shape);
        let t = generator.any_term(&mut pool);
        let Some(&var) = pool.free_vars(&[t]).first() else {
            continue;
        };
        let sort = pool.var_sort(var);
        let replacement = generator.term(&mut pool, sort, 2);
        let map = [(pool.var_term(var), replacement)].into_iter().collect();
        let substituted = pool.substitute(t, &map);
        let model = generator.model(&pool, &[t, replacement]);
        let Ok(value) = pool.eval(replacement, &model) else {
            continue;
        };
        let mut changed = model.clone();
        changed.set(var, value);
        same_value((&pool, t, &changed), (&pool, substituted, &model), seed);
    }
}

fn report(a: &TermPool, t: TermId, u: TermId) -> String {
    format!("{} became {}", a.to_smtlib(t), a.to_smtlib(u))
}

#[test]
fn simplified_terms_equal_the_originals() {
    simplified(Shape::everything(), cases(4_000));
}

#[test]
fn simplified_floats_equal_the_originals() {
    simplified(Shape::floats(), cases(8_000));
}

fn simplified(shape: Shape, count: u64) {
    let mut changed = 0;
    for seed in 0..count {
        let mut pool = TermPool::new();
        let mut generator = TermGen::new(seed ^ 0x1357_0000, shape);
        let t = generator.any_term(&mut pool);
        let u = Simplifier::new().simplify(&mut pool, t);
        changed += (t != u) as u64;
        for _ in 0..8 {
            let model = generator.model(&pool, &[t]);
            same_value((&pool, t, &model), (&pool, u, &model), seed);
        }
    }
    assert!(changed > 0);
}

/// Values lie within what the analysis says about them.
#[test]
fn facts_hold() {
    facts_hold_in(Shape::everything());
    facts_hold_in(Shape::floats());
}

fn facts_hold_in(shape: Shape) {
    for seed in 0..cases(4_000) {
        let mut pool = TermPool::new();
        let mut generator = TermGen::new(seed ^ 0x2468_0000, shape);
        let t = generator.any_term(&mut pool);
        let mut analysis = Analysis::default();
        let model = generator.model(&pool, &[t]);
        for s in pool.subterms(&[t]) {
            let (Some(facts), Ok(Value::Bv(value))) =
                (analysis.facts(&pool, s), pool.eval(s, &model))
            else {
                continue;
            };
            let v = value.to_u128().expect("facts are about narrow terms");
            let holds = |f: &Facts, v: u128| {
                v & f.ones == f.ones && v & f.zeros == 0 && f.lo <= v && v <= f.hi
            };
            let text = || format!("seed {seed}: {} is {v:x}, {facts:x?}", pool.to_smtlib(s));
            assert!(holds(&facts, v), "{}", text());
            let flipped = v ^ 1 << (facts.width - 1);
            assert!(holds(&facts.sign_flipped(), flipped), "flipped {}", text());
        }
    }
}

/// A model of the solved conjunction, completed, is one of the original; and a
/// model of the original is one of the solved conjunction.
#[test]
fn solved_equalities_are_equisatisfiable() {
    let mut bound = 0;
    for seed in 0..cases(4_000) {
        let mut pool = TermPool::new();
        let shape = Shape {
            depth: 2,
            max_width: 4,
            ints: false,
            ..Shape::everything()
        };
        let mut generator = TermGen::new(seed ^ 0x7531_0000, shape);
        let conjuncts: Vec<TermId> = (0..4).map(|_| generator.formula(&mut pool)).collect();
        let solved = solve_equalities(&mut pool, &mut Simplifier::new(), &conjuncts);
        bound += solved.bindings.len();
        for _ in 0..16 {
            let roots = [&conjuncts[..], &solved.rest].concat();
            let mut model = generator.model(&pool, &roots);
            let all = |terms: &[TermId], model: &Model| {
                terms.iter().all(|&t| pool.eval_bool(t, model) == Ok(true))
            };
            let text = || {
                let original: Vec<String> = conjuncts.iter().map(|&t| pool.to_smtlib(t)).collect();
                format!("seed {seed}: {original:?}")
            };
            if all(&conjuncts, &model) {
                assert!(all(&solved.rest, &model), "{}", text());
            }
            if all(&solved.rest, &model) {
                let completed = solved.complete(&pool, &mut model);
                assert_eq!(completed, Ok(()), "seed {seed}");
                assert!(all(&conjuncts, &model), "{}", text());
            }
        }
    }
    assert!(bound > 0);
}

#[test]
fn typical_simplifications() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(32));
    let y = pool.var("y", Sort::Bv(32));
    let check = |pool: &mut TermPool, t: TermId, expected: TermId| {
        let simplified = Simplifier::new().simplify(pool, t);
        assert_eq!(simplified, expected, "{}", report(pool, t, simplified));
    };
    // (x + y) - x is y, also when a constant is between.
    let two = pool.bv_const(32, 2);
    let sum = pool.bv_add(x, two);
    let sum = pool.bv_add(sum, y);
    let rest = pool.bv_sub(sum, x);
    let expected = pool.bv_add(y, two);
    check(&mut pool, rest, expected);
    // 3x = 9 determines x.
    let three = pool.bv_const(32, 3);
    let nine = pool.bv_const(32, 9);
    let product = pool.bv_mul(x, three);
    let equation = pool.eq(product, nine);
    let expected = pool.eq(x, three);
    check(&mut pool, equation, expected);
    // 2x = 3 has no solution.
    let double = pool.bv_mul(x, two);
    let equation = pool.eq(double, three);
    let never = pool.fls();
    check(&mut pool, equation, never);
    // A byte is below 256.
    let byte = pool.extract(7, 0, x);
    let wide = pool.zero_ext(32, byte);
    let sum = pool.bv_add(wide, wide);
    let limit = pool.bv_const(32, 511);
    let below = pool.bv_ult(sum, limit);
    let always = pool.tru();
    check(&mut pool, below, always);
    // x + 2 < 9 unsigned: x < 7 or x is one of the two largest values.
    let shifted = pool.bv_add(x, two);
    let less = pool.bv_ult(shifted, nine);
    let simplified = Simplifier::new().simplify(&mut pool, less);
    assert_eq!(pool.op(simplified), Op::Or, "{}", pool.to_c(simplified));
    // A write at i + 1 does not disturb a read at i, seen through x - y + y.
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
    let a = pool.var("a", sort);
    let value = pool.var("v", Sort::Bv(8));
    let next = pool.bv_add(x, y);
    let next = pool.bv_add(next, two);
    let written = pool.store(a, next, value);
    let at = pool.bv_add(y, three);
    let at = pool.bv_add(at, x);
    let read = pool.select(written, at);
    let expected = pool.select(a, at);
    check(&mut pool, read, expected);
}
