//! `chlo.broadcast_*`: functions of two numbers whose operands broadcast to one shape.

use strata_ir::prelude::DYNAMIC;

use super::{
    chlo::{next_after, polygamma, zeta},
    elementwise::on_booleans,
    stablehlo::broadcast,
};
use crate::{
    C64, Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor,
    kernels::{Bin, Cmp, binary, compare},
};

pub(crate) fn register(i: &mut Interpreter) {
    macro_rules! broadcasting {
        ($($name:literal => $op:ident,)*) => {$(
            i.register(concat!("chlo.broadcast_", $name), |s| {
                let (x, y) = pair(s)?;
                let data = binary(on_booleans(Bin::$op, x.elem), x.elem, x.data, y.data);
                let data = data.ok_or_else(|| s.fault("is not defined for its operand type"))?;
                s.set_elements(0, Tensor::new(x.elem, x.shape, data))
            });
        )*};
    }
    broadcasting! {
        "add" => Add, "subtract" => Sub, "multiply" => Mul, "divide" => Div, "remainder" => Rem, "maximum" => Max,
        "minimum" => Min, "power" => Pow, "atan2" => Atan2, "and" => And, "or" => Or, "xor" => Xor,
        "shift_left" => Shl, "shift_right_arithmetic" => ShrA, "shift_right_logical" => ShrL,
    }
    i.register("chlo.broadcast_complex", |s| {
        map(s, |_, to, x, y| Some(Num::from_complex(to, C64::new(x.real(), y.real()))))
    });
    i.register("chlo.broadcast_next_after", |s| map(s, |e, _, x, y| next_after(e, x, y)));
    i.register("chlo.broadcast_polygamma", |s| map(s, |e, _, x, y| polygamma(e, x, y)));
    i.register("chlo.broadcast_zeta", |s| map(s, |e, _, x, y| zeta(e, x, y)));
    i.register("chlo.broadcast_compare", |s| {
        let direction = s.word("comparison_direction").unwrap_or_default();
        let cmp = Cmp::from_word(&direction).ok_or_else(|| s.fault("has an unknown direction"))?;
        let total = s.word("compare_type").is_some_and(|w| w == "TOTALORDER");
        map(s, |e, _, x, y| Some(Num::Int(cmp.holds(compare(e, x, y, total)) as i64)))
    });
    i.register("chlo.broadcast_select", |s| {
        let all = operands(s, 3)?;
        let [c, x, y] = &all[..] else { return Err(s.fault("needs three operands")) };
        let (c, mut out) = (c.data.ints(), y.data.clone());
        out.overwrite(&x.data, |i| (c.get(i) != Some(&0)).then_some(i));
        let t = Tensor::new(x.elem, x.shape.clone(), out);
        s.set_elements(0, t)
    });
}

/// The first `n` operands, broadcast to one shape.
fn operands(s: &Step<'_, '_>, n: usize) -> Eval<Vec<Tensor>> {
    let all: Vec<&Tensor> = (0..n).map(|k| s.tensor(k)).collect::<Eval<_>>()?;
    let rank = all.iter().map(|t| t.rank()).max().unwrap_or(0);
    // The attribute places the dimensions of whichever operand has fewer of them; else the last ones are aligned.
    let explicit = s.ints_opt("broadcast_dimensions");
    let mut shape: Shape = Shape::from_elem(1, rank);
    let mut places = Vec::new();
    for t in &all {
        let dims = match &explicit {
            Some(d) if t.rank() < rank && d.len() == t.rank() => s.dims(d, rank)?,
            _ => (rank - t.rank()..rank).collect(),
        };
        for (&d, &n) in dims.iter().zip(&t.shape) {
            if shape[d] == 1 {
                shape[d] = n;
            }
            s.ensure(n == 1 || n == shape[d], || format!("cannot stretch a size of {n} to {}", shape[d]))?;
        }
        places.push(dims);
    }
    let dims = s.dims_of(s.result_type(0)?)?;
    let fits = dims.len() == rank && dims.iter().zip(&shape).all(|(&d, &n)| d == DYNAMIC || d == n as i64);
    s.ensure(fits, || format!("broadcasts to {:?}, which is not its result", &shape[..]))?;
    s.elements(&shape)?;
    Ok(all.iter().zip(&places).map(|(t, dims)| broadcast(t, &shape, dims)).collect())
}

fn pair(s: &Step<'_, '_>) -> Eval<(Tensor, Tensor)> {
    let mut all = operands(s, 2)?.into_iter();
    match (all.next(), all.next()) {
        (Some(x), Some(y)) if x.elem == y.elem => Ok((x, y)),
        _ => Err(s.fault("has operands of different element types")),
    }
}

/// Result 0 is a function of each pair of elements.
fn map(s: &mut Step<'_, '_>, f: impl Fn(Elem, Elem, Num, Num) -> Option<Num>) -> Eval {
    let to = s.result_elem(0)?;
    let (x, y) = pair(s)?;
    let nums: Option<Vec<Num>> = x.data.iter().zip(y.data.iter()).map(|(a, b)| f(x.elem, to, a, b)).collect();
    let nums = nums.ok_or_else(|| s.fault("is not defined for its operand type"))?;
    s.set_elements(0, Tensor::new(to, x.shape, Data::collect(to, nums.into_iter())))
}
