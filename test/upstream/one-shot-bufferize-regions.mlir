// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only dump-alias-sets"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops copy-before-write"
// FLAGS: --one-shot-bufferize=allow-return-allocs-from-loops
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops check-parallel-regions=false function-boundary-type-conversion=identity-layout-map"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic=fuzzer analysis-fuzzer-seed=7"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic=bottom-up-from-terminators"

func.func @loop(%x: tensor<8xf32>, %y: tensor<?xf32>, %n: index, %v: f32) -> (tensor<8xf32>, tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<?xf32>) {
    %1 = tensor.extract %<<a|x>>[%i] : tensor<8xf32>
    %2 = tensor.insert %1 into %b[%i] : tensor<?xf32>
    %3 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %3, %2 : tensor<8xf32>, tensor<?xf32>
  }
  %4 = tensor.extract %<<x|0#0>>[%n] : tensor<8xf32>
  return %0#0, %0#1, %4 : tensor<8xf32>, tensor<?xf32>, f32
}
// -----
func.func @swap(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %<<b|a|x>>, %<<a|b>> : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
func.func @new_in_loop(%x: tensor<8xf32>, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %1 = linalg.fill ins(%v : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %2 = linalg.add ins(%a, %1 : tensor<8xf32>, tensor<8xf32>) outs(%<<1|a|e>> : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
// -----
func.func @nested(%x: tensor<?x?xf32>, %n: index, %m: index, %v: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %n step %c4 iter_args(%a = %x) -> tensor<?x?xf32> {
    %1 = scf.for %j = %c0 to %m step %c4 iter_args(%b = %a) -> tensor<?x?xf32> {
      %2 = tensor.extract_slice %b[%i, %j] [4, 4] [1, 1] : tensor<?x?xf32> to tensor<4x4xf32>
      %3 = linalg.fill ins(%v : f32) outs(%2 : tensor<4x4xf32>) -> tensor<4x4xf32>
      %4 = tensor.insert_slice %3 into %b[%i, <<%j|%i>>] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<?x?xf32>
      scf.yield %4 : tensor<?x?xf32>
    }
    scf.yield %<<1|a>> : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
// -----
func.func @types(%x: tensor<8x4xf32>, %n: index, %i: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %<<s|e>>) -> tensor<4xf32> {
    %1 = tensor.extract_slice %x[%k, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    scf.yield %<<1|a>> : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @if(%c: i1, %x: tensor<8xf32>, %y: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.insert %v into %<<x|y>>[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %<<x|y>> : tensor<8xf32>
  }
  %2 = tensor.insert %v into %<<0|x>>[%i] : tensor<8xf32>
  %3 = tensor.extract %<<x|0|2>>[%i] : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, f32
}
// -----
func.func @if_new(%c: i1, %x: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = linalg.fill ins(%v : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %<<x|e>> : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
// -----
func.func @while(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0.0 : f32
  %0:2 = scf.while (%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %1 = tensor.extract %a[%i] : tensor<8xf32>
    %c = arith.cmpf olt, %1, %c0 : f32
    scf.condition(%c) %<<a|b>>, %<<b|b|a>> : tensor<8xf32>, tensor<8xf32>
  } do {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %2 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %<<2|b|a>>, %b : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
func.func @while_types(%x: tensor<8xf32>, %n: i32, %v: f32) -> (tensor<8xf32>, f32) {
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : index
  %0:3 = scf.while (%k = %n, %b = %x) : (i32, tensor<8xf32>) -> (tensor<8xf32>, f32, i32) {
    %1 = tensor.extract %b[%z] : tensor<8xf32>
    %c = arith.cmpi slt, %k, %c1 : i32
    scf.condition(%c) %b, %1, %k : tensor<8xf32>, f32, i32
  } do {
  ^bb0(%b: tensor<8xf32>, %w: f32, %k: i32):
    %2 = tensor.insert %v into %b[%z] : tensor<8xf32>
    %m = arith.addi %k, %c1 : i32
    scf.yield %m, %2 : i32, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, f32
}
// -----
func.func @execute(%x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = scf.execute_region -> tensor<8xf32> {
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  %2 = tensor.extract %<<x|0>>[%i] : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, f32
}
// -----
func.func @execute_blocks(%c: i1, %x: tensor<8xf32>, %y: tensor<8xf32>, %i: index, %v: f32) -> tensor<8xf32> {
  %0 = scf.execute_region -> tensor<8xf32> {
    cf.cond_br %c, ^bb1(%x : tensor<8xf32>), ^bb2
  ^bb2:
    cf.br ^bb1(%<<y|x>> : tensor<8xf32>)
  ^bb1(%a: tensor<8xf32>):
    %1 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
// -----
func.func @forall(%x: tensor<?xf32>, %n: index, %v: f32, %y: tensor<?xf32>) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) in (<<%n|1|4>>) shared_outs(%o = %<<x|y>>) -> tensor<?xf32> {
    %1 = tensor.extract_slice %<<o|y>>[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %2 = linalg.fill ins(%v : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    }
  }
  %3 = tensor.extract %<<0|x>>[%c0] : tensor<?xf32>
  return %0, %3 : tensor<?xf32>, f32
}
// -----
func.func @forall_shared(%x: tensor<320xf32>, %f: f32, %s: tensor<1x8xf32>) -> (tensor<320xf32>, f32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1xf32>
  %0 = scf.forall (%i, %j) = (0, 0) to (32, 10) step (1, 2) shared_outs(%o = %x) -> tensor<320xf32> {
    %1 = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<320xf32>
    }
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>], extra = 1 : i32}
  %3 = tensor.extract %0[%c0] : tensor<320xf32>
  return %0, %3 : tensor<320xf32>, f32
}
// -----
func.func @assuming(%w: !shape.witness, %x: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = shape.assuming %w -> tensor<8xf32> {
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    shape.assuming_yield %<<1|x>> : tensor<8xf32>
  }
  %2 = tensor.extract %<<0|x>>[%i] : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, f32
}
