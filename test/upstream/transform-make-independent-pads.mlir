// FLAGS: --transform-interpreter --cse

// Paddings at the end.
module attributes {transform.with_named_sequence} {
  func.func @g(%n: index, %t: tensor<?x6xf32>, %f: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      scf.for %j = %c0 to %c10 step %c1 {
        %s = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
        %p = tensor.pad %t low[0, 0] high[%j, 5] { 
        ^bb0(%a: index, %b: index):
          tensor.yield %f : f32
        } : tensor<?x6xf32> to tensor<?x11xf32>
        "test.use"(%p) : (tensor<?x11xf32>) -> ()
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}


// -----

// DIFFERS: mlir-opt subtracts sizes from themselves
module attributes {transform.with_named_sequence} {
  func.func @g(%t: tensor<5x6xf32>, %f: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      scf.for %j = %c0 to %c10 step %c1 {
        %s = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
        %p = tensor.pad %t low[%i, 0] high[%j, 5] { 
        ^bb0(%a: index, %b: index):
          tensor.yield %f : f32
        } : tensor<5x6xf32> to tensor<?x11xf32>
        "test.use"(%p) : (tensor<?x11xf32>) -> ()
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt makes a tensor of the type from before, which is wrong
module attributes {transform.with_named_sequence} {
  func.func @g(%t: tensor<5x6xf32>, %f: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      scf.for %j = %c0 to %c10 step %c1 {
        %s = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
        %p = tensor.pad %t low[3, 0] high[%j, 5] { 
        ^bb0(%a: index, %b: index):
          tensor.yield %f : f32
        } : tensor<5x6xf32> to tensor<?x11xf32>
        "test.use"(%p) : (tensor<?x11xf32>) -> ()
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.pad"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
