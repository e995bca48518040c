//! The states of a cut point as columns of values.

use super::candidates::{Column, Depth, Samples, candidates, signed};
use super::cells::{Cell, cells, column, related_cells, visible};
use super::floats::Floats;
use crate::questions::query::Preimages;
use crate::regions::apart::pointer_slots;
use crate::testing::forest::{Forest, NotTotal, StateId};
use crate::tuning::sample::{
    ALL_PAIRS, CALLS, CLASSES, DEEP, EXTREME_STATES, EXTREMES, GUARDS, INPUTS, NEAR, POINTERS,
    SPREAD, SPREAD_HERE, STATES, STORED, THRESHOLD_CLASSES, THRESHOLDS, TRIED, VALUES,
};
use hatha_blocks::block::{Block, Blocks, CutId, FAILURE, Facts};
use hatha_blocks::memory::Update;
use hatha_proof::vocabulary::{Ghost, as_ghost, as_stored_ghost, read, slot_symbol};
use hatha_term::{Sort, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What could hold at each cut point.
pub(crate) fn guess(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    preimages: &mut Preimages,
    depth: Depth,
) -> Result<Facts, NotTotal> {
    let mut facts: Facts = blocks.per_cut(Vec::new());
    let mut about_objects = sizes(pool, blocks);
    about_objects.extend(guards_about_objects(pool, blocks));
    about_objects.extend(same_objects(pool, blocks));
    about_objects.extend(stored(pool, blocks));
    about_objects.extend(terminators(pool, blocks));
    // What a loop leaves alone stays as it was at the start.
    about_objects.extend(&blocks.start().facts);
    let cells = cells(pool, blocks, preimages);
    for cut in blocks.located() {
        let cells = visible(pool, blocks, forest, (cut, &cells));
        let mut samples = samples(pool, blocks, forest, cut, &cells)?;
        if depth == Depth::Deep {
            thresholds(pool, &mut samples);
        }
        let mut found = goals(pool, blocks, forest, cut);
        if blocks.scope(cut).is_some_and(|s| s.is_exit) {
            found.extend(summary_goals(pool, blocks, forest, cut));
            found.extend(by_arguments(pool, blocks, forest, cut));
        }
        found.extend(about_objects.iter().copied().filter(|&fact| {
            let mut vars = pool.free_vars(&[fact]).into_iter();
            vars.all(|v| blocks.is_visible(cut, v)) && forest.can_evaluate(pool, fact)
        }));
        found.extend(candidates(pool, &samples, depth));
        if depth == Depth::Deep {
            found = those_that_hold(pool, forest, cut, found)?;
            found.truncate(DEEP);
        }
        facts[cut] = found;
    }
    spread(pool, blocks, forest, preimages, &mut facts)?;
    Ok(facts)
}

/// What the sizes of objects were when they were allocated, or when a pointer to them was stored:
/// they stay so, and what they were computed from often does.
fn sizes(pool: &mut TermPool, blocks: &Blocks) -> Vec<TermId> {
    let mut found = BTreeSet::new();
    for id in blocks.ids() {
        let Sizes { new, mut held } = sizes_of(pool, blocks.block(id));
        held.retain(|(v, _)| !pool.is_const(*v));
        held.sort_unstable();
        let inputs = held.iter().filter(|(v, _)| pool.as_var(*v).is_some());
        let inputs = inputs.copied().collect();
        let all = held.into_iter().collect();
        for (ghost, value) in new {
            let by_inputs = pool.substitute(value, &inputs);
            let by_all = pool.substitute(value, &all);
            found.extend([value, by_inputs, by_all].map(|v| pool.eq(ghost, v)));
        }
    }
    found.into_iter().collect()
}

/// What memory holds once a block has stored it, if somebody asks where pointers lead: that one in
/// memory leads to the same object as before, that a length stays what it was, and that a string
/// keeps its end.
fn stored(pool: &mut TermPool, blocks: &Blocks) -> Vec<TermId> {
    let writes = blocks.ids().flat_map(|id| &blocks.block(id).memory);
    let writes: Vec<&Update> = writes.collect();
    let is_pointer = |u: &&Update| {
        matches!(
            u,
            Update::Write {
                pointee: Some(_),
                ..
            }
        )
    };
    let has_pointers = writes.iter().any(is_pointer);
    let has_ghosts = has_pointers || pointer_slots(pool, blocks).is_some();
    let mut found = BTreeSet::new();
    for update in writes {
        let Update::Write {
            at,
            bytes,
            value,
            pointee,
            ..
        } = *update
        else {
            continue;
        };
        if let Some(words) = pointee {
            for ghost in Ghost::ALL {
                let held = ghost.stored(pool, at);
                found.insert(pool.eq(held, words.get(ghost)));
            }
        } else if has_ghosts && pool.is_const(value) || has_pointers && pool.as_var(value).is_some()
        {
            let cell = read(pool, bytes, at);
            found.extend(cell.map(|cell| pool.eq(cell, value)));
        }
    }
    found.into_iter().take(STORED).collect()
}

/// The last byte of the object that a slot leads into is zero, wherever the slot leads to in it: so a
/// pointer that walks over a string, and stops at a zero, stays inside. Only where some byte is made
/// zero, or the program starts with texts.
fn terminators(pool: &mut TermPool, blocks: &Blocks) -> Vec<TermId> {
    let is_end = |u: &Update| matches!(*u, Update::Write { bytes: 1, value, .. } if pool.as_bv(value).is_some_and(|v| v.is_zero()));
    let mut writes = blocks.ids().flat_map(|id| &blocks.block(id).memory);
    if !writes.any(is_end) && blocks.start().of_each.is_empty() {
        return Vec::new();
    }
    let Some((bits, mut slots)) = pointer_slots(pool, blocks) else {
        return Vec::new();
    };
    slots.truncate(POINTERS);
    let [one, end] = [(bits, 1), (8, 0)].map(|(width, n)| pool.bv_const(width, n));
    let mut found = Vec::new();
    for slot in slots {
        let address = pool.var(slot_symbol(slot), Sort::Bv(bits));
        let [offset, size] = [Ghost::Offset, Ghost::Size].map(|g| g.term(pool, bits, slot));
        let left = pool.bv_sub(size, offset);
        let further = pool.bv_sub(left, one);
        let last = pool.bv_add(address, further);
        let byte = read(pool, 1, last);
        found.extend(byte.map(|byte| pool.eq(byte, end)));
    }
    found
}

/// What a block does to sizes.
struct Sizes {
    /// The ghosts that get one that is not constant, with it.
    new: Vec<(TermId, TermId)>,
    /// What else holds something afterwards, behind it: variables, and memory if pointers in
    /// memory matter.
    held: Vec<(TermId, TermId)>,
}

fn sizes_of(pool: &mut TermPool, block: &Block) -> Sizes {
    let is_size = |t: TermId| {
        let ghost = pool.as_symbol(t).and_then(as_ghost);
        ghost.is_some_and(|(_, ghost)| ghost == Ghost::Size)
    };
    let updates = block.updates.iter().map(|(&t, &v)| (t, v));
    let (mut new, other): (Vec<_>, Vec<_>) = updates.partition(|(t, _)| is_size(*t));
    new.retain(|(_, v)| !pool.is_const(*v));
    let mut held: Vec<(TermId, TermId)> = other.into_iter().map(|(x, v)| (v, x)).collect();
    let mut cells = Vec::new();
    for update in &block.memory {
        let Update::Write {
            at,
            bytes,
            value,
            pointee,
            ..
        } = *update
        else {
            continue;
        };
        cells.extend(read(pool, bytes, at).map(|cell| (value, cell)));
        if let Some(words) = pointee.filter(|w| !pool.is_const(w.size)) {
            new.push((Ghost::Size.stored(pool, at), words.size));
        }
    }
    let asked = new.iter().any(|(t, _)| as_stored_ghost(pool, *t).is_some());
    held.extend(cells.into_iter().filter(|_| asked));
    Sizes { new, held }
}

/// What the program has asked about the objects that its pointers lead to: a loop that leaves a
/// pointer alone keeps what was found out about it.
fn guards_about_objects(pool: &TermPool, blocks: &Blocks) -> Vec<TermId> {
    let is_ghost = |v: VarId| as_ghost(pool.var_symbol(v)).is_some();
    let is_about_objects = |t: TermId| pool.free_vars(&[t]).into_iter().any(is_ghost);
    let mut found = BTreeSet::new();
    for id in blocks.ids() {
        let guards = blocks.block(id).guards.iter().copied();
        found.extend(guards.filter(|&g| is_about_objects(g)));
    }
    found.into_iter().take(GUARDS).collect()
}

/// A slot leads into its object or to its end. Of two slots that lead into one object: it is the
/// same one, and their addresses are as far apart as their distances from its start.
fn same_objects(pool: &mut TermPool, blocks: &Blocks) -> Vec<TermId> {
    let Some((bits, mut slots)) = pointer_slots(pool, blocks) else {
        return Vec::new();
    };
    slots.truncate(POINTERS);
    let mut found = Vec::new();
    for (i, &p) in slots.iter().enumerate() {
        let [offset, size] = [Ghost::Offset, Ghost::Size].map(|g| g.term(pool, bits, p));
        found.push(pool.bv_ule(offset, size));
        for &q in &slots[i + 1..] {
            for ghost in [Ghost::Size, Ghost::Class, Ghost::Id] {
                let (a, b) = (ghost.term(pool, bits, p), ghost.term(pool, bits, q));
                found.push(pool.eq(a, b));
            }
            let [a, b] = [p, q].map(|v| pool.var(slot_symbol(v), Sort::Bv(bits)));
            let [c, d] = [p, q].map(|v| Ghost::Offset.term(pool, bits, v));
            let (apart, distance) = (pool.bv_sub(a, b), pool.bv_sub(c, d));
            found.push(pool.eq(apart, distance));
        }
    }
    found
}

/// What must hold at a cut point for no failure to follow at once.
fn goals(pool: &mut TermPool, blocks: &Blocks, forest: &Forest, cut: CutId) -> Vec<TermId> {
    let mut found = Vec::new();
    for &id in blocks.out(cut) {
        let block = blocks.block(id);
        if block.to == FAILURE {
            let taken = pool.and_all(&block.guards);
            let goal = pool.not(taken);
            if !pool.is_const(goal) && forest.can_evaluate(pool, goal) {
                found.push(goal);
            }
        }
    }
    found
}

/// What must hold at the exit of a component for no failure to follow behind a call of it, where
/// that can be said in terms of what it was called with.
fn summary_goals(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &Forest,
    exit: CutId,
) -> Vec<TermId> {
    let mut found = Vec::new();
    for &id in blocks.callers(exit) {
        let block = blocks.block(id);
        let Some(call) = block.calls.iter().rev().find(|c| c.exit == exit) else {
            continue;
        };
        if block.to != FAILURE {
            continue;
        }
        let mut back: Vec<(TermId, TermId)> = call.map.iter().map(|(&x, &t)| (t, x)).collect();
        back.retain(|(t, _)| !pool.is_const(*t));
        back.sort_unstable();
        let back = back.into_iter().collect();
        let is_known = |pool: &TermPool, t: TermId| {
            let vars = pool.free_vars(&[t]);
            vars.into_iter().all(|v| blocks.is_visible(exit, v)) && forest.can_evaluate(pool, t)
        };
        let mut parts = Vec::new();
        for &guard in &block.guards {
            let part = pool.substitute(guard, &back);
            if is_known(pool, part) {
                parts.push(part);
            }
        }
        let taken = pool.and_all(&parts);
        let goal = pool.not(taken);
        if !pool.is_const(goal) {
            found.push(goal);
        }
    }
    found
}

/// What a component gave back for each of the arguments that it was seen with.
fn by_arguments(pool: &mut TermPool, blocks: &Blocks, forest: &Forest, exit: CutId) -> Vec<TermId> {
    let Some(scope) = blocks.scope(exit) else {
        return Vec::new();
    };
    let slots = forest.slots().iter();
    let mut slots: Vec<(u32, TermId)> = slots
        .filter(|(v, _)| blocks.is_visible(exit, **v))
        .map(|(v, i)| (*i, pool.var_term(*v)))
        .collect();
    slots.sort_unstable();
    let is_given = |s: &(u32, TermId)| scope.frozen.values().any(|f| *f == s.1);
    let (given, back): (Vec<_>, Vec<_>) = slots.into_iter().partition(is_given);
    let mut known: BTreeMap<Vec<u64>, Option<Vec<u64>>> = BTreeMap::new();
    for state in forest.at(exit) {
        let values = &forest.state(state).visit.values;
        let row =
            |slots: &[(u32, TermId)]| slots.iter().map(|&(at, _)| values[at as usize]).collect();
        let result: Vec<u64> = row(&back);
        let entry = known
            .entry(row(&given))
            .or_insert_with(|| Some(result.clone()));
        if entry.as_ref() != Some(&result) {
            *entry = None;
        }
    }
    let mut found = Vec::new();
    for (arguments, result) in known.into_iter().take(CALLS) {
        let called: Vec<TermId> = equal(pool, &given, &arguments);
        let called = pool.and_all(&called);
        for fact in result.map_or(Vec::new(), |r| equal(pool, &back, &r)) {
            found.push(pool.implies(called, fact));
        }
    }
    found
}

fn equal(pool: &mut TermPool, slots: &[(u32, TermId)], values: &[u64]) -> Vec<TermId> {
    let mut all = Vec::new();
    for (&(_, variable), &value) in slots.iter().zip(values) {
        let width = pool.width(variable);
        let value = pool.bv_const(width, u128::from(value));
        all.push(pool.eq(variable, value));
    }
    all
}

/// Adds conditions that tell samples apart and are none of the program's: a variable has one of
/// few values, or is beyond a constant.
fn thresholds(pool: &mut TermPool, samples: &mut Samples) {
    for column in samples.columns.clone() {
        let values: BTreeSet<u64> = column.values.iter().copied().collect();
        let (x, w) = (column.variable, column.width);
        let mut conditions = Vec::new();
        if (2..=VALUES).contains(&values.len()) {
            for &value in &values {
                let c = pool.bv_const(w, u128::from(value));
                let holds = column.values.iter().map(|v| *v == value).collect();
                conditions.push((pool.eq(x, c), holds));
            }
        } else {
            for c in outer_constants(&samples.constants, &column)
                .into_iter()
                .take(THRESHOLDS)
            {
                let limit = pool.bv_signed(w, i128::from(c));
                let holds = column.values.iter().map(|v| signed(*v, w) < c).collect();
                conditions.push((pool.bv_slt(x, limit), holds));
            }
        }
        let room = (CLASSES + THRESHOLD_CLASSES).saturating_sub(samples.classes.len());
        for (condition, holds) in conditions.into_iter().take(room) {
            if samples.classes.iter().all(|(_, known)| *known != holds) {
                samples.classes.push((condition, holds));
            }
        }
    }
}

/// The constants between the least and the greatest value, the outermost first.
fn outer_constants(constants: &BTreeSet<u64>, column: &Column) -> Vec<i64> {
    let w = column.width;
    let values = || column.values.iter().map(|v| signed(*v, w));
    let (Some(least), Some(most)) = (values().min(), values().max()) else {
        return Vec::new();
    };
    let number = |c: &u64| signed(*c, w);
    let inside: BTreeSet<i64> = constants
        .iter()
        .map(number)
        .filter(|c| least < *c && *c <= most)
        .collect();
    let inside: Vec<i64> = inside.into_iter().collect();
    match inside.as_slice() {
        [first, .., last] => vec![*last, *first],
        rest => rest.to_vec(),
    }
}

/// Puts what is known to hold before the candidates: other samples may not suggest it again.
pub(crate) fn remember(known: &Facts, facts: &mut Facts) {
    for (known, facts) in known.iter().zip(facts) {
        let seen: BTreeSet<TermId> = known.iter().copied().collect();
        let new = facts.iter().copied().filter(|f| !seen.contains(f));
        *facts = known.iter().copied().chain(new).collect();
    }
}

/// The candidates that no state of the forest contradicts: the samples were some of them.
pub(crate) fn those_that_hold(
    pool: &TermPool,
    forest: &mut Forest,
    cut: CutId,
    facts: Vec<TermId>,
) -> Result<Vec<TermId>, NotTotal> {
    let all: Vec<StateId> = forest.at(cut).collect();
    let states = &all[all.len().saturating_sub(TRIED)..];
    let mut kept = Vec::new();
    for fact in facts {
        if all_hold(pool, forest, fact, states)? {
            kept.push(fact);
        }
    }
    Ok(kept)
}

/// Inputs for the test with a number: numbers near constants that the program compares with,
/// negated ones and small numbers, where its behaviour is likely to change.
pub(crate) fn inputs(pool: &TermPool, blocks: &Blocks, number: u64) -> Vec<u128> {
    let constants = constants(pool, blocks);
    let mut values: Vec<u64> = Vec::new();
    for distance in NEAR {
        values.extend(constants.iter().map(|c| c.wrapping_add(distance)));
    }
    values.extend(constants.iter().map(|c| c.wrapping_neg()));
    values.extend([0, 1, 2, 3, 5, 8, 20]);
    let count = values.len() as u64;
    let word = |i: u64| {
        let scrambled = (number + 1)
            .wrapping_mul(i)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> 33;
        // The first input takes one after another.
        u128::from(values[((number + scrambled) % count) as usize])
    };
    (0..INPUTS).map(word).collect()
}

/// Collects the states of a cut point.
fn samples(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    cut: CutId,
    cells: &[&Cell],
) -> Result<Samples, NotTotal> {
    let mut slots: Vec<(VarId, u32)> = forest.slots().iter().map(|(v, i)| (*v, *i)).collect();
    slots.retain(|(v, _)| blocks.is_visible(cut, *v));
    slots.sort_unstable_by_key(|(_, i)| *i);
    let all: Vec<StateId> = forest.at(cut).collect();
    let mut chosen: BTreeSet<usize> = pick(all.len()).into_iter().collect();
    for &(v, i) in slots.iter().take(EXTREMES) {
        let variable = pool.var_term(v);
        let width = pool.width(variable);
        let value = |s: &StateId| signed(forest.state(*s).visit.values[i as usize], width);
        extremes(&all, value, &mut chosen);
    }
    for cell in cells.iter().filter(|_| all.len() <= EXTREME_STATES) {
        let column = column(pool, forest, cell, &all)?;
        let order: FxHashMap<StateId, u64> = all.iter().copied().zip(column.values).collect();
        extremes(&all, |s| signed(order[s], column.width), &mut chosen);
    }
    let picked: Vec<StateId> = chosen.into_iter().map(|i| all[i]).collect();
    // Where a function lies in tests says nothing.
    let is_function = |value: u64| blocks.functions().iter().any(|f| f.1 == value);
    slots.retain(|&(_, i)| {
        let values = picked
            .iter()
            .map(|s| forest.state(*s).visit.values[i as usize]);
        !values.into_iter().any(is_function)
    });
    let (addresses, names) = (with_ghosts(pool, &slots), ids(pool, &slots));
    slots.retain(|s| !addresses.contains(s) && !names.contains(s));
    let floats = Floats::new(pool, blocks);
    let is_floating = |s: &(VarId, u32)| floats.format(pool.var_term(s.0)).is_some();
    let (floating, slots): (Vec<_>, Vec<_>) = slots.into_iter().partition(is_floating);
    let columns = |pool: &mut TermPool, slots: &[(VarId, u32)]| -> Vec<Column> {
        let column = |&(v, i): &(VarId, u32)| {
            let variable = pool.var_term(v);
            let states = picked.iter().map(|s| forest.state(*s));
            Column {
                variable,
                width: pool.width(variable),
                values: states.map(|s| s.visit.values[i as usize]).collect(),
            }
        };
        slots.iter().map(column).collect()
    };
    let (addresses, names) = (columns(pool, &addresses), columns(pool, &names));
    let floats = (floats, columns(pool, &floating));
    let mut columns = columns(pool, &slots);
    let all = columns.len() + addresses.len() + names.len();
    let related = (all > ALL_PAIRS).then(|| related(pool, blocks, &slots));
    let related = related_cells(related, columns.len(), cells);
    for cell in cells {
        columns.push(column(pool, forest, cell, &picked)?);
    }
    Ok(Samples {
        columns,
        floats,
        addresses,
        names,
        constants: constants(pool, blocks),
        related,
        classes: classes(pool, blocks, forest, cut, &picked)?,
    })
}

/// The slots among others that have ghosts: pointers.
fn with_ghosts(pool: &TermPool, slots: &[(VarId, u32)]) -> Vec<(VarId, u32)> {
    let ghost = |s: &(VarId, u32)| as_ghost(pool.var_symbol(s.0)).map(|g| g.0);
    let pointers: BTreeSet<_> = slots.iter().filter_map(ghost).map(slot_symbol).collect();
    let is_pointer = |s: &&(VarId, u32)| pointers.contains(pool.var_symbol(s.0));
    slots.iter().filter(is_pointer).copied().collect()
}

/// The ids of objects among slots.
fn ids(pool: &TermPool, slots: &[(VarId, u32)]) -> Vec<(VarId, u32)> {
    let ghost = |s: &&(VarId, u32)| as_ghost(pool.var_symbol(s.0)).map(|g| g.1);
    let found = slots.iter().filter(|s| ghost(s) == Some(Ghost::Id));
    found.copied().collect()
}

/// The states of a cut point that are looked at.
fn picked(forest: &Forest, cut: CutId) -> Vec<StateId> {
    let all: Vec<StateId> = forest.at(cut).collect();
    pick(all.len()).into_iter().map(|i| all[i]).collect()
}

/// Positions of the samples: the first, the last, and some between at uneven distances, so that
/// a pattern of the samples is one of the states.
fn pick(count: usize) -> Vec<usize> {
    let third = STATES / 3;
    if count <= STATES {
        return (0..count).collect();
    }
    let mut chosen: BTreeSet<usize> = (0..third).chain(count - third..count).collect();
    let mut at = third;
    let mut step = 1;
    while at < count - third && chosen.len() < STATES {
        chosen.insert(at);
        step += 1;
        at += step;
    }
    chosen.into_iter().collect()
}

/// The states in which a value is least and greatest, with their neighbours in the test.
fn extremes(all: &[StateId], value: impl Fn(&StateId) -> i64, chosen: &mut BTreeSet<usize>) {
    let ends = [
        (0..all.len()).min_by_key(|&i| value(&all[i])),
        (0..all.len()).max_by_key(|&i| value(&all[i])),
    ];
    for i in ends.into_iter().flatten() {
        chosen.extend(i.saturating_sub(1)..(i + 2).min(all.len()));
    }
}

/// Conditions of the program that some samples satisfy and some do not, with their values.
fn classes(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    cut: CutId,
    picked: &[StateId],
) -> Result<Vec<(TermId, Vec<bool>)>, NotTotal> {
    let mut found: Vec<(TermId, Vec<bool>)> = Vec::new();
    let mut seen = BTreeSet::new();
    let scope = blocks.scope(cut);
    for id in blocks.ids() {
        for &guard in &blocks.block(id).guards {
            let guard = match scope {
                // What decides about a result are the arguments.
                Some(s) if s.is_exit => pool.substitute(guard, &s.frozen),
                _ => guard,
            };
            let new = seen.insert(guard) && found.len() < CLASSES;
            let is_visible = || {
                let vars = pool.free_vars(&[guard]);
                vars.into_iter().all(|v| blocks.is_visible(cut, v))
            };
            if !new || !forest.can_evaluate(pool, guard) || !is_visible() {
                continue;
            }
            let mut values = Vec::new();
            for &state in picked {
                values.push(forest.satisfies(pool, state, guard)?);
            }
            let known = found.iter().any(|(_, v)| *v == values);
            if !known && values.contains(&true) && values.contains(&false) {
                found.push((guard, values));
            }
        }
    }
    Ok(found)
}

/// Adds, at each cut point, what must hold there for the candidates of its successors to hold
/// after the step, as far as the states agree. What is inductive at a loop head needs these at
/// the other cut points of the loop.
fn spread(
    pool: &mut TermPool,
    blocks: &Blocks,
    forest: &mut Forest,
    preimages: &mut Preimages,
    facts: &mut Facts,
) -> Result<(), NotTotal> {
    let cuts: Vec<CutId> = blocks.located().collect();
    for &cut in cuts.iter().rev() {
        let states = picked(forest, cut);
        let mut here: BTreeSet<TermId> = facts[cut].iter().copied().collect();
        let share = SPREAD / cuts.len().max(1);
        let limit = here.len() + share.clamp(*SPREAD_HERE.start(), *SPREAD_HERE.end());
        for &id in blocks.out(cut) {
            let block = blocks.block(id);
            if block.to == cut {
                continue;
            }
            for after in facts[block.to].clone() {
                let before = preimages.before(pool, block, id, after);
                let plain = !pool.is_const(before)
                    && here.len() < limit
                    && !here.contains(&before)
                    && forest.can_evaluate(pool, before);
                if plain && all_hold(pool, forest, before, &states)? {
                    here.insert(before);
                    facts[cut].push(before);
                }
            }
        }
    }
    Ok(())
}

fn all_hold(
    pool: &TermPool,
    forest: &mut Forest,
    predicate: TermId,
    states: &[StateId],
) -> Result<bool, NotTotal> {
    for &state in states {
        if !forest.satisfies(pool, state, predicate)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Pairs of slots that occur in one guard or one assignment, and of the distances of pointers from
/// the starts of their objects.
fn related(
    pool: &mut TermPool,
    blocks: &Blocks,
    slots: &[(VarId, u32)],
) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    // Pointers often walk side by side though nothing compares them.
    let is_offset = |v: VarId| matches!(as_ghost(pool.var_symbol(v)), Some((_, Ghost::Offset)));
    let offsets = (0..slots.len()).filter(|&i| is_offset(slots[i].0));
    let offsets: Vec<usize> = offsets.take(POINTERS).collect();
    for &a in &offsets {
        pairs.extend(offsets.iter().filter(|b| a < **b).map(|&b| (a, b)));
    }
    let position = |v: &VarId| slots.iter().position(|(s, _)| s == v);
    for id in blocks.ids() {
        let block = blocks.block(id);
        let mut groups: Vec<Vec<VarId>> = Vec::new();
        for &g in &block.guards {
            groups.push(pool.free_vars(&[g]));
        }
        for (&x, &t) in &block.updates {
            groups.push(pool.free_vars(&[x, t]));
        }
        for group in groups {
            let positions: Vec<usize> = group.iter().filter_map(position).collect();
            for &a in &positions {
                pairs.extend(positions.iter().filter(|b| a < **b).map(|&b| (a, b)));
            }
        }
    }
    pairs
}

/// The constants that guards compare with.
fn constants(pool: &TermPool, blocks: &Blocks) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for id in blocks.ids() {
        for t in pool.subterms(&blocks.block(id).guards) {
            found.extend(pool.as_bv(t).and_then(|b| b.to_u64()));
        }
    }
    found
}
