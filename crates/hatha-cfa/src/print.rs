//! The way back to C text: expressions, types, edges and whole automata.
//!
//! **Invariant.** Text is for people: it is never parsed again and decides
//! nothing. An expression prints as C that means the same, with as few
//! parentheses as C needs; one nested deeper than [`MAX_DEPTH`] is cut with `...`
//! rather than overflow a stack.

use crate::expr::{BinOp, ExprId, ExprKind, ObjectWord, UnOp};
use crate::program::{
    Arg, Callee, Edge, FailKind, InputKind, LocId, Op, Place, ProcId, Program, ReturnValue, VarId,
};
use crate::types::{
    ArrayLen, FloatKind, FunctionType, IntKind, Qual, Quals, RecordKind, Scalar, Type, TypeId,
    TypeTable,
};
use std::fmt::Write;

/// The deepest expression that is printed in full.
pub const MAX_DEPTH: u32 = 1000;

/// How tightly an operator binds; an operand that binds less gets parentheses.
type Prec = u8;

const COND: Prec = 3;
const LOGICAL_OR: Prec = 4;
const LOGICAL_AND: Prec = 5;
const EQUALITY: Prec = 9;
const RELATION: Prec = 10;
const ADD: Prec = 12;
const MUL: Prec = 13;
const UNARY: Prec = 14;
const POSTFIX: Prec = 15;
const PRIMARY: Prec = 16;

// ---- entry points ----

/// An expression as C.
pub fn expr(program: &Program, e: ExprId) -> String {
    let mut p = Printer::new(program);
    p.expr(e, 0);
    p.out
}

/// The lvalue at an address: `p->next` for the address of that member.
pub fn lvalue(program: &Program, addr: ExprId) -> String {
    let mut p = Printer::new(program);
    p.lvalue(addr, 0);
    p.out
}

/// The target of a write as C.
pub fn place(program: &Program, place: Place) -> String {
    match place {
        Place::Slot(v) => program.var(v).name.clone(),
        Place::Mem { addr, .. } | Place::Aggregate { addr, .. } => lvalue(program, addr),
    }
}

/// The name of a type: `int (*)[3]`.
pub fn type_name(types: &TypeTable, ty: TypeId) -> String {
    declaration(types, ty, "")
}

/// A declaration of a name with a type: `int (*p)[3]`.
pub fn declaration(types: &TypeTable, ty: TypeId, name: &str) -> String {
    declarator(types, ty.into(), name.to_owned())
}

/// An operation as text.
pub fn op(program: &Program, op: &Op) -> String {
    match op {
        Op::Skip => "skip".to_owned(),
        Op::Assign { place: p, value } => {
            format!("{} = {}", place(program, *p), expr(program, *value))
        }
        Op::Assume { cond, taken } => format!("assume({})", condition(program, *cond, *taken)),
        Op::Call {
            callee,
            args,
            result,
        } => call(program, *callee, args, *result),
        Op::Return(ReturnValue::None) => "return".to_owned(),
        Op::Return(ReturnValue::Scalar(e)) => format!("return {}", expr(program, *e)),
        Op::Return(ReturnValue::Aggregate(e)) => format!("return {}", lvalue(program, *e)),
        Op::Havoc { place: p, input } => {
            format!(
                "{} = any({})",
                place(program, *p),
                self::input(program, input)
            )
        }
        Op::Copy { dst, src, len } => format!("copy({})", list(program, &[*dst, *src, *len])),
        Op::Fill { dst, byte, len } => format!("fill({})", list(program, &[*dst, *byte, *len])),
        Op::Declare(v) => declare(program, *v),
        Op::Dead(v) => format!("dead {}", program.var(*v).name),
        Op::Builtin {
            builtin,
            args,
            result,
        } => {
            let text = format!("builtin {builtin:?}({})", list(program, args));
            with_result(program, text, *result)
        }
        Op::Fail(kind) => fail(kind),
        Op::Unsupported(why) => format!("unsupported: {why}"),
    }
}

/// An edge as text, without its ends.
pub fn edge(program: &Program, edge: &Edge) -> String {
    op(program, &edge.op)
}

/// The head of a procedure: `int f(int x)`.
pub fn signature(program: &Program, id: ProcId) -> String {
    let proc = program.proc(id);
    if proc.params.is_empty() {
        return declaration(&program.types, proc.ty, &proc.name);
    }
    let Type::Function(f) = program.types.get(proc.ty) else {
        return proc.name.clone();
    };
    let param = |v: &VarId| declaration(&program.types, program.var(*v).ty, &program.var(*v).name);
    let mut params: Vec<String> = proc.params.iter().map(param).collect();
    if f.variadic {
        params.push("...".to_owned());
    }
    let head = format!("{}({})", proc.name, params.join(", "));
    declaration(&program.types, f.ret, &head)
}

/// The automaton of a procedure: each location with its edges.
pub fn procedure(program: &Program, id: ProcId) -> String {
    let proc = program.proc(id);
    let mut out = signature(program, id);
    if !proc.defined {
        out.push_str(";\n");
        return out;
    }
    out.push('\n');
    for loc in proc.locations.keys() {
        location(program, id, loc, &mut out);
    }
    out
}

/// All procedures with a body that are not models, in order.
pub fn program(program: &Program) -> String {
    let shown = |p: &crate::program::Procedure| p.defined && !p.model;
    let texts: Vec<String> = program
        .procs()
        .filter(|(_, p)| shown(p))
        .map(|(id, _)| procedure(program, id))
        .collect();
    texts.join("\n")
}

/// A C string literal of some bytes.
pub fn string_literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (i, b) in bytes.iter().enumerate() {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0x20..=0x7e => out.push(char::from(*b)),
            0 if !bytes.get(i + 1).is_some_and(u8::is_ascii_digit) => out.push_str("\\0"),
            // Three octal digits always end there, whatever follows.
            _ => out.push_str(&format!("\\{b:03o}")),
        }
    }
    out.push('"');
    out
}

// ---- edges ----

/// The condition under which an edge is taken; comparisons are turned round rather than negated.
fn condition(program: &Program, cond: ExprId, taken: bool) -> String {
    if taken {
        return expr(program, cond);
    }
    if let Some((op, a, b)) = negated_comparison(program, cond) {
        let mut p = Printer::new(program);
        p.binary_text(op, a, b, 0);
        return p.out;
    }
    if let ExprKind::Unary(UnOp::LogicalNot, a) = program.exprs.get(cond).kind {
        return expr(program, a);
    }
    let mut p = Printer::new(program);
    p.out.push('!');
    p.expr(cond, UNARY);
    p.out
}

/// `a >= b` for `a < b`; not on floating operands, where a NaN makes both false.
fn negated_comparison(program: &Program, cond: ExprId) -> Option<(BinOp, ExprId, ExprId)> {
    let ExprKind::Binary(op, a, b) = program.exprs.get(cond).kind else {
        return None;
    };
    let scalar = program.scalar(program.exprs.get(a).ty)?;
    let float = matches!(
        scalar,
        Scalar::F32 | Scalar::F64 | Scalar::F80 | Scalar::F128
    );
    let op = match op {
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        BinOp::Lt if !float => BinOp::Ge,
        BinOp::Le if !float => BinOp::Gt,
        BinOp::Gt if !float => BinOp::Le,
        BinOp::Ge if !float => BinOp::Lt,
        _ => return None,
    };
    Some((op, a, b))
}

fn call(program: &Program, callee: Callee, args: &[Arg], result: Option<Place>) -> String {
    let callee = match callee {
        Callee::Direct(p) => program.proc(p).name.clone(),
        Callee::Indirect(e) | Callee::Elsewhere(e) => {
            let mut p = Printer::new(program);
            p.out.push_str("(*");
            p.expr(e, UNARY);
            p.out.push(')');
            p.out
        }
    };
    let arg = |a: &Arg| match a {
        Arg::Scalar(e) => expr(program, *e),
        Arg::Aggregate { addr, .. } => lvalue(program, *addr),
    };
    let args: Vec<String> = args.iter().map(arg).collect();
    let text = format!("call {callee}({})", args.join(", "));
    with_result(program, text, result)
}

fn with_result(program: &Program, text: String, result: Option<Place>) -> String {
    match result {
        Some(p) => format!("{text} -> {}", place(program, p)),
        None => text,
    }
}

fn list(program: &Program, exprs: &[ExprId]) -> String {
    let texts: Vec<String> = exprs.iter().map(|e| expr(program, *e)).collect();
    texts.join(", ")
}

fn declare(program: &Program, v: VarId) -> String {
    let var = program.var(v);
    format!("declare {}", declaration(&program.types, var.ty, &var.name))
}

fn input(program: &Program, input: &InputKind) -> String {
    match input {
        InputKind::Nondet(name) => name.clone(),
        InputKind::Uninitialised(v) => format!("uninitialised {}", program.var(*v).name),
        InputKind::Result(name) => format!("result of `{name}`"),
        InputKind::Environment(what) | InputKind::Other(what) => what.clone(),
        InputKind::MissingReturn => "missing return value".to_owned(),
    }
}

fn fail(kind: &FailKind) -> String {
    match kind {
        FailKind::Assertion(text) => format!("fail: assertion {text}"),
        FailKind::ReachError(name) => format!("fail: {name}()"),
        FailKind::Abort => "fail: abort()".to_owned(),
        FailKind::Unreachable => "fail: unreachable code is reached".to_owned(),
        FailKind::ArraySize => "fail: the size of an array is not positive".to_owned(),
        FailKind::Check(kind) => format!("fail: {kind}"),
    }
}

fn location(program: &Program, id: ProcId, loc: LocId, out: &mut String) {
    let proc = program.proc(id);
    let l = proc.location(loc);
    let _ = write!(out, "  L{}", loc.0);
    if let Some(label) = &l.label {
        let _ = write!(out, " {label}:");
    }
    for (mark, on) in [
        ("entry", loc == proc.entry),
        ("exit", loc == proc.exit),
        ("loop", l.loop_head),
    ] {
        if on {
            let _ = write!(out, " [{mark}]");
        }
    }
    if l.span.is_some() {
        let _ = write!(out, "  {}", program.sources.describe(l.span));
    }
    out.push('\n');
    for e in proc.out_edges(loc) {
        let e = proc.edge(*e);
        let _ = write!(out, "    -> L{}  {}", e.to.0, edge(program, e));
        if e.span.is_some() && e.span != l.span {
            let _ = write!(out, "  // {}", program.sources.describe(e.span));
        }
        out.push('\n');
    }
}

// ---- types ----

fn declarator(types: &TypeTable, q: Qual, inner: String) -> String {
    match types.get(q.ty) {
        Type::Pointer(to) => {
            let star = format!("*{}", spaced(quals(q.quals), &inner));
            let nested = matches!(types.get(to.ty), Type::Array { .. } | Type::Function(_));
            let star = if nested { format!("({star})") } else { star };
            declarator(types, *to, star)
        }
        Type::Array { elem, len } => {
            let elem = Qual {
                ty: elem.ty,
                quals: union(elem.quals, q.quals),
            };
            declarator(types, elem, format!("{inner}[{}]", array_len(*len)))
        }
        Type::Function(f) => {
            let params = parameters(types, f);
            declarator(types, f.ret.into(), format!("{inner}({params})"))
        }
        _ => spaced(spaced(quals(q.quals), &base_name(types, q.ty)), &inner),
    }
}

/// Two words with a space between them, unless one is empty.
fn spaced(a: String, b: &str) -> String {
    match (a.is_empty(), b.is_empty()) {
        (_, true) => a,
        (true, _) => b.to_owned(),
        _ => format!("{a} {b}"),
    }
}

fn union(a: Quals, b: Quals) -> Quals {
    Quals {
        is_const: a.is_const || b.is_const,
        is_volatile: a.is_volatile || b.is_volatile,
        is_atomic: a.is_atomic || b.is_atomic,
        under_aligned: a.under_aligned || b.under_aligned,
    }
}

fn quals(q: Quals) -> String {
    let mut words = Vec::new();
    for (on, word) in [
        (q.is_const, "const"),
        (q.is_volatile, "volatile"),
        (q.is_atomic, "_Atomic"),
    ] {
        if on {
            words.push(word);
        }
    }
    words.join(" ")
}

fn array_len(len: ArrayLen) -> String {
    match len {
        ArrayLen::Fixed(n) => n.to_string(),
        ArrayLen::Incomplete => String::new(),
        ArrayLen::Variable(_) => "*".to_owned(),
    }
}

fn parameters(types: &TypeTable, f: &FunctionType) -> String {
    if f.unprototyped {
        return String::new();
    }
    let mut params: Vec<String> = f.params.iter().map(|p| type_name(types, *p)).collect();
    if f.variadic {
        params.push("...".to_owned());
    }
    if params.is_empty() {
        params.push("void".to_owned());
    }
    params.join(", ")
}

fn base_name(types: &TypeTable, ty: TypeId) -> String {
    let tagged = |kind: &str, tag: &Option<String>| {
        format!("{kind} {}", tag.as_deref().unwrap_or("<anonymous>"))
    };
    match types.get(ty) {
        Type::Void => "void".to_owned(),
        Type::Bool => "_Bool".to_owned(),
        Type::Int(kind) => int_name(*kind),
        Type::Float(FloatKind::Float) => "float".to_owned(),
        Type::Float(FloatKind::Double) => "double".to_owned(),
        Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
        Type::Float(FloatKind::Float128) => "_Float128".to_owned(),
        Type::Record(r) => {
            let record = types.record(*r);
            let kind = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            tagged(kind, &record.tag)
        }
        Type::Enum(e) => tagged("enum", &types.enumeration(*e).tag),
        Type::MathInt => "int".to_owned(),
        Type::MathBool => "bool".to_owned(),
        Type::Map { domain, range } => {
            format!(
                "[{}]{}",
                type_name(types, *domain),
                type_name(types, *range)
            )
        }
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => String::new(),
    }
}

fn int_name(kind: IntKind) -> String {
    match kind {
        IntKind::Bits { bits, signed: true } => format!("_BitInt({bits})"),
        IntKind::Bits { bits, .. } => format!("unsigned _BitInt({bits})"),
        kind => kind.name().unwrap_or("int").to_owned(),
    }
}

// ---- expressions ----

struct Printer<'a> {
    p: &'a Program,
    out: String,
    depth: u32,
}

impl<'a> Printer<'a> {
    fn new(p: &'a Program) -> Self {
        Printer {
            p,
            out: String::new(),
            depth: 0,
        }
    }

    /// An expression where only operators that bind at least as tightly as `min` stand bare.
    fn expr(&mut self, e: ExprId, min: Prec) {
        if self.depth >= MAX_DEPTH {
            self.out.push_str("...");
            return;
        }
        self.depth += 1;
        let node = self.p.exprs.get(e);
        match node.kind {
            ExprKind::Int(bits) => self.int(bits, node.ty, min),
            ExprKind::Float(bits) => self.float(bits, node.ty, min),
            ExprKind::Var(v) => self.out.push_str(&self.p.var(v).name),
            ExprKind::Proc(p) => self.out.push_str(&self.p.proc(p).name),
            ExprKind::AddrOf(_) | ExprKind::Field { .. } => self.address(e, min),
            ExprKind::Index { base, index, .. } => self.element_address(e, base, index, min),
            ExprKind::PtrDiff { a, b, .. } => self.infix(a, " - ", b, ADD, min),
            ExprKind::Load { addr, .. } => self.lvalue(addr, min),
            ExprKind::Object { word, of } => {
                let name = match word {
                    ObjectWord::Offset => "offset(",
                    ObjectWord::Size => "size(",
                    ObjectWord::Class => "class(",
                    ObjectWord::Written(_) => "written(",
                    ObjectWord::WrittenBytes => "written_bytes(",
                    ObjectWord::Remainder(_) => "remainder(",
                };
                self.out.push_str(name);
                self.expr(of, 0);
                self.out.push(')');
            }
            ExprKind::Unary(op, a) => self.unary(op, a, min),
            ExprKind::Binary(op, a, b) => self.binary_text(op, a, b, min),
            ExprKind::Cast(a) if self.is_array_pointer(a, node.ty) => self.lvalue(a, min),
            ExprKind::Cast(a) => {
                let name = type_name(&self.p.types, node.ty);
                self.wrapped(UNARY, min, |p| {
                    let _ = write!(p.out, "({name})");
                    p.expr(a, UNARY);
                });
            }
            ExprKind::Cond(c, a, b) => self.cond(c, a, b, min),
        }
        self.depth -= 1;
    }

    /// Puts parentheses around what binds less tightly than `min`.
    fn wrapped(&mut self, prec: Prec, min: Prec, f: impl FnOnce(&mut Self)) {
        if prec < min {
            self.out.push('(');
            f(self);
            self.out.push(')');
        } else {
            f(self);
        }
    }

    fn infix(&mut self, a: ExprId, text: &str, b: ExprId, prec: Prec, min: Prec) {
        self.wrapped(prec, min, |p| {
            p.expr(a, prec);
            p.out.push_str(text);
            p.expr(b, prec + 1);
        });
    }

    fn binary_text(&mut self, op: BinOp, a: ExprId, b: ExprId, min: Prec) {
        let (text, prec) = binary_operator(op);
        self.infix(a, text, b, prec, min);
    }

    fn unary(&mut self, op: UnOp, a: ExprId, min: Prec) {
        let (text, call) = match op {
            UnOp::Neg => ("-", false),
            UnOp::Not => ("~", false),
            UnOp::LogicalNot => ("!", false),
            UnOp::Clz => ("__builtin_clz", true),
            UnOp::Ctz => ("__builtin_ctz", true),
            UnOp::Popcount => ("__builtin_popcount", true),
            UnOp::Bswap => ("__builtin_bswap", true),
        };
        if call {
            let _ = write!(self.out, "{text}(");
            self.expr(a, 0);
            self.out.push(')');
            return;
        }
        self.wrapped(UNARY, min, |p| {
            p.out.push_str(text);
            let start = p.out.len();
            p.expr(a, UNARY);
            if text == "-" && p.out[start..].starts_with('-') {
                // `--x` would be another operator.
                p.out.insert(start, ' ');
            }
        });
    }

    /// `c && b` for `c ? b : 0`, `c || b` for `c ? 1 : b`: how the front end writes them as one value.
    fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId, min: Prec) {
        let kind = |e| self.p.exprs.get(e).kind;
        if kind(b) == ExprKind::Int(0) && self.is_truth(a) {
            self.infix(c, " && ", a, LOGICAL_AND, min);
        } else if kind(a) == ExprKind::Int(1) && self.is_truth(b) {
            self.infix(c, " || ", b, LOGICAL_OR, min);
        } else {
            self.wrapped(COND, min, |p| {
                p.expr(c, COND + 1);
                p.out.push_str(" ? ");
                p.expr(a, 0);
                p.out.push_str(" : ");
                p.expr(b, COND);
            });
        }
    }

    /// Whether the value is 0 or 1 by its operator.
    fn is_truth(&self, e: ExprId) -> bool {
        match self.p.exprs.get(e).kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(op, _) => op == UnOp::LogicalNot,
            ExprKind::Cond(_, a, b) => {
                let kind = |e| self.p.exprs.get(e).kind;
                kind(b) == ExprKind::Int(0) || kind(a) == ExprKind::Int(1)
            }
            _ => false,
        }
    }

    // ---- constants ----

    fn int(&mut self, bits: u128, ty: TypeId, min: Prec) {
        if let Some(name) = self.enum_constant(bits, ty) {
            self.out.push_str(&name);
            return;
        }
        match self.p.scalar(ty) {
            Some(Scalar::Pointer) if bits == 0 => self.out.push_str("NULL"),
            Some(Scalar::Pointer) => {
                let name = type_name(&self.p.types, ty);
                self.wrapped(UNARY, min, |p| {
                    let _ = write!(p.out, "({name}){bits:#x}");
                });
            }
            Some(Scalar::MathBool) => self.out.push_str(["false", "true"][(bits & 1) as usize]),
            Some(scalar) => self.number(signed_value(bits, scalar), bits, scalar, min),
            None => self.number(None, bits, Scalar::MathInt, min),
        }
    }

    fn number(&mut self, signed: Option<i128>, bits: u128, scalar: Scalar, min: Prec) {
        match signed {
            Some(v) if v < 0 => self.wrapped(UNARY, min, |p| {
                let _ = write!(p.out, "{v}");
            }),
            _ => {
                let _ = write!(self.out, "{bits}");
            }
        }
        let unsigned = |bits| Scalar::Int {
            bits,
            signed: false,
        };
        if scalar == unsigned(32) || scalar == unsigned(64) {
            self.out.push('U');
        }
    }

    /// The name of the only constant of an enumeration with that value.
    fn enum_constant(&self, bits: u128, ty: TypeId) -> Option<String> {
        let Type::Enum(e) = self.p.types.get(ty) else {
            return None;
        };
        let scalar = self.p.scalar(ty)?;
        let value = signed_value(bits, scalar).unwrap_or(bits as i128);
        let e = self.p.types.enumeration(*e);
        let mut named = e.constants.iter().filter(|(_, v)| *v == value);
        let (name, _) = named.next()?;
        named.next().is_none().then(|| name.clone())
    }

    fn float(&mut self, bits: u128, ty: TypeId, min: Prec) {
        let (text, suffix) = match self.p.scalar(ty) {
            Some(Scalar::F32) => (format!("{:?}", f32::from_bits(bits as u32)), "f"),
            Some(Scalar::F64) => (format!("{:?}", f64::from_bits(bits as u64)), ""),
            Some(Scalar::F80) => (extended(bits), "L"),
            _ => (format!("{bits:#x}"), "L"),
        };
        let prec = if text.starts_with('-') {
            UNARY
        } else {
            PRIMARY
        };
        self.wrapped(prec, min, |p| {
            p.out.push_str(&text);
            p.out.push_str(suffix);
        });
    }

    // ---- addresses ----

    /// `&x`, or `x` where the address is that of an array as a pointer to its first element.
    fn address(&mut self, e: ExprId, min: Prec) {
        if self.is_decayed(e) {
            self.object(e);
        } else {
            self.wrapped(UNARY, min, |p| {
                p.out.push('&');
                p.lvalue(e, UNARY);
            });
        }
    }

    /// `p + i`; `&a[i]` on arrays; `a[i]` where that is itself an array.
    fn element_address(&mut self, e: ExprId, base: ExprId, index: ExprId, min: Prec) {
        if self.is_decayed(e) {
            self.element(base, index);
        } else if self.is_decayed(base) {
            self.wrapped(UNARY, min, |p| {
                p.out.push('&');
                p.element(base, index);
            });
        } else {
            self.wrapped(ADD, min, |p| p.pointer_sum(base, index));
        }
    }

    fn pointer_sum(&mut self, base: ExprId, index: ExprId) {
        self.expr(base, ADD);
        match self.p.exprs.get(index).kind {
            ExprKind::Unary(UnOp::Neg, a) => {
                self.out.push_str(" - ");
                self.expr(a, MUL);
            }
            ExprKind::Int(bits) => {
                let scalar = self.p.scalar(self.p.exprs.get(index).ty);
                let value = scalar.and_then(|s| signed_value(bits, s));
                match value {
                    Some(v) if v < 0 => {
                        let _ = write!(self.out, " - {}", v.unsigned_abs());
                    }
                    _ => {
                        let _ = write!(self.out, " + {bits}");
                    }
                }
            }
            _ => {
                self.out.push_str(" + ");
                self.expr(index, MUL);
            }
        }
    }

    fn element(&mut self, base: ExprId, index: ExprId) {
        self.expr(base, POSTFIX);
        self.out.push('[');
        self.expr(index, 0);
        self.out.push(']');
    }

    /// What stands at an address.
    fn lvalue(&mut self, addr: ExprId, min: Prec) {
        if self.depth >= MAX_DEPTH {
            self.out.push_str("...");
            return;
        }
        self.depth += 1;
        match self.p.exprs.get(addr).kind {
            ExprKind::AddrOf(_) | ExprKind::Field { .. } if !self.is_decayed(addr) => {
                self.object(addr);
            }
            ExprKind::Index { base, index, .. } if !self.is_decayed(addr) => {
                self.element(base, index);
            }
            _ => self.wrapped(UNARY, min, |p| {
                p.out.push('*');
                p.expr(addr, UNARY);
            }),
        }
        self.depth -= 1;
    }

    /// The variable or member that an `AddrOf` or `Field` is the address of, whatever its type.
    fn object(&mut self, addr: ExprId) {
        match self.p.exprs.get(addr).kind {
            ExprKind::AddrOf(v) => self.out.push_str(&self.p.var(v).name),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let field = &self.p.types.record(record).fields[field as usize];
                self.record_lvalue(base, field.name.as_deref());
            }
            _ => self.expr(addr, UNARY),
        }
    }

    /// A member of the record at `base`; the anonymous members around it do not show.
    fn record_lvalue(&mut self, base: ExprId, member: Option<&str>) {
        let base = self.named_base(base);
        let kind = self.p.exprs.get(base).kind;
        let direct = matches!(
            kind,
            ExprKind::AddrOf(_) | ExprKind::Field { .. } | ExprKind::Index { .. }
        ) && !self.is_decayed(base);
        match (direct, member) {
            (true, _) => self.lvalue(base, POSTFIX),
            (false, Some(_)) => self.expr(base, POSTFIX),
            (false, None) => {
                self.out.push_str("(*");
                self.expr(base, UNARY);
                self.out.push(')');
            }
        }
        if let Some(member) = member {
            self.out.push_str(if direct { "." } else { "->" });
            self.out.push_str(member);
        }
    }

    /// The address of the innermost record around `base` that has a name.
    fn named_base(&self, mut base: ExprId) -> ExprId {
        while let ExprKind::Field {
            base: outer,
            record,
            field,
        } = self.p.exprs.get(base).kind
        {
            let field = &self.p.types.record(record).fields[field as usize];
            if field.name.is_some() {
                break;
            }
            base = outer;
        }
        base
    }

    /// Whether a pointer to an array is converted to a pointer to its first element: the array
    /// itself in C.
    fn is_array_pointer(&self, e: ExprId, to: TypeId) -> bool {
        let types = &self.p.types;
        let array = types.pointee(self.p.exprs.get(e).ty);
        let element = types.pointee(to);
        array.is_some_and(|q| {
            matches!(types.get(q.ty), Type::Array { elem, .. } if Some(elem.ty) == element.map(|e| e.ty))
        })
    }

    /// Whether an address node of an array has the type of a pointer to its first element.
    fn is_decayed(&self, addr: ExprId) -> bool {
        let node = self.p.exprs.get(addr);
        let object = match node.kind {
            ExprKind::AddrOf(v) => self.p.var(v).ty,
            ExprKind::Field { record, field, .. } => {
                self.p.types.record(record).fields[field as usize].ty.ty
            }
            ExprKind::Index { base, .. } => match self.p.types.pointee(self.p.exprs.get(base).ty) {
                Some(q) => q.ty,
                None => return false,
            },
            _ => return false,
        };
        let pointee = self.p.types.pointee(node.ty).map(|q| q.ty);
        let array = matches!(self.p.types.get(object), Type::Array { .. });
        array && pointee != Some(object)
    }
}

fn binary_operator(op: BinOp) -> (&'static str, Prec) {
    match op {
        BinOp::Add => (" + ", ADD),
        BinOp::Sub => (" - ", ADD),
        BinOp::Mul => (" * ", MUL),
        BinOp::Div => (" / ", MUL),
        BinOp::Rem => (" % ", MUL),
        BinOp::Shl => (" << ", 11),
        BinOp::Shr => (" >> ", 11),
        BinOp::And => (" & ", 8),
        BinOp::Or => (" | ", 6),
        BinOp::Xor => (" ^ ", 7),
        BinOp::Eq => (" == ", EQUALITY),
        BinOp::Ne => (" != ", EQUALITY),
        BinOp::Lt => (" < ", RELATION),
        BinOp::Le => (" <= ", RELATION),
        BinOp::Gt => (" > ", RELATION),
        BinOp::Ge => (" >= ", RELATION),
    }
}

/// The value of a constant of a signed type.
fn signed_value(bits: u128, scalar: Scalar) -> Option<i128> {
    match scalar {
        Scalar::Int {
            bits: width,
            signed: true,
        } => {
            let shift = 128u32.saturating_sub(u32::from(width));
            Some(((bits << shift) as i128) >> shift)
        }
        Scalar::MathInt => Some(bits as i128),
        _ => None,
    }
}

/// An x87 number: as a `double` where it is one, else in hexadecimal with its exponent.
fn extended(bits: u128) -> String {
    let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
    let exponent = (bits >> 64 & 0x7fff) as i32 - 16383;
    let fraction = bits as u64;
    if fraction == 0 {
        return format!("{sign}0.0");
    }
    if fraction.trailing_zeros() >= 11 && (-1000..1000).contains(&exponent) {
        let value = fraction as f64 / 2f64.powi(63) * 2f64.powi(exponent);
        return format!("{sign}{value:?}");
    }
    format!("{sign}{fraction:#x}p{}", exponent - 63)
}

#[cfg(test)]
mod tests;
