//! The program under construction and what all functions share.
//!
//! **Invariant.** `bodies` runs parallel to `prog.procs`. A global has its
//! variable before anything refers to it and its initial value only in the end,
//! when every address it may mention exists.

use super::extent;
use super::link::{self, Decl, Links};
use crate::hir::{Duration, FuncId, ObjId, Object, Unit};
use hatha_cfa::{
    ArrayLen, EdgeId, Extent, GlobalInit, IntKind, Linkage, Origin, ProcId, Program, Qual, Span,
    Storage, Type, TypeId, Var, VarId, VarScope,
};
use hatha_defect::{Defect, is_on};
use hatha_index::IndexVec;

/// Objects of the C library that no program assigns to.
const NEVER_ASSIGNED: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Types that the lowering itself needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub void: TypeId,
    pub int: TypeId,
    pub size: TypeId,
    pub ptrdiff: TypeId,
    pub void_ptr: TypeId,
    pub char_ptr: TypeId,
}

/// The program under construction.
pub(super) struct Context<'a> {
    pub prog: Program,
    pub units: &'a [Unit],
    pub links: Links,
    /// The body of each procedure.
    pub bodies: IndexVec<ProcId, Option<Decl<FuncId>>>,
    /// The variable of each object of each unit, once there is one.
    pub vars: Vec<IndexVec<ObjId, Option<VarId>>>,
    /// The definition behind each entry of `prog.globals`.
    pub global_defs: Vec<Option<Decl<ObjId>>>,
    /// What is not understood outside of any function.
    pub unsupported: Vec<(String, Span)>,
    pub common: Common,
    /// Whether every label has a place of its own.
    pub points: bool,
    /// Whether no other file is there, which could define what these units do not.
    pub is_alone: bool,
    /// Whether other threads may write between two reads: then a value that C reads once is read once.
    pub threads: bool,
    /// The edges where functions fail whose callers do not give them what they demand.
    pub required: Vec<(ProcId, EdgeId)>,
    /// Whether a variable-length array may have no elements.
    pub allows_empty_arrays: bool,
    /// The variable that holds the rounding mode, if the program may set it.
    pub rounding: Option<VarId>,
    /// The flag under which floating operations may give something else than IEEE 754 says.
    pub relaxed: Option<&'static str>,
}

impl<'a> Context<'a> {
    pub(super) fn new(mut prog: Program, units: &'a [Unit], links: Links) -> Self {
        let (size, ptrdiff) = (prog.target.size_type, prog.target.ptrdiff_type);
        let types = &mut prog.types;
        let void = types.void();
        let char_ty = types.int(IntKind::Char);
        let common = Common {
            void,
            int: types.int(IntKind::Int),
            size: types.int(size),
            ptrdiff: types.int(ptrdiff),
            void_ptr: types.pointer(void),
            char_ptr: types.pointer(char_ty),
        };
        Context {
            prog,
            units,
            links,
            bodies: IndexVec::new(),
            vars: units
                .iter()
                .map(|u| vec![None; u.objects.len()].into())
                .collect(),
            global_defs: Vec::new(),
            unsupported: units.iter().flat_map(|u| u.unsupported.clone()).collect(),
            common,
            points: false,
            is_alone: false,
            threads: false,
            required: Vec::new(),
            allows_empty_arrays: false,
            rounding: None,
            relaxed: units.iter().find_map(|u| u.floating.relaxed),
        }
    }

    /// An object of a unit.
    pub(super) fn object(&self, unit: usize, id: ObjId) -> &'a Object {
        &self.units[unit].objects[id]
    }

    /// The variable of a static object.
    pub(crate) fn static_var(&mut self, unit: usize, id: ObjId) -> Option<VarId> {
        if let Some(v) = self.vars[unit][id] {
            return Some(v);
        }
        let sym = self.links.obj_of[unit][id]?;
        let v = self.global(sym);
        self.vars[unit][id] = Some(v);
        Some(v)
    }

    /// The variable of an object name; made on first use.
    pub(super) fn global(&mut self, sym: usize) -> VarId {
        if let Some(v) = self.links.objs[sym].var {
            return v;
        }
        let s = &self.links.objs[sym];
        let def = s.def;
        let (u, id) = def.unwrap_or(s.decls[0]);
        let object = self.object(u, id);
        let ty = self.joined_type(sym, object.ty.ty);
        let ty = self.with_flexible_part(ty, object.extra);
        let linkage = self.linkage(sym);
        // In a part of a program, pointers from outside lead to what other files can name.
        let is_met = linkage == Linkage::External
            && self.prog.extent == Extent::Part
            && !is_on(Defect::ExternalIsSlot);
        let slot = !is_met && self.is_slot_everywhere(sym, ty);
        let mut var = self.variable(object, ty, VarScope::Global, slot);
        var.linkage = linkage;
        let v = self.prog.add_var(var);
        let init = match def {
            Some(_) => GlobalInit::Defined(Vec::new()),
            None => GlobalInit::Unknown,
        };
        self.prog.globals.push((v, init));
        self.global_defs.push(def);
        self.links.objs[sym].var = Some(v);
        v
    }

    /// Who can name an object. A function that is not known may use `stdout` and its like, and C
    /// does not let it assign to them.
    fn linkage(&self, sym: usize) -> Linkage {
        let s = &self.links.objs[sym];
        let is_model = s.def.is_some_and(|(u, _)| self.units[u].model);
        let (u, id) = s.decls[0];
        let name = link::object_name(self.object(u, id));
        match extent::is_external(self.units, &s.decls) {
            false => Linkage::Internal,
            // Shared by models: no other file has such names.
            true if is_model && name.starts_with("__hatha_") => Linkage::Internal,
            true if is_model && NEVER_ASSIGNED.contains(&name) => Linkage::Library,
            true => Linkage::External,
        }
    }

    /// The variable of an object, not added yet; one that other files cannot name.
    pub(super) fn variable(&self, o: &Object, ty: TypeId, scope: VarScope, slot: bool) -> Var {
        let natural = self.prog.types.align(ty, &self.prog.target).unwrap_or(1);
        let literal = o.origin == Origin::StringLiteral;
        let is_static = o.duration == Duration::Static;
        let constant = is_static && (literal || self.is_const(o.ty));
        Var {
            name: o.name.clone(),
            origin: o.origin,
            ty,
            scope,
            storage: if slot { Storage::Slot } else { Storage::Memory },
            align: natural.max(o.align).max(1).next_power_of_two(),
            volatile: o.ty.quals.is_volatile,
            linkage: Linkage::Internal,
            read_only: constant,
            span: o.span,
        }
    }

    /// Whether an object is constant: itself, or the elements of an array.
    fn is_const(&self, q: Qual) -> bool {
        match self.prog.types.get(q.ty) {
            Type::Array { elem, .. } => q.quals.is_const || self.is_const(*elem),
            _ => q.quals.is_const,
        }
    }

    /// Whether a local lives in a slot.
    pub(super) fn is_slot(&self, o: &Object) -> bool {
        let scalar = self.prog.types.scalar(o.ty.ty, &self.prog.target);
        (!o.address_taken || is_on(Defect::SlotsAddressed)) && scalar.is_some()
    }

    /// Units that disagree about the type of a scalar see the bytes, so it needs some. If they
    /// disagree about its qualifiers, one of them may write what another has made constant, which
    /// is a fault of memory.
    fn is_slot_everywhere(&self, sym: usize, ty: TypeId) -> bool {
        let scalar = self.prog.scalar(ty);
        let sym = &self.links.objs[sym];
        let quals = |&(u, id): &link::Decl<ObjId>| self.object(u, id).ty.quals;
        let first = sym.decls.first().map(quals);
        scalar.is_some()
            && sym.decls.iter().all(|decl| {
                let o = self.object(decl.0, decl.1);
                let is_alike = self.prog.scalar(o.ty.ty) == scalar && Some(quals(decl)) == first;
                self.is_slot(o) && is_alike
            })
    }

    /// The type of an object whose initialiser gives elements to a flexible array member: a copy
    /// of the structure with room for them.
    fn with_flexible_part(&mut self, ty: TypeId, extra: u64) -> TypeId {
        match *self.prog.types.get(ty) {
            Type::Record(r) if extra > 0 => {
                let mut larger = self.prog.types.record(r).clone();
                larger.size += extra;
                let larger = self.prog.types.add_record(larger);
                self.prog.types.intern(Type::Record(larger))
            }
            _ => ty,
        }
    }

    /// The type of an object. An array that no file defines takes its length from whichever unit tells it; one that is
    /// defined without a length has one element, as C says of a tentative definition. Of several
    /// tentative definitions the largest counts, as for a linker's common symbols. What declarations say of an
    /// object that is defined elsewhere makes it no larger.
    fn joined_type(&mut self, sym: usize, ty: TypeId) -> TypeId {
        let s = &self.links.objs[sym];
        let def = s.def.map(|(u, id)| self.object(u, id));
        let Type::Array { elem, len } = *self.prog.types.get(ty) else {
            return ty;
        };
        if len != ArrayLen::Incomplete && def.is_some_and(|o| !o.tentative) {
            return ty;
        }
        let counts = |o: &&Object| def.is_none_or(|d| o.defined && o.weak == d.weak);
        let all = s.decls.iter().map(|&(u, id)| self.object(u, id));
        let declared = all.filter(counts).map(|o| o.ty.ty);
        let sized = declared.filter_map(|t| Some((self.prog.size_of(t)?, t)));
        let largest = sized.max_by_key(|(size, _)| *size);
        match (largest, s.def) {
            (Some((_, t)), _) => t,
            (None, Some(_)) => self.prog.types.array(elem, 1),
            (None, None) => ty,
        }
    }
}
