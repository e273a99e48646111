// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
// Flags of modules, and structs that are inside of themselves.

// CHECK: llvm.module_flags [#llvm.mlir.module_flag<max, "PIC Level", 2 : i32>]
llvm.module_flags [#llvm.mlir.module_flag<max, "PIC Level", 2 : i32>]
// CHECK: llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = CSInstrProf, total_count = 90, max_count = 40, max_internal_count = 30, max_function_count = 20, num_counts = 10, num_functions = 5, detailed_summary = <cut_off = 990000, min_count = 3, num_counts = 7>>>]
llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = CSInstrProf, total_count = 90, max_count = 40, max_internal_count = 30, max_function_count = 20, num_counts = 10, num_functions = 5, detailed_summary = <cut_off = 990000, min_count = 3, num_counts = 7>>>]
// CHECK: #llvm.profile_summary<format = SampleProfile, {{.*}}, is_partial_profile = 1, partial_profile_ratio = 5.000000e-01 : f64, detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 4, min_count = 5, num_counts = 6>>>]
llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = SampleProfile, total_count = 90, max_count = 40, max_internal_count = 30, max_function_count = 20, num_counts = 10, num_functions = 5, is_partial_profile = 1, partial_profile_ratio = 0.5 : f64, detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 4, min_count = 5, num_counts = 6>>>]

// CHECK: func.func private @list() -> !llvm.struct<"node", (ptr, array<2 x struct<"node">>)>
func.func private @list() -> !llvm.struct<"node", (ptr, array<2 x struct<"node">>)>
// CHECK: func.func private @both() -> !llvm.struct<"left", (struct<"right", (struct<"left">, i32)>)>
func.func private @both() -> !llvm.struct<"left", (struct<"right", (struct<"left">, i32)>)>
