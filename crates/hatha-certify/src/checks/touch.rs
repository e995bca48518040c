//! When an access of memory faults.
//!
//! **Soundness.** Which object an address belongs to is defined by how it was computed
//! (`docs/memory-model.md`, section 2): what is added to an address does not change it. So the
//! object of an address is that of its root. Of the root of a variable the size is known, and its
//! object lives where its address is taken; of any other root nothing is known but that
//! the words of its object are the same wherever the state is asked for them.

use super::faults::Fault;
use super::values::Values;
use crate::access::object_size;
use crate::check::Refusal;
use crate::operator::resize;
use hatha_cfa::{
    Access, Arg, Builtin, CheckKind, ExprId, ExprKind, ObjectWord, Op, Place, ProcId, Program,
    ReturnValue, Scalar, Type, VarId,
};
use hatha_term::{TermId, TermPool};

/// How many bytes an access has.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Bytes(u64),
    /// As many as an expression says; none are no access.
    Given(ExprId),
}

/// Something that an operation does to memory.
#[derive(Clone, Copy)]
pub(super) enum Touch {
    Read(ExprId, Length),
    Write(ExprId, Length),
    /// The end of a block of the heap.
    Free(ExprId),
    /// A question for the size of an object.
    Size(ExprId),
    /// An address that has to be a multiple of a power of two.
    Aligned(ExprId, u32),
    /// Bytes that are written out, and perhaps were never written: where and how many.
    Out(ExprId, ExprId),
    /// Accesses that are not known here.
    Hidden,
}

impl Touch {
    /// The fault that it can run into.
    pub(super) fn kind(self) -> CheckKind {
        match self {
            Touch::Free(_) => CheckKind::InvalidFree,
            Touch::Aligned(..) => CheckKind::Misaligned,
            Touch::Out(..) => CheckKind::Uninitialised,
            _ => CheckKind::InvalidAccess,
        }
    }
}

/// What an operation does to memory beside evaluating its operands and storing its result.
pub(super) fn touches(program: &Program, proc: ProcId, op: &Op) -> Vec<Touch> {
    match op {
        Op::Assign { place, .. } => stored(program, *place).into_iter().collect(),
        Op::Copy { dst, src, len } => {
            let len = Length::Given(*len);
            vec![Touch::Read(*src, len), Touch::Write(*dst, len)]
        }
        Op::Fill { dst, len, .. } => vec![Touch::Write(*dst, Length::Given(*len))],
        // What is called has accesses of its own. A call of what is no function is an obstacle for
        // every proof about a program that asks about memory.
        Op::Call { args, .. } => {
            let aggregates = args.iter().filter_map(|arg| match *arg {
                Arg::Aggregate { addr, ty } => Some(read(program, addr, ty)),
                Arg::Scalar(_) => None,
            });
            aggregates.collect()
        }
        Op::Return(ReturnValue::Aggregate(addr)) => {
            match program.types.get(program.proc(proc).ty) {
                Type::Function(f) => vec![read(program, *addr, f.ret)],
                _ => vec![Touch::Hidden],
            }
        }
        Op::Builtin { builtin, args, .. } => builtin_touches(*builtin, args),
        Op::Return(ReturnValue::Scalar(_) | ReturnValue::None)
        | Op::Skip
        | Op::Assume { .. }
        | Op::Havoc { .. }
        | Op::Declare(_)
        | Op::Dead(_)
        | Op::Fail(_)
        | Op::Unsupported(_) => Vec::new(),
    }
}

fn builtin_touches(builtin: Builtin, args: &[ExprId]) -> Vec<Touch> {
    match (builtin, args) {
        (Builtin::Free, &[at]) => vec![Touch::Free(at)],
        (Builtin::ObjectSize, &[at]) => vec![Touch::Size(at)],
        (Builtin::Write, &[_, at, len]) => vec![Touch::Read(at, Length::Given(len))],
        // The text of a number is cut to the room that it is given.
        (Builtin::FormatFloat, &[to, room, ..]) => vec![Touch::Write(to, Length::Given(room))],
        // They access no memory through an address that the program gives them; a jump is an
        // obstacle by itself.
        (
            Builtin::Alloc
            | Builtin::StackAlloc
            | Builtin::StackFree
            | Builtin::VaArea
            | Builtin::SetJmp
            | Builtin::LongJmp
            | Builtin::Exit
            | Builtin::ReadByte
            | Builtin::Math(_)
            | Builtin::Rand
            | Builtin::Srand
            | Builtin::Time
            | Builtin::Clock
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull
            | Builtin::Blocks
            // They read a name as far as it can be read, and never fault.
            | Builtin::Text
            | Builtin::IsKnownVariable
            | Builtin::Variable
            | Builtin::SetVariable,
            _,
        ) => Vec::new(),
        _ => vec![Touch::Hidden],
    }
}

fn read(program: &Program, addr: ExprId, ty: hatha_cfa::TypeId) -> Touch {
    match program.size_of(ty) {
        Some(size) => Touch::Read(addr, Length::Bytes(size)),
        None => Touch::Hidden,
    }
}

/// The write of a value to a place.
pub(super) fn stored(program: &Program, place: Place) -> Option<Touch> {
    let (addr, size) = match place {
        Place::Slot(_) => return None,
        Place::Mem { addr, access } => (addr, bytes(program, access)),
        Place::Aggregate { addr, ty } => (addr, program.size_of(ty)),
    };
    Some(match size {
        Some(size) => Touch::Write(addr, Length::Bytes(size)),
        None => Touch::Hidden,
    })
}

/// The bytes that an access touches.
pub(super) fn bytes(program: &Program, access: Access) -> Option<u64> {
    match access.bits {
        Some(range) => Some(range.bytes()),
        None => program.size_of(access.ty),
    }
}

/// The expression from whose object an address is computed.
pub(super) fn root(program: &Program, mut at: ExprId) -> ExprId {
    loop {
        match program.exprs.get(at).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => at = base,
            ExprKind::Cast(a)
                if program.scalar(program.exprs.get(a).ty) == Some(Scalar::Pointer)
                    && program.scalar(program.exprs.get(at).ty) == Some(Scalar::Pointer) =>
            {
                at = a;
            }
            _ => return at,
        }
    }
}

/// The fault that something done to memory can run into; `None` if it surely does not.
pub(super) fn fault(
    program: &Program,
    values: &mut Values<'_>,
    pool: &mut TermPool,
    touch: Touch,
) -> Result<Option<Fault>, Refusal> {
    let (at, len, write) = match touch {
        Touch::Read(at, len) => (at, len, false),
        Touch::Write(at, len) => (at, len, true),
        Touch::Free(at) => return Ok(Some(freed(values, pool, at)?)),
        Touch::Size(at) => return Ok(Some(sized(values, pool, at)?)),
        Touch::Aligned(at, align) => return Ok(Some(misaligned(values, pool, at, align)?)),
        Touch::Out(at, len) => return Ok(Some(unwritten(values, pool, at, len)?)),
        Touch::Hidden => {
            return Ok(Some(Fault {
                kind: CheckKind::InvalidAccess,
                when: pool.tru(),
            }));
        }
    };
    if let Length::Bytes(n) = len
        && (n == 0 || is_inside(program, at, n, write))
    {
        return Ok(None);
    }
    let when = outside(values, pool, at, len, write)?;
    let kind = CheckKind::InvalidAccess;
    Ok(Some(Fault { kind, when }))
}

/// More bytes are written out than have been written.
fn unwritten(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    at: ExprId,
    len: ExprId,
) -> Result<Fault, Refusal> {
    let address = values.value(pool, at)?;
    let written = values.written_bytes(pool, address);
    let len = values.value(pool, len)?;
    let len = resize(pool, len, pool.width(written), false);
    Ok(Fault {
        kind: CheckKind::Uninitialised,
        when: pool.bv_ult(written, len),
    })
}

/// An address is no multiple of a power of two.
pub(super) fn misaligned(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    at: ExprId,
    align: u32,
) -> Result<Fault, Refusal> {
    let address = values.value(pool, at)?;
    let past = values.remainder(pool, address, align);
    let zero = pool.bv_const(pool.width(past), 0);
    let whole = pool.eq(past, zero);
    Ok(Fault {
        kind: CheckKind::Misaligned,
        when: pool.not(whole),
    })
}

/// Whether an access of a variable at a constant place is inside of it.
fn is_inside(program: &Program, at: ExprId, n: u64, write: bool) -> bool {
    let Some((var, offset)) = constant_place(program, at) else {
        return false;
    };
    let size = object_size(program, var).unwrap_or(0);
    let fits = offset <= size && size - offset >= n;
    fits && !(write && program.var(var).read_only)
}

/// The variable and the distance, if an address lies at a constant one from a variable's start.
pub(super) fn constant_place(program: &Program, mut at: ExprId) -> Option<(VarId, u64)> {
    let mut offset: u64 = 0;
    loop {
        match program.exprs.get(at).kind {
            ExprKind::AddrOf(var) => return Some((var, offset)),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let inside = program.types.record(record).fields[field as usize].offset;
                offset = offset.checked_add(inside)?;
                at = base;
            }
            ExprKind::Index { base, index, scale } => {
                let ExprKind::Int(i) = program.exprs.get(index).kind else {
                    return None;
                };
                // The bits of a negative number of a narrow type look like a large one; such an
                // address is left to the solvers.
                let i = u64::try_from(i).ok().filter(|i| *i < 1 << 31)?;
                offset = offset.checked_add(i.checked_mul(scale)?)?;
                at = base;
            }
            ExprKind::Cast(a) if root(program, at) != at => at = a,
            _ => return None,
        }
    }
}

/// That some bytes do not lie in the object that their address is computed from.
fn outside(
    values: &mut Values<'_>,
    pool: &mut TermPool,
    at: ExprId,
    len: Length,
    write: bool,
) -> Result<TermId, Refusal> {
    values.value(pool, at)?;
    let pointee = values.pointee(pool, at)?;
    let width = pool.width(pointee.size);
    let len = match len {
        Length::Bytes(n) => pool.bv_const(width, u128::from(n)),
        Length::Given(e) => {
            let len = values.value(pool, e)?;
            resize(pool, len, width, false)
        }
    };
    let small = pool.bv_ult(pointee.size, len);
    let room = pool.bv_sub(pointee.size, len);
    let outside = pool.bv_ult(room, pointee.offset);
    let mut wrong = pool.or(small, outside);
    if write {
        let writable = pool.bv_const(width, u128::from(ObjectWord::WRITABLE));
        let constant = pool.bv_ult(pointee.class, writable);
        wrong = pool.or(wrong, constant);
    }
    let zero = pool.bv_const(width, 0);
    let none = pool.eq(len, zero);
    let some = pool.not(none);
    Ok(pool.and(some, wrong))
}

/// `free` of anything but null and the start of a block that lives.
fn freed(values: &mut Values<'_>, pool: &mut TermPool, at: ExprId) -> Result<Fault, Refusal> {
    let address = values.value(pool, at)?;
    let pointee = values.pointee(pool, at)?;
    let width = pool.width(pointee.size);
    let zero = pool.bv_const(width, 0);
    let null = pool.eq(address, zero);
    let freeable = pool.bv_const(width, u128::from(ObjectWord::FREEABLE));
    let block = pool.eq(pointee.class, freeable);
    let start = pool.eq(pointee.offset, zero);
    let fine = pool.and(block, start);
    let fine = pool.or(null, fine);
    Ok(Fault {
        kind: CheckKind::InvalidFree,
        when: pool.not(fine),
    })
}

/// The size of an object is asked for: the address lies in one that lives, or at its end.
fn sized(values: &mut Values<'_>, pool: &mut TermPool, at: ExprId) -> Result<Fault, Refusal> {
    values.value(pool, at)?;
    let pointee = values.pointee(pool, at)?;
    let zero = pool.bv_const(pool.width(pointee.class), 0);
    let none = pool.eq(pointee.class, zero);
    let outside = pool.bv_ult(pointee.size, pointee.offset);
    Ok(Fault {
        kind: CheckKind::InvalidAccess,
        when: pool.or(none, outside),
    })
}
