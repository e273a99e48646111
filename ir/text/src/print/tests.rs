//! Tests of the printer on IR that is built by hand; the expected texts are those of `mlir-opt`.

use std::{any::TypeId, sync::Arc};

use strata_core::{
    Anchor, Arity, ArrayAttr, Asm, Attr, AttrForm, AttrSpec, Block, BlockArgNames, Body, Context,
    DefaultDialect, DenseResourceAttr, Directive as D, FusedLoc, Group, Interface, Location, NameLoc, Op,
    OpInfo, OpState, Region, RegionSpec, Registry, ResultNames, SuccessorSpec, Trait, TraitSet, Type,
    UNREGISTERED, Value, ValueSpec, location::FileLineColLoc,
};

use super::{PrintOptions, Printer, print_body, print_op};
use crate::custom::CustomFns;

const fn op(name: &'static str) -> OpInfo {
    OpInfo {
        name,
        doc: "",
        traits: TraitSet::from_traits(&[]),
        operands: &[],
        results: &[],
        attrs: &[],
        regions: &[],
        successors: &[],
        rules: &[],
        parents: &[],
        interfaces: &[],
        asm: Asm::Generic,
    }
}
const fn values(name: &'static str, arity: Arity) -> ValueSpec {
    ValueSpec { name, arity, desc: "", check: |_, _| true, buildable: |_| None }
}
const fn attr(name: &'static str, desc: &'static str, form: AttrForm) -> AttrSpec {
    AttrSpec { name, required: false, desc, check: |_, _| true, is_kind: |_, _| true, default: None, form }
}
const BODY: RegionSpec =
    RegionSpec { name: "body", single_block: false, may_be_empty: true, variadic: false };

/// Implements the interfaces for all ops of these tests.
struct Model;
static MODEL: Model = Model;
impl DefaultDialect for Model {
    fn default_dialect(&self) -> &'static str {
        "t"
    }
}
impl BlockArgNames for Model {
    fn name_block_args(&self, body: &Body, region: Region, name: &mut dyn FnMut(Value, &str)) {
        body.blocks(region).iter().flat_map(|&b| body.block_args(b)).for_each(|&v| name(v, "i"));
    }
}
impl ResultNames for Model {
    fn name_results(&self, body: &Body, name: &mut dyn FnMut(Value, &str)) {
        let all = (0..body.op_capacity()).map(<Op as strata_core::Entity>::from_index);
        for op in all.filter(|&o| body.is_live(o) && body.info(o).name == "t.named") {
            body.results(op).iter().skip(1).for_each(|&v| name(v, "a b!"));
        }
    }
}
type Cast<I> = for<'x> fn(&'x Op) -> &'x I;
static AS_DIALECT: Cast<dyn DefaultDialect> = |_| &MODEL;
static AS_ARGS: Cast<dyn BlockArgNames> = |_| &MODEL;
static AS_RESULTS: Cast<dyn ResultNames> = |_| &MODEL;

fn print_func(_: Op, p: &mut Printer<'_>) {
    let regions = p.body().regions(Op::SELF);
    p.attr_dict(Op::SELF, &[]).space_region(regions[0]);
}
static PRINT_FUNC: CustomFns = CustomFns { print: print_func, parse: |_, _| Ok(()) };

static MODULE: OpInfo = OpInfo {
    traits: TraitSet::from_traits(&[Trait::IsolatedFromAbove]),
    regions: &[BODY],
    ..op("builtin.module")
};
static FUNC: OpInfo = OpInfo {
    traits: TraitSet::from_traits(&[Trait::IsolatedFromAbove]),
    regions: &[BODY],
    interfaces: &[Interface { id: TypeId::of::<dyn DefaultDialect>(), cast: &AS_DIALECT }],
    asm: Asm::Custom(&PRINT_FUNC),
    ..op("t.func")
};
static LOOP: OpInfo = OpInfo {
    regions: &[BODY],
    interfaces: &[Interface { id: TypeId::of::<dyn BlockArgNames>(), cast: &AS_ARGS }],
    ..op("t.loop")
};
static NAMED: OpInfo = OpInfo {
    interfaces: &[Interface { id: TypeId::of::<dyn ResultNames>(), cast: &AS_RESULTS }],
    ..op("t.named")
};
static BR: OpInfo = OpInfo {
    traits: TraitSet::from_traits(&[Trait::Terminator]),
    successors: &[SuccessorSpec { name: "to", variadic: true }],
    ..op("t.br")
};
static FORM: OpInfo = OpInfo {
    operands: &[values("a", Arity::One), values("rest", Arity::Variadic)],
    results: &[values("r", Arity::Variadic)],
    attrs: &[
        attr("flag", "unit attribute", AttrForm::Full),
        attr("n", "", AttrForm::ImpliedType(|cx| cx.i64())),
        attr("list", "", AttrForm::DenseArray(|cx| cx.i64())),
        attr("shown", "", AttrForm::Full),
        AttrSpec { default: Some(|cx| cx.bool_attr(true)), ..attr("on", "", AttrForm::Full) },
        attr("sym", "", AttrForm::SymbolName),
        attr("word", "", AttrForm::Keyword(&[("slow", 0), ("fast", 1)], |cx| cx.i64())),
    ],
    asm: Asm::Format(&[
        D::Optional { anchor: Anchor::Attr(0), then: &[D::Literal("flag"), D::Attr(0)], otherwise: &[] },
        D::Operand(0),
        D::Literal("["),
        D::Operand(1),
        D::Literal("]"),
        D::Optional {
            anchor: Anchor::Attr(1),
            then: &[D::Literal("("), D::Attr(1), D::Literal(")")],
            otherwise: &[D::Literal("none")],
        },
        D::Optional {
            anchor: Anchor::Attr(2),
            then: &[D::Literal("list"), D::Literal("="), D::Attr(2)],
            otherwise: &[],
        },
        D::Attr(5),
        D::NoSpace,
        D::Literal("<"),
        D::Attr(6),
        D::Literal(">"),
        D::AttrDict,
        D::Literal(":"),
        D::FunctionalType(Group::Operands, Group::Results),
    ]),
    ..op("t.form")
};

fn context() -> Arc<Context> {
    Registry::new().freeze()
}
fn module(cx: &Arc<Context>) -> (Body, Block) {
    let mut body = Body::new(cx, &MODULE, Location::UNKNOWN);
    let region = body.regions(Op::SELF)[0];
    let block = body.add_block(region, &[]);
    (body, block)
}
fn add(body: &mut Body, block: Block, state: OpState) -> Op {
    strata_core::Builder::at_end(body, block).build(state)
}
/// An op of an unknown kind.
fn unknown(cx: &Context, name: &str, operands: &[Value], types: &[Type]) -> OpState {
    let mut state = OpState::new(&UNREGISTERED, Location::UNKNOWN);
    state.attrs[0] = Some(cx.string_attr(name));
    state.operands.extend_from_slice(operands);
    state.result_types.extend_from_slice(types);
    state
}
fn known(info: &'static OpInfo, operands: &[Value], types: &[Type]) -> OpState {
    let mut state = OpState::new(info, Location::UNKNOWN);
    state.operands.extend_from_slice(operands);
    state.result_types.extend_from_slice(types);
    state
}
fn text(body: &Body) -> String {
    print_body(body, &PrintOptions::default())
}

#[test]
fn generic_form_numbers_regions_blocks_and_results() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let i32 = cx.i32();
    let a = add(&mut m, top, unknown(&cx, "x.two", &[], &[i32, i32]));
    let a = m.results(a).to_vec();
    let region = m.new_region();
    let entry = m.add_block(region, &[i32]);
    let next = m.add_block(region, &[i32]);
    let last = m.add_block(region, &[]);
    let arg = m.block_args(entry)[0];
    let mut br = known(&BR, &[arg, a[1]], &[]);
    br.successors.extend([next, next]);
    add(&mut m, entry, br);
    add(&mut m, last, unknown(&cx, "x.nop", &[], &[]));
    let mut state = unknown(&cx, "x.r", &[a[0]], &[cx.function(&[], &[])]);
    state.set_attr(&cx, "u", cx.unit());
    state.set_attr(&cx, "b c", cx.i32_attr(1));
    state.regions.push(region);
    add(&mut m, top, state);
    let want = r#""builtin.module"() ({
  %0:2 = "x.two"() : () -> (i32, i32)
  %1 = "x.r"(%0#0) ({
  ^bb0(%arg0: i32):
    "t.br"(%arg0, %0#1)[^bb1, ^bb1] : (i32, i32) -> ()
  ^bb1(%2: i32):  // 2 preds: ^bb0, ^bb0
  ^bb2:  // no predecessors
    "x.nop"() : () -> ()
  }) {"b c" = 1 : i32, u} : (i32) -> (() -> ())
}) : () -> ()

"#;
    assert_eq!(text(&m), want);
    let users = print_body(&m, &PrintOptions { value_users: true, ..PrintOptions::default() });
    assert!(users.contains("%0:2 = \"x.two\"() : () -> (i32, i32) // users: (%1), (%2)\n"), "{users}");
    assert!(users.contains("    // %arg0 is used by %2\n"), "{users}");
    assert!(users.contains("() -> ()) // unused\n"), "{users}");
    let skipped = print_body(&m, &PrintOptions { skip_regions: true, ..PrintOptions::default() });
    assert_eq!(skipped, "\"builtin.module\"() ({...}) : () -> ()\n\n");
}

#[test]
fn names_are_unique_in_nested_regions_only() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let index = cx.index();
    for _ in 0..2 {
        let inner = m.new_region();
        let inner_block = m.add_block(inner, &[index]);
        let outer = m.new_region();
        let outer_block = m.add_block(outer, &[index, index]);
        let mut state = known(&LOOP, &[], &[]);
        state.regions.push(inner);
        let arg = m.block_args(inner_block)[0];
        add(&mut m, inner_block, unknown(&cx, "x.use", &[arg], &[]));
        add(&mut m, outer_block, state);
        let mut state = known(&LOOP, &[], &[]);
        state.regions.push(outer);
        add(&mut m, top, state);
    }
    let all = text(&m);
    assert_eq!(all.matches("^bb0(%i: index, %i_0: index):").count(), 2, "{all}");
    assert_eq!(all.matches("\"x.use\"(%i_1)").count(), 2, "{all}");
    let generic = print_body(&m, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert!(generic.contains("^bb0(%arg0: index, %arg1: index):"), "{generic}");
    assert!(generic.contains("\"x.use\"(%arg2)"), "{generic}");
    let unique = print_body(&m, &PrintOptions { generic: true, unique_ssa: true, ..PrintOptions::default() });
    assert!(unique.contains("%arg5"), "{unique}");
}

#[test]
fn named_results_start_groups() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let i1 = cx.i1();
    let op = add(&mut m, top, known(&NAMED, &[], &[i1, i1, i1]));
    let all = m.results(op).to_vec();
    let user = add(&mut m, top, unknown(&cx, "x.use", &all, &[]));
    assert_eq!(
        print_op(&m, op, &PrintOptions::default()),
        "%0, %a_b21, %a_b21_0 = \"t.named\"() : () -> (i1, i1, i1)"
    );
    let want = "\"x.use\"(%0, %a_b21, %a_b21_0) : (i1, i1, i1) -> ()";
    assert_eq!(print_op(&m, user, &PrintOptions::default()), want);
    let generic = print_op(&m, user, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert_eq!(generic, "\"x.use\"(%0#0, %0#1, %0#2) : (i1, i1, i1) -> ()");
    let detached = m.create(unknown(&cx, "x.d", &[all[0]], &[i1]));
    let printed = print_op(&m, detached, &PrintOptions::default());
    assert!(printed.ends_with("= \"x.d\"(%0) : (i1) -> i1"), "{printed}");
}

#[test]
fn formats_space_their_elements_like_ods() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let i32 = cx.i32();
    let v = add(&mut m, top, unknown(&cx, "x.c", &[], &[i32]));
    let v = m.result(v, 0);
    let mut state = known(&FORM, &[v, v, v], &[i32]);
    state.set_attr(&cx, "flag", cx.unit());
    state.set_attr(&cx, "n", cx.i64_attr(7));
    state.set_attr(&cx, "list", cx.i64_array(&[1, 2]));
    state.set_attr(&cx, "shown", cx.string_attr("x"));
    state.set_attr(&cx, "sym", cx.string_attr("a-b"));
    state.set_attr(&cx, "word", cx.i64_attr(1));
    state.set_attr(&cx, "alpha", cx.unit());
    let full = add(&mut m, top, state);
    let mut state = known(&FORM, &[v], &[]);
    state.set_attr(&cx, "sym", cx.string_attr("s"));
    state.set_attr(&cx, "word", cx.i64_attr(0));
    state.set_attr(&cx, "on", cx.bool_attr(false));
    let bare = add(&mut m, top, state);
    let options = PrintOptions::default();
    let want = "%1 = t.form flag %0[%0, %0] (7) list = [1, 2] @\"a-b\"<fast> {alpha, shown = \"x\"} : (i32, i32, i32) -> i32";
    assert_eq!(print_op(&m, full, &options), want);
    assert_eq!(print_op(&m, bare, &options), "t.form %0[] none @s<slow> {on = false} : (i32) -> ()");
    let generic = print_op(&m, bare, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert_eq!(generic, "\"t.form\"(%0) <{on = false, sym = \"s\", word = 0 : i64}> : (i32) -> ()");
}

#[test]
fn isolated_ops_are_printed_from_inside() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let mut state = known(&FUNC, &[], &[]);
    state.set_attr(&cx, "x", cx.unit());
    let f = add(&mut m, top, state);
    let child = m.child_mut(f).expect("an isolated op has a body");
    let region = child.regions(Op::SELF)[0];
    let block = child.add_block(region, &[cx.i1()]);
    let arg = child.block_args(block)[0];
    let mut state = known(&FORM, &[arg], &[]);
    state.set_attr(&cx, "word", cx.i64_attr(0));
    add(child, block, state);
    let want = "\"builtin.module\"() ({\n  t.func {x} {\n  ^bb0(%arg0: i1):\n    form %arg0[] none <slow> : (i1) -> ()\n  }\n}) : () -> ()\n\n";
    // `$sym` is not optional in the format, so its space stays when the attribute is missing.
    assert_eq!(text(&m), want);
    let child = m.child(f).expect("an isolated op has a body");
    let alone = print_op(child, Op::SELF, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert!(alone.starts_with("\"t.func\"() ({\n^bb0(%arg0: i1):\n"), "{alone}");
}

#[test]
fn locations_get_aliases() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let file = cx.intern("f.mlir");
    let at = |line| Location::from_attr(cx.attr(FileLineColLoc { file, start: (line, 2), end: (line, 2) }));
    let name = Location::from_attr(cx.attr(NameLoc { name: cx.intern("n"), child: at(1) }));
    let fused = Location::from_attr(cx.attr(FusedLoc { locations: vec![name, at(2)], metadata: None }));
    let mut state = unknown(&cx, "x.a", &[], &[cx.i1()]);
    state.loc = fused;
    let region = m.new_region();
    let block = m.add_block(region, &[cx.i1()]);
    let arg = m.block_args(block)[0];
    m.set_arg_loc(arg, at(2));
    state.regions.push(region);
    add(&mut m, top, state);
    let debug = PrintOptions { debuginfo: true, ..PrintOptions::default() };
    let want = r#"#loc2 = loc("f.mlir":2:2)
"builtin.module"() ({
  %0 = "x.a"() ({
  ^bb0(%arg0: i1 loc("f.mlir":2:2)):
  }) : () -> i1 loc(#loc4)
}) : () -> () loc(#loc)
#loc = loc(unknown)
#loc1 = loc("f.mlir":1:2)
#loc3 = loc("n"(#loc1))
#loc4 = loc(fused[#loc3, #loc2])

"#;
    assert_eq!(print_body(&m, &debug), want);
    let local = print_body(&m, &PrintOptions { local_scope: true, ..debug });
    assert!(local.contains("loc(fused[\"n\"(\"f.mlir\":1:2), \"f.mlir\":2:2])\n"), "{local}");
    let named = print_body(&m, &PrintOptions { use_nameloc_as_prefix: true, ..PrintOptions::default() });
    assert!(named.contains("%n = \"x.a\""), "{named}");
}

#[test]
fn doubling_attributes_print_in_kilobytes() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let mut a: Attr = cx.i64_attr(1);
    for _ in 0..40 {
        a = cx.attr(ArrayAttr(vec![a, a]));
    }
    let mut state = unknown(&cx, "x.bomb", &[], &[]);
    state.set_attr(&cx, "a", a);
    add(&mut m, top, state);
    let printed = text(&m);
    assert!(printed.len() < 8 << 10, "{} bytes", printed.len());
    assert!(printed.starts_with("#attr = [["), "{printed}");
    assert!(printed.contains("#attr2 = [#attr1, #attr1]\n"), "{printed}");
    // A large attribute without repetition stays where it is.
    let (mut m, top) = module(&cx);
    let list = (0..10_000).map(|i| cx.i64_attr(i)).collect();
    let mut state = unknown(&cx, "x.long", &[], &[]);
    state.set_attr(&cx, "a", cx.attr(ArrayAttr(vec![cx.attr(ArrayAttr(list))])));
    add(&mut m, top, state);
    assert!(text(&m).starts_with("\"builtin.module\""));
}

#[test]
fn resources_are_printed_at_the_end() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let key = cx.intern("k");
    cx.set_resource(key, vec![1, 0, 0, 0xff].into());
    let mut state = unknown(&cx, "x.a", &[], &[]);
    state.set_attr(&cx, "r", cx.attr(DenseResourceAttr { key, ty: cx.tensor(&[1], cx.i32()) }));
    add(&mut m, top, state);
    let want =
        "{-#\n  dialect_resources: {\n    builtin: {\n      k: \"0x04000000010000FF\"\n    }\n  }\n#-}\n\n";
    assert!(text(&m).ends_with(&format!("() -> ()\n\n{want}")), "{}", text(&m));
    let elided =
        print_body(&m, &PrintOptions { elide_resources_larger_than: Some(4), ..PrintOptions::default() });
    assert!(elided.ends_with("() -> ()\n\n{-#\n\n#-}\n\n"), "{elided}");
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let cx = context();
    let (mut m, top) = module(&cx);
    let mut block = top;
    for _ in 0..4096 {
        let region = m.new_region();
        let inner = m.add_block(region, &[]);
        let mut state = unknown(&cx, "x.r", &[], &[]);
        state.regions.push(region);
        add(&mut m, block, state);
        block = inner;
    }
    let run = std::thread::Builder::new().stack_size(256 << 10).spawn(move || text(&m).lines().count());
    let lines = run.expect("a thread can be started").join().expect("printing does not overflow");
    assert_eq!(lines, 2 * 4096 + 4);
}
