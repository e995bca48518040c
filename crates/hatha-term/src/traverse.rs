//! Walks over terms: reachable subterms, free variables, substitution, and
//! transport to another pool. All iterative; ascending ids are a topological
//! order, which spares most of them a post-order stack.

use crate::op::{FunId, Op, TermId, VarId};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::value::Model;
use rustc_hash::{FxHashMap, FxHashSet};

impl TermPool {
    /// All subterms of the roots, the roots among them, arguments first.
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = Seen::new(roots);
        let mut stack: Vec<TermId> = Vec::new();
        for &root in roots {
            if seen.insert(root) {
                stack.push(root);
            }
            while let Some(t) = stack.pop() {
                stack.extend(self.args(t).iter().filter(|&&arg| seen.insert(arg)));
            }
        }
        seen.into_sorted()
    }

    /// The parts of a nested conjunction (`Op::And`) or disjunction, in order.
    pub fn junction(&self, term: TermId, op: Op) -> Vec<TermId> {
        let mut parts = Vec::new();
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            if self.op(t) == op {
                work.extend(self.args(t).iter().rev());
            } else {
                parts.push(t);
            }
        }
        parts
    }

    /// The variables that occur in the roots, in ascending order.
    pub fn free_vars(&self, roots: &[TermId]) -> Vec<VarId> {
        let subterms = self.subterms(roots);
        let mut vars: Vec<VarId> = subterms.iter().filter_map(|&t| self.as_var(t)).collect();
        vars.sort_unstable();
        vars
    }

    /// The number of distinct subterms.
    pub fn dag_size(&self, t: TermId) -> usize {
        self.subterms(&[t]).len()
    }

    /// Replaces terms by terms, all at once: what is put in is not searched
    /// again. Keys may be any terms; usually they are variables.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        Substitution::new(map.clone()).apply(self, t)
    }

    /// The term with this operator and sort over new arguments, made by the
    /// constructor, so that it is folded and normalised unless the pool is raw.
    /// For extractions and extensions `sort` gives the width.
    pub fn rebuild(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        match *args {
            [] => self.intern(op, sort, &[]),
            _ if matches!(op, Op::Apply(_)) => self.rebuild_apply(op, args),
            _ if matches!(op, Op::Fp(_)) => self.rebuild_float(op, sort, args),
            [a] => self.rebuild_unary(op, sort, a),
            [a, b] => self.rebuild_binary(op, a, b),
            [a, b, c] if op == Op::Store => self.store(a, b, c),
            [a, b, c] => self.ite(a, b, c),
            _ => unreachable!("only applications have more than three arguments"),
        }
    }

    fn rebuild_apply(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::Apply(fun) => self.apply(fun, args),
            _ => unreachable!("called for applications only"),
        }
    }

    fn rebuild_float(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        match op {
            Op::Fp(op) => self.fp(op, sort.bv_width().unwrap_or(0), args),
            _ => unreachable!("called for floating operators only"),
        }
    }

    fn rebuild_unary(&mut self, op: Op, sort: Sort, a: TermId) -> TermId {
        let width = sort.bv_width().unwrap_or(0);
        match op {
            Op::Not => self.not(a),
            Op::BvNot => self.bv_not(a),
            Op::BvNeg => self.bv_neg(a),
            Op::Extract { lo } => self.extract(lo + width - 1, lo, a),
            Op::ZeroExt => self.zero_ext(width, a),
            Op::SignExt => self.sign_ext(width, a),
            Op::IntNeg => self.int_neg(a),
            Op::ConstArray => self.const_array(sort, a),
            _ => unreachable!("{op:?} does not have one argument"),
        }
    }

    fn rebuild_binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        match op {
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            Op::Xor => self.xor(a, b),
            Op::Implies => self.implies(a, b),
            Op::Eq => self.eq(a, b),
            Op::BvAdd => self.bv_add(a, b),
            Op::BvSub => self.bv_sub(a, b),
            Op::BvMul => self.bv_mul(a, b),
            Op::BvUdiv => self.bv_udiv(a, b),
            Op::BvUrem => self.bv_urem(a, b),
            Op::BvSdiv => self.bv_sdiv(a, b),
            Op::BvSrem => self.bv_srem(a, b),
            Op::BvAnd => self.bv_and(a, b),
            Op::BvOr => self.bv_or(a, b),
            Op::BvXor => self.bv_xor(a, b),
            Op::BvShl => self.bv_shl(a, b),
            Op::BvLshr => self.bv_lshr(a, b),
            Op::BvAshr => self.bv_ashr(a, b),
            Op::BvUlt => self.bv_ult(a, b),
            Op::BvUle => self.bv_ule(a, b),
            Op::BvSlt => self.bv_slt(a, b),
            Op::BvSle => self.bv_sle(a, b),
            Op::Concat => self.concat(a, b),
            Op::IntAdd => self.int_add(a, b),
            Op::IntSub => self.int_sub(a, b),
            Op::IntMul => self.int_mul(a, b),
            Op::IntDiv => self.int_div(a, b),
            Op::IntMod => self.int_mod(a, b),
            Op::IntLe => self.int_le(a, b),
            Op::IntLt => self.int_lt(a, b),
            Op::Select => self.select(a, b),
            _ => unreachable!("{op:?} does not have two arguments"),
        }
    }

    /// The sort of this pool that corresponds to a sort of another one.
    pub fn import_sort(&mut self, from: &TermPool, sort: Sort) -> Sort {
        let Some((index, element)) = from.array_parts(sort) else {
            return sort;
        };
        let index = self.import_sort(from, index);
        let element = self.import_sort(from, element);
        self.array_sort(index, element)
    }

    /// Builds a term of another pool in this one. Variables and functions keep
    /// their symbols.
    pub fn import(&mut self, from: &TermPool, t: TermId) -> TermId {
        Importer::default().import(self, from, t)
    }

    /// Gives the variables and functions of this pool the values that those of
    /// the same symbol and sort have in a model of another pool.
    pub fn import_model(&mut self, from: &TermPool, model: &Model) -> Model {
        let mut imported = Model::new();
        for (var, value) in model.iter() {
            let sort = self.import_sort(from, from.var_sort(var));
            let term = self.var(from.var_symbol(var).clone(), sort);
            if let Some(var) = self.as_var(term) {
                imported.set(var, value.clone());
            }
        }
        for (fun, graph) in model.iter_funs() {
            imported.set_fun(self.import_fun(from, fun), graph.clone());
        }
        imported
    }

    fn import_op(&mut self, from: &TermPool, op: Op) -> Op {
        match op {
            Op::Apply(fun) => Op::Apply(self.import_fun(from, fun)),
            other => other,
        }
    }

    fn import_fun(&mut self, from: &TermPool, fun: FunId) -> FunId {
        let decl = from.fun(fun);
        let args: Vec<Sort> = decl
            .args
            .iter()
            .map(|&s| self.import_sort(from, s))
            .collect();
        let result = self.import_sort(from, decl.result);
        self.declare_fun(from.fun_symbol(fun).clone(), &args, result)
    }

    fn import_leaf(&mut self, from: &TermPool, t: TermId) -> Option<TermId> {
        match from.op(t) {
            Op::True => Some(self.tru()),
            Op::False => Some(self.fls()),
            Op::Var(var) => {
                let sort = self.import_sort(from, from.sort(t));
                Some(self.var(from.var_symbol(var).clone(), sort))
            }
            _ => from
                .as_bv(t)
                .cloned()
                .map(|value| self.bv(value))
                .or_else(|| from.as_int(t).map(|value| self.int(value))),
        }
    }
}

/// A set of terms that are not greater than some roots: hashed while it is
/// small, so that a small term in a large pool costs little, then a bit per term.
struct Seen {
    few: FxHashSet<TermId>,
    bits: Vec<u64>,
    greatest: usize,
}

/// The size at which bits are cheaper than hashing.
const FEW: usize = 256;

impl Seen {
    fn new(roots: &[TermId]) -> Seen {
        Seen {
            few: FxHashSet::default(),
            bits: Vec::new(),
            greatest: roots.iter().max().map_or(0, |t| t.index()),
        }
    }

    fn insert(&mut self, t: TermId) -> bool {
        if self.bits.is_empty() {
            if self.few.len() < FEW {
                return self.few.insert(t);
            }
            self.bits = vec![0; self.greatest / 64 + 1];
            for seen in std::mem::take(&mut self.few) {
                self.bits[seen.index() / 64] |= 1 << (seen.index() % 64);
            }
        }
        let (word, bit) = (&mut self.bits[t.index() / 64], 1 << (t.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn into_sorted(self) -> Vec<TermId> {
        let mut sorted: Vec<TermId> = self.few.into_iter().collect();
        sorted.sort_unstable();
        for (i, mut word) in self.bits.into_iter().enumerate() {
            while word != 0 {
                sorted.push(TermId((64 * i) as u32 + word.trailing_zeros()));
                word &= word - 1;
            }
        }
        sorted
    }
}

/// Computes something for a term from what is known of its arguments, without recursion:
/// `compute` is called for each subterm that is not done, arguments first, and makes it done.
pub fn bottom_up<C>(
    context: &mut C,
    term: TermId,
    is_done: impl Fn(&C, TermId) -> bool,
    args: impl for<'a> Fn(&'a C, TermId) -> &'a [TermId],
    mut compute: impl FnMut(&mut C, TermId),
) {
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        if is_done(context, top) {
            stack.pop();
            continue;
        }
        let before = stack.len();
        let missing = |arg: &&TermId| !is_done(context, **arg);
        stack.extend(args(context, top).iter().filter(missing));
        if stack.len() == before {
            compute(context, top);
            stack.pop();
        }
    }
}

/// A substitution with its cache, for many terms that share structure.
#[derive(Clone, Debug, Default)]
pub struct Substitution(Rebuilt);

impl Substitution {
    /// The simultaneous replacement of the keys by the values.
    ///
    /// Every pair must have one sort, or the rebuilding asserts.
    pub fn new(map: FxHashMap<TermId, TermId>) -> Substitution {
        Substitution(Rebuilt {
            done: map,
            args: Vec::new(),
        })
    }

    /// The term after replacement.
    pub fn apply(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        self.0.apply(pool, t, |_, rebuilt| rebuilt)
    }
}

/// Terms that were rebuilt from their arguments upwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rebuilt {
    done: FxHashMap<TermId, TermId>,
    args: Vec<TermId>,
}

impl Rebuilt {
    /// A term whose subterms have become what `change` makes of them, the innermost first.
    pub(crate) fn apply(
        &mut self,
        pool: &mut TermPool,
        t: TermId,
        mut change: impl FnMut(&mut TermPool, TermId) -> TermId,
    ) -> TermId {
        let is_done = |(_, this): &(&mut TermPool, &mut Self), t| this.done.contains_key(&t);
        bottom_up(
            &mut (&mut *pool, &mut *self),
            t,
            is_done,
            |(pool, _), t| pool.args(t),
            |(pool, this), t| {
                let rebuilt = this.rebuild(pool, t);
                let new = change(pool, rebuilt);
                this.done.insert(t, new);
            },
        );
        self.done[&t]
    }

    fn rebuild(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        self.args.clear();
        self.args
            .extend(pool.args(t).iter().map(|arg| self.done[arg]));
        if self.args == pool.args(t) {
            return t;
        }
        pool.rebuild(pool.op(t), pool.sort(t), &self.args)
    }
}

/// Transport from one pool to another with its cache, for many terms that share
/// structure. One importer serves one pair of pools.
#[derive(Clone, Debug, Default)]
pub struct Importer {
    done: FxHashMap<TermId, TermId>,
}

impl Importer {
    /// Builds a term of `from` in `to`.
    pub fn import(&mut self, to: &mut TermPool, from: &TermPool, t: TermId) -> TermId {
        let is_done = |(_, this): &(&TermPool, &mut Self), t| this.done.contains_key(&t);
        bottom_up(
            &mut (from, &mut *self),
            t,
            is_done,
            |(from, _), t| from.args(t),
            |(from, this), t| {
                let new = this.import_node(to, from, t);
                this.done.insert(t, new);
            },
        );
        self.done[&t]
    }

    fn import_node(&mut self, to: &mut TermPool, from: &TermPool, t: TermId) -> TermId {
        if let Some(leaf) = to.import_leaf(from, t) {
            return leaf;
        }
        let args: Vec<TermId> = from.args(t).iter().map(|arg| self.done[arg]).collect();
        let op = to.import_op(from, from.op(t));
        let sort = to.import_sort(from, from.sort(t));
        to.rebuild(op, sort, &args)
    }
}
