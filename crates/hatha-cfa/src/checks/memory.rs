//! When an access of memory faults, in expressions.
//!
//! An access whose address is computed from that of a variable is compared with the variable's
//! size: ordinary arithmetic. Any other one is asked about through the words of the object that its
//! address was computed from ([`ObjectWord`]).

use super::condition::{Build, Conditions};
use super::{CheckKind, Demand};
use crate::expr::{Access, BinOp, ExprId, ExprKind, ObjectWord};
use crate::program::{Arg, Builtin, GlobalInit, InitValue, Op, Place, Program, ReturnValue};
use crate::types::{Scalar, Type, TypeId};
use crate::{ProcId, VarId};
use hatha_defect::{Defect, is_on};

/// How many bytes an access has.
#[derive(Clone, Copy)]
enum Length {
    Bytes(u64),
    /// An expression of `size_t`; an access of no bytes never faults.
    Given(ExprId),
}

/// An access of memory.
#[derive(Clone, Copy)]
struct Touch {
    addr: ExprId,
    len: Length,
    write: bool,
}

impl Touch {
    fn read(addr: ExprId, len: Length) -> Touch {
        let write = false;
        Touch { addr, len, write }
    }

    fn write(addr: ExprId, len: Length) -> Touch {
        let write = true;
        Touch { addr, len, write }
    }
}

/// A distance from the start of a variable.
pub(super) struct Distance {
    pub(super) var: VarId,
    constant: u64,
    /// Indices with the bytes of a step.
    steps: Vec<(ExprId, u64)>,
    /// Whether a constant index is so large that its distance has no value of `ptrdiff_t`.
    is_far: bool,
}

impl Conditions {
    /// What has to be made sure of before a load.
    pub(super) fn load(
        &mut self,
        program: &mut Program,
        addr: ExprId,
        access: Access,
    ) -> Option<Demand> {
        let len = bytes(program, access)?;
        self.touch(program, Touch::read(addr, Length::Bytes(len)))
    }

    /// What has to be made sure of before an operation beside the evaluation of its operands; not
    /// of its result.
    pub(super) fn accesses(&mut self, program: &mut Program, proc: ProcId, op: &Op) -> Vec<Demand> {
        let mut found = Vec::new();
        for touch in touches(program, proc, op) {
            found.extend(self.touch(program, touch));
        }
        match op {
            Op::Assign {
                place: Place::Mem { addr, access },
                ..
            } => found.extend(self.misaligned(program, *addr, access.align)),
            Op::Call { callee, args, .. } => {
                found.extend(self.misaligned_arguments(program, *callee, args));
            }
            Op::Builtin {
                builtin: Builtin::Write,
                args,
                ..
            } => {
                if let [_, at, len] = args[..] {
                    found.extend(self.written_out(program, at, len));
                }
            }
            _ => {}
        }
        found.extend(self.member_accesses(program, op));
        if let Some(demand) = self.special(program, op) {
            found.push(demand);
        }
        found
    }

    /// Whether the write of a result has to be checked.
    pub(super) fn is_result_demanding(&mut self, program: &mut Program, place: Place) -> bool {
        let length = program.exprs.len();
        let touch = stored(program, place);
        let mut found = touch.is_some_and(|touch| self.touch(program, touch).is_some());
        if let Place::Mem { addr, access } = place {
            found |= self.misaligned(program, addr, access.align).is_some();
        }
        program.exprs.truncate(length);
        found
    }

    fn special(&mut self, program: &mut Program, op: &Op) -> Option<Demand> {
        match op {
            Op::Builtin {
                builtin: Builtin::Free,
                args,
                ..
            } => self.freed(program, *args.first()?),
            _ if !self.asks(CheckKind::InvalidAccess) => None,
            Op::Builtin { builtin, args, .. } => match builtin {
                Builtin::ObjectSize => Some(asked_size(program, *args.first()?)),
                Builtin::ParseFloat => Some(Demand::NotUnderstood(
                    "memory faults while a floating number is read from text",
                )),
                _ => None,
            },
            _ => None,
        }
    }

    /// `free` of anything but null or the start of a block that lives.
    fn freed(&mut self, program: &mut Program, at: ExprId) -> Option<Demand> {
        let kind = CheckKind::InvalidFree;
        if !self.asks(kind) {
            return None;
        }
        let mut build = Build { program };
        let ty = build.ty(at);
        let null = build.number(ty, 0);
        let is_null = build.compare(BinOp::Eq, at, null);
        let class = build.word(ObjectWord::Class, at);
        let other = build.is(BinOp::Ne, class, i128::from(ObjectWord::FREEABLE));
        let offset = build.word(ObjectWord::Offset, at);
        let inside = build.is(BinOp::Ne, offset, 0);
        let wrong = build.or(other, inside);
        let int = build.int();
        let zero = build.number(int, 0);
        Some(Demand::Check(kind, build.choose(is_null, zero, wrong)))
    }

    fn touch(&mut self, program: &mut Program, touch: Touch) -> Option<Demand> {
        let kind = CheckKind::InvalidAccess;
        if is_on(Defect::ChecksNoAccess) {
            return None;
        }
        if !self.asks(kind) || matches!(touch.len, Length::Bytes(0)) {
            return None;
        }
        let Some(distance) = distance(program, touch.addr) else {
            let condition = Build { program }.outside_object(touch);
            return Some(Demand::Check(kind, condition));
        };
        let Some(size) = size(program, distance.var) else {
            return Some(Demand::NotUnderstood(
                "how large an object of another file is",
            ));
        };
        let condition = match touch.len {
            _ if touch.write && program.var(distance.var).read_only => {
                Some(Build { program }.always(touch.len))
            }
            Length::Bytes(n) => self.outside_variable(program, &distance, size, n),
            Length::Given(len) => Some(Build { program }.outside_given(&distance, size, len)),
        };
        condition.map(|c| Demand::Check(kind, c))
    }

    /// When an access of `n` bytes leaves a variable; `None` if it cannot.
    pub(super) fn outside_variable(
        &mut self,
        program: &mut Program,
        distance: &Distance,
        size: u64,
        n: u64,
    ) -> Option<ExprId> {
        let Some(room) = size.checked_sub(n) else {
            return Some(Build { program }.always(Length::Bytes(n)));
        };
        let constant = distance.constant;
        match distance.steps[..] {
            _ if distance.is_far => Some(Build { program }.always(Length::Bytes(n))),
            [] if constant <= room => None,
            [] => Some(Build { program }.always(Length::Bytes(n))),
            [(index, scale)] if constant <= room && scale > 0 => {
                let most = i128::from((room - constant) / scale);
                let range = self.ranges.of(program, index);
                if range.is_some_and(|r| r.least >= 0 && r.greatest <= most) {
                    return None;
                }
                let mut build = Build { program };
                // Behind a larger constant a negative index may still lead into the variable.
                Some(match constant < scale {
                    true => {
                        let index = build.as_size(index);
                        build.is(BinOp::Gt, index, most)
                    }
                    false => build.exceeds(distance, room),
                })
            }
            _ => Some(Build { program }.exceeds(distance, room)),
        }
    }
}

impl Build<'_> {
    fn size_type(&mut self) -> TypeId {
        let kind = self.program.target.size_type;
        self.program.types.int(kind)
    }

    pub(super) fn as_size(&mut self, e: ExprId) -> ExprId {
        let ty = self.size_type();
        self.program.exprs.add(ExprKind::Cast(e), ty)
    }

    pub(super) fn word(&mut self, word: ObjectWord, of: ExprId) -> ExprId {
        let ty = self.size_type();
        self.program.exprs.add(ExprKind::Object { word, of }, ty)
    }

    /// A condition that holds for an access of any bytes.
    fn always(&mut self, len: Length) -> ExprId {
        match len {
            Length::Bytes(_) => {
                let int = self.int();
                self.number(int, 1)
            }
            Length::Given(len) => self.is(BinOp::Ne, len, 0),
        }
    }

    /// Whether an index times the bytes of a step has a value of `ptrdiff_t`.
    fn is_narrow(&self, index: ExprId, scale: u64) -> bool {
        let pointer = self.program.target.pointer_bits;
        let bits = match self.program.scalar(self.ty(index)) {
            Some(Scalar::Int { bits, .. }) => u32::from(bits),
            Some(Scalar::Bool) => 1,
            _ => return false,
        };
        bits + (64 - scale.leading_zeros()) < pointer
    }

    fn offset(&mut self, distance: &Distance) -> ExprId {
        let ty = self.size_type();
        let mut sum = self.number(ty, i128::from(distance.constant));
        for &(index, scale) in &distance.steps {
            let index = self.as_size(index);
            let scale = self.number(ty, i128::from(scale));
            let step = self.combine(BinOp::Mul, index, scale);
            sum = self.combine(BinOp::Add, step, sum);
        }
        sum
    }

    /// Whether an index is so large that its distance has no value of `ptrdiff_t`: on the machine
    /// that comes back into the variable, in C it does not.
    fn is_far(&mut self, (index, scale): (ExprId, u64)) -> ExprId {
        let bits = self.program.target.pointer_bits;
        let most = ((1_i128 << (bits - 1)) - 1) / i128::from(scale.max(1));
        let ty = self.size_type();
        let index = self.as_size(index);
        let shift = self.number(ty, most);
        let shifted = self.combine(BinOp::Add, index, shift);
        self.is(BinOp::Gt, shifted, 2 * most)
    }

    /// Whether a distance leaves the room that there is.
    fn exceeds(&mut self, distance: &Distance, room: u64) -> ExprId {
        let mut exceeds = self.exceeds_on_the_machine(distance, room);
        for &step in &distance.steps {
            if !self.is_narrow(step.0, step.1) {
                let far = self.is_far(step);
                exceeds = self.or(far, exceeds);
            }
        }
        exceeds
    }

    fn exceeds_on_the_machine(&mut self, distance: &Distance, room: u64) -> ExprId {
        let offset = self.offset(distance);
        self.is(BinOp::Gt, offset, i128::from(room))
    }

    /// When an access of a number of bytes that is computed leaves a variable.
    fn outside_given(&mut self, distance: &Distance, size: u64, len: ExprId) -> ExprId {
        let ty = self.size_type();
        let size = self.number(ty, i128::from(size));
        let offset = self.offset(distance);
        self.outside(offset, size, len)
    }

    /// `len != 0 && (size < len || offset > size - len)`
    fn outside(&mut self, offset: ExprId, size: ExprId, len: ExprId) -> ExprId {
        let small = self.compare(BinOp::Lt, size, len);
        let room = self.combine(BinOp::Sub, size, len);
        let outside = self.compare(BinOp::Gt, offset, room);
        let wrong = self.or(small, outside);
        match self.program.exprs.get(len).kind {
            ExprKind::Int(n) if n != 0 => wrong,
            _ => {
                let some = self.is(BinOp::Ne, len, 0);
                self.and(some, wrong)
            }
        }
    }

    /// When an access leaves the object that its address was computed from.
    fn outside_object(&mut self, touch: Touch) -> ExprId {
        let ty = self.size_type();
        let len = match touch.len {
            Length::Bytes(n) if is_on(Defect::ChecksPastEnd) => self.number(ty, i128::from(n) - 1),
            Length::Bytes(n) => self.number(ty, i128::from(n)),
            Length::Given(len) => len,
        };
        let size = self.word(ObjectWord::Size, touch.addr);
        let offset = self.word(ObjectWord::Offset, touch.addr);
        let outside = self.outside(offset, size, len);
        if !touch.write {
            return outside;
        }
        let class = self.word(ObjectWord::Class, touch.addr);
        let constant = self.is(BinOp::Lt, class, i128::from(ObjectWord::WRITABLE));
        let constant = match touch.len {
            Length::Bytes(_) => constant,
            Length::Given(len) => {
                let some = self.is(BinOp::Ne, len, 0);
                self.and(some, constant)
            }
        };
        self.or(outside, constant)
    }
}

/// The size of an object is asked for: there must be one that holds the address or ends there.
fn asked_size(program: &mut Program, at: ExprId) -> Demand {
    let mut build = Build { program };
    let class = build.word(ObjectWord::Class, at);
    let none = build.is(BinOp::Eq, class, i128::from(ObjectWord::NONE));
    let offset = build.word(ObjectWord::Offset, at);
    let size = build.word(ObjectWord::Size, at);
    let outside = build.compare(BinOp::Gt, offset, size);
    Demand::Check(CheckKind::InvalidAccess, build.or(none, outside))
}

/// The accesses of an operation itself, not of its operands or of its result.
fn touches(program: &mut Program, proc: ProcId, op: &Op) -> Vec<Touch> {
    match op {
        Op::Assign { place, .. } => stored(program, *place).into_iter().collect(),
        Op::Copy { dst, src, len } => {
            let len = length(program, *len);
            vec![Touch::read(*src, len), Touch::write(*dst, len)]
        }
        Op::Fill { dst, len, .. } => vec![Touch::write(*dst, length(program, *len))],
        Op::Call { args, .. } => {
            let aggregate = |arg: &Arg| match *arg {
                Arg::Aggregate { addr, ty } => {
                    let len = program.size_of(ty).unwrap_or(0);
                    Some(Touch::read(addr, Length::Bytes(len)))
                }
                Arg::Scalar(_) => None,
            };
            args.iter().filter_map(aggregate).collect()
        }
        Op::Return(ReturnValue::Aggregate(addr)) => {
            let ty = match program.types.get(program.proc(proc).ty) {
                Type::Function(f) => f.ret,
                _ => return Vec::new(),
            };
            let len = program.size_of(ty).unwrap_or(0);
            vec![Touch::read(*addr, Length::Bytes(len))]
        }
        Op::Builtin {
            builtin: Builtin::Write,
            args,
            ..
        } => match args[..] {
            [_, at, len] => vec![Touch::read(at, Length::Given(len))],
            _ => Vec::new(),
        },
        // It writes no more than there is room for; all of the room is asked about.
        Op::Builtin {
            builtin: Builtin::FormatFloat,
            args,
            ..
        } => match args[..] {
            [to, room, ..] => vec![Touch::write(to, Length::Given(room))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn length(program: &Program, len: ExprId) -> Length {
    match program.exprs.get(len).kind {
        ExprKind::Int(n) => u64::try_from(n).map_or(Length::Given(len), Length::Bytes),
        _ => Length::Given(len),
    }
}

/// The write of a value to a place.
fn stored(program: &Program, place: Place) -> Option<Touch> {
    match place {
        Place::Slot(_) => None,
        Place::Mem { addr, access } => {
            let len = bytes(program, access)?;
            Some(Touch::write(addr, Length::Bytes(len)))
        }
        Place::Aggregate { addr, ty } => {
            let len = program.size_of(ty)?;
            Some(Touch::write(addr, Length::Bytes(len)))
        }
    }
}

/// The bytes that an access touches.
pub(super) fn bytes(program: &Program, access: Access) -> Option<u64> {
    match access.bits {
        Some(range) => Some(range.bytes()),
        None => program.size_of(access.ty),
    }
}

/// The variable that an address is computed from, and how far from its start it lies.
pub(super) fn distance(program: &Program, addr: ExprId) -> Option<Distance> {
    let mut found = Distance {
        var: VarId(0),
        constant: 0,
        steps: Vec::new(),
        is_far: false,
    };
    let all = u64::MAX >> (64 - program.target.pointer_bits);
    let mut at = addr;
    loop {
        match program.exprs.get(at).kind {
            ExprKind::AddrOf(var) => {
                found.var = var;
                found.constant &= all;
                return Some(found);
            }
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = program.types.record(record).fields[field as usize].offset;
                found.constant = found.constant.wrapping_add(offset);
                at = base;
            }
            ExprKind::Index { base, index, scale } => {
                let range = match program.exprs.get(index).kind {
                    ExprKind::Int(bits) => {
                        super::range::constant(program, bits, program.exprs.get(index).ty)
                    }
                    _ => None,
                };
                match range {
                    Some(n) => {
                        let most = (all >> 1).checked_div(scale).unwrap_or(all);
                        let signed = match n > i128::from(all >> 1) {
                            true => n - i128::from(all) - 1,
                            false => n,
                        };
                        found.is_far |= signed.unsigned_abs() > u128::from(most);
                        let step = (n as u64).wrapping_mul(scale);
                        found.constant = found.constant.wrapping_add(step);
                    }
                    None => found.steps.push((index, scale)),
                }
                at = base;
            }
            ExprKind::Cast(a)
                if program.scalar(program.exprs.get(a).ty) == Some(Scalar::Pointer) =>
            {
                at = a;
            }
            _ => return None,
        }
    }
}

/// The size of a variable's object; `None` if another file decides it.
pub(super) fn size(program: &Program, var: VarId) -> Option<u64> {
    if program.is_open_ended(var) {
        return None;
    }
    let declared = program.size_of(program.var(var).ty)?;
    let init = program.globals.iter().find(|(v, _)| *v == var);
    let Some((_, GlobalInit::Defined(items))) = init else {
        return Some(declared);
    };
    let ends = items.iter().map(|item| {
        let size = match &item.value {
            InitValue::Bytes(bytes) => bytes.len() as u64,
            InitValue::Scalar(access, _) => bytes(program, *access).unwrap_or(0),
        };
        item.offset + size
    });
    Some(ends.max().unwrap_or(0).max(declared))
}
