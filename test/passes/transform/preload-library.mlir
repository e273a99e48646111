// RUN: strata-opt %s --split-input-file --verify-diagnostics --transform-preload-library=transform-library-paths=%S/Inputs/library.mlir --transform-interpreter
// RUN: not strata-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not strata-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/library.mlir,%S/Inputs/library.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not strata-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/invalid.txt 2>&1 | FileCheck %s --check-prefix=INVALID

// NOTHING: Inputs/nothing:0:0: error: '{{.*}}Inputs/nothing' is neither a file nor a directory
// TWICE: library.mlir:2:3: error: doubly defined symbol @mark
// TWICE: library.mlir:2:3: note: previously defined here
// INVALID: invalid.txt:1:1: error: custom op 'this' is unknown

// expected-error@+1 {{failed to merge symbols}}
module attributes {transform.with_named_sequence} {
  // expected-error@+1 {{external definition has a mismatching signature ('(!transform.any_op) -> ()')}}
  transform.named_sequence private @mark(!transform.any_op {transform.readonly}, !transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    transform.include @mark failures(propagate) (%a, %a) : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}

// -----

// A private declaration is not that of a private definition.
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @note(!transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error@+1 {{unresolved external named sequence}}
    transform.include @note failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}
