//! `hatha check`: starts the worker, watches it, and always has the last word.
//!
//! **Invariant.** Whatever becomes of the worker, the command ends with a
//! verdict or with 70. Only a result of the worker is a verdict other than *unknown*: its last one,
//! or, where a limit or Ctrl-C ends it before, the violations that it has confirmed by then. A limit,
//! Ctrl-C or a crash can only take a verdict away. What happens beside a
//! verdict (a file that cannot be written, a defect that other engines made up for) is a
//! note: the exit status is the verdict's.

use super::args::{CheckArgs, FormatArg};
use super::document::{Answer, Document};
use super::exit::{self, Failure};
use super::guard::{Limit, Limits, Silence, Worker, crashed};
use super::report::Record;
use super::{Outcome, check, explain, outputs, worker};
use hatha_engine::Counts;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStdout, ExitStatus};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Message {
    /// The program has been read.
    Loaded(Box<Document>),
    /// The search goes on.
    Progress {
        /// Iterations, tests, regions, predicates, and queries for search and generalisation.
        counts: [u64; 6],
        /// Where it is.
        frontier: String,
    },
    /// A check is violated, which has been confirmed, and the search goes on.
    Violated {
        /// What is known by now.
        document: Box<Document>,
        /// For people.
        text: String,
    },
    /// The result, and the same for people.
    Done {
        /// The result.
        document: Box<Document>,
        /// For people.
        text: String,
        /// What else is to be said, about files that could not be written for instance.
        notes: Vec<String>,
    },
    /// There is no result.
    Failed {
        /// The exit status.
        status: u8,
        /// For standard error.
        message: String,
    },
}

impl Message {
    /// Of a search that goes on.
    pub(super) fn progress(counts: &Counts, frontier: String) -> Self {
        let c = counts;
        let counts = [
            c.iterations,
            c.tests,
            c.regions,
            c.predicates,
            c.queries,
            c.generalisation_queries,
        ];
        Message::Progress { counts, frontier }
    }

    /// Sends it to the supervisor; one that is gone needs no message.
    pub(super) fn send(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    }
}

/// How a watched worker ended.
enum End {
    Done(Box<Document>, String, Vec<String>),
    Failed(Failure),
    /// A limit ended it: the kind of the limit, and the reason as people read it.
    Limit(&'static str, String),
    /// It ended without a result.
    Silent,
}

/// Checks and shows the verdict.
pub(super) fn main(args: &CheckArgs, arguments: &[OsString]) -> Outcome {
    tracing::trace!(target: "walk", "the worker is started and watched");
    if args.attended {
        worker::end_with_supervisor();
    }
    let timeout = check::timeout(args.timeout)?;
    outputs::demand_writable(args)?;
    let record = Record::of(args)?;
    let mut watched = Watched::start(args, record.as_ref(), arguments, timeout)?;
    let end = watched.watch();
    let status = watched.finish(&end);
    let end = match (end, args.memory) {
        // An allocation that fails ends the worker at once.
        (End::Silent, Some(limit)) if is_aborted(status) => {
            let why = format!("out of memory (an allocation failed; limit {limit} MB)");
            End::Limit(Limit::Memory(limit).cause(), why)
        }
        (end, _) => end,
    };
    let (document, text, mut notes) = match end {
        End::Done(document, text, notes) => (*document, text, notes),
        End::Failed(failure) => return Err(failure),
        End::Silent => return Err(crashed(status)),
        End::Limit(cause, why) => watched.known_at_limit(args, cause, why),
    };
    match args.format {
        FormatArg::Json => println!("{}", serde_json::json!(document)),
        FormatArg::Human => print!("{text}"),
    }
    let recorded = record.map_or(Ok(()), |r| r.conclude(args, &document));
    notes.extend(recorded.err().map(|failure| failure.message));
    // What happens beside a verdict does not change it: the exit status is that of the verdict.
    for note in notes {
        eprintln!("hatha: note: {note}");
    }
    Ok(match document.verdict {
        Answer::Proved => exit::OK,
        Answer::Violated => exit::VIOLATED,
        Answer::Unknown => exit::UNKNOWN,
    })
}

fn is_aborted(status: Option<ExitStatus>) -> bool {
    status.and_then(|s| s.signal()) == Some(libc::SIGABRT)
}

/// A worker and what is known about it.
struct Watched {
    worker: Worker,
    messages: Receiver<Message>,
    start: Instant,
    /// What can be said if it says no more.
    document: Document,
    /// The violations that it has confirmed, as a document and for people.
    violated: Option<(Box<Document>, String)>,
    /// Whether each of them is printed at once.
    streams: bool,
    frontier: String,
    /// The line of progress, for people who look on.
    line: ProgressBar,
}

impl Watched {
    fn start(
        args: &CheckArgs,
        record: Option<&Record>,
        arguments: &[OsString],
        timeout: Duration,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let limits = Limits {
            deadline: start.checked_add(timeout),
            memory: args.memory,
        };
        let log = record.and_then(Record::option);
        let log = log.map(|path| [OsStr::new("--log"), path.as_os_str()]);
        let log: Vec<&OsStr> = log.into_iter().flatten().collect();
        let (worker, messages) = Worker::start("check", &log, arguments, limits, pass_on)?;
        Ok(Watched {
            worker,
            messages,
            start,
            document: Document::blank(&args.engine, &args.front.entry),
            violated: None,
            streams: args.attended && args.format == FormatArg::Json,
            frontier: String::new(),
            line: progress_line(args),
        })
    }

    fn watch(&mut self) -> End {
        let (document, frontier) = (&mut self.document, &mut self.frontier);
        let violated = &mut self.violated;
        let (start, line, streams) = (self.start, &self.line, self.streams);
        let end = self.worker.listen(&self.messages, |message| match message {
            Message::Loaded(loaded) => {
                *document = *loaded;
                None
            }
            Message::Progress {
                counts,
                frontier: at,
            } => {
                let counts = progressed(counts);
                document.count(&counts);
                *frontier = at;
                line.set_message(progress_text(start.elapsed(), &counts, frontier));
                None
            }
            Message::Violated { document, text } => {
                if streams {
                    println!("{}", serde_json::json!(document));
                }
                *violated = Some((document, text));
                None
            }
            Message::Done {
                document,
                text,
                notes,
            } => Some(End::Done(document, text, notes)),
            Message::Failed { status, message } => Some(End::Failed(Failure::new(status, message))),
        });
        end.unwrap_or_else(|silence| match silence {
            Silence::Closed => End::Silent,
            Silence::Limit(limit) => End::Limit(
                limit.cause(),
                match self.frontier.is_empty() {
                    true => limit.to_string(),
                    false => format!("{limit} at {}", self.frontier),
                },
            ),
        })
    }

    /// What is known where a limit has ended the worker: the violations that it has confirmed, else
    /// nothing.
    fn known_at_limit(
        self,
        args: &CheckArgs,
        cause: &str,
        why: String,
    ) -> (Document, String, Vec<String>) {
        if let Some((document, text)) = self.violated {
            let note = format!("the search about the other checks was ended: {why}");
            return (*document, text, vec![note]);
        }
        let mut document = self.document;
        document.reason = why;
        cause.clone_into(&mut document.cause);
        document.seconds = self.start.elapsed().as_secs_f64();
        let text = explain::explain(&document, explain::detail(args), None);
        (document, text, Vec::new())
    }

    /// Ends the worker and everything that it started.
    fn finish(&mut self, end: &End) -> Option<ExitStatus> {
        self.line.finish_and_clear();
        match end {
            // Its status says how it died.
            End::Silent => self.worker.end_soon(),
            _ => self.worker.end(),
        }
    }
}

/// The counts of a message.
fn progressed(counts: [u64; 6]) -> Counts {
    let [
        iterations,
        tests,
        regions,
        predicates,
        queries,
        generalisation_queries,
    ] = counts;
    Counts {
        iterations,
        tests,
        regions,
        predicates,
        queries,
        generalisation_queries,
        ..Counts::default()
    }
}

fn progress_text(elapsed: Duration, counts: &Counts, frontier: &str) -> String {
    let Counts {
        iterations,
        tests,
        queries,
        ..
    } = counts;
    let seconds = elapsed.as_secs();
    format!("{seconds} s, {iterations} iterations, {tests} tests, {queries} queries  {frontier}")
}

/// A line on standard error, if somebody may look on.
fn progress_line(args: &CheckArgs) -> ProgressBar {
    if args.verbosity.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let line = ProgressBar::new_spinner();
    match ProgressStyle::with_template("{wide_msg}") {
        Ok(style) => line.with_style(style),
        Err(_) => line,
    }
}

/// Passes on what the worker says until it says no more.
fn pass_on(out: ChildStdout, to: Sender<Message>) {
    for line in BufReader::new(out).lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str(&line) else {
            return;
        };
        if to.send(message).is_err() {
            return;
        }
    }
}
