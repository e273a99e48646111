//! Plans of Fourier transforms, made by `rustfft` and `realfft` (`docs/adr/0013-fourier-transforms.md`).
//!
//! The planners are generic code of considerable size. Here they are instantiated for both types of floats, once; the crates above see
//! plans as trait objects.

use std::sync::{Arc, Mutex, PoisonError};

use realfft::RealFftPlanner;
use rustfft::FftPlanner;

pub use realfft::{ComplexToReal, RealToComplex};
pub use rustfft::{Fft, FftDirection, FftNum};

/// The planners for one type of numbers, and the plans made so far.
struct Plans<T: FftNum> {
    complex: FftPlanner<T>,
    real: RealFftPlanner<T>,
}

/// Planners that keep the plans that they made. A planner is made when it is needed first.
#[derive(Default)]
pub struct Planners {
    single: Mutex<Option<Plans<f32>>>,
    double: Mutex<Option<Plans<f64>>>,
}

/// A float type of transforms.
pub trait Float: FftNum {
    /// The plan of a complex transform of `n` points.
    fn complex(planners: &Planners, n: usize, direction: FftDirection) -> Arc<dyn Fft<Self>>;
    /// The plan of a transform of `n` real numbers.
    fn forward_real(planners: &Planners, n: usize) -> Arc<dyn RealToComplex<Self>>;
    /// The plan of a transform to `n` real numbers.
    fn backward_real(planners: &Planners, n: usize) -> Arc<dyn ComplexToReal<Self>>;
}

macro_rules! floats {
    ($($float:ty, $planner:ident;)*) => {$(
        impl Planners {
            fn $planner<R>(&self, plan: impl FnOnce(&mut Plans<$float>) -> R) -> R {
                let mut plans = self.$planner.lock().unwrap_or_else(PoisonError::into_inner);
                plan(plans.get_or_insert_with(|| Plans { complex: FftPlanner::new(), real: RealFftPlanner::new() }))
            }
        }
        impl Float for $float {
            fn complex(planners: &Planners, n: usize, direction: FftDirection) -> Arc<dyn Fft<Self>> {
                planners.$planner(|plans| plans.complex.plan_fft(n, direction))
            }
            fn forward_real(planners: &Planners, n: usize) -> Arc<dyn RealToComplex<Self>> {
                planners.$planner(|plans| plans.real.plan_fft_forward(n))
            }
            fn backward_real(planners: &Planners, n: usize) -> Arc<dyn ComplexToReal<Self>> {
                planners.$planner(|plans| plans.real.plan_fft_inverse(n))
            }
        }
    )*};
}
floats!(
    f32, single;
    f64, double;
);
