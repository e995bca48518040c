//! From a witness to text.
//!
//! **Invariant.** What is written reads back as the same witness, and every text
//! in it is quoted, so that no value changes its type on the way.

use crate::model::{Action, Content, Invariant, Location, Metadata, Segment, Waypoint, Witness};
use std::fmt::Write;

/// Writes a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = String::new();
    let kind = match witness.content {
        Content::Violation(_) => "violation_sequence",
        Content::Correctness(_) => "invariant_set",
    };
    let _ = writeln!(out, "- entry_type: {}", quote(kind));
    metadata(&mut out, &witness.metadata);
    match &witness.content {
        Content::Violation(segments) => {
            out.push_str("  content:\n");
            segments.iter().for_each(|s| segment(&mut out, s));
        }
        Content::Correctness(invariants) if invariants.is_empty() => {
            out.push_str("  content: []\n");
        }
        Content::Correctness(invariants) => {
            out.push_str("  content:\n");
            invariants.iter().for_each(|i| invariant(&mut out, i));
        }
    }
    out
}

/// A text in double quotes, as YAML and JSON have them.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A line `key: "value"`.
fn line(out: &mut String, indent: usize, key: &str, value: &str) {
    let _ = writeln!(out, "{:indent$}{key}: {}", "", quote(value));
}

fn metadata(out: &mut String, m: &Metadata) {
    out.push_str("  metadata:\n");
    line(out, 4, "format_version", &m.format_version);
    line(out, 4, "uuid", &m.uuid);
    line(out, 4, "creation_time", &m.creation_time);
    out.push_str("    producer:\n");
    line(out, 6, "name", &m.producer.name);
    line(out, 6, "version", &m.producer.version);
    out.push_str("    task:\n      input_files:\n");
    for file in &m.task.input_files {
        let _ = writeln!(out, "      - {}", quote(file));
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &m.task.input_file_hashes {
        line(out, 8, &quote(file), hash);
    }
    line(out, 6, "specification", &m.task.specification);
    line(out, 6, "data_model", &m.task.data_model);
    line(out, 6, "language", &m.task.language);
}

fn segment(out: &mut String, segment: &Segment) {
    out.push_str("  - segment:\n");
    for avoided in &segment.avoid {
        waypoint(out, avoided, Action::Avoid);
    }
    waypoint(out, &segment.follow, Action::Follow);
}

fn waypoint(out: &mut String, w: &Waypoint, action: Action) {
    out.push_str("    - waypoint:\n");
    line(out, 8, "type", w.kind.name());
    let action = match action {
        Action::Follow => "follow",
        Action::Avoid => "avoid",
    };
    line(out, 8, "action", action);
    if let Some(constraint) = &w.constraint {
        out.push_str("        constraint:\n");
        line(out, 10, "value", &constraint.value);
        if let Some(format) = &constraint.format {
            line(out, 10, "format", format);
        }
    }
    location(out, 8, &w.location);
}

fn invariant(out: &mut String, i: &Invariant) {
    out.push_str("  - invariant:\n");
    line(out, 6, "type", i.kind.name());
    location(out, 6, &i.location);
    line(out, 6, "value", &i.value);
    line(out, 6, "format", &i.format);
}

fn location(out: &mut String, indent: usize, l: &Location) {
    let _ = writeln!(out, "{:indent$}location:", "");
    let indent = indent + 2;
    line(out, indent, "file_name", &l.file_name);
    let _ = writeln!(out, "{:indent$}line: {}", "", l.line);
    if let Some(column) = l.column {
        let _ = writeln!(out, "{:indent$}column: {column}", "");
    }
    if let Some(function) = &l.function {
        line(out, indent, "function", function);
    }
}
