// FLAGS: --linalg-fuse-elementwise-ops --canonicalize --cse

// Producers of one use, and of several in one consumer.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @chain(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %r: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %r : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%1, <<%y|%0|%1>> : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
// -----
// Numbers of loops of the producer follow from those of the consumer.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @transposed(%x: tensor<4x?xf32>, %n: index) -> tensor<?x4xf32> {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    %s = arith.addf %a, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x?xf32>
  %f = tensor.empty(%n) : tensor<?x4xf32>
  %1 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x?xf32>) outs(%f : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
// -----
// A reduction takes up its producer.
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d0)>
func.func @reduction(%x: tensor<4x8xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
// A producer of several uses stays.
#id = affine_map<(d0) -> (d0)>
func.func @two_users(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.sqrt %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Constants and fills become scalars of payloads.
#id = affine_map<(d0, d1) -> (d0, d1)>
#s = affine_map<(d0, d1) -> ()>
func.func @constants(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %c = arith.constant dense<2.0> : tensor<4x8xf32>
  %k = arith.constant 3.0 : f32
  %f = linalg.fill ins(%k : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %f : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}
// -----
// Reshapes of several uses stay.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @reshapes(%x: tensor<32xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<32xf32>
}
// -----
// A collapsed operand gives its loops to the op.
#id = affine_map<(d0) -> (d0)>
func.func @collapsed(%x: tensor<4x8xf32>, %y: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<32xf32>
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0, %y : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
// -----
// An expanded result gives its loops to the op.
#id = affine_map<(d0) -> (d0)>
func.func @expanded(%x: tensor<32xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
// -----
// A producer of one use is merged, though each row computes it.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#v = affine_map<(d0) -> (d0)>
func.func @broadcast(%x: tensor<8xf32>, %y: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %f = tensor.empty(%n) : tensor<?x8xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<8xf32>, tensor<?x8xf32>) outs(%f : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
// -----
// A payload that reads its output is a result of the merged op, too, until that is erased.
#id = affine_map<(d0) -> (d0)>
func.func @accumulator(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// A producer of which another result is used stays.
#id = affine_map<(d0) -> (d0)>
func.func @results(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %s = arith.mulf %a, %a : f32
    %t = math.exp %a : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0#0, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0#1, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Named ops stay as they are.
#id = affine_map<(d0) -> (d0)>
func.func @unchanged(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.<<exp|abs|negf>> ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// Reductions take up producers unless a loop would lose its size.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#v = affine_map<(d0) -> (d0)>
#col = affine_map<(d0, d1) -> (d0)>
func.func @sizes(%x: tensor<8xf32>, %y: tensor<?xf32>, %n: index) -> tensor<<<d:4|?>>xf32> {
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#v], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %l = arith.index_cast %i : index to i32
    %s = arith.sitofp %l : i32 to f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %f = tensor.empty(<<|%n>>) : tensor<<<d>>xf32>
  %1 = linalg.generic {indexing_maps = [#row, #col], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<8xf32>) outs(%f : tensor<<<d>>xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<<<d>>xf32>
  return %1 : tensor<<<d>>xf32>
}
// -----
// Operands and results that nothing needs, or that are equal, are erased.
#id = affine_map<(d0) -> (d0)>
func.func @unused(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"], doc = "four"} ins(%x, <<%x|%y>>, %y : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(<<%y|%z>>, %z, %z, %z : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) attrs = {kept} {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32, %p: f32, %q: f32, %r: f32):
    %s = arith.mulf %a, %b : f32
    %t = arith.addf %s, <<%a|%o>> : f32
    %u = arith.addf %q, <<%a|%q>> : f32
    linalg.yield %t, %t, %u, %r : f32, f32, f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Loops whose numbers are read are expanded.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @expanded_indices(%x: tensor<?x8x3xf32>, %y: tensor<?x24xf32>, %e: tensor<?x24xf32>) -> tensor<?x24xf32> {
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<?x8x3xf32> into tensor<?x24xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<?x24xf32>, tensor<?x24xf32>) outs(%e : tensor<?x24xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %i = linalg.index <<0|1>> : index
    %l = arith.index_cast %i : index to i32
    %m = arith.sitofp %l : i32 to f32
    %s = arith.mulf %a, %m : f32
    %u = arith.mulf %s, %b : f32
    linalg.yield %u : f32
  } -> tensor<?x24xf32>
  return %1 : tensor<?x24xf32>
}
// -----
// Sizes of the expanded result are computed before the op, if they may be.
#id = affine_map<(d0) -> (d0)>
func.func @sizes_before(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %k = arith.<<addi|divui>> %n, %m : index
  %2 = tensor.expand_shape %0 [[0, 1]] output_shape [%k, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
// -----
// Named ops between reshapes.
func.func @named_expansion(%x: tensor<<<d:4x8|2x16>>xf32>, %w: tensor<8x6xf32>, %o: tensor<4x6xf32>) -> (tensor<4x2x3xf32>, tensor<2x2x8xf32>) {
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<<<d>>xf32> into tensor<32xf32>
  %g = tensor.expand_shape %f [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %0 = linalg.matmul ins(%g, %w : tensor<4x8xf32>, tensor<8x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %c = arith.constant 1.0 : f32
  %2 = linalg.<<fill ins(%c : f32)|copy ins(%e : tensor<4x8xf32>)|exp ins(%e : tensor<4x8xf32>)>> outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  return %1, %3 : tensor<4x2x3xf32>, tensor<2x2x8xf32>
}
// -----
// Transposes keep their name; those of constants are constants.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @transposes(%x: tensor<2x4x3x8xf32>) -> (tensor<24x8xf32>, tensor<2x3x<<t:i8|f16|i1>>>) {
  %0 = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x4x3x8xf32> into tensor<8x24xf32>
  %e = tensor.empty() : tensor<24x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<8x24xf32>) outs(%e : tensor<24x8xf32>) permutation = [1, 0]
  %c = arith.constant dense<<<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8|[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf16|[[true, false], [true, true], [false, true]]> : tensor<3x2xi1>>>
  %f = tensor.empty() : tensor<2x3x<<t>>>
  %2 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<3x2x<<t>>>) outs(%f : tensor<2x3x<<t>>>) {
  ^bb0(%a: <<t>>, %o: <<t>>):
    linalg.yield %a : <<t>>
  } -> tensor<2x3x<<t>>>
  return %1, %2 : tensor<24x8xf32>, tensor<2x3x<<t>>>
}
// -----
// Paddings of dimensions that are not reshaped.
func.func @paddings(%x: tensor<4x?x8xf32>, %y: tensor<32x?xf32>, %n: index, %c: f32) -> (tensor<?x?xf32>, tensor<4x8x?xf32>) {
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x?x8xf32> into tensor<4x?xf32>
  %1 = tensor.pad %0 low[<<%n, 0|%n, 1>>] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %y <<|nofold >>low[0, 1] high[<<0, %n|0, 2>>] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<32x?xf32> to tensor<32x?xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [4, 8, %n] : tensor<32x?xf32> into tensor<4x8x?xf32>
  return %1, %3 : tensor<?x?xf32>, tensor<4x8x?xf32>
}
// -----
// Reshapes of different dimensions change places.
func.func @parallel_reshapes(%x: tensor<2x3x?xf32>, %y: tensor<2x?x8xf32>, %n: index, %m: index) -> (tensor<6x?x4xf32>, tensor<2x?x2x2xf32>) {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x?xf32> into tensor<6x?xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [6, %n, 4] : tensor<6x?xf32> into tensor<6x?x4xf32>
  %2 = tensor.collapse_shape %y [[0], [1, 2]] : tensor<2x?x8xf32> into tensor<2x?xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2, 3]] output_shape [2, %m, 2, 2] : tensor<2x?xf32> into tensor<2x?x2x2xf32>
  return %1, %3 : tensor<6x?x4xf32>, tensor<2x?x2x2xf32>
}
// -----
// Constants that are no tensors, and scalars that are filled in.
#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>
func.func @scalars(%x: tensor<8x<<t:f32|i8>>>, %k: <<t>>) -> tensor<8x<<t>>> {
  %c = arith.constant <<2.0 : f32|3 : i8>>
  %e = tensor.empty() : tensor<8x<<t>>>
  %f = linalg.fill ins(%k : <<t>>) outs(%e : tensor<8x<<t>>>) -> tensor<8x<<t>>>
  %0 = linalg.generic {indexing_maps = [#s, #id, #id, #id], iterator_types = ["parallel"]} ins(%c, %f, %x : <<t>>, tensor<8x<<t>>>, tensor<8x<<t>>>) outs(%e : tensor<8x<<t>>>) {
  ^bb0(%a: <<t>>, %b: <<t>>, %d: <<t>>, %o: <<t>>):
    %s = <<op:arith.addf|arith.addi>> %a, %b : <<t>>
    %t = <<op>> %s, %d : <<t>>
    linalg.yield %t : <<t>>
  } -> tensor<8x<<t>>>
  return %0 : tensor<8x<<t>>>
}
// -----
// Ops of a chain read the same tensor before or behind the one of their producer; arguments of the payload that become one let ops fold.
#id = affine_map<(d0) -> (d0)>
func.func @shared(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, <<%x|%y>> : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.muli %a, %b : i32
    linalg.yield <<%s|%b>> : i32
  } -> tensor<8xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(<<%x, %0|%0, %x|%y, %0>> : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.<<subi|addi|xori>> %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<8xi32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(<<%y, %1|%1, %x>> : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.subi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<8xi32>
  return %2 : tensor<8xi32>
}
// -----
// Many inputs, of which two are equal, by equal maps or not, and one is not read.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @many_inputs(%x: tensor<4x4xf32>, %a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>, %d: tensor<4x4xf32>, %f: tensor<4x4xf32>, %g: tensor<4x4xf32>, %h: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = math.exp %i : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, <<#id|#t>>, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %x, %a, %b, %c, %d, %f, %g, %h : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%i0: f32, %i1: f32, %i2: f32, %i3: f32, %i4: f32, %i5: f32, %i6: f32, %i7: f32, %i8: f32, %o: f32):
    %s0 = arith.addf %i0, %i1 : f32
    %s1 = arith.mulf %s0, %i2 : f32
    %s2 = arith.addf %s1, %i3 : f32
    %s3 = arith.mulf %s2, <<%i4|%i2>> : f32
    %s5 = arith.addf %s3, %i5 : f32
    %s6 = arith.mulf %s5, %i6 : f32
    %s7 = arith.addf %s6, %i7 : f32
    %s8 = arith.mulf %s7, %i8 : f32
    linalg.yield %s8 : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
