//! The flow chart of a unit: nodes as its user sees them.
//!
//! **Invariant.** A node is a statement or a condition without effects, however many
//! locations the automaton has for it. Calls are entered; each call has a copy of the
//! function's nodes. What belongs to a shipped model, a stub or an assumption has no
//! nodes: passing it is part of the step from one node to the next.

use crate::error::UnitError;
use crate::processes::Stand;
use hatha_cfa::inline::InlineError;
use hatha_cfa::join::{Joined, Keep, join};
use hatha_cfa::{
    Callee, EdgeId, ExprId, ExprKind, LocId, Op, Place, ProcId, Procedure, Program, Span, StmtId,
    VarId,
};
use hatha_index::{IndexSlice, IndexVec, index_type};
use std::collections::{BTreeMap, BTreeSet};

index_type! {
    /// A node of the chart.
    pub struct NodeId
}

index_type! {
    /// A statement of the program before its calls were expanded; its copies share it.
    pub struct PointId
}

/// What is known of a point.
#[derive(Clone, Debug)]
pub struct Point {
    /// The function.
    pub proc: ProcId,
    /// Where it starts in the function's automaton.
    pub loc: LocId,
    /// Where it stands.
    pub span: Span,
    /// Its C labels.
    pub labels: Vec<String>,
    /// Whether it is the end of the entry function.
    pub is_exit: bool,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it is entered.
    pub loc: LocId,
    /// What it is a copy of.
    pub point: PointId,
    /// Where each process is; one for a unit without processes.
    pub at: Vec<Option<PointId>>,
    /// The process that has just come here, if there are several.
    pub mover: Option<usize>,
    /// The conditions of the user's that mean something here, by their numbers.
    pub conditions: BTreeMap<u32, ExprId>,
}

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// The program with all calls expanded.
    pub joined: Joined,
    /// The points.
    pub points: IndexVec<PointId, Point>,
    nodes: IndexVec<NodeId, Node>,
    /// The node that is entered at a location.
    entered: IndexVec<LocId, Option<NodeId>>,
    /// The nodes that a unit may start with.
    pub initial: Vec<NodeId>,
    /// Where each node may lead.
    pub next: IndexVec<NodeId, Vec<NodeId>>,
    /// The processes, if there are several.
    pub processes: Vec<String>,
    /// The variables of each that mean nothing where it enters a node.
    pub temporaries: Vec<Vec<VarId>>,
}

/// Processes that have been put together.
pub(crate) struct Joining<'a> {
    pub program: &'a Program,
    pub entry: ProcId,
    pub points: IndexVec<PointId, Point>,
    pub at: BTreeMap<LocId, Stand>,
    pub names: Vec<String>,
    pub temporaries: Vec<Vec<VarId>>,
}

/// The largest automaton that is searched.
const EDGE_LIMIT: usize = 100_000;

/// Files whose text is no part of what the user sees.
const HIDDEN: [&str; 2] = ["--assume", "--stub"];

impl Chart {
    /// The chart of a function, or why there is none.
    pub fn new(program: &Program, entry: ProcId) -> Result<Chart, UnitError> {
        let mut marked = program.clone();
        let points = mark(&mut marked, entry);
        let joined = join(&marked, entry, true, Keep::Recursive, EDGE_LIMIT);
        let joined = joined.map_err(|e| reason(e, program))?;
        if let Some(c) = joined.components.first() {
            let name = program.proc(c.proc).name.clone();
            return Err(UnitError::Recursive(name));
        }
        let mut chart = Chart {
            points,
            nodes: IndexVec::new(),
            entered: IndexVec::new(),
            initial: Vec::new(),
            next: IndexVec::new(),
            processes: Vec::new(),
            temporaries: Vec::new(),
            joined,
        };
        chart.find_nodes();
        chart.link();
        Ok(chart)
    }

    /// The chart of processes.
    pub(crate) fn of_processes(joining: Joining<'_>) -> Result<Chart, UnitError> {
        let Joining { program, entry, .. } = joining;
        let joined = join(program, entry, true, Keep::Recursive, 2 * EDGE_LIMIT);
        let joined = joined.map_err(|e| reason(e, program))?;
        let count = joined.program.proc(entry).locations.len();
        let mut chart = Chart {
            points: joining.points,
            nodes: IndexVec::new(),
            entered: vec![None; count].into(),
            initial: Vec::new(),
            next: IndexVec::new(),
            processes: joining.names,
            temporaries: joining.temporaries,
            joined,
        };
        for (loc, stand) in joining.at {
            let moved = stand.points[stand.mover.unwrap_or(0)];
            let point = moved.ok_or(UnitError::Nowhere)?;
            let node = chart.nodes.push_and_get_key(Node {
                loc,
                point,
                at: stand.points,
                mover: stand.mover,
                conditions: stand.conditions,
            });
            chart.entered[loc] = Some(node);
        }
        chart.link();
        Ok(chart)
    }

    /// The procedure that holds everything.
    pub fn body(&self) -> &Procedure {
        self.joined.program.proc(self.joined.entry)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter_enumerated()
    }

    /// The point of a node.
    pub fn point(&self, id: NodeId) -> &Point {
        &self.points[self.node(id).point]
    }

    /// The node that is entered at a location.
    pub(crate) fn entered_at(&self, loc: LocId) -> Option<NodeId> {
        self.entered.get(loc).copied().flatten()
    }

    fn find_nodes(&mut self) {
        let body = self.joined.program.proc(self.joined.entry).clone();
        let mut entered: IndexVec<LocId, _> = vec![false; body.locations.len()].into();
        entered[body.entry] = true;
        for edge in &body.edges {
            let (from, to) = (body.location(edge.from).stmt, body.location(edge.to).stmt);
            if point_of(from) != point_of(to) {
                entered[edge.to] = true;
            }
        }
        let mut conditions: BTreeMap<LocId, BTreeMap<u32, ExprId>> = BTreeMap::new();
        for &(loc, number, expr) in &body.view.conditions {
            let here = conditions.entry(loc).or_default();
            here.entry(number).or_insert(expr);
        }
        for (loc, location) in body.locations.iter_enumerated() {
            let point = point_of(location.stmt).filter(|_| is_start(location.stmt));
            let node = point.filter(|_| entered[loc]).map(|point| {
                let conditions = conditions.remove(&loc).unwrap_or_default();
                self.nodes.push_and_get_key(Node {
                    loc,
                    point,
                    at: vec![Some(point)],
                    mover: None,
                    conditions,
                })
            });
            self.entered.push(node);
        }
    }

    fn link(&mut self) {
        let entry = self.body().entry;
        self.initial = match self.entered_at(entry) {
            Some(first) => vec![first],
            None => self.reached(entry).0,
        };
        let all: Vec<LocId> = self.nodes.iter().map(|n| n.loc).collect();
        self.next = all.iter().map(|loc| self.reached(*loc).0).collect();
    }

    /// The nodes that are entered next after a location, in order, and the edges on the way.
    pub fn reached(&self, from: LocId) -> (Vec<NodeId>, Vec<EdgeId>) {
        let body = self.body();
        let (mut found, mut edges) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for &e in body.out_edges(at) {
                edges.push(e);
                let edge = body.edge(e);
                match self.entered_at(edge.to) {
                    _ if ends(&edge.op) => {}
                    Some(node) if !found.contains(&node) => found.push(node),
                    None if seen.insert(edge.to) => work.push(edge.to),
                    _ => {}
                }
            }
        }
        (found, edges)
    }

    /// What stands at a node: the part of it on its first line.
    pub fn text(&self, program: &Program, id: NodeId) -> String {
        self.point_text(program, self.node(id).point)
    }

    /// What stands at a point: the part of it on its first line.
    pub fn point_text(&self, program: &Program, id: PointId) -> String {
        let span = self.points[id].span;
        let line = program.sources.line(span.file, span.line).unwrap_or("");
        let file = program.sources.file(span.file);
        let line = match file {
            Some(f) if f.name.ends_with(".i") => line.to_owned(),
            _ => collapsed(line),
        };
        let start = (span.col as usize).saturating_sub(1);
        let end = if span.end_line == span.line {
            (span.end_col as usize).saturating_sub(1)
        } else {
            line.len()
        };
        line.get(start..end).unwrap_or(&line).trim().to_owned()
    }

    /// How a node is named for people: its label, else its line.
    pub fn name(&self, id: NodeId) -> String {
        let point = self.point(id);
        let name = match point.labels.first() {
            _ if point.is_exit => "exit".to_owned(),
            Some(label) => label.clone(),
            None => format!("{}:{}", point.span.line, point.span.col),
        };
        match self.node(id).mover {
            _ if self.processes.is_empty() => name,
            Some(p) => format!("{}:{name}", self.processes[p]),
            None => "start".to_owned(),
        }
    }
}

/// A line as a preprocessor leaves it, whose columns spans have: blanks and comments are one blank,
/// only the indentation stays. (A macro is expanded there; then the text is a guess.)
fn collapsed(line: &str) -> String {
    let body = line.trim_start();
    let mut out = line[..line.len() - body.len()].to_owned();
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let comment = rest.starts_with("/*").then(|| rest.find("*/")).flatten();
        let skipped = match comment {
            _ if rest.starts_with("//") => rest.len(),
            Some(end) => end + 2,
            None if c.is_whitespace() => c.len_utf8(),
            None => 0,
        };
        if skipped == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if !out.ends_with(char::is_whitespace) {
            out.push(' ');
        }
        rest = &rest[skipped..];
    }
    out
}

/// Whether an execution ends with an edge.
pub fn ends(op: &Op) -> bool {
    use hatha_cfa::Builtin;
    let exits = |b: &Builtin| *b == Builtin::Exit;
    match op {
        Op::Fail(_) | Op::Unsupported(_) => true,
        Op::Builtin { builtin, .. } => exits(builtin),
        _ => false,
    }
}

fn reason(error: InlineError, program: &Program) -> UnitError {
    match error {
        InlineError::Recursive(f) => UnitError::Recursive(f),
        InlineError::TooLarge(n) => UnitError::TooLarge(n),
        InlineError::Mismatch(function, span) => UnitError::Mismatch {
            place: program.sources.describe(span),
            function,
        },
    }
}

// ---- marks that survive the expansion of calls ----

/// A location that no node belongs to.
const HIDDEN_STMT: StmtId = StmtId(0);

fn stmt(point: PointId, start: bool) -> StmtId {
    StmtId((point.0 + 1) * 2 + u32::from(start))
}

pub(crate) fn point_of(stmt: StmtId) -> Option<PointId> {
    (stmt.0 / 2).checked_sub(1).map(PointId)
}

fn is_start(stmt: StmtId) -> bool {
    stmt.0 % 2 == 1
}

/// Whether a node starts at a location of a procedure whose calls are expanded.
pub(crate) fn starts_at(proc: &Procedure, loc: LocId) -> bool {
    let stmt = proc.location(loc).stmt;
    let other = |e: &&hatha_cfa::Edge| {
        let from = proc.location(e.from).stmt;
        e.to == loc && (point_of(from) != point_of(stmt) || e.from == loc)
    };
    is_start(stmt) && (proc.edges.iter().any(|e| other(&e)) || loc == proc.entry)
}

/// A point for the end of a process, with the mark of its location.
pub(crate) fn exit_mark(points: &mut IndexVec<PointId, Point>, proc: ProcId, span: Span) -> StmtId {
    let exit = points.push_and_get_key(Point {
        proc,
        loc: LocId(1),
        span,
        labels: Vec::new(),
        is_exit: true,
    });
    stmt(exit, true)
}

/// The points of all procedures, none of them the unit's own.
pub(crate) fn mark_points(program: &mut Program) -> IndexVec<PointId, Point> {
    mark(program, ProcId(u32::MAX))
}

/// Gives every statement a number of its own, in all procedures, with a mark where it starts.
fn mark(program: &mut Program, entry: ProcId) -> IndexVec<PointId, Point> {
    let mut points = IndexVec::new();
    let hidden: BTreeSet<_> = program
        .sources
        .files()
        .filter(|(_, f)| HIDDEN.contains(&f.name.as_str()))
        .map(|(id, _)| id)
        .collect();
    for id in program.procs.keys() {
        let before = assuming(program, program.proc(id));
        let proc = &mut program.procs[id];
        // What is assumed has no nodes, whatever its statements look like.
        if proc.model || proc.name.starts_with(ASSUMING) {
            proc.locations.iter_mut().for_each(|l| l.stmt = HIDDEN_STMT);
        } else if proc.defined {
            let is_hidden = |span: Span| span.is_some() && hidden.contains(&span.file);
            let unseen = |l: LocId, span: Span| before.contains(&l) || is_hidden(span);
            mark_procedure(proc, id, id == entry, &unseen, &mut points);
        }
    }
    points
}

/// The functions that hold what is assumed are named with this, and the variable that remembers
/// that it has been.
const ASSUMING: &str = "__hatha_entry_assume__";
const ASSUMED: &str = "$assumed";

/// The locations before a procedure's own, where what is assumed of its start is tested.
fn assuming(program: &Program, proc: &Procedure) -> BTreeSet<LocId> {
    let remembers = |v: &hatha_cfa::VarId| program.var(*v).name == ASSUMED;
    let reads = |e: ExprId| {
        let children = program.exprs.children(e);
        let kinds = children.map(|c| program.exprs.get(c).kind);
        kinds
            .into_iter()
            .any(|k| matches!(k, ExprKind::Var(v) if remembers(&v)))
    };
    let belongs = |op: &Op| match op {
        Op::Call {
            callee: Callee::Direct(p),
            ..
        } => program.proc(*p).name.starts_with(ASSUMING),
        Op::Assign {
            place: Place::Slot(v),
            ..
        } => remembers(v),
        Op::Assume { cond, .. } => reads(*cond),
        _ => false,
    };
    let edges = proc.edges.iter().filter(|e| belongs(&e.op));
    edges.map(|e| e.from).collect()
}

/// Whether nothing happens at a statement that a person would call a step.
fn only_declares(proc: &Procedure, groups: &IndexSlice<LocId, StmtId>, group: StmtId) -> bool {
    let own = |e: &&hatha_cfa::Edge| groups[e.from] == group;
    let mut edges = proc.edges.iter().filter(own).peekable();
    edges.peek().is_some() && edges.all(|e| matches!(e.op, Op::Declare(_) | Op::Dead(_)))
}

/// Which statement, as a person sees it, each location belongs to.
fn statement_groups(
    proc: &Procedure,
    is_hidden: &dyn Fn(LocId, Span) -> bool,
) -> IndexVec<LocId, StmtId> {
    let whole: BTreeMap<StmtId, StmtId> = proc.view.parts.iter().copied().collect();
    let group = |(id, l): (LocId, &hatha_cfa::Location)| {
        // What is tested before the start has the place of the first statement, but is none of it.
        if is_hidden(id, l.span) {
            return StmtId(u32::MAX);
        }
        *whole.get(&l.stmt).unwrap_or(&l.stmt)
    };
    proc.locations.iter_enumerated().map(group).collect()
}

/// The locations at which a statement is entered, and those with labels.
fn statement_starts(proc: &Procedure, groups: &IndexSlice<LocId, StmtId>) -> BTreeSet<LocId> {
    let mut starts: BTreeSet<LocId> = proc.view.labels.iter().map(|(l, _)| *l).collect();
    starts.insert(proc.entry);
    let entering = proc.edges.iter().filter(|e| groups[e.from] != groups[e.to]);
    starts.extend(entering.map(|e| e.to));
    starts
}

/// Whether the entry is no place for a person: where a loop starts the function, an empty edge
/// leads into it.
fn is_entry_hidden(proc: &Procedure) -> bool {
    let out = proc.out_edges(proc.entry);
    let only_skips = !out.is_empty() && out.iter().all(|e| proc.edge(*e).op == Op::Skip);
    only_skips && !proc.view.labels.iter().any(|(l, _)| *l == proc.entry)
}

fn mark_procedure(
    proc: &mut Procedure,
    id: ProcId,
    is_entry: bool,
    is_hidden: &dyn Fn(LocId, Span) -> bool,
    points: &mut IndexVec<PointId, Point>,
) {
    let groups = statement_groups(proc, is_hidden);
    let starts = statement_starts(proc, &groups);
    let entry_hidden = is_entry_hidden(proc);
    let mut numbers: BTreeMap<StmtId, PointId> = BTreeMap::new();
    let mut marks: IndexVec<LocId, _> = IndexVec::with_capacity(proc.locations.len());
    for (loc, location) in proc.locations.iter_enumerated() {
        let is_exit = loc == proc.exit;
        let labelled = proc.view.labels.iter().any(|(l, _)| *l == loc);
        let idle = !labelled && only_declares(proc, &groups, groups[loc]);
        let unseen = (is_hidden(loc, location.span) || idle) && !is_exit;
        if unseen || (loc == proc.entry && entry_hidden) || (is_exit && !is_entry) {
            marks.push(HIDDEN_STMT);
            continue;
        }
        let fresh = points.next_key();
        let number = if is_exit {
            fresh
        } else {
            *numbers.entry(groups[loc]).or_insert(fresh)
        };
        if number == fresh {
            points.push(Point {
                proc: id,
                loc,
                span: location.span,
                labels: Vec::new(),
                is_exit,
            });
        }
        let starts_here = is_exit || starts.contains(&loc);
        if starts_here && !is_exit {
            points[number].loc = loc;
            points[number].span = location.span;
        }
        marks.push(stmt(number, starts_here));
    }
    for (loc, label) in &proc.view.labels {
        if let Some(point) = point_of(marks[*loc]) {
            points[point].labels.push(label.clone());
        }
    }
    for (location, mark) in proc.locations.iter_mut().zip(marks) {
        location.stmt = mark;
    }
}

#[cfg(test)]
mod tests {
    use super::collapsed;

    #[test]
    fn lines_have_the_columns_of_preprocessed_text() {
        assert_eq!(collapsed("    x  =\t1; // one"), "    x = 1; ");
        assert_eq!(collapsed("l4:     y = z;"), "l4: y = z;");
        assert_eq!(collapsed("a /* b */ = c; /* open"), "a = c; /* open");
    }
}
