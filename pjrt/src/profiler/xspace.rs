//! The writer of XSpace, the protocol buffer of profiles (`xplane.proto`): planes of lines of events.

use std::collections::HashMap;

use crate::wire::{push_bytes, push_int};

/// A value of a stat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stat {
    /// A number.
    Int(i64),
    /// A text, which is stored once in a plane.
    Text(String),
}

/// The names of a plane, by their numbers, which begin at 1.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, i64>,
    entries: Vec<(String, Vec<u8>)>,
}

impl Names {
    /// The number of a name; `more` are the other fields of its entry.
    fn number(&mut self, name: &str, more: impl FnOnce() -> Vec<u8>) -> i64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.entries.len() as i64 + 1;
        self.numbers.insert(name.to_owned(), number);
        self.entries.push((name.to_owned(), more()));
        number
    }

    /// Appends the entries of the map that is field `field` of a plane.
    fn write(&self, plane: &mut Vec<u8>, field: u64) {
        for (i, (name, more)) in self.entries.iter().enumerate() {
            let number = i as i64 + 1;
            let (mut value, mut entry) = (Vec::new(), Vec::new());
            push_int(&mut value, 1, number);
            push_bytes(&mut value, 2, name.as_bytes());
            value.extend(more);
            push_int(&mut entry, 1, number);
            push_bytes(&mut entry, 2, &value);
            push_bytes(plane, field, &entry);
        }
    }
}

/// An event of a line. Times are picoseconds, `start` that since the time of the line.
pub(super) struct Event {
    /// The number of its kind, from [`Plane::kind`].
    pub kind: i64,
    pub start: u64,
    pub time: u64,
    /// Its stats, from [`Plane::stats`].
    pub stats: Vec<u8>,
}

/// A plane.
#[derive(Default)]
pub(super) struct Plane {
    name: String,
    lines: Vec<u8>,
    kinds: Names,
    stats: Names,
}

impl Plane {
    pub(super) fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// The number of a kind of events; the stats are those of all of its events.
    pub(super) fn kind(&mut self, name: &str, stats: impl FnOnce() -> Vec<(&'static str, Stat)>) -> i64 {
        if let Some(&number) = self.kinds.numbers.get(name) {
            return number;
        }
        let stats = self.stats(5, &stats());
        self.kinds.number(name, || stats)
    }

    /// Stats as field `field` of a message: 4 of an event, 5 of a kind.
    pub(super) fn stats(&mut self, field: u64, stats: &[(&'static str, Stat)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, value) in stats {
            let mut stat = Vec::new();
            push_int(&mut stat, 1, self.stats.number(name, Vec::new));
            match value {
                Stat::Int(n) => push_int(&mut stat, 4, *n),
                Stat::Text(text) => push_int(&mut stat, 7, self.stats.number(text, Vec::new)),
            }
            push_bytes(&mut bytes, field, &stat);
        }
        bytes
    }

    /// Adds a line whose time zero is `unix` nanoseconds of the Unix epoch.
    pub(super) fn line(&mut self, id: i64, name: &str, unix: u64, mut events: Vec<Event>) {
        events.sort_by_key(|event| (event.start, std::cmp::Reverse(event.time)));
        let mut line = Vec::new();
        push_int(&mut line, 1, id);
        push_bytes(&mut line, 2, name.as_bytes());
        push_int(&mut line, 3, unix as i64);
        for event in events {
            let mut bytes = Vec::new();
            push_int(&mut bytes, 1, event.kind);
            push_int(&mut bytes, 2, event.start as i64);
            push_int(&mut bytes, 3, event.time as i64);
            bytes.extend(event.stats);
            push_bytes(&mut line, 4, &bytes);
        }
        push_bytes(&mut self.lines, 3, &line);
    }

    /// Appends the plane to a space.
    pub(super) fn write(self, id: i64, space: &mut Vec<u8>) {
        let mut plane = Vec::new();
        push_int(&mut plane, 1, id);
        push_bytes(&mut plane, 2, self.name.as_bytes());
        plane.extend(&self.lines);
        self.kinds.write(&mut plane, 4);
        self.stats.write(&mut plane, 5);
        push_bytes(space, 1, &plane);
    }
}

/// Appends a warning to a space.
pub(super) fn warning(space: &mut Vec<u8>, text: &str) {
    push_bytes(space, 3, text.as_bytes());
}
