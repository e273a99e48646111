//! A module as propagation sees it: slots, which have a sharding, and nodes, through which shardings spread from slot to slot.
//!
//! A slot is a place where a sharding stands: an argument or a result of a function, a result of an op, a data flow edge. A value whose owner
//! has an edge has the slot of that edge. Nodes are ops with a sharding rule, edges and barriers, in the order of the program over all bodies;
//! the links between the values that functions return and their results are apart. Shardings are read once, changed here, and
//! [written](super::write) at the end, so that the bodies of functions and of computations are one program.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_sdy::attrs::{ManualAxes, OpShardingRule, TensorSharding};
use strata_sdy::shardings::Meshes;

use super::direction::Direction;

/// The number of a slot.
pub(super) type SlotId = u32;

/// Where a sharding stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// A value of a body.
    Value(usize, Value),
    /// A result of the function that has the body.
    FunctionResult(usize, usize),
}

/// A sharding, and what depends on it.
#[derive(Debug)]
pub(super) struct Slot {
    pub sharding: Option<TensorSharding>,
    pub place: Place,
    /// The computation along whose manual axes the value is local.
    pub manual: Option<Manual>,
    /// The number of changes.
    pub version: u32,
    /// The nodes that have it, in order.
    pub nodes: Vec<u32>,
    /// The one of them that has it as a result.
    pub definer: Option<u32>,
    /// The slots that are kept equal, by the number of their group.
    pub group: Option<usize>,
}

/// The axes along which values in a computation are local, and the sharding of one value outside.
#[derive(Clone, Debug)]
pub(super) struct Manual {
    pub axes: ManualAxes,
    pub outer: TensorSharding,
}

impl Manual {
    /// The sharding of the value outside, with these axes behind the manual ones.
    pub(super) fn with_free_axes(&self, free: &TensorSharding) -> TensorSharding {
        let mut all = self.outer.clone();
        all.mesh_or_ref = free.mesh_or_ref;
        for (dim, free) in all.dim_shardings.iter_mut().zip(&free.dim_shardings) {
            dim.axes.retain(|axis| self.axes.0.contains(&axis.name));
            dim.axes.extend(free.axes.iter().cloned());
            (dim.is_closed, dim.priority) = (free.is_closed, free.priority);
        }
        all
    }
    pub(super) fn without_manual_axes(&self, sharding: &TensorSharding) -> TensorSharding {
        sharding.without_axes(&self.axes.0)
    }
}

/// How the edge of a computation sees its slot, which is on the other side of the border than its source.
#[derive(Clone, Debug)]
pub(super) enum View {
    /// The slot is inside, the source outside.
    Argument(Manual),
    /// The slot is outside, the source inside.
    Result(Manual),
}

impl View {
    /// The sharding as the source has it.
    pub(super) fn from_slot(&self, sharding: &TensorSharding) -> TensorSharding {
        match self {
            Self::Argument(manual) => manual.with_free_axes(sharding),
            Self::Result(manual) => manual.without_manual_axes(sharding),
        }
    }
    /// The sharding as the slot has it.
    pub(super) fn to_slot(&self, sharding: &TensorSharding) -> TensorSharding {
        match self {
            Self::Argument(manual) => manual.without_manual_axes(sharding),
            Self::Result(manual) => manual.with_free_axes(sharding),
        }
    }
}

/// The part that an op has in the order of op kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    PassThrough,
    DynamicSlice,
    Broadcast,
    Other,
}

/// Properties of an op besides its rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub role: Role,
    /// Whether an operand that is no scalar has other uses.
    pub shares_operands: bool,
    pub is_elementwise: bool,
    /// The only direction, for a barrier.
    pub allowed: Option<Direction>,
}

/// Something through which shardings spread.
#[derive(Debug)]
pub(super) struct Node {
    pub operands: Vec<Option<SlotId>>,
    pub results: Vec<Option<SlotId>>,
    pub rule: OpShardingRule,
    pub facts: Facts,
    /// The view of its result.
    pub view: Option<View>,
    /// The state of its slots in which a visit changed nothing, and a description of that visit.
    pub settled: Option<(u64, u64)>,
}

/// Slots that are kept equal.
#[derive(Debug)]
pub(super) struct Group {
    pub number: i64,
    pub slots: Vec<SlotId>,
    /// The ops that name the members: their body, and the place of the member.
    pub members: Vec<(usize, Op, Location)>,
}

/// All slots and nodes of a module.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub meshes: Meshes,
    pub slots: Vec<Slot>,
    pub nodes: Vec<Node>,
    /// Returned values and the results of their functions.
    pub returns: Vec<Node>,
    pub groups: Vec<Group>,
    /// Created rules, by the number of the body.
    pub rules: Vec<(usize, Op, OpShardingRule)>,
    numbers: FxHashMap<i64, usize>,
}

impl Program {
    /// Adds a slot.
    pub(super) fn add_slot(&mut self, place: Place, sharding: Option<TensorSharding>) -> SlotId {
        let id = self.slots.len() as SlotId;
        self.slots.push(Slot {
            sharding,
            place,
            manual: None,
            version: 0,
            nodes: Vec::new(),
            definer: None,
            group: None,
        });
        id
    }
    /// Adds a node, and tells its slots.
    pub(super) fn add_node(&mut self, node: Node) {
        let id = self.nodes.len() as u32;
        for &slot in node.operands.iter().chain(&node.results).flatten() {
            let nodes = &mut self.slots[slot as usize].nodes;
            if nodes.last() != Some(&id) {
                nodes.push(id);
            }
        }
        for &slot in node.results.iter().flatten() {
            self.slots[slot as usize].definer = Some(id);
        }
        self.nodes.push(node);
    }
    /// Adds a slot to the group of a number. Whether it was in no other one.
    pub(super) fn add_to_group(&mut self, slot: SlotId, number: i64, member: (usize, Op, Location)) -> bool {
        let next = self.groups.len();
        let group = *self.numbers.entry(number).or_insert(next);
        if group == next {
            self.groups.push(Group { number, slots: Vec::new(), members: Vec::new() });
        }
        let own = &mut self.slots[slot as usize].group;
        if own.is_none() {
            *own = Some(group);
            self.groups[group].slots.push(slot);
            self.groups[group].members.push(member);
        }
        *own == Some(group)
    }
    /// Changes a sharding.
    pub(super) fn set(&mut self, slot: SlotId, sharding: TensorSharding) {
        let slot = &mut self.slots[slot as usize];
        slot.version += 1;
        slot.sharding = Some(sharding);
    }
    /// The nodes to visit after a change, the last one first: users in order, then the one that defines it. Users before that are behind
    /// another target of an edge, and come last.
    pub(super) fn nodes_of(&self, slot: SlotId) -> impl Iterator<Item = u32> + '_ {
        let slot = &self.slots[slot as usize];
        let definer = slot.definer.map_or(0, |definer| slot.nodes.partition_point(|&node| node < definer));
        let (before, rest) = slot.nodes.split_at(definer);
        let (own, after) = rest.split_at(usize::from(slot.definer.is_some()).min(rest.len()));
        [before, own, after].into_iter().flat_map(|part| part.iter().rev().copied())
    }
    pub(super) fn sharding(&self, slot: Option<SlotId>) -> Option<&TensorSharding> {
        self.slots[slot? as usize].sharding.as_ref()
    }
}
