//! Names of the definitions that types and attributes are of.

use strata_ir::{
    core::{
        DynamicAttr, DynamicType, IntegerSetAttr, OpaqueAttr, OpaqueType, StridedLayoutAttr,
        writer::is_location,
    },
    prelude::*,
};

/// `(storage, name)` of types and attributes of the builtin dialect.
macro_rules! builtin {
    ($cx:ident, $get:ident, $of:ident, $($storage:ty => $name:literal,)*) => {
        $(if $cx.$get::<$storage>($of).is_some() {
            return $name.to_owned();
        })*
    };
}

/// The name of a type's definition, `dialect.mnemonic`.
pub fn of_type(cx: &Context, ty: Type) -> String {
    if let Some(dynamic) = cx.type_as::<DynamicType>(ty) {
        return cx.str(dynamic.name).to_owned();
    }
    if let Some(name) = cx.type_name(ty) {
        return name.to_owned();
    }
    if let Some(format) = cx.as_float(ty) {
        return format!("builtin.{}", format.name());
    }
    builtin! { cx, type_as, ty,
        IntegerType => "builtin.integer",
        IndexType => "builtin.index",
        NoneType => "builtin.none",
        ComplexType => "builtin.complex",
        VectorType => "builtin.vector",
        TensorType => "builtin.tensor",
        UnrankedTensorType => "builtin.unranked_tensor",
        MemRefType => "builtin.memref",
        UnrankedMemRefType => "builtin.unranked_memref",
        FunctionType => "builtin.function",
        TupleType => "builtin.tuple",
        OpaqueType => "builtin.opaque",
    }
    cx.type_to_string(ty)
}

/// The name of an attribute's definition, `dialect.mnemonic`.
pub fn of_attr(cx: &Context, attr: Attr) -> String {
    if let Some(dynamic) = cx.attr_as::<DynamicAttr>(attr) {
        return cx.str(dynamic.name).to_owned();
    }
    if let Some(name) = cx.attr_name(attr) {
        return name.to_owned();
    }
    builtin! { cx, attr_as, attr,
        IntegerAttr => "builtin.integer",
        FloatAttr => "builtin.float",
        StringAttr => "builtin.string",
        TypeAttr => "builtin.type",
        ArrayAttr => "builtin.array",
        DictionaryAttr => "builtin.dictionary",
        UnitAttr => "builtin.unit",
        SymbolRefAttr => "builtin.symbol_ref",
        AffineMapAttr => "builtin.affine_map",
        IntegerSetAttr => "builtin.integer_set",
        DenseArrayAttr => "builtin.dense_array",
        DenseElementsAttr => "builtin.dense_intorfp_elements",
        DenseStringElementsAttr => "builtin.dense_string_elements",
        DenseResourceAttr => "builtin.dense_resource_elements",
        SparseElementsAttr => "builtin.sparse_elements",
        StridedLayoutAttr => "builtin.strided_layout",
        DistinctAttr => "builtin.distinct_attr",
        OpaqueAttr => "builtin.opaque",
    }
    if is_location(cx, attr) { "builtin.location".to_owned() } else { cx.attr_to_string(attr) }
}

/// The builtin types of one name each; floats have the name of their format.
const TYPES: [&str; 12] = [
    "complex",
    "function",
    "index",
    "integer",
    "memref",
    "none",
    "opaque",
    "tensor",
    "tuple",
    "unranked_memref",
    "unranked_tensor",
    "vector",
];
const ATTRS: [&str; 18] = [
    "affine_map",
    "array",
    "dense_array",
    "dense_intorfp_elements",
    "dense_resource_elements",
    "dense_string_elements",
    "dictionary",
    "distinct_attr",
    "float",
    "integer",
    "integer_set",
    "opaque",
    "sparse_elements",
    "strided_layout",
    "string",
    "symbol_ref",
    "type",
    "unit",
];

/// Whether there is a type of this name.
pub fn is_type(cx: &Context, name: &str) -> bool {
    match name.strip_prefix("builtin.") {
        Some(word) => TYPES.contains(&word) || strata_ir::num::FloatFormat::from_name(word).is_some(),
        None => cx.type_def(name).is_some(),
    }
}

/// Whether there is an attribute of this name.
pub fn is_attr(cx: &Context, name: &str) -> bool {
    match name.strip_prefix("builtin.") {
        Some(word) => ATTRS.contains(&word),
        None => cx.attr_def(name).is_some(),
    }
}
