//! `chlo-legalize-to-stablehlo`: expands client operations to `stablehlo` ops.
//!
//! Before:
//! ```mlir
//! %0 = chlo.broadcast_add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
//! %1 = chlo.atan %0 : tensor<4x8xf32> -> tensor<4x8xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
//! %1 = stablehlo.add %x, %0 : tensor<4x8xf32>
//! %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x8xf32>
//! %2 = stablehlo.atan2 %1, %cst : tensor<4x8xf32>
//! ```
//! Functions of floats narrower than `f32` are computed in `f32`. Dynamic shapes are computed with `stablehlo` ops too, so that no other
//! dialect is involved.

mod bessel;
mod bits;
mod broadcast;
mod complex;
pub(crate) mod emit;
mod erf;
mod gamma;
mod ragged;
mod real;
mod scan;
mod top_k;

use strata_chlo as chlo;
use strata_ir::{core::OpInfo, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::stablehlo_to_linalg::{is_elementwise, is_scan_of_elements};
use emit::{Emit, V};

/// Legalizes from CHLO ops flow to StableHLO and Shape ops.
#[pass(
    name = "chlo-legalize-to-stablehlo",
    class = "ChloLegalizeToStablehloPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct ChloLegalizeToStablehlo {
    /// Keep functions of real numbers that have an op of the math dialect, and scans that combine elements
    #[option(default = false)]
    pub keep_math: bool,
}

impl BodyPass for ChloLegalizeToStablehlo {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(legalize_unless(body, |body, op| self.keep_math && has_math_op(body, op))?)
    }
}

/// Whether `stablehlo-legalize-to-linalg` lowers the op by itself.
fn has_math_op(body: &Body, op: Op) -> bool {
    if is_scan_of_elements(body, op) {
        return true;
    }
    let elem = body.cx().elem_or_self(body.operand_types(op).next().unwrap_or_else(|| body.cx().i1()));
    UNARY.iter().any(|u| is(body, op, u.0))
        && is_elementwise(body.info(op))
        && body.cx().as_float(elem).is_some()
}

/// The kind of an op.
type Kind = fn() -> &'static OpInfo;
/// A function of one tensor.
type Unary = fn(V<'_>) -> V<'_>;
/// A function of two tensors.
type Binary = for<'e> fn(V<'e>, V<'e>) -> V<'e>;

/// The functions of one number: of real numbers, and of complex ones where they are defined.
const UNARY: &[(Kind, Option<Unary>, Option<Unary>)] = &[
    (chlo::AsinAcosKernelOp::info, None, Some(complex::asin_acos_kernel)),
    (chlo::AcosOp::info, Some(real::acos), Some(complex::acos)),
    (chlo::AcoshOp::info, Some(real::acosh), Some(complex::acosh)),
    (chlo::AsinOp::info, Some(real::asin), Some(complex::asin)),
    (chlo::AsinhOp::info, Some(real::asinh), Some(complex::asinh)),
    (chlo::AtanOp::info, Some(real::atan), Some(complex::atan)),
    (chlo::AtanhOp::info, Some(real::atanh), Some(complex::atanh)),
    (chlo::BesselI1eOp::info, Some(bessel::bessel_i1e), None),
    (chlo::ConjOp::info, Some(|x| x), Some(complex::conj)),
    (chlo::CoshOp::info, Some(real::cosh), Some(complex::cosh)),
    (chlo::DigammaOp::info, Some(gamma::digamma), None),
    (chlo::ErfOp::info, Some(erf::erf), None),
    (chlo::ErfInvOp::info, Some(erf::erf_inv), None),
    (chlo::ErfcOp::info, Some(erf::erfc), None),
    (chlo::IsInfOp::info, Some(real::is_inf), None),
    (chlo::IsNegInfOp::info, Some(real::is_neg_inf), None),
    (chlo::IsPosInfOp::info, Some(real::is_pos_inf), None),
    (chlo::LgammaOp::info, Some(gamma::lgamma), None),
    (chlo::SinhOp::info, Some(real::sinh), Some(complex::sinh)),
    (chlo::SquareOp::info, Some(real::square), Some(complex::square)),
    (chlo::TanOp::info, Some(real::tan), Some(real::tan)),
];

/// The functions of two numbers, and whether they are computed in `f32` for narrower floats.
const BINARY: &[(Kind, Binary, bool)] = &[
    (chlo::MulhiOp::info, bits::mulhi, false),
    (chlo::NextAfterOp::info, bits::next_after, false),
    (chlo::PolygammaOp::info, gamma::polygamma, true),
    (chlo::ZetaOp::info, gamma::zeta, true),
];

fn is(body: &Body, op: Op, kind: Kind) -> bool {
    std::ptr::eq(body.info(op), kind())
}

/// Lowers all `chlo` ops of `body`; an op that cannot be lowered stays, and is named in an error.
pub fn legalize(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    legalize_unless(body, |_, _| false)
}

/// Lowers the `chlo` ops of `body` for which `keep` does not hold.
fn legalize_unless(body: &mut Body, keep: impl Fn(&Body, Op) -> bool) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for op in body.all_ops() {
        // The terminator of a scan is erased together with the scan.
        let ours = |op: Op| body.info(op).dialect() == "chlo" || top_k::is_dynamic(body, op);
        if !body.is_live(op) || !ours(op) || keep(body, op) {
            continue;
        }
        let (name, loc) = (body.op_name(op).to_owned(), body.loc(op));
        match lower(&mut Builder::before(body, op), op) {
            Ok(values) => {
                for (i, new) in values.into_iter().enumerate() {
                    let old = body.result(op, i);
                    body.replace_all_uses(old, new);
                }
                body.erase(op);
            }
            Err(why) => errors.push(Diagnostic::error(
                loc,
                format!("failed to legalize operation '{name}' that was explicitly marked illegal: {why}"),
            )),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The values that replace the results of an op.
fn lower(b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, String> {
    if let Some(&(_, real, complex)) = UNARY.iter().find(|u| is(b, op, u.0)) {
        return unary(b, op, real, complex).map(|v| vec![v]);
    }
    if let Some(&(_, function, widen)) = BINARY.iter().find(|u| is(b, op, u.0)) {
        let [x, y] = [b.operand(op, 0), b.operand(op, 1)];
        ranked(b, &[x, y])?;
        let e = Emit::new(b);
        let (x, y) = (e.value(x), e.value(y));
        let value = if widen { upcast2(x, y, function) } else { function(x, y) };
        return Ok(vec![value.value]);
    }
    if b.op_name(op).starts_with("chlo.broadcast_") {
        return broadcast::lower(b, op).map(|v| vec![v]);
    }
    if let Some(op) = op.as_op::<chlo::ConstantOp>(b) {
        let (value, ty) = (op.value(b).raw(), b.ty(op.output(b)));
        return Ok(vec![strata_stablehlo::ConstantOp::build(b, value, ty)]);
    }
    if let Some(op) = op.as_op::<chlo::ConstantLikeOp>(b) {
        let (operand, value) = (op.operand(b), op.value(b).raw());
        ranked(b, &[operand])?;
        if b.cx().attr_as::<IntegerAttr>(value).is_none() && b.cx().attr_as::<FloatAttr>(value).is_none() {
            return Err("its value is neither an integer nor a float".into());
        }
        let e = Emit::new(b);
        return Ok(vec![e.value(operand).splat(value).value]);
    }
    if let Some(op) = op.as_op::<chlo::TopKOp>(b) {
        return top_k::lower(b, op);
    }
    if top_k::is_dynamic(b, op) {
        return top_k::lower_dynamic(b, op);
    }
    if let Some(op) = op.as_op::<chlo::RaggedDotOp>(b) {
        return ragged::lower(b, op).map(|v| vec![v]);
    }
    if let Some(op) = op.as_op::<chlo::ScanOp>(b) {
        return scan::lower(b, op);
    }
    Err("it is not known".into())
}

/// Requires ranked tensors.
fn ranked(b: &Body, values: &[Value]) -> Result<(), String> {
    let ok = values.iter().all(|&v| b.cx().type_as::<TensorType>(b.ty(v)).is_some());
    if ok { Ok(()) } else { Err("operands must be ranked".into()) }
}

fn unary(b: &mut Builder<'_>, op: Op, real: Option<Unary>, complex: Option<Unary>) -> Result<Value, String> {
    let x = b.operand(op, 0);
    ranked(b, &[x])?;
    let elem = b.cx().elem_or_self(b.ty(x));
    let is_complex = b.cx().type_as::<ComplexType>(elem).is_some();
    let result = b.cx().elem_or_self(b.ty(b.result(op, 0)));
    let e = Emit::new(b);
    let x = e.value(x);
    if is_complex {
        let function = complex.ok_or("it is not defined for complex numbers")?;
        return Ok(function(x).value);
    }
    let function = real.ok_or("it is defined for complex numbers only")?;
    let value = function(widened(x));
    Ok(if result == elem { value.convert(elem) } else { value }.value)
}

/// The value, with at least the precision of `f32`.
fn widened(x: V<'_>) -> V<'_> {
    let is_narrow = x.cx().bit_width(x.elem()).is_some_and(|w| w < 32);
    if is_narrow { x.convert(x.cx().f32()) } else { x }
}

/// A function of two numbers, computed with at least the precision of `f32`.
fn upcast2<'e>(x: V<'e>, y: V<'e>, function: Binary) -> V<'e> {
    function(widened(x), widened(y)).convert(x.elem())
}
