//! `hatha.toml`: a project's settings, as options that stand before those of the
//! command line.
//!
//! **Invariant.** The keys are the options of the commands, from their one
//! definition: nothing can be set that the command line cannot say, and a key that
//! no option has is refused. The command line comes later and wins.

use super::args::Cli;
use super::exit::{self, Failure};
use super::{Outcome, suggest};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml_edit::{Document, Item, Table, TableLike, Value};

/// The name of the file.
const NAME: &str = "hatha.toml";
/// The table whose keys are for every command that has them.
const ALL: &str = "all";
/// The commands that can be configured.
const COMMANDS: [&str; 10] = [
    "check", "run", "test", "replay", "certify", "validate", "campaign", "cfa", "unit", "explore",
];
/// Options that name folders although they are plain text for the command line.
const FOLDERS: [&str; 1] = ["include-dirs"];

/// With this option nothing is written that only the settings name, so that a program that asks many
/// questions does not write over what its user wants to keep; nor is the cache of the settings used.
const ATTENDED: &str = "--attended";
/// Options that name what is written, or how.
const OUTPUTS: [&str; 9] = [
    "cache", "format", "junit", "log", "proof", "report", "sarif", "tests", "witness",
];

fn is_output(option: &OsString) -> bool {
    let option = option.to_string_lossy();
    let name = option.split('=').next().and_then(|o| o.strip_prefix("--"));
    name.is_some_and(|name| OUTPUTS.contains(&name))
}

/// The arguments with the settings of the project put behind the command.
pub(super) fn extended(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let Some(at) = super::args::command_position(&arguments) else {
        return Ok(arguments);
    };
    let name = arguments[at].to_string_lossy().into_owned();
    if !COMMANDS.contains(&name.as_str()) {
        return Ok(arguments);
    }
    let Some(path) = find() else {
        return Ok(arguments);
    };
    let mut added = read(&path, &name)?;
    if arguments.iter().any(|a| a == ATTENDED) {
        added.retain(|option| !is_output(option));
    }
    let mut all = arguments;
    all.splice(at + 1..=at, added);
    Ok(all)
}

/// The file of this folder or of the nearest one above it.
fn find() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut folders = here.ancestors().map(|dir| dir.join(NAME));
    folders.find(|path| path.is_file())
}

fn read(path: &Path, command: &str) -> Result<Vec<OsString>, Failure> {
    let text = super::file::read(path)?;
    options(&text, path, command)
}

/// What a text says for a command, after all of it has been checked.
fn options(text: &str, path: &Path, command: &str) -> Result<Vec<OsString>, Failure> {
    let document: Document<&str> = Document::parse(text).map_err(|e| {
        let line = e.span().map_or(1, |s| line_of(text, s.start));
        wrong(path, line, e.message())
    })?;
    let mut out = Vec::new();
    for (name, item) in document.iter() {
        let place =
            |message: String| wrong(path, key_line(text, document.as_table(), name), &message);
        let tables = || COMMANDS.into_iter().chain([ALL]);
        if !tables().any(|t| t == name) {
            if !item.is_table_like() {
                let why = format!("`{name}` must stand in a table, such as [check] or [all]");
                return Err(place(why));
            }
            let hint = hint(name, tables());
            return Err(place(format!("there is no table `[{name}]`{hint}")));
        }
        let Some(table) = item.as_table_like() else {
            return Err(place(format!("`{name}` is a table: write `[{name}]`")));
        };
        let reader = Reader {
            text,
            path,
            table: name,
        };
        let given = reader.table(table, command)?;
        if name == command || name == ALL {
            out.extend(given);
        }
    }
    Ok(out)
}

struct Reader<'a> {
    text: &'a str,
    path: &'a Path,
    table: &'a str,
}

impl Reader<'_> {
    /// The options of a table; those for every command are read as options of this one, if it
    /// has them.
    fn table(&self, table: &dyn TableLike, command: &str) -> Result<Vec<OsString>, Failure> {
        let mut out = Vec::new();
        for (key, item) in table.iter() {
            let owners: Vec<&str> = if self.table == ALL {
                COMMANDS.to_vec()
            } else {
                vec![self.table]
            };
            let known = owners.iter().flat_map(|c| keys(c)).collect::<Vec<_>>();
            let Some((_, arg)) = known.iter().find(|(k, _)| k == key) else {
                let hint = hint(key, known.iter().map(|(k, _)| k.as_str()));
                return Err(self.wrong(
                    key,
                    table,
                    &format!("there is no setting `{key}` here{hint}"),
                ));
            };
            let values = self.values(key, item, arg, table)?;
            let owner = owners
                .iter()
                .find(|c| keys(c).iter().any(|(k, _)| k == key));
            if let Some(why) = owner.and_then(|c| refused(c, &values)) {
                return Err(self.wrong(key, table, &why));
            }
            let is_ours = self.table == command || keys(command).iter().any(|(k, _)| k == key);
            if is_ours {
                out.extend(values);
            }
        }
        Ok(out)
    }

    fn wrong(&self, key: &str, table: &dyn TableLike, message: &str) -> Failure {
        let span = table.get_key_value(key).and_then(|(k, _)| k.span());
        let line = span.map_or(1, |s| line_of(self.text, s.start));
        wrong(self.path, line, message)
    }

    /// One setting as words of a command line.
    fn values(
        &self,
        key: &str,
        item: &Item,
        arg: &Arg,
        table: &dyn TableLike,
    ) -> Result<Vec<OsString>, Failure> {
        let refuse = |what: &str| Err(self.wrong(key, table, &format!("`{key}` is {what}")));
        let takes_many = matches!(arg.get_action(), ArgAction::Append);
        let takes_none = matches!(arg.get_action(), ArgAction::SetTrue);
        match item.as_value() {
            Some(Value::Boolean(b)) if takes_none => Ok(match b.value() {
                true => vec![option_of(arg)],
                false => Vec::new(),
            }),
            _ if takes_none => refuse("either true or false"),
            Some(Value::Array(list)) if takes_many => {
                let mut out = Vec::new();
                for value in list {
                    match scalar(value) {
                        Some(text) => out.extend(self.pair(key, arg, &text)),
                        None => return refuse("a list of texts"),
                    }
                }
                Ok(out)
            }
            Some(value) => match scalar(value) {
                Some(text) => Ok(self.pair(key, arg, &text)),
                None => refuse("a text or a number"),
            },
            None => refuse("a value, not a table"),
        }
    }

    fn pair(&self, key: &str, arg: &Arg, text: &str) -> Vec<OsString> {
        let is_path = arg.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>();
        let folder = self.path.parent().unwrap_or(Path::new(""));
        // Paths of the file are relative to where it lies.
        let value = if is_path || FOLDERS.contains(&key) {
            folder.join(text).into_os_string()
        } else {
            text.into()
        };
        let mut word = option_of(arg);
        // One word, so that a value may start with a hyphen.
        if arg.get_long().is_some() {
            word.push("=");
        }
        word.push(value);
        vec![word]
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.value().clone()),
        Value::Integer(n) => Some(n.value().to_string()),
        Value::Float(x) => Some(x.value().to_string()),
        _ => None,
    }
}

fn option_of(arg: &Arg) -> OsString {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}").into(),
        (None, short) => format!("-{}", short.unwrap_or('?')).into(),
    }
}

fn hint<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let near = suggest::nearest(word, names);
    near.map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

fn wrong(path: &Path, line: usize, message: &str) -> Failure {
    let why = format!("error: {}:{line}: {message}", path.display());
    Failure::new(exit::USAGE, why)
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    before.matches('\n').count() + 1
}

fn key_line(text: &str, table: &Table, key: &str) -> usize {
    let span = table.get_key_value(key).and_then(|(k, _)| k.span());
    span.map_or(1, |s| line_of(text, s.start))
}

/// The settings of a command: their keys and the options behind them.
/// What the command line says about a value that it does not take.
fn refused(command: &str, values: &[OsString]) -> Option<String> {
    let words = ["hatha", command].map(OsString::from);
    let words = words.into_iter().chain(values.iter().cloned());
    let error = Cli::command().try_get_matches_from(words).err()?;
    // That other arguments are missing is no fault of this one.
    let is_about_value = matches!(
        error.kind(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation
    );
    let text = error.to_string();
    let message = text
        .lines()
        .map(str::trim)
        .take_while(|l| !l.starts_with("For more"));
    let message: Vec<&str> = message.filter(|l| !l.is_empty()).collect();
    let message = message.join("; ");
    is_about_value.then(|| {
        message
            .strip_prefix("error: ")
            .unwrap_or(&message)
            .to_owned()
    })
}

fn keys(command: &str) -> Vec<(String, Arg)> {
    let all = Cli::command();
    let found = all.find_subcommand(command);
    let args = found.into_iter().flat_map(Command::get_arguments);
    let settable = |a: &&Arg| {
        let named = a.get_long().is_some() || a.get_short().is_some();
        let is_shown = !a.is_hide_set() || a.get_id() == "no_entry_alias";
        named && is_shown && !["help", "version", "color"].contains(&a.get_id().as_str())
    };
    let key = |a: &Arg| match a.get_long() {
        Some(long) => long.to_owned(),
        None => a.get_id().as_str().replace('_', "-"),
    };
    args.filter(settable).map(|a| (key(a), a.clone())).collect()
}

const TEMPLATE: &str = "\
# Settings of this project for hatha; docs/config.md describes every key.
# The command line overrides what stands here.

# For every command that has the option:
[all]
# std = \"c11\"
# include-dirs = [\"include\"]
# defines = [\"NDEBUG=0\"]
# compile-commands = \"build\"

[check]
timeout = 60
# memory = 4000
# entry = \"main\"
# rule = [\"posix/mutex\"]
# proof = \"proof.json\"
# witness = \"witness.yml\"

[test]
timeout = 60
# goal = \"branches\"
# tests = \"tests\"
";

/// `hatha init`: writes a file to start from.
pub(super) fn init() -> Outcome {
    let path = Path::new(NAME);
    if path.exists() {
        let why = format!("error: {NAME} is already there; it is left as it is");
        return Err(Failure::new(exit::NO_INPUT, why));
    }
    super::check::write(path, TEMPLATE)?;
    println!("wrote {NAME}; docs/config.md describes every key");
    Ok(exit::OK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, command: &str) -> Result<Vec<String>, String> {
        let given = options(text, Path::new("dir/hatha.toml"), command);
        let words = |all: Vec<OsString>| all.into_iter().map(|w| w.to_string_lossy().into_owned());
        given.map(|all| words(all).collect()).map_err(|f| f.message)
    }

    #[test]
    fn settings_become_options() {
        let text = "[all]\nstd = 'c99'\ndefines = ['A=1', 'B']\ngoal = 'error'\n\
                    [check]\ntimeout = 5\nno-certify = true\nstats = false\nproof = 'p.json'\n[run]\nsteps = 3\n";
        let words = read(text, "check").expect("it is right");
        let expected = [
            "--std=c99",
            "-DA=1",
            "-DB",
            "--timeout=5",
            "--no-certify",
            "--proof=dir/p.json",
        ];
        assert_eq!(words, expected);
        assert_eq!(
            read(text, "run").expect("it is right"),
            ["--std=c99", "-DA=1", "-DB", "--steps=3"]
        );
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        for (text, line, message) in [
            (
                "[chekc]\n",
                1,
                "there is no table `[chekc]`; did you mean `check`?",
            ),
            ("[check]\ntimeuot = 3\n", 2, "did you mean `timeout`?"),
            (
                "[run]\ntimeout = 3\n",
                2,
                "there is no setting `timeout` here",
            ),
            ("[check]\nstats = 3\n", 2, "either true or false"),
            ("[check]\ntimeout = {}\n", 2, "a text or a number"),
            ("check = 1\n", 1, "is a table"),
            ("[check\n", 1, "dir/hatha.toml:1: "),
        ] {
            let error = read(text, "check").expect_err("it is wrong");
            assert!(
                error.contains(&format!("hatha.toml:{line}:")),
                "{text}: {error}"
            );
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn the_template_is_right() {
        assert!(read(TEMPLATE, "check").is_ok());
        let all: String = TEMPLATE
            .lines()
            .map(|l| match l.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") => format!("{setting}\n"),
                _ => format!("{l}\n"),
            })
            .collect();
        assert!(read(&all, "check").is_ok(), "{:?}", read(&all, "check"));
    }

    #[test]
    fn every_key_is_documented() {
        let page = include_str!("../../../../docs/config.md");
        for (key, _) in COMMANDS.into_iter().flat_map(keys) {
            assert!(
                page.contains(&format!("`{key}`")),
                "docs/config.md does not tell of `{key}`"
            );
        }
    }
}
