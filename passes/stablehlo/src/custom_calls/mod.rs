//! `stablehlo-legalize-custom-calls`: replaces custom calls that name operations of XLA by these operations.
//!
//! Before, as `torch_xla` and JAX write them:
//! ```mlir
//! %0:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
//! %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : …
//! %2:2 = stablehlo.custom_call @TopK(%y) {called_computations = [@greater]} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
//! ```
//! After:
//! ```mlir
//! %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
//! %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) : …
//! %3:2 = "stablehlo.sort"(%y, %iota) ({ … the body of @greater … }) : …
//! %2 = stablehlo.slice %3#0 [0:2] : …
//! ```
//! A call whose types are not those of its operation stays, and so does an unknown call, which the lowering rejects. Calls that stand for
//! ops of `chlo` are expanded by [`ChloRecomposeOps`].

mod chlo_recompose;
mod lapack;
mod top_k;

pub use chlo_recompose::ChloRecomposeOps;

use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{CustomCallOp, GetTupleElementOp, TupleOp};

use crate::hlo_builder::HloBuilder;

/// Legalize custom calls that name operations of XLA to operations.
#[pass(
    name = "stablehlo-legalize-custom-calls",
    class = "StablehloLegalizeCustomCallsPass",
    on = "builtin.module",
    produces = [chlo, stablehlo],
    idempotent
)]
pub struct LegalizeCustomCalls;

impl BodyPass for LegalizeCustomCalls {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        for function in functions {
            let known = |b: &Body| -> Vec<(Op, Expansion)> {
                let expansion = |op: Op| Some((op, expansion(target(b, op)?)?));
                b.all_ops().into_iter().filter_map(expansion).collect()
            };
            let calls = module.child(function).map(known).unwrap_or_default();
            if calls.is_empty() {
                continue;
            }
            let table = SymbolTable::new(module);
            let Some(mut body) = module.take_child(function) else { continue };
            for (op, expand) in calls {
                let call = Call { module, table: &table, op, types: result_types(&body, op) };
                let mut builder = Builder::before(&mut body, op);
                builder.set_cur_loc(builder.loc(op));
                if let Some(values) = expand(&mut HloBuilder { b: &mut builder }, &call) {
                    replace(&mut body, op, &values);
                }
            }
            module.put_child(function, body);
        }
        Ok(())
    }
}

/// A call that is expanded.
struct Call<'m> {
    module: &'m Body,
    table: &'m SymbolTable,
    op: Op,
    /// The types of its results; a tuple is the list of its elements.
    types: Vec<Type>,
}

/// Builds the results of a call before it; `None` if the call is malformed, and then nothing was built.
type Expansion = fn(&mut HloBuilder<'_, '_>, &Call<'_>) -> Option<Vec<Value>>;

fn expansion(target: &str) -> Option<Expansion> {
    Some(match target {
        "Eigh" => lapack::eigh,
        "LuDecomposition" => lapack::lu,
        "Qr" => lapack::qr,
        "ProductOfElementaryHouseholderReflectors" => lapack::product_of_reflectors,
        "TopK" => top_k::largest,
        "mhlo.topk" => top_k::smallest,
        _ => return None,
    })
}

/// The target of a custom call.
fn target(b: &Body, op: Op) -> Option<&str> {
    op.as_op::<CustomCallOp>(b)?;
    b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a))
}

fn result_types(b: &Body, op: Op) -> Vec<Type> {
    let types: Vec<Type> = b.result_types(op).collect();
    match types[..] {
        [only] => b.cx().type_as::<TupleType>(only).map_or(types, |t| t.0.to_vec()),
        _ => types,
    }
}

/// Replaces the results of a call, or the elements of the tuple that it returns, by values.
fn replace(b: &mut Body, op: Op, values: &[Value]) {
    let results = b.results(op).to_vec();
    let tuple = results.first().copied().filter(|&r| b.cx().type_as::<TupleType>(b.ty(r)).is_some());
    let Some(tuple) = tuple else {
        for (&old, &new) in results.iter().zip(values) {
            b.replace_all_uses(old, new);
        }
        return b.erase(op);
    };
    for user in b.users(tuple).collect::<Vec<Op>>() {
        let index =
            user.as_op::<GetTupleElementOp>(b).and_then(|_| crate::hlo_builder::int(b, user, "index"));
        let value = index.and_then(|i| values.get(usize::try_from(i).ok()?));
        if let Some(&value) = value {
            let old = b.result(user, 0);
            b.replace_all_uses(old, value);
            b.erase(user);
        }
    }
    if !b.is_unused(op) {
        let ty = b.ty(tuple);
        let new = TupleOp::build(&mut Builder::before(b, op), values, ty);
        b.replace_all_uses(tuple, new);
    }
    b.erase(op);
}
