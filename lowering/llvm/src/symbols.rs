//! Symbols of modules: the function that a call names, and constants under a name.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

/// The function that an op calls.
pub(crate) fn callee(b: &Body, op: Op) -> Option<Str> {
    op.as_op::<llvm::CallOp>(b)?;
    let name = b.attr(op, "callee").and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a))?;
    Some(name.root)
}

/// Adds a private constant array under a name that begins with `stem`, and is returned.
pub(crate) fn fresh_constant(
    module: &mut Body,
    symbols: &mut SymbolTable,
    stem: &str,
    elem: Type,
    data: &[u8],
    loc: Location,
) -> Option<String> {
    let cx = module.cx_arc().clone();
    let name = symbols.fresh(&cx, stem);
    let op = constant(module, &name, elem, data, loc)?;
    symbols.insert(cx.intern(&name), op);
    Some(name)
}

/// Adds a private constant array.
pub(crate) fn constant(module: &mut Body, name: &str, elem: Type, data: &[u8], loc: Location) -> Option<Op> {
    let cx = module.cx_arc().clone();
    let n = data.len() / strata_ir::core::element_bytes(&cx, elem)?;
    let value = cx.dense_attr(cx.tensor(&[i64::try_from(n).ok()?], elem), data)?;
    let array = cx.ty(llvm::ArrayType { len: n as u64, elem });
    let mut state = llvm::GlobalOp::state(&cx, name, array, llvm::Linkage::Private, Some(value), loc);
    state.set_attr(&cx, "constant", cx.unit());
    let entry = module.entry()?;
    let op = module.create(state);
    module.insert(op, InsertPoint::at_end(entry));
    Some(op)
}
