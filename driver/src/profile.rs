//! Profiles: the parts of a program that was compiled with marks, and when they ran.

use std::{collections::HashMap, thread::ThreadId, time::Duration};

use strata_ir::prelude::*;
use strata_llvm::mangle::demangle;
pub use strata_runtime_cpu::profile::{Loop, Mark, Recorder};

/// The attribute with the parts.
const PARTS: &str = "strata.profile";

/// A part of a program: the loops and calls that one op of the source became, or several fused ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The name for readers, as `add+tanh (model/Dense_0)`.
    pub name: String,
    /// The names of the ops in the source, as `jit(f)/model/Dense_0/add`.
    pub ops: Vec<String>,
    /// Where they are in the source, as `model.py:3`.
    pub sources: Vec<String>,
}

/// The parts of a module that was lowered with [`crate::CompileOptions::profile`], by their numbers.
#[must_use]
pub fn parts(module: &Body) -> Vec<Part> {
    let cx = module.cx();
    let list = module.attr(Op::SELF, PARTS).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    list.map_or_else(Vec::new, |list| list.0.iter().map(|&a| part(cx, a)).collect())
}

fn part(cx: &Context, attr: Attr) -> Part {
    let Some(fields) = cx.attr_as::<DictionaryAttr>(attr) else { return Part::default() };
    let field =
        |name: &str| fields.entries().iter().find(|(key, _)| cx.str(*key) == name).map(|&(_, value)| value);
    let list = |name: &str| {
        let list = field(name).and_then(|a| cx.attr_as::<ArrayAttr>(a));
        list.map_or_else(Vec::new, |l| {
            l.0.iter().filter_map(|&a| cx.attr_str(a)).map(str::to_owned).collect()
        })
    };
    let name = field("name").and_then(|a| cx.attr_str(a)).unwrap_or_default();
    Part { name: readable(name), ops: list("ops"), sources: list("sources") }
}

/// The name of a part as in the program: the first word may be the name of a function in compiled code.
fn readable(name: &str) -> String {
    let (first, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    demangle(first).map_or_else(|| name.to_owned(), |first| first + rest)
}

/// A part that ran. Times are those since the beginning of the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The number of the part.
    pub part: usize,
    /// The thread.
    pub thread: ThreadId,
    /// When it began.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
    /// The time of the parts inside of it, on the same thread.
    pub inside: Duration,
}

impl Span {
    /// How long it took.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.end.saturating_sub(self.start)
    }
    /// How long it took without the parts inside of it.
    #[must_use]
    pub fn own_time(&self) -> Duration {
        self.time().saturating_sub(self.inside)
    }
}

/// A span for each part that began, in the order of their beginnings. Parts without an end, because the recording was full, end with it.
#[must_use]
pub fn spans(marks: &[Mark]) -> Vec<Span> {
    let end = marks.iter().map(|m| m.at).max().unwrap_or_default();
    let mut open: HashMap<ThreadId, Vec<usize>> = HashMap::new();
    let mut spans: Vec<Span> = Vec::new();
    for mark in marks {
        let stack = open.entry(mark.thread).or_default();
        if let Ok(part) = usize::try_from(mark.id) {
            stack.push(spans.len());
            spans.push(Span { part, thread: mark.thread, start: mark.at, end, inside: Duration::ZERO });
        } else if let Some(span) = stack.pop().and_then(|at| spans.get_mut(at)) {
            span.end = mark.at;
            let time = span.time();
            if let Some(around) = stack.last().and_then(|&at| spans.get_mut(at)) {
                around.inside += time;
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_inside_of_others_and_may_not_end() {
        let thread = std::thread::current().id();
        let mark = |id, us| Mark { id, at: Duration::from_micros(us), thread };
        let spans = spans(&[mark(0, 1), mark(1, 2), mark(-1, 5), mark(-1, 6), mark(7, 8), mark(1, 9)]);
        let us = |d: Duration| d.as_micros();
        let got: Vec<_> = spans.iter().map(|s| (s.part, us(s.start), us(s.end), us(s.own_time()))).collect();
        assert_eq!(got, [(0, 1, 6, 2), (1, 2, 5, 3), (7, 8, 9, 1), (1, 9, 9, 0)]);
    }
}
