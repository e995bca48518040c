//! A solver in a child process that speaks SMT-LIB 2, for unbounded integers
//! and as a second opinion.
//!
//! One dialogue is kept alive. A solver that hangs, dies, answers nonsense or is
//! missing makes the check [`Reason::Unavailable`]; the next check starts a new
//! dialogue and replays the assertions.
//!
//! Soundness: Sat is believed only with a model that evaluation confirms.
//! Unsat is believed as it is, so the proof rests on the external solver there.

use crate::evaluate::check_model;
use crate::model_reader::{Question, read_model};
use crate::process::Process;
use crate::sexpr::Sexpr;
use crate::solver::{Budget, Capabilities, CheckResult, Reason, Solver};
use hatha_term::{Model, SmtPrinter, TermId, TermPool};
use std::fmt::Write;
use std::time::Duration;

/// How to run an external solver.
#[derive(Clone, Debug)]
pub struct ExternalConfig {
    /// For messages.
    pub name: String,
    /// Programs to try in order: names on the path, or paths.
    pub programs: Vec<String>,
    /// Arguments that make it read SMT-LIB 2 from its standard input and answer
    /// each command at once.
    pub args: Vec<String>,
    /// What to tell a user who does not have it.
    pub install: String,
    /// How long to wait for an answer before the solver counts as hung.
    pub patience: Duration,
    /// The option that limits the work of a check reproducibly, if it has one.
    pub resource_option: Option<String>,
}

impl ExternalConfig {
    fn new(name: &str, program: &str, args: &[&str], install: &str) -> ExternalConfig {
        ExternalConfig {
            name: name.into(),
            programs: vec![program.into()],
            args: args.iter().map(|&a| a.into()).collect(),
            install: install.into(),
            patience: Duration::from_secs(60),
            resource_option: None,
        }
    }

    /// Z3: Debian's `z3`, or the binary of the Python wheel `z3-solver`.
    pub fn z3() -> ExternalConfig {
        let install = "install it with `apt install z3` or `pip install z3-solver`";
        let mut config = ExternalConfig::new("z3", "z3", &["-in", "-smt2"], install);
        if let Some(home) = std::env::var_os("HOME") {
            let local = std::path::Path::new(&home).join(".local/bin/z3");
            config.programs.push(local.to_string_lossy().into_owned());
        }
        config.resource_option = Some(":rlimit".into());
        config
    }

    /// cvc5.
    pub fn cvc5() -> ExternalConfig {
        let args = ["--lang=smt2", "--incremental", "--quiet"];
        let install = "install it with `apt install cvc5` or from its release page";
        ExternalConfig::new("cvc5", "cvc5", &args, install)
    }

    /// Bitwuzla.
    pub fn bitwuzla() -> ExternalConfig {
        let install = "install it from its release page";
        ExternalConfig::new("bitwuzla", "bitwuzla", &["--lang", "smt2"], install)
    }

    /// Yices.
    pub fn yices() -> ExternalConfig {
        let install = "install it with `apt install yices2` or from its release page";
        ExternalConfig::new("yices", "yices-smt2", &["--incremental"], install)
    }
}

/// The names that [`second_opinion`] knows.
const KNOWN: &str = "z3, cvc5, bitwuzla, yices";

/// The external solver of this name, which has been started and has answered. A
/// missing one is [`Reason::Unavailable`] with a message that says how to get it.
pub fn second_opinion(name: &str) -> Result<External, Reason> {
    let config = match name {
        "z3" => ExternalConfig::z3(),
        "cvc5" => ExternalConfig::cvc5(),
        "bitwuzla" => ExternalConfig::bitwuzla(),
        "yices" => ExternalConfig::yices(),
        _ => {
            let text = format!("no solver is called `{name}`; there are {KNOWN}");
            return Err(Reason::Unavailable(text));
        }
    };
    let mut solver = External::new(config);
    match solver.dialogue() {
        Ok(_) => Ok(solver),
        Err(reason) => Err(solver.explained(reason)),
    }
}

/// A dialogue with what has been sent to it.
struct Dialogue {
    process: Process,
    printer: SmtPrinter,
    /// The number of assertions it has in each of its scopes.
    sent: Vec<usize>,
    /// Numbers the names of assumptions.
    next_name: u64,
    /// The limit on resources that is set.
    limit: Option<u64>,
}

/// An external solver.
pub struct External {
    config: ExternalConfig,
    pool: Option<u64>,
    frames: Vec<Vec<TermId>>,
    dialogue: Option<Dialogue>,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

const PREAMBLE: &str = "(set-option :print-success false)
(set-option :global-declarations true)
(set-option :produce-models true)
(set-option :produce-unsat-assumptions true)
";

impl External {
    /// A solver that is started by the first check.
    pub fn new(config: ExternalConfig) -> External {
        External {
            config,
            pool: None,
            frames: vec![Vec::new()],
            dialogue: None,
            model: None,
            core: None,
        }
    }

    /// How it is run.
    pub fn config(&self) -> &ExternalConfig {
        &self.config
    }

    /// Does the program start and answer? Starts the dialogue if need be.
    pub fn is_available(&mut self) -> bool {
        self.dialogue().is_ok()
    }

    fn forget_answer(&mut self) {
        self.model = None;
        self.core = None;
    }

    /// Says which solver it is and how to get a working one.
    fn explained(&self, reason: Reason) -> Reason {
        let ExternalConfig { name, install, .. } = &self.config;
        match reason {
            Reason::Unavailable(what) => Reason::Unavailable(format!("{name}: {what}; {install}")),
            other => other,
        }
    }

    fn dialogue(&mut self) -> Result<&mut Dialogue, Reason> {
        if self.dialogue.is_none() {
            self.dialogue = Some(self.start()?);
        }
        let missing = || Reason::Unavailable("no dialogue".into());
        self.dialogue.as_mut().ok_or_else(missing)
    }

    fn start(&self) -> Result<Dialogue, Reason> {
        let mut failure = String::from("no program is configured");
        for program in &self.config.programs {
            match Process::start(program, &self.config.args) {
                Ok(process) => return self.greet(process),
                Err(error) => failure = format!("cannot run `{program}`: {error}"),
            }
        }
        Err(Reason::Unavailable(failure))
    }

    /// Sends the options and makes sure that somebody is there who understands.
    fn greet(&self, mut process: Process) -> Result<Dialogue, Reason> {
        process.send(PREAMBLE)?;
        process.send("(set-logic ALL)\n(echo \"ready\")\n")?;
        let answer = process.answer(&Budget::unlimited(), self.config.patience)?;
        if answer.trim_matches('"') != "ready" {
            let text = format!("it greets with `{}`", shorten(&answer));
            return Err(Reason::Unavailable(text));
        }
        Ok(Dialogue {
            process,
            printer: SmtPrinter::new(),
            sent: vec![0],
            next_name: 0,
            limit: None,
        })
    }

    fn run(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        let id = *self.pool.get_or_insert(pool.pool_id());
        if id != pool.pool_id() {
            let text = "one solver is used with two term pools";
            return Err(Reason::Internal(text.into()));
        }
        let frames = std::mem::take(&mut self.frames);
        let answer = self.converse(pool, &frames, assumptions, budget);
        self.frames = frames;
        answer
    }

    fn converse(
        &mut self,
        pool: &TermPool,
        frames: &[Vec<TermId>],
        assumptions: &[TermId],
        budget: &Budget,
    ) -> Result<CheckResult, Reason> {
        let patience = self.config.patience;
        let limit = self.config.resource_option.clone();
        let dialogue = self.dialogue()?;
        let mut script = dialogue.catch_up(pool, frames);
        if let Some(option) = limit {
            dialogue.limit(&option, budget.steps, &mut script);
        }
        let names = dialogue.name_assumptions(pool, assumptions, &mut script);
        // An empty list of assumptions is no SMT-LIB, though some solvers take it.
        let _ = match names.is_empty() {
            true => writeln!(script, "(check-sat)"),
            false => writeln!(script, "(check-sat-assuming ({}))", names.join(" ")),
        };
        dialogue.process.send(&script)?;
        let answer = dialogue.process.answer(budget, patience)?;
        let result = match answer.as_str() {
            "sat" => {
                let asserted = frames.iter().flatten().chain(assumptions);
                let roots: Vec<TermId> = asserted.copied().collect();
                let model = dialogue.ask_model(pool, &roots, budget, patience)?;
                confirm(pool, &roots, &model, budget)?;
                self.model = Some(model);
                CheckResult::Sat
            }
            "unsat" => {
                let core = dialogue.ask_core(&names, assumptions, budget, patience)?;
                self.core = Some(core);
                CheckResult::Unsat
            }
            "unknown" => CheckResult::Unknown(self.gives_up()),
            other => return Err(nonsense(other)),
        };
        // The scope of the assumptions' names.
        self.dialogue()?.process.send("(pop 1)\n")?;
        Ok(result)
    }

    fn gives_up(&self) -> Reason {
        let limited = self.dialogue.as_ref().is_some_and(|d| d.limit.is_some());
        if limited {
            return Reason::OutOfBudget;
        }
        Reason::Unsupported(format!("{} gives up", self.config.name))
    }
}

fn nonsense(answer: &str) -> Reason {
    Reason::Unavailable(format!("it answers `{}`", shorten(answer)))
}

fn shorten(text: &str) -> String {
    text.chars().take(200).collect()
}

/// A model that evaluation does not confirm is doubt, not a verdict. The cause
/// may be the other solver or the reading of its answer.
fn confirm(
    pool: &TermPool,
    roots: &[TermId],
    model: &Model,
    budget: &Budget,
) -> Result<(), Reason> {
    check_model(pool, roots, model, budget).map_err(|reason| match reason {
        Reason::Internal(what) => Reason::Unavailable(format!("unconfirmed answer: {what}")),
        other => other,
    })
}

impl Dialogue {
    /// Sets or lifts the limit on resources.
    fn limit(&mut self, option: &str, limit: Option<u64>, script: &mut String) {
        if limit != self.limit {
            // Zero is no limit.
            let value = limit.map_or(0, |limit| limit.clamp(1, u32::MAX.into()));
            let _ = writeln!(script, "(set-option {option} {value})");
            self.limit = limit;
        }
    }

    /// The commands that give the dialogue the scopes and assertions it lacks.
    fn catch_up(&mut self, pool: &TermPool, frames: &[Vec<TermId>]) -> String {
        let mut script = String::new();
        for (level, frame) in frames.iter().enumerate() {
            if level == self.sent.len() {
                script.push_str("(push 1)\n");
                self.sent.push(0);
            }
            for &t in &frame[self.sent[level]..] {
                self.printer.declare(pool, &[t], &mut script);
                script.push_str("(assert ");
                self.printer.expression(pool, t, &mut script);
                script.push_str(")\n");
            }
            self.sent[level] = frame.len();
        }
        script
    }

    /// Assumptions must be symbols, so each gets one, defined in a scope that
    /// the check closes again.
    fn name_assumptions(
        &mut self,
        pool: &TermPool,
        assumptions: &[TermId],
        script: &mut String,
    ) -> Vec<String> {
        script.push_str("(push 1)\n");
        self.printer.declare(pool, assumptions, script);
        let mut names = Vec::with_capacity(assumptions.len());
        for &t in assumptions {
            let name = format!("$assumed{}", self.next_name);
            self.next_name += 1;
            let _ = write!(script, "(declare-const {name} Bool)\n(assert (= {name} ");
            self.printer.expression(pool, t, script);
            script.push_str("))\n");
            names.push(name);
        }
        names
    }

    fn ask_model(
        &mut self,
        pool: &TermPool,
        roots: &[TermId],
        budget: &Budget,
        patience: Duration,
    ) -> Result<Model, Reason> {
        let question = Question::new(pool, roots, &self.printer);
        if question.is_empty() {
            return Ok(Model::new());
        }
        self.process.send(&question.command())?;
        let answer = self.process.answer(budget, patience)?;
        read_model(pool, &question, &answer).ok_or_else(|| {
            let text = format!("a model that is not understood: {}", shorten(&answer));
            Reason::Unavailable(text)
        })
    }

    fn ask_core(
        &mut self,
        names: &[String],
        assumptions: &[TermId],
        budget: &Budget,
        patience: Duration,
    ) -> Result<Vec<TermId>, Reason> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        self.process.send("(get-unsat-assumptions)\n")?;
        let answer = self.process.answer(budget, patience)?;
        let parsed = Sexpr::parse(&answer);
        let Some(listed) = parsed.as_ref().and_then(Sexpr::list) else {
            // All of them are a core as well, only a large one.
            return Ok(assumptions.to_vec());
        };
        let is_listed = |name: &String| listed.iter().any(|s| s.atom() == Some(name));
        let pairs = names.iter().zip(assumptions);
        let mut core: Vec<TermId> = pairs
            .filter(|(n, _)| is_listed(n))
            .map(|(_, &t)| t)
            .collect();
        core.sort_unstable();
        core.dedup();
        Ok(core)
    }
}

impl Solver for External {
    fn reset(&mut self) {
        // The process knows names of the pool: the next question starts another one.
        *self = External::new(self.config.clone());
    }

    fn push(&mut self) {
        self.forget_answer();
        self.frames.push(Vec::new());
    }

    fn pop(&mut self) {
        self.forget_answer();
        if self.frames.len() == 1 {
            return;
        }
        self.frames.pop();
        let depth = self.frames.len();
        if let Some(dialogue) = &mut self.dialogue
            && dialogue.sent.len() > depth
        {
            dialogue.sent.truncate(depth);
            if dialogue.process.send("(pop 1)\n").is_err() {
                // Dead: the next check starts anew and replays.
                self.dialogue = None;
            }
        }
    }

    fn assert(&mut self, pool: &TermPool, t: TermId) {
        assert!(pool.is_bool(t), "assertions are of sort Bool");
        self.forget_answer();
        if let Some(frame) = self.frames.last_mut() {
            frame.push(t);
        }
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        budget: &Budget,
    ) -> CheckResult {
        self.forget_answer();
        match self.run(pool, assumptions, budget) {
            Ok(answer) => answer,
            Err(reason) => {
                // Whatever went wrong, the dialogue is no longer in step.
                self.dialogue = None;
                self.forget_answer();
                CheckResult::Unknown(self.explained(reason))
            }
        }
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn core(&self) -> Option<&[TermId]> {
        self.core.as_deref()
    }

    fn name(&self) -> &str {
        &self.config.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            integers: true,
            arrays: true,
            functions: true,
            models: true,
            cores: true,
        }
    }
}
