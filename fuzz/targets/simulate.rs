//! Kernels: they run, or end with an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::gpu::simulate(data));
