//! A formula about the points of a chart.
//!
//! **Invariant.** A question is complete: every place of the formula lies in the
//! chart, and every condition means something at each node where the product of
//! chart and automaton needs it. What is wrong with one is told with its place in
//! the formula.

use crate::chart::{Chart, NodeId, Point, PointId};
use hatha_cfa::{ExprId, Program};
use hatha_index::IndexVec;
use hatha_ltl::{AtomId, AtomKind, Automaton, Formulas, NodeId as StateId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Why a formula does not fit a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadQuestion {
    /// The bytes of the formula that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// The product of a chart and an automaton on points alone.
#[derive(Debug)]
pub struct Question {
    /// The automaton.
    pub automaton: Automaton,
    /// The states that a run may be in at each node, those from which no acceptance can be
    /// reached left out.
    pub states: IndexVec<NodeId, BTreeSet<StateId>>,
    /// States from which on the formula holds, whatever follows.
    pub good: BTreeSet<StateId>,
    /// The numbers of the conditions, by their basic formulas.
    conditions: BTreeMap<AtomId, u32>,
    /// Product nodes before and after the cut.
    pub sizes: (usize, usize),
}

/// Where a formula begins: the nodes, and the number of its first condition.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// The nodes that its first state may be at.
    pub nodes: &'a [NodeId],
    /// The number that its first condition has among those of the program.
    pub condition: u32,
}

/// The places of conditions, in the order of their numbers.
pub fn condition_ranges(formulas: &Formulas) -> Vec<(AtomId, Range<usize>)> {
    let atoms = formulas.atoms().iter_enumerated();
    let conditions = atoms.filter(|(_, a)| matches!(a.kind, AtomKind::Condition(_)));
    conditions.map(|(id, a)| (id, a.span.clone())).collect()
}

impl Question {
    /// The product, or what is wrong with the formula.
    pub fn new(
        chart: &Chart,
        program: &Program,
        formulas: &Formulas,
        automaton: Automaton,
    ) -> Result<Question, BadQuestion> {
        let beginning = Beginning {
            nodes: &chart.initial,
            condition: 0,
        };
        Question::beginning(chart, program, formulas, automaton, &beginning)
    }

    /// The product of a formula that begins in the middle of a path.
    pub fn beginning(
        chart: &Chart,
        program: &Program,
        formulas: &Formulas,
        automaton: Automaton,
        beginning: &Beginning<'_>,
    ) -> Result<Question, BadQuestion> {
        let numbers = beginning.condition..;
        let conditions = condition_ranges(formulas).into_iter().zip(numbers);
        let conditions = conditions.map(|((atom, _), n)| (atom, n)).collect();
        let points = Points::new(chart, program, formulas)?;
        let good = automaton.final_for_good();
        let mut question = Question {
            states: vec![BTreeSet::new(); chart.next.len()].into(),
            good,
            conditions,
            automaton,
            sizes: (0, 0),
        };
        question.build(chart, &points, beginning.nodes);
        question.check_scopes(chart, program, formulas)?;
        Ok(question)
    }

    fn build(&mut self, chart: &Chart, points: &Points, start: &[NodeId]) {
        let fits = |node: NodeId, state: StateId| {
            points.allow(&chart.node(node).at, self.automaton.node(state))
        };
        let mut seen: BTreeSet<(NodeId, StateId)> = BTreeSet::new();
        let mut before: BTreeMap<(NodeId, StateId), Vec<(NodeId, StateId)>> = BTreeMap::new();
        let mut work: Vec<(NodeId, StateId)> = Vec::new();
        for &node in start {
            for state in self.automaton.initial().filter(|s| fits(node, *s)) {
                if seen.insert((node, state)) {
                    work.push((node, state));
                }
            }
        }
        while let Some((node, state)) = work.pop() {
            for &next in &chart.next[node] {
                let states = self.automaton.node(state).next.iter().copied();
                for to in states.filter(|s| fits(next, *s)) {
                    before.entry((next, to)).or_default().push((node, state));
                    if seen.insert((next, to)) {
                        work.push((next, to));
                    }
                }
            }
        }
        let accepting = |p: &&(NodeId, StateId)| self.automaton.node(p.1).accepting;
        let mut alive: BTreeSet<(NodeId, StateId)> =
            seen.iter().filter(accepting).copied().collect();
        let mut work: Vec<(NodeId, StateId)> = alive.iter().copied().collect();
        while let Some(at) = work.pop() {
            for &p in before.get(&at).into_iter().flatten() {
                if alive.insert(p) {
                    work.push(p);
                }
            }
        }
        self.sizes = (seen.len(), alive.len());
        for (node, state) in alive {
            self.states[node].insert(state);
        }
    }

    /// The conditions on the label of a state: their numbers, and whether they hold.
    pub fn literals(&self, state: StateId) -> Vec<(u32, bool)> {
        let node = self.automaton.node(state);
        let number = |a: &AtomId| self.conditions.get(a).copied();
        let yes = node.holds.iter().filter_map(number).map(|n| (n, true));
        let no = node.fails.iter().filter_map(number).map(|n| (n, false));
        yes.chain(no).collect()
    }

    /// What a condition is at a node.
    pub fn condition(&self, chart: &Chart, node: NodeId, number: u32) -> Option<ExprId> {
        chart.node(node).conditions.get(&number).copied()
    }

    fn check_scopes(
        &self,
        chart: &Chart,
        program: &Program,
        formulas: &Formulas,
    ) -> Result<(), BadQuestion> {
        for (node, n) in chart.nodes() {
            let states = self.states[node].iter();
            let needed = states.flat_map(|s| self.literals(*s));
            for (number, _) in needed {
                if n.conditions.contains_key(&number) {
                    continue;
                }
                let mut atoms = self.conditions.iter();
                let atom = atoms.find(|(_, k)| **k == number).map(|(a, _)| *a);
                let atom = atom.and_then(|a| formulas.atoms().get(a));
                let (text, span) =
                    atom.map_or((String::new(), 0..0), |a| (a.text(), a.span.clone()));
                let place = program.sources.describe(chart.point(node).span);
                return Err(BadQuestion {
                    span,
                    message: format!(
                        "`{text}` is asked about at {place}, where a variable of it is not in scope"
                    ),
                    help: "say where it is meant, as in `at LABEL && {…}`".to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// Which nodes the places of a formula mean.
struct Points {
    /// By basic formula: the process, and the points.
    at: BTreeMap<AtomId, (usize, BTreeSet<PointId>)>,
}

impl Points {
    fn new(chart: &Chart, program: &Program, formulas: &Formulas) -> Result<Points, BadQuestion> {
        let mut at = BTreeMap::new();
        for (id, atom) in formulas.atoms().iter_enumerated() {
            let AtomKind::At { process, place } = &atom.kind else {
                continue;
            };
            let bad = |message: String, help: String| BadQuestion {
                span: atom.span.clone(),
                message,
                help,
            };
            let names = &chart.processes;
            let index = match process {
                Some(p) => names.iter().position(|n| n == p).ok_or_else(|| {
                    let message = format!("there is no process `{p}`");
                    let help = "processes are named with --process P=FUNCTION";
                    bad(message, help.to_owned())
                })?,
                None if names.len() > 1 => {
                    let message = format!("`at {place}` of which process?");
                    let help = format!("write `{} at {place}`", names[0]);
                    return Err(bad(message, help));
                }
                None => 0,
            };
            let points = meant(chart, program, place, index);
            // A label in code that nothing leads to is a place where the unit never is.
            if points.is_empty() && !has_label(program, place) {
                let message = format!("there is no point `{place}` in the unit");
                return Err(bad(message, nearest(chart, place)));
            }
            at.insert(id, (index, points));
        }
        Ok(Points { at })
    }

    fn allow(&self, places: &[Option<PointId>], label: &hatha_ltl::Node) -> bool {
        let is_at = |a: &AtomId| {
            let (process, points) = self.at.get(a)?;
            let here = places.get(*process).copied().flatten();
            Some(here.is_some_and(|p| points.contains(&p)))
        };
        label.holds.iter().all(|a| is_at(a) != Some(false))
            && label.fails.iter().all(|a| is_at(a) != Some(true))
    }
}

/// The points that a place means to a process.
fn meant(chart: &Chart, program: &Program, place: &str, process: usize) -> BTreeSet<PointId> {
    // Where this process can be.
    let all: BTreeSet<PointId> = chart
        .nodes()
        .filter_map(|(_, n)| n.at.get(process).copied().flatten())
        .collect();
    let chosen = |suits: &dyn Fn(&Point) -> bool| -> BTreeSet<PointId> {
        let fits = |p: &PointId| suits(&chart.points[*p]);
        all.iter().copied().filter(fits).collect()
    };
    let first = chart.initial.iter();
    let first = first.filter_map(|n| chart.node(*n).at.get(process).copied().flatten());
    let first: BTreeSet<PointId> = first.collect();
    match place {
        "entry" => return first,
        "exit" => return chosen(&|p| p.is_exit),
        _ => {}
    }
    let by_label = chosen(&|p| p.labels.iter().any(|l| l == place));
    if !by_label.is_empty() {
        return by_label;
    }
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (Some(file), line),
        None => (None, place),
    };
    let Ok(line) = line.parse::<u32>() else {
        return BTreeSet::new();
    };
    let own = first.first().map(|p| chart.points[*p].span.file);
    chosen(&|p: &Point| {
        let name = program.sources.file(p.span.file).map(|f| f.name.as_str());
        let is_file = match file {
            Some(file) => {
                name.is_some_and(|n| n == file || std::path::Path::new(n).ends_with(file))
            }
            None => Some(p.span.file) == own,
        };
        p.span.line == line && is_file && !p.is_exit
    })
}

/// Whether some function of the user's has a label.
fn has_label(program: &Program, name: &str) -> bool {
    let own = program.procs.iter().filter(|p| !p.model);
    let mut views = own.map(|p| &p.view);
    views.any(|v| {
        v.labels.iter().any(|(_, l)| l == name) || v.unreachable_labels.iter().any(|l| l == name)
    })
}

/// The labels that are most like one that does not exist.
fn nearest(chart: &Chart, place: &str) -> String {
    let labels: BTreeSet<&str> = chart
        .nodes()
        .flat_map(|(id, _)| &chart.point(id).labels)
        .map(String::as_str)
        .collect();
    if labels.is_empty() {
        return "the unit has no labels; a place may be `FILE:LINE`, `entry` or `exit`".to_owned();
    }
    format!(
        "the nearest labels are {}; a place may also be `FILE:LINE`, `entry` or `exit`",
        nearest_names(labels, place).join(", ")
    )
}

/// The names that are most like one, the nearest first, a few of them.
pub fn nearest_names<'a>(names: impl IntoIterator<Item = &'a str>, name: &str) -> Vec<&'a str> {
    let mut near: Vec<&str> = names.into_iter().collect();
    near.sort_by_key(|n| (distance(n, name), *n));
    near.dedup();
    near.truncate(5);
    near
}

/// How many characters differ.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut left = i + 1;
        let mut corner = std::mem::replace(&mut row[0], left);
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            let changed = corner + usize::from(x != *y);
            left = changed.min(above + 1).min(left + 1);
            corner = above;
            row[j + 1] = left;
        }
    }
    row[b.len()]
}
