//! Conditions for people: over the inputs, without what follows from the rest, in C.
//!
//! **Invariant.** What is made simpler stays equivalent: a variable is eliminated
//! exactly or not at all, and a part is left out only if a solver says that the others
//! imply it. The text is for people; nothing is read back from it.

use crate::search::{Found, Search};
use hatha_blocks::display::ProgramNames;
use hatha_blocks::effect::slot_kind;
use hatha_cfa::Program;
use hatha_proof::vocabulary;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::simplify::Simplifier;
use hatha_term::{Op, TermId, TermPool};

/// Conflicts that one question about a part may take.
const CONFLICTS: u64 = 20_000;
/// Parts that are looked at one by one.
const PARTS: usize = 64;

/// A condition over the inputs.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Its parts, which hold together, in the order of the path.
    pub parts: Vec<TermId>,
    /// Values drawn on the way that could not be eliminated.
    pub left: Vec<TermId>,
}

/// The whole condition of a path, over inputs and drawn values; and the drawn values.
pub fn whole(pool: &mut TermPool, found: &Found) -> (TermId, Vec<TermId>) {
    let mut all = Vec::new();
    let mut free = Vec::new();
    for end in &found.ends {
        let mut parts = end.values.guards.clone();
        parts.push(end.accepted);
        parts.push(pool.not(end.reported));
        all.push(pool.and_all(&parts));
        free.extend(end.values.free.iter().copied());
    }
    (pool.or_all(&all), free)
}

/// The parts of a path's condition in the order of the path; one if it can end in several ways.
pub fn parts(pool: &mut TermPool, found: &Found) -> (Vec<TermId>, Vec<TermId>) {
    let [end] = &found.ends[..] else {
        let (whole, free) = whole(pool, found);
        return (vec![whole], free);
    };
    let mut parts = end.values.guards.clone();
    parts.extend(junction(pool, end.accepted, Op::And));
    parts.push(pool.not(end.reported));
    (parts, end.values.free.clone())
}

/// The same condition without drawn values, where they can be eliminated, and simplified.
pub fn plain<S: Solver>(search: &mut Search<'_, S>, parts: &[TermId], free: &[TermId]) -> Plain {
    let mut simplifier = Simplifier::new();
    let drawn = |t: &TermId| free.contains(t);
    if !search.pool.subterms(parts).iter().any(drawn) {
        let pool = &mut search.pool;
        let simple: Vec<TermId> = parts
            .iter()
            .map(|t| simplifier.simplify(pool, *t))
            .collect();
        let mut flat: Vec<TermId> = Vec::new();
        for part in simple.iter().flat_map(|t| junction(pool, *t, Op::And)) {
            if part != pool.tru() && !flat.contains(&part) {
                flat.push(part);
            }
        }
        let (parts, left) = (essential(search, flat), Vec::new());
        return Plain { parts, left };
    }
    let term = search.pool.and_all(parts);
    let mut term = simplifier.simplify(&mut search.pool, term);
    let mut left = Vec::new();
    for &var in free {
        if !search.pool.subterms(&[term]).contains(&var) || left.contains(&var) {
            continue;
        }
        let budget = search.budget.clone();
        let gone = search
            .solver
            .as_projector()
            .and_then(|p| p.project(&mut search.pool, term, &[var], &budget).ok());
        match gone {
            Some(without) => term = without,
            None => left.push(var),
        }
    }
    let term = simplifier.simplify(&mut search.pool, term);
    let parts = junction(&search.pool, term, Op::And);
    let parts = without_alone(search, parts, &mut left);
    let parts = essential(search, parts);
    Plain { parts, left }
}

/// Leaves out what is asked of drawn values alone, if they can be so: some values then are.
fn without_alone<S: Solver>(
    search: &mut Search<'_, S>,
    parts: Vec<TermId>,
    left: &mut Vec<TermId>,
) -> Vec<TermId> {
    let pool = &mut search.pool;
    let mut drawn = |t: &TermId| {
        let vars = pool.free_vars(&[*t]);
        let vars = vars.into_iter().map(|v| pool.var_term(v));
        vars.map(|v| left.contains(&v)).collect::<Vec<bool>>()
    };
    let about: Vec<Vec<bool>> = parts.iter().map(&mut drawn).collect();
    let mixed = |a: &&Vec<bool>| a.iter().any(|d| *d) && !a.iter().all(|d| *d);
    if about.iter().any(|a| mixed(&a)) {
        return parts;
    }
    let is_alone = |a: &Vec<bool>| a.iter().any(|d| *d);
    let pairs = || parts.iter().copied().zip(&about);
    let alone: Vec<TermId> = pairs()
        .filter(|(_, a)| is_alone(a))
        .map(|(t, _)| t)
        .collect();
    let rest: Vec<TermId> = pairs()
        .filter(|(_, a)| !is_alone(a))
        .map(|(t, _)| t)
        .collect();
    if alone.is_empty() || !ask(search, &alone).is_sat() {
        return parts;
    }
    left.clear();
    rest
}

/// The parts that others do not imply.
pub fn not_implied<S: Solver>(
    search: &mut Search<'_, S>,
    parts: &[TermId],
    known: &[TermId],
) -> Vec<TermId> {
    let mut kept = Vec::new();
    for &part in parts {
        let mut question = known.to_vec();
        question.push(search.pool.not(part));
        if !ask(search, &question).is_unsat() {
            kept.push(part);
        }
    }
    kept
}

/// The parts that neither types nor the others imply.
fn essential<S: Solver>(search: &mut Search<'_, S>, mut parts: Vec<TermId>) -> Vec<TermId> {
    let known = search.stepper.effects.type_facts(&mut search.pool);
    parts.retain(|p| !known.contains(p));
    if parts.len() < 2 || parts.len() > PARTS {
        return parts;
    }
    let mut order: Vec<TermId> = parts.clone();
    order.sort_by_key(|t| std::cmp::Reverse(search.pool.dag_size(*t)));
    for candidate in order {
        let others: Vec<TermId> = parts.iter().copied().filter(|p| *p != candidate).collect();
        if others.is_empty() {
            break;
        }
        let mut question = others.clone();
        question.push(search.pool.not(candidate));
        if ask(search, &question).is_unsat() {
            parts = others;
        }
    }
    parts
}

/// A question about conditions, with a budget of its own.
pub fn ask<S: Solver>(search: &mut Search<'_, S>, terms: &[TermId]) -> CheckResult {
    if terms.contains(&search.pool.fls()) {
        return CheckResult::Unsat;
    }
    let budget = Budget {
        conflicts: Some(CONFLICTS),
        ..search.budget.clone()
    };
    search.counts.queries += 1;
    search.solver.check(&mut search.pool, terms, &budget)
}

/// The parts of a nested conjunction or disjunction, in order, each once.
pub fn junction(pool: &TermPool, term: TermId, op: Op) -> Vec<TermId> {
    let mut parts = Vec::new();
    for part in pool.junction(term, op) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// Parts that hold together, in C over the unit's inputs.
pub fn in_c(program: &Program, pool: &mut TermPool, parts: &[TermId]) -> String {
    if parts.is_empty() {
        return "1".to_owned();
    }
    let alone = parts.len() == 1;
    let all: Vec<String> = parts
        .iter()
        .map(|t| {
            let text = part_in_c(program, pool, *t);
            let any = pool.op(*t) == Op::Or && !alone;
            if any { format!("({text})") } else { text }
        })
        .collect();
    all.join(" && ")
}

/// A conjunction or disjunction flat, a comparison with its constant behind.
fn part_in_c(program: &Program, pool: &mut TermPool, term: TermId) -> String {
    let op = pool.op(term);
    if op == Op::And || op == Op::Or {
        let parts = junction(pool, term, op);
        let texts: Vec<String> = parts
            .iter()
            .map(|t| {
                let text = part_in_c(program, pool, *t);
                let inner = matches!(pool.op(*t), Op::And | Op::Or);
                if inner { format!("({text})") } else { text }
            })
            .collect();
        return texts.join(if op == Op::And { " && " } else { " || " });
    }
    if op == Op::Not && matches!(pool.op(pool.arg(term, 0)), Op::And | Op::Or) {
        let inside = pool.arg(term, 0);
        return format!("!({})", part_in_c(program, pool, inside));
    }
    let names = ProgramNames::new(program).with_constants_last();
    shifted(program, pool, term).unwrap_or_else(|| pool.to_c_named(term, &names))
}

/// The upper bits of a number compared with a constant, as a shift.
fn shifted(program: &Program, pool: &mut TermPool, term: TermId) -> Option<String> {
    let (equation, sign) = match pool.op(term) {
        Op::Not => (pool.arg(term, 0), "!="),
        _ => (term, "=="),
    };
    if pool.op(equation) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(equation, 0), pool.arg(equation, 1));
    let (bits, constant) = if pool.is_const(b) { (a, b) } else { (b, a) };
    let Op::Extract { lo } = pool.op(bits) else {
        return None;
    };
    let whole = pool.arg(bits, 0);
    let top = lo > 0 && lo + pool.width(bits) == pool.width(whole);
    let v = pool.as_var(whole).filter(|_| top)?;
    let value = pool.as_bv(constant)?;
    let var = vocabulary::as_slot(pool.var_symbol(v))?;
    let var = Some(var).filter(|v| v.index() < program.vars.len())?;
    let value = if slot_kind(program, var)?.is_signed() {
        value.to_i128()?.to_string()
    } else {
        value.to_u128()?.to_string()
    };
    Some(format!("{} >> {lo} {sign} {value}", program.var(var).name))
}
