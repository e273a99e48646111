// The first NaN of a row, equal elements, the sign of zeros, rows that are no multiple of a vector, and the last of equal elements.
func.func @first(%x: tensor<7x300xf32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<7x300xi32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] : (tensor<7x300xf32>, tensor<7x300xi32>, tensor<f32>, tensor<i32>) -> (tensor<7xf32>, tensor<7xi32>)
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %keep = stablehlo.or %gt, %nan : tensor<i1>
    %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %eq, %lt : tensor<i1>
    %keep_i = stablehlo.or %keep, %both : tensor<i1>
    %v = stablehlo.select %keep, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %keep_i, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<7xf32>, tensor<7xi32>
}

// The form of PyTorch: the smallest element, the lower of two positions.
func.func @smallest(%x: tensor<7x300xf64>) -> (tensor<7xf64>, tensor<7xi64>) {
  %high = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %i = stablehlo.iota dim = 1 : tensor<7x300xi64>
  %0:2 = stablehlo.reduce(%x init: %high), (%i init: %zero) across dimensions = [1] : (tensor<7x300xf64>, tensor<7x300xi64>, tensor<f64>, tensor<i64>) -> (tensor<7xf64>, tensor<7xi64>)
  reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i64>, %d: tensor<i64>) {
    %le = stablehlo.compare LE, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %v = stablehlo.select %le, %a, %b : tensor<i1>, tensor<f64>
    %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %least = stablehlo.minimum %c, %d : tensor<i64>
    %one = stablehlo.select %le, %c, %d : tensor<i1>, tensor<i64>
    %w = stablehlo.select %eq, %least, %one : tensor<i1>, tensor<i64>
    stablehlo.return %v, %w : tensor<f64>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<7xf64>, tensor<7xi64>
}

// The last of equal bytes, compared without a sign; positions of 16 bits.
func.func @last(%x: tensor<5x1001xui8>) -> (tensor<5xui8>, tensor<5xi16>) {
  %low = stablehlo.constant dense<0> : tensor<ui8>
  %zero = stablehlo.constant dense<-1> : tensor<i16>
  %i = stablehlo.iota dim = 1 : tensor<5x1001xi16>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] : (tensor<5x1001xui8>, tensor<5x1001xi16>, tensor<ui8>, tensor<i16>) -> (tensor<5xui8>, tensor<5xi16>)
  reducer(%a: tensor<ui8>, %b: tensor<ui8>) (%c: tensor<i16>, %d: tensor<i16>) {
    %ge = stablehlo.compare GE, %b, %a, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %v = stablehlo.select %ge, %b, %a : tensor<i1>, tensor<ui8>
    %w = stablehlo.select %ge, %d, %c : tensor<i1>, tensor<i16>
    stablehlo.return %v, %w : tensor<ui8>, tensor<i16>
  }
  return %0#0, %0#1 : tensor<5xui8>, tensor<5xi16>
}

func.func @main(%x: tensor<7x300xf32>, %n: tensor<5x1001xui8>) -> (tensor<7xf32>, tensor<7xi32>, tensor<7xf64>, tensor<7xi64>, tensor<5xui8>, tensor<5xi16>) {
  // Columns 41 and 290 are NaN in row 0, row 1 has its largest element twice, row 2 has only zeros, the first of them negative, row 3 is
  // the lowest number everywhere, row 4 has one NaN at its end, the others are random.
  %columns = stablehlo.iota dim = 1 : tensor<7x300xi32>
  %rows = stablehlo.iota dim = 0 : tensor<7x300xi32>
  %c0 = stablehlo.constant dense<0> : tensor<7x300xi32>
  %c1 = stablehlo.constant dense<1> : tensor<7x300xi32>
  %c2 = stablehlo.constant dense<2> : tensor<7x300xi32>
  %c3 = stablehlo.constant dense<3> : tensor<7x300xi32>
  %c4 = stablehlo.constant dense<4> : tensor<7x300xi32>
  %c41 = stablehlo.constant dense<41> : tensor<7x300xi32>
  %c290 = stablehlo.constant dense<290> : tensor<7x300xi32>
  %c299 = stablehlo.constant dense<299> : tensor<7x300xi32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<7x300xf32>
  %large = stablehlo.constant dense<1.0e30> : tensor<7x300xf32>
  %none = stablehlo.constant dense<0.0> : tensor<7x300xf32>
  %minus = stablehlo.constant dense<-0.0> : tensor<7x300xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<7x300xf32>
  %is41 = stablehlo.compare EQ, %columns, %c41 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %is290 = stablehlo.compare EQ, %columns, %c290 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %is299 = stablehlo.compare EQ, %columns, %c299 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %two = stablehlo.or %is41, %is290 : tensor<7x300xi1>
  %row0 = stablehlo.compare EQ, %rows, %c0 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %row1 = stablehlo.compare EQ, %rows, %c1 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %row2 = stablehlo.compare EQ, %rows, %c2 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %row3 = stablehlo.compare EQ, %rows, %c3 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %row4 = stablehlo.compare EQ, %rows, %c4 : (tensor<7x300xi32>, tensor<7x300xi32>) -> tensor<7x300xi1>
  %m0 = stablehlo.and %row0, %two : tensor<7x300xi1>
  %m1 = stablehlo.and %row1, %two : tensor<7x300xi1>
  %m4 = stablehlo.and %row4, %is299 : tensor<7x300xi1>
  %x0 = stablehlo.select %m0, %nan, %x : tensor<7x300xi1>, tensor<7x300xf32>
  %x1 = stablehlo.select %m1, %large, %x0 : tensor<7x300xi1>, tensor<7x300xf32>
  %zeros = stablehlo.select %is41, %minus, %none : tensor<7x300xi1>, tensor<7x300xf32>
  %x2 = stablehlo.select %row2, %zeros, %x1 : tensor<7x300xi1>, tensor<7x300xf32>
  %x3 = stablehlo.select %row3, %low, %x2 : tensor<7x300xi1>, tensor<7x300xf32>
  %x4 = stablehlo.select %m4, %nan, %x3 : tensor<7x300xi1>, tensor<7x300xf32>
  %0:2 = call @first(%x4) : (tensor<7x300xf32>) -> (tensor<7xf32>, tensor<7xi32>)
  %opposite = stablehlo.negate %x4 : tensor<7x300xf32>
  %wide = stablehlo.convert %opposite : (tensor<7x300xf32>) -> tensor<7x300xf64>
  %1:2 = call @smallest(%wide) : (tensor<7x300xf64>) -> (tensor<7xf64>, tensor<7xi64>)
  %2:2 = call @last(%n) : (tensor<5x1001xui8>) -> (tensor<5xui8>, tensor<5xi16>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<7xf32>, tensor<7xi32>, tensor<7xf64>, tensor<7xi64>, tensor<5xui8>, tensor<5xi16>
}
