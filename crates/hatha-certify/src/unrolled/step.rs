//! Edges on an execution.
//!
//! **Soundness.** A step does what the machine does, or allows more. What it does to the state
//! before it is known whether it can be completed is what may be done twice: giving
//! variables to unknown values and addresses.

use super::heap::{Cell, Object, ObjectId, Origin};
use super::state::Frame;
use super::value::{Offset, Truth, Val};
use super::walker::{Got, Stop, Walker};
use super::written::Holes;
use crate::float;
use crate::operator::{mask, resize};
use crate::simulation::may_lead_to;
use crate::step::changes_memory;
use hatha_cfa::{
    Arg, Builtin, Callee, EdgeId, ExprId, GlobalInit, InitItem, InitValue, MathFn, Op, Place,
    ProcId, ReturnValue, Scalar, Storage, Type, VarId,
};

/// Bytes beyond which a copy or a fill is not followed.
const LONGEST: u64 = 1 << 24;

impl Walker<'_, '_> {
    /// The state in which the entry is called: globals as they start, arguments of any value.
    pub(super) fn start(&mut self, entry: ProcId) -> Got<()> {
        let program = self.program;
        for (var, _) in &program.globals {
            if program.var(*var).storage == Storage::Memory {
                let object = self.variable_object(*var, true)?;
                self.global_objects.insert(*var, object);
            }
        }
        for (var, init) in &program.globals {
            match (init, program.var(*var).storage) {
                (GlobalInit::Unknown, Storage::Slot) => {}
                (GlobalInit::Unknown, Storage::Memory) => {
                    let object = self.object_of(*var)?;
                    self.state.object_mut(object).forget();
                }
                (GlobalInit::Defined(items), Storage::Slot) => {
                    let value = match items.last().map(|i| &i.value) {
                        None => Val::Const(0),
                        Some(InitValue::Scalar(_, e)) => self.value(*e)?,
                        Some(InitValue::Bytes(_)) => continue,
                    };
                    self.state.globals.insert(*var, value);
                }
                (GlobalInit::Defined(items), Storage::Memory) => {
                    let object = self.object_of(*var)?;
                    for item in items {
                        self.initial_item(object, item)?;
                    }
                }
            }
        }
        self.push_frame(entry, None);
        for &param in &program.proc(entry).params {
            if program.var(param).storage == Storage::Memory {
                let object = self.variable_object(param, false)?;
                self.frame_mut()?.objects.insert(param, object);
            }
        }
        Ok(())
    }

    fn initial_item(&mut self, object: ObjectId, item: &InitItem) -> Got<()> {
        match &item.value {
            InitValue::Bytes(bytes) => {
                for (i, &byte) in bytes.iter().enumerate() {
                    let value = Val::Const(u128::from(byte));
                    self.put(object, item.offset + i as u64, Cell { len: 1, value });
                }
                Ok(())
            }
            InitValue::Scalar(access, e) => {
                let value = self.value(*e)?;
                let at = Val::Ptr(object, Offset::Const(item.offset));
                self.store(at, *access, value)
            }
        }
    }

    pub(super) fn put(&mut self, id: ObjectId, offset: u64, cell: Cell) {
        self.expose_cut(id, offset, u64::from(cell.len));
        let object = std::rc::Rc::make_mut(&mut self.state.objects[id]);
        object.put(&mut self.pool, offset, cell);
    }

    fn push_frame(&mut self, proc: ProcId, result: Option<Place>) {
        let p = self.program.proc(proc);
        self.state.frames.push(Frame {
            proc,
            at: p.entry,
            variables: self.variables[proc].clone(),
            slots: vec![None; p.params.len() + p.locals.len()],
            objects: std::collections::BTreeMap::new(),
            blocks: Vec::new(),
            variadic: None,
            result,
        });
    }

    /// Takes an edge.
    pub(super) fn take(&mut self, proc: ProcId, id: EdgeId) -> Got<()> {
        let program = self.program;
        let edge = program.proc(proc).edge(id);
        match &edge.op {
            Op::Skip => {}
            Op::Assign { place, value } => {
                let value = self.value(*value)?;
                self.assign(*place, value)?;
            }
            Op::Assume { cond, taken } => {
                let truth = match self.truth(*cond)? {
                    Truth::Known(known) => Truth::Known(known == *taken),
                    Truth::Maybe(term) if *taken => Truth::Maybe(term),
                    Truth::Maybe(term) => Truth::Maybe(self.pool.not(term)),
                };
                self.assume(truth)?;
            }
            Op::Call {
                callee,
                args,
                result,
            } => return self.call(*callee, args, *result, edge.to),
            Op::Return(value) => return self.give_back(*value),
            Op::Havoc { place, .. } => self.forget_place(*place)?,
            Op::Copy { dst, src, len } => self.copy(*dst, *src, *len)?,
            Op::Fill { dst, byte, len } => self.fill(*dst, *byte, *len)?,
            Op::Declare(v) => self.declare(*v)?,
            Op::Dead(v) => self.dead(*v)?,
            Op::Builtin {
                builtin,
                args,
                result,
            } => self.builtin(*builtin, args, *result)?,
            Op::Fail(kind) if self.environment.is_failure(kind) => return Err(Stop::Fail),
            Op::Fail(kind) => {
                let goes_on = self.environment.continuation(self.program, kind);
                return Err(goes_on.map_or(Stop::End, Stop::NotModelled));
            }
            Op::Unsupported(reason) => return Err(Stop::NotModelled(reason.clone())),
        }
        self.frame_mut()?.at = edge.to;
        self.state.steps += 1;
        Ok(())
    }

    fn assign(&mut self, place: Place, value: Val) -> Got<()> {
        match place {
            Place::Slot(v) => self.set_slot(v, Some(value)),
            Place::Mem { addr, access } => {
                let at = self.address_value(addr)?;
                self.store(at, access, value)
            }
            Place::Aggregate { .. } => Err(Stop::unknown("a structure where a scalar goes")),
        }
    }

    fn forget_place(&mut self, place: Place) -> Got<()> {
        match place {
            Place::Slot(v) => {
                let value = self.arbitrary(self.program.var(v).ty)?;
                self.set_slot(v, Some(value))
            }
            Place::Mem { addr, access } => {
                let at = self.address_value(addr)?;
                let value = self.arbitrary(access.ty)?;
                self.store(at, access, value)
            }
            Place::Aggregate { addr, ty } => {
                let len = self.size(ty)?;
                let at = self.address_value(addr)?;
                let (object, offset) = self.place(at, len)?;
                self.forget_bytes(object, offset, len);
                Ok(())
            }
        }
    }

    /// Some bytes get any values.
    fn forget_bytes(&mut self, id: ObjectId, offset: u64, len: u64) {
        self.expose_cut(id, offset, len);
        let object = std::rc::Rc::make_mut(&mut self.state.objects[id]);
        object.forget_bytes(&mut self.pool, offset, len);
        object.mark(offset, len);
    }

    fn size(&self, ty: hatha_cfa::TypeId) -> Got<u64> {
        self.program
            .size_of(ty)
            .ok_or_else(|| Stop::unknown("something of unknown size"))
    }

    fn declare(&mut self, var: VarId) -> Got<()> {
        match self.program.var(var).storage {
            Storage::Slot => self.set_slot(var, None),
            Storage::Memory => {
                self.dead(var)?;
                let object = self.variable_object(var, false)?;
                let new = self.state.object(object).clone().unwritten();
                *self.state.object_mut(object) = new;
                self.frame_mut()?.objects.insert(var, object);
                Ok(())
            }
        }
    }

    fn dead(&mut self, var: VarId) -> Got<()> {
        if let Some(object) = self.frame_mut()?.objects.remove(&var) {
            self.state.end(object);
        }
        Ok(())
    }

    /// A length that is known.
    fn length(&mut self, len: ExprId) -> Got<u64> {
        match self.value(len)? {
            Val::Const(n) => u64::try_from(n)
                .ok()
                .filter(|&n| n <= LONGEST)
                .ok_or_else(|| Stop::unknown("a very long copy")),
            _ => Err(Stop::unknown("a length that is not known")),
        }
    }

    fn copy(&mut self, dst: ExprId, src: ExprId, len: ExprId) -> Got<()> {
        let (to, from) = (self.address_value(dst)?, self.address_value(src)?);
        let len = self.length(len)?;
        if len == 0 {
            return Ok(());
        }
        self.copy_bytes(to, from, len)
    }

    /// Copies bytes; those that are unknown are unknown in both places, not necessarily the same.
    fn copy_bytes(&mut self, to: Val, from: Val, len: u64) -> Got<()> {
        let source = self.place(from, len)?;
        let target = self.place(to, len)?;
        let contents = self.contents(source, len);
        self.insert(target, len, contents);
        Ok(())
    }

    fn contents(&mut self, (id, offset): (ObjectId, u64), len: u64) -> Contents {
        self.expose_cut(id, offset, len);
        let object = self.state.objects[id].clone();
        Contents {
            cells: object.contents(&mut self.pool, offset, len),
            holes: object.holes(offset, len),
        }
    }

    fn insert(&mut self, (id, offset): (ObjectId, u64), len: u64, contents: Contents) {
        self.forget_bytes(id, offset, len);
        for (at, cell) in contents.cells {
            self.put(id, offset + at, cell);
        }
        let object = self.state.object_mut(id);
        object.mark_but(offset, len, &contents.holes);
    }

    fn fill(&mut self, dst: ExprId, byte: ExprId, len: ExprId) -> Got<()> {
        let to = self.address_value(dst)?;
        let byte = match self.value(byte)? {
            Val::Const(bits) => Val::Const(bits & mask(8)),
            Val::Term(term) => Val::Term(resize(&mut self.pool, term, 8, false)),
            _ => return Err(Stop::unknown("a fill with an address")),
        };
        let len = self.length(len)?;
        if len == 0 {
            return Ok(());
        }
        let (object, offset) = self.place(to, len)?;
        self.state.object_mut(object).mark(offset, len);
        for at in offset..offset + len {
            self.put(
                object,
                at,
                Cell {
                    len: 1,
                    value: byte,
                },
            );
        }
        Ok(())
    }

    fn call(
        &mut self,
        callee: Callee,
        args: &[Arg],
        result: Option<Place>,
        next: hatha_cfa::LocId,
    ) -> Got<()> {
        let callee = match callee {
            Callee::Direct(p) => p,
            Callee::Indirect(e) | Callee::Elsewhere(e) => match self.value(e)? {
                // A function of another type is not called, which is an assumption.
                Val::Func(p)
                    if self.program.proc(p).defined
                        && !may_lead_to(self.program, e, p, (args, result)) =>
                {
                    return Err(Stop::unknown("a call of a function of another type"));
                }
                Val::Func(p) => p,
                // Nothing can be called at null or inside an object: a fault, which ends the
                // execution unless faults of memory are asked about.
                Val::Const(0) | Val::Ptr(..) if !self.program.asks_memory => {
                    return Err(Stop::End);
                }
                _ => return Err(Stop::unknown("a call of an unknown function")),
            },
        };
        if !self.program.proc(callee).defined {
            self.external(args, result)?;
            self.frame_mut()?.at = next;
            self.state.steps += 1;
            return Ok(());
        }
        let arguments = self.arguments(callee, args)?;
        if result.is_none() && self.only_prints(callee, args)? {
            self.frame_mut()?.at = next;
            self.state.steps += 1;
            return Ok(());
        }
        let variadic = self.variadic(callee, args)?;
        self.frame_mut()?.at = next;
        self.state.steps += 1;
        self.push_frame(callee, result);
        let program = self.program;
        for (&param, argument) in program.proc(callee).params.iter().zip(arguments) {
            self.bind(param, argument)?;
        }
        self.frame_mut()?.variadic = variadic;
        Ok(())
    }

    /// The area of the arguments beyond the parameters.
    fn variadic(&mut self, callee: ProcId, args: &[Arg]) -> Got<Option<ObjectId>> {
        let program = self.program;
        let is_variadic = matches!(program.types.get(program.proc(callee).ty),
            Type::Function(f) if f.variadic);
        if !is_variadic {
            return Ok(None);
        }
        let mut end: u64 = 0;
        let mut contents = Vec::new();
        // Bytes that no argument has a value for.
        let mut holes = Holes::new();
        for arg in &args[program.proc(callee).params.len()..] {
            let ty = match *arg {
                Arg::Scalar(e) => program.exprs.get(e).ty,
                Arg::Aggregate { ty, .. } => ty,
            };
            let size = self.size(ty)?;
            let (at, next) = self.variadic_place(end, ty, size);
            let cells = match *arg {
                Arg::Scalar(e) => {
                    let value = self.value(e)?;
                    self.scalar_cell(value, ty)?.into_iter().collect()
                }
                Arg::Aggregate { addr, .. } => {
                    let from = self.address_value(addr)?;
                    let from = self.place(from, size)?;
                    let copied = self.contents(from, size);
                    let missing = |(byte, bits): (u64, u8)| (at + byte, bits);
                    holes.extend(copied.holes.into_iter().map(missing));
                    copied.cells
                }
            };
            contents.extend(cells.into_iter().map(|(byte, cell)| (at + byte, cell)));
            holes.extend((end..at).chain(at + size..next).map(|byte| (byte, 0)));
            end = next;
        }
        let mut area = Object::new(end, 16, Origin::Variable, false);
        area.mark_but(0, end, &holes);
        let area = self.state.add(area);
        for (at, cell) in contents {
            self.put(area, at, cell);
        }
        Ok(Some(area))
    }

    /// Where an argument beyond the parameters stands behind others, and where the next may: a word
    /// without a value stands before a floating number and behind any other scalar.
    fn variadic_place(&self, end: u64, ty: hatha_cfa::TypeId, size: u64) -> (u64, u64) {
        let program = self.program;
        let word = program.target.pointer_bytes();
        let align = program.types.align(ty, &program.target).unwrap_or(1);
        let (before, behind) = match program.scalar(ty) {
            Some(Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128) => (word, 0),
            Some(_) => (0, word),
            None => (0, 0),
        };
        let at = (end + before).next_multiple_of(u64::from(align).max(word));
        (at, at + size.next_multiple_of(word) + behind)
    }

    /// A scalar as it stands in memory; nothing is known of one with padding.
    fn scalar_cell(&mut self, value: Val, ty: hatha_cfa::TypeId) -> Got<Option<(u64, Cell)>> {
        let (len, width) = (self.size(ty)?, self.width(ty)?);
        let is_whole = u64::from(width) == 8 * len && len <= 16;
        Ok(is_whole.then_some((
            0,
            Cell {
                len: len as u8,
                value,
            },
        )))
    }

    /// Arguments as they are passed. Only such as fit their parameters are followed.
    fn arguments(&mut self, callee: ProcId, args: &[Arg]) -> Got<Vec<Transfer>> {
        let program = self.program;
        let params = &program.proc(callee).params;
        let is_open = matches!(program.types.get(program.proc(callee).ty),
            Type::Function(f) if f.variadic);
        if args.len() < params.len() || (args.len() > params.len() && !is_open) {
            return Err(Stop::unknown("a call with another number of arguments"));
        }
        let mut arguments = Vec::new();
        for (arg, &param) in args.iter().zip(params) {
            let ty = program.var(param).ty;
            arguments.push(match *arg {
                Arg::Scalar(e) if program.scalar(program.exprs.get(e).ty) == program.scalar(ty) => {
                    Transfer::Scalar(self.value(e)?)
                }
                Arg::Aggregate { addr, ty: given }
                    if program.size_of(given) == program.size_of(ty) =>
                {
                    let len = self.size(ty)?;
                    let at = self.address_value(addr)?;
                    let from = self.place(at, len)?;
                    Transfer::Bytes(self.contents(from, len))
                }
                _ => return Err(Stop::unknown("an argument of another type")),
            });
        }
        Ok(arguments)
    }

    /// Gives a parameter its value.
    fn bind(&mut self, param: VarId, argument: Transfer) -> Got<()> {
        if self.program.var(param).storage == Storage::Slot {
            let Transfer::Scalar(value) = argument else {
                return Err(Stop::unknown("a structure in a slot"));
            };
            return self.set_slot(param, Some(value));
        }
        let object = self.variable_object(param, false)?;
        self.frame_mut()?.objects.insert(param, object);
        let contents = match argument {
            Transfer::Bytes(contents) => contents,
            Transfer::Scalar(value) => {
                let cell = self.scalar_cell(value, self.program.var(param).ty)?;
                Contents {
                    cells: cell.into_iter().collect(),
                    holes: Holes::new(),
                }
            }
        };
        for (at, cell) in contents.cells {
            self.put(object, at, cell);
        }
        let object = self.state.object_mut(object);
        object.mark_but(0, object.size, &contents.holes);
        Ok(())
    }

    /// A return: to the caller, or out of the entry.
    fn give_back(&mut self, value: ReturnValue) -> Got<()> {
        let place = self.frame()?.result;
        let given = match (value, place) {
            (ReturnValue::Scalar(e), _) => Some(Transfer::Scalar(self.value(e)?)),
            (ReturnValue::Aggregate(addr), Some(Place::Aggregate { ty, .. })) => {
                let len = self.size(ty)?;
                let at = self.address_value(addr)?;
                let from = self.place(at, len)?;
                Some(Transfer::Bytes(self.contents(from, len)))
            }
            _ => None,
        };
        if self.state.frames.len() < 2 {
            return Err(Stop::End);
        }
        let Some(frame) = self.state.frames.pop() else {
            return Err(Stop::End);
        };
        if let Err(stop) = self.receive(place, given) {
            // Something must be known first: the step is tried again from where it began.
            self.state.frames.push(frame);
            return Err(stop);
        }
        let objects = frame.objects.into_values().chain(frame.blocks);
        for object in objects.chain(frame.variadic) {
            self.state.end(object);
        }
        self.state.steps += 1;
        Ok(())
    }

    /// Puts a result where the caller wants it.
    fn receive(&mut self, place: Option<Place>, given: Option<Transfer>) -> Got<()> {
        match (place, given) {
            (None, _) => Ok(()),
            (Some(Place::Aggregate { addr, ty }), None) => {
                // A structure that is missing has no value.
                let len = self.size(ty)?;
                let at = self.address_value(addr)?;
                let to = self.place(at, len)?;
                let contents = Contents {
                    cells: Vec::new(),
                    holes: (0..len).map(|at| (at, 0)).collect(),
                };
                self.insert(to, len, contents);
                Ok(())
            }
            (Some(place), None) => self.forget_place(place),
            (Some(Place::Aggregate { addr, ty }), Some(Transfer::Bytes(contents))) => {
                let len = self.size(ty)?;
                let at = self.address_value(addr)?;
                let to = self.place(at, len)?;
                self.insert(to, len, contents);
                Ok(())
            }
            (Some(place), Some(Transfer::Scalar(value))) => self.assign(place, value),
            _ => Err(Stop::unknown("a result of another type")),
        }
    }

    fn builtin(&mut self, builtin: Builtin, args: &[ExprId], result: Option<Place>) -> Got<()> {
        match (builtin, args) {
            (Builtin::Exit, _) => Err(Stop::End),
            (Builtin::Alloc, &[size]) => self.allocate(size, (8, Origin::Heap), result),
            (Builtin::StackAlloc, &[size, align]) => {
                let align = match self.value(align)? {
                    Val::Const(n @ (2 | 4 | 8 | 16)) => n as u32,
                    _ => 1,
                };
                self.allocate(size, (align, Origin::Block), result)
            }
            (Builtin::Free, &[at]) => {
                let at = self.value(at)?;
                if let Some(id) = at.object() {
                    self.demand_known_life(id)?;
                }
                match at {
                    Val::Const(0) => {}
                    Val::Ptr(object, Offset::Const(0)) if self.is_heap(object) => {
                        self.state.end(object);
                    }
                    Val::Ptr(_, Offset::Const(_)) => return Err(Stop::End),
                    _ => return Err(Stop::unknown("an end of an unknown object")),
                }
                self.forget_result(result)
            }
            (Builtin::StackFree, &[at]) => {
                match self.value(at)? {
                    Val::Ptr(object, Offset::Const(0)) => self.state.end(object),
                    _ => return Err(Stop::unknown("an end of an unknown object")),
                }
                self.forget_result(result)
            }
            (Builtin::ObjectSize, &[at]) => match self.value(at)? {
                Val::Ptr(object, _) if self.state.object(object).surely_lives() => {
                    let size = Val::Const(u128::from(self.state.object(object).size));
                    result.map_or(Ok(()), |place| self.assign(place, size))
                }
                _ => Err(Stop::unknown("the size of an unknown object")),
            },
            (Builtin::VaArea, _) => {
                let area = self.frame()?.variadic;
                let area = area.map_or(Val::Const(0), |a| Val::Ptr(a, Offset::Const(0)));
                result.map_or(Ok(()), |place| self.assign(place, area))
            }
            (Builtin::Blocks, &[what]) => match self.value(what)? {
                Val::Const(what) if self.are_blocks_fine(what) => {
                    result.map_or(Ok(()), |place| self.assign(place, Val::Const(0)))
                }
                _ => self.forget_result(result),
            },
            (Builtin::Math(function), _) => self.math(function, args, result),
            _ if !changes_memory(builtin) => {
                self.give_to_library(builtin, args)?;
                self.forget_result(result)
            }
            _ => Err(Stop::NotModelled(format!("{builtin:?}"))),
        }
    }

    /// A function of `<math.h>`; any result if it is not known.
    fn math(&mut self, function: MathFn, args: &[ExprId], result: Option<Place>) -> Got<()> {
        let ty = match result {
            Some(Place::Slot(v)) => self.program.var(v).ty,
            Some(Place::Mem { access, .. }) => access.ty,
            _ => return self.forget_result(result),
        };
        let (mut operands, mut scalars) = (Vec::new(), Vec::new());
        for &arg in args {
            let of = self.program.exprs.get(arg).ty;
            operands.push((self.value(arg)?, self.width(of)?));
            scalars.push(self.scalar(of)?);
        }
        let (scalar, width) = (self.scalar(ty)?, self.width(ty)?);
        let value = self.float(&operands, width, |pool, terms, any| {
            let args: Vec<_> = terms.iter().copied().zip(scalars.iter().copied()).collect();
            float::math(pool, function, scalar, &args, any)
        })?;
        result.map_or(Ok(()), |place| self.assign(place, value))
    }

    fn is_heap(&self, id: ObjectId) -> bool {
        let object = self.state.object(id);
        object.alive && object.origin == Origin::Heap
    }

    pub(super) fn forget_result(&mut self, result: Option<Place>) -> Got<()> {
        result.map_or(Ok(()), |place| self.forget_place(place))
    }

    /// `malloc` and `alloca`: a new object of unknown contents.
    fn allocate(
        &mut self,
        size: ExprId,
        (align, origin): (u32, Origin),
        result: Option<Place>,
    ) -> Got<()> {
        let Val::Const(size) = self.value(size)? else {
            return Err(Stop::unknown("an object of unknown size"));
        };
        let size = u64::try_from(size)
            .ok()
            .filter(|&n| n < 1 << 40)
            .ok_or_else(|| Stop::unknown("an object of unknown size"))?;
        let object = Object::new(size, align, origin, false).unwritten();
        let object = self.state.add(object);
        if let Some(place) = result {
            self.assign(place, Val::Ptr(object, Offset::Const(0)))?;
        }
        if origin == Origin::Block {
            self.frame_mut()?.blocks.push(object);
        }
        Ok(())
    }
}

/// A value on its way between a caller and a callee.
enum Transfer {
    Scalar(Val),
    Bytes(Contents),
}

/// What stands in a range of bytes: values, and what is not written.
struct Contents {
    cells: Vec<(u64, Cell)>,
    holes: Holes,
}
