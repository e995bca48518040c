//! Whether the units are a whole program, to which no pointer comes from outside.
//!
//! **Soundness.** A variable that other files can name may be met by a pointer that they
//! hold, whether or not these units take its address; only in a whole program is there no such
//! file, or it gives these units no pointer. A program is taken for whole if it starts at `main`,
//! or at functions without parameters, with its own initial values, if every object that it uses is
//! defined, if every function that it may come to call has a body or a meaning that hatha
//! knows, and if none of these makes a pointer up. Everything else is a part of a program.
//! The walk follows names, so it finds more calls than there are, never fewer.

use super::link::{self, Links};
use super::startup;
use super::walk::{self, Use};
use crate::hir::{Function, ObjId, Unit};
use hatha_cfa::{Extent, Type, TypeId, TypeTable};
use hatha_defect::{Defect, is_on};
use rustc_hash::FxHashSet;

/// What the question says about the program.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The functions that it starts at.
    pub starts: Vec<String>,
    /// It starts at `main` alone.
    pub at_main: bool,
    /// It starts without pointers: at `main` or at functions without parameters, and its globals
    /// have their own values.
    pub without_pointers: bool,
    /// The user says that the files are the whole program.
    pub stated: bool,
    /// Relations stand for some functions. They may choose pointers.
    pub stubbed: bool,
    /// Units from this one on, up to the models, are added: any of their functions may be called.
    pub given: usize,
}

/// Decides the extent of linked units.
pub(super) fn decide(units: &[Unit], links: &Links, types: &TypeTable, asked: &Asked) -> Extent {
    let mut search = Search {
        units,
        links,
        types,
        seen: FxHashSet::default(),
        work: Vec::new(),
        is_open: asked.stubbed,
    };
    if is_on(Defect::PartIsWhole) {
        return Extent::Whole;
    }
    if !asked.without_pointers {
        return Extent::Part;
    }
    match search.run(asked) {
        true => Extent::Whole,
        false if asked.stated && asked.at_main => Extent::Stated,
        false => Extent::Part,
    }
}

struct Search<'a> {
    units: &'a [Unit],
    links: &'a Links,
    types: &'a TypeTable,
    /// Function names that were looked at.
    seen: FxHashSet<usize>,
    work: Vec<usize>,
    /// Something was met that pointers may come from.
    is_open: bool,
}

impl Search<'_> {
    /// Follows everything that the program reaches; whether all of it is known.
    fn run(&mut self, asked: &Asked) -> bool {
        self.objects();
        self.roots(asked);
        while let (false, Some(sym)) = (self.is_open, self.work.pop()) {
            if let Some((u, f)) = self.links.funcs[sym].def {
                self.body(u, &self.units[u].functions[f]);
            }
        }
        !self.is_open
    }

    /// An object that is used anywhere and defined nowhere lies in another file.
    fn objects(&mut self) {
        let units = self.units;
        for (u, unit) in units.iter().enumerate() {
            for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
                walk::body(body, &mut |used| self.object(u, used));
            }
            for object in &unit.objects {
                if let Some(init) = &object.init {
                    walk::init(init, &mut |used| {
                        self.object(u, used);
                        self.function(u, used);
                    });
                }
                if let Some(f) = object.cleanup {
                    self.function(u, Use::Called(f));
                }
            }
        }
    }

    fn object(&mut self, u: usize, used: Use) {
        let Use::Object(o) = used else {
            return;
        };
        if let Some(sym) = self.links.obj_of[u][o] {
            let missing = self.links.is_missing_object(self.units, sym);
            self.is_open |= self.links.objs[sym].def.is_none() && !missing;
        }
    }

    /// What runs without being called by name.
    fn roots(&mut self, asked: &Asked) {
        for (u, unit) in self.units.iter().enumerate() {
            for (id, f) in unit.functions.iter_enumerated() {
                let instrumented = u >= asked.given && !unit.model;
                let start = !unit.model && asked.starts.contains(&f.name);
                let added = !unit.model && f.name.starts_with("__hatha_");
                let at_start = f.constructor.is_some() || startup::is_destructor(f);
                if start || instrumented || added || at_start {
                    self.push(self.links.func_of[u][id]);
                }
            }
        }
    }

    fn body(&mut self, u: usize, f: &Function) {
        if let Some(body) = &f.body {
            walk::body(body, &mut |used| self.function(u, used));
        }
        if let Some(closure) = f.closure {
            self.function(u, Use::Called(closure));
        }
    }

    fn function(&mut self, u: usize, used: Use) {
        let (f, is_called) = match used {
            Use::Called(id) => (id, true),
            Use::Taken(id) => (id, false),
            Use::Object(_) => return,
        };
        let sym = self.links.func_of[u][f];
        let (def, known) = (self.links.funcs[sym].def, self.links.funcs[sym].known);
        let function = &self.units[u].functions[f];
        match (known, def) {
            (Some(known), _) if is_called => {
                self.is_open |= known == super::known::Known::Any && self.gives_pointer(function);
            }
            (_, Some(_)) => self.push(sym),
            (_, None) => self.is_open |= !self.links.is_missing_function(self.units, sym),
        }
    }

    fn push(&mut self, sym: usize) {
        if self.seen.insert(sym) {
            self.work.push(sym);
        }
    }

    fn gives_pointer(&self, f: &Function) -> bool {
        match self.types.get(f.ty) {
            Type::Function(f) => has_pointer(self.types, f.ret),
            _ => true,
        }
    }
}

/// Whether a value of a type is a pointer or has one as a part.
fn has_pointer(types: &TypeTable, ty: TypeId) -> bool {
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        match types.get(ty) {
            Type::Pointer(_) => return true,
            Type::Array { elem, .. } => work.push(elem.ty),
            // A structure has no part of its own type, so this ends.
            Type::Record(r) => work.extend(types.record(*r).fields.iter().map(|f| f.ty.ty)),
            _ => {}
        }
    }
    false
}

/// Whether a name can be used by other files: one of its declarations has external linkage.
pub(super) fn is_external(units: &[Unit], decls: &[link::Decl<ObjId>]) -> bool {
    let mut all = decls.iter();
    all.any(|&(u, o)| units[u].objects[o].linkage == crate::hir::Linkage::External)
}
