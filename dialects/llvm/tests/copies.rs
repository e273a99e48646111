//! A copy of a function has the attributes of the function, also those that have defaults.

use strata_ir::{
    core::{IdMap, Registry},
    prelude::*,
    text::{ParseOptions, parse_module},
};
use strata_llvm::Linkage;

#[test]
fn a_copy_of_a_function_keeps_its_linkage() {
    let mut registry = Registry::new();
    registry
        .register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_llvm::DIALECT);
    let cx = registry.freeze();
    let text = "llvm.func internal fastcc @f(%x: i64) -> i64 { llvm.return %x : i64 }";
    let module = parse_module(&cx, "copies.mlir", text, ParseOptions::default()).expect("valid text");
    let block = module.entry().expect("a module has a block");
    let function = module.block_ops(block).next().expect("a function");
    let mut other = Body::new(&cx, module.info(Op::SELF), Location::UNKNOWN);
    let copy = other.import_op(&module, function, &mut IdMap::new());
    for name in ["linkage", "CConv", "visibility_", "sym_name", "function_type"] {
        assert_eq!(other.attr(copy, name), module.attr(function, name), "{name}");
    }
    assert_eq!(other.attr(copy, "linkage"), Some(Linkage::Internal.attr(&cx)));
}
