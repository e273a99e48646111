//! `gpu-expand-gathers`: expands gathers and scatters to accesses of single elements.
//!
//! # Before
//! ```mlir
//! %v = vector.gather %m[%i] [%places], %mask, %other : memref<8xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
//! ```
//! # After
//! ```mlir
//! %reads:2 = vector.to_elements %mask : vector<2xi1>
//! …
//! %0 = scf.if %reads#0 -> (f32) {
//!   %e = memref.load %m[%at] : memref<8xf32>
//!   scf.yield %e : f32
//! } else {
//!   scf.yield %others#0 : f32
//! }
//! …
//! %v = vector.from_elements %0, %1 : vector<2xf32>
//! ```
//! GPUs have no such instruction; LLVM would expand it the same way, but through vectors of addresses. Vectors of several dimensions are
//! decomposed before (`decompose-vector-ops`).

use strata_arith::{AddIOp, IndexCastOp};
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_alias::is_memref;
use strata_scf::IfOp;
use strata_vector::{FromElementsOp, GatherOp, ScatterOp, ToElementsOp};

/// Expand gathers and scatters to accesses of elements.
#[pass(name = "gpu-expand-gathers", class = "GpuExpandGathers", produces = [arith, memref, scf, vector], each_body, idempotent)]
pub struct ExpandGathers;

impl BodyPass for ExpandGathers {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if let Some(op) = op.as_op::<GatherOp>(body).filter(|g| is_memref(body, g.base(body))) {
                gather(body, op);
            } else if let Some(op) = op.as_op::<ScatterOp>(body).filter(|s| is_memref(body, s.base(body))) {
                scatter(body, op);
            }
        }
        Ok(())
    }
}

/// The position of an element: the offsets, with the index of the lane added to the last one.
fn position(b: &mut Builder<'_>, offsets: &[Value], place: Value) -> Vec<Value> {
    let index = b.cx().index();
    let place = if b.ty(place) == index { place } else { IndexCastOp::build(b, place, index) };
    let mut at = offsets.to_vec();
    if let Some(last) = at.last_mut() {
        *last = AddIOp::build(b, *last, place, None);
    }
    at
}

fn gather(body: &mut Body, op: GatherOp) -> Option<()> {
    let (base, offsets) = (op.base(body), op.offsets(body).collect::<Vec<_>>());
    let (indices, mask, other) = (op.indices(body), op.mask(body), op.pass_thru(body));
    let old = op.result(body);
    let ty = body.ty(old);
    let elem = body.cx().elem_or_self(ty);
    let mut b = Builder::before(body, op.op());
    let b = &mut b;
    let reads = ToElementsOp::create(b, mask)?;
    let (places, others) = (ToElementsOp::create(b, indices)?, ToElementsOp::create(b, other)?);
    let mut elements = Vec::new();
    for ((read, place), other) in reads.into_iter().zip(places).zip(others) {
        let at = position(b, &offsets, place);
        let one = IfOp::create(b, read, &[elem], |b| vec![LoadOp::create(b, base, &at)], |_| vec![other]);
        elements.push(b.result(one.op(), 0));
    }
    let new = FromElementsOp::build(b, &elements, ty);
    body.replace_all_uses(old, new);
    body.erase(op);
    Some(())
}

fn scatter(body: &mut Body, op: ScatterOp) -> Option<()> {
    let (base, offsets) = (op.base(body), op.offsets(body).collect::<Vec<_>>());
    let (indices, mask, value) = (op.indices(body), op.mask(body), op.value_to_store(body));
    let mut b = Builder::before(body, op.op());
    let b = &mut b;
    let writes = ToElementsOp::create(b, mask)?;
    let (places, elements) = (ToElementsOp::create(b, indices)?, ToElementsOp::create(b, value)?);
    for ((write, place), element) in writes.into_iter().zip(places).zip(elements) {
        let at = position(b, &offsets, place);
        IfOp::create_then(b, write, &[], |b| {
            StoreOp::create(b, element, base, &at);
            Vec::new()
        });
    }
    body.erase(op);
    Some(())
}
