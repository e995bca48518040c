//! `hatha lsp`: the language server, with this command for its checks.

use super::Outcome;
use super::exit::{self, Failure};

/// Serves a client on standard input and output.
pub(super) fn main() -> Outcome {
    let me = std::env::current_exe()
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot find myself: {e}")))?;
    let served = hatha_lsp::serve(me);
    served.map_err(|e| Failure::new(exit::BAD_INPUT, format!("error: {e}")))?;
    Ok(exit::OK)
}
