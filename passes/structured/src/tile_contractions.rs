//! `linalg-tile`: splits contractions on buffers into loops over register tiles.
//!
//! # Before
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
//! ```
//! # After
//! ```mlir
//! scf.for %j = 0 to 512 step 256 {          // columns of B that stay in the L2 cache
//!   scf.for %i = 0 to 512 step 8 {          // rows of a register tile
//!     scf.for %jr = 0 to 256 step 32 {      // columns of a register tile
//!       %ta = memref.subview %a[%i, 0] [8, 512] [1, 1] …
//!       linalg.matmul ins(%ta, %tb) outs(%tc)
//! ```
//! Sizes that do not divide leave a second loop body of the remaining size, so every tile is static and needs no
//! masks along rows. Only static shapes are tiled.

use strata_ir::prelude::*;
use strata_linalg::{BatchMatmulOp, MatmulOp};

use crate::{loop_builder::build_for, panels::PACKED_ROWS, structured_op};

/// Sizes of the tiles of a contraction.
#[derive(Clone, Copy, Debug)]
pub struct MatmulTiles {
    /// Rows of a register tile.
    pub mr: i64,
    /// Columns of a register tile.
    pub nr: i64,
    /// Columns of a block of the right side that is reused by all rows.
    pub nc: i64,
    /// Depth of a block.
    pub kc: i64,
}

impl MatmulTiles {
    /// Tiles for native vectors of `vector_bits` and elements of `elem_bits`.
    ///
    /// The register tile is 8 x 2 vectors with 32 registers (512 bits) and 6 x 2 with 16.
    pub fn for_target(vector_bits: u32, elem_bits: u32) -> Self {
        let lanes = (vector_bits / elem_bits.max(1)).max(1) as i64;
        let (mr, vectors) = if vector_bits >= 512 { (8, 2) } else { (6, 2) };
        let nr = lanes * vectors;
        Self { mr, nr, nc: nr * 8, kc: 512 }
    }
}

/// Bytes from the first to the last element of a matrix that does not stay in the caches between two uses.
const FROM_MEMORY: i64 = 512 * 1024;
/// Steps of a block where the right side comes from memory: as many of its rows are read at a time, from begin to end.
pub(crate) const STREAMS: i64 = 16;

/// Whether `rows` rows of a matrix, `stride` elements apart, exceed the caches: each use of them reads memory, and the order of reads
/// matters more than the arithmetic.
pub(crate) fn is_from_memory(rows: i64, stride: i64, element_bytes: i64) -> bool {
    let bytes = rows.checked_mul(stride).and_then(|n| n.checked_mul(element_bytes));
    bytes.is_none_or(|n| n >= FROM_MEMORY)
}

/// The same for a matrix of static sizes in a buffer.
pub(crate) fn is_matrix_from_memory(body: &Body, matrix: Value) -> bool {
    let cx = body.cx();
    let ty = body.ty(matrix);
    let bytes = i64::from(cx.bit_width(cx.elem_or_self(ty)).unwrap_or(8) / 8);
    let rows = cx.shaped(ty).and_then(|s| s.shape).and_then(|shape| shape.first().copied());
    let stride = structured_op::static_strides(cx, ty).and_then(|strides| strides.first().copied());
    rows.zip(stride).is_some_and(|(rows, stride)| is_from_memory(rows, stride, bytes))
}

/// One loop of a tiling: tiles of one static size.
#[derive(Clone, Copy)]
struct Tiles {
    start: i64,
    end: i64,
    size: i64,
}

/// The full tiles of `0..n`, then the remainder.
fn split(n: i64, tile: i64) -> impl std::iter::Iterator<Item = Tiles> {
    let full = n - n % tile;
    [Tiles { start: 0, end: full, size: tile }, Tiles { start: full, end: n, size: n - full }]
        .into_iter()
        .filter(|t| t.end > t.start)
}

/// Calls `f` with the offset and static size of every tile of `0..n`, in loops.
fn for_tiles(b: &mut Builder<'_>, n: i64, tile: i64, f: &mut dyn FnMut(&mut Builder<'_>, Value, i64)) {
    for t in split(n, tile) {
        let start = strata_arith::constant_index(b, t.start);
        if t.end - t.start == t.size {
            f(b, start, t.size);
            continue;
        }
        let end = strata_arith::constant_index(b, t.end);
        let step = strata_arith::constant_index(b, t.size);
        build_for(b, start, end, step, &[], |b, iv, _| {
            f(b, iv, t.size);
            Vec::new()
        });
    }
}

/// A rectangle of a rank-2 memref.
fn tile_of(b: &mut Builder<'_>, source: Value, offsets: [Value; 2], sizes: [i64; 2]) -> Value {
    structured_op::subview(b, source, &offsets, &sizes)
}

/// Tiles every static `linalg.matmul` and `linalg.batch_matmul` on buffers. Returns how many.
pub fn tile_contractions(body: &mut Body, vector_bits: u32) -> usize {
    let mut tiled = 0;
    for op in body.all_ops() {
        // Payloads are erased with their ops.
        if !body.is_live(op) {
            continue;
        }
        if let Some(batch) = op.as_op::<BatchMatmulOp>(body) {
            tiled +=
                split_batch(body, batch).map_or(0, |inner| 1 + tile_one(body, inner, vector_bits) as usize);
        } else {
            tiled += tile_one(body, op, vector_bits) as usize;
        }
    }
    tiled
}

/// Turns a batched product into a loop over plain ones; returns the inner op.
fn split_batch(body: &mut Body, op: BatchMatmulOp) -> Option<Op> {
    let s = structured_op::structured(body, op.op())?;
    let sizes = static_memrefs(body, &s)?;
    if !structured_op::has_default_maps(body, op.op()) {
        return None;
    }
    let batch = sizes[0][0];
    let mut b = Builder::before(body, op.op());
    let zero = strata_arith::constant_index(&mut b, 0);
    let (end, step) = (strata_arith::constant_index(&mut b, batch), strata_arith::constant_index(&mut b, 1));
    let mut inner = None;
    build_for(&mut b, zero, end, step, &[], |b, iv, _| {
        let slice = |b: &mut Builder<'_>, v: Value, d: &[i64]| {
            structured_op::rank_reduced_row(b, v, &[iv, zero, zero], d)
        };
        let lhs = slice(b, s.inputs[0], &sizes[0]);
        let rhs = slice(b, s.inputs[1], &sizes[1]);
        let out = slice(b, s.outputs[0], &sizes[2]);
        inner = structured_op::build_matmul(b, op.op(), lhs, rhs, out);
        Vec::new()
    });
    body.erase(op.op());
    inner
}

/// The shapes of the operands, when all are static memrefs.
fn static_memrefs(body: &Body, s: &structured_op::Structured) -> Option<Vec<Vec<i64>>> {
    let cx = body.cx();
    s.operands()
        .map(|v| {
            let t = cx.type_as::<MemRefType>(body.ty(v))?;
            (!t.shape.contains(&DYNAMIC)).then(|| t.shape.to_vec())
        })
        .collect()
}

fn tile_one(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    if !op.isa::<MatmulOp>(body) || !structured_op::has_default_maps(body, op) {
        return false;
    }
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(sizes) = static_memrefs(body, &s) else { return false };
    let cx = body.cx();
    let elem = cx.elem_or_self(body.ty(s.outputs[0]));
    let same = s.operands().all(|v| cx.elem_or_self(body.ty(v)) == elem);
    let Some(bits) = cx.bit_width(elem).filter(|&w| w >= 8 && same) else { return false };
    let (m, k, n) = (sizes[0][0], sizes[0][1], sizes[1][1]);
    // A single row is no tile: its matrix is read once.
    if m <= 1 || n == 0 || k == 0 {
        return false;
    }
    let mut t = MatmulTiles::for_target(vector_bits, bits);
    if m < PACKED_ROWS && is_matrix_from_memory(body, s.inputs[1]) {
        (t.kc, t.nc) = (STREAMS, n);
    }
    let (lhs, rhs, out) = (s.inputs[0], s.inputs[1], s.outputs[0]);
    let mut b = Builder::before(body, op);
    for_tiles(&mut b, k, t.kc, &mut |b, pc, kc| {
        for_tiles(b, n, t.nc, &mut |b, jc, nc| {
            let rhs = tile_of(b, rhs, [pc, jc], [kc, nc]);
            for_tiles(b, m, t.mr, &mut |b, ir, mr| {
                let lhs = tile_of(b, lhs, [ir, pc], [mr, kc]);
                let out = tile_of(b, out, [ir, jc], [mr, nc]);
                for_tiles(b, nc, t.nr, &mut |b, jr, nr| {
                    let zero = strata_arith::constant_index(b, 0);
                    let rhs = tile_of(b, rhs, [zero, jr], [kc, nr]);
                    let out = tile_of(b, out, [zero, jr], [mr, nr]);
                    structured_op::build_matmul(b, op, lhs, rhs, out);
                });
            });
        });
    });
    body.erase(op);
    true
}
