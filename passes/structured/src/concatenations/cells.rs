//! The parts of a divided op: an op for each of its cells.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{IndexOp, InputPrecision};
use strata_tensor::{EmptyOp, InsertSliceOp};

use super::{
    Kind,
    places::{extract, fixed},
    source::{Part, Source},
};
use crate::{
    inline_payload::clone_payload_with,
    structured_op::{self, IteratorType, Structured},
};

/// A part of the loops of an op: where it begins and how many iterations it has, for each loop.
pub(super) type Cell = Vec<(i64, i64)>;

/// All combinations of the intervals of each loop.
pub(super) fn cells(bounds: &[Vec<i64>]) -> Vec<Cell> {
    let mut all: Vec<Cell> = vec![Vec::new()];
    for list in bounds {
        let intervals = || list.windows(2).map(|w| (w[0], w[1] - w[0]));
        all = all.iter().flat_map(|c| intervals().map(|i| [&c[..], &[i]].concat())).collect();
    }
    all
}

/// Builds an op for each cell. Returns the tensors that their results are put into.
pub(super) fn build(
    body: &mut Body,
    s: &Structured,
    cells: &[Cell],
    kind: Kind,
    stop: &impl Fn(Value) -> bool,
) -> Vec<Value> {
    let types: Vec<Type> = body.result_types(s.op).collect();
    let mut b = Builder::before(body, s.op);
    let mut whole: Vec<Value> = types.iter().map(|&ty| EmptyOp::build(&mut b, &[], ty)).collect();
    for cell in cells {
        let places: Vec<Indexed> = s.maps[s.inputs.len()..].iter().map(|m| Indexed::new(m, cell)).collect();
        let outputs: Vec<Value> = places
            .iter()
            .zip(&whole)
            .map(|(at, &whole)| match kind {
                Kind::Computed => {
                    let ty = b.cx().tensor(&at.kept, b.cx().elem_or_self(b.ty(whole)));
                    EmptyOp::build(&mut b, &[], ty)
                }
                Kind::Shifted => extract(&mut b, whole, &at.offsets, &at.sizes, &at.kept),
            })
            .collect();
        let new = op_of_cell(&mut b, s, cell, &outputs, stop);
        for (i, at) in places.iter().enumerate() {
            let part = b.result(new, i);
            let ones = vec![1; at.sizes.len()];
            let [offsets, sizes, ones] = [&at.offsets, &at.sizes, &ones].map(|list| fixed(list));
            whole[i] = InsertSliceOp::create(&mut b, part, whole[i], &offsets, &sizes, &ones);
        }
    }
    whole
}

/// The part of a tensor that the iterations of a cell access.
struct Indexed {
    offsets: Vec<i64>,
    sizes: Vec<i64>,
    /// The sizes along the loops that have several iterations in the cell.
    kept: Vec<i64>,
}

impl Indexed {
    fn new(map: &AffineMap, cell: &Cell) -> Self {
        let at = || map.results().iter().filter_map(|e| Some(cell[e.as_dim()? as usize]));
        let sizes: Vec<i64> = at().map(|(_, n)| n).collect();
        let kept = sizes.iter().copied().filter(|&n| n != 1).collect();
        Self { offsets: at().map(|(o, _)| o).collect(), sizes, kept }
    }
}

/// The part of an op that has the iterations of a cell, without loops that have one iteration.
fn op_of_cell(
    b: &mut Builder<'_>,
    s: &Structured,
    cell: &Cell,
    outputs: &[Value],
    stop: &impl Fn(Value) -> bool,
) -> Op {
    let loops: Vec<usize> = (0..cell.len()).filter(|&d| cell[d].1 != 1).collect();
    let number = |d: usize| loops.iter().position(|&l| l == d);
    let loop_of = |map: &AffineMap, i: usize| map.result(i).as_dim().and_then(|d| number(d as usize));
    let reduced = |map: &AffineMap, dims: &[usize]| {
        let results = dims.iter().filter_map(|&i| Some(AffineExpr::dim(loop_of(map, i)? as u32)));
        AffineMap::new(loops.len() as u32, 0, results.collect::<Vec<_>>())
    };
    let (mut inputs, mut maps) = (Vec::new(), Vec::new());
    // For each input, an argument of the new op or a scalar takes its place in the payload.
    let mut read: Vec<Result<usize, Value>> = Vec::new();
    for (&v, map) in s.inputs.iter().zip(&s.maps) {
        let at = Indexed::new(map, cell);
        match Part::new(v, at.offsets, at.sizes).source(b, stop) {
            Source::Scalar(scalar) => read.push(Err(scalar)),
            Source::Tensor(part) => {
                let kept = |i: usize| loop_of(map, i).is_some();
                let value = part.build(b, kept);
                let dims: Vec<usize> = part.dims.iter().flatten().copied().filter(|&i| kept(i)).collect();
                read.push(Ok(inputs.len()));
                inputs.push(value);
                maps.push(reduced(map, &dims));
            }
        }
    }
    for map in &s.maps[s.inputs.len()..] {
        maps.push(reduced(map, &(0..map.n_results()).collect::<Vec<_>>()));
    }
    let types: Vec<Type> = outputs.iter().map(|&v| b.ty(v)).collect();
    let iterators = vec![IteratorType::Parallel; loops.len()];
    let new = structured_op::build_generic(b, &inputs, outputs, maps, &iterators, &types, |b, args| {
        let mut map = IdMap::new();
        let of_outputs = (inputs.len()..args.len()).map(Ok);
        let olds = b.block_args(s.block).to_vec();
        for (old, from) in olds.into_iter().zip(read.into_iter().chain(of_outputs)) {
            map.map(old, from.map_or_else(|scalar| scalar, |i| args[i]));
        }
        clone_payload_with(b, s.block, &mut map, |b, d| {
            let (offset, _) = cell[d];
            let Some(new) = number(d) else { return strata_arith::constant_index(b, offset) };
            let index = IndexOp::create(b, new as usize);
            if offset == 0 {
                return index;
            }
            let offset = strata_arith::constant_index(b, offset);
            strata_arith::AddIOp::build(b, index, offset, None)
        })
    });
    InputPrecision::keep(b.body(), s.op, new);
    new
}
