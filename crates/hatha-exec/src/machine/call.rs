//! Calls, returns and the lifetime of locals.

use super::{Cursor, Frame, Halt, Machine, Run};
use crate::code::{AccessCode, ArgCode, CallCode, CalleeCode, Insn, Opnd};
use crate::config::Uninitialised;
use crate::console::Console;
use crate::domain::{Domain, Use};
use crate::fault::{Budget, FaultKind, Step};
use crate::image::VarPlace;
use crate::memory::{Holes, NewObject, ObjectKind};
use crate::observe::Observer;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::{InputKind, ProcId, Scalar, Type, TypeId, VarId};

/// An argument on its way to the callee.
#[derive(Clone, Debug)]
pub(super) enum Argument<V> {
    /// A scalar.
    Scalar(V, Kind, TypeId),
    /// A structure: where it is copied from.
    Aggregate(V, TypeId, u64),
    /// A structure of the environment: what it holds is chosen when it is read.
    Chosen(TypeId),
}

fn argument_type<V>(arg: &Argument<V>) -> TypeId {
    match arg {
        Argument::Scalar(_, _, ty) | Argument::Aggregate(_, ty, _) | Argument::Chosen(ty) => *ty,
    }
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Starts an invocation of the entry with scalar arguments.
    pub fn start(&mut self, entry: ProcId, args: &[D::Value]) -> Step<()> {
        let program = self.image.program();
        let arguments: Vec<_> = program
            .proc(entry)
            .params
            .iter()
            .zip(args)
            .filter_map(|(&p, v)| {
                let ty = program.var(p).ty;
                Some(Argument::Scalar(v.clone(), self.image.kind(ty)?, ty))
            })
            .collect();
        self.start_with(entry, &arguments)
    }

    /// Starts an invocation of the entry.
    pub(super) fn start_with(
        &mut self,
        entry: ProcId,
        arguments: &[Argument<D::Value>],
    ) -> Step<()> {
        let proc = self.image.program().proc(entry);
        if !proc.defined || arguments.len() != proc.params.len() {
            return crate::fault::internal("the entry cannot be called with these arguments");
        }
        self.enter(None, entry, arguments, None)
            .map_err(|halt| Box::new(self.locate(*halt)))
    }

    /// Makes a call; whether a callee was entered.
    pub(super) fn call(&mut self, cur: &mut Cursor<'i>, call: u32) -> Run<bool> {
        let call = &cur.code.calls[call as usize];
        let callee = self.callee(cur, call)?;
        let mut arguments = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            arguments.push(self.pass(cur, arg)?);
        }
        let proc = self.image.program().proc(callee);
        if !proc.defined {
            self.take(cur.proc, call.edge);
            self.external(cur, callee, &arguments, call)?;
            return Ok(false);
        }
        if self.config.skips_output && self.passes_over(cur, callee, call, &arguments)? {
            return Ok(false);
        }
        self.check_arguments(callee, call, &mut arguments)?;
        if let Some(f) = self.state.frames.last_mut() {
            f.pc = cur.pc;
        }
        let depth = self.state.frames.len();
        if let Err(halt) = self.enter(Some(cur), callee, &arguments, Some(call)) {
            // The call has not been made: the fault is the caller's.
            while self.state.frames.len() > depth {
                self.pop_frame();
            }
            return Err(halt);
        }
        self.take(cur.proc, call.edge);
        if let Some(c) = self.cursor() {
            *cur = c;
        }
        Ok(true)
    }

    fn pass(&mut self, cur: &Cursor<'i>, arg: &ArgCode) -> Run<Argument<D::Value>> {
        Ok(match *arg {
            ArgCode::Scalar { src, kind, ty } => {
                Argument::Scalar(self.read_to_pass(cur, src)?, kind, ty)
            }
            ArgCode::Aggregate { addr, ty, size } => {
                Argument::Aggregate(self.read(cur, addr)?, ty, u64::from(size))
            }
        })
    }

    /// The procedure to call.
    fn callee(&mut self, cur: &Cursor<'i>, call: &CallCode) -> Run<ProcId> {
        let target = match call.callee {
            CalleeCode::Direct(p) => return Ok(p),
            CalleeCode::Indirect(o, _) | CalleeCode::Elsewhere(o, _) => self.read(cur, o)?,
        };
        let at = self
            .domain
            .concretise(&target, self.image.pointer(), Use::Call)?;
        if at.lo == 0 {
            return Halt::fault(FaultKind::BadCall, "call through a null pointer");
        }
        let prov = self.state.memory.provenance(at);
        match self.state.memory.live(prov) {
            Some(o) if o.base == at.lo => match o.kind {
                ObjectKind::Function(p) => Ok(p),
                _ => Halt::fault(
                    FaultKind::BadCall,
                    "call of something that is not a function",
                ),
            },
            _ => Halt::fault(
                FaultKind::BadCall,
                format!("call of address {:#x}, where no function is", at.lo),
            ),
        }
    }

    /// Checks that a procedure can take these arguments. Integers of another width or sign are
    /// converted (a call without a prototype passes promoted ones, the callee takes what it needs).
    fn check_arguments(
        &mut self,
        callee: ProcId,
        call: &CallCode,
        arguments: &mut [Argument<D::Value>],
    ) -> Run<()> {
        let program = self.image.program();
        let proc = program.proc(callee);
        let too_many = arguments.len() > proc.params.len() && !self.accepts_more(callee, call);
        if arguments.len() < proc.params.len() || too_many {
            let (want, got) = (proc.params.len(), arguments.len());
            let text = format!("`{}` takes {want} arguments, not {got}", proc.name);
            return Halt::fault(FaultKind::BadCall, text);
        }
        for (i, arg) in arguments.iter_mut().enumerate().take(proc.params.len()) {
            let ty = program.var(proc.params[i]).ty;
            if !self.adapt(arg, ty) {
                let text = format!("argument {} of `{}` has another type", i + 1, proc.name);
                return Halt::fault(FaultKind::BadCall, text);
            }
        }
        Ok(())
    }

    fn accepts_more(&self, callee: ProcId, call: &CallCode) -> bool {
        let program = self.image.program();
        let open = |ty: TypeId| match program.types.get(ty) {
            Type::Function(f) => f.variadic || f.unprototyped,
            _ => false,
        };
        let by_pointer = match call.callee {
            CalleeCode::Indirect(_, Some(ty)) | CalleeCode::Elsewhere(_, Some(ty)) => matches!(
                program.types.get(ty),
                Type::Function(f) if f.unprototyped
            ),
            _ => false,
        };
        by_pointer || open(program.proc(callee).ty)
    }

    /// Makes an argument fit its parameter; whether it does.
    fn adapt(&mut self, arg: &mut Argument<D::Value>, ty: TypeId) -> bool {
        match arg {
            Argument::Aggregate(_, given, size) => {
                *given == ty || self.image.program().size_of(ty) == Some(*size)
            }
            Argument::Scalar(value, kind, given) => {
                let Some(want) = self.image.kind(ty) else {
                    return false;
                };
                if want == *kind {
                    return true;
                }
                let promoted = *kind == Kind::F64 && want == Kind::F32;
                if want.is_float() != kind.is_float() || (want.is_float() && !promoted) {
                    return false;
                }
                *value = self.domain.cast(*kind, want, value);
                (*kind, *given) = (want, ty);
                true
            }
            Argument::Chosen(given) => *given == ty,
        }
    }

    /// Pushes a frame with its parameters.
    fn enter(
        &mut self,
        caller: Option<&Cursor<'i>>,
        callee: ProcId,
        arguments: &[Argument<D::Value>],
        call: Option<&CallCode>,
    ) -> Run<()> {
        let limit = self.config.limits.depth;
        if self.state.frames.len() as u64 >= limit {
            return Err(Box::new(Halt::Budget(Budget::Depth(limit))));
        }
        let code = self.image.code(callee);
        self.prepare(callee);
        let undefined = self.undefined();
        let base = self.state.regs.len();
        self.state
            .regs
            .resize(base + code.registers as usize, undefined);
        let locals = self.state.locals.len();
        self.state
            .locals
            .resize(locals + code.locals.len(), Word::ZERO);
        self.state.invocations += 1;
        let entry = self.image.program().proc(callee).entry;
        self.state.frames.push(Frame {
            proc: callee,
            pc: code.starts.get(entry).map_or(0, |&s| s as usize),
            base,
            locals,
            serial: self.state.invocations,
            variadic: Word::ZERO,
            result: call.and_then(|c| c.result),
        });
        self.bind_parameters(caller, callee, arguments)
    }

    fn bind_parameters(
        &mut self,
        caller: Option<&Cursor<'i>>,
        callee: ProcId,
        arguments: &[Argument<D::Value>],
    ) -> Run<()> {
        let proc = self.image.program().proc(callee);
        let count = proc.params.len().min(arguments.len());
        for (&param, arg) in proc.params.iter().zip(arguments) {
            match (self.image.place(param), arg) {
                (VarPlace::Register(r), Argument::Scalar(v, ..)) => {
                    let base = self.top_base();
                    self.state.regs[base + r as usize] = v.clone();
                }
                (VarPlace::Local(l), arg) => self.bind_local(caller, param, l, arg)?,
                _ => return Halt::internal("a parameter that cannot be bound"),
            }
        }
        let variadic = matches!(
            self.image.program().types.get(proc.ty),
            Type::Function(f) if f.variadic
        );
        if variadic {
            self.variadic_area(caller, &arguments[count..])?;
        }
        Ok(())
    }

    /// A value that goes further than to a variable is not one that a function did not return.
    pub(super) fn demand_present(&self, value: &D::Value) -> Run<()> {
        match self.domain.state(value) {
            Definedness::Missing => {
                let message = "the value of a function that returned none is used";
                Halt::fault(FaultKind::MissingReturn, message)
            }
            _ => Ok(()),
        }
    }

    fn top_base(&self) -> usize {
        self.state.frames.last().map_or(0, |f| f.base)
    }

    fn bind_local(
        &mut self,
        caller: Option<&Cursor<'i>>,
        param: VarId,
        local: u32,
        arg: &Argument<D::Value>,
    ) -> Run<()> {
        let at = self.allocate_local(param)?;
        let first = self.state.frames.last().map_or(0, |f| f.locals);
        self.state.locals[first + local as usize] = at;
        self.put_argument(caller, at, 0, arg)
    }

    /// Writes an argument into memory that was made for it.
    fn put_argument(
        &mut self,
        caller: Option<&Cursor<'i>>,
        at: Word,
        offset: u64,
        arg: &Argument<D::Value>,
    ) -> Run<()> {
        match arg {
            Argument::Scalar(v, kind, ty) => {
                self.demand_present(v)?;
                let access = AccessCode::scalar(*kind, *ty, &self.image.program().target);
                self.put(at.prov, offset, &access, v)
            }
            Argument::Aggregate(v, _, size) => {
                let place = Word {
                    lo: at.lo + offset,
                    ..at
                };
                let dst = self.domain.constant(place);
                match caller {
                    Some(cur) => self.copy(cur, &dst, v, *size),
                    None => Halt::internal("a structure passed from nowhere"),
                }
            }
            Argument::Chosen(_) => {
                if let Some(o) = self.state.memory.live_mut(at.prov) {
                    o.forget(Holes::Entry);
                }
                Ok(())
            }
        }
    }

    fn variadic_area(
        &mut self,
        caller: Option<&Cursor<'i>>,
        extra: &[Argument<D::Value>],
    ) -> Run<()> {
        let word = self.image.program().target.pointer_bytes();
        let mut offsets = Vec::with_capacity(extra.len());
        let mut end: u64 = 0;
        for arg in extra {
            let (size, align) = self.argument_layout(arg);
            let (before, behind) = self.argument_gaps(arg);
            end = (end + before).next_multiple_of(align.max(word));
            offsets.push(end);
            end += size.next_multiple_of(word) + behind;
        }
        let at = self.new_object(ObjectKind::VarArgs, end, 16, caller)?;
        for (arg, offset) in extra.iter().zip(offsets) {
            self.put_argument(caller, at, offset, arg)?;
        }
        if let Some(f) = self.state.frames.last_mut() {
            f.variadic = at;
        }
        Ok(())
    }

    fn argument_layout(&self, arg: &Argument<D::Value>) -> (u64, u64) {
        let program = self.image.program();
        let ty = argument_type(arg);
        let size = program.size_of(ty).unwrap_or(0);
        let align = program.types.align(ty, &program.target).unwrap_or(1);
        (size, u64::from(align))
    }

    /// The bytes without a value before and behind an argument (see `Builtin::VaArea`).
    fn argument_gaps(&self, arg: &Argument<D::Value>) -> (u64, u64) {
        let program = self.image.program();
        let word = program.target.pointer_bytes();
        match program.scalar(argument_type(arg)) {
            Some(Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128) => (word, 0),
            Some(_) => (0, word),
            None => (0, 0),
        }
    }

    /// A new object allocated by the code at the cursor.
    pub(super) fn new_object(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u32,
        cur: Option<&Cursor<'i>>,
    ) -> Run<Word> {
        let span = cur.map_or(hatha_cfa::Span::NONE, |c| self.user_span(c));
        let new = NewObject {
            kind,
            size,
            align,
            span,
        };
        self.allocate(new)
    }

    /// The object of a memory local of the innermost invocation; it begins to live when it is
    /// first needed, if a jump into its scope has passed its declaration by.
    pub(super) fn local(&mut self, local: u32) -> Run<Word> {
        let Some(f) = self.state.frames.last() else {
            return Halt::internal("a local without an invocation");
        };
        let i = f.locals + local as usize;
        let at = self.state.locals[i];
        if at.lo != 0 {
            return Ok(at);
        }
        let var = self.image.code(f.proc).locals[local as usize];
        let at = self.allocate_local(var)?;
        self.state.locals[i] = at;
        Ok(at)
    }

    fn allocate_local(&mut self, var: VarId) -> Run<Word> {
        let v = self.image.program().var(var);
        let Some(size) = self.image.program().size_of(v.ty) else {
            let reason = format!("`{}` has no size that is known here", v.name);
            return Err(Box::new(Halt::Unsupported(reason)));
        };
        let new = NewObject {
            kind: ObjectKind::Local(var),
            size,
            align: v.align,
            span: v.span,
        };
        self.allocate(new)
    }

    /// A local comes into scope.
    ///
    /// After a jump back within its block it is the same object still, without a value
    /// (C11 6.2.4): an address taken before stays good.
    pub(super) fn declare(&mut self, local: u32) -> Run<()> {
        let first = self.state.frames.last().map_or(0, |f| f.locals);
        let at = self.state.locals[first + local as usize];
        match self.state.memory.live_mut(at.prov) {
            Some(object) if at.lo != 0 => object.forget(Holes::Uninitialised),
            _ => {
                self.dead(local);
                self.local(local)?;
            }
        }
        Ok(())
    }

    /// A local's scope ends.
    pub(super) fn dead(&mut self, local: u32) {
        let first = self.state.frames.last().map_or(0, |f| f.locals);
        let at = std::mem::replace(&mut self.state.locals[first + local as usize], Word::ZERO);
        self.end_object(at.prov);
    }

    /// Leaves the innermost invocation.
    pub(super) fn return_insn(&mut self, cur: &mut Cursor<'i>, insn: &Insn) -> Run<()> {
        let (edge, value) = match *insn {
            Insn::Return { edge, value } => (edge, Some(self.read_to_pass(cur, value)?)),
            Insn::ReturnAggregate { edge, addr, size } => {
                self.return_aggregate(cur, addr, size)?;
                (edge, None)
            }
            Insn::ReturnVoid { edge } => (edge, None),
            _ => return Halt::internal("an instruction out of place"),
        };
        let returns = cur.code.returns;
        if self.state.frames.len() == 1 {
            let status = self.exit_status(value, returns)?;
            self.take(cur.proc, edge);
            self.pop_frame();
            return self.leave(cur, status);
        }
        self.take(cur.proc, edge);
        let (Some(frame), Some(caller)) = (self.pop_frame(), self.cursor()) else {
            return Halt::internal("a return from nowhere");
        };
        *cur = caller;
        if let Some((dst, kind, ty)) = frame.result {
            let value = self.result_value(cur, value, (kind, ty), returns)?;
            self.write(cur, dst, value);
        }
        Ok(())
    }

    /// What the caller gets: the value in the caller's kind, or none at all.
    fn result_value(
        &mut self,
        cur: &Cursor<'i>,
        value: Option<D::Value>,
        (kind, ty): (Kind, TypeId),
        returns: Option<Kind>,
    ) -> Run<D::Value> {
        match (value, returns) {
            (Some(v), Some(k)) if k != kind && k.is_float() == kind.is_float() => {
                Ok(self.domain.cast(k, kind, &v))
            }
            (Some(v), _) => Ok(v),
            (None, _) if self.config.policy.uninitialised == Uninitialised::Input => {
                let origin = InputKind::Other("result of a function that returns none".to_owned());
                self.draw(cur, origin, kind, Some(ty))
            }
            (None, _) => Ok(self.undefined()),
        }
    }

    fn return_aggregate(&mut self, cur: &Cursor<'i>, addr: Opnd, size: u32) -> Run<()> {
        let at = self.read(cur, addr)?;
        let at = self
            .domain
            .concretise(&at, self.image.pointer(), Use::Read)?;
        let len = u64::from(size);
        let (prov, offset) = self.readable(at, len)?;
        self.settle(cur, (prov, offset), len)?;
        if let Some(o) = self.state.memory.live(prov) {
            self.state.returned = Some(o.extract(offset as usize, size as usize));
        }
        Ok(())
    }

    /// Writes the structure that the last call returned; nothing if it returned none (its
    /// bytes then are as indeterminate as they were).
    pub(super) fn take_aggregate(&mut self, cur: &Cursor<'i>, addr: Opnd, size: u32) -> Run<()> {
        let at = self.read(cur, addr)?;
        let at = self
            .domain
            .concretise(&at, self.image.pointer(), Use::Write)?;
        let (prov, offset) = self.writable(at, u64::from(size))?;
        let data = self.state.returned.take();
        if let (Some(o), Some(data)) = (self.state.memory.live_mut(prov), data) {
            if data.len() != size as usize {
                return Halt::fault(FaultKind::BadCall, "the function returns another type");
            }
            o.insert(offset as usize, data);
        }
        Ok(())
    }

    /// Ends the innermost invocation and everything that lives in it.
    pub(super) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.state.frames.pop()?;
        for i in frame.locals..self.state.locals.len() {
            let at = self.state.locals[i];
            if at.lo != 0 {
                self.end_object(at.prov);
            }
        }
        self.state.locals.truncate(frame.locals);
        self.state.regs.truncate(frame.base);
        if frame.variadic.lo != 0 {
            self.end_object(frame.variadic.prov);
        }
        let depth = self.state.frames.len();
        while let Some(&(owner, block)) = self.state.blocks.last() {
            if owner <= depth {
                break;
            }
            self.end_object(block);
            self.state.blocks.pop();
        }
        Some(frame)
    }

    fn exit_status(&mut self, value: Option<D::Value>, kind: Option<Kind>) -> Run<i32> {
        match (value, kind) {
            (Some(v), Some(kind)) if !kind.is_float() => {
                self.demand_present(&v)?;
                Ok(self.domain.concretise(&v, kind, Use::Output)?.lo as i32)
            }
            _ => Ok(0),
        }
    }

    /// The entry has returned: the library's `exit` runs the exit handlers if the program has
    /// it, then the program ends.
    fn leave(&mut self, cur: &mut Cursor<'i>, status: i32) -> Run<()> {
        let program = self.image.program();
        let exit = program.find_proc("exit").filter(|&p| {
            let p = program.proc(p);
            p.model && p.defined && p.params.len() == 1
        });
        let from_main = program.proc(cur.proc).name == "main";
        let (None, Some(exit), true) = (self.state.leaving, exit, from_main) else {
            let status = self.state.leaving.unwrap_or(status);
            return Err(Box::new(Halt::Exit(status)));
        };
        self.state.leaving = Some(status);
        let word = Word::int(u64::from(status as u32));
        let value = self.domain.constant(word);
        let ty = program.var(program.proc(exit).params[0]).ty;
        self.enter(None, exit, &[Argument::Scalar(value, Kind::INT, ty)], None)?;
        match self.cursor() {
            Some(c) => *cur = c,
            None => return Halt::internal("no exit to run"),
        }
        Ok(())
    }

    /// The provenance of a block of the innermost invocation.
    pub(super) fn own_block(&mut self, prov: Prov) {
        self.state.blocks.push((self.state.frames.len(), prov));
    }

    /// Whether a value has none.
    pub(super) fn is_undefined(&self, value: &D::Value) -> bool {
        self.domain.state(value) != Definedness::Defined
    }
}
