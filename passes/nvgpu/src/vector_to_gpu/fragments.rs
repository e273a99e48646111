//! Vectors as fragments of `nvgpu.mma.sync`: what one lane holds of them.

use strata_arith::{ConstantOp, constant_index};
use strata_gpu::{AddressSpace, LaneIdOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::layout;
use strata_nvgpu::{LdMatrixOp, MmaSyncOp};
use strata_passes_analysis::affine_size::composed_apply;
use strata_scf::{ForOp, YieldOp};
use strata_tensor::MixedIndex;
use strata_vector::{
    BroadcastOp, ContractionOp, ExtractOp, ExtractStridedSliceOp, InsertOp, LoadOp, StoreOp, TransferReadOp,
    TransferWriteOp,
};

use super::{
    Form, Values,
    lanes::{Registers, Role, WarpMatrix, user_contraction},
    loops,
    matrices::is_elementwise,
    prepare::{is_extension, is_product},
    slice,
};

/// Converts all products whose ops can be fragments.
pub(super) fn convert(body: &mut Body) -> Result<(), Diagnostic> {
    let mut values = Values::default();
    for op in slice::convertible(body, &supported) {
        let (loc, name) = (body.loc(op), body.op_name(op).to_owned());
        convert_op(body, op, &mut values).map_err(|reason| {
            let message = format!("'{name}' op failed to convert op during vector-to-nvgpu conversion");
            Diagnostic::error(loc, message).note(loc, reason)
        })?;
    }
    Ok(())
}

fn supported(b: &Body, op: Op) -> bool {
    if let Some(read) = op.as_op::<TransferReadOp>(b) {
        return read.mask(b).is_none()
            && read.is_in_bounds(b)
            && is_plain(b, b.result(op, 0), read.base(b))
            && is_plain_map(&read.map(b));
    }
    if let Some(write) = op.as_op::<TransferWriteOp>(b) {
        return write.mask(b).is_none()
            && write.is_in_bounds(b)
            && write.map(b).is_minor_identity()
            && is_plain(b, write.value_to_store(b), write.base(b));
    }
    if let Some(contraction) = op.as_op::<ContractionOp>(b) {
        return is_product(b, contraction, Form::Fragments);
    }
    if op.isa::<ExtractStridedSliceOp>(b) {
        let result = b.result(op, 0);
        let operand = match WarpMatrix::from_op(b, op).zip(user_contraction(b, result)) {
            Some((m, c)) if m.role == Role::Right => c.rhs(b),
            Some((m, c)) if m.role == Role::Sum => c.acc(b),
            _ => return false,
        };
        return b.ty(operand) == b.ty(result);
    }
    if op.isa::<YieldOp>(b) {
        return b.parent_op(op).is_some_and(|p| p != Op::SELF && p.isa::<ForOp>(b));
    }
    if op.isa::<ConstantOp>(b) {
        let splat = b.attr(op, "value").is_some_and(|a| b.cx().splat_value(a).is_some());
        return splat && rank(b, b.result(op, 0)) == Some(2);
    }
    if let Some(broadcast) = op.as_op::<BroadcastOp>(b) {
        return rank(b, b.result(op, 0)) == Some(2) && b.cx().as_float(b.ty(broadcast.source(b))).is_some();
    }
    op.isa::<ForOp>(b) || is_extension(b, op) || is_elementwise(b, op)
}

fn rank(b: &Body, v: Value) -> Option<usize> {
    b.cx().type_as::<VectorType>(b.ty(v)).map(|t| t.shape.len())
}

/// Whether a vector is a matrix and the memory has its elements next to each other.
fn is_plain(b: &Body, vector: Value, memref: Value) -> bool {
    let cx = b.cx();
    let Some(m) = cx.type_as::<MemRefType>(b.ty(memref)) else { return false };
    let Some(v) = cx.type_as::<VectorType>(b.ty(vector)) else { return false };
    let contiguous = layout::strides(cx, b.ty(memref)).is_some_and(|s| s.strides.last() == Some(&1));
    v.shape.len() == 2 && !v.scalable.contains(&true) && v.elem == m.elem && contiguous
}

/// Whether rows and columns are two dimensions of the memory.
fn is_plain_map(map: &AffineMap) -> bool {
    map.n_results() == 2 && map.results().iter().all(|e| e.as_dim().is_some())
}

type Converted<T = ()> = Result<T, String>;

fn convert_op(body: &mut Body, op: Op, values: &mut Values) -> Converted {
    if let Some(for_op) = op.as_op::<ForOp>(body) {
        loops::for_loop(body, for_op, values);
        return Ok(());
    }
    if op.isa::<YieldOp>(body) {
        loops::loop_end(body, op, values);
        return Ok(());
    }
    if let Some(write) = op.as_op::<TransferWriteOp>(body) {
        return store(body, write, values);
    }
    let new = if let Some(read) = op.as_op::<TransferReadOp>(body) {
        load(body, read)?
    } else if let Some(contraction) = op.as_op::<ContractionOp>(body) {
        multiply(body, contraction, values)?
    } else if op.isa::<ExtractStridedSliceOp>(body) {
        part(body, op, values)?
    } else if op.isa::<ConstantOp>(body) {
        let (m, registers) = fragment(body, op)?;
        let ty = fragment_type(body.cx(), &m, registers);
        let value = body.attr(op, "value").and_then(|a| body.cx().splat_value(a));
        let value = value.and_then(|v| body.cx().splat_attr(ty, v)).ok_or("it has several values")?;
        ConstantOp::build(&mut Builder::before(body, op), value, ty)
    } else {
        return Err(format!("unhandled vector to mma type: '{}'", body.op_name(op)));
    };
    let old = body.result(op, 0);
    values.insert(old, new);
    Ok(())
}

/// The matrix of an op with the registers of a lane.
fn fragment(b: &Body, op: Op) -> Converted<(WarpMatrix, Registers)> {
    let m = WarpMatrix::from_op(b, op).ok_or("it has no matrix")?;
    let registers = m.registers(b.cx()).ok_or_else(|| {
        let [rows, columns] = m.shape;
        format!(
            "a matrix of {rows}x{columns} elements of type '{}' has no fragments",
            b.cx().type_to_string(m.elem)
        )
    })?;
    Ok((m, registers))
}

fn fragment_type(cx: &Context, m: &WarpMatrix, registers: Registers) -> Type {
    cx.vector(&[registers.count, registers.elements], m.elem)
}

/// The indices of a transfer, to which results of a map of `places` are added where its vector has dimensions.
fn indices(
    b: &mut Builder<'_>,
    at: &[Value],
    map: &AffineMap,
    offsets: &AffineMap,
    places: &[MixedIndex],
) -> Converted<Vec<Value>> {
    let mut out = at.to_vec();
    let dims = map.results().iter().filter_map(|e| e.as_dim());
    for (d, offset) in dims.zip(offsets.results()) {
        let n = offsets.n_dims();
        let sum = AffineExpr::dim(n) + offset.clone();
        let before = out.get(d as usize).copied().ok_or("its map has a dimension that is not there")?;
        let before = match constant_value(b, before).and_then(|a| b.cx().attr_i64(a)) {
            Some(known) => MixedIndex::Static(known),
            None => MixedIndex::Value(before),
        };
        let operands: Vec<MixedIndex> = places.iter().copied().chain([before]).collect();
        let sum = composed_apply(b, &AffineMap::new(n + 1, 0, vec![sum]), &operands);
        out[d as usize] = match sum.ok_or("its indices are too large")? {
            MixedIndex::Static(n) => constant_index(b, n),
            MixedIndex::Value(v) => v,
        };
    }
    Ok(out)
}

fn load(body: &mut Body, read: TransferReadOp) -> Converted<Value> {
    let (m, registers) = fragment(body, read.op())?;
    let memref = body.cx().type_as::<MemRefType>(body.ty(read.base(body)));
    let space = memref.and_then(|t| body.cx().attr_as::<AddressSpace>(t.memory_space?).copied());
    let map = read.map(body);
    let transposed = !map.is_minor_identity();
    let tiles = m.loaded_tiles(transposed).filter(|_| space == Some(AddressSpace::Workgroup));
    let mut b = Builder::before(body, read.op());
    let index = b.cx().index();
    let lane = LaneIdOp::build(&mut b, None, index);
    let at: Vec<Value> = read.indices(&b).collect();
    let base = read.base(&b);
    if let Some(tiles) = tiles {
        let tiles = i32::try_from(tiles).ok().filter(|&n| n > 0).ok_or("it has no tiles for ldmatrix")?;
        let place = m.loaded_row(transposed);
        let at = indices(&mut b, &at, &map, &place, &[lane.into()])?;
        let ty = fragment_type(b.cx(), &m, registers);
        let cx = b.cx();
        let (transpose, tiles) = (cx.bool_attr(transposed), cx.i32_attr(tiles));
        return Ok(LdMatrixOp::build(&mut b, base, &at, transpose, tiles, ty));
    }
    let place = m.place(registers).ok_or("it has no tiles")?;
    let cx = b.cx();
    let zero =
        if cx.as_float(m.elem).is_some() { cx.float_attr(0.0, m.elem) } else { cx.int_attr(0, m.elem) };
    let zero = ConstantOp::build(&mut b, zero, m.elem);
    let ty = fragment_type(b.cx(), &m, registers);
    let mut out = BroadcastOp::build(&mut b, zero, ty);
    for i in 0..registers.count {
        if !transposed {
            let element = i * registers.elements;
            constant_index(&mut b, element);
            let at = indices(&mut b, &at, &map, &place, &[lane.into(), element.into()])?;
            let ty = b.cx().vector(&[registers.elements], m.elem);
            let part = LoadOp::build(&mut b, base, &at, None, None, ty);
            out = InsertOp::create(&mut b, part, out, &[i.into()]);
            continue;
        }
        for k in 0..registers.elements {
            let element = i * registers.elements + k;
            constant_index(&mut b, element);
            let at = indices(&mut b, &at, &map, &place, &[lane.into(), element.into()])?;
            let number = strata_memref::LoadOp::create(&mut b, base, &at);
            out = InsertOp::create(&mut b, number, out, &[i.into(), k.into()]);
        }
    }
    Ok(out)
}

fn store(body: &mut Body, write: TransferWriteOp, values: &Values) -> Converted {
    let (m, registers) = fragment(body, write.op())?;
    let place = m.place(registers).ok_or("it has no tiles")?;
    let value = *values.get(&write.value_to_store(body)).ok_or("what it stores has no fragment")?;
    let mut b = Builder::before(body, write.op());
    let index = b.cx().index();
    let lane = LaneIdOp::build(&mut b, None, index);
    let (base, map) = (write.base(&b), write.map(&b));
    let at: Vec<Value> = write.indices(&b).collect();
    for i in 0..registers.count {
        let element = i * registers.elements;
        constant_index(&mut b, element);
        let part = ExtractOp::create(&mut b, value, &[i.into()]);
        let at = indices(&mut b, &at, &map, &place, &[lane.into(), element.into()])?;
        StoreOp::build(&mut b, part, base, &at, None, None);
    }
    body.erase(write.op());
    Ok(())
}

fn multiply(body: &mut Body, op: ContractionOp, values: &Values) -> Converted<Value> {
    let all = [op.lhs(body), op.rhs(body), op.acc(body)];
    let shape = |v: Value| body.cx().type_as::<VectorType>(body.ty(v)).map(|t| t.shape.to_vec());
    let (Some(x), Some(y)) = (shape(all[0]), shape(all[1])) else { return Err("it has no vectors".into()) };
    let ([m, k], [n, _]) = (&x[..], &y[..]) else { return Err("it has no matrices".into()) };
    let sizes = [*m, *n, *k];
    let new = all.map(|v| values.get(&v).copied());
    let [Some(x), Some(y), Some(sum)] = new else { return Err("an operand has no fragment".into()) };
    Ok(MmaSyncOp::create(&mut Builder::before(body, op.op()), [x, y, sum], sizes, false))
}

/// A part of the registers of a matrix that was read.
fn part(body: &mut Body, op: Op, values: &Values) -> Converted<Value> {
    let (_, registers) = fragment(body, op)?;
    let source = body.operand(op, 0);
    let read =
        body.def_op(source).filter(|d| d.isa::<TransferReadOp>(body)).ok_or("it is no part of a read")?;
    let (m, whole) = fragment(body, read)?;
    let offsets = body.attr(op, "offsets").and_then(|a| body.cx().attr_as::<ArrayAttr>(a));
    let offsets: Vec<i64> =
        offsets.into_iter().flat_map(|a| a.0.iter()).filter_map(|&n| body.cx().attr_i64(n)).collect();
    let [first, second] = offsets[..] else { return Err("it has no two offsets".into()) };
    if first != 0 && second != 0 {
        return Err("Slicing fragments in 2D is not supported. ".into());
    }
    if whole.elements != registers.elements {
        return Err("its registers hold another number of elements than those of the read".into());
    }
    let start = match (first, second) {
        (0, 0) => 0,
        (0, n) => m.shape[1] / n,
        (n, _) => m.shape[0] / n,
    };
    let fragment = *values.get(&source).ok_or("what it is a part of has no fragment")?;
    let mut b = Builder::before(body, op);
    let part =
        ExtractStridedSliceOp::create(&mut b, fragment, &[start, 0], &[registers.count, registers.elements]);
    part.ok_or_else(|| "it is a part that is not there".to_owned())
}
