//! `nvgpu-optimize-shared-memory`: permutes the vectors of 128 bits in the rows of a buffer in shared memory, so that simultaneous accesses to
//! neighbouring rows use different banks.
//!
//! Before:
//! ```mlir
//! %v = vector.load %m[%i, %j] : memref<32x128xf16, 3>, vector<8xf16>
//! ```
//! After, as all other accesses to `%m`:
//! ```mlir
//! %c15 = arith.constant 15 : index
//! %0 = arith.andi %i, %c15 : index
//! %c3 = arith.constant 3 : index
//! %1 = arith.shli %0, %c3 : index
//! %2 = arith.xori %j, %1 : index
//! %v = vector.load %m[%i, %2] : memref<32x128xf16, 3>, vector<8xf16>
//! ```
//! A buffer stays as it is if eight of its rows are in 128 bytes, if something else than accesses to elements, vectors and tiles uses it, if it is only
//! read or only written, if there is a `memref.subview` beside it, and if the length of its rows is not known or no power of two.

use strata_arith::{AndIOp, ShLIOp, ShRUIOp, XOrIOp, constant_index};
use strata_ir::prelude::*;
use strata_memref::{AllocOp, DeallocOp, LoadOp, StoreOp, SubViewOp};
use strata_nvgpu::{DeviceAsyncCopyOp, LdMatrixOp, types::is_shared};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Optimizes accesses to shard memory memrefs in order to reduce bank conflicts.
#[pass(name = "nvgpu-optimize-shared-memory", class = "OptimizeSharedMemoryPass", produces = [arith], each_body)]
pub struct OptimizeSharedMemory;

/// Bytes that all banks provide at once.
const LINE_BYTES: i64 = 128;
/// Bits of the accesses that are optimized.
const VECTOR_BITS: i64 = 128;

impl BodyPass for OptimizeSharedMemory {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let ops = body.all_ops();
        if ops.iter().any(|op| op.isa::<SubViewOp>(body)) {
            return Ok(());
        }
        let buffers: Vec<Value> =
            ops.iter().filter(|op| op.isa::<AllocOp>(body)).map(|&op| body.result(op, 0)).collect();
        for memref in buffers {
            let Some(swizzle) = Swizzle::for_buffer(body, memref) else { continue };
            for Access { op, group, .. } in accesses(body, memref).unwrap_or_default() {
                swizzle.apply(body, op, group);
            }
        }
        Ok(())
    }
}

/// An access to the buffer.
struct Access {
    op: Op,
    /// The group of operands with the indices.
    group: usize,
    writes: bool,
}

/// The accesses to a buffer; `None` if other ops use it, and if it is only read or only written.
fn accesses(b: &Body, memref: Value) -> Option<Vec<Access>> {
    let mut out = Vec::new();
    for (op, index) in b.uses_of(memref) {
        let name = b.op_name(op);
        let (buffer, group, writes) =
            if op.isa::<LoadOp>(b) || op.isa::<LdMatrixOp>(b) || name == "vector.load" {
                (0, 1, false)
            } else if op.isa::<StoreOp>(b) || name == "vector.store" {
                (1, 2, true)
            } else if op.isa::<DeviceAsyncCopyOp>(b) {
                (0, 1, true)
            } else if op.isa::<DeallocOp>(b) {
                continue;
            } else {
                return None;
            };
        if b.operand_group(op, buffer) != (index..index + 1) {
            return None;
        }
        out.push(Access { op, group, writes });
    }
    let any = |writes: bool| out.iter().any(|a| a.writes == writes);
    (any(true) && any(false)).then_some(out)
}

/// The permutation of the vectors of a row: the exclusive or of the position with some bits of the number of the row.
#[derive(Clone, Copy)]
struct Swizzle {
    /// The bits of the row.
    mask: i64,
    /// How far they are moved to the left.
    shift: i64,
}

impl Swizzle {
    fn for_buffer(b: &Body, memref: Value) -> Option<Self> {
        let cx = b.cx();
        let ty = cx.type_as::<MemRefType>(b.ty(memref)).filter(|t| is_shared(cx, t) && t.shape.len() >= 2)?;
        accesses(b, memref)?;
        let bits = i64::from(cx.bit_width(ty.elem)?);
        let row = *ty.shape.last().filter(|&&n| n > 0)?;
        let per_line = (8 * LINE_BYTES).checked_div(bits)? / row;
        // Threads that access shared memory at the same time.
        let group = LINE_BYTES / (VECTOR_BITS / 8);
        if per_line >= group {
            return None;
        }
        let period = LINE_BYTES.checked_div(row.checked_mul(bits)? / 8)?.max(1);
        let elements = (VECTOR_BITS / bits).checked_ilog2()?;
        let mask = (1i64 << row.ilog2().checked_sub(elements)?) - 1;
        // The exclusive or with other bits may be beyond the end of a row that is no power of two.
        if mask != 0 && !row.unsigned_abs().is_power_of_two() {
            return None;
        }
        let rows = period.ilog2();
        Some(Self { mask: mask << rows, shift: i64::from(elements) - i64::from(rows) })
    }

    /// Permutes the last index of an access.
    fn apply(self, body: &mut Body, op: Op, group: usize) {
        let mut indices: Vec<Value> = body.operand_group(op, group).map(|i| body.operand(op, i)).collect();
        let [.., row, last] = &mut indices[..] else { return };
        let mut b = Builder::before(body, op);
        let mask = constant_index(&mut b, self.mask);
        let mut bits = AndIOp::build(&mut b, *row, mask);
        if self.shift != 0 {
            let shift = constant_index(&mut b, self.shift.abs());
            bits = if self.shift > 0 {
                ShLIOp::build(&mut b, bits, shift, None)
            } else {
                ShRUIOp::build(&mut b, bits, shift, None)
            };
        }
        *last = XOrIOp::build(&mut b, *last, bits);
        body.set_operand_group(op, group, &indices);
    }
}
