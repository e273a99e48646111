// RUN: strata-opt --linalg-split-concatenations --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-split-concatenations --split-input-file --validate-passes %s -o /dev/null

#id = affine_map<(i, j) -> (i, j)>

// The sum is computed row by row, and a slice of it is one of the rows. Nothing is put together.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: tensor<2x64xf32>
// CHECK:         %[[A:.*]] = linalg.generic
// CHECK:         math.absf
// CHECK:         %[[X1:.*]] = tensor.extract_slice %[[X]][1, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<64xf32>
// CHECK:         %[[A1:.*]] = tensor.extract_slice %[[A]][0, 0] [1, 64] [1, 1] : tensor<1x64xf32> to tensor<64xf32>
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X1]], %[[A1]] : tensor<64xf32>, tensor<64xf32>)
// CHECK:         arith.addf
// CHECK-NOT:     tensor.insert_slice
// CHECK:         tensor.expand_shape %[[SUM]] {{\[}}[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
func.func @rows(%x: tensor<2x64xf32>) -> tensor<1x64xf32> {
  %row = tensor.extract_slice %x[0, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
  %e = tensor.empty() : tensor<1x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<1x64xf32>) outs(%e : tensor<1x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.absf %v : f32
    linalg.yield %y : f32
  } -> tensor<1x64xf32>
  %e2 = tensor.empty() : tensor<2x64xf32>
  %first = tensor.insert_slice %row into %e2[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<2x64xf32>
  %both = tensor.insert_slice %a into %first[1, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<2x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %both : tensor<2x64xf32>, tensor<2x64xf32>) outs(%e2 : tensor<2x64xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %y = arith.addf %v, %w : f32
    linalg.yield %y : f32
  } -> tensor<2x64xf32>
  %last = tensor.extract_slice %sum[1, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
  return %last : tensor<1x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Columns are put together first: vectors would not reach over them.
// CHECK-LABEL: func.func @columns(
// CHECK:         %[[BOTH:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [64, 1] [1, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[BOTH]] : tensor<64x2xf32>)
func.func @columns(%x: tensor<64x1xf32>) -> tensor<64x2xf32> {
  %e = tensor.empty() : tensor<64x1xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x1xf32>) outs(%e : tensor<64x1xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.absf %v : f32
    linalg.yield %y : f32
  } -> tensor<64x1xf32>
  %e2 = tensor.empty() : tensor<64x2xf32>
  %first = tensor.insert_slice %x into %e2[0, 0] [64, 1] [1, 1] : tensor<64x1xf32> into tensor<64x2xf32>
  %both = tensor.insert_slice %a into %first[0, 1] [64, 1] [1, 1] : tensor<64x1xf32> into tensor<64x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%both : tensor<64x2xf32>) outs(%e2 : tensor<64x2xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = math.sqrt %v : f32
    linalg.yield %y : f32
  } -> tensor<64x2xf32>
  return %r : tensor<64x2xf32>
}

// -----

// A row is a slice without its unit dimension; a column is still copied, so that its elements follow each other.
// CHECK-LABEL: func.func @units(
// CHECK-SAME:    %[[X:.*]]: tensor<64x64xf32>, %[[V:.*]]: tensor<64xf32>, %[[D:.*]]: tensor<64x64xf32>)
// CHECK-DAG:     %[[ROW:.*]] = tensor.extract_slice %[[X]][3, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<64xf32>
// CHECK-DAG:     %[[SLICE:.*]] = tensor.extract_slice %[[X]][0, 3] [64, 1] [1, 1] : tensor<64x64xf32> to tensor<64x1xf32>
// CHECK-DAG:     %[[COLUMN:.*]] = tensor.collapse_shape %[[SLICE]] {{\[}}[0, 1]]
// CHECK:         %[[R:.*]] = tensor.insert_slice %[[V]] into %[[D]][5, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<64x64xf32>
// CHECK:         return %[[ROW]], %[[COLUMN]], %[[R]]
func.func @units(%x: tensor<64x64xf32>, %v: tensor<64xf32>, %d: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
  %0 = tensor.extract_slice %x[3, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<1x64xf32>
  %row = tensor.collapse_shape %0 [[0, 1]] : tensor<1x64xf32> into tensor<64xf32>
  %1 = tensor.extract_slice %x[0, 3] [64, 1] [1, 1] : tensor<64x64xf32> to tensor<64x1xf32>
  %column = tensor.collapse_shape %1 [[0, 1]] : tensor<64x1xf32> into tensor<64xf32>
  %2 = tensor.expand_shape %v [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
  %r = tensor.insert_slice %2 into %d[5, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<64x64xf32>
  return %row, %column, %r : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
}
