//! Masks that select all lanes or none, and simplifications of ops with such masks.

use strata_ir::prelude::*;
use strata_tensor::index_list::{constant_index, statics};

use crate::{
    CompressStoreOp, ConstantMaskOp, CreateMaskOp, ExpandLoadOp, GatherOp, LoadOp, MaskedLoadOp,
    MaskedStoreOp, ScatterOp, StepOp, StoreOp, constraints::vector_of,
};

/// Whether a mask selects all lanes or none; `None` when that is not known, or neither.
pub fn mask_format(b: &Body, mask: Value) -> Option<bool> {
    let cx = b.cx();
    let v = vector_of(b, mask)?;
    let bounds = if v.shape.is_empty() { &[1][..] } else { &v.shape[..] };
    if let Some(m) = b.def_as::<ConstantMaskOp>(mask) {
        let sizes = statics(b, m.op(), "mask_dim_sizes");
        return all_or_none(sizes.iter().zip(bounds).map(|(&s, &d)| (Some(s), d)));
    }
    if let Some(m) = b.def_as::<CreateMaskOp>(mask) {
        // A scalable dimension is larger than its number.
        let scalable = v.scalable.contains(&true);
        let sizes = m.operands(b).map(|o| constant_index(b, o));
        return all_or_none(sizes.zip(bounds).map(|(s, &d)| (s, if scalable { i64::MAX } else { d })));
    }
    let value = constant_value(b, mask)?;
    match cx.splat_value(value) {
        Some(lane) => Some(cx.attr_i64(lane)? != 0),
        None => {
            let lanes = cx.attr_as::<DenseElementsAttr>(value)?.to_i64s(cx)?;
            let first = *lanes.first()? != 0;
            lanes.iter().all(|&l| (l != 0) == first).then_some(first)
        }
    }
}

/// From how many lanes are set, and how many there are, in each dimension.
fn all_or_none(dims: impl Iterator<Item = (Option<i64>, i64)>) -> Option<bool> {
    let (mut all, mut none) = (true, false);
    for (set, size) in dims {
        all &= set.is_some_and(|s| s >= size);
        none |= set.is_some_and(|s| s <= 0);
    }
    if none { Some(false) } else { all.then_some(true) }
}

macro_rules! masked_loads {
    ($($(#[$meta:meta])* $op:ident;)*) => {$(
        $(#[$meta])*
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                let value = match mask_format(rw, self.mask(rw))? {
                    false => self.pass_thru(rw),
                    true => {
                        let (base, ty) = (self.base(rw), rw.ty(self.result(rw)));
                        let indices: Vec<Value> = self.indices(rw).collect();
                        // As upstream, the alignment is not kept.
                        LoadOp::build(rw, base, &indices, None, None, ty)
                    }
                };
                rw.replace_op(*self, &[value]);
                Some(())
            }
        }
    )*};
}
masked_loads! {
    /// With all lanes it is a plain load, with none the pass-through value.
    MaskedLoadOp;
    /// With all lanes it is a plain load, with none the pass-through value.
    ExpandLoadOp;
}

macro_rules! masked_stores {
    ($($(#[$meta:meta])* $op:ident;)*) => {$(
        $(#[$meta])*
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                if mask_format(rw, self.mask(rw))? {
                    let (base, v) = (self.base(rw), self.value_to_store(rw));
                    let indices: Vec<Value> = self.indices(rw).collect();
                    StoreOp::build(rw, v, base, &indices, None, None);
                }
                rw.erase_op(*self);
                Some(())
            }
        }
    )*};
}
masked_stores! {
    /// All lanes are a plain store, none is nothing.
    MaskedStoreOp;
    /// All lanes are a plain store, none is nothing.
    CompressStoreOp;
}

/// Whether the lanes of `indices` are 0, 1, 2 and so on.
fn is_consecutive(b: &Body, indices: Value) -> bool {
    if b.def_as::<StepOp>(indices).is_some() {
        return true;
    }
    let lanes = || b.cx().attr_as::<DenseElementsAttr>(constant_value(b, indices)?)?.to_i64s(b.cx());
    let single = vector_of(b, indices).is_some_and(|v| v.shape.len() == 1 && v.scalable.is_empty());
    single && lanes().is_some_and(|lanes| lanes.iter().enumerate().all(|(i, &l)| l == i as i64))
}

/// Without lanes the result is the pass-through value; with consecutive indices it is a masked load.
impl Canonicalize for GatherOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (base, mask, value) = (self.base(rw), self.mask(rw), self.pass_thru(rw));
        let new = if mask_format(rw, mask) == Some(false) {
            value
        } else {
            let buffer = rw.cx().type_as::<MemRefType>(rw.ty(base)).is_some();
            let at: Vec<Value> = self.offsets(rw).collect();
            let ty = rw.ty(self.result(rw));
            let alignment = self.alignment(rw).map(Into::into);
            (buffer && is_consecutive(rw, self.indices(rw)))
                .then(|| MaskedLoadOp::build(rw, base, &at, mask, value, alignment, ty))?
        };
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
/// Without lanes nothing is written; to consecutive elements it is a masked store.
impl Canonicalize for ScatterOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (base, mask, value) = (self.base(rw), self.mask(rw), self.value_to_store(rw));
        if mask_format(rw, mask) != Some(false) {
            let buffer = rw.cx().type_as::<MemRefType>(rw.ty(base)).is_some();
            if !buffer || !is_consecutive(rw, self.indices(rw)) {
                return None;
            }
            let at: Vec<Value> = self.offsets(rw).collect();
            let alignment = self.alignment(rw).map(Into::into);
            MaskedStoreOp::build(rw, base, &at, mask, value, alignment);
            rw.erase_op(*self);
            return Some(());
        }
        match self.result(rw) {
            Some(_) => rw.replace_op(*self, &[base]),
            None => rw.erase_op(*self),
        }
        Some(())
    }
}
