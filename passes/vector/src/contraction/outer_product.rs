//! Products of matrices, and of matrices and vectors, as sums of outer products.

use strata_arith::{ExtFOp, ExtSIOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{ContractionOp, ExtractOp, IteratorType, OuterProductOp};

use super::Contraction;
use crate::{
    masked::under_mask,
    shapes::{MAX_STEPS, fixed, is_scalable, vector},
    transpose::transposed,
};

/// Products of matrices, and of matrices and vectors, become outer products.
pub(super) const TO_OUTER_PRODUCT: &[PatternRow] =
    patterns! { ContractionOp => "outer-product": to_outer_products };

fn to_outer_products(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let c = Contraction::read(rw, op)?;
    c.start(rw);
    let value = outer_products(rw, &c)?;
    rw.replace_op(c.root, &[value]);
    Some(())
}

/// Factors whose first dimension is the reduction, once they are transposed.
struct Factors {
    /// The factor of rows.
    x: Value,
    /// The factor of columns.
    y: Value,
    flip_x: bool,
    flip_y: bool,
    /// The permutation of the mask that puts the reduction first, and the rows before the columns.
    mask: &'static [i64],
}

/// The sum of outer products that a contraction is; `None`, with nothing changed, if its maps are not those of such a product.
pub(super) fn outer_products(rw: &mut Rewriter<'_>, c: &Contraction) -> Option<Value> {
    let Factors { x, y, flip_x, flip_y, mask: order } = factors(c)?;
    let [_, _, elem] = c.elems(rw);
    [x, y].into_iter().all(|v| is_promotable(rw, v, elem)).then_some(())?;
    let dims = vector(rw, x)?;
    let reduced = usize::from(flip_x);
    let steps = *dims.shape.get(reduced)?;
    if is_scalable(&dims, reduced) || steps > MAX_STEPS {
        return None;
    }
    let x = if flip_x { transposed(rw, x, &[1, 0])? } else { x };
    let y = if flip_y { transposed(rw, y, &[1, 0])? } else { y };
    let mask = match c.mask {
        Some(mask) if !order.is_sorted() => Some(transposed(rw, mask, order)?),
        mask => mask,
    };
    let (kind, ty) = (rw.cx().attr(c.kind), rw.ty(c.acc));
    let mut sum = c.acc;
    for k in 0..steps {
        let at = fixed(&[k]);
        let (a, b) = (ExtractOp::create(rw, x, &at), ExtractOp::create(rw, y, &at));
        let (a, b) = (promoted(rw, a, elem), promoted(rw, b, elem));
        let lanes = mask.map(|m| ExtractOp::create(rw, m, &at));
        sum = under_mask(rw, lanes, ty, |rw| OuterProductOp::build(rw, a, b, Some(sum), Some(kind), ty));
    }
    Some(sum)
}

fn factors(c: &Contraction) -> Option<Factors> {
    use IteratorType::{Parallel as P, Reduction as R};
    match c.iterators[..] {
        [P, P, R] => {
            // Whether the dimensions of a factor are in the other order.
            let side = |map: usize, d: u32| {
                if c.is(map, &[d, 2]) { Some(true) } else { c.is(map, &[2, d]).then_some(false) }
            };
            let (flip_lhs, flip_rhs) = (side(0, 0)?, side(1, 1)?);
            if c.is(2, &[0, 1]) {
                Some(Factors { x: c.lhs, y: c.rhs, flip_x: flip_lhs, flip_y: flip_rhs, mask: &[2, 0, 1] })
            } else if c.is(2, &[1, 0]) {
                Some(Factors { x: c.rhs, y: c.lhs, flip_x: flip_rhs, flip_y: flip_lhs, mask: &[2, 1, 0] })
            } else {
                None
            }
        }
        [P, R] | [R, P] => {
            let (m, k, mask): (u32, u32, &[i64]) =
                if c.iterators[0] == P { (0, 1, &[1, 0]) } else { (1, 0, &[0, 1]) };
            let flip = |map: usize| {
                if c.is(map, &[m, k]) { Some(true) } else { c.is(map, &[k, m]).then_some(false) }
            };
            c.is(2, &[m]).then_some(())?;
            if let (Some(flip_x), true) = (flip(0), c.is(1, &[k])) {
                return Some(Factors { x: c.lhs, y: c.rhs, flip_x, flip_y: false, mask });
            }
            let flip_x = flip(1).filter(|_| c.is(0, &[k]))?;
            Some(Factors { x: c.rhs, y: c.lhs, flip_x, flip_y: false, mask })
        }
        _ => None,
    }
}

/// Whether the elements have a type or can be extended to it.
fn is_promotable(b: &Body, v: Value, to: Type) -> bool {
    let cx = b.cx();
    let from = cx.elem_or_self(b.ty(v));
    let wider = cx.bit_width(from).zip(cx.bit_width(to)).is_some_and(|(from, to)| from < to);
    let same_kind = cx.as_float(from).is_some() == cx.as_float(to).is_some();
    from == to || wider && same_kind && !cx.is_index(from) && !cx.is_index(to)
}

/// The elements extended to a type.
fn promoted(rw: &mut Rewriter<'_>, v: Value, to: Type) -> Value {
    let cx = rw.cx();
    if cx.elem_or_self(rw.ty(v)) == to {
        return v;
    }
    let ty = match cx.type_as::<VectorType>(rw.ty(v)) {
        Some(vector) => cx.ty(VectorType { elem: to, ..vector.clone() }),
        None => to,
    };
    match cx.as_float(to) {
        Some(_) => ExtFOp::build(rw, v, None, ty),
        None => ExtSIOp::build(rw, v, ty),
    }
}
