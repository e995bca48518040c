//! Contracts for people.

use super::args::ContractArgs;
use super::calls::Calls;
use hatha_verify::contract::{Contract, Status};
use std::fmt::Write;

/// The contract of one function.
pub(super) fn contract(contract: &Contract, verbose: bool) -> String {
    let Contract {
        signature,
        location,
        seconds,
        ..
    } = contract;
    let head = match signature.is_empty() {
        true => contract.function.clone(),
        false => format!("{signature}  ({location})"),
    };
    let mut out = format!("{head}\n");
    match contract.status {
        Status::Proved => requirements(&mut out, contract),
        Status::False => {
            out.push_str("  requires false: every call fails (proved)\n");
            for fault in &contract.fails {
                let _ = writeln!(out, "    {fault}");
            }
        }
        Status::Unknown => {
            let reason: String = contract.reason.chars().take(300).collect();
            let _ = writeln!(out, "  no contract found: {reason}");
            if !contract.tried.is_empty() {
                let tried = contract.tried.join(" && ");
                let _ = writeln!(out, "    not proved under: {tried}");
            }
        }
    }
    if verbose {
        let _ = writeln!(out, "  {} checks, {seconds:.1} s", contract.checks);
    }
    out
}

fn requirements(out: &mut String, contract: &Contract) {
    if contract.requires.is_empty() {
        out.push_str("  requires nothing\n");
    }
    for part in &contract.requires {
        let _ = write!(out, "  requires {}", part.text);
        match part.needed_for.is_empty() {
            true => out.push('\n'),
            false => {
                let _ = writeln!(out, "  // else {}", part.needed_for);
            }
        }
    }
    for part in &contract.ensures {
        let _ = writeln!(out, "  ensures {part}");
    }
    if !contract.is_satisfiable {
        out.push_str("  (that a call satisfies this and returns was not shown)\n");
    }
}

/// What is stated at the end.
pub(super) fn summary(all: &[Contract], calls: &Calls, args: &ContractArgs) -> String {
    let count = |status| all.iter().filter(|c| c.status == status).count();
    let mut out = String::new();
    for call in &calls.broken {
        let _ = writeln!(
            out,
            "broken contract: {} calls {} at {} without `{}`",
            call.caller, call.function, call.location, call.contract
        );
    }
    let is_false = all.iter().filter(|c| c.status == Status::False);
    for contract in is_false {
        let _ = writeln!(
            out,
            "{} fails, whatever it is given: {}",
            contract.function,
            contract.fails.join(", ")
        );
    }
    let _ = writeln!(
        out,
        "{} functions: {} with a proved contract, {} that always fail, {} not known",
        all.len(),
        count(Status::Proved),
        count(Status::False),
        count(Status::Unknown)
    );
    if args.check_calls {
        let _ = writeln!(out, "{} calls break a contract", calls.broken.len());
        if !calls.undecided.is_empty() {
            let callers = calls.undecided.join(", ");
            let _ = writeln!(
                out,
                "not decided whether calls keep the contracts, from: {callers}"
            );
        }
    }
    let mut stated: Vec<&String> = Vec::new();
    for sentence in all.iter().flat_map(|c| &c.assumptions) {
        if !stated.contains(&sentence) {
            stated.push(sentence);
            let _ = writeln!(out, "  assuming that {sentence}");
        }
    }
    out
}
