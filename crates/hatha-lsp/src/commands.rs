//! The command lines of jobs.

use crate::jobs::{Job, Task};
use crate::project::Project;
use crate::settings::Settings;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of the command for a job; texts that are not on the disk are written to a folder.
pub(crate) fn arguments(
    job: &Job,
    project: &Project,
    settings: &Settings,
    scratch: &Path,
) -> io::Result<Vec<OsString>> {
    let mut all: Vec<OsString> = Vec::new();
    let mut add = |words: &[&str]| all.extend(words.iter().map(OsString::from));
    match &job.task {
        Task::Contract { .. } => add(&["contract", "--statics"]),
        Task::List => add(&["check", "--list-functions"]),
        _ => add(&["check"]),
    }
    let is_check = !matches!(job.task, Task::Contract { .. });
    add(&["--attended", "--format", "json"]);
    if is_check {
        add(&["--memory", &settings.memory.to_string()]);
        all.extend(settings.arguments.iter().map(OsString::from));
    }
    all.extend(project.options(settings));
    if let Some(text) = buffer(job, scratch)? {
        let mut pair = job.path.clone().into_os_string();
        pair.push("=");
        pair.push(text);
        all.extend(["--buffer".into(), pair]);
    }
    all.extend(of_task(job, project, settings));
    all.push(job.path.clone().into());
    if let Task::Contract { function } = &job.task {
        all.push(function.into());
    }
    Ok(all)
}

fn of_task(job: &Job, project: &Project, settings: &Settings) -> Vec<OsString> {
    let entry = |function: &str| {
        let mut all: Vec<OsString> = vec!["--entry".into(), function.into()];
        let chosen = settings
            .arguments
            .iter()
            .any(|a| a.starts_with("--globals"));
        // Whoever calls a function may have called others before.
        if function != "main" && !chosen && !project.has_globals {
            all.extend(["--globals".into(), "any".into()]);
        }
        all
    };
    match &job.task {
        Task::List | Task::Contract { .. } => Vec::new(),
        Task::Check { function, cached } => {
            let mut all = entry(&function.name);
            if let Some(folder) = settings.cache_folder().filter(|_| *cached) {
                all.extend(["--cache".into(), folder.into()]);
            }
            all
        }
        Task::Test { function, folder } => {
            let mut all = entry(function);
            all.extend(["--tests".into(), folder.into()]);
            all
        }
        Task::Report { function, page } => {
            let mut all = entry(function);
            all.extend(["--report".into(), page.into()]);
            all
        }
    }
}

/// A file with the text of an editor, if it is another one than that on the disk.
fn buffer(job: &Job, scratch: &Path) -> io::Result<Option<PathBuf>> {
    if std::fs::read(&job.path).is_ok_and(|bytes| bytes == job.text.as_bytes()) {
        return Ok(None);
    }
    std::fs::create_dir_all(scratch)?;
    let path = scratch.join("buffer.c");
    let name = job
        .path
        .to_string_lossy()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    std::fs::write(&path, format!("# 1 \"{name}\"\n{}", job.text))?;
    Ok(Some(path))
}
