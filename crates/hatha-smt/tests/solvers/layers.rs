//! Layers answer as the bare solver does.

use crate::oracle::z3_present;
use hatha_smt::layers::{
    Bounding, Budgeted, Caching, Logging, Narrowing, Reusing, Simplifying, Slicing, default_chain,
    plain,
};
use hatha_smt::{
    Budget, Capabilities, CheckResult, Confirmations, Embedded, Reason, Referee, Solver,
    second_opinion,
};
use hatha_term::random::{Rng, Shape, TermGen, cases};
use hatha_term::{Model, Sort, TermId, TermPool};
use std::sync::Arc;

fn shape() -> Shape {
    Shape {
        arrays: true,
        funs: true,
        max_width: 8,
        depth: 2,
        ..Shape::default()
    }
}

/// A few formulas over few variables, so that queries repeat and overlap.
fn formulas(pool: &mut TermPool, seed: u64) -> Vec<TermId> {
    let mut terms = Vec::new();
    for part in 0..4 {
        let mut generator = TermGen::new(seed * 10 + part, shape());
        terms.extend((0..4).map(|_| generator.formula(pool)));
    }
    terms
}

/// Runs a random dialogue with a layered solver and a bare one.
fn compare(seed: u64, layered: &mut dyn Solver) {
    let mut pool = TermPool::new();
    let terms = formulas(&mut pool, seed);
    let mut rng = Rng::new(seed);
    let mut scopes: Vec<Vec<TermId>> = vec![Vec::new()];
    let mut pick = |n: u64| rng.below(n) as usize;
    for _ in 0..40 {
        match pick(6) {
            0 => {
                layered.push();
                scopes.push(Vec::new());
            }
            1 => {
                layered.pop();
                if scopes.len() > 1 {
                    scopes.pop();
                }
            }
            2 => {
                let t = terms[pick(16)];
                layered.assert(&pool, t);
                scopes.last_mut().expect("never empty").push(t);
            }
            _ => {
                let assumptions: Vec<TermId> = (0..pick(4)).map(|_| terms[pick(16)]).collect();
                let asserted: Vec<TermId> = scopes.concat();
                check_alike(seed, &mut pool, layered, &asserted, &assumptions);
            }
        }
    }
}

fn check_alike(
    seed: u64,
    pool: &mut TermPool,
    layered: &mut dyn Solver,
    asserted: &[TermId],
    assumptions: &[TermId],
) {
    let budget = Budget::unlimited();
    let all = [asserted, assumptions].concat();
    let expected = Embedded::new().check(pool, &all, &budget);
    let answer = layered.check(pool, assumptions, &budget);
    assert_eq!(answer, expected, "seed {seed}");
    if answer.is_sat() {
        let model = layered.model().expect("a model comes with Sat");
        for &t in &all {
            assert_eq!(pool.eval_bool(t, model), Ok(true), "seed {seed}");
        }
        assert_eq!(layered.core(), None);
    } else {
        let core = layered.core().expect("a core comes with Unsat").to_vec();
        assert!(core.iter().all(|t| assumptions.contains(t)), "seed {seed}");
        let refuted = [asserted, &core].concat();
        let again = Embedded::new().check(pool, &refuted, &budget);
        assert_eq!(again, CheckResult::Unsat, "seed {seed}");
        assert_eq!(layered.model(), None);
    }
}

#[test]
fn each_layer_and_the_chain_answer_alike() {
    for seed in 0..cases(60) / 4 + 5 {
        compare(seed, &mut Embedded::new());
        compare(seed, &mut Slicing::new(Embedded::new()));
        compare(seed, &mut Bounding::new(Embedded::new()));
        compare(seed, &mut Caching::new(Embedded::new()));
        compare(seed, &mut Narrowing::new(Embedded::new()));
        compare(seed, &mut Simplifying::new(Embedded::new()));
        compare(seed, &mut Reusing::new(Embedded::new()));
        compare(
            seed,
            &mut Budgeted::limited(Embedded::new(), Budget::unlimited()),
        );
        compare(seed, &mut default_chain());
    }
}

/// Random comparisons of few terms: cycles, bounds that meet and bounds that
/// cross, in small widths where the borders are near.
#[test]
fn bounds_answer_alike() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..cases(300) {
        let mut pool = TermPool::new();
        let mut rng = Rng::new(seed ^ 0x1234);
        let width = 1 + rng.below(4) as u32;
        let operand = |pool: &mut TermPool, rng: &mut Rng| match rng.below(6) {
            0 => pool.bv(rng.bv(width)),
            1 => {
                let narrow = pool.var("n", Sort::Bv(width.div_ceil(2)));
                pool.zero_ext(width, narrow)
            }
            _ => pool.var(&format!("x{}", rng.below(4)), Sort::Bv(width)),
        };
        let mut terms = Vec::new();
        for _ in 0..2 + rng.below(5) {
            let (a, b) = (operand(&mut pool, &mut rng), operand(&mut pool, &mut rng));
            terms.push(match rng.below(5) {
                0 => pool.bv_ult(a, b),
                1 => pool.bv_ule(a, b),
                2 => pool.bv_slt(a, b),
                3 => pool.bv_sle(a, b),
                _ => pool.eq(a, b),
            });
        }
        let mut solver = Bounding::new(Embedded::new());
        check_alike(seed, &mut pool, &mut solver, &[], &terms);
        let mut narrowing = Narrowing::new(Embedded::new());
        check_alike(seed, &mut pool, &mut narrowing, &[], &terms);
        match solver.model() {
            Some(_) => sat += solver.hits(),
            None => unsat += solver.hits(),
        }
    }
    assert!(sat > 0 && unsat > 0, "{sat} {unsat}");
}

#[test]
fn the_cache_answers_subsets_and_supersets() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(8));
    let five = pool.bv_const(8, 5);
    let three = pool.bv_const(8, 3);
    let low = pool.bv_ult(x, three);
    let high = pool.bv_ult(five, x);
    let odd = pool.extract(0, 0, x);
    let odd = pool.bv_to_bool(odd);
    let budget = Budget::unlimited();
    let mut solver = Caching::new(Embedded::new());
    assert!(solver.check(&mut pool, &[low, high], &budget).is_unsat());
    assert!(solver.check(&mut pool, &[low, odd], &budget).is_sat());
    assert_eq!(solver.hits(), 0);
    assert!(
        solver
            .check(&mut pool, &[odd, high, low], &budget)
            .is_unsat()
    );
    assert!(solver.check(&mut pool, &[low], &budget).is_sat());
    assert!(solver.check(&mut pool, &[odd, low], &budget).is_sat());
    assert_eq!(solver.hits(), 3);
}

/// Engines run on several threads, each with a solver of its own, chosen at run
/// time.
#[test]
fn solvers_move_between_threads() {
    let mut solver: Box<dyn Solver + Send> = Box::new(default_chain());
    let answer = std::thread::spawn(move || {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(8));
        let same = pool.bv_ult(x, x);
        solver.check(&mut pool, &[same], &Budget::unlimited())
    });
    assert_eq!(answer.join().expect("no panic"), CheckResult::Unsat);
}

#[test]
fn recent_models_are_tried() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(8));
    let five = pool.bv_const(8, 5);
    let is_five = pool.eq(x, five);
    let high = pool.bv_ule(five, x);
    let mut solver = Reusing::new(Embedded::new());
    let budget = Budget::unlimited();
    assert!(solver.check(&mut pool, &[is_five], &budget).is_sat());
    assert!(solver.check(&mut pool, &[high], &budget).is_sat());
    assert_eq!(solver.hits(), 1);
    let low = pool.not(high);
    assert!(solver.check(&mut pool, &[low], &budget).is_sat());
    assert_eq!(solver.hits(), 1);
}

#[test]
fn the_smaller_budget_counts() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(32));
    let y = pool.var("y", Sort::Bv(32));
    let product = pool.bv_mul(x, y);
    let goal = pool.eq(product, x);
    let none = Budget {
        steps: Some(1),
        ..Budget::default()
    };
    let mut solver = Budgeted::limited(Embedded::new(), none);
    let answer = solver.check(&mut pool, &[goal], &Budget::unlimited());
    assert_eq!(answer, CheckResult::Unknown(Reason::OutOfBudget));
}

/// A solver that lies.
struct Liar(CheckResult);

impl Solver for Liar {
    fn push(&mut self) {}
    fn pop(&mut self) {}
    fn assert(&mut self, _: &TermPool, _: TermId) {}
    fn check(&mut self, _: &mut TermPool, _: &[TermId], _: &Budget) -> CheckResult {
        self.0.clone()
    }
    fn model(&self) -> Option<&Model> {
        None
    }
    fn core(&self) -> Option<&[TermId]> {
        None
    }
    fn name(&self) -> &str {
        "liar"
    }
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }
}

/// A run whose second solver always says the same.
fn refereed_by(lie: &CheckResult) -> (Budget, Arc<Referee>) {
    let lie = lie.clone();
    refereed(Referee::new("liar", move || Box::new(Liar(lie.clone()))))
}

fn refereed(referee: Referee) -> (Budget, Arc<Referee>) {
    let referee = Arc::new(referee);
    let budget = Budget {
        referee: Some(Arc::clone(&referee)),
        ..Budget::unlimited()
    };
    (budget, referee)
}

#[test]
fn a_disagreement_is_an_internal_error() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bool);
    let not_x = pool.not(x);
    for (lie, query) in [
        (CheckResult::Unsat, vec![x]),
        (CheckResult::Sat, vec![x, not_x]),
    ] {
        let (budget, referee) = refereed_by(&lie);
        assert!(!budget.is_interrupted());
        let mut solver = plain();
        let answer = solver.check(&mut pool, &query, &budget);
        let CheckResult::Unknown(Reason::Internal(text)) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(solver.model(), None);
        assert_eq!(solver.core(), None);
        // The run is over, whatever its engine makes of the answer.
        assert_eq!(referee.disagreement(), Some(text));
        assert!(budget.is_interrupted());
    }
}

#[test]
fn a_referee_that_does_not_know_contradicts_nothing() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bool);
    let (budget, referee) = refereed_by(&CheckResult::Unknown(Reason::OutOfBudget));
    assert!(plain().check(&mut pool, &[x], &budget).is_sat());
    let expected = Confirmations {
        undecided: 1,
        ..Confirmations::default()
    };
    assert_eq!(referee.counts(), expected);
    assert_eq!(referee.disagreement(), None);
}

/// A chain asks once for each question, however many layers have a say.
#[test]
fn a_chain_is_confirmed_once_for_each_question() {
    let (budget, referee) = refereed_by(&CheckResult::Sat);
    let mut pool = TermPool::new();
    let mut chain = default_chain();
    let mut asked = 0;
    for t in formulas(&mut pool, 5) {
        if Embedded::new()
            .check(&mut pool, &[t], &Budget::unlimited())
            .is_sat()
        {
            assert!(chain.check(&mut pool, &[t], &budget).is_sat());
            asked += 1;
        }
    }
    assert!(asked > 0);
    assert_eq!(referee.counts().confirmed, asked);
}

/// The query of a disagreement is kept, and can be asked again.
#[test]
fn the_evidence_of_a_disagreement_is_saved() {
    let directory = std::env::temp_dir().join(format!("hatha-evidence-{}", std::process::id()));
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(8));
    let five = pool.bv_const(8, 5);
    let query = pool.bv_ult(x, five);
    for number in 0..2 {
        let liar = Referee::new("liar", || Box::new(Liar(CheckResult::Unsat)));
        let (budget, _) = refereed(liar.saving_to(&directory));
        let answer = plain().check(&mut pool, &[query], &budget);
        let CheckResult::Unknown(Reason::Internal(text)) = answer else {
            panic!("{answer:?}");
        };
        let file = directory.join(format!("disagreement-{number}.smt2"));
        assert!(
            text.contains("embedded says Sat but liar says Unsat"),
            "{text}"
        );
        assert!(text.contains(&*file.to_string_lossy()), "{text}");
        let script = std::fs::read_to_string(&file).expect("the query is there");
        let read = hatha_term::read_smtlib(&mut pool, &script);
        assert_eq!(read, Ok(vec![query]));
    }
    std::fs::remove_dir_all(&directory).expect("the directory can be removed");
}

#[test]
fn second_opinions_are_found_by_name() {
    let unknown = second_opinion("oracle").err();
    let Some(Reason::Unavailable(text)) = unknown else {
        panic!("{unknown:?}");
    };
    assert!(text.contains("z3") && text.contains("oracle"), "{text}");
    match second_opinion("z3") {
        Ok(solver) => assert_eq!(solver.name(), "z3"),
        Err(Reason::Unavailable(text)) => {
            assert!(!z3_present() && text.contains("apt install z3"), "{text}");
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn z3_as_a_second_opinion() {
    if !z3_present() {
        println!("skipped: no z3");
        return;
    }
    let referee = Referee::external("z3").expect("z3 is present");
    let (budget, referee) = refereed(referee);
    for seed in 0..3 {
        // Each has a pool of its own.
        let mut pool = TermPool::new();
        let mut chain = default_chain();
        let terms = formulas(&mut pool, seed);
        for pair in terms.windows(2) {
            let answer = chain.check(&mut pool, pair, &budget);
            assert!(!matches!(answer, CheckResult::Unknown(_)), "{answer:?}");
        }
    }
    let counts = referee.counts();
    assert!(counts.confirmed * 10 >= counts.asked() * 9, "{counts:?}");
    assert_eq!(counts.unanswered, 0);
}

#[test]
fn logs_can_be_replayed() {
    let directory = std::env::temp_dir().join(format!("hatha-log-{}", std::process::id()));
    let mut pool = TermPool::new();
    let mut solver = Logging::logged(Embedded::new(), &directory).expect("a writable directory");
    let mut expected = Vec::new();
    for t in formulas(&mut pool, 3) {
        let answer = solver.check(&mut pool, &[t], &Budget::unlimited());
        expected.push(if answer.is_sat() { "sat" } else { "unsat" });
    }
    assert!(solver.error().is_none());
    for (i, status) in expected.iter().enumerate() {
        let path = directory.join(format!("query-{i:06}.smt2"));
        let text = std::fs::read_to_string(&path).expect("the log is there");
        assert!(text.starts_with(&format!("(set-info :status {status})")));
        if z3_present() {
            let run = std::process::Command::new("z3").arg(&path).output();
            let output = run.expect("z3 runs").stdout;
            assert_eq!(String::from_utf8_lossy(&output).trim(), *status);
        } else {
            println!("skipped: no z3");
        }
    }
    std::fs::remove_dir_all(&directory).expect("the directory can be removed");
}
