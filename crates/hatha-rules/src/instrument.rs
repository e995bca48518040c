//! Puts the events of rules into the automata of a program.
//!
//! **Invariant.** An edge of the program keeps its place; what is added before or
//! after it belongs to the same statement. A handler is called with the values
//! that the event has: arguments as they were at the call, also when it returns.
//! Calls inside rules and inside shipped models are no events.
//!
//! **Soundness.** Handlers read the program's values and write only the rule's
//! own variables, so the program behaves as before. A call whose arguments do not
//! fit the rule's declaration becomes an unsupported edge, never a missed event.

use crate::FAILURE;
use crate::emit::{choice_name, handler_name};
use crate::rule::{Event, PROGRAM, Rule};
use crate::thunk;
use crate::token::Kind;
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{
    Arg, Builtin, Callee, Edge, EdgeId, ExprId, ExprKind, FailKind, FileId, Op, Place, ProcId,
    Procedure, Program, ReturnValue, Scalar, Span, Type, TypeId, VarId,
};
use hatha_front::diag::{Diagnostic, Result};
use std::collections::BTreeMap;

/// A place where a rule says that it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: String,
    /// What it says.
    pub message: String,
    /// Where it says so.
    pub span: Span,
}

/// What was added to a program.
#[derive(Clone, Debug, Default)]
pub struct Instrumented {
    /// The rules by name.
    pub rules: Vec<String>,
    /// The ways in which they can be broken.
    pub violations: Vec<Violation>,
    /// The files of the rules.
    pub files: Vec<FileId>,
}

impl Instrumented {
    /// What a failure at a place says, if it is a rule's.
    pub fn violation(&self, span: Span) -> Option<&Violation> {
        self.violations.iter().find(|v| v.span == span)
    }

    /// Whether a place lies in a rule.
    pub fn is_rule(&self, span: Span) -> bool {
        span.is_some() && self.files.contains(&span.file)
    }
}

/// A handler in the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watcher {
    /// Its procedure.
    pub proc: ProcId,
    /// How many parameters of the function it takes.
    pub params: usize,
    /// Whether it takes the result, too.
    pub result: bool,
}

/// The handlers of each event of each function, rules in order.
pub(crate) type Watchers = BTreeMap<(String, Event), Vec<Watcher>>;

/// Instruments a program with rules, whose units are part of it.
pub fn instrument(program: &mut Program, rules: &[Rule], entry: &str) -> Result<Instrumented> {
    let mut instrumented = Instrumented::default();
    let mut watchers = Watchers::new();
    for (number, rule) in rules.iter().enumerate() {
        instrumented.rules.push(rule.name.clone());
        instrumented.files.push(rule.tokens.file);
        instrumented.violations.extend(violations(rule));
        collect(program, rule, number, &mut watchers);
    }
    state_failures(program, &instrumented);
    let own = |p: &Procedure| p.defined && !p.model && !instrumented.is_rule(p.span);
    let users: Vec<ProcId> = program
        .procs()
        .filter(|(_, p)| own(p))
        .map(|(id, _)| id)
        .collect();
    whole_program(program, entry, rules, &mut watchers)?;
    let bodies: Vec<ProcId> = program.procs().map(|(id, _)| id).collect();
    for p in bodies {
        around_body(program, p, &watchers);
    }
    choose_objects(program, rules, entry);
    drop_unread(program, &instrumented);
    // Before the calls, which then lead to the function itself and not to what its address means.
    thunk::insert(program, &watchers);
    for p in users {
        around_calls(program, p, &watchers);
    }
    name_handlers(program, rules);
    Ok(instrumented)
}

fn violations(rule: &Rule) -> Vec<Violation> {
    let all = &rule.tokens.all;
    let mut found = Vec::new();
    for (token, message) in all.iter().zip(all.iter().skip(1)) {
        if rule.tokens.word(*token) == "abort" && message.kind == Kind::Text {
            found.push(Violation {
                rule: rule.name.clone(),
                message: unquoted(rule.tokens.word(*message)),
                span: rule.tokens.span(token.start, message.end),
            });
        }
    }
    found
}

fn unquoted(literal: &str) -> String {
    let inside = literal.trim_matches('"');
    inside.replace("\\\"", "\"").replace("\\\\", "\\")
}

fn collect(program: &Program, rule: &Rule, number: usize, watchers: &mut Watchers) {
    for (i, handler) in rule.handlers.iter().enumerate() {
        let Some(proc) = program.find_proc(&handler_name(number, i)) else {
            continue;
        };
        let function = rule.function(&handler.function);
        let key = (handler.function.clone(), handler.event);
        watchers.entry(key).or_default().push(Watcher {
            proc,
            params: function.map_or(0, |f| f.params.len()),
            result: handler.event.has_result() && function.is_some_and(|f| !f.is_void),
        });
    }
}

/// Every `abort` is a failure of the one name that rules have.
fn state_failures(program: &mut Program, instrumented: &Instrumented) {
    let in_rule = |p: &&mut Procedure| instrumented.is_rule(p.span);
    for proc in program.procs.iter_mut().filter(in_rule) {
        for edge in &mut proc.edges {
            let stated = matches!(&edge.op, Op::Fail(FailKind::ReachError(_)));
            let at = (edge.span.file, edge.span.line, edge.span.col);
            let same = |v: &&Violation| (v.span.file, v.span.line, v.span.col) == at;
            if let Some(violation) = instrumented.violations.iter().find(same).filter(|_| stated) {
                edge.op = Op::Fail(FailKind::ReachError(FAILURE.to_owned()));
                edge.span = violation.span;
            }
        }
    }
}

/// After instrumentation a handler is called as its event is, for people.
fn name_handlers(program: &mut Program, rules: &[Rule]) {
    for (number, rule) in rules.iter().enumerate() {
        for (i, handler) in rule.handlers.iter().enumerate() {
            if let Some(p) = program.find_proc(&handler_name(number, i)) {
                let name = format!("{}.{}", handler.function, handler.event.name());
                program.procs[p].name = name;
            }
        }
        for comes_back in [false, true] {
            if let Some(p) = program.find_proc(&choice_name(number, comes_back)) {
                program.procs[p].name = format!("the object of {}", rule.name);
            }
        }
    }
}

/// `program.entry` and `program.exit` are those of the function that is started.
fn whole_program(
    program: &Program,
    entry: &str,
    rules: &[Rule],
    watchers: &mut Watchers,
) -> Result<()> {
    for event in [Event::Entry, Event::Exit] {
        let Some(list) = watchers.remove(&(PROGRAM.to_owned(), event)) else {
            continue;
        };
        let called = program
            .find_proc(entry)
            .is_some_and(|p| is_called(program, p));
        if called {
            let place = rules.iter().find_map(|r| {
                let h = r.handlers.iter().find(|h| h.function == PROGRAM)?;
                Some(r.place(h.at))
            });
            let message = format!(
                "the start and end of `{entry}` are not those of the program: it is called by the program"
            );
            let error = Diagnostic::error(place.unwrap_or(Span::NONE), message)
                .with_help("start at another function, see --entry");
            return Err(Box::new(error));
        }
        let key = (entry.to_owned(), event);
        watchers.entry(key).or_default().extend(list);
    }
    Ok(())
}

/// A stub with `...` that never looks at what stands there is called without it, so that the
/// call fits its parameters.
fn drop_unread(program: &mut Program, instrumented: &Instrumented) {
    let reads = |e: &Edge| {
        matches!(
            e.op,
            Op::Builtin {
                builtin: Builtin::VaArea,
                ..
            }
        )
    };
    let unread = |p: &Procedure| {
        let variadic = matches!(program.types.get(p.ty), Type::Function(f) if f.variadic);
        variadic && p.defined && instrumented.is_rule(p.span) && !p.edges.iter().any(reads)
    };
    let stubs = program.procs().filter(|(_, p)| unread(p));
    let counts: BTreeMap<ProcId, usize> = stubs.map(|(id, p)| (id, p.params.len())).collect();
    for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
        if let Op::Call {
            callee: Callee::Direct(p),
            args,
            ..
        } = &mut edge.op
            && let Some(&count) = counts.get(p)
        {
            args.truncate(count);
        }
    }
}

/// The object of each rule with per-object state is chosen before anything else happens.
fn choose_objects(program: &mut Program, rules: &[Rule], entry: &str) {
    let Some(p) = program
        .find_proc(entry)
        .filter(|p| program.proc(*p).defined)
    else {
        return;
    };
    let comes_back = is_called(program, p);
    for (number, _) in rules.iter().enumerate().filter(|(_, r)| r.is_per_object()) {
        if let Some(choice) = program.find_proc(&choice_name(number, comes_back)) {
            let callee = Callee::Direct(choice);
            let (args, result) = (Vec::new(), None);
            program.procs[p].prepend(vec![Op::Call {
                callee,
                args,
                result,
            }]);
        }
    }
}

/// Whether an execution that starts at a procedure may come to call it again. Callers that it
/// does not come to do not matter.
fn is_called(program: &Program, proc: ProcId) -> bool {
    let direct = |e: &Edge| matches!(e.op, Op::Call { callee: Callee::Direct(p), .. } if p == proc);
    let calls = |p: ProcId| program.proc(p).edges.iter().any(direct);
    let reached = reachable_procs(program, proc);
    thunk::is_address_taken(program, proc) || reached.into_iter().any(calls)
}

// ---- calls ----

fn around_calls(program: &mut Program, p: ProcId, watchers: &Watchers) {
    for id in program.proc(p).edges.keys() {
        let edge = program.proc(p).edge(id).clone();
        let Op::Call {
            callee: Callee::Direct(callee),
            args,
            result,
        } = edge.op
        else {
            continue;
        };
        let name = program.proc(callee).name.clone();
        let of = |event| watchers.get(&(name.clone(), event)).cloned();
        let (before, after) = (of(Event::Call), of(Event::Return));
        if before.is_none() && after.is_none() {
            continue;
        }
        let call = Call {
            callee,
            args,
            result,
        };
        let ops = call.instrumented(
            program,
            p,
            &before.unwrap_or_default(),
            &after.unwrap_or_default(),
        );
        program.procs[p].replace_edge(id, ops);
    }
}

/// A call that is watched.
pub(crate) struct Call {
    /// What is called.
    pub callee: ProcId,
    /// With what.
    pub args: Vec<Arg>,
    /// Where its result goes.
    pub result: Option<Place>,
}

impl Call {
    /// The operations that take the place of the call.
    pub(crate) fn instrumented(
        mut self,
        program: &mut Program,
        p: ProcId,
        before: &[Watcher],
        after: &[Watcher],
    ) -> Vec<Op> {
        let mut ops: Vec<Op> = before
            .iter()
            .map(|w| event(program, *w, &self.args, None))
            .collect();
        if after.is_empty() {
            ops.push(self.plain());
            return ops;
        }
        ops.extend(self.keep_arguments(program, p));
        let (value, store) = self.keep_result(program, p, after);
        ops.push(self.plain());
        ops.extend(after.iter().map(|w| event(program, *w, &self.args, value)));
        ops.extend(store);
        ops
    }

    fn plain(&self) -> Op {
        Op::Call {
            callee: Callee::Direct(self.callee),
            args: self.args.clone(),
            result: self.result,
        }
    }

    /// The call may change what its arguments were computed from.
    fn keep_arguments(&mut self, program: &mut Program, p: ProcId) -> Vec<Op> {
        let mut ops = Vec::new();
        for arg in &mut self.args {
            let Arg::Scalar(value) = *arg else { continue };
            let ty = program.exprs.get(value).ty;
            let kept = program.add_slot(p, SLOT, ty);
            let place = Place::Slot(kept);
            ops.push(Op::Assign { place, value });
            *arg = Arg::Scalar(program.exprs.add(ExprKind::Var(kept), ty));
        }
        ops
    }

    /// The returned value, and how it gets to where it belongs if that is not a slot.
    fn keep_result(
        &mut self,
        program: &mut Program,
        p: ProcId,
        after: &[Watcher],
    ) -> (Option<ExprId>, Option<Op>) {
        if !after.iter().any(|w| w.result) {
            return (None, None);
        }
        let ty = match self.result {
            Some(Place::Slot(v)) => program.var(v).ty,
            Some(Place::Mem { access, .. }) => access.ty,
            Some(Place::Aggregate { .. }) => return (None, None),
            None => match program.types.get(program.proc(self.callee).ty) {
                Type::Function(f) if program.scalar(f.ret).is_some() => f.ret,
                _ => return (None, None),
            },
        };
        if let Some(Place::Slot(v)) = self.result {
            return (Some(program.exprs.add(ExprKind::Var(v), ty)), None);
        }
        let kept = program.add_slot(p, SLOT, ty);
        let value = program.exprs.add(ExprKind::Var(kept), ty);
        let store = self.result.map(|place| Op::Assign { place, value });
        self.result = Some(Place::Slot(kept));
        (Some(value), store)
    }
}

/// The call of a handler, or an edge that says why there is none.
pub(crate) fn event(
    program: &mut Program,
    watcher: Watcher,
    args: &[Arg],
    result: Option<ExprId>,
) -> Op {
    let wanted: Vec<TypeId> = program
        .proc(watcher.proc)
        .params
        .iter()
        .map(|v| program.var(*v).ty)
        .collect();
    let given = args.iter().take(watcher.params).copied();
    let result = result.filter(|_| watcher.result).map(Arg::Scalar);
    let given: Vec<Arg> = given.chain(result).collect();
    let fitted: Option<Vec<Arg>> = (given.len() == wanted.len())
        .then(|| {
            let pairs = given.into_iter().zip(wanted);
            pairs.map(|(arg, ty)| fitted(program, arg, ty)).collect()
        })
        .flatten();
    match fitted {
        Some(args) => Op::Call {
            callee: Callee::Direct(watcher.proc),
            args,
            result: None,
        },
        None => {
            let name = &program.proc(watcher.proc).name;
            Op::Unsupported(format!(
                "an event whose values do not fit the rule's declaration ({name})"
            ))
        }
    }
}

/// An argument as a parameter of that type takes it.
fn fitted(program: &mut Program, arg: Arg, ty: TypeId) -> Option<Arg> {
    match arg {
        Arg::Scalar(value) => {
            let (have, want) = (
                program.scalar(program.exprs.get(value).ty)?,
                program.scalar(ty)?,
            );
            if have == want {
                return Some(Arg::Scalar(value));
            }
            let word = |s| matches!(s, Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer);
            (word(have) && word(want))
                .then(|| Arg::Scalar(program.exprs.add(ExprKind::Cast(value), ty)))
        }
        Arg::Aggregate { addr, ty: have } => {
            let same = program.size_of(have) == program.size_of(ty);
            (same && program.scalar(ty).is_none()).then_some(Arg::Aggregate { addr, ty })
        }
    }
}

// ---- bodies ----

fn around_body(program: &mut Program, p: ProcId, watchers: &Watchers) {
    let proc = program.proc(p);
    if !proc.defined || proc.model {
        return;
    }
    let name = proc.name.clone();
    let params = proc.params.clone();
    if let Some(list) = watchers.get(&(name.clone(), Event::Entry)).cloned() {
        let args = values(program, &params);
        let ops = list.iter().map(|w| event(program, *w, &args, None));
        let ops = ops.collect();
        program.procs[p].prepend(ops);
    }
    if let Some(list) = watchers.get(&(name, Event::Exit)).cloned() {
        for edge in program.proc(p).edges.keys() {
            before_return(program, p, edge, &params, &list);
        }
    }
}

fn before_return(
    program: &mut Program,
    p: ProcId,
    edge: EdgeId,
    params: &[VarId],
    list: &[Watcher],
) {
    let Op::Return(value) = program.proc(p).edge(edge).op else {
        return;
    };
    let args = values(program, params);
    let mut ops = Vec::new();
    let (result, value) = match value {
        // A stub may return the rule's state, which the handler may change.
        ReturnValue::Scalar(value) => {
            let ty = program.exprs.get(value).ty;
            let kept = program.add_slot(p, SLOT, ty);
            let place = Place::Slot(kept);
            ops.push(Op::Assign { place, value });
            let read = program.exprs.add(ExprKind::Var(kept), ty);
            (Some(read), ReturnValue::Scalar(read))
        }
        other => (None, other),
    };
    ops.extend(list.iter().map(|w| event(program, *w, &args, result)));
    ops.push(Op::Return(value));
    program.procs[p].replace_edge(edge, ops);
}

/// What the names of slots that rules need start with.
pub(crate) const SLOT: &str = "rule";

/// What the parameters hold, as arguments.
pub(crate) fn values(program: &mut Program, params: &[VarId]) -> Vec<Arg> {
    let value = |&param: &VarId| program.parameter_as_argument(param);
    params.iter().map(value).collect()
}
