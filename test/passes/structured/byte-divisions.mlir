// RUN: strata-opt --linalg-byte-divisions-to-fma --canonicalize --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-byte-divisions-to-fma --split-input-file --validate-passes %s -o /dev/null

// An image whose channels have means and deviations: no quotient of 256 bytes and three channels changes.
// CHECK-LABEL: func.func @channels(
// CHECK-SAME: %[[X:.*]]: tensor<16x16x3xi8>
// CHECK-DAG: %[[MEAN:.*]] = arith.constant dense<[4.850000e-01, 4.560000e-01, 4.060000e-01]> : tensor<3xf32>
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 0.00392156886 : f32
// CHECK-DAG: %[[LOW:.*]] = arith.constant -2.31917582E-10 : f32
// CHECK-DAG: %[[HIGHS:.*]] = arith.constant dense<[4.36681223, 4.46428537, 4.44444466]> : tensor<3xf32>
// CHECK-DAG: %[[LOWS:.*]] = arith.constant dense<[-4.300000e-08, 2.02800251E-7, -9.41900566E-8]> : tensor<3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[MEAN]], %[[HIGHS]], %[[LOWS]] :
// CHECK-NEXT: ^bb0(%[[IN:.*]]: i8, %[[M:.*]]: f32, %[[H:.*]]: f32, %[[L:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[F:.*]] = arith.uitofp %[[IN]] : i8 to f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[LOW]] : f32
// CHECK-NEXT: %[[Q:.*]] = math.fma %[[F]], %[[HIGH]], %[[P]] : f32
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[Q]], %[[M]] : f32
// CHECK-NEXT: %[[PD:.*]] = arith.mulf %[[D]], %[[L]] : f32
// CHECK-NEXT: %[[R:.*]] = math.fma %[[D]], %[[H]], %[[PD]] : f32
// CHECK-NEXT: linalg.yield %[[R]] : f32
#image = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#channel = affine_map<(d0, d1, d2) -> (d2)>
func.func @channels(%x: tensor<16x16x3xi8>) -> tensor<16x16x3xf32> {
  %c255 = arith.constant 2.550000e+02 : f32
  %mean = arith.constant dense<[4.850000e-01, 4.560000e-01, 4.060000e-01]> : tensor<3xf32>
  %deviation = arith.constant dense<[2.290000e-01, 2.240000e-01, 2.250000e-01]> : tensor<3xf32>
  %e = tensor.empty() : tensor<16x16x3xf32>
  %0 = linalg.generic {indexing_maps = [#image, #channel, #channel, #image], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %mean, %deviation : tensor<16x16x3xi8>, tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<16x16x3xf32>) {
  ^bb0(%in: i8, %m: f32, %d: f32, %out: f32):
    %1 = arith.uitofp %in : i8 to f32
    %2 = arith.divf %1, %c255 : f32
    %3 = arith.subf %2, %m : f32
    %4 = arith.divf %3, %d : f32
    linalg.yield %4 : f32
  } -> tensor<16x16x3xf32>
  return %0 : tensor<16x16x3xf32>
}

// -----

// Signed bytes; the divisor is computed from constants.
// CHECK-LABEL: func.func @signed(
// CHECK: arith.sitofp
// CHECK-NOT: arith.divf
// CHECK: math.fma
// CHECK: linalg.yield
#id = affine_map<(d0) -> (d0)>
func.func @signed(%x: tensor<256xi8>) -> tensor<256xf32> {
  %scale = arith.constant 1.270000e+02 : f32
  %half = arith.constant 5.000000e-01 : f32
  %e = tensor.empty() : tensor<256xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<256xi8>) outs(%e : tensor<256xf32>) {
  ^bb0(%in: i8, %out: f32):
    %1 = arith.sitofp %in : i8 to f32
    %2 = arith.mulf %scale, %half : f32
    %3 = arith.divf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<256xf32>
  return %0 : tensor<256xf32>
}

// -----

// The negative of zero by a positive number is the negative of zero, which the other form has not; infinities and the inverse of a
// divisor that is zero or subnormal would be NaN.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: arith.divf
// CHECK-NOT: math.fma
#id = affine_map<(d0) -> (d0)>
func.func @kept(%x: tensor<256xi8>) -> (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) {
  %c3 = arith.constant 3.000000e+00 : f32
  %large = arith.constant 3.000000e+38 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %small = arith.constant 1.000000e-40 : f32
  %e = tensor.empty() : tensor<256xf32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<256xi8>) outs(%e, %e, %e, %e : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) {
  ^bb0(%in: i8, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %1 = arith.uitofp %in : i8 to f32
    %2 = arith.negf %1 : f32
    %3 = arith.divf %2, %c3 : f32
    %4 = arith.mulf %1, %large : f32
    %5 = arith.divf %4, %c3 : f32
    %6 = arith.divf %1, %zero : f32
    %7 = arith.divf %1, %small : f32
    linalg.yield %3, %5, %6, %7 : f32, f32, f32, f32
  } -> (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}

// -----

// Quotients that are not functions of one byte: of two bytes, of a number, by a number, of a tensor that is read in another order.
// CHECK-LABEL: func.func @unknown(
// CHECK-COUNT-4: arith.divf
// CHECK-NOT: math.fma
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @unknown(%x: tensor<3x3xi8>, %y: tensor<3x3xi8>, %z: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %c3 = arith.constant 3.000000e+00 : f32
  %rows = arith.constant dense<[1.500000e+00, 3.000000e+00, 7.000000e+00]> : tensor<3xf32>
  %columns = arith.constant dense<[5.000000e+00, 3.000000e+00, 7.000000e+00]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3x3xf32>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #row, #column, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y, %z, %rows, %columns : tensor<3x3xi8>, tensor<3x3xi8>, tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%e, %e, %e, %e : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  ^bb0(%a: i8, %b: i8, %n: f32, %r: f32, %c: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %1 = arith.uitofp %a : i8 to f32
    %2 = arith.uitofp %b : i8 to f32
    %3 = arith.addf %1, %2 : f32
    %4 = arith.divf %3, %c3 : f32
    %5 = arith.divf %n, %c3 : f32
    %6 = arith.divf %1, %n : f32
    %7 = arith.divf %1, %c : f32
    linalg.yield %4, %5, %6, %7 : f32, f32, f32, f32
  } -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}
