//! The `shape` dialect: computing with the shapes of tensors.
//!
//! A shape is a list of sizes: `tensor<Nxindex>`, called an extent tensor, or `!shape.shape`, which may also be an error. A
//! witness is the result of a check of shapes; ops that rely on the check are in a `shape.assuming` of the witness.

use strata_ir::prelude::*;

mod assuming;
mod canonicalize;
mod constraints;
mod fold_shapes;
mod fold_sizes;
mod known;
mod list;
mod reduce;
mod size;
mod value;
mod witness;

pub use assuming::{AssumingOp, AssumingYieldOp};
pub use constraints::is_extent_tensor;
pub use list::{
    AnyOp, BroadcastOp, ConcatOp, ConstShapeOp, FromExtentTensorOp, FromExtentsOp, IsBroadcastableOp,
    ShapeEqOp, ShapeOfOp, SplitAtOp, ToExtentTensorOp,
};
pub use reduce::{ReduceOp, YieldOp};
pub use size::{
    AddOp, ConstSizeOp, DimOp, DivOp, GetExtentOp, IndexToSizeOp, MulOp, NumElementsOp, RankOp, SizeToIndexOp,
};
pub use value::{FuncOp, ReturnOp, ValueOfOp, WithShapeOp};
pub use witness::{AssumingAllOp, ConstWitnessOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp};

/// A shape, or an error.
#[ty(name = "shape.shape")]
pub struct ShapeType;

/// A size, or an error.
#[ty(name = "shape.size")]
pub struct SizeType;

/// A value together with its shape.
#[ty(name = "shape.value_shape")]
pub struct ValueShapeType;

/// That a check of shapes was done.
#[ty(name = "shape.witness")]
pub struct WitnessType;

/// Makes the constant ops of shapes, sizes and witnesses.
fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    let elements = cx.attr_as::<DenseElementsAttr>(value).is_some();
    if elements && (cx.type_as::<ShapeType>(ty).is_some() || is_extent_tensor(cx, ty)) {
        return Some(ConstShapeOp::build(b, value, ty));
    }
    if cx.type_as::<SizeType>(ty).is_some() {
        return Some(ConstSizeOp::build(b, value, ty));
    }
    if cx.type_as::<WitnessType>(ty).is_some() {
        return Some(ConstWitnessOp::build(b, value, ty));
    }
    None
}

dialect! {
    /// Shapes of tensors as values.
    shape {
        constant: materialize_constant,
        types: [ShapeType, SizeType, ValueShapeType, WitnessType],
        ops: [
            AddOp, AnyOp, AssumingAllOp, AssumingOp, AssumingYieldOp, BroadcastOp, ConcatOp, ConstShapeOp, ConstSizeOp,
            ConstWitnessOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, DimOp, DivOp, FromExtentTensorOp,
            FromExtentsOp, FuncOp, GetExtentOp, IndexToSizeOp, IsBroadcastableOp, MulOp, NumElementsOp, RankOp, ReduceOp,
            ReturnOp, ShapeEqOp, ShapeOfOp, SizeToIndexOp, SplitAtOp, ToExtentTensorOp, ValueOfOp, WithShapeOp, YieldOp,
        ],
    }
}
