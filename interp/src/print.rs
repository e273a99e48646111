//! Values as the interpreter of StableHLO prints them: the type, and the elements row by row.
//!
//! ```text
//! tensor<2x2xi8> {
//!   [
//!     [1, 2],
//!     [3, 4]
//!   ]
//! }
//! ```

use strata_ir::prelude::{AsmWriter, Context, FloatAttr};

use crate::{Elem, Num, Tensor, Value};

impl Value {
    /// The value as StableHLO's own interpreter prints it.
    pub fn print(&self, cx: &Context) -> String {
        match self {
            Value::Tensor(t) | Value::Vector(t) => {
                let mut out = self.describe() + " {";
                rows(cx, t, 0, true, &mut 0, &mut out);
                out + "}"
            }
            Value::Scalar(e, n) => number(cx, *e, *n),
            Value::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|v| v.print(cx)).collect();
                format!("{} (\n{}\n)", self.describe(), items.join(",\n"))
            }
            _ => self.describe(),
        }
    }
}

/// Prints the elements from number `next` on for one index of the dimensions before `d`; `is_last` tells whether it is
/// the last index of dimension `d - 1`. Ranks are bounded, and so is the recursion.
fn rows(cx: &Context, t: &Tensor, d: usize, is_last: bool, next: &mut usize, out: &mut String) {
    let Some(&size) = t.shape.get(d) else {
        out.push_str(&number(cx, t.elem, t.at(*next)));
        out.push_str(if is_last { "" } else { ", " });
        *next += 1;
        return;
    };
    out.push('\n');
    out.push_str(&"  ".repeat(d + 1));
    out.push('[');
    for i in 0..size {
        rows(cx, t, d + 1, i + 1 == size, next, out);
    }
    out.push(']');
    if is_last {
        out.push('\n');
        out.push_str(&"  ".repeat(d));
    } else {
        out.push(',');
    }
}

/// A number without its type; a complex one in brackets.
fn number(cx: &Context, e: Elem, n: Num) -> String {
    let float = |e: Elem, v: f64| {
        let ty = e.ty(cx);
        let bits = u128::from(Num::from_f64(e, v).bits(e));
        let mut out = String::new();
        AsmWriter::new(cx, &mut out).attr(cx.attr(FloatAttr { bits, ty }));
        out.split(" : ").next().unwrap_or_default().to_owned()
    };
    match (e, n) {
        (Elem::Complex(format), n) => {
            let (part, v) = (Elem::Float(format), n.complex());
            format!("[{}, {}]", float(part, v.re), float(part, v.im))
        }
        (Elem::I1, n) => (n.int() != 0).to_string(),
        (e @ Elem::Int { .. }, n) if e.is_unsigned() => e.zext(n.int()).to_string(),
        (e, Num::Int(v)) => e.signed(v).to_string(),
        (e, n) => float(e, n.real()),
    }
}

#[cfg(test)]
mod tests {
    use strata_ir::core::Registry;

    use super::*;

    fn printed(elem: Elem, shape: &[usize], numbers: &[i64]) -> String {
        let mut registry = Registry::new();
        registry.register(&strata_builtin::DIALECT);
        let cx = registry.freeze();
        Value::Tensor(Tensor::from_ints(elem, shape, numbers)).print(&cx)
    }

    #[test]
    fn rows_are_nested() {
        let i8 = Elem::Int { width: 8, unsigned: false };
        assert_eq!(printed(i8, &[], &[-1]), "tensor<i8> {-1}");
        assert_eq!(printed(i8, &[2], &[1, 2]), "tensor<2xi8> {\n  [1, 2]\n}");
        let matrix = "tensor<2x2xi8> {\n  [\n    [1, 2],\n    [3, 4]\n  ]\n}";
        assert_eq!(printed(i8, &[2, 2], &[1, 2, 3, 4]), matrix);
        assert_eq!(printed(Elem::I1, &[0], &[]), "tensor<0xi1> {\n  []\n}");
    }

    #[test]
    fn numbers_have_no_types() {
        let u8 = Elem::Int { width: 8, unsigned: true };
        assert_eq!(printed(u8, &[], &[200]), "tensor<ui8> {200}");
        assert_eq!(printed(Elem::I1, &[], &[1]), "tensor<i1> {true}");
        let cx = strata_ir::core::Registry::new().freeze();
        assert_eq!(number(&cx, Elem::F32, Num::F32(-0.5)), "-5.000000e-01");
        let z = Num::C32(crate::C32::new(1.0, -2.0));
        let complex = Elem::Complex(strata_ir::num::FloatFormat::F32);
        assert_eq!(number(&cx, complex, z), "[1.000000e+00, -2.000000e+00]");
    }
}
