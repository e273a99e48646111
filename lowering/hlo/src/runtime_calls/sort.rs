//! Sorts by keys as calls: what is sorted, which results are wanted, and how much of them.
//!
//! An operand that counts the elements of a line is not read but made; results that nothing uses are not computed; and where the
//! results are only cut off behind their first elements, as `top_k` does, only these are.

use std::fmt::Write;

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::{Call, comparator, destinations};

/// Sorts of fewer elements are loops in the program: a call takes as long.
const FEWEST: i64 = 64;

/// The call that a sort becomes, if its comparator is known.
pub(super) fn call_of(b: &Body, op: Op) -> Option<Call> {
    let sort = op.as_op::<hlo::SortOp>(b)?;
    let cx = b.cx();
    let operands: Vec<Value> = sort.inputs(b).collect();
    let shape = cx.type_as::<TensorType>(b.ty(*operands.first()?))?.shape.to_vec();
    let open = shape.contains(&DYNAMIC);
    let elements = if open { FEWEST } else { shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d))? };
    let dim = usize::try_from(sort.dim(b)).ok()?;
    let n = *shape.get(dim)?;
    if elements < FEWEST || n != DYNAMIC && (n < 2 || u32::try_from(n).is_err()) {
        return None;
    }
    if !operands.iter().all(|&v| is_plain(cx, b.ty(v))) {
        return None;
    }
    let keys = comparator::keys(b, sort.comparator(b))?;
    let used: Vec<usize> = (0..operands.len()).filter(|&i| b.has_uses(b.result(op, i))).collect();
    if used.is_empty() {
        return None;
    }
    // Operands that are places and are not compared are made.
    let places = |i: usize| keys.iter().all(|k| k.operand != i) && counts(b, operands[i], dim, n);
    let mut inputs: Vec<usize> = Vec::new();
    for i in keys.iter().map(|k| k.operand).chain(used.iter().copied().filter(|&i| !places(i))) {
        if !inputs.contains(&i) {
            inputs.push(i);
        }
    }
    let number = |i: usize| inputs.iter().position(|&k| k == i);
    let mut config = format!("dimension={dim}\nkeys=");
    for (i, k) in keys.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let direction = if k.descending { "down" } else { "up" };
        let (operand, order) = (number(k.operand)?, k.order);
        let _ = write!(config, "{comma}{operand}:{}:{}:{order}:{direction}", k.offset, k.format);
    }
    let sources: Vec<String> =
        used.iter().map(|&i| number(i).map_or_else(|| "place".to_owned(), |i| i.to_string())).collect();
    let _ = writeln!(config, "\nresults={}", sources.join(","));
    let sizes = if open {
        Some(used.iter().map(|&i| destinations::like(b, operands[i])).collect::<Option<_>>()?)
    } else {
        None
    };
    let kept = if open { None } else { prefixes(b, op, &used, &shape, dim) };
    let (results, mut replaced) = match kept {
        Some(slices) => {
            let erased: Vec<Op> = slices.iter().flatten().copied().collect();
            (slices.iter().map(|s| s.iter().map(|&op| b.result(op, 0)).collect()).collect(), erased)
        }
        None => (used.iter().map(|&i| vec![b.result(op, i)]).collect(), Vec::new()),
    };
    replaced.push(op);
    let operands = inputs.iter().map(|&i| operands[i]).collect();
    Some(Call { target: "strata_sort".to_owned(), config, operands, results, sizes, replaced })
}

/// Whether the elements of a tensor take 1, 2, 4, 8 or 16 bytes each.
fn is_plain(cx: &Context, ty: Type) -> bool {
    let elem = cx.elem_or_self(ty);
    let part = cx.type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
    let known = cx.as_int(part).is_some() || cx.as_float(part).is_some();
    elem == cx.i1() || known && matches!(cx.bit_width(part), Some(8 | 16 | 32 | 64))
}

/// Whether a tensor counts the elements of its lines along a dimension, from 0 to `n - 1`. Lines of unknown length have no
/// more elements than 32 bits count, which the routine checks.
fn counts(b: &Body, value: Value, dim: usize, n: i64) -> bool {
    let cx = b.cx();
    let dimension = match (b.def_as::<hlo::IotaOp>(value), b.def_as::<hlo::DynamicIotaOp>(value)) {
        (Some(iota), _) => iota.iota_dimension(b).raw(),
        (_, Some(iota)) => iota.iota_dimension(b).raw(),
        _ => return false,
    };
    let width = cx.as_int(cx.elem_or_self(b.ty(value))).map_or(0, |t| t.width);
    let fits = match width {
        8 => n != DYNAMIC && n <= 1 << 7,
        16 => n != DYNAMIC && n <= 1 << 15,
        32 => n <= 1 << 31,
        64 => true,
        _ => false,
    };
    fits && cx.attr_i64(dimension) == i64::try_from(dim).ok()
}

/// For each result that is used the slices that use it, if these take the same first elements of the lines and nothing else is used.
fn prefixes(b: &Body, op: Op, used: &[usize], shape: &[i64], dim: usize) -> Option<Vec<Vec<Op>>> {
    let mut kept = None;
    let mut all = Vec::new();
    for &i in used {
        let mut slices: Vec<Op> = Vec::new();
        for user in b.users(b.result(op, i)) {
            let slice = user.as_op::<hlo::SliceOp>(b)?;
            let [starts, limits, strides] = slice.ranges(b);
            let count = *limits.get(dim)?;
            let whole = (0..shape.len()).all(|d| d == dim || limits[d] == shape[d]);
            let first = starts.iter().all(|&s| s == 0) && strides.iter().all(|&s| s == 1);
            if !whole || !first || kept.is_some_and(|k| k != count) {
                return None;
            }
            kept = Some(count);
            slices.push(user);
        }
        all.push(slices);
    }
    Some(all)
}
