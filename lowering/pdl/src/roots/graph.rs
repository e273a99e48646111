//! Which roots share a value, and how far from a root it is.

use std::collections::VecDeque;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_pdl::{OperationOp, RangeType, ResultOp, ResultsOp};

/// A way from one root to another.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The distance of the value from the target, and the number of the edge, which decides between equal distances.
    pub cost: (u32, u32),
    /// The value that both roots are made from.
    pub connector: Value,
}

/// The edges to one root, by the root from which they come.
pub type Sources = IndexMap<Value, Edge, FxBuildHasher>;
/// The edges between roots, by the root to which they go.
pub type Graph = IndexMap<Value, Sources, FxBuildHasher>;

/// A use of a value: the handle of the op, or the result, that it is a part of, and its number there.
#[derive(Clone, Copy)]
pub struct Step {
    pub parent: Value,
    pub index: Option<i32>,
}

/// For each root, the first use of each value that the root is made from; `None` for the root itself.
pub type Parents = FxHashMap<Value, FxHashMap<Value, Option<Step>>>;

/// The ops whose results no other op uses, and the one that the rewrite names.
pub fn detect(pattern: &Body, block: Block, named: Option<Value>) -> Vec<Value> {
    let operations: Vec<OperationOp> =
        pattern.block_ops(block).filter_map(|op| op.as_op::<OperationOp>(pattern)).collect();
    let mut used: FxHashSet<Value> = FxHashSet::default();
    for operation in &operations {
        used.extend(operation.operand_values(pattern).filter_map(|value| parent_of_result(pattern, value)));
    }
    if let Some(root) = named {
        used.remove(&root);
    }
    let handles = operations.iter().map(|operation| operation.operation(pattern));
    handles.filter(|handle| !used.contains(handle)).collect()
}

/// The op of which a value is a result or a group of results.
fn parent_of_result(pattern: &Body, value: Value) -> Option<Value> {
    let one = pattern.def_as::<ResultOp>(value).map(|op| op.parent(pattern));
    one.or_else(|| pattern.def_as::<ResultsOp>(value).map(|op| op.parent(pattern)))
}

/// The number of a result or of a group of results.
pub fn result_index(pattern: &Body, op: Op) -> Option<i32> {
    let index = pattern.attr(op, "index").and_then(|a| pattern.cx().attr_i64(a));
    index.and_then(|i| i32::try_from(i).ok())
}

/// A value that is still to be visited, and its distance from the root.
struct Entry {
    value: Value,
    step: Option<Step>,
    depth: u32,
}

/// The edges between the roots, and how values are used below each of them.
pub fn build(pattern: &Body, roots: &[Value]) -> (Graph, Parents) {
    let mut parents = Parents::default();
    let mut connectors: IndexMap<Value, Vec<(Value, u32)>, FxBuildHasher> = IndexMap::default();
    for &root in roots {
        let below = parents.entry(root).or_default();
        let mut queue = VecDeque::from([Entry { value: root, step: None, depth: 0 }]);
        while let Some(entry) = queue.pop_front() {
            if below.contains_key(&entry.value) {
                continue;
            }
            below.insert(entry.value, entry.step);
            connectors.entry(entry.value).or_default().push((root, entry.depth));
            visit(pattern, &entry, &mut queue);
        }
    }
    (edges(&connectors), parents)
}

/// Adds the values that a value is made from. Attributes and types are not among them, as a matcher does not go from these to ops.
fn visit(pattern: &Body, entry: &Entry, queue: &mut VecDeque<Entry>) {
    let parent = entry.value;
    if let Some(operation) = pattern.def_as::<OperationOp>(parent) {
        let operands: Vec<Value> = operation.operand_values(pattern).collect();
        let all_in_one = matches!(operands[..], [one] if is_range(pattern, one));
        for (i, value) in operands.into_iter().enumerate() {
            let index = (!all_in_one).then(|| crate::position::count(i));
            queue.push_back(Entry {
                value,
                step: Some(Step { parent, index }),
                depth: entry.depth.saturating_add(1),
            });
        }
    } else if let (Some(value), Some(op)) = (parent_of_result(pattern, parent), pattern.def_op(parent)) {
        let index = result_index(pattern, op);
        queue.push_back(Entry { value, step: Some(Step { parent, index }), depth: entry.depth });
    }
}

/// Whether a value of a pattern stands for a range.
pub fn is_range(pattern: &Body, value: Value) -> bool {
    pattern.cx().type_as::<RangeType>(pattern.ty(value)).is_some()
}

fn edges(connectors: &IndexMap<Value, Vec<(Value, u32)>, FxBuildHasher>) -> Graph {
    let mut graph = Graph::default();
    let mut next = 0;
    for (&connector, depths) in connectors {
        for &(source, _) in depths {
            for &(target, depth) in depths {
                if source == target {
                    continue;
                }
                let sources = graph.entry(target).or_default();
                let edge = sources.entry(source).or_insert_with(|| {
                    next += 1;
                    Edge { cost: (depth, next), connector }
                });
                if edge.cost.0 > depth {
                    *edge = Edge { cost: (depth, edge.cost.1), connector };
                }
            }
        }
    }
    graph
}
