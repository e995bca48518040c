//! `hatha certify`

use super::args::CertifyArgs;
use super::exit::{self, Failure};
use super::{Outcome, environment, file, gcl, program, property};
use hatha_certify::{Certificate, Refusal, certify_under};
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::check;

/// Checks a proof again: 0 it holds, 1 it does not, 2 that is not decided.
pub fn main(args: &CertifyArgs) -> Outcome {
    if gcl::is_gcl(&args.front.files) {
        return gcl::certify(args);
    }
    let text = file::read(&args.proof)?;
    let proof = Proof::from_json(&text).map_err(|e| {
        Failure::new(
            exit::BAD_INPUT,
            format!("error: {}: {e}", args.proof.display()),
        )
    })?;
    let program = program::program(&args.front)?;
    let property = args.property.as_deref();
    let rules = !args.front.rules.is_empty() && !args.with_asserts;
    let asked = match property {
        Some(file) => Some(property::error_function(file)?),
        None => rules.then_some(hatha_rules::FAILURE),
    };
    let config = environment::config(&args.environment, property.is_some());
    let assumed = check::environment(&config, asked);
    let done = certify_under(&program, &proof, assumed, &mut [], &Budget::unlimited());
    let status = report(done, args.verbosity.quiet)?;
    if args.verbosity.verbose {
        let (regions, edges) = (proof.regions.len(), proof.edges.len());
        println!(
            "  {regions} regions, {edges} edges, found by {}",
            proof.engine
        );
    }
    Ok(status)
}

/// Says what became of a proof.
pub fn report(done: Result<Certificate, Refusal>, quiet: bool) -> Outcome {
    match done {
        Ok(_) if quiet => {
            println!("certified");
            Ok(exit::OK)
        }
        Ok(certificate) => {
            println!(
                "certified: {} claims hold, says {}",
                certificate.obligations,
                certificate.solvers.join(", ")
            );
            Ok(exit::OK)
        }
        Err(refusal) => {
            println!("refused: {refusal}");
            Ok(match refusal {
                Refusal::Malformed(_) | Refusal::Wrong(_) => exit::VIOLATED,
                Refusal::Undecided(_) | Refusal::NotModelled(_) => exit::UNKNOWN,
            })
        }
    }
}
