//! Tuples, tokens, and what concerns several devices: the interpreter is one replica and one partition.

use crate::{Eval, Interpreter, Num, Step, Tensor, Value};

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
    for name in ["stablehlo.replica_id", "stablehlo.partition_id"] {
        i.register(name, |s| {
            let elem = s.result_elem(0)?;
            s.set_elements(0, Tensor::scalar(elem, Num::Int(0)))
        });
    }
    // In a group of one every collective gives back its operands.
    for name in [
        "stablehlo.all_gather",
        "stablehlo.all_reduce",
        "stablehlo.all_to_all",
        "stablehlo.collective_broadcast",
        "stablehlo.reduce_scatter",
        "stablehlo.cross-replica-sum",
    ] {
        i.register(name, identity_collective);
    }
    i.register("stablehlo.collective_permute", |s| {
        let x = s.tensor(0)?.clone();
        let pairs = s.ints("source_target_pairs")?;
        // A device that nobody sends to gets zeros.
        let sent = pairs.chunks_exact(2).any(|p| p == [0, 0]);
        let t = if sent { x } else { Tensor::splat(x.elem, x.shape.clone(), Num::zero(x.elem)) };
        s.set_elements(0, t)
    });
    i.register("stablehlo.custom_call", |s| {
        let name = s.string("call_target_name").unwrap_or_default();
        match name {
            // Annotations, which do not change the value.
            "Sharding" | "SPMDFullToShardShape" | "SPMDShardToFullShape" | "annotate_device_placement" => {
                let values = s.operands_from(0)?;
                s.set_all(values)
            }
            _ => Err(s.fault(format!("calls '{name}', which the interpreter does not know"))),
        }
    });
}

fn identity_collective(s: &mut Step<'_, '_>) -> Eval {
    if let Some(groups) = s.ints_opt("replica_groups") {
        s.ensure(groups.iter().all(|&g| g <= 0), || {
            "has a group of several devices; the interpreter is one".into()
        })?;
    }
    let values = s.operands_from(0)?;
    s.set_all(values)
}
