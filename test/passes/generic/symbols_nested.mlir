// RUN: strata-opt %s --symbol-dce --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(builtin.module(symbol-dce))' --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=INNER

// The outermost module is all there is; one inside may be used from around it, unless it is private.
// CHECK-LABEL: module @open
// CHECK-NOT: @in_open
// INNER-LABEL: module @open
// INNER: @in_open
// INNER: module @closed
// INNER-NOT: @in_closed
module {
  module @open {
    func.func nested @in_open()
  }
  module @closed attributes {sym_visibility = "private"} {
    func.func nested @in_closed()
  }
  "u.use"() {of = @closed} : () -> ()
}

// -----

module {
  func.func private @unclear()
  // expected-error @below {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
  "u.table"() ({
  }) : () -> ()
}

// -----

// A name that lies several tables deep is used there.
// CHECK-LABEL: module @deep
// CHECK: module @a
// CHECK: module @b attributes {sym_visibility = "private"}
// CHECK-NEXT: func.func nested @used()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: u.use
module @deep {
  module @a {
    module @b attributes {sym_visibility = "private"} {
      func.func nested @used()
      func.func nested @unused()
    }
    func.func nested @used()
  }
  "u.use"() {of = [{name = [@a::@b::@used]}]} : () -> ()
}

// -----

// What a table inside refers to is its own, but for what is said of the table itself.
// CHECK-LABEL: module @outer
// CHECK-NEXT: func.func private @by_table()
// CHECK-NEXT: module @inner
// CHECK-NEXT: func.func private @called()
// CHECK-NOT: private
module @outer {
  func.func private @called()
  func.func private @by_table()
  module @inner attributes {u.of = @by_table} {
    func.func private @called()
    func.func @f() {
      call @called() : () -> ()
      return
    }
  }
}
