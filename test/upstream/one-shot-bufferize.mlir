// FLAGS: --one-shot-bufferize=bufferize-function-boundaries
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets"
// FLAGS: --one-shot-bufferize
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries copy-before-write"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map buffer-alignment=0 check-parallel-regions=false"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=fully-dynamic-layout-map analysis-heuristic=top-down"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic=bottom-up-from-terminators"

func.func @elements(%x: tensor<<<d:8|?>>xf32>, %y: tensor<4x4xf32>, %i: index, %v: f32) -> (tensor<<<d>>xf32>, f32) {
  %0 = tensor.insert %v into %x[%i] : tensor<<<d>>xf32>
  %1 = tensor.extract %<<x|0>>[%i] : tensor<<<d>>xf32>
  %2 = tensor.insert %1 into %y[%i, %i] : tensor<4x4xf32>
  %3 = tensor.extract %2[%i, %i] : tensor<4x4xf32>
  %4 = arith.addf %1, %3 : f32
  return %0, %4 : tensor<<<d>>xf32>, f32
}
// -----
func.func @constants(%i: index) -> (f32, i32, f32) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %d = arith.constant dense<7> : tensor<2x3xi32>
  %e = arith.constant dense<1.5> : tensor<f32>
  %f = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = arith.constant 2.0 : f32
  %0 = tensor.extract %c[%i] : tensor<4xf32>
  %1 = tensor.extract %d[%i, %i] : tensor<2x3xi32>
  %2 = tensor.insert %v into %<<f|c>>[%i] : tensor<4xf32>
  %3 = tensor.extract %2[%i] : tensor<4xf32>
  %4 = tensor.extract %e[] : tensor<f32>
  %5 = arith.addf %3, %4 : f32
  return %0, %1, %5 : f32, i32, f32
}
// -----
func.func @structured(%a: tensor<<<n:4|?>>x8xf32>, %b: tensor<8x<<m:6|?>>xf32>, %c: tensor<<<n>>x<<m>>xf32>, %v: f32) -> (tensor<<<n>>x<<m>>xf32>, tensor<<<n>>x<<m>>xf32>) {
  %0 = linalg.fill ins(%v : f32) outs(%c : tensor<<<n>>x<<m>>xf32>) -> tensor<<<n>>x<<m>>xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<<<n>>x8xf32>, tensor<8x<<m>>xf32>) outs(%<<0|c>> : tensor<<<n>>x<<m>>xf32>) -> tensor<<<n>>x<<m>>xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> <<(i, j)|(i, j)>>>], iterator_types = ["parallel", "parallel"]} ins(%<<1|0|c>> : tensor<<<n>>x<<m>>xf32>) outs(%<<1|0|c>> : tensor<<<n>>x<<m>>xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %<<in|out>> : f32
    linalg.yield %s : f32
  } -> tensor<<<n>>x<<m>>xf32>
  return %2, %<<1|0|c>> : tensor<<<n>>x<<m>>xf32>, tensor<<<n>>x<<m>>xf32>
}
// -----
func.func @transposed(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (<<i, j|j, i>>)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%<<a|b>> : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x4xf32>
  %3 = linalg.transpose ins(%2 : tensor<4x4xf32>) outs(%<<b|a>> : tensor<4x4xf32>) permutation = [1, 0]
  %4 = linalg.map { arith.addf } ins(%3, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%<<b|3>> : tensor<4x4xf32>)
  return %4 : tensor<4x4xf32>
}
// -----
func.func @empty(%n: index, %v: f32, %x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<3xf32>, index) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = linalg.add ins(%x, %1 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%<<0|1|x>> : tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = tensor.empty() : tensor<3xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %<<2|x|0>>, %c0 : tensor<?x4xf32>
  %u = tensor.empty() : tensor<7xf32>
  return %2, %3, %d : tensor<?x4xf32>, tensor<3xf32>, index
}
// -----
func.func @slices(%x: tensor<<<d:8|?>>x?xf32>, %i: index, %n: index, %v: f32) -> (tensor<<<d>>x?xf32>, f32) {
  %0 = tensor.extract_slice %x[%i, 0] [4, %n] [<<s:1|2>>, 1] : tensor<<<d>>x?xf32> to tensor<4x?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = tensor.insert_slice %1 into %x[%i, <<0|1>>] [4, %n] [<<s>>, 1] : tensor<4x?xf32> into tensor<<<d>>x?xf32>
  %3 = tensor.extract %<<0|1>>[%i, %i] : tensor<4x?xf32>
  %4 = tensor.extract %<<x|2>>[%i, %i] : tensor<<<d>>x?xf32>
  %5 = arith.addf %3, %4 : f32
  return %2, %5 : tensor<<<d>>x?xf32>, f32
}
// -----
func.func @slices_of_rank(%x: tensor<8x1x4xf32>, %i: index, %y: tensor<8x4xf32>) -> (tensor<8x1x4xf32>, tensor<8x4xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %x[0, 0, 0] [8, 1, 4] [1, 1, 1] : tensor<8x1x4xf32> to tensor<8x4xf32>
  %1 = tensor.insert_slice %<<0|y>> into %x[0, 0, 0] [8, 1, 4] [1, 1, 1] : tensor<8x4xf32> into tensor<8x1x4xf32>
  %2 = tensor.insert_slice %0 into %y[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x4xf32>
  %3 = tensor.extract_slice %<<2|y>>[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  return %1, %2, %3 : tensor<8x1x4xf32>, tensor<8x4xf32>, tensor<4xf32>
}
// -----
func.func @reshapes(%x: tensor<8x?xf32>, %y: tensor<2x3x4xf32>, %n: index, %i: index, %v: f32) -> (tensor<2x4x?xf32>, tensor<6x4xf32>, tensor<?xf32>) {
  %0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 4, %n] : tensor<8x?xf32> into tensor<2x4x?xf32>
  %1 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %2 = tensor.insert %v into %1[%i, %i] : tensor<6x4xf32>
  %3 = tensor.insert %v into %<<0|0>>[%i, %i, %i] : tensor<2x4x?xf32>
  %4 = tensor.collapse_shape %x [[0, 1]] : tensor<8x?xf32> into tensor<?xf32>
  return %<<0|3>>, %<<1|2>>, %4 : tensor<2x4x?xf32>, tensor<6x4xf32>, tensor<?xf32>
}
// -----
func.func @collapse(%x: tensor<1x1xf32>, %a: tensor<2x6x5xf32>, %i: index) -> (tensor<f32>, f32, f32) {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  %e = tensor.empty() : tensor<1x1xf32>
  %e1 = tensor.collapse_shape %e [] : tensor<1x1xf32> into tensor<f32>
  %1 = tensor.extract_slice %a[0, 0, 0] [2, <<k:3|6>>, 5] [1, 1, 1] : tensor<2x6x5xf32> to tensor<2x<<k>>x5xf32>
  %s = tensor.extract %e1[] : tensor<f32>
  return %0, %s, %s : tensor<f32>, f32, f32
}
// -----
func.func @collapse_slice(%a: tensor<2x6x5xf32>, %i: index) -> (f32, f32) {
  %1 = tensor.extract_slice %a[0, 0, 0] [2, 3, 5] [1, 1, 1] : tensor<2x6x5xf32> to tensor<2x3x5xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x5xf32> into tensor<6x5xf32>
  %3 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<2x3x5xf32> into tensor<2x15xf32>
  %4 = tensor.extract %2[%i, %i] : tensor<6x5xf32>
  %5 = tensor.extract %3[%i, %i] : tensor<2x15xf32>
  return %4, %5 : f32, f32
}
// -----
func.func @reshape(%x: tensor<<<d:?|8>>xf32>, %s: tensor<2xindex>, %u: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<<<d>>xf32>) {
  %0 = tensor.reshape %x(%s) : (tensor<<<d>>xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<<<d>>xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<<<d>>xf32>
}
// -----
func.func @casts(%x: tensor<?xf32>, %y: tensor<4xf32>, %i: index, %v: f32) -> (tensor<4xf32>, tensor<?xf32>, tensor<*xf32>, index) {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %2 = tensor.insert %v into %<<0|y>>[%i] : tensor<4xf32>
  %3 = tensor.cast %<<y|2|0>> : tensor<4xf32> to tensor<*xf32>
  %r = tensor.rank %3 : tensor<*xf32>
  return %2, %1, %3, %r : tensor<4xf32>, tensor<?xf32>, tensor<*xf32>, index
}
// -----
func.func @new(%v: f32, %n: index, %w: f32, %i: index) -> (tensor<2x2xf32>, tensor<?x3xf32>, tensor<4xf32>, tensor<f32>, tensor<0xf32>) {
  %0 = tensor.from_elements %v, %w, %w, %v : tensor<2x2xf32>
  %1 = tensor.generate %n {
  ^bb0(%a: index, %b: index):
    %e = tensor.extract %0[%a, %b] : tensor<2x2xf32>
    tensor.yield %<<e|v>> : f32
  } : tensor<?x3xf32>
  %2 = tensor.splat %v : tensor<4xf32>
  %3 = tensor.insert %w into %2[%i] : tensor<4xf32>
  %4 = tensor.from_elements %w : tensor<f32>
  %5 = tensor.from_elements : tensor<0xf32>
  return %0, %1, %<<2|3>>, %4, %5 : tensor<2x2xf32>, tensor<?x3xf32>, tensor<4xf32>, tensor<f32>, tensor<0xf32>
}
// -----
func.func @pad(%x: tensor<?x<<d:4|?>>xf32>, %l: index, %h: index, %v: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %x low[<<0|1|%l>>, 2] high[%h, <<%h|%l>>] {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : f32
  } : tensor<?x<<d>>xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @pad_static(%x: tensor<2x3xf32>, %v: f32) -> tensor<5x6xf32> {
  %0 = tensor.pad %x low[1, 2] high[2, 1] {
  ^bb0(%a: index, %b: index):
    %i = arith.index_cast %a : index to i32
    %f = arith.sitofp %i : i32 to f32
    tensor.yield %<<v|f>> : f32
  } : tensor<2x3xf32> to tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
// -----
func.func @concat(%x: tensor<2x<<d:3|?>>xf32>, %y: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %x, %y, %y : (tensor<2x<<d>>xf32>, tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
// -----
func.func @concat_static(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
// -----
func.func @select(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>, %v: f32, %i: index, %n: index) -> (tensor<?xf32>, f32) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = arith.select %c, %x, %<<y|x|e>> : tensor<?xf32>
  %1 = tensor.insert %v into %<<0|x>>[%i] : tensor<?xf32>
  %2 = tensor.extract %<<y|x|0>>[%i] : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, f32
}
// -----
func.func @index_cast(%x: tensor<4xi32>, %i: index) -> (index, tensor<4xi32>) {
  %0 = arith.index_cast %x : tensor<4xi32> to tensor<4xindex>
  %1 = tensor.extract %0[%i] : tensor<4xindex>
  %2 = arith.index_cast %0 : tensor<4xindex> to tensor<4xi32>
  return %1, %2 : index, tensor<4xi32>
}
// -----
func.func @concat_two(%x: tensor<?x3xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %y, %x, %y : (tensor<?x?xf32>, tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
