//! The processes of a run, their meetings, and the values in transit between them and the host.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

use crate::live_host::LiveHost;

/// The arrays of a process for a meeting.
pub(crate) type Brought = Vec<Vec<u8>>;

/// The members, the subject, and the number of earlier meetings of the same kind.
type Key = (Vec<usize>, String, u64);

#[derive(Default)]
struct Meeting {
    brought: Vec<Option<Brought>>,
    /// The arrays of all members, once all have arrived.
    all: Option<Arc<Vec<Brought>>>,
    /// The number of members that have not taken the result yet.
    left: usize,
}

/// The destination of values in transit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Port {
    /// A channel whose values go to the first receiver.
    Any(i64),
    /// A channel to a process.
    To(i64, usize),
    /// A channel from the host.
    FromHost(i64),
}

/// Values in transit, in order.
#[derive(Default)]
struct Queue {
    arrays: VecDeque<Brought>,
    /// The number of receivers that wait for a value.
    blocked: usize,
    /// The number of values at the front that belong to receivers that have not woken up yet.
    granted: usize,
}

/// Arrays that a process sent to the host, with the channel if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The process.
    pub process: usize,
    /// The channel of a transfer to the host; `None` for an outfeed.
    pub channel: Option<i64>,
    /// The arrays.
    pub arrays: Vec<Vec<u8>>,
}

/// The host's part in a run: the values that infeeds read, in order, and the values that it sends in channels.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The values of infeeds.
    pub infeed: Vec<Vec<Vec<u8>>>,
    /// The values of receives from the host.
    pub channels: Vec<(i64, Vec<Vec<u8>>)>,
    /// Who sends and receives in channels during the run, instead of `channels` and the result of the run.
    pub live: Option<Arc<dyn LiveHost>>,
}

#[derive(Default)]
pub(crate) struct State {
    pub infeed: VecDeque<Brought>,
    ports: HashMap<Port, Queue>,
    pub sent: Vec<Sent>,
    meetings: HashMap<Key, Meeting>,
    /// The number of processes that wait for an incomplete meeting.
    waiting: usize,
    ended: HashSet<usize>,
    /// Whether the processes are in a deadlock.
    stuck: bool,
}

/// The processes of one run: as many as replicas times partitions.
pub struct Grid {
    pub(crate) replicas: usize,
    pub(crate) partitions: usize,
    state: Mutex<State>,
    changed: Condvar,
    live: OnceLock<Arc<dyn LiveHost>>,
}

impl Grid {
    /// A grid of processes that have not started.
    #[must_use]
    pub fn new(replicas: usize, partitions: usize) -> Arc<Self> {
        let (state, changed, live) = (Mutex::default(), Condvar::new(), OnceLock::new());
        Arc::new(Self { replicas, partitions, state, changed, live })
    }
    /// Sets the host's part for the processes.
    pub fn feed(&self, host: Host) {
        if let Some(live) = host.live {
            _ = self.live.set(live);
        }
        let mut state = self.lock();
        state.infeed.extend(host.infeed);
        for (channel, arrays) in host.channels {
            state.ports.entry(Port::FromHost(channel)).or_default().arrays.push_back(arrays);
        }
    }
    /// The host that takes part in the run, if any.
    #[must_use]
    pub fn live(&self) -> Option<&dyn LiveHost> {
        self.live.get().map(|live| &**live)
    }
    /// The arrays that processes sent to the host, in order.
    #[must_use]
    pub fn take_sent(&self) -> Vec<Sent> {
        std::mem::take(&mut self.lock().sent)
    }
    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn send(&self, port: Port, arrays: Brought) {
        let mut state = self.lock();
        let queue = state.ports.entry(port).or_default();
        queue.arrays.push_back(arrays);
        if queue.blocked > 0 {
            // One receiver is granted the value, which belongs to it from now on.
            queue.blocked -= 1;
            queue.granted += 1;
            state.waiting -= 1;
        }
        self.changed.notify_all();
    }
    pub(crate) fn receive(&self, port: &Port) -> Result<Brought, String> {
        let mut state = self.lock();
        let queue = state.ports.entry(port.clone()).or_default();
        if queue.arrays.len() > queue.granted
            && let Some(arrays) = queue.arrays.pop_front()
        {
            return Ok(arrays);
        }
        queue.blocked += 1;
        state.waiting += 1;
        if state.waiting + state.ended.len() >= self.processes() {
            // No process remains that could send.
            state.stuck = true;
            self.changed.notify_all();
        }
        loop {
            let stuck = state.stuck;
            let queue = state.ports.entry(port.clone()).or_default();
            if queue.granted > 0 {
                queue.granted -= 1;
                return queue.arrays.pop_front().ok_or_else(|| "a value was lost".to_owned());
            }
            if stuck {
                queue.blocked -= 1;
                state.waiting -= 1;
                return Err("it waits forever for a value".to_owned());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.replicas * self.partitions
    }
    pub(crate) fn process(&self, replica: usize, partition: usize) -> Option<usize> {
        (replica < self.replicas && partition < self.partitions)
            .then(|| replica * self.partitions + partition)
    }
    /// Records that a process has ended; processes that wait for it get an error.
    pub fn leave(&self, number: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended.insert(number);
        state.stuck |= state.waiting > 0 && state.waiting + state.ended.len() >= self.processes();
        self.changed.notify_all();
    }
    /// Brings arrays to a meeting; returns the arrays of all members.
    fn meet(&self, key: &Key, place: usize, brought: Brought) -> Result<Arc<Vec<Brought>>, String> {
        let n = key.0.len();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let meeting = state.meetings.entry(key.clone()).or_default();
        meeting.brought.resize(n, None);
        meeting.brought[place] = Some(brought);
        if meeting.brought.iter().all(Option::is_some) {
            let all = meeting.brought.iter_mut().filter_map(Option::take).collect();
            meeting.all = Some(Arc::new(all));
            meeting.left = n;
            // The other members are released.
            state.waiting -= n - 1;
            self.changed.notify_all();
        } else {
            state.waiting += 1;
            if state.waiting + state.ended.len() >= self.processes() {
                state.stuck = true;
                self.changed.notify_all();
            }
        }
        loop {
            let State { meetings, ended, stuck, .. } = &mut *state;
            let Some(meeting) = meetings.get_mut(key) else { return Err("a meeting was lost".to_owned()) };
            if let Some(all) = meeting.all.clone() {
                meeting.left -= 1;
                if meeting.left == 0 {
                    meetings.remove(key);
                }
                return Ok(all);
            }
            let missing = (0..n).filter(|&i| meeting.brought[i].is_none()).map(|i| key.0[i]);
            if let Some(gone) = missing.clone().find(|p| ended.contains(p)) {
                state.waiting -= 1;
                return Err(format!("it waits for process {gone}, which has ended"));
            }
            if *stuck {
                let missing: Vec<String> = missing.map(|p| p.to_string()).collect();
                return Err(format!("it waits forever for process {}", missing.join(", ")));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A process of a grid.
pub struct Process {
    pub(crate) grid: Arc<Grid>,
    pub(crate) number: usize,
    counts: Mutex<HashMap<(Vec<usize>, String), u64>>,
}

impl Process {
    /// Process `number` of a grid.
    #[must_use]
    pub fn new(grid: Arc<Grid>, number: usize) -> Self {
        Self { grid, number, counts: Mutex::default() }
    }
    pub(crate) fn replica(&self) -> usize {
        self.number / self.grid.partitions.max(1)
    }
    pub(crate) fn partition(&self) -> usize {
        self.number % self.grid.partitions.max(1)
    }
    pub(crate) fn meet(
        &self,
        group: &[usize],
        what: &str,
        place: usize,
        values: Brought,
    ) -> Result<Arc<Vec<Brought>>, String> {
        let name = (group.to_vec(), what.to_owned());
        let count = {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            *count
        };
        self.grid.meet(&(name.0, name.1, count), place, values)
    }
    /// The groups of processes for lists of ids.
    pub(crate) fn groups(&self, ids: &str, lists: &[Vec<usize>]) -> Result<Vec<Vec<usize>>, String> {
        let (grid, mut out) = (&self.grid, Vec::new());
        let everyone = match ids {
            "partition" => grid.partitions,
            "process" => grid.processes(),
            _ => grid.replicas,
        };
        let everyone = [(0..everyone).collect::<Vec<_>>()];
        for list in if lists.is_empty() { &everyone[..] } else { lists } {
            let group = |partition: usize| list.iter().map(|&r| grid.process(r, partition)).collect();
            let known: Option<Vec<Vec<usize>>> = match ids {
                "replica" => (0..grid.partitions).map(group).collect(),
                "both" => {
                    let all =
                        (0..grid.partitions).flat_map(|p| list.iter().map(move |&r| grid.process(r, p)));
                    all.collect::<Option<_>>().map(|g| vec![g])
                }
                "partition" => {
                    let row = |r: usize| list.iter().map(|&p| grid.process(r, p)).collect();
                    (0..grid.replicas).map(row).collect()
                }
                _ => list
                    .iter()
                    .map(|&p| (p < grid.processes()).then_some(p))
                    .collect::<Option<_>>()
                    .map(|g| vec![g]),
            };
            out.extend(
                known.ok_or_else(|| format!("it has a group {list:?} with an id that no process has"))?,
            );
        }
        Ok(out)
    }
}
