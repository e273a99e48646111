//! The ops and arguments of blocks that become scalars.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_cf::{BranchOp as JumpOp, CondBranchOp};
use strata_ir::prelude::*;
use strata_linalg::GenericOp;
use strata_tensor::FromElementsOp;

/// The structured ops and arguments of blocks that become scalars.
#[derive(Default)]
pub(super) struct Component {
    /// The structured ops that become their payloads.
    pub ops: FxHashSet<Op>,
    /// The arguments of blocks that become elements.
    pub args: FxHashSet<Value>,
}

/// The element type of `v` if it is a tensor without dimensions.
pub(super) fn element(b: &Body, v: Value) -> Option<Type> {
    let tensor = b.cx().type_as::<TensorType>(b.ty(v))?;
    tensor.shape.is_empty().then_some(tensor.elem)
}

/// Whether all operands of a `linalg.generic` are tensors without dimensions.
fn is_scalar_op(b: &Body, op: Op) -> bool {
    op.isa::<GenericOp>(b) && b.operands(op).all(|v| element(b, v).is_some())
}

/// The branches to each block of a function: the ops, and which of their successors it is.
pub(super) struct Edges(FxHashMap<Block, Vec<(Op, usize)>>);

impl Edges {
    pub fn new(b: &Body) -> Self {
        let mut edges: FxHashMap<Block, Vec<(Op, usize)>> = FxHashMap::default();
        for op in b.all_ops() {
            for (i, &block) in b.successors(op).iter().enumerate() {
                edges.entry(block).or_default().push((op, i));
            }
        }
        Self(edges)
    }
    pub fn to(&self, block: Block) -> &[(Op, usize)] {
        self.0.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// Where a branch passes values to argument `arg` of its successor `i`: the number of an operand. `Err` if the op is no branch, and `Ok(None)`
/// if it makes the argument itself.
pub(super) fn passed(b: &Body, op: Op, i: usize, arg: usize) -> Result<Option<usize>, ()> {
    let branch = op.cast::<dyn BranchOp>(b).ok_or(())?;
    let operands = branch.successor_operands(b, i);
    let block = *b.successors(op).get(i).ok_or(())?;
    let made = b.block_args(block).len().saturating_sub(operands.len());
    Ok(arg.checked_sub(made).map(|k| operands.start + k).filter(|k| operands.contains(k)))
}

fn is_entry(b: &Body, block: Block) -> bool {
    b.block_parent(block).is_none_or(|region| b.blocks(region).first() == Some(&block))
}

/// All structured ops on tensors without dimensions, and all arguments of blocks of the function.
pub(super) fn everything(b: &Body) -> Component {
    let ops = b.all_ops().into_iter().filter(|&op| is_scalar_op(b, op)).collect();
    let blocks = b.regions(Op::SELF).iter().flat_map(|&r| b.blocks(r)).filter(|&&block| !is_entry(b, block));
    Component { ops, args: blocks.flat_map(|&block| b.block_args(block).iter().copied()).collect() }
}

/// The ops and arguments that the operands of branches depend on, and what depends on these. Nothing if a block is reached by an op that is no branch.
pub(super) fn of_control_flow(b: &Body) -> Component {
    let edges = Edges::new(b);
    let mut found = Component::default();
    let mut todo: Vec<Value> = Vec::new();
    for op in b.all_ops() {
        if op.isa::<CondBranchOp>(b) || op.isa::<JumpOp>(b) {
            todo.extend(b.operands(op));
        }
    }
    let (mut seen, mut seen_ops) = (FxHashSet::default(), FxHashSet::default());
    while let Some(v) = todo.pop() {
        if !seen.insert(v) {
            continue;
        }
        todo.extend(passed_on(b, v));
        todo.extend(b.users(v).flat_map(|user| b.results(user).iter().copied()));
        if let Def::Arg { block, index: place } = b.def(v) {
            if is_entry(b, block) {
                continue;
            }
            found.args.insert(v);
            for &(branch, i) in edges.to(block) {
                match passed(b, branch, i, place) {
                    Ok(Some(operand)) => todo.push(b.operand(branch, operand)),
                    Ok(None) => {}
                    Err(()) => return Component::default(),
                }
            }
            continue;
        }
        let Some(def) = b.def_op(v).filter(|&def| seen_ops.insert(def)) else { continue };
        if def.isa::<GenericOp>(b) {
            if is_scalar_op(b, def) {
                found.ops.insert(def);
                todo.extend(b.operands(def));
            }
        } else if !def.isa::<FromElementsOp>(b) && b.result_types(def).all(|ty| is_number(b.cx(), ty)) {
            todo.extend(b.operands(def));
        }
    }
    keep_computed(b, &edges, &mut found);
    found
}

fn is_number(cx: &Context, ty: Type) -> bool {
    cx.as_float(ty).is_some() || cx.as_int(ty).is_some()
}

/// The arguments of blocks that the branch at the end of the block of `v` passes it to.
fn passed_on(b: &Body, v: Value) -> Vec<Value> {
    let block = match b.def(v) {
        Def::Arg { block, .. } => Some(block),
        _ => b.def_op(v).and_then(|def| b.parent_block(def)),
    };
    let Some(end) = block.and_then(|block| b.last_op(block)) else { return Vec::new() };
    let Some(branch) = end.cast::<dyn BranchOp>(b) else { return Vec::new() };
    let mut out = Vec::new();
    for (i, &next) in b.successors(end).iter().enumerate() {
        let operands = branch.successor_operands(b, i);
        let args = b.block_args(next);
        let made = args.len().saturating_sub(operands.len());
        let passed = operands.zip(&args[made..]).filter(|&(operand, _)| b.operand(end, operand) == v);
        out.extend(passed.map(|(_, &arg)| arg));
    }
    out
}

/// Leaves out the arguments that are passed results of structured ops which stay.
fn keep_computed(b: &Body, edges: &Edges, found: &mut Component) {
    let Component { ops, args } = found;
    let stays = |v: Value| b.def_op(v).is_some_and(|def| def.isa::<GenericOp>(b) && !ops.contains(&def));
    args.retain(|&arg| {
        let Def::Arg { block, index: place } = b.def(arg) else { return false };
        !edges.to(block).iter().any(|&(branch, i)| {
            passed(b, branch, i, place)
                .ok()
                .flatten()
                .is_some_and(|operand| stays(b.operand(branch, operand)))
        })
    });
}
