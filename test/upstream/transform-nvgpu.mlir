// FLAGS: --transform-interpreter

// Copies of rows to shared memory as groups of asynchronous copies: ops between them, sizes, masks and padding.
module attributes {transform.with_named_sequence} {
  func.func @copies(%a: memref<16x16x<<t:f32|f16|i8|f64>><<l:|, strided<[32, 1], offset: 1>>>>, %s: memref<16x16x<<t>>, <<p:#gpu.address_space<workgroup>|3|1>>>, %z: <<t>>, %i: index, %n: index, %d: memref<4xf32>, %e: memref<4xf32, 3>) {
    %0 = vector.transfer_read %a[%i, %i], %z {in_bounds = [<<b:true|false>>]} : memref<16x16x<<t>><<l>>>, vector<<<n:4|8|2|1>>x<<t>>>
    %1 = vector.load %a[%i, %n] : memref<16x16x<<t>><<l>>>, vector<<<n>>x<<t>>>
    vector.transfer_write %0, %s[%n, %i] {in_bounds = [true]} : vector<<<n>>x<<t>>>, memref<16x16x<<t>>, <<p>>>
    %j = arith.addi %i, %n : index
    <<o:gpu.barrier|%q = vector.load %d[%i] : memref<4xf32>, vector<4xf32>|%q = vector.load %e[%i] : memref<4xf32, 3>, vector<4xf32>|%q = memref.load %d[%i] : memref<4xf32>|%q = arith.muli %i, %i : index>>
    vector.store %1, %s[%j, %i] : memref<16x16x<<t>>, <<p>>>, vector<<<n>>x<<t>>>
    scf.for %k = %i to %n step %j {
      vector.store %1, %s[%k, %i] : memref<16x16x<<t>>, <<p>>>, vector<<<n>>x<<t>>>
    }
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.nvgpu.create_async_groups %f<<y:| {bypass_l1}>> : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// Masks.
module attributes {transform.with_named_sequence} {
  func.func @masks(%a: memref<16x16xf32>, %s: memref<16x16xf32, #gpu.address_space<workgroup>>, %i: index, %n: index, %any: vector<4xi1>) {
    %z = arith.constant <<z:0.0|1.0>> : f32
    %m1 = vector.create_mask %n : vector<4xi1>
    %m2 = vector.create_mask %n, %i : vector<3x4xi1>
    %m3 = vector.extract %m2[1] : vector<4xi1> from vector<3x4xi1>
    %m4 = vector.create_mask %n, %i, %n : vector<3x2x4xi1>
    %m5 = vector.extract %m4[1, 0] : vector<4xi1> from vector<3x2x4xi1>
    %0 = vector.transfer_read %a[%i, %n], %z, <<m:%m1|%m3|%m5|%any>> {in_bounds = [true]} : memref<16x16xf32>, vector<4xf32>
    vector.transfer_write %0, %s[%i, %i]<<w:|, %any>> {in_bounds = [true]} : vector<4xf32>, memref<16x16xf32, #gpu.address_space<workgroup>>
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.create_async_groups %f : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

// Products of matrices as an instruction of a warp.
module attributes {transform.with_named_sequence} {
  func.func @products(%a: memref<16x16xf16<<l:|, strided<[32, 1], offset: 4>>>>, %b: memref<16x8xf16>, %c: memref<16x8xf16>, %d: memref<16x4xf32>, %e: memref<4x8xf32, 3>, %f: memref<16x8xf32>) {
    linalg.matmul ins(%a, %b : memref<16x16xf16<<l>>>, memref<16x8xf16>) outs(%c : memref<16x8xf16>)
    linalg.matmul ins(%d, %e : memref<16x4xf32>, memref<4x8xf32, 3>) outs(%f : memref<16x8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.matmul"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_matmul_as_mma_sync %f : (!transform.any_op) -> ()
    transform.yield
  }
}
