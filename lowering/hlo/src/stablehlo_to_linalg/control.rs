//! Lowers `while`, `if` and `case` to structured control flow.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_scf as scf;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants, sizes,
    state::Lowering,
    types::{self, signless},
};

pub(super) fn lower(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let types: Vec<Type> = b.result_types(op).map(|t| signless(b.cx(), t)).collect();
    let new = if let Some(op) = op.as_op::<hlo::WhileOp>(b) {
        return repeat(l, b, op);
    } else if let Some(op) = op.as_op::<hlo::IfOp>(b) {
        let pred = l.get(op.pred(b))?;
        let pred = constants::extract(b, pred);
        let new = scf::IfOp::build(b, pred, &types).op();
        l.region(b, op.true_branch(b), new, 0, end)?;
        l.region(b, op.false_branch(b), new, 1, end)?;
        new
    } else if let Some(op) = op.as_op::<hlo::CaseOp>(b) {
        let index = l.get(op.index(b))?;
        let index = constants::extract(b, index);
        let ty = b.cx().index();
        let index = strata_arith::IndexCastOp::build(b, index, ty);
        let branches: Vec<Region> = op.branches(b).to_vec();
        let Some((&last, cases)) = branches.split_last() else { return Err("it has no branches".into()) };
        let numbers: Vec<i64> = (0..cases.len() as i64).collect();
        let numbers = b.cx().i64_array(&numbers);
        let new = scf::IndexSwitchOp::build(b, index, numbers, cases.len(), &types).op();
        // Indices out of range select the last branch.
        l.region(b, last, new, 0, end)?;
        for (i, &region) in cases.iter().enumerate() {
            l.region(b, region, new, i + 1, end)?;
        }
        new
    } else {
        return Err("it is not known".into());
    };
    Ok(SmallVec::from_slice(b.results(new)))
}

fn repeat(l: &mut Lowering, b: &mut Builder<'_>, op: hlo::WhileOp) -> Lowered<SmallVec<[Value; 2]>> {
    let carried: Vec<Carried> = b.result_types(op.op()).map(|t| Carried::from_type(b.cx(), t)).collect();
    let inits = l.operands(b, op.op())?;
    let inits = pack(b, &carried, &inits, None)?;
    let types: Vec<Type> = carried.iter().flat_map(|c| c.types(b.cx())).collect();
    let new = scf::WhileOp::build(b, &inits, &types).op();
    let args = |b: &mut Builder<'_>| -> Vec<Value> {
        let block = b.point().block;
        b.block_args(block).to_vec()
    };
    let unpacked = |b: &mut Builder<'_>, args: &[Value]| unpack(b, &carried, args);
    l.region_of(b, op.cond(b), new, 0, &types, unpacked, |b, values| {
        let &[pred] = values else { return Err("the condition must be one value".into()) };
        let args = args(b);
        let pred = constants::extract(b, pred);
        scf::ConditionOp::build(b, pred, &args);
        Ok(())
    })?;
    l.region_of(b, op.body(b), new, 1, &types, unpacked, |b, values| {
        let args = args(b);
        let next = pack(b, &carried, values, Some(&args))?;
        end(b, &next)
    })?;
    let results = b.results(new).to_vec();
    Ok(unpack(b, &carried, &results)?.into())
}

/// How a loop carries a value: in one buffer. Bounded sizes may change, so the buffer has the size of the bounds, and the sizes are carried
/// as additional values. Other sizes must not change.
struct Carried {
    /// The type with the bounds as sizes.
    ty: Type,
    /// The bounded dimensions, with their bounds.
    bounds: Vec<(usize, i64)>,
}

impl Carried {
    fn from_type(cx: &Context, old: Type) -> Self {
        let bounds = types::bounds(cx, old);
        let mut ty = signless(cx, old);
        if let Some(t) = cx.type_as::<TensorType>(ty).filter(|_| !bounds.is_empty()) {
            let mut shape = t.shape.to_vec();
            bounds.iter().for_each(|&(d, n)| shape[d] = n);
            ty = cx.tensor(&shape, t.elem);
        }
        Carried { ty, bounds }
    }
    fn types(&self, cx: &Context) -> Vec<Type> {
        let mut all = vec![self.ty];
        all.resize(1 + self.bounds.len(), cx.index());
        all
    }
}

/// The loop-carried form of values. Sizes without bounds must be equal to those of `like`.
fn pack(
    b: &mut Builder<'_>,
    carried: &[Carried],
    values: &[Value],
    like: Option<&[Value]>,
) -> Lowered<Vec<Value>> {
    let mut out: Vec<Value> = Vec::new();
    for (c, &v) in carried.iter().zip(values) {
        let is_open = !c.bounds.is_empty() || types::is_unknown(b.cx(), b.ty(v));
        let all = if is_open { sizes::mixed_sizes(b, v)? } else { Vec::new() };
        let is_bounded = |d: usize| c.bounds.iter().any(|bound| bound.0 == d);
        if let Some(like) = like.and_then(|like| like.get(out.len()).copied()).filter(|_| !all.is_empty()) {
            let to = sizes::mixed_sizes(b, like)?;
            for (_, (&n, m)) in all.iter().zip(to).enumerate().filter(|(d, _)| !is_bounded(*d)) {
                sizes::require(b, CmpIPredicate::Eq, n, m, "a loop changes a size of what it carries")?;
            }
        }
        if c.bounds.is_empty() {
            out.push(v);
            continue;
        }
        let mut room = all.clone();
        for &(d, bound) in &c.bounds {
            let message = "a size is larger than its bound";
            sizes::require(b, CmpIPredicate::Sle, all[d], bound.into(), message)?;
            room[d] = bound.into();
        }
        let elem = b.cx().elem_or_self(c.ty);
        let whole = sizes::empty(b, &room, elem);
        let (zeros, ones) = (vec![MixedIndex::Static(0); all.len()], vec![MixedIndex::Static(1); all.len()]);
        let v = sizes::with_sizes(b, v, &all);
        let whole = InsertSliceOp::create(b, v, whole, &zeros, &all, &ones);
        out.push(sizes::cast(b, whole, c.ty));
        for &(d, _) in &c.bounds {
            out.push(sizes::value(b, all[d]));
        }
    }
    Ok(out)
}

/// The values of a loop-carried form.
fn unpack(b: &mut Builder<'_>, carried: &[Carried], packed: &[Value]) -> Lowered<Vec<Value>> {
    let mut rest = packed.iter().copied();
    let mut out = Vec::with_capacity(carried.len());
    for c in carried {
        let whole = rest.next().ok_or("a loop lost what it carries")?;
        if c.bounds.is_empty() {
            out.push(whole);
            continue;
        }
        let mut all = sizes::mixed_sizes(b, whole)?;
        for &(d, _) in &c.bounds {
            all[d] = MixedIndex::Value(rest.next().ok_or("a loop lost what it carries")?);
        }
        let (zeros, ones) = (vec![MixedIndex::Static(0); all.len()], vec![MixedIndex::Static(1); all.len()]);
        out.push(ExtractSliceOp::create(b, whole, &zeros, &all, &ones));
    }
    Ok(out)
}

fn end(b: &mut Builder<'_>, values: &[Value]) -> Lowered<()> {
    scf::YieldOp::build(b, values);
    Ok(())
}
