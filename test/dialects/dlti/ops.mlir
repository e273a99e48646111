// RUN: strata-opt %s --split-input-file --allow-unregistered-dialect | strata-opt --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-op-generic | strata-opt --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK: #dlti.dl_spec<>
module attributes {dlti.dl_spec = #dlti.dl_spec<>} {}
// -----
// CHECK: #dlti.dl_spec<"unk.foo" = "x", "foo" = 3 : i64, "func" = 2 : i64, "llvm.foo" = 1 : i64>
module attributes {dlti.dl_spec = #dlti.dl_spec<"unk.foo" = "x", "foo" = 3, "func" = 2, "llvm.foo" = 1>} {}
// -----
// CHECK: #dlti.dl_spec<"dlti.alloca_memory_space" = "x", "dlti.program_memory_space" = 3 : i64, "dlti.global_memory_space" = 4 : ui64, "dlti.stack_alignment" = 128 : i64, "dlti.mangling_mode" = "e", "dlti.default_memory_space" = 1 : i64, "dlti.legal_int_widths" = array<i32: 32>, "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<64, function_dependent = true>>
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.alloca_memory_space" = "x", "dlti.program_memory_space"=3, "dlti.global_memory_space"=4:ui64, "dlti.stack_alignment"=128:i64, "dlti.mangling_mode"="e", "dlti.default_memory_space" = 1, "dlti.legal_int_widths" = array<i32: 32>, "dlti.function_pointer_alignment"=#dlti.function_pointer_alignment<64, function_dependent=true>>} {}
// -----
// CHECK: #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i64, i32 = dense<32> : vector<1xi64>, f64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<[64, 64, 64, 32]> : vector<4xi64>, !llvm.ptr<1> = dense<32> : vector<3xi64>, !llvm.struct<()> = dense<[8, 64]> : vector<2xi64>>
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.endianness", "little">, index = 32, #dlti.dl_entry<i32, dense<32> : vector<1xi64>>, f64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<[64, 64, 64, 32]> : vector<4xi64>, !llvm.ptr<1> = dense<32> : vector<3xi64>, !llvm.struct<()> = dense<[8, 64]> : vector<2xi64>>} {
}
// -----
// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {
  // CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 64 : i64>}
  module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 64>} {}
  // CHECK: func.func private @f() attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "zz">}
  func.func private @f() attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "zz">}
}
// -----
// CHECK: #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : ui32, "name" = "a b">, "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : ui32, #dlti.dl_entry<"name", "a b">>, "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>} {
  // CHECK: "unknown.op"() {a = #dlti.map<"x" = 1 : i64, i32 = #dlti.map<"z" = f32>>, b = #dlti.dl_entry<i32, 1 : i64>, c = #dlti.dl_entry<"a.b", 2 : i32>, d = #dlti.map<>, e = #dlti.dl_entry<"", 1 : i64>}
  "unknown.op"() {a = #dlti.map<"x" = 1, i32 = #dlti.map<"z" = f32>>, b = #dlti.dl_entry<i32,1>, c = #dlti.dl_entry<"a.b", 2 : i32>, d = #dlti.map<>, e = #dlti.dl_entry<"", 1>} : () -> ()
}
