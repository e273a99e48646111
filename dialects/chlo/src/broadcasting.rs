//! Binary ops that broadcast their operands to one shape.

use strata_ir::prelude::*;

use crate::{ComparisonDirection, ComparisonType, constraints::*};

/// The sizes of a ranked tensor type.
fn sizes(cx: &Context, ty: Type) -> Option<&[i64]> {
    cx.type_as::<TensorType>(ty).map(|t| &t.shape[..])
}

/// The shape to which shapes broadcast: aligned at their ends, or as the attribute says for two of different rank.
fn broadcast(shapes: &[&[i64]], dims: Option<&[i64]>) -> Result<Dims, String> {
    let rank = shapes.iter().map(|s| s.len()).max().unwrap_or(0);
    let mut out: Dims = smallvec![1; rank];
    for shape in shapes {
        for (i, &n) in shape.iter().enumerate() {
            let explicit = dims.filter(|d| shape.len() < rank && d.len() == shape.len());
            let at = explicit.map_or(Some(rank - shape.len() + i), |d| usize::try_from(d[i]).ok());
            let Some(slot) = at.and_then(|at| out.get_mut(at)) else {
                return Err("broadcast_dimensions contains invalid value".into());
            };
            *slot = match (*slot, n) {
                (1, n) => n,
                (m, 1) => m,
                (DYNAMIC, n) | (n, DYNAMIC) => n,
                (m, n) if m == n => m,
                _ => {
                    let text: Vec<String> = shapes
                        .iter()
                        .map(|s| {
                            format!("[{}]", s.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
                        })
                        .collect();
                    return Err(format!("operands have incompatible shapes {}", text.join(" and ")));
                }
            };
        }
    }
    Ok(out)
}

/// The type to which two operands broadcast, with the element type `elem`.
fn result(b: &Body, op: Op, elem: Type) -> Result<SmallVec<[Type; 2]>, String> {
    let cx = b.cx();
    let dims = b.attr(op, "broadcast_dimensions");
    let dims = dims.and_then(|a| cx.attr_as::<DenseArrayAttr>(a)).map(|a| &a.values[..]);
    let types: Vec<Type> = b.operand_types(op).collect();
    let shapes: Option<Vec<&[i64]>> = types.iter().map(|&t| sizes(cx, t)).collect();
    let Some(shapes) = shapes else { return Ok(smallvec![cx.ty(UnrankedTensorType { elem })]) };
    Ok(smallvec![cx.tensor(&broadcast(&shapes, dims)?, elem)])
}

fn first_elem(b: &Body, op: Op) -> Type {
    b.cx().elem_or_self(b.ty(b.operand(op, 0)))
}
fn complex_elem(b: &Body, op: Op) -> Type {
    b.cx().ty(ComplexType { elem: first_elem(b, op) })
}

macro_rules! broadcasting {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($t:ident)?] $elem:ident;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            traits = [Pure $(, $t)?],
            interfaces = [InferTypes],
            asm = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)",
        )]
        pub struct $op {
            /// Left operand.
            pub lhs: Operand<Tensor>,
            /// Right operand.
            pub rhs: Operand<Tensor>,
            /// The dimensions of the result for those of the operand of lower rank.
            pub broadcast_dimensions: OptAttr<I64Array>,
            /// The value of the function for each pair of elements.
            pub result: Res<Tensor>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                result(b, self.op(), $elem(b, self.op()))
            }
        }
    )*};
}

broadcasting! {
    /// Sum.
    BroadcastAddOp "chlo.broadcast_add" [Commutative] first_elem;
    /// And.
    BroadcastAndOp "chlo.broadcast_and" [Commutative] first_elem;
    /// Angle of a point.
    BroadcastAtan2Op "chlo.broadcast_atan2" [] first_elem;
    /// Complex numbers from their parts.
    BroadcastComplexOp "chlo.broadcast_complex" [] complex_elem;
    /// Quotient.
    BroadcastDivOp "chlo.broadcast_divide" [] first_elem;
    /// Maximum.
    BroadcastMaxOp "chlo.broadcast_maximum" [Commutative] first_elem;
    /// Minimum.
    BroadcastMinOp "chlo.broadcast_minimum" [Commutative] first_elem;
    /// Product.
    BroadcastMulOp "chlo.broadcast_multiply" [Commutative] first_elem;
    /// The next float.
    BroadcastNextAfterOp "chlo.broadcast_next_after" [] first_elem;
    /// Or.
    BroadcastOrOp "chlo.broadcast_or" [Commutative] first_elem;
    /// Polygamma function.
    BroadcastPolygammaOp "chlo.broadcast_polygamma" [] first_elem;
    /// Power.
    BroadcastPowOp "chlo.broadcast_power" [] first_elem;
    /// Remainder.
    BroadcastRemOp "chlo.broadcast_remainder" [] first_elem;
    /// Shift to the left.
    BroadcastShiftLeftOp "chlo.broadcast_shift_left" [] first_elem;
    /// Shift to the right that keeps the sign.
    BroadcastShiftRightArithmeticOp "chlo.broadcast_shift_right_arithmetic" [] first_elem;
    /// Shift to the right that fills with zeros.
    BroadcastShiftRightLogicalOp "chlo.broadcast_shift_right_logical" [] first_elem;
    /// Difference.
    BroadcastSubOp "chlo.broadcast_subtract" [] first_elem;
    /// Exclusive or.
    BroadcastXorOp "chlo.broadcast_xor" [Commutative] first_elem;
    /// Hurwitz zeta function.
    BroadcastZetaOp "chlo.broadcast_zeta" [] first_elem;
}

/// Comparison.
#[op(
    name = "chlo.broadcast_compare",
    traits = [Pure],
    interfaces = [InferTypes],
    asm = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)",
)]
pub struct BroadcastCompareOp {
    /// Left operand.
    pub lhs: Operand<Tensor>,
    /// Right operand.
    pub rhs: Operand<Tensor>,
    /// The dimensions of the result for those of the operand of lower rank.
    pub broadcast_dimensions: OptAttr<I64Array>,
    /// The comparison.
    pub comparison_direction: Attr<ComparisonDirection>,
    /// The order.
    pub compare_type: OptAttr<ComparisonType>,
    /// Whether it holds.
    pub result: Res<PredTensor>,
}

impl InferTypes for BroadcastCompareOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        result(b, self.op(), b.cx().i1())
    }
}

/// Choice.
#[op(
    name = "chlo.broadcast_select",
    traits = [Pure],
    interfaces = [InferTypes],
    asm = "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)",
)]
pub struct BroadcastSelectOp {
    /// Which one.
    pub pred: Operand<PredTensor>,
    /// Taken where it is true.
    pub on_true: Operand<Tensor>,
    /// Taken where it is false.
    pub on_false: Operand<Tensor>,
    /// The elements.
    pub result: Res<Tensor>,
}

impl InferTypes for BroadcastSelectOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        result(b, self.op(), b.cx().elem_or_self(b.ty(self.on_true(b))))
    }
}
