//! Literals of elements attributes, read before their type is known, as upstream reads them.
//!
//! Most literals take a faster path, from the text to bytes; this one also reports errors in those that fail there.

use strata_core::{
    Attr, Blob, ComplexType, DenseElementsAttr, DenseStringElementsAttr, Location, Type,
    attrs::element_bytes,
    num::{ApInt, Signedness},
};

use super::{PResult, ParseError, Parser};

/// `5`, `"text"` or `[[1, 2], [3, 4]]`.
pub(super) struct Literal<'s> {
    /// The sizes of the nested lists; empty for one element.
    pub shape: Vec<i64>,
    items: Vec<Item<'s>>,
}

enum Item<'s> {
    /// A number with its sign, or a truth value.
    Number(&'s str),
    /// A string as written and its text.
    Text(&'s str, Vec<u8>),
}

impl<'s> Item<'s> {
    fn source(&self) -> &'s str {
        match self {
            Self::Number(text) | Self::Text(text, _) => text,
        }
    }
}

impl<'s> Parser<'s> {
    pub(super) fn literal(&mut self) -> PResult<Literal<'s>> {
        let mut items = Vec::new();
        let shape = match self.peek_byte() {
            b'[' => self.nested(|p| p.literal_list(&mut items))?,
            _ => {
                self.literal_item(&mut items)?;
                Vec::new()
            }
        };
        Ok(Literal { shape, items })
    }
    /// `<` `>` without anything in between.
    pub(super) fn no_literal(&self) -> Literal<'s> {
        Literal { shape: Vec::new(), items: Vec::new() }
    }
    fn literal_list(&mut self, items: &mut Vec<Item<'s>>) -> PResult<Vec<i64>> {
        self.pos += 1;
        let mut shape: Option<Vec<i64>> = None;
        let mut size = 0;
        while shape.is_some() || self.peek_byte() != b']' {
            let inner = match self.peek_byte() {
                b'[' => self.nested(|p| p.literal_list(items))?,
                _ => {
                    self.literal_item(items)?;
                    Vec::new()
                }
            };
            size += 1;
            if shape.as_ref().is_some_and(|s| *s != inner) {
                return Err(self.err("tensor literal is invalid; ranks are not consistent between elements"));
            }
            shape = Some(inner);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]")?;
        let mut out = vec![size];
        out.extend(shape.into_iter().flatten());
        Ok(out)
    }
    fn literal_item(&mut self, items: &mut Vec<Item<'s>>) -> PResult<()> {
        let limit = self.cx.limits().dense_bytes;
        if items.len() as u64 >= limit {
            return Err(self.err(format!("dense literal exceeds the limit of {limit} bytes (dense_bytes)")));
        }
        match self.peek_byte() {
            b'"' => {
                let start = self.pos;
                let text = self.string()?;
                items.push(Item::Text(&self.src[start..self.pos], text));
            }
            b'(' => {
                self.pos += 1;
                self.nested(|p| p.literal_item(items))?;
                self.expect_in(",", " between complex elements")?;
                self.nested(|p| p.literal_item(items))?;
                self.expect_in(")", " after complex elements")?;
            }
            c => match self.number_text_opt().or_else(|| self.keyword_of(&["true", "false"])) {
                Some(text) => items.push(Item::Number(text)),
                None if c == b'-' => {
                    self.pos += 1;
                    return Err(self.err("expected integer or floating point literal"));
                }
                None => return Err(self.err("expected element literal of primitive type")),
            },
        }
        Ok(())
    }
    /// The elements attribute of a literal, which begins at `at`.
    pub(super) fn elements_attr(&mut self, literal: &Literal<'s>, ty: Type, at: Location) -> PResult<Attr> {
        let cx = self.cx;
        let Some((shape, elem)) = cx.shaped(ty).and_then(|s| Some((s.shape?, s.elem))) else {
            return Err(self.err_at(at, "elements literal must be a shaped type"));
        };
        let shown = || cx.type_to_string(ty);
        let (is_list, items) = (!literal.shape.is_empty(), &literal.items);
        if is_list && literal.shape != shape {
            return Err(self.err_at(
                at,
                format!(
                    "inferred shape of elements literal ([{}]) does not match type ([{}])",
                    dims(&literal.shape),
                    dims(shape)
                ),
            ));
        }
        let count: i64 = shape.iter().product();
        if items.is_empty() {
            if count != 0 {
                let m = format!("parsed zero elements, but type ('{}') expected at least 1", shown());
                return Err(self.err_at(at, m));
            }
            if element_bytes(cx, elem).is_some() {
                return Ok(cx.attr(DenseElementsAttr { ty, data: Blob::from([]), splat: false }));
            }
        }
        let Some(width) = element_bytes(cx, elem) else {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                let Item::Text(_, text) = item else {
                    return Err(self.err_at(at, format!("expected string token, got {}", item.source())));
                };
                values.push(text.clone());
            }
            return Ok(cx.attr(DenseStringElementsAttr::new(ty, values)));
        };
        if let [Item::Text(text, _)] = items[..]
            && !is_list
        {
            let end = std::mem::replace(&mut self.pos, text.as_ptr().addr() - self.src.as_ptr().addr());
            let attr = self.hex_literal(ty, elem, count, width, at);
            self.pos = end;
            return attr;
        }
        let limit = cx.limits().dense_bytes;
        if is_list && (count as u64).saturating_mul(width as u64) > limit {
            let m = format!("dense literal exceeds the limit of {limit} bytes (dense_bytes)");
            return Err(self.err_at(at, m));
        }
        let part = match cx.type_as::<ComplexType>(elem) {
            None => elem,
            Some(c) => {
                let n = items.len();
                let (want, of) = if is_list { (2 * count, ty) } else { (2, elem) };
                if n as i64 != want {
                    let of = cx.type_to_string(of);
                    let m = format!("parsed {n} elements, but type ('{of}') expected {want} elements");
                    return Err(self.err_at(at, m));
                }
                c.elem
            }
        };
        let mut data = Vec::with_capacity(items.len() * element_bytes(cx, part).unwrap_or(1));
        for item in items {
            self.item_bytes(item.source(), part, &mut data)?;
        }
        if !is_list {
            return Ok(cx.splat_bytes(ty, &data));
        }
        cx.dense_attr(ty, data).ok_or_else(|| {
            let m = format!("parsed {} elements, but type ('{}') expected {count}", items.len(), shown());
            self.err_at(at, m)
        })
    }
    fn item_bytes(&self, text: &'s str, elem: Type, out: &mut Vec<u8>) -> PResult<()> {
        let cx = self.cx;
        let (start, bytes) = (out.len(), element_bytes(cx, elem).unwrap_or(1));
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (negative, at) = (digits.len() != text.len(), self.place_of(digits));
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
        if let Some(format) = cx.as_float(elem) {
            if !is_number {
                return Err(self.err_at(at, "expected floating point literal"));
            }
            if is_decimal_integer(digits) {
                return Err(self.no_float(at));
            }
            let bits = format.parse(text).map_err(|e| self.err_at(at, e.to_string()))?;
            out.extend_from_slice(&bits.to_le_bytes()[..bytes.min(16)]);
        } else {
            let (width, sign) = match cx.as_int(elem) {
                Some(t) => (t.width, t.signedness),
                None => (64, Signedness::Signed),
            };
            if negative && sign == Signedness::Unsigned {
                return Err(self.err_at(at, "expected unsigned integer elements, but parsed negative value"));
            }
            if is_number && digits.contains('.') {
                return Err(self.err_at(at, "expected integer elements, but parsed floating-point"));
            }
            match text {
                "true" | "false" if width != 1 => {
                    return Err(self.err_at(at, "expected i1 type for 'true' or 'false' values"));
                }
                "true" | "false" => out.push((text == "true") as u8),
                _ => {
                    let value = ApInt::parse(digits, negative, width, sign)
                        .map_err(|_| self.err_at(at, "integer constant out of range for type"))?;
                    out.extend_from_slice(&value.to_le_bytes());
                }
            }
        }
        out.resize(start + bytes, 0);
        Ok(())
    }
    /// The error about an integer where a float belongs.
    pub(super) fn no_float(&self, at: Location) -> ParseError {
        let message = "unexpected decimal integer literal for a floating point value";
        self.error_with_note(at, message, at, "add a trailing dot to make the literal a float")
    }
}

/// Whether the text of a number is neither a float nor hexadecimal.
pub(super) fn is_decimal_integer(text: &str) -> bool {
    !text.contains('.') && !text.contains("0x")
}

/// Sizes separated by commas.
pub(super) fn dims(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
