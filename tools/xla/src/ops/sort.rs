//! Sorting.

use crate::{ComparisonDirection, Error, IntoRoot, PrimitiveType, Result, Shape, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// Sorts arrays of one shape together along a dimension; -1 is the last one.
    ///
    /// The comparator takes two elements of each operand, those of the first operand first, and tells whether the first
    /// elements come before the second ones. With `is_stable`, elements that are not before each other keep their order.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let (keys, values) = (b.constant([3, 1])?, b.constant([42, 50])?);
    ///     b.sort(&[keys, values], |b, p| b.lt(p[0], p[1], &[]), -1, false)
    /// })?;
    /// assert_eq!(y.elements(), [Literal::from([1, 3]), Literal::from([50, 42])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn sort<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        comparator: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        dimension: i64,
        is_stable: bool,
    ) -> Result<XlaOp> {
        self.sort_as("Sort", operands, comparator, dimension, is_stable)
    }
    fn sort_as<R: IntoRoot>(
        &self,
        at: &'static str,
        operands: &[XlaOp],
        comparator: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        dimension: i64,
        is_stable: bool,
    ) -> Result<XlaOp> {
        let mut types = Vec::new();
        for &x in operands {
            let ty = self.scalar_type(at, x)?;
            types.extend([ty, ty]);
        }
        let body = self.region(at, &types, comparator)?;
        self.emit(at, "stablehlo.sort")
            .operands(operands)
            .number("dimension", dimension)
            .flag("is_stable", is_stable)
            .region(&body)
            .packed()
    }
    /// The `k` largest elements of the last dimension, or the smallest ones, in order, and where they are.
    ///
    /// The last dimension has at least `k` elements. Of equal elements the first comes first; floats have their total
    /// order. The result is a tuple of the elements and of their positions as integers of 32 bits.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.top_k(b.constant([[1, 4, 4, 2], [5, -1, 0, 7]])?, 2, true))?;
    /// assert_eq!(y.elements(), [Literal::from([[4, 4], [7, 5]]), Literal::from([[1, 2], [3, 0]])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn top_k(&self, operand: XlaOp, k: i64, largest: bool) -> Result<XlaOp> {
        let at = "TopK";
        if largest {
            return self.emit(at, "chlo.top_k").operands(&[operand]).number("k", k).packed();
        }
        let sizes = self.sizes(at, operand)?;
        let Some(&n) = sizes.last() else { return Err(Error::new(at, "the operand is a scalar")) };
        if k < 0 || k > n {
            return Err(Error::new(at, format!("{k} of {n} elements")));
        }
        let last = sizes.len() as i64 - 1;
        let places = self.iota(&Shape::array(PrimitiveType::S32, &sizes), last)?;
        let sorted = self.sort_as(
            at,
            &[operand, places],
            |b, p| {
                let total = Some(crate::ComparisonType::TotalOrder);
                b.compare_as(at, p[0], p[1], &[], ComparisonDirection::Lt, total)
            },
            last,
            true,
        )?;
        let (starts, mut limits) = (vec![0; sizes.len()], sizes.clone());
        limits[sizes.len() - 1] = k;
        let cut = |x| self.slice(x, &starts, &limits, &[]);
        let elements = self.elements(at, sorted)?.unwrap_or_default();
        let parts = elements.into_iter().map(cut).collect::<Result<Vec<_>>>()?;
        Ok(self.tuple_of(parts))
    }
}
