//! The functions of a program, and what the answer about each depends on.
//!
//! **Invariant.** A key is no evidence and no verdict: it says of two versions of a program whether a
//! function would be asked about in the same way, so that whoever keeps what was said about it need
//! not ask again. What could change an answer changes the key: the function and what it may come to
//! call, the globals, the types, the comments that accept checks; and which variables and functions the
//! others name and how, since what nobody names is known better.

use hatha_cfa::escape::Address;
use hatha_cfa::reach::{operands, reachable_procs};
use hatha_cfa::{
    Callee, ExprId, ExprKind, GlobalInit, Op, Place, ProcId, Procedure, Program, Promise, Promised,
    SEMANTICS_VERSION, Span, VarId, VarScope,
};
use hatha_proof::{Contents, hash, lasting_names};
use std::collections::{BTreeMap, BTreeSet};

/// A function that is written in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    /// The last line of it that does something.
    pub last_line: u32,
    /// Whether other files can call it.
    pub external: bool,
    /// What the answer about it depends on, as 32 hexadecimal digits.
    pub key: String,
}

/// The functions that a program defines, models apart; `question` is what is asked of each.
pub fn functions(program: &Program, question: &str) -> Vec<Function> {
    let survey = Survey::new(program, question);
    let own = program.procs().filter(|(_, p)| p.defined && !p.model);
    own.map(|(id, proc)| Function {
        name: proc.name.clone(),
        span: proc.span,
        last_line: last_line(proc),
        external: proc.external,
        key: survey.key(id),
    })
    .collect()
}

fn last_line(proc: &Procedure) -> u32 {
    let here = proc.edges.iter().filter(|e| e.span.file == proc.span.file);
    let last = here.map(|e| e.span.end_line).max();
    last.unwrap_or(0).max(proc.span.line)
}

/// What is known about the parts of a program.
struct Survey<'p> {
    program: &'p Program,
    contents: Contents,
    question: String,
    /// What of each procedure matters to functions that may come to call it, and to the others.
    procedures: BTreeMap<ProcId, (String, BTreeSet<String>)>,
    /// The variables that each procedure mentions.
    mentioned: BTreeMap<ProcId, BTreeSet<VarId>>,
    /// The globals.
    globals: Vec<(VarId, String)>,
    /// The procedures whose address some procedure or initial value holds.
    taken: BTreeSet<ProcId>,
}

impl<'p> Survey<'p> {
    fn new(program: &'p Program, question: &str) -> Self {
        let contents = Contents::new(program, &lasting_names(program, |_| None));
        let records = program.types.records().iter();
        let records = contents.hash(records.map(|r| format!("{r:?}")));
        // A literal is nobody's business but that of who mentions it.
        let is_literal =
            |a: &Address| matches!(a, Address::Variable(v) if program.var(*v).is_made_up());
        let escaped = program.escaped_statics.iter().filter(|a| !is_literal(a));
        let escaped = contents.hash(escaped.map(|a| format!("{a:?}")));
        let surroundings = format!(
            "{} {SEMANTICS_VERSION} {question} {:?} {:?} {:?} {records} {escaped} {}",
            env!("CARGO_PKG_VERSION"),
            program.target,
            program.world,
            program.extent,
            program.volatile_records,
        );
        let mut survey = Survey {
            program,
            contents,
            question: hash(&surroundings),
            procedures: BTreeMap::new(),
            mentioned: BTreeMap::new(),
            globals: Vec::new(),
            taken: BTreeSet::new(),
        };
        for (id, proc) in program.procs() {
            let content = hash(&survey.content(id, proc));
            let vocabulary = survey.vocabulary(proc);
            survey.procedures.insert(id, (content, vocabulary));
            survey.mentioned.insert(id, survey.mentions(proc));
        }
        let globals = program.globals.iter();
        survey.globals = globals
            .map(|(v, init)| (*v, survey.global(*v, init)))
            .collect();
        survey.taken = survey.taken();
        survey
    }

    /// What the answer about a function depends on.
    fn key(&self, entry: ProcId) -> String {
        let reached = self.reached(entry);
        let mut parts = vec![self.question.clone(), self.program.proc(entry).name.clone()];
        let mut mentioned: BTreeSet<VarId> = BTreeSet::new();
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for (id, (content, vocabulary)) in &self.procedures {
            let is_reached = reached.contains(id);
            match is_reached {
                true => parts.push(content.clone()),
                false => named.extend(vocabulary.iter().map(String::as_str)),
            }
            mentioned.extend(
                self.mentioned
                    .get(id)
                    .filter(|_| is_reached)
                    .into_iter()
                    .flatten(),
            );
        }
        parts.extend(named.into_iter().map(str::to_owned));
        // A literal is nobody's business but that of who mentions it.
        let is_asked = |v: VarId| !self.program.var(v).is_made_up() || mentioned.contains(&v);
        let globals = self.globals.iter().filter(|(v, _)| is_asked(*v));
        parts.extend(globals.map(|(_, text)| text.clone()));
        hash(&parts.join("\n"))
    }

    /// The procedures that an execution from a function may come to: where one calls through a pointer,
    /// all whose address is taken anywhere or that other files can call.
    fn reached(&self, entry: ProcId) -> BTreeSet<ProcId> {
        let reached = reachable_procs(self.program, entry);
        let calls_any = |p: &ProcId| {
            self.program
                .proc(*p)
                .edges
                .iter()
                .any(|e| is_indirect(&e.op))
        };
        if !reached.iter().any(calls_any) {
            return reached;
        }
        let open = self.program.procs().filter(|(_, p)| p.external && !p.model);
        let further = self.taken.iter().copied().chain(open.map(|(p, _)| p));
        let further = further.flat_map(|p| reachable_procs(self.program, p));
        reached.iter().copied().chain(further).collect()
    }

    /// The procedures whose address is mentioned somewhere other than in a call of them.
    fn taken(&self) -> BTreeSet<ProcId> {
        let all = self.program.procs().flat_map(|(_, p)| &p.edges);
        let mentioned = all.flat_map(|e| self.expressions(operands(&e.op)));
        let procs = mentioned.filter_map(|e| match self.program.exprs.get(e).kind {
            ExprKind::Proc(p) => Some(p),
            _ => None,
        });
        procs.collect()
    }

    /// A procedure without its positions, but for those that comments depend on.
    fn content(&self, id: ProcId, proc: &Procedure) -> String {
        let program = self.program;
        let places = program.open_orders.iter().chain(&program.compiler_answers);
        let noted = places.filter(|(p, _)| *p == id).count();
        let about = |p: &&Promise| p.proc.is_none_or(|p| p == id);
        let promises = program.promises.iter().filter(about);
        let promises: Vec<&Promised> = promises.map(|p| &p.kind).collect();
        let weak = program
            .weak_definitions
            .iter()
            .map(|(_, name)| name.as_str());
        let weak = weak.collect::<Vec<_>>().join(" ");
        let mut implicit = 0;
        for edge in &proc.edges {
            let all = self.expressions(operands(&edge.op));
            implicit += all
                .into_iter()
                .filter(|e| self.program.implicit.contains(e))
                .count();
        }
        format!(
            "{} {} {} {} {implicit} {noted} {promises:?} {weak} {}",
            proc.name,
            proc.external,
            proc.noreturn,
            self.contents.procedure(self.program, proc),
            self.accepted(proc)
        )
    }

    /// The comments in a procedure that accept checks, and where its operations stand beside them.
    fn accepted(&self, proc: &Procedure) -> String {
        if proc.model || !proc.span.is_some() {
            return String::new();
        }
        let first = proc.span.line.saturating_sub(1);
        let lines = (first..=last_line(proc)).filter_map(|n| {
            let text = self.program.sources.line(proc.span.file, n)?;
            let at = text.find("hatha: accept ")?;
            Some(format!("{} {}", n - first, &text[at..]))
        });
        let comments: Vec<String> = lines.collect();
        if comments.is_empty() {
            return String::new();
        }
        let places = proc.edges.iter();
        let places = places.map(|e| e.span.line.wrapping_sub(first).to_string());
        let places: Vec<String> = places.collect();
        format!("{} {}", comments.join(";"), places.join(","))
    }

    /// What a procedure names: globals that it writes, reads or takes the address of, functions that it
    /// calls, and whether it hands an address to them.
    fn vocabulary(&self, proc: &Procedure) -> BTreeSet<String> {
        let mut words: BTreeSet<String> = BTreeSet::new();
        for edge in &proc.edges {
            self.name_parts(&edge.op, &mut words);
        }
        words
    }

    fn name_parts(&self, op: &Op, words: &mut BTreeSet<String>) {
        let name = |v: VarId| self.program.var(v).name.as_str();
        let is_global = |v: VarId| {
            let var = self.program.var(v);
            var.scope == VarScope::Global && !var.is_made_up()
        };
        if let Some(v) = written(op).filter(|&v| is_global(v)) {
            words.insert(format!("writes {}", name(v)));
        }
        let mut hands_address = false;
        for e in self.expressions(operands(op)) {
            let kind = self.program.exprs.get(e).kind;
            hands_address |= matches!(kind, ExprKind::AddrOf(_));
            let word = match kind {
                ExprKind::Var(v) if is_global(v) => format!("reads {}", name(v)),
                ExprKind::AddrOf(v) if is_global(v) => format!("address {}", name(v)),
                ExprKind::Proc(p) => format!("function {}", self.program.proc(p).name),
                _ => continue,
            };
            words.insert(word);
        }
        if let Op::Call { callee, .. } = op {
            let callee = match callee {
                Callee::Direct(p) => self.program.proc(*p).name.as_str(),
                Callee::Indirect(_) | Callee::Elsewhere(_) => "*",
            };
            words.insert(format!("calls {callee} {hands_address}"));
        }
    }

    /// The variables that a procedure mentions.
    fn mentions(&self, proc: &Procedure) -> BTreeSet<VarId> {
        let all = proc
            .edges
            .iter()
            .flat_map(|e| self.expressions(operands(&e.op)));
        let variables = all.filter_map(|e| match self.program.exprs.get(e).kind {
            ExprKind::AddrOf(v) | ExprKind::Var(v) => Some(v),
            _ => None,
        });
        variables.collect()
    }

    /// A global with its initial value.
    fn global(&self, v: VarId, init: &GlobalInit) -> String {
        let var = self.program.var(v);
        self.contents.hash([format!(
            "{v:?} {init:?} {:?} {:?} {:?} {:?} {} {}",
            var.ty, var.storage, var.linkage, var.align, var.volatile, var.read_only
        )])
    }

    /// Some expressions and all their parts.
    fn expressions(&self, mut work: Vec<ExprId>) -> BTreeSet<ExprId> {
        let mut seen = BTreeSet::new();
        while let Some(e) = work.pop() {
            if seen.insert(e) {
                work.extend(self.program.exprs.children(e));
            }
        }
        seen
    }
}

fn is_indirect(op: &Op) -> bool {
    matches!(
        op,
        Op::Call {
            callee: Callee::Indirect(_) | Callee::Elsewhere(_),
            ..
        }
    )
}

/// The variable that an edge gives a value by its name.
fn written(op: &Op) -> Option<VarId> {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => result.as_ref(),
        _ => None,
    };
    match place? {
        Place::Slot(v) => Some(*v),
        _ => None,
    }
}
