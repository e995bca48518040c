//! Reads the values that an external solver gives to variables.
//!
//! Functions are read by asking for the terms that apply them: their values at
//! the arguments that occur are all that evaluation will look at. Arrays are
//! read when they are printed as chains of stores.

use crate::sexpr::Sexpr;
use hatha_term::{
    ArrayValue, Bv, FunId, FunValue, Model, Op, SmtPrinter, Sort, TermId, TermPool, Value, VarId,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The terms whose values are asked for, in order.
pub(crate) struct Question {
    /// The variables.
    vars: Vec<VarId>,
    /// The applications of functions, each followed by its arguments.
    applications: Vec<(FunId, TermId)>,
    text: String,
}

impl Question {
    /// Asks for what the roots depend on.
    pub(crate) fn new(pool: &TermPool, roots: &[TermId], printer: &SmtPrinter) -> Question {
        let mut question = Question {
            vars: pool.free_vars(roots),
            applications: Vec::new(),
            text: String::new(),
        };
        for &var in &question.vars {
            question.text.push(' ');
            question.text.push_str(printer.var_name(var).unwrap_or("?"));
        }
        for t in pool.subterms(roots) {
            if let Op::Apply(fun) = pool.op(t) {
                question.applications.push((fun, t));
                for &asked in pool.args(t).iter().chain(&[t]) {
                    question.text.push(' ');
                    printer.expression(pool, asked, &mut question.text);
                }
            }
        }
        question
    }

    /// Is there nothing to ask?
    pub(crate) fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.applications.is_empty()
    }

    /// The command.
    pub(crate) fn command(&self) -> String {
        format!("(get-value ({}))\n", self.text.trim_start())
    }
}

/// The model in the answer to a question; `None` if it is not understood.
pub(crate) fn read_model(pool: &TermPool, question: &Question, answer: &str) -> Option<Model> {
    let parsed = Sexpr::parse(answer)?;
    let mut values = parsed.list()?.iter().map(|pair| match pair.list()? {
        [_, value] => Some(value),
        _ => None,
    });
    let mut model = Model::new();
    for &var in &question.vars {
        let value = read_value(pool, pool.var_sort(var), values.next()??)?;
        model.set(var, value);
    }
    let mut graphs: BTreeMap<FunId, FunValue> = BTreeMap::new();
    for &(fun, t) in &question.applications {
        let mut args = Vec::new();
        for &arg in pool.args(t) {
            args.push(read_value(pool, pool.sort(arg), values.next()??)?);
        }
        let value = read_value(pool, pool.sort(t), values.next()??)?;
        let graph = graphs.entry(fun).or_insert_with(|| FunValue {
            default: value.clone(),
            entries: BTreeMap::new(),
        });
        graph.entries.insert(args, value);
    }
    for (fun, graph) in graphs {
        model.set_fun(fun, graph);
    }
    Some(model)
}

fn read_value(pool: &TermPool, sort: Sort, text: &Sexpr) -> Option<Value> {
    match sort {
        Sort::Bool => match text.atom()? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Int => read_int(text).map(Value::Int),
        Sort::Bv(width) => read_bv(text).filter(|v| v.width() == width).map(Value::Bv),
        Sort::Array(..) => read_array(pool, sort, text),
        Sort::Float(..) => None,
    }
}

fn read_int(text: &Sexpr) -> Option<i128> {
    match text {
        Sexpr::Atom(digits) => digits.parse().ok(),
        Sexpr::List(items) => match &items[..] {
            [minus, Sexpr::Atom(digits)] if minus.atom() == Some("-") => {
                format!("-{digits}").parse().ok()
            }
            _ => None,
        },
    }
}

fn read_bv(text: &Sexpr) -> Option<Bv> {
    if let Some(items) = text.list() {
        let [underscore, value, width] = items else {
            return None;
        };
        let value = value.atom()?.strip_prefix("bv")?.parse().ok()?;
        let width = width.atom()?.parse().ok().filter(|&w| w > 0 && w <= 128)?;
        return (underscore.atom() == Some("_")).then(|| Bv::new(width, value));
    }
    let text = text.atom()?;
    let (digits, bits) = match text.strip_prefix("#x") {
        Some(digits) => (digits, 4),
        None => (text.strip_prefix("#b")?, 1),
    };
    let values: Option<Vec<u32>> = digits
        .chars()
        .rev()
        .map(|c| c.to_digit(1 << bits))
        .collect();
    let values = values.filter(|values| !values.is_empty())?;
    let bit = |i: u32| values[(i / bits) as usize] >> (i % bits) & 1 == 1;
    Some(Bv::from_bits(values.len() as u32 * bits, bit))
}

/// `((as const S) v)` inside any number of stores.
fn read_array(pool: &TermPool, sort: Sort, text: &Sexpr) -> Option<Value> {
    let (index_sort, element_sort) = pool.array_parts(sort)?;
    let mut stores = Vec::new();
    let mut inner = text;
    let default = loop {
        match inner.list()? {
            [head, array, index, value] if head.atom() == Some("store") => {
                stores.push((index, value));
                inner = array;
            }
            [head, value] if is_const_head(head) => {
                break read_value(pool, element_sort, value)?;
            }
            _ => return None,
        }
    };
    let Value::Array(array) = Value::constant_array(pool, sort, default)? else {
        return None;
    };
    let mut array = ArrayValue::clone(&array);
    for (index, value) in stores.into_iter().rev() {
        let index = read_value(pool, index_sort, index)?;
        array.set(index, read_value(pool, element_sort, value)?);
    }
    Some(Value::Array(Arc::new(array)))
}

fn is_const_head(head: &Sexpr) -> bool {
    let words = head.list().unwrap_or(&[]);
    matches!(words, [a, b, _] if a.atom() == Some("as") && b.atom() == Some("const"))
}
