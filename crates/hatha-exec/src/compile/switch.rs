//! Locations that are left by assumptions: pairs, switches, guarded edges.
//!
//! Edges that compare one value with constants become a table; the edges that
//! remain (ranges, `default`) are tried in order when no constant fits. The
//! conditions of a `switch` exclude each other, so the order between the two
//! groups does not matter; where the conditions of another language overlap, any
//! edge whose condition holds is an execution of the program.

use super::Compiler;
use crate::code::{BranchCode, CaseCode, Insn, Opnd, SwitchCode};
use crate::word::Kind;
use hatha_cfa::{BinOp, EdgeId, ExprId, ExprKind, Op};
use rustc_hash::FxHashMap;

/// Fewer comparisons than this are made one by one.
const SHORTEST: usize = 4;

/// An edge that is taken if a value equals a constant.
struct Comparison {
    scrutinee: ExprId,
    value: u64,
    edge: EdgeId,
}

impl Compiler<'_, '_> {
    /// Two edges on one condition.
    pub(super) fn pair(&mut self, a: EdgeId, b: EdgeId) {
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
        if !self.compare_and_branch(cond, branch) {
            self.emit(Insn::Branch { cond, kind, branch });
        }
    }

    /// Makes the comparison just emitted and the branch on it one instruction.
    fn compare_and_branch(&mut self, cond: Opnd, at: u32) -> bool {
        if !self.retargetable {
            return false;
        }
        match self.code.insns.last_mut() {
            Some(last) => match *last {
                Insn::Binary {
                    op,
                    kind,
                    dst,
                    a,
                    b,
                    ..
                } if dst == cond && op.is_comparison() => {
                    *last = Insn::Compare {
                        op,
                        kind,
                        a,
                        b,
                        branch: at,
                    };
                    true
                }
                _ => false,
            },
            None => false,
        }
    }

    /// All edges are assumptions: one that holds is taken.
    pub(super) fn assumptions(&mut self, edges: &[EdgeId]) {
        let first = edges.iter().find_map(|&e| self.comparison(e));
        let table: Vec<Comparison> = match first {
            Some(first) => edges
                .iter()
                .filter_map(|&e| self.comparison(e))
                .filter(|c| c.scrutinee == first.scrutinee)
                .collect(),
            None => Vec::new(),
        };
        if table.len() < SHORTEST {
            return self.guards(edges);
        }
        self.switch(&table);
        let in_table = |e: &EdgeId| table.iter().any(|c| c.edge == *e);
        let rest: Vec<EdgeId> = edges.iter().copied().filter(|e| !in_table(e)).collect();
        self.guards(&rest);
    }

    fn comparison(&self, edge: EdgeId) -> Option<Comparison> {
        let Op::Assume { cond, taken: true } = self.proc.edge(edge).op else {
            return None;
        };
        let exprs = &self.image.program().exprs;
        let ExprKind::Binary(BinOp::Eq, scrutinee, constant) = exprs.get(cond).kind else {
            return None;
        };
        let ExprKind::Int(value) = exprs.get(constant).kind else {
            return None;
        };
        let narrow = matches!(self.kind_of(scrutinee), Ok(Kind::Int { bits, .. }) if bits <= 64);
        narrow.then_some(Comparison {
            scrutinee,
            value: value as u64,
            edge,
        })
    }

    fn switch(&mut self, table: &[Comparison]) {
        let head = &table[0];
        self.at_edge(head.edge);
        self.here.edge = None;
        let (value, kind) = self.condition(head.scrutinee);
        let case = |c: &Comparison| CaseCode {
            edge: c.edge,
            target: self.proc.edge(c.edge).to.0,
            value: c.value,
        };
        let cases: Vec<CaseCode> = table.iter().map(case).collect();
        let mut find = FxHashMap::default();
        for (i, case) in cases.iter().enumerate() {
            find.entry(case.value).or_insert(i as u32);
        }
        self.code.switches.push(SwitchCode { cases, find });
        let switch = self.code.switches.len() as u32 - 1;
        self.emit(Insn::Switch {
            value,
            kind,
            switch,
        });
    }

    /// The first edge whose assumption holds is taken.
    fn guards(&mut self, edges: &[EdgeId]) {
        for &e in edges {
            self.at_edge(e);
            let Op::Assume { cond, taken } = self.proc.edge(e).op else {
                continue;
            };
            // What goes wrong in a condition belongs to the location, not to one of its edges.
            self.here.edge = None;
            let (cond, kind) = self.condition(cond);
            let at = self.code.insns.len();
            self.emit(Insn::Guard {
                cond,
                kind,
                wanted: taken,
                other: 0,
                edge: e,
            });
            self.here.edge = Some(e);
            self.finish_edge(e);
            let next = self.pc();
            if let Insn::Guard { other, .. } = &mut self.code.insns[at] {
                *other = next;
            }
        }
        self.emit(Insn::Blocked);
    }
}
