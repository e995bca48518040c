//! The part of `hatha check` that does the work, in a process of its own.
//!
//! **Invariant.** Everything that the supervisor has to know goes through the
//! pipe, one [`Message`] on a line; the worker prints nothing else on standard
//! output. When the supervisor is gone, so is the worker.

use super::args::CheckArgs;
use super::document::{Document, SecondOpinion};
use super::exit::{self, Failure};
use super::supervisor::Message;
use super::watch::{self, Watch};
use super::{Outcome, check, explain, gcl, opinion, program, test};
use crate::check::{Company, Options, check_in_company};
use hatha_cfa::{ProcId, Program};
use hatha_exec::image::Image;
use serde_json::json;
use std::io::Read;
use std::time::Instant;

/// Checks and sends the result, or the failure.
pub fn main(args: &CheckArgs) -> Outcome {
    let start = Instant::now();
    end_with_supervisor();
    match work(args, start) {
        Ok(done) => done.send(),
        Err(failure) => Message::Failed {
            status: failure.status,
            message: failure.message,
        }
        .send(),
    }
    Ok(exit::OK)
}

/// Standard input is a pipe on which nothing comes; its end is the supervisor's.
fn end_with_supervisor() {
    std::thread::spawn(|| {
        let mut nothing = [0];
        while std::io::stdin().read(&mut nothing).is_ok_and(|n| n > 0) {}
        std::process::exit(i32::from(exit::INTERNAL));
    });
}

fn work(args: &CheckArgs, start: Instant) -> Result<Message, Failure> {
    if gcl::is_gcl(&args.front.files) {
        return gcl::work(args, start);
    }
    if gcl::engines().any(|name| name == args.engine) {
        let why = format!("error: --engine {} is for .gcl files", args.engine);
        return Err(Failure::new(exit::USAGE, why));
    }
    let (program, woven) = program::woven(&args.front, args.predicates.as_deref())?;
    let entry = program::entry(&program, &args.front)?;
    let mut options = check::options(args)?;
    if args.seed_tests.is_some() {
        options.seed_tests = seeds(args, &program, entry, &options)?;
    }
    options.referee = opinion::referee(args.second_opinion.as_deref())?;
    let mut others = opinion::others(args.second_opinion.as_deref())?;
    let header = watch::header(&args.engine, &args.front.entry, &args.front.files);
    let watch = Watch::new(args.log.as_deref(), &header)?;
    let loaded = start.elapsed();
    options.timeout = options.timeout.saturating_sub(loaded);
    let mut document = Document::loaded(&program, entry, &options, loaded.as_secs_f64());
    document.woven(&woven);
    Message::Loaded(Box::new(document.clone())).send();
    let company = Company {
        observer: &watch,
        others: &mut others,
    };
    let report = check_in_company(&program, entry, &options, company)
        .map_err(|e| Failure::new(exit::INTERNAL, format!("internal error: {}", e.0)))?;
    document.answer(&program, entry, &report);
    document.blame(&program, &woven, &report);
    document.second_opinion = options.referee.as_deref().map(SecondOpinion::of);
    watch.finish(&json!(document.verdict))?;
    let unwritten = check::write_artefacts(args, &report).err();
    let text = explain::explain(&document, explain::detail(args), Some((&program, &report)));
    Ok(Message::Done {
        document: Box::new(document),
        text,
        unwritten: unwritten.map(|failure| failure.message),
    })
}

fn seeds(
    args: &CheckArgs,
    program: &Program,
    entry: ProcId,
    options: &Options,
) -> Result<Vec<Vec<u128>>, Failure> {
    let image = Image::new(program).map_err(|e| Failure::new(exit::UNKNOWN, e))?;
    test::seeds(args.seed_tests.as_deref(), &image, entry, &options.config)
}
