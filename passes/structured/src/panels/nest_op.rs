//! Structured ops over loops of a contraction, on the parts of memory that these loops touch.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{TypeFn, payload};

use crate::{
    structured_op::{self, IteratorType},
    vectorize::contract::loop_nest::{Memory, OPERANDS},
};

/// A loop of a slab.
#[derive(Clone, Copy)]
pub(crate) struct Dim {
    pub size: i64,
    pub reduction: bool,
    /// By how many elements each operand moves with each iteration.
    pub strides: [i64; OPERANDS],
    /// By how many elements a copy moves with each iteration, where there is one.
    pub place: i64,
}

/// A buffer, and the loops that its dimensions are.
pub(crate) type View = (Value, Vec<usize>);

/// Adds the products of the inputs to `out`, in sums of a type, with the inputs that have no sign.
pub(crate) fn product(
    b: &mut Builder<'_>,
    [x, y]: [View; 2],
    out: View,
    dims: &[Dim],
    (sum, unsigned): (Type, [bool; 2]),
) -> Op {
    let n = dims.len();
    let maps = vec![select(n, &x.1), select(n, &y.1), select(n, &out.1)];
    let iterators: Vec<IteratorType> = dims
        .iter()
        .map(|d| if d.reduction { IteratorType::Reduction } else { IteratorType::Parallel })
        .collect();
    structured_op::build_generic(b, &[x.0, y.0], &[out.0], maps, &iterators, &[], |b, args| {
        let mut step = || {
            let x = widened(b, args[0], sum, unsigned[0])?;
            let y = widened(b, args[1], sum, unsigned[1])?;
            let product = payload::mul(b, x, y)?;
            payload::add(b, args[2], product)
        };
        vec![step().unwrap_or(args[2])]
    })
}

/// Copies elements of an operand: each goes to the sum of the places of the loops.
pub(crate) fn copy_elements(
    b: &mut Builder<'_>,
    loops: &[Dim],
    (from, operand): (Memory, usize),
    to: Memory,
    convert: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) {
    let (source, read) = view_of(b, from, loops, |d| d.strides[operand]);
    let (target, written) = view_of(b, to, loops, |d| d.place);
    let n = loops.len();
    let maps = vec![select(n, &read), select(n, &written)];
    structured_op::build_generic(
        b,
        &[source],
        &[target],
        maps,
        &vec![IteratorType::Parallel; n],
        &[],
        |b, args| vec![convert(b, args[0])],
    );
}

/// The loops with these numbers, as a map from all loops.
pub(crate) fn select(n: usize, list: &[usize]) -> AffineMap {
    AffineMap::select(n as u32, &list.iter().map(|&d| d as u32).collect::<Vec<_>>())
}

/// A part of memory that these loops touch, with the loops that its dimensions are: the one with the smallest steps last.
pub(crate) fn view_of(
    b: &mut Builder<'_>,
    memory: Memory,
    dims: &[Dim],
    stride: impl Fn(&Dim) -> i64,
) -> (Value, Vec<usize>) {
    let mut used: Vec<usize> = (0..dims.len()).filter(|&d| stride(&dims[d]) != 0).collect();
    used.sort_by_key(|&d| std::cmp::Reverse(stride(&dims[d])));
    let shape: Vec<i64> = used.iter().map(|&d| dims[d].size).collect();
    let strides: Vec<i64> = used.iter().map(|&d| stride(&dims[d])).collect();
    (memory.view(b, &shape, &strides), used)
}

/// A number as wide as the sums.
pub(crate) fn widened(
    b: &mut Builder<'_>,
    v: Value,
    sum: Type,
    unsigned: bool,
) -> payload::PayloadResult<Value> {
    let how = if unsigned { TypeFn::CastUnsigned } else { TypeFn::CastSigned };
    if b.ty(v) == sum { Ok(v) } else { payload::cast(b, v, sum, how) }
}
