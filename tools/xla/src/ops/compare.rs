//! Comparisons, selection and clamping.

use crate::{
    ComparisonDirection::{self, *},
    ComparisonType, Error, PrimitiveType, Result, Shape, XlaBuilder, XlaOp,
};

/// Declares comparisons, with an example.
macro_rules! compare {
    ($($(#[$doc:meta])* $method:ident $at:tt $direction:ident $order:expr, $x:expr, $y:expr => $z:expr;)*) => {
        impl XlaBuilder {$(
            $(#[$doc])*
            ///
            /// Operands and `broadcast_dimensions` are those of [`XlaBuilder::compare`], as are errors.
            ///
            /// ```
            /// use strata_xla::{Error, Literal, eval};
            #[doc = concat!("let z = eval(|b| b.", stringify!($method), "(b.constant(", stringify!($x), ")?, b.constant(", stringify!($y), ")?, &[]))?;")]
            #[doc = concat!("assert_eq!(z, Literal::from(", stringify!($z), "));")]
            /// # Ok::<(), Error>(())
            /// ```
            pub fn $method(&self, lhs: XlaOp, rhs: XlaOp, broadcast_dimensions: &[i64]) -> Result<XlaOp> {
                self.compare_as($at, lhs, rhs, broadcast_dimensions, $direction, $order)
            }
        )*}
    };
}

const TOTAL: Option<ComparisonType> = Some(ComparisonType::TotalOrder);

compare! {
    /// Whether elements are equal; NaN equals nothing.
    eq "Eq" Eq None, [f32::NAN, 0.0, 1.0], [f32::NAN, -0.0, 2.0] => [false, true, false];
    /// Whether elements differ.
    ne "Ne" Ne None, [f32::NAN, 0.0, 1.0], [f32::NAN, -0.0, 2.0] => [true, false, true];
    /// Whether the left element is greater or equal.
    ge "Ge" Ge None, [1, 2, 3], [2, 2, 2] => [false, true, true];
    /// Whether the left element is greater.
    gt "Gt" Gt None, [1, 2, 3], [2, 2, 2] => [false, false, true];
    /// Whether the left element is less or equal.
    le "Le" Le None, [1, 2, 3], [2, 2, 2] => [true, true, false];
    /// Whether the left element is less.
    lt "Lt" Lt None, [u32::MAX, 1], [1u32, 2] => [false, true];
    /// Equality in the total order of floats, where NaN equals itself and zeros differ by their sign.
    eq_total_order "EqTotalOrder" Eq TOTAL, [f32::NAN, 0.0, 1.0], [f32::NAN, -0.0, 1.0] => [true, false, true];
    /// Inequality in the total order of floats.
    ne_total_order "NeTotalOrder" Ne TOTAL, [f32::NAN, 0.0, 1.0], [f32::NAN, -0.0, 1.0] => [false, true, false];
    /// Whether the left element is greater or equal in the total order of floats.
    ge_total_order "GeTotalOrder" Ge TOTAL, [f32::NAN, -0.0], [f32::INFINITY, 0.0] => [true, false];
    /// Whether the left element is greater in the total order of floats.
    gt_total_order "GtTotalOrder" Gt TOTAL, [f32::NAN, 0.0], [f32::INFINITY, -0.0] => [true, true];
    /// Whether the left element is less or equal in the total order of floats.
    le_total_order "LeTotalOrder" Le TOTAL, [f32::NAN, -0.0], [f32::INFINITY, 0.0] => [false, true];
    /// Whether the left element is less in the total order of floats.
    lt_total_order "LtTotalOrder" Lt TOTAL, [f32::INFINITY, -0.0], [f32::NAN, 0.0] => [true, true];
}

impl XlaBuilder {
    /// Compares elements; the result are booleans.
    ///
    /// The operands have one element type and shapes that broadcast as those of [`XlaBuilder::add`]. `compare_type` is
    /// the order, by default that of the element type; one that does not go with it is an error.
    ///
    /// ```
    /// use strata_xla::{ComparisonDirection, ComparisonType, Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, zero) = (b.constant([-1.0f32, f32::NAN])?, b.constant(0.0f32)?);
    ///     b.compare(x, zero, &[], ComparisonDirection::Gt, Some(ComparisonType::TotalOrder))
    /// })?;
    /// assert_eq!(y, Literal::from([false, true]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn compare(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        broadcast_dimensions: &[i64],
        direction: ComparisonDirection,
        compare_type: Option<ComparisonType>,
    ) -> Result<XlaOp> {
        self.compare_as("Compare", lhs, rhs, broadcast_dimensions, direction, compare_type)
    }
    pub(crate) fn compare_as(
        &self,
        at: &'static str,
        lhs: XlaOp,
        rhs: XlaOp,
        dims: &[i64],
        direction: ComparisonDirection,
        order: Option<ComparisonType>,
    ) -> Result<XlaOp> {
        let operands = self.broadcast_operands(at, lhs, rhs, dims)?;
        let element = self.shape(lhs)?.element_type();
        let natural = match element {
            Some(e) if e.is_float() || e.is_complex() => ComparisonType::Float,
            Some(e) if e == PrimitiveType::Pred || e.name().starts_with('u') => ComparisonType::Unsigned,
            _ => ComparisonType::Signed,
        };
        // The order of integers and booleans is total anyway.
        let order = match order {
            None => natural,
            Some(ComparisonType::TotalOrder) if natural != ComparisonType::Float => natural,
            Some(order) => order,
        };
        let cx = self.cx();
        self.emit(at, "stablehlo.compare")
            .operands(&operands)
            .attr("comparison_direction", cx.attr(direction))
            .attr("compare_type", cx.attr(order))
            .one()
    }
    /// Elements of `on_true` where `pred` is true, of `on_false` elsewhere.
    ///
    /// `on_true` and `on_false` have one shape; `pred` has its sizes or is a scalar. With a scalar they may be tuples.
    /// Other shapes are an error.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let pred = b.constant([true, false, false, true])?;
    ///     b.select(pred, b.constant([1, 2, 3, 4])?, b.constant([100, 200, 300, 400])?)
    /// })?;
    /// assert_eq!(y, Literal::from([1, 200, 300, 4]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn select(&self, pred: XlaOp, on_true: XlaOp, on_false: XlaOp) -> Result<XlaOp> {
        let at = "Select";
        let (t, f) = (self.shape(on_true)?, self.shape(on_false)?);
        if t.to_type(self.cx()) != f.to_type(self.cx()) {
            return Err(Error::new(
                at,
                format!("Operands to select must be the same shape; got {t} and {f}."),
            ));
        }
        if !matches!(t, Shape::Tuple(_)) {
            return self.emit(at, "stablehlo.select").operands(&[pred, on_true, on_false]).one();
        }
        if self.shape(pred)? != Shape::scalar(PrimitiveType::Pred) {
            return Err(Error::new(at, "A tuple is selected by a scalar."));
        }
        self.if_then_else(at, pred, |_, _| Ok(on_true), |_, _| Ok(on_false))
    }
    /// `min(max(min, operand), max)` for each element.
    ///
    /// `min` and `max` have the shape of the operand or are scalars of its element type; other shapes are an error.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.clamp(b.constant(0)?, b.constant([-1, 5, 9])?, b.constant(6)?))?;
    /// assert_eq!(y, Literal::from([0, 5, 6]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn clamp(&self, min: XlaOp, operand: XlaOp, max: XlaOp) -> Result<XlaOp> {
        let at = "Clamp";
        let ty = self.ty(at, operand)?;
        for bound in [min, max] {
            let own = self.ty(at, bound)?;
            let scalar = self.cx().tensor(&[], self.cx().elem_or_self(ty));
            if own != ty && own != scalar {
                return Err(Error::new(
                    at,
                    format!("bound of shape {} for {}", self.shape(bound)?, self.shape(operand)?),
                ));
            }
        }
        self.emit(at, "stablehlo.clamp").operands(&[min, operand, max]).one()
    }
}
