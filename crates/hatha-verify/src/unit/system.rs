//! A formula about a system of guarded commands.
//!
//! **Invariant.** As for a unit of C: a path counts as found only if the interpreter
//! follows it and the formula, by its definition, holds on its states; that there is
//! none counts as proved only if a proof about the system and the automaton that
//! watches it is certified. A path is any finite beginning of an execution, one state
//! after the other.

use super::{Answer, NoAnswer, Place, automaton};
use hatha_ase::{Answer as Found, Engine};
use hatha_gcl::interpret::{self, State, Wrong};
use hatha_gcl::model::{Expr, Type};
use hatha_gcl::schedule::{Replayed, RunError, Schedule};
use hatha_gcl::watch::{self, Node};
use hatha_gcl::{Constants, Model, Vocabulary};
use hatha_ltl::{Atom, AtomKind, Automaton, NodeId, Parsed};
use hatha_smt::Budget;
use hatha_unit::{BadQuestion, nearest_names};
use std::collections::BTreeSet;
use std::time::Instant;

/// A system and what is asked about it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The values of its constants.
    pub constants: &'a Constants,
    /// The formula as it was written.
    pub formula: &'a str,
    /// The formula.
    pub parsed: &'a Parsed,
    /// What ends the search.
    pub budget: &'a Budget,
}

/// A path of a system.
#[derive(Clone, Debug)]
pub struct SystemPath {
    /// How each of its states is reached.
    pub nodes: Vec<Place>,
    /// An initial state that allows it.
    pub condition: String,
    /// How often the state that recurs most stands on it.
    pub repeats: u32,
    /// The run.
    pub run: Schedule,
}

/// An answer with what belongs to it.
#[derive(Clone, Debug)]
pub struct SystemReport {
    /// The answer.
    pub answer: Answer,
    /// The path, if there is one.
    pub path: Option<SystemPath>,
    /// States that were explored.
    pub states: u64,
    /// Questions to solvers.
    pub queries: u64,
    /// Nodes of the automaton.
    pub automaton: usize,
    /// What the answer rests on.
    pub assumptions: Vec<String>,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// Answers a question about a system, whose text is known to load.
pub fn ask(asked: &Asked<'_>) -> Result<SystemReport, NoAnswer> {
    let start = Instant::now();
    let internal = |d: hatha_gcl::Diagnostic| NoAnswer::Internal(d.to_string());
    let text = watch::unasked(asked.text).map_err(internal)?;
    let base = hatha_gcl::load(&text, asked.constants).map_err(internal)?;
    let atoms = Meanings {
        model: &base,
        vocabulary: Vocabulary::new(&base).map_err(internal)?,
        formula: asked.formula,
    };
    let atoms = atoms.all(asked.parsed).map_err(NoAnswer::Formula)?;
    let automaton = automaton(asked.parsed).map_err(|e| NoAnswer::Unit(e.to_string()))?;
    let watched = watch::watched(asked.text, &nodes(&automaton, &atoms)).map_err(internal)?;
    let product = hatha_gcl::load(&watched.text, asked.constants).map_err(internal)?;
    let mut report = SystemReport {
        answer: Answer::Undecided(String::new()),
        path: None,
        states: 0,
        queries: 0,
        automaton: automaton.nodes.len(),
        assumptions: constants(&base),
        seconds: 0.0,
    };
    let mut judge = Judge {
        asked,
        base: &base,
        product: &product,
        prefix: &watched.prefix,
        atoms: &atoms,
        report: &mut report,
    };
    judge.search()?;
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

fn constants(model: &Model) -> Vec<String> {
    let all = model.constants.iter();
    all.map(|(n, v)| format!("{n} = {v}")).collect()
}

/// What a basic formula means in a state.
struct Meaning {
    text: String,
    expr: Expr,
}

/// The nodes of an automaton for the watcher.
fn nodes(automaton: &Automaton, atoms: &[Meaning]) -> Vec<Node> {
    let label = |n: &hatha_ltl::Node| {
        let text = |a: &hatha_ltl::AtomId| &atoms[a.index()].text;
        let yes = n.holds.iter().map(|a| format!("({}\n)", text(a)));
        let no = n.fails.iter().map(|a| format!("!({}\n)", text(a)));
        let parts: Vec<String> = yes.chain(no).collect();
        match parts.is_empty() {
            true => "true".to_owned(),
            false => parts.join(" && "),
        }
    };
    let before = |id: NodeId| {
        let all = automaton.nodes().filter(|(_, m)| m.next.contains(&id));
        all.map(|(m, _)| m.index()).collect()
    };
    let node = |(id, n): (NodeId, &hatha_ltl::Node)| Node {
        label: label(n),
        initial: n.initial,
        accepting: n.accepting,
        after: before(id),
    };
    automaton.nodes().map(node).collect()
}

/// From basic formulas to what they mean in a state.
struct Meanings<'a> {
    model: &'a Model,
    vocabulary: Vocabulary,
    formula: &'a str,
}

impl Meanings<'_> {
    fn all(&self, parsed: &Parsed) -> Result<Vec<Meaning>, BadQuestion> {
        let atoms = parsed.formulas.atoms().iter();
        atoms.map(|a| self.meaning(a)).collect()
    }

    fn meaning(&self, atom: &Atom) -> Result<Meaning, BadQuestion> {
        let (text, is_condition) = match &atom.kind {
            AtomKind::Condition(text) => (text.clone(), true),
            AtomKind::At { process, place } => {
                (self.point(atom, process.as_deref(), place)?, false)
            }
        };
        match self.vocabulary.truth(&text) {
            Ok(expr) => Ok(Meaning { text, expr }),
            Err(d) => Err(self.bad_condition(atom, &d, is_condition)),
        }
    }

    fn bad_condition(
        &self,
        atom: &Atom,
        d: &hatha_gcl::Diagnostic,
        is_condition: bool,
    ) -> BadQuestion {
        let inside = self.formula.get(atom.span.clone()).unwrap_or("");
        let spaces = inside.len() - inside.trim_start_matches(['{', ' ']).len();
        let start = atom.span.start + spaces;
        let end = atom.span.end;
        let span = match is_condition {
            true => (start + d.place.start).min(end)..(start + d.place.end).min(end),
            false => atom.span.clone(),
        };
        let usual = "a condition is written as in the system, with full names such as `p.x`";
        let help = d.help.clone().unwrap_or_else(|| usual.to_owned());
        BadQuestion {
            span,
            message: d.message.clone(),
            help,
        }
    }

    /// `P at l`: the variable of the process that can be `l` is.
    fn point(
        &self,
        atom: &Atom,
        process: Option<&str>,
        place: &str,
    ) -> Result<String, BadQuestion> {
        let bad = |message: String, help: String| BadQuestion {
            span: atom.span.clone(),
            message,
            help,
        };
        let owner = self.owner(process, place).map_err(|(m, h)| bad(m, h))?;
        let own: Vec<(&str, &[String])> = self.counters(owner).collect();
        let fits: Vec<&str> = own
            .iter()
            .filter(|(_, labels)| labels.iter().any(|l| l == place))
            .map(|(name, _)| *name)
            .collect();
        match fits[..] {
            [variable] => Ok(format!("{variable} = {place}")),
            [] => {
                let labels = own.iter().flat_map(|(_, l)| l.iter().map(String::as_str));
                let near = nearest_names(labels, place).join(", ");
                let help = match near.is_empty() {
                    true => "points are the labels of variables such as `var pc: {idle, crit}`"
                        .to_owned(),
                    false => format!("the nearest labels are {near}"),
                };
                Err(bad(
                    format!("there is no point `{place}`{}", of(owner)),
                    help,
                ))
            }
            [first, ..] => {
                let message = format!("several variables{} can be `{place}`", of(owner));
                Err(bad(
                    message,
                    format!("say which, as in `{{{first} = {place}}}`"),
                ))
            }
        }
    }

    /// The process that is meant; none is the system itself. Otherwise a message and a help.
    fn owner<'p>(
        &'p self,
        process: Option<&'p str>,
        place: &str,
    ) -> Result<Option<&'p str>, (String, String)> {
        let all: BTreeSet<&str> = self
            .model
            .variables
            .iter()
            .filter_map(|v| owner(&v.name))
            .collect();
        match process {
            Some(p) if all.contains(p) => Ok(Some(p)),
            Some(p) => {
                let near = nearest_names(all.iter().copied(), p).join(", ");
                let help = match near.is_empty() {
                    true => "the system has no processes; write `at LABEL`".to_owned(),
                    false => format!("its processes are {near}"),
                };
                Err((format!("there is no process `{p}`"), help))
            }
            None if self.counters(None).next().is_some() => Ok(None),
            None => match all.iter().copied().collect::<Vec<_>>()[..] {
                [only] => Ok(Some(only)),
                [] => Ok(None),
                [first, ..] => Err((
                    format!("`at {place}` of which process?"),
                    format!("write `{first} at {place}`"),
                )),
            },
        }
    }

    /// The variables of a process, or of none, whose values are labels.
    fn counters<'p>(
        &'p self,
        process: Option<&'p str>,
    ) -> impl Iterator<Item = (&'p str, &'p [String])> {
        let own = move |v: &&hatha_gcl::model::Variable| owner(&v.name) == process;
        let labels = |v: &'p hatha_gcl::model::Variable| match v.ty {
            Type::Enum(id) => Some((v.name.as_str(), &self.model.enums[id][..])),
            _ => None,
        };
        self.model.variables.iter().filter(own).filter_map(labels)
    }
}

fn of(owner: Option<&str>) -> String {
    owner.map_or(String::new(), |p| format!(" of `{p}`"))
}

/// The process that a variable belongs to, by its name.
fn owner(variable: &str) -> Option<&str> {
    variable.split_once('.').map(|(process, _)| process)
}

/// From what an engine says to an answer.
struct Judge<'a> {
    asked: &'a Asked<'a>,
    base: &'a Model,
    product: &'a Model,
    prefix: &'a str,
    atoms: &'a [Meaning],
    report: &'a mut SystemReport,
}

impl Judge<'_> {
    /// One engine after the other, until one knows.
    fn search(&mut self) -> Result<(), NoAnswer> {
        let mut reasons = Vec::new();
        for engine in [Engine::Ase, Engine::Ur] {
            let budget = self.asked.budget.clone();
            let (found, counts) = hatha_ase::run(self.product, engine, &[], budget);
            self.report.states = counts.states;
            self.report.queries += counts.queries;
            let answer = match found {
                Found::Proved(_, proof) => {
                    if counts.states == 0 {
                        return Err(NoAnswer::Contradiction);
                    }
                    self.certified(&proof)
                }
                Found::Violated(schedule) => self.replayed(&schedule)?,
                Found::Unknown(why) => Answer::Undecided(why),
            };
            let Answer::Undecided(why) = answer else {
                self.report.answer = answer;
                return Ok(());
            };
            if !reasons.contains(&why) {
                reasons.push(why);
            }
        }
        self.report.answer = Answer::Undecided(reasons.join("; "));
        Ok(())
    }

    fn certified(&self, proof: &hatha_gcl::proof::Proof) -> Answer {
        let budget = self.asked.budget;
        match hatha_certify::certify_gcl(self.product, proof, &mut [], budget) {
            Ok(_) => Answer::Proved,
            Err(refusal) => Answer::Undecided(format!("a proof was not certified: {refusal}")),
        }
    }

    fn replayed(&mut self, schedule: &Schedule) -> Result<Answer, NoAnswer> {
        let internal = |e: RunError| NoAnswer::Internal(e.to_string());
        let all = schedule.replay(self.product).map_err(internal)?;
        match &all.wrong {
            Some(Wrong::Property(_)) => {}
            Some(Wrong::Fault(_, fault)) => {
                let what = format!("{}: {}", fault.kind.name(), fault.message);
                return Ok(Answer::Undecided(format!(
                    "the system, or a condition of the formula, is itself at fault ({what})"
                )));
            }
            None => {
                let why = "nothing is wrong with the last state of a run";
                return Err(NoAnswer::Internal(why.to_owned()));
            }
        }
        let mut run = schedule.clone();
        run.initial.retain(|name, _| !name.starts_with(self.prefix));
        run.steps.retain(|s| !s.transition.starts_with(self.prefix));
        let own = run.replay(self.base).map_err(internal)?;
        if !self.holds(&own) {
            let why = "the formula does not hold on a path that was found";
            return Err(NoAnswer::Internal(why.to_owned()));
        }
        self.report.path = Some(self.path(&own, run));
        Ok(Answer::Found)
    }

    /// Whether the formula holds on the states of a run, by its definition. A condition that is
    /// at fault in a state was not asked there, so that either value fits.
    fn holds(&self, run: &Replayed) -> bool {
        let value = |state: &State, m: &Meaning| {
            let known = interpret::holds(self.base, state, &m.expr);
            known.unwrap_or(false)
        };
        let letter = |s: &State| self.atoms.iter().map(|m| value(s, m)).collect();
        let word: Vec<Vec<bool>> = run.states.iter().map(letter).collect();
        let parsed = self.asked.parsed;
        hatha_ltl::holds(&parsed.formulas, parsed.root, &word)
    }

    fn path(&self, run: &Replayed, schedule: Schedule) -> SystemPath {
        let mut nodes = vec![Place {
            name: "start".to_owned(),
            location: self.asked.file.to_owned(),
            text: self.shown(None, &run.states[0]),
        }];
        for (i, &t) in run.transitions.iter().enumerate() {
            let transition = &self.base.transitions[t];
            let (line, column) = transition.place.line_and_column(&self.base.text);
            nodes.push(Place {
                name: transition.name.clone(),
                location: format!("{}:{line}:{column}", self.asked.file),
                text: self.shown(Some(&run.states[i]), &run.states[i + 1]),
            });
        }
        let count = |s: &State| run.states.iter().filter(|o| *o == s).count() as u32;
        SystemPath {
            nodes,
            condition: self.shown(None, &run.states[0]).replace(", ", " && "),
            repeats: run.states.iter().map(count).max().unwrap_or(1),
            run: schedule,
        }
    }

    /// A state, or what of it is new.
    fn shown(&self, before: Option<&State>, state: &State) -> String {
        let variables = self.base.variables.iter().enumerate();
        let changed = variables.filter(|(i, _)| before.is_none_or(|b| b[*i] != state[*i]));
        let text = changed.map(|(i, v)| format!("{} = {}", v.name, self.base.show(v.ty, state[i])));
        text.collect::<Vec<_>>().join(", ")
    }
}
