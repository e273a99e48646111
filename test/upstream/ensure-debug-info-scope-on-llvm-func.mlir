// FLAGS: --ensure-debug-info-scope-on-llvm-func --mlir-print-debuginfo
// FLAGS: --ensure-debug-info-scope-on-llvm-func=emission-kind=Full --mlir-print-debuginfo
// FLAGS: --ensure-debug-info-scope-on-llvm-func=emission-kind=None --mlir-print-debuginfo
// FLAGS: --ensure-debug-info-scope-on-llvm-func=emission-kind=DebugDirectivesOnly --mlir-print-debuginfo

module {
  func.func @other(%a: i32) { return }
  llvm.func @declared(i32)
  llvm.func @f(%a: i32) -> i32 {
    %0 = llvm.add %a, %a : i32 loc(<<l:unknown|"a.c":3:4|"nm"("dir/b.c":5:6)|fused["b.c":1:2, "a.c":1:1]|callsite("x.c":8:9 at "foo.c":3:4)|fused<"meta">["/b.c":7:7]|callsite("/abs/x.c":1:2 at callsite("y.c":3:4 at "z.c":5:6))|callsite(callsite("i.c":1:2 at "j.c":2:1) at "z.c":5:6)>>)
    llvm.return %0 : i32 loc("a.c":7:8)
  } loc(<<f:unknown|"a.c":1:2|"nm"("dir/sub/a.c":7:8)|callsite("x.c":1:2 at "a.c":3:4)|fused<"m">["a.c":1:1]|"name only">>)
} loc(<<m:unknown|"mod.c":1:1|"long/mod.c":1:1>>)

// -----

// Scopes that are there, and functions in functions of modules.
#file = #llvm.di_file<"a.c" in "d">
#unit = #llvm.di_compile_unit<id = distinct[<<n:0|1|7>>]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "other", isOptimized = false, emissionKind = Full>
#sp = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = "own", file = #file, subprogramFlags = Definition>
module {
  llvm.func @own() {
    llvm.return loc("b.c":3:4)
  } loc(<<o:fused<#sp>["a.c":1:2]|"nm"(fused<#sp>["a.c":1:2])>>)
  module {
    llvm.func internal @inner() {
      llvm.return loc("c.c":3:4)
    } loc("c.c":2:3)
  }
} loc(<<u:"m.c":1:1|fused<#unit>["m.c":1:1]>>)
