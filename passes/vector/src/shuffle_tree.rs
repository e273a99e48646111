//! `lower-vector-to-from-elements-to-shuffle-tree`: a vector made of elements of vectors becomes a tree of shuffles.
//!
//! Before:
//! ```mlir
//! %0:2 = vector.to_elements %x : vector<2xf32>
//! %1:2 = vector.to_elements %y : vector<2xf32>
//! %2 = vector.from_elements %0#1, %1#0 : vector<2xf32>
//! ```
//! After:
//! ```mlir
//! %2 = vector.shuffle %x, %y [1, 2] : vector<2xf32>, vector<2xf32>
//! ```
//! Each level of the tree combines neighbours. A vector of a level holds the elements of the interval of the result that its sources
//! contribute to, from its first element on; all vectors of a level are as long as the longest of these intervals. Vectors of one dimension
//! and fixed length only.

use rustc_hash::FxHashMap;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vector::{FromElementsOp, ShuffleOp, ToElementsOp};

/// Lower `vector.to_elements` and `vector.from_elements` to a tree of `vector.shuffle` operations.
#[pass(
    name = "lower-vector-to-from-elements-to-shuffle-tree",
    class = "LowerVectorToFromElementsToShuffleTreePass",
    each_body
)]
pub struct LowerToFromElementsToShuffleTree;

impl BodyPass for LowerToFromElementsToShuffleTree {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(patterns! { FromElementsOp => "shuffle-tree": shuffle_tree });
        crate::apply(body, &patterns)
    }
}

/// Any element.
const POISON: i64 = -1;

/// A vector of a level: for each position of the result from `start` to `end`, the number of the element that goes there.
#[derive(Clone, PartialEq)]
struct Part {
    value: Value,
    length: usize,
    start: usize,
    end: usize,
    elements: Vec<(usize, i64)>,
}

fn shuffle_tree(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let from = op.as_op::<FromElementsOp>(rw)?;
    let result = rw.ty(from.dest(rw));
    let &[length] = rw.cx().type_as::<VectorType>(result)?.shape.as_slice() else { return None };
    let length = usize::try_from(length).ok()?;
    let mut level = sources(rw, from)?;
    loop {
        if level.len() % 2 != 0 {
            level.push(level.last()?.clone());
        }
        let pairs: Vec<(usize, usize)> =
            level.chunks(2).map(|p| (p[0].start, p[0].end.max(p[1].end))).collect();
        let size = match pairs.len() {
            1 => length,
            _ => pairs.iter().map(|(start, end)| end - start + 1).max()?,
        };
        let mut next = Vec::new();
        for (pair, (start, end)) in level.chunks(2).zip(pairs) {
            next.push(combine(rw, &pair[0], &pair[1], (start, end, size)));
        }
        level = next;
        if let [whole] = &level[..] {
            rw.replace_op(op, &[whole.value]);
            return Some(());
        }
    }
}

/// The vectors that elements come from, in the order of their first element.
fn sources(b: &Body, from: FromElementsOp) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut numbers: FxHashMap<Op, usize> = FxHashMap::default();
    for (at, element) in from.elements(b).enumerate() {
        let Def::Result { op, index } = b.def(element) else { return None };
        let value = op.as_op::<ToElementsOp>(b)?.source(b);
        let ty = b.cx().type_as::<VectorType>(b.ty(value))?;
        let (&[length], false) = (ty.shape.as_slice(), ty.scalable.contains(&true)) else { return None };
        let number = *numbers.entry(op).or_insert_with(|| {
            parts.push(Part { value, length: length as usize, start: at, end: at, elements: Vec::new() });
            parts.len() - 1
        });
        parts[number].end = at;
        parts[number].elements.push((at, index as i64));
    }
    (!parts.is_empty()).then_some(parts)
}

/// The vector of `size` elements for the positions from `start` to `end`.
fn combine(rw: &mut Rewriter<'_>, x: &Part, y: &Part, (start, end, size): (usize, usize, usize)) -> Part {
    let mut mask = vec![POISON; size];
    for &(at, number) in &x.elements {
        mask[at - start] = number;
    }
    if x != y {
        for &(at, number) in &y.elements {
            mask[at - start] = number + x.length as i64;
        }
    }
    let elements = (start..).zip(0..).zip(&mask).filter(|(_, m)| **m != POISON).map(|(place, _)| place);
    let elements = elements.collect();
    let elem = rw.cx().elem_or_self(rw.ty(x.value));
    let (attr, ty) = (rw.cx().i64_array(&mask), rw.cx().vector(&[size as i64], elem));
    let mut state = OpState::new(ShuffleOp::info(), rw.cur_loc());
    state.operands.extend([x.value, y.value]);
    state.set_attr(rw.cx(), "mask", attr);
    state.result_types.push(ty);
    let op = rw.create(state);
    Part { value: rw.result(op, 0), length: size, start, end, elements }
}
