//! `cargo xtask gcl-random`: engine `ase` against exhaustive search on random
//! finite systems, certificates included, with a second opinion on request.

use crate::Result;
use clap::Args;
use hatha_ase::{Answer, Engine};
use hatha_certify::Refusal;
use hatha_gcl::explicit::{self, Found};
use hatha_gcl::{Model, load, random};
use hatha_smt::{Budget, Referee, Solver, second_opinion};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args, Clone)]
pub struct Options {
    /// How many systems
    #[arg(long, default_value_t = 2_000)]
    pub count: u64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Seconds for each system
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// Another solver that has to agree with every answer
    #[arg(long)]
    pub second_opinion: Option<String>,
}

/// States of a random system are fewer.
const MOST_STATES: usize = 100_000;
/// Of a hundred.
const DECIDED: u64 = 95;

#[derive(Default)]
struct Tally {
    proved: u64,
    violated: u64,
    unknown: u64,
    confirmed: u64,
}

/// Compares all; a contradiction ends it with the text of the system.
pub fn run(options: &Options) -> Result {
    let start = Instant::now();
    let mut tally = Tally::default();
    for seed in options.seed..options.seed + options.count {
        one(options, seed, &mut tally)?;
    }
    let Tally {
        proved,
        violated,
        unknown,
        confirmed,
    } = tally;
    println!(
        "{} systems in {:.0} s: {proved} proved, {violated} violated, {unknown} unknown; no answer \
         contradicts explicit search; {confirmed} answers of the solver confirmed by {}",
        options.count,
        start.elapsed().as_secs_f64(),
        options.second_opinion.as_deref().unwrap_or("nobody")
    );
    match (proved + violated) * 100 >= options.count * DECIDED {
        true => Ok(()),
        false => Err(format!("fewer than {DECIDED} % are decided")),
    }
}

fn one(options: &Options, seed: u64, tally: &mut Tally) -> Result {
    let text = random::system(seed);
    let fail = |why: String| Err(format!("seed {seed}: {why}\n{text}"));
    let model = load(&text, &[]).map_err(|d| format!("seed {seed}: {d}\n{text}"))?;
    let truth = explicit::search(&model, MOST_STATES);
    let referee = referee(options)?;
    let budget = Budget {
        deadline: Some(Instant::now() + Duration::from_secs(options.timeout)),
        referee: referee.clone(),
        ..Budget::default()
    };
    let (answer, _) = hatha_ase::run(&model, Engine::Ase, &[], budget.clone());
    match (&answer, &truth) {
        (Answer::Proved(_, proof), Found::Safe { .. }) => {
            let mut others = others(options)?;
            match hatha_certify::certify_gcl(&model, proof, &mut others, &budget) {
                Ok(_) => tally.proved += 1,
                Err(Refusal::Undecided(_)) => tally.unknown += 1,
                Err(refusal) => return fail(format!("the proof is refused: {refusal}")),
            }
        }
        (Answer::Violated(run), Found::Wrong { .. }) => {
            if !confirmed(&model, run) {
                return fail("the execution cannot be replayed".to_owned());
            }
            tally.violated += 1;
        }
        (Answer::Unknown(_), _) => tally.unknown += 1,
        _ => return fail(format!("{answer:?}, but explicit search says {truth:?}")),
    }
    let Some(referee) = referee else {
        return Ok(());
    };
    tally.confirmed += referee.counts().confirmed;
    match referee.disagreement() {
        None => Ok(()),
        Some(why) => fail(format!("the solvers disagree: {why}")),
    }
}

fn confirmed(model: &Model, run: &hatha_gcl::schedule::Schedule) -> bool {
    run.replay(model).is_ok_and(|r| r.wrong.is_some())
}

fn referee(options: &Options) -> Result<Option<Arc<Referee>>> {
    let Some(name) = &options.second_opinion else {
        return Ok(None);
    };
    let referee = Referee::external(name).map_err(|e| e.to_string())?;
    Ok(Some(Arc::new(referee)))
}

fn others(options: &Options) -> Result<Vec<Box<dyn Solver>>> {
    let Some(name) = &options.second_opinion else {
        return Ok(Vec::new());
    };
    let solver = second_opinion(name).map_err(|e| e.to_string())?;
    Ok(vec![Box::new(solver)])
}
