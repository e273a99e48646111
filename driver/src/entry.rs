//! The arguments and results of the entry function of a program: removal of tokens, and of unused arguments.

use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    prelude::*,
};

use strata_stablehlo::{CreateTokenOp, TokenType};

use crate::signature::spec;

/// Removes unused arguments of a function whose type has no array form, such as tokens and tensors of unknown rank.
pub fn drop_unused_arguments(module: &mut Body, entry: &str) {
    let cx = module.cx_arc().clone();
    let name = cx.intern(entry);
    let Some(op) = SymbolTable::new(module).get(name) else { return };
    if is_called(module, name) {
        return;
    }
    let Some(body) = module.child_mut(op) else { return };
    let Some(block) = body.entry() else { return };
    let args = body.block_args(block).to_vec();
    let kept: Vec<bool> = args.iter().map(|&v| body.has_uses(v) || spec(&cx, body.ty(v)).is_some()).collect();
    let function = body.attr(Op::SELF, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let Some(function) = function.and_then(|ty| cx.type_as::<FunctionType>(ty.ty())) else { return };
    if kept.iter().all(|&k| k) || function.inputs.len() != kept.len() {
        return;
    }
    let left = |i: &usize| kept[*i];
    let inputs: Vec<Type> = (0..kept.len()).filter(left).map(|i| function.inputs[i]).collect();
    body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(cx.function(&inputs, &function.results))));
    let attrs = body.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    if let Some(attrs) = attrs.filter(|a| a.0.len() == kept.len()) {
        let attrs = (0..kept.len()).filter(left).map(|i| attrs.0[i]).collect();
        body.set_attr(Op::SELF, "arg_attrs", Some(cx.array_attr(attrs)));
    }
    for i in (0..kept.len()).rev().filter(|&i| !kept[i]) {
        body.erase_block_arg(block, i);
    }
}

/// The places of tokens among the arguments and results of a function as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenPlaces {
    /// Among the arguments.
    pub arguments: Vec<usize>,
    /// Among the results.
    pub results: Vec<usize>,
}

/// Removes the tokens that a function takes and gives: a caller has nothing to pass there, and effects have the order of the program.
/// Functions that others call are left as they are.
pub fn drop_tokens(module: &mut Body, entry: &str) -> TokenPlaces {
    let cx = module.cx_arc().clone();
    let name = cx.intern(entry);
    let Some(op) = SymbolTable::new(module).get(name).filter(|_| !is_called(module, name)) else {
        return TokenPlaces::default();
    };
    let Some(body) = module.child_mut(op) else { return TokenPlaces::default() };
    let Some(block) = body.entry() else { return TokenPlaces::default() };
    let function = body.attr(Op::SELF, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
    let Some(function) = function.and_then(|ty| cx.type_as::<FunctionType>(ty.ty())).cloned() else {
        return TokenPlaces::default();
    };
    let is_token = |ty: &Type| cx.type_as::<TokenType>(*ty).is_some();
    let places =
        |types: &[Type]| -> Vec<usize> { (0..types.len()).filter(|&i| is_token(&types[i])).collect() };
    let tokens = TokenPlaces { arguments: places(&function.inputs), results: places(&function.results) };
    let Some(terminator) =
        body.terminator(block).filter(|&op| body.operands(op).len() == function.results.len())
    else {
        return TokenPlaces::default();
    };
    if tokens == TokenPlaces::default() || body.block_args(block).len() != function.inputs.len() {
        return TokenPlaces::default();
    }
    let args = body.block_args(block).to_vec();
    let mut builder = Builder::at_start(body, block);
    for &i in &tokens.arguments {
        let token = CreateTokenOp::build(&mut builder, function.inputs[i]);
        builder.replace_all_uses(args[i], token);
    }
    let operands: Vec<Value> = body.operands(terminator).collect();
    let left = operands.iter().enumerate().filter(|(i, _)| !tokens.results.contains(i)).map(|(_, &v)| v);
    body.set_operands(terminator, &left.collect::<Vec<_>>());
    for &i in tokens.arguments.iter().rev() {
        body.erase_block_arg(block, i);
    }
    let kept = |types: &[Type]| -> Vec<Type> { types.iter().copied().filter(|ty| !is_token(ty)).collect() };
    let ty = cx.function(&kept(&function.inputs), &kept(&function.results));
    body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(ty)));
    for (list, dropped) in [("arg_attrs", &tokens.arguments), ("res_attrs", &tokens.results)] {
        if let Some(attrs) = body.attr(Op::SELF, list).and_then(|a| cx.attr_as::<ArrayAttr>(a)) {
            let left =
                attrs.0.iter().enumerate().filter(|(i, _)| !dropped.contains(i)).map(|(_, &a)| a).collect();
            body.set_attr(Op::SELF, list, Some(cx.array_attr(left)));
        }
    }
    tokens
}

/// Whether something in the module refers to the function.
fn is_called(module: &Body, name: Str) -> bool {
    let refers = |body: &Body| {
        let mut found = false;
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |r| found |= r.root == name);
        }
        found
    };
    refers(module) || module.children().any(|(_, body)| refers(body))
}
