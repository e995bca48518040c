//! What programs promise to compilers, listed with the automata.
//!
//! **Soundness.** Attributes and conversions were noted where they stand ([`crate::hir`]). Beside
//! conversions a pointer to something `const` may become another one in a function whose body is not
//! the user's (`strchr`, `strtol`), which its type tells, and in a union. Of an attribute of a function
//! that only operations stand for (`malloc`, `abort`) nothing is listed: they keep what their
//! headers promise.

use super::context::Context;
use crate::hir::{Attributed, Object};
use crate::sema::promise::leads_to_const;
use hatha_cfa::{
    FunctionType, ProcId, Promise, Promised, Qual, Record, RecordKind, Span, Storage, Type, TypeId,
    TypeTable, VarId, VarScope,
};
use std::collections::BTreeSet;

/// Lists all promises of the user's units.
pub(super) fn list(cx: &mut Context) {
    let mut found = BTreeSet::new();
    let mut add = |kind: Promised, proc: Option<ProcId>, span: Span| {
        found.insert(Promise { kind, proc, span });
    };
    for u in (0..cx.units.len()).filter(|&u| !cx.units[u].model) {
        let unit = &cx.units[u];
        for attribute in &unit.attributes {
            for proc in subjects(cx, u, attribute) {
                add(
                    Promised::Attribute(attribute.name.clone()),
                    proc,
                    attribute.span,
                );
            }
        }
        for (kind, span) in &unit.promises {
            add(kind.clone(), None, *span);
        }
        for (id, object) in unit.objects.iter_enumerated() {
            if let Some(proc) = cx.vars[u][id].and_then(|v| keeper(cx, object, v)) {
                add(Promised::Constant(object.name.clone()), proc, object.span);
            }
        }
    }
    for function in &cx.links.funcs {
        let Some(proc) = function.proc else { continue };
        let own = function.def.filter(|(u, _)| !cx.units[*u].model);
        if let Some(body) = own.and_then(|(u, f)| cx.units[u].functions[f].body.as_ref()) {
            for (kind, span) in &body.promises {
                add(kind.clone(), Some(proc), *span);
            }
        } else if hands_on(&cx.prog.types, cx.prog.proc(proc).ty) {
            add(Promised::ConstLost, Some(proc), cx.prog.proc(proc).span);
        }
    }
    if cx
        .prog
        .types
        .records()
        .iter()
        .any(|r| puns(&cx.prog.types, r))
    {
        add(Promised::ConstLost, None, Span::NONE);
    }
    cx.prog.promises = found;
}

/// The procedures that an attribute is about; `None` among them if that is not known. A function that
/// nothing uses has none.
fn subjects(cx: &Context, u: usize, attribute: &Attributed) -> BTreeSet<Option<ProcId>> {
    let functions = cx.units[u].functions.iter_enumerated();
    let named = functions.filter(|(_, f)| attribute.functions.contains(&f.name));
    let named: Vec<usize> = named.map(|(id, _)| cx.links.func_of[u][id]).collect();
    let used = named.iter().filter_map(|&sym| cx.links.funcs[sym].proc);
    match named.is_empty() {
        true => BTreeSet::from([None]),
        false => used.map(Some).collect(),
    }
}

/// The procedure of a variable that is declared `const` and lies in memory that can be written, or has
/// a member that is; `Some(None)` for a global.
fn keeper(cx: &Context, object: &Object, v: VarId) -> Option<Option<ProcId>> {
    let var = cx.prog.var(v);
    let proc = match var.scope {
        VarScope::Local(p) | VarScope::Param(p, _) => Some(p),
        VarScope::Global => None,
    };
    let is_kept = has_constant(&cx.prog.types, object.ty);
    (is_kept && var.storage == Storage::Memory && !var.read_only).then_some(proc)
}

/// Whether a type is `const`: itself, an element or a member.
fn has_constant(types: &TypeTable, q: Qual) -> bool {
    let below = match types.get(q.ty) {
        Type::Array { elem, .. } => has_constant(types, *elem),
        Type::Record(r) => {
            let fields = &types.record(*r).fields;
            fields.iter().any(|f| has_constant(types, f.ty))
        }
        _ => false,
    };
    q.quals.is_const || below
}

/// Whether a function may give a pointer to something `const` back as one to something else.
fn hands_on(types: &TypeTable, ty: TypeId) -> bool {
    let Type::Function(FunctionType { ret, params, .. }) = types.get(ty) else {
        return false;
    };
    let given = params.iter().filter_map(|&p| types.pointee(p));
    let constants: Vec<Qual> = given.filter(|to| to.quals.is_const).collect();
    let stored = params.iter().filter_map(|&p| types.pointee(p));
    let stored = stored.filter_map(|to| types.pointee(to.ty));
    let mut results = types.pointee(*ret).into_iter().chain(stored);
    let is_void = |ty: TypeId| *types.get(ty) == Type::Void;
    results.any(|to| {
        let fits = |c: &Qual| c.ty == to.ty || is_void(c.ty) || is_void(to.ty);
        !to.quals.is_const && constants.iter().any(fits)
    })
}

/// Whether a union has a pointer to something `const` beside something else.
fn puns(types: &TypeTable, record: &Record) -> bool {
    let mut constants = record
        .fields
        .iter()
        .filter(|f| leads_to_const(types, f.ty.ty));
    record.kind == RecordKind::Union
        && constants.any(|c| record.fields.iter().any(|f| f.ty.ty != c.ty.ty))
}
