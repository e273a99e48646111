// Inputs and results of linalg.generic stay, also those that nothing reads; other simplifications of structured ops.
// FLAGS: --canonicalize

#id = affine_map<(i) -> (i)>
func.func @unused_in(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a,%b: tensor<4xf32>,tensor<4xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#i = affine_map<(i,j) -> (i)>
#j = affine_map<(i,j) -> (j)>
func.func @unused_in_needed(%a: tensor<4xf32>, %b: tensor<5xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#i,#j,#i], iterator_types=["parallel","reduction"]} ins(%a,%b: tensor<4xf32>,tensor<5xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @dup_in(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a,%a: tensor<4xf32>,tensor<4xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @unused_out(%a: tensor<4xf32>, %o: tensor<4xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o,%p: tensor<4xf32>,tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.mulf %x, %x : f32
    linalg.yield %s, %t : f32,f32 } -> (tensor<4xf32>,tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @unused_out_read(%a: tensor<4xf32>, %o: tensor<4xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o,%p: tensor<4xf32>,tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %z : f32
    linalg.yield %s, %x : f32,f32 } -> (tensor<4xf32>,tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @unused_out_cycle(%a: tensor<4xf32>, %o: tensor<4xf32>, %p: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o,%p: tensor<4xf32>,tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.addf %z, %x : f32
    linalg.yield %s, %t : f32,f32 } -> (tensor<4xf32>,tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @dup_out(%a: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o,%o: tensor<4xf32>,tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s, %s : f32,f32 } -> (tensor<4xf32>,tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @memref_unused_in(%a: memref<4xf32>, %b: memref<4xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a,%b: memref<4xf32>,memref<4xf32>) outs(%o: memref<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32 }
  return
}
// -----
#id = affine_map<(i) -> (i)>
func.func @memref_dup_in(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"]} ins(%a,%a: memref<4xf32>,memref<4xf32>) outs(%o: memref<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32 }
  return
}
// -----
#id = affine_map<(i) -> (i)>
func.func @extra(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#id,#id,#id], iterator_types=["parallel"], doc="x", library_call="f"} ins(%a,%b: tensor<4xf32>,tensor<4xf32>) outs(%o: tensor<4xf32>) attrs = {foo = 1 : i32} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @index(%b: tensor<4xi32>, %o: tensor<4xindex>) -> tensor<4xindex> {
  %r = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%b: tensor<4xi32>) outs(%o: tensor<4xindex>) {
  ^bb0(%y: i32, %z: index):
    %s = linalg.index 0 : index
    linalg.yield %s : index } -> tensor<4xindex>
  return %r : tensor<4xindex>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @pass_out(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%y: f32, %z: f32):
    linalg.yield %z : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @pass_out_dyn(%a: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%a: tensor<?xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%y: f32, %z: f32):
    linalg.yield %y : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
#id = affine_map<(i) -> (i)>
func.func @all_dead(%a: tensor<4xf32>, %o: tensor<4xf32>) {
  %r = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel"]} ins(%a: tensor<4xf32>) outs(%o: tensor<4xf32>) {
  ^bb0(%y: f32, %z: f32):
    %e = math.exp %y : f32
    linalg.yield %e : f32 } -> tensor<4xf32>
  return
}
// -----
#id = affine_map<(i) -> (i)>
func.func @scalar(%a: f32, %b: f32, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps=[affine_map<(i)->()>,affine_map<(i)->()>,affine_map<(i)->()>,#id], iterator_types=["parallel"]} ins(%a,%a,%b: f32,f32,f32) outs(%o: tensor<4xf32>) {
  ^bb0(%y: f32,%u: f32, %v:f32, %z: f32):
    %e = arith.addf %y, %u : f32
    linalg.yield %e : f32 } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
func.func @l1(%a: tensor<4x4xf32>, %b: tensor<?x?xf32>, %f: f32) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<?x?xf32>, tensor<16xf32>, tensor<4x4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.copy ins(%0 : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.transpose ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %c = tensor.cast %a : tensor<4x4xf32> to tensor<?x?xf32>
  %3 = linalg.matmul ins(%c, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %5 = linalg.exp ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = tensor.extract %0[%c0, %c0] : tensor<4x4xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<?x?xf32>, tensor<16xf32>, tensor<4x4xf32>, f32
}
// -----
func.func @l2(%a: tensor<4xf32>, %o: tensor<2x4xf32>, %t: tensor<4x2xf32>, %f: f32) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<6xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%o : tensor<2x4xf32>) dimensions = [0]
  %1 = linalg.transpose ins(%0 : tensor<2x4xf32>) outs(%t : tensor<4x2xf32>) permutation = [1, 0]
  %2 = linalg.reduce ins(%0 : tensor<2x4xf32>) outs(%a : tensor<4xf32>) dimensions = [0] (%x: f32, %y: f32) { %s = arith.addf %x, %y : f32
    linalg.yield %s : f32 }
  %e = tensor.empty() : tensor<4xf32>
  %l = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %l low[1] high[1] { ^bb0(%i: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<6xf32>
  return %1, %2, %p : tensor<4x2xf32>, tensor<4xf32>, tensor<6xf32>
}
// -----
#id = affine_map<(i, j) -> (i, j)>
func.func @number_of_unit_loop(%o: tensor<1x<<n:4|1|?>>xindex>) -> tensor<1x<<n>>xindex> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<1x<<n>>xindex>) {
  ^bb0(%z: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<1x<<n>>xindex>
  return %r : tensor<1x<<n>>xindex>
}
