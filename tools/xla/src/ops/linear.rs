//! Linear algebra and Fourier transforms.

use crate::{FftType, Result, Transpose, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// The Cholesky factor of matrices in the last two dimensions: `a = L * L^H` if `lower`, else `a = U^H * U`.
    ///
    /// Elements are floats or complex numbers; matrices are square. Only the chosen triangle is read.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.cholesky(b.constant([[4.0f32, 99.0], [2.0, 5.0]])?, true))?;
    /// assert_eq!(y.to_vec::<f32>()?[2..], [1.0, 2.0]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn cholesky(&self, a: XlaOp, lower: bool) -> Result<XlaOp> {
        self.emit("Cholesky", "stablehlo.cholesky").operands(&[a]).flag("lower", lower).one()
    }
    /// Solves `op(a) * x = b` if `left_side`, else `x * op(a) = b`, where `a` are triangular matrices in the last two
    /// dimensions.
    ///
    /// `a` and `b` have one element type and equal dimensions before the last two; matrices of `a` are square and fit
    /// those of `b`. `lower` says which triangle of `a` is read, `unit_diagonal` that its diagonal is 1, `transpose_a`
    /// what `op` is.
    ///
    /// ```
    /// use strata_xla::{Literal, Transpose, eval};
    /// let y = eval(|b| {
    ///     let (a, y) = (b.constant([[2.0f32, 99.0], [1.0, 4.0]])?, b.constant([[2.0f32, 4.0], [9.0, 6.0]])?);
    ///     b.triangular_solve(a, y, true, true, false, Transpose::NoTranspose)
    /// })?;
    /// assert_eq!(y, Literal::from([[1.0f32, 2.0], [2.0, 1.0]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn triangular_solve(
        &self,
        a: XlaOp,
        b: XlaOp,
        left_side: bool,
        lower: bool,
        unit_diagonal: bool,
        transpose_a: Transpose,
    ) -> Result<XlaOp> {
        self.emit("TriangularSolve", "stablehlo.triangular_solve")
            .operands(&[a, b])
            .flag("left_side", left_side)
            .flag("lower", lower)
            .flag("unit_diagonal", unit_diagonal)
            .attr("transpose_a", self.cx().attr(transpose_a))
            .one()
    }
    /// The Fourier transform over as many last dimensions as `fft_length` has sizes, at most three.
    ///
    /// `Fft` and `Ifft` take complex numbers; `Rfft` takes floats and gives the first half of the complex result;
    /// `Irfft` takes that half and gives floats. Lengths are those of the side that is not halved.
    ///
    /// ```
    /// use strata_xla::{FftType, Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.fft(b.constant([1.0f32, 2.0, 3.0, 4.0])?, FftType::Rfft, &[4])?;
    ///     b.fft(x, FftType::Irfft, &[4])
    /// })?;
    /// assert_eq!(y, Literal::from([1.0f32, 2.0, 3.0, 4.0]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn fft(&self, operand: XlaOp, fft_type: FftType, fft_length: &[i64]) -> Result<XlaOp> {
        self.emit("Fft", "stablehlo.fft")
            .operands(&[operand])
            .attr("fft_type", self.cx().attr(fft_type))
            .list("fft_length", fft_length)
            .one()
    }
}
