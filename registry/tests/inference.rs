//! The result types that ops infer are those of their random instances, as far as these are known.

use std::collections::BTreeMap;

use strata_ir::{
    core::{Body, InferTypes, Type, TypeOrAttr},
    prelude::*,
};

use crate::support;

/// Instances of each op.
const SEEDS: u64 = 16;

/// Whether an inferred type fits one that an op has: sizes may be unknown, and elements quantized.
fn fits(cx: &Context, inferred: Type, actual: Type) -> bool {
    if inferred == actual {
        return true;
    }
    let parts = |ty: Type| {
        let mut parts = Vec::new();
        cx.visit_children(TypeOrAttr::Type(ty), &mut |c| parts.extend(c.ty()));
        parts
    };
    match (cx.shaped(inferred), cx.shaped(actual)) {
        (Some(a), Some(b)) => {
            let sizes = match (a.shape, b.shape) {
                (Some(a), Some(b)) => {
                    a.len() == b.len()
                        && a.iter().zip(b).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
                }
                _ => true,
            };
            let expressed = |t: Type| strata_quant::expressed(cx, t).unwrap_or(t);
            sizes && expressed(a.elem) == expressed(b.elem)
        }
        _ => {
            let (a, b) = (parts(inferred), parts(actual));
            !a.is_empty() && a.len() == b.len() && a.iter().zip(&b).all(|(&a, &b)| fits(cx, a, b))
        }
    }
}

/// Compares the ops of this name in a body; returns how many had types that can be inferred.
fn compare(body: &Body, name: &str, problems: &mut Vec<String>) -> usize {
    let cx = body.cx();
    let mut known = 0;
    for op in body.all_ops().into_iter().filter(|&op| body.op_name(op) == name && !body.is_shell(op)) {
        let Some(infer) = op.cast::<dyn InferTypes>(body) else { continue };
        // A type that cannot be inferred is an error with the reason.
        let Ok(inferred) = infer.infer_types(body) else { continue };
        known += 1;
        let actual: Vec<Type> = body.result_types(op).collect();
        if inferred.len() != actual.len() || inferred.iter().zip(&actual).any(|(&a, &b)| !fits(cx, a, b)) {
            let text =
                |types: &[Type]| types.iter().map(|&t| cx.type_to_string(t)).collect::<Vec<_>>().join(", ");
            problems.push(format!("{name}: inferred {} for {}", text(&inferred), text(&actual)));
        }
    }
    known + body.children().map(|(_, child)| compare(child, name, problems)).sum::<usize>()
}

/// Ops of StableHLO whose result types follow from their operands and attributes.
const INFERRED: [&str; 14] = [
    "stablehlo.all_gather",
    "stablehlo.reduce_scatter",
    "stablehlo.collective_reduce",
    "stablehlo.all_to_all",
    "stablehlo.convolution",
    "stablehlo.dot_general",
    "stablehlo.dot",
    "stablehlo.if",
    "stablehlo.case",
    "stablehlo.async_start",
    "stablehlo.gather",
    "stablehlo.reduce_window",
    "stablehlo.fft",
    "chlo.ragged_dot",
];

#[test]
fn inferred_types_are_those_of_instances() {
    let (cx, generator) = support::generator();
    let (mut problems, mut known) = (Vec::new(), BTreeMap::new());
    for name in cx.op_names() {
        for seed in 0..SEEDS {
            if let Ok(module) = generator.instance(name, seed) {
                *known.entry(name).or_insert(0) += compare(&module, name, &mut problems);
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    let missing: Vec<&str> =
        INFERRED.into_iter().filter(|name| known.get(name).is_none_or(|&n| n == 0)).collect();
    assert!(missing.is_empty(), "types were never inferred for {missing:?}");
}
