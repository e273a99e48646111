//! Payloads as vectors: which ops have a vector form, and cloning them.
//!
//! A scalar of the payload becomes one value for all lanes, the numbers of neighbouring elements, or a vector. For an element that the
//! payload loads by indices of its own, as in a gather, the indices decide:
//! - All indices are uniform: one value.
//! - The last index counts with the lanes: a vector of neighbours.
//! - The last index is a vector: elements gathered from one row.
//! - Other indices are vectors: elements gathered from the buffer as one row.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::{AddIOp, IndexCastOp, MulIOp, SubIOp};
use strata_ir::prelude::*;
use strata_linalg::IndexOp;
use strata_memref::{CollapseShapeOp, LoadOp};

use super::{load, mask, splat};
use crate::structured_op::{self, Structured};

/// Whether every op of a payload can work on vectors, as far as that does not depend on the loop that becomes the lanes.
pub(super) fn is_vectorizable(body: &Body, block: Block) -> bool {
    body.block_ops(block).all(|op| {
        body.has_trait(op, Trait::Terminator)
            || op.isa::<IndexOp>(body)
            || op.isa::<LoadOp>(body)
            || body.has_trait(op, Trait::ConstantLike)
            || body.has_trait(op, Trait::Elementwise)
                && body.regions(op).is_empty()
                && body.results(op).len() == 1
                && body.operand_types(op).chain(body.result_types(op)).all(|t| body.cx().shaped(t).is_none())
    })
}

/// The class of a scalar when one loop is the lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// One value for all lanes.
    Uniform,
    /// An index that grows by one from lane to lane.
    Steps,
    /// A vector.
    Vector,
}

/// The classes of the values of a payload when loop `dim` is the lanes; `None` where an element that it loads has no neighbour in the
/// next lane.
pub(super) fn classes(body: &Body, s: &Structured, dim: usize) -> Option<FxHashMap<Value, Class>> {
    let mut map: FxHashMap<Value, Class> = FxHashMap::default();
    for (i, &arg) in body.block_args(s.block).iter().enumerate() {
        let uniform = i < s.inputs.len() && !s.maps[i].uses_dim(dim as u32);
        map.insert(arg, if uniform { Class::Uniform } else { Class::Vector });
    }
    for op in body.block_ops(s.block) {
        if body.has_trait(op, Trait::Terminator) {
            break;
        }
        let operands: Vec<Class> =
            body.operands(op).map(|v| map.get(&v).copied().unwrap_or(Class::Uniform)).collect();
        let class = match op.as_op::<IndexOp>(body) {
            Some(index) if index.loop_number(body) == Some(dim) => Class::Steps,
            Some(_) => Class::Uniform,
            None if op.isa::<LoadOp>(body) => load_class(body, op, &operands)?,
            None => class(body, op, &operands),
        };
        map.insert(body.results(op).first().copied()?, class);
    }
    Some(map)
}

/// The class of the result of an op other than a load.
fn class(body: &Body, op: Op, operands: &[Class]) -> Class {
    let is_index = || body.result_types(op).all(|t| t == body.cx().index());
    match operands {
        all if all.iter().all(|&c| c == Class::Uniform) => Class::Uniform,
        [Class::Steps, Class::Uniform]
            if (op.isa::<AddIOp>(body) || op.isa::<SubIOp>(body)) && is_index() =>
        {
            Class::Steps
        }
        [Class::Uniform, Class::Steps] if op.isa::<AddIOp>(body) && is_index() => Class::Steps,
        _ => Class::Vector,
    }
}

fn load_class(body: &Body, op: Op, operands: &[Class]) -> Option<Class> {
    let (&memref, indices) = operands.split_first()?;
    let cx = body.cx();
    if memref != Class::Uniform {
        return None;
    }
    match indices.split_last() {
        Some((&last, others)) if last != Class::Uniform && others.iter().all(|&c| c == Class::Uniform) => {
            let base = body.operand(op, 0);
            let bits = cx.bit_width(cx.elem_or_self(body.ty(base)))?;
            // Truth values are bytes in memory, which are not gathered.
            let least = if last == Class::Steps { 1 } else { 8 };
            (structured_op::is_contiguous_innermost(body, base)
                && (bits == least || bits >= 8)
                && bits.is_power_of_two())
            .then_some(Class::Vector)
        }
        _ if indices.iter().all(|&c| c == Class::Uniform) => Some(Class::Uniform),
        _ => is_flat(body, body.operand(op, 0)).then_some(Class::Vector),
    }
}

/// Whether elements anywhere in a buffer can be gathered by positions of 32 bits: the buffer is contiguous.
fn is_flat(body: &Body, base: Value) -> bool {
    let cx = body.cx();
    let Some(ty) = cx.type_as::<MemRefType>(body.ty(base)) else { return false };
    let count = cx.shaped(body.ty(base)).and_then(|s| s.num_elements());
    let bits = cx.bit_width(ty.elem).is_some_and(|n| n >= 8 && n.is_power_of_two());
    ty.layout.is_none() && bits && count.is_some_and(|n| n <= i64::from(i32::MAX))
}

/// The lanes of a scalar of the payload.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lanes {
    /// One value for all lanes.
    Uniform(Value),
    /// The index of lane 0; it grows by one from lane to lane.
    Steps(Value),
    /// A vector.
    Vector(Value),
}

impl Lanes {
    /// As a vector.
    pub(super) fn vector(self, b: &mut Builder<'_>, lanes: i64) -> Value {
        match self {
            Lanes::Uniform(v) => splat(b, v, lanes),
            Lanes::Steps(first) => {
                let ty = b.cx().vector(&[lanes], b.cx().index());
                let steps = strata_vector::StepOp::build(b, ty);
                let base = splat(b, first, lanes);
                AddIOp::build(b, base, steps, None)
            }
            Lanes::Vector(v) => v,
        }
    }

    /// As a vector whose invalid lanes repeat the last valid one: an op that is defined for all elements is then defined for all lanes.
    fn vector_at(self, b: &mut Builder<'_>, place: &Place<'_>) -> Value {
        let (Lanes::Steps(first), Some(valid)) = (self, place.valid) else {
            return self.vector(b, place.lanes);
        };
        let steps: Vec<i64> = (0..place.lanes).map(|lane| lane.min(valid - 1)).collect();
        let ty = b.cx().vector(&[place.lanes], b.cx().index());
        let steps = b.cx().dense_i64s(ty, &steps).expect("indices of a vector of as many");
        let steps = strata_arith::constant(b, steps);
        let base = splat(b, first, place.lanes);
        AddIOp::build(b, base, steps, None)
    }

    fn class(self) -> Class {
        match self {
            Lanes::Uniform(_) => Class::Uniform,
            Lanes::Steps(_) => Class::Steps,
            Lanes::Vector(_) => Class::Vector,
        }
    }
    /// The underlying value of any class.
    pub(super) fn value(self) -> Value {
        match self {
            Lanes::Uniform(v) | Lanes::Steps(v) | Lanes::Vector(v) => v,
        }
    }
}

/// Where a payload is cloned.
pub(super) struct Place<'a> {
    /// The indices of all loops; that of `dim` is the index of lane 0.
    pub ivs: &'a [Value],
    /// The loop that is the lanes.
    pub dim: usize,
    /// How many lanes there are.
    pub lanes: i64,
    /// The number of valid lanes, where not all are valid.
    pub valid: Option<i64>,
}

/// Values of a payload that are already computed.
pub(super) type Known = FxHashMap<Value, Lanes>;

/// Clones a payload with its arguments given as lanes, and returns the yielded values. Values in `known` are not cloned.
pub(super) fn clone_vector(
    b: &mut Builder<'_>,
    block: Block,
    args: &[Lanes],
    place: &Place<'_>,
    known: &Known,
) -> Vec<Lanes> {
    let mut map = known.clone();
    map.extend(b.block_args(block).iter().copied().zip(args.iter().copied()));
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if b.has_trait(op, Trait::Terminator) {
            let yielded: Vec<Value> = b.operands(op).collect();
            return yielded.into_iter().map(|v| map.get(&v).copied().unwrap_or(Lanes::Uniform(v))).collect();
        }
        clone_op(b, op, place, &mut map);
    }
    Vec::new()
}

/// The bits of the widest value that a value of the payload is computed from, other than indices; its own bits at least.
pub(super) fn widest_of(body: &Body, block: Block, value: Value) -> Option<u32> {
    let cx = body.cx();
    let needed = needed_for(body, block, value);
    let types = needed.iter().filter_map(|&op| body.results(op).first()).chain([&value]).map(|&v| body.ty(v));
    types
        .filter(|&ty| ty != cx.index())
        .map(|ty| cx.bit_width(ty))
        .try_fold(8, |widest, w| Some(widest.max(w?)))
}

/// The ops of a payload that a value is computed from, in their order.
pub(super) fn needed_for(body: &Body, block: Block, value: Value) -> Vec<Op> {
    let mut wanted = FxHashSet::from_iter([value]);
    let mut ops = Vec::new();
    let mut next = body.block_ops(block).last();
    while let Some(op) = next {
        if body.results(op).iter().any(|v| wanted.contains(v)) {
            wanted.extend(body.operands(op));
            ops.push(op);
        }
        next = body.prev_op(op);
    }
    ops.reverse();
    ops
}

/// Clones what a value of a payload is computed from, with the arguments given as lanes.
pub(super) fn clone_value(
    b: &mut Builder<'_>,
    block: Block,
    args: &[Lanes],
    place: &Place<'_>,
    value: Value,
) -> Lanes {
    let mut map: Known = b.block_args(block).iter().copied().zip(args.iter().copied()).collect();
    for op in needed_for(b, block, value) {
        clone_op(b, op, place, &mut map);
    }
    map.get(&value).copied().unwrap_or(Lanes::Uniform(value))
}

/// Clones the operand that the last op of a reduction's payload combines with the output; the output is the last argument.
pub(super) fn clone_combined(b: &mut Builder<'_>, block: Block, args: &[Lanes], place: &Place<'_>) -> Lanes {
    let mut map: Known = b.block_args(block).iter().copied().zip(args.iter().copied()).collect();
    let out = b.block_args(block).last().copied();
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if out.is_some_and(|out| b.operands(op).any(|v| v == out)) {
            let other = b.operands(op).find(|&v| Some(v) != out).expect("two operands of a combining op");
            return map.get(&other).copied().unwrap_or(Lanes::Uniform(other));
        }
        clone_op(b, op, place, &mut map);
    }
    args[0]
}

/// Clones the ops of a payload that have one value for all lanes, as far as their operands are known: inputs, and the induction variables
/// of loops that are `there`.
pub(super) fn clone_uniform(
    b: &mut Builder<'_>,
    block: Block,
    classes: &FxHashMap<Value, Class>,
    place: &Place<'_>,
    there: impl Fn(usize) -> bool,
    known: &mut Known,
) {
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        let result = b.results(op).first().copied();
        let is_uniform = result.is_some_and(|v| classes.get(&v) == Some(&Class::Uniform));
        let has_loop = op.as_op::<IndexOp>(b).is_none_or(|op| op.loop_number(b).is_some_and(&there));
        if is_uniform
            && has_loop
            && b.operands(op).all(|v| known.contains_key(&v) || !classes.contains_key(&v))
        {
            clone_op(b, op, place, known);
        }
    }
}

fn clone_op(b: &mut Builder<'_>, op: Op, place: &Place<'_>, map: &mut Known) {
    let result = b.result(op, 0);
    if map.contains_key(&result) {
        return;
    }
    if let Some(index) = op.as_op::<IndexOp>(b) {
        let dim = index.loop_number(b).unwrap_or(0);
        let iv = place.ivs[dim];
        map.insert(result, if dim == place.dim { Lanes::Steps(iv) } else { Lanes::Uniform(iv) });
        return;
    }
    let operands: Vec<Lanes> =
        b.operands(op).map(|v| map.get(&v).copied().unwrap_or(Lanes::Uniform(v))).collect();
    let of: Vec<Class> = operands.iter().map(|l| l.class()).collect();
    let is_load = op.isa::<LoadOp>(b);
    let class = if is_load { load_class(b, op, &of).unwrap_or(Class::Uniform) } else { class(b, op, &of) };
    if is_load && class == Class::Vector {
        let ty = b.cx().vector(&[place.lanes], b.ty(result));
        let one = structured_op::one_attr(b.cx(), ty);
        let fill = strata_arith::constant(b, one);
        let values: Vec<Value> = operands.iter().map(|l| l.value()).collect();
        let others = operands.get(1..operands.len() - 1).unwrap_or_default();
        let one_row = others.iter().all(|l| l.class() == Class::Uniform);
        let neighbours = neighbours(b, &operands);
        let value = match (operands.last(), b.operands(op).last()) {
            _ if let Some((row, indices)) = neighbours => load(b, row, &indices, ty, place.valid, fill),
            _ if !one_row => {
                let (all, positions) = anywhere(b, op, &operands, place, map);
                gather(b, &[all], positions, ty, place, fill)
            }
            (Some(&Lanes::Vector(_)), Some(last)) => {
                let positions = positions(b, last, map);
                gather(b, &values[..values.len() - 1], positions, ty, place, fill)
            }
            _ => load(b, values[0], &values[1..], ty, place.valid, fill),
        };
        map.insert(result, Lanes::Vector(value));
        return;
    }
    let mut state = OpState::new(b.info(op), b.loc(op));
    state.attrs = (0..state.info.attrs.len()).map(|slot| b.attr_slot(op, slot)).collect();
    state.extra = b.extra_attrs(op).to_vec();
    for l in operands {
        let v = if class == Class::Vector { l.vector_at(b, place) } else { l.value() };
        state.operands.push(v);
    }
    let ty = b.ty(result);
    state.result_types.push(if class == Class::Vector { b.cx().vector(&[place.lanes], ty) } else { ty });
    let new = b.build(state);
    let value = b.result(new, 0);
    map.insert(
        result,
        match class {
            Class::Uniform => Lanes::Uniform(value),
            Class::Steps => Lanes::Steps(value),
            Class::Vector => Lanes::Vector(value),
        },
    );
}

/// The vector of an index of a payload, as narrow as before its cast to `index`: processors gather twice as many elements per instruction
/// by positions of 32 bits as by positions of 64.
fn positions(b: &Builder<'_>, index: Value, map: &Known) -> Value {
    let cast = b.def_op(index).filter(|op| op.isa::<IndexCastOp>(b));
    let narrow = cast.map(|op| b.operand(op, 0));
    let narrow = narrow.filter(|&v| b.cx().as_int(b.ty(v)).is_some_and(|ty| ty.width == 32));
    match (narrow.and_then(|v| map.get(&v)), map.get(&index)) {
        (Some(&Lanes::Vector(v)), _) | (_, Some(&Lanes::Vector(v))) => v,
        _ => index,
    }
}

/// The buffer and the indices of a load without the unit dimensions behind the dimension that counts with the lanes, if it has such
/// dimensions: lanes are then neighbours in memory.
fn neighbours(b: &mut Builder<'_>, operands: &[Lanes]) -> Option<(Value, Vec<Value>)> {
    let (base, indices) = operands.split_first()?;
    let steps = indices.iter().position(|l| l.class() == Class::Steps)?;
    let others = indices.iter().enumerate().all(|(i, l)| i == steps || l.class() == Class::Uniform);
    let shape = b.cx().shaped(b.ty(base.value())).and_then(|s| s.shape)?;
    let (inner, rank) = (shape.get(steps + 1..)?, shape.len() as i64);
    if !others || inner.is_empty() || inner.iter().any(|&n| n != 1) {
        return None;
    }
    let first = steps as i64;
    let groups: Vec<Vec<i64>> = (0..first).map(|d| vec![d]).chain([(first..rank).collect()]).collect();
    let row = CollapseShapeOp::create(b, base.value(), &groups)?;
    Some((row, indices[..=steps].iter().map(|l| l.value()).collect()))
}

/// The buffer that a load reads as one row, and the positions of the elements in it.
fn anywhere(
    b: &mut Builder<'_>,
    op: Op,
    operands: &[Lanes],
    place: &Place<'_>,
    map: &Known,
) -> (Value, Value) {
    let base = operands[0].value();
    let shape = b.cx().shaped(b.ty(base)).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
    let all: Vec<i64> = (0..shape.len() as i64).collect();
    let row = CollapseShapeOp::create(b, base, &[all]).unwrap_or(base);
    let narrow = b.cx().i32();
    let ty = b.cx().vector(&[place.lanes], narrow);
    let (mut sum, mut stride) = (None, 1);
    let places: Vec<(Lanes, Value)> = operands.iter().copied().zip(b.operands(op)).skip(1).collect();
    for (&n, (lanes, index)) in shape.iter().zip(places).rev() {
        let value = match lanes {
            Lanes::Uniform(v) => {
                let v = IndexCastOp::build(b, v, narrow);
                splat(b, v, place.lanes)
            }
            Lanes::Steps(_) => {
                let v = lanes.vector_at(b, place);
                IndexCastOp::build(b, v, ty)
            }
            Lanes::Vector(_) => {
                let v = positions(b, index, map);
                if b.ty(v) == ty { v } else { IndexCastOp::build(b, v, ty) }
            }
        };
        let part = match stride {
            1 => value,
            _ => {
                let by = strata_arith::constant_int(b, stride, narrow);
                let by = splat(b, by, place.lanes);
                MulIOp::build(b, value, by, None)
            }
        };
        sum = Some(sum.map_or(part, |sum| AddIOp::build(b, sum, part, None)));
        stride *= n;
    }
    let zero = |b: &mut Builder<'_>| {
        let zero = strata_arith::constant_int(b, 0, narrow);
        splat(b, zero, place.lanes)
    };
    (row, sum.unwrap_or_else(|| zero(b)))
}

/// The shortest vector, in bits, that is gathered by one instruction. Processors with shorter vectors have no such instruction, or one
/// that is no faster than loads of the elements, which can share their addresses with those of other rows.
const GATHERED_BITS: i64 = 512;

/// The elements at `positions` of a row; `row` is the buffer and all indices but the last one.
fn gather(
    b: &mut Builder<'_>,
    row: &[Value],
    positions: Value,
    ty: Type,
    place: &Place<'_>,
    fill: Value,
) -> Value {
    let elem = b.cx().elem_or_self(ty);
    let bits = i64::from(b.cx().bit_width(elem).unwrap_or(1));
    if bits < 32 || bits * place.lanes < GATHERED_BITS {
        return loads(b, row, positions, ty, place);
    }
    let mask = mask(b, place.valid.unwrap_or(place.lanes), place.lanes);
    let mut first = row[1..].to_vec();
    first.push(strata_arith::constant_index(b, 0));
    strata_vector::GatherOp::build(b, row[0], &first, positions, mask, fill, None, ty)
}

/// Gathers by a load of each element; invalid lanes repeat the first one.
fn loads(b: &mut Builder<'_>, row: &[Value], positions: Value, ty: Type, place: &Place<'_>) -> Value {
    let index = b.cx().index();
    let narrow = b.cx().elem_or_self(b.ty(positions));
    let valid = place.valid.unwrap_or(place.lanes);
    let mut elements = Vec::new();
    for lane in 0..valid {
        let at = b.cx().i64_array(&[lane]);
        let position = strata_vector::ExtractOp::build(b, positions, &[], at, narrow);
        let position =
            if b.ty(position) == index { position } else { IndexCastOp::build(b, position, index) };
        let mut indices = row[1..].to_vec();
        indices.push(position);
        elements.push(LoadOp::build(b, row[0], &indices, None, None));
    }
    elements.resize(place.lanes as usize, elements[0]);
    strata_vector::FromElementsOp::build(b, &elements, ty)
}

/// The number of gathers of a payload whose positions do not depend on loop `dim`; `None` where the positions of one depend on it.
pub(super) fn gathers_beside(
    body: &Body,
    s: &Structured,
    classes: &FxHashMap<Value, Class>,
    dim: usize,
) -> Option<usize> {
    let mut depends: FxHashSet<Value> = FxHashSet::default();
    for (&arg, map) in body.block_args(s.block).iter().zip(&s.maps) {
        if map.uses_dim(dim as u32) {
            depends.insert(arg);
        }
    }
    let mut count = 0;
    for op in body.block_ops(s.block) {
        let last = body.operands(op).last();
        if op.isa::<LoadOp>(body)
            && let Some(last) = last.filter(|v| classes.get(v) == Some(&Class::Vector))
        {
            if depends.contains(&last) {
                return None;
            }
            count += 1;
        }
        let is_index = op.as_op::<IndexOp>(body).is_some_and(|op| op.loop_number(body) == Some(dim));
        if is_index || body.operands(op).any(|v| depends.contains(&v)) {
            depends.extend(body.results(op).iter().copied());
        }
    }
    Some(count)
}
