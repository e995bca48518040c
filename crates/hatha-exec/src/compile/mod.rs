//! From automata to flat code.
//!
//! **Invariant.** Compilation is total: what cannot be compiled becomes an
//! instruction that says so when it is reached, never an omission. It is
//! iterative over expressions, so nesting costs memory and no stack.

mod edge;
mod expr;
mod switch;

use crate::code::{Code, Insn, Opnd, Origin};
use crate::image::Image;
use crate::word::Word;
use hatha_cfa::checks::blocks::Point;
use hatha_cfa::checks::stray::accessed;
use hatha_cfa::live::drawn_declarations;
use hatha_cfa::{EdgeId, ExprId, LocId, Op, ProcId, Procedure, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Compiles a procedure with a body.
pub(crate) fn procedure(image: &Image<'_>, proc: ProcId) -> Code {
    let p = image.program().proc(proc);
    let mut c = Compiler::new(image, p);
    c.drawn = drawn_declarations(image.program(), p);
    c.code.returns = c.result_type().ok().and_then(|ty| image.kind(ty));
    let points = image.points(proc);
    for loc in p.locations.keys() {
        c.location(loc, points.and_then(|points| points.get(&loc).copied()));
    }
    c.resolve_targets();
    c.code
}

/// Compiles an expression to be evaluated in a frame of a procedure. Temporaries
/// stand after the procedure's own registers.
pub(crate) fn expression(image: &Image<'_>, proc: ProcId, expr: ExprId) -> Code {
    let p = image.program().proc(proc);
    let mut c = Compiler::new(image, p);
    c.first_temp = image.code(proc).registers;
    c.temps = c.first_temp;
    let src = c.expr(expr);
    c.emit(Insn::Done { src });
    c.code
}

struct Compiler<'i, 'p> {
    image: &'i Image<'p>,
    proc: &'i Procedure,
    code: Code,
    here: Origin,
    first_temp: u32,
    temps: u32,
    /// The declarations that draw a value.
    drawn: FxHashSet<EdgeId>,
    /// The expressions of the edge that are only addresses of its accesses, if that matters.
    accessed: BTreeSet<ExprId>,
    consts: FxHashMap<Word, Opnd>,
    /// Whether the last instruction computes the value of the last expression and
    /// nothing jumps behind it, so that its destination may still be changed.
    retargetable: bool,
}

/// What an expression or edge cannot be compiled for.
type Refusal = String;

impl<'i, 'p> Compiler<'i, 'p> {
    fn new(image: &'i Image<'p>, proc: &'i Procedure) -> Self {
        let mut code = Code {
            starts: vec![0; proc.locations.len()].into(),
            ..Code::default()
        };
        for &v in proc.params.iter().chain(&proc.locals) {
            match image.program().var(v).storage {
                Storage::Slot => code.slots.push(v),
                Storage::Memory => code.locals.push(v),
            }
        }
        let first_temp = code.slots.len() as u32;
        code.registers = first_temp;
        Compiler {
            image,
            proc,
            code,
            here: Origin {
                loc: proc.entry,
                edge: None,
                expr: None,
            },
            first_temp,
            temps: first_temp,
            drawn: FxHashSet::default(),
            accessed: BTreeSet::new(),
            consts: FxHashMap::default(),
            retargetable: false,
        }
    }

    fn emit(&mut self, insn: Insn) {
        self.retargetable = false;
        self.code.insns.push(insn);
        self.code.origins.push(self.here);
    }

    fn pc(&self) -> u32 {
        self.code.insns.len() as u32
    }

    fn temp(&mut self) -> Opnd {
        let t = self.temps;
        self.temps += 1;
        self.code.registers = self.code.registers.max(self.temps);
        Opnd::reg(t as usize)
    }

    fn constant(&mut self, word: Word) -> Opnd {
        if let Some(&o) = self.consts.get(&word) {
            return o;
        }
        self.code.consts.push(word);
        let o = Opnd::constant(self.code.consts.len() - 1);
        self.consts.insert(word, o);
        o
    }

    fn refuse(&mut self, reason: Refusal) {
        self.code.reasons.push(reason);
        let reason = self.code.reasons.len() as u32 - 1;
        self.emit(Insn::Unsupported { reason });
    }

    /// The code of one location: its outgoing edges.
    fn location(&mut self, loc: LocId, point: Option<Point>) {
        self.code.starts[loc] = self.pc();
        self.here = Origin {
            loc,
            edge: None,
            expr: None,
        };
        self.temps = self.first_temp;
        if let Some(point) = point {
            self.emit(Insn::Point { point });
        }
        let proc = self.proc;
        match proc.out_edges(loc) {
            [] => self.emit(Insn::Blocked),
            &[one] => self.single(one),
            &[a, b] if self.complementary(a, b) => self.pair(a, b),
            edges if edges.iter().all(|&e| is_assume(&proc.edge(e).op)) => self.assumptions(edges),
            edges => self.choose(edges),
        }
    }

    fn complementary(&self, a: EdgeId, b: EdgeId) -> bool {
        match (&self.proc.edge(a).op, &self.proc.edge(b).op) {
            (Op::Assume { cond: x, taken: s }, Op::Assume { cond: y, taken: t }) => {
                x == y && s != t
            }
            _ => false,
        }
    }

    fn at_edge(&mut self, edge: EdgeId) {
        let rules = self.image.rules();
        if !rules.leave_objects || !rules.leave_members {
            self.accessed = accessed(self.image.program(), &self.proc.edge(edge).op);
        }
        self.here.edge = Some(edge);
        self.here.expr = None;
        self.temps = self.first_temp;
    }

    /// The instruction that ends an edge; its target is a location until
    /// [`Compiler::resolve_targets`].
    fn finish_edge(&mut self, edge: EdgeId) {
        let target = self.proc.edge(edge).to.0;
        self.emit(Insn::Next { edge, target });
    }

    fn single(&mut self, edge: EdgeId) {
        self.at_edge(edge);
        if let Op::Assume { cond, taken } = self.proc.edge(edge).op {
            let (cond, kind) = self.condition(cond);
            self.emit(Insn::Require {
                cond,
                kind,
                wanted: taken,
                edge,
            });
            self.finish_edge(edge);
        } else {
            self.edge(edge);
        }
    }

    /// Edges among which nothing decides: an input does.
    fn choose(&mut self, edges: &[EdgeId]) {
        let at = self.code.choices.len();
        self.code.choices.push(Vec::new());
        self.emit(Insn::Choose { choice: at as u32 });
        for &e in edges {
            let start = self.pc();
            self.code.choices[at].push((e, start));
            self.single(e);
        }
    }

    /// Turns the locations in jump targets into positions in the code.
    fn resolve_targets(&mut self) {
        let starts = std::mem::take(&mut self.code.starts);
        let at = |loc: &mut u32| *loc = starts[LocId(*loc)];
        for insn in &mut self.code.insns {
            if let Insn::Next { target, .. } | Insn::Arrive { target } = insn {
                at(target);
            }
        }
        for b in &mut self.code.branches {
            at(&mut b.yes_target);
            at(&mut b.no_target);
        }
        for case in self.code.switches.iter_mut().flat_map(|s| &mut s.cases) {
            at(&mut case.target);
        }
        self.code.starts = starts;
    }
}

fn is_assume(op: &Op) -> bool {
    matches!(op, Op::Assume { .. })
}
