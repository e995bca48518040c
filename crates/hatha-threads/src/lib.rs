//! A program that starts threads becomes one procedure whose executions are their interleavings.
//!
//! **Invariant.** A thread that can be started is an *instance*: a copy of its function with every
//! call expanded. A step of the result is a sequence of private operations of one instance, then
//! one access to memory that another instance may meet, or one operation of synchronisation
//! (`product`). Which instance takes the next step is a choice among edges, and so an input. What is not
//! understood is an [`hatha_cfa::Op::Unsupported`] edge at its place. Memory is sequentially consistent.
//!
//! **Soundness.** This pass says what a program with threads means, as the front end says what C
//! means; it is trusted (`docs/soundness.md`, `docs/threads.md`). Where it leaves an interleaving out,
//! `product` says why. Tests: `tests/cases/check/threads`.

#![warn(unreachable_pub)]

mod ahead;
mod instances;
mod primitive;
mod product;
mod share;
mod split;

use hatha_cfa::program::{Callee, Op, ProcId, Program};
use hatha_cfa::reach::{reachable_procs, runs_exit_handlers};
use primitive::{Primitive, Primitives};

/// The largest instance, in edges.
const INSTANCE: usize = 20_000;
/// The most instances, the entry's among them.
const INSTANCES: usize = 10;
/// How many instances a place in a loop that starts threads has at most.
const LOOPED: usize = 4;
/// The largest product, in edges. What lies behind is not modelled.
const EDGES: usize = 60_000;

/// The program with the threads that `entry` may start put into `entry`; `None` if it starts none.
pub fn interleave(program: &Program, entry: ProcId) -> Option<Program> {
    let primitives = Primitives::of(program);
    let reached = reachable_procs(program, entry);
    let starts = |p: &ProcId| {
        let mut edges = program.proc(*p).edges.iter();
        edges.any(|e| primitives.called(&e.op) == Some(Primitive::Create))
    };
    if !reached.iter().any(starts) {
        return None;
    }
    let well_formed = |out: Program| match hatha_cfa::verify::verify(&out) {
        Ok(()) => Ok(out),
        Err(_) => Err("threads that call functions in ways that do not fit them".to_owned()),
    };
    let mut out = match interleaved(program, entry).and_then(well_formed) {
        Ok(out) => out,
        Err(why) => refused(program, &primitives, &why),
    };
    let own = |p: &ProcId| program.proc(*p).defined;
    out.interleaved = Some(reached.into_iter().filter(own).collect());
    Some(out)
}

fn interleaved(program: &Program, entry: ProcId) -> Result<Program, String> {
    if program.thread_locals {
        return Err("threads in a program with variables of each thread".to_owned());
    }
    if program.atomics {
        return Err("threads in a program with atomic operations".to_owned());
    }
    if runs_exit_handlers(program, entry) {
        return Err("threads in a program that registers exit handlers".to_owned());
    }
    let mut out = hatha_cfa::indirect::resolve(program, entry).unwrap_or_else(|| program.clone());
    primitive::mark_atomic_functions(&mut out);
    let primitives = Primitives::of(&out);
    primitive::keep_results(&mut out, &primitives);
    let mut instances = instances::all(&mut out, entry, &primitives)?;
    instances::handles_as_slots(&mut out, &mut instances, &primitives);
    split::split(&mut out, &instances, &primitives);
    product::build(&mut out, entry, &instances, &primitives);
    // Calls that stay are calls of the procedures as they were.
    for (id, proc) in program.procs().filter(|(id, _)| *id != entry) {
        out.procs[id] = proc.clone();
    }
    Ok(out)
}

/// The program as it was, where starting a thread is not modelled for a reason.
fn refused(program: &Program, primitives: &Primitives, why: &str) -> Program {
    let mut out = program.clone();
    for edge in out.procs.iter_mut().flat_map(|p| p.edges.iter_mut()) {
        if primitives.called(&edge.op) == Some(Primitive::Create) {
            edge.op = Op::Unsupported(why.to_owned());
        }
    }
    out
}

/// The procedure without a body that an operation calls.
fn called(program: &Program, op: &Op) -> Option<ProcId> {
    match op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } if !program.proc(*p).defined => Some(*p),
        _ => None,
    }
}
