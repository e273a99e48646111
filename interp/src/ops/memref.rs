//! `memref`, and the ops of `bufferization` on buffers.

use smallvec::SmallVec;
use strata_ir::prelude::{MemRefType, TypeAttr};

use super::slices::{self, Slice};
use crate::{
    Elem, Eval, Flow, Interpreter, MemRef, Shape, Signed, Step, Value, ops::arith, ops::tensor::result_sizes,
};

pub(crate) fn register(i: &mut Interpreter) {
    for name in ["memref.alloc", "memref.alloca"] {
        i.register(name, |s| {
            let (elem, sizes) = (s.result_elem(0)?, result_sizes(s, 0)?);
            s.charge(1)?;
            s.set(0, Value::MemRef(MemRef::alloc(elem, &sizes)))
        });
    }
    i.register("memref.dealloc", |s| {
        let freed = s.memref(0)?.buffer.free();
        s.ensure(freed, || "frees a buffer that was freed before".into())?;
        Ok(Flow::Next)
    });
    i.register("memref.load", |s| {
        let pos = s.ints_from(1)?;
        let m = s.memref(0)?;
        let v = Value::Scalar(m.elem, s.check(m.load(&pos))?);
        s.set(0, v)
    });
    i.register("memref.store", |s| {
        let (pos, n) = (s.ints_from(2)?, s.scalar(0)?.1);
        s.check(s.memref(1)?.store(&pos, n))?;
        Ok(Flow::Next)
    });
    {
        let name = "memref.copy";
        i.register(name, |s| {
            let t = s.check(s.memref(0)?.to_tensor())?;
            s.check(s.memref(1)?.fill_from(&t.data))?;
            Ok(Flow::Next)
        });
    }
    i.register("memref.dim", |s| {
        let d = s.int(1)?;
        let m = s.memref(0)?;
        let v = Value::index(m.sizes[s.dims(&[d], m.rank())?[0]] as i64);
        s.set(0, v)
    });
    i.register("memref.rank", |s| {
        let v = Value::index(s.memref(0)?.rank() as i64);
        s.set(0, v)
    });
    for name in ["memref.cast", "memref.memory_space_cast", "memref.assume_alignment"] {
        i.register(name, |s| {
            let v = s.operand(0)?.clone();
            s.set(0, v)
        });
    }
    i.register("memref.prefetch", |_| Ok(Flow::Next));
    i.register("memref.subview", subview);
    i.register("memref.reinterpret_cast", |s| {
        let cast = slices::slice(s, 1)?;
        let sizes: Shape = s.dims(&cast.sizes, usize::MAX)?;
        let m = s.memref(0)?;
        let offset = cast.offsets.first().copied().unwrap_or(0);
        let v = MemRef { offset, sizes, strides: cast.strides, ..m.clone() };
        s.set(0, Value::MemRef(v))
    });
    i.register("memref.view", |s| {
        let (shift, elem, sizes) = (s.int(1)?, s.result_elem(0)?, result_sizes(s, 2)?);
        let m = s.memref(0)?;
        let base = usize::try_from(shift).ok().and_then(|v| v.checked_add(m.base));
        let bytes = crate::tensor::count(&sizes).and_then(|n| n.checked_mul(elem.bytes()));
        let end = base.zip(bytes).and_then(|(a, b)| a.checked_add(b));
        let base = base.filter(|_| end.is_some_and(|e| e <= m.buffer.len()));
        let base = base.ok_or_else(|| s.fault("looks at bytes outside of its buffer"))?;
        let v = MemRef::over(elem, m.buffer.clone(), base, &sizes);
        s.set(0, Value::MemRef(v))
    });
    i.register("memref.transpose", |s| {
        let dims = s.map("permutation")?.result_dims().unwrap_or_default();
        let m = s.memref(0)?;
        let dims = s.dims(&dims.iter().map(|&d| d as i64).collect::<Signed>(), m.rank())?;
        let v = MemRef {
            sizes: dims.iter().map(|&d| m.sizes[d]).collect(),
            strides: dims.iter().map(|&d| m.strides[d]).collect(),
            ..m.clone()
        };
        s.set(0, Value::MemRef(v))
    });
    i.register("memref.extract_strided_metadata", |s| {
        let m = s.memref(0)?.clone();
        let base = MemRef { offset: 0, sizes: Shape::new(), strides: Signed::new(), ..m.clone() };
        let numbers =
            [m.offset].into_iter().chain(m.sizes.iter().map(|&v| v as i64)).chain(m.strides.iter().copied());
        let all = [Value::MemRef(base)].into_iter().chain(numbers.map(Value::index)).collect();
        s.set_all(all)
    });
    i.register("memref.expand_shape", expand);
    i.register("memref.collapse_shape", collapse);
    i.register("memref.reshape", |s| {
        let shape = s.check(s.memref(1)?.to_tensor())?;
        let sizes = s.dims(shape.data.ints(), usize::MAX)?;
        let m = s.memref(0)?;
        s.ensure(crate::tensor::count(&sizes) == Some(m.len()), || "changes the number of elements".into())?;
        let mut v = MemRef::over(m.elem, m.buffer.clone(), m.base, &sizes);
        v.offset = m.offset;
        s.set(0, Value::MemRef(v))
    });
    i.register("memref.get_global", get_global);
    i.register("bufferization.to_tensor", |s| {
        let t = s.check(s.memref(0)?.to_tensor())?;
        s.set(0, Value::Tensor(t))
    });
    i.register("bufferization.to_buffer", |s| {
        let m = MemRef::from_tensor(s.tensor(0)?);
        s.set(0, Value::MemRef(m))
    });
    i.register("bufferization.clone", |s| {
        let t = s.check(s.memref(0)?.to_tensor())?;
        s.set(0, Value::MemRef(MemRef::from_tensor(&t)))
    });
}

fn subview(s: &mut Step<'_, '_>) -> Eval {
    let slice = slices::slice(s, 1)?;
    let dims = s.dims_of(s.result_type(0)?)?;
    let m = s.memref(0)?;
    let sizes = slice.inside(s, &m.sizes)?;
    let offset = m
        .strides
        .iter()
        .zip(&slice.offsets)
        .try_fold(m.offset, |at, (a, b)| at.checked_add(a.checked_mul(*b)?));
    let offset = offset.ok_or_else(|| s.fault("has an offset that overflows"))?;
    let kept = Slice::reduced(&sizes, dims);
    let v = MemRef {
        offset,
        sizes: kept.iter().map(|&d| sizes[d]).collect(),
        strides: kept.iter().map(|&d| m.strides[d].wrapping_mul(slice.strides[d])).collect(),
        ..m.clone()
    };
    s.set(0, Value::MemRef(v))
}

fn expand(s: &mut Step<'_, '_>) -> Eval {
    let groups = slices::groups(s)?;
    let sizes: Shape = s.dims(&s.mixed("static_output_shape", 1..s.num_operands())?, usize::MAX)?;
    let m = s.memref(0)?;
    s.ensure(crate::tensor::count(&sizes) == Some(m.len()) && groups.len() == m.rank(), || {
        "changes the number of elements".into()
    })?;
    let mut strides: Signed = SmallVec::from_elem(1, sizes.len());
    for (g, &stride) in groups.iter().zip(&m.strides) {
        let mut at = stride;
        for &d in g.iter().rev() {
            let size = *sizes.get(d).ok_or_else(|| s.fault("names a missing dimension"))?;
            strides[d] = at;
            at = at.wrapping_mul(size as i64);
        }
    }
    let v = MemRef { sizes, strides, ..m.clone() };
    s.set(0, Value::MemRef(v))
}

fn collapse(s: &mut Step<'_, '_>) -> Eval {
    let groups = slices::groups(s)?;
    let m = s.memref(0)?;
    let sizes = super::tensor::collapsed(s, &m.sizes, &groups)?;
    let mut strides = Signed::new();
    for g in &groups {
        // A size of 1 has any stride, so the innermost other dimension counts.
        let d = g.iter().rev().find(|&&d| m.sizes[d] != 1).or(g.last());
        strides.push(d.map_or(1, |&d| m.strides[d]));
        for pair in g.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let joined =
                m.sizes[a] == 1 || m.sizes[b] == 1 || m.strides[a] == m.strides[b] * m.sizes[b] as i64;
            s.ensure(joined || m.is_empty(), || "joins dimensions that do not lie together".into())?;
        }
    }
    let v = MemRef { sizes, strides, ..m.clone() };
    s.set(0, Value::MemRef(v))
}

fn get_global(s: &mut Step<'_, '_>) -> Eval {
    let name = s.symbol("name")?;
    let key = s.cx().intern(name);
    if let Some(v) = s.m.globals.get(&key).cloned() {
        return s.set(0, v);
    }
    let cx = s.cx();
    let Some((body, op)) = s.m.symbol(name) else { return Err(s.fault(format!("'{name}' is not a global"))) };
    let ty = body.attr(op, "type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(|t| t.0);
    let Some(ty) = ty.and_then(|t| cx.type_as::<MemRefType>(t)) else {
        return Err(s.fault(format!("'{name}' is not a global")));
    };
    let elem: Elem = s.elem_of(ty.elem)?;
    let sizes =
        crate::value::static_shape(&ty.shape).ok_or_else(|| s.fault("has a global of unknown size"))?;
    s.elements(&sizes)?;
    let initial = body.attr(op, "initial_value").and_then(|a| arith::attr_value(cx, a));
    let m = match initial {
        Some(Value::Tensor(t)) => MemRef::from_tensor(&t),
        _ => MemRef::alloc(elem, &sizes),
    };
    s.m.globals.insert(key, Value::MemRef(m.clone()));
    s.set(0, Value::MemRef(m))
}
