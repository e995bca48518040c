//! Refuses malformed programs.
//!
//! **Invariant.** A program that passes [`verify`] can be stepped, solved and
//! printed without a single failing lookup: every id is in range, every operand
//! has the type its operator wants, every edge is where its location says it is.
//! The check says nothing about what the program means. It does not recurse, so
//! a deep expression cannot overflow a stack.

use crate::expr::{Access, BinOp, BitRange, Expr, ExprId, ExprKind, UnOp};
use crate::program::{
    Arg, Callee, Edge, EdgeId, Extent, GlobalInit, InitItem, InitValue, LocId, Op, Place, ProcId,
    Procedure, Program, ReturnValue, Storage, VarId, VarScope,
};
use crate::reach::operands;
use crate::types::{FunctionType, Scalar, Type, TypeId};
use hatha_index::IndexVec;
use std::fmt;

/// Where a program is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// A variable.
    Var(VarId),
    /// A global's initial value.
    Global(VarId),
    /// An expression.
    Expr(ExprId),
    /// A procedure as a whole.
    Proc(ProcId),
    /// A location.
    Location(ProcId, LocId),
    /// An edge.
    Edge(ProcId, EdgeId),
}

/// What is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An id that names nothing.
    IdOutOfRange,
    /// An operand that does not come before the expression that uses it.
    OperandAfterUse,
    /// An expression or slot whose type is not a scalar.
    NotScalar,
    /// The value of a variable that lives in memory.
    ValueOfMemory,
    /// The address of a variable that has none.
    AddressOfSlot,
    /// An address whose type is not a pointer.
    NotPointer,
    /// Operands or result of the wrong type.
    TypeMismatch,
    /// A constant wider than its type.
    ConstantTooWide,
    /// A range of bits that is empty, too wide or starts beyond its byte.
    BadBitRange,
    /// An alignment that is no power of two.
    BadAlignment,
    /// A type that should be a record or function and is not.
    WrongKindOfType,
    /// A variable of another procedure.
    ForeignVariable,
    /// A variable whose scope and the lists that name it disagree.
    ScopeDisagrees,
    /// The outgoing edges of a location and the edges' sources disagree.
    OutgoingDisagree,
    /// A return edge that does not lead to the exit.
    ReturnElsewhere,
    /// An edge that leaves the exit.
    EdgeFromExit,
    /// A direct call with the wrong number of arguments.
    ArgumentCount,
    /// A part of an initial value outside of its object.
    InitOutside,
    /// An initial value that is no constant.
    InitNotConstant,
    /// Locations or edges of a procedure without a body.
    BodyOfDeclaration,
    /// A slot that other files can name, in a program that is not known to be whole.
    SlotNamedOutside,
}

/// One thing wrong with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Where.
    pub place: Where,
    /// What.
    pub flaw: Flaw,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "malformed program: {:?} at {:?}", self.flaw, self.place)
    }
}

/// Checks a whole program; the flaws come in the order of the program.
pub fn verify(program: &Program) -> Result<(), Vec<Malformed>> {
    tracing::trace!(target: "walk", "the automata are verified");
    let mut v = Verifier {
        p: program,
        flaws: Vec::new(),
    };
    for i in 0..program.exprs.len() {
        v.expr(ExprId(i as u32));
    }
    // Expressions with flaws are not looked into again, so stop before their users are.
    if v.flaws.is_empty() {
        v.vars();
        v.globals();
        let mut seen = Seen(vec![None; program.exprs.len()].into());
        for (id, proc) in program.procs() {
            v.procedure(id, proc, &mut seen);
        }
    }
    if v.flaws.is_empty() {
        Ok(())
    } else {
        Err(v.flaws)
    }
}

type Check = Result<(), Flaw>;

fn ensure(ok: bool, flaw: Flaw) -> Check {
    if ok { Ok(()) } else { Err(flaw) }
}

struct Verifier<'a> {
    p: &'a Program,
    flaws: Vec<Malformed>,
}

impl Verifier<'_> {
    fn note(&mut self, place: Where, check: Check) {
        if let Err(flaw) = check {
            self.flaws.push(Malformed { place, flaw });
        }
    }

    // ---- expressions ----

    fn expr(&mut self, id: ExprId) {
        let check = self.check_expr(id, self.p.exprs.get(id));
        self.note(Where::Expr(id), check);
    }

    fn check_expr(&self, id: ExprId, e: Expr) -> Check {
        self.type_exists(e.ty)?;
        for child in self.p.exprs.children(id) {
            ensure(child < id, Flaw::OperandAfterUse)?;
        }
        self.scalar(e.ty)?;
        match e.kind {
            ExprKind::Int(bits) => self.int_constant(bits, e.ty),
            ExprKind::Float(bits) => self.float_constant(bits, e.ty),
            ExprKind::Var(v) => self.value_of(v, e.ty),
            ExprKind::AddrOf(v) => {
                ensure(self.var(v)?.storage == Storage::Memory, Flaw::AddressOfSlot)?;
                self.pointer(e.ty)
            }
            ExprKind::Proc(p) => {
                self.proc_exists(p)?;
                self.pointer(e.ty)
            }
            ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::PtrDiff { .. } => {
                self.address_arithmetic(e)
            }
            ExprKind::Load { addr, access } => {
                self.access(access)?;
                self.pointer_expr(addr)?;
                ensure(access.ty == e.ty, Flaw::TypeMismatch)
            }
            ExprKind::Object { of, .. } => {
                self.pointer_expr(of)?;
                self.integer(e.ty)
            }
            ExprKind::Unary(op, a) => self.unary(op, a, e.ty),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, e.ty),
            ExprKind::Cast(a) => self.cast(a, e.ty),
            ExprKind::Cond(_, a, b) => {
                self.same_scalar(self.ty(a), e.ty)?;
                self.same_scalar(self.ty(b), e.ty)
            }
        }
    }

    fn address_arithmetic(&self, e: Expr) -> Check {
        match e.kind {
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                self.pointer_expr(base)?;
                self.pointer(e.ty)?;
                ensure(
                    self.p.types.has_record(record)
                        && (field as usize) < self.p.types.record(record).fields.len(),
                    Flaw::IdOutOfRange,
                )
            }
            ExprKind::Index { base, index, .. } => {
                self.pointer_expr(base)?;
                self.integer(self.ty(index))?;
                self.pointer(e.ty)
            }
            ExprKind::PtrDiff { a, b, scale } => {
                self.pointer_expr(a)?;
                self.pointer_expr(b)?;
                ensure(scale > 0, Flaw::TypeMismatch)?;
                self.integer(e.ty)
            }
            _ => Ok(()),
        }
    }

    fn value_of(&self, v: VarId, ty: TypeId) -> Check {
        let var = self.var(v)?;
        ensure(var.storage == Storage::Slot, Flaw::ValueOfMemory)?;
        ensure(var.ty == ty, Flaw::TypeMismatch)
    }

    fn int_constant(&self, bits: u128, ty: TypeId) -> Check {
        let width = match self.scalar(ty)? {
            Scalar::Bool | Scalar::MathBool => 1,
            Scalar::Int { bits, .. } => u32::from(bits),
            Scalar::Pointer => self.p.target.pointer_bits,
            Scalar::MathInt => 128,
            _ => return Err(Flaw::TypeMismatch),
        };
        ensure(fits(bits, width), Flaw::ConstantTooWide)
    }

    fn float_constant(&self, bits: u128, ty: TypeId) -> Check {
        let width = match self.scalar(ty)? {
            Scalar::F32 => 32,
            Scalar::F64 => 64,
            Scalar::F80 => 80,
            Scalar::F128 => 128,
            _ => return Err(Flaw::TypeMismatch),
        };
        ensure(fits(bits, width), Flaw::ConstantTooWide)
    }

    fn unary(&self, op: UnOp, a: ExprId, ty: TypeId) -> Check {
        match op {
            UnOp::Neg => {
                self.arithmetic(ty)?;
                self.same_scalar(self.ty(a), ty)
            }
            UnOp::Not | UnOp::Bswap => {
                self.integer(ty)?;
                self.same_scalar(self.ty(a), ty)
            }
            UnOp::LogicalNot => self.truth(ty, self.ty(a)),
            UnOp::Clz | UnOp::Ctz | UnOp::Popcount => {
                self.integer(self.ty(a))?;
                self.int_type(ty)
            }
        }
    }

    fn binary(&self, op: BinOp, a: ExprId, b: ExprId, ty: TypeId) -> Check {
        let (ta, tb) = (self.ty(a), self.ty(b));
        match op {
            BinOp::Shl | BinOp::Shr => {
                self.integer(tb)?;
                self.integer(ty)?;
                self.same_scalar(ta, ty)
            }
            _ if op.is_comparison() => {
                self.same_scalar(ta, tb)?;
                self.truth(ty, ta)
            }
            BinOp::And | BinOp::Or | BinOp::Xor => {
                self.bitwise(ty)?;
                self.same_scalar(ta, ty)?;
                self.same_scalar(tb, ty)
            }
            _ => {
                self.arithmetic(ty)?;
                self.same_scalar(ta, ty)?;
                self.same_scalar(tb, ty)
            }
        }
    }

    fn cast(&self, a: ExprId, ty: TypeId) -> Check {
        let (from, to) = (self.scalar(self.ty(a))?, self.scalar(ty)?);
        let float_pointer = (from.is_float() && to == Scalar::Pointer)
            || (to.is_float() && from == Scalar::Pointer);
        ensure(!float_pointer, Flaw::TypeMismatch)
    }

    // ---- types ----

    fn ty(&self, e: ExprId) -> TypeId {
        self.p.exprs.get(e).ty
    }

    fn type_exists(&self, ty: TypeId) -> Check {
        ensure(ty.index() < self.p.types.len(), Flaw::IdOutOfRange)
    }

    fn scalar(&self, ty: TypeId) -> Result<Scalar, Flaw> {
        self.type_exists(ty)?;
        self.p.scalar(ty).ok_or(Flaw::NotScalar)
    }

    fn same_scalar(&self, a: TypeId, b: TypeId) -> Check {
        ensure(self.scalar(a)? == self.scalar(b)?, Flaw::TypeMismatch)
    }

    fn pointer(&self, ty: TypeId) -> Check {
        ensure(self.scalar(ty)? == Scalar::Pointer, Flaw::NotPointer)
    }

    fn pointer_expr(&self, e: ExprId) -> Check {
        self.pointer(self.ty(e))
    }

    fn integer(&self, ty: TypeId) -> Check {
        let s = self.scalar(ty)?;
        let ok = matches!(s, Scalar::Int { .. } | Scalar::MathInt);
        ensure(ok, Flaw::TypeMismatch)
    }

    fn bitwise(&self, ty: TypeId) -> Check {
        let s = self.scalar(ty)?;
        let ok = matches!(s, Scalar::Int { .. } | Scalar::MathBool);
        ensure(ok, Flaw::TypeMismatch)
    }

    fn arithmetic(&self, ty: TypeId) -> Check {
        let s = self.scalar(ty)?;
        let ok = matches!(s, Scalar::Int { .. } | Scalar::MathInt) || s.is_float();
        ensure(ok, Flaw::TypeMismatch)
    }

    fn int_type(&self, ty: TypeId) -> Check {
        let bits = self.p.target.int_bits as u16;
        let int = Scalar::Int { bits, signed: true };
        ensure(self.scalar(ty)? == int, Flaw::TypeMismatch)
    }

    /// The type of a truth value about operands of type `of`: `int`, or MathBool where those are mathematical.
    fn truth(&self, ty: TypeId, of: TypeId) -> Check {
        match self.scalar(of)? {
            Scalar::MathInt | Scalar::MathBool => {
                ensure(self.scalar(ty)? == Scalar::MathBool, Flaw::TypeMismatch)
            }
            _ => self.int_type(ty),
        }
    }

    fn access(&self, access: Access) -> Check {
        let scalar = self.scalar(access.ty)?;
        ensure(access.align.is_power_of_two(), Flaw::BadAlignment)?;
        match access.bits {
            Some(bits) => bit_range(bits, scalar),
            None => Ok(()),
        }
    }

    // ---- variables and globals ----

    fn var(&self, v: VarId) -> Result<&crate::program::Var, Flaw> {
        self.p.vars.get(v).ok_or(Flaw::IdOutOfRange)
    }

    fn proc_exists(&self, p: ProcId) -> Check {
        ensure(p.index() < self.p.procs.len(), Flaw::IdOutOfRange)
    }

    fn expr_exists(&self, e: ExprId) -> Check {
        ensure(e.index() < self.p.exprs.len(), Flaw::IdOutOfRange)
    }

    fn vars(&mut self) {
        for id in self.p.vars.keys() {
            let check = self.check_var(id);
            self.note(Where::Var(id), check);
        }
    }

    fn check_var(&self, id: VarId) -> Check {
        let var = self.p.var(id);
        self.type_exists(var.ty)?;
        ensure(var.align.is_power_of_two(), Flaw::BadAlignment)?;
        if var.storage == Storage::Slot {
            let is_met = var.is_met_outside() && self.p.extent == Extent::Part;
            ensure(!is_met, Flaw::SlotNamedOutside)?;
            let map = matches!(self.p.types.get(var.ty), Type::Map { .. });
            ensure(map || self.p.scalar(var.ty).is_some(), Flaw::NotScalar)?;
        }
        match var.scope {
            VarScope::Global => Ok(()),
            VarScope::Param(p, n) => {
                self.proc_exists(p)?;
                let listed = self.p.proc(p).params.get(n as usize) == Some(&id);
                ensure(listed, Flaw::ScopeDisagrees)
            }
            VarScope::Local(p) => self.proc_exists(p),
        }
    }

    fn globals(&mut self) {
        for (v, init) in &self.p.globals {
            let check = self.check_global(*v, init);
            self.note(Where::Global(*v), check);
        }
    }

    fn check_global(&self, v: VarId, init: &GlobalInit) -> Check {
        let var = self.var(v)?;
        ensure(var.scope == VarScope::Global, Flaw::ScopeDisagrees)?;
        let GlobalInit::Defined(items) = init else {
            return Ok(());
        };
        let size = match self.p.scalar(var.ty) {
            Some(Scalar::MathInt | Scalar::MathBool) => None,
            _ => self.p.size_of(var.ty),
        };
        items.iter().try_for_each(|i| self.init_item(i, size))
    }

    /// `size` of the object: `None` for mathematical ones.
    fn init_item(&self, item: &InitItem, size: Option<u64>) -> Check {
        let len = match &item.value {
            InitValue::Bytes(b) => Some(b.len() as u64),
            InitValue::Scalar(access, e) => {
                self.access(*access)?;
                self.expr_exists(*e)?;
                self.same_scalar(self.ty(*e), access.ty)?;
                self.constant(*e)?;
                match access.bits {
                    Some(bits) => Some(bits.bytes()),
                    None => self.p.size_of(access.ty),
                }
            }
        };
        let (Some(size), Some(len)) = (size, len) else {
            return Ok(());
        };
        let end = item.offset.checked_add(len).ok_or(Flaw::InitOutside)?;
        ensure(end <= size, Flaw::InitOutside)
    }

    /// No value of a variable and no memory.
    fn constant(&self, e: ExprId) -> Check {
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match self.p.exprs.get(e).kind {
                ExprKind::Var(_) | ExprKind::Load { .. } => return Err(Flaw::InitNotConstant),
                ExprKind::AddrOf(v) if self.var(v)?.scope != VarScope::Global => {
                    return Err(Flaw::InitNotConstant);
                }
                _ => todo.extend(self.p.exprs.children(e)),
            }
        }
        Ok(())
    }

    // ---- procedures ----

    fn procedure(&mut self, id: ProcId, proc: &Procedure, seen: &mut Seen) {
        let check = self.check_signature(id, proc);
        self.note(Where::Proc(id), check);
        if check.is_err() {
            return;
        }
        self.locations(id, proc);
        for (eid, edge) in proc.edges() {
            let check = self.check_edge(id, proc, edge, seen);
            self.note(Where::Edge(id, eid), check);
        }
    }

    fn check_signature(&self, id: ProcId, proc: &Procedure) -> Check {
        self.type_exists(proc.ty)?;
        let function = matches!(self.p.types.get(proc.ty), Type::Function(_));
        ensure(function, Flaw::WrongKindOfType)?;
        for (i, v) in proc.params.iter().enumerate() {
            let scope = VarScope::Param(id, i as u32);
            ensure(self.var(*v)?.scope == scope, Flaw::ScopeDisagrees)?;
        }
        for v in &proc.locals {
            let scope = VarScope::Local(id);
            ensure(self.var(*v)?.scope == scope, Flaw::ScopeDisagrees)?;
        }
        ensure(
            proc.out.len() == proc.locations.len(),
            Flaw::OutgoingDisagree,
        )?;
        if !proc.defined {
            let bare = proc.locations.is_empty() && proc.edges.is_empty();
            return ensure(bare, Flaw::BodyOfDeclaration);
        }
        let n = proc.locations.len() as u32;
        ensure(proc.entry.0 < n && proc.exit.0 < n, Flaw::IdOutOfRange)
    }

    fn locations(&mut self, id: ProcId, proc: &Procedure) {
        let mut listed = 0;
        for (loc, out) in proc.out.iter_enumerated() {
            listed += out.len();
            let check = check_location(proc, loc, out);
            self.note(Where::Location(id, loc), check);
        }
        // Every listed edge starts at its location, so equal counts mean that none is missing.
        let check = ensure(listed == proc.edges.len(), Flaw::OutgoingDisagree);
        self.note(Where::Proc(id), check);
    }

    fn check_edge(&self, id: ProcId, proc: &Procedure, edge: &Edge, seen: &mut Seen) -> Check {
        let n = proc.locations.len() as u32;
        ensure(edge.from.0 < n && edge.to.0 < n, Flaw::IdOutOfRange)?;
        for e in operands(&edge.op) {
            self.expr_exists(e)?;
            self.owned(id, e, seen)?;
        }
        if let Some(v) = op_var(&edge.op) {
            self.variable_of(id, v)?;
        }
        self.op(proc, edge)
    }

    /// The variables of an expression are the procedure's or global. Shared parts are seen once.
    fn owned(&self, id: ProcId, e: ExprId, seen: &mut Seen) -> Check {
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            if !seen.insert(id, e) {
                continue;
            }
            if let ExprKind::Var(v) | ExprKind::AddrOf(v) = self.p.exprs.get(e).kind {
                self.variable_of(id, v)?;
            }
            todo.extend(self.p.exprs.children(e));
        }
        Ok(())
    }

    fn variable_of(&self, id: ProcId, v: VarId) -> Check {
        let ok = match self.var(v)?.scope {
            VarScope::Global => true,
            VarScope::Param(p, _) | VarScope::Local(p) => p == id,
        };
        ensure(ok, Flaw::ForeignVariable)
    }

    fn op(&self, proc: &Procedure, edge: &Edge) -> Check {
        match &edge.op {
            Op::Skip | Op::Fail(_) | Op::Unsupported(_) | Op::Declare(_) => Ok(()),
            Op::Assign { place, value } => self.store(*place, self.ty(*value)),
            Op::Assume { cond, .. } => self.scalar(self.ty(*cond)).map(|_| ()),
            Op::Call {
                callee,
                args,
                result,
            } => self.call(*callee, args, *result),
            Op::Return(value) => {
                ensure(edge.to == proc.exit, Flaw::ReturnElsewhere)?;
                self.return_value(proc, *value)
            }
            Op::Havoc { place, .. } => self.place(*place),
            Op::Copy { dst, src, len } => {
                self.pointer_expr(*dst)?;
                self.pointer_expr(*src)?;
                self.integer(self.ty(*len))
            }
            Op::Fill { dst, byte, len } => {
                self.pointer_expr(*dst)?;
                self.integer(self.ty(*byte))?;
                self.integer(self.ty(*len))
            }
            Op::Dead(v) => ensure(
                self.var(*v)?.storage == Storage::Memory,
                Flaw::AddressOfSlot,
            ),
            Op::Builtin { result, .. } => result.map_or(Ok(()), |r| self.place(r)),
        }
    }

    fn place(&self, place: Place) -> Check {
        match place {
            Place::Slot(v) => ensure(self.var(v)?.storage == Storage::Slot, Flaw::ValueOfMemory),
            Place::Mem { addr, access } => {
                self.pointer_expr(addr)?;
                self.access(access)
            }
            Place::Aggregate { addr, ty } => {
                self.pointer_expr(addr)?;
                self.record(ty)
            }
        }
    }

    fn store(&self, place: Place, value: TypeId) -> Check {
        self.place(place)?;
        match place {
            Place::Slot(v) => self.same_scalar(self.var(v)?.ty, value),
            Place::Mem { access, .. } => self.same_scalar(access.ty, value),
            Place::Aggregate { .. } => Err(Flaw::TypeMismatch),
        }
    }

    fn record(&self, ty: TypeId) -> Check {
        self.type_exists(ty)?;
        let record = matches!(self.p.types.get(ty), Type::Record(_));
        ensure(record, Flaw::WrongKindOfType)
    }

    /// Translation units declare the same structure anew, so it is the size that counts.
    fn same_record(&self, a: TypeId, b: TypeId) -> Check {
        self.record(b)?;
        ensure(self.p.size_of(a) == self.p.size_of(b), Flaw::TypeMismatch)
    }

    fn call(&self, callee: Callee, args: &[Arg], result: Option<Place>) -> Check {
        for arg in args {
            if let Arg::Aggregate { addr, ty } = arg {
                self.pointer_expr(*addr)?;
                self.record(*ty)?;
            }
        }
        if let Some(place) = result {
            self.place(place)?;
        }
        match callee {
            Callee::Indirect(e) | Callee::Elsewhere(e) => self.pointer_expr(e),
            Callee::Direct(p) => {
                self.proc_exists(p)?;
                self.direct_call(self.p.proc(p), args, result)
            }
        }
    }

    fn direct_call(&self, proc: &Procedure, args: &[Arg], result: Option<Place>) -> Check {
        let Type::Function(ty) = self.p.types.get(proc.ty) else {
            return Err(Flaw::WrongKindOfType);
        };
        if !proc.defined || ty.unprototyped {
            return Ok(());
        }
        self.argument_types(ty, args)?;
        match result {
            None => Ok(()),
            Some(Place::Aggregate { ty: t, .. }) => self.same_record(t, ty.ret),
            Some(place) => self.store(place, ty.ret),
        }
    }

    fn argument_types(&self, ty: &FunctionType, args: &[Arg]) -> Check {
        let enough = args.len() == ty.params.len();
        let more = ty.variadic && args.len() > ty.params.len();
        ensure(enough || more, Flaw::ArgumentCount)?;
        for (arg, param) in args.iter().zip(&ty.params) {
            match arg {
                Arg::Scalar(e) => self.same_scalar(self.ty(*e), *param)?,
                Arg::Aggregate { ty, .. } => self.same_record(*ty, *param)?,
            }
        }
        Ok(())
    }

    fn return_value(&self, proc: &Procedure, value: ReturnValue) -> Check {
        let Type::Function(f) = self.p.types.get(proc.ty) else {
            return Err(Flaw::WrongKindOfType);
        };
        match value {
            ReturnValue::None => {
                let void = matches!(self.p.types.get(f.ret), Type::Void);
                ensure(void, Flaw::TypeMismatch)
            }
            ReturnValue::Scalar(e) => self.same_scalar(self.ty(e), f.ret),
            ReturnValue::Aggregate(addr) => {
                self.record(f.ret)?;
                self.pointer_expr(addr)
            }
        }
    }
}

fn check_location(proc: &Procedure, loc: LocId, out: &[EdgeId]) -> Check {
    ensure(loc != proc.exit || out.is_empty(), Flaw::EdgeFromExit)?;
    for (i, e) in out.iter().enumerate() {
        ensure(e.index() < proc.edges.len(), Flaw::IdOutOfRange)?;
        ensure(proc.edge(*e).from == loc, Flaw::OutgoingDisagree)?;
        // Ids are handed out in order, so a sorted list has no edge twice.
        ensure(i == 0 || out[i - 1] < *e, Flaw::OutgoingDisagree)?;
    }
    Ok(())
}

fn bit_range(bits: BitRange, scalar: Scalar) -> Check {
    let width = match scalar {
        Scalar::Bool => 1,
        Scalar::Int { bits, .. } => bits,
        _ => return Err(Flaw::TypeMismatch),
    };
    let sane = bits.offset < 8 && bits.width >= 1 && u16::from(bits.width) <= width;
    ensure(sane, Flaw::BadBitRange)
}

fn fits(bits: u128, width: u32) -> bool {
    width >= 128 || bits >> width == 0
}

/// The variable an operation names itself.
fn op_var(op: &Op) -> Option<VarId> {
    match op {
        Op::Declare(v) | Op::Dead(v) => Some(*v),
        op => op.written_slot(),
    }
}

/// For each expression the procedure that was last found to use it.
struct Seen(IndexVec<ExprId, Option<ProcId>>);

impl Seen {
    /// Whether the expression is new to the procedure.
    fn insert(&mut self, id: ProcId, e: ExprId) -> bool {
        self.0[e].replace(id) != Some(id)
    }
}

#[cfg(test)]
mod tests;
