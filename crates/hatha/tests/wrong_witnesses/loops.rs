//! Loops whose meaning is known apart from hatha: a start, a condition, and steps.

use super::linear::{Atom, RELATIONS, Random, Sum, number, z3};
use std::fmt::Write as _;

/// The variables of every loop; `n` is the input.
const VARIABLES: [&str; 3] = ["n", "x", "y"];
/// Iterations that Z3 unrolls.
const DEPTH: usize = 10;

/// A loop from a start, with one of some steps in each iteration, and what holds at its head.
pub struct Loop {
    limit: i32,
    start: [Sum; 2],
    condition: Atom,
    steps: Vec<[Sum; 2]>,
    /// Atoms that are meant to hold together.
    pub invariant: Vec<Atom>,
}

/// What is known of an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is inductive.
    Holds,
    /// An execution breaks it.
    Fails,
    /// It is not inductive, and no short execution breaks it.
    Open,
}

fn sum(parts: &[(i32, &'static str)], constant: i32) -> Sum {
    Sum {
        parts: parts.to_vec(),
        constant,
    }
}

fn atom(parts: &[(i32, &'static str)], constant: i32, relation: &'static str) -> Atom {
    Atom {
        sum: sum(parts, constant),
        relation,
    }
}

impl Loop {
    /// One of three kinds: counting up, counting down, and with a choice in each iteration.
    pub fn random(random: &mut Random) -> Self {
        let (limit, k) = (random.within(4, 9), random.within(1, 5));
        let up = sum(&[(1, "x")], 1);
        let add = |k| sum(&[(1, "y")], k);
        match random.below(3) {
            0 => Loop {
                limit,
                start: [sum(&[], 0), sum(&[], k)],
                condition: atom(&[(1, "x"), (-1, "n")], 0, "<"),
                steps: vec![[up, add(k)]],
                invariant: vec![
                    atom(&[(1, "x"), (-1, "n")], 0, "<="),
                    atom(&[(1, "y"), (-k, "x")], -k, "=="),
                    atom(&[(1, "x")], 0, ">="),
                    atom(&[(1, "n")], -limit, "<="),
                    atom(&[(1, "n")], 0, ">="),
                ],
            },
            1 => Loop {
                limit,
                start: [sum(&[(1, "n")], 0), sum(&[], 0)],
                condition: atom(&[(1, "x")], 0, ">"),
                steps: vec![[sum(&[(1, "x")], -1), add(k)]],
                invariant: vec![
                    atom(&[(1, "x")], 0, ">="),
                    atom(&[(1, "y"), (k, "x"), (-k, "n")], 0, "=="),
                    atom(&[(1, "x"), (-1, "n")], 0, "<="),
                    atom(&[(1, "n")], -limit, "<="),
                    atom(&[(1, "n")], 0, ">="),
                ],
            },
            _ => Loop {
                limit,
                start: [sum(&[], 0), sum(&[], 0)],
                condition: atom(&[(1, "x"), (-1, "n")], 0, "<"),
                steps: vec![[up.clone(), add(1)], [up, add(k + 1)]],
                invariant: vec![
                    atom(&[(1, "x"), (-1, "y")], 0, "<="),
                    atom(&[(1, "y")], 0, ">="),
                    atom(&[(1, "y")], -100, "<="),
                    atom(&[(1, "y"), (-k - 1, "x")], 0, "<="),
                    atom(&[(1, "x"), (-1, "n")], 0, "<="),
                    atom(&[(1, "x")], 0, ">="),
                    atom(&[(1, "n")], -limit, "<="),
                    atom(&[(1, "n")], 0, ">="),
                ],
            },
        }
    }

    /// The program; its loop starts on line 7, and its property is that the condition is over.
    pub fn c(&self) -> String {
        let step = |s: &[Sum; 2]| format!("x = {}; y = {};", s[0].c(), s[1].c());
        let body = match &self.steps[..] {
            [one] => step(one),
            several => format!(
                "if (__VERIFIER_nondet_int()) {{ {} }} else {{ {} }}",
                step(&several[0]),
                step(&several[1])
            ),
        };
        format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
             int main(void) {{\n  int n = __VERIFIER_nondet_int();\n  \
             if (n < 0 || n > {}) return 0;\n  int x = {}, y = {};\n  \
             while ({}) {{ {body} }}\n  if ({}) reach_error();\n  return 0;\n}}\n",
            self.limit,
            self.start[0].c(),
            self.start[1].c(),
            self.condition.c(),
            self.condition.c()
        )
    }

    /// What Z3 says about an invariant: whether an execution of some iterations breaks it, then
    /// whether the start and each step keep it.
    pub fn truth(&self, invariant: &[Atom]) -> Truth {
        if z3(&self.unrolled(invariant)) == Some(true) {
            return Truth::Fails;
        }
        let kept = z3(&self.step(invariant, "0", true)) == Some(false);
        match kept && z3(&self.step(invariant, "1", false)) == Some(false) {
            true => Truth::Holds,
            false => Truth::Open,
        }
    }

    /// Some head within [`DEPTH`] iterations breaks the invariant.
    fn unrolled(&self, invariant: &[Atom]) -> String {
        let mut text = self.started();
        let mut broken = vec![broken(invariant, "0")];
        for i in 0..DEPTH {
            let (now, next) = (i.to_string(), (i + 1).to_string());
            declare(&mut text, &next);
            let taken = self.taken(&now, &next);
            // A loop that is over stays where it is.
            let stays = format!("(and (= x{next} x{now}) (= y{next} y{now}) (= n{next} n{now}))");
            let condition = self.condition.smt(&now);
            let _ = writeln!(text, "(assert (ite {condition} {taken} {stays}))");
            broken.push(self::broken(invariant, &next));
        }
        let _ = writeln!(text, "(assert (or {}))\n(check-sat)", broken.join(" "));
        text
    }

    /// The start (or any head that keeps the invariant, and a step from it) breaks the invariant.
    fn step(&self, invariant: &[Atom], at: &str, is_start: bool) -> String {
        let mut text = String::new();
        if is_start {
            text = self.started();
        } else {
            declare(&mut text, "0");
            declare(&mut text, "1");
            let condition = self.condition.smt("0");
            let _ = writeln!(text, "(assert (not {}))", broken(invariant, "0"));
            let _ = writeln!(
                text,
                "(assert {condition})\n(assert {})",
                self.taken("0", "1")
            );
        }
        let _ = writeln!(text, "(assert {})\n(check-sat)", broken(invariant, at));
        text
    }

    fn started(&self) -> String {
        let mut text = String::new();
        declare(&mut text, "0");
        let (low, high) = (number(0), number(self.limit));
        let _ = writeln!(text, "(assert (and (bvsge n0 {low}) (bvsle n0 {high})))");
        let (x, y) = (self.start[0].smt("0"), self.start[1].smt("0"));
        let _ = writeln!(text, "(assert (and (= x0 {x}) (= y0 {y})))");
        text
    }

    fn taken(&self, now: &str, next: &str) -> String {
        let one = |s: &[Sum; 2]| {
            let (x, y) = (s[0].smt(now), s[1].smt(now));
            format!("(and (= x{next} {x}) (= y{next} {y}) (= n{next} n{now}))")
        };
        let all: Vec<String> = self.steps.iter().map(one).collect();
        format!("(or {})", all.join(" "))
    }
}

fn declare(text: &mut String, suffix: &str) {
    for v in VARIABLES {
        let _ = writeln!(text, "(declare-const {v}{suffix} (_ BitVec 32))");
    }
}

fn broken(invariant: &[Atom], suffix: &str) -> String {
    let all: Vec<String> = invariant.iter().map(|a| a.smt(suffix)).collect();
    format!("(not (and true {}))", all.join(" "))
}

/// An invariant that is changed in one place.
pub fn mutated(invariant: &[Atom], random: &mut Random) -> Vec<Atom> {
    let mut all = invariant.to_vec();
    let at = random.below(all.len());
    let atom = &mut all[at];
    match random.below(5) {
        0 => atom.sum.constant += random.one_of(&[-1, 1]),
        1 => atom.sum.constant += random.one_of(&[-3, 3]),
        2 => atom.relation = random.one_of(&RELATIONS),
        3 => atom.sum.parts[0].0 += random.one_of(&[-1, 1]),
        _ => {
            all.remove(at);
        }
    }
    all
}
