//! Confirmation of an expectation by gcc, its sanitisers and valgrind.

use crate::case::{Case, Confirm, Expect, Model};
use crate::process::{self, Ran};
use libtest_mimic::Failed;
use std::path::Path;
use std::process::Command;

/// Which tools there are.
pub struct Tools {
    gcc: bool,
    gcc_32: bool,
    valgrind: bool,
}

impl Tools {
    /// Looks for them.
    pub fn find() -> Tools {
        let tools = Tools {
            gcc: compiles("-m64"),
            gcc_32: compiles("-m32"),
            valgrind: answers("valgrind"),
        };
        for (there, name) in [
            (tools.gcc, "gcc"),
            (tools.gcc_32, "gcc -m32"),
            (tools.valgrind, "valgrind"),
        ] {
            if !there {
                println!("skipped: no {name}; its confirmations are not made (cargo xtask setup)");
            }
        }
        tools
    }

    fn can_compile(&self, model: Model) -> bool {
        match model {
            Model::Lp64 => self.gcc,
            Model::Ilp32 => self.gcc_32,
        }
    }
}

fn answers(tool: &str) -> bool {
    Command::new(tool)
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success())
}

fn compiles(flag: &str) -> bool {
    let Ok(dir) = tempfile::tempdir() else {
        return false;
    };
    let source = dir.path().join("a.c");
    std::fs::write(&source, "#include <stdlib.h>\nint main(void){return 0;}\n").is_ok()
        && Command::new("gcc")
            .arg(flag)
            .arg(&source)
            .arg("-o")
            .arg(dir.path().join("a"))
            .output()
            .is_ok_and(|o| o.status.success())
}

/// What a program may call and only a checker defines.
const STUBS: &str = "void __attribute__((weak)) reach_error(void) { __builtin_abort(); }\n\
void __attribute__((weak)) __VERIFIER_error(void) { __builtin_abort(); }\n\
void __attribute__((weak)) __VERIFIER_assert(int c) { if (!c) __builtin_abort(); }\n";

/// Confirms the expectation of a case natively.
pub fn confirm(case: &Case, model: Model, tools: &Tools) -> Result<(), Failed> {
    if !tools.can_compile(model) {
        return Ok(());
    }
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    match &case.expect {
        Expect::Error { .. } => confirm_rejected(case, model, dir.path()),
        Expect::Ends { status, stdout } => {
            let ran = build_and_run(case, model, dir.path(), &[], &[])?;
            if ran.status == Some(*status) && ran.stdout == stdout.as_bytes() {
                return Ok(());
            }
            Err(format!("gcc does not confirm: {}", ran.describe()).into())
        }
        Expect::Fault {
            confirm, status, ..
        } => confirm_fault(case, model, *confirm, *status, tools, dir.path()),
    }
}

fn confirm_rejected(case: &Case, model: Model, dir: &Path) -> Result<(), Failed> {
    let compiled = compile(case, model, dir, &[])?;
    if compiled.status == Some(0) {
        Err("gcc accepts the program".into())
    } else {
        Ok(())
    }
}

fn confirm_fault(
    case: &Case,
    model: Model,
    confirm: Confirm,
    status: Option<i32>,
    tools: &Tools,
    dir: &Path,
) -> Result<(), Failed> {
    let ran = match confirm {
        Confirm::Nothing => return Ok(()),
        // 32-bit valgrind needs a 32-bit C library with symbols; one model is enough.
        Confirm::Valgrind if !tools.valgrind || model == Model::Ilp32 => return Ok(()),
        Confirm::Valgrind => {
            let valgrind = ["valgrind", "--quiet", "--error-exitcode=9"];
            build_and_run(case, model, dir, &["-g"], &valgrind)?
        }
        Confirm::Sanitize if status.is_some() => build_and_run(case, model, dir, &[], &[])?,
        Confirm::Sanitize => {
            let flags = [
                "-g",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
            ];
            build_and_run(case, model, dir, &flags, &[])?
        }
    };
    let confirmed = match status {
        Some(status) => ran.status == Some(status),
        None => ran.status != Some(0),
    };
    if confirmed {
        Ok(())
    } else {
        Err(format!("no tool sees the fault: {}", ran.describe()).into())
    }
}

fn compile(case: &Case, model: Model, dir: &Path, flags: &[&str]) -> Result<Ran, String> {
    let stubs = dir.join("stubs.c");
    std::fs::write(&stubs, STUBS).map_err(|e| e.to_string())?;
    let mut command = Command::new("gcc");
    command
        .arg(if model == Model::Lp64 { "-m64" } else { "-m32" })
        .args(["-O0", "-w"])
        .args(flags);
    command
        .args(&case.flags)
        .arg(&case.path)
        .arg(&stubs)
        .arg("-o")
        .arg(dir.join("native"))
        .arg("-lm");
    process::run(&mut command, b"")
}

fn build_and_run(
    case: &Case,
    model: Model,
    dir: &Path,
    flags: &[&str],
    under: &[&str],
) -> Result<Ran, String> {
    let compiled = compile(case, model, dir, flags)?;
    if compiled.status != Some(0) {
        return Err(format!("gcc rejects the program: {}", compiled.describe()));
    }
    let binary = dir.join("native");
    let mut command = match under.split_first() {
        Some((first, rest)) => {
            let mut command = Command::new(first);
            command.args(rest).arg(&binary);
            command
        }
        None => Command::new(&binary),
    };
    command
        .args(&case.args)
        .env("ASAN_OPTIONS", "detect_leaks=0");
    process::run(&mut command, &case.stdin)
}
