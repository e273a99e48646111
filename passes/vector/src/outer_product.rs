//! Outer products as multiply-adds of rows.
//!
//! ```mlir
//! %r = vector.outerproduct %x, %y, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32>
//! ```
//! becomes for each element of `%x`
//! ```mlir
//! %s = vector.broadcast %e : f32 to vector<4xf32>
//! %f = vector.fma %s, %y, %ci : vector<4xf32>
//! ```

use strata_arith::{MulFOp, MulIOp, SelectOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_passes_analysis::combiner::combine;
use strata_vector::{
    BroadcastOp, CombiningKind, ExtractOp, FMAOp, InsertOp, MaskOp, OuterProductOp, TransposeOp,
};

use crate::shapes::{fixed, rows, zeros};

/// Outer products become multiply-adds of rows.
pub const LOWER_OUTER_PRODUCT: &[PatternRow] =
    patterns! { OuterProductOp => "lower-outer-product": lower_outer_product };

/// Products of columns and rows that are broadcast become outer products.
pub const PRODUCT_TO_OUTER_PRODUCT: &[PatternRow] = patterns! {
    MulFOp => "product-to-outer-product": to_outer_product,
    MulIOp => "product-to-outer-product": to_outer_product,
};

/// The vector that is each of the rows of a matrix.
fn broadcast_row(b: &Body, v: Value) -> Option<Value> {
    let source = b.def_as::<BroadcastOp>(v)?.source(b);
    let ty = |v: Value| b.cx().type_as::<VectorType>(b.ty(v));
    let (row, matrix) = (ty(source)?, ty(v)?);
    // A vector of one element may be broadcast along its own dimension.
    (row.shape.len() == 1 && row.shape.last() == matrix.shape.last()).then_some(source)
}

/// `transpose(broadcast x) * broadcast y = outerproduct x, y`.
fn to_outer_product(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let &result = rw.results(op).first()?;
    let ty = rw.ty(result);
    if rw.cx().type_as::<VectorType>(ty)?.shape.len() != 2 {
        return None;
    }
    let parts = |column: Value, row: Value| {
        let transpose = rw.def_as::<TransposeOp>(column)?;
        let swaps = strata_tensor::index_list::statics(rw, transpose.op(), "permutation") == [1, 0];
        swaps.then_some(())?;
        Some([broadcast_row(rw, transpose.vector(rw))?, broadcast_row(rw, row)?])
    };
    let [x, y] = [rw.operand(op, 0), rw.operand(op, 1)];
    let [x, y] = parts(x, y).or_else(|| parts(y, x))?;
    let kind = rw.cx().attr(CombiningKind::Add);
    let value = OuterProductOp::build(rw, x, y, None, Some(kind), ty);
    rw.replace_op(op, &[value]);
    Some(())
}

/// A product that is combined with an accumulator in the lanes of a mask. `None`, with nothing changed, if the kind of the combination is not
/// one of the elements.
pub fn multiply(
    rw: &mut Rewriter<'_>,
    x: Value,
    y: Value,
    acc: Option<Value>,
    kind: CombiningKind,
    mask: Option<Value>,
) -> Option<Value> {
    use CombiningKind as K;
    let is_float = rw.cx().as_float(rw.cx().elem_or_self(rw.ty(x))).is_some();
    let for_floats = matches!(kind, K::Minnumf | K::Maxnumf | K::Minimumf | K::Maximumf);
    let for_ints = matches!(kind, K::And | K::Or | K::Xor | K::Minui | K::Minsi | K::Maxui | K::Maxsi);
    if is_float && for_ints || !is_float && for_floats {
        return None;
    }
    let is_vector = |rw: &Rewriter<'_>, v: Value| rw.cx().type_as::<VectorType>(rw.ty(v)).is_some();
    let value = match acc {
        Some(acc) if is_float && kind == K::Add && is_vector(rw, acc) => FMAOp::build(rw, x, y, acc),
        _ => {
            let product =
                if is_float { MulFOp::build(rw, x, y, None) } else { MulIOp::build(rw, x, y, None) };
            let Some(acc) = acc else { return Some(product) };
            combine(rw, kind, product, acc)?
        }
    };
    // The lanes that are off keep their accumulators.
    Some(match mask.zip(acc) {
        Some((mask, acc)) => SelectOp::build(rw, mask, value, acc),
        None => value,
    })
}

/// Each row is a product of a splat and the vector of columns.
fn lower_outer_product(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let product = op.as_op::<OuterProductOp>(rw)?;
    let around = MaskOp::around(rw, op);
    if around.is_some_and(|m| m.passthru(rw).is_some()) {
        return None;
    }
    let (root, mask) = (around.map_or(op, |m| m.op()), around.map(|m| m.mask(rw)));
    let at = InsertPoint::before(rw, root);
    rw.goto(at);
    let (lhs, rhs, acc) = (product.lhs(rw), product.rhs(rw), product.acc(rw));
    let kind = rw.attr(op, "kind").and_then(|a| rw.cx().attr_as::<CombiningKind>(a).copied());
    let kind = kind.unwrap_or(CombiningKind::Add);
    let result = rw.ty(product.result(rw));
    let ty = rw.cx().type_as::<VectorType>(result)?.clone();
    let row = rw.ty(rhs);
    if rw.cx().type_as::<VectorType>(row).is_none() {
        let splat = rw.ty(lhs);
        let splat = BroadcastOp::build(rw, rhs, splat);
        let value = multiply(rw, lhs, splat, acc, kind, mask)?;
        rw.replace_op(root, &[value]);
        return Some(());
    }
    let count = rows(&ty)?;
    let mut value = zeros(rw, result)?;
    for d in 0..count {
        let at = fixed(&[d]);
        let x = ExtractOp::create(rw, lhs, &at);
        let x = BroadcastOp::build(rw, x, row);
        let start = acc.map(|acc| ExtractOp::create(rw, acc, &at));
        let lanes = mask.map(|m| ExtractOp::create(rw, m, &at));
        let sum = multiply(rw, x, rhs, start, kind, lanes)?;
        value = InsertOp::create(rw, sum, value, &at);
    }
    rw.replace_op(root, &[value]);
    Some(())
}
