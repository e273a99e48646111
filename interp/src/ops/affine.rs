//! `affine`: loops, accesses and arithmetic by affine maps.

use strata_ir::{
    affine::AffineMap,
    prelude::{ArrayAttr, IntegerSetAttr},
};

use super::{combine, func::exit, vector_memory};
use crate::{Args, Eval, Flow, Interpreter, Signed, Step, Value};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("affine.apply", |s| {
        let out = eval(s, s.map("map")?, 0..s.num_operands())?;
        let v = out.first().copied().ok_or_else(|| s.fault("has a map without results"))?;
        s.set(0, Value::index(v))
    });
    i.register("affine.min", |s| {
        let out = eval(s, s.map("map")?, 0..s.num_operands())?;
        let v = out.iter().min().copied().ok_or_else(|| s.fault("has a map without results"))?;
        s.set(0, Value::index(v))
    });
    i.register("affine.max", |s| {
        let out = eval(s, s.map("map")?, 0..s.num_operands())?;
        let v = out.iter().max().copied().ok_or_else(|| s.fault("has a map without results"))?;
        s.set(0, Value::index(v))
    });
    i.register("affine.load", |s| {
        let pos = eval(s, s.map("map")?, 1..s.num_operands())?;
        let m = s.memref(0)?;
        let v = Value::Scalar(m.elem, s.check(m.load(&pos))?);
        s.set(0, v)
    });
    i.register("affine.store", |s| {
        let pos = eval(s, s.map("map")?, 2..s.num_operands())?;
        s.check(s.memref(1)?.store(&pos, s.scalar(0)?.1))?;
        Ok(Flow::Next)
    });
    i.register("affine.vector_load", |s| {
        let pos = eval(s, s.map("map")?, 1..s.num_operands())?;
        vector_memory::load_at(s, 0, &pos)
    });
    i.register("affine.vector_store", |s| {
        let pos = eval(s, s.map("map")?, 2..s.num_operands())?;
        vector_memory::store_at(s, 0, 1, &pos)
    });
    i.register("affine.prefetch", |_| Ok(Flow::Next));
    i.register("affine.yield", exit);
    i.register("affine.if", |s| {
        let set = &s.typed::<IntegerSetAttr>("condition")?.0;
        let all = s.ints_from(0)?;
        let n = set.n_dims() as usize;
        s.ensure(all.len() >= n, || "has too few operands".into())?;
        let holds =
            set.contains(&all[..n], &all[n..]).ok_or_else(|| s.fault("has a condition that overflows"))?;
        let region = s.region(if holds { 0 } else { 1 })?;
        if s.body().blocks(region).is_empty() {
            return Ok(Flow::Next);
        }
        let out = s.run(region, Args::new())?;
        s.set_all(out)
    });
    i.register("affine.for", affine_for);
    i.register("affine.parallel", affine_parallel);
    i.register("affine.delinearize_index", delinearize);
    i.register("affine.linearize_index", linearize);
}

/// The results of a map applied to operands.
pub(super) fn eval(s: &Step<'_, '_>, map: &AffineMap, operands: std::ops::Range<usize>) -> Eval<Vec<i64>> {
    let all: Signed = operands.map(|i| s.int(i)).collect::<Eval<_>>()?;
    let n = map.n_dims() as usize;
    s.ensure(all.len() == map.n_inputs() as usize, || "has a wrong number of map operands".into())?;
    map.eval(&all[..n], &all[n..]).ok_or_else(|| s.fault("has a map that is not defined here"))
}

fn affine_for(s: &mut Step<'_, '_>) -> Eval {
    let lower = eval(s, s.map("lowerBoundMap")?, s.segment(0)?)?;
    let upper = eval(s, s.map("upperBoundMap")?, s.segment(1)?)?;
    let inits = s.segment(2)?;
    let mut state = s.operands_in(inits)?;
    let step = s.int_attr("step")?;
    s.ensure(step > 0, || "has a step that is not positive".into())?;
    let (Some(&low), Some(&high)) = (lower.iter().max(), upper.iter().min()) else {
        return Err(s.fault("has a bound without results"));
    };
    let region = s.region(0)?;
    let mut iv = low;
    while iv < high {
        let mut args = Args::new();
        args.push(Value::index(iv));
        args.extend(state);
        state = s.run(region, args)?;
        let Some(next) = iv.checked_add(step) else { break };
        iv = next;
    }
    s.set_all(state)
}

fn affine_parallel(s: &mut Step<'_, '_>) -> Eval {
    let kinds = s.typed::<ArrayAttr>("reductions")?.0.iter();
    let kinds: Signed = kinds.filter_map(|&a| s.cx().attr_i64(a)).collect();
    let mut state = (0..s.body().results(s.op).len())
        .map(|i| {
            let e = s.result_elem(i)?;
            let start = kinds.get(i).and_then(|&k| combine::neutral(combine::by_number(k)?, e));
            start.map(|n| (e, n)).ok_or_else(|| s.fault("has a reduction that starts from nothing"))
        })
        .collect::<Eval<Vec<_>>>()?;
    let (low_map, high_map) = (s.map("lowerBoundsMap")?, s.map("upperBoundsMap")?);
    let split = low_map.n_inputs() as usize;
    let low = eval(s, low_map, 0..split)?;
    let high = eval(s, high_map, split..s.num_operands())?;
    let steps = s
        .typed::<ArrayAttr>("steps")?
        .0
        .iter()
        .map(|&a| s.cx().attr_i64(a).filter(|&v| v > 0))
        .collect::<Option<Signed>>();
    let steps = steps.ok_or_else(|| s.fault("has a step that is not positive"))?;
    let bounds = |s: &Step<'_, '_>, name: &str, all: &[i64], largest: bool| -> Eval<Signed> {
        let mut rest = all;
        s.ints(name)?
            .iter()
            .map(|&n| {
                let part = rest.split_off(..usize::try_from(n).unwrap_or(0));
                let part = part.unwrap_or(&[]).iter().copied();
                if largest { part.max() } else { part.min() }
                    .ok_or_else(|| s.fault("has a bound without results"))
            })
            .collect()
    };
    let low = bounds(s, "lowerBoundsGroups", &low, true)?;
    let high = bounds(s, "upperBoundsGroups", &high, false)?;
    s.ensure(low.len() == steps.len() && high.len() == steps.len(), || "has too few bounds".into())?;
    let region = s.region(0)?;
    super::scf::nest(&low, &high, &steps, |iv| {
        let values = s.run(region, iv.iter().map(|&v| Value::index(v)).collect())?;
        for (((e, acc), value), &kind) in state.iter_mut().zip(values).zip(&kinds) {
            let Value::Scalar(_, n) = value else { return Err(s.fault("reduces what is no number")) };
            *acc = combine::update(kind, *e, *acc, n)
                .ok_or_else(|| s.fault("is not defined for its elements"))?;
        }
        Ok(())
    })?;
    s.set_all(state.into_iter().map(|(e, n)| Value::Scalar(e, n)).collect())
}

/// The bases of the digits behind the first one.
fn inner_bases(s: &Step<'_, '_>, dynamic: std::ops::Range<usize>, digits: usize) -> Eval<Signed> {
    let mut bases = s.mixed("static_basis", dynamic)?;
    s.ensure(bases.iter().all(|&b| b > 0), || "has a base that is not positive".into())?;
    if bases.len() == digits {
        // The first digit is whatever is left.
        bases.remove(0);
    }
    s.ensure(bases.len() + 1 == digits, || "has a wrong number of bases".into())?;
    Ok(bases)
}

fn delinearize(s: &mut Step<'_, '_>) -> Eval {
    let n = s.body().results(s.op).len();
    if n == 0 {
        return Ok(Flow::Next);
    }
    let bases = inner_bases(s, 1..s.num_operands(), n)?;
    let mut rest = s.int(0)?;
    let mut digits = Signed::new();
    for &base in bases.iter().rev() {
        digits.push(rest.rem_euclid(base));
        rest = rest.div_euclid(base);
    }
    digits.push(rest);
    s.set_all(digits.into_iter().rev().map(Value::index).collect())
}

fn linearize(s: &mut Step<'_, '_>) -> Eval {
    let digits: Signed = s.segment(0)?.map(|i| s.int(i)).collect::<Eval<_>>()?;
    let Some((&first, rest)) = digits.split_first() else { return s.set(0, Value::index(0)) };
    let bases = inner_bases(s, s.segment(1)?, digits.len())?;
    let index = rest.iter().zip(&bases).fold(first, |v, (&d, &b)| v.wrapping_mul(b).wrapping_add(d));
    s.set(0, Value::index(index))
}
