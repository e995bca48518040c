//! Builds one procedure's automaton location by location.
//!
//! **Invariant.** Edges are appended, never removed, so edge ids handed out stay
//! valid. Locations are provisional until [`CfaBuilder::finish`]: two locations
//! that [`CfaBuilder::join`] made one get one id there, and a location that no
//! edge touches (the place after a jump) disappears. Joining instead of adding
//! empty edges keeps an automaton as small as the program it stands for. Use it
//! from a front end; nothing else creates automata.

use crate::expr::ExprId;
use crate::program::{Edge, EdgeId, LocId, Location, Op, Procedure, StmtId, UserView};
use crate::source::Span;
use hatha_index::{IndexSlice, IndexVec};
use std::cell::Cell;
use std::collections::BTreeSet;

/// The automaton under construction, with a current location.
#[derive(Debug)]
pub struct CfaBuilder {
    locations: IndexVec<LocId, Location>,
    edges: IndexVec<EdgeId, Edge>,
    out: IndexVec<LocId, Vec<EdgeId>>,
    /// Edges that lead to a location, by its representative.
    incoming: IndexVec<LocId, u32>,
    /// Locations whose incoming edges may still be to come.
    expected: IndexVec<LocId, bool>,
    /// The location that one has been joined to; itself if none.
    joined: IndexVec<LocId, Cell<LocId>>,
    entry: LocId,
    exit: LocId,
    predicates: Vec<(LocId, ExprId)>,
    view: UserView,
    current: LocId,
    stmt: StmtId,
    span: Span,
}

impl CfaBuilder {
    /// A fresh automaton: an entry, which is current, and an exit.
    pub fn new(span: Span) -> Self {
        let mut b = CfaBuilder {
            locations: IndexVec::new(),
            edges: IndexVec::new(),
            out: IndexVec::new(),
            incoming: IndexVec::new(),
            expected: IndexVec::new(),
            joined: IndexVec::new(),
            entry: LocId(0),
            exit: LocId(1),
            predicates: Vec::new(),
            view: UserView::default(),
            current: LocId(0),
            stmt: StmtId(0),
            span,
        };
        b.new_loc();
        b.new_loc();
        b
    }

    /// Starts the next statement or condition, as the user sees it: locations made from now on belong to it.
    pub fn start_stmt(&mut self, span: Span) {
        self.stmt = StmtId(self.stmt.0 + 1);
        self.span = span;
        let at = self.resolve(self.current);
        let here = &mut self.locations[at];
        here.stmt = self.stmt;
        here.span = span;
    }

    /// A new location of the current statement.
    pub fn new_loc(&mut self) -> LocId {
        let id = self.locations.push_and_get_key(Location {
            stmt: self.stmt,
            span: self.span,
            label: None,
            loop_head: false,
        });
        self.out.push(Vec::new());
        self.incoming.push(0);
        self.expected.push(false);
        self.joined.push(Cell::new(id));
        id
    }

    /// The location that the next edge leaves from.
    pub fn current(&self) -> LocId {
        self.current
    }

    /// Goes on from another location.
    pub fn set_current(&mut self, loc: LocId) {
        self.current = loc;
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The exit location.
    pub fn exit(&self) -> LocId {
        self.exit
    }

    /// The entry location.
    pub fn entry(&self) -> LocId {
        self.entry
    }

    /// An edge between two locations.
    pub fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) -> EdgeId {
        let (from, to) = (self.resolve(from), self.resolve(to));
        self.incoming[to] += 1;
        let id = self.edges.push_and_get_key(Edge { from, to, op, span });
        self.out[from].push(id);
        id
    }

    /// An edge from the current location to a new one, which becomes current.
    pub fn step(&mut self, op: Op, span: Span) -> EdgeId {
        let to = self.new_loc();
        let id = self.edge(self.current, to, op, span);
        self.current = to;
        id
    }

    /// An edge from the current location to a given one; the current location becomes a
    /// fresh one without incoming edges (code after a jump).
    pub fn jump(&mut self, to: LocId, op: Op, span: Span) -> EdgeId {
        let id = self.edge(self.current, to, op, span);
        self.current = self.new_loc();
        id
    }

    /// Control goes on from the current location to another without doing anything: the two
    /// become one. An empty edge is added only where the location would be joined to itself (an
    /// empty endless loop) or already has edges. The current location becomes a fresh one, as
    /// after a jump.
    pub fn join(&mut self, to: LocId, span: Span) {
        let (from, to) = (self.resolve(self.current), self.resolve(to));
        let free = self.out[from].is_empty() && from != self.exit;
        if from == to || !free {
            self.edge(from, to, Op::Skip, span);
        } else {
            self.joined[from].set(to);
            self.incoming[to] += self.incoming[from];
            self.expected[to] |= self.expected[from];
            let label = self.locations[from].label.take();
            let target = &mut self.locations[to];
            target.label = target.label.take().or(label);
        }
        self.current = self.new_loc();
    }

    /// Whether an edge leads to the current location or may come to do so, or it is the entry.
    pub fn is_reached(&self) -> bool {
        let here = self.resolve(self.current);
        here == self.resolve(self.entry) || self.incoming[here] > 0 || self.expected[here]
    }

    /// Edges to a location (a label, a `case`) are still to come.
    pub fn expect_edges(&mut self, loc: LocId) {
        let loc = self.resolve(loc);
        self.expected[loc] = true;
    }

    /// The location that stands for one after all joins so far.
    fn resolve(&self, mut loc: LocId) -> LocId {
        loop {
            let link = &self.joined[loc];
            let next = self.joined[link.get()].get();
            if next == link.get() {
                return next;
            }
            // Shortens the way for the next time: long rows of empty statements make long chains.
            link.set(next);
            loc = next;
        }
    }

    /// Marks a loop head. [`CfaBuilder::finish`] finds those of cycles by itself.
    pub fn mark_loop_head(&mut self, loc: LocId) {
        let loc = self.resolve(loc);
        self.locations[loc].loop_head = true;
    }

    /// Names a location.
    pub fn set_label(&mut self, loc: LocId, label: &str) {
        let loc = self.resolve(loc);
        self.locations[loc].label = Some(label.to_owned());
        self.view.labels.push((loc, label.to_owned()));
    }

    /// The statement or condition that was started last.
    pub fn last_stmt(&self) -> StmtId {
        self.stmt
    }

    /// What was started after `before` is one condition without an effect.
    pub fn note_parts(&mut self, before: StmtId) {
        let first = before.0 + 1;
        let parts = (first + 1..=self.stmt.0).map(|part| (StmtId(part), StmtId(first)));
        self.view.parts.extend(parts);
    }

    /// How many provisional locations there are.
    pub fn location_count(&self) -> u32 {
        self.locations.len() as u32
    }

    /// Notes what a condition of the user's is in the scope of a location; what is noted first counts.
    pub fn note_condition(&mut self, loc: LocId, number: u32, condition: ExprId) {
        self.view.conditions.push((loc, number, condition));
    }

    /// Notes a condition at a location; see [`Procedure::predicates`].
    pub fn note_predicate(&mut self, loc: LocId, predicate: ExprId) {
        self.predicates.push((loc, predicate));
    }

    /// Puts the automaton into a procedure; targets of back edges become loop heads.
    pub fn finish(mut self, proc: &mut Procedure) {
        self.separate_entry();
        let numbers = self.number_locations();
        let new_id = |loc: LocId| numbers[loc];
        for edge in &mut self.edges {
            // The target may have been joined to another location since the edge was added.
            edge.from = new_id(edge.from);
            edge.to = new_id(edge.to);
        }
        let kept = |l: LocId| self.joined[l].get() == l && numbers[l] != NO_LOCATION;
        proc.entry = new_id(self.entry);
        proc.exit = new_id(self.exit);
        let noted = self.predicates.iter().map(|&(l, p)| (new_id(l), p));
        proc.predicates = noted.filter(|(l, _)| *l != NO_LOCATION).collect();
        proc.view = renumbered(std::mem::take(&mut self.view), &numbers);
        let locations = self.locations.into_iter_enumerated().zip(self.out);
        (proc.locations, proc.out) = locations
            .filter(|((loc, _), _)| kept(*loc))
            .map(|((_, location), out)| (location, out))
            .unzip();
        proc.edges = self.edges;
        proc.defined = true;
        mark_loop_heads(proc);
    }

    /// No edge leads back to the entry: where a loop starts the function, an empty edge leads into it.
    fn separate_entry(&mut self) {
        let (entry, first) = (self.entry, self.resolve(self.entry));
        // A caller that made edges to the entry itself keeps them.
        if self.incoming[first] == 0 || first == entry {
            return;
        }
        self.joined[entry].set(entry);
        let span = self.locations[entry].span;
        self.edge(entry, first, Op::Skip, span);
    }

    /// The final id of each location; [`NO_LOCATION`] for those that no edge touches.
    fn number_locations(&mut self) -> IndexVec<LocId, LocId> {
        let mut numbers: IndexVec<LocId, _> = vec![NO_LOCATION; self.locations.len()].into();
        let mut next = 0;
        for (loc, number) in numbers.iter_mut_enumerated() {
            let used = self.incoming[loc] > 0 || !self.out[loc].is_empty();
            let kept = used || loc == self.resolve(self.entry) || loc == self.exit;
            if self.joined[loc].get() == loc && kept {
                *number = LocId(next);
                next += 1;
            }
        }
        for loc in self.locations.keys() {
            self.joined[loc].set(self.resolve(loc));
        }
        let number = |root: &Cell<LocId>| numbers[root.get()];
        self.joined.iter().map(number).collect()
    }
}

/// A view over final locations; of several forms of one condition at a location the first counts.
fn renumbered(mut view: UserView, numbers: &IndexSlice<LocId, LocId>) -> UserView {
    let new = |loc: LocId| numbers[loc];
    view.labels.iter_mut().for_each(|l| l.0 = new(l.0));
    let labels = std::mem::take(&mut view.labels).into_iter();
    let (kept, dropped): (Vec<_>, Vec<_>) = labels.partition(|l| l.0 != NO_LOCATION);
    view.labels = kept;
    let dropped = dropped.into_iter().map(|l| l.1);
    view.unreachable_labels.extend(dropped);
    view.conditions.iter_mut().for_each(|c| c.0 = new(c.0));
    let mut seen = BTreeSet::new();
    view.conditions
        .retain(|c| c.0 != NO_LOCATION && seen.insert((c.0, c.1)));
    view
}

/// No location of a finished automaton.
const NO_LOCATION: LocId = LocId(u32::MAX);

/// Marks the targets of retreating edges of a depth-first search, so that every cycle has a mark.
pub fn mark_loop_heads(proc: &mut Procedure) {
    let mut state: IndexVec<LocId, _> = vec![Visit::New; proc.locations.len()].into();
    visit(proc, &mut state, proc.entry);
    for loc in proc.locations.keys() {
        // Code that nothing leads to can still have loops.
        visit(proc, &mut state, loc);
    }
}

/// Where a depth-first search stands with a location.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

/// The search from one location, with a stack of its own: automata can be deep.
fn visit(proc: &mut Procedure, state: &mut IndexSlice<LocId, Visit>, start: LocId) {
    if state[start] != Visit::New {
        return;
    }
    state[start] = Visit::Open;
    let mut stack = vec![(start, 0)];
    while let Some((loc, next)) = stack.last_mut() {
        let here = *loc;
        let Some(edge) = proc.out[here].get(*next).copied() else {
            state[here] = Visit::Done;
            stack.pop();
            continue;
        };
        *next += 1;
        let to = proc.edges[edge].to;
        match state[to] {
            Visit::Open => proc.locations[to].loop_head = true,
            Visit::Done => {}
            Visit::New => {
                state[to] = Visit::Open;
                stack.push((to, 0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::TypeId;

    fn procedure(b: CfaBuilder) -> Procedure {
        let mut p = Procedure::declared("f", TypeId(0), Span::NONE);
        b.finish(&mut p);
        p
    }

    fn unsupported(text: &str) -> Op {
        Op::Unsupported(text.to_owned())
    }

    #[test]
    fn joined_locations_are_one() {
        let mut b = CfaBuilder::new(Span::NONE);
        let end = b.new_loc();
        b.step(unsupported("a"), Span::NONE);
        b.join(end, Span::NONE);
        b.set_current(end);
        b.jump(b.exit(), unsupported("b"), Span::NONE);
        let p = procedure(b);
        assert_eq!(p.edges.len(), 2);
        assert_eq!(p.locations.len(), 3);
        assert_eq!(p.edges[EdgeId(0)].to, p.edges[EdgeId(1)].from);
        assert!(p.locations.iter().all(|l| !l.loop_head));
    }

    #[test]
    fn the_entry_is_never_led_back_to() {
        let mut b = CfaBuilder::new(Span::NONE);
        let head = b.new_loc();
        b.join(head, Span::NONE);
        b.set_current(head);
        b.jump(head, unsupported("round"), Span::NONE);
        let p = procedure(b);
        assert_eq!(p.edges.len(), 2);
        assert!(p.edges.iter().all(|e| e.to != p.entry));
        assert!(p.location(p.edges[EdgeId(0)].to).loop_head);
    }

    #[test]
    fn a_function_that_starts_without_a_loop_has_no_empty_edge() {
        let mut b = CfaBuilder::new(Span::NONE);
        let body = b.new_loc();
        b.join(body, Span::NONE);
        b.set_current(body);
        b.jump(b.exit(), unsupported("a"), Span::NONE);
        let p = procedure(b);
        assert_eq!(p.edges.len(), 1);
        assert_eq!(p.edges[EdgeId(0)].from, p.entry);
    }

    #[test]
    fn an_empty_endless_loop_keeps_its_edge() {
        let mut b = CfaBuilder::new(Span::NONE);
        let (x, y) = (b.new_loc(), b.new_loc());
        b.join(x, Span::NONE);
        b.set_current(x);
        b.join(y, Span::NONE);
        b.set_current(y);
        b.join(x, Span::NONE);
        let p = procedure(b);
        assert_eq!(p.edges.len(), 2);
        assert_eq!(p.edges[EdgeId(0)].from, p.edges[EdgeId(0)].to);
        assert!(p.location(p.edges[EdgeId(0)].to).loop_head);
        assert_eq!(
            (p.edges[EdgeId(1)].from, p.edges[EdgeId(1)].to),
            (p.entry, p.edges[EdgeId(0)].to)
        );
    }
}
