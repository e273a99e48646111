//! The planes of a session: one for each device, and one for the threads of the host.

use std::collections::{BTreeMap, HashMap};
use std::thread::ThreadId;
use std::time::Instant;

use strata_driver::profile::{Part, Span};

use super::session::{Recorded, Run, picoseconds};
use super::xspace::{Event, Plane, Stat, warning};

/// The plane of a device; what begins so is a device for readers of profiles.
const DEVICE: &str = "/device:CUSTOM:STRATA:";
/// The plane of the host. The profiler of the caller merges planes of this name into that of the host, whatever platform they are of.
const HOST: &str = "/host:TPU-runtime";
/// The lines of a device; readers know them by these names.
const MODULES: &str = "XLA Modules";
const OPS: &str = "XLA Ops";
/// The numbers of lines of the host, which are none of those of other planes.
const FIRST_THREAD: i64 = 0x5354_5241_5441_0000;

/// A session in its serialized form.
pub(super) fn serialize(recorded: &Recorded, (began, unix): (Instant, u64)) -> Vec<u8> {
    let mut space = Vec::new();
    let mut devices: BTreeMap<i32, Vec<(usize, &Run)>> = BTreeMap::new();
    for (number, run) in recorded.runs.iter().enumerate() {
        devices.entry(run.device).or_default().push((number, run));
    }
    let clock = Clock { began, unix };
    let mut id = 1;
    for (device, runs) in devices {
        clock.device(device, &runs).write(id, &mut space);
        id += 1;
    }
    if !recorded.host.is_empty() {
        clock.host(recorded).write(id, &mut space);
    }
    recorded.warnings.iter().for_each(|text| warning(&mut space, text));
    space
}

/// When the session began.
struct Clock {
    began: Instant,
    unix: u64,
}

impl Clock {
    fn event(&self, kind: i64, (start, end): (Instant, Instant), stats: Vec<u8>) -> Event {
        Event { kind, start: picoseconds(self.began, start), time: picoseconds(start, end), stats }
    }

    fn op_event(&self, run: &Run, span: &Span, (kind, stats): &(i64, Vec<u8>)) -> Event {
        self.event(*kind, (run.at(span.start), run.at(span.end)), stats.clone())
    }

    fn device(&self, device: i32, runs: &[(usize, &Run)]) -> Plane {
        let mut plane = Plane::new(format!("{DEVICE}{device}"));
        let mut modules = Vec::new();
        let mut ops = Vec::new();
        let mut helpers: BTreeMap<&str, Vec<Event>> = BTreeMap::new();
        for &(number, run) in runs {
            let ids = [("run_id", Stat::Int(number as i64)), ("program_id", Stat::Int(run.program))];
            let kind = plane.kind(&format!("{}({})", run.module, run.program), || {
                vec![("hlo_module", Stat::Text(run.module.clone()))]
            });
            let stats = plane.stats(4, &ids);
            modules.push(self.event(kind, (run.start, run.end), stats));
            let mut kinds: HashMap<usize, (i64, Vec<u8>)> = HashMap::new();
            for span in &run.spans {
                let kind =
                    kinds.entry(span.part).or_insert_with(|| op_kind(&mut plane, run, span.part, &ids));
                let event = self.op_event(run, span, kind);
                match name_of(run, span.thread) {
                    None => ops.push(event),
                    Some(name) => helpers.entry(name).or_default().push(event),
                }
            }
            for span in of_helpers_alone(run) {
                ops.extend(kinds.get(&span.part).map(|kind| self.op_event(run, span, kind)));
            }
        }
        plane.line(1, MODULES, self.unix, modules);
        plane.line(2, OPS, self.unix, ops);
        for (i, (name, events)) in helpers.into_iter().enumerate() {
            plane.line(i as i64 + 3, name, self.unix, events);
        }
        plane
    }

    fn host(&self, recorded: &Recorded) -> Plane {
        let mut plane = Plane::new(HOST.to_owned());
        for (i, (thread, name)) in recorded.threads.iter().enumerate() {
            let own = recorded.host.iter().filter(|event| event.thread == *thread);
            let events = own.map(|event| {
                let kind = plane.kind(&event.name, Vec::new);
                self.event(kind, (event.start, event.end), Vec::new())
            });
            let events = events.collect();
            plane.line(FIRST_THREAD + i as i64, name, self.unix, events);
        }
        plane
    }
}

/// The name of a thread that helped; none for the one that ran the program.
fn name_of(run: &Run, thread: ThreadId) -> Option<&str> {
    let name =
        || run.threads.iter().find(|(known, _)| *known == thread).map_or("", |(_, name)| name.as_str());
    (thread != run.thread).then(name)
}

/// The spans of the parallel loops in which the thread that ran the program got no chunk, as others took them all: in each loop, those of
/// the helper that began first. The line of ops shows them too, so that it has every op of the program.
fn of_helpers_alone(run: &Run) -> Vec<&Span> {
    let (mut own, mut others): (Vec<&Span>, Vec<&Span>) =
        run.spans.iter().partition(|span| span.thread == run.thread);
    own.sort_by_key(|span| span.start);
    others.sort_by_key(|span| span.start);
    let within = |spans: &[&Span], (start, end)| {
        let first = spans.partition_point(|span| span.start < start);
        first..spans.partition_point(|span| span.start <= end).max(first)
    };
    let mut found = Vec::new();
    for &times in run.loops.iter().filter(|&&times| within(&own, times).is_empty()) {
        let chunks = &others[within(&others, times)];
        let helper = chunks.first().map(|span| span.thread);
        found.extend(chunks.iter().filter(|span| Some(span.thread) == helper));
    }
    found
}

/// The number of a part of a run in a plane, and the stats of its events.
fn op_kind(plane: &mut Plane, run: &Run, part: usize, ids: &[(&'static str, Stat)]) -> (i64, Vec<u8>) {
    let unknown = Part::default();
    let part = run.parts.get(part).unwrap_or(&unknown);
    let kind = plane.kind(&part.name, Vec::new);
    let of = [("hlo_op", Stat::Text(part.name.clone())), ("hlo_module", Stat::Text(run.module.clone()))];
    (kind, plane.stats(4, &[&of[..], ids, &source_stats(part)].concat()))
}

/// Where a part comes from.
fn source_stats(part: &Part) -> Vec<(&'static str, Stat)> {
    let lists = [("tf_op", &part.ops), ("source", &part.sources)];
    let known = lists.into_iter().filter(|(_, list)| !list.is_empty());
    known.map(|(name, list)| (name, Stat::Text(list.join(";")))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::wire::{Field, fields};

    /// The messages of field `number` of a message.
    fn messages<'a>(bytes: &'a [u8], number: u64) -> Vec<&'a [u8]> {
        let all = fields(bytes).expect("a message");
        all.into_iter().filter(|(n, _)| *n == number).filter_map(|(_, field)| field.bytes()).collect()
    }
    fn text(bytes: &[u8], number: u64) -> String {
        let list = messages(bytes, number);
        String::from_utf8_lossy(list.first().copied().unwrap_or_default()).into_owned()
    }
    fn number(bytes: &[u8], of: u64) -> Option<u64> {
        let all = fields(bytes).expect("a message");
        all.into_iter().find_map(|(n, field)| match field {
            Field::Varint(value) if n == of => Some(value),
            _ => None,
        })
    }

    #[test]
    fn ops_of_loops_that_helpers_ran_alone_are_on_the_line_of_ops() {
        let (now, ms) = (Instant::now(), Duration::from_millis);
        let own = std::thread::current().id();
        let other = || std::thread::spawn(|| std::thread::current().id()).join().expect("a thread");
        let (first, second) = (other(), other());
        let span =
            |part, thread, start| Span { part, thread, start: ms(start), end: ms(start + 1), inside: ms(0) };
        // In the first loop, the thread of the program has a chunk; in the second one, it has none.
        let spans = vec![
            span(0, first, 1),
            span(0, own, 2),
            span(1, first, 13),
            span(2, first, 14),
            span(1, second, 12),
            span(2, second, 15),
            span(3, own, 30),
        ];
        let run = Run {
            module: "jit_f".into(),
            program: 7,
            device: 0,
            start: now,
            end: now + ms(40),
            thread: own,
            threads: Vec::new(),
            base: now,
            parts: Arc::default(),
            spans,
            loops: vec![(ms(0), ms(5)), (ms(10), ms(20)), (ms(20), ms(25))],
        };
        let found: Vec<_> = of_helpers_alone(&run).iter().map(|s| (s.part, s.thread)).collect();
        assert_eq!(found, [(1, second), (2, second)]);
    }

    #[test]
    fn a_run_is_a_module_with_its_ops() {
        let (began, ms) = (Instant::now(), Duration::from_millis);
        let thread = std::thread::current().id();
        let part =
            Part { name: "add".into(), ops: vec!["jit(f)/add".into()], sources: vec!["m.py:3".into()] };
        let span = Span { part: 0, thread, start: ms(1), end: ms(2), inside: ms(0) };
        let run = Run {
            module: "jit_f".into(),
            program: 7,
            device: 1,
            start: began + ms(10),
            end: began + ms(20),
            thread,
            threads: vec![(thread, "main".into())],
            base: began + ms(10),
            parts: Arc::from([part]),
            spans: vec![span],
            loops: Vec::new(),
        };
        let recorded = Recorded { runs: vec![run], warnings: vec!["slow".into()], ..Recorded::default() };
        let space = serialize(&recorded, (began, 1_000));
        assert_eq!(text(&space, 3), "slow");
        let planes = messages(&space, 1);
        let [plane] = planes[..] else { panic!("{} planes", planes.len()) };
        assert_eq!(text(plane, 2), "/device:CUSTOM:STRATA:1");
        let lines = messages(plane, 3);
        assert_eq!(lines.iter().map(|line| text(line, 2)).collect::<Vec<_>>(), ["XLA Modules", "XLA Ops"]);
        assert!(lines.iter().all(|line| number(line, 3) == Some(1_000)));
        let event = messages(lines[1], 4)[0];
        // Eleven milliseconds after the beginning, for one: in picoseconds.
        assert_eq!((number(event, 2), number(event, 3)), (Some(11_000_000_000), Some(1_000_000_000)));
        let kinds: Vec<String> =
            messages(plane, 4).iter().map(|entry| text(messages(entry, 2)[0], 2)).collect();
        assert_eq!(kinds, ["jit_f(7)", "add"]);
        let stats: Vec<String> =
            messages(plane, 5).iter().map(|entry| text(messages(entry, 2)[0], 2)).collect();
        for name in ["hlo_op", "hlo_module", "tf_op", "jit(f)/add", "source", "m.py:3"] {
            assert!(stats.iter().any(|stat| stat == name), "{name} in {stats:?}");
        }
    }
}
