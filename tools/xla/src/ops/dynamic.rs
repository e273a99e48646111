//! Sizes that are known only when the program runs.

use strata_ir::prelude::*;

use crate::{Error, Result, Shape, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// The size of a dimension, as a scalar of 32 bits.
    ///
    /// The operand is an array that has the dimension.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.get_dimension_size(b.constant([[0; 7]; 2])?, 1))?;
    /// assert_eq!(y, Literal::from(7));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn get_dimension_size(&self, operand: XlaOp, dimension: i64) -> Result<XlaOp> {
        self.emit("GetDimensionSize", "stablehlo.get_dimension_size")
            .operands(&[operand])
            .number("dimension", dimension)
            .one()
    }
    /// The array with only `val` elements in a dimension; the size it had is the bound. Reductions take no more.
    ///
    /// `val` is a scalar of 32 bits from 0 to the size, the operand an array that has the dimension.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let five = b.set_dimension_size(b.constant([1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?, b.constant(5)?, 0)?;
    ///     b.reduce(&[five], &[b.constant(0.0f32)?], |b, p| b.add(p[0], p[1], &[]), &[0])
    /// })?;
    /// assert_eq!(y, Literal::from(15.0f32));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn set_dimension_size(&self, operand: XlaOp, val: XlaOp, dimension: i64) -> Result<XlaOp> {
        let at = "SetDimensionSize";
        let rank = self.sizes(at, operand)?.len();
        let Some(dim) = usize::try_from(dimension).ok().filter(|&d| d < rank) else {
            return Err(Error::new(at, format!("{dimension} is no dimension of {}", self.shape(operand)?)));
        };
        let ty = self.with_dynamic(self.ty(at, operand)?, dim);
        self.emit(at, "stablehlo.set_dimension_size")
            .operands(&[operand, val])
            .number("dimension", dimension)
            .types(&[ty])
            .one()
    }
    /// The same elements in a shape that is computed.
    ///
    /// `dim_sizes` are scalars of one integer type, one for each dimension of the result; `new_size_bounds` are the
    /// largest values that they have. A dimension that is not marked in `dims_are_dynamic` has its bound as its size.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let sizes = [b.constant(2)?, b.constant(3)?];
    ///     b.dynamic_reshape(b.constant([0, 1, 2, 3, 4, 5])?, &sizes, &[4, 3], &[true, false])
    /// })?;
    /// assert_eq!(y, Literal::from([[0, 1, 2], [3, 4, 5]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn dynamic_reshape(
        &self,
        operand: XlaOp,
        dim_sizes: &[XlaOp],
        new_size_bounds: &[i64],
        dims_are_dynamic: &[bool],
    ) -> Result<XlaOp> {
        let at = "DynamicReshape";
        let n = dim_sizes.len();
        if new_size_bounds.len() != n || dims_are_dynamic.len() != n {
            return Err(Error::new(at, "there must be one size, one bound and one mark for each dimension"));
        }
        super::movement::check_sizes(at, new_size_bounds)?;
        let result = Shape::bounded(self.element(at, operand)?, new_size_bounds, dims_are_dynamic);
        let Some(&first) = dim_sizes.first() else { return self.reshape_as(at, operand, &result) };
        let vector = self.cx().tensor(&[1], self.cx().elem_or_self(self.ty(at, first)?));
        let parts = dim_sizes
            .iter()
            .map(|&s| self.emit(at, "stablehlo.reshape").operands(&[s]).types(&[vector]).one())
            .collect::<Result<Vec<_>>>()?;
        let sizes = self.emit(at, "stablehlo.concatenate").operands(&parts).number("dimension", 0).one()?;
        self.emit(at, "stablehlo.dynamic_reshape")
            .operands(&[operand, sizes])
            .types(&[result.to_type(self.cx())])
            .one()
    }
}

/// A vector of numbers, as operations that take a shape need it.
pub(super) fn shape_vector(b: &XlaBuilder, at: &'static str, sizes: &[i64]) -> Result<XlaOp> {
    let cx = b.cx();
    let value = cx.dense_i64s(cx.tensor(&[sizes.len() as i64], cx.i64()), sizes);
    let value: Attr = value.ok_or_else(|| Error::new(at, "the sizes are no attribute"))?;
    b.emit(at, "stablehlo.constant").attr("value", value).one()
}
