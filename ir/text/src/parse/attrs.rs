//! Attributes.

use smallvec::SmallVec;
use strata_core::{
    Attr, DenseArrayAttr, DictionaryAttr, DistinctAttr, FloatAttr, IntegerAttr, IntegerSetAttr, OpaqueAttr,
    Str, StridedLayoutAttr, StringAttr, SymbolRefAttr, Type, affine,
    num::{ApInt, Signedness},
};

use super::{PResult, Parser, cursor::parse_i64, literal::is_decimal_integer};
use crate::custom::ParseAttr;

impl<'s> Parser<'s> {
    /// An attribute.
    pub fn attr(&mut self) -> PResult<Attr> {
        match self.attr_opt(None)? {
            Some(a) => Ok(a),
            None => Err(self.missing("expected attribute value")),
        }
    }
    /// An attribute whose type is `ty` and not written.
    pub fn attr_of_type(&mut self, ty: Type) -> PResult<Attr> {
        match self.attr_opt(Some(ty))? {
            Some(a) => Ok(a),
            None => Err(self.missing("expected attribute value")),
        }
    }
    /// An attribute, if one comes next.
    pub fn attr_opt(&mut self, ty: Option<Type>) -> PResult<Option<Attr>> {
        let cx = self.cx;
        let c = self.peek_byte();
        Ok(Some(match c {
            b'"' => {
                let value = self.string()?;
                let ty = match ty {
                    Some(t) => Some(t),
                    None if self.eat(":") => Some(self.ty()?),
                    None => None,
                };
                cx.attr(StringAttr { value, ty: ty.filter(|&t| t != cx.none()) })
            }
            b'@' => self.symbol_ref()?,
            b'[' => self.repeated(|p| {
                p.pos += 1;
                let items = p.nested(|p| p.list_to("]", Self::attr))?;
                Ok(cx.array_attr(items))
            })?,
            b'{' => self.repeated(|p| {
                let entries = p.nested(|p| p.dictionary())?;
                Ok(cx.attr(DictionaryAttr::new(cx, entries)))
            })?,
            b'#' => self.nested(|p| p.hash_attr(ty))?,
            b'0'..=b'9' | b'-' => return self.number(ty).map(Some),
            b'(' | b'!' => {
                let t = self.ty()?;
                cx.type_attr(t)
            }
            _ => return self.keyword_attr(ty),
        }))
    }
    fn keyword_attr(&mut self, ty: Option<Type>) -> PResult<Option<Attr>> {
        let cx = self.cx;
        self.skip_blank();
        let start = self.pos;
        let Some(word) = self.keyword_opt() else { return Ok(None) };
        Ok(Some(match word {
            "true" | "false" => {
                let value = word == "true";
                match ty {
                    Some(t) if t != cx.i1() => {
                        self.pos = start;
                        return Err(self.err("expected integer value"));
                    }
                    _ => cx.bool_attr(value),
                }
            }
            "unit" => cx.unit(),
            "dense" => {
                let at = self.place_of(word);
                self.nested(|p| p.dense(at, ty))?
            }
            "dense_resource" => self.dense_resource(ty)?,
            "sparse" => {
                let at = self.place_of(word);
                self.nested(|p| p.sparse(at, ty))?
            }
            "array" => self.dense_array()?,
            "affine_map" => {
                self.expect("<")?;
                let map = self.affine_map()?;
                self.expect(">")?;
                cx.affine_map_attr(map)
            }
            "affine_set" => {
                self.expect("<")?;
                let set = self.integer_set()?;
                self.expect(">")?;
                cx.attr(IntegerSetAttr(set))
            }
            "strided" => self.strided()?,
            "distinct" => {
                self.expect_in("[", " after 'distinct'")?;
                let id = match self.peek_byte() {
                    b'0'..=b'9' => self.integer_text_opt().and_then(|(_, digits)| digits.parse::<u64>().ok()),
                    _ => return Err(self.missing("expected distinct ID")),
                };
                let id = id.ok_or_else(|| self.err("expected an unsigned 64-bit integer"))?;
                self.expect_in("]", " to close distinct ID")?;
                self.expect_in("<", " after distinct ID")?;
                let inner = match self.peek_byte() {
                    b'>' => cx.unit(),
                    _ => self.nested(|p| p.attr()).or_else(|e| {
                        self.report(e);
                        Err(self.err("expected attribute"))
                    })?,
                };
                self.expect_in(">", " to close distinct attribute")?;
                let first = *self.distinct.entry(id).or_insert(inner);
                if first != inner {
                    let text = cx.attr_to_string(first);
                    let message = format!("referenced attribute does not match previous definition: {text}");
                    return Err(self.err_at(self.place_of(word), message));
                }
                cx.attr(DistinctAttr { id, inner })
            }
            "loc" => {
                self.expect_in("(", " in inline location")?;
                let loc = self.location_body()?;
                self.expect_in(")", " in inline location")?;
                loc.to_attr(cx)
            }
            _ => {
                self.pos = start;
                match self.type_opt()? {
                    Some(t) => cx.type_attr(t),
                    None => return Ok(None),
                }
            }
        }))
    }
    /// `@name` or `@name::@nested`.
    pub fn symbol_ref(&mut self) -> PResult<Attr> {
        let root = self.symbol_name_at(0)?;
        let mut nested = SmallVec::new();
        while self.src[self.pos..].starts_with("::") {
            self.pos += 2;
            if self.peek_byte() != b'@' {
                return Err(self.err("expected nested symbol reference identifier"));
            }
            nested.push(self.symbol_name_at(nested.len() as u32 + 1)?);
        }
        Ok(self.cx.attr(SymbolRefAttr { root, nested }))
    }
    /// `@name`.
    pub fn symbol_name(&mut self) -> PResult<Str> {
        self.symbol_name_at(0)
    }
    /// `@name`, with this place in a nested reference.
    fn symbol_name_at(&mut self, depth: u32) -> PResult<Str> {
        if self.peek_byte() == b'@' && self.byte(self.pos + 1) == b'"' {
            self.pos += 1;
            let (at, start) = (self.location(), self.pos);
            let bytes = self.string()?;
            if bytes.is_empty() {
                return Err(self.err_at(at, "expected valid attribute name"));
            }
            let name = self.cx.intern(&String::from_utf8_lossy(&bytes));
            self.record_symbol(start + 1, 1, name, depth);
            return Ok(name);
        }
        if self.peek_byte() != b'@' {
            return Err(self.error("expected valid '@'-identifier for symbol name"));
        }
        let text = self.suffix_id(b'@', "")?;
        let name = self.cx.intern(text);
        self.record_symbol(self.pos - text.len(), 0, name, depth);
        Ok(name)
    }
    /// `{name = attr, name}`.
    pub fn dictionary(&mut self) -> PResult<Vec<(Str, Attr)>> {
        let mut out: Vec<(Str, Attr)> = Vec::new();
        self.dictionaries += 1;
        self.list_in(["{", "}"], " in attribute dictionary", |p| {
            let at = p.location();
            let name = if p.peek_byte() == b'"' {
                let bytes = p.string()?;
                if bytes.is_empty() {
                    return Err(p.err_at(at, "expected valid attribute name"));
                }
                p.cx.intern(&String::from_utf8_lossy(&bytes))
            } else {
                let Some(name) = p.keyword_opt() else {
                    return Err(p.missing("expected attribute name"));
                };
                p.cx.intern(name)
            };
            let value = if p.eat("=") { p.value_of(name)? } else { p.cx.unit() };
            if out.iter().any(|e| e.0 == name) {
                let text = p.cx.str(name);
                return Err(p.err_at(at, format!("duplicate key '{text}' in dictionary attribute")));
            }
            out.push((name, value));
            Ok(())
        })?;
        self.dictionaries -= 1;
        Ok(out)
    }
    /// The value of an entry.
    fn value_of(&mut self, name: Str) -> PResult<Attr> {
        if self.record.is_none() || self.peek_byte() != b'"' || self.cx.str(name) != "sym_name" {
            return self.attr();
        }
        let start = self.pos;
        let value = self.attr()?;
        if let Some(name) = self.cx.attr_str(value).map(|name| self.cx.intern(name)) {
            self.record_symbol(start + 1, 1, name, 0);
        }
        Ok(value)
    }
    /// A dictionary, if `{` comes next.
    pub fn dictionary_opt(&mut self) -> PResult<Vec<(Str, Attr)>> {
        if self.peek_byte() == b'{' { self.nested(|p| p.dictionary()) } else { Ok(Vec::new()) }
    }
    /// Attributes of an op in `{…}`, put into their slots or with the discardable ones.
    pub fn attr_dict(&mut self, state: &mut strata_core::OpState) -> PResult<()> {
        for (name, attr) in self.dictionary_opt()? {
            let cx = self.cx;
            state.set_attr(cx, cx.str(name), attr);
        }
        Ok(())
    }
    /// `attributes {…}`, if it comes next.
    pub fn attr_dict_with_keyword(&mut self, state: &mut strata_core::OpState) -> PResult<()> {
        if self.eat("attributes") {
            if self.peek_byte() != b'{' {
                return Err(self.missing("expected '{' in attribute dictionary"));
            }
            self.attr_dict(state)?;
        }
        Ok(())
    }
    fn number(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let at = self.location();
        let Some(text) = self.number_text_opt() else {
            self.pos += usize::from(self.byte(self.pos) == b'-');
            return Err(self.err("expected constant integer or floating point value"));
        };
        let ty = match ty {
            Some(t) => Some(t),
            None if self.eat(":") => Some(self.ty()?),
            None => None,
        };
        if let Some(ty) = ty
            && let Some(attr) = self.texts.number(text, ty)
        {
            return Ok(attr);
        }
        let is_float = text.contains('.');
        // Messages are about the number without its sign.
        let at = if text.starts_with('-') { self.place_of(&text[1..]) } else { at };
        let ty = ty.unwrap_or(if is_float { self.cx.f64() } else { self.cx.i64() });
        let attr = self.scalar(text, ty, at)?;
        self.texts.keep_number(text, ty, attr);
        Ok(attr)
    }
    /// The scalar attribute of a number literal.
    pub(super) fn scalar(&mut self, text: &str, ty: Type, at: strata_core::Location) -> PResult<Attr> {
        let cx = self.cx;
        if let Some(format) = cx.as_float(ty) {
            if is_decimal_integer(text) {
                return Err(self.no_float(at));
            }
            let bits = format.parse(text).map_err(|e| self.err_at(at, e.to_string()))?;
            return Ok(cx.attr(FloatAttr { bits, ty }));
        }
        if text.contains('.') {
            return Err(self.err("floating point value not valid for specified type"));
        }
        let value = self.int_value(text, ty, at)?;
        Ok(cx.attr(IntegerAttr { value, ty }))
    }
    pub(super) fn int_value(&mut self, text: &str, ty: Type, at: strata_core::Location) -> PResult<ApInt> {
        let cx = self.cx;
        let (width, sign) = if cx.is_index(ty) {
            (64, Signedness::Signed)
        } else if let Some(t) = cx.as_int(ty) {
            (t.width, t.signedness)
        } else {
            return Err(self.err_at(at, "integer literal not valid for specified type"));
        };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(d) => (true, d),
            None => (false, text),
        };
        if negative && sign == Signedness::Unsigned {
            return Err(self.err_at(at, "negative integer literal not valid for unsigned integer type"));
        }
        ApInt::parse(digits, negative, width, sign)
            .map_err(|_| self.err_at(at, "integer constant out of range for attribute"))
    }
    fn hash_attr(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let name = self.suffix_id(b'#', "attribute name")?;
        if self.byte(self.pos) == b'<' && !name.contains('.') {
            self.pos += 1;
            if self.cx.dialect(name).is_some() {
                return self.bracketed_attr(name);
            }
            let at = self.location();
            let data = self.skip_balanced()?;
            return self.opaque_attr(at, name, data.to_owned(), ty);
        }
        let Some((dialect, mnemonic)) = name.split_once('.') else { return self.attr_alias(name) };
        if let Some(def) = self.cx.attr_def(name)
            && let Some(parse) = def.parse.downcast_ref::<ParseAttr>()
        {
            return parse(self);
        }
        if self.cx.is_dynamic(dialect) {
            return self.dynamic_attr(name, mnemonic);
        }
        if self.cx.dialect(dialect).is_some() {
            return Err(self.unknown_attr(mnemonic, dialect));
        }
        let at = self.place_of(mnemonic);
        let mut data = mnemonic.to_owned();
        if self.byte(self.pos) == b'<' {
            let start = self.pos;
            self.pos += 1;
            self.skip_balanced()?;
            data.push_str(&self.src[start..self.pos]);
        }
        self.opaque_attr(at, dialect, data, ty)
    }
    /// `mnemonic …>` after `#dialect<`.
    fn bracketed_attr(&mut self, dialect: &str) -> PResult<Attr> {
        let mnemonic = self.keyword()?;
        let def = self.cx.attr_def(&format!("{dialect}.{mnemonic}"));
        let Some(parse) = def.and_then(|d| d.parse.downcast_ref::<ParseAttr>()) else {
            return Err(self.unknown_attr(mnemonic, dialect));
        };
        let attr = parse(self)?;
        self.expect(">")?;
        Ok(attr)
    }
    fn unknown_attr(&mut self, mnemonic: &'s str, dialect: &str) -> super::ParseError {
        let at = self.place_of(mnemonic);
        if self.cx.dialect(dialect).is_some_and(|d| d.attrs.is_empty()) {
            return self.err_at(at, format!("dialect '{dialect}' provides no attribute parsing hook"));
        }
        let error = self.err_at(at, format!("unknown attribute `{mnemonic}` in dialect `{dialect}`"));
        let attrs = self.cx.dialect(dialect).map_or(&[][..], |d| d.attrs);
        let known = attrs.iter().map(|a| a.name.split_once('.').map_or(a.name, |(_, m)| m));
        self.suggest_name(error, at, "an attribute with a similar name exists", mnemonic, known)
    }
    fn opaque_attr(
        &mut self,
        at: strata_core::Location,
        dialect: &str,
        data: String,
        ty: Option<Type>,
    ) -> PResult<Attr> {
        if !self.cx.allows_unregistered() && self.cx.dialect(dialect).is_none() {
            return Err(self.err_at(at, format!(
                "#\"{dialect}\"<{data:?}> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used"
            )));
        }
        let ty = match ty {
            Some(t) => Some(t),
            None if self.peek(":") => {
                self.eat(":");
                Some(self.ty()?)
            }
            None => None,
        };
        let dialect = self.cx.intern(dialect);
        Ok(self.cx.attr(OpaqueAttr { dialect, data, ty }))
    }
    fn dense_array(&mut self) -> PResult<Attr> {
        self.expect_in("<", " after 'array'")?;
        let at = self.location();
        let elem = self.ty()?;
        let cx = self.cx;
        let width = cx.bit_width(elem).filter(|_| cx.as_float(elem).is_some() || cx.as_int(elem).is_some());
        let Some(width) = width else {
            let shown = cx.type_to_string(elem);
            return Err(self.err_at(at, format!("expected integer or float type, got: '{shown}'")));
        };
        if width != 1 && !width.is_multiple_of(8) {
            return Err(self.err_at(at, "element type bitwidth must be a multiple of 8"));
        }
        if width > 64 {
            return Err(self.err_at(at, "elements of dense arrays with more than 64 bits are not supported"));
        }
        let mut values = Vec::new();
        if !self.eat(">") {
            self.expect_in(":", " after dense array type")?;
            values = self.comma_list(|p| p.dense_array_value(elem))?;
            self.expect_in(">", " to close an array attribute")?;
        }
        Ok(cx.attr(DenseArrayAttr { elem, values: values.into() }))
    }
    /// The elements of a dense array up to `end`.
    pub(super) fn dense_array_values(&mut self, elem: Type, end: &str) -> PResult<SmallVec<[i64; 4]>> {
        Ok(self.list_until(end, |p| p.dense_array_value(elem))?.into())
    }
    fn dense_array_value(&mut self, elem: Type) -> PResult<i64> {
        let cx = self.cx;
        if let Some(format) = cx.as_float(elem) {
            let Some(text) = self.number_text_opt() else {
                return Err(self.err("expected floating point literal"));
            };
            let digits = text.strip_prefix('-').unwrap_or(text);
            let at = self.place_of(digits);
            if is_decimal_integer(digits) {
                return Err(self.no_float(at));
            }
            return Ok(format.parse(text).map_err(|e| self.err_at(at, e.to_string()))? as u64 as i64);
        }
        let (width, sign) = cx.as_int(elem).map_or((64, Signedness::Signed), |t| (t.width, t.signedness));
        let start = self.pos;
        if let Some(word) = self.keyword_of(&["true", "false"]) {
            if width == 1 {
                return Ok((word == "true") as i64);
            }
            self.pos = start;
            return Err(self.err("expected i1 type for 'true' or 'false' values"));
        }
        let Some((negative, digits)) = self.integer_text_opt() else {
            return Err(self.err("expected integer literal"));
        };
        if width == 1 {
            return Err(self.err("expected 'true' or 'false' values for i1 type"));
        }
        match ApInt::parse(digits, negative, width, sign) {
            Ok(value) => Ok(value.sext_or_trunc(64).as_i64().unwrap_or(0)),
            Err(_) => Err(self.err("integer constant out of range")),
        }
    }
    fn strided(&mut self) -> PResult<Attr> {
        self.expect_in("<", " after 'strided'")?;
        let strides = self.list_in(["[", "]"], "", Self::stride)?;
        let mut offset = 0;
        if !self.eat(">") {
            self.expect(",")?;
            self.expect_in("offset", " after comma")?;
            self.expect_in(":", " after 'offset'")?;
            offset = self.stride()?;
            self.expect(">")?;
        }
        Ok(self.cx.attr(StridedLayoutAttr { offset, strides: strides.into() }))
    }
    /// A stride or an offset.
    fn stride(&mut self) -> PResult<i64> {
        if self.eat("?") {
            return Ok(strata_core::DYNAMIC);
        }
        let value = self.integer_text_opt().and_then(|(negative, digits)| parse_i64(negative, digits));
        value.ok_or_else(|| self.err("expected a 64-bit signed integer or '?'"))
    }
    /// An integer or `?`.
    pub fn int_or_dynamic(&mut self) -> PResult<i64> {
        if self.eat("?") { Ok(strata_core::DYNAMIC) } else { self.integer() }
    }
    /// An affine map without `affine_map<…>`.
    pub fn affine_map(&mut self) -> PResult<affine::AffineMap> {
        self.skip_blank();
        match affine::parse_map(&self.src[self.pos..]) {
            Ok((map, n)) => {
                self.pos += n;
                Ok(map)
            }
            Err(e) => {
                let loc = self.source.location((self.pos + e.offset).min(self.src.len()));
                Err(self.err_at(loc, e.message))
            }
        }
    }
    /// An integer set without `affine_set<…>`.
    pub fn integer_set(&mut self) -> PResult<affine::IntegerSet> {
        self.skip_blank();
        match affine::parse_set(&self.src[self.pos..]) {
            Ok((set, n)) => {
                self.pos += n;
                Ok(set)
            }
            Err(e) => {
                let loc = self.source.location((self.pos + e.offset).min(self.src.len()));
                Err(self.err_at(loc, e.message))
            }
        }
    }
    /// An affine expression over SSA values, such as `%i + symbol(%n)`; `resolve` gets every value as written, and
    /// whether it is in `symbol(…)`.
    pub fn affine_expr_of_operands(
        &mut self,
        resolve: &mut dyn FnMut(super::Unresolved<'s>, bool) -> affine::AffineExpr,
    ) -> PResult<affine::AffineExpr> {
        self.skip_blank();
        let (src, start, source) = (self.src, self.pos, self.source);
        let parsed = affine::parse_expr(&src[start..], &mut |id, symbol| {
            // The identifier is a part of the source, so its place is known from its address.
            let at = (id.as_ptr() as usize).checked_sub(src.as_ptr() as usize)?;
            let name = src.get(at..at + id.len())?.strip_prefix('%')?;
            let (name, index) = name.split_once('#').map_or((name, "0"), |(n, i)| (n, i));
            let index = index.parse().ok()?;
            Some(resolve(super::Unresolved { name, index, written: name, loc: source.location(at) }, symbol))
        });
        match parsed {
            Ok((expr, n)) => {
                self.pos += n;
                Ok(expr)
            }
            Err(e) => {
                let loc = self.source.location((self.pos + e.offset).min(self.src.len()));
                Err(self.err_at(loc, e.message))
            }
        }
    }
}
