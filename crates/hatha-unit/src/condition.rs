//! Conditions for people: over the inputs, without what follows from the rest, in C.
//!
//! **Invariant.** What is made simpler stays equivalent: a variable is eliminated
//! exactly or not at all, and a part is left out only if a solver says that the others
//! imply it. The text is for people; nothing is read back from it.

use crate::search::{Found, Search};
use hatha_blocks::effect::slot_kind;
use hatha_cfa::{Program, Type, TypeId, VarId};
use hatha_exec::shape;
use hatha_proof::memory as words;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::simplify::Simplifier;
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

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

/// The parts that the others do not imply.
fn essential<S: Solver>(search: &mut Search<'_, S>, mut parts: Vec<TermId>) -> Vec<TermId> {
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

/// The parts of a nested conjunction or disjunction, in order.
pub fn junction(pool: &TermPool, term: TermId, op: Op) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut work = vec![term];
    while let Some(t) = work.pop() {
        if pool.op(t) == op {
            work.extend(pool.args(t).iter().rev());
        } else if !parts.contains(&t) {
            parts.push(t);
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
    shifted(program, pool, term).unwrap_or_else(|| turned(&plain_in_c(program, pool, term)))
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
    let word = pool.var_symbol(v).to_string();
    let digits = word.strip_prefix('v').and_then(|d| d.parse::<u32>().ok());
    let var = VarId(digits.filter(|n| (*n as usize) < program.vars.len())?);
    let value = if slot_kind(program, var)?.is_signed() {
        value.to_i128()?.to_string()
    } else {
        value.to_u128()?.to_string()
    };
    Some(format!("{} >> {lo} {sign} {value}", program.var(var).name))
}

/// A comparison whose left side is a number, the other way round.
fn turned(text: &str) -> String {
    let signs = [
        (" < ", " > "),
        (" <= ", " >= "),
        (" > ", " < "),
        (" >= ", " <= "),
    ];
    for (sign, other) in signs {
        let Some((left, right)) = text.split_once(sign) else {
            continue;
        };
        let is_number = left.parse::<i128>().is_ok();
        let plain = right.replace("->", "");
        if is_number && !plain.contains(['<', '>', '=', '&', '|', '?']) {
            return format!("{right}{other}{left}");
        }
    }
    text.to_owned()
}

fn plain_in_c(program: &Program, pool: &mut TermPool, term: TermId) -> String {
    if term == pool.tru() {
        return "1".to_owned();
    }
    if term == pool.fls() {
        return "0".to_owned();
    }
    let mut names = Names {
        program,
        words: BTreeMap::new(),
        unsigned: Vec::new(),
    };
    let term = names.without_reads(pool, term);
    for v in pool.free_vars(&[term]) {
        names.variable(&pool.var_symbol(v).to_string());
    }
    let unsigned = names.unsigned.clone();
    let text = pool.to_c_with(term, |v| {
        let name = &pool.var_symbol(v).to_string();
        !unsigned.iter().any(|u| u == name)
    });
    replaced(&text, &names.words)
}

/// Names for the variables of terms.
struct Names<'a> {
    program: &'a Program,
    words: BTreeMap<String, String>,
    unsigned: Vec<String>,
}

impl Names<'_> {
    fn variable(&mut self, word: &str) {
        if self.words.contains_key(word) {
            return;
        }
        let number = |digits: &str| digits.parse::<u32>().ok();
        let known = |n: &u32| (*n as usize) < self.program.vars.len();
        if let Some(n) = word.strip_prefix('v').and_then(number).filter(known) {
            let var = VarId(n);
            if slot_kind(self.program, var).is_some_and(|k| !k.is_signed()) {
                self.unsigned.push(word.to_owned());
            }
            let name = self.program.var(var).name.clone();
            self.words.insert(word.to_owned(), name);
        } else if let Some(n) = word.strip_prefix("addr_v").and_then(number).filter(known) {
            let name = format!("&{}", self.program.var(VarId(n)).name);
            self.words.insert(word.to_owned(), name);
        }
    }

    /// Reads of memory become words with the names of what is read.
    fn without_reads(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in pool.subterms(&[term]) {
            let Some((_, address)) = words::as_read(pool, t) else {
                continue;
            };
            let Some((name, _)) = self.place(pool, address) else {
                continue;
            };
            let sort = pool.sort(t);
            let word = pool.fresh_var("read", sort);
            if let Some(v) = pool.as_var(word) {
                let key = pool.var_symbol(v).to_string();
                self.words.insert(key, name);
            }
            map.insert(t, word);
        }
        pool.substitute(term, &map)
    }

    /// What stands at an address that is a pointer or a variable's and a constant, and its type.
    fn place(&self, pool: &TermPool, address: TermId) -> Option<(String, TypeId)> {
        let (base, offset) = match pool.op(address) {
            Op::BvAdd => {
                let offset = pool.as_bv(pool.arg(address, 1))?.to_u64()?;
                (pool.arg(address, 0), offset)
            }
            _ => (address, 0),
        };
        if let Some((_, inner)) = words::as_read(pool, base) {
            let (name, ty) = self.place(pool, inner)?;
            return self.behind(&name, ty, offset);
        }
        let word = pool.as_symbol(base)?.to_string();
        let var = |digits: &str| {
            let n = digits.parse::<u32>().ok()?;
            ((n as usize) < self.program.vars.len()).then_some(VarId(n))
        };
        if let Some(v) = word.strip_prefix("addr_v").and_then(var) {
            let v = self.program.var(v);
            let inside = shape::suffix(self.program, v.ty, offset);
            let leaf = shape::leaf_at(self.program, v.ty, offset)?;
            return Some((format!("{}{inside}", v.name), leaf.ty));
        }
        let v = self.program.var(word.strip_prefix('v').and_then(var)?);
        self.behind(&v.name, v.ty, offset)
    }

    /// What a pointer leads to, some bytes behind it.
    fn behind(&self, name: &str, ty: TypeId, offset: u64) -> Option<(String, TypeId)> {
        let Type::Pointer(to) = self.program.types.get(ty) else {
            return None;
        };
        let size = self.program.size_of(to.ty).filter(|s| *s > 0)?;
        let inside = shape::suffix(self.program, to.ty, offset % size);
        let leaf = shape::leaf_at(self.program, to.ty, offset % size)?;
        let text = match (offset / size, inside.strip_prefix('.')) {
            (0, Some(field)) => format!("{name}->{field}"),
            (0, None) if inside.is_empty() => format!("*{name}"),
            (index, _) => format!("{name}[{index}]{inside}"),
        };
        Some((text, leaf.ty))
    }
}

fn replaced(text: &str, words: &BTreeMap<String, String>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_$!".contains(c);
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = if is_word(c) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (word, behind) = rest.split_at(end);
        out.push_str(words.get(word).map_or(word, String::as_str));
        rest = behind;
    }
    out
}
