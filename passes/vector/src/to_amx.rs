//! `convert-vector-to-amx`: contractions of packed numbers become products of tiles.
//!
//! Before:
//! ```mlir
//! %a = vector.transfer_read %x[%i, %j, %k], %p {in_bounds = [true, true, true]} : memref<?x64x2xbf16>, vector<16x16x2xbf16>
//! %r = vector.contract {indexing_maps = [(m, n, k, v) -> (m, k, v), (m, n, k, v) -> (k, n, v), (m, n, k, v) -> (m, n)], …} %a, %b, %c
//! ```
//! After:
//! ```mlir
//! %s = memref.subview %x[%i, %j, %k] [16, 16, 2] [1, 1, 1] : memref<?x64x2xbf16> to memref<16x16x2xbf16, strided<[128, 2, 1], offset: ?>>
//! %f = memref.collapse_shape %s [[0], [1, 2]] : … into memref<16x32xbf16, strided<[128, 1], offset: ?>>
//! %t = amx.tile_load %f[%c0, %c0] : … into !amx.tile<16x32xbf16>
//! %p = amx.tile_mulf %t, %u, %w : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
//! ```
//! A vector that is read from memory whose rows have no gaps is loaded as a tile from there, and a result that is only written to such memory is
//! stored there. Others go through buffers on the stack, also those with masks. Factors are `bf16` or `f16` with sums in `f32`, and `i8` with sums in
//! `i32`; a tile has at most 16 rows of 64 bytes.

use strata_amx::{TileLoadOp, TileMulFOp, TileMulIOp, TileStoreOp, tile_type};
use strata_arith::constant_index;
use strata_ir::{affine::AffineMap, prelude::*, rewrite::patterns};
use strata_memref::{AllocaOp, CollapseShapeOp, SubViewOp, layout};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{MixedIndex, reassociation};
use strata_ub::PoisonOp;
use strata_vector::{CombiningKind, ContractionOp, IteratorType, TransferReadOp, TransferWriteOp};

use crate::masked::is_masked;

/// Lower the operations from the vector dialect into the AMX dialect.
#[pass(
    name = "convert-vector-to-amx",
    class = "ConvertVectorToAMXPass",
    produces = [amx, arith, memref, ub, vector],
    each_body
)]
pub struct ConvertVectorToAmx;

const PATTERNS: &[PatternRow] = patterns! { ContractionOp => "contraction-to-tiles": to_tiles };

impl BodyPass for ConvertVectorToAmx {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        crate::apply(body, &patterns)
    }
}

/// Rows of a tile, and bits of each.
const MAX_ROWS: i64 = 16;
const MAX_ROW_BITS: i64 = 512;
/// Bits of the neighbours along the depth that are next to each other.
const GROUP_BITS: i64 = 32;

fn vector(b: &Body, v: Value) -> Option<&VectorType> {
    b.cx().type_as::<VectorType>(b.ty(v))
}

/// Rows and columns of the tile for a vector, in which groups are neighbours; `None` if it does not fit.
fn tile_shape(b: &Body, v: Value) -> Option<[i64; 2]> {
    let ty = vector(b, v).filter(|t| !t.scalable.contains(&true))?;
    let bits = i64::from(b.cx().bit_width(ty.elem)?);
    let (rows, columns) = match ty.shape[..] {
        [rows, columns] => (rows, columns),
        [rows, columns, group] if group * bits == GROUP_BITS => (rows, columns.checked_mul(group)?),
        _ => return None,
    };
    let fits = rows <= MAX_ROWS && columns.checked_mul(bits).is_some_and(|n| n <= MAX_ROW_BITS);
    fits.then_some([rows, columns])
}

/// Whether a contraction is a product of packed rows and packed columns.
fn is_product(b: &Body, op: ContractionOp) -> bool {
    let kind = b.attr(op.op(), "kind").and_then(|a| b.cx().attr_as::<CombiningKind>(a));
    if is_masked(b, op.op()) || kind.is_some_and(|k| *k != CombiningKind::Add) {
        return false;
    }
    let dims = |map: &AffineMap| map.results().iter().map(|e| e.as_dim()).collect::<Option<Vec<u32>>>();
    let Some(maps) = op.maps(b).iter().map(dims).collect::<Option<Vec<_>>>() else { return false };
    let [lhs, rhs, acc] = &maps[..] else { return false };
    let ([m, k, v], [k2, n, v2], [m2, n2]) = (&lhs[..], &rhs[..], &acc[..]) else { return false };
    let iterators = op.iterators(b);
    let is = |d: &u32, kind| iterators.get(*d as usize) == Some(&kind);
    (k, v, m, n) == (k2, v2, m2, n2)
        && iterators.len() == 4
        && [m, n].into_iter().all(|d| is(d, IteratorType::Parallel))
        && [k, v].into_iter().all(|d| is(d, IteratorType::Reduction))
}

fn to_tiles(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let contraction = op.as_op::<ContractionOp>(rw)?;
    let [lhs, rhs, acc] = [contraction.lhs(rw), contraction.rhs(rw), contraction.acc(rw)];
    let cx = rw.cx();
    let (factor, sum) = (vector(rw, lhs)?.elem, vector(rw, acc)?.elem);
    let float = sum == cx.f32() && (factor == cx.bf16() || factor == cx.f16());
    let integer = sum == cx.i32() && factor == cx.i8();
    if !float && !integer || vector(rw, rhs)?.elem != factor || !is_product(rw, contraction) {
        return None;
    }
    for v in [lhs, rhs, acc] {
        tile_shape(rw, v)?;
    }
    let tiles = [load(rw, lhs)?, load(rw, rhs)?, load(rw, acc)?];
    let product = if float {
        TileMulFOp::build(rw, tiles[0], tiles[1], tiles[2])
    } else {
        TileMulIOp::create(rw, tiles, [false; 2])
    };
    let result = rw.result(op, 0);
    if let Some(write) = only_write(rw, result)
        && let Some(access) = Access::of_write(rw, write)
    {
        let here = rw.point();
        let at = InsertPoint::before(rw, write.op());
        rw.goto(at);
        let (memory, indices) = tile_memory(rw, &access)?;
        TileStoreOp::build(rw, memory, &indices, product, None);
        rw.erase_op(write);
        rw.goto(here);
        rw.erase_op(op);
        return Some(());
    }
    let ty = vector(rw, result)?.clone();
    let (buffer, indices) = stack_buffer(rw, &ty)?;
    TileStoreOp::build(rw, buffer, &indices, product, None);
    let padding = PoisonOp::build(rw, None, ty.elem);
    let whole = rw.ty(result);
    let value = TransferReadOp::create(rw, whole, buffer, &indices, padding, None, &[true; 2])?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// The transfer that is the only use of a value.
fn only_write(b: &Body, value: Value) -> Option<TransferWriteOp> {
    let mut users = b.uses_of(value);
    let (user, _) = users.next()?;
    users.next().is_none().then_some(())?;
    user.as_op::<TransferWriteOp>(b).filter(|w| w.value_to_store(b) == value)
}

/// The vector as a tile.
fn load(rw: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let [rows, columns] = tile_shape(rw, v)?;
    let ty = vector(rw, v)?.clone();
    let tile = tile_type(rw.cx(), rows, columns, ty.elem);
    if let Some(read) = rw.def_as::<TransferReadOp>(v)
        && let Some(access) = Access::of_read(rw, read)
    {
        // Memory may be written between the read and the product.
        let here = rw.point();
        let at = InsertPoint::before(rw, read.op());
        rw.goto(at);
        let (memory, indices) = tile_memory(rw, &access)?;
        let loaded = TileLoadOp::build(rw, memory, &indices, None, tile);
        rw.goto(here);
        rw.touch(read.op());
        return Some(loaded);
    }
    let (buffer, indices) = stack_buffer(rw, &ty)?;
    let written = TransferWriteOp::create(rw, v, buffer, &indices, None, &vec![true; ty.shape.len()])?;
    rw.touch(written.op());
    let (memory, indices) = collapsed(rw, buffer, &indices, ty.shape.len())?;
    Some(TileLoadOp::build(rw, memory, &indices, None, tile))
}

/// A buffer for a vector, and the position of its first element.
fn stack_buffer(rw: &mut Rewriter<'_>, ty: &VectorType) -> Option<(Value, Vec<Value>)> {
    let memref = rw.cx().ty(MemRefType {
        shape: ty.shape[..].into(),
        elem: ty.elem,
        layout: None,
        memory_space: None,
    });
    let buffer = AllocaOp::create(rw, memref, &[]);
    let zero = constant_index(rw, 0);
    Some((buffer, vec![zero; ty.shape.len()]))
}

/// A transfer between a vector and memory in which its rows have no gaps.
struct Access {
    base: Value,
    indices: Vec<Value>,
    shape: Vec<i64>,
}

impl Access {
    fn of_read(b: &Body, op: TransferReadOp) -> Option<Self> {
        let mask = op.mask(b);
        Self::new(b, op.op(), op.base(b), op.indices(b).collect(), b.result(op.op(), 0), mask)
    }
    fn of_write(b: &Body, op: TransferWriteOp) -> Option<Self> {
        Self::new(b, op.op(), op.base(b), op.indices(b).collect(), op.value_to_store(b), op.mask(b))
    }
    fn new(
        b: &Body,
        op: Op,
        base: Value,
        indices: Vec<Value>,
        value: Value,
        mask: Option<Value>,
    ) -> Option<Self> {
        let cx = b.cx();
        let ty = b.ty(base);
        let memref = cx.type_as::<MemRefType>(ty)?;
        let shape = vector(b, value)?.shape.to_vec();
        let map = &cx.attr_as::<AffineMapAttr>(b.attr(op, "permutation_map")?)?.0;
        let bounds = &cx.attr_as::<ArrayAttr>(b.attr(op, "in_bounds")?)?.0;
        let inside = bounds.iter().all(|&a| cx.attr_i64(a).is_some_and(|n| n != 0));
        if mask.is_some() || !map.is_minor_identity() || !inside || memref.elem != vector(b, value)?.elem {
            return None;
        }
        // All dimensions but that of the rows.
        let inner = shape.len() - 1;
        let first = memref.shape.len().checked_sub(inner)?;
        let strides = layout::strides(cx, ty)?.strides;
        let mut expected = 1i64;
        for (d, &n) in (first..).zip(&shape[1..]).collect::<Vec<_>>().into_iter().rev() {
            if memref.shape[d] < n || strides[d] != expected {
                return None;
            }
            expected = expected.checked_mul(n)?;
        }
        Some(Self { base, indices, shape })
    }
}

/// The part of the memory that a transfer accesses, in which the columns of the tile are one dimension.
fn tile_memory(rw: &mut Rewriter<'_>, access: &Access) -> Option<(Value, Vec<Value>)> {
    let rank = access.indices.len();
    let mut sizes = vec![1; rank - access.shape.len()];
    sizes.extend(&access.shape);
    let sizes: Vec<MixedIndex> = sizes.into_iter().map(MixedIndex::Static).collect();
    let offsets: Vec<MixedIndex> = access.indices.iter().copied().map(MixedIndex::Value).collect();
    let part = SubViewOp::create(rw, access.base, &offsets, &sizes, &vec![MixedIndex::Static(1); rank])?;
    if let Some(def) = rw.def_op(part) {
        rw.touch(def);
    }
    let zero = constant_index(rw, 0);
    collapsed(rw, part, &vec![zero; rank], access.shape.len())
}

/// A buffer whose last two dimensions are one, if the vector has packed groups.
fn collapsed(
    rw: &mut Rewriter<'_>,
    buffer: Value,
    zeros: &[Value],
    vector_rank: usize,
) -> Option<(Value, Vec<Value>)> {
    if vector_rank == 2 {
        return Some((buffer, zeros.to_vec()));
    }
    let rank = zeros.len() as i64;
    let mut groups: Vec<Vec<i64>> = (0..rank - 2).map(|d| vec![d]).collect();
    groups.push(vec![rank - 2, rank - 1]);
    let ty = CollapseShapeOp::infer_type(rw.cx(), rw.ty(buffer), &groups)?;
    let attr = reassociation::attr(rw.cx(), &groups);
    let flat = CollapseShapeOp::build(rw, buffer, attr, ty);
    Some((flat, zeros[1..].to_vec()))
}
