//! [`Grid`]: processes of one program that run at the same time, and their rendezvous.
//!
//! A process is a replica of a partition, and a thread. Collective ops meet by the kind of the op, its channel, its
//! group and how often the process has been there; transfers go through queues. When every process that has not ended
//! waits for another one, all of them fail: a deadlock is an error at the ops that wait.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use rustc_hash::FxHashMap;

use crate::{Args, Value};

/// Numbers of replicas and of partitions of each replica.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridSize {
    /// How many replicas there are.
    pub replicas: usize,
    /// How many partitions each of them has.
    pub partitions: usize,
}

impl GridSize {
    /// One process.
    pub const ONE: GridSize = GridSize { replicas: 1, partitions: 1 };
    /// The number of processes.
    pub fn processes(self) -> usize {
        self.replicas.saturating_mul(self.partitions)
    }
    /// The number of the process of a replica and a partition.
    pub fn process(self, replica: usize, partition: usize) -> Option<usize> {
        (replica < self.replicas && partition < self.partitions)
            .then_some(replica * self.partitions + partition)
    }
}

/// A process as programs name it: `(replica, partition)`.
pub(crate) fn process_name(size: GridSize, process: usize) -> String {
    let n = size.partitions.max(1);
    format!("({}, {})", process / n, process % n)
}

/// Identifies a rendezvous of processes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key {
    /// The kind of op.
    pub op: &'static str,
    /// Its channel.
    pub channel: i64,
    /// The processes that take part, in order.
    pub group: Vec<usize>,
    /// The number of earlier rendezvous of the process with the same key.
    pub round: u64,
}

/// One end of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Port {
    /// Whoever receives from the channel.
    Any(i64),
    /// One process.
    To(i64, usize),
    /// A process, from the host.
    FromHost(i64),
}

/// The values that an infeed, or a receive from the host, takes.
#[derive(Clone, Debug)]
pub enum Feed {
    /// These values.
    Values(Vec<Value>),
    /// The bytes of arrays, row-major and little-endian; the op that takes them gives them their types.
    Bytes(Vec<Vec<u8>>),
    /// The results of a function without arguments.
    Function(String),
}

/// Values that left the device, with their process and their channel, if any.
#[derive(Clone, Debug)]
pub struct Outfed {
    /// The process.
    pub process: usize,
    /// The channel of a transfer to the host; none for an outfeed.
    pub channel: Option<i64>,
    /// The values.
    pub values: Vec<Value>,
}

/// Why a process cannot go on waiting.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    /// Every process waits.
    Deadlock,
    /// Another process failed.
    Failure,
}

#[derive(Default)]
struct Meeting {
    arrived: Vec<Option<Args>>,
    here: usize,
    left: usize,
    done: Option<Arc<Vec<Args>>>,
}

#[derive(Default)]
struct State {
    /// Processes that have not ended.
    alive: usize,
    /// Those of them that wait.
    waiting: usize,
    stop: Option<Stop>,
    meetings: FxHashMap<Key, Meeting>,
    queues: FxHashMap<Port, VecDeque<Args>>,
    receivers: FxHashMap<Port, VecDeque<u64>>,
    delivered: FxHashMap<u64, Args>,
    tickets: u64,
    infeed: VecDeque<Feed>,
    outfeed: Vec<Outfed>,
    /// The data of the host for channels. A channel stays in the map when all of its data was taken.
    from_host: FxHashMap<i64, VecDeque<Feed>>,
}

impl State {
    /// One more process waits.
    fn wait(&mut self, wake: &Condvar) {
        self.waiting += 1;
        self.check(wake);
    }
    fn check(&mut self, wake: &Condvar) {
        if self.alive > 0 && self.waiting == self.alive && self.stop.is_none() {
            self.stop = Some(Stop::Deadlock);
            wake.notify_all();
        }
    }
}

/// State that the processes of a run share.
pub(crate) struct Grid {
    pub size: GridSize,
    state: Mutex<State>,
    wake: Condvar,
}

impl Grid {
    pub fn new(size: GridSize, infeed: Vec<Feed>, from_host: Vec<(i64, Feed)>) -> Self {
        let mut state = State { alive: size.processes(), infeed: infeed.into(), ..State::default() };
        for (channel, feed) in from_host {
            state.from_host.entry(channel).or_default().push_back(feed);
        }
        Self { size, state: Mutex::new(state), wake: Condvar::new() }
    }
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }
    fn sleep<'g>(&self, state: MutexGuard<'g, State>) -> MutexGuard<'g, State> {
        self.wake.wait(state).unwrap_or_else(|e| e.into_inner())
    }
    /// A process ended.
    pub fn leave(&self, failed: bool) {
        let mut state = self.lock();
        state.alive = state.alive.saturating_sub(1);
        if failed && state.stop.is_none() {
            state.stop = Some(Stop::Failure);
            self.wake.notify_all();
        }
        state.check(&self.wake);
    }
    /// A rendezvous with the other processes of a group: returns the values of all members, or the reason for the failure and the
    /// missing processes.
    pub fn meet(&self, key: Key, place: usize, brought: Args) -> Result<Arc<Vec<Args>>, (Stop, Vec<usize>)> {
        let n = key.group.len();
        let mut state = self.lock();
        if let Some(stop) = &state.stop {
            return Err((stop.clone(), Vec::new()));
        }
        let meeting = state.meetings.entry(key.clone()).or_default();
        meeting.arrived.resize_with(n, || None);
        if let Some(slot) = meeting.arrived.get_mut(place) {
            *slot = Some(brought);
            meeting.here += 1;
        }
        if meeting.here == n {
            let all = Arc::new(meeting.arrived.drain(..).map(Option::unwrap_or_default).collect::<Vec<_>>());
            meeting.done = Some(all.clone());
            meeting.left = n - 1;
            if n == 1 {
                state.meetings.remove(&key);
            } else {
                state.waiting = state.waiting.saturating_sub(n - 1);
                self.wake.notify_all();
            }
            return Ok(all);
        }
        state.wait(&self.wake);
        loop {
            if let Some(meeting) = state.meetings.get_mut(&key) {
                if let Some(all) = meeting.done.clone() {
                    meeting.left -= 1;
                    if meeting.left == 0 {
                        state.meetings.remove(&key);
                    }
                    return Ok(all);
                }
                if let Some(stop) = state.stop.clone() {
                    let arrived = state.meetings.get(&key).map(|m| &m.arrived[..]).unwrap_or(&[]);
                    let missing =
                        key.group.iter().zip(arrived).filter(|(_, a)| a.is_none()).map(|(&p, _)| p).collect();
                    return Err((stop, missing));
                }
            } else if let Some(stop) = state.stop.clone() {
                return Err((stop, Vec::new()));
            }
            state = self.sleep(state);
        }
    }
    /// Sends values; does not wait until they are received.
    pub fn send(&self, port: Port, values: Args) {
        let mut state = self.lock();
        match state.receivers.get_mut(&port).and_then(VecDeque::pop_front) {
            Some(ticket) => {
                state.delivered.insert(ticket, values);
                state.waiting = state.waiting.saturating_sub(1);
                self.wake.notify_all();
            }
            None => state.queues.entry(port).or_default().push_back(values),
        }
    }
    /// Receives values, as soon as somebody has sent some to one of the ports.
    pub fn receive(&self, port: Port) -> Result<Args, Stop> {
        let mut state = self.lock();
        if let Some(values) = state.queues.get_mut(&port).and_then(VecDeque::pop_front) {
            return Ok(values);
        }
        if let Some(stop) = &state.stop {
            return Err(stop.clone());
        }
        let ticket = state.tickets;
        state.tickets += 1;
        state.receivers.entry(port).or_default().push_back(ticket);
        state.wait(&self.wake);
        loop {
            if let Some(values) = state.delivered.remove(&ticket) {
                return Ok(values);
            }
            if let Some(stop) = state.stop.clone() {
                return Err(stop);
            }
            state = self.sleep(state);
        }
    }
    /// The next item of the infeed.
    pub fn infeed(&self) -> Option<Feed> {
        self.lock().infeed.pop_front()
    }
    /// The next data of the host for a channel.
    pub fn from_host(&self, channel: i64) -> Option<Feed> {
        self.lock().from_host.get_mut(&channel)?.pop_front()
    }
    /// Records values that leave the device. If the host has no data of its own for their channel, the values are sent to the
    /// process that receives from it.
    pub fn outfeed(&self, out: Outfed) {
        let mut state = self.lock();
        let back = out.channel.filter(|channel| !state.from_host.contains_key(channel));
        let values: Option<Args> = back.map(|_| out.values.iter().cloned().collect());
        state.outfeed.push(out);
        drop(state);
        if let (Some(channel), Some(values)) = (back, values) {
            self.send(Port::FromHost(channel), values);
        }
    }
    /// All that left the device, in order.
    pub fn take_outfeed(&self) -> Vec<Outfed> {
        std::mem::take(&mut self.lock().outfeed)
    }
}

/// A process of a grid.
pub(crate) struct Process {
    pub grid: Arc<Grid>,
    pub number: usize,
    rounds: FxHashMap<(&'static str, i64, Vec<usize>), u64>,
}

impl Process {
    pub fn new(grid: Arc<Grid>, number: usize) -> Self {
        Self { grid, number, rounds: FxHashMap::default() }
    }
    /// The only process of a run.
    pub fn alone() -> Self {
        Self::new(Arc::new(Grid::new(GridSize::ONE, Vec::new(), Vec::new())), 0)
    }
    pub fn replica(&self) -> usize {
        self.number / self.grid.size.partitions.max(1)
    }
    pub fn partition(&self) -> usize {
        self.number % self.grid.size.partitions.max(1)
    }
    /// The place of the next meeting of this process with a group.
    pub fn key(&mut self, op: &'static str, channel: i64, group: &[usize]) -> Key {
        let round = self.rounds.entry((op, channel, group.to_vec())).or_default();
        let key = Key { op, channel, group: group.to_vec(), round: *round };
        *round += 1;
        key
    }
}
