//! `shape`: shapes are lists of `index`, sizes are numbers, and a witness is without data: a check that fails is an error.

use smallvec::SmallVec;

use super::func::exit;
use crate::{Args, Elem, Eval, Interpreter, Step, Tensor, Value};

type Sizes = SmallVec<[i64; 4]>;

pub(crate) fn register(i: &mut Interpreter) {
    register_values(i);
    i.register("shape.add", |s| arithmetic(s, i64::checked_add));
    i.register("shape.mul", |s| arithmetic(s, i64::checked_mul));
    i.register("shape.div", |s| arithmetic(s, floor_div));
    i.register("shape.assuming", |s| {
        let out = s.run(s.region(0)?, Args::new())?;
        s.set_all(out)
    });
    i.register("shape.assuming_yield", exit);
    i.register("shape.reduce", reduce);
    i.register("shape.yield", exit);
    i.register("shape.assuming_all", |s| s.set(0, Value::Token));
    i.register("shape.const_witness", |s| {
        let holds = s.flag("passing");
        witness(s, holds, "a failing witness")
    });
    i.register("shape.cstr_broadcastable", |s| {
        let holds = broadcast(&shapes(s)?).is_some();
        witness(s, holds, "required broadcastable shapes")
    });
    i.register("shape.cstr_eq", |s| {
        let holds = all_equal(&shapes(s)?);
        witness(s, holds, "required equal shapes")
    });
    i.register("shape.cstr_require", |s| {
        let holds = s.int(0)? != 0;
        let message = s.string("msg").unwrap_or_default();
        witness(s, holds, message)
    });
    i.register("shape.broadcast", |s| {
        let sizes = broadcast(&shapes(s)?);
        let message = || s.string("error").unwrap_or("has shapes that cannot be broadcast").to_owned();
        let sizes = sizes.ok_or_else(|| s.fault(message()))?;
        set_shape(s, &sizes)
    });
    i.register("shape.concat", |s| {
        let all: Sizes = shapes(s)?.into_iter().flatten().collect();
        set_shape(s, &all)
    });
    i.register("shape.any", |s| {
        let sizes = shape(s, 0)?;
        set_shape(s, &sizes)
    });
    i.register("shape.split_at", split);
    i.register("shape.const_shape", |s| {
        let sizes = s.ints("shape")?;
        set_shape(s, &sizes)
    });
    i.register("shape.const_size", |s| {
        let n = s.int_attr("value")?;
        s.set(0, Value::index(n))
    });
    i.register("shape.is_broadcastable", |s| {
        let holds = broadcast(&shapes(s)?).is_some();
        s.set(0, Value::bool(holds))
    });
    i.register("shape.shape_eq", |s| {
        let holds = all_equal(&shapes(s)?);
        s.set(0, Value::bool(holds))
    });
    i.register("shape.shape_of", |s| {
        let sizes = sizes_of_value(s)?;
        set_shape(s, &sizes)
    });
    i.register("shape.dim", |s| {
        let sizes = sizes_of_value(s)?;
        extent(s, &sizes)
    });
    i.register("shape.get_extent", |s| {
        let sizes = shape(s, 0)?;
        extent(s, &sizes)
    });
    i.register("shape.from_extents", |s| {
        let sizes = s.ints_from(0)?;
        set_shape(s, &sizes)
    });
    for name in ["shape.from_extent_tensor", "shape.to_extent_tensor"] {
        i.register(name, |s| {
            let sizes = shape(s, 0)?;
            set_shape(s, &sizes)
        });
    }
    for name in ["shape.index_to_size", "shape.size_to_index"] {
        i.register(name, |s| {
            let n = s.int(0)?;
            s.set(0, Value::index(n))
        });
    }
    i.register("shape.num_elements", |s| {
        let n = shape(s, 0)?.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
        let n = n.ok_or_else(|| s.fault("gives a number that is too large"))?;
        s.set(0, Value::index(n))
    });
    i.register("shape.rank", |s| {
        let n = shape(s, 0)?.len() as i64;
        s.set(0, Value::index(n))
    });
}

/// The ops on values with their shapes.
fn register_values(i: &mut Interpreter) {
    i.register("shape.return", exit);
    // A value with a shape is the value: its shape is that of the value, or the program is wrong.
    for name in ["shape.with_shape", "shape.value_of"] {
        i.register(name, |s| {
            let value = s.operand(0)?.clone();
            s.set(0, value)
        });
    }
}

/// Runs the region for each size of the first operand; the others are its values before the first one.
fn reduce(s: &mut Step<'_, '_>) -> Eval {
    let (sizes, region) = (shape(s, 0)?, s.region(0)?);
    let mut state = s.take_from(1)?;
    for (i, &size) in sizes.iter().enumerate() {
        let mut args: Args = [Value::index(i as i64), Value::index(size)].into_iter().collect();
        args.extend(state);
        state = s.run(region, args)?;
    }
    s.set_all(state)
}

/// Operand `i`, a shape.
fn shape(s: &Step<'_, '_>, i: usize) -> Eval<Sizes> {
    Ok(s.tensor(i)?.data.iter().map(|n| n.int()).collect())
}

/// All operands, which are shapes.
fn shapes(s: &Step<'_, '_>) -> Eval<Vec<Sizes>> {
    (0..s.num_operands()).map(|i| shape(s, i)).collect()
}

/// The sizes of the first operand, a value of any type.
fn sizes_of_value(s: &Step<'_, '_>) -> Eval<Sizes> {
    let sizes = match s.operand(0)? {
        Value::Tensor(t) | Value::Vector(t) => &t.shape,
        Value::MemRef(m) => &m.sizes,
        v => return Err(s.fault(format!("operand #0 must have a shape, but is {}", v.describe()))),
    };
    Ok(sizes.iter().map(|&n| n as i64).collect())
}

fn set_shape(s: &mut Step<'_, '_>, sizes: &[i64]) -> Eval {
    set_shape_at(s, 0, sizes)
}

fn set_shape_at(s: &mut Step<'_, '_>, result: usize, sizes: &[i64]) -> Eval {
    s.set(result, Value::Tensor(Tensor::from_ints(Elem::Index, &[sizes.len()][..], sizes)))
}

/// The dimensions before and behind a place, which counts from the end if it is negative.
fn split(s: &mut Step<'_, '_>) -> Eval {
    let (sizes, at) = (shape(s, 0)?, s.int(1)?);
    let rank = sizes.len();
    let from_start = if at < 0 { at.checked_add(rank as i64) } else { Some(at) };
    let parts = from_start.and_then(|at| sizes.split_at_checked(usize::try_from(at).ok()?));
    let (head, tail) = parts.ok_or_else(|| s.fault(format!("splits a shape of rank {rank} at {at}")))?;
    set_shape_at(s, 0, head)?;
    set_shape_at(s, 1, tail)
}

fn witness(s: &mut Step<'_, '_>, holds: bool, message: &str) -> Eval {
    s.ensure(holds, || format!("failed: {message}"))?;
    s.set(0, Value::Token)
}

/// The size that the second operand asks for.
fn extent(s: &mut Step<'_, '_>, sizes: &[i64]) -> Eval {
    let i = s.int(1)?;
    let size = usize::try_from(i).ok().and_then(|i| sizes.get(i).copied());
    let rank = sizes.len();
    let size = size.ok_or_else(|| s.fault(format!("asks for dimension {i} of a shape of rank {rank}")))?;
    s.set(0, Value::index(size))
}

fn arithmetic(s: &mut Step<'_, '_>, f: fn(i64, i64) -> Option<i64>) -> Eval {
    let n = f(s.int(0)?, s.int(1)?).ok_or_else(|| s.fault("has no result"))?;
    s.set(0, Value::index(n))
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
    Some(if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q })
}

/// The common shape to which all shapes are broadcast: shorter ones have sizes of 1 in front.
fn broadcast(shapes: &[Sizes]) -> Option<Sizes> {
    let rank = shapes.iter().map(|s| s.len()).max().unwrap_or(0);
    let one = |d: usize| {
        shapes.iter().filter_map(|s| s.get((d + s.len()).checked_sub(rank)?)).try_fold(
            1i64,
            |n, &size| match (n, size) {
                (1, size) => Some(size),
                (n, size) if size == 1 || size == n => Some(n),
                _ => None,
            },
        )
    };
    (0..rank).map(one).collect()
}

fn all_equal(shapes: &[Sizes]) -> bool {
    shapes.windows(2).all(|w| w[0] == w[1])
}
