//! Tuples and tokens.

use crate::{Interpreter, Value};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.tuple", |s| {
        let items = s.operands_from(0)?;
        s.set(0, Value::Tuple(items.into_iter().collect()))
    });
    i.register("stablehlo.get_tuple_element", |s| {
        let index = s.int_attr("index")?;
        let Value::Tuple(items) = s.operand(0)? else { return Err(s.fault("needs a tuple")) };
        let item = usize::try_from(index).ok().and_then(|k| items.get(k)).cloned();
        let item = item.ok_or_else(|| s.fault(format!("has no element {index}")))?;
        s.set(0, item)
    });
    for name in ["stablehlo.after_all", "stablehlo.create_token"] {
        i.register(name, |s| s.set(0, Value::Token));
    }
}
