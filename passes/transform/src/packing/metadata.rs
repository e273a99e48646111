//! Where the dimensions of a packed tensor come from.

/// How the dimensions of tiles stand in a packed tensor.
pub struct Metadata {
    /// The dimensions of the tensor whose tiles stand beside the numbers of tiles, in groups that the unpacked tensor has as one.
    pub groups: Vec<Vec<i64>>,
    /// For each dimension of that tensor, the one of the packed tensor.
    pub order: Vec<usize>,
    /// For each dimension of the unpacked tensor, where its number of tiles is.
    pub outer: Vec<usize>,
}

/// A permutation that takes `positions` to `wanted`, and keeps the order of the others.
pub fn permutation(n: usize, positions: &[usize], wanted: &[usize]) -> Vec<usize> {
    let mut out = vec![None; n];
    for (&position, &at) in positions.iter().zip(wanted) {
        if let Some(slot) = out.get_mut(at) {
            *slot = Some(position);
        }
    }
    let mut rest = (0..n).filter(|p| !positions.contains(p));
    out.into_iter().map(|p| p.or_else(|| rest.next()).unwrap_or(0)).collect()
}

/// The entries of a list in another order.
pub fn permuted<T: Copy>(list: &[T], order: &[usize]) -> Vec<T> {
    order.iter().filter_map(|&i| list.get(i).copied()).collect()
}

/// Dimensions as indices; a verifier has checked them.
pub fn indices(dims: &[i64]) -> Vec<usize> {
    dims.iter().filter_map(|&d| usize::try_from(d).ok()).collect()
}

impl Metadata {
    /// Of a packed tensor of `rank` dimensions, of which the last are tiles of `dims`, and the others are in the order `outer_order`.
    pub fn new(rank: usize, dims: &[i64], outer_order: &[i64]) -> Self {
        let (dims, outer_order) = (indices(dims), indices(outer_order));
        let n = dims.len();
        let inserted: Vec<usize> =
            dims.iter().map(|&d| d + dims.iter().filter(|&&other| other < d).count() + 1).collect();
        let (mut groups, mut outer, mut at) = (Vec::new(), Vec::new(), 0);
        while at < rank {
            outer.push(at);
            let with_tile = inserted.contains(&(at + 1));
            let group = if with_tile { vec![at as i64, at as i64 + 1] } else { vec![at as i64] };
            at += group.len();
            groups.push(group);
        }
        let last: Vec<usize> = (rank - n..rank).collect();
        let inner = permutation(rank, &last, &inserted);
        let moved = if outer_order.is_empty() { outer.clone() } else { permuted(&outer, &outer_order) };
        let order = permuted(&inner, &permutation(rank, &outer, &moved));
        Self { groups, order, outer }
    }
}
