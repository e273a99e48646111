//! The place of a device along axes of its mesh, and the part of a tensor that it has.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_sdy::attrs::{AxisRef, Mesh};
use strata_stablehlo as hlo;

/// The place of this device along axes, the last of them the fastest, as a scalar of 64 bits.
pub(crate) fn place(h: &mut HloBuilder<'_, '_>, axes: &[AxisRef], mesh: &Mesh) -> Value {
    let scalar = h.b.cx().tensor(&[], h.b.cx().i64());
    let device = device(h, mesh);
    let mut place = None;
    for axis in axes {
        let (stride, size) = (axis.stride(mesh), axis.size(mesh));
        let stride = h.int(stride.unsigned_abs(), scalar);
        let number = h.int(size.unsigned_abs(), scalar);
        let along = h.like::<hlo::DivOp>(&[device, stride]);
        let along = h.like::<hlo::RemOp>(&[along, number]);
        place = Some(match place {
            None => along,
            Some(before) => {
                let before = h.like::<hlo::MulOp>(&[before, number]);
                h.like::<hlo::AddOp>(&[before, along])
            }
        });
    }
    place.unwrap_or_else(|| h.int(0, scalar))
}

/// Whether this device is the first along axes, as a scalar.
pub(super) fn is_first(h: &mut HloBuilder<'_, '_>, axes: &[AxisRef], mesh: &Mesh) -> Value {
    let cx = h.b.cx_arc().clone();
    let place = place(h, axes, mesh);
    let zero = h.int(0, cx.tensor(&[], cx.i64()));
    let direction = cx.attr(hlo::ComparisonDirection::Eq);
    let attrs = [("comparison_direction", direction)];
    h.op::<hlo::CompareOp>(&[place, zero], &attrs, cx.tensor(&[], cx.i1()))
}

/// The position of this device in the order of its mesh.
fn device(h: &mut HloBuilder<'_, '_>, mesh: &Mesh) -> Value {
    let cx = h.b.cx_arc().clone();
    let scalar = cx.tensor(&[], cx.i64());
    let unsigned = cx.ty(IntegerType { width: 32, signedness: Signedness::Unsigned });
    let id = h.op::<hlo::PartitionIdOp>(&[], &[], cx.tensor(&[], unsigned));
    let id = h.op::<hlo::ConvertOp>(&[id], &[], scalar);
    if mesh.device_ids.is_empty() {
        return id;
    }
    let mut positions = vec![0i64; mesh.device_ids.len()];
    for (position, &device) in mesh.device_ids.iter().enumerate() {
        if let Some(slot) = usize::try_from(device).ok().and_then(|at| positions.get_mut(at)) {
            *slot = position as i64;
        }
    }
    let ty = cx.tensor(&[positions.len() as i64], cx.i64());
    let Some(table) = cx.dense_i64s(ty, &positions) else { return id };
    let table = hlo::ConstantOp::build(h.b, table, ty);
    let sizes = cx.i64_array(&[1]);
    let one = h.op::<hlo::DynamicSliceOp>(&[table, id], &[("slice_sizes", sizes)], cx.tensor(&[1], cx.i64()));
    h.reshape(one, &[])
}

/// The part of this device of a tensor that is divided along dimensions by axes.
pub(crate) fn part(h: &mut HloBuilder<'_, '_>, whole: Value, axes: &[&[AxisRef]], mesh: &Mesh) -> Value {
    let cx = h.b.cx_arc().clone();
    let scalar = cx.tensor(&[], cx.i64());
    let mut sizes = hlo::infer::sizes(&cx, h.b.ty(whole)).to_vec();
    let mut operands = vec![whole];
    for (size, axes) in sizes.iter_mut().zip(axes) {
        if axes.is_empty() {
            operands.push(h.int(0, scalar));
            continue;
        }
        *size /= strata_sdy::axes::size(axes, mesh).unwrap_or(1).max(1);
        let place = place(h, axes, mesh);
        let length = h.int(size.unsigned_abs(), scalar);
        operands.push(h.like::<hlo::MulOp>(&[place, length]));
    }
    let ty = h.tensor_of(whole, &sizes);
    let sizes = cx.i64_array(&sizes);
    h.op::<hlo::DynamicSliceOp>(&operands, &[("slice_sizes", sizes)], ty)
}
