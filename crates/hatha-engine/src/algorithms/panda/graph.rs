//! The reachability graph: which ways the walk has found open at each choice.
//!
//! **Invariant.** A node stands for one place on one or several traces: a location that has
//! several edges and was reached after a number of steps in which the trace
//! depended on an input. Its edges are exactly those that some trace has taken there;
//! whatever else leaves the location is a cut, which the checker has to find
//! infeasible.

use hatha_cfa::{EdgeId, LocId, ProcId, VarId};
use hatha_proof::unrolled::{Choice, Cut, Unrolled, Way};
use hatha_proof::{FormatError, Node, TermWriter};
use hatha_term::{TermId, TermPool};
use std::collections::BTreeSet;

/// Behind a cut rather than behind an edge.
const BEHIND_CUT: u32 = u32::MAX;

/// Where a trace stands in the graph: behind an edge of a node or a cut, or at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position(Option<(u32, u32)>);

/// A place where a trace has several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Steps taken before it.
    pub step: u64,
    /// The procedure.
    pub proc: ProcId,
    /// The location.
    pub location: LocId,
}

/// The graph.
#[derive(Debug, Default)]
pub(super) struct Graph {
    unrolled: Unrolled,
    /// The facts of cuts, by the number of the node.
    facts: Vec<(u32, Vec<TermId>)>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Parts,
    Cut,
    Covered,
}

fn kind(choice: &Choice) -> Kind {
    match (&choice.cut, choice.covered) {
        (Some(_), _) => Kind::Cut,
        (None, Some(_)) => Kind::Covered,
        (None, None) => Kind::Parts,
    }
}

impl Graph {
    /// Notes that a trace takes an edge; gives where it stands then.
    pub(super) fn take(&mut self, from: Position, at: Place, edge: EdgeId) -> Position {
        let node = self.child(from, at, Kind::Parts);
        let ways = &mut self.unrolled.choices[node as usize].ways;
        let known = ways.iter().position(|w| w.edge == edge.0);
        let way = known.unwrap_or_else(|| {
            ways.push(Way {
                edge: edge.0,
                next: None,
            });
            ways.len() - 1
        });
        Position(Some((node, way as u32)))
    }

    /// The node at a place behind a position. Traces that differ inside an edge only (in the
    /// value of an address, say) may come to different places next: each has a node.
    fn child(&mut self, from: Position, at: Place, wanted: Kind) -> u32 {
        let mut last = None;
        let mut next = self.first(from);
        while let Some(n) = next {
            let choice = &self.unrolled.choices[n as usize];
            let place = (choice.step, choice.procedure, choice.location);
            if place == (at.step, at.proc.0, at.location.0) && kind(choice) == wanted {
                return n;
            }
            last = Some(n);
            next = choice.or;
        }
        let new = self.unrolled.choices.len() as u32;
        self.unrolled.choices.push(Choice {
            step: at.step,
            procedure: at.proc.0,
            location: at.location.0,
            ..Choice::default()
        });
        match (last, from.0) {
            (Some(last), _) => self.unrolled.choices[last as usize].or = Some(new),
            (None, Some((node, BEHIND_CUT))) => {
                if let Some(cut) = &mut self.unrolled.choices[node as usize].cut {
                    cut.next = Some(new);
                }
            }
            (None, Some((node, way))) => {
                self.unrolled.choices[node as usize].ways[way as usize].next = Some(new);
            }
            (None, None) => self.unrolled.first = Some(new),
        }
        new
    }

    fn first(&self, from: Position) -> Option<u32> {
        match from.0 {
            Some((node, BEHIND_CUT)) => {
                let choice = &self.unrolled.choices[node as usize];
                choice.cut.as_ref().and_then(|cut| cut.next)
            }
            Some((node, way)) => self.unrolled.choices[node as usize].ways[way as usize].next,
            None => self.unrolled.first,
        }
    }

    /// Something is forgotten of a trace; gives the number of the node and where the trace
    /// stands then.
    pub(super) fn cut(
        &mut self,
        from: Position,
        at: Place,
        forget: &BTreeSet<VarId>,
        facts: &[TermId],
    ) -> (u32, Position) {
        let node = self.child(from, at, Kind::Cut);
        let choice = &mut self.unrolled.choices[node as usize];
        if choice.cut.is_none() {
            choice.cut = Some(Cut {
                forget: forget.iter().map(|v| v.0).collect(),
                ..Cut::default()
            });
            self.facts.push((node, facts.to_vec()));
        }
        (node, Position(Some((node, BEHIND_CUT))))
    }

    /// A trace has reached a state that an earlier cut covers.
    pub(super) fn cover(&mut self, from: Position, at: Place, cut: u32) {
        let node = self.child(from, at, Kind::Covered);
        self.unrolled.choices[node as usize].covered = Some(cut);
    }

    /// The graph as a proof has it, with its terms.
    pub(super) fn write(mut self, pool: &TermPool) -> Result<(Unrolled, Vec<Node>), FormatError> {
        let mut writer = TermWriter::new();
        for (node, facts) in self.facts {
            let numbers: Result<Vec<u32>, _> = facts.iter().map(|&f| writer.add(pool, f)).collect();
            if let Some(cut) = &mut self.unrolled.choices[node as usize].cut {
                cut.facts = numbers?;
            }
        }
        Ok((self.unrolled, writer.finish()))
    }
}
