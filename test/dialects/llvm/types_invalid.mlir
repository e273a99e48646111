// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// Two structs of one name are one struct; what functions, target types and flags of modules are made of.

func.func @another_body() {
  "t.use"() : () -> !llvm.struct<"s", (i8, ptr)>
  // expected-error @+1 {{identified type already used with a different body}}
  "t.use"() : () -> !llvm.struct<"s", (ptr, i8)>
}

// -----

func.func @packed() {
  "t.use"() : () -> !llvm.struct<"s", (i8)>
  // expected-error @+1 {{identified type already used with a different body}}
  "t.use"() : () -> !llvm.array<2 x struct<"s", packed (i8)>>
}

// -----

func.func @a_body_for_none() {
  "t.use"() : () -> !llvm.struct<"s", opaque>
  // expected-error @+1 {{identified type already used with a different body}}
  "t.use"() : () -> !llvm.struct<"s", (i1)>
}

// -----

func.func @none_for_a_body() {
  "t.use"() : () -> !llvm.struct<"s", (i1)>
  "t.use"() : () -> !llvm.struct<"s", (i1)>
  "t.use"() : () -> !llvm.struct<(i1)>
  // expected-error @+1 {{redeclaring defined struct as opaque}}
  "t.use"() : () -> !llvm.struct<"s", opaque>
}

// -----

func.func @inside_of_itself() {
  // expected-error @+1 {{identifier already used for an enclosing struct}}
  "t.use"() : () -> !llvm.struct<"s", (struct<"t", (struct<"s", (i1)>)>)>
}

// -----

func.func @no_body() {
  // expected-error @+1 {{struct without a body only allowed in a recursive struct}}
  "t.use"() : () -> !llvm.struct<"s", (struct<"t">)>
}

// -----

func.func @no_name() {
  // expected-error @+1 {{only identified structs can be opaque}}
  "t.use"() : () -> !llvm.struct<opaque>
}

// -----

func.func @function_result() {
  // expected-error @+1 {{invalid function result type}}
  "t.use"() : () -> !llvm.func<metadata (i32)>
}

// -----

func.func @function_argument() {
  // expected-error @+1 {{invalid function argument type}}
  "t.use"() : () -> !llvm.func<i32 (i32, void)>
}

// -----

func.func @target_parameters() {
  // expected-error @+1 {{failed to parse parameter list for target extension type}}
  "t.use"() : () -> !llvm.target<"t", 1, i32>
}

// -----

// expected-error @+1 {{'ProfileSummary' key expects a '#llvm.profile_summary' attribute}}
llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", 1 : i32>]

// -----

// expected-error @+1 {{only integer and string values are currently supported for unknown key '"other"'}}
llvm.module_flags [#llvm.mlir.module_flag<error, "other", [1 : i32]>]
