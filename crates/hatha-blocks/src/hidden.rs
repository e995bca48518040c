//! Which variables in memory code without a body cannot see.
//!
//! The address of such a variable stays in slots: no procedure stores it in memory, hands it to a
//! function without a body, returns it to another file or makes a number of it. Memory then holds no address of it, so a
//! function that changes only what it can see leaves it alone (`docs/memory-model.md`, section 5).
//!
//! **Soundness.** A guess of the search: the checker derives the same with code of its own
//! (`hatha_certify`), and refuses a proof that takes more for hidden.

use hatha_cfa::join::Joined;
use hatha_cfa::{
    Arg, Builtin, Callee, ExprId, ExprKind, GlobalInit, InitValue, Op, Place, ProcId, Program,
    ReturnValue, Scalar, Storage, VarId,
};
use hatha_defect::{Defect, is_on};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where an address may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Carrier {
    /// In an expression that names the variable.
    Address(VarId),
    Slot(VarId),
    Result(ProcId),
    /// In memory, or where other files see it.
    Outside,
}

/// The hidden variables of a program.
pub(crate) fn hidden_variables(joined: &Joined) -> Vec<VarId> {
    let program = &joined.program;
    if calls_assembly(program) {
        return Vec::new();
    }
    let mut flow = Flow {
        joined,
        into: FxHashMap::default(),
    };
    flow.initial_values();
    flow.numbers();
    for (p, proc) in program.procs.iter_enumerated() {
        for edge in &proc.edges {
            flow.operation(p, &edge.op);
        }
    }
    let seen = flow.carriers_to_outside();
    let many = joined.components.iter().flat_map(|c| &c.locals);
    let many: FxHashSet<VarId> = many.copied().collect();
    let is_hidden = |&v: &VarId| {
        let var = program.var(v);
        var.storage == Storage::Memory
            && !var.is_named_outside()
            && !many.contains(&v)
            && !seen.contains(&Carrier::Address(v))
    };
    program.vars.keys().filter(is_hidden).collect()
}

/// Whether assembly may change memory: then it may have kept any operand of earlier assembly.
fn calls_assembly(program: &Program) -> bool {
    program.procs.iter().any(|p| p.name == "__asm__")
}

/// From where addresses flow into each carrier.
struct Flow<'a> {
    joined: &'a Joined,
    into: FxHashMap<Carrier, Vec<Carrier>>,
}

impl Flow<'_> {
    fn program(&self) -> &Program {
        &self.joined.program
    }

    fn initial_values(&mut self) {
        let mut values = Vec::new();
        for (v, init) in &self.program().globals {
            if let GlobalInit::Defined(items) = init {
                for item in items {
                    if let InitValue::Scalar(_, e) = item.value {
                        values.push((*v, e));
                    }
                }
            }
        }
        for (v, e) in values {
            self.add(e, self.variable(v));
        }
    }

    /// Pointers whose bits the program may look at: those that become numbers.
    fn numbers(&mut self) {
        let program = self.program();
        let is_address =
            |e: ExprId| program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer);
        let is_truth = |e: ExprId| program.scalar(program.exprs.get(e).ty) == Some(Scalar::Bool);
        let all = (0..program.exprs.len() as u32).map(ExprId);
        let pointers = all.flat_map(|e| match program.exprs.get(e).kind {
            ExprKind::PtrDiff { a, b, .. } => vec![a, b],
            ExprKind::Cast(a) if is_address(a) && !is_address(e) && !is_truth(e) => vec![a],
            _ => Vec::new(),
        });
        for pointer in pointers.collect::<Vec<_>>() {
            self.add(pointer, Carrier::Outside);
        }
    }

    fn operation(&mut self, p: ProcId, op: &Op) {
        match op {
            Op::Assign { place, value } => self.add(*value, self.place(*place)),
            Op::Call {
                callee,
                args,
                result,
            } => self.call(p, *callee, args, *result),
            Op::Return(ReturnValue::Scalar(value)) => {
                let proc = self.program().proc(p);
                let to = match proc.external && !proc.model {
                    true => Carrier::Outside,
                    false => Carrier::Result(p),
                };
                self.add(*value, to);
            }
            Op::Builtin { builtin, args, .. } if !forgets_operands(*builtin) => {
                for &arg in args {
                    self.add(arg, Carrier::Outside);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, p: ProcId, callee: Callee, args: &[Arg], result: Option<Place>) {
        if let Callee::Direct(q) = callee
            && self.joined.silence.covers(self.program(), q, args)
        {
            return;
        }
        // A component has parameters of its own in the joined automaton.
        let known = match callee {
            Callee::Direct(q) if self.program().proc(q).defined && p != self.joined.entry => {
                Some(q)
            }
            _ => None,
        };
        for (n, arg) in args.iter().enumerate() {
            let Arg::Scalar(value) = *arg else { continue };
            let param = known.and_then(|q| self.program().proc(q).params.get(n));
            if known.is_none() && is_on(Defect::HidesGiven) {
                continue;
            }
            let to = param.map_or(Carrier::Outside, |&v| self.variable(v));
            self.add(value, to);
        }
        if let (Some(q), Some(place)) = (known, result) {
            let to = self.place(place);
            self.into.entry(to).or_default().push(Carrier::Result(q));
        }
    }

    fn place(&self, place: Place) -> Carrier {
        match place {
            Place::Slot(v) => self.variable(v),
            Place::Mem { .. } | Place::Aggregate { .. } => Carrier::Outside,
        }
    }

    fn variable(&self, v: VarId) -> Carrier {
        let var = self.program().var(v);
        match var.storage == Storage::Slot && !var.is_named_outside() {
            true => Carrier::Slot(v),
            false => Carrier::Outside,
        }
    }

    /// Notes that what a value carries may be in `to`. What is loaded carries nothing hidden; a
    /// comparison of pointers is no address, and what a distance carries is outside anyway.
    fn add(&mut self, value: ExprId, to: Carrier) {
        let exprs = &self.joined.program.exprs;
        let (mut work, mut seen) = (vec![value], FxHashSet::default());
        while let Some(e) = work.pop() {
            if !seen.insert(e) {
                continue;
            }
            let from = match exprs.get(e).kind {
                ExprKind::AddrOf(v) => Carrier::Address(v),
                ExprKind::Var(v) => Carrier::Slot(v),
                ExprKind::Load { .. } | ExprKind::Object { .. } | ExprKind::PtrDiff { .. } => {
                    continue;
                }
                ExprKind::Binary(op, ..) if op.is_comparison() => continue,
                ExprKind::Cond(_, a, b) => {
                    work.extend([a, b]);
                    continue;
                }
                _ => {
                    work.extend(exprs.children(e));
                    continue;
                }
            };
            self.into.entry(to).or_default().push(from);
        }
    }

    /// The carriers from which an address may come to the outside.
    fn carriers_to_outside(&self) -> FxHashSet<Carrier> {
        let mut seen = FxHashSet::from_iter([Carrier::Outside]);
        let mut work = vec![Carrier::Outside];
        while let Some(carrier) = work.pop() {
            for &from in self.into.get(&carrier).into_iter().flatten() {
                if seen.insert(from) {
                    work.push(from);
                }
            }
        }
        seen
    }
}

/// Whether a builtin keeps no address that it is given.
fn forgets_operands(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Free
            | Builtin::StackFree
            | Builtin::ObjectSize
            | Builtin::Write
            | Builtin::Math(_)
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull
            | Builtin::IsKnownVariable
    )
}
