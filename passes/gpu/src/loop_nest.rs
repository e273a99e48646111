//! Structured ops as code of threads: some of their loops are divided among threads, the others run inside of each thread.
//!
//! A loop can be divided if its iterations are independent and write different elements, which holds if its index is one of the indices of
//! every output. The other loops, such as reductions, are serial.

use std::ops::Range;

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_linalg::{IndexOp, IteratorType, LinalgOp};
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::{
    affine_expr::expand_affine_map, buffer_alias::is_memref, structured_op::Structured,
};
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

use crate::vector_access::VectorAccess;

/// A structured op on buffers, and which of its loops are divided among threads.
pub struct LoopNest {
    /// The op.
    pub op: Op,
    /// Its inputs, followed by its outputs.
    pub operands: Vec<Value>,
    /// The indexing map of each operand.
    pub maps: Vec<AffineMap>,
    /// The positions of the outputs among the operands.
    pub inits: Range<usize>,
    /// The block that computes one iteration.
    pub payload: Block,
    /// The sizes of the loops; [`DYNAMIC`] if unknown.
    pub ranges: Vec<i64>,
    /// The loops that are divided among threads; neighbouring threads differ in the last one.
    pub divided: Vec<usize>,
    /// The loops that run inside of a thread.
    pub serial: Vec<usize>,
    /// The initial values of outputs that stay in registers; `None` for those whose elements are read.
    pub reduction_inits: Vec<(usize, Value)>,
}

impl LoopNest {
    /// Reads an op.
    ///
    /// # Errors
    ///
    /// Why it has no kernel.
    pub fn read(b: &Body, op: Op) -> Result<Self, String> {
        let Structured { inputs, outputs, maps, iterators: kinds, block: payload, .. } =
            Structured::read(b, op)?;
        if !b.results(op).is_empty() {
            return Err("it has tensor semantics; bufferize it first".into());
        }
        let linalg = op.cast::<dyn LinalgOp>(b).ok_or("it is not structured")?;
        let end = linalg.payload_yield(b).ok_or("its payload does not end with 'linalg.yield'")?;
        let inits = inputs.len()..inputs.len() + outputs.len();
        let operands = [inputs, outputs].concat();
        if b.block_args(payload).len() != operands.len() || b.num_operands(end.op()) != inits.len() {
            return Err("its payload does not match its operands".into());
        }
        if operands.iter().zip(&maps).any(|(&v, m)| !is_memref(b, v) && m.n_results() != 0) {
            return Err("an operand is neither a memref nor a scalar".into());
        }
        if maps.iter().any(|m| m.n_symbols() != 0) {
            return Err("an indexing map has symbols".into());
        }
        linalg.loop_sources(b).ok_or("the size of a loop does not follow from its operands")?;
        let own = |l: usize| {
            kinds[l] == IteratorType::Parallel
                && maps[inits.clone()].iter().all(|m| m.result_position(l as u32).is_some())
        };
        let (mut divided, serial): (Vec<usize>, Vec<usize>) = (0..kinds.len()).partition(|&l| own(l));
        if let Some(first) = maps.get(inits.start) {
            divided.sort_by_key(|&l| first.result_position(l as u32));
        }
        let ranges = linalg.static_loop_ranges(b);
        Ok(Self { op, operands, maps, inits, payload, ranges, divided, serial, reduction_inits: Vec::new() })
    }
    /// The number of iterations of the divided loops, if it is static.
    pub fn static_count(&self) -> Option<i64> {
        product(self.divided.iter().map(|&l| self.ranges[l]))
    }
    /// The number of iterations of all loops, if it is static.
    pub fn static_work(&self) -> Option<i64> {
        product(self.ranges.iter().copied())
    }
    /// The sizes of all loops, materialized where they are dynamic.
    ///
    /// # Errors
    ///
    /// The op is not structured, or the size of a loop does not follow from its operands.
    pub fn sizes(&self, b: &mut Builder<'_>) -> Result<Vec<MixedIndex>, String> {
        let linalg = self.op.cast::<dyn LinalgOp>(b).ok_or("it is not structured")?;
        linalg.loop_ranges(b).ok_or_else(|| "the size of a loop does not follow from its operands".into())
    }
    /// Whether the results of the serial loops can be accumulated in registers.
    pub fn accumulates(&self) -> bool {
        let fixed = |m: &AffineMap| !self.serial.iter().any(|&l| m.uses_dim(l as u32));
        !self.serial.is_empty() && self.maps[self.inits.clone()].iter().all(fixed)
    }
    /// Whether the payload uses an operand.
    fn is_used(&self, b: &Body, i: usize) -> bool {
        b.has_uses(b.block_args(self.payload)[i])
    }

    /// Emits the code of one thread for one iteration of the divided loops, whose indices are `coords`; or for several neighbours along the
    /// last of them.
    pub(crate) fn emit(
        &self,
        b: &mut Builder<'_>,
        coords: &[Value],
        sizes: &[MixedIndex],
        access: &VectorAccess,
    ) -> Result<(), String> {
        let mut ivs: Vec<Option<Value>> = vec![None; self.ranges.len()];
        for (&l, &v) in self.divided.iter().zip(coords) {
            ivs[l] = Some(v);
        }
        if self.serial.is_empty() {
            let lanes = Lanes::new(b, self, &ivs, access)?;
            let values = self.lanes_of_element(b, &lanes, None)?;
            return self.store(b, &lanes, &values);
        }
        if !self.accumulates() {
            return self
                .loops(b, &mut ivs, sizes, &self.serial, &[], &mut |b, ivs, _| {
                    let lanes = Lanes::new(b, self, ivs, access)?;
                    let values = self.lanes_of_element(b, &lanes, None)?;
                    self.store(b, &lanes, &values)?;
                    Ok(Vec::new())
                })
                .map(|_| ());
        }
        let outside = Lanes::new(b, self, &ivs, access)?;
        let mut inits: Vec<Value> = Vec::new();
        for i in self.inits.clone() {
            match self.reduction_inits.iter().find(|s| s.0 == i) {
                Some(&(_, start)) => inits.extend(vec![start; outside.width]),
                None => inits.extend(outside.load(b, self, i)?),
            }
        }
        let results = self.loops(b, &mut ivs, sizes, &self.serial, &inits, &mut |b, ivs, carried| {
            let lanes = Lanes::new(b, self, ivs, access)?;
            let values = self.lanes_of_element(b, &lanes, Some(carried))?;
            Ok(values.concat())
        })?;
        let values: Vec<Vec<Value>> = results.chunks(outside.width).map(<[Value]>::to_vec).collect();
        self.store(b, &outside, &values)
    }

    /// Emits the loops `rest`, with a body that gets the indices of all loops and the carried values.
    fn loops(
        &self,
        b: &mut Builder<'_>,
        ivs: &mut Vec<Option<Value>>,
        sizes: &[MixedIndex],
        rest: &[usize],
        inits: &[Value],
        body: &mut Iteration<'_>,
    ) -> Result<Vec<Value>, String> {
        let Some((&l, rest)) = rest.split_first() else { return body(b, ivs, inits) };
        let bounds = [MixedIndex::Static(0), sizes[l], MixedIndex::Static(1)]
            .map(|m| m.materialize(b).ok_or("the 'arith' dialect is not registered"));
        let [zero, size, one] = bounds;
        let (zero, size, one) = (zero?, size?, one?);
        let mut error = None;
        let op = ForOp::create(b, [zero, size, one], inits, |b, iv, carried| {
            ivs[l] = Some(iv);
            self.loops(b, ivs, sizes, rest, carried, body).unwrap_or_else(|e| {
                error = Some(e);
                carried.to_vec()
            })
        });
        match error {
            Some(e) => Err(e),
            None => Ok(b.results(op.op()).to_vec()),
        }
    }

    /// The values that the payload yields, for each output those of all lanes; `carried` holds the old elements of outputs that are in
    /// registers.
    fn lanes_of_element(
        &self,
        b: &mut Builder<'_>,
        lanes: &Lanes<'_>,
        carried: Option<&[Value]>,
    ) -> Result<Vec<Vec<Value>>, String> {
        let mut operands: Vec<Vec<Value>> = Vec::new();
        for i in 0..self.operands.len() {
            let values = match carried {
                Some(carried) if self.inits.contains(&i) => {
                    let at = (i - self.inits.start) * lanes.width;
                    carried[at..at + lanes.width].to_vec()
                }
                _ if self.is_used(b, i) => lanes.load(b, self, i)?,
                _ => Vec::new(),
            };
            operands.push(values);
        }
        let mut results = vec![Vec::new(); self.inits.len()];
        for lane in 0..lanes.width {
            let args: Vec<Option<Value>> = operands.iter().map(|v| v.get(lane).copied()).collect();
            let ivs = lanes.ivs(lane);
            for (result, v) in results.iter_mut().zip(self.clone_payload(b, &args, &ivs)?) {
                result.push(v);
            }
        }
        Ok(results)
    }

    /// Clones the payload for one iteration, with the values of its arguments and the indices of the loops; returns what it yields.
    ///
    /// # Errors
    ///
    /// The payload is empty, or it asks for a loop that has no index.
    pub fn clone_payload(
        &self,
        b: &mut Builder<'_>,
        args: &[Option<Value>],
        ivs: &[Option<Value>],
    ) -> Result<Vec<Value>, String> {
        let mut map = IdMap::new();
        for (&arg, value) in b.block_args(self.payload).iter().zip(args) {
            if let Some(value) = value {
                map.map(arg, *value);
            }
        }
        let number = |b: &Body, op: IndexOp| {
            let l = op.dim(b).get(b.cx()).as_i64(b.cx()).unwrap_or(-1);
            let iv = usize::try_from(l).ok().and_then(|l| ivs.get(l).copied().flatten());
            iv.ok_or("a 'linalg.index' asks for a loop that does not exist")
        };
        let ops: Vec<Op> = b.block_ops(self.payload).collect();
        let (last, ops) = ops.split_last().ok_or("its payload is empty")?;
        for &op in ops {
            if let Some(index) = op.as_op::<IndexOp>(b) {
                let iv = number(b, index)?;
                map.map(b.result(op, 0), iv);
                continue;
            }
            let copy = b.clone_op(op, &mut map);
            b.insert_op(copy);
            for inner in b.ops_in(copy) {
                if let Some(index) = inner.as_op::<IndexOp>(b) {
                    let (iv, old) = (number(b, index)?, b.result(inner, 0));
                    b.replace_all_uses(old, iv);
                    b.erase(inner);
                }
            }
        }
        Ok(b.operands(*last).map(|v| map.get(v)).collect())
    }

    fn store(&self, b: &mut Builder<'_>, lanes: &Lanes<'_>, values: &[Vec<Value>]) -> Result<(), String> {
        for (i, values) in self.inits.clone().zip(values) {
            lanes.store(b, self, i, values)?;
        }
        Ok(())
    }
}

/// The body of the innermost loop: maps the indices of the loops and the carried values to the next carried values.
type Iteration<'a> =
    dyn FnMut(&mut Builder<'_>, &mut Vec<Option<Value>>, &[Value]) -> Result<Vec<Value>, String> + 'a;

/// The product of static sizes, unless it overflows.
fn product(mut sizes: impl Iterator<Item = i64>) -> Option<i64> {
    sizes.try_fold(1i64, |n, size| if size == DYNAMIC { None } else { n.checked_mul(size) })
}

/// Neighbouring iterations along the last divided loop, which one thread computes.
struct Lanes<'a> {
    access: &'a VectorAccess,
    width: usize,
    /// The indices of the loops in the first lane.
    first: Vec<Option<Value>>,
    /// The last divided loop, and its index in each lane.
    along: Option<(usize, Vec<Value>)>,
}

impl<'a> Lanes<'a> {
    fn new(
        b: &mut Builder<'_>,
        nest: &LoopNest,
        ivs: &[Option<Value>],
        access: &'a VectorAccess,
    ) -> Result<Self, String> {
        let width = access.width.max(1);
        let along = match (width, nest.divided.last()) {
            (2.., Some(&l)) => {
                let first = ivs[l].ok_or("a loop has no number")?;
                let lane = |i: usize| {
                    if i == 0 {
                        return first;
                    }
                    let i = strata_arith::constant_index(b, i as i64);
                    strata_arith::AddIOp::build(b, first, i, None)
                };
                Some((l, (0..width).map(lane).collect()))
            }
            _ => None,
        };
        Ok(Self { access, width, first: ivs.to_vec(), along })
    }
    /// The indices of the loops in a lane.
    fn ivs(&self, lane: usize) -> Vec<Option<Value>> {
        let mut ivs = self.first.clone();
        if let Some((l, numbers)) = &self.along {
            ivs[*l] = Some(numbers[lane]);
        }
        ivs
    }
    /// The position of an operand's element in a lane.
    fn indices(
        &self,
        b: &mut Builder<'_>,
        nest: &LoopNest,
        i: usize,
        lane: usize,
    ) -> Result<Vec<Value>, String> {
        // Loops that have no number yet are not in the map.
        let any = self.first.iter().flatten().next().copied();
        let dims: Vec<Value> = self.ivs(lane).into_iter().map_while(|v| v.or(any)).collect();
        expand_affine_map(b, &nest.maps[i], &dims)
    }
    /// The element of an operand for each lane.
    fn load(&self, b: &mut Builder<'_>, nest: &LoopNest, i: usize) -> Result<Vec<Value>, String> {
        let v = nest.operands[i];
        if !is_memref(b, v) {
            return Ok(vec![v; self.width]);
        }
        if self.along.is_none() || !nest.maps[i].uses_dim(self.access.along as u32) {
            let at = self.indices(b, nest, i, 0)?;
            return Ok(vec![LoadOp::create(b, v, &at); self.width]);
        }
        if self.access.is_together(i) {
            let at = self.indices(b, nest, i, 0)?;
            return Ok(self.access.load(b, v, &at));
        }
        (0..self.width)
            .map(|lane| {
                let at = self.indices(b, nest, i, lane)?;
                Ok(LoadOp::create(b, v, &at))
            })
            .collect()
    }
    fn store(&self, b: &mut Builder<'_>, nest: &LoopNest, i: usize, values: &[Value]) -> Result<(), String> {
        let v = nest.operands[i];
        let at = self.indices(b, nest, i, 0)?;
        match values {
            [value] => {
                StoreOp::create(b, *value, v, &at);
            }
            _ => self.access.store(b, v, &at, values),
        }
        Ok(())
    }
}
