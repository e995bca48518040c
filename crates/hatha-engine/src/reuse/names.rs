//! Names for the parts of a joined automaton that outlive an edit of other parts.
//!
//! A copy of a procedure is known by the calls that lead to it; a place by its copy,
//! the content of the procedure, and its number there; a variable by its copy and its
//! name; a block by the content of its edges. So whatever does not touch a procedure
//! or the calls that lead to it leaves all names in it alone.
//!
//! **Invariant.** Names serve to find things again and nothing else: two things with
//! one name cost time, never a verdict.

use hatha_blocks::block::{BlockId, Blocks, CutId, START};
use hatha_cfa::join::Joined;
use hatha_cfa::{LocId, ProcId, Procedure, VarId};
use hatha_index::IndexVec;
use hatha_proof::{Contents, lasting_names};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The names of one joined automaton.
pub(crate) struct Names {
    variables: IndexVec<VarId, String>,
    /// By name.
    known: FxHashMap<String, VarId>,
    /// By copy: the calls that lead to it.
    paths: Vec<String>,
    /// By copy: how many calls lead to it.
    depths: Vec<u32>,
    /// The copy that a location belongs to, where there is one.
    copy_of: IndexVec<LocId, Option<u32>>,
    contents: Contents,
    /// The procedures that take part, and their contents.
    procedures: BTreeMap<ProcId, String>,
}

impl Names {
    /// Names everything.
    pub(crate) fn new(joined: &Joined) -> Names {
        let (paths, depths) = paths(joined);
        let variables = variables(joined, &paths);
        let contents = Contents::new(&joined.program, &variables.raw);
        let known = variables.iter_enumerated();
        let mut names = Names {
            known: known.map(|(v, name)| (name.clone(), v)).collect(),
            copy_of: copies(joined),
            variables,
            paths,
            depths,
            contents,
            procedures: BTreeMap::new(),
        };
        for copy in &joined.copies {
            if !names.procedures.contains_key(&copy.proc) {
                let body = body(joined, copy.proc);
                let content = names.contents.procedure(&joined.program, body);
                names.procedures.insert(copy.proc, content);
            }
        }
        names
    }

    /// The name of a variable.
    pub(crate) fn variable(&self, var: VarId) -> Option<&str> {
        self.variables.get(var).map(String::as_str)
    }

    /// The variable with a name.
    pub(crate) fn find(&self, name: &str) -> Option<VarId> {
        self.known.get(name).copied()
    }

    /// The procedures that take part, and their contents.
    pub(crate) fn procedures(&self) -> &BTreeMap<ProcId, String> {
        &self.procedures
    }

    /// The name of a cut point; none where it has no lasting one.
    pub(crate) fn place(&self, joined: &Joined, blocks: &Blocks, cut: CutId) -> Option<String> {
        if cut == START {
            return Some("start".to_owned());
        }
        let at = blocks.location(cut)?;
        if let Some(copy) = self.copy_of[at] {
            let (copied, path) = (&joined.copies[copy as usize], &self.paths[copy as usize]);
            let content = &self.procedures[&copied.proc];
            return Some(format!("{path} {content} {}", at.0 - copied.first));
        }
        let end = |c: &hatha_cfa::join::Component| match at {
            l if l == c.entry => Some("entry"),
            l if l == c.exit => Some("exit"),
            _ => None,
        };
        let mut components = joined.components.iter();
        components.find_map(|c| {
            let (end, content) = (end(c)?, &self.procedures[&c.proc]);
            Some(format!(
                "{} {content} {end}",
                joined.program.proc(c.proc).name
            ))
        })
    }

    /// How the cut points in copies look: by the calls that lead to the copy, what leaves the
    /// place, and how many before it in the copy have that in common.
    pub(crate) fn looks(&self, joined: &Joined, blocks: &Blocks) -> FxHashMap<CutId, String> {
        let mut cuts: Vec<(LocId, CutId)> = blocks
            .located()
            .filter_map(|c| Some((blocks.location(c)?, c)))
            .collect();
        cuts.sort_unstable();
        let mut leaving: FxHashMap<LocId, Vec<String>> = FxHashMap::default();
        for edge in &joined.program.proc(joined.entry).edges {
            let here = cuts.binary_search_by_key(&edge.from, |c| c.0);
            if here.is_ok() {
                let ops = leaving.entry(edge.from).or_default();
                ops.push(format!("{:?}", edge.op));
            }
        }
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        let mut looks = FxHashMap::default();
        for (at, cut) in cuts {
            let Some(copy) = self.copy_of[at] else {
                continue;
            };
            let ops = leaving.remove(&at).unwrap_or_default();
            let content = self.contents.hash(ops);
            let look = format!("{} {content}", self.paths[copy as usize]);
            let nth = counts.entry(look.clone()).or_default();
            looks.insert(cut, format!("{look} {nth}"));
            *nth += 1;
        }
        looks
    }

    /// The content of a block; of the first one, that of the initial state.
    pub(crate) fn block(&self, joined: &Joined, blocks: &Blocks, id: BlockId) -> String {
        let block = blocks.block(id);
        let program = &joined.program;
        let end = self.place(joined, blocks, block.to);
        let end = end.unwrap_or_else(|| format!("{:?}", block.to));
        if block.from == START {
            let globals = program.globals.iter();
            let globals = globals.map(|g| format!("{g:?}"));
            return self.contents.hash(globals.chain([end]));
        }
        let proc = program.proc(joined.entry);
        let edges = block
            .edges
            .iter()
            .map(|&e| format!("{:?}", proc.edge(e).op));
        self.contents.hash(edges.chain([end]))
    }

    /// The procedure that a block belongs to: of those that it passes, the one that the fewest
    /// calls lead to.
    pub(crate) fn owner(&self, joined: &Joined, blocks: &Blocks, id: BlockId) -> Option<ProcId> {
        let proc = joined.program.proc(joined.entry);
        let edges = blocks.block(id).edges.iter();
        let at = |l: LocId| self.copy_of[l];
        let crossed = edges.filter_map(|&e| at(proc.edge(e).from));
        let highest = crossed.min_by_key(|&c| self.depths[c as usize])?;
        Some(joined.copies[highest as usize].proc)
    }
}

/// The body of a procedure before calls in it were expanded.
fn body(joined: &Joined, proc: ProcId) -> &Procedure {
    let original = joined.originals.get(&proc);
    original.unwrap_or_else(|| joined.program.proc(proc))
}

fn paths(joined: &Joined) -> (Vec<String>, Vec<u32>) {
    let mut paths: Vec<String> = Vec::new();
    let mut depths: Vec<u32> = Vec::new();
    for copy in &joined.copies {
        let name = &joined.program.proc(copy.proc).name;
        match copy.caller {
            None => {
                paths.push(name.clone());
                depths.push(0);
            }
            Some((caller, nth)) => {
                paths.push(format!("{}/{name}.{nth}", paths[caller as usize]));
                depths.push(depths[caller as usize] + 1);
            }
        }
    }
    (paths, depths)
}

fn copies(joined: &Joined) -> IndexVec<LocId, Option<u32>> {
    let count = joined.program.proc(joined.entry).locations.len();
    let mut copy_of = vec![None; count];
    for (i, copy) in (0..).zip(&joined.copies) {
        let range = copy.first as usize..(copy.first + copy.count) as usize;
        copy_of[range].fill(Some(i));
    }
    copy_of.into()
}

/// The names of all variables, those of a copy by the calls that lead to it.
fn variables(joined: &Joined, paths: &[String]) -> IndexVec<VarId, String> {
    let program = &joined.program;
    let mut homes: IndexVec<VarId, Option<&str>> = vec![None; program.vars.len()].into();
    for component in &joined.components {
        for &v in &component.locals {
            homes[v] = Some(&program.proc(component.proc).name);
        }
    }
    for (copy, path) in joined.copies.iter().zip(paths) {
        for &v in &copy.vars {
            homes[v] = Some(path);
        }
    }
    lasting_names(program, |v| homes[v]).into()
}
