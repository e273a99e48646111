//! Ops that broadcast their operands: `broadcast_in_dim` for static sizes, `dynamic_broadcast_in_dim` for dynamic ones.
//!
//! Any `broadcast_dimensions` are allowed. Dynamic sizes are compared at run time: of two sizes of one dimension the first one is taken
//! unless it is 1.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::{
    bits,
    emit::{Emit, V},
    gamma,
};

/// The value of a broadcasting op.
pub(super) fn lower(b: &mut Builder<'_>, op: Op) -> Result<Value, String> {
    let ty = b.ty(b.result(op, 0));
    let name = b.op_name(op).to_owned();
    let operands: Vec<Value> = b.operands(op).collect();
    if operands.iter().any(|&v| b.cx().type_as::<TensorType>(b.ty(v)).is_none()) {
        return Err("operands must be ranked".into());
    }
    let dims = dimensions(b, op, &operands)?;
    let compare = op.as_op::<chlo::BroadcastCompareOp>(b).map(|op| compare_attrs(b, op)).transpose()?;
    let e = Emit::new(b);
    let values: Vec<V<'_>> = operands.iter().map(|&v| e.value(v)).collect();
    let values = broadcast(&values, &dims, ty)?;
    let [x, rest @ ..] = &values[..] else { return Err("it has no operand".into()) };
    let value = match (name.trim_start_matches("chlo.broadcast_"), rest) {
        ("next_after", [y]) => bits::next_after(*x, *y),
        ("polygamma", [y]) => super::upcast2(*x, *y, gamma::polygamma),
        ("zeta", [y]) => super::upcast2(*x, *y, gamma::zeta),
        (word, _) => {
            let info = x.cx().op_info(&format!("stablehlo.{word}"));
            let info = info.ok_or_else(|| format!("there is no stablehlo.{word}"))?;
            x.named(info, rest, ty, &compare.unwrap_or_default())
        }
    };
    Ok(value.value)
}

/// The attributes of the comparison, converted to the enumerations of `stablehlo`.
fn compare_attrs(b: &Body, op: chlo::BroadcastCompareOp) -> Result<Vec<(&'static str, Attr)>, String> {
    let cx = b.cx();
    let unknown = || "a word of the comparison is not known".to_owned();
    let word = op.comparison_direction(b).get(cx).word();
    let direction = hlo::ComparisonDirection::from_word(word).ok_or_else(unknown)?;
    let mut attrs = vec![("comparison_direction", cx.attr(direction))];
    if let Some(order) = op.compare_type(b) {
        let order = hlo::ComparisonType::from_word(order.get(cx).word()).ok_or_else(unknown)?;
        attrs.push(("compare_type", cx.attr(order)));
    }
    Ok(attrs)
}

/// For each operand the dimensions of the result that its dimensions are mapped to.
fn dimensions(b: &Body, op: Op, operands: &[Value]) -> Result<Vec<Vec<i64>>, String> {
    let cx = b.cx();
    let rank_of = |v: Value| infer::sizes(cx, b.ty(v)).len() as i64;
    let rank = operands.iter().map(|&v| rank_of(v)).max().unwrap_or(0);
    let explicit = b.attr(op, "broadcast_dimensions").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let explicit = explicit.map(|a| a.values.to_vec());
    operands
        .iter()
        .map(|&v| {
            let own = rank_of(v);
            let at_end: Vec<i64> = (rank - own..rank).collect();
            match &explicit {
                Some(dims) if own < rank => {
                    let ok = dims.len() as i64 == own && dims.iter().all(|d| (0..rank).contains(d));
                    let ok = ok && dims.is_sorted_by(|a, b| a < b);
                    if ok {
                        Ok(dims.clone())
                    } else {
                        Err("broadcast_dimensions do not fit the operands".into())
                    }
                }
                // Operands of one rank need no dimensions; given dimensions must be the identity.
                Some(dims) if operands.iter().all(|&v| rank_of(v) == rank) && *dims != at_end => {
                    Err("broadcast_dimensions of operands of the same rank must name all dimensions in order"
                        .into())
                }
                _ => Ok(at_end),
            }
        })
        .collect()
}

/// The operands, broadcast to the result type.
fn broadcast<'e>(values: &[V<'e>], dims: &[Vec<i64>], ty: Type) -> Result<Vec<V<'e>>, String> {
    let Some(&first) = values.first() else { return Ok(Vec::new()) };
    let cx = first.cx();
    let Some(result) = cx.type_as::<TensorType>(ty) else { return Err("its result must be ranked".into()) };
    let typed = |elem: Type| cx.ty(TensorType { elem, ..result.clone() });
    if values.iter().all(|v| v.ty() == typed(v.elem()) && is_settled(cx, v.ty())) {
        return Ok(values.to_vec());
    }
    let attrs = |dims: &[i64]| [("broadcast_dimensions", cx.i64_array(dims))];
    if values.iter().all(|v| is_static(cx, v.ty())) {
        let one = |(v, dims): (&V<'e>, &Vec<i64>)| match typed(v.elem()) {
            ty if v.ty() == ty => *v,
            ty => v.op::<hlo::BroadcastInDimOp>(&[], ty, &attrs(dims)),
        };
        return Ok(values.iter().zip(dims).map(one).collect());
    }
    let sizes: Vec<V<'e>> = (0..result.shape.len()).map(|d| run_time_size(first, values, dims, d)).collect();
    let sizes = first.vector(&sizes);
    let one = |(v, dims): (&V<'e>, &Vec<i64>)| {
        v.op::<hlo::DynamicBroadcastInDimOp>(&[sizes], typed(v.elem()), &attrs(dims))
    };
    Ok(values.iter().zip(dims).map(one).collect())
}

fn is_static(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(|t| !t.shape.contains(&DYNAMIC))
}

/// Whether the sizes of a tensor of this type are determined by the type: all are static, or bounded.
fn is_settled(cx: &Context, ty: Type) -> bool {
    is_static(cx, ty) || cx.type_as::<TensorType>(ty).is_some_and(|t| t.encoding.is_some())
}

/// The size of dimension `d` of the result.
fn run_time_size<'e>(first: V<'e>, values: &[V<'e>], dims: &[Vec<i64>], d: usize) -> V<'e> {
    let own: Vec<(V<'e>, usize)> = values
        .iter()
        .zip(dims)
        .filter_map(|(v, dims)| Some((*v, dims.iter().position(|&at| at == d as i64)?)))
        .collect();
    let scalar = |n: i64| {
        let cx = first.cx();
        let ty = cx.tensor(&[], cx.i32());
        let attr = cx.dense_i64s(ty, &[n]).unwrap_or(cx.i64_attr(n));
        first.nullary::<hlo::ConstantOp>(ty, &[("value", attr)])
    };
    // A static size other than 1 is the result.
    let known = own.iter().map(|(v, at)| v.sizes()[*at]).find(|&n| n != DYNAMIC && n != 1);
    if let Some(n) = known {
        return scalar(n);
    }
    let unknown = own.iter().filter(|(v, at)| v.sizes()[*at] == DYNAMIC).map(|(v, at)| v.size(*at));
    let joined = unknown.reduce(|a, b| a.eq(1.0).select(b, a));
    joined.unwrap_or_else(|| scalar(1))
}
