//! Values and models.

use crate::bits::Bv;
use crate::op::{FunId, VarId};
use crate::pool::TermPool;
use crate::sort::Sort;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(Bv),
    /// An integer. Evaluation that would leave this range is an error.
    Int(i128),
    /// An array; shared, because every store makes a new one.
    Array(Arc<ArrayValue>),
}

/// An array that differs from its default at finitely many indices.
///
/// Derived equality is of representations, not of functions: when the entries
/// cover a finite index sort the default does not matter. Use
/// [`Value::same_as`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    /// The number of indices, if it is finite and not huge.
    pub index_count: Option<u64>,
    /// The value wherever there is no entry.
    pub default: Value,
    /// The exceptions, none of which equals the default.
    pub entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the element at an index.
    pub fn set(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }

    fn same_as(&self, other: &ArrayValue) -> bool {
        let keys = || self.entries.keys().chain(other.entries.keys());
        if !keys().all(|k| self.get(k).same_as(other.get(k))) {
            return false;
        }
        if self.default.same_as(&other.default) {
            return true;
        }
        // The defaults differ: equal only if no index is left to them.
        let shared = |k: &&Value| self.entries.contains_key(*k);
        let doubled = other.entries.keys().filter(shared).count();
        let named = self.entries.len() + other.entries.len() - doubled;
        self.index_count == Some(named as u64)
    }

    /// An index of the given sort, Bool or a bit-vector, at which the two arrays
    /// differ, if there is one.
    pub fn differing_index(&self, other: &ArrayValue, sort: Sort) -> Option<Value> {
        let differs = |k: &&Value| !self.get(k).same_as(other.get(k));
        let mut keys = self.entries.keys().chain(other.entries.keys());
        if let Some(key) = keys.find(differs) {
            return Some(key.clone());
        }
        if self.same_as(other) {
            return None;
        }
        // The defaults differ, so any index without entry will do.
        let index = |i: u64| match sort {
            Sort::Bool => Some(Value::Bool(i == 1)),
            Sort::Bv(width) => Some(Value::Bv(Bv::new(width, i.into()))),
            _ => None,
        };
        let free = |k: &Value| !self.entries.contains_key(k) && !other.entries.contains_key(k);
        (0..).map_while(index).find(free)
    }
}

impl Value {
    /// Do the two denote the same value? Extensional for arrays.
    pub fn same_as(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Array(a), Value::Array(b)) => a.same_as(b),
            _ => self == other,
        }
    }

    /// The value of a variable that nobody asked about: false, zero, or the
    /// array of those. `None` for sorts without values.
    pub fn default_of(pool: &TermPool, sort: Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(0),
            Sort::Bv(width) => Value::Bv(Bv::zero(width)),
            Sort::Array(..) => {
                let (_, element) = pool.array_parts(sort)?;
                Value::constant_array(pool, sort, Value::default_of(pool, element)?)?
            }
            Sort::Float(..) => return None,
        })
    }

    /// The array of the given sort with one value everywhere.
    pub fn constant_array(pool: &TermPool, sort: Sort, default: Value) -> Option<Value> {
        let (index, _) = pool.array_parts(sort)?;
        let index_count = match index {
            Sort::Bool => Some(2),
            Sort::Bv(width) => 1u64.checked_shl(width).filter(|_| width < 64),
            Sort::Int => None,
            // Indices that are arrays lack canonical representations.
            Sort::Array(..) | Sort::Float(..) => return None,
        };
        Some(Value::Array(Arc::new(ArrayValue {
            index_count,
            default,
            entries: BTreeMap::new(),
        })))
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bv(&self) -> Option<&Bv> {
        match self {
            Value::Bv(v) => Some(v),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(v) => Some(*v),
            _ => None,
        }
    }

    /// Is this a value of the given sort?
    pub(crate) fn has_sort(&self, pool: &TermPool, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool) | (Value::Int(_), Sort::Int) => true,
            (Value::Bv(v), Sort::Bv(width)) => v.width() == width,
            (Value::Array(a), Sort::Array(..)) => {
                pool.array_parts(sort).is_some_and(|(index, element)| {
                    let entry = |(k, v): (&Value, &Value)| {
                        k.has_sort(pool, index) && v.has_sort(pool, element)
                    };
                    a.default.has_sort(pool, element) && a.entries.iter().all(entry)
                })
            }
            _ => false,
        }
    }
}

/// The graph of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunValue {
    /// The result wherever there is no entry.
    pub default: Value,
    /// The exceptions.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

/// Values for variables and functions. What is absent has its default value
/// (see [`Value::default_of`]), so a model is always total.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    vars: BTreeMap<VarId, Value>,
    funs: BTreeMap<FunId, FunValue>,
}

impl Model {
    /// The model that gives every variable its default.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, var: VarId, value: Value) {
        self.vars.insert(var, value);
    }

    /// The value of a variable, if it has been set.
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.vars.get(&var)
    }

    /// Sets the graph of a function.
    pub fn set_fun(&mut self, fun: FunId, value: FunValue) {
        self.funs.insert(fun, value);
    }

    /// The graph of a function, if it has been set.
    pub fn fun(&self, fun: FunId) -> Option<&FunValue> {
        self.funs.get(&fun)
    }

    /// The set variables in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &Value)> {
        self.vars.iter().map(|(&var, value)| (var, value))
    }

    /// The set functions in ascending order.
    pub fn iter_funs(&self) -> impl Iterator<Item = (FunId, &FunValue)> {
        self.funs.iter().map(|(&fun, value)| (fun, value))
    }
}
