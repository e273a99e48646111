//! Types.

use smallvec::SmallVec;
use strata_core::{
    ComplexType, DYNAMIC, FloatType, FunctionType, IntegerType, MemRefType, OpaqueType, Signedness,
    TensorType, TupleType, Type, UnrankedMemRefType, UnrankedTensorType, VectorType, num::FloatFormat,
    types::Dims,
};

use super::{PResult, Parser};
use crate::custom::ParseType;

impl<'s> Parser<'s> {
    /// A type.
    pub fn ty(&mut self) -> PResult<Type> {
        match self.type_opt()? {
            Some(t) => Ok(t),
            None => Err(self.error("expected non-function type")),
        }
    }
    /// A type, if one comes next. A function type counts, `(` starts one.
    pub fn type_opt(&mut self) -> PResult<Option<Type>> {
        let start = {
            self.skip_blank();
            self.pos
        };
        match self.byte(start) {
            b'!' => self.nested(|p| p.dialect_type()).map(Some),
            b'(' => self.nested(|p| p.function_type()).map(Some),
            c if c.is_ascii_lowercase() || c == b'_' => {
                let Some(word) = self.keyword_opt() else { return Ok(None) };
                let r = self.builtin_type(word);
                if let Ok(None) = r {
                    self.pos = start;
                }
                r
            }
            _ => Ok(None),
        }
    }
    /// `: type`.
    pub fn colon_type(&mut self) -> PResult<Type> {
        self.expect(":")?;
        self.ty()
    }
    /// Types separated by commas, at least one.
    pub fn types_comma(&mut self) -> PResult<Vec<Type>> {
        self.comma_list(Self::ty)
    }
    /// `(types)`.
    pub fn types_parens(&mut self) -> PResult<Vec<Type>> {
        self.expect("(")?;
        self.list_until(")", Self::ty)
    }
    /// The results of a function type: one type, or `(types)`.
    pub fn result_types(&mut self) -> PResult<Vec<Type>> {
        if self.peek_byte() == b'(' {
            // `() -> (() -> i32)` has one result, a function type in parentheses of its own.
            self.types_parens()
        } else {
            Ok(vec![self.ty()?])
        }
    }
    /// `-> types`, if it comes next.
    pub fn arrow_types_opt(&mut self) -> PResult<Vec<Type>> {
        if self.eat("->") { self.result_types() } else { Ok(Vec::new()) }
    }
    /// `(inputs) -> results`.
    pub fn functional_type(&mut self) -> PResult<(Vec<Type>, Vec<Type>)> {
        let inputs = self.types_parens()?;
        self.expect("->")?;
        Ok((inputs, self.result_types()?))
    }
    fn function_type(&mut self) -> PResult<Type> {
        let (inputs, results) = self.functional_type()?;
        Ok(self.cx.ty(FunctionType { inputs, results }))
    }
    fn builtin_type(&mut self, word: &'s str) -> PResult<Option<Type>> {
        let cx = self.cx;
        Ok(Some(match word {
            "i1" => cx.i1(),
            "i8" => cx.i8(),
            "i16" => cx.i16(),
            "i32" => cx.i32(),
            "i64" => cx.i64(),
            "f32" => cx.f32(),
            "f64" => cx.f64(),
            "f16" => cx.f16(),
            "bf16" => cx.bf16(),
            "index" => cx.index(),
            "none" => cx.none(),
            "tensor" | "memref" | "vector" => return self.shaped(word).map(Some),
            "complex" => {
                self.expect("<")?;
                let at = self.location();
                let elem = self.nested(|p| p.ty())?;
                if cx.as_float(elem).is_none() && cx.as_int(elem).is_none() {
                    return Err(self.error_at(at, "invalid element type for complex"));
                }
                self.expect(">")?;
                cx.ty(ComplexType { elem })
            }
            "tuple" => {
                self.expect("<")?;
                let items = self.nested(|p| p.list_until(">", Self::ty))?;
                cx.ty(TupleType(items))
            }
            _ => {
                if let Some(t) = self.int_type(word)? {
                    return Ok(Some(t));
                }
                match FloatFormat::from_name(word) {
                    Some(f) => cx.ty(FloatType(f)),
                    None => return Ok(None),
                }
            }
        }))
    }
    fn int_type(&mut self, word: &str) -> PResult<Option<Type>> {
        let (signedness, digits) = if let Some(d) = word.strip_prefix("si") {
            (Signedness::Signed, d)
        } else if let Some(d) = word.strip_prefix("ui") {
            (Signedness::Unsigned, d)
        } else if let Some(d) = word.strip_prefix('i') {
            (Signedness::Signless, d)
        } else {
            return Ok(None);
        };
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        match digits.parse::<u32>() {
            Ok(width) if width <= IntegerType::MAX_WIDTH => {
                Ok(Some(self.cx.ty(IntegerType { width, signedness })))
            }
            _ => Err(self.error(format!("integer bitwidth is limited to {} bits", IntegerType::MAX_WIDTH))),
        }
    }
    /// After `tensor`, `memref` or `vector`; the same text was perhaps seen before.
    fn shaped(&mut self, word: &'s str) -> PResult<Type> {
        self.expect("<")?;
        let start = self.pos;
        // Short types without quotes and nested dialect syntax end at the first balanced `>`.
        let text =
            simple_type_text(&self.bytes()[start..]).map(|n| &self.src[start - 1 - word.len()..start + n]);
        if let Some(text) = text
            && let Some(&t) = self.types.get(text)
        {
            self.pos = start - 1 - word.len() + text.len();
            return Ok(t);
        }
        let ty = self.nested(|p| match word {
            "tensor" => p.tensor_type(),
            "memref" => p.memref_type(),
            _ => p.vector_type(),
        })?;
        if let Some(text) = text
            && text.starts_with(word)
            && text.as_ptr() as usize + text.len() == self.src[..self.pos].as_ptr() as usize + self.pos
        {
            self.types.insert(text, ty);
        }
        Ok(ty)
    }
    /// `4x?x`, up to the element type.
    fn dims(&mut self, allow_dynamic: bool) -> PResult<Dims> {
        let mut out = Dims::new();
        loop {
            self.skip_blank();
            if self.byte(self.pos) == b'?' {
                if !allow_dynamic {
                    return Err(self.error("expected static shape"));
                }
                self.pos += 1;
                out.push(DYNAMIC);
            } else if self.byte(self.pos).is_ascii_digit() {
                out.push(self.dim()?);
            } else {
                return Ok(out);
            }
            if self.byte(self.pos) != b'x' {
                return Err(self.error("expected 'x' in dimension list"));
            }
            self.pos += 1;
        }
    }
    fn dim(&mut self) -> PResult<i64> {
        let at = self.location();
        let start = self.pos;
        while self.byte(self.pos).is_ascii_digit() {
            self.pos += 1;
        }
        self.src[start..self.pos].parse().map_err(|_| self.error_at(at, "invalid dimension"))
    }
    /// A dimension list such as `4x?x2`, without a trailing `x`, as attributes of some ops write it.
    pub fn dimension_list(&mut self) -> PResult<Dims> {
        let mut out = Dims::new();
        loop {
            if self.peek_byte() == b'?' {
                self.pos += 1;
                out.push(DYNAMIC);
            } else {
                out.push(self.dim()?);
            }
            if self.byte(self.pos) != b'x' {
                return Ok(out);
            }
            self.pos += 1;
        }
    }
    fn elem_type(&mut self) -> PResult<Type> {
        self.ty()
    }
    fn tensor_type(&mut self) -> PResult<Type> {
        if self.eat("*") {
            self.unranked_x()?;
            let at = self.location();
            let elem = self.elem_type()?;
            self.check_elem(elem, at, "tensor")?;
            self.expect(">")?;
            return Ok(self.cx.ty(UnrankedTensorType { elem }));
        }
        let shape = self.dims(true)?;
        let at = self.location();
        let elem = self.elem_type()?;
        self.check_elem(elem, at, "tensor")?;
        let encoding = if self.eat(",") { Some(self.attr()?) } else { None };
        self.expect(">")?;
        Ok(self.cx.ty(TensorType { shape, elem, encoding }))
    }
    fn check_elem(&mut self, elem: Type, at: strata_core::Location, what: &str) -> PResult<()> {
        let cx = self.cx;
        let bad = cx.type_as::<FunctionType>(elem).is_some()
            || cx.type_as::<TupleType>(elem).is_some()
            || cx.type_as::<TensorType>(elem).is_some()
            || elem == cx.none();
        if bad {
            let text = cx.type_to_string(elem);
            return Err(self.error_at(at, format!("invalid {what} element type: '{text}'")));
        }
        Ok(())
    }
    fn unranked_x(&mut self) -> PResult<()> {
        if self.byte(self.pos) != b'x' {
            return Err(self.error("expected 'x' in dimension list"));
        }
        self.pos += 1;
        Ok(())
    }
    fn memref_type(&mut self) -> PResult<Type> {
        let cx = self.cx;
        if self.eat("*") {
            self.unranked_x()?;
            let elem = self.elem_type()?;
            let memory_space = if self.eat(",") { Some(self.memory_space()?) } else { None };
            self.expect(">")?;
            return Ok(cx.ty(UnrankedMemRefType { elem, memory_space }));
        }
        let shape = self.dims(true)?;
        let at = self.location();
        let elem = self.elem_type()?;
        let ok = cx.as_int(elem).is_some()
            || cx.as_float(elem).is_some()
            || cx.is_index(elem)
            || cx.type_as::<ComplexType>(elem).is_some()
            || cx.shaped(elem).is_some() && cx.type_as::<TensorType>(elem).is_none()
            || cx.type_name(elem).is_some()
            || cx.type_as::<OpaqueType>(elem).is_some();
        if !ok {
            return Err(self.error_at(at, "invalid memref element type"));
        }
        let (mut layout, mut memory_space) = (None, None);
        while self.eat(",") {
            let at = self.location();
            let attr = self.attr()?;
            let is_layout = cx.attr_as::<strata_core::AffineMapAttr>(attr).is_some()
                || cx.attr_as::<strata_core::StridedLayoutAttr>(attr).is_some();
            if is_layout && layout.is_none() && memory_space.is_none() {
                layout = Some(attr);
            } else if memory_space.is_none() && !is_layout {
                memory_space = Some(attr);
            } else {
                return Err(self.error_at(at, "expected memory space or layout attribute"));
            }
        }
        self.expect(">")?;
        // Identity layouts and the default memory space are the same as none.
        let identity = |a: &strata_core::Attr| {
            cx.attr_as::<strata_core::AffineMapAttr>(*a)
                .is_some_and(|m| m.0.is_identity() && m.0.n_dims() as usize == shape.len())
        };
        if let Some(map) = layout.and_then(|a| cx.attr_as::<strata_core::AffineMapAttr>(a))
            && map.0.n_dims() as usize != shape.len()
        {
            let (n, m) = (shape.len(), map.0.n_dims());
            return Err(
                self.error_at(at, format!("memref layout mismatch between rank and affine map: {n} != {m}"))
            );
        }
        if let Some(s) = layout.and_then(|a| cx.attr_as::<strata_core::StridedLayoutAttr>(a))
            && s.strides.len() != shape.len()
        {
            return Err(self.error_at(at, "expected the number of strides to match the rank"));
        }
        let layout = layout.filter(|a| !identity(a));
        let memory_space = memory_space.filter(|&a| cx.attr_i64(a) != Some(0));
        Ok(cx.ty(MemRefType { shape, elem, layout, memory_space }))
    }
    fn memory_space(&mut self) -> PResult<strata_core::Attr> {
        self.attr()
    }
    fn vector_type(&mut self) -> PResult<Type> {
        let (mut shape, mut scalable) = (Dims::new(), SmallVec::<[bool; 4]>::new());
        loop {
            self.skip_blank();
            let dim_at = self.location();
            let is_scalable = self.eat("[");
            if !self.byte(self.pos).is_ascii_digit() {
                if is_scalable || self.byte(self.pos) == b'?' {
                    return Err(self.error("expected dimension size in vector type"));
                }
                break;
            }
            let d = self.dim()?;
            if d <= 0 {
                return Err(self.error_at(dim_at, "vector types must have positive constant sizes"));
            }
            shape.push(d);
            if is_scalable {
                self.expect("]")?;
            }
            scalable.push(is_scalable);
            if self.byte(self.pos) != b'x' {
                return Err(self.error("expected 'x' in dimension list"));
            }
            self.pos += 1;
        }
        let elem_at = self.location();
        let elem = self.elem_type()?;
        self.expect(">")?;
        let cx = self.cx;
        let ok = cx.as_int(elem).is_some()
            || cx.as_float(elem).is_some()
            || cx.is_index(elem)
            || cx.type_name(elem).is_some()
            || cx.type_as::<OpaqueType>(elem).is_some();
        if !ok {
            return Err(self.error_at(elem_at, "vector elements must be int/index/float type"));
        }
        if !scalable.contains(&true) {
            scalable.clear();
        }
        Ok(cx.ty(VectorType { shape, scalable, elem }))
    }
    fn dialect_type(&mut self) -> PResult<Type> {
        let at = self.location();
        let name = self.suffix_id(b'!', "type name")?;
        if self.byte(self.pos) == b'<' && !name.contains('.') {
            // `!dialect<...>`
            self.pos += 1;
            let data = self.skip_balanced(at)?;
            return self.opaque_type(at, name, data.to_owned());
        }
        let Some((dialect, mnemonic)) = name.split_once('.') else { return self.type_alias(name) };
        if let Some(def) = self.cx.type_def(name)
            && let Some(parse) = def.parse.downcast_ref::<ParseType>()
        {
            return parse(self);
        }
        if self.cx.dialect(dialect).is_some() {
            return Err(self.error_at(at, format!("unknown type `{mnemonic}` in dialect `{dialect}`")));
        }
        let mut data = mnemonic.to_owned();
        if self.byte(self.pos) == b'<' {
            let start = self.pos;
            self.pos += 1;
            self.skip_balanced(at)?;
            data.push_str(&self.src[start..self.pos]);
        }
        self.opaque_type(at, dialect, data)
    }
    fn opaque_type(&mut self, at: strata_core::Location, dialect: &str, data: String) -> PResult<Type> {
        if !self.cx.allows_unregistered() && self.cx.dialect(dialect).is_none() {
            return Err(self.error_at(
                at,
                format!("type in an unregistered dialect '{dialect}'. If this is intended, please use --allow-unregistered-dialect"),
            ));
        }
        let dialect = self.cx.intern(dialect);
        Ok(self.cx.ty(OpaqueType { dialect, data }))
    }
}

/// Length of a shaped type's text after its `<`, including the closing `>`; `None` if it is not plain.
fn simple_type_text(bytes: &[u8]) -> Option<usize> {
    for (i, &c) in bytes.iter().take(64).enumerate() {
        match c {
            b'>' => return Some(i + 1),
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'?' | b'*' => (),
            _ => return None,
        }
    }
    None
}
