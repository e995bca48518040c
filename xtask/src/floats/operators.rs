//! Values of floating operators against the processor and MPFR.
//!
//! A C program (`oracle.c`) is compiled, gets operands and gives two results for each. The same
//! number is demanded of all three, and the same NaN of the processor where one instruction of SSE
//! computes it; which NaN a library function gives is its own business.

use crate::Result;
use crate::process::root;
use clap::Args;
use hatha_term::random::Rng;
use hatha_term::{Format, FpOp, Rounding};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;

#[derive(Args, Clone)]
pub struct Options {
    /// Operands for each operator and rounding mode of binary32 and binary64
    #[arg(long, default_value_t = 10_000_000)]
    count: u64,
    /// Pairs of operands of binary16 for all operators and rounding modes together
    #[arg(long, default_value_t = 1_000_000_000)]
    half: u64,
    /// Try every operand of operators of binary16 that take one
    #[arg(long)]
    exhaustive: bool,
    /// The seed of the operands
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only operators whose name contains this
    #[arg(long, default_value = "")]
    only: String,
}

impl Options {
    /// What every run of the tests does.
    pub fn sample() -> Options {
        Options {
            count: 4_000,
            half: 100_000,
            exhaustive: false,
            seed: 1,
            only: String::new(),
        }
    }
}

/// Operands that are sent at once.
const CHUNK: u64 = 1 << 15;

/// Stands in an answer where there is no such operation (`NO_RESULT` of `oracle.c`).
const NO_RESULT: u64 = 0xfff0_dead_0000_beef;

/// An operator as both sides know it.
#[derive(Clone, Copy, Debug)]
struct Operation {
    op: FpOp,
    /// Its number in `oracle.c`.
    code: u32,
    rounding: Rounding,
    /// The width of an integer operand or result.
    integer: u32,
    /// Whether one instruction computes it, so that the bits of a NaN count.
    is_instruction: bool,
}

impl Operation {
    fn format(&self) -> Format {
        self.op.format()
    }

    fn operand_width(&self) -> u32 {
        match self.op {
            FpOp::FromInt(..) => self.integer,
            _ => self.format().width(),
        }
    }

    fn name(&self) -> String {
        format!("{:?} {}", self.op, self.integer)
    }
}

/// All operators of a format with a rounding mode. Those without a mode stand with the first.
fn operations(f: Format, r: Rounding) -> Vec<Operation> {
    let convert = |to| FpOp::Convert {
        from: f,
        to,
        rounding: r,
    };
    let rounded = [
        (FpOp::Add(f, r), 0, 0, true),
        (FpOp::Sub(f, r), 1, 0, true),
        (FpOp::Mul(f, r), 2, 0, true),
        (FpOp::Div(f, r), 3, 0, true),
        (FpOp::Fma(f, r), 4, 0, false),
        (FpOp::Sqrt(f, r), 5, 0, true),
        (FpOp::RoundToIntegral(f, r), 8, 0, false),
        (convert(Format::HALF), 12, 0, false),
        (convert(Format::SINGLE), 13, 0, true),
        (convert(Format::DOUBLE), 14, 0, true),
        (FpOp::FromInt(f, r), 15, 32, true),
        (FpOp::FromInt(f, r), 16, 64, true),
        (FpOp::ToInt(f, r), 17, 32, true),
        (FpOp::ToInt(f, r), 18, 64, true),
    ];
    let plain = [
        (FpOp::Rem(f), 6, 0, false),
        (FpOp::Fmod(f), 7, 0, false),
        (FpOp::Eq(f), 9, 0, true),
        (FpOp::Lt(f), 10, 0, true),
        (FpOp::Le(f), 11, 0, true),
    ];
    let plain = match r {
        Rounding::NearestEven => &plain[..],
        _ => &[],
    };
    let operation = |&(op, code, integer, is_instruction)| Operation {
        op,
        code,
        rounding: r,
        integer,
        // binary16 is computed in binary64.
        is_instruction: is_instruction && f != Format::HALF,
    };
    let same = |o: &Operation| matches!(o.op, FpOp::Convert { from, to, .. } if from == to);
    let all = rounded.iter().chain(plain).map(operation);
    all.filter(|o| !same(o)).collect()
}

/// Compares every operator; says what is skipped where MPFR is not installed.
pub fn run(options: &Options) -> Result {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let Some(oracle) = compiled(dir.path())? else {
        println!("floats: operators skipped, MPFR is not installed (cargo xtask setup)");
        return Ok(());
    };
    let mut all = Vec::new();
    for f in [Format::HALF, Format::SINGLE, Format::DOUBLE] {
        let each = Rounding::ALL.map(|r| operations(f, r));
        all.extend(each.into_iter().flatten());
    }
    all.retain(|o| o.name().contains(&options.only));
    let binary_half = |o: &&Operation| o.format() == Format::HALF && o.op.arity() == 2;
    let halves = all.iter().filter(binary_half).count().max(1) as u64;
    let mut total = 0;
    for (i, operation) in all.iter().enumerate() {
        let operands = match (operation.format(), operation.op.arity(), operation.op) {
            (Format::HALF, 2, _) => Operands::random(options.half.div_ceil(halves)),
            (Format::HALF, 1, FpOp::FromInt(..)) => Operands::random(options.count),
            (Format::HALF, 1, _) if options.exhaustive || options.count >= 1 << 16 => {
                Operands::ALL_HALVES
            }
            _ => Operands::random(options.count),
        };
        let seed = options.seed.wrapping_add(i as u64);
        compare(&oracle, *operation, operands, seed)?;
        eprintln!("floats: {} agrees on {}", operation.name(), operands.count);
        total += operands.count;
    }
    println!(
        "floats: {} operators and modes agree with the processor and MPFR on {total} operands",
        all.len()
    );
    Ok(())
}

/// The program that answers, or nothing where it cannot be compiled for want of MPFR.
fn compiled(dir: &Path) -> Result<Option<std::path::PathBuf>> {
    let binary = dir.join("oracle");
    let flags = ["-O2", "-frounding-math", "-fno-math-errno", "-w"];
    let done = Command::new("gcc")
        .args(flags)
        .arg(root().join("xtask/src/floats/oracle.c"))
        .arg("-o")
        .arg(&binary)
        .args(["-lmpfr", "-lgmp", "-lm"])
        .output()
        .map_err(|e| format!("cannot run gcc: {e}"))?;
    if done.status.success() {
        return Ok(Some(binary));
    }
    let why = String::from_utf8_lossy(&done.stderr);
    match why.contains("mpfr.h") || why.contains("cannot find -lmpfr") {
        true => Ok(None),
        false => Err(format!("oracle.c does not compile: {why}")),
    }
}

#[derive(Clone, Copy)]
struct Operands {
    count: u64,
    /// The operands are the numbers from 0 up.
    in_order: bool,
}

impl Operands {
    const ALL_HALVES: Operands = Operands {
        count: 1 << 16,
        in_order: true,
    };

    fn random(count: u64) -> Operands {
        Operands {
            count,
            in_order: false,
        }
    }

    /// Up to `CHUNK` tuples from a position on.
    fn chunk(self, from: u64, operation: &Operation, rng: &mut Rng) -> Vec<[u64; 3]> {
        (from..self.count.min(from + CHUNK))
            .map(|i| match self.in_order {
                true => [i, 0, 0],
                false => random_operands(operation, rng),
            })
            .collect()
    }
}

fn random_operands(operation: &Operation, rng: &mut Rng) -> [u64; 3] {
    let f = operation.format();
    if let FpOp::FromInt(..) = operation.op {
        let integer = rng.bv(operation.operand_width()).to_u64();
        return [integer.unwrap_or_default(), 0, 0];
    }
    let first = rng.float(f);
    let mut operands = [first as u64, 0, 0];
    for operand in operands.iter_mut().take(operation.op.arity()).skip(1) {
        *operand = rng.float_near(f, first) as u64;
    }
    operands
}

/// Compares an operator on operands. One thread sends them, this one reads and judges answers.
fn compare(oracle: &Path, operation: Operation, operands: Operands, seed: u64) -> Result {
    let mut child = Command::new(oracle)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot start the oracle: {e}"))?;
    let stdin = child.stdin.take().ok_or("no pipe to the oracle")?;
    let (send, receive) = mpsc::sync_channel(4);
    let result = std::thread::scope(|scope| {
        scope.spawn(move || send_operands(stdin, operation, operands, seed, &send));
        receive
            .into_iter()
            .try_for_each(|chunk| judge(&mut child, &operation, &chunk))
    });
    // It has ended with its input, or is ended here after a difference.
    let _ = child.kill();
    child.wait().map_err(|e| e.to_string())?;
    result
}

fn send_operands(
    mut stdin: ChildStdin,
    operation: Operation,
    operands: Operands,
    seed: u64,
    send: &mpsc::SyncSender<Vec<[u64; 3]>>,
) {
    let mut rng = Rng::new(seed);
    let mode = Rounding::ALL.iter().position(|&r| r == operation.rounding);
    let mut from = 0;
    while from < operands.count {
        let chunk = operands.chunk(from, &operation, &mut rng);
        from += chunk.len() as u64;
        let head = [
            operation.code,
            mode.unwrap_or_default() as u32,
            operation.format().width(),
            chunk.len() as u32,
        ];
        let mut bytes: Vec<u8> = head.iter().flat_map(|w| w.to_ne_bytes()).collect();
        bytes.extend(chunk.iter().flatten().flat_map(|w| w.to_ne_bytes()));
        // The other end is gone after a difference, which it reports.
        if send.send(chunk).is_err() || stdin.write_all(&bytes).is_err() {
            return;
        }
    }
}

fn judge(child: &mut Child, operation: &Operation, chunk: &[[u64; 3]]) -> Result {
    let mut bytes = vec![0u8; chunk.len() * 16];
    let stdout = child.stdout.as_mut().ok_or("no pipe from the oracle")?;
    let read = stdout.read_exact(&mut bytes);
    read.map_err(|e| format!("the oracle ended early: {e}"))?;
    let mut words = bytes.chunks_exact(8).map(|b| {
        let mut word = [0; 8];
        word.copy_from_slice(b);
        u64::from_ne_bytes(word)
    });
    for operands in chunk {
        let ours = value(operation, operands)?;
        let (processor, mpfr) = (words.next(), words.next());
        let exact = operation.is_instruction;
        if !agrees(operation, ours, processor, exact) || !agrees(operation, ours, mpfr, false) {
            return Err(format!(
                "{operation:?} {operands:x?}: {ours:x}, the processor {processor:x?}, MPFR {mpfr:x?}"
            ));
        }
    }
    Ok(())
}

fn value(operation: &Operation, operands: &[u64; 3]) -> Result<u64> {
    let args = operands.map(u128::from);
    let args = &args[..operation.op.arity()];
    let bits = operation
        .op
        .bits(args, operation.operand_width(), operation.integer);
    bits.map(|b| b as u64)
        .ok_or_else(|| format!("{operation:?} has no value"))
}

/// Whether a result is ours, or both are NaNs where their bits do not count.
fn agrees(operation: &Operation, ours: u64, theirs: Option<u64>, exact: bool) -> bool {
    let theirs = theirs.unwrap_or(!ours);
    if theirs == NO_RESULT || ours == theirs {
        return true;
    }
    let is_nan = |f: Format| f.is_nan(ours.into()) && f.is_nan(theirs.into());
    !exact && operation.op.result().is_some_and(is_nan)
}
