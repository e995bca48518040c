//! Which static variables somebody outside may have a pointer to.
//!
//! **Invariant.** Over-approximate: a static whose address is not among the escaped ones is
//! unknown to every other file, whatever was called before. Used to choose tests alone: a proof
//! lets a pointer from outside be any value. Tests:
//! `crates/hatha/tests/outside.rs`.
//!
//! An address travels through slots, parameters and results. It escapes when it is stored to
//! memory, given to a procedure that nothing is known of, or returned to other files.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Arg, Builtin, Callee, GlobalInit, InitItem, InitValue, Linkage, Op, Place, ProcId, Program,
    ReturnValue, Storage, VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// The static variables whose address may be known outside.
pub fn escaped_statics(program: &Program) -> BTreeSet<VarId> {
    let mut flow = Flow::new(program);
    flow.initial_values();
    loop {
        flow.changed = false;
        for p in 0..program.procs.len() {
            flow.procedure(ProcId(p as u32));
        }
        if !flow.changed {
            return flow.escaped;
        }
    }
}

/// Where an address may travel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Carrier {
    Slot(VarId),
    Result(ProcId),
}

/// Where addresses have been seen so far.
struct Flow<'p> {
    program: &'p Program,
    carried: BTreeMap<Carrier, BTreeSet<VarId>>,
    escaped: BTreeSet<VarId>,
    changed: bool,
}

impl<'p> Flow<'p> {
    fn new(program: &'p Program) -> Self {
        Flow {
            program,
            carried: BTreeMap::new(),
            escaped: BTreeSet::new(),
            changed: false,
        }
    }

    fn initial_values(&mut self) {
        let program = self.program;
        for (v, init) in &program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            for InitItem { value, .. } in items {
                if let InitValue::Scalar(_, e) = value {
                    let addresses = self.addresses(*e);
                    self.variable(*v, addresses);
                }
            }
        }
    }

    fn procedure(&mut self, p: ProcId) {
        let program = self.program;
        for edge in &program.proc(p).edges {
            self.operation(p, &edge.op);
        }
    }

    fn operation(&mut self, p: ProcId, op: &Op) {
        match op {
            Op::Assign { place, value } => {
                let addresses = self.addresses(*value);
                self.place(place, addresses);
            }
            Op::Call {
                callee,
                args,
                result,
            } => self.call(*callee, args, result.as_ref()),
            Op::Return(ReturnValue::Scalar(value)) => {
                let addresses = self.addresses(*value);
                let proc = self.program.proc(p);
                match proc.external && !proc.model {
                    true => self.escape(addresses),
                    false => self.carry(Carrier::Result(p), addresses),
                }
            }
            // What is put into the environment stays there.
            Op::Builtin {
                builtin: Builtin::SetVariable,
                args,
                ..
            } => {
                for &arg in args {
                    let addresses = self.addresses(arg);
                    self.escape(addresses);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, callee: Callee, args: &[Arg], result: Option<&Place>) {
        let known = match callee {
            Callee::Direct(p) if self.program.proc(p).defined => Some(p),
            _ => None,
        };
        for (n, arg) in args.iter().enumerate() {
            // A structure is copied: its address goes nowhere.
            let Arg::Scalar(value) = arg else { continue };
            let addresses = self.addresses(*value);
            let param = known.and_then(|p| self.program.proc(p).params.get(n));
            match param {
                Some(&param) => self.variable(param, addresses),
                None => self.escape(addresses),
            }
        }
        let (Some(p), Some(place)) = (known, result) else {
            return;
        };
        let addresses = self.carried.get(&Carrier::Result(p)).cloned();
        self.place(place, addresses.unwrap_or_default());
    }

    fn place(&mut self, place: &Place, addresses: BTreeSet<VarId>) {
        match *place {
            Place::Slot(v) => self.variable(v, addresses),
            Place::Mem { .. } | Place::Aggregate { .. } => self.escape(addresses),
        }
    }

    fn variable(&mut self, v: VarId, addresses: BTreeSet<VarId>) {
        let var = self.program.var(v);
        match var.storage == Storage::Slot && !var.is_named_outside() {
            true => self.carry(Carrier::Slot(v), addresses),
            false => self.escape(addresses),
        }
    }

    fn carry(&mut self, carrier: Carrier, addresses: BTreeSet<VarId>) {
        if addresses.is_empty() {
            return;
        }
        let all = self.carried.entry(carrier).or_default();
        for v in addresses {
            self.changed |= all.insert(v);
        }
    }

    fn escape(&mut self, addresses: BTreeSet<VarId>) {
        for v in addresses {
            self.changed |= self.escaped.insert(v);
        }
    }

    /// The statics whose address, or an address inside of them, a value may be.
    fn addresses(&self, value: ExprId) -> BTreeSet<VarId> {
        let mut found = BTreeSet::new();
        let (mut work, mut seen) = (vec![value], BTreeSet::new());
        while let Some(e) = work.pop() {
            // Expressions share their parts.
            if !seen.insert(e) {
                continue;
            }
            match self.program.exprs.get(e).kind {
                ExprKind::AddrOf(v) => {
                    let var = self.program.var(v);
                    if var.scope == VarScope::Global && var.linkage == Linkage::Internal {
                        found.insert(v);
                    }
                }
                ExprKind::Var(v) => {
                    found.extend(self.carried.get(&Carrier::Slot(v)).into_iter().flatten());
                }
                // What is in memory has escaped when it was stored.
                ExprKind::Load { .. } | ExprKind::PtrDiff { .. } => {}
                ExprKind::Binary(op, ..) if op.is_comparison() => {}
                ExprKind::Cond(_, a, b) => work.extend([a, b]),
                _ => work.extend(self.program.exprs.children(e)),
            }
        }
        found
    }
}
