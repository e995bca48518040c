//! Edges other than assumptions.

use super::{Compiler, Refusal};
use crate::code::{ArgCode, BuiltinCode, CallCode, CalleeCode, InputCode, Insn};
use crate::word::Kind;
use hatha_cfa::{
    Arg, Builtin, Callee, EdgeId, ExprId, InputKind, Op, Place, ReturnValue, Storage, TypeId, VarId,
};

impl Compiler<'_, '_> {
    /// The code of one edge, its end included.
    pub(super) fn edge(&mut self, edge: EdgeId) {
        let proc = self.proc;
        if let Err(reason) = self.operation(edge, &proc.edge(edge).op) {
            self.refuse(reason);
        }
    }

    fn operation(&mut self, edge: EdgeId, op: &Op) -> Result<(), Refusal> {
        match op {
            Op::Skip => {}
            Op::Assume { .. } => return Err("an assumption among other edges".to_owned()),
            Op::Assign { place, value } => self.assign(place, *value)?,
            Op::Call {
                callee,
                args,
                result,
            } => return self.call(edge, callee, args, result.as_ref()),
            Op::Return(value) => return self.return_(edge, value),
            Op::Havoc { place, input } => self.havoc(place, input)?,
            Op::Copy { dst, src, len } => {
                let (dst, src, len) = (self.expr(*dst), self.expr(*src), self.expr(*len));
                self.watch_length(edge, len);
                self.emit(Insn::Copy { dst, src, len });
            }
            Op::Fill { dst, byte, len } => {
                let (dst, byte, len) = (self.expr(*dst), self.expr(*byte), self.expr(*len));
                self.watch_length(edge, len);
                self.emit(Insn::Fill { dst, byte, len });
            }
            Op::Declare(v) => self.declare(edge, *v)?,
            Op::Dead(v) => self.dead(*v),
            Op::Builtin {
                builtin,
                args,
                result,
            } => self.builtin(*builtin, args, result.as_ref())?,
            Op::Fail(kind) => {
                self.code.fails.push(kind.clone());
                let fail = self.code.fails.len() as u32 - 1;
                self.emit(Insn::Fail { fail });
                return Ok(());
            }
            Op::Unsupported(reason) => return Err(reason.clone()),
        }
        self.finish_edge(edge);
        Ok(())
    }

    fn assign(&mut self, place: &Place, value: ExprId) -> Result<(), Refusal> {
        if let Place::Slot(v) = place {
            let dst = self.slot(*v)?;
            self.expr_into(value, dst);
            return Ok(());
        }
        let src = self.expr(value);
        self.store(place, src)
    }

    fn declare(&mut self, edge: EdgeId, v: VarId) -> Result<(), Refusal> {
        let var = self.image.program().var(v);
        match var.storage {
            Storage::Slot if self.drawn.contains(&edge) => {
                let (dst, kind) = (self.slot(v)?, self.kind_of_type(var.ty)?);
                let input = self.input(InputKind::Uninitialised(v), kind, var.ty);
                self.emit(Insn::Draw { dst, input });
            }
            Storage::Slot => {
                let dst = self.slot(v)?;
                self.emit(Insn::Forget { dst });
            }
            Storage::Memory => {
                let local = self.local(v)?;
                self.emit(Insn::Declare { local });
            }
        }
        Ok(())
    }

    fn dead(&mut self, v: VarId) {
        if let Ok(local) = self.local(v) {
            self.emit(Insn::Dead { local });
        }
    }

    fn local(&self, v: VarId) -> Result<u32, Refusal> {
        match self.image.place(v) {
            crate::image::VarPlace::Local(l) => Ok(l),
            _ => Err(format!(
                "`{}` is not a local",
                self.image.program().var(v).name
            )),
        }
    }

    fn size(&self, ty: TypeId) -> Result<u32, Refusal> {
        self.image
            .program()
            .size_of(ty)
            .and_then(|s| u32::try_from(s).ok())
            .ok_or_else(|| "a structure without a size, or of more than 4 GB".to_owned())
    }

    fn call(
        &mut self,
        edge: EdgeId,
        callee: &Callee,
        args: &[Arg],
        result: Option<&Place>,
    ) -> Result<(), Refusal> {
        let printed = match (callee, result) {
            (Callee::Direct(p), None) => self.image.silence().texts(self.image.program(), *p, args),
            _ => None,
        };
        let callee = match callee {
            Callee::Direct(p) => CalleeCode::Direct(*p),
            Callee::Indirect(e) | Callee::Elsewhere(e) => {
                let types = &self.image.program().types;
                let ty = types.pointee(self.image.program().exprs.get(*e).ty);
                let (pointer, ty) = (self.expr(*e), ty.map(|q| q.ty));
                match callee {
                    Callee::Elsewhere(_) => CalleeCode::Elsewhere(pointer, ty),
                    _ => CalleeCode::Indirect(pointer, ty),
                }
            }
        };
        let args = args
            .iter()
            .map(|a| self.argument(a))
            .collect::<Result<_, _>>()?;
        let scalar = match result {
            Some(place @ (Place::Slot(_) | Place::Mem { .. })) => {
                let ty = self.place_type(place);
                Some((self.temp(), self.kind_of_type(ty)?, ty))
            }
            _ => None,
        };
        self.code.calls.push(CallCode {
            edge,
            callee,
            args,
            result: scalar,
            aggregate: matches!(result, Some(Place::Aggregate { .. })),
            printed,
        });
        let call = self.code.calls.len() as u32 - 1;
        self.emit(Insn::Call { call });
        self.take_result(result, scalar.map(|(o, ..)| o))?;
        let target = self.proc.edge(edge).to.0;
        self.emit(Insn::Arrive { target });
        Ok(())
    }

    fn take_result(
        &mut self,
        place: Option<&Place>,
        scalar: Option<crate::code::Opnd>,
    ) -> Result<(), Refusal> {
        match (place, scalar) {
            (Some(Place::Aggregate { addr, ty }), _) => {
                let size = self.size(*ty)?;
                let addr = self.expr(*addr);
                self.emit(Insn::TakeAggregate { addr, size });
                Ok(())
            }
            (Some(place), Some(src)) => self.store(place, src),
            _ => Ok(()),
        }
    }

    fn place_type(&self, place: &Place) -> TypeId {
        match place {
            Place::Slot(v) => self.image.program().var(*v).ty,
            Place::Mem { access, .. } => access.ty,
            Place::Aggregate { ty, .. } => *ty,
        }
    }

    fn argument(&mut self, arg: &Arg) -> Result<ArgCode, Refusal> {
        Ok(match arg {
            Arg::Scalar(e) => ArgCode::Scalar {
                kind: self.kind_of(*e)?,
                src: self.expr(*e),
                ty: self.image.program().exprs.get(*e).ty,
            },
            Arg::Aggregate { addr, ty } => ArgCode::Aggregate {
                size: self.size(*ty)?,
                addr: self.expr(*addr),
                ty: *ty,
            },
        })
    }

    fn return_(&mut self, edge: EdgeId, value: &ReturnValue) -> Result<(), Refusal> {
        match value {
            ReturnValue::None => self.emit(Insn::ReturnVoid { edge }),
            ReturnValue::Scalar(e) => {
                let value = self.expr(*e);
                self.emit(Insn::Return { edge, value });
            }
            ReturnValue::Aggregate(e) => {
                let size = self.size(self.result_type()?)?;
                let addr = self.expr(*e);
                self.emit(Insn::ReturnAggregate { edge, addr, size });
            }
        }
        Ok(())
    }

    pub(super) fn result_type(&self) -> Result<TypeId, Refusal> {
        match self.image.program().types.get(self.proc.ty) {
            hatha_cfa::Type::Function(f) => Ok(f.ret),
            _ => Err("a procedure without a function type".to_owned()),
        }
    }

    fn havoc(&mut self, place: &Place, origin: &InputKind) -> Result<(), Refusal> {
        if let Place::Aggregate { addr, ty } = place {
            let size = self.size(*ty)?;
            let addr = self.expr(*addr);
            self.emit(Insn::HavocAggregate { addr, size });
            return Ok(());
        }
        let ty = self.place_type(place);
        let kind = self.kind_of_type(ty)?;
        let input = self.input(origin.clone(), kind, ty);
        let dst = self.temp();
        self.emit(Insn::Input { dst, input });
        self.store(place, dst)
    }

    fn input(&mut self, origin: InputKind, kind: Kind, ty: TypeId) -> u32 {
        self.code.inputs.push(InputCode { origin, kind, ty });
        self.code.inputs.len() as u32 - 1
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[ExprId],
        result: Option<&Place>,
    ) -> Result<(), Refusal> {
        let mut operands = Vec::with_capacity(args.len());
        for &a in args {
            let kind = self.kind_of(a)?;
            operands.push((self.expr(a), kind));
        }
        let ty = result.map(|p| self.place_type(p));
        let result_code = match ty {
            Some(ty) => Some((self.temp(), self.kind_of_type(ty)?, ty)),
            None => None,
        };
        self.code.builtins.push(BuiltinCode {
            builtin,
            args: operands,
            result: result_code,
        });
        let builtin = self.code.builtins.len() as u32 - 1;
        self.emit(Insn::Builtin { builtin });
        match (result, result_code) {
            (Some(place), Some((src, ..))) => self.store(place, src),
            _ => Ok(()),
        }
    }
}
