//! A thread with a very large stack.
//!
//! lang-c, the semantic analysis and the destructors of their trees recurse as
//! deep as a program nests. They run on a stack that is reserved, not used: only
//! the pages that a program needs are ever touched.
//!
//! **Invariant.** [`max_depth`] is small enough for the stack the caller is on.

use std::cell::Cell;
use std::thread;

/// Tried in turn: a limit on the address space may forbid the larger ones.
const SIZES: [usize; 5] = [8 << 30, 4 << 30, 1 << 30, 256 << 20, 32 << 20];

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

/// Runs `f` on a thread with the largest stack that can be had.
///
/// If not even a small one can be had, `f` runs where it is called.
pub fn on_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    if SIZE.get().is_some() {
        return f();
    }
    let mut work = Some(f);
    for size in SIZES {
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
