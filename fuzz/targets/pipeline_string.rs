//! Any pipeline text: an error or a fixed point.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::bodies::pipeline_string(data));
