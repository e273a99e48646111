//! The structure of named ops as one line of text: their loops and the map of each operand.
//!
//! `nwfXC: n w:X C, XCf -> nwf` is a convolution in one dimension. Before the colon stand the loops, outermost first;
//! capital letters are reductions. Then comes for each operand the list of its subscripts: a letter is the number of a
//! loop, `w+X` a sum, and `w:X` a sum whose terms are multiplied by the stride and the dilation of that window; windows
//! are counted from the left. The operand after the arrow is the output.

use strata_ir::affine::{AffineExpr, AffineMap, BinaryOp};

use crate::IteratorType;

/// Loops and maps of an op; see the text of the module.
#[derive(Clone, Copy, Debug)]
pub struct Structure(pub &'static str);

impl Structure {
    fn parts(self) -> (&'static str, &'static str, &'static str) {
        let (loops, maps) = self.0.split_once(':').unwrap_or((self.0, ""));
        let (inputs, output) = maps.split_once("->").unwrap_or((maps, ""));
        (loops, inputs, output)
    }
    /// The iterator type of each loop.
    pub fn iterator_types(self) -> Vec<IteratorType> {
        let kind = |c: char| if c.is_uppercase() { IteratorType::Reduction } else { IteratorType::Parallel };
        self.parts().0.chars().map(kind).collect()
    }
    /// The number of inputs.
    pub fn n_inputs(self) -> usize {
        self.parts().1.split(',').count()
    }
    /// The map of each operand; strides and dilations that are missing are 1.
    pub fn indexing_maps(self, strides: &[i64], dilations: &[i64]) -> Vec<AffineMap> {
        let (loops, inputs, output) = self.parts();
        let dim = |c: char| AffineExpr::dim(loops.chars().position(|l| l == c).unwrap_or(0) as u32);
        let factor = |list: &[i64], i: usize| AffineExpr::constant(list.get(i).copied().unwrap_or(1));
        let map = |text: &str| {
            let (mut results, mut windows) = (Vec::new(), 0);
            let mut chars = text.chars();
            while let Some(c) = chars.next() {
                if c == '+' || c == ':' {
                    let (Some(at), Some(within)) = (results.pop(), chars.next()) else { continue };
                    let (mut at, mut within): (AffineExpr, AffineExpr) = (at, dim(within));
                    if c == ':' {
                        at = at * factor(strides, windows);
                        within = within * factor(dilations, windows);
                        windows += 1;
                    }
                    results.push(at + within);
                } else if !c.is_whitespace() {
                    results.push(dim(c));
                }
            }
            AffineMap::new(loops.chars().count() as u32, 0, results)
        };
        inputs.split(',').chain([output]).map(map).collect()
    }
    /// The strides and dilations with which an op of this structure has these maps; `None` if it has others.
    pub fn match_maps(self, maps: &[AffineMap]) -> Option<(Vec<i64>, Vec<i64>)> {
        let (loops, inputs, output) = self.parts();
        let loop_number = |c: char| loops.chars().position(|l| l == c).map(|p| p as u32);
        let texts: Vec<&str> = inputs.split(',').chain([output]).collect();
        let n_loops = loops.chars().count() as u32;
        let fits = |m: &AffineMap| m.n_dims() == n_loops && m.n_symbols() == 0;
        if texts.len() != maps.len() || !maps.iter().all(fits) {
            return None;
        }
        let (mut strides, mut dilations) = (Vec::new(), Vec::new());
        for (text, map) in texts.into_iter().zip(maps) {
            let mut results = map.results().iter();
            let mut chars = text.chars().filter(|c| !c.is_whitespace()).peekable();
            while let Some(c) = chars.next() {
                let (at, result) = (loop_number(c)?, results.next()?);
                let Some(joint) = chars.next_if(|&c| c == '+' || c == ':') else {
                    (result.as_dim() == Some(at)).then_some(())?;
                    continue;
                };
                let within = loop_number(chars.next()?)?;
                let (stride, dilation) = window_factors(result, at, within)?;
                if joint == ':' {
                    strides.push(stride);
                    dilations.push(dilation);
                } else if (stride, dilation) != (1, 1) {
                    return None;
                }
            }
            results.next().is_none().then_some(())?;
        }
        Some((strides, dilations))
    }
}

/// The factors of two loops in an expression that is the sum of their multiples.
fn window_factors(expr: &AffineExpr, at: u32, within: u32) -> Option<(i64, i64)> {
    let (x, y) = expr.as_binary(BinaryOp::Add)?;
    let term = |e: &AffineExpr| match (e.as_dim(), e.as_binary(BinaryOp::Mul)) {
        (Some(d), _) => Some((d, 1)),
        (None, Some((d, factor))) => Some((d.as_dim()?, factor.as_const()?)),
        (None, None) => None,
    };
    let ((d, f), (e, g)) = (term(x)?, term(y)?);
    if (d, e) == (at, within) { Some((f, g)) } else { ((e, d) == (at, within)).then_some((g, f)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maps(text: &'static str, strides: &[i64], dilations: &[i64]) -> String {
        let maps = Structure(text).indexing_maps(strides, dilations);
        maps.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn letters_are_loops() {
        let product = "mnK: mK, Kn, , -> mn";
        assert_eq!(
            maps(product, &[], &[]),
            "(d0, d1, d2) -> (d0, d2); (d0, d1, d2) -> (d2, d1); (d0, d1, d2) -> (); (d0, d1, d2) -> (); (d0, d1, d2) -> (d0, d1)"
        );
        assert_eq!(Structure(product).n_inputs(), 4);
        use IteratorType::{Parallel, Reduction};
        assert_eq!(Structure(product).iterator_types(), [Parallel, Parallel, Reduction]);
    }

    #[test]
    fn windows_have_strides_and_dilations() {
        let pool = "hwYX: h:Y w:X, YX -> hw";
        assert!(
            maps(pool, &[2, 3], &[1, 4]).starts_with("(d0, d1, d2, d3) -> (d0 * 2 + d2, d1 * 3 + d3 * 4);")
        );
        assert!(maps(pool, &[], &[]).starts_with("(d0, d1, d2, d3) -> (d0 + d2, d1 + d3);"));
        assert!(maps("wX: w+X, X -> w", &[2], &[2]).starts_with("(d0, d1) -> (d0 + d1);"));
    }

    #[test]
    fn maps_give_back_their_factors() {
        let pool = Structure("hwYX: h:Y w:X, YX -> hw");
        let maps = pool.indexing_maps(&[2, 1], &[1, 4]);
        assert_eq!(pool.match_maps(&maps), Some((vec![2, 1], vec![1, 4])));
        let plain = Structure("hwYX: h+Y w+X, YX -> hw");
        assert_eq!(plain.match_maps(&maps), None);
        assert_eq!(plain.match_maps(&plain.indexing_maps(&[], &[])), Some((vec![], vec![])));
        assert_eq!(pool.match_maps(&maps[..2]), None);
        assert_eq!(Structure("hwXY: h:Y w:X, YX -> hw").match_maps(&maps), None);
    }
}
