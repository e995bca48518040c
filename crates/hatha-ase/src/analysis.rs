//! What exploration, checks and refinement share: the system, the predicates
//! (Φ), the abstract states met so far (α), and splitting.
//!
//! **Invariant.** An abstract state decides every predicate and every explicit
//! variable. All atoms of guards, of the wrong states and of conditions on
//! updates are predicates, so that it decides those too.

use crate::oracle::{Oracle, Trouble};
use crate::split::Splitter;
use crate::state::SymbolicState;
use hatha_gcl::formula::{Arena, AtomId, Formula, Literal};
use hatha_gcl::linear::{Linear, Sym};
use hatha_gcl::{Model, System};
use hatha_index::index_type;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

index_type! {
    /// An abstract state of an iteration.
    pub struct ClassId
}

/// An abstract state: a minterm of the predicates and the values of the explicit
/// variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// A truth value for each predicate.
    pub truths: Box<[bool]>,
    /// A value for each explicit variable.
    pub values: Box<[i128]>,
}

/// A part of a symbolic state that lies in one abstract state.
pub struct Piece {
    /// The abstract state.
    pub class: ClassId,
    /// What holds there beyond the condition of the state.
    pub extra: Vec<Formula>,
}

/// What holds in one case of a transition's updates, and the truth values of
/// their atoms.
type Case = (Vec<Formula>, FxHashMap<AtomId, bool>);

/// The context of a run.
pub struct Analysis<'m> {
    /// The model, for names.
    pub model: &'m Model,
    /// Its formulas.
    pub system: System,
    /// The solver.
    pub oracle: Oracle,
    /// Φ, in the order in which predicates came.
    pub predicates: IndexSet<AtomId>,
    /// The variables whose values abstract states hold.
    pub explicit: Vec<Sym>,
    /// The abstract states met in this iteration.
    pub classes: IndexSet<Class, FxBuildHasher>,
    /// Enumerations.
    pub splitter: Splitter,
    enabled: FxHashMap<(ClassId, usize), bool>,
}

impl<'m> Analysis<'m> {
    /// With the predicates of the guards and of the property, and the given ones.
    pub fn new(model: &'m Model, oracle: Oracle, given: &[Formula], system: System) -> Self {
        let explicit = system.symbols();
        let is_explicit = |s: &Sym| system.variables[s.index()].explicit;
        let explicit: Vec<Sym> = explicit.filter(is_explicit).collect();
        let mut analysis = Analysis {
            model,
            oracle,
            explicit,
            predicates: IndexSet::new(),
            classes: IndexSet::default(),
            splitter: Splitter::default(),
            enabled: FxHashMap::default(),
            system,
        };
        let mut sources = vec![analysis.system.wrong];
        for step in &analysis.system.steps {
            sources.push(step.guard);
            for (_, cases) in &step.updates {
                sources.extend(cases.iter().map(|(when, _)| *when));
            }
        }
        sources.extend_from_slice(given);
        for atom in analysis.system.arena.atoms_of(&sources) {
            analysis.add_predicate(atom);
        }
        analysis
    }

    /// The formulas.
    pub fn arena(&mut self) -> &mut Arena {
        &mut self.system.arena
    }

    /// Adds a predicate; says whether it is new. What speaks of explicit
    /// variables alone is none.
    pub(crate) fn add_predicate(&mut self, atom: AtomId) -> bool {
        let sum = &self.system.arena.atom(atom).sum;
        let open = |&&(s, _): &&(Sym, i128)| !self.explicit.contains(&s);
        sum.terms().iter().any(|t| open(&t)) && self.predicates.insert(atom)
    }

    /// Forgets the abstract states, which are others under new predicates.
    pub(crate) fn forget_classes(&mut self) {
        self.classes.clear();
        self.enabled.clear();
    }

    /// An abstract state.
    pub fn class(&self, id: ClassId) -> &Class {
        // Ids are made by `intern` alone and end with `forget_classes`.
        &self.classes[id.index()]
    }

    /// The truth value of a formula over the variables, whose atoms are all
    /// predicates or about explicit variables.
    pub fn decides(&self, class: ClassId, f: Formula) -> Result<bool, Trouble> {
        let arena = &self.system.arena;
        let class = self.class(class);
        let value = |s: Sym| {
            let at = self.explicit.iter().position(|&e| e == s);
            at.map_or(0, |at| class.values[at])
        };
        evaluate(
            arena,
            f,
            &|atom| match self.predicates.get_index_of(&atom) {
                Some(at) => Ok(class.truths[at]),
                None => Ok(arena.atom(atom).evaluate(&value)?),
            },
        )
    }

    /// Can a transition be taken in the states of an abstract state?
    pub(crate) fn is_enabled(&mut self, class: ClassId, step: usize) -> Result<bool, Trouble> {
        if let Some(&known) = self.enabled.get(&(class, step)) {
            return Ok(known);
        }
        let enabled = self.decides(class, self.system.steps[step].guard)?;
        self.enabled.insert((class, step), enabled);
        Ok(enabled)
    }

    /// Are the states of an abstract state wrong?
    pub fn is_wrong(&self, class: ClassId) -> Result<bool, Trouble> {
        self.decides(class, self.system.wrong)
    }

    /// All states of an abstract state (γ): explicit variables have their values,
    /// the others are symbols of their own names.
    pub(crate) fn gamma(&mut self, class: ClassId) -> Result<SymbolicState, Trouble> {
        let Class { truths, values } = self.class(class).clone();
        let mut sums: Vec<Linear> = self.system.symbols().map(Linear::symbol).collect();
        for (&symbol, &value) in self.explicit.iter().zip(&values) {
            sums[symbol.index()] = Linear::constant(value);
        }
        let mut condition = Vec::new();
        for symbol in self.system.symbols() {
            let variable = &self.system.variables[symbol.index()];
            if !variable.explicit {
                let bounds = variable.bounds;
                condition.push(self.system.within(symbol, bounds)?);
            }
        }
        let predicates: Vec<AtomId> = self.predicates.iter().copied().collect();
        for (atom, truth) in predicates.into_iter().zip(truths) {
            let map = |s: Sym| sums[s.index()].clone();
            let f = self.system.arena.atom_with(atom, &map)?;
            condition.push(if truth { f } else { self.arena().not(f) });
        }
        let all = self.arena().and(condition);
        Ok(SymbolicState {
            values: sums,
            condition: self.system.arena.conjuncts(all),
        })
    }

    /// `SPLITSTATE` of Figure 6: the parts of a satisfiable symbolic state, by
    /// abstract state.
    pub(crate) fn split_state(&mut self, state: &SymbolicState) -> Result<Vec<Piece>, Trouble> {
        if let Some(values) = state.concrete() {
            let class = self.class_of(&values)?;
            let extra = Vec::new();
            return Ok(vec![Piece { class, extra }]);
        }
        let mut truths = vec![false; self.predicates.len()].into_boxed_slice();
        let mut values = vec![0; self.explicit.len()].into_boxed_slice();
        let (mut open, mut open_at) = (Vec::new(), Vec::new());
        for at in 0..self.predicates.len() {
            let atom = self.predicates[at];
            let map = |s: Sym| state.values[s.index()].clone();
            let f = self.system.arena.atom_with(atom, &map)?;
            match f.as_truth() {
                Some(truth) => truths[at] = truth,
                None => {
                    open.push(f);
                    open_at.push(at);
                }
            }
        }
        let (mut sums, mut sums_at) = (Vec::new(), Vec::new());
        for (at, symbol) in self.explicit.iter().enumerate() {
            let value = &state.values[symbol.index()];
            match value.as_constant() {
                Some(n) => values[at] = n,
                None => {
                    sums.push(value.clone());
                    sums_at.push(at);
                }
            }
        }
        let minterms = self.minterms(&state.condition, &open, &sums)?;
        let mut pieces = Vec::with_capacity(minterms.len());
        for minterm in minterms {
            let (mut truths, mut values) = (truths.clone(), values.clone());
            let mut extra = Vec::new();
            for ((&at, &f), &truth) in open_at.iter().zip(&open).zip(&minterm.truths) {
                truths[at] = truth;
                extra.push(if truth { f } else { self.arena().not(f) });
            }
            for ((&at, sum), &value) in sums_at.iter().zip(&sums).zip(&minterm.values) {
                values[at] = value;
                extra.push(self.arena().equal(sum, &Linear::constant(value))?);
            }
            let class = self.intern(Class { truths, values });
            pieces.push(Piece { class, extra });
        }
        Ok(pieces)
    }

    /// The minterms of open formulas and sums under a satisfiable condition.
    pub(crate) fn minterms(
        &mut self,
        condition: &[Formula],
        open: &[Formula],
        sums: &[Linear],
    ) -> Result<Vec<crate::split::Minterm>, Trouble> {
        let arena = &mut self.system.arena;
        self.splitter
            .minterms(arena, &mut self.oracle, condition, open, sums)
    }

    fn intern(&mut self, class: Class) -> ClassId {
        ClassId::from(self.classes.insert_full(class).0)
    }

    /// The abstract state of a concrete one (α).
    pub(crate) fn class_of(&mut self, values: &[i128]) -> Result<ClassId, Trouble> {
        let value = |s: Sym| values[s.index()];
        let arena = &self.system.arena;
        let truths = self.predicates.iter();
        let truths = truths.map(|&p| arena.atom(p).evaluate(&value));
        let truths: Result<Box<[bool]>, _> = truths.collect();
        let explicit = self.explicit.iter().map(|&s| value(s)).collect();
        Ok(self.intern(Class {
            truths: truths?,
            values: explicit,
        }))
    }

    /// `EXEC` of Figure 5: the states after a transition that can be taken; as
    /// many as there are cases of its updates.
    pub fn exec(
        &mut self,
        state: &SymbolicState,
        step: usize,
    ) -> Result<Vec<SymbolicState>, Trouble> {
        if let (Some(values), true) = (state.concrete(), self.system.steps[step].inputs.is_empty())
        {
            return self.exec_concrete(&values, step).map(|s| vec![s]);
        }
        let mut condition = state.condition.clone();
        for input in self.system.steps[step].inputs.clone() {
            condition.push(self.system.within(input.symbol, input.bounds)?);
        }
        let value = |s: Sym| match state.values.get(s.index()) {
            Some(sum) => sum.clone(),
            None => Linear::symbol(s),
        };
        let mut after = Vec::new();
        for (extra, truth) in self.cases(&condition, step, &value)? {
            let mut values = state.values.clone();
            for (symbol, cases) in self.system.steps[step].updates.clone() {
                let holds = |when: Formula| {
                    evaluate(&self.system.arena, when, &|atom| {
                        Ok(truth.get(&atom).copied().unwrap_or(false))
                    })
                };
                for (when, sum) in cases {
                    if holds(when)? {
                        values[symbol.index()] = sum.substitute(&value)?;
                    }
                }
            }
            let condition = condition.iter().copied().chain(extra).collect();
            after.push(SymbolicState { values, condition });
        }
        Ok(after)
    }

    fn exec_concrete(&self, before: &[i128], step: usize) -> Result<SymbolicState, Trouble> {
        let value = |s: Sym| before[s.index()];
        let mut values: Vec<Linear> = before.iter().map(|&n| Linear::constant(n)).collect();
        for (symbol, cases) in &self.system.steps[step].updates {
            for (when, sum) in cases {
                if self.system.arena.evaluate(*when, &value)? {
                    values[symbol.index()] = Linear::constant(sum.evaluate(&value)?);
                }
            }
        }
        let condition = Vec::new();
        Ok(SymbolicState { values, condition })
    }

    /// The truth values that the conditions of a transition's updates can have,
    /// each with what holds then.
    fn cases(
        &mut self,
        condition: &[Formula],
        step: usize,
        value: &dyn Fn(Sym) -> Linear,
    ) -> Result<Vec<Case>, Trouble> {
        let updates = &self.system.steps[step].updates;
        let whens = updates.iter().flat_map(|(_, c)| c.iter().map(|(w, _)| *w));
        let whens: Vec<Formula> = whens.collect();
        let mut known = FxHashMap::default();
        let (mut open, mut open_atoms) = (Vec::new(), Vec::new());
        for atom in self.system.arena.atoms_of(&whens) {
            let f = self.system.arena.atom_with(atom, value)?;
            match f.as_truth() {
                Some(truth) => {
                    known.insert(atom, truth);
                }
                None => {
                    open.push(f);
                    open_atoms.push(atom);
                }
            }
        }
        let mut all = Vec::new();
        for minterm in self.minterms(condition, &open, &[])? {
            let mut truth = known.clone();
            let mut extra = Vec::new();
            for ((&atom, &f), &holds) in open_atoms.iter().zip(&open).zip(&minterm.truths) {
                truth.insert(atom, holds);
                extra.push(if holds { f } else { self.arena().not(f) });
            }
            all.push((extra, truth));
        }
        Ok(all)
    }

    /// The literals of an abstract state that are not about explicit variables.
    pub fn literals(&self, class: ClassId) -> Vec<Literal> {
        let truths = self.class(class).truths.iter();
        let pairs = self.predicates.iter().zip(truths);
        pairs
            .map(|(&atom, &positive)| Literal { atom, positive })
            .collect()
    }
}

/// The truth value of a formula from those of its atoms.
fn evaluate(
    arena: &Arena,
    f: Formula,
    atom_holds: &dyn Fn(AtomId) -> Result<bool, Trouble>,
) -> Result<bool, Trouble> {
    use hatha_gcl::formula::Node;
    Ok(match arena.node(f) {
        Node::True => true,
        Node::False => false,
        Node::Atom(atom) => atom_holds(*atom)?,
        Node::Not(inner) => !evaluate(arena, *inner, atom_holds)?,
        Node::And(parts) => {
            for &part in parts {
                if !evaluate(arena, part, atom_holds)? {
                    return Ok(false);
                }
            }
            true
        }
        Node::Or(parts) => {
            for &part in parts {
                if evaluate(arena, part, atom_holds)? {
                    return Ok(true);
                }
            }
            false
        }
    })
}
