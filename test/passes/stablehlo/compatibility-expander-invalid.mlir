// RUN: not strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander)' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=1.x})' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=0.8.0})' 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=9.0.0})' 2>&1 | FileCheck %s --check-prefix=NEW

// NONE: No target version specified. Target version must be of the form `#.#.#`.
// WRONG: Invalid target version argument. Target version must be of the form `#.#.#`.
// OLD: target version 0.8.0 is less than minimum supported.
// NEW: target version 9.0.0 is greater than current version.
func.func @f() {
  return
}
