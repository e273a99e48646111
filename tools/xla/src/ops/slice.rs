//! Parts of arrays.

use crate::{Error, Result, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// The elements from `start_indices` to before `limit_indices`, every `strides`-th one.
    ///
    /// There is one number for each dimension; no strides are strides of 1. Starts are not negative, limits not smaller
    /// than starts nor larger than sizes, strides at least 1.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.slice(b.constant([0, 1, 2, 3, 4])?, &[2], &[4], &[]))?;
    /// assert_eq!(y, Literal::from([2, 3]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn slice(
        &self,
        operand: XlaOp,
        start_indices: &[i64],
        limit_indices: &[i64],
        strides: &[i64],
    ) -> Result<XlaOp> {
        let ones = vec![1; start_indices.len()];
        self.emit("Slice", "stablehlo.slice")
            .operands(&[operand])
            .list("start_indices", start_indices)
            .list("limit_indices", limit_indices)
            .list("strides", if strides.is_empty() { &ones } else { strides })
            .one()
    }
    /// `slice_sizes` elements from a position that is computed. A position too large or too small for the slice to fit
    /// is moved so that it does.
    ///
    /// `start_indices` are scalars of one integer type, one for each dimension, or in the old form one vector of them.
    /// `slice_sizes` are at most the sizes.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.dynamic_slice(b.constant([0, 1, 2, 3, 4])?, &[b.constant(100)?], &[2]))?;
    /// assert_eq!(y, Literal::from([3, 4]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn dynamic_slice(
        &self,
        operand: XlaOp,
        start_indices: &[XlaOp],
        slice_sizes: &[i64],
    ) -> Result<XlaOp> {
        let starts = self.start_indices("DynamicSlice", operand, start_indices)?;
        self.emit("DynamicSlice", "stablehlo.dynamic_slice")
            .operands(&[operand])
            .operands(&starts)
            .list("slice_sizes", slice_sizes)
            .one()
    }
    /// The operand with `update` in place of the elements from a position that is computed. A position too large or too
    /// small for the update to fit is moved so that it does.
    ///
    /// `update` has the element type and the rank of the operand and is not larger. `start_indices` are those of
    /// [`XlaBuilder::dynamic_slice`].
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     b.dynamic_update_slice(b.constant([0, 1, 2, 3, 4])?, b.constant([5, 6])?, &[b.constant(2)?])
    /// })?;
    /// assert_eq!(y, Literal::from([0, 1, 5, 6, 4]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn dynamic_update_slice(
        &self,
        operand: XlaOp,
        update: XlaOp,
        start_indices: &[XlaOp],
    ) -> Result<XlaOp> {
        let starts = self.start_indices("DynamicUpdateSlice", operand, start_indices)?;
        self.emit("DynamicUpdateSlice", "stablehlo.dynamic_update_slice")
            .operands(&[operand, update])
            .operands(&starts)
            .one()
    }
    /// Scalars for each dimension, also from the old form of one vector.
    fn start_indices(&self, at: &'static str, operand: XlaOp, starts: &[XlaOp]) -> Result<Vec<XlaOp>> {
        let rank = self.sizes(at, operand)?.len();
        let [vector] = starts else { return Ok(starts.to_vec()) };
        let sizes = self.sizes(at, *vector)?;
        if sizes.is_empty() {
            return Ok(starts.to_vec());
        }
        if sizes != [rank as i64] {
            return Err(Error::new(at, format!("start_indices must be a vector of {rank} numbers")));
        }
        let scalar = self.scalar_type(at, *vector)?;
        (0..rank as i64)
            .map(|i| {
                let one = self.slice(*vector, &[i], &[i + 1], &[])?;
                self.emit(at, "stablehlo.reshape").operands(&[one]).types(&[scalar]).one()
            })
            .collect()
    }
}
