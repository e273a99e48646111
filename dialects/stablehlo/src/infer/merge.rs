//! Types that several types have in common, with the bounds of unknown sizes.

use strata_ir::prelude::*;

use super::{bounds_of, with_bounds};

/// A size and its bound; [`DYNAMIC`] where one is not known.
type Dim = (i64, i64);

/// The size that is known of one of two.
///
/// | left | right | together |
/// |---|---|---|
/// | `4` | `4`, `?`, `?` up to at least 4 | `4` |
/// | `?` up to 4 | `?` | `?` up to 4 |
/// | `?` up to 4 | `?` up to 5 | `?` up to 4 |
fn most(dim: usize, a: Dim, b: Dim) -> Result<Dim, String> {
    let known = |n: i64| n != DYNAMIC;
    if !known(a.0) && !known(b.0) {
        let bound = match (known(a.1), known(b.1)) {
            (true, true) => a.1.min(b.1),
            (true, false) => a.1,
            _ => b.1,
        };
        return Ok((DYNAMIC, bound));
    }
    check!(
        !known(a.0) || !known(b.0) || a.0 == b.0,
        "Mismatched dimension sizes {} and {} in dimension {dim}",
        a.0,
        b.0
    );
    let size = if known(a.0) { a.0 } else { b.0 };
    let bound = if known(a.1) { a.1 } else { b.1 };
    check!(
        !known(bound) || size <= bound,
        "Mismatched dimension size {size} and bound {bound} in dimension {dim}"
    );
    Ok((size, DYNAMIC))
}

/// The size that both of two may have.
///
/// | left | right | together |
/// |---|---|---|
/// | `4` | `4` | `4` |
/// | `4` | `?` | `?` |
/// | `4` | `?` up to 5 | `?` up to 5 |
/// | `?` up to 4 | `?` up to 5 | `?` up to 5 |
fn least(dim: usize, a: Dim, b: Dim) -> Result<Dim, String> {
    let known = |n: i64| n != DYNAMIC;
    let bound = match (known(a.0), known(b.0)) {
        (true, true) => {
            check!(a.0 == b.0, "Mismatched dimension sizes {} and {} in dimension {dim}", a.0, b.0);
            return Ok((a.0, DYNAMIC));
        }
        (true, false) if known(b.1) => a.0.max(b.1),
        (false, true) if known(a.1) => b.0.max(a.1),
        (false, false) if known(a.1) && known(b.1) => a.1.max(b.1),
        _ => DYNAMIC,
    };
    Ok((DYNAMIC, bound))
}

type Merge = fn(usize, Dim, Dim) -> Result<Dim, String>;

fn merge(cx: &Context, types: &[Type], rule: Merge) -> Result<Type, String> {
    let first = types[0];
    if types.iter().all(|&t| t == first) {
        return Ok(first);
    }
    let ranked: Vec<&TensorType> = types.iter().filter_map(|&t| cx.type_as::<TensorType>(t)).collect();
    let Some((&first, rest)) = ranked.split_first() else { return Ok(first) };
    let mut dims: Vec<Dim> = first.shape.iter().copied().zip(bounds_of(cx, first)).collect();
    for other in rest {
        let (rank, n) = (first.shape.len(), other.shape.len());
        check!(rank == n, "Mismatched ranks of types{rank} vs {n}");
        let of_other = other.shape.iter().copied().zip(bounds_of(cx, other));
        for (i, (dim, right)) in dims.iter_mut().zip(of_other).enumerate() {
            *dim = rule(i, *dim, right)?;
        }
    }
    let sizes: Dims = dims.iter().map(|d| d.0).collect();
    let out = cx.tensor(&sizes, first.elem);
    // As upstream, without bounds where the first type has none.
    if first.encoding.is_none() {
        return Ok(out);
    }
    Ok(with_bounds(cx, out, dims.iter().map(|d| d.1).collect()))
}

/// The type that has the known sizes of all of `types`.
pub fn meet(cx: &Context, types: &[Type]) -> Result<Type, String> {
    merge(cx, types, most)
}

/// The same for types that are compatible.
pub fn most_specific(cx: &Context, types: &[Type]) -> Type {
    meet(cx, types).unwrap_or(types[0])
}

/// The type that values of all of `types` have.
pub fn join(cx: &Context, types: &[Type]) -> Result<Type, String> {
    if types.iter().any(|&t| cx.type_as::<TensorType>(t).is_none()) {
        return Ok(types[0]);
    }
    merge(cx, types, least)
}

/// The size and the bound of tensors one after the other.
pub fn sum(a: Dim, b: Dim) -> Dim {
    if a.0 != DYNAMIC && b.0 != DYNAMIC {
        return (a.0.saturating_add(b.0), DYNAMIC);
    }
    let limit = |(size, bound): Dim| if size == DYNAMIC { bound } else { size };
    let (a, b) = (limit(a), limit(b));
    (DYNAMIC, if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.saturating_add(b) })
}

/// The known sizes of all of `dims` for dimension `i`.
pub fn meet_dims(i: usize, a: Dim, b: Dim) -> Result<Dim, String> {
    most(i, a, b)
}
