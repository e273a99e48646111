//! `arith-emulate-unsupported-floats` and `math-extend-to-supported-types`: compute on wider floats.
//!
//! Before:
//! ```mlir
//! %0 = math.exp %x : f16
//! ```
//! After:
//! ```mlir
//! %0 = arith.extf %x fastmath<contract> : f16 to f32
//! %1 = math.exp %0 : f32
//! %2 = arith.truncf %1 fastmath<contract> : f32 to f16
//! ```

use strata_arith::{ExtFOp, TruncFOp};
use strata_ir::{
    core::{Diagnostic, InsertPoint, Location},
    num::FloatFormat,
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{arith_builder::contract, dialect_conversion::fold};

/// Emulate operations on unsupported floats with extf/truncf
#[pass(name = "arith-emulate-unsupported-floats", class = "ArithEmulateUnsupportedFloats", each_body)]
pub struct EmulateUnsupportedFloats {
    /// MLIR types without arithmetic support on a given target
    pub source_types: Vec<String>,
    /// MLIR type to convert the unsupported source types to
    #[option(default = "f32".to_owned())]
    pub target_type: String,
    /// Operations that the target has for the source types all the same
    pub native_ops: Vec<String>,
}

/// Legalize floating-point math ops on low-precision floats
#[pass(name = "math-extend-to-supported-types", class = "MathExtendToSupportedTypes", each_body)]
pub struct ExtendToSupportedTypes {
    /// MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported)
    pub extra_types: Vec<String>,
    /// MLIR type to convert the unsupported source types to
    #[option(default = "f32".to_owned())]
    pub target_type: String,
}

/// The float type with this name, given in an option for a `what` type.
fn float(cx: &Context, name: &str, what: &str) -> Result<Type, Diagnostic> {
    let format = FloatFormat::from_name(name.trim());
    format.map(|f| cx.float_type(f)).ok_or_else(|| {
        let message = format!("could not map {what} type '{name}' to a known floating-point type");
        Diagnostic::error(Location::UNKNOWN, message)
    })
}

fn floats(cx: &Context, names: &[String]) -> Result<Vec<Type>, Diagnostic> {
    names.iter().map(|name| float(cx, name, "source")).collect()
}

/// Ops of `vector` with arithmetic.
const VECTOR_OPS: [&str; 6] = [
    "vector.contract",
    "vector.reduction",
    "vector.multi_reduction",
    "vector.fma",
    "vector.outerproduct",
    "vector.scan",
];

impl BodyPass for EmulateUnsupportedFloats {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let (sources, target) = (floats(&cx, &self.source_types)?, float(&cx, &self.target_type, "target")?);
        if sources.contains(&target) {
            let message = "target type cannot be an unsupported source type";
            return Err(Diagnostic::error(Location::UNKNOWN, message).into());
        }
        let computes = |b: &Body, op: Op| {
            let name = b.op_name(op);
            let moves = matches!(
                name,
                "arith.constant"
                    | "arith.bitcast"
                    | "arith.select"
                    | "arith.extf"
                    | "arith.truncf"
                    | "arith.scaling_extf"
                    | "arith.scaling_truncf"
            );
            let native = self.native_ops.iter().any(|op| op == name);
            !native && (name.starts_with("arith.") && !moves || VECTOR_OPS.contains(&name))
        };
        widen(body, &computes, &|elem| sources.contains(&elem).then_some(target));
        Ok(())
    }
}

impl BodyPass for ExtendToSupportedTypes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let (mut supported, target) =
            (floats(&cx, &self.extra_types)?, float(&cx, &self.target_type, "target")?);
        supported.extend([cx.f32(), cx.float_type(FloatFormat::F64), target]);
        // `math.fma` is excluded: narrow types are made for sums of products.
        let computes = |b: &Body, op: Op| b.op_name(op).starts_with("math.") && b.op_name(op) != "math.fma";
        let wide = |elem: Type| (cx.as_float(elem).is_some() && !supported.contains(&elem)).then_some(target);
        widen(body, &computes, &wide);
        Ok(())
    }
}

/// Makes the ops for which `computes` holds compute in the types that `wide` returns for their element types.
fn widen(body: &mut Body, computes: &dyn Fn(&Body, Op) -> bool, wide: &dyn Fn(Type) -> Option<Type>) {
    let cx = body.cx_arc().clone();
    let flags = Some(contract(&cx));
    let widened = |ty: Type| wide(cx.elem_or_self(ty)).map(|elem| cx.with_elem(ty, elem));
    let mut extended: Vec<(Value, Value)> = Vec::new();
    for op in body.all_ops() {
        let narrow = body.operand_types(op).chain(body.result_types(op)).any(|t| widened(t).is_some());
        if !narrow || !computes(body, op) || !body.regions(op).is_empty() || fold(body, op) {
            continue;
        }
        for i in 0..body.num_operands(op) {
            let v = body.operand(op, i);
            let Some(ty) = widened(body.ty(v)) else { continue };
            let known = extended.iter().find(|e| e.0 == v && body.is_live_value(e.1));
            let new = match known {
                Some(e) => e.1,
                None => {
                    let new = extend(body, v, ty, flags);
                    extended.push((v, new));
                    new
                }
            };
            body.set_operand(op, i, new);
        }
        let mut after = op;
        for old in body.results(op).to_vec() {
            let ty = body.ty(old);
            let Some(wide) = widened(ty) else { continue };
            body.set_type(old, wide);
            let narrow = TruncFOp::build(&mut Builder::after(body, after), old, None, flags, ty);
            let Some(made) = body.def_op(narrow) else { continue };
            let users: Vec<(Op, usize)> = body.uses_of(old).filter(|u| u.0 != made).collect();
            for (user, i) in users {
                body.set_operand(user, i, narrow);
            }
            after = made;
        }
    }
}

/// Extends `v` directly after its definition, so that all its users can share the result.
fn extend(body: &mut Body, v: Value, ty: Type, flags: Option<Attr>) -> Value {
    let at = match body.def_op(v) {
        Some(op) => InsertPoint::after(body, op),
        None => match body.def_block(v) {
            Some(block) => InsertPoint::at_start(body, block),
            None => return v,
        },
    };
    let loc = body.value_loc(v);
    ExtFOp::build(&mut Builder::new(body, at, loc), v, flags, ty)
}
