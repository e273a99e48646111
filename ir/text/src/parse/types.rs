//! Types.

use smallvec::SmallVec;
use strata_core::{
    ComplexType, DYNAMIC, FloatType, FunctionType, IntegerType, MemRefType, OpaqueType, Signedness,
    TensorType, TupleType, Type, UnrankedMemRefType, UnrankedTensorType, VectorType, num::FloatFormat,
    types::Dims,
};

use super::{PResult, Parser, format::TypeList};
use crate::custom::ParseType;

impl<'s> Parser<'s> {
    /// A type.
    pub fn ty(&mut self) -> PResult<Type> {
        match self.type_opt()? {
            Some(t) => Ok(t),
            None => Err(self.missing("expected non-function type")),
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
    /// Where a part of the source is.
    pub(super) fn place_of(&self, part: &'s str) -> strata_core::Location {
        self.source.location(part.as_ptr().addr() - self.src.as_ptr().addr())
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
        self.list_in(["(", ")"], "", Self::ty)
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
        self.expect_in("->", " in function type")?;
        Ok((inputs, self.result_types()?))
    }
    /// As [`Parser::functional_type`].
    pub(super) fn type_lists(&mut self) -> PResult<(TypeList, TypeList)> {
        let mut lists = (TypeList::new(), TypeList::new());
        self.list_in(["(", ")"], "", |p| p.ty().map(|t| lists.0.push(t)))?;
        self.expect_in("->", " in function type")?;
        if self.peek_byte() == b'(' {
            self.list_in(["(", ")"], "", |p| p.ty().map(|t| lists.1.push(t)))?;
        } else {
            lists.1.push(self.ty()?);
        }
        Ok(lists)
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
                self.expect_in("<", " in complex type")?;
                let at = self.location();
                let elem = self.nested(|p| p.ty())?;
                if cx.as_float(elem).is_none() && cx.as_int(elem).is_none() {
                    return Err(self.err_at(at, "invalid element type for complex"));
                }
                self.expect_in(">", " in complex type")?;
                cx.ty(ComplexType { elem })
            }
            "tuple" => {
                let items = self.nested(|p| p.list_in(["<", ">"], " in tuple type", Self::ty))?;
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
    fn int_type(&mut self, word: &'s str) -> PResult<Option<Type>> {
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
            Err(_) => Err(self.err_at(self.place_of(word), "invalid integer width")),
            Ok(_) => {
                let message = format!("integer bitwidth is limited to {} bits", IntegerType::MAX_WIDTH);
                Err(self.err_at(self.place_of(word), message))
            }
        }
    }
    /// After `tensor`, `memref` or `vector`; the same text was perhaps seen before.
    fn shaped(&mut self, word: &'s str) -> PResult<Type> {
        if !self.eat("<") {
            return Err(self.missing(format!("expected '<' in {word} type")));
        }
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
            "memref" => p.memref_type(word),
            _ => p.vector_type(word),
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
    pub fn dims(&mut self, allow_dynamic: bool) -> PResult<Dims> {
        let mut out = Dims::new();
        loop {
            self.skip_blank();
            if self.byte(self.pos) == b'?' {
                if !allow_dynamic {
                    return Err(self.err("expected static shape"));
                }
                self.pos += 1;
                out.push(DYNAMIC);
            } else if self.byte(self.pos).is_ascii_digit() {
                out.push(self.dim()?);
            } else {
                return Ok(out);
            }
            self.dims_x()?;
        }
    }
    /// The `x` after a dimension.
    #[inline]
    fn dims_x(&mut self) -> PResult<()> {
        if self.byte(self.pos) != b'x' && self.peek_byte() != b'x' {
            return Err(self.missing("expected 'x' in dimension list"));
        }
        self.pos += 1;
        Ok(())
    }
    fn dim(&mut self) -> PResult<i64> {
        let at = self.location();
        let start = self.pos;
        while self.byte(self.pos).is_ascii_digit() {
            self.pos += 1;
        }
        self.src[start..self.pos].parse().map_err(|_| self.err_at(at, "invalid dimension"))
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
            if self.eat(",") {
                self.attr()?;
                self.expect_in(">", " in tensor type")?;
                return Err(self.err("cannot apply encoding to unranked tensor"));
            }
            self.expect_in(">", " in tensor type")?;
            return Ok(self.cx.ty(UnrankedTensorType { elem }));
        }
        let shape = self.dims(true)?;
        let at = self.location();
        let elem = self.elem_type()?;
        self.check_elem(elem, at, "tensor")?;
        let encoding = if self.eat(",") && self.peek_byte() != b'>' { Some(self.attr()?) } else { None };
        if let Some(encoding) = encoding
            && let Err(reason) = self.cx.verify_encoding(encoding, &shape, elem)
        {
            return Err(self.err(reason));
        }
        self.expect_in(">", " in tensor type")?;
        Ok(self.cx.ty(TensorType { shape, elem, encoding }))
    }
    fn check_elem(&mut self, elem: Type, at: strata_core::Location, what: &str) -> PResult<()> {
        let cx = self.cx;
        let bad = cx.type_as::<FunctionType>(elem).is_some()
            || cx.type_as::<TupleType>(elem).is_some()
            || cx.type_as::<TensorType>(elem).is_some()
            || cx.type_as::<UnrankedTensorType>(elem).is_some()
            || cx.type_as::<MemRefType>(elem).is_some()
            || cx.type_as::<UnrankedMemRefType>(elem).is_some()
            || elem == cx.none();
        if bad {
            return Err(self.err_at(at, format!("invalid {what} element type")));
        }
        Ok(())
    }
    fn unranked_x(&mut self) -> PResult<()> {
        self.dims_x()
    }
    fn memref_type(&mut self, word: &'s str) -> PResult<Type> {
        let cx = self.cx;
        if self.eat("*") {
            self.unranked_x()?;
            let at = self.location();
            let elem = self.elem_type()?;
            self.check_memref_elem(elem, at)?;
            let (_, memory_space) = self.memref_parts(None)?;
            self.check_memory_space(memory_space, word)?;
            let memory_space = memory_space.filter(|&a| cx.attr_i64(a) != Some(0));
            return Ok(cx.ty(UnrankedMemRefType { elem, memory_space }));
        }
        let shape = self.dims(true)?;
        let at = self.location();
        let elem = self.elem_type()?;
        self.check_memref_elem(elem, at)?;
        let (layout, memory_space) = self.memref_parts(Some(shape.len()))?;
        let at = self.place_of(word);
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
                self.err_at(at, format!("memref layout mismatch between rank and affine map: {n} != {m}"))
            );
        }
        if let Some(s) = layout.and_then(|a| cx.attr_as::<strata_core::StridedLayoutAttr>(a))
            && s.strides.len() != shape.len()
        {
            return Err(self.err_at(at, "expected the number of strides to match the rank"));
        }
        self.check_memory_space(memory_space, word)?;
        let layout = layout.filter(|a| !identity(a));
        let memory_space = memory_space.filter(|&a| cx.attr_i64(a) != Some(0));
        Ok(cx.ty(MemRefType { shape, elem, layout, memory_space }))
    }
    fn check_memref_elem(&mut self, elem: Type, at: strata_core::Location) -> PResult<()> {
        let cx = self.cx;
        let ok = cx.as_int(elem).is_some()
            || cx.as_float(elem).is_some()
            || cx.is_index(elem)
            || cx.type_as::<ComplexType>(elem).is_some()
            || cx.type_as::<UnrankedMemRefType>(elem).is_some()
            || cx.shaped(elem).is_some()
                && cx.type_as::<TensorType>(elem).is_none()
                && cx.type_as::<UnrankedTensorType>(elem).is_none()
            || cx.type_name(elem).is_some()
            || cx.type_as::<OpaqueType>(elem).is_some();
        if ok { Ok(()) } else { Err(self.err_at(at, "invalid memref element type")) }
    }
    /// The layout and the memory space of a memref, up to its end.
    fn memref_parts(
        &mut self,
        rank: Option<usize>,
    ) -> PResult<(Option<strata_core::Attr>, Option<strata_core::Attr>)> {
        let cx = self.cx;
        let (mut layout, mut memory_space) = (None, None);
        if self.eat(",") {
            if self.peek_byte() == b'>' {
                return Err(self.missing("expected list element"));
            }
            self.list_to(">", |p| {
                let attr = p.attr()?;
                let is_layout = cx.attr_as::<strata_core::AffineMapAttr>(attr).is_some()
                    || cx.attr_as::<strata_core::StridedLayoutAttr>(attr).is_some();
                if is_layout && rank.is_none() {
                    return Err(p.err("cannot have affine map for unranked memref type"));
                }
                if is_layout && memory_space.is_some() {
                    return Err(p.err("expected memory space to be last in memref type"));
                }
                if !is_layout && memory_space.is_some() {
                    return Err(p.err("multiple memory spaces specified in memref type"));
                }
                *if is_layout { &mut layout } else { &mut memory_space } = Some(attr);
                Ok(())
            })?;
        } else if !self.eat(">") {
            return Err(self.missing("expected ',' or '>'"));
        }
        Ok((layout, memory_space))
    }
    /// A memory space is a number, a string, a dictionary or an attribute of a dialect.
    fn check_memory_space(&mut self, space: Option<strata_core::Attr>, word: &'s str) -> PResult<()> {
        let cx = self.cx;
        let ok = |a| {
            cx.attr_as::<strata_core::IntegerAttr>(a).is_some()
                || cx.attr_as::<strata_core::StringAttr>(a).is_some()
                || cx.attr_as::<strata_core::DictionaryAttr>(a).is_some()
                || cx.attr_as::<strata_core::OpaqueAttr>(a).is_some()
                || cx.attr_name(a).is_some()
        };
        if space.is_none_or(ok) {
            return Ok(());
        }
        Err(self.err_at(self.place_of(word), "unsupported memory space Attribute"))
    }
    fn vector_type(&mut self, word: &'s str) -> PResult<Type> {
        let (mut shape, mut scalable) = (Dims::new(), SmallVec::<[bool; 4]>::new());
        loop {
            self.skip_blank();
            let is_scalable = self.eat("[");
            if is_scalable {
                self.skip_blank();
            }
            if !self.byte(self.pos).is_ascii_digit() {
                if is_scalable {
                    return Err(self.err("invalid dimension"));
                }
                break;
            }
            shape.push(self.dim()?);
            if is_scalable && !self.eat("]") {
                return Err(self.missing("missing ']' closing scalable dimension"));
            }
            scalable.push(is_scalable);
            self.dims_x()?;
        }
        let elem = self.elem_type()?;
        self.expect_in(">", " in vector type")?;
        if shape.contains(&0) {
            let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
            let message =
                format!("vector types must have positive constant sizes but got {}", sizes.join(", "));
            return Err(self.err_at(self.place_of(word), message));
        }
        let cx = self.cx;
        let ok = cx.as_int(elem).is_some()
            || cx.as_float(elem).is_some()
            || cx.is_index(elem)
            || cx.type_name(elem).is_some();
        if !ok {
            let message = "failed to verify 'elementType': VectorElementTypeInterface instance";
            return Err(self.err_at(self.place_of(word), message));
        }
        if !scalable.contains(&true) {
            scalable.clear();
        }
        Ok(cx.ty(VectorType { shape, scalable, elem }))
    }
    fn dialect_type(&mut self) -> PResult<Type> {
        let name = self.suffix_id(b'!', "type name")?;
        if self.byte(self.pos) == b'<' && !name.contains('.') {
            // `!dialect<...>`
            self.pos += 1;
            let at = self.location();
            let data = self.skip_balanced()?;
            return self.opaque_type(at, name, data.to_owned());
        }
        let Some((dialect, mnemonic)) = name.split_once('.') else { return self.type_alias(name) };
        if let Some(def) = self.cx.type_def(name)
            && let Some(parse) = def.parse.downcast_ref::<ParseType>()
        {
            return parse(self);
        }
        if self.cx.is_dynamic(dialect) {
            return self.dynamic_type(name, mnemonic);
        }
        if let Some(known) = self.cx.dialect(dialect) {
            let at = self.place_of(mnemonic);
            if known.types.is_empty() {
                return Err(self.err_at(at, format!("dialect '{dialect}' provides no type parsing hook")));
            }
            let error = self.err_at(at, format!("unknown type `{mnemonic}` in dialect `{dialect}`"));
            let known = known.types.iter().map(|t| t.name.split_once('.').map_or(t.name, |(_, m)| m));
            return Err(self.suggest_name(error, at, "a type with a similar name exists", mnemonic, known));
        }
        let mut data = mnemonic.to_owned();
        if self.byte(self.pos) == b'<' {
            let start = self.pos;
            self.pos += 1;
            self.skip_balanced()?;
            data.push_str(&self.src[start..self.pos]);
        }
        self.opaque_type(self.place_of(mnemonic), dialect, data)
    }
    fn opaque_type(&mut self, at: strata_core::Location, dialect: &str, data: String) -> PResult<Type> {
        if !self.cx.allows_unregistered() && self.cx.dialect(dialect).is_none() {
            return Err(self.err_at(at, format!(
                "`!\"{dialect}\"<{data:?}>` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used"
            )));
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
