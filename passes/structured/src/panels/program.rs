//! The private constants and functions of a module, and who calls them.

use rustc_hash::FxHashMap;
use strata_func::{CallOp, FuncOp};
use strata_ir::prelude::*;
use strata_memref::GlobalOp;

/// The constants of a module, the functions that may be called with them, and the calls.
pub(super) struct Program {
    /// Private constants.
    pub globals: FxHashMap<Str, Op>,
    /// Private functions with a body.
    pub functions: FxHashMap<Str, Op>,
    /// Calls of each function, with the function that they are in.
    pub calls: FxHashMap<Op, Vec<(Op, Op)>>,
}

impl Program {
    /// Reads a module.
    pub fn from_module(module: &Body) -> Program {
        let name = |op: Op| module.symbol_name(op);
        let is_private = |op: Op| module.symbol_visibility(op) == "private";
        let mut globals = FxHashMap::default();
        for op in module.all_ops().into_iter().filter(|op| op.isa::<GlobalOp>(module)) {
            if is_private(op) && module.attr(op, "constant").is_some() {
                globals.extend(name(op).map(|name| (name, op)));
            }
        }
        let shells = module.children().filter_map(|(op, _)| op.as_op::<FuncOp>(module));
        let mut functions: FxHashMap<Str, Op> = shells
            .filter(|f| is_private(f.op()) && !f.is_declaration(module))
            .filter_map(|f| Some((name(f.op())?, f.op())))
            .collect();
        let mut calls: FxHashMap<Op, Vec<(Op, Op)>> = FxHashMap::default();
        for (shell, body) in module.children() {
            for op in body.all_ops() {
                // A function that is a value may be called by anybody.
                if op.isa::<strata_func::ConstantOp>(body) {
                    functions.clear();
                    return Program { globals, functions, calls };
                }
                if op.isa::<CallOp>(body)
                    && let Some(callee) = symbol(body, op, "callee").and_then(|name| functions.get(&name))
                {
                    calls.entry(*callee).or_default().push((shell, op));
                }
            }
        }
        Program { globals, functions, calls }
    }
}

/// The symbol that an attribute names.
pub(super) fn symbol(body: &Body, op: Op, name: &str) -> Option<Str> {
    body.attr(op, name).and_then(|a| body.cx().attr_as::<SymbolRefAttr>(a)).map(|r| r.root)
}

/// Gives a function the type that its arguments have.
pub(super) fn update_function_type(body: &mut Body) {
    let cx = body.cx_arc().clone();
    let (Some(f), Some(block)) = (body.self_as::<FuncOp>(), body.entry()) else { return };
    let inputs: Vec<Type> = body.block_args(block).iter().map(|&v| body.ty(v)).collect();
    let ty = cx.type_attr(cx.function(&inputs, f.results(body)));
    f.set_function_type(body, ty);
}
