//! `amx`: tiles, as the instructions compute with them.

use strata_amx::TileType;

use crate::{
    Data, Elem, Eval, Flow, Interpreter, Num, Shape, Signed, Step, Tensor, Value,
    error_text::NOT_INTERPRETED, value::static_shape,
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("amx.tile_zero", |s| {
        let (elem, sizes) = result_tile(s)?;
        s.set(0, Value::Vector(Tensor::splat(elem, sizes, Num::zero(elem))))
    });
    i.register("amx.tile_load", load);
    i.register("amx.tile_store", store);
    i.register("amx.tile_mulf", floats);
    i.register("amx.tile_muli", integers);
}

/// Elements and sizes of the tile that the op gives.
fn result_tile(s: &Step<'_, '_>) -> Eval<(Elem, Shape)> {
    let tile = s.cx().type_as::<TileType>(s.result_type(0)?).ok_or_else(|| s.fault("gives no tile"))?;
    let sizes = static_shape(&tile.elements.shape).filter(|sizes| sizes.len() == 2);
    let sizes = sizes.ok_or_else(|| s.fault("gives a tile that is not of two dimensions"))?;
    s.elements(&sizes)?;
    Ok((s.elem_of(tile.elements.elem)?, sizes))
}

/// The elements of a buffer that are a tile of so many rows and columns, row by row.
fn positions(s: &Step<'_, '_>, elem: Elem, sizes: &[usize], stride_group: usize) -> Eval<Vec<i64>> {
    let &[rows, columns] = sizes else { return Err(s.fault("has a tile that is not of two dimensions")) };
    let m = s.memref(0)?;
    s.ensure(m.elem == elem, || format!("reads elements as others, which is {NOT_INTERPRETED}"))?;
    let at: Signed = s.segment(1)?.map(|i| s.int(i)).collect::<Eval<_>>()?;
    let first = s.check(m.index_of(&at))?;
    let stride = match s.segment(stride_group)?.next() {
        Some(given) => s.int(given)?,
        None => m.rank().checked_sub(2).map(|d| m.strides[d]).ok_or_else(|| s.fault("has no rows"))?,
    };
    let place = |i: usize, j: usize| {
        stride.checked_mul(i as i64).and_then(|by| by.checked_add(first)?.checked_add(j as i64))
    };
    let all = (0..rows).flat_map(|i| (0..columns).map(move |j| place(i, j)));
    all.collect::<Option<_>>().ok_or_else(|| s.fault("computes an address that overflows"))
}

fn load(s: &mut Step<'_, '_>) -> Eval {
    let (elem, sizes) = result_tile(s)?;
    let places = positions(s, elem, &sizes, 2)?;
    let m = s.memref(0)?;
    let nums = places.into_iter().map(|at| s.check(m.load_index(at))).collect::<Eval<Vec<_>>>()?;
    s.set(0, Value::Vector(Tensor::new(elem, sizes, Data::collect(elem, nums.into_iter()))))
}

fn store(s: &mut Step<'_, '_>) -> Eval {
    let tile = s.tensor(s.segment(2)?.start)?;
    let places = positions(s, tile.elem, &tile.shape, 3)?;
    let m = s.memref(0)?;
    for (k, at) in places.into_iter().enumerate() {
        s.check(m.store_index(at, tile.at(k)))?;
    }
    Ok(Flow::Next)
}

/// The factors and the sums of a product, and its sizes: rows, columns, and rows of the right factor.
fn operands<'s>(s: &'s Step<'_, '_>) -> Eval<([&'s Tensor; 3], [usize; 3])> {
    let tiles = [s.tensor(0)?, s.tensor(1)?, s.tensor(2)?];
    let [_, y, sums] = tiles;
    Ok((tiles, [sums.shape[0], sums.shape[1], y.shape[0]]))
}

fn integers(s: &mut Step<'_, '_>) -> Eval {
    let unsigned = [s.flag("isZextLhs"), s.flag("isZextRhs")];
    let ([x, y, sums], [rows, columns, steps]) = operands(s)?;
    let factor = |t: &Tensor, at: usize, unsigned: bool| {
        let n = t.at(at).int();
        if unsigned { n & 0xFF } else { n }
    };
    let mut out = Vec::with_capacity(rows * columns);
    for i in 0..rows {
        for j in 0..columns {
            let products = (0..4 * steps).map(|k| {
                let left = factor(x, 4 * steps * i + k, unsigned[0]);
                left * factor(y, 4 * (k / 4 * columns + j) + k % 4, unsigned[1])
            });
            out.push(sums.elem.wrap(sums.at(columns * i + j).int() + products.sum::<i64>()));
        }
    }
    let result = Tensor::from_ints(sums.elem, sums.shape.clone(), &out);
    s.charge(4 * rows * columns * steps)?;
    s.set(0, Value::Vector(result))
}

/// Zero for a subnormal number.
fn flushed(v: f32) -> f32 {
    if v.is_subnormal() { 0.0f32.copysign(v) } else { v }
}

fn floats(s: &mut Step<'_, '_>) -> Eval {
    let ([x, y, sums], [rows, columns, steps]) = operands(s)?;
    let number = |t: &Tensor, at: usize| match t.at(at) {
        Num::F32(v) => v,
        other => other.real() as f32,
    };
    // A subnormal `f16` is no subnormal `f32`.
    let factor = |t: &Tensor, at: usize| flushed(number(t, at));
    let mut out = Vec::with_capacity(rows * columns);
    for i in 0..rows {
        for j in 0..columns {
            let mut halves = [0.0f32; 2];
            for k in 0..steps {
                for (half, sum) in halves.iter_mut().enumerate() {
                    let left = factor(x, 2 * (steps * i + k) + half);
                    let right = factor(y, 2 * (columns * k + j) + half);
                    *sum = flushed(left.mul_add(right, *sum));
                }
            }
            let both = flushed(halves[0] + halves[1]);
            let before = flushed(number(sums, columns * i + j));
            out.push(Num::F32(flushed(before + both)));
        }
    }
    let result = Tensor::new(sums.elem, sums.shape.clone(), Data::collect(sums.elem, out.into_iter()));
    s.charge(2 * rows * columns * steps)?;
    s.set(0, Value::Vector(result))
}
