//! Ctrl-C ends a search early instead of the process: what was found is kept.

use signal_hook::consts::SIGINT;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets from now on; a second Ctrl-C ends the process as usual.
pub(super) fn flag() -> Arc<AtomicBool> {
    Arc::clone(FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        // In this order: the signal that sets the flag finds it not set yet. Where handlers cannot
        // be registered, the first Ctrl-C ends the process.
        let _ = signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&flag));
        let _ = signal_hook::flag::register(SIGINT, Arc::clone(&flag));
        flag
    }))
}
