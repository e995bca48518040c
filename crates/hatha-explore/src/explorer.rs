//! The state machine: a path that grows and shrinks by commands.
//!
//! **Invariant.** The trail has one entry for each node of the path. A formula that
//! was asked belongs to a part of the path as long as the node at which it was
//! accepted is on it; then the states there are only those that it accepts.

use crate::command::{Command, How};
use crate::document::{
    AskedDocument, ErrorDocument, Offered, PathNode, Possible, Reply, Saved, SearchDocument, State,
    UnitDocument,
};
use crate::formula::{Formula, conditions, questions};
use crate::ground::{Ground, Kind, Trouble, Unit};
use crate::live::{Entered, Live, Moment, Span, walk};
use crate::picture;
use hatha_cfa::Program;
use hatha_smt::Budget;
use hatha_smt::layers::DefaultChain;
use hatha_term::TermId;
use hatha_term::simplify::Simplifier;
use hatha_unit::{Found, Longest, Next, NodeId, Search, World, condition};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest path that is followed by hand.
const LONGEST: usize = 2_000;

/// How an exploration is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The longest time that one command may take.
    pub timeout: Duration,
    /// How often a node may stand on a path that a formula finds, unless a command says.
    pub n: u32,
    /// Ends what is being done when it is set.
    pub interrupt: Arc<AtomicBool>,
    /// What everything rests on, for people.
    pub assumptions: Vec<String>,
}

/// A formula whose path is a part of the path.
#[derive(Clone, Debug)]
struct Asked {
    formula: Rc<Formula>,
    span: Span,
    /// The search that found it.
    search: u32,
}

/// A search that can go on.
#[derive(Debug)]
struct Running {
    formula: Rc<Formula>,
    /// The position from which it started; none before the first node.
    from: Option<usize>,
    number: u32,
    n: u32,
    found: u32,
    /// Whether it was for the longest path, which has no next one.
    longest: bool,
}

/// The condition of the path, for people.
#[derive(Clone, Debug)]
struct Shown {
    text: String,
    drawn: usize,
    possible: Option<bool>,
}

/// An exploration.
pub struct Explorer<G> {
    ground: G,
    options: Options,
    live: Live,
    trail: Vec<Entered>,
    /// What each entry of the trail adds, for people.
    adds: Vec<String>,
    offers: Vec<Entered>,
    asked: Vec<Asked>,
    search: Option<Running>,
    searches: u32,
    shown: Shown,
    answer: String,
    notes: Vec<String>,
    saved: u32,
}

impl<G: Ground> Explorer<G> {
    /// At the start of a unit; or why nothing starts there.
    pub fn new(ground: G, unit: Unit, options: Options) -> Result<Self, Trouble> {
        let anything = Formula::anything()?;
        let first = (&anything, unit.chart.initial.clone());
        let questions = questions(&unit, &[first])?;
        let mut explorer = Explorer {
            ground,
            options,
            live: Live::new(unit, questions),
            trail: Vec::new(),
            adds: Vec::new(),
            offers: Vec::new(),
            asked: Vec::new(),
            search: None,
            searches: 0,
            shown: Shown {
                text: String::new(),
                drawn: 0,
                possible: None,
            },
            answer: String::new(),
            notes: Vec::new(),
            saved: 0,
        };
        explorer.restart();
        let ends = explorer.trail.iter().chain(&explorer.offers);
        if ends.clone().count() == 0 || ends.clone().all(|e| e.possible == Some(false)) {
            let why = "the assumptions contradict each other: no execution starts, so every path would be impossible (see --assume)";
            return Err(Trouble::new(Kind::Input, why));
        }
        Ok(explorer)
    }

    /// Carries a command out. `Stop` and `Quit` are for whoever takes commands in.
    pub fn handle(&mut self, command: &Command) -> Reply {
        self.options.interrupt.store(false, Ordering::Relaxed);
        self.answer.clear();
        let formula = match command {
            Command::Ask { formula, .. } => formula.trim(),
            _ => "",
        };
        let mut saved = None;
        let done = match command {
            Command::Unit | Command::Show | Command::Stop | Command::Quit => Ok(()),
            Command::Choose { node } => self.choose(NodeId(*node)),
            Command::Ask { formula, how, n } => self.ask(formula, *how, *n),
            Command::Next => self.next(),
            Command::Back => self.back(),
            Command::Discard => self.discard(),
            Command::Restart => {
                self.restart();
                Ok(())
            }
            Command::Save => self.save().map(|s| saved = Some(s)),
        };
        if self.options.interrupt.swap(false, Ordering::Relaxed) {
            // What was found before the stop is looked at again, now with time for it.
            self.refresh();
        }
        let mut reply = Reply::new(self.state());
        reply.error = done.err().map(|e| ErrorDocument::new(e, formula));
        reply.saved = saved;
        reply.unit = (*command == Command::Unit).then(|| self.unit());
        reply
    }

    /// The flag that ends what is being done.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.options.interrupt)
    }

    fn budget(&self) -> Budget {
        Budget {
            deadline: Some(Instant::now() + self.options.timeout),
            interrupt: Some(Arc::clone(&self.options.interrupt)),
            ..Budget::unlimited()
        }
    }

    fn nodes(&self) -> Vec<NodeId> {
        self.trail.iter().map(|e| e.node).collect()
    }

    // ---- by hand ----

    /// Goes on to one of the nodes that may come next, also if the condition turns false there.
    fn choose(&mut self, node: NodeId) -> Result<(), Trouble> {
        if self.trail.len() >= LONGEST {
            let why = format!("a path by hand has {LONGEST} nodes at most");
            return Err(Trouble::new(Kind::Input, why));
        }
        let place = self.offers.iter().position(|e| e.node == node);
        let Some(place) = place else {
            let why = "this node cannot come next";
            let help = "choose one of those that are offered";
            return Err(Trouble::new(Kind::Input, why).with_help(help));
        };
        let entered = self.offers.swap_remove(place);
        self.trail.push(entered);
        self.refresh();
        Ok(())
    }

    fn back(&mut self) -> Result<(), Trouble> {
        let first = self.first_nodes();
        if self.trail.len() <= first {
            return Err(Trouble::new(Kind::Input, "the path is at its start"));
        }
        self.cut(self.trail.len() - 1);
        Ok(())
    }

    /// To where the last search began; without one, to the start.
    fn discard(&mut self) -> Result<(), Trouble> {
        let Some(running) = self.search.take() else {
            self.restart();
            return Ok(());
        };
        self.asked.retain(|a| a.search != running.number);
        self.cut(running.from.map_or(0, |f| f + 1));
        Ok(())
    }

    /// The nodes that every path has: the first one, if there is no other.
    fn first_nodes(&self) -> usize {
        usize::from(self.live.unit.chart.initial.len() == 1)
    }

    fn restart(&mut self) {
        let chart = &self.live.unit.chart;
        let nodes = match chart.initial[..] {
            [first] => vec![first],
            _ => Vec::new(),
        };
        self.asked.clear();
        self.search = None;
        self.trail.clear();
        self.follow(&nodes);
    }

    /// Shortens the path; formulas that end beyond are satisfied no longer.
    fn cut(&mut self, len: usize) {
        self.asked.retain(|a| a.span.to < len);
        let from = self.search.as_ref().and_then(|s| s.from);
        if from.is_some_and(|f| f >= len) {
            self.search = None;
        }
        let mut nodes = self.nodes();
        nodes.truncate(len);
        // The last entry may have had only the states that a formula accepts.
        self.trail.truncate(len.saturating_sub(1));
        self.follow(&nodes);
    }

    /// Walks on to the end of some nodes, and looks at what is there.
    fn follow(&mut self, nodes: &[NodeId]) {
        let spans: Vec<Span> = self.asked.iter().map(|a| a.span).collect();
        let (budget, trail) = (self.budget(), &mut self.trail);
        self.live.with(budget, |search, about| {
            walk(search, about.questions, trail, nodes, &spans);
        });
        self.refresh();
    }

    // ---- by formula ----

    /// Looks for a path from where the path ends.
    fn ask(&mut self, text: &str, how: How, n: Option<u32>) -> Result<(), Trouble> {
        if self.shown.possible == Some(false) {
            let why = "the path so far cannot be taken, so no longer one can";
            return Err(Trouble::new(Kind::Input, why).with_help("step back first"));
        }
        let formula = Rc::new(Formula::read(text)?);
        let n = n.unwrap_or(self.options.n).max(1);
        self.change_question(&formula)?;
        self.searches += 1;
        self.search = Some(Running {
            formula,
            from: self.trail.len().checked_sub(1),
            number: self.searches,
            n,
            found: 0,
            longest: how == How::Longest,
        });
        match how {
            How::Shortest => {
                self.start_search();
                self.go_on();
            }
            How::Longest => self.find_longest(),
        }
        Ok(())
    }

    /// Reads the unit again with the conditions of a formula, and walks to the end of the path.
    fn change_question(&mut self, formula: &Rc<Formula>) -> Result<(), Trouble> {
        let nodes = self.nodes();
        let starts = match nodes.last() {
            Some(&last) => vec![last],
            None => self.live.unit.chart.initial.clone(),
        };
        let mut formulas = vec![(&**formula, starts)];
        let earlier = self.asked.iter();
        formulas.extend(earlier.map(|a| (&*a.formula, vec![nodes[a.span.from]])));
        let texts: Vec<&Formula> = formulas.iter().map(|(f, _)| *f).collect();
        let unit = self.ground.load(&conditions(&texts))?;
        if !unit.is_same(&self.live.unit) {
            let why = "the program has changed since the exploration began";
            let help = "end this exploration and start another one";
            return Err(Trouble::new(Kind::Input, why).with_help(help));
        }
        let questions = questions(&unit, &formulas)?;
        self.live = Live::new(unit, questions);
        for (asked, number) in self.asked.iter_mut().zip(1..) {
            asked.span.question = number;
        }
        self.trail.clear();
        self.follow(&nodes);
        Ok(())
    }

    fn start_search(&mut self) {
        let (budget, nodes) = (self.budget(), self.nodes());
        let last = self.trail.last();
        self.live
            .with(budget, |search, _| match (last, nodes.split_last()) {
                (Some(last), Some((_, past))) => search.start_at(past, last.node, &last.worlds),
                _ => {
                    search.start();
                }
            });
    }

    fn next(&mut self) -> Result<(), Trouble> {
        match &self.search {
            None => {
                let why = "there is no search that could go on";
                Err(Trouble::new(Kind::Input, why).with_help("ask for a path first"))
            }
            Some(running) if running.longest => {
                let why = "the longest path has no next one";
                let help = "ask for the shortest one, which has next ones";
                Err(Trouble::new(Kind::Input, why).with_help(help))
            }
            Some(_) => {
                self.go_on();
                Ok(())
            }
        }
    }

    /// The next path of the search, which takes the place of what it has found before.
    fn go_on(&mut self) {
        let Some(n) = self.search.as_ref().map(|r| r.n) else {
            return;
        };
        let budget = self.budget();
        let next = self.live.with(budget, |search, _| {
            loop {
                match search.next_path() {
                    Next::Bound if search.bound < n => search.deepen(),
                    next => return next,
                }
            }
        });
        match next {
            Next::Path(found) => self.adopt(&found),
            Next::Bound => self.no_path(&format!("up to n = {n}; a larger n allows more")),
            Next::Exhausted => {
                self.no_path("before it came to its end; `hatha unit` proves such an answer");
            }
            Next::OutOfBudget(_) => {
                "the search was ended before it found a path; ask for the next one to go on"
                    .clone_into(&mut self.answer);
            }
        }
        self.refresh_notes();
    }

    fn no_path(&mut self, how_far: &str) {
        let found = self.search.as_ref().map_or(0, |r| r.found);
        let other = if found > 0 { "other " } else { "" };
        self.answer = format!("the search found no {other}path {how_far}");
    }

    fn find_longest(&mut self) {
        let budget = self.budget();
        let mut nodes = self.nodes();
        nodes.pop();
        let last = self.trail.last();
        let Longest { found, complete } = self.live.with(budget, |search, _| match last {
            Some(last) => search.longest(&nodes, std::slice::from_ref(last)),
            None => {
                let first = search.first();
                search.longest(&[], &first)
            }
        });
        match found {
            Some(found) => self.adopt(&found),
            None if complete => {
                "there is no such path without a repetition".clone_into(&mut self.answer)
            }
            None => "the search was ended before it found a path".clone_into(&mut self.answer),
        }
        if !complete && self.search.as_ref().is_some_and(|r| r.found > 0) {
            self.answer = format!(
                "{}; the search was ended: there may be a longer one",
                self.answer
            );
        }
        self.refresh_notes();
    }

    /// Takes a path that the search has found.
    fn adopt(&mut self, found: &Found) {
        let Some(running) = &mut self.search else {
            return;
        };
        running.found += 1;
        let asked = Asked {
            formula: Rc::clone(&running.formula),
            span: Span {
                from: running.from.unwrap_or(0),
                to: found.path.len() - 1,
                question: 0,
                moment: if running.longest {
                    Moment::Any
                } else {
                    Moment::First
                },
            },
            search: running.number,
        };
        self.answer = format!("path {}, {} nodes", running.found, found.path.len());
        self.asked
            .retain(|a| a.search != asked.search && a.span.to <= asked.span.from);
        self.trail.truncate(asked.span.from);
        self.asked.push(asked);
        self.follow(&found.path);
    }

    // ---- what is shown ----

    fn refresh(&mut self) {
        let (budget, nodes) = (self.budget(), self.nodes());
        let (trail, last) = (&self.trail, self.trail.last());
        (self.adds, self.shown, self.offers) = self.live.with(budget, |search, about| {
            let program = &about.unit.program;
            let offers = match last {
                Some(last) if last.worlds.is_empty() => Vec::new(),
                Some(last) => search.behind(last.node, &last.worlds),
                None => search.first(),
            };
            let shown = condition_of(search, program, nodes, last);
            (additions(search, program, trail), shown, offers)
        });
        self.refresh_notes();
    }

    fn refresh_notes(&mut self) {
        let budget = self.budget();
        let obstacles = self.live.with(budget, |search, _| search.obstacles.clone());
        self.notes.clear();
        for note in obstacles {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    fn state(&self) -> State {
        let unit = &self.live.unit;
        let path = self.trail.iter().zip(&self.adds);
        let nodes = path.map(|(e, adds)| PathNode {
            at: picture::node(unit, e.node),
            adds: adds.clone(),
            possible: e.possible.into(),
        });
        let offers = self.offers.iter();
        let offered = offers.map(|e| Offered {
            at: picture::node(unit, e.node),
            possible: e.possible.into(),
        });
        let asked = self.asked.iter();
        let asked = asked.map(|a| AskedDocument {
            formula: a.formula.text.clone(),
            from: a.span.from,
            to: a.span.to,
        });
        let last = self.trail.last();
        State {
            path: nodes.collect(),
            condition: self.shown.text.clone(),
            drawn: self.shown.drawn,
            possible: Possible::from(self.shown.possible),
            next: offered.collect(),
            at: last.map_or(Vec::new(), |e| picture::at(&unit.chart, e.node)),
            asked: asked.collect(),
            search: self.search.as_ref().map(|r| SearchDocument {
                formula: r.formula.text.clone(),
                found: r.found,
            }),
            answer: self.answer.clone(),
            notes: self.notes.clone(),
        }
    }

    fn unit(&self) -> UnitDocument {
        let unit = &self.live.unit;
        let chart = &unit.chart;
        let name = if chart.processes.is_empty() {
            unit.program.proc(unit.entry).name.clone()
        } else {
            chart.processes.join(", ")
        };
        UnitDocument {
            hatha: env!("CARGO_PKG_VERSION"),
            name,
            sources: picture::sources(&unit.program, chart),
            charts: picture::charts(unit),
            allows: !chart.processes.is_empty(),
            whole: picture::to_the_end(chart),
            n: self.options.n,
            assumptions: self.options.assumptions.clone(),
        }
    }

    // ---- tests ----

    fn save(&mut self) -> Result<Saved, Trouble> {
        let (budget, nodes) = (self.budget(), self.nodes());
        let worlds = self.trail.last().map_or(&[][..], |e| &e.worlds);
        let ground = &self.ground;
        let vector = self.live.with(budget, |search, about| {
            let Some(found) = search.chosen(nodes, worlds) else {
                let why = "the path cannot be taken, so there is no test of it";
                return Err(Trouble::new(Kind::Input, why));
            };
            ground.test(about.unit, &search.pool, &found)
        })?;
        let vector = vector.ok_or_else(|| {
            let why =
                "no run of the simulator takes the path with the inputs that the solver knows";
            Trouble::new(Kind::Unit, why)
        })?;
        let name = format!("path-{}.json", self.saved + 1);
        let file = self.ground.keep(&name, &vector.to_json())?;
        self.saved += 1;
        self.answer = match &file {
            Some(file) => format!("the test is in {file}"),
            None => format!("the test is {name}"),
        };
        Ok(Saved {
            command: self.ground.replay(file.as_deref().unwrap_or(&name)),
            name,
            file,
            vector,
        })
    }
}

/// What each entry asks of the inputs beyond the one before it.
fn additions(
    search: &mut Search<'_, DefaultChain>,
    program: &Program,
    trail: &[Entered],
) -> Vec<String> {
    let mut simplifier = Simplifier::new();
    let mut before: &[World] = &[];
    let mut all = Vec::new();
    for entry in trail {
        let added = search.added(before, &entry.worlds);
        let pool = &mut search.pool;
        let simple = added.iter().map(|t| simplifier.simplify(pool, *t));
        let simple: Vec<TermId> = simple.collect();
        let text = condition::in_c(program, pool, &simple);
        all.push(if simple.is_empty() {
            String::new()
        } else {
            text
        });
        before = &entry.worlds;
    }
    all
}

/// When a path is taken that ends with an entry.
fn condition_of(
    search: &mut Search<'_, DefaultChain>,
    program: &Program,
    nodes: Vec<NodeId>,
    last: Option<&Entered>,
) -> Shown {
    let Some(last) = last else {
        return Shown {
            text: "1".to_owned(),
            drawn: 0,
            possible: Some(true),
        };
    };
    let Some(found) = search.chosen(nodes, &last.worlds) else {
        return Shown {
            text: "0".to_owned(),
            drawn: 0,
            possible: Some(false),
        };
    };
    let (parts, free) = condition::parts(&mut search.pool, &found);
    let plain = condition::plain(search, &parts, &free);
    Shown {
        text: condition::in_c(program, &mut search.pool, &plain.parts),
        drawn: plain.left.len(),
        possible: found.model.is_some().then_some(true),
    }
}
