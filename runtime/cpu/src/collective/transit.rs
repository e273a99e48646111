//! Values in transit between processes, and between them and the host.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::live_host::LiveHost;

/// The arrays of a message.
pub(crate) type Brought = Vec<Vec<u8>>;

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
pub(super) struct Queue {
    pub arrays: VecDeque<Brought>,
    /// The processes that wait for a value.
    pub blocked: VecDeque<usize>,
    /// Those that have not woken up yet since a value at the front became theirs.
    pub granted: Vec<usize>,
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

/// All values in transit.
#[derive(Default)]
pub(super) struct Transit {
    pub infeed: VecDeque<Brought>,
    pub ports: HashMap<Port, Queue>,
    pub sent: Vec<Sent>,
}

impl Transit {
    /// The values at the beginning of a run.
    pub(super) fn begin(host: Host) -> Self {
        let mut transit = Self { infeed: host.infeed.into(), ..Self::default() };
        for (channel, arrays) in host.channels {
            transit.ports.entry(Port::FromHost(channel)).or_default().arrays.push_back(arrays);
        }
        transit
    }
}
