//! Formulas in the style of SMT-LIB's QF_FP against Z3 and Bitwuzla.
//!
//! Four families as the library has them: an operation on constants with a claim about its result;
//! sums and products of bounded variables against a constant; laws of arithmetic; random trees. A
//! contradiction between two solvers is an error; so is a median above Z3's.

use crate::Result;
use crate::process::available;
use clap::Args;
use hatha_smt::layers::default_chain;
use hatha_smt::{Budget, CheckResult, Solver};
use hatha_term::random::Rng;
use hatha_term::{Bv, Format, TermPool, read_smtlib};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Args, Clone)]
pub struct Options {
    /// How many formulas
    #[arg(long, default_value_t = 2_000)]
    count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds that each solver has for a formula
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// A Python with the modules `z3` and `bitwuzla`; without it the `z3` of the system is asked
    #[arg(long)]
    python: Option<PathBuf>,
    /// Print each formula that takes longer than this many seconds
    #[arg(long)]
    slow: Option<f64>,
}

impl Options {
    /// What every run of the tests does.
    pub fn sample() -> Options {
        Options {
            count: 60,
            seed: 1,
            limit: 5.0,
            python: None,
            slow: None,
        }
    }
}

/// The formats of the library's benchmarks.
const FORMATS: [Format; 3] = [Format::HALF, Format::SINGLE, Format::DOUBLE];

const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Writes random formulas.
struct Generator {
    rng: Rng,
    format: Format,
    /// Declarations and assertions.
    text: String,
    variables: usize,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut rng = Rng::new(seed);
        let format = *rng.pick(&FORMATS);
        Generator {
            rng,
            format,
            text: "(set-logic QF_FP)\n".to_owned(),
            variables: 0,
        }
    }

    fn script(mut self) -> String {
        match self.rng.below(4) {
            0 => self.operation_on_constants(),
            1 => self.bounded(),
            2 => self.law(),
            _ => self.tree(),
        }
        self.text
    }

    fn sort(&self) -> String {
        let f = self.format;
        format!("(_ FloatingPoint {} {})", f.exponent_bits(), f.precision())
    }

    fn variable(&mut self) -> String {
        let name = format!("x{}", self.variables);
        self.variables += 1;
        let sort = self.sort();
        let _ = writeln!(self.text, "(declare-fun {name} () {sort})");
        name
    }

    fn assert(&mut self, fact: &str) {
        let _ = writeln!(self.text, "(assert {fact})");
    }

    fn literal(&self, bits: u128) -> String {
        let f = self.format;
        if f.is_nan(bits) {
            return format!("(_ NaN {} {})", f.exponent_bits(), f.precision());
        }
        let part = |width: u32, at: u32| Bv::new(width, bits >> at & ((1 << width) - 1));
        let (sign, exponent) = (
            part(1, f.width() - 1),
            part(f.exponent_bits(), f.fraction_bits()),
        );
        format!("(fp {sign} {exponent} {})", part(f.fraction_bits(), 0))
    }

    fn constant(&mut self) -> String {
        let bits = self.rng.float(self.format);
        self.literal(bits)
    }

    /// A small number with few digits.
    fn plain(&mut self) -> String {
        let f = self.format;
        let exponent = u128::from(f.bias() - 3 + self.rng.below(7) as u32) << f.fraction_bits();
        let digits = u128::from(self.rng.below(8)) << (f.fraction_bits() - 3);
        let sign = u128::from(self.rng.below(2)) * f.sign_mask();
        self.literal(sign | exponent | digits)
    }

    fn mode(&mut self) -> &'static str {
        MODES[self.rng.index(MODES.len())]
    }

    fn rounded(&mut self, name: &str, args: &[String]) -> String {
        format!("({name} {} {})", self.mode(), args.join(" "))
    }

    fn binary_name(&mut self) -> &'static str {
        let names = ["fp.add", "fp.sub", "fp.mul", "fp.div", "fp.add", "fp.mul"];
        names[self.rng.index(names.len())]
    }

    fn comparison(&mut self, a: &str, b: &str) -> String {
        let names = ["fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq", "="];
        format!("({} {a} {b})", self.rng.pick(&names))
    }

    /// Wintersteiger's: variables that equal constants, an operation, a claim.
    fn operation_on_constants(&mut self) {
        let variables: Vec<String> = (0..3).map(|_| self.variable()).collect();
        for x in &variables {
            let value = self.constant();
            self.assert(&format!("(= {x} {value})"));
        }
        let term = match self.rng.below(8) {
            0 => self.rounded("fp.fma", &variables),
            1 => self.rounded("fp.sqrt", &variables[..1]),
            2 => self.rounded("fp.roundToIntegral", &variables[..1]),
            3 if self.format == Format::HALF => {
                format!("(fp.rem {} {})", variables[0], variables[1])
            }
            _ => {
                let name = self.binary_name();
                self.rounded(name, &variables[..2])
            }
        };
        let result = self.variable();
        self.assert(&format!("(= {result} {term})"));
        let value = self.constant();
        let claim = self.comparison(&result, &value);
        self.assert(&claim);
    }

    /// Griggio's: bounded variables in sums of products.
    fn bounded(&mut self) {
        let count = 2 + self.rng.below(3);
        let mut sum = self.plain();
        let sums = ["fp.add", "fp.sub"];
        for _ in 0..count {
            let x = self.variable();
            let (a, b) = (self.plain(), self.plain());
            self.assert(&format!("(fp.leq (fp.abs {x}) (fp.abs {a}))"));
            let product = format!("(fp.mul RNE {b} {x})");
            let name = self.rng.pick(&sums);
            sum = format!("({name} RNE {sum} {product})");
        }
        let limit = self.plain();
        let claim = self.comparison(&sum, &limit);
        self.assert(&claim);
    }

    /// The negation of something that holds of all numbers, or nearly.
    fn law(&mut self) {
        let (x, y) = (self.variable(), self.variable());
        let r = self.mode();
        let number = |t: &str| format!("(and (not (fp.isNaN {t})) (not (fp.isInfinite {t})))");
        let laws = [
            format!("(= (fp.add {r} {x} {y}) (fp.add {r} {y} {x}))"),
            format!("(= (fp.mul {r} {x} {y}) (fp.mul {r} {y} {x}))"),
            format!("(= (fp.sub RNE {x} {y}) (fp.neg (fp.sub RNE {y} {x})))"),
            format!("(=> (fp.eq (fp.sub {r} {x} {y}) (fp.sub {r} {x} {x})) (fp.eq {x} {y}))"),
            format!(
                "(=> (fp.leq {x} {y}) (fp.leq (fp.roundToIntegral {r} {x}) (fp.roundToIntegral {r} {y})))"
            ),
            format!("(=> (fp.lt {x} {y}) (fp.lt (fp.neg {y}) (fp.neg {x})))"),
            format!(
                "(or (fp.isNaN {x}) (fp.eq (fp.roundToIntegral {r} (fp.roundToIntegral RTZ {x})) (fp.roundToIntegral RTZ {x})))"
            ),
            format!("(= (fp.abs (fp.neg {x})) (fp.abs {x}))"),
            format!("(=> (fp.isPositive {x}) (fp.leq {x} (fp.add {r} {x} (fp.abs {y}))))"),
            format!("(=> (fp.isNormal {x}) (not (fp.isZero (fp.add RNE {x} {x}))))"),
        ];
        let law = self.rng.pick(&laws).clone();
        for t in [&x, &y] {
            self.assert(&number(t));
        }
        self.assert(&format!("(not {law})"));
    }

    /// A random tree over two variables and constants.
    fn tree(&mut self) {
        let variables = [self.variable(), self.variable()];
        for _ in 0..1 + self.rng.below(2) {
            let (a, b) = (self.term(&variables, 2), self.term(&variables, 1));
            let fact = self.comparison(&a, &b);
            let fact = match self.rng.below(3) {
                0 => format!("(not {fact})"),
                _ => fact,
            };
            self.assert(&fact);
        }
    }

    fn term(&mut self, variables: &[String], depth: u32) -> String {
        if depth == 0 || self.rng.one_in(5) {
            return match self.rng.one_in(3) {
                true => self.constant(),
                false => self.rng.pick(variables).clone(),
            };
        }
        let a = self.term(variables, depth - 1);
        match self.rng.below(8) {
            0 => format!("(fp.neg {a})"),
            1 => format!("(fp.abs {a})"),
            2 => self.rounded("fp.roundToIntegral", &[a]),
            3 if self.format == Format::HALF => self.rounded("fp.sqrt", &[a]),
            _ => {
                let b = self.term(variables, depth - 1);
                let name = self.binary_name();
                self.rounded(name, &[a, b])
            }
        }
    }
}

/// What a solver says about a formula, and in what time.
#[derive(Clone, Copy, Debug)]
struct Answer {
    sat: Option<bool>,
    seconds: f64,
}

fn ours(text: &str, limit: f64) -> Result<Answer> {
    let start = Instant::now();
    let mut pool = TermPool::new();
    let facts = read_smtlib(&mut pool, text).map_err(|e| e.to_string())?;
    let mut solver = default_chain();
    for fact in facts {
        solver.assert(&pool, fact);
    }
    let budget = Budget {
        deadline: Some(start + Duration::from_secs_f64(limit)),
        ..Budget::unlimited()
    };
    let sat = match solver.check(&mut pool, &[], &budget) {
        CheckResult::Sat => Some(true),
        CheckResult::Unsat => Some(false),
        CheckResult::Unknown(_) => None,
    };
    let seconds = start.elapsed().as_secs_f64();
    Ok(Answer { sat, seconds })
}

/// Another solver: a program that answers scripts one after the other.
struct Other {
    name: &'static str,
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
    /// What ends a script for it.
    end: &'static str,
}

impl Other {
    fn start(name: &'static str, command: &mut Command, end: &'static str) -> Result<Other> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start {name}: {e}"))?;
        let stdout = child.stdout.take().ok_or("no pipe")?;
        Ok(Other {
            name,
            child,
            answers: BufReader::new(stdout),
            end,
        })
    }

    /// One that runs in Python, and tells the time of its check.
    fn python(name: &'static str, python: &PathBuf, code: &str, limit: f64) -> Result<Other> {
        let milliseconds = ((limit * 1e3) as u64).to_string();
        let mut command = Command::new(python);
        Other::start(name, command.args(["-c", code, &milliseconds]), "; end\n")
    }

    fn answer(&mut self, text: &str) -> Result<Answer> {
        let start = Instant::now();
        let stdin = self.child.stdin.as_mut().ok_or("no pipe")?;
        write!(stdin, "{text}{}", self.end)
            .and_then(|()| stdin.flush())
            .map_err(|e| format!("{}: {e}", self.name))?;
        let mut line = String::new();
        let read = self.answers.read_line(&mut line);
        if read.map_err(|e| e.to_string())? == 0 {
            return Err(format!("{} ended with:\n{text}", self.name));
        }
        let mut words = line.split_whitespace();
        let sat = match words.next() {
            Some("sat") => Some(true),
            Some("unsat") => Some(false),
            Some("unknown") => None,
            _ => return Err(format!("{} says {line} of\n{text}", self.name)),
        };
        let reported = words.next().and_then(|w| w.parse().ok());
        let seconds = reported.unwrap_or_else(|| start.elapsed().as_secs_f64());
        Ok(Answer { sat, seconds })
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn others(options: &Options) -> Result<Vec<Other>> {
    if let Some(python) = &options.python {
        let limit = options.limit;
        return Ok(vec![
            Other::python("z3", python, include_str!("z3.py"), limit)?,
            Other::python("bitwuzla", python, include_str!("bitwuzla.py"), limit)?,
        ]);
    }
    if !available("z3") {
        return Ok(Vec::new());
    }
    let mut command = Command::new("z3");
    let timeout = format!("-t:{}", (options.limit * 1e3) as u64);
    command.args(["-in", "-smt2", &timeout]);
    Ok(vec![Other::start(
        "z3",
        &mut command,
        "(check-sat)\n(reset)\n",
    )?])
}

/// The answers of one solver.
#[derive(Default)]
struct Column {
    seconds: Vec<f64>,
    decided: usize,
}

impl Column {
    fn add(&mut self, answer: Answer) {
        self.seconds.push(answer.seconds);
        self.decided += usize::from(answer.sat.is_some());
    }

    fn median(&mut self) -> f64 {
        self.seconds.sort_by(f64::total_cmp);
        self.seconds
            .get(self.seconds.len() / 2)
            .copied()
            .unwrap_or(0.0)
    }

    fn report(&mut self, name: &str) {
        let total: f64 = self.seconds.iter().sum();
        let median = self.median();
        println!(
            "floats: {name}: {} of {} decided, median {median:.4} s, {total:.1} s in all",
            self.decided,
            self.seconds.len()
        );
    }
}

/// Asks every solver about every formula.
pub fn run(options: &Options) -> Result {
    let mut others = others(options)?;
    if others.is_empty() {
        println!("floats: formulas skipped, Z3 is not installed (cargo xtask setup)");
        return Ok(());
    }
    let mut mine = Column::default();
    let mut theirs: Vec<Column> = others.iter().map(|_| Column::default()).collect();
    for seed in options.seed..options.seed + options.count {
        let text = Generator::new(seed).script();
        let answer = ours(&text, options.limit)?;
        mine.add(answer);
        for (other, column) in others.iter_mut().zip(&mut theirs) {
            let found = other.answer(&text)?;
            column.add(found);
            if let (Some(a), Some(b)) = (answer.sat, found.sat)
                && a != b
            {
                return Err(format!(
                    "seed {seed}: hatha {a}, {} {b}:\n{text}",
                    other.name
                ));
            }
        }
        if options.slow.is_some_and(|limit| answer.seconds > limit) {
            println!("; seed {seed}: {answer:?}\n{text}");
        }
    }
    mine.report("hatha");
    for (other, column) in others.iter().zip(&mut theirs) {
        column.report(other.name);
    }
    // Only a comparison within one machine and process is one of solvers.
    match options.python.is_some() && mine.median() > theirs[0].median() {
        true => Err("the median is above Z3's".to_owned()),
        false => Ok(()),
    }
}
