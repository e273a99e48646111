//! `ub`: undefined behaviour. Poison is some value, here zero; reaching the unreachable is an error.

use crate::{Elem, Interpreter, Num, Tensor, Value};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("ub.poison", |s| {
        let ty = s.result_type(0)?;
        if s.cx().shaped(ty).is_none() {
            let elem: Elem = s.elem_of(ty)?;
            return s.set(0, Value::Scalar(elem, Num::zero(elem)));
        }
        let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        s.set_elements(0, Tensor::splat(elem, shape, Num::zero(elem)))
    });
    i.register("ub.unreachable", |s| Err(s.fault("is reached")));
}
