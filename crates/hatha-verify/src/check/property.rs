//! The checks that a program contains: one for each assertion and each call of
//! an error function.
//!
//! **Invariant.** The id of a property names its function and its ordinal among
//! the properties of that function, never a line, so that it survives edits
//! elsewhere.

use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::reach::reachable_edges;
use hatha_cfa::{Edge, EdgeId, FailKind, LocId, Op, ProcId, Procedure, Program, Span, StmtId};
use hatha_engine::Target;
use hatha_exec::fault::{Fault, FaultKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The functions whose calls are failures even if they have a body, which is never run then.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What is known about one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It cannot fail.
    Proved,
    /// A test makes it fail.
    Violated,
    /// Neither is known.
    Unknown,
}

/// A place where the program may say that it has failed.
#[derive(Clone, Debug)]
pub struct Property {
    /// Function and ordinal.
    pub id: String,
    /// What fails there.
    pub kind: FailKind,
    /// The procedure.
    pub proc: ProcId,
    /// The failing edge.
    pub edge: EdgeId,
    /// Where it stands.
    pub span: Span,
    /// Whether the flow chart leads there from the entry at all.
    pub connected: bool,
    /// What is known.
    pub status: Status,
    /// Proved, and known to be vacuous.
    pub vacuous: bool,
    /// Why the program accepts that it may fail, if it does.
    pub accepted: Option<String>,
}

/// The properties that a question is about, in the order of the program.
pub fn properties(program: &Program, entry: ProcId, target: &Target) -> Vec<Property> {
    let reached = reachable_by_pointers(program, entry);
    let own = |p: &Procedure| p.defined && !ERROR_FUNCTIONS.contains(&p.name.as_str());
    let mut all = Vec::new();
    for (id, proc) in program.procs().filter(|(_, p)| own(p)) {
        if proc.model && !reached.contains(&id) {
            continue;
        }
        let edges: BTreeSet<EdgeId> = reachable_edges(proc).into_iter().collect();
        let mut failing: Vec<(EdgeId, &FailKind, Span)> = failures(proc, target).collect();
        failing.sort_by_key(|(edge, _, span)| (span.line, span.col, *edge));
        let mut ordinals: BTreeMap<&str, u32> = BTreeMap::new();
        for (edge, kind, span) in failing {
            // Operations of a function that nobody calls are no news; what it asserts may be.
            if matches!(kind, FailKind::Check(_)) && !reached.contains(&id) {
                continue;
            }
            let kind_name = match kind {
                FailKind::Check(kind) => kind.name(),
                _ => "",
            };
            let ordinal = ordinals.entry(kind_name).or_default();
            *ordinal += 1;
            all.push(Property {
                id: match kind_name {
                    "" => format!("{}#{ordinal}", proc.name),
                    name => format!("{}#{name}-{ordinal}", proc.name),
                },
                kind: kind.clone(),
                proc: id,
                edge,
                span,
                connected: reached.contains(&id) && edges.contains(&edge),
                status: Status::Unknown,
                vacuous: false,
                accepted: None,
            });
        }
    }
    all
}

fn failures<'p>(
    proc: &'p Procedure,
    target: &Target,
) -> impl Iterator<Item = (EdgeId, &'p FailKind, Span)> {
    proc.edges().filter_map(|(id, edge)| match &edge.op {
        // What a model states is no failure of the user's; what it computes with their values is.
        Op::Fail(kind) if proc.model && !matches!(kind, FailKind::Check(_)) => None,
        Op::Fail(kind) if target.includes(kind) => Some((id, kind, edge.span)),
        _ => None,
    })
}

impl Property {
    /// Whether a fault is a failure of this property.
    pub(crate) fn is_failed_by(&self, fault: &Fault) -> bool {
        let is_kind = match self.kind {
            FailKind::Check(kind) => fault.kind.checked() == Some(kind),
            _ => fault.kind == FaultKind::Stated(self.kind.clone()),
        };
        fault.span == self.span && is_kind
    }

    /// Whether its failing edge is this one; several operations of one statement may have checks.
    pub(super) fn is_at(&self, failed: Option<(ProcId, EdgeId)>) -> bool {
        let is_check = matches!(self.kind, FailKind::Check(_));
        !is_check || failed.is_none_or(|f| f == (self.proc, self.edge))
    }

    /// A name for its kind.
    pub fn kind_name(&self) -> &'static str {
        FaultKind::Stated(self.kind.clone()).name()
    }

    /// The locations where it is decided whether the property fails, all parts of the deciding
    /// condition among them; the start of its procedure if nothing in there decides it.
    pub fn guards(&self, decisions: &Decisions<'_>) -> BTreeSet<LocId> {
        decisions.with_whole_conditions(self.last_decisions(decisions))
    }

    fn last_decisions(&self, decisions: &Decisions<'_>) -> BTreeSet<LocId> {
        let proc = decisions.proc;
        let mut guards = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut work = vec![proc.edge(self.edge).from];
        while let Some(location) = work.pop() {
            if !seen.insert(location) {
                continue;
            }
            if location == proc.entry {
                guards.insert(location);
            }
            for edge in decisions.entering(location) {
                match edge.op {
                    Op::Assume { .. } => {
                        guards.insert(edge.from);
                    }
                    _ => work.push(edge.from),
                }
            }
        }
        guards
    }
}

/// Where a procedure decides: its edges by where they lead to, and the parts of its conditions.
pub struct Decisions<'a> {
    proc: &'a Procedure,
    entering: BTreeMap<LocId, Vec<EdgeId>>,
    first: BTreeMap<StmtId, StmtId>,
}

impl<'a> Decisions<'a> {
    /// Of a procedure.
    pub fn of(proc: &'a Procedure) -> Decisions<'a> {
        let mut entering: BTreeMap<LocId, Vec<EdgeId>> = BTreeMap::new();
        for (id, edge) in proc.edges() {
            entering.entry(edge.to).or_default().push(id);
        }
        Decisions {
            proc,
            entering,
            first: proc.view.parts.iter().copied().collect(),
        }
    }

    fn entering(&self, location: LocId) -> impl Iterator<Item = &'a Edge> {
        let edges = self.entering.get(&location).into_iter().flatten();
        edges.map(|&e| self.proc.edge(e))
    }

    fn condition(&self, location: LocId) -> StmtId {
        let stmt = self.proc.locations[location].stmt;
        self.first.get(&stmt).copied().unwrap_or(stmt)
    }

    /// Some decisions and the parts that are tested before them in the same conditions: an execution
    /// that leaves `a || b` after `a` has decided it too.
    fn with_whole_conditions(&self, mut decisions: BTreeSet<LocId>) -> BTreeSet<LocId> {
        let mut work: Vec<LocId> = decisions.iter().copied().collect();
        while let Some(location) = work.pop() {
            let tests = |e: &&Edge| matches!(e.op, Op::Assume { .. });
            for edge in self.entering(location).filter(tests) {
                let same = self.condition(edge.from) == self.condition(location);
                if same && decisions.insert(edge.from) {
                    work.push(edge.from);
                }
            }
        }
        decisions
    }
}
