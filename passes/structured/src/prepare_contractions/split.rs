//! Loops of a contraction that stand for several dimensions become one loop for each of them.
//!
//! ```mlir
//! %t = linalg.transpose ins(%p : tensor<2x8x256x256xf32>) … permutation = [0, 1, 3, 2]             // before
//! %x = tensor.collapse_shape %t [[0, 1], [2], [3]] : … into tensor<16x256x256xf32>
//! %r = linalg.batch_matmul ins(%y, %x : tensor<16x64x256xf32>, tensor<16x256x256xf32>) …
//! %e = tensor.expand_shape %r [[0, 1], [2], [3]] … into tensor<2x8x64x256xf32>
//! %z = tensor.expand_shape %y [[0, 1], [2], [3]] … into tensor<2x8x64x256xf32>                     // after
//! %e = linalg.generic … ins(%z, %t : tensor<2x8x64x256xf32>, tensor<2x8x256x256xf32>) … -> tensor<2x8x64x256xf32>
//! ```
//! A product of `stablehlo` has any number of dimensions of each kind, and is a product of matrices, or of as many matrices as there are
//! batches, in linalg: dimensions of a kind are merged, after transposes that bring them together. Behind a merged dimension, a transpose
//! could not become part of the maps. So loops are split only if there is a transpose behind, and not where rows of the result would become
//! short.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_linalg::{FillOp, TransposeOp};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{Contraction, shape_of};

/// Neighbours in a row of the result that fill vectors well.
const FEWEST_LANES: i64 = 32;

/// A reshape between an operand or the result of a contraction and a value with more dimensions.
struct Reshape {
    groups: Vec<Vec<i64>>,
    /// The value with more dimensions.
    wide: Value,
    /// Whether a transpose is behind it.
    transposed: bool,
}

/// Splits merged loops of a contraction with a transpose behind; returns the new contraction.
pub(super) fn split(body: &mut Body, c: &Contraction) -> Option<Op> {
    let reshapes = [input(body, c.inputs[0]), input(body, c.inputs[1]), result(body, c.result)];
    if !reshapes.iter().flatten().any(|r| r.transposed) {
        return None;
    }
    let parts = parts(body, c, &reshapes).filter(|parts| keeps_lanes(body, c, &reshapes[2], parts))?;
    let old = body.def_op(c.result)?;
    let mut b = Builder::before(body, old);
    let mut new = c.clone();
    let starts: Vec<u32> = parts
        .iter()
        .scan(0, |next, part| {
            let start = *next;
            *next += part.len() as u32;
            Some(start)
        })
        .collect();
    let count = parts.iter().map(Vec::len).sum::<usize>() as u32;
    new.sizes = parts.concat();
    new.iterators =
        parts.iter().zip(&c.iterators).flat_map(|(part, &kind)| part.iter().map(move |_| kind)).collect();
    let mut shapes: [(Vec<Vec<i64>>, Vec<i64>); 3] = Default::default();
    for i in 0..3 {
        let (groups, shape) = &mut shapes[i];
        let mut results = Vec::new();
        for expr in c.maps[i].results() {
            let loops = match expr.as_dim() {
                Some(d) => (starts[d as usize]..).take(parts[d as usize].len()).collect(),
                None => Vec::new(),
            };
            let first = results.len() as i64;
            match loops.is_empty() {
                // The loops of a window are not split, but have new numbers.
                true => results.push(renumbered(expr, &starts)),
                false => results.extend(loops.into_iter().map(AffineExpr::dim)),
            }
            groups.push((first..results.len() as i64).collect());
        }
        let old_shape = if i < 2 { shape_of(&b, c.inputs[i]) } else { shape_of(&b, c.result) };
        for (expr, size) in c.maps[i].results().iter().zip(old_shape) {
            match expr.as_dim() {
                Some(d) if parts[d as usize].len() > 1 => shape.extend(&parts[d as usize]),
                _ => shape.push(size),
            }
        }
        new.maps[i] = strata_ir::affine::AffineMap::new(count, 0, results);
    }
    for i in 0..2 {
        let wide = reshapes[i].as_ref().map(|r| r.wide).filter(|&w| shape_of(&b, w) == shapes[i].1);
        new.inputs[i] = wide.unwrap_or_else(|| expanded(&mut b, c.inputs[i], &shapes[i]));
    }
    new.ty = b.cx().tensor(&shapes[2].1, b.cx().elem_or_self(c.ty));
    if b.def_as::<FillOp>(c.init).is_none() {
        new.init = expanded(&mut b, c.init, &shapes[2]);
    }
    let value = new.build(&mut b)?;
    let made = b.def_op(value)?;
    match reshapes[2].as_ref().filter(|r| shape_of(&b, r.wide) == shapes[2].1) {
        Some(reshape) => {
            let user = b.def_op(reshape.wide)?;
            body.replace_all_uses(reshape.wide, value);
            body.erase(user);
        }
        None => {
            let narrow = match shapes[2].1.len() == shape_of(&b, c.result).len() {
                true => value,
                false => CollapseShapeOp::create(&mut b, value, &shapes[2].0),
            };
            body.replace_all_uses(c.result, narrow);
        }
    }
    body.erase(old);
    Some(made)
}

/// The sizes that each loop is split into; `None` if no loop is split, or not into the same sizes everywhere.
fn parts(body: &Body, c: &Contraction, reshapes: &[Option<Reshape>; 3]) -> Option<Vec<Vec<i64>>> {
    let mut parts: Vec<Vec<i64>> = c.sizes.iter().map(|&n| vec![n]).collect();
    let mut split = vec![false; parts.len()];
    for (reshape, map) in reshapes.iter().zip(&c.maps) {
        let Some(reshape) = reshape else { continue };
        let shape = shape_of(body, reshape.wide);
        for (group, expr) in reshape.groups.iter().zip(map.results()).filter(|(group, _)| group.len() > 1) {
            let d = expr.as_dim()? as usize;
            let sizes =
                group.iter().map(|&j| shape.get(j as usize).copied()).collect::<Option<Vec<i64>>>()?;
            if split[d] && parts[d] != sizes {
                return None;
            }
            (parts[d], split[d]) = (sizes, true);
        }
    }
    // A loop of a window is part of a sum.
    let alone = |d: usize| {
        let all = c.maps.iter().flat_map(|m| m.results());
        all.filter(|e| e.is_function_of_dim(d as u32)).all(|e| e.as_dim().is_some())
    };
    let fits = split.contains(&true) && (0..parts.len()).all(|d| !split[d] || alone(d));
    fits.then_some(parts)
}

/// Whether rows of the result stay long enough for vectors.
fn keeps_lanes(body: &Body, c: &Contraction, result: &Option<Reshape>, parts: &[Vec<i64>]) -> bool {
    let Some(d) = c.maps[2].results().last().and_then(|e| e.as_dim()) else { return true };
    let user = result.as_ref().and_then(|r| body.users(r.wide).next().filter(|_| r.transposed));
    let innermost = match (user.and_then(|user| user.as_op::<TransposeOp>(body)), result) {
        (Some(transpose), Some(r)) => {
            let last = transpose.dims(body).last().and_then(|&p| usize::try_from(p).ok());
            last.and_then(|p| shape_of(body, r.wide).get(p).copied())
        }
        _ => parts[d as usize].last().copied(),
    };
    innermost.is_none_or(|n| n >= FEWEST_LANES || 2 * n > c.sizes[d as usize])
}

fn input(body: &Body, v: Value) -> Option<Reshape> {
    let op = body.def_as::<CollapseShapeOp>(v)?;
    let wide = op.src(body);
    Some(Reshape { groups: op.groups(body), wide, transposed: body.def_as::<TransposeOp>(wide).is_some() })
}

fn result(body: &Body, v: Value) -> Option<Reshape> {
    let only_user = |v: Value| body.users(v).next().filter(|_| body.has_one_use(v));
    let op = only_user(v)?.as_op::<ExpandShapeOp>(body)?;
    let same_block = body.parent_block(op.op()) == body.parent_block(body.def_op(v)?);
    let wide = op.result(body);
    let transposed = only_user(wide).is_some_and(|user| user.isa::<TransposeOp>(body));
    same_block.then(|| Reshape { groups: op.groups(body), wide, transposed })
}

/// A value with split dimensions.
fn expanded(b: &mut Builder<'_>, v: Value, (groups, shape): &(Vec<Vec<i64>>, Vec<i64>)) -> Value {
    if shape_of(b, v).len() == shape.len() {
        return v;
    }
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| MixedIndex::Static(n)).collect();
    ExpandShapeOp::create(b, v, groups, &sizes)
}

/// An expression of loops with the number of the first part of each.
fn renumbered(expr: &AffineExpr, starts: &[u32]) -> AffineExpr {
    let dims: Vec<AffineExpr> = starts.iter().map(|&d| AffineExpr::dim(d)).collect();
    expr.replace_dims(&dims)
}
