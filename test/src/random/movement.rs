//! Ops that move elements: slices, shapes, gathers.

use super::{
    limits,
    types::{Ty, array, elem, list},
    writer::{Level, MAX_ELEMENTS, Val, Writer},
};

fn sizes(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&d| d as i64).collect()
}
fn fits(shape: &[usize]) -> Option<()> {
    (shape.iter().product::<usize>() <= MAX_ELEMENTS).then_some(())
}
/// Whether to use the dynamic form of an op, with sizes as operands.
fn dynamic(w: &mut Writer) -> bool {
    w.chance(1, 4)
}

/// A broadcast.
pub fn broadcast_in_dim(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() <= 3)?;
    let rank = x.ty.rank() + w.rng.below(3).min(4 - x.ty.rank());
    let mut dims = w.order(rank);
    dims.truncate(x.ty.rank());
    let mut shape: Vec<usize> = (0..rank).map(|_| w.dim()).collect();
    for (&to, &d) in dims.iter().zip(&x.ty.shape) {
        if d != 1 || w.chance(1, 2) {
            shape[to] = d;
        }
    }
    fits(&shape)?;
    let ty = Ty { shape, ..x.ty.clone() };
    let attrs = format!("broadcast_dimensions = {}", array(&dims));
    if dynamic(w) {
        let to = w.numbers(&sizes(&ty.shape), elem("i64"));
        w.op1("dynamic_broadcast_in_dim", &[&x, &to], &attrs, ty);
    } else {
        w.op1("broadcast_in_dim", &[&x], &attrs, ty);
    }
    Some(())
}

/// A reshape.
pub fn reshape(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let mut left = x.ty.count();
    let mut shape = Vec::new();
    while shape.len() < 3 && w.chance(2, 3) {
        let factors: Vec<usize> = (1..=left.max(1)).filter(|f| left % f == 0).collect();
        let f = w.one(&factors);
        shape.push(f);
        left /= f;
    }
    if left != 1 {
        shape.push(left);
    }
    let ty = Ty { shape, ..x.ty.clone() };
    if dynamic(w) {
        let to = w.numbers(&sizes(&ty.shape), elem("i32"));
        w.op1("dynamic_reshape", &[&x, &to], "", ty);
    } else {
        w.op1("reshape", &[&x], "", ty);
    }
    Some(())
}

/// A transpose.
pub fn transpose(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let order = w.order(x.ty.rank());
    let shape = order.iter().map(|&d| x.ty.shape[d]).collect();
    w.op1("transpose", &[&x], &format!("permutation = {}", array(&order)), Ty { shape, ..x.ty.clone() });
    Some(())
}

/// A reverse.
pub fn reverse(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let dims = w.some_of(x.ty.rank());
    w.op1("reverse", &[&x], &format!("dimensions = {}", array(&dims)), x.ty.clone());
    Some(())
}

/// A slice with strides.
pub fn slice(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0)?;
    let (mut starts, mut limits, mut strides, mut shape) = (vec![], vec![], vec![], vec![]);
    for &d in &x.ty.shape {
        let start = w.number(0, d as i64);
        let limit = w.number(start, d as i64);
        let stride = w.number(1, 3);
        shape.push((limit - start + stride - 1) as usize / stride as usize);
        starts.push(start);
        limits.push(limit);
        strides.push(stride);
    }
    let ty = Ty { shape, ..x.ty.clone() };
    if w.level != Level::Reference && dynamic(w) {
        let [a, b, c] = [&starts, &limits, &strides].map(|n| w.numbers(n, elem("i64")));
        w.op1("real_dynamic_slice", &[&x, &a, &b, &c], "", ty);
    } else {
        let (a, b, c) = (array(&starts), array(&limits), array(&strides));
        w.op1("slice", &[&x], &format!("limit_indices = {b}, start_indices = {a}, strides = {c}"), ty);
    }
    Some(())
}

fn indices(w: &mut Writer, n: usize) -> Vec<Val> {
    let e = limits::index_elem(w);
    (0..n).map(|_| w.need(&Ty::scalar(e))).collect()
}

/// A slice at a computed position.
pub fn dynamic_slice(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let at = indices(w, x.ty.rank());
    let shape: Vec<usize> = x.ty.shape.iter().map(|&d| w.number(0, d as i64) as usize).collect();
    let operands: Vec<&Val> = std::iter::once(&x).chain(&at).collect();
    let attrs = format!("slice_sizes = {}", array(&shape));
    w.op1("dynamic_slice", &operands, &attrs, Ty { shape, ..x.ty.clone() });
    Some(())
}

/// A slice replaced at a computed position.
pub fn dynamic_update_slice(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let at = indices(w, x.ty.rank());
    let shape: Vec<usize> = x.ty.shape.iter().map(|&d| w.number(0, d as i64) as usize).collect();
    let update = w.need(&Ty { shape, ..x.ty.clone() });
    let operands: Vec<&Val> = [&x, &update].into_iter().chain(&at).collect();
    w.op1("dynamic_update_slice", &operands, "", x.ty.clone());
    Some(())
}

/// Padding at the edges, also negative, and between elements.
pub fn pad(w: &mut Writer) -> Option<()> {
    let x = w.any(|_| true)?;
    let value = w.need(&Ty::scalar(x.ty.elem));
    let (mut low, mut high, mut interior, mut shape) = (vec![], vec![], vec![], vec![]);
    for &d in &x.ty.shape {
        let (l, h, i) = (w.number(-1, 2), w.number(-1, 2), w.number(0, 1));
        let size = d as i64 + l + h + (d as i64 - 1).max(0) * i;
        shape.push(usize::try_from(size).ok()?);
        low.push(l);
        high.push(h);
        interior.push(i);
    }
    fits(&shape)?;
    let ty = Ty { shape, ..x.ty.clone() };
    if dynamic(w) {
        let [a, b, c] = [&low, &high, &interior].map(|n| w.numbers(n, elem("i64")));
        w.op1("dynamic_pad", &[&x, &value, &a, &b, &c], "", ty);
    } else {
        let (a, b, c) = (array(&low), array(&high), array(&interior));
        let attrs = format!("edge_padding_high = {b}, edge_padding_low = {a}, interior_padding = {c}");
        w.op1("pad", &[&x, &value], &attrs, ty);
    }
    Some(())
}

/// Values joined along a dimension.
pub fn concatenate(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0)?;
    let d = w.rng.below(x.ty.rank());
    let mut parts = vec![x.clone()];
    for _ in 0..w.rng.below(3) {
        let mut ty = x.ty.clone();
        if w.chance(1, 2) {
            ty.shape[d] = w.dim();
        }
        let part = w.need(&ty);
        parts.push(part);
    }
    let mut ty = x.ty.clone();
    ty.shape[d] = parts.iter().map(|p| p.ty.shape[d]).sum();
    fits(&ty.shape)?;
    let operands: Vec<&Val> = parts.iter().collect();
    w.op1("concatenate", &operands, &format!("dimension = {d} : i64"), ty);
    Some(())
}

/// The correspondence of windows of an operand to index vectors.
pub struct Windows {
    /// The collapsed dimensions, which windows do not have.
    pub collapsed: Vec<usize>,
    /// The batch dimensions of the operand, which correspond to those of the indices below.
    pub operand_batch: Vec<usize>,
    /// The corresponding dimensions of the indices.
    pub index_batch: Vec<usize>,
    /// The dimension of the operand for each component of an index.
    pub map: Vec<usize>,
    /// The dimension of the indices with the components.
    pub vector_dim: usize,
    /// The indices.
    pub indices: Val,
    /// The sizes of windows.
    pub slice: Vec<usize>,
    /// The dimensions of the result that come from windows.
    pub offset: Vec<usize>,
    /// The sizes of the result.
    pub result: Vec<usize>,
}

/// Random windows of an operand.
pub fn windows(w: &mut Writer, shape: &[usize]) -> Option<Windows> {
    let rank = shape.len();
    let (mut collapsed, mut operand_batch) = (vec![], vec![]);
    let mut slice: Vec<usize> = shape.iter().map(|&d| w.number(0, d as i64) as usize).collect();
    for d in 0..rank {
        if shape[d] > 0 && w.chance(1, 3) {
            slice[d] = 1;
            collapsed.push(d);
        } else if shape[d] > 0 && operand_batch.is_empty() && w.chance(1, 4) {
            slice[d] = 1;
            operand_batch.push(d);
        }
    }
    let mut map: Vec<usize> = w.order(rank);
    map.retain(|d| !operand_batch.contains(d));
    // XLA makes the last update only where indices have no components.
    let least = i64::from(w.level == Level::Compiler && !map.is_empty());
    let parts = w.number(least, map.len() as i64) as usize;
    map.truncate(parts);
    let mut batch: Vec<usize> = (0..w.rng.below(3)).map(|_| w.dim()).collect();
    let mut index_batch = Vec::new();
    if let Some(&d) = operand_batch.first() {
        let at = w.rng.below(batch.len() + 1);
        batch.insert(at, shape[d]);
        index_batch.push(at);
    }
    let vector_dim = w.rng.below(batch.len() + 1);
    let mut index_shape = batch.clone();
    if !(map.len() == 1 && vector_dim == batch.len() && w.chance(1, 2)) {
        index_shape.insert(vector_dim, map.len());
        for at in &mut index_batch {
            *at += usize::from(*at >= vector_dim);
        }
    }
    let kept: Vec<usize> =
        (0..rank).filter(|d| !collapsed.contains(d) && !operand_batch.contains(d)).collect();
    let total = batch.len() + kept.len();
    let mut offset = w.order(total);
    offset.truncate(kept.len());
    offset.sort_unstable();
    let (mut window_sizes, mut batch_sizes) = (kept.iter().map(|&d| slice[d]), batch.iter().copied());
    let result: Option<Vec<usize>> = (0..total)
        .map(|d| if offset.contains(&d) { window_sizes.next() } else { batch_sizes.next() })
        .collect();
    let result = result?;
    fits(&result)?;
    fits(&index_shape)?;
    let e = limits::index_elem(w);
    let indices = w.need(&Ty::new(&index_shape, e));
    Some(Windows { collapsed, operand_batch, index_batch, map, vector_dim, indices, slice, offset, result })
}

/// A gather.
pub fn gather(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0)?;
    let g = windows(w, &x.ty.shape)?;
    let numbers = format!(
        "dimension_numbers = #stablehlo.gather<offset_dims = [{}], collapsed_slice_dims = [{}], operand_batching_dims = [{}], start_indices_batching_dims = [{}], start_index_map = [{}], index_vector_dim = {}>, indices_are_sorted = false",
        list(&g.offset),
        list(&g.collapsed),
        list(&g.operand_batch),
        list(&g.index_batch),
        list(&g.map),
        g.vector_dim
    );
    let ty = Ty { shape: g.result.clone(), ..x.ty.clone() };
    if dynamic(w) {
        let slice = w.numbers(&sizes(&g.slice), elem("i64"));
        w.op1("dynamic_gather", &[&x, &g.indices, &slice], &numbers, ty);
    } else {
        let attrs = format!("{numbers}, slice_sizes = {}", array(&g.slice));
        w.op1("gather", &[&x, &g.indices], &attrs, ty);
    }
    Some(())
}

/// The size of a dimension.
pub fn get_dimension_size(w: &mut Writer) -> Option<()> {
    let x = w.any(|t| t.rank() > 0)?;
    let d = w.rng.below(x.ty.rank());
    w.op1("get_dimension_size", &[&x], &format!("dimension = {d} : i64"), Ty::scalar(elem("i32")));
    Some(())
}

/// Deprecated ops, which StableHLO's interpreter does not have.
pub fn deprecated(w: &mut Writer) -> Option<()> {
    if w.level == Level::Reference {
        return None;
    }
    if w.chance(1, 2) {
        let x = w.any(|t| t.rank() <= 2)?;
        let front: Vec<usize> = (0..w.rng.below(3)).map(|_| w.dim()).collect();
        let shape = [&front[..], &x.ty.shape].concat();
        fits(&shape)?;
        w.op1(
            "broadcast",
            &[&x],
            &format!("broadcast_sizes = {}", array(&front)),
            Ty { shape, ..x.ty.clone() },
        );
    } else {
        let x = w.any(|t| t.rank() > 0 && t.shape.iter().all(|&d| d > 0))?;
        let d = w.rng.below(x.ty.rank());
        let e = limits::index_elem(w);
        let index = Ty { shape: (0..w.rng.below(3)).map(|_| w.dim()).collect(), elem: e };
        let index = w.need(&index);
        let shape = [&x.ty.shape[..d], &index.ty.shape, &x.ty.shape[d + 1..]].concat();
        fits(&shape)?;
        let attrs = format!("batch_dims = 0 : i64, dim = {d} : i64");
        w.op1("torch_index_select", &[&x, &index], &attrs, Ty { shape, ..x.ty.clone() });
    }
    Some(())
}
