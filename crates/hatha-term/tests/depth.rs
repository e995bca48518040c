//! Terms as deep as a path of a million assignments must not overflow a stack.

use hatha_term::{Bv, Model, Sort, TermId, TermPool, Value};

const DEPTH: u32 = 1_000_000;

fn chain(pool: &mut TermPool) -> TermId {
    let mut t = pool.var("x", Sort::Bv(32));
    let y = pool.var("y", Sort::Bv(32));
    for i in 0..DEPTH {
        t = match i % 3 {
            0 => pool.bv_add(t, y),
            1 => pool.bv_not(t),
            _ => pool.bv_xor(t, y),
        };
    }
    t
}

fn exercise(mut pool: TermPool) {
    let t = chain(&mut pool);
    assert!(pool.dag_size(t) > DEPTH as usize / 2);
    assert_eq!(pool.free_vars(&[t]).len(), 2);
    let mut model = Model::new();
    model.set(pool.free_vars(&[t])[0], Value::Bv(Bv::new(32, 5)));
    let value = pool.eval(t, &model).expect("no integers occur");
    let zero = pool.bv_const(32, 0);
    let y = pool.var("y", Sort::Bv(32));
    let map = [(y, zero)].into_iter().collect();
    let substituted = pool.substitute(t, &map);
    assert_eq!(pool.eval(substituted, &model), Ok(value.clone()));
    let mut other = TermPool::new();
    let moved = other.import(&pool, t);
    let mut moved_model = Model::new();
    let x = other.var("x", Sort::Bv(32));
    moved_model.set(
        other.as_var(x).expect("a variable"),
        Value::Bv(Bv::new(32, 5)),
    );
    assert_eq!(other.eval(moved, &moved_model), Ok(value));
    assert!(pool.to_smtlib(t).len() > DEPTH as usize);
    assert!(pool.to_c(t).contains("..."));
    let mut script = String::new();
    hatha_term::SmtPrinter::new().declare(&pool, &[t], &mut script);
    assert!(script.contains("define-fun"));
    let seven = pool.bv_const(32, 7);
    let equation = pool.eq(t, seven);
    assert!(pool.is_bool(equation));
}

#[test]
fn a_million_levels() {
    exercise(TermPool::new());
}

#[test]
fn a_million_raw_levels() {
    exercise(TermPool::raw());
}

/// Invertible operators are undone one by one when a constant is on the other
/// side: a million of them in a loop, not by recursion.
#[test]
fn a_million_inversions() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(32));
    let three = pool.bv_const(32, 3);
    let mut t = x;
    for i in 0..DEPTH {
        t = if i % 2 == 0 {
            pool.bv_xor(t, three)
        } else {
            pool.bv_add(t, three)
        };
    }
    let seven = pool.bv_const(32, 7);
    let equation = pool.eq(t, seven);
    assert_eq!(pool.op(equation), hatha_term::Op::Eq);
    assert_eq!(pool.args(equation)[0], x);
}
