//! Variadic arguments.
//!
//! **Invariant.** A `va_list` holds in its first pointer-sized bytes the address
//! of the next argument in the area of the invocation (see `Builtin::VaArea`), so
//! passing one on, copying it and reading it are ordinary loads and stores. Where
//! `va_list` is an array of one record (x86-64), the cell is the start of that
//! record; where it is a pointer (x86), the cell is the `va_list` itself.

use super::call::is_float;
use super::func::FnLower;
use super::link::{self, FuncSym};
use super::place::{At, Lvalue};
use crate::hir::Expr;
use hatha_cfa::{Arg, BinOp, Builtin, ExprId, ExprKind as K, Op, ProcId, Qual, Span, Type};

impl FnLower<'_, '_> {
    /// The cell of a `va_list` with the address of the next argument.
    fn va_cell(&mut self, ap: &Expr) -> Lvalue {
        let lv = self.lvalue(ap);
        let char_ptr = Qual::from(self.cx.common.char_ptr);
        match (lv.at, self.is_va_reference(ap)) {
            // A parameter of array type is a pointer to the record.
            (_, true) => {
                let record = self.read(&lv);
                self.cell_at(record)
            }
            (At::Memory { addr, .. }, false) => self.cell_at(addr),
            (at @ At::Slot(_), false) => Lvalue { at, ty: char_ptr },
        }
    }

    /// Whether an expression is a pointer to the record rather than the `va_list` itself.
    fn is_va_reference(&self, ap: &Expr) -> bool {
        let pointee = self.cx.prog.types.pointee(ap.ty.ty);
        let types = &self.cx.prog.types;
        pointee.is_some_and(|q| matches!(types.get(q.ty), Type::Record(_) | Type::Array { .. }))
    }

    fn cell_at(&mut self, addr: ExprId) -> Lvalue {
        let char_ptr = self.cx.common.char_ptr;
        let ptr = self.pointer(char_ptr.into());
        let at = At::Memory {
            addr: self.cast(addr, ptr),
            bits: None,
            align: self.align_of(char_ptr),
        };
        let ty = char_ptr.into();
        Lvalue { at, ty }
    }

    /// `va_start(ap)`
    pub(super) fn va_start(&mut self, ap: &Expr, span: Span) {
        let cell = self.va_cell(ap);
        let op = Op::Builtin {
            builtin: Builtin::VaArea,
            args: Vec::new(),
            result: Some(cell.place()),
        };
        self.emit(op, span);
        self.call_listener("va_start", cell, span);
    }

    /// `va_end(ap)`: nothing happens on the machine.
    pub(super) fn va_end(&mut self, ap: &Expr, span: Span) {
        if self.listener("va_end").is_none() {
            self.lvalue(ap);
            return;
        }
        let cell = self.va_cell(ap);
        self.call_listener("va_end", cell, span);
    }

    /// The function that wants to hear of an operation on a `va_list`: one that has the name of
    /// the macro, as only a rule can define it.
    fn listener(&mut self, macro_name: &str) -> Option<ProcId> {
        let units = self.cx.units;
        let named = |s: &FuncSym| {
            let (u, f) = s.decls[0];
            s.def.is_some() && units[u].functions[f].name == macro_name
        };
        let sym = self.cx.links.funcs.iter().position(named)?;
        Some(link::procedure(self.cx, sym))
    }

    /// Calls the listener, if there is one that takes a pointer, with the address of the list.
    fn call_listener(&mut self, macro_name: &str, cell: Lvalue, span: Span) {
        let Some(p) = self.listener(macro_name) else {
            return;
        };
        let param = match self.cx.prog.types.get(self.cx.prog.proc(p).ty) {
            Type::Function(f) if f.params.len() == 1 => f.params[0],
            _ => return self.unsupported(format!("`{macro_name}` takes one pointer"), span),
        };
        match cell.at {
            At::Memory { addr, .. } => {
                let list = self.cast(addr, param);
                self.emit_call(p, vec![Arg::Scalar(list)], None, span);
            }
            At::Slot(_) => self.unsupported("a `va_list` without an address", span),
        }
    }

    /// `va_copy(dst, src)`
    pub(crate) fn va_copy(&mut self, dst: &Expr, src: &Expr, span: Span) {
        let effects = self.effects(src);
        let to = self.va_cell(dst);
        let to = self.protect_lvalue(to, effects, span);
        let from = self.va_cell(src);
        let value = self.read(&from);
        self.write(&to, value, span);
    }

    /// Steps over the next argument and gives its address (see `Builtin::VaArea`).
    pub(crate) fn va_next(&mut self, ap: &Expr, ty: Qual, span: Span) -> ExprId {
        let word = self.cx.prog.target.pointer_bytes();
        let size = self.cx.prog.size_of(ty.ty).unwrap_or(word);
        let cell = self.va_cell(ap);
        let cell = self.protect_lvalue(cell, super::effects::MEMORY, span);
        let next = self.read(&cell);
        let (before, behind) = match self.scalar(ty.ty) {
            Some(s) if is_float(s) => (word, 0),
            Some(_) => (0, word),
            None => (0, 0),
        };
        let next = match before {
            0 => next,
            gap => self.va_after(next, gap),
        };
        let align = u64::from(self.align_of(ty.ty));
        let next = if align > word {
            let next = self.save(next, span);
            self.rounded_up(next, align)
        } else {
            next
        };
        let ptr = self.pointer(ty);
        let next = self.cast(next, ptr);
        let next = self.save(next, span);
        let after = self.va_after(next, size.next_multiple_of(word) + behind);
        self.write(&cell, after, span);
        next
    }

    fn va_after(&mut self, next: ExprId, bytes: u64) -> ExprId {
        let char_ptr = self.cx.common.char_ptr;
        let base = self.cast(next, char_ptr);
        let index = self.int(i128::from(bytes), self.cx.common.int);
        let kind = K::Index {
            base,
            index,
            scale: 1,
        };
        self.add(kind, char_ptr)
    }

    /// `p + (-(size_t)p & (align - 1))`: only the distance is computed on integers, so the
    /// pointer keeps the object it points into.
    fn rounded_up(&mut self, p: ExprId, align: u64) -> ExprId {
        let size = self.cx.common.size;
        let number = self.cast(p, size);
        let zero = self.int(0, size);
        let negated = self.add(K::Binary(BinOp::Sub, zero, number), size);
        let mask = self.size(align - 1);
        let index = self.add(K::Binary(BinOp::And, negated, mask), size);
        let kind = K::Index {
            base: p,
            index,
            scale: 1,
        };
        self.add(kind, self.cx.common.char_ptr)
    }
}
