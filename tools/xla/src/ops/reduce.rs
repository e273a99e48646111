//! Reductions, windows and elementwise computations.

use strata_ir::prelude::*;

use crate::{Error, IntoRoot, Padding, Result, XlaBuilder, XlaOp, emit::Nested, types::pairs};

impl XlaBuilder {
    /// Combines all elements along `dimensions_to_reduce`, starting from `init_values`.
    ///
    /// There are as many operands of one shape as scalars to start from. The computation takes a value so far for each
    /// operand, then an element of each, and returns the new values so far; it is associative. Several operands give a
    /// tuple.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([[1, 2, 3], [4, 5, 6]])?;
    ///     b.reduce(&[x], &[b.constant(0)?], |b, p| b.add(p[0], p[1], &[]), &[0])
    /// })?;
    /// assert_eq!(y, Literal::from([5, 7, 9]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reduce<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        init_values: &[XlaOp],
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        dimensions_to_reduce: &[i64],
    ) -> Result<XlaOp> {
        let at = "Reduce";
        let body = self.reducer(at, operands, init_values, computation)?;
        self.emit(at, "stablehlo.reduce")
            .operands(operands)
            .operands(init_values)
            .list("dimensions", dimensions_to_reduce)
            .region(&body)
            .packed()
    }
    fn reducer<R: IntoRoot>(
        &self,
        at: &'static str,
        operands: &[XlaOp],
        init_values: &[XlaOp],
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<Nested> {
        let types = init_values
            .iter()
            .chain(operands)
            .map(|&x| self.scalar_type(at, x))
            .collect::<Result<Vec<_>>>()?;
        self.region(at, &types, computation)
    }
    /// [`XlaBuilder::reduce`] of windows.
    ///
    /// There is a size of the window, a stride and dilations for each dimension; empty lists of strides and dilations
    /// are 1. Elements of the padding are `init_values`.
    ///
    /// ```
    /// use strata_xla::{Literal, Padding, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([10000.0f32, 1000.0, 100.0, 10.0, 1.0])?;
    ///     let most = b.constant(f32::MAX)?;
    ///     b.reduce_window(&[x], &[most], |b, p| b.min(p[0], p[1], &[]), &[3], &[2], &Padding::Same, &[], &[])
    /// })?;
    /// assert_eq!(y, Literal::from([1000.0f32, 10.0, 1.0]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reduce_window<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        init_values: &[XlaOp],
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        window_dimensions: &[i64],
        window_strides: &[i64],
        padding: &Padding,
        base_dilations: &[i64],
        window_dilations: &[i64],
    ) -> Result<XlaOp> {
        let (at, cx) = ("ReduceWindow", self.cx());
        let Some(&first) = operands.first() else { return Err(Error::new(at, "needs an operand")) };
        let padding =
            self.window_padding(at, first, padding, window_dimensions, window_strides, window_dilations)?;
        let body = self.reducer(at, operands, init_values, computation)?;
        let list = |list: &[i64]| (!list.is_empty()).then(|| cx.i64_array(list));
        self.emit(at, "stablehlo.reduce_window")
            .operands(operands)
            .operands(init_values)
            .list("window_dimensions", window_dimensions)
            .maybe("window_strides", list(window_strides))
            .maybe("base_dilations", list(base_dilations))
            .maybe("window_dilations", list(window_dilations))
            .attr("padding", padding)
            .region(&body)
            .packed()
    }
    fn window_padding(
        &self,
        at: &'static str,
        operand: XlaOp,
        padding: &Padding,
        window: &[i64],
        strides: &[i64],
        dilations: &[i64],
    ) -> Result<Attr> {
        let sizes = self.sizes(at, operand)?;
        if window.len() != sizes.len() {
            return Err(Error::new(
                at,
                format!("a window of {} dimensions for an array of {}", window.len(), sizes.len()),
            ));
        }
        let at_or_1 = |list: &[i64], i: usize| list.get(i).copied().unwrap_or(1);
        let all: Vec<(i64, i64)> = match padding {
            Padding::Explicit(v) => v.clone(),
            other => (0..sizes.len())
                .map(|i| {
                    other.for_dimension(i, sizes[i], window[i], at_or_1(strides, i), at_or_1(dilations, i))
                })
                .collect(),
        };
        pairs(self.cx(), &all).map_err(|e| Error::new(at, e))
    }
    /// Selects an element of each window of the operand, and combines elements of `source` into the places selected.
    ///
    /// `select` tells whether its first argument stays selected against its second one; `scatter` combines the result so
    /// far, which starts from the scalar `init_value`, with an element of `source`. `source` has the shape that
    /// [`XlaBuilder::reduce_window`] would give.
    ///
    /// ```
    /// use strata_xla::{Literal, Padding, eval};
    /// let y = eval(|b| {
    ///     let (x, source) = (b.constant([[1, 7, 7, 2]])?, b.constant([[5]])?);
    ///     let add = |b: &strata_xla::XlaBuilder, p: &[strata_xla::XlaOp]| b.add(p[0], p[1], &[]);
    ///     let ge = |b: &strata_xla::XlaBuilder, p: &[strata_xla::XlaOp]| b.ge(p[0], p[1], &[]);
    ///     b.select_and_scatter(x, ge, &[1, 4], &[1, 1], &Padding::Valid, source, b.constant(0)?, add)
    /// })?;
    /// assert_eq!(y, Literal::from([[0, 5, 0, 0]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn select_and_scatter<R: IntoRoot, S: IntoRoot>(
        &self,
        operand: XlaOp,
        select: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        window_dimensions: &[i64],
        window_strides: &[i64],
        padding: &Padding,
        source: XlaOp,
        init_value: XlaOp,
        scatter: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<S>,
    ) -> Result<XlaOp> {
        let at = "SelectAndScatter";
        let padding = self.window_padding(at, operand, padding, window_dimensions, window_strides, &[])?;
        let (x, s) = (self.scalar_type(at, operand)?, self.scalar_type(at, source)?);
        let select = self.region(at, &[x, x], select)?;
        let scatter = self.region(at, &[s, s], scatter)?;
        let strides = (!window_strides.is_empty()).then(|| self.cx().i64_array(window_strides));
        self.emit(at, "stablehlo.select_and_scatter")
            .operands(&[operand, source, init_value])
            .list("window_dimensions", window_dimensions)
            .maybe("window_strides", strides)
            .attr("padding", padding)
            .region(&select)
            .region(&scatter)
            .one()
    }
    /// Applies a computation of scalars to the elements of arrays of one shape.
    ///
    /// The computation takes an element of each operand and returns one scalar. `dimensions` are all dimensions in
    /// order, or an empty list.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, y) = (b.constant([1, 2])?, b.constant([3, 4])?);
    ///     b.map(&[x, y], |b, p| b.add(b.mul(p[0], p[1], &[])?, p[0], &[]), &[0])
    /// })?;
    /// assert_eq!(y, Literal::from([4, 10]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn map<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        dimensions: &[i64],
    ) -> Result<XlaOp> {
        let at = "Map";
        let Some(&first) = operands.first() else { return Err(Error::new(at, "needs an operand")) };
        let all: Vec<i64> = (0..self.sizes(at, first)?.len() as i64).collect();
        let types = operands.iter().map(|&x| self.scalar_type(at, x)).collect::<Result<Vec<_>>>()?;
        let body = self.region(at, &types, computation)?;
        self.emit(at, "stablehlo.map")
            .operands(operands)
            .list("dimensions", if dimensions.is_empty() { &all } else { dimensions })
            .region(&body)
            .one()
    }
}
