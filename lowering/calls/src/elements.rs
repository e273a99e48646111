//! Ops on vectors as ops on their elements.
//!
//! ```mlir
//! %0 = math.exp %v : vector<2xf32>
//! ```
//! becomes
//! ```mlir
//! %cst = arith.constant dense<0.0> : vector<2xf32>
//! %0 = vector.extract %v[0] : f32 from vector<2xf32>
//! %1 = … %0 …
//! %2 = vector.insert %1, %cst [0] : f32 into vector<2xf32>
//! …
//! ```

use strata_arith::{constant_float, constant_int};
use strata_ir::{prelude::*, rewrite::conversion::Converted};
use strata_vector::{ExtractOp, InsertOp};

/// The most elements of a vector that are computed one by one.
const MOST_ELEMENTS: i64 = 1 << 16;

/// Computes each element of a vector from the elements of the operands, all of which have its shape.
pub(crate) fn each_element(
    b: &mut Builder<'_>,
    operands: &[Value],
    ty: Type,
    f: &mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Converted<Value>,
) -> Converted<Value> {
    let cx = b.cx_arc().clone();
    let Some(vector) = cx.type_as::<VectorType>(ty) else { return f(b, operands) };
    let elements = countable(vector)?;
    let mut out = match cx.as_float(vector.elem) {
        Some(_) => constant_float(b, 0.0, ty),
        None => constant_int(b, 0, ty),
    };
    for i in 0..elements {
        let at = cx.i64_array(&position(i, &vector.shape));
        let parts: Vec<Value> =
            operands.iter().map(|&v| ExtractOp::build(b, v, &[], at, cx.elem_or_self(b.ty(v)))).collect();
        let element = f(b, &parts)?;
        out = InsertOp::build(b, element, out, &[], at);
    }
    Ok(out)
}

/// The number of elements of a vector whose elements are computed one by one.
pub(crate) fn countable(vector: &VectorType) -> Converted<i64> {
    if vector.scalable.iter().any(|&s| s) {
        return Err("the number of elements of a scalable vector is not known".to_owned());
    }
    let elements = vector.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
    Ok(elements.filter(|&n| n <= MOST_ELEMENTS).ok_or("the vector has too many elements")?)
}

/// The position of an element of a vector; the last dimension varies fastest.
fn position(mut i: i64, shape: &[i64]) -> Vec<i64> {
    let mut at: Vec<i64> = shape
        .iter()
        .rev()
        .map(|&d| {
            let here = i % d.max(1);
            i /= d.max(1);
            here
        })
        .collect();
    at.reverse();
    at
}
