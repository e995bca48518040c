//! The pass over all edges.

use super::leads::{Cell, Leads, Object, Place as Target};
use crate::effect::changes_memory;
use crate::tuning::sweep::{LONGEST_COPY, ROUNDS};
use hatha_cfa::join::Joined;
use hatha_cfa::reach::operands;
use hatha_cfa::{
    Access, Arg, Builtin, Callee, Edge, EdgeId, ExprId, ExprKind, GlobalInit, InitItem, InitValue,
    LocId, Op, Place, Procedure, Program, Scalar, Storage, VarId,
};
use hatha_index::IndexVec;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Where the pointers of a program lead.
#[derive(Clone, Debug, Default)]
pub struct Points {
    cells: BTreeMap<Cell, Leads>,
    /// What stores through unknown pointers may have put anywhere.
    anywhere: Leads,
    /// Objects of which every word may hold anything.
    spoiled: BTreeSet<Object>,
    /// Allocations that happen at most once.
    once: BTreeSet<EdgeId>,
    /// The accesses to known objects: where, and how many bytes.
    accessed: BTreeSet<(Object, u64, u64)>,
    /// Bytes of a pointer.
    bytes: u64,
}

/// A step from a pointer to a value.
enum Step {
    /// So many bytes further.
    Shift(Option<u64>),
    /// What stands there.
    Load(Access),
}

impl Points {
    /// Of a joined program of which only some edges can be taken. With recursive procedures
    /// nothing is known.
    pub fn new(joined: &Joined, taken: &FxHashSet<EdgeId>, havoc: bool) -> Self {
        let (program, proc) = (&joined.program, joined.program.proc(joined.entry));
        let nothing = Points::unknown(program);
        let bytes = nothing.bytes;
        if !joined.components.is_empty() {
            return nothing;
        }
        let mut sweep = Sweep {
            program,
            havoc,
            closed: proc.name == "main" || proc.params.is_empty(),
            changed: true,
            points: Points {
                once: once(proc),
                bytes,
                ..Points::default()
            },
        };
        sweep.start(proc);
        for _ in 0..ROUNDS {
            if !std::mem::take(&mut sweep.changed) {
                proc.edges().for_each(|(_, e)| sweep.note_accesses(&e.op));
                return sweep.points;
            }
            for (id, edge) in proc.edges().filter(|(id, _)| taken.contains(id)) {
                sweep.edge(id, edge);
            }
        }
        nothing
    }

    /// Anywhere, all of them.
    pub fn unknown(program: &Program) -> Self {
        Points {
            anywhere: Leads::wild(),
            bytes: u64::from(program.target.pointer_bits / 8),
            ..Points::default()
        }
    }

    /// Where a cell leads if it leads anywhere: the object, and how far into it.
    pub fn only(&self, cell: Cell) -> Option<(Object, u64)> {
        let (object, offset) = self.leads(cell).only()?;
        let single = match object {
            Object::Variable(_) => true,
            Object::Allocated(edge) => self.once.contains(&edge),
        };
        single.then_some((object, offset))
    }

    /// Where a cell may lead.
    pub fn leads(&self, cell: Cell) -> Leads {
        let mut leads = self.cells.get(&cell).cloned().unwrap_or_default();
        if let Cell::Word(object, _) = cell {
            leads.join(&self.anywhere);
            leads.wild |= self.spoiled.contains(&object);
        }
        leads
    }

    /// All cells that lead to one place, with the place.
    pub fn all(&self) -> Vec<(Cell, Object, u64)> {
        let place = |&cell: &Cell| self.only(cell).map(|(o, offset)| (cell, o, offset));
        self.cells.keys().filter_map(place).collect()
    }

    /// The accesses to known objects: where, and how many bytes.
    pub fn accessed(&self) -> &BTreeSet<(Object, u64, u64)> {
        &self.accessed
    }

    /// Bytes of a pointer.
    pub fn pointer_bytes(&self) -> u64 {
        self.bytes
    }

    /// The cell that an edge gives a value for sure.
    pub fn written(&self, program: &Program, op: &Op) -> Option<Cell> {
        match target(op)? {
            Place::Slot(v) => Some(Cell::Slot(v)),
            Place::Mem { addr, access } => {
                let (object, offset) = self.value(program, addr).only()?;
                let whole = self.is_whole(program, &access) && offset % self.bytes == 0;
                whole.then_some(Cell::Word(object, offset))
            }
            Place::Aggregate { .. } => None,
        }
    }

    /// Whether an edge gives nothing a value but null.
    pub(crate) fn writes_null(&self, program: &Program, op: &Op) -> bool {
        match op {
            Op::Assign { value, .. } => {
                let leads = self.value(program, *value);
                leads.null && !leads.wild && leads.places().next().is_none()
            }
            _ => false,
        }
    }

    /// Whether an edge may change a word of an object.
    pub(crate) fn may_write_words(&self, op: &Op) -> bool {
        match op {
            Op::Copy { .. } | Op::Fill { .. } => true,
            Op::Builtin { builtin, .. } if changes_memory(*builtin) => true,
            Op::Call { .. } => true,
            _ => !matches!(target(op), None | Some(Place::Slot(_))),
        }
    }

    /// Where the value of an expression may lead.
    pub(super) fn value(&self, program: &Program, expr: ExprId) -> Leads {
        let (mut leads, steps) = self.bottom(program, expr);
        for step in steps.into_iter().rev() {
            leads = match step {
                Step::Shift(bytes) => leads.shifted(bytes),
                Step::Load(access) => self.loaded(program, &leads, &access),
            };
        }
        leads
    }

    /// The innermost pointer of an expression, and the steps from it, the last one first.
    fn bottom(&self, program: &Program, expr: ExprId) -> (Leads, Vec<Step>) {
        let mut steps = Vec::new();
        let mut at = expr;
        loop {
            let leads = match program.exprs.get(at).kind {
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    let offset = program.types.record(record).fields[field as usize].offset;
                    steps.push(Step::Shift(Some(offset)));
                    at = base;
                    continue;
                }
                ExprKind::Index { base, index, scale } => {
                    let index = match program.exprs.get(index).kind {
                        ExprKind::Int(n) => u64::try_from(n).ok(),
                        _ => None,
                    };
                    steps.push(Step::Shift(index.and_then(|n| n.checked_mul(scale))));
                    at = base;
                    continue;
                }
                ExprKind::Load { addr, access } => {
                    steps.push(Step::Load(access));
                    at = addr;
                    continue;
                }
                ExprKind::Cast(inner)
                    if self.is_wide(program, at) && self.is_wide(program, inner) =>
                {
                    at = inner;
                    continue;
                }
                ExprKind::Var(v) => self.leads(Cell::Slot(v)),
                ExprKind::AddrOf(v) => Leads::to(Object::Variable(v)),
                ExprKind::Int(0) => Leads::null(),
                _ => Leads::wild(),
            };
            return (leads, steps);
        }
    }

    /// Whether an expression has as many bits as a pointer.
    fn is_wide(&self, program: &Program, expr: ExprId) -> bool {
        match program.scalar(program.exprs.get(expr).ty) {
            Some(Scalar::Pointer) => true,
            Some(Scalar::Int { bits, .. }) => u64::from(bits) == 8 * self.bytes,
            _ => false,
        }
    }

    /// Whether an access is one to a whole word.
    fn is_whole(&self, program: &Program, access: &Access) -> bool {
        let aligned = u64::from(access.align) >= self.bytes;
        access.bits.is_none() && aligned && program.size_of(access.ty) == Some(self.bytes)
    }

    fn loaded(&self, program: &Program, at: &Leads, access: &Access) -> Leads {
        if at.wild || access.volatile || !self.is_whole(program, access) {
            return Leads::wild();
        }
        let mut leads = Leads::default();
        for place in at.places() {
            match place.offset {
                Some(offset) if offset % self.bytes == 0 => {
                    leads.join(&self.leads(Cell::Word(place.object, offset)));
                }
                _ => leads.wild = true,
            }
        }
        leads
    }
}

/// The place that an edge gives a value.
fn target(op: &Op) -> Option<Place> {
    match *op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => result,
        _ => None,
    }
}

/// The pass under way.
struct Sweep<'a> {
    program: &'a Program,
    /// Whether unknown functions may change memory.
    havoc: bool,
    /// Whether nobody gives the program the address of a function: then calls through pointers are
    /// taken to lead to its own. The checker has the last word.
    closed: bool,
    points: Points,
    changed: bool,
}

impl Sweep<'_> {
    /// What globals hold at the start, and the entry's parameters.
    fn start(&mut self, proc: &Procedure) {
        for &v in &proc.params {
            self.put(Cell::Slot(v), &Leads::wild());
            self.spoil(Object::Variable(v));
        }
        let program = self.program;
        for (v, init) in &program.globals {
            let is_slot = program.var(*v).storage == Storage::Slot;
            match init {
                GlobalInit::Unknown if is_slot => self.put(Cell::Slot(*v), &Leads::wild()),
                GlobalInit::Unknown => self.spoil(Object::Variable(*v)),
                GlobalInit::Defined(items) if is_slot => self.start_slot(*v, items),
                GlobalInit::Defined(items) => self.start_object(*v, items),
            }
        }
    }

    fn start_slot(&mut self, v: VarId, items: &[InitItem]) {
        let leads = match items.last().map(|i| &i.value) {
            None => Leads::null(),
            Some(InitValue::Scalar(_, e)) => self.points.value(self.program, *e),
            Some(InitValue::Bytes(_)) => Leads::wild(),
        };
        self.put(Cell::Slot(v), &leads);
    }

    fn start_object(&mut self, v: VarId, items: &[InitItem]) {
        let object = Object::Variable(v);
        let size = self.program.size_of(self.program.var(v).ty).unwrap_or(0);
        let bytes = self.points.bytes;
        for n in 0..(size / bytes).min(LONGEST_COPY) {
            self.put(Cell::Word(object, n * bytes), &Leads::null());
        }
        for item in items {
            let at = Target {
                object,
                offset: Some(item.offset),
            };
            match &item.value {
                InitValue::Bytes(all) => self.spoil_bytes(at, all.len() as u64),
                InitValue::Scalar(access, e) => {
                    let value = self.points.value(self.program, *e);
                    self.store_at(at, access, &value);
                }
            }
        }
    }

    fn put(&mut self, cell: Cell, leads: &Leads) {
        self.changed |= self.points.cells.entry(cell).or_default().join(leads);
    }

    fn spoil(&mut self, object: Object) {
        self.changed |= self.points.spoiled.insert(object);
    }

    fn spoil_all(&mut self) {
        self.changed |= self.points.anywhere.join(&Leads::wild());
    }

    fn spoil_bytes(&mut self, at: Target, count: u64) {
        let Some(offset) = at.offset.filter(|_| count <= LONGEST_COPY) else {
            self.spoil(at.object);
            return;
        };
        let bytes = self.points.bytes;
        let end = offset.saturating_add(count).div_ceil(bytes);
        for n in offset / bytes..end {
            self.put(Cell::Word(at.object, n * bytes), &Leads::wild());
        }
    }

    fn edge(&mut self, id: EdgeId, edge: &Edge) {
        match &edge.op {
            Op::Assign { place, value } => {
                let value = self.points.value(self.program, *value);
                self.store(*place, &value);
            }
            Op::Havoc { place, .. } => self.store(*place, &Leads::wild()),
            Op::Copy { dst, src, len } => self.copy(*dst, *src, *len),
            Op::Fill { dst, byte, len } => self.fill(*dst, *byte, *len),
            Op::Builtin {
                builtin, result, ..
            } => self.builtin(id, *builtin, *result),
            Op::Call {
                callee,
                args,
                result,
            } => {
                let is_taken = !(self.closed && matches!(callee, Callee::Elsewhere(_)));
                let is_copy = args.iter().any(|a| matches!(a, Arg::Aggregate { .. }));
                if is_taken && (self.havoc || is_copy) {
                    self.spoil_all();
                    self.spoil_globals();
                }
                result.iter().for_each(|p| self.store(*p, &Leads::wild()));
            }
            _ => {}
        }
    }

    /// An unknown function may change the variables that other files can name.
    fn spoil_globals(&mut self) {
        for (v, _) in &self.program.globals {
            let var = self.program.var(*v);
            if var.storage == Storage::Slot && var.is_assigned_outside() {
                self.put(Cell::Slot(*v), &Leads::wild());
            }
        }
    }

    fn builtin(&mut self, id: EdgeId, builtin: Builtin, result: Option<Place>) {
        let value = match builtin {
            Builtin::Alloc | Builtin::StackAlloc => Leads::to(Object::Allocated(id)),
            _ => Leads::wild(),
        };
        if changes_memory(builtin) {
            self.spoil_all();
        }
        result.iter().for_each(|p| self.store(*p, &value));
    }

    fn store(&mut self, place: Place, value: &Leads) {
        match place {
            Place::Slot(v) => self.put(Cell::Slot(v), value),
            Place::Mem { addr, access } => {
                let at = self.points.value(self.program, addr);
                if at.wild {
                    let whole = self.points.is_whole(self.program, &access);
                    let value = if whole { value.clone() } else { Leads::wild() };
                    self.changed |= self.points.anywhere.join(&value);
                }
                for target in at.places() {
                    self.store_at(target, &access, value);
                }
            }
            Place::Aggregate { .. } => self.spoil_all(),
        }
    }

    fn store_at(&mut self, at: Target, access: &Access, value: &Leads) {
        let whole = self.points.is_whole(self.program, access);
        match at.offset.filter(|o| whole && o % self.points.bytes == 0) {
            Some(offset) => self.put(Cell::Word(at.object, offset), value),
            None => {
                let size = self.program.size_of(access.ty).unwrap_or(LONGEST_COPY + 1);
                self.spoil_bytes(at, size);
            }
        }
    }

    fn constant(&self, expr: ExprId) -> Option<u64> {
        match self.program.exprs.get(expr).kind {
            ExprKind::Int(n) => u64::try_from(n).ok().filter(|n| *n <= LONGEST_COPY),
            _ => None,
        }
    }

    fn copy(&mut self, dst: ExprId, src: ExprId, len: ExprId) {
        let to = self.points.value(self.program, dst);
        let from = self.points.value(self.program, src);
        if to.wild {
            self.spoil_all();
        }
        let len = self.constant(len);
        let source = from.only();
        for target in to.places() {
            let bytes = self.points.bytes;
            match (len, source, target.offset) {
                (Some(len), Some((object, start)), Some(offset))
                    if start % bytes == 0 && offset % bytes == 0 =>
                {
                    self.copy_words((target.object, offset), (object, start), len);
                }
                (Some(len), ..) => self.spoil_bytes(target, len),
                _ => self.spoil(target.object),
            }
        }
    }

    fn copy_words(&mut self, to: (Object, u64), from: (Object, u64), len: u64) {
        let bytes = self.points.bytes;
        for n in 0..len / bytes {
            let value = self.points.leads(Cell::Word(from.0, from.1 + n * bytes));
            self.put(Cell::Word(to.0, to.1 + n * bytes), &value);
        }
        if !len.is_multiple_of(bytes) {
            let cell = Cell::Word(to.0, to.1 + len / bytes * bytes);
            self.put(cell, &Leads::wild());
        }
    }

    fn fill(&mut self, dst: ExprId, byte: ExprId, len: ExprId) {
        let to = self.points.value(self.program, dst);
        let zero = self.constant(byte) == Some(0);
        if to.wild {
            let value = if zero { Leads::null() } else { Leads::wild() };
            self.changed |= self.points.anywhere.join(&value);
        }
        let len = self.constant(len);
        for target in to.places() {
            match (len, target.offset) {
                (Some(len), Some(offset)) if zero && (offset | len) % self.points.bytes == 0 => {
                    for n in 0..len / self.points.bytes {
                        let cell = Cell::Word(target.object, offset + n * self.points.bytes);
                        self.put(cell, &Leads::null());
                    }
                }
                (Some(len), _) => self.spoil_bytes(target, len),
                _ => self.spoil(target.object),
            }
        }
    }

    /// Notes what an edge accesses, and through what.
    fn note_accesses(&mut self, op: &Op) {
        let mut work = operands(op);
        if let Some(Place::Mem { addr, access }) = target(op) {
            self.note(addr, &access);
        }
        while let Some(e) = work.pop() {
            if let ExprKind::Load { addr, access } = self.program.exprs.get(e).kind {
                self.note(addr, &access);
            }
            work.extend(self.program.exprs.children(e));
        }
    }

    fn note(&mut self, addr: ExprId, access: &Access) {
        let Some((object, offset)) = self.points.value(self.program, addr).only() else {
            return;
        };
        if let Some(size) = self.program.size_of(access.ty) {
            self.points.accessed.insert((object, offset, size));
        }
    }
}

/// The allocations on no cycle: nothing happens there twice.
pub(crate) fn once(proc: &Procedure) -> BTreeSet<EdgeId> {
    let is_new = |op: &Op| {
        let new = [Builtin::Alloc, Builtin::StackAlloc];
        matches!(op, Op::Builtin { builtin, .. } if new.contains(builtin))
    };
    let new = proc.edges().filter(|(_, e)| is_new(&e.op));
    let once = new.filter(|(_, e)| !reaches(proc, e.to, e.from));
    once.map(|(id, _)| id).collect()
}

fn reaches(proc: &Procedure, from: LocId, to: LocId) -> bool {
    let mut seen: IndexVec<LocId, bool> = vec![false; proc.locations.len()].into();
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if at == to {
            return true;
        }
        if !std::mem::replace(&mut seen[at], true) {
            work.extend(proc.out_edges(at).iter().map(|&e| proc.edge(e).to));
        }
    }
    false
}
