//! `broadcast_in_dim`, `dynamic_broadcast_in_dim` and `broadcast`: a tensor repeated along dimensions.

use strata_arith::{CmpIPredicate, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_stablehlo as hlo;
use strata_tensor::{CollapseShapeOp, ExtractOp, MixedIndex};

use super::{
    Lowered, constants,
    emit::{cmpi, select},
    indexed::indexed,
    shape_operands::given,
    size_equality,
    sizes::{self, ONE, fixed},
    state::Lowering,
    types::{self, signless},
};

/// The message where a size that does not grow is not that of the result.
const DIFFERS: &str = "a size that is broadcast differs";

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let operand = b.operand(op, 0);
    let new = l.get(operand)?;
    let from = sizes::mixed_sizes(b, new)?;
    let (to, dims) = target(l, b, op, &from)?;
    if let Some(attr) = constants::splat_of(b, operand) {
        return splat(b, op, attr, &to);
    }
    if let (Some(from), Some(to)) = (sizes::constants(&from), sizes::constants(&to)) {
        let fits = |(&n, &d): (&i64, &i64)| n == 1 || to.get(d as usize) == Some(&n);
        if !from.iter().zip(&dims).all(fits) {
            return Err(DIFFERS.into());
        }
        let (source, dims) = outermost(b, operand, dims);
        let new = l.get(source)?;
        return repeat(b, new, &dims, &to);
    }
    open(b, op, new, &from, &to, &dims)
}

/// The sizes of the result, and which dimension of it each one of the operand, of sizes `from`, becomes.
fn target(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
    from: &[MixedIndex],
) -> Lowered<(Vec<MixedIndex>, Vec<i64>)> {
    if let Some(dynamic) = op.as_op::<hlo::DynamicBroadcastInDimOp>(b) {
        let dims = b.cx().attr_as::<DenseArrayAttr>(dynamic.broadcast_dimensions(b).raw());
        let dims = dims.map(|d| d.values.to_vec()).ok_or("its dimensions are not known")?;
        return Ok((given(l, b, op, b.operand(op, 1))?, dims));
    }
    let known = types::sizes(b, b.ty(b.result(op, 0)))?;
    let Some(op) = op.as_op::<hlo::BroadcastInDimOp>(b) else {
        // New dimensions come first.
        let more = known.len().saturating_sub(from.len());
        let to = [&fixed(&known[..more]), from].concat();
        return Ok((to, (more..known.len()).map(|d| d as i64).collect()));
    };
    let dims = op.dims(b).to_vec();
    // A size that the type does not tell is that of the operand.
    let size = |d: usize| match known[d] {
        DYNAMIC => dims.iter().position(|&k| k as usize == d).map(|i| from[i]),
        n => Some(MixedIndex::Static(n)),
    };
    let to: Option<Vec<_>> = (0..known.len()).map(size).collect();
    Ok((to.ok_or("a size of its result is not known")?, dims))
}

/// A tensor of one element.
fn splat(b: &mut Builder<'_>, op: Op, attr: Attr, to: &[MixedIndex]) -> Lowered<Value> {
    let is_complex = b.cx().attr_as::<ArrayAttr>(attr).is_some();
    if is_complex || sizes::constants(to).is_none() {
        let number = constants::scalar(b, attr);
        return sizes::filled(b, number, to);
    }
    let result = b.ty(b.result(op, 0));
    let ty = sizes::ty(b, to, b.cx().elem_or_self(signless(b.cx(), result)));
    let splat = b.cx().splat_attr(ty, attr).ok_or("the constant is not a number")?;
    Ok(strata_arith::constant(b, splat))
}

/// A broadcast of a broadcast is one broadcast: the first tensor, and where its dimensions go.
fn outermost(b: &Body, operand: Value, mut dims: Vec<i64>) -> (Value, Vec<i64>) {
    let mut source = operand;
    while let Some(inner) = b.def_as::<hlo::BroadcastInDimOp>(source)
        && !types::is_unknown(b.cx(), b.ty(inner.operand(b)))
    {
        dims = inner.dims(b).iter().map(|&d| dims[d as usize]).collect();
        source = inner.operand(b);
    }
    (source, dims)
}

/// Repeats a tensor to the shape `to`; dimension `i` of it becomes dimension `dims[i]`.
fn repeat(b: &mut Builder<'_>, v: Value, dims: &[i64], to: &[i64]) -> Lowered<Value> {
    let from = types::shape(b, b.ty(v))?;
    // Dimensions of size 1 that grow are dropped, so that the op reads every element by a projection.
    let keep: Vec<bool> = dims.iter().zip(&from).map(|(&d, &n)| n == to[d as usize]).collect();
    let v = drop_dims(b, v, &keep);
    let kept: Vec<u32> = dims.iter().zip(&keep).filter(|(_, k)| **k).map(|(&d, _)| d as u32).collect();
    Ok(project(b, v, &kept, &fixed(to)))
}

/// A tensor of sizes `to`, whose elements are read by a projection on the dimensions `kept`.
fn project(b: &mut Builder<'_>, v: Value, kept: &[u32], to: &[MixedIndex]) -> Value {
    if kept.len() == to.len() && kept.iter().enumerate().all(|(i, &d)| i as u32 == d) {
        return v;
    }
    let (rank, elem) = (to.len() as u32, b.cx().elem_or_self(b.ty(v)));
    let init = sizes::empty(b, to, elem);
    let maps = [AffineMap::select(rank, kept), AffineMap::identity(rank)];
    let (loops, ty) = (vec![IteratorType::Parallel; to.len()], b.ty(init));
    let generic = GenericOp::build_with(b, &[v], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    b.result(generic.op(), 0)
}

/// Removes the dimensions, of size 1, that are not kept.
fn drop_dims(b: &mut Builder<'_>, v: Value, keep: &[bool]) -> Value {
    if keep.iter().all(|&k| k) {
        return v;
    }
    let mut groups: Vec<Vec<i64>> = Vec::new();
    let mut leading: Vec<i64> = Vec::new();
    for (i, &k) in keep.iter().enumerate() {
        match groups.last_mut() {
            _ if k => {
                let mut group = std::mem::take(&mut leading);
                group.push(i as i64);
                groups.push(group);
            }
            Some(group) => group.push(i as i64),
            None => leading.push(i as i64),
        }
    }
    CollapseShapeOp::create(b, v, &groups)
}

/// Repeats a tensor some of whose sizes are values. Sizes of 1 grow, others stay; which it is may be known only when the program runs.
fn open(
    b: &mut Builder<'_>,
    op: Op,
    new: Value,
    from: &[MixedIndex],
    to: &[MixedIndex],
    dims: &[i64],
) -> Lowered<Value> {
    let stays = b.attr(op, "known_nonexpanding_dimensions");
    let stays = stays.and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a)).map_or(vec![], |l| l.values.to_vec());
    let is_dynamic = op.isa::<hlo::DynamicBroadcastInDimOp>(b);
    let (mut chooses, mut kept) = (false, Vec::new());
    for (i, &d) in dims.iter().enumerate() {
        let equal = is_dynamic && {
            let given = size_equality::origin_of_element(b, b.operand(op, 1), d as usize);
            size_equality::origin_of_dim(b, b.operand(op, 0), i) == given
        };
        let target = *to.get(d as usize).ok_or("its dimensions are off")?;
        if from[i] == target || stays.contains(&(i as i64)) || equal {
            sizes::require(b, CmpIPredicate::Eq, from[i], target, DIFFERS)?;
            kept.push(Some(d as u32));
        } else if let Some(n) = from[i].constant(b) {
            if n != 1 {
                sizes::require(b, CmpIPredicate::Eq, from[i], target, DIFFERS)?;
            }
            kept.push((n != 1).then_some(d as u32));
        } else {
            let [n, m, one] = [from[i], target, ONE].map(|n| sizes::value(b, n));
            let (equal, single) = (cmpi(b, CmpIPredicate::Eq, n, m), cmpi(b, CmpIPredicate::Eq, n, one));
            let fits = strata_arith::OrIOp::build(b, equal, single);
            sizes::assert(b, fits, DIFFERS);
            chooses = true;
            kept.push(Some(d as u32));
        }
    }
    if !chooses && kept.iter().all(Option::is_some) {
        let kept: Vec<u32> = kept.into_iter().flatten().collect();
        return Ok(project(b, new, &kept, to));
    }
    let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
    let single: Vec<Value> = from
        .iter()
        .map(|&n| {
            let n = sizes::value(b, n);
            cmpi(b, CmpIPredicate::Eq, n, one)
        })
        .collect();
    let elem = b.cx().elem_or_self(b.ty(new));
    indexed(b, to, elem, |b, at| {
        let mut place = Vec::with_capacity(dims.len());
        for (i, d) in kept.iter().enumerate() {
            place.push(match d {
                Some(d) => select(b, single[i], zero, at[*d as usize]),
                None => zero,
            });
        }
        Ok(ExtractOp::build(b, new, &place))
    })
}
