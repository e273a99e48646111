// RUN: strata-opt --linalg-split-concatenations=shifted=true --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-split-concatenations=shifted=true --split-input-file --validate-passes %s -o /dev/null

#id = affine_map<(i) -> (i)>

// The first element is computed from the last one, and all others from the one before them, in place.
// CHECK-LABEL: func.func @roll(
// CHECK-SAME:    %[[X:.*]]: tensor<100xf32>)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<100xf32>
// CHECK:         %[[D0:.*]] = tensor.extract_slice %[[E]][0] [1] [1] : tensor<100xf32> to tensor<f32>
// CHECK:         %[[L:.*]] = tensor.extract_slice %[[X]][99] [1] [1] : tensor<100xf32> to tensor<f32>
// CHECK:         %[[X0:.*]] = tensor.extract_slice %[[X]][0] [1] [1] : tensor<100xf32> to tensor<f32>
// CHECK:         %[[G0:.*]] = linalg.generic {{.*}} ins(%[[L]], %[[X0]] : tensor<f32>, tensor<f32>) outs(%[[D0]] : tensor<f32>)
// CHECK:         %[[R0:.*]] = tensor.insert_slice %[[G0]] into %[[E]][0] [1] [1] : tensor<f32> into tensor<100xf32>
// CHECK:         %[[D1:.*]] = tensor.extract_slice %[[R0]][1] [99] [1] : tensor<100xf32> to tensor<99xf32>
// CHECK:         %[[BEFORE:.*]] = tensor.extract_slice %[[X]][0] [99] [1] : tensor<100xf32> to tensor<99xf32>
// CHECK:         %[[OWN:.*]] = tensor.extract_slice %[[X]][1] [99] [1] : tensor<100xf32> to tensor<99xf32>
// CHECK:         %[[G1:.*]] = linalg.generic {{.*}} ins(%[[BEFORE]], %[[OWN]] : tensor<99xf32>, tensor<99xf32>) outs(%[[D1]] : tensor<99xf32>)
// CHECK:         linalg.index 0
// CHECK:         arith.addi
// CHECK:         %[[R1:.*]] = tensor.insert_slice %[[G1]] into %[[R0]][1] [99] [1] : tensor<99xf32> into tensor<100xf32>
// CHECK:         return %[[R1]]
func.func @roll(%x: tensor<100xf32>) -> tensor<100xf32> {
  %last = tensor.extract_slice %x[99] [1] [1] : tensor<100xf32> to tensor<1xf32>
  %others = tensor.extract_slice %x[0] [99] [1] : tensor<100xf32> to tensor<99xf32>
  %e = tensor.empty() : tensor<100xf32>
  %0 = tensor.insert_slice %last into %e[0] [1] [1] : tensor<1xf32> into tensor<100xf32>
  %roll = tensor.insert_slice %others into %0[1] [99] [1] : tensor<99xf32> into tensor<100xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%roll, %x : tensor<100xf32>, tensor<100xf32>) outs(%e : tensor<100xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.addf %v, %f : f32
    %z = arith.mulf %y, %w : f32
    linalg.yield %z : f32
  } -> tensor<100xf32>
  return %r : tensor<100xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// Where elements are padded, the padding is an operand of the payload.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[X:.*]]: tensor<99xf32>, %[[P:.*]]: f32)
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<99xf32>) outs(%{{.*}} : tensor<99xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
// CHECK:         math.sqrt %[[P]]
// CHECK-NOT:     tensor.pad
func.func @pad(%x: tensor<99xf32>, %p: f32) -> tensor<100xf32> {
  %padded = tensor.pad %x low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<99xf32> to tensor<100xf32>
  %e = tensor.empty() : tensor<100xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%padded : tensor<100xf32>) outs(%e : tensor<100xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.sqrt %v : f32
    linalg.yield %y : f32
  } -> tensor<100xf32>
  return %r : tensor<100xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// The rotated tensor is needed anyway.
// CHECK-LABEL: func.func @returned(
// CHECK:         %[[ROLL:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[1] [99] [1]
// CHECK:         linalg.generic {{.*}} ins(%[[ROLL]] : tensor<100xf32>) outs(%{{.*}} : tensor<100xf32>)
func.func @returned(%x: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  %last = tensor.extract_slice %x[99] [1] [1] : tensor<100xf32> to tensor<1xf32>
  %others = tensor.extract_slice %x[0] [99] [1] : tensor<100xf32> to tensor<99xf32>
  %e = tensor.empty() : tensor<100xf32>
  %0 = tensor.insert_slice %last into %e[0] [1] [1] : tensor<1xf32> into tensor<100xf32>
  %roll = tensor.insert_slice %others into %0[1] [99] [1] : tensor<99xf32> into tensor<100xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%roll : tensor<100xf32>) outs(%e : tensor<100xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.sqrt %v : f32
    linalg.yield %y : f32
  } -> tensor<100xf32>
  return %r, %roll : tensor<100xf32>, tensor<100xf32>
}
