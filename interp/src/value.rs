//! [`Value`]: the run-time value of an SSA value.

use std::sync::Arc;

use smallvec::SmallVec;
use strata_amx::TileType;
use strata_ir::prelude::{
    AsmWriter, Attr, ComplexType, Context, DYNAMIC, MemRefType, TensorType, TupleType, Type,
    UnrankedMemRefType, UnrankedTensorType, VectorType,
};
use strata_shape::{ShapeType, SizeType};
use strata_stablehlo::{FutureType, infer::bound};

use crate::{Elem, MemRef, Num, Tensor, tensor::Shape};

/// The value of an SSA value.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer, an index, a float or a complex number.
    Scalar(Elem, Num),
    /// A tensor.
    Tensor(Tensor),
    /// A vector, or a tile in a register.
    Vector(Tensor),
    /// A view of memory.
    MemRef(MemRef),
    /// A tuple.
    Tuple(Arc<[Value]>),
    /// The results of an async op, available when it is complete.
    Future(Arc<[Value]>),
    /// The name of a function.
    Function(Arc<str>),
    /// An order of effects, without data.
    Token,
}

impl Value {
    /// An `index`.
    pub fn index(v: i64) -> Value {
        Value::Scalar(Elem::Index, Num::Int(v))
    }
    /// An `i1`.
    pub fn bool(v: bool) -> Value {
        Value::Scalar(Elem::I1, Num::Int(v as i64))
    }
    /// The elements, if it is a tensor or a vector.
    pub fn elements(&self) -> Option<&Tensor> {
        match self {
            Value::Tensor(t) | Value::Vector(t) => Some(t),
            _ => None,
        }
    }
    /// Whether the value may be held by an SSA value of type `ty`.
    pub fn fits(&self, cx: &Context, ty: Type) -> bool {
        let shape = |t: &Tensor, dims: &[i64], elem: Type| {
            Elem::from_type(cx, elem) == Some(t.elem) && sizes_fit(&t.shape, dims)
        };
        match self {
            Value::Scalar(Elem::Index, _) if cx.type_as::<SizeType>(ty).is_some() => true,
            Value::Scalar(e, _) => Elem::from_type(cx, ty) == Some(*e),
            Value::Tensor(t) if cx.type_as::<ShapeType>(ty).is_some() => {
                t.elem == Elem::Index && t.rank() == 1
            }
            Value::Tensor(t) => match cx.type_as::<TensorType>(ty) {
                Some(r) => shape(t, &r.shape, r.elem) && bounds_fit(cx, &t.shape, r),
                None => cx
                    .type_as::<UnrankedTensorType>(ty)
                    .is_some_and(|u| Elem::from_type(cx, u.elem) == Some(t.elem)),
            },
            Value::Vector(t) => match cx.type_as::<TileType>(ty) {
                Some(tile) => shape(t, &tile.elements.shape, tile.elements.elem),
                None => cx.type_as::<VectorType>(ty).is_some_and(|v| shape(t, &v.shape, v.elem)),
            },
            Value::MemRef(m) => match cx.type_as::<MemRefType>(ty) {
                Some(r) => match cx.type_as::<VectorType>(r.elem) {
                    // The dimensions of vectors that are elements lie behind those of the memref.
                    Some(v) => {
                        let dims: SmallVec<[i64; 4]> = r.shape.iter().chain(&v.shape).copied().collect();
                        Elem::from_type(cx, v.elem) == Some(m.elem) && sizes_fit(&m.sizes, &dims)
                    }
                    None => Elem::from_type(cx, r.elem) == Some(m.elem) && sizes_fit(&m.sizes, &r.shape),
                },
                None => cx.type_as::<UnrankedMemRefType>(ty).is_some(),
            },
            Value::Tuple(items) => cx.type_as::<TupleType>(ty).is_some_and(|t| {
                t.0.len() == items.len() && items.iter().zip(&t.0).all(|(v, &t)| v.fits(cx, t))
            }),
            Value::Future(items) => cx.type_as::<FutureType>(ty).is_some_and(|t| {
                t.0.len() == items.len() && items.iter().zip(&t.0).all(|(v, &t)| v.fits(cx, t))
            }),
            Value::Function(_) | Value::Token => true,
        }
    }
    /// The type of the value in words, for messages.
    pub fn describe(&self) -> String {
        let sized = |sizes: &[usize], e: Elem| {
            sizes.iter().map(|d| format!("{d}x")).collect::<String>() + &e.to_string()
        };
        match self {
            Value::Scalar(e, _) => e.to_string(),
            Value::Tensor(t) => format!("tensor<{}>", sized(&t.shape, t.elem)),
            Value::Vector(t) => format!("vector<{}>", sized(&t.shape, t.elem)),
            Value::MemRef(m) => format!("memref<{}>", sized(&m.sizes, m.elem)),
            Value::Tuple(v) => {
                format!("tuple<{}>", v.iter().map(Value::describe).collect::<Vec<_>>().join(", "))
            }
            Value::Future(v) => {
                format!("future<{}>", v.iter().map(Value::describe).collect::<Vec<_>>().join(", "))
            }
            Value::Function(name) => format!("function @{name}"),
            Value::Token => "token".into(),
        }
    }
    /// The value of a constant's attribute; `None` where it is of a kind or a type that is not interpreted.
    pub fn from_attr(cx: &Context, attr: Attr) -> Option<Value> {
        crate::ops::constant_value(cx, attr)
    }
    /// The value as an attribute of an IR: a constant; `None` for memory, tuples, functions and tokens.
    pub fn to_attr(&self, cx: &Context) -> Option<Attr> {
        match self {
            Value::Scalar(e, n) => scalar_attr(cx, *e, *n),
            Value::Tensor(t) => dense(cx, t, false),
            Value::Vector(t) => dense(cx, t, true),
            Value::MemRef(m) => dense(cx, &m.to_tensor().ok()?, false),
            _ => None,
        }
    }
    /// The value as a literal of MLIR: `dense<[1, 2]> : tensor<2xi32>`.
    pub fn display(&self, cx: &Context) -> String {
        if let Value::Tuple(items) = self {
            return format!("({})", items.iter().map(|v| v.display(cx)).collect::<Vec<_>>().join(", "));
        }
        if let Value::Scalar(e @ Elem::Complex(_), n) = self {
            let t = Value::Tensor(Tensor::scalar(*e, *n));
            return t.display(cx);
        }
        match self.to_attr(cx) {
            Some(a) => {
                let mut out = String::new();
                AsmWriter::new(cx, &mut out).attr(a);
                out
            }
            None => self.describe(),
        }
    }
}

/// Whether sizes are those of a type, which may leave some open.
pub(crate) fn sizes_fit(sizes: &[usize], dims: &[i64]) -> bool {
    sizes.len() == dims.len() && sizes.iter().zip(dims).all(|(&s, &d)| d == DYNAMIC || d == s as i64)
}

/// Whether sizes are not above the bounds of a type.
fn bounds_fit(cx: &Context, sizes: &[usize], ty: &TensorType) -> bool {
    let fits = |(d, &n): (usize, &usize)| bound(cx, ty, d).is_none_or(|bound| n as i64 <= bound);
    ty.encoding.is_none() || sizes.iter().enumerate().all(fits)
}

fn scalar_attr(cx: &Context, e: Elem, n: Num) -> Option<Attr> {
    use strata_ir::{
        num::ApInt,
        prelude::{FloatAttr, IntegerAttr},
    };
    let ty = e.ty(cx);
    match e {
        Elem::Int { .. } | Elem::Index => {
            Some(cx.attr(IntegerAttr { value: ApInt::from_u64(e.width(), e.zext(n.int())), ty }))
        }
        Elem::Float(_) => Some(cx.attr(FloatAttr { bits: n.bits(e) as u128, ty })),
        Elem::Complex(_) => None,
    }
}

fn dense(cx: &Context, t: &Tensor, vector: bool) -> Option<Attr> {
    let dims: SmallVec<[i64; 4]> = t.shape.iter().map(|&d| d as i64).collect();
    let elem = t.elem.ty(cx);
    let ty = if vector { cx.vector(&dims, elem) } else { cx.tensor(&dims, elem) };
    let width = strata_ir::prelude::element_bytes(cx, elem)?;
    let mut bytes = t.data.to_le(t.elem);
    if width != t.elem.bytes() && cx.type_as::<ComplexType>(elem).is_none() {
        bytes = bytes.chunks_exact(t.elem.bytes()).flat_map(|b| &b[..width]).copied().collect();
    }
    cx.dense_attr(ty, bytes)
}

/// The sizes of a type whose sizes are all known.
pub fn static_shape(dims: &[i64]) -> Option<Shape> {
    dims.iter().map(|&d| usize::try_from(d).ok()).collect()
}
