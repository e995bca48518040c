//! What is shown of the answers about a file: diagnostics, texts under the pointer, lenses.
//!
//! **Invariant.** Every check that some answer calls violated has a diagnostic that says so, with the
//! values of its test; what is not known is a hint, never a failure.

use crate::answers::{Check, CheckVerdict, Document, Step, Verdict, place, values};
use crate::file::{Answer, File};
use crate::lines::LineMap;
use crate::project::Project;
use crate::text::rest_of_line;
use crate::uri;
use lsp_types::{
    CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Position, Range,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The source of diagnostics.
const SOURCE: &str = "hatha";
/// The longest reason in a lens.
const LENS: usize = 60;

/// A check as it is shown, with the function that the answer started from.
pub(crate) struct Shown<'f> {
    pub entry: &'f str,
    pub check: &'f Check,
    /// The line in the present text, from 1.
    pub line: u32,
    pub range: Range,
}

/// An answer beside the lines of the present text.
struct View<'f> {
    file: &'f File,
    project: &'f Project,
    entry: &'f str,
    lines: Option<Arc<LineMap>>,
}

/// Each answer with the way from its text to the present one, which many share.
fn views<'f>(file: &'f File, project: &'f Project) -> Vec<(View<'f>, &'f Answer)> {
    let mut maps: BTreeMap<*const u8, Option<Arc<LineMap>>> = BTreeMap::new();
    let all = file.answers.iter().map(|(entry, answer)| {
        let map = maps.entry(answer.text.as_ptr());
        let lines = map
            .or_insert_with(|| file.map(&answer.text).map(Arc::new))
            .clone();
        let view = View {
            file,
            project,
            entry,
            lines,
        };
        (view, answer)
    });
    all.collect()
}

impl<'f> View<'f> {
    /// A place in the file as it is now: the line and the range behind it.
    fn here(&self, location: &str) -> Option<(u32, Range)> {
        let (name, line, column) = place(location)?;
        if self.project.file(name, &self.file.path) != self.file.path {
            return None;
        }
        let line = self.line(line);
        Some((line, rest_of_line(self.file.line(line), line, column)))
    }

    fn line(&self, line: u32) -> u32 {
        self.lines.as_ref().map_or(line, |map| map.line(line))
    }

    /// The checks of a document that stand in the file.
    fn checks(&self, document: &'f Document) -> Vec<Shown<'f>> {
        let shown = document.checks.iter().filter_map(|check| {
            let (line, range) = self.here(&check.location)?;
            Some(Shown {
                entry: self.entry,
                check,
                line,
                range,
            })
        });
        shown.collect()
    }

    /// The end of a failing path.
    fn path(&self, trace: &[Step]) -> Vec<DiagnosticRelatedInformation> {
        let steps = trace.iter().filter_map(|step| {
            let path = self.project.file(&step.file, &self.file.path);
            let is_here = path == self.file.path;
            let line = if is_here {
                self.line(step.line)
            } else {
                step.line
            };
            let at = |character| Position {
                line: line.saturating_sub(1),
                character,
            };
            let range = match is_here {
                true => rest_of_line(self.file.line(line), line, 1),
                false => Range {
                    start: at(0),
                    end: at(1),
                },
            };
            let values = values(&step.values);
            let parts = [vec![values], step.holds.clone()].concat();
            let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
            Some(DiagnosticRelatedInformation {
                location: Location {
                    uri: uri::of(&path)?,
                    range,
                },
                message: match parts.is_empty() {
                    true => "through here".to_owned(),
                    false => parts.join(", "),
                },
            })
        });
        steps.collect()
    }
}

/// Everything that is wrong or not known.
pub(crate) fn diagnostics(file: &File, project: &Project, related: bool) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = problem(file, project).into_iter().collect();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (view, answer) in views(file, project) {
        let document = match &answer.result {
            Ok(document) => document,
            Err(why) => {
                all.extend(no_result(&view, why));
                continue;
            }
        };
        for mut shown in of_document(&view, document, answer.is_partial) {
            if !related {
                shown.related_information = None;
            }
            // The same check may fail, or be open, from several functions.
            let id = shown.data.as_ref().map(|d| d["id"].to_string());
            let key = format!("{id:?} {:?} {:?}", shown.severity, shown.range);
            match seen.get(&key) {
                Some(&at) if all[at].severity == Some(DiagnosticSeverity::HINT) => {}
                Some(&at) => all[at]
                    .message
                    .push_str(&format!("\nand {}", shown.message)),
                None => {
                    seen.insert(key, all.len());
                    all.push(shown);
                }
            }
        }
    }
    all
}

fn diagnostic(range: Range, severity: DiagnosticSeverity, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// Why the file is not checked.
fn problem(file: &File, project: &Project) -> Option<Diagnostic> {
    let problem = file.problem.as_ref()?;
    let view = View {
        file,
        project,
        entry: "",
        lines: file.map(&file.listed).map(Arc::new),
    };
    let here = view.here(&problem.location);
    let range = here.map_or_else(|| rest_of_line(file.line(1), 1, 1), |(_, range)| range);
    let is_elsewhere = here.is_none() && !problem.location.is_empty();
    let place = match is_elsewhere {
        true => format!(" ({})", problem.location),
        false => String::new(),
    };
    let help = match problem.help.is_empty() {
        true => String::new(),
        false => format!("\n{}", problem.help),
    };
    let message = problem.message.trim_start_matches("error: ");
    let message = format!("not checked: {message}{place}{help}");
    Some(diagnostic(range, DiagnosticSeverity::WARNING, message))
}

fn no_result(view: &View<'_>, why: &str) -> Option<Diagnostic> {
    let (_, range) = function_place(view.file, view.project, view.entry)?;
    let message = format!("`{}` has no result: {why}", view.entry);
    Some(diagnostic(range, DiagnosticSeverity::INFORMATION, message))
}

/// The name of a function in the present text.
fn function_place(file: &File, project: &Project, name: &str) -> Option<(u32, Range)> {
    let function = file.functions.iter().find(|f| f.name == name)?;
    let view = View {
        file,
        project,
        entry: name,
        lines: file.map(&file.listed).map(Arc::new),
    };
    view.here(&function.location)
}

fn of_document(view: &View<'_>, document: &Document, partial: bool) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let mut unknown = 0;
    for shown in view.checks(document) {
        match shown.check.verdict {
            CheckVerdict::Violated => all.push(violated(view, &shown)),
            // As long as the search goes on, what is open is not worth a word.
            CheckVerdict::Unknown if !partial => {
                unknown += 1;
                all.push(open(&shown));
            }
            _ => {}
        }
    }
    let is_violated = document.verdict == Verdict::Violated;
    if is_violated && document.with(CheckVerdict::Violated).next().is_none() {
        all.extend(deciding(view, document));
    }
    if document.verdict == Verdict::Unknown && !partial {
        all.extend(undecided(view, document, unknown));
    }
    all
}

/// A failure of the program itself is an error; of a function alone it may be that no caller does this.
fn severity(entry: &str) -> DiagnosticSeverity {
    match entry {
        "main" => DiagnosticSeverity::ERROR,
        _ => DiagnosticSeverity::WARNING,
    }
}

fn violated(view: &View<'_>, shown: &Shown<'_>) -> Diagnostic {
    let check = shown.check;
    let what = match check.fault.as_str() {
        "" => &check.kind,
        fault => fault,
    };
    let message = format!(
        "{what}{}",
        circumstances(shown.entry, &values(&check.inputs))
    );
    let path = view.path(&check.trace);
    Diagnostic {
        code: Some(NumberOrString::String(check.kind.clone())),
        related_information: (!path.is_empty()).then_some(path),
        data: Some(json!({ "entry": shown.entry, "id": check.id })),
        ..diagnostic(shown.range, severity(shown.entry), message)
    }
}

fn circumstances(entry: &str, values: &str) -> String {
    match (entry, values) {
        ("main", "") => String::new(),
        ("main", values) => format!(" with {values}"),
        (entry, "") => format!(" when `{entry}` is called"),
        (entry, values) => format!(" when `{entry}` is called with {values}"),
    }
}

/// A violation that is no check's.
fn deciding(view: &View<'_>, document: &Document) -> Option<Diagnostic> {
    let (what, location) = document.reason.rsplit_once(" at ")?;
    let here = view.here(location);
    let own = function_place(view.file, view.project, view.entry);
    let (_, range) = here.or(own)?;
    let values = values(&document.inputs);
    let message = format!("{what}{}", circumstances(view.entry, &values));
    let path = view.path(&document.trace);
    Some(Diagnostic {
        related_information: (!path.is_empty()).then_some(path),
        data: Some(json!({ "entry": view.entry, "id": "" })),
        ..diagnostic(range, severity(view.entry), message)
    })
}

fn open(shown: &Shown<'_>) -> Diagnostic {
    let check = shown.check;
    let message = format!("{}: not decided ({})", check.kind, check.reason);
    Diagnostic {
        code: Some(NumberOrString::String(check.kind.clone())),
        data: Some(json!({ "entry": shown.entry, "id": check.id })),
        ..diagnostic(shown.range, DiagnosticSeverity::HINT, message)
    }
}

/// That it is not known whether a function can fail, at its name.
fn undecided(view: &View<'_>, document: &Document, checks: usize) -> Option<Diagnostic> {
    let (_, range) = function_place(view.file, view.project, view.entry)?;
    let checks = match checks {
        0 => String::new(),
        1 => ", 1 check is open".to_owned(),
        n => format!(", {n} checks are open"),
    };
    let hint = match document.cause.as_str() {
        "time" => "; a larger timeout may help",
        "memory" => "; more memory may help",
        _ => "",
    };
    let message = format!(
        "it is not known whether `{}` can fail: {}{checks}{hint}",
        view.entry, document.reason
    );
    Some(diagnostic(range, DiagnosticSeverity::INFORMATION, message))
}

// ---- under the pointer ----

/// What is known about a line (from 0), as Markdown.
pub(crate) fn hover(file: &File, project: &Project, line: u32) -> Option<String> {
    let number = line + 1;
    let mut parts: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if !parts.contains(&text) {
            parts.push(text);
        }
    };
    for (view, answer) in views(file, project) {
        let Ok(document) = &answer.result else {
            continue;
        };
        for invariant in &document.invariants {
            if view
                .here(&invariant.location)
                .is_some_and(|(l, _)| l == number)
            {
                add(format!("loop invariant (proved): `{}`", invariant.c));
            }
        }
        let checks = view.checks(document).into_iter();
        for shown in checks.filter(|s| s.line == number) {
            add(sentence(&shown, answer.is_partial));
        }
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn sentence(shown: &Shown<'_>, partial: bool) -> String {
    let check = shown.check;
    let from = match shown.entry == check.function {
        true => String::new(),
        false => format!(" (from `{}`)", shown.entry),
    };
    let verdict = match check.verdict {
        CheckVerdict::Violated => format!("violated with {}", values(&check.inputs)),
        CheckVerdict::Unknown if partial => "not decided yet".to_owned(),
        CheckVerdict::Unknown => format!("not decided: {}", check.reason),
        CheckVerdict::Accepted => format!("accepted: {}", check.reason),
        CheckVerdict::Proved => "proved".to_owned(),
        CheckVerdict::Unreachable => "proved: no execution comes here".to_owned(),
    };
    format!("`{}`: {verdict}{from}", check.kind)
}

// ---- checks in a range ----

/// The checks in some lines (from 0) that are violated or open.
pub(crate) fn checks_in<'f>(file: &'f File, project: &'f Project, range: Range) -> Vec<Shown<'f>> {
    let lines = range.start.line + 1..=range.end.line + 1;
    let mut all = Vec::new();
    for (view, answer) in views(file, project) {
        let Ok(document) = &answer.result else {
            continue;
        };
        let checks = view.checks(document).into_iter();
        all.extend(checks.filter(|s| {
            let is_open = matches!(
                s.check.verdict,
                CheckVerdict::Violated | CheckVerdict::Unknown
            );
            is_open && lines.contains(&s.line)
        }));
    }
    all
}

// ---- lenses ----

/// What stands above each function.
pub(crate) fn lenses(file: &File, project: &Project) -> Vec<CodeLens> {
    let lenses = file.functions.iter().filter_map(|function| {
        let (_, range) = function_place(file, project, &function.name)?;
        let title = title(file, project, &function.name);
        Some(CodeLens {
            range,
            command: Some(Command {
                title,
                command: "hatha.check".to_owned(),
                arguments: Some(vec![json!(file.uri), json!(function.name)]),
            }),
            data: None,
        })
    });
    lenses.collect()
}

fn title(file: &File, project: &Project, name: &str) -> String {
    if file.pending.contains(name) {
        return "hatha: checking …".to_owned();
    }
    let Some(answer) = file.answers.get(name) else {
        let part = of_others(file, project, name);
        return part.unwrap_or_else(|| "hatha: check".to_owned());
    };
    let document = match &answer.result {
        Ok(document) => document,
        Err(why) => return format!("hatha: no result: {}", short(why)),
    };
    let count = document.checks.len();
    let violated = document.with(CheckVerdict::Violated).count();
    match document.verdict {
        Verdict::Proved => format!("hatha: proved ({count} checks)"),
        Verdict::Violated => format!("hatha: violated ({violated} of {count} checks)"),
        Verdict::Unknown => format!("hatha: unknown ({})", short(&document.reason)),
    }
}

/// What the answers about others say of the checks of a function.
fn of_others(file: &File, project: &Project, name: &str) -> Option<String> {
    let mut worst: Option<(CheckVerdict, &str)> = None;
    for (view, answer) in views(file, project) {
        let Ok(document) = &answer.result else {
            continue;
        };
        let own = document.checks.iter().filter(|c| c.function == name);
        let verdict = own.map(|c| c.verdict).min();
        worst = match (worst, verdict) {
            (Some((old, _)), Some(new)) if new >= old => worst,
            (_, Some(new)) => Some((new, view.entry)),
            (old, None) => old,
        };
    }
    let (verdict, entry) = worst?;
    let word = match verdict {
        CheckVerdict::Violated => "violated",
        CheckVerdict::Unknown => "unknown",
        CheckVerdict::Accepted => "accepted",
        CheckVerdict::Proved | CheckVerdict::Unreachable => "proved",
    };
    Some(format!("hatha: {word} from {entry}; check it alone"))
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LENS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Whether a file is one that is looked at: a header has no program of its own.
pub(crate) fn is_checked(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    !matches!(extension, Some("h" | "hh" | "hpp" | "hxx" | "inc"))
}
