//! Windows: of reductions, convolutions and `select_and_scatter`.

use strata_ir::prelude::*;

use super::{
    Types, bounds_or_none, raw_text, reduce::same_inputs, same_shape, sizes, tensor_like, with_bounds,
};

/// One dimension of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Number of elements.
    pub size: i64,
    /// Distance between windows.
    pub stride: i64,
    /// Padding before.
    pub low: i64,
    /// Padding after.
    pub high: i64,
    /// Distance between the elements of the window.
    pub dilation: i64,
    /// Distance between the elements of the padded tensor.
    pub base_dilation: i64,
}

impl Window {
    /// Whether there is a window for each element, which has nothing else.
    pub fn is_element(&self) -> bool {
        [self.size, self.stride, self.low, self.high, self.base_dilation] == [1, 1, 0, 0, 1]
    }
    /// Number of windows over a dimension.
    pub fn count(&self, size: i64) -> i64 {
        if size == DYNAMIC || self.size == DYNAMIC {
            return DYNAMIC;
        }
        let dilate = |n: i64, d: i64| if n == 0 { 0 } else { (n - 1).saturating_mul(d).saturating_add(1) };
        let base = dilate(size, self.base_dilation).saturating_add(self.low).saturating_add(self.high);
        let window = dilate(self.size, self.dilation);
        if base <= 0 || window > base { 0 } else { (base - window) / self.stride + 1 }
    }
}

/// The rows of a `padding` attribute of two columns.
pub fn padding_pairs(cx: &Context, attr: Attr) -> Result<Vec<(i64, i64)>, String> {
    let dense = cx.attr_as::<DenseElementsAttr>(attr).ok_or("padding must be dense")?;
    let shape = cx.shaped(dense.ty).and_then(|s| s.shape).unwrap_or(&[]);
    check!(
        shape.len() == 2 && shape[1] == 2,
        "expects the shape of padding-attribute to be {{N, 2}}, but got {{{}}}.",
        raw_text(shape)
    );
    let values = dense.to_i64s(cx).unwrap_or_default();
    Ok(values.chunks_exact(2).map(|p| (p[0], p[1])).collect())
}

/// Puts the attributes of a window together; missing ones are 1, and 0 for paddings.
pub fn windows(
    size: &[i64],
    strides: Option<&[i64]>,
    padding: Option<&[(i64, i64)]>,
    base_dilations: Option<&[i64]>,
    dilations: Option<&[i64]>,
) -> Result<Vec<Window>, String> {
    let n = size.len();
    for (name, list) in [
        ("window-strides", strides.map(<[i64]>::len)),
        ("base-dilation factors", base_dilations.map(<[i64]>::len)),
        ("window-dilation factors", dilations.map(<[i64]>::len)),
        ("padding-entries", padding.map(<[(i64, i64)]>::len)),
    ] {
        if let Some(len) = list.filter(|&len| len != n && len != 0) {
            return Err(format!(
                "expects {name} to have same dimension-size as size of window dimensions ({n}), but got: {len}."
            ));
        }
    }
    let at = |list: Option<&[i64]>, i: usize| list.and_then(|l| l.get(i).copied()).unwrap_or(1);
    let mut out = Vec::new();
    for (i, &size) in size.iter().enumerate() {
        let (low, high) = padding.and_then(|p| p.get(i).copied()).unwrap_or((0, 0));
        let w = Window {
            size,
            stride: at(strides, i),
            low,
            high,
            dilation: at(dilations, i),
            base_dilation: at(base_dilations, i),
        };
        for (what, value) in [
            ("value", if size == DYNAMIC { 1 } else { size }),
            ("stride", w.stride),
            ("base dilation factor", w.base_dilation),
            ("window dilation factor", w.dilation),
        ] {
            check!(
                value > 0,
                "expects window to have positive {what} for {i}-th window dimension, but got {value}."
            );
        }
        out.push(w);
    }
    Ok(out)
}

/// Checks that the inputs of `reduce_window` have one shape, with as many dimensions as the windows have.
pub fn verify_window_inputs(cx: &Context, inputs: &[Type], n: usize) -> Result<(), String> {
    let Some(&first) = inputs.first() else { return Err("requires at least 1 input value".into()) };
    let shape = sizes(cx, first);
    // reduce_window_c2
    same_inputs(cx, inputs)?;
    // reduce_window_c4
    check!(
        n == shape.len(),
        "expects window-dimensions size == input rank, but got window-dimensions size: {n} and input: '{}' with rank = {}.",
        cx.type_to_string(first),
        shape.len()
    );
    Ok(())
}

/// The types of `reduce_window`, of inputs that were checked, whose computation returns `accumulators`.
pub fn reduce_window(cx: &Context, inputs: &[Type], accumulators: &[Type], windows: &[Window]) -> Types {
    let count = |list: &[i64]| -> Dims { list.iter().zip(windows).map(|(&n, w)| w.count(n)).collect() };
    // reduce_window_c1, reduce_window_c14, reduce_window_c16
    let result = |(&input, &elem)| {
        let out = tensor_like(cx, elem, &count(sizes(cx, input)));
        with_bounds(cx, out, count(&bounds_or_none(cx, input)))
    };
    inputs.iter().zip(accumulators).map(result).collect()
}

/// Checks the shape of the source of `select_and_scatter`.
pub fn select_and_scatter(
    cx: &Context,
    operand: Type,
    source: Type,
    windows: &[Window],
) -> Result<(), String> {
    let expected: Dims = sizes(cx, operand).iter().zip(windows).map(|(&n, w)| w.count(n)).collect();
    let expected = tensor_like(cx, operand, &expected);
    let (x, y) = (cx.elem_or_self(operand), cx.elem_or_self(source));
    let elements = x == y || cx.as_float(x).is_some() && cx.as_float(y).is_some();
    // select_and_scatter_c1, select_and_scatter_c2
    check!(
        elements && same_shape(sizes(cx, source), sizes(cx, expected)),
        "expects source-type to be '{}', but got'{}'",
        cx.type_to_string(expected),
        cx.type_to_string(source)
    );
    Ok(())
}
