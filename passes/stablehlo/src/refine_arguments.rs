//! `stablehlo-refine-arguments`: gives the arguments of the entry function the requested types.
//!
//! Before, with `types=tensor<4xf32>`:
//! ```mlir
//! func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
//! ```
//! After, all uses of `%x` use `%0`, so that nothing else has to change:
//! ```mlir
//! func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
//!   %c = stablehlo.constant dense<4> : tensor<1xi64>
//!   %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c)
//!       {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
//! ```

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use crate::refine_shapes;

/// Refines the argument shapes of the main function.
#[pass(
    name = "stablehlo-refine-arguments",
    class = "StablehloRefineArgumentsPass",
    on = "builtin.module",
    produces = [stablehlo]
)]
pub struct RefineArguments {
    /// The new types to be used for the main function's arguments, specified as an MLIR TypeRange 'tensor<1x2xf32>,
    /// ...'
    #[option(name = "types")]
    pub types: Vec<String>,
}

impl BodyPass for RefineArguments {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let Some(main) = refine_shapes::target(module)? else { return Ok(()) };
        let cx = module.cx_arc().clone();
        let mut types = Vec::new();
        for text in &self.types {
            match strata_ir::text::parse_type(&cx, text) {
                Ok(ty) => types.push(ty),
                Err(_) => {
                    let message = format!("'builtin.module' op Invalid type string: {text}");
                    return Err(Diagnostic::error(module.loc(Op::SELF), message).into());
                }
            }
        }
        let loc = module.loc(main);
        let Some(body) = module.child_mut(main) else { return Ok(()) };
        if let Err(message) = check(body, &types) {
            return Err(Diagnostic::error(loc, format!("'func.func' op {message}")).into());
        }
        refine_arguments(body, &types);
        Ok(())
    }
}

/// Checks that the types refine those of the arguments.
fn check(b: &Body, types: &[Type]) -> Result<(), String> {
    let cx = b.cx();
    let args = b.entry().map(|k| b.block_args(k)).unwrap_or_default();
    if args.len() != types.len() {
        return Err(format!(
            "number of refinements must match number of function operands {} vs {}",
            types.len(),
            args.len()
        ));
    }
    for (&arg, &new) in args.iter().zip(types).filter(|(a, t)| b.ty(**a) != **t) {
        let old = b.ty(arg);
        let fail = |what: &str| {
            let shown = |t| cx.type_to_string(t);
            Err(format!("{what} '{}' -> '{}'", shown(old), shown(new)))
        };
        let unranked = |t| cx.type_as::<UnrankedTensorType>(t);
        if unranked(new).is_some() {
            return fail("refinement must be ranked");
        }
        let Some(ranked) = cx.type_as::<TensorType>(new) else {
            return fail("refinement type must be tensor");
        };
        let elem = match (cx.type_as::<TensorType>(old), unranked(old)) {
            (Some(t), _) => {
                if t.shape.len() != ranked.shape.len() {
                    return fail("refinement rank must match operand rank");
                }
                if t.shape.iter().zip(&ranked.shape).any(|(&a, &n)| a != DYNAMIC && a != n) {
                    return fail("refinement dimension sizes must match for static dimensions");
                }
                t.elem
            }
            (None, Some(t)) => t.elem,
            (None, None) => return fail("refinement type must be tensor"),
        };
        if elem != ranked.elem {
            return fail("refinement element types must match");
        }
    }
    Ok(())
}

fn refine_arguments(b: &mut Body, types: &[Type]) {
    let cx = b.cx_arc().clone();
    let Some(entry) = b.entry() else { return };
    let at = b.first_op(entry);
    for (&arg, &ty) in b.block_args(entry).to_vec().iter().zip(types) {
        let (old, loc) = (b.ty(arg), b.value_loc(arg));
        if old == ty {
            continue;
        }
        let shape = hlo::infer::sizes(&cx, ty).to_vec();
        let vector = cx.tensor(&[shape.len() as i64], cx.i64());
        let mut builder = Builder::new(b, InsertPoint { block: entry, before: at }, loc);
        let Some(sizes) = cx.dense_i64s(vector, &shape) else { continue };
        let sizes = hlo::ConstantOp::build(&mut builder, sizes, vector);
        let mut state = OpState::new(hlo::CustomCallOp::info(), loc);
        state.operands.extend([arg, sizes]);
        state.result_types.push(old);
        let name = cx.string_attr("stablehlo.shape_refinement_operand_wrapper");
        state.set_attr(&cx, "call_target_name", name);
        let which = cx.dense_i64s(cx.tensor(&[1], cx.i64()), &[1]);
        if let Some(which) = which {
            state.set_attr(&cx, "indices_of_shape_operands", which);
        }
        let call = builder.build(state);
        let wrapped = b.result(call, 0);
        b.replace_uses_if(arg, wrapped, |_, user| user != call);
        b.set_type(arg, ty);
    }
    let results = b.self_as::<FuncOp>().map(|f| f.results(b).to_vec()).unwrap_or_default();
    b.set_attr(Op::SELF, "function_type", Some(cx.type_attr(cx.function(types, &results))));
}
