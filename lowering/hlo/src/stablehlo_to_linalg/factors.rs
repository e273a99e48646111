//! Interpretation of the factors of products: signedness, and precision.
//!
//! | `f32` factors | precision |
//! |---|---|
//! | `HIGHEST`, an algorithm of `f32`, one with six or nine products of parts of `bf16` | `ieee` |
//! | `DEFAULT` | what the option `default-precision` says |
//! | `HIGH` | the same, at least `tf32x3` |
//! | an algorithm of `tf32`, `f16`, `bf16` or 8 bits with one product | `tf32` |
//! | one with three products of parts of `tf32` or `bf16` | `tf32x3` |
//!
//! So no product is less precise than its op requires.

use strata_ir::prelude::*;
use strata_linalg::{InputPrecision, LinalgOp, TypeFn};
use strata_stablehlo as hlo;

use super::{
    Lowered,
    state::Lowering,
    types::{self, Kind},
};

/// The interpretation of the factors of a product.
#[derive(Clone, Copy)]
pub(super) struct Factors {
    /// Whether each is an unsigned integer or a boolean.
    unsigned: [bool; 2],
    /// The precision of `f32` factors.
    precision: InputPrecision,
}

impl Factors {
    /// Those of the product or convolution `op` on old values.
    pub(super) fn from_op(l: &Lowering, b: &Body, op: Op) -> Lowered<Self> {
        let kind = |i| types::kind(b.cx(), b.cx().elem_or_self(b.ty(b.operand(op, i))));
        let kinds = [kind(0)?, kind(1)?];
        // The sign of booleans is lost where both factors are.
        let all_booleans = kinds == [Kind::Pred; 2];
        let unsigned = kinds.map(|k| k == Kind::Unsigned || k == Kind::Pred && !all_booleans);
        let precision = l.options.default_precision.map(|default| asked(b, op, default));
        Ok(Self { unsigned, precision: precision.unwrap_or_default() })
    }

    /// How integers of each factor are extended.
    pub(super) fn casts(self) -> [TypeFn; 2] {
        self.unsigned.map(|unsigned| if unsigned { TypeFn::CastUnsigned } else { TypeFn::CastSigned })
    }

    /// How those of both are, as ops with a name have it; `None` if they differ.
    pub(super) fn cast(self) -> Option<TypeFn> {
        let [x, y] = self.casts();
        (x == y).then_some(x)
    }

    /// Sets the precision attribute of a product of `f32`.
    pub(super) fn note(self, b: &mut Body, op: Op) {
        let f32 = b.cx().f32();
        let all = b.operands(op).all(|v| b.cx().elem_or_self(b.ty(v)) == f32);
        let sums = op
            .cast::<dyn LinalgOp>(b)
            .is_some_and(|op| op.iterator_types(b).contains(&strata_linalg::IteratorType::Reduction));
        if all && sums {
            self.precision.set(b, op);
        }
    }
}

/// The lowest precision that `op` allows.
fn asked(b: &Body, op: Op, default: InputPrecision) -> InputPrecision {
    if let Some(algorithm) = b.attr(op, "algorithm").and_then(|a| b.cx().attr_as::<hlo::DotAlgorithm>(a)) {
        return of_algorithm(b.cx(), algorithm);
    }
    let list = b.attr(op, "precision_config").and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    let one = |a: &Attr| match b.cx().attr_as::<hlo::Precision>(*a) {
        Some(hlo::Precision::Highest) => InputPrecision::Ieee,
        Some(hlo::Precision::High) => InputPrecision::Tf32x3,
        _ => InputPrecision::Tf32,
    };
    // The more precise factor decides.
    list.iter().flat_map(|l| &l.0).map(one).fold(default, Ord::max)
}

fn of_algorithm(cx: &Context, algorithm: &hlo::DotAlgorithm) -> InputPrecision {
    let name = |t: Type| cx.as_float(t).map_or("", |f| f.name());
    let [left, right] = [algorithm.lhs_precision_type, algorithm.rhs_precision_type].map(name);
    let few_bits = |n: &str| matches!(n, "tf32" | "bf16" | "f16") || n.starts_with("f8E");
    match algorithm.num_primitive_operations {
        1 if few_bits(left) && few_bits(right) => InputPrecision::Tf32,
        3 => InputPrecision::Tf32x3,
        _ => InputPrecision::Ieee,
    }
}
