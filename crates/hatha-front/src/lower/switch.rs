//! `switch`: parallel edges, one per case.
//!
//! **Invariant.** The conditions of the edges that leave a switch exclude each
//! other and cover every value. The condition of the default edge is one
//! expression over the gaps between the cases, neighbours merged and balanced, so
//! that a thousand cases make neither a quadratic nor a deep expression.

use super::func::FnLower;
use super::scope::Breakable;
use crate::hir::{Expr, Stmt};
use hatha_cfa::{BinOp, ExprId, ExprKind as K, LocId, Op, Scalar, Span, VarId};
use hatha_defect::{Defect, is_on};

/// A switch whose body is being lowered.
#[derive(Debug, Default)]
pub(super) struct OpenSwitch {
    cases: Vec<Case>,
    default: Option<Target>,
    /// How many blocks are open where it starts.
    depth: usize,
}

#[derive(Clone, Debug)]
struct Case {
    low: i128,
    high: i128,
    to: Target,
}

/// Where a case leads.
#[derive(Clone, Debug)]
struct Target {
    loc: LocId,
    /// Memory locals whose declaration the jump passes.
    skipped_locals: Vec<VarId>,
}

impl FnLower<'_, '_> {
    /// `switch (cond) body`
    pub(super) fn switch(&mut self, cond: &Expr, body: &Stmt, span: Span) {
        self.b.start_stmt(cond.span);
        let (mut value, lent) = self.lending_value(|f| f.rvalue(cond));
        if self.is_volatile(value) || !lent.is_empty() {
            value = self.save(value, cond.span);
        }
        self.end_lent(&lent, cond.span);
        let (start, end) = (self.b.current(), self.b.new_loc());
        self.cut();
        self.switches.push(OpenSwitch {
            depth: self.scope_depth(),
            ..OpenSwitch::default()
        });
        self.breakables.push(Breakable {
            on_break: end,
            on_continue: None,
            depth: self.scope_depth(),
        });
        self.open_scope();
        self.stmt(body);
        self.close_scope(span);
        self.b.join(end, span);
        self.breakables.pop();
        let switch = self.switches.pop().unwrap_or_default();
        self.dispatch(start, end, value, switch, cond.span);
        self.b.set_current(end);
    }

    /// `case low ... high:`
    pub(super) fn case(&mut self, low: i128, high: i128, span: Span) {
        let to = self.case_label(span);
        if let Some(s) = self.switches.last_mut() {
            s.cases.push(Case { low, high, to });
        }
    }

    /// `default:`
    pub(super) fn default(&mut self, span: Span) {
        let to = self.case_label(span);
        if let Some(s) = self.switches.last_mut() {
            s.default = Some(to);
        }
    }

    /// A location that the switch leads to later.
    fn case_label(&mut self, span: Span) -> Target {
        let loc = self.b.new_loc();
        self.b.join(loc, span);
        self.b.set_current(loc);
        self.b.expect_edges(loc);
        let depth = self.switches.last().map_or(0, |s| s.depth);
        let skipped_locals = self.locals_inside(depth);
        Target {
            loc,
            skipped_locals,
        }
    }

    /// An edge with a condition to a case; the locals that it passes are declared on the way.
    fn case_edge(&mut self, start: LocId, cond: ExprId, to: &Target, at: Span) {
        let op = Op::Assume { cond, taken: true };
        if to.skipped_locals.is_empty() {
            self.b.edge(start, to.loc, op, at);
            return;
        }
        let way = self.b.new_loc();
        self.b.edge(start, way, op, at);
        self.enter_case(way, to, at);
    }

    fn enter_case(&mut self, from: LocId, to: &Target, at: Span) {
        self.b.set_current(from);
        self.declare_skipped(&to.skipped_locals, at);
        self.b.join(to.loc, at);
    }

    fn dispatch(&mut self, start: LocId, end: LocId, value: ExprId, switch: OpenSwitch, at: Span) {
        let range = self.range_of(value);
        let left_out = usize::from(is_on(Defect::DropsCase) && switch.cases.len() > 1);
        for case in &switch.cases[left_out..] {
            if case.low <= case.high {
                let cond = self.in_range(value, case.low, case.high, range);
                // What is evaluated here is the operand, so that is where it stands.
                self.case_edge(start, cond, &case.to, at);
            }
        }
        let to = switch.default.unwrap_or(Target {
            loc: end,
            skipped_locals: Vec::new(),
        });
        match self.outside(value, &switch.cases, range) {
            Outside::All => self.enter_case(start, &to, at),
            Outside::None => {}
            Outside::When(cond) => self.case_edge(start, cond, &to, at),
        }
    }

    /// The least and greatest value of an expression's type.
    fn range_of(&self, value: ExprId) -> (i128, i128) {
        match self.scalar(self.node(value).ty) {
            Some(Scalar::Int { bits, signed: true }) if bits < 128 => {
                (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
            }
            Some(Scalar::Int {
                bits,
                signed: false,
            }) if bits < 127 => (0, (1 << bits) - 1),
            Some(Scalar::Bool) => (0, 1),
            _ => (i128::MIN, i128::MAX),
        }
    }

    fn compare(&mut self, op: BinOp, value: ExprId, with: i128) -> ExprId {
        let constant = self.int(with, self.node(value).ty);
        self.add(K::Binary(op, value, constant), self.cx.common.int)
    }

    fn in_range(&mut self, value: ExprId, low: i128, high: i128, range: (i128, i128)) -> ExprId {
        if low == high {
            return self.compare(BinOp::Eq, value, low);
        }
        let int = self.cx.common.int;
        match (low == range.0, high == range.1) {
            (true, true) => self.int(1, int),
            (true, false) => self.compare(BinOp::Le, value, high),
            (false, true) => self.compare(BinOp::Ge, value, low),
            (false, false) => {
                let above = self.compare(BinOp::Ge, value, low);
                let below = self.compare(BinOp::Le, value, high);
                self.both(above, below)
            }
        }
    }

    /// `a && b` as one value.
    fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let zero = self.int(0, self.cx.common.int);
        self.add(K::Cond(a, b, zero), self.cx.common.int)
    }

    /// When a value is none of the cases.
    fn outside(&mut self, value: ExprId, cases: &[Case], range: (i128, i128)) -> Outside {
        let merged = merged_ranges(cases);
        if merged.is_empty() {
            return Outside::All;
        }
        if merged[..] == [range] {
            return Outside::None;
        }
        let mut parts: Vec<ExprId> = Vec::with_capacity(merged.len());
        for (low, high) in merged {
            parts.push(self.not_in_range(value, low, high, range));
        }
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => self.both(a, b),
                    _ => pair[0],
                })
                .collect();
        }
        Outside::When(parts[0])
    }

    fn not_in_range(&mut self, v: ExprId, low: i128, high: i128, range: (i128, i128)) -> ExprId {
        if low == high {
            return self.compare(BinOp::Ne, v, low);
        }
        match (low == range.0, high == range.1) {
            (true, _) => self.compare(BinOp::Gt, v, high),
            (_, true) => self.compare(BinOp::Lt, v, low),
            _ => {
                let below = self.compare(BinOp::Lt, v, low);
                let above = self.compare(BinOp::Gt, v, high);
                let one = self.int(1, self.cx.common.int);
                self.add(K::Cond(below, one, above), self.cx.common.int)
            }
        }
    }
}

enum Outside {
    /// There are no cases.
    All,
    /// The cases cover every value.
    None,
    /// If this holds.
    When(ExprId),
}

/// The cases as disjoint ranges in order, neighbours joined.
fn merged_ranges(cases: &[Case]) -> Vec<(i128, i128)> {
    let mut ranges: Vec<_> = cases.iter().map(|c| (c.low, c.high)).collect();
    ranges.retain(|(low, high)| low <= high);
    ranges.sort_unstable();
    let mut out: Vec<(i128, i128)> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match out.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
            _ => out.push((low, high)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(low: i128, high: i128) -> Case {
        Case {
            low,
            high,
            to: Target {
                loc: LocId(0),
                skipped_locals: Vec::new(),
            },
        }
    }

    #[test]
    fn neighbouring_cases_merge() {
        let cases = [case(3, 3), case(1, 2), case(7, 9), case(5, 5), case(4, 1)];
        assert_eq!(merged_ranges(&cases), [(1, 3), (5, 5), (7, 9)]);
        assert!(merged_ranges(&[]).is_empty());
    }
}
