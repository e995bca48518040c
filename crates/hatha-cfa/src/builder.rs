//! Builds one procedure's automaton location by location.
//!
//! **Invariant.** Edges are appended, never removed, so ids handed out stay
//! valid; [`CfaBuilder::finish`] drops nothing. Use it from a front end; nothing
//! else creates automata.

use crate::program::{Edge, EdgeId, LocId, Location, Op, Procedure, StmtId};
use crate::source::Span;

/// The automaton under construction, with a current location.
#[derive(Debug)]
pub struct CfaBuilder {
    locations: Vec<Location>,
    edges: Vec<Edge>,
    out: Vec<Vec<EdgeId>>,
    entry: LocId,
    exit: LocId,
    current: LocId,
    stmt: StmtId,
    span: Span,
}

impl CfaBuilder {
    /// A fresh automaton: an entry, which is current, and an exit.
    pub fn new(span: Span) -> Self {
        let mut b = CfaBuilder {
            locations: Vec::new(),
            edges: Vec::new(),
            out: Vec::new(),
            entry: LocId(0),
            exit: LocId(1),
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
        let here = &mut self.locations[self.current.0 as usize];
        here.stmt = self.stmt;
        here.span = span;
    }

    /// A new location of the current statement.
    pub fn new_loc(&mut self) -> LocId {
        self.locations.push(Location {
            stmt: self.stmt,
            span: self.span,
            label: None,
            loop_head: false,
        });
        self.out.push(Vec::new());
        LocId(self.locations.len() as u32 - 1)
    }

    /// The location that the next edge leaves from.
    pub fn current(&self) -> LocId {
        self.current
    }

    /// Goes on from another location.
    pub fn set_current(&mut self, loc: LocId) {
        self.current = loc;
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
        let id = EdgeId(self.edges.len() as u32);
        self.edges.push(Edge { from, to, op, span });
        self.out[from.0 as usize].push(id);
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

    /// Marks a loop head.
    pub fn mark_loop_head(&mut self, loc: LocId) {
        self.locations[loc.0 as usize].loop_head = true;
    }

    /// Names a location.
    pub fn set_label(&mut self, loc: LocId, label: &str) {
        self.locations[loc.0 as usize].label = Some(label.to_owned());
    }

    /// Puts the automaton into a procedure.
    pub fn finish(self, proc: &mut Procedure) {
        proc.locations = self.locations;
        proc.edges = self.edges;
        proc.out = self.out;
        proc.entry = self.entry;
        proc.exit = self.exit;
        proc.defined = true;
    }
}
