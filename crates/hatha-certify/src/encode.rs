//! Expressions as terms over the state where a path began.
//!
//! **Soundness.** Floating operations mean what [`crate::float`] says; one that is not
//! known there gives a fresh variable, any value of its width. That only adds behaviour.
//! Slot variables never share storage with memory (their address is never
//! taken). Division by zero stops the program; giving it a value adds behaviour
//! that does not exist.

use crate::float;
use crate::made::Site;
use crate::memory::Memory;
use crate::operator;
use crate::state::{Environment, State};
use hatha_cfa::join::Joined;
use hatha_cfa::output::Silence;
use hatha_cfa::{BinOp, ExprId, ExprKind, Program, Scalar, TypeId, UnOp, VarId};
use hatha_proof::vocabulary::slot_symbol;
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of a scalar as the state holds it; `None` for mathematical types.
pub(crate) fn width(program: &Program, scalar: Scalar) -> Option<u32> {
    Some(match scalar {
        Scalar::Bool => 8,
        Scalar::Int { bits, .. } => u32::from(bits),
        Scalar::Pointer => program.target.pointer_bits,
        Scalar::F32 => 32,
        Scalar::F64 => 64,
        Scalar::F80 => 80,
        Scalar::F128 => 128,
        Scalar::MathInt | Scalar::MathBool => return None,
    })
}

/// Turns the expressions and steps of a state in the middle of a path into terms.
pub(crate) struct Encoder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) silence: Silence,
    pub(crate) environment: Environment,
    pub(crate) pool: &'a mut TermPool,
    pub(crate) memory: &'a mut Memory,
    pub(crate) state: &'a mut State,
    /// The name of what the step allocates, if it happens at most once.
    pub(crate) named: Option<u128>,
    /// The site of what the step allocates.
    pub(crate) site: Option<Site>,
}

/// An expression outside what is modelled; the proof is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotModelled(pub(crate) String);

impl<'a> Encoder<'a> {
    pub(crate) fn new(
        joined: &'a Joined,
        environment: Environment,
        pool: &'a mut TermPool,
        memory: &'a mut Memory,
        state: &'a mut State,
    ) -> Self {
        Encoder {
            program: &joined.program,
            silence: joined.silence,
            environment,
            pool,
            memory,
            state,
            named: None,
            site: None,
        }
    }

    pub(crate) fn scalar(&self, ty: TypeId) -> Result<Scalar, NotModelled> {
        self.program
            .scalar(ty)
            .ok_or_else(|| NotModelled("a value that is not a scalar".to_owned()))
    }

    pub(crate) fn width(&self, ty: TypeId) -> Result<u32, NotModelled> {
        width(self.program, self.scalar(ty)?)
            .ok_or_else(|| NotModelled("an unbounded integer".to_owned()))
    }

    /// The value of a slot.
    pub(crate) fn variable(&mut self, var: VarId) -> Result<TermId, NotModelled> {
        if let Some(&value) = self.state.slots.get(&var) {
            return Ok(value);
        }
        let width = self.width(self.program.var(var).ty)?;
        Ok(self.pool.var(slot_symbol(var), Sort::Bv(width)))
    }

    /// Any value of a scalar type, and what is known of it (`_Bool` holds 0 or 1).
    pub(crate) fn arbitrary(
        &mut self,
        ty: TypeId,
    ) -> Result<(TermId, Option<TermId>), NotModelled> {
        let scalar = self.scalar(ty)?;
        let width = self.width(ty)?;
        let value = self.any(width);
        if scalar != Scalar::Bool {
            return Ok((value, None));
        }
        let two = self.pool.bv_const(width, 2);
        Ok((value, Some(self.pool.bv_ult(value, two))))
    }

    fn any(&mut self, width: u32) -> TermId {
        anything(self.pool, width)
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, root: ExprId) -> Result<TermId, NotModelled> {
        Ok(self.values(root)?[&root])
    }

    /// The values of an expression and of its parts, without recursion.
    pub(crate) fn values(
        &mut self,
        root: ExprId,
    ) -> Result<FxHashMap<ExprId, TermId>, NotModelled> {
        let mut done: FxHashMap<ExprId, TermId> = FxHashMap::default();
        let sure = self.surely_evaluated(root);
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            let open: Vec<ExprId> = self
                .program
                .exprs
                .children(id)
                .filter(|c| !done.contains_key(c))
                .collect();
            if !open.is_empty() && !done.contains_key(&id) {
                stack.extend(open);
                continue;
            }
            stack.pop();
            if !done.contains_key(&id) {
                let term = self.node(id, &done, sure.contains(&id))?;
                done.insert(id, term);
            }
        }
        Ok(done)
    }

    /// The parts of an expression that are evaluated whatever the state: no arms.
    fn surely_evaluated(&self, root: ExprId) -> FxHashSet<ExprId> {
        let mut sure = FxHashSet::default();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if !sure.insert(id) {
                continue;
            }
            match self.program.exprs.get(id).kind {
                ExprKind::Cond(c, _, _) => work.push(c),
                _ => work.extend(self.program.exprs.children(id)),
            }
        }
        sure
    }

    /// Whether a scalar value is not zero, as a Boolean.
    pub(crate) fn truth(&mut self, id: ExprId) -> Result<TermId, NotModelled> {
        let value = self.value(id)?;
        Ok(self.is_true(id, value)?.0)
    }

    /// Non-zero test of an operand's value.
    pub(crate) fn is_true(
        &mut self,
        id: ExprId,
        value: TermId,
    ) -> Result<(TermId, u32), NotModelled> {
        let ty = self.program.exprs.get(id).ty;
        let width = self.width(ty)?;
        if let Some(truth) = float::truth(self.pool, self.scalar(ty)?, value) {
            return Ok((truth, width));
        }
        Ok((operator::is_nonzero(self.pool, value), width))
    }

    fn node(
        &mut self,
        id: ExprId,
        done: &FxHashMap<ExprId, TermId>,
        surely: bool,
    ) -> Result<TermId, NotModelled> {
        let expr = self.program.exprs.get(id);
        let width = self.width(expr.ty)?;
        Ok(match expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => self.pool.bv_const(width, bits),
            ExprKind::Var(v) => {
                self.check_volatile(self.program.var(v).volatile)?;
                self.variable(v)?
            }
            ExprKind::Proc(p) => self.memory.function(self.pool, p),
            ExprKind::AddrOf(v) => self.address_of(v),
            ExprKind::Load { addr, access } => {
                self.check_volatile(access.volatile)?;
                self.load(addr, done[&addr], access, surely)?
            }
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let offset = self.pool.bv_const(width, u128::from(offset));
                self.pool.bv_add(done[&base], offset)
            }
            ExprKind::Index { base, index, scale } => {
                let index = self.extend(index, done[&index], width)?;
                let scale = self.pool.bv_const(width, u128::from(scale));
                let offset = self.pool.bv_mul(index, scale);
                self.pool.bv_add(done[&base], offset)
            }
            ExprKind::PtrDiff { a, b, scale } => {
                let difference = self.pool.bv_sub(done[&a], done[&b]);
                let scale = self.pool.bv_const(width, u128::from(scale));
                self.pool.bv_sdiv(difference, scale)
            }
            ExprKind::Object { word, of } => {
                let value = self.object_word(word, of, done)?;
                self.resize(value, width, false)
            }
            ExprKind::Unary(op, a) => self.unary(op, a, done[&a], expr.ty)?,
            ExprKind::Binary(op, a, b) => self.binary(op, (a, done[&a]), (b, done[&b]), expr.ty)?,
            ExprKind::Cast(a) => self.cast(a, done[&a], expr.ty)?,
            ExprKind::Cond(c, a, b) => {
                let (test, _) = self.is_true(c, done[&c])?;
                self.pool.ite(test, done[&a], done[&b])
            }
        })
    }

    /// Where volatile reads give any value they are not modelled: an expression may hold one
    /// read several times, and each would have a value of its own.
    fn check_volatile(&self, volatile: bool) -> Result<(), NotModelled> {
        if volatile && self.environment.volatile_any {
            return Err(NotModelled("a volatile read".to_owned()));
        }
        Ok(())
    }

    /// A value brought to a width by its own type's sign.
    fn extend(&mut self, id: ExprId, value: TermId, to: u32) -> Result<TermId, NotModelled> {
        let scalar = self.scalar(self.program.exprs.get(id).ty)?;
        let signed = matches!(scalar, Scalar::Int { signed: true, .. });
        Ok(self.resize(value, to, signed))
    }

    pub(crate) fn resize(&mut self, value: TermId, to: u32, signed: bool) -> TermId {
        operator::resize(self.pool, value, to, signed)
    }

    fn truth_to_int(&mut self, test: TermId, width: u32) -> TermId {
        operator::number(self.pool, test, width)
    }

    fn unary(
        &mut self,
        op: UnOp,
        a: ExprId,
        value: TermId,
        ty: TypeId,
    ) -> Result<TermId, NotModelled> {
        let width = self.width(ty)?;
        let operand = self.scalar(self.program.exprs.get(a).ty)?;
        if let Some(flipped) = float::unary(self.pool, op, operand, value) {
            return Ok(flipped);
        }
        let float = float::format(operand).is_some();
        Ok(match op {
            UnOp::LogicalNot => {
                let (test, _) = self.is_true(a, value)?;
                let test = self.pool.not(test);
                self.truth_to_int(test, width)
            }
            UnOp::Neg if !float => self.pool.bv_neg(value),
            UnOp::Not if !float => self.pool.bv_not(value),
            _ => self.any(width),
        })
    }

    fn binary(
        &mut self,
        op: BinOp,
        (a, x): (ExprId, TermId),
        (b, y): (ExprId, TermId),
        ty: TypeId,
    ) -> Result<TermId, NotModelled> {
        let width = self.width(ty)?;
        let operand = self.scalar(self.program.exprs.get(a).ty)?;
        let signed = matches!(operand, Scalar::Int { signed: true, .. });
        if float::format(operand).is_some() {
            if let Some(test) = float::compare(self.pool, op, operand, (x, y)) {
                return Ok(self.truth_to_int(test, width));
            }
            let result = float::binary(self.pool, op, operand, (x, y), &mut anything);
            return Ok(result.unwrap_or_else(|| self.any(width)));
        }
        if op.is_comparison() {
            let test = operator::comparison(self.pool, op, (x, y), signed);
            return Ok(self.truth_to_int(test, width));
        }
        if matches!(op, BinOp::Shl | BinOp::Shr) {
            let by = self.scalar(self.program.exprs.get(b).ty)?;
            let by_signed = matches!(by, Scalar::Int { signed: true, .. });
            return Ok(operator::shift(self.pool, (op, signed), x, (y, by_signed)));
        }
        let result = operator::operation(self.pool, op, (x, y), signed);
        Ok(result.unwrap_or_else(|| self.any(width)))
    }

    fn cast(&mut self, a: ExprId, value: TermId, ty: TypeId) -> Result<TermId, NotModelled> {
        let from = self.program.exprs.get(a).ty;
        let width = self.width(ty)?;
        if self.scalar(ty)? == Scalar::Bool {
            let (test, _) = self.is_true(a, value)?;
            return Ok(self.truth_to_int(test, width));
        }
        let (old, new) = (self.scalar(from)?, self.scalar(ty)?);
        let is_float = float::format(old).is_some() || float::format(new).is_some();
        if is_float && old != new {
            let result = float::cast(self.pool, old, new, value, &mut anything);
            return Ok(result.unwrap_or_else(|| self.any(width)));
        }
        self.extend(a, value, width)
    }
}

/// Fresh in the whole pool: two unknown values must never be taken for one.
pub(crate) fn anything(pool: &mut TermPool, width: u32) -> TermId {
    pool.fresh_var("any", Sort::Bv(width))
}
