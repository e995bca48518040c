//! Projection and interpolation against enumeration.

use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, Embedded, Projector, Reason, Solver};
use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::{Bv, Model, Sort, TermId, TermPool, Value};

const WIDTH: u32 = 3;

fn variables(pool: &mut TermPool) -> [TermId; 3] {
    ["v0", "v1", "v2"].map(|name| pool.var(name, Sort::Bv(WIDTH)))
}

/// Is there a value of `x` that makes `t` true under the rest of a model?
fn exists(pool: &TermPool, t: TermId, x: TermId, model: &Model) -> bool {
    let x = pool.as_var(x).expect("a variable");
    (0..1 << WIDTH).any(|value| {
        let mut model = model.clone();
        model.set(x, Value::Bv(Bv::new(WIDTH, value)));
        pool.eval_bool(t, &model) == Ok(true)
    })
}

fn agrees_with_enumeration(pool: &TermPool, t: TermId, x: TermId, projected: TermId) {
    let x_var = pool.as_var(x).expect("a variable");
    assert!(!pool.free_vars(&[projected]).contains(&x_var));
    let mut others = pool.free_vars(&[t]);
    others.retain(|&v| v != x_var);
    for code in 0..1u128 << (WIDTH as usize * others.len()) {
        let mut model = Model::new();
        for (i, &var) in others.iter().enumerate() {
            let value = code >> (WIDTH as usize * i);
            model.set(var, Value::Bv(Bv::new(WIDTH, value)));
        }
        let expected = exists(pool, t, x, &model);
        let text = || format!("{} to {}", pool.to_smtlib(t), pool.to_smtlib(projected));
        assert_eq!(
            pool.eval_bool(projected, &model),
            Ok(expected),
            "{}",
            text()
        );
    }
}

/// Conjunctions of comparisons between a few sums: what paths are made of.
fn conjunction(pool: &mut TermPool, seed: u64) -> TermId {
    let shape = Shape {
        max_width: 1,
        depth: 1,
        ..Shape::default()
    };
    let mut rng = TermGen::new(seed, shape);
    let vars = variables(pool);
    let mut pick = |n: u64| rng.rng().below(n) as usize;
    let side = |pool: &mut TermPool, pick: &mut dyn FnMut(u64) -> usize| {
        let (a, b) = (vars[pick(3)], vars[pick(3)]);
        let c = pool.bv_const(WIDTH, pick(8) as u128);
        match pick(6) {
            0 => pool.bv_add(a, b),
            1 => pool.bv_mul(a, c),
            2 => pool.bv_xor(a, c),
            3 => c,
            _ => a,
        }
    };
    let mut parts = Vec::new();
    for _ in 0..1 + pick(4) {
        let (a, b) = (side(pool, &mut pick), side(pool, &mut pick));
        parts.push(match pick(6) {
            0 => pool.eq(a, b),
            1 => pool.ne(a, b),
            2 => pool.bv_slt(a, b),
            3 => pool.bv_sle(a, b),
            4 => pool.bv_ule(a, b),
            _ => pool.bv_ult(a, b),
        });
    }
    pool.and_all(&parts)
}

#[test]
fn projections_agree_with_enumeration() {
    let mut done = 0;
    let total = cases(3_000);
    for seed in 0..total {
        let mut pool = TermPool::new();
        let t = conjunction(&mut pool, seed);
        let [x, ..] = variables(&mut pool);
        let mut solver = Embedded::new();
        match solver.project(&mut pool, t, &[x], &Budget::unlimited()) {
            Ok(projected) => {
                done += 1;
                agrees_with_enumeration(&pool, t, x, projected);
            }
            Err(Reason::Unsupported(_)) => {}
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    println!("{done} of {total} projected");
    assert!(done * 2 > total, "{done} of {total}");
}

#[test]
fn truth_values_are_projected_by_cases() {
    let mut pool = TermPool::new();
    let (p, q) = (pool.var("p", Sort::Bool), pool.var("q", Sort::Bool));
    let t = pool.xor(p, q);
    let mut solver = Embedded::new();
    let projector = solver.as_projector().expect("the embedded solver projects");
    let answer = projector.project(&mut pool, t, &[p], &Budget::unlimited());
    assert_eq!(answer, Ok(pool.tru()));
}

/// Each interpolant is over common variables; that it separates the two is
/// checked by enumeration, not by the solver that made it.
#[test]
fn interpolants_separate() {
    let (mut found, mut together) = (0, 0);
    for seed in 0..cases(300) {
        let mut pool = TermPool::new();
        let vars = variables(&mut pool);
        let extra = pool.var("w", Sort::Bv(WIDTH));
        let a = conjunction(&mut pool, 2 * seed);
        let b = conjunction(&mut pool, 2 * seed + 1);
        // The third variable of `b` is another one than that of `a`.
        let map = [(vars[2], extra)].into_iter().collect();
        let b = pool.substitute(b, &map);
        let mut chain = default_chain();
        let interpolator = chain.as_interpolator().expect("layers pass it on");
        match interpolator.interpolate(&mut pool, a, b, &Budget::unlimited()) {
            Ok(None) => together += 1,
            Ok(Some(t)) => {
                found += 1;
                separates(&mut pool, a, b, t, seed);
            }
            Err(Reason::Unsupported(_)) => {}
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    println!("{found} interpolants, {together} satisfiable together");
    assert!(found > 20 && together > 20);
}

fn separates(pool: &mut TermPool, a: TermId, b: TermId, t: TermId, seed: u64) {
    let (of_a, of_b) = (pool.free_vars(&[a]), pool.free_vars(&[b]));
    for var in pool.free_vars(&[t]) {
        assert!(of_a.contains(&var) && of_b.contains(&var), "seed {seed}");
    }
    let all = pool.free_vars(&[a, b]);
    for code in 0..1u128 << (WIDTH as usize * all.len()) {
        let mut model = Model::new();
        for (i, &var) in all.iter().enumerate() {
            let value = code >> (WIDTH as usize * i);
            model.set(var, Value::Bv(Bv::new(WIDTH, value)));
        }
        let [a, b, t] = [a, b, t].map(|x| pool.eval_bool(x, &model) == Ok(true));
        assert!(!a || t, "seed {seed}: not implied by the first");
        assert!(!(b && t), "seed {seed}: not excluded by the second");
    }
}
