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
    let is_dropped = |&i: &usize| !body.has_uses(args[i]) && spec(&cx, body.ty(args[i])).is_none();
    let dropped: Vec<usize> = (0..args.len()).filter(is_dropped).collect();
    let Some(function) = function_type(body).filter(|function| function.inputs.len() == args.len()) else {
        return;
    };
    erase_from_signature(body, block, &function, [&dropped, &[]]);
}

/// The type of the function.
pub(crate) fn function_type(body: &Body) -> Option<FunctionType> {
    let ty = body.attr(Op::SELF, "function_type").and_then(|a| body.cx().attr_as::<TypeAttr>(a))?;
    body.cx().type_as::<FunctionType>(ty.ty()).cloned()
}

/// Erases unused arguments of a function, and arguments and results from its type and attributes. The places are ascending.
fn erase_from_signature(body: &mut Body, block: Block, function: &FunctionType, dropped: [&[usize]; 2]) {
    let [arguments, results] = dropped;
    if arguments.is_empty() && results.is_empty() {
        return;
    }
    let cx = body.cx_arc().clone();
    let ty = cx.function(&without(&function.inputs, arguments), &without(&function.results, results));
    body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(ty)));
    let lists =
        [("arg_attrs", arguments, function.inputs.len()), ("res_attrs", results, function.results.len())];
    for (list, dropped, count) in lists {
        let attrs = body.attr(Op::SELF, list).and_then(|a| cx.attr_as::<ArrayAttr>(a));
        if let Some(attrs) = attrs.filter(|attrs| attrs.0.len() == count) {
            let left = without(&attrs.0, dropped);
            body.set_attr(Op::SELF, list, Some(cx.array_attr(left)));
        }
    }
    for &i in arguments.iter().rev() {
        body.erase_block_arg(block, i);
    }
}

/// The elements that are not at these places.
fn without<T: Copy>(list: &[T], dropped: &[usize]) -> Vec<T> {
    list.iter().enumerate().filter(|(i, _)| !dropped.contains(i)).map(|(_, &element)| element).collect()
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
    let Some(function) = function_type(body) else { return TokenPlaces::default() };
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
    body.set_operands(terminator, &without(&operands, &tokens.results));
    erase_from_signature(body, block, &function, [&tokens.arguments, &tokens.results]);
    tokens
}

/// Whether something in the module refers to the function.
pub(crate) fn is_called(module: &Body, name: Str) -> bool {
    let refers = |body: &Body| {
        let mut found = false;
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |r| found |= r.root == name);
        }
        found
    };
    refers(module) || module.children().any(|(_, body)| refers(body))
}
