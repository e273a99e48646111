//! Emits the kernel of a group of ops that share rows.

mod reduce;
mod store;

use rustc_hash::FxHashMap;
use strata_arith::{CmpIOp, CmpIPredicate, MinUIOp, SelectOp, constant_index};
use strata_gpu::{AddressSpace, LaunchArgs, LaunchOp, LaunchShape};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::IndexOp;
use strata_passes_analysis::index_arith::{add, add_const, less, mask, shift, times};
use strata_tensor::MixedIndex;

use super::{
    geometry::Geometry,
    group::{Group, Input, Node, OperandOf},
    member::{Form, Kind},
    operand_position::{Coordinates, OperandPosition, width},
};
use crate::launch::{Number, blocks_for, only_if};

/// The assumed number of rows if it is dynamic: large, and no multiple of the rows of a warp.
const UNKNOWN_ROWS: i64 = 4097;

/// A result, or the reason why there is no kernel.
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
        let made = OperandPosition::new(b, &group.members[m], i, shape.width);
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

/// Whether a load has a different element for each row and column; threads keep these in registers.
fn is_held(group: &Group, (m, i): OperandOf) -> bool {
    matches!(group.members[m].forms[i], Form::Full | Form::Mixed(true))
}

/// Shared memory for the accumulators, with an element for each warp.
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
    loads: &[OperandPosition],
    stores: &[(Node, OperandOf)],
    outs: &[OperandPosition],
) -> Emitted<()> {
    let (block, thread) = (args.block_ids()[0], args.thread_ids()[0]);
    let rows_of_block = shape.rows_of_block();
    let (mut row, mut lane) = (block, thread);
    if shape.threads < shape.block {
        let within = shift(b, thread, shape.threads);
        lane = mask(b, thread, shape.threads - 1);
        let first = times(b, block, rows_of_block);
        row = add(b, first, within);
    }
    let guard = match rows {
        MixedIndex::Static(rows) => (rows % rows_of_block != 0).then(|| less(b, row, rows)),
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

/// Neighbouring columns of a thread.
#[derive(Clone)]
struct Chunk {
    cols: Vec<Value>,
    /// Whether they are inside of the row; `None` if they always are.
    valid: Option<Value>,
}

/// A kernel under construction.
struct Kernel<'g> {
    group: &'g Group,
    shape: Geometry,
    loads: &'g [OperandPosition],
    row: Value,
    /// The index of the thread among those of the row.
    lane: Value,
    coords: Coordinates,
    /// Buffers in shared memory that are still unused, the next one first.
    shared: Vec<Value>,
    /// The current columns.
    chunks: Vec<Chunk>,
    /// Elements of these columns, by output and column.
    elements: FxHashMap<(Node, usize), Value>,
    /// Loaded elements, by load and chunk.
    loaded: FxHashMap<(usize, usize), Vec<Value>>,
    /// Elements of the row, by output.
    of_rows: FxHashMap<Node, Value>,
    /// Loaded elements of the row, by load.
    scalars: FxHashMap<usize, Value>,
}

impl Kernel<'_> {
    fn emit(
        &mut self,
        b: &mut Builder<'_>,
        stores: &[(Node, OperandOf)],
        outs: &[OperandPosition],
    ) -> Emitted<()> {
        for (l, &(m, i)) in self.group.loads.iter().enumerate() {
            if !self.group.members[m].forms[i].has_columns() {
                let v = self.loads[l].load(b, self.row, &self.coords, &[]);
                self.scalars.extend(v.first().map(|&v| (l, v)));
            }
        }
        if !self.shape.loops {
            let rounds = self.shape.whole_rounds() + i64::from(self.shape.has_rest());
            self.chunks = (0..rounds).map(|k| self.chunk(b, None, k)).collect();
            // All loads are issued before the first use.
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
                Kind::Reduction(combiner) => {
                    let total = self.reduce(b, m, combiner)?;
                    let mut init = Vec::new();
                    for i in member.nest.inits.clone() {
                        init.push(self.input(b, m, i, None)?);
                    }
                    let values = combiner.apply(b, &init, &total);
                    self.of_rows.extend(values.into_iter().enumerate().map(|(o, v)| ((m, o), v)));
                }
            }
        }
        self.store(b, stores, outs)
    }

    /// Chunk `round` of this thread, or that of round `base + round`.
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
            // Lanes behind the end of the row read valid elements that are not used: their own first ones, since those of others may be
            // overwritten already, or the last ones of the row if they have none.
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

    /// The element of an output that has columns, computed at its first use.
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

    /// Clones ops of a payload, for a column or for the row.
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

    /// The index of a loop of a member.
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
}
