//! Editing automata: what every pass that adds to a procedure needs.
//!
//! **Invariant.** Each function leaves a procedure whose edges and lists of outgoing edges agree.
//! New locations and edges come after all others, so that the ids of before keep their meaning.

use crate::expr::{Access, ExprKind};
use crate::program::{
    Arg, Edge, EdgeId, GlobalInit, LocId, Location, Op, Origin, ProcId, Procedure, Program,
    Storage, Var, VarId, VarScope,
};
use crate::source::Span;
use crate::types::TypeId;

impl Procedure {
    /// A new location without edges.
    pub fn add_location(&mut self, location: Location) -> LocId {
        self.out.push(Vec::new());
        self.locations.push_and_get_key(location)
    }

    /// A new location of the same statement as another, which is neither a label nor a loop head.
    pub fn add_location_like(&mut self, like: LocId) -> LocId {
        self.add_location(Location {
            label: None,
            loop_head: false,
            ..self.location(like).clone()
        })
    }

    /// A new edge, after the other edges that leave its location.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let from = edge.from;
        let id = self.edges.push_and_get_key(edge);
        self.out[from].push(id);
        id
    }

    /// A chain of operations from one location to another; the locations between are like the
    /// given one.
    pub fn add_chain(&mut self, from: LocId, ops: Vec<Op>, to: LocId, like: LocId, span: Span) {
        let (mut at, count) = (from, ops.len());
        for (i, op) in ops.into_iter().enumerate() {
            let next = match i + 1 == count {
                true => to,
                false => self.add_location_like(like),
            };
            self.add_edge(Edge {
                from: at,
                to: next,
                op,
                span,
            });
            at = next;
        }
    }

    /// A chain of operations in the place of one edge. The first one, of which there has to be
    /// one, takes the id of the edge.
    pub fn replace_edge(&mut self, edge: EdgeId, ops: Vec<Op>) {
        let Edge { from, to, span, .. } = *self.edge(edge);
        let mut ops = ops.into_iter();
        let Some(first) = ops.next() else { return };
        let rest: Vec<Op> = ops.collect();
        let next = match rest.is_empty() {
            true => to,
            false => self.add_location_like(from),
        };
        self.edges[edge] = Edge {
            from,
            to: next,
            op: first,
            span,
        };
        self.add_chain(next, rest, to, from, span);
    }

    /// A chain of operations, of which there has to be one, before the entry.
    pub fn prepend(&mut self, ops: Vec<Op>) {
        if ops.is_empty() {
            return;
        }
        let (old, span) = (self.entry, self.span);
        self.entry = self.add_location_like(old);
        self.add_chain(self.entry, ops, old, old, span);
    }
}

impl Program {
    /// A new slot of a procedure. Its name starts with `$` and the given word, which keeps it out
    /// of what people see.
    pub fn add_slot(&mut self, proc: ProcId, word: &str, ty: TypeId) -> VarId {
        let align = self.types.align(ty, &self.target).unwrap_or(1).max(1);
        let slot = self.add_var(Var {
            name: format!("${word}{}", self.vars.len()),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Local(proc),
            storage: Storage::Slot,
            align,
            volatile: false,
            linkage: crate::program::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        });
        self.procs[proc].locals.push(slot);
        slot
    }

    /// A new global of an integer type that starts as zero and that no pointer leads to. Its name
    /// starts with `$`, which keeps it out of what people see.
    pub fn add_hidden_global(&mut self, word: &str, ty: TypeId, span: Span) -> VarId {
        let var = self.add_var(Var {
            name: format!("${word}"),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Global,
            storage: Storage::Slot,
            align: 4,
            volatile: false,
            linkage: crate::program::Linkage::Internal,
            read_only: false,
            span,
        });
        self.globals.push((var, GlobalInit::Defined(Vec::new())));
        var
    }

    /// What a parameter holds, as an argument of another call.
    pub fn parameter_as_argument(&mut self, param: VarId) -> Arg {
        let Var {
            ty, storage, align, ..
        } = *self.var(param);
        if storage == Storage::Slot {
            return Arg::Scalar(self.exprs.add(ExprKind::Var(param), ty));
        }
        let pointer = self.types.pointer(ty);
        let addr = self.exprs.add(ExprKind::AddrOf(param), pointer);
        if self.scalar(ty).is_none() {
            return Arg::Aggregate { addr, ty };
        }
        let access = Access {
            ty,
            bits: None,
            align,
            volatile: false,
        };
        Arg::Scalar(self.exprs.add(ExprKind::Load { addr, access }, ty))
    }
}
