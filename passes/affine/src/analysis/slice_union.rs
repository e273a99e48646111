//! The slice that all dependences between two nests need.

use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{
    access::Access,
    constraints::{ValueConstraints, for_op_of},
    dependence::{Dependence, Pairs, check_dependence},
    domain::{Enclosing, common_loop_depth, enclosing_loops, enclosing_ops},
    slice::Slice,
};

/// The slice of the loops around `sources` with which a copy in loop number `depth` around the destinations computes all that
/// iterations of these need. `common` loops are around both. `None` if there is no dependence, a bound is not known, or the slice might have
/// iterations that the source has not.
pub fn slice_union(
    b: &Body,
    sources: &[Access],
    destinations: &[Access],
    depth: usize,
    common: usize,
) -> Option<Slice> {
    let mut union: Option<ValueConstraints> = None;
    let mut dependent = Vec::new();
    for source in sources {
        for to in destinations.iter().filter(|to| to.memref == source.memref) {
            let (from_loops, to_loops) = (loops_only(b, source.op)?, loops_only(b, to.op)?);
            if depth > to_loops || from_loops == 0 {
                return None;
            }
            let pairs = if source.is_write || to.is_write { Pairs::Writes } else { Pairs::All };
            let system = match check_dependence(b, source, to, common + 1, pairs) {
                Dependence::None => continue,
                Dependence::Unknown => return None,
                Dependence::Exists(system) => system,
            };
            dependent.push(to.op);
            let slice = Slice::from_dependence(b, [source, to], &system, depth)?;
            let constraints = slice.constraints(b)?;
            match &mut union {
                None => union = Some(constraints),
                Some(union) => unite(b, union, constraints)?,
            }
        }
    }
    if depth > common_loop_depth(b, &dependent) {
        return None;
    }
    let into: ForOp = *enclosing_loops(b, *dependent.first()?).get(depth.checked_sub(1)?)?;
    let slice = Slice::from_constraints(union?, b, into)?;
    (slice.is_valid(b) == Some(true)).then_some(slice)
}

/// The number of loops around an op; `None` if other affine ops are around it.
fn loops_only(b: &Body, op: Op) -> Option<usize> {
    let around = enclosing_ops(b, op);
    around.iter().all(|op| matches!(op, Enclosing::For(_))).then_some(around.len())
}

/// Enlarges a system to a box that contains another one. The dimensions are those of both; one that only the other system has gets the bounds of
/// its loop.
fn unite(b: &Body, union: &mut ValueConstraints, mut other: ValueConstraints) -> Option<()> {
    if union.values != other.values {
        let (own, theirs) = (dims(union), dims(&other));
        for &iv in theirs.iter().filter(|iv| !own.contains(iv)) {
            if union.find(iv).is_some() {
                return None;
            }
            union.append_dim(Some(iv));
            union.add_for_bounds(b, for_op_of(b, iv)?, iv)?;
        }
        for (at, iv) in dims(union).into_iter().enumerate() {
            match theirs.contains(&iv) {
                true => {
                    let from = dims(&other).iter().position(|&v| v == iv)?;
                    other.relation.swap_vars(at, from);
                    other.values.swap(at, from);
                }
                false => {
                    other.insert_dims(at, &[Some(iv)]);
                    other.add_for_bounds(b, for_op_of(b, iv)?, iv)?;
                }
            }
        }
        union.align_symbols(&mut other);
    }
    union.relation.union_bounding_box(&other.relation)
}

fn dims(system: &ValueConstraints) -> Vec<Value> {
    system.values[..system.relation.n_dims()].iter().copied().flatten().collect()
}
