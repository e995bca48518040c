//! The words of the object that an address was computed from.
//!
//! Beside its value every slot of pointer type has ghosts: the id of the object that its address was
//! computed from, how far behind the start of that object it leads, the size of the object, and
//! what may be done with it. They follow the address through assignments and computations, and
//! through memory ([`crate::pointee`]); of an
//! address of which nothing is known they may be anything. They are kept only for a program that
//! asks for such words.
//!
//! **Soundness.** A ghost says what holds of an object that lives, or that there is none (size and
//! class are 0). When an object ends, every ghost with its id says so from then on, so no two
//! objects that live have one id: an address that outlives its object is never taken for one of a
//! later object at the same place, nor of a later life of the same variable. Ids of objects that
//! are neither variables nor allocated at most once are arbitrary.

use crate::access::object_size;
use crate::encode::{Encoder, NotModelled, anything};
use crate::memory::{choose, equal_ids};
use crate::state::State;
use hatha_cfa::{Access, ExprId, ExprKind, ObjectWord, Program, Scalar, Storage, VarId};
use hatha_proof::vocabulary::{FIRST_HEAP_ID, Ghost, NO_OBJECT, OBJECT_BITS, object_id};
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Conditional expressions inside one another beyond which nothing is known.
const DEEPEST: u32 = 8;

/// What is known of the object that an address was computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointee {
    pub(crate) offset: TermId,
    pub(crate) size: TermId,
    pub(crate) class: TermId,
    pub(crate) id: TermId,
    /// How many events of the path had been when this was so.
    since: usize,
}

impl Pointee {
    /// Those of the state where a path begins, in the order of [`Ghost::ALL`].
    pub(crate) fn at_start([offset, size, class, id]: [TermId; 4]) -> Pointee {
        Pointee {
            offset,
            size,
            class,
            id,
            since: 0,
        }
    }

    /// The same, size and class being zero if the object is gone.
    pub(crate) fn ended(self, pool: &mut TermPool, gone: TermId, zero: TermId) -> Pointee {
        Pointee {
            size: choose(pool, gone, zero, self.size),
            class: choose(pool, gone, zero, self.class),
            ..self
        }
    }

    /// These words if a condition holds, else others; both are words of now.
    pub(crate) fn or_else(self, pool: &mut TermPool, condition: TermId, other: Pointee) -> Pointee {
        let mut choose = |a, b| choose(pool, condition, a, b);
        Pointee {
            offset: choose(self.offset, other.offset),
            size: choose(self.size, other.size),
            class: choose(self.class, other.class),
            id: choose(self.id, other.id),
            since: self.since,
        }
    }

    /// One of them.
    pub(crate) fn get(&self, ghost: Ghost) -> TermId {
        match ghost {
            Ghost::Offset => self.offset,
            Ghost::Size => self.size,
            Ghost::Class => self.class,
            Ghost::Id => self.id,
        }
    }
}

/// What happens to objects that ghosts lead to.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The one with an id ends.
    End(TermId),
    /// Any blocks of the heap end.
    Blocks,
    /// Those with some ids go by others from now on, which are not known.
    Rename(Rc<[TermId]>),
}

/// Whether a variable is a slot that has ghosts.
pub(crate) fn has_ghosts(program: &Program, var: VarId) -> bool {
    let v = program.var(var);
    v.storage == Storage::Slot && program.scalar(v.ty) == Some(Scalar::Pointer)
}

/// Whether a program asks for the words of objects.
pub(crate) fn asks_for_objects(program: &Program) -> bool {
    let ids = (0..program.exprs.len() as u32).map(ExprId);
    let mut kinds = ids.map(|e| program.exprs.get(e).kind);
    kinds.any(|kind| matches!(kind, ExprKind::Object { .. }))
}

/// The words of a slot's object as they are now.
pub(crate) fn ghosts(pool: &mut TermPool, bits: u32, state: &State, var: VarId) -> Pointee {
    let pointee = match state.ghosts.get(&var) {
        Some(&pointee) => pointee,
        None => Pointee::at_start(Ghost::ALL.map(|ghost| ghost.term(pool, bits, var))),
    };
    present(pool, bits, state, pointee)
}

/// What has become of an object since something was known of it.
pub(crate) fn present(
    pool: &mut TermPool,
    bits: u32,
    state: &State,
    mut pointee: Pointee,
) -> Pointee {
    let zero = pool.bv_const(bits, 0);
    for (number, event) in state.events.iter().enumerate().skip(pointee.since) {
        if pointee.size == zero && pointee.class == zero {
            break;
        }
        let gone = match event {
            Event::End(id) => equal_ids(pool, *id, pointee.id),
            Event::Blocks => {
                let freeable = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
                let block = equal_ids(pool, pointee.class, freeable);
                let chosen = unknown(pool, "ended", number, pointee.id, 1);
                let one = pool.bv_const(1, 1);
                let chosen = pool.eq(chosen, one);
                pool.and(block, chosen)
            }
            Event::Rename(ids) => {
                pointee.id = renamed(pool, number, ids, pointee.id);
                continue;
            }
        };
        pointee = pointee.ended(pool, gone, zero);
    }
    pointee.since = state.events.len();
    pointee
}

fn renamed(pool: &mut TermPool, number: usize, ids: &[TermId], id: TermId) -> TermId {
    let mut new = id;
    for &old in ids {
        let meant = equal_ids(pool, old, id);
        let other = unknown(pool, "renamed", number, id, OBJECT_BITS);
        new = choose(pool, meant, other, new);
    }
    new
}

/// Something that an event does to the object with an id, of which nothing is known.
fn unknown(pool: &mut TermPool, what: &str, number: usize, id: TermId, bits: u32) -> TermId {
    let symbol = Symbol::Fresh {
        prefix: what.into(),
        number: number as u64,
    };
    let function = pool.declare_fun(symbol, &[Sort::Bv(OBJECT_BITS)], Sort::Bv(bits));
    pool.apply(function, &[id])
}

/// The expression from whose object an address is computed.
fn root(program: &Program, mut at: ExprId) -> ExprId {
    let is_pointer = |e: ExprId| program.scalar(program.exprs.get(e).ty) == Some(Scalar::Pointer);
    loop {
        match program.exprs.get(at).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Cast(a) if is_pointer(a) && is_pointer(at) => at = a,
            _ => return at,
        }
    }
}

/// How many bytes a load reads.
fn read_bytes(program: &Program, access: Access) -> Option<u64> {
    match access.bits {
        Some(range) => Some(range.bytes()),
        None => program.size_of(access.ty),
    }
}

impl Encoder<'_> {
    fn pointer_bits(&self) -> u32 {
        self.memory.addresses.bits()
    }

    /// Nothing is known of what an address leads to.
    pub(crate) fn any_object(&mut self) -> Pointee {
        let bits = self.pointer_bits();
        let [offset, size, class] = [(); 3].map(|()| anything(self.pool, bits));
        Pointee {
            offset,
            size,
            class,
            id: anything(self.pool, OBJECT_BITS),
            since: self.state.events.len(),
        }
    }

    pub(crate) fn no_object(&mut self) -> Pointee {
        let zero = self.pool.bv_const(self.pointer_bits(), 0);
        let none = self.pool.bv_const(OBJECT_BITS, NO_OBJECT);
        self.object_with(none, zero, ObjectWord::NONE)
    }

    /// The start of an object of a size.
    fn object_with(&mut self, id: TermId, size: TermId, class: u64) -> Pointee {
        let bits = self.pointer_bits();
        Pointee {
            offset: self.pool.bv_const(bits, 0),
            size: self.resize(size, bits, false),
            class: self.pool.bv_const(bits, u128::from(class)),
            id,
            since: self.state.events.len(),
        }
    }

    /// A block that is allocated. One that may not be the only one of its edge has any id that no
    /// variable has.
    pub(crate) fn block_pointee(&mut self, size: TermId, class: u64) -> Pointee {
        let id = match self.named {
            Some(id) => self.pool.bv_const(OBJECT_BITS, id),
            None => {
                let id = anything(self.pool, OBJECT_BITS);
                let first = self.pool.bv_const(OBJECT_BITS, FIRST_HEAP_ID);
                let heap = self.pool.bv_ule(first, id);
                self.state.guard.push(heap);
                id
            }
        };
        self.object_with(id, size, class)
    }

    /// The object of a variable whose address is taken, so it lives.
    fn variable_pointee(&mut self, var: VarId) -> Pointee {
        let Some(size) = object_size(self.program, var) else {
            return self.any_object();
        };
        let size = self.pool.bv_const(self.pointer_bits(), u128::from(size));
        let class = match self.program.var(var).read_only {
            true => ObjectWord::READABLE,
            false => ObjectWord::WRITABLE,
        };
        let id = self.pool.bv_const(OBJECT_BITS, object_id(var));
        self.object_with(id, size, class)
    }

    /// The words of the object that an address is computed from, its parts having their values.
    fn pointee_in(
        &mut self,
        at: ExprId,
        done: &FxHashMap<ExprId, TermId>,
        depth: u32,
    ) -> Result<Pointee, NotModelled> {
        let root = root(self.program, at);
        let pointee = match self.program.exprs.get(root).kind {
            ExprKind::AddrOf(var) => self.variable_pointee(var),
            ExprKind::Var(var) if has_ghosts(self.program, var) => {
                ghosts(self.pool, self.pointer_bits(), self.state, var)
            }
            // Nothing lives at null unless device memory does.
            ExprKind::Int(0) if !self.environment.device_memory => self.no_object(),
            ExprKind::Proc(_) => self.no_object(),
            ExprKind::Load { addr, access } => self.loaded_pointee(addr, done[&addr], access),
            ExprKind::Cond(c, a, b) if depth < DEEPEST => {
                let test = self.is_true(c, done[&c])?.0;
                let yes = self.pointee_in(a, done, depth + 1)?;
                let no = self.pointee_in(b, done, depth + 1)?;
                self.chosen(test, yes, no)
            }
            _ => self.any_object(),
        };
        if root == at {
            return Ok(pointee);
        }
        let further = self
            .memory
            .addresses
            .difference(self.pool, done[&at], done[&root]);
        let further = self.memory.addresses.term(self.pool, &further);
        let offset = self.pool.bv_add(pointee.offset, further);
        Ok(Pointee { offset, ..pointee })
    }

    /// All of them are words of now.
    pub(crate) fn chosen(&mut self, test: TermId, yes: Pointee, no: Pointee) -> Pointee {
        yes.or_else(self.pool, test, no)
    }

    /// A word of the object that an address is computed from.
    pub(crate) fn object_word(
        &mut self,
        word: ObjectWord,
        of: ExprId,
        done: &FxHashMap<ExprId, TermId>,
    ) -> Result<TermId, NotModelled> {
        match word {
            ObjectWord::Written(access) => return self.written_word(of, done, access),
            ObjectWord::Remainder(align) => return Ok(self.remainder(done[&of], align)),
            // Any number, which only allows more.
            ObjectWord::WrittenBytes => {
                let bits = self.memory.addresses.bits();
                return Ok(self.pool.fresh_var("written", Sort::Bv(bits)));
            }
            ObjectWord::Offset | ObjectWord::Size | ObjectWord::Class => {}
        }
        let pointee = self.pointee_in(of, done, 0)?;
        Ok(match word {
            ObjectWord::Offset => pointee.offset,
            ObjectWord::Size => pointee.size,
            _ => pointee.class,
        })
    }

    /// 1 if all bits that a load reads have been written, else 0; either if that is not known.
    ///
    /// **Soundness.** Globals start with values, and those of `written_globals` never lose one
    /// ([`crate::checks::written_globals`]). So a load that stays inside such an object reads what
    /// was written, whatever is known of memory.
    fn written_word(
        &mut self,
        of: ExprId,
        done: &FxHashMap<ExprId, TermId>,
        access: Access,
    ) -> Result<TermId, NotModelled> {
        let known = self.is_written(of, done[&of], access)?;
        let Some(bytes) = read_bytes(self.program, access) else {
            return Ok(known);
        };
        if self.memory.written_globals.is_empty() {
            return Ok(known);
        }
        let pointee = self.pointee_in(of, done, 0)?;
        let mut is_global = self.pool.fls();
        for (least, most) in self.memory.written_globals.clone() {
            let least = self.pool.bv_const(OBJECT_BITS, least);
            let most = self.pool.bv_const(OBJECT_BITS, most);
            let above = self.pool.bv_ule(least, pointee.id);
            let below = self.pool.bv_ule(pointee.id, most);
            let inside = self.pool.and(above, below);
            is_global = self.pool.or(is_global, inside);
        }
        let bits = self.pointer_bits();
        let bytes = self.pool.bv_const(bits, u128::from(bytes));
        let fits = self.pool.bv_ule(bytes, pointee.size);
        let last = self.pool.bv_sub(pointee.size, bytes);
        let ends = self.pool.bv_ule(pointee.offset, last);
        let inside = self.pool.and(fits, ends);
        let always = self.pool.and(is_global, inside);
        let one = self.pool.bv_const(bits, 1);
        Ok(choose(self.pool, always, one, known))
    }

    /// The words of the object that the value of an expression leads to; `None` if it is no
    /// address, or nobody asks.
    pub(crate) fn pointee_of(&mut self, value: ExprId) -> Result<Option<Pointee>, NotModelled> {
        let ty = self.program.exprs.get(value).ty;
        if !self.memory.asks_for_objects || self.program.scalar(ty) != Some(Scalar::Pointer) {
            return Ok(None);
        }
        let done = self.values(value)?;
        self.pointee_in(value, &done, 0).map(Some)
    }

    /// What a slot leads to from now on.
    pub(crate) fn set_ghosts(&mut self, var: VarId, pointee: Option<Pointee>) {
        if self.memory.asks_for_objects && has_ghosts(self.program, var) {
            let pointee = pointee.unwrap_or_else(|| self.any_object());
            self.state.ghosts.insert(var, pointee);
        }
    }

    /// The block that an address leads to ends. Only its start ends it: null may have been computed
    /// from an address of a block, which then lives on.
    pub(crate) fn end_block(&mut self, at: ExprId) -> Result<(), NotModelled> {
        if let Some(pointee) = self.pointee_of(at)? {
            let zero = self.pool.bv_const(self.pointer_bits(), 0);
            let start = equal_ids(self.pool, pointee.offset, zero);
            let none = self.pool.bv_const(OBJECT_BITS, NO_OBJECT);
            let id = choose(self.pool, start, pointee.id, none);
            self.state.events.push(Event::End(id));
        }
        Ok(())
    }

    /// Whatever happens may end blocks of the heap.
    pub(crate) fn end_some_blocks(&mut self) {
        if self.memory.asks_for_objects {
            self.state.events.push(Event::Blocks);
        }
    }
}
