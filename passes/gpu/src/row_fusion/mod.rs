//! `gpu-map-rows`: maps ops that share their rows, with reductions along them, to one kernel that reads each row once.
//!
//! Before:
//! ```mlir
//! linalg.fill ins(%zero : f32) outs(%sum : memref<4096xf32>)
//! linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
//!     ins(%x : memref<4096x1024xf32>) outs(%sum : memref<4096xf32>) { … arith.addf … }
//! linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
//!     ins(%x, %sum : …) outs(%y : memref<4096x1024xf32>) { … arith.divf … }
//! ```
//! After:
//! ```mlir
//! gpu.launch blocks(%b, …) in (%gx = %c512, …) threads(%t, …) in (%bx = %c256, …) {
//!   %row = … %b * 8 + %t / 32 …
//!   %0 = vector.load %x[%row, %column] {alignment = 16 : i64} : memref<4096x1024xf32>, vector<4xf32>
//!   … what each lane has of the row is added …
//!   %1, %valid = gpu.shuffle xor %partial, %c1_i32, %c32_i32 : f32
//!   … and so on for 2, 4, 8 and 16 …
//!   vector.store %2, %y[%row, %column] {alignment = 16 : i64} : memref<4096x1024xf32>, vector<4xf32>
//!   gpu.terminator
//! }
//! ```
//! Short rows belong to a warp or to a part of one, longer ones to a block, whose warps exchange their sums in shared memory. Threads keep
//! their part of a row in registers; for rows that are too long for that, elements are recomputed from those in memory. Buffers that only
//! these ops use are not written.

mod combiner;
mod emit;
mod geometry;
mod group;
mod member;
mod operand_position;

use rustc_hash::FxHashSet;
use strata_func::FuncOp;
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{CopyOp, DeallocOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_alias::{Access, Root, accesses, conflict, root};

use crate::host_ops::{failure, host_blocks};
use group::Group;

pub(crate) use combiner::{Combiner, tree};
pub(crate) use member::{Form, Kind, Member, anchor, dims};

/// Map ops with reductions along rows to kernels that read each row once.
#[pass(
    name = "gpu-map-rows",
    class = "GpuMapRows",
    produces = [arith, gpu, memref, scf, vector],
    statistics = ["num-kernels": "Number of kernels", "num-ops": "Number of operations that are in them"],
    each_body
)]
pub struct MapRows;

impl BodyPass for MapRows {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        for block in host_blocks(body) {
            copies_to_ops(body, block)?;
            map_block(body, block, cx)?;
        }
        Ok(())
    }
}

/// Maps the groups of a block.
pub(crate) fn map_block(body: &mut Body, block: Block, cx: &mut PassCx<'_>) -> PassResult {
    for op in body.block_ops(block).collect::<Vec<_>>() {
        if !body.is_live(op) {
            continue;
        }
        let Some(group) = group_of(body, block, op) else { continue };
        cx.count("num-kernels", 1);
        cx.count("num-ops", group.members.len() as u64);
        emit::kernel(body, &group).map_err(|why| failure(body, group.members[0].nest.op, &why))?;
        remove(body, &group);
    }
    Ok(())
}

/// Converts copies that initialize the output of a reduction to structured ops.
fn copies_to_ops(b: &mut Body, block: Block) -> PassResult {
    let ops: Vec<Op> = b.block_ops(block).collect();
    let mut wanted: FxHashSet<Value> = FxHashSet::default();
    for op in ops.into_iter().rev() {
        if op.isa::<CopyOp>(b) && wanted.contains(&b.operand(op, 1)) {
            crate::parallel::generic_of_copy(b, op).map_err(|why| failure(b, op, &why))?;
        } else if member::anchor(b, op).is_some()
            && let Ok(nest) = crate::loop_nest::LoopNest::read(b, op)
        {
            wanted.extend(nest.operands[nest.inits].iter().copied());
        }
    }
    Ok(())
}

/// Rows that are fewer than what keeps a device busy.
pub(crate) const FEW: i64 = 128;
/// More columns than this are too many for one block then.
pub(crate) const LONG: i64 = 1 << 15;

/// Fewer elements than this do not pay for a launch in a loop of the host.
const SMALL: i64 = 1 << 13;

/// The largest number of ops of one kernel.
const MOST: usize = 48;

/// How many ops before and after a reduction are looked at: in a long block, all of them would take quadratic time.
const REACH: usize = 128;

/// The group of a reduction of a block.
fn group_of(b: &Body, block: Block, op: Op) -> Option<Group> {
    if !op.implements::<dyn LinalgOp>(b) {
        return None;
    }
    let (rows, cols) = member::anchor(b, op)?;
    // One block that runs a whole loop is faster than many launches of little work (`gpu-map-loops`).
    if b.block_parent_op(block) != Some(Op::SELF) && rows != DYNAMIC && rows.saturating_mul(cols) < SMALL {
        return None;
    }
    let mut ops: Vec<Op> = std::iter::successors(b.prev_op(op), |&o| b.prev_op(o)).take(REACH).collect();
    ops.reverse();
    let anchor = ops.len();
    ops.extend(std::iter::successors(Some(op), |&o| b.next_op(o)).take(REACH));
    around(b, &ops, anchor, rows, cols)
}

/// The group of ops around a reduction that share its rows.
fn around(b: &Body, ops: &[Op], anchor: usize, rows: i64, cols: i64) -> Option<Group> {
    let read = |op: Op| Member::read(b, op, rows, cols);
    let mut roots = Vec::new();
    let mut first = vec![false; anchor + 1];
    first[anchor] = true;
    add_roots(b, &read(ops[anchor])?, &mut roots);
    for i in (0..anchor).rev() {
        let Some(member) = read(ops[i]) else { continue };
        if member.is_fill() || member.written(b).iter().any(|r| roots.contains(r)) {
            first[i] = true;
            add_roots(b, &member, &mut roots);
        }
    }
    let mut from = 0;
    'again: loop {
        let mut group = Group::new(rows, cols);
        let mut held: Vec<Access> = Vec::new();
        for (i, &op) in ops.iter().enumerate().skip(from) {
            let wanted = if i <= anchor { first[i] } else { group.members.len() < MOST };
            let member = if wanted { read(op) } else { None };
            let member = member.filter(|m| i <= anchor || group.touches(b, m) || m.is_fill());
            let failed = match member {
                Some(member) => {
                    let all = accesses(b, op);
                    let added = group.add(b, member);
                    held.extend(all);
                    !added
                }
                None => !group.members.is_empty() && conflict(b, &held, &accesses(b, op)),
            };
            if failed && i <= anchor {
                // The reduction itself cannot be in any group.
                if i == anchor && group.members.is_empty() {
                    return None;
                }
                from = if i == anchor { first_of(&first, from)? + 1 } else { i + 1 };
                if from > anchor {
                    return None;
                }
                continue 'again;
            }
            if failed {
                break;
            }
        }
        let group = group.without_unused(b)?;
        let alone = group.members.iter().all(|m| !matches!(m.kind, Kind::Full));
        // A reduction of few long rows alone is left to `gpu-map-reductions`, which divides it among many blocks.
        let cut = |m: &Member| crate::reductions::is_splittable(b, m, rows, cols);
        return (!alone || !group.members.iter().any(cut)).then_some(group);
    }
}

/// The first op of the group at or after a place.
fn first_of(wanted: &[bool], from: usize) -> Option<usize> {
    (from..wanted.len()).find(|&i| wanted[i])
}

fn add_roots(b: &Body, member: &Member, roots: &mut Vec<Root>) {
    for &v in &member.nest.operands {
        let r = root(b, v);
        if r.is_known() && !roots.contains(&r) {
            roots.push(r);
        }
    }
}

/// Erases the ops of a group, and buffers that become unused.
fn remove(b: &mut Body, group: &Group) {
    for member in &group.members {
        b.erase(member.nest.op);
    }
    for buffer in &group.buffers {
        let Root::Alloc(v) = buffer.root else { continue };
        let users: Vec<Op> = b.users(v).collect();
        if !b.is_live_value(v) || !users.iter().all(|op| op.isa::<DeallocOp>(b)) {
            continue;
        }
        if let Some(alloc) = b.def_op(v) {
            for user in users {
                b.erase(user);
            }
            b.erase(alloc);
        }
    }
}

impl Member {
    /// The roots of the outputs.
    fn written(&self, b: &Body) -> Vec<Root> {
        self.nest.inits.clone().map(|i| root(b, self.nest.operands[i])).filter(|r| r.is_known()).collect()
    }
    /// Whether the member only writes a scalar of the host to each row.
    fn is_fill(&self) -> bool {
        let inputs = self.nest.inits.start;
        matches!(self.kind, Kind::Row) && inputs == 1 && self.forms[0] == Form::Value
    }
}
