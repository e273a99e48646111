//! Ops that give one size.

use strata_ir::prelude::*;

use crate::constraints::{ShapeOrExtents, ShapedOrValueShape, Size, SizeOrIndex, size_holds_errors};

/// Declares ops on two sizes.
macro_rules! arithmetic {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($more:ident)?];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            traits = [Pure $(, $more)?],
            interfaces = [Verify, Fold],
            asm = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)",
        )]
        pub struct $op {
            /// The first operand.
            pub lhs: Operand<SizeOrIndex>,
            /// The second operand.
            pub rhs: Operand<SizeOrIndex>,
            /// The result.
            pub result: Res<SizeOrIndex>,
        }

        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                size_holds_errors(b, self.op())
            }
        }
    )*};
}

arithmetic! {
    /// The sum of two sizes.
    AddOp "shape.add" [Commutative];
    /// The quotient of two sizes, rounded towards minus infinity.
    DivOp "shape.div" [];
    /// The product of two sizes.
    MulOp "shape.mul" [Commutative];
}

/// A known size.
#[op(name = "shape.const_size", traits = [Pure, ConstantLike], interfaces = [ResultNames], asm = "$value attr-dict")]
pub struct ConstSizeOp {
    /// The number.
    pub value: Attr<IndexAttr>,
    /// The size.
    pub result: Res<Size>,
}

impl ResultNames for ConstSizeOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        if let Some(n) = b.cx().attr_i64(self.value(b).raw()) {
            name(self.result(b), &format!("c{n}"));
        }
    }
}

/// The size of a dimension of a value.
#[op(
    name = "shape.dim",
    traits = [Pure], interfaces = [Fold],
    asm = "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)",
)]
pub struct DimOp {
    /// The value.
    pub value: Operand<ShapedOrValueShape>,
    /// The number of the dimension.
    pub index: Operand<SizeOrIndex>,
    /// Its size.
    pub extent: Res<SizeOrIndex>,
}

/// The size of a dimension of a shape.
#[op(
    name = "shape.get_extent",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)",
)]
pub struct GetExtentOp {
    /// The shape.
    pub shape: Operand<ShapeOrExtents>,
    /// The number of the dimension.
    pub dim: Operand<SizeOrIndex>,
    /// Its size.
    pub extent: Res<SizeOrIndex>,
}

impl Verify for GetExtentOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        size_holds_errors(b, self.op())
    }
}

/// An `index` as a size.
#[op(name = "shape.index_to_size", traits = [Pure], interfaces = [Fold], asm = "$arg attr-dict")]
pub struct IndexToSizeOp {
    /// The index.
    pub arg: Operand<Index>,
    /// The size.
    pub result: Res<Size>,
}

/// The product of all sizes of a shape.
#[op(
    name = "shape.num_elements",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$shape attr-dict `:` type($shape) `->` type($result)",
)]
pub struct NumElementsOp {
    /// The shape.
    pub shape: Operand<ShapeOrExtents>,
    /// The number of elements.
    pub result: Res<SizeOrIndex>,
}

impl Verify for NumElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        size_holds_errors(b, self.op())
    }
}

/// The number of dimensions of a shape.
#[op(
    name = "shape.rank",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$shape attr-dict `:` type($shape) `->` type($rank)",
)]
pub struct RankOp {
    /// The shape.
    pub shape: Operand<ShapeOrExtents>,
    /// How many dimensions it has.
    pub rank: Res<SizeOrIndex>,
}

impl Verify for RankOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        size_holds_errors(b, self.op())
    }
}

/// A size as an `index`.
#[op(name = "shape.size_to_index", traits = [Pure], interfaces = [Fold], asm = "$arg attr-dict `:` type($arg)")]
pub struct SizeToIndexOp {
    /// The size.
    pub arg: Operand<SizeOrIndex>,
    /// The index.
    pub result: Res<Index>,
}
