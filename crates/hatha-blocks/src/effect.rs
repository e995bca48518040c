//! What edges do to the slot variables, as terms.
//!
//! **Soundness.** The composed effect allows at least what the machine does: a
//! value that has no term (a transcendental function, memory that nothing is known about,
//! an unknown function's effect on globals) is an *open* variable, which may be
//! anything.

mod call;
mod forward;
mod label;
mod object;
mod written;

pub use label::{Continuation, continuation};

use crate::hidden::hidden_variables;
use crate::memory::{Plane, Resolver, Update};
use crate::pointee::Pointee;
use crate::points::{Names, once};
use hatha_cfa::join::Joined;
use hatha_cfa::live::drawn_declarations;
use hatha_cfa::{
    Access, Arg, BitRange, Builtin, ByteOrder, Callee, EdgeId, ExprId, ExprKind, GlobalInit,
    InitItem, InitValue, MathFn, ObjectWord, Op, Place, ProcId, Program, Scalar, Storage, VarId,
};
use hatha_defect::{Defect, is_on};
use hatha_exec::config::Config;
use hatha_exec::symbolic::{self, Environment};
use hatha_exec::word::Kind;
use hatha_proof::vocabulary;
use hatha_term::{Op as TermOp, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The term that stands for a slot variable in predicates, if its kind has terms.
pub fn state_variable(program: &Program, pool: &mut TermPool, var: VarId) -> Option<TermId> {
    let kind = slot_kind(program, var)?;
    Some(pool.var(vocabulary::slot_symbol(var), symbolic::sort(kind)?))
}

/// The kind of a slot variable.
pub fn slot_kind(program: &Program, var: VarId) -> Option<Kind> {
    let v = program.var(var);
    if v.storage != Storage::Slot {
        return None;
    }
    program.scalar(v.ty).map(|s| Kind::of(s, &program.target))
}

/// The alignment of a block of the heap that proofs may rely on.
const BLOCK_ALIGN: u32 = 8;

/// What a slot holds in the middle of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    /// A term over the state before the block.
    Term(TermId),
    /// Nothing: it is written before it is read.
    Nothing,
}

/// The state in the middle of a block, over the state before it.
#[derive(Clone, Debug, Default)]
pub struct Values {
    slots: FxHashMap<VarId, Held>,
    /// What slots of pointer type lead to; `None` if that is not known.
    ghosts: FxHashMap<VarId, Option<Pointee>>,
    /// The addresses of memory locals that began to live.
    addresses: FxHashMap<VarId, TermId>,
    /// What happened to memory.
    pub memory: Vec<Update>,
    /// What must hold.
    pub guards: Vec<TermId>,
    /// What was taken from the environment, in order.
    pub choices: Vec<TermId>,
    /// Variables that stand for arbitrary values.
    pub free: Vec<TermId>,
    /// Whether some value has no term.
    pub open: bool,
}

impl Values {
    fn choice(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let choice = pool.fresh_var("any", sort);
        self.free.push(choice);
        self.choices.push(choice);
        choice
    }

    fn unknown(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let open = pool.fresh_var("open", sort);
        self.free.push(open);
        self.open = true;
        open
    }

    /// A variable for something arbitrary that is no value of the program.
    fn free_variable(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let any = pool.fresh_var("ghost", sort);
        self.free.push(any);
        any
    }

    fn opened(&mut self, variables: Vec<TermId>) {
        self.open |= !variables.is_empty();
        self.free.extend(variables);
    }

    fn require(&mut self, pool: &TermPool, term: TermId) {
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            if pool.op(t) == TermOp::And {
                work.extend(pool.args(t).iter().rev());
            } else if t != pool.tru() && !self.guards.contains(&t) {
                self.guards.push(t);
            }
        }
    }
}

/// Values as an environment of expressions.
struct Reading<'a> {
    program: &'a Program,
    resolver: &'a mut Resolver,
    values: &'a mut Values,
    /// Whether volatile objects change by themselves.
    volatile_any: bool,
    /// Where procedures lie in every test.
    functions: &'a [u64],
    /// The ids of globals whose bytes always have values, as ranges.
    written_globals: &'a [RangeInclusive<u128>],
}

impl Environment for Reading<'_> {
    fn slot(&mut self, pool: &mut TermPool, v: VarId) -> Option<TermId> {
        let variable = state_variable(self.program, pool, v)?;
        match self.values.slots.get(&v) {
            Some(Held::Term(t)) => Some(*t),
            Some(Held::Nothing) => {
                let sort = pool.sort(variable);
                let choice = self.values.choice(pool, sort);
                self.values.slots.insert(v, Held::Term(choice));
                Some(choice)
            }
            None => Some(variable),
        }
    }

    fn address(&mut self, pool: &mut TermPool, v: VarId) -> Option<TermId> {
        if let Some(&begun) = self.values.addresses.get(&v) {
            return Some(begun);
        }
        let address = vocabulary::address(pool, self.program.target.pointer_bits, v);
        self.resolver.add_object(address);
        let align = self.program.var(v).align;
        self.resolver.set_align(address, align);
        self.require_aligned(pool, address, align);
        Some(address)
    }

    fn function(&mut self, pool: &mut TermPool, proc: ProcId) -> Option<TermId> {
        let at = *self.functions.get(proc.index())?;
        let bits = self.program.target.pointer_bits;
        Some(pool.bv_const(bits, u128::from(at)))
    }

    fn load(&mut self, pool: &mut TermPool, at: TermId, access: &Access) -> Option<TermId> {
        if access.volatile && self.volatile_any {
            return None;
        }
        let piece = piece(self.program, access)?;
        let whole = self.bytes(pool, at, piece, Plane::Value);
        Some(match access.bits {
            Some(range) => field(self.program, pool, whole, range, access)?,
            None => whole,
        })
    }

    fn object(
        &mut self,
        pool: &mut TermPool,
        word: ObjectWord,
        of: ExprId,
        done: &FxHashMap<ExprId, Option<TermId>>,
    ) -> Option<TermId> {
        let value = |e: ExprId| done.get(&e).copied().flatten();
        match word {
            ObjectWord::Written(access) => self.is_written(pool, of, &value, &access),
            ObjectWord::Remainder(align) => Some(self.remainder(pool, value(of)?, align)),
            _ => self.word(pool, word, of, &value),
        }
    }

    fn opaque(&mut self, pool: &mut TermPool, kind: Kind) -> Option<TermId> {
        let sort = symbolic::sort(kind)?;
        Some(self.values.unknown(pool, sort))
    }
}

/// How many reads of how many bytes make up an access.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    count: u32,
    bytes: u32,
}

/// The pieces of an access that are multiples of their size; `None` if it has no terms.
fn piece(program: &Program, access: &Access) -> Option<Pieces> {
    let kind = Kind::of(program.scalar(access.ty)?, &program.target);
    let size = match (access.bits, kind) {
        (Some(range), _) => range.bytes(),
        // The bytes behind the value are padding, which no access of this type touches.
        (None, Kind::F80) => u64::from(kind.bytes()),
        (None, _) => program.size_of(access.ty)?,
    };
    let fits = access.bits.is_some() || u64::from(kind.bits()) == 8 * size;
    let known = symbolic::sort(kind).is_some() && fits && size > 0 && size <= 16;
    if !known || program.target.byte_order != ByteOrder::Little {
        return None;
    }
    let align = u64::from(access.align.max(1));
    let bytes = (1 << size.trailing_zeros().min(3)).min(1 << align.trailing_zeros());
    Some(Pieces {
        count: (size / bytes) as u32,
        bytes: bytes as u32,
    })
}

/// Whether an access is that of a pointer in one piece.
fn is_whole_pointer(program: &Program, access: &Access) -> bool {
    let is_pointer = program.scalar(access.ty) == Some(Scalar::Pointer);
    let pieces = piece(program, access);
    access.bits.is_none() && is_pointer && pieces.is_some_and(|p| p.count == 1)
}

/// A bit-field cut out of its bytes.
fn field(
    program: &Program,
    pool: &mut TermPool,
    bytes: TermId,
    range: BitRange,
    access: &Access,
) -> Option<TermId> {
    let kind = Kind::of(program.scalar(access.ty)?, &program.target);
    let (low, bits) = (u32::from(range.offset), u32::from(range.width));
    let field = pool.extract(low + bits - 1, low, bytes);
    Some(pool.resize(u32::from(kind.bits()), kind.is_signed(), field))
}

impl Reading<'_> {
    /// The bytes of an access as one number, or which of their bits have been written.
    fn bytes(&mut self, pool: &mut TermPool, at: TermId, pieces: Pieces, plane: Plane) -> TermId {
        let mut whole = None;
        for i in 0..pieces.count {
            let at = offset(pool, at, i * pieces.bytes);
            let mut opened = Vec::new();
            let updates = &self.values.memory;
            let read = (at, pieces.bytes);
            let part = match plane {
                Plane::Value => self.resolver.read(pool, updates, read, &mut opened),
                Plane::Written => self.resolver.written(pool, updates, read, &mut opened),
            };
            self.values.opened(opened);
            whole = Some(whole.map_or(part, |whole| pool.concat(part, whole)));
        }
        whole.unwrap_or_else(|| pool.bv_const(8, 0))
    }

    /// Writes a value to memory; an unknown one if there is no term.
    fn store(
        &mut self,
        pool: &mut TermPool,
        at: TermId,
        access: &Access,
        (value, pointee): (Option<TermId>, Option<Pointee>),
    ) {
        let Some(pieces) = piece(self.program, access) else {
            self.forget(at, access, pool);
            return;
        };
        let sort = Sort::Bv(8 * pieces.count * pieces.bytes);
        let written = access.bits.filter(|_| self.program.asks_written);
        let written = written.map(|range| self.written_field(pool, at, pieces, range));
        let value = match (value, access.bits) {
            (Some(value), None) => value,
            (Some(value), Some(range)) => {
                let old = self.bytes(pool, at, pieces, Plane::Value);
                blend(pool, old, range, value)
            }
            (None, _) => self.values.unknown(pool, sort),
        };
        for i in 0..pieces.count {
            let low = 8 * pieces.bytes * i;
            let high = low + 8 * pieces.bytes - 1;
            let part = pool.extract(high, low, value);
            self.values.memory.push(Update::Write {
                at: offset(pool, at, i * pieces.bytes),
                bytes: pieces.bytes,
                value: part,
                written: written.map(|w| pool.extract(high, low, w)),
                pointee: pointee.filter(|_| is_whole_pointer(self.program, access)),
            });
        }
    }

    /// The bytes of an access without terms become unknown.
    fn forget(&mut self, at: TermId, access: &Access, pool: &mut TermPool) {
        let size = self.program.size_of(access.ty).unwrap_or(0);
        self.values.open = true;
        if size == 0 || size > 16 || self.program.target.byte_order != ByteOrder::Little {
            self.values.memory.push(Update::Forget);
            return;
        }
        for i in 0..size as u32 {
            let value = self.values.unknown(pool, Sort::Bv(8));
            self.values.memory.push(Update::Write {
                at: offset(pool, at, i),
                bytes: 1,
                value,
                pointee: None,
                written: None,
            });
        }
    }
}

/// The bytes around a bit-field after a write to it.
fn blend(pool: &mut TermPool, old: TermId, range: BitRange, value: TermId) -> TermId {
    let (low, bits) = (u32::from(range.offset), u32::from(range.width));
    let mut new = pool.resize(bits, false, value);
    if low > 0 {
        let right = pool.extract(low - 1, 0, old);
        new = pool.concat(new, right);
    }
    let width = pool.width(old);
    if low + bits < width {
        let left = pool.extract(width - 1, low + bits, old);
        new = pool.concat(left, new);
    }
    new
}

/// An address some bytes further.
fn offset(pool: &mut TermPool, at: TermId, bytes: u32) -> TermId {
    let width = pool.width(at);
    let bytes = pool.bv_const(width, u128::from(bytes));
    pool.bv_add(at, bytes)
}

/// Builds effects.
pub struct Effects<'a> {
    program: &'a Program,
    joined: &'a Joined,
    entry: ProcId,
    /// The declarations that draw a value.
    drawn: FxHashSet<EdgeId>,
    /// Whether an unknown function may change the globals that other units see.
    havoc_globals: bool,
    /// Whether volatile objects change by themselves.
    volatile_any: bool,
    /// Whether nothing can be accessed through null: there is no device memory.
    null_is_fault: bool,
    /// Whether executions that divide by zero, or the least value by minus one, are left out.
    strict: bool,
    /// Where procedures lie in every test.
    functions: Vec<u64>,
    /// Whose objects somebody asks for.
    asked: object::Asked,
    /// The allocations whose objects have ids of their own, if somebody asks.
    named: BTreeSet<EdgeId>,
    /// The allocations that happen at most once.
    once: BTreeSet<EdgeId>,
    /// The variables in memory that code without a body cannot see.
    hidden: Vec<VarId>,
    /// The ids of globals whose bytes always have values, as ranges.
    written_globals: Vec<RangeInclusive<u128>>,
    resolver: RefCell<Resolver>,
}

impl<'a> Effects<'a> {
    /// For the entry of a flat program; `havoc_globals` as in `--externals havoc`, `functions`
    /// where procedures lie, by their ids.
    pub fn new(
        joined: &'a Joined,
        havoc_globals: bool,
        config: &Config,
        functions: Vec<u64>,
    ) -> Self {
        let (program, entry) = (&joined.program, joined.entry);
        let asked = object::asked(program, entry);
        let once = match joined.components.is_empty() {
            true => once(program.proc(entry)),
            false => BTreeSet::new(),
        };
        let named = match asked.any() {
            true => once.clone(),
            false => BTreeSet::new(),
        };
        Effects {
            named,
            once,
            hidden: hidden_variables(joined),
            written_globals: written::globals(program),
            program,
            joined,
            entry,
            drawn: drawn_declarations(program, program.proc(entry)),
            havoc_globals,
            volatile_any: config.volatile_any,
            null_is_fault: config.regions.is_empty(),
            strict: false,
            functions,
            asked,
            resolver: RefCell::new(Resolver::new(program.target.pointer_bits)),
        }
    }

    /// Gives objects names, before any edge is taken.
    pub fn name_objects(&self, names: Names) {
        self.resolver.borrow_mut().name(names);
    }

    /// What the memory globals hold when the entry is reached, by their addresses.
    pub fn initial_memory(&self, pool: &mut TermPool) -> FxHashMap<TermId, Vec<Update>> {
        let mut all = FxHashMap::default();
        for (var, init) in &self.program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            let size = self.program.size_of(self.program.var(*var).ty);
            let (Some(size), Storage::Memory) = (size, self.program.var(*var).storage) else {
                continue;
            };
            let bits = self.program.target.pointer_bits;
            let address = vocabulary::address(pool, bits, *var);
            let mut resolver = self.resolver.borrow_mut();
            resolver.add_object(address);
            resolver.set_align(address, self.program.var(*var).align);
            drop(resolver);
            let mut values = Values::default();
            let (len, byte) = (pool.bv_const(bits, u128::from(size)), pool.bv_const(8, 0));
            values.memory.push(Update::Fill {
                at: address,
                len,
                byte,
            });
            for item in items {
                self.initial_item(pool, address, item, &mut values);
            }
            all.insert(address, values.memory);
        }
        all
    }

    fn initial_item(
        &self,
        pool: &mut TermPool,
        base: TermId,
        item: &InitItem,
        values: &mut Values,
    ) {
        let at = offset(pool, base, item.offset as u32);
        match &item.value {
            InitValue::Bytes(bytes) => {
                for (i, &byte) in bytes.iter().enumerate() {
                    values.memory.push(Update::Write {
                        at: offset(pool, at, i as u32),
                        bytes: 1,
                        value: pool.bv_const(8, u128::from(byte)),
                        pointee: None,
                        written: None,
                    });
                }
            }
            InitValue::Scalar(access, value) => {
                let pointee = self.stored_pointee(pool, access, *value, values);
                let value = self.value(pool, *value, values);
                self.reading(values, |r| r.store(pool, at, access, (value, pointee)));
            }
        }
    }

    /// Where all procedures lie in every test, by their ids.
    pub(crate) fn all_functions(&self) -> &[u64] {
        &self.functions
    }

    /// The procedures whose address the program mentions, and where they lie.
    pub fn functions(&self) -> Vec<(ProcId, u64)> {
        let exprs = &self.program.exprs;
        let ids = (0..exprs.len() as u32).map(ExprId);
        let mentioned: BTreeSet<ProcId> = ids
            .filter_map(|e| match exprs.get(e).kind {
                ExprKind::Proc(p) => Some(p),
                _ => None,
            })
            .collect();
        let place = |p: ProcId| Some((p, *self.functions.get(p.index())?));
        mentioned.into_iter().filter_map(place).collect()
    }

    /// What resolves the reads of predicates over the composed effects.
    pub fn into_resolver(self) -> Resolver {
        self.resolver.into_inner()
    }

    /// The same, with what an earlier one has learnt about addresses.
    pub fn with_resolver(mut self, resolver: Resolver) -> Self {
        self.resolver = RefCell::new(resolver);
        self
    }

    /// Does something with the state in the middle of a block.
    fn reading<T>(&self, values: &mut Values, then: impl FnOnce(&mut Reading<'_>) -> T) -> T {
        let mut reading = Reading {
            program: self.program,
            resolver: &mut self.resolver.borrow_mut(),
            values,
            volatile_any: self.volatile_any,
            functions: &self.functions,
            written_globals: &self.written_globals,
        };
        then(&mut reading)
    }

    /// Takes an edge.
    pub fn step(&self, pool: &mut TermPool, edge: EdgeId, values: &mut Values) -> Continuation {
        let op = &self.program.proc(self.entry).edge(edge).op;
        self.assume_not_null(pool, op, values);
        if self.pass_opaque(pool, op, values) {
            return Continuation::Next;
        }
        match op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => {
                let term = self.value(pool, *value, values);
                let pointee = self.leads_to(pool, *value, values);
                self.write(pool, *v, term, values);
                self.lead(*v, pointee, values);
            }
            Op::Assign {
                place: Place::Mem { addr, access },
                value,
            } => {
                let pointee = self.stored_pointee(pool, access, *value, values);
                let term = self.value(pool, *value, values);
                self.store(pool, *addr, access, (term, pointee), values);
            }
            Op::Copy { dst, src, len } => self.copy(pool, (*dst, *src, *len), values),
            Op::Fill { dst, byte, len } => self.fill(pool, (*dst, *byte, *len), values),
            Op::Assume { cond, taken } => self.assume(pool, *cond, *taken, values),
            Op::Havoc { place, .. } => self.havoc(pool, *place, values),
            Op::Declare(v) if self.program.var(*v).storage == Storage::Slot => {
                if self.drawn.contains(&edge) {
                    self.havoc(pool, Place::Slot(*v), values);
                } else {
                    values.slots.insert(*v, Held::Nothing);
                    self.lead(*v, None, values);
                }
            }
            Op::Dead(v) => self.end_variable(pool, *v, values),
            Op::Declare(v) => {
                self.end_variable(pool, *v, values);
                let align = self.program.var(*v).align;
                let address = self.begin(pool, (None, align), values);
                values.addresses.insert(*v, address);
            }
            Op::Builtin {
                builtin,
                args,
                result,
            } => self.builtin(pool, edge, (*builtin, args), *result, values),
            Op::Call {
                callee: Callee::Direct(p),
                args,
                result,
            } if self.joined.is_silent(*p, args) => {
                if let Some(place) = *result {
                    self.receive(pool, place, values);
                }
                return Continuation::Next;
            }
            Op::Call { args, result, .. } => self.external(pool, args, *result, values),
            _ => {}
        }
        continuation(self.program, op)
    }

    /// An unknown value in the place of a result; the value, if the place is a slot of its type.
    fn receive(&self, pool: &mut TermPool, place: Place, values: &mut Values) -> Option<TermId> {
        match place {
            Place::Slot(v) => {
                self.write(pool, v, None, values);
                self.slot(pool, v, values)
            }
            Place::Mem { addr, access } => {
                let scalar = self.program.scalar(access.ty)?;
                let sort = symbolic::sort(Kind::of(scalar, &self.program.target))?;
                let value = values.unknown(pool, sort);
                self.store(pool, addr, &access, (Some(value), None), values);
                access.bits.is_none().then_some(value)
            }
            Place::Aggregate { .. } => {
                values.memory.push(Update::Forget);
                None
            }
        }
    }

    fn slot(&self, pool: &mut TermPool, v: VarId, values: &mut Values) -> Option<TermId> {
        self.reading(values, |r| r.slot(pool, v))
    }

    fn arguments(
        &self,
        pool: &mut TermPool,
        edge: EdgeId,
        values: &mut Values,
    ) -> Vec<Option<TermId>> {
        let Op::Call { args, .. } = &self.program.proc(self.entry).edge(edge).op else {
            return Vec::new();
        };
        let value = |arg: &Arg| match arg {
            Arg::Scalar(e) => self.value(pool, *e, values),
            Arg::Aggregate { .. } => None,
        };
        args.iter().map(value).collect()
    }

    /// The new values of the state variables at the end of a block.
    pub fn updates(
        &self,
        program: &Program,
        pool: &mut TermPool,
        values: &mut Values,
    ) -> FxHashMap<TermId, TermId> {
        let mut slots: Vec<(VarId, Held)> = values.slots.iter().map(|(v, h)| (*v, *h)).collect();
        slots.sort_unstable_by_key(|(v, _)| *v);
        let mut updates: FxHashMap<TermId, TermId> =
            self.ghost_updates(pool, values).into_iter().collect();
        for (v, held) in slots {
            let Some(variable) = state_variable(program, pool, v) else {
                continue;
            };
            let term = match held {
                Held::Term(t) => t,
                // Nobody reads it: any value will do.
                Held::Nothing => {
                    let sort = pool.sort(variable);
                    let later = pool.fresh_var("later", sort);
                    values.free.push(later);
                    later
                }
            };
            if term != variable {
                updates.insert(variable, term);
            }
        }
        for (&v, &address) in &values.addresses {
            let variable = vocabulary::address(pool, program.target.pointer_bits, v);
            updates.insert(variable, address);
        }
        updates
    }

    /// An access through null is a fault, which ends the execution: what is accessed for sure is
    /// not null.
    fn assume_not_null(&self, pool: &mut TermPool, op: &Op, values: &mut Values) {
        if !self.null_is_fault {
            return;
        }
        for pointer in label::pointers(self.program, op) {
            if let Some(pointer) = self.value(pool, pointer, values) {
                let zero = pool.bv_const(pool.width(pointer), 0);
                let known = pool.ne(pointer, zero);
                values.require(pool, known);
            }
        }
    }

    /// A new object: an address that is not null, and nothing is known of what it holds.
    fn begin(
        &self,
        pool: &mut TermPool,
        (by, align): (Option<EdgeId>, u32),
        values: &mut Values,
    ) -> TermId {
        let bits = self.program.target.pointer_bits;
        let address = pool.fresh_var("at", Sort::Bv(bits));
        values.free.push(address);
        let zero = pool.bv_const(bits, 0);
        let known = pool.ne(address, zero);
        values.require(pool, known);
        let mut resolver = self.resolver.borrow_mut();
        match by {
            Some(edge) => resolver.add_allocated(address, edge),
            None => resolver.add_new(address),
        }
        resolver.set_align(address, align);
        drop(resolver);
        self.reading(values, |r| r.require_aligned(pool, address, align));
        values.memory.push(Update::New(address));
        address
    }

    fn builtin(
        &self,
        pool: &mut TermPool,
        edge: EdgeId,
        (builtin, args): (Builtin, &[ExprId]),
        result: Option<Place>,
        values: &mut Values,
    ) {
        let pointee = self.allocated(pool, edge, (builtin, args), values);
        let term = match builtin {
            Builtin::Alloc => Some(self.new_block(pool, edge, args, values)),
            Builtin::StackAlloc => {
                let align = match args.get(1).map(|e| self.program.exprs.get(*e).kind) {
                    Some(ExprKind::Int(n @ (2 | 4 | 8 | 16))) => n as u32,
                    _ => 1,
                };
                Some(self.begin(pool, (Some(edge), align), values))
            }
            Builtin::Math(f) => result.and_then(|place| self.math(pool, f, args, place, values)),
            _ => None,
        };
        if changes_memory(builtin) {
            values.memory.push(Update::Forget);
            values.open = true;
            self.end_blocks(pool, values);
        }
        if let (Builtin::Free | Builtin::StackFree, &[at]) = (builtin, args) {
            self.end_block(pool, at, values);
            if builtin == Builtin::Free {
                let freed = self.value(pool, at, values);
                values
                    .memory
                    .push(freed.map_or(Update::Forget, Update::Freed));
            }
        }
        match result {
            Some(Place::Slot(v)) => {
                self.write(pool, v, term, values);
                self.lead(v, pointee, values);
            }
            Some(Place::Mem { addr, access }) => {
                self.store(pool, addr, &access, (term, pointee), values);
            }
            Some(Place::Aggregate { .. }) => values.memory.push(Update::Forget),
            None => {}
        }
    }

    /// The result of a function of `<math.h>`, if it has a term.
    fn math(
        &self,
        pool: &mut TermPool,
        function: MathFn,
        args: &[ExprId],
        result: Place,
        values: &mut Values,
    ) -> Option<TermId> {
        let kind_of = |ty| Some(Kind::of(self.program.scalar(ty)?, &self.program.target));
        let kind = match result {
            Place::Slot(v) => slot_kind(self.program, v)?,
            Place::Mem { access, .. } => kind_of(access.ty)?,
            Place::Aggregate { .. } => return None,
        };
        let mut terms = Vec::with_capacity(args.len());
        for &arg in args {
            let term = self.value(pool, arg, values)?;
            terms.push((term, kind_of(self.program.exprs.get(arg).ty)?));
        }
        symbolic::math(pool, function, kind, &terms)
    }

    /// Writes to memory; without a term for the value or the address something unknown.
    fn store(
        &self,
        pool: &mut TermPool,
        addr: ExprId,
        access: &Access,
        value: (Option<TermId>, Option<Pointee>),
        values: &mut Values,
    ) {
        match self.value(pool, addr, values) {
            Some(_) if is_on(Defect::DropsWrite) => {}
            Some(at) => self.reading(values, |r| r.store(pool, at, access, value)),
            None => {
                values.memory.push(Update::Forget);
                values.open = true;
            }
        }
    }

    fn copy(
        &self,
        pool: &mut TermPool,
        (dst, src, len): (ExprId, ExprId, ExprId),
        values: &mut Values,
    ) {
        let at = self.value(pool, dst, values);
        let from = self.value(pool, src, values);
        let len = self.value(pool, len, values);
        values.memory.push(match (at, from, len) {
            (Some(at), Some(from), Some(len)) => Update::Copy { at, len, from },
            _ => Update::Forget,
        });
    }

    fn fill(
        &self,
        pool: &mut TermPool,
        (dst, byte, len): (ExprId, ExprId, ExprId),
        values: &mut Values,
    ) {
        let at = self.value(pool, dst, values);
        let byte = self.value(pool, byte, values);
        let len = self.value(pool, len, values);
        values.memory.push(match (at, byte, len) {
            (Some(at), Some(byte), Some(len)) => {
                let byte = pool.resize(8, false, byte);
                Update::Fill { at, len, byte }
            }
            _ => Update::Forget,
        });
    }

    fn value(&self, pool: &mut TermPool, expr: ExprId, values: &mut Values) -> Option<TermId> {
        let program = self.program;
        // A division by zero ends the execution; leaving its demand out only adds states.
        let demands = &mut Vec::new();
        let term = self.reading(values, |r| symbolic::value(program, pool, expr, r, demands));
        if self.strict {
            forward::demand(pool, values, demands, term);
        }
        term
    }

    /// A condition over the state at a cut point; `None` if it has no term over that state alone.
    pub fn predicate(&self, pool: &mut TermPool, condition: ExprId) -> Option<TermId> {
        let mut values = Values::default();
        let term = self.condition(pool, condition, &mut values)?;
        values.free.is_empty().then_some(term)
    }

    fn condition(
        &self,
        pool: &mut TermPool,
        condition: ExprId,
        values: &mut Values,
    ) -> Option<TermId> {
        let scalar = self.program.scalar(self.program.exprs.get(condition).ty)?;
        let kind = Kind::of(scalar, &self.program.target);
        let value = self.value(pool, condition, values)?;
        symbolic::truth(pool, kind, value)
    }

    fn assume(&self, pool: &mut TermPool, cond: ExprId, taken: bool, values: &mut Values) {
        // A condition that cannot be expressed leaves the guard open: more states, never fewer.
        match self.condition(pool, cond, values) {
            Some(test) => {
                let taken = taken != is_on(Defect::NegatedGuard);
                let guard = if taken { test } else { pool.not(test) };
                values.require(pool, guard);
            }
            None => values.open = true,
        }
    }

    fn havoc(&self, pool: &mut TermPool, place: Place, values: &mut Values) {
        match place {
            Place::Slot(_) if is_on(Defect::DropsInput) => {}
            Place::Slot(v) => {
                let sort = slot_kind(self.program, v).and_then(symbolic::sort);
                if let Some(sort) = sort {
                    let choice = values.choice(pool, sort);
                    if slot_kind(self.program, v) == Some(Kind::Bool) {
                        let two = pool.bv_const(8, 2);
                        let valid = pool.bv_ult(choice, two);
                        values.require(pool, valid);
                    }
                    values.slots.insert(v, Held::Term(choice));
                    self.lead(v, None, values);
                } else {
                    values.open = true;
                }
            }
            Place::Mem { addr, access } => {
                let scalar = self.program.scalar(access.ty);
                let kind = scalar.map(|s| Kind::of(s, &self.program.target));
                let sort = kind.and_then(symbolic::sort);
                let value = sort.map(|sort| values.choice(pool, sort));
                self.store(pool, addr, &access, (value, None), values);
            }
            Place::Aggregate { .. } => {
                values.memory.push(Update::Forget);
                values.open = true;
            }
        }
    }

    fn external(
        &self,
        pool: &mut TermPool,
        args: &[Arg],
        result: Option<Place>,
        values: &mut Values,
    ) {
        if self.havoc_globals {
            let given = self.given(pool, args, values);
            for v in visible_slots(self.program) {
                self.write(pool, v, None, values);
            }
            values
                .memory
                .push(Update::ForgetValues(self.hidden_objects(pool, values)));
            values.memory.extend(given);
            self.end_blocks(pool, values);
        }
        if let Some(place) = result {
            self.havoc(pool, place, values);
        }
    }

    /// The addresses of the objects that code without a body cannot see.
    fn hidden_objects(&self, pool: &mut TermPool, values: &Values) -> Rc<FxHashSet<TermId>> {
        let bits = self.program.target.pointer_bits;
        let address = |&v: &VarId| {
            let begun = values.addresses.get(&v).copied();
            begun.unwrap_or_else(|| vocabulary::address(pool, bits, v))
        };
        Rc::new(self.hidden.iter().map(address).collect())
    }

    fn write(&self, pool: &mut TermPool, v: VarId, term: Option<TermId>, values: &mut Values) {
        let Some(sort) = slot_kind(self.program, v).and_then(symbolic::sort) else {
            return;
        };
        let mut term = term.unwrap_or_else(|| values.unknown(pool, sort));
        let width = sort.bv_width().unwrap_or(0);
        if is_on(Defect::NarrowWrite) && (9..64).contains(&width) {
            term = pool.extract(7, 0, term);
            term = pool.zero_ext(width, term);
        }
        values.slots.insert(v, Held::Term(term));
        self.lead(v, None, values);
    }
}

/// Whether a builtin changes memory in a way that is not described here.
pub fn changes_memory(builtin: Builtin) -> bool {
    !matches!(
        builtin,
        Builtin::Alloc
            | Builtin::StackAlloc
            | Builtin::Free
            | Builtin::StackFree
            | Builtin::Exit
            | Builtin::Math(_)
            | Builtin::ObjectSize
            | Builtin::VaArea
            | Builtin::Write
            | Builtin::ReadByte
            | Builtin::Text
            | Builtin::IsKnownVariable
            | Builtin::Variable
            | Builtin::SetVariable
            | Builtin::Rand
            | Builtin::Srand
            | Builtin::Time
            | Builtin::Clock
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull
            | Builtin::Blocks
    )
}

fn visible_slots(program: &Program) -> Vec<VarId> {
    let all = program.vars.keys();
    all.filter(|&v| {
        let var = program.var(v);
        var.is_assigned_outside() && var.storage == Storage::Slot
    })
    .collect()
}
