//! Blocks and what dies at their end; jumps out of them.
//!
//! **Invariant.** Wherever control leaves a block, by falling out of it or by a
//! jump, the memory locals declared in it so far die, innermost first. A `goto`
//! may lead forward to a label whose blocks are not known yet, so all of them
//! wait for the end of the function. In C an object lives from the start of its
//! block, not from its declaration: a jump into a block declares the locals
//! that it passes, those in slots too, so that none keeps what it held in an earlier life; one within a block leaves what is there. A return edge ends every local of its
//! invocation by itself, so nothing dies before it; only cleanup functions and variable-length
//! arrays make the blocks end one by one first.

use super::func::FnLower;
use crate::hir::{FuncId, LabelId, ObjId};
use hatha_cfa::{Arg, Builtin, Callee, ExprKind, LocId, Op, Span, Storage, VarId};

/// What a block has to end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mortal {
    /// A memory local.
    Memory(VarId),
    /// A local in a slot: nothing has to be done at its end, but a jump into its block begins a
    /// new life of it, and what it held before is gone.
    Slot(VarId),
    /// A variable-length array: the slot that points to it.
    Vla(VarId),
    /// A function to be called with the address of a local.
    Cleanup(FuncId, VarId),
}

impl Mortal {
    /// Whether it ends before a return: a function is called, or an edge says which array it is.
    fn ends_first(&self) -> bool {
        matches!(self, Mortal::Cleanup(..) | Mortal::Vla(_))
    }

    fn is_array(&self) -> bool {
        matches!(self, Mortal::Vla(_))
    }

    fn is_cleanup(&self) -> bool {
        matches!(self, Mortal::Cleanup(..))
    }
}

/// The blocks of a function, for good: jumps refer to them until its end.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// What was declared in each block ever opened.
    items: Vec<Vec<Mortal>>,
    /// The open blocks, outermost first.
    open: Vec<usize>,
    /// How many things of the open blocks end before a return.
    ending_first: usize,
}

/// An open block and how much had been declared in it at some moment.
type Snapshot = Vec<(usize, usize)>;

fn within(block: usize, blocks: &Snapshot) -> bool {
    blocks.iter().any(|(b, _)| *b == block)
}

/// A `goto` that waits for the end of the function.
#[derive(Debug)]
pub(super) struct PendingGoto {
    from: LocId,
    label: LabelId,
    span: Span,
    blocks: Snapshot,
    is_computed: bool,
}

/// A `setjmp`, behind which ends what a jump to it leaves; that is known at the end of the function.
#[derive(Debug)]
pub(super) struct Landing {
    /// Behind the `setjmp`.
    from: LocId,
    /// Where the function goes on.
    to: LocId,
    /// What the `setjmp` gave: 0, or what a jump handed over.
    given: VarId,
    span: Span,
    blocks: Snapshot,
}

/// A label of the function.
#[derive(Debug, Default)]
pub(super) struct Label {
    loc: Option<LocId>,
    /// The blocks around it and what they had declared, once it has been met.
    blocks: Snapshot,
}

/// Where `break` and `continue` go, and the blocks that stay open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Breakable {
    pub on_break: LocId,
    pub on_continue: Option<LocId>,
    pub depth: usize,
}

impl Scopes {
    fn snapshot(&self) -> Snapshot {
        self.snapshot_inside(0)
    }

    /// The blocks beyond `depth`; without a look at those around them, of which there may be many.
    fn snapshot_inside(&self, depth: usize) -> Snapshot {
        let len = |b: &usize| (*b, self.items[*b].len());
        self.open.iter().skip(depth).map(len).collect()
    }

    /// What a jump back from `from` to `to` ends within blocks that stay open: variable-length arrays, which live
    /// from their declaration only (C11 6.2.4), and the scopes of variables with cleanup functions, which gcc calls then.
    fn ended_between(&self, to: &Snapshot, from: &Snapshot) -> Vec<Mortal> {
        let mut out = Vec::new();
        for &(block, len) in from {
            let there = to.iter().find(|(b, _)| *b == block).map(|(_, n)| *n);
            let gone = there
                .filter(|n| *n < len)
                .map(|n| &self.items[block][n..len]);
            let gone = gone.into_iter().flatten();
            out.extend(gone.filter(|m| m.ends_first()));
        }
        out
    }

    /// What blocks declare that are not open at `to`, and the variable-length arrays and cleanup functions
    /// that are declared later there.
    fn ended_by_jump(&self, to: &Snapshot) -> Vec<Mortal> {
        let blocks = self.items.iter().enumerate();
        let all: Snapshot = blocks.map(|(b, items)| (b, items.len())).collect();
        let mut out = self.ended_between(to, &all);
        let closed = all.iter().filter(|(b, _)| !within(*b, to));
        out.extend(closed.flat_map(|(b, _)| &self.items[*b]));
        out
    }

    /// The locals in scope at `to` of blocks that are not open at `from`.
    fn locals_between(&self, from: &Snapshot, to: &Snapshot) -> Vec<VarId> {
        let mut out = Vec::new();
        // Within a block that stays open nothing is declared anew: what was stored there stays.
        for &(block, len) in to.iter().filter(|(b, _)| !within(*b, from)) {
            out.extend(locals(&self.items[block][..len]));
        }
        out
    }
}

fn locals(items: &[Mortal]) -> impl Iterator<Item = VarId> {
    items.iter().filter_map(|m| match m {
        Mortal::Memory(v) | Mortal::Slot(v) => Some(*v),
        _ => None,
    })
}

impl FnLower<'_, '_> {
    /// The locals declared so far in the blocks beyond `depth`.
    pub(crate) fn locals_inside(&self, depth: usize) -> Vec<VarId> {
        let inside = self.scopes.snapshot_inside(depth);
        self.scopes.locals_between(&Vec::new(), &inside)
    }

    /// A jump leads behind the declaration of these locals.
    pub(crate) fn declare_skipped(&mut self, skipped: &[VarId], span: Span) {
        for v in skipped {
            self.emit(Op::Declare(*v), span);
        }
    }

    /// Opens a block.
    pub(crate) fn open_scope(&mut self) {
        self.scopes.open.push(self.scopes.items.len());
        self.scopes.items.push(Vec::new());
    }

    /// How many blocks are open.
    pub(crate) fn scope_depth(&self) -> usize {
        self.scopes.open.len()
    }

    /// Something of the innermost block has to die at its end. Declared again (after a jump back),
    /// it dies once all the same.
    pub(crate) fn mortal(&mut self, m: Mortal) {
        if let Some(block) = self.scopes.open.last() {
            self.scopes.items[*block].push(m);
            self.scopes.ending_first += usize::from(m.ends_first());
        }
    }

    /// A local is declared in the innermost block: what its end has to do is noted.
    pub(super) fn opens_life(&mut self, id: ObjId) {
        let v = self.var_of(id);
        self.mortal(match self.cx.prog.var(v).storage {
            Storage::Memory => Mortal::Memory(v),
            Storage::Slot => Mortal::Slot(v),
        });
        if let Some(f) = self.cx.object(self.unit, id).cleanup {
            self.mortal(Mortal::Cleanup(f, v));
        }
    }

    /// Closes the innermost block where control falls out of it.
    pub(crate) fn close_scope(&mut self, span: Span) {
        let depth = self.scope_depth() - 1;
        self.leave_to(depth, span);
        let closed = self.scopes.open.split_off(depth);
        for block in closed {
            let items = self.scopes.items[block].iter();
            self.scopes.ending_first -= items.filter(|m| m.ends_first()).count();
        }
    }

    /// Ends what was declared in all blocks beyond `depth`, which stay open for the code that follows.
    pub(crate) fn leave_to(&mut self, depth: usize, span: Span) {
        let blocks = self.scopes.snapshot_inside(depth);
        self.end_all(&blocks, span);
    }

    fn end_all(&mut self, blocks: &[(usize, usize)], span: Span) {
        if !self.b.is_reached() {
            return;
        }
        for &(block, len) in blocks.iter().rev() {
            for i in (0..len).rev() {
                self.end(self.scopes.items[block][i], span);
            }
        }
    }

    fn end(&mut self, m: Mortal, span: Span) {
        match m {
            Mortal::Memory(v) => self.emit(Op::Dead(v), span),
            Mortal::Slot(_) => {}
            Mortal::Vla(v) => {
                let ty = self.cx.prog.var(v).ty;
                let args = vec![self.add(ExprKind::Var(v), ty)];
                let op = Op::Builtin {
                    builtin: Builtin::StackFree,
                    args,
                    result: None,
                };
                self.emit(op, span);
            }
            Mortal::Cleanup(f, v) => {
                let ptr = self.pointer(self.cx.prog.var(v).ty.into());
                let addr = self.add(ExprKind::AddrOf(v), ptr);
                let mut args = vec![Arg::Scalar(addr)];
                self.pass_captured(f, &mut args);
                let op = Op::Call {
                    callee: Callee::Direct(self.proc_of(f)),
                    args,
                    result: None,
                };
                self.emit(op, span);
            }
        }
    }

    /// Whether something ends before a return.
    pub(crate) fn ends_before_return(&self) -> bool {
        self.scopes.ending_first > 0
    }

    // ---- labels ----

    /// The location of a label.
    pub(crate) fn label_loc(&mut self, label: LabelId) -> LocId {
        if self.labels.len() <= label.index() {
            self.labels.resize_with(label.index() + 1, Label::default);
        }
        match self.labels[label].loc {
            Some(loc) => loc,
            None => {
                let loc = self.b.new_loc();
                self.labels[label].loc = Some(loc);
                loc
            }
        }
    }

    /// A label is met: control comes here.
    pub(crate) fn place_label(&mut self, label: LabelId, name: &str, span: Span) {
        let loc = self.label_loc(label);
        self.b.join(loc, span);
        self.b.set_current(loc);
        self.b.set_label(loc, name);
        self.labels[label].blocks = self.scopes.snapshot();
        // What follows is reached by jumps that are not made yet.
        self.b.expect_edges(loc);
    }

    /// A jump to a label; it is made at the end of the function.
    pub(super) fn goto(&mut self, label: LabelId, is_computed: bool, span: Span) {
        if self.b.is_reached() {
            self.gotos.push(PendingGoto {
                from: self.b.current(),
                label,
                span,
                blocks: self.scopes.snapshot(),
                is_computed,
            });
        }
        let after = self.b.new_loc();
        self.b.set_current(after);
    }

    /// Makes the jumps that waited.
    pub(crate) fn finish_gotos(&mut self) {
        let after = self.b.current();
        for g in std::mem::take(&mut self.gotos) {
            let target = self.label_loc(g.label);
            let around = self.labels[g.label].blocks.clone();
            let mut left = g.blocks.clone();
            left.retain(|(b, _)| !within(*b, &around));
            let skipped = self.scopes.locals_between(&g.blocks, &around);
            let ended = self.scopes.ended_between(&around, &g.blocks);
            self.b.set_current(g.from);
            if !skipped.is_empty() || !ended.is_empty() || left.iter().any(|(_, len)| *len > 0) {
                self.b.start_stmt(g.span);
            }
            let items = left
                .iter()
                .flat_map(|&(b, len)| &self.scopes.items[b][..len]);
            if g.is_computed && items.chain(&ended).any(Mortal::is_cleanup) {
                let why =
                    "a computed `goto` out of the scope of a variable with a cleanup function";
                self.emit_last(Op::Unsupported(why.to_owned()), g.span);
                continue;
            }
            self.end_all(&left, g.span);
            for item in ended.into_iter().rev() {
                self.end(item, g.span);
            }
            self.declare_skipped(&skipped, g.span);
            self.b.join(target, g.span);
        }
        self.b.set_current(after);
    }

    // ---- jumps out of calls ----

    /// A `setjmp` has given a value. A `longjmp` comes here, too, and leaves the blocks that were
    /// opened since (C11 6.2.4): no edge of theirs is passed then, so their locals end here.
    pub(super) fn land(&mut self, given: VarId, span: Span) {
        if !self.b.is_reached() {
            return;
        }
        let (from, to) = (self.b.current(), self.b.new_loc());
        let blocks = self.scopes.snapshot();
        self.landings.push(Landing {
            from,
            to,
            given,
            span,
            blocks,
        });
        self.b.expect_edges(to);
        self.b.set_current(to);
    }

    /// Ends what jumps leave. What is not alive there stays as it is.
    pub(crate) fn finish_landings(&mut self) {
        let after = self.b.current();
        let temporaries = std::mem::take(&mut self.ever_lent);
        for landing in std::mem::take(&mut self.landings) {
            let left = self.scopes.ended_by_jump(&landing.blocks);
            self.b.set_current(landing.from);
            // Which array is the last one that lived is not known.
            if left.iter().any(Mortal::is_array) {
                self.refuse_jump(landing.given, landing.span);
            }
            for m in left.into_iter().rev() {
                if let Mortal::Memory(v) = m {
                    self.emit(Op::Dead(v), landing.span);
                }
            }
            self.end_lent(&temporaries, landing.span);
            self.b.join(landing.to, landing.span);
        }
        self.b.set_current(after);
    }

    /// What follows is not known if a jump has come.
    fn refuse_jump(&mut self, given: VarId, span: Span) {
        let (first, jumped) = (self.b.new_loc(), self.b.new_loc());
        let given = self.add(ExprKind::Var(given), self.cx.common.int);
        self.test_value(given, Some(jumped), Some(first), span);
        self.b.set_current(jumped);
        let why = "`longjmp` out of the block of a variable-length array".to_owned();
        self.emit_last(Op::Unsupported(why), span);
        self.b.set_current(first);
    }
}
