//! The body of the target `artifact`: programs in binary forms.

use strata_bytecode::{ReadOptions, WriteOptions, read_module, write_module};
use strata_ir::{
    core::{Diagnostic, diagnostics::render_all},
    text::{PrintOptions, print_body},
};
use strata_lowering_vhlo::{load, serialize};
use strata_vhlo::Version;

/// Any bytes: a module or diagnostics. An accepted module can be written, and the result can be read again.
pub fn artifact(data: &[u8]) {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    let cx = registry.freeze();
    let explained = |errors: Vec<Diagnostic>| {
        assert!(!errors.is_empty() && !render_all(&cx, &errors).is_empty(), "a rejection without a diagnostic");
    };
    let body = match load(&cx, "fuzz.mlirbc", data) {
        Ok(body) => body,
        Err(errors) => return explained(errors),
    };
    match write_module(&body, &WriteOptions::default()) {
        Ok(bytes) => {
            let again = read_module(&cx, "written.mlirbc", &bytes, ReadOptions { skip_verify: true });
            let again = again.unwrap_or_else(|errors| {
                panic!("what was written is rejected\n{}", render_all(&cx, &errors));
            });
            let generic = PrintOptions { generic: true, ..PrintOptions::default() };
            assert_eq!(print_body(&again, &generic), print_body(&body, &generic), "another module is read");
        }
        Err(errors) => panic!("an accepted module cannot be written\n{}", render_all(&cx, &errors)),
    }
    // Not every module is StableHLO.
    if let Err(errors) = serialize(&body, Version::CURRENT) {
        explained(errors);
    }
}
