//! The kernel of a group of ops that share rows.

use rustc_hash::FxHashMap;
use strata_arith::{CmpIOp, CmpIPredicate, ExtUIOp, MinUIOp, SelectOp, TruncIOp, constant_index};
use strata_gpu::{AddressSpace, BarrierOp, LaunchArgs, LaunchOp, LaunchShape};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::IndexOp;
use strata_memref::{LoadOp, StoreOp};
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;

use super::{
    Combine,
    combine::{across, tree},
    geometry::Geometry,
    group::{Group, Input, Node, OperandOf},
    member::{Form, Kind},
    place::{Coordinates, Place, width},
};
use crate::{
    launch::{Number, WARP, blocks_for, only_if},
    numbers::{add, add_const, is_zero, less, mask, shift, times},
};

/// What is assumed where the number of rows is not known: many, and no multiple of the rows of a warp.
const UNKNOWN_ROWS: i64 = 4097;

/// Why there is no kernel.
type Emitted<T> = Result<T, String>;

/// Makes the kernel of a group behind the last of its ops.
pub(crate) fn kernel(b: &mut Body, group: &Group) -> Emitted<()> {
    let full = group.loads.iter().filter(|&&l| is_held(group, l)).count();
    let nominal = if group.rows == DYNAMIC { UNKNOWN_ROWS } else { group.rows };
    let shape = Geometry::new(nominal, group.cols, width(b, &group.members), full as i64);
    let last = group.members.last().ok_or("it has no ops")?.nest.op;
    let stores: Vec<(Node, OperandOf)> =
        group.buffers.iter().filter(|x| group.is_stored(b, x)).filter_map(|x| x.last).collect();
    let mut at = Builder::before(b, last);
    let b = &mut at;
    let place = |b: &mut Builder<'_>, (m, i): OperandOf| {
        let made = Place::new(b, &group.members[m], i, shape.width);
        made.ok_or_else(|| "an operand cannot be addressed".to_owned())
    };
    let loads = group.loads.iter().map(|&l| place(b, l)).collect::<Emitted<Vec<_>>>()?;
    let outs = stores.iter().map(|s| place(b, s.1)).collect::<Emitted<Vec<_>>>()?;
    let rows = match group.rows {
        DYNAMIC => {
            let sizes = group.members[0].nest.sizes(b)?;
            *sizes.first().ok_or("it has no rows")?
        }
        rows => MixedIndex::Static(rows),
    };
    let blocks = blocks_for(b, rows, shape.rows_of_block());
    let [threads, one] = [shape.block, 1].map(|n| constant_index(b, n));
    let shared = if shape.warps() > 1 { shared_types(b, group, shape.warps()) } else { Vec::new() };
    let launch = LaunchShape { workgroup: &shared, ..Default::default() };
    let mut result = Ok(());
    LaunchOp::create(b, [blocks, one, one], [threads, one, one], &launch, |b, args| {
        result = body(b, group, (shape, rows), args, &loads, &stores, &outs);
    });
    result
}

/// Whether what a load gives is different for each row and column: this is what a thread has in registers.
fn is_held(group: &Group, (m, i): OperandOf) -> bool {
    matches!(group.members[m].forms[i], Form::Full | Form::Mixed(true))
}

/// A buffer for each accumulator, with an element for each warp.
fn shared_types(b: &Builder<'_>, group: &Group, warps: i64) -> Vec<Type> {
    let cx = b.cx();
    let reductions = group.members.iter().filter(|m| matches!(m.kind, Kind::Reduction(_)));
    let outputs = reductions.flat_map(|m| m.nest.operands[m.nest.inits.clone()].iter());
    outputs
        .map(|&v| {
            let elem = cx.elem_or_self(b.ty(v));
            let elem = if elem == cx.i1() { cx.i8() } else { elem };
            AddressSpace::Workgroup.memref(cx, &[warps], elem)
        })
        .collect()
}

fn body(
    b: &mut Builder<'_>,
    group: &Group,
    (shape, rows): (Geometry, MixedIndex),
    args: LaunchArgs<'_>,
    loads: &[Place],
    stores: &[(Node, OperandOf)],
    outs: &[Place],
) -> Emitted<()> {
    let (block, thread) = (args.block_ids()[0], args.thread_ids()[0]);
    let per_block = shape.rows_of_block();
    let (mut row, mut lane) = (block, thread);
    if shape.threads < shape.block {
        let within = shift(b, thread, shape.threads);
        lane = mask(b, thread, shape.threads - 1);
        let first = times(b, block, per_block);
        row = add(b, first, within);
    }
    let guard = match rows {
        MixedIndex::Static(rows) => (rows % per_block != 0).then(|| less(b, row, rows)),
        MixedIndex::Value(rows) => {
            let predicate = b.cx().i64_attr(CmpIPredicate::Ult as i64);
            Some(CmpIOp::build(b, predicate, row, rows))
        }
    };
    let shared = args.workgroup().to_vec();
    only_if(b, guard, |b| {
        let coords = coordinates(b, group, row);
        let mut kernel = Kernel {
            group,
            shape,
            loads,
            row,
            lane,
            coords,
            shared,
            chunks: Vec::new(),
            elements: FxHashMap::default(),
            loaded: FxHashMap::default(),
            of_rows: FxHashMap::default(),
            scalars: FxHashMap::default(),
        };
        kernel.emit(b, stores, outs)
    })
}

/// The coordinates of a row in the loops of all members.
fn coordinates(b: &mut Builder<'_>, group: &Group, row: Value) -> Coordinates {
    let mut all: Coordinates = Vec::new();
    for member in &group.members {
        let ranges = &member.nest.ranges[..member.split];
        if all.iter().any(|c| c.0 == ranges) {
            continue;
        }
        let coords = if let [_] = ranges {
            vec![row]
        } else {
            let sizes: Vec<MixedIndex> = ranges.iter().map(|&n| MixedIndex::Static(n)).collect();
            let narrow = Number::fits(MixedIndex::Static(group.rows));
            let number = Number::of_index(b, row, narrow);
            number.coordinates(b, &sizes)
        };
        all.push((ranges.to_vec(), coords));
    }
    all
}

/// Neighbouring columns that a thread has.
#[derive(Clone)]
struct Chunk {
    cols: Vec<Value>,
    /// Whether the row has them; `None` if it always does.
    valid: Option<Value>,
}

/// A kernel while it is made.
struct Kernel<'g> {
    group: &'g Group,
    shape: Geometry,
    loads: &'g [Place],
    row: Value,
    /// The number of the thread among those of the row.
    lane: Value,
    coords: Coordinates,
    /// Buffers in shared memory that are not used yet, the next one first.
    shared: Vec<Value>,
    /// The columns that are looked at now.
    chunks: Vec<Chunk>,
    /// Elements of these columns, by output and number of the column.
    elements: FxHashMap<(Node, usize), Value>,
    /// The same for loads, by load and chunk.
    loaded: FxHashMap<(usize, usize), Vec<Value>>,
    /// Elements of the row.
    of_rows: FxHashMap<Node, Value>,
    /// Loads of the row.
    scalars: FxHashMap<usize, Value>,
}

impl Kernel<'_> {
    fn emit(&mut self, b: &mut Builder<'_>, stores: &[(Node, OperandOf)], outs: &[Place]) -> Emitted<()> {
        for (l, &(m, i)) in self.group.loads.iter().enumerate() {
            if !self.group.members[m].forms[i].has_columns() {
                let v = self.loads[l].load(b, self.row, &self.coords, &[]);
                self.scalars.extend(v.first().map(|&v| (l, v)));
            }
        }
        if !self.shape.loops {
            let rounds = self.shape.whole_rounds() + i64::from(self.shape.has_rest());
            self.chunks = (0..rounds).map(|k| self.chunk(b, None, k)).collect();
            // All are on their way before the first one is waited for.
            for (l, &operand) in self.group.loads.iter().enumerate() {
                if is_held(self.group, operand) {
                    for c in 0..self.chunks.len() {
                        self.load(b, l, c);
                    }
                }
            }
        }
        for m in 0..self.group.members.len() {
            let member = &self.group.members[m];
            match &member.kind {
                Kind::Full => {}
                Kind::Row => {
                    let ops: Vec<Op> = b.block_ops(member.nest.payload).collect();
                    let (last, ops) = ops.split_last().ok_or("its payload is empty")?;
                    let map = self.run(b, m, ops, None)?;
                    let values: Vec<Value> = b.operands(*last).map(|v| map.get(v)).collect();
                    self.of_rows.extend(values.into_iter().enumerate().map(|(o, v)| ((m, o), v)));
                }
                Kind::Reduction(combine) => {
                    let total = self.reduce(b, m, combine)?;
                    let mut init = Vec::new();
                    for i in member.nest.inits.clone() {
                        init.push(self.input(b, m, i, None)?);
                    }
                    let values = combine.apply(b, &init, &total);
                    self.of_rows.extend(values.into_iter().enumerate().map(|(o, v)| ((m, o), v)));
                }
            }
        }
        self.store(b, stores, outs)
    }

    /// Chunk number `round` of this thread, or so many after `base`.
    fn chunk(&self, b: &mut Builder<'_>, base: Option<Value>, round: i64) -> Chunk {
        let Geometry { threads, chunks, width, .. } = self.shape;
        let whole = base.is_some() || (round + 1) * threads <= chunks;
        let mut number = match base {
            Some(base) => {
                let round = add_const(b, base, round);
                let first = times(b, round, threads);
                add(b, first, self.lane)
            }
            None => add_const(b, self.lane, round * threads),
        };
        let valid = (!whole).then(|| less(b, number, chunks));
        if let Some(valid) = valid {
            // Lanes behind the end of the row read other elements again, and nobody looks at them: their own first ones, as
            // others may be overwritten by now, or the last ones of the row if they have none.
            number = if chunks >= threads {
                SelectOp::build(b, valid, number, self.lane)
            } else {
                let last = constant_index(b, chunks - 1);
                MinUIOp::build(b, number, last)
            };
        }
        let first = times(b, number, width);
        Chunk { cols: (0..width).map(|j| add_const(b, first, j)).collect(), valid }
    }

    fn set_chunks(&mut self, chunks: Vec<Chunk>) {
        self.chunks = chunks;
        self.elements.clear();
        self.loaded.clear();
    }

    fn load(&mut self, b: &mut Builder<'_>, l: usize, c: usize) -> Vec<Value> {
        if let Some(known) = self.loaded.get(&(l, c)) {
            return known.clone();
        }
        let values = self.loads[l].load(b, self.row, &self.coords, &self.chunks[c].cols);
        self.loaded.insert((l, c), values.clone());
        values
    }

    /// The element of operand `i` of a member, for a column or for the row.
    fn input(&mut self, b: &mut Builder<'_>, m: usize, i: usize, slot: Option<usize>) -> Emitted<Value> {
        let missing = || "an operand has no element".to_owned();
        match self.group.inputs[m][i] {
            Input::Unused => Err(missing()),
            Input::Value(v) => Ok(v),
            Input::Load(l) => match (self.scalars.get(&l), slot) {
                (Some(&v), _) => Ok(v),
                (None, Some(slot)) => {
                    let width = self.shape.width as usize;
                    let values = self.load(b, l, slot / width);
                    values.get(slot % width).copied().ok_or_else(missing)
                }
                (None, None) => Err(missing()),
            },
            Input::Def(node) => match (self.of_rows.get(&node), slot) {
                (Some(&v), _) => Ok(v),
                (None, Some(slot)) => self.element(b, node, slot),
                (None, None) => Err(missing()),
            },
        }
    }

    /// An output of a member that has elements for columns.
    fn element(&mut self, b: &mut Builder<'_>, node: Node, slot: usize) -> Emitted<Value> {
        if let Some(&known) = self.elements.get(&(node, slot)) {
            return Ok(known);
        }
        let m = node.0;
        let ops: Vec<Op> = b.block_ops(self.group.members[m].nest.payload).collect();
        let (last, ops) = ops.split_last().ok_or("its payload is empty")?;
        let map = self.run(b, m, ops, Some(slot))?;
        let values: Vec<Value> = b.operands(*last).map(|v| map.get(v)).collect();
        for (o, &v) in values.iter().enumerate() {
            self.elements.insert(((m, o), slot), v);
        }
        values.get(node.1).copied().ok_or_else(|| "an output has no value".to_owned())
    }

    /// Copies of ops of a payload, for a column or for the row.
    fn run(&mut self, b: &mut Builder<'_>, m: usize, ops: &[Op], slot: Option<usize>) -> Emitted<IdMap> {
        let member = &self.group.members[m];
        let reduces = matches!(member.kind, Kind::Reduction(_));
        let mut map = IdMap::new();
        for i in 0..member.nest.operands.len() {
            let accumulator = reduces && member.nest.inits.contains(&i);
            if self.group.inputs[m][i] != Input::Unused && !accumulator {
                let v = self.input(b, m, i, slot)?;
                map.map(b.block_args(member.nest.payload)[i], v);
            }
        }
        for &op in ops {
            if let Some(index) = op.as_op::<IndexOp>(b) {
                let l = index.dim(b).get(b.cx()).as_i64(b.cx()).and_then(|l| usize::try_from(l).ok());
                let v = self.number(b, m, l.unwrap_or(usize::MAX), slot)?;
                map.map(b.result(op, 0), v);
                continue;
            }
            let copy = b.clone_op(op, &mut map);
            b.insert_op(copy);
        }
        Ok(map)
    }

    /// The number of a loop of a member.
    fn number(&self, b: &mut Builder<'_>, m: usize, l: usize, slot: Option<usize>) -> Emitted<Value> {
        let missing = || "a 'linalg.index' asks for a loop that does not exist".to_owned();
        let member = &self.group.members[m];
        let (rows, cols) = member.nest.ranges.split_at(member.split);
        if l < member.split {
            let known = self.coords.iter().find(|c| c.0 == rows);
            return known.and_then(|c| c.1.get(l)).copied().ok_or_else(missing);
        }
        let width = self.shape.width as usize;
        let slot = slot.ok_or_else(missing)?;
        let col = self.chunks[slot / width].cols[slot % width];
        if cols.len() == 1 && l == member.split {
            return Ok(col);
        }
        let sizes: Vec<MixedIndex> = cols.iter().map(|&n| MixedIndex::Static(n)).collect();
        let number = Number::of_index(b, col, Number::fits(MixedIndex::Static(self.group.cols)));
        let coords = number.coordinates(b, &sizes);
        coords.get(l - member.split).copied().ok_or_else(missing)
    }

    // ------------------------------------------------------------------ reductions

    /// What all columns contribute to a reduction, in all threads of the row.
    fn reduce(&mut self, b: &mut Builder<'_>, m: usize, combine: &Combine) -> Emitted<Vec<Value>> {
        let mut total = if self.shape.loops {
            self.reduce_in_loop(b, m, combine)?
        } else {
            self.reduce_chunks(b, m, combine, None)?
        };
        let within = self.shape.threads.min(WARP);
        let lane = self.lane;
        // Lanes behind the end of a short row have nothing to contribute.
        let limit = (self.shape.chunks < within).then_some(self.shape.chunks);
        total = across(b, combine, total, lane, within, limit);
        let warps = self.shape.warps();
        if warps == 1 {
            return Ok(total);
        }
        let count = total.len().min(self.shared.len());
        let buffers: Vec<Value> = self.shared.drain(..count).collect();
        let (warp, lane) = (shift(b, self.lane, WARP), mask(b, self.lane, WARP - 1));
        let first = is_zero(b, lane);
        IfOp::create_then(b, first, &[], |b| {
            for (&buffer, &v) in buffers.iter().zip(&total) {
                let i8 = b.cx().i8();
                let v = if b.ty(v) == b.cx().i1() { ExtUIOp::build(b, v, i8) } else { v };
                StoreOp::of(b, v, buffer, &[warp]);
            }
            Vec::new()
        });
        BarrierOp::build(b);
        let other = mask(b, lane, warps - 1);
        for (&buffer, v) in buffers.iter().zip(&mut total) {
            let ty = b.ty(*v);
            let loaded = LoadOp::of(b, buffer, &[other]);
            *v = if ty == b.cx().i1() { TruncIOp::build(b, loaded, None, ty) } else { loaded };
        }
        Ok(across(b, combine, total, lane, warps, None))
    }

    /// What the columns that are looked at contribute, and what was contributed before.
    fn reduce_chunks(
        &mut self,
        b: &mut Builder<'_>,
        m: usize,
        combine: &Combine,
        mut acc: Option<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        let width = self.shape.width as usize;
        for c in 0..self.chunks.len() {
            let mut parts = Vec::new();
            for slot in c * width..(c + 1) * width {
                let map = self.run(b, m, &combine.before, Some(slot))?;
                parts.push(combine.parts.iter().map(|&v| map.get(v)).collect::<Vec<Value>>());
            }
            let part = tree(b, combine, parts);
            acc = Some(match acc {
                None => part,
                Some(acc) => {
                    let both = combine.apply(b, &acc, &part);
                    match self.chunks[c].valid {
                        None => both,
                        Some(valid) => {
                            both.into_iter().zip(acc).map(|(x, y)| SelectOp::build(b, valid, x, y)).collect()
                        }
                    }
                }
            });
        }
        acc.ok_or_else(|| "a row has no columns".to_owned())
    }

    fn reduce_in_loop(&mut self, b: &mut Builder<'_>, m: usize, combine: &Combine) -> Emitted<Vec<Value>> {
        let mut acc = None;
        self.in_rounds(b, &mut acc, &mut |this, b, acc| this.reduce_chunks(b, m, combine, acc).map(Some))?;
        acc.ok_or_else(|| "a row has no columns".to_owned())
    }

    /// Looks at all columns, some at a time, and carries values from one time to the next.
    fn in_rounds(
        &mut self,
        b: &mut Builder<'_>,
        carried: &mut Option<Vec<Value>>,
        round: &mut Round<'_, Self>,
    ) -> Emitted<()> {
        let (before, at_once) = self.shape.rounds_of_loop();
        let rounds = self.shape.whole_rounds();
        let chunks = (0..before).map(|k| self.chunk(b, None, k)).collect();
        self.set_chunks(chunks);
        *carried = round(self, b, carried.take())?;
        if before < rounds {
            let [from, to, step] = [before, rounds, at_once].map(|n| constant_index(b, n));
            let inits = carried.clone().unwrap_or_default();
            let mut error = None;
            let op = ForOp::create(b, [from, to, step], &inits, |b, iv, values| {
                let chunks = (0..at_once).map(|k| self.chunk(b, Some(iv), k)).collect();
                self.set_chunks(chunks);
                let values = (!values.is_empty()).then(|| values.to_vec());
                match round(self, b, values) {
                    Ok(values) => values.unwrap_or_default(),
                    Err(why) => {
                        error = Some(why);
                        inits.clone()
                    }
                }
            });
            if let Some(why) = error {
                return Err(why);
            }
            if carried.is_some() {
                *carried = Some(b.results(op.op()).to_vec());
            }
        }
        if self.shape.has_rest() {
            let rest = self.chunk(b, None, rounds);
            self.set_chunks(vec![rest]);
            *carried = round(self, b, carried.take())?;
        }
        self.set_chunks(Vec::new());
        Ok(())
    }

    // ------------------------------------------------------------------ stores

    fn store(&mut self, b: &mut Builder<'_>, stores: &[(Node, OperandOf)], outs: &[Place]) -> Emitted<()> {
        let full = |s: &(Node, OperandOf)| self.group.members[s.1.0].forms[s.1.1].has_columns();
        let (wide, narrow): (Vec<usize>, Vec<usize>) = (0..stores.len()).partition(|&i| full(&stores[i]));
        if !wide.is_empty() {
            if self.shape.loops {
                self.in_rounds(b, &mut None, &mut |this, b, _| {
                    this.store_chunks(b, &wide, stores, outs)?;
                    Ok(None)
                })?;
            } else {
                self.store_chunks(b, &wide, stores, outs)?;
            }
        }
        if narrow.is_empty() {
            return Ok(());
        }
        let mut values = Vec::new();
        for &i in &narrow {
            let v = self.of_rows.get(&stores[i].0).copied();
            values.push((i, v.ok_or("an output has no value")?));
        }
        let first = (self.shape.threads > 1).then(|| is_zero(b, self.lane));
        only_if(b, first, |b| {
            for (i, v) in values {
                outs[i].store(b, self.row, &self.coords, &[], &[v]);
            }
            Ok(())
        })
    }

    fn store_chunks(
        &mut self,
        b: &mut Builder<'_>,
        wide: &[usize],
        stores: &[(Node, OperandOf)],
        outs: &[Place],
    ) -> Emitted<()> {
        let width = self.shape.width as usize;
        for c in 0..self.chunks.len() {
            let Chunk { cols, valid } = self.chunks[c].clone();
            // What is read only here may be what is written: lanes behind the end of the row leave it alone.
            only_if(b, valid, |b| {
                let mut all = Vec::new();
                for &i in wide {
                    let mut values = Vec::new();
                    for slot in c * width..(c + 1) * width {
                        values.push(self.element(b, stores[i].0, slot)?);
                    }
                    all.push((i, values));
                }
                for (i, values) in all {
                    outs[i].store(b, self.row, &self.coords, &cols, &values);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// What is done with some columns: from the carried values to the next ones.
type Round<'a, K> =
    dyn FnMut(&mut K, &mut Builder<'_>, Option<Vec<Value>>) -> Emitted<Option<Vec<Value>>> + 'a;
