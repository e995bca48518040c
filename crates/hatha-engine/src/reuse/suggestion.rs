//! From one search to the next: what a proof leaves for a program that differs a
//! little, and how a search starts from what an earlier one left.
//!
//! What is left is the division of the states at each cut point, and for each part and
//! block the parts that the block leads to. A later search divides in the same way
//! where the names are the same, and has the same steps where a block has the same
//! content. So it begins where the earlier one ended, but for what was edited.
//!
//! **Soundness.** None is claimed: an edge that is left out because an earlier proof
//! had none is a guess, and whoever asked has the proof certified. A division is
//! harmless whatever it says.

use crate::algorithms::flow::{Break, Continue, Flow, OrDefect, unknown};
use crate::algorithms::session::Session;
use crate::regions::proof::{function_symbols, reached};
use crate::regions::region::{AbstractEdge, RegionId, Removal, conjuncts};
use crate::reuse::names::Names;
use crate::reuse::repair::Kept;
use crate::tuning::suggestion::{REPAIR_CONFLICTS, REPAIR_QUERIES, TESTS};
use hatha_blocks::block::{BlockId, CutId};
use hatha_blocks::effect::state_variable;
use hatha_cfa::{ProcId, VarId};
use hatha_proof::suggestion::{Division, Step, Suggestion};
use hatha_proof::vocabulary::{
    FIRST_HEAP_ID, OBJECT_BITS, address_symbol, as_owner, function_symbol, object_id, slot_symbol,
};
use hatha_proof::{FormatError, Node, TermReader, TermWriter};
use hatha_term::{Op, Sort, Symbol, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, VecDeque};

/// What a search takes from an earlier one and leaves for a later one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reuse<'a> {
    /// What an earlier one has left.
    pub suggestion: Option<&'a Suggestion>,
    /// Whether something is to be left.
    pub leaves: bool,
}

/// What a search made of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// How many procedures take part.
    pub procedures: u64,
    /// Those of them that it asked about: a step that passes several procedures belongs to the one
    /// that calls the others.
    pub analysed: Vec<String>,
}

/// What a search has taken over from an earlier one.
#[derive(Default)]
pub(crate) struct Reused {
    /// The procedures that it has examined, if it started from an earlier one.
    pub(crate) examined: Option<ExaminedProcedures>,
    /// The blocks whose steps it knows from that one.
    pub(crate) carried: FxHashSet<BlockId>,
}

/// Which procedures a search that started from a suggestion has examined.
pub(crate) struct ExaminedProcedures {
    /// By block.
    owners: FxHashMap<BlockId, ProcId>,
    seen: BTreeSet<ProcId>,
    /// How many procedures there are.
    procedures: u64,
}

impl ExaminedProcedures {
    /// Notes that a step is examined.
    pub(crate) fn note(&mut self, block: BlockId) {
        self.seen.extend(self.owners.get(&block));
    }
}

/// Where a part of an earlier division is now.
#[derive(Clone, Copy)]
struct Part {
    region: RegionId,
    /// Whether the region is that part, and not more.
    exact: bool,
}

impl Session<'_> {
    /// What the region graph leaves; nothing if its divisions are not those of the forest.
    pub(crate) fn leave(&mut self) -> Option<Suggestion> {
        let names = Names::new(self.subject.joined);
        let mut out = Leaving::default();
        let functions = function_symbols(
            self.subject.program,
            &self.subject.blocks,
            &mut self.questions.pool,
        );
        let cuts: Vec<CutId> = [hatha_blocks::block::START]
            .into_iter()
            .chain(self.subject.blocks.located())
            .collect();
        let mut looks = names.looks(self.subject.joined, &self.subject.blocks);
        for cut in cuts {
            if let Some(place) = names.place(self.subject.joined, &self.subject.blocks, cut) {
                let tree = self.divide_as(&mut out, cut, &functions).ok()?;
                let look = looks.remove(&cut);
                out.divisions.push(Division { place, look, tree });
            }
        }
        let regions: Vec<RegionId> = [self.abstraction.graph.start()]
            .into_iter()
            .chain(reached(&self.abstraction.graph))
            .collect();
        for &region in &regions {
            self.leave_steps(&names, &mut out, region)?;
        }
        let program = self.subject.program;
        let procedures = names.procedures().iter();
        let named =
            |(p, content): (&ProcId, &String)| (program.proc(*p).name.clone(), content.clone());
        let mut terms = out.writer.finish();
        for node in &mut terms {
            rename(node, &names, program);
        }
        Some(Suggestion {
            terms,
            divisions: out.divisions,
            steps: out.steps,
            tests: self.leave_tests(&regions),
            procedures: procedures.map(named).collect(),
        })
    }

    /// Writes down how the states at a cut point are divided: by what always holds there, then by
    /// the splits.
    fn divide_as(
        &mut self,
        out: &mut Leaving,
        cut: CutId,
        functions: &FxHashMap<TermId, TermId>,
    ) -> Result<Vec<Option<u32>>, FormatError> {
        let position = out.divisions.len() as u32;
        let mut tree = Vec::new();
        let mut leaves = 0;
        let always = self
            .questions
            .pool
            .and_all(&self.abstraction.invariants[cut]);
        let divided = always != self.questions.pool.tru();
        if divided {
            tree.push(Some(out.add(self, always, functions)?));
        }
        let mut work = vec![RegionId(cut.0)];
        while let Some(region) = work.pop() {
            match self.tests.forest.split_of(region) {
                Some((rho, halves)) => {
                    tree.push(Some(out.add(self, rho, functions)?));
                    work.extend([halves.outside, halves.inside]);
                }
                None => {
                    tree.push(None);
                    out.leaf_of.insert(region, (position, leaves));
                    leaves += 1;
                }
            }
        }
        if divided {
            tree.push(None);
        }
        Ok(tree)
    }

    fn leave_steps(&mut self, names: &Names, out: &mut Leaving, region: RegionId) -> Option<()> {
        let cut = self.abstraction.graph.region(region).cut;
        let Some(&(from, leaf)) = out.leaf_of.get(&region) else {
            // A place without a name leaves nothing; another division than the forest's spoils all.
            return names
                .place(self.subject.joined, &self.subject.blocks, cut)
                .is_none()
                .then_some(());
        };
        for &block in self.subject.blocks.out(cut) {
            let targets = self
                .abstraction
                .graph
                .leaving(region)
                .filter(|e| e.block == block);
            let found: Vec<Option<(u32, u32)>> =
                targets.map(|e| out.leaf_of.get(&e.to).copied()).collect();
            let end = self.subject.blocks.block(block).to;
            let to = out
                .leaf_of
                .get(&self.abstraction.graph.at(end)[0])
                .map(|at| at.0);
            let located = self.subject.blocks.location(end).is_some();
            if found.iter().any(Option::is_none) || located && to.is_none() {
                continue;
            }
            let content = out.contents.entry(block);
            let content = content
                .or_insert_with(|| names.block(self.subject.joined, &self.subject.blocks, block));
            out.steps.push(Step {
                from,
                leaf,
                content: content.clone(),
                to,
                leaves: found.into_iter().flatten().map(|at| at.1).collect(),
            });
        }
        Some(())
    }

    /// For each region one test that has been there.
    fn leave_tests(&self, regions: &[RegionId]) -> Vec<Vec<String>> {
        let mut chosen: BTreeSet<u32> = BTreeSet::new();
        for &region in regions {
            let states = self.tests.forest.states_in(region);
            let known = |s| chosen.contains(&self.tests.forest.state(s).test);
            if let (Some(&first), false) = (states.first(), states.iter().any(|&s| known(s))) {
                chosen.insert(self.tests.forest.state(first).test);
            }
        }
        let inputs = |&n: &u32| {
            let entries = self.tests.forest.test(n).entries.iter();
            let bits = entries.map(|e| e.bits().ok().map(|b| format!("{b:x}")));
            bits.collect::<Option<Vec<String>>>()
        };
        chosen.iter().filter_map(inputs).take(TESTS).collect()
    }

    /// Starts the abstraction from what an earlier search has left.
    pub(crate) fn resume(&mut self, suggestion: &Suggestion) -> Flow {
        let names = Names::new(self.subject.joined);
        let Some(terms) = self.taken_up(suggestion, &names) else {
            return Break(unknown("a suggestion that cannot be read"));
        };
        let places = self.places(&names, suggestion);
        let mut parts: Vec<Vec<Option<Part>>> = Vec::new();
        for (division, place) in suggestion.divisions.iter().zip(&places) {
            let here = match *place {
                Some(cut) => self.divide_again(cut, &division.tree, &terms)?,
                None => Vec::new(),
            };
            parts.push(here);
        }
        let contents = self.subject.blocks.ids();
        let contents: FxHashMap<(CutId, String), BlockId> = contents
            .map(|b| {
                let from = self.subject.blocks.block(b).from;
                (
                    (
                        from,
                        names.block(self.subject.joined, &self.subject.blocks, b),
                    ),
                    b,
                )
            })
            .collect();
        for step in &suggestion.steps {
            self.take_step(step, &parts, &contents);
        }
        let mut kept = Kept {
            regions: reached_parts(suggestion, &parts),
            places: places.into_iter().flatten().collect(),
        };
        self.divide_new(&mut kept)?;
        let blocks = self.subject.blocks.ids();
        let owner = |b| {
            Some((
                b,
                names.owner(self.subject.joined, &self.subject.blocks, b)?,
            ))
        };
        self.reused.examined = Some(ExaminedProcedures {
            owners: blocks.filter_map(owner).collect(),
            seen: BTreeSet::new(),
            procedures: names.procedures().len() as u64,
        });
        Continue(())
    }

    /// Where the places of a suggestion are: those with the same name, and in procedures that were
    /// edited those that look the same.
    fn places(&self, names: &Names, suggestion: &Suggestion) -> Vec<Option<CutId>> {
        let located: Vec<CutId> = self.subject.blocks.located().collect();
        let cuts = [hatha_blocks::block::START]
            .into_iter()
            .chain(located.clone());
        let named = cuts.filter_map(|c| {
            Some((
                names.place(self.subject.joined, &self.subject.blocks, c)?,
                c,
            ))
        });
        let named: FxHashMap<String, CutId> = named.collect();
        let divisions = suggestion.divisions.iter();
        let mut found: Vec<Option<CutId>> =
            divisions.map(|d| named.get(&d.place).copied()).collect();
        let taken: FxHashSet<CutId> = found.iter().flatten().copied().collect();
        let looks = names.looks(self.subject.joined, &self.subject.blocks);
        let alike = located.iter().filter(|c| !taken.contains(c));
        let alike = alike.filter_map(|c| Some((looks.get(c)?.as_str(), *c)));
        let alike: FxHashMap<&str, CutId> = alike.collect();
        for (division, place) in suggestion.divisions.iter().zip(&mut found) {
            let look = division.look.as_deref();
            *place = place.or_else(|| alike.get(look?).copied());
        }
        // A place is divided once, whatever a suggestion says.
        let mut seen = FxHashSet::default();
        for place in &mut found {
            *place = place.filter(|&c| seen.insert(c));
        }
        found
    }

    /// What the search made of an earlier one.
    pub(crate) fn resumed(&self) -> Option<Resumed> {
        let examined = self.reused.examined.as_ref()?;
        let name = |p: &ProcId| self.subject.program.proc(*p).name.clone();
        Some(Resumed {
            procedures: examined.procedures,
            analysed: examined.seen.iter().map(name).collect(),
        })
    }

    /// Asks about the steps that were edited, as far as they may lead to a failure.
    pub(crate) fn repair(&mut self) -> Flow {
        let mut queries = 0;
        let bad = self.before_failures();
        let start = self.abstraction.graph.start();
        let mut seen = FxHashSet::from_iter([start]);
        let mut work = VecDeque::from([start]);
        while let Some(region) = work.pop_front() {
            let edges: Vec<AbstractEdge> = self.abstraction.graph.leaving(region).collect();
            for edge in edges.into_iter().filter(|e| bad.contains(&e.to)) {
                self.in_time()?;
                let asked = !self.reused.carried.contains(&edge.block) && queries < REPAIR_QUERIES;
                queries += usize::from(asked);
                if asked && self.drop_edited_if_infeasible(edge) {
                    continue;
                }
                if seen.insert(edge.to) {
                    work.push_back(edge.to);
                }
            }
        }
        Continue(())
    }

    /// Removes a step that was edited if no state takes it; whether it did.
    fn drop_edited_if_infeasible(&mut self, edge: AbstractEdge) -> bool {
        self.questions.conflict_limit = Some(REPAIR_CONFLICTS);
        let before = self.counts.queries;
        let gone = self.drop_if_infeasible(edge);
        self.questions.conflict_limit = None;
        if let Some(examined) = self
            .reused
            .examined
            .as_mut()
            .filter(|_| self.counts.queries > before)
        {
            examined.note(edge.block);
        }
        gone
    }

    /// The regions from which the graph leads to a failure, or to something not modelled.
    fn before_failures(&self) -> FxHashSet<RegionId> {
        let mut work = vec![
            self.abstraction.graph.failure(),
            self.abstraction.graph.obstacle(),
        ];
        let mut seen: FxHashSet<RegionId> = work.iter().copied().collect();
        while let Some(region) = work.pop() {
            for edge in self.abstraction.graph.entering(region) {
                if seen.insert(edge.from) {
                    work.push(edge.from);
                }
            }
        }
        seen
    }

    /// The predicates of a suggestion in the names of this program; none for one that has no
    /// meaning here.
    fn taken_up(&mut self, suggestion: &Suggestion, names: &Names) -> Option<Vec<Option<TermId>>> {
        let mut nodes = suggestion.terms.clone();
        let mut lost: Vec<bool> = Vec::new();
        let mut constants: FxHashMap<TermId, TermId> = FxHashMap::default();
        for node in &mut nodes {
            let below = |&a: &u32| lost.get(a as usize).copied().unwrap_or(true);
            let known = match node.op.as_str() {
                "var" => self.find(node, names, &mut constants),
                _ => !node.args.iter().any(below),
            };
            if node.op == "var" && !known {
                node.text = Some(format!("lost {}", node.text.as_deref().unwrap_or("")));
            }
            lost.push(!known);
        }
        let read = TermReader::read(&mut self.questions.pool, &nodes, |_, _| true).ok()?;
        let mut terms = Vec::new();
        for (i, lost) in (0..).zip(lost) {
            let term = read.get(i).filter(|_| !lost);
            terms.push(term.map(|t| self.questions.pool.substitute(t, &constants)));
        }
        Some(terms)
    }

    /// Gives a named variable the name that it has here; whether there is one of the same sort.
    /// The ids of objects and the addresses of procedures are constants here.
    fn find(
        &mut self,
        node: &mut Node,
        names: &Names,
        constants: &mut FxHashMap<TermId, TermId>,
    ) -> bool {
        let (Some(text), Some(width)) = (node.text.clone(), node.width) else {
            return false;
        };
        let Some((kind, name)) = text.split_once(' ') else {
            return false;
        };
        let bits = self.subject.program.target.pointer_bits;
        let var = names.find(name);
        let found = match (kind, var) {
            ("v", Some(v)) => {
                let term = state_variable(self.subject.program, &mut self.questions.pool, v);
                let sort = term.map(|t| self.questions.pool.sort(t));
                let wanted = if width == 0 {
                    Sort::Bool
                } else {
                    Sort::Bv(width)
                };
                (sort == Some(wanted)).then(|| slot_symbol(v))
            }
            ("a", Some(v)) if width == bits => Some(address_symbol(v)),
            ("o", Some(v)) if width == OBJECT_BITS => {
                let named = self
                    .questions
                    .pool
                    .var(Symbol::Object(v.0), Sort::Bv(OBJECT_BITS));
                let id = self.questions.pool.bv_const(OBJECT_BITS, object_id(v));
                constants.insert(named, id);
                Some(Symbol::Object(v.0))
            }
            ("p", _) if width == bits => self.function(name, constants),
            _ => None,
        };
        let is_found = found.is_some();
        node.text = found.map(|symbol| symbol.to_string()).or(Some(text));
        is_found
    }

    fn function(
        &mut self,
        name: &str,
        constants: &mut FxHashMap<TermId, TermId>,
    ) -> Option<Symbol> {
        let mut functions = self.subject.blocks.functions().iter();
        let &(proc, at) = functions.find(|(p, _)| self.subject.program.proc(*p).name == name)?;
        let bits = self.subject.program.target.pointer_bits;
        let named = self
            .questions
            .pool
            .var(function_symbol(proc), Sort::Bv(bits));
        let address = self.questions.pool.bv_const(bits, u128::from(at));
        constants.insert(named, address);
        Some(function_symbol(proc))
    }

    /// Divides the states at a cut point as a tree says; gives where its leaves are now. Where a
    /// predicate has no meaning here, the parts below it stay together.
    fn divide_again(
        &mut self,
        cut: CutId,
        tree: &[Option<u32>],
        terms: &[Option<TermId>],
    ) -> Flow<Vec<Option<Part>>> {
        let mut leaves = Vec::new();
        let whole = Part {
            region: RegionId(cut.0),
            exact: true,
        };
        let mut work = vec![Some(whole)];
        for (i, node) in tree.iter().enumerate() {
            let Some(part) = work.pop() else {
                return Break(unknown("a suggestion with a broken tree"));
            };
            let Some(index) = node else {
                leaves.push(part);
                continue;
            };
            let term = terms.get(*index as usize).copied().flatten();
            let halves = match part {
                None => [None, None],
                Some(part) => self.halves(part, cut, term, i == 0)?,
            };
            work.extend(halves);
        }
        Continue(leaves)
    }

    /// The two parts that a predicate makes of one, the one outside first.
    fn halves(
        &mut self,
        part: Part,
        cut: CutId,
        term: Option<TermId>,
        first: bool,
    ) -> Flow<[Option<Part>; 2]> {
        let known = &self.abstraction.invariants[cut];
        let mut news = term
            .map(|t| conjuncts(&self.questions.pool, t))
            .unwrap_or_default();
        if first {
            // What always held may speak of variables that no step reads any more.
            let forest = &self.tests.forest;
            news.retain(|&t| !known.contains(&t) && forest.can_evaluate(&self.questions.pool, t));
        }
        let rho = self.questions.pool.and_all(&news);
        if term.is_some() && news.is_empty() {
            return Continue([None, Some(part)]);
        }
        if term.is_some() && rho == self.questions.pool.fls() {
            return Continue([Some(part), None]);
        }
        let split = term.is_some() && self.tests.forest.can_evaluate(&self.questions.pool, rho);
        if !split {
            let together = Part {
                exact: false,
                ..part
            };
            return Continue([Some(together), Some(together)]);
        }
        self.counts.predicates += 1;
        let halves = self
            .abstraction
            .graph
            .split(&mut self.questions.pool, part.region, rho);
        let split = self
            .tests
            .forest
            .split(&self.questions.pool, part.region, halves, rho);
        split.or_defect()?;
        let half = |region| Some(Part { region, ..part });
        Continue([half(halves.outside), half(halves.inside)])
    }

    /// Leaves out the edges that an earlier proof had none for.
    fn take_step(
        &mut self,
        step: &Step,
        parts: &[Vec<Option<Part>>],
        contents: &FxHashMap<(CutId, String), BlockId>,
    ) {
        let part = |division: u32, leaf: u32| -> Option<Part> {
            *parts.get(division as usize)?.get(leaf as usize)?
        };
        let Some(from) = part(step.from, step.leaf).filter(|p| p.exact) else {
            return;
        };
        let cut = self.abstraction.graph.region(from.region).cut;
        let Some(&block) = contents.get(&(cut, step.content.clone())) else {
            return;
        };
        let leaves = step.leaves.iter();
        let allowed: FxHashSet<RegionId> = leaves
            .filter_map(|&leaf| Some(part(step.to?, leaf)?.region))
            .collect();
        self.reused.carried.insert(block);
        let edges: Vec<_> = self.abstraction.graph.leaving(from.region).collect();
        for edge in edges {
            if edge.block == block && !allowed.contains(&edge.to) {
                self.abstraction.graph.remove(edge, Removal::Suggested);
            }
        }
    }
}

/// The parts that an earlier proof reached, where they are now.
fn reached_parts(suggestion: &Suggestion, parts: &[Vec<Option<Part>>]) -> FxHashSet<RegionId> {
    let part = |division: u32, leaf: u32| -> Option<RegionId> {
        let found: Part = (*parts.get(division as usize)?.get(leaf as usize)?)?;
        Some(found.region)
    };
    let steps = suggestion.steps.iter();
    let ends = steps.flat_map(|s| {
        let to = s.leaves.iter().filter_map(|&leaf| part(s.to?, leaf));
        to.chain(part(s.from, s.leaf))
    });
    ends.collect()
}

/// A suggestion in the making.
#[derive(Default)]
struct Leaving {
    writer: TermWriter,
    divisions: Vec<Division>,
    steps: Vec<Step>,
    /// The division and the leaf of a region.
    leaf_of: FxHashMap<RegionId, (u32, u32)>,
    contents: FxHashMap<BlockId, String>,
}

impl Leaving {
    /// Writes a predicate in which the ids of objects and the addresses of procedures have names.
    fn add(
        &mut self,
        session: &mut Session<'_>,
        term: TermId,
        functions: &FxHashMap<TermId, TermId>,
    ) -> Result<u32, FormatError> {
        let pool = &mut session.questions.pool;
        let mut objects: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in pool.subterms(&[term]) {
            if pool.op(t) != Op::Eq {
                continue;
            }
            let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
            for (own, id) in [(a, b), (b, a)] {
                let number = pool.as_bv(id).and_then(|v| v.to_u128());
                let variable = number.filter(|n| (1..FIRST_HEAP_ID).contains(n));
                if let (Some(_), Some(n)) = (as_owner(pool, own), variable) {
                    let name = pool.var(Symbol::Object(n as u32 - 1), Sort::Bv(OBJECT_BITS));
                    let named = pool.eq(own, name);
                    objects.insert(t, named);
                }
            }
        }
        let term = pool.substitute(term, &objects);
        let term = pool.substitute(term, functions);
        self.writer.add(pool, term)
    }
}

/// Gives a variable of the term table its lasting name.
fn rename(node: &mut Node, names: &Names, program: &hatha_cfa::Program) {
    let Some(text) = node.text.clone().filter(|_| node.op == "var") else {
        return;
    };
    let variable = |number| names.variable(VarId(number));
    let (kind, name) = match Symbol::from(&text) {
        Symbol::Slot(number) => ("v", variable(number)),
        Symbol::Address(number) => ("a", variable(number)),
        Symbol::Object(number) => ("o", variable(number)),
        Symbol::Function(number) => ("p", Some(program.proc(ProcId(number)).name.as_str())),
        _ => return,
    };
    if let Some(name) = name {
        node.text = Some(format!("{kind} {name}"));
    }
}
