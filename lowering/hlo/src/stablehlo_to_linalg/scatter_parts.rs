//! Scatters of many updates to few elements, in parts that threads can run at the same time.
//!
//! ```text
//! updates   0 … 1023 │ 1024 … 2047 │ …
//!               ▼            ▼
//! rows       row 0        row 1      …   begin with neutral elements
//!               └──────┬─────┘
//! result        input and all rows
//! ```
//!
//! How many parts there are follows from the sizes, so that results do not depend on threads. A sum of floats is that of the sums of parts.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType};
use strata_passes_analysis::combiner::Combiner;
use strata_tensor::MixedIndex;

use super::{
    Lowered, constants,
    indices::Start,
    loops::{self, index_op},
    scatter::{Previous, Scatter},
    sizes,
};

/// The fewest updates that are divided, some tens of microseconds of work, and the fewest of a part.
const MANY: i64 = 1 << 15;
const LEAST: i64 = 1 << 10;
/// The numbers of parts, the best one first.
const PARTS: [i64; 6] = [64, 32, 16, 8, 4, 2];
/// The fewest updates for each element of a row: what it takes to fill and combine rows is a small part of the work.
const UPDATES_OF_ELEMENT: i64 = 8;

/// How a scatter is divided.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    combiner: Combiner,
    parts: i64,
    /// The updates of a part.
    size: i64,
}

impl Scatter<'_> {
    /// The division of a scatter of single elements, if it is worth one.
    pub fn plan(&self, b: &Body, starts: &[Value]) -> Option<Plan> {
        let (&[_], &[elem], &[updates]) = (starts, &self.elems[..], &self.extent[..]) else { return None };
        let single = self.window.iter().all(Option::is_none) && self.indices.batching.is_empty();
        let same = self.sources.iter().all(|source| source.1 == elem);
        (single && same && !self.whole).then_some(())?;
        let updates = updates.as_static().filter(|&n| n >= MANY)?;
        let elements = self.to.iter().try_fold(1i64, |n, m| n.checked_mul(m.as_static()?))?;
        let pays = |&parts: &i64| {
            let rows = parts.saturating_mul(elements).saturating_mul(UPDATES_OF_ELEMENT);
            updates % parts == 0 && updates / parts >= LEAST && rows <= updates
        };
        let parts = PARTS.into_iter().find(pays)?;
        Some(Plan { combiner: self.combiner(b, elem)?, parts, size: updates / parts })
    }

    /// The associative operation of the computation.
    fn combiner(&self, b: &Body, elem: Type) -> Option<Combiner> {
        let &[block] = b.blocks(self.region) else { return None };
        let args = b.block_args(block);
        let mut ops = b.block_ops(block);
        let (op, end) = (ops.next()?, ops.next()?);
        let of_args = args.len() == 2
            && b.num_operands(op) == 2
            && args
                .iter()
                .all(|&arg| b.operands(op).any(|v| v == arg) && b.cx().elem_or_self(b.ty(arg)) == elem);
        let returned = b.results(op).len() == 1 && b.operands(end).eq([b.result(op, 0)]);
        (of_args && returned && ops.next().is_none()).then_some(())?;
        let (stem, cx) = (b.op_name(op).strip_prefix("stablehlo.")?, b.cx());
        if cx.as_float(elem).is_some() {
            // Narrower sums would be rounded more often.
            let wide = cx.bit_width(elem).is_some_and(|bits| bits >= 32);
            return Combiner::from_op_name(match stem {
                "add" if wide => "arith.addf",
                "maximum" => "arith.maximumf",
                "minimum" => "arith.minimumf",
                _ => return None,
            });
        }
        let int = cx.as_int(elem).filter(|int| int.width > 1)?;
        Combiner::from_op_name(match (stem, int.signedness == Signedness::Unsigned) {
            ("add", _) => "arith.addi",
            ("maximum", false) => "arith.maxsi",
            ("maximum", true) => "arith.maxui",
            ("minimum", false) => "arith.minsi",
            ("minimum", true) => "arith.minui",
            _ => return None,
        })
    }

    /// Combines the updates of each part in a row of its own, and the rows with the input.
    pub fn in_parts(
        self,
        b: &mut Builder<'_>,
        plan: Plan,
        starts: &[Value],
    ) -> Lowered<SmallVec<[Value; 2]>> {
        let carries = self.has_long_runs(&[(plan.size * plan.parts).into()]);
        let elem = b.cx().elem_or_self(b.ty(starts[0]));
        let neutral = plan.combiner.neutral_attr(b.cx(), elem);
        let neutral = strata_arith::constant(b, neutral);
        let mut to = vec![MixedIndex::Static(plan.parts)];
        to.extend(&self.to);
        let rows = sizes::filled(b, neutral, &to)?;
        let window = std::iter::once(None).chain(self.window.iter().copied()).collect();
        let of_rows = Scatter { to, window, ..self };
        let rows = loops::nest(b, &[plan.parts], &[rows], &mut |b, counters, rows| {
            of_rows.part(b, plan, counters[0], rows[0], carries).map(|rows| vec![rows])
        })?;
        let rank = of_rows.to.len() as u32;
        let kept: Vec<u32> = (1..rank).collect();
        let maps = [AffineMap::identity(rank), AffineMap::select(rank, &kept)];
        let mut iterators = vec![IteratorType::Parallel; rank as usize];
        iterators[0] = IteratorType::Reduction;
        let ty = b.ty(starts[0]);
        let sum = GenericOp::build_with(b, &rows, starts, &maps, &iterators, &[ty], |b, args| {
            vec![plan.combiner.apply(b, args[1], args[0])]
        });
        Ok(SmallVec::from_slice(b.results(sum.op())))
    }

    /// Combines the updates of part `part` in its row. If updates of one element follow each other, its value is carried between them.
    fn part(
        &self,
        b: &mut Builder<'_>,
        plan: Plan,
        part: Value,
        rows: Value,
        carries: bool,
    ) -> Lowered<Value> {
        let size = strata_arith::constant_index(b, plan.size);
        let first = index_op(b, "arith.muli", part, size)?;
        let mut inits = vec![rows];
        if carries {
            inits.push(strata_arith::constant_index(b, -1));
            inits.extend(self.elems.iter().map(|&elem| constants::zero(b, elem)));
        }
        let done = loops::nest(b, &[plan.size], &inits, &mut |b, counters, carried| {
            let at = index_op(b, "arith.addi", first, counters[0])?;
            let mut start = self.indices.start(b, &[at], self.to.len() - 1)?;
            start.insert(0, Start::Batch(part));
            let (rows, before) = carried.split_at(1);
            let previous = before.split_first().map(|(&place, values)| Previous { place, values });
            let mut done = self.element(b, &start, &[at], rows, previous)?;
            if carries {
                done.tensors.extend(done.place.last());
                done.tensors.extend(done.values);
            }
            Ok(done.tensors)
        })?;
        Ok(done[0])
    }
}
