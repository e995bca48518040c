//! Times the embedded solver against Z3 on families of queries like those of
//! path exploration: `cargo run --release -p hatha-smt --example compare_z3`.
//!
//! Each query is asked alone: a fresh embedded solver behind those layers that
//! remember nothing, and a Z3 process whose start is not timed.

use hatha_smt::layers::{Bounding, Simplifying};
use hatha_smt::{Budget, CheckResult, Embedded, External, ExternalConfig, Solver};
use hatha_term::{Sort, TermId, TermPool};
use std::time::{Duration, Instant};

type Family = fn(&mut TermPool, u32) -> Vec<TermId>;

fn int(pool: &mut TermPool, name: &str, i: u32) -> TermId {
    pool.var(&format!("{name}{i}"), Sort::Bv(32))
}

/// A counter that adds inputs, each within bounds, and a check on the sum.
fn loop_sum(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let mut terms = Vec::new();
    let mut sum = pool.bv_const(32, 0);
    let (low, high) = (pool.bv_const(32, 0), pool.bv_const(32, 10));
    for i in 0..n {
        let x = int(pool, "x", i);
        terms.push(pool.bv_sle(low, x));
        terms.push(pool.bv_slt(x, high));
        sum = pool.bv_add(sum, x);
    }
    let target = pool.bv_const(32, 9 * n as u128 - 3);
    terms.push(pool.bv_slt(target, sum));
    terms
}

/// x0 < x1 < ... < xn, and the ends either way round.
fn comparisons(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let mut terms = Vec::new();
    for i in 0..n {
        let (x, y) = (int(pool, "x", i), int(pool, "x", i + 1));
        terms.push(pool.bv_slt(x, y));
    }
    let (first, last) = (int(pool, "x", 0), int(pool, "x", n));
    let wrong = pool.bv_slt(last, first);
    if n.is_multiple_of(2) {
        terms.push(wrong);
    }
    terms
}

/// Products and quotients by constants.
fn by_constants(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let mut terms = Vec::new();
    let mut x = int(pool, "x", 0);
    for i in 0..n.min(6) {
        let factor = pool.bv_const(32, 3 + 2 * i as u128);
        let divisor = pool.bv_const(32, 10 + i as u128);
        let product = pool.bv_mul(x, factor);
        let offset = int(pool, "y", i);
        let sum = pool.bv_add(product, offset);
        x = pool.bv_sdiv(sum, divisor);
    }
    let target = pool.bv_const(32, 1234 + n as u128);
    terms.push(pool.eq(x, target));
    terms
}

/// Digits of a number: remainders and quotients by ten.
fn digits(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let mut terms = Vec::new();
    let mut x = int(pool, "x", 0);
    let ten = pool.bv_const(32, 10);
    for i in 0..n.min(5) {
        let digit = pool.bv_urem(x, ten);
        let value = pool.bv_const(32, ((i * 7 + n) % 10) as u128);
        terms.push(pool.eq(digit, value));
        x = pool.bv_udiv(x, ten);
    }
    terms
}

/// Writes at unknown places and a read that must see one of them.
fn memory(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
    let mut array = pool.var("a", sort);
    for i in 0..n {
        let at = int(pool, "i", i);
        let value = pool.bv_const(8, i as u128 % 250);
        array = pool.store(array, at, value);
    }
    let (first, last) = (int(pool, "i", 0), int(pool, "i", n));
    let x = pool.select(array, first);
    let y = pool.select(array, last);
    let three = pool.bv_const(8, 3);
    let sum = pool.bv_add(x, three);
    vec![pool.eq(sum, y), pool.ne(first, last)]
}

/// A checksum of inputs: shifts and exclusive disjunctions.
fn checksum(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let mut hash = pool.bv_const(32, 5381);
    let factor = pool.bv_const(32, 33);
    let mut terms = Vec::new();
    for i in 0..n.min(12) {
        let byte = pool.var(&format!("b{i}"), Sort::Bv(8));
        let wide = pool.zero_ext(32, byte);
        hash = pool.bv_mul(hash, factor);
        hash = pool.bv_xor(hash, wide);
        let (low, high) = (pool.bv_const(8, 97), pool.bv_const(8, 122));
        terms.push(pool.bv_ule(low, byte));
        terms.push(pool.bv_ule(byte, high));
    }
    let target = pool.bv_const(32, 0x0bad_cafe);
    let close = pool.bv_xor(hash, target);
    let limit = pool.bv_const(32, 1 << 20);
    terms.push(pool.bv_ult(close, limit));
    terms
}

/// A product of two inputs.
fn product(pool: &mut TermPool, n: u32) -> Vec<TermId> {
    let (x, y) = (int(pool, "x", 0), int(pool, "y", 0));
    let wide = pool.bv_mul(x, y);
    let target = pool.bv_const(32, 1000 * n as u128 + 7);
    let limit = pool.bv_const(32, 5000);
    vec![
        pool.eq(wide, target),
        pool.bv_ult(x, limit),
        pool.bv_ult(y, limit),
    ]
}

fn timed(solver: &mut dyn Solver, pool: &mut TermPool, terms: &[TermId]) -> (CheckResult, f64) {
    let budget = Budget {
        deadline: Some(Instant::now() + Duration::from_secs(10)),
        ..Budget::default()
    };
    let start = Instant::now();
    let answer = solver.check(pool, terms, &budget);
    (answer, start.elapsed().as_secs_f64() * 1e3)
}

fn quantile(times: &mut [f64], q: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * q) as usize]
}

fn main() {
    let families: [(&str, Family, &[u32]); 7] = [
        ("sum of a loop", loop_sum, &[10, 30, 100, 300, 1000]),
        ("comparisons", comparisons, &[10, 31, 100, 301, 1000, 3001]),
        ("constants", by_constants, &[1, 2, 3, 4, 5, 6]),
        ("digits", digits, &[1, 2, 3, 4, 5]),
        ("memory", memory, &[5, 10, 20, 40, 80]),
        ("checksum", checksum, &[2, 4, 6, 8, 10, 12]),
        ("product", product, &[1, 3, 10, 30, 100, 300]),
    ];
    let mut z3 = External::new(ExternalConfig::z3());
    let present = z3.is_available();
    if !present {
        println!("skipped: no z3");
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (name, family, sizes) in families {
        for &n in sizes {
            let mut pool = TermPool::new();
            let terms = family(&mut pool, n);
            let mut solver = Simplifying::new(Bounding::new(Embedded::new()));
            let (answer, time) = timed(&mut solver, &mut pool, &terms);
            print!("{name:14} {n:5} {time:10.3} ms");
            ours.push(time);
            if present {
                // A dialogue per pool; its start is not timed.
                z3 = External::new(ExternalConfig::z3());
                z3.is_available();
                let (other, other_time) = timed(&mut z3, &mut pool, &terms);
                let known = |a: &CheckResult| !matches!(a, CheckResult::Unknown(_));
                assert!(answer == other || !known(&answer) || !known(&other));
                print!("  z3 {other_time:10.3} ms {other:?}");
                theirs.push(other_time);
            }
            println!("  {answer:?}");
        }
    }
    for (name, times) in [("embedded", &mut ours), ("z3", &mut theirs)] {
        if !times.is_empty() {
            let (median, high) = (quantile(times, 0.5), quantile(times, 0.95));
            println!("{name:8} median {median:.3} ms, 95th percentile {high:.3} ms");
        }
    }
}
