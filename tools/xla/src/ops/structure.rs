//! Tuples and tokens.

use crate::{Error, Result, Shape, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// Several values as one.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.tuple(&[b.constant([0, 1])?, b.constant(5.0f32)?]))?;
    /// assert_eq!(y, Literal::Tuple(vec![Literal::from([0, 1]), Literal::from(5.0f32)]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn tuple(&self, elements: &[XlaOp]) -> Result<XlaOp> {
        for &element in elements {
            self.shape(element)?;
        }
        Ok(self.tuple_of(elements.to_vec()))
    }
    /// An element of a tuple, by number.
    ///
    /// The operand is a tuple with more than `index` elements.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.get_tuple_element(b.tuple(&[b.constant([0, 1])?, b.constant(5)?])?, 1))?;
    /// assert_eq!(y, Literal::from(5));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn get_tuple_element(&self, tuple_data: XlaOp, index: i64) -> Result<XlaOp> {
        let at = "GetTupleElement";
        let shape = self.shape(tuple_data)?;
        let Shape::Tuple(elements) = &shape else {
            return Err(Error::new(at, format!("Operand to GetTupleElement() is not a tuple; got {shape}")));
        };
        let n = elements.len();
        let Some(place) = usize::try_from(index).ok().filter(|&i| i < n) else {
            return Err(Error::new(
                at,
                format!("GetTupleElement() index ({index}) >= number of tuple elements ({n})"),
            ));
        };
        match self.elements(at, tuple_data)? {
            Some(known) => Ok(known[place]),
            None => self
                .emit(at, "stablehlo.get_tuple_element")
                .operands(&[tuple_data])
                .attr("index", self.cx().i32_attr(place as i32))
                .one(),
        }
    }
    /// A value whose tuples, also nested ones, are taken apart.
    pub(crate) fn opened(&self, at: &'static str, op: XlaOp) -> Result<XlaOp> {
        let Shape::Tuple(v) = self.shape(op)? else { return Ok(op) };
        let elements = (0..v.len() as i64)
            .map(|i| self.get_tuple_element(op, i).and_then(|x| self.opened(at, x)))
            .collect::<Result<_>>()?;
        Ok(self.tuple_of(elements))
    }
    /// A token that comes after all given ones; a first token if there are none.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// assert_eq!(eval(|b| b.after_all(&[b.after_all(&[])?]))?, Literal::Token);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn after_all(&self, tokens: &[XlaOp]) -> Result<XlaOp> {
        self.emit("AfterAll", "stablehlo.after_all").operands(tokens).one()
    }
}
