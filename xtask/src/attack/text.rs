//! Random C as text: one statement on each line, so that lines can be dropped.

use crate::rng::Rng;

/// Lines with indentation.
#[derive(Default)]
pub struct Text {
    lines: Vec<String>,
    depth: usize,
}

impl Text {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.lines
            .push(format!("{}{}", "    ".repeat(self.depth), line.as_ref()));
    }

    /// Adds a line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(format!("{} {{", line.as_ref()));
        self.depth += 1;
    }

    /// Closes a block.
    pub fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }

    /// Closes a block and opens its other side.
    pub fn otherwise(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line("} else {");
        self.depth += 1;
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.lines.into_iter().map(|l| l + "\n").collect()
    }
}

/// Helpers for choices.
pub trait Choices {
    /// True in `percent` of a hundred cases.
    fn chance(&mut self, percent: usize) -> bool;
    /// One of some texts.
    fn word<'a>(&mut self, words: &[&'a str]) -> &'a str;
    /// A number of `low..=high`.
    fn between(&mut self, low: i64, high: i64) -> i64;
}

impl Choices for Rng {
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }
}

/// Types of integers of every width.
pub const INTEGERS: [&str; 12] = [
    "signed char",
    "unsigned char",
    "char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

/// A constant, often one at which something turns over.
pub fn constant(rng: &mut Rng) -> String {
    const CORNERS: [&str; 22] = [
        "0",
        "1",
        "-1",
        "2",
        "3",
        "7",
        "8",
        "127",
        "128",
        "-128",
        "255",
        "256",
        "32767",
        "65535",
        "0x7fffffff",
        "(-0x7fffffff-1)",
        "0xffffffffu",
        "0x80000000u",
        "0x7fffffffffffffffLL",
        "(-0x7fffffffffffffffLL-1)",
        "0xffffffffffffffffuLL",
        "31",
    ];
    match rng.chance(45) {
        true => rng.word(&CORNERS).to_owned(),
        false => rng.between(-9, 20).to_string(),
    }
}

/// An expression without side effects over the given operands, which are integers.
pub fn expression(rng: &mut Rng, operands: &[String], depth: usize) -> String {
    if depth == 0 || rng.chance(18) {
        return match operands.is_empty() || rng.chance(30) {
            true => constant(rng),
            false => rng.pick(operands).clone(),
        };
    }
    let a = expression(rng, operands, depth - 1);
    let b = expression(rng, operands, depth - 1);
    match rng.below(16) {
        0..=4 => format!("({a} {} {b})", rng.word(&["+", "-", "*", "&", "|", "^"])),
        5 | 6 => format!(
            "({a} {} {b})",
            rng.word(&["<", "<=", ">", ">=", "==", "!="])
        ),
        7 => format!("({a} {} ({b} & 15))", rng.word(&["<<", ">>"])),
        8 => format!("({a} {} (({b} & 7) + 1))", rng.word(&["/", "%"])),
        9 => format!("({}({a}))", rng.word(&["-", "~", "!"])),
        10 | 11 => format!("(({})({a}))", rng.word(&INTEGERS)),
        12 => {
            let c = expression(rng, operands, depth - 1);
            format!("({c} ? {a} : {b})")
        }
        13 => format!("({a} {} {b})", rng.word(&["&&", "||"])),
        // The divisor may be 0, or -1 below the least value: then the run faults.
        14 if rng.chance(20) => format!("({a} {} {b})", rng.word(&["/", "%"])),
        14 => format!("((long long)({a}) {} ({b} & 31))", rng.word(&["<<", ">>"])),
        _ => format!("((unsigned)({a}) {} ({b} & 31))", rng.word(&["<<", ">>"])),
    }
}
