//! One JSON object for each diagnostic, in one line.
//!
//! ```json
//! {"severity":"error","message":"…","file":"a.mlir","line":2,"column":19,"end_column":21,
//!  "labels":[{"text":"expected 'i64'","file":"a.mlir","line":2,"column":19,"end_column":21}],
//!  "suggestions":[{"message":"…","replacement":"%y","file":"a.mlir","line":2,"column":19,"end_column":21}],
//!  "notes":[{"severity":"note","message":"prior use here","file":"a.mlir","line":1,"column":14,"end_column":16}]}
//! ```
//!
//! Lines and columns count from 1, columns in bytes. A diagnostic without a place has no `file`, `line` and columns; empty lists are
//! left out.

use serde_json::{Map, Value, json};
use strata_core::{Context, Diagnostic, Location};

use crate::place::Place;

/// The object and a newline.
pub(crate) fn line(cx: &Context, diagnostic: &Diagnostic) -> String {
    format!("{}\n", Value::Object(object(cx, diagnostic)))
}

fn object(cx: &Context, d: &Diagnostic) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("severity".to_owned(), json!(d.severity.word()));
    out.insert("message".to_owned(), json!(d.message));
    add_place(&mut out, cx, d.loc, None);
    let labels = d.labels().iter().map(|l| {
        let mut label = Map::new();
        label.insert("text".to_owned(), json!(l.text));
        add_place(&mut label, cx, l.loc, None);
        label
    });
    add_list(&mut out, "labels", labels);
    let suggestions = d.suggestions().iter().map(|s| {
        let mut suggestion = Map::new();
        suggestion.insert("message".to_owned(), json!(s.message));
        suggestion.insert("replacement".to_owned(), json!(s.new));
        add_place(&mut suggestion, cx, s.loc, Some(s.old.len()));
        suggestion
    });
    add_list(&mut out, "suggestions", suggestions);
    add_list(&mut out, "notes", d.notes.iter().map(|n| object(cx, n)));
    out
}

/// Adds a list if it is not empty.
fn add_list(out: &mut Map<String, Value>, key: &str, list: impl Iterator<Item = Map<String, Value>>) {
    let list: Vec<Value> = list.map(Value::Object).collect();
    if !list.is_empty() {
        out.insert(key.to_owned(), Value::Array(list));
    }
}

/// Adds a place of `length` bytes, or of the token that is there.
fn add_place(out: &mut Map<String, Value>, cx: &Context, loc: Location, length: Option<usize>) {
    let Some(place) = Place::at(cx, loc) else { return };
    let end = length.map_or(place.end_column(), |n| place.column + n as u32);
    out.insert("file".to_owned(), json!(place.file));
    out.insert("line".to_owned(), json!(place.line));
    out.insert("column".to_owned(), json!(place.column));
    out.insert("end_column".to_owned(), json!(end));
}
