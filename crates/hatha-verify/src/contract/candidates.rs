//! Conditions on parameters and globals that may exclude a failure, weaker and simpler ones first.
//!
//! **Invariant.** A candidate is text that the front end reads as C and that a check decides
//! about; nothing here is taken for true.

use super::backward::{AtEntry, Literal};
use hatha_cfa::{
    ArrayLen, BinOp, ExprId, ExprKind, Op, ProcId, Program, Scalar, Type, VarId, VarScope, print,
};
use hatha_exec::fault::FaultKind;

/// The longest candidate.
const LONGEST: usize = 160;
/// The most terms that sizes are made of.
const TERMS: usize = 6;
/// The most conditions of a path that take part.
const CONDITIONS: usize = 6;

/// A condition that may exclude a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// As C.
    pub(super) text: String,
    /// Some that may be weaker; they are tried once this one is known to suffice.
    pub(super) weaker: Vec<String>,
}

impl Candidate {
    fn new(text: String) -> Self {
        Candidate {
            text,
            weaker: Vec::new(),
        }
    }
}

/// An integer that a contract may speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    text: String,
    signed: bool,
    bits: u16,
}

/// The candidates for a failure of the entry.
pub(super) fn candidates(entry: ProcId, at: &AtEntry, fault: &FaultKind) -> Vec<Candidate> {
    let words = Words {
        program: &at.program,
        entry,
    };
    let mut list = Vec::new();
    if let Some(address) = at.address {
        words.of_access(at, address, fault, &mut list);
    }
    if let Some(failing) = at.failing {
        words.of_condition(at, failing, &mut list);
    }
    words.ranges(at, &mut list);
    let mut seen: Vec<Candidate> = Vec::new();
    for candidate in list {
        let is_new = seen.iter().all(|c| c.text != candidate.text);
        if is_new && candidate.text.len() <= LONGEST {
            seen.push(candidate);
        }
    }
    seen
}

/// A pointer that a contract may speak of.
struct Pointer<'a> {
    text: &'a str,
    /// The bytes of what it leads to.
    element: u64,
}

impl Pointer<'_> {
    /// So many elements.
    fn valid(&self, count: &str) -> String {
        let text = self.text;
        match self.element {
            1 => format!("valid({text}, {count})"),
            _ => format!("valid({text}, {count} * sizeof *{text})"),
        }
    }

    /// That the bytes of a number of elements are no more than there can be.
    fn fits(&self, t: &Term) -> String {
        match self.element > 1 && !t.signed && t.bits >= 64 {
            true => format!("{} <= -1UL / sizeof *{} && ", t.text, self.text),
            false => String::new(),
        }
    }

    fn elements_or_none(&self, t: &Term) -> String {
        let (none, fits, valid) = (t.is_none(), self.fits(t), self.valid(&t.text));
        match fits.is_empty() {
            true => format!("{none} || {valid}"),
            false => format!("{none} || ({fits}{valid})"),
        }
    }

    fn elements(&self, t: &Term) -> String {
        let valid = self.valid(&t.text);
        match t.signed {
            true => format!("{} < 0 || {valid}", t.text),
            false => format!("{}{valid}", self.fits(t)),
        }
    }

    fn some_elements(&self, t: &Term) -> String {
        let some = match t.signed {
            true => format!("{} > 0", t.text),
            false => format!("{} != 0", t.text),
        };
        format!("{some} && {}{}", self.fits(t), self.valid(&t.text))
    }

    fn one_more(&self, t: &Term) -> String {
        let n = &t.text;
        match t.signed {
            true => format!("{n} < 0 || {}", self.valid(&format!("({n} + 1LL)"))),
            false if t.bits < 64 => self.valid(&format!("({n} + 1ULL)")),
            false => format!(
                "{n} + 1 != 0 && {}{}",
                self.fits(t),
                self.valid(&format!("({n} + 1)"))
            ),
        }
    }

    /// The elements up to an index, that one included.
    fn up_to(&self, index: &str) -> String {
        self.valid(&format!("((unsigned long)({index}) + 1)"))
    }
}

impl Term {
    fn is_none(&self) -> String {
        match self.signed {
            true => format!("{} <= 0", self.text),
            false => format!("{} == 0", self.text),
        }
    }
}

struct Words<'a> {
    program: &'a Program,
    entry: ProcId,
}

impl Words<'_> {
    // ---- what failed ----

    /// The negated failing condition, and weaker ones: guarded by conditions of the path.
    fn of_condition(&self, at: &AtEntry, failing: Literal, list: &mut Vec<Candidate>) {
        let Some(text) = self.negated(failing) else {
            return;
        };
        let others: Vec<String> = self.negated_conditions(at);
        let operand = in_or(&text);
        let guarded = |c: &String| format!("{c} || {operand}");
        let mut weaker: Vec<String> = Vec::new();
        if others.len() > 1 {
            weaker.push(format!("{} || {operand}", others.join(" || ")));
        }
        weaker.extend(others.iter().map(guarded));
        weaker.retain(|w| w.len() <= LONGEST);
        list.push(Candidate { text, weaker });
        list.extend(others.iter().map(guarded).map(Candidate::new));
        list.extend(others.into_iter().map(Candidate::new));
    }

    /// The negated conditions of a path that speak of the entry alone, the last one first.
    fn negated_conditions(&self, at: &AtEntry) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for &literal in &at.conditions {
            if let Some(text) = self.negated(literal).filter(|t| t.len() < LONGEST / 2)
                && !texts.contains(&text)
            {
                texts.push(text);
            }
            if texts.len() == CONDITIONS {
                break;
            }
        }
        texts
    }

    fn negated(&self, (cond, taken): Literal) -> Option<String> {
        if !self.is_at_entry(cond) || !self.mentions_something(cond) {
            return None;
        }
        let text = self.range(cond, !taken).or_else(|| self.sum(cond, !taken));
        let text = match text {
            Some(text) => text,
            None => {
                let op = Op::Assume {
                    cond,
                    taken: !taken,
                };
                let text = print::op(self.program, &op);
                text.strip_prefix("assume(")?.strip_suffix(')')?.to_owned()
            }
        };
        (text.len() <= LONGEST && !text.contains('$')).then_some(text)
    }

    /// `(unsigned long)i <= 15` as a range of `i`.
    fn range(&self, cond: ExprId, holds: bool) -> Option<String> {
        let ExprKind::Binary(op, a, b) = self.program.exprs.get(cond).kind else {
            return None;
        };
        let (ExprKind::Cast(inner), ExprKind::Int(k)) = (
            self.program.exprs.get(a).kind,
            self.program.exprs.get(b).kind,
        ) else {
            return None;
        };
        let scalar = |e| self.program.scalar(self.program.exprs.get(e).ty);
        let (Some(Scalar::Int { bits, signed }), Some(to)) = (scalar(inner), scalar(a)) else {
            return None;
        };
        let Scalar::Int {
            bits: wide,
            signed: false,
        } = to
        else {
            return None;
        };
        let most = match (op, holds) {
            (BinOp::Le, true) | (BinOp::Gt, false) => k,
            (BinOp::Lt, true) | (BinOp::Ge, false) => k.checked_sub(1)?,
            _ => return None,
        };
        let text = print::expr(self.program, inner);
        let is_small = wide >= bits && most < 1 << (bits - 1);
        match signed {
            _ if !is_small => None,
            true => Some(format!("0 <= {text} && {text} <= {most}")),
            false => Some(format!("{text} <= {most}")),
        }
    }

    /// That a sum or difference of numbers of 32 bits does not overflow, which the check says by
    /// cases.
    fn sum(&self, cond: ExprId, holds: bool) -> Option<String> {
        let node = |e| self.program.exprs.get(e).kind;
        let ExprKind::Cond(_, above, _) = node(cond) else {
            return None;
        };
        let ExprKind::Binary(op, b, rest) = node(above) else {
            return None;
        };
        let is_int = self.program.scalar(self.program.exprs.get(b).ty)
            == Some(Scalar::Int {
                bits: 32,
                signed: true,
            });
        // `a >= 0 ? b > MAX - a : b < MIN - a`
        let ExprKind::Binary(BinOp::Sub, bound, a) = node(rest) else {
            return None;
        };
        let is_most = node(bound) == ExprKind::Int(0x7fff_ffff);
        if holds || !is_int || !is_most || op != BinOp::Gt {
            return None;
        }
        let (a, b) = (print::expr(self.program, a), print::expr(self.program, b));
        let is_plain = |t: &str| {
            t.chars()
                .all(|c| c.is_alphanumeric() || "_->.[]*".contains(c))
        };
        let sum = format!("(long long){a} + {b}");
        (is_plain(&a) && is_plain(&b)).then(|| format!("{sum} == (int)({sum})"))
    }

    // ---- accesses ----

    /// That the pointer which an access went through leads to enough bytes.
    fn of_access(
        &self,
        at: &AtEntry,
        address: ExprId,
        fault: &FaultKind,
        list: &mut Vec<Candidate>,
    ) {
        let (base, _) = self.decompose(address);
        if !self.is_at_entry(base) {
            return;
        }
        let text = print::expr(self.program, base);
        if text.contains('$') || !self.is_pointer(base) {
            return;
        }
        let compared = format!("{text} == NULL");
        let tests_null = self.negated_conditions(at).contains(&compared);
        if *fault == FaultKind::NullDereference {
            list.push(Candidate::new(format!("{text} != NULL")));
        }
        list.extend(self.inside_member(address).map(Candidate::new));
        let null_or = tests_null.then(|| format!("{compared} || "));
        for condition in self.sizes(at, (base, address), &text) {
            let weaker = null_or.iter();
            let weaker = weaker.map(|null_or| format!("{null_or}{}", in_or(&condition)));
            let weaker: Vec<String> = weaker.collect();
            list.extend(weaker.iter().cloned().map(Candidate::new));
            list.push(Candidate {
                text: condition,
                weaker,
            });
        }
        for condition in self.negated_conditions(at) {
            if condition != compared && *fault == FaultKind::NullDereference {
                list.push(Candidate::new(format!("{condition} || {text} != NULL")));
            }
        }
    }

    /// That so many bytes are valid: of a number of elements, up to an index, or of a product or
    /// sum.
    fn sizes(&self, at: &AtEntry, (base, address): (ExprId, ExprId), text: &str) -> Vec<String> {
        let pointer = Pointer {
            text,
            element: self.element(base),
        };
        let terms = self.terms(at);
        let mut all = Vec::new();
        all.extend(self.index(address).map(|index| pointer.up_to(&index)));
        all.extend(terms.iter().map(|t| pointer.elements_or_none(t)));
        all.extend(terms.iter().map(|t| pointer.elements(t)));
        all.extend(terms.iter().map(|t| pointer.some_elements(t)));
        all.extend(terms.iter().map(|t| pointer.one_more(t)));
        let (_, offset) = self.decompose(address);
        let mut counts: Vec<u128> = self.constants(at);
        counts.extend(offset.map(|bytes| u128::from(bytes / pointer.element) + 1));
        counts.sort_unstable();
        all.extend(counts.iter().map(|n| pointer.valid(&n.to_string())));
        for (i, a) in terms.iter().enumerate() {
            for b in &terms[i + 1..] {
                let (a, b) = (&a.text, &b.text);
                all.push(pointer.valid(&format!("((unsigned long){a} + {b})")));
                all.push(pointer.valid(&format!("((unsigned long){a} * {b})")));
            }
        }
        all
    }

    /// That the index of an array which is a member is one of its elements.
    fn inside_member(&self, address: ExprId) -> Option<String> {
        let node = |e| self.program.exprs.get(e);
        let ExprKind::Index { base, index, .. } = node(address).kind else {
            return None;
        };
        let ExprKind::Field { record, field, .. } = node(base).kind else {
            return None;
        };
        let types = &self.program.types;
        let field = types.record(record).fields.get(field as usize)?;
        let Type::Array {
            len: ArrayLen::Fixed(length),
            ..
        } = types.get(field.ty.ty)
        else {
            return None;
        };
        let is_known = self.is_at_entry(index) && self.mentions_something(index);
        let text = print::expr(self.program, index);
        let Some(Scalar::Int { signed, .. }) = self.program.scalar(node(index).ty) else {
            return None;
        };
        let is_fine = is_known && !text.contains('$');
        is_fine.then(|| match signed {
            true => format!("0 <= {text} && {text} < {length}"),
            false => format!("{text} < {length}"),
        })
    }

    /// The index of an access, if it is computed from what the entry is given.
    fn index(&self, address: ExprId) -> Option<String> {
        let ExprKind::Index { index, .. } = self.program.exprs.get(address).kind else {
            return None;
        };
        let is_plain = |kind| matches!(kind, ExprKind::Int(_) | ExprKind::Var(_));
        let is_computed = !is_plain(self.program.exprs.get(index).kind);
        let is_known = self.is_at_entry(index) && self.mentions_something(index);
        let text = print::expr(self.program, index);
        (is_computed && is_known && !text.contains('$')).then_some(text)
    }

    /// The pointer that an address was computed from, and how far behind it, if that is a number.
    fn decompose(&self, address: ExprId) -> (ExprId, Option<u64>) {
        let mut at = address;
        let mut offset = Some(0_u64);
        loop {
            let e = self.program.exprs.get(at);
            match e.kind {
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    let record = self.program.types.record(record);
                    let field = record.fields.get(field as usize);
                    offset = offset.zip(field).map(|(o, f)| o + f.offset);
                    at = base;
                }
                ExprKind::Index { base, index, scale } => {
                    let index = match self.program.exprs.get(index).kind {
                        ExprKind::Int(n) => u64::try_from(n).ok(),
                        _ => None,
                    };
                    let index = index.and_then(|i| i.checked_mul(scale));
                    offset = offset.zip(index).and_then(|(o, i)| o.checked_add(i));
                    at = base;
                }
                ExprKind::Cast(inner) if self.is_pointer(inner) => at = inner,
                _ => return (at, offset),
            }
        }
    }

    /// The bytes of what a pointer leads to.
    fn element(&self, base: ExprId) -> u64 {
        let types = &self.program.types;
        let pointee = types.pointee(self.program.exprs.get(base).ty);
        let size = pointee.and_then(|q| types.size(q.ty, &self.program.target));
        size.unwrap_or(1).max(1)
    }

    // ---- ranges ----

    /// Bounds of integers: signs, and constants of the path.
    fn ranges(&self, at: &AtEntry, list: &mut Vec<Candidate>) {
        // The larger the bound, the weaker the condition.
        let mut constants = self.constants(at);
        constants.extend(self.lengths(at));
        constants.sort_unstable_by(|a, b| b.cmp(a));
        constants.dedup();
        for t in self.terms(at) {
            let n = &t.text;
            list.push(Candidate::new(format!("{n} != 0")));
            if t.signed {
                list.push(Candidate::new(format!("{n} >= 0")));
                list.push(Candidate::new(format!("{n} > 0")));
            }
            for k in &constants {
                list.push(Candidate::new(format!("{n} < {k}")));
                list.push(Candidate::new(format!("{n} <= {k}")));
                if t.signed {
                    list.push(Candidate::new(format!("0 <= {n} && {n} < {k}")));
                    list.push(Candidate::new(format!("0 <= {n} && {n} <= {k}")));
                }
            }
        }
    }

    /// The lengths of arrays that are members of what was accessed.
    fn lengths(&self, at: &AtEntry) -> Vec<u128> {
        let mut found = Vec::new();
        if let Some(address) = at.address {
            self.visit(address, &mut |e| {
                let ExprKind::Field { record, field, .. } = self.program.exprs.get(e).kind else {
                    return;
                };
                let types = &self.program.types;
                let field = types.record(record).fields.get(field as usize);
                let array = field.map(|f| types.get(f.ty.ty));
                if let Some(Type::Array {
                    len: ArrayLen::Fixed(n),
                    ..
                }) = array
                {
                    found.push(u128::from(*n));
                }
            });
        }
        found
    }

    /// Integer constants of conditions on the path.
    fn constants(&self, at: &AtEntry) -> Vec<u128> {
        let mut found = Vec::new();
        let conditions = at.failing.iter().chain(&at.conditions);
        for &(cond, _) in conditions {
            self.visit(cond, &mut |e| {
                if let ExprKind::Int(n) = self.program.exprs.get(e).kind
                    && (2..=1 << 16).contains(&n)
                    && !found.contains(&n)
                    && found.len() < TERMS / 2
                {
                    found.push(n);
                }
            });
        }
        found
    }

    // ---- terms ----

    /// The integers that sizes and ranges are about: those that the path speaks of, then parameters.
    fn terms(&self, at: &AtEntry) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        let conditions = at.failing.iter().chain(&at.conditions).map(|&(c, _)| c);
        for e in conditions.chain(at.address) {
            self.visit(e, &mut |e| self.add_term(e, &mut terms));
        }
        for &param in &self.program.proc(self.entry).params {
            let var = self.program.var(param);
            let kind = self.program.scalar(var.ty);
            if let Some(Scalar::Int { bits, signed }) = kind {
                let text = var.name.clone();
                let term = Term { text, signed, bits };
                if !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
        terms.truncate(TERMS);
        terms
    }

    fn add_term(&self, e: ExprId, terms: &mut Vec<Term>) {
        let node = self.program.exprs.get(e);
        let is_place = matches!(node.kind, ExprKind::Var(_) | ExprKind::Load { .. });
        let Some(Scalar::Int { bits, signed }) = self.program.scalar(node.ty) else {
            return;
        };
        if !is_place || !self.is_at_entry(e) {
            return;
        }
        let text = print::expr(self.program, e);
        let is_plain = !text.contains(['$', '[', '*', '(', '"']);
        let term = Term { text, signed, bits };
        if is_plain && !terms.contains(&term) {
            terms.push(term);
        }
    }

    fn visit(&self, e: ExprId, f: &mut dyn FnMut(ExprId)) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            f(e);
            work.extend(self.program.exprs.children(e));
        }
    }

    fn is_pointer(&self, e: ExprId) -> bool {
        let ty = self.program.exprs.get(e).ty;
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }

    /// Whether an expression speaks of nothing but parameters of the entry and globals.
    fn is_at_entry(&self, e: ExprId) -> bool {
        let mut fine = true;
        let mut count = 0;
        self.visit(e, &mut |e| {
            count += 1;
            fine &= count < 200
                && match self.program.exprs.get(e).kind {
                    ExprKind::Var(v) | ExprKind::AddrOf(v) => self.is_known(v),
                    ExprKind::Object { .. } => false,
                    _ => true,
                };
        });
        fine
    }

    fn is_known(&self, v: VarId) -> bool {
        let var = self.program.var(v);
        let is_here = match var.scope {
            VarScope::Global => true,
            VarScope::Param(p, _) => p == self.entry,
            VarScope::Local(_) => false,
        };
        is_here && !var.is_made_up()
    }

    /// Whether an expression reads anything at all.
    fn mentions_something(&self, e: ExprId) -> bool {
        let mut found = false;
        self.visit(e, &mut |e| {
            let kind = self.program.exprs.get(e).kind;
            found |= matches!(kind, ExprKind::Var(_) | ExprKind::Load { .. });
        });
        found
    }
}

/// A condition as an operand of `||`.
fn in_or(text: &str) -> String {
    let is_one = text.starts_with("!(") && text.ends_with(')');
    match !is_one && (text.contains("&&") || text.contains('?')) {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}
