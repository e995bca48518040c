//! What expressions promise to compilers.
//!
//! **Soundness.** C leaves undefined a write to what is declared `const`, and compilers compute with
//! the value that it was given. Such a write goes through a pointer that has led to something
//! `const`. So every place is noted where such a pointer becomes one to something else, a
//! number, or bytes that could be read as another pointer: conversions, here; unions and functions whose
//! bodies are elsewhere, when automata are made (`lower/promises.rs`). A copy of the bytes of a pointer
//! starts with a conversion of its address.

use super::Sema;
use hatha_cfa::{Promised, Span, Type, TypeId};

impl Sema<'_, '_> {
    /// Notes a promise, unless nothing is evaluated.
    pub(super) fn note_promise(&mut self, kind: Promised, span: Span) {
        if self.unevaluated > 0 || self.unit.model {
            return;
        }
        let list = match &mut self.func {
            Some(f) => &mut f.promises,
            None => &mut self.unit.promises,
        };
        list.push((kind, span));
    }

    /// Notes a conversion by which something `const` might be written.
    pub(super) fn note_conversion(&mut self, from: TypeId, to: TypeId, span: Span) {
        if self.loses_const(from, to) {
            self.note_promise(Promised::ConstLost, span);
        }
    }

    /// Notes an argument that is read as whatever the function takes it for.
    pub(super) fn note_untyped(&mut self, ty: TypeId, span: Span) {
        if self.leads_to_const(ty) {
            self.note_promise(Promised::ConstLost, span);
        }
    }

    /// Notes an argument that is read as a pointer, whatever it was given as.
    pub(super) fn note_read(&mut self, ty: TypeId, span: Span) {
        let to = self.types.pointee(ty);
        if to.is_some_and(|to| !self.is_constant(to)) {
            self.note_promise(Promised::ConstLost, span);
        }
    }

    fn loses_const(&self, from: TypeId, to: TypeId) -> bool {
        let Some(old) = self.types.pointee(from) else {
            return false;
        };
        let Some(new) = self.types.pointee(to) else {
            let is_number = matches!(self.types.get(to), Type::Int(_) | Type::Enum(_));
            return is_number && self.leads_to_const(from);
        };
        let is_deep = self.types.pointee(old.ty).is_some();
        let loses_below = match self.types.pointee(new.ty) {
            Some(_) => self.loses_const(old.ty, new.ty),
            None => self.leads_to_const(old.ty),
        };
        (self.is_constant(old) && !self.is_constant(new)) || (is_deep && loses_below)
    }

    /// Whether a pointer leads to something `const`, through other pointers perhaps.
    fn leads_to_const(&self, ty: TypeId) -> bool {
        let to = self.types.pointee(ty);
        to.is_some_and(|to| self.is_constant(to) || self.leads_to_const(to.ty))
    }
}
