//! Native programs: compiled with gcc, run with limits.
//!
//! **Invariant.** A native program runs in the temporary folder of its case, with limits on
//! processor time, file size and (without a sanitizer) memory, and leaves no core file.

use super::case::Case;
use crate::Result;
use crate::process::{self, Finished};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Wall time of one native program.
const LIMIT: Duration = Duration::from_secs(60);
/// Limits that a shell sets: no core, 20 s of processor time, files of 4 MB.
const LIMITS: &str = "ulimit -c 0 -t 20 -f 8192; exec \"$@\"";
/// The same with 1 GB of memory; a sanitizer reserves more.
const TIGHT_LIMITS: &str = "ulimit -c 0 -t 20 -f 8192 -v 1000000; exec \"$@\"";

/// Exit status of a program that a sanitizer stopped.
pub const SANITIZER: i32 = 67;

/// Whether faults are watched for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sanitize {
    /// The plain machine.
    No,
    /// Addresses, and undefined behaviour that is a fault to hatha.
    Yes,
    /// Addresses and arithmetic that C does not define, each fault told with its place.
    WithPlaces,
}

/// Flags that give C the meaning that `docs/soundness.md` states.
const MEANING: [&str; 7] = [
    "-std=gnu11",
    "-w",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    // Without this gcc computes 0 / x without a look at x.
    "-fsanitize=integer-divide-by-zero",
    "-fsanitize-undefined-trap-on-error",
];

/// The sanitizers for what is a fault to hatha.
const SANITIZERS: [&str; 4] = [
    "-g",
    "-fsanitize=address,alignment,null,integer-divide-by-zero,unreachable",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-scope",
];

/// The sanitizers that tell what they see.
const WITH_PLACES: [&str; 6] = [
    "-g",
    "-fno-wrapv",
    "-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,null,alignment,float-cast-overflow",
    "-fno-sanitize-recover=all",
    "-fno-sanitize-undefined-trap-on-error",
    "-fsanitize-address-use-after-scope",
];

/// Compiles files of a folder into a program; `Err` inside if gcc refuses.
pub fn compile(
    case: &Case,
    folder: &Path,
    program: &str,
    flags: &[&str],
    sanitize: Sanitize,
) -> Result<std::result::Result<(), String>> {
    let mut command = Command::new("gcc");
    command.current_dir(folder).arg(case.model.flag());
    command.args(["-O0", "-o", program]).args(MEANING);
    match sanitize {
        Sanitize::No => &mut command,
        Sanitize::Yes => command.args(SANITIZERS),
        Sanitize::WithPlaces => command.args(WITH_PLACES),
    };
    command.args(flags).arg("-lm");
    let done = process::run(&mut command, b"", LIMIT)?;
    Ok(match done.code() {
        Some(0) => Ok(()),
        _ => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    })
}

/// How a program is started.
#[derive(Clone, Default)]
pub struct Start {
    /// Arguments.
    pub arguments: Vec<String>,
    /// Environment variables; nothing else is there.
    pub environment: Vec<(String, String)>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// What the shell does first, such as closing a file.
    pub before: String,
}

/// Runs a program of a folder.
pub fn run(folder: &Path, program: &str, start: &Start, sanitize: Sanitize) -> Result<Finished> {
    let limits = match sanitize {
        Sanitize::Yes | Sanitize::WithPlaces => LIMITS,
        Sanitize::No => TIGHT_LIMITS,
    };
    let script = format!("{}{limits}", start.before);
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script, "sh"]);
    command.arg(folder.join(program)).args(&start.arguments);
    command.current_dir(folder).env_clear();
    command.env(
        "ASAN_OPTIONS",
        format!("exitcode={SANITIZER}:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:handle_abort=0"),
    );
    command.env(
        "UBSAN_OPTIONS",
        format!("exitcode={SANITIZER}:halt_on_error=1"),
    );
    command.envs(start.environment.iter().cloned());
    process::run(&mut command, &start.stdin, LIMIT)
}
