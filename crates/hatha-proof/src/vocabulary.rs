//! The words in which predicates speak of memory: symbols and constructors, no logic.
//!
//! With `W` the bits of a pointer:
//!
//! - `rd8`, `rd16`, `rd32`, `rd64`, `rd128`: `BitVec W → BitVec 8n`. What the `n`
//!   bytes at an address hold, in the target's byte order; the address is
//!   rounded *down* to a multiple of `n`. Total: no validity is asked for.
//! - `addr_v12`: `BitVec W`, a variable. The address of memory variable 12.
//! - `addr_p3`: `BitVec W`, a variable. The address of procedure 3: not null, and
//!   different from those of all others. No more is known of it.
//! - `own`: `BitVec W → BitVec 32`. The id of the live object that holds an
//!   address, [`NO_OBJECT`] if there is none. The object of memory variable `v`
//!   has the id [`object_id`]`(v)`; the object that an allocation gives which
//!   happens at most once has the id [`allocated_id`] of its edge; other objects
//!   have other ids from [`FIRST_HEAP_ID`] on. An application of `own` may only
//!   occur in an equality with another one, with one of these ids or with none.
//!
//! - `offset_v12`, `size_v12`, `class_v12`: `BitVec W`, variables. How far behind the start of
//!   its object the address in slot 12 leads, the bytes of that object and what may be done with it
//!   ([`hatha_cfa::ObjectWord`]). Size and class are 0 where the object lives no more.
//! - `object_v12`: `BitVec 32`, a variable. The id of that object, as `own` has it.
//! - `offset_at`, `size_at`, `class_at`: `BitVec W → BitVec W`, and `object_at`: `BitVec W →
//!   BitVec 32`. The same words of the object that the pointer stored at an address leads to; the
//!   address is rounded down to a multiple of a pointer's size. Where `size_at` and `class_at`
//!   are 0 nothing is known of what a pointer that is loaded there leads to.
//!
//! - `wr8`, `wr16`, `wr32`, `wr64`, `wr128`: `BitVec W → BitVec 8n`. Which bits of the `n` bytes at
//!   an address, rounded down as for `rdN`, have been written since their object began to live.
//!   What is no object of the program has been.
//!
//! - `made`: `BitVec W → BitVec 32`. The site of the block of the heap that begins at an address and
//!   lives ([`site`] of the edge that allocated it), if its size is constant; else [`NO_SITE`].
//! - `each`: `BitVec W`, a variable. A multiple of [`EACH_ALIGN`] that no step changes: what a proof
//!   says holds for all of them.
//! - `element`: `BitVec W`, a variable. A number that no step changes, any number: what a proof says
//!   holds for all of them. It stands for the index of an element of an array.
//!
//! `docs/formats/proof.md` and `docs/memory-model.md` say what they mean.

use hatha_cfa::{EdgeId, ProcId, VarId};
use hatha_term::{Op, Sort, Symbol, TermId, TermPool};

/// Bits of an object id.
pub const OBJECT_BITS: u32 = 32;

/// The id that no object has.
pub const NO_OBJECT: u128 = 0;

/// Ids from here on belong to objects that are no variables; a predicate may name only those of
/// allocations that happen at most once.
pub const FIRST_HEAP_ID: u128 = 1 << 31;

/// The site of addresses where no block begins whose site is known.
pub const NO_SITE: u128 = 0;

/// What divides the address that stands for all.
pub const EACH_ALIGN: u32 = 8;

/// The sizes of reads, in bytes.
pub const READ_BYTES: [u32; 5] = [1, 2, 4, 8, 16];

/// The function that reads so many bytes; `None` if no single function does.
pub(crate) fn read_symbol(bytes: u32) -> Option<Symbol> {
    let symbol = Symbol::Read {
        bits: 8 * bytes,
        version: 0,
    };
    READ_BYTES.contains(&bytes).then_some(symbol)
}

/// How many bytes a function reads, if it does.
pub fn read_bytes(symbol: &Symbol) -> Option<u32> {
    let &Symbol::Read { bits, version: 0 } = symbol else {
        return None;
    };
    let bytes = bits / 8;
    (bits % 8 == 0 && READ_BYTES.contains(&bytes)).then_some(bytes)
}

/// Whether a function gives an address its owner.
fn is_owner(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Owner { version: 0 })
}

/// The value of a slot.
pub fn slot_symbol(var: VarId) -> Symbol {
    Symbol::Slot(var.0)
}

/// What is known of the object that a slot of pointer type leads to, beside its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ghost {
    /// How far behind its start.
    Offset,
    /// Its bytes; 0 if it lives no more.
    Size,
    /// What may be done with it; 0 if it lives no more.
    Class,
    /// Its id.
    Id,
}

impl Ghost {
    /// All of them.
    pub const ALL: [Ghost; 4] = [Ghost::Offset, Ghost::Size, Ghost::Class, Ghost::Id];

    /// The symbol of a slot's ghost.
    pub fn symbol(self, var: VarId) -> Symbol {
        match self {
            Ghost::Offset => Symbol::Offset(var.0),
            Ghost::Size => Symbol::Size(var.0),
            Ghost::Class => Symbol::Class(var.0),
            Ghost::Id => Symbol::Object(var.0),
        }
    }

    /// Its sort, with the bits of a pointer.
    pub fn sort(self, bits: u32) -> Sort {
        match self {
            Ghost::Id => Sort::Bv(OBJECT_BITS),
            _ => Sort::Bv(bits),
        }
    }

    /// The ghost of a slot as a term.
    pub fn term(self, pool: &mut TermPool, bits: u32, var: VarId) -> TermId {
        pool.var(self.symbol(var), self.sort(bits))
    }

    /// The function from addresses to the ghosts of the pointers that are stored there.
    fn function(self) -> Symbol {
        match self {
            Ghost::Offset => Symbol::OffsetAt,
            Ghost::Size => Symbol::SizeAt,
            Ghost::Class => Symbol::ClassAt,
            Ghost::Id => Symbol::ObjectAt,
        }
    }

    /// The ghost of the pointer that is stored at an address.
    pub fn stored(self, pool: &mut TermPool, address: TermId) -> TermId {
        let from = pool.sort(address);
        let bits = pool.width(address);
        let function = pool.declare_fun(self.function(), &[from], self.sort(bits));
        pool.apply(function, &[address])
    }
}

fn as_ghost_function(symbol: &Symbol) -> Option<Ghost> {
    Ghost::ALL.into_iter().find(|g| g.function() == *symbol)
}

/// The address that stands for all.
pub fn each(pool: &mut TermPool, bits: u32) -> TermId {
    pool.var(Symbol::Each, Sort::Bv(bits))
}

/// The number that stands for all.
pub fn element(pool: &mut TermPool, bits: u32) -> TermId {
    pool.var(Symbol::Element, Sort::Bv(bits))
}

/// The site of what an edge of the entry's automaton allocates.
pub fn site(edge: EdgeId) -> u128 {
    NO_SITE + 1 + u128::from(edge.0)
}

/// The site of the block that begins at an address.
pub fn made(pool: &mut TermPool, address: TermId) -> TermId {
    let from = pool.sort(address);
    let function = pool.declare_fun(Symbol::Made { version: 0 }, &[from], Sort::Bv(OBJECT_BITS));
    pool.apply(function, &[address])
}

/// The address, if a term is the site of the block that begins there.
pub fn as_made(pool: &TermPool, t: TermId) -> Option<TermId> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    is_made(pool.fun_symbol(function)).then(|| pool.arg(t, 0))
}

fn is_made(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Made { version: 0 })
}

/// The ghost and the address, if a term is the ghost of a pointer that is stored somewhere.
pub fn as_stored_ghost(pool: &TermPool, t: TermId) -> Option<(Ghost, TermId)> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    let ghost = as_ghost_function(pool.fun_symbol(function))?;
    Some((ghost, pool.arg(t, 0)))
}

/// Whether a term says something of memory: what it holds, what of it has been written, where
/// pointers in it lead, or which blocks begin in it.
pub fn is_held(pool: &TermPool, t: TermId) -> bool {
    as_read(pool, t).is_some()
        || as_made(pool, t).is_some()
        || as_written(pool, t).is_some()
        || as_stored_ghost(pool, t).is_some()
}

/// The slot and its ghost that a symbol stands for.
pub fn as_ghost(symbol: &Symbol) -> Option<(VarId, Ghost)> {
    match *symbol {
        Symbol::Offset(n) => Some((VarId(n), Ghost::Offset)),
        Symbol::Size(n) => Some((VarId(n), Ghost::Size)),
        Symbol::Class(n) => Some((VarId(n), Ghost::Class)),
        Symbol::Object(n) => Some((VarId(n), Ghost::Id)),
        _ => None,
    }
}

/// The address of a memory variable.
pub fn address_symbol(var: VarId) -> Symbol {
    Symbol::Address(var.0)
}

/// The address of a procedure.
pub fn function_symbol(proc: ProcId) -> Symbol {
    Symbol::Function(proc.0)
}

/// The slot whose value a symbol stands for.
pub fn as_slot(symbol: &Symbol) -> Option<VarId> {
    match symbol {
        Symbol::Slot(number) => Some(VarId(*number)),
        _ => None,
    }
}

/// The memory variable whose address a symbol stands for.
pub fn as_address(symbol: &Symbol) -> Option<VarId> {
    match symbol {
        Symbol::Address(number) => Some(VarId(*number)),
        _ => None,
    }
}

/// The procedure whose address a symbol stands for.
pub fn as_function(symbol: &Symbol) -> Option<ProcId> {
    match symbol {
        Symbol::Function(number) => Some(ProcId(*number)),
        _ => None,
    }
}

/// The id of the object of a memory variable.
pub fn object_id(var: VarId) -> u128 {
    u128::from(var.0) + 1
}

/// The variable whose object has an id, if it is that of a variable.
pub fn variable_of_object(id: u64) -> Option<VarId> {
    let is_variable = u128::from(id) != NO_OBJECT && u128::from(id) < FIRST_HEAP_ID;
    is_variable.then(|| VarId(id as u32 - 1))
}

/// The id of the object that an edge of the entry's automaton allocates, if it is on no cycle.
pub fn allocated_id(edge: EdgeId) -> u128 {
    FIRST_HEAP_ID + u128::from(edge.0)
}

/// What `bytes` bytes at an address hold; `None` if no single function reads so many.
pub fn read(pool: &mut TermPool, bytes: u32, address: TermId) -> Option<TermId> {
    let symbol = read_symbol(bytes)?;
    let from = pool.sort(address);
    let function = pool.declare_fun(symbol, &[from], Sort::Bv(8 * bytes));
    Some(pool.apply(function, &[address]))
}

/// Which bits of `bytes` bytes at an address have been written; `None` if no single function says
/// that of so many.
pub fn written(pool: &mut TermPool, bytes: u32, address: TermId) -> Option<TermId> {
    let bits = 8 * bytes;
    let symbol = Symbol::Written { bits, version: 0 };
    let from = pool.sort(address);
    READ_BYTES.contains(&bytes).then(|| {
        let function = pool.declare_fun(symbol, &[from], Sort::Bv(bits));
        pool.apply(function, &[address])
    })
}

/// The size in bytes and the address, if a term says which bits have been written.
pub fn as_written(pool: &TermPool, t: TermId) -> Option<(u32, TermId)> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    let bytes = written_bytes(pool.fun_symbol(function))?;
    Some((bytes, pool.arg(t, 0)))
}

fn written_bytes(symbol: &Symbol) -> Option<u32> {
    let &Symbol::Written { bits, version: 0 } = symbol else {
        return None;
    };
    let bytes = bits / 8;
    (bits % 8 == 0 && READ_BYTES.contains(&bytes)).then_some(bytes)
}

/// The address of a memory variable on a target with pointers of `bits` bits.
pub fn address(pool: &mut TermPool, bits: u32, var: VarId) -> TermId {
    pool.var(address_symbol(var), Sort::Bv(bits))
}

/// The id of the object that holds an address.
pub fn owner(pool: &mut TermPool, address: TermId) -> TermId {
    let from = pool.sort(address);
    let function = pool.declare_fun(Symbol::Owner { version: 0 }, &[from], Sort::Bv(OBJECT_BITS));
    pool.apply(function, &[address])
}

/// The size in bytes and the address, if a term is a read of memory.
pub fn as_read(pool: &TermPool, t: TermId) -> Option<(u32, TermId)> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    let bytes = read_bytes(pool.fun_symbol(function))?;
    Some((bytes, pool.arg(t, 0)))
}

/// The address, if a term is the owner of one.
pub fn as_owner(pool: &TermPool, t: TermId) -> Option<TermId> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    is_owner(pool.fun_symbol(function)).then(|| pool.arg(t, 0))
}

/// The result of a function of memory, with the bits of an address.
pub(crate) fn result_sort(symbol: &Symbol, bits: u32) -> Option<Sort> {
    if let Some(ghost) = as_ghost_function(symbol) {
        return Some(ghost.sort(bits));
    }
    if is_owner(symbol) || is_made(symbol) {
        return Some(Sort::Bv(OBJECT_BITS));
    }
    let bytes = read_bytes(symbol).or_else(|| written_bytes(symbol));
    bytes.map(|n| Sort::Bv(8 * n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_constructors_agree() {
        let mut pool = TermPool::raw();
        let a = address(&mut pool, 64, VarId(7));
        assert_eq!(read(&mut pool, 3, a), None);
        let r = read(&mut pool, 4, a).unwrap_or(a);
        assert_eq!(as_read(&pool, r), Some((4, a)));
        assert_eq!(as_owner(&pool, r), None);
        let o = owner(&mut pool, a);
        assert_eq!(as_owner(&pool, o), Some(a));
        assert_eq!(result_sort(&Symbol::from("rd32"), 64), Some(Sort::Bv(32)));
        for other in ["rd24", "rd33", "rd32@1", "own@1", "class_at@1"] {
            assert_eq!(result_sort(&Symbol::from(other), 64), None);
        }
        for ghost in Ghost::ALL {
            let stored = ghost.stored(&mut pool, a);
            assert_eq!(as_stored_ghost(&pool, stored), Some((ghost, a)));
            assert_eq!(result_sort(&ghost.function(), 64), Some(pool.sort(stored)));
            assert!(is_held(&pool, stored) && as_read(&pool, stored).is_none());
        }
        assert!(is_held(&pool, r) && !is_held(&pool, o));
        let m = made(&mut pool, a);
        assert_eq!(as_made(&pool, m), Some(a));
        assert!(is_held(&pool, m) && as_owner(&pool, m).is_none());
        assert_eq!(result_sort(&Symbol::from("made"), 64), Some(Sort::Bv(32)));
        assert_eq!(result_sort(&Symbol::from("made@1"), 64), None);
        let w = written(&mut pool, 4, a).unwrap_or(a);
        assert_eq!(as_written(&pool, w), Some((4, a)));
        assert!(is_held(&pool, w) && as_read(&pool, w).is_none());
        assert_eq!(result_sort(&Symbol::from("wr32"), 64), Some(Sort::Bv(32)));
        assert_eq!(result_sort(&Symbol::from("wr24"), 64), None);
    }
}
