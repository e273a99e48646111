//! Quantized types, through their text: `!quant.uniform<i8<-127:127>:f32:0, {0.1:-30, 0.5:-20}>`.

use strata_bytecode::{EntryReader, EntryWriter, ReadResult};
use strata_ir::{
    num::{ApInt, FloatFormat},
    prelude::*,
    text::parse_type,
};

use crate::types::{read_inner, wrap};

/// The parts of a quantized type.
pub(crate) struct Quant {
    signed: bool,
    storage: Type,
    expressed: Type,
    /// The dimension whose elements have scales of their own.
    pub axis: Option<u32>,
    /// Scales as bits of f64, with zero points.
    scales: Vec<(u64, i64)>,
    min: i64,
    max: i64,
}

impl Quant {
    /// The parts of a type, if it is a quantized one.
    pub(crate) fn from_type(cx: &Context, ty: Type) -> Option<Quant> {
        let text = cx.type_to_string(ty);
        let text = text.strip_prefix("!quant.uniform<")?.strip_suffix('>')?;
        let (types, scales) = text.split_once(',')?;
        let mut parts = split_outside(types).into_iter();
        let (storage, range) = match parts.next()? {
            s if s.contains('<') => {
                let (name, range) = s.strip_suffix('>')?.split_once('<')?;
                (name, Some(range.split_once(':')?))
            }
            s => (s, None),
        };
        let signed = !storage.starts_with('u');
        let width: u32 = storage.trim_start_matches(['u', 'i']).parse().ok()?;
        let expressed = float(cx, parts.next()?)?;
        let axis = match parts.next() {
            Some(a) => Some(a.parse().ok()?),
            None => None,
        };
        let (min, max) = match range {
            Some((lo, hi)) => (lo.parse().ok()?, hi.parse().ok()?),
            None => default_range(width, signed),
        };
        let list = scales.trim().trim_start_matches('{').trim_end_matches('}');
        let scales = list.split(',').map(|s| {
            let (scale, zero) = match s.trim().split_once(':') {
                Some((scale, zero)) => (scale, zero.parse().ok()?),
                None => (s.trim(), 0),
            };
            Some((scale.parse::<f64>().ok()?.to_bits(), zero))
        });
        let scales = scales.collect::<Option<Vec<_>>>()?;
        // A flag tells whether it is signed.
        let storage = cx.int_type(width);
        Some(Quant { signed, storage, expressed, axis, scales, min, max })
    }
    /// The storage type and the expressed type.
    pub(crate) fn types(&self) -> [Type; 2] {
        [self.storage, self.expressed]
    }
    /// Prints the text after `!vhlo`.
    pub(crate) fn print(&self, w: &mut AsmWriter<'_>) {
        let cx = w.cx();
        let float = |w: &mut AsmWriter<'_>, bits: u64| FloatFormat::F64.print_to(u128::from(bits), w.out);
        w.text(if self.axis.is_some() { ".quant_per_axis_v1<" } else { ".quant_v1<" });
        w.ty(wrap(cx, self.storage)).text(":").ty(wrap(cx, self.expressed)).text(", ");
        match self.axis {
            Some(axis) => {
                w.int(i64::from(axis)).text(", [");
                for (i, s) in self.scales.iter().enumerate() {
                    w.text(if i == 0 { "" } else { ", " });
                    float(w, s.0);
                }
                w.text("], [");
                for (i, s) in self.scales.iter().enumerate() {
                    w.text(if i == 0 { "" } else { ", " }).int(s.1);
                }
                w.text("]");
            }
            None => {
                let (scale, zero) = self.scales.first().copied().unwrap_or_default();
                float(w, scale);
                w.text(":").int(zero);
            }
        }
        w.text(", ").int(self.min).text(":").int(self.max).text(", ").int(i64::from(self.signed)).text(">");
    }
    /// Writes all but the code.
    pub(crate) fn write(&self, cx: &Context, w: &mut EntryWriter<'_>) {
        w.varint(u64::from(self.signed));
        w.ty(wrap(cx, self.storage));
        w.ty(wrap(cx, self.expressed));
        let float = |w: &mut EntryWriter<'_>, bits: u64| w.apint(&ApInt::from_u64(64, bits));
        match self.axis {
            None => {
                let (scale, zero) = self.scales.first().copied().unwrap_or_default();
                float(w, scale);
                w.svarint(zero);
                w.svarint(self.min);
                w.svarint(self.max);
            }
            Some(axis) => {
                w.varint(u64::from(axis));
                w.svarint(self.min);
                w.svarint(self.max);
                w.list(&self.scales, |w, s| float(w, s.0));
                w.list(&self.scales, |w, s| w.svarint(s.1));
            }
        }
    }
}

/// Parts between colons that are not in angle brackets.
fn split_outside(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ':' if depth == 0 => {
                parts.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn float(cx: &Context, name: &str) -> Option<Type> {
    FloatFormat::from_name(name).map(|f| cx.float_type(f))
}

fn default_range(width: u32, signed: bool) -> (i64, i64) {
    let width = width.clamp(1, 32);
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// The text of a quantized type: width and signedness of the storage type, the quantization dimension, scales as bits of
/// f64 with zero points, the range of stored values.
pub(crate) fn text(
    cx: &Context,
    (width, signed): (u32, bool),
    expressed: Type,
    axis: Option<i64>,
    scales: &[(u64, i64)],
    (min, max): (i64, i64),
) -> String {
    let mut text = format!("!quant.uniform<{}{width}", if signed { "i" } else { "u" });
    if (min, max) != default_range(width, signed) {
        text += &format!("<{min}:{max}>");
    }
    text += &format!(":{}", cx.type_to_string(expressed));
    if let Some(axis) = axis {
        text += &format!(":{axis}");
    }
    text += if axis.is_some() { ", {" } else { ", " };
    for (i, &(scale, zero)) in scales.iter().enumerate() {
        if i != 0 {
            text += ",";
        }
        FloatFormat::F64.print_to(u128::from(scale), &mut text);
        if zero != 0 {
            text += &format!(":{zero}");
        }
    }
    text += if axis.is_some() { "}>" } else { ">" };
    text
}

/// Reads all but the code; the text of the type.
pub(crate) fn read(r: &mut EntryReader<'_, '_>, per_axis: bool) -> ReadResult<String> {
    let cx = r.cx();
    let (flags, storage, expressed) = (r.varint()?, read_inner(r)?, read_inner(r)?);
    let Some(width) = cx.as_int(storage).map(|t| t.width) else {
        return Err(r.error("expected an integer storage type"));
    };
    let (scales, axis, min, max);
    if per_axis {
        let dimension = r.varint()?;
        axis = Some(i64::try_from(dimension).map_err(|_| r.error("illegal quantized dimension"))?);
        (min, max) = (r.svarint()?, r.svarint()?);
        let list = r.list(|r| r.float_bits(64))?;
        let zeros = r.list(|r| r.svarint())?;
        if list.len() != zeros.len() {
            return Err(r.error("the numbers of scales and of zero points differ"));
        }
        scales = list.into_iter().map(|bits| bits as u64).zip(zeros).collect::<Vec<_>>();
    } else {
        axis = None;
        scales = vec![(r.float_bits(64)? as u64, r.svarint()?)];
        (min, max) = (r.svarint()?, r.svarint()?);
    }
    let signed = flags & 1 != 0;
    let text = text(cx, (width, signed), expressed, axis, &scales, (min, max));
    // The text is checked here, so that a wrong type is an error of the file.
    match parse_type(&cx, &text) {
        Ok(_) => Ok(text),
        Err(e) => Err(r.error(format!("invalid quantized type: {}", e.first().map_or("", |d| &d.message)))),
    }
}
