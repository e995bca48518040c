//! `hatha explore`: the paths of one function, by hand and by formula, in a browser.
//!
//! **Invariant.** A page never names a file: what is read are the files of the command
//! line, what is written are tests in the folder of `--tests`, under names that are
//! made here.

use super::args::ExploreArgs;
use super::exit::{self, Failure};
use super::program::{Processes, Unread};
use super::{Outcome, check, environment, interrupt, log, program};
use hatha_exec::config::Config;
use hatha_explore::server::Server;
use hatha_explore::{Conditions, Explorer, Ground, Kind, Options, Trouble, Unit};
use hatha_front::diag::Diagnostic;
use hatha_front::predicates;
use hatha_proof::input::InputVector;
use hatha_term::TermPool;
use hatha_unit::processes::Composed;
use hatha_unit::{Chart, Found, UnitError};
use hatha_verify::unit;
use hatha_verify::unit::follow::Follower;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The name of the conditions in messages.
const FORMULA: &str = "--ltl";

/// Serves a page until it is closed.
pub(super) fn main(args: &ExploreArgs) -> Outcome {
    let processes = program::processes(&args.front, &args.process)?;
    let config = environment::config(&args.environment, false);
    let ground = Files {
        args,
        processes,
        config,
    };
    let (unit, notes) = ground.first()?;
    if let Some(dir) = &args.tests {
        std::fs::create_dir_all(dir).map_err(|e| check::cannot_write(dir, &e))?;
    }
    let mut assumptions = unit::assumptions(&unit.program, unit.entry, &unit.chart, &ground.config);
    assumptions.extend(notes);
    let options = Options {
        timeout: check::timeout(args.timeout)?,
        n: args.n,
        interrupt: Arc::new(AtomicBool::new(false)),
        assumptions,
    };
    let mut explorer = Explorer::new(ground, unit, options).map_err(failure)?;
    let server = Server::bind(args.port).map_err(|e| cannot_listen(args.port, &e))?;
    let interrupted = interrupt::flag();
    tell(&server.url());
    server.run(&mut explorer, &interrupted);
    Ok(exit::OK)
}

/// Prints the address at once, also into a pipe.
fn tell(url: &str) {
    println!("{url}\nopen this address in a browser; Ctrl-C ends");
    // Nothing can be done about a closed standard output.
    let _ = std::io::stdout().flush();
}

fn cannot_listen(port: u16, e: &std::io::Error) -> Failure {
    let why = format!("cannot listen on port {port} of the loopback address: {e}");
    Failure::new(exit::USAGE, why)
}

fn failure(trouble: Trouble) -> Failure {
    let status = match trouble.kind {
        Kind::Input => exit::BAD_INPUT,
        Kind::Unit => exit::UNKNOWN,
        Kind::Internal => exit::INTERNAL,
    };
    Failure::new(status, format!("error: {}", trouble.message))
}

/// The files of the command line.
struct Files<'a> {
    args: &'a ExploreArgs,
    processes: Processes,
    config: Config,
}

impl Files<'_> {
    /// The unit for the first time, with what is worth telling about it.
    fn first(&self) -> Result<(Unit, Vec<String>), Failure> {
        let front = &self.processes.front;
        let (loaded, _) = program::pointed(front)?;
        let entry = program::entry(&loaded, front)?;
        let described = |(name, span)| {
            let place = loaded.sources.describe(span);
            format!("`{name}` is read but never set ({place})")
        };
        let notes = unit::never_set(&loaded, entry).into_iter();
        let notes = notes.map(described).collect();
        let composed = self.processes.composed(&loaded)?;
        let unit = self.unit(loaded, composed)?;
        Ok((unit, notes))
    }

    fn unit(
        &self,
        loaded: hatha_cfa::Program,
        composed: Option<Composed>,
    ) -> Result<Unit, Failure> {
        let not_followed = |why: UnitError| Failure::new(exit::UNKNOWN, why.to_string());
        let (program, entry, chart) = match composed {
            Some(composed) => {
                let chart = composed.chart().map_err(not_followed)?;
                (composed.program, composed.entry, chart)
            }
            None => {
                let entry = program::entry(&loaded, &self.processes.front)?;
                let chart = Chart::new(&loaded, entry).map_err(not_followed)?;
                (loaded, entry, chart)
            }
        };
        Unit::new(program, entry, chart, self.config.clone()).map_err(failure)
    }
}

impl Ground for Files<'_> {
    fn load(&self, conditions: &Conditions) -> Result<Unit, Trouble> {
        let conditions = predicates::Conditions {
            name: FORMULA.to_owned(),
            text: conditions.text.clone(),
            ranges: conditions.ranges.clone(),
        };
        let loaded = program::try_load_with_conditions(&self.processes.front, conditions);
        let loaded = loaded.map_err(|e| match e {
            Unread::Wrong(d, sources) => located(&d, &sources),
            Unread::Other(failure) => trouble(&failure),
        })?;
        let composed = self.processes.composed(&loaded);
        let unit = composed.and_then(|c| self.unit(loaded, c));
        unit.map_err(|f| trouble(&f))
    }

    fn test(
        &self,
        unit: &Unit,
        pool: &TermPool,
        found: &Found,
    ) -> Result<Option<InputVector>, Trouble> {
        let follower = Follower {
            program: &unit.program,
            entry: unit.entry,
            chart: &unit.chart,
            config: &self.config,
        };
        let test = unit::test_of(&follower, pool, found);
        test.map_err(|why| Trouble::new(Kind::Internal, why.to_string()))
    }

    fn keep(&self, name: &str, text: &str) -> Result<Option<String>, Trouble> {
        let Some(dir) = &self.args.tests else {
            return Ok(None);
        };
        let path = dir.join(name);
        check::write(&path, text).map_err(|f| trouble(&f))?;
        Ok(Some(path.display().to_string()))
    }

    fn replay(&self, name: &str) -> Vec<String> {
        let mut words = vec!["hatha".to_owned(), "replay".to_owned(), name.to_owned()];
        let front = &self.args.front;
        words.extend(front.files.iter().map(|f| f.display().to_string()));
        words.extend(log::flags(front, &self.args.environment));
        let processes = self.args.process.iter();
        words.extend(processes.map(|p| format!("--process={p}")));
        words
    }
}

/// What is wrong with the program, and where in the formula if it is there.
fn located(d: &Diagnostic, sources: &hatha_cfa::SourceMap) -> Trouble {
    let file = sources.file(d.span.file).map(|f| f.name.as_str());
    let mut trouble = Trouble::new(Kind::Input, d.message.clone());
    trouble.help.clone_from(&d.help);
    if file == Some(FORMULA) {
        let (start, end) = (d.span.col.max(1) - 1, d.span.end_col.max(1) - 1);
        return trouble.at(start as usize..end as usize);
    }
    trouble.message = format!("{}: {}", sources.describe(d.span), d.message);
    trouble
}

fn trouble(failure: &Failure) -> Trouble {
    let kind = match failure.status {
        exit::INTERNAL => Kind::Internal,
        exit::UNKNOWN => Kind::Unit,
        _ => Kind::Input,
    };
    Trouble::new(kind, failure.message.clone())
}
