//! How long the steps of a program would take on a machine with more threads than this one.
//!
//! The rules are those of the runtime's pool (`runtime/cpu/src/pool.rs`) when it knows the work of loops: the caller runs short ones alone, publishes
//! the others, wakes workers that sleep if it has enough work for them, and claims chunks one at a time as they do; the step ends with its last
//! chunk. A worker that had no chunk for [`Machine::spin`] sleeps. Chunks are claimed in the order of their numbers, and claims of several
//! threads follow each other; the pool's ranges of chunks, which have a counter each, are no slower. Chunks that run at the same time share
//! the bandwidth of the memory evenly, and those that need less leave the rest to the others. The time that it takes to bring what one thread has
//! written to another is not known here.

use crate::task_graph::Step;

/// A machine, in nanoseconds and bytes in a nanosecond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// The time that the caller needs to wake a worker.
    pub notify: f64,
    /// The time until a woken worker looks for chunks.
    pub wake: f64,
    /// How long a worker looks for chunks before it sleeps.
    pub spin: f64,
    /// The work of a loop from which on it is shared.
    pub least_shared: f64,
    /// The work of loops for which workers are woken up, and that for each of them.
    pub least_woken: f64,
    /// See `least_woken`.
    pub work_of_woken: f64,
    /// A claim of a chunk while other threads claim too, and while none does.
    pub claim: f64,
    /// See `claim`.
    pub claim_alone: f64,
    /// The bandwidth of all threads together.
    pub bandwidth: f64,
    /// The bandwidth of one thread.
    pub thread_bandwidth: f64,
}

impl Default for Machine {
    /// Assumed, not measured: a server with eight channels of memory, and wake-ups and claims as they usually are on Linux on x86 processors.
    fn default() -> Self {
        Self {
            notify: 500.0,
            wake: 8_000.0,
            spin: 50_000.0,
            least_shared: 1_000.0,
            least_woken: 30_000.0,
            work_of_woken: 10_000.0,
            claim: 60.0,
            claim_alone: 6.0,
            bandwidth: 200.0,
            thread_bandwidth: 16.0,
        }
    }
}

/// A chunk that runs.
struct Running {
    thread: usize,
    /// Nanoseconds that are left at full speed.
    left: f64,
    /// Bytes in a nanosecond at full speed.
    demand: f64,
}

impl Machine {
    /// The nanoseconds of a program on so many threads. `bytes` is the traffic of a step.
    pub fn time(&self, steps: &[Step], threads: usize, bytes: impl Fn(&Step) -> f64) -> f64 {
        let threads = threads.max(1);
        let mut now = 0.0;
        // When each worker had its last chunk; they sleep at first.
        let mut last = vec![f64::NEG_INFINITY; threads];
        // The work of loops since the last long pause, and when the last one ended.
        let (mut alone, mut end) = (0.0, f64::NEG_INFINITY);
        for step in steps {
            let work = step.work();
            now = if step.parallel && step.tasks.len() > 1 && threads > 1 && work >= self.least_shared {
                alone = work + if now - end > self.spin { 0.0 } else { alone };
                let mut wakes = 0;
                if alone >= self.least_woken {
                    (alone, wakes) = (0.0, ((work / self.work_of_woken) as usize).max(1));
                }
                end = self.parallel(step, bytes(step), now, &mut last, wakes);
                end
            } else {
                now + step.work() + step.tasks.len() as f64 * self.claim_alone
            };
        }
        now
    }

    /// The time when a loop that begins at `start` ends, if at most `wakes` workers are woken up for it. `last` is when each thread had its last
    /// chunk.
    fn parallel(&self, step: &Step, bytes: f64, start: f64, last: &mut [f64], wakes: usize) -> f64 {
        let n = step.tasks.len();
        // Who may claim, and from when on: the caller, workers that spin, and those that are woken up.
        let awake = |&at: &f64| start - at <= self.spin;
        let asleep = last.iter().skip(1).filter(|at| !awake(at)).count().min(n - 1).min(wakes);
        let notified = start + asleep as f64 * self.notify;
        let mut woken = 0;
        let mut idle: Vec<(f64, usize)> = Vec::new();
        for (thread, at) in last.iter().enumerate() {
            if thread == 0 {
                idle.push((notified, thread));
            } else if awake(at) {
                idle.push((start + self.claim, thread));
            } else if woken < asleep {
                woken += 1;
                idle.push((start + woken as f64 * self.notify + self.wake, thread));
            }
        }
        let work = step.work().max(1.0);
        let demand = (bytes / work).min(self.thread_bandwidth);
        let mut running: Vec<Running> = Vec::new();
        let (mut now, mut next, mut counter) = (start, 0, start);
        loop {
            // The first of the threads that may claim, if there is a chunk.
            let first = (next < n).then(|| idle.iter().enumerate().min_by(|a, b| a.1.0.total_cmp(&b.1.0)));
            let claim = first.flatten().map(|(i, &(at, thread))| (i, at.max(counter), thread));
            let speed = self.speed(&running);
            let done = running.iter().map(|r| now + r.left / speed).fold(f64::INFINITY, f64::min);
            match claim {
                Some((i, at, thread)) if at <= done => {
                    advance(&mut running, (at - now).max(0.0) * speed);
                    now = now.max(at);
                    counter = now + if running.is_empty() { self.claim_alone } else { self.claim };
                    idle.swap_remove(i);
                    running.push(Running { thread, left: step.tasks[next] + counter - now, demand });
                    next += 1;
                }
                _ if running.is_empty() => return now,
                _ => {
                    advance(&mut running, (done - now) * speed);
                    now = done;
                    // Rounding may leave a little of the one that is done.
                    running.retain(|r| {
                        let over = r.left <= 1e-6;
                        if over {
                            idle.push((now, r.thread));
                            last[r.thread] = now;
                        }
                        !over
                    });
                }
            }
        }
    }

    /// The speed of running chunks, of which all need the same bandwidth: at most 1.
    fn speed(&self, running: &[Running]) -> f64 {
        let demand: f64 = running.iter().map(|r| r.demand).sum();
        if demand > self.bandwidth { self.bandwidth / demand } else { 1.0 }
    }
}

fn advance(running: &mut [Running], by: f64) {
    running.iter_mut().for_each(|r| r.left -= by);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(chunks: usize, each: f64) -> Step {
        Step { part: None, tasks: vec![each; chunks], parallel: true }
    }

    /// Nothing costs time but chunks.
    const IDEAL: Machine = Machine {
        notify: 0.0,
        wake: 0.0,
        spin: f64::INFINITY,
        least_shared: 0.0,
        least_woken: 0.0,
        work_of_woken: f64::MIN_POSITIVE,
        claim: 0.0,
        claim_alone: 0.0,
        bandwidth: f64::INFINITY,
        thread_bandwidth: f64::INFINITY,
    };

    #[test]
    fn chunks_are_claimed_one_at_a_time() {
        let time = |steps: &[Step], threads| IDEAL.time(steps, threads, |_| 0.0);
        assert_eq!(
            [1, 2, 4, 16, 64].map(|t| time(&[even(16, 100.0)], t)),
            [1600.0, 800.0, 400.0, 100.0, 100.0]
        );
        // Five chunks on two threads: three rounds.
        assert_eq!(time(&[even(5, 100.0)], 2), 300.0);
        // A long last chunk is waited for; a long first one is not.
        let step = |tasks: &[f64]| Step { part: None, tasks: tasks.to_vec(), parallel: true };
        assert_eq!(time(&[step(&[1.0, 1.0, 1.0, 1.0, 4.0])], 2), 6.0);
        assert_eq!(time(&[step(&[4.0, 1.0, 1.0, 1.0, 1.0])], 2), 4.0);
        // Sequential steps stay.
        let serial = Step { parallel: false, ..even(1, 50.0) };
        assert_eq!(time(&[serial, even(4, 10.0)], 4), 60.0);
    }

    #[test]
    fn memory_and_wake_ups_are_shared() {
        // Four chunks of 100 ns and 1600 bytes need 16 bytes in a nanosecond each; two run at full speed.
        let machine = Machine { bandwidth: 32.0, thread_bandwidth: 16.0, ..IDEAL };
        assert!((machine.time(&[even(4, 100.0)], 4, |_| 6400.0) - 200.0).abs() < 1e-3);
        assert!((machine.time(&[even(4, 100.0)], 4, |_| 640.0) - 100.0).abs() < 1e-3);
        // A worker that wakes up late leaves the chunks to the caller.
        let machine = Machine { wake: 250.0, spin: 0.0, ..IDEAL };
        assert!((machine.time(&[even(4, 100.0)], 2, |_| 0.0) - 350.0).abs() < 1e-3);
        // Claims follow each other: two threads that only claim are no faster than the counter.
        let machine = Machine { claim: 50.0, claim_alone: 50.0, ..IDEAL };
        assert!(machine.time(&[even(100, 1.0)], 64, |_| 0.0) >= 5000.0);
    }

    #[test]
    fn short_loops_do_not_wake_workers() {
        let machine =
            Machine { spin: 30.0, least_shared: 10.0, least_woken: 100.0, work_of_woken: 10.0, ..IDEAL };
        let serial = |ns: f64| Step { part: None, tasks: vec![ns], parallel: false };
        let time = |steps: &[Step]| machine.time(steps, 2, |_| 0.0);
        assert_eq!(time(&[even(4, 25.0)]), 50.0);
        assert_eq!(time(&[even(2, 40.0)]), 80.0);
        // The second loop is the one for which the worker is woken up, unless it comes late. The third one is too short.
        assert_eq!(
            time(&[even(2, 40.0), serial(20.0), even(2, 40.0), even(2, 4.0)]),
            80.0 + 20.0 + 40.0 + 8.0
        );
        assert_eq!(time(&[even(2, 40.0), serial(40.0), even(2, 40.0)]), 80.0 + 40.0 + 80.0);
    }

    #[test]
    fn more_threads_are_not_slower_without_costs() {
        let tasks = (0..97).map(|i| f64::from(i * 7919 % 101 + 1)).collect();
        let steps = [Step { part: None, tasks, parallel: true }];
        let work = steps[0].work();
        for threads in [1, 2, 4, 8, 16, 32, 64] {
            let time = IDEAL.time(&steps, threads, |_| 0.0);
            assert!(time + 1e-6 >= (work / threads as f64).max(steps[0].span()), "{threads} threads: {time}");
            // List scheduling is within work / threads + span.
            assert!(time <= work / threads as f64 + steps[0].span() + 1e-6, "{threads} threads: {time}");
        }
    }
}
