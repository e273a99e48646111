//! Several processes that run one program, each on a thread of its own, and meet to exchange arrays.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::call::Call;
use crate::context::Context;

/// The arrays that a process brings to a meeting.
type Brought = Vec<Vec<u8>>;

/// Who meets, for what, and how often they have done so before.
type Key = (Vec<usize>, String, u64);

#[derive(Default)]
struct Meeting {
    brought: Vec<Option<Brought>>,
    /// What all have brought, when all are there.
    all: Option<Arc<Vec<Brought>>>,
    /// Members that have not taken the result yet.
    left: usize,
}

#[derive(Default)]
struct State {
    meetings: HashMap<Key, Meeting>,
    /// Processes that wait for a meeting that is not complete.
    waiting: usize,
    ended: HashSet<usize>,
    /// Whether nobody can go on.
    stuck: bool,
}

/// The processes of one run: as many as replicas times partitions.
pub struct Grid {
    replicas: usize,
    partitions: usize,
    state: Mutex<State>,
    changed: Condvar,
}

impl Grid {
    /// A grid of processes that have not started.
    #[must_use]
    pub fn new(replicas: usize, partitions: usize) -> Arc<Self> {
        Arc::new(Self { replicas, partitions, state: Mutex::default(), changed: Condvar::new() })
    }
    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.replicas * self.partitions
    }
    fn process(&self, replica: usize, partition: usize) -> Option<usize> {
        (replica < self.replicas && partition < self.partitions)
            .then(|| replica * self.partitions + partition)
    }
    /// Says that a process is over; who waits for it gets an error.
    pub fn leave(&self, number: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended.insert(number);
        state.stuck |= state.waiting > 0 && state.waiting + state.ended.len() >= self.processes();
        self.changed.notify_all();
    }
    /// Brings arrays to a meeting, and returns what all members brought.
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
            // The others go on.
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
    grid: Arc<Grid>,
    number: usize,
    counts: Mutex<HashMap<(Vec<usize>, String), u64>>,
}

impl Process {
    /// Process `number` of a grid.
    #[must_use]
    pub fn new(grid: Arc<Grid>, number: usize) -> Self {
        Self { grid, number, counts: Mutex::default() }
    }
    fn replica(&self) -> usize {
        self.number / self.grid.partitions.max(1)
    }
    fn partition(&self) -> usize {
        self.number % self.grid.partitions.max(1)
    }
    fn meet(
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
    /// The groups of processes that lists of ids stand for.
    fn groups(&self, ids: &str, lists: &[Vec<usize>]) -> Result<Vec<Vec<usize>>, String> {
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

/// Runs one of the routines in which processes take part.
pub(crate) fn run(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    // A program that runs alone is a grid of one.
    let own = ctx.and_then(Context::process).unwrap_or_else(|| Arc::new(Process::new(Grid::new(1, 1), 0)));
    match name {
        "strata_process_id" => process_id(&own, call),
        "strata_meet" => meet(&own, call),
        _ => permute(&own, call),
    }
}

fn process_id(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let number = if call.entry("ids") == Some("partition") { own.partition() } else { own.replica() };
    let [output] = &mut call.outputs[..] else { return Err("it has one result".to_owned()) };
    let bytes = (number as u64).to_le_bytes();
    let n = output.bytes.len().min(8);
    output.bytes[..n].copy_from_slice(&bytes[..n]);
    Ok(())
}

/// Lists of numbers: `0,1;2,3`.
fn lists(text: &str) -> Result<Vec<Vec<usize>>, String> {
    let numbers = |list: &str| {
        list.split(',').map(|n| n.parse().map_err(|_| "an id is no number".to_owned())).collect()
    };
    text.split(';').filter(|l| !l.is_empty()).map(numbers).collect()
}

/// Every result but the last one is what all members of the group brought, in their order; the last one is the place of
/// this process, or -1.
fn meet(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let groups =
        own.groups(call.entry("ids").unwrap_or_default(), &lists(call.entry("groups").unwrap_or_default())?)?;
    let found = groups.iter().find_map(|g| Some((g, g.iter().position(|&p| p == own.number)?)));
    let Some((place_out, stacked)) = call.outputs.split_last_mut() else {
        return Err("it has no result".to_owned());
    };
    let place = found.map_or(-1, |(_, place)| place as i32);
    if place_out.bytes.len() != 4 {
        return Err("its last result is no number".to_owned());
    }
    place_out.bytes.copy_from_slice(&place.to_le_bytes());
    let Some((group, place)) = found else {
        if call.config.contains("must=1") {
            return Err(format!("it runs in process {}, which is in none of its groups", own.number));
        }
        stacked.iter_mut().for_each(|o| o.bytes.fill(0));
        return Ok(());
    };
    let brought = call.inputs.iter().map(|i| i.bytes.to_vec()).collect();
    let all = own.meet(group, call.config, place, brought)?;
    for (k, output) in stacked.iter_mut().enumerate() {
        let parts: Vec<&[u8]> = all.iter().filter_map(|b| b.get(k).map(Vec::as_slice)).collect();
        let size: usize = parts.iter().map(|p| p.len()).sum();
        if size != output.bytes.len() {
            return Err("its group has another size than the program was compiled for".to_owned());
        }
        let mut rest = &mut output.bytes[..];
        for part in parts {
            let (slot, after) = rest.split_at_mut(part.len());
            slot.copy_from_slice(part);
            rest = after;
        }
    }
    Ok(())
}

/// What one process sends goes to another; who is no target gets zeros.
fn permute(own: &Process, call: &mut Call<'_>) -> Result<(), String> {
    let across = call.entry("ids") == Some("partition");
    let (mine, count) =
        if across { (own.partition(), own.grid.partitions) } else { (own.replica(), own.grid.replicas) };
    let pairs = lists(call.entry("pairs").unwrap_or_default())?;
    let mut ids: Vec<usize> = pairs.iter().flatten().copied().collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.iter().any(|&id| id >= count) || pairs.iter().any(|p| p.len() != 2) {
        return Err("it has an id that no process has".to_owned());
    }
    let process = |id: usize| {
        let (r, p) = if across { (own.replica(), id) } else { (id, own.partition()) };
        own.grid.process(r, p)
    };
    let group: Option<Vec<usize>> = ids.iter().map(|&id| process(id)).collect();
    let group = group.ok_or("it has an id that no process has")?;
    call.outputs.iter_mut().for_each(|o| o.bytes.fill(0));
    let Some(place) = ids.iter().position(|&id| id == mine) else { return Ok(()) };
    let brought = call.inputs.iter().map(|i| i.bytes.to_vec()).collect();
    let all = own.meet(&group, call.config, place, brought)?;
    let source = pairs.iter().find(|p| p[1] == mine).and_then(|p| ids.iter().position(|&id| id == p[0]));
    let Some(sent) = source.and_then(|s| all.get(s)) else { return Ok(()) };
    for (output, from) in call.outputs.iter_mut().zip(sent) {
        if output.bytes.len() != from.len() {
            return Err("it gets an array of another size".to_owned());
        }
        output.bytes.copy_from_slice(from);
    }
    Ok(())
}
