//! Any bytes as bytecode, portable artifact or file of `jax.export`: a module or diagnostics.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strata_fuzz::artifact::artifact(data));
