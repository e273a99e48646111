//! Permutations as lists of numbers.

/// The inverse of a permutation; `None` if it has a number that is not below its length.
pub fn inverse(order: &[usize]) -> Option<Vec<usize>> {
    let mut inverse = vec![0; order.len()];
    for (i, &d) in order.iter().enumerate() {
        *inverse.get_mut(d)? = i;
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::inverse;

    #[test]
    fn an_inverse_leads_back() {
        assert_eq!(inverse(&[2, 0, 1]), Some(vec![1, 2, 0]));
        assert_eq!(inverse(&[]), Some(vec![]));
        assert_eq!(inverse(&[0, 2]), None);
    }
}
