//! `if`, `case`, `while`, `composite`, `return`, `optimization_barrier` and asynchronous regions.

use crate::{Args, Eval, Interpreter, Step, Value, ops::func};

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
    // A region that is started runs at once: what it computes is only observed when it is done.
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
    let mut state = s.take_from(0)?;
    // What the condition was given would be shared with it for the whole iteration, and be copied before it is changed.
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
