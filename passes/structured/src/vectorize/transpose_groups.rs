//! Copies that transpose short groups of neighbours, such as pairs of bf16: a group of 32 bits is moved as one number.
//!
//! ```mlir
//! linalg.generic {indexing_maps = [(n, k, p) -> (n, k, p), (n, k, p) -> (k, n, p)], …}
//!   ins(%x : memref<64x32x2xbf16>) outs(%y : memref<32x64x2xbf16>) { … linalg.yield %in }
//! ```
//! Vectors of groups are loaded along the rows of the operand, squares of them are transposed in registers, and the columns are stored along
//! the rows of the result. This is what `linalg-pack-contractions` makes of a factor whose depth is contiguous.

use strata_ir::prelude::*;
use strata_memref::CollapseShapeOp;
use strata_vector::BitCastOp;

use super::{lane_loops, lane_plan, load, register_transpose::transpose, splat, store};
use crate::structured_op::{self, Structured};

/// Bits of a group.
const GROUP_BITS: u32 = 32;
/// More rows than this do not fit into registers.
const MAX_ROWS: i64 = 16;

/// A copy that transposes groups.
struct Plan<'a> {
    s: &'a Structured,
    sizes: Vec<i64>,
    /// The loop over groups that are neighbours in the result.
    columns: usize,
    /// The loop over groups that are neighbours in the operand.
    rows: usize,
    /// The loop over the members of a group.
    member: usize,
    /// Groups of a vector.
    lanes: i64,
}

/// Vectorises a copy that transposes groups.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(plan) = plan(body, &s, vector_bits) else { return false };
    let mut b = Builder::before(body, op);
    let around: Vec<usize> =
        (0..s.num_loops()).filter(|d| ![plan.columns, plan.rows, plan.member].contains(d)).collect();
    let (mut ivs, mut done) = (vec![None; s.num_loops()], false);
    lane_loops::nest(&mut b, &plan.sizes, &around, &mut ivs, Vec::new(), &mut |b, ivs, _| {
        done = plan.squares(b, ivs);
        Vec::new()
    });
    done
}

fn plan<'a>(body: &Body, s: &'a Structured, vector_bits: u32) -> Option<Plan<'a>> {
    let (sizes, _) = lane_plan::sizes_and_widest(body, s)?;
    let (&[input], &[output], [read, written]) = (&s.inputs[..], &s.outputs[..], &s.maps[..]) else {
        return None;
    };
    let yielded = body.operands(body.terminator(s.block)?).next()?;
    let copies = body.block_args(s.block).first() == Some(&yielded);
    if !copies || !s.is_elementwise() {
        return None;
    }
    let last_two = |map: &strata_ir::affine::AffineMap| {
        let [.., row, member] = map.results() else { return None };
        Some((row.as_dim()? as usize, member.as_dim()? as usize))
    };
    let ((rows, member), (columns, same)) = (last_two(read)?, last_two(written)?);
    let elem = body.cx().elem_or_self(body.ty(output));
    let bits = i64::from(body.cx().bit_width(elem)?) * *sizes.get(member)?;
    let dense = [input, output].iter().all(|&v| lane_loops::has_dense_rows(body, v, sizes[member]));
    // Each loop is one index of each operand.
    let plain = |map: &strata_ir::affine::AffineMap| map.results().iter().all(|e| e.as_dim().is_some());
    let fits = dense
        && member == same
        && rows != columns
        && sizes[member] > 1
        && bits == i64::from(GROUP_BITS)
        && plain(read)
        && plain(written)
        && read.uses_dim(columns as u32)
        && written.uses_dim(rows as u32);
    let lanes = i64::from(vector_bits / GROUP_BITS).min(MAX_ROWS);
    (fits && lanes > 1 && sizes[rows].min(sizes[columns]) > 1).then_some(Plan {
        s,
        sizes,
        columns,
        rows,
        member,
        lanes,
    })
}

impl Plan<'_> {
    /// Squares along the rows of the operand, from its begin to its end, for a vector of columns at a time.
    fn squares(&self, b: &mut Builder<'_>, ivs: &[Option<Value>]) -> bool {
        let [from, to] = [self.s.inputs[0], self.s.outputs[0]].map(|v| {
            let rank = b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0);
            CollapseShapeOp::create(b, v, &structured_op::last_two(rank))
        });
        let (Some(from), Some(to)) = (from, to) else { return false };
        self.parts(b, self.columns, &mut |b, column, columns| {
            self.parts(b, self.rows, &mut |b, row, rows| {
                let zero = strata_arith::constant_index(b, 0);
                let mut at: Vec<Value> = ivs.iter().map(|v| v.unwrap_or(zero)).collect();
                (at[self.columns], at[self.rows]) = (column, row);
                self.square(b, [from, to], &at, [rows, columns]);
            });
        });
        true
    }

    /// Calls `f` for the whole vectors of a loop, and for the remainder with its number of lanes.
    fn parts(&self, b: &mut Builder<'_>, d: usize, f: &mut dyn FnMut(&mut Builder<'_>, Value, Option<i64>)) {
        let (n, lanes) = (self.sizes[d], self.lanes);
        let whole = n - n % lanes;
        if whole > 0 {
            lane_loops::full_loop(b, whole, lanes, &[], |b, iv, _| {
                f(b, iv, None);
                Vec::new()
            });
        }
        if n > whole {
            let start = strata_arith::constant_index(b, whole);
            f(b, start, Some(n - whole));
        }
    }

    /// One square, with so many rows and columns where it is not whole.
    fn square(&self, b: &mut Builder<'_>, [from, to]: [Value; 2], at: &[Value], valid: [Option<i64>; 2]) {
        let cx = b.cx_arc().clone();
        let (lanes, members) = (self.lanes, self.sizes[self.member]);
        let elem = cx.elem_or_self(b.ty(from));
        let narrow = cx.vector(&[lanes * members], elem);
        let wide = cx.vector(&[lanes], cx.i32());
        let one = structured_op::one_attr(&cx, elem);
        let one = strata_arith::constant(b, one);
        let fill = splat(b, one, lanes * members);
        let mut lines = Vec::new();
        for c in 0..lanes {
            let line = match valid[1] {
                Some(n) if c >= n => fill,
                _ => {
                    let indices = self.indices(b, 0, at, (self.columns, c));
                    load(b, from, &indices, narrow, valid[0].map(|n| n * members), fill)
                }
            };
            lines.push(BitCastOp::build(b, line, wide));
        }
        let columns = transpose(b, lines);
        for (r, line) in columns.into_iter().enumerate().take(valid[0].unwrap_or(lanes) as usize) {
            let line = BitCastOp::build(b, line, narrow);
            let indices = self.indices(b, 1, at, (self.rows, r as i64));
            store(b, line, to, &indices, valid[1].map(|n| n * members));
        }
    }

    /// The indices of an operand whose last two dimensions are one, `by` steps further along a loop.
    fn indices(
        &self,
        b: &mut Builder<'_>,
        operand: usize,
        at: &[Value],
        (along, by): (usize, i64),
    ) -> Vec<Value> {
        let mut at = at.to_vec();
        let by = strata_arith::constant_index(b, by);
        at[along] = strata_arith::AddIOp::build(b, at[along], by, None);
        lane_loops::row_indices(b, self.s, operand, &at, self.sizes[self.member])
    }
}
