//! The words in which predicates speak of memory: names and constructors, no logic.
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
//! `docs/formats/proof.md` and `docs/memory-model.md` say what they mean.

use hatha_cfa::{EdgeId, ProcId, VarId};
use hatha_term::{Op, Sort, TermId, TermPool};

/// Bits of an object id.
pub const OBJECT_BITS: u32 = 32;

/// The id that no object has.
pub const NO_OBJECT: u128 = 0;

/// Ids from here on belong to objects that are no variables; a predicate may name only those of
/// allocations that happen at most once.
pub const FIRST_HEAP_ID: u128 = 1 << 31;

/// The name of the function that gives an address its owner.
pub const OWNER: &str = "own";

/// The sizes of reads, in bytes.
pub const READ_BYTES: [u32; 5] = [1, 2, 4, 8, 16];

/// The name of the function that reads so many bytes; `None` if no single function does.
pub fn read_name(bytes: u32) -> Option<String> {
    READ_BYTES
        .contains(&bytes)
        .then(|| format!("rd{}", 8 * bytes))
}

/// How many bytes the function of that name reads, if it is one.
pub fn read_bytes(name: &str) -> Option<u32> {
    READ_BYTES
        .into_iter()
        .find(|&n| read_name(n).is_some_and(|r| r == name))
}

/// The name of the address of a memory variable.
pub fn address_name(var: VarId) -> String {
    format!("addr_v{}", var.0)
}

/// The name of the address of a procedure.
pub fn function_name(proc: ProcId) -> String {
    format!("addr_p{}", proc.0)
}

/// The memory variable whose address has a name.
pub fn named_variable(name: &str) -> Option<VarId> {
    let number = name.strip_prefix("addr_v")?;
    number.parse().ok().map(VarId)
}

/// The procedure whose address has a name.
pub fn named_function(name: &str) -> Option<ProcId> {
    let number = name.strip_prefix("addr_p")?;
    number.parse().ok().map(ProcId)
}

/// The id of the object of a memory variable.
pub fn object_id(var: VarId) -> u128 {
    u128::from(var.0) + 1
}

/// The id of the object that an edge of the entry's automaton allocates, if it is on no cycle.
pub fn allocated_id(edge: EdgeId) -> u128 {
    FIRST_HEAP_ID + u128::from(edge.0)
}

/// What `bytes` bytes at an address hold; `None` if no single function reads so many.
pub fn read(pool: &mut TermPool, bytes: u32, address: TermId) -> Option<TermId> {
    let name = read_name(bytes)?;
    let from = pool.sort(address);
    let function = pool.declare_fun(&name, &[from], Sort::Bv(8 * bytes));
    Some(pool.apply(function, &[address]))
}

/// The address of a memory variable on a target with pointers of `bits` bits.
pub fn address(pool: &mut TermPool, bits: u32, var: VarId) -> TermId {
    pool.var(&address_name(var), Sort::Bv(bits))
}

/// The id of the object that holds an address.
pub fn owner(pool: &mut TermPool, address: TermId) -> TermId {
    let from = pool.sort(address);
    let function = pool.declare_fun(OWNER, &[from], Sort::Bv(OBJECT_BITS));
    pool.apply(function, &[address])
}

/// The size in bytes and the address, if a term is a read of memory.
pub fn as_read(pool: &TermPool, t: TermId) -> Option<(u32, TermId)> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    let bytes = read_bytes(pool.symbol_name(pool.fun(function).name))?;
    Some((bytes, pool.arg(t, 0)))
}

/// The address, if a term is the owner of one.
pub fn as_owner(pool: &TermPool, t: TermId) -> Option<TermId> {
    let Op::Apply(function) = pool.op(t) else {
        return None;
    };
    (pool.symbol_name(pool.fun(function).name) == OWNER).then(|| pool.arg(t, 0))
}

/// The result of a function of memory, by name.
pub fn result_sort(name: &str) -> Option<Sort> {
    if name == OWNER {
        return Some(Sort::Bv(OBJECT_BITS));
    }
    read_bytes(name).map(|n| Sort::Bv(8 * n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_constructors_agree() {
        let mut pool = TermPool::raw();
        let a = address(&mut pool, 64, VarId(7));
        assert_eq!(read(&mut pool, 3, a), None);
        let r = read(&mut pool, 4, a).unwrap_or(a);
        assert_eq!(as_read(&pool, r), Some((4, a)));
        assert_eq!(as_owner(&pool, r), None);
        let o = owner(&mut pool, a);
        assert_eq!(as_owner(&pool, o), Some(a));
        assert_eq!(result_sort("rd32"), Some(Sort::Bv(32)));
        assert_eq!(result_sort("rd24"), None);
    }
}
