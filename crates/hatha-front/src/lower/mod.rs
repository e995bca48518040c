//! From typed trees to automata: linking, evaluation order, control flow.
//!
//! **Invariant.** The result passes `hatha_cfa::verify`. Every side effect is an
//! edge of its own, in one order that C allows (left to right); a value that a
//! later effect of the same expression could change is kept in a temporary
//! first. What is not understood is an `Op::Unsupported` edge in its place.
//! The lowering decides no types and folds nothing: `sema` did.
//!
//! Reading order: [`link`] (names become procedures and globals), [`func`] (one
//! function), then [`stmt`], [`cond`], [`expr`], [`place`].

mod arith;
mod call;
mod cond;
mod context;
mod effects;
mod expr;
pub(crate) mod extent;
pub(crate) mod floating;
mod func;
mod init;
mod known;
mod lifetime;
mod link;
mod meant;
mod nested;
mod order;
mod overlap;
mod place;
mod predicate;
mod promises;
pub mod requires;
mod scope;
mod shape;
mod startup;
mod stmt;
mod switch;
mod va;
mod vla;
pub(crate) mod walk;

use crate::diag;
use crate::hir::{Linkage, Unit};
use context::Context;
use hatha_cfa::{Extent, Program, SourceMap, Target, TypeTable};
use rustc_hash::FxHashSet;
use walk::Use;

/// Joins units and lowers every function.
///
/// Constructors and file-scope items that are not understood come first in
/// `main` (see [`startup`]).
pub fn lower(
    units: Vec<Unit>,
    types: TypeTable,
    target: Target,
    sources: SourceMap,
    points: bool,
    asked: &extent::Asked,
) -> diag::Result<Program> {
    tracing::trace!(target: "walk", "automata are made");
    let mut prog = Program::new(target);
    prog.types = types;
    prog.sources = sources;
    let links = link::resolve(&units, &prog.types)?;
    prog.extent = extent::decide(&units, &links, &prog.types, asked);
    let mut cx = Context::new(prog, &units, links);
    cx.points = points;
    cx.allows_empty_arrays = asked.stated;
    cx.is_alone = asked.at_main && cx.prog.extent != Extent::Part;
    link::declare(&mut cx);
    let mut functions = units.iter().flat_map(|u| u.functions.iter());
    cx.threads = functions.any(|f| link::function_name(f) == "pthread_create");
    cx.rounding = floating::mode(&mut cx);
    floating::refuse_late_constants(&mut cx);
    func::lower_all(&mut cx);
    init::lower_globals(&mut cx);
    meant::lower_all(&mut cx);
    order::list(&mut cx, asked);
    promises::list(&mut cx);
    // Before what comes at start-up, which then runs first: constructors set what is assumed about.
    crate::stub::insert(&mut cx.prog);
    requires::insert(&mut cx, &asked.starts);
    crate::contracts::insert(&mut cx.prog);
    crate::assume::insert(&mut cx.prog);
    crate::assume::bound_argument_count(&mut cx.prog);
    crate::variables::remember(&mut cx.prog);
    startup::insert(&mut cx);
    cx.prog.escaped_statics = hatha_cfa::escape::escaped_statics(&cx.prog);
    Ok(cx.prog)
}

/// Whether a call of that function is an operation of its own, and no call, where the program
/// does not define it.
pub fn is_operation(name: &str) -> bool {
    known::known(name).is_some()
}

/// Whether a call of that function is a failure even where the program defines it.
pub fn is_always_operation(name: &str) -> bool {
    known::known_though_defined(name).is_some()
}

/// The external names that units use and none of them defines, in order of first use.
///
/// A function with a known meaning counts only where its address is taken: calls of it need no body.
pub fn undefined(units: &[Unit]) -> Vec<String> {
    let defined: FxHashSet<&str> = units.iter().flat_map(defined_names).collect();
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for unit in units {
        used_names(unit, &mut |name, called| {
            let needs_none = called && known::known(name).is_some();
            if !needs_none && !defined.contains(name) && seen.insert(name) {
                out.push(name.to_owned());
            }
        });
    }
    out
}

fn defined_names(unit: &Unit) -> Vec<&str> {
    let functions = unit.functions.iter().filter_map(|f| {
        let defined = f.body.is_some() || f.alias_of.is_some();
        (defined && f.linkage == Linkage::External).then(|| link::function_name(f))
    });
    let objects = unit.objects.iter().filter_map(|o| {
        let defined = o.defined || o.alias_of.is_some();
        let global = defined && o.linkage == Linkage::External;
        global.then(|| link::object_name(o))
    });
    functions.chain(objects).collect()
}

/// Calls `f` with each external name that the unit uses and whether it is only called there.
fn used_names<'u>(unit: &'u Unit, f: &mut dyn FnMut(&'u str, bool)) {
    if unit.functions.iter().any(startup::is_destructor) {
        f(startup::AT_END, false);
    }
    let mut visit = |u: Use| {
        let (id, called) = match u {
            Use::Object(o) => {
                let object = &unit.objects[o];
                if object.linkage == Linkage::External {
                    f(link::object_name(object), false);
                }
                return;
            }
            Use::Called(id) => (id, true),
            Use::Taken(id) => (id, false),
        };
        let function = &unit.functions[id];
        if function.linkage == Linkage::External {
            f(link::function_name(function), called);
        }
    };
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        walk::body(body, &mut visit);
    }
    for init in unit.objects.iter().filter_map(|o| o.init.as_ref()) {
        walk::init(init, &mut visit);
    }
    // A cleanup function is called like any other, what its name means to the front end apart.
    for cleanup in unit.objects.iter().filter_map(|o| o.cleanup) {
        visit(Use::Taken(cleanup));
    }
}

#[cfg(test)]
mod tests;
