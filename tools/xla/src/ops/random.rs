//! Random numbers.

use strata_stablehlo::RngDistribution;

use super::dynamic::shape_vector;
use crate::{Error, PrimitiveType, Result, RngAlgorithm, Shape, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// Random numbers of the normal distribution with mean `mu` and deviation `sigma`, scalars of the float type that
    /// `shape` has.
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::F32, Shape, eval};
    /// let y = eval(|b| b.rng_normal(b.constant(0.0f32)?, b.constant(1.0f32)?, &Shape::array(F32, &[4])))?;
    /// assert!(y.to_vec::<f32>()?.iter().all(|x| x.is_finite()));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rng_normal(&self, mu: XlaOp, sigma: XlaOp, shape: &Shape) -> Result<XlaOp> {
        self.rng("RngNormal", RngDistribution::Normal, mu, sigma, shape)
    }
    /// Random numbers from `a` to before `b`, scalars of the element type that `shape` has.
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::S32, Shape, eval};
    /// let y = eval(|b| b.rng_uniform(b.constant(3)?, b.constant(5)?, &Shape::array(S32, &[8])))?;
    /// assert!(y.to_vec::<i32>()?.iter().all(|x| (3..5).contains(x)));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rng_uniform(&self, a: XlaOp, b: XlaOp, shape: &Shape) -> Result<XlaOp> {
        self.rng("RngUniform", RngDistribution::Uniform, a, b, shape)
    }
    fn rng(
        &self,
        at: &'static str,
        distribution: RngDistribution,
        a: XlaOp,
        b: XlaOp,
        shape: &Shape,
    ) -> Result<XlaOp> {
        let element = self.element(at, a)?;
        if shape.element_type() != Some(element) {
            return Err(Error::new(at, format!("{shape} does not have elements of type {element}")));
        }
        let sizes = shape_vector(self, at, shape.dimensions())?;
        self.emit(at, "stablehlo.rng")
            .operands(&[a, b, sizes])
            .attr("rng_distribution", self.cx().attr(distribution))
            .types(&[shape.to_type(self.cx())])
            .one()
    }
    /// Zeros and ones, with probability `mean` of a one. `mean` is a scalar of type `f32`, the elements of `shape` are
    /// of type `u32`.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::U32, Shape, eval};
    /// let y = eval(|b| b.rng_bernoulli(b.constant(1.0f32)?, &Shape::array(U32, &[3])))?;
    /// assert_eq!(y, Literal::from([1u32, 1, 1]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rng_bernoulli(&self, mean: XlaOp, shape: &Shape) -> Result<XlaOp> {
        let at = "RngBernoulli";
        if shape.element_type() != Some(PrimitiveType::U32) {
            return Err(Error::new(at, format!("the element type must be u32, but got {shape}")));
        }
        if self.shape(mean)? != Shape::scalar(PrimitiveType::F32) {
            return Err(Error::new(at, format!("the mean must be f32[], but got {}", self.shape(mean)?)));
        }
        let floats = Shape::array(PrimitiveType::F32, shape.dimensions());
        let (zero, one) = (self.constant(0.0f32)?, self.constant(1.0f32)?);
        let uniform = self.rng(at, RngDistribution::Uniform, zero, one, &floats)?;
        let hit = self.compare_as(at, uniform, mean, &[], crate::ComparisonDirection::Lt, None)?;
        self.convert_element_type(hit, PrimitiveType::U32)
    }
    /// Random bits and the next state, a function of the state: returns a tuple of the state and the bits.
    ///
    /// `initial_state` are two numbers of type `u64`, or three for Philox. `shape` has integers or floats.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::U32, RngAlgorithm, Shape, eval};
    /// let shape = Shape::array(U32, &[2]);
    /// let y = eval(|b| b.rng_bit_generator(RngAlgorithm::ThreeFry, b.constant([1u64, 2])?, &shape))?;
    /// assert_eq!(y.elements()[0], Literal::from([1u64, 3]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rng_bit_generator(
        &self,
        algorithm: RngAlgorithm,
        initial_state: XlaOp,
        shape: &Shape,
    ) -> Result<XlaOp> {
        let at = "RngBitGenerator";
        let state = self.ty(at, initial_state)?;
        self.emit(at, "stablehlo.rng_bit_generator")
            .operands(&[initial_state])
            .attr("rng_algorithm", self.cx().attr(algorithm))
            .types(&[state, shape.to_type(self.cx())])
            .packed()
    }
}
