//! The part of `hatha check` that does the work, in a process of its own.
//!
//! **Invariant.** Everything that the supervisor has to know goes through the
//! pipe, one [`Message`] on a line; the worker prints nothing else on standard
//! output. When the supervisor is gone, so is the worker.

use super::args::CheckArgs;
use super::document::{Document, SecondOpinion};
use super::exit::{self, Failure};
use super::supervisor::Message;
use super::watch::Watch;
use super::{Outcome, bug, check, exchange, explain, gcl, log, opinion, program, test};
use hatha_cfa::{ProcId, Program};
use hatha_exec::image::Image;
use hatha_verify::cache::{self, Cache};
use hatha_verify::check::portfolio::EngineEnd;
use hatha_verify::check::{Checks, Context, InternalError, Options, Report, Verdict, check_in};
use serde_json::json;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

/// Checks and sends the result, or the failure.
pub(super) fn main(args: &CheckArgs) -> Outcome {
    tracing::trace!(target: "walk", "the worker begins");
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
pub(crate) fn end_with_supervisor() {
    std::thread::spawn(|| {
        let mut nothing = [0];
        while std::io::stdin().read(&mut nothing).is_ok_and(|n| n > 0) {}
        std::process::exit(i32::from(exit::INTERNAL));
    });
}

fn work(args: &CheckArgs, start: Instant) -> Result<Message, Failure> {
    if gcl::is_gcl(&args.front.files) {
        if args.cache.is_some() {
            eprintln!("hatha: note: --cache is for C programs; nothing is kept");
        }
        return gcl::work(args, start);
    }
    if gcl::engines().any(|name| name == args.engine) {
        let why = format!("error: --engine {} is for .gcl files", args.engine);
        return Err(Failure::new(exit::USAGE, why));
    }
    work_on_c(args, start)
}

fn work_on_c(args: &CheckArgs, start: Instant) -> Result<Message, Failure> {
    let (program, instrumented) = program::instrumented(&args.front, args.predicates.as_deref())?;
    let entry = program::entry(&program, &args.front)?;
    let asked = check::asked(args)?;
    let mut options = check::options(args, &asked)?;
    let kinds = asked.kinds_from(&program.proc(entry).name);
    let (program, checks) = Checks::insert(program, kinds);
    options.checks = checks;
    // Only the checker knows whether races may be ignored.
    options.certify |= program.interleaved.is_some();
    if args.seed_tests.is_some() {
        options.seed_tests = seeds(args, &program, entry, &options)?;
    }
    options.referee = opinion::referee(args.second_opinion.as_deref())?;
    let mut others = opinion::others(args.second_opinion.as_deref())?;
    let preface = || log::preface(args, &program, entry);
    let watch = Watch::new(args.log.as_deref(), preface)?;
    let loaded = start.elapsed();
    options.timeout = options.timeout.saturating_sub(loaded);
    let mut document = Document::loaded(&program, entry, &options, loaded.as_secs_f64());
    document.take_rules(&instrumented);
    Message::Loaded(Box::new(document.clone())).send();
    let violated = |report: &Report| {
        let mut document = document.clone();
        document.answer(&program, entry, report);
        document.blame(&program, &instrumented, report);
        write_early(args, (&program, entry), &options, report, &document);
        let text = explain::explain(&document, explain::detail(args), Some((&program, report)));
        Message::Violated {
            document: Box::new(document),
            text,
        }
        .send();
    };
    let context = Context {
        observer: &watch,
        others: &mut others,
        violated: &violated,
    };
    let mut notes = Vec::new();
    let report = match &args.cache {
        None => check_in(&program, entry, &options, context),
        Some(folder) => cached(folder, &program, entry, &options, context, &mut notes)?,
    };
    let report = report.map_err(|e| bug::failure(args, &e))?;
    document.answer(&program, entry, &report);
    document.blame(&program, &instrumented, &report);
    document.second_opinion = options.referee.as_deref().map(SecondOpinion::of);
    let subject = (&program, entry);
    let beside = write_files(
        args,
        subject,
        (&options, start),
        &report,
        (&mut document, watch),
    );
    notes.extend(beside);
    notes.extend(bug::notes(args, &report.internal_errors, &mut document));
    notes.extend(engines_not_started(&report));
    let text = explain::explain(&document, explain::detail(args), Some((&program, &report)));
    Ok(Message::Done {
        document: Box::new(document),
        text,
        notes,
    })
}

/// Writes the files of a violation: should time end before the result, they are there as well.
fn write_early(
    args: &CheckArgs,
    (program, entry): (&Program, ProcId),
    options: &Options,
    report: &Report,
    document: &Document,
) {
    let tests = check::write_artefacts(args, report);
    let witness = exchange::write_witness(args, program, entry, options, report);
    let results = exchange::write_results(args, document);
    if tests.and(witness).and(results).is_err() {
        // The result has a note about it, if there comes one.
        tracing::debug!("a file beside a violation could not be written");
    }
}

/// Engines that had no room for their threads: the answer is that of the others alone.
fn engines_not_started(report: &Report) -> Option<String> {
    let ends = report
        .engines
        .iter()
        .filter(|e| matches!(e.end, EngineEnd::NotStarted(_)));
    let names: Vec<String> = ends.map(|e| format!("{} {}", e.engine, e.end)).collect();
    (!names.is_empty()).then(|| names.join("; "))
}

/// Ends the log and writes the files beside the verdict; what could not be written is a note.
fn write_files(
    args: &CheckArgs,
    (program, entry): (&Program, ProcId),
    (options, start): (&Options, Instant),
    report: &Report,
    (document, watch): (&mut Document, Watch),
) -> Vec<String> {
    if let Verdict::Violated { test, .. } = &report.verdict {
        watch.note(|| json!({ "event": "failing_test", "vector": test }));
    }
    // The supervisor ends this process at the limit, and the verdict is worth more than the tests.
    let left = options.timeout.saturating_sub(start.elapsed()) / 2;
    let reached = (&mut *document, left);
    let reached = check::write_reaching_tests(args, (program, entry), options, report, reached);
    let beside = [
        reached,
        watch.finish(&json!(document.verdict)),
        check::write_artefacts(args, report),
        exchange::write_witness(args, program, entry, options, report),
        exchange::write_results(args, document),
    ];
    let failures = beside.into_iter().filter_map(Result::err);
    failures.map(|failure| failure.message).collect()
}

/// Answers from the cache, else by a search whose evidence is kept.
fn cached(
    folder: &Path,
    program: &Program,
    entry: ProcId,
    options: &Options,
    context: Context<'_>,
    notes: &mut Vec<String>,
) -> Result<Result<Report, InternalError>, Failure> {
    let cache = Cache::open(folder).map_err(|e| check::cannot_write(folder, &e))?;
    let (report, noted) = cache::check(&cache, program, entry, options, context);
    notes.extend(noted.into_iter().map(|note| match note {
        cache::Note::NotKept(e) => check::cannot_write(folder, &e).message,
        other => other.to_string(),
    }));
    Ok(report)
}

fn seeds(
    args: &CheckArgs,
    program: &Program,
    entry: ProcId,
    options: &Options,
) -> Result<Vec<Vec<u128>>, Failure> {
    let image = Image::new(program).map_err(|e| Failure::new(exit::UNKNOWN, e.to_string()))?;
    test::seeds(args.seed_tests.as_deref(), &image, entry, &options.config)
}
