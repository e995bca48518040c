//! What expressions promise to compilers.
//!
//! **Soundness.** C leaves undefined a write to what is declared `const`, and compilers compute with
//! the value that it was given. Such a write goes through a pointer that has led to something
//! `const`. So every place is noted where such a pointer becomes one to something else, a
//! number, or bytes that could be read as another pointer: conversions, here; unions and functions whose
//! bodies are elsewhere, when automata are made (`lower/promises.rs`). A copy of the bytes of a pointer
//! starts with a conversion of its address.

use super::Sema;
use hatha_cfa::{Promised, Qual, Span, Type, TypeId, TypeTable};
use std::collections::BTreeSet;

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
        if leads_to_const(self.types, ty) {
            self.note_promise(Promised::ConstLost, span);
        }
    }

    /// Notes an argument that is read as a pointer, whatever it was given as.
    pub(super) fn note_read(&mut self, ty: TypeId, span: Span) {
        if leads_to(self.types, ty, |q| !q.quals.is_const) {
            self.note_promise(Promised::ConstLost, span);
        }
    }

    fn loses_const(&self, from: TypeId, to: TypeId) -> bool {
        let Some(old) = self.types.pointee(from) else {
            return false;
        };
        let Some(new) = self.types.pointee(to) else {
            let is_number = matches!(self.types.get(to), Type::Int(_) | Type::Enum(_));
            return is_number && leads_to_const(self.types, from);
        };
        let pointers = (self.types.pointee(old.ty), self.types.pointee(new.ty));
        let loses_below = match pointers {
            (Some(_), Some(_)) => self.loses_const(old.ty, new.ty),
            _ => old.ty != new.ty && leads_to_const(self.types, old.ty),
        };
        (self.is_constant(old) && !self.is_constant(new)) || loses_below
    }
}

/// Whether a value of a type leads to something `const`, through other pointers, elements and members perhaps.
pub(crate) fn leads_to_const(types: &TypeTable, ty: TypeId) -> bool {
    leads_to(types, ty, |q| is_const(types, q))
}

/// Whether something is `const`, or is an array of what is.
pub(super) fn is_const(types: &TypeTable, q: Qual) -> bool {
    let element = match types.get(q.ty) {
        Type::Array { elem, .. } => is_const(types, *elem),
        _ => false,
    };
    q.quals.is_const || element
}

fn leads_to(types: &TypeTable, ty: TypeId, is_it: impl Fn(Qual) -> bool) -> bool {
    let (mut seen, mut work) = (BTreeSet::new(), vec![ty]);
    while let Some(ty) = work.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.get(ty) {
            Type::Pointer(to) if is_it(*to) => return true,
            Type::Pointer(to) => work.push(to.ty),
            Type::Array { elem, .. } => work.push(elem.ty),
            Type::Record(r) => work.extend(types.record(*r).fields.iter().map(|f| f.ty.ty)),
            _ => {}
        }
    }
    false
}
