//! Ops that run beside those that follow.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{FutureType, constraints::*};

/// Starts an op that runs concurrently with those that follow.
#[op(
    name = "stablehlo.async_start",
    facts = [CarriesValues],
    traits = [RecursiveMemoryEffects],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct AsyncStartOp {
    /// Arguments.
    pub inputs: Variadic<HloTensor>,
    /// The op.
    pub body: SingleBlockRegion,
    /// Its results, later.
    pub result: Res<Future>,
}

/// Ops that devices do beside others: collective ones, and copies of parts.
const STARTED: [&str; 9] = [
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "reduce_scatter",
    "slice",
    "dynamic_slice",
    "dynamic_update_slice",
];

impl InferTypes for AsyncStartOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let name = "'stablehlo.async_start' op";
        let cx = b.cx();
        let Some(&block) = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first()) else {
            return Err(format!("{name} region must not be empty"));
        };
        let ops: SmallVec<[Op; 4]> = b.block_ops(block).collect();
        let [started, last] = ops[..] else {
            return Err(format!("{name} region must contain exactly one operation and a return"));
        };
        let dialect_and_name = b.op_name(started).split_once('.');
        if !dialect_and_name.is_some_and(|(d, op)| d == "stablehlo" && STARTED.contains(&op)) {
            return Err(format!("{name} region must contain a collective or slice operation"));
        }
        let (args, n) = (b.block_args(block), b.num_operands(self.op()));
        // async_start_c1
        if args.len() != n {
            return Err(format!(
                "{name} number of operands ({n}) must match number of region arguments ({})",
                args.len()
            ));
        }
        for (i, (ty, &arg)) in b.operand_types(self.op()).zip(args).enumerate() {
            if ty != b.ty(arg) {
                let [ty, arg] = [ty, b.ty(arg)].map(|t| cx.type_to_string(t));
                return Err(format!(
                    "{name} operand type '{ty}' at index {i} must match region argument type '{arg}'"
                ));
            }
        }
        let results: Vec<Type> = b.operand_types(last).collect();
        if results.len() != 1 {
            return Err(format!("{name} region must return exactly one value, but got {}", results.len()));
        }
        Ok(smallvec![cx.ty(FutureType(results))])
    }
}
impl Verify for AsyncStartOp {
    fn verify(&self, _: &Body) -> VerifyResult {
        Ok(())
    }
}
verify_regions_by_inference!(AsyncStartOp);

/// Waits for the completion of an async op.
#[op(
    name = "stablehlo.async_done",
    facts = [CarriesValues],
    interfaces = [InferTypes, Verify],
)]
pub struct AsyncDoneOp {
    /// The results, later.
    pub operand: Operand<Future>,
    /// The result.
    pub result: Res<HloTensor>,
}

impl InferTypes for AsyncDoneOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let future = b.cx().type_as::<FutureType>(b.ty(self.operand(b))).map_or(&[][..], |f| &f.0);
        match future {
            &[ty] => Ok(smallvec![ty]),
            _ => Err(format!(
                "'stablehlo.async_done' op future must have exactly one type parameter, but got {}",
                future.len()
            )),
        }
    }
}
verify_by_inference!(AsyncDoneOp);
