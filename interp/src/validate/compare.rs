//! Compares the results of two runs of a function.

use crate::{Elem, Num, Tensor, Value};

/// The default tolerance of floats; see `allowed`.
pub const TOLERANCE: f64 = 1e-5;

/// Compares results; memory is compared as a tensor.
///
/// # Errors
/// A description of the difference.
pub fn compare(got: &[Value], want: &[Value]) -> Result<(), String> {
    compare_within(TOLERANCE, got, want)
}

/// As [`compare`], with another tolerance than [`TOLERANCE`].
pub fn compare_within(tolerance: f64, got: &[Value], want: &[Value]) -> Result<(), String> {
    if got.len() != want.len() {
        return Err(format!("there are {} results instead of {}", got.len(), want.len()));
    }
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let (Some(g), Some(w)) = (elements(got), elements(want)) else { continue };
        let (Some(signless), true) = (signless(g.elem, w.elem), g.shape == w.shape) else {
            return Err(format!("result #{i} is {} instead of {}", got.describe(), want.describe()));
        };
        let g = if signless { with_sign(&g, w.elem) } else { g };
        let allowed = allowed(&w, tolerance);
        if let Some(k) = (0..w.len()).find(|&k| !is_close(g.at(k), w.at(k), allowed)) {
            let (g, w) = (show(w.elem, g.at(k)), show(w.elem, w.at(k)));
            return Err(format!("element {k} of result #{i} is {g} instead of {w}"));
        }
    }
    Ok(())
}

/// Whether two element types differ in their sign only, as before and after a conversion to signless integers; `None` if
/// they differ in more.
fn signless(x: Elem, y: Elem) -> Option<bool> {
    match (x, y) {
        (Elem::Int { width: a, unsigned: x }, Elem::Int { width: b, unsigned: y }) => {
            (a == b).then_some(x != y)
        }
        _ => (x == y).then_some(false),
    }
}

/// The same bits as integers with or without a sign.
fn with_sign(t: &Tensor, elem: Elem) -> Tensor {
    Tensor::new(elem, t.shape.clone(), t.data.map(elem, |n| Num::from_i64(elem, n.int())))
}

fn elements(v: &Value) -> Option<Tensor> {
    match v {
        Value::Scalar(e, n) => Some(Tensor::scalar(*e, *n)),
        Value::Tensor(t) | Value::Vector(t) => Some(t.clone()),
        Value::MemRef(m) => m.to_tensor().ok(),
        _ => None,
    }
}

/// A number of a result for people.
fn show(elem: Elem, n: Num) -> String {
    match (n, elem) {
        (Num::Int(v), _) => v.to_string(),
        (n, Elem::Complex(_)) => n.complex().to_string(),
        (n, _) => n.real().to_string(),
    }
}

/// The allowed difference of an element: `tolerance` absolutely, and relative to the largest element. It is not relative
/// to the element itself, since the summands of a small element may have cancelled.
fn allowed(want: &Tensor, tolerance: f64) -> f64 {
    let (Elem::Float(f) | Elem::Complex(f)) = want.elem else { return 0.0 };
    // Of types too narrow for the tolerance the last three bits may differ.
    let bits = 8.0 * 0.5f64.powi(f.precision() as i32 - 1);
    let tolerance = if f.precision() < 20 { bits.max(tolerance) } else { tolerance };
    let sizes = (0..want.len()).map(|k| want.at(k).complex()).map(|c| c.re.abs().max(c.im.abs()));
    tolerance + tolerance * sizes.filter(|s| s.is_finite()).fold(0.0, f64::max)
}

fn is_close(got: Num, want: Num, allowed: f64) -> bool {
    if let (Num::Int(g), Num::Int(w)) = (got, want) {
        return g == w;
    }
    let near =
        |g: f64, w: f64| g == w || g.is_nan() && w.is_nan() || w.is_finite() && (g - w).abs() <= allowed;
    let (g, w) = (got.complex(), want.complex());
    near(g.re, w.re) && near(g.im, w.im)
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::{Elem, Tensor, Value};

    fn ints(width: u8, unsigned: bool, values: &[i64]) -> Vec<Value> {
        let shape = crate::Shape::from_slice(&[values.len()]);
        vec![Value::Tensor(Tensor::from_ints(Elem::Int { width, unsigned }, shape, values))]
    }

    #[test]
    fn integers_are_their_bits() {
        assert_eq!(compare(&ints(8, false, &[-1, 3]), &ints(8, true, &[255, 3])), Ok(()));
        assert_eq!(compare(&ints(8, true, &[255, 3]), &ints(8, false, &[-1, 3])), Ok(()));
        let why = compare(&ints(8, false, &[-1, 3]), &ints(8, true, &[254, 3])).unwrap_err();
        assert_eq!(why, "element 0 of result #0 is 255 instead of 254");
        let why = compare(&ints(16, false, &[-1]), &ints(8, false, &[-1])).unwrap_err();
        assert_eq!(why, "result #0 is tensor<1xi16> instead of tensor<1xi8>");
    }
}
