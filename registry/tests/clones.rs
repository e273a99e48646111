//! Clones of ops with regions.

use strata_ir::{
    prelude::*,
    text::{ParseOptions, parse_module},
};

/// Values that are exchanged are mapped once, by ops in regions too.
#[test]
fn exchanged_values_are_mapped_once() {
    let cx = strata_registry::registry().freeze();
    let text = "func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    %x = arith.subi %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}";
    let mut module =
        parse_module(&cx, "t.mlir", text.to_owned(), ParseOptions::default()).expect("the text is valid");
    let function = module.children().next().map(|(op, _)| op).expect("there is a function");
    let body = module.child_mut(function).expect("it has a body");
    let block = body.blocks(body.regions(Op::SELF)[0])[0];
    let (a, b) = (body.block_args(block)[1], body.block_args(block)[2]);
    let op = body.first_op(block).expect("there is an op");
    let mut map = IdMap::new();
    map.map(a, b);
    map.map(b, a);
    let clone = body.clone_op(op, &mut map);
    let at = InsertPoint::before(body, op);
    body.insert(clone, at);
    let of = |op: Op, name: &str| {
        let found = body.ops_in(op).into_iter().find(|&o| body.op_name(o) == name);
        body.operands(found.expect("there is one")).collect::<Vec<Value>>()
    };
    assert_eq!((of(op, "arith.subi"), of(clone, "arith.subi")), (vec![a, b], vec![b, a]));
}

/// In a region without an order, an op inside of another one may use a value that is defined behind that.
#[test]
fn uses_before_definitions_are_mapped_at_any_depth() {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    let cx = registry.freeze();
    let text = "\"t.graph\"() ({
  \"t.inner\"() ({
    \"t.use\"(%late) : (i32) -> ()
  }) : () -> ()
  %late = \"t.late\"() : () -> i32
}) : () -> ()";
    let options = ParseOptions { skip_verify: true, ..ParseOptions::default() };
    let mut module = parse_module(&cx, "t.mlir", text.to_owned(), options).expect("the text is valid");
    let op = module.all_ops()[0];
    let clone = module.clone_op(op, &mut IdMap::new());
    let (from, to) = (module.regions(op)[0], module.new_region());
    let mut state = OpState::new(module.info(op), module.loc(op));
    state.regions.push(to);
    let around = module.create(state);
    module.clone_region(from, to, &mut IdMap::new());
    for copy in [clone, around] {
        let inside = module.ops_in(copy);
        let named = |name: &str| {
            inside.iter().copied().find(|&o| module.op_name(o) == name).expect("the copy has all ops")
        };
        assert_eq!(module.operand(named("t.use"), 0), module.result(named("t.late"), 0));
    }
}
