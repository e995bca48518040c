//! Messages that quote the source.
//!
//! **Invariant.** Rendering never fails: where the text of a file is not to be
//! had, the message still names the place.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use hatha_cfa::{SourceMap, Span};

/// A message about the source.
#[derive(Debug, Default)]
pub(crate) struct Message {
    /// One line.
    pub title: String,
    /// Where ([`Span::NONE`] for nowhere).
    pub span: Option<Span>,
    /// A word at the place.
    pub label: Option<String>,
    /// Other places.
    pub notes: Vec<(String, Span)>,
    /// What to do next.
    pub help: Option<String>,
}

/// Renders for standard error: coloured on a terminal, plain elsewhere and under `NO_COLOR`.
pub(crate) fn render(message: &Message, sources: &SourceMap) -> String {
    let renderer = if super::colour::on_standard_error() {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut group = Group::with_title(Level::ERROR.primary_title(message.title.as_str()));
    if let Some(span) = message.span.filter(Span::is_some) {
        group = group.element(quote(sources, span, message.label.as_deref()));
    }
    for (text, span) in &message.notes {
        group = group.element(Level::NOTE.message(text.as_str()));
        if span.is_some() {
            group = group.element(quote(sources, *span, None));
        }
    }
    if let Some(help) = &message.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group]).to_string()
}

/// The longest line that is quoted; longer ones are named but not shown.
const LONGEST_LINE: usize = 2_000;

fn quote<'a>(sources: &'a SourceMap, span: Span, label: Option<&'a str>) -> Element<'a> {
    let path = sources
        .file(span.file)
        .map_or("<unknown>", |f| f.name.as_str());
    match sources
        .line(span.file, span.line)
        .filter(|l| l.len() <= LONGEST_LINE)
    {
        Some(line) => {
            let (start, end) = columns(line, span);
            let mark = AnnotationKind::Primary.span(start..end).label(label);
            Snippet::source(line)
                .line_start(span.line as usize)
                .path(path)
                .annotation(mark)
                .into()
        }
        None => annotate_snippets::Origin::path(path)
            .line(span.line as usize)
            .char_column(span.col as usize)
            .into(),
    }
}

/// The bytes of the first line that the span covers, at least one character where there is one.
fn columns(line: &str, span: Span) -> (usize, usize) {
    let floor = |mut i: usize| {
        i = i.min(line.len());
        while !line.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = floor(span.col.saturating_sub(1) as usize);
    let end = if span.end_line == span.line {
        floor(span.end_col.saturating_sub(1) as usize)
    } else {
        line.len()
    };
    if end > start {
        return (start, end);
    }
    let next = line[start..]
        .chars()
        .next()
        .map_or(start, |c| start + c.len_utf8());
    (start, next)
}
