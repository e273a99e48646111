//! `memref`: atomic updates of single elements. Their result is the old element.

use smallvec::smallvec;

use super::{combine, func::exit};
use crate::{Eval, Interpreter, Step, Value};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("memref.atomic_rmw", |s| {
        let (kind, pos) = (s.int_attr("kind")?, s.ints_from(2)?);
        let ((e, given), m) = (s.scalar(0)?, s.memref(1)?);
        let old = s.check(m.load(&pos))?;
        let new = combine::update(kind, e, old, given);
        let new = new.ok_or_else(|| s.fault(format!("is not defined for kind {kind} and {e}")))?;
        s.check(m.store(&pos, new))?;
        s.set(0, Value::Scalar(e, old))
    });
    i.register("memref.generic_atomic_rmw", generic);
    i.register("memref.atomic_yield", exit);
}

fn generic(s: &mut Step<'_, '_>) -> Eval {
    let pos = s.ints_from(1)?;
    let m = s.memref(0)?.clone();
    let old = s.check(m.load(&pos))?;
    let out = s.run(s.region(0)?, smallvec![Value::Scalar(m.elem, old)])?;
    let Some(&Value::Scalar(_, new)) = out.first() else { return Err(s.fault("yields no number")) };
    s.check(m.store(&pos, new))?;
    s.set(0, Value::Scalar(m.elem, old))
}
