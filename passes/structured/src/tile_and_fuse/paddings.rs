//! Padded copies that each tile makes for itself, of the part that it reads, instead of one of the whole buffer.
//!
//! ```mlir
//! %p = memref.alloc() : memref<1x58x58x64xf32>                         // before
//! linalg.fill … the border of %p …
//! memref.copy %x, %inside_of_p : memref<1x56x56x64xf32> to …
//! linalg.conv_2d_nhwc_hwcf ins(%p, …)
//!
//! scf.forall (%i) in (7) {                                             // after
//!   %part = memref.alloc() : memref<1x10x58x64xf32>
//!   … rows of %x are copied to it, rows and columns outside of %x are filled …
//!   linalg.conv_2d_nhwc_hwcf ins(%part, …)
//! ```
//! Along one of the dimensions that tiles divide there may be a border: which rows of a tile are inside is known when it runs, so that rows are
//! copied one by one. What is copied may not change before the tiles run.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::{AddIOp, MaxSIOp, MinSIOp, SubIOp, constant_index};
use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_memref::{AllocOp, CopyOp, DeallocOp, SubViewOp};
use strata_passes_analysis::{
    buffer_alias::{self, Access},
    buffer_layout::BUFFER_ALIGNMENT,
};
use strata_tensor::{MixedIndex, OffsetSizeStride as _};

use super::{
    cost_model::Tiling,
    fusion_group::Group,
    loop_nest::{Nest, Operand},
};
use crate::{loop_builder::build_for, structured_op};

/// The ops between a copy and the tiles that read it, at most.
const MAX_BETWEEN: usize = 256;
/// How often tiles may copy an element, on average.
const MOST_COPIES: f64 = 1.3;

/// A padded copy of a buffer, which one nest reads.
#[derive(Clone, Debug)]
pub(super) struct Padding {
    /// The padded buffer.
    pub buffer: Value,
    source: Value,
    /// The number around.
    number: Value,
    /// The sizes of the padded buffer, those of what is copied, and where that begins.
    shape: Vec<i64>,
    inner: Vec<i64>,
    low: Vec<i64>,
    /// The ops that make the copy.
    writers: Vec<Op>,
    /// Views and the deallocation.
    others: Vec<Op>,
}

/// The paddings that the tiles of each group make, and the groups that consist of the copies which they replace.
pub(super) fn find(
    b: &Body,
    groups: &[Group],
    tilings: &[Option<Tiling>],
) -> (Vec<Vec<Padding>>, FxHashSet<usize>) {
    let owners: FxHashMap<Op, usize> =
        groups.iter().enumerate().flat_map(|(i, g)| g.nests.iter().map(move |n| (n.op, i))).collect();
    let mut replaced = FxHashSet::default();
    let mut found = vec![Vec::new(); groups.len()];
    for (i, (group, tiling)) in groups.iter().zip(tilings).enumerate() {
        let Some(tiling) = tiling else { continue };
        let operands = group.nests.iter().flat_map(|n| n.operands.iter().map(move |o| (n, o)));
        for (nest, operand) in operands.filter(|(_, o)| !o.write && o.shape.is_some()) {
            let padding = is_worth(group, tiling, (nest, operand), &[])
                .then(|| Padding::new(b, group, nest.op, operand.value))
                .flatten()
                .filter(|p| is_worth(group, tiling, (nest, operand), &p.borders()));
            let Some(padding) = padding else { continue };
            let makers: FxHashSet<usize> =
                padding.writers.iter().filter_map(|op| owners.get(op).copied()).collect();
            if makers.iter().all(|&g| groups[g].nests.iter().all(|n| padding.writers.contains(&n.op))) {
                replaced.extend(makers);
                found[i].push(padding);
            }
        }
    }
    (found, replaced)
}

/// Whether tiles divide what a nest reads of a buffer without copying much of it again. Of the dimensions with borders they divide one, whose
/// neighbours are no single elements.
fn is_worth(group: &Group, tiling: &Tiling, (nest, operand): (&Nest, &Operand), borders: &[usize]) -> bool {
    let extents = group.extents();
    let lead = &nest.lead[..group.depth];
    let at = |d: usize| lead.iter().position(|&l| l == d);
    let is_cut = |d: usize| at(d).filter(|&k| tiling.tile[k] < extents[k]);
    let mut copied = 1.0;
    for (k, &d) in lead.iter().enumerate() {
        let tiles = (extents[k] + tiling.tile[k] - 1) / tiling.tile[k];
        copied *= if operand.indices.iter().any(|i| i.uses(d)) { 1.0 } else { tiles as f64 };
    }
    let size = |d: usize| at(d).map_or(nest.sizes[d], |k| tiling.tile[k]);
    let mut cut = Vec::new();
    for (i, index) in operand.indices.iter().enumerate() {
        let loops: Vec<usize> = index.factors.iter().filter_map(|&(d, _)| is_cut(d)).collect();
        if let &[k] = &loops[..] {
            let tiles = (extents[k] + tiling.tile[k] - 1) / tiling.tile[k];
            copied *=
                index.extent(size) as f64 * tiles as f64 / operand.shape.as_ref().map_or(1, |s| s[i]) as f64;
            cut.push(i);
        } else if !loops.is_empty() {
            return false;
        }
    }
    let last = operand.indices.len().saturating_sub(1);
    let bordered = || cut.iter().filter(|i| borders.contains(i));
    !cut.is_empty() && copied <= MOST_COPIES && bordered().count() <= 1 && bordered().all(|&i| i < last)
}

impl Padding {
    fn new(b: &Body, group: &Group, reader: Op, buffer: Value) -> Option<Self> {
        let alloc = b.def_op(buffer).filter(|op| op.isa::<AllocOp>(b) && b.num_operands(*op) == 0)?;
        let block = b.parent_block(reader)?;
        let ty = b.cx().type_as::<MemRefType>(b.ty(buffer)).filter(|m| m.layout.is_none())?;
        let shape = ty.shape.to_vec();
        let (mut fills, mut others, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        let mut reads = 0;
        for (user, at) in b.uses_of(buffer) {
            if user == reader {
                reads += 1;
            } else if user.isa::<DeallocOp>(b) {
                others.push(user);
            } else if user.isa::<FillOp>(b) && at == 1 {
                fills.push(user);
            } else if let Some(view) = user.as_op::<SubViewOp>(b).filter(|v| v.has_unit_strides(b)) {
                others.insert(0, user);
                for (writer, at) in b.uses_of(view.result(b)) {
                    match (writer.isa::<FillOp>(b), writer.isa::<CopyOp>(b), at) {
                        (true, _, 1) => fills.push(writer),
                        (_, true, 1) => copies.push((writer, view)),
                        _ => return None,
                    }
                }
            } else {
                return None;
            }
        }
        let &[(copy, view)] = &copies[..] else { return None };
        let known =
            |list: Vec<MixedIndex>| list.into_iter().map(|n| n.constant(b)).collect::<Option<Vec<_>>>();
        let (low, inner) = (known(view.mixed_offsets(b))?, known(view.mixed_sizes(b))?);
        let source = b.operand(copy, 0);
        let of_source = b.cx().type_as::<MemRefType>(b.ty(source))?;
        let number = b.operand(*fills.first()?, 0);
        let same = |&f: &Op| {
            let other = b.operand(f, 0);
            other == number || constant_value(b, other).is_some_and(|c| constant_value(b, number) == Some(c))
        };
        let in_order = fills.iter().all(|&f| b.parent_block(f) == Some(block) && b.is_before(f, copy));
        let here = b.parent_block(copy) == Some(block) && b.is_before(copy, reader);
        if reads != 1
            || *of_source.shape != inner[..]
            || !fills.iter().all(same)
            || !(in_order && here)
            || b.parent_block(alloc) != Some(block)
        {
            return None;
        }
        // The source has to be the same when the tiles run.
        let last = group.nests.last()?.op;
        let read = Access::new(b, source, false);
        let between = buffer_alias::between_at_most(b, copy, last, MAX_BETWEEN)?;
        let nests = group.nests.iter().map(|n| n.op);
        if between
            .into_iter()
            .chain(nests)
            .any(|op| buffer_alias::accesses(b, op).iter().any(|a| a.conflicts(b, &read)))
        {
            return None;
        }
        fills.push(copy);
        others.push(alloc);
        Some(Self { buffer, source, number, shape, inner, low, writers: fills, others })
    }

    /// The dimensions with a border.
    fn borders(&self) -> Vec<usize> {
        (0..self.shape.len()).filter(|&d| self.inner[d] < self.shape[d]).collect()
    }

    /// Erases the ops that made the whole copy, which nothing reads any more.
    pub fn erase(&self, b: &mut Body) {
        for &op in self.writers.iter().chain(&self.others) {
            b.erase(op);
        }
    }

    /// Makes the part of the padded copy that begins at `starts` and has these sizes.
    pub fn part(&self, b: &mut Builder<'_>, starts: &[MixedIndex], sizes: &[i64]) -> Value {
        let elem = b.cx().elem_or_self(b.ty(self.buffer));
        let ty = b.cx().memref(sizes, elem);
        let alignment = b.cx().i64_attr(BUFFER_ALIGNMENT);
        let part = AllocOp::build(b, &[], &[], Some(alignment), ty);
        // Where elements begin in the part and in what is copied, and how many there are.
        let mut to = vec![MixedIndex::Static(0); sizes.len()];
        let mut from = starts.to_vec();
        let mut count = sizes.to_vec();
        let mut cut = None;
        for d in self.borders() {
            let Some(0) = starts[d].constant(b) else {
                cut = Some(d);
                continue;
            };
            let (first, end) = (self.low[d].min(sizes[d]), (self.low[d] + self.inner[d]).min(sizes[d]));
            self.fill(b, part, sizes, d, MixedIndex::Static(0), first);
            self.fill(b, part, sizes, d, MixedIndex::Static(end), sizes[d] - end);
            (to[d], count[d]) = (MixedIndex::Static(first), end - first);
        }
        let copy = |b: &mut Builder<'_>, to: &[MixedIndex], from: &[MixedIndex], count: &[i64]| {
            let source = view(b, self.source, from, count);
            let target = view(b, part, to, count);
            CopyOp::build(b, source, target);
        };
        if count.contains(&0) {
            return part;
        }
        let Some((d, MixedIndex::Value(start))) = cut.map(|d| (d, starts[d])) else {
            copy(b, &to, &from, &count);
            return part;
        };
        // Rows from `first` to `end` are inside.
        let [zero, one, size] = [0, 1, sizes[d]].map(|n| constant_index(b, n));
        let low = constant_index(b, self.low[d]);
        let (mut first, mut end) = (zero, size);
        if self.low[d] > 0 {
            first = row_within(b, low, start, [zero, size]);
            self.fill_rows(b, part, sizes, d, [zero, first, one]);
        }
        if self.low[d] + self.inner[d] < self.shape[d] {
            end = constant_index(b, self.low[d] + self.inner[d]);
            end = row_within(b, end, start, [zero, size]);
            self.fill_rows(b, part, sizes, d, [end, size, one]);
        }
        count[d] = 1;
        build_for(b, first, end, one, &[], |b, row, _| {
            let place = AddIOp::build(b, start, row, None);
            from[d] = MixedIndex::Value(SubIOp::build(b, place, low, None));
            to[d] = MixedIndex::Value(row);
            copy(b, &to, &from, &count);
            Vec::new()
        });
        part
    }

    /// Fills the rows of a part, along dimension `d`, of a loop with these bounds and this step.
    fn fill_rows(
        &self,
        b: &mut Builder<'_>,
        part: Value,
        sizes: &[i64],
        d: usize,
        [from, to, one]: [Value; 3],
    ) {
        build_for(b, from, to, one, &[], |b, row, _| {
            self.fill(b, part, sizes, d, MixedIndex::Value(row), 1);
            Vec::new()
        });
    }

    /// Fills `count` places of dimension `d` of a part, from `first` on.
    fn fill(&self, b: &mut Builder<'_>, part: Value, sizes: &[i64], d: usize, first: MixedIndex, count: i64) {
        if count <= 0 {
            return;
        }
        let mut starts = vec![MixedIndex::Static(0); sizes.len()];
        let mut sizes = sizes.to_vec();
        (starts[d], sizes[d]) = (first, count);
        let border = view(b, part, &starts, &sizes);
        structured_op::build_fill(b, self.number, border);
    }
}

/// The row of a part that begins at `start` which row `of` of the whole is, or the end of the part that is nearest to it.
fn row_within(b: &mut Builder<'_>, of: Value, start: Value, [least, most]: [Value; 2]) -> Value {
    let row = SubIOp::build(b, of, start, None);
    let row = MaxSIOp::build(b, row, least);
    MinSIOp::build(b, row, most)
}

/// A part of a buffer.
fn view(b: &mut Builder<'_>, source: Value, starts: &[MixedIndex], sizes: &[i64]) -> Value {
    let sizes: Vec<MixedIndex> = sizes.iter().copied().map(MixedIndex::Static).collect();
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    structured_op::subview_mixed(b, source, starts, &sizes, &ones, None)
}
