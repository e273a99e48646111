//! A contraction as loops over addresses: how far each operand moves with each loop.
//!
//! Every index of an operand is linear in the loops, and so is the address of an element in a buffer with static
//! strides. Dimensions then mean nothing any more: a convolution of 1 x 1 is the same nest as a product of matrices.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_memref::layout;
use strata_passes_analysis::linear_index::LinearIndex;
use strata_tensor::MixedIndex;

use crate::structured_op::{IteratorType, Structured, static_strides};

/// The number of operands: left side, right side and result.
pub(crate) const OPERANDS: usize = 3;

/// The size of a loop of unknown size, or a factor of it where the loop is merged with another one.
pub(crate) const UNKNOWN: i64 = 1 << 32;

/// One loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    /// How often it runs.
    pub size: i64,
    /// Whether its iterations are summed up.
    pub reduction: bool,
    /// By how many elements each operand moves with each iteration.
    pub strides: [i64; OPERANDS],
}

impl Loop {
    /// The single loop that is equal to `self` around `inner`, if there is one.
    fn around(&self, inner: &Loop) -> Option<Loop> {
        let fits = (0..OPERANDS).all(|o| Some(self.strides[o]) == inner.strides[o].checked_mul(inner.size));
        (self.reduction == inner.reduction && fits)
            .then(|| self.size.checked_mul(inner.size))?
            .map(|size| Loop { size, ..inner.clone() })
    }
}

/// A contraction: `out[..] += lhs[..] * rhs[..]` in loops.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// Loops, none of which runs only once.
    pub loops: Vec<Loop>,
    /// The position at which each operand starts.
    pub starts: [i64; OPERANDS],
    /// The elements of an input that fill 32 bits, where instructions multiply so many at once: two of 16 bits, four integers of 8 bits; else one.
    pub group: i64,
}

/// The elements of inputs of these types that one instruction multiplies and sums.
fn group(cx: &Context, [x, y]: [Type; 2]) -> i64 {
    match cx.bit_width(x).filter(|_| x == y) {
        Some(16) => 2,
        Some(8) if cx.as_int(x).is_some() => 4,
        _ => 1,
    }
}

impl Nest {
    /// Reads a structured op with two inputs and one output, of static shapes.
    pub(crate) fn from_structured(body: &Body, s: &Structured) -> Option<Nest> {
        let strides =
            s.operands().map(|v| static_strides(body.cx(), body.ty(v))).collect::<Option<Vec<_>>>()?;
        Self::new(body, s, &s.static_sizes(body)?, &strides)
    }

    /// The same where loop `unknown` has no known size: its size is [`UNKNOWN`].
    pub(crate) fn with_unknown(body: &Body, s: &Structured, unknown: usize) -> Option<Nest> {
        let cx = body.cx();
        let strides =
            |v: Value| layout::strides(cx, body.ty(v)).map(|l| l.strides).filter(|s| !s.contains(&DYNAMIC));
        let strides = s.operands().map(strides).collect::<Option<Vec<_>>>()?;
        let mut sizes = vec![None; s.num_loops()];
        for (v, map) in s.operands().zip(&s.maps) {
            for (expr, &size) in map.results().iter().zip(cx.shaped(body.ty(v))?.shape?) {
                let d = expr.as_dim()? as usize;
                sizes[d] = Some(if d == unknown { UNKNOWN } else { size }).filter(|&n| n != DYNAMIC);
            }
        }
        Self::new(body, s, &sizes.into_iter().collect::<Option<Vec<_>>>()?, &strides)
    }

    fn new(body: &Body, s: &Structured, sizes: &[i64], strides: &[Vec<i64>]) -> Option<Nest> {
        let elem = |i: usize| body.cx().elem_or_self(body.ty(s.inputs[i]));
        let group = if s.inputs.len() == 2 { group(body.cx(), [elem(0), elem(1)]) } else { 1 };
        Self::from_maps((&s.maps, &s.iterators), sizes, strides, group)
    }

    /// The loops of a structured op, whose operands have these maps and strides.
    pub(crate) fn from_maps(
        (maps, iterators): (&[AffineMap], &[IteratorType]),
        sizes: &[i64],
        strides: &[Vec<i64>],
        group: i64,
    ) -> Option<Nest> {
        let mut factors = vec![[0i64; OPERANDS]; sizes.len()];
        let mut starts = [0i64; OPERANDS];
        for (o, (strides, map)) in strides.iter().zip(maps).enumerate() {
            let mut address = LinearIndex::default();
            for (expr, &stride) in map.results().iter().zip(strides) {
                address.add(expr, stride)?;
            }
            starts[o] = address.constant;
            for (l, by) in address.factors {
                factors.get_mut(l)?[o] = by;
            }
        }
        let loops = sizes.iter().zip(iterators).zip(factors).map(|((&size, &it), strides)| Loop {
            size,
            reduction: it == IteratorType::Reduction,
            strides,
        });
        let nest = Nest { loops: loops.filter(|l| l.size != 1).collect(), starts, group }.merged();
        // Iterations of the parallel loops write different elements; iterations of reductions share one.
        let sound = nest.loops.iter().all(|l| l.size > 0 && l.reduction == (l.strides[2] == 0));
        sound.then_some(nest)
    }

    /// The loop over the group of neighbours in both inputs that one instruction multiplies, where the iterations of `lanes` are the groups of
    /// input `shared`.
    pub(crate) fn group_loop(&self, lanes: usize, shared: usize) -> Option<usize> {
        let is_group = |l: &Loop| l.reduction && l.size == self.group && l.strides == [1, 1, 0];
        let apart = self.group > 1 && self.loops[lanes].strides[shared] == self.group;
        apart.then(|| self.loops.iter().position(is_group))?
    }

    /// Merges loops that walk the operands like a single loop.
    fn merged(mut self) -> Nest {
        let n = |loops: &[Loop]| 0..loops.len();
        while let Some((i, j, both)) = n(&self.loops).find_map(|i| {
            n(&self.loops)
                .filter(|&j| j != i)
                .find_map(|j| Some((i, j, self.loops[i].around(&self.loops[j])?)))
        }) {
            self.loops[j] = both;
            self.loops.remove(i);
        }
        self
    }
}

/// All of a buffer as a buffer with one dimension, so that an address is one index.
pub(crate) fn flat(b: &mut Builder<'_>, v: Value) -> Option<Value> {
    let cx = b.cx_arc().clone();
    let t = cx.type_as::<MemRefType>(b.ty(v))?.clone();
    let strides = static_strides(&cx, b.ty(v))?;
    let span = t.shape.iter().zip(&strides).map(|(n, s)| (n - 1).saturating_mul(*s)).sum::<i64>() + 1;
    if t.shape.len() == 1 && strides[0] == 1 {
        return Some(v);
    }
    Some(Memory::from_buffer(b, v)?.view(b, &[span], &[1]))
}

/// The memory of a buffer, and a position in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// A buffer that begins at the memory's pointer.
    pub base: Value,
    /// Elements from `base` on.
    pub offset: MixedIndex,
}

impl Memory {
    /// The memory of a buffer, from its first element on.
    pub(crate) fn from_buffer(b: &mut Builder<'_>, v: Value) -> Option<Memory> {
        let cx = b.cx_arc().clone();
        let t = cx.type_as::<MemRefType>(b.ty(v))?.clone();
        let known = match t.layout {
            Some(l) => cx.attr_as::<StridedLayoutAttr>(l)?.offset,
            None => 0,
        };
        if known != DYNAMIC {
            return Some(Memory { base: v, offset: MixedIndex::Static(known) });
        }
        let memory = cx.ty(MemRefType { shape: smallvec![], layout: None, ..t.clone() });
        let sizes = vec![cx.index(); t.shape.len()];
        let op = strata_memref::ExtractStridedMetadataOp::build(b, v, memory, cx.index(), &sizes, &sizes);
        let results = b.results(op.op());
        Some(Memory { base: results[0], offset: MixedIndex::Value(results[1]) })
    }

    /// The same memory at a position that is further by `by` elements plus, for each of `loops`, the induction variable times the stride.
    pub(crate) fn moved(self, b: &mut Builder<'_>, by: i64, loops: &[(Value, i64)]) -> Memory {
        let mut known = by;
        let mut sum: Option<Value> = None;
        let mut parts: Vec<(Value, i64)> = loops.to_vec();
        match self.offset {
            MixedIndex::Static(n) => known += n,
            MixedIndex::Value(v) => parts.push((v, 1)),
        }
        for (v, stride) in parts {
            if let Some(n) = MixedIndex::Value(v).constant(b) {
                known += n * stride;
                continue;
            }
            let distance = match stride {
                0 => continue,
                1 => v,
                _ => {
                    let stride = strata_arith::constant_index(b, stride);
                    strata_arith::MulIOp::build(b, v, stride, None)
                }
            };
            sum = Some(match sum {
                Some(sum) => strata_arith::AddIOp::build(b, sum, distance, None),
                None => distance,
            });
        }
        let offset = match sum {
            None => MixedIndex::Static(known),
            Some(sum) if known == 0 => MixedIndex::Value(sum),
            Some(sum) => {
                let known = strata_arith::constant_index(b, known);
                MixedIndex::Value(strata_arith::AddIOp::build(b, sum, known, None))
            }
        };
        Memory { offset, ..self }
    }

    /// A buffer in this memory.
    pub(crate) fn view(self, b: &mut Builder<'_>, shape: &[i64], strides: &[i64]) -> Value {
        let cx = b.cx_arc().clone();
        let base = cx.type_as::<MemRefType>(b.ty(self.base));
        let (elem, memory_space) = base.map_or((cx.f32(), None), |t| (t.elem, t.memory_space));
        let layout = cx.attr(StridedLayoutAttr { offset: self.offset.as_dim(), strides: strides.into() });
        let ty = cx.ty(MemRefType { shape: shape.into(), elem, layout: Some(layout), memory_space });
        let list = |v: &[i64]| v.iter().map(|&n| MixedIndex::Static(n)).collect::<Vec<_>>();
        strata_memref::ReinterpretCastOp::create(b, self.base, self.offset, &list(shape), &list(strides), ty)
    }
}
