//! Packing: the operands of a structured op are laid out as tiles, over which the op gets further loops.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x96xf32>) outs(%c : tensor<64x96xf32>) -> tensor<64x96xf32>
//! ```
//! with tiles of 8, 16 and 32 becomes
//! ```mlir
//! %p = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %e : tensor<64x128xf32> -> tensor<8x4x8x32xf32>
//! …
//! %t = linalg.generic {…} ins(%p, %q : …) outs(%s : tensor<8x6x8x16xf32>) { … }
//! %r = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %c : tensor<8x6x8x16xf32> -> tensor<64x96xf32>
//! ```

mod decompose;
mod fold_into;
mod greedy;
mod lower;
mod lower_unpack;
mod metadata;
mod transpose;

pub use decompose::DECOMPOSE_PACKS;
pub use fold_into::{FOLD_INTO_PACKS, transpose_after};
pub use greedy::{Greedy, pack_greedily};
pub use lower::lower_pack;
pub use lower_unpack::lower_unpack;
pub use transpose::transpose;

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, LinalgOp, PackOp, UnPackOp, attrs};
use strata_passes_structured::structured_op::zero_attr;
use strata_tensor::{DimOp, EmptyOp, MixedIndex, index_list};

use crate::tiling::index_math::apply;

/// The maps and kinds of loops of an op, while loops are added.
struct Loops {
    maps: Vec<AffineMap>,
    kinds: Vec<IteratorType>,
}

impl Loops {
    /// Adds a loop over the elements of the tiles of loop `d`; returns the dimension of each operand that is cut. `None` if an operand is
    /// indexed by an expression of the loop.
    fn cut(&mut self, d: usize) -> Option<Vec<Option<usize>>> {
        let new = self.kinds.len() as u32;
        self.kinds.push(*self.kinds.get(d)?);
        let mut dims = Vec::new();
        for map in &mut self.maps {
            let used = map.results().iter().position(|e| e.is_function_of_dim(d as u32));
            let mut results = map.results().to_vec();
            if let Some(at) = used {
                results[at].as_dim()?;
                results.push(AffineExpr::dim(new));
            }
            *map = AffineMap::new(new + 1, 0, results);
            dims.push(used);
        }
        Some(dims)
    }
}

/// Cuts the loops of an op on tensors into tiles; zero leaves a loop as it is. Returns the new op. `None`, with nothing changed, if an
/// operand is indexed by an expression of a loop that is cut.
pub fn pack(body: &mut Body, op: Op, tiles: &[MixedIndex]) -> Option<Op> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    linalg.payload(body)?;
    let operands: Vec<Value> = body.operands(op).collect();
    let inits = linalg.dps_init_range(body);
    if operands[inits.clone()].iter().any(|&v| body.cx().type_as::<TensorType>(body.ty(v)).is_none()) {
        return None;
    }
    let mut loops = Loops { maps: linalg.indexing_maps(body), kinds: linalg.iterator_types(body) };
    // For each operand, the dimensions that are cut, and the sizes of tiles.
    let mut cuts: Vec<(Vec<i64>, Vec<MixedIndex>)> = vec![Default::default(); operands.len()];
    for (d, &tile) in tiles.iter().enumerate() {
        match tile.constant(body) {
            Some(0) => continue,
            Some(n) if n < 0 => return None,
            _ => {}
        }
        for (cut, dim) in cuts.iter_mut().zip(loops.cut(d)?) {
            if let Some(dim) = dim {
                cut.0.push(dim as i64);
                cut.1.push(tile);
            }
        }
    }
    let is_tensor = |v: Value| body.cx().type_as::<TensorType>(body.ty(v)).is_some();
    if operands.iter().zip(&cuts).any(|(&v, cut)| !cut.0.is_empty() && !is_tensor(v)) {
        return None;
    }
    let mut b = Builder::before(body, op);
    let mut packed = operands.clone();
    for (v, (dims, tiles)) in packed.iter_mut().zip(&cuts) {
        if !dims.is_empty() {
            *v = pack_operand(&mut b, *v, dims, tiles)?;
        }
    }
    let types: Vec<Type> = packed[inits.clone()].iter().map(|&v| b.ty(v)).collect();
    let (ins, outs) = packed.split_at(inits.start);
    let new = generic(&mut b, op, (ins, outs), &loops, &types)?;
    let mut results = b.results(new).to_vec();
    for (v, i) in results.iter_mut().zip(inits) {
        let (dims, tiles) = &cuts[i];
        if !dims.is_empty() {
            let (statics, dynamic) = index_list::split(tiles);
            let [dims, statics] = [dims, &statics].map(|l| b.cx().i64_array(l));
            *v = UnPackOp::build(&mut b, *v, operands[i], None, dims, &dynamic, statics);
        }
    }
    crate::loops::replace(body, op, &results);
    Some(new)
}

/// A generic op with the payload of `op`, which loses it.
fn generic(
    b: &mut Builder<'_>,
    op: Op,
    (ins, outs): (&[Value], &[Value]),
    loops: &Loops,
    types: &[Type],
) -> Option<Op> {
    let maps = attrs::maps_attr(b.cx(), &loops.maps);
    let kinds = attrs::iterator_types_attr(b.cx(), &loops.kinds);
    let new = GenericOp::build(b, ins, outs, maps, kinds, None, None, types);
    let (from, to) = (*b.regions(op).first()?, new.region(b));
    b.body().move_blocks(from, to);
    Some(new.op())
}

/// The number of tiles in a size, with the operands of its map as dimensions.
fn count_tiles(b: &mut Builder<'_>, [size, tile]: [MixedIndex; 2]) -> Option<MixedIndex> {
    let operands = [size, tile].map(|m| m.constant(b).map_or(m, MixedIndex::Static));
    Some(apply(b, &AffineExpr::dim(0).ceil_div(AffineExpr::dim(1)), &operands))
}

/// A tensor for the tiles of another one.
fn packed_dest(
    b: &mut Builder<'_>,
    source: Value,
    dims: &[i64],
    tiles: &[MixedIndex],
    order: &[i64],
    count: fn(&mut Builder<'_>, [MixedIndex; 2]) -> Option<MixedIndex>,
) -> Option<Value> {
    let mut sizes = DimOp::all(b, source)?;
    for (&d, &tile) in dims.iter().zip(tiles) {
        let size = sizes.get_mut(usize::try_from(d).ok()?)?;
        *size = count(b, [*size, tile])?;
    }
    if !order.is_empty() {
        sizes = order.iter().map(|&d| sizes.get(usize::try_from(d).ok()?).copied()).collect::<Option<_>>()?;
    }
    sizes.extend(tiles);
    let elem = b.cx().elem_or_self(b.ty(source));
    Some(EmptyOp::create(b, &sizes, elem))
}

/// The tiles of a tensor, padded with zeros if it is not known that they are whole.
fn pack_operand(b: &mut Builder<'_>, source: Value, dims: &[i64], tiles: &[MixedIndex]) -> Option<Value> {
    let dest = packed_dest(b, source, dims, tiles, &[], count_tiles)?;
    let shape = b.cx().shaped(b.ty(source))?.shape?;
    let is_static = !shape.contains(&DYNAMIC);
    let is_whole = dims.iter().zip(tiles).all(|(&d, tile)| {
        let size = usize::try_from(d).ok().and_then(|d| shape.get(d));
        matches!((size, tile.constant(b)), (Some(size), Some(tile)) if tile > 0 && size % tile == 0)
    });
    let padding = if is_static && is_whole {
        None
    } else {
        let zero = zero_attr(b.cx(), b.cx().elem_or_self(b.ty(source)));
        Some(strata_arith::constant(b, zero))
    };
    let (statics, dynamic) = index_list::split(tiles);
    let [dims, statics] = [dims, &statics].map(|l| b.cx().i64_array(l));
    Some(PackOp::build(b, source, dest, padding, None, dims, &dynamic, statics))
}
