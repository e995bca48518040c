//! Installs what only the tests need, where it may.
//!
//! **Invariant.** Nothing that hatha itself needs is installed here: cargo
//! builds all of that. A missing tool that cannot be installed is reported with
//! what it costs, and the tests that need it say that they were skipped.

use crate::Result;
use crate::process::available;
use std::path::Path;
use std::process::Command;

struct Need {
    package: &'static str,
    present: fn() -> bool,
    cost: &'static str,
}

const NEEDS: &[Need] = &[
    Need {
        package: "csmith",
        present: || available("csmith"),
        cost: "no comparison with gcc on random programs",
    },
    Need {
        package: "libcsmith-dev",
        present: || Path::new("/usr/include/csmith/csmith.h").is_file(),
        cost: "no comparison with gcc on random programs",
    },
    Need {
        package: "gcc-multilib",
        present: can_compile_32,
        cost: "no 32-bit comparison with gcc",
    },
    Need {
        package: "z3",
        present: || available("z3"),
        cost: "no second opinion on solver answers",
    },
    Need {
        package: "cvc5",
        present: || available("cvc5"),
        cost: "external solvers are tried with Z3 alone",
    },
    Need {
        package: "libmpfr-dev",
        present: || Path::new("/usr/include/mpfr.h").is_file(),
        cost: "no comparison of floating operators with MPFR",
    },
    Need {
        package: "valgrind",
        present: || available("valgrind"),
        cost: "uninitialised reads in the corpus are not confirmed natively",
    },
    Need {
        package: "nodejs",
        present: || available("node"),
        cost: "the page of reports is neither rebuilt nor tested",
    },
    Need {
        package: "npm",
        present: || available("npm"),
        cost: "the page of reports is neither rebuilt nor tested",
    },
    Need {
        package: "cmake",
        present: || available("cmake"),
        cost: "contrib/cmake is not tried",
    },
    Need {
        package: "neovim",
        present: || available("nvim"),
        cost: "the language server is not tried in a real editor",
    },
    Need {
        package: "chromium",
        present: crate::web::has_browser,
        cost: "the page of reports is not looked at",
    },
];

/// Whether gcc makes 32-bit programs here.
pub fn can_compile_32() -> bool {
    let Ok(dir) = tempfile::tempdir() else {
        return false;
    };
    let source = dir.path().join("a.c");
    let text = "#include <stdio.h>\nint main(void){return 0;}\n";
    std::fs::write(&source, text).is_ok()
        && Command::new("gcc")
            .arg("-m32")
            .arg(&source)
            .arg("-o")
            .arg(dir.path().join("a"))
            .output()
            .is_ok_and(|o| o.status.success())
}

fn has_module(name: &str) -> bool {
    let mut python = Command::new("python3");
    let probe = python.args(["-c", &format!("import {name}")]).output();
    probe.is_ok_and(|o| o.status.success())
}

/// Installs what Debian does not have (or too old) with pip, or says what that costs.
fn with_pip(package: &str, module: &str, cost: &str) {
    if has_module(module) {
        return;
    }
    eprintln!("installing for the tests: {package} (pip)");
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--break-system-packages",
        package,
    ];
    // Whether it worked is seen from whether it is there.
    let _ = Command::new("python3").args(pip).output();
    if !has_module(module) {
        eprintln!("without {package}: {cost}");
    }
}

/// Installs what is missing with apt and pip, or says what that costs.
pub fn run() -> Result {
    with_pip("benchexec", "benchexec", "contrib/benchexec is not tried");
    with_pip(
        "pre-commit",
        "pre_commit",
        "contrib/pre-commit is not tried",
    );
    let missing: Vec<&Need> = NEEDS.iter().filter(|n| !(n.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|n| n.package).collect();
    eprintln!("installing for the tests: {}", names.join(" "));
    if !install(&names) {
        eprintln!(
            "could not install; as root: apt-get install {}",
            names.join(" ")
        );
    }
    for need in missing.iter().filter(|n| !(n.present)()) {
        eprintln!("without {}: {}", need.package, need.cost);
    }
    Ok(())
}

fn install(packages: &[&str]) -> bool {
    if !available("apt-get") {
        return false;
    }
    let prefix: &[&str] = if is_root() { &[] } else { &["sudo", "-n"] };
    let apt = |args: &[&str]| {
        let words: Vec<&str> = prefix
            .iter()
            .copied()
            .chain(["apt-get"])
            .chain(args.iter().copied())
            .collect();
        Command::new(words[0])
            .args(&words[1..])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .output()
            .is_ok_and(|o| o.status.success())
    };
    let install =
        |some: &[&str]| apt(&[&["install", "-y", "--no-install-recommends"], some].concat());
    // One package that cannot be had must not keep the others away.
    let each = || packages.iter().filter(|p| install(&[p])).count() == packages.len();
    apt(&["update"]) && (install(packages) || each())
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|o| o.stdout.trim_ascii() == b"0")
}
