//! Branches, and chains of comparisons with constants that become tables.
//!
//! A `switch` arrives as a chain of locations, each comparing one value with one
//! constant. The table finds the case at once; the run still takes (and counts,
//! and reports) every edge of the chain, so nobody can tell the difference.

use super::Compiler;
use crate::code::{BranchCode, CaseCode, Insn, SwitchCode};
use crate::word::Kind;
use hatha_cfa::{BinOp, EdgeId, ExprId, ExprKind, LocId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Chains shorter than this are compared one by one.
const SHORTEST: usize = 4;

/// A location that compares a value with a constant.
struct Comparison {
    scrutinee: ExprId,
    kind: Kind,
    value: u64,
    yes: EdgeId,
    no: EdgeId,
}

impl Compiler<'_, '_> {
    /// Two edges on one condition.
    pub(super) fn pair(&mut self, a: EdgeId, b: EdgeId) {
        if let Some(first) = self.comparison(self.here.loc)
            && !self.is_interior(self.here.loc, &first)
        {
            let chain = self.chain(first);
            if chain.len() >= SHORTEST {
                return self.switch(&chain);
            }
        }
        let Op::Assume { cond, taken } = self.proc.edge(a).op else {
            return;
        };
        let (yes, no) = if taken { (a, b) } else { (b, a) };
        self.at_edge(yes);
        let (cond, kind) = self.condition(cond);
        self.code.branches.push(BranchCode {
            yes,
            yes_target: self.proc.edge(yes).to.0,
            no,
            no_target: self.proc.edge(no).to.0,
        });
        let branch = self.code.branches.len() as u32 - 1;
        self.emit(Insn::Branch { cond, kind, branch });
    }

    fn comparison(&self, loc: LocId) -> Option<Comparison> {
        let &[a, b] = self.proc.out_edges(loc) else {
            return None;
        };
        if !self.complementary(a, b) {
            return None;
        }
        let Op::Assume { cond, taken } = self.proc.edge(a).op else {
            return None;
        };
        let exprs = &self.image.program().exprs;
        let ExprKind::Binary(BinOp::Eq, x, c) = exprs.get(cond).kind else {
            return None;
        };
        let ExprKind::Int(value) = exprs.get(c).kind else {
            return None;
        };
        let kind = self.kind_of(x).ok()?;
        let (yes, no) = if taken { (a, b) } else { (b, a) };
        matches!(kind, Kind::Int { bits, .. } if bits <= 64).then_some(Comparison {
            scrutinee: x,
            kind,
            value: value as u64,
            yes,
            no,
        })
    }

    fn same_value(&self, a: ExprId, b: ExprId) -> bool {
        let exprs = &self.image.program().exprs;
        let (x, y) = (exprs.get(a), exprs.get(b));
        a == b || (x == y && matches!(x.kind, ExprKind::Var(_)))
    }

    /// Whether another comparison of the same value leads here when it fails.
    fn is_interior(&self, loc: LocId, here: &Comparison) -> bool {
        let leads_here = |e: EdgeId| {
            let edge = self.proc.edge(e);
            edge.from != loc
                && self
                    .comparison(edge.from)
                    .is_some_and(|c| c.no == e && self.same_value(c.scrutinee, here.scrutinee))
        };
        self.predecessors(loc).iter().any(|&e| leads_here(e))
    }

    /// The chain from a comparison on; it ends before it would run into itself.
    fn chain(&self, first: Comparison) -> Vec<Comparison> {
        let mut seen = FxHashSet::from_iter([self.here.loc]);
        let mut chain = vec![first];
        while let Some(last) = chain.last() {
            let next = self.proc.edge(last.no).to;
            let Some(c) = self.comparison(next) else {
                break;
            };
            if !self.same_value(c.scrutinee, last.scrutinee) || !seen.insert(next) {
                break;
            }
            chain.push(c);
        }
        chain
    }

    fn switch(&mut self, chain: &[Comparison]) {
        let head = &chain[0];
        self.at_edge(head.yes);
        let value = self.expr(head.scrutinee);
        let end = |e: EdgeId| (e, self.proc.edge(e).to.0);
        let cases: Vec<CaseCode> = chain
            .iter()
            .map(|c| CaseCode {
                yes: end(c.yes),
                no: end(c.no),
                value: c.value,
            })
            .collect();
        let mut find = FxHashMap::default();
        for (i, case) in cases.iter().enumerate() {
            find.entry(case.value).or_insert(i as u32);
        }
        self.code.switches.push(SwitchCode { cases, find });
        let switch = self.code.switches.len() as u32 - 1;
        self.emit(Insn::Switch {
            value,
            kind: head.kind,
            switch,
        });
    }
}
