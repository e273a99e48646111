//! [`Shape`]: the type of a value, as XLA writes it: `f32[2,3]{1,0}`, `(s32[], pred[<=8])`, `token[]`.

use std::{fmt, str::FromStr};

use strata_ir::{num::FloatFormat, prelude::*};
use strata_stablehlo::{FutureType, TokenType, TypeExtensions};

use crate::{Error, PrimitiveType, Result};

/// A size that has no bound: `f32[?]`.
pub const UNBOUNDED: i64 = DYNAMIC;

/// The type of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayShape {
    /// The element type.
    pub element_type: PrimitiveType,
    /// The sizes; the largest ones where the size is dynamic, or [`UNBOUNDED`].
    pub dimensions: Vec<i64>,
    /// Whether each size is known only at run time.
    pub dynamic: Vec<bool>,
    /// The dimensions from the one that varies fastest to the slowest, if a layout is asked for.
    pub layout: Option<Vec<i64>>,
}

impl ArrayShape {
    /// Whether the size of a dimension is known only when the program runs.
    pub fn is_dynamic(&self, dimension: usize) -> bool {
        self.dynamic.get(dimension).copied().unwrap_or(false)
            || self.dimensions.get(dimension) == Some(&UNBOUNDED)
    }
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// An array; a scalar is an array without dimensions.
    Array(ArrayShape),
    /// Several values.
    Tuple(Vec<Shape>),
    /// An order of side effects, without data.
    Token,
    /// The values that an asynchronous operation will have.
    Future(Vec<Shape>),
}

impl Shape {
    /// An array of static sizes.
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::F32, Shape};
    /// assert_eq!(Shape::array(F32, &[2, 3]).to_string(), "f32[2,3]");
    /// assert_eq!("f32[2,3]{1,0}".parse::<Shape>().unwrap().dimensions(), [2, 3]);
    /// ```
    pub fn array(element_type: PrimitiveType, dimensions: &[i64]) -> Self {
        Self::bounded(element_type, dimensions, &vec![false; dimensions.len()])
    }
    /// An array some of whose sizes are bounds of sizes that are known at run time.
    pub fn bounded(element_type: PrimitiveType, bounds: &[i64], dynamic: &[bool]) -> Self {
        let dynamic = bounds
            .iter()
            .enumerate()
            .map(|(i, &d)| d == UNBOUNDED || dynamic.get(i).copied().unwrap_or(false))
            .collect();
        Shape::Array(ArrayShape { element_type, dimensions: bounds.to_vec(), dynamic, layout: None })
    }
    /// A scalar.
    pub fn scalar(element_type: PrimitiveType) -> Self {
        Self::array(element_type, &[])
    }
    /// A tuple.
    pub fn tuple(elements: impl Into<Vec<Shape>>) -> Self {
        Shape::Tuple(elements.into())
    }
    /// The same array in a layout: the dimensions from the fastest to the slowest.
    pub fn with_layout(mut self, minor_to_major: &[i64]) -> Self {
        if let Shape::Array(a) = &mut self {
            a.layout = Some(minor_to_major.to_vec());
        }
        self
    }
    /// The array type, if it is one.
    pub fn as_array(&self) -> Option<&ArrayShape> {
        match self {
            Shape::Array(a) => Some(a),
            _ => None,
        }
    }
    /// The sizes; none for what is no array.
    pub fn dimensions(&self) -> &[i64] {
        self.as_array().map_or(&[], |a| &a.dimensions)
    }
    /// The number of dimensions; 0 for what is no array.
    pub fn rank(&self) -> usize {
        self.dimensions().len()
    }
    /// The element type of an array.
    pub fn element_type(&self) -> Option<PrimitiveType> {
        self.as_array().map(|a| a.element_type)
    }
    /// Whether all sizes are known.
    pub fn is_static(&self) -> bool {
        match self {
            Shape::Array(a) => !a.dynamic.contains(&true),
            Shape::Tuple(v) | Shape::Future(v) => v.iter().all(Shape::is_static),
            Shape::Token => true,
        }
    }
    /// The IR type.
    pub(crate) fn to_type(&self, cx: &Context) -> Type {
        let all = |v: &[Shape]| v.iter().map(|s| s.to_type(cx)).collect::<Vec<_>>();
        match self {
            Shape::Token => cx.ty(TokenType),
            Shape::Tuple(v) => cx.ty(TupleType(all(v).into())),
            Shape::Future(v) => cx.ty(FutureType(all(v))),
            Shape::Array(a) => {
                let size = |i: usize| if a.is_dynamic(i) { DYNAMIC } else { a.dimensions[i] };
                let shape: Dims = (0..a.dimensions.len()).map(size).collect();
                let bound = |i: usize| if a.is_dynamic(i) { a.dimensions[i] } else { DYNAMIC };
                let bounds: Dims = (0..shape.len()).map(bound).collect();
                let encoding = bounds
                    .iter()
                    .any(|&b| b != DYNAMIC)
                    .then(|| cx.attr(TypeExtensions { bounds: bounds.clone() }));
                cx.ty(TensorType { shape, elem: a.element_type.to_type(cx), encoding })
            }
        }
    }
    /// The shape that an IR type is; `None` for types that programs of the builder do not have.
    pub(crate) fn of_type(cx: &Context, ty: Type) -> Option<Self> {
        let all = |types: &[Type]| types.iter().map(|&t| Shape::of_type(cx, t)).collect::<Option<Vec<_>>>();
        if cx.type_as::<TokenType>(ty).is_some() {
            return Some(Shape::Token);
        }
        if let Some(tuple) = cx.type_as::<TupleType>(ty) {
            return all(&tuple.0).map(Shape::Tuple);
        }
        if let Some(future) = cx.type_as::<FutureType>(ty) {
            return all(&future.0).map(Shape::Future);
        }
        let t = cx.type_as::<TensorType>(ty)?;
        let dynamic: Vec<bool> = t.shape.iter().map(|&d| d == DYNAMIC).collect();
        let size = |i: usize| match t.shape[i] {
            DYNAMIC => strata_stablehlo::infer::bound(cx, t, i).unwrap_or(UNBOUNDED),
            n => n,
        };
        let dimensions: Vec<i64> = (0..t.shape.len()).map(size).collect();
        Some(Self::bounded(PrimitiveType::of_type(cx, t.elem)?, &dimensions, &dynamic))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, v: &[Shape]| {
            v.iter().enumerate().try_for_each(|(i, s)| write!(f, "{}{s}", if i == 0 { "" } else { ", " }))
        };
        match self {
            Shape::Token => f.write_str("token[]"),
            Shape::Tuple(v) => {
                f.write_str("(")?;
                list(f, v)?;
                f.write_str(")")
            }
            Shape::Future(v) => {
                f.write_str("future(")?;
                list(f, v)?;
                f.write_str(")")
            }
            Shape::Array(a) => {
                let size = |(&d, &dynamic): (&i64, &bool)| match (d, dynamic) {
                    (UNBOUNDED, _) => "?".to_owned(),
                    (d, true) => format!("<={d}"),
                    (d, false) => d.to_string(),
                };
                let sizes: Vec<String> = a.dimensions.iter().zip(&a.dynamic).map(size).collect();
                write!(f, "{}[{}]", a.element_type, sizes.join(","))?;
                match &a.layout {
                    Some(l) => {
                        let l: Vec<String> = l.iter().map(i64::to_string).collect();
                        write!(f, "{{{}}}", l.join(","))
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

impl FromStr for Shape {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let mut rest = text;
        let shape = parse(&mut rest, 0)?;
        if rest.trim().is_empty() {
            return Ok(shape);
        }
        Err(Error::new("Shape", format!("unexpected '{}' after the shape", rest.trim())))
    }
}

/// The text up to `end`, which is skipped together with it.
fn until<'t>(rest: &mut &'t str, end: char) -> Result<&'t str> {
    let Some((head, tail)) = rest.split_once(end) else {
        return Err(Error::new("Shape", format!("expected '{end}' in '{rest}'")));
    };
    *rest = tail;
    Ok(head.trim())
}

fn parse(rest: &mut &str, depth: u32) -> Result<Shape> {
    *rest = rest.trim_start();
    if depth > 64 {
        return Err(Error::new("Shape", "tuples are nested too deep"));
    }
    if let Some(tail) = rest.strip_prefix('(') {
        *rest = tail.trim_start();
        let mut elements = Vec::new();
        while !rest.starts_with(')') {
            elements.push(parse(rest, depth + 1)?);
            *rest = rest.trim_start();
            match rest.strip_prefix(',') {
                Some(tail) => *rest = tail.trim_start(),
                None if rest.starts_with(')') => (),
                None => return Err(Error::new("Shape", format!("expected ',' or ')' before '{rest}'"))),
            }
        }
        *rest = &rest[1..];
        return Ok(Shape::Tuple(elements));
    }
    let name = until(rest, '[')?;
    let sizes = until(rest, ']')?;
    if name == "token" && sizes.is_empty() {
        return Ok(Shape::Token);
    }
    let Some(element_type) = PrimitiveType::from_name(name) else {
        return Err(Error::new("Shape", format!("unknown element type '{name}'")));
    };
    let number = |s: &str| match s.trim().parse::<i64>() {
        Ok(n) if n >= 0 => Ok(n),
        _ => Err(Error::new("Shape", format!("'{s}' is no size"))),
    };
    let (mut dimensions, mut dynamic) = (Vec::new(), Vec::new());
    for size in sizes.split(',').map(str::trim).filter(|s| !s.is_empty()) {
        let (bound, is_dynamic) = match (size, size.strip_prefix("<=")) {
            ("?", _) => (UNBOUNDED, true),
            (_, Some(bound)) => (number(bound)?, true),
            (_, None) => (number(size)?, false),
        };
        dimensions.push(bound);
        dynamic.push(is_dynamic);
    }
    let shape = Shape::bounded(element_type, &dimensions, &dynamic);
    let Some(tail) = rest.strip_prefix('{') else { return Ok(shape) };
    *rest = tail;
    let layout = until(rest, '}')?;
    let layout: Vec<i64> =
        layout.split(',').filter(|s| !s.trim().is_empty()).map(number).collect::<Result<_>>()?;
    if layout.len() != shape.rank() {
        return Err(Error::new("Shape", "a layout lists every dimension once"));
    }
    Ok(shape.with_layout(&layout))
}

/// The float format behind a name of the IR.
pub(crate) fn float_type(cx: &Context, name: &str) -> Option<Type> {
    FloatFormat::from_name(name).map(|f| cx.float_type(f))
}
