//! Elements of constants with their dimensions in another order.

use strata_memref::layout::row_major;

/// Row-major elements of `width` bytes with their dimensions in another order; `None` if they do not have these sizes.
pub fn permuted(bytes: &[u8], from: &[usize], order: &[usize], width: usize) -> Option<Vec<u8>> {
    let count = from.iter().try_fold(width, |product, &n| product.checked_mul(n))?;
    let sizes: Vec<usize> = order.iter().map(|&d| from.get(d).copied()).collect::<Option<_>>()?;
    let signed: Vec<i64> = from.iter().map(|&n| n as i64).collect();
    let strides = row_major(&signed);
    let strides: Vec<usize> = order.iter().map(|&d| strides[d] as usize * width).collect();
    let (&inner, outer) = sizes.split_last()?;
    if count != bytes.len() || count == 0 {
        return None;
    }
    let mut out = Vec::with_capacity(count);
    let (mut index, mut at) = (vec![0; outer.len()], 0);
    loop {
        for i in 0..inner {
            let start = at + i * strides[outer.len()];
            out.extend_from_slice(bytes.get(start..start + width)?);
        }
        let Some(d) = (0..outer.len()).rev().find(|&d| index[d] + 1 < outer[d]) else { return Some(out) };
        for inside in d + 1..outer.len() {
            at -= index[inside] * strides[inside];
            index[inside] = 0;
        }
        index[d] += 1;
        at += strides[d];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_permuted() {
        let (sizes, width) = ([2usize, 3, 4], 2);
        let bytes: Vec<u8> = (0..48).collect();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let out = permuted(&bytes, &sizes, &order, width).expect("the sizes are right");
            let to = order.map(|d| sizes[d]);
            for i in 0..to[0] {
                for j in 0..to[1] {
                    for k in 0..to[2] {
                        let mut at = [0; 3];
                        (at[order[0]], at[order[1]], at[order[2]]) = (i, j, k);
                        let source = ((at[0] * sizes[1] + at[1]) * sizes[2] + at[2]) * width;
                        let target = ((i * to[1] + j) * to[2] + k) * width;
                        assert_eq!(out[target..target + width], bytes[source..source + width], "{order:?}");
                    }
                }
            }
        }
        assert_eq!(permuted(&bytes, &sizes, &[0, 1, 5], width), None);
        assert_eq!(permuted(&bytes[1..], &sizes, &[0, 1, 2], width), None);
    }
}
