//! The arguments of the entry function of a program: removal of unused ones.

use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    prelude::*,
};

use crate::signature::spec;

/// Removes unused arguments of a function whose type has no array form, such as tokens and tensors of unknown rank.
pub fn drop_unused_arguments(module: &mut Body, entry: &str) {
    let cx = module.cx_arc().clone();
    let name = cx.intern(entry);
    let Some(op) = SymbolTable::new(module).get(name) else { return };
    let called = |body: &Body| {
        let mut found = false;
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |r| found |= r.root == name);
        }
        found
    };
    if called(module) || module.children().any(|(_, body)| called(body)) {
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
