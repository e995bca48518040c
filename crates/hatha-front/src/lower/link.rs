//! Joins translation units: one procedure per function name, one variable per object name.
//!
//! **Invariant.** Names with external linkage are joined as a linker does it: a
//! strong definition wins over a weak or tentative one, the user's over a shipped
//! model's, two strong ones of the user are an error. Names with internal linkage
//! are never joined. A name that nothing defines gets a variable or procedure
//! only when something uses it.

use super::context::Context;
use super::known::{self, Known};
use crate::diag::{self, Diagnostic};
use crate::hir::{Duration, FuncId, Function, Linkage, ObjId, Object, Unit};
use hatha_cfa::escape::Address;
use hatha_cfa::{Origin, ProcId, Procedure, Span, Type, TypeId, TypeTable, VarId};
use hatha_index::IndexVec;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A declaration: unit and id.
pub(super) type Decl<I> = (usize, I);

/// A function name after linking.
#[derive(Debug)]
pub(super) struct FuncSym {
    /// All declarations.
    pub decls: Vec<Decl<FuncId>>,
    /// The one with the body.
    pub def: Option<Decl<FuncId>>,
    /// Whether the definition gives way to one that another file may have, an alias among them.
    pub weak: bool,
    /// Its meaning where only hatha defines it, or whoever defines it (see [`known`]).
    pub known: Option<Known>,
    /// The procedure, once there is one.
    pub proc: Option<ProcId>,
}

/// An object name after linking.
#[derive(Debug)]
pub(super) struct ObjSym {
    /// All declarations.
    pub decls: Vec<Decl<ObjId>>,
    /// The definition, if any.
    pub def: Option<Decl<ObjId>>,
    /// Whether what it stands for here gives way to a definition in another file.
    pub weak: bool,
    /// The variable, once there is one.
    pub var: Option<VarId>,
}

/// All names of a program.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub funcs: Vec<FuncSym>,
    pub objs: Vec<ObjSym>,
    /// For each function of each unit: index into `funcs`.
    pub func_of: Vec<IndexVec<FuncId, usize>>,
    /// For each static object of each unit: index into `objs`. Locals have none.
    pub obj_of: Vec<IndexVec<ObjId, Option<usize>>>,
}

impl Links {
    /// Whether a function is weak everywhere and defined nowhere: its address is null.
    pub(crate) fn is_missing_function(&self, units: &[Unit], sym: usize) -> bool {
        let s = &self.funcs[sym];
        let weak = |&(u, i): &Decl<FuncId>| units[u].functions[i].weak;
        s.def.is_none() && s.known.is_none() && s.decls.iter().all(weak)
    }

    /// Whether an object is weak everywhere and defined nowhere: its address is null.
    pub(crate) fn is_missing_object(&self, units: &[Unit], sym: usize) -> bool {
        let s = &self.objs[sym];
        let weak = |&(u, i): &Decl<ObjId>| units[u].objects[i].weak;
        s.def.is_none() && s.decls.iter().all(weak)
    }
}

/// The linker's name of a function.
pub(super) fn function_name(f: &Function) -> &str {
    f.link_name.as_deref().unwrap_or(&f.name)
}

/// The linker's name of an object.
pub(super) fn object_name(o: &Object) -> &str {
    o.link_name.as_deref().unwrap_or(&o.name)
}

/// Joins the declarations of all units by name and chooses definitions.
pub(super) fn resolve(units: &[Unit], types: &TypeTable) -> diag::Result<Links> {
    let mut links = Links::default();
    join_functions(units, &mut links);
    join_objects(units, &mut links);
    for i in 0..links.funcs.len() {
        choose_function(units, types, &mut links, i)?;
    }
    for sym in &mut links.objs {
        (sym.def, sym.weak) = choose_object(units, &sym.decls)?;
    }
    join_aliases(units, &mut links);
    one_kind_per_name(units, &links)?;
    Ok(links)
}

fn join_functions(units: &[Unit], links: &mut Links) {
    let mut external: FxHashMap<&str, usize> = FxHashMap::default();
    for (u, unit) in units.iter().enumerate() {
        let mut of = IndexVec::with_capacity(unit.functions.len());
        for (id, f) in unit.functions.iter_enumerated() {
            let next = links.funcs.len();
            let at = match f.linkage {
                Linkage::External => *external.entry(function_name(f)).or_insert(next),
                Linkage::Internal => next,
            };
            if at == next {
                links.funcs.push(FuncSym {
                    decls: Vec::new(),
                    def: None,
                    weak: false,
                    known: None,
                    proc: None,
                });
            }
            links.funcs[at].decls.push((u, id));
            of.push(at);
        }
        links.func_of.push(of);
    }
}

fn join_objects(units: &[Unit], links: &mut Links) {
    let mut external: FxHashMap<&str, usize> = FxHashMap::default();
    for (u, unit) in units.iter().enumerate() {
        let mut of = IndexVec::with_capacity(unit.objects.len());
        for (id, o) in unit.objects.iter_enumerated() {
            if o.duration == Duration::Auto {
                of.push(None);
                continue;
            }
            let next = links.objs.len();
            let at = match o.linkage {
                Linkage::External => *external.entry(object_name(o)).or_insert(next),
                Linkage::Internal => next,
            };
            if at == next {
                links.objs.push(ObjSym {
                    decls: Vec::new(),
                    def: None,
                    weak: false,
                    var: None,
                });
            }
            links.objs[at].decls.push((u, id));
            of.push(Some(at));
        }
        links.obj_of.push(of);
    }
}

/// A name that is only an alias becomes another name of what it stands for: all its
/// declarations count as declarations of that, so that both see the same bytes.
fn join_aliases(units: &[Unit], links: &mut Links) {
    for i in 0..links.objs.len() {
        if links.objs[i].def.is_some() {
            continue;
        }
        let decls = &links.objs[i].decls;
        let Some(target) = decls.iter().find_map(|d| alias_target(units, links, *d)) else {
            continue;
        };
        if target == i {
            continue;
        }
        let decls = links.objs[i].decls.clone();
        for &(u, o) in &decls {
            links.obj_of[u][o] = Some(target);
        }
        let is_weak = |&(u, o): &Decl<ObjId>| gives_way(&units[u], &units[u].objects[o]);
        links.objs[i].weak = decls.iter().any(is_weak);
        links.objs[target].decls.extend(decls);
    }
}

/// The name that an object's declaration is an alias of; through a chain of them if need be.
fn alias_target(units: &[Unit], links: &Links, (u, o): Decl<ObjId>) -> Option<usize> {
    let unit = &units[u];
    let mut object = &unit.objects[o];
    let mut found = None;
    // Each step is another alias, so a circle of them ends as well.
    for _ in 0..unit.objects.len() {
        let Some(target) = object.alias_of.as_deref() else {
            break;
        };
        let same = |x: &Object| x.name == target || object_name(x) == target;
        let at_file =
            |x: &Object| x.duration == Duration::Static && x.defined || x.alias_of.is_some();
        let at = unit.objects.position(|x| same(x) && at_file(x))?;
        object = &unit.objects[at];
        found = links.obj_of[u][at];
    }
    found
}

/// Whether an object of the user's is an alias for which another file may have a definition.
fn gives_way(unit: &Unit, o: &Object) -> bool {
    o.weak && o.linkage == Linkage::External && !unit.model
}

/// Lower wins: the user's before a model's, strong before tentative before weak.
fn rank(model: bool, tentative: bool, weak: bool) -> u8 {
    let strength = match (weak, tentative) {
        (true, _) => WEAK,
        (_, true) => 1,
        _ => 0,
    };
    if model { strength + 3 } else { strength }
}

/// The rank of a weak definition of the user's.
const WEAK: u8 = 2;

/// Whether the best of some definitions is a weak one of the user's.
fn is_weak<I>(candidates: &[(u8, Decl<I>, Span)]) -> bool {
    candidates.iter().map(|(rank, ..)| *rank).min() == Some(WEAK)
}

/// The best of some definitions; two strong ones of the user are an error.
fn best<I: Copy>(
    name: &str,
    mut candidates: Vec<(u8, Decl<I>, Span)>,
) -> diag::Result<Option<Decl<I>>> {
    candidates.sort_by_key(|(rank, ..)| *rank);
    if let [(0, _, first), (0, _, second), ..] = candidates[..] {
        let error = Diagnostic::error(second, format!("`{name}` is defined twice"))
            .with_label("defined again here")
            .with_note("the other definition", first)
            .with_help("leave one of the files out, or make one definition `static`");
        return Err(Box::new(error));
    }
    Ok(candidates.first().map(|(_, decl, _)| *decl))
}

fn choose_function(
    units: &[Unit],
    types: &TypeTable,
    links: &mut Links,
    i: usize,
) -> diag::Result<()> {
    let sym = &links.funcs[i];
    let mut candidates = Vec::new();
    for &(u, f) in &sym.decls {
        let unit = &units[u];
        let function = &unit.functions[f];
        if unit.model && !is_the_librarys(units, types, &sym.decls, function) {
            continue;
        }
        if let Some(def) = definition(unit, function, f, 0) {
            let rank = rank(unit.model, false, function.weak);
            candidates.push((rank, (u, def), function.span));
        }
    }
    let (u, f) = sym.decls[0];
    let name = function_name(&units[u].functions[f]);
    let external = units[u].functions[f].linkage == Linkage::External;
    let weak = external && is_weak(&candidates);
    let def = best(name, candidates)?;
    // A model's definition serves where the address is taken; a call is the operation itself.
    let users = def.is_some_and(|(u, _)| !units[u].model);
    let known = if external && !users {
        known::known(name)
    } else {
        known::known_though_defined(name)
    };
    let sym = &mut links.funcs[i];
    (sym.def, sym.weak, sym.known) = (def, weak, known);
    Ok(())
}

/// Whether the program can mean a function of the library: a declaration of another shape is of a
/// function with the same name that some other file defines.
fn is_the_librarys(
    units: &[Unit],
    types: &TypeTable,
    decls: &[Decl<FuncId>],
    model: &Function,
) -> bool {
    let declared = decls.iter().filter(|(u, _)| !units[*u].model);
    let mut declared = declared.map(|&(u, f)| units[u].functions[f].ty);
    declared.all(|ty| super::shape::agree(types, ty, model.ty))
}

/// The function of the unit that defines `f`: itself, or what it is an alias of.
fn definition(unit: &Unit, f: &Function, id: FuncId, depth: u32) -> Option<FuncId> {
    if f.body.is_some() {
        return Some(id);
    }
    let target = f.alias_of.as_deref()?;
    let same = |g: &Function| g.name == target || function_name(g) == target;
    let found = unit.functions.position(same)?;
    // An alias of an alias is fine, a circle of them is not.
    let next = (depth < 16).then_some(&unit.functions[found])?;
    definition(unit, next, found, depth + 1)
}

/// The definition of an object, and whether it gives way to one in another file.
fn choose_object(
    units: &[Unit],
    decls: &[Decl<ObjId>],
) -> diag::Result<(Option<Decl<ObjId>>, bool)> {
    let mut candidates = Vec::new();
    for &(u, i) in decls {
        let unit = &units[u];
        let o = &unit.objects[i];
        if o.defined {
            let rank = rank(unit.model, o.tentative, o.weak);
            candidates.push((rank, (u, i), o.span));
        }
    }
    let (u, i) = decls[0];
    let object = &units[u].objects[i];
    let weak = object.linkage == Linkage::External && is_weak(&candidates);
    Ok((best(object_name(object), candidates)?, weak))
}

/// A name that is a function in one unit and an object in another cannot be linked.
fn one_kind_per_name(units: &[Unit], links: &Links) -> diag::Result<()> {
    let mut functions: FxHashMap<&str, Span> = FxHashMap::default();
    for sym in &links.funcs {
        let (u, i) = sym.decls[0];
        let f = &units[u].functions[i];
        if f.linkage == Linkage::External {
            functions.insert(function_name(f), f.span);
        }
    }
    for sym in &links.objs {
        let (u, i) = sym.decls[0];
        let o = &units[u].objects[i];
        if o.linkage != Linkage::External {
            continue;
        }
        if let Some(other) = functions.get(object_name(o)) {
            let message = format!("`{}` is an object here and a function elsewhere", o.name);
            let error = Diagnostic::error(o.span, message).with_note("the function", *other);
            return Err(Box::new(error));
        }
    }
    Ok(())
}

/// Makes the procedures of all defined functions and the variables of all defined globals,
/// in order of their definition. Literals wait until something uses them.
pub(super) fn declare(cx: &mut Context) {
    for i in 0..cx.links.funcs.len() {
        if cx.links.funcs[i].def.is_some() {
            procedure(cx, i);
        }
    }
    for i in 0..cx.links.objs.len() {
        if let Some((u, o)) = cx.links.objs[i].def
            && cx.units[u].objects[o].origin == Origin::Declared
        {
            cx.global(i);
        }
    }
    weak_definitions(cx);
}

/// Takes note of the definitions that give way to those of other files.
fn weak_definitions(cx: &mut Context) {
    let units = cx.units;
    let mut found = BTreeSet::new();
    for s in cx.links.funcs.iter().filter(|s| s.weak) {
        let (u, f) = s.decls[0];
        let name = function_name(&units[u].functions[f]).to_owned();
        found.extend(s.proc.map(|p| (Address::Function(p), name)));
    }
    for s in cx.links.objs.iter().filter(|s| s.weak) {
        let (u, o) = s.decls[0];
        let name = object_name(&units[u].objects[o]).to_owned();
        // What an alias stands for.
        let stands_for = cx.links.obj_of[u][o].and_then(|i| cx.links.objs[i].var);
        found.extend(stands_for.map(|v| (Address::Variable(v), name)));
    }
    cx.prog.weak_definitions = found;
}

/// The procedure of a function name; made on first use. Aliases share the procedure of their target.
pub(super) fn procedure(cx: &mut Context, sym: usize) -> ProcId {
    if let Some(p) = cx.links.funcs[sym].proc {
        return p;
    }
    let target = match cx.links.funcs[sym].def {
        Some((u, f)) => cx.links.func_of[u][f],
        None => sym,
    };
    // The target's own definition is what the alias stands for even if another unit's wins the name.
    let p = match cx.links.funcs[target].proc {
        Some(p) => p,
        None => new_procedure(cx, target),
    };
    cx.links.funcs[target].proc = Some(p);
    cx.links.funcs[sym].proc = Some(p);
    p
}

fn new_procedure(cx: &mut Context, sym: usize) -> ProcId {
    let units = cx.units;
    let s = &cx.links.funcs[sym];
    let function = |(u, f): Decl<FuncId>| -> &Function { &units[u].functions[f] };
    let main = function(s.def.unwrap_or(s.decls[0]));
    let noreturn = s.decls.iter().any(|d| function(*d).noreturn);
    let ty = match s.def {
        Some(_) => main.ty,
        None => best_type(cx, s.decls.iter().map(|d| function(*d).ty)).unwrap_or(main.ty),
    };
    let id = cx.prog.procs.push_and_get_key(Procedure {
        noreturn,
        external: main.linkage == Linkage::External,
        model: s.def.is_some_and(|(u, _)| units[u].model),
        ..Procedure::declared(&main.name, ty, main.span)
    });
    cx.bodies.push(s.def);
    id
}

/// The first type with a prototype.
fn best_type(cx: &Context, mut types: impl Iterator<Item = TypeId>) -> Option<TypeId> {
    types.find(|t| matches!(cx.prog.types.get(*t), Type::Function(f) if !f.unprototyped))
}
