//! Symbols of modules: the function that a call names, and constants under a name.

use strata_ir::prelude::*;
use strata_llvm as llvm;

/// The function that an op calls.
pub(crate) fn callee(b: &Body, op: Op) -> Option<Str> {
    op.as_op::<llvm::CallOp>(b)?;
    let name = b.attr(op, "callee").and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a))?;
    Some(name.root)
}

/// Adds a private constant array.
pub(crate) fn constant(module: &mut Body, name: &str, elem: Type, data: &[u8], loc: Location) -> Option<()> {
    let cx = module.cx_arc().clone();
    let n = data.len() / strata_ir::core::element_bytes(&cx, elem)?;
    let value = cx.dense_attr(cx.tensor(&[i64::try_from(n).ok()?], elem), data)?;
    let array = cx.ty(llvm::ArrayType { len: n as u64, elem });
    let mut state = llvm::GlobalOp::state(&cx, name, array, llvm::Linkage::Private, Some(value), loc);
    state.set_attr(&cx, "constant", cx.unit());
    let entry = module.entry()?;
    let op = module.create(state);
    module.insert(op, InsertPoint::at_end(entry));
    Some(())
}
