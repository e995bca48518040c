//! What slots of pointer type lead to: ghosts beside their values.
//!
//! A program with memory checks asks for words of the object that an address was computed from.
//! They follow addresses through assignments and are part of the state, like slots; through memory
//! they go as [`crate::pointee`] says. An object that
//! ends takes its size and class from every ghost that leads to it.
//!
//! **Soundness.** What is not known here is arbitrary; the checker of proofs has a meaning of its
//! own for the same words.

use super::{BLOCK_ALIGN, Effects, Reading, Values, is_whole_pointer};
use crate::made::Site;
use crate::memory::Update;
use crate::pointee::Pointee;
use hatha_cfa::{
    Access, Builtin, EdgeId, ExprId, ExprKind, GlobalInit, InitItem, InitValue, ObjectWord, Op,
    Place, ProcId, Program, Scalar, Storage, VarId,
};
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::{FIRST_HEAP_ID, Ghost, OBJECT_BITS, allocated_id, object_id};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Conditional expressions inside one another beyond which nothing is known.
const DEEPEST: u32 = 8;

/// The start of an object.
fn start(pool: &mut TermPool, bits: u32, id: TermId, size: TermId, class: u64) -> Pointee {
    Pointee {
        offset: pool.bv_const(bits, 0),
        size: pool.resize(bits, false, size),
        class: pool.bv_const(bits, u128::from(class)),
        id,
    }
}

pub(super) fn variable(program: &Program, pool: &mut TermPool, var: VarId) -> Option<Pointee> {
    let bits = program.target.pointer_bits;
    let size = pool.bv_const(bits, u128::from(object_size(program, var)?));
    let class = match program.var(var).read_only && !is_on(Defect::AllWritable) {
        true => ObjectWord::READABLE,
        false => ObjectWord::WRITABLE,
    };
    let id = pool.bv_const(OBJECT_BITS, object_id(var));
    Some(start(pool, bits, id, size, class))
}

fn slot(pool: &mut TermPool, bits: u32, var: VarId) -> Pointee {
    Pointee::new(Ghost::ALL.map(|g| g.term(pool, bits, var)))
}

/// The bytes of a variable's object, if this file decides that.
fn object_size(program: &Program, var: VarId) -> Option<u64> {
    if program.is_open_ended(var) {
        return None;
    }
    let declared = program.size_of(program.var(var).ty)?;
    let init = program.globals.iter().find(|(v, _)| *v == var);
    let Some((_, GlobalInit::Defined(items))) = init else {
        return Some(declared);
    };
    let end = |item: &InitItem| match &item.value {
        InitValue::Bytes(bytes) => Some(item.offset + bytes.len() as u64),
        InitValue::Scalar(access, _) => match access.bits {
            Some(range) => Some(item.offset + range.bytes()),
            None => Some(item.offset + program.size_of(access.ty)?),
        },
    };
    let ends = items.iter().filter_map(end);
    Some(ends.max().unwrap_or(0).max(declared))
}

fn is_pointer(program: &Program, e: ExprId) -> bool {
    program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer)
}

/// The expression from whose object an address is computed.
pub(super) fn root(program: &Program, mut at: ExprId) -> ExprId {
    loop {
        match program.exprs.get(at).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Cast(a) if is_pointer(program, a) && is_pointer(program, at) => at = a,
            _ => return at,
        }
    }
}

/// What an address is computed from: slots, and perhaps pointers in memory.
#[derive(Default)]
struct Roots {
    slots: Vec<VarId>,
    loads: bool,
}

impl Roots {
    fn add(&mut self, program: &Program, at: ExprId) {
        let mut work = vec![at];
        while let Some(at) = work.pop() {
            match program.exprs.get(root(program, at)).kind {
                ExprKind::Var(v) => self.slots.push(v),
                ExprKind::Cond(_, a, b) => work.extend([a, b]),
                ExprKind::Load { .. } => self.loads = true,
                _ => {}
            }
        }
    }
}

/// Whose objects somebody asks for, directly or through others.
#[derive(Default)]
pub(super) struct Asked {
    /// Slots of pointer type.
    pub(super) slots: BTreeSet<VarId>,
    /// Whether pointers in memory are among them.
    pub(super) memory: bool,
}

impl Asked {
    /// Whether there is anything.
    pub(super) fn any(&self) -> bool {
        self.memory || !self.slots.is_empty()
    }
}

/// Whose objects somebody asks for.
pub(super) fn asked(program: &Program, entry: ProcId) -> Asked {
    let exprs = (0..program.exprs.len() as u32).map(ExprId);
    let mut open = Roots::default();
    for e in exprs {
        if let ExprKind::Object { word, of } = program.exprs.get(e).kind
            && matches!(
                word,
                ObjectWord::Offset | ObjectWord::Size | ObjectWord::Class
            )
        {
            open.add(program, of);
        }
    }
    let mut sources: FxHashMap<VarId, Roots> = FxHashMap::default();
    let mut stored = Roots::default();
    for edge in &program.proc(entry).edges {
        match edge.op {
            Op::Assign {
                place: Place::Slot(v),
                value,
            } => sources.entry(v).or_default().add(program, value),
            Op::Assign {
                place: Place::Mem { .. },
                value,
            } if is_pointer(program, value) => stored.add(program, value),
            _ => {}
        }
    }
    let is_slot = |v: &VarId| {
        let var = program.var(*v);
        var.storage == Storage::Slot && program.scalar(var.ty) == Some(Scalar::Pointer)
    };
    let mut found = Asked::default();
    loop {
        if open.loads && !found.memory {
            found.memory = true;
            open.slots.extend(&stored.slots);
        }
        let Some(v) = open.slots.pop() else {
            return found;
        };
        if is_slot(&v)
            && found.slots.insert(v)
            && let Some(from) = sources.get(&v)
        {
            open.slots.extend(&from.slots);
            open.loads |= from.loads;
        }
    }
}

impl Reading<'_> {
    /// The words of the object that an address is computed from, its parts having their values;
    /// `None` if nothing is known.
    pub(super) fn pointee_of(
        &mut self,
        pool: &mut TermPool,
        at: ExprId,
        done: &dyn Fn(ExprId) -> Option<TermId>,
        depth: u32,
    ) -> Option<Pointee> {
        let bits = self.program.target.pointer_bits;
        let root = root(self.program, at);
        let pointee = match self.program.exprs.get(root).kind {
            ExprKind::AddrOf(var) => variable(self.program, pool, var)?,
            ExprKind::Var(var) => match self.values.ghosts.get(&var) {
                Some(known) => (*known)?,
                None => slot(pool, bits, var),
            },
            ExprKind::Int(0) => Pointee::none(pool, bits),
            ExprKind::Proc(_) => Pointee::none(pool, bits),
            ExprKind::Load { addr, access } if is_whole_pointer(self.program, &access) => {
                self.pointee(pool, done(addr)?)
            }
            ExprKind::Cond(c, a, b) if depth < DEEPEST => {
                let test = done(c)?;
                let zero = pool.bv_const(pool.width(test), 0);
                let test = pool.ne(test, zero);
                let yes = self.pointee_of(pool, a, done, depth + 1)?;
                let no = self.pointee_of(pool, b, done, depth + 1)?;
                yes.or_else(pool, test, no)
            }
            _ => return None,
        };
        if root == at {
            return Some(pointee);
        }
        let further = pool.bv_sub(done(at)?, done(root)?);
        if is_on(Defect::FixedOffset) {
            return Some(pointee);
        }
        let offset = pool.bv_add(pointee.offset, further);
        Some(Pointee { offset, ..pointee })
    }

    /// What the pointer leads to that stands at an address.
    fn pointee(&mut self, pool: &mut TermPool, at: TermId) -> Pointee {
        let mut opened = Vec::new();
        let updates = &self.values.memory;
        let pointee = self.resolver.pointee(pool, updates, at, &mut opened);
        self.values.opened(opened);
        pointee
    }

    /// A word of an object.
    pub(super) fn word(
        &mut self,
        pool: &mut TermPool,
        word: ObjectWord,
        of: ExprId,
        done: &dyn Fn(ExprId) -> Option<TermId>,
    ) -> Option<TermId> {
        let pointee = self.pointee_of(pool, of, done, 0)?;
        Some(match word {
            ObjectWord::Offset => pointee.offset,
            ObjectWord::Size => pointee.size,
            ObjectWord::Class => pointee.class,
            ObjectWord::Written(_) | ObjectWord::WrittenBytes | ObjectWord::Remainder(_) => {
                return None;
            }
        })
    }
}

impl Effects<'_> {
    /// What the value of an expression leads to, if somebody asks.
    pub(super) fn leads_to(
        &self,
        pool: &mut TermPool,
        value: ExprId,
        values: &mut Values,
    ) -> Option<Pointee> {
        if !self.asked.any() || !is_pointer(self.program, value) {
            return None;
        }
        let (program, mut parts) = (self.program, FxHashMap::default());
        let mut work = vec![value];
        while let Some(e) = work.pop() {
            let root = root(program, e);
            for part in [e, root] {
                let term = self.value(pool, part, values)?;
                parts.insert(part, term);
            }
            let inner = match program.exprs.get(root).kind {
                ExprKind::Cond(c, a, b) => {
                    work.extend([a, b]);
                    c
                }
                ExprKind::Load { addr, .. } => addr,
                _ => continue,
            };
            let term = self.value(pool, inner, values)?;
            parts.insert(inner, term);
        }
        let done = |e: ExprId| parts.get(&e).copied();
        self.reading(values, |r| r.pointee_of(pool, value, &done, 0))
    }

    /// What a slot leads to from now on; `None` if that is not known.
    pub(super) fn lead(&self, var: VarId, pointee: Option<Pointee>, values: &mut Values) {
        if self.asked.slots.contains(&var) {
            values.ghosts.insert(var, pointee);
        }
    }

    /// What a value leads to that comes into memory, if somebody asks.
    pub(super) fn stored_pointee(
        &self,
        pool: &mut TermPool,
        access: &Access,
        value: ExprId,
        values: &mut Values,
    ) -> Option<Pointee> {
        let asked = self.asked.memory && is_whole_pointer(self.program, access);
        asked.then(|| self.leads_to(pool, value, values))?
    }

    /// What the result of an allocation leads to.
    pub(super) fn allocated(
        &self,
        pool: &mut TermPool,
        edge: EdgeId,
        (builtin, args): (Builtin, &[ExprId]),
        values: &mut Values,
    ) -> Option<Pointee> {
        let class = match builtin {
            Builtin::Alloc => ObjectWord::FREEABLE,
            Builtin::StackAlloc => ObjectWord::WRITABLE,
            _ => return None,
        };
        let size = args.first().filter(|_| self.asked.any())?;
        let size = self.value(pool, *size, values);
        let name = self.named.contains(&edge).then(|| allocated_id(edge));
        self.block(pool, size, (class, name), values)
    }

    /// A block that is allocated, with its own id or any that no variable has.
    fn block(
        &self,
        pool: &mut TermPool,
        size: Option<TermId>,
        (class, name): (u64, Option<u128>),
        values: &mut Values,
    ) -> Option<Pointee> {
        let (bits, mut size) = (self.program.target.pointer_bits, size?);
        if is_on(Defect::LargerBlock) {
            let more = pool.bv_const(pool.width(size), 8);
            size = pool.bv_add(size, more);
        }
        if let Some(name) = name {
            let id = pool.bv_const(OBJECT_BITS, name);
            return Some(start(pool, bits, id, size, class));
        }
        let id = values.free_variable(pool, Sort::Bv(OBJECT_BITS));
        let first = pool.bv_const(OBJECT_BITS, FIRST_HEAP_ID);
        let heap = pool.bv_ule(first, id);
        values.require(pool, heap);
        Some(start(pool, bits, id, size, class))
    }

    /// A new block of the heap.
    pub(super) fn new_block(
        &self,
        pool: &mut TermPool,
        edge: EdgeId,
        args: &[ExprId],
        values: &mut Values,
    ) -> TermId {
        let size = args.first();
        let size = size.and_then(|size| self.value(pool, *size, values));
        let bytes = size.and_then(|size| pool.as_bv(size)?.to_u64());
        let address = self.begin(pool, (Some(edge), BLOCK_ALIGN), values);
        if let Some(bytes) = bytes {
            let name = self.once.contains(&edge).then(|| allocated_id(edge));
            let site = Site { edge, bytes, name };
            self.resolver.borrow_mut().add_site(address, site);
        }
        address
    }

    /// The object with an id ends.
    pub(super) fn end_object(&self, pool: &mut TermPool, id: TermId, values: &mut Values) {
        if self.asked.memory {
            values.memory.push(Update::End(id));
        }
        self.change(pool, values, |pool, _, pointee| pool.eq(pointee.id, id));
    }

    /// The object of a variable ends, if it lives.
    pub(super) fn end_variable(&self, pool: &mut TermPool, var: VarId, values: &mut Values) {
        if self.asked.any() && self.program.var(var).storage == Storage::Memory {
            let id = pool.bv_const(OBJECT_BITS, object_id(var));
            self.end_object(pool, id, values);
        }
    }

    /// The block that an address leads to ends.
    pub(super) fn end_block(&self, pool: &mut TermPool, at: ExprId, values: &mut Values) {
        if !self.asked.any() {
            return;
        }
        match self.leads_to(pool, at, values) {
            Some(pointee) => self.end_object(pool, pointee.id, values),
            None => self.end_blocks(pool, values),
        }
    }

    /// Any blocks of the heap may end.
    pub(super) fn end_blocks(&self, pool: &mut TermPool, values: &mut Values) {
        let bits = self.program.target.pointer_bits;
        if self.asked.memory {
            values.memory.push(Update::EndBlocks);
        }
        self.change(pool, values, |pool, values, pointee| {
            let freeable = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
            let block = pool.eq(pointee.class, freeable);
            if block == pool.fls() {
                return block;
            }
            let ended = values.free_variable(pool, Sort::Bool);
            pool.and(block, ended)
        });
    }

    /// Takes size and class from the ghosts whose object ends.
    fn change(
        &self,
        pool: &mut TermPool,
        values: &mut Values,
        is_gone: impl Fn(&mut TermPool, &mut Values, Pointee) -> TermId,
    ) {
        let bits = self.program.target.pointer_bits;
        for &var in &self.asked.slots {
            let pointee = match values.ghosts.get(&var) {
                Some(None) => continue,
                Some(Some(pointee)) => *pointee,
                None => slot(pool, bits, var),
            };
            let gone = is_gone(pool, values, pointee);
            if gone == pool.fls() || is_on(Defect::KeepsEnded) {
                continue;
            }
            let pointee = pointee.ended(pool, gone);
            values.ghosts.insert(var, Some(pointee));
        }
    }

    /// An invocation begins: objects of its variables in other invocations go by other ids.
    pub(super) fn rename_objects(
        &self,
        pool: &mut TermPool,
        locals: &[VarId],
        values: &mut Values,
    ) {
        let bits = self.program.target.pointer_bits;
        let is_memory = |v: &&VarId| self.program.var(**v).storage == Storage::Memory;
        for &local in locals.iter().filter(is_memory) {
            if is_on(Defect::SameInvocation) {
                continue;
            }
            let own = pool.bv_const(OBJECT_BITS, object_id(local));
            for &var in &self.asked.slots {
                let pointee = match values.ghosts.get(&var) {
                    Some(None) => continue,
                    Some(Some(pointee)) => *pointee,
                    None => slot(pool, bits, var),
                };
                let meant = pool.eq(pointee.id, own);
                if meant != pool.fls() {
                    let other = values.free_variable(pool, Sort::Bv(OBJECT_BITS));
                    let id = pool.ite(meant, other, pointee.id);
                    values.ghosts.insert(var, Some(Pointee { id, ..pointee }));
                }
            }
        }
    }

    /// The new values of the ghosts at the end of a block.
    pub(super) fn ghost_updates(
        &self,
        pool: &mut TermPool,
        values: &mut Values,
    ) -> Vec<(TermId, TermId)> {
        let bits = self.program.target.pointer_bits;
        let mut ghosts: Vec<(VarId, Option<Pointee>)> =
            values.ghosts.iter().map(|(v, w)| (*v, *w)).collect();
        ghosts.sort_unstable_by_key(|(v, _)| *v);
        let mut updates = Vec::new();
        for (var, pointee) in ghosts {
            for ghost in Ghost::ALL {
                let symbol = ghost.term(pool, bits, var);
                let value = match pointee {
                    Some(pointee) => pointee.get(ghost),
                    None => values.free_variable(pool, ghost.sort(bits)),
                };
                if value != symbol {
                    updates.push((symbol, value));
                }
            }
        }
        updates
    }

    /// What global slots lead to when the entry is reached.
    pub(crate) fn initial_ghosts(&self, pool: &mut TermPool) -> Vec<(TermId, TermId)> {
        let bits = self.program.target.pointer_bits;
        let mut updates = Vec::new();
        for (var, init) in &self.program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            if !self.asked.slots.contains(var) {
                continue;
            }
            let pointee = match items.last().map(|i| &i.value) {
                None => Some(Pointee::none(pool, bits)),
                Some(InitValue::Scalar(_, e)) => self.leads_to(pool, *e, &mut Values::default()),
                Some(InitValue::Bytes(_)) => None,
            };
            if let Some(pointee) = pointee {
                let all = Ghost::ALL.map(|g| (g.term(pool, bits, *var), pointee.get(g)));
                updates.extend(all);
            }
        }
        updates
    }
}
