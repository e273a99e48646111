//! A uniform reading of transfers, and what their lowerings have in common.

use strata_arith::{AddIOp, AndIOp, CmpIPredicate};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_passes_analysis::{affine_size::composed_apply, index_arith::compare};
use strata_scf::IfOp;
use strata_tensor::MixedIndex;
use strata_vector::{ExtractOp, MaskOp, TransferReadOp, TransferWriteOp};

use super::ConvertVectorToScf;

/// Marks transfers while they are lowered.
const LABEL: &str = "__vector_to_scf_lowering__";

/// A transfer in either direction.
#[derive(Clone)]
pub(super) struct Transfer {
    /// The op.
    pub op: Op,
    /// The tensor or buffer.
    pub base: Value,
    /// The position of the first element.
    pub indices: Vec<Value>,
    /// The dimensions of the base that the dimensions of the vector run over.
    pub map: AffineMap,
    /// For each dimension of the vector, whether all of it is inside of the base.
    pub in_bounds: Vec<bool>,
    /// The type of the vector.
    pub ty: VectorType,
    /// The padding of a read.
    pub padding: Option<Value>,
    /// The vector of a write.
    pub value: Option<Value>,
    /// The mask of the transferred elements.
    pub mask: Option<Value>,
}

impl Transfer {
    pub(super) fn from_op(b: &Body, op: Op) -> Option<Self> {
        let vector_type = |v| b.cx().type_as::<VectorType>(b.ty(v)).cloned();
        if let Some(o) = op.as_op::<TransferReadOp>(b) {
            return Some(Self {
                op,
                base: o.base(b),
                indices: o.indices(b).collect(),
                map: o.map(b),
                in_bounds: o.bounds(b),
                ty: vector_type(o.vector(b))?,
                padding: Some(o.padding(b)),
                value: None,
                mask: o.mask(b),
            });
        }
        let o = op.as_op::<TransferWriteOp>(b)?;
        Some(Self {
            op,
            base: o.base(b),
            indices: o.indices(b).collect(),
            map: o.map(b),
            in_bounds: o.bounds(b),
            ty: vector_type(o.value_to_store(b))?,
            padding: None,
            value: Some(o.value_to_store(b)),
            mask: o.mask(b),
        })
    }
    pub(super) fn rank(&self) -> usize {
        self.ty.shape.len()
    }
    /// For each dimension of the vector, whether the machine decides its length.
    pub(super) fn scalable(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.rank()).map(|d| self.ty.scalable.get(d) == Some(&true))
    }
    pub(super) fn is_tensor(&self, b: &Body) -> bool {
        b.cx().type_as::<MemRefType>(b.ty(self.base)).is_none()
    }
    /// Whether a dimension is unpacked from the vector, or the transfer becomes a loop over scalars.
    pub(super) fn is_lowered(&self, b: &Body, options: &ConvertVectorToScf) -> bool {
        self.is_unpacked(b, options) || options.target_rank == 1 && self.is_strided(b)
    }
    /// Whether the leading dimension is unpacked.
    pub(super) fn is_unpacked(&self, b: &Body, options: &ConvertVectorToScf) -> bool {
        self.rank() > options.target_rank as usize
            && !self.is_in_mask(b)
            && self.scalable().next() == Some(false)
            && (options.lower_tensors || !self.is_tensor(b))
            && b.cx().elem_or_self(b.ty(self.base)) == self.ty.elem
    }
    /// Whether it is a transfer of one dimension between a vector and scalars that are not adjacent.
    pub(super) fn is_strided(&self, b: &Body) -> bool {
        if self.rank() != 1 || self.map.n_results() != 1 || self.is_tensor(b) || self.is_in_mask(b) {
            return false;
        }
        let strides = strata_memref::layout::strides(b.cx(), b.ty(self.base));
        let adjacent = strides.is_some_and(|s| s.strides.last().is_none_or(|&n| n == 1));
        !(adjacent && self.map.is_minor_identity())
    }
    /// Whether it is the op of a `vector.mask`, which may have one op.
    fn is_in_mask(&self, b: &Body) -> bool {
        MaskOp::around(b, self.op).is_some()
    }
    /// The dimension of the base that the leading one of the vector runs over; `None` if all rows are equal.
    pub(super) fn leading_dim(&self) -> Option<usize> {
        let dim = self.map.results().first()?.as_dim()?;
        usize::try_from(dim).ok()
    }
    pub(super) fn mask_rank(&self, b: &Body) -> Option<usize> {
        b.cx().shaped(b.ty(self.mask?))?.rank()
    }
    /// The map of a row.
    pub(super) fn row_map(&self, cx: &Context) -> Attr {
        cx.affine_map_attr(self.map.drop_results(|i| i == 0))
    }
    /// Which dimensions of a row are inside of the base.
    pub(super) fn row_bounds(&self, cx: &Context) -> Attr {
        cx.array_attr(self.in_bounds.iter().skip(1).map(|&x| cx.bool_attr(x)).collect())
    }
    /// The type of a row; it has no dimension if the vector has one.
    pub(super) fn row_type(&self, cx: &Context) -> Type {
        cx.ty(without_leading_dim(&self.ty))
    }
    /// The position of row `i`.
    pub(super) fn row_indices(&self, b: &mut Builder<'_>, i: Value) -> Vec<Value> {
        let mut indices = self.indices.clone();
        if let Some(index) = self.leading_dim().and_then(|d| indices.get_mut(d)) {
            *index = sum(b, *index, i);
        }
        indices
    }
    /// The transfer of a row, which is marked if it will be lowered too.
    pub(super) fn read_row(
        &self,
        b: &mut Builder<'_>,
        indices: &[Value],
        mask: Option<Value>,
        options: &ConvertVectorToScf,
    ) -> Option<Value> {
        let (map, bounds, ty) = (self.row_map(b.cx()), self.row_bounds(b.cx()), self.row_type(b.cx()));
        let row = TransferReadOp::build(b, self.base, indices, map, self.padding?, mask, bounds, ty);
        if self.rank() > options.target_rank as usize + 1 {
            let op = b.def_op(row)?;
            mark(b, op);
        }
        Some(row)
    }
    /// The transfer of a row to `base`, which is marked if it will be lowered too.
    pub(super) fn write_row(
        &self,
        b: &mut Builder<'_>,
        row: Value,
        base: Value,
        indices: &[Value],
        mask: Option<Value>,
        options: &ConvertVectorToScf,
    ) -> Vec<Value> {
        let (map, bounds) = (self.row_map(b.cx()), self.row_bounds(b.cx()));
        let types: Vec<Type> = b.result_types(self.op).collect();
        let new = TransferWriteOp::build(b, row, base, indices, map, mask, bounds, &types).op();
        if self.rank() > options.target_rank as usize + 1 {
            mark(b, new);
        }
        b.results(new).to_vec()
    }
    /// Whether row `i` is inside of the base and selected by a mask of one dimension; `None` if that is known to be so.
    fn condition(&self, b: &mut Builder<'_>, i: Value) -> Option<Value> {
        let dim = self.leading_dim();
        let mut condition = None;
        if let Some(dim) = dim.filter(|_| self.in_bounds.first() != Some(&true)) {
            let size = match self.is_tensor(b) {
                true => strata_tensor::DimOp::create_or_fold(b, self.base, dim)?,
                false => strata_memref::DimOp::create_or_fold(b, self.base, dim)?,
            };
            let size = size.materialize(b)?;
            let index = sum(b, *self.indices.get(dim)?, i);
            condition = Some(compare(b, CmpIPredicate::Sgt, size, index));
        }
        let bit = match (self.mask, dim, self.rank()) {
            (Some(mask), Some(_), _) if self.mask_rank(b) == Some(1) => {
                Some(ExtractOp::create(b, mask, &[MixedIndex::Value(i)]))
            }
            // The mask of the broadcast of one element is one bit.
            (Some(mask), None, 1) => Some(ExtractOp::create(b, mask, &[MixedIndex::Static(0)])),
            _ => None,
        };
        match (condition, bit) {
            (Some(condition), Some(bit)) => Some(AndIOp::build(b, condition, bit)),
            (condition, bit) => condition.or(bit),
        }
    }
    /// Whether a row has a mask: it has none where a condition has looked at it.
    pub(super) fn row_has_mask(&self, b: &Body) -> bool {
        match self.leading_dim() {
            Some(_) => self.mask_rank(b).is_some_and(|n| n > 1),
            None => self.mask.is_some() && self.rank() > 1,
        }
    }
    /// Emits what happens to row `i` where it is inside of the base and selected, and what happens elsewhere. The values have these types.
    pub(super) fn guarded(
        &self,
        b: &mut Builder<'_>,
        i: Value,
        types: &[Type],
        inside: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
        outside: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    ) -> Vec<Value> {
        let Some(condition) = self.condition(b, i) else { return inside(b) };
        let op = IfOp::create(b, condition, types, inside, outside).op();
        b.results(op).to_vec()
    }
}

pub(super) fn without_leading_dim(ty: &VectorType) -> VectorType {
    let scalable: SmallVec<[bool; 4]> = ty.scalable.iter().skip(1).copied().collect();
    VectorType {
        shape: ty.shape.iter().skip(1).copied().collect(),
        scalable: if scalable.contains(&true) { scalable } else { SmallVec::new() },
        elem: ty.elem,
    }
}

/// The sum of two indices, composed with the ops that compute them.
pub(super) fn sum(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let map = AffineMap::new(2, 0, vec![AffineExpr::dim(0) + AffineExpr::dim(1)]);
    let composed = composed_apply(b, &map, &[x.into(), y.into()]).and_then(|i| i.materialize(b));
    // Expressions have a limit.
    composed.unwrap_or_else(|| AddIOp::build(b, x, y, None))
}

pub(super) fn is_marked(b: &Body, op: Op) -> bool {
    let label = b.cx().intern(LABEL);
    b.extra_attrs(op).iter().any(|a| a.0 == label)
}

pub(super) fn mark(b: &mut Body, op: Op) {
    let (label, unit) = (b.cx().intern(LABEL), b.cx().unit());
    b.set_extra_attr(op, label, Some(unit));
}

/// Removes the marks of transfers that stayed as they are.
pub(super) fn remove_labels(b: &mut Body) {
    let label = b.cx().intern(LABEL);
    for op in b.all_ops() {
        if is_marked(b, op) {
            b.set_extra_attr(op, label, None);
        }
    }
}
