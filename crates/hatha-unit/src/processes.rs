//! Several functions as processes over shared globals: one automaton whose executions
//! are their interleavings.
//!
//! **Invariant.** A step of a process makes at most one access to shared memory: an
//! edge that makes more is taken apart, reads from left to right, then the write. At
//! each location of the product one process is chosen and takes one edge. Memory is
//! sequentially consistent, which whoever shows an answer has to say.
//!
//! **Soundness.** A process whose next edges touch nothing shared, in the middle of a
//! node, goes on at once: no other process can tell, and no point is passed. Stubs are
//! atomic by definition.

use crate::chart::{Chart, Joining, Point, PointId, exit_mark, mark_points, point_of, starts_at};
use crate::error::UnitError;
use crate::shared::{Sharing, is_global};
use hatha_cfa::inline::inline;
use hatha_cfa::substitute::{rewritten, rewritten_op};
use hatha_cfa::{
    Arg, Callee, Edge, EdgeId, ExprId, ExprKind, FunctionType, LocId, Location, Op, Place, ProcId,
    Procedure, Program, ReturnValue, Span, Storage, Type, UserView, Var, VarId, VarScope,
};
use hatha_index::IndexVec;
use std::collections::BTreeMap;

/// The largest product that is made.
const EDGES: usize = 60_000;
/// The file that stubs stand in.
const STUB: &str = "--stub";
/// The largest process.
const PROCESS: usize = 10_000;

/// A process: its name, and the function that it runs.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Its function.
    pub proc: ProcId,
}

/// The processes as one procedure.
#[derive(Debug)]
pub struct Composed {
    /// The program with the procedure.
    pub program: Program,
    /// The procedure.
    pub entry: ProcId,
    points: IndexVec<PointId, Point>,
    /// By location of the procedure: which process has just entered a node, and where all are.
    at: BTreeMap<LocId, Stand>,
    names: Vec<String>,
    temporaries: Vec<Vec<VarId>>,
    /// By edge of the procedure: whose step it is.
    movers: IndexVec<EdgeId, Option<usize>>,
    /// Whose a variable is.
    owners: BTreeMap<VarId, usize>,
    /// What they share.
    pub sharing: Sharing,
}

/// Where the processes stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stand {
    /// Who has just entered a node; nobody at the start.
    pub mover: Option<usize>,
    /// The point of each process.
    pub points: Vec<Option<PointId>>,
    /// The conditions of the user's that mean something here.
    pub conditions: BTreeMap<u32, ExprId>,
}

/// A location of the product: where the processes are, the points that they are at, and who has
/// just entered one; or, behind the choice, whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    locs: Vec<LocId>,
    points: Vec<Option<PointId>>,
    mover: Option<usize>,
    turn: Option<usize>,
}

/// Puts processes together; or says why not.
pub fn compose(program: &Program, processes: &[Process]) -> Result<Composed, UnitError> {
    let mut program = program.clone();
    let mut points = mark_points(&mut program);
    let mut bodies = Vec::new();
    for process in processes {
        let id = wrapper(&mut program, process, &mut points);
        program = inline(&program, id, PROCESS).map_err(|e| UnitError::Process {
            name: process.name.clone(),
            why: format!("{e:?}"),
        })?;
        bodies.push(id);
    }
    let sharing = Sharing::new(&program);
    for id in &bodies {
        split_accesses(&mut program, &sharing, *id);
    }
    let is_temporary = |v: &VarId| program.var(*v).name.starts_with('$');
    let temporaries = |b: &ProcId| {
        let locals = program.proc(*b).locals.iter().copied();
        locals.filter(is_temporary).collect()
    };
    let temporaries = bodies.iter().map(temporaries).collect();
    let owned = |(i, b): (usize, &ProcId)| {
        let body = program.proc(*b);
        let all = body.params.iter().chain(&body.locals).copied();
        all.map(|v| (v, i)).collect::<Vec<_>>()
    };
    let owners = bodies.iter().enumerate().flat_map(owned).collect();
    let entry = host(&mut program, &bodies, processes);
    let mut instrumenter = Instrumenter {
        bodies: bodies.iter().map(|b| program.proc(*b).clone()).collect(),
        program: &program,
        sharing: &sharing,
        body: program.proc(entry).clone(),
        places: BTreeMap::new(),
        work: Vec::new(),
        at: BTreeMap::new(),
        movers: IndexVec::new(),
    };
    instrumenter.run()?;
    let Instrumenter {
        body, at, movers, ..
    } = instrumenter;
    program.procs[entry] = body;
    for b in bodies {
        let done = &mut program.procs[b];
        done.defined = false;
        done.params.clear();
        done.locals.clear();
        done.locations.clear();
        done.edges.clear();
        done.out.clear();
        done.view = UserView::default();
    }
    Ok(Composed {
        program,
        entry,
        points,
        at,
        temporaries,
        movers,
        owners,
        sharing,
        names: processes.iter().map(|p| p.name.clone()).collect(),
    })
}

impl Composed {
    /// The process whose step an edge of the procedure is; none where one is chosen, and before
    /// the first nodes.
    pub fn mover(&self, edge: EdgeId) -> Option<usize> {
        self.movers.get(edge).copied().flatten()
    }

    /// The process that a variable belongs to; none if it is shared.
    pub fn owner(&self, var: VarId) -> Option<usize> {
        self.owners.get(&var).copied()
    }

    /// The chart of the processes.
    pub fn chart(&self) -> Result<Chart, UnitError> {
        Chart::of_processes(Joining {
            program: &self.program,
            entry: self.entry,
            points: self.points.clone(),
            at: self.at.clone(),
            names: self.names.clone(),
            temporaries: self.temporaries.clone(),
        })
    }
}

// ---- one process ----

/// A procedure that does nothing but call the function of a process, with any arguments.
fn wrapper(
    program: &mut Program,
    process: &Process,
    points: &mut IndexVec<PointId, Point>,
) -> ProcId {
    let id = program.procs.next_key();
    let original = program.proc(process.proc).clone();
    let mut params = Vec::new();
    for (i, &p) in original.params.iter().enumerate() {
        let name = format!("{}.{}", process.name, program.var(p).name);
        let var = Var {
            name,
            storage: Storage::Slot,
            scope: VarScope::Param(id, i as u32),
            ..program.var(p).clone()
        };
        params.push(program.add_var(var));
    }
    let args = params.iter().map(|v| {
        let ty = program.vars[*v].ty;
        Arg::Scalar(program.exprs.add(ExprKind::Var(*v), ty))
    });
    let call = Op::Call {
        callee: Callee::Direct(process.proc),
        args: args.collect(),
        result: None,
    };
    let span = original.span;
    let exit = exit_mark(points, id, span);
    let location = |stmt| Location {
        stmt,
        span,
        label: None,
        loop_head: false,
    };
    let hidden = hatha_cfa::StmtId(0);
    let edge = |from, to, op| Edge {
        from: LocId(from),
        to: LocId(to),
        op,
        span,
    };
    program.procs.push(Procedure {
        name: process.name.clone(),
        params,
        locals: Vec::new(),
        locations: vec![location(hidden), location(exit), location(hidden)].into(),
        edges: vec![edge(0, 1, call), edge(1, 2, Op::Return(ReturnValue::None))].into(),
        out: vec![vec![EdgeId(0)], vec![EdgeId(1)], Vec::new()].into(),
        entry: LocId(0),
        exit: LocId(2),
        predicates: Vec::new(),
        view: UserView::default(),
        defined: true,
        model: false,
        ..original
    });
    id
}

/// Takes edges apart that access shared memory more than once.
fn split_accesses(program: &mut Program, sharing: &Sharing, id: ProcId) {
    for loc in program.proc(id).locations.keys() {
        let out = program.proc(id).out_edges(loc).to_vec();
        let Some(&first) = out.first() else { continue };
        let op = program.proc(id).edge(first).op.clone();
        let reads = sharing.reads(program, &op);
        let writes = usize::from(sharing.writes(program, &op));
        if reads.len() + writes <= 1 {
            continue;
        }
        // The last read may stay in an edge that writes nothing shared.
        let kept = usize::from(writes == 0);
        let apart = reads[..reads.len() - kept].to_vec();
        read_first(program, id, loc, &out, &apart);
    }
}

/// Reads values into temporaries before the edges of a location.
fn read_first(program: &mut Program, id: ProcId, loc: LocId, out: &[EdgeId], reads: &[ExprId]) {
    let mut map: BTreeMap<ExprId, ExprId> = BTreeMap::new();
    let mut at = loc;
    let span = program.proc(id).edge(out[0]).span;
    let mut chain = Vec::new();
    for &read in reads {
        let ty = program.exprs.get(read).ty;
        let t = program.add_slot(id, "read", ty);
        let value = rewritten(program, read, &map, true);
        chain.push(Op::Assign {
            place: Place::Slot(t),
            value,
        });
        let kept = program.exprs.add(ExprKind::Var(t), ty);
        map.insert(read, kept);
    }
    let moved: Vec<Op> = out
        .iter()
        .map(|e| {
            let op = program.proc(id).edge(*e).op.clone();
            rewritten_op(program, &op, &map)
        })
        .collect();
    let proc = &mut program.procs[id];
    proc.out[loc].clear();
    for op in chain {
        let mut location = proc.location(loc).clone();
        location.stmt = hatha_cfa::StmtId(location.stmt.0 & !1);
        location.label = None;
        let to = proc.add_location(location);
        proc.add_edge(Edge {
            from: at,
            to,
            op,
            span,
        });
        at = to;
    }
    for (&e, op) in out.iter().zip(moved) {
        proc.edges[e].from = at;
        proc.edges[e].op = op;
        proc.out[at].push(e);
    }
}

// ---- the product ----

/// An empty procedure with the variables of all processes.
fn host(program: &mut Program, bodies: &[ProcId], processes: &[Process]) -> ProcId {
    let id = program.procs.next_key();
    let (mut params, mut locals) = (Vec::new(), Vec::new());
    for b in bodies {
        let body = program.proc(*b);
        params.extend(body.params.iter().copied());
        locals.extend(body.locals.iter().copied());
    }
    for (i, v) in params.iter().enumerate() {
        program.vars[*v].scope = VarScope::Param(id, i as u32);
    }
    for v in &locals {
        program.vars[*v].scope = VarScope::Local(id);
    }
    let ret = program.types.intern(Type::Void);
    let types = params.iter().map(|v| program.var(*v).ty).collect();
    let ty = program.types.intern(Type::Function(FunctionType {
        ret,
        params: types,
        variadic: false,
        unprototyped: false,
    }));
    let names: Vec<&str> = processes.iter().map(|p| p.name.as_str()).collect();
    let like = program.proc(bodies[0]).clone();
    program.procs.push(Procedure {
        name: names.join(" || "),
        ty,
        params,
        locals,
        locations: IndexVec::new(),
        edges: IndexVec::new(),
        out: IndexVec::new(),
        entry: LocId(0),
        exit: LocId(0),
        ..like
    });
    id
}

struct Instrumenter<'a> {
    program: &'a Program,
    sharing: &'a Sharing,
    bodies: Vec<Procedure>,
    body: Procedure,
    places: BTreeMap<Key, LocId>,
    work: Vec<Key>,
    at: BTreeMap<LocId, Stand>,
    /// By edge.
    movers: IndexVec<EdgeId, Option<usize>>,
}

impl Instrumenter<'_> {
    fn run(&mut self) -> Result<(), UnitError> {
        self.body.exit = self.push(self.body.span);
        let start = self.start()?;
        debug_assert!(start.turn.is_none());
        while let Some(key) = self.work.pop() {
            match key.turn {
                None => self.choose(&key),
                Some(i) => self.step(&key, i),
            }
            if self.body.edges.len() > EDGES {
                return Err(UnitError::Interleavings);
            }
        }
        Ok(())
    }

    /// Each process runs to its first node before the others can tell.
    fn start(&mut self) -> Result<Key, UnitError> {
        let mut key = Key {
            locs: self.bodies.iter().map(|b| b.entry).collect(),
            points: vec![None; self.bodies.len()],
            mover: None,
            turn: None,
        };
        let mut at = self.push(self.body.span);
        self.body.entry = at;
        for i in 0..self.bodies.len() {
            let mut steps = 0;
            while !starts_at(&self.bodies[i], key.locs[i]) {
                let out = self.bodies[i].out_edges(key.locs[i]).to_vec();
                let (&[e], true) = (&out[..], steps < PROCESS) else {
                    return Err(UnitError::NoFirstStatement);
                };
                let edge = self.bodies[i].edge(e).clone();
                let to = self.push(edge.span);
                self.edge(at, to, edge.op, edge.span);
                at = to;
                key.locs[i] = edge.to;
                steps += 1;
            }
            key.points[i] = point_of(self.bodies[i].location(key.locs[i]).stmt);
        }
        let first = self.place(key.clone());
        self.edge(at, first, Op::Skip, self.body.span);
        Ok(key)
    }

    /// Whether a process may not be interrupted: in a stub, or in the middle of a node where it
    /// touches nothing shared.
    fn goes_on(&self, key: &Key, i: usize) -> bool {
        let (body, loc) = (&self.bodies[i], key.locs[i]);
        let out = body.out_edges(loc);
        let local = |e: &EdgeId| self.sharing.is_local(self.program, &body.edge(*e).op);
        let free = self.is_stub(body, loc) || out.iter().all(local);
        !starts_at(body, loc) && !out.is_empty() && free
    }

    /// Whether a location lies in a stub, which is one step however much it does.
    fn is_stub(&self, body: &Procedure, loc: LocId) -> bool {
        let span = body.location(loc).span;
        let file = self.program.sources.file(span.file);
        span.is_some() && file.is_some_and(|f| f.name == STUB)
    }

    fn is_done(&self, key: &Key, i: usize) -> bool {
        let out = self.bodies[i].out_edges(key.locs[i]);
        out.iter()
            .all(|e| matches!(self.bodies[i].edge(*e).op, Op::Return(_)))
    }

    /// One process is chosen.
    fn choose(&mut self, key: &Key) {
        let from = self.places[key];
        let span = self.body.location(from).span;
        let all = 0..self.bodies.len();
        let running: Vec<usize> = all.filter(|i| !self.is_done(key, *i)).collect();
        if running.is_empty() {
            let exit = self.body.exit;
            self.edge(from, exit, Op::Return(ReturnValue::None), span);
            return;
        }
        let alone = running.iter().copied().find(|i| self.goes_on(key, *i));
        let turns = alone.map_or(running, |i| vec![i]);
        for i in turns {
            let to = self.place(Key {
                turn: Some(i),
                ..key.clone()
            });
            self.edge(from, to, Op::Skip, span);
        }
    }

    fn step(&mut self, key: &Key, i: usize) {
        let from = self.places[key];
        let out = self.bodies[i].out_edges(key.locs[i]).to_vec();
        for e in out {
            let edge = self.bodies[i].edge(e).clone();
            let mut next = Key {
                mover: None,
                turn: None,
                ..key.clone()
            };
            next.locs[i] = edge.to;
            if starts_at(&self.bodies[i], edge.to) {
                next.mover = Some(i);
                next.points[i] = point_of(self.bodies[i].location(edge.to).stmt);
            }
            let to = self.place(next);
            self.edge(from, to, edge.op, edge.span);
            if let Some(mover) = self.movers.last_mut() {
                *mover = Some(i);
            }
        }
    }

    fn place(&mut self, key: Key) -> LocId {
        if let Some(&known) = self.places.get(&key) {
            return known;
        }
        let mover = key.mover.unwrap_or(0);
        let location = self.bodies[mover].location(key.locs[mover]).clone();
        let new = self.push(location.span);
        let first = self.at.is_empty();
        if key.turn.is_none() && (key.mover.is_some() || first) {
            let conditions = self.conditions(&key);
            self.at.insert(
                new,
                Stand {
                    mover: key.mover,
                    points: key.points.clone(),
                    conditions,
                },
            );
        }
        self.places.insert(key.clone(), new);
        self.work.push(key);
        new
    }

    /// The conditions of the user's: those of the process that moved, then of the others.
    fn conditions(&self, key: &Key) -> BTreeMap<u32, ExprId> {
        let mut found = BTreeMap::new();
        let mut order: Vec<usize> = key.mover.into_iter().collect();
        order.extend((0..self.bodies.len()).filter(|i| Some(*i) != key.mover));
        for i in order {
            let all = self.bodies[i].view.conditions.iter();
            for (_, number, expr) in all.filter(|(l, ..)| *l == key.locs[i]) {
                // The one that moved comes first and wins; over globals all agree.
                found.entry(*number).or_insert(*expr);
            }
        }
        // What is about globals alone means the same everywhere, also where a process has ended.
        for (_, number, expr) in self.bodies.iter().flat_map(|b| &b.view.conditions) {
            if !found.contains_key(number) && self.is_about_globals(*expr) {
                found.insert(*number, *expr);
            }
        }
        found
    }

    fn is_about_globals(&self, root: ExprId) -> bool {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if let ExprKind::Var(v) | ExprKind::AddrOf(v) = self.program.exprs.get(e).kind
                && !is_global(self.program, v)
            {
                return false;
            }
            work.extend(self.program.exprs.children(e));
        }
        true
    }

    fn push(&mut self, span: Span) -> LocId {
        self.body.add_location(Location {
            stmt: hatha_cfa::StmtId(0),
            span,
            label: None,
            loop_head: false,
        })
    }

    fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) {
        self.body.add_edge(Edge { from, to, op, span });
        self.movers.push(None);
    }
}
