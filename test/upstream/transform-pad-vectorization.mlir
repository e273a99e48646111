// FLAGS: --transform-interpreter

// Paddings of tensors that are read.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<5x?xf32>, %c: f32, %n: index, %i: index, %m: vector<7xi1>) -> vector<7x9xf32> {
    %k = arith.constant <<v:5.0|0.0>> : f32
    %0 = tensor.pad %x low[0, <<l:0|%n|1>>] high[5, %n] {
    ^bb0(%a: index, %b: index):
      <<y:tensor.yield %c|tensor.yield %k|%q = arith.constant 6.0 : f32
      tensor.yield %q|%s = arith.index_cast %a : index to i32
      %q = arith.sitofp %s : i32 to f32
      tensor.yield %q>> : f32
    } : tensor<5x?xf32> to tensor<10x?xf32>
    %1 = vector.transfer_read %0[%i, %i], %k {in_bounds = <<b:[true, true]|[false, true]>>} : tensor<10x?xf32>, vector<7x9xf32>
    return %1 : vector<7x9xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Paddings of tensors that are written and cut.
#min = affine_map<(d0) -> (d0, 5)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<100x200xf32>, %n: index, %o: index, %v: vector<7x9xf32>, %m: vector<7x9xi1>) -> tensor<?x6xf32> {
    %k = arith.constant 5.0 : f32
    %d = arith.constant <<d:4|5>> : index
    %s = affine.min #min(%n)
    %t = affine.min #min(%n)
    %0 = tensor.extract_slice %x[0, 0] [%n, 6] [1, 1] : tensor<100x200xf32> to tensor<?x6xf32>
    %p = arith.subi %d, %n : index
    %1 = tensor.pad %0 low[0, 0] high[%p, 7] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<?x6xf32> to tensor<?x13xf32>
    %2 = vector.transfer_write %v, %1[%o, %o]<<w:|, %m>> {in_bounds = [true, <<b:true|false>>]} : vector<7x9xf32>, tensor<?x13xf32>
    %3 = tensor.extract_slice %2[<<z:0|1>>, 0] [%n, 6] [1, 1] : tensor<?x13xf32> to tensor<?x6xf32>
    return %3 : tensor<?x6xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Sizes that are the same minimum.
#min = affine_map<(d0) -> (d0, 5)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<100x200xf32>, %n: index, %o: index, %v: vector<7x9xf32>, %m: vector<7x9xi1>) -> tensor<?x6xf32> {
    %k = arith.constant 5.0 : f32
    %d = arith.constant <<d:4|5>> : index
    %s = affine.min #min(%n)
    %t = affine.min #min(%n)
    %0 = tensor.extract_slice %x[0, 0] [%s, 6] [1, 1] : tensor<100x200xf32> to tensor<?x6xf32>
    %p = arith.subi %d, %n : index
    %1 = tensor.pad %0 low[0, 0] high[%p, 7] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<?x6xf32> to tensor<?x13xf32>
    %2 = vector.transfer_write %v, %1[%o, %o]<<w:|, %m>> {in_bounds = [true, <<b:true|false>>]} : vector<7x9xf32>, tensor<?x13xf32>
    %3 = tensor.extract_slice %2[<<z:0|1>>, 0] [%t, 6] [1, 1] : tensor<?x13xf32> to tensor<?x6xf32>
    return %3 : tensor<?x6xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt takes any two sizes as the same
#min = affine_map<(d0) -> (d0, 5)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<100x200xf32>, %n: index, %o: index, %v: vector<7x9xf32>, %m: vector<7x9xi1>) -> tensor<?x6xf32> {
    %k = arith.constant 5.0 : f32
    %d = arith.constant 4 : index
    %s = affine.min #min(%n)
    %t = affine.min #min(%n)
    %0 = tensor.extract_slice %x[0, 0] [%n, 6] [1, 1] : tensor<100x200xf32> to tensor<?x6xf32>
    %p = arith.subi %d, %n : index
    %1 = tensor.pad %0 low[0, 0] high[%p, 7] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<?x6xf32> to tensor<?x13xf32>
    %2 = vector.transfer_write %v, %1[%o, %o] {in_bounds = [true, true]} : vector<7x9xf32>, tensor<?x13xf32>
    %3 = tensor.extract_slice %2[0, 0] [%o, 6] [1, 1] : tensor<?x13xf32> to tensor<?x6xf32>
    return %3 : tensor<?x6xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<<<s:5x6|4x6|?x6>>xf32>, %o: index, %v: vector<7x9xf32>) -> tensor<5x6xf32> {
    %k = arith.constant 5.0 : f32
    %1 = tensor.pad %x low[0, 0] high[%o, 7] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<<<s>>xf32> to tensor<?x13xf32>
    %2 = vector.transfer_write %v, %1[%o, %o] : vector<7x9xf32>, tensor<?x13xf32>
    %3 = tensor.extract_slice %2[0, 0] [5, 6] [1, 1] : tensor<?x13xf32> to tensor<5x6xf32>
    return %3 : tensor<5x6xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Paddings that are inserted.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<<<s:5x2|?x2|5x?>>xf32>, %y: tensor<?x12x17x5xf32>, %c: f32, %n: index) -> tensor<?x12x17x5xf32> {
    %k = arith.constant 5.0 : f32
    %1 = tensor.pad %x low[0, <<l:0|0|1>>] high[<<h:%n|12>>, 3] {
    ^bb0(%i: index, %j: index):
      tensor.yield <<v:%c|%k>> : f32
    } : tensor<<<s>>xf32> to tensor<17x5xf32>
    %2 = tensor.insert_slice %1 into %y[%n, <<o:%n|3>>, 0, 0] [1, 1, 17, 5] [1, 1, 1, 1] : tensor<17x5xf32> into tensor<?x12x17x5xf32>
    return %2 : tensor<?x12x17x5xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.linalg.pad_vectorization
    } : !transform.any_op
    transform.yield
  }
}
