// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// A truth value is a byte in memory, also for vectors.
// CHECK-LABEL: llvm.func @access
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<16xi8>
// CHECK: %[[V:.*]] = llvm.trunc %[[B]] : vector<16xi8> to vector<16xi1>
// CHECK: %[[W:.*]] = llvm.zext %[[V]] : vector<16xi1> to vector<16xi8>
// CHECK: llvm.store %[[W]]
func.func @access(%x: memref<64xi1>, %y: memref<64xi1>, %i: index) {
  %v = vector.load %x[%i] : memref<64xi1>, vector<16xi1>
  vector.store %v, %y[%i] : memref<64xi1>, vector<16xi1>
  return
}

// CHECK-LABEL: llvm.func @masked
// CHECK: %[[O:.*]] = llvm.zext {{.*}} : vector<16xi1> to vector<16xi8>
// CHECK: %[[B:.*]] = llvm.intr.masked.load %{{.*}}, %{{.*}}, %[[O]] {alignment = 1 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xi8>) -> vector<16xi8>
// CHECK: %[[V:.*]] = llvm.trunc %[[B]]
// CHECK: %[[W:.*]] = llvm.zext %[[V]]
// CHECK: llvm.intr.masked.store %[[W]]
func.func @masked(%x: memref<64xi1>, %y: memref<64xi1>, %i: index, %m: vector<16xi1>, %o: vector<16xi1>) {
  %v = vector.maskedload %x[%i], %m, %o : memref<64xi1>, vector<16xi1>, vector<16xi1> into vector<16xi1>
  vector.maskedstore %y[%i], %m, %v : memref<64xi1>, vector<16xi1>, vector<16xi1>
  return
}
