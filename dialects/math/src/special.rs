//! The functions that the standard library lacks, or computes less exactly.

/// Functions on `f32`.
pub mod f32 {
    /// Inverse hyperbolic cosine.
    pub fn acosh(x: f32) -> f32 {
        libm::acoshf(x)
    }
    /// Inverse hyperbolic sine.
    pub fn asinh(x: f32) -> f32 {
        libm::asinhf(x)
    }
    /// Inverse hyperbolic tangent.
    pub fn atanh(x: f32) -> f32 {
        libm::atanhf(x)
    }
    /// Error function.
    pub fn erf(x: f32) -> f32 {
        libm::erff(x)
    }
    /// Complementary error function.
    pub fn erfc(x: f32) -> f32 {
        libm::erfcf(x)
    }
}

/// Functions on `f64`.
pub mod f64 {
    /// Inverse hyperbolic cosine.
    pub fn acosh(x: f64) -> f64 {
        libm::acosh(x)
    }
    /// Inverse hyperbolic sine.
    pub fn asinh(x: f64) -> f64 {
        libm::asinh(x)
    }
    /// Inverse hyperbolic tangent.
    pub fn atanh(x: f64) -> f64 {
        libm::atanh(x)
    }
    /// Error function.
    pub fn erf(x: f64) -> f64 {
        libm::erf(x)
    }
    /// Complementary error function.
    pub fn erfc(x: f64) -> f64 {
        libm::erfc(x)
    }
}
