//! Writes of transposed vectors whose length the machine decides.
//!
//! ```mlir
//! %t = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
//! vector.transfer_write %t, %m[%i, %j] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
//! ```
//! becomes a loop over the rows of the result, each of which is made of one element of each row of `%v`.

use strata_arith::{MulIOp, constant_index};
use strata_ir::prelude::*;
use strata_scf::ForOp;
use strata_tensor::{MixedIndex, index_list::statics};
use strata_vector::{
    ConstantMaskOp, CreateMaskOp, ExtractOp, FromElementsOp, TransferWriteOp, TransposeOp, VectorScaleOp,
};

use super::{ConvertVectorToScf, transfer::Transfer};

/// Multiples of the factor by which lengths are scaled.
#[derive(Default)]
struct Scale(Option<Value>);

impl Scale {
    fn times(&mut self, b: &mut Builder<'_>, n: i64) -> Value {
        let index = b.cx().index();
        let scale = *self.0.get_or_insert_with(|| VectorScaleOp::build(b, index));
        let n = constant_index(b, n);
        MulIOp::build(b, scale, n, None)
    }
}

/// How many elements of each dimension a mask selects; `None` if that is not known.
fn mask_sizes(b: &mut Builder<'_>, mask: Value, scale: &mut Scale) -> Option<Vec<MixedIndex>> {
    if let Some(op) = b.def_as::<CreateMaskOp>(mask) {
        return Some(op.operands(b).map(MixedIndex::Value).collect());
    }
    let op = b.def_as::<ConstantMaskOp>(mask)?;
    let sizes = statics(b, op.op(), "mask_dim_sizes").to_vec();
    let scalable = b.cx().type_as::<VectorType>(b.ty(mask))?.scalable.clone();
    let size = |(d, n)| match scalable.get(d) {
        Some(true) => MixedIndex::Value(scale.times(b, n)),
        _ => MixedIndex::Static(n),
    };
    Some(sizes.into_iter().enumerate().map(size).collect())
}

/// The vector whose transpose is written.
fn transposed(b: &Body, t: &Transfer) -> Option<Value> {
    let op = b.def_as::<TransposeOp>(t.value?)?;
    (statics(b, op.op(), "permutation") == [1, 0]).then(|| op.vector(b))
}

/// Makes the write of a transposed vector a loop over its rows.
pub(super) fn write_transposed(op: Op, rw: &mut Rewriter<'_>, options: &ConvertVectorToScf) -> Option<()> {
    let t = Transfer::from_op(rw, op)?;
    let is_tensor = t.is_tensor(rw);
    let &[rows, columns] = &t.ty.shape[..] else { return None };
    let fits = !is_tensor || options.lower_tensors;
    let is_leading = t.scalable().eq([true, false]);
    let limit = i64::from(rw.cx().limits().unroll_ops);
    if !fits || !is_leading || !t.map.is_identity() || t.in_bounds.first() != Some(&true) || columns > limit {
        return None;
    }
    let source = transposed(rw, &t)?;
    let mut scale = Scale::default();
    let sizes = match t.mask {
        Some(mask) => Some(mask_sizes(rw, mask, &mut scale)?),
        None => None,
    };
    let parts: Vec<Value> =
        (0..columns).map(|i| ExtractOp::create(rw, source, &[MixedIndex::Static(i)])).collect();
    let zero = constant_index(rw, 0);
    let end = match sizes.as_ref().and_then(|s| s.first()) {
        Some(size) => size.materialize(rw)?,
        None => scale.times(rw, rows),
    };
    let one = constant_index(rw, 1);
    let row_ty = t.row_type(rw.cx());
    let row_mask = match sizes {
        Some(sizes) => {
            let sizes: Vec<Value> = sizes.into_iter().skip(1).filter_map(|s| s.materialize(rw)).collect();
            let ty = rw.cx().vector(&[columns], rw.cx().i1());
            Some(CreateMaskOp::build(rw, &sizes, ty))
        }
        None => None,
    };
    let state: Vec<Value> = is_tensor.then_some(t.base).into_iter().collect();
    let result = ForOp::create(rw, [zero, end, one], &state, |b, i, state| {
        let indices = t.row_indices(b, i);
        let elements: Vec<Value> =
            parts.iter().map(|&part| ExtractOp::create(b, part, &[MixedIndex::Value(i)])).collect();
        let row = FromElementsOp::build(b, &elements, row_ty);
        let base = state.first().copied().unwrap_or(t.base);
        let bounds: Vec<bool> = t.in_bounds.iter().skip(1).copied().collect();
        let Some(write) = TransferWriteOp::create(b, row, base, &indices, None, &bounds) else {
            return state.to_vec();
        };
        if let Some(mask) = row_mask {
            b.set_operand_group(write.op(), 3, &[mask]);
        }
        b.results(write.op()).to_vec()
    });
    let values = rw.results(result.op()).to_vec();
    rw.replace_op(op, &values);
    Some(())
}
