//! The dimensions that an op treats as a whole, so that devices cannot have parts of them without talking to others.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{int, ints};
use strata_sdy::attrs::{OpShardingRule, TensorMapping};
use strata_stablehlo as hlo;

use super::combiner::Combiner;

/// A dimension of an operand or a result.
pub(crate) type Dimension = (Value, usize);
/// The sizes of the whole tensor that a value is a part of.
pub(crate) type Sizes<'a> = dyn Fn(Value) -> Vec<i64> + 'a;

/// The dimensions of operands and results of an op of StableHLO that must be whole.
pub(crate) fn whole_dimensions(b: &Body, op: Op, sizes: &Sizes<'_>) -> Vec<Dimension> {
    let operands: Vec<Value> = b.operands(op).collect();
    let all: Vec<Value> = operands.iter().chain(b.results(op)).copied().collect();
    let rank = |value: Value| sizes(value).len();
    let of_all = |dims: &[usize]| -> Vec<Dimension> {
        all.iter().flat_map(|&v| dims.iter().filter(move |&&d| d < rank(v)).map(move |&d| (v, d))).collect()
    };
    let last = |count: usize| -> Vec<Dimension> {
        all.iter().flat_map(|&v| (rank(v).saturating_sub(count)..rank(v)).map(move |d| (v, d))).collect()
    };
    let of_input = |is_whole: &dyn Fn(usize) -> bool| -> Vec<Dimension> {
        let Some(&input) = operands.first() else { return Vec::new() };
        (0..rank(input)).filter(|&dim| is_whole(dim)).flat_map(|dim| with_result(b, op, input, dim)).collect()
    };
    match b.op_name(op).strip_prefix("stablehlo.").unwrap_or_default() {
        "concatenate" => of_all(&[int(b, op, "dimension").unwrap_or(0).unsigned_abs() as usize]),
        "sort" => of_all(&sorted_dimension(b, op, &all, sizes)),
        "reverse" => of_all(&places(b, op, "dimensions")),
        "fft" => last(ints(b, op, "fft_length").len()),
        "cholesky" => last(2),
        "triangular_solve" => solved(b, op, sizes),
        "reduce" => reduced(b, op, &operands),
        "reduce_window" | "select_and_scatter" => windows(b, op, &all, sizes),
        "scatter" => scattered(b, op, sizes),
        "gather" => gathered(b, op, sizes),
        "convolution" => convolved(b, op),
        "slice" => {
            let [starts, limits, strides] =
                ["start_indices", "limit_indices", "strides"].map(|name| ints(b, op, name));
            let whole = sizes(b.operand(op, 0));
            let all = |dim: usize| starts[dim] == 0 && limits[dim] == whole[dim] && strides[dim] == 1;
            of_input(&|dim| !all(dim))
        }
        "pad" => {
            let lists = ["edge_padding_low", "edge_padding_high", "interior_padding"];
            let lists = lists.map(|name| ints(b, op, name));
            of_input(&|dim| lists.iter().any(|list| list.get(dim) != Some(&0)))
        }
        "dynamic_slice" => {
            let (slice, whole) = (ints(b, op, "slice_sizes"), sizes(b.operand(op, 0)));
            of_input(&|dim| slice.get(dim) != whole.get(dim))
        }
        "dynamic_update_slice" => {
            let [input, update] = [0, 1].map(|i| b.operand(op, i));
            let (whole, part) = (sizes(input), sizes(update));
            let smaller = (0..whole.len()).filter(|&dim| whole[dim] != part[dim]);
            smaller.flat_map(|dim| [(input, dim), (update, dim), (b.result(op, 0), dim)]).collect()
        }
        "rng" | "rng_bit_generator" | "composite" => {
            all.iter().flat_map(|&value| (0..rank(value)).map(move |dim| (value, dim))).collect()
        }
        _ => Vec::new(),
    }
}

/// The rule of an op in which the factors of dimensions that must be whole are replicated.
#[must_use]
pub fn divisible_rule(b: &Body, op: Op, mut rule: OpShardingRule) -> OpShardingRule {
    let sizes = |value: Value| hlo::infer::sizes(b.cx(), b.ty(value)).to_vec();
    let whole = whole_dimensions(b, op, &sizes);
    let mut factors = std::mem::take(&mut rule.permutation_factors);
    let operands: Vec<Value> = b.operands(op).collect();
    for (values, mappings) in
        [(&operands[..], &rule.operand_mappings), (b.results(op), &rule.result_mappings)]
    {
        for (value, mapping) in values.iter().zip(mappings) {
            let dims = whole.iter().filter(|(whole, _)| whole == value);
            factors.extend(dims.filter_map(|&(_, dim)| mapping.0.get(dim)).flat_map(|dim| dim.0.clone()));
        }
    }
    factors.extend(&rule.need_replication_factors);
    if op.isa::<hlo::ReshapeOp>(b) {
        factors.extend(unshared(&rule));
    }
    factors.sort_unstable();
    factors.dedup();
    rule.reduction_factors.retain(|factor| !factors.contains(factor));
    rule.need_replication_factors = factors;
    rule
}

/// The factors that are only in the operands of an op, or only in its results.
fn unshared(rule: &OpShardingRule) -> Vec<i64> {
    let all = |mappings: &[TensorMapping]| -> Vec<i64> {
        mappings.iter().flat_map(|mapping| &mapping.0).flat_map(|dim| dim.0.clone()).collect()
    };
    let (from, to) = (all(&rule.operand_mappings), all(&rule.result_mappings));
    let missing = |list: &[i64], other: &[i64]| -> Vec<i64> {
        list.iter().copied().filter(|factor| !other.contains(factor)).collect()
    };
    [missing(&from, &to), missing(&to, &from)].concat()
}

fn places(b: &Body, op: Op, name: &str) -> Vec<usize> {
    ints(b, op, name).into_iter().filter_map(|number| usize::try_from(number).ok()).collect()
}

/// A dimension of the input and the same one of the result.
fn with_result(b: &Body, op: Op, input: Value, dim: usize) -> [Dimension; 2] {
    [(input, dim), (b.result(op, 0), dim)]
}

fn sorted_dimension(b: &Body, op: Op, all: &[Value], sizes: &Sizes<'_>) -> Vec<usize> {
    let rank = all.first().map_or(0, |&value| sizes(value).len()) as i64;
    let dim = int(b, op, "dimension").unwrap_or(-1);
    usize::try_from(if dim < 0 { dim + rank } else { dim }).into_iter().collect()
}

fn solved(b: &Body, op: Op, sizes: &Sizes<'_>) -> Vec<Dimension> {
    let [a, rhs] = [0, 1].map(|i| b.operand(op, i));
    let left = b.attr(op, "left_side") == Some(b.cx().bool_attr(true));
    let along = sizes(rhs).len().saturating_sub(if left { 2 } else { 1 });
    let n = sizes(a).len();
    vec![(a, n.saturating_sub(1)), (a, n.saturating_sub(2)), (rhs, along), (b.result(op, 0), along)]
}

/// The reduced dimensions, if no collective combines the partial results.
fn reduced(b: &Body, op: Op, operands: &[Value]) -> Vec<Dimension> {
    let combiner = b.regions(op).first().and_then(|&region| Combiner::of_region(b, region));
    if b.results(op).len() == 1 && combiner.is_some() {
        return Vec::new();
    }
    let dims = places(b, op, "dimensions");
    let inputs = operands.get(..operands.len() / 2).unwrap_or_default();
    inputs.iter().flat_map(|&input| dims.iter().map(move |&dim| (input, dim))).collect()
}

/// The dimensions along which a window has more than one place.
fn windows(b: &Body, op: Op, all: &[Value], sizes: &Sizes<'_>) -> Vec<Dimension> {
    let other = |name: &str, usual: i64| -> Vec<usize> {
        let numbers = ints(b, op, name);
        numbers.iter().enumerate().filter(|(_, n)| **n != usual).map(|(dim, _)| dim).collect()
    };
    let names = ["window_dimensions", "window_strides", "base_dilations"];
    let mut dims: Vec<usize> = names.iter().flat_map(|name| other(name, 1)).collect();
    dims.extend(other("padding", 0).iter().map(|place| place / 2));
    let ranked = all.iter().filter(|&&value| !sizes(value).is_empty());
    ranked.flat_map(|&value| dims.iter().map(move |&dim| (value, dim))).collect()
}

/// The dimensions of a scatter into which indices point, and those along which updates would have to meet in the result.
fn scattered(b: &Body, op: Op, sizes: &Sizes<'_>) -> Vec<Dimension> {
    let numbers = b.attr(op, "scatter_dimension_numbers");
    let numbers = numbers.and_then(|a| b.cx().attr_as::<hlo::ScatterDimensionNumbers>(a));
    let Some(numbers) = numbers else { return Vec::new() };
    let operands: Vec<Value> = b.operands(op).collect();
    let (inputs, rest) = operands.split_at(operands.len() / 2);
    let Some((&indices, updates)) = rest.split_first() else { return Vec::new() };
    let mut whole = vec![(indices, numbers.index_vector_dim.0 as usize)];
    let pointed = numbers.inserted_window_dims.iter().chain(numbers.scatter_dims_to_operand_dims.iter());
    for &dim in pointed {
        whole.extend(inputs.iter().chain(b.results(op)).map(|&value| (value, dim as usize)));
    }
    let batching = numbers.scatter_indices_batching_dims.len();
    for &update in updates {
        let shape = sizes(update);
        let is_window = |dim: &usize| numbers.update_window_dims.contains(&(*dim as i64));
        let counted: Vec<usize> = (0..shape.len()).filter(|dim| !is_window(dim)).collect();
        // Batches of the indices are not always the first ones.
        let along = (0..sizes(indices).len()).filter(|&dim| dim as i64 != numbers.index_vector_dim.0);
        for (dim, along) in counted.into_iter().zip(along) {
            if batching == 0 || !numbers.scatter_indices_batching_dims.contains(&(along as i64)) {
                whole.extend([(update, dim), (indices, along)]);
            }
        }
        whole.extend(smaller_windows(inputs, update, &shape, numbers, sizes));
    }
    whole
}

/// The window dimensions in which updates are not as large as the input.
fn smaller_windows(
    inputs: &[Value],
    update: Value,
    shape: &[i64],
    numbers: &hlo::ScatterDimensionNumbers,
    sizes: &Sizes<'_>,
) -> Vec<Dimension> {
    let Some(&input) = inputs.first() else { return Vec::new() };
    let whole = sizes(input);
    let is_missing = |dim: &usize| {
        let dim = *dim as i64;
        numbers.inserted_window_dims.contains(&dim) || numbers.input_batching_dims.contains(&dim)
    };
    let own = (0..whole.len()).filter(|dim| !is_missing(dim));
    let pairs = own.zip(numbers.update_window_dims.iter());
    let smaller = pairs.filter(|(own, part)| shape.get(**part as usize) != whole.get(*own));
    smaller.flat_map(|(own, &part)| [(input, own), (update, part as usize)]).collect()
}

fn gathered(b: &Body, op: Op, sizes: &Sizes<'_>) -> Vec<Dimension> {
    let numbers_attr = b.attr(op, "dimension_numbers");
    let dims = numbers_attr.and_then(|a| b.cx().attr_as::<hlo::GatherDimensionNumbers>(a));
    let Some(dims) = dims else { return Vec::new() };
    let [input, indices] = [0, 1].map(|i| b.operand(op, i));
    let (slice, whole) = (ints(b, op, "slice_sizes"), sizes(input));
    let is_part = |dim: &usize| {
        slice.get(*dim) != whole.get(*dim) && !dims.operand_batching_dims.contains(&(*dim as i64))
    };
    let mut all: Vec<Dimension> = (0..whole.len()).filter(is_part).map(|dim| (input, dim)).collect();
    // A dimension that indices point into, though slices have all of it.
    all.extend(dims.collapsed_slice_dims.iter().map(|&dim| (input, dim as usize)));
    all.push((indices, dims.index_vector_dim.0 as usize));
    all
}

fn convolved(b: &Body, op: Op) -> Vec<Dimension> {
    let dims = b.attr(op, "dimension_numbers");
    let dims = dims.and_then(|a| b.cx().attr_as::<hlo::ConvDimensionNumbers>(a));
    let Some(dims) = dims else { return Vec::new() };
    let spatial = [
        (b.operand(op, 0), &dims.input_spatial_dimensions),
        (b.operand(op, 1), &dims.kernel_spatial_dimensions),
        (b.result(op, 0), &dims.output_spatial_dimensions),
    ];
    spatial.iter().flat_map(|(value, list)| list.iter().map(|&dim| (*value, dim as usize))).collect()
}
