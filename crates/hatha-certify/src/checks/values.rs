//! Expressions as terms over one state of which nothing is known.
//!
//! **Soundness.** All expressions of one [`Values`] are evaluated in the same state: the same
//! expression has the same value, and so have two reads of one address. Everything else about
//! slots, addresses, memory and floating point is left open, so what is refuted here is refuted in
//! every state.

use super::touch::root;
use crate::access::object_size;
use crate::check::Refusal;
use crate::encode::width;
use crate::operator::{comparison, is_nonzero, number, operation, resize, shift};
use hatha_cfa::{
    Access, BinOp, ExprId, ExprKind, ObjectWord, ProcId, Program, Scalar, TypeId, UnOp, VarId,
};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

/// What is known of the object that an address is computed from.
#[derive(Clone, Copy)]
pub(super) struct Pointee {
    pub(super) offset: TermId,
    pub(super) size: TermId,
    pub(super) class: TermId,
}

/// Where a pointer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Slot(VarId),
    /// Memory at an address.
    Load(TermId, Access),
    Expression(ExprId),
}

/// The values of expressions in one state.
pub(super) struct Values<'a> {
    program: &'a Program,
    done: FxHashMap<ExprId, TermId>,
    slots: FxHashMap<VarId, TermId>,
    /// Where functions lie.
    functions: FxHashMap<ProcId, TermId>,
    /// Whether products, quotients and shifts have their value; otherwise they are only the same for
    /// the same operands.
    exact: bool,
    opaque: FxHashMap<(BinOp, bool, TermId, TermId), TermId>,
    /// Comparisons of floating values: what they give is not asked, but it is the same each time.
    comparisons: FxHashMap<(BinOp, TermId, TermId), TermId>,
    /// Results of floating operations, and of conversions from and to floating types: the same.
    results: FxHashMap<(BinOp, TermId, TermId), TermId>,
    conversions: FxHashMap<(Scalar, Scalar, TermId), TermId>,
    /// Reads, by address and access.
    reads: FxHashMap<(TermId, Access), TermId>,
    /// Whether what a load reads has been written, by address and access.
    loads: FxHashMap<(TermId, Access), TermId>,
    /// How many bytes have been written, by address.
    texts: FxHashMap<TermId, TermId>,
    /// The words of objects, by what an address is computed from.
    objects: FxHashMap<Origin, Pointee>,
    /// What holds in every state.
    pub(super) facts: Vec<TermId>,
}

impl<'a> Values<'a> {
    pub(super) fn new(program: &'a Program, exact: bool) -> Self {
        Values {
            program,
            exact,
            opaque: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            results: FxHashMap::default(),
            conversions: FxHashMap::default(),
            done: FxHashMap::default(),
            slots: FxHashMap::default(),
            functions: FxHashMap::default(),
            reads: FxHashMap::default(),
            loads: FxHashMap::default(),
            texts: FxHashMap::default(),
            objects: FxHashMap::default(),
            facts: Vec::new(),
        }
    }

    /// The value of an expression, without recursion.
    pub(super) fn value(&mut self, pool: &mut TermPool, root: ExprId) -> Result<TermId, Refusal> {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            let children = self.program.exprs.children(id);
            let open: Vec<ExprId> = children.filter(|c| !self.done.contains_key(c)).collect();
            if !open.is_empty() && !self.done.contains_key(&id) {
                stack.extend(open);
                continue;
            }
            stack.pop();
            if !self.done.contains_key(&id) {
                let term = self.node(pool, id)?;
                self.done.insert(id, term);
            }
        }
        Ok(self.done[&root])
    }

    /// Whether a scalar is not zero.
    pub(super) fn truth(&mut self, pool: &mut TermPool, id: ExprId) -> Result<TermId, Refusal> {
        let value = self.value(pool, id)?;
        let test = self.is_true(pool, id, value)?;
        Ok(test)
    }

    fn is_true(
        &mut self,
        pool: &mut TermPool,
        id: ExprId,
        value: TermId,
    ) -> Result<TermId, Refusal> {
        if is_float(self.scalar(self.ty(id))?) {
            // Not modelled, but one value: zero has more than one representation.
            let test = pool.fresh_var("true", Sort::Bv(1));
            let test = *self.reads.entry((value, FLOAT_TEST)).or_insert(test);
            let one = pool.bv_const(1, 1);
            return Ok(pool.eq(test, one));
        }
        Ok(is_nonzero(pool, value))
    }

    fn ty(&self, id: ExprId) -> TypeId {
        self.program.exprs.get(id).ty
    }

    pub(super) fn scalar(&self, ty: TypeId) -> Result<Scalar, Refusal> {
        let none = || Refusal::NotModelled("a value that is not a scalar".to_owned());
        self.program.scalar(ty).ok_or_else(none)
    }

    fn width(&self, ty: TypeId) -> Result<u32, Refusal> {
        let none = || Refusal::NotModelled("an unbounded integer".to_owned());
        width(self.program, self.scalar(ty)?).ok_or_else(none)
    }

    /// Whether an expression is a signed integer.
    fn is_signed(&self, id: ExprId) -> Result<bool, Refusal> {
        let scalar = self.scalar(self.ty(id))?;
        Ok(matches!(scalar, Scalar::Int { signed: true, .. }))
    }

    fn node(&mut self, pool: &mut TermPool, id: ExprId) -> Result<TermId, Refusal> {
        let expr = self.program.exprs.get(id);
        let width = self.width(expr.ty)?;
        let of = |e: &ExprId| self.done[e];
        Ok(match expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => pool.bv_const(width, bits),
            ExprKind::Var(v) => self.slot(pool, v)?,
            ExprKind::Load { addr, access } => self.read(pool, of(&addr), access)?,
            ExprKind::Unary(op, a) => self.unary(pool, op, a, width)?,
            ExprKind::Binary(op, a, b) => self.binary(pool, op, (a, b), width)?,
            ExprKind::Cast(a) => self.cast(pool, a, expr.ty)?,
            ExprKind::Cond(c, a, b) => {
                let (yes, no, test) = (of(&a), of(&b), of(&c));
                let test = self.is_true(pool, c, test)?;
                pool.ite(test, yes, no)
            }
            ExprKind::Object { word, of } => match word {
                ObjectWord::Offset => self.pointee(pool, of)?.offset,
                ObjectWord::Size => self.pointee(pool, of)?.size,
                ObjectWord::Class => self.pointee(pool, of)?.class,
                ObjectWord::Written(access) => self.written(pool, self.done[&of], access),
                ObjectWord::WrittenBytes => self.written_bytes(pool, self.done[&of]),
                ObjectWord::Remainder(align) => self.remainder(pool, self.done[&of], align),
            },
            // Where objects lie is not asked.
            ExprKind::Proc(p) => self.function(pool, p),
            ExprKind::AddrOf(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::PtrDiff { .. } => self.address(pool, id, width),
        })
    }

    /// Where a function lies: somewhere, always the same.
    pub(super) fn function(&mut self, pool: &mut TermPool, p: ProcId) -> TermId {
        let any = pool.fresh_var("function", Sort::Bv(self.program.target.pointer_bits));
        *self.functions.entry(p).or_insert(any)
    }

    /// A flag is 0 in the state.
    pub(super) fn take_down(&mut self, pool: &mut TermPool, flag: VarId) -> Result<(), Refusal> {
        let value = self.slot(pool, flag)?;
        let zero = pool.bv_const(pool.width(value), 0);
        let down = pool.eq(value, zero);
        self.facts.push(down);
        Ok(())
    }

    /// 1 if all bits that a load reads have been written: one answer for each load in a state.
    pub(super) fn written(&mut self, pool: &mut TermPool, at: TermId, access: Access) -> TermId {
        let width = self.program.target.pointer_bits;
        let any = pool.fresh_var("written", Sort::Bv(width));
        *self.loads.entry((at, access)).or_insert(any)
    }

    /// How many bytes from an address on have been written: one answer in a state.
    pub(super) fn written_bytes(&mut self, pool: &mut TermPool, at: TermId) -> TermId {
        let width = self.program.target.pointer_bits;
        let any = pool.fresh_var("written", Sort::Bv(width));
        *self.texts.entry(at).or_insert(any)
    }

    /// How many bytes an address lies behind a multiple of a power of two.
    pub(super) fn remainder(&mut self, pool: &mut TermPool, at: TermId, align: u32) -> TermId {
        let low = pool.bv_const(pool.width(at), u128::from(align - 1));
        pool.bv_and(at, low)
    }

    /// The words of the object that an address is computed from; the address has its value.
    pub(super) fn pointee(&mut self, pool: &mut TermPool, at: ExprId) -> Result<Pointee, Refusal> {
        let root = root(self.program, at);
        let key = self.origin(root);
        let pointee = match self.objects.get(&key) {
            Some(&known) => known,
            None => self.root_pointee(pool, root)?,
        };
        self.objects.insert(key, pointee);
        if root == at {
            return Ok(pointee);
        }
        let further = pool.bv_sub(self.done[&at], self.done[&root]);
        let offset = pool.bv_add(pointee.offset, further);
        Ok(Pointee { offset, ..pointee })
    }

    /// What decides which object a pointer leads to: two loads at one address in one state have the
    /// same.
    fn origin(&self, root: ExprId) -> Origin {
        match self.program.exprs.get(root).kind {
            ExprKind::Var(var) => Origin::Slot(var),
            ExprKind::Load { addr, access } => Origin::Load(self.done[&addr], access),
            _ => Origin::Expression(root),
        }
    }

    fn root_pointee(&mut self, pool: &mut TermPool, root: ExprId) -> Result<Pointee, Refusal> {
        let width = self.program.target.pointer_bits;
        if let ExprKind::AddrOf(var) = self.program.exprs.get(root).kind {
            let unknown = || Refusal::NotModelled("an object of unknown size".to_owned());
            let size = object_size(self.program, var).ok_or_else(unknown)?;
            let class = match self.program.var(var).read_only {
                true => ObjectWord::READABLE,
                false => ObjectWord::WRITABLE,
            };
            let [offset, size, class] = [0, size, class].map(u128::from);
            return Ok(Pointee {
                offset: pool.bv_const(width, offset),
                size: pool.bv_const(width, size),
                class: pool.bv_const(width, class),
            });
        }
        let mut any = |name: &str| pool.fresh_var(name, Sort::Bv(width));
        Ok(Pointee {
            offset: any("offset"),
            size: any("size"),
            class: any("class"),
        })
    }

    /// An address, or a number computed from some: the same for the same operands.
    fn address(&mut self, pool: &mut TermPool, id: ExprId, width: u32) -> TermId {
        let of = |e: ExprId| self.done[&e];
        match self.program.exprs.get(id).kind {
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let offset = pool.bv_const(width, u128::from(offset));
                pool.bv_add(of(base), offset)
            }
            ExprKind::Index { base, index, scale } => {
                let signed = self.is_signed(index).unwrap_or(false);
                let (base, index) = (of(base), resize(pool, of(index), width, signed));
                let scale = pool.bv_const(width, u128::from(scale));
                let offset = pool.bv_mul(index, scale);
                pool.bv_add(base, offset)
            }
            ExprKind::AddrOf(v) => {
                let fresh = pool.fresh_var("at", Sort::Bv(width));
                let key = VarId(u32::MAX - v.0);
                *self.slots.entry(key).or_insert(fresh)
            }
            _ => pool.fresh_var("address", Sort::Bv(width)),
        }
    }

    pub(super) fn slot(&mut self, pool: &mut TermPool, v: VarId) -> Result<TermId, Refusal> {
        if let Some(&known) = self.slots.get(&v) {
            return Ok(known);
        }
        let value = self.any(pool, self.program.var(v).ty)?;
        self.slots.insert(v, value);
        Ok(value)
    }

    /// Any value of a type.
    fn any(&mut self, pool: &mut TermPool, ty: TypeId) -> Result<TermId, Refusal> {
        let value = pool.fresh_var("any", Sort::Bv(self.width(ty)?));
        if self.scalar(ty)? == Scalar::Bool {
            let two = pool.bv_const(pool.width(value), 2);
            let small = pool.bv_ult(value, two);
            self.facts.push(small);
        }
        Ok(value)
    }

    fn read(&mut self, pool: &mut TermPool, at: TermId, access: Access) -> Result<TermId, Refusal> {
        if let Some(&known) = self.reads.get(&(at, access)) {
            return Ok(known);
        }
        let value = match access.bits {
            None => {
                // A byte of memory may hold anything, also where a `_Bool` is read from it.
                pool.fresh_var("read", Sort::Bv(self.width(access.ty)?))
            }
            Some(range) => {
                let signed = matches!(self.scalar(access.ty)?, Scalar::Int { signed: true, .. });
                let field = pool.fresh_var("field", Sort::Bv(u32::from(range.width)));
                let to = self.width(access.ty)?;
                resize(pool, field, to, signed)
            }
        };
        self.reads.insert((at, access), value);
        Ok(value)
    }

    fn unary(
        &mut self,
        pool: &mut TermPool,
        op: UnOp,
        a: ExprId,
        width: u32,
    ) -> Result<TermId, Refusal> {
        let value = self.done[&a];
        let float = is_float(self.scalar(self.ty(a))?);
        Ok(match op {
            UnOp::LogicalNot => {
                let test = self.is_true(pool, a, value)?;
                let test = pool.not(test);
                number(pool, test, width)
            }
            UnOp::Neg if !float => pool.bv_neg(value),
            UnOp::Not if !float => pool.bv_not(value),
            _ => pool.fresh_var("result", Sort::Bv(width)),
        })
    }

    fn binary(
        &mut self,
        pool: &mut TermPool,
        op: BinOp,
        (a, b): (ExprId, ExprId),
        width: u32,
    ) -> Result<TermId, Refusal> {
        let (x, y) = (self.done[&a], self.done[&b]);
        if is_float(self.scalar(self.ty(a))?) {
            if op.is_comparison() {
                let test = self.float_comparison(pool, op, (x, y));
                return Ok(number(pool, test, width));
            }
            let any = pool.fresh_var("result", Sort::Bv(width));
            return Ok(*self.results.entry((op, x, y)).or_insert(any));
        }
        let signed = self.is_signed(a)?;
        if op.is_comparison() {
            let test = comparison(pool, op, (x, y), signed);
            return Ok(number(pool, test, width));
        }
        if let Some(any) = self.opaque(pool, (op, signed), x, y) {
            return Ok(any);
        }
        if let Some(result) = operation(pool, op, (x, y), signed) {
            return Ok(result);
        }
        let by_signed = self.is_signed(b)?;
        Ok(shift(pool, (op, signed), x, (y, by_signed)))
    }

    /// Whether two floating values compare like that.
    pub(super) fn float_comparison(
        &mut self,
        pool: &mut TermPool,
        op: BinOp,
        (x, y): (TermId, TermId),
    ) -> TermId {
        let any = pool.fresh_var("compares", Sort::Bv(1));
        let test = *self.comparisons.entry((op, x, y)).or_insert(any);
        let one = pool.bv_const(1, 1);
        pool.eq(test, one)
    }

    /// The result of an operation that makes claims hard: most hold whatever it is.
    fn opaque(
        &mut self,
        pool: &mut TermPool,
        (op, signed): (BinOp, bool),
        x: TermId,
        y: TermId,
    ) -> Option<TermId> {
        let is_hard = matches!(
            op,
            BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr
        );
        if self.exact || !is_hard {
            return None;
        }
        let key = (op, signed, x, y);
        if let Some(&known) = self.opaque.get(&key) {
            return Some(known);
        }
        let any = pool.fresh_var("result", Sort::Bv(pool.width(x)));
        self.opaque.insert(key, any);
        Some(any)
    }

    /// A product of a signed or an unsigned type.
    pub(super) fn product(
        &mut self,
        pool: &mut TermPool,
        (x, y): (TermId, TermId),
        signed: bool,
    ) -> TermId {
        let opaque = self.opaque(pool, (BinOp::Mul, signed), x, y);
        opaque.unwrap_or_else(|| pool.bv_mul(x, y))
    }

    /// The result of a conversion from or to a floating type: one for each value.
    pub(super) fn converted(
        &mut self,
        pool: &mut TermPool,
        value: TermId,
        (from, to): (Scalar, Scalar),
    ) -> Result<TermId, Refusal> {
        let none = || Refusal::NotModelled("an unbounded integer".to_owned());
        let width = width(self.program, to).ok_or_else(none)?;
        let any = pool.fresh_var("converted", Sort::Bv(width));
        Ok(*self.conversions.entry((from, to, value)).or_insert(any))
    }

    fn cast(&mut self, pool: &mut TermPool, a: ExprId, ty: TypeId) -> Result<TermId, Refusal> {
        let (from, to) = (self.scalar(self.ty(a))?, self.scalar(ty)?);
        let (value, width) = (self.done[&a], self.width(ty)?);
        if from == to {
            return Ok(value);
        }
        if to == Scalar::Bool {
            let test = self.is_true(pool, a, value)?;
            return Ok(number(pool, test, width));
        }
        if is_float(from) || is_float(to) {
            return self.converted(pool, value, (from, to));
        }
        Ok(resize(pool, value, width, self.is_signed(a)?))
    }
}

/// The key of the truth of a floating value; no access of memory has alignment 0.
const FLOAT_TEST: Access = Access {
    ty: TypeId(u32::MAX),
    bits: None,
    align: 0,
    volatile: false,
};

fn is_float(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128
    )
}
