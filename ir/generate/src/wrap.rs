//! The function and the module around generated ops.
//!
//! The framework has no functions of its own: the wrapper is made of the ops `builtin.module`, `func.func` and
//! `func.return`, looked up by name, so that this crate depends on no dialect.

use std::sync::Arc;

use strata_core::{Attr, Block, Body, Context, InsertPoint, Location, Op, OpState, Type, Value};

/// The name of the function in every generated module.
pub(crate) const NAME: &str = "f";

/// An empty function with its entry block.
pub(crate) fn function(cx: &Arc<Context>) -> Option<(Body, Block)> {
    let mut body = Body::new(cx, cx.op_info("func.func")?, Location::UNKNOWN);
    let region = *body.regions(Op::SELF).first()?;
    let block = body.add_block(region, &[]);
    Some((body, block))
}

/// Ends the function with a return of `results`, types it by its entry block, and puts it into a module.
pub(crate) fn module(
    cx: &Arc<Context>,
    mut function: Body,
    block: Block,
    results: &[Value],
) -> Option<Box<Body>> {
    let mut end = OpState::new(cx.op_info("func.return")?, Location::UNKNOWN);
    end.operands.extend_from_slice(results);
    let end = function.create(end);
    function.insert(end, InsertPoint::at_end(block));
    let ty = function_type(&function, function.block_args(block), results);
    function.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(NAME)));
    function.set_attr(Op::SELF, "function_type", Some(ty));

    let mut module = Box::new(Body::new(cx, cx.op_info("builtin.module")?, Location::UNKNOWN));
    let region = *module.regions(Op::SELF).first()?;
    let top = module.add_block(region, &[]);
    let mut state = OpState::new(function.info(Op::SELF), Location::UNKNOWN);
    state.attrs = (0..state.info.attrs.len()).map(|slot| function.attr_slot(Op::SELF, slot)).collect();
    state.child = Some(Box::new(function));
    let op = module.create(state);
    module.insert(op, InsertPoint::at_end(top));
    Some(module)
}

/// The type of a function with these arguments and results, as an attribute.
pub(crate) fn function_type(function: &Body, args: &[Value], results: &[Value]) -> Attr {
    let types = |values: &[Value]| values.iter().map(|&v| function.ty(v)).collect::<Vec<Type>>();
    let cx = function.cx();
    cx.type_attr(cx.function(&types(args), &types(results)))
}

/// The function of a module that consists of one function of one block, with that block.
pub(crate) fn only_function(module: &Body) -> Option<(&Body, Block)> {
    let region = *module.regions(Op::SELF).first()?;
    let [block] = module.blocks(region) else { return None };
    let mut ops = module.block_ops(*block);
    let (only, None) = (ops.next()?, ops.next()) else { return None };
    // The body of another op that is isolated, as a pattern, is no part of a program.
    let function = module.child(only).filter(|function| function.op_name(Op::SELF) == "func.func")?;
    let [region] = function.regions(Op::SELF) else { return None };
    let [block] = function.blocks(*region) else { return None };
    Some((function, *block))
}
