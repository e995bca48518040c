//! What a client can set: `initializationOptions`, or `workspace/didChangeConfiguration` with a table
//! `hatha`.
//!
//! **Invariant.** What cannot be read leaves the defaults, and is told; what a project settles in
//! `hatha.toml` is only changed where the client says so.

use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;

/// The settings of a client, `docs/editors.md`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Settings {
    /// Whether a file is checked when it is opened.
    pub check_on_open: bool,
    /// Seconds for each function; without it those of the project, or ten.
    pub timeout: Option<f64>,
    /// Megabytes for each check.
    pub memory: u64,
    /// Checks at the same time.
    pub jobs: usize,
    /// Whether static functions are checked on their own, too.
    pub statics: bool,
    /// The folder of the cache; `""` for none.
    pub cache: Option<String>,
    /// The folder of tests, relative to the workspace.
    pub tests: String,
    /// Further options of `hatha check`.
    pub arguments: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            check_on_open: true,
            timeout: None,
            memory: 2_000,
            jobs: (cores / 2).max(1),
            statics: false,
            cache: None,
            tests: "tests/hatha".to_owned(),
            arguments: Vec::new(),
        }
    }
}

impl Settings {
    /// From what a client has sent: the table itself, or one that has it as `hatha`.
    pub(crate) fn read(value: &Value) -> Result<Settings, String> {
        let table = value.get("hatha").unwrap_or(value);
        if table.is_null() {
            return Ok(Settings::default());
        }
        let read: Result<Settings, _> = serde_json::from_value(table.clone());
        let mut settings = read.map_err(|e| e.to_string())?;
        settings.jobs = settings.jobs.max(1);
        Ok(settings)
    }

    /// The folder of the cache.
    pub(crate) fn cache_folder(&self) -> Option<PathBuf> {
        match self.cache.as_deref() {
            Some("") => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => {
                let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
                let own = variable("XDG_CACHE_HOME");
                let own = own.or_else(|| Some(variable("HOME")?.join(".cache")))?;
                own.is_absolute().then(|| own.join("hatha/evidence"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use serde_json::{Value, json};

    #[test]
    fn settings_are_read_or_refused() {
        let read = |v: &Value| Settings::read(v);
        assert_eq!(read(&Value::Null), Ok(Settings::default()));
        let given =
            json!({ "hatha": { "timeout": 3, "jobs": 0, "arguments": ["--checks", "all"] } });
        let settings = read(&given).expect("it is right");
        assert_eq!((settings.timeout, settings.jobs), (Some(3.0), 1));
        assert!(read(&json!({ "timeuot": 3 })).is_err());
        assert!(read(&json!({ "timeout": "soon" })).is_err());
    }
}
