//! Arrays and uninterpreted functions by lemmas on demand.
//!
//! The blaster gives reads, applications and array equalities free bits. When
//! the SAT solver finds an assignment, this module looks for instances of the
//! axioms that it violates: read over write, read of a constant array or of an
//! if-then-else, congruence, and extensionality.
//!
//! Soundness: a lemma is valid in the theory (extensionality up to a fresh
//! witness), so adding it changes no answer, and an assignment without violated
//! lemma still has to pass the evaluation of the asserted terms.

use crate::blast::Blaster;
use crate::sat::Assignment;
use crate::solver::Reason;
use hatha_term::{
    ArrayValue, Bv, FunId, FunValue, Model, Op, Sort, TermId, TermPool, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the assignment says about the abstracted terms of a query.
pub struct Refinement<'a> {
    pool: &'a mut TermPool,
    blaster: &'a Blaster,
    assignment: &'a mut Assignment<'a>,
    reads: Vec<TermId>,
    queued: FxHashSet<TermId>,
    /// Indices at which equal arrays must be compared besides the read ones.
    written: Vec<TermId>,
    /// More of them, found when models were compared; kept by the caller.
    found: &'a mut FoundIndices,
    lemmas: Vec<TermId>,
}

/// The value of a blasted term under an assignment.
pub fn value_of(
    pool: &TermPool,
    blaster: &Blaster,
    assignment: &mut Assignment,
    t: TermId,
) -> Option<Value> {
    let bits = blaster.bits(pool, t)?;
    match pool.sort(t) {
        Sort::Bool => Some(Value::Bool(assignment.value(bits[0]))),
        Sort::Bv(width) => {
            let bit = |i: u32| assignment.value(bits[i as usize]);
            Some(Value::Bv(Bv::from_bits(width, bit)))
        }
        _ => None,
    }
}

impl<'a> Refinement<'a> {
    /// A refinement for one assignment.
    pub fn new(
        pool: &'a mut TermPool,
        blaster: &'a Blaster,
        assignment: &'a mut Assignment<'a>,
        found: &'a mut FoundIndices,
    ) -> Refinement<'a> {
        Refinement {
            pool,
            blaster,
            assignment,
            reads: Vec::new(),
            queued: FxHashSet::default(),
            written: Vec::new(),
            found,
            lemmas: Vec::new(),
        }
    }

    fn value(&mut self, t: TermId) -> Result<Value, Reason> {
        value_of(self.pool, self.blaster, self.assignment, t)
            .ok_or_else(|| Reason::Internal("a term of a query has no bits".into()))
    }

    fn truth(&mut self, t: TermId) -> Result<bool, Reason> {
        Ok(self.value(t)? == Value::Bool(true))
    }

    fn is_blasted(&self, t: TermId) -> bool {
        self.blaster.bits(self.pool, t).is_some()
    }

    fn is_array(&self, t: TermId) -> bool {
        matches!(self.pool.sort(t), Sort::Array(..))
    }

    fn enqueue(&mut self, t: TermId) {
        if self.pool.op(t) == Op::Select && self.queued.insert(t) {
            self.reads.push(t);
        }
    }

    /// Lemmas that the assignment violates, or a model of the roots.
    pub fn run(mut self, roots: &[TermId]) -> Result<Result<Model, Vec<TermId>>, Reason> {
        let subterms = self.pool.subterms(roots);
        let equalities: Vec<TermId> = subterms
            .iter()
            .copied()
            .filter(|&t| self.pool.op(t) == Op::Eq && self.is_array(self.pool.arg(t, 0)))
            .collect();
        subterms.iter().for_each(|&t| self.enqueue(t));
        if !equalities.is_empty() {
            self.read_what_is_written(&subterms)?;
        }
        self.follow_reads(0)?;
        for &equality in &equalities {
            self.equality(equality)?;
        }
        let bases = self.base_reads()?;
        let applications = self.applications(&subterms)?;
        if !self.lemmas.is_empty() {
            return Ok(Err(self.lemmas));
        }
        let defaults = self.defaults(&subterms, &equalities)?;
        let model = self.model(&subterms, bases, applications, &defaults)?;
        for &equality in &equalities {
            self.compare_values(equality, &model)?;
        }
        if !self.lemmas.is_empty() {
            return Ok(Err(self.lemmas));
        }
        Ok(Ok(model))
    }

    /// Arrays that the assignment calls equal may differ in the model at an
    /// index that no term names, for their defaults may. That index is a lemma.
    fn compare_values(&mut self, equality: TermId, model: &Model) -> Result<(), Reason> {
        if !self.truth(equality)? {
            return Ok(());
        }
        let (a, b) = (self.pool.arg(equality, 0), self.pool.arg(equality, 1));
        let parts = self.pool.array_parts(self.pool.sort(a));
        let values = (self.pool.eval(a, model), self.pool.eval(b, model));
        let (Some((index, _)), (Ok(Value::Array(x)), Ok(Value::Array(y)))) = (parts, values) else {
            return Err(Reason::Internal("an array without a value".into()));
        };
        let at = match x.differing_index(&y, index) {
            Some(Value::Bool(value)) => self.pool.bool(value),
            Some(Value::Bv(value)) => self.pool.bv(value),
            _ => return Ok(()),
        };
        self.found.entry(equality).or_default().push(at);
        let (x, y) = (self.pool.select(a, at), self.pool.select(b, at));
        self.equal_under(equality, x, y);
        Ok(())
    }

    /// Does the assignment give the two terms one value? The second may be new,
    /// and then it has none yet.
    fn agrees(&mut self, t: TermId, target: TermId) -> Result<bool, Reason> {
        self.enqueue(target);
        Ok(self.is_blasted(target) && self.value(t)? == self.value(target)?)
    }

    /// Adds a lemma. One that normalisation proves says nothing new: it is about
    /// a read of two arrays that turned out to be the same read.
    fn add_lemma(&mut self, lemma: TermId) {
        if lemma != self.pool.tru() {
            self.lemmas.push(lemma);
        }
    }

    /// Adds the lemma that the two terms are equal whenever `guard` holds.
    fn equal_under(&mut self, guard: TermId, t: TermId, target: TermId) {
        let equal = self.pool.eq(t, target);
        let lemma = self.pool.implies(guard, equal);
        self.add_lemma(lemma);
    }

    /// Follows all reads from number `from` on towards the array variables.
    fn follow_reads(&mut self, from: usize) -> Result<(), Reason> {
        let mut next = from;
        while next < self.reads.len() {
            let read = self.reads[next];
            next += 1;
            // A read that a lemma has yet to introduce has no value to check.
            if self.is_blasted(read) {
                self.follow(read)?;
            }
        }
        Ok(())
    }

    fn follow(&mut self, read: TermId) -> Result<(), Reason> {
        let (array, index) = (self.pool.arg(read, 0), self.pool.arg(read, 1));
        match self.pool.op(array) {
            Op::Var(_) => Ok(()),
            Op::ConstArray => {
                let value = self.pool.arg(array, 0);
                if !self.agrees(read, value)? {
                    self.equal_under(self.pool.tru(), read, value);
                }
                Ok(())
            }
            Op::Store => self.follow_store(read, array, index),
            Op::Ite => self.follow_ite(read, array, index),
            other => Err(Reason::Unsupported(format!("arrays made by {other:?}"))),
        }
    }

    fn follow_ite(&mut self, read: TermId, array: TermId, index: TermId) -> Result<(), Reason> {
        let c = self.pool.arg(array, 0);
        let taken = self.truth(c)?;
        let arm = self.pool.arg(array, if taken { 1 } else { 2 });
        let inner = self.pool.select(arm, index);
        if !self.agrees(read, inner)? {
            let guard = if taken { c } else { self.pool.not(c) };
            self.equal_under(guard, read, inner);
        }
        Ok(())
    }

    fn follow_store(&mut self, read: TermId, array: TermId, index: TermId) -> Result<(), Reason> {
        let [inner, at, value] = [0, 1, 2].map(|i| self.pool.arg(array, i));
        let hit = self.value(at)? == self.value(index)?;
        let target = if hit {
            value
        } else {
            self.pool.select(inner, index)
        };
        if !self.agrees(read, target)? {
            let same = self.pool.eq(at, index);
            let guard = if hit { same } else { self.pool.not(same) };
            self.equal_under(guard, read, target);
        }
        Ok(())
    }

    /// Equalities are about written elements as well, so these are read.
    fn read_what_is_written(&mut self, subterms: &[TermId]) -> Result<(), Reason> {
        for &t in subterms {
            if self.pool.op(t) == Op::Store {
                let (index, value) = (self.pool.arg(t, 1), self.pool.arg(t, 2));
                self.written.push(index);
                let read = self.pool.select(t, index);
                if !self.agrees(value, read)? {
                    self.equal_under(self.pool.tru(), value, read);
                }
            }
        }
        Ok(())
    }

    fn equality(&mut self, equality: TermId) -> Result<(), Reason> {
        let (a, b) = (self.pool.arg(equality, 0), self.pool.arg(equality, 1));
        if !self.truth(equality)? {
            return self.difference(equality, a, b);
        }
        let index_sort = self
            .pool
            .array_parts(self.pool.sort(a))
            .map(|parts| parts.0);
        let of_sort = |t: &TermId| Some(self.pool.sort(*t)) == index_sort;
        let read = self.reads.iter().map(|&r| self.pool.arg(r, 1));
        let found = self.found.get(&equality).into_iter().flatten().copied();
        let all = read.chain(self.written.iter().copied()).chain(found);
        let mut indices: Vec<TermId> = all.filter(of_sort).collect();
        indices.sort_unstable();
        indices.dedup();
        for index in indices {
            let (x, y) = (self.pool.select(a, index), self.pool.select(b, index));
            let before = self.reads.len();
            self.enqueue(x);
            self.enqueue(y);
            if !self.is_blasted(x) || !self.agrees(x, y)? {
                self.equal_under(equality, x, y);
            }
            self.follow_reads(before)?;
        }
        Ok(())
    }

    /// Different arrays differ at a witness, a variable named after the
    /// equality.
    fn difference(&mut self, equality: TermId, a: TermId, b: TermId) -> Result<(), Reason> {
        let parts = self.pool.array_parts(self.pool.sort(a));
        let (index_sort, _) = parts.ok_or_else(|| Reason::Internal("no array".into()))?;
        let witness = self
            .pool
            .var(&format!("diff!{}", equality.index()), index_sort);
        let (x, y) = (self.pool.select(a, witness), self.pool.select(b, witness));
        let before = self.reads.len();
        self.enqueue(x);
        self.enqueue(y);
        let known = self.is_blasted(x) && self.is_blasted(y);
        if !known || self.value(x)? == self.value(y)? {
            let same = self.pool.eq(x, y);
            let differ = self.pool.not(same);
            let lemma = self.pool.or(equality, differ);
            self.add_lemma(lemma);
        }
        self.follow_reads(before)
    }

    /// The elements that are read from array variables; two reads at equal
    /// indices must agree.
    fn base_reads(&mut self) -> Result<FxHashMap<VarId, Reads>, Reason> {
        let mut bases: FxHashMap<VarId, Reads> = FxHashMap::default();
        for i in 0..self.reads.len() {
            let read = self.reads[i];
            let (array, index) = (self.pool.arg(read, 0), self.pool.arg(read, 1));
            let (Op::Var(var), true) = (self.pool.op(array), self.is_blasted(read)) else {
                continue;
            };
            let at = self.value(index)?;
            let reads = bases.entry(var).or_default();
            let earlier = *reads.entry(at).or_insert(read);
            self.congruent(earlier, read)?;
        }
        Ok(bases)
    }

    fn applications(&mut self, subterms: &[TermId]) -> Result<Applications, Reason> {
        let mut graphs = Applications::default();
        for &t in subterms {
            let Op::Apply(fun) = self.pool.op(t) else {
                continue;
            };
            let args = self.pool.args(t).to_vec();
            let values: Result<Vec<Value>, Reason> = args.iter().map(|&a| self.value(a)).collect();
            let earlier = *graphs.entry(fun).or_default().entry(values?).or_insert(t);
            self.congruent(earlier, t)?;
        }
        Ok(graphs)
    }

    /// Two reads or applications with equal argument values have equal values.
    fn congruent(&mut self, a: TermId, b: TermId) -> Result<(), Reason> {
        if a == b || self.value(a)? == self.value(b)? {
            return Ok(());
        }
        // Equal arguments are left out: a raw pool would ask whether an array
        // equals itself, and the answer would be another free bit.
        let pairs: Vec<(TermId, TermId)> = std::iter::zip(self.pool.args(a), self.pool.args(b))
            .filter(|(x, y)| x != y)
            .map(|(&x, &y)| (x, y))
            .collect();
        let mut guard = self.pool.tru();
        for (x, y) in pairs {
            let same = self.pool.eq(x, y);
            guard = self.pool.and(guard, same);
        }
        let equal = self.pool.eq(a, b);
        let lemma = self.pool.implies(guard, equal);
        self.add_lemma(lemma);
        Ok(())
    }

    /// The elements that no read names: arrays that are equal or made from one
    /// another share them, and a constant array among them says what they are.
    fn defaults(
        &mut self,
        subterms: &[TermId],
        equalities: &[TermId],
    ) -> Result<FxHashMap<TermId, Value>, Reason> {
        let mut classes = Classes::default();
        for &t in subterms {
            match self.pool.op(t) {
                Op::Store => classes.join(t, self.pool.arg(t, 0)),
                Op::Ite if self.is_array(t) => {
                    let taken = self.truth(self.pool.arg(t, 0))?;
                    let arm = self.pool.arg(t, if taken { 1 } else { 2 });
                    classes.join(t, arm);
                }
                _ => {}
            }
        }
        for &equality in equalities {
            if self.truth(equality)? {
                classes.join(self.pool.arg(equality, 0), self.pool.arg(equality, 1));
            }
        }
        let mut defaults = FxHashMap::default();
        for &t in subterms {
            if self.pool.op(t) == Op::ConstArray {
                let value = self.value(self.pool.arg(t, 0))?;
                defaults.insert(classes.find(t), value);
            }
        }
        let arrays = subterms.iter().filter(|&&t| self.is_array(t));
        Ok(arrays
            .filter_map(|&t| Some((t, defaults.get(&classes.find(t))?.clone())))
            .collect())
    }

    fn model(
        &mut self,
        subterms: &[TermId],
        bases: FxHashMap<VarId, Reads>,
        applications: Applications,
        defaults: &FxHashMap<TermId, Value>,
    ) -> Result<Model, Reason> {
        let mut model = Model::new();
        for &t in subterms {
            let Some(var) = self.pool.as_var(t) else {
                continue;
            };
            let value = if self.is_array(t) {
                let reads = bases.get(&var);
                self.array(t, reads, defaults.get(&t))?
            } else {
                self.value(t)?
            };
            model.set(var, value);
        }
        for (fun, graph) in applications {
            let mut entries = BTreeMap::new();
            for (args, t) in graph {
                entries.insert(args, self.value(t)?);
            }
            let default = self.default_of(self.pool.fun(fun).result)?;
            model.set_fun(fun, FunValue { default, entries });
        }
        Ok(model)
    }

    fn default_of(&self, sort: Sort) -> Result<Value, Reason> {
        let default = Value::default_of(self.pool, sort);
        default.ok_or_else(|| Reason::Unsupported("a sort without values".into()))
    }

    fn array(
        &mut self,
        t: TermId,
        reads: Option<&Reads>,
        default: Option<&Value>,
    ) -> Result<Value, Reason> {
        let sort = self.pool.sort(t);
        let Value::Array(plain) = self.default_of(sort)? else {
            return Err(Reason::Internal("an array has another value".into()));
        };
        let mut array = ArrayValue {
            default: default.unwrap_or(&plain.default).clone(),
            ..ArrayValue::clone(&plain)
        };
        for (index, &read) in reads.into_iter().flatten() {
            let value = self.value(read)?;
            array.set(index.clone(), value);
        }
        Ok(Value::Array(Arc::new(array)))
    }
}

/// Constant indices at which the sides of an equality have differed.
pub(crate) type FoundIndices = FxHashMap<TermId, Vec<TermId>>;

/// The first read of an array variable at each index value.
type Reads = BTreeMap<Value, TermId>;

/// The first application of each function to each tuple of values.
type Applications = BTreeMap<FunId, BTreeMap<Vec<Value>, TermId>>;

/// Union-find over array terms.
#[derive(Default)]
struct Classes(FxHashMap<TermId, TermId>);

impl Classes {
    fn find(&self, t: TermId) -> TermId {
        let mut t = t;
        while let Some(&parent) = self.0.get(&t) {
            t = parent;
        }
        t
    }

    fn join(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }
}
