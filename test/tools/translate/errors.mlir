// REQUIRES: strata-translate
// RUN: not strata-translate --mlir-to-obj %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not test -e %t.o
// RUN: not strata-translate %s 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not strata-translate --mlir-to-asm --interpret %s 2>&1 | FileCheck %s --check-prefix=MODES
// RUN: not strata-translate --mlir-to-obj --split-input-file %s 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not strata-translate --mlir-to-asm --mcpu=pdp11 %s 2>&1 | FileCheck %s --check-prefix=PROCESSOR
// RUN: not strata-translate --mlir-to-asm --mattr=+warp %s 2>&1 | FileCheck %s --check-prefix=ATTR
// RUN: not strata-translate --mlir-to-asm -O7 %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not strata-translate --mlir-to-asm --entry=a.b %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not strata-translate --mlir-to-asm %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: strata-translate --help | FileCheck %s --check-prefix=HELP
// RUN: strata-translate --version | FileCheck %s --check-prefix=VERSION

// TYPE: errors.mlir:[[#@LINE+14]]:1: error: argument #0 of '@main' has type 'tensor<*xf32>'; a tensor of known rank is needed
// MODE: error: the following required arguments were not provided
// MODES: error: the argument '--mlir-to-asm' cannot be used with '--interpret'
// SPLIT: error: --split-input-file needs a textual output
// PROCESSOR: error: unsupported target: `pdp11` is not a known 64-bit x86 CPU
// ATTR: error: unsupported target: `+warp` is not a known x86 feature
// LEVEL: error: invalid value '7' for '-O <LEVEL>': the level is 0, 1, 2 or 3
// NAME: error: 'a.b' cannot be part of the name of a C function
// MISSING: cannot open input file '{{.*}}': No such file or directory
// HELP: Examples:
// HELP: strata-translate --mlir-to-shared
// VERSION: strata-translate {{[0-9.]+}}
// VERSION: LLVM 22
// VERSION: host CPU:
func.func @main(%a: tensor<*xf32>) -> tensor<*xf32> {
  return %a : tensor<*xf32>
}
