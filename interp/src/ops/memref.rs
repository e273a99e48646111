//! `memref`, and the ops of `bufferization` on buffers.

use smallvec::SmallVec;
use strata_ir::prelude::{MemRefType, Type, TypeAttr, VectorType};

use super::slices::{self, Slice};
use crate::{
    Args, Elem, Eval, Flow, Interpreter, MemRef, Shape, Signed, Step, Value, ops::arith,
    ops::tensor::result_sizes,
};

pub(crate) fn register(i: &mut Interpreter) {
    register_allocations(i);
    register_accesses(i);
    register_bufferization(i);
    register_views(i);
}

/// Ops that allocate and free.
fn register_allocations(i: &mut Interpreter) {
    i.register("memref.alloc", |s| {
        let m = allocate(s)?;
        s.set(0, Value::MemRef(m))
    });
    i.register("memref.alloca", |s| {
        let m = allocate(s)?;
        if let Some(scope) = s.m.scopes.last_mut() {
            scope.push(m.buffer.clone());
        }
        s.set(0, Value::MemRef(m))
    });
    i.register("memref.alloca_scope", alloca_scope);
    i.register("memref.alloca_scope.return", super::func::exit);
    // The lowered form of `alloca_scope`: saved states of the stack are restored in the order of scopes.
    i.register("llvm.intr.stacksave", |s| {
        s.m.scopes.push(Vec::new());
        s.set(0, Value::Token)
    });
    i.register("llvm.intr.stackrestore", |s| {
        for buffer in s.m.scopes.pop().unwrap_or_default() {
            buffer.free();
        }
        Ok(Flow::Next)
    });
    i.register("memref.realloc", realloc);
    i.register("memref.dealloc", |s| {
        let freed = s.memref(0)?.buffer.free();
        s.ensure(freed, || "frees a buffer that was freed before".into())?;
        Ok(Flow::Next)
    });
    i.register("memref.get_global", get_global);
}

/// Ops that read and write elements, and query sizes.
fn register_accesses(i: &mut Interpreter) {
    i.register("memref.load", |s| {
        let pos = s.ints_from(1)?;
        let m = s.memref(0)?;
        if pos.len() < m.rank() {
            // The element is a vector.
            let t = s.check(m.part(&pos).and_then(|m| m.to_tensor()))?;
            return s.set(0, Value::Vector(t));
        }
        let v = Value::Scalar(m.elem, s.check(m.load(&pos))?);
        s.set(0, v)
    });
    i.register("memref.store", |s| {
        let pos = s.ints_from(2)?;
        let m = s.memref(1)?;
        if pos.len() < m.rank() {
            let t = s.tensor(0)?;
            s.check(m.part(&pos).and_then(|m| m.fill_from(&t.data)))?;
            return Ok(Flow::Next);
        }
        s.check(m.store(&pos, s.scalar(0)?.1))?;
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
        let m = s.memref(0)?;
        let ty = s.body().operands(s.op).next().map(|v| s.body().ty(v));
        // The dimensions of vectors that are its elements do not count.
        let rank = ty.and_then(|ty| s.cx().shaped(ty)?.shape).map_or(m.rank(), |dims| dims.len());
        let v = Value::index(rank as i64);
        s.set(0, v)
    });
    i.register("memref.prefetch", |_| Ok(Flow::Next));
}

/// Ops of `bufferization` on buffers.
fn register_bufferization(i: &mut Interpreter) {
    i.register("bufferization.dealloc", dealloc);
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

/// Ops whose result is another view of the same buffer.
fn register_views(i: &mut Interpreter) {
    // The op asserts that the buffers do not alias. Only accesses could violate this, so nothing is checked here.
    i.register("memref.distinct_objects", |s| {
        let all = s.operands_from(0)?;
        s.set_all(all)
    });
    for name in ["memref.cast", "memref.memory_space_cast", "memref.assume_alignment"] {
        i.register(name, |s| {
            let v = s.operand(0)?.clone();
            s.set(0, v)
        });
    }
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
    // Different buffers have different addresses; nothing else is promised.
    i.register("memref.extract_aligned_pointer_as_index", |s| {
        let m = s.memref(0)?;
        let address = m.buffer.address().wrapping_add(m.base) as i64;
        s.set(0, Value::index(address))
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
}

/// The sizes of the vectors that are the elements of a shaped type; nothing for other elements.
fn vector_sizes(s: &Step<'_, '_>, ty: Type) -> Eval<Shape> {
    match s.cx().type_as::<VectorType>(s.cx().elem_or_self(ty)) {
        Some(v) => {
            crate::value::static_shape(&v.shape).ok_or_else(|| s.fault("has vectors of unknown sizes"))
        }
        None => Ok(Shape::new()),
    }
}

/// A new buffer for result 0.
fn allocate(s: &mut Step<'_, '_>) -> Eval<MemRef> {
    let ty = s.result_type(0)?;
    let (mut sizes, inner) = (result_sizes(s, 0)?, vector_sizes(s, ty)?);
    sizes.extend(inner);
    s.elements(&sizes)?;
    s.charge(1)?;
    let elem = s.elem_of(s.cx().elem_or_self(ty))?;
    Ok(MemRef::alloc(elem, &sizes))
}

/// Runs a region; the stack buffers that are allocated in it are freed at its end.
fn alloca_scope(s: &mut Step<'_, '_>) -> Eval {
    s.m.scopes.push(Vec::new());
    let out = s.run(s.region(0)?, Args::new());
    for buffer in s.m.scopes.pop().unwrap_or_default() {
        buffer.free();
    }
    s.set_all(out?)
}

/// A new buffer that begins with the elements of the old one, which is freed.
fn realloc(s: &mut Step<'_, '_>) -> Eval {
    let (elem, sizes) = (s.result_elem(0)?, result_sizes(s, 1)?);
    let old = s.memref(0)?.clone();
    let m = MemRef::alloc(elem, &sizes);
    let common = old.len().min(m.len());
    let first = |m: &MemRef| MemRef { sizes: SmallVec::from_elem(common, 1), ..m.clone() };
    let kept = s.check(first(&old).to_tensor())?;
    s.check(first(&m).fill_from(&kept.data))?;
    s.ensure(old.buffer.free(), || "frees a buffer that was freed before".into())?;
    s.set(0, Value::MemRef(m))
}

/// Frees each buffer whose condition holds, once, unless one that is retained looks at the same allocation. A retained
/// one gets a condition that holds if one of its own did.
fn dealloc(s: &mut Step<'_, '_>) -> Eval {
    let group =
        |s: &Step<'_, '_>, k| -> Eval<Vec<MemRef>> { s.segment(k)?.map(|i| s.memref(i).cloned()).collect() };
    let (memrefs, retained) = (group(s, 0)?, group(s, 2)?);
    let conditions: Vec<bool> = s.segment(1)?.map(|i| s.int(i).map(|c| c != 0)).collect::<Eval<_>>()?;
    let owned: Vec<&MemRef> = memrefs.iter().zip(conditions).filter(|(_, c)| *c).map(|(m, _)| m).collect();
    for (k, m) in owned.iter().enumerate() {
        let again = owned[..k].iter().any(|other| other.same_buffer(m));
        if !again && !retained.iter().any(|kept| kept.same_buffer(m)) {
            s.ensure(m.buffer.free(), || "frees a buffer that was freed before".into())?;
        }
    }
    let updated = retained.iter().map(|kept| Value::bool(owned.iter().any(|m| m.same_buffer(kept))));
    let updated = updated.collect();
    s.set_all(updated)
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
