//! `linalg-prepare-contractions`: brings contractions on tensors into the form from which register tiles are made.
//!
//! Transposes of operands and of the result become part of the maps, as long as a row of the result is made from rows of an operand;
//! loops that stand for several dimensions are split for that.
//! Where such a row is very short, the reduction becomes the contiguous dimension instead. Narrow numbers are extended before the sums,
//! once for each element and not once for each product. Products of integers of up to 16 bits are summed in pairs, for which processors
//! have instructions: two neighbours along the depth then become neighbours in memory on both sides. Bytes that fill registers of tiles stay
//! bytes, in groups of four (`i8-groups`).
//!
//! # Before
//! ```mlir
//! %0 = linalg.matmul ins(%a, %b : tensor<8x64xi8>, tensor<64x32xi8>) outs(%c : tensor<8x32xi32>) -> tensor<8x32xi32>
//! ```
//! # After
//! ```mlir
//! %left = linalg.generic … ins(%a) … { arith.extsi … } -> tensor<8x64xi16>
//! %pairs = tensor.expand_shape %left [[0], [1, 2]] … into tensor<8x32x2xi16>
//! %right = linalg.generic {indexing_maps = [(k, n, p) -> (k, p, n), (k, n, p) -> (k, n, p)], …} … -> tensor<32x32x2xi16>
//! %0 = linalg.generic {indexing_maps = [(m, n, k, p) -> (m, k, p), (m, n, k, p) -> (k, n, p), (m, n, k, p) -> (m, n)], …}
//! ```

mod fold;
mod split;

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_linalg::{FillOp, GenericOp, InputPrecision, IteratorType, TransposeOp, TypeFn, payload};
use strata_memref::layout;
use strata_passes_analysis::contraction;
use strata_tensor::{EmptyOp, ExpandShapeOp, MixedIndex, PadOp};

use crate::{
    amx,
    panels::{
        PACKED_ROWS,
        groups::{Groups, TILE, with_groups},
    },
    structured_op::{self, Structured},
    vectorize::contract::loop_nest::Nest,
};

/// With fewer uses of each element than this, nothing is worth being prepared.
const MIN_USES: i64 = 4;

/// The groups of neighbours along the depth that a contraction is to multiply at once.
#[derive(Clone, Copy)]
struct Group {
    /// The type in which they are multiplied.
    ty: Type,
    /// The operand whose rows are vectors.
    vector: usize,
    /// The neighbours of a group.
    size: i64,
    /// The depth is filled up with zeros to a multiple of it, where it is none of the size.
    depth: i64,
    /// Whether panels, which are made of the operand whose rows are vectors, will be of groups; else the operand is brought into groups here.
    in_panels: bool,
}

/// Prepares all contractions on tensors. Returns how many changed.
pub fn prepare(body: &mut Body, target: Groups) -> usize {
    let mut changed = 0;
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        let Some(mut c) = Contraction::from_op(body, op) else { continue };
        let paired = c.group(body, target).is_some();
        let mut op = op;
        if !paired && let Some(new) = split::split(body, &c) {
            changed += 1;
            op = new;
            let Some(new) = Contraction::from_op(body, op) else { continue };
            c = new;
        }
        let before = c.clone();
        let mut b = Builder::before(body, op);
        let transposed = if paired { None } else { c.fold(&mut b) };
        c.turn(&mut b);
        if !c.make_groups(&mut b, target) {
            c.widen(&mut b);
        }
        if c == before {
            continue;
        }
        let Some(new) = c.build(&mut b) else { continue };
        let replaced = transposed.unwrap_or(op);
        let old = body.result(replaced, 0);
        body.replace_all_uses(old, new);
        body.erase(replaced);
        if replaced != op {
            body.erase(op);
        }
        // A transpose that became part of a map would be a second user of what it reads.
        for def in before.inputs.iter().filter_map(|&v| body.def_op(v)).collect::<Vec<_>>() {
            if body.is_live(def) && def.isa::<TransposeOp>(body) && body.is_unused(def) {
                body.erase(def);
            }
        }
        changed += 1;
    }
    changed
}

/// A contraction on tensors.
#[derive(Clone, PartialEq)]
struct Contraction {
    inputs: [Value; 2],
    init: Value,
    maps: [AffineMap; 3],
    iterators: Vec<IteratorType>,
    /// Whether the inputs are unsigned integers.
    unsigned: [bool; 2],
    sum: Type,
    precision: InputPrecision,
    sizes: Vec<i64>,
    result: Value,
    /// The type of the result.
    ty: Type,
}

/// The operand whose rows are vectors of the lanes of the result.
fn vector_operand(maps: &[AffineMap; 3]) -> Option<usize> {
    let d = maps[2].results().last()?.as_dim()?;
    let innermost = |m: &AffineMap| {
        let (last, rest) = m.results().split_last()?;
        (last.as_dim() == Some(d) && rest.iter().all(|e| !e.is_function_of_dim(d))).then_some(())
    };
    (0..2).find(|&v| {
        innermost(&maps[v]).is_some() && (!maps[1 - v].uses_dim(d) || innermost(&maps[1 - v]).is_some())
    })
}

/// The map with indices `loop + offset` reduced to the loop where the offset is in a window of size one.
fn without_single_places(map: &AffineMap, sizes: &[i64]) -> AffineMap {
    let results = map.results().iter().map(|e| match e.kind() {
        Kind::Binary(BinaryOp::Add, l, r)
            if l.as_dim().is_some() && r.as_dim().is_some_and(|d| sizes[d as usize] == 1) =>
        {
            l.clone()
        }
        _ => e.clone(),
    });
    map.with_results(results.collect())
}

impl Contraction {
    fn from_op(body: &Body, op: Op) -> Option<Self> {
        let s: Structured = structured_op::structured(body, op)?;
        let product = contraction::product(body, &s)?;
        let result = *body.results(op).first()?;
        let unsigned = product.unsigned(body);
        let ranked = s.operands().all(|v| {
            let shape = body.cx().shaped(body.ty(v)).and_then(|s| s.shape);
            shape.is_some_and(|s| !s.contains(&DYNAMIC) && !s.contains(&0))
        });
        let [x, y, out] = &s.maps[..] else { return None };
        let sizes = s.static_sizes(body)?;
        ranked.then_some(Contraction {
            inputs: [s.inputs[0], s.inputs[1]],
            init: s.outputs[0],
            maps: [x, y, out].map(|m| without_single_places(m, &sizes)),
            sizes,
            iterators: s.iterators,
            unsigned,
            sum: product.sum,
            precision: InputPrecision::from_op(body, op),
            result,
            ty: body.ty(result),
        })
    }

    fn elem(&self, body: &Body, i: usize) -> Type {
        body.cx().elem_or_self(body.ty(self.inputs[i]))
    }

    /// How often each element of an input is used.
    fn uses(&self, i: usize) -> i64 {
        let others = (0..self.sizes.len())
            .filter(|&d| self.iterators[d] == IteratorType::Parallel && !self.maps[i].uses_dim(d as u32));
        others.map(|d| self.sizes[d]).product()
    }

    /// The groups in which neighbours are multiplied, where the processor has instructions for that.
    fn group(&self, body: &Body, target: Groups) -> Option<Group> {
        let cx = body.cx();
        let v = vector_operand(&self.maps)?;
        let other = 1 - v;
        let d = self.maps[2].results().last()?.as_dim()?;
        if self.maps[other].uses_dim(d) || self.uses(v) < MIN_USES || self.uses(other) < MIN_USES {
            return None;
        }
        let k = self.maps[other].results().last()?.as_dim()?;
        let alone = |m: &AffineMap| {
            let of_k: Vec<&AffineExpr> = m.results().iter().filter(|e| e.is_function_of_dim(k)).collect();
            matches!(of_k[..], [e] if e.as_dim() == Some(k))
        };
        let fits = self.iterators[k as usize] == IteratorType::Reduction
            && alone(&self.maps[0])
            && alone(&self.maps[1]);
        if !fits {
            return None;
        }
        let elems = [self.elem(body, 0), self.elem(body, 1)];
        let [i8, bf16] = [cx.i8(), cx.bf16()];
        let of_integers = cx.bit_width(self.sum) == Some(32)
            && cx.as_int(self.sum).is_some()
            && (0..2).all(|i| {
                let width = cx.bit_width(elems[i]).unwrap_or(0);
                cx.as_int(elems[i]).is_some() && (width == 8 || width == 16 && !self.unsigned[i])
            });
        let steps = self.sizes[k as usize];
        let group = |ty: Type, size: i64, tiles: bool| {
            let granule = if tiles { size * TILE } else { size };
            let depth = if steps % size == 0 { steps } else { (steps + granule - 1) / granule * granule };
            let group = Group { ty, vector: v, size, depth, in_panels: false };
            let in_panels = self.uses(v) >= PACKED_ROWS
                && self.filled(body, group).is_some_and(|nest| with_groups(&nest).is_some());
            (in_panels || steps % size == 0).then_some(Group { in_panels, ..group })
        };
        let in_tiles = |g: Group| self.grouped(body, g).is_some_and(|nest| amx::fills_tiles(&nest));
        if of_integers {
            let four = || group(i8, 4, true).filter(|&g| in_tiles(g));
            let bytes = target.bytes && elems == [i8, i8];
            return bytes.then(four).flatten().or_else(|| group(cx.i16(), 2, false));
        }
        let of_floats = target.bf16 && elems == [bf16, bf16] && self.sum == cx.f32();
        of_floats.then(|| group(bf16, 2, target.bf16_tiles))?
    }

    /// The loops of the contraction on buffers, once its depth is filled up to groups and a transpose of its rows of vectors is part of the map.
    fn filled(&self, body: &Body, group: Group) -> Option<Nest> {
        let mut c = self.clone();
        let mut shapes = [0, 1].map(|i| shape_of(body, c.inputs[i]));
        if let Some((source, map)) = c.steps_in_rows(body, group.vector) {
            c.maps[group.vector] = map;
            shapes[group.vector] = shape_of(body, source);
        }
        let k = c.depth_loop(group.vector)?;
        for (shape, map) in shapes.iter_mut().zip(&c.maps) {
            let at = map.results().iter().position(|e| e.as_dim() == Some(k))?;
            *shape.get_mut(at)? = group.depth;
        }
        c.sizes[k as usize] = group.depth;
        let result = body.cx().shaped(self.ty).and_then(|s| s.shape)?;
        let strides = [&shapes[0][..], &shapes[1][..], result].map(layout::row_major);
        Nest::from_maps((&c.maps, &c.iterators), &c.sizes, &strides, group.size)
    }

    /// The loop along the rows of the operand that is not read as vectors.
    fn depth_loop(&self, vector: usize) -> Option<u32> {
        self.maps[1 - vector].results().last()?.as_dim()
    }

    /// The value that an operand is the transpose of, and its map, where the depth is contiguous there.
    fn steps_in_rows(&self, body: &Body, vector: usize) -> Option<(Value, AffineMap)> {
        let k = self.depth_loop(vector)?;
        self.transposed_input(body, vector)
            .filter(|(_, map)| map.results().last().and_then(|e| e.as_dim()) == Some(k))
    }

    /// The loops of the contraction on buffers once groups are made.
    fn grouped(&self, body: &Body, group: Group) -> Option<Nest> {
        let mut c = self.clone();
        let shapes = c.in_groups(body, group)?;
        let result = body.cx().shaped(self.ty).and_then(|s| s.shape)?;
        let strides = [&shapes[0][..], &shapes[1][..], result].map(layout::row_major);
        Nest::from_maps((&c.maps, &c.iterators), &c.sizes, &strides, group.size)
    }

    /// Changes maps, sizes and loops to those with groups, and returns the shapes of the operands then.
    fn in_groups(&mut self, body: &Body, Group { vector, size, depth, .. }: Group) -> Option<[Vec<i64>; 2]> {
        let k = self.maps[1 - vector].results().last().and_then(|e| e.as_dim())?;
        let mut shapes = [0, 1].map(|i| shape_of(body, self.inputs[i]));
        for (shape, map) in shapes.iter_mut().zip(&self.maps) {
            let at = map.results().iter().position(|e| e.as_dim() == Some(k))?;
            *shape.get_mut(at)? = depth / size;
            shape.push(size);
        }
        let n = self.maps[0].n_dims();
        for (i, map) in self.maps.iter_mut().enumerate() {
            let mut results = map.results().to_vec();
            if i < 2 {
                results.push(AffineExpr::dim(n));
            }
            *map = AffineMap::new(n + 1, 0, results);
        }
        self.sizes[k as usize] = depth / size;
        self.sizes.push(size);
        self.iterators.push(IteratorType::Reduction);
        Some(shapes)
    }

    /// Where the result has few contiguous elements, makes the reduction contiguous in both operands.
    fn turn(&mut self, b: &mut Builder<'_>) {
        let roles = || {
            let v = vector_operand(&self.maps)?;
            let d = self.maps[2].results().last()?.as_dim()? as usize;
            let k = self.maps[1 - v].results().last()?.as_dim()?;
            let at = self.maps[v].results().iter().position(|e| e.as_dim() == Some(k))?;
            let worth = self.sizes[d] * MIN_USES < self.sizes[k as usize]
                && self.sizes[d] <= MIN_USES
                && self.iterators[k as usize] == IteratorType::Reduction
                && self.uses(v) >= MIN_USES * MIN_USES;
            worth.then_some((v, at))
        };
        let Some((v, at)) = roles() else { return };
        self.move_last(b, v, at);
    }

    /// Makes groups of neighbours along the depth contiguous.
    fn make_groups(&mut self, b: &mut Builder<'_>, target: Groups) -> bool {
        let Some(group) = self.group(b, target) else { return false };
        let Group { ty, vector: v, size, in_panels, .. } = group;
        if in_panels {
            return self.leave_to_panels(b, group);
        }
        let other = 1 - v;
        let Some(k) = self.maps[other].results().last().and_then(|e| e.as_dim()) else { return false };
        let at = |m: &AffineMap| m.results().iter().position(|e| e.as_dim() == Some(k));
        let (Some(at_v), Some(at_o)) = (at(&self.maps[v]), at(&self.maps[other])) else { return false };
        let left = self.cast(b, other, ty);
        let left = split_dim(b, left, at_o, size);
        // In the operand that is read as vectors, the groups become innermost.
        let right = split_dim(b, self.inputs[v], at_v, size);
        let rank = shape_of(b, right).len() as u32;
        let place = |j: usize| match j.cmp(&(at_v + 1)) {
            std::cmp::Ordering::Less => j as u32,
            std::cmp::Ordering::Equal => rank - 1,
            std::cmp::Ordering::Greater => j as u32 - 1,
        };
        let from: Vec<u32> = (0..rank as usize).map(place).collect();
        let unsigned = self.unsigned[v];
        let Some(shapes) = self.in_groups(b, group) else { return false };
        let init = empty(b, &shapes[v], ty);
        let maps = [AffineMap::select(rank, &from), AffineMap::identity(rank)];
        let (loops, result) = (vec![IteratorType::Parallel; rank as usize], b.ty(init));
        let how = cast_fn(unsigned);
        let packed = GenericOp::build_with(b, &[right], &[init], &maps, &loops, &[result], |b, args| {
            vec![payload::cast(b, args[0], ty, how).unwrap_or(args[0])]
        });
        self.inputs[v] = b.result(packed.op(), 0);
        self.inputs[other] = left;
        if size == 2 {
            // An unsigned operand fits into a signed number of 16 bits.
            self.unsigned = [false, false];
        }
        true
    }

    /// Makes the steps of both operands neighbours where they are, as many as fill groups, of the type that is multiplied.
    fn leave_to_panels(&mut self, b: &mut Builder<'_>, group: Group) -> bool {
        let Group { ty, vector, size, depth, .. } = group;
        if let Some((source, map)) = self.steps_in_rows(b, vector) {
            (self.inputs[vector], self.maps[vector]) = (source, map);
        }
        let Some(k) = self.depth_loop(vector) else { return false };
        for i in 0..2 {
            self.inputs[i] = self.cast(b, i, ty);
            self.inputs[i] = self.with_depth(b, i, k, depth);
        }
        self.sizes[k as usize] = depth;
        if size == 2 {
            self.unsigned = [false, false];
        }
        true
    }

    /// An operand whose loop `k` is filled up with zeros.
    fn with_depth(&self, b: &mut Builder<'_>, i: usize, k: u32, depth: i64) -> Value {
        let v = self.inputs[i];
        let more = depth - self.sizes[k as usize];
        if more == 0 {
            return v;
        }
        let zero = structured_op::zero_attr(b.cx(), self.elem(b, i));
        let zero = strata_arith::constant(b, zero);
        let along = |e: &AffineExpr| e.as_dim() == Some(k);
        let high = self.maps[i].results().iter().map(|e| MixedIndex::Static(if along(e) { more } else { 0 }));
        let high: Vec<MixedIndex> = high.collect();
        let low = vec![MixedIndex::Static(0); high.len()];
        PadOp::create(b, v, &low, &high, zero)
    }

    /// Extends the inputs to the width of the sums, where each element is used often.
    fn widen(&mut self, b: &mut Builder<'_>) {
        for i in 0..2 {
            if self.uses(i) >= MIN_USES && self.elem(b, i) != self.sum {
                self.inputs[i] = self.cast(b, i, self.sum);
            }
        }
    }

    /// An input with its elements converted.
    fn cast(&self, b: &mut Builder<'_>, i: usize, to: Type) -> Value {
        if self.elem(b, i) == to {
            return self.inputs[i];
        }
        let shape = shape_of(b, self.inputs[i]);
        let init = empty(b, &shape, to);
        let how = cast_fn(self.unsigned[i]);
        let op = GenericOp::elementwise(b, &[self.inputs[i]], &[init], |b, args| {
            vec![payload::cast(b, args[0], to, how).unwrap_or(args[0])]
        });
        b.result(op.op(), 0)
    }

    /// Builds the op.
    fn build(&self, b: &mut Builder<'_>) -> Option<Value> {
        let ty = self.ty;
        let mut init = self.init;
        if b.ty(init) != ty {
            let number = b.def_as::<FillOp>(init)?.inputs(b).next()?;
            let shape = b.cx().shaped(ty).and_then(|s| s.shape)?.to_vec();
            let place = empty(b, &shape, self.sum);
            let fill = FillOp::create(b, &[number], place).ok()?;
            init = *b.results(fill.op()).first()?;
        }
        let (sum, how) = (self.sum, self.unsigned.map(cast_fn));
        let payload = |b: &mut Builder<'_>, args: &[Value]| {
            let mut step = || {
                let x = payload::cast(b, args[0], sum, how[0])?;
                let y = payload::cast(b, args[1], sum, how[1])?;
                let product = payload::mul(b, x, y)?;
                payload::add(b, args[2], product)
            };
            vec![step().unwrap_or(args[2])]
        };
        let op = structured_op::build_generic(
            b,
            &self.inputs,
            &[init],
            self.maps.to_vec(),
            &self.iterators,
            &[ty],
            payload,
        );
        self.precision.set(b.body(), op);
        Some(b.result(op, 0))
    }
}

fn cast_fn(unsigned: bool) -> TypeFn {
    if unsigned { TypeFn::CastUnsigned } else { TypeFn::CastSigned }
}

fn shape_of(b: &Body, v: Value) -> Vec<i64> {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]).to_vec()
}

fn empty(b: &mut Builder<'_>, shape: &[i64], elem: Type) -> Value {
    let ty = b.cx().tensor(shape, elem);
    EmptyOp::build(b, &[], ty)
}

/// Splits dimension `d` in two: the number of the group, and the position in the group.
fn split_dim(b: &mut Builder<'_>, v: Value, d: usize, size: i64) -> Value {
    let mut shape = shape_of(b, v);
    let rank = shape.len() as i64;
    shape[d] /= size;
    shape.insert(d + 1, size);
    let groups: Vec<Vec<i64>> = (0..rank)
        .map(|i| match i.cmp(&(d as i64)) {
            std::cmp::Ordering::Less => vec![i],
            std::cmp::Ordering::Equal => vec![i, i + 1],
            std::cmp::Ordering::Greater => vec![i + 1],
        })
        .collect();
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| MixedIndex::Static(n)).collect();
    ExpandShapeOp::create(b, v, &groups, &sizes)
}
