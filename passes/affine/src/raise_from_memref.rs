//! `affine-raise-from-memref`: loads and stores of `memref` whose indices are affine become those of `affine`.
//!
//! Before:
//! ```mlir
//! %0 = arith.addi %i, %c1 : index
//! %v = memref.load %m[%0] : memref<8xf32>
//! ```
//! After: `%v = affine.load %m[%i + 1] : memref<8xf32>`.

use strata_affine::{
    LoadOp, StoreOp,
    validity::{is_valid_dim, is_valid_symbol},
};
use strata_arith::{AddIOp, MulIOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref as memref;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Expressions that are nested deeper stay.
const DEPTH_LIMIT: u32 = 256;

/// Turn some memref operators to affine operators where supported.
#[pass(name = "affine-raise-from-memref", class = "RaiseMemrefDialect", on = "func.func", produces = [affine])]
pub struct AffineRaiseFromMemref;

impl BodyPass for AffineRaiseFromMemref {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.post_order() {
            if let Some(store) = op.as_op::<memref::StoreOp>(body) {
                let indices: Vec<Value> = store.indices(body).collect();
                let Some((map, operands)) = affine_indices(body, &indices) else { continue };
                let (value, memref) = (store.value(body), store.memref(body));
                StoreOp::create(&mut Builder::before(body, op), value, memref, map, &operands);
                body.erase(op);
            } else if let Some(load) = op.as_op::<memref::LoadOp>(body) {
                let indices: Vec<Value> = load.indices(body).collect();
                let Some((map, operands)) = affine_indices(body, &indices) else { continue };
                let memref = load.memref(body);
                let new = LoadOp::create(&mut Builder::before(body, op), memref, map, &operands);
                body.replace_all_uses(body.result(op, 0), new);
                body.erase(op);
            }
        }
        Ok(())
    }
}

/// Indices as a map of values that may be dimensions and symbols.
fn affine_indices(b: &Body, indices: &[Value]) -> Option<(AffineMap, Vec<Value>)> {
    let mut operands = Operands { b, dims: Vec::new(), symbols: Vec::new() };
    let results = indices.iter().map(|&v| operands.expr(v, 0)).collect::<Option<Vec<_>>>()?;
    let map = AffineMap::new(operands.dims.len() as u32, operands.symbols.len() as u32, results);
    Some((map, [operands.dims, operands.symbols].concat()))
}

struct Operands<'b> {
    b: &'b Body,
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

impl Operands<'_> {
    fn expr(&mut self, value: Value, depth: u32) -> Option<AffineExpr> {
        let b = self.b;
        if let Some(constant) = constant_value(b, value).and_then(|a| b.cx().attr_i64(a)) {
            return Some(AffineExpr::constant(constant));
        }
        let def = b.def_op(value).filter(|_| depth < DEPTH_LIMIT);
        let sum = def.is_some_and(|def| def.isa::<AddIOp>(b));
        if let Some(def) = def.filter(|def| sum || def.isa::<MulIOp>(b)) {
            let (lhs, rhs) =
                (self.expr(b.operand(def, 0), depth + 1), self.expr(b.operand(def, 1), depth + 1));
            let affine = |lhs: &AffineExpr, rhs: &AffineExpr| {
                sum || lhs.is_symbolic_or_constant() || rhs.is_symbolic_or_constant()
            };
            if let (Some(lhs), Some(rhs)) = (lhs, rhs)
                && affine(&lhs, &rhs)
            {
                let small = lhs.size().saturating_add(rhs.size()) <= u64::from(b.cx().limits().affine_nodes);
                let expr = if sum { lhs + rhs } else { lhs * rhs };
                return small.then_some(expr);
            }
        }
        let place = |list: &mut Vec<Value>, valid: fn(&Body, Value) -> bool| {
            list.iter().position(|&v| v == value).or_else(|| {
                valid(b, value).then(|| {
                    list.push(value);
                    list.len() - 1
                })
            })
        };
        if let Some(i) = place(&mut self.symbols, is_valid_symbol) {
            return Some(AffineExpr::symbol(i as u32));
        }
        place(&mut self.dims, is_valid_dim).map(|i| AffineExpr::dim(i as u32))
    }
}
