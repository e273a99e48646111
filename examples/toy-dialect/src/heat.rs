//! `toy-heat`: constants below freezing become `0`.
//!
//! Before: `%0 = toy.constant -4`
//! After: `%0 = toy.constant 0`

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::ConstantOp;

/// Heat constants below freezing.
#[pass(name = "toy-heat", on = "func.func", statistics = ["num-heated": "Number of constants that were below 0"], idempotent)]
pub struct Heat;

impl BodyPass for Heat {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            let Some(constant) = op.as_op::<ConstantOp>(body) else { continue };
            let value = body.cx().attr_i64(constant.value(body).raw());
            if value.is_some_and(|degrees| degrees < 0) {
                let zero = body.cx().i64_attr(0);
                constant.set_value(body, zero);
                cx.count("num-heated", 1);
            }
        }
        Ok(())
    }
}
