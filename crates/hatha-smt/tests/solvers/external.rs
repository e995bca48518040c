//! External solvers: Z3 when there is one, and programs that misbehave.

use crate::oracle::z3_present;
use hatha_smt::{Budget, CheckResult, Embedded, External, ExternalConfig, Reason, Solver};
use hatha_term::random::{Shape, TermGen, cases};
use hatha_term::{Sort, TermId, TermPool};
use std::time::{Duration, Instant};

fn z3() -> Option<External> {
    if z3_present() {
        return Some(External::new(ExternalConfig::z3()));
    }
    println!("skipped: no z3");
    None
}

fn negative(pool: &mut TermPool, name: &str) -> TermId {
    let n = pool.var(name, Sort::Int);
    let zero = pool.int(0);
    pool.int_lt(n, zero)
}

#[test]
fn integers_scopes_and_cores() {
    let Some(mut solver) = z3() else { return };
    let mut pool = TermPool::new();
    let budget = Budget::unlimited();
    let low = negative(&mut pool, "n");
    let n = pool.var("n", Sort::Int);
    let square = pool.int_mul(n, n);
    let nine = pool.int(9);
    let is_nine = pool.eq(square, nine);
    solver.assert(&pool, is_nine);
    assert_eq!(solver.check(&mut pool, &[low], &budget), CheckResult::Sat);
    let model = solver.model().expect("a model comes with Sat");
    assert_eq!(pool.eval(n, model).ok().and_then(|v| v.as_int()), Some(-3));
    let high = pool.not(low);
    let other = negative(&mut pool, "m");
    let answer = solver.check(&mut pool, &[low, high, other], &budget);
    assert_eq!(answer, CheckResult::Unsat);
    let mut expected = [low, high];
    expected.sort_unstable();
    assert_eq!(solver.core(), Some(&expected[..]));
    solver.push();
    let ten = pool.int(10);
    let is_ten = pool.eq(square, ten);
    solver.assert(&pool, is_ten);
    assert_eq!(solver.check(&mut pool, &[], &budget), CheckResult::Unsat);
    solver.pop();
    assert_eq!(solver.check(&mut pool, &[high], &budget), CheckResult::Sat);
}

/// The same answers as the embedded solver, through the same interface.
fn agrees_with_the_embedded_solver(mut external: External, shape: Shape) {
    let mut pool = TermPool::new();
    let mut unread = 0;
    let count = cases(150).min(5_000);
    for seed in 0..count {
        let t = TermGen::new(seed ^ 0x7777_0000, shape).formula(&mut pool);
        let mut embedded = Embedded::new();
        let ours = embedded.check(&mut pool, &[t], &Budget::unlimited());
        match external.check(&mut pool, &[t], &Budget::unlimited()) {
            CheckResult::Unknown(Reason::Unavailable(text)) => {
                println!("seed {seed}: {text}");
                unread += 1;
            }
            theirs => assert_eq!(ours, theirs, "seed {seed}"),
        }
    }
    println!("{unread} of {count} models could not be read");
    assert!(unread * 10 <= count, "too many models cannot be read");
}

fn shape() -> Shape {
    Shape {
        arrays: true,
        funs: true,
        max_width: 32,
        depth: 4,
        ..Shape::default()
    }
}

#[test]
fn z3_agrees_with_the_embedded_solver() {
    if let Some(solver) = z3() {
        agrees_with_the_embedded_solver(solver, shape());
    }
}

#[test]
fn cvc5_agrees_with_the_embedded_solver() {
    let mut solver = External::new(ExternalConfig::cvc5());
    if solver.is_available() {
        agrees_with_the_embedded_solver(solver, shape());
    } else {
        println!("skipped: no cvc5");
    }
}

#[test]
fn integers_are_confirmed_by_evaluation() {
    let Some(mut solver) = z3() else { return };
    let shape = Shape {
        ints: true,
        max_width: 8,
        depth: 3,
        ..Shape::default()
    };
    let mut pool = TermPool::new();
    let (mut answered, count) = (0, cases(100).min(5_000));
    let budget = Budget {
        steps: Some(2_000_000),
        ..Budget::default()
    };
    for seed in 0..count {
        let t = TermGen::new(seed ^ 0x3333_0000, shape).formula(&mut pool);
        match solver.check(&mut pool, &[t], &budget) {
            CheckResult::Unknown(Reason::Internal(text)) => panic!("seed {seed}: {text}"),
            CheckResult::Unknown(_) => {}
            _ => answered += 1,
        }
    }
    assert!(answered * 10 >= count * 9, "{answered} of {count}");
}

/// A program that behaves badly in some way, and the message that is expected.
fn misbehaves(program: &str, args: &[&str], message: &str) {
    let mut config = ExternalConfig::z3();
    config.programs = vec![program.into()];
    config.args = args.iter().map(|&a| a.into()).collect();
    config.patience = Duration::from_millis(1_500);
    let mut solver = External::new(config);
    let mut pool = TermPool::new();
    let low = negative(&mut pool, "n");
    let start = Instant::now();
    match solver.check(&mut pool, &[low], &Budget::unlimited()) {
        CheckResult::Unknown(Reason::Unavailable(text)) => {
            assert!(text.contains(message), "{text}");
            assert!(text.contains("apt install z3"), "{text}");
        }
        other => panic!("{other:?}"),
    }
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_missing_solver_says_how_to_install_it() {
    misbehaves("/nonexistent/z3", &[], "cannot run `/nonexistent/z3`");
}

#[test]
fn a_hanging_solver_is_killed() {
    misbehaves("sleep", &["1000"], "did not answer in time");
    // It greets and hangs afterwards.
    misbehaves(
        "sh",
        &["-c", "echo ready; sleep 1000"],
        "did not answer in time",
    );
}

#[test]
fn a_dying_solver_is_noticed() {
    misbehaves("false", &[], "it has ended");
    misbehaves("sh", &["-c", "echo ready"], "it has ended");
}

#[test]
fn nonsense_is_not_an_answer() {
    misbehaves("cat", &[], "it greets with");
    misbehaves(
        "sh",
        &["-c", "echo ready; echo perhaps; sleep 5"],
        "it answers `perhaps`",
    );
    misbehaves(
        "sh",
        &["-c", "echo ready; echo sat; echo '((n 1)'; sleep 5"],
        "did not answer",
    );
    misbehaves(
        "sh",
        &["-c", "echo ready; echo sat; echo '((n x))'; sleep 5"],
        "not understood",
    );
    // A lie: n = 1 is not negative.
    misbehaves(
        "sh",
        &["-c", "echo ready; echo sat; echo '((n 1))'; sleep 5"],
        "unconfirmed",
    );
}

/// After a failure the next check starts a new dialogue with all assertions.
#[test]
fn a_new_dialogue_replays_the_assertions() {
    let Some(mut solver) = z3() else { return };
    let mut pool = TermPool::new();
    let low = negative(&mut pool, "n");
    let high = pool.not(low);
    solver.assert(&pool, low);
    solver.push();
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stop = Budget {
        interrupt: Some(flag),
        ..Budget::default()
    };
    let x = pool.var("x", Sort::Bv(64));
    let y = pool.var("y", Sort::Bv(64));
    let product = pool.bv_mul(x, y);
    let swapped = pool.bv_urem(product, y);
    let hard = pool.bv_slt(swapped, product);
    let answer = solver.check(&mut pool, &[hard], &stop);
    let interrupted = CheckResult::Unknown(Reason::Interrupted);
    assert!(
        answer == interrupted || answer == CheckResult::Sat,
        "{answer:?}"
    );
    let answer = solver.check(&mut pool, &[high], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Unsat);
}
