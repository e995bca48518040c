//! The server: what clients say and what commands answer, one after the other.
//!
//! **Invariant.** Nothing that a client sends or a command prints ends the server, and nothing blocks it:
//! commands run beside it. A verdict is shown only from a whole document of the command.

use crate::answers::{Contracts, Document, Functions, Problem, Verdict};
use crate::client::{Client, token};
use crate::commands;
use crate::edits;
use crate::file::{Answer, File};
use crate::jobs::{Job, Jobs, Running, Task};
use crate::lines::LineMap;
use crate::process::{End, Event, Id, Process};
use crate::project::Project;
use crate::settings::Settings;
use crate::{answers, shown, uri};
use crossbeam_channel::Sender;
use lsp_types::{ClientCapabilities, MessageType, Uri};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The server.
pub(crate) struct Server {
    /// The command that checks.
    command: PathBuf,
    pub client: Client,
    pub settings: Settings,
    pub roots: Vec<PathBuf>,
    pub files: BTreeMap<PathBuf, File>,
    jobs: Jobs,
    events: Sender<Event>,
    /// Functions, by their keys, that a check with the cache has not proved.
    unproved: BTreeSet<String>,
    /// What is written for commands, and the pages of reports.
    scratch: tempfile::TempDir,
}

impl Server {
    pub(crate) fn new(
        command: PathBuf,
        sender: Sender<lsp_server::Message>,
        can: &ClientCapabilities,
        events: Sender<Event>,
    ) -> std::io::Result<Server> {
        Ok(Server {
            command,
            client: Client::new(sender, can),
            settings: Settings::default(),
            roots: Vec::new(),
            files: BTreeMap::new(),
            jobs: Jobs::default(),
            events,
            unproved: BTreeSet::new(),
            scratch: tempfile::Builder::new().prefix("hatha-lsp-").tempdir()?,
        })
    }

    pub(crate) fn project(&self, path: &Path) -> Project {
        Project::of(path, &self.roots)
    }

    // ---- files ----

    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: &str) {
        let Some(path) = uri::path(&uri).filter(|p| shown::is_checked(p)) else {
            return;
        };
        self.files
            .insert(path.clone(), File::new(uri, path.clone(), version, text));
        if self.settings.check_on_open {
            self.check(&path);
        }
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.jobs.cancel(|job| job.path == path);
        if let Some(file) = self.files.remove(path) {
            if let Some((number, _)) = file.progress {
                self.client.end(number, "");
            }
            self.client.publish(&file.uri, None, Vec::new());
        }
        self.pump();
    }

    /// A file has been saved: it, or if it is a header all, are checked.
    pub(crate) fn saved(&mut self, path: &Path) {
        match self.files.contains_key(path) {
            true => self.check(path),
            false => self.check_all(),
        }
    }

    pub(crate) fn check_all(&mut self) {
        let paths: Vec<PathBuf> = self.files.keys().cloned().collect();
        for path in paths {
            self.check(&path);
        }
    }

    /// Asks for the functions of a file; those of which something has changed are checked then.
    pub(crate) fn check(&mut self, path: &Path) {
        let Some(file) = self.files.get(path) else {
            return;
        };
        let job = Job {
            path: path.to_path_buf(),
            text: Arc::clone(&file.text),
            task: Task::List,
            progress: None,
        };
        let is_list = |job: &Job| job.path == path && matches!(job.task, Task::List);
        self.jobs.cancel(is_list);
        self.start(job);
    }

    /// Checks a function again, whatever is known about it.
    pub(crate) fn check_function(&mut self, path: &Path, function: &str) {
        let is_meant = |job: &Job| job.checked().is_some_and(|f| f.name == function);
        self.jobs.cancel(|job| job.path == path && is_meant(job));
        if let Some(file) = self.files.get_mut(path) {
            file.pending.remove(function);
            file.answers.remove(function);
            file.requested.insert(function.to_owned());
        }
        self.check(path);
    }

    /// Forgets what is known about a file and checks it again.
    pub(crate) fn check_again(&mut self, path: &Path) {
        self.cancel(path);
        if let Some(file) = self.files.get_mut(path) {
            file.answers.clear();
        }
        self.check(path);
    }

    /// Ends the checks of a file.
    pub(crate) fn cancel(&mut self, path: &Path) {
        self.jobs.cancel(|job| job.path == path);
        if let Some(file) = self.files.get_mut(path) {
            file.pending.clear();
            // What a search has not ended to say is not kept.
            file.answers.retain(|_, answer| !answer.is_partial);
        }
        self.progressed(path);
        self.publish(path);
        self.pump();
    }

    /// Ends what a progress is about.
    pub(crate) fn cancel_progress(&mut self, named: &str) {
        let is_named = |number: Option<u64>| number.is_some_and(|n| token(n) == named);
        self.jobs.cancel(|job| is_named(job.progress));
        let files = self.files.values();
        let mut meant = files.filter(|f| is_named(f.progress.map(|(n, _)| n)));
        if let Some(path) = meant.next().map(|f| f.path.clone()) {
            self.cancel(&path);
        }
    }

    // ---- jobs ----

    fn start(&mut self, job: Job) {
        let id = self.jobs.number();
        let project = self.project(&job.path);
        let folder = self.scratch_of(id);
        let arguments = commands::arguments(&job, &project, &self.settings, &folder);
        let events = self.events.clone();
        let process = arguments
            .and_then(|all| Process::start(&self.command, &all, &project.folder, id, events));
        match process {
            Ok(process) => {
                self.jobs.running.insert(id, Running::new(job, process));
            }
            Err(e) => self.failed_to_start(&job, &e),
        }
    }

    fn scratch_of(&self, id: Id) -> PathBuf {
        self.scratch.path().join(id.to_string())
    }

    fn failed_to_start(&mut self, job: &Job, e: &std::io::Error) {
        let why = format!("the command cannot be started: {e}");
        match job.checked() {
            Some(function) => self.take_answer(job, &function.clone(), Err(why)),
            None => self.client.show(MessageType::ERROR, &why),
        }
    }

    /// Starts checks that wait, as many as may run.
    fn pump(&mut self) {
        while let Some(job) = self.jobs.next(self.settings.jobs) {
            self.start(job);
        }
    }

    /// Starts a job that the user has asked for by name.
    pub(crate) fn ask(&mut self, path: &Path, task: Task, message: &str) {
        let Some(file) = self.files.get(path) else {
            return self
                .client
                .show(MessageType::WARNING, "the file is not open");
        };
        let text = Arc::clone(&file.text);
        let number = self.jobs.number();
        self.client.begin(number, message);
        self.start(Job {
            path: path.to_path_buf(),
            text,
            task,
            progress: Some(number),
        });
    }

    /// A folder for the page of a report, which lives as long as the server.
    pub(crate) fn page(&mut self, function: &str) -> PathBuf {
        let number = self.jobs.number();
        self.scratch
            .path()
            .join(format!("{function}-{number}.html"))
    }

    /// What a command does.
    pub(crate) fn event(&mut self, event: Event) {
        match event {
            Event::Line(id, line) => self.line(id, line),
            Event::End(id, end) => {
                // It may be there or not.
                let _ = std::fs::remove_dir_all(self.scratch_of(id));
                if let Some(running) = self.jobs.running.remove(&id) {
                    self.end(running, &end);
                }
            }
        }
        self.pump();
    }

    fn line(&mut self, id: Id, line: String) {
        let Some(running) = self.jobs.running.get_mut(&id) else {
            return;
        };
        let job = running.job.clone();
        running.line.clone_from(&line);
        if let (Some(function), Some(document)) = (job.checked(), Document::read(&line)) {
            let Some(file) = self.files.get_mut(&job.path) else {
                return;
            };
            let answer = Answer {
                key: function.key.clone(),
                text: Arc::clone(&job.text),
                result: Ok(document),
                is_partial: true,
            };
            file.answers.insert(function.name.clone(), answer);
            self.publish(&job.path);
        }
    }

    fn end(&mut self, running: Running, end: &End) {
        let Running { job, line, .. } = running;
        if let Some(number) = job.progress {
            self.client.end(number, "");
        }
        match job.task.clone() {
            Task::List => self.listed(&job, &line, end),
            Task::Check { function, cached } => {
                let read = Document::read(&line);
                let result = match (end.status, read) {
                    (Some(0..=2), Some(document)) => Ok(document),
                    _ => Err(complaint(end)),
                };
                let is_proved = result.as_ref().is_ok_and(|d| d.verdict == Verdict::Proved);
                if cached && !is_proved {
                    // The cache keeps the evidence for one answer; now each check gets one.
                    self.unproved.insert(function.key.clone());
                    let task = Task::Check {
                        function,
                        cached: false,
                    };
                    self.jobs.push(Job { task, ..job }, true);
                    return;
                }
                self.take_answer(&job, &function, result);
            }
            Task::Contract { function } => self.contracted(&job, &function, &line, end),
            Task::Test { folder, .. } => self.tested(&folder, &line, end),
            Task::Report { page, .. } => match uri::of(&page).filter(|_| page.is_file()) {
                Some(uri) => self.client.open("the report", &uri, true),
                None => self.client.show(MessageType::ERROR, &complaint(end)),
            },
        }
    }

    // ---- answers ----

    fn listed(&mut self, job: &Job, line: &str, end: &End) {
        let Some(file) = self.files.get_mut(&job.path) else {
            return;
        };
        let read: Option<Functions> = serde_json::from_str(line).ok();
        let all = match read {
            Some(Functions {
                functions,
                error: None,
            }) => Ok(functions),
            Some(Functions {
                error: Some(problem),
                ..
            }) => Err(problem),
            None => Err(Problem {
                message: complaint(end),
                ..Problem::default()
            }),
        };
        let functions = match all {
            Ok(functions) => functions,
            Err(problem) => {
                // The answers stay: they are about the text before this one.
                file.problem = Some(problem);
                file.listed = Arc::clone(&job.text);
                return self.publish(&job.path);
            }
        };
        let changed = LineMap::new(&file.listed, &job.text).first_change();
        file.take(functions, Arc::clone(&job.text));
        self.schedule(job, changed);
    }

    /// Has everything checked that has changed.
    fn schedule(&mut self, job: &Job, changed: usize) {
        let Some(file) = self.files.get_mut(&job.path) else {
            return;
        };
        let open = file.open_entries(self.settings.statics, changed);
        let is_stale = |j: &Job| {
            let is_open = |f: &answers::Function| open.contains(f);
            j.path == job.path && j.checked().is_some_and(|f| !is_open(f))
        };
        self.jobs.cancel(is_stale);
        file.pending = open.iter().map(|f| f.name.clone()).collect();
        // With the cache no comment accepts a check.
        let accepts = job.text.contains("hatha: accept ");
        for function in open {
            if self.jobs.has(&job.path, &function) {
                continue;
            }
            let cached = !accepts && !self.unproved.contains(&function.key);
            let cached = cached && self.settings.cache_folder().is_some();
            let task = Task::Check { function, cached };
            self.jobs.push(
                Job {
                    task,
                    ..job.clone()
                },
                false,
            );
        }
        self.progressed(&job.path);
        self.publish(&job.path);
    }

    fn take_answer(
        &mut self,
        job: &Job,
        function: &answers::Function,
        result: Result<Document, String>,
    ) {
        let Some(file) = self.files.get_mut(&job.path) else {
            return;
        };
        let answer = Answer {
            key: function.key.clone(),
            text: Arc::clone(&job.text),
            result,
            is_partial: false,
        };
        file.answers.insert(function.name.clone(), answer);
        file.pending.remove(&function.name);
        self.progressed(&job.path);
        self.publish(&job.path);
    }

    /// Shows how far the checks of a file are.
    fn progressed(&mut self, path: &Path) {
        let number = self.jobs.number();
        let Some(file) = self.files.get_mut(path) else {
            return;
        };
        let left = file.pending.len();
        match (file.progress, left) {
            (None, 0) => {}
            (None, left) => {
                file.progress = Some((number, left));
                self.client
                    .begin(number, &format!("checking {left} functions"));
            }
            (Some((number, _)), 0) => {
                file.progress = None;
                self.client.end(number, "checked");
                self.client.refresh_lenses();
            }
            (Some((number, all)), left) => {
                let all = all.max(left);
                file.progress = Some((number, all));
                let done = all - left;
                let text = format!("{done} of {all} functions");
                self.client.report(number, &text, done * 100 / all);
            }
        }
    }

    pub(crate) fn publish(&mut self, path: &Path) {
        let project = self.project(path);
        if let Some(file) = self.files.get(path) {
            let all = shown::diagnostics(file, &project, self.client.shows_related);
            self.client.publish(&file.uri, Some(file.version), all);
        }
    }

    // ---- what was asked for by name ----

    fn contracted(&mut self, job: &Job, function: &str, line: &str, end: &End) {
        let read: Option<Contracts> = serde_json::from_str(line).ok();
        let Some(contracts) = read else {
            return self.client.show(MessageType::ERROR, &complaint(end));
        };
        let found = contracts
            .functions
            .into_iter()
            .find(|c| c.function == function);
        let contract = found.unwrap_or_default();
        let conditions: Vec<String> = contract.requires.iter().map(|r| r.text.clone()).collect();
        if contract.status != "proved" || conditions.is_empty() {
            let why = match (contract.status.as_str(), contract.reason.as_str()) {
                ("false", _) => "every call fails",
                ("proved", _) => "it needs none",
                (_, "") => "nothing is known",
                (_, why) => why,
            };
            let text = format!("no precondition of `{function}` was found: {why}");
            return self.client.show(MessageType::WARNING, &text);
        }
        let Some(file) = self.files.get(&job.path) else {
            return;
        };
        let place = file.functions.iter().find(|f| f.name == function);
        let place = place.and_then(|f| answers::place(&f.location));
        let is_same = *file.text == *job.text && *file.listed == *job.text;
        let edits = place
            .filter(|_| is_same)
            .and_then(|(_, line, column)| edits::require(&file.text, (line, column), &conditions));
        let (uri, version) = (file.uri.clone(), file.version);
        match edits {
            Some(edits) => {
                self.client
                    .apply("Require what excludes the failures", &uri, version, &edits)
            }
            None => {
                let text = format!(
                    "the text has changed; `{function}` requires {}",
                    conditions.join(" && ")
                );
                self.client.show(MessageType::INFO, &text);
            }
        }
    }

    fn tested(&mut self, folder: &Path, line: &str, end: &End) {
        let document = Document::read(line);
        let test = folder.join("test-1.json");
        match document.map(|d| d.verdict) {
            Some(Verdict::Violated) if test.is_file() => {
                let text = format!("the failing test is {} (hatha replay)", test.display());
                self.client.show(MessageType::INFO, &text);
            }
            Some(_) => self
                .client
                .show(MessageType::WARNING, "no test fails any more"),
            None => self.client.show(MessageType::ERROR, &complaint(end)),
        }
    }
}

/// Why a command has no result, in a line.
fn complaint(end: &End) -> String {
    let lines = end.complaint.lines().map(str::trim);
    let mut lines = lines.filter(|l| !l.is_empty());
    let first = lines.next().map(|l| l.strip_prefix("hatha: ").unwrap_or(l));
    match (first, end.status) {
        (Some(first), _) => first.trim_start_matches("error: ").to_owned(),
        (None, Some(status)) => format!("the command ended with status {status}"),
        (None, None) => "the command was killed".to_owned(),
    }
}
