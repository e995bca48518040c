//! Random terms: normalising constructors, substitution and transport agree
//! with evaluation.

use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::{EvalError, Model, TermId, TermPool};

/// Gives the variables and functions of `to` the values that the ones of equal
/// name and sort have in `from`.
fn transport(from: &TermPool, model: &Model, to: &mut TermPool) -> Model {
    let mut result = Model::new();
    for (var, value) in model.iter() {
        let sort = to.import_sort(from, from.var_sort(var));
        let term = to.var(from.var_name(var), sort);
        let var = to.as_var(term).expect("just made as a variable");
        result.set(var, value.clone());
    }
    for (fun, graph) in model.iter_funs() {
        let decl = from.fun(fun).clone();
        let args: Vec<_> = decl.args.iter().map(|&s| to.import_sort(from, s)).collect();
        let sort = to.import_sort(from, decl.result);
        let fun = to.declare_fun(from.symbol_name(decl.name), &args, sort);
        result.set_fun(fun, graph.clone());
    }
    result
}

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
    for seed in 0..cases(4_000) {
        let mut raw = TermPool::raw();
        let mut generator = TermGen::new(seed, Shape::everything());
        let t = generator.any_term(&mut raw);
        let mut pool = TermPool::new();
        let u = pool.import(&raw, t);
        for _ in 0..8 {
            let model = generator.model(&raw, &[t]);
            let moved = transport(&raw, &model, &mut pool);
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
    for seed in 0..cases(2_000) {
        let mut pool = TermPool::new();
        let mut generator = TermGen::new(seed, Shape::everything());
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
