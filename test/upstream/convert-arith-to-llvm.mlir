// FLAGS: --convert-arith-to-llvm
// FLAGS: --convert-arith-to-llvm=index-bitwidth=32
// FLAGS: --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts

func.func @integers(%a: <<t:i1|index|vector<4xi8>|vector<2x4xi64>|vector<i16>|i32>>, %b: <<t>>) -> <<t>> {
  %0 = arith.<<addi|subi|muli|shli>> %a, %b overflow<<<nsw|nuw|nsw, nuw|none>>> : <<t>>
  %1 = arith.<<divsi|divui|remsi|remui|andi|ori|xori|shrsi|shrui>> %0, %b : <<t>>
  %2 = arith.<<maxsi|minsi|maxui|minui|ceildivsi|ceildivui|floordivsi>> %1, %b {foo.bar = 1 : i32} : <<t>>
  return %2 : <<t>>
}

// -----

func.func @comparisons(%a: <<t:i32|index|i8>>, %b: <<t>>, %v: vector<2x3x<<t>>>) -> vector<2x3xi1> {
  %0 = arith.cmpi <<eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge>>, %a, %b : <<t>>
  %1 = arith.select %0, %a, %b : <<t>>
  %2 = vector.broadcast %1 : <<t>> to vector<2x3x<<t>>>
  %3 = arith.cmpi <<slt|ult>>, %v, %2 : vector<2x3x<<t>>>
  return %3 : vector<2x3xi1>
}

// -----

func.func @floats(%a: <<t:f64|f16|vector<4xf32>|vector<2x2xbf16>|f32>>, %b: <<t>>) -> <<t>> {
  %0 = arith.<<addf|subf|mulf|divf|remf>> %a, %b fastmath<<<fast|nnan|none|contract>>> : <<t>>
  %1 = arith.negf %0 : <<t>>
  %2 = arith.<<maximumf|minimumf|maxnumf|minnumf>> %1, %b : <<t>>
  %3 = arith.cmpf <<oeq|ogt|uno|ult|true>>, %2, %a : <<t>>
  return %2 : <<t>>
}

// -----

func.func @casts(%i: i32, %l: i64, %x: index, %f: f32, %d: f64, %v: vector<2x4xi32>, %w: vector<4xindex>) {
  %0 = arith.<<extsi|extui>> %i : i32 to i64
  %1 = arith.trunci %l overflow<<<nsw|nuw>>> : i64 to i32
  %2 = arith.<<index_cast|index_castui>> %x : index to <<i8|i64|i128|i32>>
  %3 = arith.<<index_cast|index_castui>> %i : i32 to index
  %4 = arith.<<sitofp|uitofp>> %i : i32 to f32
  %5 = arith.<<fptosi|fptoui>> %f : f32 to i32
  %6 = arith.extf %f : f32 to f64
  %7 = arith.truncf %d <<|to_nearest_even|upward|downward|toward_zero>> : f64 to f32
  %8 = arith.bitcast %v : vector<2x4xi32> to vector<2x4xf32>
  %9 = arith.bitcast %f : f32 to i32
  %10 = arith.index_cast %w : vector<4xindex> to vector<4xi32>
  return
}

// -----

func.func @constants() -> (<<t:i32|index|i1>>, vector<2x2xf32>) {
  %0 = arith.constant {foo.bar} <<1|0>> : <<t>>
  %1 = arith.constant dense<<<1.0|[[1.0, 2.0], [3.0, 4.0]]>>> : vector<2x2xf32>
  %2 = arith.constant dense<[1, 2]> : vector<2xindex>
  %3 = arith.constant 1.5 : <<f8E4M3FN|f32|bf16>>
  %4 = arith.constant dense<3> : vector<i8>
  return %0, %1 : <<t>>, vector<2x2xf32>
}

// -----

// What folds is folded, and constants that ops fold to are converted.
func.func @folds(%a: index, %n: memref<4x8xf32>) -> (index, index, index, index) {
  %c1 = arith.constant <<1|0>> : index
  %c2 = arith.constant 2 : index
  %0 = arith.<<muli|addi>> %a, %c1 : index
  %1 = arith.addi %c1, %a : index
  %2 = arith.addi %c1, %c2 : index
  %3 = memref.dim %n, %c1 : memref<4x8xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

func.func @extended(%a: <<t:vector<4xi8>|i32>>, %b: <<t>>) -> (<<t>>, <<t>>) {
  %0, %1 = arith.<<mulsi_extended|mului_extended>> %a, %b : <<t>>
  return %0, %1 : <<t>>, <<t>>
}
func.func @carry(%a: i32, %v: vector<4xi32>, %n: vector<2x4xi32>) -> vector<2x4xi32> {
  %0, %1 = arith.addui_extended %a, %a : i32, i1
  %2, %3 = arith.addui_extended %v, %v : vector<4xi32>, vector<4xi1>
  %4, %5 = arith.addui_extended %n, %n : vector<2x4xi32>, vector<2x4xi1>
  return %4 : vector<2x4xi32>
}

// -----

// Ops without a conversion stay.
func.func @stays(%a: f8E4M3FN, %s: f8E8M0FNU, %t: tensor<4xi32>) -> (f32, tensor<4xi32>) {
  %0 = arith.scaling_extf %a, %s : f8E4M3FN, f8E8M0FNU to f32
  %1 = arith.addi %t, %t : tensor<4xi32>
  return %0, %1 : f32, tensor<4xi32>
}

// -----

// DIFFERS: upstream copies the flags of the extension to an attribute of 'llvm.fpext', which nothing reads
func.func @extension(%f: f32) -> f64 {
  %0 = arith.extf %f fastmath<contract> : f32 to f64
  return %0 : f64
}
