//! The command line: parsing, dispatch, and the last line of defence.
//!
//! **Invariant.** Whatever happens, the process ends with a documented exit
//! status and, unless all is well, one message on standard error. A panic is an
//! internal error (70), never a verdict.

mod args;
mod asked;
mod bug;
mod campaign;
mod certify;
mod cfa;
mod check;
mod check_notes;
mod ci;
mod colour;
mod config;
mod contract;
mod cplusplus;
mod doctor;
mod document;
mod environment;
mod every;
mod exchange;
mod exit;
mod explain;
mod explore;
mod file;
mod functions;
mod gcl;
mod guard;
mod header;
mod interrupt;
mod log;
mod lsp;
mod manual;
mod opinion;
mod outputs;
mod program;
mod property;
mod render;
mod replay;
mod report;
mod rules;
mod run;
mod suggest;
mod supervisor;
mod test;
mod topics;
mod unit;
mod validate;
mod walk;
mod watch;
mod worker;

use args::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use exit::Failure;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// What a command ends with.
type Outcome = Result<u8, Failure>;

/// The whole command.
pub fn main() -> ExitCode {
    restore_pipe_signal();
    walk::record();
    let mut arguments = match config::extended(args::normalise(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(failure) => return failure.into(),
    };
    let is_worker = args::unmask(&mut arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    colour::set(cli.color);
    panic::set_hook(Box::new(|info| {
        eprintln!("hatha: internal error: {info}");
        eprintln!(
            "this is a defect of hatha, not of your program; please report it with the input"
        );
    }));
    // The front end's syntax trees are dropped by recursion as deep as they nest.
    let done = panic::catch_unwind(AssertUnwindSafe(|| {
        hatha_front::stack::on_large_stack(|| dispatch(cli.command, &arguments, is_worker))
    }));
    match done {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(failure)) => failure.into(),
        Err(_) => ExitCode::from(exit::INTERNAL),
    }
}

fn dispatch(mut command: Command, arguments: &[OsString], is_worker: bool) -> Outcome {
    tracing::trace!(target: "walk", "the command is chosen");
    state_whole(&mut command);
    state_scarce(&mut command);
    match command {
        Command::Check(args) if is_worker => worker::main(&args),
        Command::Check(args) if args.list_functions => functions::main(&args),
        Command::Check(args) => match args.every.every_function {
            Some(which) => every::main(&args, which, arguments),
            None => supervisor::main(&args, arguments),
        },
        Command::Run(args) => run::main(&args),
        Command::Test(args) => test::main(&args),
        Command::Replay(args) => replay::main(&args),
        Command::Report(args) => report::main(&args),
        Command::Certify(args) => certify::main(&args),
        Command::Validate(args) if is_worker => validate::work(&args),
        Command::Validate(args) => validate::main(&args, arguments),
        Command::Unit(args) => unit::main(&args),
        Command::Explore(args) => explore::main(&args),
        Command::Cfa(args) => cfa::main(&args),
        Command::Rules(args) => rules::main(&args),
        Command::Campaign(args) => campaign::main(&args),
        Command::Contract(args) if is_worker => contract::work(&args),
        Command::Contract(args) => contract::main(&args, arguments),
        Command::Ci(args) => ci::main(&args),
        Command::Lsp { .. } => lsp::main(),
        Command::Init => config::init(),
        Command::Doctor => doctor::main(),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::man(&folder),
        Command::Help { topic } => topics::main(&topic),
    }
}

/// A property file is about a whole program: that is what `init(main())` says there.
fn state_whole(command: &mut Command) {
    let (front, property) = match command {
        Command::Check(args) => (&mut args.front, &args.property),
        Command::Test(args) => (&mut args.front, &args.property),
        Command::Certify(args) => (&mut args.front, &args.property),
        Command::Replay(args) => (&mut args.front, &args.property),
        Command::Validate(args) => (&mut args.front, &args.property),
        _ => return,
    };
    front.whole = property.is_some();
}

/// Whether allocations may fail is part of the program.
fn state_scarce(command: &mut Command) {
    let (front, checks) = match command {
        Command::Check(args) => (&mut args.front, &args.checks),
        Command::Certify(args) => (&mut args.front, &args.checks),
        Command::Replay(args) => (&mut args.front, &args.checks),
        _ => return,
    };
    front.scarce = checks.as_deref().is_some_and(asked::may_allocations_fail);
}

/// Help and version go out as usual; a wrong command line is status 64.
fn usage(error: &clap::Error) -> ExitCode {
    // Nothing can be done about a closed standard error.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::from(exit::OK),
        _ => ExitCode::from(exit::USAGE),
    }
}

/// `hatha … | head` must end quietly, as every Unix tool does.
fn restore_pipe_signal() {
    // SAFETY: called once, before any thread is started; SIG_DFL is a valid disposition.
    #[expect(
        unsafe_code,
        reason = "the standard library has no way to restore SIGPIPE"
    )]
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}
