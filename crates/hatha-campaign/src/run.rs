//! Works through a queue with several processes at a time.
//!
//! **Invariant.** Each pair runs in a process of its own, so whatever becomes of
//! one costs only itself. A worker stores a result before it takes the next pair.

use crate::outcome::Outcome;
use crate::queue::{Pair, Queue, Trouble};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How a pair becomes a process.
pub trait Job: Sync {
    /// The command that answers a pair with a document on standard output.
    fn command(&self, pair: &Pair) -> Command;
}

/// Who watches a campaign.
pub trait Progress: Sync {
    /// A pair has a result.
    fn finished(&self, pair: &Pair, outcome: &Outcome);
}

impl Progress for () {
    fn finished(&self, _: &Pair, _: &Outcome) {}
}

/// Works until the queue is empty or somebody wants to stop; how many pairs were finished.
pub fn run(
    queue: &mut dyn Queue,
    job: &dyn Job,
    jobs: usize,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<u64, Trouble> {
    let shared = Mutex::new(queue);
    let done = Mutex::new(Ok(0));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                let finished = work(&shared, job, progress, stop);
                let mut all = done.lock().unwrap_or_else(PoisonError::into_inner);
                match (&mut *all, finished) {
                    (Ok(sum), Ok(n)) => *sum += n,
                    (Ok(_), Err(e)) => {
                        // Without a queue nobody has anything to do.
                        stop.store(true, Ordering::Relaxed);
                        *all = Err(e);
                    }
                    (Err(_), _) => {}
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn work(
    queue: &Mutex<&mut dyn Queue>,
    job: &dyn Job,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<u64, Trouble> {
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let mut finished = 0;
    while !stop.load(Ordering::Relaxed) {
        let Some(pair) = lock().take()? else { break };
        let outcome = answer(&mut job.command(&pair));
        // What is ended by the user who ends the campaign has no result.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        lock().finish(&pair, &outcome)?;
        progress.finished(&pair, &outcome);
        finished += 1;
    }
    Ok(finished)
}

/// Runs a process to its end.
fn answer(command: &mut Command) -> Outcome {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output();
    let seconds = start.elapsed().as_secs_f64();
    match output {
        Ok(output) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            Outcome::of_child(output.status.code(), &out, &err, seconds)
        }
        Err(e) => Outcome::of_child(None, "", &format!("cannot start a check: {e}"), seconds),
    }
}
