// RUN: strata-opt %s --arith-expand | FileCheck %s

// Divisions that round up or down, extrema and scaled casts become simpler ops.

// CHECK-LABEL: func.func @ceildivsi(
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : i32
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %c0_i32 : i32
// CHECK-NEXT:      %5 = arith.cmpi eq, %3, %4 : i1
// CHECK-NEXT:      %6 = arith.andi %2, %5 : i1
// CHECK-NEXT:      %7 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : i32
// CHECK-NEXT:      return %8 : i32
// CHECK-NEXT:    }
func.func @ceildivsi(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_index(
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : index
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : index
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : index
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %c0 : index
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %c0 : index
// CHECK-NEXT:      %5 = arith.cmpi eq, %3, %4 : i1
// CHECK-NEXT:      %6 = arith.andi %2, %5 : i1
// CHECK-NEXT:      %7 = arith.addi %0, %c1 : index
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : index
// CHECK-NEXT:      return %8 : index
// CHECK-NEXT:    }
func.func @ceildivsi_index(%a: index, %b: index) -> index {
  %r = arith.ceildivsi %a, %b : index
  return %r : index
}

// CHECK-LABEL: func.func @ceildivsi_vector(
// CHECK-NEXT:      %cst = arith.constant dense<0> : vector<2xi8>
// CHECK-NEXT:      %cst_0 = arith.constant dense<1> : vector<2xi8>
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : vector<2xi8>
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : vector<2xi8>
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : vector<2xi8>
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %cst : vector<2xi8>
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %cst : vector<2xi8>
// CHECK-NEXT:      %5 = arith.cmpi eq, %3, %4 : vector<2xi1>
// CHECK-NEXT:      %6 = arith.andi %2, %5 : vector<2xi1>
// CHECK-NEXT:      %7 = arith.addi %0, %cst_0 : vector<2xi8>
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : vector<2xi1>, vector<2xi8>
// CHECK-NEXT:      return %8 : vector<2xi8>
// CHECK-NEXT:    }
func.func @ceildivsi_vector(%a: vector<2xi8>, %b: vector<2xi8>) -> vector<2xi8> {
  %r = arith.ceildivsi %a, %b : vector<2xi8>
  return %r : vector<2xi8>
}

// CHECK-LABEL: func.func @ceildivui(
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %0 = arith.cmpi eq, %arg0, %c0_i32 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %1 = arith.subi %arg0, %c1_i32 : i32
// CHECK-NEXT:      %2 = arith.divui %1, %arg1 : i32
// CHECK-NEXT:      %3 = arith.addi %2, %c1_i32 : i32
// CHECK-NEXT:      %4 = arith.select %0, %c0_i32, %3 : i32
// CHECK-NEXT:      return %4 : i32
// CHECK-NEXT:    }
func.func @ceildivui(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivui_index(
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %0 = arith.cmpi eq, %arg0, %c0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %1 = arith.subi %arg0, %c1 : index
// CHECK-NEXT:      %2 = arith.divui %1, %arg1 : index
// CHECK-NEXT:      %3 = arith.addi %2, %c1 : index
// CHECK-NEXT:      %4 = arith.select %0, %c0, %3 : index
// CHECK-NEXT:      return %4 : index
// CHECK-NEXT:    }
func.func @ceildivui_index(%a: index, %b: index) -> index {
  %r = arith.ceildivui %a, %b : index
  return %r : index
}

// CHECK-LABEL: func.func @ceildivui_vector(
// CHECK-NEXT:      %cst = arith.constant dense<0> : vector<2xi8>
// CHECK-NEXT:      %0 = arith.cmpi eq, %arg0, %cst : vector<2xi8>
// CHECK-NEXT:      %cst_0 = arith.constant dense<1> : vector<2xi8>
// CHECK-NEXT:      %1 = arith.subi %arg0, %cst_0 : vector<2xi8>
// CHECK-NEXT:      %2 = arith.divui %1, %arg1 : vector<2xi8>
// CHECK-NEXT:      %3 = arith.addi %2, %cst_0 : vector<2xi8>
// CHECK-NEXT:      %4 = arith.select %0, %cst, %3 : vector<2xi1>, vector<2xi8>
// CHECK-NEXT:      return %4 : vector<2xi8>
// CHECK-NEXT:    }
func.func @ceildivui_vector(%a: vector<2xi8>, %b: vector<2xi8>) -> vector<2xi8> {
  %r = arith.ceildivui %a, %b : vector<2xi8>
  return %r : vector<2xi8>
}

// CHECK-LABEL: func.func @floordivsi(
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : i32
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %c0_i32 : i32
// CHECK-NEXT:      %5 = arith.cmpi ne, %3, %4 : i1
// CHECK-NEXT:      %6 = arith.andi %2, %5 : i1
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %7 = arith.addi %0, %c-1_i32 : i32
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : i32
// CHECK-NEXT:      return %8 : i32
// CHECK-NEXT:    }
func.func @floordivsi(%a: i32, %b: i32) -> i32 {
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_index(
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : index
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : index
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %c0 : index
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %c0 : index
// CHECK-NEXT:      %5 = arith.cmpi ne, %3, %4 : i1
// CHECK-NEXT:      %6 = arith.andi %2, %5 : i1
// CHECK-NEXT:      %c-1 = arith.constant -1 : index
// CHECK-NEXT:      %7 = arith.addi %0, %c-1 : index
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : index
// CHECK-NEXT:      return %8 : index
// CHECK-NEXT:    }
func.func @floordivsi_index(%a: index, %b: index) -> index {
  %r = arith.floordivsi %a, %b : index
  return %r : index
}

// CHECK-LABEL: func.func @floordivsi_vector(
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : vector<2xi8>
// CHECK-NEXT:      %1 = arith.muli %0, %arg1 : vector<2xi8>
// CHECK-NEXT:      %2 = arith.cmpi ne, %arg0, %1 : vector<2xi8>
// CHECK-NEXT:      %cst = arith.constant dense<0> : vector<2xi8>
// CHECK-NEXT:      %3 = arith.cmpi slt, %arg0, %cst : vector<2xi8>
// CHECK-NEXT:      %4 = arith.cmpi slt, %arg1, %cst : vector<2xi8>
// CHECK-NEXT:      %5 = arith.cmpi ne, %3, %4 : vector<2xi1>
// CHECK-NEXT:      %6 = arith.andi %2, %5 : vector<2xi1>
// CHECK-NEXT:      %cst_0 = arith.constant dense<-1> : vector<2xi8>
// CHECK-NEXT:      %7 = arith.addi %0, %cst_0 : vector<2xi8>
// CHECK-NEXT:      %8 = arith.select %6, %7, %0 : vector<2xi1>, vector<2xi8>
// CHECK-NEXT:      return %8 : vector<2xi8>
// CHECK-NEXT:    }
func.func @floordivsi_vector(%a: vector<2xi8>, %b: vector<2xi8>) -> vector<2xi8> {
  %r = arith.floordivsi %a, %b : vector<2xi8>
  return %r : vector<2xi8>
}

// CHECK-LABEL: func.func @maximumf(
// CHECK-NEXT:      %0 = arith.cmpf ugt, %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %arg1 : f32
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg1, %arg1 : f32
// CHECK-NEXT:      %3 = arith.select %2, %arg1, %1 : f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @maximumf(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf(
// CHECK-NEXT:      %0 = arith.cmpf ult, %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %arg1 : f32
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg1, %arg1 : f32
// CHECK-NEXT:      %3 = arith.select %2, %arg1, %1 : f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @minimumf(%a: f32, %b: f32) -> f32 {
  %r = arith.minimumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf(
// CHECK-NEXT:      %0 = arith.cmpf ugt, %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %arg1 : f32
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg0, %arg0 : f32
// CHECK-NEXT:      %3 = arith.select %2, %arg1, %1 : f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @maxnumf(%a: f32, %b: f32) -> f32 {
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf(
// CHECK-NEXT:      %0 = arith.cmpf ult, %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %arg1 : f32
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg0, %arg0 : f32
// CHECK-NEXT:      %3 = arith.select %2, %arg1, %1 : f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @minnumf(%a: f32, %b: f32) -> f32 {
  %r = arith.minnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT:      %0 = arith.cmpf ugt, %arg0, %arg1 : tensor<?xf32>
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %arg1 : tensor<?xi1>, tensor<?xf32>
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg1, %arg1 : tensor<?xf32>
// CHECK-NEXT:      %3 = arith.select %2, %arg1, %1 : tensor<?xi1>, tensor<?xf32>
// CHECK-NEXT:      return %3 : tensor<?xf32>
// CHECK-NEXT:    }
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.maximumf %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @legal(
// CHECK-NEXT:      %0 = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT:      return %0 : i32
// CHECK-NEXT:    }
func.func @legal(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @folded(
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      return %arg0 : i32
// CHECK-NEXT:    }
func.func @folded(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.ceildivsi %a, %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @bf16_stays(
// CHECK-NEXT:      %0 = arith.extf %arg0 : bf16 to f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @bf16_stays(%a: bf16) -> f32 {
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @scaling_extf(
// CHECK-NEXT:      %0 = arith.extf %arg1 : f8E8M0FNU to f32
// CHECK-NEXT:      %1 = arith.extf %arg0 : f4E2M1FN to f32
// CHECK-NEXT:      %2 = arith.mulf %1, %0 : f32
// CHECK-NEXT:      return %2 : f32
// CHECK-NEXT:    }
func.func @scaling_extf(%a: f4E2M1FN, %s: f8E8M0FNU) -> f32 {
  %r = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  return %r : f32
}

// CHECK-LABEL: func.func @scaling_truncf(
// CHECK-NEXT:      %0 = arith.truncf %arg1 fastmath<contract> : f16 to f8E8M0FNU
// CHECK-NEXT:      %1 = arith.extf %0 fastmath<contract> : f8E8M0FNU to f32
// CHECK-NEXT:      %2 = arith.divf %arg0, %1 fastmath<contract> : f32
// CHECK-NEXT:      %3 = arith.truncf %2 fastmath<contract> : f32 to f8E5M2
// CHECK-NEXT:      return %3 : f8E5M2
// CHECK-NEXT:    }
func.func @scaling_truncf(%a: f32, %s: f16) -> f8E5M2 {
  %r = arith.scaling_truncf %a, %s fastmath<contract> : f32, f16 to f8E5M2
  return %r : f8E5M2
}
