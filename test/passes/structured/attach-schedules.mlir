// RUN: strata-opt %s --attach-schedules="schedules={1b3 linalg-tile{vector-bits=128}},{0 linalg-tile}" --linalg-vectorize=vector-bits=512 | FileCheck %s
// RUN: not strata-opt %s --attach-schedules="schedules={main linalg-tile}" 2>&1 | FileCheck %s --check-prefix=HASH
// RUN: not strata-opt %s --attach-schedules="schedules={{12 =,linalg-tile}}" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: strata-opt %s --linalg-vectorize=vector-bits=512 | FileCheck %s --check-prefix=OWN

// HASH: schedule 'main linalg-tile' does not begin with the hash of a function
// PIPELINE: is no pipeline

// The options of a pass that a function has take the place of those of the pipeline.
// OWN-LABEL: func.func @own
// OWN: vector<4xf32>
// OWN-LABEL: func.func @usual
// OWN: vector<16xf32>
// CHECK-LABEL: func.func @own
func.func @own(%x: memref<64xf32>, %y: memref<64xf32>) attributes {strata.schedule = "linalg-tile{vector-bits=256},linalg-vectorize{vector-bits=128}"} {
  linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
  return
}

func.func @usual(%x: memref<64xf32>, %y: memref<64xf32>) attributes {strata.schedule = "linalg-tile{vector-bits=256}"} {
  linalg.exp ins(%x : memref<64xf32>) outs(%y : memref<64xf32>)
  return
}
