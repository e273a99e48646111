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

/// Checks that the groups turn `expanded` into `collapsed`; the message is about the types as reshapes show them.
pub fn verify(
    expanded: &[i64],
    collapsed: &[i64],
    groups: &[Vec<i64>],
    is_expansion: bool,
) -> Result<(), String> {
    let (e, c) = (expanded.len(), collapsed.len());
    if e < c {
        return Err(format!("expected the type {} to have higher rank than the type = {}", e, c));
    }
    if groups.len() != c {
        return Err(format!(
            "expected rank of the collapsed type({c}) to be the number of reassociation maps({})",
            groups.len()
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
                return Err("expected reassociation map #".to_owned()
                    + &i.to_string()
                    + " to be valid and contiguous");
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
        if is_expansion && is_dynamic && dynamic == 0 {
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
