//! `chlo.scan`: one run of the body for each slice.

use crate::{Args, Data, Eval, Interpreter, Shape, Step, Tensor, Value, tensor::for_each_position};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("chlo.scan", scan);
}

fn scan(s: &mut Step<'_, '_>) -> Eval {
    let dim = usize::try_from(s.int_attr("dimension")?).unwrap_or(usize::MAX);
    let inputs: Vec<Tensor> = s.segment(0)?.map(|i| s.tensor(i).cloned()).collect::<Eval<_>>()?;
    let mut carries = s.operands_in(s.segment(1)?)?;
    let fits = inputs.iter().all(|x| dim < x.rank());
    s.ensure(fits, || format!("has an input without dimension {dim}"))?;
    let turns = match inputs.first() {
        Some(x) => x.shape[dim],
        None => usize::try_from(s.int_attr("scan_dim_size")?).unwrap_or(0),
    };
    let same = inputs.iter().all(|x| x.shape[dim] == turns);
    s.ensure(same, || "has inputs with different numbers of slices".into())?;
    let reverse = s.attr("is_reverse").and_then(|a| s.cx().attr_i64(a)).is_some_and(|v| v != 0);
    let region = s.region(0)?;
    let outputs = s.body().results(s.op).len().saturating_sub(carries.len());
    let mut parts: Vec<Vec<Tensor>> = vec![Vec::new(); outputs];
    for turn in 0..turns {
        let at = if reverse { turns - 1 - turn } else { turn };
        let mut args: Args = inputs.iter().map(|x| Value::Tensor(slice(x, dim, at))).collect();
        args.extend(carries);
        let mut made = s.run(region, args)?.into_iter();
        for part in &mut parts {
            match made.next() {
                Some(Value::Tensor(t)) => part.push(t),
                _ => return Err(s.fault("has a body that gives no tensor for an output")),
            }
        }
        carries = made.collect();
    }
    for (i, mut parts) in parts.into_iter().enumerate() {
        if reverse {
            parts.reverse();
        }
        let shape: Shape = match parts.first() {
            Some(first) => {
                let mut shape = first.shape.clone();
                s.ensure(dim <= shape.len() && parts.iter().all(|p| p.shape == first.shape), || {
                    "has outputs of different shapes".into()
                })?;
                shape.insert(dim, turns);
                shape
            }
            None => s.result_shape(i)?,
        };
        let elem = s.result_elem(i)?;
        s.elements(&shape)?;
        let mut numbers = Vec::new();
        for_each_position(&shape, |position| {
            let own: Vec<i64> =
                position.iter().enumerate().filter(|(d, _)| *d != dim).map(|(_, &p)| p as i64).collect();
            let part = &parts[position[dim]];
            numbers.extend(part.index_of(&own).map(|at| part.at(at)));
        });
        let data = Data::collect(elem, numbers.into_iter());
        s.ensure(crate::tensor::count(&shape) == Some(data.len()), || {
            "has an output of another shape".into()
        })?;
        s.set_elements(i, Tensor::new(elem, shape, data))?;
    }
    for (i, carry) in carries.into_iter().enumerate() {
        s.set(outputs + i, carry)?;
    }
    Ok(crate::Flow::Next)
}

/// The slice at a position of a dimension, without the dimension.
fn slice(x: &Tensor, dim: usize, at: usize) -> Tensor {
    let (mut shape, mut strides) = (x.shape.clone(), x.strides());
    shape.remove(dim);
    let offset = at * strides.remove(dim);
    x.view(&shape, &strides, offset)
}
