//! The two checks of section 4.1: is the explored abstract model an
//! over-approximation? And the predicates that refine it if it is not.
//!
//! **Invariant.** Both checks look at *every* transition of the program that can
//! be taken in an abstract state. *Exact* (every state can step into b) does not
//! by itself trap executions when a transition has inputs; safe-fragment also
//! demands that the strongest postcondition lies within the explored successors.

use crate::analysis::{Analysis, ClassId};
use crate::eliminate::exists;
use crate::oracle::Trouble;
use crate::symbolic_exec::{Edge, Exploration};
use hatha_gcl::formula::{AtomId, Formula, Literal};
use hatha_gcl::linear::{Linear, Sym};
use indexmap::{IndexMap, IndexSet};

/// More abstract successors than that cannot be worth their checking.
const WIDEST: usize = 4_096;

/// What is known about the abstract transitions of an iteration.
#[derive(Default)]
pub(crate) struct Posts {
    /// The abstract successors of all states of an abstract state; none if there
    /// are too many.
    known: IndexMap<(ClassId, usize), Option<IndexSet<ClassId>>>,
}

impl Posts {
    /// α(sp(γ(a), t)) for a transition that can be taken.
    pub fn post(
        &mut self,
        analysis: &mut Analysis<'_>,
        class: ClassId,
        step: usize,
    ) -> Result<Option<&IndexSet<ClassId>>, Trouble> {
        if !self.known.contains_key(&(class, step)) {
            let found = post(analysis, class, step)?;
            self.known.insert((class, step), found);
        }
        Ok(self.known[&(class, step)].as_ref())
    }
}

fn post(
    analysis: &mut Analysis<'_>,
    class: ClassId,
    step: usize,
) -> Result<Option<IndexSet<ClassId>>, Trouble> {
    let gamma = analysis.gamma(class)?;
    let mut all = IndexSet::new();
    for after in analysis.exec(&gamma, step)? {
        match analysis.split_state(&after) {
            Ok(pieces) => all.extend(pieces.iter().map(|p| p.class)),
            Err(Trouble::GivesUp(_)) => return Ok(None),
            Err(other) => return Err(other),
        }
        if all.len() > WIDEST {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// The explored transitions by their source.
pub struct Outgoing(IndexMap<(ClassId, usize), IndexSet<ClassId>>);

impl Outgoing {
    /// Of an exploration.
    pub fn new(exploration: &Exploration) -> Outgoing {
        let mut all: IndexMap<(ClassId, usize), IndexSet<ClassId>> = IndexMap::new();
        for &(from, step, to) in exploration.edges.keys() {
            all.entry((from, step)).or_default().insert(to);
        }
        Outgoing(all)
    }

    fn of(&self, class: ClassId, step: usize) -> Option<&IndexSet<ClassId>> {
        self.0.get(&(class, step))
    }
}

/// The abstract states in or reachable from loops: every path ends among them.
pub fn fragment(exploration: &Exploration) -> IndexSet<ClassId> {
    let mut next: IndexMap<ClassId, Vec<ClassId>> = IndexMap::new();
    let mut found: IndexSet<ClassId> = IndexSet::new();
    for (&(from, _, to), &in_loop) in &exploration.edges {
        next.entry(from).or_default().push(to);
        if in_loop {
            found.extend([from, to]);
        }
    }
    let mut at = 0;
    while let Some(&class) = found.get_index(at) {
        found.extend(next.get(&class).into_iter().flatten().copied());
        at += 1;
    }
    found
}

/// `SAFEFRAGMENT` of Figure 6 with the closure that inputs need: is every
/// transition from the fragment exact, and is the fragment closed? Returns the
/// transitions for which that fails.
pub(crate) fn safe_fragment(
    analysis: &mut Analysis<'_>,
    outgoing: &Outgoing,
    fragment: &IndexSet<ClassId>,
    posts: &mut Posts,
) -> Result<Vec<Edge>, Trouble> {
    let mut failing = Vec::new();
    for &class in fragment {
        for step in 0..analysis.system.steps.len() {
            if !analysis.is_enabled(class, step)? {
                continue;
            }
            analysis.oracle.check_time()?;
            let explored = outgoing.of(class, step);
            failing.extend(failing_edges(analysis, class, step, explored, posts)?);
        }
    }
    Ok(failing)
}

/// The transitions from an abstract state that are not exact or not explored.
fn failing_edges(
    analysis: &mut Analysis<'_>,
    class: ClassId,
    step: usize,
    explored: Option<&IndexSet<ClassId>>,
    posts: &mut Posts,
) -> Result<Vec<Edge>, Trouble> {
    let none = IndexSet::new();
    let explored = explored.unwrap_or(&none);
    let post = posts.post(analysis, class, step)?.cloned();
    let deterministic = analysis.system.steps[step].inputs.is_empty();
    let edge = |to: &ClassId| (class, step, *to);
    let Some(post) = post else {
        return Ok(explored.iter().map(edge).collect());
    };
    if deterministic {
        // A function leads every state into b exactly if it leads nowhere else.
        let exact = post.len() <= 1 && post.iter().all(|p| explored.contains(p));
        return Ok(match exact {
            true => Vec::new(),
            false => post.iter().chain(explored).map(edge).collect(),
        });
    }
    let mut failing = Vec::new();
    for to in post.iter() {
        if !explored.contains(to) || !is_exact(analysis, class, step, *to)? {
            failing.push(edge(to));
        }
    }
    Ok(failing)
}

/// a ⇒ pre(b, t), for a transition with inputs.
fn is_exact(
    analysis: &mut Analysis<'_>,
    class: ClassId,
    step: usize,
    to: ClassId,
) -> Result<bool, Trouble> {
    let Some(pre) = preimage(analysis, class, step, to)? else {
        return Ok(false);
    };
    let not_pre = analysis.arena().not(pre);
    let mut parts = analysis.gamma(class)?.condition;
    parts.push(not_pre);
    let arena = &analysis.system.arena;
    Ok(!analysis.oracle.satisfiable(arena, &parts)?)
}

/// pre(b, t) over the variables that are not explicit, whose values are those of
/// the abstract state `class`; inputs are eliminated. `None` where that is not
/// possible.
fn preimage(
    analysis: &mut Analysis<'_>,
    class: ClassId,
    step: usize,
    to: ClassId,
) -> Result<Option<Formula>, Trouble> {
    let gamma = analysis.gamma(class)?;
    let value = |s: Sym| match gamma.values.get(s.index()) {
        Some(sum) => sum.clone(),
        None => Linear::symbol(s),
    };
    let inputs = analysis.system.inputs(step)?;
    let mut parts = vec![inputs];
    for literal in analysis.literals(to) {
        let f = analysis.arena().literal(literal);
        parts.push(after(analysis, step, f, &value)?);
    }
    for (at, symbol) in analysis.explicit.clone().into_iter().enumerate() {
        let wanted = Linear::constant(analysis.class(to).values[at]);
        let is = analysis.arena().equal(&Linear::symbol(symbol), &wanted)?;
        parts.push(after(analysis, step, is, &value)?);
    }
    let all = analysis.arena().and(parts);
    let literals = analysis.system.arena.conjuncts(all).into_iter();
    let arena = &analysis.system.arena;
    let literals: Option<Vec<Literal>> = literals.map(|f| arena.as_literal(f)).collect();
    let Some(literals) = literals.filter(|_| all != Formula::FALSE) else {
        return Ok((all == Formula::FALSE).then_some(all));
    };
    let inputs = &analysis.system.steps[step].inputs;
    let symbols: Vec<Sym> = inputs.iter().map(|i| i.symbol).collect();
    Ok(exists(analysis.arena(), &symbols, &literals)?)
}

/// A formula about the state after a transition, over the state before.
fn after(
    analysis: &mut Analysis<'_>,
    step: usize,
    f: Formula,
    value: &dyn Fn(Sym) -> Linear,
) -> Result<Formula, Trouble> {
    let system = &mut analysis.system;
    let updates = system.steps[step].updates.clone();
    let cases = |s: Sym| match updates.iter().find(|(u, _)| *u == s) {
        Some((_, cases)) => cases.clone(),
        None => vec![(Formula::TRUE, Linear::symbol(s))],
    };
    let before = system.arena.substitute_cases(f, &cases)?;
    Ok(system.arena.substitute(before, value)?)
}

/// Inductive-invariant: the strongest postcondition of every explored abstract
/// state lies within the explored ones. Returns the transitions that leave them.
pub(crate) fn inductive_invariant(
    analysis: &mut Analysis<'_>,
    states: &IndexSet<ClassId>,
    posts: &mut Posts,
) -> Result<Vec<Edge>, Trouble> {
    let mut leaving = Vec::new();
    for &class in states {
        for step in 0..analysis.system.steps.len() {
            if !analysis.is_enabled(class, step)? {
                continue;
            }
            analysis.oracle.check_time()?;
            match posts.post(analysis, class, step)? {
                None => leaving.push((class, step, class)),
                Some(post) => {
                    let outside = post.iter().filter(|p| !states.contains(*p));
                    leaving.extend(outside.map(|p| (class, step, *p)));
                }
            }
        }
    }
    Ok(leaving)
}

/// The predicates of pre(b, t) that γ(a) does not decide.
pub(crate) fn predicates_of(
    analysis: &mut Analysis<'_>,
    edge: Edge,
) -> Result<Vec<AtomId>, Trouble> {
    let (class, step, to) = edge;
    let pre = match analysis.system.steps[step].inputs.is_empty() {
        true => deterministic_preimage(analysis, class, step)?,
        false => preimage(analysis, class, step, to)?,
    };
    let found = pre.map_or(Vec::new(), |pre| analysis.system.arena.atoms_of(&[pre]));
    Ok(found)
}

/// The atoms of pre(b, t), whichever b it is: the predicates after the step.
fn deterministic_preimage(
    analysis: &mut Analysis<'_>,
    class: ClassId,
    step: usize,
) -> Result<Option<Formula>, Trouble> {
    let gamma = analysis.gamma(class)?;
    let value = |s: Sym| gamma.values[s.index()].clone();
    let mut parts = Vec::new();
    for atom in analysis.predicates.iter().copied().collect::<Vec<_>>() {
        let f = analysis.arena().literal(Literal {
            atom,
            positive: true,
        });
        let before = after(analysis, step, f, &value)?;
        let condition = &gamma.condition;
        let open = before.as_truth().is_none();
        if open && undecided(analysis, condition, before)? {
            parts.push(before);
        }
    }
    // An `or` of the parts has their atoms, and no two of them cancel out.
    let mut disjuncts = Vec::new();
    for part in parts {
        let atoms = analysis.system.arena.atoms_of(&[part]);
        for atom in atoms {
            disjuncts.push(analysis.arena().literal(Literal {
                atom,
                positive: true,
            }));
        }
    }
    Ok(Some(analysis.arena().or(disjuncts)))
}

/// Can a formula be true and false under a condition?
fn undecided(
    analysis: &mut Analysis<'_>,
    condition: &[Formula],
    f: Formula,
) -> Result<bool, Trouble> {
    if condition.contains(&f) {
        return Ok(false);
    }
    let atoms = analysis.system.arena.atoms_of(&[f]);
    let mut open = Vec::new();
    for atom in atoms {
        open.push(analysis.arena().literal(Literal {
            atom,
            positive: true,
        }));
    }
    // The enumeration is shared with the split that found the transition inexact.
    let minterms = analysis.minterms(condition, &open, &[])?;
    let changes = |at: usize| {
        minterms
            .iter()
            .any(|m| m.truths[at] != minterms[0].truths[at])
    };
    Ok((0..open.len()).any(changes))
}
