// RUN: strata-opt %s --apply-pdl-patterns --split-input-file --allow-unregistered-dialect --verify-diagnostics

// expected-error@+1 {{there is no module '@patterns' of patterns}}
module {}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %x = operand
    %root = operation "a.b"(%x : !pdl.value)
    // expected-error@+1 {{'pdl.apply_native_constraint' op native constraint 'check' is not registered}}
    apply_native_constraint "check"(%x : !pdl.value)
    rewrite %root {
      erase %root
    }
  }
}
func.func private @f()

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %root = operation "a.b"
    // expected-error@+1 {{'pdl.rewrite' op native rewrite 'change' is not registered}}
    rewrite %root with "change"
  }
}
func.func private @f()

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %t = type
    %root = operation "a.b" -> (%t : !pdl.type)
    // expected-note@+1 {{by the rewrite of this pattern}}
    rewrite %root {
      erase %root
    }
  }
}
func.func @f() {
  // expected-error@+1 {{'pdl.erase' op erases 'a.b', whose results are used}}
  %0 = "a.b"() : () -> i32
  "a.use"(%0) : (i32) -> ()
  return
}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %root = operation "a.b"
    // expected-note@+1 {{by the rewrite of this pattern}}
    rewrite %root {
      erase %root
      erase %root
    }
  }
}
func.func @f() {
  // expected-error@+1 {{an op is used after it was erased or replaced}}
  "a.b"() : () -> ()
  return
}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %t = type
    %x = operand
    %root = operation "a.b"(%x : !pdl.value) -> (%t : !pdl.type)
    // expected-note@+1 {{by the rewrite of this pattern}}
    rewrite %root {
      replace %root with (%x : !pdl.value)
    }
  }
}
func.func @f(%a: i64) {
  // expected-error@+1 {{'pdl.replace' op replaces results of 'a.b' by values of other types or by themselves}}
  %0 = "a.b"(%a) : (i64) -> i32
  "a.use"(%0) : (i32) -> ()
  return
}

// -----

module @patterns {
  pdl.pattern : benefit(1) {
    %t = type
    %root = operation "a.b" -> (%t : !pdl.type)
    // expected-note@+1 {{by the rewrite of this pattern}}
    rewrite %root {
      %none = range : !pdl.range<value>
      replace %root with (%none : !pdl.range<value>)
    }
  }
}
func.func @f() {
  // expected-error@+1 {{'pdl.replace' op replaces 1 results by 0 values}}
  %0 = "a.b"() : () -> i32
  "a.use"(%0) : (i32) -> ()
  return
}

// -----

// A new op that is wrong.
module @patterns {
  pdl.pattern : benefit(1) {
    %x = operand
    %root = operation "a.b"(%x : !pdl.value)
    rewrite %root {
      %n = operation "func.return"(%x : !pdl.value)
      erase %root
    }
  }
}
func.func @f(%a: i64) {
  // expected-error@+1 {{'func.return' op must be the last operation in the parent block}}
  "a.b"(%a) : (i64) -> ()
  return
}

// -----

// A pattern that matches what it makes.
module @patterns {
  pdl.pattern : benefit(1) {
    %x = operand
    %root = operation "a.b"(%x : !pdl.value)
    rewrite %root {
      %n = operation "a.b"(%x : !pdl.value)
      erase %root
    }
  }
}
func.func @f(%a: i64) {
  // expected-error-re@+1 {{{{.*}}pdl.pattern{{.*}}}}
  "a.b"(%a) : (i64) -> ()
  return
}
