//! A log as one page that needs nothing else, `docs/report.md`.
//!
//! The script and the style are built from `web/report` and kept in `assets`.
//!
//! **Invariant.** Whatever a log says stays data: it is JSON inside a script
//! element of a type that browsers do not run, and no text in it can end that
//! element.

use quick_xml::escape::escape;
use serde_json::Value;
use std::fmt::Write;

const SCRIPT: &str = include_str!("../assets/report.js");
const STYLE: &str = include_str!("../assets/report.css");

/// The version of logs that are read.
const VERSION: u64 = 1;

/// Why there is no page of a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// The file is something else.
    #[error("this is not a log of `hatha check --log`")]
    NotALog,
    /// Another version of hatha wrote the log.
    #[error("a log of version {0}; this hatha reads version {VERSION}")]
    Version(String),
}

/// The page of a log.
pub fn page(log: &str) -> Result<String, LogError> {
    let mut lines = log.lines();
    let header = lines.next().unwrap_or("");
    let header: Value = serde_json::from_str(header).map_err(|_| LogError::NotALog)?;
    check(&header)?;
    let mut data = vec![header];
    // A search that was ended from outside may have left half a line.
    let whole = lines.filter_map(|l| serde_json::from_str::<Value>(l).ok());
    data.extend(whole);
    Ok(html(&title(&data), &Value::Array(data).to_string()))
}

fn check(header: &Value) -> Result<(), LogError> {
    if header["schema"] != "hatha-log" {
        return Err(LogError::NotALog);
    }
    match header["version"].as_u64() {
        Some(VERSION) => Ok(()),
        _ => Err(LogError::Version(header["version"].to_string())),
    }
}

/// The verdict and the first file.
fn title(data: &[Value]) -> String {
    let verdict = data
        .iter()
        .rev()
        .find_map(|l| l["document"]["verdict"].as_str());
    let file = data[0]["files"][0].as_str().unwrap_or("");
    format!("{} · {file} · hatha", verdict.unwrap_or("unfinished"))
}

fn html(title: &str, data: &str) -> String {
    let mut out = String::with_capacity(data.len() + SCRIPT.len() + STYLE.len() + 1_000);
    out.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(out, "<style>{STYLE}</style>\n</head>\n<body>");
    out.push_str("<noscript>This page needs JavaScript.</noscript>\n<div id=\"page\"></div>\n");
    // In JSON a `<` stands in strings alone, where an escape means the same.
    let data = data.replace('<', "\\u003c");
    let _ = writeln!(
        out,
        "<script type=\"application/json\" id=\"log\">{data}</script>"
    );
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"schema":"hatha-log","version":1,"files":["a<b.c"]}"#;

    #[test]
    fn text_of_a_log_cannot_leave_its_element() {
        let evil = r#"{"event":"source","text":"</script><script>alert(1)</script>"}"#;
        let page = page(&format!("{HEADER}\n{evil}\n")).expect("a page");
        assert!(
            !page.contains("alert(1)</script>"),
            "the text ended the element"
        );
        assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
        assert!(page.contains("a&lt;b.c"), "the title is text");
    }

    #[test]
    fn half_a_line_is_passed_over() {
        let page = page(&format!("{HEADER}\n{{\"event\":\"tes")).expect("a page");
        assert!(page.contains("unfinished"));
    }

    #[test]
    fn what_is_no_log_is_refused() {
        assert_eq!(page(""), Err(LogError::NotALog));
        assert_eq!(page("{}"), Err(LogError::NotALog));
        let newer = HEADER.replace("\"version\":1", "\"version\":2");
        assert_eq!(page(&newer), Err(LogError::Version("2".to_owned())));
    }

    #[test]
    fn nothing_on_the_page_is_fetched() {
        let page = page(HEADER).expect("a page");
        for word in ["src=", "href=\"http", "@import", "url(http"] {
            assert!(!page.contains(word), "{word}");
        }
        assert!(!SCRIPT.contains("</script"), "the script would end early");
    }
}
