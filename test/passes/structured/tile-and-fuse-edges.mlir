// RUN: strata-opt %s --linalg-tile-and-fuse=max-threads=2 | FileCheck %s
// Parts of the same rows of a buffer are computed in one loop, so that the columns at the edges are written by the thread that writes the rows.

#row = affine_map<(d0) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @edges
// CHECK: scf.forall (%{{.*}}) in (3)
// CHECK-COUNT-3: linalg.generic
// CHECK: {{^    }}}
// The row above has other rows.
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
func.func @edges(%x: memref<256x256xf32>, %y: memref<256x256xf32>) {
  %xl = memref.subview %x[1, 1] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 257>>
  %yl = memref.subview %y[1, 0] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 256>>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%xl : memref<255xf32, strided<[256], offset: 257>>) outs(%yl : memref<255xf32, strided<[256], offset: 256>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  %xi = memref.subview %x[0, 1] [255, 254] [1, 1] : memref<256x256xf32> to memref<255x254xf32, strided<[256, 1], offset: 1>>
  %yi = memref.subview %y[1, 1] [255, 254] [1, 1] : memref<256x256xf32> to memref<255x254xf32, strided<[256, 1], offset: 257>>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%xi : memref<255x254xf32, strided<[256, 1], offset: 1>>) outs(%yi : memref<255x254xf32, strided<[256, 1], offset: 257>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  %xr = memref.subview %x[1, 254] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 510>>
  %yr = memref.subview %y[1, 255] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 511>>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%xr : memref<255xf32, strided<[256], offset: 510>>) outs(%yr : memref<255xf32, strided<[256], offset: 511>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  %xt = memref.subview %x[0, 0] [1, 256] [1, 1] : memref<256x256xf32> to memref<256xf32, strided<[1]>>
  %yt = memref.subview %y[0, 0] [1, 256] [1, 1] : memref<256x256xf32> to memref<256xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%xt : memref<256xf32, strided<[1]>>) outs(%yt : memref<256xf32, strided<[1]>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Parts that overlap stay in their order.
// CHECK-LABEL: func.func @overlapping
// CHECK: linalg.generic
// CHECK: scf.forall
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
func.func @overlapping(%x: memref<256x256xf32>, %y: memref<256x256xf32>) {
  %xl = memref.subview %x[1, 1] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 257>>
  %yl = memref.subview %y[1, 1] [255, 1] [1, 1] : memref<256x256xf32> to memref<255xf32, strided<[256], offset: 257>>
  linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%xl : memref<255xf32, strided<[256], offset: 257>>) outs(%yl : memref<255xf32, strided<[256], offset: 257>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  %xi = memref.subview %x[0, 1] [255, 254] [1, 1] : memref<256x256xf32> to memref<255x254xf32, strided<[256, 1], offset: 1>>
  %yi = memref.subview %y[1, 1] [255, 254] [1, 1] : memref<256x256xf32> to memref<255x254xf32, strided<[256, 1], offset: 257>>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%xi : memref<255x254xf32, strided<[256, 1], offset: 1>>) outs(%yi : memref<255x254xf32, strided<[256, 1], offset: 257>>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  return
}
