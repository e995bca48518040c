//! Reading SMT-LIB 2: what [`SmtPrinter`](crate::SmtPrinter) writes, so that a
//! logged query can be asked again.
//!
//! The reader is iterative and checks sorts before it builds, so that no text
//! makes a constructor panic. It knows the operators of this crate, constants
//! and functions, definitions without parameters, and one scope; anything else
//! is an error that names it, never a guess.

use crate::bits::Bv;
use crate::float::{Format, Rounding};
use crate::op::{FunId, Op, TermId};
use crate::pool::TermPool;
use crate::read_float::{self, Float, Made};
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
    Float(Float),
    /// Conversion to a format: of bits, floats and signed or unsigned integers.
    ToFp(Format, bool),
    /// Conversion to an integer of a width, signed or not.
    ToInt(u32, bool),
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SmtError(String);

/// What is read, or a message.
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
pub fn read_smtlib(pool: &mut TermPool, text: &str) -> Result<Vec<TermId>, SmtError> {
    Reader {
        pool,
        names: FxHashMap::default(),
        funs: FxHashMap::default(),
        floats: FxHashMap::default(),
        assertions: Vec::new(),
    }
    .script(text)
    .map_err(SmtError)
}

struct Reader<'p, 'a> {
    pool: &'p mut TermPool,
    names: FxHashMap<&'a str, TermId>,
    funs: FxHashMap<&'a str, FunId>,
    floats: FxHashMap<&'a str, Float>,
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
                self.declare(name, sort)?;
            }
            [
                Item::Atom("declare-fun"),
                Item::Atom(name),
                Item::Sorts(args),
                sort,
            ] => {
                let result = as_sort(sort)?;
                match args.is_empty() {
                    true => self.declare(name, result)?,
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
                let sort = as_sort(sort)?;
                match self.float(body) {
                    Some(body) if sort == float_sort(body.format) => {
                        self.floats.insert(name, body);
                    }
                    Some(_) => return Err(format!("`{name}` is not of its sort")),
                    None => self.define(name, sort, body)?,
                }
            }
            [
                Item::Atom("set-info" | "set-logic" | "set-option" | "check-sat" | "exit"),
                ..,
            ] => {}
            _ => return Err(format!("a command that is not understood: {list:?}")),
        }
        Ok(())
    }

    fn define(&mut self, name: &'a str, sort: Sort, body: &Item<'a>) -> Read<()> {
        let body = self.term(body)?;
        if sort != self.pool.sort(body) {
            return Err(format!("`{name}` is not of its sort"));
        }
        self.names.insert(name, body);
        Ok(())
    }

    /// The float that an item is.
    fn float(&self, item: &Item<'a>) -> Option<Float> {
        match item {
            Item::Float(float) => Some(*float),
            Item::Atom(name) => self.floats.get(name).copied(),
            _ => None,
        }
    }

    fn declare(&mut self, name: &'a str, sort: Sort) -> Read<()> {
        if let Sort::Float(exponent, significand) = sort {
            let unknown = || format!("`{name}` is of a format without operators");
            let format = Format::new(exponent, significand).ok_or_else(unknown)?;
            let bits = self.pool.var(unquoted(name), Sort::Bv(format.width()));
            self.floats.insert(name, Float { bits, format });
            return Ok(());
        }
        let var = self.pool.var(unquoted(name), sort);
        self.names.insert(name, var);
        Ok(())
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
            [Item::ToFp(..) | Item::ToInt(..), ..] => self.conversion(list),
            [head, args @ ..] if args.iter().any(|arg| self.float(arg).is_some()) => {
                self.float_application(head, args)
            }
            [Item::Atom("fp"), a, b, c] => {
                let parts = [self.term(a)?, self.term(b)?, self.term(c)?];
                let float = read_float::literal(self.pool, parts);
                let wrong = || "a float of a format without operators".to_owned();
                Ok(Item::Float(float.ok_or_else(wrong)?))
            }
            [head, args @ ..] => {
                let args: Read<Vec<TermId>> = args.iter().map(|arg| self.term(arg)).collect();
                Ok(Item::Term(self.application(head, &args?)?))
            }
        }
    }

    /// An operator with a float among its arguments.
    fn float_application(&mut self, head: &Item<'a>, args: &[Item<'a>]) -> Read<Item<'a>> {
        let wrong = || format!("{head:?} cannot be applied to these floats");
        let Item::Atom(name) = head else {
            return Err(wrong());
        };
        let (mode, rest) = match args {
            [Item::Atom(mode), rest @ ..] if read_float::rounding(mode).is_some() => {
                (read_float::rounding(mode), rest)
            }
            _ => (None, args),
        };
        if let ("ite", [condition, a, b]) = (*name, args) {
            let condition = self.term(condition)?;
            return self.float_choice(condition, a, b).ok_or_else(wrong);
        }
        let floats: Option<Vec<Float>> = rest.iter().map(|arg| self.float(arg)).collect();
        let floats = floats.ok_or_else(wrong)?;
        let made = match (mode, &floats[..]) {
            (Some(mode), _) => read_float::rounded(self.pool, name, mode, &floats).map(Made::Float),
            (None, &[a, b]) if *name == "=" => {
                read_float::identical(self.pool, a, b).map(Made::Term)
            }
            _ => read_float::plain(self.pool, name, &floats),
        };
        match made.ok_or_else(wrong)? {
            Made::Float(float) => Ok(Item::Float(float)),
            Made::Term(t) => Ok(Item::Term(t)),
        }
    }

    fn float_choice(&mut self, c: TermId, a: &Item<'a>, b: &Item<'a>) -> Option<Item<'a>> {
        let (a, b) = (self.float(a)?, self.float(b)?);
        if a.format != b.format || !self.pool.is_bool(c) {
            return None;
        }
        let bits = self.pool.ite(c, a.bits, b.bits);
        Some(Item::Float(Float { bits, ..a }))
    }

    /// A conversion to or from floats.
    fn conversion(&mut self, list: &[Item<'a>]) -> Read<Item<'a>> {
        let wrong = || "a conversion that is not understood".to_owned();
        let mode = |item: &Item| match item {
            Item::Atom(name) => read_float::rounding(name).ok_or_else(wrong),
            _ => Err(wrong()),
        };
        match list {
            [Item::ToFp(format, true), bits] => {
                let bits = self.term(bits)?;
                let fits = self.bv_width(bits) == Some(format.width());
                let float = Float {
                    bits,
                    format: *format,
                };
                fits.then_some(Item::Float(float)).ok_or_else(wrong)
            }
            [Item::ToFp(format, signed), r, value] => {
                let r = mode(r)?;
                let bits = self.converted(*format, *signed, r, value)?;
                Ok(Item::Float(Float {
                    bits,
                    format: *format,
                }))
            }
            [Item::ToInt(width, signed), r, value] => {
                let (r, value) = (mode(r)?, self.float(value).ok_or_else(wrong)?);
                let Float { bits, format } = value;
                Ok(Item::Term(match signed {
                    true => self.pool.fp_to_sint(format, r, *width, bits),
                    false => self.pool.fp_to_uint(format, r, *width, bits),
                }))
            }
            _ => Err(wrong()),
        }
    }

    fn converted(
        &mut self,
        to: Format,
        signed: bool,
        r: Rounding,
        value: &Item<'a>,
    ) -> Read<TermId> {
        if let (Some(Float { bits, format }), true) = (self.float(value), signed) {
            return Ok(self.pool.fp_convert(format, to, r, bits));
        }
        let value = self.term(value)?;
        let wrong = || "an integer is expected".to_owned();
        self.bv_width(value).ok_or_else(wrong)?;
        Ok(self.pool.fp_from_int(to, r, signed, value))
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
            ([Item::Atom("fp.to_sbv"), ..], &[width]) if width > 0 => Ok(Item::ToInt(width, true)),
            ([Item::Atom("fp.to_ubv"), ..], &[width]) if width > 0 => Ok(Item::ToInt(width, false)),
            ([Item::Atom("FloatingPoint"), ..], &[e, s]) => Ok(Item::Sort(Sort::Float(e, s))),
            ([Item::Atom(name), ..], &[e, s]) => {
                let format = Format::new(e, s).ok_or_else(unknown)?;
                match *name {
                    "to_fp" => Ok(Item::ToFp(format, true)),
                    "to_fp_unsigned" => Ok(Item::ToFp(format, false)),
                    _ => {
                        let constant = read_float::constant(self.pool, name, format);
                        constant.map(Item::Float).ok_or_else(unknown)
                    }
                }
            }
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

fn float_sort(f: Format) -> Sort {
    Sort::Float(f.exponent_bits(), f.precision())
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
        Item::Atom("Float16") => Ok(Sort::Float(5, 11)),
        Item::Atom("Float32") => Ok(Sort::Float(8, 24)),
        Item::Atom("Float64") => Ok(Sort::Float(11, 53)),
        Item::Atom("Float128") => Ok(Sort::Float(15, 113)),
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
