//! Plans of Fourier transforms (`docs/adr/0013-fourier-transforms.md`): those of `rustfft` and `realfft` for lines one by one, and those of
//! `strata_runtime_kernels::fourier` for many short lines.
//!
//! The planners are generic code of considerable size. Here they are instantiated for both types of floats, once; the crates above see
//! plans as trait objects.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use realfft::RealFftPlanner;
use rustfft::FftPlanner;
use strata_runtime_kernels::dense::Real;
use strata_runtime_kernels::fourier::Plan;

pub use realfft::{ComplexToReal, RealToComplex};
pub use rustfft::{Fft, FftDirection, FftNum};

/// The planners for one type of numbers, and the plans made so far.
struct Plans<T: FftNum> {
    complex: FftPlanner<T>,
    real: RealFftPlanner<T>,
    /// Plans for groups of lines, by their points; `None` for points that have none.
    groups: BTreeMap<usize, Option<Arc<Plan<T>>>>,
}

/// Planners that keep the plans that they made. A planner is made when it is needed first.
#[derive(Default)]
pub struct Planners {
    single: Mutex<Option<Plans<f32>>>,
    double: Mutex<Option<Plans<f64>>>,
}

/// A float type of transforms.
pub trait Float: FftNum + Real {
    /// The plan of a complex transform of `n` points.
    fn complex(planners: &Planners, n: usize, direction: FftDirection) -> Arc<dyn Fft<Self>>;
    /// The plan of a transform of `n` real numbers.
    fn forward_real(planners: &Planners, n: usize) -> Arc<dyn RealToComplex<Self>>;
    /// The plan of a transform to `n` real numbers.
    fn backward_real(planners: &Planners, n: usize) -> Arc<dyn ComplexToReal<Self>>;
    /// The plan for groups of lines of `n` complex points, if there is one.
    fn group(planners: &Planners, n: usize) -> Option<Arc<Plan<Self>>>;
}

macro_rules! floats {
    ($($float:ty, $planner:ident;)*) => {$(
        impl Planners {
            fn $planner<R>(&self, plan: impl FnOnce(&mut Plans<$float>) -> R) -> R {
                let mut plans = self.$planner.lock().unwrap_or_else(PoisonError::into_inner);
                plan(plans.get_or_insert_with(|| Plans {
                    complex: FftPlanner::new(),
                    real: RealFftPlanner::new(),
                    groups: BTreeMap::new(),
                }))
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
            fn group(planners: &Planners, n: usize) -> Option<Arc<Plan<Self>>> {
                planners.$planner(|plans| plans.groups.entry(n).or_insert_with(|| Plan::new(n).map(Arc::new)).clone())
            }
        }
    )*};
}
floats!(
    f32, single;
    f64, double;
);
