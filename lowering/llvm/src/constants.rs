//! Constants of converted types.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::engine::{Lower, Lowered};

/// A constant of a converted type.
pub(crate) fn constant_of(l: &mut Lower<'_>, attr: Attr, ty: Type) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    if l.options.upstream {
        return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
    }
    if let Some(i) = cx.attr_as::<IntegerAttr>(attr) {
        if let Some(n) = i.value.as_i64() {
            return Ok(l.int(n, ty));
        }
        let attr = cx.attr(IntegerAttr { value: i.value.clone(), ty });
        return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
    }
    if let Some(f) = cx.attr_as::<FloatAttr>(attr) {
        if f.ty == ty {
            return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
        }
        // A narrow float is represented by its bits.
        let width = cx.bit_width(ty).unwrap_or(8);
        let value = strata_ir::num::ApInt::from_u128(width, f.bits);
        let attr = cx.attr(IntegerAttr { value, ty });
        return Ok(llvm::ConstantOp::build(&mut l.at(), attr, ty));
    }
    let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) else {
        return Err(format!("constant {} is not supported", cx.attr_to_string(attr)));
    };
    // One-dimensional vectors have constants; arrays of them are built by insertions.
    let lanes = |ty: Type| cx.type_as::<VectorType>(ty).and_then(|v| v.shape.first().copied()).unwrap_or(1);
    let mut inner = ty;
    while let Some(a) = cx.type_as::<llvm::ArrayType>(inner) {
        inner = a.elem;
    }
    let n = usize::try_from(lanes(inner)).unwrap_or(1);
    let bytes = dense.elem_bytes(&cx) * n;
    let mut at = 0usize;
    l.each_vector(&[], ty, &mut |l, _, ty| {
        let part = if dense.splat {
            cx.splat_bytes(ty, &dense.data)
        } else {
            let data = dense.data.get(at..at + bytes).ok_or("has a constant of the wrong size")?;
            at += bytes;
            cx.dense_attr(ty, data).ok_or("has a constant of the wrong size")?
        };
        Ok(llvm::ConstantOp::build(&mut l.at(), part, ty))
    })
}
