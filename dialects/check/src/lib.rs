//! The `check` dialect: expectations in tests of programs.
//!
//! Its ops are for the interpreter: an expectation that does not hold is an error of the run.

use strata_ir::prelude::*;
use strata_stablehlo::constraints as hlo;

dialect! {
    /// The dialect of expectations.
    check {
        ops: [
            ExpectAlmostEqConstOp, ExpectAlmostEqOp, ExpectCloseOp, ExpectEqConstOp, ExpectEqOp, ExpectSerializedEqOp,
        ],
    }
}

fn ui32(cx: &Context) -> Type {
    cx.ty(IntegerType { width: 32, signedness: Signedness::Unsigned })
}
fn ui64(cx: &Context) -> Type {
    cx.ty(IntegerType { width: 64, signedness: Signedness::Unsigned })
}
fn is_integer_of(cx: &Context, a: Attr, ty: Type) -> bool {
    cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == ty)
}
fn is_inexact(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(|t| hlo::is_float(cx, t.elem) || hlo::is_complex(cx, t.elem))
}

type_constraint! {
    /// Floats or complex numbers.
    InexactTensor = "ranked tensor of floating-point or complex-type values", |ty, cx| is_inexact(cx, ty);
}
attr_constraint! {
    /// A distance.
    F64Attr: FloatAttr = "64-bit float attribute", |a, cx| cx.attr_as::<FloatAttr>(a).is_some_and(|f| f.ty == cx.f64()), form AttrForm::ImpliedType(Context::f64);
    /// The number of a turn.
    Ui32Attr: IntegerAttr = "32-bit unsigned integer attribute", |a, cx| is_integer_of(cx, a, ui32(cx)), form AttrForm::ImpliedType(ui32);
    /// A number of units in the last place.
    Ui64Attr: IntegerAttr = "64-bit unsigned integer attribute", |a, cx| is_integer_of(cx, a, ui64(cx)), form AttrForm::ImpliedType(ui64);
}

/// Requires two types to be the same.
fn same(b: &Body, lhs: Type, rhs: Type, names: &str) -> VerifyResult {
    let cx = b.cx();
    let (l, r) = (cx.type_to_string(lhs), cx.type_to_string(rhs));
    ensure!(lhs == rhs, "failed to verify that all of {{{names}}} have same type; got '{l}' and '{r}'");
    Ok(())
}

/// Declares expectations about two tensors of compatible types: an unknown size fits any.
macro_rules! pairs {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt $tensor:ident $format:tt { $($field:tt)* })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $name, traits = [CompatibleOperandsAndResultType], asm = $format)]
        pub struct $op {
            /// The computed value.
            pub lhs: Operand<$tensor>,
            /// The expected value.
            pub rhs: Operand<$tensor>,
            $($field)*
        }
    )*};
}

use hlo::HloTensor;

pairs! {
    /// Two tensors are equal.
    ExpectEqOp "check.expect_eq" HloTensor "$lhs `,` $rhs attr-dict `:` type($lhs)" {}
    /// Two tensors differ by no more than a tolerance.
    ExpectAlmostEqOp "check.expect_almost_eq" InexactTensor "$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)" {
        /// The tolerance; 0.0001 when it is not given.
        pub tolerance: OptAttr<F64Attr>,
    }
}

/// Two tensors differ by a number of units in the last place.
#[op(
    name = "check.expect_close",
    interfaces = [Verify],
    asm = "$actual `,` $expected (`,` `max_ulp_difference` `=` $max_ulp_difference^)? (`,` `min_ulp_difference` `=` $min_ulp_difference^)? attr-dict `:` type($actual) `,` type($expected)",
)]
pub struct ExpectCloseOp {
    /// The computed value.
    pub actual: Operand<InexactTensor>,
    /// The expected value.
    pub expected: Operand<InexactTensor>,
    /// By how much they may differ at most; by 3 when it is not given.
    pub max_ulp_difference: OptAttr<Ui64Attr>,
    /// By how much they must differ at least.
    pub min_ulp_difference: OptAttr<Ui64Attr>,
}

impl Verify for ExpectCloseOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same(b, b.ty(self.actual(b)), b.ty(self.expected(b)), "actual, expected")
    }
}

/// A tensor equals a constant.
#[op(name = "check.expect_eq_const", same = [value, lhs], asm = "$lhs `,` $value attr-dict")]
pub struct ExpectEqConstOp {
    /// The computed value.
    pub lhs: Operand<hlo::HloTensor>,
    /// The expected value.
    pub value: Attr<hlo::Elements>,
}

/// A tensor differs from a constant by no more than a tolerance.
#[op(
    name = "check.expect_almost_eq_const",
    same = [value, lhs],
    asm = "$lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict",
)]
pub struct ExpectAlmostEqConstOp {
    /// The computed value.
    pub lhs: Operand<InexactTensor>,
    /// The expected value.
    pub value: Attr<hlo::Elements>,
    /// The tolerance; 0.0001 when it is not given.
    pub tolerance: OptAttr<F64Attr>,
}

/// A tensor equals the value that a probe recorded.
#[op(
    name = "check.expect_serialized_eq",
    asm = "$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:` type($expected)"
)]
pub struct ExpectSerializedEqOp {
    /// The expected value.
    pub expected: Operand<hlo::HloTensor>,
    /// The name of the probe.
    pub probe_id: Attr<StringAttr>,
    /// Which of its values; the first when it is not given.
    pub iteration: OptAttr<Ui32Attr>,
}
