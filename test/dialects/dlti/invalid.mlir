// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
module attributes {dlti.dl_spec = 1} {}

// -----

// expected-error@+1 {{attribute 'dlti.foo' not supported by dialect}}
module attributes {dlti.foo = 1} {}

// -----

// expected-error@+1 {{'dlti.target_system_spec' is expected to be a #dlti.target_system_spec attribute}}
module attributes {dlti.target_system_spec = 1} {}

// -----

// expected-error@+1 {{repeated DLTI key: "a"}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"a"=1, "a"=2>} {}

// -----

// expected-error@+1 {{repeated DLTI key: i32}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32=1, i32=2>} {}

// -----

// expected-error@+1 {{empty string as DLTI key is not allowed}}
module attributes {dlti.dl_spec = #dlti.dl_spec<""=1>} {}

// -----

// expected-error@+1 {{no DLTI entries provided}}
module attributes {x.a = #dlti.target_device_spec<>} {}

// -----

// expected-error@+1 {{no DLTI entries provided}}
module attributes {x.a = #dlti.target_system_spec<>} {}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
module attributes {x.a = #dlti.target_system_spec<i32 = 1>} {}

// -----

// expected-error@+1 {{value associated with key "a" is not a DLTI device spec}}
module attributes {x.a = #dlti.target_system_spec<"a" = 1>} {}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
module attributes {x.a = #dlti.target_device_spec<i32=1>} {}

// -----

// expected-error@+1 {{type as DLTI key is not allowed}}
module attributes {x.a = #dlti.target_device_spec<#dlti.dl_entry<i32,1>>} {}

// -----

// expected-error@+1 {{non-string key of DLTI system spec}}
module attributes {x.a = #dlti.target_system_spec<#dlti.dl_entry<i32,1>>} {}

// -----

// expected-error@+1 {{repeated device ID in dlti.target_system_spec: "a"}}
module attributes {x.a = #dlti.target_system_spec<"a"=#dlti.target_device_spec<"a"=1>, "a"=#dlti.target_device_spec<"a"=1>>} {}

// -----

// expected-error@+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index="a">} {}

// -----

// expected-error@+1 {{expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 1 : i64>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32=1>} {}

// -----

// expected-error@+1 {{preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry #dlti.dl_entry<i32, dense<[64, 32]> : vector<2xi64>>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32=dense<[64,32]> : vector<2xi64>>} {}

// -----

// expected-error@+1 {{expected 1 or 2 elements in the data layout entry #dlti.dl_entry<i32, dense<[64, 32, 8]> : vector<3xi64>>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32=dense<[64,32,8]> : vector<3xi64>>} {}

// -----

// expected-error@+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<vector<4xi32> = 1>} {}

// -----

// expected-error@+1 {{expected layout attribute for '!llvm.ptr' to be a dense integer elements attribute with 3 or 4 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = 1>} {}

// -----

// expected-error@+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[64,32,8]> : vector<3xi64>>} {}

// -----

// expected-error@+1 {{expected i64 parameters for '!llvm.ptr'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[64,32,8]> : vector<3xi32>>} {}

// -----

// expected-error@+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[64,32]> : vector<2xi64>>} {}

// -----

// expected-error@+1 {{unexpected layout attribute for struct '!llvm.struct<(i32)>'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<(i32)> = dense<[32,32]> : vector<2xi64>>} {}

// -----

// expected-error@+1 {{expected layout attribute for '!llvm.struct<()>' to be a dense integer elements attribute of 1 or 2 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = 2>} {}

// -----

// expected-error@+1 {{data layout specified for a type that does not support it}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!shape.size = 2>} {}

// -----

// expected-error@+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "x">} {}

// -----

// expected-error@+1 {{unknown data layout entry name: dlti.foo}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.foo" = "x">} {}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_spec<>>} {}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
module attributes {dlti.dl_spec = #dlti.dl_spec<3>} {}

// -----

// expected-error@+2 {{data layout does not combine with layouts of enclosing ops}}
// expected-note@+1 {{enclosing op with data layout}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} { module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {} }
