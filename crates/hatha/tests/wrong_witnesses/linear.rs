//! Linear expressions over 32-bit variables, as C and as SMT-LIB.

use hatha_term::random::Rng;

/// A number that depends on a seed alone.
pub struct Random(Rng);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(Rng::new(seed))
    }

    /// Below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.index(limit)
    }

    /// In a range.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub parts: Vec<(i32, &'static str)>,
    pub constant: i32,
}

impl Sum {
    pub fn c(&self) -> String {
        let parts = self.parts.iter().map(|(k, v)| format!("{k} * {v}"));
        let all: Vec<String> = parts.chain([self.constant.to_string()]).collect();
        all.join(" + ")
    }

    /// In SMT-LIB, with a suffix for the names of its variables.
    pub fn smt(&self, suffix: &str) -> String {
        let part = |(k, v): &(i32, &str)| format!("(bvmul {} {v}{suffix})", number(*k));
        let mut out = number(self.constant);
        for p in &self.parts {
            out = format!("(bvadd {} {out})", part(p));
        }
        out
    }
}

/// A constant of 32 bits.
pub fn number(n: i32) -> String {
    format!("#x{n:08x}")
}

/// A comparison of a sum with zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub sum: Sum,
    pub relation: &'static str,
}

/// The relations, in C.
pub const RELATIONS: [&str; 6] = ["<", "<=", "==", "!=", ">=", ">"];

impl Atom {
    pub fn c(&self) -> String {
        format!("{} {} 0", self.sum.c(), self.relation)
    }

    pub fn smt(&self, suffix: &str) -> String {
        let (a, zero) = (self.sum.smt(suffix), number(0));
        match self.relation {
            "<" => format!("(bvslt {a} {zero})"),
            "<=" => format!("(bvsle {a} {zero})"),
            ">" => format!("(bvsgt {a} {zero})"),
            ">=" => format!("(bvsge {a} {zero})"),
            "==" => format!("(= {a} {zero})"),
            _ => format!("(not (= {a} {zero}))"),
        }
    }
}

/// What a satisfiability solver says about an SMT-LIB text.
pub fn z3(text: &str) -> Option<bool> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new("z3")
        .args(["-in", "-T:20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    match String::from_utf8_lossy(&output.stdout).trim() {
        "sat" => Some(true),
        "unsat" => Some(false),
        other => panic!("z3 says {other}\n{text}"),
    }
}
