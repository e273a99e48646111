//! `if`, `case`, `while`, `composite`, `return`, `optimization_barrier` and asynchronous regions.

use smallvec::SmallVec;
use strata_ir::prelude::Region;

use crate::{
    Args, Elem, Eval, Interpreter, Num, Step, Tensor, Value,
    ops::func,
    program::{Program, number},
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.return", func::exit);
    i.register("stablehlo.if", |s| {
        let region = s.region(if s.int(0)? != 0 { 0 } else { 1 })?;
        let out = s.run(region, Args::new())?;
        s.set_all(out)
    });
    i.register("stablehlo.case", |s| {
        let n = s.body().regions(s.op).len();
        // An index out of range selects the last branch.
        let k = usize::try_from(s.int(0)?).ok().filter(|&k| k < n).unwrap_or(n.saturating_sub(1));
        let out = s.run(s.region(k)?, Args::new())?;
        s.set_all(out)
    });
    i.register("stablehlo.while", while_loop);
    i.register("stablehlo.optimization_barrier", |s| {
        let values = s.operands_from(0)?;
        s.set_all(values)
    });
    // An async region runs at its start: its results are observed only after its completion.
    i.register("stablehlo.async_start", |s| {
        let args = s.operands_from(0)?;
        let out = s.run(s.region(0)?, args)?;
        s.set(0, Value::Future(out.into_iter().collect()))
    });
    i.register("stablehlo.async_done", |s| {
        let Value::Future(values) = s.operand(0)? else { return Err(s.fault("needs a future")) };
        let values = values.iter().cloned().collect();
        s.set_all(values)
    });
    i.register("stablehlo.composite", |s| {
        let name = s.symbol("decomposition")?;
        let args = s.operands_from(0)?;
        func::call(s, name, args)
    });
}

fn while_loop(s: &mut Step<'_, '_>) -> Eval {
    let (cond, body) = (s.region(0)?, s.region(1)?);
    if let Some(out) = while_of_numbers(s, cond, body)? {
        return s.set_all(out);
    }
    let mut state = s.take_from(0)?;
    // The arguments of the condition are dropped after it ran: otherwise the body would share the state with them and
    // copy it before changing it.
    let seen = s.body().blocks(cond).first().map_or(&[][..], |&b| s.body().block_args(b));
    loop {
        let go = s.run(cond, state.clone())?;
        seen.iter().for_each(|&v| _ = s.f.take(v));
        let go = match go.first().and_then(|v| v.elements()) {
            Some(t) if t.len() == 1 => t.at(0).int() != 0,
            _ => return Err(s.fault("has a condition that is no boolean")),
        };
        if !go {
            return s.set_all(state);
        }
        state = s.run(body, state)?;
    }
}

/// Runs a loop over numbers whose regions can both be translated; `None` for any other loop, or if an op is undefined.
fn while_of_numbers(s: &mut Step<'_, '_>, cond: Region, body: Region) -> Eval<Option<Args>> {
    let initial: Option<Vec<(Elem, Num)>> =
        s.body().operands(s.op).map(|v| number(s.f.get(v)?)).collect::<Option<_>>();
    let Some(initial) = initial else { return Ok(None) };
    let types = || initial.iter().map(|v| v.0);
    let (Some(cond), Some(body)) =
        (Program::translate(s.cx(), s.f, cond), Program::translate(s.cx(), s.f, body))
    else {
        return Ok(None);
    };
    let fits = cond.takes(types()) && cond.results().eq([Elem::I1]) && body.takes(types());
    if !fits || !body.results().eq(types()) {
        return Ok(None);
    }
    let (mut test, mut run) = (cond.places(), body.places());
    let n = initial.len();
    run[..n].iter_mut().zip(&initial).for_each(|(place, v)| *place = v.1);
    loop {
        s.charge(cond.len() + body.len())?;
        test[..n].copy_from_slice(&run[..n]);
        if cond.run(&mut test).is_none() {
            return Ok(None);
        }
        if cond.result(&test, 0).is_none_or(|v| v.1.int() == 0) {
            let tensor = |(&n, (e, _)): (&Num, &(Elem, Num))| Value::Tensor(Tensor::scalar(*e, n));
            return Ok(Some(run[..n].iter().zip(&initial).map(tensor).collect()));
        }
        if body.run(&mut run).is_none() {
            return Ok(None);
        }
        let next: SmallVec<[Num; 8]> = (0..n).filter_map(|k| body.result(&run, k)).map(|v| v.1).collect();
        run[..n].copy_from_slice(&next);
    }
}
