// RUN: strata-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s --check-prefix=CUSTOM
// RUN: strata-opt < %s --verify-roundtrip -o %t
// RUN: FileCheck %s --check-prefix=CUSTOM --input-file=%t
// RUN: strata-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: strata-opt --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: not strata-opt %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING

// GENERIC: "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
// GENERIC: "func.return"
// CUSTOM: func.func @f(%arg0: i32) -> i32 {
// DIALECTS: Available Dialects: {{.*}}arith{{.*}}func
// PASSES: --canonicalize
// PASSES: top-down=<bool>
// PASSES: --cse
// MISSING: cannot open input file '{{.*}}': No such file or directory
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
