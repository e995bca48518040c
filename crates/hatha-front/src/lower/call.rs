//! Calls: arguments in order, known functions as operations, everything else as a call edge.
//!
//! **Invariant.** A call edge of a defined procedure fits its parameters and its
//! result, whatever the calling unit believed about them: where the machine would
//! pass something meaningful a conversion says so, anything else is unsupported.

use super::effects::{Effects, MEMORY};
use super::func::FnLower;
use super::known::{self, Known};
use super::link;
use super::walk;
use crate::hir::{Expr, ExprKind, FuncId, InitItemValue};
use hatha_cfa::{
    Arg, BinOp, Builtin, Callee, EdgeId, ExprId, ExprKind as K, FailKind, InputKind, IntKind,
    ObjectWord, Op, Place, ProcId, Scalar, Span, Type, TypeId,
};
use std::collections::BTreeSet;

impl FnLower<'_, '_> {
    /// The known meaning of a function that the user does not define.
    pub(super) fn known(&self, f: FuncId) -> Option<Known> {
        let sym = self.cx.links.func_of[self.unit][f];
        self.cx.links.funcs[sym].known
    }

    /// The procedure of a function.
    pub(crate) fn proc_of(&mut self, f: FuncId) -> ProcId {
        let sym = self.cx.links.func_of[self.unit][f];
        link::procedure(self.cx, sym)
    }

    fn name_of(&self, f: FuncId) -> &str {
        &self.cx.units[self.unit].functions[f].name
    }

    fn link_name(&self, f: FuncId) -> &str {
        link::function_name(&self.cx.units[self.unit].functions[f])
    }

    /// A call for its scalar value.
    pub(crate) fn call_value(&mut self, callee: &Expr, args: &[Expr], e: &Expr) -> ExprId {
        if self.scalar(e.ty.ty).is_none() {
            self.call(callee, args, e, None);
            return self.nothing(e.ty.ty);
        }
        let t = self.temp(e.ty.ty);
        self.call(callee, args, e, Some(Place::Slot(t)));
        self.add(K::Var(t), e.ty.ty)
    }

    /// A call; its result goes to a place of its type.
    pub(super) fn call(&mut self, callee: &Expr, args: &[Expr], e: &Expr, result: Option<Place>) {
        match walk::callee_name(callee) {
            Some(f) => {
                let known = self
                    .known(f)
                    .filter(|k| self.is_known_call(*k, (f, args), e));
                match known {
                    Some(k) => self.known_call(k, f, args, e, result),
                    None => self.direct_call(f, args, e, result),
                }
            }
            None => self.indirect_call(callee, args, e, result),
        }
    }

    fn indirect_call(&mut self, callee: &Expr, args: &[Expr], e: &Expr, result: Option<Place>) {
        let effects = self.effects_of_all(args);
        let target = self.function_address(callee, callee.ty.ty);
        let target = self.protect(target, effects, callee.span);
        let args = self.arguments(args);
        let op = Op::Call {
            callee: Callee::Indirect(target),
            args,
            result,
        };
        self.emit(op, e.span);
    }

    fn direct_call(&mut self, f: FuncId, args: &[Expr], e: &Expr, result: Option<Place>) {
        let p = self.proc_of(f);
        let mut values = self.arguments(args);
        if !self.pass_captured(f, &mut values) {
            let name = self.name_of(f).to_owned();
            self.unsupported(format!("call of `{name}` with too few arguments"), e.span);
            return;
        }
        if self.numbers_arguments(f, args) {
            self.unsupported("arguments of a format by number", e.span);
            return;
        }
        let Some(params) = self.param_types(p) else {
            self.emit_call(p, values, result, e.span);
            return;
        };
        if self.leaves_out_vectors(p, f, args) {
            let name = self.name_of(f).to_owned();
            let why = format!("call of `{name}`, which is variadic, as if it were not");
            self.unsupported(why, e.span);
            return;
        }
        match self.adapted(p, values, &params, e.span) {
            Ok(values) => self.call_defined(p, values, e, result),
            Err(why) => {
                let name = self.name_of(f).to_owned();
                self.unsupported(format!("call of `{name}` {why}"), e.span);
            }
        }
    }

    pub(crate) fn emit_call(
        &mut self,
        p: ProcId,
        args: Vec<Arg>,
        result: Option<Place>,
        span: Span,
    ) {
        let op = Op::Call {
            callee: Callee::Direct(p),
            args,
            result,
        };
        self.emit(op, span);
        if self.cx.prog.proc(p).noreturn {
            self.cut();
        }
    }

    // ---- arguments ----

    /// Arguments left to right; each is kept from the effects of those after it.
    fn arguments(&mut self, args: &[Expr]) -> Vec<Arg> {
        let later = self.later_effects(args);
        let mut out = Vec::with_capacity(args.len());
        for (a, effects) in args.iter().zip(later) {
            let ty = a.ty.ty;
            if self.scalar(ty).is_some() {
                let v = self.rvalue(a);
                out.push(Arg::Scalar(self.protect(v, effects, a.span)));
            } else if matches!(self.cx.prog.types.get(ty), Type::Record(_)) {
                let addr = self.record_argument(a, effects);
                out.push(Arg::Aggregate { addr, ty });
            } else {
                self.effect(a);
                self.unsupported("an argument that is neither scalar nor structure", a.span);
            }
        }
        out
    }

    /// For each argument the effects of those after it.
    fn later_effects(&mut self, args: &[Expr]) -> Vec<Effects> {
        let mut later = vec![0; args.len()];
        let mut all = 0;
        for (i, a) in args.iter().enumerate().rev() {
            later[i] = all;
            all |= self.effects(a);
        }
        later
    }

    fn record_argument(&mut self, a: &Expr, later: Effects) -> ExprId {
        let fresh = matches!(a.kind, ExprKind::Call { .. } | ExprKind::StmtExpr(..));
        let addr = self.record_value(a).addr;
        if later & MEMORY == 0 || fresh {
            return self.protect(addr, later, a.span);
        }
        let copy = self.memory_temp(a.ty.ty, a.span);
        self.copy_record(copy, addr, a.ty.ty, a.span);
        copy
    }

    /// Scalar operands left to right, as for a builtin.
    fn scalars(&mut self, args: &[&Expr]) -> Vec<ExprId> {
        let effects: Vec<Effects> = args.iter().map(|a| self.effects(a)).collect();
        let mut out = Vec::with_capacity(args.len());
        for (i, a) in args.iter().enumerate() {
            let later = effects[i + 1..].iter().fold(0, |all, e| all | e);
            let v = self.rvalue(a);
            out.push(self.protect(v, later, a.span));
        }
        out
    }

    // ---- calls of defined procedures ----

    /// Whether a variadic function is called by a declaration that says otherwise, with floating
    /// arguments: nothing tells it then how many registers hold them.
    fn leaves_out_vectors(&self, p: ProcId, f: FuncId, args: &[Expr]) -> bool {
        let types = &self.cx.prog.types;
        let declared = self.cx.units[self.unit].functions[f].ty;
        let is_variadic = |ty| matches!(types.get(ty), Type::Function(f) if f.variadic);
        let is_plain =
            matches!(types.get(declared), Type::Function(f) if !f.variadic && !f.unprototyped);
        let floats = args
            .iter()
            .any(|a| self.scalar(a.ty.ty).is_some_and(is_float));
        is_plain && floats && is_variadic(self.cx.prog.proc(p).ty)
    }

    /// The types of the parameters of a procedure with a body.
    fn param_types(&self, p: ProcId) -> Option<Vec<TypeId>> {
        let (u, f) = self.cx.bodies[p]?;
        let body = self.cx.units[u].functions[f].body.as_ref()?;
        let ty = |id: &crate::hir::ObjId| self.cx.object(u, *id).ty.ty;
        Some(body.params.iter().map(ty).collect())
    }

    /// Arguments that fit the parameters. What is too much is dropped and what is missing is
    /// arbitrary, as on the machine; the effects have happened already.
    fn adapted(
        &mut self,
        p: ProcId,
        mut args: Vec<Arg>,
        params: &[TypeId],
        span: Span,
    ) -> Result<Vec<Arg>, String> {
        let (variadic, prototyped) = match self.cx.prog.types.get(self.cx.prog.proc(p).ty) {
            Type::Function(f) => (f.variadic, !f.unprototyped),
            _ => (false, false),
        };
        if !variadic {
            args.truncate(params.len());
        }
        for (i, param) in params.iter().enumerate() {
            match args.get(i).copied() {
                Some(arg) => args[i] = self.adapted_arg(arg, *param, prototyped, span)?,
                None => args.push(self.missing_arg(*param, span)?),
            }
        }
        Ok(args)
    }

    fn missing_arg(&mut self, param: TypeId, span: Span) -> Result<Arg, String> {
        if self.scalar(param).is_none() {
            return Err("without one of its structure arguments".to_owned());
        }
        let why = InputKind::Other("missing argument".to_owned());
        Ok(Arg::Scalar(self.any(param, why, span)))
    }

    fn adapted_arg(
        &mut self,
        arg: Arg,
        param: TypeId,
        prototyped: bool,
        span: Span,
    ) -> Result<Arg, String> {
        let mismatch = || Err("with an argument of another type than it takes".to_owned());
        match arg {
            Arg::Scalar(v) => {
                let ty = self.node(v).ty;
                let (Some(have), Some(want)) = (self.scalar(ty), self.scalar(param)) else {
                    return mismatch();
                };
                // Without a prototype a parameter of type `char` is passed as `int` and cut.
                let promoted = !prototyped && is_integer(have) && is_integer(want)
                    || !prototyped && is_float(have) && is_float(want);
                let same_register = is_word(have)
                    && is_word(want)
                    && self.cx.prog.size_of(ty) == self.cx.prog.size_of(param);
                // What a function without a prototype takes is a `double`, whatever it makes of it.
                if !prototyped && have == Scalar::F32 {
                    return mismatch();
                }
                if promoted && is_float(have) && have != want {
                    return Ok(Arg::Scalar(self.conversion(v, param, true, span)));
                }
                if want == Scalar::Bool && have != want && is_word(have) {
                    let v = self.byte_of_bool(v, span);
                    return Ok(Arg::Scalar(self.cast(v, param)));
                }
                if have == want || promoted || same_register {
                    return Ok(Arg::Scalar(self.fit(v, param)));
                }
                if !(self.takes_one_word(ty) && self.takes_one_word(param)) {
                    return mismatch();
                }
                let why = "a negative argument that the function takes to be wider";
                let v = self.in_register(v, (have, why), span);
                Ok(Arg::Scalar(self.cast(v, param)))
            }
            Arg::Aggregate { addr, ty } => {
                match self.travel_alike(ty, param) {
                    // Units name the same structure differently.
                    true => Ok(Arg::Aggregate { addr, ty: param }),
                    false => mismatch(),
                }
            }
        }
    }

    /// Whether a type is passed in one general register, or one word of the stack.
    fn takes_one_word(&self, ty: TypeId) -> bool {
        let word = u64::from(self.cx.prog.target.pointer_bits / 8);
        let fits = self.cx.prog.size_of(ty).is_some_and(|n| n <= word);
        fits && self.scalar(ty).is_some_and(is_word)
    }

    /// A word as it arrives where somebody looks at another number of bits than were written. What
    /// stands beside these is their extension with zeros or with the sign: nothing
    /// promises which, so a negative number is not followed.
    fn in_register(&mut self, v: ExprId, (have, why): (Scalar, &str), span: Span) -> ExprId {
        let long = self.cx.common.ptrdiff;
        let Scalar::Int { signed: true, bits } = have else {
            return v;
        };
        let constant = matches!(self.node(v).kind, K::Int(n) if n >> (bits - 1) == 0);
        if u32::from(bits) >= self.cx.prog.target.pointer_bits || constant {
            return v;
        }
        let (ok, negative) = (self.b.new_loc(), self.b.new_loc());
        let wide = self.cast(v, long);
        let wide = self.save(wide, span);
        let zero = self.int(0, long);
        let cond = self.add(K::Binary(BinOp::Lt, wide, zero), self.cx.common.int);
        self.test_value(cond, Some(negative), Some(ok), span);
        self.b.set_current(negative);
        self.emit_last(Op::Unsupported(why.to_owned()), span);
        self.b.set_current(ok);
        wide
    }

    /// The call itself; the result is converted where the caller believes in another type.
    fn call_defined(&mut self, p: ProcId, args: Vec<Arg>, e: &Expr, result: Option<Place>) {
        let ret = match self.cx.prog.types.get(self.cx.prog.proc(p).ty) {
            Type::Function(f) => f.ret,
            _ => e.ty.ty,
        };
        let (have, want) = (self.scalar(ret), self.scalar(e.ty.ty));
        let records = have.is_none() && want.is_none();
        let is_record = |ty| matches!(self.cx.prog.types.get(ty), Type::Record(_));
        if is_record(ret) && is_record(e.ty.ty) && !self.travel_alike(ret, e.ty.ty) {
            self.unsupported("call with another result type than its definition", e.span);
            return;
        }
        let Some(place) = result.filter(|_| !(records && ret != self.cx.common.void)) else {
            let result = result.map(|r| retyped_place(r, ret));
            self.emit_call(p, args, result, e.span);
            return;
        };
        if have == want {
            self.emit_call(p, args, Some(place), e.span);
            return;
        }
        match (have, want) {
            (None, Some(_)) if ret == self.cx.common.void => {
                self.emit_call(p, args, None, e.span);
                let input = InputKind::Other("value of a void function".to_owned());
                self.emit(Op::Havoc { place, input }, e.span);
            }
            (Some(a), Some(b)) if is_word(a) && is_word(b) => {
                let t = self.temp(ret);
                self.emit_call(p, args, Some(Place::Slot(t)), e.span);
                let mut value = self.add(K::Var(t), ret);
                if self.cx.prog.size_of(ret) < self.cx.prog.size_of(e.ty.ty) {
                    let why = "a negative result that the caller takes to be wider";
                    value = self.in_register(value, (a, why), e.span);
                }
                let value = match want {
                    Some(Scalar::Bool) => self.byte_of_bool(value, e.span),
                    _ => value,
                };
                let value = self.cast(value, e.ty.ty);
                self.emit(Op::Assign { place, value }, e.span);
            }
            _ => self.unsupported("call with another result type than its definition", e.span),
        }
    }

    /// Who expects a `_Bool` looks at the lowest byte alone, which may be neither 0 nor 1: what such a
    /// byte means is not followed.
    fn byte_of_bool(&mut self, value: ExprId, span: Span) -> ExprId {
        let byte = self.cx.prog.types.int(IntKind::UChar);
        let value = self.cast(value, byte);
        let value = self.save(value, span);
        let (ok, other) = (self.b.new_loc(), self.b.new_loc());
        let one = self.int(1, byte);
        let cond = self.add(K::Binary(BinOp::Gt, value, one), self.cx.common.int);
        self.test_value(cond, Some(other), Some(ok), span);
        self.b.set_current(other);
        let why = "a number other than 0 and 1 where another file has a `_Bool`";
        self.emit_last(Op::Unsupported(why.to_owned()), span);
        self.b.set_current(ok);
        value
    }

    /// Whether two structures, which units may name differently, are passed in the same registers:
    /// they have the same size, and floating numbers where the other has them. Larger ones than
    /// two words travel in memory.
    fn travel_alike(&self, a: TypeId, b: TypeId) -> bool {
        let is_record = |ty| matches!(self.cx.prog.types.get(ty), Type::Record(_));
        let (size, other) = (self.cx.prog.size_of(a), self.cx.prog.size_of(b));
        if a == b || !is_record(a) || !is_record(b) || size != other {
            return a == b;
        }
        let words = u64::from(self.cx.prog.target.pointer_bits / 8) * 2;
        size.is_some_and(|n| n > words) || self.floats_in(a, 0) == self.floats_in(b, 0)
    }

    /// Where floating numbers of which sizes lie in a small type.
    fn floats_in(&self, ty: TypeId, at: u64) -> BTreeSet<(u64, u64)> {
        let size_of = |ty| self.cx.prog.size_of(ty).unwrap_or(0);
        match self.cx.prog.types.get(ty) {
            Type::Record(r) => {
                let fields = self.cx.prog.types.record(*r).fields.iter();
                let each = fields.map(|f| self.floats_in(f.ty.ty, at + f.offset));
                each.flatten().collect()
            }
            Type::Array { elem, .. } => {
                let (each, all) = (size_of(elem.ty), size_of(ty));
                let count = all.checked_div(each).unwrap_or(0);
                let parts = (0..count).map(|i| self.floats_in(elem.ty, at + i * each));
                parts.flatten().collect()
            }
            _ => {
                let is_one = self.scalar(ty).is_some_and(is_float);
                is_one.then(|| (at, size_of(ty))).into_iter().collect()
            }
        }
    }

    // ---- known functions ----

    /// Whether a call has the form that the known meaning is about. Whatever an error function is
    /// given, to call it is the failure.
    fn is_known_call(&self, known: Known, (f, args): (FuncId, &[Expr]), e: &Expr) -> bool {
        if known::known_though_defined(self.link_name(f)).is_some() {
            return true;
        }
        let arity = known::arity(known).is_none_or(|n| n == args.len());
        let scalars = args.iter().all(|a| self.scalar(a.ty.ty).is_some());
        let result = self.scalar(e.ty.ty);
        let form = match known {
            Known::Any | Known::Choose => result.is_some(),
            Known::Math(_) => {
                let first = args.first().and_then(|a| self.scalar(a.ty.ty));
                result.is_some_and(is_float) && first == result
            }
            _ => result.is_some() || e.ty.ty == self.cx.common.void,
        };
        arity && scalars && form
    }

    fn known_call(
        &mut self,
        known: Known,
        f: FuncId,
        args: &[Expr],
        e: &Expr,
        result: Option<Place>,
    ) {
        match known {
            Known::Any | Known::Choose => self.known_any(f, e, result),
            Known::Unsupported => {
                let what = known::unsupported(self.name_of(f));
                self.emit(Op::Unsupported(what), e.span);
            }
            Known::Assume => {
                let next = self.b.new_loc();
                self.branch(&args[0], Some(next), None);
                self.b.set_current(next);
            }
            Known::Assert => {
                self.known_assert(&args[0], e.span);
            }
            Known::AssertSaying => {
                self.effect(&args[1]);
                self.known_assert(&args[0], e.span);
            }
            Known::Requires => {
                let failing = self.known_assert(&args[0], e.span);
                self.cx.required.push((self.proc, failing));
            }
            Known::ReachError => {
                args.iter().for_each(|a| self.effect(a));
                let name = self.link_name(f).to_owned();
                self.emit_last(Op::Fail(FailKind::ReachError(name)), e.span);
            }
            Known::AssertFail => {
                args.iter().for_each(|a| self.effect(a));
                let text = args.first().and_then(|a| self.literal_text(a));
                let text = text.unwrap_or_default();
                self.emit_last(Op::Fail(FailKind::Assertion(text)), e.span);
            }
            Known::Abort => self.emit_last(Op::Fail(FailKind::Abort), e.span),
            Known::Copy | Known::CopyApart | Known::Fill => {
                self.known_memory((known, f), args, e, result);
            }
            Known::Valid => self.known_valid(args, e, result),
            Known::Builtin(b) => self.builtin(b, args, result, e.span),
            Known::SigSetJmp => {
                let env = self.scalars(&[&args[0], &args[1]])[0];
                self.emit_builtin(Builtin::SetJmp, vec![env], result, e.span);
            }
            Known::Leave(b) => {
                self.builtin(b, args, None, e.span);
            }
            Known::Math(m) => self.builtin(Builtin::Math(m), args, result, e.span),
        }
    }

    fn known_any(&mut self, f: FuncId, e: &Expr, result: Option<Place>) {
        let name = self.name_of(f);
        let input = match known::choice(name) {
            Some(what) => InputKind::Environment(what),
            None => InputKind::Nondet(name.to_owned()),
        };
        let place = match result {
            Some(p) => p,
            // Input is consumed even if nobody looks at it.
            None => Place::Slot(self.temp(e.ty.ty)),
        };
        self.emit(Op::Havoc { place, input }, e.span);
    }

    /// An assertion; gives the edge that states its failure.
    fn known_assert(&mut self, cond: &Expr, span: Span) -> EdgeId {
        let (next, failed) = (self.b.new_loc(), self.b.new_loc());
        self.branch(cond, Some(next), Some(failed));
        self.b.set_current(failed);
        let text = self.source_text(cond.span);
        let failing = self.b.step(Op::Fail(FailKind::Assertion(text)), span);
        self.cut();
        self.b.set_current(next);
        failing
    }

    /// The text of a span of one line, or nothing.
    fn source_text(&self, span: Span) -> String {
        let line = self.cx.prog.sources.line(span.file, span.line);
        let (start, end) = (span.col as usize, span.end_col as usize);
        let text = line.and_then(|l| l.get(start.checked_sub(1)?..end.checked_sub(1)?));
        let one_line = span.line == span.end_line;
        text.filter(|_| one_line).unwrap_or_default().to_owned()
    }

    /// `memcpy`, `memmove` and `memset`, whose value is their first argument.
    fn known_memory(
        &mut self,
        (known, f): (Known, FuncId),
        args: &[Expr],
        e: &Expr,
        result: Option<Place>,
    ) {
        let mut v = self.scalars(&[&args[0], &args[1], &args[2]]);
        v[2] = self.cast(v[2], self.cx.common.size);
        v[0] = self.as_pointer(v[0]);
        if result.is_some() {
            v[0] = self.protect(v[0], MEMORY, e.span);
        }
        // What models are written with takes null where there is nothing to copy.
        let takes_nulls = self.name_of(f).starts_with("__hatha_");
        if known != Known::Fill {
            v[1] = self.as_pointer(v[1]);
        }
        let pointers = if known == Known::Fill { 1 } else { 2 };
        for &pointer in v[..pointers].iter().filter(|_| !takes_nulls) {
            self.not_null(pointer, v[2], e.span);
        }
        if known != Known::Fill {
            let (dst, src, len) = (v[0], v[1], v[2]);
            if known == Known::CopyApart {
                self.emit_builtin(Builtin::Apart, vec![dst, src, len], None, e.span);
            }
            self.emit(Op::Copy { dst, src, len }, e.span);
        } else {
            let byte = self.cast(v[1], self.cx.common.int);
            let (dst, len) = (v[0], v[2]);
            self.emit(Op::Fill { dst, byte, len }, e.span);
        }
        if let Some(place) = result {
            let value = self.cast(v[0], e.ty.ty);
            self.emit(Op::Assign { place, value }, e.span);
        }
    }

    /// Asks that a pointer is not null where no byte may be accessed through it.
    fn not_null(&mut self, pointer: ExprId, len: ExprId, span: Span) {
        let is_sized = matches!(self.node(len).kind, K::Int(n) if n != 0);
        if !is_sized && !self.is_of_variable(pointer) {
            self.emit_builtin(Builtin::NotNull, vec![pointer, len], None, span);
        }
    }

    /// `hatha_valid(p, n)`, in the words of the object that `p` was computed from: it lives, and
    /// `n` bytes are left behind `p`.
    fn known_valid(&mut self, args: &[Expr], e: &Expr, result: Option<Place>) {
        let v = self.scalars(&[&args[0], &args[1]]);
        let Some(place) = result else {
            return;
        };
        let (int, size) = (self.cx.common.int, self.cx.common.size);
        let (of, count) = (self.as_pointer(v[0]), self.cast(v[1], size));
        let [class, offset, bytes] = [ObjectWord::Class, ObjectWord::Offset, ObjectWord::Size]
            .map(|word| self.add(K::Object { word, of }, size));
        let none = self.add(K::Int(u128::from(ObjectWord::NONE)), size);
        let lives = self.add(K::Binary(BinOp::Ne, class, none), int);
        let inside = self.add(K::Binary(BinOp::Le, offset, bytes), int);
        let room = self.add(K::Binary(BinOp::Sub, bytes, offset), size);
        let fits = self.add(K::Binary(BinOp::Le, count, room), int);
        let no = self.add(K::Int(0), int);
        let fits = self.add(K::Cond(inside, fits, no), int);
        let valid = self.add(K::Cond(lives, fits, no), int);
        let value = self.cast(valid, e.ty.ty);
        self.emit(Op::Assign { place, value }, e.span);
    }

    /// A pointer, also where the call had no prototype and an integer was passed.
    fn as_pointer(&mut self, v: ExprId) -> ExprId {
        match self.scalar(self.node(v).ty) {
            Some(Scalar::Pointer) => v,
            _ => self.cast(v, self.cx.common.void_ptr),
        }
    }

    /// Whether a format says by number which argument it prints or reads, as POSIX has it (`%2$d`): the
    /// models take arguments in their order.
    fn numbers_arguments(&self, f: FuncId, args: &[Expr]) -> bool {
        let name = self.name_of(f);
        let has_number = |format: String| {
            let mut conversions = format.split('%').skip(1);
            conversions.any(|c| {
                let rest = c.trim_start_matches(|c: char| c.is_ascii_digit());
                rest.len() < c.len() && rest.starts_with('$')
            })
        };
        (name.contains("printf") || name.contains("scanf"))
            && args
                .iter()
                .filter_map(|a| self.literal_text(a))
                .any(has_number)
    }

    /// The text of an argument that is a string literal.
    fn literal_text(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Cast(a) | ExprKind::Decay(a) | ExprKind::AddrOf(a) => self.literal_text(a),
            ExprKind::Object(id) => {
                let init = self.cx.object(self.unit, *id).init.as_ref()?;
                let InitItemValue::Bytes(bytes) = &init.items.first()?.value else {
                    return None;
                };
                let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
                Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
            }
            _ => None,
        }
    }

    // ---- operations ----

    /// An operation of the simulator.
    pub(super) fn builtin(&mut self, b: Builtin, args: &[Expr], result: Option<Place>, span: Span) {
        let args: Vec<&Expr> = args.iter().collect();
        let mut values = self.scalars(&args);
        if b == Builtin::StackAlloc && values.len() == 1 {
            let align = i128::from(self.cx.prog.target.max_align);
            values.push(self.int(align, self.cx.common.int));
        }
        self.emit_builtin(b, values, result, span);
        if matches!(b, Builtin::Exit | Builtin::LongJmp) {
            self.cut();
        }
    }

    fn emit_builtin(
        &mut self,
        b: Builtin,
        mut args: Vec<ExprId>,
        result: Option<Place>,
        span: Span,
    ) {
        if b == Builtin::SetJmp {
            return self.set_jump(args, result, span);
        }
        self.math_operands(b, &mut args, span);
        let op = Op::Builtin {
            builtin: b,
            args,
            result,
        };
        self.emit(op, span);
    }

    fn set_jump(&mut self, args: Vec<ExprId>, result: Option<Place>, span: Span) {
        let int = self.cx.common.int;
        let given = self.temp(int);
        let op = Op::Builtin {
            builtin: Builtin::SetJmp,
            args,
            result: Some(Place::Slot(given)),
        };
        self.emit(op, span);
        self.land(given, span);
        if let Some(place) = result {
            let value = self.add(K::Var(given), int);
            self.emit(Op::Assign { place, value }, span);
        }
    }
}

/// The place of a structure result under the name that its function gives the structure.
fn retyped_place(place: Place, ty: TypeId) -> Place {
    match place {
        Place::Aggregate { addr, .. } => Place::Aggregate { addr, ty },
        other => other,
    }
}

/// What travels in a floating register.
pub(super) fn is_float(s: Scalar) -> bool {
    matches!(s, Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128)
}

fn is_integer(s: Scalar) -> bool {
    matches!(s, Scalar::Int { .. } | Scalar::Bool)
}

/// What travels in a general register.
fn is_word(s: Scalar) -> bool {
    is_integer(s) || s == Scalar::Pointer
}
