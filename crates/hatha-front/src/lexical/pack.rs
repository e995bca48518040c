//! `#pragma pack`, and which other pragmas have a meaning.

use crate::floating::relaxes;

/// The packing in force, and what was pushed.
#[derive(Debug, Default)]
pub(crate) struct Pack {
    current: Option<u32>,
    stack: Vec<(Option<String>, Option<u32>)>,
}

impl Pack {
    /// The greatest alignment of a member, if bounded.
    pub(super) fn current(&self) -> Option<u32> {
        self.current
    }

    /// Reads a pragma (what follows `pragma`); returns whether it has a meaning that is not understood.
    pub(crate) fn pragma(&mut self, text: &str) -> bool {
        let word_end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = text.split_at(word_end.unwrap_or(text.len()));
        match word {
            "pack" => {
                self.pack(rest.trim());
                false
            }
            "weak" | "redefine_extname" | "scalar_storage_order" | "ms_struct" => true,
            // They let compilers change the results of floating operations.
            "GCC" => {
                let rest = rest.trim_start();
                // Instructions that a target has round once where others round twice.
                relaxes(rest) || rest.starts_with("target")
            }
            "clang" => rest.trim_start().starts_with("fp "),
            "float_control" => true,
            _ => false,
        }
    }

    fn pack(&mut self, text: &str) {
        let inside = text.trim_start_matches('(').split(')').next().unwrap_or("");
        let arguments: Vec<&str> = inside.split(',').map(str::trim).collect();
        match arguments[..] {
            ["push", ref rest @ ..] => {
                let name = rest.iter().find(|a| a.parse::<u32>().is_err());
                self.stack.push((name.map(|&n| n.to_owned()), self.current));
                self.set_last_number(rest);
            }
            ["pop", ref rest @ ..] => self.pop(rest.first().copied()),
            ref rest => {
                self.current = None;
                self.set_last_number(rest);
            }
        }
    }

    fn set_last_number(&mut self, arguments: &[&str]) {
        if let Some(n) = arguments.iter().find_map(|a| a.parse().ok()) {
            self.current = Some(n).filter(|&n| n > 0);
        }
    }

    fn pop(&mut self, name: Option<&str>) {
        let at = match name {
            Some(name) => self
                .stack
                .iter()
                .rposition(|(n, _)| n.as_deref() == Some(name)),
            None => self.stack.len().checked_sub(1),
        };
        if let Some(at) = at {
            self.current = self.stack[at].1;
            self.stack.truncate(at);
        }
    }
}
