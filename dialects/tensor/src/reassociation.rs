//! Groups of dimensions: which dimensions of the larger shape make one dimension of the smaller shape of a reshape.

use strata_ir::{core::DYNAMIC, prelude::*};

/// The groups of an attribute such as `[[0, 1], [2]]`.
pub fn groups(cx: &Context, attr: Attr) -> Option<Vec<Vec<i64>>> {
    let one = |a: &Attr| -> Option<Vec<i64>> {
        cx.attr_as::<ArrayAttr>(*a)?
            .0
            .iter()
            .map(|&i| cx.attr_as::<IntegerAttr>(i).filter(|i| i.ty == cx.i64())?.as_i64(cx))
            .collect()
    };
    cx.attr_as::<ArrayAttr>(attr)?.0.iter().map(one).collect()
}

/// The attribute of groups.
pub fn attr(cx: &Context, groups: &[Vec<i64>]) -> Attr {
    let inner = |g: &Vec<i64>| cx.array_attr(g.iter().map(|&i| cx.i64_attr(i)).collect());
    cx.array_attr(groups.iter().map(inner).collect())
}

/// The size of each group of a shape; dynamic when a member is.
pub fn collapsed_shape(shape: &[i64], groups: &[Vec<i64>]) -> Vec<i64> {
    let size = |&d: &i64| usize::try_from(d).ok().and_then(|d| shape.get(d)).copied().unwrap_or(DYNAMIC);
    let product = |g: &Vec<i64>| {
        g.iter()
            .map(size)
            .try_fold(1i64, |n, d| if d == DYNAMIC { None } else { n.checked_mul(d) })
            .unwrap_or(DYNAMIC)
    };
    groups.iter().map(product).collect()
}

/// Checks that the groups turn a tensor of type `expanded` into one of type `collapsed`.
pub fn verify(cx: &Context, expanded: Type, collapsed: Type, groups: &[Vec<i64>]) -> Result<(), String> {
    let types = (expanded, collapsed);
    let shape = |ty| cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[]);
    let (expanded, collapsed) = (shape(expanded), shape(collapsed));
    let (e, c) = (expanded.len(), collapsed.len());
    if e < c {
        return Err(format!(
            "expected the expanded type, '{}' to have a higher (or same) rank than the collapsed type, '{}'.",
            cx.type_to_string(types.0),
            cx.type_to_string(types.1)
        ));
    }
    if groups.len() != c {
        return Err(format!(
            "expected collapsed rank ({c}) to equal the number of reassociation maps ({}).",
            groups.len()
        ));
    }
    let dims = groups.iter().flatten().max().map_or(0, |&d| d.saturating_add(1));
    if c != 0 && dims != e as i64 {
        return Err(format!(
            "expected reassociation map #0 to have size equal to the expanded rank ({e}), but it is  {dims}."
        ));
    }
    // A scalar in more dimensions belongs to no group.
    if c == 0 && expanded.iter().all(|&d| d == 1) {
        return Ok(());
    }
    let mut next = 0;
    for (i, group) in groups.iter().enumerate() {
        for &d in group {
            if d != next {
                return Err(format!("expected reassociation map #{i} to be valid and contiguous."));
            }
            next += 1;
        }
    }
    if next as usize != e {
        return Err(format!(
            "expected reassociation indices to cover all {e} dimensions of the expanded shape"
        ));
    }
    for (i, group) in groups.iter().enumerate() {
        let dims = group.iter().map(|&d| expanded[d as usize]);
        let dynamic = dims.clone().filter(|&d| d == DYNAMIC).count();
        let is_dynamic = collapsed[i] == DYNAMIC;
        if is_dynamic && dynamic == 0 {
            return Err(format!(
                "expected dimension {i} of collapsed type to be static value of {}",
                dims.fold(1i64, |a, b| a.saturating_mul(b))
            ));
        }
        if !is_dynamic && dynamic != 0 {
            return Err(format!(
                "expected dimension {i} of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic"
            ));
        }
        if !is_dynamic {
            let product = dims.fold(1i64, |a, b| a.saturating_mul(b));
            if product != collapsed[i] {
                return Err(format!(
                    "expected dimension {i} of collapsed type to be static value of {product}"
                ));
            }
        }
    }
    Ok(())
}
/// Whether a reshape with the groups `second` of what a reshape with the groups `first` made of a value of shape `origin` is the value again,
/// where both have the same type. With one unknown size, or one in each of the same groups, the sizes are those before.
pub fn restores(origin: &[i64], first: &[Vec<i64>], second: &[Vec<i64>]) -> bool {
    let unknown = |d: i64| usize::try_from(d).ok().and_then(|d| origin.get(d)) == Some(&DYNAMIC);
    let in_groups = || first.iter().all(|group| group.iter().filter(|&&d| unknown(d)).count() <= 1);
    // Where groups are split first, each is one dimension of the origin.
    let split_first = first.len() == origin.len();
    origin.iter().filter(|&&size| size == DYNAMIC).count() <= 1
        || (first == second && (split_first || in_groups()))
}

/// The groups of composing two reshapes in a row: `inner` is closer to the expanded shape.
pub fn compose(outer: &[Vec<i64>], inner: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
    outer
        .iter()
        .map(|g| {
            let mut out = Vec::new();
            for &d in g {
                out.extend(inner.get(usize::try_from(d).ok()?)?.iter().copied());
            }
            Some(out)
        })
        .collect()
}

/// The groups of an expansion followed by a collapse as one reshape, where the groups of one are unions of groups of
/// the other. `fine` are those of the side with more dimensions, `coarse` those of the other.
pub fn compose_collapse_of_expand(fine: &[Vec<i64>], coarse: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
    let mut next = 0;
    let mut out = Vec::with_capacity(coarse.len());
    for group in coarse {
        let mut composed = Vec::new();
        let end = group.last()?;
        while let Some(last) = fine.get(next).and_then(|g| g.last()) {
            if last > end {
                return None;
            }
            composed.push(next as i64);
            next += 1;
            if last == end {
                break;
            }
        }
        out.push(composed);
    }
    Some(out)
}

/// The groups of a collapse followed by an expansion as one collapse of `from`, which has the groups `from_groups`, to
/// `to`, which has the groups `to_groups`.
pub fn compose_expand_of_collapse(
    from_groups: &[Vec<i64>],
    to_groups: &[Vec<i64>],
    from: &[i64],
    to: &[i64],
) -> Option<Vec<Vec<i64>>> {
    if from_groups.is_empty() {
        return groups_of_collapse(from, to);
    }
    let part = |shape: &[i64], group: &[i64]| -> Option<Vec<i64>> {
        group.iter().map(|&d| shape.get(usize::try_from(d).ok()?).copied()).collect()
    };
    let mut out = Vec::new();
    for (f, t) in from_groups.iter().zip(to_groups) {
        let (x, y) = (part(from, f)?, part(to, t)?);
        if x.len() == y.len() {
            if x != y || x.iter().filter(|&&d| d == DYNAMIC).count() >= 2 {
                return None;
            }
            out.extend(f.iter().map(|&d| vec![d]));
            continue;
        }
        let first = *f.first()?;
        let inner = groups_of_collapse(&x, &y)?;
        out.extend(inner.into_iter().map(|g| g.into_iter().map(|d| d + first).collect()));
    }
    Some(out)
}

/// The groups by which `from` collapses to `to`; `None` when it does not, or when sizes that are unknown leave it open.
pub fn groups_of_collapse(from: &[i64], to: &[i64]) -> Option<Vec<Vec<i64>>> {
    if from.len() <= to.len() {
        return None;
    }
    let mut at = 0;
    let mut out: Vec<Vec<i64>> = Vec::with_capacity(to.len());
    for &size in to {
        let (mut group, mut product) = (Vec::new(), 1i64);
        while at + 1 < from.len() && from[at] != DYNAMIC && product.checked_mul(from[at])? < size {
            product *= from[at];
            group.push(at as i64);
            at += 1;
        }
        let &d = from.get(at)?;
        let fits = if d == DYNAMIC || size == DYNAMIC {
            d == size && product == 1
        } else {
            product.checked_mul(d)? == size
        };
        if !fits {
            return None;
        }
        group.push(at as i64);
        at += 1;
        out.push(group);
    }
    for (i, &d) in from.iter().enumerate().skip(at) {
        if d != DYNAMIC && d != 1 {
            return None;
        }
        if let Some(last) = out.last_mut() {
            last.push(i as i64);
        }
    }
    Some(out)
}
