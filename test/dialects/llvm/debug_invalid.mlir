// RUN: strata-opt --verify-diagnostics --split-input-file %s

// expected-error@+1 {{invalid debug info debug info tag name: DW_TAG_nothing}}
#type = #llvm.di_basic_type<tag = DW_TAG_nothing, name = "x">

// -----

// expected-error@+1 {{struct is missing required parameter: sourceLanguage}}
#unit = #llvm.di_compile_unit<id = distinct[0]<>, file = <"a" in "b">, isOptimized = true, emissionKind = Full>

// -----

// expected-error@+1 {{encountered unknown attribute encoding "DW_ATE_decimal"}}
#expression = #llvm.di_expression<[DW_OP_LLVM_convert(8, DW_ATE_decimal)]>

// -----

// expected-error@+1 {{for LLVM DISubprogram flags, got: Definition|Secret}}
#f = #llvm.di_subprogram<name = "f", subprogramFlags = "Definition|Secret">

// -----

func.func @f(%x: i32) {
  // expected-error@+1 {{Invalid attribute `varInfo` in property conversion: "x"}}
  "llvm.intr.dbg.value"(%x) <{varInfo = "x", locationExpr = #llvm.di_expression<>}> : (i32) -> ()
  return
}
