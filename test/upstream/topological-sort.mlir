// FLAGS: --topological-sort

// Nothing is known about the regions of an unregistered op.
func.func @unknown() {
  "foo.region"() ({
    %0 = "test.a"(%1) : (i32) -> i32
    %1 = "test.b"() : () -> i32
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

module {
  %0 = "test.a"(%1) : (i32) -> i32
  %1 = "test.b"(%0) : (i32) -> i32
  %2 = "test.c"(%3) : (i32) -> i32
  %3 = "test.d"() : () -> i32
}

// -----

module {
  %0 = "test.a"(%2#<<0|1>>) : (i32) -> i32
  module {
    %4 = "test.x"(%5) : (i32) -> i32
    %5 = "test.y"() : () -> i32
  }
  %1 = "test.b"(%0) ({
    %6 = "test.x"(%7) : (i32) -> i32
    %7 = "test.y"(%8) : (i32) -> i32
    "test.end"(%6) : (i32) -> ()
  }) : (i32) -> i32
  %8 = "test.e"() : () -> i32
  %2:2 = "test.d"(%8) : (i32) -> (i32, i32)
}
