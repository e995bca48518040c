//! Locations and edges of the product.

use super::{Key, Product, State, Wait};
use hatha_cfa::program::{Edge, LocId, Location, Op, StmtId, Storage};
use hatha_cfa::source::Span;

impl Product<'_> {
    pub(super) fn place(&mut self, mut key: Key) -> LocId {
        // Where an instance that has ended was does not matter.
        for (i, state) in key.states.iter().enumerate() {
            if *state != State::Running {
                key.at[i] = self.moves.bodies[i].entry;
                key.waits[i] = Wait::Nothing;
            }
        }
        self.skip(&mut key);
        if let Some(&known) = self.places.get(&key) {
            return known;
        }
        let i = key.turn.unwrap_or(0);
        let span = self.moves.bodies[i].location(key.at[i]).span;
        let new = self.push(span);
        self.places.insert(key.clone(), new);
        self.work.push_back(key);
        new
    }

    /// Goes on where nothing happens: the instance in the middle of its step takes edges that do
    /// nothing and are the only ones.
    fn skip(&self, key: &mut Key) {
        let Some(i) = key.turn.filter(|i| key.waits[*i] == Wait::Nothing) else {
            return;
        };
        let body = &self.moves.bodies[i];
        // A loop of such edges ends after as many steps as there are edges.
        for _ in 0..body.edges.len() {
            match body.out_edges(key.at[i]) {
                [only] if body.edge(*only).op == Op::Skip => key.at[i] = body.edge(*only).to,
                _ => return,
            }
        }
    }

    pub(super) fn push(&mut self, span: Span) -> LocId {
        self.body.add_location(Location {
            stmt: StmtId(0),
            span,
            label: None,
            loop_head: false,
        })
    }

    pub(super) fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) {
        self.body.add_edge(Edge { from, to, op, span });
    }

    /// An edge to a new location.
    pub(super) fn then(&mut self, from: LocId, op: Op, span: Span) -> LocId {
        let to = self.push(span);
        self.edge(from, to, op, span);
        to
    }

    /// What comes here is not modelled.
    pub(super) fn unsupported(&mut self, key: &Key, why: &str) {
        let from = self.places[key];
        let span = self.body.location(from).span;
        self.unsupported_at(from, why, span);
    }

    pub(super) fn unsupported_at(&mut self, from: LocId, why: &str, span: Span) {
        let dead = self.dead;
        self.edge(from, dead, Op::Unsupported(why.to_owned()), span);
    }

    /// The end of an instance: its locals end, and whoever waits for it can go on.
    pub(super) fn end(&mut self, key: &Key, i: usize, from: LocId, span: Span) {
        let mut at = from;
        for v in self.moves.bodies[i].locals.clone() {
            if self.program.var(v).storage == Storage::Memory {
                at = self.then(at, Op::Dead(v), span);
            }
        }
        let mut next = key.clone();
        next.states[i] = State::Done;
        next.turn = None;
        next.depth = 0;
        next.distinguished = false;
        let to = self.place(next);
        self.edge(at, to, Op::Skip, span);
    }
}
