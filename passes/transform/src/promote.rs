//! Operands of structured ops in memory of their own.
//!
//! ```mlir
//! linalg.fill ins(%x : f32) outs(%s : memref<?x8xf32, strided<[64, 1], offset: ?>>)
//! ```
//! on a subview whose size is at most 4 becomes
//! ```mlir
//! %a = memref.alloc() : memref<128xi8>
//! %v = memref.view %a[%c0][%c4, %c8] : memref<128xi8> to memref<?x?xf32>
//! %p = memref.subview %v[0, 0] [%n, %c8] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
//! linalg.copy ins(%s) outs(%p)
//! linalg.fill ins(%x : f32) outs(%p)
//! linalg.copy ins(%p) outs(%s)
//! memref.dealloc %a : memref<128xi8>
//! ```

use strata_arith::{MulIOp, constant_float, constant_index, constant_int};
use strata_gpu::{AddressSpace, BarrierOp};
use strata_ir::{
    core::{DYNAMIC, attrs::element_bytes},
    prelude::*,
};
use strata_linalg::{CopyOp as StructuredCopy, FillOp, GenericOp, LinalgOp, payload};
use strata_memref::{AllocOp, AllocaOp, CopyOp, DeallocOp, SubViewOp, ViewOp};
use strata_tensor::{MixedIndex, OffsetSizeStride};

use crate::bounds::largest_value;

/// Which operands are promoted, and to what memory.
#[derive(Clone, Debug)]
pub struct Options {
    /// The numbers of the operands; all if there is none.
    pub operands: Vec<i64>,
    /// For the first operands, whether the op works on the whole buffer.
    pub whole: Vec<bool>,
    /// The same for the other operands.
    pub whole_by_default: bool,
    /// Whether buffers have the sizes of subviews.
    pub original_size: bool,
    /// Whether buffers are on the stack.
    pub on_stack: bool,
    /// Their memory space.
    pub space: Option<Attr>,
    /// Their alignment.
    pub alignment: Option<Attr>,
    /// The memory of a GPU that they are in, which decides the rest.
    pub gpu: Option<AddressSpace>,
}

/// A promoted operand.
struct Promoted {
    operand: usize,
    subview: Value,
    buffer: Buffer,
    uses_whole: bool,
    copies_in: bool,
}

/// The memory of a promoted operand.
struct Buffer {
    whole: Value,
    /// The part that has the size of the subview.
    part: Value,
    /// The memory that is freed.
    memory: Option<Value>,
}

/// Promotes the subviews that an op on buffers works on. `None` if it has none, or if one of them has no buffer; the body may have changed
/// then.
pub fn promote(body: &mut Body, op: Op, options: &Options) -> Option<()> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let inits = linalg.dps_init_range(body);
    let is_tensor = |v: Value| body.cx().type_as::<TensorType>(body.ty(v)).is_some();
    if body.operands(op).any(is_tensor) {
        return None;
    }
    let chosen = |i: usize| options.operands.is_empty() || options.operands.contains(&(i as i64));
    let mut subviews = Vec::new();
    for (i, v) in body.operands(op).enumerate().filter(|&(i, _)| chosen(i)) {
        let copies_in = !op.isa::<GenericOp>(body) || linalg.payload_uses(body, i);
        subviews.extend(body.def_as::<SubViewOp>(v).map(|view| (i, v, view, copies_in)));
    }
    if subviews.is_empty() {
        return None;
    }
    let mut b = Builder::before(body, op);
    let mut all = Vec::new();
    for (operand, subview, view, copies_in) in subviews {
        let buffer = Buffer::allocate(&mut b, view, options)?;
        let uses_whole = options.whole.get(operand).copied().unwrap_or(options.whole_by_default);
        if uses_whole {
            fill_with_zero(&mut b, buffer.whole)?;
        }
        all.push(Promoted { operand, subview, buffer, uses_whole, copies_in });
    }
    for p in all.iter().filter(|p| p.copies_in) {
        copy(&mut b, p.subview, p.buffer.part, options)?;
    }
    for p in &all {
        let value = if p.uses_whole { p.buffer.whole } else { p.buffer.part };
        b.body().set_operand(op, p.operand, value);
    }
    let after = InsertPoint::after(&b, op);
    b.goto(after);
    for p in all.iter().filter(|p| inits.contains(&p.operand)) {
        copy(&mut b, p.buffer.part, p.subview, options)?;
    }
    for memory in all.iter().filter_map(|p| p.buffer.memory) {
        DeallocOp::build(&mut b, memory);
    }
    Some(())
}

impl Buffer {
    /// A buffer for a subview.
    fn allocate(b: &mut Builder<'_>, view: SubViewOp, options: &Options) -> Option<Self> {
        let dropped = view.dropped_dims(b)?;
        let sizes: Vec<MixedIndex> = view.mixed_sizes(b);
        let (mut wholes, mut parts) = (Vec::new(), Vec::new());
        for (size, _) in sizes.into_iter().zip(dropped).filter(|(_, dropped)| !dropped) {
            let bound = match size.constant(b) {
                None if !options.original_size => size.value().and_then(|v| largest_value(b, v)),
                known => known,
            };
            let bound = bound.filter(|&n| n >= 0);
            let size = size.materialize(b)?;
            wholes.push(bound.map_or(size, |n| constant_index(b, n)));
            parts.push(MixedIndex::Value(size));
        }
        let elem = b.cx().elem_or_self(b.ty(view.result(b)));
        let (whole, memory) = match options.gpu {
            Some(space) => (on_gpu(b, &wholes, elem, space)?, None),
            None => on_host(b, &wholes, elem, options)?,
        };
        let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); parts.len()]);
        let part = SubViewOp::create(b, whole, &zeros, &parts, &ones)?;
        Some(Self { whole, part, memory })
    }
}

/// A view of bytes.
fn on_host(
    b: &mut Builder<'_>,
    sizes: &[Value],
    elem: Type,
    options: &Options,
) -> Option<(Value, Option<Value>)> {
    let width = i64::try_from(element_bytes(b.cx(), elem)?).ok()?;
    let known = |v: &Value| MixedIndex::Value(*v).constant(b);
    let total: Option<Vec<i64>> = sizes.iter().map(known).collect();
    let total = match total {
        Some(list) => Some(list.iter().try_fold(width, |product, &n| product.checked_mul(n))?),
        None => None,
    };
    let space = options.space;
    let bytes = MemRefType {
        shape: [total.unwrap_or(DYNAMIC)].as_slice().into(),
        elem: b.cx().i8(),
        layout: None,
        memory_space: space,
    };
    let bytes = b.cx().ty(bytes);
    let zero = constant_index(b, 0);
    let mut dynamic = Vec::new();
    if total.is_none() {
        let mut count = None;
        for &size in sizes {
            count = Some(count.map_or(size, |count| MulIOp::build(b, count, size, None)));
        }
        let width = constant_index(b, width);
        dynamic.push(MulIOp::build(b, count?, width, None));
    }
    let memory = if options.on_stack {
        AllocaOp::build(b, &dynamic, &[], options.alignment, bytes)
    } else {
        AllocOp::build(b, &dynamic, &[], options.alignment, bytes)
    };
    let shape = vec![DYNAMIC; sizes.len()];
    let ty =
        b.cx().ty(MemRefType { shape: shape.as_slice().into(), elem, layout: None, memory_space: space });
    let view = ViewOp::build(b, memory, zero, sizes, ty);
    Some((view, (!options.on_stack).then_some(memory)))
}

/// A buffer at the beginning of the function, of sizes that are known.
fn on_gpu(b: &mut Builder<'_>, sizes: &[Value], elem: Type, space: AddressSpace) -> Option<Value> {
    if b.op_name(Op::SELF) != "func.func" {
        return None;
    }
    let known = |v: &Value| MixedIndex::Value(*v).constant(b);
    let shape: Vec<i64> = sizes.iter().map(known).collect::<Option<_>>()?;
    let ty = space.memref(b.cx(), &shape, elem);
    let here = b.point();
    let start = InsertPoint::at_start(b, b.entry()?);
    b.goto(start);
    let buffer = match space {
        AddressSpace::Workgroup => AllocOp::create(b, ty, &[]),
        AddressSpace::Private => AllocaOp::create(b, ty, &[]),
        AddressSpace::Global => return None,
    };
    b.goto(here);
    Some(buffer)
}

fn fill_with_zero(b: &mut Builder<'_>, buffer: Value) -> Option<()> {
    let elem = b.cx().elem_or_self(b.ty(buffer));
    let part = b.cx().type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
    let zero = match (b.cx().as_float(part), b.cx().as_int(part)) {
        (Some(_), _) => constant_float(b, 0.0, part),
        (None, Some(_)) => constant_int(b, 0, part),
        // As upstream, no buffer of indices is filled.
        (None, None) => return None,
    };
    let zero =
        if part == elem { zero } else { payload::op(b, "complex.create", &[zero, zero], elem).ok()? };
    FillOp::create(b, &[zero], buffer).ok().map(|_| ())
}

fn copy(b: &mut Builder<'_>, from: Value, to: Value, options: &Options) -> Option<()> {
    let barrier = options.gpu == Some(AddressSpace::Workgroup);
    if barrier {
        BarrierOp::build(b);
    }
    match options.gpu {
        Some(_) => {
            CopyOp::build(b, from, to);
        }
        None => {
            StructuredCopy::create(b, &[from], to).ok()?;
        }
    }
    if barrier {
        BarrierOp::build(b);
    }
    Some(())
}
