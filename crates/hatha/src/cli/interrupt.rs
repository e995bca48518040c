//! Ctrl-C ends a search early instead of the process: what was found is kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Sets the flag; a second Ctrl-C ends the process as usual.
extern "C" fn on_interrupt(_: libc::c_int) {
    // Reading an initialised `OnceLock` and storing to an atomic are safe in a signal handler.
    if let Some(flag) = FLAG.get() {
        flag.store(true, Ordering::Relaxed);
    }
}

/// The flag that Ctrl-C sets from now on.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    // SAFETY: the handler only stores to an atomic that is initialised above; a zeroed
    // `sigaction` with a handler and flags is valid.
    #[expect(
        unsafe_code,
        reason = "the standard library has no way to handle a signal"
    )]
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_interrupt as extern "C" fn(libc::c_int) as usize;
        action.sa_flags = libc::SA_RESETHAND;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
    flag
}
