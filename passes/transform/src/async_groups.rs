//! Copies to shared memory become asynchronous ones.
//!
//! ```mlir
//! %v = vector.load %global[%i] : memref<64xf32>, vector<4xf32>
//! vector.store %v, %shared[%j] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
//! ```
//! becomes
//! ```mlir
//! %v = vector.load %global[%i] : memref<64xf32>, vector<4xf32>
//! %0 = nvgpu.device_async_copy %global[%i], %shared[%j], 4 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
//! %1 = nvgpu.device_async_create_group %0
//! nvgpu.device_async_wait %1
//! ```
//! Neighbouring copies are one group. The reads stay, for others to erase where they have no uses.

use strata_arith::{AndIOp, CmpIPredicate, SelectOp, constant_index};
use strata_ir::{affine::AffineMap, analysis::is_memory_effect_free, prelude::*};
use strata_nvgpu::{DeviceAsyncCopyOp, DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp, types::is_shared};
use strata_passes_analysis::index_arith::compare;
use strata_vector::{CreateMaskOp, ExtractOp, LoadOp, StoreOp, TransferReadOp, TransferWriteOp};

/// The sizes in bits that one copy may have.
const SIZES: [i64; 3] = [32, 64, 128];

/// A copy of a row by vector ops.
#[derive(Clone)]
struct RowCopy {
    write: Op,
    dst: (Value, Vec<Value>),
    src: (Value, Vec<Value>),
    elements: i64,
    bits: i64,
    mask: Option<Mask>,
}

/// A mask by the sizes of its set part, of which `position` takes a row.
#[derive(Clone)]
struct Mask {
    sizes: Vec<Value>,
    position: Vec<i64>,
}

/// Replaces the copies in an op.
pub fn create_async_groups(body: &mut Body, op: Op, bypass_l1: bool) {
    let mut copies: Vec<RowCopy> =
        body.post_order_in(op).into_iter().filter_map(|write| row_copy(body, write)).collect();
    while !copies.is_empty() {
        let mut group = vec![copies.remove(0)];
        let mut next = body.next_op(group[0].write);
        while let Some(op) = next {
            next = body.next_op(op);
            if may_be_between(body, op) {
                continue;
            }
            let Some(i) = copies.iter().position(|copy| copy.write == op) else { break };
            group.push(copies.remove(i));
        }
        emit(body, op, &group, bypass_l1);
    }
}

/// Whether an op may stand between copies of a group: it has no effects, or reads other memory by a vector.
fn may_be_between(body: &Body, op: Op) -> bool {
    let base = match (op.as_op::<TransferReadOp>(body), op.as_op::<LoadOp>(body)) {
        (Some(read), _) => read.base(body),
        (_, Some(load)) => load.base(body),
        _ => return body.regions(op).is_empty() && is_memory_effect_free(body, op),
    };
    let memref = body.cx().type_as::<MemRefType>(body.ty(base));
    memref.is_none_or(|m| !is_shared(body.cx(), m))
}

/// The memref that a transfer accesses contiguously.
fn contiguous(body: &Body, base: Value, map: &AffineMap, bounds: &[bool]) -> bool {
    let strides = strata_memref::layout::strides(body.cx(), body.ty(base));
    let unit = strides.is_some_and(|s| s.strides.last().is_none_or(|&n| n == 1));
    let is_memref = body.cx().type_as::<MemRefType>(body.ty(base)).is_some();
    is_memref && unit && map.is_minor_identity() && bounds.first() == Some(&true)
}

/// The copy that a write is the end of, if it can be asynchronous.
fn row_copy(body: &Body, write: Op) -> Option<RowCopy> {
    let (value, dst) = if let Some(w) = write.as_op::<TransferWriteOp>(body) {
        let dst = w.base(body);
        if w.mask(body).is_some() || !contiguous(body, dst, &w.map(body), &w.bounds(body)) {
            return None;
        }
        (w.value_to_store(body), (dst, w.indices(body).collect()))
    } else {
        let w = write.as_op::<StoreOp>(body)?;
        (w.value_to_store(body), (w.base(body), w.indices(body).collect()))
    };
    let cx = body.cx();
    let vector = cx.type_as::<VectorType>(body.ty(value)).filter(|v| v.shape.len() == 1)?;
    let memref = |v: Value| cx.type_as::<MemRefType>(body.ty(v));
    memref(dst.0).filter(|m| is_shared(cx, m))?;
    let read = body.def_op(value)?;
    let (src, mask) = if let Some(r) = read.as_op::<TransferReadOp>(body) {
        let src = r.base(body);
        if !contiguous(body, src, &r.map(body), &r.bounds(body)) {
            return None;
        }
        let mask = match r.mask(body) {
            Some(_) if is_zero(body, r.padding(body)) => return None,
            Some(mask) => Some(mask_of(body, mask)?),
            None => None,
        };
        ((src, r.indices(body).collect()), mask)
    } else {
        let r = read.as_op::<LoadOp>(body)?;
        ((r.base(body), r.indices(body).collect()), None)
    };
    memref(src.0).filter(|m| !is_shared(cx, m))?;
    let elements = *vector.shape.first()?;
    let bits = elements.checked_mul(i64::from(cx.bit_width(vector.elem)?))?;
    SIZES.contains(&bits).then_some(RowCopy { write, dst, src, elements, bits, mask })
}

/// Whether a value is the integer constant zero.
fn is_zero(body: &Body, v: Value) -> bool {
    strata_tensor::index_list::constant_index(body, v) == Some(0)
}

/// The sizes of a mask that is made by them, or is a row of such a mask.
fn mask_of(body: &Body, mask: Value) -> Option<Mask> {
    let (mask, position) = match body.def_as::<ExtractOp>(mask) {
        Some(extract) => {
            let position =
                extract.mixed_position(body).iter().map(|at| at.as_static()).collect::<Option<_>>()?;
            (extract.source(body), position)
        }
        None => (mask, Vec::new()),
    };
    let sizes: Vec<Value> = body.def_as::<CreateMaskOp>(mask)?.operands(body).collect();
    (sizes.len() == position.len() + 1).then_some(Mask { sizes, position })
}

/// The number of elements that a mask lets in.
fn elements_of(b: &mut Builder<'_>, mask: &Mask) -> Option<Value> {
    let &last = mask.sizes.last()?;
    let mut inside: Option<Value> = None;
    for (&at, &size) in mask.position.iter().zip(&mask.sizes) {
        let at = constant_index(b, at);
        let is_set = compare(b, CmpIPredicate::Slt, at, size);
        inside = Some(match inside {
            Some(others) => AndIOp::build(b, is_set, others),
            None => is_set,
        });
    }
    let Some(inside) = inside else { return Some(last) };
    let zero = constant_index(b, 0);
    Some(SelectOp::build(b, inside, last, zero))
}

/// Replaces the writes of a group by copies, and waits for them.
fn emit(body: &mut Body, op: Op, group: &[RowCopy], bypass_l1: bool) {
    let mut tokens = Vec::new();
    for copy in group {
        let mut b = Builder::before(body, copy.write);
        let read = copy.mask.as_ref().and_then(|mask| elements_of(&mut b, mask));
        let bypass = bypass_l1 && copy.bits == 128;
        let (dst, src) = ((copy.dst.0, &copy.dst.1[..]), (copy.src.0, &copy.src.1[..]));
        tokens.push(DeviceAsyncCopyOp::create(&mut b, dst, src, copy.elements, read, bypass));
    }
    let Some(last) = group.last() else { return };
    let loc = body.loc(op);
    let mut b = Builder::before(body, last.write);
    b.set_cur_loc(loc);
    let token = DeviceAsyncCreateGroupOp::create(&mut b, &tokens);
    DeviceAsyncWaitOp::build(&mut b, token, None);
    for copy in group {
        body.erase(copy.write);
    }
}
