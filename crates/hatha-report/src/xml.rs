//! Elements of an XML file, indented.
//!
//! **Invariant.** What is written is well-formed: elements are closed in order, text is escaped,
//! and characters that XML 1.0 cannot express are replaced.

use quick_xml::Writer;
use quick_xml::events::BytesText;
use std::borrow::Cow;
use std::io;

/// What can be inside an element.
pub(crate) enum Content<'c> {
    /// Nothing.
    Empty,
    /// Text.
    Text(Cow<'c, str>),
    /// Elements.
    Elements(Vec<Element<'c>>),
}

/// An element.
pub(crate) struct Element<'c> {
    name: &'c str,
    attributes: Vec<(&'c str, Cow<'c, str>)>,
    content: Content<'c>,
}

impl<'c> Element<'c> {
    pub(crate) fn new(name: &'c str, content: Content<'c>) -> Self {
        Element {
            name,
            attributes: Vec::new(),
            content,
        }
    }

    /// With one more attribute.
    pub(crate) fn with(mut self, name: &'c str, value: impl Into<Cow<'c, str>>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// The element as text, on lines of its own.
    pub(crate) fn to_text(&self) -> String {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        // Writing to memory cannot fail.
        let _ = self.write(&mut writer);
        let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
        text.push('\n');
        text
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let values = self.attributes.iter().map(|(n, v)| (*n, expressible(v)));
        let values: Vec<(&str, String)> = values.collect();
        let mut element = writer.create_element(self.name);
        for (name, value) in &values {
            element = element.with_attribute((*name, value.as_str()));
        }
        match &self.content {
            Content::Empty => element.write_empty()?,
            Content::Text(text) => {
                element.write_text_content(BytesText::new(&expressible(text)))?
            }
            Content::Elements(inner) => element.write_inner_content(|writer| {
                inner.iter().try_for_each(|element| element.write(writer))
            })?,
        };
        Ok(())
    }
}

/// The text with a mark in place of what XML 1.0 cannot express.
fn expressible(text: &str) -> String {
    let replaced = |c: char| match c {
        '\n' | '\t' => c,
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_and_escaped() {
        let inner = Element::new("b", Content::Text("1 < 2 & \u{1}".into())).with("c", "\"x\"");
        let outer = Element::new(
            "a",
            Content::Elements(vec![inner, Element::new("d", Content::Empty)]),
        );
        let expected = "<a>\n  <b c=\"&quot;x&quot;\">1 &lt; 2 &amp; \u{fffd}</b>\n  <d/>\n</a>\n";
        assert_eq!(outer.to_text(), expected);
    }
}
