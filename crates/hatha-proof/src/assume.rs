//! What assumptions about the entry say, in the words for memory.
//!
//! An assumption is part of the question, so whoever searches and whoever checks
//! take its meaning from here.

use crate::vocabulary;
use crate::vocabulary::{Ghost, OBJECT_BITS};
use hatha_cfa::{
    IntKind, ObjectWord, ProcId, Program, Qual, Storage, Type, TypeId, VarId, VarScope,
};
use hatha_defect::{Defect, is_on};
use hatha_term::{Sort, TermId, TermPool};

/// What the pointers are that an entry starts from. Each is an assumption but the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointers {
    /// Any address.
    #[default]
    Any,
    /// Null, or in an object that holds its type, be it the same for several of them or not.
    Valid,
    /// The same, and parameters are not null.
    NonNull,
    /// The same as valid, and in different objects.
    Apart,
}

/// What holds of the first state of an entry.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// What C says of the arguments of `main`, and what is assumed of pointers.
    pub facts: Vec<TermId>,
    /// What holds of `element`, whatever number it is ([`vocabulary::element`]).
    pub of_each: Vec<TermId>,
}

/// What holds of the first state of an entry: what C says of the arguments of `main`, and what is
/// assumed of the pointers that it starts from.
pub fn about_start(
    program: &Program,
    entry: ProcId,
    pool: &mut TermPool,
    pointers: Pointers,
) -> Start {
    let mut facts = arguments(program, entry, pool);
    facts.extend(about_pointers(program, entry, pool, pointers));
    let of_each = each_argument(program, entry, pool).into_iter().collect();
    Start { facts, of_each }
}

/// The arguments of `main` (C11 5.1.2.2.1): their number is not negative, `argv` leads into an
/// object that may be written and has room for that many pointers and one more, and the one behind
/// the last is null. What the others lead to, [`each_argument`] says.
fn arguments(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<TermId> {
    let Some((count, list)) = argument_parameters(program, entry) else {
        return Vec::new();
    };
    let (bits, bytes) = (program.target.pointer_bits, program.target.pointer_bytes());
    let number = pool.var(
        vocabulary::slot_symbol(count),
        Sort::Bv(program.target.int_bits),
    );
    let zero = pool.bv_const(program.target.int_bits, 0);
    let mut facts = vec![pool.bv_sge(number, zero)];
    let number = pool.sign_ext(bits, number);
    let value = pool.var(vocabulary::slot_symbol(list), Sort::Bv(bits));
    let [offset, size, class, _] = Ghost::ALL.map(|ghost| ghost.term(pool, bits, list));
    let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
    let most = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
    facts.push(pool.bv_uge(class, writable));
    facts.push(pool.bv_ule(class, most));
    facts.push(pool.bv_ule(offset, size));
    // In elements, so that nothing wraps.
    let room = pool.bv_sub(size, offset);
    let each = pool.bv_const(bits, u128::from(bytes));
    let elements = pool.bv_udiv(room, each);
    facts.push(pool.bv_ult(number, elements));
    let distance = pool.bv_mul(number, each);
    let behind = pool.bv_add(value, distance);
    let null = pool.bv_const(bits, 0);
    if let Some(last) = vocabulary::read(pool, bits / 8, behind) {
        facts.push(pool.eq(last, null));
    }
    facts.push(pool.ne(value, null));
    facts
}

/// What C says of the argument with the number `element` (C11 5.1.2.2.1): it leads into a text that may be
/// written and has an end. The text is a part of no variable of this program and of no block that it
/// allocates, nor of what `argv` leads into, and its end is the end of its object, as in
/// tests: what lies behind it is not the program's.
fn each_argument(program: &Program, entry: ProcId, pool: &mut TermPool) -> Option<TermId> {
    let (count, list) = argument_parameters(program, entry)?;
    let bits = program.target.pointer_bits;
    let number = vocabulary::element(pool, bits);
    let count = pool.var(
        vocabulary::slot_symbol(count),
        Sort::Bv(program.target.int_bits),
    );
    let count = pool.sign_ext(bits, count);
    let first = pool.var(vocabulary::slot_symbol(list), Sort::Bv(bits));
    let bytes = pool.bv_const(bits, u128::from(program.target.pointer_bytes()));
    let distance = pool.bv_mul(number, bytes);
    let at = pool.bv_add(first, distance);
    let words = Ghost::ALL.map(|ghost| ghost.stored(pool, at));
    let text = vocabulary::read(pool, bits / 8, at)?;
    let mut holds = text_words(pool, text, words)?;
    // No object reaches around the end of memory, and null leads nowhere.
    let [offset, size, ..] = words;
    let start = pool.bv_sub(text, offset);
    let after = pool.bv_add(start, size);
    holds.push(pool.bv_ule(start, after));
    let zero = pool.bv_const(bits, 0);
    holds.push(pool.ne(text, zero));
    let list_id = Ghost::Id.term(pool, bits, list);
    holds.push(pool.ne(words[3], list_id));
    let holds = pool.and_all(&holds);
    let is_argument = pool.bv_ult(number, count);
    Some(pool.implies(is_argument, holds))
}

/// What holds together where a slot leads into a text as those are that a program starts with; each fact
/// for itself, and each for a slot that may lead nowhere instead.
pub fn leads_into_text(pool: &mut TermPool, bits: u32, slot: VarId) -> Vec<TermId> {
    let value = pool.var(vocabulary::slot_symbol(slot), Sort::Bv(bits));
    let words = Ghost::ALL.map(|ghost| ghost.term(pool, bits, slot));
    let zero = pool.bv_const(bits, 0);
    let [nowhere, null] = [words[2], value].map(|t| pool.eq(t, zero));
    let holds = text_words(pool, value, words).unwrap_or_default();
    let mut found = vec![pool.not(nowhere), pool.not(null)];
    found.extend(holds.iter().map(|&fact| pool.or(nowhere, fact)));
    found
}

/// An address with the words of its object, in the order of [`Ghost::ALL`], leads into a text that may
/// be written, is a part of no variable, and ends with its object.
fn text_words(pool: &mut TermPool, text: TermId, words: [TermId; 4]) -> Option<Vec<TermId>> {
    let [offset, size, class, id] = words;
    let bits = pool.width(text);
    let one = pool.bv_const(bits, 1);
    let last = pool.bv_sub(size, one);
    let behind = pool.bv_sub(last, offset);
    let end = pool.bv_add(text, behind);
    let last_byte = vocabulary::read(pool, 1, end)?;
    let end_of_text = pool.bv_const(8, 0);
    let writable = pool.bv_const(bits, u128::from(ObjectWord::WRITABLE));
    let no_variable = pool.bv_const(OBJECT_BITS, vocabulary::FIRST_HEAP_ID);
    Some(vec![
        pool.eq(class, writable),
        pool.bv_ult(offset, size),
        pool.eq(last_byte, end_of_text),
        pool.bv_ule(no_variable, id),
    ])
}

/// The parameters `argc` and `argv` of a `main` that has them, if both are slots.
fn argument_parameters(program: &Program, entry: ProcId) -> Option<(VarId, VarId)> {
    let proc = program.proc(entry);
    let &[count, list, ..] = proc.params.as_slice() else {
        return None;
    };
    let type_of = |v: VarId| program.types.get(program.var(v).ty);
    let is_slot = |v: VarId| program.var(v).storage == Storage::Slot;
    let to = program.types.pointee(program.var(list).ty)?;
    let is_list = program.types.pointee(to.ty).is_some();
    let is_count = *type_of(count) == Type::Int(IntKind::Int);
    let is_main = proc.name == "main" && proc.external && proc.defined;
    (is_main && is_count && is_list && is_slot(count) && is_slot(list)).then_some((count, list))
}

/// What is assumed of the pointers that an entry starts from, of its first state.
fn about_pointers(
    program: &Program,
    entry: ProcId,
    pool: &mut TermPool,
    pointers: Pointers,
) -> Vec<TermId> {
    let more = match pointers {
        Pointers::Any => return Vec::new(),
        Pointers::Valid => Vec::new(),
        Pointers::NonNull => non_null(program, entry, pool),
        Pointers::Apart => no_entry_alias(program, entry, pool),
    };
    let mut facts = valid(program, entry, pool);
    facts.extend(same_or_apart(program, entry, pool));
    facts.extend(more);
    facts
}

/// The parameters of pointer type that are slots, with what they point to.
pub fn pointer_parameters(program: &Program, entry: ProcId) -> Vec<(VarId, Qual)> {
    let params = program.proc(entry).params.iter();
    let slots = params.filter(|&&p| program.var(p).storage == Storage::Slot);
    let pointee = |&p: &VarId| Some((p, program.types.pointee(program.var(p).ty)?));
    slots.filter_map(pointee).collect()
}

/// Pairs of parameters that lead to records of one type, and its size.
pub fn alike_parameters(program: &Program, entry: ProcId) -> Vec<(VarId, VarId, u64)> {
    let parameters = pointer_parameters(program, entry);
    let mut found = Vec::new();
    for (i, &(p, to)) in parameters.iter().enumerate() {
        let is_record = matches!(program.types.get(to.ty), Type::Record(_));
        let Some(size) = program.size_of(to.ty).filter(|&n| is_record && n > 0) else {
            continue;
        };
        let others = parameters[i + 1..].iter().filter(|(_, t)| t.ty == to.ty);
        found.extend(others.map(|&(q, _)| (p, q, size)));
    }
    found
}

/// Parameters that lead to records of one type lead to the same one or to two without a common byte: no object
/// holds two such records that overlap in part. It is said of their distances in one object, as checks ask for it.
fn same_or_apart(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<TermId> {
    let bits = program.target.pointer_bits;
    let mut facts = Vec::new();
    for (p, q, size) in alike_parameters(program, entry) {
        let values = [p, q].map(|v| pool.var(vocabulary::slot_symbol(v), Sort::Bv(bits)));
        let offsets = [p, q].map(|v| Ghost::Offset.term(pool, bits, v));
        let starts = [0, 1].map(|i| pool.bv_sub(values[i], offsets[i]));
        let is_one = pool.eq(starts[0], starts[1]);
        let same = pool.eq(offsets[0], offsets[1]);
        let apart = apart(pool, (offsets[0], size), (offsets[1], size));
        let holds = pool.or(same, apart);
        let holds = pool.implies(is_one, holds);
        facts.push(or_null(pool, &values, holds));
    }
    facts
}

/// Parameters of pointer type are null or lead into an object that lives, is not one of this
/// program's locals, which do not live yet, and holds a value of the type. What a `const` does not
/// forbid to write may be written.
fn valid(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<TermId> {
    let bits = program.target.pointer_bits;
    let locals = memory_locals(program);
    let mut facts = Vec::new();
    for (param, to) in pointer_parameters(program, entry) {
        if matches!(program.types.get(to.ty), Type::Function(_)) {
            continue;
        }
        let [offset, size, class, id] = Ghost::ALL.map(|ghost| ghost.term(pool, bits, param));
        let value = pool.var(vocabulary::slot_symbol(param), Sort::Bv(bits));
        let bytes = program.size_of(to.ty).unwrap_or(1).max(1);
        let bytes = match is_on(Defect::AssumesRoom) {
            true => 2 * bytes,
            false => bytes,
        };
        let bytes = pool.bv_const(bits, u128::from(bytes));
        let least = match to.quals.is_const {
            true => ObjectWord::READABLE,
            false => ObjectWord::WRITABLE,
        };
        let least = pool.bv_const(bits, u128::from(least));
        let most = pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
        let room = pool.bv_sub(size, offset);
        let mut holds = vec![
            pool.bv_uge(class, least),
            pool.bv_ule(class, most),
            pool.bv_ule(offset, size),
            pool.bv_ule(bytes, room),
        ];
        for &local in &locals {
            let other = pool.bv_const(OBJECT_BITS, vocabulary::object_id(local));
            holds.push(pool.ne(id, other));
        }
        // No object reaches around the end of memory.
        let start = pool.bv_sub(value, offset);
        let end = pool.bv_add(start, size);
        holds.push(pool.bv_ule(start, end));
        let holds = pool.and_all(&holds);
        facts.push(or_null(pool, &[value], holds));
        // Null leads nowhere.
        let zero = pool.bv_const(bits, 0);
        let (null, nothing) = (pool.eq(value, zero), pool.eq(class, zero));
        facts.push(pool.implies(null, nothing));
    }
    facts
}

/// The locals in memory; of many, the first: a weaker assumption is still one.
fn memory_locals(program: &Program) -> Vec<VarId> {
    let vars = (0..program.vars.len() as u32).map(VarId);
    let is_local = |&v: &VarId| {
        let var = program.var(v);
        var.storage == Storage::Memory && var.scope != VarScope::Global
    };
    vars.filter(is_local).take(PLACES).collect()
}

/// Parameters of pointer type are not null.
fn non_null(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<TermId> {
    let bits = program.target.pointer_bits;
    let zero = pool.bv_const(bits, 0);
    let mut facts = Vec::new();
    for (param, _) in pointer_parameters(program, entry) {
        let value = pool.var(vocabulary::slot_symbol(param), Sort::Bv(bits));
        facts.push(pool.ne(value, zero));
    }
    facts
}

/// How many pointers are followed from a parameter.
const DEPTH: u32 = 2;

/// More places than this are not told apart: a weaker assumption is still one.
const PLACES: usize = 64;

/// A pointer that the entry starts from, and the bytes that it leads to at least.
#[derive(Clone, Copy, Debug)]
struct Pointer {
    value: TermId,
    bytes: u64,
    to: TypeId,
}

/// Pointers that the entry starts from lead to different objects: parameters, and pointers in
/// what they point to, are null or share no byte with what another one, or a global, holds.
fn no_entry_alias(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<TermId> {
    let pointers = pointers(program, entry, pool);
    let mut facts = Vec::new();
    for (i, p) in pointers.iter().enumerate() {
        let whole = no_wrap(pool, p.value, p.bytes);
        facts.push(or_null(pool, &[p.value], whole));
        for q in &pointers[i + 1..] {
            let apart = apart(pool, (p.value, p.bytes), (q.value, q.bytes));
            facts.push(or_null(pool, &[p.value, q.value], apart));
        }
        for (var, _) in &program.globals {
            let v = program.var(*var);
            let size = program.size_of(v.ty).unwrap_or(0);
            if v.storage == Storage::Memory && v.scope == VarScope::Global && size > 0 {
                let global = vocabulary::address(pool, program.target.pointer_bits, *var);
                let apart = apart(pool, (p.value, p.bytes), (global, size));
                facts.push(or_null(pool, &[p.value], apart));
            }
        }
    }
    facts
}

fn pointers(program: &Program, entry: ProcId, pool: &mut TermPool) -> Vec<Pointer> {
    let bits = program.target.pointer_bits;
    let mut found: Vec<Pointer> = Vec::new();
    for (param, to) in pointer_parameters(program, entry) {
        let value = pool.var(vocabulary::slot_symbol(param), Sort::Bv(bits));
        found.push(pointer(program, value, to.ty));
    }
    let mut from = 0;
    for _ in 1..DEPTH {
        let level = found[from..].to_vec();
        from = found.len();
        for base in level {
            found.extend(inside(program, pool, base));
        }
    }
    found.truncate(PLACES);
    found
}

fn pointer(program: &Program, value: TermId, to: TypeId) -> Pointer {
    let bytes = program.size_of(to).unwrap_or(1).max(1);
    Pointer { value, bytes, to }
}

/// The pointers among the members of what a pointer leads to.
fn inside(program: &Program, pool: &mut TermPool, base: Pointer) -> Vec<Pointer> {
    let Type::Record(record) = program.types.get(base.to) else {
        return Vec::new();
    };
    let bits = program.target.pointer_bits;
    let mut found = Vec::new();
    for field in &program.types.record(*record).fields {
        let Some(to) = program.types.pointee(field.ty.ty) else {
            continue;
        };
        let offset = pool.bv_const(bits, u128::from(field.offset));
        let at = pool.bv_add(base.value, offset);
        if let Some(value) = vocabulary::read(pool, bits / 8, at) {
            found.push(pointer(program, value, to.ty));
        }
    }
    found
}

/// What a pointer leads to does not reach around the end of memory.
fn no_wrap(pool: &mut TermPool, p: TermId, bytes: u64) -> TermId {
    let bits = pool.width(p);
    let bytes = pool.bv_const(bits, u128::from(bytes));
    let end = pool.bv_add(p, bytes);
    pool.bv_ult(p, end)
}

/// No byte is in both ranges.
fn apart(pool: &mut TermPool, (p, n): (TermId, u64), (q, m): (TermId, u64)) -> TermId {
    let bits = pool.width(p);
    let (n, m) = (
        pool.bv_const(bits, u128::from(n)),
        pool.bv_const(bits, u128::from(m)),
    );
    let (ahead, behind) = (pool.bv_sub(p, q), pool.bv_sub(q, p));
    let (first, second) = (pool.bv_uge(ahead, m), pool.bv_uge(behind, n));
    pool.and(first, second)
}

fn or_null(pool: &mut TermPool, pointers: &[TermId], fact: TermId) -> TermId {
    let mut out = fact;
    for &p in pointers {
        let zero = pool.bv_const(pool.width(p), 0);
        let null = pool.eq(p, zero);
        out = pool.or(null, out);
    }
    out
}
