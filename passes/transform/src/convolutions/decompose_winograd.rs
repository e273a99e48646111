//! The transforms of Winograd's convolutions as loops of products with constant matrices.
//!
//! ```mlir
//! %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%y : tensor<6x6x5x2xf32>) …
//! ```
//! becomes
//! ```mlir
//! %r = scf.for %f = %c0 to %c2 step %c1 iter_args(…) {
//!   scf.for %c = %c0 to %c5 step %c1 iter_args(…) {
//!     %x = tensor.extract_slice %w[%f, %c0, %c0, %c] [1, 3, 3, 1] [1, 1, 1, 1] : tensor<2x3x3x5xf32> to tensor<3x3xf32>
//!     %g = linalg.matmul ins(%left, %x : tensor<6x3xf32>, tensor<3x3xf32>) outs(%z0 : tensor<6x3xf32>) …
//!     %t = linalg.matmul ins(%g, %right : tensor<6x3xf32>, tensor<3x6xf32>) outs(%z1 : tensor<6x6xf32>) …
//!     tensor.insert_slice %t into …
//! ```
//! A side of size one is not multiplied. The result of the output's transform is scaled and added to the output.

use strata_affine::ApplyOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{
    FillOp, GenericOp, IteratorType, MatmulOp, WinogradFilterTransformOp, WinogradInputTransformOp,
    WinogradOutputTransformOp, payload,
};
use strata_passes_structured::winograd::{Form, Matrix, Winograd, constant, matrices};
use strata_scf::ForOp;
use strata_tensor::{EmptyOp, ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::static_shape;

/// Makes one tile from the tensors and the induction variables of the loops.
type Tile<'t> = &'t mut dyn FnMut(&mut Builder<'_>, Value, &[Value]) -> Option<Value>;

/// Replaces a transform of floats by loops; returns the outermost one. `None`, with nothing changed, for any other op, and where sizes are
/// not known.
pub fn decompose_winograd(body: &mut Body, op: Op) -> Option<Op> {
    let w = matrices(body.cx().attr_i64(body.attr(op, "fmr")?)?)?;
    let (x, init) = (body.operand(op, 0), body.operand(op, 1));
    let elem = body.cx().elem_or_self(body.ty(x));
    body.cx().as_float(elem)?;
    let is_static = |v: Value| {
        body.cx().shaped(body.ty(v)).and_then(|s| s.shape).is_some_and(|s| s.iter().all(|&n| n >= 0))
    };
    if !is_static(x) || !is_static(init) {
        return None;
    }
    let mut b = Builder::before(body, op);
    let tiles = Tiles { w, x, elem };
    let value = if op.isa::<WinogradFilterTransformOp>(&b) {
        tiles.filter(&mut b, init)
    } else if op.isa::<WinogradInputTransformOp>(&b) {
        tiles.input(&mut b, init)
    } else if op.isa::<WinogradOutputTransformOp>(&b) {
        tiles.output(&mut b, init)
    } else {
        None
    }?;
    let outer = b.def_op(value)?;
    crate::loops::replace(body, op, &[value]);
    Some(outer)
}

/// Whether an op is one of the transforms.
pub fn is_winograd(body: &Body, op: Op) -> bool {
    op.isa::<WinogradFilterTransformOp>(body)
        || op.isa::<WinogradInputTransformOp>(body)
        || op.isa::<WinogradOutputTransformOp>(body)
}

/// Loops from zero to `sizes`, the outermost first, that carry one tensor.
fn nest(b: &mut Builder<'_>, sizes: &[i64], zero: Value, init: Value, tile: Tile<'_>) -> Option<Value> {
    let uppers: Vec<Value> = sizes.iter().map(|&n| strata_arith::constant_index(b, n)).collect();
    let one = strata_arith::constant_index(b, 1);
    nest_from(b, &uppers, [zero, one], init, &mut Vec::new(), tile)
}

fn nest_from(
    b: &mut Builder<'_>,
    uppers: &[Value],
    [zero, one]: [Value; 2],
    init: Value,
    ivs: &mut Vec<Value>,
    tile: Tile<'_>,
) -> Option<Value> {
    let Some((&upper, inner)) = uppers.split_first() else { return tile(b, init, ivs) };
    let mut made = None;
    let op = ForOp::create(b, [zero, upper, one], &[init], |b, iv, carried| {
        ivs.push(iv);
        made = nest_from(b, inner, [zero, one], carried[0], ivs, tile);
        vec![made.unwrap_or(carried[0])]
    });
    made.map(|_| b.result(op.op(), 0))
}

/// A product of a matrix and the tile before, from one side.
#[derive(Clone, Copy)]
enum Factor {
    Left(&'static Matrix),
    /// The transpose of the matrix is the right factor.
    Right(&'static Matrix),
}

struct Tiles {
    w: &'static Winograd,
    x: Value,
    elem: Type,
}

impl Tiles {
    /// The value with the matrix on the sides that are transformed. The last product is added to `init`, if that is given.
    fn multiply(
        &self,
        b: &mut Builder<'_>,
        mut tile: Value,
        matrix: &'static Matrix,
        [left, right]: [bool; 2],
        zero: Value,
        init: Option<Value>,
    ) -> Option<Value> {
        let left = left.then_some(Factor::Left(matrix));
        let right = right.then_some(Factor::Right(matrix));
        let factors: Vec<Factor> = left.into_iter().chain(right).collect();
        for (i, &factor) in factors.iter().enumerate() {
            let [rows, columns] = static_shape::<2>(b, tile)?;
            let n = matrix.rows.len() as i64;
            let shape = if matches!(factor, Factor::Left(_)) { [n, columns] } else { [rows, n] };
            let dest = match init.filter(|_| i + 1 == factors.len()) {
                Some(init) => init,
                None => {
                    let empty = EmptyOp::create(b, &shape.map(MixedIndex::Static), self.elem);
                    let fill = FillOp::create(b, &[zero], empty).ok()?.op();
                    b.result(fill, 0)
                }
            };
            let inputs = match factor {
                Factor::Left(matrix) => [constant(b, matrix, Form::Plain, self.elem)?, tile],
                Factor::Right(matrix) => [tile, constant(b, matrix, Form::Transposed, self.elem)?],
            };
            let product = MatmulOp::create(b, inputs, dest, &[]).ok()?.op();
            tile = b.result(product, 0);
        }
        Some(tile)
    }
    /// A part of a tensor as a matrix.
    fn matrix_of(
        &self,
        b: &mut Builder<'_>,
        v: Value,
        offsets: &[MixedIndex],
        sizes: &[i64],
        shape: [i64; 2],
    ) -> Value {
        let ty = b.cx().tensor(&shape, self.elem);
        let sizes: Vec<MixedIndex> = sizes.iter().map(|&n| n.into()).collect();
        let ones = vec![MixedIndex::Static(1); sizes.len()];
        ExtractSliceOp::of_type(b, v, offsets, &sizes, &ones, ty)
    }
    fn put(
        &self,
        b: &mut Builder<'_>,
        tile: Value,
        into: Value,
        offsets: &[MixedIndex],
        sizes: &[i64],
    ) -> Value {
        let sizes: Vec<MixedIndex> = sizes.iter().map(|&n| n.into()).collect();
        let ones = vec![MixedIndex::Static(1); sizes.len()];
        InsertSliceOp::create(b, tile, into, offsets, &sizes, &ones)
    }
    /// The first elements of the tiles that are at these induction variables.
    fn corner(&self, b: &mut Builder<'_>, ivs: [Value; 2], sides: [bool; 2]) -> [MixedIndex; 2] {
        let step = |transformed: bool| if transformed { self.w.m } else { 1 };
        [0, 1].map(|i| {
            let map = AffineMap::new(1, 0, vec![AffineExpr::dim(0) * step(sides[i])]);
            MixedIndex::Value(ApplyOp::create(b, map, &[ivs[i]]))
        })
    }
    /// `(f, h, w, c)` to `(alpha, alpha, c, f)`.
    fn filter(&self, b: &mut Builder<'_>, init: Value) -> Option<Value> {
        let [f, h, width, c] = static_shape::<4>(b, self.x)?;
        let [alpha_h, alpha_w, ..] = static_shape::<4>(b, init)?;
        let zero = strata_arith::constant_index(b, 0);
        nest(b, &[f, c], zero, init, &mut |b, carried, ivs| {
            let [f, none, c] = [ivs[0], zero, ivs[1]].map(MixedIndex::Value);
            let tile = self.matrix_of(b, self.x, &[f, none, none, c], &[1, h, width, 1], [h, width]);
            let number = strata_arith::constant_float(b, 0.0, self.elem);
            let tile = self.multiply(b, tile, &self.w.filter, [h != 1, width != 1], number, None)?;
            Some(self.put(b, tile, carried, &[none, none, c, f], &[alpha_h, alpha_w, 1, 1]))
        })
    }
    /// `(n, h, w, c)` to `(alpha, alpha, tiles, tiles, n, c)`.
    fn input(&self, b: &mut Builder<'_>, init: Value) -> Option<Value> {
        let [alpha_h, alpha_w, tiles_h, tiles_w, n, c] = static_shape::<6>(b, init)?;
        let sides = [alpha_h != 1, alpha_w != 1];
        let zero = strata_arith::constant_index(b, 0);
        nest(b, &[tiles_h, tiles_w, n, c], zero, init, &mut |b, carried, ivs| {
            let [down, right] = self.corner(b, [ivs[0], ivs[1]], sides);
            let [th, tw, n, c] = [ivs[0], ivs[1], ivs[2], ivs[3]].map(MixedIndex::Value);
            let tile = self.matrix_of(
                b,
                self.x,
                &[n, down, right, c],
                &[1, alpha_h, alpha_w, 1],
                [alpha_h, alpha_w],
            );
            let number = strata_arith::constant_float(b, 0.0, self.elem);
            let tile = self.multiply(b, tile, &self.w.input, sides, number, None)?;
            let start = MixedIndex::Static(0);
            Some(self.put(b, tile, carried, &[start, start, th, tw, n, c], &[alpha_h, alpha_w, 1, 1, 1, 1]))
        })
    }
    /// `(alpha, alpha, tiles, tiles, n, f)` to `(n, h, w, f)`, added to the contents of the output.
    fn output(&self, b: &mut Builder<'_>, init: Value) -> Option<Value> {
        let [alpha_h, alpha_w, tiles_h, tiles_w, n, f] = static_shape::<6>(b, self.x)?;
        let sides = [alpha_h != 1, alpha_w != 1];
        let [height, width] = sides.map(|transformed| if transformed { self.w.m } else { 1 });
        let factor: f64 = sides.iter().filter(|&&transformed| transformed).map(|_| self.w.factor).product();
        let zero = strata_arith::constant_index(b, 0);
        nest(b, &[tiles_h, tiles_w, n, f], zero, init, &mut |b, carried, ivs| {
            let [th, tw, n, f] = [ivs[0], ivs[1], ivs[2], ivs[3]].map(MixedIndex::Value);
            let start = MixedIndex::Static(0);
            let from = [start, start, th, tw, n, f];
            let tile = self.matrix_of(b, self.x, &from, &[alpha_h, alpha_w, 1, 1, 1, 1], [alpha_h, alpha_w]);
            let number = strata_arith::constant_float(b, 0.0, self.elem);
            let [down, right] = self.corner(b, [ivs[0], ivs[1]], sides);
            let place = [n, down, right, f];
            let old = self.matrix_of(b, carried, &place, &[1, height, width, 1], [height, width]);
            // Without a factor the last product adds to the output.
            let sum = Some(old).filter(|_| factor == 1.0);
            let tile = self.multiply(b, tile, &self.w.output, sides, number, sum)?;
            let tile = if sum.is_some() { tile } else { self.scale_and_add(b, factor, tile, old)? };
            Some(self.put(b, tile, carried, &place, &[1, height, width, 1]))
        })
    }
    /// `factor * tile + old`.
    fn scale_and_add(&self, b: &mut Builder<'_>, factor: f64, tile: Value, old: Value) -> Option<Value> {
        let factor = strata_arith::constant_float(b, factor, self.elem);
        let maps = [AffineMap::new(2, 0, Vec::new()), AffineMap::identity(2), AffineMap::identity(2)];
        let (ty, kinds) = (b.ty(old), [IteratorType::Parallel; 2]);
        let mut sum = None;
        let op = GenericOp::build_with(b, &[factor, tile], &[old], &maps, &kinds, &[ty], |b, args| {
            let product = payload::op(b, "arith.mulf", &[args[0], args[1]], self.elem).ok();
            sum = product.and_then(|p| payload::op(b, "arith.addf", &[p, args[2]], self.elem).ok());
            sum.into_iter().collect()
        });
        sum.map(|_| b.result(op.op(), 0))
    }
}
