//! `scatter` with a thread for each element of the result, which combines the updates of the element in their order.
//!
//! With few updates, each thread searches all of them. With many, the positions of updates are sorted together with their indices, and a
//! thread finds the updates of its element by binary search. So the results are deterministic, even for floats.

use strata_ir::prelude::*;
use strata_tensor::MixedIndex;

use super::{segments, updates::Updates};
use crate::stablehlo_to_linalg::{
    Lowered,
    scatter::{self, Scatter},
    sizes,
    state::Lowering,
};

/// The largest number of updates that are searched one by one.
const FEW: i64 = 32;

/// The results; a single window is combined in place.
pub(in crate::stablehlo_to_linalg) fn lower(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    let (scatter, starts) = scatter::analyze(l, b, op)?;
    let Some(scatter) = scatter else { return Ok(Some(starts.into())) };
    match gathered(&scatter, b, &starts)? {
        Some(results) => Ok(Some(results.into())),
        None => scatter.windows(b, &starts).map(Some),
    }
}

/// The results; `None` for a single window, which is combined in place.
fn gathered(scatter: &Scatter<'_>, b: &mut Builder<'_>, starts: &[Value]) -> Lowered<Option<Vec<Value>>> {
    let batch = scatter.batch();
    let counts: Vec<MixedIndex> = batch.iter().map(|&d| scatter.extent[d]).collect();
    let given = |i: &usize| scatter.indices.batching.iter().any(|&(_, from)| from == *i);
    let free: Vec<usize> = (0..counts.len()).filter(|i| !given(i)).collect();
    // A single window of static size is combined in place.
    let known = |all: &[MixedIndex]| all.iter().try_fold(1i64, |n, m| n.checked_mul(m.as_static()?));
    if known(&counts).is_some_and(|n| n < 2) && known(&scatter.extent).is_some() {
        return Ok(None);
    }
    let numbers: Vec<MixedIndex> = free.iter().map(|&i| counts[i]).collect();
    let updates = sizes::product(b, &numbers)?;
    let selected: Vec<MixedIndex> = scatter.indices.map.iter().map(|&d| scatter.to[d]).collect();
    let places = sizes::product(b, &selected)?;
    let all = Updates { scatter, batch, counts, free, updates, places };
    let points = scatter.indices.map.iter().all(|&d| scatter.size(d) == 1.into());
    let many = updates.as_static().is_none_or(|n| n > FEW);
    let done = if many && points { segments::combined(&all, b, starts)? } else { all.searched(b, starts)? };
    Ok(Some(done))
}
