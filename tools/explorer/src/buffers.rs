//! Buffers over time: where in memory they are, and between which lines of the text they are used.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value as Json, json};
use strata_ir::core::{Body, Op, Value, types::MemRefType};
use strata_tensor::index_list::constant_index;

use crate::{
    numbering::BodyNumber,
    version::{Version, VersionOp},
};

/// Users of one buffer that are looked at.
const MOST_USERS: usize = 100_000;

/// The buffers of each function of a version.
pub fn buffers(version: &Version) -> Vec<Json> {
    let mut bodies: Vec<(BodyNumber, &Body)> = version.bodies().into_iter().collect();
    bodies.sort_unstable_by_key(|entry| entry.0);
    let mut out = Vec::new();
    for (number, body) in bodies {
        let ops: Vec<&VersionOp> = version.ops.iter().filter(|op| op.body == number).collect();
        let view = View { body, ops: ops.iter().map(|op| (op.op, *op)).collect() };
        let found: Vec<Json> = ops.iter().filter_map(|op| view.buffer(op)).collect();
        if !found.is_empty() {
            let name = body.symbol_name(Op::SELF).map(|name| body.cx().str(name));
            let first = ops.iter().map(|op| op.first_line).min();
            let last = ops.iter().map(|op| op.last_line).max();
            out.push(json!({ "function": name, "first": first, "last": last, "buffers": found }));
        }
    }
    out
}

struct View<'a> {
    body: &'a Body,
    ops: FxHashMap<Op, &'a VersionOp>,
}

impl View<'_> {
    /// The buffer that an op makes: an allocation, or a part of an arena at a known offset.
    fn buffer(&self, op: &VersionOp) -> Option<Json> {
        let body = self.body;
        let kind = body.op_name(op.op);
        let is_alloc =
            matches!(kind, "memref.alloc" | "memref.alloca" | "gpu.alloc" | "bufferization.alloc_tensor");
        let is_part = kind == "memref.view";
        if !is_alloc && !is_part {
            return None;
        }
        let value = *body.results(op.op).first()?;
        let (ty, cx) = (body.ty(value), body.cx());
        let bytes = bytes(body, value);
        let arena = if is_part { Some(body.operand(op.op, 0)) } else { None };
        let offset = arena.and_then(|_| constant_index(body, body.operand(op.op, 1)));
        let arena_number =
            arena.and_then(|arena| body.def_op(arena)).and_then(|op| self.ops.get(&op)).map(|op| op.number);
        let (first, last, accesses) = self.life(op, value);
        Some(json!({
            "number": op.number, "kind": kind, "type": cx.type_to_string(ty), "bytes": bytes, "line": op.first_line,
            "first": first, "last": last, "accesses": accesses, "arena": arena_number, "offset": offset,
        }))
    }
    /// The first and the last line that use a buffer, also through views, and all lines that do.
    fn life(&self, op: &VersionOp, buffer: Value) -> (u32, u32, Vec<u32>) {
        let body = self.body;
        let mut lines = Vec::new();
        let mut pending = vec![buffer];
        let mut seen: FxHashSet<Value> = pending.iter().copied().collect();
        let block = body.parent_block(op.op);
        let (mut first, mut last) = (u32::MAX, 0);
        while let Some(value) = pending.pop() {
            for user in body.users(value).take(MOST_USERS) {
                if body.op_name(user) == "memref.dealloc" {
                    continue;
                }
                let is_view =
                    body.results(user).iter().any(|&r| body.cx().type_as::<MemRefType>(body.ty(r)).is_some());
                if is_view {
                    pending.extend(body.results(user).iter().copied().filter(|&r| seen.insert(r)));
                }
                if let (Some(place), false) = (self.ops.get(&user), is_view) {
                    lines.push(place.first_line);
                }
                // A loop around all uses is a part of the life, as each of its iterations needs the contents.
                let mut around = std::iter::successors(Some(user), |&op| body.parent_op(op));
                let outer = around.find(|&op| body.parent_block(op) == block);
                if let Some(place) = outer.and_then(|op| self.ops.get(&op)) {
                    first = first.min(place.first_line);
                    last = last.max(place.last_line);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        if first > last { (op.first_line, op.last_line, lines) } else { (first, last, lines) }
    }
}

/// The bytes of a buffer of known size.
fn bytes(body: &Body, value: Value) -> Option<u64> {
    let cx = body.cx();
    let ty = cx.type_as::<MemRefType>(body.ty(value))?;
    let count = u64::try_from(cx.shaped(body.ty(value))?.num_elements()?).ok()?;
    let width =
        if ty.elem == cx.index() { 8 } else { strata_ir::core::attrs::element_bytes(cx, ty.elem)? as u64 };
    count.checked_mul(width)
}
