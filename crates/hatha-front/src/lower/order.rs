//! Where C leaves the order of evaluation open and the order can make a difference.
//!
//! The automata evaluate operands from left to right; a compiler may choose another order
//! (gcc evaluates the arguments of a call from the right). So a verdict rests on the order
//! wherever two operands interfere: one changes what the other reads or changes. Those places are
//! listed with the program, and the verdict prints the assumption. The sizes of an array of variable
//! length are evaluated from the innermost, and of a complex number or a vector the operands without
//! effects last.
//!
//! An operand that does not hand on to the next (it ends the program, jumps out of a statement
//! expression, or may go on for ever) hides the faults of those behind it.
//!
//! **Invariant.** An over-approximation: operands that can interfere are never left out. A function
//! without a body interferes with everything that other files can see, except with another such
//! function: what these do is arbitrary in either order.

use super::context::Context;
use super::extent::Asked;
use super::known::Known;
use super::walk;
use crate::hir::{
    Body, Duration, Expr, ExprKind, FuncId, Init, InitItemValue, Linkage, ObjId, Stmt, StmtKind,
};
use hatha_cfa::{BinOp, Builtin, Origin, ProcId, Scalar, Span, TypeId, UnOp};
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
    /// Jumps somewhere else in its function, out of a statement expression.
    jumps: bool,
    /// May go on for ever.
    hangs: bool,
    /// Calls a function, which a rule or a contract may watch.
    calls: bool,
    /// May fail or fault, but for reading a variable.
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
        self.jumps |= other.jumps;
        self.hangs |= other.hangs;
        self.calls |= other.calls;
        self.fails |= other.fails;
        before != self.size()
    }

    fn size(&self) -> (usize, usize, [bool; 9]) {
        let flags = [
            self.pointed,
            self.reads_memory,
            self.writes_memory,
            self.unknown,
            self.leaves,
            self.jumps,
            self.hangs,
            self.calls,
            self.fails,
        ];
        (self.read.len(), self.written.len(), flags)
    }

    fn changes_something(&self) -> bool {
        let goes_elsewhere = self.leaves || self.jumps;
        self.writes_memory || self.unknown || goes_elsewhere || !self.written.is_empty()
    }

    /// Whether the next operand may not be evaluated, and it makes a difference that it is not.
    fn hides(&self, other: &Touched) -> bool {
        let is_seen = other.fails || other.calls || other.leaves || other.jumps;
        self.hangs && is_seen
            || (self.leaves || self.jumps) && (is_seen || other.changes_something())
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
        if self.hides(other) {
            return true;
        }
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
            || self.written.iter().any(uses)
    }
}

/// Lists the places where the order can make a difference, and those where the compiler is asked
/// what it knows, function by function of the user's.
pub(super) fn list(cx: &mut Context, asked: &Asked) {
    let mut given = cx.units.iter().skip(asked.given);
    let has_rule = given.any(|unit| !unit.model);
    let summaries = Summaries::of(cx, has_rule, asked.stated || has_rule);
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
    /// Whether a rule watches calls: then their order matters.
    has_rule: bool,
    /// With a rule or a property most failures only end the execution.
    failures_end: bool,
}

impl Summaries {
    fn of(cx: &Context, has_rule: bool, failures_end: bool) -> Self {
        let mut all = Summaries {
            has_rule,
            failures_end,
            ..Summaries::default()
        };
        all.of_pointer.unknown = true;
        all.of_function
            .resize(cx.links.funcs.len(), Touched::default());
        let calls = all.of_bodies(cx);
        let taken = taken_functions(cx);
        for sym in without_end(&calls, &taken) {
            all.of_function[sym].hangs = true;
        }
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
                (Some(known), _) => (self.of_known(known), FxHashSet::default()),
                (None, None) => (unknown(), FxHashSet::default()),
                (None, Some((unit, body))) => {
                    let mut visit = Visit::new(cx, self, unit);
                    let mut touched = seen_from_outside(visit.body(body));
                    let is_model = cx.units[unit].model;
                    touched.hangs = !is_model && function.proc.is_some_and(|p| may_stay(cx, p));
                    if is_model {
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

    /// What a function that hatha knows touches.
    fn of_known(&self, known: Known) -> Touched {
        let mut touched = of_known(known);
        touched.leaves |= touched.fails && self.failures_end;
        touched
    }
}

/// Whether a call inside a model says where a value lies that the model has just chosen. For all
/// arguments there is such a value, so the call ends no execution.
fn bounds_a_choice(cx: &Context, target: Target) -> bool {
    matches!(target, Target::Function(f) if cx.links.funcs[f].known == Some(Known::Assume))
}

/// Whether some loop of a procedure is not seen to end. Those of the library end.
fn may_stay(cx: &Context, proc: ProcId) -> bool {
    hatha_cfa::checks::may_stay_in_a_loop(&cx.prog, cx.prog.proc(proc))
}

/// The functions that may come to call themselves, or one that does.
fn without_end(calls: &[FxHashSet<Target>], taken: &FxHashSet<usize>) -> Vec<usize> {
    let pointer = calls.len();
    let mut callers = vec![Vec::new(); pointer + 1];
    let mut open = vec![0_usize; pointer + 1];
    let named = |target: &Target| match *target {
        Target::Function(callee) => callee,
        Target::Pointer => pointer,
    };
    let own = calls.iter().enumerate();
    let of_functions = own.flat_map(|(sym, called)| called.iter().map(move |t| (sym, named(t))));
    let of_pointer = taken.iter().map(|&callee| (pointer, callee));
    for (caller, callee) in of_functions.chain(of_pointer) {
        callers[callee].push(caller);
        open[caller] += 1;
    }
    // What calls nothing ends, and then what calls only such.
    let mut work: Vec<usize> = (0..=pointer).filter(|&n| open[n] == 0).collect();
    while let Some(ended) = work.pop() {
        for &caller in &callers[ended] {
            open[caller] -= 1;
            if open[caller] == 0 {
                work.push(caller);
            }
        }
    }
    (0..pointer).filter(|&n| open[n] > 0).collect()
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
    touched.jumps = false;
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
        Known::Assert
        | Known::AssertSaying
        | Known::Requires
        | Known::ReachError
        | Known::AssertFail
        | Known::Abort => {
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
        self.stmts(&body.prologue, &mut touched);
        self.stmts(&body.block, &mut touched);
        touched
    }

    fn stmts(&mut self, stmts: &[Stmt], touched: &mut Touched) {
        self.sizes(stmts);
        for s in stmts {
            self.stmt(s, touched);
        }
    }

    /// The sizes of an array, and of the parameters of a function, may be evaluated in any order.
    fn sizes(&mut self, stmts: &[Stmt]) {
        let size = |s: &Stmt| matches!(s.kind, StmtKind::VlaSize { .. });
        for run in stmts.chunk_by(|a, b| size(a) && size(b)) {
            let mut parts = Vec::new();
            for s in run.iter().filter(|_| run.len() > 1) {
                let mut touched = Touched::default();
                self.stmt(s, &mut touched);
                parts.push(touched);
            }
            if let Some(s) = run.first() {
                self.in_any_order(parts, s.span);
            }
        }
    }

    fn stmt(&mut self, s: &Stmt, touched: &mut Touched) {
        match &s.kind {
            StmtKind::Block(stmts) | StmtKind::For { init: stmts, .. } => self.sizes(stmts),
            StmtKind::Return(_)
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Break
            | StmtKind::Continue => touched.jumps = true,
            _ => {}
        }
        let is_loop = matches!(
            s.kind,
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. }
        );
        touched.hangs |= is_loop;
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
        if let StmtKind::Declare(id, _) | StmtKind::DeclareVla(id) = s.kind
            && let Some(f) = self.cx.object(self.unit, id).cleanup
        {
            let called = self.called(Target::Function(self.cx.links.func_of[self.unit][f]));
            touched.add(&called);
        }
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
        let calls = parts.iter().filter(|p| p.calls).count();
        let is_watched = self.summaries.has_rule && calls > 1;
        let is_open = parts.len() > 1
            && parts.iter().any(|p| p.changes_something() || p.hangs)
            && parts.iter().enumerate().any(interferes);
        if is_watched || is_open {
            self.open.push(span);
        }
        in_sequence(parts)
    }

    fn expr(&mut self, e: &Expr) -> Touched {
        let mut touched = self.evaluated(e);
        touched.fails |= self.may_fault(e);
        touched
    }

    /// Whether an expression may fault by itself, whatever its operands do.
    fn may_fault(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Binary(op, ..) => {
                !op.is_comparison() && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
            }
            ExprKind::Unary(op, _) => *op == UnOp::Neg,
            ExprKind::Cast(from) => [e.ty.ty, from.ty.ty].iter().all(|&ty| self.is_number(ty)),
            ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. } => true,
            _ => false,
        }
    }

    fn is_number(&self, ty: TypeId) -> bool {
        let scalar = self.cx.prog.scalar(ty);
        scalar.is_some_and(|s| s != Scalar::Pointer)
    }

    fn evaluated(&mut self, e: &Expr) -> Touched {
        match &e.kind {
            ExprKind::Load(l) => self.access(l, |t| (&mut t.read, &mut t.reads_memory)),
            // Structures are used as they are, without a `Load`: as a value one is read.
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                self.access(e, |t| (&mut t.read, &mut t.reads_memory))
            }
            ExprKind::Decay(l) | ExprKind::AddrOf(l) => self.place(l),
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
            ExprKind::StmtExpr(stmts, value) => self.statements(stmts, value.as_deref(), e.span),
            _ => self.other(e),
        }
    }

    /// A statement expression. Of one that the front end makes for the parts of complex numbers and
    /// vectors, what temporaries keep and the value are operands.
    fn statements(&mut self, stmts: &[Stmt], value: Option<&Expr>, span: Span) -> Touched {
        self.sizes(stmts);
        let is_temporary = |s: &Stmt| match s.kind {
            StmtKind::Declare(id, None) => {
                let origin = self.cx.object(self.unit, id).origin;
                (origin == Origin::Unnamed).then(|| self.object(id))
            }
            _ => None,
        };
        let temporaries: Vec<Object> = stmts.iter().filter_map(is_temporary).collect();
        let mut parts = Vec::new();
        for s in stmts {
            let mut touched = Touched::default();
            self.stmt(s, &mut touched);
            parts.push(touched);
        }
        parts.extend(value.map(|v| self.expr(v)));
        if temporaries.is_empty() {
            return in_sequence(parts);
        }
        for part in &mut parts {
            let is_kept = |o: &Object| !temporaries.contains(o);
            part.read.retain(is_kept);
            part.written.retain(is_kept);
            part.stored.retain(is_kept);
        }
        self.in_any_order(parts, span)
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
            ExprKind::Fail(_) => {
                touched.fails = true;
                touched.leaves |= self.summaries.failures_end;
            }
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
        // An index may lead out of the object.
        touched.fails |= !matches!(lvalue.kind, ExprKind::Object(_));
    }

    fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> Touched {
        let named = walk::callee_name(callee);
        let mut parts: Vec<Touched> = args.iter().map(|a| self.expr(a)).collect();
        if named.is_none() {
            parts.push(self.expr(callee));
        }
        let mut touched = self.in_any_order(parts, span);
        let target = match named {
            Some(f) => Target::Function(self.cx.links.func_of[self.unit][f]),
            None => Target::Pointer,
        };
        let called = self.called(target);
        touched.add(&called);
        touched
    }

    /// What a call does beside its operands.
    fn called(&mut self, target: Target) -> Touched {
        self.calls.insert(target);
        let mut touched = Touched {
            calls: match target {
                Target::Function(sym) => self.cx.links.funcs[sym].known.is_none(),
                Target::Pointer => true,
            },
            ..Touched::default()
        };
        touched.add(match target {
            Target::Function(sym) => &self.summaries.of_function[sym],
            Target::Pointer => &self.summaries.of_pointer,
        });
        touched
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
