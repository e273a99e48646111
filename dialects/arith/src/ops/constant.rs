//! `arith.constant`.

use strata_ir::prelude::*;

/// An integer, float or elements constant.
#[op(
    name = "arith.constant",
    traits = [Pure, ConstantLike],
    interfaces = [Verify, ResultNames],
    same = [value, result],
    asm = "attr-dict $value",
)]
pub struct ConstantOp {
    /// The value.
    pub value: Attr<TypedAttr>,
    /// The value as an operand.
    pub result: Res<AnyType>,
}

impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = b.ty(self.result(b));
        let value: Attr = self.value(b).into();
        if let Some(int) = cx.as_int(ty) {
            ensure!(int.signedness == Signedness::Signless, "integer return type must be signless");
        }
        let dense = cx.attr_as::<DenseElementsAttr>(value);
        let elements = dense.is_some()
            || cx.attr_as::<DenseResourceAttr>(value).is_some()
            || cx.attr_as::<SparseElementsAttr>(value).is_some();
        ensure!(
            elements
                || cx.attr_as::<IntegerAttr>(value).is_some()
                || cx.attr_as::<FloatAttr>(value).is_some(),
            "value must be an integer, float, or elements attribute"
        );
        let scalable = cx.type_as::<VectorType>(ty).is_some_and(|v| v.scalable.contains(&true));
        ensure!(
            !scalable || dense.is_some_and(|d| d.splat),
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat"
        );
        Ok(())
    }
}

impl ResultNames for ConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        let cx = b.cx();
        let result = self.result(b);
        let Some(int) = cx.attr_as::<IntegerAttr>(self.value(b).into()) else {
            return name(result, "cst");
        };
        if int.ty == cx.i1() {
            return name(result, if int.value.is_zero() { "false" } else { "true" });
        }
        let value = int.value.display_signed();
        match cx.as_int(int.ty) {
            Some(_) => name(result, &format!("c{value}_{}", cx.type_to_string(int.ty))),
            None => name(result, &format!("c{value}")),
        }
    }
}
