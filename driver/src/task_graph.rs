//! The task graph of a run: the steps that run one after the other, each of which is a sequential part or a parallel loop with its chunks.
//!
//! ```text
//! serial (gather)  ──►  loop: 64 chunks (dot+tanh)  ──►  serial (sort)  ──►  loop: 40 chunks (reduce)
//! ```
//! It is recorded on one thread, so that times are those of the work alone. Of several runs, each time is the shortest one.

use std::time::Duration;

use crate::profile::{Loop, Span};

/// A sequential part or a parallel loop, which ends before the next step begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The number of the part that it belongs to; none for what is between parts.
    pub part: Option<usize>,
    /// The nanoseconds of its chunks, or of the step if it is sequential.
    pub tasks: Vec<f64>,
    /// Whether the chunks may run on several threads.
    pub parallel: bool,
}

impl Step {
    /// The nanoseconds of all chunks.
    #[must_use]
    pub fn work(&self) -> f64 {
        self.tasks.iter().sum()
    }
    /// The nanoseconds of the longest chunk: no number of threads is faster.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.tasks.iter().copied().fold(0.0, f64::max)
    }
}

/// Reads the steps of a run that was recorded on one thread, between two times.
#[must_use]
pub fn steps(spans: &[Span], loops: &[Loop], (begin, end): (Duration, Duration)) -> Vec<Step> {
    /// A change at a time.
    enum Event<'a> {
        Begin(usize),
        End,
        Loop(&'a Loop),
    }
    let mut events: Vec<(Duration, u8, Event<'_>)> = Vec::new();
    for span in spans {
        // At one time, parts end before loops begin, and these before the next parts. An empty part begins and ends at one time.
        if span.end > span.start {
            events.push((span.start, 2, Event::Begin(span.part)));
            events.push((span.end, 0, Event::End));
        }
    }
    events.extend(loops.iter().map(|l| (l.start, 1, Event::Loop(l))));
    events.sort_by_key(|event| (event.0, event.1));
    let mut steps: Vec<Step> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut now = begin;
    let serial = |steps: &mut Vec<Step>, part: Option<usize>, time: Duration| {
        if !time.is_zero() {
            steps.push(Step { part, tasks: vec![time.as_nanos() as f64], parallel: false });
        }
    };
    for (at, _, event) in events {
        serial(&mut steps, open.last().copied(), at.saturating_sub(now));
        now = now.max(at);
        match event {
            Event::Begin(part) => open.push(part),
            Event::End => drop(open.pop()),
            Event::Loop(l) => {
                let tasks = l.chunks.iter().map(|chunk| chunk.as_nanos() as f64).collect();
                steps.push(Step { part: open.last().copied(), tasks, parallel: true });
                now = now.max(l.end);
            }
        }
    }
    serial(&mut steps, None, end.saturating_sub(now));
    steps
}

/// The shortest times of several runs of a program, or the shortest run if they have different steps.
#[must_use]
pub fn shortest(mut runs: Vec<Vec<Step>>) -> Vec<Step> {
    let work = |steps: &Vec<Step>| steps.iter().map(Step::work).sum::<f64>();
    runs.sort_by(|a, b| work(a).total_cmp(&work(b)));
    let mut runs = runs.into_iter();
    let mut best = runs.next().unwrap_or_default();
    let alike =
        |a: &Step, b: &Step| a.part == b.part && a.parallel == b.parallel && a.tasks.len() == b.tasks.len();
    for run in runs {
        if run.len() == best.len() && run.iter().zip(&best).all(|(a, b)| alike(a, b)) {
            let tasks = best.iter_mut().flat_map(|step| &mut step.tasks);
            for (mine, other) in tasks.zip(run.iter().flat_map(|step| &step.tasks)) {
                *mine = mine.min(*other);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_divide_the_time_of_a_part() {
        let us = Duration::from_micros;
        let thread = std::thread::current().id();
        let span = |part, start, end| Span { part, thread, start: us(start), end: us(end), inside: us(0) };
        let spans = [span(7, 10, 40), span(8, 12, 20), span(9, 40, 50)];
        let loops = [Loop { start: us(25), end: us(35), chunks: vec![us(4), us(5)] }];
        let got = steps(&spans, &loops, (us(0), us(60)));
        let shown: Vec<(Option<usize>, Vec<u64>, bool)> = got
            .iter()
            .map(|s| (s.part, s.tasks.iter().map(|t| (t / 1e3) as u64).collect(), s.parallel))
            .collect();
        let expected = [
            (None, vec![10], false),
            (Some(7), vec![2], false),
            (Some(8), vec![8], false),
            (Some(7), vec![5], false),
            (Some(7), vec![4, 5], true),
            (Some(7), vec![5], false),
            (Some(9), vec![10], false),
            (None, vec![10], false),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn each_time_is_the_shortest_one() {
        let step = |tasks: &[f64]| Step { part: None, tasks: tasks.to_vec(), parallel: true };
        let runs = vec![vec![step(&[3.0, 9.0])], vec![step(&[5.0, 4.0])], vec![step(&[1.0]), step(&[1.0])]];
        assert_eq!(shortest(runs[..2].to_vec()), [step(&[3.0, 4.0])]);
        assert_eq!(shortest(runs), [step(&[1.0]), step(&[1.0])]);
    }
}
