//! Questions about affine maps.

use crate::expr::Kind;
use crate::map::AffineMap;

impl AffineMap {
    /// Whether the results are exactly the dimensions, in order.
    pub fn is_identity(&self) -> bool {
        self.n_dims() as usize == self.n_results() && self.is_minor_identity()
    }

    /// Whether there are symbols only and the results are exactly those, in order.
    pub fn is_symbol_identity(&self) -> bool {
        self.n_dims() == 0
            && self.n_symbols() as usize == self.n_results()
            && self.results().iter().zip(0..).all(|(e, i)| e.as_symbol() == Some(i))
    }

    /// Whether the results are the last dimensions, in order.
    pub fn is_minor_identity(&self) -> bool {
        let n_results = self.n_results() as u64;
        let Some(skip) = u64::from(self.n_dims()).checked_sub(n_results) else { return false };
        self.results().iter().zip(skip as u32..).all(|(e, i)| e.as_dim() == Some(i))
    }

    /// Whether there are neither inputs nor results.
    pub fn is_empty(&self) -> bool {
        self.n_inputs() == 0 && self.n_results() == 0
    }

    /// Whether all results are constants.
    pub fn is_constant(&self) -> bool {
        self.results().iter().all(|e| e.as_const().is_some())
    }

    /// The value of a map with one constant result.
    pub fn single_constant(&self) -> Option<i64> {
        match self.results() {
            [e] => e.as_const(),
            _ => None,
        }
    }

    /// The values, when all results are constants.
    pub fn constant_results(&self) -> Option<Vec<i64>> {
        self.results().iter().map(|e| e.as_const()).collect()
    }

    /// Whether the results are a permutation of the dimensions.
    pub fn is_permutation(&self) -> bool {
        self.n_dims() as usize == self.n_results() && self.is_projected_permutation(false)
    }

    /// Whether the results are distinct dimensions (or zeros, when allowed) and there are no symbols.
    pub fn is_projected_permutation(&self, allow_zeros: bool) -> bool {
        if self.n_symbols() > 0 || self.n_results() > self.n_inputs() as usize {
            return false;
        }
        let mut seen = vec![false; self.n_dims() as usize];
        self.results().iter().all(|e| match *e.kind() {
            Kind::Dim(i) => !std::mem::replace(&mut seen[i as usize], true),
            Kind::Const(c) => allow_zeros && c == 0,
            _ => false,
        })
    }

    /// The dimension of each result, when all results are dimensions.
    pub fn result_dims(&self) -> Option<Vec<u32>> {
        self.results().iter().map(|e| e.as_dim()).collect()
    }

    /// The first result that is the given dimension.
    pub fn result_position(&self, dim: u32) -> Option<usize> {
        self.results().iter().position(|e| e.as_dim() == Some(dim))
    }

    /// Whether all results are pure affine.
    pub fn is_pure_affine(&self) -> bool {
        self.results().iter().all(|e| e.is_pure_affine())
    }

    /// Which dimensions occur in a result.
    pub fn used_dims(&self) -> Vec<bool> {
        let mut used = vec![false; self.n_dims() as usize];
        for result in self.results() {
            result.walk(|e| {
                if let Some(i) = e.as_dim() {
                    used[i as usize] = true;
                }
            });
        }
        used
    }

    /// Which symbols occur in a result.
    pub fn used_symbols(&self) -> Vec<bool> {
        let mut used = vec![false; self.n_symbols() as usize];
        for result in self.results() {
            result.walk(|e| {
                if let Some(i) = e.as_symbol() {
                    used[i as usize] = true;
                }
            });
        }
        used
    }

    /// Whether a dimension occurs in a result.
    pub fn uses_dim(&self, index: u32) -> bool {
        self.results().iter().any(|e| e.is_function_of_dim(index))
    }

    /// Whether a symbol occurs in a result.
    pub fn uses_symbol(&self, index: u32) -> bool {
        self.results().iter().any(|e| e.is_function_of_symbol(index))
    }

    /// The largest integer known to divide every result; zero when all results are zero.
    pub fn largest_known_divisor(&self) -> u64 {
        self.results().iter().fold(0, |g, e| crate::expr::gcd(g, e.largest_known_divisor()))
    }

    /// Whether every result is known to be a multiple of `factor`.
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        self.results().iter().all(|e| e.is_multiple_of(factor))
    }
}
