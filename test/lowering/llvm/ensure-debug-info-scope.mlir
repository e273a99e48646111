// RUN: strata-opt %s --ensure-debug-info-scope-on-llvm-func --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The number of a distinct attribute is that of its place in the text, in locations too.

// CHECK:       llvm.return loc(fused<#llvm.di_lexical_block_file<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>
// CHECK-SAME:    name = "f", linkageName = "f", file = <"a.c" in "dir">, line = 1
// CHECK-SAME:    file = <"b.c" in "">
// CHECK-NEXT:  } loc(fused<#llvm.di_subprogram<id = distinct[0]<>
// CHECK:       llvm.return loc("a.c":9:9)
// CHECK-NEXT:  } loc(fused<#llvm.di_subprogram<id = distinct[2]<>
module {
  llvm.func @f() {
    llvm.return loc("b.c":3:4)
  } loc("dir/a.c":1:2)
  llvm.func @g() {
    llvm.return loc("a.c":9:9)
  } loc("a.c":8:2)
}
