//! Misuse that the definition macros and the borrow rules of the IR reject, with the messages that a user reads.
//!
//! After a wanted change of a message, `TRYBUILD=overwrite cargo test -p strata-ir --test compile_fail` writes the
//! new expectations.

#[test]
fn misuse_is_a_compile_error() {
    trybuild::TestCases::new().compile_fail("../macros/tests/ui/*.rs");
}
