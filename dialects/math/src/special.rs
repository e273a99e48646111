//! The functions that the standard library lacks, or computes less exactly.

/// Functions on `f32`.
pub mod f32 {
    /// Inverse hyperbolic cosine.
    pub fn acosh(x: f32) -> f32 {
        // That of `libm` gives numbers for some that are far below 1.
        if x < 1.0 { f32::NAN } else { libm::acoshf(x) }
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
        if x < 1.0 { f64::NAN } else { libm::acosh(x) }
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

#[cfg(test)]
mod tests {
    #[test]
    fn no_number_below_one_is_a_hyperbolic_cosine() {
        for x in [0.999, 0.0, -1.0, -3.5, -100.0, -12345.678, -1e5, -3e7, -1e8, -1e20, -1e30] {
            assert!(super::f64::acosh(x).is_nan(), "{x}");
            assert!(super::f32::acosh(x as f32).is_nan(), "{x}");
        }
        assert_eq!((super::f64::acosh(1.0), super::f32::acosh(1.0)), (0.0, 0.0));
        assert!((super::f64::acosh(2.0) - 1.316_957_896_924_816_6).abs() < 1e-15);
    }
}
