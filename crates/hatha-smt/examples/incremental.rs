//! Times the queries of a path exploration: at each branch of a growing path,
//! can the other side be taken?
//! `cargo run --release -p hatha-smt --example incremental`.

use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, Embedded, Solver};
use hatha_term::{Sort, TermId, TermPool};
use std::time::Instant;

/// The condition of branch `i`: comparisons, sums and remainders of a few
/// inputs.
fn branch(pool: &mut TermPool, i: u32) -> TermId {
    let x = pool.var(&format!("x{}", i % 20), Sort::Bv(32));
    let y = pool.var(&format!("x{}", (i * 7 + 3) % 20), Sort::Bv(32));
    let c = pool.bv_const(32, (i * 13 % 101) as u128);
    let sum = pool.bv_add(x, c);
    match i % 4 {
        0 => pool.bv_slt(sum, y),
        1 => {
            let ten = pool.bv_const(32, 10);
            let digit = pool.bv_urem(x, ten);
            let value = pool.bv_const(32, (i % 10) as u128);
            pool.eq(digit, value)
        }
        2 => pool.bv_ult(x, sum),
        _ => {
            let mask = pool.bv_const(32, 0x55);
            let masked = pool.bv_and(sum, mask);
            pool.eq(masked, c)
        }
    }
}

fn explore(name: &str, solver: &mut dyn Solver, length: u32) {
    let mut pool = TermPool::new();
    let budget = Budget::unlimited();
    let mut times = Vec::new();
    let (mut sat, mut unsat) = (0, 0);
    for i in 0..length {
        let condition = branch(&mut pool, i);
        let other = pool.not(condition);
        let start = Instant::now();
        let holds = solver.check(&mut pool, &[condition], &budget).is_sat();
        let fails = solver.check(&mut pool, &[other], &budget).is_sat();
        times.push(start.elapsed().as_secs_f64() * 5e5);
        for answer in [holds, fails] {
            sat += answer as u32;
            unsat += !answer as u32;
        }
        solver.push();
        solver.assert(&pool, if holds { condition } else { other });
    }
    let total: f64 = times.iter().sum::<f64>() * 2.0;
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    println!(
        "{name:10} {length:5} branches: {sat} sat, {unsat} unsat, median {median:.0} us per check, {:.1} ms in all",
        total / 1e3
    );
}

fn intern(count: u32) {
    let mut pool = TermPool::new();
    let y = pool.var("y", Sort::Bv(32));
    let mut t = pool.var("x", Sort::Bv(32));
    let start = Instant::now();
    for i in 0..count {
        t = if i % 2 == 0 {
            pool.bv_add(t, y)
        } else {
            pool.bv_not(t)
        };
    }
    let each = start.elapsed().as_secs_f64() * 1e9 / count as f64;
    println!(
        "{count} terms interned, {each:.0} ns each, {} in the pool",
        pool.len()
    );
}

fn main() {
    intern(1_000_000);
    for length in [50, 200, 1000] {
        explore("embedded", &mut Embedded::new(), length);
        explore("chain", &mut default_chain(), length);
    }
}
