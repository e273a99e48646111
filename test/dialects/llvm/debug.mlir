// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s
// RUN: strata-opt --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

// CHECK-DAG: #[[FILE:.*]] = #llvm.di_file<"sum.c" in "/src">
#file = #llvm.di_file<"sum.c" in "/src">
// CHECK-DAG: #[[UNIT:.*]] = #llvm.di_compile_unit<id = distinct[{{.*}}]<>, sourceLanguage = DW_LANG_C11, file = #[[FILE]], isOptimized = false, emissionKind = Full>
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = false, emissionKind = Full, nameTableKind = Default>
// CHECK-DAG: #[[INT:.*]] = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#long = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
// CHECK-DAG: #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #[[INT]], sizeInBits = 64, dwarfAddressSpace = 0>
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #long, sizeInBits = 64, offsetInBits = 0, dwarfAddressSpace = 0>
// A type that is in itself, and flags of two kinds.
// CHECK-DAG: #llvm.di_composite_type<recId = distinct[{{.*}}]<>, isRecSelf = true>
#self = #llvm.di_composite_type<recId = distinct[1]<>, isRecSelf = true>
// CHECK-DAG: #llvm.di_composite_type<recId = distinct[{{.*}}]<>, tag = DW_TAG_structure_type, name = "list", file = #[[FILE]], line = 3, flags = "Public|TypePassByValue", elements = #{{.*}}, #llvm.di_subrange<count = 8 : i64>>
#list = #llvm.di_composite_type<recId = distinct[1]<>, tag = DW_TAG_structure_type, name = "list", file = #file, line = 3, flags = "TypePassByValue | Public", elements = #self, #llvm.di_subrange<count = 8 : i64>>
#type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #llvm.di_null_type, #pointer, #list>
// CHECK-DAG: #llvm.di_subprogram<id = distinct[{{.*}}]<>, compileUnit = #[[UNIT]], scope = #[[FILE]], name = "sum", file = #[[FILE]], line = 5, scopeLine = 6, subprogramFlags = "Definition|Optimized", type = #{{.*}}>
#sum = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = "sum", file = #file, line = 5, scopeLine = 6, subprogramFlags = "Optimized|Definition", type = #type>
// CHECK-DAG: #[[VAR:.*]] = #llvm.di_local_variable<scope = #{{.*}}, name = "x", line = 7, arg = 1, type = #[[INT]]>
#var = #llvm.di_local_variable<scope = #sum, name = "x", line = 7, arg = 1, type = #long, flags = Zero>
// CHECK-DAG: #[[LABEL:.*]] = #llvm.di_label<scope = #{{.*}}, name = "again">
#label = #llvm.di_label<scope = #sum, name = "again">

// CHECK: llvm.func @sum
llvm.func @sum(%p: !llvm.ptr, %x: i64) {
  // CHECK: llvm.intr.dbg.declare #[[VAR]] #llvm.di_expression<[DW_OP_deref, DW_OP_plus_uconst(8)]> = %{{.*}} : !llvm.ptr
  llvm.intr.dbg.declare #var #llvm.di_expression<[DW_OP_deref, DW_OP_plus_uconst(8)]> = %p : !llvm.ptr
  // An expression without steps is not written.
  // CHECK: llvm.intr.dbg.value #[[VAR]] = %{{.*}} : i64
  // GENERIC: "llvm.intr.dbg.value"(%{{.*}}) <{locationExpr = #llvm.di_expression<>, varInfo = #di_local_variable}> : (i64) -> ()
  llvm.intr.dbg.value #var #llvm.di_expression<> = %x : i64
  // The second number of this step is the name of an encoding.
  // CHECK: llvm.intr.dbg.value #[[VAR]] #llvm.di_expression<[DW_OP_LLVM_convert(32, DW_ATE_float), DW_OP_stack_value]> = %{{.*}} : i64
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_LLVM_convert(32, 4), DW_OP_stack_value]> = %x : i64
  // CHECK: llvm.intr.dbg.label #[[LABEL]]
  llvm.intr.dbg.label #label
  llvm.return
} loc(fused<#sum>["sum.c":5:1])
