//! The failing path with its values, from the plain simulator.
//!
//! **Invariant.** A trace is for people: it is made by another run of a test
//! that has been replayed already, and nothing is decided by it. Of a long run
//! the beginning and the end are kept.

use hatha_cfa::print;
use hatha_cfa::{EdgeId, ExprId, ExprKind, Op, Place, ProcId, Program, Span};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::fault::Stop;
use hatha_exec::image::Image;
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_exec::num::Rules;
use hatha_exec::observe::Path;
use hatha_exec::word::{Kind, Word};
use hatha_proof::input::InputVector;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Edges at the beginning and at the end of a run that are shown.
const HEAD: u64 = 2_000;
const TAIL: u64 = 2_000;

/// A variable and its new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The place, as C.
    pub name: String,
    /// Its value: a decimal number, or an address in hexadecimal.
    pub value: String,
}

/// A line that the run came through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: String,
    /// The line's text, if it is known.
    pub source: String,
    /// What changed.
    pub values: Vec<Change>,
    /// The conditions that held.
    pub holds: Vec<String>,
    /// For each of these conditions, how many of the values came before it.
    #[serde(default)]
    pub held_after: Vec<usize>,
    /// How many calls it is inside of; behind what was left out, of the calls seen since.
    #[serde(default)]
    pub depth: usize,
}

/// A run, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The lines in order.
    pub steps: Vec<Step>,
    /// How many edges in the middle were left out, and the index of the step that follows them.
    pub cut: Option<(u64, usize)>,
}

/// Something assigned by an edge, in a form that can be evaluated afterwards.
struct Assigned {
    name: String,
    value: ExprId,
    kind: Kind,
}

/// Runs a test of `steps` edges again, with a meaning of undefined arithmetic, and writes down what
/// it does.
pub fn trace(
    program: &Program,
    entry: ProcId,
    config: &Config,
    vector: &InputVector,
    (steps, arithmetic): (u64, Rules),
) -> Trace {
    let mut watched = program.clone();
    // A read through a volatile lvalue draws a value: looking would change the run.
    let memory = !config.volatile_any;
    let assigned = assignments(&mut watched, memory);
    let layout = Layout::recorded(&vector.layout).unwrap_or_default();
    let Ok(image) = Image::with_layout(&watched, Rc::new(layout)) else {
        return Trace::default();
    };
    let mut config = config.for_reachability();
    config.policy.arithmetic = arithmetic;
    config.policy.uninitialised = crate::replay::unwritten(arithmetic);
    let domain = Concrete::new(config.policy, Box::new(FromVector::new(vector)));
    let console = Captured::with_stdin(&vector.stdin);
    let mut tracer = Tracer {
        program,
        assigned,
        machine: Machine::new(&image, config, domain, Path::default(), console),
        calls: Vec::new(),
        trace: Trace::default(),
    };
    if crate::replay::start(&mut tracer.machine, entry, vector).is_ok() {
        tracer.run(steps);
    }
    tracer.trace
}

/// What each edge of the user's procedures assigns.
fn assignments(program: &mut Program, memory: bool) -> BTreeMap<(ProcId, EdgeId), Assigned> {
    let mut places = Vec::new();
    for (id, proc) in program.procs().filter(|(_, p)| p.defined && !p.model) {
        let of = proc
            .edges()
            .filter_map(|(e, edge)| Some(((id, e), written(&edge.op)?)));
        places.extend(of);
    }
    let found = places.into_iter();
    found
        .filter_map(|(at, place)| Some((at, assigned(program, place, memory)?)))
        .collect()
}

fn written(op: &Op) -> Option<Place> {
    match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    }
}

fn assigned(program: &mut Program, place: Place, memory: bool) -> Option<Assigned> {
    let name = print::place(program, place);
    if name.contains('$') {
        return None;
    }
    let (ty, expr) = match place {
        Place::Slot(v) => (program.var(v).ty, ExprKind::Var(v)),
        Place::Mem { addr, access } if memory => (access.ty, ExprKind::Load { addr, access }),
        Place::Mem { .. } | Place::Aggregate { .. } => return None,
    };
    let kind = Kind::of(program.scalar(ty)?, &program.target);
    let value = program.exprs.add(expr, ty);
    Some(Assigned { name, value, kind })
}

struct Tracer<'a> {
    program: &'a Program,
    assigned: BTreeMap<(ProcId, EdgeId), Assigned>,
    machine: Machine<'a, Concrete, Path, Captured>,
    /// The call edges whose procedures have not returned yet.
    calls: Vec<(ProcId, EdgeId)>,
    trace: Trace,
}

impl Tracer<'_> {
    fn run(&mut self, steps: u64) {
        let cut = steps.saturating_sub(HEAD + TAIL);
        let mut on = true;
        while on && (cut == 0 || self.machine.state().steps() < HEAD) {
            on = self.step();
        }
        if !on {
            return;
        }
        on = self.machine.advance(steps - TAIL).is_ok();
        self.trace.cut = Some((cut, self.trace.steps.len()));
        self.calls.clear();
        self.machine.observer.edges.clear();
        while on {
            on = self.step();
        }
    }

    /// Takes an edge; whether the run goes on.
    fn step(&mut self) -> bool {
        let stop = self.machine.step().err();
        let on = stop.is_none();
        let edges = std::mem::take(&mut self.machine.observer.edges);
        if let Some(stop) = stop.filter(|_| edges.is_empty()) {
            self.faulted(&stop);
        }
        for (proc, edge) in edges {
            self.taken(proc, edge, on);
        }
        on
    }

    /// Ends the path with the operation that faults: no edge was taken.
    fn faulted(&mut self, stop: &Stop) {
        if let Stop::Fault(fault) = stop {
            let mut stack = fault.stack.iter();
            if let Some(entry) = stack.find(|e| e.span == fault.span) {
                self.at(entry.proc, fault.span, None, None);
            }
        }
    }

    fn taken(&mut self, proc: ProcId, edge: EdgeId, on: bool) {
        let taken = self.program.proc(proc).edge(edge);
        let inside = |machine: &Machine<'_, Concrete, Path, Captured>| {
            machine.location().is_some_and(|(p, _)| p == proc)
        };
        match &taken.op {
            Op::Assume { cond, taken: way } => {
                let text = condition(self.program, *cond, *way);
                let decides = self.program.proc(proc).out_edges(taken.from).len() > 1;
                if decides && !text.contains('$') {
                    self.at(proc, taken.span, None, Some(text));
                }
            }
            Op::Call { .. } if !on || !self.returns_at_once(proc, edge) => {
                self.at(proc, taken.span, None, None);
                self.calls.push((proc, edge));
            }
            Op::Return(_) => {
                if let (Some((caller, call)), true) = (self.calls.pop(), on) {
                    self.assigned_by(caller, call);
                }
            }
            Op::Fail(_) => self.at(proc, taken.span, None, None),
            _ if on && inside(&self.machine) => self.assigned_by(proc, edge),
            _ => {}
        }
    }

    /// Whether a call has been made and is over: that of a function without a body.
    fn returns_at_once(&mut self, proc: ProcId, edge: EdgeId) -> bool {
        let to = self.program.proc(proc).edge(edge).to;
        let over = self.machine.location() == Some((proc, to));
        if over {
            self.assigned_by(proc, edge);
        }
        over
    }

    fn assigned_by(&mut self, proc: ProcId, edge: EdgeId) {
        let Some(assigned) = self.assigned.get(&(proc, edge)) else {
            return;
        };
        let (name, kind) = (assigned.name.clone(), assigned.kind);
        if let Ok(word) = self.machine.eval(assigned.value) {
            let value = show(word, kind);
            let span = self.program.proc(proc).edge(edge).span;
            self.at(proc, span, Some(Change { name, value }), None);
        }
    }

    /// Adds to the line of a span, or begins a new one.
    fn at(&mut self, proc: ProcId, span: Span, change: Option<Change>, holds: Option<String>) {
        let procedure = self.program.proc(proc);
        if procedure.model || !span.is_some() {
            return;
        }
        let sources = &self.program.sources;
        let step = Step {
            file: sources
                .file(span.file)
                .map(|f| f.name.clone())
                .unwrap_or_default(),
            line: span.line,
            function: procedure.name.clone(),
            source: sources
                .line(span.file, span.line)
                .unwrap_or("")
                .trim()
                .to_owned(),
            values: change.into_iter().collect(),
            held_after: holds.iter().map(|_| 0).collect(),
            holds: holds.into_iter().collect(),
            depth: self.calls.len(),
        };
        match self.trace.steps.last_mut() {
            Some(last) if last.takes(&step) => {
                let before = last.values.len();
                last.held_after.extend(step.holds.iter().map(|_| before));
                last.values.extend(step.values);
                last.holds.extend(step.holds);
            }
            _ => self.trace.steps.push(step),
        }
    }
}

impl Step {
    /// Whether another step on the same line can be told together with this one.
    fn takes(&self, next: &Step) -> bool {
        let here = (&self.file, self.line, &self.function)
            == (&next.file, next.line, &next.function)
            && self.depth == next.depth;
        let again = next
            .values
            .iter()
            .any(|v| self.values.iter().any(|w| w.name == v.name))
            || next.holds.iter().any(|h| self.holds.contains(h));
        here && !again
    }
}

/// A condition as C, as it held.
fn condition(program: &Program, cond: ExprId, taken: bool) -> String {
    let text = print::op(program, &Op::Assume { cond, taken });
    let inner = text
        .strip_prefix("assume(")
        .and_then(|t| t.strip_suffix(')'));
    inner.unwrap_or(&text).to_owned()
}

/// A value for people.
fn show(word: Word, kind: Kind) -> String {
    if !word.is_defined() {
        return "?".to_owned();
    }
    match kind {
        Kind::F32 => f32::from_bits(word.lo as u32).to_string(),
        Kind::F64 => f64::from_bits(word.lo).to_string(),
        Kind::Ptr { .. } if word.lo == 0 => "0".to_owned(),
        Kind::Ptr { .. } | Kind::F80 | Kind::F128 => format!("{:#x}", word.bits_of(kind)),
        Kind::Int {
            bits: 128,
            signed: false,
        } => word.bits().to_string(),
        _ => word.integer(kind).to_string(),
    }
}
