//! `sdy-remove-sub-axes-in-input-output-shardings`: open dimensions of arguments and results are split along whole axes only.
//!
//! Before, with `"x"=4`: `%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "y", ?}]>}`. After: `[{?}]`.
//!
//! Who asks for the shardings of a program may have no names for parts of axes, as `NamedSharding` of JAX. Closed dimensions are what the
//! user has written, and stay.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{attrs::TensorSharding, shardings};

/// Removes sub-axes in input/output shardings, and the axes behind them.
#[pass(
    name = "sdy-remove-sub-axes-in-input-output-shardings",
    class = "RemoveSubAxesInInputOutputShardingsPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct RemoveSubAxesInInputOutputShardings;

impl BodyPass for RemoveSubAxesInInputOutputShardings {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for (_, function) in module.children_mut() {
            let is_main = function.attr(Op::SELF, "sym_name").and_then(|name| function.cx().attr_str(name))
                == Some("main");
            if is_main && function.has_trait(Op::SELF, Trait::FunctionLike) {
                of_function(function);
            }
        }
        Ok(())
    }
}

fn of_function(b: &mut Body) {
    let args = b.entry().map(|entry| b.block_args(entry).to_vec()).unwrap_or_default();
    for arg in args {
        if let Some(new) = shardings::sharding(b, arg).and_then(|old| whole_axes(&old)) {
            shardings::set_sharding(b, arg, new);
        }
    }
    let cx = b.cx_arc().clone();
    let ty = b.attr(Op::SELF, "function_type").and_then(|attr| cx.attr_as::<TypeAttr>(attr));
    let count = ty.and_then(|ty| cx.type_as::<FunctionType>(ty.0)).map_or(0, |ty| ty.results.len());
    for index in 0..count {
        let old = shardings::function_result(b, index);
        if let Some(new) = old.and_then(|old| whole_axes(&old)) {
            shardings::set_function_result(b, index, count, Some(new));
        }
    }
}

/// The sharding with the axes before the first part of one in each open dimension; `None` if there are no parts.
fn whole_axes(old: &TensorSharding) -> Option<TensorSharding> {
    let mut new = old.clone();
    for dim in new.dim_shardings.iter_mut().filter(|dim| !dim.is_closed) {
        let whole = dim.axes.iter().take_while(|axis| axis.sub_axis_info.is_none()).count();
        dim.axes.truncate(whole);
    }
    (new != *old).then_some(new)
}
