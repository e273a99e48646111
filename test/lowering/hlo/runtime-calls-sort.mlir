// RUN: strata-opt %s --stablehlo-legalize-to-runtime-calls --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @total(
// CHECK: [[R:%.*]] = call @strata_sort.call(%arg0) : (tensor<4x100xf32>) -> tensor<4x100xf32>
// CHECK: return [[R]]
// CHECK: func.func private @strata_sort.call{{.*}} strata.runtime_config = "dimension=1\0Akeys=0:0:f32:total:down\0Aresults=0\0A"
func.func @total(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x100xf32>) -> tensor<4x100xf32>
  return %0 : tensor<4x100xf32>
}

// -----

// What JAX makes of `argsort`: zeros are equal and so are NaNs; the keys are not wanted, and the places need not be read.
// CHECK-LABEL: func.func @places(
// CHECK: call @strata_sort.call(%arg0) : (tensor<100x3xf32>) -> tensor<100x3xi32>
// CHECK: strata.runtime_config = "dimension=0\0Akeys=0:0:f32:zeros-nans:up\0Aresults=place\0A"
func.func @places(%x: tensor<100x3xf32>) -> tensor<100x3xi32> {
  %i = stablehlo.iota dim = 0 : tensor<100x3xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %zero, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %zero, %b : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<100x3xf32>, tensor<100x3xi32>) -> (tensor<100x3xf32>, tensor<100x3xi32>)
  return %0#1 : tensor<100x3xi32>
}

// -----

// Two keys, and an operand that goes with them. The parts of complex numbers are keys too.
// CHECK-LABEL: func.func @several(
// CHECK: call @strata_sort.call(%arg0, %arg1, %arg2)
// CHECK: strata.runtime_config = "dimension=0\0Akeys=0:4:f32:partial:up,1:0:u16:total:down\0Aresults=0,1,2\0A"
func.func @several(%x: tensor<99xcomplex<f32>>, %y: tensor<99xui16>, %z: tensor<99xf64>) -> (tensor<99xcomplex<f32>>, tensor<99xui16>, tensor<99xf64>) {
  %0:3 = "stablehlo.sort"(%x, %y, %z) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %c: tensor<ui16>, %d: tensor<ui16>, %e: tensor<f64>, %f: tensor<f64>):
    %1 = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %2 = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %3 = stablehlo.compare LT, %1, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare EQ, %1, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %d, %c, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
    %6 = stablehlo.and %5, %4 : tensor<i1>
    %7 = stablehlo.or %6, %3 : tensor<i1>
    stablehlo.return %7 : tensor<i1>
  }) : (tensor<99xcomplex<f32>>, tensor<99xui16>, tensor<99xf64>) -> (tensor<99xcomplex<f32>>, tensor<99xui16>, tensor<99xf64>)
  return %0#0, %0#1, %0#2 : tensor<99xcomplex<f32>>, tensor<99xui16>, tensor<99xf64>
}

// -----

// Where only the first elements are used, only they are computed.
// CHECK-LABEL: func.func @first(
// CHECK: [[R:%.*]]:2 = call @strata_sort.call(%arg0) : (tensor<4x100xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>)
// CHECK-NOT: stablehlo.slice
// CHECK: return [[R]]#0, [[R]]#1
// CHECK: strata.runtime_config = "dimension=1\0Akeys=0:0:i32:total:down\0Aresults=0,place\0A"
func.func @first(%x: tensor<4x100xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<4x100xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x100xi32>, tensor<4x100xi32>) -> (tensor<4x100xi32>, tensor<4x100xi32>)
  %1 = stablehlo.slice %0#0 [0:4, 0:8] : (tensor<4x100xi32>) -> tensor<4x8xi32>
  %2 = stablehlo.slice %0#1 [0:4, 0:8] : (tensor<4x100xi32>) -> tensor<4x8xi32>
  return %1, %2 : tensor<4x8xi32>, tensor<4x8xi32>
}

// -----

// Orders that are none of these are loops of the program, and so are sorts of a few elements: where equal elements change
// places, where keys are computed, and where a key is compared in two ways.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: "stablehlo.sort"
// CHECK-NOT: call @strata_sort
func.func @others(%x: tensor<100xi32>, %y: tensor<100xi32>, %z: tensor<7x9xi32>) -> (tensor<100xi32>, tensor<100xi32>, tensor<100xi32>, tensor<100xi32>, tensor<7x9xi32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LE, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<100xi32>) -> tensor<100xi32>
  %2 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.negate %a : tensor<i32>
    %4 = stablehlo.compare LT, %3, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<100xi32>) -> tensor<100xi32>
  %5:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %6 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare EQ, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = stablehlo.and %7, %8 : tensor<i1>
    %10 = stablehlo.or %6, %9 : tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<100xi32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xi32>)
  %11 = "stablehlo.sort"(%z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %12 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %12 : tensor<i1>
  }) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  return %0, %2, %5#0, %5#1, %11 : tensor<100xi32>, tensor<100xi32>, tensor<100xi32>, tensor<100xi32>, tensor<7x9xi32>
}
