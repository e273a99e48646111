//! Gather and scatter.

use crate::{GatherDimensionNumbers, IntoRoot, Result, ScatterDimensionNumbers, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// Joins slices of the operand, of sizes `slice_sizes`, at positions that `start_indices` lists. A slice that does
    /// not fit is moved so that it does.
    ///
    /// `start_indices` are integers; `slice_sizes` has one number for each dimension of the operand, 1 for collapsed
    /// ones. `indices_are_sorted` promises that positions increase.
    ///
    /// ```
    /// use strata_xla::{GatherDimensionNumbers, Literal, eval};
    /// let y = eval(|b| {
    ///     let rows = GatherDimensionNumbers {
    ///         offset_dims: vec![1],
    ///         collapsed_slice_dims: vec![0],
    ///         start_index_map: vec![0],
    ///         index_vector_dim: 1,
    ///         ..Default::default()
    ///     };
    ///     let table = b.constant([[1, 2], [3, 4], [5, 6]])?;
    ///     b.gather(table, b.constant([2, 0, 9])?, &rows, &[1, 2], false)
    /// })?;
    /// assert_eq!(y, Literal::from([[5, 6], [1, 2], [5, 6]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn gather(
        &self,
        operand: XlaOp,
        start_indices: XlaOp,
        dimension_numbers: &GatherDimensionNumbers,
        slice_sizes: &[i64],
        indices_are_sorted: bool,
    ) -> Result<XlaOp> {
        self.emit("Gather", "stablehlo.gather")
            .operands(&[operand, start_indices])
            .attr("dimension_numbers", dimension_numbers.attr(self.cx()))
            .list("slice_sizes", slice_sizes)
            .flag("indices_are_sorted", indices_are_sorted)
            .one()
    }
    /// The operands with elements combined with `updates`, at positions that `scatter_indices` lists. A window that is partly outside of
    /// the operand is left out, or only its elements outside, as [`Options::scatter_out_of_bounds`](crate::Options) says.
    ///
    /// There are as many operands of one shape as updates of one shape; the computation takes the elements of all
    /// operands, then those of all updates, and returns the new elements. `unique_indices` promises that no element is
    /// updated twice.
    ///
    /// ```
    /// use strata_xla::{Literal, ScatterDimensionNumbers, eval};
    /// let y = eval(|b| {
    ///     let elements = ScatterDimensionNumbers {
    ///         inserted_window_dims: vec![0],
    ///         scatter_dims_to_operand_dims: vec![0],
    ///         index_vector_dim: 1,
    ///         ..Default::default()
    ///     };
    ///     let (x, at) = (b.constant([1, 2, 3, 4])?, b.constant([3, 1, 3, 7])?);
    ///     let updates = b.constant([10, 20, 30, 40])?;
    ///     b.scatter(&[x], at, &[updates], |b, p| b.add(p[0], p[1], &[]), &elements, false, false)
    /// })?;
    /// assert_eq!(y, Literal::from([1, 22, 3, 44]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn scatter<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        scatter_indices: XlaOp,
        updates: &[XlaOp],
        update_computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        dimension_numbers: &ScatterDimensionNumbers,
        indices_are_sorted: bool,
        unique_indices: bool,
    ) -> Result<XlaOp> {
        let at = "Scatter";
        let all = operands.iter().chain(updates);
        let types = all.map(|&x| self.scalar_type(at, x)).collect::<Result<Vec<_>>>()?;
        let update = self.region(at, &types, update_computation)?;
        self.emit(at, "stablehlo.scatter")
            .operands(operands)
            .operands(&[scatter_indices])
            .operands(updates)
            .attr("scatter_dimension_numbers", dimension_numbers.attr(self.cx()))
            .flag("indices_are_sorted", indices_are_sorted)
            .flag("unique_indices", unique_indices)
            .region(&update)
            .packed()
    }
}
