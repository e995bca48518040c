//! What a page may ask for, `docs/formats/explore.md`.

use serde::Deserialize;

/// The version of commands and replies.
pub const VERSION: u32 = 1;

/// A command with the version that it is written in.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Versioned {
    /// [`VERSION`].
    pub version: u32,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

/// Which of the paths that satisfy a formula is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The shortest first, then the next ones.
    #[default]
    Shortest,
    /// The longest one without a repetition.
    Longest,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Command {
    /// What does not change: sources, charts, assumptions.
    Unit,
    /// Where the exploration is.
    Show,
    /// Goes on to a node.
    Choose {
        /// Its number.
        node: u32,
    },
    /// Looks for a path whose rest, from where the path ends now, satisfies a formula.
    Ask {
        /// The formula.
        formula: String,
        /// Which path.
        #[serde(default)]
        how: How,
        /// How often a node may stand on the rest; the default of the exploration otherwise.
        #[serde(default)]
        n: Option<u32>,
    },
    /// Another path for the last formula.
    Next,
    /// Takes the last node off.
    Back,
    /// Goes back to where the last search began.
    Discard,
    /// Goes back to the start.
    Restart,
    /// A test that takes the path.
    Save,
    /// Ends what is being done; the only one that does not wait for its turn.
    Stop,
    /// Ends the exploration.
    Quit,
}

/// Reads a command.
pub fn read(body: &[u8]) -> Result<Command, String> {
    let read: Versioned =
        serde_json::from_slice(body).map_err(|e| format!("this is no command: {e}"))?;
    if read.version != VERSION {
        return Err(format!(
            "a command of version {}; this hatha understands version {VERSION}",
            read.version
        ));
    }
    Ok(read.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_version() {
        let ask = br#"{"version": 1, "command": "ask", "formula": "F at exit"}"#;
        let wanted = Command::Ask {
            formula: "F at exit".to_owned(),
            how: How::Shortest,
            n: None,
        };
        assert_eq!(read(ask), Ok(wanted));
        let choose = br#"{"version": 1, "command": "choose", "node": 3}"#;
        assert_eq!(read(choose), Ok(Command::Choose { node: 3 }));
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for text in [
            r#"{"command": "show"}"#,
            r#"{"version": 2, "command": "show"}"#,
            r#"{"version": 1, "command": "delete"}"#,
            r#"{"version": 1, "command": "choose", "node": -1}"#,
            r#"{"version": 1, "command": "choose"}"#,
            "[]",
            "",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
