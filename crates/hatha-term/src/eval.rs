//! Evaluation under a model. It shares no code with the rewriting constructors
//! except the arithmetic of [`Bv`], so that it can check them.

use crate::bits::Bv;
use crate::build_int::{int_div, int_mod};
use crate::float::FpOp;
use crate::memo::Known;
use crate::op::{FunId, Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::value::{ArrayValue, Model, Value};
use std::fmt;
use std::sync::Arc;

/// Why a term has no value. Never a verdict: the caller must treat it as doubt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// An integer left the range of `i128`.
    IntOverflow,
    /// The sort has no values here (floats, arrays indexed by arrays).
    Unsupported(Sort),
    /// The model gives a variable or function a value of another sort.
    IllSorted(TermId),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::IntOverflow => f.write_str("an integer exceeds 128 bits"),
            EvalError::Unsupported(sort) => write!(f, "no values of sort {sort:?}"),
            EvalError::IllSorted(t) => write!(f, "the model has a value of a wrong sort for {t:?}"),
        }
    }
}

impl std::error::Error for EvalError {}

/// Evaluates terms under one model and remembers what it has computed.
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    model: &'a Model,
    known: Known,
    stack: Vec<TermId>,
}

/// Where a read of an array ends.
enum Place {
    /// At an element that was written.
    Element(TermId),
    /// At an array that is to be looked into.
    Array(TermId),
}

impl TermPool {
    /// The value of a term under a model.
    pub fn eval(&self, t: TermId, model: &Model) -> Result<Value, EvalError> {
        Evaluator::new(self, model).value(t)
    }

    /// The truth of a term of sort Bool under a model.
    pub fn eval_bool(&self, t: TermId, model: &Model) -> Result<bool, EvalError> {
        Evaluator::new(self, model).truth(t)
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluator for one model.
    pub fn new(pool: &'a TermPool, model: &'a Model) -> Evaluator<'a> {
        Evaluator {
            pool,
            model,
            known: Known::default(),
            stack: Vec::new(),
        }
    }

    /// An evaluator that knows what another has computed under the same model.
    pub fn knowing(pool: &'a TermPool, model: &'a Model, known: Known) -> Evaluator<'a> {
        Evaluator {
            known,
            ..Evaluator::new(pool, model)
        }
    }

    /// How many terms have a value by now: a measure of the work.
    pub fn evaluated(&self) -> usize {
        self.known.len()
    }

    /// What has been computed.
    pub fn into_known(self) -> Known {
        self.known
    }

    /// The truth of a term of sort Bool.
    pub fn truth(&mut self, t: TermId) -> Result<bool, EvalError> {
        self.value(t)?.as_bool().ok_or(EvalError::IllSorted(t))
    }

    /// The value of a term.
    pub fn value(&mut self, t: TermId) -> Result<Value, EvalError> {
        self.stack.clear();
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.known.contains(top) {
                self.stack.pop();
            } else if !self.schedule_args(top) {
                let value = self.compute(top)?;
                self.known.insert(top, value);
                self.stack.pop();
            }
        }
        Ok(self.known[t].clone())
    }

    /// Pushes what has no value yet and is needed for `t`; was there any?
    fn schedule_args(&mut self, t: TermId) -> bool {
        let pool = self.pool;
        let args = pool.args(t);
        let before = self.stack.len();
        match pool.op(t) {
            // Only the condition and the chosen arm.
            Op::Ite => match self.known.get(args[0]) {
                None => self.need(args[0]),
                Some(Value::Bool(true)) => self.need(args[1]),
                Some(_) => self.need(args[2]),
            },
            Op::Select => self.schedule_read(args[0], args[1]),
            Op::Store => self.schedule_writes(t),
            _ => args.iter().for_each(|&arg| self.need(arg)),
        }
        self.stack.len() > before
    }

    fn need(&mut self, t: TermId) {
        if !self.known.contains(t) {
            self.stack.push(t);
        }
    }

    /// A read needs the indices of the writes it passes and one element, not the
    /// arrays: a value for each of a chain of stores would take quadratic space.
    fn schedule_read(&mut self, array: TermId, index: TermId) {
        self.need(index);
        let Some(wanted) = self.known.get(index) else {
            return;
        };
        match self.find(array, wanted) {
            Ok(Place::Element(t) | Place::Array(t)) => self.need(t),
            // All indices of the chain at once, so that it is not walked again
            // for each of them.
            Err(mut array) => {
                if self.pool.op(array) == Op::Ite {
                    self.need(self.pool.arg(array, 0));
                }
                while self.pool.op(array) == Op::Store && !self.known.contains(array) {
                    self.need(self.pool.arg(array, 1));
                    array = self.pool.arg(array, 0);
                }
            }
        }
    }

    /// Where a read ends, or the array term that lacks the value of its index
    /// or condition.
    fn find(&self, array: TermId, index: &Value) -> Result<Place, TermId> {
        let mut array = array;
        while !self.known.contains(array) {
            let args = self.pool.args(array);
            array = match self.pool.op(array) {
                Op::ConstArray => return Ok(Place::Element(args[0])),
                Op::Store => match self.known.get(args[1]) {
                    Some(at) if at == index => return Ok(Place::Element(args[2])),
                    Some(_) => args[0],
                    None => return Err(array),
                },
                Op::Ite => match self.known.get(args[0]) {
                    Some(Value::Bool(true)) => args[1],
                    Some(_) => args[2],
                    None => return Err(array),
                },
                _ => break,
            };
        }
        Ok(Place::Array(array))
    }

    fn read(&self, t: TermId, array: TermId, index: TermId) -> Result<Value, EvalError> {
        let index = &self.known[index];
        let ill_sorted = EvalError::IllSorted(t);
        match self.find(array, index) {
            Ok(Place::Element(element)) => Ok(self.known[element].clone()),
            Ok(Place::Array(array)) => match &self.known[array] {
                Value::Array(array) => Ok(array.get(index).clone()),
                _ => Err(ill_sorted),
            },
            Err(_) => Err(ill_sorted),
        }
    }

    /// The stores from `t` down to an array with a value or of another kind,
    /// which comes second.
    fn writes(&self, t: TermId) -> (Vec<TermId>, TermId) {
        let mut chain = Vec::new();
        let mut array = t;
        while self.pool.op(array) == Op::Store && !self.known.contains(array) {
            chain.push(array);
            array = self.pool.arg(array, 0);
        }
        (chain, array)
    }

    fn schedule_writes(&mut self, t: TermId) {
        let (chain, base) = self.writes(t);
        self.need(base);
        for store in chain {
            self.need(self.pool.arg(store, 1));
            self.need(self.pool.arg(store, 2));
        }
    }

    /// All stores of a chain at once, in one copy of the array.
    fn write(&self, t: TermId) -> Result<Value, EvalError> {
        let (chain, base) = self.writes(t);
        let Value::Array(array) = &self.known[base] else {
            return Err(EvalError::IllSorted(t));
        };
        let mut array = ArrayValue::clone(array);
        for store in chain.into_iter().rev() {
            let [at, value] = [1, 2].map(|i| self.known[self.pool.arg(store, i)].clone());
            array.set(at, value);
        }
        Ok(Value::Array(Arc::new(array)))
    }

    fn compute(&self, t: TermId) -> Result<Value, EvalError> {
        let args = self.pool.args(t);
        let value = |i: usize| &self.known[args[i]];
        match self.pool.op(t) {
            Op::Ite => {
                let chosen = match value(0) {
                    Value::Bool(true) => 1,
                    _ => 2,
                };
                Ok(value(chosen).clone())
            }
            Op::Apply(fun) => self.apply(t, fun, args),
            Op::Select => self.read(t, args[0], args[1]),
            Op::Store => self.write(t),
            Op::Fp(op) => self.float(t, op, args),
            op if args.is_empty() => self.leaf(t, op),
            op if args.len() == 1 => self.unary(t, op, value(0)),
            op => binary(t, op, value(0), value(1)),
        }
    }

    fn float(&self, t: TermId, op: FpOp, args: &[TermId]) -> Result<Value, EvalError> {
        let bits: Option<Vec<&Bv>> = args.iter().map(|a| self.known[*a].as_bv()).collect();
        let width = self.pool.sort(t).bv_width().unwrap_or(1);
        bits.and_then(|bits| op.value(&bits, width))
            .ok_or(EvalError::IllSorted(t))
    }

    fn leaf(&self, t: TermId, op: Op) -> Result<Value, EvalError> {
        let pool = self.pool;
        let sort = pool.sort(t);
        if let Op::Var(var) = op {
            return match self.model.get(var) {
                Some(value) if value.has_sort(pool, sort) => Ok(value.clone()),
                Some(_) => Err(EvalError::IllSorted(t)),
                None => Value::default_of(pool, sort).ok_or(EvalError::Unsupported(sort)),
            };
        }
        let constant = (pool.as_bv(t).cloned().map(Value::Bv))
            .or_else(|| pool.as_int(t).map(Value::Int))
            .or_else(|| pool.as_bool(t).map(Value::Bool));
        constant.ok_or(EvalError::IllSorted(t))
    }

    fn apply(&self, t: TermId, fun: FunId, args: &[TermId]) -> Result<Value, EvalError> {
        let sort = self.pool.sort(t);
        let default = || Value::default_of(self.pool, sort).ok_or(EvalError::Unsupported(sort));
        let Some(graph) = self.model.fun(fun) else {
            return default();
        };
        let values: Vec<Value> = args.iter().map(|a| self.known[*a].clone()).collect();
        let value = graph.entries.get(&values).unwrap_or(&graph.default);
        if value.has_sort(self.pool, sort) {
            Ok(value.clone())
        } else {
            Err(EvalError::IllSorted(t))
        }
    }

    fn unary(&self, t: TermId, op: Op, a: &Value) -> Result<Value, EvalError> {
        let sort = self.pool.sort(t);
        let width = sort.bv_width().unwrap_or(1);
        Ok(match (op, a) {
            (Op::Not, Value::Bool(a)) => Value::Bool(!a),
            (Op::BvNot, Value::Bv(a)) => Value::Bv(a.not()),
            (Op::BvNeg, Value::Bv(a)) => Value::Bv(a.neg()),
            (Op::Extract { lo }, Value::Bv(a)) => Value::Bv(a.extract(lo, width)),
            (Op::ZeroExt, Value::Bv(a)) => Value::Bv(a.zext(width)),
            (Op::SignExt, Value::Bv(a)) => Value::Bv(a.sext(width)),
            (Op::IntNeg, Value::Int(a)) => Value::Int(in_range(a.checked_neg())?),
            (Op::ConstArray, value) => Value::constant_array(self.pool, sort, value.clone())
                .ok_or(EvalError::Unsupported(sort))?,
            _ => return Err(EvalError::IllSorted(t)),
        })
    }
}

fn in_range(value: Option<i128>) -> Result<i128, EvalError> {
    value.ok_or(EvalError::IntOverflow)
}

fn binary(t: TermId, op: Op, a: &Value, b: &Value) -> Result<Value, EvalError> {
    match (op, a, b) {
        (Op::Eq, _, _) => Some(Value::Bool(a.same_as(b))),
        (_, Value::Bool(a), Value::Bool(b)) => bool_binary(op, *a, *b).map(Value::Bool),
        (_, Value::Bv(a), Value::Bv(b)) => bv_binary(op, a, b),
        (_, Value::Int(a), Value::Int(b)) => return int_binary(t, op, *a, *b),
        _ => None,
    }
    .ok_or(EvalError::IllSorted(t))
}

fn bool_binary(op: Op, a: bool, b: bool) -> Option<bool> {
    Some(match op {
        Op::And => a && b,
        Op::Or => a || b,
        Op::Xor => a != b,
        Op::Implies => !a || b,
        _ => return None,
    })
}

fn bv_binary(op: Op, a: &Bv, b: &Bv) -> Option<Value> {
    Some(match op {
        Op::BvUlt => Value::Bool(a.ult(b)),
        Op::BvUle => Value::Bool(a.ule(b)),
        Op::BvSlt => Value::Bool(a.slt(b)),
        Op::BvSle => Value::Bool(a.sle(b)),
        _ => Value::Bv(bv_arithmetic(op, a, b)?),
    })
}

fn bv_arithmetic(op: Op, a: &Bv, b: &Bv) -> Option<Bv> {
    Some(match op {
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        _ => return None,
    })
}

fn int_binary(t: TermId, op: Op, a: i128, b: i128) -> Result<Value, EvalError> {
    let value = match op {
        Op::IntLe => return Ok(Value::Bool(a <= b)),
        Op::IntLt => return Ok(Value::Bool(a < b)),
        Op::IntAdd => a.checked_add(b),
        Op::IntSub => a.checked_sub(b),
        Op::IntMul => a.checked_mul(b),
        Op::IntDiv => int_div(a, b),
        Op::IntMod => int_mod(a, b),
        _ => return Err(EvalError::IllSorted(t)),
    };
    in_range(value).map(Value::Int)
}
