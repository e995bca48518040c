//! Expressions: postfix order with an explicit stack.

use super::{Compiler, Refusal};
use crate::code::{AccessCode, Insn, Opnd, OpndSpace, WatchCode};
use crate::image::VarPlace;
use crate::word::{Kind, Word};
use hatha_cfa::checks::stray::{member_index, member_lengths};
use hatha_cfa::{Access, BinOp, EdgeId, ExprId, ExprKind, Place, UnOp};

enum Task {
    Visit(ExprId),
    Finish(ExprId),
    /// The condition of a `?:` is computed: jump over the first arm.
    Test(ExprId),
    /// The first arm is computed: keep it, jump over the second.
    Then,
    /// The second arm is computed.
    Else,
}

/// A `?:` under way.
struct Open {
    dst: Opnd,
    jump: usize,
}

impl Compiler<'_, '_> {
    /// Emits code for an expression; its value stands in the operand that is returned.
    pub(super) fn expr(&mut self, id: ExprId) -> Opnd {
        let mut tasks = vec![Task::Visit(id)];
        let mut values = Vec::new();
        let mut open = Vec::new();
        while let Some(task) = tasks.pop() {
            if let Err(reason) = self.perform(task, &mut tasks, &mut values, &mut open) {
                self.refuse(reason);
                return self.constant(Word::ZERO);
            }
        }
        values.pop().unwrap_or_else(|| self.constant(Word::ZERO))
    }

    /// A condition with its kind.
    pub(super) fn condition(&mut self, id: ExprId) -> (Opnd, Kind) {
        let kind = self.kind_of(id);
        let value = self.expr(id);
        match kind {
            Ok(kind) => (value, kind),
            Err(reason) => {
                self.refuse(reason);
                (value, Kind::INT)
            }
        }
    }

    /// Emits code for an expression whose value goes to a given place.
    pub(super) fn expr_into(&mut self, id: ExprId, dst: Opnd) {
        let src = self.expr(id);
        if self.retargetable
            && let Some(last) = self.code.insns.last_mut()
            && let Some(d) = destination(last)
            && *d == src
        {
            *d = dst;
        } else if src != dst {
            self.emit(Insn::Move { dst, src });
        }
    }

    pub(super) fn kind_of(&self, id: ExprId) -> Result<Kind, Refusal> {
        self.kind_of_type(self.image.program().exprs.get(id).ty)
    }

    pub(super) fn kind_of_type(&self, ty: hatha_cfa::TypeId) -> Result<Kind, Refusal> {
        self.image
            .kind(ty)
            .ok_or_else(|| "a value that is not a scalar".to_owned())
    }

    fn perform(
        &mut self,
        task: Task,
        tasks: &mut Vec<Task>,
        values: &mut Vec<Opnd>,
        open: &mut Vec<Open>,
    ) -> Result<(), Refusal> {
        match task {
            Task::Visit(id) => self.visit(id, tasks, values)?,
            Task::Finish(id) => {
                self.here.expr = Some(id);
                let value = self.finish(id, values)?;
                values.push(value);
            }
            Task::Test(cond) => {
                let kind = self.kind_of(cond)?;
                let value = self.pop(values)?;
                let jump = self.code.insns.len();
                self.emit(Insn::Unless {
                    cond: value,
                    kind,
                    target: 0,
                });
                let dst = self.temp();
                open.push(Open { dst, jump });
            }
            Task::Then => {
                let (dst, test) = self.close_arm(values, open)?;
                let jump = self.code.insns.len();
                self.emit(Insn::Jump { target: 0 });
                self.patch(test);
                open.push(Open { dst, jump });
            }
            Task::Else => {
                let (dst, jump) = self.close_arm(values, open)?;
                self.patch(jump);
                values.push(dst);
            }
        }
        Ok(())
    }

    /// Keeps the value of an arm.
    fn close_arm(
        &mut self,
        values: &mut Vec<Opnd>,
        open: &mut Vec<Open>,
    ) -> Result<(Opnd, usize), Refusal> {
        let src = self.pop(values)?;
        let o = open.pop().ok_or("an unbalanced condition")?;
        self.emit(Insn::Move { dst: o.dst, src });
        Ok((o.dst, o.jump))
    }

    /// Lets a jump lead here.
    fn patch(&mut self, at: usize) {
        let here = self.pc();
        if let Insn::Unless { target, .. } | Insn::Jump { target } = &mut self.code.insns[at] {
            *target = here;
        }
        self.retargetable = false;
    }

    /// Takes an operand off the stack; a temporary is free again from here on.
    fn pop(&mut self, values: &mut Vec<Opnd>) -> Result<Opnd, Refusal> {
        let value = values.pop().ok_or("an unbalanced expression")?;
        if let OpndSpace::Reg(r) = value.space()
            && r >= self.first_temp as usize
        {
            self.temps = r as u32;
        }
        Ok(value)
    }

    fn visit(
        &mut self,
        id: ExprId,
        tasks: &mut Vec<Task>,
        values: &mut Vec<Opnd>,
    ) -> Result<(), Refusal> {
        let exprs = &self.image.program().exprs;
        match exprs.get(id).kind {
            ExprKind::Int(v) | ExprKind::Float(v) => {
                let c = self.constant(Word::wide(v));
                values.push(c);
            }
            ExprKind::Var(v) => {
                let value = self.slot(v)?;
                values.push(value);
            }
            ExprKind::AddrOf(v) => {
                let value = self.address_of(v)?;
                values.push(value);
            }
            ExprKind::Proc(p) => {
                let c = self.constant(self.image.function(p));
                values.push(c);
            }
            ExprKind::Cond(c, a, b) => tasks.extend([
                Task::Else,
                Task::Visit(b),
                Task::Then,
                Task::Visit(a),
                Task::Test(c),
                Task::Visit(c),
            ]),
            _ => {
                tasks.push(Task::Finish(id));
                let children: Vec<_> = exprs.children(id).collect();
                tasks.extend(children.into_iter().rev().map(Task::Visit));
            }
        }
        Ok(())
    }

    /// The operand of a slot variable.
    pub(super) fn slot(&self, v: hatha_cfa::VarId) -> Result<Opnd, Refusal> {
        match self.image.place(v) {
            VarPlace::Register(r) => Ok(Opnd::reg(r as usize)),
            VarPlace::GlobalSlot(g) => Ok(Opnd::global(g as usize)),
            _ => Err(format!(
                "`{}` is not a slot",
                self.image.program().var(v).name
            )),
        }
    }

    fn address_of(&mut self, v: hatha_cfa::VarId) -> Result<Opnd, Refusal> {
        match self.image.place(v) {
            VarPlace::GlobalObject(at) => Ok(self.constant(at)),
            VarPlace::Local(local) => {
                let dst = self.temp();
                self.emit(Insn::Local { dst, local });
                self.retargetable = true;
                Ok(dst)
            }
            _ => Err(format!(
                "`{}` has no address",
                self.image.program().var(v).name
            )),
        }
    }

    /// Emits the operation whose operands are on the stack.
    fn finish(&mut self, id: ExprId, values: &mut Vec<Opnd>) -> Result<Opnd, Refusal> {
        let expr = self.image.program().exprs.get(id);
        let insn = match expr.kind {
            ExprKind::Field { record, field, .. } => {
                return self.field(record, field, values);
            }
            ExprKind::Index { index, scale, .. } => self.index(id, (index, scale), values)?,
            ExprKind::PtrDiff { scale, .. } => {
                let (b, a) = (self.pop(values)?, self.pop(values)?);
                self.watch(WatchCode::Across { a, b });
                let (scale, dst) = (narrow(scale)?, self.temp());
                Insn::Difference { dst, a, b, scale }
            }
            ExprKind::Load { access, .. } => {
                let addr = self.pop(values)?;
                let access = self.access(&access)?;
                let dst = self.temp();
                Insn::Load { dst, addr, access }
            }
            ExprKind::Object { word, .. } => {
                let at = self.pop(values)?;
                let dst = self.temp();
                Insn::Object { dst, at, word }
            }
            ExprKind::Unary(op, a) => {
                let kind = self.kind_of(a)?;
                let a = self.pop(values)?;
                if op == UnOp::Neg {
                    self.watch(WatchCode::Negation { kind, a });
                }
                let dst = self.temp();
                Insn::Unary { op, kind, dst, a }
            }
            ExprKind::Binary(op, l, r) => self.binary(op, (l, r), values)?,
            ExprKind::Cast(a) => {
                let (from, to) = (self.kind_of(a)?, self.kind_of(id)?);
                let src = self.pop(values)?;
                self.watch_cast(id, (from, to), src);
                if same_representation(from, to) {
                    return Ok(self.keep(src));
                }
                let dst = self.temp();
                Insn::Cast { from, to, dst, src }
            }
            _ => return Err("a malformed expression".to_owned()),
        };
        self.compute(insn)
    }

    fn index(
        &mut self,
        id: ExprId,
        (index, scale): (ExprId, u64),
        values: &mut Vec<Opnd>,
    ) -> Result<Insn, Refusal> {
        let kind = self.kind_of(index)?;
        let (index, base) = (self.pop(values)?, self.pop(values)?);
        self.watch_index(id, (base, index), (kind, narrow(scale)?));
        let (scale, dst) = (narrow(scale)?, self.temp());
        Ok(Insn::Index {
            dst,
            base,
            index,
            kind,
            scale,
        })
    }

    fn binary(
        &mut self,
        op: BinOp,
        (l, r): (ExprId, ExprId),
        values: &mut Vec<Opnd>,
    ) -> Result<Insn, Refusal> {
        let (kind, right) = (self.kind_of(l)?, self.kind_of(r)?);
        let (b, a) = (self.pop(values)?, self.pop(values)?);
        self.watch(WatchCode::Wrap { op, kind, a, b });
        self.watch(WatchCode::Result { op, kind, a, b });
        if kind.is_pointer() && is_order(op) {
            self.watch(WatchCode::Across { a, b });
        }
        let dst = self.temp();
        Ok(Insn::Binary {
            op,
            kind,
            right,
            dst,
            a,
            b,
        })
    }

    /// Watches an operation, if this run asks for it and it is none of the library.
    fn watch(&mut self, watch: WatchCode) {
        let is_asked = match watch {
            WatchCode::Wrap { op, kind, .. } => {
                let wraps = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul);
                wraps && is_watched(kind) && !kind.is_signed() && !self.image.rules().wrap_unsigned
            }
            WatchCode::Negation { kind, .. } => {
                is_watched(kind) && !kind.is_signed() && !self.image.rules().wrap_unsigned
            }
            WatchCode::Conversion { .. } => !self.image.rules().lose_values,
            WatchCode::Float { .. } => true,
            WatchCode::Stray { .. } | WatchCode::Across { .. } => !self.image.rules().leave_objects,
            WatchCode::Member { .. } => !self.image.rules().leave_members,
            WatchCode::Result { op, kind, .. } => {
                let rules = self.image.rules();
                let is_asked = !rules.make_nans || !rules.make_infinities;
                is_asked && kind.is_float() && !op.is_comparison()
            }
            WatchCode::Inexact { .. } => !self.image.rules().round_conversions,
        };
        let is_float = matches!(watch, WatchCode::Float { .. });
        if is_asked && (is_float || !self.proc.model) {
            self.code.watches.push(watch);
            let watch = self.code.watches.len() as u32 - 1;
            self.emit(Insn::Watch { watch });
        }
    }

    /// Watches an index of an array, as far as this run asks for it.
    fn watch_index(&mut self, id: ExprId, (base, index): (Opnd, Opnd), (kind, scale): (Kind, u32)) {
        let is_kept = !self.accessed.contains(&id);
        if let Some((_, most)) = member_index(self.image.program(), id, is_kept) {
            let number = index;
            self.watch(WatchCode::Member { kind, number, most });
        }
        if is_kept {
            self.watch(WatchCode::Stray {
                base,
                index,
                kind,
                scale,
            });
        }
    }

    /// Watches the bytes that an operation accesses at a member.
    pub(super) fn watch_length(&mut self, edge: EdgeId, len: Opnd) {
        let op = &self.proc.edge(edge).op;
        for (expr, most) in member_lengths(self.image.program(), op) {
            if let Ok(kind) = self.kind_of(expr) {
                let number = len;
                self.watch(WatchCode::Member { kind, number, most });
            }
        }
    }

    fn watch_cast(&mut self, id: ExprId, (from, to): (Kind, Kind), src: Opnd) {
        let is_implicit = self.image.program().implicit.contains(&id);
        let is_number = |kind: Kind| kind.is_float() || is_watched(kind);
        let rounds = (from.is_float() || to.is_float()) && is_number(from) && is_number(to);
        if is_implicit && rounds {
            self.watch(WatchCode::Inexact { from, to, src });
        }
        if !is_watched(to) {
            return;
        }
        if from.is_float() {
            self.watch(WatchCode::Float { from, to, src });
        } else if is_watched(from) && self.image.program().implicit.contains(&id) {
            self.watch(WatchCode::Conversion { from, to, src });
        }
    }

    /// Takes a temporary just popped back into use.
    fn keep(&mut self, src: Opnd) -> Opnd {
        if let OpndSpace::Reg(r) = src.space()
            && r >= self.first_temp as usize
        {
            self.temps = r as u32 + 1;
        }
        src
    }

    fn compute(&mut self, mut insn: Insn) -> Result<Opnd, Refusal> {
        let dst = destination(&mut insn).copied();
        self.emit(insn);
        self.retargetable = true;
        dst.ok_or_else(|| "an operation without a result".to_owned())
    }

    fn field(
        &mut self,
        record: hatha_cfa::RecordId,
        field: u32,
        values: &mut Vec<Opnd>,
    ) -> Result<Opnd, Refusal> {
        let fields = &self.image.program().types.record(record).fields;
        let offset = fields
            .get(field as usize)
            .ok_or("a member that does not exist")?
            .offset;
        let delta = i32::try_from(offset).map_err(|_| "a structure of more than 2 GB")?;
        let base = self.pop(values)?;
        let dst = self.temp();
        self.compute(Insn::Offset { dst, base, delta })
    }

    /// Enters an access into the table.
    pub(super) fn access(&mut self, access: &Access) -> Result<u32, Refusal> {
        let kind = self.kind_of_type(access.ty)?;
        let whole = AccessCode::scalar(kind, access.ty, &self.image.program().target);
        self.code.accesses.push(AccessCode {
            len: access.bits.map_or(whole.len, |range| range.bytes() as u32),
            plain: if access.bits.is_some() {
                0
            } else {
                whole.plain
            },
            bits: access.bits,
            align: access.align.max(1),
            volatile: access.volatile,
            ..whole
        });
        Ok(self.code.accesses.len() as u32 - 1)
    }

    /// Emits the write of a value to a place.
    pub(super) fn store(&mut self, place: &Place, src: Opnd) -> Result<(), Refusal> {
        match place {
            Place::Slot(v) => {
                let dst = self.slot(*v)?;
                self.emit(Insn::Move { dst, src });
            }
            Place::Mem { addr, access } => {
                let access = self.access(access)?;
                let addr = self.expr(*addr);
                self.emit(Insn::Store { addr, src, access });
            }
            Place::Aggregate { .. } => return Err("a structure as a scalar".to_owned()),
        }
        Ok(())
    }
}

/// Whether a cast changes neither the bits nor what memory knows about them. Integers of
/// one width share their representation whatever their sign.
fn same_representation(from: Kind, to: Kind) -> bool {
    match (from, to) {
        (Kind::Int { bits: a, .. }, Kind::Int { bits: b, .. }) => a == b,
        _ => from == to,
    }
}

/// Whether losses are watched for in a kind.
fn is_watched(kind: Kind) -> bool {
    matches!(kind, Kind::Int { bits, .. } if bits <= 64)
}

fn narrow(scale: u64) -> Result<u32, Refusal> {
    u32::try_from(scale).map_err(|_| "an array element of more than 4 GB".to_owned())
}

/// The destination of a value instruction.
fn destination(insn: &mut Insn) -> Option<&mut Opnd> {
    match insn {
        Insn::Local { dst, .. }
        | Insn::Offset { dst, .. }
        | Insn::Index { dst, .. }
        | Insn::Difference { dst, .. }
        | Insn::Load { dst, .. }
        | Insn::Object { dst, .. }
        | Insn::Unary { dst, .. }
        | Insn::Binary { dst, .. }
        | Insn::Cast { dst, .. } => Some(dst),
        _ => None,
    }
}

/// Whether an operator asks which of two values is the greater.
fn is_order(op: BinOp) -> bool {
    matches!(op, BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
}
