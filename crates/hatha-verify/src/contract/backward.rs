//! From the failing end of a test back to the start of its entry.
//!
//! Along the edges that the test took, what is assigned takes the place of what it was assigned
//! to, so that the failing condition, the conditions before it and the address that was accessed
//! speak of parameters and globals at the entry.
//!
//! **Invariant.** What comes of this is a suggestion: a store may have changed what a load here is
//! taken to read. A check of the program under the suggestion decides.

use hatha_cfa::{
    Arg, BinOp, Callee, EdgeId, Expr, ExprId, ExprKind, FailKind, Op, Place, ProcId, Procedure,
    Program, ReturnValue, VarId,
};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::image::Image;
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_exec::num::Rules;
use hatha_exec::observe::Path;
use hatha_proof::input::InputVector;
use std::collections::HashMap;
use std::rc::Rc;

/// The longest path that is followed backwards.
const LONGEST: usize = 4_000;
/// The most expressions that substitution may add.
const GROWTH: usize = 200_000;

/// A condition and whether it held.
pub(super) type Literal = (ExprId, bool);

/// A failure in terms of the state at the entry.
#[derive(Debug)]
pub(super) struct AtEntry {
    /// The program that expressions belong to.
    pub(super) program: Program,
    /// What failed.
    pub(super) failing: Option<Literal>,
    /// The address of the access that failed, if it was one.
    pub(super) address: Option<ExprId>,
    /// The conditions on the way, the last one first.
    pub(super) conditions: Vec<Literal>,
}

/// The edges that a test takes in a program with checks, up to its failure.
pub(super) fn path(
    program: &Program,
    entry: ProcId,
    config: &Config,
    test: &InputVector,
) -> Option<Vec<(ProcId, EdgeId)>> {
    let layout = Layout::recorded(&test.layout).ok()?;
    let image = Image::with_layout(program, Rc::new(layout)).ok()?;
    let mut config = config.for_reachability();
    config.policy.arithmetic = Rules::MACHINE;
    config.policy.uninitialised = crate::replay::unwritten(Rules::MACHINE);
    let domain = Concrete::new(config.policy, Box::new(FromVector::padded(test)));
    let console = Captured::with_stdin(&test.stdin);
    let mut machine = Machine::new(&image, config, domain, Path::default(), console);
    crate::replay::start(&mut machine, entry, test).ok()?;
    // A run of this length that goes on is too long to be followed.
    if machine.advance(LONGEST as u64).is_ok() {
        return None;
    }
    Some(std::mem::take(&mut machine.observer.edges))
}

/// Follows a path backwards.
pub(super) fn follow(program: &Program, edges: &[(ProcId, EdgeId)]) -> AtEntry {
    let mut walk = Walk {
        at: AtEntry {
            program: program.clone(),
            failing: None,
            address: None,
            conditions: Vec::new(),
        },
        limit: program.exprs.len() + GROWTH,
    };
    let calls = returned_calls(program, edges);
    for (i, &(proc, edge)) in edges.iter().enumerate().rev() {
        let call = calls.get(&i).map(|&c| edges[c]);
        walk.step(proc, edge, call);
    }
    walk.at
}

/// For each return on a path, the position of its call.
fn returned_calls(program: &Program, edges: &[(ProcId, EdgeId)]) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut pairs = HashMap::new();
    for (i, &(proc, edge)) in edges.iter().enumerate() {
        match &program.proc(proc).edge(edge).op {
            Op::Call { callee, .. } => {
                let next = edges.get(i + 1).map(|(p, _)| *p);
                let enters = match callee {
                    Callee::Direct(p) => program.proc(*p).defined,
                    _ => next.is_some_and(|p| p != proc),
                };
                if enters {
                    open.push(i);
                }
            }
            Op::Return(_) => {
                if let Some(call) = open.pop() {
                    pairs.insert(i, call);
                }
            }
            _ => {}
        }
    }
    pairs
}

struct Walk {
    at: AtEntry,
    /// How many expressions there may be.
    limit: usize,
}

impl Walk {
    fn step(&mut self, proc: ProcId, edge: EdgeId, call: Option<(ProcId, EdgeId)>) {
        let op = self.at.program.proc(proc).edge(edge).op.clone();
        match op {
            Op::Assume { cond, taken } => self.assume((proc, edge), cond, taken),
            Op::Assign { place, value } => self.assign(place, value),
            Op::Call { callee, args, .. } => self.enter(callee, &args),
            Op::Return(ReturnValue::Scalar(value)) => {
                if let Some((caller, edge)) = call {
                    self.returned(caller, edge, value);
                }
            }
            _ => {}
        }
    }

    fn assume(&mut self, (proc, edge): (ProcId, EdgeId), cond: ExprId, taken: bool) {
        if self.at.failing.is_none() {
            self.at.failing = Some((cond, taken));
            self.at.address = accessed(&self.at.program, cond);
            return;
        }
        let procedure = self.at.program.proc(proc);
        let is_own = !procedure.name.starts_with(hatha_front::assume::PREFIX);
        // That a check before did not fail is no condition of the program's.
        if is_own && !is_check(procedure, edge) {
            self.at.conditions.push((cond, taken));
        }
    }

    fn returned(&mut self, caller: ProcId, edge: EdgeId, value: ExprId) {
        let op = self.at.program.proc(caller).edge(edge).op.clone();
        if let Op::Call {
            result: Some(place),
            ..
        } = op
        {
            self.assign(place, value);
        }
    }

    fn enter(&mut self, callee: Callee, args: &[Arg]) {
        let Callee::Direct(callee) = callee else {
            return;
        };
        let params = self.at.program.proc(callee).params.clone();
        let scalar = |(p, a): (VarId, &Arg)| match a {
            Arg::Scalar(e) => Some((p, *e)),
            Arg::Aggregate { .. } => None,
        };
        let given: HashMap<VarId, ExprId> =
            params.into_iter().zip(args).filter_map(scalar).collect();
        self.substitute(&Replaced::Variables(given));
    }

    fn assign(&mut self, place: Place, value: ExprId) {
        match place {
            Place::Slot(v) => {
                self.substitute(&Replaced::Variables(HashMap::from([(v, value)])));
            }
            Place::Mem { addr, .. } => self.substitute(&Replaced::Memory(addr, value)),
            Place::Aggregate { .. } => {}
        }
    }

    fn substitute(&mut self, replaced: &Replaced) {
        if self.at.program.exprs.len() > self.limit {
            self.at.failing = self.at.failing.filter(|_| false);
            self.at.conditions.clear();
            self.at.address = None;
            return;
        }
        let mut done = HashMap::new();
        let program = &mut self.at.program;
        let literals = self.at.failing.iter_mut().chain(&mut self.at.conditions);
        for (cond, _) in literals {
            *cond = rewrite(program, *cond, replaced, &mut done);
        }
        if let Some(address) = &mut self.at.address {
            *address = rewrite(program, *address, replaced, &mut done);
        }
    }
}

/// Whether the other way from where an edge starts is the failure of a check.
fn is_check(procedure: &Procedure, edge: EdgeId) -> bool {
    let from = procedure.edge(edge).from;
    let fails = |e: &EdgeId| matches!(procedure.edge(*e).op, Op::Fail(FailKind::Check(_)));
    let leads = |e: &EdgeId| procedure.out_edges(procedure.edge(*e).to).iter().any(fails);
    procedure
        .out_edges(from)
        .iter()
        .any(|e| *e != edge && leads(e))
}

/// What takes the place of something.
enum Replaced {
    /// Values of variables.
    Variables(HashMap<VarId, ExprId>),
    /// The value at an address.
    Memory(ExprId, ExprId),
}

impl Replaced {
    fn of(&self, program: &Program, e: Expr) -> Option<ExprId> {
        match (self, e.kind) {
            (Replaced::Variables(values), ExprKind::Var(v)) => values.get(&v).copied(),
            // A parameter in memory is read from where it lies.
            (Replaced::Variables(values), ExprKind::Load { addr, .. }) => {
                match program.exprs.get(addr).kind {
                    ExprKind::AddrOf(v) => values.get(&v).copied(),
                    _ => None,
                }
            }
            (Replaced::Memory(at, value), ExprKind::Load { addr, .. }) => {
                is_same(program, *at, addr).then_some(*value)
            }
            _ => None,
        }
    }
}

/// Whether two expressions look alike.
pub(super) fn is_same(program: &Program, a: ExprId, b: ExprId) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (program.exprs.get(a), program.exprs.get(b));
    if x.ty != y.ty || shape(x.kind) != shape(y.kind) {
        return false;
    }
    let mut pairs = program.exprs.children(a).zip(program.exprs.children(b));
    pairs.all(|(a, b)| is_same(program, a, b))
}

/// An expression without its operands.
fn shape(kind: ExprKind) -> ExprKind {
    let none = ExprId(0);
    with_children(kind, &mut |_| none)
}

fn with_children(kind: ExprKind, f: &mut dyn FnMut(ExprId) -> ExprId) -> ExprKind {
    match kind {
        ExprKind::Field {
            base,
            record,
            field,
        } => ExprKind::Field {
            base: f(base),
            record,
            field,
        },
        ExprKind::Index { base, index, scale } => ExprKind::Index {
            base: f(base),
            index: f(index),
            scale,
        },
        ExprKind::PtrDiff { a, b, scale } => ExprKind::PtrDiff {
            a: f(a),
            b: f(b),
            scale,
        },
        ExprKind::Load { addr, access } => ExprKind::Load {
            addr: f(addr),
            access,
        },
        ExprKind::Object { word, of } => ExprKind::Object { word, of: f(of) },
        ExprKind::Unary(op, a) => ExprKind::Unary(op, f(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, f(a), f(b)),
        ExprKind::Cast(a) => ExprKind::Cast(f(a)),
        ExprKind::Cond(a, b, c) => ExprKind::Cond(f(a), f(b), f(c)),
        leaf => leaf,
    }
}

fn rewrite(
    program: &mut Program,
    e: ExprId,
    replaced: &Replaced,
    done: &mut HashMap<ExprId, ExprId>,
) -> ExprId {
    if let Some(&new) = done.get(&e) {
        return new;
    }
    let old = program.exprs.get(e);
    let new = match replaced.of(program, old) {
        Some(value) => cast_to(program, value, old),
        None => {
            let mut changed = false;
            let mut child = |c| {
                let new = rewrite(program, c, replaced, done);
                changed |= new != c;
                new
            };
            let kind = with_children(old.kind, &mut child);
            match changed {
                true => folded(program, Expr { kind, ty: old.ty }),
                false => e,
            }
        }
    };
    done.insert(e, new);
    new
}

/// A value in the place of an expression of another type.
fn cast_to(program: &mut Program, value: ExprId, place: Expr) -> ExprId {
    match program.exprs.get(value).ty == place.ty {
        true => value,
        false => folded(
            program,
            Expr {
                kind: ExprKind::Cast(value),
                ty: place.ty,
            },
        ),
    }
}

/// Adds an expression; sums, equalities and conversions of constants are computed, so that the
/// counters of loops stay numbers.
fn folded(program: &mut Program, e: Expr) -> ExprId {
    if let ExprKind::Cond(cond, yes, no) = e.kind
        && let ExprKind::Int(n) = program.exprs.get(cond).kind
    {
        return if n == 0 { no } else { yes };
    }
    if let ExprKind::Cond(cond, yes, no) = e.kind
        && [yes, no].map(|e| program.exprs.get(e).kind) == [ExprKind::Int(1), ExprKind::Int(0)]
        && program.exprs.get(cond).ty == e.ty
        && matches!(program.exprs.get(cond).kind, ExprKind::Binary(op, ..) if op.is_comparison())
    {
        return cond;
    }
    let constant = |program: &Program, e: ExprId| match program.exprs.get(e).kind {
        ExprKind::Int(n) => Some(n),
        _ => None,
    };
    let size = program.types.size(e.ty, &program.target).unwrap_or(8);
    let mask = match size {
        16.. => u128::MAX,
        bytes => (1 << (8 * bytes)) - 1,
    };
    let value = match e.kind {
        ExprKind::Binary(op @ (BinOp::Add | BinOp::Eq | BinOp::Ne), a, b) => {
            let both = constant(program, a).zip(constant(program, b));
            both.map(|(a, b)| match op {
                BinOp::Add => a.wrapping_add(b) & mask,
                BinOp::Eq => u128::from(a == b),
                _ => u128::from(a != b),
            })
        }
        ExprKind::Cast(a) if is_widening(program, a, e) => constant(program, a),
        _ => None,
    };
    let kind = value.map_or(e.kind, ExprKind::Int);
    program.exprs.add(kind, e.ty)
}

/// Whether a cast keeps the bits of a constant: to a type that is not smaller, of a number that is
/// not negative.
fn is_widening(program: &Program, a: ExprId, to: Expr) -> bool {
    let from = program.exprs.get(a);
    let size = |ty| program.types.size(ty, &program.target);
    let is_integer = |ty| matches!(program.scalar(ty), Some(hatha_cfa::Scalar::Int { .. }));
    let small = matches!(from.kind, ExprKind::Int(n) if n < 1 << 31);
    small && is_integer(from.ty) && is_integer(to.ty) && size(to.ty) >= size(from.ty)
}

/// The address that a condition about an object asks about.
fn accessed(program: &Program, cond: ExprId) -> Option<ExprId> {
    if let ExprKind::Object { of, .. } = program.exprs.get(cond).kind {
        return Some(of);
    }
    let mut children = program.exprs.children(cond);
    children.find_map(|c| accessed(program, c))
}
