//! The reachability graph: which ways the walk has found open at each choice.
//!
//! **Invariant.** A node stands for one place on one or several traces: a location that has
//! several edges and was reached after a number of steps in which the trace
//! depended on an input. Its edges are exactly those that some trace has taken there;
//! whatever else leaves the location is a cut, which the checker has to find
//! infeasible.

use hatha_cfa::{EdgeId, LocId, ProcId};
use hatha_proof::unrolled::{Choice, Unrolled, Way};

/// Where a trace stands in the graph: behind an edge of a node, or at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position(Option<(u32, u32)>);

/// A place where a trace has several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Steps taken before it.
    pub step: u64,
    /// The procedure.
    pub proc: ProcId,
    /// The location.
    pub location: LocId,
}

/// The graph.
#[derive(Debug, Default)]
pub struct Graph {
    unrolled: Unrolled,
}

impl Graph {

    /// Notes that a trace takes an edge; gives where it stands then.
    pub fn take(&mut self, from: Position, at: Place, edge: EdgeId) -> Position {
        let node = self.child(from, at);
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
    fn child(&mut self, from: Position, at: Place) -> u32 {
        let mut last = None;
        let mut next = self.first(from);
        while let Some(n) = next {
            let choice = &self.unrolled.choices[n as usize];
            let place = (choice.step, choice.procedure, choice.location);
            if place == (at.step, at.proc.0, at.location.0) {
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
            ways: Vec::new(),
            or: None,
        });
        match (last, from.0) {
            (Some(last), _) => self.unrolled.choices[last as usize].or = Some(new),
            (None, Some((node, way))) => {
                self.unrolled.choices[node as usize].ways[way as usize].next = Some(new);
            }
            (None, None) => self.unrolled.first = Some(new),
        }
        new
    }

    fn first(&self, from: Position) -> Option<u32> {
        match from.0 {
            Some((node, way)) => self.unrolled.choices[node as usize].ways[way as usize].next,
            None => self.unrolled.first,
        }
    }

    /// The graph as a proof has it.
    pub fn into_unrolled(self) -> Unrolled {
        self.unrolled
    }
}
