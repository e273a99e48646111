//! Structured ops as loop nests that can be tiled.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{FillOp, IndexOp};
use strata_memref::{CopyOp, SubViewOp};
use strata_passes_analysis::{
    buffer_alias::{self, Access, AccessIndex},
    linear_index::LinearIndex,
};
use strata_tensor::{MixedIndex, OffsetSizeStride as _};

use crate::structured_op::{self, IteratorType};

/// An operand of a nest.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub value: Value,
    /// The buffer that the operand is a reshape of, and the number of outermost dimensions that they share.
    pub base: Value,
    pub kept: usize,
    /// The sizes of a buffer; none for a scalar.
    pub shape: Option<Vec<i64>>,
    pub element_bytes: i64,
    /// One for each dimension.
    pub indices: Vec<LinearIndex>,
    pub write: bool,
}

/// A structured op or a copy of buffers of static shape.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    pub op: Op,
    pub operands: Vec<Operand>,
    pub sizes: Vec<i64>,
    /// The parallel loops that index the outermost dimensions of the outputs, in the order of these.
    pub lead: Vec<usize>,
    /// One access for each operand that is a buffer.
    pub accesses: Vec<Access>,
    /// The accesses of the payload to captured buffers.
    pub captured: Vec<Access>,
    /// Whether the old contents of the outputs do not matter.
    pub overwrites: bool,
    /// Whether no loop is a reduction.
    pub elementwise: bool,
    pub fill: bool,
    /// Whether this is a sum of products, which reads elements many times.
    pub contracts: bool,
    /// Estimated time in nanoseconds of arithmetic.
    pub work: f64,
}

/// Operations of a vector unit in a nanosecond, in estimates.
const OPS_PER_NS: f64 = 40.0;

impl Nest {
    /// Reads an op.
    pub fn from_op(b: &Body, op: Op) -> Option<Self> {
        if op.isa::<CopyOp>(b) {
            return Self::from_copy(b, op);
        }
        let s = structured_op::structured(b, op)?;
        if !b.results(op).is_empty() || s.outputs.is_empty() {
            return None;
        }
        let n_in = s.inputs.len();
        let overwrites = (0..s.outputs.len()).all(|i| !s.reads_output(b, i));
        let parallel: Vec<bool> = s.iterators.iter().map(|&i| i == IteratorType::Parallel).collect();
        let operands: Option<Vec<Operand>> = (s.operands().zip(&s.maps).enumerate())
            .map(|(i, (value, map))| operand(b, value, map, i >= n_in))
            .collect();
        let reductions = parallel.iter().any(|p| !p);
        let cost = payload_cost(b, s.block);
        let rereads = reductions && n_in > 1 && s.maps[..n_in].iter().all(|m| m.n_results() < parallel.len());
        // The operand that gives a window its sizes is not read: its sums are no products, and their rows need no panels of columns.
        let factors = (0..n_in).filter(|&i| b.has_uses(b.block_args(s.block)[i])).count();
        let contracts = rereads && factors > 1;
        let mut nest = Self::new(b, op, operands?, &parallel, s.static_sizes(b)?)?;
        nest.overwrites = overwrites;
        nest.fill = op.isa::<FillOp>(b);
        nest.contracts = contracts;
        // A product and a sum are one operation, as are the read of an element of a window and its sum.
        let cost = if rereads { cost * 0.5 } else { cost };
        nest.work = nest.points() * cost / OPS_PER_NS;
        Some(nest)
    }
    fn from_copy(b: &Body, op: Op) -> Option<Self> {
        let (from, to) = (b.operand(op, 0), b.operand(op, 1));
        let shape = b.cx().type_as::<MemRefType>(b.ty(to))?.shape.to_vec();
        let map = AffineMap::identity(shape.len() as u32);
        let operands = vec![operand(b, from, &map, false)?, operand(b, to, &map, true)?];
        let same = operands.iter().all(|o| o.shape.as_ref() == Some(&shape));
        if !same {
            return None;
        }
        let mut nest = Self::new(b, op, operands, &vec![true; shape.len()], shape)?;
        nest.overwrites = true;
        Some(nest)
    }
    fn new(b: &Body, op: Op, operands: Vec<Operand>, parallel: &[bool], sizes: Vec<i64>) -> Option<Self> {
        if sizes.iter().any(|&n| n <= 0) {
            return None;
        }
        let accesses: Vec<Access> = (operands.iter().filter(|o| o.shape.is_some()))
            .map(|o| Access::new(b, o.value, o.write))
            .collect();
        let captured = b.ops_in(op).into_iter().flat_map(|inner| buffer_alias::accesses(b, inner)).collect();
        let mut outputs = operands.iter().filter(|o| o.write);
        let mut lead = Vec::new();
        for index in &outputs.next()?.indices {
            match index.as_loop().filter(|&d| parallel[d] && !lead.contains(&d)) {
                Some(d) => lead.push(d),
                None => break,
            }
        }
        for output in outputs {
            let same = lead.iter().zip(&output.indices).take_while(|(d, index)| index.as_loop() == Some(**d));
            let same = same.count();
            lead.truncate(same);
        }
        // An index that decreases with a loop does not begin at the first iteration of a tile.
        let goes_down = |d: usize| {
            let all = operands.iter().flat_map(|o| &o.indices);
            all.flat_map(|i| &i.factors).any(|&(e, f)| e == d && f < 0)
        };
        if let Some(end) = lead.iter().position(|&d| goes_down(d)) {
            lead.truncate(end);
        }
        let elementwise = parallel.iter().all(|&p| p);
        Some(Self {
            op,
            operands,
            sizes,
            lead,
            accesses,
            captured,
            overwrites: false,
            elementwise,
            fill: false,
            contracts: false,
            work: 0.0,
        })
    }
    /// The nest with other outermost loops: in a buffer that it shares with `other`, these stand where the outermost loops of `other`
    /// stand. The loop over neighbours in its results is not among them, because rows of a result would become short.
    pub fn aligned(&self, other: &Nest) -> Option<Self> {
        let order = |o: &Operand, q: &Operand| -> Vec<usize> {
            let place = |d: &usize| o.indices.iter().position(|i| i.as_loop() == Some(*d));
            let loops = other.lead.iter().map_while(|d| q.indices.get(place(d)?)?.as_loop());
            loops.take_while(|d| self.lead.contains(d) && !self.is_column(*d)).collect()
        };
        let orders = other.buffers().flat_map(|(o, _)| {
            let shared = self.buffers().filter(|(q, _)| q.value == o.value || q.base == o.base);
            shared.map(|(q, _)| order(o, q)).collect::<SmallVec<[Vec<usize>; 2]>>()
        });
        let lead =
            orders.max_by_key(Vec::len).filter(|lead| !lead.is_empty() && !self.lead.starts_with(lead))?;
        Some(Self { lead, ..self.clone() })
    }
    /// Whether loop `d` runs over neighbours in a result. Dimensions of size one behind them do not count.
    pub fn is_column(&self, d: usize) -> bool {
        let moves = |i: &&LinearIndex| i.factors.iter().any(|&(d, _)| self.sizes[d] > 1);
        let mut outputs = self.operands.iter().filter(|o| o.write);
        outputs.any(|o| o.indices.iter().rfind(moves).is_some_and(|i| i.uses(d)))
    }
    /// How often the payload runs.
    pub fn points(&self) -> f64 {
        self.sizes.iter().map(|&n| n as f64).product()
    }
    /// The operands that are buffers, with how they are accessed.
    fn buffers(&self) -> impl std::iter::Iterator<Item = (&Operand, &Access)> {
        self.operands.iter().filter(|o| o.shape.is_some()).zip(&self.accesses)
    }
}

impl Operand {
    /// Bytes of the whole buffer.
    pub fn bytes(&self) -> f64 {
        self.shape.iter().flatten().map(|&n| n as f64).product::<f64>() * self.element_bytes as f64
    }
}

fn operand(b: &Body, value: Value, map: &AffineMap, write: bool) -> Option<Operand> {
    let cx = b.cx();
    let Some(memref) = cx.type_as::<MemRefType>(b.ty(value)) else {
        // A scalar is the same in all iterations.
        let scalar = cx.shaped(b.ty(value)).is_none() && !write;
        return scalar.then(|| Operand {
            value,
            base: value,
            kept: 0,
            shape: None,
            element_bytes: 0,
            indices: Vec::new(),
            write,
        });
    };
    let strided = memref.layout.is_none_or(|l| cx.attr_as::<StridedLayoutAttr>(l).is_some());
    if memref.shape.contains(&DYNAMIC) || !strided || memref.memory_space.is_some() {
        return None;
    }
    let indices = map.results().iter().map(LinearIndex::from_expr).collect::<Option<Vec<_>>>()?;
    if indices.iter().any(|i| i.constant < 0) {
        return None;
    }
    let element_bytes = strata_ir::core::element_bytes(cx, memref.elem)? as i64;
    let (base, kept) = buffer_alias::reshaped(b, value);
    Some(Operand { value, base, kept, shape: Some(memref.shape.to_vec()), element_bytes, indices, write })
}

/// The cost of a payload in operations of a vector unit.
fn payload_cost(b: &Body, block: Block) -> f64 {
    let cost = |op: Op| match b.info(op).dialect() {
        "math" | "complex" => 10.0,
        "arith" if b.op_name(op).contains("div") || b.op_name(op).contains("rem") => 4.0,
        "arith" if b.has_trait(op, Trait::ConstantLike) => 0.0,
        "linalg" if op.isa::<IndexOp>(b) => 1.0,
        "linalg" => 0.0,
        _ => 1.0,
    };
    // Lanes are 16 of 32 bits: the operations of `OPS_PER_NS` have this width.
    b.block_ops(block).map(cost).sum()
}

/// Whether two nests touch the same part of a buffer in the same iteration of their `p` outermost loops.
fn same_place(x: (&Nest, &Operand), y: (&Nest, &Operand), p: usize) -> bool {
    let Some(places) = lead_places(x.0, x.1, p) else { return false };
    let kept = || places.iter().all(|&at| at < x.1.kept.min(y.1.kept));
    (x.1.value == y.1.value || x.1.base == y.1.base && kept())
        && lead_places(y.0, y.1, p).is_some_and(|others| others == places)
}

/// Whether the first `p` indices of a buffer are the `p` outermost loops, which no other index uses.
pub(super) fn at_lead(nest: &Nest, operand: &Operand, p: usize) -> bool {
    lead_places(nest, operand, p).is_some_and(|places| places.iter().copied().eq(0..p))
}

/// The dimensions of a buffer whose indices are the `p` outermost loops; `None` unless each of these loops is one index and in no other.
fn lead_places(nest: &Nest, operand: &Operand, p: usize) -> Option<SmallVec<[usize; 4]>> {
    let place = |&d: &usize| {
        let mut uses = (0..operand.indices.len()).filter(|&at| operand.indices[at].uses(d));
        uses.next().filter(|&at| operand.indices[at].as_loop() == Some(d) && uses.next().is_none())
    };
    nest.lead[..p].iter().map(place).collect()
}

/// Whether two nests may share the tiles of their `p` outermost loops instead of running one after the other.
pub(super) fn compatible(b: &Body, x: &Nest, y: &Nest, p: usize) -> bool {
    if x.lead.len() < p || y.lead.len() < p {
        return false;
    }
    if (0..p).any(|k| x.sizes[x.lead[k]] != y.sizes[y.lead[k]]) {
        return false;
    }
    if buffer_alias::conflict(b, &x.captured, &y.accesses)
        || buffer_alias::conflict(b, &x.accesses, &y.captured)
    {
        return false;
    }
    let of_y: Vec<(&Operand, &Access)> = y.buffers().collect();
    let index = AccessIndex::new(&y.accesses);
    x.buffers().all(|(o, of_o)| {
        index.candidates(of_o).all(|i| {
            let (q, of_q) = of_y[i];
            !of_o.conflicts(b, of_q) || same_place((x, o), (y, q), p)
        })
    })
}

/// Whether two nests have a buffer in common.
pub(super) fn share(x: &Nest, y: &Nest) -> bool {
    x.buffers().any(|(o, _)| y.buffers().any(|(q, _)| o.base == q.base))
}

/// Whether two nests write parts of a buffer that lie beside each other: the same rows, which are the outermost loop of both.
pub(super) fn beside(b: &Body, x: &Nest, y: &Nest) -> bool {
    let rows =
        |n: &Nest| -> SmallVec<[_; 1]> { n.operands.iter().filter_map(|o| written_rows(b, n, o)).collect() };
    let of_x = rows(x);
    rows(y).iter().any(|part| of_x.contains(part))
}

/// The buffer of which an operand is some of the rows, with the number of the first one and how many there are, if the nest writes it and its outermost
/// loop runs over these.
fn written_rows(b: &Body, nest: &Nest, operand: &Operand) -> Option<(Value, i64, i64)> {
    let lead = nest.lead.first().filter(|_| operand.write)?;
    operand.indices.first()?.as_loop().filter(|d| d == lead)?;
    let view = b.def_op(operand.value)?.as_op::<SubViewOp>(b)?;
    let first = |all: Vec<MixedIndex>| all.first().and_then(|n| n.as_static());
    let is_step = first(view.mixed_strides(b)) == Some(1);
    let is_kept = view.dropped_dims(b)?.first() == Some(&false);
    (is_step && is_kept).then_some(())?;
    Some((view.source(b), first(view.mixed_offsets(b))?, first(view.mixed_sizes(b))?))
}

/// Whether a nest must stay in order with ops that have these accesses.
pub(super) fn conflicts(b: &Body, x: &Nest, with: &[Access]) -> bool {
    buffer_alias::conflict(b, &x.accesses, with) || buffer_alias::conflict(b, &x.captured, with)
}
