//! The obligations of a proof as SMT-LIB text: a third meaning of programs, written for these
//! tests alone and for the part of C that they use. It shares nothing with the checker but the
//! automaton and the proof's table of terms.
//!
//! Memory is one array of bytes, and every variable has one fixed address: one of the layouts
//! that a proof must hold for. What is false here is false.

use hatha_cfa::{
    Access, BinOp, EdgeId, ExprId, ExprKind, GlobalInit, InitValue, LocId, Op, Place, Procedure,
    Program, Scalar, Storage, UnOp, VarId,
};
use hatha_proof::{Node, Proof};
use hatha_term::Symbol;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A value: its text and its width, 0 for a Boolean.
type Value = (String, u32);

/// A state as texts.
#[derive(Clone)]
struct State {
    slots: BTreeMap<u32, Value>,
    memory: String,
}

/// One query: definitions, and the facts that must contradict each other.
pub struct Query<'a> {
    program: &'a Program,
    proc: &'a Procedure,
    text: String,
    names: usize,
}

/// How a path ends.
enum End {
    Further,
    Over,
    Failed,
}

/// All queries of a proof, each one a scope of its own.
pub fn queries(program: &Program, proc: &Procedure, proof: &Proof) -> String {
    let mut text = initial(program, proc, proof);
    let cuts: BTreeSet<u32> = proof.regions.iter().map(|r| r.location).collect();
    for region in reachable(proof) {
        let start = LocId(proof.regions[region as usize].location);
        for path in paths(proc, &cuts, start) {
            text += &obligation(program, proc, proof, region, &path);
        }
    }
    text
}

fn reachable(proof: &Proof) -> BTreeSet<u32> {
    let mut seen: BTreeSet<u32> = proof.initial.iter().copied().collect();
    loop {
        let next = proof.edges.iter().filter(|e| seen.contains(&e.from));
        let all: BTreeSet<u32> = next.map(|e| e.to).chain(seen.iter().copied()).collect();
        if all == seen {
            return seen;
        }
        seen = all;
    }
}

/// The paths from a location through locations without regions.
fn paths(proc: &Procedure, cuts: &BTreeSet<u32>, start: LocId) -> Vec<Vec<EdgeId>> {
    let mut done = Vec::new();
    let mut work: Vec<Vec<EdgeId>> = proc.out_edges(start).iter().map(|&e| vec![e]).collect();
    while let Some(path) = work.pop() {
        let last = proc.edge(path[path.len() - 1]);
        let ends = matches!(last.op, Op::Fail(_) | Op::Return(_));
        if ends || cuts.contains(&last.to.0) {
            done.push(path);
            continue;
        }
        assert!(path.len() < 1_000, "a cycle without regions");
        for &next in proc.out_edges(last.to) {
            work.push(path.iter().copied().chain([next]).collect());
        }
    }
    done
}

fn initial(program: &Program, proc: &Procedure, proof: &Proof) -> String {
    let mut query = Query::new(program, proc);
    let state = query.start();
    query.initial_values(&state);
    for &region in &proof.initial {
        query.deny(proof, region, &state);
    }
    query.finish()
}

fn obligation(
    program: &Program,
    proc: &Procedure,
    proof: &Proof,
    region: u32,
    path: &[EdgeId],
) -> String {
    let mut query = Query::new(program, proc);
    let mut state = query.start();
    let inside = query.predicate(proof, region, &state);
    query.fact(&inside);
    let mut end = End::Over;
    for &edge in path {
        end = query.step(edge, &mut state);
    }
    let last = path[path.len() - 1];
    match end {
        End::Over => return String::new(),
        End::Failed => {}
        End::Further => {
            let claimed = proof.edges.iter();
            for e in claimed.filter(|e| e.from == region && e.edge == last.0) {
                query.deny(proof, e.to, &state);
            }
        }
    }
    query.finish()
}

fn address(var: VarId) -> u64 {
    0x10000 + 0x1000 * u64::from(var.0)
}

fn number(value: u128, width: u32) -> String {
    let mask = if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    };
    format!("(_ bv{} {width})", value & mask)
}

fn sort(width: u32) -> String {
    if width == 0 {
        "Bool".to_owned()
    } else {
        format!("(_ BitVec {width})")
    }
}

impl<'a> Query<'a> {
    fn new(program: &'a Program, proc: &'a Procedure) -> Self {
        Query {
            program,
            proc,
            text: "(push)\n".to_owned(),
            names: 0,
        }
    }

    fn finish(self) -> String {
        format!("{}(check-sat)\n(pop)\n", self.text)
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn fact(&mut self, fact: &str) {
        self.line(&format!("(assert {fact})"));
    }

    fn any(&mut self, sort: &str) -> String {
        self.names += 1;
        let name = format!("any{}", self.names);
        self.line(&format!("(declare-const {name} {sort})"));
        name
    }

    /// Gives a text a name, so that texts stay short.
    fn name(&mut self, sort: &str, text: &str) -> String {
        self.names += 1;
        let name = format!("t{}", self.names);
        self.line(&format!("(define-fun {name} () {sort} {text})"));
        name
    }

    fn vars(&self) -> impl Iterator<Item = VarId> + use<> {
        self.program.vars.keys()
    }

    fn start(&mut self) -> State {
        let memory = self.any("(Array (_ BitVec 64) (_ BitVec 8))");
        let mut slots = BTreeMap::new();
        for v in self.vars() {
            if self.program.var(v).storage == Storage::Slot {
                let width = self.width(self.program.var(v).ty);
                slots.insert(v.0, (self.any(&sort(width)), width));
            }
        }
        State { slots, memory }
    }

    fn initial_values(&mut self, state: &State) {
        let program = self.program;
        for (var, init) in &program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            if program.var(*var).storage == Storage::Slot {
                let (slot, width) = state.slots[&var.0].clone();
                let value = match items.last().map(|i| &i.value) {
                    Some(InitValue::Scalar(_, e)) => self.expr(*e, state).0,
                    _ => number(0, width),
                };
                self.fact(&format!("(= {slot} {value})"));
                continue;
            }
            assert!(
                items.is_empty(),
                "memory globals of the tests start at zero"
            );
            for i in 0..program.size_of(program.var(*var).ty).unwrap_or(0) {
                let at = number(u128::from(address(*var) + i), 64);
                self.fact(&format!("(= (select {} {at}) #x00)", state.memory));
            }
        }
    }

    fn scalar(&self, ty: hatha_cfa::TypeId) -> Scalar {
        self.program.scalar(ty).expect("the tests use scalars")
    }

    fn width(&self, ty: hatha_cfa::TypeId) -> u32 {
        match self.scalar(ty) {
            Scalar::Bool => 8,
            Scalar::Int { bits, .. } => u32::from(bits),
            Scalar::Pointer => 64,
            other => panic!("the tests do not use {other:?}"),
        }
    }

    fn signed(&self, e: ExprId) -> bool {
        let scalar = self.scalar(self.program.exprs.get(e).ty);
        matches!(scalar, Scalar::Int { signed: true, .. })
    }

    /// The value of an expression.
    fn expr(&mut self, id: ExprId, state: &State) -> Value {
        let expr = self.program.exprs.get(id);
        let width = self.width(expr.ty);
        let text = match expr.kind {
            ExprKind::Int(bits) => number(bits, width),
            ExprKind::Var(v) => state.slots[&v.0].0.clone(),
            ExprKind::AddrOf(v) => number(u128::from(address(v)), 64),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let offset = self.program.types.record(record).fields[field as usize].offset;
                let base = self.expr(base, state).0;
                format!("(bvadd {base} {})", number(u128::from(offset), 64))
            }
            ExprKind::Index { base, index, scale } => {
                let (base, index) = (self.expr(base, state).0, self.resized(index, 64, state));
                let scale = number(u128::from(scale), 64);
                format!("(bvadd {base} (bvmul {index} {scale}))")
            }
            ExprKind::Load { addr, access } => return self.load(addr, access, state),
            ExprKind::Unary(op, a) => self.unary(op, a, width, state),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, width, state),
            ExprKind::Cast(a) => self.resized(a, width, state),
            ref other => panic!("the tests do not use {other:?}"),
        };
        (self.name(&sort(width), &text), width)
    }

    fn resized(&mut self, e: ExprId, to: u32, state: &State) -> String {
        let (value, from) = self.expr(e, state);
        if to < from {
            return format!("((_ extract {} 0) {value})", to - 1);
        }
        let kind = if self.signed(e) { "sign" } else { "zero" };
        format!("((_ {kind}_extend {}) {value})", to - from)
    }

    fn unary(&mut self, op: UnOp, a: ExprId, width: u32, state: &State) -> String {
        let (value, from) = self.expr(a, state);
        match op {
            UnOp::Neg => format!("(bvneg {value})"),
            UnOp::Not => format!("(bvnot {value})"),
            UnOp::LogicalNot => truth(&format!("(= {value} {})", number(0, from)), width),
            other => panic!("the tests do not use {other:?}"),
        }
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, width: u32, state: &State) -> String {
        let signed = self.signed(a);
        let (x, y) = (self.expr(a, state).0, self.expr(b, state).0);
        let pick = |s: &'static str, u: &'static str| if signed { s } else { u };
        let name = match op {
            BinOp::Add => "bvadd",
            BinOp::Sub => "bvsub",
            BinOp::Mul => "bvmul",
            BinOp::Div => pick("bvsdiv", "bvudiv"),
            BinOp::Rem => pick("bvsrem", "bvurem"),
            BinOp::And => "bvand",
            BinOp::Or => "bvor",
            BinOp::Xor => "bvxor",
            BinOp::Eq | BinOp::Ne => "=",
            BinOp::Lt => pick("bvslt", "bvult"),
            BinOp::Le => pick("bvsle", "bvule"),
            BinOp::Gt => pick("bvsgt", "bvugt"),
            BinOp::Ge => pick("bvsge", "bvuge"),
            BinOp::Shl | BinOp::Shr => panic!("the tests do not shift"),
        };
        let text = format!("({name} {x} {y})");
        if matches!(op, BinOp::Div | BinOp::Rem) {
            let zero = number(0, width);
            self.fact(&format!("(not (= {y} {zero}))"));
        }
        match op {
            BinOp::Ne => truth(&format!("(not {text})"), width),
            op if op.is_comparison() => truth(&text, width),
            _ => text,
        }
    }

    /// The bytes of an access; an access that faults ends the execution.
    fn access(&mut self, addr: ExprId, access: Access, state: &State) -> (String, u32) {
        assert!(access.bits.is_none(), "the tests do not use bit-fields");
        let at = self.expr(addr, state).0;
        let bytes = self.program.size_of(access.ty).expect("scalars have sizes") as u32;
        let low = number(u128::from(access.align - 1), 64);
        self.fact(&format!("(= (bvand {at} {low}) {})", number(0, 64)));
        let mut inside = String::new();
        let root = self.root(addr);
        for v in self.vars().filter(|v| root.is_none_or(|r| r == *v)) {
            let size = self.program.size_of(self.program.var(v).ty).unwrap_or(0);
            let is_memory = self.program.var(v).storage == Storage::Memory;
            if is_memory && size >= u64::from(bytes) {
                let base = number(u128::from(address(v)), 64);
                let room = number(u128::from(size - u64::from(bytes)), 64);
                let _ = write!(inside, " (bvule (bvsub {at} {base}) {room})");
            }
        }
        self.fact(&format!("(or false{inside})"));
        (at, bytes)
    }

    /// The variable that an address is computed from: an access must stay inside it.
    fn root(&self, mut e: ExprId) -> Option<VarId> {
        loop {
            match self.program.exprs.get(e).kind {
                ExprKind::AddrOf(v) => return Some(v),
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => e = base,
                _ => return None,
            }
        }
    }

    fn load(&mut self, addr: ExprId, access: Access, state: &State) -> Value {
        let (at, bytes) = self.access(addr, access, state);
        let text = read(&state.memory, &at, bytes);
        (self.name(&sort(8 * bytes), &text), 8 * bytes)
    }

    fn store(&mut self, addr: ExprId, access: Access, value: &str, state: &mut State) {
        let (at, bytes) = self.access(addr, access, state);
        let mut memory = state.memory.clone();
        for i in 0..bytes {
            let offset = number(u128::from(i), 64);
            let (high, low) = (8 * i + 7, 8 * i);
            memory = format!(
                "(store {memory} (bvadd {at} {offset}) ((_ extract {high} {low}) {value}))"
            );
        }
        state.memory = self.name("(Array (_ BitVec 64) (_ BitVec 8))", &memory);
    }

    fn step(&mut self, edge: EdgeId, state: &mut State) -> End {
        let edge = self.proc.edge(edge);
        match &edge.op {
            Op::Skip | Op::Dead(_) => {}
            Op::Assign { place, value } => {
                let value = self.expr(*value, state);
                self.put(*place, value, state);
            }
            Op::Assume { cond, taken } => {
                let (value, width) = self.expr(*cond, state);
                let zero = format!("(= {value} {})", number(0, width));
                self.fact(&if *taken {
                    format!("(not {zero})")
                } else {
                    zero
                });
            }
            Op::Havoc { place, .. } => self.havoc(*place, state),
            Op::Declare(v) if self.program.var(*v).storage == Storage::Slot => {
                self.havoc(Place::Slot(*v), state);
            }
            Op::Declare(v) => self.forget_bytes(*v, state),
            Op::Return(_) => return End::Over,
            Op::Fail(_) => return End::Failed,
            other => panic!("the tests do not use {other:?}"),
        }
        End::Further
    }

    fn put(&mut self, place: Place, value: Value, state: &mut State) {
        match place {
            Place::Slot(v) => {
                state.slots.insert(v.0, value);
            }
            Place::Mem { addr, access } => self.store(addr, access, &value.0, state),
            Place::Aggregate { .. } => panic!("the tests do not return structures"),
        }
    }

    fn havoc(&mut self, place: Place, state: &mut State) {
        let Place::Slot(v) = place else {
            panic!("the tests put unknown values into slots");
        };
        let width = self.width(self.program.var(v).ty);
        let any = self.any(&sort(width));
        state.slots.insert(v.0, (any, width));
    }

    /// A local has a new object, which happens to stand where the old one stood.
    fn forget_bytes(&mut self, v: VarId, state: &mut State) {
        let size = self.program.size_of(self.program.var(v).ty).unwrap_or(0);
        let mut memory = state.memory.clone();
        for i in 0..size {
            let at = number(u128::from(address(v) + i), 64);
            let any = self.any(&sort(8));
            memory = format!("(store {memory} {at} {any})");
        }
        state.memory = self.name("(Array (_ BitVec 64) (_ BitVec 8))", &memory);
    }

    fn deny(&mut self, proof: &Proof, region: u32, state: &State) {
        let inside = self.predicate(proof, region, state);
        self.fact(&format!("(not {inside})"));
    }

    /// A region's predicate in a state.
    fn predicate(&mut self, proof: &Proof, region: u32, state: &State) -> String {
        let root = proof.regions[region as usize].predicate;
        let mut needed = BTreeSet::from([root]);
        for i in (0..=root).rev() {
            if needed.contains(&i) {
                needed.extend(&proof.terms[i as usize].args);
            }
        }
        let mut done: BTreeMap<u32, Value> = BTreeMap::new();
        for i in needed {
            let (text, width) = node(&proof.terms[i as usize], &done, state);
            done.insert(i, (self.name(&sort(width), &text), width));
        }
        done[&root].0.clone()
    }
}

fn truth(test: &str, width: u32) -> String {
    format!("(ite {test} {} {})", number(1, width), number(0, width))
}

/// Bytes of memory, least significant first.
fn read(memory: &str, at: &str, bytes: u32) -> String {
    let byte = |i: u32| {
        let offset = number(u128::from(i), 64);
        format!("(select {memory} (bvadd {at} {offset}))")
    };
    (1..bytes).fold(byte(0), |low, i| format!("(concat {} {low})", byte(i)))
}

/// A term of the table over a state; its operators bear their SMT-LIB names.
fn node(node: &Node, done: &BTreeMap<u32, Value>, state: &State) -> Value {
    let args: Vec<&Value> = node.args.iter().map(|a| &done[a]).collect();
    let text = node.text.as_deref().unwrap_or_default();
    let width = node.width.unwrap_or(0);
    let texts: Vec<&str> = args.iter().map(|a| a.0.as_str()).collect();
    let plain = format!("({} {})", node.op, texts.join(" "));
    match node.op.as_str() {
        "true" | "false" => (node.op.clone(), 0),
        "var" => variable(text, state),
        "bv" => {
            let value = u128::from_str_radix(text, 16).expect("constants are hexadecimal");
            (number(value, width), width)
        }
        "apply" => {
            let bytes =
                hatha_proof::vocabulary::read_bytes(&text.into()).expect("the tests only read");
            let mask = number(!u128::from(bytes - 1), 64);
            let at = format!("(bvand {} {mask})", texts[0]);
            (read(&state.memory, &at, bytes), 8 * bytes)
        }
        "extract" => {
            let low = node.low.unwrap_or(0);
            let high = low + width - 1;
            (format!("((_ extract {high} {low}) {})", texts[0]), width)
        }
        "zero_extend" | "sign_extend" => {
            let more = width - args[0].1;
            (format!("((_ {} {more}) {})", node.op, texts[0]), width)
        }
        "concat" => (plain, args[0].1 + args[1].1),
        "ite" => (plain, args[1].1),
        "not" | "and" | "or" | "xor" | "=>" | "=" | "bvult" | "bvule" | "bvslt" | "bvsle" => {
            (plain, 0)
        }
        _ => (plain, args[0].1),
    }
}

fn variable(name: &str, state: &State) -> Value {
    match name.into() {
        Symbol::Address(v) => (number(u128::from(address(VarId(v))), 64), 64),
        Symbol::Slot(v) => state.slots[&v].clone(),
        other => panic!("a predicate about `{other}`"),
    }
}
