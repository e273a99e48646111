//! Elements attributes: `dense`, `dense_resource` and `sparse`.

use std::borrow::Cow;

use strata_core::{
    Attr, Blob, ComplexType, DenseElementsAttr, DenseResourceAttr, Location, SparseElementsAttr, Type,
    attrs::element_bytes,
};

use super::{PResult, Parser, literal::dims};

/// The values of hexadecimal digits; 0xff for other characters.
const HEX: [u8; 256] = {
    let mut table = [0xff; 256];
    let mut i = 0;
    while i < 16 {
        table[b"0123456789abcdef"[i] as usize] = i as u8;
        table[b"0123456789ABCDEF"[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// Decodes hexadecimal digits.
pub(super) fn hex_bytes(digits: &[u8]) -> Blob {
    let byte = |pair: &[u8]| HEX[usize::from(pair[0])] << 4 | HEX[usize::from(pair[1])];
    digits.chunks_exact(2).map(byte).collect()
}

impl<'s> Parser<'s> {
    /// After `dense`, which begins at `at`.
    ///
    /// The literal is skipped to find the type, then parsed with it. If this fails, the literal is read again without the
    /// type, in the order in which it is written.
    pub(super) fn dense(&mut self, at: Location, ty: Option<Type>) -> PResult<Attr> {
        self.expect("<")?;
        let start = self.pos;
        if let Ok(attr) = self.typed_dense(at, ty) {
            return Ok(attr);
        }
        self.pos = start;
        let literal = if self.peek(">") { self.no_literal() } else { self.literal()? };
        self.expect(">")?;
        let ty = self.elements_type(at, ty)?;
        self.elements_attr(&literal, ty, at)
    }
    fn typed_dense(&mut self, at: Location, ty: Option<Type>) -> PResult<Attr> {
        let start = self.pos;
        self.skip_balanced()?;
        let ty = self.elements_type(at, ty)?;
        let end = std::mem::replace(&mut self.pos, start);
        let attr = self.dense_literal(ty, ">")?;
        self.expect(">")?;
        self.pos = end;
        Ok(attr)
    }
    /// The type of an elements attribute that begins at `at`, which must be static.
    fn elements_type(&mut self, at: Location, ty: Option<Type>) -> PResult<Type> {
        let ty = match ty {
            Some(t) => t,
            None => self.colon_type()?,
        };
        let Some(shaped) = self.cx.shaped(ty) else {
            return Err(self.err_at(at, "elements literal must be a shaped type"));
        };
        if !shaped.is_static() {
            return Err(self.err_at(at, "elements literal type must have static shape"));
        }
        let bytes = shaped
            .num_elements()
            .and_then(|n| n.checked_mul(element_bytes(self.cx, shaped.elem).unwrap_or(1) as i64));
        if bytes.is_none() {
            return Err(self.err_at(at, "elements literal has more than 2^63 bytes"));
        }
        Ok(ty)
    }
    fn dense_literal(&mut self, ty: Type, close: &str) -> PResult<Attr> {
        let cx = self.cx;
        let at = self.location();
        let Some((shape, elem)) = cx.shaped(ty).and_then(|s| Some((s.shape?, s.elem))) else {
            return Err(self.err_at(at, "elements literal must be a shaped type"));
        };
        let Some(width) = element_bytes(cx, elem) else {
            let shown = cx.type_to_string(elem);
            return Err(self.err_at(at, format!("elements of type '{shown}' have no literals")));
        };
        let count: i64 = shape.iter().product();
        if self.peek(close) {
            if count != 0 {
                let shown = cx.type_to_string(ty);
                return Err(
                    self.err_at(at, format!("parsed zero elements, but type ({shown}) expected at least 1"))
                );
            }
            return Ok(cx.attr(DenseElementsAttr { ty, data: Blob::from([]), splat: false }));
        }
        if self.peek_byte() == b'"' {
            return self.hex_literal(ty, elem, count, width, at);
        }
        let mut data = Vec::new();
        if self.peek_byte() != b'[' {
            self.element(elem, &mut data)?;
            return Ok(cx.splat_bytes(ty, &data));
        }
        let limit = cx.limits().dense_bytes;
        if (count as u64).saturating_mul(width as u64) > limit {
            return Err(
                self.err_at(at, format!("dense literal exceeds the limit of {limit} bytes (dense_bytes)"))
            );
        }
        self.nested_list(shape, elem, &mut data, at)?;
        cx.dense_attr(ty, data).ok_or_else(|| {
            self.err_at(
                at,
                format!(
                    "inferred shape of elements literal does not match type ('{}')",
                    cx.type_to_string(ty)
                ),
            )
        })
    }
    /// `[…]` nested as deep as `shape` is long.
    fn nested_list(&mut self, shape: &[i64], elem: Type, out: &mut Vec<u8>, at: Location) -> PResult<()> {
        // `open` counts the brackets around the current position; `counts` the items on each level so far.
        let rank = shape.len();
        let mut counts: Vec<i64> = Vec::with_capacity(rank);
        loop {
            if self.peek_byte() == b'[' {
                if counts.len() == rank {
                    return Err(self.shape_error(shape, at));
                }
                self.pos += 1;
                counts.push(0);
                if self.peek_byte() != b']' {
                    continue;
                }
            } else {
                if counts.len() != rank {
                    return Err(self.shape_error(shape, at));
                }
                self.element(elem, out)?;
                if let Some(n) = counts.last_mut() {
                    *n += 1;
                }
            }
            // Close as many levels as end here.
            while self.peek_byte() == b']' {
                self.pos += 1;
                let level = counts.len() - 1;
                if counts.pop() != Some(shape[level]) {
                    return Err(self.shape_error(shape, at));
                }
                match counts.last_mut() {
                    Some(n) => *n += 1,
                    None => return Ok(()),
                }
            }
            self.expect(",")?;
        }
    }
    fn shape_error(&self, shape: &[i64], at: Location) -> super::ParseError {
        let dims: Vec<String> = shape.iter().map(i64::to_string).collect();
        self.err_at(
            at,
            format!("inferred shape of elements literal does not match type shape ([{}])", dims.join(", ")),
        )
    }
    fn element(&mut self, elem: Type, out: &mut Vec<u8>) -> PResult<()> {
        let cx = self.cx;
        if let Some(c) = cx.type_as::<ComplexType>(elem) {
            self.expect("(")?;
            self.element(c.elem, out)?;
            self.expect(",")?;
            self.element(c.elem, out)?;
            return self.expect(")");
        }
        let at = self.location();
        let bytes = element_bytes(cx, elem).unwrap_or(1);
        if let Some(word) = self.keyword_of(&["true", "false"]) {
            if elem != cx.i1() {
                return Err(self.err_at(at, "expected i1 type for 'true' or 'false' values"));
            }
            out.push((word == "true") as u8);
            return Ok(());
        }
        let Some(text) = self.number_text_opt() else {
            return Err(self.err("expected element literal of primitive type"));
        };
        let start = out.len();
        if let Some(format) = cx.as_float(elem) {
            if !text.contains('.') && !text.contains("0x") {
                return Err(self.err_at(at, "expected floating-point elements, but parsed integer"));
            }
            let bits = format.parse(text).map_err(|e| self.err_at(at, e.to_string()))?;
            out.extend_from_slice(&bits.to_le_bytes()[..bytes.min(16)]);
        } else {
            if text.contains('.') {
                return Err(self.err_at(at, "expected integer elements, but parsed floating-point"));
            }
            let value = self.int_value(text, elem, at)?;
            out.extend_from_slice(&value.to_le_bytes());
        }
        out.resize(start + bytes, 0);
        Ok(())
    }
    /// A string of all bytes; errors about their number are at `at`.
    pub(super) fn hex_literal(
        &mut self,
        ty: Type,
        elem: Type,
        count: i64,
        width: usize,
        at: Location,
    ) -> PResult<Attr> {
        let cx = self.cx;
        let data = self.hex_string()?;
        let bytes: Blob = if elem == cx.i1() {
            // Bits are packed, least significant first.
            if data.len() == 1 && (data[0] == 0 || data[0] == 0xff) && count > 8 {
                return Ok(cx.splat_bytes(ty, &[data[0] & 1]));
            }
            // Newer versions write a byte for each.
            if data.len() as i64 == count && data.iter().all(|b| *b <= 1) {
                return Ok(cx.dense_attr(ty, data).unwrap_or_else(|| cx.splat_bytes(ty, &[0])));
            }
            if data.len() as i64 != count.saturating_add(7) / 8 {
                return Err(self.err_at(
                    at,
                    format!(
                        "elements hex data size is invalid for provided type: '{}'",
                        cx.type_to_string(ty)
                    ),
                ));
            }
            (0..count as usize).map(|i| data[i / 8] >> (i % 8) & 1).collect()
        } else {
            if data.len() == width && count != 1 {
                return Ok(cx.splat_bytes(ty, &data));
            }
            data
        };
        cx.dense_attr(ty, bytes).ok_or_else(|| {
            self.err_at(
                at,
                format!("elements hex data size is invalid for provided type: '{}'", cx.type_to_string(ty)),
            )
        })
    }
    /// Decodes `"0x…"`; long digits are borrowed from the source, not copied.
    pub(super) fn hex_string(&mut self) -> PResult<Blob> {
        Ok(hex_bytes(&self.hex_digits()?))
    }
    /// The digits of `"0x…"`, an even number of them.
    pub(super) fn hex_digits(&mut self) -> PResult<Cow<'s, [u8]>> {
        let at = self.location();
        let bad = "expected string containing hex digits starting with `0x`";
        let digits = match self.string_ref()? {
            Cow::Borrowed(text) => text.strip_prefix(b"0x").map(Cow::Borrowed),
            Cow::Owned(text) => text.strip_prefix(b"0x").map(|digits| Cow::Owned(digits.to_vec())),
        };
        let Some(digits) = digits else { return Err(self.err_at(at, bad)) };
        // A digit is below 16, all else is 0xff.
        if !digits.len().is_multiple_of(2) || digits.iter().fold(0, |all, &c| all | HEX[usize::from(c)]) > 15
        {
            return Err(self.err_at(at, bad));
        }
        Ok(digits)
    }
    pub(super) fn dense_resource(&mut self, ty: Option<Type>) -> PResult<Attr> {
        self.expect_in("<", " after 'dense_resource'")?;
        let key = self.keyword_or_string()?;
        self.expect(">")?;
        let at = self.location();
        let ty = match ty {
            Some(t) => t,
            None => self.colon_type()?,
        };
        if self.cx.shaped(ty).is_none() {
            return Err(self.err_at(at, "`dense_resource` expected a shaped type"));
        }
        let ty = self.elements_type(at, Some(ty))?;
        let key = self.cx.intern(&key);
        Ok(self.cx.attr(DenseResourceAttr { key, ty }))
    }
    /// After `sparse`, which begins at `at`.
    pub(super) fn sparse(&mut self, at: Location, ty: Option<Type>) -> PResult<Attr> {
        let cx = self.cx;
        if !self.eat("<") {
            return Err(self.missing("Expected '<' after 'sparse'"));
        }
        if self.eat(">") {
            let ty = self.elements_type(at, ty)?;
            let (rank, elem) =
                cx.shaped(ty).map_or((0, cx.i64()), |s| (s.rank().unwrap_or(0) as i64, s.elem));
            let none = |ty| cx.attr(DenseElementsAttr { ty, data: Blob::from([]), splat: false });
            let indices = none(cx.tensor(&[0, rank], cx.i64()));
            return Ok(cx.attr(SparseElementsAttr { ty, indices, values: none(cx.tensor(&[0], elem)) }));
        }
        let indices_at = self.location();
        let indices = self.literal()?;
        self.expect(",")?;
        let values_at = self.location();
        let values = self.literal()?;
        self.expect(">")?;
        let ty = self.elements_type(at, ty)?;
        let Some((shape, elem)) = cx.shaped(ty).and_then(|s| Some((s.shape?, s.elem))) else {
            return Err(self.err_at(at, "elements literal must be a shaped type"));
        };
        // A single element is a splat: of all coordinates of one index, or of the values at all indices.
        let rank = shape.len() as i64;
        let indices_shape = if indices.shape.is_empty() { vec![1, rank] } else { indices.shape.clone() };
        let values_shape =
            if values.shape.is_empty() { vec![indices_shape[0]] } else { values.shape.clone() };
        let indices = self.elements_attr(&indices, cx.tensor(&indices_shape, cx.i64()), indices_at)?;
        let values = self.elements_attr(&values, cx.tensor(&values_shape, elem), values_at)?;
        if values_shape.len() != 1 {
            return Err(self.err_at(at, "expected 1-d tensor for sparse element values"));
        }
        let fits = match indices_shape[..] {
            [n, per_value] => per_value == rank && n == values_shape[0],
            [n] => rank == 1 && n == values_shape[0],
            _ => false,
        };
        if !fits {
            return Err(self.err_at(
                at,
                format!(
                    "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                    dims(shape),
                    dims(&indices_shape),
                    dims(&values_shape)
                ),
            ));
        }
        let rows = cx.attr_as::<DenseElementsAttr>(indices).and_then(|d| d.to_i64s(cx)).unwrap_or_default();
        for (i, row) in rows.chunks_exact(shape.len().max(1)).enumerate() {
            if row.iter().zip(shape).any(|(i, size)| !(0..*size).contains(i)) {
                let ty = cx.type_to_string(ty);
                return Err(self.err_at(
                    at,
                    format!(
                        "sparse index #{i} is not contained within the value shape, with index=[{}], and type='{ty}'",
                        dims(row)
                    ),
                ));
            }
        }
        Ok(cx.attr(SparseElementsAttr { ty, indices, values }))
    }
}
