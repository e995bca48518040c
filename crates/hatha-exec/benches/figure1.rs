//! The loop of SYNERGY's Figure 1 with its bound raised to 10^8, beside `gcc -O0`.
//!
//! `cargo bench -p hatha-exec` prints both times, their ratio (25 is the limit)
//! and the growth of the resident memory during the run.

#[path = "../tests/support/mod.rs"]
mod support;

use hatha_cfa::*;
use hatha_exec::{Captured, Concrete, Config, Image, Machine, Policy, Stop, Zero};
use std::process::Command;
use std::time::Duration;
use support::Build;

const BOUND: u32 = 100_000_000;

/// `while (i < BOUND) { c = c + i; i = i + 1; }` on unsigned numbers.
fn program() -> Program {
    let mut t = Build::new();
    let unsigned = t.program.types.int(IntKind::UInt);
    let (c, i) = (t.slot("c", unsigned), t.slot("i", t.int));
    let zero = t.expr(ExprKind::Int(0), unsigned);
    let (start, one, limit) = (t.int(0), t.int(1), t.int(BOUND as i32));
    t.set(c, zero);
    t.set(i, start);
    let vi = t.get(i);
    let cond = t.bin(BinOp::Lt, vi, limit);
    t.while_(cond, |t| {
        let (vc, vi) = (t.get(c), t.get(i));
        let step = t.expr(ExprKind::Cast(vi), unsigned);
        let sum = t.bin(BinOp::Add, vc, step);
        t.set(c, sum);
        let next = t.bin(BinOp::Add, vi, one);
        t.set(i, next);
    });
    let vc = t.get(c);
    let low = t.expr(ExprKind::Int(0x7f), unsigned);
    let masked = t.bin(BinOp::And, vc, low);
    let status = t.expr(ExprKind::Cast(masked), t.int);
    t.ret(status);
    t.finish()
}

fn resident_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|l| l.starts_with("VmRSS:"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}

/// Processor time of this process and of its children, in ticks of 10 ms: other work on the
/// machine does not disturb it.
fn cpu_time() -> (Duration, Duration) {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let field = |i: usize| -> u64 {
        let f = after_name.split_whitespace().nth(i);
        f.and_then(|f| f.parse().ok()).unwrap_or(0)
    };
    let ticks = |n| Duration::from_millis(10 * n);
    (ticks(field(11) + field(12)), ticks(field(13) + field(14)))
}

fn simulate(program: &Program) -> Result<(i32, Duration, u64), String> {
    let image = Image::new(program).map_err(|e| e.to_string())?;
    let domain = Concrete::new(Policy::RUN, Box::new(Zero));
    let mut m = Machine::new(&image, Config::default(), domain, (), Captured::default());
    let before = resident_kb();
    m.start_main(ProcId(0), &[]).map_err(|s| format!("{s:?}"))?;
    let clock = cpu_time();
    match m.run() {
        Stop::Exit(status) => {
            let growth = resident_kb().saturating_sub(before);
            Ok((status, cpu_time().0 - clock.0, growth))
        }
        stop => Err(format!("{stop:?}")),
    }
}

fn native() -> Result<(i32, Duration), String> {
    let dir = std::env::temp_dir().join(format!("hatha-figure1-{}", std::process::id()));
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let (source, binary) = (dir.join("a.c"), dir.join("a.out"));
    let text = format!(
        "int main(void) {{ unsigned c = 0; int i = 0;\n\
         while (i < {BOUND}) {{ c = c + i; i = i + 1; }}\n return c & 0x7f; }}\n"
    );
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let compiled = Command::new("gcc")
        .arg("-O0")
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .status();
    compiled.map_err(|e| e.to_string())?;
    let clock = cpu_time();
    let status = Command::new(&binary).status().map_err(|e| e.to_string())?;
    let time = cpu_time().1 - clock.1;
    std::fs::remove_dir_all(&dir).map_err(|e| e.to_string())?;
    Ok((status.code().unwrap_or(-1), time))
}

fn main() -> Result<(), String> {
    let (status, time, growth) = simulate(&program())?;
    let (expected, gcc) = native()?;
    assert_eq!(status, expected, "both must compute the same");
    let ratio = time.as_secs_f64() / gcc.as_secs_f64();
    println!("simulator {time:.2?}, gcc -O0 {gcc:.2?}, ratio {ratio:.1}, memory +{growth} kB");
    assert!(ratio <= 25.0, "slower than 25 times gcc -O0");
    Ok(())
}
