//! Expressions on an execution.
//!
//! **Soundness.** An access outside the object that its address was computed from, or to one
//! that lives no more, is a fault and ends the execution. Nothing is assumed of
//! where objects lie but that they are not null, do not wrap around, are aligned,
//! and that two that live do not share a byte (string literals may).

use super::heap::{Byte, Cell, Object, ObjectId, Origin, piece, unknown};
use super::value::{Offset, Truth, Val, compared, computed, is_true, resized};
use super::walker::{Got, Stop, Walker};
use crate::encode::width;
use crate::float;
use crate::operator::{
    comparison, field, mask, number, operation, register_mask, resize, shift, with_field,
};
use hatha_cfa::{
    Access, BinOp, BitRange, ByteOrder, ExprId, ExprKind, ObjectWord, Scalar, Storage, TypeId,
    UnOp, VarId, VarScope,
};
use hatha_term::{Sort, TermId, TermPool};

/// Expressions nested deeper than this are not followed.
const DEEPEST: u32 = 1_000;

/// Objects with a name for their address beyond which nothing more is said of where they lie.
const MOST_APART: usize = 64;

impl Walker<'_, '_> {
    pub(super) fn scalar(&self, ty: TypeId) -> Got<Scalar> {
        self.program
            .scalar(ty)
            .ok_or_else(|| Stop::unknown("a value that is not a scalar"))
    }

    pub(super) fn width(&self, ty: TypeId) -> Got<u32> {
        width(self.program, self.scalar(ty)?).ok_or_else(|| Stop::unknown("an unbounded integer"))
    }

    fn is_signed(&self, ty: TypeId) -> Got<bool> {
        Ok(matches!(self.scalar(ty)?, Scalar::Int { signed: true, .. }))
    }

    fn is_float(&self, ty: TypeId) -> Got<bool> {
        Ok(float::format(self.scalar(ty)?).is_some())
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs.get(e).ty
    }

    fn pointer_bits(&self) -> u32 {
        self.program.target.pointer_bits
    }

    /// Any value that a step draws; the same one if the step is tried again.
    pub(super) fn any(&mut self, width: u32) -> Val {
        self.drawn += 1;
        let name = format!("drawn{}_{}_{width}", self.state.steps, self.drawn);
        Val::Term(self.pool.var(&name, Sort::Bv(width)))
    }

    /// Any value of a scalar type; `_Bool` holds 0 or 1.
    pub(super) fn arbitrary(&mut self, ty: TypeId) -> Got<Val> {
        let width = self.width(ty)?;
        let term = unknown(&mut self.pool, width);
        if self.scalar(ty)? == Scalar::Bool {
            let two = self.pool.bv_const(width, 2);
            let fits = self.pool.bv_ult(term, two);
            self.know(fits);
        }
        Ok(Val::Term(term))
    }

    /// A value as a term.
    pub(super) fn term(&mut self, value: Val, width: u32) -> Got<TermId> {
        match value {
            Val::Const(bits) => Ok(self.pool.bv_const(width, bits & mask(width))),
            Val::Term(term) => Ok(term),
            Val::Func(_) => Err(Stop::unknown(
                "a computation with the address of a function",
            )),
            Val::Ptr(object, offset) => {
                let base = self.address(object);
                let offset = self.offset_term(offset);
                Ok(self.pool.bv_add(base, offset))
            }
        }
    }

    fn offset_term(&mut self, offset: Offset) -> TermId {
        match offset {
            Offset::Const(n) => self.pool.bv_const(self.pointer_bits(), u128::from(n)),
            Offset::Term(term) => term,
        }
    }

    /// The address of an object: anywhere, but not null, without wrap-around, and aligned.
    fn address(&mut self, id: ObjectId) -> TermId {
        if let Some(address) = self.state.object(id).address {
            return address;
        }
        let bits = self.pointer_bits();
        let address = self.pool.fresh_var("at", Sort::Bv(bits));
        let (size, align) = (self.state.object(id).size, self.state.object(id).align);
        self.state.object_mut(id).address = Some(address);
        let zero = self.pool.bv_const(bits, 0);
        let null = self.pool.eq(address, zero);
        let not_null = self.pool.not(null);
        self.know(not_null);
        if size > 0 && u128::from(size) <= mask(bits) {
            let size = self.pool.bv_const(bits, u128::from(size));
            let end = self.pool.bv_add(address, size);
            let no_wrap = self.pool.bv_ult(address, end);
            self.know(no_wrap);
        }
        if align.is_power_of_two() && align > 1 {
            let low = self.pool.bv_const(bits, u128::from(align - 1));
            let low = self.pool.bv_and(address, low);
            let aligned = self.pool.eq(low, zero);
            self.know(aligned);
        }
        self.know_apart(id, address);
        address
    }

    /// An object lies apart from every other one that lives now; an object that has ended may
    /// have left its place to it. Two string literals may be one object.
    fn know_apart(&mut self, id: ObjectId, address: TermId) {
        let new = self.state.object(id);
        let (size, is_literal) = (new.size, new.origin == Origin::Literal);
        if !new.surely_lives() || size == 0 {
            return;
        }
        let others: Vec<(TermId, u64)> = self
            .state
            .located(id)
            .filter(|o| o.surely_lives() && o.size > 0)
            .filter(|o| !(is_literal && o.origin == Origin::Literal))
            .filter_map(|o| Some((o.address?, o.size)))
            .collect();
        if others.len() > MOST_APART {
            return;
        }
        for (other, other_size) in others {
            let before = self.ends_before(address, size, other);
            let behind = self.ends_before(other, other_size, address);
            let apart = self.pool.or(before, behind);
            self.know(apart);
        }
    }

    /// Whether an object, which does not wrap around, ends before an address.
    fn ends_before(&mut self, start: TermId, size: u64, address: TermId) -> TermId {
        let size = self.pool.bv_const(self.pointer_bits(), u128::from(size));
        let end = self.pool.bv_add(start, size);
        self.pool.bv_ule(end, address)
    }

    /// The value of a slot. One that has none yet has any, from now on the same.
    pub(super) fn slot(&mut self, var: VarId) -> Got<Val> {
        let ty = self.program.var(var).ty;
        if self.program.var(var).scope == VarScope::Global {
            if let Some(&value) = self.state.globals.get(&var) {
                return Ok(value);
            }
            let value = self.arbitrary(ty)?;
            self.state.globals.insert(var, value);
            return Ok(value);
        }
        let place = self.place_of[var] as usize;
        if let Some(value) = self.frame()?.slots[place] {
            return Ok(value);
        }
        let value = self.arbitrary(ty)?;
        self.frame_mut()?.slots[place] = Some(value);
        Ok(value)
    }

    pub(super) fn set_slot(&mut self, var: VarId, value: Option<Val>) -> Got<()> {
        if self.program.var(var).scope == VarScope::Global {
            match value {
                Some(value) => self.state.globals.insert(var, value),
                None => self.state.globals.remove(&var),
            };
            return Ok(());
        }
        let place = self.place_of[var] as usize;
        self.frame_mut()?.slots[place] = value;
        Ok(())
    }

    /// The object of a variable in memory.
    pub(super) fn object_of(&self, var: VarId) -> Got<ObjectId> {
        let found = match self.program.var(var).scope {
            VarScope::Global => self.global_objects.get(&var),
            _ => self.frame()?.objects.get(&var),
        };
        found
            .copied()
            .ok_or_else(|| Stop::unknown("a variable whose declaration was passed by"))
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, e: ExprId) -> Got<Val> {
        self.depth += 1;
        let value = if self.depth > DEEPEST {
            Err(Stop::unknown("a very deep expression"))
        } else {
            self.node(e)
        };
        self.depth -= 1;
        value
    }

    fn node(&mut self, e: ExprId) -> Got<Val> {
        let expr = self.program.exprs.get(e);
        match expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                Ok(Val::Const(bits & mask(self.width(expr.ty)?)))
            }
            ExprKind::Var(v) => {
                self.check_volatile(self.program.var(v).volatile)?;
                self.slot(v)
            }
            ExprKind::AddrOf(v) => Ok(Val::Ptr(self.object_of(v)?, Offset::Const(0))),
            ExprKind::Proc(p) => Ok(Val::Func(p)),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let base = self.value(base)?;
                let offset = self.program.types.record(record).fields[field as usize].offset;
                self.plus(base, Val::Const(u128::from(offset)))
            }
            ExprKind::Index { base, index, scale } => self.index(base, index, scale),
            ExprKind::PtrDiff { a, b, scale } => self.difference(a, b, scale),
            ExprKind::Load { addr, access } => {
                self.check_volatile(access.volatile)?;
                let at = self.address_value(addr)?;
                self.load(at, access)
            }
            ExprKind::Object { word, of } => self.object_word(word, of),
            ExprKind::Unary(op, a) => self.unary(op, a, expr.ty),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, expr.ty),
            ExprKind::Cast(a) => self.cast(a, expr.ty),
            ExprKind::Cond(c, a, b) => {
                let test = self.truth(c)?;
                let chosen = self.decided(test)?;
                self.value(if chosen { a } else { b })
            }
        }
    }

    /// A word of the object that an address was computed from; zero if none lives.
    fn object_word(&mut self, word: ObjectWord, of: ExprId) -> Got<Val> {
        match word {
            ObjectWord::Written(access) => return self.is_written(of, access),
            ObjectWord::Remainder(align) => return self.remainder(of, align),
            ObjectWord::WrittenBytes => return self.written_bytes(of),
            ObjectWord::Offset | ObjectWord::Size | ObjectWord::Class => {}
        }
        let (id, offset) = match self.value(of)? {
            Val::Ptr(id, offset) => (id, offset),
            Val::Func(_) => return Ok(Val::Const(0)),
            Val::Const(_) | Val::Term(_) if self.is_from_null(of)? => return Ok(Val::Const(0)),
            Val::Const(_) | Val::Term(_) => {
                return Err(Stop::unknown(
                    "the object behind an address of unknown origin",
                ));
            }
        };
        self.demand_known_life(id)?;
        let object = self.state.object(id);
        let size = object.size;
        let class = match object.origin {
            Origin::Heap => ObjectWord::FREEABLE,
            Origin::Literal | Origin::Constant => ObjectWord::READABLE,
            Origin::Variable | Origin::Block => ObjectWord::WRITABLE,
        };
        Ok(match (word, object.alive, offset) {
            (_, false, _) => Val::Const(0),
            (ObjectWord::Size, ..) => Val::Const(u128::from(size)),
            (ObjectWord::Class, ..) => Val::Const(u128::from(class)),
            (_, _, Offset::Const(n)) => Val::Const(u128::from(n)),
            (_, _, Offset::Term(term)) => Val::Term(term),
        })
    }

    /// 1 if all bits that a load reads have been written, else 0. An access that faults in another
    /// way ends the execution here; it is the one that the check stands before.
    fn is_written(&mut self, of: ExprId, access: Access) -> Got<Val> {
        let bytes = self.bytes(access)?;
        let at = self.address_value(of)?;
        let (object, offset) = self.place(at, bytes)?;
        let holes = self.state.object(object).holes(offset, bytes);
        let asked = |byte: u64| match access.bits {
            None => 0xff,
            Some(range) => {
                let field = mask(u32::from(range.width)) << range.offset;
                (field >> (8 * byte)) as u8
            }
        };
        let whole = holes.iter().all(|&(at, bits)| asked(at) & !bits == 0);
        Ok(Val::Const(u128::from(whole)))
    }

    /// How many bytes from an address on have been written; any number where that is not known.
    fn written_bytes(&mut self, of: ExprId) -> Got<Val> {
        if let Val::Ptr(id, Offset::Const(offset)) = self.value(of)? {
            let object = self.state.object(id);
            if object.surely_lives() && offset <= object.size {
                let room = object.size - offset;
                let first = object.first_hole(offset, room);
                return Ok(Val::Const(u128::from(first.unwrap_or(room))));
            }
        }
        Ok(self.any(self.pointer_bits()))
    }

    /// How many bytes an address lies behind a multiple of a power of two.
    fn remainder(&mut self, of: ExprId, align: u32) -> Got<Val> {
        let low = u128::from(align - 1);
        let value = self.value(of)?;
        match value {
            Val::Const(bits) => return Ok(Val::Const(bits & low)),
            Val::Ptr(id, Offset::Const(n)) if self.state.object(id).align >= align => {
                return Ok(Val::Const(u128::from(n) & low));
            }
            _ => {}
        }
        let width = self.pointer_bits();
        let at = self.term(value, width)?;
        let low = self.pool.bv_const(width, low);
        Ok(Val::Term(self.pool.bv_and(at, low)))
    }

    /// Whether an address is null or computed from null, where nothing lives.
    fn is_from_null(&mut self, address: ExprId) -> Got<bool> {
        let mut root = address;
        while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } =
            self.program.exprs.get(root).kind
        {
            root = base;
        }
        Ok(!self.environment.device_memory && self.value(root)? == Val::Const(0))
    }

    fn check_volatile(&self, volatile: bool) -> Got<()> {
        if volatile && self.environment.volatile_any {
            return Err(Stop::unknown("a volatile read"));
        }
        Ok(())
    }

    fn index(&mut self, base: ExprId, index: ExprId, scale: u64) -> Got<Val> {
        let (at, i) = (self.value(base)?, self.value(index)?);
        let bits = self.pointer_bits();
        let ty = self.ty(index);
        let i = self.resized(i, self.width(ty)?, bits, self.is_signed(ty)?)?;
        let distance = match i {
            Val::Const(i) => Val::Const(i.wrapping_mul(u128::from(scale)) & mask(bits)),
            other => {
                let i = self.term(other, bits)?;
                let scale = self.pool.bv_const(bits, u128::from(scale));
                Val::Term(self.pool.bv_mul(i, scale))
            }
        };
        self.plus(at, distance)
    }

    /// An address plus a distance.
    fn plus(&mut self, base: Val, distance: Val) -> Got<Val> {
        let bits = self.pointer_bits();
        let all = mask(bits) as u64;
        Ok(match (base, distance) {
            (Val::Const(a), Val::Const(b)) => Val::Const(a.wrapping_add(b) & mask(bits)),
            (base, Val::Const(0)) => base,
            (Val::Ptr(o, Offset::Const(a)), Val::Const(b)) => {
                Val::Ptr(o, Offset::Const(a.wrapping_add(b as u64) & all))
            }
            (Val::Ptr(o, offset), distance) => {
                let offset = self.offset_term(offset);
                let distance = self.term(distance, bits)?;
                Val::Ptr(o, Offset::Term(self.pool.bv_add(offset, distance)))
            }
            (base, distance) => {
                let (a, b) = (self.term(base, bits)?, self.term(distance, bits)?);
                Val::Term(self.pool.bv_add(a, b))
            }
        })
    }

    fn difference(&mut self, a: ExprId, b: ExprId, scale: u64) -> Got<Val> {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let bits = self.pointer_bits();
        if let (Val::Ptr(o, Offset::Const(x)), Val::Ptr(p, Offset::Const(y))) = (a, b)
            && o == p
        {
            let bytes = u128::from(x).wrapping_sub(u128::from(y)) & mask(bits);
            let value = computed(BinOp::Div, bytes, u128::from(scale.max(1)), bits, true);
            return value.map(Val::Const).ok_or(Stop::End);
        }
        let (x, y) = match (a, b) {
            (Val::Ptr(o, x), Val::Ptr(p, y)) if o == p => {
                (self.offset_term(x), self.offset_term(y))
            }
            _ => (self.term(a, bits)?, self.term(b, bits)?),
        };
        let bytes = self.pool.bv_sub(x, y);
        let scale = self.pool.bv_const(bits, u128::from(scale.max(1)));
        Ok(Val::Term(self.pool.bv_sdiv(bytes, scale)))
    }

    /// A value brought to another width.
    fn resized(&mut self, value: Val, from: u32, to: u32, is_signed: bool) -> Got<Val> {
        Ok(match value {
            Val::Const(bits) => Val::Const(resized(bits, from, to, is_signed)),
            value if from == to => value,
            value => {
                let term = self.term(value, from)?;
                Val::Term(resize(&mut self.pool, term, to, is_signed))
            }
        })
    }

    fn unary(&mut self, op: UnOp, a: ExprId, ty: TypeId) -> Got<Val> {
        if op == UnOp::LogicalNot {
            let test = self.truth(a)?;
            let test = self.negated(test);
            return self.number(test, self.width(ty)?);
        }
        let value = self.value(a)?;
        let width = self.width(ty)?;
        if self.is_float(self.ty(a))? {
            let scalar = self.scalar(self.ty(a))?;
            return self.float(&[(value, width)], width, |pool, t, _| {
                float::unary(pool, op, scalar, t[0])
            });
        }
        if !matches!(op, UnOp::Neg | UnOp::Not) {
            return Ok(self.any(width));
        }
        Ok(match (op, value) {
            (UnOp::Neg, Val::Const(x)) => Val::Const(x.wrapping_neg() & mask(width)),
            (_, Val::Const(x)) => Val::Const(!x & mask(width)),
            (UnOp::Neg, other) => {
                let term = self.term(other, width)?;
                Val::Term(self.pool.bv_neg(term))
            }
            (_, other) => {
                let term = self.term(other, width)?;
                Val::Term(self.pool.bv_not(term))
            }
        })
    }

    /// A floating operation: a constant of constants if nothing of it may be anything.
    pub(super) fn float(
        &mut self,
        operands: &[(Val, u32)],
        width: u32,
        operation: impl Fn(&mut TermPool, &[TermId], float::Any<'_>) -> Option<TermId>,
    ) -> Got<Val> {
        let constant = |&(value, width): &(Val, u32)| match value {
            Val::Const(bits) => Some((bits, width)),
            _ => None,
        };
        let constants: Option<Vec<(u128, u32)>> = operands.iter().map(constant).collect();
        if let Some((value, draws)) = constants.and_then(|c| float::folded(&c, &operation)) {
            // The names of later draws must not depend on which operands were constants.
            self.drawn += draws;
            return Ok(Val::Const(value));
        }
        let mut terms = Vec::with_capacity(operands.len());
        for &(value, width) in operands {
            terms.push(self.term(value, width)?);
        }
        // The same values if the step is tried again.
        let (steps, drawn) = (self.state.steps, &mut self.drawn);
        let mut any = |pool: &mut TermPool, width: u32| {
            *drawn += 1;
            pool.var(&format!("drawn{steps}_{drawn}_{width}"), Sort::Bv(width))
        };
        match operation(&mut self.pool, &terms, &mut any) {
            Some(term) => Ok(Val::Term(term)),
            None => Ok(self.any(width)),
        }
    }

    fn negated(&mut self, test: Truth) -> Truth {
        match test {
            Truth::Known(known) => Truth::Known(!known),
            Truth::Maybe(term) => Truth::Maybe(self.pool.not(term)),
        }
    }

    /// A truth value as a number.
    fn number(&mut self, test: Truth, width: u32) -> Got<Val> {
        Ok(match test {
            Truth::Known(known) => Val::Const(u128::from(known)),
            Truth::Maybe(term) => Val::Term(number(&mut self.pool, term, width)),
        })
    }

    /// Whether an expression is not zero.
    pub(super) fn truth(&mut self, e: ExprId) -> Got<Truth> {
        let value = self.value(e)?;
        self.truth_of(value, self.ty(e))
    }

    fn truth_of(&mut self, value: Val, ty: TypeId) -> Got<Truth> {
        let width = self.width(ty)?;
        let value = match self.is_float(ty)? {
            true => {
                let scalar = self.scalar(ty)?;
                self.float(&[(value, width)], 1, |pool, t, _| {
                    let test = float::truth(pool, scalar, t[0])?;
                    Some(number(pool, test, 1))
                })?
            }
            false => value,
        };
        match value {
            Val::Const(bits) => Ok(Truth::Known(bits != 0)),
            Val::Term(term) => Ok(Truth::Maybe(is_true(&mut self.pool, term))),
            other => self.compare(BinOp::Ne, (other, Val::Const(0)), width, false),
        }
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, ty: TypeId) -> Got<Val> {
        let (x, y) = (self.value(a)?, self.value(b)?);
        let operand = self.ty(a);
        let result = self.width(ty)?;
        let (width, is_signed) = (self.width(operand)?, self.is_signed(operand)?);
        if self.is_float(operand)? {
            let scalar = self.scalar(operand)?;
            return self.float(&[(x, width), (y, width)], result, |pool, t, any| {
                if let Some(test) = float::compare(pool, op, scalar, (t[0], t[1])) {
                    return Some(number(pool, test, result));
                }
                float::binary(pool, op, scalar, (t[0], t[1]), any)
            });
        }
        if op.is_comparison() {
            let test = self.compare(op, (x, y), width, is_signed)?;
            return self.number(test, result);
        }
        if matches!(op, BinOp::Shl | BinOp::Shr) {
            return self.shift(op, x, (y, self.ty(b)), width, is_signed);
        }
        if let (Val::Const(x), Val::Const(y)) = (x, y) {
            // A division that has no result ends the execution.
            return computed(op, x, y, width, is_signed)
                .map(Val::Const)
                .ok_or(Stop::End);
        }
        let terms = (self.term(x, width)?, self.term(y, width)?);
        match operation(&mut self.pool, op, terms, is_signed) {
            Some(term) => Ok(Val::Term(term)),
            None => Ok(self.any(result)),
        }
    }

    /// In range as C says; out of range the amount is taken modulo the machine's register.
    fn shift(
        &mut self,
        op: BinOp,
        x: Val,
        (y, amount_type): (Val, TypeId),
        width: u32,
        is_signed: bool,
    ) -> Got<Val> {
        let (amount_width, by_signed) = (self.width(amount_type)?, self.is_signed(amount_type)?);
        if let (Val::Const(x), Val::Const(n)) = (x, y) {
            let wide = width.max(amount_width).max(8);
            let n = resized(n, amount_width, wide, by_signed);
            let n = if n < u128::from(width) {
                n
            } else {
                n & register_mask(width)
            };
            let x = resized(x, width, wide, is_signed);
            return Ok(Val::Const(shifted(op, x, n, wide, is_signed) & mask(width)));
        }
        let (x, y) = (self.term(x, width)?, self.term(y, amount_width)?);
        let shifted = shift(&mut self.pool, (op, is_signed), x, (y, by_signed));
        Ok(Val::Term(shifted))
    }

    fn compare(
        &mut self,
        op: BinOp,
        (x, y): (Val, Val),
        width: u32,
        is_signed: bool,
    ) -> Got<Truth> {
        if let (Val::Const(x), Val::Const(y)) = (x, y) {
            return Ok(Truth::Known(compared(op, x, y, width, is_signed)));
        }
        // The same term has the same value.
        if matches!((x, y), (Val::Term(a), Val::Term(b)) if a == b) {
            return Ok(Truth::Known(compared(op, 0, 0, width, is_signed)));
        }
        if let Some(known) = self.addresses_compared((op, is_signed), x, y) {
            return Ok(known);
        }
        let terms = (self.term(x, width)?, self.term(y, width)?);
        Ok(Truth::Maybe(comparison(
            &mut self.pool,
            op,
            terms,
            is_signed,
        )))
    }

    /// A comparison of addresses that does not depend on where objects lie.
    fn addresses_compared(
        &mut self,
        (op, is_signed): (BinOp, bool),
        x: Val,
        y: Val,
    ) -> Option<Truth> {
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let differ = Some(Truth::Known(op == BinOp::Ne));
        match (x, y) {
            // As signed numbers the addresses inside an object may be in another order.
            (Val::Ptr(o, a), Val::Ptr(p, b)) if o == p && (equality || !is_signed) => {
                self.within(op, o, a, b)
            }
            (Val::Ptr(o, a), Val::Ptr(p, b)) if equality && self.are_apart((o, a), (p, b)) => {
                differ
            }
            (Val::Ptr(o, Offset::Const(a)), Val::Const(0))
            | (Val::Const(0), Val::Ptr(o, Offset::Const(a)))
                if equality && a <= self.state.object(o).size =>
            {
                differ
            }
            (Val::Func(p), Val::Func(q)) if equality => {
                Some(Truth::Known((p == q) == (op == BinOp::Eq)))
            }
            (Val::Func(_), Val::Const(0)) | (Val::Const(0), Val::Func(_)) if equality => differ,
            _ => None,
        }
    }

    /// A comparison inside one object.
    fn within(&mut self, op: BinOp, o: ObjectId, a: Offset, b: Offset) -> Option<Truth> {
        let size = self.state.object(o).size;
        match (a, b) {
            (Offset::Const(a), Offset::Const(b)) if a <= size && b <= size => {
                let (a, b) = (u128::from(a), u128::from(b));
                Some(Truth::Known(compared(op, a, b, 64, false)))
            }
            // Equal distances from one address are equal addresses, wherever that is.
            (a, b) if matches!(op, BinOp::Eq | BinOp::Ne) => {
                let terms = (self.offset_term(a), self.offset_term(b));
                Some(Truth::Maybe(comparison(&mut self.pool, op, terms, false)))
            }
            _ => None,
        }
    }

    /// Whether two addresses surely lie inside different objects that live.
    fn are_apart(&self, (o, a): (ObjectId, Offset), (p, b): (ObjectId, Offset)) -> bool {
        let (x, y) = (self.state.object(o), self.state.object(p));
        let inside = |object: &Object, offset: Offset| {
            object.surely_lives() && matches!(offset, Offset::Const(n) if n < object.size)
        };
        let literals = x.origin == Origin::Literal && y.origin == Origin::Literal;
        inside(x, a) && inside(y, b) && !literals
    }

    fn cast(&mut self, a: ExprId, ty: TypeId) -> Got<Val> {
        let from = self.ty(a);
        let width = self.width(ty)?;
        if self.scalar(ty)? == Scalar::Bool {
            let test = self.truth(a)?;
            return self.number(test, width);
        }
        let value = self.value(a)?;
        let (was, is_signed) = (self.width(from)?, self.is_signed(from)?);
        let (old, new) = (self.scalar(from)?, self.scalar(ty)?);
        if (self.is_float(from)? || self.is_float(ty)?) && old != new {
            return self.float(&[(value, was)], width, |pool, t, any| {
                float::cast(pool, old, new, t[0], any)
            });
        }
        let value = match (old == Scalar::Pointer) == (new == Scalar::Pointer) {
            true => value,
            false => self.number_of(value)?,
        };
        self.resized(value, was, width, is_signed)
    }

    /// A pointer that becomes a number, or the other way round. A number leads to the object that lives at
    /// its address: that is the one that the address was computed from where it lies inside of that, and
    /// may be another one at its end, or once it lives no more.
    fn number_of(&mut self, value: Val) -> Got<Val> {
        let Val::Ptr(id, offset) = value else {
            return Ok(value);
        };
        let object = self.state.object(id);
        let (size, lives) = (object.size, object.surely_lives());
        let is_inside = match offset {
            Offset::Const(n) => n < size,
            Offset::Term(term) if lives => {
                let size = self.pool.bv_const(self.pointer_bits(), u128::from(size));
                let outside = self.pool.bv_ule(size, term);
                self.is_refuted(Some(outside))
            }
            Offset::Term(_) => false,
        };
        match lives && is_inside {
            true => Ok(value),
            false => Ok(Val::Term(self.term(value, self.pointer_bits())?)),
        }
    }

    /// The address of an access. Nothing lives at null, nor at what is computed from it, unless
    /// device memory does.
    pub(super) fn address_value(&mut self, addr: ExprId) -> Got<Val> {
        let at = self.value(addr)?;
        let is_number = matches!(at, Val::Const(_) | Val::Term(_));
        if is_number && self.is_from_null(addr)? {
            return Err(Stop::End);
        }
        Ok(at)
    }

    /// Where an access goes: an object and a distance inside it.
    pub(super) fn place(&mut self, at: Val, len: u64) -> Got<(ObjectId, u64)> {
        let (object, offset) = match at {
            Val::Ptr(object, offset) => (object, offset),
            Val::Func(_) => return Err(Stop::End),
            Val::Const(_) | Val::Term(_) => {
                return Err(Stop::unknown(
                    "an access through an address of unknown origin",
                ));
            }
        };
        self.demand_known_life(object)?;
        if !self.state.object(object).alive {
            return Err(Stop::End);
        }
        let offset = match offset {
            Offset::Const(n) => n,
            Offset::Term(term) => self.pinned(term, object, len)?,
        };
        if self.state.object(object).holds(offset, len) {
            Ok((object, offset))
        } else {
            Err(Stop::End)
        }
    }

    fn bytes(&self, access: Access) -> Got<u64> {
        if self.program.target.byte_order != ByteOrder::Little {
            return Err(Stop::unknown("memory of a big-endian machine"));
        }
        let bytes = match access.bits {
            Some(range) => Some(range.bytes()),
            None => self.program.size_of(access.ty),
        };
        bytes
            .filter(|&b| b > 0 && b <= 16)
            .ok_or_else(|| Stop::unknown("an access of an odd size"))
    }

    /// The value in memory at an address.
    pub(super) fn load(&mut self, at: Val, access: Access) -> Got<Val> {
        let bytes = self.bytes(access)?;
        let (object, offset) = self.place(at, bytes)?;
        let width = self.width(access.ty)?;
        let whole = self.read(object, offset, bytes);
        let Some(range) = access.bits else {
            return match u64::from(width) == 8 * bytes {
                true => self.loaded(whole, access.ty),
                false => Ok(self.any(width)),
            };
        };
        let (low, bits) = (u32::from(range.offset), u32::from(range.width));
        let is_signed = self.is_signed(access.ty)?;
        let value = match whole {
            Val::Const(all) => Val::Const((all >> low) & mask(bits)),
            other => {
                let all = self.term(other, 8 * bytes as u32)?;
                Val::Term(field(&mut self.pool, all, range))
            }
        };
        self.resized(value, bits, width, is_signed)
    }

    /// A whole value that was loaded. What is loaded as a pointer may have been stored as a number, and
    /// may lead to what lives at its address by now.
    fn loaded(&mut self, value: Val, ty: TypeId) -> Got<Val> {
        match value {
            Val::Ptr(id, _) if !self.state.object(id).alive => match self.scalar(ty)? {
                Scalar::Pointer => Ok(Val::Term(self.term(value, self.pointer_bits())?)),
                _ => Ok(value),
            },
            value => Ok(value),
        }
    }

    /// Bytes as one value. Unknown ones get variables, which stay.
    fn read(&mut self, id: ObjectId, offset: u64, len: u64) -> Val {
        let object = self.state.object(id);
        if let Some(value) = object.exact(offset, len) {
            return value;
        }
        let bytes: Vec<Byte> = (offset..offset + len).map(|at| object.byte(at)).collect();
        if bytes.iter().all(|b| matches!(b, Byte::Zero)) {
            return Val::Const(0);
        }
        if bytes.iter().all(|b| matches!(b, Byte::Unknown)) {
            let value = Val::Term(unknown(&mut self.pool, 8 * len as u32));
            self.write(id, offset, len, value);
            return value;
        }
        let mut whole: Option<Val> = None;
        self.expose_pieces(&bytes);
        for (i, byte) in bytes.into_iter().enumerate() {
            let low = match byte {
                Byte::Of(value, n) => piece(&mut self.pool, value, n),
                Byte::Zero => Val::Const(0),
                Byte::Unknown => {
                    let value = Val::Term(unknown(&mut self.pool, 8));
                    self.write(id, offset + i as u64, 1, value);
                    value
                }
            };
            whole = Some(match whole {
                None => low,
                Some(rest) => self.joined(low, rest, 8 * i as u32),
            });
        }
        whole.unwrap_or(Val::Const(0))
    }

    /// A byte in front of the lower ones.
    fn joined(&mut self, high: Val, low: Val, low_width: u32) -> Val {
        if let (Val::Const(high), Val::Const(low)) = (high, low) {
            return Val::Const(high << low_width | low);
        }
        let mut part = |value: Val, width: u32| match value {
            Val::Const(bits) => self.pool.bv_const(width, bits),
            Val::Term(term) => term,
            // Pieces of addresses are terms already.
            Val::Ptr(..) | Val::Func(_) => unknown(&mut self.pool, width),
        };
        let (high, low) = (part(high, 8), part(low, low_width));
        Val::Term(self.pool.concat(high, low))
    }

    fn write(&mut self, id: ObjectId, offset: u64, len: u64, value: Val) {
        let cell = Cell {
            len: len as u8,
            value,
        };
        self.put(id, offset, cell);
    }

    /// Writes a value to memory.
    pub(super) fn store(&mut self, at: Val, access: Access, value: Val) -> Got<()> {
        let bytes = self.bytes(access)?;
        let (object, offset) = self.place(at, bytes)?;
        let width = self.width(access.ty)?;
        let Some(range) = access.bits else {
            let value = match u64::from(width) == 8 * bytes {
                true => value,
                false => Val::Term(unknown(&mut self.pool, 8 * bytes as u32)),
            };
            self.write(object, offset, bytes, value);
            self.state.object_mut(object).mark(offset, bytes);
            return Ok(());
        };
        let all = 8 * bytes as u32;
        let (low, bits) = (u32::from(range.offset), u32::from(range.width));
        let old = self.read(object, offset, bytes);
        let hole = mask(all) & !(mask(bits) << low);
        let blended = match (old, value) {
            (Val::Const(old), Val::Const(new)) => {
                Val::Const(old & hole | (new & mask(bits)) << low)
            }
            (old, new) => {
                let old = self.term(old, all)?;
                let new = self.term(new, width)?;
                Val::Term(with_field(&mut self.pool, old, range, new))
            }
        };
        self.write(object, offset, bytes, blended);
        self.mark_field((object, offset), range);
        Ok(())
    }

    fn mark_field(&mut self, (id, offset): (ObjectId, u64), range: BitRange) {
        let Some(written) = &mut self.state.object_mut(id).written else {
            return;
        };
        let field = mask(u32::from(range.width)) << range.offset;
        for byte in 0..range.bytes() {
            written.add_bits(offset + byte, (field >> (8 * byte)) as u8);
        }
    }

    /// A new object of a variable in memory.
    pub(super) fn variable_object(&mut self, var: VarId, zeroed: bool) -> Got<ObjectId> {
        let v = self.program.var(var);
        debug_assert_eq!(v.storage, Storage::Memory);
        let size = crate::access::object_size(self.program, var)
            .ok_or_else(|| Stop::unknown("a variable of unknown size"))?;
        let is_literal = v.read_only && v.origin != hatha_cfa::Origin::Declared;
        let origin = match (is_literal, v.read_only) {
            (true, _) => Origin::Literal,
            (false, true) => Origin::Constant,
            (false, false) => Origin::Variable,
        };
        Ok(self.state.add(Object::new(size, v.align, origin, zeroed)))
    }
}

fn shifted(op: BinOp, x: u128, n: u128, width: u32, is_signed: bool) -> u128 {
    let n = n.min(127) as u32;
    match (op, is_signed) {
        (BinOp::Shl, _) if n >= width => 0,
        (BinOp::Shl, _) => (x << n) & mask(width),
        (_, true) => (super::value::signed(x, width) >> n) as u128 & mask(width),
        (_, false) => x >> n,
    }
}
