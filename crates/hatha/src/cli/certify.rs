//! `hatha certify`

use super::args::CertifyArgs;
use super::asked::Asked;
use super::exit::{self, Failure};
use super::{Outcome, environment, file, gcl, program};
use hatha_certify::{Certificate, Environment, Refusal, certify_checks, certify_under};
use hatha_cfa::Program;
use hatha_proof::Proof;
use hatha_smt::Budget;
use hatha_verify::assumption::{of_verdict, sentences};
use hatha_verify::check::{self, Checks, Options};
use std::time::Duration;

/// Checks a proof again: 0 it holds, 1 it does not, 2 that is not decided.
pub(super) fn main(args: &CertifyArgs) -> Outcome {
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
    let asked = Asked::read(property, &args.front.rules, args.checks.as_deref())?;
    let asked = asked.allowing(args.environment.misaligned);
    let config = environment::of_question(&args.environment, property.is_some(), &asked);
    let function = asked.function;
    let function = function.or_else(|| rules.then_some(hatha_rules::FAILURE));
    let assumed = check::environment(&config, function);
    let (program, checks) = Checks::insert(program, asked.kinds);
    let done = certified(&program, checks.as_deref(), &proof, assumed);
    let holds = done.is_ok();
    let status = report(done, args.verbosity.quiet)?;
    if holds && !args.verbosity.quiet {
        let options = Options {
            error_function: function.map(str::to_owned),
            checks,
            ..Options::new(config, Duration::ZERO)
        };
        print_assumptions(&program, &proof, &options);
    }
    if args.verbosity.verbose {
        let (regions, edges) = (proof.regions.len(), proof.edges.len());
        println!(
            "  {regions} regions, {edges} edges, found by {}",
            proof.engine
        );
    }
    Ok(status)
}

/// Says what a proof that holds assumes about the world outside the program.
fn print_assumptions(program: &Program, proof: &Proof, options: &Options) {
    let Some(entry) = program.find_proc(&proof.entry) else {
        return;
    };
    for sentence in sentences(of_verdict(program, entry, options)) {
        println!("  assuming that {sentence}");
    }
}

/// Checks a proof, and that the program has the checks that it needs.
fn certified(
    program: &Program,
    checks: Option<&Checks>,
    proof: &Proof,
    assumed: Environment,
) -> Result<Certificate, Refusal> {
    let budget = Budget::unlimited();
    let demanded = match checks {
        Some(c) => certify_checks(&c.source, program, &c.kinds, &c.assumed, &mut [], &budget)?,
        None => 0,
    };
    let mut certificate = certify_under(program, proof, assumed, &mut [], &budget)?;
    certificate.obligations += demanded;
    Ok(certificate)
}

/// Says what became of a proof.
pub(super) fn report(done: Result<Certificate, Refusal>, quiet: bool) -> Outcome {
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
