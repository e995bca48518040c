//! Where C leaves the order of evaluation open and the order can make a difference.
//!
//! The automata evaluate operands from left to right; a compiler may choose another order
//! (gcc evaluates the arguments of a call from the right). So a verdict rests on the order
//! wherever two operands interfere: one changes what the other reads or changes. Those places are
//! listed with the program, and the verdict prints the assumption.
//!
//! **Invariant.** An over-approximation: operands that can interfere are never left out. A function
//! without a body interferes with everything that other files can see, except with another such
//! function: what these do is arbitrary in either order.

use super::context::Context;
use super::known::Known;
use super::walk;
use crate::hir::{
    Body, Duration, Expr, ExprKind, FuncId, Init, InitItemValue, Linkage, ObjId, Stmt, StmtKind,
};
use hatha_cfa::{Builtin, Span};
use rustc_hash::FxHashSet;

/// An object: the index of a linked name, or a local of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Object {
    Static(usize),
    Local(usize, ObjId),
}

/// What an evaluation reads and changes.
#[derive(Clone, Debug, Default)]
struct Touched {
    read: FxHashSet<Object>,
    written: FxHashSet<Object>,
    /// Objects of `read` and `written` that a pointer may lead to.
    pointed: bool,
    /// Written by an operator of the expression itself, not inside a call.
    stored: FxHashSet<Object>,
    /// Reads through a pointer.
    reads_memory: bool,
    /// Writes through a pointer.
    writes_memory: bool,
    /// Calls a function without a body.
    unknown: bool,
    /// May end the execution without a failure.
    leaves: bool,
    /// May fail.
    fails: bool,
}

impl Touched {
    /// Adds what another evaluation touches; whether that is anything new.
    fn add(&mut self, other: &Touched) -> bool {
        let before = self.size();
        self.read.extend(&other.read);
        self.written.extend(&other.written);
        self.stored.extend(&other.stored);
        self.pointed |= other.pointed;
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
        self.unknown |= other.unknown;
        self.leaves |= other.leaves;
        self.fails |= other.fails;
        before != self.size()
    }

    fn size(&self) -> (usize, usize, [bool; 6]) {
        let flags = [
            self.pointed,
            self.reads_memory,
            self.writes_memory,
            self.unknown,
            self.leaves,
            self.fails,
        ];
        (self.read.len(), self.written.len(), flags)
    }

    fn changes_something(&self) -> bool {
        self.writes_memory || self.unknown || self.leaves || !self.written.is_empty()
    }

    fn uses_statics(&self) -> bool {
        let mut used = self.read.iter().chain(&self.written);
        used.any(|o| matches!(o, Object::Static(_)))
    }

    /// Whether evaluating the other first may make a difference.
    fn interferes(&self, other: &Touched) -> bool {
        self.changes_what_is_used_by(other) || other.changes_what_is_used_by(self)
    }

    fn changes_what_is_used_by(&self, other: &Touched) -> bool {
        if !self.changes_something() {
            return false;
        }
        let uses = |o: &Object| other.read.contains(o) || other.written.contains(o);
        let through_pointers =
            self.writes_memory && (other.reads_memory || other.writes_memory || other.pointed);
        let by_pointers = other.reads_memory || other.writes_memory;
        // What other files do is arbitrary, before or after what they do elsewhere.
        let by_others = self.unknown
            && !other.unknown
            && (by_pointers || other.pointed || other.uses_statics());
        through_pointers
            || by_others
            || (self.pointed && by_pointers && !self.written.is_empty())
            || (self.leaves && (other.fails || other.changes_something()))
            || self.written.iter().any(uses)
    }
}

/// Lists the places where the order can make a difference, and those where the compiler is asked
/// what it knows, function by function of the user's.
pub(super) fn list(cx: &mut Context) {
    let summaries = Summaries::of(cx);
    let (mut open, mut answers) = (Vec::new(), Vec::new());
    for function in &cx.links.funcs {
        let (Some((unit, f)), Some(proc)) = (function.def, function.proc) else {
            continue;
        };
        if let Some(body) = body_of(cx, unit, f).filter(|_| !cx.units[unit].model) {
            let mut visit = Visit::new(cx, &summaries, unit);
            visit.body(body);
            open.extend(visit.open.into_iter().map(|span| (proc, span)));
            answers.extend(body.compiler_answers.iter().map(|&span| (proc, span)));
        }
    }
    open.sort();
    open.dedup();
    cx.prog.open_orders = open;
    answers.sort();
    answers.dedup();
    cx.prog.compiler_answers = answers;
}

fn body_of<'a>(cx: &Context<'a>, unit: usize, f: FuncId) -> Option<&'a Body> {
    cx.units[unit].functions[f].body.as_ref()
}

/// What a call goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Target {
    /// A linked function.
    Function(usize),
    /// Whatever a pointer leads to.
    Pointer,
}

/// What each function touches, its callees included.
#[derive(Default)]
struct Summaries {
    of_function: Vec<Touched>,
    /// What a call through a pointer touches.
    of_pointer: Touched,
}

impl Summaries {
    fn of(cx: &Context) -> Self {
        let mut all = Summaries::default();
        all.of_pointer.unknown = true;
        all.of_function
            .resize(cx.links.funcs.len(), Touched::default());
        let calls = all.of_bodies(cx);
        let taken = taken_functions(cx);
        while all.grows(&calls, &taken) {}
        all
    }

    /// Fills in what functions touch by themselves; gives what each of them calls.
    fn of_bodies(&mut self, cx: &Context) -> Vec<FxHashSet<Target>> {
        let mut calls = Vec::with_capacity(cx.links.funcs.len());
        let mut own = Vec::with_capacity(cx.links.funcs.len());
        for function in &cx.links.funcs {
            let body = function
                .def
                .and_then(|(u, f)| Some((u, body_of(cx, u, f)?)));
            let (touched, called) = match (function.known, body) {
                (Some(known), _) => (of_known(known), FxHashSet::default()),
                (None, None) => (unknown(), FxHashSet::default()),
                (None, Some((unit, body))) => {
                    let mut visit = Visit::new(cx, self, unit);
                    let touched = seen_from_outside(visit.body(body));
                    if cx.units[unit].model {
                        visit.calls.retain(|&target| !bounds_a_choice(cx, target));
                    }
                    (touched, visit.calls)
                }
            };
            own.push(touched);
            calls.push(called);
        }
        self.of_function = own;
        calls
    }

    /// Adds what callees touch; whether that is more than before.
    fn grows(&mut self, calls: &[FxHashSet<Target>], taken: &FxHashSet<usize>) -> bool {
        let mut grown = false;
        for &sym in taken {
            grown |= self.of_pointer.add(&self.of_function[sym]);
        }
        for (sym, called) in calls.iter().enumerate() {
            let mut touched = std::mem::take(&mut self.of_function[sym]);
            for &target in called {
                grown |= match target {
                    Target::Pointer => touched.add(&self.of_pointer),
                    Target::Function(callee) => touched.add(&self.of_function[callee]),
                };
            }
            self.of_function[sym] = touched;
        }
        grown
    }
}

/// Whether a call inside a model says where a value lies that the model has just chosen. For all
/// arguments there is such a value, so the call ends no execution.
fn bounds_a_choice(cx: &Context, target: Target) -> bool {
    matches!(target, Target::Function(f) if cx.links.funcs[f].known == Some(Known::Assume))
}

fn unknown() -> Touched {
    Touched {
        unknown: true,
        ..Touched::default()
    }
}

/// What an invocation touches besides its own variables, which are new each time.
fn seen_from_outside(mut touched: Touched) -> Touched {
    let outlives = |o: &Object| matches!(o, Object::Static(_));
    touched.read.retain(outlives);
    touched.written.retain(outlives);
    touched.stored.clear();
    touched
}

fn taken_functions(cx: &Context) -> FxHashSet<usize> {
    let mut taken = FxHashSet::default();
    for (u, unit) in cx.units.iter().enumerate() {
        let mut visit = |used: walk::Use| {
            if let walk::Use::Taken(f) = used {
                taken.insert(cx.links.func_of[u][f]);
            }
        };
        for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
            walk::body(body, &mut visit);
        }
        for init in unit.objects.iter().filter_map(|o| o.init.as_ref()) {
            walk::init(init, &mut visit);
        }
    }
    taken
}

/// What a function that hatha knows touches besides its arguments. Values that the outside chooses
/// (inputs, fresh blocks) are arbitrary in either order.
fn of_known(known: Known) -> Touched {
    let mut touched = Touched::default();
    match known {
        Known::Any | Known::Choose | Known::Math(_) => {}
        // What lives is a matter of memory.
        Known::Valid => touched.reads_memory = true,
        Known::Unsupported => touched.unknown = true,
        Known::Assume | Known::Leave(_) => touched.leaves = true,
        Known::Assert | Known::Requires | Known::ReachError | Known::AssertFail | Known::Abort => {
            touched.fails = true;
        }
        Known::Copy | Known::CopyApart | Known::Fill | Known::SigSetJmp => {
            touched.reads_memory = true;
            touched.writes_memory = true;
        }
        Known::Builtin(b) => return of_builtin(b),
    }
    touched
}

fn of_builtin(builtin: Builtin) -> Touched {
    let mut touched = Touched::default();
    match builtin {
        Builtin::Exit | Builtin::LongJmp => touched.leaves = true,
        Builtin::Free | Builtin::SetJmp | Builtin::StackFree | Builtin::FormatFloat => {
            touched.writes_memory = true;
        }
        Builtin::IsKnownVariable | Builtin::Variable | Builtin::ApartText => {
            touched.reads_memory = true;
        }
        Builtin::ParseFloat | Builtin::SetVariable => {
            touched.reads_memory = true;
            touched.writes_memory = true;
        }
        _ => {}
    }
    touched
}

/// A walk over one function.
struct Visit<'v, 'a> {
    cx: &'v Context<'a>,
    summaries: &'v Summaries,
    unit: usize,
    /// Expressions whose operands interfere.
    open: Vec<Span>,
    calls: FxHashSet<Target>,
}

impl<'v, 'a> Visit<'v, 'a> {
    fn new(cx: &'v Context<'a>, summaries: &'v Summaries, unit: usize) -> Self {
        Visit {
            cx,
            summaries,
            unit,
            open: Vec::new(),
            calls: FxHashSet::default(),
        }
    }

    fn body(&mut self, body: &Body) -> Touched {
        let mut touched = Touched::default();
        for s in body.prologue.iter().chain(&body.block) {
            self.stmt(s, &mut touched);
        }
        touched
    }

    fn stmt(&mut self, s: &Stmt, touched: &mut Touched) {
        walk::parts(s, &mut |part| match part {
            walk::Part::Expr(e) => {
                let of = self.expr(e);
                touched.add(&of);
            }
            walk::Part::Init(object, init) => {
                let of = self.init(init, s.span);
                touched.add(&of);
                touched.written.insert(self.object(object));
            }
            walk::Part::Stmt(s) => self.stmt(s, touched),
        });
        if matches!(s.kind, StmtKind::Unsupported(_)) {
            touched.unknown = true;
        }
    }

    /// The values of an initialiser may be evaluated in any order.
    fn init(&mut self, init: &Init, span: Span) -> Touched {
        let values = init.items.iter().filter_map(|item| match &item.value {
            InitItemValue::Expr(e) => Some(e),
            InitItemValue::Bytes(_) => None,
        });
        let parts: Vec<Touched> = values.map(|e| self.expr(e)).collect();
        self.in_any_order(parts, span)
    }

    /// What unsequenced evaluations touch together; their place is open if two of them interfere.
    fn in_any_order(&mut self, parts: Vec<Touched>, span: Span) -> Touched {
        let interferes = |(i, a): (usize, &Touched)| parts[..i].iter().any(|b| a.interferes(b));
        if parts.len() > 1
            && parts.iter().any(Touched::changes_something)
            && parts.iter().enumerate().any(interferes)
        {
            self.open.push(span);
        }
        in_sequence(parts)
    }

    fn expr(&mut self, e: &Expr) -> Touched {
        match &e.kind {
            ExprKind::Load(l) => self.access(l, |t| (&mut t.read, &mut t.reads_memory)),
            ExprKind::Binary(_, a, b)
            | ExprKind::PtrDiff(a, b)
            | ExprKind::PtrAdd {
                ptr: a, index: b, ..
            } => {
                let parts = vec![self.expr(a), self.expr(b)];
                self.in_any_order(parts, e.span)
            }
            ExprKind::Assign(l, r) => self.assignment(l, r, false, e.span),
            ExprKind::AssignOp { lvalue, value, .. } => {
                self.assignment(lvalue, value, true, e.span)
            }
            ExprKind::IncDec { lvalue, .. } => {
                let mut touched = self.access(lvalue, |t| (&mut t.read, &mut t.reads_memory));
                touched.add(&self.store(lvalue));
                touched
            }
            ExprKind::Call { callee, args } => self.call(callee, args, e.span),
            ExprKind::Builtin(b, args) => {
                let parts = args.iter().map(|a| self.expr(a)).collect();
                let mut touched = self.in_any_order(parts, e.span);
                touched.add(&of_builtin(*b));
                touched
            }
            ExprKind::CompoundLiteral(object, init) => {
                let mut touched = self.init(init, e.span);
                touched.written.insert(self.object(*object));
                touched
            }
            ExprKind::StmtExpr(stmts, value) => {
                let mut touched = Touched::default();
                for s in stmts {
                    self.stmt(s, &mut touched);
                }
                if let Some(v) = value {
                    touched.add(&self.expr(v));
                }
                touched
            }
            _ => self.other(e),
        }
    }

    /// An expression whose operands are sequenced, or of which there is one.
    fn other(&mut self, e: &Expr) -> Touched {
        let mut operands = Vec::new();
        walk::operands(e, &mut |operand| operands.push(operand));
        let parts: Vec<Touched> = operands.into_iter().map(|o| self.expr(o)).collect();
        let mut touched = match e.kind {
            ExprKind::Overflow { .. } => self.in_any_order(parts, e.span),
            _ => in_sequence(parts),
        };
        match e.kind {
            ExprKind::Overflow { .. }
            | ExprKind::VaStart(_)
            | ExprKind::VaArg(_)
            | ExprKind::VaCopy(..) => {
                touched.reads_memory = true;
                touched.writes_memory = true;
            }
            ExprKind::Fail(_) => touched.fails = true,
            ExprKind::Unsupported(_) => touched.unknown = true,
            _ => {}
        }
        touched
    }

    /// The store comes after both operands, but not after what the right one stores by itself.
    fn assignment(&mut self, lvalue: &Expr, value: &Expr, reads: bool, span: Span) -> Touched {
        let place = match reads {
            true => self.access(lvalue, |t| (&mut t.read, &mut t.reads_memory)),
            false => self.place(lvalue),
        };
        let value = self.expr(value);
        let store = self.store(lvalue);
        if store.written.iter().any(|o| value.stored.contains(o)) {
            self.open.push(span);
        }
        let mut touched = self.in_any_order(vec![place, value], span);
        touched.add(&store);
        touched
    }

    fn store(&mut self, lvalue: &Expr) -> Touched {
        let mut store = Touched::default();
        self.mark(lvalue, &mut store, |t| {
            (&mut t.written, &mut t.writes_memory)
        });
        if let (Some(&object), ExprKind::Object(_)) = (store.written.iter().next(), &lvalue.kind) {
            store.stored.insert(object);
        }
        store
    }

    /// The evaluation of an lvalue's address.
    fn place(&mut self, lvalue: &Expr) -> Touched {
        let mut operands = Vec::new();
        walk::operands(lvalue, &mut |operand| operands.push(operand));
        match &lvalue.kind {
            ExprKind::Member { base, .. } => self.place(base),
            ExprKind::Object(_) => Touched::default(),
            ExprKind::Deref(_) => in_sequence(operands.into_iter().map(|o| self.expr(o)).collect()),
            // A record that is no lvalue.
            _ => self.expr(lvalue),
        }
    }

    /// The evaluation of an lvalue's address and an access to it.
    fn access(
        &mut self,
        lvalue: &Expr,
        which: fn(&mut Touched) -> (&mut FxHashSet<Object>, &mut bool),
    ) -> Touched {
        let mut touched = self.place(lvalue);
        self.mark(lvalue, &mut touched, which);
        touched
    }

    fn mark(
        &self,
        lvalue: &Expr,
        touched: &mut Touched,
        which: fn(&mut Touched) -> (&mut FxHashSet<Object>, &mut bool),
    ) {
        match root(lvalue) {
            Some(id) => {
                which(touched).0.insert(self.object(id));
                touched.pointed |= self.cx.object(self.unit, id).address_taken;
            }
            None => *which(touched).1 = true,
        }
    }

    fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> Touched {
        let named = walk::callee_name(callee);
        let mut parts: Vec<Touched> = args.iter().map(|a| self.argument(a)).collect();
        if named.is_none() {
            parts.push(self.expr(callee));
        }
        let mut touched = self.in_any_order(parts, span);
        let target = match named {
            Some(f) => Target::Function(self.cx.links.func_of[self.unit][f]),
            None => Target::Pointer,
        };
        self.calls.insert(target);
        touched.add(match target {
            Target::Function(sym) => &self.summaries.of_function[sym],
            Target::Pointer => &self.summaries.of_pointer,
        });
        touched
    }

    /// A structure is read when it is passed.
    fn argument(&mut self, arg: &Expr) -> Touched {
        match arg.kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                self.access(arg, |t| (&mut t.read, &mut t.reads_memory))
            }
            _ => self.expr(arg),
        }
    }

    fn object(&self, id: ObjId) -> Object {
        let object = self.cx.object(self.unit, id);
        let is_static = object.duration == Duration::Static || object.linkage == Linkage::External;
        match self.cx.links.obj_of[self.unit][id] {
            Some(sym) if is_static => Object::Static(sym),
            _ => Object::Local(self.unit, id),
        }
    }
}

fn in_sequence(parts: Vec<Touched>) -> Touched {
    let mut parts = parts.into_iter();
    let mut touched = parts.next().unwrap_or_default();
    for part in parts {
        touched.add(&part);
    }
    touched
}

/// The object that an lvalue is a part of; `None` if a pointer tells.
fn root(lvalue: &Expr) -> Option<ObjId> {
    match &lvalue.kind {
        ExprKind::Object(id) | ExprKind::CompoundLiteral(id, _) => Some(*id),
        ExprKind::Member { base, .. } => root(base),
        ExprKind::Deref(pointer) => pointed(pointer),
        _ => None,
    }
}

/// The object that a pointer leads into by its form.
fn pointed(pointer: &Expr) -> Option<ObjId> {
    match &pointer.kind {
        ExprKind::Decay(l) | ExprKind::AddrOf(l) => root(l),
        ExprKind::PtrAdd { ptr, .. } => pointed(ptr),
        ExprKind::Cast(e) => pointed(e),
        _ => None,
    }
}
