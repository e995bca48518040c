//! A predicate as a person would write it: without the parts that follow from the others, equations
//! first, the bounds of a variable side by side, and without what proofs say of objects and of
//! whether memory was written.
//!
//! **Invariant.** What is shown follows from the predicate, and nothing else is claimed: no proof goes
//! through here. Where the solver has no answer within its work, a part stays. Tests:
//! `what_follows_is_left_out`, `cases_become_equations`, `what_proofs_keep_to_themselves_is_not_shown`.

use super::cases::{Case, Combined, combined, solved, without_signs};
use hatha_proof::vocabulary;
use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, Solver};
use hatha_term::{CNames, Op, TermId, TermPool, VarId};

/// Parts of a predicate beyond which it is shown as it is.
const MOST_PARTS: usize = 40;
/// Disjunctions inside each other that are treated.
const DEEPEST: u32 = 3;
/// Work for the question whether a part follows from the others: conflicts and gates.
const CONFLICTS: u64 = 100;
const GATES: u64 = 50_000;

/// A part of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It holds.
    Fact(TermId),
    /// The parts of one of these hold.
    Cases(Vec<Vec<Part>>),
}

/// The parts of a predicate that are shown, none of which follows from the others.
pub(super) fn concise(pool: &mut TermPool, names: &dyn CNames, predicate: TermId) -> Vec<Part> {
    let facts = shown_conjuncts(pool, predicate);
    shorten(pool, names, facts, DEEPEST)
}

/// The text of a conjunction of parts.
pub(super) fn text(pool: &TermPool, names: &dyn CNames, parts: &[Part]) -> String {
    let wrapped = |text: String, wraps: bool| match wraps {
        true => format!("({text})"),
        false => text,
    };
    let of_part = |part: &Part| match part {
        Part::Fact(t) => {
            let binds_less = matches!(pool.op(*t), Op::Or | Op::Ite);
            wrapped(pool.to_c_named(*t, names), binds_less && parts.len() > 1)
        }
        Part::Cases(cases) => {
            let of_case = |case: &Vec<Part>| wrapped(text(pool, names, case), case.len() > 1);
            let ways: Vec<String> = cases.iter().map(of_case).collect();
            wrapped(ways.join(" || "), parts.len() > 1)
        }
    };
    let texts: Vec<String> = parts.iter().map(of_part).collect();
    texts.join(" && ")
}

fn shorten(pool: &mut TermPool, names: &dyn CNames, mut facts: Case, depth: u32) -> Vec<Part> {
    without_signs(pool, names, &mut facts);
    let mut parts = Vec::new();
    for fact in without_implied(pool, facts) {
        let ways = disjuncts(pool, fact);
        if depth == 0 || !(2..=MOST_PARTS).contains(&ways.len()) {
            // A disjunction of which nothing can be left out without saying more.
            if !is_internal(pool, fact) {
                parts.push(Part::Fact(fact));
            }
            continue;
        }
        let case = |way: TermId| {
            let facts = shown_conjuncts(pool, way);
            without_implied(pool, facts)
        };
        let cases: Vec<Case> = ways.into_iter().map(case).collect();
        let Combined { facts, cases } = combined(pool, names, cases);
        parts.extend(facts.into_iter().map(Part::Fact));
        let shorter = cases
            .into_iter()
            .map(|case| shorten(pool, names, case, depth - 1));
        let shorter: Vec<Vec<Part>> = shorter.collect();
        // A case that says nothing that is shown: neither do all together.
        if !shorter.is_empty() && shorter.iter().all(|case| !case.is_empty()) {
            parts.push(Part::Cases(shorter));
        }
    }
    without_implied_parts(pool, parts)
}

/// The facts of a conjunction that do not follow from the others.
fn without_implied(pool: &mut TermPool, facts: Case) -> Case {
    let parts = facts.into_iter().map(|f| Part::Fact(solved(pool, f)));
    let parts: Vec<Part> = parts.collect();
    let fact = |part: Part| match part {
        Part::Fact(fact) => Some(fact),
        Part::Cases(_) => None,
    };
    let kept = without_implied_parts(pool, parts);
    kept.into_iter().filter_map(fact).collect()
}

/// Parts in the order in which they are shown, without those that follow from the others.
fn without_implied_parts(pool: &mut TermPool, parts: Vec<Part>) -> Vec<Part> {
    let with_term = |part: Part| (term(pool, &part), part);
    let mut parts: Vec<(TermId, Part)> = parts.into_iter().map(with_term).collect();
    parts.retain(|(t, _)| *t != pool.tru());
    parts.sort_by_cached_key(|(t, _)| order(pool, *t));
    parts.dedup_by_key(|(t, _)| *t);
    if (2..=MOST_PARTS).contains(&parts.len()) {
        let mut solver = default_chain();
        // What is hardest to read goes first, if the rest says it.
        for at in (0..parts.len()).rev() {
            let mut claim: Vec<TermId> = parts.iter().map(|(t, _)| *t).collect();
            claim[at] = pool.not(claim[at]);
            let budget = Budget {
                steps: Some(GATES),
                ..Budget::with_conflicts(CONFLICTS)
            };
            if solver.check(pool, &claim, &budget).is_unsat() {
                parts.remove(at);
            }
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

fn term(pool: &mut TermPool, part: &Part) -> TermId {
    match part {
        Part::Fact(fact) => *fact,
        Part::Cases(cases) => {
            let of_case = |case: &Vec<Part>| {
                let facts: Vec<TermId> = case.iter().map(|part| term(pool, part)).collect();
                pool.and_all(&facts)
            };
            let ways: Vec<TermId> = cases.iter().map(of_case).collect();
            pool.or_all(&ways)
        }
    }
}

/// The parts of a conjunction, negated disjunctions among them, without those that are not shown.
fn shown_conjuncts(pool: &mut TermPool, predicate: TermId) -> Case {
    let mut facts = flattened(pool, predicate, Op::And);
    facts.retain(|&f| disjuncts(pool, f).len() > 1 || !is_internal(pool, f));
    facts
}

fn disjuncts(pool: &mut TermPool, fact: TermId) -> Case {
    flattened(pool, fact, Op::Or)
}

/// The parts of a nested conjunction or disjunction, in order; a negation of the other one is one, too.
fn flattened(pool: &mut TermPool, t: TermId, op: Op) -> Vec<TermId> {
    let other = match op {
        Op::And => Op::Or,
        _ => Op::And,
    };
    let (mut parts, mut work) = (Vec::new(), vec![t]);
    while let Some(t) = work.pop() {
        let inner = match pool.op(t) {
            Op::Not => pool.arg(t, 0),
            _ => t,
        };
        if pool.op(t) == op {
            work.extend(pool.args(t).iter().rev());
        } else if inner != t && pool.op(inner) == other {
            let args: Vec<TermId> = pool.args(inner).to_vec();
            work.extend(args.into_iter().rev().map(|a| pool.not(a)));
        } else {
            parts.push(t);
        }
    }
    parts
}

/// Whether a fact is about objects (their owners, sizes, classes, how far behind their start a pointer
/// leads) or about which memory was written: no expression of C says that.
fn is_internal(pool: &TermPool, fact: TermId) -> bool {
    pool.subterms(&[fact]).iter().any(|&t| {
        let is_ghost = pool.as_symbol(t).and_then(vocabulary::as_ghost).is_some();
        let is_rigid = pool.as_symbol(t) == Some(&hatha_term::Symbol::Element);
        is_ghost
            || is_rigid
            || vocabulary::as_stored_ghost(pool, t).is_some()
            || vocabulary::as_written(pool, t).is_some()
            || vocabulary::as_owner(pool, t).is_some()
            || vocabulary::as_made(pool, t).is_some()
    })
}

/// Where a part stands: what is easy to read first, then by the variable that it is about, in the order of
/// the program, and the lower bound of a range before the upper one.
fn order(pool: &TermPool, part: TermId) -> (u32, u32, Option<TermId>, bool, usize) {
    let slot = |&v: &VarId| vocabulary::as_slot(pool.var_symbol(v)).map(|slot| slot.0);
    let vars = pool.free_vars(&[part]);
    let first = vars.iter().filter_map(slot).min().unwrap_or(u32::MAX);
    let (bounded, is_upper) = match bound(pool, part) {
        Some((bounded, is_upper)) => (Some(bounded), is_upper),
        None => (None, false),
    };
    let size = pool.subterms(&[part]).len();
    (rank(pool, part), first, bounded, is_upper, size)
}

/// The term that a part bounds by a constant, and whether from above.
fn bound(pool: &TermPool, part: TermId) -> Option<(TermId, bool)> {
    let (compared, negated) = match pool.op(part) {
        Op::Not => (pool.arg(part, 0), true),
        _ => (part, false),
    };
    let orders = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
    if !orders.contains(&pool.op(compared)) {
        return None;
    }
    let [a, b] = [0, 1].map(|i| pool.arg(compared, i));
    match (pool.is_const(a), pool.is_const(b)) {
        (false, true) => Some((a, !negated)),
        (true, false) => Some((b, negated)),
        _ => None,
    }
}

/// What is easy to read has a small rank.
fn rank(pool: &TermPool, part: TermId) -> u32 {
    match pool.op(part) {
        Op::Eq if pool.args(part).iter().any(|&t| pool.is_const(t)) => 0,
        Op::Eq => 1,
        _ if bound(pool, part).is_some() => 2,
        Op::Not | Op::Or => 4,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hatha_term::{CName, Sort, Symbol};

    /// Every variable by its symbol, without a sign.
    struct Symbols;

    impl CNames for Symbols {
        fn name(&self, pool: &TermPool, t: TermId) -> Option<CName> {
            Some(CName {
                text: pool.as_symbol(t)?.to_string(),
                is_signed: false,
                is_unary: false,
            })
        }

        fn puts_constants_last(&self) -> bool {
            true
        }
    }

    /// A value says its bounds; what does not follow stays, lower bounds before upper ones.
    #[test]
    fn what_follows_is_left_out() {
        let mut pool = TermPool::new();
        let [x, y] = [0, 1].map(|n| pool.var(Symbol::Slot(n), Sort::Bv(8)));
        let [three, five, nine] = [3, 5, 9].map(|n| pool.bv_const(8, n));
        let is_five = pool.eq(x, five);
        let [upper, lower] = [pool.bv_ule(x, nine), pool.bv_ule(three, x)];
        let related = pool.bv_ule(y, x);
        let below = pool.and_all(&[upper, is_five]);
        assert_eq!(concise(&mut pool, &Symbols, below), [Part::Fact(is_five)]);
        let apart = pool.and_all(&[upper, lower]);
        let parts = concise(&mut pool, &Symbols, apart);
        assert_eq!(parts, [Part::Fact(lower), Part::Fact(upper)]);
        let either = pool.or_all(&[below, related]);
        let parts = concise(&mut pool, &Symbols, either);
        let [Part::Cases(cases)] = parts.as_slice() else {
            panic!("two cases: {parts:?}")
        };
        assert_eq!(cases.len(), 2);
        assert!(cases.contains(&vec![Part::Fact(is_five)]));
    }

    /// Conjunctions inside disjunctions, and these inside conjunctions, have parentheses.
    #[test]
    fn parts_are_one_text() {
        let mut pool = TermPool::new();
        let [x, y] = [0, 1].map(|n| pool.var(Symbol::Slot(n), Sort::Bv(32)));
        let mut fact = |t: TermId, n: u128| {
            let n = pool.bv_const(32, n);
            Part::Fact(pool.eq(t, n))
        };
        let cases = vec![vec![fact(y, 1)], vec![fact(x, 2), fact(y, 3)]];
        let parts = [fact(x, 0), Part::Cases(cases)];
        let shown = text(&pool, &Symbols, &parts);
        assert_eq!(shown, "v0 == 0 && (v1 == 1 || (v0 == 2 && v1 == 3))");
        let shown = text(&pool, &Symbols, &parts[1..]);
        assert_eq!(shown, "v1 == 1 || (v0 == 2 && v1 == 3)");
    }

    /// One bit of a variable is another one: the cases are an equation, and the range follows from it.
    #[test]
    fn cases_of_two_variables_are_one_equation() {
        let mut pool = TermPool::new();
        let [x, y] = [0, 1].map(|n| pool.var(Symbol::Slot(n), Sort::Bv(32)));
        let one = pool.bv_const(32, 1);
        let next = pool.bv_add(y, one);
        let low = pool.extract(0, 0, next);
        let cases = [(0, 1), (1, 0)].map(|(n, bit)| {
            let (n, bit) = (pool.bv_const(32, n), pool.bv_const(1, bit));
            let facts = [pool.eq(x, n), pool.eq(low, bit)];
            pool.and_all(&facts)
        });
        let either = pool.or_all(&cases);
        let parts = concise(&mut pool, &Symbols, either);
        assert_eq!(text(&pool, &Symbols, &parts), "v0 == v1 % 2");
    }

    /// Sizes of objects and written memory are nothing that a person would write.
    #[test]
    fn what_proofs_keep_to_themselves_is_not_shown() {
        let mut pool = TermPool::new();
        let x = pool.var(Symbol::Slot(0), Sort::Bv(32));
        let size = pool.var(Symbol::Size(1), Sort::Bv(32));
        let [two, twelve] = [2, 12].map(|n| pool.bv_const(32, n));
        let facts = [pool.eq(size, twelve), pool.eq(x, two)];
        let all = pool.and_all(&facts);
        assert_eq!(concise(&mut pool, &Symbols, all), [Part::Fact(facts[1])]);
        let either = pool.or_all(&facts);
        assert!(concise(&mut pool, &Symbols, either).is_empty());
    }
}
