//! Functions of many arguments take them as arrays, as the host passes them: a part of `llvm-emit-entry`.
//!
//! Before:
//! ```mlir
//! llvm.func @user.main(%0: !llvm.ptr, … , %9999: !llvm.ptr) { … llvm.call @part(%5000) … }
//! ```
//! After:
//! ```mlir
//! llvm.func @user.main(%inputs: !llvm.ptr, %outputs: !llvm.ptr) {
//!   … %a = llvm.getelementptr %inputs[5000]   %x = llvm.load %a   llvm.call @part(%x) …
//! }
//! ```
//! Each use of an argument loads it. The C function would load all of them in one block and store them for the call, where LLVM's
//! schedulers consider every pair of loads, and a call takes the arguments through memory anyway.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::symbols::callee;

/// The most arguments that a function takes one by one.
const MOST: usize = 256;

/// Changes the function `func` with this symbol if it has many arguments and is not called, so that it takes the array of its inputs, the
/// array of its outputs, and its last argument if that is the context. Returns whether it was changed.
pub(crate) fn take_arrays(
    module: &mut Body,
    func: llvm::FuncOp,
    symbol: &str,
    inputs: usize,
    has_context: bool,
) -> bool {
    let cx = module.cx_arc().clone();
    let Some(mut ty) = func.ty(module).cloned().filter(|ty| ty.params.len() > MOST) else { return false };
    let pointers = ty.params.len() - usize::from(has_context);
    let name = cx.intern(symbol);
    let is_called =
        module.children().any(|(_, body)| body.all_ops().into_iter().any(|op| refers_to(body, op, name)));
    let Some(mut body) = (if is_called { None } else { module.take_child(func.op()) }) else { return false };
    let ptr = llvm::ptr(&cx);
    let Some(entry) = body.entry().filter(|&entry| body.block_args(entry).len() == ty.params.len()) else {
        module.put_child(func.op(), body);
        return false;
    };
    let arrays = [body.add_block_arg(entry, ptr), body.add_block_arg(entry, ptr)];
    for i in 0..pointers {
        let old = body.block_args(entry)[i];
        let (array, at) = if i < inputs { (arrays[0], i) } else { (arrays[1], i - inputs) };
        let mut users: Vec<Op> = body.users(old).collect();
        users.dedup();
        for user in users {
            let loc = body.loc(user);
            let mut b = Builder::before(&mut body, user);
            b.set_cur_loc(loc);
            let new = load_pointer(&mut b, array, at as i64);
            for number in 0..body.num_operands(user) {
                if body.operand(user, number) == old {
                    body.set_operand(user, number, new);
                }
            }
        }
    }
    if has_context {
        let old = body.block_args(entry)[pointers];
        let context = body.add_block_arg(entry, ptr);
        body.replace_all_uses(old, context);
    }
    for i in (0..ty.params.len()).rev() {
        body.erase_block_arg(entry, i);
    }
    ty.params = body.block_args(entry).iter().map(|&arg| body.ty(arg)).collect();
    module.put_child(func.op(), body);
    module.set_attr(func.op(), "function_type", Some(cx.type_attr(cx.ty(ty))));
    module.set_attr(func.op(), "arg_attrs", None);
    true
}

/// Loads pointer `i` of an array.
pub(crate) fn load_pointer(b: &mut Builder<'_>, array: Value, i: i64) -> Value {
    let ptr = llvm::ptr(b.cx());
    let (index, elem) = (b.cx().i32_array(&[i as i32]), b.cx().type_attr(ptr));
    let at = llvm::GEPOp::build(b, array, &[], index, elem, None, ptr);
    let op = OpState {
        operands: smallvec![at],
        result_types: smallvec![ptr],
        ..OpState::new(llvm::LoadOp::info(), b.cur_loc())
    };
    let op = b.build(op);
    b.result(op, 0)
}

/// Whether an op calls a function or takes its address.
fn refers_to(body: &Body, op: Op, name: Str) -> bool {
    let address = body.attr(op, "global_name").and_then(|a| body.cx().attr_as::<SymbolRefAttr>(a));
    callee(body, op) == Some(name) || address.is_some_and(|symbol| symbol.root == name)
}
