//! A client whose devices are divided among processes of the operating system, as `jax.distributed` starts them.
//!
//! The processes tell each other of their devices through the store of keys and values of their callers. Data goes through MPI, in whose
//! job all of them are. A program with devices of several processes runs in each of them on its own devices; all such programs of a
//! process run one after the other, in the order of their calls, as collectives need it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use strata_driver::Transport;
use strata_driver::mpi::{Options, World};

use crate::device::MOST_DEVICES;
use crate::error::{Error, Result};
use crate::key_value::KeyValues;
use crate::queue::Queue;

/// How long a process waits for the others to start.
const START: Duration = Duration::from_secs(300);
/// The label of messages about programs; those of collectives have others.
const PROGRAMS: u64 = 0x5EED;
/// The bytes of the name of a program in a message.
const NAME: usize = 256;

/// The other processes, as the options of a client name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Membership {
    /// The number of this process.
    pub node: usize,
    /// How many there are.
    pub nodes: usize,
    /// The file of the MPI library.
    pub library: Option<String>,
    /// How many seconds a process may not answer in a collective.
    pub timeout: Option<String>,
}

/// The devices of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub devices: i32,
    pub kind: String,
}

/// The processes of a client.
pub(crate) struct Cluster {
    pub node: usize,
    pub nodes: Vec<Node>,
    /// The programs that run on devices of several processes.
    pub queue: Queue,
    world: Arc<World>,
    /// The programs of which all processes are known to run the same one, by their hashes.
    agreed: Mutex<HashSet<blake3::Hash>>,
    notes: Arc<Notes>,
}

/// Notes that processes leave of their failures, so that nobody waits for one that does not come.
struct Notes {
    store: KeyValues,
    /// The beginning of all keys.
    prefix: String,
    /// How many programs ran on each set of processes.
    runs: Mutex<HashMap<Vec<usize>, u64>>,
    /// The run that this process is in.
    current: Mutex<String>,
}

impl Notes {
    fn lock(&self) -> std::sync::MutexGuard<'_, String> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Begins a run on these processes.
    fn begin(&self, nodes: &[usize]) {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let count = runs.entry(nodes.to_vec()).or_default();
        *count += 1;
        let list: Vec<String> = nodes.iter().map(ToString::to_string).collect();
        *self.lock() = format!("{}/failed/{}/{count}", self.prefix, list.join(","));
    }
    /// Says that the run failed here. Those that are told already, or cannot be, hear of it otherwise.
    fn fail(&self, node: usize, why: &Error) {
        let key = format!("{}/{node}", *self.lock());
        _ = self.store.put(&key, why.message());
    }
    /// Why a process does not take part in the run of this one any more.
    fn from_node(&self, node: usize) -> Option<String> {
        let key = format!("{}/{node}", *self.lock());
        let failed = self.store.try_get(&key).map(|why| format!("has failed ({why})"));
        failed.or_else(|| {
            // The Python package says so of a process with an exception that nobody catches.
            let ended = self.store.try_get(&format!("strata/ended/{node}"));
            ended.map(|why| format!("has ended by {why}"))
        })
    }
}

/// The world of this process, which MPI lets it enter once.
static WORLD: Mutex<Option<Arc<World>>> = Mutex::new(None);

extern "C" fn leave() {
    let world = WORLD.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(Err(why)) = world.map(|world| world.finish()) {
        eprintln!("strata: {why}");
    }
}

/// A launch that has as many ranks as there are processes.
fn how_to_start(nodes: usize) -> String {
    format!("start the processes by MPI, as `mpirun -n {nodes} python train.py`")
}

impl Cluster {
    /// Meets the other processes.
    ///
    /// # Errors
    /// If one does not come, there is no MPI library, or its job has other processes.
    pub(crate) fn join(
        membership: &Membership,
        store: Option<KeyValues>,
        platform: &str,
        own: Node,
    ) -> Result<Arc<Self>> {
        let Membership { node, nodes, .. } = *membership;
        let store = store.ok_or_else(|| {
            Error::invalid(format!(
                "a client of {nodes} processes needs the callbacks of a store of keys and values, as jax.distributed.initialize has them"
            ))
        })?;
        // All processes make the same clients.
        static CLIENTS: AtomicU64 = AtomicU64::new(0);
        let prefix = format!("strata/{platform}/{}", CLIENTS.fetch_add(1, Ordering::Relaxed));
        let mut known = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = match &*known {
            Some(world) => Ok((world.rank(), None)),
            None => open(membership).map(|world| (world.rank(), Some(world))),
        };
        let line = match &opened {
            Ok((rank, _)) => format!("{rank} {} {}", own.devices, own.kind),
            Err(why) => format!("error {why}"),
        };
        store.put(&format!("{prefix}/node/{node}"), &line)?;
        let (_, new) = opened.map_err(Error::precondition)?;
        let mut order = Vec::with_capacity(nodes);
        let mut all = Vec::with_capacity(nodes);
        for other in 0..nodes {
            let key = format!("{prefix}/node/{other}");
            let line = if other == node { line.clone() } else { store.get(&key, START)? };
            let (rank, facts) = parse(&line)
                .map_err(|why| Error::precondition(format!("process {other} cannot take part: {why}")))?;
            order.push(rank);
            all.push(facts);
        }
        let notes = Arc::new(Notes { store, prefix, runs: Mutex::default(), current: Mutex::default() });
        let world = match (new, &*known) {
            (Some(world), _) => {
                // Notes of the first client of this process; those of later ones are not looked at.
                let asked = Arc::clone(&notes);
                let world = world.renumbered(order).map_err(Error::precondition)?;
                Arc::new(world.with_news(Box::new(move |node| asked.from_node(node))))
            }
            (None, Some(world)) => Arc::clone(world),
            (None, None) => return Err(Error::internal("there is no world")),
        };
        if world.rank() != node || world.ranks() != nodes {
            return Err(Error::precondition("this process was another one of the job before"));
        }
        *known = Some(Arc::clone(&world));
        static LEAVE: Once = Once::new();
        // SAFETY: the function may be called at any time, and the library stays loaded.
        LEAVE.call_once(|| _ = unsafe { libc::atexit(leave) });
        let queue = Queue::in_order("strata-cluster".to_owned());
        Ok(Arc::new(Self { node, nodes: all, queue, world, agreed: Mutex::default(), notes }))
    }

    /// Forgets what belongs to the caller.
    pub(crate) fn close(&self) {
        self.notes.store.close();
    }
}

/// Enters the job of MPI.
fn open(membership: &Membership) -> Result<World, String> {
    let options = Options { library: membership.library.clone(), ..Options::default() };
    let options = options.with_timeout(membership.timeout.as_deref())?;
    let options = Options { ranks: Some(membership.nodes), ..options };
    World::open(&options).map_err(|why| format!("{why}; {}", how_to_start(membership.nodes)))
}

/// The rank and the devices of a process, as it tells them.
fn parse(line: &str) -> Result<(usize, Node), String> {
    if let Some(why) = line.strip_prefix("error ") {
        return Err(why.to_owned());
    }
    let mut parts = line.splitn(3, ' ');
    let mut next = || parts.next().ok_or_else(|| format!("it says '{line}'"));
    let (rank, devices, kind) = (next()?, next()?, next()?.to_owned());
    match (rank.parse(), devices.parse()) {
        (Ok(rank), Ok(devices)) if (0..=MOST_DEVICES as i32).contains(&devices) => {
            Ok((rank, Node { devices, kind }))
        }
        _ => Err(format!("it says '{line}'")),
    }
}

/// A program, as processes compare it.
pub(crate) struct Program<'a> {
    pub name: &'a str,
    /// A hash of what all processes have in common.
    pub hash: &'a blake3::Hash,
    /// Its name with the types of its arguments and results.
    pub describe: &'a dyn Fn() -> String,
}

/// The processes of a program on devices of several processes of the operating system.
pub(crate) struct Placement {
    cluster: Arc<Cluster>,
    /// The numbers of the processes of the program that are here, ascending.
    pub here: Vec<usize>,
    /// The processes of the operating system that have others, ascending.
    nodes: Vec<usize>,
    pub transport: Arc<dyn Transport>,
}

/// A transport that knows where the processes of a program are.
struct Placed {
    world: Arc<World>,
    nodes: Vec<usize>,
}

impl Transport for Placed {
    fn rank(&self) -> usize {
        self.world.rank()
    }
    fn ranks(&self) -> usize {
        self.world.ranks()
    }
    fn placement(&self, _: usize) -> Result<Vec<usize>, String> {
        Ok(self.nodes.clone())
    }
    fn exchange(
        &self,
        what: &str,
        label: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        self.world.exchange(what, label, sends, receives)
    }
}

impl Placement {
    /// The placement of processes of a program in these processes of the operating system.
    pub(crate) fn new(cluster: &Arc<Cluster>, of: Vec<usize>) -> Self {
        let here = (0..of.len()).filter(|&process| of[process] == cluster.node).collect();
        let mut nodes = of.clone();
        nodes.sort_unstable();
        nodes.dedup();
        let transport = Arc::new(Placed { world: Arc::clone(&cluster.world), nodes: of });
        Self { cluster: Arc::clone(cluster), here, nodes, transport }
    }

    /// Where runs wait for their turn.
    pub(crate) fn queue(&self) -> &Queue {
        &self.cluster.queue
    }

    /// Does a run of a program, once all processes have said that theirs is the same. The others hear of an error.
    pub(crate) fn run(&self, program: &Program<'_>, work: impl FnOnce() -> Result<()>) -> Result<()> {
        self.cluster.notes.begin(&self.nodes);
        let outcome = self.agree(program).and_then(|()| work());
        outcome.inspect_err(|why| self.cluster.notes.fail(self.cluster.node, why))
    }

    /// Compares the program with those of the other processes, before it runs the first time.
    fn agree(&self, program: &Program<'_>) -> Result<()> {
        let Program { name, hash, .. } = program;
        let agreed = || self.cluster.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = blake3::Hasher::new();
        place.update(hash.as_bytes());
        self.nodes.iter().for_each(|&node| _ = place.update(&(node as u64).to_le_bytes()));
        let key = place.finalize();
        if agreed().contains(&key) {
            return Ok(());
        }
        let others = || self.nodes.iter().copied().filter(|&node| node != self.cluster.node);
        let mut own = hash.as_bytes().to_vec();
        let signature = (program.describe)();
        own.extend(signature.bytes().chain(std::iter::repeat(0)).take(NAME));
        let sends = others().map(|node| (node, own.clone())).collect();
        let receives: Vec<(usize, usize)> = others().map(|node| (node, own.len())).collect();
        let what = format!("the first run of {name}");
        let received = self.cluster.world.exchange(&what, PROGRAMS, sends, &receives);
        let received = received.map_err(Error::precondition)?;
        let different: Vec<String> = others()
            .zip(&received)
            .filter(|(_, message)| message.get(..32) != own.get(..32))
            .map(|(node, message)| {
                let name = message.get(32..).unwrap_or_default();
                let name = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
                format!("process {node} runs {name}")
            })
            .collect();
        if !different.is_empty() {
            return Err(Error::precondition(format!(
                "{}, but process {} runs {signature}, which is another program: all processes run the same programs in the same order",
                different.join(", "),
                self.cluster.node
            )));
        }
        agreed().insert(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_tell_of_their_devices() {
        let node = Node { devices: 2, kind: "NVIDIA H100".to_owned() };
        assert_eq!(parse("3 2 NVIDIA H100"), Ok((3, node)));
        assert_eq!(parse("error no MPI"), Err("no MPI".to_owned()));
        for line in ["", "3", "3 2", "x 2 cpu", "3 -1 cpu", "3 100000 cpu"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
