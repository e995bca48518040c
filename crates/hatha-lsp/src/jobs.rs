//! Commands that wait and commands that run.
//!
//! **Invariant.** A job that was cancelled is not heard of any more: what its command still prints is
//! dropped. At most so many checks run at a time as the settings say.

use crate::answers::Function;
use crate::process::{Id, Process};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The functions of the file.
    List,
    /// Whether a function can fail; with the cache first, if there is one.
    Check { function: Function, cached: bool },
    /// What a function demands of its callers.
    Contract { function: String },
    /// The failing test of a function, in a folder.
    Test { function: String, folder: PathBuf },
    /// The page of a function's check.
    Report { function: String, page: PathBuf },
}

/// Something to be done about a file.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub path: PathBuf,
    /// The text that it is about.
    pub text: Arc<str>,
    pub task: Task,
    /// The progress of its own that is shown.
    pub progress: Option<u64>,
}

impl Job {
    /// The function that it checks.
    pub(crate) fn checked(&self) -> Option<&Function> {
        match &self.task {
            Task::Check { function, .. } => Some(function),
            _ => None,
        }
    }
}

/// A job whose command runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub job: Job,
    /// The last line that it has printed.
    pub line: String,
    _process: Process,
}

impl Running {
    pub(crate) fn new(job: Job, process: Process) -> Running {
        Running {
            job,
            line: String::new(),
            _process: process,
        }
    }
}

/// All jobs.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    queue: VecDeque<Job>,
    pub running: BTreeMap<Id, Running>,
    last: Id,
}

impl Jobs {
    pub(crate) fn number(&mut self) -> Id {
        self.last += 1;
        self.last
    }

    /// Puts a check behind the others, or before them.
    pub(crate) fn push(&mut self, job: Job, first: bool) {
        match first {
            true => self.queue.push_front(job),
            false => self.queue.push_back(job),
        }
    }

    /// The next check, if one more may run.
    pub(crate) fn next(&mut self, most: usize) -> Option<Job> {
        let checks = self.running.values().filter(|r| r.job.checked().is_some());
        match checks.count() < most {
            true => self.queue.pop_front(),
            false => None,
        }
    }

    /// Ends the jobs that are meant.
    pub(crate) fn cancel(&mut self, is_meant: impl Fn(&Job) -> bool) {
        self.queue.retain(|job| !is_meant(job));
        // Dropping one ends its command.
        self.running.retain(|_, running| !is_meant(&running.job));
    }

    /// Whether a check of a function with a key is waiting or runs.
    pub(crate) fn has(&self, path: &Path, function: &Function) -> bool {
        let running = self.running.values().map(|r| &r.job);
        let mut all = self.queue.iter().chain(running);
        all.any(|job| job.path == path && job.checked() == Some(function))
    }
}
