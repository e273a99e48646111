//! The types of the results of functions: those of the buffers that are returned.

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_memref::CastOp;

use super::rules::functions::returns;

/// Returns buffers as they are where all returns of a function cast a buffer of one type to the type of its result.
pub(crate) fn infer_layouts(body: &mut Body) {
    let Some(func) = body.self_as::<FuncOp>() else { return };
    let ends = returns(body);
    let Some(&first) = ends.first() else { return };
    let source = |body: &Body, end: Op, i: usize| -> Option<Value> {
        let v = body.operands(end).nth(i)?;
        Some(body.def_as::<CastOp>(v)?.source(body))
    };
    let mut results = func.results(body).to_vec();
    for i in 0..results.len() {
        let Some(ty) = source(body, first, i).map(|v| body.ty(v)) else { continue };
        let sources: Option<Vec<Value>> =
            ends.iter().map(|&end| source(body, end, i).filter(|&v| body.ty(v) == ty)).collect();
        let Some(sources) = sources else { continue };
        for (&end, v) in ends.iter().zip(sources) {
            body.set_operand(end, i, v);
        }
        results[i] = ty;
    }
    let ty = body.cx().function(func.inputs(body), &results);
    let ty = body.cx().type_attr(ty);
    func.set_function_type(body, ty);
}
