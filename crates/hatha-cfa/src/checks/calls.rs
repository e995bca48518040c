//! Calls and copies that C leaves undefined, whatever values they compute.
//!
//! A pointer is called that leads to no function of that type, a function ends without the result that
//! somebody takes, and a copy is made between parts of one object that overlap. These checks stand at the
//! operation itself; the results of functions are checked where they are missing, not where they are used.

use super::condition::{Build, Conditions};
use super::{CheckKind, Demand};
use crate::expr::{BinOp, ExprId, ExprKind, ObjectWord};
use crate::indirect::may_be;
use crate::program::{Arg, Builtin, Callee, Extent, InputKind, Op, Place, ProcId, Program};
use crate::reach::{initial_addresses, mentioned};
use hatha_defect::{Defect, is_on};
use std::collections::BTreeSet;

/// What is known of the functions of a program as they are called.
#[derive(Default)]
pub(super) struct Called {
    /// Those whose address the program takes anywhere.
    taken: BTreeSet<ProcId>,
    /// Those whose result somebody may take.
    wanted: BTreeSet<ProcId>,
}

impl Called {
    pub(super) fn new(program: &Program) -> Called {
        let edges = || program.procs.iter().flat_map(|p| &p.edges);
        let mut taken: BTreeSet<ProcId> = initial_addresses(program).into_iter().collect();
        let mut wanted = BTreeSet::new();
        let mut takes_any = false;
        for edge in edges() {
            let mut found = mentioned(program, &edge.op);
            if let Op::Call { callee, result, .. } = &edge.op {
                let direct = match callee {
                    Callee::Direct(p) => Some(*p),
                    Callee::Indirect(_) | Callee::Elsewhere(_) => None,
                };
                // The callee itself comes first, and is no address that is taken.
                found.drain(..usize::from(direct.is_some()));
                wanted.extend(direct.filter(|_| result.is_some()));
                takes_any |= direct.is_none() && result.is_some();
            }
            taken.extend(found);
        }
        if takes_any {
            wanted.extend(taken.iter().copied());
        }
        Called { taken, wanted }
    }
}

impl Conditions {
    /// What has to be made sure of before an operation that C may leave undefined as a whole.
    pub(super) fn misuse(
        &mut self,
        program: &mut Program,
        proc: ProcId,
        op: &Op,
    ) -> Option<Demand> {
        if is_on(Defect::ChecksNoMisuse) {
            return None;
        }
        match op {
            Op::Call {
                callee: Callee::Indirect(pointer),
                args,
                result,
            } if self.asks(CheckKind::BadCall) => {
                let condition = self.leads_to_no_function(program, (*pointer, args, *result));
                Some(Demand::Check(CheckKind::BadCall, condition))
            }
            Op::Builtin {
                builtin: Builtin::Apart,
                args,
                ..
            } if self.asks(CheckKind::Overlap) => {
                let [to, from, len] = args[..] else {
                    return None;
                };
                let condition = Build { program }.overlap((to, len), (from, len), false)?;
                Some(Demand::Check(CheckKind::Overlap, condition))
            }
            Op::Builtin {
                builtin: Builtin::Disjoint,
                args,
                ..
            } if self.asks(CheckKind::Overlap) => {
                let [to, room, from, len] = args[..] else {
                    return None;
                };
                let condition = Build { program }.overlap((to, room), (from, len), true)?;
                Some(Demand::Check(CheckKind::Overlap, condition))
            }
            Op::Builtin {
                builtin: Builtin::NotNull,
                args,
                ..
            } if self.asks(CheckKind::BadArgument) => {
                let [pointer, len] = args[..] else {
                    return None;
                };
                let condition = Build { program }.null_given(pointer, len);
                Some(Demand::Check(CheckKind::BadArgument, condition))
            }
            Op::Havoc {
                input: InputKind::MissingReturn,
                ..
            } => {
                let kind = CheckKind::MissingReturn;
                let is_asked = self.asks(kind) && self.called.wanted.contains(&proc);
                is_asked.then(|| Demand::Check(kind, Build { program }.truth()))
            }
            _ => None,
        }
    }

    /// When a pointer leads to no function that the call may be one of. Where pointers come from outside,
    /// one that is not null and leads to none of the program's functions may lead to a function of
    /// another file.
    fn leads_to_no_function(
        &self,
        program: &mut Program,
        (pointer, args, result): (ExprId, &[Arg], Option<Place>),
    ) -> ExprId {
        let fits = |p: &&ProcId| {
            let is_open = !program.proc(**p).defined;
            is_open || may_be(program, **p, (pointer, args, result))
        };
        let (good, bad): (Vec<ProcId>, Vec<ProcId>) = self.called.taken.iter().partition(fits);
        let is_whole = program.extent != Extent::Part;
        let mut build = Build { program };
        match is_whole {
            true => {
                let mut condition = build.truth();
                for p in good {
                    let differs = build.compare_function(BinOp::Ne, pointer, p);
                    condition = build.and(differs, condition);
                }
                condition
            }
            false => {
                let mut condition = build.is(BinOp::Eq, pointer, 0);
                for p in bad {
                    let same = build.compare_function(BinOp::Eq, pointer, p);
                    condition = build.or(same, condition);
                }
                condition
            }
        }
    }
}

impl Build<'_> {
    fn truth(&mut self) -> ExprId {
        let int = self.int();
        self.number(int, 1)
    }

    fn compare_function(&mut self, op: BinOp, pointer: ExprId, p: ProcId) -> ExprId {
        let ty = self.ty(pointer);
        let address = self.program.exprs.add(ExprKind::Proc(p), ty);
        self.compare(op, pointer, address)
    }

    /// When a pointer leads to no object, being null, and there are no bytes to access.
    fn null_given(&mut self, pointer: ExprId, len: ExprId) -> ExprId {
        let empty = self.is(BinOp::Eq, len, 0);
        let null = self.is(BinOp::Eq, pointer, 0);
        // What leads to an object is not null, which is often known of the object alone.
        let class = self.word(ObjectWord::Class, pointer);
        let none = self.is(BinOp::Eq, class, i128::from(ObjectWord::NONE));
        let null = self.and(null, none);
        self.and(empty, null)
    }

    /// When two stretches of bytes lie in one object and overlap, if they are not the same or that counts, too;
    /// `None` if they belong to different variables.
    fn overlap(
        &mut self,
        (to, room): (ExprId, ExprId),
        (from, len): (ExprId, ExprId),
        same_counts: bool,
    ) -> Option<ExprId> {
        let variable = |e| super::memory::distance(self.program, e).map(|d| d.var);
        let (target, source) = (variable(to), variable(from));
        if target.is_some() && source.is_some() && target != source {
            return None;
        }
        let class = self.word(ObjectWord::Class, to);
        let lives = self.is(BinOp::Ne, class, i128::from(ObjectWord::NONE));
        let (first, second) = (self.start(to), self.start(from));
        let is_one = self.compare(BinOp::Eq, first, second);
        let offset = ObjectWord::Offset;
        let (to, from) = (self.word(offset, to), self.word(offset, from));
        let differ = self.compare(BinOp::Ne, to, from);
        let (room, len) = (self.as_size(room), self.as_size(len));
        let (up, down) = (
            self.combine(BinOp::Sub, to, from),
            self.combine(BinOp::Sub, from, to),
        );
        let (up, down) = (
            self.compare(BinOp::Lt, up, len),
            self.compare(BinOp::Lt, down, room),
        );
        let near = self.or(up, down);
        // Where objects lie is asked last, so that most executions do not depend on it.
        let mut near = self.and(near, is_one);
        if !same_counts {
            near = self.and(differ, near);
        }
        Some(self.and(lives, near))
    }
}
