//! `hatha replay`

use super::args::{FrontArgs, ReplayArgs};
use super::asked::Asked;
use super::exit::{self, Failure};
use super::{Outcome, environment, file, interrupt, program, run};
use hatha_cfa::Program;
use hatha_exec::config::Config;
use hatha_exec::fault::Stop;
use hatha_proof::fingerprint;
use hatha_proof::input::{InputVector, TargetNote};
use hatha_proof::shown;
use hatha_report::harness::Schedule;
use hatha_rules::Instrumented;
use hatha_unit::processes::Composed;
use hatha_verify::check::rules;
use hatha_verify::native::{self, Agreement, Native, Simulated};
use hatha_verify::replay::{Replayed, replay_by, replay_on_other_version};
use hatha_verify::unit::schedule;
use std::time::Duration;

/// Replays a test: 1 it fails as a test should, 0 it does not.
pub(super) fn main(args: &ReplayArgs) -> Outcome {
    let text = file::read(&args.test)?;
    let vector = InputVector::from_json(&text)
        .map_err(|e| bad(args, &format!("not a test that can be replayed: {e}")))?;
    let processes = program::processes(&args.front, &args.process)?;
    let (program, instrumented) = meant(&processes.front, &vector, !args.process.is_empty())?;
    let entry = program::entry(&program, &processes.front)?;
    let composed = processes.composed(&program)?;
    let (program, entry) = match &composed {
        Some(composed) => (&composed.program, composed.entry),
        None => (&program, entry),
    };
    let same = fits(args, program, &program.proc(entry).name, &vector)?;
    let property = args.property.as_deref();
    // A test says itself which faults stop it.
    let named = vector.checks.join(",");
    let checks = args.checks.as_deref().unwrap_or(match named.is_empty() {
        true => "assertions",
        false => &named,
    });
    let asked = Asked::read(property, &args.front.rules, Some(checks))?;
    let mut config = environment::config(&args.environment, property.is_some());
    config.limits.steps = args.steps;
    let rules = rules(&asked.kinds);
    let replayed = match same {
        true => replay_by(program, entry, &config, &vector, rules),
        false => replay_on_other_version(program, entry, &config, &vector, rules),
    };
    let replayed =
        replayed.map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {e}")))?;
    // Processes that run for ever have a schedule that ends.
    let cut = composed.is_some() && replayed.left == 0 && matches!(replayed.stop, Stop::Input(_));
    refuse_other_inputs(args, &vector, &replayed, (cut, same))?;
    let status = match cut {
        true => {
            println!("the test does not fail: its schedule ends");
            exit::OK
        }
        false => simulated(program, &instrumented, &asked, &replayed)?,
    };
    if args.verbosity.verbose {
        details(program, &replayed);
    }
    if !args.native {
        return Ok(status);
    }
    let schedule = match &composed {
        Some(composed) => {
            let vector = &replayed.vector;
            Some(scheduled(args, &processes, composed, &config, vector)?)
        }
        None => None,
    };
    let native = native(args, program, &replayed, schedule.as_ref())?;
    let broken =
        matches!(&replayed.stop, Stop::Fault(f) if instrumented.violation(f.span).is_some());
    Ok(native.map_or(status, |n| shown(&n, &replayed.vector, broken, status)))
}

/// Refuses a test that wants more values than it has, or has more than the program takes.
fn refuse_other_inputs(
    args: &ReplayArgs,
    vector: &InputVector,
    replayed: &Replayed,
    (cut, same): (bool, bool),
) -> Result<(), Failure> {
    if let (Stop::Input(why), false) = (&replayed.stop, cut) {
        let why = format!("{why}; {OTHER_OPTIONS}, or one that was cut (see --steps)");
        return Err(bad(args, &why));
    }
    // A run that was cut may still have asked for them.
    let complete = matches!(
        replayed.stop,
        Stop::Exit(_) | Stop::Fault(_) | Stop::Blocked
    );
    if replayed.left > 0 && same && complete {
        let all = vector.inputs.len();
        let why = format!(
            "the program takes only {} of the test's {all} values; {OTHER_OPTIONS}",
            all - replayed.left
        );
        return Err(bad(args, &why));
    }
    Ok(())
}

/// The accesses that the processes of a test make.
fn scheduled(
    args: &ReplayArgs,
    processes: &program::Processes,
    composed: &Composed,
    config: &Config,
    vector: &InputVector,
) -> Result<Schedule, Failure> {
    if !args.front.stub.is_empty() || args.front.stubs.is_some() {
        let why = "error: a stub has no native code: leave out --native, or the stub";
        return Err(Failure::new(exit::UNKNOWN, why));
    }
    let functions = processes.functions(&composed.program)?;
    schedule::schedule(composed, config, vector, functions)
        .map_err(|why| Failure::new(exit::UNKNOWN, format!("error: {why}")))
}

/// The program that a test was made for: as it is checked, or as questions about it are asked.
fn meant(
    front: &FrontArgs,
    vector: &InputVector,
    asked: bool,
) -> Result<(Program, Instrumented), Failure> {
    if asked {
        return program::pointed(front);
    }
    let plain = program::instrumented(front, None)?;
    if vector.program.is_empty() || vector.program == fingerprint(&plain.0) {
        return Ok(plain);
    }
    let pointed = program::pointed(front)?;
    if vector.program == fingerprint(&pointed.0) {
        return Ok(pointed);
    }
    // In the program of the test allocations may have been allowed to fail.
    let scarce = FrontArgs {
        scarce: true,
        ..front.clone()
    };
    let scarce = program::instrumented(&scarce, None)?;
    let is_it = vector.program == fingerprint(&scarce.0);
    Ok(if is_it { scarce } else { plain })
}

/// Why a test may not fit the program that it is for.
const OTHER_OPTIONS: &str = "it is a test of another program, or one made with other options \
    (--externals, --globals, --assume, --volatile, --pointers)";

fn bad(args: &ReplayArgs, why: &str) -> Failure {
    Failure::new(
        exit::BAD_INPUT,
        format!("error: {}: {why}", args.test.display()),
    )
}

/// Refuses a test of another machine or entry. A test of another version of the program is told
/// and replayed: that is how a correction is tried. Whether it is the same version.
fn fits(
    args: &ReplayArgs,
    program: &Program,
    entry: &str,
    vector: &InputVector,
) -> Result<bool, Failure> {
    if vector.target != TargetNote::from(&program.target) {
        let bits = vector.target.pointer_bits;
        let why =
            format!("the test is for another machine (addresses of {bits} bits); see --data-model");
        return Err(bad(args, &why));
    }
    if vector.entry != entry {
        let why = format!(
            "the test starts at '{}', not at '{entry}'; see --entry",
            vector.entry
        );
        return Err(bad(args, &why));
    }
    let same = vector.program.is_empty() || vector.program == fingerprint(program);
    if !same && !args.verbosity.quiet {
        eprintln!(
            "hatha: warning: {}: the test was made for another version of the program, or with other options",
            args.test.display()
        );
    }
    Ok(same)
}

/// Tells how the simulator ended.
fn simulated(
    program: &Program,
    instrumented: &Instrumented,
    asked: &Asked,
    replayed: &Replayed,
) -> Outcome {
    if let Stop::Fault(fault) = &replayed.stop {
        if !asked.is_about(&fault.kind) {
            let place = program.sources.describe(fault.span);
            let kind = &fault.kind;
            println!("the test does not fail: the property is not about {kind} at {place}");
            return Ok(exit::OK);
        }
        let broken = instrumented.violation(fault.span);
        let what = match broken {
            Some(v) => format!("{} ({})", v.message, v.rule),
            None => fault.kind.to_string(),
        };
        let user = fault.stack.iter().find(|e| !instrumented.is_rule(e.span));
        let place = user
            .filter(|_| broken.is_some())
            .map_or(fault.span, |e| e.span);
        println!(
            "the test fails: {what} at {}",
            program.sources.describe(place)
        );
        return Ok(exit::VIOLATED);
    }
    run::ended(program, replayed.stop.clone()).map(|status| {
        println!("the test does not fail: the program ends with status {status}");
        exit::OK
    })
}

/// Shows the values that the test took and the calls that its failure is in.
fn details(program: &Program, replayed: &Replayed) {
    for input in shown::shown(&replayed.vector) {
        println!("  {} = {}  ({})", input.name, input.value, input.ty);
    }
    if let Stop::Fault(fault) = &replayed.stop {
        println!("  {}", fault.message);
        for entry in &fault.stack {
            let name = &program.proc(entry.proc).name;
            println!("  in {name} at {}", program.sources.describe(entry.span));
        }
    }
    println!("  {} steps", replayed.steps);
}

/// Compiles and runs the test; the answer stays what the simulator said only if both agree.
fn native(
    args: &ReplayArgs,
    program: &Program,
    replayed: &Replayed,
    schedule: Option<&Schedule>,
) -> Result<Option<Native>, Failure> {
    if args.front.compile_commands.is_some() {
        let why = "--native does not read compile_commands.json; name the files and flags";
        return Err(Failure::new(exit::USAGE, why));
    }
    if program.interleaved.is_some() {
        let why = "error: a schedule of threads has no native run: leave out --native";
        return Err(Failure::new(exit::UNKNOWN, why));
    }
    let timeout = Duration::try_from_secs_f64(args.timeout)
        .map_err(|_| Failure::new(exit::USAGE, "--timeout: not a time in seconds"))?;
    let options = native::Options {
        files: args.front.files.clone(),
        flags: program::flags(&args.front),
        timeout,
        interrupt: interrupt::flag(),
    };
    let simulated = match &replayed.stop {
        Stop::Fault(fault) => Simulated::Fault {
            kind: fault.kind.clone(),
            guarded: fault.object.as_ref().is_some_and(|o| o.guarded),
        },
        Stop::Exit(status) => Simulated::Exit(*status),
        // The schedule of processes ends, and so does what runs natively.
        Stop::Input(_) if schedule.is_some() => Simulated::Exit(0),
        // Every other end has been told and is no test.
        _ => return Ok(None),
    };
    let vector = &replayed.vector;
    let native = match schedule {
        Some(s) => native::replay_processes(program, vector, s, &simulated, &options),
        None => native::replay(program, vector, &simulated, &options),
    };
    let native = native.map_err(|why| Failure::new(exit::UNKNOWN, format!("error: {why}")))?;
    Ok(Some(native))
}

/// Tells of a native run; `broken` if the test breaks a rule, which is no part of what was compiled.
fn shown(native: &Native, vector: &InputVector, broken: bool, status: u8) -> u8 {
    match native.agreement {
        Agreement::Different if broken => {
            println!("cannot be seen natively: {}", native.ended);
            println!("  a rule is no part of the compiled program");
            return status;
        }
        Agreement::Same => {
            println!("natively the same: {}", native.ended);
            return status;
        }
        Agreement::Unseen => {
            println!("cannot be seen natively: {}", native.ended);
            return status;
        }
        Agreement::Different => {}
    }
    if !vector.layout.is_empty() {
        println!("natively not decided: {}", native.ended);
        println!(
            "  the test depends on where objects lie in memory, which cannot be forced natively"
        );
        return exit::UNKNOWN;
    }
    if native.unset.is_empty() {
        println!("natively not the same: {}", native.ended);
    } else {
        println!("natively it cannot be shown: {}", native.ended);
        println!(
            "  the test hinges on values that cannot be set from outside: {}",
            native.unset.join(", ")
        );
    }
    exit::UNKNOWN
}
