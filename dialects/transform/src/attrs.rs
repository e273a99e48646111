//! Attributes of ops, with their defaults.

use strata_ir::{core::OpaqueAttr, prelude::*};

/// `#transform.param_operand<index = 0>`: a parameter in the options of a pass.
#[attr(name = "transform.param_operand")]
pub struct ParamOperand {
    /// The number of the parameter, as an integer attribute of 64 bits.
    pub index: Attr,
}

const FAILURES: &[(&str, i64)] = &[("propagate", 1), ("suppress", 2)];
const INTERFACES: &[(&str, i64)] = &[("LinalgOp", 0), ("TilingInterface", 1), ("LoopLikeInterface", 2)];
const COMPARISONS: &[(&str, i64)] = &[("eq", 0), ("ne", 1), ("lt", 2), ("le", 3), ("gt", 4), ("ge", 5)];
const OPERANDS: &[(&str, i64)] = &[("lhs", 0), ("rhs", 1)];
const LAYOUTS: &[(&str, i64)] =
    &[("InferLayoutMap", 0), ("IdentityLayoutMap", 1), ("FullyDynamicLayoutMap", 2)];
const CONTRACTIONS: &[(&str, i64)] =
    &[("dot", 0), ("llvmintr", 1), ("outerproduct", 2), ("parallelarith", 3)];
const REDUCTIONS: &[(&str, i64)] = &[("innerparallel", 0), ("innerreduction", 1)];
const TRANSPOSES: &[(&str, i64)] =
    &[("eltwise", 0), ("llvmintr", 1), ("shuffle_1d", 2), ("shuffle_16x16", 3)];
const SPLITS: &[(&str, i64)] =
    &[("none", 0), ("vector-transfer", 1), ("linalg-copy", 2), ("force-in-bounds", 3)];

/// The word of a case of one of the enumerations.
pub fn word(cases: &'static [(&'static str, i64)], value: i64) -> Option<&'static str> {
    cases.iter().find(|c| c.1 == value).map(|c| c.0)
}

fn case(cx: &Context, attr: Attr, cases: &[(&str, i64)]) -> bool {
    cx.attr_type(attr) == Some(cx.i32())
        && cx.attr_i64(attr).is_some_and(|n| cases.iter().any(|case| case.1 == n))
}

fn i64_of(cx: &Context, attr: Attr) -> Option<i64> {
    (cx.attr_type(attr) == Some(cx.i64())).then(|| cx.attr_i64(attr)).flatten()
}

fn array_of(cx: &Context, attr: Attr, mut item: impl FnMut(Attr) -> bool) -> bool {
    cx.attr_as::<ArrayAttr>(attr).is_some_and(|list| list.0.iter().all(|&a| item(a)))
}

fn i64_count(cx: &Context, attr: Attr, counts: &[usize]) -> bool {
    I64Array::check(attr, cx)
        && cx.attr_as::<DenseArrayAttr>(attr).is_some_and(|a| counts.contains(&a.values.len()))
}

attr_constraint! {
    /// How failures that may be silenced are treated.
    FailurePropagation: IntegerAttr = "Silenceable error propagation policy", |a, cx| case(cx, a, FAILURES),
        form AttrForm::Keyword(FAILURES, Context::i32);
    /// How failures that may be silenced are treated; they are suppressed if it is missing.
    SuppressFailures: IntegerAttr = "Silenceable error propagation policy", |a, cx| case(cx, a, FAILURES),
        form AttrForm::Keyword(FAILURES, Context::i32), default |cx| cx.i32_attr(2);
    /// An interface of ops.
    MatchInterface: IntegerAttr = "An interface to match", |a, cx| case(cx, a, INTERFACES),
        form AttrForm::Keyword(INTERFACES, Context::i32);
    /// A comparison of integers.
    CmpIPredicate: IntegerAttr = "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5", |a, cx| case(cx, a, COMPARISONS),
        form AttrForm::Keyword(COMPARISONS, Context::i32);
    /// An operand of a product.
    TransposeMatmulInput: IntegerAttr = "Input to transpose when converting matmul ops to transposed variants",
        |a, cx| case(cx, a, OPERANDS), form AttrForm::Keyword(OPERANDS, Context::i32), default |cx| cx.i32_attr(0);
    /// The sizes of tiles and filters of Winograd's convolutions.
    WinogradConv2DFmr: IntegerAttr = "allowed 32-bit signless integer cases: 0, 1, 2", |a, cx| {
        cx.attr_type(a) == Some(cx.i32()) && cx.attr_i64(a).is_some_and(|n| (0..3).contains(&n))
    };
    /// The layout of the buffers of arguments.
    LayoutMap: IntegerAttr = "option for map layout", |a, cx| case(cx, a, LAYOUTS),
        form AttrForm::Keyword(LAYOUTS, Context::i32);
    /// How contractions are lowered.
    ContractLowering: IntegerAttr = "control the lowering of `vector.contract` operations.", |a, cx| case(cx, a, CONTRACTIONS),
        form AttrForm::Keyword(CONTRACTIONS, Context::i32), default |cx| cx.i32_attr(2);
    /// How reductions are lowered.
    MultiReductionLowering: IntegerAttr = "control the lowering of `vector.multi_reduction`.", |a, cx| case(cx, a, REDUCTIONS),
        form AttrForm::Keyword(REDUCTIONS, Context::i32), default |cx| cx.i32_attr(0);
    /// How transposes are lowered.
    TransposeLowering: IntegerAttr = "control the lowering of `vector.transpose` operations.", |a, cx| case(cx, a, TRANSPOSES),
        form AttrForm::Keyword(TRANSPOSES, Context::i32), default |cx| cx.i32_attr(0);
    /// How transfers are split.
    TransferSplit: IntegerAttr = "control the splitting of `vector.transfer` operations into in-bounds and out-of-bounds variants.",
        |a, cx| case(cx, a, SPLITS), form AttrForm::Keyword(SPLITS, Context::i32), default |cx| cx.i32_attr(2);
    /// `true` if it is missing.
    True: IntegerAttr = "bool attribute", |a, cx| BoolAttr::check(a, cx),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(true), kind |a, cx| BoolAttr::check(a, cx);
    /// `false` if it is missing.
    False: IntegerAttr = "bool attribute", |a, cx| BoolAttr::check(a, cx),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(false), kind |a, cx| BoolAttr::check(a, cx);
    /// 0 if it is missing.
    Zero: IntegerAttr = "64-bit signless integer attribute", |a, cx| i64_of(cx, a).is_some(),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(0);
    /// 1 if it is missing.
    One: IntegerAttr = "64-bit signless integer attribute", |a, cx| i64_of(cx, a).is_some(),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(1);
    /// 1, of 16 bits, if it is missing.
    OneI16: IntegerAttr = "16-bit signless integer attribute", |a, cx| cx.attr_type(a) == Some(cx.int_type(16)),
        form AttrForm::ImpliedType(|cx| cx.int_type(16)), default |cx| cx.int_attr(1, cx.int_type(16));
    /// 10 if it is missing.
    Ten: IntegerAttr = "64-bit signless integer attribute", |a, cx| i64_of(cx, a).is_some(),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(10);
    /// 32 if it is missing.
    ThirtyTwo: IntegerAttr = "64-bit signless integer attribute", |a, cx| i64_of(cx, a).is_some(),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(32);
    /// -1 if it is missing, which stands for no limit.
    Unlimited: IntegerAttr = "64-bit signless integer attribute", |a, cx| i64_of(cx, a).is_some(),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(-1);
    /// A positive number; 1 if it is missing.
    PositiveOne: IntegerAttr = "64-bit signless integer attribute whose value is positive", |a, cx| i64_of(cx, a).is_some_and(|n| n > 0),
        form AttrForm::ImpliedType(Context::i64), default |cx| cx.i64_attr(1), kind |a, cx| I64Attr::check(a, cx);
    /// A positive number.
    PositiveI64: IntegerAttr = "64-bit signless integer attribute whose value is positive", |a, cx| i64_of(cx, a).is_some_and(|n| n > 0),
        form AttrForm::ImpliedType(Context::i64), kind |a, cx| I64Attr::check(a, cx);
    /// Numbers that are not negative.
    NonNegativeI64Array: DenseArrayAttr = "i64 dense array attribute whose value is non-negative", |a, cx| {
        I64Array::check(a, cx) && cx.attr_as::<DenseArrayAttr>(a).is_some_and(|a| a.values.iter().all(|&n| n >= 0))
    }, form AttrForm::DenseArray(Context::i64), kind |a, cx| I64Array::check(a, cx);
    /// Sizes, none if they are missing.
    Sizes: DenseArrayAttr = "i64 dense array attribute", |a, cx| I64Array::check(a, cx),
        form AttrForm::DenseArray(Context::i64), default |cx| cx.i64_array(&[]), kind |a, cx| I64Array::check(a, cx);
    /// Three numbers.
    ThreeI64s: DenseArrayAttr = "i64 dense array attribute with exactly 3 elements", |a, cx| i64_count(cx, a, &[3]),
        form AttrForm::DenseArray(Context::i64), default |cx| cx.i64_array(&[]), kind |a, cx| I64Array::check(a, cx);
    /// Three numbers or none.
    ThreeOrNone: DenseArrayAttr = "i64 dense array attribute with 0 or 3 elements", |a, cx| i64_count(cx, a, &[0, 3]),
        form AttrForm::DenseArray(Context::i64), default |cx| cx.i64_array(&[]), kind |a, cx| I64Array::check(a, cx);
    /// `[1, 2]` of 64 bits each.
    I64Attrs: ArrayAttr = "64-bit integer array attribute", |a, cx| array_of(cx, a, |item| i64_of(cx, item).is_some()),
        default |cx| cx.array_attr(Vec::new());
    /// `[[1, 2], [0]]`.
    I64AttrLists: ArrayAttr = "array of arrays of i64", |a, cx| array_of(cx, a, |item| I64Attrs::check(item, cx)),
        default |cx| cx.array_attr(Vec::new());
    /// `[true, false]`.
    Bools: ArrayAttr = "1-bit boolean array attribute", |a, cx| array_of(cx, a, |item| BoolAttr::check(item, cx)),
        default |cx| cx.array_attr(Vec::new());
    /// Any attributes.
    AttrList: ArrayAttr = "array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some(), default |cx| cx.array_attr(Vec::new());
    /// Types.
    TypeArray: ArrayAttr = "type array attribute", |a, cx| array_of(cx, a, |item| cx.attr_as::<TypeAttr>(item).is_some());
    /// References to symbols.
    SymbolRefArray: ArrayAttr = "symbol ref array attribute",
        |a, cx| array_of(cx, a, |item| cx.attr_as::<SymbolRefAttr>(item).is_some());
    /// The devices that loops are mapped to.
    DeviceMapping: ArrayAttr = "Device Mapping array attribute",
        |a, cx| array_of(cx, a, |m| cx.attr_name(m).is_some() || cx.attr_as::<OpaqueAttr>(m).is_some());
    /// Options of a pass.
    Options: DictionaryAttr = "dictionary of named attribute values", |a, cx| cx.attr_as::<DictionaryAttr>(a).is_some(),
        default |cx| cx.dict_attr(Vec::new());
    /// `"bufferization.materialize_in_destination"` if it is missing.
    MaterializeInDestination: StringAttr = "string attribute", |a, cx| cx.attr_as::<StringAttr>(a).is_some(),
        form AttrForm::Str, default |cx| cx.string_attr("bufferization.materialize_in_destination");
    /// `"memref.alloc"` if it is missing.
    MemrefAlloc: StringAttr = "string attribute", |a, cx| cx.attr_as::<StringAttr>(a).is_some(),
        form AttrForm::Str, default |cx| cx.string_attr("memref.alloc");
    /// `"memref.copy"` if it is missing.
    MemrefCopy: StringAttr = "string attribute", |a, cx| cx.attr_as::<StringAttr>(a).is_some(),
        form AttrForm::Str, default |cx| cx.string_attr("memref.copy");
}
