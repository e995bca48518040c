//! Scopes and name spaces.
//!
//! **Invariant.** A name's bindings form a stack ordered by depth, so looking a
//! name up is one hash lookup whatever the nesting, and leaving a scope undoes
//! exactly the bindings made in it.

use crate::hir::{FuncId, ObjId};
use hatha_cfa::{EnumId, Qual, RecordId, TypeId};
use rustc_hash::FxHashMap;

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// A type; `align` is 0 unless an attribute on the `typedef` gives another.
    Typedef {
        /// The type.
        ty: Qual,
        /// Alignment by attribute, else 0.
        align: u32,
    },
    /// A variable.
    Object(ObjId),
    /// A function.
    Function(FuncId),
    /// An enumeration constant.
    Constant {
        /// Its value.
        value: i128,
        /// Its type.
        ty: TypeId,
    },
    /// A parameter of a declaration that is no definition: it has a type and no object.
    Parameter(Qual),
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
}

/// One name space.
pub(super) struct Space<'a, T> {
    bindings: FxHashMap<&'a str, Vec<(u32, T)>>,
    made: Vec<Vec<&'a str>>,
}

impl<'a, T: Copy> Space<'a, T> {
    pub(super) fn new() -> Self {
        Space {
            bindings: FxHashMap::default(),
            made: vec![Vec::new()],
        }
    }

    /// The depth of the innermost scope; file scope is 0.
    pub(super) fn depth(&self) -> u32 {
        self.made.len() as u32 - 1
    }

    pub(super) fn enter(&mut self) {
        self.made.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        for name in self.made.pop().unwrap_or_default() {
            if let Some(stack) = self.bindings.get_mut(name) {
                stack.pop();
            }
        }
    }

    /// The innermost binding with its depth.
    pub(super) fn find(&self, name: &str) -> Option<(u32, T)> {
        self.bindings.get(name)?.last().copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<T> {
        self.find(name).map(|(_, t)| t)
    }

    /// The binding made in the innermost scope itself.
    pub(super) fn get_here(&self, name: &str) -> Option<T> {
        self.find(name)
            .filter(|(d, _)| *d == self.depth())
            .map(|(_, t)| t)
    }

    /// The binding of file scope, even if it is hidden.
    pub(super) fn get_file(&self, name: &str) -> Option<T> {
        let (depth, t) = *self.bindings.get(name)?.first()?;
        (depth == 0).then_some(t)
    }

    /// Binds in the innermost scope, replacing what it had.
    pub(super) fn bind(&mut self, name: &'a str, value: T) {
        self.bind_at(self.depth(), name, value);
    }

    /// Binds in file scope, under whatever hides it.
    pub(super) fn bind_file(&mut self, name: &'a str, value: T) {
        self.bind_at(0, name, value);
    }

    /// The binding of one of the open scopes, even if it is hidden.
    pub(super) fn get_at(&self, depth: u32, name: &str) -> Option<T> {
        let stack = self.bindings.get(name)?;
        stack.iter().find(|(d, _)| *d == depth).map(|(_, t)| *t)
    }

    /// Binds in one of the open scopes, under whatever hides it.
    pub(super) fn bind_at(&mut self, depth: u32, name: &'a str, value: T) {
        let stack = self.bindings.entry(name).or_default();
        let at = stack.partition_point(|(d, _)| *d < depth);
        match stack.get_mut(at) {
            Some(slot) if slot.0 == depth => slot.1 = value,
            _ => {
                stack.insert(at, (depth, value));
                self.made[depth as usize].push(name);
            }
        }
    }
}
