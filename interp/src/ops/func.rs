//! `func`: calls and returns; also the casts of `builtin`.

use std::sync::Arc;

use crate::{Args, Eval, Flow, Interpreter, Step, Value, routine};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("func.call", |s| {
        let name = s.symbol("callee")?;
        let args = s.take_from(0)?;
        call(s, name, args)
    });
    i.register("func.call_indirect", |s| {
        let Value::Function(name) = s.operand(0)? else {
            return Err(s.fault("calls a value that is no function"));
        };
        let name = name.clone();
        let args = s.operands_from(1)?;
        call(s, &name, args)
    });
    i.register("func.constant", |s| {
        let name: Arc<str> = s.symbol("value")?.into();
        s.set(0, Value::Function(name))
    });
    i.register("func.return", exit);
    i.register("builtin.unrealized_conversion_cast", |s| {
        let args = s.operands_from(0)?;
        s.set_all(args)
    });
}

/// Leaves the region with the operands.
pub(crate) fn exit(s: &mut Step<'_, '_>) -> Eval {
    Ok(Flow::Exit(s.take_from(0)?))
}

/// Calls a function; its results become those of the op.
pub(crate) fn call(s: &mut Step<'_, '_>, name: &str, args: Args) -> Eval {
    if let Some(done) = routine::call(s, name, &args) {
        return done;
    }
    let body = s.check(s.m.function(name))?;
    let at = s.body().loc(s.op);
    let out = s.m.call(body, args, at)?;
    s.set_all(out)
}
