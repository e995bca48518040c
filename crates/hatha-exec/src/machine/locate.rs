//! From a halt inside an instruction to a located, worded [`Stop`].

use super::{Attempt, Cursor, Halt, Machine};
use crate::code::{Code, Insn};
use crate::console::Console;
use crate::domain::Domain;
use crate::fault::{Fault, FaultKind, ObjectNote, StackEntry, Stop, Unsupported};
use crate::memory::{MemError, Object, ObjectKind};
use crate::num::Trap;
use crate::observe::Observer;
use crate::text::type_name;
use crate::word::Prov;
use hatha_cfa::{
    BinOp, ExprId, ExprKind, GlobalInit, Op, Place, ProcId, Program, Span, VarId, VarScope,
};

/// Bytes beside an object that an address sanitizer guards, whatever its alignment.
const GUARD: i64 = 8;

/// The files of models that read strings up to their ends.
const TEXT_MODELS: [&str; 9] = [
    "/string.c",
    "/string_more.c",
    "/strdup.c",
    "/strtok.c",
    "/convert.c",
    "/float_convert.c",
    "/format.c",
    "/output.c",
    "/wchar.c",
];

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Where the instruction at the cursor stands.
    pub(super) fn span_at(&self, cur: &Cursor<'_>) -> Span {
        self.entry(cur.proc, cur.code, cur.pc).span
    }

    /// The innermost place outside the library models.
    pub(super) fn user_span(&self, cur: &Cursor<'_>) -> Span {
        if !self.image.program().proc(cur.proc).model {
            return self.span_at(cur);
        }
        self.user_entry().map_or(Span::NONE, |e| e.span)
    }

    fn user_entry(&self) -> Option<StackEntry> {
        let program = self.image.program();
        self.call_stack()
            .find(|e| !program.proc(e.proc).model)
            .or_else(|| self.call_stack().next())
    }

    /// The invocations, innermost first.
    pub(crate) fn call_stack(&self) -> impl Iterator<Item = StackEntry> + '_ {
        self.state
            .frames
            .iter()
            .rev()
            .map(|f| self.entry(f.proc, self.image.code(f.proc), f.pc))
    }

    /// What stands before `pc`: the instruction under way.
    fn entry(&self, proc: ProcId, code: &Code, pc: usize) -> StackEntry {
        let p = self.image.program().proc(proc);
        let origin = code.origins.get(pc.saturating_sub(1));
        let loc = origin.map_or(p.entry, |o| o.loc);
        let edge = origin.and_then(|o| o.edge);
        let span = match edge {
            Some(e) => p.edge(e).span,
            None => p.location(loc).span,
        };
        StackEntry {
            proc,
            loc,
            edge,
            span,
        }
    }

    /// Turns a halt of the innermost invocation into a located stop.
    #[cold]
    pub(super) fn locate(&mut self, halt: Halt) -> Stop {
        match halt {
            Halt::Trap(Trap::Unrepresentable) => {
                self.unsupported("an unbounded integer beyond 128 bits".to_owned())
            }
            Halt::Trap(Trap::Malformed) => {
                Stop::Internal("an operator on a type that has no such operator".to_owned())
            }
            Halt::Trap(trap) => self.trap(trap),
            Halt::Memory(error, attempt) => self.memory_fault(error, attempt),
            Halt::Fault {
                kind,
                message,
                object,
            } => self.fault(kind, message, object),
            Halt::Unsupported(reason) => self.unsupported(reason),
            Halt::Budget(b) => Stop::OutOfBudget(b),
            Halt::Blocked => Stop::Blocked,
            Halt::Exit(status) => Stop::Exit(status),
            Halt::Input(message) => Stop::Input(message),
            Halt::Internal(message) => Stop::Internal(message),
        }
    }

    fn unsupported(&self, reason: String) -> Stop {
        let span = self.user_entry().map_or(Span::NONE, |e| e.span);
        Stop::Unsupported(Unsupported { reason, span })
    }

    fn fault(&self, kind: FaultKind, message: String, object: Prov) -> Stop {
        let note = self.state.memory.remembered(object).map(|o| ObjectNote {
            text: self.describe(o),
            span: o.span,
            guarded: false,
        });
        Stop::Fault(Fault {
            kind,
            message,
            span: self.user_entry().map_or(Span::NONE, |e| e.span),
            stack: self.call_stack().collect(),
            object: note,
        })
    }

    fn trap(&mut self, trap: Trap) -> Stop {
        let (kind, message) = match trap {
            Trap::Overflow(op) => (FaultKind::SignedOverflow, self.overflow_text(op)),
            Trap::NegOverflow => (
                FaultKind::SignedOverflow,
                "the negation of the least value does not fit its type".to_owned(),
            ),
            Trap::DivisionByZero => (FaultKind::DivisionByZero, "division by zero".to_owned()),
            Trap::Shift { count, width } => (
                FaultKind::ShiftOutOfRange,
                format!("shift of a {width}-bit value by {count}"),
            ),
            Trap::FloatConversion => (
                FaultKind::FloatConversion,
                "the value does not fit the integer type that it is converted to".to_owned(),
            ),
            Trap::Wrap => (
                FaultKind::Wrap,
                "the result does not fit its unsigned type".to_owned(),
            ),
            Trap::Conversion => (
                FaultKind::Conversion,
                "the implicit conversion changes the value".to_owned(),
            ),
            Trap::Nan => (
                FaultKind::Nan,
                "the result is not a number, the operands are".to_owned(),
            ),
            Trap::Infinity => (
                FaultKind::Infinity,
                "the result is infinite, the operands are finite".to_owned(),
            ),
            Trap::Inexact => (
                FaultKind::InexactConversion,
                "the implicit conversion rounds the value".to_owned(),
            ),
            Trap::Stray => (
                FaultKind::Pointer,
                "the address is neither in its object nor at its end".to_owned(),
            ),
            Trap::Across => (
                FaultKind::Pointer,
                "the addresses belong to different objects".to_owned(),
            ),
            Trap::Member => (
                FaultKind::Member,
                "the access leaves the array that is the member of a structure".to_owned(),
            ),
            Trap::Undefined => (FaultKind::Uninitialised, self.undefined_text()),
            _ => (
                FaultKind::BadArgument,
                "the operation is not defined for zero".to_owned(),
            ),
        };
        self.fault(kind, message, Prov::NONE)
    }

    /// The instruction that did not complete, and its expression.
    fn failed(&self) -> Option<(Insn, Option<ExprId>)> {
        let f = self.state.frames.last()?;
        let code = self.image.code(f.proc);
        let at = f.pc.checked_sub(1)?;
        Some((*code.insns.get(at)?, code.origins.get(at)?.expr))
    }

    fn undefined_text(&self) -> String {
        let how = match self.failed() {
            Some((
                Insn::Compare { .. }
                | Insn::Branch { .. }
                | Insn::Guard { .. }
                | Insn::Require { .. },
                _,
            )) => "decides a branch",
            Some((Insn::Unless { .. }, _)) => "decides a condition",
            Some((Insn::Switch { .. }, _)) => "decides a switch",
            Some((Insn::Load { .. } | Insn::Store { .. }, _)) => "is used as an address",
            Some((Insn::Binary { .. }, _)) => "is used as a divisor",
            Some((Insn::Call { .. }, _)) => "is called",
            _ => "is used",
        };
        format!("a value that was never written {how}")
    }

    /// The operands of the failed operation, as far as they can be computed again.
    fn overflow_text(&mut self, op: BinOp) -> String {
        let operands = self.failed().and_then(|(_, e)| {
            let exprs = &self.image.program().exprs;
            match exprs.get(e?).kind {
                ExprKind::Binary(_, a, b) => Some((a, b)),
                _ => None,
            }
        });
        let values = operands.and_then(|(a, b)| Some((self.number(a)?, self.number(b)?)));
        match values {
            Some((a, b)) => format!("{a} {} {b} does not fit its type", operator(op)),
            None => "the result does not fit its type".to_owned(),
        }
    }

    /// The integer value of an expression in the current state.
    fn number(&mut self, expr: ExprId) -> Option<i128> {
        let kind = self.image.kind(self.image.program().exprs.get(expr).ty)?;
        let value = self.eval(expr).ok()?;
        let word = self.domain.word(&value)?;
        (word.is_defined() && !kind.is_float()).then(|| word.integer(kind))
    }

    fn memory_fault(&mut self, error: MemError, attempt: Attempt) -> Stop {
        let verb = if attempt.write { "write to" } else { "read of" };
        let at = attempt.address.lo;
        let guarded = match error {
            MemError::OutOfBounds { prov, offset, len } => self.is_guarded(prov, offset, len),
            _ => false,
        };
        let (kind, message, object) = match error {
            MemError::Null => {
                let text = format!("{verb} address {at:#x} through a null pointer");
                (FaultKind::NullDereference, text, Prov::NONE)
            }
            MemError::Dangling(prov) => {
                let text = format!("{verb} {}, which is no more", self.object_text(prov));
                (FaultKind::Dangling, text, prov)
            }
            MemError::OutOfBounds { prov, offset, len } => {
                let mut text = self.bounds_text(verb, prov, offset, len);
                if !attempt.write && self.is_end_of_text(prov, offset) {
                    text.push_str(": the string there has no terminator");
                }
                (FaultKind::OutOfBounds, text, prov)
            }
            MemError::Misaligned(align) => {
                let text = format!("{verb} address {at:#x}, which is not a multiple of {align}");
                let prov = self.state.memory.provenance(attempt.address);
                (FaultKind::Misaligned, text, prov)
            }
            MemError::ReadOnly(prov) => {
                let text = format!("write to {}, which is read-only", self.object_text(prov));
                (FaultKind::ReadOnly, text, prov)
            }
            MemError::BadPointer | MemError::Limit(_) | MemError::Place { .. } => {
                let text = format!("{verb} address {at:#x}, where no object is");
                (FaultKind::BadPointer, text, Prov::NONE)
            }
        };
        let mut stop = self.fault(kind, message, object);
        if let Stop::Fault(fault) = &mut stop
            && let Some(note) = &mut fault.object
        {
            note.guarded = guarded;
        }
        stop
    }

    /// Whether an access by the program's own code begins right beside an object that an address
    /// sanitizer puts guards around: behind it, or before it if it is no global.
    fn is_guarded(&self, prov: Prov, offset: i64, len: u64) -> bool {
        let program = self.image.program();
        let Some(object) = self.state.memory.remembered(prov) else {
            return false;
        };
        let (before, is_made) = match object.kind {
            // Literals are not followed: some may be one object.
            ObjectKind::Global(v) => (0, is_defined(program, v) && !program.var(v).read_only),
            ObjectKind::Local(v) => (GUARD, matches!(program.var(v).scope, VarScope::Local(_))),
            ObjectKind::Heap => (GUARD, true),
            _ => (0, false),
        };
        let size = i64::try_from(object.size).unwrap_or(i64::MAX);
        let is_near = -before <= offset && offset < size.saturating_add(GUARD);
        let own = self.call_stack().next();
        let is_own = own.is_some_and(|e| !program.proc(e.proc).model);
        is_made && is_own && size > 0 && is_near && len <= 16
    }

    fn bounds_text(&mut self, verb: &str, prov: Prov, offset: i64, len: u64) -> String {
        let object = self.object_text(prov);
        let bytes = if len == 1 {
            "1 byte"
        } else {
            &format!("{len} bytes")
        };
        let place = format!("{verb} {bytes} at offset {offset} of {object}");
        match self.failed_index() {
            Some(i) => format!("{place} (index {i})"),
            None => place,
        }
    }

    /// Whether a function of the library that looks for the end of a string has come to the end of
    /// the object instead.
    fn is_end_of_text(&self, prov: Prov, offset: i64) -> bool {
        let program = self.image.program();
        let size = self.state.memory.remembered(prov).map(|o| o.size as i64);
        let innermost = self.state.frames.last().map(|f| program.proc(f.proc));
        let walks = innermost.filter(|p| p.model).is_some_and(|p| {
            let file = program.sources.file(p.span.file);
            file.is_some_and(|f| TEXT_MODELS.iter().any(|m| f.name.ends_with(m)))
        });
        walks && size == Some(offset)
    }

    /// The index of the array access that failed.
    fn failed_index(&mut self) -> Option<i128> {
        let (insn, expr) = self.failed()?;
        let program = self.image.program();
        let address = match insn {
            Insn::Load { .. } => match program.exprs.get(expr?).kind {
                ExprKind::Load { addr, .. } => addr,
                _ => return None,
            },
            Insn::Store { .. } => {
                let entry = self.call_stack().next()?;
                match &program.proc(entry.proc).edge(entry.edge?).op {
                    Op::Assign {
                        place: Place::Mem { addr, .. },
                        ..
                    } => *addr,
                    _ => return None,
                }
            }
            _ => return None,
        };
        match program.exprs.get(address).kind {
            ExprKind::Index { index, .. } => self.number(index),
            _ => None,
        }
    }

    fn object_text(&self, prov: Prov) -> String {
        match self.state.memory.remembered(prov) {
            Some(o) => self.describe(o),
            None => "an object".to_owned(),
        }
    }

    /// An object in words.
    pub(super) fn describe(&self, o: &Object<D::Shadow>) -> String {
        let program = self.image.program();
        let size = o.size;
        match o.kind {
            ObjectKind::Global(v) | ObjectKind::Local(v) => {
                let var = program.var(v);
                format!("`{}` of type `{}`", var.name, type_name(program, var.ty))
            }
            ObjectKind::Function(p) => format!("the function `{}`", program.proc(p).name),
            ObjectKind::StackBlock => format!("a stack block of {size} bytes"),
            ObjectKind::VarArgs => "the variadic arguments".to_owned(),
            ObjectKind::Heap => format!("a heap block of {size} bytes"),
            ObjectKind::Library => format!("a block of {size} bytes of the C library"),
            ObjectKind::Entry(n) => self.entry_object_text(n, size),
            ObjectKind::Text(index) => self.text_description(index),
            ObjectKind::Arguments => "the program's arguments".to_owned(),
            ObjectKind::Region => "device memory".to_owned(),
        }
    }
}

fn is_defined(program: &Program, global: VarId) -> bool {
    let mut all = program.globals.iter();
    all.any(|(v, init)| *v == global && matches!(init, GlobalInit::Defined(_)))
}

fn operator(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Shl => "<<",
        _ => "%",
    }
}
