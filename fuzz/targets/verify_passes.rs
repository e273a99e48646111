//! Accepted text: the cleanup passes succeed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::bodies::verify_passes(data));
