//! Diagnostics with excerpts of the source, in the form of rustc's.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use strata_core::{Context, Diagnostic, Location, Severity, diagnostics::Suggestion};

use crate::place::Place;

/// In colours.
pub(crate) fn ansi(cx: &Context, diagnostic: &Diagnostic) -> String {
    render(cx, diagnostic, &Renderer::styled())
}

/// As plain text.
pub(crate) fn plain(cx: &Context, diagnostic: &Diagnostic) -> String {
    render(cx, diagnostic, &Renderer::plain())
}

/// A place that an excerpt underlines, with a text.
struct Mark<'c> {
    place: Place<'c>,
    kind: AnnotationKind,
    text: &'c str,
}

fn render(cx: &Context, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let mut group =
        level(diagnostic.severity).primary_title(&diagnostic.message).elements(excerpts(cx, diagnostic));
    let mut later: Vec<Group<'_>> = Vec::new();
    for note in &diagnostic.notes {
        // A label at the place of a note says what the note says.
        if diagnostic.labels().iter().any(|l| l.loc == note.loc && l.loc != diagnostic.loc) {
            continue;
        }
        let elsewhere = note.loc != diagnostic.loc && note.loc != Location::UNKNOWN;
        match elsewhere.then(|| excerpts(cx, note)).filter(|e| !e.is_empty()) {
            Some(excerpts) => {
                later.push(level(note.severity).secondary_title(&note.message).elements(excerpts))
            }
            None => group = group.element(level(note.severity).message(&note.message)),
        }
    }
    later.extend(diagnostic.suggestions().iter().filter_map(|s| suggestion(cx, s)));
    let report: Vec<Group<'_>> = std::iter::once(group).chain(later).collect();
    format!("{}\n\n", renderer.render(&report))
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Remark => Level::INFO.with_name("remark"),
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

/// The excerpts of a diagnostic: one of the lines around its place, others of labels that are far away.
fn excerpts<'c>(cx: &'c Context, d: &'c Diagnostic) -> Vec<Element<'c>> {
    let own = d.labels().iter().find(|l| l.loc == d.loc).map_or("", |l| l.text.as_str());
    let primary = Place::at(cx, d.loc).map(|place| Mark { place, kind: AnnotationKind::Primary, text: own });
    let others = d.labels().iter().filter(|l| l.loc != d.loc).filter_map(|l| {
        Some(Mark { place: Place::at(cx, l.loc)?, kind: AnnotationKind::Context, text: &l.text })
    });
    let mut clusters: Vec<Vec<Mark<'c>>> = Vec::new();
    for mark in primary.into_iter().chain(others) {
        match clusters.iter_mut().find(|c| c[0].place.is_near(&mark.place)) {
            Some(cluster) => cluster.push(mark),
            None => clusters.push(vec![mark]),
        }
    }
    clusters.iter().map(|c| excerpt(c)).collect()
}

/// One excerpt, which has all lines from the first mark to the last.
fn excerpt<'c>(marks: &[Mark<'c>]) -> Element<'c> {
    let place = marks[0].place;
    let bounds = marks.iter().filter_map(|m| m.place.text);
    let range = bounds.clone().map(|t| t.1).min().zip(bounds.map(|t| t.2).max());
    let (Some((source, ..)), Some((start, end))) = (place.text, range) else {
        return Origin::path(place.file).line(place.line as usize).char_column(place.column as usize).into();
    };
    let Some(text) = source.get(start..end) else { return Origin::path(place.file).into() };
    let first = marks.iter().map(|m| m.place.line).min().unwrap_or(place.line);
    let annotations = marks.iter().filter_map(|m| {
        let span = span(m.place.offset()?, m.place.length, start, text)?;
        let annotation = m.kind.span(span);
        Some(if m.text.is_empty() { annotation } else { annotation.label(m.text) })
    });
    Snippet::source(text)
        .path(place.file)
        .line_start(first as usize)
        .fold(true)
        .annotations(annotations)
        .into()
}

/// Bytes of an excerpt, which begins at `start` of the source, on boundaries of characters.
fn span(offset: usize, length: usize, start: usize, text: &str) -> Option<Range<usize>> {
    let from = offset.checked_sub(start)?.min(text.len());
    let from = (0..=from).rev().find(|&i| text.is_char_boundary(i))?;
    let to = (from + length).min(text.len());
    let to = (to..=text.len()).find(|&i| text.is_char_boundary(i))?;
    Some(from..to)
}

/// The line with the replacement.
fn suggestion<'c>(cx: &'c Context, s: &'c Suggestion) -> Option<Group<'c>> {
    let place = Place::at(cx, s.loc)?;
    let (source, start, end) = place.text?;
    let text = source.get(start..end)?;
    let span = span(place.offset()?, s.old.len(), start, text)?;
    let snippet = Snippet::source(text)
        .path(place.file)
        .line_start(place.line as usize)
        .fold(true)
        .patch(Patch::new(span, s.new.as_str()));
    Some(Level::HELP.secondary_title(&s.message).element(snippet))
}
