//! Programs: kernels that verify, or diagnostics.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::gpu::gpu_pipeline(data));
