//! Any text: a module or diagnostics.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::bodies::parse(data));
