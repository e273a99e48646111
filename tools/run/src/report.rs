//! Reports of a run: text for readers, or one JSON document for programs.

use serde_json::{Map, Value};

use crate::bench::Format;

/// A report that grows while the tool runs.
pub(crate) struct Report {
    format: Format,
    text: String,
    document: Map<String, Value>,
}

impl Report {
    /// An empty report.
    pub(crate) fn new(format: Format) -> Self {
        Self { format, text: String::new(), document: Map::new() }
    }
    /// Whether it is a JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }
    /// Adds text, which a document does not have.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }
    /// Adds a section: text, or a field of the document.
    pub(crate) fn section(&mut self, key: &str, (text, value): (String, Value)) {
        self.text.push_str(&text);
        self.document.insert(key.to_owned(), value);
    }
    /// Adds a section whose fields are those of the document itself.
    pub(crate) fn fields(&mut self, (text, value): (String, Value)) {
        self.text.push_str(&text);
        if let Value::Object(fields) = value {
            self.document.extend(fields);
        }
    }
    /// The reports to print.
    pub(crate) fn finish(self) -> String {
        match self.format {
            Format::Text => self.text,
            Format::Json => format!("{}\n", Value::Object(self.document)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_document() {
        let made = |format| {
            let mut report = Report::new(format);
            report.text("results\n");
            report.fields(("fast\n".to_owned(), serde_json::json!({ "runs": 1 })));
            report.section("memory", ("little\n".to_owned(), serde_json::json!({ "arguments": 8 })));
            report.finish()
        };
        assert_eq!(made(Format::Text), "results\nfast\nlittle\n");
        assert_eq!(made(Format::Json), "{\"memory\":{\"arguments\":8},\"runs\":1}\n");
    }
}
