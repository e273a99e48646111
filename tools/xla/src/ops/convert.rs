//! Conversions of element types.

use crate::{Error, PrimitiveType, Result, Shape, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// The same numbers in another element type: the nearest ones; integers wrap, and floats that are too large for an
    /// integer type saturate.
    ///
    /// The operand is an array; a tuple is an error.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::F32, eval};
    /// let y = eval(|b| b.convert_element_type(b.constant([0, 1, 2])?, F32))?;
    /// assert_eq!(y, Literal::from([0.0f32, 1.0, 2.0]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn convert_element_type(&self, operand: XlaOp, new_element_type: PrimitiveType) -> Result<XlaOp> {
        let at = "ConvertElementType";
        self.sizes(at, operand)?;
        let ty = self.cx().with_elem(self.ty(at, operand)?, new_element_type.to_type(self.cx()));
        self.emit(at, "stablehlo.convert").operands(&[operand]).types(&[ty]).one()
    }
    /// The same bits as another element type.
    ///
    /// Narrower elements give a new last dimension, wider ones take the last dimension up, which must have the size
    /// that makes the widths equal. The parts of an element come least significant first.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::S8, eval};
    /// let y = eval(|b| b.bitcast_convert_type(b.constant([0x04030201])?, S8))?;
    /// assert_eq!(y, Literal::from([[1i8, 2, 3, 4]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn bitcast_convert_type(&self, operand: XlaOp, new_element_type: PrimitiveType) -> Result<XlaOp> {
        let at = "BitcastConvertType";
        let Shape::Array(shape) = self.shape(operand)? else {
            return Err(Error::new(at, "the operand is no array"));
        };
        let (from, to) = (shape.element_type.bit_width(), new_element_type.bit_width());
        let (mut sizes, mut dynamic) = (shape.dimensions.clone(), shape.dynamic.clone());
        if from > to {
            sizes.push((from / to) as i64);
            dynamic.push(false);
        } else if to > from {
            if sizes.pop() != Some((to / from) as i64) || !to.is_multiple_of(from) {
                return Err(Error::new(
                    at,
                    format!("the last dimension of {} must have size {}", Shape::Array(shape), to / from),
                ));
            }
            dynamic.pop();
        }
        let ty = Shape::bounded(new_element_type, &sizes, &dynamic).to_type(self.cx());
        self.emit(at, "stablehlo.bitcast_convert").operands(&[operand]).types(&[ty]).one()
    }
    /// Rounds floats to a format with fewer bits, and keeps their type.
    ///
    /// The operand is an array of floats; `exponent_bits` is at least 1 and `mantissa_bits` at least 0.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.reduce_precision(b.constant([65519.0f32, 65520.0, 1e-5])?, 5, 10))?;
    /// assert_eq!(y, Literal::from([65504.0f32, f32::INFINITY, 0.0]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reduce_precision(&self, operand: XlaOp, exponent_bits: i32, mantissa_bits: i32) -> Result<XlaOp> {
        let cx = self.cx();
        self.emit("ReducePrecision", "stablehlo.reduce_precision")
            .operands(&[operand])
            .attr("exponent_bits", cx.i32_attr(exponent_bits))
            .attr("mantissa_bits", cx.i32_attr(mantissa_bits))
            .one()
    }
}
