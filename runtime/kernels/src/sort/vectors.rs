//! [`run`]: plain loops, compiled for the vectors of the processor.

/// Whether the processor has the vectors of 512 bits that sorts need.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("popcnt")
}

/// Whether it has those of 256 bits.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_256() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
}

/// Runs loops that are inlined.
#[inline(always)]
pub(super) fn run<R>(loops: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn wide<R>(loops: impl FnOnce() -> R) -> R {
            loops()
        }
        if has_256() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { wide(loops) };
        }
    }
    loops()
}
