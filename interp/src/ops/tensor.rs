//! `tensor`, and the ops of `bufferization` on tensors.

use smallvec::SmallVec;
use strata_ir::prelude::DYNAMIC;

use super::{
    func::exit,
    slices::{self, Slice},
    stablehlo::{concatenate, padded, padded_shape},
};
use crate::{
    Args, Elem, Eval, Flow, Interpreter, Num, Shape, Step, Tensor, Value, strided::Layout,
    tensor::for_each_position,
};

pub(crate) fn register(i: &mut Interpreter) {
    register_elements(i);
    register_bufferization(i);
    register_shapes(i);
}

/// Ops that make tensors, access single elements, and query sizes.
fn register_elements(i: &mut Interpreter) {
    i.register("tensor.empty", |s| {
        let (elem, shape) = (s.result_elem(0)?, result_sizes(s, 0)?);
        s.set_elements(0, Tensor::splat(elem, shape, undefined(elem)))
    });
    i.register("tensor.splat", |s| {
        let ((elem, n), shape) = (s.scalar(0)?, result_sizes(s, 1)?);
        s.set_elements(0, Tensor::splat(elem, shape, n))
    });
    i.register("tensor.extract", |s| {
        let pos = s.ints_from(1)?;
        let x = s.tensor(0)?;
        let at = x.index_of(&pos).ok_or_else(|| outside(s, &pos, &x.shape))?;
        let v = Value::Scalar(x.elem, x.at(at));
        s.set(0, v)
    });
    i.register("tensor.insert", |s| {
        let (pos, n) = (s.ints_from(2)?, s.scalar(0)?.1);
        let at = s.tensor(1)?.index_of(&pos);
        let at = at.ok_or_else(|| s.fault(format!("inserts at {:?}, outside of the tensor", &pos[..])))?;
        let mut x = s.take_tensor(1)?;
        x.data.set(at, n);
        s.set_elements(0, x)
    });
    i.register("tensor.from_elements", |s| {
        let (elem, shape) = (s.result_elem(0)?, s.result_shape(0)?);
        let nums = (0..s.num_operands()).map(|k| s.scalar(k).map(|v| v.1)).collect::<Eval<Vec<_>>>()?;
        s.ensure(crate::tensor::count(&shape) == Some(nums.len()), || {
            "has a wrong number of elements".into()
        })?;
        s.set_elements(0, Tensor::new(elem, shape, crate::Data::collect(elem, nums.into_iter())))
    });
    i.register("tensor.dim", |s| {
        let d = s.int(1)?;
        let x = s.tensor(0)?;
        let n = s.dims(&[d], x.rank())?[0];
        let v = Value::index(x.shape[n] as i64);
        s.set(0, v)
    });
    i.register("tensor.rank", |s| {
        let v = Value::index(s.tensor(0)?.rank() as i64);
        s.set(0, v)
    });
    i.register("tensor.generate", |s| {
        let (elem, shape) = (s.result_elem(0)?, result_sizes(s, 0)?);
        let region = s.region(0)?;
        let t = generate(s, elem, &shape, region)?;
        s.set_elements(0, t)
    });
    i.register("tensor.yield", exit);
}

/// Ops of `bufferization` on tensors.
fn register_bufferization(i: &mut Interpreter) {
    i.register("bufferization.alloc_tensor", |s| {
        let copy = s.segment(1)?;
        if !copy.is_empty() {
            let v = s.operand(copy.start)?.clone();
            return s.set(0, v);
        }
        let (elem, shape) = (s.result_elem(0)?, result_sizes(s, 0)?);
        s.set_elements(0, Tensor::splat(elem, shape, undefined(elem)))
    });
    i.register("bufferization.dealloc_tensor", |_| Ok(Flow::Next));
}

/// Ops that cast, cut, combine and reshape whole tensors.
fn register_shapes(i: &mut Interpreter) {
    for name in ["tensor.cast", "bufferization.materialize_in_destination"] {
        i.register(name, |s| {
            if let Ok(m) = s.memref(1) {
                s.check(m.fill_from(&s.tensor(0)?.data))?;
                return Ok(Flow::Next);
            }
            let v = s.operand(0)?.clone();
            s.set(0, v)
        });
    }
    i.register("tensor.bitcast", |s| {
        super::elementwise::map1(s, |e, to, x| Some(Num::from_bits(to, x.bits(e))))
    });
    i.register("tensor.extract_slice", |s| {
        let slice = slices::slice(s, 1)?;
        let dims = s.dims_of(s.result_type(0)?)?;
        let x = s.tensor(0)?;
        let sizes = slice.inside(s, &x.shape)?;
        let own = x.strides();
        let strides: Shape =
            own.iter().zip(&slice.strides).map(|(&a, &b)| a.wrapping_mul(b as usize)).collect();
        let offset = own.iter().zip(&slice.offsets).map(|(&a, &b)| a * b as usize).sum();
        let kept: Shape = Slice::reduced(&sizes, dims).iter().map(|&d| sizes[d]).collect();
        let t = x.view(&sizes, &strides, offset).reshaped(kept);
        s.set_elements(0, t)
    });
    for name in ["tensor.insert_slice", "tensor.parallel_insert_slice"] {
        i.register(name, insert_slice);
    }
    for name in ["tensor.expand_shape", "tensor.collapse_shape"] {
        i.register(name, reassociate);
    }
    i.register("tensor.reshape", |s| {
        let shape: Shape = s.tensor(1)?.data.ints().iter().map(|&v| v.max(0) as usize).collect();
        let n = s.elements(&shape)?;
        let x = s.tensor(0)?;
        s.ensure(n == x.len(), || "changes the number of elements".into())?;
        let t = x.reshaped(shape);
        s.set_elements(0, t)
    });
    i.register("tensor.concat", |s| {
        let dim = s.int_attr("dim")?;
        concatenate(s, dim)
    });
    i.register("tensor.pad", pad);
}

/// The value of an element that was never written: a number that is easy to spot.
pub(crate) fn undefined(elem: Elem) -> Num {
    if elem.is_int() { Num::Int(elem.wrap(-0x5A5A_5A5B)) } else { Num::from_f64(elem, f64::NAN) }
}

fn outside(s: &Step<'_, '_>, pos: &[i64], shape: &[usize]) -> crate::Fault {
    s.fault(format!("reads at {pos:?}, outside of a tensor of sizes {shape:?}"))
}

/// The sizes of result 0, whose dynamic ones are the operands from `from` on.
pub(crate) fn result_sizes(s: &Step<'_, '_>, from: usize) -> Eval<Shape> {
    let mut next = from;
    let dims = s.dims_of(s.result_type(0)?)?;
    let shape = dims
        .iter()
        .map(|&d| {
            let v = if d == DYNAMIC {
                next += 1;
                s.int(next - 1)?
            } else {
                d
            };
            usize::try_from(v).map_err(|_| s.fault(format!("gets a size of {v}")))
        })
        .collect::<Eval<Shape>>()?;
    s.elements(&shape)?;
    Ok(shape)
}

fn insert_slice(s: &mut Step<'_, '_>) -> Eval {
    let slice = slices::slice(s, 2)?;
    let source = s.tensor(0)?.clone();
    let sizes = slice.inside(s, &s.tensor(1)?.shape)?;
    s.ensure(crate::tensor::count(&sizes) == Some(source.len()), || "has a source of the wrong size".into())?;
    let parallel = s.name() == "tensor.parallel_insert_slice";
    let mut dest = if parallel { s.tensor(1)?.clone() } else { s.take_tensor(1)? };
    let own = dest.strides();
    let strides: Shape = own.iter().zip(&slice.strides).map(|(&a, &b)| a.wrapping_mul(b as usize)).collect();
    let offset: usize = own.iter().zip(&slice.offsets).map(|(&a, &b)| a * b as usize).sum();
    dest.data.write(&Layout::strided(&sizes, &strides, offset), &source.data);
    if parallel {
        // The destination is a shared output of the enclosing loop, whose value is updated.
        let Some(v) = s.body().operands(s.op).nth(1) else { return Err(s.fault("has no destination")) };
        s.f.put(v, Value::Tensor(dest));
        return Ok(Flow::Next);
    }
    s.set_elements(0, dest)
}

fn reassociate(s: &mut Step<'_, '_>) -> Eval {
    let groups = slices::groups(s)?;
    let x = s.tensor(0)?;
    let shape: Shape = if s.mnemonic() == "collapse_shape" {
        collapsed(s, &x.shape, &groups)?
    } else {
        s.mixed("static_output_shape", 1..s.num_operands())?.iter().map(|&v| v.max(0) as usize).collect()
    };
    s.ensure(crate::tensor::count(&shape) == Some(x.len()), || "changes the number of elements".into())?;
    let t = x.reshaped(shape);
    s.set_elements(0, t)
}

/// The sizes that groups of dimensions have together.
pub(crate) fn collapsed(s: &Step<'_, '_>, shape: &[usize], groups: &[Shape]) -> Eval<Shape> {
    groups
        .iter()
        .map(|g| {
            let sizes =
                g.iter().map(|&d| shape.get(d).copied().ok_or_else(|| s.fault("names a missing dimension")));
            sizes.collect::<Eval<Shape>>().map(|v| v.iter().product())
        })
        .collect()
}

/// A tensor whose elements a region computes from their positions.
fn generate(
    s: &mut Step<'_, '_>,
    elem: Elem,
    shape: &[usize],
    region: strata_ir::prelude::Region,
) -> Eval<Tensor> {
    let mut positions: Vec<Args> = Vec::new();
    for_each_position(shape, |pos| positions.push(pos.iter().map(|&p| Value::index(p as i64)).collect()));
    let mut nums = Vec::with_capacity(positions.len());
    for args in positions {
        match s.run(region, args)?.first() {
            Some(&Value::Scalar(_, n)) => nums.push(n),
            _ => return Err(s.fault("has a body that yields no scalar")),
        }
    }
    Ok(Tensor::new(elem, shape, crate::Data::collect(elem, nums.into_iter())))
}

fn pad(s: &mut Step<'_, '_>) -> Eval {
    let low = s.mixed("static_low", s.segment(1)?)?;
    let high = s.mixed("static_high", s.segment(2)?)?;
    let x = s.tensor(0)?.clone();
    let interior: SmallVec<[i64; 4]> = SmallVec::from_elem(0, x.rank());
    let shape =
        padded_shape(&x.shape, &low, &high, &interior).ok_or_else(|| s.fault("has a negative size"))?;
    s.elements(&shape)?;
    let region = s.region(0)?;
    // The usual padding value does not depend on the position.
    let (b, block) = (s.body(), s.body().blocks(region).first().copied());
    let yielded = block.and_then(|k| b.last_op(k)).and_then(|op| b.operands(op).next());
    let constant = yielded.filter(|&v| b.def_block(v) != block).and_then(|v| s.f.get(v).cloned());
    let out = if let Some(Value::Scalar(_, n)) = constant {
        padded(&x, n, &shape, &low, &interior)
    } else {
        let mut all = generate(s, x.elem, &shape, region)?;
        let inner = padded(
            &Tensor::splat(Elem::I1, x.shape.clone(), Num::Int(1)),
            Num::Int(0),
            &shape,
            &low,
            &interior,
        );
        let values = padded(&x, Num::zero(x.elem), &shape, &low, &interior);
        let flags = inner.data.ints();
        all.data.overwrite(&values.data, |i| (flags.get(i) == Some(&1)).then_some(i));
        all
    };
    s.set_elements(0, out)
}
