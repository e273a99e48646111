// RUN: strata-opt %s --convert-shape-constraints | FileCheck %s
// Checks of shapes become assertions.

func.func @check(%x: tensor<?xindex>, %y: tensor<?xindex>) -> !shape.witness {
  %0 = shape.cstr_eq %x, %y : tensor<?xindex>, tensor<?xindex>
  return %0 : !shape.witness
}

// CHECK: func.func @check(%arg0: tensor<?xindex>, %arg1: tensor<?xindex>) -> !shape.witness {
// CHECK: %0 = shape.const_witness true
// CHECK: %1 = shape.shape_eq %arg0, %arg1 : tensor<?xindex>, tensor<?xindex>
// CHECK: cf.assert %1, "required equal shapes"
// CHECK: return %0 : !shape.witness
