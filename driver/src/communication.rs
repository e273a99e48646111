//! The bytes that a device gets from others in the collectives of a program, and the time that this takes.

use strata_ir::prelude::*;
use strata_stablehlo::ReplicaGroupMeshAxesAttr;

/// The collectives of one kind and size in a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Collective {
    /// The name of the op.
    pub op: String,
    /// The number of devices in its largest group.
    pub members: f64,
    /// The bytes that a device receives each time.
    ///
    /// These are the fewest bytes with which each device can have its results: all but its own part of a gathered array, of a reduced one
    /// twice as many.
    pub received: f64,
    /// The number of ops, where calls and branches are as they are counted.
    pub ops: f64,
    /// How often the program does them, which is more in a loop.
    pub times: f64,
}

/// The links between devices: each device sends and receives over one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    /// Bytes in a second, in each direction.
    pub bandwidth: f64,
    /// Seconds until the first byte of a message is there.
    pub latency: f64,
}

impl Collective {
    /// The collective that an op is, for operands and results of so many bytes; `None` for ops that are none, and where the size of the
    /// groups is not known.
    pub(crate) fn from_op(body: &Body, op: Op, operands: f64, results: f64) -> Option<Self> {
        let name = body.op_name(op);
        let moved = match name {
            "stablehlo.all_gather" => results,
            "stablehlo.all_reduce" | "stablehlo.cross-replica-sum" => 2.0 * operands,
            "stablehlo.reduce_scatter" | "stablehlo.all_to_all" => operands,
            "stablehlo.collective_permute" | "stablehlo.collective_broadcast" => {
                let members = members(body, op).unwrap_or(2.0);
                return Some(Self { op: name.to_owned(), members, received: operands, ops: 1.0, times: 1.0 });
            }
            _ => return None,
        };
        let members = members(body, op)?;
        let received = moved * (members - 1.0) / members;
        Some(Self { op: name.to_owned(), members, received, ops: 1.0, times: 1.0 })
    }

    /// The seconds that it takes once, by the usual formulas: each byte passes the link of a device once, and a message starts as often as
    /// in the best known algorithm: recursive halving and doubling for gathers and reductions, one message for each other member for an
    /// exchange.
    #[must_use]
    pub fn seconds(&self, links: Links) -> f64 {
        let (n, bytes) = (self.members, self.received / links.bandwidth);
        if n <= 1.0 {
            return 0.0;
        }
        let depth = n.log2().ceil();
        match self.op.as_str() {
            "stablehlo.all_reduce" | "stablehlo.cross-replica-sum" => 2.0 * depth * links.latency + bytes,
            "stablehlo.all_gather" | "stablehlo.reduce_scatter" | "stablehlo.collective_broadcast" => {
                depth * links.latency + bytes
            }
            "stablehlo.all_to_all" => (n - 1.0) * links.latency + bytes,
            _ => links.latency + bytes,
        }
    }
}

/// Adds collectives to others, each of them done so many times.
pub(crate) fn merge(all: &mut Vec<Collective>, more: &[Collective], times: f64) {
    for new in more {
        let same = |old: &&mut Collective| {
            (&old.op, old.members, old.received) == (&new.op, new.members, new.received)
        };
        if let Some(old) = all.iter_mut().find(same) {
            old.ops += new.ops;
            old.times += times * new.times;
        } else {
            all.push(Collective { times: times * new.times, ..new.clone() });
        }
    }
}

/// The number of devices in the largest group of an op.
fn members(body: &Body, op: Op) -> Option<f64> {
    let cx = body.cx();
    let groups = body.attr(op, "replica_groups")?;
    let columns =
        cx.attr_as::<DenseElementsAttr>(groups).and_then(|d| cx.shaped(d.ty)?.shape?.get(1).copied());
    let columns = columns.or_else(|| {
        let axes = cx.attr_as::<ReplicaGroupMeshAxesAttr>(groups)?.axes_of_mesh(cx, None)?.axes;
        axes.iter().try_fold(1i64, |members, (size, _)| members.checked_mul(*size))
    });
    columns.filter(|&n| n > 0).map(|n| n as f64)
}
