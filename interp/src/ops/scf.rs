//! `scf`: structured control flow.

use smallvec::{SmallVec, smallvec};

use super::func::exit;
use crate::{Args, Eval, Flow, Interpreter, Step, Value};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("scf.for", for_loop);
    i.register("scf.while", while_loop);
    i.register("scf.if", |s| {
        let index = if s.int(0)? != 0 { 0 } else { 1 };
        let region = s.region(index)?;
        if s.body().blocks(region).is_empty() {
            return Ok(Flow::Next);
        }
        let out = s.run(region, Args::new())?;
        s.set_all(out)
    });
    i.register("scf.index_switch", |s| {
        let (value, cases) = (s.int(0)?, s.ints("cases")?);
        let region = s.region(cases.iter().position(|&c| c == value).map_or(0, |k| k + 1))?;
        let out = s.run(region, Args::new())?;
        s.set_all(out)
    });
    i.register("scf.execute_region", |s| {
        let out = s.run(s.region(0)?, Args::new())?;
        s.set_all(out)
    });
    i.register("scf.forall", forall);
    i.register("scf.parallel", parallel);
    for name in ["scf.yield", "scf.condition", "scf.reduce.return"] {
        i.register(name, exit);
    }
    // The forall around it executes the ops of its region, once for each thread.
    i.register("scf.forall.in_parallel", |s| {
        s.run(s.region(0)?, Args::new())?;
        Ok(Flow::Exit(Args::new()))
    });
    i.register("scf.reduce", exit);
}

fn for_loop(s: &mut Step<'_, '_>) -> Eval {
    let (elem, _) = s.scalar(0)?;
    let unsigned = s.flag("unsignedCmp");
    let (lower, upper, step) = (s.int(0)?, s.int(1)?, s.int(2)?);
    let positive = if unsigned { step != 0 } else { step > 0 };
    s.ensure(positive, || format!("has a step of {step}, which must be positive"))?;
    let mut state = s.take_from(3)?;
    let region = s.region(0)?;
    let less = |a: i64, b: i64| if unsigned { elem.zext(a) < elem.zext(b) } else { a < b };
    let mut iv = lower;
    while less(iv, upper) {
        let mut args: Args = smallvec![Value::Scalar(elem, crate::Num::Int(iv))];
        args.extend(state);
        state = s.run(region, args)?;
        // The number of iterations is fixed before the loop, so a counter past the type ends it.
        let next = iv.wrapping_add(step);
        if !less(iv, next) || elem.wrap(next) != next {
            break;
        }
        iv = next;
    }
    s.set_all(state)
}

fn while_loop(s: &mut Step<'_, '_>) -> Eval {
    let mut state = s.take_from(0)?;
    let (before, after) = (s.region(0)?, s.region(1)?);
    loop {
        let mut out = s.run(before, state)?;
        s.ensure(!out.is_empty(), || "has a condition without operands".into())?;
        let Value::Scalar(_, go) = out.remove(0) else {
            return Err(s.fault("has a condition that is no boolean"));
        };
        if go.int() == 0 {
            return s.set_all(out);
        }
        state = s.run(after, out)?;
    }
}

/// Calls `f` with the induction variables of every iteration of a nest of loops, the last one fastest.
pub(crate) fn nest(
    lower: &[i64],
    upper: &[i64],
    step: &[i64],
    mut f: impl FnMut(&[i64]) -> Eval<()>,
) -> Eval<()> {
    if lower.iter().zip(upper).any(|(l, u)| l >= u) {
        return Ok(());
    }
    let mut iv: SmallVec<[i64; 4]> = lower.into();
    loop {
        f(&iv)?;
        let mut d = iv.len();
        loop {
            if d == 0 {
                return Ok(());
            }
            d -= 1;
            iv[d] = iv[d].saturating_add(step[d]);
            if iv[d] < upper[d] {
                break;
            }
            iv[d] = lower[d];
        }
    }
}

fn positive_steps(s: &Step<'_, '_>, steps: &[i64]) -> Eval<()> {
    s.ensure(steps.iter().all(|&v| v > 0), || "has a step that is not positive".into())
}

fn forall(s: &mut Step<'_, '_>) -> Eval {
    let lower = s.mixed("staticLowerBound", s.segment(0)?)?;
    let upper = s.mixed("staticUpperBound", s.segment(1)?)?;
    let step = s.mixed("staticStep", s.segment(2)?)?;
    positive_steps(s, &step)?;
    let shared = s.segment(3)?;
    let outs = s.operands_in(shared)?;
    let region = s.region(0)?;
    let Some(&block) = s.body().blocks(region).first() else { return s.set_all(outs) };
    // The shared outputs live in the block arguments, where the parallel insertions update them.
    let params: SmallVec<[_; 4]> = s.body().block_args(block).iter().skip(lower.len()).copied().collect();
    let mut state = outs;
    nest(&lower, &upper, &step, |iv| {
        let args: Args = iv.iter().map(|&v| Value::index(v)).chain(state.drain(..)).collect();
        s.run(region, args)?;
        state = params.iter().map(|&p| s.value(p).cloned()).collect::<Eval<_>>()?;
        Ok(())
    })?;
    s.set_all(state)
}

fn parallel(s: &mut Step<'_, '_>) -> Eval {
    let group =
        |s: &Step<'_, '_>, k| -> Eval<SmallVec<[i64; 4]>> { s.segment(k)?.map(|i| s.int(i)).collect() };
    let (lower, upper, step) = (group(s, 0)?, group(s, 1)?, group(s, 2)?);
    positive_steps(s, &step)?;
    let inits = s.segment(3)?;
    let mut state = s.operands_in(inits)?;
    let region = s.region(0)?;
    let Some(reduce) = s.body().blocks(region).first().and_then(|&b| s.body().last_op(b)) else {
        return s.set_all(state);
    };
    let reductions: SmallVec<[_; 2]> = s.body().regions(reduce).iter().copied().collect();
    nest(&lower, &upper, &step, |iv| {
        let values = s.run(region, iv.iter().map(|&v| Value::index(v)).collect())?;
        for ((slot, value), &combine) in state.iter_mut().zip(values).zip(&reductions) {
            let out = s.run(combine, smallvec![slot.clone(), value])?;
            if let Some(v) = out.into_iter().next() {
                *slot = v;
            }
        }
        Ok(())
    })?;
    s.set_all(state)
}
