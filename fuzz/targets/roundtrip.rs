//! Accepted text: printing and parsing are inverse.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::bodies::roundtrip(data));
