//! Threads with large stacks, as large as a limit on the address space leaves room for.
//!
//! lang-c, the semantic analysis and the destructors of their trees recurse as
//! deep as a program nests. They run on a stack that is reserved, not used: only
//! the pages that a program needs are ever touched.
//!
//! **Invariant.** [`max_depth`] is small enough for the stack the caller is on.

use std::cell::Cell;
use std::thread;

/// The stack of the front end where the address space has no limit.
const LARGEST: usize = 8 << 30;

/// The part of a limited address space that it reserves.
const PART: usize = 8;

/// The smallest stack that is tried; before that each try is a quarter of the one before.
const SMALLEST: usize = 8 << 20;

/// What one level of nesting may need at most, over all steps of the front end.
const BYTES_PER_LEVEL: usize = 32 << 10;

/// Assumed of a thread that [`on_large_stack`] did not start.
const ORDINARY_DEPTH: usize = 100;

thread_local! {
    static SIZE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// How deep a program may nest if it is read on this thread.
pub(crate) fn max_depth() -> usize {
    match SIZE.get() {
        Some(size) => (size / BYTES_PER_LEVEL).max(ORDINARY_DEPTH),
        None => ORDINARY_DEPTH,
    }
}

/// The size of a stack: `largest`, or where the address space is limited at most the `part`th part of it, so that what is reserved and not used
/// leaves room for what is.
pub fn size_within_limit(largest: usize, part: usize) -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current;
    let allowed = limit.and_then(|bytes| usize::try_from(bytes).ok());
    let size = allowed.map_or(largest, |bytes| largest.min(bytes / part));
    size.max(SMALLEST)
}

/// Sizes of stacks to try in turn: something else may have taken the room.
pub fn sizes_to_try(size: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(size), |size| Some(size / 4)).take_while(|&size| size >= SMALLEST)
}

/// Runs `f` on a thread with a stack that is as large as can be had.
///
/// If not even a small one can be had, `f` runs where it is called.
pub fn on_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    if SIZE.get().is_some() {
        return f();
    }
    let mut work = Some(f);
    for size in sizes_to_try(size_within_limit(LARGEST, PART)) {
        let slot = &mut work;
        let done = thread::scope(|scope| {
            let body = move || {
                SIZE.set(Some(size));
                slot.take().map(|f| f())
            };
            let started = thread::Builder::new()
                .name("front end".to_owned())
                .stack_size(size)
                .spawn_scoped(scope, body);
            started.ok().map(thread::ScopedJoinHandle::join)
        });
        match done {
            Some(Ok(Some(value))) => return value,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            Some(Ok(None)) | None => {}
        }
    }
    let f = work.expect("only a thread that ran, and returned above, takes the work");
    f()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_is_large_and_nesting_calls_stay_on_it() {
        let (outer, inner) = on_large_stack(|| (max_depth(), on_large_stack(max_depth)));
        assert!(outer >= 100_000, "{outer}");
        assert_eq!(outer, inner);
        assert_eq!(max_depth(), ORDINARY_DEPTH);
    }
}
