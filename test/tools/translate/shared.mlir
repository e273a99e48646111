// REQUIRES: strata-translate, python3
// RUN: strata-translate --mlir-to-shared %S/Inputs/add.mlir -o %t.so
// RUN: python3 %S/Inputs/call.py %t.so | FileCheck %s
// RUN: strata-translate --mlir-to-shared %S/Inputs/add.mlir -O0 --mcpu=x86-64 > %t.2.so
// RUN: python3 %S/Inputs/call.py %t.2.so | FileCheck %s

// CHECK: 0 [0.0, 101.0, 202.0, 303.0, 404.0, 505.0]
