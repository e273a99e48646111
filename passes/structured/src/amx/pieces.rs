//! Contractions as pieces whose rows, columns and steps fill tiles.
//!
//! ```text
//!          40 columns                The piece of the first 32 rows and columns is read and written in place. The last 13 rows are in a tile
//! 45 rows ┌─────────┬───┐            that begins at row 29: it makes three rows of sums a second time, with the same bits, and so do the
//!         │ 32 x 32 │   │            columns. Where sums are added to what is in the result, those of such a tile are made in a buffer, of
//!         ├─────────┼───┤            which those that are wanted are added.
//!         └─────────┴───┘
//! ```
//! Steps that are left over would be added twice: their factors are copied into buffers that are filled up with zeros.

use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_memref::{AllocOp, DeallocOp, layout};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_tensor::MixedIndex;

use super::{
    blocks::Blocks,
    plan::{Plan, TILE},
};
use crate::{
    panels::nest_op::{self, Dim},
    structured_op::{self, IteratorType},
    vectorize::contract::{
        contraction_loops::{Places, index, plus, tiles},
        loop_nest::{self, Memory, Nest, OPERANDS},
    },
};

/// A part of a loop.
#[derive(Clone, Copy)]
struct Part {
    from: i64,
    size: i64,
    /// The first iterations that another part has, too.
    again: i64,
}

impl Part {
    /// The size with what is filled up.
    fn filled(self) -> i64 {
        (self.size + TILE - 1) / TILE * TILE
    }
    fn is_filled_up(self) -> bool {
        self.filled() != self.size
    }
}

/// The steps that fill tiles, and the others.
fn steps(size: i64) -> Vec<Part> {
    let whole = size / TILE * TILE;
    let part = |from: i64, size: i64| Part { from, size, again: 0 };
    let all = [part(0, whole), part(whole, size - whole)];
    all.into_iter().filter(|p| p.size > 0).collect()
}

/// The rows or columns that fill tiles, and a tile that ends with the last one.
fn tiles_of(size: i64) -> Vec<Part> {
    let mut all = steps(size);
    if let [_, rest] = &mut all[..] {
        let again = TILE - rest.size;
        *rest = Part { from: rest.from - again, size: TILE, again };
    }
    all
}

/// Writes a contraction.
pub(super) struct Emission<'a> {
    nest: &'a Nest,
    plan: &'a Plan,
    memory: [Memory; OPERANDS],
    /// The operands, each as one dimension.
    flat: [Value; OPERANDS],
    unsigned: [bool; 2],
}

/// Where a piece is: iterations of the outer loops, and the places of the operands there.
struct Outer {
    at: Vec<(Value, usize)>,
    places: Places,
}

impl<'a> Emission<'a> {
    pub fn new(
        b: &mut Builder<'_>,
        nest: &'a Nest,
        plan: &'a Plan,
        operands: [Value; OPERANDS],
        unsigned: [bool; 2],
    ) -> Option<Self> {
        let mut memory = [Memory { base: operands[0], offset: MixedIndex::Static(0) }; OPERANDS];
        let mut flat = operands;
        for (o, &v) in operands.iter().enumerate() {
            memory[o] = Memory::from_buffer(b, v)?;
            flat[o] = loop_nest::flat(b, v)?;
        }
        Some(Self { nest, plan, memory, flat, unsigned })
    }

    /// Emits the whole contraction; `zero` says that its sums start from zero.
    pub fn emit(&self, b: &mut Builder<'_>, zero: bool) {
        let places = self.nest.starts.map(|s| index(b, s));
        self.outer(b, &self.plan.outer, &mut Outer { at: Vec::new(), places }, zero);
    }

    fn outer(&self, b: &mut Builder<'_>, dims: &[usize], outer: &mut Outer, zero: bool) {
        let Some((&d, rest)) = dims.split_first() else { return self.pieces(b, outer, zero) };
        tiles(b, 0, 1, self.nest.loops[d].size, &mut |b, iv| {
            let before = outer.places;
            outer.places = self.nest.moved(b, d, iv, before);
            outer.at.push((iv, d));
            self.outer(b, rest, outer, zero);
            outer.at.pop();
            outer.places = before;
        });
    }

    fn pieces(&self, b: &mut Builder<'_>, outer: &Outer, zero: bool) {
        let p = self.plan;
        let size = |d: usize| self.nest.loops[d].size;
        let (rows, columns, steps) = (tiles_of(size(p.row)), tiles_of(size(p.lanes)), steps(size(p.step)));
        // The first steps of all sums are before the others: a tile that makes sums again starts from zero.
        for (n, &s) in steps.iter().enumerate() {
            for &r in &rows {
                for &c in &columns {
                    self.piece(b, outer, [(p.row, r), (p.lanes, c), (p.step, s)], zero && n == 0);
                }
            }
        }
    }

    /// One piece; operands that are not filled are copied.
    fn piece(&self, b: &mut Builder<'_>, outer: &Outer, part: [(usize, Part); 3], zero: bool) {
        let mut nest = self.nest.clone();
        let (mut places, mut buffers) = (outer.places, self.flat);
        for (d, part) in part {
            nest.loops[d].size = part.filled();
            for (place, stride) in places.iter_mut().zip(self.nest.loops[d].strides) {
                *place = plus(b, *place, part.from * stride);
            }
        }
        let mut copies: Vec<(usize, Value, Vec<Dim>)> = Vec::new();
        for o in 0..OPERANDS {
            let moves = |d: usize| self.nest.loops[d].strides[o] != 0;
            // Where sums start from zero, those that are made again are the same.
            let apart = |part: Part| part.is_filled_up() || o == 2 && part.again > 0 && !zero;
            if !part.iter().any(|&(d, part)| moves(d) && apart(part)) {
                continue;
            }
            let inner: Vec<usize> = self.plan.inner().into_iter().filter(|&d| moves(d)).collect();
            let shape: Vec<i64> = inner.iter().map(|&d| nest.loops[d].size).collect();
            let strides = layout::row_major(&shape);
            let valid = |d: usize| {
                part_of(&part, d).map_or(nest.loops[d].size, |p| p.size - if o == 2 { p.again } else { 0 })
            };
            let dims: Vec<Dim> = inner
                .iter()
                .zip(&strides)
                .map(|(&d, &place)| {
                    let l = &self.nest.loops[d];
                    Dim { size: valid(d), reduction: l.reduction, strides: l.strides, place }
                })
                .collect();
            for (&d, &stride) in inner.iter().zip(&strides) {
                nest.loops[d].strides[o] = stride;
            }
            let elem = b.cx().elem_or_self(b.ty(self.flat[o]));
            let ty = b.cx().memref(&[shape.iter().product()], elem);
            let alignment = b.cx().i64_attr(BUFFER_ALIGNMENT);
            buffers[o] = AllocOp::build(b, &[], &[], Some(alignment), ty);
            places[o] = index(b, 0);
            copies.push((o, buffers[o], dims));
        }
        for (o, buffer, dims) in copies.iter().filter(|c| c.0 < 2) {
            let elem = b.cx().elem_or_self(b.ty(*buffer));
            let zero = structured_op::zero_attr(b.cx(), elem);
            let zero = strata_arith::constant(b, zero);
            structured_op::build_fill(b, zero, *buffer);
            let (from, to) = (self.at(b, outer, &part, *o, false), in_buffer(*buffer, 0));
            nest_op::copy_elements(b, dims, (from, *o), to, |_, v| v);
        }
        let sums = copies.iter().find(|c| c.0 == 2);
        let blocks = Blocks {
            nest: &nest,
            plan: self.plan,
            buffers,
            unsigned: self.unsigned,
            zero: zero || sums.is_some(),
        };
        blocks.emit(b, places);
        if let Some((_, buffer, dims)) = sums {
            let again = |(d, part): &(usize, Part)| part.again * nest.loops[*d].strides[2];
            let from = in_buffer(*buffer, part.iter().map(again).sum());
            let to = self.at(b, outer, &part, 2, true);
            take_sums(b, dims, from, to, zero);
        }
        for (_, buffer, _) in copies {
            DeallocOp::build(b, buffer);
        }
    }

    /// The memory of an operand, from the beginning of a piece on, or from what no other piece has.
    fn at(
        &self,
        b: &mut Builder<'_>,
        outer: &Outer,
        part: &[(usize, Part)],
        operand: usize,
        new: bool,
    ) -> Memory {
        let stride = |d: usize| self.nest.loops[d].strides[operand];
        let first = |part: Part| part.from + if new { part.again } else { 0 };
        let from: i64 = part.iter().map(|&(d, part)| first(part) * stride(d)).sum();
        let moves: Vec<(Value, i64)> = outer.at.iter().map(|&(iv, d)| (iv, stride(d))).collect();
        self.memory[operand].moved(b, self.nest.starts[operand] + from, &moves)
    }
}

/// The part of a loop, where it has parts.
fn part_of(parts: &[(usize, Part)], d: usize) -> Option<Part> {
    parts.iter().find(|p| p.0 == d).map(|p| p.1)
}

/// The memory of a buffer of one dimension, from an element on.
pub(super) fn in_buffer(base: Value, from: i64) -> Memory {
    Memory { base, offset: MixedIndex::Static(from) }
}

/// Adds the sums of a buffer to the result, or writes them there.
pub(super) fn take_sums(b: &mut Builder<'_>, dims: &[Dim], from: Memory, to: Memory, overwrite: bool) {
    let (source, read) = nest_op::view_of(b, from, dims, |d| d.place);
    let (target, written) = nest_op::view_of(b, to, dims, |d| d.strides[2]);
    let maps = vec![nest_op::select(dims.len(), &read), nest_op::select(dims.len(), &written)];
    let loops = vec![IteratorType::Parallel; dims.len()];
    structured_op::build_generic(b, &[source], &[target], maps, &loops, &[], |b, args| {
        let sum = if overwrite { Ok(args[0]) } else { payload::add(b, args[1], args[0]) };
        vec![sum.unwrap_or(args[0])]
    });
}
