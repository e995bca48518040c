//! Checks before operations that can fault, as part of a question.
//!
//! **Invariant.** The program of a question with checks is the one that has them; what a verdict
//! is about is the program as it was loaded. *Violated* is a fault of that one, seen in a run in
//! which arithmetic of the selected kinds stops; *proved* rests on a proof and on the checker's own
//! demands about what has to be checked.

use super::question::Options;
use super::trace;
use super::{Cause, Verdict};
use crate::replay::{Replayed, replay_on_other_version};
use hatha_cfa::{CheckKind, EdgeId, ExprKind, FailKind, IntKind, Op, ProcId, Program, checks};
use hatha_exec::fault::{Fault, FaultKind, Stop};
use hatha_exec::num::Rules;
use hatha_proof::input::InputVector;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the checks of a program were put into.
#[derive(Debug)]
pub struct Checks {
    /// The program as it was loaded.
    pub source: Arc<Program>,
    /// The faults that are asked about.
    pub kinds: BTreeSet<CheckKind>,
    /// The failing edges of the program with checks that are assumed not to be reached.
    pub assumed: BTreeSet<(ProcId, EdgeId)>,
}

impl Checks {
    /// A program with checks of some kinds; without kinds it stays as it is.
    pub fn insert(program: Program, kinds: BTreeSet<CheckKind>) -> (Program, Option<Arc<Checks>>) {
        if kinds.is_empty() {
            return (program, None);
        }
        let checked = checks::insert(&program, &kinds);
        let checks = Checks {
            source: Arc::new(program),
            kinds,
            assumed: BTreeSet::new(),
        };
        (checked, Some(Arc::new(checks)))
    }

    /// Whether blocks of the heap are asked about as a whole.
    pub(crate) fn ask_about_blocks(&self) -> bool {
        CheckKind::BLOCKS.iter().any(|k| self.kinds.contains(k))
    }

    /// Whether blocks are asked about, and some failures are assumed not to happen.
    pub(super) fn assumes_no_loss(&self) -> bool {
        self.kinds.contains(&CheckKind::Leak) && !self.assumed.is_empty()
    }

    /// Whether a fault of the program as it was loaded is a failure that a question asks about.
    fn asks_about(&self, options: &Options, fault: &FaultKind) -> bool {
        match fault.checked() {
            Some(kind) if self.kinds.contains(&kind) => true,
            _ => options.asks_about(fault),
        }
    }

    /// The verdict on a test that fails in the program with checks: what it does in the program as
    /// it was loaded. That may ask for more values, since it does not stop at the check: these are
    /// zero, and part of the test from then on.
    pub(super) fn violated(
        &self,
        options: &Options,
        (checked, entry): (&Program, ProcId),
        (failed, fault): (&Replayed, &Fault),
    ) -> Verdict {
        let (source, config) = (&self.source, &options.config);
        let rules = rules(&self.kinds);
        let again = replay_on_other_version(source, entry, config, &failed.vector, rules);
        let Ok(again) = again else {
            return self.unseen(fault);
        };
        match again.stop.clone() {
            Stop::Fault(seen) if self.asks_about(options, &seen.kind) => {
                let failed = match blamed(checked, fault, &seen) {
                    None if !self.assumed.is_empty() => return self.unseen(fault),
                    failed => failed,
                };
                Verdict::Violated {
                    trace: trace::trace(source, entry, config, &again.vector, (again.steps, rules)),
                    test: Box::new(self.named_in(again.vector)),
                    fault: Box::new(seen),
                    failed,
                }
            }
            Stop::Fault(other) => Verdict::Unknown(Cause::OtherFault {
                kind: other.kind,
                place: source.sources.describe(other.span),
            }),
            _ => self.unseen(fault),
        }
    }

    /// A test that says which faults stop it, so that it can be replayed without being told.
    pub(crate) fn named_in(&self, test: InputVector) -> InputVector {
        let checks = self.kinds.iter().map(|k| k.name().to_owned()).collect();
        InputVector { checks, ..test }
    }

    /// A check failed, but the program does not reach the fault with the same values: a check
    /// reads its operands before the operation does, and values that were never written are drawn
    /// in another order then.
    fn unseen(&self, fault: &Fault) -> Verdict {
        let place = self.source.sources.describe(fault.span);
        let why = format!(
            "a check of {} at {place} fails, but a run of the program does not show the fault",
            fault.kind
        );
        Verdict::Unknown(Cause::Engine(why))
    }
}

/// The failing edge of the program with checks that a fault of the loaded program belongs to. Some
/// checks are stricter than faults: the program may go on behind one that fails, and run into
/// another fault. Then that one is blamed, if it is told apart from others by kind and place, and is
/// not assumed already.
fn blamed(checked: &Program, failed: &Fault, seen: &Fault) -> Option<(ProcId, EdgeId)> {
    let FaultKind::Stated(FailKind::Check(kind)) = failed.kind else {
        return failed_edge(failed);
    };
    if seen.kind.checked() == Some(kind) {
        return failed_edge(failed);
    }
    let fails = |op: &Op| match (op, &seen.kind) {
        (Op::Fail(FailKind::Check(k)), fault) => fault.checked() == Some(*k),
        (Op::Fail(stated), FaultKind::Stated(other)) => stated == other,
        _ => false,
    };
    let mut found = checked.procs().flat_map(|(id, proc)| {
        let edges = proc.edges.iter_enumerated();
        let alike = edges.filter(|(_, e)| fails(&e.op) && e.span == seen.span);
        alike.map(move |(edge, _)| (id, edge))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The edge that states a failure.
pub(super) fn failed_edge(fault: &Fault) -> Option<(ProcId, EdgeId)> {
    let innermost = fault.stack.first()?;
    Some((innermost.proc, innermost.edge?))
}

/// The program in which nothing comes behind some failing edges, and they do not fail.
pub(crate) fn assume(program: &Program, failing: &BTreeSet<(ProcId, EdgeId)>) -> Program {
    let mut changed = program.clone();
    let int = changed.types.int(IntKind::Int);
    let cond = changed.exprs.add(ExprKind::Int(0), int);
    for &(proc, edge) in failing {
        let edge = &mut changed.procs[proc].edges[edge];
        edge.op = Op::Assume { cond, taken: true };
    }
    changed
}

/// The arithmetic in which faults of some kinds stop a run; others have the machine's meaning.
pub fn rules(kinds: &BTreeSet<CheckKind>) -> Rules {
    Rules {
        wrap: !kinds.contains(&CheckKind::SignedOverflow),
        mask_shifts: !kinds.contains(&CheckKind::ShiftOutOfRange),
        convert_any: !kinds.contains(&CheckKind::FloatConversion),
        wrap_unsigned: !kinds.contains(&CheckKind::Wrap),
        lose_values: !kinds.contains(&CheckKind::Conversion),
        draw_unwritten: !kinds.contains(&CheckKind::Uninitialised),
        lose_blocks: !kinds.contains(&CheckKind::Leak),
        leave_blocks: !kinds.contains(&CheckKind::Cleanup),
        leave_blocks_failing: !kinds.contains(&CheckKind::CleanupOnFailure),
        leave_objects: !kinds.contains(&CheckKind::Pointer),
        leave_members: !kinds.contains(&CheckKind::Member),
        make_nans: !kinds.contains(&CheckKind::Nan),
        make_infinities: !kinds.contains(&CheckKind::Infinity),
        round_conversions: !kinds.contains(&CheckKind::InexactConversion),
        take_nulls: !kinds.contains(&CheckKind::BadArgument),
    }
}
