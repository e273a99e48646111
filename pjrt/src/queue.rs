//! The queue of a device: tasks run in the order in which they were added, one at a time, on a thread of the queue.
//!
//! A task that waits for the host, as one in a callback, lets the next task begin ([`while_blocked`]): the callback may itself wait for a
//! program on the device. A queue of programs whose order counts does not ([`Queue::in_order`]).

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};

type Task = Box<dyn FnOnce() + Send>;

/// The stack of a thread: programs may call routines of the host.
const STACK: usize = 8 << 20;

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    /// Threads that run a task, without those whose task is blocked.
    running: usize,
    /// Threads that wait for a task.
    idle: usize,
    /// Whether the queue was dropped: threads end after the last task.
    closed: bool,
}

struct Shared {
    name: String,
    /// Whether the next task begins after the end of one, whatever that waits for.
    keeps_order: bool,
    state: Mutex<State>,
    changed: Condvar,
}

/// A queue. Its thread is started by the first task, and ends after the last one once the queue is dropped.
pub(crate) struct Queue(Arc<Shared>);

/// A task of a queue that runs, on one thread or several.
pub(crate) struct Running {
    queue: Arc<Shared>,
    /// The threads of it that wait for the host. While there are any, the next task may run.
    blocked: Mutex<usize>,
}

thread_local! {
    /// The task that this thread runs.
    static CURRENT: RefCell<Option<Arc<Running>>> = const { RefCell::new(None) };
}

impl Running {
    /// The task that this thread runs, if it is one of a queue.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Lets this thread do a part of a task.
    pub(crate) fn enter<T>(task: Option<Arc<Self>>, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(task);
        let outcome = work();
        CURRENT.set(before);
        outcome
    }

    fn block(&self) {
        if self.queue.keeps_order {
            return;
        }
        let mut blocked = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked += 1;
        if *blocked == 1 {
            let mut state = self.queue.lock();
            state.running -= 1;
            // Without a thread the tasks wait for the end of this one.
            _ = self.queue.ensure_thread(&mut state);
            drop(state);
            self.queue.changed.notify_one();
        }
    }

    fn unblock(&self) {
        if self.queue.keeps_order {
            return;
        }
        let mut blocked = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
        *blocked -= 1;
        if *blocked == 0 {
            self.queue.lock().running += 1;
        }
    }
}

impl Queue {
    pub(crate) fn new(name: String) -> Self {
        Self::with_order(name, false)
    }

    /// A queue whose tasks end before the next one begins, also those that wait for the host.
    pub(crate) fn in_order(name: String) -> Self {
        Self::with_order(name, true)
    }

    fn with_order(name: String, keeps_order: bool) -> Self {
        Self(Arc::new(Shared { name, keeps_order, state: Mutex::default(), changed: Condvar::new() }))
    }

    /// Adds a task.
    pub(crate) fn push(&self, task: impl FnOnce() + Send + 'static) -> Result<()> {
        let mut state = self.0.lock();
        // A thread is there before the task, so that a task that was added is run.
        self.0.ensure_thread(&mut state)?;
        state.tasks.push_back(Box::new(task));
        drop(state);
        self.0.changed.notify_one();
        Ok(())
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread if no thread will take the next task.
    fn ensure_thread(self: &Arc<Self>, state: &mut State) -> Result<()> {
        if state.running + state.idle > 0 {
            return Ok(());
        }
        let own = Arc::clone(self);
        let thread = std::thread::Builder::new().name(self.name.clone()).stack_size(STACK);
        let thread = thread.spawn(move || own.work());
        thread.map_err(|e| Error::exhausted(format!("no thread for {}: {e}", self.name)))?;
        // Until it waits for a task or has one, it counts as one that waits.
        state.idle += 1;
        Ok(())
    }

    /// Runs tasks until the queue is dropped, or until another thread does.
    fn work(self: &Arc<Self>) {
        let mut state = self.lock();
        loop {
            // A thread whose task was blocked finds another one in its place.
            let next = if state.running == 0 { state.tasks.pop_front() } else { None };
            if let Some(task) = next {
                state.idle -= 1;
                state.running += 1;
                drop(state);
                CURRENT.set(Some(Arc::new(Running { queue: Arc::clone(self), blocked: Mutex::default() })));
                // A task reports its errors by events; those that it leaves pending would be a defect of its own.
                _ = catch_unwind(AssertUnwindSafe(task));
                CURRENT.set(None);
                state = self.lock();
                state.running -= 1;
                state.idle += 1;
                if state.idle > 1 && state.running == 0 {
                    // The other thread that waits takes the next task.
                    self.changed.notify_one();
                }
            } else if state.closed && state.tasks.is_empty() || state.idle > 1 {
                break;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        state.idle -= 1;
    }
}

/// Does something that may wait for later tasks of the queue whose task this is, if it is one of a queue.
pub(crate) fn while_blocked<T>(work: impl FnOnce() -> T) -> T {
    /// The task goes on, also after a panic.
    struct Blocked(Option<Arc<Running>>);
    impl Drop for Blocked {
        fn drop(&mut self) {
            if let Some(task) = &self.0 {
                task.unblock();
            }
        }
    }
    let blocked = Blocked(Running::current());
    if let Some(task) = &blocked.0 {
        task.block();
    }
    work()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn tasks_run_in_order_and_one_at_a_time() {
        let queue = Queue::new("test".to_owned());
        let order = Arc::new(Mutex::new(Vec::new()));
        let (done, end) = channel();
        for i in 0..100 {
            let (order, done) = (Arc::clone(&order), done.clone());
            let task = move || {
                order.lock().expect("a list").push(i);
                if i == 99 {
                    done.send(()).expect("a receiver");
                }
            };
            queue.push(task).expect("a thread");
        }
        end.recv_timeout(Duration::from_secs(60)).expect("an end");
        assert_eq!(*order.lock().expect("a list"), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn a_blocked_task_may_wait_for_later_ones() {
        let queue = Arc::new(Queue::new("test".to_owned()));
        let (done, end) = channel();
        for depth in 0..20 {
            let (inner, done) = (Arc::clone(&queue), done.clone());
            let task = move || {
                while_blocked(|| {
                    let (to, from) = channel();
                    inner.push(move || to.send(depth).expect("a receiver")).expect("a thread");
                    assert_eq!(from.recv_timeout(Duration::from_secs(60)).expect("a number"), depth);
                });
                done.send(depth).expect("a receiver");
            };
            queue.push(task).expect("a thread");
        }
        let mut ended: Vec<i32> =
            (0..20).map(|_| end.recv_timeout(Duration::from_secs(60)).expect("an end")).collect();
        ended.sort_unstable();
        assert_eq!(ended, (0..20).collect::<Vec<_>>());
        // One thread is left, which waits.
        let threads = || {
            let state = queue.0.lock();
            (state.running, state.idle)
        };
        while threads() != (0, 1) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn order_is_kept_where_it_counts() {
        let queue = Queue::in_order("test".to_owned());
        let (done, end) = channel();
        let (go, wait) = channel();
        let told = done.clone();
        queue
            .push(move || {
                while_blocked(|| wait.recv_timeout(Duration::from_secs(60)).expect("it goes on"));
                told.send(1).expect("a receiver");
            })
            .expect("a thread");
        queue.push(move || done.send(2).expect("a receiver")).expect("a thread");
        assert!(end.recv_timeout(Duration::from_millis(100)).is_err());
        go.send(()).expect("a receiver");
        assert_eq!([1, 2].map(|_| end.recv_timeout(Duration::from_secs(60))), [Ok(1), Ok(2)]);
    }

    #[test]
    fn all_threads_of_a_task_may_wait_for_later_ones() {
        let queue = Arc::new(Queue::new("test".to_owned()));
        let (done, end) = channel();
        let inner = Arc::clone(&queue);
        let task = move || {
            let task = Running::current();
            std::thread::scope(|scope| {
                for number in 0..4 {
                    let (task, inner, done) = (task.clone(), Arc::clone(&inner), done.clone());
                    scope.spawn(move || {
                        Running::enter(task, || {
                            while_blocked(|| {
                                let (to, from) = channel();
                                let later = move || to.send(number).expect("a receiver");
                                inner.push(later).expect("a thread");
                                let got = from.recv_timeout(Duration::from_secs(60)).expect("a number");
                                done.send(got).expect("a receiver");
                            });
                        });
                    });
                }
            });
        };
        queue.push(task).expect("a thread");
        let mut ended: Vec<i32> =
            (0..4).map(|_| end.recv_timeout(Duration::from_secs(60)).expect("an end")).collect();
        ended.sort_unstable();
        assert_eq!(ended, [0, 1, 2, 3]);
        while queue.0.lock().running != 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_panic_does_not_end_the_queue() {
        let queue = Queue::new("test".to_owned());
        let (done, end) = channel();
        queue.push(|| while_blocked(|| panic!("on purpose"))).expect("a thread");
        queue.push(move || done.send(7).expect("a receiver")).expect("a thread");
        assert_eq!(end.recv_timeout(Duration::from_secs(60)), Ok(7));
    }
}
