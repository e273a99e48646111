//! Lists that mix constants and values, such as the sizes in `[%a, 4]`.
//!
//! The constants are in an `i64` dense array, with [`DYNAMIC`] as the placeholder for the next value of an operand
//! group. [`index_list!`](crate::index_list!) makes the `custom<…>` element of an assembly format.

use strata_ir::{core::DYNAMIC, prelude::*};

/// A constant or a value of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MixedIndex {
    /// A constant.
    Static(i64),
    /// A value.
    Value(Value),
}

impl MixedIndex {
    /// The constant, also the one behind a value that a constant op defines.
    pub fn constant(self, b: &Body) -> Option<i64> {
        match self {
            Self::Static(v) => Some(v),
            Self::Value(v) => constant_index(b, v),
        }
    }
    /// The constant as it is written here, without looking at definitions.
    pub fn as_static(self) -> Option<i64> {
        match self {
            Self::Static(v) => Some(v),
            Self::Value(_) => None,
        }
    }
    /// The value, unless it is a constant.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Static(_) => None,
            Self::Value(v) => Some(v),
        }
    }
    /// The size as shaped types write it: [`DYNAMIC`] for a value.
    pub fn as_dim(self) -> i64 {
        self.as_static().unwrap_or(DYNAMIC)
    }
    /// Whether both are the same constant or the same value.
    pub fn same(self, other: Self, b: &Body) -> bool {
        self == other || matches!((self.constant(b), other.constant(b)), (Some(x), Some(y)) if x == y)
    }
    /// A value: the one it is, or an `arith.constant` built for it. `None` when `arith` is not registered.
    pub fn materialize(self, b: &mut Builder<'_>) -> Option<Value> {
        match self {
            Self::Value(v) => Some(v),
            Self::Static(v) => {
                let make = b.cx().dialect("arith")?.materialize_constant?;
                let (attr, ty) = (b.cx().index_attr(v), b.cx().index());
                make(b, attr, ty)
            }
        }
    }
}
impl From<i64> for MixedIndex {
    fn from(v: i64) -> Self {
        Self::Static(v)
    }
}
impl From<Value> for MixedIndex {
    fn from(v: Value) -> Self {
        Self::Value(v)
    }
}

/// The value of an integer constant.
pub fn constant_index(b: &Body, v: Value) -> Option<i64> {
    b.cx().attr_i64(constant_value(b, v)?)
}

/// Merges the constants with the values that stand in the dynamic places.
pub fn mixed(statics: &[i64], dynamics: impl IntoIterator<Item = Value>) -> Vec<MixedIndex> {
    let mut dynamics = dynamics.into_iter();
    statics
        .iter()
        .map(|&s| match s {
            DYNAMIC => dynamics.next().map_or(MixedIndex::Static(DYNAMIC), MixedIndex::Value),
            s => MixedIndex::Static(s),
        })
        .collect()
}

/// Splits a mixed list into the constants and the values.
pub fn split(list: &[MixedIndex]) -> (Vec<i64>, Vec<Value>) {
    (list.iter().map(|m| m.as_dim()).collect(), list.iter().filter_map(|m| m.value()).collect())
}

/// Makes constants of the values that are defined by constants for which `keep` holds; `None` when there are none.
pub fn fold_constants(b: &Body, list: &[MixedIndex], keep: impl Fn(i64) -> bool) -> Option<Vec<MixedIndex>> {
    let folded: Vec<MixedIndex> = list
        .iter()
        .map(|&m| match m.constant(b) {
            Some(c) if keep(c) => MixedIndex::Static(c),
            _ => m,
        })
        .collect();
    (folded != list).then_some(folded)
}

/// A binary op on indices by its name; `None` when its dialect is not registered.
pub fn index_op(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Option<Value> {
    let info = b.cx().op_info(name)?;
    let mut state = OpState::new(info, b.cur_loc());
    state.operands.extend([x, y]);
    state.result_types.push(b.cx().index());
    let op = b.build(state);
    Some(b.result(op, 0))
}

/// `arith.index_cast` of a value or a tensor of values; `None` when `arith` is not registered.
pub fn index_cast(b: &mut Builder<'_>, v: Value, ty: Type) -> Option<Value> {
    let mut state = OpState::new(b.cx().op_info("arith.index_cast")?, b.cur_loc());
    state.operands.push(v);
    state.result_types.push(ty);
    let op = b.build(state);
    Some(b.result(op, 0))
}

/// The products of the groups of `sizes`; values are multiplied by ops.
pub fn group_products(
    b: &mut Builder<'_>,
    sizes: &[MixedIndex],
    groups: &[Vec<i64>],
) -> Option<Vec<MixedIndex>> {
    let mut out = Vec::with_capacity(groups.len());
    for group in groups {
        let (mut known, mut product) = (1i64, None);
        for &d in group {
            let size = *sizes.get(usize::try_from(d).ok()?)?;
            match (size.constant(b), size.value(), product) {
                (Some(c), ..) => known = known.checked_mul(c)?,
                (None, Some(v), None) => product = Some(v),
                (None, Some(v), Some(p)) => product = Some(index_op(b, "arith.muli", p, v)?),
                (None, None, _) => return None,
            }
        }
        out.push(match product {
            None => MixedIndex::Static(known),
            Some(p) if known == 1 => p.into(),
            Some(p) => {
                let known = MixedIndex::Static(known).materialize(b)?;
                index_op(b, "arith.muli", p, known)?.into()
            }
        });
    }
    Some(out)
}

/// The elements of an `i64` dense array in an attribute of an op; empty when there is none.
pub fn statics<'b>(b: &'b Body, op: Op, attr: &str) -> &'b [i64] {
    let array = b.attr(op, attr).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    array.map_or(&[], |a| &a.values)
}

fn group(info: &OpInfo, name: &str) -> Option<usize> {
    info.operands.iter().position(|o| o.name == name)
}

/// The mixed list of an operand group and an attribute.
pub fn mixed_of(b: &Body, op: Op, operands: &str, attr: &str) -> Vec<MixedIndex> {
    let range = group(b.info(op), operands).map_or(0..0, |g| b.operand_group(op, g));
    mixed(statics(b, op, attr), range.map(|i| b.operand(op, i)))
}

/// Changes the mixed list of an operand group and an attribute.
pub fn set_mixed(b: &mut Body, op: Op, operands: &str, attr: &str, list: &[MixedIndex]) {
    let (statics, values) = split(list);
    let array = b.cx().i64_array(&statics);
    b.set_attr(op, attr, Some(array));
    if let Some(g) = group(b.info(op), operands) {
        b.set_operand_group(op, g, &values);
    }
}

/// Prints `[%a, 4]`.
pub fn print(op: Op, p: &mut Printer<'_>, operands: &str, attr: &str) {
    let list = mixed_of(p.body(), op, operands, attr);
    p.text("[");
    p.list(list, |p, m| {
        match m {
            MixedIndex::Value(v) => p.value(v),
            MixedIndex::Static(DYNAMIC) => p.text("?"),
            MixedIndex::Static(s) => p.int(s),
        };
    });
    p.text("]");
}

/// Parses `[%a, 4]`.
pub fn parse<'s>(p: &mut Parser<'s>) -> PResult<(Vec<Unresolved<'s>>, Vec<i64>)> {
    let mut values = Vec::new();
    p.expect("[")?;
    let statics = p.list_until("]", |p| match p.operand_opt()? {
        Some(v) => {
            values.push(v);
            Ok(DYNAMIC)
        }
        None => match p.integer_opt()? {
            Some(v) => Ok(v),
            None => Err(p.error("expected SSA value or integer")),
        },
    })?;
    Ok((values, statics))
}

/// The number of values of an operand group.
pub fn num_values(b: &Body, op: Op, operands: &str) -> usize {
    group(b.info(op), operands).map_or(0, |g| b.operand_group(op, g).len())
}

/// Defines `custom<NAME>` elements of assembly formats for mixed lists: `index_list! { OFFSETS: "offsets",
/// "static_offsets"; }` from the operand group and the attribute.
#[macro_export]
macro_rules! index_list {
    ($($(#[$meta:meta])* $name:ident: $operands:literal, $attr:literal;)*) => {$(
        $(#[$meta])*
        pub static $name: ::strata_ir::text::CustomDirective = ::strata_ir::text::CustomDirective {
            print: |op, p| $crate::index_list::print(op, p, $operands, $attr),
            parse: |p, state, f| {
                let (values, statics) = $crate::index_list::parse(p)?;
                if let Some(g) = state.info.operands.iter().position(|o| o.name == $operands) {
                    f.operands[g].extend(values);
                }
                let array = p.cx().i64_array(&statics);
                state.set_attr(p.cx(), $attr, array);
                Ok(())
            },
            attrs: &[$attr],
        };
    )*};
}

index_list! {
    /// Offsets of a slice.
    OFFSETS: "offsets", "static_offsets";
    /// Sizes of a slice.
    SIZES: "sizes", "static_sizes";
    /// Strides of a slice.
    STRIDES: "strides", "static_strides";
    /// The shape of the result of a reshape.
    OUTPUT_SHAPE: "output_shape", "static_output_shape";
}
