//! Copies of the parts of memrefs that ops reach, in a faster memory.

use strata_affine::{ApplyOp, ForOp, LoadOp, StoreOp, ValueMap, YieldOp, validity::is_valid_dim};
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_memref::{AllocOp, DeallocOp};

use super::{transfer::transfer, trip_count::constant_trip_count};
use crate::analysis::{
    access::{Access, access_map},
    domain::{Enclosing, enclosing_ops, induction_vars},
    region::{MemoryRegion, element_bytes},
};

/// Ops that follow each other in a block.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The first one.
    pub first: Op,
    /// The last one.
    pub last: Op,
}

impl Range {
    /// The ops.
    pub fn ops(self, b: &Body) -> Vec<Op> {
        let mut out = vec![self.first];
        while let Some(next) = out.last().filter(|&&op| op != self.last).and_then(|&op| b.next_op(op)) {
            out.push(next);
        }
        out
    }
}

/// The memory spaces.
#[derive(Clone, Copy, Debug)]
pub struct Spaces {
    /// Memrefs in this one are copied.
    pub slow: u32,
    /// The copies are in this one.
    pub fast: u32,
    /// The tags of asynchronous transfers are in this one; without it, loops copy.
    pub tags: Option<u32>,
}

/// The copies of a range.
#[derive(Debug, Default)]
pub struct Copies {
    /// The outermost loops that copy.
    pub nests: Vec<Op>,
    /// The size of all buffers in bytes.
    pub bytes: u64,
}

/// A region and its place: copies come before the op `before` and after the op `after`.
struct Placed {
    region: MemoryRegion,
    before: Op,
    after: Op,
}

/// Makes the ops of a range use copies of the parts of memrefs that they reach. Memrefs whose part has no known size stay, and so do those
/// that ops of the range, or of the loops past which a copy would move, use in another way. `None` if the range has accesses whose
/// region is not known.
pub fn copy_range(body: &mut Body, range: Range, spaces: Spaces) -> Option<Copies> {
    let (reads, writes) = regions(body, range, spaces)?;
    let mut copies = Copies::default();
    let mut buffers: Vec<(Value, Value)> = Vec::new();
    // Copies out that are made later come before the ones made earlier.
    let mut out_before: Option<Op> = None;
    let ops = range.ops(body);
    for region in reads.into_iter().chain(writes) {
        let Some(placed) = place(body, range, region) else { continue };
        let known = buffers.iter().find(|b| b.0 == placed.region.memref).map(|b| b.1);
        if known.is_none() && !is_copied_only(body, &placed, &ops) {
            continue;
        }
        let Some(plan) = Plan::new(body, &placed.region) else { continue };
        if spaces.tags.is_some() && plan.strides(body, &placed.region).len() > 1 {
            continue;
        }
        let in_place = placed.after == range.last;
        let epilogue = match out_before.filter(|_| in_place) {
            Some(op) => InsertPoint::before(body, op),
            None => InsertPoint::after(body, placed.after),
        };
        let (buffer, first) = plan.generate(body, &placed, known, epilogue, spaces, &mut copies);
        if known.is_none() {
            buffers.push((placed.region.memref, buffer));
            plan.redirect(body, &placed.region, buffer, &ops);
        }
        if in_place {
            out_before = first.or(out_before);
        }
    }
    Some(copies)
}

/// The regions that are read, and those that are written.
fn regions(b: &Body, range: Range, spaces: Spaces) -> Option<(Vec<MemoryRegion>, Vec<MemoryRegion>)> {
    let depth = induction_vars(b, &enclosing_ops(b, range.first)).len();
    let block = b.parent_block(range.first)?;
    let (mut reads, mut writes): (Vec<MemoryRegion>, Vec<MemoryRegion>) = (Vec::new(), Vec::new());
    let inside: Vec<Op> = range.ops(b).into_iter().flat_map(|op| [vec![op], b.ops_in(op)].concat()).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    // The loops around the first access to each memref, and what its region has beyond the elements that are reached.
    let mut reaches: Vec<(Value, Vec<Enclosing>, Reach)> = Vec::new();
    for op in inside.into_iter().filter(|&op| seen.insert(op)) {
        let element = op.isa::<LoadOp>(b) || op.isa::<StoreOp>(b);
        let Some(access) = Access::new(b, op).filter(|_| element) else { continue };
        let ty = b.cx().type_as::<MemRefType>(b.ty(access.memref))?;
        let space = ty.memory_space.map_or(Some(0), |s| b.cx().attr_i64(s));
        if space != Some(i64::from(spaces.slow)) || !is_defined_outside(b, access.memref, block) {
            continue;
        }
        let around = enclosing_ops(b, op);
        let reach = Reach::new(b, &access, range);
        match reaches.iter_mut().find(|e| e.0 == access.memref) {
            Some(known) if known.1 == around => known.2 = known.2.max(reach),
            Some(known) => known.2 = known.2.max(reach).max(Reach::Between),
            None => reaches.push((access.memref, around, reach)),
        }
        let region = MemoryRegion::accessed(b, &access, depth, None);
        let mut region = region.or_else(|| MemoryRegion::whole(b, &access, depth))?;
        let (mut in_reads, mut in_writes) = (false, false);
        for (list, found) in [(&mut reads, &mut in_reads), (&mut writes, &mut in_writes)] {
            if let Some(known) = list.iter_mut().find(|r| r.memref == region.memref) {
                *found = true;
                if known.union(&region).is_none() {
                    known.constraints = MemoryRegion::whole(b, &access, depth)?.constraints;
                }
                region.constraints = known.constraints.clone();
            }
        }
        if region.is_write && !in_writes {
            writes.push(region);
        } else if !region.is_write && !in_reads {
            reads.push(region);
        }
    }
    for region in reads.iter_mut().chain(&mut writes) {
        let shape = b.cx().type_as::<MemRefType>(b.ty(region.memref))?.shape.clone();
        let reach = reaches.iter().find(|e| e.0 == region.memref).map_or(Reach::Guarded, |e| e.2);
        region.constraints.clamp_constants(&shape);
        region.constraints.add_shape_bounds_where(&shape, |relation, dim| match reach {
            Reach::All => false,
            Reach::Between => {
                let symbolic = relation.inequalities().iter().any(|row| row[dim] != 0 && is_symbolic(row));
                symbolic && relation.constant_size(dim).is_none_or(|known| known.size != 1)
            }
            Reach::Guarded => true,
        });
    }
    Some((reads, writes))
}

/// Whether a row has more than one variable.
fn is_symbolic(row: &[i64]) -> bool {
    row[..row.len() - 1].iter().filter(|f| **f != 0).count() > 1
}

/// The elements of the region of an access beyond those that it reaches, which may be beyond the bounds of the memref.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reach {
    /// Its ends are reached.
    All,
    /// Its ends may be between or after elements that are reached, but for dimensions with one index.
    Between,
    /// No element may be reached at all.
    Guarded,
}

impl Reach {
    fn new(b: &Body, access: &Access, range: Range) -> Self {
        let mut reach = Self::All;
        for result in access.map.map.results() {
            result.walk(|e| {
                if matches!(e.kind(), Kind::Binary(op, ..) if !matches!(op, BinaryOp::Add | BinaryOp::Mul)) {
                    reach = Self::Between;
                }
            });
        }
        let block = b.parent_block(range.first);
        let mut at = access.op;
        while b.parent_block(at) != block {
            let Some(parent) = b.parent_op(at) else { return Self::Guarded };
            let Some(op) = parent.as_op::<ForOp>(b) else { return Self::Guarded };
            if constant_trip_count(b, op).is_none_or(|n| n == 0) {
                return Self::Guarded;
            }
            if op.step_value(b) != 1 {
                reach = Self::Between;
            }
            at = parent;
        }
        reach
    }
}

/// Whether a value is defined in the region of a block or around it.
fn is_defined_outside(b: &Body, value: Value, block: Block) -> bool {
    let region = b.def_block(value).and_then(|block| b.block_parent(block));
    let mut at = b.block_parent(block);
    while let Some(r) = at {
        if Some(r) == region {
            return true;
        }
        at = b.region_parent(r).and_then(|op| b.parent_region(op));
    }
    false
}

/// Where the copies of a region are: around the range, or around the outermost loop that the region does not depend on.
fn place(b: &Body, range: Range, region: MemoryRegion) -> Option<Placed> {
    let n_dims = region.constraints.relation.n_dims();
    let symbols: Vec<Value> = region.constraints.values[n_dims..].iter().copied().flatten().collect();
    let (mut before, mut after) = (range.first, range.last);
    for enclosing in enclosing_ops(b, range.first).into_iter().rev() {
        let op = match enclosing {
            Enclosing::For(op) => op.op(),
            Enclosing::Parallel(op) => op.op(),
            Enclosing::Then(op) => op.op(),
        };
        let depends = enclosing.induction_vars(b).iter().any(|iv| symbols.contains(iv));
        if depends || !is_defined_outside(b, region.memref, b.parent_block(op)?) {
            break;
        }
        (before, after) = (op, op);
    }
    Some(Placed { region, before, after })
}

/// Whether all ops between the copies that use the memref are affine accesses of the range.
fn is_copied_only(b: &Body, placed: &Placed, range: &[Op]) -> bool {
    let inside = |op: Op, around: &[Op]| around.iter().any(|&r| r == op || b.is_ancestor(r, op));
    let hoisted = placed.before == placed.after && !range.contains(&placed.before);
    b.uses_of(placed.region.memref).all(|(user, operand)| {
        let access = user.isa::<LoadOp>(b) || user.isa::<StoreOp>(b) && operand == 1;
        let in_range = inside(user, range);
        if in_range { access } else { !hoisted || !inside(user, &[placed.before]) }
    })
}

/// The bounds of a region and where it begins.
pub(super) struct Plan {
    pub(super) shape: Vec<i64>,
    /// The offset of each dimension in terms of the symbols.
    pub(super) offsets: Vec<AffineExpr>,
    bounds: Vec<(AffineMap, AffineMap)>,
    pub(super) symbols: Vec<Value>,
}

impl Plan {
    fn new(b: &Body, region: &MemoryRegion) -> Option<Self> {
        let relation = &region.constraints.relation;
        let rank = relation.n_dims();
        let (shape, lower) = region.bounding_shape(b)?;
        if rank == 0 || relation.n_locals() != 0 || shape.contains(&0) {
            return None;
        }
        let symbols: Vec<Value> = region.constraints.values[rank..].iter().copied().collect::<Option<_>>()?;
        if !symbols.iter().all(|&v| is_valid_dim(b, v)) {
            return None;
        }
        let bounds = (0..rank)
            .map(|d| {
                let maps = relation.bound_maps(d, 0, rank, rank, &[])?;
                let known = maps.lower.n_results() > 0 && maps.upper.n_results() > 0;
                known.then(|| (as_dims(&maps.lower), as_dims(&maps.upper)))
            })
            .collect::<Option<Vec<_>>>()?;
        let offsets = lower.iter().map(|map| as_dims(map).result(0).clone()).collect();
        Some(Self { shape, offsets, bounds, symbols })
    }

    /// Makes the buffer, unless it is there, and the loops that copy. Gives the buffer, and the first op at the epilogue.
    fn generate(
        &self,
        body: &mut Body,
        placed: &Placed,
        known: Option<Value>,
        epilogue: InsertPoint,
        spaces: Spaces,
        copies: &mut Copies,
    ) -> (Value, Option<Op>) {
        let loc = body.loc(placed.before);
        let region = &placed.region;
        let buffer = known.unwrap_or_else(|| {
            let cx = body.cx();
            let elem = cx.elem_or_self(body.ty(region.memref));
            let bytes =
                self.shape.iter().try_fold(element_bytes(cx, elem).unwrap_or(0), |n, &d| n.checked_mul(d));
            copies.bytes =
                copies.bytes.saturating_add(bytes.and_then(|n| u64::try_from(n).ok()).unwrap_or(u64::MAX));
            let memory_space = (spaces.fast != 0).then(|| cx.i64_attr(i64::from(spaces.fast)));
            let ty =
                cx.ty(MemRefType { shape: self.shape.as_slice().into(), elem, layout: None, memory_space });
            AllocOp::create(&mut Builder::new(body, InsertPoint::before(body, placed.before), loc), ty, &[])
        });
        let prologue = InsertPoint::before(body, placed.before);
        let at = if region.is_write { epilogue } else { prologue };
        let mut first = match spaces.tags {
            None => {
                let nest = self.copy_nest(body, at, loc, region, buffer);
                copies.nests.extend(nest);
                nest.filter(|_| region.is_write)
            }
            Some(tags) => {
                let ty = buffer_type(body.cx(), &[1], body.cx().int_type(32), tags);
                let tag = AllocOp::create(&mut Builder::new(body, prologue, loc), ty, &[]);
                let start = transfer(self, body, at, loc, region, [buffer, tag]);
                let dealloc = DeallocOp::build(&mut Builder::new(body, epilogue, loc), tag).op();
                start.filter(|_| region.is_write).or(Some(dealloc))
            }
        };
        if known.is_none() {
            let op = DeallocOp::build(&mut Builder::new(body, epilogue, loc), buffer).op();
            first = first.or(Some(op));
        }
        (buffer, first)
    }

    /// Loops over the region that copy an element each.
    fn copy_nest(
        &self,
        body: &mut Body,
        at: InsertPoint,
        loc: Location,
        region: &MemoryRegion,
        buffer: Value,
    ) -> Option<Op> {
        let (mut at, mut root, mut ivs) = (at, None, Vec::new());
        for (lower, upper) in &self.bounds {
            let [lower, upper] = [lower, upper]
                .map(|map| ValueMap::new(map.clone(), self.symbols.iter().copied()).canonicalized(body))
                .map(without_duplicates);
            let mut b = Builder::new(body, at, loc);
            let op = ForOp::create(&mut b, &lower, &upper, 1, &[]);
            let block = op.region_block(&b);
            b.in_block(block, |b| YieldOp::build(b, &[]));
            at = InsertPoint::at_start(body, block);
            root = root.or(Some(op.op()));
            ivs.push(op.induction_var(body)?);
        }
        let position = self.in_buffer(body, &ivs);
        let mut b = Builder::new(body, at, loc);
        let whole = AffineMap::identity(ivs.len() as u32);
        if region.is_write {
            let value = LoadOp::create(&mut b, buffer, position.map, &position.operands);
            StoreOp::create(&mut b, value, region.memref, whole, &ivs);
        } else {
            let value = LoadOp::create(&mut b, region.memref, whole, &ivs);
            StoreOp::create(&mut b, value, buffer, position.map, &position.operands);
        }
        root
    }

    /// The map from the symbols and indices of the memref to indices of the buffer.
    fn remap(&self) -> AffineMap {
        let n = self.symbols.len() as u32;
        let results = self.offsets.iter().zip(n..).map(|(offset, d)| AffineExpr::dim(d) - offset.clone());
        AffineMap::new(n + self.offsets.len() as u32, 0, results.collect())
    }

    /// The indices of the buffer for induction variables of loops over the region; these are the first operands.
    fn in_buffer(&self, b: &Body, ivs: &[Value]) -> ValueMap {
        let rank = ivs.len() as u32;
        let mut operands = ivs.to_vec();
        let mut dims = vec![AffineExpr::constant(0); self.symbols.len()];
        for offset in &self.offsets {
            for (i, &symbol) in self.symbols.iter().enumerate() {
                if offset.is_function_of_dim(i as u32) && !operands.contains(&symbol) {
                    operands.push(symbol);
                }
            }
        }
        for (dim, symbol) in dims.iter_mut().zip(&self.symbols) {
            if let Some(at) = operands.iter().position(|v| v == symbol) {
                *dim = AffineExpr::dim(at as u32);
            }
        }
        let results =
            self.offsets.iter().zip(0..rank).map(|(o, d)| AffineExpr::dim(d) - o.replace_dims(&dims));
        ValueMap::new(AffineMap::new(operands.len() as u32, 0, results.collect()), operands).simplified(b)
    }

    /// Makes the accesses of the range use the buffer.
    fn redirect(&self, body: &mut Body, region: &MemoryRegion, buffer: Value, range: &[Op]) {
        let mut users: Vec<Op> = body.users(region.memref).collect();
        users.retain(|&user| range.iter().any(|&op| op == user || body.is_ancestor(op, user)));
        for op in users {
            let Some(old) = access_map(body, op) else { continue };
            // The map is composed of ops, which are erased again, so that operands are in the order in which ops have them.
            let mut made: Vec<Value> = Vec::new();
            let mut b = Builder::before(body, op);
            let mut apply = |map: &AffineMap, operands: &[Value]| -> Vec<Value> {
                let results = 0..map.n_results();
                let values: Vec<Value> =
                    results.map(|i| ApplyOp::create(&mut b, map.sub_map(&[i]), operands)).collect();
                made.extend_from_slice(&values);
                values
            };
            let indices =
                if old.map.is_identity() { old.operands.clone() } else { apply(&old.map, &old.operands) };
            let results = apply(&self.remap(), &[self.symbols.clone(), indices].concat());
            let vm = ValueMap::new(AffineMap::identity(results.len() as u32), results)
                .simplified(body)
                .canonicalized(body);
            for value in made.into_iter().rev() {
                if let Some(def) = body.def_op(value).filter(|_| !body.has_uses(value)) {
                    body.erase(def);
                }
            }
            let first = usize::from(op.isa::<StoreOp>(body));
            let mut operands: Vec<Value> = body.operands(op).take(first).collect();
            operands.push(buffer);
            operands.extend(&vm.operands);
            let attr = body.cx().affine_map_attr(vm.map);
            body.set_operands(op, &operands);
            body.set_attr(op, "map", Some(attr));
        }
    }
}

/// A buffer in a memory space.
fn buffer_type(cx: &Context, shape: &[i64], elem: Type, space: u32) -> Type {
    let memory_space = (space != 0).then(|| cx.i64_attr(i64::from(space)));
    cx.ty(MemRefType { shape: shape.into(), elem, layout: None, memory_space })
}

/// A bound without results that occur twice.
fn without_duplicates(bound: ValueMap) -> ValueMap {
    let results = bound.map.results();
    let map = bound.map.drop_results(|i| results[..i].contains(&results[i]));
    ValueMap { map, operands: bound.operands }
}

/// The map with dimensions in the place of symbols.
fn as_dims(map: &AffineMap) -> AffineMap {
    let dims: Vec<AffineExpr> = (0..map.n_symbols()).map(AffineExpr::dim).collect();
    map.replace_dims_and_symbols(&[], &dims, map.n_symbols(), 0)
}
