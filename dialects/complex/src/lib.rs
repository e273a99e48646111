//! The `complex` dialect: arithmetic and elementary functions of complex numbers.

use strata_ir::prelude::*;

mod attrs;
mod constant;
mod fold;
mod ops;

pub use attrs::NumberAttr;
pub use constant::{ConstantOp, materialize_constant};
pub use ops::*;

/// The type of the parts of a complex number; `None` for any other type.
pub fn part_type(cx: &Context, ty: Type) -> Option<Type> {
    cx.type_as::<ComplexType>(ty).map(|c| c.elem)
}

type_constraint! {
    /// `complex<f32>` and its like.
    ComplexFloat = "complex type with floating-point elements",
        |ty, cx| part_type(cx, ty).is_some_and(|elem| cx.as_float(elem).is_some());
}

dialect! {
    /// Arithmetic and elementary functions of complex numbers.
    complex {
        ops: [
            AbsOp, AddOp, AngleOp, Atan2Op, BitcastOp, ConjOp, ConstantOp, CosOp, CreateOp, DivOp, EqualOp, ExpOp,
            Expm1Op, ImOp, LogOp, Log1pOp, MulOp, NegOp, NotEqualOp, PowOp, PowiOp, ReOp, RsqrtOp, SignOp, SinOp,
            SqrtOp, SubOp, TanOp, TanhOp,
        ],
        attrs: [NumberAttr],
        constant: materialize_constant,
    }
}
