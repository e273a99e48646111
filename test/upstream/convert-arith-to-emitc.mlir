// FLAGS: --convert-arith-to-emitc

func.func @integers(%a: <<t:i8|i16|i64|i32>>, %b: <<t>>) -> (<<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>) {
  %0 = arith.addi %a, %b : <<t>>
  %1 = arith.subi %b, %0 overflow<<<f:nsw|nuw|none>>> : <<t>>
  %2 = arith.muli %1, %a : <<t>>
  %3 = arith.divsi %a, %b : <<t>>
  %4 = arith.divui %a, %b : <<t>>
  %5 = arith.remsi %a, %b : <<t>>
  %6 = arith.remui %a, %b : <<t>>
  %7 = arith.andi %a, %b : <<t>>
  %8 = arith.ori %a, %b : <<t>>
  %9 = arith.xori %a, %b : <<t>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>
}

// -----

func.func @shifts(%a: <<t:i8|index|i32>>, %b: <<t>>) -> (<<t>>, <<t>>, <<t>>) {
  %0 = arith.shli %a, %b : <<t>>
  %1 = arith.shrsi %a, %b : <<t>>
  %2 = arith.shrui %a, %b : <<t>>
  return %0, %1, %2 : <<t>>, <<t>>, <<t>>
}

// -----

func.func @index(%a: index, %b: index, %c: i1) -> (index, index, index, index, index, index) {
  %0 = arith.addi %a, %b : index
  %1 = arith.subi %a, %b : index
  %2 = arith.muli %a, %b : index
  %3 = arith.divsi %a, %b : index
  %4 = arith.remsi %a, %b : index
  %5 = arith.select %c, %a, %b : index
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// -----

func.func @bits(%a: i1, %b: i1) -> (i1, i1, i1, i1, i1) {
  %0 = arith.andi %a, %b : i1
  %1 = arith.ori %a, %b : i1
  %2 = arith.xori %a, %b : i1
  %3 = arith.divui %a, %b : i1
  %4 = arith.cmpi slt, %a, %b : i1
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// -----

func.func @floats(%a: <<t:f16|bf16|f64|f32>>, %b: <<t>>, %c: i1) -> (<<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>) {
  %0 = arith.addf %a, %b : <<t>>
  %1 = arith.subf %a, %b : <<t>>
  %2 = arith.mulf %a, %b fastmath<fast> : <<t>>
  %3 = arith.divf %a, %b : <<t>>
  %4 = arith.negf %a : <<t>>
  %5 = arith.select %c, %a, %b : <<t>>
  return %0, %1, %2, %3, %4, %5 : <<t>>, <<t>>, <<t>>, <<t>>, <<t>>, <<t>>
}

// -----

func.func @compare(%a: <<t:i8|index|i32>>, %b: <<t>>) -> i1 {
  %0 = arith.cmpi <<p:eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge>>, %a, %b : <<t>>
  return %0 : i1
}

// -----

func.func @compare_floats(%a: f32, %b: f32) -> i1 {
  %0 = arith.cmpf <<p:false|oeq|ogt|oge|olt|ole|one|ord|ueq|ugt|uge|ult|ule|une|uno|true>>, %a, %b : f32
  return %0 : i1
}

// -----

func.func @casts(%a: i8, %b: i64, %c: i1, %x: f32, %d: f64, %n: index) -> (i32, i32, i8, i1, i32, i64, index, index, i32, i32) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i32
  %2 = arith.trunci %b : i64 to i8
  %3 = arith.trunci %b : i64 to i1
  %4 = arith.extui %c : i1 to i32
  %5 = arith.index_cast %n : index to i64
  %6 = arith.index_cast %a : i8 to index
  %7 = arith.index_castui %a : i8 to index
  %8 = arith.index_castui %n : index to i32
  %9 = arith.index_cast %n : index to i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i32, i8, i1, i32, i64, index, index, i32, i32
}

// -----

func.func @float_casts(%a: i8, %c: i1, %x: f32, %d: f64) -> (f32, f32, f32, i8, i8, f64, f32) {
  %0 = arith.sitofp %a : i8 to f32
  %1 = arith.uitofp %a : i8 to f32
  %2 = arith.uitofp %c : i1 to f32
  %3 = arith.fptosi %x : f32 to i8
  %4 = arith.fptoui %x : f32 to i8
  %5 = arith.extf %x : f32 to f64
  %6 = arith.truncf %d : f64 to f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, i8, i8, f64, f32
}

// -----

// Ops fold before they are converted, and the constants among that are converted.
func.func @constants(%a: i32, %b: i1) -> (index, i32, f32, i1, tensor<2xi32>, i32, i1) {
  %0 = arith.constant 1 : index
  %1 = arith.constant 5 : i32
  %2 = arith.constant 1.5 : f32
  %3 = arith.constant true
  %4 = arith.constant dense<1> : tensor<2xi32>
  %5 = arith.subi %a, %a : i32
  %6 = arith.andi %b, %b : i1
  return %0, %1, %2, %3, %4, %5, %6 : index, i32, f32, i1, tensor<2xi32>, i32, i1
}

// -----

// Ops that have no equivalent may fold.
func.func @folded(%n: index) -> index {
  %0 = arith.minsi %n, %n : index
  return %0 : index
}

// -----

// DIFFERS: mlir-opt folds an op with the ones before it, which are converted already here
func.func @folded_with_others(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b : i32
  return %1 : i32
}
