//! Was anything at stake in a proof?
//!
//! A property whose guard no execution reaches holds for want of an execution:
//! the proof is right and says nothing. The question is put to the same engine,
//! about a program that fails where the guards were.
//!
//! **Invariant.** *Vacuous* is claimed only if the flow chart alone shows it, or
//! with a proof that the guards cannot be reached, certified if the verdict is.
//! Doubt means *not vacuous*.

use super::near::Near;
use super::property::Property;
use super::{InternalError, Options, certify_plainly, engine, environment};
use hatha_cfa::{Callee, Edge, EdgeId, FailKind, LocId, Location, Op, ProcId, Program};
use hatha_engine::Dash;
use hatha_engine::Reuse;
use hatha_engine::Target;
use hatha_engine::{FailingTest, Finding, Task};
use hatha_exec::config::Externals;
use hatha_exec::fault::FaultKind;
use hatha_smt::Budget;
use std::time::{Duration, Instant};

/// The name of the failure that stands where guards were.
pub(super) const REACHED: &str = "__hatha_guard_reached";
/// The longest that the question may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// Above this many properties they are asked about together only.
const SINGLY: usize = 16;

/// Why nothing was at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// The program contains no check.
    NothingToCheck,
    /// The flow chart leads to no check.
    Disconnected,
    /// No execution satisfies what `--assume` says.
    Contradiction,
    /// No execution gets to a check.
    Unreached,
}

impl Vacuity {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Vacuity::NothingToCheck => "the program contains no check",
            Vacuity::Disconnected => "no path of the flow chart leads to a check",
            Vacuity::Contradiction => "no execution satisfies the assumptions",
            Vacuity::Unreached => "no execution gets to a check",
        }
    }
}

/// What asking showed.
#[derive(Debug, Default)]
pub struct Asked {
    /// Set if nothing was at stake.
    pub vacuity: Option<Vacuity>,
    /// A test that ran into a fault on the way.
    pub faulted: Option<Box<FailingTest>>,
    /// Defects of hatha that were met.
    pub defects: Vec<InternalError>,
}

/// Decides for a proved program which properties were never at stake, and whether none was.
pub fn decide(
    program: &Program,
    entry: ProcId,
    options: &Options,
    properties: &mut [Property],
    deadline: Instant,
) -> Asked {
    let mut probe = Probe {
        program,
        entry,
        options,
        deadline: deadline.min(Instant::now() + PATIENCE),
        asked: Asked::default(),
    };
    probe.asked.vacuity = probe.decide(properties);
    probe.asked
}

impl Probe<'_> {
    fn decide(&mut self, properties: &mut [Property]) -> Option<Vacuity> {
        for p in properties.iter_mut() {
            p.vacuous = !p.connected;
        }
        if properties.is_empty() {
            return Some(Vacuity::NothingToCheck);
        }
        if properties.iter().all(|p| !p.connected) {
            return Some(Vacuity::Disconnected);
        }
        let program = self.program;
        let connected: Vec<&Property> = properties.iter().filter(|p| p.connected).collect();
        if self.is_unreachable(&guards(program, &connected)) {
            for p in properties.iter_mut() {
                p.vacuous = true;
            }
            return Some(self.why());
        }
        if (2..=SINGLY).contains(&connected.len()) {
            for p in properties.iter_mut().filter(|p| p.connected) {
                p.vacuous = self.is_unreachable(&guards(program, &[p]));
            }
        }
        None
    }
}

fn guards(program: &Program, properties: &[&Property]) -> Vec<(ProcId, LocId)> {
    let of = |p: &&Property| {
        let found = p.guards(program.proc(p.proc));
        found.into_iter().map(|l| (p.proc, l)).collect::<Vec<_>>()
    };
    properties.iter().flat_map(of).collect()
}

struct Probe<'a> {
    program: &'a Program,
    entry: ProcId,
    options: &'a Options,
    deadline: Instant,
    asked: Asked,
}

impl Probe<'_> {
    /// Whether no execution comes to any of the locations, for certain.
    fn is_unreachable(&mut self, locations: &[(ProcId, LocId)]) -> bool {
        let mut changed = self.program.clone();
        for &(proc, location) in locations {
            fail_at(&mut changed, proc, location);
        }
        let budget = Budget {
            deadline: Some(self.deadline),
            referee: self.options.referee.clone(),
            ..Budget::unlimited()
        };
        let near = self.options.near.as_deref();
        let task = Task {
            program: &changed,
            entry: self.entry,
            config: self.options.config.clone(),
            havoc_globals: self.options.config.externals != Externals::Pure,
            seed: self.options.seed,
            budget: budget.clone(),
            test_steps: self.options.test_steps,
            target: Target {
                function: Some(REACHED.to_owned()),
            },
            refinement: self.options.refinement,
            calls: self.options.calls,
            generalise: self.options.generalise,
            objects_by_name: true,
            // Tests of a program that differs a little often come to the same checks.
            seed_tests: near.map_or_else(Vec::new, Near::inputs),
            reuse: Reuse::default(),
            observer: &(),
            exchange: None,
            matching: false,
        };
        let search = engine::search(&Dash::default(), &task);
        // Up to the places that are asked about the program is the one that was given: a fault
        // on the way there is one of its own.
        let is_own = |t: &FailingTest| !is_reached(&t.fault.kind);
        if let Some(test) = search.faulted.filter(|t| is_own(t)) {
            self.asked.faulted.get_or_insert(test);
        }
        match search.finding {
            Finding::Proof(proof) if self.options.certify => {
                let assumed = environment(&self.options.config, Some(REACHED));
                certify_plainly(&changed, &proof, assumed, &budget).is_ok()
            }
            Finding::Proof(_) => true,
            Finding::Internal(why) => {
                self.asked.defects.push(InternalError(why));
                false
            }
            Finding::Test(_) | Finding::Unknown(_) => false,
        }
    }

    /// Why no execution gets to a check.
    fn why(&mut self) -> Vacuity {
        match self.after_assumptions() {
            Some(start) if self.is_unreachable(&[(self.entry, start)]) => Vacuity::Contradiction,
            _ => Vacuity::Unreached,
        }
    }

    /// Where the entry goes on when its assumptions hold.
    fn after_assumptions(&self) -> Option<LocId> {
        let calls = |op: &Op| match op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => self
                .program
                .proc(*p)
                .name
                .starts_with(hatha_front::assume::PREFIX),
            _ => false,
        };
        let edges = &self.program.proc(self.entry).edges;
        edges.iter().find(|e| calls(&e.op)).map(|e| e.to)
    }
}

/// Whether a fault is that a place was reached which is asked about.
fn is_reached(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::Stated(FailKind::ReachError(name)) if name == REACHED)
}

/// Whoever comes to the location fails; the location itself is left to nobody.
fn fail_at(program: &mut Program, proc: ProcId, location: LocId) {
    let proc = &mut program.procs[proc.0 as usize];
    let fresh = Location {
        label: None,
        loop_head: false,
        ..proc.location(location).clone()
    };
    let failing = LocId(proc.locations.len() as u32);
    let end = LocId(failing.0 + 1);
    for edge in proc.edges.iter_mut().filter(|e| e.to == location) {
        edge.to = failing;
    }
    if proc.entry == location {
        proc.entry = failing;
    }
    let span = fresh.span;
    proc.locations.extend([fresh.clone(), fresh]);
    proc.out.push(vec![EdgeId(proc.edges.len() as u32)]);
    proc.out.push(Vec::new());
    proc.edges.push(Edge {
        from: failing,
        to: end,
        op: Op::Fail(FailKind::ReachError(REACHED.to_owned())),
        span,
    });
}
