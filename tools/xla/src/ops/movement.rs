//! Shapes and the movement of data: broadcasts, reshapes, transposes, concatenation, padding, constants.

use strata_ir::prelude::*;
use strata_stablehlo::infer::{self, with_bounds};

use crate::{Error, Literal, PaddingConfigDimension, Result, Shape, XlaBuilder, XlaOp, literal::count};

impl XlaBuilder {
    /// Adds dimensions on the left, along which the operand repeats: sizes are `broadcast_sizes`, then the operand's.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.broadcast(b.constant(2.0f32)?, &[2, 3]))?;
    /// assert_eq!(y, Literal::from([[2.0f32; 3]; 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn broadcast(&self, operand: XlaOp, broadcast_sizes: &[i64]) -> Result<XlaOp> {
        let sizes = self.sizes("Broadcast", operand)?;
        let n = broadcast_sizes.len();
        let out: Vec<i64> = broadcast_sizes.iter().chain(&sizes).copied().collect();
        let map: Vec<i64> = (n as i64..out.len() as i64).collect();
        self.broadcast_as("Broadcast", operand, &out, &map)
    }
    /// An array of sizes `out_dim_size`, in which dimension `i` of the operand is `broadcast_dimensions[i]`.
    ///
    /// Sizes of the operand are 1 or those of the result; the result repeats along other dimensions. The dimensions are
    /// unique, in any order; other sizes or numbers are an error.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.broadcast_in_dim(b.constant([1, 2])?, &[2, 3], &[0]))?;
    /// assert_eq!(y, Literal::from([[1, 1, 1], [2, 2, 2]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn broadcast_in_dim(
        &self,
        operand: XlaOp,
        out_dim_size: &[i64],
        broadcast_dimensions: &[i64],
    ) -> Result<XlaOp> {
        self.broadcast_as("BroadcastInDim", operand, out_dim_size, broadcast_dimensions)
    }
    fn broadcast_as(&self, at: &'static str, operand: XlaOp, sizes: &[i64], map: &[i64]) -> Result<XlaOp> {
        check_sizes(at, sizes)?;
        let ty = infer::tensor_like(self.cx(), self.ty(at, operand)?, sizes);
        self.emit(at, "stablehlo.broadcast_in_dim")
            .operands(&[operand])
            .list("broadcast_dimensions", map)
            .types(&[ty])
            .one()
    }
    /// Makes consecutive dimensions, in increasing order, one dimension.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let v = b.constant([[[10, 11, 12], [15, 16, 17]], [[20, 21, 22], [25, 26, 27]]])?;
    ///     b.collapse(v, &[0, 1])
    /// })?;
    /// assert_eq!(y, Literal::from([[10, 11, 12], [15, 16, 17], [20, 21, 22], [25, 26, 27]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn collapse(&self, operand: XlaOp, dimensions: &[i64]) -> Result<XlaOp> {
        let at = "Collapse";
        let sizes = self.sizes(at, operand)?;
        let Some(&first) = dimensions.first() else { return Ok(operand) };
        let follow = dimensions.iter().enumerate().all(|(i, &d)| d == first + i as i64);
        if !follow || first < 0 || first as usize + dimensions.len() > sizes.len() {
            return Err(Error::new(
                at,
                format!(
                    "Collapsed dimensions are not in consecutive order or not of the operand: [{}]",
                    infer::text(dimensions)
                ),
            ));
        }
        let (first, n) = (first as usize, dimensions.len());
        let Some(size) = count(&sizes[first..first + n]) else {
            return Err(Error::new(at, "dynamic dimensions cannot be collapsed"));
        };
        let out: Vec<i64> = sizes[..first]
            .iter()
            .copied()
            .chain([size as i64])
            .chain(sizes[first + n..].iter().copied())
            .collect();
        self.reshape_as(at, operand, &Shape::array(self.element(at, operand)?, &out))
    }
    /// One array after the other along `dimension`.
    ///
    /// The operands have one element type, and one shape except for that dimension; scalars are an error.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.concatenate(&[b.constant([2, 3])?, b.constant([4, 5])?, b.constant([6, 7])?], 0))?;
    /// assert_eq!(y, Literal::from([2, 3, 4, 5, 6, 7]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn concatenate(&self, operands: &[XlaOp], dimension: i64) -> Result<XlaOp> {
        self.emit("Concatenate", "stablehlo.concatenate")
            .operands(operands)
            .number("dimension", dimension)
            .one()
    }
    /// [`XlaBuilder::concatenate`] under the name of XLA's method.
    pub fn concat_in_dim(&self, operands: &[XlaOp], dimension: i64) -> Result<XlaOp> {
        self.concatenate(operands, dimension)
    }
    /// The value of a literal.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let x = Literal::from([[1.5f32, 2.5]]);
    /// assert_eq!(eval(|b| b.constant(x.clone()))?, x);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn constant(&self, literal: impl Into<Literal>) -> Result<XlaOp> {
        self.constant_of(&literal.into())
    }
    fn constant_of(&self, literal: &Literal) -> Result<XlaOp> {
        let at = "Constant";
        match literal {
            Literal::Token => self.after_all(&[]),
            Literal::Tuple(v) => {
                let elements = v.iter().map(|l| self.constant_of(l)).collect::<Result<_>>()?;
                Ok(self.tuple_of(elements))
            }
            Literal::Array(..) => {
                let value = literal.to_value(self.cx())?.to_attr(self.cx());
                let value = value.ok_or_else(|| Error::new(at, "the literal is no attribute"))?;
                self.emit(at, "stablehlo.constant").attr("value", value).one()
            }
        }
    }
    /// An array whose elements count along a dimension.
    ///
    /// The elements are numbers, and `iota_dimension` is a dimension of `shape`.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::S32, Shape, eval};
    /// let y = eval(|b| b.iota(&Shape::array(S32, &[3, 2]), 0))?;
    /// assert_eq!(y, Literal::from([[0, 0], [1, 1], [2, 2]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn iota(&self, shape: &Shape, iota_dimension: i64) -> Result<XlaOp> {
        self.emit("Iota", "stablehlo.iota")
            .number("iota_dimension", iota_dimension)
            .types(&[shape.to_type(self.cx())])
            .one()
    }
    /// Puts `padding_value` around the elements and between them.
    ///
    /// There is one configuration for each dimension. First come the elements between two neighbours, then those at the
    /// edges; negative numbers at the edges remove elements. `padding_value` is a scalar of the element type.
    ///
    /// ```
    /// use strata_xla::{Literal, PaddingConfigDimension, eval};
    /// let y = eval(|b| b.pad(b.constant([1, 2, 3])?, b.constant(9)?, &[PaddingConfigDimension::new(1, 2, 1)]))?;
    /// assert_eq!(y, Literal::from([9, 1, 9, 2, 9, 3, 9, 9]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn pad(
        &self,
        operand: XlaOp,
        padding_value: XlaOp,
        padding_config: &[PaddingConfigDimension],
    ) -> Result<XlaOp> {
        let list = |f: fn(&PaddingConfigDimension) -> i64| padding_config.iter().map(f).collect::<Vec<_>>();
        self.emit("Pad", "stablehlo.pad")
            .operands(&[operand, padding_value])
            .list("edge_padding_low", &list(|p| p.edge_padding_low))
            .list("edge_padding_high", &list(|p| p.edge_padding_high))
            .list("interior_padding", &list(|p| p.interior_padding))
            .one()
    }
    /// The same elements, in row-major order, in another shape of as many elements.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.reshape(b.constant([[1, 2, 3], [4, 5, 6]])?, &[3, 2]))?;
    /// assert_eq!(y, Literal::from([[1, 2], [3, 4], [5, 6]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reshape(&self, operand: XlaOp, dimensions: &[i64]) -> Result<XlaOp> {
        let shape = Shape::array(self.element("Reshape", operand)?, dimensions);
        self.reshape_as("Reshape", operand, &shape)
    }
    /// The old form of [`XlaBuilder::reshape`]: transposes by the permutation `dimensions` before.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.reshape_permuting(b.constant([[1, 2, 3], [4, 5, 6]])?, &[1, 0], &[6]))?;
    /// assert_eq!(y, Literal::from([1, 4, 2, 5, 3, 6]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reshape_permuting(&self, operand: XlaOp, dimensions: &[i64], new_sizes: &[i64]) -> Result<XlaOp> {
        let turned = self
            .emit("Reshape", "stablehlo.transpose")
            .operands(&[operand])
            .list("permutation", dimensions)
            .one()?;
        self.reshape(turned, new_sizes)
    }
    /// [`XlaBuilder::reshape`] to a shape, which has the element type of the operand and may have bounded sizes.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::S32, Shape, eval};
    /// let y = eval(|b| b.reshape_explicit(&Shape::array(S32, &[2, 2]), b.constant([1, 2, 3, 4])?))?;
    /// assert_eq!(y, Literal::from([[1, 2], [3, 4]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reshape_explicit(&self, shape: &Shape, operand: XlaOp) -> Result<XlaOp> {
        let element = self.element("Reshape", operand)?;
        if shape.element_type() != Some(element) {
            return Err(Error::new("Reshape", format!("{shape} does not have elements of type {element}")));
        }
        self.reshape_as("Reshape", operand, shape)
    }
    pub(crate) fn reshape_as(&self, at: &'static str, operand: XlaOp, shape: &Shape) -> Result<XlaOp> {
        let ty = shape.to_type(self.cx());
        check_sizes(at, shape.dimensions())?;
        self.emit(at, "stablehlo.reshape").operands(&[operand]).types(&[ty]).one()
    }
    /// The element type of an array.
    pub(crate) fn element(&self, at: &'static str, operand: XlaOp) -> Result<crate::PrimitiveType> {
        let shape = self.shape(operand)?;
        shape.element_type().ok_or_else(|| Error::new(at, format!("{shape} is no array")))
    }
    /// Reverses the order of elements along dimensions, which are unique.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.rev(b.constant([[0, 1, 2], [3, 4, 5]])?, &[1]))?;
    /// assert_eq!(y, Literal::from([[2, 1, 0], [5, 4, 3]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rev(&self, operand: XlaOp, dimensions: &[i64]) -> Result<XlaOp> {
        self.emit("Rev", "stablehlo.reverse").operands(&[operand]).list("dimensions", dimensions).one()
    }
    /// Dimension `i` of the result is dimension `permutation[i]` of the operand.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.transpose(b.constant([[1, 2, 3], [4, 5, 6]])?, &[1, 0]))?;
    /// assert_eq!(y, Literal::from([[1, 4], [2, 5], [3, 6]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn transpose(&self, operand: XlaOp, permutation: &[i64]) -> Result<XlaOp> {
        self.emit("Transpose", "stablehlo.transpose")
            .operands(&[operand])
            .list("permutation", permutation)
            .one()
    }
    /// The tensor type of a type with a dynamic size instead of a known one, which becomes its bound.
    pub(crate) fn with_dynamic(&self, ty: Type, dimension: usize) -> Type {
        let cx = self.cx();
        let Some(t) = cx.type_as::<TensorType>(ty) else { return ty };
        let mut bounds: Dims =
            (0..t.shape.len()).map(|i| infer::bound(cx, t, i).unwrap_or(DYNAMIC)).collect();
        let mut shape = t.shape.clone();
        if shape[dimension] != DYNAMIC {
            bounds[dimension] = shape[dimension];
        }
        shape[dimension] = DYNAMIC;
        with_bounds(cx, cx.tensor(&shape, t.elem), bounds)
    }
}

/// Sizes are not negative, unless they are unbounded.
pub(crate) fn check_sizes(at: &'static str, sizes: &[i64]) -> Result<()> {
    match sizes.iter().find(|&&d| d < 0 && d != DYNAMIC) {
        Some(d) => Err(Error::new(at, format!("{d} is no size"))),
        None => Ok(()),
    }
}
