//! Loops as functions of their own.
//!
//! ```mlir
//! scf.for %i = %a to %b step %c { … %m … }
//! ```
//! becomes
//! ```mlir
//! scf.execute_region {
//!   func.call @outlined(%m, %a, %b, %c) : (memref<?xf32>, index, index, index) -> ()
//!   scf.yield
//! }
//! ```
//! Constant indices are copied into the function; their arguments are not used then.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_scf::{ExecuteRegionOp, YieldOp};
use strata_tensor::MixedIndex;

/// Moves a loop of a function to a new function before it; returns that and the call. `None`, with nothing changed, if it is not there.
pub fn outline(module: &mut Body, function: Op, op: Op, name: &str) -> Option<(Op, Op)> {
    let mut body = module.take_child(function)?;
    let done = outline_from(module, &mut body, function, op, name);
    module.put_child(function, body);
    done
}

/// The values that a loop uses and does not define, those of inner ops first.
fn captured(body: &Body, op: Op) -> Vec<Value> {
    let mut found: IndexSet<Value, FxBuildHasher> = IndexSet::default();
    for inner in body.post_order_in(op).into_iter().chain([op]) {
        for v in body.operands(inner) {
            if body.is_defined_outside(v, op) {
                found.insert(v);
            }
        }
    }
    found.into_iter().collect()
}

fn outline_from(module: &mut Body, body: &mut Body, function: Op, op: Op, name: &str) -> Option<(Op, Op)> {
    if !body.is_live(op) {
        return None;
    }
    let (cx, loc) = (module.cx_arc().clone(), body.loc(op));
    let captured = captured(body, op);
    let types: Vec<Type> = captured.iter().map(|&v| body.ty(v)).collect();
    let results: Vec<Type> = body.result_types(op).collect();
    let name = SymbolTable::new(module).fresh(&cx, name);
    let at = InsertPoint::before(module, function);
    let new = FuncOp::create(&mut Builder::new(module, at, loc), &name, &types, &results).op();
    let to = module.child_mut(new)?;
    let entry = FuncOp::add_entry(to)?;
    let args = to.block_args(entry).to_vec();
    let mut map = IdMap::new();
    for (&v, &arg) in captured.iter().zip(&args) {
        let constant = MixedIndex::Value(v).constant(body).filter(|_| cx.is_index(body.ty(v)));
        let inside = match constant {
            Some(n) => strata_arith::constant_index(&mut Builder::at_start(to, entry), n),
            None => arg,
        };
        map.map(v, inside);
    }
    let copy = to.import_op(body, op, &mut map);
    to.insert(copy, InsertPoint::at_end(entry));
    let values = to.results(copy).to_vec();
    ReturnOp::build(&mut Builder::new(to, InsertPoint::at_end(entry), loc), &values);
    let mut b = Builder::before(body, op);
    let around = ExecuteRegionOp::build(&mut b, None, &results);
    let callee = cx.symbol_ref(&name);
    let call = b.region_block(around, 0, &[], |b, _| {
        let call = CallOp::build(b, callee, &captured, None, None, None, &results).op();
        let values = b.results(call).to_vec();
        YieldOp::build(b, &values);
        call
    });
    let values = body.results(around.op()).to_vec();
    crate::loops::replace(body, op, &values);
    Some((new, call))
}
