//! The tree of the paths that tests have taken.
//!
//! **Invariant.** A point is a prefix of constraints; its outcomes are what a
//! run that has satisfied the prefix can do next, and they exclude each other.
//! Two runs with the same prefix meet the same decision, so a run that does
//! something else at a known point, or goes where a solver has refuted it, is a
//! defect of hatha and is reported as one.

use super::run::Trace;
use hatha_cfa::{EdgeId, ProcId};
use hatha_exec::code::SwitchCode;
use hatha_exec::concolic::{Constraint, Site};
use hatha_exec::image::Image;
use hatha_index::{IndexVec, index_type};
use hatha_term::{TermId, TermPool};

index_type! {
    /// A point of the tree.
    pub(super) struct PointId
}

index_type! {
    /// A test, in order of its run.
    pub(super) struct TestId
}

/// A test that contradicts what is known of paths: a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Contradiction {
    #[error("a test takes a path that a solver has refuted")]
    Refuted,
    #[error("a test ends where another one goes on")]
    Ends,
    #[error("a test with the same prefix decides something else")]
    Decides,
}

/// What is known of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// No test has gone there.
    Open,
    /// A test has.
    Taken(PointId),
    /// No test can.
    Infeasible,
    /// The solver could not tell.
    Unknown,
    /// An assumption fails there: no execution.
    Void,
}

/// What a run can do at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// Holds exactly for the runs that do it; `None` for "some other value than the outcomes before".
    pub term: Option<TermId>,
    /// The edge that it takes, where that is known.
    pub target: Option<(ProcId, EdgeId)>,
    /// What is known of it.
    pub status: Status,
}

#[derive(Clone, Debug)]
struct Point {
    /// The point before and the outcome that leads here.
    parent: Option<(PointId, u32)>,
    depth: u32,
    /// The first test that came by and had room to decide.
    test: TestId,
    /// Inputs taken before the decision.
    inputs: u32,
    outcomes: Vec<Outcome>,
}

/// An outcome of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The point.
    pub point: PointId,
    /// The number of the outcome.
    pub outcome: u32,
}

/// An outcome that a new test made known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The outcome.
    pub way: Way,
    /// Where it leads, if that is known.
    pub target: Option<(ProcId, EdgeId)>,
    /// Whether it is another value of something that was needed concretely.
    pub pinned: bool,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Tree {
    points: IndexVec<PointId, Point>,
}

impl Tree {
    /// With no test in it.
    pub(super) fn new() -> Self {
        Tree {
            points: IndexVec::new(),
        }
    }

    /// How many points there are.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    fn point(&self, id: PointId) -> &Point {
        &self.points[id]
    }

    /// An outcome.
    pub(super) fn outcome(&self, way: Way) -> Outcome {
        self.point(way.point).outcomes[way.outcome as usize]
    }

    /// Notes what is known of an outcome.
    pub(super) fn set_status(&mut self, way: Way, status: Status) {
        self.points[way.point].outcomes[way.outcome as usize].status = status;
    }

    /// A test that passes a point.
    pub(super) fn test_at(&self, point: PointId) -> TestId {
        self.point(point).test
    }

    /// How many inputs a run has taken when it decides at a point.
    pub(super) fn inputs_at(&self, point: PointId) -> usize {
        self.point(point).inputs as usize
    }

    /// How many constraints lead to a point.
    pub(super) fn depth(&self, point: PointId) -> usize {
        self.point(point).depth as usize
    }

    /// Whether something can be done at a point that no test did.
    pub(super) fn has_open(&self) -> bool {
        let open = |o: &Outcome| matches!(o.status, Status::Open | Status::Unknown);
        self.points.iter().any(|p| p.outcomes.iter().any(open))
    }

    /// The constraints that lead to a point, from the root; each with whether it pins a value.
    pub(super) fn prefix(&self, point: PointId) -> Vec<(TermId, bool)> {
        let mut terms = Vec::with_capacity(self.point(point).depth as usize);
        let mut at = self.point(point);
        while let Some((parent, outcome)) = at.parent {
            at = self.point(parent);
            let pinned = at.outcomes.first().is_some_and(|o| o.term.is_none());
            terms.extend(at.outcomes[outcome as usize].term.map(|t| (t, pinned)));
        }
        terms.reverse();
        terms
    }

    /// What makes a run take an outcome of a point, once it is there.
    pub(super) fn goal(&self, pool: &mut TermPool, way: Way) -> TermId {
        let outcomes = &self.point(way.point).outcomes;
        match outcomes[way.outcome as usize].term {
            Some(term) => term,
            None => {
                let others: Vec<TermId> = outcomes.iter().filter_map(|o| o.term).collect();
                let other: Vec<TermId> = others.into_iter().map(|t| pool.not(t)).collect();
                pool.and_all(&other)
            }
        }
    }

    /// Adds the path of a test; gives the open outcomes beside the new part of its path, from
    /// the first to the last.
    pub(super) fn insert(
        &mut self,
        pool: &mut TermPool,
        image: &Image<'_>,
        test: TestId,
        trace: &Trace,
    ) -> Result<Vec<Candidate>, Contradiction> {
        let first = self.points.len() as u32;
        let mut at = match self.points.is_empty() {
            true => self.add(None, 0, test),
            false => PointId(0),
        };
        let mut candidates = Vec::new();
        for (i, constraint) in trace.path.iter().enumerate() {
            let blocked = trace.end.is_blocked() && i + 1 == trace.path.len();
            if self.point(at).outcomes.is_empty() {
                self.points[at].test = test;
            }
            let way = self.decide(pool, image, at, constraint, blocked)?;
            let next = match self.outcome(way).status {
                Status::Taken(next) => next,
                Status::Infeasible => {
                    return Err(Contradiction::Refuted);
                }
                Status::Open | Status::Unknown | Status::Void => {
                    let depth = self.point(at).depth + 1;
                    let next = self.add(Some((way.point, way.outcome)), depth, test);
                    self.set_status(way, Status::Taken(next));
                    next
                }
            };
            if next.0 >= first {
                self.collect(way, &mut candidates);
            }
            at = next;
        }
        let ended = trace.end.is_final() && !self.point(at).outcomes.is_empty();
        if ended {
            return Err(Contradiction::Ends);
        }
        Ok(candidates)
    }

    fn add(&mut self, parent: Option<(PointId, u32)>, depth: u32, test: TestId) -> PointId {
        self.points.push_and_get_key(Point {
            parent,
            depth,
            test,
            inputs: 0,
            outcomes: Vec::new(),
        })
    }

    /// The open outcomes beside the one taken.
    fn collect(&self, taken: Way, candidates: &mut Vec<Candidate>) {
        let point = self.point(taken.point);
        let pinned = point.outcomes.first().is_some_and(|o| o.term.is_none());
        for (i, outcome) in point.outcomes.iter().enumerate() {
            if outcome.status == Status::Open {
                candidates.push(Candidate {
                    way: Way {
                        point: taken.point,
                        outcome: i as u32,
                    },
                    target: outcome.target,
                    pinned,
                });
            }
        }
    }

    /// The outcome of a point that a run has taken; the point's outcomes are set at its first visit.
    fn decide(
        &mut self,
        pool: &mut TermPool,
        image: &Image<'_>,
        at: PointId,
        constraint: &Constraint,
        blocked: bool,
    ) -> Result<Way, Contradiction> {
        if self.point(at).outcomes.is_empty() {
            let mut outcomes = outcomes(pool, image, constraint);
            if is_assumption(constraint) && !blocked {
                outcomes[1].status = Status::Void;
            }
            self.points[at].outcomes = outcomes;
            self.points[at].inputs = constraint.inputs;
        }
        let point = &mut self.points[at];
        let mine = |o: &Outcome| o.term == Some(constraint.term);
        let outcome = match point.outcomes.iter().position(mine) {
            Some(i) => i,
            // Another value of something pinned.
            None if point.outcomes[0].term.is_none() && constraint.site == Site::Value => {
                point.outcomes.push(Outcome {
                    term: Some(constraint.term),
                    target: None,
                    status: Status::Open,
                });
                point.outcomes[0].status = Status::Open;
                point.outcomes.len() - 1
            }
            None => return Err(Contradiction::Decides),
        };
        Ok(Way {
            point: at,
            outcome: outcome as u32,
        })
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

fn is_assumption(constraint: &Constraint) -> bool {
    matches!(constraint.site, Site::Branch { at, .. } if at.required)
}

/// Everything that can happen where a constraint was recorded.
fn outcomes(pool: &mut TermPool, image: &Image<'_>, constraint: &Constraint) -> Vec<Outcome> {
    let open = |term, target| Outcome {
        term: Some(term),
        target,
        status: Status::Open,
    };
    match constraint.site {
        Site::Type => vec![open(constraint.term, None)],
        Site::Value => vec![
            Outcome {
                term: None,
                target: None,
                status: Status::Open,
            },
            open(constraint.term, None),
        ],
        Site::Operation => {
            let not = pool.not(constraint.term);
            vec![open(constraint.term, None), open(not, None)]
        }
        Site::Branch { at, holds } => {
            let edge = |e: Option<EdgeId>| e.map(|e| (at.proc, e));
            let (mine, other) = if holds {
                (at.yes, at.no)
            } else {
                (at.no, at.yes)
            };
            let not = pool.not(constraint.term);
            vec![open(constraint.term, edge(mine)), open(not, edge(other))]
        }
        Site::Switch {
            proc, first, value, ..
        } => match table(image, proc, first) {
            Some(table) => cases(pool, proc, table, value),
            None => vec![open(constraint.term, None)],
        },
    }
}

fn table<'i>(image: &'i Image<'_>, proc: ProcId, first: EdgeId) -> Option<&'i SwitchCode> {
    let tables = &image.code(proc).switches;
    tables.iter().find(|t| t.cases[0].edge == first)
}

fn cases(pool: &mut TermPool, proc: ProcId, table: &SwitchCode, value: TermId) -> Vec<Outcome> {
    let width = pool.width(value);
    let differences = table.differences(pool, value);
    let mut outcomes = vec![Outcome {
        term: Some(pool.and_all(&differences)),
        target: None,
        status: Status::Open,
    }];
    for (i, case) in table.cases.iter().enumerate() {
        // Of two comparisons with one constant only the first is ever taken.
        if table.find.get(&case.value) == Some(&(i as u32)) {
            let constant = pool.bv_const(width, u128::from(case.value));
            outcomes.push(Outcome {
                term: Some(pool.eq(value, constant)),
                target: Some((proc, case.edge)),
                status: Status::Open,
            });
        }
    }
    outcomes
}
