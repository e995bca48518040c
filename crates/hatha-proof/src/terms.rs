//! Terms as a flat table, arguments before their users.
//!
//! **Invariant.** A table is read with every arity and sort checked before a
//! term is built, so a hostile file cannot make the term pool assert; and it is
//! read into whatever pool the caller gives, raw for a checker, so nothing is
//! simplified on the way. A flat table needs no recursion, whatever its depth.

mod float;

use crate::{FormatError, vocabulary};
use hatha_term::{Bv, FpOp, Op, Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// One term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// SMT-LIB name of the operator, or `var`, `bv`, `apply`.
    pub op: String,
    /// Indices of the arguments in the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<u32>,
    /// Width of the result: `var` and `bv` (0 for a Boolean variable), `extract`, `zero_extend`, `sign_extend`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Lowest bit of an `extract`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<u32>,
    /// Name of a `var` or of the function of an `apply`, value of a `bv` in hexadecimal, format
    /// and rounding mode of a floating operator (`"8 24 RNE"`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The operators without parameters, with their names.
const PLAIN: &[(Op, &str)] = &[
    (Op::True, "true"),
    (Op::False, "false"),
    (Op::Not, "not"),
    (Op::And, "and"),
    (Op::Or, "or"),
    (Op::Xor, "xor"),
    (Op::Implies, "=>"),
    (Op::Ite, "ite"),
    (Op::Eq, "="),
    (Op::BvNot, "bvnot"),
    (Op::BvNeg, "bvneg"),
    (Op::BvAdd, "bvadd"),
    (Op::BvSub, "bvsub"),
    (Op::BvMul, "bvmul"),
    (Op::BvUdiv, "bvudiv"),
    (Op::BvUrem, "bvurem"),
    (Op::BvSdiv, "bvsdiv"),
    (Op::BvSrem, "bvsrem"),
    (Op::BvAnd, "bvand"),
    (Op::BvOr, "bvor"),
    (Op::BvXor, "bvxor"),
    (Op::BvShl, "bvshl"),
    (Op::BvLshr, "bvlshr"),
    (Op::BvAshr, "bvashr"),
    (Op::BvUlt, "bvult"),
    (Op::BvUle, "bvule"),
    (Op::BvSlt, "bvslt"),
    (Op::BvSle, "bvsle"),
    (Op::Concat, "concat"),
    (Op::ZeroExt, "zero_extend"),
    (Op::SignExt, "sign_extend"),
];

fn name_of(op: Op) -> Option<&'static str> {
    PLAIN.iter().find(|(o, _)| *o == op).map(|(_, n)| *n)
}

/// Collects terms of one pool into a table.
#[derive(Debug, Default)]
pub struct TermWriter {
    nodes: Vec<Node>,
    done: FxHashMap<TermId, u32>,
}

impl TermWriter {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a term with all its subterms and gives its index.
    pub fn add(&mut self, pool: &TermPool, term: TermId) -> Result<u32, FormatError> {
        for t in pool.subterms(&[term]) {
            if !self.done.contains_key(&t) {
                let node = self.node(pool, t)?;
                self.done.insert(t, self.nodes.len() as u32);
                self.nodes.push(node);
            }
        }
        Ok(self.done[&term])
    }

    /// The table.
    pub fn finish(self) -> Vec<Node> {
        self.nodes
    }

    fn node(&self, pool: &TermPool, t: TermId) -> Result<Node, FormatError> {
        let args = pool.args(t).iter().map(|a| self.done[a]).collect();
        let mut node = Node {
            op: String::new(),
            args,
            width: None,
            low: None,
            text: None,
        };
        match pool.op(t) {
            Op::Var(v) => {
                node.op = "var".to_owned();
                node.width = Some(variable_width(pool.sort(t))?);
                node.text = Some(pool.var_symbol(v).to_string());
            }
            Op::BvConst(_) => {
                let value = pool
                    .as_bv(t)
                    .ok_or_else(|| FormatError("a constant without a value".to_owned()))?;
                node.op = "bv".to_owned();
                node.width = Some(value.width());
                node.text = Some(hexadecimal(value));
            }
            Op::Extract { lo } => {
                node.op = "extract".to_owned();
                node.width = pool.sort(t).bv_width();
                node.low = Some(lo);
            }
            Op::Apply(function) => {
                let symbol = pool.fun_symbol(function);
                let width = pool.sort(pool.arg(t, 0)).bv_width();
                if width
                    .and_then(|w| vocabulary::result_sort(symbol, w))
                    .is_none()
                {
                    return Err(FormatError(format!("'{symbol}' has no place in a proof")));
                }
                node.op = "apply".to_owned();
                node.text = Some(symbol.to_string());
            }
            Op::Fp(op) => {
                let (name, text) = float::described(op);
                node.op = name.to_owned();
                node.text = Some(text);
                node.width = matches!(op, FpOp::ToInt(..))
                    .then(|| pool.sort(t).bv_width())
                    .flatten();
            }
            op => {
                let name = name_of(op);
                node.op = name
                    .ok_or_else(|| FormatError(format!("{op:?} has no place in a proof")))?
                    .to_owned();
                if matches!(op, Op::ZeroExt | Op::SignExt) {
                    node.width = pool.sort(t).bv_width();
                }
            }
        }
        Ok(node)
    }
}

fn variable_width(sort: Sort) -> Result<u32, FormatError> {
    match sort {
        Sort::Bool => Ok(0),
        Sort::Bv(w) => Ok(w),
        other => Err(FormatError(format!(
            "a variable of sort {other:?} has no place in a proof"
        ))),
    }
}

fn hexadecimal(value: &Bv) -> String {
    let limbs = value.limbs();
    let digits: String = limbs.iter().rev().map(|l| format!("{l:016x}")).collect();
    let short = digits.trim_start_matches('0');
    if short.is_empty() {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

fn parse_hexadecimal(width: u32, text: &str) -> Option<Bv> {
    if text.is_empty() || text.len() > 64 * 1024 {
        return None;
    }
    let digits: Vec<u64> = text
        .chars()
        .rev()
        .map(|c| c.to_digit(16).map(u64::from))
        .collect::<Option<_>>()?;
    let limbs: Vec<u64> = digits
        .chunks(16)
        .map(|c| {
            c.iter()
                .enumerate()
                .fold(0, |acc, (i, d)| acc | d << (4 * i))
        })
        .collect();
    let bit = |i: u32| {
        limbs
            .get(i as usize / 64)
            .is_some_and(|l| l >> (i % 64) & 1 == 1)
    };
    let top = limbs.len() as u32 * 64;
    if (width..top.max(width)).any(bit) {
        return None;
    }
    Some(Bv::from_bits(width, bit))
}

/// The widest bit-vector that a table may mention.
const MAX_WIDTH: u32 = 1 << 16;

/// Builds the terms of a table in a pool.
#[derive(Debug)]
pub struct TermReader {
    terms: Vec<TermId>,
}

impl TermReader {
    /// Reads a whole table; `allowed` says which variables may occur and of what sort.
    pub fn read(
        pool: &mut TermPool,
        nodes: &[Node],
        allowed: impl Fn(&Symbol, Sort) -> bool,
    ) -> Result<TermReader, FormatError> {
        let mut reader = TermReader {
            terms: Vec::with_capacity(nodes.len()),
        };
        for (i, node) in nodes.iter().enumerate() {
            let term = reader
                .build(pool, node, &allowed)
                .ok_or_else(|| FormatError(format!("term {i} ('{}') is malformed", node.op)))?;
            reader.terms.push(term);
        }
        Ok(reader)
    }

    /// The term at an index of the table.
    pub fn get(&self, index: u32) -> Option<TermId> {
        self.terms.get(index as usize).copied()
    }

    fn build(
        &self,
        pool: &mut TermPool,
        node: &Node,
        allowed: &impl Fn(&Symbol, Sort) -> bool,
    ) -> Option<TermId> {
        match node.op.as_str() {
            "var" => {
                let symbol = Symbol::from(node.text.as_deref()?);
                let sort = match node.width? {
                    0 => Sort::Bool,
                    w if w <= MAX_WIDTH => Sort::Bv(w),
                    _ => return None,
                };
                allowed(&symbol, sort).then(|| pool.var(symbol, sort))
            }
            "bv" => {
                let width = node.width.filter(|w| (1..=MAX_WIDTH).contains(w))?;
                Some(pool.bv(parse_hexadecimal(width, node.text.as_deref()?)?))
            }
            "apply" => self.function(pool, node),
            _ => self.apply(pool, node),
        }
    }

    /// A function of memory: one argument, a bit-vector.
    fn function(&self, pool: &mut TermPool, node: &Node) -> Option<TermId> {
        let symbol = Symbol::from(node.text.as_deref()?);
        let &[argument] = node.args.as_slice() else {
            return None;
        };
        let argument = self.get(argument)?;
        let from = pool.sort(argument);
        let result = vocabulary::result_sort(&symbol, from.bv_width()?)?;
        let function = pool.declare_fun(symbol, &[from], result);
        Some(pool.apply(function, &[argument]))
    }

    fn apply(&self, pool: &mut TermPool, node: &Node) -> Option<TermId> {
        let args: Vec<TermId> = node
            .args
            .iter()
            .map(|&a| self.get(a))
            .collect::<Option<_>>()?;
        if node.op.starts_with("fp.") {
            let op = float::read(&node.op, node.text.as_deref()?)?;
            let widths: Vec<u32> = args
                .iter()
                .map(|&a| pool.sort(a).bv_width())
                .collect::<Option<_>>()?;
            let width = float::result_width(op, &widths, node.width)?;
            return Some(pool.fp(op, width, &args));
        }
        let op = match node.op.as_str() {
            "extract" => Op::Extract { lo: node.low? },
            name => PLAIN.iter().find(|(_, n)| *n == name)?.0,
        };
        if op.arity() != Some(args.len()) {
            return None;
        }
        let sorts: Vec<Sort> = args.iter().map(|&a| pool.sort(a)).collect();
        let sort = result_sort(op, &sorts, node.width)?;
        Some(pool.rebuild(op, sort, &args))
    }
}

/// The sort of an application, or `None` if the arguments do not fit.
fn result_sort(op: Op, args: &[Sort], width: Option<u32>) -> Option<Sort> {
    let all_bool = args.iter().all(|s| *s == Sort::Bool);
    let same = args.windows(2).all(|w| w[0] == w[1]);
    let vectors = same && args.iter().all(|s| s.bv_width().is_some());
    match op {
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => {
            all_bool.then_some(Sort::Bool)
        }
        Op::Ite => (args[0] == Sort::Bool && args[1] == args[2]).then_some(args[1]),
        Op::Eq => same.then_some(Sort::Bool),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => vectors.then_some(Sort::Bool),
        Op::Concat => {
            let total = args[0].bv_width()?.checked_add(args[1].bv_width()?)?;
            (total <= MAX_WIDTH).then_some(Sort::Bv(total))
        }
        Op::ZeroExt | Op::SignExt => {
            let to = width.filter(|w| *w <= MAX_WIDTH)?;
            (to >= args[0].bv_width()?).then_some(Sort::Bv(to))
        }
        Op::Extract { lo } => {
            let to = width.filter(|w| *w >= 1)?;
            (lo.checked_add(to)? <= args[0].bv_width()?).then_some(Sort::Bv(to))
        }
        _ => vectors.then_some(args[0]),
    }
}
