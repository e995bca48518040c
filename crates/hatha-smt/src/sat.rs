//! The CaDiCaL instance: emits clauses for gates on demand and solves.

use crate::gates::{Gate, Gates, Lit};
use crate::solver::{Budget, Reason};
use cadical::Callbacks;
use hatha_term::Bv;
use rustc_hash::{FxHashMap, FxHashSet};

/// The work between two looks of a search at the budget: so much in any case, more the more gates
/// there are to propagate through (so many are one unit), and for each literal that is learnt. A
/// multiplier takes a hundred times as long from one look to the next as a counter does: by
/// looks alone a hard question would hold up whoever waits for the end of a round.
const LOOK: u64 = 10;
const LOOK_GATES: u64 = 512;
const LITERAL: u64 = 3;

/// The work of a search that ends at once, and the gates that cost as much as one unit: new ones,
/// and those through which what is assumed goes again.
const SEARCH: u64 = 100;
const GATES: u64 = 4;
const OLD_GATES: u64 = 32;

/// Ends the search when the budget's flag or deadline says so.
#[derive(Default)]
struct Stop {
    budget: Budget,
    stopped: bool,
    /// The work between two looks, beside what is learnt.
    look: u64,
    /// The literals that were learnt since the last one.
    learnt: u64,
}

impl Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        // The solver asks after a fixed number of decisions and conflicts.
        let learnt = std::mem::take(&mut self.learnt);
        self.budget.spend(self.look + LITERAL * learnt);
        self.stopped |= self.budget.is_interrupted();
        self.stopped
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, clause: &[i32]) {
        self.learnt += clause.len() as u64;
    }
}

/// One SAT solver with the gates it knows.
pub(crate) struct Sat {
    solver: cadical::Solver<Stop>,
    effort: Effort,
    /// The SAT variable of each gate, or zero.
    vars: Vec<i32>,
    last_var: i32,
    /// The gates with a variable.
    emitted: Vec<usize>,
    /// How many of them have been counted as work.
    charged: usize,
    stack: Vec<usize>,
    /// Constraints of divisions to be asserted.
    constraints: Vec<Lit>,
    /// The divisions whose constraints have been scheduled.
    divisions: FxHashSet<u32>,
}

/// How a SAT solver spends its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Search alone: best for easy questions, which most are.
    Quick,
    /// Search and inprocessing: pays for hard ones.
    Thorough,
}

impl Sat {
    /// An instance without clauses.
    pub(crate) fn new(effort: Effort) -> Sat {
        // An unknown configuration is refused and leaves the default, which
        // answers no differently.
        let solver = match effort {
            Effort::Quick => cadical::Solver::with_config("plain").unwrap_or_default(),
            Effort::Thorough => cadical::Solver::new(),
        };
        Sat {
            solver,
            effort,
            vars: Vec::new(),
            last_var: 0,
            emitted: Vec::new(),
            charged: 0,
            stack: Vec::new(),
            constraints: Vec::new(),
            divisions: FxHashSet::default(),
        }
    }

    /// Becomes an instance without clauses. The list of variables stays, since there may be many more gates
    /// than those that an instance knows.
    pub(crate) fn restart(&mut self, effort: Effort) {
        let mut vars = std::mem::take(&mut self.vars);
        for &gate in &self.emitted {
            vars[gate] = 0;
        }
        *self = Sat {
            vars,
            ..Sat::new(effort)
        };
    }

    /// How it was made.
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// The number of gates that the SAT solver knows.
    pub(crate) fn gate_count(&self) -> usize {
        self.emitted.len()
    }

    /// A new SAT variable.
    pub(crate) fn fresh(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }

    /// Adds a clause.
    pub(crate) fn clause(&mut self, lits: &[i32]) {
        self.solver.add_clause(lits.iter().copied());
    }

    /// The SAT literal of a gate's output; emits the clauses of all gates that
    /// it depends on, and the constraints of the divisions among them.
    pub(crate) fn literal(&mut self, gates: &Gates, l: Lit) -> i32 {
        self.emit_cone(gates, l);
        while let Some(constraint) = self.constraints.pop() {
            self.emit_cone(gates, constraint);
            self.clause(&[self.known(constraint)]);
        }
        self.known(l)
    }

    fn emit_cone(&mut self, gates: &Gates, l: Lit) {
        self.vars.resize(gates.len(), 0);
        self.stack.push(l.gate());
        while let Some(&top) = self.stack.last() {
            if self.vars[top] != 0 || !self.schedule(gates.gate(top)) {
                self.stack.pop();
                if self.vars[top] == 0 {
                    self.emit(gates, top);
                }
            }
        }
    }

    fn known(&self, l: Lit) -> i32 {
        let var = self.vars[l.gate()];
        if l.is_negated() { -var } else { var }
    }

    /// Pushes the operands that have no variable yet; was there any?
    fn schedule(&mut self, gate: Gate) -> bool {
        let before = self.stack.len();
        let vars = &self.vars;
        let missing = |l: &Lit| vars[l.gate()] == 0;
        self.stack
            .extend(gate.operands().filter(missing).map(Lit::gate));
        self.stack.len() > before
    }

    fn emit(&mut self, gates: &Gates, index: usize) {
        let o = self.fresh();
        self.vars[index] = o;
        self.emitted.push(index);
        match gates.gate(index) {
            Gate::False => self.clause(&[-o]),
            Gate::Input => {}
            // The first bit of a division that is needed brings its constraint.
            Gate::Division { id, .. } => {
                if self.divisions.insert(id) {
                    self.constraints.push(gates.division(id).constraint);
                }
            }
            Gate::And(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                self.clause(&[-o, a]);
                self.clause(&[-o, b]);
                self.clause(&[o, -a, -b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                self.clause(&[-o, a, b]);
                self.clause(&[-o, -a, -b]);
                self.clause(&[o, -a, b]);
                self.clause(&[o, a, -b]);
            }
            Gate::Mux(c, a, b) => self.emit_mux(o, [c, a, b].map(|l| self.known(l))),
            Gate::Xor3(a, b, c) => self.emit_xor3(o, [a, b, c].map(|l| self.known(l))),
            Gate::Majority(a, b, c) => self.emit_majority(o, [a, b, c].map(|l| self.known(l))),
        }
    }

    fn emit_mux(&mut self, o: i32, [c, a, b]: [i32; 3]) {
        self.clause(&[-c, -o, a]);
        self.clause(&[-c, o, -a]);
        self.clause(&[c, -o, b]);
        self.clause(&[c, o, -b]);
        // Implied, but they let both arms propagate without the condition.
        self.clause(&[-a, -b, o]);
        self.clause(&[a, b, -o]);
    }

    fn emit_xor3(&mut self, o: i32, [a, b, c]: [i32; 3]) {
        for signs in 0..8 {
            let s = |i: i32, l: i32| if signs >> i & 1 == 1 { -l } else { l };
            let odd = (signs as u32).count_ones() % 2 == 1;
            // The clause excludes one assignment of the inputs with the wrong
            // output: inputs that are the negations of its literals.
            self.clause(&[s(0, a), s(1, b), s(2, c), if odd { o } else { -o }]);
        }
    }

    fn emit_majority(&mut self, o: i32, [a, b, c]: [i32; 3]) {
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.clause(&[-x, -y, o]);
            self.clause(&[x, y, -o]);
        }
    }

    /// Solves under assumptions.
    pub(crate) fn solve(&mut self, assumptions: &[i32], budget: &Budget) -> Result<bool, Reason> {
        for (name, limit) in [("conflicts", budget.conflicts), ("decisions", budget.steps)] {
            if let Some(limit) = limit {
                let limit = i32::try_from(limit).unwrap_or(i32::MAX);
                let set = self.solver.set_limit(name, limit);
                set.map_err(|e| Reason::Internal(format!("limit {name}: {e}")))?;
            }
        }
        let emitted = self.emitted.len();
        let new = emitted - std::mem::replace(&mut self.charged, emitted);
        budget.spend(SEARCH + new as u64 / GATES + emitted as u64 / OLD_GATES);
        let clocked =
            budget.interrupt.is_some() || budget.deadline.is_some() || budget.pace.is_some();
        self.solver.set_callbacks(clocked.then(|| Stop {
            budget: budget.clone(),
            stopped: false,
            look: LOOK + emitted as u64 / LOOK_GATES,
            learnt: 0,
        }));
        let answer = self.solver.solve_with(assumptions.iter().copied());
        let stopped = self.solver.get_callbacks().is_some_and(|cbs| cbs.stopped);
        answer.ok_or(if stopped {
            Reason::Interrupted
        } else {
            Reason::OutOfBudget
        })
    }

    /// Was the assumption used to refute the formula?
    pub(crate) fn failed(&self, assumption: i32) -> bool {
        self.solver.failed(assumption)
    }
}

/// The last solution, extended to all gates: a gate that the SAT solver has not
/// seen is computed from its operands, and an input it has not seen is false.
pub(crate) struct Assignment<'a> {
    sat: &'a Sat,
    gates: &'a Gates,
    computed: FxHashMap<usize, bool>,
    stack: Vec<usize>,
}

impl<'a> Assignment<'a> {
    /// The assignment of the last solution, which there must be.
    pub(crate) fn new(sat: &'a Sat, gates: &'a Gates) -> Assignment<'a> {
        Assignment {
            sat,
            gates,
            computed: FxHashMap::default(),
            stack: Vec::new(),
        }
    }

    fn known(&self, gate: usize) -> Option<bool> {
        match self.sat.vars.get(gate) {
            Some(&var) if var != 0 => Some(self.sat.solver.value(var) == Some(true)),
            _ => self.computed.get(&gate).copied(),
        }
    }

    /// The value of a literal.
    pub(crate) fn value(&mut self, l: Lit) -> bool {
        if let Some(value) = self.known(l.gate()) {
            return value != l.is_negated();
        }
        self.stack.push(l.gate());
        while let Some(&top) = self.stack.last() {
            if self.known(top).is_some() {
                self.stack.pop();
                continue;
            }
            let gate = self.gates.gate(top);
            let before = self.stack.len();
            let needed: Vec<usize> = match gate {
                Gate::Division { id, .. } => {
                    let dividend = &self.gates.division(id).dividend;
                    dividend.iter().map(|l| l.gate()).collect()
                }
                _ => gate.operands().map(Lit::gate).collect(),
            };
            let missing = needed.into_iter().filter(|&g| self.known(g).is_none());
            let missing: Vec<usize> = missing.collect();
            self.stack.extend(missing);
            if self.stack.len() == before {
                let value = self.compute(gate);
                self.computed.insert(top, value);
                self.stack.pop();
            }
        }
        self.known(l.gate()).unwrap_or(false) != l.is_negated()
    }

    fn compute(&self, gate: Gate) -> bool {
        let v = |l: Lit| self.known(l.gate()).unwrap_or(false) != l.is_negated();
        match gate {
            Gate::False | Gate::Input => false,
            Gate::And(a, b) => v(a) && v(b),
            Gate::Xor(a, b) => v(a) != v(b),
            Gate::Mux(c, a, b) => v(if v(c) { a } else { b }),
            Gate::Xor3(a, b, c) => v(a) ^ v(b) ^ v(c),
            Gate::Majority(a, b, c) => v(a) as u8 + v(b) as u8 + v(c) as u8 >= 2,
            Gate::Division { id, bit } => {
                let division = self.gates.division(id);
                let dividend = &division.dividend;
                let width = dividend.len() as u32;
                let dividend = Bv::from_bits(width, |i| v(dividend[i as usize]));
                division.value(&dividend, bit)
            }
        }
    }
}
