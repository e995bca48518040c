//! Printing as SMT-LIB 2.
//!
//! Shared subterms are named once (`let` in an expression, `define-fun` in a
//! script), so the text is linear in the size of the term's DAG.
//!
//! The integer quotient and remainder are total here and not in SMT-LIB, where
//! division by zero is any function; they print with a guard that says so.

use crate::op::{FunId, Op, TermId, VarId};
use crate::pool::TermPool;
use crate::print_float::{Definition, named_float};
use crate::sort::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Nesting at which a script gives a subterm a name though it is not shared:
/// solvers read with a recursive parser, and a path may be a million deep.
const MAX_NESTING: u32 = 100;

impl TermPool {
    /// The term as one SMT-LIB expression; shared subterms in `let`s.
    pub fn to_smtlib(&self, t: TermId) -> String {
        let subterms = self.subterms(&[t]);
        let shared = shared_terms(self, &subterms, &[]);
        let mut out = String::new();
        let mut printer = SmtPrinter::default();
        let mut lets = 0;
        let is_named = |s: TermId| shared.contains(&s) && s != t || named_float(self, s).is_some();
        for &s in subterms.iter().filter(|s| is_named(**s)) {
            for (suffix, _, text) in printer.definitions(self, s, '?') {
                let _ = write!(out, "(let ((?{}{suffix} {text})) ", s.index());
                lets += 1;
            }
            printer.named.insert(s, '?');
        }
        printer.expression(self, t, &mut out);
        out.extend(std::iter::repeat_n(')', lets));
        out
    }

    /// The sort in SMT-LIB notation.
    pub fn sort_to_smtlib(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::Bv(width) => format!("(_ BitVec {width})"),
            Sort::Float(e, s) => format!("(_ FloatingPoint {e} {s})"),
            Sort::Array(index, element) => {
                let index = self.sort_to_smtlib(self.sort_of_id(index));
                let element = self.sort_to_smtlib(self.sort_of_id(element));
                format!("(Array {index} {element})")
            }
        }
    }
}

/// The inner nodes among `subterms` with more than one use, one of which may be
/// as a root.
fn shared_terms(pool: &TermPool, subterms: &[TermId], roots: &[TermId]) -> FxHashSet<TermId> {
    let mut used: FxHashSet<TermId> = FxHashSet::default();
    let mut shared = FxHashSet::default();
    // The guard of an integer division repeats the operands, and so does the NaN
    // of a floating operation.
    let guarded = |t: &&TermId| matches!(pool.op(**t), Op::IntDiv | Op::IntMod | Op::Fp(_));
    let repeated = subterms.iter().filter(guarded).flat_map(|&t| pool.args(t));
    let uses = subterms.iter().flat_map(|&t| pool.args(t)).chain(repeated);
    for &t in uses.chain(roots) {
        if !pool.args(t).is_empty() && !used.insert(t) {
            shared.insert(t);
        }
    }
    shared
}

/// Writes declarations, definitions and expressions for one solver dialogue. It
/// remembers what it has declared, so that each name is introduced once; the
/// dialogue must keep declarations across `pop` (`:global-declarations`).
#[derive(Clone, Debug, Default)]
pub struct SmtPrinter {
    named: FxHashMap<TermId, char>,
    vars: FxHashMap<VarId, Box<str>>,
    funs: FxHashMap<FunId, Box<str>>,
    taken: FxHashSet<Box<str>>,
}

/// What is left to print.
enum Todo {
    Term(TermId),
    Text(&'static str),
}

impl SmtPrinter {
    /// A printer for a new dialogue.
    pub fn new() -> SmtPrinter {
        SmtPrinter::default()
    }

    /// Writes the declarations and definitions that the terms need and the
    /// dialogue lacks.
    pub fn declare(&mut self, pool: &TermPool, roots: &[TermId], out: &mut String) {
        let subterms = pool.subterms(roots);
        let shared = shared_terms(pool, &subterms, roots);
        let mut depth: FxHashMap<TermId, u32> = FxHashMap::default();
        for &t in &subterms {
            self.declare_leaf(pool, t, out);
            if self.named.contains_key(&t) {
                continue;
            }
            let below = pool.args(t).iter().filter_map(|arg| depth.get(arg)).max();
            let nesting = below.map_or(0, |d| d + 1);
            let is_float = named_float(pool, t).is_some();
            if is_float || shared.contains(&t) || nesting >= MAX_NESTING {
                self.define(pool, t, out);
            } else {
                depth.insert(t, nesting);
            }
        }
    }

    fn declare_leaf(&mut self, pool: &TermPool, t: TermId, out: &mut String) {
        match pool.op(t) {
            Op::Var(var) if !self.vars.contains_key(&var) => {
                let name = self.fresh_name(&pool.var_symbol(var).to_string());
                let sort = pool.sort_to_smtlib(pool.sort(t));
                let _ = writeln!(out, "(declare-const {name} {sort})");
                self.vars.insert(var, name);
            }
            Op::Apply(fun) if !self.funs.contains_key(&fun) => {
                let decl = pool.fun(fun);
                let name = self.fresh_name(&pool.fun_symbol(fun).to_string());
                let args: Vec<String> = decl.args.iter().map(|&s| pool.sort_to_smtlib(s)).collect();
                let result = pool.sort_to_smtlib(decl.result);
                let _ = writeln!(out, "(declare-fun {name} ({}) {result})", args.join(" "));
                self.funs.insert(fun, name);
            }
            _ => {}
        }
    }

    fn define(&mut self, pool: &TermPool, t: TermId, out: &mut String) {
        for (suffix, sort, text) in self.definitions(pool, t, '$') {
            let _ = writeln!(out, "(define-fun ${}{suffix} () {sort} {text})", t.index());
        }
        self.named.insert(t, '$');
    }

    /// What has to be defined for a term that gets a name; the last is the term.
    fn definitions(&self, pool: &TermPool, t: TermId, mark: char) -> Vec<Definition> {
        if let Some(op) = named_float(pool, t) {
            return self.float_definitions(pool, t, op, mark);
        }
        let mut text = String::new();
        self.expression(pool, t, &mut text);
        vec![("", pool.sort_to_smtlib(pool.sort(t)), text)]
    }

    /// How the name of a term starts that has one.
    pub(crate) fn mark(&self, t: TermId) -> Option<char> {
        self.named.get(&t).copied()
    }

    /// The quoted name, made different from all earlier ones: variables that
    /// differ in their sort alone share a name in the pool but not in SMT-LIB.
    fn fresh_name(&mut self, name: &str) -> Box<str> {
        let mut candidate = quote(name);
        let mut k = 0;
        while !self.taken.insert(candidate.clone()) {
            k += 1;
            candidate = quote(&format!("{name}!!{k}"));
        }
        candidate
    }

    /// The name by which the dialogue knows a variable, once declared.
    pub fn var_name(&self, var: VarId) -> Option<&str> {
        self.vars.get(&var).map(|name| &**name)
    }

    /// The name by which the dialogue knows a function, once declared.
    pub fn fun_name(&self, fun: FunId) -> Option<&str> {
        self.funs.get(&fun).map(|name| &**name)
    }

    /// Writes the term as an expression over the names introduced so far.
    pub fn expression(&self, pool: &TermPool, t: TermId, out: &mut String) {
        let mut todo = vec![Todo::Term(t)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Text(text) => out.push_str(text),
                Todo::Term(t) => self.open(pool, t, &mut todo, out),
            }
        }
    }

    fn open(&self, pool: &TermPool, t: TermId, todo: &mut Vec<Todo>, out: &mut String) {
        if let Some(mark) = self.named.get(&t) {
            let _ = write!(out, "{mark}{}", t.index());
            return;
        }
        if pool.args(t).is_empty() {
            return self.leaf(pool, t, out);
        }
        match pool.op(t) {
            Op::IntDiv | Op::IntMod => return open_guarded(pool, t, todo, out),
            Op::Fp(op) => return out.push_str(&self.float_application(pool, t, op)),
            _ => {}
        }
        out.push('(');
        self.head(pool, t, out);
        todo.push(Todo::Text(")"));
        for &arg in pool.args(t).iter().rev() {
            todo.push(Todo::Term(arg));
            todo.push(Todo::Text(" "));
        }
    }

    fn leaf(&self, pool: &TermPool, t: TermId, out: &mut String) {
        match pool.op(t) {
            Op::True => out.push_str("true"),
            Op::False => out.push_str("false"),
            Op::Var(var) => match self.vars.get(&var) {
                Some(name) => out.push_str(name),
                None => out.push_str(&quote(&pool.var_symbol(var).to_string())),
            },
            _ => constant(pool, t, out),
        }
    }

    fn head(&self, pool: &TermPool, t: TermId, out: &mut String) {
        let width = pool.sort(t).bv_width().unwrap_or(0);
        let added = || width - pool.width(pool.arg(t, 0));
        let _ = match pool.op(t) {
            Op::Apply(fun) => {
                let declared = self.fun_name(fun).map(Box::from);
                let plain = || quote(&pool.fun_symbol(fun).to_string());
                write!(out, "{}", declared.unwrap_or_else(plain))
            }
            Op::Extract { lo } => write!(out, "(_ extract {} {lo})", lo + width - 1),
            Op::ZeroExt => write!(out, "(_ zero_extend {})", added()),
            Op::SignExt => write!(out, "(_ sign_extend {})", added()),
            Op::ConstArray => write!(out, "(as const {})", pool.sort_to_smtlib(pool.sort(t))),
            op => write!(out, "{}", smt_name(op)),
        };
    }
}

/// Prints an integer quotient or remainder with the value it has here when the
/// divisor is zero.
fn open_guarded(pool: &TermPool, t: TermId, todo: &mut Vec<Todo>, out: &mut String) {
    let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
    let quotient = pool.op(t) == Op::IntDiv;
    let operation = if quotient { "(div " } else { "(mod " };
    let mut items = vec![];
    let safe = pool.as_int(b).is_some_and(|value| value != 0);
    if !safe {
        out.push_str("(ite (= ");
        items.extend([Todo::Term(b), Todo::Text(" 0) ")]);
        items.push(if quotient {
            Todo::Text("0")
        } else {
            Todo::Term(a)
        });
        items.push(Todo::Text(" "));
    }
    items.extend([
        Todo::Text(operation),
        Todo::Term(a),
        Todo::Text(" "),
        Todo::Term(b),
    ]);
    items.push(Todo::Text(if safe { ")" } else { "))" }));
    todo.extend(items.into_iter().rev());
}

fn constant(pool: &TermPool, t: TermId, out: &mut String) {
    let _ = match (pool.as_bv(t), pool.as_int(t)) {
        (Some(value), _) => write!(out, "{value}"),
        (_, Some(value)) if value < 0 => write!(out, "(- {})", value.unsigned_abs()),
        (_, Some(value)) => write!(out, "{value}"),
        _ => unreachable!("constants are bit-vectors or integers"),
    };
}

/// The name as an SMT-LIB symbol that neither is predefined nor looks like the
/// names given to shared subterms. Bars alone do not help: `|and|` is `and`.
fn quote(name: &str) -> Box<str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_~!@$%^&*+=<>/-".contains(c);
    if PREDEFINED.contains(&name) || PREFIXES.iter().any(|p| name.starts_with(p)) {
        return quote(&format!("_{name}"));
    }
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts_well && name != "_" && name.chars().all(plain) {
        return name.into();
    }
    let clean: String = name.replace(['|', '\\'], "!");
    format!("|{clean}|").into()
}

/// Beginnings of predefined names and of those that this module gives.
const PREFIXES: &[&str] = &["bv", "fp.", "str.", "re.", "to_", "is_", "$", "?", ".", "@"];

const PREDEFINED: &[&str] = &[
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "let",
    "forall",
    "exists",
    "distinct",
    "par",
    "as",
    "select",
    "store",
    "concat",
    "div",
    "mod",
    "abs",
    "Int",
    "Bool",
    "Array",
    "Real",
    "match",
    "const",
    "int",
    "real",
    "map",
    "union",
    "intersection",
    "complement",
    "set",
    "if",
    "implies",
    "iff",
    "repeat",
    "extract",
    "rotate_left",
    "rotate_right",
    "zero_extend",
    "sign_extend",
    "fp",
    "exp",
    "pi",
    "sin",
    "cos",
    "tan",
    "root-obj",
    "default",
    "subset",
    "member",
    "singleton",
    "insert",
    "head",
    "tail",
    "nil",
    "cons",
    "List",
    "+",
    "-",
    "*",
    "/",
    "<",
    ">",
    "<=",
    ">=",
    "=",
    "=>",
    "^",
];

fn smt_name(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Implies => "=>",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Concat => "concat",
        Op::IntNeg | Op::IntSub => "-",
        Op::IntAdd => "+",
        Op::IntMul => "*",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::IntLe => "<=",
        Op::IntLt => "<",
        Op::Select => "select",
        Op::Store => "store",
        other => smt_bv_name(other),
    }
}

fn smt_bv_name(op: Op) -> &'static str {
    match op {
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        _ => unreachable!("printed by the head of the expression"),
    }
}
