//! Attributes of the dialect.

use strata_ir::prelude::*;

/// How elements are combined.
#[attr(name = "vector.kind")]
pub enum CombiningKind {
    /// Sum.
    #[ir_name = "add"]
    Add,
    /// Product.
    #[ir_name = "mul"]
    Mul,
    /// Unsigned minimum.
    #[ir_name = "minui"]
    Minui,
    /// Signed minimum.
    #[ir_name = "minsi"]
    Minsi,
    /// Float minimum that ignores NaN.
    #[ir_name = "minnumf"]
    Minnumf,
    /// Unsigned maximum.
    #[ir_name = "maxui"]
    Maxui,
    /// Signed maximum.
    #[ir_name = "maxsi"]
    Maxsi,
    /// Float maximum that ignores NaN.
    #[ir_name = "maxnumf"]
    Maxnumf,
    /// Conjunction.
    #[ir_name = "and"]
    And,
    /// Disjunction.
    #[ir_name = "or"]
    Or,
    /// Exclusive disjunction.
    #[ir_name = "xor"]
    Xor,
    /// Float minimum that NaN wins.
    #[ir_name = "minimumf"]
    Minimumf,
    /// Float maximum that NaN wins.
    #[ir_name = "maximumf"]
    Maximumf,
}

impl CombiningKind {
    /// Whether elements of this type can be combined so.
    pub fn supports(self, cx: &Context, elem: Type) -> bool {
        use CombiningKind::*;
        match self {
            Add | Mul => cx.as_int(elem).is_some() || cx.is_index(elem) || cx.as_float(elem).is_some(),
            Minnumf | Maxnumf | Minimumf | Maximumf => cx.as_float(elem).is_some(),
            _ => cx.as_int(elem).is_some() || cx.is_index(elem),
        }
    }
}

/// The iterator type of a loop: whether its iterations are independent.
#[attr(name = "vector.iterator_type")]
pub enum IteratorType {
    /// Any order.
    #[ir_name = "parallel"]
    Parallel,
    /// Iterations combine into one result.
    #[ir_name = "reduction"]
    Reduction,
}

/// The text printed after a value.
#[attr(name = "vector.punctuation")]
pub enum PrintPunctuation {
    /// Nothing.
    #[ir_name = "no_punctuation"]
    NoPunctuation,
    /// The end of the line.
    #[ir_name = "newline"]
    NewLine,
    /// A comma and a space.
    #[ir_name = "comma"]
    Comma,
    /// An opening parenthesis.
    #[ir_name = "open"]
    Open,
    /// A closing parenthesis.
    #[ir_name = "close"]
    Close,
}

/// The words of an attribute of iterator types.
pub fn iterator_types(cx: &Context, attr: Attr) -> Option<Vec<IteratorType>> {
    cx.attr_as::<ArrayAttr>(attr)?.0.iter().map(|&a| cx.attr_as::<IteratorType>(a).copied()).collect()
}
/// The numbers of an array of `i64`.
pub fn i64s(cx: &Context, attr: Attr) -> Option<Vec<i64>> {
    let one = |&a: &Attr| cx.attr_as::<IntegerAttr>(a).filter(|i| i.ty == cx.i64())?.as_i64(cx);
    cx.attr_as::<ArrayAttr>(attr)?.0.iter().map(one).collect()
}
/// An array of `i64`.
pub fn i64s_attr(cx: &Context, values: &[i64]) -> Attr {
    cx.array_attr(values.iter().map(|&v| cx.i64_attr(v)).collect())
}
