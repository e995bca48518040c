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

/// A long chain of writes, read at its far end, and compared as a whole: a copy
/// of the array for each write would not fit into memory.
#[test]
fn a_long_chain_of_writes() {
    const WRITES: u32 = 200_000;
    let mut pool = TermPool::new();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
    let start = pool.var("a", sort);
    let x = pool.var("x", Sort::Bv(32));
    let five = pool.bv_const(8, 5);
    let mut array = start;
    for i in 0..WRITES {
        let at = pool.bv_const(32, i.into());
        let at = pool.bv_xor(at, x);
        array = pool.store(array, at, five);
    }
    let far = pool.var("far", Sort::Bv(32));
    let read = pool.select(array, far);
    let mut model = Model::new();
    let far = pool.as_var(far).expect("a variable");
    model.set(far, Value::Bv(Bv::new(32, WRITES.into())));
    assert_eq!(pool.eval(read, &model), Ok(Value::Bv(Bv::zero(8))));
    model.set(far, Value::Bv(Bv::new(32, 77)));
    assert_eq!(pool.eval(read, &model), Ok(Value::Bv(Bv::new(8, 5))));
    let same = pool.eq(array, start);
    assert_eq!(pool.eval_bool(same, &model), Ok(false));
}

/// The simplifier walks a million levels as well.
#[test]
fn a_million_simplifications() {
    let mut pool = TermPool::new();
    let t = chain(&mut pool);
    let simplified = hatha_term::simplify::Simplifier::new().simplify(&mut pool, t);
    let mut model = Model::new();
    for var in pool.free_vars(&[t]) {
        model.set(var, Value::Bv(Bv::new(32, 12_345)));
    }
    assert_eq!(pool.eval(t, &model), pool.eval(simplified, &model));
}
