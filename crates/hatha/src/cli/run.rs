//! `hatha run`

use super::args::RunArgs;
use super::exit::{self, Failure};
use super::render::{self, Message};
use super::{Outcome, environment, file, gcl, program};
use hatha_cfa::{ProcId, Program};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Process;
use hatha_exec::fault::{Fault, Stop};
use hatha_exec::image::Image;
use hatha_exec::input::{FromVector, Inputs, Zero};
use hatha_exec::machine::Machine;
use hatha_exec::memory::Layout;
use hatha_proof::input::InputVector;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

/// Runs a program to its end.
pub(super) fn main(args: &RunArgs) -> Outcome {
    if gcl::is_gcl(&args.front.files) {
        return gcl::run(args);
    }
    let program = program::for_run(&args.front)?;
    let entry = program::entry(&program, &args.front)?;
    let mut config = environment::config(&args.environment, false);
    config.policy.arithmetic.wrap |= wraps(&args.front.cflags);
    if let Some(steps) = args.steps {
        config.limits.steps = steps;
    }
    let (inputs, layout): (Box<dyn Inputs>, Layout) = match &args.input {
        None => (Box::new(Zero), Layout::default()),
        Some(path) => {
            let bad = |e: &dyn std::error::Error| {
                Failure::new(exit::BAD_INPUT, format!("{}: {e}", path.display()))
            };
            let vector = InputVector::from_json(&file::read(path)?).map_err(|e| bad(&e))?;
            let layout = Layout::recorded(&vector.layout).map_err(|e| bad(&e))?;
            (Box::new(FromVector::new(&vector)), layout)
        }
    };
    let words = arguments(args);
    let stop = simulate(&program, entry, config, (inputs, layout), &words)?;
    ended(&program, stop)
}

/// Whether the compiler is told that signed overflow wraps; the last flag wins, as it does there.
fn wraps(flags: &[String]) -> bool {
    let says = |flag: &String| match flag.as_str() {
        "-fwrapv" | "-fno-strict-overflow" => Some(true),
        "-fno-wrapv" | "-fstrict-overflow" | "-ftrapv" => Some(false),
        _ => None,
    };
    flags.iter().rev().find_map(says).unwrap_or(false)
}

/// The program's name and its arguments, as bytes.
fn arguments(args: &RunArgs) -> Vec<Vec<u8>> {
    let bytes = |s: &OsString| s.as_bytes().to_vec();
    let name = args
        .front
        .files
        .first()
        .map(|f| f.as_os_str().as_bytes().to_vec())
        .unwrap_or_default();
    std::iter::once(name)
        .chain(args.args.iter().map(bytes))
        .collect()
}

fn simulate(
    program: &Program,
    entry: ProcId,
    config: Config,
    (inputs, layout): (Box<dyn Inputs>, Layout),
    words: &[Vec<u8>],
) -> Result<Stop, Failure> {
    let status = if layout.is_empty() {
        exit::UNKNOWN
    } else {
        exit::BAD_INPUT
    };
    let image = Image::with_layout(program, Rc::new(layout));
    let image = image.map_err(|e| Failure::new(status, e.to_string()))?;
    let domain = Concrete::new(config.policy, inputs);
    let mut machine = Machine::new(&image, config, domain, (), Process::default());
    let is_main = program.proc(entry).name == "main";
    let started = if is_main {
        machine.start_main(entry, words)
    } else {
        machine.start_entry(entry)
    };
    Ok(match started {
        Ok(()) => machine.run(),
        Err(stop) => *stop,
    })
}

/// The exit status of an ended run; what is not the program's own end is told on standard error.
pub(super) fn ended(program: &Program, stop: Stop) -> Outcome {
    let sources = &program.sources;
    match stop {
        Stop::Exit(status) => Ok(status as u8),
        Stop::Fault(fault) => Err(Failure::new(exit::FAULT, fault_message(program, &fault))),
        Stop::Unsupported(u) => {
            let message = Message {
                title: format!("unsupported: {}", u.reason),
                span: Some(u.span),
                ..Message::default()
            };
            Err(Failure::new(
                exit::UNKNOWN,
                render::render(&message, sources),
            ))
        }
        Stop::OutOfBudget(limit) => Err(Failure::new(exit::UNKNOWN, limit.to_string())),
        Stop::Blocked => Err(Failure::new(
            exit::UNKNOWN,
            "an assumption of the program failed, so this run does not exist",
        )),
        Stop::Input(why) => Err(Failure::new(exit::BAD_INPUT, why)),
        Stop::Internal(why) => Err(Failure::new(
            exit::INTERNAL,
            format!("internal error: {why}"),
        )),
    }
}

fn fault_message(program: &Program, fault: &Fault) -> String {
    let mut notes = Vec::new();
    if let Some(object) = &fault.object {
        notes.push((object.text.clone(), object.span));
    }
    let callers = fault.stack.iter().filter(|e| e.span != fault.span);
    for entry in callers.take(8) {
        let name = &program.proc(entry.proc).name;
        notes.push((
            format!("in {name}, at {}", program.sources.describe(entry.span)),
            hatha_cfa::Span::NONE,
        ));
    }
    let message = Message {
        title: format!("{}: {}", fault.kind, fault.message),
        span: Some(fault.span),
        notes,
        ..Message::default()
    };
    render::render(&message, &program.sources)
}
