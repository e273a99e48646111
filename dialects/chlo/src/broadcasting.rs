//! Binary ops that broadcast their operands to one shape.

use strata_ir::prelude::*;
use strata_stablehlo::facts::*;
use strata_stablehlo::{TypeExtensions, infer};

use crate::{ComparisonDirection, ComparisonType, constraints::*};

/// A shape, with the bounds of its unknown sizes.
#[derive(Default)]
struct Shape {
    sizes: Dims,
    bounds: Dims,
}

/// The shape of a ranked tensor type.
fn shape(cx: &Context, ty: Type) -> Option<Shape> {
    let t = cx.type_as::<TensorType>(ty)?;
    let bounds = (0..t.shape.len()).map(|i| infer::bound(cx, t, i).unwrap_or(DYNAMIC)).collect();
    Some(Shape { sizes: t.shape.iter().copied().collect(), bounds })
}

/// The size to which two sizes broadcast. A known size greater than 1 takes precedence over an unknown one.
fn join(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (1, n) | (n, 1) => Some(n),
        (DYNAMIC, n) | (n, DYNAMIC) => Some(if n > 1 { n } else { DYNAMIC }),
        (a, b) => (a == b).then_some(a),
    }
}

/// The shape to which shapes broadcast, without bounds: aligned at their ends, or by the attribute, which maps the
/// dimensions of the operand of lower rank, or of the first one if ranks are equal.
fn broadcast(shapes: &[Shape], dims: Option<&[i64]>) -> Option<Shape> {
    let rank = shapes.iter().map(|s| s.sizes.len()).max().unwrap_or(0);
    let lower =
        usize::from(shapes.first().is_some_and(|s| shapes.iter().any(|o| o.sizes.len() < s.sizes.len())));
    let mut out = Shape { sizes: smallvec![1; rank], bounds: smallvec![DYNAMIC; rank] };
    for (k, shape) in shapes.iter().enumerate() {
        let own = shape.sizes.len();
        let dims = dims.filter(|_| k == lower);
        if dims.is_some_and(|dims| dims.len() != own) {
            return None;
        }
        for (i, &size) in shape.sizes.iter().enumerate() {
            let at = match dims {
                Some(dims) => usize::try_from(dims[i]).ok()?,
                None => rank - own + i,
            };
            let slot = out.sizes.get_mut(at)?;
            *slot = join(*slot, size)?;
        }
    }
    Some(out)
}

/// The same where some sizes have bounds: a size with a bound goes with the same bound or with 1.
fn broadcast_bounded(shapes: &[Shape]) -> Option<Shape> {
    let rank = shapes.iter().map(|s| s.sizes.len()).max().unwrap_or(0);
    let mut out = Shape { sizes: smallvec![1; rank], bounds: smallvec![DYNAMIC; rank] };
    for shape in shapes {
        let skipped = rank - shape.sizes.len();
        for (i, dim) in shape.sizes.iter().copied().zip(shape.bounds.iter().copied()).enumerate() {
            let at = skipped + i;
            let own = (out.sizes[at], out.bounds[at]);
            if own == (1, DYNAMIC) {
                (out.sizes[at], out.bounds[at]) = dim;
            } else if dim != (1, DYNAMIC) && dim != own {
                return None;
            }
        }
    }
    Some(out)
}

/// The type to which the operands broadcast, with the element type `elem`. As in StableHLO it is unranked where they
/// do not fit.
fn result(b: &Body, op: Op, elem: Type) -> SmallVec<[Type; 2]> {
    let cx = b.cx();
    let dims = b.attr(op, "broadcast_dimensions");
    let dims = dims.and_then(|a| cx.attr_as::<DenseArrayAttr>(a)).map(|a| &a.values[..]);
    let shapes: Option<Vec<Shape>> = b.operand_types(op).map(|t| shape(cx, t)).collect();
    let tensor = |t| cx.type_as::<TensorType>(t);
    // As upstream: bounds count where no operand has unknown sizes without any.
    let encoded = |t: Type| tensor(t).is_some_and(|t| t.encoding.is_some());
    let known = |t: Type| tensor(t).is_some_and(|t| !t.shape.contains(&DYNAMIC));
    let bounded = b.operand_types(op).any(encoded) && b.operand_types(op).all(|t| encoded(t) || known(t));
    let join = |shapes: Vec<Shape>| {
        if bounded && dims.is_none() { broadcast_bounded(&shapes) } else { broadcast(&shapes, dims) }
    };
    let Some(out) = shapes.and_then(join) else {
        return smallvec![cx.ty(UnrankedTensorType { elem })];
    };
    let is_bounded = out.bounds.iter().any(|&b| b != DYNAMIC);
    let encoding = is_bounded.then(|| cx.attr(TypeExtensions { bounds: out.bounds }));
    smallvec![cx.ty(TensorType { shape: out.sizes, elem, encoding })]
}

/// The check of the element types of operands and results, before the type of the result is inferred.
enum Elements {
    /// They are equal.
    Same,
    /// They are equal, where a quantized type is compared by its expressed type.
    Compatible,
    /// Nothing: they are compared when the type of the result is inferred.
    Inferred,
}
use Elements::{Compatible, Inferred, Same};

/// Checks the element types, and the type of the result.
fn verify(op: Op, b: &Body, elements: Elements, inferred: Result<infer::Types, String>) -> VerifyResult {
    let cx = b.cx();
    let mut all = b.operand_types(op).chain(b.result_types(op)).map(|t| cx.elem_or_self(t));
    let first = all.next();
    let alike = |t| match elements {
        Compatible => first.is_none_or(|first| infer::compatible_elements(cx, t, first)),
        Same | Inferred => Some(t) == first,
    };
    let same = all.all(alike);
    match elements {
        Same => ensure!(same, "requires the same element type for all operands and results"),
        Compatible => ensure!(same, "requires compatible element types for all operands and results"),
        Inferred => {}
    }
    infer::verify_results(op, b, inferred)
}

/// The types of results with the element type `elem`, for ops whose operands have one element type.
fn of_equal(b: &Body, op: Op, elem: Type) -> Result<infer::Types, String> {
    let mut operands = b.operand_types(op).map(|t| b.cx().elem_or_self(t));
    let first = operands.next();
    if operands.any(|t| Some(t) != first) {
        return Err("mismatched operand types".into());
    }
    Ok(result(b, op, elem))
}

fn first_elem(b: &Body, op: Op) -> Type {
    b.cx().elem_or_self(b.ty(b.operand(op, 0)))
}
fn complex_elem(b: &Body, op: Op) -> Type {
    b.cx().ty(ComplexType { elem: first_elem(b, op) })
}

macro_rules! broadcasting {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] [$($t:ident)?] $operand:ident -> $result:ident, $elem:ident $elements:ident;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure $(, $t)?],
            interfaces = [InferTypes, Verify],
            asm = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)",
        )]
        pub struct $op {
            /// Left operand.
            pub lhs: Operand<$operand>,
            /// Right operand.
            pub rhs: Operand<$operand>,
            /// The dimensions of the result for those of the operand of lower rank.
            pub broadcast_dimensions: OptAttr<I64Array>,
            /// The value of the function for each pair of elements.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                let elem = $elem(b, self.op());
                match $elements {
                    Inferred => of_equal(b, self.op(), elem),
                    Same | Compatible => Ok(result(b, self.op(), elem)),
                }
            }
        }
        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify(self.op(), b, $elements, self.infer_types(b))
            }
        }
    )*};
}

broadcasting! {
    /// Sum.
    BroadcastAddOp "chlo.broadcast_add" [Rounds] [Commutative] Tensor -> Tensor, first_elem Compatible;
    /// And.
    BroadcastAndOp "chlo.broadcast_and" [Bitwise] [Commutative] PredOrIntTensor -> Tensor, first_elem Inferred;
    /// Angle of a point.
    BroadcastAtan2Op "chlo.broadcast_atan2" [Transcendental] [] Tensor -> Tensor, first_elem Same;
    /// Complex numbers from their parts.
    BroadcastComplexOp "chlo.broadcast_complex" [Bitwise] [] FpTensor -> ComplexTensor, complex_elem Inferred;
    /// Quotient.
    BroadcastDivOp "chlo.broadcast_divide" [Rounds] [] Tensor -> Tensor, first_elem Same;
    /// Maximum.
    BroadcastMaxOp "chlo.broadcast_maximum" [Exact] [Commutative] Tensor -> Tensor, first_elem Compatible;
    /// Minimum.
    BroadcastMinOp "chlo.broadcast_minimum" [Exact] [Commutative] Tensor -> Tensor, first_elem Compatible;
    /// Product.
    BroadcastMulOp "chlo.broadcast_multiply" [Rounds] [Commutative] Tensor -> Tensor, first_elem Same;
    /// The next float.
    BroadcastNextAfterOp "chlo.broadcast_next_after" [Exact] [] Tensor -> Tensor, first_elem Same;
    /// Or.
    BroadcastOrOp "chlo.broadcast_or" [Bitwise] [Commutative] PredOrIntTensor -> Tensor, first_elem Inferred;
    /// Polygamma function.
    BroadcastPolygammaOp "chlo.broadcast_polygamma" [Transcendental] [] Tensor -> Tensor, first_elem Same;
    /// Power.
    BroadcastPowOp "chlo.broadcast_power" [Transcendental] [] Tensor -> Tensor, first_elem Same;
    /// Remainder.
    BroadcastRemOp "chlo.broadcast_remainder" [Rounds] [] Tensor -> Tensor, first_elem Same;
    /// Shift to the left.
    BroadcastShiftLeftOp "chlo.broadcast_shift_left" [Bitwise] [] Tensor -> Tensor, first_elem Same;
    /// Shift to the right that keeps the sign.
    BroadcastShiftRightArithmeticOp "chlo.broadcast_shift_right_arithmetic" [Bitwise] [] Tensor -> Tensor, first_elem Same;
    /// Shift to the right that fills with zeros.
    BroadcastShiftRightLogicalOp "chlo.broadcast_shift_right_logical" [Bitwise] [] Tensor -> Tensor, first_elem Same;
    /// Difference.
    BroadcastSubOp "chlo.broadcast_subtract" [Rounds] [] Tensor -> Tensor, first_elem Same;
    /// Exclusive or.
    BroadcastXorOp "chlo.broadcast_xor" [Bitwise] [Commutative] PredOrIntTensor -> Tensor, first_elem Inferred;
    /// Hurwitz zeta function.
    BroadcastZetaOp "chlo.broadcast_zeta" [Transcendental] [] FpTensor -> FpTensor, first_elem Same;
}

/// Comparison.
#[op(
    name = "chlo.broadcast_compare",
    facts = [Exact],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
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
        if !infer::compatible_elements(b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b))) {
            return Err("mismatched operand types".into());
        }
        Ok(result(b, self.op(), b.cx().i1()))
    }
}
impl Verify for BroadcastCompareOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(self.op(), b, Inferred, self.infer_types(b))
    }
}

/// Choice.
#[op(
    name = "chlo.broadcast_select",
    facts = [MovesElements],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)",
)]
pub struct BroadcastSelectOp {
    /// Which one.
    pub pred: Operand<strata_stablehlo::constraints::PredTensor>,
    /// Taken where it is true.
    pub on_true: Operand<Tensor>,
    /// Taken where it is false.
    pub on_false: Operand<Tensor>,
    /// The elements.
    pub result: Res<Tensor>,
}

impl InferTypes for BroadcastSelectOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let elem = b.cx().elem_or_self(b.ty(self.on_true(b)));
        if elem != b.cx().elem_or_self(b.ty(self.on_false(b))) {
            return Err("mismatched operand types".into());
        }
        Ok(result(b, self.op(), elem))
    }
}
impl Verify for BroadcastSelectOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}
