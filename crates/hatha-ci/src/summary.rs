//! The summary, in Markdown.

use crate::Counts;
use crate::baseline::Known;
use crate::findings::Finding;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines of a list that are shown.
const SHOWN: usize = 50;

/// What is told.
pub(crate) struct Parts<'a> {
    pub base: Option<&'a str>,
    pub new: &'a [&'a Finding],
    pub old: &'a [&'a Finding],
    pub fixed: &'a [Known],
    pub open: &'a [&'a Finding],
    pub counts: Counts,
    pub seconds: f64,
}

/// The text.
pub(crate) fn summary(parts: &Parts<'_>) -> String {
    let mut out = String::new();
    let headline = match parts.new.len() {
        0 => "no new violations".to_owned(),
        1 => "1 new violation".to_owned(),
        n => format!("{n} new violations"),
    };
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "## hatha: {headline}\n");
    let Counts {
        functions,
        checked,
        from_cache,
    } = parts.counts;
    let since = parts
        .base
        .map_or(String::new(), |b| format!(" that differ from `{b}`"));
    let _ = writeln!(
        out,
        "{checked} of {functions} functions{since} were checked in {:.1} s ({from_cache} answers from the cache): \
         {} new violations, {} known, {} fixed, {} unknown.\n",
        parts.seconds,
        parts.new.len(),
        parts.old.len(),
        parts.fixed.len(),
        parts.open.len(),
    );
    violations(&mut out, "New violations", parts.new);
    if !parts.fixed.is_empty() {
        let _ = writeln!(out, "### Fixed\n");
        for known in parts.fixed.iter().take(SHOWN) {
            let _ = writeln!(
                out,
                "- {} in `{}`: {}",
                known.kind,
                known.file,
                code(&known.text)
            );
        }
        out.push('\n');
    }
    unknown(&mut out, parts.open);
    violations(&mut out, "Known violations", parts.old);
    out
}

fn violations(out: &mut String, title: &str, all: &[&Finding]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "### {title}\n");
    let _ = writeln!(out, "| where | what | the line |\n| --- | --- | --- |");
    for finding in all.iter().take(SHOWN) {
        let spot = &finding.case.spot;
        let message = finding.case.message.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| {}:{} | {message} | {} |",
            spot.file,
            spot.line,
            code(&spot.text)
        );
    }
    more(out, all.len());
}

/// What is not known, by its reasons.
fn unknown(out: &mut String, all: &[&Finding]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "### Unknown\n");
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for finding in all {
        let reason = match finding.case.message.split_once(": ") {
            Some((_, reason)) if !reason.is_empty() => reason,
            _ => &finding.case.message,
        };
        let spot = &finding.case.spot;
        let place = format!("{}:{} ({})", spot.file, spot.line, finding.case.kind);
        groups.entry(reason.to_owned()).or_default().push(place);
    }
    for (reason, places) in groups.iter().take(SHOWN) {
        let few: Vec<&str> = places.iter().take(5).map(String::as_str).collect();
        let rest = match places.len().saturating_sub(few.len()) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let _ = writeln!(out, "- {reason}: {}{rest}", few.join(", "));
    }
    more(out, groups.len());
}

fn more(out: &mut String, count: usize) {
    if count > SHOWN {
        let _ = writeln!(out, "\n… and {} more", count - SHOWN);
    }
    out.push('\n');
}

/// A line of the source.
fn code(text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        text => format!("`{}`", text.replace('`', "'").replace('|', "\\|")),
    }
}
