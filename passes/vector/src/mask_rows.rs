//! Masks of several dimensions as insertions of rows, and constant masks of one dimension as constants.
//!
//! ```mlir
//! %0 = vector.create_mask %a, %b : vector<2x4xi1>
//! ```
//! becomes, for each row,
//! ```mlir
//! %k = vector.create_mask %b : vector<4xi1>
//! %c = arith.cmpi slt, %c1, %a : index
//! %r = arith.select %c, %k, %none : vector<4xi1>
//! %n = vector.insert %r, %0 [1] : vector<4xi1> into vector<2x4xi1>
//! ```

use strata_arith::{CmpIPredicate, SelectOp, constant_index};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_passes_analysis::index_arith::compare;
use strata_tensor::index_list::statics;
use strata_vector::{ConstantMaskOp, CreateMaskOp, InsertOp};

use crate::shapes::{fixed, row, rows, vector, zeros};

/// Masks of several dimensions become insertions of rows; constant ones of one dimension become constants.
pub const LOWER_MASK: &[PatternRow] = patterns! {
    CreateMaskOp => "lower-create-mask": create_mask,
    ConstantMaskOp => "lower-constant-mask": constant_mask,
};

fn create_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mask = op.as_op::<CreateMaskOp>(rw)?;
    let result = mask.result(rw);
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    if ty.shape.len() < 2 {
        return None;
    }
    let (count, part) = (rows(&ty)?, rw.cx().ty(row(&ty)?));
    let bounds: Vec<Value> = mask.operands(rw).collect();
    let set = CreateMaskOp::build(rw, &bounds[1..], part);
    let clear = zeros(rw, part)?;
    let mut value = zeros(rw, result)?;
    for d in 0..count {
        let at = constant_index(rw, d);
        let inside = compare(rw, CmpIPredicate::Slt, at, bounds[0]);
        let v = SelectOp::build(rw, inside, set, clear);
        value = InsertOp::create(rw, v, value, &fixed(&[d]));
    }
    rw.replace_op(op, &[value]);
    Some(())
}

fn constant_mask(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mask = op.as_op::<ConstantMaskOp>(rw)?;
    let result = mask.result(rw);
    let ty = vector(rw, result)?;
    let result = rw.ty(result);
    let sizes = statics(rw, op, "mask_dim_sizes").to_vec();
    let &set = sizes.first()?;
    if ty.shape.len() < 2 {
        let n = ty.shape.first().copied().unwrap_or(1);
        let attr = if set == 0 || set >= n {
            let bit = rw.cx().int_attr(i64::from(set != 0), rw.cx().i1());
            rw.cx().splat_attr(result, bit)?
        } else {
            rows(&ty)?;
            let bits: Vec<i64> = (0..n).map(|i| i64::from(i < set)).collect();
            rw.cx().dense_i64s(result, &bits)?
        };
        let value = rw.constant("arith", attr, result)?;
        rw.replace_op(op, &[value]);
        return Some(());
    }
    rows(&ty)?;
    let part = rw.cx().ty(row(&ty)?);
    let rest = rw.cx().i64_array(&sizes[1..]);
    let v = ConstantMaskOp::build(rw, rest, part);
    let mut value = zeros(rw, result)?;
    for d in 0..set {
        value = InsertOp::create(rw, v, value, &fixed(&[d]));
    }
    rw.replace_op(op, &[value]);
    Some(())
}
