//! A product of matrices as one instruction of a warp, whose lanes have parts of the matrices.
//!
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<16x16xf16>, memref<16x8xf16>) outs(%c : memref<16x8xf16>)
//! ```
//! becomes loads of the elements of a lane, `nvgpu.mma.sync` of vectors of them, and stores. The block has one warp. There are two products: 16x8x16
//! of `f16`, and 16x8x4 of `f32`, whose factors are rounded.

use strata_gpu::{Dimension, ThreadIdOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::MatmulOp;
use strata_memref::{LoadOp, StoreOp};
use strata_nvgpu::MmaSyncOp;
use strata_passes_analysis::{affine_size::composed_apply, index_arith};
use strata_tensor::MixedIndex;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp};

/// The lanes of a group, which have parts of the same row of the sum.
const GROUP: i64 = 4;

/// The row and the column of an element of a lane, as expressions of its number.
type Place = (AffineExpr, AffineExpr);

/// The elements of a matrix that a lane has, and the shape of their vector.
struct Fragment {
    places: Vec<Place>,
    shape: [i64; 2],
}

/// An instruction.
struct Product {
    sizes: [i64; 3],
    tf32: bool,
    fragments: [Fragment; 3],
}

/// The group of a lane, and its number in the group.
fn lane() -> [AffineExpr; 2] {
    let d = AffineExpr::dim(0);
    [d.floor_div(GROUP), d.modulo(GROUP)]
}

/// The elements of a lane: pairs of neighbours in rows of the group and 8 below it, for each of `columns`.
fn pairs(columns: &[i64]) -> Vec<Place> {
    let [group, number] = lane();
    let mut places = Vec::new();
    for &column in columns {
        for row in [0, 8] {
            places.extend((0..2).map(|i| (&group + row, &number * 2 + i + column)));
        }
    }
    places
}

/// The instruction for sizes and types of elements.
fn product(cx: &Context, sizes: [i64; 3], elements: [Type; 3]) -> Option<Product> {
    let [group, number] = lane();
    let sum = Fragment { places: pairs(&[0]), shape: [2, 2] };
    if sizes == [16, 8, 4] && elements == [cx.f32(); 3] {
        let left = Fragment {
            places: vec![(group.clone(), number.clone()), (&group + 8, number.clone())],
            shape: [2, 1],
        };
        let right = Fragment { places: vec![(number, group)], shape: [1, 1] };
        return Some(Product { sizes, tf32: true, fragments: [left, right, sum] });
    }
    if sizes == [16, 8, 16] && elements == [cx.f16(); 3] {
        let left = Fragment { places: pairs(&[0, 8]), shape: [4, 2] };
        let rows = [0, 1, 8, 9].map(|i| (&number * 2 + i, group.clone()));
        let right = Fragment { places: rows.to_vec(), shape: [2, 2] };
        return Some(Product { sizes, tf32: false, fragments: [left, right, sum] });
    }
    None
}

/// Rewrites a product of matrices. `None`, with nothing changed, if there is no instruction for it.
pub fn rewrite(body: &mut Body, op: Op) -> Option<()> {
    let matmul = op.as_op::<MatmulOp>(body)?;
    let operands: Vec<Value> = matmul.inputs(body).chain(matmul.outputs(body)).collect();
    let matrices = <[Value; 3]>::try_from(operands).ok()?;
    let cx = body.cx_arc().clone();
    let memref = |v: Value| cx.type_as::<MemRefType>(body.ty(v)).filter(|m| m.shape.len() == 2);
    let [left, right, sum] = matrices.map(memref);
    let (left, right, sum) = (left?, right?, sum?);
    let sizes = [left.shape[0], right.shape[1], left.shape[1]];
    let product = product(&cx, sizes, [left.elem, right.elem, sum.elem])?;
    let mut b = Builder::before(body, op);
    let id = ThreadIdOp::create(&mut b, Dimension::X);
    let mut vectors = Vec::new();
    for (&matrix, fragment) in matrices.iter().zip(&product.fragments) {
        vectors.push(load(&mut b, matrix, fragment, id)?);
    }
    let vectors = <[Value; 3]>::try_from(vectors).ok()?;
    let result = MmaSyncOp::create(&mut b, vectors, product.sizes, product.tf32);
    store(&mut b, result, matrices[2], &product.fragments[2], id)?;
    body.erase(op);
    Some(())
}

/// The value of an expression of the number of the lane.
fn number(b: &mut Builder<'_>, expr: &AffineExpr, id: Value) -> Option<Value> {
    let map = AffineMap::new(1, 0, vec![expr.clone()]);
    let at = composed_apply(b, &map, &[MixedIndex::Value(id)])?;
    Some(index_arith::value(b, at))
}

/// The positions of the elements of a fragment in its vector.
fn positions(fragment: &Fragment) -> impl Iterator<Item = [MixedIndex; 2]> + use<> {
    let [rows, columns] = fragment.shape;
    (0..rows).flat_map(move |i| (0..columns).map(move |j| [MixedIndex::Static(i), MixedIndex::Static(j)]))
}

/// Loads the elements of a lane.
fn load(b: &mut Builder<'_>, matrix: Value, fragment: &Fragment, id: Value) -> Option<Value> {
    let mut elements = Vec::new();
    for (row, column) in &fragment.places {
        let at = [number(b, row, id)?, number(b, column, id)?];
        elements.push(LoadOp::create(b, matrix, &at));
    }
    let &first = elements.first()?;
    let ty = b.cx().vector(&fragment.shape, b.ty(first));
    let mut vector = BroadcastOp::build(b, first, ty);
    for (element, at) in elements.into_iter().zip(positions(fragment)) {
        vector = InsertOp::create(b, element, vector, &at);
    }
    Some(vector)
}

/// Stores the elements of a lane.
fn store(b: &mut Builder<'_>, vector: Value, matrix: Value, fragment: &Fragment, id: Value) -> Option<()> {
    let elements: Vec<Value> = positions(fragment).map(|at| ExtractOp::create(b, vector, &at)).collect();
    for ((row, column), element) in fragment.places.iter().zip(elements) {
        let at = [number(b, row, id)?, number(b, column, id)?];
        StoreOp::create(b, element, matrix, &at);
    }
    Some(())
}
