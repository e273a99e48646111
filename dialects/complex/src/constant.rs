//! `complex.constant`.

use strata_ir::prelude::*;

use crate::{ComplexFloat, part_type};

/// A constant complex number.
#[op(
    name = "complex.constant",
    traits = [Pure, ConstantLike],
    interfaces = [Verify, ResultNames],
    asm = "$value attr-dict `:` type($complex)",
)]
pub struct ConstantOp {
    /// The real and the imaginary part.
    pub value: Attr<ArrayAttr>,
    /// The number.
    pub complex: Res<ComplexFloat>,
}

impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let parts = &self.value(b).get(cx).0;
        ensure!(
            parts.len() == 2,
            "requires 'value' to be a complex constant, represented as array of two values"
        );
        let number = |a: Attr| cx.attr_as::<FloatAttr>(a).is_some() || cx.attr_as::<IntegerAttr>(a).is_some();
        ensure!(
            parts.iter().all(|&a| number(a)),
            "requires attribute's elements to be float or integer attributes"
        );
        let elem = part_type(cx, b.ty(self.complex(b)));
        let types = [cx.attr_type(parts[0]), cx.attr_type(parts[1])];
        let [re, im, own] =
            [types[0], types[1], elem].map(|t| t.map_or(String::new(), |t| cx.type_to_string(t)));
        ensure!(
            types == [elem, elem],
            "requires attribute's element types ('{re}', '{im}') to match the element type of the op's return type ('{own}')"
        );
        Ok(())
    }
}

impl ResultNames for ConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.complex(b), "cst");
    }
}

impl ConstantOp {
    /// `re + im i` of the complex type `ty`, each part rounded to its format.
    pub fn create(b: &mut Builder<'_>, re: f64, im: f64, ty: Type) -> Value {
        let cx = b.cx();
        let part = part_type(cx, ty).unwrap_or(ty);
        let parts = cx.array_attr(vec![cx.float_attr(re, part), cx.float_attr(im, part)]);
        Self::build(b, parts, ty)
    }
}

/// The parts of a constant; `None` if `value` is not an array of two floats of the parts of `ty`.
pub(crate) fn parts(cx: &Context, value: Attr, ty: Type) -> Option<[Attr; 2]> {
    let elem = part_type(cx, ty)?;
    let &[re, im] = &cx.attr_as::<ArrayAttr>(value)?.0[..] else { return None };
    let fits = |a: Attr| cx.attr_as::<FloatAttr>(a).is_some_and(|f| f.ty == elem);
    (fits(re) && fits(im)).then_some([re, im])
}

/// Makes `complex.constant` for an array of two floats, and the constant of `arith` for any other value.
pub fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    match parts(b.cx(), value, ty) {
        Some(_) => Some(ConstantOp::build(b, value, ty)),
        None => strata_arith::materialize_constant(b, value, ty),
    }
}
