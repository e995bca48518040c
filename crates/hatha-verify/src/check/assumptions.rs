//! What a verdict assumes besides the program; here what it assumes about compilers and devices,
//! in `outside.rs` and `assumed.rs` the rest.
//!
//! **Invariant.** Each of these is a choice that the automata have made for the program. Where
//! another choice could make a difference, the choice is printed with the verdict.

use super::{Options, outside};
use crate::assumed::about_the_world;
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{ExprId, ExprKind, Op, Place, ProcId, Program};

/// How many places a sentence names.
const NAMED_PLACES: usize = 3;

/// The functions without a body that the entry may come to call.
pub fn externals(program: &Program, entry: ProcId) -> Vec<String> {
    let reached = reachable_procs(program, entry);
    let unknown = reached.into_iter().filter(|&p| !program.proc(p).defined);
    unknown.map(|p| program.proc(p).name.clone()).collect()
}

/// What a verdict rests on besides the program.
pub fn assumptions(program: &Program, entry: ProcId, options: &Options) -> Vec<String> {
    let mut list = outside::assumptions(program, entry, options);
    if !options.config.entry_alias {
        let text = "pointers that the entry starts from lead to different objects";
        list.push(text.to_owned());
    }
    let reached = reachable_procs(program, entry);
    list.extend(evaluation_order(program, |p| reached.contains(&p)));
    if !options.config.volatile_any {
        list.extend(volatile_objects(program));
    }
    list.extend(about_the_world(program, entry));
    list.extend(preconditions(program));
    list
}

/// What `--assume` says about the start.
fn preconditions(program: &Program) -> Vec<String> {
    let mut files = program.sources.files();
    let file = files.find(|(_, f)| f.name == hatha_front::assume::FILE);
    let text = file.and_then(|(_, f)| f.text.as_deref());
    let line = |l: &str| format!("`{l}` holds at the entry");
    text.unwrap_or("").lines().map(line).collect()
}

/// That operands are evaluated from left to right, if some of them interfere in procedures that
/// may run.
pub fn evaluation_order(program: &Program, may_run: impl Fn(ProcId) -> bool) -> Option<String> {
    let open = program.open_orders.iter().filter(|&&(p, _)| may_run(p));
    let places: Vec<String> = open.map(|&(_, s)| program.sources.describe(s)).collect();
    let (named, others) = places.split_at(places.len().min(NAMED_PLACES));
    let others = match others.len() {
        0 => String::new(),
        n => format!(" and {n} more places"),
    };
    (!named.is_empty()).then(|| {
        format!(
            "operands are evaluated from left to right, which C leaves open at {}{others}",
            named.join(", ")
        )
    })
}

/// That nothing but the program changes volatile objects, if it has any.
pub fn volatile_objects(program: &Program) -> Option<String> {
    let is_volatile_load =
        |kind: ExprKind| matches!(kind, ExprKind::Load { access, .. } if access.volatile);
    let mut exprs = (0..program.exprs.len() as u32).map(|i| program.exprs.get(ExprId(i)).kind);
    let mut edges = program.procs.iter().flat_map(|p| &p.edges);
    let found = program.vars.iter().any(|v| v.volatile)
        || exprs.any(is_volatile_load)
        || edges.any(|e| stores_to_volatile(&e.op));
    found.then(|| {
        "a volatile object holds what the program stored last (see --volatile any)".to_owned()
    })
}

fn stores_to_volatile(op: &Op) -> bool {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    };
    matches!(place, Some(Place::Mem { access, .. }) if access.volatile)
}
