//! Which static variables and functions somebody outside may have a pointer to.
//!
//! **Invariant.** Over-approximate: one whose address is not among the escaped ones is unknown to
//! every other file, whatever was called before. Used to choose tests alone: a proof lets a
//! pointer from outside be any value. Tests: `tests/cases/check/outside/static_*.c`.
//!
//! An address travels through slots, parameters, results and the contents of static variables. It
//! escapes when it is stored elsewhere in memory, given to a procedure that nothing is known of,
//! or returned to other files; and with a variable escapes what it holds.

use crate::expr::{ExprId, ExprKind};
use crate::program::{
    Arg, Builtin, Callee, GlobalInit, InitItem, InitValue, Linkage, Op, Place, ProcId, Program,
    ReturnValue, Storage, VarId, VarScope,
};
use std::collections::{BTreeMap, BTreeSet};

/// A static variable or function, whose address this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// A variable.
    Variable(VarId),
    /// A function.
    Function(ProcId),
}

/// The static variables and functions whose address may be known outside.
pub fn escaped_statics(program: &Program) -> BTreeSet<Address> {
    let mut flow = Flow::new(program);
    flow.initial_values();
    loop {
        flow.changed = false;
        for p in program.procs.keys() {
            flow.procedure(p);
        }
        flow.contents_escape(flow.escaped.clone());
        if !flow.changed {
            return flow.escaped;
        }
    }
}

/// Where an address may travel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Carrier {
    Slot(VarId),
    Contents(VarId),
    Result(ProcId),
}

/// Where addresses have been seen so far.
struct Flow<'p> {
    program: &'p Program,
    carried: BTreeMap<Carrier, BTreeSet<Address>>,
    escaped: BTreeSet<Address>,
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
            Op::Copy { src, .. } => self.copied(*src),
            Op::Return(ReturnValue::Aggregate(src)) => self.copied(*src),
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
            let value = match arg {
                Arg::Scalar(value) => value,
                Arg::Aggregate { addr, .. } => {
                    self.copied(*addr);
                    continue;
                }
            };
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

    fn place(&mut self, place: &Place, addresses: BTreeSet<Address>) {
        match *place {
            Place::Slot(v) => self.variable(v, addresses),
            Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => match self.base(addr) {
                Some(v) => self.carry(Carrier::Contents(v), addresses),
                None => self.escape(addresses),
            },
        }
    }

    /// The static variable that an address expression names.
    fn base(&self, mut addr: ExprId) -> Option<VarId> {
        loop {
            addr = match self.program.exprs.get(addr).kind {
                ExprKind::AddrOf(v) => return self.is_static(v).then_some(v),
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => base,
                _ => return None,
            }
        }
    }

    fn is_static(&self, v: VarId) -> bool {
        let var = self.program.var(v);
        var.scope == VarScope::Global && var.linkage == Linkage::Internal
    }

    /// What lies at an address is copied, who knows where to.
    fn copied(&mut self, addr: ExprId) {
        let from = self.addresses(addr);
        self.contents_escape(from);
    }

    fn contents_escape(&mut self, of: BTreeSet<Address>) {
        for address in of {
            if let Address::Variable(v) = address
                && let Some(contents) = self.carried.get(&Carrier::Contents(v)).cloned()
            {
                self.escape(contents);
            }
        }
    }

    fn variable(&mut self, v: VarId, addresses: BTreeSet<Address>) {
        let var = self.program.var(v);
        match var.storage {
            Storage::Slot if !var.is_named_outside() => self.carry(Carrier::Slot(v), addresses),
            Storage::Memory if self.is_static(v) => self.carry(Carrier::Contents(v), addresses),
            _ => self.escape(addresses),
        }
    }

    fn carry(&mut self, carrier: Carrier, addresses: BTreeSet<Address>) {
        if addresses.is_empty() {
            return;
        }
        let all = self.carried.entry(carrier).or_default();
        for a in addresses {
            self.changed |= all.insert(a);
        }
    }

    fn escape(&mut self, addresses: BTreeSet<Address>) {
        for a in addresses {
            self.changed |= self.escaped.insert(a);
        }
    }

    /// The static ones whose address, or an address inside of them, a value may be.
    fn addresses(&self, value: ExprId) -> BTreeSet<Address> {
        let mut found = BTreeSet::new();
        let (mut work, mut seen) = (vec![value], BTreeSet::new());
        while let Some(e) = work.pop() {
            // Expressions share their parts.
            if !seen.insert(e) {
                continue;
            }
            match self.program.exprs.get(e).kind {
                ExprKind::AddrOf(v) => {
                    if self.is_static(v) {
                        found.insert(Address::Variable(v));
                    }
                }
                ExprKind::Proc(p) if !self.program.proc(p).external => {
                    found.insert(Address::Function(p));
                }
                ExprKind::Var(v) => {
                    found.extend(self.carried.get(&Carrier::Slot(v)).into_iter().flatten());
                }
                // What is elsewhere in memory has escaped when it was stored.
                ExprKind::Load { addr, .. } => {
                    for from in self.addresses(addr) {
                        if let Address::Variable(v) = from {
                            let contents = self.carried.get(&Carrier::Contents(v));
                            found.extend(contents.into_iter().flatten());
                        }
                    }
                }
                ExprKind::PtrDiff { .. } | ExprKind::Object { .. } => {}
                ExprKind::Binary(op, ..) if op.is_comparison() => {}
                ExprKind::Cond(_, a, b) => work.extend([a, b]),
                _ => work.extend(self.program.exprs.children(e)),
            }
        }
        found
    }
}
