//! Contractions.

use strata_ir::prelude::*;
use strata_stablehlo::infer;

use crate::{
    DotDimensionNumbers, Error, Precision, PrimitiveType, RaggedDotDimensionNumbers, Result, XlaBuilder,
    XlaComputation, XlaOp, types::precision_config,
};

impl XlaBuilder {
    /// The product of vectors and matrices: sums over the last dimension of `lhs` and the first one of `rhs`.
    ///
    /// Both have rank 1 or 2 and one element type, and the summed sizes are equal. `preferred_element_type` is the type
    /// of the result, by default that of the operands; an empty `precision_config` leaves the precision open.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([[1, 2, 3], [4, 5, 6]])?;
    ///     b.dot(x, b.constant([[1, 2], [3, 4], [5, 6]])?, &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[22, 28], [49, 64]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn dot(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let at = "Dot";
        let (l, r) = (self.sizes(at, lhs)?.len(), self.sizes(at, rhs)?.len());
        if !(1..=2).contains(&l) || !(1..=2).contains(&r) {
            return Err(Error::new(at, "Dot only supports rank 1 or 2."));
        }
        let dims = DotDimensionNumbers::contracting(&[l as i64 - 1], &[0]);
        self.dot_as(at, lhs, rhs, &dims, precision, preferred_element_type)
    }
    /// Sums products over pairs of contracting dimensions, for each element of the batch dimensions.
    ///
    /// The dimensions of a pair have one size. The result has the batch dimensions, then the other dimensions of `lhs`,
    /// then those of `rhs`. The rest is as in [`XlaBuilder::dot`].
    ///
    /// ```
    /// use strata_xla::{DotDimensionNumbers, Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, y) = (b.constant([[1, 2, 3], [4, 5, 6]])?, b.constant([[1, 1, 1], [2, 2, 2]])?);
    ///     b.dot_general(x, y, &DotDimensionNumbers::contracting(&[1], &[1]), &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[6, 12], [15, 30]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn dot_general(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        dimension_numbers: &DotDimensionNumbers,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        self.dot_as("DotGeneral", lhs, rhs, dimension_numbers, precision, preferred_element_type)
    }
    fn dot_as(
        &self,
        at: &'static str,
        lhs: XlaOp,
        rhs: XlaOp,
        dims: &DotDimensionNumbers,
        precision: &[Precision],
        preferred: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let (cx, dims) = (self.cx(), dims.attr());
        let (l, r) = (self.ty(at, lhs)?, self.ty(at, rhs)?);
        let ty = infer::dot_general(cx, l, r, &dims).map_err(|e| Error::new(at, e))?;
        let ty = preferred.map_or(ty, |p| cx.with_elem(ty, p.to_type(cx)));
        self.emit(at, "stablehlo.dot_general")
            .operands(&[lhs, rhs])
            .attr("dot_dimension_numbers", cx.attr(dims))
            .maybe("precision_config", precision_config(cx, precision))
            .types(&[ty])
            .one()
    }
    /// [`XlaBuilder::dot_general`] of operands that are multiplied by scales first.
    ///
    /// A scale has the rank of its operand and its sizes, except that a contracting size may be a divisor: then each
    /// scale is that of a block of elements. Products are of `bf16`; the result is of `preferred_element_type`, by
    /// default `bf16`. The op is a composite `xla.scaled_dot`.
    ///
    /// ```
    /// use strata_xla::{DotDimensionNumbers, Literal, PrimitiveType::F32, eval};
    /// let y = eval(|b| {
    ///     let (x, x_scale) = (b.constant([[1.0f32, 2.0, 3.0, 4.0]])?, b.constant([[2.0f32, 0.5]])?);
    ///     let (y, y_scale) = (b.constant([[1.0f32]; 4])?, b.constant([[1.0f32], [4.0]])?);
    ///     let dims = DotDimensionNumbers::contracting(&[1], &[0]);
    ///     b.scaled_dot(x, x_scale, y, y_scale, &dims, &[], Some(F32))
    /// })?;
    /// assert_eq!(y, Literal::from([[20.0f32]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn scaled_dot(
        &self,
        lhs: XlaOp,
        lhs_scale: XlaOp,
        rhs: XlaOp,
        rhs_scale: XlaOp,
        dimension_number: &DotDimensionNumbers,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let at = "ScaledDot";
        let operands = [lhs, rhs, lhs_scale, rhs_scale];
        let shapes = operands.iter().map(|&x| self.shape(x)).collect::<Result<Vec<_>>>()?;
        let preferred = preferred_element_type.unwrap_or(PrimitiveType::BF16);
        let made: XlaComputation = self.computation("scaled_dot", &shapes, |b, p| {
            let [lhs, rhs, lhs_scale, rhs_scale] = *p else {
                return Err(Error::new(at, "takes four operands"));
            };
            let l = b.scaled(at, lhs, lhs_scale)?;
            let r = b.scaled(at, rhs, rhs_scale)?;
            b.dot_as(at, l, r, dimension_number, precision, Some(preferred))
        })?;
        let cx = self.cx();
        let lists = |a: &[i64], b: &[i64]| cx.array_attr(vec![cx.i64_array(a), cx.i64_array(b)]);
        let d = dimension_number;
        let numbers = cx.array_attr(vec![
            lists(&d.lhs_contracting_dimensions, &d.rhs_contracting_dimensions),
            lists(&d.lhs_batch_dimensions, &d.rhs_batch_dimensions),
        ]);
        let attributes = cx.dict_attr(vec![
            (cx.intern("dimension_numbers"), numbers),
            (cx.intern("preferred_element_type"), cx.type_attr(preferred.to_type(cx))),
        ]);
        made.call(self, at, "stablehlo.composite", "decomposition", &operands, |emit| {
            emit.attr("name", cx.string_attr("xla.scaled_dot")).attr("composite_attributes", attributes)
        })
    }
    /// An operand in `bf16` times its scale, which is repeated over the blocks of the operand.
    fn scaled(&self, at: &'static str, operand: XlaOp, scale: XlaOp) -> Result<XlaOp> {
        let (sizes, blocks) = (self.sizes(at, operand)?, self.sizes(at, scale)?);
        let fits = sizes.len() == blocks.len()
            && sizes.iter().zip(&blocks).all(|(&n, &k)| n == k || n >= 0 && k > 0 && n % k == 0);
        if !fits {
            let (x, s) = (self.shape(operand)?, self.shape(scale)?);
            return Err(Error::new(at, format!("a scale of shape {s} does not divide {x}")));
        }
        let x = self.convert_element_type(operand, PrimitiveType::BF16)?;
        let mut s = self.convert_element_type(scale, PrimitiveType::BF16)?;
        if sizes != blocks {
            let (mut split, mut map) = (Vec::new(), Vec::new());
            for (&n, &k) in sizes.iter().zip(&blocks) {
                map.push(split.len() as i64);
                split.extend([k, if n == k { 1 } else { n / k }]);
            }
            s = self.broadcast_in_dim(s, &split, &map)?;
            s = self.reshape(s, &sizes)?;
        }
        self.mul(x, s, &[])
    }
    /// A contraction in which one dimension of `lhs` consists of groups of `group_sizes` elements.
    ///
    /// A group of rows meets its own part of `rhs` (the ragged dimension is neither summed over nor a batch dimension),
    /// or gives its own part of the result (it is summed over), or is a batch. Rows past the last group give 0. The rest
    /// is as in [`XlaBuilder::dot_general`].
    ///
    /// ```
    /// use strata_xla::*;
    /// let b = XlaBuilder::new("groups");
    /// let x = b.constant([[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
    /// let weights = b.constant([[[1.0f32, 0.0], [0.0, 1.0]], [[10.0, 0.0], [0.0, 10.0]]])?;
    /// let dims = RaggedDotDimensionNumbers {
    ///     lhs_contracting_dimensions: vec![1],
    ///     rhs_contracting_dimensions: vec![1],
    ///     lhs_ragged_dimensions: vec![0],
    ///     rhs_group_dimensions: vec![0],
    ///     ..Default::default()
    /// };
    /// let y = b.ragged_dot(x, weights, b.constant([1, 2])?, &dims, &[], None)?;
    /// assert_eq!(b.shape(y)?.to_string(), "f32[3,2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ragged_dot(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        group_sizes: XlaOp,
        dimension_numbers: &RaggedDotDimensionNumbers,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let (at, cx) = ("RaggedDot", self.cx());
        let (l, r, g) = (self.sizes(at, lhs)?, self.sizes(at, rhs)?, self.sizes(at, group_sizes)?);
        let d = dimension_numbers;
        let in_range = |list: &[i64], rank: usize| list.iter().all(|&i| (0..rank as i64).contains(&i));
        if !in_range(&d.lhs_batch_dimensions, l.len())
            || !in_range(&d.lhs_contracting_dimensions, l.len())
            || !in_range(&d.lhs_ragged_dimensions, l.len())
            || !in_range(&d.rhs_batch_dimensions, r.len())
            || !in_range(&d.rhs_contracting_dimensions, r.len())
            || !in_range(&d.rhs_group_dimensions, r.len())
        {
            return Err(Error::new(at, "a dimension number is out of range"));
        }
        let [ragged] = d.lhs_ragged_dimensions[..] else {
            return Err(Error::new(at, "there must be exactly one ragged dimension"));
        };
        let groups = g.last().copied().ok_or_else(|| Error::new(at, "group_sizes must not be a scalar"))?;
        let pick = |sizes: &[i64], keep: &dyn Fn(i64) -> bool| -> Vec<i64> {
            sizes.iter().enumerate().filter(|(i, _)| keep(*i as i64)).map(|(_, &n)| n).collect()
        };
        let mut sizes = Vec::new();
        if d.lhs_contracting_dimensions.contains(&ragged) {
            sizes.push(groups);
        }
        sizes.extend(d.lhs_batch_dimensions.iter().map(|&i| l[i as usize]));
        sizes.extend(pick(&l, &|i| {
            !d.lhs_batch_dimensions.contains(&i) && !d.lhs_contracting_dimensions.contains(&i)
        }));
        sizes.extend(pick(&r, &|i| {
            !d.rhs_batch_dimensions.contains(&i)
                && !d.rhs_contracting_dimensions.contains(&i)
                && !d.rhs_group_dimensions.contains(&i)
        }));
        let elem = match preferred_element_type {
            Some(p) => p.to_type(cx),
            None => cx.elem_or_self(self.ty(at, lhs)?),
        };
        let words = precision.iter().filter_map(|p| strata_chlo::Precision::from_word(p.word()));
        let words: Vec<Attr> = words.map(|p| cx.attr(p)).collect();
        self.emit(at, "chlo.ragged_dot")
            .operands(&[lhs, rhs, group_sizes])
            .attr("ragged_dot_dimension_numbers", cx.attr(d.attr()))
            .maybe("precision_config", (!words.is_empty()).then(|| cx.array_attr(words)))
            .types(&[cx.tensor(&sizes, elem)])
            .one()
    }
}
