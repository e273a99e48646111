//! Results that are computed where they would be copied to, in a part of another buffer.
//!
//! # Before
//! ```mlir
//! %t = memref.alloc() : memref<64xf32>
//! linalg.generic {… elementwise …} ins(%x) outs(%t)
//! %all = memref.alloc() : memref<2x64xf32>
//! %row = memref.subview %all[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
//! memref.copy %t, %row
//! ```
//! # After
//! ```mlir
//! %all = memref.alloc() : memref<2x64xf32>
//! %row = memref.subview %all[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
//! linalg.generic {… elementwise …} ins(%x) outs(%row)
//! ```
//! In between, nothing may use the part, as far as places in the buffer are constants; another place must be known before the source is computed, as
//! that of a row which an iteration of a loop computes is. Ops after the copy that use the source use the part
//! too, as long as what is written to one of the two is read through that one only: a residual network needs the sum of a block in the
//! padded input of the next one and, without the padding, for the next sum. The whole buffer lives longer then, and so must not be much
//! larger than the source.

use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_memref::{AllocOp, CopyOp, DeallocOp, SubViewOp};
use strata_passes_analysis::{
    buffer_alias::{self, Root},
    buffer_layout,
};
use strata_tensor::OffsetSizeStride as _;

use crate::structured_op;

/// The ops between the first use of a buffer and its copy, at most.
const MAX_BETWEEN: usize = 256;

/// A buffer that takes the place of one that is still used is larger by this part of it, at most.
const LARGER: i64 = 4;

/// A part of a buffer. Its offsets are constants where they are known.
struct Part {
    op: Op,
    whole: Value,
    offsets: Vec<Option<i64>>,
    sizes: Vec<i64>,
}

impl Part {
    fn new(b: &Body, v: Value) -> Option<Self> {
        let view = b.def_as::<SubViewOp>(v)?;
        let offsets = view.mixed_offsets(b).into_iter().map(|n| n.as_static()).collect();
        let sizes = view.mixed_sizes(b).into_iter().map(|n| n.as_static()).collect::<Option<_>>()?;
        view.has_unit_strides(b).then_some(Self { op: view.op(), whole: view.source(b), offsets, sizes })
    }
    fn is_disjoint(&self, other: &Self) -> bool {
        let mut dims = self.offsets.iter().zip(&self.sizes).zip(other.offsets.iter().zip(&other.sizes));
        let apart = |o: Option<i64>, p: Option<i64>, n: i64, m: i64| {
            o.zip(p).is_some_and(|(o, p)| o >= p + m || p >= o + n)
        };
        self.whole == other.whole && dims.any(|((&o, &n), (&p, &m))| apart(o, p, n, m))
    }
    /// Whether its place is known before an op.
    fn is_defined_before(&self, b: &Body, op: Op) -> bool {
        let block = b.parent_block(op);
        b.operands(self.op).skip(1).all(|v| match b.def_op(v) {
            Some(def) => b.parent_block(def) != block || b.is_before(def, op),
            None => true,
        })
    }
}

/// Computes the source of a copy in the part of a buffer that it is copied to. The copy is gone then, and the result is that buffer.
/// `stays` is as [`buffer_alias::stays`].
pub(crate) fn compute_in_part(
    b: &mut Body,
    copy: Op,
    stays: impl FnOnce(&Body, Value) -> bool,
) -> Option<Value> {
    let (from, to) = (b.operand(copy, 0), b.operand(copy, 1));
    let alloc = b.def_op(from).filter(|a| a.isa::<AllocOp>(b) && b.num_operands(*a) == 0)?;
    let part = Part::new(b, to)?;
    let block = b.parent_block(copy)?;
    let [shape, of_part] = [from, to].map(|v| b.cx().shaped(b.ty(v)).and_then(|s| s.shape));
    if b.parent_block(alloc) != Some(block)
        || shape != of_part
        || !structured_op::is_contiguous_innermost(b, to)
    {
        return None;
    }
    let (ends, users): (Vec<Op>, Vec<Op>) = b.users(from).partition(|u| u.isa::<DeallocOp>(b));
    if ends.len() > 1 || users.iter().any(|&u| b.parent_block(u) != Some(block)) {
        return None;
    }
    let (before, after): (Vec<Op>, Vec<Op>) =
        users.iter().copied().filter(|&u| u != copy).partition(|&u| b.is_before(u, copy));
    if !before.iter().all(|&u| computes(b, u, from)) {
        return None;
    }
    if !after.is_empty() && !may_use_part(b, copy, &part, &after) {
        return None;
    }
    let first = users.into_iter().reduce(|x, y| if b.is_before(y, x) { y } else { x })?;
    match buffer_alias::root(b, part.whole) {
        Root::Alloc(v) if v == part.whole && stays(b, v) => {}
        Root::Distinct(v) if v == part.whole => {}
        _ => return None,
    }
    let between = buffer_alias::between_at_most(b, first, copy, MAX_BETWEEN)?;
    if between.iter().chain([&first]).any(|&op| uses(b, op, &part)) {
        return None;
    }
    if !part.is_defined_before(b, first) {
        return None;
    }
    // The buffer exists before it is first written.
    if let Some(def) = b.def_op(part.whole)
        && b.parent_block(def) == Some(block)
        && !b.is_before(def, first)
    {
        if !def.isa::<AllocOp>(b) || b.num_operands(def) > 0 {
            return None;
        }
        let at = InsertPoint::before(b, first);
        b.move_op(def, at);
    }
    if b.parent_block(part.op) == Some(block) && !b.is_before(part.op, first) {
        let at = InsertPoint::before(b, first);
        b.move_op(part.op, at);
    }
    b.erase(copy);
    for end in ends {
        b.erase(end);
    }
    b.replace_all_uses(from, to);
    b.erase(alloc);
    Some(part.whole)
}

/// Whether an op computes elements of a buffer, or reads it element by element, as well where rows are apart.
fn computes(b: &Body, op: Op, buffer: Value) -> bool {
    op.isa::<FillOp>(b)
        || op.isa::<CopyOp>(b) && b.operand(op, 1) == buffer
        || structured_op::structured(b, op)
            .is_some_and(|s| s.is_elementwise() || s.outputs.contains(&buffer) && !s.inputs.contains(&buffer))
}

/// Whether the users `after` a copy may use the part in the place of the source.
fn may_use_part(b: &Body, copy: Op, part: &Part, after: &[Op]) -> bool {
    let from = b.operand(copy, 0);
    let Some(block) = b.parent_block(copy) else { return false };
    let bytes = |v: Value| buffer_layout::static_bytes(b.cx(), b.ty(v));
    let (Some(own), Some(whole)) = (bytes(from), bytes(part.whole)) else { return false };
    let as_large = whole <= own.saturating_add(own / LARGER);
    let (others, outside) = buffer_alias::users_in(b, part.whole, block);
    let kept = matches!(buffer_alias::root(b, part.whole), Root::Distinct(_));
    let others = others.into_iter().filter(|&o| b.is_before(copy, o) && uses(b, o, part));
    let (ends, others): (Vec<Op>, Vec<Op>) = others.partition(|o| o.isa::<DeallocOp>(b));
    let writes = |op: Op, buffer: Value| {
        let memory = buffer_alias::root(b, buffer);
        buffer_alias::accesses(b, op).iter().any(|a| a.write && a.root.may_alias(b, memory))
    };
    let structured = |&u: &Op| u.isa::<CopyOp>(b) || structured_op::structured(b, u).is_some();
    // Once one of the two is written, the other one is not used, not by the same op either.
    let apart = |written: Value, writers: &[Op], users: &[Op]| {
        let mut writers = writers.iter().filter(|&&w| writes(w, written));
        writers.all(|&w| users.iter().all(|&u| u != w && b.is_before(u, w)))
    };
    as_large
        && !outside
        && after.iter().all(structured)
        && ends.iter().all(|&end| after.iter().all(|&u| b.is_before(u, end)))
        && !(kept && after.iter().any(|&u| writes(u, from)))
        && apart(from, after, &others)
        && apart(part.whole, &others, after)
}

/// Whether an op accesses a part of a buffer, or may do so.
fn uses(b: &Body, op: Op, part: &Part) -> bool {
    let of_part = |v: Value| {
        buffer_alias::is_memref(b, v)
            && buffer_alias::base(b, v) == part.whole
            && !Part::new(b, v).is_some_and(|other| other.is_disjoint(part))
    };
    b.ops_in(op).into_iter().chain([op]).any(|o| !buffer_alias::is_view(b, o) && b.operands(o).any(of_part))
}
