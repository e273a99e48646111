//! `linalg-block-pack-matmul`: products of matrices work on blocks that are laid out one after the other.
//!
//! Before:
//! ```mlir
//! %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x96xf32>) outs(%c : tensor<64x96xf32>) -> tensor<64x96xf32>
//! ```
//! After, with `block-factors=32,16,64`:
//! ```mlir
//! %p = linalg.pack %a outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [32, 64] into %e : tensor<64x128xf32> -> tensor<2x2x32x64xf32>
//! %q = linalg.pack %b outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 64] into %f : tensor<128x96xf32> -> tensor<6x2x16x64xf32>
//! %r = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [32, 16] into %g : tensor<64x96xf32> -> tensor<2x6x32x16xf32>
//! %1 = linalg.generic {…} ins(%p, %q : …) outs(%r : tensor<2x6x32x16xf32>) { … }
//! %0 = linalg.unpack %1 inner_dims_pos = [0, 1] inner_tiles = [32, 16] into %c : tensor<2x6x32x16xf32> -> tensor<64x96xf32>
//! ```
//! Sizes that are no multiples of the blocks are padded with zeros, unless `allow-padding=false`: then such products stay.

use std::sync::Arc;

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{BatchMatmulOp, GenericOp, IteratorType, MatmulOp, PackOp, UnPackOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::structured_op::Structured;
use strata_tensor::{DimOp, EmptyOp, MixedIndex};

use crate::{patterns::apply, specialize::sums_up_products};

/// Convert linalg matmul ops to block layout and back.
#[pass(
    name = "linalg-block-pack-matmul",
    class = "LinalgBlockPackMatmul",
    produces = [affine, arith, linalg, tensor],
    each_body
)]
pub struct BlockPackMatmul {
    /// Block factors (mb, nb, kb) for relayout
    pub block_factors: Vec<i64>,
    /// Allow packing padding
    #[option(default = true)]
    pub allow_padding: bool,
    /// Next multiples of the packing sizes
    pub mnk_padded_multiples: Vec<i64>,
    /// Permutation of matmul (M, N, K) dimensions order
    pub mnk_order: Vec<i64>,
    /// Transpose LHS outer block layout [MB][KB] -> [KB][MB]
    pub lhs_transpose_outer_blocks: bool,
    /// Transpose LHS inner block layout [mb][kb] -> [kb][mb]
    pub lhs_transpose_inner_blocks: bool,
    /// Transpose RHS outer block layout [KB][NB] -> [NB][KB]
    #[option(default = true)]
    pub rhs_transpose_outer_blocks: bool,
    /// Transpose RHS inner block layout [kb][nb] -> [nb][kb]
    #[option(default = true)]
    pub rhs_transpose_inner_blocks: bool,
}

/// The options, checked.
#[derive(Clone, Copy)]
struct Plan {
    /// Sizes of the blocks along M, N and K.
    factors: [i64; 3],
    /// Multiples up to which M, N and K are padded, to be one block; 0 for none.
    multiples: [i64; 3],
    /// The position of M, N and K among the loops over blocks.
    order: [usize; 3],
    allow_padding: bool,
    /// Whether blocks, and the elements in them, of the left and of the right factor are transposed.
    transpose: [[bool; 2]; 2],
}

impl BlockPackMatmul {
    fn plan(&self) -> Option<Plan> {
        let factors: [i64; 3] = self.block_factors.clone().try_into().ok()?;
        let multiples = match &self.mnk_padded_multiples[..] {
            [] => [0; 3],
            list => list.try_into().ok()?,
        };
        let order: [i64; 3] = match &self.mnk_order[..] {
            [] => [0, 1, 2],
            list => list.try_into().ok()?,
        };
        let is_permutation = (0..3).all(|d| order.contains(&d));
        let valid = is_permutation && factors.iter().all(|&f| f > 0) && multiples.iter().all(|&m| m >= 0);
        valid.then_some(Plan {
            factors,
            multiples,
            order: order.map(|d| d as usize),
            allow_padding: self.allow_padding,
            transpose: [
                [self.lhs_transpose_outer_blocks, self.lhs_transpose_inner_blocks],
                [self.rhs_transpose_outer_blocks, self.rhs_transpose_inner_blocks],
            ],
        })
    }
}

impl BodyPass for BlockPackMatmul {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let Some(plan) = self.plan() else { return Ok(()) };
        let mut patterns = PatternSet::new();
        for root in [GenericOp::NAME, MatmulOp::NAME, BatchMatmulOp::NAME] {
            patterns.add_fn(Some(root), "block-pack", 1, Arc::new(move |op, rw| pack(op, rw, plan)));
        }
        apply(body, &patterns)
    }
}

/// The loops M, N and K of a product after its loops over batches.
fn is_product(s: &Structured, b: &Body) -> bool {
    let n = s.maps.first().map_or(0, AffineMap::n_dims);
    if n != 3 && n != 4 {
        return false;
    }
    let (m, last, k) = (n - 3, n - 2, n - 1);
    let dims = |of: [u32; 2]| AffineMap::select(n, &(0..n - 3).chain(of).collect::<Vec<_>>());
    let (plain, transposed) =
        ([dims([m, k]), dims([k, last]), dims([m, last])], [dims([k, m]), dims([last, k])]);
    let [x, y, out] = &s.maps[..] else { return false };
    let factors = (x == &plain[0] || x == &transposed[0]) && (y == &plain[1] || y == &transposed[1]);
    let both = x != &plain[0] && y != &plain[1];
    factors
        && out == &plain[2]
        && (s.op.isa::<GenericOp>(b) && n == 3 && !both && sums_up_products(s, b)
            || s.op.isa::<MatmulOp>(b)
            || s.op.isa::<BatchMatmulOp>(b))
}

/// One operand: the dimensions of its blocks, and how these are laid out.
struct Operand {
    /// The loop of each dimension.
    loops: Vec<u32>,
    /// The dimensions of which blocks are made, in the order of the dimensions of a block.
    inner: Vec<usize>,
    /// The order of the loops over blocks.
    outer: Option<Vec<i64>>,
}

fn pack(op: Op, rw: &mut Rewriter<'_>, plan: Plan) -> Option<()> {
    let s = Structured::read(rw, op).ok()?;
    let is_tensor = |v: Value| rw.cx().type_as::<TensorType>(rw.ty(v)).is_some();
    if !s.operands().all(is_tensor) || !is_product(&s, rw) {
        return None;
    }
    let batches = s.num_loops() - 3;
    let sizes = loop_sizes(rw, &s);
    let mut tiles = plan.factors;
    for (i, tile) in tiles.iter_mut().enumerate() {
        let (size, multiple) = (sizes[batches + i], plan.multiples[i]);
        if multiple > 0 {
            *tile = Some(size).filter(|&s| s != DYNAMIC)?.checked_add(multiple - 1)? / multiple * multiple;
        }
    }
    let fits = |i: usize| {
        let size = sizes[batches + plan.order[i]];
        size != DYNAMIC && size % plan.factors[i] == 0
    };
    if !plan.allow_padding && !(0..3).all(fits) {
        return None;
    }
    // Loops over blocks: batches, then M, N and K in the order of the option; then loops in blocks, in the same order.
    let position = |l: usize| if l < batches { l } else { batches + plan.order[l - batches] };
    let operands: Vec<Operand> = (0..3).map(|i| layout(&s, i, batches, plan)).collect::<Option<_>>()?;
    let mut packed = Vec::new();
    for (operand, value) in operands.iter().zip(s.operands().collect::<Vec<_>>()) {
        packed.push(pack_operand(rw, operand, value, batches, &tiles)?);
    }
    let n = (s.num_loops() + 3) as u32;
    let maps: Vec<AffineMap> = operands
        .iter()
        .map(|o| {
            let outer: Vec<u32> = match &o.outer {
                Some(order) => order.iter().map(|&d| o.loops[d as usize]).collect(),
                None => o.loops.clone(),
            };
            let inner = o.inner.iter().map(|&d| position(o.loops[d] as usize) as u32 + 3);
            let dims: Vec<u32> = outer.iter().map(|&l| position(l as usize) as u32).chain(inner).collect();
            AffineMap::select(n, &dims)
        })
        .collect();
    let mut kinds = vec![IteratorType::Parallel; n as usize];
    for at in [position(batches + 2), position(batches + 2) + 3] {
        kinds[at] = IteratorType::Reduction;
    }
    let result = product(rw, op, &packed, (&maps, &kinds))?;
    let out = &operands[2];
    let unpacked = unpack(rw, out, (result, s.outputs[0]), batches, &tiles);
    rw.replace_op(op, &[unpacked]);
    Some(())
}

/// The sizes of the loops that types tell.
fn loop_sizes(b: &Body, s: &Structured) -> Vec<i64> {
    let mut sizes = vec![DYNAMIC; s.num_loops()];
    for (v, map) in s.operands().zip(&s.maps) {
        let shape = b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]);
        for (e, &size) in map.results().iter().zip(shape) {
            if let Some(d) = e.as_dim().filter(|_| size != DYNAMIC) {
                sizes[d as usize] = size;
            }
        }
    }
    sizes
}

fn layout(s: &Structured, i: usize, batches: usize, plan: Plan) -> Option<Operand> {
    let loops = s.maps[i].result_dims()?;
    let rank = loops.len();
    let is_block = |d: &usize| loops[*d] as usize >= batches;
    let mut inner: Vec<usize> = (0..rank).filter(is_block).collect();
    inner.sort_by_key(|&d| plan.order[loops[d] as usize - batches]);
    let Some(&[outer_blocks, inner_blocks]) = plan.transpose.get(i) else {
        return Some(Operand { loops, inner, outer: None });
    };
    // The loop that comes first in the plain order: M of the left factor, K of the right one.
    let first = (batches + if i == 0 { 0 } else { 2 }) as u32;
    let [.., row, _] = loops[..] else { return None };
    let mut outer: Vec<i64> = (0..rank as i64).collect();
    if (row != first) != outer_blocks {
        outer.swap(rank - 2, rank - 1);
    }
    if (loops[*inner.first()?] != first) != inner_blocks {
        inner.swap(0, 1);
    }
    Some(Operand { loops, inner, outer: Some(outer) })
}

/// The sizes of the blocks of an operand.
fn block(operand: &Operand, batches: usize, tiles: &[i64; 3]) -> Vec<i64> {
    operand.inner.iter().map(|&d| tiles[operand.loops[d] as usize - batches]).collect()
}

fn pack_operand(
    rw: &mut Rewriter<'_>,
    operand: &Operand,
    value: Value,
    batches: usize,
    tiles: &[i64; 3],
) -> Option<Value> {
    let ty = rw.cx().type_as::<TensorType>(rw.ty(value))?;
    let inner = block(operand, batches, tiles);
    let zero = match rw.cx().as_float(ty.elem) {
        Some(_) => rw.cx().float_attr(0.0, ty.elem),
        None => rw.cx().int_attr(0, ty.elem),
    };
    let zero = rw.constant("arith", zero, ty.elem)?;
    let (mut sizes, mut pads) = (DimOp::all(rw, value)?, false);
    for (&d, &tile) in operand.inner.iter().zip(&inner) {
        let size = sizes.get_mut(d)?;
        *size = match *size {
            MixedIndex::Static(n) => {
                pads |= n % tile != 0;
                MixedIndex::Static(n.checked_add(tile - 1)? / tile)
            }
            MixedIndex::Value(v) => {
                pads = true;
                let map = AffineMap::new(0, 1, vec![AffineExpr::symbol(0).ceil_div(tile)]);
                MixedIndex::Value(strata_affine::ApplyOp::create(rw, map, &[v]))
            }
        };
    }
    if let Some(order) = &operand.outer {
        sizes = order.iter().map(|&d| sizes[d as usize]).collect();
    }
    sizes.extend(inner.iter().map(|&t| MixedIndex::Static(t)));
    let dest = EmptyOp::create(rw, &sizes, ty.elem);
    let padding = pads.then_some(zero);
    let outer = operand.outer.as_ref().map(|o| rw.cx().i64_array(o));
    let (positions, inner) = (positions(rw, operand), rw.cx().i64_array(&inner));
    Some(PackOp::build(rw, value, dest, padding, outer, positions, &[], inner))
}

fn positions(b: &Body, operand: &Operand) -> Attr {
    let list: Vec<i64> = operand.inner.iter().map(|&d| d as i64).collect();
    b.cx().i64_array(&list)
}

fn unpack(
    rw: &mut Rewriter<'_>,
    operand: &Operand,
    (value, dest): (Value, Value),
    batches: usize,
    tiles: &[i64; 3],
) -> Value {
    let (positions, inner) = (positions(rw, operand), rw.cx().i64_array(&block(operand, batches, tiles)));
    UnPackOp::build(rw, value, dest, None, positions, &[], inner)
}

/// The product of blocks, with the payload of `op`.
fn product(
    rw: &mut Rewriter<'_>,
    op: Op,
    packed: &[Value],
    (maps, kinds): (&[AffineMap], &[IteratorType]),
) -> Option<Value> {
    let (m, t) = (
        strata_linalg::attrs::maps_attr(rw.cx(), maps),
        strata_linalg::attrs::iterator_types_attr(rw.cx(), kinds),
    );
    let ty = rw.ty(packed[2]);
    let new = GenericOp::build(rw, &packed[..2], &packed[2..], m, t, None, None, &[ty]);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    rw.body().move_blocks(from, to);
    rw.touch(new.op());
    rw.results(new.op()).first().copied()
}
