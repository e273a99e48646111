//! Elementwise ops whose rows are shorter than a vector, such as pixels of three colors.
//!
//! # Before
//! ```mlir
//! linalg.generic {indexing_maps = [(n, p) -> (n, p), (n, p) -> (p), (n, p) -> (n, p)], iterator_types = ["parallel", "parallel"]}
//!   ins(%x, %c : memref<224x3xf32>, memref<3xf32>) outs(%y : memref<224x3xf32>) { … }
//! ```
//! # After
//! ```mlir
//! %c0 = vector.from_elements … // c0 c1 c2 c0 c1 …, and two more that go on where this one ends
//! scf.for %i = %c0 to %c224 step %c16 {
//!   %p = 3 * %i: three vectors from there on, which are sixteen rows
//! }
//! ```
//! The rows follow one another in memory, so as many rows as a vector has lanes are as many vectors as a row has elements. Operands that
//! have the same row everywhere become such vectors once; of operands that have one element for a row, a vector is loaded and its lanes
//! are repeated.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_memref::{CollapseShapeOp, LoadOp};
use strata_vector::{FromElementsOp, ShuffleOp};

use super::{
    lane_loops::{full_loop, indices},
    lane_plan, load,
    payload::{Known, Lanes, Place, clone_vector},
    store,
};
use crate::structured_op::{self, Structured};

/// Vectorises an elementwise op with short rows.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(rows) = Rows::new(body, &s, vector_bits) else { return false };
    let b = &mut Builder::before(body, op);
    let Some(flat) = rows.flat_buffers(b) else { return false };
    let mut ivs = vec![None; s.num_loops()];
    // Rows that no loop moves are made into vectors in front of all loops.
    let same: Vec<Option<Vec<Value>>> = (0..s.operands().count())
        .map(|i| rows.is_same_everywhere(i).then(|| rows.repeated_row(b, i, &ivs)))
        .collect();
    let around: Vec<usize> = (0..s.num_loops()).filter(|&d| d != rows.dim && d != rows.group).collect();
    rows.around(b, &flat, &same, &around, &mut ivs);
    true
}

/// How an operand moves along a row and from row to row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// One element after the other, rows after rows.
    Flat,
    /// The same row for all rows.
    Row,
    /// One element for each row, neighbours for neighbouring rows.
    Column,
    /// The same element.
    Same,
}

/// An elementwise op with short rows.
struct Rows<'a> {
    s: &'a Structured,
    sizes: Vec<i64>,
    /// The loop along a row, and the one from row to row.
    group: usize,
    dim: usize,
    lanes: i64,
    access: Vec<Access>,
}

impl<'a> Rows<'a> {
    fn new(body: &Body, s: &'a Structured, vector_bits: u32) -> Option<Self> {
        let (sizes, widest) = lane_plan::sizes_and_widest(body, s)?;
        let [.., row, last] = s.maps.last()?.results() else { return None };
        let (dim, group) = (row.as_dim()? as usize, last.as_dim()? as usize);
        let lanes = i64::from(vector_bits / widest);
        let (&n, &size) = (sizes.get(dim)?, sizes.get(group)?);
        let of_loops = |op: Op| op.isa::<strata_linalg::IndexOp>(body) || op.isa::<LoadOp>(body);
        if !s.is_elementwise()
            || size < 2
            || size >= lanes
            || n * size < lanes
            || body.block_ops(s.block).any(of_loops)
        {
            return None;
        }
        let mut rows = Self { s, sizes, group, dim, lanes, access: Vec::new() };
        for (i, v) in s.operands().enumerate() {
            let access = rows.access_of(body, i, v)?;
            (i < s.inputs.len() || access == Access::Flat).then_some(())?;
            rows.access.push(access);
        }
        Some(rows)
    }

    fn access_of(&self, body: &Body, i: usize, v: Value) -> Option<Access> {
        if body.cx().type_as::<MemRefType>(body.ty(v)).is_none() {
            return Some(Access::Same);
        }
        let (dim, group) = (self.dim as u32, self.group as u32);
        let map = &self.s.maps[i];
        let results = map.results();
        let (moves, along) = (map.uses_dim(dim), map.uses_dim(group));
        let ends_with = |d: u32| {
            let last = results.last().and_then(|e| e.as_dim()) == Some(d);
            let once = results.iter().filter(|e| e.is_function_of_dim(d)).count() == 1;
            last && once && structured_op::is_contiguous_innermost(body, v)
        };
        match (moves, along) {
            (false, false) => Some(Access::Same),
            (false, true) => ends_with(group).then_some(Access::Row),
            (true, false) => ends_with(dim).then_some(Access::Column),
            (true, true) => follow_one_another(body, self.s, &self.sizes, [self.dim, self.group], i, v)
                .then_some(Access::Flat),
        }
    }

    /// Whether operand `i` is the same row for the whole op.
    fn is_same_everywhere(&self, i: usize) -> bool {
        let map = &self.s.maps[i];
        self.access[i] == Access::Row
            && (0..self.s.num_loops()).all(|d| d == self.group || !map.uses_dim(d as u32))
    }

    /// The operands whose last two dimensions are one, where they are read and written so.
    fn flat_buffers(&self, b: &mut Builder<'_>) -> Option<Vec<Option<Value>>> {
        let mut flat = Vec::new();
        for (v, &access) in self.s.operands().zip(&self.access) {
            flat.push(match access {
                Access::Flat => {
                    let rank = b.cx().shaped(b.ty(v))?.shape?.len();
                    Some(CollapseShapeOp::create(b, v, &structured_op::last_two(rank))?)
                }
                _ => None,
            });
        }
        Some(flat)
    }

    /// The loops `dims`, and the rows inside of them.
    fn around(
        &self,
        b: &mut Builder<'_>,
        flat: &[Option<Value>],
        same: &[Option<Vec<Value>>],
        dims: &[usize],
        ivs: &mut Vec<Option<Value>>,
    ) {
        if let Some((&d, rest)) = dims.split_first() {
            full_loop(b, self.sizes[d], 1, &[], |b, iv, _| {
                ivs[d] = Some(iv);
                self.around(b, flat, same, rest, ivs);
                Vec::new()
            });
            return;
        }
        let repeated: Vec<Option<Vec<Value>>> = (0..flat.len())
            .map(|i| match &same[i] {
                None if self.access[i] == Access::Row => Some(self.repeated_row(b, i, ivs)),
                same => same.clone(),
            })
            .collect();
        let n = self.sizes[self.dim];
        let full = n - n % self.lanes;
        if full > 0 {
            full_loop(b, full, self.lanes, &[], |b, iv, _| {
                ivs[self.dim] = Some(iv);
                self.rows(b, flat, &repeated, ivs, self.lanes);
                Vec::new()
            });
        }
        if n > full {
            ivs[self.dim] = Some(strata_arith::constant_index(b, full));
            self.rows(b, flat, &repeated, ivs, n - full);
        }
    }

    /// The indices of all loops, that of the group being `number`.
    fn places(&self, b: &mut Builder<'_>, ivs: &[Option<Value>], number: i64) -> Vec<Value> {
        let zero = strata_arith::constant_index(b, 0);
        let mut at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
        at[self.group] = strata_arith::constant_index(b, number);
        at
    }

    /// The row of operand `i`, repeated in as many vectors as it has elements.
    fn repeated_row(&self, b: &mut Builder<'_>, i: usize, ivs: &[Option<Value>]) -> Vec<Value> {
        let size = self.sizes[self.group];
        let Some(buffer) = self.s.operands().nth(i) else { return Vec::new() };
        let row: Vec<Value> = (0..size)
            .map(|number| {
                let at = self.places(b, ivs, number);
                let indices = indices(b, self.s, i, &at);
                LoadOp::build(b, buffer, &indices, None, None)
            })
            .collect();
        let ty = b.cx().vector(&[self.lanes], b.ty(row[0]));
        (0..size)
            .map(|number| {
                let lanes = (0..self.lanes).map(|lane| row[((number * self.lanes + lane) % size) as usize]);
                let lanes: Vec<Value> = lanes.collect();
                FromElementsOp::build(b, &lanes, ty)
            })
            .collect()
    }

    /// As many rows as there are lanes, or the last `count` ones.
    fn rows(
        &self,
        b: &mut Builder<'_>,
        flat: &[Option<Value>],
        repeated: &[Option<Vec<Value>>],
        ivs: &[Option<Value>],
        count: i64,
    ) {
        let size = self.sizes[self.group];
        let at = self.places(b, ivs, 0);
        let operands: Vec<Value> = self.s.operands().collect();
        // Where each operand begins, in its buffer with flat rows if it has one.
        let mut begins = Vec::new();
        for i in 0..operands.len() {
            let mut indices = if b.cx().type_as::<MemRefType>(b.ty(operands[i])).is_some() {
                indices(b, self.s, i, &at)
            } else {
                Vec::new()
            };
            if flat[i].is_some() {
                indices.pop();
                if let Some(row) = indices.last_mut() {
                    let size = strata_arith::constant_index(b, size);
                    *row = strata_arith::MulIOp::build(b, *row, size, None);
                }
            }
            begins.push(indices);
        }
        let columns: Vec<Option<Value>> = (0..operands.len())
            .map(|i| {
                (self.access[i] == Access::Column).then(|| {
                    let fill = self.filler(b, operands[i]);
                    let valid = (count < self.lanes).then_some(count);
                    load(b, operands[i], &begins[i], b.ty(fill), valid, fill)
                })
            })
            .collect();
        let uniform: Vec<Option<Value>> = (0..operands.len())
            .map(|i| {
                (self.access[i] == Access::Same).then(|| {
                    match begins[i].is_empty() && !is_buffer(b, operands[i]) {
                        true => operands[i],
                        false => LoadOp::build(b, operands[i], &begins[i], None, None),
                    }
                })
            })
            .collect();
        let used = (count * size + self.lanes - 1) / self.lanes;
        for number in 0..used {
            let left = count * size - number * self.lanes;
            let valid = (left < self.lanes).then_some(left);
            let offset = strata_arith::constant_index(b, number * self.lanes);
            let here = |b: &mut Builder<'_>, i: usize| {
                let mut indices = begins[i].clone();
                if let Some(last) = indices.last_mut() {
                    *last = strata_arith::AddIOp::build(b, *last, offset, None);
                }
                indices
            };
            let mut args = Vec::new();
            for i in 0..operands.len() {
                // An output that the payload does not read needs no value.
                let unread = i >= self.s.inputs.len() && !self.s.reads_output(b, i - self.s.inputs.len());
                args.push(if let Some(buffer) = flat[i].filter(|_| !unread) {
                    let fill = self.filler(b, buffer);
                    let at = here(b, i);
                    Lanes::Vector(load(b, buffer, &at, b.ty(fill), valid, fill))
                } else if let Some(vectors) = &repeated[i] {
                    Lanes::Vector(vectors[number as usize])
                } else if let Some(column) = columns[i] {
                    let order = (0..self.lanes).map(|lane| (number * self.lanes + lane) / size);
                    let order: Vec<i64> = order.collect();
                    let order = b.cx().i64_array(&order);
                    let ty = b.ty(column);
                    Lanes::Vector(ShuffleOp::build(b, column, column, order, ty))
                } else if let Some(scalar) = uniform[i] {
                    Lanes::Uniform(scalar)
                } else {
                    Lanes::Uniform(offset)
                });
            }
            // No loop is the lanes.
            let place = Place { ivs: &at, dim: self.s.num_loops(), lanes: self.lanes, valid };
            let yielded = clone_vector(b, self.s.block, &args, &place, &Known::default());
            for (i, lanes) in yielded.into_iter().enumerate() {
                let i = self.s.inputs.len() + i;
                if let Some(buffer) = flat[i] {
                    let value = lanes.vector(b, self.lanes);
                    let at = here(b, i);
                    store(b, value, buffer, &at, valid);
                }
            }
        }
    }

    /// The value of invalid lanes of a buffer's elements: one, which no integer division traps on.
    fn filler(&self, b: &mut Builder<'_>, buffer: Value) -> Value {
        let ty = b.cx().vector(&[self.lanes], b.cx().elem_or_self(b.ty(buffer)));
        let one = structured_op::one_attr(b.cx(), ty);
        strata_arith::constant(b, one)
    }
}

/// Whether operand `i`, the buffer `v`, moves along the loop from row to row and that along a row, and its rows follow one another in memory.
pub(super) fn follow_one_another(
    body: &Body,
    s: &Structured,
    sizes: &[i64],
    [dim, group]: [usize; 2],
    i: usize,
    v: Value,
) -> bool {
    let Some(ty) = body.cx().type_as::<MemRefType>(body.ty(v)) else { return false };
    let [rest @ .., row, last] = s.maps[i].results() else { return false };
    let is = |e: &AffineExpr, d: usize| e.as_dim() == Some(d as u32);
    let moves = |e: &AffineExpr| [dim, group].iter().any(|&d| e.is_function_of_dim(d as u32));
    let size = sizes[group];
    let dense = match ty.layout {
        None => ty.shape.last() == Some(&size),
        Some(l) => {
            let layout = body.cx().attr_as::<StridedLayoutAttr>(l);
            layout.is_some_and(|l| l.strides.ends_with(&[size, 1]))
        }
    };
    let groups = structured_op::last_two(ty.shape.len());
    is(row, dim)
        && is(last, group)
        && !rest.iter().any(moves)
        && dense
        && structured_op::is_contiguous_innermost(body, v)
        && CollapseShapeOp::infer_type(body.cx(), body.ty(v), &groups).is_some()
}

fn is_buffer(b: &Builder<'_>, v: Value) -> bool {
    b.cx().type_as::<MemRefType>(b.ty(v)).is_some()
}
