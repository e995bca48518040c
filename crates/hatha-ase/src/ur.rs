//! Engine `ur`: the under-approximation refinement of Pasareanu, Pelánek and
//! Visser (CAV 2005), with which the paper compares.
//!
//! One table of abstract states for the whole exploration: a concrete state is
//! followed only if its abstract state is new. If every transition met is exact,
//! the explored abstract states are all there are; otherwise the predicates of
//! the preimages of inexact transitions are added.
//!
//! Only for systems with one initial state and without inputs.

use crate::analysis::{Analysis, ClassId};
use crate::ase::add_predicates;
use crate::checks::Posts;
use crate::oracle::Trouble;
use crate::proof;
use crate::state::SymbolicState;
use crate::symbolic_exec::Edge;
use crate::{Answer, Check, Counts, path};
use hatha_gcl::System;
use hatha_gcl::linear::Linear;
use indexmap::{IndexMap, IndexSet};

/// Why a system is not for this engine.
pub fn refusal(system: &System) -> Option<String> {
    if system.has_inputs() {
        return Some("ur is for systems without nondet; take --engine ase".to_owned());
    }
    let fixed = system.fixed();
    let open = system
        .symbols()
        .find(|s| !fixed.iter().any(|(f, _)| f == s));
    open.map(|s| {
        let name = &system.variables[s.index()].name;
        format!(
            "ur is for one initial state, and `{name}` starts with any value; take --engine ase"
        )
    })
}

/// A concrete state, and from which by which transition it was reached.
type Followed = (Vec<i128>, Option<(usize, usize)>);

/// What one exploration met.
#[derive(Default)]
struct Table {
    /// The followed state of each abstract state, with how it was reached.
    followed: IndexMap<ClassId, Followed>,
    edges: IndexSet<Edge>,
    /// The concrete states, those that were not followed included.
    concrete: IndexSet<Vec<i128>>,
    wrong: Option<Vec<usize>>,
}

/// The main loop.
pub fn refine(analysis: &mut Analysis<'_>, counts: &mut Counts) -> Result<Answer, Trouble> {
    loop {
        let table = explore(analysis)?;
        counts.iterations += 1;
        counts.predicates = analysis.predicates.len() as u64;
        counts.states = table.concrete.len() as u64;
        counts.classes = table.followed.len() as u64;
        if let Some(run) = &table.wrong {
            let oracle = &mut analysis.oracle;
            let schedule = path::execution(analysis.model, &mut analysis.system, oracle, run)?;
            return Ok(Answer::Violated(schedule));
        }
        let inexact = inexact(analysis, &table)?;
        if inexact.is_empty() {
            let states: IndexSet<ClassId> = table.followed.keys().copied().collect();
            let proof = proof::inductive_invariant(analysis, &states);
            return Ok(Answer::Proved(Check::Exact, proof));
        }
        if !add_predicates(analysis, &inexact)? {
            let why = "transitions are inexact and no new predicate was found";
            return Ok(Answer::Unknown(why.to_owned()));
        }
        analysis.forget_classes();
    }
}

fn explore(analysis: &mut Analysis<'_>) -> Result<Table, Trouble> {
    let mut table = Table::default();
    let (values, condition) = analysis.system.initial()?;
    let values: Option<Vec<i128>> = values.iter().map(Linear::as_constant).collect();
    let Some(values) = values else {
        let why = "internal error: more than one initial state";
        return Err(Trouble::GivesUp(why.to_owned()));
    };
    if condition.is_empty() {
        table.meet(analysis, values, None)?;
    }
    let mut at = 0;
    while at < table.followed.len() && table.wrong.is_none() {
        analysis.oracle.check_time()?;
        table.follow(analysis, at)?;
        at += 1;
    }
    Ok(table)
}

impl Table {
    fn meet(
        &mut self,
        analysis: &mut Analysis<'_>,
        values: Vec<i128>,
        from: Option<(usize, usize)>,
    ) -> Result<ClassId, Trouble> {
        let class = analysis.class_of(&values)?;
        self.concrete.insert(values.clone());
        if !self.followed.contains_key(&class) {
            let (at, _) = self.followed.insert_full(class, (values, from));
            if analysis.is_wrong(class)? {
                self.wrong = Some(self.run_to(at));
            }
        }
        Ok(class)
    }

    fn run_to(&self, at: usize) -> Vec<usize> {
        let mut run = Vec::new();
        let mut at = at;
        while let Some((_, (_, Some((before, step))))) = self.followed.get_index(at) {
            run.push(*step);
            at = *before;
        }
        run.reverse();
        run
    }

    fn follow(&mut self, analysis: &mut Analysis<'_>, at: usize) -> Result<(), Trouble> {
        let Some((&class, (values, _))) = self.followed.get_index(at) else {
            return Ok(());
        };
        let state = SymbolicState {
            values: values.iter().map(|&n| Linear::constant(n)).collect(),
            condition: Vec::new(),
        };
        for step in 0..analysis.system.steps.len() {
            if !analysis.is_enabled(class, step)? {
                continue;
            }
            for after in analysis.exec(&state, step)? {
                let after = after.concrete().unwrap_or_default();
                let next = self.meet(analysis, after, Some((at, step)))?;
                self.edges.insert((class, step, next));
                if self.wrong.is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The transitions that some states of their source do not take to their target.
fn inexact(analysis: &mut Analysis<'_>, table: &Table) -> Result<Vec<Edge>, Trouble> {
    let mut posts = Posts::default();
    let mut found = Vec::new();
    for &(class, step, to) in &table.edges {
        analysis.oracle.check_time()?;
        let post = posts.post(analysis, class, step)?;
        let exact = post.is_some_and(|p| p.len() == 1 && p.contains(&to));
        if !exact {
            found.push((class, step, to));
        }
    }
    Ok(found)
}
