//! What the checks found, as a proof that others can read.

use crate::analysis::{Analysis, ClassId};
use crate::state::StateId;
use crate::symbolic_exec::Exploration;
use hatha_gcl::linear::{Linear, Sym};
use hatha_gcl::proof::{AbstractState, Proof, SCHEMA, StemState, Successor, VERSION};
use indexmap::{IndexMap, IndexSet};

/// The explored abstract states are an inductive invariant.
pub(crate) fn inductive_invariant(analysis: &Analysis<'_>, states: &IndexSet<ClassId>) -> Proof {
    blank(analysis, states, "inductive-invariant")
}

/// Every execution goes through the stem's states and ends in the fragment.
pub(crate) fn safe_fragment(
    analysis: &Analysis<'_>,
    exploration: &Exploration,
    fragment: &IndexSet<ClassId>,
) -> Proof {
    let mut proof = blank(analysis, fragment, "safe-fragment");
    let outside = |s: &StateId| !fragment.contains(&exploration.classes[*s]);
    let stem: IndexSet<StateId> = exploration.explored().filter(outside).collect();
    let initial: IndexMap<StateId, &Vec<Sym>> =
        exploration.initial.iter().map(|(s, f)| (*s, f)).collect();
    let stem_states = stem.iter().map(|&state| {
        let first = initial.get(&state).copied();
        stem_state(analysis, exploration, &stem, state, first)
    });
    proof.stem = stem_states.collect();
    proof
}

fn blank(analysis: &Analysis<'_>, states: &IndexSet<ClassId>, check: &str) -> Proof {
    let name = |s: Sym| name(analysis, None, s);
    let arena = &analysis.system.arena;
    let state = |&class: &ClassId| {
        let class = analysis.class(class);
        let digits = class.truths.iter().map(|&t| if t { '1' } else { '0' });
        AbstractState {
            // Labels and truth values are small.
            values: class.values.iter().map(|&v| v as i64).collect(),
            predicates: digits.collect(),
        }
    };
    Proof {
        schema: SCHEMA.to_owned(),
        version: VERSION,
        semantics: hatha_gcl::SEMANTICS_VERSION,
        model: analysis.model.fingerprint(),
        check: check.to_owned(),
        predicates: analysis
            .predicates
            .iter()
            .map(|&p| arena.show_atom(p, &name))
            .collect(),
        explicit: analysis.explicit.iter().map(|&s| name(s)).collect(),
        states: states.iter().map(state).collect(),
        stem: Vec::new(),
    }
}

/// The name of a symbol: a variable, an input of a transition, or a symbol of a
/// state.
fn name(analysis: &Analysis<'_>, step: Option<usize>, symbol: Sym) -> String {
    let system = &analysis.system;
    if let Some(variable) = system.variables.get(symbol.index()) {
        return variable.name.clone();
    }
    let inputs = step.map_or(&[][..], |s| &system.steps[s].inputs);
    match inputs.iter().position(|i| i.symbol == symbol) {
        Some(at) => format!("$i{at}"),
        None => format!("${}", symbol.0.saturating_sub(system.first_free)),
    }
}

fn stem_state(
    analysis: &Analysis<'_>,
    exploration: &Exploration,
    stem: &IndexSet<StateId>,
    id: StateId,
    initial: Option<&Vec<Sym>>,
) -> StemState {
    let state = &exploration.states[id.index()];
    let plain = |s: Sym| name(analysis, None, s);
    let arena = &analysis.system.arena;
    let shown = |sum: &Linear| sum.show(&plain);
    let successors = exploration.successors[id].iter().flatten();
    let successors = successors.filter_map(|next| {
        let at = stem.get_index_of(&next.state)?;
        let symbols = next.former.iter();
        Some(Successor {
            transition: next.step,
            state: at,
            symbols: symbols
                .map(|&s| name(analysis, Some(next.step), s))
                .collect(),
        })
    });
    StemState {
        symbols: symbols_of(analysis, state.values.iter(), &state.condition),
        values: state.values.iter().map(shown).collect(),
        condition: state
            .condition
            .iter()
            .map(|&f| arena.show(f, &plain))
            .collect(),
        initial: initial.map(|former| former.iter().map(|&s| plain(s)).collect()),
        successors: successors.collect(),
    }
}

/// How many symbols a canonical state has.
fn symbols_of<'a>(
    analysis: &Analysis<'_>,
    values: impl Iterator<Item = &'a Linear>,
    condition: &[hatha_gcl::formula::Formula],
) -> usize {
    let arena = &analysis.system.arena;
    let in_values = values.flat_map(|v| v.terms().iter().map(|&(s, _)| s));
    let in_condition = condition
        .iter()
        .flat_map(|&f| crate::split::symbols_of(arena, f));
    let last = in_values.chain(in_condition).max();
    last.map_or(0, |s| (s.0 + 1 - analysis.system.first_free) as usize)
}
