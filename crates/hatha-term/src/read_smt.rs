//! Reading SMT-LIB 2: what [`SmtPrinter`](crate::SmtPrinter) writes, so that a
//! logged query can be asked again.
//!
//! The reader is iterative and checks sorts before it builds, so that no text
//! makes a constructor panic. It knows the operators of this crate, constants
//! and functions, definitions without parameters, and one scope; anything else
//! is an error that names it, never a guess.

use crate::bits::Bv;
use crate::op::{FunId, Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;
use rustc_hash::FxHashMap;

/// Wider than anything that hatha writes; a text that says more is refused
/// before it is allocated.
const MAX_WIDTH: u32 = 1 << 16;

/// What a closed expression is.
#[derive(Clone, Debug)]
enum Item<'a> {
    Atom(&'a str),
    Term(TermId),
    Sort(Sort),
    Sorts(Vec<Sort>),
    Extract(u32, u32),
    ZeroExt(u32),
    SignExt(u32),
    ConstArray(Sort),
}

/// Why a text cannot be read.
type Read<T> = Result<T, String>;

/// The assertions of an SMT-LIB script.
///
/// ```
/// use hatha_term::{TermPool, read_smtlib};
/// let mut pool = TermPool::new();
/// let text = "(declare-const x (_ BitVec 8)) (assert (bvult x #x05)) (check-sat)";
/// let terms = read_smtlib(&mut pool, text).unwrap();
/// assert_eq!(pool.to_smtlib(terms[0]), "(bvult x #x05)");
/// assert!(read_smtlib(&mut pool, "(assert (bvult x y))").is_err());
/// ```
pub fn read_smtlib(pool: &mut TermPool, text: &str) -> Result<Vec<TermId>, String> {
    Reader {
        pool,
        names: FxHashMap::default(),
        funs: FxHashMap::default(),
        assertions: Vec::new(),
    }
    .script(text)
}

struct Reader<'p, 'a> {
    pool: &'p mut TermPool,
    names: FxHashMap<&'a str, TermId>,
    funs: FxHashMap<&'a str, FunId>,
    assertions: Vec<TermId>,
}

/// The first token of a text and the rest; comments and white space are skipped.
fn next_token(text: &str) -> Option<(&str, &str)> {
    let mut text = text.trim_start();
    while text.starts_with(';') {
        text = text[text.find('\n')?..].trim_start();
    }
    let first = text.chars().next()?;
    let end = match first {
        '(' | ')' => 1,
        '|' | '"' => text[1..].find(first).map_or(text.len(), |i| i + 2),
        _ => text
            .find(|c: char| c.is_whitespace() || "()|\";".contains(c))
            .unwrap_or(text.len()),
    };
    Some(text.split_at(end))
}

impl<'a> Reader<'_, 'a> {
    fn script(mut self, text: &'a str) -> Read<Vec<TermId>> {
        let mut open: Vec<Vec<Item<'a>>> = Vec::new();
        let mut rest = text;
        while let Some((token, tail)) = next_token(rest) {
            rest = tail;
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().ok_or("a parenthesis too many")?;
                    match open.last_mut() {
                        Some(outer) => {
                            let item = self.close(&list)?;
                            outer.push(item);
                        }
                        None => self.command(&list)?,
                    }
                }
                atom => open
                    .last_mut()
                    .ok_or_else(|| format!("`{atom}` outside of a command"))?
                    .push(Item::Atom(atom)),
            }
        }
        if !open.is_empty() {
            return Err("a parenthesis is missing".to_owned());
        }
        Ok(self.assertions)
    }

    fn command(&mut self, list: &[Item<'a>]) -> Read<()> {
        match list {
            [Item::Atom("assert"), t] => {
                let t = self.term(t)?;
                if !self.pool.is_bool(t) {
                    return Err("an assertion that is not of sort Bool".to_owned());
                }
                self.assertions.push(t);
            }
            [Item::Atom("declare-const"), Item::Atom(name), sort] => {
                let sort = as_sort(sort)?;
                self.declare(name, sort);
            }
            [
                Item::Atom("declare-fun"),
                Item::Atom(name),
                Item::Sorts(args),
                sort,
            ] => {
                let result = as_sort(sort)?;
                match args.is_empty() {
                    true => self.declare(name, result),
                    false => {
                        let fun = self.pool.declare_fun(unquoted(name), args, result);
                        self.funs.insert(name, fun);
                    }
                }
            }
            [
                Item::Atom("define-fun"),
                Item::Atom(name),
                Item::Sorts(none),
                sort,
                body,
            ] if none.is_empty() => {
                let body = self.term(body)?;
                if as_sort(sort)? != self.pool.sort(body) {
                    return Err(format!("`{name}` is not of its sort"));
                }
                self.names.insert(name, body);
            }
            [
                Item::Atom("set-info" | "set-logic" | "set-option" | "check-sat" | "exit"),
                ..,
            ] => {}
            _ => return Err(format!("a command that is not understood: {list:?}")),
        }
        Ok(())
    }

    fn declare(&mut self, name: &'a str, sort: Sort) {
        let var = self.pool.var(unquoted(name), sort);
        self.names.insert(name, var);
    }

    fn term(&mut self, item: &Item<'a>) -> Read<TermId> {
        match item {
            Item::Term(t) => Ok(*t),
            Item::Atom(atom) => self.atom(atom),
            other => Err(format!("a term is expected, not {other:?}")),
        }
    }

    fn atom(&mut self, atom: &'a str) -> Read<TermId> {
        if let Some(&t) = self.names.get(atom) {
            return Ok(t);
        }
        let unknown = || format!("`{atom}` is not declared");
        match atom {
            "true" => return Ok(self.pool.tru()),
            "false" => return Ok(self.pool.fls()),
            _ => {}
        }
        let value = match atom.split_at_checked(2) {
            Some(("#x", digits)) => bits(digits, 4),
            Some(("#b", digits)) => bits(digits, 1),
            _ => None,
        };
        match value {
            Some(value) => Ok(self.pool.bv(value)),
            None => {
                let value = atom.parse().map_err(|_| unknown())?;
                Ok(self.pool.int(value))
            }
        }
    }

    /// The meaning of a closed list inside a command.
    fn close(&mut self, list: &[Item<'a>]) -> Read<Item<'a>> {
        match list {
            [] => Ok(Item::Sorts(Vec::new())),
            [Item::Atom("_"), rest @ ..] => self.indexed(rest),
            [Item::Atom("Array"), index, element] => {
                let (index, element) = (as_sort(index)?, as_sort(element)?);
                Ok(Item::Sort(self.pool.array_sort(index, element)))
            }
            [Item::Atom("as"), Item::Atom("const"), Item::Sort(sort)] => {
                Ok(Item::ConstArray(*sort))
            }
            [Item::Sort(_) | Item::Atom("Bool" | "Int"), ..] => {
                let sorts: Read<Vec<Sort>> = list.iter().map(as_sort).collect();
                Ok(Item::Sorts(sorts?))
            }
            [head, args @ ..] => {
                let args: Read<Vec<TermId>> = args.iter().map(|arg| self.term(arg)).collect();
                Ok(Item::Term(self.application(head, &args?)?))
            }
        }
    }

    fn indexed(&mut self, list: &[Item<'a>]) -> Read<Item<'a>> {
        let number = |item: &Item| match item {
            Item::Atom(text) => text.parse::<u32>().ok().filter(|&n| n <= MAX_WIDTH),
            _ => None,
        };
        let unknown = || format!("an indexed name that is not understood: {list:?}");
        let numbers: Option<Vec<u32>> = list.iter().skip(1).map(number).collect();
        let numbers = numbers.ok_or_else(unknown)?;
        match (list, &numbers[..]) {
            ([Item::Atom("BitVec"), ..], &[width]) if width > 0 => Ok(Item::Sort(Sort::Bv(width))),
            ([Item::Atom("extract"), ..], &[hi, lo]) => Ok(Item::Extract(hi, lo)),
            ([Item::Atom("zero_extend"), ..], &[by]) => Ok(Item::ZeroExt(by)),
            ([Item::Atom("sign_extend"), ..], &[by]) => Ok(Item::SignExt(by)),
            _ => Err(unknown()),
        }
    }

    fn application(&mut self, head: &Item<'a>, args: &[TermId]) -> Read<TermId> {
        let wrong = || format!("{head:?} cannot be applied to these arguments");
        match (head, args) {
            (Item::Extract(hi, lo), &[a]) => {
                let fits = lo <= hi && *hi < self.bv_width(a).unwrap_or(0);
                fits.then(|| self.pool.extract(*hi, *lo, a))
                    .ok_or_else(wrong)
            }
            (Item::ZeroExt(by), &[a]) => {
                let width = self.bv_width(a).ok_or_else(wrong)?;
                Ok(self.pool.zero_ext(width + by, a))
            }
            (Item::SignExt(by), &[a]) => {
                let width = self.bv_width(a).ok_or_else(wrong)?;
                Ok(self.pool.sign_ext(width + by, a))
            }
            (Item::ConstArray(sort), &[value]) => {
                let parts = self.pool.array_parts(*sort).ok_or_else(wrong)?;
                let fits = parts.1 == self.pool.sort(value);
                fits.then(|| self.pool.const_array(*sort, value))
                    .ok_or_else(wrong)
            }
            (Item::Atom(name), _) => self.named(name, args)?.ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }

    fn bv_width(&self, t: TermId) -> Option<u32> {
        self.pool.sort(t).bv_width()
    }

    /// The application of a named operator or function; none if the arguments
    /// do not fit.
    fn named(&mut self, name: &'a str, args: &[TermId]) -> Read<Option<TermId>> {
        if let Some(&fun) = self.funs.get(name) {
            let sorts = args.iter().map(|&t| self.pool.sort(t));
            let fits = sorts.eq(self.pool.fun(fun).args.iter().copied());
            return Ok(fits.then(|| self.pool.apply(fun, args)));
        }
        let sorts: Vec<Sort> = args.iter().map(|&t| self.pool.sort(t)).collect();
        let Some(op) = operator(name, &sorts) else {
            return Err(format!("an operator that is not understood: `{name}`"));
        };
        let Some(sort) = self.result(op, &sorts) else {
            return Ok(None);
        };
        Ok(Some(self.pool.rebuild(op, sort, args)))
    }

    /// The sort of an operator's result, if the arguments are of its sorts.
    fn result(&self, op: Op, sorts: &[Sort]) -> Option<Sort> {
        match (op, sorts) {
            (Op::Not, [Sort::Bool]) => Some(Sort::Bool),
            (Op::And | Op::Or | Op::Xor | Op::Implies, [Sort::Bool, Sort::Bool]) => {
                Some(Sort::Bool)
            }
            (Op::Ite, &[Sort::Bool, a, b]) => (a == b).then_some(a),
            (Op::Eq, [a, b]) => (a == b).then_some(Sort::Bool),
            (Op::BvNot | Op::BvNeg, &[Sort::Bv(w)]) => Some(Sort::Bv(w)),
            (Op::Concat, &[Sort::Bv(a), Sort::Bv(b)]) => Some(Sort::Bv(a + b)),
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[Sort::Bv(a), Sort::Bv(b)]) => {
                (a == b).then_some(Sort::Bool)
            }
            (Op::IntNeg, [Sort::Int]) => Some(Sort::Int),
            (Op::IntLe | Op::IntLt, [Sort::Int, Sort::Int]) => Some(Sort::Bool),
            (Op::Select, &[array, index]) => {
                let parts = self.pool.array_parts(array)?;
                (parts.0 == index).then_some(parts.1)
            }
            (Op::Store, &[array, index, element]) => {
                let parts = self.pool.array_parts(array)?;
                (parts == (index, element)).then_some(array)
            }
            (op, [Sort::Int, Sort::Int]) if is_int_operation(op) => Some(Sort::Int),
            (op, &[Sort::Bv(a), Sort::Bv(b)]) if is_bv_operation(op) => {
                (a == b).then_some(Sort::Bv(a))
            }
            _ => None,
        }
    }
}

fn is_int_operation(op: Op) -> bool {
    use Op::*;
    matches!(op, IntAdd | IntSub | IntMul | IntDiv | IntMod)
}

fn is_bv_operation(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        BvAdd
            | BvSub
            | BvMul
            | BvUdiv
            | BvUrem
            | BvSdiv
            | BvSrem
            | BvAnd
            | BvOr
            | BvXor
            | BvShl
            | BvLshr
            | BvAshr
    )
}

fn unquoted(name: &str) -> &str {
    let inner = name.strip_prefix('|').and_then(|n| n.strip_suffix('|'));
    inner.unwrap_or(name)
}

fn as_sort(item: &Item) -> Read<Sort> {
    match item {
        Item::Sort(sort) => Ok(*sort),
        Item::Atom("Bool") => Ok(Sort::Bool),
        Item::Atom("Int") => Ok(Sort::Int),
        other => Err(format!("a sort is expected, not {other:?}")),
    }
}

/// A literal of digits of `per_digit` bits each.
fn bits(digits: &str, per_digit: u32) -> Option<Bv> {
    let width = u32::try_from(digits.len()).ok()?.checked_mul(per_digit)?;
    if !(1..=MAX_WIDTH).contains(&width) {
        return None;
    }
    let digit = |c: char| c.to_digit(1 << per_digit);
    let values: Option<Vec<u32>> = digits.chars().rev().map(digit).collect();
    let values = values?;
    let bit = |i: u32| values[(i / per_digit) as usize] >> (i % per_digit) & 1 == 1;
    Some(Bv::from_bits(width, bit))
}

fn operator(name: &str, sorts: &[Sort]) -> Option<Op> {
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "=>" => Op::Implies,
        "ite" => Op::Ite,
        "=" => Op::Eq,
        "concat" => Op::Concat,
        "-" if sorts.len() == 1 => Op::IntNeg,
        "-" => Op::IntSub,
        "+" => Op::IntAdd,
        "*" => Op::IntMul,
        "div" => Op::IntDiv,
        "mod" => Op::IntMod,
        "<=" => Op::IntLe,
        "<" => Op::IntLt,
        "select" => Op::Select,
        "store" => Op::Store,
        _ => return bv_operator(name),
    })
}

fn bv_operator(name: &str) -> Option<Op> {
    Some(match name {
        "bvnot" => Op::BvNot,
        "bvneg" => Op::BvNeg,
        "bvadd" => Op::BvAdd,
        "bvsub" => Op::BvSub,
        "bvmul" => Op::BvMul,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvult" => Op::BvUlt,
        "bvule" => Op::BvUle,
        "bvslt" => Op::BvSlt,
        "bvsle" => Op::BvSle,
        _ => return None,
    })
}
