//! `--color` and `NO_COLOR`: decided once, for everything that is written.

use clap::ValueEnum;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU8, Ordering};

/// When messages are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourArg {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColourArg {
    /// As the command line has it.
    pub fn word(self) -> &'static str {
        match self {
            ColourArg::Auto => "auto",
            ColourArg::Always => "always",
            ColourArg::Never => "never",
        }
    }
}

static CHOICE: AtomicU8 = AtomicU8::new(0);

/// Takes the choice of the command line.
pub fn set(choice: ColourArg) {
    CHOICE.store(choice as u8, Ordering::Relaxed);
}

/// The choice of the command line.
pub fn choice() -> ColourArg {
    let all = [ColourArg::Auto, ColourArg::Always, ColourArg::Never];
    let chosen = CHOICE.load(Ordering::Relaxed);
    all.into_iter()
        .find(|c| *c as u8 == chosen)
        .unwrap_or_default()
}

/// Whether standard error is coloured.
pub(crate) fn on_standard_error() -> bool {
    match choice() {
        ColourArg::Always => true,
        ColourArg::Never => false,
        ColourArg::Auto => {
            // Set, but empty, is as good as not set (no-color.org).
            let unwanted = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
            std::io::stderr().is_terminal() && !unwanted
        }
    }
}
